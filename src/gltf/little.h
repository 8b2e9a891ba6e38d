/* Numbers as they stand in bytes. */
#ifndef VRMLINT_GLTF_LITTLE_H
#define VRMLINT_GLTF_LITTLE_H

#include <stdint.h>

static inline uint32_t little32(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

#endif
