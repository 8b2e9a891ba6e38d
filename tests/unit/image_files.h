/* Small images made by the tests: the bytes of a whole file each, in a buffer with room for IMAGE_FILE_MAX. */
#ifndef VRMLINT_TESTS_IMAGE_FILES_H
#define VRMLINT_TESTS_IMAGE_FILES_H

#include <stddef.h>
#include <stdint.h>

enum { IMAGE_FILE_MAX = 1024 };

/* Writes a PNG file and returns its size. Colour type and bits as in PNG; chunks after the header: bytes, or NULL. */
size_t make_png(unsigned char *out, uint32_t width, uint32_t height, unsigned colour_type, unsigned bits,
                const void *chunks, size_t chunks_size);

/* Writes a chunk, empty or with data, and returns its size. */
size_t make_png_chunk(unsigned char *out, const char *type, const void *data, size_t size);

/* Writes a JPEG file and returns its size. frame: the marker, 0xC0; segments after the start: bytes, or NULL. */
size_t make_jpeg(unsigned char *out, unsigned frame, unsigned bits, unsigned width, unsigned height,
                 unsigned components, const void *segments, size_t segments_size);

/* Writes an Exif APP1 segment with an orientation in one of the two byte orders, and returns its size. */
size_t make_exif(unsigned char *out, unsigned orientation, int little);

enum webp_kind { WEBP_LOSSY, WEBP_LOSSLESS, WEBP_EXTENDED };
size_t make_webp(unsigned char *out, enum webp_kind kind, unsigned width, unsigned height, unsigned flags);

size_t make_ktx2(unsigned char *out, uint32_t width, uint32_t height, uint32_t levels);

#endif
