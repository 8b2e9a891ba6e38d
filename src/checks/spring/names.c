/* Checks names that some apps need. Both rules are opt-in. */
#include "checks/checks.h"
#include "checks/joint_map.h"
#include "checks/namesakes.h"
#include "ids/messages_springbone.h"
#include "ids/rules.h"

/* Collects the named joint nodes, each once, and reports those without a name. */
static size_t collect_joint_nodes(struct check *check, const struct joint_map *map, struct named *nodes)
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
            report(check->findings, MESSAGE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES__UNNAMED, place_node(node, NULL),
                   ARGUMENTS(COUNT("node", node), COUNT("joint", use->joint),
                             the_spring("spring", check->avatar, use->spring)));
        finding_relate(finding, RELATED_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES__JOINT,
                       place_joint(use->spring, use->joint, "node"), NO_ARGUMENTS);
    }
    return count;
}

/* Reports a joint node whose name an earlier node in the file has. */
static void report_namesake(struct check *check, const struct joint_use *use, size_t node, size_t first)
{
    struct finding *finding =
        report(check->findings, MESSAGE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES__DUPLICATE, place_node(node, "name"),
               ARGUMENTS(the_spring_joint("joint", check->avatar, use->spring, use->joint), COUNT("node", node),
                         COUNT("first", first)));
    finding_relate(finding, RELATED_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES__SAME_NAME, place_node(first, "name"),
                   NO_ARGUMENTS);
}

static void check_node_names(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    const struct joint_map *map = joint_map_new(check->arena, check->avatar->scene, springs);
    struct named *nodes = arena_array(check->arena, check->avatar->scene->count, sizeof *nodes);
    size_t count = collect_joint_nodes(check, map, nodes);
    named_sort(check->arena, nodes, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = named_end(nodes, count, first);
        for (size_t i = first + 1; i < end; i++) {
            report_namesake(check, &map->uses[map->begin[nodes[i].index]], nodes[i].index, nodes[first].index);
        }
    }
}

static void check_missing(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct tree *json = springs->springs[s].json;
        if (tree_is_object(json) && tree_get(json, "name") == NULL) {
            report(check->findings, MESSAGE_SPRINGBONE_NAMES_MISSING__SPRING, place_spring(s, NULL),
                   ARGUMENTS(COUNT("spring", s)));
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        const struct tree *json = springs->groups[g].json;
        if (tree_is_object(json) && tree_get(json, "name") == NULL) {
            report(check->findings, MESSAGE_SPRINGBONE_NAMES_MISSING__GROUP, place_group(g, NULL),
                   ARGUMENTS(COUNT("group", g)));
        }
    }
}

void check_spring_names(struct check *check)
{
    if (findings_want(check->findings, RULE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES)) {
        check_node_names(check);
    }
    if (findings_want(check->findings, RULE_SPRINGBONE_NAMES_MISSING)) {
        check_missing(check);
    }
}
