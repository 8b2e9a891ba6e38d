#include "base/quote.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

enum { UTF8_LONGEST = 4 }; /* bytes of a code point */

static const char ellipsis[] = "\xe2\x80\xa6";

const char *quote_bytes(struct arena *arena, const char *text, size_t length)
{
    struct buf buf = BUF_INIT(arena);
    size_t shown = utf8_prefix(text, length, QUOTE_MAX);
    bool whole = shown == length;
    if (!whole) {
        shown = utf8_prefix(text, length, QUOTE_MAX - 1);
    }
    buf_char(&buf, '\'');
    buf_add(&buf, text, shown);
    if (!whole) {
        buf_str(&buf, ellipsis);
    }
    buf_char(&buf, '\'');
    return buf_text(&buf);
}

const char *quote_text(struct arena *arena, const char *text)
{
    /* no further than can be shown: a file may hold a long name, and many findings that show it */
    const char *end = memchr(text, '\0', QUOTE_MAX * UTF8_LONGEST + 1);
    return quote_bytes(arena, text, end == NULL ? QUOTE_MAX * UTF8_LONGEST + 1 : (size_t)(end - text));
}
