#include "report/wrap.h"

#include <string.h>

#include "base/utf8.h"
#include "report/escape.h"

size_t wrap_width(int columns)
{
    if (columns <= 0) {
        return WRAP_DEFAULT;
    }
    return columns < WRAP_LEAST ? WRAP_LEAST : columns > WRAP_MOST ? WRAP_MOST : (size_t)columns;
}

void wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width)
{
    bool first = true;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        size_t columns = escape_terminal(NULL, text, length);
        if (!first && column + 1 + columns > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        escape_terminal(out, text, length);
        column += columns;
        first = false;
        text += length + (text[length] == ' ');
    }
}

void wrap_cut(FILE *out, const char *text, size_t width)
{
    size_t length = strlen(text);
    if (escape_terminal(NULL, text, length) <= width) {
        escape_terminal(out, text, length);
        return;
    }
    size_t column = 3;
    size_t at = 0;
    while (at < length) {
        size_t step = utf8_sequence(text + at, length - at, NULL);
        step = step == 0 ? 1 : step;
        column += escape_terminal(NULL, text + at, step);
        if (column > width) {
            break;
        }
        at += step;
    }
    escape_terminal(out, text, at);
    fputs("...", out);
}
