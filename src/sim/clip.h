/* A VRM animation, played on an avatar's limbs as VRMC_vrm_animation 1.0 says ("Humanoid Retargeting"). */
#ifndef VRMLINT_SIM_CLIP_H
#define VRMLINT_SIM_CLIP_H

#include "sim/limbs.h"

struct clip;

/*
 * Reads the humanoid part of the file's first animation, keyframes included, into the arena: the document may go. hips
 * is how high the hips of the avatar are that it is for, metres: translations grow with it. NULL, with what is missing
 * in *why, where there is nothing to play.
 */
struct clip *clip_read(struct arena *arena, struct document *document, double hips, const char **why);

/* How the limbs are held at a time in seconds; before the first keyframe as there, and after the last. */
void clip_limbs(const struct clip *clip, double seconds, struct sim_limbs *limbs);

#endif
