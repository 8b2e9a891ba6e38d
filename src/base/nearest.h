/* Suggestions for misspelt names: "did you mean". */
#ifndef VRMLINT_BASE_NEAREST_H
#define VRMLINT_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A borrowed piece of text, not terminated. */
struct nearest_text {
    const char *text; /* NULL: none */
    size_t length;
};

struct nearest {
    struct nearest_text best; /* the suggestion; NULL while no candidate is near enough */
    struct nearest_text name; /* the misspelt name */
    uint64_t letters;         /* the letters of name, as bits */
    size_t distance;          /* edits between name and best */
    size_t reach;             /* edits that a candidate may be away */
    bool tied;                /* another candidate is as near as best */
};

/* Starts a search for the name nearest to a name of length bytes, which is borrowed. */
struct nearest nearest_to(const char *name, size_t length);

/* The same, with at most reach edits. */
struct nearest nearest_within(const char *name, size_t length, size_t reach);

/*
 * Offers a candidate, which is borrowed. The nearest candidate within reach is kept, the first one among equals. Up
 * to 4 letters, and no more than a third of the name (rounded up), may be inserted, deleted, swapped or replaced.
 * Case doesn't count, nor does - instead of _.
 */
void nearest_offer(struct nearest *nearest, const char *candidate);

/* The same, if the compared text is only part of the suggestion. */
void nearest_offer_as(struct nearest *nearest, struct nearest_text candidate, struct nearest_text suggestion);

#endif
