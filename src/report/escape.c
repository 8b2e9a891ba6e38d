#include "report/escape.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "report/decimal.h"

#ifdef VRMLINT_UTF8PROC
#include <utf8proc.h>

/* Returns 2 for most of Chinese, Japanese and Korean and for emoji, 0 for marks that join the character before them,
 * otherwise 1. If the program was built without libutf8proc, every character counts as 1. */
static size_t width_of(uint32_t code)
{
    int width = utf8proc_charwidth((utf8proc_int32_t)code);
    return width < 0 ? 0 : (size_t)width;
}

bool width_is_known(void)
{
    return true;
}

#else

size_t width_of(uint32_t code)
{
    (void)code;
    return 1;
}

bool width_is_known(void)
{
    return false;
}

#endif

/* Targets of text, a set of bits. plain_run() returns how many of the first bytes are ASCII that needs no escape
 * there, which is nearly all of most texts. */
enum { TERMINAL = 1, JSON = 2, XML = 4 };

static size_t plain_run(const char *text, size_t length, unsigned to)
{
    static const unsigned char special[0x7F] = {
        ['#'] = TERMINAL | JSON | XML, ['"'] = JSON | XML, ['\\'] = JSON, ['<'] = XML, ['>'] = XML, ['&'] = XML};
    size_t run = 0;
    while (run < length && text[run] >= 0x20 && text[run] < 0x7F && (special[(unsigned char)text[run]] & to) == 0) {
        run++;
    }
    return run;
}

static void print_bytes(FILE *out, const char *text, size_t length)
{
    if (out != NULL && length > 0) {
        fwrite(text, 1, length, out);
    }
}

size_t escape_spell(char spelt[ESCAPE_SPELT], bool is_utf8, uint32_t code)
{
    int length;
    if (is_utf8 && (code == '\n' || code == '\t' || code == '\r')) {
        length = snprintf(spelt, ESCAPE_SPELT, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
    } else if (!is_utf8 || code < 0x80) {
        length = snprintf(spelt, ESCAPE_SPELT, "\\x%02X", (unsigned)code);
    } else if (code < 0x10000) {
        length = snprintf(spelt, ESCAPE_SPELT, "\\u%04X", (unsigned)code);
    } else {
        length = snprintf(spelt, ESCAPE_SPELT, "\\u{%X}", (unsigned)code);
    }
    return (size_t)length;
}

/* Prints the same. Returns the columns that it takes. */
static size_t print_spelt(FILE *out, bool is_utf8, uint32_t code)
{
    char spelt[ESCAPE_SPELT];
    size_t length = escape_spell(spelt, is_utf8, code);
    print_bytes(out, spelt, length);
    return length;
}

/* Whether a character is white space that GitHub's log reader strips off a line. Controls are spelled out anyway. */
static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F ||
           code == 0x205F || code == 0x3000;
}

bool escape_begins_command(const char *text, size_t length, bool line_may_begin)
{
    if (length < 3 || text[0] != '#' || text[1] != '#') {
        return line_may_begin && length >= 2 && memcmp(text, "::", 2) == 0;
    }
    size_t at = 2;
    while (at < length && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z'))) {
        at++;
    }
    return at < length && text[at] == '[';
}

size_t escape_terminal(FILE *out, const char *text, size_t length)
{
    size_t columns = 0;
    bool blank = true; /* only blanks so far: a line may have begun before them */
    for (size_t at = 0; at < length;) {
        bool may_begin = blank && (text[at] == '#' || text[at] == ':' || text[at] == ' ');
        size_t run = may_begin ? 0 : plain_run(text + at, length - at, TERMINAL);
        print_bytes(out, text + at, run);
        columns += run;
        at += run;
        blank = blank && run == 0;
        if (at == length) {
            break;
        }
        uint32_t code = (unsigned char)text[at];
        size_t step = utf8_sequence(text + at, length - at, &code);
        if (step == 0 || utf8_is_control(code) || escape_begins_command(text + at, length - at, blank)) {
            columns += print_spelt(out, step != 0, code);
        } else {
            print_bytes(out, text + at, step);
            columns += width_of(code);
        }
        blank = blank && step != 0 && is_blank(code);
        at += step == 0 ? 1 : step;
    }
    return columns;
}

size_t escape_text(FILE *out, const char *text)
{
    return escape_terminal(out, text, strlen(text));
}

static void print_json_escape(FILE *out, uint32_t code)
{
    if (code == '"' || code == '\\') {
        fprintf(out, "\\%c", (char)code);
    } else if (code == '\n' || code == '\t' || code == '\r') {
        fprintf(out, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
    } else if (code < 0x10000) {
        fprintf(out, "\\u%04x", (unsigned)code);
    } else {
        fprintf(out, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (code >> 10)), (unsigned)(0xDC00 + (code & 0x3FF)));
    }
}

void escape_json(FILE *out, const char *text)
{
    fputc('"', out);
    escape_json_part(out, text, strlen(text));
    fputc('"', out);
}

/* Escapes the controls and commands in JSON. in_string: the text becomes the content of a string. */
static void print_json(FILE *out, const char *text, size_t length, bool in_string)
{
    for (size_t at = 0; at < length;) {
        size_t run = plain_run(text + at, length - at, in_string ? JSON : TERMINAL);
        print_bytes(out, text + at, run);
        at += run;
        if (at == length) {
            break;
        }
        uint32_t code = 0xFFFD;
        size_t step = utf8_sequence(text + at, length - at, &code);
        if (step == 0) {
            fputs("\xEF\xBF\xBD", out);
        } else if ((in_string && (code == '"' || code == '\\')) || utf8_is_control(code) ||
                   escape_begins_command(text + at, length - at, false)) {
            print_json_escape(out, code);
        } else {
            print_bytes(out, text + at, step);
        }
        at += step == 0 ? 1 : step;
    }
}

void escape_json_part(FILE *out, const char *text, size_t length)
{
    print_json(out, text, length, true);
}

void escape_json_value(FILE *out, const char *json)
{
    static const char breaks[] = "\n\r\t"; /* not allowed in strings */
    while (*json != '\0') {
        size_t length = strcspn(json, breaks);
        print_json(out, json, length, false);
        json += length;
        if (*json != '\0') {
            fputc(' ', out);
            json += strspn(json, "\n\r\t ");
        }
    }
}

static void print_xml(FILE *out, char c)
{
    switch (c) {
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '&':
        fputs("&amp;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        fputc(c, out);
    }
}

void escape_xml(FILE *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        size_t run = plain_run(text + at, length - at, XML);
        print_bytes(out, text + at, run);
        at += run;
        if (at == length) {
            break;
        }
        uint32_t code = (unsigned char)text[at];
        size_t step = utf8_sequence(text + at, length - at, &code);
        if (step == 0 || utf8_is_control(code) || utf8_is_noncharacter(code)) {
            print_spelt(out, step != 0, code);
        } else if (escape_begins_command(text + at, length - at, false)) {
            fputs("&#35;", out);
        } else if (step == 1) {
            print_xml(out, text[at]);
        } else {
            print_bytes(out, text + at, step);
        }
        at += step == 0 ? 1 : step;
    }
}

void escape_json_number(FILE *out, double value)
{
    char text[DECIMAL_ROOM];
    fwrite(text, 1, decimal_write(text, value), out);
}

void member_key(FILE *out, const char *name, bool first)
{
    fputs(first ? "\"" : ", \"", out);
    fputs(name, out);
    fputs("\": ", out);
}

void member_text(FILE *out, const char *name, const char *text, bool first)
{
    member_key(out, name, first);
    escape_json(out, text);
}

enum { ESCAPE_NAME_MOST = 160 };

void member_print_name(FILE *out, const char *name)
{
    if (name == NULL) {
        fputs("null", out);
        return;
    }
    size_t length = strlen(name);
    size_t at = 0;
    for (size_t i = 0; i < ESCAPE_NAME_MOST && at < length; i++) {
        size_t step = utf8_sequence(name + at, length - at, NULL);
        at += step == 0 ? 1 : step;
    }
    fputc('"', out);
    escape_json_part(out, name, at);
    fputs(at < length ? "\xE2\x80\xA6\"" : "\"", out);
}

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%"
#ifdef _WIN32
                            "\\"
#endif
    ;

#ifdef _WIN32
#define QUOTE "\"" /* a file's name can't contain it */
#else
#define QUOTE "'"
#endif

static void append_shell_text(char *out, size_t *size, const char *text, size_t length)
{
    if (out != NULL) {
        memcpy(out + *size, text, length);
    }
    *size += length;
}

size_t shell_word(const char *path, char *out)
{
    static const char escaped[] = "'\\''";
    size_t size = 0;
    bool quoted = *path == '\0' || path[strspn(path, plain)] != '\0';
    append_shell_text(out, &size, QUOTE, quoted);
    append_shell_text(out, &size, "./", path[0] == '-' && path[1] != '\0' ? 2 : 0); /* "-" is standard input */
    for (; *path != '\0'; path++) {
        bool ends = *path == *QUOTE;
        append_shell_text(out, &size, ends ? escaped : path, ends ? strlen(escaped) : 1);
    }
    append_shell_text(out, &size, QUOTE, quoted);
    append_shell_text(out, &size, "", 1);
    return size;
}

void escape_base64(FILE *out, const unsigned char *bytes, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[4 * 256] = "";
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? (unsigned)bytes[i + 2] : 0);
        line[used++] = letters[bits >> 18];
        line[used++] = letters[bits >> 12 & 63U];
        line[used++] = left > 1 ? letters[bits >> 6 & 63U] : '=';
        line[used++] = left > 2 ? letters[bits & 63U] : '=';
        if (used == sizeof line) {
            fwrite(line, 1, used, out);
            used = 0;
        }
    }
    fwrite(line, 1, used, out);
}
