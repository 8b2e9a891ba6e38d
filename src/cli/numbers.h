/* Reads numbers on the command line, and in files that it names. */
#ifndef VRMLINT_CLI_NUMBERS_H
#define VRMLINT_CLI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a finite decimal number that makes up a whole text, apart from blanks around it. */
bool number_read(const char *text, double *number);

/* Reads the same, or a fraction of two: "1/60". */
bool number_read_fraction(const char *text, double *number);

/* Reads digits that make up a whole text, from 0 to most. */
bool number_read_count(const char *text, size_t most, size_t *number);

/* Reads a number of bytes, at least 1: digits, with K, M or G after them for 1024, 1024 * 1024 or 1024 * 1024 * 1024
 * bytes. */
bool number_read_bytes(const char *text, uint64_t *bytes);

#endif
