#include "sim/limbs.h"

void limbs_rest(struct sim_limbs *limbs)
{
    *limbs = (struct sim_limbs){.moves_hips = false};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        limbs->turns[bone] = QUAT_IDENTITY;
    }
}

const struct humanoid *limbs_humanoid(const struct avatar *avatar, bool *faces_back)
{
    *faces_back = false;
    if (avatar->humanoid != NULL && avatar->humanoid->present) {
        return avatar->humanoid;
    }
    const struct humanoid *older = avatar->vrm0 == NULL ? NULL : avatar->vrm0->humanoid;
    *faces_back = older != NULL && older->present;
    return *faces_back ? older : NULL;
}

/* Converts between an avatar that faces +Z and one that faces -Z: half a turn about Y. */
static struct quat convert_facing(const struct world_limb *limb, struct quat turn)
{
    return limb->faces_back ? (struct quat){-turn.x, turn.y, -turn.z, turn.w} : turn;
}

struct quat limbs_rotation(const struct world_limb *limb, const struct sim_limbs *limbs, struct quat rest)
{
    struct quat turn = convert_facing(limb, limbs->turns[limb->bone]);
    struct quat above = quat_multiply(turn, quat_multiply(limb->above, rest));
    return quat_multiply(quat_conjugate(limb->above), above);
}

struct vec3 limbs_translation(const struct world_limb *limb, const struct sim_limbs *limbs, struct vec3 rest)
{
    if (limb->bone != 0 || !limbs->moves_hips) {
        return rest;
    }
    struct vec3 at = limbs->hips;
    if (limb->faces_back) {
        at = (struct vec3){-at.x, at.y, -at.z};
    }
    return mat34_point(&limb->parent, at);
}
