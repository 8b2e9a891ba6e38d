/* PNG: reads the chunk IHDR, then the length and type of each chunk up to IEND. */
#include <string.h>

#include "gltf/image_parts.h"

enum {
    HEAD = 33,  /* signature and IHDR */
    CHUNK = 12, /* length, type and checksum of an empty chunk */
    CHUNKS_MAX = 1 << 20,
};

static bool is_type(const unsigned char *chunk, const char *type)
{
    return memcmp(chunk + 4, type, 4) == 0;
}

/* Returns the number of channels of a colour type; 0 if the type is invalid. */
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
    header->bits = colour_type == 3 ? 8 : head[24]; /* of the entries of a palette */
    header->channels = channels_of(colour_type);
    header->alpha = colour_type == 4 || colour_type == 6;
    header->alpha_known = true;
    return header->channels == 0 || header->width == 0 || header->height == 0 ? IMAGE_INVALID : IMAGE_WHOLE;
}

/* Whether primaries (PNG, 11.3.2.1) equal those of sRGB. */
static bool is_srgb(const unsigned char *primaries)
{
    static const uint32_t srgb[] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    bool same = true;
    for (size_t i = 0; i < sizeof srgb / sizeof *srgb; i++) {
        uint32_t value = image_u32be(primaries + 4 * i);
        same = same && value + 100 >= srgb[i] && value <= srgb[i] + 100;
    }
    return same;
}

/* Reads a profile: its name, the method of compression, and deflated data. PNG, 11.3.2.3. Writers that copy a profile
 * name it "ICC Profile" or the like, whatever it is. */
static void read_profile(struct image_window *window, struct image_header *header, uint64_t at, uint32_t length)
{
    enum { NAME_MAX = 79, NAME_LEAST = 4 };
    char name[NAME_MAX + 1] = "";
    uint32_t size = 0;
    for (; size < NAME_MAX && size < length; size++) {
        const unsigned char *byte = image_peek(window, at + size, 1);
        if (byte == NULL || *byte == 0) {
            break;
        }
        name[size] = (char)*byte;
    }
    bool is_srgb = false;
    bool is_read = length > size + 2 && image_inflates_srgb(window, at + size + 2, length - size - 2, &is_srgb);
    bool is_general = size < NAME_LEAST || strstr(name, "ICC") != NULL || strstr(name, "icc") != NULL;
    header->has_profile = true;
    header->srgb_profile = is_srgb || strncmp(name, "sRGB", strlen("sRGB")) == 0;
    header->profile_known = is_read || !is_general;
}

/* Records chunks that glTF ignores but some apps use. */
static void note_ignored(struct image_window *window, struct image_header *header, const unsigned char *chunk,
                         uint64_t at, uint32_t length)
{
    const unsigned char *bytes;
    if (is_type(chunk, "iCCP")) {
        read_profile(window, header, at + 8, length);
    } else if (is_type(chunk, "gAMA") && length >= 4) {
        bytes = image_peek(window, at + 8, 4);
        header->gamma = bytes == NULL ? 0 : image_u32be(bytes);
    } else if (is_type(chunk, "cHRM") && length >= 32) {
        bytes = image_peek(window, at + 8, 32);
        header->other_primaries = bytes != NULL && !is_srgb(bytes);
    } else if (is_type(chunk, "pHYs") && length >= 9) {
        bytes = image_peek(window, at + 8, 8);
        header->oblong_pixels = bytes != NULL && memcmp(bytes, bytes + 4, 4) != 0;
    }
}

static void note_chunk(struct image_window *window, struct image_header *header, const unsigned char *chunk,
                       uint64_t at, uint32_t length)
{
    header->alpha = header->alpha || is_type(chunk, "tRNS");
    header->animated = header->animated || is_type(chunk, "acTL");
    header->has_srgb = header->has_srgb || is_type(chunk, "sRGB");
    note_ignored(window, header, chunk, at, length);
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
        note_chunk(window, header, chunk, at, length);
        at += CHUNK + (uint64_t)length;
    }
    return status;
}
