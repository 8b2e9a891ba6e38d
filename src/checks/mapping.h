/* Bones that don't hang below those that carry them, and which of them are mapped wrongly. */
#ifndef VRMLINT_CHECKS_MAPPING_H
#define VRMLINT_CHECKS_MAPPING_H

#include "vrm/humanoid.h"

/* What is wrong with a bone. */
struct misplaced {
    bool is;        /* it doesn't hang below its parent */
    size_t culprit; /* the bone because of which: of its parents, or the first of two that are exchanged */
    size_t other;   /* the second of these two, each of which has the node of the other; BONE_COUNT: none are */
};

struct mapping {
    const struct scene *scene;
    bool faces_back;            /* as avatars of VRM 0.x do: their left is at -X */
    size_t nodes[BONE_COUNT];   /* per bone; SCENE_NONE where it isn't judged */
    size_t parents[BONE_COUNT]; /* the bone that should carry it; BONE_COUNT: none */
    struct misplaced misplaced[BONE_COUNT];
};

/* Fills in what is misplaced. */
void mapping_judge(struct mapping *mapping);

/* Of a misplaced bone: whether it is above its parent, which may well be the other way round. */
bool mapping_is_reversed(const struct mapping *mapping, size_t bone);

#endif
