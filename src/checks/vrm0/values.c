/* VRM 0.x: checks the numbers of bone groups and colliders. Other rules report ill-typed numbers, and numbers too
 * large for computing. */
#include "base/json_value.h"
#include "checks/absent.h"
#include "checks/fixes.h"
#include "checks/from_one.h"
#include "checks/repeats.h"
#include "checks/spring/forces.h"
#include "gltf/expect.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_words.h"
#include "ids/rules.h"
#include "tables/extensions.h"

#define SIDEWAYS 0.01
#define EDITOR_STIFFNESS 4.0 /* maximum of UniVRM's slider */
#define RADIUS_ZERO 1e-4     /* metres; the smallest radius in Blender, which it writes for 0 */

static void check_range(struct check *check, const struct vrm0_group *group)
{
    double drag = group->drag_force.value;
    if (!group->drag_force.given || (drag >= 0 && drag <= 1)) {
        return;
    }
    struct finding *finding =
        report_taking(check->findings,
                      fix_is_drag_percent(drag) ? MESSAGE_VRM0_DRAG_RANGE__PERCENT
                      : drag > 1                ? MESSAGE_VRM0_DRAG_RANGE__ABOVE
                                                : MESSAGE_VRM0_DRAG_RANGE__BELOW,
                      place_bone_group(group->index, "dragForce"),
                      ARGUMENTS(the_bone_group("group", check->avatar, group->index),
                                argument_number("drag", drag, 1, UNIT_NONE, 6), NUMBER("share", fix_drag(drag), 6)));
    finding_measure(finding, "dragForce", drag);
    finding_set_number(finding, "0", fix_drag(drag));
}

/* Reports a negative value. who: the bone group or the collider; direction: the group's gravityDir. */
static void report_negative(struct check *check, enum message message, struct place place, struct argument who,
                            double value, struct vec3 direction)
{
    struct finding *finding = report(check->findings, message, place, ARGUMENTS(who, NUMBER("value", value, 6)));
    finding_measure(finding, "value", value);
    if (message != MESSAGE_VRM0_NEGATIVE_VALUE__GRAVITY_POWER) {
        finding_set_number(finding, "0", 0);
        return;
    }
    finding_set_number(finding, "0", -value);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "1/gravityDir",
                    json_xyz(&(struct json_value){""}, (const double[]){-direction.x, -direction.y, -direction.z}));
    if (!(vec3_length(direction) > 0)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_negative(struct check *check, const struct vrm0_group *group)
{
    const struct {
        const struct optional *number;
        const char *key;
        enum message message;
    } numbers[] = {
        {&group->stiffness, "stiffiness", MESSAGE_VRM0_NEGATIVE_VALUE__STIFFNESS},
        {&group->gravity_power, "gravityPower", MESSAGE_VRM0_NEGATIVE_VALUE__GRAVITY_POWER},
        {&group->hit_radius, "hitRadius", MESSAGE_VRM0_NEGATIVE_VALUE__HIT_RADIUS},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].number->given && numbers[i].number->value < 0) {
            report_negative(check, numbers[i].message, place_bone_group(group->index, numbers[i].key),
                            the_bone_group("group", check->avatar, group->index), numbers[i].number->value,
                            group->gravity_dir_given ? group->gravity_dir : (struct vec3){0, 0, 0});
        }
    }
}

static void check_pull(struct check *check, const struct vrm0_group *group)
{
    struct vec3 direction = group->gravity_dir;
    struct place place = place_bone_group(group->index, "gravityDir");
    struct argument name = the_bone_group("group", check->avatar, group->index);
    bool directed = group->gravity_dir_given && group->gravity_power.given;
    bool has_bones = group->root_count > 0; /* editors write zeros into a group without bones */
    check_forces(&(struct forces){
        .check = check,
        .dialect = DIALECT_VRM0,
        .who = name,
        .gravity_dir = place,
        .gravity_power = place_bone_group(group->index, "gravityPower"),
        .stiffness = place_bone_group(group->index, "stiffiness"),
        .drag = place_bone_group(group->index, "dragForce"),
        .direction = direction,
        .power = group->gravity_power.value,
        .stiff = group->stiffness.value,
        .slowing = group->drag_force.value,
        .stiff_given = group->stiffness.given && has_bones,
        .power_sound = !group->gravity_power.present || group->gravity_power.given,
        .slowing_given = group->drag_force.given && has_bones,
        .directed = directed,
        .stiffness_most = EDITOR_STIFFNESS,
    });
    if (directed && group->gravity_power.value > 0 && (fabs(direction.x) > SIDEWAYS || fabs(direction.z) > SIDEWAYS)) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_GRAVITY_DIR_SIDEWAYS__DEFAULT, place,
                                         ARGUMENTS(name, VECTOR("direction", direction, 6)));
        finding_measure(finding, "x", direction.x);
        finding_measure(finding, "z", direction.z);
    }
}

/* ---- colliders ---- */

/* Returns, per collider group, the largest hitRadius of the bones that use it; negative if no bone does. */
static const double *largest_hit_radii(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    double *most = arena_array(check->arena, vrm0->collider_group_count, sizeof *most);
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        most[i] = -1;
    }
    for (size_t i = 0; i < vrm0->group_count; i++) {
        const struct vrm0_group *group = &vrm0->groups[i];
        for (size_t k = 0; k < group->collider_group_count; k++) {
            double *of = &most[group->collider_groups[k]];
            *of = fmax(*of, fmax(group->hit_radius.value, 0));
        }
    }
    return most;
}

/* Reports members that exist only in VRM 1.0. Returns whether there is one. */
static bool check_shape(struct check *check, const struct vrm0_collider_group *group, size_t index)
{
    static const char *const keys[] = {"tail", "capsule", "shape"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (tree_get(group->colliders[index].json, keys[i]) != NULL) {
            report(check->findings, MESSAGE_VRM0_CAPSULE_IN_VRM0__DEFAULT,
                   place_of(PLACE_VRM0_COLLIDER, group->index, index, keys[i]),
                   ARGUMENTS(the_vrm0_collider("collider", check->avatar, group->index, index), TERM("key", keys[i])));
            return true;
        }
    }
    return false;
}

static void check_radius(struct check *check, const struct vrm0_collider_group *group, size_t index, double thickest)
{
    const struct optional *radius = &group->colliders[index].radius;
    if ((radius->present && !radius->given) || !(radius->value <= RADIUS_ZERO)) {
        return;
    }
    struct argument name = the_vrm0_collider("collider", check->avatar, group->index, index);
    struct place at = place_of(PLACE_VRM0_COLLIDER, group->index, index, radius->present ? "radius" : NULL);
    struct argument number = METRES("radius", radius->value, 3);
    if (radius->value < 0) {
        report_negative(check, MESSAGE_VRM0_NEGATIVE_VALUE__RADIUS, at, name, radius->value, (struct vec3){0, 0, 0});
        return;
    }
    struct finding *finding = report_taking(check->findings,
                                            !radius->present ? MESSAGE_VRM0_ZERO_RADIUS__MISSING
                                            : thickest > 0   ? MESSAGE_VRM0_ZERO_RADIUS__HIT_RADIUS
                                            : thickest == 0  ? MESSAGE_VRM0_ZERO_RADIUS__NO_HIT_RADIUS
                                                             : MESSAGE_VRM0_ZERO_RADIUS__NO_GROUP,
                                            at, ARGUMENTS(name, number, METRES("hit_radius", thickest, 3)));
    finding_measure(finding, "radius", radius->value);
    if (!radius->present) {
        absent_note_lack(check, finding, "radius");
    }
}

static void check_colliders(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    const double *thickest = largest_hit_radii(check);
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[i];
        for (size_t k = 0; k < group->collider_count; k++) {
            if (!tree_is_object(group->colliders[k].json)) {
                continue;
            }
            bool shaped = check_shape(check, group, k);
            /* a shape has its own radius, so both are one mistake */
            if (!shaped || group->colliders[k].radius.present) {
                check_radius(check, group, k, thickest[i]);
            }
        }
    }
}

void check_vrm0_values(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    for (size_t i = 0; i < vrm0->group_count; i++) {
        check_range(check, &vrm0->groups[i]);
        check_negative(check, &vrm0->groups[i]);
        check_pull(check, &vrm0->groups[i]);
    }
    check_colliders(check);
}

/*
 * VRM 0.x: checks for lists that are missing or empty, and for indices that are invalid or repeated.
 *
 * The schema finds values of a wrong type, and numbers that aren't whole or overflow. They are ignored here.
 */

struct vrm0_references {
    struct check *check;
    const struct vrm0 *vrm0;
    size_t node_count;
    size_t node_bound;  /* indices from here on are invalid: the count, or EXPECT_ANY if the list isn't readable */
    size_t group_bound; /* the same for collider groups */
    bool *chosen;       /* per collider group: whether a bone group lists it */
    bool from_one;      /* the bone groups count the collider groups from 1 */
    bool unsure;        /* some list of a bone group isn't readable as intended, so more groups may be listed */
    struct last_listed *listed; /* per collider group */
    size_t *named;              /* per node: the first collider group on it, plus 1 */
};

/* ---- indices ---- */

/* The messages for an invalid index: below 0, into an empty list, beyond the end of a list. */
struct index_sayings {
    enum message negative;
    enum message empty;
    enum message beyond;
    const char *list; /* JSON pointer of the list to which it refers */
};

#define SECONDARY "/extensions/VRM/secondaryAnimation/"

#define INDEX_SAYINGS(rule, list)                                                                                      \
    {                                                                                                                  \
        MESSAGE_##rule##__NEGATIVE, MESSAGE_##rule##__EMPTY, MESSAGE_##rule##__BEYOND, list                            \
    }

/* Reports an invalid index. who: a bone group or a collider group; entry: COUNT("entry", ...), or without a name if
 * there is no entry. */
static struct finding *report_index(const struct vrm0_references *references, const struct index_sayings *sayings,
                                    struct place place, struct argument who, struct argument entry, double index,
                                    size_t count)
{
    struct argument arguments[6] = {who, NUMBER("index", index, 15)};
    size_t filled = 2;
    enum message message = index < 0 ? sayings->negative : count == 0 ? sayings->empty : sayings->beyond;
    const struct argument *span = ARGUMENTS(COUNT("first", 0), COUNT("last", count - 1));
    if (entry.name != NULL) {
        arguments[filled++] = entry;
    }
    if (message == sayings->beyond) {
        arguments[filled++] = COUNT("count", count);
        arguments[filled++] = count == 1 ? COUNT("range", 0) : CLAUSE("range", WORDS_FROM_TO, span);
    }
    struct finding *finding = report(references->check->findings, message, place, arguments);
    finding_measure(finding, "index", index);
    finding_measure(finding, "count", (double)count);
    if (index >= 0) {
        absent_lead(references->check, finding, sayings->list, index, count);
    }
    return finding;
}

static void check_center_value(const struct vrm0_references *references, const struct vrm0_group *group)
{
    struct check *check = references->check;
    const struct tree *center = tree_get(group->json, "center");
    struct argument name = the_bone_group("group", check->avatar, group->index);
    double index;
    if (center == NULL) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_CENTER_MISSING__DEFAULT, place_bone_group(group->index, NULL),
                   ARGUMENTS(name, the_node("node", check->avatar, 0)));
        absent_note_lack(check, finding, "center");
    } else if (tree_is_null(center)) {
        report(check->findings, MESSAGE_VRM0_CENTER_INVALID__NOTHING, place_bone_group(group->index, "center"),
               ARGUMENTS(name));
    } else if (tree_leads_nowhere(center, references->node_bound, &index) && index != -1) {
        static const struct index_sayings sayings = INDEX_SAYINGS(VRM0_CENTER_INVALID, "/nodes");
        report_index(references, &sayings, place_bone_group(group->index, "center"), name,
                     (struct argument){.name = NULL}, index, references->node_count);
    }
}

static void check_bones(const struct vrm0_references *references, const struct vrm0_group *group)
{
    struct check *check = references->check;
    const struct tree *list = tree_get(group->json, "bones");
    for (size_t i = 0; i < group->root_count; i++) {
        double index;
        if (tree_leads_nowhere(tree_at(list, i), references->node_bound, &index)) {
            static const struct index_sayings sayings = INDEX_SAYINGS(VRM0_UNRESOLVED_BONE, "/nodes");
            report_index(references, &sayings, place_of(PLACE_ROOT, group->index, i, NULL),
                         the_bone_group("group", check->avatar, group->index), COUNT("entry", i), index,
                         references->node_count);
        }
    }
    bool absent = tree_get(group->json, "bones") == NULL;
    if (absent || (tree_is_array(list) && tree_count(list) == 0)) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_EMPTY_BONES__DEFAULT,
                                         place_bone_group(group->index, absent ? NULL : "bones"),
                                         ARGUMENTS(the_bone_group("group", check->avatar, group->index)));
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_bone_group(group->index, NULL), NULL);
        absent_note(check, finding, ABSENT_LACKS,
                    arena_printf(check->arena, VRM0_POINTER "/boneGroups/%zu/bones", group->index));
    }
}

static void check_chosen(struct vrm0_references *references, const struct vrm0_group *group)
{
    static const struct repeats_rule repeated = {PLACE_BONE_GROUP_GROUP,
                                                 {"group", the_bone_group},
                                                 {"colliders", the_vrm0_group},
                                                 MESSAGE_VRM0_DUPLICATE_COLLIDER_GROUP_INDEX__DEFAULT,
                                                 RELATED_VRM0_DUPLICATE_COLLIDER_GROUP_INDEX__ENTRY,
                                                 MESSAGE_VRM0_DUPLICATE_COLLIDER_GROUP_INDEX__MORE};
    struct check *check = references->check;
    const struct tree *list = tree_get(group->json, "colliderGroups");
    size_t there = references->vrm0->collider_group_count;
    references->unsure = references->unsure || (list != NULL && !tree_is_array(list));
    for (size_t i = 0; i < tree_length(list); i++) {
        double value;
        size_t index;
        if (tree_leads_nowhere(tree_at(list, i), references->group_bound, &value)) {
            struct index_sayings sayings = INDEX_SAYINGS(VRM0_UNRESOLVED_COLLIDER_GROUP, SECONDARY "colliderGroups");
            if (references->from_one) {
                sayings.beyond = MESSAGE_VRM0_UNRESOLVED_COLLIDER_GROUP__FROM_ONE;
            }
            struct finding *finding =
                report_index(references, &sayings, place_of(PLACE_BONE_GROUP_GROUP, group->index, i, NULL),
                             the_bone_group("group", check->avatar, group->index), COUNT("entry", i), value, there);
            if (references->from_one) {
                finding_fix(finding, VRMLINT_FIX_NONE);
            }
        }
        bool is_known = tree_index(tree_at(list, i), there, &index);
        references->unsure = references->unsure || !is_known;
        if (is_known) {
            references->chosen[index] = true;
        }
    }
    repeats_check(check, &repeated, group->index, list, references->listed, there);
}

/* ---- collider groups ---- */

/* Whether the node of a collider group exists; reports it if not. */
static bool check_node(const struct vrm0_references *references, const struct vrm0_collider_group *group)
{
    struct check *check = references->check;
    const struct tree *node = tree_get(group->json, "node");
    double index;
    struct argument name = the_vrm0_group("group", check->avatar, group->index);
    if (node == NULL) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_COLLIDER_GROUP_NODE__MISSING,
                                         place_vrm0_group(group->index, NULL), ARGUMENTS(name));
        absent_note_lack(check, finding, "node");
        return false;
    }
    if (!tree_leads_nowhere(node, references->node_bound, &index)) {
        return true;
    }
    static const struct index_sayings sayings = INDEX_SAYINGS(VRM0_COLLIDER_GROUP_NODE, "/nodes");
    report_index(references, &sayings, place_vrm0_group(group->index, "node"), name, (struct argument){.name = NULL},
                 index, references->node_count);
    return false;
}

static void check_content(const struct vrm0_references *references, const struct vrm0_collider_group *group)
{
    struct check *check = references->check;
    const struct tree *list = tree_get(group->json, "colliders");
    bool chosen = references->chosen[group->index];
    struct argument name = the_vrm0_group("group", check->avatar, group->index);
    if (list == NULL || (tree_is_array(list) && tree_count(list) == 0)) {
        struct finding *finding =
            report(check->findings,
                   chosen ? MESSAGE_VRM0_EMPTY_COLLIDER_GROUP__LISTED : MESSAGE_VRM0_EMPTY_COLLIDER_GROUP__UNUSED,
                   place_vrm0_group(group->index, list == NULL ? NULL : "colliders"), ARGUMENTS(name));
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_vrm0_group(group->index, NULL), NULL);
        absent_note(check, finding, ABSENT_LACKS,
                    arena_printf(check->arena, VRM0_POINTER "/colliderGroups/%zu/colliders", group->index));
        if (!chosen) {
            finding_severity(finding, VRMLINT_INFO);
        }
    } else if (!chosen && !references->unsure && check->avatar->vrm0->group_count > 0) {
        report(check->findings, MESSAGE_VRM0_COLLIDER_GROUP_UNUSED__DEFAULT, place_vrm0_group(group->index, NULL),
               ARGUMENTS(name, COUNT("count", group->collider_count)));
    }
}

static void check_same_node(const struct vrm0_references *references, const struct vrm0_collider_group *group)
{
    struct check *check = references->check;
    if (group->node == SCENE_NONE) {
        return;
    }
    size_t *first = &references->named[group->node];
    if (*first == 0) {
        *first = group->index + 1;
        return;
    }
    struct argument earlier = the_vrm0_group("earlier", check->avatar, *first - 1);
    struct finding *finding =
        report(check->findings, MESSAGE_VRM0_TWO_GROUPS_ONE_NODE__DEFAULT, place_vrm0_group(group->index, "node"),
               ARGUMENTS(the_vrm0_group("group", check->avatar, group->index), earlier));
    finding_relate(finding, WORDS_ALONE, place_vrm0_group(*first - 1, "node"),
                   ARGUMENTS(argument_as("thing", earlier)));
}

/* Whether a member is missing in any letter case; a name in another case is reported elsewhere. */
static bool value_is_missing(const struct tree *extension, const char *name)
{
    for (void *i = tree_first(extension); i != NULL; i = tree_next(extension, i)) {
        if (extension_same_but_case(tree_key(i), name)) {
            return false;
        }
    }
    return true;
}

static void check_keys(struct check *check)
{
    const struct tree *extension = document_tree(check->avatar->document, VRM0_POINTER);
    bool bones_missing = value_is_missing(extension, "boneGroups");
    bool colliders_missing = value_is_missing(extension, "colliderGroups");
    if (bones_missing || colliders_missing) {
        struct finding *finding = report(check->findings,
                                         !bones_missing       ? MESSAGE_VRM0_MISSING_GROUPS_KEY__COLLIDER_GROUPS
                                         : !colliders_missing ? MESSAGE_VRM0_MISSING_GROUPS_KEY__BONE_GROUPS
                                                              : MESSAGE_VRM0_MISSING_GROUPS_KEY__BOTH,
                                         place_at(VRM0_POINTER), NO_ARGUMENTS);
        if (!bones_missing) {
            absent_note(check, finding, ABSENT_LEFT, VRM0_POINTER "/colliderGroups");
        } else {
            absent_note(check, finding, ABSENT_LACKS, VRM0_POINTER "/boneGroups");
        }
    }
}

void check_vrm0_references(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    check_keys(check);
    const struct tree *bone_groups = document_tree(check->avatar->document, VRM0_POINTER "/boneGroups");
    size_t count = vrm0->collider_group_count;
    struct vrm0_references references = {
        .check = check,
        .vrm0 = vrm0,
        .node_count = check->avatar->scene->count,
        .node_bound = check->avatar->scene->bound,
        .group_bound = expect_bound(document_tree(check->avatar->document, VRM0_POINTER "/colliderGroups")),
        .chosen = arena_array(check->arena, count, sizeof(bool)),
        .listed = arena_array(check->arena, count, sizeof(struct last_listed)),
        .from_one = groups_are_from_one(bone_groups, count),
        .unsure = bone_groups != NULL && !tree_is_array(bone_groups),
    };
    for (size_t i = 0; i < vrm0->group_count; i++) {
        if (tree_is_object(vrm0->groups[i].json)) {
            check_center_value(&references, &vrm0->groups[i]);
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
