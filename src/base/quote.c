#include "base/quote.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { UTF8_LONGEST = 4 }; /* bytes of a code point */

static const char ellipsis[] = "\xe2\x80\xa6";

const char *quote_bytes(struct arena *arena, const char *text, size_t length)
{
    size_t shown = utf8_prefix(text, length, QUOTE_MAX);
    bool whole = shown == length;
    if (!whole) {
        shown = utf8_prefix(text, length, QUOTE_MAX - 1);
    }
    size_t more = whole ? 0 : sizeof ellipsis - 1;
    char *quoted = arena_alloc(arena, shown + more + 3);
    quoted[0] = '\'';
    memcpy(quoted + 1, text, shown);
    memcpy(quoted + 1 + shown, ellipsis, more);
    quoted[1 + shown + more] = '\'';
    return quoted;
}

const char *quote_text(struct arena *arena, const char *text)
{
    /* no further than can be shown: a file may hold a long name, and many findings that show it */
    const char *end = memchr(text, '\0', QUOTE_MAX * UTF8_LONGEST + 1);
    return quote_bytes(arena, text, end == NULL ? QUOTE_MAX * UTF8_LONGEST + 1 : (size_t)(end - text));
}

const char *quote_number(struct arena *arena, double number, double limit, int digits)
{
    static const int most = 17; /* digits: as many as tell any two doubles apart */
    char text[40];
    char other[40];
    do {
        snprintf(text, sizeof text, "%.*g", digits, number);
        snprintf(other, sizeof other, "%.*g", digits, limit);
    } while (number != limit && strcmp(text, other) == 0 && digits++ < most);
    return arena_copy(arena, text, strlen(text));
}
