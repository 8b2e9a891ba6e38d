#include "base/quote.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { UTF8_LONGEST = 4 /* bytes of a code point */, NUMBER_SIZE = 40 };

static const char ellipsis[] = "\xe2\x80\xa6";

void quote_add(struct buf *buf, const char *text, size_t length)
{
    size_t shown = utf8_prefix(text, length, QUOTE_MAX);
    if (shown == length) {
        buf_add(buf, text, length);
        return;
    }
    buf_add(buf, text, utf8_prefix(text, length, QUOTE_MAX - 1));
    buf_str(buf, ellipsis);
}

/* The first length bytes of a text in single quotes; in the arena. */
static const char *quote_bytes(struct arena *arena, const char *text, size_t length)
{
    struct buf buf = BUF_INIT(arena);
    buf_char(&buf, '\'');
    quote_add(&buf, text, length);
    buf_char(&buf, '\'');
    return buf_text(&buf);
}

size_t quote_length(const char *text)
{
    const char *end = memchr(text, '\0', QUOTE_MAX * UTF8_LONGEST + 1);
    return end == NULL ? QUOTE_MAX * UTF8_LONGEST + 1 : (size_t)(end - text);
}

const char *quote_text(struct arena *arena, const char *text)
{
    return quote_bytes(arena, text, quote_length(text));
}

/* In text, of NUMBER_SIZE bytes. */
static void print_number(char *text, double number, double limit, int digits)
{
    static const int most = 17; /* digits: as many as tell any two doubles apart */
    char other[NUMBER_SIZE];
    snprintf(text, NUMBER_SIZE, "%.*g", digits, number);
    while (!isnan(limit) && number != limit && digits < most) {
        snprintf(other, NUMBER_SIZE, "%.*g", digits, limit);
        if (strcmp(text, other) != 0) {
            return;
        }
        snprintf(text, NUMBER_SIZE, "%.*g", ++digits, number);
    }
}

void quote_add_number(struct buf *buf, double number, double limit, int digits)
{
    char text[NUMBER_SIZE];
    print_number(text, number, limit, digits);
    buf_str(buf, text);
}
