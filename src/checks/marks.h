/* Marks of what becomes unusable by the findings of a rule, and of findings that only follow from others. */
#ifndef VRMLINT_CHECKS_MARKS_H
#define VRMLINT_CHECKS_MARKS_H

#include "finding/finding.h"

enum cause_scope {
    SCOPE_NONE,
    SCOPE_WITHIN,
    SCOPE_HOLLOW,
    SCOPE_CULPRIT,
    SCOPE_BLAMED,
    SCOPE_PART,
    SCOPE_INSIDE,
    SCOPE_THING,
    SCOPE_JOINT,
    SCOPE_SPRING,
    SCOPE_COLLIDER,
    SCOPE_NODE,
    SCOPE_BELOW,
    SCOPE_DISTORTED,
    SCOPE_CHAIN,
    SCOPE_LOST,
    SCOPE_DATA,
    SCOPE_CHILDREN,
    SCOPE_LINKS,
    SCOPE_MOVED,
    SCOPE_NODES_END,
    SCOPE_DATA_END,
    SCOPE_FILE,
};

/* Sets, per rule, the scopes in which its findings follow from the findings of the given rule: bits 1 << scope, and 1
 * << SCOPE_NONE if the cause is raised to their severity. Returns whether there are any. */
bool marks_scopes(enum rule rule, uint32_t scopes[RULE_LIMIT]);

/* Whether findings follow from a rule in SCOPE_JOINT, which is tested joint by joint. */
bool marks_silence(enum rule rule);

/* The rules that others follow from, in the order of the tables; some occur several times. */
size_t marks_rule_count(void);
enum rule marks_rule(size_t line);

#endif
