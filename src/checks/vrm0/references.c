/*
 * VRM 0.x: lists that are missing or empty, and indices that lead nowhere or stand twice. Catalogue section 2.8.
 *
 * Values of a wrong type, and numbers that aren't whole or overflow, are the schema's to find: nothing is said of them
 * here.
 */
#include <math.h>

#include "base/pointer.h"
#include "checks/vrm0/places.h"
#include "gltf/expect.h"

struct references {
    struct check *check;
    const struct vrm0 *vrm0;
    size_t node_count;
    size_t node_bound;  /* an index beyond leads nowhere: the count, or EXPECT_ANY where the list can't be read */
    size_t group_bound; /* the same of collider groups */
    bool *chosen;       /* per collider group: a bone group lists it */
    bool unsure;        /* some list of a bone group can't be read as it was meant, so that more may be chosen */
    size_t *stamps;     /* per collider group: the bone group that listed it last, plus 1 */
    size_t *first_seen; /* and its entry there */
    size_t *named;      /* per node: the first collider group on it, plus 1 */
};

/* ---- indices ---- */

/* A whole number that lies outside 0 to count - 1; its value goes to *out. */
static bool leads_nowhere(const json_t *value, size_t count, double *out)
{
    return tree_number(value, out) && floor(*out) == *out && fabs(*out) != TREE_OVERFLOW &&
           (*out < 0 || *out >= (double)count);
}

/* What is wrong with an index that leads nowhere: "5, but the file has only 5 nodes (0 to 4)". */
static const char *say_index(const struct check *check, double index, size_t count, const char *noun)
{
    if (index < 0) {
        return arena_printf(check->arena, "%.15g, but an index starts at 0", index);
    }
    if (count < 2) {
        return arena_printf(check->arena, "%.15g, but the file has %s %s", index, count == 0 ? "no" : "only 1", noun);
    }
    return arena_printf(check->arena, "%.15g, but the file has only %zu %ss (0 to %zu)", index, count, noun, count - 1);
}

static void measure_index(struct finding *finding, double index, size_t count)
{
    finding_measure(finding, "index", index);
    finding_measure(finding, "count", (double)count);
}

static void check_center(const struct references *references, const struct vrm0_group *group)
{
    struct check *check = references->check;
    const json_t *center = tree_get(group->json, "center");
    const char *name = name_bone_group(check->avatar, group->place);
    double index;
    if (center == NULL) {
        report_english(
            check->findings, RULE_VRM0_CENTER_MISSING, vrm0_group_pointer(check->arena, group->place, NULL),
            "%s has no center; some apps then take %s as the space to measure movement in, some none, and some "
            "stop: write -1 for none",
            name, references->node_count > 0 ? name_node(check->avatar, 0) : "node 0");
        return;
    }
    const char *pointer = vrm0_group_pointer(check->arena, group->place, "center");
    if (tree_is_null(center)) {
        report_english(check->findings, RULE_VRM0_CENTER_INVALID, pointer,
                       "%s: center is null, it must be the index of a node, or -1 for none: write -1", name);
    } else if (leads_nowhere(center, references->node_bound, &index) && index != -1) {
        struct finding *finding = report_english(check->findings, RULE_VRM0_CENTER_INVALID, pointer,
                                                 "%s: center is %s: write the node that was meant, or -1 for none",
                                                 name, say_index(check, index, references->node_count, "node"));
        measure_index(finding, index, references->node_count);
    }
}

static void check_bones(const struct references *references, const struct vrm0_group *group)
{
    struct check *check = references->check;
    const json_t *list = tree_get(group->json, "bones");
    for (size_t i = 0; i < group->root_count; i++) {
        double index;
        if (leads_nowhere(tree_at(list, i), references->node_bound, &index)) {
            struct finding *finding = report_english(
                check->findings, RULE_VRM0_UNRESOLVED_BONE, vrm0_root_pointer(check->arena, &group->roots[i]),
                "%s: entry %zu of bones is %s: write the root bone that was meant, or remove the entry",
                name_bone_group(check->avatar, group->place), i,
                say_index(check, index, references->node_count, "node"));
            measure_index(finding, index, references->node_count);
        }
    }
    /* joints of 1.0 in place of bones are an unknown property, which says what to do */
    bool absent = tree_get(group->json, "bones") == NULL;
    if ((absent && tree_get(group->json, "joints") == NULL) || (tree_is_array(list) && tree_count(list) == 0)) {
        report_english(
            check->findings, RULE_VRM0_EMPTY_BONES,
            vrm0_group_pointer(check->arena, group->place, absent ? NULL : "bones"),
            "%s names no root bones, so that it moves nothing: list its root bones in bones, or delete the group",
            name_bone_group(check->avatar, group->place));
    }
}

static void check_chosen(struct references *references, const struct vrm0_group *group)
{
    struct check *check = references->check;
    const json_t *list = tree_get(group->json, "colliderGroups");
    size_t there = references->vrm0->collider_group_count;
    const char *pointer = vrm0_group_pointer(check->arena, group->place, "colliderGroups");
    references->unsure = references->unsure || (list != NULL && !tree_is_array(list));
    for (size_t i = 0; tree_is_array(list) && i < tree_count(list); i++) {
        double value;
        size_t index;
        if (leads_nowhere(tree_at(list, i), references->group_bound, &value)) {
            struct finding *finding = report_english(
                check->findings, RULE_VRM0_UNRESOLVED_COLLIDER_GROUP, pointer_index(check->arena, pointer, i),
                "%s: entry %zu of colliderGroups is %s: write the collider group that was meant, or remove the "
                "entry",
                name_bone_group(check->avatar, group->place), i, say_index(check, value, there, "collider group"));
            measure_index(finding, value, there);
        }
        if (!tree_index(tree_at(list, i), there, &index)) {
            references->unsure = true;
            continue;
        }
        references->chosen[index] = true;
        if (references->stamps[index] != group->place + 1) {
            references->stamps[index] = group->place + 1;
            references->first_seen[index] = i;
            continue;
        }
        size_t first = references->first_seen[index];
        struct finding *finding = report_english(
            check->findings, RULE_VRM0_DUPLICATE_COLLIDER_GROUP_INDEX, pointer_index(check->arena, pointer, i),
            "%s: colliderGroups names %s twice, as entries %zu and %zu: remove the second",
            name_bone_group(check->avatar, group->place), vrm0_collider_group_within(check, index), first, i);
        finding_relate_english(finding, pointer_index(check->arena, pointer, first), "entry %zu", first);
    }
}

/* ---- collider groups ---- */

/* Whether the node of a collider group is there; says so when it isn't. */
static bool check_node(const struct references *references, const struct vrm0_collider_group *group)
{
    struct check *check = references->check;
    const json_t *node = tree_get(group->json, "node");
    double index;
    if (node == NULL) {
        report_english(
            check->findings, RULE_VRM0_COLLIDER_GROUP_NODE,
            vrm0_collider_group_pointer(check->arena, group->place, NULL),
            "Collider group %zu has no node; some apps then drop it and all groups after it, others the whole "
            "avatar: name the node that carries its spheres, or delete the group",
            group->place);
        return false;
    }
    if (!leads_nowhere(node, references->node_bound, &index)) {
        return true;
    }
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_COLLIDER_GROUP_NODE, vrm0_collider_group_pointer(check->arena, group->place, "node"),
        "Collider group %zu: node is %s; some apps then drop the group and all groups after it, others the "
        "whole avatar: write the node that was meant, or delete the group",
        group->place, say_index(check, index, references->node_count, "node"));
    measure_index(finding, index, references->node_count);
    return false;
}

static void check_content(const struct references *references, const struct vrm0_collider_group *group)
{
    struct check *check = references->check;
    const json_t *list = tree_get(group->json, "colliders");
    bool chosen = references->chosen[group->place];
    if (list == NULL || (tree_is_array(list) && tree_count(list) == 0)) {
        struct finding *finding = report_english(
            check->findings, RULE_VRM0_EMPTY_COLLIDER_GROUP,
            vrm0_collider_group_pointer(check->arena, group->place, list == NULL ? NULL : "colliders"),
            "%s holds no spheres, %s: give it a collider, or delete the group%s",
            name_vrm0_collider_group(check->avatar, group->place),
            chosen ? "so that the bone groups that list it hit nothing there" : "and no bone group lists it",
            chosen ? " and its index in the lists" : "");
        if (!chosen) {
            finding_severity(finding, VRMLINT_INFO);
        }
    } else if (!chosen && !references->unsure) {
        report_english(
            check->findings, RULE_VRM0_COLLIDER_GROUP_UNUSED,
            vrm0_collider_group_pointer(check->arena, group->place, NULL),
            "%s is listed by no bone group, so that nothing ever hits it: list it in colliderGroups of the bones "
            "that should, or delete it",
            name_vrm0_collider_group(check->avatar, group->place));
    }
}

static void check_same_node(const struct references *references, const struct vrm0_collider_group *group)
{
    struct check *check = references->check;
    if (group->node == SCENE_NONE) {
        return;
    }
    size_t *first = &references->named[group->node];
    if (*first == 0) {
        *first = group->place + 1;
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_TWO_GROUPS_ONE_NODE, vrm0_collider_group_pointer(check->arena, group->place, "node"),
        "%s is on the same node as %s: put their spheres into one group, unless bone "
        "groups choose between them",
        name_vrm0_collider_group(check->avatar, group->place), vrm0_collider_group_within(check, *first - 1));
    finding_relate_english(finding, vrm0_collider_group_pointer(check->arena, *first - 1, "node"), "%s",
                           name_vrm0_collider_group(check->avatar, *first - 1));
}

static void check_keys(struct check *check)
{
    const json_t *extension = document_tree(check->avatar->document, VRM0_POINTER);
    bool bones_missing = tree_get(extension, "boneGroups") == NULL;
    bool colliders_missing = tree_get(extension, "colliderGroups") == NULL;
    if (bones_missing || colliders_missing) {
        report_english(check->findings, RULE_VRM0_MISSING_GROUPS_KEY, VRM0_POINTER,
                       "secondaryAnimation has no %s; apps that convert the file to VRM 1.0 stop there: add %s",
                       !bones_missing       ? "colliderGroups"
                       : !colliders_missing ? "boneGroups"
                                            : "boneGroups and no colliderGroups",
                       bones_missing && colliders_missing ? "both, as empty lists if there are none"
                                                          : "it, as an empty list if there are none");
    }
}

void check_vrm0_references(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    if (!vrm0->present) {
        return;
    }
    check_keys(check);
    const json_t *bone_groups = document_tree(check->avatar->document, VRM0_POINTER "/boneGroups");
    size_t count = vrm0->collider_group_count;
    struct references references = {
        .check = check,
        .vrm0 = vrm0,
        .node_count = check->avatar->scene->count,
        .node_bound = check->avatar->scene->bound,
        .group_bound = expect_bound(document_tree(check->avatar->document, VRM0_POINTER "/colliderGroups")),
        .chosen = arena_array(check->arena, count, sizeof(bool)),
        .stamps = arena_array(check->arena, count, sizeof(size_t)),
        .first_seen = arena_array(check->arena, count, sizeof(size_t)),
        .unsure = bone_groups != NULL && !tree_is_array(bone_groups),
    };
    for (size_t i = 0; i < vrm0->group_count; i++) {
        if (tree_is_object(vrm0->groups[i].json)) {
            check_center(&references, &vrm0->groups[i]);
            check_bones(&references, &vrm0->groups[i]);
            check_chosen(&references, &vrm0->groups[i]);
        } else {
            references.unsure = true;
        }
    }
    bool same_nodes = count > 1 && findings_want(check->findings, RULE_VRM0_TWO_GROUPS_ONE_NODE);
    if (same_nodes) {
        references.named = arena_array(check->arena, references.node_count, sizeof(size_t));
    }
    for (size_t i = 0; i < count; i++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[i];
        if (tree_is_object(group->json) && check_node(&references, group)) {
            check_content(&references, group);
            if (same_nodes) {
                check_same_node(&references, group);
            }
        }
    }
}
