/*
 * The work that the library does, counted: one for each block of code that is run (as -fsanitize-coverage=trace-pc
 * marks them), and one for every WORK_BYTES bytes that functions of the C library read or write for it. A count is the
 * same on every run, so a test can compare counts where it could not compare times.
 *
 * Only programs that are linked with the counted copy of the library (tests/meson.build) have anything to count. The
 * library itself knows nothing of it.
 */
#ifndef VRMLINT_TESTS_WORK_H
#define VRMLINT_TESTS_WORK_H

#include <stddef.h>
#include <stdint.h>

enum { WORK_BYTES = 16 };

/* Begins to count from 0. */
void work_start(void);

/* Returns what has been counted since, in all threads together as long as only one of them works. */
uint64_t work_done(void);

#endif
