/* Numbers of the command line, and of files that it names. */
#ifndef VRMLINT_CLI_NUMBERS_H
#define VRMLINT_CLI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A finite decimal number that makes up all of a text, blanks around it aside. */
bool number_read(const char *text, double *number);

/* The same, or a fraction of two: "1/60". */
bool number_read_fraction(const char *text, double *number);

/* Digits that make up all of a text, from 0 to most. */
bool number_read_count(const char *text, size_t most, size_t *number);

/* A number of bytes, at least 1: digits, and K, M or G behind them for 1024 bytes, 1024 of those, and 1024 of those. */
bool number_read_bytes(const char *text, uint64_t *bytes);

#endif
