#include "image_files.h"

#include <string.h>

static unsigned char *be16(unsigned char *at, unsigned value)
{
    at[0] = (unsigned char)(value >> 8);
    at[1] = (unsigned char)value;
    return at + 2;
}

static unsigned char *be32(unsigned char *at, uint32_t value)
{
    return be16(be16(at, value >> 16), value & 0xFFFFU);
}

static unsigned char *le32(unsigned char *at, uint64_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(value >> (8 * i));
    }
    return at + 4;
}

static unsigned char *bytes(unsigned char *at, const void *from, size_t size)
{
    if (size > 0) {
        memcpy(at, from, size);
    }
    return at + size;
}

size_t make_png_chunk(unsigned char *out, const char *type, const void *data, size_t size)
{
    unsigned char *at = bytes(bytes(be32(out, (uint32_t)size), type, 4), data, size);
    return (size_t)(be32(at, 0) - out); /* the checksum is never read */
}

size_t make_png(unsigned char *out, uint32_t width, uint32_t height, unsigned colour_type, unsigned bits,
                const void *chunks, size_t chunks_size)
{
    unsigned char head[13] = {0};
    be32(be32(head, width), height);
    head[8] = (unsigned char)bits;
    head[9] = (unsigned char)colour_type;
    unsigned char *at = bytes(out, "\x89PNG\r\n\x1A\n", 8);
    at += make_png_chunk(at, "IHDR", head, sizeof head);
    at = bytes(at, chunks, chunks_size);
    at += make_png_chunk(at, "IDAT", "0123456789", 10);
    at += make_png_chunk(at, "IEND", NULL, 0);
    return (size_t)(at - out);
}

size_t make_jpeg(unsigned char *out, unsigned frame, unsigned bits, unsigned width, unsigned height,
                 unsigned components, const void *segments, size_t segments_size)
{
    unsigned char *at = bytes(bytes(out, "\xFF\xD8", 2), segments, segments_size);
    *at++ = 0xFF;
    *at++ = (unsigned char)frame;
    at = be16(at, 8 + 3 * components);
    *at++ = (unsigned char)bits;
    at = be16(be16(at, height), width);
    *at++ = (unsigned char)components;
    for (unsigned i = 0; i < components; i++) {
        at = bytes(at, "\x01\x11\x00", 3);
    }
    at = bytes(at, "\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00", 10);
    at = bytes(at, "scan\xFF\x00more\xFF\xD9", 12);
    return (size_t)(at - out);
}

size_t make_exif(unsigned char *out, unsigned orientation, int little)
{
    static const char less[] = "II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0?\0\0\0\0\0\0\0";
    static const char more[] = "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0?\0\0\0\0\0\0";
    unsigned char *at = be16(bytes(out, "\xFF\xE1", 2), 2 + 6 + 26);
    at = bytes(bytes(at, "Exif\0\0", 6), little ? less : more, 26);
    at[little ? -8 : -7] = (unsigned char)orientation;
    return (size_t)(at - out);
}

size_t make_webp(unsigned char *out, enum webp_kind kind, unsigned width, unsigned height, unsigned flags)
{
    static const char *const names[] = {"VP8 ", "VP8L", "VP8X"};
    memset(out, 0, 40);
    bytes(out, "RIFF", 4);
    le32(out + 4, 32);
    bytes(bytes(out + 8, "WEBP", 4), names[kind], 4);
    le32(out + 16, 20);
    if (kind == WEBP_LOSSY) {
        bytes(out + 23, "\x9D\x01\x2A", 3);
        le32(out + 26, width | height << 16);
    } else if (kind == WEBP_LOSSLESS) {
        out[20] = 0x2F;
        le32(out + 21, (width - 1) | (height - 1) << 14 | flags << 28);
    } else {
        out[20] = (unsigned char)flags;
        le32(out + 24, width - 1);
        le32(out + 27, height - 1);
    }
    return 40;
}

size_t make_ktx2(unsigned char *out, uint32_t width, uint32_t height, uint32_t levels)
{
    size_t size = 80 + 24 * (levels == 0 ? 1 : levels) + 16;
    memset(out, 0, size);
    bytes(out, "\xABKTX 20\xBB\r\n\x1A\n", 12);
    le32(out + 20, width);
    le32(out + 24, height);
    le32(out + 36, 1);
    le32(out + 40, levels);
    for (uint32_t i = 0; i < (levels == 0 ? 1 : levels); i++) {
        le32(out + 80 + 24 * i, size - 16);
        le32(out + 88 + 24 * i, 16);
    }
    return size;
}
