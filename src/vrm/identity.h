/* The identity of a pointer's target, which stays the same if the file is reordered. */
#ifndef VRMLINT_VRM_IDENTITY_H
#define VRMLINT_VRM_IDENTITY_H

#include "base/buf.h"
#include "vrm/avatar.h"

/* The identities of a file. Set avatar (NULL for an unreadable document) and leave the rest zero. */
struct identities {
    const struct avatar *avatar;
    size_t *channels; /* per sampler of the file: 1 + the first channel that uses it; made when needed */
    struct buf above; /* the pointer before its last token that was named last: most pointers have neighbours */
    struct buf named; /* its names */
};

/*
 * Appends a pointer with names in place of indices: "/joint/Hair_03/stiffness" for
 * /extensions/VRMC_springBone/springs/0/joints/2/stiffness, by the name of the joint's node. A spring, scene or
 * material has its own name. A collider has the name of its node, an unnamed spring that of its first joint's node,
 * an unnamed node that of the nearest named ancestor, and a channel that of its target. An element without a name
 * becomes "#". Indices that are meaningful by themselves (the z of a vector) stay. Different elements may have the
 * same identity. Only the beginning of a long name counts. The buffers of all calls have one arena, in which names are
 * kept.
 */
void identity_add(struct identities *identities, struct buf *buf, const char *pointer);

#endif
