/* What the findings of one rule reach, by the scopes of what follows from it. */
#ifndef VRMLINT_CHECKS_REACH_H
#define VRMLINT_CHECKS_REACH_H

#include "checks/checks.h"
#include "checks/marks.h"

struct reach;

/* Gathers what the findings of a rule are about, as far as the scopes ask for it (by the rule that follows, bits; they
 * are borrowed). count: of findings. It lives in the arena. */
struct reach *reach_open(struct check *check, struct arena *arena, enum rule rule, const uint32_t scopes[RULE_LIMIT],
                         size_t count);

/* The first of them that another finding follows from, by the scopes of its rule; NULL: none. */
struct finding *reach_cause(const struct reach *reach, const struct finding *finding);

#endif
