/* One mistake, one finding: what follows from what is counted with its cause, and what repeats is said once. */
#ifndef VRMLINT_CHECKS_CAUSES_H
#define VRMLINT_CHECKS_CAUSES_H

#include "checks/checks.h"

enum cause_scope {
    SCOPE_NONE,
    SCOPE_WITHIN,
    SCOPE_CULPRIT,
    SCOPE_BLAMED,
    SCOPE_PART,
    SCOPE_INSIDE,
    SCOPE_JOINT,
    SCOPE_SPRING,
    SCOPE_COLLIDER,
    SCOPE_NODE,
    SCOPE_BELOW,
    SCOPE_DISTORTED,
    SCOPE_CHAIN,
    SCOPE_LOST,
    SCOPE_FILE,
};

/* A line of the table. */
struct cause_row {
    enum rule cause;
    enum cause_scope scope;
    enum rule consequence;
};
struct cause_row cause_row(size_t line);
size_t cause_row_count(void);

/* Takes the findings out that follow from others, and counts them there. */
void causes_apply(struct check *check);

#endif
