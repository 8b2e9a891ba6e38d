/* WebP and KTX2, whose headers are at fixed positions. */
#include <string.h>

#include "gltf/image_parts.h"

/* ---- WebP ---- */

enum { WEBP_HEAD = 30, WEBP_PROFILE = 0x20, WEBP_ALPHA = 0x10, WEBP_ANIMATION = 0x02, WEBP_SIDE = 0x3FFF };

static uint32_t webp_u24le(const unsigned char *at)
{
    return (uint32_t)at[2] << 16 | image_u16le(at);
}

/* Reads the profile, which is the first chunk after the header. */
static void read_profile(struct image_window *window, struct image_header *header)
{
    const unsigned char *chunk = header->has_profile ? image_peek(window, WEBP_HEAD, 8) : NULL;
    if (chunk != NULL && memcmp(chunk, "ICCP", 4) == 0) {
        uint32_t size = image_u32le(chunk + 4);
        header->profile_known = true;
        header->srgb_profile = image_names_srgb(window, WEBP_HEAD + 8, size);
    }
}

enum image_status image_read_webp(struct image_window *window, struct image_header *header)
{
    const unsigned char *head = image_peek(window, 0, WEBP_HEAD);
    if (head == NULL || image_u32le(head + 4) > window->bytes->size - 8) {
        return IMAGE_TRUNCATED;
    }
    header->bits = 8;
    header->alpha_known = true;
    if (memcmp(head + 12, "VP8 ", 4) == 0) {
        if (memcmp(head + 23, "\x9D\x01\x2A", 3) != 0) {
            return IMAGE_INVALID;
        }
        header->width = image_u16le(head + 26) & WEBP_SIDE;
        header->height = image_u16le(head + 28) & WEBP_SIDE;
        header->channels = 3;
    } else if (memcmp(head + 12, "VP8L", 4) == 0) {
        if (head[20] != 0x2F) {
            return IMAGE_INVALID;
        }
        uint32_t bits = image_u32le(head + 21);
        header->width = (bits & WEBP_SIDE) + 1;
        header->height = (bits >> 14 & WEBP_SIDE) + 1;
        header->alpha = (bits >> 28 & 1) != 0;
        header->channels = header->alpha ? 4 : 3;
    } else if (memcmp(head + 12, "VP8X", 4) == 0) {
        header->has_profile = (head[20] & WEBP_PROFILE) != 0;
        header->alpha = (head[20] & WEBP_ALPHA) != 0;
        header->animated = (head[20] & WEBP_ANIMATION) != 0;
        header->width = webp_u24le(head + 24) + 1;
        header->height = webp_u24le(head + 27) + 1;
        header->channels = header->alpha ? 4 : 3;
        read_profile(window, header);
    } else {
        return IMAGE_INVALID;
    }
    return IMAGE_WHOLE;
}

/* ---- KTX2 ---- */

enum { KTX_HEAD = 80, KTX_LEVEL = 24, KTX_LEVELS_MAX = 32 /* no side is longer than 2^32 */ };

enum image_status image_read_ktx2(struct image_window *window, struct image_header *header)
{
    uint64_t size = window->bytes->size;
    for (size_t half = 0; half < KTX_HEAD; half += KTX_HEAD / 2) {
        if (image_peek(window, half, KTX_HEAD / 2) == NULL) {
            return IMAGE_TRUNCATED;
        }
    }
    const unsigned char *head = image_peek(window, 12, 36);
    if (head == NULL) {
        return IMAGE_TRUNCATED;
    }
    header->vk_format = image_u32le(head);
    header->width = image_u32le(head + 8);
    header->height = image_u32le(head + 12);
    header->depth = image_u32le(head + 16);
    header->layers = image_u32le(head + 20);
    header->faces = image_u32le(head + 24);
    header->levels = image_u32le(head + 28);
    header->supercompression = image_u32le(head + 32);
    if (header->levels > KTX_LEVELS_MAX) {
        return IMAGE_INVALID;
    }
    size_t levels = header->levels == 0 ? 1 : header->levels;
    for (size_t i = 0; i < levels; i++) {
        const unsigned char *level = image_peek(window, KTX_HEAD + i * KTX_LEVEL, KTX_LEVEL);
        if (level == NULL) {
            return IMAGE_TRUNCATED;
        }
        uint64_t offset = image_u64le(level);
        uint64_t length = image_u64le(level + 8);
        if (offset > size || length > size - offset) {
            return IMAGE_TRUNCATED;
        }
    }
    return IMAGE_WHOLE;
}
