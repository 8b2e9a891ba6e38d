/* Compares what two reports state about the avatar: its objects and its figures. */
#ifndef VRMLINT_RUN_CHANGES_H
#define VRMLINT_RUN_CHANGES_H

#include "base/arena.h"
#include "vrmlint.h"

/*
 * Returns the differences between two avatars, in the order of the kinds; *count receives their number. An object with
 * another name at the same place in the hierarchy is the same object, renamed. Figures are compared in any case,
 * objects only if both reports have facts. Takes time in proportion to the facts, apart from sorting them.
 */
const struct vrmlint_change *changes_list(struct arena *arena, const struct vrmlint_report *before,
                                          const struct vrmlint_report *after, size_t *count);

#endif
