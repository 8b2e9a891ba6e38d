/* A VRM animation, played on an avatar's limbs and face as VRMC_vrm_animation says ("Humanoid Retargeting"). */
#ifndef VRMLINT_SIM_CLIP_H
#define VRMLINT_SIM_CLIP_H

#include "sim/limbs.h"

struct clip;

/*
 * Reads the first animation of the file, keyframes included, into the arena: the document may go. hips is how high the
 * hips of the avatar are that it is for, metres: translations grow with it. face: with expressions and the gaze, which
 * may then be all that it has. NULL, with what is missing in *why, where there is nothing to play.
 */
struct clip *clip_read(struct arena *arena, struct document *document, double hips, bool face, const char **why);

/* When its last keyframe of a bone is, in seconds; and how many times as far as in the file the hips move. */
double clip_seconds(const struct clip *clip);
double clip_scale(const struct clip *clip);

/* How the limbs are held at a time in seconds; before the first keyframe as there, and after the last. */
void clip_limbs(const struct clip *clip, double seconds, struct sim_limbs *limbs);

/* The weight of an expression at that time, from 0 to 1; NaN where none is animated. */
double clip_weight(const struct clip *clip, const char *name, double seconds);

/* Where the eyes look: a target in model space, as in 1.0-draft; otherwise angles, radians, as in 1.0. */
struct clip_gaze {
    bool has_target;
    struct vec3 target;
    double yaw;   /* to the left */
    double pitch; /* down */
};

/* False where the gaze isn't animated. */
bool clip_gaze(const struct clip *clip, double seconds, struct clip_gaze *gaze);

#endif
