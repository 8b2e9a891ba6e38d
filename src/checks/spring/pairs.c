#include "checks/spring/pairs.h"

#include <math.h>

#define MISMATCH_RATIO 0.01 /* of the true length */

bool pair_is_broken(enum pair_relation relation)
{
    return relation == PAIR_REVERSED || relation == PAIR_SIBLINGS || relation == PAIR_UNRELATED;
}

bool pair_has_gap(const struct spring *spring, size_t i)
{
    return spring->chain[i + 1] != spring->chain[i] + 1;
}

bool pair_reversed_in(const struct spring *spring)
{
    for (size_t i = 0; i < spring_heads(spring); i++) {
        if (spring_chain(spring, i)->relation == PAIR_REVERSED) {
            return true;
        }
    }
    return false;
}

bool pair_is_misjudged(const struct scene *scene, const struct spring *spring, size_t i, struct pair_mismatch *out)
{
    const struct joint *head = spring_chain(spring, i);
    if (head->relation != PAIR_CHAIN || head->skipped == 0 || pair_has_gap(spring, i)) {
        return false;
    }
    double volume = mat34_determinant(&scene->nodes[head->node].world);
    if (volume == 0 || !isfinite(volume)) {
        return false; /* the head is scaled to 0, so nothing has a position relative to it: springbone/zero-scale */
    }
    const struct mat34 local = scene_local(&scene->nodes[spring_chain(spring, i + 1)->node]);
    struct vec3 own = mat34_translation(&local);
    *out = (struct pair_mismatch){.length = vec3_length(head->tail_local), .taken = vec3_length(own)};
    bool has_length = out->length >= CHECK_MIN_LENGTH;
    bool has_taken = out->taken >= CHECK_MIN_LENGTH;
    if (!has_length || !has_taken) {
        return has_length != has_taken;
    }
    out->angle = vec3_angle(own, head->tail_local);
    return out->angle > PAIR_MISMATCH_ANGLE || fabs(out->taken - out->length) > MISMATCH_RATIO * out->length;
}
