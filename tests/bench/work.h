/*
 * Counts the work of the library: one for each block of code that is run (as -fsanitize-coverage=trace-pc marks
 * them), and one for every WORK_BYTES bytes that functions of the C library read or write for it. A count is the same
 * in every run, so tests can compare counts although they could not compare times.
 *
 * Works only in programs linked with the counted copy of the library (tests/meson.build). The library
 * itself isn't changed for it.
 */
#ifndef VRMLINT_TESTS_WORK_H
#define VRMLINT_TESTS_WORK_H

#include <stddef.h>
#include <stdint.h>

enum { WORK_BYTES = 16 };

/* Starts counting from 0. */
void work_start(void);

/* Returns the count since then, over all threads, provided that only one of them works at a time. */
uint64_t work_done(void);

#endif
