/* What a pointer is about, said so that it stays the same when a file is put in another order. */
#ifndef VRMLINT_VRM_IDENTITY_H
#define VRMLINT_VRM_IDENTITY_H

#include "base/buf.h"
#include "vrm/avatar.h"

/* For one file. Set avatar (NULL for a document that can't be read) and leave the rest zero. */
struct identities {
    const struct avatar *avatar;
    size_t *channels; /* per sampler of the file: the first channel that plays it; made when one is asked for */
};

/*
 * Adds a pointer with names in place of the indices of things: "/joint/Hair_03/stiffness" for
 * /extensions/VRMC_springBone/springs/0/joints/2/stiffness, by the name of the joint's node. A spring, scene or
 * material goes by its own name, a collider by its node's, an unnamed spring by its first joint's node, an unnamed node
 * by the nearest named one above it, a channel by what it moves. What has no name gives "#". Indices whose place is
 * their meaning (the z of a vector) stay. Different things may come out alike; of a long name only the beginning
 * counts.
 */
void identity_add(struct identities *identities, struct buf *buf, const char *pointer);

#endif
