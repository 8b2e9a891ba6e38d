/* Rotations of nodes that have w as the first component. */
#ifndef VRMLINT_CHECKS_BODY_REORDERED_H
#define VRMLINT_CHECKS_BODY_REORDERED_H

#include "checks/body/body.h"

/* Returns whether all rotations of the file have w first, judged by the body, and reports that. */
bool check_body_rotations(const struct body *body);

#endif
