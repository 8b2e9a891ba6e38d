/* Breaks text into lines. */
#ifndef VRMLINT_REPORT_WRAP_H
#define VRMLINT_REPORT_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* The width of text if that of the terminal is unknown, and its least and greatest otherwise. */
enum { WRAP_DEFAULT = 100, WRAP_LEAST = 40, WRAP_MOST = 120 };

/* Returns the width of text for a terminal with so many columns; 0: not a terminal. */
size_t wrap_width(int columns);

/*
 * Prints text, escaped for a terminal, in lines of up to width columns. Breaks lines at spaces, and in Chinese and
 * Japanese between characters, but not before one that closes or ends something ("、", "」", "ー") and not after one
 * that opens something ("「"). column is that of the cursor; further lines are indented by indent. Ends without a line
 * feed.
 */
void wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width);

/* Returns how many bytes of a text, up to a space or its end, stay together on a line. */
size_t wrap_unbroken(const char *text);

/* Prints as much of text as fits into width columns, escaped; a cut is marked with "...". */
void wrap_cut(FILE *out, const char *text, size_t width);

#endif
