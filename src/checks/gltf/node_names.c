/*
 * Simulates the names that UniVRM gives to nodes whose name an earlier node has: for a leaf the parent's name and its
 * own, otherwise the name with a number, which counts through the whole file. UniVRM gives up after 100 numbers that
 * are taken. Follows ForceTransformUniqueName of UniVRM 0.131.1 step by step.
 */
#include <string.h>

#include "base/os.h"
#include "base/text_map.h"
#include "checks/checks.h"
#include "checks/univrm.h"
#include "ids/messages_gltf.h"

enum { TRIES = 100, LONGEST_PARENT = 1000 };

struct names {
    struct arena *arena;
    const struct scene *scene;
    struct text_map taken;
    const char **now; /* per node: its current name, or NULL */
    bool no_name;     /* a node without a name has been seen */
    unsigned counter;
};

static bool is_taken(const struct names *names, const char *name)
{
    return text_map_get(&names->taken, name) != NULL;
}

static void set_node_name(struct names *names, size_t node, const char *name)
{
    static char mark;
    names->now[node] = name;
    text_map_set(&names->taken, name, &mark);
}

/* Takes the name unchanged if it is free. */
static bool take_own(struct names *names, size_t node)
{
    const char *name = names->now[node];
    if (name == NULL) {
        bool free = !names->no_name;
        names->no_name = true;
        return free;
    }
    if (is_taken(names, name)) {
        return false;
    }
    set_node_name(names, node, name);
    return true;
}

/* Takes the parent's name and the name of a leaf, if that is free. A very long name of a parent is skipped, because
 * it would be copied for all its children. */
static bool take_behind_parent(struct names *names, size_t node)
{
    const struct scene *scene = names->scene;
    size_t parent = scene->nodes[node].parent;
    if (parent == SCENE_NONE || tree_count(tree_get(scene->nodes[node].json, "children")) > 0) {
        return false;
    }
    const char *above = names->now[parent] == NULL ? "" : names->now[parent];
    const char *own = names->now[node] == NULL ? "" : names->now[node];
    if (strlen(above) > LONGEST_PARENT) {
        return false;
    }
    const char *name = arena_printf(names->arena, "%s-%s", above, own);
    if (is_taken(names, name)) {
        return false;
    }
    set_node_name(names, node, name);
    return true;
}

/* Takes the first numbered name that is free. *last is the last one tried. */
static bool take_numbered(struct names *names, size_t node, const char **last)
{
    const char *own = names->now[node] == NULL ? "" : names->now[node];
    for (int i = 0; i < TRIES; i++) {
        *last = arena_printf(names->arena, "%s%u", own, names->counter++);
        if (!is_taken(names, *last)) {
            set_node_name(names, node, *last);
            return true;
        }
    }
    return false;
}

void check_free_names(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct scene *scene = check->avatar->scene;
    bool is_renamed = univrm_reads_vrm0(document) || univrm_reads_vrm1(document);
    if (!is_renamed || scene->count <= TRIES) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    struct names names = {.arena = room,
                          .scene = scene,
                          .taken = {.arena = room, .seed = os_random()},
                          .now = arena_array(room, scene->count, sizeof(const char *)),
                          .counter = 1};
    for (size_t i = 0; i < scene->count; i++) {
        names.now[i] = tree_text(tree_get(scene->nodes[i].json, "name"), NULL);
    }
    const char *last = NULL;
    for (size_t i = 0; i < scene->count; i++) {
        if (!take_own(&names, i) && !take_behind_parent(&names, i) && !take_numbered(&names, i, &last)) {
            report(check->findings, MESSAGE_GLTF_NAMES_RUN_OUT__DEFAULT, place_node(i, NULL),
                   ARGUMENTS(the_node("node", check->avatar, i), TEXT("last", last)));
            break;
        }
    }
    arena_close(room);
}
