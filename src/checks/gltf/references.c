/* Collects the references to nodes by index in a file. */
#include "checks/gltf/references.h"

#include "base/pointer.h"
#include "gltf/json.h"
#include "vrm/avatar.h"

struct references {
    const struct avatar *avatar;
    struct arena *arena;
    size_t bound; /* of valid indices */
    struct node_reference *list;
    size_t count;
    size_t room;
};

static void add_reference(struct references *references, const char *pointer, size_t node)
{
    references->list =
        arena_grow(references->arena, references->list, references->count, &references->room, sizeof *references->list);
    references->list[references->count++] = (struct node_reference){pointer, node};
}

static void add_keyed_reference(struct references *references, const struct tree *owner, const char *pointer,
                                const char *key)
{
    const struct tree *value = tree_get(owner, key);
    size_t node;
    if (tree_index(value, references->bound, &node)) {
        add_reference(references, pointer_key(references->arena, pointer, key), node);
    }
}

/* Adds a member of each element of a list or object. */
static void add_each(struct references *references, const struct tree *list, const char *pointer, const char *key)
{
    for (size_t i = 0; i < tree_length(list); i++) {
        add_keyed_reference(references, tree_at(list, i), pointer_index(references->arena, pointer, i), key);
    }
    for (void *at = tree_first(list); at != NULL; at = tree_next(list, at)) {
        add_keyed_reference(references, tree_value(at), pointer_key(references->arena, pointer, tree_key(at)), key);
    }
}

/* Adds the elements of a list of indices. */
static void add_elements(struct references *references, const struct tree *owner, const char *pointer, const char *key)
{
    const struct tree *list = tree_get(owner, key);
    const char *in = tree_is_array(list) ? pointer_key(references->arena, pointer, key) : NULL;
    for (size_t i = 0; i < tree_length(list); i++) {
        size_t node;
        if (tree_index(tree_at(list, i), references->bound, &node)) {
            add_reference(references, pointer_index(references->arena, in, i), node);
        }
    }
}

static void add_list(struct references *references, const char *pointer, const char *key)
{
    add_each(references, document_tree(references->avatar->document, pointer), pointer, key);
}

static void add_expressions(struct references *references, const char *pointer)
{
    const struct tree *list = document_tree(references->avatar->document, pointer);
    for (void *at = tree_first(list); at != NULL; at = tree_next(list, at)) {
        const char *expression = pointer_key(references->arena, pointer, tree_key(at));
        const struct tree *moves =
            tree_get(tree_get(tree_value(at), "extensions"), "VRMC_vrm_expressions_node_transform");
        add_each(references, tree_get(tree_value(at), "morphTargetBinds"),
                 pointer_key(references->arena, expression, "morphTargetBinds"), "node");
        add_each(references, tree_get(moves, "nodeTransformBinds"),
                 arena_printf(references->arena, "%s/extensions/VRMC_vrm_expressions_node_transform/nodeTransformBinds",
                              expression),
                 "node");
    }
}

static void add_springs(struct references *references)
{
    static const char pointer[] = SPRINGS_POINTER "/springs";
    const struct tree *list = document_tree(references->avatar->document, pointer);
    for (size_t s = 0; s < tree_length(list); s++) {
        const char *spring = pointer_index(references->arena, pointer, s);
        add_keyed_reference(references, tree_at(list, s), spring, "center");
        add_each(references, tree_get(tree_at(list, s), "joints"), pointer_key(references->arena, spring, "joints"),
                 "node");
    }
}

static void add_constraints(struct references *references)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    const struct scene *scene = references->avatar->scene;
    for (size_t n = 0; n < scene->count; n++) {
        const struct tree *extension = tree_get(tree_get(scene->nodes[n].json, "extensions"), "VRMC_node_constraint");
        for (size_t k = 0; extension != NULL && k < sizeof kinds / sizeof *kinds; k++) {
            const struct tree *owner = tree_get(tree_get(extension, "constraint"), kinds[k]);
            if (owner != NULL) {
                add_keyed_reference(references, owner,
                                    arena_printf(references->arena,
                                                 "/nodes/%zu/extensions/VRMC_node_constraint/constraint/%s", n,
                                                 kinds[k]),
                                    "source");
            }
        }
    }
}

static void add_vrm0(struct references *references)
{
    static const char groups[] = "/extensions/VRM/secondaryAnimation/boneGroups";
    struct document *document = references->avatar->document;
    const struct tree *list = document_tree(document, groups);
    add_list(references, "/extensions/VRM/humanoid/humanBones", "node");
    add_keyed_reference(references, document_tree(document, "/extensions/VRM/firstPerson"),
                        "/extensions/VRM/firstPerson", "firstPersonBone");
    add_list(references, "/extensions/VRM/secondaryAnimation/colliderGroups", "node");
    for (size_t g = 0; g < tree_length(list); g++) {
        const char *group = pointer_index(references->arena, groups, g);
        add_keyed_reference(references, tree_at(list, g), group, "center");
        add_elements(references, tree_at(list, g), group, "bones");
    }
}

static void add_animation(struct references *references)
{
    add_list(references, VRMA_POINTER "/humanoid/humanBones", "node");
    add_list(references, VRMA_POINTER "/expressions/preset", "node");
    add_list(references, VRMA_POINTER "/expressions/custom", "node");
    add_keyed_reference(references, document_tree(references->avatar->document, VRMA_POINTER "/lookAt"),
                        VRMA_POINTER "/lookAt", "node");
}

/* Adds the references of core glTF. */
static void add_core(struct references *references)
{
    struct document *document = references->avatar->document;
    const struct tree *animations = document_tree(document, "/animations");
    const char *const lists[][2] = {{"/nodes", "children"}, {"/scenes", "nodes"}, {"/skins", "joints"}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const struct tree *list = document_tree(document, lists[k][0]);
        for (size_t i = 0; i < tree_length(list); i++) {
            add_elements(references, tree_at(list, i), pointer_index(references->arena, lists[k][0], i), lists[k][1]);
        }
    }
    add_list(references, "/skins", "skeleton");
    for (size_t i = 0; i < tree_length(animations); i++) {
        const struct tree *channels = tree_get(tree_at(animations, i), "channels");
        for (size_t c = 0; c < tree_length(channels); c++) {
            add_keyed_reference(references, tree_get(tree_at(channels, c), "target"),
                                arena_printf(references->arena, "/animations/%zu/channels/%zu/target", i, c), "node");
        }
    }
}

static void collect_references(struct references *references)
{
    add_list(references, "/extensions/VRMC_vrm/humanoid/humanBones", "node");
    add_list(references, "/extensions/VRMC_vrm/firstPerson/meshAnnotations", "node");
    add_expressions(references, "/extensions/VRMC_vrm/expressions/preset");
    add_expressions(references, "/extensions/VRMC_vrm/expressions/custom");
    add_list(references, SPRINGS_POINTER "/colliders", "node");
    add_springs(references);
    add_constraints(references);
    add_vrm0(references);
    add_animation(references);
}

struct node_reference *node_references(struct arena *arena, const struct avatar *avatar, size_t bound, bool with_core,
                                       size_t *count)
{
    struct references references = {.avatar = avatar, .arena = arena, .bound = bound};
    if (with_core) {
        add_core(&references);
    }
    collect_references(&references);
    *count = references.count;
    return references.list;
}
