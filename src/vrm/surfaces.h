/*
 * What expressions change: the morph targets of meshes, and materials. Only files with an avatar are asked for them,
 * so that nobody else's meshes are read.
 */
#ifndef VRMLINT_VRM_SURFACES_H
#define VRMLINT_VRM_SURFACES_H

#include "gltf/scene.h"

enum material_kind { MATERIAL_PBR, MATERIAL_UNLIT, MATERIAL_MTOON };

struct surface_mesh {
    const struct tree *json;
    size_t targets; /* the smallest number over its primitives: those that a bind can move */
    size_t most;    /* the largest; both are SIZE_MAX where a list can't be read, which has been reported */
};

struct surface_material {
    const struct tree *json;
    enum material_kind kind;
    bool used; /* by a primitive of a mesh on a node in the scene */
};

struct surfaces {
    struct surface_mesh *meshes;
    size_t mesh_count;
    struct surface_material *materials;
    size_t material_count;
};

/* Reads both lists; never NULL, in the document's arena. */
struct surfaces *surfaces_read(struct document *document, const struct scene *scene);

/* The name of a morph target by extras.targetNames of a mesh, or of its first primitive; NULL if it has none. */
const char *surfaces_target_name(const struct tree *mesh, size_t target);

#endif
