/* Lists of colliders that are shorter than the groups expect: every index in a group is too high. */
#ifndef VRMLINT_CHECKS_COLLIDER_SHIFT_H
#define VRMLINT_CHECKS_COLLIDER_SHIFT_H

#include "gltf/document.h"

struct collider_shift {
    size_t by;            /* how much too high the indices in colliderGroups are; 0 if they aren't shifted */
    bool inside;          /* no index is beyond the end; only the names of the groups show the shift */
    bool lost;            /* an index is below `by`: it was of a collider that isn't in the file */
    const char *exporter; /* asset.generator, if that is an exporter that writes such files; or NULL; borrowed */
};

/*
 * Looks for the shift in VRMC_springBone. UniVRM 0.124 to 0.131 omits colliders on the avatar's root, which is no node
 * of the file, from `colliders`, but counts them in the groups. The signs are an index beyond the end and that
 * exporter, or groups whose names fit their colliders only after the shift, or indices that count from 1.
 */
struct collider_shift collider_shift_read(struct document *document);

#endif
