/* The parts of a file that the findings of one rule affect, per scope. */
#ifndef VRMLINT_CHECKS_CAUSES_REACH_H
#define VRMLINT_CHECKS_CAUSES_REACH_H

#include "checks/causes/marks.h"
#include "checks/checks.h"

struct reach;

/* Collects what the findings of a rule are about, if the scopes need it. scopes: bits, per rule that follows;
 * borrowed. count: the number of findings. Allocated in the arena. */
struct reach *reach_open(struct check *check, struct arena *arena, enum rule rule, const uint32_t scopes[RULE_LIMIT],
                         size_t count);

/* Returns the first of these findings that another finding follows from in the scopes of its rule, or NULL. */
struct finding *reach_cause(const struct reach *reach, const struct finding *finding);

#endif
