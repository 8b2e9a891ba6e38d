/*
 * The gaze of an avatar: what it moves, how far, and where it starts.
 */
#include <string.h>

#include "checks/avatar/names.h"
#include "checks/mends.h"
#include "ids/messages_vrm.h"

#define OFFSET_MOST 0.5    /* metres from the head bone */
#define OFFSET_OF_BODY 0.3 /* of the way from head to foot, for giants */
#define OFFSET_USUAL 0.06  /* metres up from the head bone, where nobody says */
#define OFFSET_STEP 1e-6   /* metres: what is written is a multiple of it */
#define BODY_UNKNOWN 1.5   /* metres, where there is no way to measure it */
#define ANGLE_LEAST 0.01   /* degrees */
#define DEGREES_MOST 90.0
#define DIGITS 4

static struct place gaze_place(const struct check *check, const char *map, const char *member)
{
    return place_of(PLACE_LOOK_AT, 0, 0,
                    map == NULL      ? member
                    : member == NULL ? map
                                     : arena_printf(check->arena, "%s/%s", map, member));
}

static bool by_bones(const struct check *check)
{
    return check->avatar->humanoid->look_at == LOOK_AT_BONE;
}

static bool by_expressions(const struct check *check)
{
    return check->avatar->humanoid->look_at == LOOK_AT_EXPRESSION;
}

static bool is_mapped(const struct check *check, const char *bone)
{
    return check->avatar->humanoid->keys[bone_by_name(bone)] != NULL;
}

/* ---- range maps ---- */

static void check_complete(const struct check *check, enum vrm1_map_place place)
{
    const struct vrm1_map *map = &check->avatar->vrm1->maps[place];
    if (!map->is_object || (map->input.present && map->scale.present)) {
        return;
    }
    struct argument names[2];
    struct argument values[2];
    size_t count = 0;
    const char *scale = by_expressions(check) ? "1" : "10";
    if (!map->input.present) {
        names[count] = TERM("", "inputMaxValue");
        values[count++] = TERM("", "\"inputMaxValue\": 90");
    }
    if (!map->scale.present) {
        names[count] = TERM("", "outputScale");
        values[count++] = TERM("", by_expressions(check) ? "\"outputScale\": 1" : "\"outputScale\": 10");
    }
    struct finding *finding = report(
        check->findings, MESSAGE_VRM_LOOK_AT_RANGE_INCOMPLETE__DEFAULT, gaze_place(check, vrm1_map_names[place], NULL),
        ARGUMENTS(TERM("map", vrm1_map_names[place]), argument_list("names", names, count, count, JOIN_AND),
                  argument_list("values", values, count, count, JOIN_COMMA)));
    if (!map->input.present) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/inputMaxValue", "90");
    }
    if (!map->scale.present) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/outputScale", scale);
    }
}

static void check_numbers(const struct check *check, enum vrm1_map_place place)
{
    const struct vrm1_map *map = &check->avatar->vrm1->maps[place];
    const char *name = vrm1_map_names[place];
    double most = by_expressions(check) ? 1 : DEGREES_MOST;
    if (map->input.given && map->input.value >= 0 && map->input.value < ANGLE_LEAST) {
        bool still = map->scale.given && map->scale.value == 0;
        struct finding *finding = report(
            check->findings, still ? MESSAGE_VRM_LOOK_AT_INPUT_ZERO__STILL : MESSAGE_VRM_LOOK_AT_INPUT_ZERO__DEFAULT,
            gaze_place(check, name, "inputMaxValue"),
            ARGUMENTS(TERM("map", name), argument_number("angle", map->input.value, NAN, UNIT_DEGREES, DIGITS)));
        if (still) {
            finding_severity(finding, VRMLINT_INFO);
        }
    }
    if (map->scale.given && (map->scale.value < 0 || map->scale.value > most)) {
        struct finding *finding =
            report(check->findings,
                   by_expressions(check) ? MESSAGE_VRM_LOOK_AT_OUTPUT_RANGE__EXPRESSION
                                         : MESSAGE_VRM_LOOK_AT_OUTPUT_RANGE__BONE,
                   gaze_place(check, name, "outputScale"),
                   ARGUMENTS(TERM("map", name), argument_number("value", map->scale.value,
                                                                map->scale.value < 0 ? 0 : most, UNIT_NONE, DIGITS)));
        finding_measure(finding, "value", map->scale.value);
        finding_set_number(finding, "0", mend_into(map->scale.value, most));
    }
}

/* Writes the maps that are used and not there, as three-vrm takes them. */
static void write_maps(const struct check *check, struct finding *finding)
{
    const char *map = by_expressions(check) ? "{\"inputMaxValue\":90,\"outputScale\":1}"
                                            : "{\"inputMaxValue\":90,\"outputScale\":10}";
    for (enum vrm1_map_place place = 0; place < VRM1_MAPS; place++) {
        if (vrm1_uses_map(check->avatar->humanoid, place) && check->avatar->vrm1->maps[place].json == NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(check->arena, "0/%s", vrm1_map_names[place]), map);
        }
    }
}

/* What all the maps that are used say together. */
static void check_used(const struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    struct argument omitted[VRM1_MAPS];
    size_t count = 0;
    bool still = true;
    for (enum vrm1_map_place place = 0; place < VRM1_MAPS; place++) {
        const struct vrm1_map *map = &vrm1->maps[place];
        if (!vrm1_uses_map(check->avatar->humanoid, place)) {
            continue;
        }
        if (map->json == NULL) {
            omitted[count++] = TERM("", vrm1_map_names[place]);
        }
        still = still && map->input.present && map->scale.given && map->scale.value == 0;
    }
    if (count > 0) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_LOOK_AT_MAP_OMITTED__DEFAULT, gaze_place(check, NULL, NULL),
                   ARGUMENTS(COUNT("count", count), argument_list("maps", omitted, count, count, JOIN_AND)));
        finding_measure(finding, "count", (double)count);
        write_maps(check, finding);
    } else if (still) {
        report(check->findings, MESSAGE_VRM_LOOK_AT_NO_EFFECT__DEFAULT, gaze_place(check, NULL, NULL), NO_ARGUMENTS);
    }
}

static void check_maps(const struct check *check)
{
    for (enum vrm1_map_place place = 0; place < VRM1_MAPS; place++) {
        check_complete(check, place);
        if ((by_bones(check) || by_expressions(check)) && vrm1_uses_map(check->avatar->humanoid, place)) {
            check_numbers(check, place);
        }
    }
    if (by_bones(check) || by_expressions(check)) {
        check_used(check);
    }
}

/* ---- where it starts ---- */

/* Metres from the head to the lower foot. */
static double height_of(const struct check *check)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    const struct humanoid *humanoid = check->avatar->humanoid;
    size_t head = humanoid->nodes[bone_by_name("head")];
    double height = NAN;
    for (size_t i = 0; head != SCENE_NONE && i < 2; i++) {
        size_t foot = humanoid->nodes[bone_by_name(feet[i])];
        if (foot != SCENE_NONE) {
            height = fmax(height, vec3_distance(scene_position(check->avatar->scene, head),
                                                scene_position(check->avatar->scene, foot)));
        }
    }
    return isnan(height) ? BODY_UNKNOWN : height;
}

static double farthest(const struct check *check)
{
    return fmax(OFFSET_MOST, OFFSET_OF_BODY * height_of(check));
}

/* Half way between the eyes, in the head's own axes; 6 cm up, as three-vrm and UniVRM have it, where that isn't known.
 */
static void write_offset(const struct check *check, struct finding *finding)
{
    const struct scene *scene = check->avatar->scene;
    const struct humanoid *humanoid = check->avatar->humanoid;
    size_t head = humanoid->nodes[bone_by_name("head")];
    size_t left = humanoid->nodes[bone_by_name("leftEye")];
    size_t right = humanoid->nodes[bone_by_name("rightEye")];
    double offset[3] = {0, OFFSET_USUAL, 0};
    struct mat34 inverse;
    if (head != SCENE_NONE && left != SCENE_NONE && right != SCENE_NONE &&
        mat34_inverse(&scene->nodes[head].world, &inverse)) {
        struct vec3 eyes = vec3_scale(vec3_add(scene_position(scene, left), scene_position(scene, right)), 0.5);
        struct vec3 way = mat34_point(&inverse, eyes);
        double length = vec3_length(way);
        if (length > 0 && length <= farthest(check)) {
            offset[0] = round(way.x / OFFSET_STEP) * OFFSET_STEP + 0.0;
            offset[1] = round(way.y / OFFSET_STEP) * OFFSET_STEP + 0.0;
            offset[2] = round(way.z / OFFSET_STEP) * OFFSET_STEP + 0.0;
        }
    }
    finding_set_numbers(finding, "0/offsetFromHeadBone", offset, 3);
}

static void check_offset(const struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    if (!vrm1->offset_present) {
        write_offset(check, report(check->findings, MESSAGE_VRM_LOOK_AT_OFFSET_OMITTED__DEFAULT,
                                   gaze_place(check, NULL, NULL), NO_ARGUMENTS));
        return;
    }
    double distance = vec3_length(vrm1->offset);
    double limit = farthest(check);
    if (vrm1->offset_given && distance > limit) {
        struct finding *finding = report(check->findings, MESSAGE_VRM_LOOK_AT_OFFSET_FAR__DEFAULT,
                                         gaze_place(check, NULL, "offsetFromHeadBone"),
                                         ARGUMENTS(argument_number("distance", distance, limit, UNIT_METRES, DIGITS),
                                                   METRES("limit", limit, DIGITS)));
        finding_measure(finding, "distance", distance);
        finding_measure(finding, "limit", limit);
    }
}

/* ---- what it moves ---- */

static void check_expressions(const struct check *check)
{
    static const char *const presets[] = {"lookUp", "lookDown", "lookLeft", "lookRight"};
    struct argument names[4];
    size_t count = 0;
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        if (!vrm1_preset_binds(check->avatar->vrm1, vrma_preset_by_name(presets[i]))) {
            names[count++] = TEXT("", presets[i]);
        }
    }
    if (by_expressions(check) && count > 0) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_LOOK_AT_EXPRESSION_MISSING__DEFAULT, gaze_place(check, NULL, "type"),
                   ARGUMENTS(COUNT("count", count), argument_list("presets", names, count, count, JOIN_AND)));
        finding_measure(finding, "count", (double)count);
    }
}

static void check_eyes(const struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    bool left = is_mapped(check, "leftEye");
    bool right = is_mapped(check, "rightEye");
    bool any = tree_count(check->avatar->humanoid->bones) > 0; /* none at all: that has been reported */
    if (any && by_bones(check) && !left && !right) {
        report(check->findings, MESSAGE_VRM_LOOK_AT_WITHOUT_EYES__DEFAULT,
               gaze_place(check, NULL, vrm1->has_type ? "type" : NULL), NO_ARGUMENTS);
    }
    if (left != right && (by_bones(check) || tree_get(vrm1->json, "lookAt") == NULL)) {
        size_t eye = bone_by_name(left ? "leftEye" : "rightEye");
        report(check->findings, MESSAGE_VRM_ONE_EYE__DEFAULT, avatar_bone_place(check, eye, NULL),
               ARGUMENTS(the_avatar_bone("eye", check, eye), TEXT("other", left ? "rightEye" : "leftEye")));
    }
}

void check_avatar_look_at(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    if (!vrm1->present) {
        return;
    }
    check_eyes(check);
    if (vrm1->look_at == NULL) {
        return;
    }
    check_maps(check);
    if (!vrm1->has_type) {
        report(check->findings, MESSAGE_VRM_LOOK_AT_TYPE_OMITTED__DEFAULT, gaze_place(check, NULL, NULL), NO_ARGUMENTS);
    }
    check_offset(check);
    check_expressions(check);
    if (tree_get(vrm1->json, "expressions") == NULL) {
        report(check->findings, MESSAGE_VRM_LOOK_AT_WITHOUT_EXPRESSIONS__DEFAULT, gaze_place(check, NULL, NULL),
               ARGUMENTS(TERM("object", "{}")));
    }
}
