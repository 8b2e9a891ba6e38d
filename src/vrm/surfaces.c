#include "vrm/surfaces.h"

static size_t targets_of(const struct tree *mesh, size_t *most)
{
    const struct tree *primitives = tree_get(mesh, "primitives");
    size_t count = tree_length(primitives);
    size_t least = SIZE_MAX;
    *most = count == 0 ? SIZE_MAX : 0;
    for (size_t i = 0; i < count; i++) {
        const struct tree *targets = tree_get(tree_at(primitives, i), "targets");
        if (!tree_is_object(tree_at(primitives, i)) || (targets != NULL && !tree_is_array(targets))) {
            *most = SIZE_MAX;
            return SIZE_MAX;
        }
        size_t found = targets == NULL ? 0 : tree_count(targets);
        least = found < least ? found : least;
        *most = found > *most ? found : *most;
    }
    return least;
}

/* Marks the materials of a mesh as used. */
static void mark_materials(struct surfaces *surfaces, const struct surface_mesh *mesh)
{
    const struct tree *primitives = tree_get(mesh->json, "primitives");
    size_t count = tree_length(primitives);
    for (size_t i = 0; i < count; i++) {
        size_t material;
        if (tree_index(tree_get(tree_at(primitives, i), "material"), surfaces->material_count, &material)) {
            surfaces->materials[material].used = true;
        }
    }
}

struct surfaces *surfaces_read(struct document *document, const struct scene *scene)
{
    struct surfaces *surfaces = arena_alloc(document->arena, sizeof *surfaces);
    const struct tree *meshes = document_tree(document, "/meshes");
    const struct tree *materials = document_tree(document, "/materials");
    surfaces->mesh_count = tree_length(meshes);
    surfaces->meshes = arena_array(document->arena, surfaces->mesh_count, sizeof *surfaces->meshes);
    for (size_t i = 0; i < surfaces->mesh_count; i++) {
        struct surface_mesh *mesh = &surfaces->meshes[i];
        mesh->json = tree_at(meshes, i);
        mesh->targets = targets_of(mesh->json, &mesh->most);
    }
    surfaces->material_count = tree_length(materials);
    surfaces->materials = arena_array(document->arena, surfaces->material_count, sizeof *surfaces->materials);
    for (size_t i = 0; i < surfaces->material_count; i++) {
        const struct tree *json = tree_at(materials, i);
        surfaces->materials[i].json = json;
        surfaces->materials[i].kind = tree_extension(json, "VRMC_materials_mtoon") != NULL  ? MATERIAL_MTOON
                                      : tree_extension(json, "KHR_materials_unlit") != NULL ? MATERIAL_UNLIT
                                                                                            : MATERIAL_PBR;
    }
    /* Each mesh is processed once, however many nodes show it. */
    bool *done = arena_array(document->arena, surfaces->mesh_count, sizeof *done);
    for (size_t node = 0; node < scene->count; node++) {
        size_t mesh = scene->nodes[node].mesh;
        if (scene->nodes[node].in_scene && mesh < surfaces->mesh_count && !done[mesh]) {
            done[mesh] = true;
            mark_materials(surfaces, &surfaces->meshes[mesh]);
        }
    }
    return surfaces;
}

const char *surfaces_target_name(const struct tree *mesh, size_t target)
{
    const struct tree *names = tree_get(tree_get(mesh, "extras"), "targetNames");
    if (names == NULL) {
        names = tree_get(tree_get(tree_at(tree_get(mesh, "primitives"), 0), "extras"), "targetNames");
    }
    return tree_text(tree_at(names, target), NULL);
}
