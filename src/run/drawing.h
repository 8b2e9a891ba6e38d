/* The data that a picture of an avatar is drawn from, computed from the views. Private to the library. */
#ifndef VRMLINT_RUN_DRAWING_H
#define VRMLINT_RUN_DRAWING_H

#include "vrm/avatar.h"
#include "vrm/names.h"
#include "vrmlint.h"

/* A drawing under construction, shared by its parts. */
struct drawing_plan {
    struct arena *arena;
    const struct avatar *avatar;
    const struct vrmlint_report *report; /* its findings are sorted */
    unsigned languages;                  /* languages of its texts */
    struct vrmlint_drawing out;
    struct vrmlint_drawn_bone *bones;
    size_t bone_capacity;
    struct vrmlint_drawn_joint *joints;
    struct vrmlint_drawn_chain *chains; /* the springs, then the bone groups of VRM 0.x, in the order of the file */
    struct vrmlint_drawn_collider *colliders;
    size_t *collider_of;      /* per collider of the springs: its index in colliders, SCENE_NONE if it isn't drawn */
    size_t *first_of_group;   /* per collider group of VRM 0.x and one more: its first index in vrm0_collider_of */
    size_t *vrm0_collider_of; /* per collider of VRM 0.x: as collider_of */
    struct vrmlint_drawn_limit *limits;
    size_t *limit_of; /* per limit: index of the joint in its spring */
};

/* Returns the drawing of a file whose findings are final; NULL if there is nothing to draw. It is in the arena,
 * except for strings that the views own. Takes time linear in the file and in the findings. */
const struct vrmlint_drawing *drawing_make(struct arena *arena, const struct avatar *avatar,
                                           const struct vrmlint_report *report, unsigned languages);

/* ---- the parts ---- */

#endif
