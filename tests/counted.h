/* The work of a whole check, counted (work.h), with the report that is printed of it. */
#ifndef VRMLINT_TESTS_COUNTED_H
#define VRMLINT_TESTS_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_policy.h"

struct counted {
    uint64_t check;  /* work of the check, with the places of findings and their order */
    uint64_t print;  /* work of the format */
    size_t findings; /* those included that the report leaves out because there are too many */
    size_t printed;  /* bytes */
};

/* How files are checked: with every rule, as the command does it apart from that. */
struct counting {
    const char *format;
    bool simulates;                /* springs are simulated, which takes so much work that it hides other work */
    bool fixes;                    /* a format that has fixes gets them, each of which is checked: the same holds */
    struct vrmlint_policy *policy; /* what says so to the library, from counting_begin() to counting_end() */
};

/* Prepares what isn't counted, as it is the same for every file. Aborts where the format is unknown or memory runs out.
 */
void counting_begin(struct counting *how);
void counting_end(struct counting *how);

/* Checks the bytes and prints the report. Aborts if memory runs out. */
struct counted counted_check(const struct counting *how, const char *name, const void *bytes, size_t size);

/* The same of a file, which may have others beside it. */
struct counted counted_file(const struct counting *how, const char *path);

#endif
