/* Reads the skins of a file as their vertices use them, and the meshes that nodes combine with them. */
#include "base/sort.h"
#include "checks/data/data.h"

/* Returns, per joint, whether it is neither the hips nor below nor above them; NULL if there is no such joint. */
static const bool *read_outside(const struct data *data, const struct bound_skin *skin)
{
    const struct scene *scene = data->check->avatar->scene;
    bool *outside = NULL;
    for (size_t i = 0; data->body.present && data->body.carried && i < skin->count; i++) {
        size_t node = skin->joints[i];
        if (node == SCENE_NONE || !scene_usable(scene, node) || scene_is_above_or_same(scene, data->body.hips, node) ||
            scene_is_above_or_same(scene, node, data->body.hips)) {
            continue;
        }
        outside = outside == NULL ? arena_array(data->check->arena, skin->count, sizeof *outside) : outside;
        outside[i] = true;
    }
    return outside;
}

static void read_skins(struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    const struct tree *json = document_tree(data->check->avatar->document, "/skins");
    struct arena *arena = data->check->arena;
    data->skin_count = tree_length(json);
    data->skins = arena_array(arena, data->skin_count, sizeof *data->skins);
    for (size_t i = 0; i < data->skin_count; i++) {
        struct bound_skin *skin = &data->skins[i];
        const struct tree *joints = tree_get(tree_at(json, i), "joints");
        skin->count = tree_length(joints);
        size_t *nodes = arena_array(arena, skin->count, sizeof *nodes);
        for (size_t k = 0; k < skin->count; k++) {
            nodes[k] = scene_resolve(scene, tree_at(joints, k));
        }
        skin->joints = nodes;
        skin->weighted = arena_array(arena, skin->count + 4, sizeof *skin->weighted);
        skin->outside = read_outside(data, skin);
    }
}

/* Whether a node has a mesh with a skin. Skins without joints are reported elsewhere. */
static bool is_skinned(const struct data *data, const struct scene_node *node)
{
    return node->mesh < data->primitives->mesh_count && node->skin < data->skin_count &&
           data->skins[node->skin].count > 0;
}

static void read_skinned(struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        count += is_skinned(data, &scene->nodes[i]);
    }
    struct skinned *pairs = arena_array(data->check->arena, count, sizeof *pairs);
    count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        if (is_skinned(data, node)) {
            pairs[count++] = (struct skinned){node->mesh, node->skin, box_empty, false};
        }
    }
    sort_array(data->check->arena, pairs, count, sizeof *pairs, sort_by_two);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || sort_by_two(&pairs[i - 1], &pairs[i]) != 0) {
            pairs[data->skinned_count++] = pairs[i];
        }
    }
    data->skinned = pairs;
}

void data_read_skins(struct data *data)
{
    read_skins(data);
    read_skinned(data);
}

const struct skinned *data_skins_of(const struct data *data, size_t mesh, size_t *count)
{
    size_t begin;
    size_t end;
    SORT_SEARCH(begin, 0, data->skinned_count, data->skinned[begin].mesh < mesh);
    SORT_SEARCH(end, begin, data->skinned_count, data->skinned[end].mesh == mesh);
    *count = end - begin;
    return data->skinned + begin;
}
