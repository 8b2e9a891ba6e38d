/* The targets of expressions: morph targets of meshes, and materials. Read only for files with an avatar, so that
 * meshes of other files aren't read. */
#ifndef VRMLINT_VRM_SURFACES_H
#define VRMLINT_VRM_SURFACES_H

#include "gltf/scene.h"

enum material_kind { MATERIAL_PBR, MATERIAL_UNLIT, MATERIAL_MTOON };

struct surface_mesh {
    const struct tree *json;
    size_t targets; /* the smallest number of its primitives' targets: those that a bind can move */
    size_t most;    /* the largest number; both are SIZE_MAX if a list can't be read, which is reported */
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

/* Returns the name of a morph target, from extras.targetNames of a mesh or of its first primitive; NULL if absent. */
const char *surfaces_target_name(const struct tree *mesh, size_t target);

#endif
