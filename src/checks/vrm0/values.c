/*
 * VRM 0.x: numbers of bone groups and colliders. Catalogue sections 2.4 and 2.8.
 * What is ill-typed or too large to compute with has its own rules.
 */
#include "base/quote.h"
#include "checks/vrm0/places.h"

#define DIRECTION_ZERO 1e-6
#define DIRECTION_TOLERANCE 0.01
#define SIDEWAYS 0.01
#define EDITOR_STIFFNESS 4.0 /* where the slider of UniVRM ends */
#define RADIUS_ZERO 1e-4     /* metres; the smallest that Blender knows, which it writes for 0 */

static void check_range(struct check *check, const struct vrm0_group *group)
{
    double drag = group->drag_force.value;
    if (!group->drag_force.given || (drag >= 0 && drag <= 1)) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_DRAG_RANGE, vrm0_group_pointer(check->arena, group->place, "dragForce"),
        drag > 1 ? "%s: dragForce is %s, allowed is 0 to 1; above 1 the bones run wild: lower it to 1 or less"
                 : "%s: dragForce is %s, allowed is 0 to 1; below 0 the bones speed up by themselves: raise it "
                   "to 0 or more",
        name_bone_group(check->avatar, group->place), quote_number(check->arena, drag, 1, 6));
    finding_measure(finding, "dragForce", drag);
}

static void report_negative(struct check *check, const char *pointer, const char *who, const char *what, double value,
                            const char *effect)
{
    struct finding *finding = report_english(check->findings, RULE_VRM0_NEGATIVE_VALUE, pointer,
                                             "%s: %s is %g, allowed is 0 or more; %s", who, what, value, effect);
    finding_measure(finding, "value", value);
}

static void check_negative(struct check *check, const struct vrm0_group *group)
{
    const struct {
        const struct optional *number;
        const char *key;
        const char *effect;
    } numbers[] = {
        {&group->stiffness, "stiffiness", "below 0 it pushes the bones away from their rest pose: raise it"},
        {&group->gravity_power, "gravityPower", "to pull the other way turn gravityDir round"},
        {&group->hit_radius, "hitRadius", "below 0 the bones sink into colliders: raise it"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].number->given && numbers[i].number->value < 0) {
            report_negative(check, vrm0_group_pointer(check->arena, group->place, numbers[i].key),
                            name_bone_group(check->avatar, group->place), numbers[i].key, numbers[i].number->value,
                            numbers[i].effect);
        }
    }
}

static void check_stiffness(struct check *check, const struct vrm0_group *group)
{
    double stiffness = group->stiffness.value;
    if (!(stiffness > EDITOR_STIFFNESS)) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_VRM0_STIFFNESS_HIGH, vrm0_group_pointer(check->arena, group->place, "stiffiness"),
        "%s: stiffiness %s is more than the 0 to 4 that editors offer: lower it if the bones hardly sway",
        name_bone_group(check->avatar, group->place), quote_number(check->arena, stiffness, EDITOR_STIFFNESS, 6));
    finding_measure(finding, "stiffness", stiffness);
}

static void check_gravity(struct check *check, const struct vrm0_group *group)
{
    struct vec3 direction = group->gravity_dir;
    double power = group->gravity_power.value;
    if (!group->gravity_dir_given || !group->gravity_power.given || !(power > 0)) {
        return;
    }
    const char *pointer = vrm0_group_pointer(check->arena, group->place, "gravityDir");
    const char *name = name_bone_group(check->avatar, group->place);
    double length = vec3_length(direction);
    struct finding *finding = NULL;
    if (length < DIRECTION_ZERO) {
        finding =
            report_english(check->findings, RULE_VRM0_GRAVITY_DIR_ZERO, pointer,
                           "%s: gravityDir %g %g %g has no length, so a gravityPower of %g pulls nowhere: write a "
                           "direction such as 0 -1 0 (down), or set gravityPower to 0",
                           name, direction.x, direction.y, direction.z, power);
    } else if (fabs(length - 1) > DIRECTION_TOLERANCE) {
        struct vec3 unit = vec3_scale(direction, 1 / length);
        finding = report_english(
            check->findings, RULE_VRM0_GRAVITY_DIR_NOT_UNIT, pointer,
            "%s: gravityDir %g %g %g is %s long, allowed is 0.99 to 1.01, because some apps multiply "
            "gravityPower by it and others don't: write %.4g %.4g %.4g with a gravityPower of %.4g",
            name, direction.x, direction.y, direction.z,
            quote_number(check->arena, length, length < 1 ? 0.99 : 1.01, 4), unit.x, unit.y, unit.z, power * length);
    }
    finding_measure(finding, "length", length);
    if (fabs(direction.x) > SIDEWAYS || fabs(direction.z) > SIDEWAYS) {
        finding = report_english(
            check->findings, RULE_VRM0_GRAVITY_DIR_SIDEWAYS, pointer,
            "%s: gravityDir %g %g %g points sideways, and apps do not agree which side is meant: use 0 -1 "
            "0 (down) where it matters, or look at it in all of them",
            name, direction.x, direction.y, direction.z);
        finding_measure(finding, "x", direction.x);
        finding_measure(finding, "z", direction.z);
    }
}

/* ---- colliders ---- */

/* How thick the bones are that can hit each collider group: the largest hitRadius; negative where nothing can. */
static const double *thickness(struct check *check)
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

/* What only VRM 1.0 has. Returns whether something of it is there. */
static bool check_shape(struct check *check, const struct vrm0_collider_group *group, size_t place)
{
    static const char *const keys[] = {"tail", "capsule", "shape"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (tree_get(group->colliders[place].json, keys[i]) != NULL) {
            report_english(
                check->findings, RULE_VRM0_CAPSULE_IN_VRM0,
                vrm0_collider_pointer(check->arena, group->place, place, keys[i]),
                "%s has a %s, which only VRM 1.0 knows; in VRM 0.x every collider is a sphere, so apps pass over "
                "it: write a row of spheres, each with offset and radius",
                vrm0_collider_name(check, group->place, place), keys[i]);
            return true;
        }
    }
    return false;
}

static void check_radius(struct check *check, const struct vrm0_collider_group *group, size_t place, double thickest)
{
    const struct optional *radius = &group->colliders[place].radius;
    if ((radius->present && !radius->given) || !(radius->value <= RADIUS_ZERO)) {
        return;
    }
    if (radius->value < 0) {
        report_negative(check, vrm0_collider_pointer(check->arena, group->place, place, "radius"),
                        vrm0_collider_name(check, group->place, place), "radius", radius->value,
                        "below 0 bones are pushed to the wrong side, or not at all: raise it");
        return;
    }
    const char *number = radius->present ? arena_printf(check->arena, "radius is %g m", radius->value)
                                         : "radius is missing, which counts as 0";
    struct finding *finding =
        report_english(check->findings, RULE_VRM0_ZERO_RADIUS,
                       vrm0_collider_pointer(check->arena, group->place, place, radius->present ? "radius" : NULL),
                       "%s: %s, %s: write the radius of the sphere in metres, or delete the collider",
                       vrm0_collider_name(check, group->place, place), number,
                       thickest == 0 ? "and hitRadius of all bones that could hit it is 0, so that nothing ever does"
                                     : "so that bones hit no more than a point");
    finding_measure(finding, "radius", radius->value);
}

static void check_colliders(struct check *check)
{
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    const double *thickest = thickness(check);
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[i];
        for (size_t k = 0; k < group->collider_count; k++) {
            if (!tree_is_object(group->colliders[k].json)) {
                continue;
            }
            bool shaped = check_shape(check, group, k);
            /* a shape brings its own radius along: one defect */
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
        check_stiffness(check, &vrm0->groups[i]);
        check_gravity(check, &vrm0->groups[i]);
    }
    check_colliders(check);
}
