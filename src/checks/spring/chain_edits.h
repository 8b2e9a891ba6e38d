/* What fixes the joints of a chain, and the order that they should have. */
#ifndef VRMLINT_CHECKS_SPRING_CHAIN_EDITS_H
#define VRMLINT_CHECKS_SPRING_CHAIN_EDITS_H

#include "checks/checks.h"

/* The nodes of a spring's chain by their depth in the hierarchy, as many as it has joints; in the check's arena. */
const size_t *chain_by_depth(const struct check *check, const struct spring *spring);

/*
 * Has the joints of a spring name their nodes from root to tip. Where they differ in more than their nodes, nobody
 * knows whether their values go with the nodes or with the places, and the finding's class becomes NONE.
 */
void chain_reorder(const struct check *check, struct finding *finding, const struct spring *spring);

/* Makes the nodes that a pair skips joints between the two, with the parameters of the first. */
void chain_take_skipped(const struct check *check, struct finding *finding, const struct spring *spring, size_t pair);

#endif
