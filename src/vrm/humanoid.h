/* The humanoid and lookAt of VRMC_vrm 1.0, and the table of bones, which VRM animation shares. */
#ifndef VRMLINT_VRM_HUMANOID_H
#define VRMLINT_VRM_HUMANOID_H

#include "gltf/scene.h"

enum bone_class { BONE_BODY, BONE_EYE, BONE_SMALL /* jaw, toes, fingers */ };

struct bone {
    const char *name;
    const char *parent; /* the Parent column of the specification; NULL for hips */
    bool required;
    bool needs_parent;
    enum bone_class class;
};

#define BONE_COUNT 55
extern const struct bone bones[BONE_COUNT];

/* Returns the index of a bone in the table, or BONE_COUNT. */
size_t bone_by_name(const char *name);

/* Returns the bone above a bone by the specification; BONE_COUNT for the hips and for BONE_COUNT. */
size_t bone_parent(size_t bone);

/* The same for the nearest bone above that has a node. nodes: of the bones, SCENE_NONE for those without. */
size_t bone_mapped_parent(size_t bone, const size_t *nodes);

/* Returns the right bone for a left one, except for eyes; other bones for themselves. */
size_t bone_mirrored(size_t bone);

/* Whether the hips are plausible: at most one of the spine and the two upper legs is not below them. nodes: the node
 * of each bone. */
bool humanoid_has_hips(const struct scene *scene, const size_t *nodes);

struct humanoid {
    bool present;                 /* the file has VRMC_vrm with a humanoid */
    const struct tree *bones;     /* humanBones of VRMC_vrm if it is an object; else NULL */
    const char *keys[BONE_COUNT]; /* the key of each bone in humanBones, valid or not; NULL: absent */
    size_t nodes[BONE_COUNT];     /* SCENE_NONE if not mapped or unresolved */
    size_t *bone_of;              /* per node: index in bones[], or BONE_COUNT; NULL if not present */
    enum { LOOK_AT_NONE, LOOK_AT_BONE, LOOK_AT_EXPRESSION } look_at;
};

/* Whether an entry of humanBones is itself a list of bones. */
bool humanoid_is_nested(const struct tree *entry);

/* Whether a name is that of the middle thumb bone in VRM 0.x and the first betas. The names of the thumb bones have
 * moved by one joint since. */
bool bone_is_old_thumb(const char *name);

/* Reads the humanoid of VRMC_vrm, and the type of its lookAt. Never returns NULL. In the document's arena. */
struct humanoid *humanoid_read(struct document *document, const struct scene *scene);

/* Returns the bone of a node (the first in the table if there are several), or BONE_COUNT, also for SCENE_NONE. */
size_t humanoid_bone(const struct humanoid *humanoid, size_t node);

#endif
