#include "base/quote.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { UTF8_LONGEST = 4 /* bytes of a code point */, NUMBER_SIZE = 40 };
enum { MOST_DIGITS = 17 /* distinguish any two doubles */ };

#define MOST_WHOLE 1e15 /* larger numbers keep their exponent */

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

/* Returns the first length bytes of a string in single quotes, in the arena. */
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

static void print_digits(char text[NUMBER_SIZE], double number, int digits)
{
    snprintf(text, NUMBER_SIZE, "%.*g", digits < MOST_DIGITS ? digits : MOST_DIGITS, number);
    bool is_whole = fabs(number) >= 1 && fabs(number) < MOST_WHOLE;
    if (is_whole && strchr(text, 'e') != NULL) { /* 1670 for 1.67e+03 */
        snprintf(text, NUMBER_SIZE, "%.0f", strtod(text, NULL));
    }
}

static void print_number(char text[NUMBER_SIZE], double number, double limit, int digits)
{
    char other[NUMBER_SIZE];
    print_digits(text, number, digits);
    for (; !isnan(limit) && number != limit && digits < MOST_DIGITS; digits++) {
        print_digits(other, limit, digits);
        if (strcmp(text, other) != 0) {
            return;
        }
        print_digits(text, number, digits + 1);
    }
}

void quote_add_number(struct buf *buf, double number, double limit, int digits)
{
    char text[NUMBER_SIZE];
    print_number(text, number, limit, digits);
    buf_str(buf, text);
}
