/* What edits need to know of a text: its lines, and the children and layout of the arrays and objects that they change.
 * Each is found once, however many lists of edits ask for it. */
#ifndef VRMLINT_EDIT_OUTLINE_H
#define VRMLINT_EDIT_OUTLINE_H

#include "base/arena.h"
#include "edit/style.h"
#include "gltf/scan.h"

/* An array or object. */
struct outline_part {
    size_t at;             /* offset of its bracket */
    struct span *children; /* each from its key or value to the end of its value */
    size_t count;
    size_t end; /* offset after its closing bracket; 0: not read yet */
    struct style style;
};

struct outline {
    struct arena *arena;
    const char *text;
    size_t size;
    size_t *feeds; /* offsets of all line feeds */
    size_t feed_count;
    struct outline_part *parts; /* in the order of the text */
    size_t part_count;
};

/* Begins the outline of a text, which it borrows, with the offsets of count values; sorts them. */
struct outline *outline_begin(struct arena *arena, const char *text, size_t size, size_t *offsets, size_t count);

/* Returns the array or object at one of these offsets. Reads it at the first call. */
const struct outline_part *outline_part(struct outline *outline, size_t at);

/* Returns the layout of the array or object at any offset. */
struct style outline_style(const struct outline *outline, size_t at);

/* Returns the number of the line, from 1, that an offset is in, and sets the range of the line without its line feed.
 */
size_t outline_line(const struct outline *outline, size_t at, struct span *line);

#endif
