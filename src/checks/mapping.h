/* Bones that aren't descendants of their parent bones, and which of them are mapped wrongly. */
#ifndef VRMLINT_CHECKS_MAPPING_H
#define VRMLINT_CHECKS_MAPPING_H

#include "vrm/humanoid.h"

/* The possible faults of a bone. */
struct misplaced {
    bool is;        /* it isn't a descendant of its parent bone */
    size_t culprit; /* the bone that causes it: one of its parents, or the first of two exchanged bones */
    size_t other;   /* the second of two exchanged bones, each of which has the node of the other; BONE_COUNT: none */
};

struct mapping {
    const struct scene *scene;
    bool faces_back;            /* avatars of VRM 0.x do; their left is at -X */
    size_t nodes[BONE_COUNT];   /* per bone; SCENE_NONE if the bone isn't judged */
    size_t parents[BONE_COUNT]; /* the parent bone; BONE_COUNT: none */
    struct misplaced misplaced[BONE_COUNT];
};

/* Fills mapping->misplaced. */
void mapping_judge(struct mapping *mapping);

/* Whether a misplaced bone is an ancestor of its parent bone, so that the two may be reversed. */
bool mapping_is_reversed(const struct mapping *mapping, size_t bone);

#endif
