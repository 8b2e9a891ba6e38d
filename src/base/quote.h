/* Strings and numbers from a file, prepared for messages. */
#ifndef VRMLINT_BASE_QUOTE_H
#define VRMLINT_BASE_QUOTE_H

#include <stddef.h>

#include "base/buf.h"

/* The maximum of code points of a name in a message, including the ellipsis of a shortened one. */
#define QUOTE_MAX 60

/* Adds the first length bytes of a valid UTF-8 string, shortened to QUOTE_MAX code points. */
void quote_add(struct buf *buf, const char *text, size_t length);

/* Returns the length of a terminated string, up to the part that can be shown: a file may hold a long name and many
 * findings that show it. */
size_t quote_length(const char *text);

/* Returns a terminated string in single quotes, shortened as above, in the arena. */
const char *quote_text(struct arena *arena, const char *text);

/* Adds a number with so many significant digits, or with as many more as are needed to distinguish it from the limit
 * that it exceeds: "1 is more than 1" would be absurd. NaN: no limit. */
void quote_add_number(struct buf *buf, double number, double limit, int digits);

#endif
