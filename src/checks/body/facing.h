/* Which way a body faces in its rest pose, by the bones that come in pairs. */
#ifndef VRMLINT_CHECKS_BODY_FACING_H
#define VRMLINT_CHECKS_BODY_FACING_H

#include "checks/body/body.h"

enum facing { FACING_AHEAD, FACING_ASIDE, FACING_BACKWARD };

struct stance {
    enum facing facing;
    bool arms_swapped; /* the arms alone lead the other way round */
    size_t turned_by;  /* the node that turns the body and that a finding names; SCENE_NONE if there is none */
};

/* Judges it and reports that the body faces another way, or that left and right of a pair are swapped. */
struct stance check_facing(const struct body *body);

#endif
