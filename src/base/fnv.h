/*
 * FNV-1a with 64 bits: the hash of fingerprints and of the keys made of them, which baselines and the databases of
 * code scanners contain. It must never change. An author of a file can construct collisions, so a hash table of
 * strings from files starts with a random seed instead of FNV_START.
 */
#ifndef VRMLINT_BASE_FNV_H
#define VRMLINT_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes, the value to start with. */
#define FNV_START UINT64_C(0xcbf29ce484222325)

/* Extends a hash by size more bytes, and returns it. */
static inline uint64_t fnv_add(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#endif
