/* What meshes are made of: primitives, their attributes and morph targets, with the accessors that they name. Nothing
 * is reported here; an index that leads nowhere counts as none. glTF 2.0, section 3.7. */
#ifndef VRMLINT_GLTF_PRIMITIVES_H
#define VRMLINT_GLTF_PRIMITIVES_H

#include "gltf/document.h"

#define PRIMITIVES_NONE SIZE_MAX

enum primitive_mode { MODE_POINTS, MODE_TRIANGLES = 4, MODE_UNKNOWN = 7 };

/* JOINTS_n with WEIGHTS_n. */
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
    size_t place; /* in primitives */
    const struct tree *json;
    unsigned mode; /* MODE_UNKNOWN where it is none of glTF's */
    size_t indices;
    size_t material;
    size_t position;
    size_t normal;
    size_t tangent;
    size_t color;    /* COLOR_0 */
    size_t texcoord; /* TEXCOORD_0 */
    const struct vertex_set *sets;
    size_t set_count;
    bool sets_are_unequal; /* not as many WEIGHTS as JOINTS, or one of them is missing on the way */
    const struct target *targets;
    size_t target_count;
};

struct mesh {
    const struct tree *json;
    const char *name; /* NULL where there is none */
    size_t first;     /* in primitives */
    size_t count;
    bool targets_are_unequal; /* its primitives don't have the same number of targets */
};

struct primitives {
    const struct primitive *items; /* in the order of the file */
    size_t count;
    const struct mesh *meshes;
    size_t mesh_count;
};

/* In the document's arena. */
const struct primitives *primitives_read(struct document *document);

/* What a target of a mesh is called: extras.targetNames of the mesh or of its first primitive; NULL where nothing is.
 */
const char *primitives_target_name(const struct primitives *primitives, size_t mesh, size_t target);

#endif
