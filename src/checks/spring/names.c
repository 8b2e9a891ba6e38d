/* Names that some apps need. Both rules are opt-in. Catalogue section 2.3. */
#include "checks/joint_map.h"
#include "checks/namesakes.h"
#include "checks/spring/places.h"

/* Collects the joint nodes with a name, each once, and reports those without. */
static size_t collect(struct check *check, const struct joint_map *map, struct named_node *nodes)
{
    const struct scene *scene = check->avatar->scene;
    size_t count = 0;
    for (size_t node = 0; node < scene->count; node++) {
        if (!joint_map_has(map, node)) {
            continue;
        }
        const char *name = scene->nodes[node].name;
        if (name != NULL) {
            nodes[count++] = (struct named_node){name, node};
            continue;
        }
        const struct joint_use *use = &map->uses[map->begin[node]];
        struct finding *finding =
            report_english(check->findings, RULE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES,
                           arena_printf(check->arena, "/nodes/%zu", node),
                           "Node %zu is joint %zu of %s but has no name, by which some apps look bones up: name it",
                           node, use->joint, place_spring_within(check, use->spring));
        finding_relate_english(finding, pointer_joint(check, use->spring, use->joint, "node"), "the joint");
    }
    return count;
}

/* A joint node, and the first in the file that has its name. */
static void report_namesake(struct check *check, const struct joint_use *use, size_t node, size_t first)
{
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_UNNAMED_OR_DUPLICATE_NODE_NAMES,
        arena_printf(check->arena, "/nodes/%zu/name", node),
        "%s: its node %zu has the same name as node %zu, a joint too, and some apps look bones up by name: "
        "rename one of them",
        name_spring_joint(check->avatar, use->spring, use->joint), node, first);
    finding_relate_english(finding, arena_printf(check->arena, "/nodes/%zu/name", first), "the same name");
}

static void check_node_names(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    const struct joint_map *map = joint_map_new(check->arena, check->avatar->scene, springs);
    struct named_node *nodes = arena_array(check->arena, check->avatar->scene->count, sizeof *nodes);
    size_t count = collect(check, map, nodes);
    namesakes_sort(nodes, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = namesakes_end(nodes, count, first);
        for (size_t i = first + 1; i < end; i++) {
            report_namesake(check, &map->uses[map->begin[nodes[i].node]], nodes[i].node, nodes[first].node);
        }
    }
}

static void check_missing(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const json_t *json = springs->springs[s].json;
        if (tree_is_object(json) && tree_get(json, "name") == NULL) {
            report_english(check->findings, RULE_SPRINGBONE_NAMES_MISSING, pointer_spring(check, s, NULL),
                           "Spring %zu has no name, without which some apps don't load the file: name it", s);
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        const json_t *json = springs->groups[g].json;
        if (tree_is_object(json) && tree_get(json, "name") == NULL) {
            report_english(check->findings, RULE_SPRINGBONE_NAMES_MISSING,
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
