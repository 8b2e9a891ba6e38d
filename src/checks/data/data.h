/*
 * Checks of the data of accessors: shared by the files of this folder. The sweep has read every accessor once. The
 * rules use its results, and read an accessor again only if they need two of them at the same time, or to count the
 * wrong elements after some were found.
 */
#ifndef VRMLINT_CHECKS_DATA_DATA_H
#define VRMLINT_CHECKS_DATA_DATA_H

#include "checks/checks.h"
#include "gltf/primitives.h"
#include "gltf/sweep.h"

/* A skin as its vertices use it. */
struct bound_skin {
    const size_t *joints; /* nodes; SCENE_NONE if unresolved */
    size_t count;
    unsigned char *weighted;   /* per joint, plus four spare entries: a vertex follows it */
    const bool *outside;       /* per joint: it doesn't belong to the humanoid; NULL if there is no such joint */
    const struct mat34 *binds; /* inverse bind matrices; NULL if unusable */
    bool used;                 /* by a node with a mesh whose weights have been read */
    bool broken;               /* skin/bind-pose-broken, or its matrices have another mistake */
};

struct box {
    struct vec3 low;
    struct vec3 high;
};

static const struct box box_empty = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static inline void box_grow(struct box *box, struct vec3 at)
{
    box->low = (struct vec3){fmin(box->low.x, at.x), fmin(box->low.y, at.y), fmin(box->low.z, at.z)};
    box->high = (struct vec3){fmax(box->high.x, at.x), fmax(box->high.y, at.y), fmax(box->high.z, at.z)};
}

/* A mesh with a skin, as combined by some node. */
struct skinned {
    size_t mesh;
    size_t skin;
    struct box joints; /* around the joints that a vertex of the mesh follows, at rest; empty until they are known */
    bool is_cut;       /* some are unknown */
};

/* The humanoid, if it is usable for comparisons. */
struct body_extent {
    bool present; /* it has hips, and is 0.2 m or larger */
    size_t hips;
    bool carried;       /* the hips are above the rest of it */
    struct vec3 middle; /* of the box of the bones at rest */
    double size;        /* its longest side, metres */
};

/* The first use of an accessor. */
enum use_kind { USE_NONE, USE_ATTRIBUTE, USE_TARGET, USE_INDICES, USE_BINDS, USE_KEYFRAMES };
struct accessor_use {
    enum use_kind kind;
    const char *attribute; /* "POSITION" */
    size_t owner;          /* index of the primitive among all, or of the skin */
    size_t target;
};

/* The cost of visiting a node, in bytes that are read in the same time. */
#define DATA_NODE_WORK 8

/* Positions of consecutive vertices, as callers ask for one after the other, and each reading may be a system call. */
struct vertex_block {
    size_t accessor; /* its number */
    const struct elements *form;
    uint64_t first;
    size_t count; /* 0: nothing has been read */
    const unsigned char *bytes;
    unsigned char room[4096];
};

struct data {
    struct check *check;
    struct sweep *sweep;
    const struct primitives *primitives;
    struct bound_skin *skins;
    size_t skin_count;
    struct skinned *skinned; /* each pair once, sorted by mesh */
    size_t skinned_count;
    struct body_extent body;
    const bool *of_keyframes;   /* per accessor: rules animation/... check it */
    struct accessor_use *uses;  /* per accessor; NULL until needed */
    struct vertex_block *block; /* of data_vertex() */
};

/* Fills skins and skinned. Primitives and the body must have been read. */
void data_read_skins(struct data *data);

/* ---- queries of the rules ---- */

/* Returns an accessor that was read completely, contains only finite numbers and has this number of components, or
 * NULL. index may be PRIMITIVES_NONE. */
const struct accessor *data_accessor(const struct data *data, size_t index, size_t components);

/* Returns the same, or an accessor that the caller reads by walking over all of it. After the walk, the caller calls
 * data_accessor(). */
const struct accessor *data_accessor_to_walk(const struct data *data, size_t index, size_t components);

/* Returns the same for floats or, if KHR_mesh_quantization allows them, normalised integers. */
const struct accessor *data_vector(const struct data *data, size_t index, size_t components);

const struct sweep_facts *data_facts(const struct data *data, size_t index);

/* Returns the first of the pairs of a mesh; *count receives their number. */
const struct skinned *data_skins_of(const struct data *data, size_t mesh, size_t *count);

/* Returns the node of a bone of the avatar; SCENE_NONE if it has no usable one. */
size_t data_bone(const struct data *data, const char *bone);

/* The expressions that apps play with the voice or to blink: they open the mouth or close the eyes. */
enum { FACE_PRESETS = 8 };
struct face_preset {
    const char *name;
    enum vrm0_preset old; /* in VRM 0.x */
};
extern const struct face_preset face_presets[FACE_PRESETS];

/* Returns the place of a value in a primitive: "attributes/NORMAL". */
struct place data_place(const struct data *data, size_t primitive, const char *member);

/* Returns "mesh 0 'Body'"; for a mesh of several primitives with the primitive and its material. */
struct argument the_part(const char *as, const struct data *data, size_t primitive);
struct argument the_mesh(const char *as, const struct data *data, size_t mesh);
struct argument the_skin(const char *as, const struct data *data, size_t skin);

/* Returns "morph target 3 'blink'". */
struct argument the_target(const char *as, const struct data *data, size_t mesh, size_t target);

/* Return the first use of an accessor, and words for it: "NORMAL of mesh 0 'Body'". */
const struct accessor_use *data_use(struct data *data, size_t accessor);
struct argument the_use(const char *as, struct data *data, size_t accessor);

/* Adds the number of affected elements, the number of all, and the first affected one. */
void data_measure(struct finding *finding, uint64_t count, uint64_t total, uint64_t first);

/* Relates the other primitives that use the same accessor for a member. others: indices among all
 * primitives, sorted. */
void data_relate(const struct data *data, struct finding *finding, const size_t *others, size_t count,
                 const char *member);

/* Adds the position of a vertex of a mesh in the world as x, y and z in metres, for drawings. position: in the mesh.
 * Adds nothing if it is unknown. */
void data_locate(const struct data *data, struct finding *finding, size_t mesh, struct vec3 position);

/* Computes the transform of a mesh's vertices to the world, by the first node in the scene that has the mesh; returns
 * false if it is unknown. */
bool data_mesh_matrix(const struct data *data, size_t mesh, struct mat34 *out);

/* Returns the diagonal of the box around all positions of a mesh, in its units; 0 if they are unusable. */
double data_diagonal(const struct data *data, const struct mesh *mesh);

/* Returns what a vertex of a mesh must move at least to move at all, in units of the mesh; see CHECK_NOISE. */
double data_noise(const struct data *data, size_t mesh);

/* Reads the position of a vertex in its mesh by its number; returns false if it can't be read separately. */
bool data_vertex(const struct data *data, size_t primitive, uint64_t vertex, struct vec3 *out);

/* Begins to read the first set of joints and weights of a primitive; returns false if they can't be read. */
bool data_begin_pairs(const struct data *data, size_t primitive, struct sweep_walk walks[2]);

/* Returns the next of these joints and weights, of the same vertices; false at their end. */
bool data_next_pairs(struct sweep_walk walks[2], struct sweep_window windows[2]);

/* Calls data_locate() for a vertex by its number. */
void data_locate_vertex(const struct data *data, struct finding *finding, size_t primitive, uint64_t vertex);

/* ---- the rules, in their order ---- */

void data_check_vertices(struct data *data);
void data_check_triangles(struct data *data);
void data_check_targets(struct data *data);
void data_check_sides(struct data *data);
void data_check_followers(struct data *data);
void data_check_weights(struct data *data);
void data_check_binds(struct data *data);
void data_check_placement(struct data *data);
void data_check_soles(struct data *data);
void data_check_wardrobe(struct data *data);

/* Reports joints that no vertex follows. */
void data_check_followed(struct data *data);

/* Reads the matrices of the skins, and reports mistakes in their last rows. */
void data_read_binds(struct data *data);

#endif
