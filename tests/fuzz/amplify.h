/*
 * Files that grow: the elements and members of some lists and objects are written again and again. Copies refer to what
 * the first one refers to, or each to what is as many places further on as its list is long.
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
    size_t text; /* where the JSON text begins, and where it ends */
    size_t text_end;
    bool glb;
    bool shifts; /* copies refer to other things than the first one */
    struct amplified_list {
        size_t begin; /* behind its bracket */
        size_t end;   /* at its closing bracket */
        size_t count; /* elements */
    } lists[AMPLIFIED_LISTS];
    size_t count;
    size_t repeated; /* bytes of all lists together */
};

/* Chooses lists of a glTF or GLB, none of which is in another; the same for the same seed. False if there is none. */
bool amplify_choose(struct amplified *amplified, const uint8_t *data, size_t size, uint64_t seed);

/* Returns how many times the lists have to be written for a file of about that size; at least 1. */
size_t amplify_times(const struct amplified *amplified, size_t size);

/* Writes the file with its lists so many times; returns its size, or 0 if it has more than most bytes. */
size_t amplify(const struct amplified *amplified, size_t times, uint8_t *out, size_t most);

#endif
