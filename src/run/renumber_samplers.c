/* Renumbers samplers when some are removed: channels refer to them by index in the same animation. */
#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "run/renumber.h"

static const char pattern[] = "/animations/#/samplers/#";

struct gone_sampler {
    size_t animation;
    size_t index;
};

static struct gone_sampler *gather_samplers(const struct edits *edits, size_t *count)
{
    struct gone_sampler *gone = NULL;
    *count = 0;
    for (size_t i = 0; i < edits->count; i++) {
        size_t index[4];
        const char *rest = "";
        if (edits->list[i].kind == VRMLINT_EDIT_REMOVE &&
            pointer_match(edits->list[i].pointer, pattern, index, &rest) && *rest == '\0') {
            *ARENA_ADD(edits->arena, gone, *count) = (struct gone_sampler){index[0], index[1]};
        }
    }
    sort_array(edits->arena, gone, *count, sizeof *gone, sort_by_two);
    return gone;
}

/* Renumbers the channels of one animation from which count samplers are removed. Returns false if a channel uses a
 * removed sampler. */
static bool number_channels(struct document *document, struct edits *edits, const struct gone_sampler *gone,
                            size_t count)
{
    const struct tree *animation = tree_at(document_tree(document, "/animations"), gone->animation);
    const struct tree *channels = tree_get(animation, "channels");
    for (size_t i = 0; tree_is_array(channels) && i < tree_count(channels); i++) {
        size_t index;
        size_t before;
        if (!tree_index(tree_get(tree_at(channels, i), "sampler"), SIZE_MAX, &index)) {
            continue;
        }
        SORT_SEARCH(before, 0, count, gone[before].index < index);
        if (before < count && gone[before].index == index) {
            return false;
        }
        if (before > 0) {
            edits_add(edits, VRMLINT_EDIT_SET,
                      arena_printf(edits->arena, "/animations/%zu/channels/%zu/sampler", gone->animation, i),
                      arena_printf(edits->arena, "%zu", index - before));
        }
    }
    return true;
}

bool renumber_samplers(struct document *document, struct edits *edits)
{
    size_t count;
    const struct gone_sampler *gone = gather_samplers(edits, &count);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && gone[end].animation == gone[first].animation; end++) {
        }
        if (!number_channels(document, edits, gone + first, end - first)) {
            return false;
        }
    }
    return true;
}
