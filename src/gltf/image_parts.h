/* The readers of the formats, which image.c chooses among, and what they stand on: the bytes of an image, loaded a
 * piece at a time, and the numbers in them. Nobody else includes this. */
#ifndef VRMLINT_GLTF_IMAGE_PARTS_H
#define VRMLINT_GLTF_IMAGE_PARTS_H

#include "gltf/image.h"

/* Bytes that are read in pieces, so that many small steps are few calls. */
struct image_window {
    const struct image_bytes *bytes;
    const unsigned char *at; /* NULL: nothing is loaded */
    uint64_t offset;
    size_t size;
    bool failed;
    bool left_out; /* it failed because too much work was done */
    unsigned char scratch[IMAGE_WINDOW];
};

/* size bytes (64 at most) from offset, or NULL if they aren't there or can't be read. */
const unsigned char *image_peek(struct image_window *window, uint64_t offset, size_t size);

static inline uint32_t image_u16be(const unsigned char *at)
{
    return (uint32_t)at[0] << 8 | at[1];
}

static inline uint32_t image_u32be(const unsigned char *at)
{
    return image_u16be(at) << 16 | image_u16be(at + 2);
}

static inline uint32_t image_u16le(const unsigned char *at)
{
    return (uint32_t)at[1] << 8 | at[0];
}

static inline uint32_t image_u32le(const unsigned char *at)
{
    return image_u16le(at + 2) << 16 | image_u16le(at);
}

static inline uint64_t image_u64le(const unsigned char *at)
{
    return (uint64_t)image_u32le(at + 4) << 32 | image_u32le(at);
}

/* Each reads one format, whose first bytes are its own, and returns the status. */
enum image_status image_read_png(struct image_window *window, struct image_header *header);
enum image_status image_read_jpeg(struct image_window *window, struct image_header *header);
enum image_status image_read_webp(struct image_window *window, struct image_header *header);
enum image_status image_read_ktx2(struct image_window *window, struct image_header *header);

/* Whether a colour profile, size bytes from at, says that it is sRGB. */
bool image_names_srgb(struct image_window *window, uint64_t at, uint64_t size);

/* The same of a profile that is deflated, as PNG has it; false if it can't be read. */
bool image_inflates_srgb(struct image_window *window, uint64_t at, uint64_t size, bool *is_srgb);

#endif
