/* The readers of the formats, which image.c chooses from, and their tools: the bytes of an image, loaded piece by
 * piece, and numbers in them. Private to image*.c. */
#ifndef VRMLINT_GLTF_IMAGE_PARTS_H
#define VRMLINT_GLTF_IMAGE_PARTS_H

#include "gltf/image.h"

/* A loaded piece of the bytes, so that many small steps need few calls. */
struct image_window {
    const struct image_bytes *bytes;
    const unsigned char *at; /* NULL: nothing is loaded */
    uint64_t offset;
    size_t size;
    bool failed;
    bool left_out; /* failed because the budget is used up */
    unsigned char scratch[IMAGE_WINDOW];
};

/* Returns size bytes (at most 64) from offset; NULL if they don't exist or can't be read. */
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

/* Whether the name of a colour profile, size bytes from at, is sRGB. */
bool image_names_srgb(struct image_window *window, uint64_t at, uint64_t size);

/* The same for a deflated profile, as in PNG. Returns false if it can't be read. */
bool image_inflates_srgb(struct image_window *window, uint64_t at, uint64_t size, bool *is_srgb);

#endif
