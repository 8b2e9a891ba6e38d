/* Which way the rest pose of a VRM animation faces, by the bones that come in pairs. */
#ifndef VRMLINT_CHECKS_ANIMATION_FACING_H
#define VRMLINT_CHECKS_ANIMATION_FACING_H

#include "checks/checks.h"

enum facing { FACING_AHEAD, FACING_ASIDE, FACING_BACKWARD };

struct stance {
    enum facing body;
    bool arms_swapped; /* the arms lead the other way round, and the body doesn't */
};

/* Judges it, and reports animation/rest-pose-faces-backward and animation/side-swapped. mirrored: per node, whether
 * something above it is mirrored or without size, so that its place says nothing. */
struct stance check_facing(struct check *check, const bool *mirrored);

#endif
