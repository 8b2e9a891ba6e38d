/* "Did you mean": the nearest of some names to a misspelt one. */
#ifndef VRMLINT_BASE_NEAREST_H
#define VRMLINT_BASE_NEAREST_H

#include <stddef.h>
#include <stdint.h>

/* A piece of text that belongs to somebody else; not terminated. */
struct nearest_text {
    const char *text; /* NULL: none */
    size_t length;
};

struct nearest {
    struct nearest_text best; /* what to suggest; NULL while nothing is near enough */
    struct nearest_text name; /* the misspelt one */
    uint64_t letters;         /* that it has, as bits */
    size_t distance;          /* of best */
    size_t reach;             /* letters that a candidate may be off */
};

/* Starts a search for the neighbour of a name of length bytes, which is borrowed. */
struct nearest nearest_to(const char *name, size_t length);

/* The same where no more than that many letters may be off. */
struct nearest nearest_within(const char *name, size_t length, size_t reach);

/*
 * Offers a candidate: of those within reach (up to 4 letters, and no more than a third of the name, added, left out,
 * swapped or replaced; case, and - against _, don't count) the nearest is kept, the first of equals. Borrowed.
 */
void nearest_offer(struct nearest *nearest, const char *candidate);

/* The same, where what is compared is not all of what is suggested. */
void nearest_offer_as(struct nearest *nearest, struct nearest_text candidate, struct nearest_text suggestion);

#endif
