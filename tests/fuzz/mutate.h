/*
 * Mutations that keep what a file is: of JSON text (of several values, one behind the other or behind a NUL, too) and
 * of GLB, whose lengths are right afterwards, mostly. Values get other types, numbers, indices, strings and names that
 * the schemas know; members and elements are deleted, doubled, moved and renamed, and come from other files.
 */
#ifndef VRMLINT_FUZZ_MUTATE_H
#define VRMLINT_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Changes size bytes that have room for most, as if they had no structure; returns their new number. */
typedef size_t mutate_bytes(uint8_t *data, size_t size, size_t most, uint64_t *random);

/* A few flips, runs, numbers at their limits, copies, and cuts. */
mutate_bytes mutate_plainly;

/* One mutation or a few, the same for the same seed: returns the new size, most at most. What has no structure is left
 * to plainly, and now and then what has. */
size_t mutate(uint8_t *data, size_t size, size_t most, uint64_t seed, mutate_bytes *plainly);

/* A file with a part of another in it, or 0 where one of them has no structure, or nothing fits. */
size_t mutate_cross(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, size_t most,
                    uint64_t seed);

#endif
