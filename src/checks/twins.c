#include "checks/twins.h"

#include <string.h>

#include "base/blake2b.h"
#include "base/sort.h"

/* Adds up the digests of the members, so that their order doesn't matter. */
static void add_member_digests(struct arena *arena, struct buf *text, const struct tree *object, uint64_t sum[4])
{
    for (void *at = tree_first(object); at != NULL; at = tree_next(object, at)) {
        if (strcmp(tree_key(at), "name") == 0) {
            continue;
        }
        struct blake2b hash;
        unsigned char bytes[BLAKE2B_SIZE];
        uint64_t words[4];
        blake2b_start(&hash);
        blake2b_add_text(&hash, tree_key(at));
        struct arena_mark room = arena_mark(arena);
        text->length = 0;
        tree_add_sorted(text, arena, tree_value(at));
        arena_release(arena, room);
        blake2b_add(&hash, text->text, text->length);
        blake2b_end(&hash, bytes);
        memcpy(words, bytes, sizeof words);
        for (size_t i = 0; i < 4; i++) {
            sum[i] += words[i];
        }
    }
}

static int compare_twins(const void *left, const void *right)
{
    return memcmp(((const struct twin *)left)->digest, ((const struct twin *)right)->digest,
                  sizeof((const struct twin *)left)->digest);
}

struct twin *twins_find(struct arena *arena, const struct tree *list, size_t *count)
{
    struct twin *twins = arena_array(arena, tree_count(list), sizeof *twins);
    struct arena *own = arena_open(arena);
    struct arena *way = arena_open(own);
    struct buf text = BUF_INIT(own);
    *count = 0;
    for (size_t i = 0; i < tree_length(list); i++) {
        arena_pulse(arena);
        if (tree_is_object(tree_at(list, i))) {
            add_member_digests(way, &text, tree_at(list, i), twins[*count].digest);
            twins[(*count)++].index = i;
        }
    }
    arena_close(own);
    sort_array(arena, twins, *count, sizeof *twins, compare_twins);
    return twins;
}

bool twins_same(const struct twin *twins, size_t at)
{
    return at > 0 && compare_twins(&twins[at - 1], &twins[at]) == 0;
}
