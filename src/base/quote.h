/* Texts and numbers from a file, made fit for a message. */
#ifndef VRMLINT_BASE_QUOTE_H
#define VRMLINT_BASE_QUOTE_H

#include <stddef.h>

#include "base/buf.h"

/* The most code points of a name that a message shows, the ellipsis of a shortened one included. */
#define QUOTE_MAX 60

/* Adds the first length bytes of a valid UTF-8 text, shortened to QUOTE_MAX code points. */
void quote_add(struct buf *buf, const char *text, size_t length);

/* The length of a terminated text as far as it can be shown: a file may hold a long name, and many findings that show
 * it. */
size_t quote_length(const char *text);

/* A terminated text in single quotes, shortened as above; in the arena. */
const char *quote_text(struct arena *arena, const char *text);

/*
 * Adds a number with so many significant digits, or as many more as it takes to tell it from the limit that it has
 * crossed: nobody believes that "1 is more than 1". A limit of NaN is none.
 */
void quote_add_number(struct buf *buf, double number, double limit, int digits);

#endif
