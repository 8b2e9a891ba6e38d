/*
 * VRM 0.x: checks lengths and scales of swaying nodes in the rest pose.
 *
 * A node may sway for several roots; it is checked once, for the outermost of them.
 */
#include <string.h>

#include "base/nearest.h"
#include "checks/absent.h"
#include "checks/body/named_nodes.h"
#include "checks/scales.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_words.h"

/* VRM 0.x: checks for nodes of the skeleton that are rotated or scaled at rest, which its T-pose doesn't allow. */

#define LEAST_ROTATION 0.5 /* degrees */
#define LEAST_LENGTH 1e-6  /* metres; a shorter axis has no direction */

/* Returns the rotation of a node's own axes, radians. */
static double rotation_of(const struct scene_node *node)
{
    if (!node->has_matrix) {
        double length = sqrt(node->rotation.x * node->rotation.x + node->rotation.y * node->rotation.y +
                             node->rotation.z * node->rotation.z);
        return 2 * atan2(length, fabs(node->rotation.w));
    }
    double most = 0;
    struct vec3 scale = node->scale;
    struct vec3 axes[] = {{scale.x < 0 ? -1 : 1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t i = 0; i < 3; i++) {
        struct vec3 column = mat34_column(node->matrix, (int)i);
        most = vec3_length(column) > LEAST_LENGTH ? fmax(most, vec3_angle(column, axes[i])) : most;
    }
    return most;
}

struct odd_nodes {
    size_t worst; /* the first of the worst ones */
    double badness;
    size_t count;
    size_t listed;
    size_t nodes[FINDING_RELATED_MAX + 1]; /* the worst one may not be among them */
};

static void add_odd(struct odd_nodes *odd, size_t node, double badness)
{
    if (odd->count++ == 0 || badness > odd->badness) {
        odd->worst = node;
        odd->badness = badness;
    }
    if (odd->listed <= FINDING_RELATED_MAX) {
        odd->nodes[odd->listed++] = node;
    }
}

static void relate_odd(const struct check *check, const struct odd_nodes *odd, struct finding *finding,
                       const char *otherwise)
{
    finding_measure(finding, "count", (double)odd->count);
    for (size_t i = 0, related = 0; i < odd->listed && related < FINDING_RELATED_MAX && finding != NULL; i++) {
        size_t node = odd->nodes[i];
        if (node == odd->worst) {
            continue;
        }
        related++;
        finding_relate(finding, WORDS_ALONE,
                       place_node(node, check->avatar->scene->nodes[node].has_matrix ? "matrix" : otherwise),
                       ARGUMENTS(the_node("thing", check->avatar, node)));
    }
}

static void report_rotated(const struct check *check, const struct odd_nodes *odd)
{
    const struct scene_node *node = &check->avatar->scene->nodes[odd->worst];
    struct place place = place_node(odd->worst, node->has_matrix ? "matrix" : "rotation");
    struct argument name = the_node("node", check->avatar, odd->worst);
    struct argument angle = argument_number("angle", angle_degrees(rotation_of(node)), LEAST_ROTATION, UNIT_DEGREES, 3);
    struct finding *finding = report_taking(
        check->findings, odd->count == 1 ? MESSAGE_VRM0_BONE_ROTATED__ONE : MESSAGE_VRM0_BONE_ROTATED__SEVERAL, place,
        ARGUMENTS(name, angle, COUNT("more", odd->count - 1)));
    finding_measure(finding, "angle", rotation_of(node));
    relate_odd(check, odd, finding, "rotation");
}

static void report_scaled(const struct check *check, const struct odd_nodes *odd)
{
    struct place place = scale_place(check->avatar->scene, odd->worst);
    struct argument name = the_node("node", check->avatar, odd->worst);
    struct argument scale = VECTOR("scale", check->avatar->scene->nodes[odd->worst].scale, 4);
    struct finding *finding = report_taking(
        check->findings, odd->count == 1 ? MESSAGE_VRM0_BONE_SCALED__ONE : MESSAGE_VRM0_BONE_SCALED__SEVERAL, place,
        ARGUMENTS(name, scale, COUNT("more", odd->count - 1)));
    relate_odd(check, odd, finding, "scale");
}

void check_vrm0_transforms(const struct check *check, size_t turned_by)
{
    const struct scene *scene = check->avatar->scene;
    struct arena *room = arena_open(check->arena);
    bool *line = arena_array(room, scene->count, sizeof *line); /* the nodes of bones and their ancestors */
    struct odd_nodes *rotated = arena_alloc(room, sizeof *rotated);
    struct odd_nodes *scaled = arena_alloc(room, sizeof *scaled);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        for (size_t node = check->avatar->vrm0_avatar->nodes[bone]; node != SCENE_NONE && !line[node];
             node = scene->nodes[node].parent) {
            line[node] = true;
        }
    }
    for (size_t node = 0; node < scene->count; node++) {
        if (line[node] && node != turned_by && rotation_of(&scene->nodes[node]) > angle_radians(LEAST_ROTATION)) {
            add_odd(rotated, node, rotation_of(&scene->nodes[node]));
        }
        if (line[node] && scale_is_other(scene->nodes[node].scale)) {
            /* the first one, because scales are inherited */
            add_odd(scaled, node, 0);
        }
    }
    if (rotated->count > 0) {
        report_rotated(check, rotated);
    }
    if (scaled->count > 0) {
        report_scaled(check, scaled);
    }
    arena_close(room);
}

/* VRM 0.x: checks the entries of the humanoid. */

/* ---- entries ---- */

/* Entries with an unknown bone, each of which may be meant as a missing one; at most as many as there are bones. */
struct strangers {
    size_t count;
    size_t entries[BONE_COUNT];
    size_t meant[BONE_COUNT]; /* the bone with the most similar name; BONE_COUNT if none is similar, or TAKEN */
};

enum { TAKEN = BONE_COUNT + 1 };

static size_t bone_meant(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        nearest_offer(&nearest, vrm0_bone_name(bone));
    }
    return nearest.best.text == NULL || nearest.tied ? BONE_COUNT : vrm0_bone_by_name(nearest.best.text);
}

static void find_strangers(const struct vrm0_avatar *vrm0, struct strangers *strangers)
{
    strangers->count = 0;
    for (size_t i = 0; i < vrm0->entry_count && strangers->count < BONE_COUNT; i++) {
        if (vrm0->entry_bone[i] == BONE_COUNT) {
            const char *name = tree_text(tree_get(tree_at(vrm0->human_bones, i), "bone"), NULL);
            strangers->entries[strangers->count] = i;
            strangers->meant[strangers->count++] = name == NULL ? BONE_COUNT : bone_meant(name);
        }
    }
}

/* Relates the entry that was meant as a bone: the first one with a similar name. If there is none and any entry may
 * be it, the first one whose name is similar to no bone. */
static void relate_stranger(struct finding *finding, struct strangers *strangers, size_t bone, bool any)
{
    size_t at = 0;
    while (at < strangers->count && strangers->meant[at] != bone) {
        at++;
    }
    for (size_t i = 0; any && at == strangers->count && i < strangers->count; i++) {
        at = strangers->meant[i] == BONE_COUNT ? i : at;
    }
    if (at < strangers->count) {
        strangers->meant[at] = TAKEN;
        finding_relate(finding, RELATED_VRM0_REQUIRED_BONE_MISSING__DEFAULT,
                       place_of(PLACE_VRM0_BONE, strangers->entries[at], 0, NULL), NO_ARGUMENTS);
    }
}

/* Whether a bone is required by 0.x although apps don't need it. */
static bool is_optional(size_t bone)
{
    return strcmp(bones[bone].name, "chest") == 0 || strcmp(bones[bone].name, "neck") == 0;
}

static bool is_missing(const struct vrm0_avatar *vrm0, size_t bone)
{
    return (bones[bone].required || is_optional(bone)) && vrm0->entries[bone] == SCENE_NONE;
}

static const char *entry_text(const struct check *check, size_t bone, size_t node)
{
    return arena_printf(check->arena, "{\"bone\":\"%s\",\"node\":%zu,\"useDefaultValues\":true}", vrm0_bone_name(bone),
                        node);
}

/* Fills a list without entries with all bones that have a node in named. */
static void map_bones(const struct check *check, struct finding *finding, const size_t named[BONE_COUNT])
{
    const char *list = "[";
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (named[bone] != SCENE_NONE) {
            const char *separator = list[1] == '\0' ? "" : ",";
            list = arena_printf(check->arena, "%s%s%s", list, separator, entry_text(check, bone, named[bone]));
        }
    }
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"),
                 arena_printf(check->arena, "%s]", list));
}

/* node: the one that is named like the bone, or SCENE_NONE. */
static void report_missing(const struct check *check, size_t bone, size_t node, struct strangers *strangers, bool any)
{
    bool also = is_optional(bone);
    bool is_stranger = any; /* an entry is meant as the bone, so another one would be too many */
    for (size_t i = 0; i < strangers->count; i++) {
        is_stranger = is_stranger || strangers->meant[i] == bone;
    }
    bool named = node != SCENE_NONE && !is_stranger;
    struct place place = place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones");
    struct argument name = TERM("bone", vrm0_bone_name(bone));
    struct finding *finding = named && !also ? report(check->findings, MESSAGE_VRM0_REQUIRED_BONE_MISSING__NAMED, place,
                                                      ARGUMENTS(name, the_node("node", check->avatar, node)))
                                             : report(check->findings,
                                                      also ? MESSAGE_VRM0_REQUIRED_BONE_MISSING__BY_THE_TEXT
                                                           : MESSAGE_VRM0_REQUIRED_BONE_MISSING__DEFAULT,
                                                      place, ARGUMENTS(name));
    if (also) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    if (named) {
        finding_edit(finding, VRMLINT_EDIT_INSERT, place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones/-"),
                     entry_text(check, bone, node));
    } else {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    relate_stranger(finding, strangers, bone, any);
}

static void check_required(const struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct strangers strangers;
    size_t missing = 0;
    find_strangers(vrm0, &strangers);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        missing += is_missing(vrm0, bone);
    }
    struct body body;
    size_t named[BONE_COUNT];
    if (missing > 0) {
        body_read(&body, check, DIALECT_VRM0);
        body_named_nodes(&body, NULL, named);
    }
    if (tree_count(vrm0->human_bones) == strangers.count) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_REQUIRED_BONE_MISSING__ALL,
                                         place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"), NO_ARGUMENTS);
        bool all = strangers.count == 0 && body_are_named(named);
        finding_fix(finding, all ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_NONE);
        if (all) {
            map_bones(check, finding, named);
        }
        relate_stranger(finding, &strangers, strangers.count == 0 ? BONE_COUNT : strangers.meant[0], true);
        return;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (is_missing(vrm0, bone)) {
            report_missing(check, bone, named[bone], &strangers, missing <= strangers.count);
        }
    }
}

static void check_repeated_places(const struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    for (size_t i = 0; i < vrm0->entry_count; i++) {
        size_t bone = vrm0->entry_bone[i];
        if (bone == BONE_COUNT || vrm0->entries[bone] == i) {
            continue;
        }
        struct finding *finding = report(
            check->findings, MESSAGE_VRM0_BONE_DUPLICATE__DEFAULT, place_of(PLACE_VRM0_BONE, i, 0, "bone"),
            ARGUMENTS(TERM("bone", vrm0_bone_name(bone)), COUNT("first", vrm0->entries[bone]), COUNT("second", i)));
        finding_relate(finding, RELATED_VRM0_BONE_DUPLICATE__FIRST,
                       place_of(PLACE_VRM0_BONE, vrm0->entries[bone], 0, "bone"), NO_ARGUMENTS);
    }
}

/* ---- */

static bool is_there(struct check *check)
{
    struct findings *findings = check->findings;
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const struct tree *list = tree_get(vrm0->humanoid, "humanBones");
    if (vrm0->humanoid == NULL && tree_get(vrm0->json, "humanoid") == NULL) {
        absent_note(check, report(findings, MESSAGE_VRM0_NO_HUMANOID__DEFAULT, place_at(VRM0_ROOT), NO_ARGUMENTS),
                    ABSENT_LACKS, VRM0_ROOT "/humanoid");
    } else if (vrm0->humanoid != NULL && list == NULL) {
        struct place place = place_of(PLACE_VRM0_HUMANOID, 0, 0, NULL);
        absent_note(check, report(findings, MESSAGE_VRM0_NO_HUMANOID__NO_BONES, place, NO_ARGUMENTS), ABSENT_LACKS,
                    VRM0_ROOT "/humanoid/humanBones");
    }
    return vrm0->human_bones != NULL;
}

void check_vrm0_bones(struct check *check)
{
    if (is_there(check)) {
        check_required(check);
        check_repeated_places(check);
    }
}

/* An affected root of the present bone group: its index, and the next one in members. */
struct affected_root {
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

struct vrm0_geometry {
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
    struct affected_root *members;
    size_t member_count;
    size_t member_capacity;
};

/* ---- culprits and their effects ---- */

static void begin_turn(struct vrm0_geometry *geometry)
{
    geometry->turn++;
    geometry->spoiled_count = 0;
    geometry->member_count = 0;
}

/* Adds an affected node to its culprit, and its member unless that is the last one already. */
static void add_affected_node(struct vrm0_geometry *geometry, size_t culprit, size_t node, size_t member)
{
    struct arena *arena = geometry->check->arena;
    if (geometry->stamp[culprit] != geometry->turn) {
        geometry->stamp[culprit] = geometry->turn;
        geometry->slot[culprit] = geometry->spoiled_count;
        *ARENA_PUSH(arena, geometry->spoiled, geometry->spoiled_count, geometry->spoiled_capacity) =
            (struct spoiled){.culprit = culprit, .node = node};
    }
    struct spoiled *spoiled = &geometry->spoiled[geometry->slot[culprit]];
    spoiled->nodes++;
    spoiled->flat = spoiled->flat || scales_press_flat(&geometry->scales, node);
    if (spoiled->count > 0 && spoiled->latest == member) {
        return;
    }
    size_t index = geometry->member_count;
    *ARENA_PUSH(arena, geometry->members, geometry->member_count, geometry->member_capacity) =
        (struct affected_root){member, SCENE_NONE};
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

static void report_scale(const struct vrm0_geometry *geometry, enum scale_fault fault, const struct vrm0_group *group,
                         const struct spoiled *spoiled)
{
    struct check *check = geometry->check;
    const struct affected_root *member = &geometry->members[spoiled->first];
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

static void check_scale_of_node(struct vrm0_geometry *geometry, enum scale_fault fault, const struct vrm0_group *group)
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
static void check_center(struct vrm0_geometry *geometry, const struct vrm0_group *group)
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
static size_t scaler_of(const struct vrm0_geometry *geometry, const struct vrm0_collider_group *group)
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

static void check_scaled_colliders(const struct vrm0_geometry *geometry)
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

static struct place place_translation(const struct vrm0_geometry *geometry, size_t node)
{
    const struct tree *json = geometry->scene->nodes[node].json;
    return place_node(node, tree_get(json, "matrix") != NULL        ? "matrix"
                            : tree_get(json, "translation") != NULL ? "translation"
                                                                    : NULL);
}

static void report_lost_leaf(const struct vrm0_geometry *geometry, const struct vrm0_root *root, size_t node)
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

static void check_length(const struct vrm0_geometry *geometry, const struct vrm0_root *root, size_t node)
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
    struct vrm0_geometry geometry = {
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
            check_scale_of_node(&geometry, fault, group);
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
