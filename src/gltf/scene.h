/* The node hierarchy: parents, ancestors, and world matrices in the rest pose. glTF 2.0, section 3.5. Handles loops
 * and nodes with two parents: the first parent counts, and nodes on or below a loop are not usable. */
#ifndef VRMLINT_GLTF_SCENE_H
#define VRMLINT_GLTF_SCENE_H

#include "gltf/document.h"

#define SCENE_NONE SIZE_MAX

struct scene_node {
    const struct tree *json;
    const char *name; /* NULL if absent or empty; terminated, valid UTF-8 */
    size_t parent;    /* SCENE_NONE for roots and for nodes on a loop: every walk to the root ends */
    /* Pre-order interval over the forest: the descendants of n are the nodes with enter in (n.enter, n.leave). The
     * roots of the default scene come first, in the order of its list. */
    size_t enter;
    size_t leave;
    size_t depth; /* 0 for roots */
    struct vec3 translation;
    struct quat rotation;       /* as in the file, unit or not; the identity if the node has a matrix */
    struct vec3 scale;          /* with a matrix: the lengths of its columns, x negative if it mirrors */
    const struct mat34 *matrix; /* NULL if the node has no readable matrix: see scene_local() */
    struct mat34 world;
    size_t mesh; /* SCENE_NONE if absent or out of range */
    size_t skin;
    size_t camera;
    bool has_matrix;
    /* An object, not on or below a loop, with valid, finite transforms up to the root, and not one that may have lost
     * its parent because a list of children can't be read. */
    bool usable;
    /* Reachable from the default scene, or from any scene if the file names none. True for all nodes if the file has
     * no scene, or one that can't be read. */
    bool in_scene;
    /* The same, but only from the first scene if the file names none: the one that apps show. */
    bool in_default;
    bool listed;      /* in the list of a scene: older versions of three.js take it from its parent */
    bool skin_joint;  /* listed in a skin */
    bool skinned;     /* listed in a skin that a node with a mesh uses */
    bool has_other;   /* has an extension that isn't checked and may be visible, such as a light */
    bool constrained; /* has VRMC_node_constraint as an object */
};

struct scene {
    struct scene_node *nodes;
    size_t count;
    size_t bound;           /* bound of node indices: count, or EXPECT_ANY if the nodes can't be read */
    size_t *children;       /* resolved; each node once, below its first parent only */
    size_t *children_begin; /* count + 1 offsets into children */
    bool looks_lost;        /* a mesh, a skin or its joints can't be read, so any node may be visible */
    size_t mesh_count;
    size_t skin_count;
};

/* Reads nodes, scenes and skins, and reports gltf/... (types, loops, two parents, indices, matrix and TRS,
 * rotations). */
struct scene *scene_read(struct document *document);

/* Whether index is a node that rules about relations may use. */
static inline bool scene_usable(const struct scene *scene, size_t index)
{
    return index < scene->count && scene->nodes[index].usable;
}

/* Returns the node of an index in the file, usable or not; SCENE_NONE if there is none. */
size_t scene_node_at(const struct scene *scene, const struct tree *index);

/* Returns the usable node of an index in the file, or SCENE_NONE. */
size_t scene_resolve(const struct scene *scene, const struct tree *index);

/* Whether a node has no mesh and isn't meant to have one. A skin without a mesh is reported by another rule. */
static inline bool scene_lacks_mesh(const struct scene_node *node)
{
    return tree_get(node->json, "mesh") == NULL && tree_get(node->json, "skin") == NULL;
}

/* Whether a is an ancestor of b. False if either isn't usable. Takes constant time. */
bool scene_is_above(const struct scene *scene, size_t a, size_t b);

/* Whether a is an ancestor of b or b itself. */
bool scene_is_above_or_same(const struct scene *scene, size_t a, size_t b);

/* Returns the root above a usable node, or the node itself. */
static inline size_t scene_topmost(const struct scene *scene, size_t index)
{
    while (scene->nodes[index].parent != SCENE_NONE) {
        index = scene->nodes[index].parent;
    }
    return index;
}

/* Returns the outermost node, among a usable node and its ancestors, whose own rotation turns +Z by more than least
 * radians, seen from above; SCENE_NONE if there is none. */
size_t scene_turned_by(const struct scene *scene, size_t index, double least);

/* Returns an argument for a thing with an index and a name. words: WORDS_MESH and so on. */
struct argument the_thing(const char *as, enum message words, size_t index, const char *name);

/* Returns "'Hips' (node 4)" or "node 4 (unnamed)", for a placeholder named as. Borrows the name. */
struct argument scene_name(const char *as, const struct scene *scene, size_t index);

/* Returns the matrix from a node's own space to its parent's. */
static inline struct mat34 scene_local(const struct scene_node *node)
{
    return node->matrix != NULL ? *node->matrix : mat34_from_trs(node->translation, node->rotation, node->scale);
}

/* Returns the world position of a usable node in the rest pose, in metres. */
struct vec3 scene_position(const struct scene *scene, size_t index);

/* Returns the usable nodes, *count of them, parents before children, for inheriting in one pass. */
const size_t *scene_order(struct arena *arena, const struct scene *scene, size_t *count);

/* Return for each node, in the arena: its nearest marked node, among itself and its ancestors (marked is indexed by
 * node); and its root. SCENE_NONE if there is none, and for nodes that aren't usable. */
size_t *scene_nearest(struct arena *arena, const struct scene *scene, const bool *marked);
size_t *scene_tops(struct arena *arena, const struct scene *scene);

#endif
