/* VRM 0.x: what checks of the avatar beyond its springs share. */
#ifndef VRMLINT_CHECKS_VRM0_AVATAR_H
#define VRMLINT_CHECKS_VRM0_AVATAR_H

#include "checks/checks.h"

/* A member of an expression, as a pointer without its first "/"; NULL for the expression. */
static inline struct place vrm0_place_expression(const struct vrm0_expression *expression, const char *member)
{
    return place_of(PLACE_VRM0_EXPRESSION, expression->place, 0, member);
}

/* The argument "expression": what it is called. */
static inline struct argument vrm0_the_expression(const struct check *check, const struct vrm0_expression *expression)
{
    struct place place = vrm0_place_expression(expression, NULL);
    return the_place("expression", check->avatar, &place, false);
}

/* Reports the nodes of the bones and their ancestors that are turned or scaled, but for the one that is reported for
 * turning the avatar; turned_by: that node, or SCENE_NONE. */
void check_vrm0_transforms(const struct check *check, size_t turned_by);

#endif
