/*
 * FNV-1a with 64 bits: the hash behind fingerprints and the keys made of them, which stand in baselines and in the
 * databases of code scanners. It must never change. Whoever chooses the bytes can make it collide: a table of what
 * files say begins with a seed that they can't know, instead of FNV_START.
 */
#ifndef VRMLINT_BASE_FNV_H
#define VRMLINT_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes, to begin with. */
#define FNV_START UINT64_C(0xcbf29ce484222325)

/* The hash of what made hash so far, and size bytes more. */
static inline uint64_t fnv_add(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#endif
