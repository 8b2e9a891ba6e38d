/* JPEG: reads the segments up to the first scan, and searches for the end marker after it. */
#include <string.h>

#include "gltf/image_parts.h"

enum {
    SOI = 0xD8,
    EOI = 0xD9,
    SOS = 0xDA,
    APP0 = 0xE0,
    APP1 = 0xE1,
    APP2 = 0xE2,
    TAIL = 1 << 16, /* bytes at the end of the file in which the end marker is searched for first */
    ENTRIES_MAX = 64,
};

/* ---- Exif ---- */

static uint32_t exif_u16(const unsigned char *at, bool little)
{
    return little ? image_u16le(at) : image_u16be(at);
}

static uint32_t exif_u32(const unsigned char *at, bool little)
{
    return little ? image_u32le(at) : image_u32be(at);
}

/* Returns the orientation in a TIFF structure of size bytes at offset; 0 if it is absent. */
static unsigned tiff_orientation(struct image_window *window, uint64_t offset, uint64_t size)
{
    const unsigned char *head = size < 8 ? NULL : image_peek(window, offset, 8);
    if (head == NULL || (memcmp(head, "II", 2) != 0 && memcmp(head, "MM", 2) != 0)) {
        return 0;
    }
    bool little = head[0] == 'I';
    uint64_t directory = exif_u32(head + 4, little);
    if (exif_u16(head + 2, little) != 42 || directory > size - 2) {
        return 0;
    }
    const unsigned char *count_at = image_peek(window, offset + directory, 2);
    size_t count = count_at == NULL ? 0 : exif_u16(count_at, little);
    count = count < ENTRIES_MAX ? count : ENTRIES_MAX;
    for (size_t i = 0; i < count && directory + 2 + 12 * (i + 1) <= size; i++) {
        const unsigned char *entry = image_peek(window, offset + directory + 2 + 12 * i, 12);
        if (entry == NULL) {
            return 0;
        }
        if (exif_u16(entry, little) == 0x0112 && exif_u16(entry + 2, little) == 3) {
            return exif_u16(entry + 8, little);
        }
    }
    return 0;
}

/* ---- segments ---- */

/* Reads the header of a frame. Returns IMAGE_INVALID if it is broken. at: the offset after the segment's length. */
static enum image_status read_frame(struct image_window *window, struct image_header *header, unsigned marker,
                                    uint64_t at, uint64_t size)
{
    const unsigned char *frame = size < 6 ? NULL : image_peek(window, at, 6);
    if (frame == NULL) {
        return IMAGE_INVALID;
    }
    header->frame = (unsigned char)marker;
    header->bits = frame[0];
    header->height = image_u16be(frame + 1);
    header->width = image_u16be(frame + 3);
    header->channels = frame[5];
    header->alpha_known = true;
    return header->width == 0 || header->height == 0 ? IMAGE_INVALID : IMAGE_WHOLE;
}

static bool is_frame(unsigned marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/* Bytes before the profile in its segment: the name, and the number among the profile's segments. */
enum { ICC_HEAD = 14 };

static void read_application(struct image_window *window, struct image_header *header, unsigned marker, uint64_t at,
                             uint64_t size)
{
    const unsigned char *head = size < 12 ? NULL : image_peek(window, at, 12);
    if (head == NULL) {
        return;
    }
    if (marker == APP0 && memcmp(head, "JFIF", 5) == 0) {
        uint32_t across = image_u16be(head + 8);
        uint32_t down = image_u16be(head + 10);
        header->oblong_pixels = across != down && across != 0 && down != 0;
    } else if (marker == APP1 && memcmp(head, "Exif\0", 6) == 0 && header->orientation == 0) {
        header->orientation = tiff_orientation(window, at + 6, size - 6);
    } else if (marker == APP2 && memcmp(head, "ICC_PROFILE", 12) == 0) {
        header->has_profile = true;
        header->profile_known = header->profile_known || size > ICC_HEAD;
        header->srgb_profile =
            header->srgb_profile || (size > ICC_HEAD && image_names_srgb(window, at + ICC_HEAD, size - ICC_HEAD));
    }
}

/* ---- the end ---- */

/* Whether [from, to) contains an end marker. */
static bool has_end(struct image_window *window, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at + 1 < to;) {
        const unsigned char *bytes = image_peek(window, at, 2);
        if (bytes == NULL) {
            return true; /* unreadable, so unknown */
        }
        size_t loaded = window->size - (size_t)(at - window->offset);
        size_t left = to - at < loaded ? (size_t)(to - at) : loaded;
        const unsigned char *found = memchr(bytes, 0xFF, left - 1);
        if (found == NULL) {
            at += left - 1;
        } else if (found[1] == EOI) {
            return true;
        } else {
            at += (uint64_t)(found - bytes) + 1;
        }
    }
    return false;
}

/* Searches for the end marker. Most files end with it; the rest is searched within the budget. An image that can't be
 * searched counts as whole. */
static enum image_status find_end(struct image_window *window, uint64_t from)
{
    uint64_t size = window->bytes->size;
    uint64_t tail = size - from > TAIL ? size - TAIL : from;
    if (has_end(window, tail, size)) {
        return IMAGE_WHOLE;
    }
    uint64_t left = tail - from;
    if (left > *window->bytes->search) {
        return IMAGE_WHOLE;
    }
    *window->bytes->search -= left;
    return has_end(window, from, tail + (left > 0)) ? IMAGE_WHOLE : IMAGE_TRUNCATED;
}

enum image_status image_read_jpeg(struct image_window *window, struct image_header *header)
{
    bool framed = false;
    uint64_t at = 2;
    for (;;) {
        const unsigned char *mark = image_peek(window, at, 2);
        if (mark == NULL) {
            return IMAGE_TRUNCATED;
        }
        if (mark[0] != 0xFF) {
            return IMAGE_INVALID;
        }
        unsigned marker = mark[1];
        if (marker == 0xFF) { /* padding */
            at++;
            continue;
        }
        at += 2;
        if (marker == EOI) {
            return IMAGE_TRUNCATED;
        }
        if (marker == SOI || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7)) {
            continue;
        }
        const unsigned char *length_at = image_peek(window, at, 2);
        if (length_at == NULL) {
            return IMAGE_TRUNCATED;
        }
        uint64_t length = image_u16be(length_at);
        if (length < 2) {
            return IMAGE_INVALID;
        }
        if (length > window->bytes->size - at) {
            return IMAGE_TRUNCATED;
        }
        if (marker == SOS) {
            return framed ? find_end(window, at + length) : IMAGE_INVALID;
        }
        if (is_frame(marker) && !framed) {
            framed = true;
            enum image_status status = read_frame(window, header, marker, at + 2, length - 2);
            if (status != IMAGE_WHOLE) {
                return status;
            }
        } else {
            read_application(window, header, marker, at + 2, length - 2);
        }
        at += length;
    }
}
