/*
 * Files that grow: the elements and members of some lists and objects are repeated. Copies refer to the same things
 * as the original or, if shifted, to those whose index is higher by the length of the list.
 */
#ifndef VRMLINT_FUZZ_AMPLIFY_H
#define VRMLINT_FUZZ_AMPLIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AMPLIFIED_LISTS = 6 };

struct amplified {
    const uint8_t *data;
    size_t size;
    size_t text; /* beginning of the JSON text */
    size_t text_end;
    bool glb;
    bool shifts; /* copies refer to other things than the original */
    struct amplified_list {
        size_t begin; /* after its opening bracket */
        size_t end;   /* at its closing bracket */
        size_t count; /* elements */
    } lists[AMPLIFIED_LISTS];
    size_t count;
    size_t repeated; /* bytes of all lists together */
};

/* Chooses lists of a glTF or GLB, none inside another; the same for the same seed. Returns false if there are none. */
bool amplify_choose(struct amplified *amplified, const uint8_t *data, size_t size, uint64_t seed);

/* Returns how often the lists must be written for a file of about that size; at least 1. */
size_t amplify_times(const struct amplified *amplified, size_t size);

/* Writes the file with its lists repeated that often. Returns its size, or 0 if it exceeds most bytes. */
size_t amplify(const struct amplified *amplified, size_t times, uint8_t *out, size_t most);

#endif
