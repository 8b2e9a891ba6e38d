/* What else must change when elements go from lists that others lead into by index. Private to the library. */
#ifndef VRMLINT_RUN_RENUMBER_H
#define VRMLINT_RUN_RENUMBER_H

#include "edit/edit.h"
#include "gltf/document.h"

/*
 * Adds, for the removals that are there, edits of all indices that lead to what goes or to what stands behind it: in
 * glTF's own lists and every extension that we know, wherever its schema has an x-index, in VRM 0.x, and in the
 * pointers of KHR_animation_pointer. An entry of a list of indices goes with what it leads to, unless another element
 * takes its place. False when something leads there that can't go that way, or an extension that we don't know may lead
 * there.
 */
bool renumber(struct document *document, struct edits *edits);

/* The same for samplers of an animation, whose channels count on; a part of renumber(). */
bool renumber_samplers(struct document *document, struct edits *edits);

/*
 * Lets lists and objects that mustn't be empty, or say nothing when they are, go with the last of what is in them:
 * extensions, the lists of their names, and animations without channels. edits are settled.
 */
void drop_empty_lists(struct document *document, struct edits *edits);

#endif
