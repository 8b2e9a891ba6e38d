/*
 * VRM 0.x: checks lengths and scales of swaying nodes in the rest pose.
 *
 * A node may sway for several roots; it is checked once, for the outermost of them.
 */
#include "checks/absent.h"
#include "checks/scales.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_words.h"

/* An affected root of the present bone group: its index, and the next one in members. */
struct member {
    size_t index;
    size_t next;
};

/* The effect of one node's scale in the present bone group. */
struct spoiled {
    size_t culprit;
    size_t node;  /* the first affected node */
    size_t nodes; /* number of affected nodes */
    size_t first; /* index in members */
    size_t last;
    size_t latest; /* root index of the last one */
    size_t count;  /* number of members */
    bool flat;     /* no volume is left at some of the nodes */
};

struct geometry {
    struct check *check;
    const struct scene *scene;
    const struct vrm0 *vrm0;
    struct scales scales;
    bool *said;    /* per node: it causes a scale of 0, which is already reported for bones or a center */
    size_t *stamp; /* per node: the last turn in which it was a culprit */
    size_t *slot;  /* per node: its index in spoiled */
    size_t turn;
    /* of this turn, in the order of discovery */
    struct spoiled *spoiled;
    size_t spoiled_count;
    size_t spoiled_capacity;
    struct member *members;
    size_t member_count;
    size_t member_capacity;
};

/* ---- culprits and their effects ---- */

static void begin_turn(struct geometry *geometry)
{
    geometry->turn++;
    geometry->spoiled_count = 0;
    geometry->member_count = 0;
}

/* Adds an affected node to its culprit, and its member unless that is the last one already. */
static void add_affected_node(struct geometry *geometry, size_t culprit, size_t node, size_t member)
{
    struct arena *arena = geometry->check->arena;
    if (geometry->stamp[culprit] != geometry->turn) {
        geometry->spoiled = arena_grow(arena, geometry->spoiled, geometry->spoiled_count, &geometry->spoiled_capacity,
                                       sizeof *geometry->spoiled);
        geometry->stamp[culprit] = geometry->turn;
        geometry->slot[culprit] = geometry->spoiled_count;
        geometry->spoiled[geometry->spoiled_count++] = (struct spoiled){.culprit = culprit, .node = node};
    }
    struct spoiled *spoiled = &geometry->spoiled[geometry->slot[culprit]];
    spoiled->nodes++;
    spoiled->flat = spoiled->flat || scales_press_flat(&geometry->scales, node);
    if (spoiled->count > 0 && spoiled->latest == member) {
        return;
    }
    geometry->members = arena_grow(arena, geometry->members, geometry->member_count, &geometry->member_capacity,
                                   sizeof *geometry->members);
    size_t index = geometry->member_count++;
    geometry->members[index] = (struct member){member, SCENE_NONE};
    if (spoiled->count++ == 0) {
        spoiled->first = index;
    } else {
        geometry->members[spoiled->last].next = index;
    }
    spoiled->last = index;
    spoiled->latest = member;
}

/* ---- scales of bones ---- */

/* The messages for one root, and for several. */
static const enum message scale_messages[SCALE_FAULTS][2] = {
    [SCALE_ZERO] = {MESSAGE_VRM0_ZERO_SCALE__ROOT, MESSAGE_VRM0_ZERO_SCALE__ROOTS},
    [SCALE_MIRROR] = {MESSAGE_VRM0_NEGATIVE_SCALE__ROOT, MESSAGE_VRM0_NEGATIVE_SCALE__ROOTS},
    [SCALE_UNEVEN] = {MESSAGE_VRM0_NON_UNIFORM_SCALE__ROOT, MESSAGE_VRM0_NON_UNIFORM_SCALE__ROOTS},
};

static void report_scale(const struct geometry *geometry, enum scale_fault fault, const struct vrm0_group *group,
                         const struct spoiled *spoiled)
{
    struct check *check = geometry->check;
    const struct member *member = &geometry->members[spoiled->first];
    const struct vrm0_root *root = &group->roots[member->index];
    struct argument culprit = the_node("culprit", check->avatar, spoiled->culprit);
    struct argument first = the_root("root", check->avatar, root);
    struct argument all = COUNT("bones", spoiled->nodes);
    struct argument scale = VECTOR("scale", scales_felt(&geometry->scales, fault, spoiled->node), 4);
    struct place place = place_root(root->group, root->index);
    struct finding *finding = report_taking(check->findings, scale_messages[fault][spoiled->count > 1], place,
                                            ARGUMENTS(first, COUNT("more", spoiled->count - 1), all, culprit, scale));
    finding_measure(finding, "bones", (double)spoiled->nodes);
    scales_measure(&geometry->scales, fault, spoiled->node, finding);
    if (fault == SCALE_UNEVEN && spoiled->flat) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    for (size_t i = 1; finding != NULL && i < FINDING_RELATED_MAX && member->next != SCENE_NONE; i++) {
        member = &geometry->members[member->next];
        root = &group->roots[member->index];
        finding_relate(finding, WORDS_ALONE, place_root(root->group, root->index),
                       ARGUMENTS(the_root("thing", check->avatar, root)));
    }
}

static void check_scale(struct geometry *geometry, enum scale_fault fault, const struct vrm0_group *group)
{
    begin_turn(geometry);
    for (size_t r = 0; r < group->root_count; r++) {
        const struct vrm0_root *root = &group->roots[r];
        for (size_t i = root->begin; vrm0_is_outermost(geometry->vrm0, root) && i < root->end; i++) {
            size_t node = geometry->vrm0->nodes[i];
            size_t culprit = scales_culprit(&geometry->scales, fault, node);
            if (culprit != SCENE_NONE) {
                add_affected_node(geometry, culprit, node, r);
                geometry->said[culprit] = geometry->said[culprit] || fault == SCALE_ZERO;
            }
        }
    }
    for (size_t i = 0; i < geometry->spoiled_count; i++) {
        report_scale(geometry, fault, group, &geometry->spoiled[i]);
    }
}

/* Reports a center scaled to 0. Apps invert it in every frame. */
static void check_center(struct geometry *geometry, const struct vrm0_group *group)
{
    struct check *check = geometry->check;
    size_t zero = group->center == SCENE_NONE ? SCENE_NONE : geometry->scales.blames[group->center].zero;
    bool sways = false;
    for (size_t r = 0; r < group->root_count; r++) {
        sways = sways || group->roots[r].node != SCENE_NONE;
    }
    /* if the node scales bones too, it is reported for them */
    if (!sways || zero == SCENE_NONE || geometry->said[zero]) {
        return;
    }
    geometry->said[zero] = true;
    struct vec3 scale = scale_in_world(geometry->scene, group->center);
    struct finding *finding =
        report(check->findings, MESSAGE_VRM0_ZERO_SCALE__CENTER, place_bone_group(group->index, "center"),
               ARGUMENTS(the_bone_group("group", check->avatar, group->index),
                         the_node("center", check->avatar, group->center), VECTOR("scale", scale, 4),
                         the_node("node", check->avatar, zero)));
    scale_measure(check->avatar, scale, zero, finding);
}

/* ---- scales of colliders ---- */

/* Returns the node whose scale affects a collider group; SCENE_NONE if none does, or if it is already reported for
 * bones. */
static size_t scaler_of(const struct geometry *geometry, const struct vrm0_collider_group *group)
{
    if (group->node == SCENE_NONE || group->collider_count == 0 ||
        !scale_is_other(scale_in_world(geometry->scene, group->node))) {
        return SCENE_NONE;
    }
    const struct scale_blame *of = &geometry->scales.blames[group->node];
    if (of->zero != SCENE_NONE && geometry->said[of->zero]) {
        return SCENE_NONE;
    }
    return of->scaled == SCENE_NONE ? group->node : of->scaled;
}

static void check_scaled_colliders(const struct geometry *geometry)
{
    struct check *check = geometry->check;
    for (size_t i = 0; i < geometry->vrm0->collider_group_count; i++) {
        const struct vrm0_collider_group *group = &geometry->vrm0->collider_groups[i];
        size_t culprit = scaler_of(geometry, group);
        if (culprit == SCENE_NONE) {
            continue;
        }
        struct vec3 scale = scale_in_world(geometry->scene, group->node);
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_SCALED_COLLIDER_NODE__DEFAULT, place_vrm0_group(i, "node"),
                   ARGUMENTS(the_vrm0_group("group", check->avatar, i), the_node("node", check->avatar, culprit),
                             VECTOR("scale", scale, 4)));
        scale_measure(check->avatar, scale, culprit, finding);
    }
}

/* ---- lengths ---- */

/* Whether a node has no children, and an offset that doesn't define the direction of its tail. */
static bool is_lost_leaf(const struct scene *scene, size_t node)
{
    struct vec3 tail = vrm0_tail(scene, node);
    return vrm0_first_child(scene, node) == SCENE_NONE && vec3_length(tail) < VRM0_TAIL_LENGTH / 2;
}

static struct place place_translation(const struct geometry *geometry, size_t node)
{
    const struct tree *json = geometry->scene->nodes[node].json;
    return place_node(node, tree_get(json, "matrix") != NULL        ? "matrix"
                            : tree_get(json, "translation") != NULL ? "translation"
                                                                    : NULL);
}

static void report_lost_leaf(const struct geometry *geometry, const struct vrm0_root *root, size_t node)
{
    struct check *check = geometry->check;
    size_t parent = geometry->scene->nodes[node].parent;
    struct place place = place_translation(geometry, node);
    struct argument group = the_bone_group("group", check->avatar, root->group);
    struct argument name = the_node("node", check->avatar, node);
    struct finding *finding = report_taking(check->findings,
                                            parent == SCENE_NONE ? MESSAGE_VRM0_LEAF_WITHOUT_OFFSET__TOP
                                                                 : MESSAGE_VRM0_LEAF_WITHOUT_OFFSET__CHILD,
                                            place, ARGUMENTS(group, name, the_node("parent", check->avatar, parent)));
    finding_measure(finding, "length", vec3_length(geometry->scene->nodes[node].translation));
    finding_relate(finding, WORDS_ALONE, place_root(root->group, root->index),
                   ARGUMENTS(the_root("thing", check->avatar, root)));
}

static void check_length(const struct geometry *geometry, const struct vrm0_root *root, size_t node)
{
    struct check *check = geometry->check;
    const struct scene *scene = geometry->scene;
    size_t child = vrm0_first_child(scene, node);
    if (child == SCENE_NONE) {
        if (is_lost_leaf(scene, node)) {
            report_lost_leaf(geometry, root, node);
        }
        return;
    }
    if (!scene_usable(scene, child) || geometry->scales.blames[node].zero != SCENE_NONE) {
        return;
    }
    double length = vec3_distance(scene_position(scene, node), scene_position(scene, child));
    if (!(length < CHECK_MIN_LENGTH)) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_VRM0_ZERO_LENGTH_BONE__DEFAULT, place_node(node, NULL),
               ARGUMENTS(the_bone_group("group", check->avatar, root->group), the_node("node", check->avatar, node),
                         the_node("child", check->avatar, child), NUMBER("distance", 1000 * length, 2)));
    finding_measure(finding, "length", length);
    absent_note(check, finding, ABSENT_LACKS, arena_printf(check->arena, "/nodes/%zu/translation", child));
    finding_relate(finding, RELATED_VRM0_ZERO_LENGTH_BONE__CHILD, place_translation(geometry, child),
                   ARGUMENTS(the_node("node", check->avatar, child)));
    finding_relate(finding, WORDS_ALONE, place_root(root->group, root->index),
                   ARGUMENTS(the_root("thing", check->avatar, root)));
}

void check_vrm0_geometry(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    const struct scene *scene = check->avatar->scene;
    struct geometry geometry = {
        .check = check,
        .scene = scene,
        .vrm0 = vrm0,
        .scales = scales_read(check->arena, check->avatar),
        .said = arena_array(check->arena, scene->count, sizeof(bool)),
        .stamp = arena_array(check->arena, scene->count, sizeof(size_t)),
        .slot = arena_array(check->arena, scene->count, sizeof(size_t)),
    };
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        for (enum scale_fault fault = 0; fault < SCALE_FAULTS; fault++) {
            check_scale(&geometry, fault, group);
        }
        for (size_t r = 0; r < group->root_count; r++) {
            const struct vrm0_root *root = &group->roots[r];
            for (size_t i = root->begin; vrm0_is_outermost(vrm0, root) && i < root->end; i++) {
                check_length(&geometry, root, vrm0->nodes[i]);
            }
        }
    }
    for (size_t g = 0; g < vrm0->group_count; g++) {
        check_center(&geometry, &vrm0->groups[g]);
    }
    check_scaled_colliders(&geometry);
    arena_discard(check->arena, geometry.scales.blames);
    arena_discard(check->arena, geometry.stamp);
    arena_discard(check->arena, geometry.slot);
}
