/* Where a file refers to nodes by their indices. */
#ifndef VRMLINT_CHECKS_GLTF_REFERENCES_H
#define VRMLINT_CHECKS_GLTF_REFERENCES_H

#include "vrm/avatar.h"

/* An index of a node. */
struct node_reference {
    const char *pointer;
    size_t node;
};

/* Lists the indices below bound in the extensions of VRM, and those of core glTF too if with_core is set. */
struct node_reference *node_references(struct arena *arena, const struct avatar *avatar, size_t bound, bool with_core,
                                       size_t *count);

#endif
