/* Setting text in lines. */
#ifndef VRMLINT_REPORT_WRAP_H
#define VRMLINT_REPORT_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Widths that text is set in when the terminal says nothing, and the least and the most when it does. */
enum { WRAP_DEFAULT = 100, WRAP_LEAST = 40, WRAP_MOST = 120 };

/* The width for a terminal of so many columns; 0: not a terminal. */
size_t wrap_width(int columns);

/*
 * Prints text, escaped for a terminal, broken into lines of up to width columns: at spaces, and in Chinese and Japanese
 * between characters, but before none that closes or ends something ("、", "」", "ー") and behind none that opens
 * ("「"). column is where the cursor stands; further lines are indented by indent. Ends without a line feed.
 */
void wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width);

/* How many bytes of a text, up to a space or its end, stay together in a line. */
size_t wrap_unbroken(const char *text);

/* Prints as much of text as fits into width columns, escaped; what is cut ends in "...". */
void wrap_cut(FILE *out, const char *text, size_t width);

#endif
