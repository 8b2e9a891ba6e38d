/*
 * Scales of nodes, and who is to blame for them.
 *
 * Scales come down from ancestors, so one scaled node can spoil hundreds of joints. Rules therefore ask for the culprit
 * and make one finding for each.
 */
#ifndef VRMLINT_CHECKS_SCALES_H
#define VRMLINT_CHECKS_SCALES_H

#include "checks/checks.h"

/* For each node: who, of itself and its ancestors, is to blame; SCENE_NONE when nobody is. */
struct scale_blame {
    size_t zero;   /* the topmost one whose scale in the world is 0 along an axis */
    size_t mirror; /* the nearest whose scale mirrors: its determinant is negative */
    size_t uneven; /* the nearest whose own scale differs between its axes */
    size_t scaled; /* the nearest whose own scale isn't 1 */
};

struct scales {
    const struct avatar *avatar;
    const struct scale_blame *blames; /* one per node; zero for nodes that aren't usable */
};

/* What a scale does to a bone that turns. A scale of 0 hides the rest. */
enum scale_fault { SCALE_ZERO, SCALE_MIRROR, SCALE_UNEVEN, SCALE_FAULTS };

/* Looks through the whole scene, in linear time. */
struct scales scales_read(struct arena *arena, const struct avatar *avatar);

/* Of the three axes, as they are: lengths, where scale_in_world() gives them. */
double scale_smallest(struct vec3 scale);
double scale_largest(struct vec3 scale);
bool scale_is_uneven(struct vec3 scale); /* beyond CHECK_SCALE_TOLERANCE between its axes */
bool scale_is_other(struct vec3 scale);  /* than 1 1 1, on some axis */

/* Whether a node's own scale, which is negative where a matrix mirrors, is uneven or not above 0. */
bool scale_is_invalid(struct vec3 scale);

/* The scale of a usable node in the world: lengths, without sign. */
struct vec3 scale_in_world(const struct scene *scene, size_t node);

/* Whose scale spoils a usable node that turns, in this way; SCENE_NONE when nobody's does. */
size_t scales_culprit(const struct scales *scales, enum scale_fault fault, size_t node);

/* Whether uneven scales leave no volume at a usable node, or in the space that it turns in. three-vrm then computes NaN
 * and loses the spring. */
bool scales_press_flat(const struct scales *scales, size_t node);

/* The scale to name for a node that has a culprit: of the culprit itself, or what the node gets of it. */
struct vec3 scales_felt(const struct scales *scales, enum scale_fault fault, size_t node);

/* Relates the culprit, and adds the numbers. */
void scales_measure(const struct scales *scales, enum scale_fault fault, size_t node, struct finding *finding);

/* Adds the numbers of a scale to a finding, and relates the node that is to blame for it, if any. */
void scale_measure(const struct avatar *avatar, struct vec3 scale, size_t culprit, struct finding *finding);

/* "/nodes/3/scale", or what stands in its place. */
struct place scale_place(const struct scene *scene, size_t node);

#endif
