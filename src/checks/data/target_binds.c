#include "checks/data/target_binds.h"

#include "base/sort.h"

static void add_bind(const struct data *data, struct target_binds *binds, const struct tree *mesh,
                     const struct tree *target, const char *expression)
{
    struct target_bind bind = {.expression = expression, .order = binds->count};
    if (tree_index(mesh, data->primitives->mesh_count, &bind.mesh) && tree_index(target, SIZE_MAX, &bind.target)) {
        binds->items = arena_grow(data->check->arena, binds->items, binds->count, &binds->capacity, sizeof bind);
        binds->items[binds->count++] = bind;
    }
}

static void read_expressions(const struct data *data, struct target_binds *binds, const char *pointer)
{
    const struct scene *scene = data->check->avatar->scene;
    const struct tree *list = document_tree(data->check->avatar->document, pointer);
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        const struct tree *bound = tree_get(tree_value(i), "morphTargetBinds");
        for (size_t k = 0; k < tree_length(bound); k++) {
            size_t node = scene_resolve(scene, tree_get(tree_at(bound, k), "node"));
            if (node != SCENE_NONE) {
                add_bind(data, binds, tree_get(scene->nodes[node].json, "mesh"), tree_get(tree_at(bound, k), "index"),
                         tree_key(i));
            }
        }
    }
}

static void read_groups(const struct data *data, struct target_binds *binds)
{
    const struct tree *list =
        document_tree(data->check->avatar->document, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    for (size_t i = 0; i < tree_length(list); i++) {
        const struct tree *group = tree_at(list, i);
        const struct tree *bound = tree_get(group, "binds");
        const char *name = tree_text(tree_get(group, "name"), NULL);
        for (size_t k = 0; k < tree_length(bound); k++) {
            add_bind(data, binds, tree_get(tree_at(bound, k), "mesh"), tree_get(tree_at(bound, k), "index"), name);
        }
    }
}

const struct target_bind *target_bind_of(const struct data *data, struct target_binds *binds, size_t mesh,
                                         size_t target)
{
    size_t at;
    if (!binds->read) {
        binds->read = true;
        read_expressions(data, binds, "/extensions/VRMC_vrm/expressions/preset");
        read_expressions(data, binds, "/extensions/VRMC_vrm/expressions/custom");
        read_groups(data, binds);
        sort_array(data->check->arena, binds->items, binds->count, sizeof *binds->items, sort_by_three);
    }
    SORT_SEARCH(at, 0, binds->count,
                binds->items[at].mesh < mesh || (binds->items[at].mesh == mesh && binds->items[at].target < target));
    bool found = at < binds->count && binds->items[at].mesh == mesh && binds->items[at].target == target;
    return found ? &binds->items[at] : NULL;
}
