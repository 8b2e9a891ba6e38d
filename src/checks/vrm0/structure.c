/*
 * VRM 0.x: checks which nodes sway, and their other functions.
 *
 * All nodes at or below a root sway, and roots may be below each other. Each node is therefore checked only for the
 * outermost root above it, which keeps the work linear and makes one mistake one finding.
 */
#include "checks/checks.h"

#include "base/sort.h"
#include "checks/repeats.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_words.h"

struct structure {
    struct check *check;
    const struct scene *scene;
    const struct vrm0 *vrm0;
};

/* ---- the center ---- */

/* Reports a center that sways and isn't the group's only root; returns whether it is such a center. */
static bool check_still(const struct structure *structure, const struct vrm0_group *group)
{
    struct check *check = structure->check;
    size_t mover = group->center == SCENE_NONE ? SCENE_NONE : structure->vrm0->moved_by[group->center];
    bool is_own = group->root_count == 1 && group->roots[0].node == group->center;
    if (mover == SCENE_NONE || is_own) {
        return false;
    }
    const struct vrm0_root *root = &structure->vrm0->roots[mover];
    struct finding *finding = report(
        check->findings, MESSAGE_VRM0_CENTER_NOT_ANCESTOR__SWAYS, place_bone_group(group->index, "center"),
        ARGUMENTS(the_bone_group("group", check->avatar, group->index),
                  the_node("center", check->avatar, group->center), the_node("root", check->avatar, root->node)));
    finding_severity(finding, VRMLINT_WARNING);
    finding_relate(finding, WORDS_ALONE, place_root(root->group, root->index),
                   ARGUMENTS(the_root("thing", check->avatar, root)));
    return true;
}

static void check_center_entry(const struct structure *structure, const struct vrm0_group *group)
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
    if (check_still(structure, group) || count == 0) {
        return;
    }
    struct place place = place_bone_group(group->index, "center");
    struct argument name = the_bone_group("group", check->avatar, group->index);
    struct argument center = the_node("center", check->avatar, group->center);
    struct argument root = the_node("root", check->avatar, first->node);
    struct finding *finding = report_taking(
        check->findings, count == 1 ? MESSAGE_VRM0_CENTER_NOT_ANCESTOR__ONE : MESSAGE_VRM0_CENTER_NOT_ANCESTOR__SEVERAL,
        place, ARGUMENTS(name, center, root, COUNT("more", count - 1)));
    finding_measure(finding, "roots", (double)count);
    size_t related = 0;
    for (size_t i = first->index; finding != NULL && i < group->root_count && related < FINDING_RELATED_MAX; i++) {
        const struct vrm0_root *other = &group->roots[i];
        if (other->node != SCENE_NONE && !scene_is_above_or_same(structure->scene, group->center, other->node)) {
            finding_relate(finding, WORDS_ALONE, place_root(other->group, other->index),
                           ARGUMENTS(the_root("thing", check->avatar, other)));
            related++;
        }
    }
}

/* ---- roots and other roots ---- */

static void report_duplicate(const struct structure *structure, const struct vrm0_root *root)
{
    struct check *check = structure->check;
    const struct vrm0_root *first = &structure->vrm0->roots[root->first];
    struct argument name = the_bone_group("group", check->avatar, root->group);
    struct argument node = the_node("root", check->avatar, root->node);
    struct finding *finding;
    if (first->group == root->group) {
        finding = report(check->findings, MESSAGE_VRM0_DUPLICATE_ROOT__ONE_GROUP, place_root(root->group, root->index),
                         ARGUMENTS(name, node, COUNT("first", first->index), COUNT("second", root->index)));
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    } else {
        finding = report(check->findings, MESSAGE_VRM0_DUPLICATE_ROOT__TWO_GROUPS, place_root(root->group, root->index),
                         ARGUMENTS(name, node, the_bone_group("earlier", check->avatar, first->group)));
    }
    finding_relate(finding, RELATED_VRM0_DUPLICATE_ROOT__EARLIER, place_root(first->group, first->index), NO_ARGUMENTS);
}

static void report_nested(const struct structure *structure, const struct vrm0_root *root)
{
    struct check *check = structure->check;
    const struct vrm0_root *above = &structure->vrm0->roots[root->above];
    struct argument name = the_root("root", check->avatar, root);
    struct argument node = the_node("above", check->avatar, above->node);
    struct finding *finding;
    if (above->group == root->group) {
        finding = report(check->findings, MESSAGE_VRM0_NESTED_ROOT__ONE_GROUP, place_root(root->group, root->index),
                         ARGUMENTS(name, node));
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    } else {
        finding = report(check->findings, MESSAGE_VRM0_NESTED_ROOT__TWO_GROUPS, place_root(root->group, root->index),
                         ARGUMENTS(name, node, the_bone_group("group", check->avatar, above->group)));
    }
    finding_relate(finding, RELATED_VRM0_NESTED_ROOT__ABOVE, place_root(above->group, above->index),
                   ARGUMENTS(argument_as("node", node)));
}

/* Reports roots of a group that are listed twice, and roots below other roots. Of a repeated root only the first is
 * checked for a root above it. listed: per node, the last group that listed it, plus 1. */
static void check_roots(const struct structure *structure, const struct vrm0_group *group, size_t *listed)
{
    struct check *check = structure->check;
    struct repeats repeats = {.list = tree_get(group->json, "bones")};
    for (size_t i = 0; i < group->root_count; i++) {
        const struct vrm0_root *root = &group->roots[i];
        if (root->node == SCENE_NONE) {
            continue;
        }
        bool again = listed[root->node] == group->index + 1;
        listed[root->node] = group->index + 1;
        if (again && !repeats_add(check, &repeats, i)) {
            continue;
        }
        if (root != &structure->vrm0->roots[root->first]) {
            report_duplicate(structure, root);
        } else if (root->above != SCENE_NONE) {
            report_nested(structure, root);
        }
    }
    if (repeats_more(&repeats) > 0) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_DUPLICATE_ROOT__MORE, place_root(group->index, repeats.more),
                   ARGUMENTS(the_bone_group("group", check->avatar, group->index),
                             COUNT("count", repeats_more(&repeats)), COUNT("entry", repeats.more)));
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        repeats_remove(check, finding, &repeats);
    }
}

/* ---- the humanoid ---- */

static bool is_worth_a_warning(const struct humanoid *humanoid, size_t bone)
{
    return bones[bone].class == BONE_BODY || (bones[bone].class == BONE_EYE && humanoid->look_at == LOOK_AT_BONE);
}

/* Reports the humanoid bones that a root moves. shaken: the bones at or below the root. */
static void report_humanoid(const struct structure *structure, const struct vrm0_root *root, const size_t *shaken,
                            size_t count)
{
    struct check *check = structure->check;
    bool severe = false;
    struct argument names[BONE_COUNT];
    for (size_t i = 0; i < count; i++) {
        severe = severe || is_worth_a_warning(structure->vrm0->humanoid, shaken[i]);
        names[i] = TERM("bone", vrm0_bone_name(shaken[i]));
    }
    struct argument of = the_root("root", check->avatar, root);
    struct place place = place_root(root->group, root->index);
    struct finding *finding =
        count == 1 && shaken[0] == bone_by_name("jaw")
            ? report(check->findings, MESSAGE_VRM0_ROOT_IS_HUMANOID__JAW, place,
                     ARGUMENTS(of, the_node("node", check->avatar, structure->vrm0->humanoid->nodes[shaken[0]])))
            : report(check->findings,
                     severe ? MESSAGE_VRM0_ROOT_IS_HUMANOID__BODY : MESSAGE_VRM0_ROOT_IS_HUMANOID__OTHER, place,
                     ARGUMENTS(of, COUNT("count", count),
                               argument_list("bones", names, FINDING_LIST_MAX, count, JOIN_AND)));
    if (!severe) {
        finding_severity(finding, VRMLINT_INFO);
    }
    finding_measure(finding, "bones", (double)count);
    for (size_t i = 0; i < count; i++) {
        finding_relate(finding, RELATED_VRM0_ROOT_IS_HUMANOID__BONE,
                       place_of(PLACE_VRM0_BONE, structure->vrm0->bone_places[shaken[i]], 0, "node"),
                       ARGUMENTS(names[i]));
    }
}

static void check_humanoid(const struct structure *structure)
{
    const struct vrm0 *vrm0 = structure->vrm0;
    size_t roots[BONE_COUNT]; /* the root that moves each bone; SCENE_NONE if none does, or if it is already reported */
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

/* ---- colliders on swaying nodes ---- */

static bool has_spheres(const struct vrm0_collider_group *group)
{
    for (size_t i = 0; i < group->collider_count; i++) {
        if (tree_is_object(group->colliders[i].json)) {
            return true;
        }
    }
    return false;
}

/* A root of the present bone group, with the range of its subtree in pre-order. */
struct span_of_root {
    size_t enter;
    size_t leave;
    const struct vrm0_root *root;
};

static int compare_spans(const void *left, const void *right)
{
    const struct span_of_root *a = left;
    const struct span_of_root *b = right;
    return sort_then(sort_order(a->enter, b->enter), a->root->index, b->root->index);
}

/* Returns the subtrees of a group's roots, sorted, without those inside others. */
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
    sort_array(structure->check->arena, spans, all, sizeof *spans, compare_spans);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        if (*count == 0 || spans[i].enter >= spans[*count - 1].leave) {
            spans[(*count)++] = spans[i];
        }
    }
    return spans;
}

/* Returns the root whose subtree contains a node, or NULL. */
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
    struct argument name = the_vrm0_group("colliders", check->avatar, colliders->index);
    struct argument node = the_node("root", check->avatar, root->node);
    struct finding *finding = report(check->findings, MESSAGE_VRM0_COLLIDER_IN_OWN_CHAIN__DEFAULT,
                                     place_of(PLACE_BONE_GROUP_GROUP, group->index, entry, NULL),
                                     ARGUMENTS(the_bone_group("group", check->avatar, group->index), name, node));
    finding_relate(finding, WORDS_ALONE, place_vrm0_group(colliders->index, "node"),
                   ARGUMENTS(argument_as("thing", name)));
    finding_relate(finding, WORDS_ALONE, place_root(root->group, root->index),
                   ARGUMENTS(the_root("thing", check->avatar, root)));
}

/* Reports collider groups on the group's own chain. stamps: per collider group, the last bone group that was checked
 * with it, plus 1. */
static void check_own_colliders(const struct structure *structure, const struct vrm0_group *group, size_t *stamps)
{
    const struct vrm0 *vrm0 = structure->vrm0;
    const struct tree *list = tree_get(group->json, "colliderGroups");
    if (group->collider_group_count == 0) {
        return;
    }
    size_t span_count;
    const struct span_of_root *spans = spans_of(structure, group, &span_count);
    for (size_t i = 0; i < tree_count(list) && span_count > 0; i++) {
        size_t index;
        if (!tree_index(tree_at(list, i), vrm0->collider_group_count, &index) || stamps[index] == group->index + 1) {
            continue;
        }
        stamps[index] = group->index + 1;
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

/* Reports colliders on swaying leaves, once per node, at the first collider group on it. */
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
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_COLLIDER_ON_LEAF__DEFAULT, place_vrm0_group(i, "node"),
                   ARGUMENTS(the_vrm0_group("colliders", check->avatar, i),
                             the_bone_group("group", check->avatar, root->group)));
        finding_relate(finding, WORDS_ALONE, place_root(root->group, root->index),
                       ARGUMENTS(the_root("thing", check->avatar, root)));
    }
}

void check_vrm0_structure(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    struct structure structure = {check, check->avatar->scene, vrm0};
    size_t *stamps = arena_array(check->arena, vrm0->collider_group_count, sizeof *stamps);
    size_t *listed = arena_array(check->arena, check->avatar->scene->count, sizeof *listed);
    for (size_t i = 0; i < vrm0->group_count; i++) {
        check_center_entry(&structure, &vrm0->groups[i]);
        check_own_colliders(&structure, &vrm0->groups[i], stamps);
        check_roots(&structure, &vrm0->groups[i], listed);
    }
    check_humanoid(&structure);
    check_leaves(&structure);
}
