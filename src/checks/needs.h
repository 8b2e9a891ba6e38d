/* What a value is read through: from a channel to its sampler, accessors, bufferViews and buffer, and likewise. */
#ifndef VRMLINT_CHECKS_NEEDS_H
#define VRMLINT_CHECKS_NEEDS_H

#include "finding/finding.h"
#include "vrm/avatar.h"

/* Whether it is an error of what a place is (of an accessor: not of min and max, which nothing is read through). */
bool needs_marks(const struct place *place);

/*
 * Calls found with each thing that the value at a pointer is read through, the nearest first, and with the thing
 * that it is in, until it returns something, and returns that; NULL if it never does.
 */
struct finding *needs_search(const struct avatar *avatar, const char *pointer,
                             struct finding *(*found)(const void *context, const struct place *thing),
                             const void *context);

#endif
