/* The parts of a file that are needed to read a value: for a channel its sampler, accessors, bufferViews and buffer,
 * for others likewise. */
#ifndef VRMLINT_CHECKS_NEEDS_H
#define VRMLINT_CHECKS_NEEDS_H

#include "finding/finding.h"
#include "vrm/avatar.h"

/* Whether an error at a place prevents reading the data of the thing. For example, min and max of an
 * accessor don't. */
bool needs_marks(const struct place *place);

/* Calls found() with each thing that is needed to read the value at a pointer, the nearest first, and with the thing
 * that contains the value, until it returns a finding. Returns that finding, or NULL. */
struct finding *needs_search(const struct avatar *avatar, const char *pointer,
                             struct finding *(*found)(const void *context, const struct place *thing),
                             const void *context);

#endif
