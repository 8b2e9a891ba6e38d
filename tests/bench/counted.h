/* The counted work (work.h) of a whole check and of printing its report. */
#ifndef VRMLINT_TESTS_COUNTED_H
#define VRMLINT_TESTS_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_policy.h"

struct counted {
    uint64_t check;  /* work of the check, including the places of findings and their order */
    uint64_t print;  /* work of the format */
    size_t findings; /* including those that the report leaves out because there are too many */
    size_t printed;  /* bytes */
};

/* How files are checked: with every rule, otherwise as the command does it. */
struct counting {
    const char *format;
    bool simulates;                /* simulates springs, which takes so much work that it hides other work */
    bool fixes;                    /* gives fixes to formats that have them; checking each fix hides other work */
    struct vrmlint_policy *policy; /* the library's settings, from counting_begin() to counting_end() */
};

/* Prepares everything that isn't counted. Aborts if the format is unknown or memory runs out. */
void counting_begin(struct counting *how);
void counting_end(struct counting *how);

/* Checks the bytes and prints the report. Aborts if memory runs out. */
struct counted counted_check(const struct counting *how, const char *name, const void *bytes, size_t size);

/* The same for a file on disk, which may refer to other files beside it. */
struct counted counted_file(const struct counting *how, const char *path);

/* Makes all fixes of a file on disk, of each class; nothing is written. The counted findings are the fixes, and
 * "printed" is the number of findings that are left. */
struct counted counted_fix(const struct counting *how, const char *path);

/* Reads the springs of a file on disk, and moves them for a few steps with each engine. The counted findings are the
 * joints. */
struct counted counted_simulation(const char *path);

#endif
