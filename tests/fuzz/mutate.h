/*
 * Mutations that keep the structure of a file: of JSON text (also of several values, one after the other or
 * after a NUL) and of GLB, whose lengths are mostly right afterwards. Values get other types, numbers,
 * indices, strings and names that the schemas know; members and elements are deleted, duplicated, moved,
 * renamed, and copied from other files.
 */
#ifndef VRMLINT_FUZZ_MUTATE_H
#define VRMLINT_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Changes size bytes in a buffer of most bytes as if they had no structure. Returns the new size. */
typedef size_t mutate_bytes(uint8_t *data, size_t size, size_t most, uint64_t *random);

/* Flips bits, repeats bytes, writes extreme numbers, copies and cuts. */
mutate_bytes mutate_plainly;

/* Makes one or more mutations, the same for the same seed. Returns the new size, at most most. Uses plainly for input
 * without structure, and sometimes for other input. */
size_t mutate(uint8_t *data, size_t size, size_t most, uint64_t seed, mutate_bytes *plainly);

/* Writes a file with a part of another in it. Returns its size; 0 if one has no structure or nothing fits. */
size_t mutate_cross(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, size_t most,
                    uint64_t seed);

#endif
