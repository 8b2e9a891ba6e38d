#include "edit/outline.h"

#include <string.h>

#include "base/sort.h"

static void find_lines(struct outline *outline)
{
    const char *end = outline->text + outline->size;
    const char *feed = outline->text;
    while ((feed = memchr(feed, '\n', (size_t)(end - feed))) != NULL) {
        *ARENA_ADD(outline->arena, outline->feeds, outline->feed_count) = (size_t)(feed - outline->text);
        feed++;
    }
}

struct outline *outline_begin(struct arena *arena, const char *text, size_t size, size_t *offsets, size_t count)
{
    struct outline *outline = arena_alloc(arena, sizeof *outline);
    *outline = (struct outline){.arena = arena, .text = text, .size = size};
    sort_array(arena, offsets, count, sizeof *offsets, sort_by_one);
    outline->parts = arena_array(arena, count, sizeof *outline->parts);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || offsets[i] != offsets[i - 1]) {
            outline->parts[outline->part_count++].at = offsets[i];
        }
    }
    find_lines(outline);
    return outline;
}

static void read_part(const struct outline *outline, struct outline_part *part)
{
    struct scan_child child;
    part->style = outline_style(outline, part->at);
    for (bool any = scan_first(outline->text, outline->size, part->at, &child, &part->end); any;
         any = scan_next(outline->text, outline->size, part->children[part->count - 1].end, &child, &part->end)) {
        arena_pulse(outline->arena);
        *ARENA_ADD(outline->arena, part->children, part->count) =
            (struct span){child.at, scan_skip(outline->text, outline->size, child.value)};
    }
}

const struct outline_part *outline_part(struct outline *outline, size_t at)
{
    size_t found;
    SORT_SEARCH(found, 0, outline->part_count, outline->parts[found].at < at);
    struct outline_part *part = &outline->parts[found];
    if (part->end == 0) {
        read_part(outline, part);
    }
    return part;
}

struct style outline_style(const struct outline *outline, size_t at)
{
    struct span line;
    outline_line(outline, at, &line);
    return style_of(outline->text, outline->size, line.begin, at);
}

size_t outline_line(const struct outline *outline, size_t at, struct span *line)
{
    size_t feed; /* the first one at or after the offset */
    SORT_SEARCH(feed, 0, outline->feed_count, outline->feeds[feed] < at);
    line->begin = feed == 0 ? 0 : outline->feeds[feed - 1] + 1;
    line->end = feed == outline->feed_count ? outline->size : outline->feeds[feed];
    return feed + 1;
}
