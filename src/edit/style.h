/* How a text is laid out, so that what comes into it is laid out alike. */
#ifndef VRMLINT_EDIT_STYLE_H
#define VRMLINT_EDIT_STYLE_H

#include "base/buf.h"
#include "gltf/scan.h"

/* Of one array or object of a text. */
struct style {
    struct span gap;    /* the white space before its first child, or what there would be; an empty one begins at 0 */
    struct span indent; /* white space at the beginning of the line of its own bracket */
    bool lines;         /* each child stands on a line of its own */
    bool spaces;        /* a space stands behind colons, and commas within a line */
};

/* The style of what begins with the bracket at `at`. */
struct style style_of(const char *text, size_t size, size_t at);

/* Adds the white space that stands before the first child. */
void style_print_gap(struct buf *out, const char *text, const struct style *style);

/* Adds a comma between children, and the white space behind it. */
void style_write_comma(struct buf *out, const char *text, const struct style *style);

/* Adds the white space that stands before the closing bracket of what had no children. */
void style_print_end(struct buf *out, const char *text, const struct style *style);

/* Adds a value, given as JSON without white space, as a child: lists of plain values on one line, objects as the style
 * has it. */
void style_print_value(struct buf *out, const char *text, const struct style *style, const char *value);

/* Adds an object with one member, the value that stands at old, as a child: its lines one step further in. */
void style_print_wrapped(struct buf *out, const char *text, const struct style *style, const char *key,
                         struct span old);

/* Adds a quoted key and its colon; key is plain text. */
void style_print_key(struct buf *out, const struct style *style, const char *key);

#endif
