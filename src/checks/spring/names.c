/* Names that some apps need. Both rules are opt-in. Catalogue section 2.3. */
#include <stdlib.h>
#include <string.h>

#include "checks/joint_map.h"
#include "checks/spring/places.h"

struct named {
    const char *name;
    size_t node;
};

static int compare(const void *left, const void *right)
{
    const struct named *a = left;
    const struct named *b = right;
    int order = strcmp(a->name, b->name);
    if (order != 0) {
        return order;
    }
    return a->node < b->node ? -1 : a->node > b->node;
}

/* Collects the joint nodes with a name, each once, and reports those without. */
static size_t collect(struct check *check, const struct joint_map *map, struct named *nodes)
{
    const struct scene *scene = check->avatar->scene;
    size_t count = 0;
    for (size_t node = 0; node < scene->count; node++) {
        if (!joint_map_has(map, node)) {
            continue;
        }
        const char *name = scene->nodes[node].name;
        if (name != NULL) {
            nodes[count++] = (struct named){name, node};
            continue;
        }
        const struct joint_use *use = &map->uses[map->begin[node]];
        struct finding *finding =
            report(check->findings, RULE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES,
                   arena_printf(check->arena, "/nodes/%zu", node),
                   "Node %zu is joint %zu of %s but has no name, by which some apps look bones up: name it", node,
                   use->joint, place_spring_within(check, use->spring));
        finding_relate(finding, place_joint(check, use->spring, use->joint, "node"), "the joint");
    }
    return count;
}

static void check_node_names(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    const struct joint_map *map = joint_map_new(check->arena, check->avatar->scene, springs);
    struct named *nodes = arena_array(check->arena, check->avatar->scene->count, sizeof *nodes);
    size_t count = collect(check, map, nodes);
    if (count > 1) {
        qsort(nodes, count, sizeof *nodes, compare);
    }
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(nodes[first].name, nodes[i].name) != 0) {
            first = i;
            continue;
        }
        const struct joint_use *use = &map->uses[map->begin[nodes[i].node]];
        struct finding *finding =
            report(check->findings, RULE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES,
                   arena_printf(check->arena, "/nodes/%zu/name", nodes[i].node),
                   "%s: its node %zu has the same name as node %zu, a joint too, and some apps look bones up by name: "
                   "rename one of them",
                   name_spring_joint(check->avatar, use->spring, use->joint), nodes[i].node, nodes[first].node);
        finding_relate(finding, arena_printf(check->arena, "/nodes/%zu/name", nodes[first].node), "the same name");
    }
}

static void check_missing(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const json_t *json = springs->springs[s].json;
        if (tree_is_object(json) && tree_get(json, "name") == NULL) {
            report(check->findings, RULE_SPRINGBONE_NAMES_MISSING, place_spring(check, s, NULL),
                   "Spring %zu has no name, without which some apps don't load the file: name it", s);
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        const json_t *json = springs->groups[g].json;
        if (tree_is_object(json) && tree_get(json, "name") == NULL) {
            report(check->findings, RULE_SPRINGBONE_NAMES_MISSING,
                   arena_printf(check->arena, SPRINGS_POINTER "/colliderGroups/%zu", g),
                   "Collider group %zu has no name, without which some apps don't load the file: name it", g);
        }
    }
}

void check_spring_names(struct check *check)
{
    if (!check->avatar->springs->present) {
        return;
    }
    if (findings_want(check->findings, RULE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES)) {
        check_node_names(check);
    }
    if (findings_want(check->findings, RULE_SPRINGBONE_NAMES_MISSING)) {
        check_missing(check);
    }
}
