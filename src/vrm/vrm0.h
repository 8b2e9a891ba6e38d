/*
 * VRM.secondaryAnimation of VRM 0.x for rules and simulation: typed, with resolved references.
 *
 * A bone group lists roots, and every node at or below a root sways. The bone of a node ends at its first child; a
 * node without children has a virtual tail of 7 cm along its own offset from its parent. A root may be below another,
 * so nodes are never copied per root: each root has an interval of one common list.
 */
#ifndef VRMLINT_VRM_VRM0_H
#define VRMLINT_VRM_VRM0_H

#include "vrm/humanoid.h"
#include "vrm/springs.h"

#define VRM0_POINTER "/extensions/VRM/secondaryAnimation"

/* Distance in metres from a node without children to its tail. */
#define VRM0_TAIL_LENGTH 0.07

/* An entry of a group's bones. */
struct vrm0_root {
    size_t group;
    size_t index; /* index in bones, as in the file */
    size_t node;  /* SCENE_NONE unless resolved and usable; then nothing sways, and first and above are SCENE_NONE */
    size_t begin; /* the swaying nodes are vrm0->nodes[begin] to [end], exclusive, in pre-order */
    size_t end;
    size_t first; /* the first root, of all groups, on the same node: usually itself */
    size_t above; /* the first root on the nearest ancestor with a root, or SCENE_NONE */
};

struct vrm0_group {
    const struct tree *json;
    size_t index;
    const char *comment; /* NULL if absent */
    /* The format has no defaults; these are those of three-vrm. Other apps use 0. */
    struct optional stiffness;     /* "stiffiness" in the file; default 1 */
    struct optional gravity_power; /* default 0 */
    struct optional drag_force;    /* 0 to 1, default 0.4 */
    struct optional hit_radius;    /* metres, default 0 */
    struct vec3 gravity_dir;       /* default 0 -1 0; a missing x, y or z is 0; in world space, unchanged */
    bool gravity_dir_given;        /* all three are present and well-typed */
    size_t center;                 /* node, or SCENE_NONE if -1, absent or unresolved */
    struct vrm0_root *roots;
    size_t root_count;
    size_t *collider_groups; /* resolved, in the order of the file, with duplicates */
    size_t collider_group_count;
};

/* A sphere. */
struct vrm0_collider {
    const struct tree *json;
    struct vec3 offset;     /* metres in the node's own space, in glTF's axes: the file's z is negated */
    struct optional radius; /* metres, default 0 */
};

struct vrm0_collider_group {
    const struct tree *json;
    size_t index;
    size_t node;                     /* SCENE_NONE unless resolved and usable */
    struct vrm0_collider *colliders; /* all elements of the array */
    size_t collider_count;
};

struct vrm0 {
    bool present; /* secondaryAnimation is an object */
    struct vrm0_group *groups;
    size_t group_count;
    struct vrm0_root *roots; /* of all groups, in order */
    size_t root_count;
    struct vrm0_collider_group *collider_groups;
    size_t collider_group_count;
    /* NULL if there are no roots: */
    const size_t *nodes;    /* the usable nodes of the scene in pre-order */
    const size_t *moved_by; /* per node: the outermost root on it or on an ancestor, or SCENE_NONE */
    /* VRM.humanoid and firstPerson.lookAtTypeName, with the names of VRM 1.0 */
    const struct humanoid *humanoid;
    size_t bone_places[BONE_COUNT]; /* index in humanBones; SCENE_NONE if not mapped or unresolved */
};

/* Whether the file has VRM 0.x besides a VRMC_vrm of a known version, which UniVRM, three-vrm and Blender read
 * instead. */
bool vrm0_is_leftover(struct document *document);

/* Reads VRM 0.x, if the file has it and no VRM 1.0 replaces it. Never returns NULL. In the document's arena. */
struct vrm0 *vrm0_read(struct document *document, const struct scene *scene);

/*
 * Returns the first child of a usable node, where its bone ends; SCENE_NONE for a node without children. The child
 * may be unusable. Only three-vrm has more children: the primitives of the node's own mesh before those of the file,
 * and the node's colliders after them.
 */
size_t vrm0_first_child(const struct scene *scene, size_t node);

/*
 * Returns the tail of a usable node in its own space, in metres: the first child's translation, or for a node without
 * children VRM0_TAIL_LENGTH along its own translation. Returns zero if that has no direction (is shorter than 0.01
 * mm, as in Unity) or if the child is not usable.
 */
struct vec3 vrm0_tail(const struct scene *scene, size_t node);

/* Whether the root is the first one on its node, and below no other. Each swaying node is below one such root. */
static inline bool vrm0_is_outermost(const struct vrm0 *vrm0, const struct vrm0_root *root)
{
    return root->node != SCENE_NONE && root->above == SCENE_NONE && &vrm0->roots[root->first] == root;
}

/* Returns the index in bones[] of a bone by its name in VRM 0.x, or BONE_COUNT. */
size_t vrm0_bone_by_name(const char *name);

/* Returns the name in VRM 0.x of a humanoid bone: thumbs are numbered differently. */
const char *vrm0_bone_name(size_t bone);

#endif
