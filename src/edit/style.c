#include "edit/style.h"

#include <string.h>

/* Returns the white space at the beginning of a line, up to at. */
static struct span indent_of_line(const char *text, size_t begin, size_t at)
{
    size_t end = begin;
    while (end < at && (text[end] == ' ' || text[end] == '\t')) {
        end++;
    }
    return (struct span){begin, end};
}

/* Whether the text has a space after its first colon. */
static bool has_spaces(const char *text, size_t size)
{
    struct scan_child child;
    size_t end;
    bool any = scan_first(text, size, scan_space(text, size, 0), &child, &end);
    return any && child.value > child.key.end + 2;
}

static bool has_line_feed(const char *text, struct span span)
{
    return span.end > span.begin && memchr(text + span.begin, '\n', span.end - span.begin) != NULL;
}

/* Whether the text has several lines: whether its first member is on a line of its own. */
static bool has_lines(const char *text, size_t size)
{
    size_t at = scan_space(text, size, 0);
    return at < size && has_line_feed(text, (struct span){at, scan_space(text, size, at + 1)});
}

/* Whether a bracket that was opened on the same line before at is still open. */
static bool is_within_line(const char *text, size_t line, size_t at)
{
    size_t open = 0;
    for (size_t i = line; i < at; i++) {
        if (text[i] == '"') {
            i = scan_string_end(text, at, i + 1);
        } else if (text[i] == '{' || text[i] == '[') {
            open++;
        } else if ((text[i] == '}' || text[i] == ']') && open > 0) {
            open--;
        }
    }
    return open > 0;
}

struct style style_of(const char *text, size_t size, size_t line, size_t at)
{
    struct scan_child child;
    size_t end;
    struct style style = {.indent = indent_of_line(text, line, at), .spaces = has_spaces(text, size)};
    if (scan_first(text, size, at, &child, &end)) {
        style.gap = (struct span){at + 1, child.at};
        style.lines = has_line_feed(text, style.gap);
    } else {
        style.lines = text[at] == '{' && has_lines(text, size) && !is_within_line(text, style.indent.begin, at);
    }
    return style;
}

static void write_span(struct buf *out, const char *text, struct span span)
{
    buf_add(out, text + span.begin, span.end - span.begin);
}

/* Writes one step of indentation: that of the first child relative to its parent, or else a tab or two spaces. */
static void write_step(struct buf *out, const char *text, const struct style *style)
{
    size_t own = style->indent.end - style->indent.begin;
    struct span line = {style->gap.begin, style->gap.end};
    for (size_t at = line.end; at > line.begin; at--) {
        if (text[at - 1] == '\n') {
            line.begin = at;
            break;
        }
    }
    if (style->lines && line.end - line.begin > own) {
        buf_add(out, text + line.begin + own, line.end - line.begin - own);
    } else if (own > 0 && text[style->indent.begin] == '\t') {
        buf_char(out, '\t');
    } else {
        buf_str(out, "  ");
    }
}

static void print_line(struct buf *out, const char *text, const struct style *style, size_t steps)
{
    buf_char(out, '\n');
    write_span(out, text, style->indent);
    for (size_t i = 0; i < steps; i++) {
        write_step(out, text, style);
    }
}

void style_print_gap(struct buf *out, const char *text, const struct style *style)
{
    if (style->gap.end > style->gap.begin) {
        write_span(out, text, style->gap);
    } else if (style->lines) {
        print_line(out, text, style, 1);
    }
}

void style_write_comma(struct buf *out, const char *text, const struct style *style)
{
    buf_char(out, ',');
    if (style->lines) {
        style_print_gap(out, text, style);
    } else if (style->spaces) {
        buf_char(out, ' ');
    }
}

void style_print_end(struct buf *out, const char *text, const struct style *style)
{
    if (style->lines) {
        print_line(out, text, style, 0);
    }
}

/* Whether the array or object at value has only plain values, so that it fits into a line. */
static bool is_plain(const char *value)
{
    size_t length = strlen(value);
    struct scan_child child;
    size_t end;
    if (*value == '{') {
        return value[1] == '}';
    }
    for (bool any = scan_first(value, length, 0, &child, &end); any;
         any = scan_next(value, length, scan_skip(value, length, child.value), &child, &end)) {
        if (value[child.value] == '{' || value[child.value] == '[') {
            return false;
        }
    }
    return true;
}

void style_print_value(struct buf *out, const char *text, const struct style *style, const char *value)
{
    size_t depth = 1; /* of lines, relative to the indentation of the style's bracket */
    size_t plain = 0; /* open brackets on the current line */
    for (const char *at = value; *at != '\0'; at++) {
        if (*at == '"') {
            size_t end = scan_string_end(at, strlen(at), 1);
            buf_add(out, at, end + 1);
            at += end;
        } else if (*at == '{' || *at == '[') {
            buf_char(out, *at);
            if (plain > 0 || !style->lines || is_plain(at)) {
                plain++;
            } else {
                print_line(out, text, style, ++depth);
            }
        } else if (*at == '}' || *at == ']') {
            if (plain > 0) {
                plain--;
            } else {
                print_line(out, text, style, --depth);
            }
            buf_char(out, *at);
        } else if (*at == ',' && plain == 0 && style->lines) {
            buf_char(out, ',');
            print_line(out, text, style, depth);
        } else {
            buf_char(out, *at);
            if ((*at == ',' || *at == ':') && style->spaces) {
                buf_char(out, ' ');
            }
        }
    }
}

void style_print_key(struct buf *out, const struct style *style, const char *key)
{
    buf_char(out, '"');
    for (; *key != '\0'; key++) {
        if (*key == '"' || *key == '\\') {
            buf_char(out, '\\');
            buf_char(out, *key);
        } else if ((unsigned char)*key < 0x20) {
            buf_printf(out, "\\u%04x", (unsigned char)*key);
        } else {
            buf_char(out, *key);
        }
    }
    buf_str(out, style->spaces ? "\": " : "\":");
}

void style_print_wrapped(struct buf *out, const char *text, const struct style *style, const char *key, struct span old)
{
    bool lines = style->lines && has_line_feed(text, old);
    buf_char(out, '{');
    if (lines) {
        print_line(out, text, style, 2);
    }
    style_print_key(out, style, key);
    for (size_t at = old.begin; at < old.end; at++) {
        buf_char(out, text[at]);
        if (text[at] == '\n') {
            write_step(out, text, style);
        } else if (text[at] == '"') {
            size_t end = scan_string_end(text, old.end, at + 1);
            buf_add(out, text + at + 1, end - at);
            at = end;
        }
    }
    if (lines) {
        print_line(out, text, style, 1);
    }
    buf_char(out, '}');
}
