/*
 * Members of the root and of nodes that are nearly rightly named: what they hold is lost without a word, springs and
 * all.
 */
#include <string.h>

#include "base/nearest.h"
#include "base/pointer.h"
#include "checks/checks.h"
#include "gltf/expect.h"

/* What glTF knows of a kind of object: first the names that something is lost with. */
struct known {
    size_t lossy;
    size_t count;
    const char *const *names;
};

static const char *const root_names[] = {
    "extensions", "animations",  "nodes",   "scenes",  "extensionsUsed", "extensionsRequired", "scene",  "accessors",
    "asset",      "bufferViews", "buffers", "cameras", "images",         "materials",          "meshes", "samplers",
    "skins",      "textures",    "extras",
};
static const char *const node_names[] = {
    "extensions", "children", "camera", "matrix",      "mesh",    "rotation",
    "scale",      "skin",     "name",   "translation", "weights", "extras",
};
static const struct known root_members = {4, sizeof root_names / sizeof *root_names, root_names};
static const struct known node_members = {2, sizeof node_names / sizeof *node_names, node_names};

enum { TYPING_ERROR = 2 /* letters that are off */ };

static bool is_known(const struct known *known, const char *name)
{
    size_t i = 0;
    while (i < known->count && (known->names[i][0] != name[0] || strcmp(known->names[i], name) != 0)) {
        i++;
    }
    return i < known->count;
}

/* The member that a name was meant for, and with which something is lost: NULL unless it isn't there. has() tells. */
static const char *meant(const struct known *known, const char *name, bool (*has)(const void *, const char *),
                         const void *object)
{
    if (is_known(known, name)) {
        return NULL;
    }
    struct nearest nearest = nearest_within(name, strlen(name), TYPING_ERROR);
    for (size_t i = 0; i < known->count; i++) {
        if (!has(object, known->names[i])) {
            nearest_offer(&nearest, known->names[i]);
        }
    }
    if (nearest.best.text == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < known->lossy; i++) {
        if (strcmp(known->names[i], nearest.best.text) == 0) {
            return known->names[i];
        }
    }
    return NULL;
}

static bool root_has(const void *document, const char *name)
{
    return document_has(document, name);
}

static bool node_has(const void *node, const char *name)
{
    return tree_get(node, name) != NULL;
}

static void check_root(struct check *check)
{
    struct document *document = check->avatar->document;
    for (size_t i = 0; i < document_members(document); i++) {
        const char *name = document_member(document, i, check->arena);
        const char *near = meant(&root_members, name, root_has, document);
        if (near != NULL) {
            report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT, place_at(pointer_key(check->arena, "", name)),
                   ARGUMENTS(TEXT("key", name), TEXT("meant", near)));
        }
    }
}

static void check_node(struct check *check, const json_t *node, size_t index)
{
    for (void *i = tree_first(node); i != NULL; i = tree_next(node, i)) {
        const char *near = meant(&node_members, tree_key(i), node_has, node);
        if (near != NULL) {
            const char *pointer = arena_printf(check->arena, "/nodes/%zu", index);
            report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__NODE,
                   place_at(pointer_key(check->arena, pointer, tree_key(i))),
                   ARGUMENTS(scene_name("node", check->avatar->scene, index), TEXT("key", tree_key(i)),
                             TEXT("meant", near)));
        }
    }
}

void check_misspelt_members(struct check *check)
{
    struct document *document = check->avatar->document;
    if (expect_document(document).quiet) {
        return;
    }
    check_root(check);
    const json_t *nodes = document_tree(document, "/nodes");
    for (size_t i = 0; i < tree_count(nodes); i++) {
        check_node(check, tree_at(nodes, i), i);
    }
}
