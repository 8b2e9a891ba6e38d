/* PNG: the chunk IHDR, then length and type of each chunk up to IEND. */
#include <string.h>

#include "gltf/image_parts.h"

enum {
    HEAD = 33,  /* signature and IHDR */
    CHUNK = 12, /* length, type and checksum of an empty one */
    CHUNKS_MAX = 1 << 20,
};

static bool is_type(const unsigned char *chunk, const char *type)
{
    return memcmp(chunk + 4, type, 4) == 0;
}

/* Channels by the colour type; 0: there is no such type. */
static unsigned channels_of(unsigned colour_type)
{
    static const unsigned channels[] = {1, 0, 3, 3, 2, 0, 4};
    return colour_type < sizeof channels / sizeof *channels ? channels[colour_type] : 0;
}

static enum image_status read_ihdr(struct image_window *window, struct image_header *header)
{
    const unsigned char *head = image_peek(window, 0, HEAD);
    if (head == NULL) {
        return IMAGE_TRUNCATED;
    }
    unsigned colour_type = head[25];
    if (image_u32be(head + 8) != 13 || !is_type(head + 8, "IHDR")) {
        return IMAGE_INVALID;
    }
    header->width = image_u32be(head + 16);
    header->height = image_u32be(head + 20);
    header->bits = colour_type == 3 ? 8 : head[24]; /* of a palette's entries */
    header->channels = channels_of(colour_type);
    header->alpha = colour_type == 4 || colour_type == 6;
    header->alpha_known = true;
    return header->channels == 0 || header->width == 0 || header->height == 0 ? IMAGE_INVALID : IMAGE_WHOLE;
}

static void note(struct image_window *window, struct image_header *header, const unsigned char *chunk, uint64_t at,
                 uint32_t length)
{
    header->alpha = header->alpha || is_type(chunk, "tRNS");
    header->animated = header->animated || is_type(chunk, "acTL");
    header->has_profile = header->has_profile || is_type(chunk, "iCCP");
    header->has_srgb = header->has_srgb || is_type(chunk, "sRGB");
    if (is_type(chunk, "gAMA") && length >= 4) {
        const unsigned char *gamma = image_peek(window, at + 8, 4);
        header->gamma = gamma == NULL ? 0 : image_u32be(gamma);
    }
}

enum image_status image_read_png(struct image_window *window, struct image_header *header)
{
    enum image_status status = read_ihdr(window, header);
    uint64_t at = HEAD;
    bool has_data = false;
    for (size_t i = 0; status == IMAGE_WHOLE && i < CHUNKS_MAX; i++) {
        const unsigned char *chunk = image_peek(window, at, CHUNK);
        if (chunk == NULL) {
            return IMAGE_TRUNCATED;
        }
        uint32_t length = image_u32be(chunk);
        if (length > window->bytes->size - at - CHUNK) {
            return IMAGE_TRUNCATED;
        }
        if (is_type(chunk, "IEND")) {
            return has_data ? IMAGE_WHOLE : IMAGE_TRUNCATED;
        }
        has_data = has_data || is_type(chunk, "IDAT");
        note(window, header, chunk, at, length);
        at += CHUNK + (uint64_t)length;
    }
    return status;
}
