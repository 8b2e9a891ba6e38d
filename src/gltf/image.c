#include "gltf/image.h"

#include <string.h>

#include "gltf/image_parts.h"

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
    enum { HEAD = 16 };
    struct image_window window;
    window.bytes = bytes;
    window.at = NULL;
    window.offset = 0;
    window.size = 0;
    window.failed = false;
    window.left_out = false;
    struct image_header header = {.status = IMAGE_TRUNCATED};
    size_t size = bytes->size < HEAD ? (size_t)bytes->size : HEAD;
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
