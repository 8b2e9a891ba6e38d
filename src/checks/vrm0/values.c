/* VRM 0.x: checks the numbers of bone groups and colliders. Other rules report ill-typed numbers, and numbers too
 * large for computing. */
#include "base/json_value.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/fixes.h"
#include "checks/spring/forces.h"
#include "ids/messages_vrm0.h"

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
                                argument_number("drag", drag, 1, UNIT_NONE, 6), NUMBER("share", drag / 100, 6)));
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
