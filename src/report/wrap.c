#include "report/wrap.h"

#include <stdint.h>
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

/* Whether a character is of writing without spaces: kana, ideographs and the signs between them. */
static bool is_spaceless(uint32_t code)
{
    return (code >= 0x2E80 && code <= 0x9FFF) || (code >= 0xF900 && code <= 0xFAFF) ||
           (code >= 0xFE30 && code <= 0xFE4F) || (code >= 0xFF00 && code <= 0xFFEF) ||
           (code >= 0x20000 && code <= 0x3FFFF);
}

/* Whether a character is katakana: foreign words aren't broken, nor separated from a number after them, as in "node
 * 26". */
static bool is_katakana(uint32_t code)
{
    return (code >= 0x30A1 && code <= 0x30FA) || (code >= 0x30FC && code <= 0x30FE) ||
           (code >= 0xFF66 && code <= 0xFF9F);
}

static bool is_one_of(const char *characters, const char *text, size_t length)
{
    for (const char *at = characters; *at != '\0'; at += utf8_sequence(at, strlen(at), NULL)) {
        if (strncmp(at, text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Characters that a line must not begin with, and those that it must not end with: JIS X 4051, in the strict form. */
static const char closing[] = "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】…‥〜％"
                              "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%'\"";
static const char opening[] = "‘“（〔［｛〈《「『【([{";

/* Whether a line may be broken between two characters; the second begins at text. */
static bool may_break_line(const char *before, size_t before_length, const char *text, size_t length)
{
    uint32_t first = (unsigned char)*before;
    uint32_t second = (unsigned char)*text;
    utf8_sequence(before, before_length, &first);
    utf8_sequence(text, length, &second);
    bool counts = *before >= '0' && *before <= '9'; /* a number stays with what it counts */
    bool word = is_katakana(first) && (is_katakana(second) || (*text >= '0' && *text <= '9'));
    return (is_spaceless(first) || is_spaceless(second)) && !counts && !word &&
           !is_one_of(opening, before, before_length) && !is_one_of(closing, text, length);
}

size_t wrap_unbroken(const char *text)
{
    size_t whole = strcspn(text, " ");
    size_t before = 0;
    for (size_t at = 0; at < whole;) {
        size_t step = utf8_sequence(text + at, whole - at, NULL);
        step = step == 0 ? 1 : step;
        if (before > 0 && may_break_line(text + at - before, before, text + at, step)) {
            return at;
        }
        at += step;
        before = step;
    }
    return whole;
}

void wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width)
{
    bool first = true;
    bool space = false;
    while (*text != '\0') {
        size_t length = wrap_unbroken(text);
        size_t columns = escape_terminal(NULL, text, length);
        if (!first && column + space + columns > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (space) {
            fputc(' ', out);
            column++;
        }
        escape_terminal(out, text, length);
        column += columns;
        first = false;
        space = text[length] == ' ';
        text += length + space;
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
