/*
 * VRM 0.x: how the eyes turn for where the gaze is: by their bones, or by the expressions lookup, lookdown, lookleft
 * and lookright.
 */
#include "checks/mends.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"

#define LEAST_INPUT 0.01    /* degrees: less is a jump */
#define LARGEST_INPUT 180.0 /* degrees */
#define LARGEST_TURN 90.0   /* degrees, of an eye */
#define FULL_WEIGHT 1.0     /* of an expression */
#define FAR 0.5             /* metres from the head bone to between the eyes, of anyone */
#define FAR_OF_HEIGHT 0.3   /* and of a giant, of the way from head to foot */
#define LARGEST 1e38        /* of the schema */
#define STRAIGHT_TOLERANCE 1e-6

struct gaze {
    struct check *check;
    const struct vrm0_avatar *vrm0;
    bool has_left;
    bool has_right;
};

/* Whether a map drives anything: expressions have none towards the nose. */
static bool is_used(const struct gaze *gaze, enum vrm0_direction direction)
{
    return !gaze->vrm0->gaze_by_expressions || direction != VRM0_INNER;
}

static struct place place_first_person(const struct gaze *gaze, const char *member)
{
    return place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, tree_get(gaze->vrm0->first_person, member) == NULL ? NULL : member);
}

/* ---- what is driven ---- */

static void check_eyes(const struct gaze *gaze)
{
    struct findings *findings = gaze->check->findings;
    /* an entry that can't be told may have been meant as an eye; where there are none at all, that has been reported */
    if (gaze->vrm0->gaze_by_expressions || tree_count(gaze->vrm0->human_bones) == 0 || gaze->vrm0->has_odd_entry) {
        return;
    }
    if (!gaze->has_left && !gaze->has_right && gaze->vrm0->first_person != NULL) {
        report(findings, MESSAGE_VRM0_LOOK_AT_WITHOUT_EYES__DEFAULT, place_first_person(gaze, "lookAtTypeName"),
               NO_ARGUMENTS);
    } else if (gaze->has_left != gaze->has_right) {
        report(findings, MESSAGE_VRM0_ONE_EYE__DEFAULT, place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"),
               ARGUMENTS(TERM("there", gaze->has_left ? "leftEye" : "rightEye"),
                         TERM("missing", gaze->has_left ? "rightEye" : "leftEye")));
    }
}

static void check_expressions(const struct gaze *gaze)
{
    static const enum vrm0_preset presets[] = {VRM0_LOOK_UP, VRM0_LOOK_DOWN, VRM0_LOOK_LEFT, VRM0_LOOK_RIGHT};
    struct argument missing[4];
    size_t count = 0;
    for (size_t i = 0; i < 4 && gaze->vrm0->gaze_by_expressions; i++) {
        const struct vrm0_expression *expression = gaze->vrm0->presets[presets[i]];
        if (expression == NULL || expression->bind_count + expression->value_count == 0) {
            missing[count++] = TERM("", vrm0_preset_name(presets[i]));
        }
    }
    if (count > 0) {
        struct finding *finding =
            report(gaze->check->findings, MESSAGE_VRM0_LOOK_AT_EXPRESSION_MISSING__DEFAULT,
                   place_first_person(gaze, "lookAtTypeName"),
                   ARGUMENTS(argument_list("expressions", missing, count, count, JOIN_AND), COUNT("count", count)));
        finding_measure(finding, "count", (double)count);
    }
}

/* ---- maps ---- */

static struct place place_map(const struct gaze *gaze, enum vrm0_direction direction, const char *member)
{
    return place_of(PLACE_VRM0_FIRST_PERSON, 0, 0,
                    arena_printf(gaze->check->arena, "%s/%s", vrm0_direction_name(direction), member));
}

static void check_input(const struct gaze *gaze, enum vrm0_direction direction)
{
    struct findings *findings = gaze->check->findings;
    const struct vrm0_map *map = &gaze->vrm0->maps[direction];
    struct argument name = TERM("map", vrm0_direction_name(direction));
    struct argument input = argument_number("input", map->x.value, LARGEST_INPUT, UNIT_NONE, 6);
    struct finding *finding = NULL;
    if (map->x.value < 0 || map->x.value > LARGEST_INPUT) {
        finding = report(findings, MESSAGE_VRM0_LOOK_AT_INPUT_RANGE__DEFAULT, place_map(gaze, direction, "xRange"),
                         ARGUMENTS(name, input));
    } else if (map->x.value < LEAST_INPUT && is_used(gaze, direction)) {
        bool still = map->y.given && map->y.value == 0;
        finding =
            report(findings, still ? MESSAGE_VRM0_LOOK_AT_INPUT_ZERO__STILL : MESSAGE_VRM0_LOOK_AT_INPUT_ZERO__DEFAULT,
                   place_map(gaze, direction, "xRange"), ARGUMENTS(name, input));
        if (still) {
            finding_severity(finding, VRMLINT_INFO);
        }
    }
    finding_measure(finding, "input", map->x.value);
}

static void check_output(const struct gaze *gaze, enum vrm0_direction direction)
{
    const struct vrm0_map *map = &gaze->vrm0->maps[direction];
    bool weights = gaze->vrm0->gaze_by_expressions;
    double limit = weights ? FULL_WEIGHT : LARGEST_TURN;
    if (!is_used(gaze, direction) || (map->y.value >= 0 && map->y.value <= limit)) {
        return;
    }
    struct finding *finding =
        report(gaze->check->findings,
               map->y.value < 0 ? MESSAGE_VRM0_LOOK_AT_OUTPUT_RANGE__NEGATIVE
               : weights        ? MESSAGE_VRM0_LOOK_AT_OUTPUT_RANGE__WEIGHT
                                : MESSAGE_VRM0_LOOK_AT_OUTPUT_RANGE__ANGLE,
               place_map(gaze, direction, "yRange"),
               ARGUMENTS(TERM("map", vrm0_direction_name(direction)),
                         argument_number("output", map->y.value, map->y.value < 0 ? 0 : limit, UNIT_NONE, 6)));
    finding_measure(finding, "output", map->y.value);
    finding_set_number(finding, "0", mend_into(map->y.value, limit));
}

static bool is_straight(const struct tree *curve)
{
    static const double straight[] = {0, 0, 0, 1, 1, 1, 1, 0};
    bool same = tree_count(curve) == sizeof straight / sizeof *straight;
    for (size_t i = 0; same && i < tree_count(curve); i++) {
        double number;
        /* what isn't a number has a finding of its own */
        same = !tree_number(tree_at(curve, i), &number) || fabs(number - straight[i]) <= STRAIGHT_TOLERANCE;
    }
    return same;
}

static void check_curve(const struct gaze *gaze, enum vrm0_direction direction)
{
    struct findings *findings = gaze->check->findings;
    const struct tree *curve = tree_get(gaze->vrm0->maps[direction].json, "curve");
    size_t count = tree_count(curve);
    struct argument name = TERM("map", vrm0_direction_name(direction));
    struct place place = place_map(gaze, direction, "curve");
    if (!tree_is_array(curve)) {
        return;
    }
    if (count == 0) {
        report(findings, MESSAGE_VRM0_LOOK_AT_CURVE_EMPTY__DEFAULT, place, ARGUMENTS(name));
    } else if (count % 4 != 0) {
        struct finding *finding =
            report(findings, MESSAGE_VRM0_ARRAY_LENGTH__CURVE, place, ARGUMENTS(name, COUNT("count", count)));
        finding_measure(finding, "length", (double)count);
    } else if (!is_straight(curve)) {
        report(findings, MESSAGE_VRM0_LOOK_AT_CURVE_CUSTOM__DEFAULT, place, ARGUMENTS(name));
    }
}

static void check_maps(const struct gaze *gaze)
{
    size_t still = 0;
    size_t used = 0;
    for (enum vrm0_direction i = 0; i < VRM0_DIRECTIONS; i++) {
        const struct vrm0_map *map = &gaze->vrm0->maps[i];
        used += is_used(gaze, i);
        still += is_used(gaze, i) && map->y.given && map->y.value == 0;
        if (map->x.given) {
            check_input(gaze, i);
        }
        if (map->y.given) {
            check_output(gaze, i);
        }
        check_curve(gaze, i);
    }
    if (still == used) {
        report(gaze->check->findings, MESSAGE_VRM0_LOOK_AT_NO_EFFECT__DEFAULT, place_first_person(gaze, ""),
               NO_ARGUMENTS);
    }
}

/* ---- where the gaze begins ---- */

/* From the head to the left foot, or the right one; of a tall man where a bone is missing. */
static double size_of(const struct gaze *gaze)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    const struct scene *scene = gaze->check->avatar->scene;
    size_t head = gaze->vrm0->nodes[bone_by_name("head")];
    for (size_t i = 0; i < 2 && head != SCENE_NONE; i++) {
        size_t foot = gaze->vrm0->nodes[bone_by_name(feet[i])];
        if (foot != SCENE_NONE) {
            return vec3_distance(scene_position(scene, head), scene_position(scene, foot));
        }
    }
    return 1.5;
}

static void check_offset(const struct gaze *gaze)
{
    const struct tree *json = tree_get(gaze->vrm0->first_person, "firstPersonBoneOffset");
    struct vec3 offset = {0, 0, 0};
    tree_number(tree_get(json, "x"), &offset.x);
    tree_number(tree_get(json, "y"), &offset.y);
    tree_number(tree_get(json, "z"), &offset.z);
    double limit = fmax(FAR, FAR_OF_HEIGHT * size_of(gaze));
    double length = vec3_length(offset);
    if (length > limit && length < LARGEST) {
        struct finding *finding =
            report(gaze->check->findings, MESSAGE_VRM0_LOOK_AT_OFFSET_FAR__DEFAULT,
                   place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, "firstPersonBoneOffset"),
                   ARGUMENTS(argument_number("length", length, limit, UNIT_METRES, 3), METRES("limit", limit, 3)));
        finding_measure(finding, "length", length);
    }
}

void check_vrm0_gaze(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->json == NULL) {
        return;
    }
    struct gaze gaze = {.check = check,
                        .vrm0 = vrm0,
                        .has_left = vrm0->entries[bone_by_name("leftEye")] != SCENE_NONE,
                        .has_right = vrm0->entries[bone_by_name("rightEye")] != SCENE_NONE};
    check_eyes(&gaze);
    if (vrm0->first_person != NULL) {
        check_expressions(&gaze);
        check_maps(&gaze);
        check_offset(&gaze);
    }
}
