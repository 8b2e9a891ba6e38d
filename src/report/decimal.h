/* Numbers as text, as short as they read back. Private to the library. */
#ifndef VRMLINT_REPORT_DECIMAL_H
#define VRMLINT_REPORT_DECIMAL_H

#include <stddef.h>

enum { DECIMAL_ROOM = 40 /* bytes of the longest text, with its end */ };

/* Writes a number as JSON. Finite ones are what printf() writes with %.15g, %.16g or %.17g: with the first of these
 * that reads back to the same double; "NaN", "Infinity" and "-Infinity" are strings. text has DECIMAL_ROOM bytes.
 * Returns the length. */
size_t decimal_write(char *text, double value);

#endif
