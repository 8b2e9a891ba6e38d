/* Numbers in little-endian bytes. */
#ifndef VRMLINT_GLTF_LITTLE_H
#define VRMLINT_GLTF_LITTLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether this machine is little-endian too. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { LITTLE_HERE = 1 };
#else
enum { LITTLE_HERE = 0 };
#endif

static inline uint32_t little32(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Converts consecutive floats. bytes and out may overlap. */
static inline void little_floats(float *out, const unsigned char *bytes, size_t count)
{
    if (LITTLE_HERE) {
        memmove(out, bytes, count * sizeof *out);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = little32(bytes + i * sizeof bits);
        memcpy(out + i, &bits, sizeof bits);
    }
}

#endif
