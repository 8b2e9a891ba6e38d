#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/html.h"
#include "report/print.h"

static void print_code(struct buf *page, const char *text, size_t length, uint32_t code)
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

/* Returns how many of the first bytes need no escape: nearly all of most texts. */
static size_t plain_run(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] <= '~' && text[i] != '<' && text[i] != '>' && text[i] != '&' &&
           text[i] != '"' && text[i] != '\'' && !escape_begins_command(text + i, length - i, false)) {
        i++;
    }
    return i;
}

/* Escapes length bytes of text, at most *left code points, which are subtracted. Returns false if they were used
 * up. */
static bool append_bytes(struct buf *page, const char *text, size_t length, size_t *left)
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
        if (step == 0 || utf8_is_control(code) || utf8_is_noncharacter(code)) {
            char spelt[ESCAPE_SPELT];
            buf_add(page, spelt, escape_spell(spelt, step != 0, code));
        } else if (escape_begins_command(text + at, length - at, false)) {
            buf_str(page, "&#35;"); /* CI services log a page that is written to standard output */
        } else {
            print_code(page, text + at, step, code);
        }
        at += step == 0 ? 1 : step;
    }
    return true;
}

void html_print_text(struct buf *page, const char *text, size_t most)
{
    if (!append_bytes(page, text, strlen(text), &most)) {
        buf_str(page, "…");
    }
}

void html_print_name(struct buf *page, const char *name)
{
    buf_str(page, "<bdi>");
    html_print_text(page, name, HTML_NAME_MAX);
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

/* The quotes around names, in all languages. */
static const char *const quotes[][2] = {{"'", "'"}, {"「", "」"}};

/* Finds the first quoted name of a text, without the quote before it. Returns false if there is none. */
static bool find_name(const char *text, const char **name, size_t *length)
{
    *name = NULL;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        const char *open = strstr(text, quotes[i][0]);
        const char *from = open == NULL ? NULL : open + strlen(quotes[i][0]);
        const char *close = open == NULL ? NULL : strstr(from, quotes[i][1]);
        if (close != NULL && (*name == NULL || from < *name)) {
            *name = from;
            *length = (size_t)(close - from);
        }
    }
    return *name != NULL;
}

/* Names in plain ASCII, which are most, need no isolation. */
void html_print_sentence(struct buf *page, const char *text)
{
    size_t left = HTML_SENTENCE_MAX;
    const char *name;
    size_t length = 0;
    bool whole = true;
    while (whole && find_name(text, &name, &length)) {
        bool isolate = !is_ascii(name, length);
        whole = append_bytes(page, text, (size_t)(name - text), &left);
        text = name;
        if (whole && isolate) {
            buf_str(page, "<bdi>");
            whole = append_bytes(page, text, length, &left);
            buf_str(page, "</bdi>");
            text += length;
        }
        if (whole && isolate && *text == '\'') { /* otherwise the quote after the name would begin the next one */
            whole = append_bytes(page, text++, 1, &left);
        }
    }
    whole = whole && append_bytes(page, text, strlen(text), &left);
    if (!whole) {
        buf_str(page, "…");
    }
}

void html_print_words(struct buf *page, enum vrmlint_language language, enum message words,
                      const struct argument *arguments)
{
    struct words_room room;
    html_print_sentence(page, words_text(&room, language, words, arguments));
}

void html_print_words_in(struct buf *page, enum vrmlint_language language, const char *tag, enum message words,
                         const struct argument *arguments)
{
    buf_printf(page, "<%s>", tag);
    html_print_words(page, language, words, arguments);
    buf_printf(page, "</%.*s>", (int)strcspn(tag, " "), tag);
}
