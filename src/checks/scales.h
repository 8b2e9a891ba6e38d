/*
 * Scales of nodes, and the nodes that cause them.
 *
 * Scales are inherited from ancestors, so one scaled node can affect hundreds of joints. Rules therefore ask for the
 * culprit and make one finding for each.
 */
#ifndef VRMLINT_CHECKS_SCALES_H
#define VRMLINT_CHECKS_SCALES_H

#include "checks/checks.h"

/* For each node: the culprits among itself and its ancestors, or SCENE_NONE. */
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

/* The effect of a scale on a bone that rotates. A scale of 0 hides the other faults. */
enum scale_fault { SCALE_ZERO, SCALE_MIRROR, SCALE_UNEVEN, SCALE_FAULTS };

/* Finds the culprits in the whole scene, in linear time. */
struct scales scales_read(struct arena *arena, const struct avatar *avatar);

/* Functions of the three axes of a scale; scale_in_world() gives lengths. */
double scale_smallest(struct vec3 scale);
double scale_largest(struct vec3 scale);
bool scale_is_uneven(struct vec3 scale); /* beyond CHECK_SCALE_TOLERANCE between its axes */
bool scale_is_other(struct vec3 scale);  /* differs from 1 1 1 on some axis */

/* Whether a node's own scale is uneven or not above 0. It is negative if a matrix mirrors. */
bool scale_is_invalid(struct vec3 scale);

/* The scale of a usable node in the world: lengths, without sign. */
struct vec3 scale_in_world(const struct scene *scene, size_t node);

/* Returns the node whose scale has this fault for a usable node that rotates, or SCENE_NONE. */
size_t scales_culprit(const struct scales *scales, enum scale_fault fault, size_t node);

/* Whether uneven scales leave no volume at a usable node or in the space of its parent. three-vrm then computes NaN
 * and loses the spring. */
bool scales_press_flat(const struct scales *scales, size_t node);

/* Returns the scale to report for a node that has a culprit: the culprit's own, or the scale that the
 * node inherits. */
struct vec3 scales_felt(const struct scales *scales, enum scale_fault fault, size_t node);

/* Relates the culprit and adds the numbers of the scale. */
void scales_measure(const struct scales *scales, enum scale_fault fault, size_t node, struct finding *finding);

/* Adds the numbers of a scale to a finding, and relates the culprit, if any. */
void scale_measure(const struct avatar *avatar, struct vec3 scale, size_t culprit, struct finding *finding);

/* Returns the place "/nodes/3/scale", or the matrix, or the node if it has neither. */
struct place scale_place(const struct scene *scene, size_t node);

#endif
