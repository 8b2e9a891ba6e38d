/* The layout of a text, so that insertions have the same layout. */
#ifndef VRMLINT_EDIT_STYLE_H
#define VRMLINT_EDIT_STYLE_H

#include "base/buf.h"
#include "gltf/scan.h"

/* The layout of an array or object in a text. */
struct style {
    struct span gap;    /* white space before its first child; an empty range if it has no children */
    struct span indent; /* white space at the beginning of the line with its bracket */
    bool lines;         /* each child is on a line of its own */
    bool spaces;        /* a space follows colons, and commas within a line */
};

/* Returns the layout of the array or object whose bracket is at offset at, in a line that begins at offset line. */
struct style style_of(const char *text, size_t size, size_t line, size_t at);

/* Writes the white space before the first child. */
void style_print_gap(struct buf *out, const char *text, const struct style *style);

/* Writes a comma between children, and the white space after it. */
void style_write_comma(struct buf *out, const char *text, const struct style *style);

/* Writes the white space before the closing bracket of a container that had no children. */
void style_print_end(struct buf *out, const char *text, const struct style *style);

/* Writes a value, given as JSON without white space, as a child: lists of plain values on one line, objects in the
 * layout. */
void style_print_value(struct buf *out, const char *text, const struct style *style, const char *value);

/* Writes an object with one member, the value at old, as a child. The value's lines are indented by one more step. */
void style_print_wrapped(struct buf *out, const char *text, const struct style *style, const char *key,
                         struct span old);

/* Writes a quoted key and its colon; key is not escaped yet. */
void style_print_key(struct buf *out, const struct style *style, const char *key);

#endif
