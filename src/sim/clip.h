/* A VRM animation that is played on an avatar's limbs and face, by VRMC_vrm_animation ("Humanoid Retargeting"). */
#ifndef VRMLINT_SIM_CLIP_H
#define VRMLINT_SIM_CLIP_H

#include "sim/limbs.h"

struct clip;

/*
 * Reads the first animation of the file and its keyframes into the arena; the document may be freed afterwards. hips:
 * height of the hips of the avatar that it is for, metres; translations grow with it. face: reads expressions and the
 * gaze too, and accepts an animation that has nothing else. Returns NULL if there is nothing to play; *why receives
 * the reason.
 */
struct clip *clip_read(struct arena *arena, struct document *document, double hips, bool face, const char **why);

/* Return the time of the last keyframe, seconds; and the factor between the hips' motion and that in the file. */
double clip_seconds(const struct clip *clip);
double clip_scale(const struct clip *clip);

/* Sets the limbs to a time in seconds; before the first keyframe as in that, after the last as in that. */
void clip_limbs(const struct clip *clip, double seconds, struct sim_limbs *limbs);

/* Returns the weight of an expression at a time, 0 to 1; NaN if it isn't animated. */
double clip_weight(const struct clip *clip, const char *name, double seconds);

/* The gaze: a target in model space in 1.0-draft, angles in radians in 1.0. */
struct clip_gaze {
    bool has_target;
    struct vec3 target;
    double yaw;   /* to the left */
    double pitch; /* down */
};

/* Returns false if the gaze isn't animated. */
bool clip_gaze(const struct clip *clip, double seconds, struct clip_gaze *gaze);

#endif
