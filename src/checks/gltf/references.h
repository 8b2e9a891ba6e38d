/* The references to nodes by index in a file. */
#ifndef VRMLINT_CHECKS_GLTF_REFERENCES_H
#define VRMLINT_CHECKS_GLTF_REFERENCES_H

#include "vrm/avatar.h"

/* An index that refers to a node. */
struct node_reference {
    const char *pointer;
    size_t node;
};

/* Returns the indices below bound in the extensions of VRM, and those of core glTF too if with_core is set; *count of
 * them. */
struct node_reference *node_references(struct arena *arena, const struct avatar *avatar, size_t bound, bool with_core,
                                       size_t *count);

#endif
