/* VRM 0.x: shared by checks of the avatar other than its springs. */
#ifndef VRMLINT_CHECKS_VRM0_AVATAR_H
#define VRMLINT_CHECKS_VRM0_AVATAR_H

#include "checks/checks.h"

/* Returns the place of a member of an expression. member: a pointer without its first "/"; NULL for the expression. */
static inline struct place vrm0_place_expression(const struct vrm0_expression *expression, const char *member)
{
    return place_of(PLACE_VRM0_EXPRESSION, expression->place, 0, member);
}

/* Returns the argument "expression": its name. */
static inline struct argument vrm0_the_expression(const struct check *check, const struct vrm0_expression *expression)
{
    struct place place = vrm0_place_expression(expression, NULL);
    return the_place("expression", check->avatar, &place, false);
}

/* Reports nodes of bones and their ancestors that are rotated or scaled, except turned_by, the node that is reported
 * for rotating the avatar, or SCENE_NONE. */
void check_vrm0_transforms(const struct check *check, size_t turned_by);

#endif
