/* The humanoid and lookAt of VRMC_vrm 1.0, and the table of bones that VRM animation shares. */
#ifndef VRMLINT_VRM_HUMANOID_H
#define VRMLINT_VRM_HUMANOID_H

#include "gltf/scene.h"

enum bone_class { BONE_BODY, BONE_EYE, BONE_SMALL /* jaw, toes, fingers */ };

struct bone {
    const char *name;
    const char *parent; /* the Parent column; NULL for hips */
    bool required;
    bool needs_parent;
    enum bone_class class;
};

#define BONE_COUNT 55
extern const struct bone bones[BONE_COUNT];

/* The index of a bone in the table, or BONE_COUNT. */
size_t bone_by_name(const char *name);

/* The bone on the right of one on the left, eyes aside; others are their own. */
size_t bone_mirrored(size_t bone);

/* Whether the hips, where bones have these nodes, carry the spine and the legs; if two of these hang elsewhere, the
 * hips aren't the hips. */
bool humanoid_has_hips(const struct scene *scene, const size_t *nodes);

struct humanoid {
    bool present;                 /* the file has VRMC_vrm with a humanoid */
    const struct tree *bones;     /* of VRMC_vrm: humanBones, where it is an object; else NULL */
    const char *keys[BONE_COUNT]; /* under which that has the bone, right or wrong; NULL: it hasn't */
    size_t nodes[BONE_COUNT];     /* SCENE_NONE where not mapped or not resolved */
    size_t *bone_of;              /* per node: index in bones[], or BONE_COUNT; NULL when not present */
    enum { LOOK_AT_NONE, LOOK_AT_BONE, LOOK_AT_EXPRESSION } look_at;
};

/* Whether an entry of humanBones is itself a list of bones. */
bool humanoid_is_nested(const struct tree *entry);

/* A bone that VRM 0.x and the first betas have in the middle of each thumb: the names have moved on by one joint since.
 */
bool bone_is_old_thumb(const char *name);

/* Reads the humanoid of VRMC_vrm, and what its lookAt drives; never NULL, in the document's arena. */
struct humanoid *humanoid_read(struct document *document, const struct scene *scene);

/* The bone that a node of the scene is (the first in the table where it is several), or BONE_COUNT; also for
 * SCENE_NONE. */
size_t humanoid_bone(const struct humanoid *humanoid, size_t node);

#endif
