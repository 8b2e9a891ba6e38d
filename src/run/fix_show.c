/* Shows what a fix does to the text: the lines before and after, or the members if the text has no line feeds. */
#include <string.h>

#include "edit/edit.h"
#include "edit/outline.h"
#include "gltf/positions.h"
#include "run/fix.h"

enum { LINE_MAX = 300 /* bytes: a longer line isn't readable */ };

/* Returns the end of the splices from index `from` on that touch the same lines. Sets *lines to all of them, without
 * the last line feed, and *number to the number of the first. */
static size_t join_splices(const struct outline *outline, const struct splices *splices, size_t from,
                           struct span *lines, size_t *number)
{
    size_t to = from + 1;
    struct span line;
    *number = outline_line(outline, splices->list[from].at.begin, lines);
    outline_line(outline, splices->list[from].at.end, &line);
    lines->end = line.end;
    while (to < splices->count && splices->list[to].at.begin <= lines->end) {
        outline_line(outline, splices->list[to].at.end, &line);
        lines->end = line.end;
        to++;
    }
    return to;
}

/* Returns what a range becomes by the splices [from, to). */
static const char *spliced_range(struct arena *arena, const char *text, struct span range,
                                 const struct splices *splices, size_t from, size_t to)
{
    struct buf out = BUF_INIT(arena);
    size_t at = range.begin;
    for (; from < to; from++) {
        const struct splice *splice = &splices->list[from];
        buf_add(&out, text + at, splice->at.begin - at);
        buf_add(&out, splice->text, splice->length);
        at = splice->at.end;
    }
    buf_add(&out, text + at, range.end - at);
    return arena_copy(arena, buf_text(&out), out.length);
}

static struct vrmlint_hunk *add_hunk(struct fixing *fixing, struct vrmlint_fixed *fixed, size_t *room)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is ours to write, and const to others */
    struct vrmlint_hunk *hunks = (struct vrmlint_hunk *)(uintptr_t)fixed->hunks;
    hunks = arena_grow(fixing->arena, hunks, fixed->hunk_count, room, sizeof *hunks);
    fixed->hunks = hunks;
    return &hunks[fixed->hunk_count++];
}

/* Shows, for a text without line feeds, each edit's member before and after. */
static void show_members(struct fixing *fixing, const char *text, const struct edit_places *places,
                         struct vrmlint_fixed *fixed)
{
    struct arena *arena = fixing->arena;
    size_t room = 0;
    for (size_t e = 0; e < fixed->edit_count; e++) {
        const struct vrmlint_edit *edit = &fixed->edits[e];
        const struct position *place = &places->targets[e];
        struct vrmlint_hunk *hunk = add_hunk(fixing, fixed, &room);
        size_t key = place->value.begin - place->key;
        bool there = place->found && edit->kind != VRMLINT_EDIT_INSERT;
        *hunk = (struct vrmlint_hunk){.pointer = edit->pointer, .line = 1, .before = "", .after = ""};
        if (there) {
            hunk->before = arena_copy(arena, text + place->key, place->value.end - place->key);
        }
        if (edit->kind == VRMLINT_EDIT_RENAME) {
            hunk->after = arena_printf(arena, "\"%s\":%.*s", edit->value, (int)(place->value.end - place->value.begin),
                                       text + place->value.begin);
        } else if (edit->kind == VRMLINT_EDIT_SET || edit->kind == VRMLINT_EDIT_INSERT) {
            hunk->after = there ? arena_printf(arena, "%.*s%s", (int)key, text + place->key, edit->value) : edit->value;
        }
    }
}

void fix_show(struct fixing *fixing, struct arena *scratch, const struct edit_places *places,
              struct vrmlint_fixed *fixed)
{
    const char *text = places->outline->text;
    struct splices splices;
    size_t wrong;
    size_t room = 0;
    if (!edits_splice_at(scratch, fixed->edits, fixed->edit_count, places, &splices, &wrong)) {
        return;
    }
    for (size_t from = 0; from < splices.count;) {
        struct span lines;
        size_t number;
        size_t to = join_splices(places->outline, &splices, from, &lines, &number);
        if (lines.end - lines.begin > LINE_MAX && memchr(text + lines.begin, '\n', lines.end - lines.begin) == NULL) {
            fixed->hunks = NULL;
            fixed->hunk_count = 0;
            show_members(fixing, text, places, fixed);
            return;
        }
        struct vrmlint_hunk *hunk = add_hunk(fixing, fixed, &room);
        *hunk = (struct vrmlint_hunk){
            .pointer = fixed->edits[splices.list[from].edit].pointer,
            .line = number,
            .before = arena_copy(fixing->arena, text + lines.begin, lines.end - lines.begin),
            .after = spliced_range(fixing->arena, text, lines, &splices, from, to),
        };
        from = to;
    }
}
