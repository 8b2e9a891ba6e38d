#include "checks/gltf/walk.h"

#include <assert.h>
#include <string.h>

#include "base/pointer.h"

static void enter(struct walk *walk, const struct tree *json, const char *key, bool in_extension)
{
    assert(walk->depth < WALK_DEPTH);
    walk->frames[walk->depth++] =
        (struct walk_frame){json, tree_first(json), 0, walk->pointer.length, key, in_extension};
}

void walk_begin(struct walk *walk, struct arena *arena, const struct tree *json, const char *pointer, const char *key)
{
    walk->pointer = (struct buf)BUF_INIT(arena);
    walk->depth = 0;
    buf_str(&walk->pointer, pointer);
    if (tree_is_object(json) || tree_is_array(json)) {
        enter(walk, json, key, strcmp(key, "extensions") == 0);
    }
}

bool walk_next(struct walk *walk)
{
    while (walk->depth > 0) {
        struct walk_frame *frame = &walk->frames[walk->depth - 1];
        walk->pointer.length = frame->length;
        if (frame->member != NULL) {
            walk->key = tree_key(frame->member);
            walk->value = tree_value(frame->member);
            frame->member = tree_next(frame->json, frame->member);
            pointer_add_key(&walk->pointer, walk->key, strlen(walk->key));
        } else if (tree_is_array(frame->json) && frame->next < tree_count(frame->json)) {
            walk->key = frame->key;
            walk->value = tree_at(frame->json, frame->next);
            pointer_add_index(&walk->pointer, frame->next++);
        } else {
            walk->depth--;
            continue;
        }
        walk->holder = frame->key;
        walk->in_extension = frame->in_extension;
        if (tree_is_object(walk->value) || tree_is_array(walk->value)) {
            enter(walk, walk->value, walk->key, walk->in_extension || strcmp(walk->key, "extensions") == 0);
        }
        return true;
    }
    return false;
}
