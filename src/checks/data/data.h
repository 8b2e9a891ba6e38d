/*
 * What accessors hold, while it is checked: what the files of this folder share. The sweep has read every accessor
 * once; the rules go by what it left, and walk an accessor again only for what takes two of them at a time, or to say
 * how many elements are at fault, once there are some.
 */
#ifndef VRMLINT_CHECKS_DATA_DATA_H
#define VRMLINT_CHECKS_DATA_DATA_H

#include "checks/checks.h"
#include "gltf/primitives.h"
#include "gltf/sweep.h"

/* A skin, as the vertices see it. */
struct bound_skin {
    const size_t *joints; /* nodes; SCENE_NONE where they don't resolve */
    size_t count;
    unsigned char *weighted;   /* per joint, and four more for none: a vertex follows it */
    const bool *outside;       /* per joint: it has nothing to do with the humanoid; NULL where none is so */
    const struct mat34 *binds; /* inverse bind matrices; NULL where they can't be used */
    bool used;                 /* by a node with a mesh whose weights have been seen */
    bool broken;               /* skin/bind-pose-broken, or its matrices have a fault of their own */
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

/* A mesh with a skin, as some node puts it together. */
struct skinned {
    size_t mesh;
    size_t skin;
    struct box joints; /* around those that a vertex of the mesh follows, at rest; empty until they are known */
    bool is_cut;       /* some aren't */
};

/* The humanoid, where there is one to compare with. */
struct body {
    bool present; /* has hips, and is 0.2 m or larger */
    size_t hips;
    bool carried;       /* they are above the rest of it */
    struct vec3 middle; /* of the box of the bones at rest */
    double size;        /* its longest side, metres */
};

/* Where an accessor is used first. */
enum use_kind { USE_NONE, USE_ATTRIBUTE, USE_TARGET, USE_INDICES, USE_BINDS, USE_KEYFRAMES };
struct use {
    enum use_kind kind;
    const char *attribute; /* "POSITION" */
    size_t owner;          /* the primitive, by its place among all; the skin */
    size_t target;
};

/* What visiting a node counts as, in bytes that are read in the same time. */
#define DATA_NODE_WORK 8

struct data {
    struct check *check;
    struct sweep *sweep;
    const struct primitives *primitives;
    struct bound_skin *skins;
    size_t skin_count;
    struct skinned *skinned; /* each pair once, by mesh */
    size_t skinned_count;
    struct body body;
    const bool *of_keyframes; /* per accessor: animation/... speaks of it */
    struct use *uses;         /* by accessor; NULL until somebody asks */
};

/* Fills skins and skinned, once primitives and the body are there. */
void data_read_skins(struct data *data);

/* ---- what the rules ask ---- */

/* An accessor that was read whole, holds numbers alone and has so many components; index may be PRIMITIVES_NONE. */
const struct accessor *data_accessor(const struct data *data, size_t index, size_t components);

/* The same for a walk over all of it: it may be read by that. Whoever walks it asks data_accessor() afterwards. */
const struct accessor *data_accessor_to_walk(const struct data *data, size_t index, size_t components);

/* The same of floats, or, where KHR_mesh_quantization allows them, normalised integers. */
const struct accessor *data_vector(const struct data *data, size_t index, size_t components);

const struct sweep_facts *data_facts(const struct data *data, size_t index);

/* The first of the pairs of a mesh, and how many there are. */
const struct skinned *data_skins_of(const struct data *data, size_t mesh, size_t *count);

/* The place of a value in a primitive: "attributes/NORMAL". */
struct place data_place(const struct data *data, size_t primitive, const char *member);

/* "mesh 0 'Body'"; where it has several primitives, which of them, by its material. */
struct argument the_part(const char *as, const struct data *data, size_t primitive);
struct argument the_mesh(const char *as, const struct data *data, size_t mesh);
struct argument the_skin(const char *as, const struct data *data, size_t skin);

/* "morph target 3 'blink'". */
struct argument the_target(const char *as, const struct data *data, size_t mesh, size_t target);

/* Where an accessor is used first, and in words: "NORMAL of mesh 0 'Body'". */
const struct use *data_use(struct data *data, size_t accessor);
struct argument the_use(const char *as, struct data *data, size_t accessor);

/* What is counted: how many of how many elements, and which is the first. */
void data_measure(struct finding *finding, uint64_t count, uint64_t total, uint64_t first);

/* Relates the other primitives that name the same accessor for a member of theirs: at least one of them. others: their
 * places among all, in order. */
void data_relate(const struct data *data, struct finding *finding, const size_t *others, size_t count,
                 const char *member);

/* Says where in the world a vertex of a mesh is, for drawings: as x, y and z in metres. position: in the mesh. Nothing
 * where that can't be known. */
void data_locate(const struct data *data, struct finding *finding, size_t mesh, struct vec3 position);

/* What moves the vertices of a mesh into the scene, by the first node there that has it; false if that isn't known. */
bool data_mesh_matrix(const struct data *data, size_t mesh, struct mat34 *out);

/* The position of a vertex in its mesh, by its number; false if it can't be read by itself. */
bool data_vertex(const struct data *data, size_t primitive, uint64_t vertex, struct vec3 *out);

/* The same of a vertex, by its number. */
void data_locate_vertex(const struct data *data, struct finding *finding, size_t primitive, uint64_t vertex);

/* ---- the rules, in their order ---- */

void data_check_buffers(struct data *data);
void data_check_values(struct data *data);
void data_check_vertices(struct data *data);
void data_check_triangles(struct data *data);
void data_check_targets(struct data *data);
void data_check_sides(struct data *data);
void data_check_weights(struct data *data);
void data_check_binds(struct data *data);
void data_check_placement(struct data *data);

/* Joints that no vertex follows. */
void data_check_followed(struct data *data);

/* Reads the matrices of the skins, and reports what is wrong with their last rows. */
void data_read_binds(struct data *data);

#endif
