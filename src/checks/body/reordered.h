/* Rotations of nodes that have w first. */
#ifndef VRMLINT_CHECKS_BODY_REORDERED_H
#define VRMLINT_CHECKS_BODY_REORDERED_H

#include "checks/body/body.h"

/* Returns whether all rotations of the file have w first, as the body tells, which it reports then. */
bool check_body_rotations(const struct body *body);

#endif
