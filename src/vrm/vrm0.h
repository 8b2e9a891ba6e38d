/*
 * VRM.secondaryAnimation of VRM 0.x as rules and simulation see it: typed, references resolved.
 *
 * A bone group names roots, and every node at or below a root sways: its first child is where the bone ends, and a node
 * without children has a virtual tail of 7 cm along its own offset from its parent. Roots may lie below each other, so
 * nodes are never copied per root: each root has an interval of one common list.
 */
#ifndef VRMLINT_VRM_VRM0_H
#define VRMLINT_VRM_VRM0_H

#include "vrm/humanoid.h"
#include "vrm/springs.h"

#define VRM0_POINTER "/extensions/VRM/secondaryAnimation"

/* Metres from a node without children to its tail. */
#define VRM0_TAIL_LENGTH 0.07

/* One entry of a group's bones. */
struct vrm0_root {
    size_t group;
    size_t index; /* index in bones, as in the file */
    size_t node;  /* SCENE_NONE unless resolved and usable; then nothing below is set */
    size_t begin; /* the nodes that sway are vrm0->nodes[begin] to [end], exclusive, in pre-order */
    size_t end;
    size_t first; /* the first root, of all groups, that names this node: itself, unless it repeats another */
    size_t above; /* the first root that names the nearest proper ancestor which is a root, or SCENE_NONE */
};

struct vrm0_group {
    const struct tree *json;
    size_t index;
    const char *comment; /* NULL when absent */
    /* The format gives no defaults; these are three-vrm's. Others fill in 0. */
    struct optional stiffness;     /* "stiffiness" in the file; default 1 */
    struct optional gravity_power; /* default 0 */
    struct optional drag_force;    /* 0 to 1, default 0.4 */
    struct optional hit_radius;    /* metres, default 0 */
    struct vec3 gravity_dir;       /* default 0 -1 0; a missing x, y or z is 0; in world space, as it stands */
    bool gravity_dir_present;
    bool gravity_dir_given; /* all three are there and well-typed */
    size_t center;          /* node, or SCENE_NONE: -1, absent, not resolved */
    struct vrm0_root *roots;
    size_t root_count;
    size_t *collider_groups; /* resolved, in the order of the file, repeats kept */
    size_t collider_group_count;
};

/* A sphere. */
struct vrm0_collider {
    const struct tree *json;
    struct vec3 offset;     /* metres in the node's own space, in glTF's axes: z as it stands in the file, negated */
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
    /* NULL when there are no roots: */
    const size_t *nodes;    /* the usable nodes of the scene in pre-order */
    const size_t *moved_by; /* per node: the outermost root at or above it, or SCENE_NONE */
    /* VRM.humanoid, and firstPerson.lookAtTypeName, by the names of VRM 1.0 */
    const struct humanoid *humanoid;
    size_t bone_places[BONE_COUNT]; /* index in humanBones; SCENE_NONE where not mapped or not resolved */
};

/* Returns whether VRM 0.x is what is left beside a VRMC_vrm in a known version, which UniVRM, three-vrm and Blender
 * read instead. */
bool vrm0_is_leftover(struct document *document);

/* Reads VRM 0.x, where the file has it and no VRM 1.0 replaces it; never NULL, in the document's arena. */
struct vrm0 *vrm0_read(struct document *document, const struct scene *scene);

/*
 * The first child of a usable node, where its bone ends; SCENE_NONE for one without children. It may be unusable.
 * three-vrm alone sees more children: the primitives of the node's own mesh before those of the file, and the node's
 * colliders after them.
 */
size_t vrm0_first_child(const struct scene *scene, size_t node);

/*
 * The tail of a usable node in its own space, metres: the first child's translation, or for a node without children
 * VRM0_TAIL_LENGTH along its own translation; zero where that has no direction (shorter than a hundredth of a
 * millimetre, as Unity has it) or the child is not usable.
 */
struct vec3 vrm0_tail(const struct scene *scene, size_t node);

/* Whether the root is the first that names its node, and below no other: each swaying node lies below one of these. */
static inline bool vrm0_is_outermost(const struct vrm0 *vrm0, const struct vrm0_root *root)
{
    return root->node != SCENE_NONE && root->above == SCENE_NONE && &vrm0->roots[root->first] == root;
}

/* A bone by its name of VRM 0.x: its place in bones[], or BONE_COUNT. */
size_t vrm0_bone_by_name(const char *name);

/* What VRM 0.x calls a humanoid bone: thumbs are numbered differently. */
const char *vrm0_bone_name(size_t bone);

#endif
