/*
 * VRM 0.x: which nodes sway, and what else they are. Catalogue section 2.8.
 *
 * Everything at or below a root sways, and roots may lie below each other. Whatever is about a node is therefore asked
 * of the outermost root above it alone, which keeps the work linear and one defect one finding.
 */
#include <stdlib.h>

#include "base/sort.h"
#include "checks/spring/places.h"
#include "checks/vrm0/places.h"

struct structure {
    struct check *check;
    const struct scene *scene;
    const struct vrm0 *vrm0;
};

/* ---- the center ---- */

static void check_center(const struct structure *structure, const struct vrm0_group *group)
{
    struct check *check = structure->check;
    const struct vrm0_root *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < group->root_count && group->center != SCENE_NONE; i++) {
        const struct vrm0_root *root = &group->roots[i];
        if (root->node != SCENE_NONE && !scene_is_above_or_same(structure->scene, group->center, root->node)) {
            first = count++ == 0 ? root : first;
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_CENTER_NOT_ANCESTOR, vrm0_group_pointer(check->arena, group->place, "center"),
        "%s: its center %s is not above its root %s%s; VRM 0.x allows that, but VRM 1.0 does not: before "
        "converting choose a node above all roots, or -1 for none",
        name_bone_group(check->avatar, group->place), name_node(check->avatar, group->center),
        name_node(check->avatar, first->node), vrm0_and_more(check, count, "root", "roots"));
    finding_measure(finding, "roots", (double)count);
    size_t related = 0;
    for (size_t i = first->place; finding != NULL && i < group->root_count && related < PLACES_RELATED_MAX; i++) {
        const struct vrm0_root *root = &group->roots[i];
        if (root->node != SCENE_NONE && !scene_is_above_or_same(structure->scene, group->center, root->node)) {
            finding_relate_english(finding, vrm0_root_pointer(check->arena, root), "root %s",
                                   name_node(check->avatar, root->node));
            related++;
        }
    }
}

/* ---- roots and other roots ---- */

static void report_duplicate(const struct structure *structure, const struct vrm0_root *root)
{
    struct check *check = structure->check;
    const struct vrm0_root *first = &structure->vrm0->roots[root->first];
    const char *pointer = vrm0_root_pointer(check->arena, root);
    const char *name = name_bone_group(check->avatar, root->group);
    const char *node = name_node(check->avatar, root->node);
    struct finding *finding;
    if (first->group == root->group) {
        finding =
            report_english(check->findings, RULE_VRM0_DUPLICATE_ROOT, pointer,
                           "%s names the root %s twice, as entries %zu and %zu of bones, so that its bones are pulled "
                           "twice as hard: remove the second",
                           name, node, first->place, root->place);
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    } else {
        finding =
            report_english(check->findings, RULE_VRM0_DUPLICATE_ROOT, pointer,
                           "%s shares the root %s with %s, so that its bones are pulled by both: remove it from one of "
                           "them",
                           name, node, vrm0_group_within(check, first->group));
    }
    finding_relate_english(finding, vrm0_root_pointer(check->arena, first), "the first one");
}

static void report_nested(const struct structure *structure, const struct vrm0_root *root)
{
    struct check *check = structure->check;
    const struct vrm0_root *above = &structure->vrm0->roots[root->above];
    bool same = above->group == root->group;
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_NESTED_ROOT, vrm0_root_pointer(check->arena, root),
        "%s lies below the root %s%s%s, which sways with everything below it already, so that these bones are "
        "moved more than once: %s",
        name_root(check->avatar, root), name_node(check->avatar, above->node), same ? "" : " of ",
        same ? "" : vrm0_group_within(check, above->group),
        same ? "remove it from bones" : "remove one of the two roots");
    if (same) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    }
    finding_relate_english(finding, vrm0_root_pointer(check->arena, above), "the root above, %s",
                           name_node(check->avatar, above->node));
}

/* A root that is listed twice is told of the other, and only the first is told of a root above. */
static void check_roots(const struct structure *structure)
{
    const struct vrm0 *vrm0 = structure->vrm0;
    for (size_t i = 0; i < vrm0->root_count; i++) {
        const struct vrm0_root *root = &vrm0->roots[i];
        if (root->node == SCENE_NONE) {
            continue;
        }
        if (root->first != i) {
            report_duplicate(structure, root);
        } else if (root->above != SCENE_NONE) {
            report_nested(structure, root);
        }
    }
}

/* ---- the humanoid ---- */

static bool is_worth_a_warning(const struct humanoid *humanoid, size_t bone)
{
    return bones[bone].class == BONE_BODY || (bones[bone].class == BONE_EYE && humanoid->look_at == LOOK_AT_BONE);
}

/* shaken: the humanoid bones at or below the root. */
static void report_humanoid(const struct structure *structure, const struct vrm0_root *root, const size_t *shaken,
                            size_t count)
{
    struct check *check = structure->check;
    bool severe = false;
    struct place_list list = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        severe = severe || is_worth_a_warning(structure->vrm0->humanoid, shaken[i]);
        place_list_add(&list, vrm0_bone_name(shaken[i]));
    }
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_ROOT_IS_HUMANOID, vrm0_root_pointer(check->arena, root),
        "%s: it sways with everything below it, the humanoid %s %s included, and overwrites whatever animation "
        "and tracking do there: %s",
        name_root(check->avatar, root), count == 1 ? "bone" : "bones", place_list_text(&list),
        severe       ? "choose as roots the first bones that should sway, with no humanoid bone at or below them"
        : count == 1 ? "fine if nothing else ever moves it, otherwise choose another root"
                     : "fine if nothing else ever moves them, otherwise choose other roots");
    if (!severe) {
        finding_severity(finding, VRMLINT_INFO);
    }
    finding_measure(finding, "bones", (double)count);
    for (size_t i = 0; i < count; i++) {
        finding_relate_english(finding,
                               arena_printf(check->arena, "/extensions/VRM/humanoid/humanBones/%zu/node",
                                            structure->vrm0->bone_places[shaken[i]]),
                               "humanoid bone %s", vrm0_bone_name(shaken[i]));
    }
}

static void check_humanoid(const struct structure *structure)
{
    const struct vrm0 *vrm0 = structure->vrm0;
    size_t roots[BONE_COUNT]; /* that move each bone; SCENE_NONE where none does, or it has been said */
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = vrm0->humanoid->nodes[bone];
        roots[bone] = node == SCENE_NONE ? SCENE_NONE : vrm0->moved_by[node];
    }
    for (size_t first = 0; first < BONE_COUNT; first++) {
        size_t root = roots[first];
        size_t shaken[BONE_COUNT];
        size_t count = 0;
        for (size_t bone = first; root != SCENE_NONE && bone < BONE_COUNT; bone++) {
            if (roots[bone] == root) {
                shaken[count++] = bone;
                roots[bone] = SCENE_NONE;
            }
        }
        if (count > 0) {
            report_humanoid(structure, &vrm0->roots[root], shaken, count);
        }
    }
}

/* ---- colliders on what sways ---- */

static bool has_spheres(const struct vrm0_collider_group *group)
{
    for (size_t i = 0; i < group->collider_count; i++) {
        if (tree_is_object(group->colliders[i].json)) {
            return true;
        }
    }
    return false;
}

/* A root of the bone group at hand, by where its subtree begins and ends. */
struct span_of_root {
    size_t enter;
    size_t leave;
    const struct vrm0_root *root;
};

static int compare_spans(const void *left, const void *right)
{
    const struct span_of_root *a = left;
    const struct span_of_root *b = right;
    return sort_then(sort_order(a->enter, b->enter), a->root->place, b->root->place);
}

/* The subtrees of a group's roots, in order, without those inside others. */
static struct span_of_root *spans_of(const struct structure *structure, const struct vrm0_group *group, size_t *count)
{
    struct span_of_root *spans = arena_array(structure->check->arena, group->root_count, sizeof *spans);
    size_t all = 0;
    for (size_t i = 0; i < group->root_count; i++) {
        const struct vrm0_root *root = &group->roots[i];
        if (root->node != SCENE_NONE) {
            const struct scene_node *node = &structure->scene->nodes[root->node];
            spans[all++] = (struct span_of_root){node->enter, node->leave, root};
        }
    }
    if (all > 1) {
        qsort(spans, all, sizeof *spans, compare_spans);
    }
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        if (*count == 0 || spans[i].enter >= spans[*count - 1].leave) {
            spans[(*count)++] = spans[i];
        }
    }
    return spans;
}

/* The root whose subtree holds a node, or NULL. */
static const struct vrm0_root *root_above(const struct span_of_root *spans, size_t count, size_t enter)
{
    size_t behind;
    SORT_SEARCH(behind, 0, count, spans[behind].enter <= enter);
    return behind > 0 && enter < spans[behind - 1].leave ? spans[behind - 1].root : NULL;
}

static void report_own_chain(const struct structure *structure, const struct vrm0_group *group, size_t entry,
                             const struct vrm0_collider_group *colliders, const struct vrm0_root *root)
{
    struct check *check = structure->check;
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_COLLIDER_IN_OWN_CHAIN,
        arena_printf(check->arena, VRM0_POINTER "/boneGroups/%zu/colliderGroups/%zu", group->place, entry),
        "%s chooses %s, which itself sways with its root %s, so that the bones push what pushes them: put the "
        "spheres on a node that doesn't sway, or take the collider group out of the bone group",
        name_bone_group(check->avatar, group->place), vrm0_collider_group_within(check, colliders->place),
        name_node(check->avatar, root->node));
    finding_relate_english(finding, vrm0_collider_group_pointer(check->arena, colliders->place, "node"), "%s",
                           name_vrm0_collider_group(check->avatar, colliders->place));
    finding_relate_english(finding, vrm0_root_pointer(check->arena, root), "root %s",
                           name_node(check->avatar, root->node));
}

/* stamps: per collider group, the bone group that has been told of it last, plus 1. */
static void check_own_colliders(const struct structure *structure, const struct vrm0_group *group, size_t *stamps)
{
    const struct vrm0 *vrm0 = structure->vrm0;
    const json_t *list = tree_get(group->json, "colliderGroups");
    if (group->collider_group_count == 0) {
        return;
    }
    size_t span_count;
    const struct span_of_root *spans = spans_of(structure, group, &span_count);
    for (size_t i = 0; i < tree_count(list) && span_count > 0; i++) {
        size_t index;
        if (!tree_index(tree_at(list, i), vrm0->collider_group_count, &index) || stamps[index] == group->place + 1) {
            continue;
        }
        stamps[index] = group->place + 1;
        const struct vrm0_collider_group *colliders = &vrm0->collider_groups[index];
        if (colliders->node == SCENE_NONE || !has_spheres(colliders)) {
            continue;
        }
        const struct vrm0_root *root = root_above(spans, span_count, structure->scene->nodes[colliders->node].enter);
        if (root != NULL) {
            report_own_chain(structure, group, i, colliders, root);
        }
    }
}

/* Once per node, at the first collider group on it. */
static void check_leaves(const struct structure *structure)
{
    struct check *check = structure->check;
    const struct vrm0 *vrm0 = structure->vrm0;
    bool *said = arena_array(check->arena, structure->scene->count, sizeof *said);
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[i];
        size_t node = group->node;
        if (node == SCENE_NONE || said[node] || vrm0->moved_by[node] == SCENE_NONE || !has_spheres(group) ||
            vrm0_first_child(structure->scene, node) != SCENE_NONE) {
            continue;
        }
        said[node] = true;
        const struct vrm0_root *root = &vrm0->roots[vrm0->moved_by[node]];
        struct finding *finding = report_english(
            check->findings, RULE_VRM0_COLLIDER_ON_LEAF, vrm0_collider_group_pointer(check->arena, i, "node"),
            "%s sits on the last bone of a chain of %s; some apps then take the sphere for the next bone, and "
            "the last bone freezes: put the spheres on another bone, or add an end bone below this one",
            name_vrm0_collider_group(check->avatar, i), vrm0_group_within(check, root->group));
        finding_relate_english(finding, vrm0_root_pointer(check->arena, root), "root %s",
                               name_node(check->avatar, root->node));
    }
}

void check_vrm0_structure(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    if (vrm0->root_count == 0) {
        return;
    }
    struct structure structure = {check, check->avatar->scene, vrm0};
    size_t *stamps = arena_array(check->arena, vrm0->collider_group_count, sizeof *stamps);
    for (size_t i = 0; i < vrm0->group_count; i++) {
        check_center(&structure, &vrm0->groups[i]);
        check_own_colliders(&structure, &vrm0->groups[i], stamps);
    }
    check_roots(&structure);
    check_humanoid(&structure);
    check_leaves(&structure);
}
