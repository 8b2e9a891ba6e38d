/* The direction in which a body faces in its rest pose, judged by paired bones. */
#ifndef VRMLINT_CHECKS_BODY_FACING_H
#define VRMLINT_CHECKS_BODY_FACING_H

#include "checks/body/body.h"

enum facing { FACING_AHEAD, FACING_ASIDE, FACING_BACKWARD };

struct stance {
    enum facing facing;
    bool arms_swapped; /* only the arms lead the other way */
    size_t turned_by;  /* the node that rotates the body and that a finding names, or SCENE_NONE */
};

/* Judges the direction; reports a body that faces another way, and swapped left and right bones. */
struct stance check_facing(const struct body *body);

#endif
