/*
 * The node hierarchy: parents, ancestors, world matrices in the rest pose. glTF 2.0, section 3.5.
 * Survives loops and nodes with two parents: the first parent wins, and nodes on or below a loop are not usable.
 */
#ifndef VRMLINT_GLTF_SCENE_H
#define VRMLINT_GLTF_SCENE_H

#include "gltf/document.h"

#define SCENE_NONE SIZE_MAX

struct scene_node {
    const struct tree *json;
    const char *name; /* NULL where there is none or an empty one; terminated, valid UTF-8 */
    size_t parent;    /* SCENE_NONE for roots and for nodes on a loop: every walk to the root ends */
    size_t enter;     /* pre-order interval over the forest: below n are those with enter in [n.enter, n.leave); the
                         default scene's roots come first, in the order of its list */
    size_t leave;
    size_t depth; /* 0 for roots */
    struct vec3 translation;
    struct quat rotation; /* as in the file, unit or not; identity where the node has a matrix */
    struct vec3 scale;    /* where the node has a matrix: the lengths of its columns, x negative when it mirrors */
    const struct mat34 *matrix; /* NULL where the node has none that can be read: see scene_local() */
    struct mat34 world;
    size_t mesh; /* SCENE_NONE where absent or out of range */
    size_t skin;
    size_t camera;
    bool has_matrix;
    bool usable;      /* an object, not on or below a loop, transform well-typed and finite all the way up, and no
                         parent lost with a list of children that can't be read */
    bool in_scene;    /* reachable from the default scene, or from any when the file names none; all when it has none,
                         or one that can't be read */
    bool in_default;  /* the same, but from the first scene alone when the file names none, which is what apps show */
    bool skin_joint;  /* listed in a skin */
    bool skinned;     /* listed in a skin that some node with a mesh uses */
    bool has_other;   /* carries an extension that isn't checked, such as a light, and that may show */
    bool constrained; /* carries VRMC_node_constraint as an object */
};

struct scene {
    struct scene_node *nodes;
    size_t count;
    size_t bound;           /* of indices of nodes: count, or EXPECT_ANY where the nodes can't be read */
    size_t *children;       /* resolved, each node once, first parent only */
    size_t *children_begin; /* count + 1 offsets into children */
    bool looks_lost;        /* a mesh, a skin or what it binds can't be read: any node may be meant to show */
    size_t mesh_count;
    size_t skin_count;
};

/* Reads nodes, scenes and skins, and reports gltf/... (types, loops, two parents, indices, matrix and TRS, rotations).
 */
struct scene *scene_read(struct document *document);

/* Whether index names a node that relational rules may use. */
bool scene_usable(const struct scene *scene, size_t index);

/* The node that an index in the file names, usable or not; SCENE_NONE where there is none. */
size_t scene_node_at(const struct scene *scene, const struct tree *index);

/* The usable node that an index in the file names, or SCENE_NONE. */
size_t scene_resolve(const struct scene *scene, const struct tree *index);

/* Whether a node has no mesh and isn't meant to have one: a skin without is reported by itself. */
bool scene_lacks_mesh(const struct scene_node *node);

/* Whether a is a proper ancestor of b; false when either isn't usable. Constant time. */
bool scene_is_above(const struct scene *scene, size_t a, size_t b);

/* The same, or a == b. */
bool scene_is_above_or_same(const struct scene *scene, size_t a, size_t b);

/* The outermost node above a usable one, or itself. */
size_t scene_topmost(const struct scene *scene, size_t index);

/* The outermost node above a usable one, or itself, that by its own rotation turns what faced +Z by more than so many
 * radians, seen from above; SCENE_NONE for none. */
size_t scene_turned_by(const struct scene *scene, size_t index, double least);

/* A thing that is known by its index and a name: words are WORDS_MESH and so on. */
struct argument the_thing(const char *as, enum message words, size_t index, const char *name);

/* "'Hips' (node 4)", or "node 4 (unnamed)", for the place of a message called as; the name is borrowed. */
struct argument scene_name(const char *as, const struct scene *scene, size_t index);

/* The same as "node 4 'Hips'". */
struct argument scene_heading(const char *as, const struct scene *scene, size_t index);

/* What takes a node's own space to its parent's. */
static inline struct mat34 scene_local(const struct scene_node *node)
{
    return node->matrix != NULL ? *node->matrix : mat34_from_trs(node->translation, node->rotation, node->scale);
}

/* World position of a usable node in the rest pose, metres. */
struct vec3 scene_position(const struct scene *scene, size_t index);

/* The usable nodes, *count of them, parents before children: for what is inherited, in one pass. */
const size_t *scene_order(struct arena *arena, const struct scene *scene, size_t *count);

/* Per node, in the arena: the nearest of itself and its ancestors that is marked, marked being by node; and the
 * outermost of these. SCENE_NONE where there is none, and for nodes that aren't usable. */
size_t *scene_nearest(struct arena *arena, const struct scene *scene, const bool *marked);
size_t *scene_tops(struct arena *arena, const struct scene *scene);

#endif
