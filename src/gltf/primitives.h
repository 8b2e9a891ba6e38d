/* Meshes: their primitives, attributes and morph targets, with the accessors that they refer to. Reports nothing; an
 * index out of range counts as absent. glTF 2.0, section 3.7. */
#ifndef VRMLINT_GLTF_PRIMITIVES_H
#define VRMLINT_GLTF_PRIMITIVES_H

#include "gltf/document.h"

#define PRIMITIVES_NONE SIZE_MAX

enum primitive_mode { MODE_POINTS, MODE_TRIANGLES = 4, MODE_UNKNOWN = 7 };

/* JOINTS_n and WEIGHTS_n. */
struct vertex_set {
    size_t joints; /* accessors */
    size_t weights;
};

/* The accessors of one morph target. */
struct target {
    size_t position;
    size_t normal;
    size_t tangent;
};

struct primitive {
    size_t mesh;
    size_t place; /* index in the mesh's primitives */
    const struct tree *json;
    unsigned mode; /* MODE_UNKNOWN if it isn't one of glTF's */
    size_t indices;
    size_t material;
    size_t position;
    size_t normal;
    size_t tangent;
    size_t color;    /* COLOR_0 */
    size_t texcoord; /* TEXCOORD_0 */
    const struct vertex_set *sets;
    size_t set_count;
    bool sets_are_unequal; /* the numbers of JOINTS and WEIGHTS differ, or an accessor is missing */
    const struct target *targets;
    size_t target_count;
};

struct mesh {
    const struct tree *json;
    const char *name; /* NULL if absent */
    size_t first;     /* index of its first primitive in primitives->items */
    size_t count;
    bool targets_are_unequal; /* the primitives don't have the same number of targets */
};

struct primitives {
    const struct primitive *items; /* in the order of the file */
    size_t count;
    const struct mesh *meshes;
    size_t mesh_count;
};

/* Reads all meshes, in the document's arena. */
const struct primitives *primitives_read(struct document *document);

/* Returns the name of a morph target: from extras.targetNames of the mesh or of its first primitive; NULL if absent. */
const char *primitives_target_name(const struct primitives *primitives, size_t mesh, size_t target);

#endif
