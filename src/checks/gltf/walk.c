#include "checks/gltf/walk.h"

#include <assert.h>
#include <string.h>

#include "base/pointer.h"

static bool holds_others(const struct tree *json)
{
    return tree_is_object(json) || tree_is_array(json);
}

static void enter_frame(struct walk *walk, const struct tree *json, const char *key, bool in_extension)
{
    assert(walk->depth < WALK_DEPTH);
    walk->frames[walk->depth++] = (struct walk_frame){json, tree_first(json), NULL, 0, key, in_extension};
}

void walk_begin(struct walk *walk, struct arena *arena, const struct tree *json, const char *pointer, const char *key)
{
    walk->pointer = (struct buf)BUF_INIT(arena);
    walk->depth = 0;
    buf_str(&walk->pointer, pointer);
    walk->root = walk->pointer.length;
    if (holds_others(json)) {
        enter_frame(walk, json, key, strcmp(key, "extensions") == 0);
    }
}

/* Advances within the innermost frame; returns false at its end. */
static bool advance_frame(struct walk *walk, struct walk_frame *frame)
{
    if (frame->member != NULL) {
        walk->key = tree_key(frame->member);
        walk->value = tree_value(frame->member);
        frame->last = frame->member;
        frame->member = tree_next(frame->json, frame->member);
        return true;
    }
    while (tree_is_array(frame->json) && frame->next < tree_count(frame->json)) {
        walk->key = frame->key;
        walk->value = tree_at(frame->json, frame->next++);
        if (frame->in_extension || holds_others(walk->value)) {
            return true;
        }
    }
    return false;
}

bool walk_next(struct walk *walk)
{
    while (walk->depth > 0) {
        struct walk_frame *frame = &walk->frames[walk->depth - 1];
        if (!advance_frame(walk, frame)) {
            walk->depth--;
            continue;
        }
        walk->steps = walk->depth;
        walk->holder = frame->key;
        walk->in_extension = frame->in_extension;
        if (holds_others(walk->value)) {
            enter_frame(walk, walk->value, walk->key, walk->in_extension || strcmp(walk->key, "extensions") == 0);
        }
        return true;
    }
    return false;
}

const char *walk_pointer(struct walk *walk)
{
    walk->pointer.length = walk->root;
    for (const struct walk_frame *frame = walk->frames; frame < walk->frames + walk->steps; frame++) {
        if (frame->last != NULL) {
            const char *key = tree_key(frame->last);
            pointer_add_key(&walk->pointer, key, strlen(key));
        } else {
            pointer_add_index(&walk->pointer, frame->next - 1);
        }
    }
    return buf_text(&walk->pointer);
}
