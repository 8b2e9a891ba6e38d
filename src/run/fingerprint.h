/* What findings are known by from one run to the next. */
#ifndef VRMLINT_RUN_FINGERPRINT_H
#define VRMLINT_RUN_FINGERPRINT_H

#include "vrm/avatar.h"
#include "vrmlint.h"

/*
 * Fills in the fingerprint of all findings of a file, which are in their final order: see struct vrmlint_finding.
 * avatar is NULL for a file that can't be read as far as that. The texts live in the arena.
 */
void fingerprints_add(struct arena *arena, const struct avatar *avatar, struct vrmlint_finding *findings, size_t count);

#endif
