/*
 * How a humanoid holds its limbs: what animation does to the nodes of an avatar before spring bones are updated. The
 * bones turn away from the modelled pose, the T-pose, about the axes of the world, each below the one that bears it, as
 * VRM 1.0 has normalized bones ("Humanoid Retargeting", VRMC_vrm_animation 1.0).
 */
#ifndef VRMLINT_SIM_LIMBS_H
#define VRMLINT_SIM_LIMBS_H

#include "vrm/avatar.h"

struct sim_limbs {
    struct quat turns[BONE_COUNT]; /* unit; in the axes of VRM 1.0: the avatar faces +Z, its left is +X */
    bool moves_hips;
    struct vec3 hips; /* where they are as the root stands at the origin, metres, in the same axes */
};

/* The T-pose. */
void limbs_rest(struct sim_limbs *limbs);

/* The humanoid of a file, of either generation; *faces_back says whether it faces -Z, as in VRM 0.x. NULL: it has none.
 */
const struct humanoid *limbs_humanoid(const struct avatar *avatar, bool *faces_back);

/* What limbs make of one bone; private to the world. */
struct world_limb {
    size_t bone;
    struct quat above;   /* rotation of what the bone hangs on, at rest, in world space */
    struct mat34 parent; /* the inverse of its matrix, of the hips alone */
    bool faces_back;
};

/* The rotation of a bone's node below its parent, which is rest in the T-pose; and its place. */
struct quat limbs_rotation(const struct world_limb *limb, const struct sim_limbs *limbs, struct quat rest);
struct vec3 limbs_translation(const struct world_limb *limb, const struct sim_limbs *limbs, struct vec3 rest);

#endif
