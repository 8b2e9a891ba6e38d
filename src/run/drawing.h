/* What a picture of an avatar is drawn from, made from the views. Private to the library. */
#ifndef VRMLINT_RUN_DRAWING_H
#define VRMLINT_RUN_DRAWING_H

#include "vrm/avatar.h"
#include "vrm/names.h"
#include "vrmlint.h"

/* A drawing in the making, shared by its parts. */
struct drawing_plan {
    struct arena *arena;
    const struct avatar *avatar;
    const struct vrmlint_report *report; /* its findings are sorted */
    unsigned languages;                  /* that its texts come in */
    struct vrmlint_drawing out;
    struct vrmlint_drawn_bone *bones;
    size_t bone_capacity;
    struct vrmlint_drawn_joint *joints;
    struct vrmlint_drawn_chain *chains; /* the springs, then the bone groups of VRM 0.x, by their places in the file */
    struct vrmlint_drawn_collider *colliders;
    size_t *collider_of;      /* per collider of the springs: its place in colliders, SCENE_NONE where it isn't drawn */
    size_t *first_of_group;   /* per collider group of VRM 0.x and one more: where its colliders begin in that order */
    size_t *vrm0_collider_of; /* per collider of VRM 0.x in that order: as collider_of */
    struct vrmlint_drawn_limit *limits;
    size_t *limit_of; /* per limit: index of the joint in its spring */
};

/* The drawing of a file whose findings are final; NULL where there is nothing to draw. In the arena, but for texts that
 * the views own. Linear in the file and in the findings. */
const struct vrmlint_drawing *drawing_make(struct arena *arena, const struct avatar *avatar,
                                           const struct vrmlint_report *report, unsigned languages);

/* ---- the parts ---- */

/* drawing_lines.c: a place, copied, or false where nobody could draw it; the bones of the body; the chains, with
 * theirs. */
bool drawing_place(float out[3], struct vec3 place);
void drawing_body(struct drawing_plan *plan);
void drawing_chains(struct drawing_plan *plan);

/* drawing_solids.c: colliders and limits. */
void drawing_colliders(struct drawing_plan *plan);
void drawing_limits(struct drawing_plan *plan);

/* drawing_marks.c: where findings point, which chains and colliders they are about, and rings of constraints. */
void drawing_marks(struct drawing_plan *plan);
void drawing_rings(struct drawing_plan *plan);

#endif
