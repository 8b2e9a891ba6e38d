/* Edits of the joints of a chain, and their right order. */
#ifndef VRMLINT_CHECKS_SPRING_CHAIN_EDITS_H
#define VRMLINT_CHECKS_SPRING_CHAIN_EDITS_H

#include "checks/checks.h"

/* Returns the nodes of a spring's chain sorted by depth, one per joint; in the check's arena. */
const size_t *chain_by_depth(const struct check *check, const struct spring *spring);

/* Adds edits that sort the nodes of a spring's joints from root to tip. If the joints differ in other members, it is
 * unknown whether these belong to the nodes or to the positions in the list; then the fix class becomes NONE. */
void chain_reorder(const struct check *check, struct finding *finding, const struct spring *spring);

/* Adds edits that make the nodes skipped by a pair joints between the two, with the parameters of the first. */
void chain_take_skipped(const struct check *check, struct finding *finding, const struct spring *spring, size_t pair);

#endif
