#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "report/escape.h"
#include "report/html.h"

/* Characters that HTML forbids even where they are valid UTF-8: the last two of each plane, and 32 more. */
static bool is_noncharacter(uint32_t code)
{
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

static void put_code(struct buf *page, const char *text, size_t length, uint32_t code)
{
    switch (code) {
    case '<':
        buf_str(page, "&lt;");
        break;
    case '>':
        buf_str(page, "&gt;");
        break;
    case '&':
        buf_str(page, "&amp;");
        break;
    case '"':
        buf_str(page, "&quot;");
        break;
    case '\'':
        buf_str(page, "&#39;");
        break;
    default:
        buf_add(page, text, length);
    }
}

/* How many of the first bytes stand for themselves: nearly all of nearly every text. */
static size_t plain_run(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] <= '~' && text[i] != '<' && text[i] != '>' && text[i] != '&' &&
           text[i] != '"' && text[i] != '\'') {
        i++;
    }
    return i;
}

/* Escapes length bytes of text, at most *left code points, which are counted down. False when they were used up. */
static bool put_bytes(struct buf *page, const char *text, size_t length, size_t *left)
{
    for (size_t at = 0; at < length; (*left)--) {
        size_t run = plain_run(text + at, length - at < *left ? length - at : *left);
        buf_add(page, text + at, run);
        at += run;
        *left -= run;
        if (at == length) {
            return true;
        }
        if (*left == 0) {
            return false;
        }
        uint32_t code = (unsigned char)text[at];
        size_t step = utf8_sequence(text + at, length - at, &code);
        if (step == 0 || escape_is_control(code) || is_noncharacter(code)) {
            char spelt[ESCAPE_SPELT];
            buf_add(page, spelt, escape_spell(spelt, step != 0, code));
        } else {
            put_code(page, text + at, step, code);
        }
        at += step == 0 ? 1 : step;
    }
    return true;
}

void html_put(struct buf *page, const char *text, size_t most)
{
    if (!put_bytes(page, text, strlen(text), &most)) {
        buf_str(page, "…");
    }
}

void html_put_name(struct buf *page, const char *name)
{
    buf_str(page, "<bdi>");
    html_put(page, name, HTML_NAME_MAX);
    buf_str(page, "</bdi>");
}

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

/* Plain ASCII needs no isolation; that is most of what is said. */
void html_put_sentence(struct buf *page, const char *text)
{
    size_t left = HTML_SENTENCE_MAX;
    bool whole = true;
    while (*text != '\0' && whole) {
        size_t before = strcspn(text, "'");
        size_t name = text[before] == '\'' ? strcspn(text + before + 1, "'") : 0;
        bool isolate = name > 0 && text[before + 1 + name] == '\'' && !is_ascii(text + before + 1, name);
        size_t lead = before + (text[before] == '\'');
        whole = put_bytes(page, text, lead, &left);
        text += lead;
        if (isolate && whole) {
            buf_str(page, "<bdi>");
            whole = put_bytes(page, text, name, &left);
            buf_str(page, whole ? "</bdi>&#39;" : "</bdi>");
            text += name + 1;
        }
    }
    if (!whole) {
        buf_str(page, "…");
    }
}

void html_put_things(struct buf *page, size_t count, const char *noun)
{
    buf_printf(page, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}
