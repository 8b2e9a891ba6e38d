/*
 * The pose of a humanoid's limbs, which animation gives to the nodes of an avatar before spring bones are updated.
 * The bones rotate away from the modelled pose, the T-pose, about the axes of the world, each relative to its parent,
 * like the normalized bones of VRM 1.0 ("Humanoid Retargeting", VRMC_vrm_animation 1.0).
 */
#ifndef VRMLINT_SIM_LIMBS_H
#define VRMLINT_SIM_LIMBS_H

#include "vrm/avatar.h"

struct sim_limbs {
    struct quat turns[BONE_COUNT]; /* unit; in the axes of VRM 1.0: the avatar faces +Z, its left is +X */
    bool moves_hips;
    struct vec3 hips; /* their position if the root is at the origin, metres, in the same axes */
};

/* Sets the T-pose. */
void limbs_rest(struct sim_limbs *limbs);

/* Returns the humanoid of a file, of either generation, or NULL; *faces_back receives whether it faces -Z, as in VRM
 * 0.x. */
const struct humanoid *limbs_humanoid(const struct avatar *avatar, bool *faces_back);

/* One bone, as limbs need it; private to the world. */
struct world_limb {
    size_t bone;
    struct quat above;   /* world rotation of the bone's parent, at rest */
    struct mat34 parent; /* inverse of the parent's matrix; only used for the hips */
    bool faces_back;
};

/* Return the rotation and the translation of a bone's node relative to its parent; rest: the one in the T-pose. */
struct quat limbs_rotation(const struct world_limb *limb, const struct sim_limbs *limbs, struct quat rest);
struct vec3 limbs_translation(const struct world_limb *limb, const struct sim_limbs *limbs, struct vec3 rest);

#endif
