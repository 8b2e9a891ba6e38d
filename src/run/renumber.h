/* Further changes that removing elements from indexed lists requires. Private to the library. */
#ifndef VRMLINT_RUN_RENUMBER_H
#define VRMLINT_RUN_RENUMBER_H

#include "edit/edit.h"
#include "gltf/document.h"

struct references;

/*
 * Adds, for the removals among the edits, edits of all indices that refer to removed elements or to those after them:
 * in glTF's own lists and every known extension, wherever its schema has an x-index, in VRM 0.x, and in the pointers
 * of KHR_animation_pointer. An entry of a list of indices is removed with its element, unless another element
 * replaces that. Returns false if a reference can't be removed in this way, or if an unknown extension may contain
 * one. found: the references, from references_find() for more edits; NULL: they are looked for.
 */
bool renumber(struct document *document, struct edits *edits, const struct references *found);

/* Returns the references that the removals among edits may change, to renumber parts of these edits without looking for
 * them again. */
struct references *references_find(struct arena *arena, struct document *document, struct edits *edits);

/* The same for samplers of an animation, which its channels refer to; a part of renumber(). */
bool renumber_samplers(struct document *document, struct edits *edits);

/* Removes lists and objects that mustn't be empty, or mean nothing when empty, with their last element: extensions,
 * the lists of their names, and animations without channels. edits are settled. */
void drop_empty_lists(struct document *document, struct edits *edits);

#endif
