#include "gltf/scene.h"
#include "ids/messages_words.h"

bool scene_usable(const struct scene *scene, size_t index)
{
    return index < scene->count && scene->nodes[index].usable;
}

size_t scene_node_at(const struct scene *scene, const struct tree *index)
{
    size_t node;
    return tree_index(index, scene->count, &node) ? node : SCENE_NONE;
}

size_t scene_resolve(const struct scene *scene, const struct tree *index)
{
    size_t node = scene_node_at(scene, index);
    return scene_usable(scene, node) ? node : SCENE_NONE;
}

size_t scene_topmost(const struct scene *scene, size_t index)
{
    while (scene->nodes[index].parent != SCENE_NONE) {
        index = scene->nodes[index].parent;
    }
    return index;
}

size_t scene_turned_by(const struct scene *scene, size_t index, double least)
{
    size_t found = SCENE_NONE;
    for (; index != SCENE_NONE; index = scene->nodes[index].parent) {
        struct mat34 local = scene_local(&scene->nodes[index]);
        struct vec3 ahead = mat34_column(&local, 2);
        found = atan2(fabs(ahead.x), ahead.z) > least ? index : found;
    }
    return found;
}

bool scene_lacks_mesh(const struct scene_node *node)
{
    return tree_get(node->json, "mesh") == NULL && tree_get(node->json, "skin") == NULL;
}

bool scene_is_above(const struct scene *scene, size_t a, size_t b)
{
    return a != b && scene_is_above_or_same(scene, a, b);
}

bool scene_is_above_or_same(const struct scene *scene, size_t a, size_t b)
{
    return scene_usable(scene, a) && scene_usable(scene, b) && scene->nodes[a].enter <= scene->nodes[b].enter &&
           scene->nodes[b].enter < scene->nodes[a].leave;
}

struct vec3 scene_position(const struct scene *scene, size_t index)
{
    return mat34_translation(&scene->nodes[index].world);
}

/* enter is a node's index in pre-order over all nodes. */
const size_t *scene_order(struct arena *arena, const struct scene *scene, size_t *count)
{
    size_t *order = arena_array(arena, scene->count, sizeof *order);
    for (size_t i = 0; i < scene->count; i++) {
        order[scene->nodes[i].enter] = i;
    }
    *count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[order[i]].usable) {
            order[(*count)++] = order[i];
        }
    }
    return order;
}

/* marked: NULL for the roots. */
static size_t *find_above(struct arena *arena, const struct scene *scene, const bool *marked)
{
    size_t *found = arena_array(arena, scene->count, sizeof *found);
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < scene->count; i++) {
        found[i] = SCENE_NONE;
    }
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        bool is_it = marked == NULL ? parent == SCENE_NONE : marked[node];
        found[node] = is_it ? node : parent == SCENE_NONE ? SCENE_NONE : found[parent];
    }
    arena_discard(arena, order);
    return found;
}

size_t *scene_nearest(struct arena *arena, const struct scene *scene, const bool *marked)
{
    return find_above(arena, scene, marked);
}

size_t *scene_tops(struct arena *arena, const struct scene *scene)
{
    return find_above(arena, scene, NULL);
}

struct argument the_thing(const char *as, enum message words, size_t index, const char *name)
{
    struct argument argument = WORD(as, words);
    argument.as.said.index[0] = index;
    argument.as.said.names[0] = name == NULL || *name == '\0' ? NULL : name;
    return argument;
}

struct argument scene_name(const char *as, const struct scene *scene, size_t index)
{
    const char *name = index < scene->count ? scene->nodes[index].name : NULL;
    return the_thing(as, name == NULL ? WORDS_NODE_UNNAMED : WORDS_NODE, index, name);
}

struct argument scene_heading(const char *as, const struct scene *scene, size_t index)
{
    return the_thing(as, WORDS_NODE_HEADING, index, scene->nodes[index].name);
}
