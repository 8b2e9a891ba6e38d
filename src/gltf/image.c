#include "gltf/image.h"

#include <string.h>

#include "base/text.h"
#include "gltf/image_parts.h"

/* The bytes of an image, loaded piece by piece. */

/* PNG: reads the chunk IHDR, then the length and type of each chunk up to IEND. */

enum {
    HEAD = 33,  /* signature and IHDR */
    CHUNK = 12, /* length, type and checksum of an empty chunk */
    IMAGE_CHUNKS_MAX = 1 << 20,
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
    header->srgb_profile = is_srgb || text_begins(name, "sRGB");
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

/* Each reads one format, whose signature has been checked, and returns the status. */
static enum image_status image_read_png(struct image_window *window, struct image_header *header)
{
    enum image_status status = read_ihdr(window, header);
    uint64_t at = HEAD;
    bool has_data = false;
    for (size_t i = 0; status == IMAGE_WHOLE && i < IMAGE_CHUNKS_MAX; i++) {
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

/* JPEG: reads the segments up to the first scan, and searches for the end marker after it. */

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

static enum image_status image_read_jpeg(struct image_window *window, struct image_header *header)
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

/* WebP and KTX2, whose headers are at fixed positions. */

/* ---- WebP ---- */

enum { WEBP_HEAD = 30, WEBP_PROFILE = 0x20, WEBP_ALPHA = 0x10, WEBP_ANIMATION = 0x02, WEBP_SIDE = 0x3FFF };

static uint32_t webp_u24le(const unsigned char *at)
{
    return (uint32_t)at[2] << 16 | image_u16le(at);
}

/* Reads the profile, which is the first chunk after the header. */
static void read_vp8x_profile(struct image_window *window, struct image_header *header)
{
    const unsigned char *chunk = header->has_profile ? image_peek(window, WEBP_HEAD, 8) : NULL;
    if (chunk != NULL && memcmp(chunk, "ICCP", 4) == 0) {
        uint32_t size = image_u32le(chunk + 4);
        header->profile_known = true;
        header->srgb_profile = image_names_srgb(window, WEBP_HEAD + 8, size);
    }
}

static enum image_status image_read_webp(struct image_window *window, struct image_header *header)
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
        read_vp8x_profile(window, header);
    } else {
        return IMAGE_INVALID;
    }
    return IMAGE_WHOLE;
}

/* ---- KTX2 ---- */

enum { KTX_HEAD = 80, KTX_LEVEL = 24, KTX_LEVELS_MAX = 32 /* no side is longer than 2^32 */ };

static enum image_status image_read_ktx2(struct image_window *window, struct image_header *header)
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
    header->width = image_u32le(head + 8);
    header->height = image_u32le(head + 12);
    header->depth = image_u32le(head + 16);
    header->layers = image_u32le(head + 20);
    header->faces = image_u32le(head + 24);
    header->levels = image_u32le(head + 28);
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

/* ---- formats ---- */

struct signature {
    const char *bytes;
    size_t size;
    size_t offset;
    enum image_format format;
};

static const struct signature signatures[] = {
    {"\x89PNG\r\n\x1A\n", 8, 0, IMAGE_PNG},
    {"\xFF\xD8\xFF", 3, 0, IMAGE_JPEG},
    {"\xABKTX 20\xBB\r\n\x1A\n", 12, 0, IMAGE_KTX2},
    {"WEBP", 4, 8, IMAGE_WEBP},
    {"GIF8", 4, 0, IMAGE_GIF},
    {"BM", 2, 0, IMAGE_BMP},
    {"II*\0", 4, 0, IMAGE_TIFF},
    {"MM\0*", 4, 0, IMAGE_TIFF},
    {"8BPS", 4, 0, IMAGE_PSD},
    {"DDS ", 4, 0, IMAGE_DDS},
    {"v/1\x01", 4, 0, IMAGE_EXR},
    {"#?R", 3, 0, IMAGE_HDR},
    {"<svg", 4, 0, IMAGE_SVG},
    {"<?xml", 5, 0, IMAGE_SVG},
    {"<!DOCTYPE", 9, 0, IMAGE_HTML},
    {"<!doctype", 9, 0, IMAGE_HTML},
    {"<html", 5, 0, IMAGE_HTML},
    {"ftypavif", 8, 4, IMAGE_AVIF},
    {"ftypavis", 8, 4, IMAGE_AVIF},
};

static bool is_webp(const unsigned char *head, size_t size)
{
    return size >= 12 && memcmp(head, "RIFF", 4) == 0;
}

/* Detects the format by the first bytes. */
static enum image_format detect_format(const unsigned char *head, size_t size)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const struct signature *s = &signatures[i];
        if (size >= s->offset + s->size && memcmp(head + s->offset, s->bytes, s->size) == 0 &&
            (s->format != IMAGE_WEBP || is_webp(head, size))) {
            return s->format;
        }
    }
    return IMAGE_UNKNOWN;
}

/* Returns the format whose signature the bytes begin, if there are too few of them. */
static enum image_format begun_format(const unsigned char *head, size_t size)
{
    for (size_t i = 0; i < 3; i++) {
        if (size < signatures[i].size && memcmp(head, signatures[i].bytes, size) == 0) {
            return signatures[i].format;
        }
    }
    bool riff = size < 12 && memcmp(head, "RIFF", size < 4 ? size : 4) == 0 &&
                (size <= 8 || memcmp(head + 8, "WEBP", size - 8) == 0);
    return riff ? IMAGE_WEBP : IMAGE_UNKNOWN;
}

/* A TGA has no signature at its beginning, but newer ones have a footer. */
static bool is_tga(struct image_window *window)
{
    enum { FOOTER = 18 };
    uint64_t size = window->bytes->size;
    const unsigned char *foot = size < FOOTER ? NULL : image_peek(window, size - FOOTER, FOOTER);
    return foot != NULL && memcmp(foot, "TRUEVISION-XFILE.", FOOTER) == 0;
}

struct image_header image_read_header(const struct image_bytes *bytes)
{
    enum { MAGIC_MOST = 16 };
    struct image_window window;
    window.bytes = bytes;
    window.at = NULL;
    window.offset = 0;
    window.size = 0;
    window.failed = false;
    window.left_out = false;
    struct image_header header = {.status = IMAGE_TRUNCATED};
    size_t size = bytes->size < MAGIC_MOST ? (size_t)bytes->size : MAGIC_MOST;
    if (size == 0) {
        return header;
    }
    const unsigned char *head = image_peek(&window, 0, size);
    if (head == NULL) {
        header.status = window.left_out ? IMAGE_LEFT_OUT : IMAGE_UNREADABLE;
        return header;
    }
    header.format = detect_format(head, size);
    switch (header.format) {
    case IMAGE_PNG:
        header.status = image_read_png(&window, &header);
        break;
    case IMAGE_JPEG:
        header.status = image_read_jpeg(&window, &header);
        break;
    case IMAGE_WEBP:
        header.status = image_read_webp(&window, &header);
        break;
    case IMAGE_KTX2:
        header.status = image_read_ktx2(&window, &header);
        break;
    case IMAGE_UNKNOWN:
        header.format = begun_format(head, size);
        if (header.format == IMAGE_UNKNOWN) {
            header.format = is_tga(&window) ? IMAGE_TGA : IMAGE_UNKNOWN;
            header.status = IMAGE_UNRECOGNISED;
        }
        break;
    default:
        header.status = IMAGE_UNRECOGNISED;
        break;
    }
    if (window.failed) {
        header.status = window.left_out ? IMAGE_LEFT_OUT : IMAGE_UNREADABLE;
    }
    return header;
}

/* ---- names ---- */

const char *image_format_name(enum image_format format)
{
    static const char *const names[IMAGE_FORMATS] = {
        [IMAGE_PNG] = "PNG", [IMAGE_JPEG] = "JPEG", [IMAGE_WEBP] = "WebP", [IMAGE_KTX2] = "KTX2", [IMAGE_GIF] = "GIF",
        [IMAGE_BMP] = "BMP", [IMAGE_TIFF] = "TIFF", [IMAGE_TGA] = "TGA",   [IMAGE_PSD] = "PSD",   [IMAGE_DDS] = "DDS",
        [IMAGE_EXR] = "EXR", [IMAGE_HDR] = "HDR",   [IMAGE_SVG] = "SVG",   [IMAGE_AVIF] = "AVIF", [IMAGE_HTML] = "HTML",
    };
    return names[format];
}

const char *image_media_type(enum image_format format)
{
    static const char *const types[IMAGE_FORMATS] = {
        [IMAGE_PNG] = "image/png",   [IMAGE_JPEG] = "image/jpeg", [IMAGE_WEBP] = "image/webp",
        [IMAGE_KTX2] = "image/ktx2", [IMAGE_AVIF] = "image/avif", [IMAGE_DDS] = "image/vnd-ms.dds",
    };
    return types[format];
}

const char *image_extension(enum image_format format)
{
    return format == IMAGE_WEBP ? "EXT_texture_webp" : format == IMAGE_KTX2 ? "KHR_texture_basisu" : NULL;
}

double image_decoded_size(const struct image_header *header)
{
    return (double)header->width * (double)header->height * 4 * 4 / 3;
}
