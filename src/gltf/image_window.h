/* The bytes of an image, loaded a piece at a time, and the numbers in them: what the readers of its formats stand on.
 */
#ifndef VRMLINT_GLTF_IMAGE_WINDOW_H
#define VRMLINT_GLTF_IMAGE_WINDOW_H

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

#endif
