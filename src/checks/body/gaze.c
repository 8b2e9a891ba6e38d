/* The gaze of an avatar: what it moves, how far, and from where it starts. lookAt of VRM 1.0, firstPerson
 * of VRM 0.x. */
#include "checks/body/gaze.h"

#include "checks/absent.h"
#include "checks/fixes.h"
#include "checks/likely.h"
#include "checks/vrm0/avatar.h"
#include "gltf/expect.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_vrm_face.h"
#include "ids/rules.h"

#define ANGLE_LEAST 0.01     /* degrees: a smaller input makes the eyes jump */
#define RADIANS_MOST 1.6     /* a right angle in radians; no range has so few degrees */
#define ANGLE_MOST 90.0      /* degrees; the largest rotation of an eye */
#define EXCHANGED_LEAST 60.0 /* degrees: an output this large must have been meant as the input */
#define EXCHANGED_MOST 180.0
#define EXCHANGED_RATIO 3.0 /* and is at least this many times the input */
#define WEIGHT_MOST 1.0     /* of an expression */
#define OFFSET_MOST 0.5     /* metres from the head bone */
#define OFFSET_OF_BODY 0.3  /* of the distance from head to foot, for giants */
#define HEIGHT_UNKNOWN 1.5  /* metres, if a bone is missing */
#define GAZE_DIGITS 4       /* significant digits, in messages */

/* Differences between the dialects. */
struct gaze_rules {
    const char *looks[4]; /* the expressions that the gaze drives */
    const char *input;    /* the members of a map */
    const char *output;
    const char *offset;
    const char *type;
};

static const struct gaze_rules dialects[] = {
    [DIALECT_VRM1] =
        {{"lookUp", "lookDown", "lookLeft", "lookRight"}, "inputMaxValue", "outputScale", "offsetFromHeadBone", "type"},
    [DIALECT_VRM0] = {{"lookup", "lookdown", "lookleft", "lookright"},
                      "xRange",
                      "yRange",
                      "firstPersonBoneOffset",
                      "lookAtTypeName"},
};

double gaze_farthest(const struct body *body)
{
    double height = body_height(body);
    return fmax(OFFSET_MOST, OFFSET_OF_BODY * (isnan(height) ? HEIGHT_UNKNOWN : height));
}

struct place gaze_place(const struct gaze *gaze, const char *map, const char *member)
{
    enum place_kind kind = gaze->body.dialect == DIALECT_VRM1 ? PLACE_LOOK_AT : PLACE_VRM0_FIRST_PERSON;
    return place_of(kind, 0, 0,
                    map == NULL      ? member
                    : member == NULL ? map
                                     : arena_printf(gaze->body.check->arena, "%s/%s", map, member));
}

/* ---- reading ---- */

static void read_vrm1_gaze(struct gaze *gaze)
{
    const struct avatar *avatar = gaze->body.check->avatar;
    const struct vrm1 *vrm1 = avatar->vrm1;
    gaze->json = vrm1->look_at;
    gaze->by_bones = avatar->humanoid->look_at == LOOK_AT_BONE;
    gaze->by_expressions = avatar->humanoid->look_at == LOOK_AT_EXPRESSION;
    gaze->turns_eyes = gaze->by_bones || tree_get(vrm1->json, "lookAt") == NULL;
    for (enum vrm1_map_place i = 0; i < VRM1_MAPS; i++) {
        const struct vrm1_map *map = &vrm1->maps[i];
        gaze->maps[i] =
            (struct gaze_map){vrm1_map_names[i], map->json, map->input, map->scale,
                              vrm1_uses_map(avatar->humanoid, i) && (gaze->by_bones || gaze->by_expressions)};
    }
    gaze->offset = vrm1->offset_given ? vrm1->offset : (struct vec3){0, 0, 0};
}

/* Reads firstPerson. Expressions use no map for the inner direction. */
static void read_vrm0_gaze(struct gaze *gaze)
{
    const struct vrm0_avatar *vrm0 = gaze->body.check->avatar->vrm0_avatar;
    const struct tree *offset = tree_get(vrm0->first_person, dialects[DIALECT_VRM0].offset);
    gaze->json = vrm0->first_person;
    gaze->by_expressions = vrm0->gaze_by_expressions;
    gaze->by_bones = vrm0->first_person != NULL && !gaze->by_expressions;
    gaze->turns_eyes = !gaze->by_expressions;
    for (enum vrm0_direction i = 0; i < VRM0_DIRECTIONS; i++) {
        const struct vrm0_map *map = &vrm0->maps[i];
        gaze->maps[i] = (struct gaze_map){vrm0_direction_name(i),
                                          map->json,
                                          {map->x.value, map->x.given, map->x.given},
                                          {map->y.value, map->y.given, map->y.given},
                                          !gaze->by_expressions || i != VRM0_INNER};
    }
    tree_number(tree_get(offset, "x"), &gaze->offset.x);
    tree_number(tree_get(offset, "y"), &gaze->offset.y);
    tree_number(tree_get(offset, "z"), &gaze->offset.z);
}

/* ---- eyes and expressions ---- */

/* Whether an entry has an unknown bone, which may be meant as an eye. */
static bool has_unknown_bone(const struct body *body)
{
    const struct avatar *avatar = body->check->avatar;
    const struct tree *list = body->dialect == DIALECT_VRM1 ? avatar->humanoid->bones : NULL;
    bool found = body->dialect == DIALECT_VRM0 && avatar->vrm0_avatar->has_odd_entry;
    for (void *i = tree_first(list); i != NULL && !found; i = tree_next(list, i)) {
        found = bone_by_name(tree_key(i)) == BONE_COUNT && !tree_is_general_key(tree_key(i)) &&
                !bone_is_old_thumb(tree_key(i));
    }
    return found;
}

static bool binds_gaze(const struct body *body, const char *look)
{
    const struct avatar *avatar = body->check->avatar;
    if (body->dialect == DIALECT_VRM1) {
        return vrm1_preset_binds(avatar->vrm1, vrma_preset_by_name(look));
    }
    const struct vrm0_expression *expression = avatar->vrm0_avatar->presets[vrm0_preset_by_name(look)];
    return expression != NULL && expression->bind_count + expression->value_count > 0;
}

/* Lists the expressions of the gaze that bind nothing; returns their number. */
static size_t list_unbound(const struct body *body, struct argument names[4])
{
    const struct gaze_rules *rules = &dialects[body->dialect];
    size_t count = 0;
    for (size_t i = 0; i < 4; i++) {
        if (!binds_gaze(body, rules->looks[i])) {
            names[count++] = body->dialect == DIALECT_VRM1 ? TEXT("", rules->looks[i]) : TERM("", rules->looks[i]);
        }
    }
    return count;
}

/* Whether a node is named like an eye bone, in any common skeleton. */
static bool has_eye_nodes(const struct body *body)
{
    bool found = false;
    for (size_t node = 0; node < body->scene->count && !found; node++) {
        const char *name = body->scene->nodes[node].name;
        const char *bone = name == NULL ? NULL : bone_elsewhere(name);
        found = bone != NULL && bones[bone_by_name(bone)].class == BONE_EYE;
    }
    return found;
}

/* Whether an expression moves something, so that the avatar has a face that lives. */
static bool has_face(const struct body *body)
{
    const struct avatar *avatar = body->check->avatar;
    bool moves = false;
    for (size_t i = 0; body->dialect == DIALECT_VRM1 && i < avatar->vrm1->expression_count; i++) {
        moves = moves || avatar->vrm1->expressions[i].binds > 0;
    }
    for (size_t i = 0; body->dialect == DIALECT_VRM0 && i < avatar->vrm0_avatar->expression_count; i++) {
        moves = moves || avatar->vrm0_avatar->expressions[i].bind_count > 0;
    }
    return moves;
}

/* Reports a gaze that rotates eye bones of an avatar without any. Exporters write such a gaze into every avatar, so it
 * is reported only if the avatar has a face that moves, or nodes for the eyes. */
static void report_no_eyes(const struct gaze *gaze)
{
    const struct body *body = &gaze->body;
    const struct gaze_rules *rules = &dialects[body->dialect];
    const char *type = tree_get(gaze->json, rules->type) == NULL ? NULL : rules->type;
    struct argument unbound[4];
    size_t count = list_unbound(body, unbound);
    enum rule rule = body->dialect == DIALECT_VRM1 ? RULE_VRM_LOOK_AT_WITHOUT_EYES : RULE_VRM0_LOOK_AT_WITHOUT_EYES;
    if (has_face(body) || findings_named(body->check->findings, rule) || has_eye_nodes(body)) {
        body_report(
            body, count == 0 ? MESSAGE_VRM_LOOK_AT_WITHOUT_EYES__BOUND : MESSAGE_VRM_LOOK_AT_WITHOUT_EYES__DEFAULT,
            gaze_place(gaze, NULL, type),
            ARGUMENTS(the_member("scale", rules->output), argument_list("presets", unbound, count, count, JOIN_AND)));
    }
}

static void check_eyes(const struct gaze *gaze)
{
    const struct body *body = &gaze->body;
    size_t left = bone_by_name("leftEye");
    size_t right = bone_by_name("rightEye");
    bool has_left = body->names[left] != NULL;
    bool has_right = body->names[right] != NULL;
    bool has_bones = false; /* missing bones are reported elsewhere */
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        has_bones = has_bones || body->names[bone] != NULL;
    }
    if (!has_bones || has_unknown_bone(body)) {
        return;
    }
    size_t eye = has_left ? left : right;
    size_t other = has_left ? right : left;
    if (gaze->by_bones && !has_left && !has_right) {
        report_no_eyes(gaze);
    } else if (gaze->turns_eyes && has_left != has_right) {
        body_report(body, MESSAGE_VRM_ONE_EYE__DEFAULT,
                    body->dialect == DIALECT_VRM1 ? body_entry(body, eye, NULL) : body_list(body),
                    ARGUMENTS(body_bone("eye", body, eye), body_name("other", body, other)));
    }
}

/* Returns the message about expressions of the gaze that bind nothing, by what else can move the eyes: bones, by maps
 * in degrees or in weights. */
static enum message message_of_unbound(const struct gaze *gaze)
{
    const struct body *body = &gaze->body;
    bool in_degrees = false;
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        in_degrees = in_degrees || (gaze->maps[i].output.given && gaze->maps[i].output.value > 1);
    }
    if (body->nodes[bone_by_name("leftEye")] == SCENE_NONE && body->nodes[bone_by_name("rightEye")] == SCENE_NONE) {
        return MESSAGE_VRM_LOOK_AT_EXPRESSION_MISSING__NO_EYES;
    }
    return in_degrees ? MESSAGE_VRM_LOOK_AT_EXPRESSION_MISSING__DEFAULT
                      : MESSAGE_VRM_LOOK_AT_EXPRESSION_MISSING__WEIGHTS;
}

static void check_expressions(struct check *check, const struct gaze *gaze)
{
    const struct body *body = &gaze->body;
    const struct gaze_rules *rules = &dialects[body->dialect];
    struct argument missing[4];
    size_t count = list_unbound(body, missing);
    if (gaze->by_expressions && count > 0) {
        struct finding *finding =
            body_report(body, message_of_unbound(gaze), gaze_place(gaze, NULL, rules->type),
                        ARGUMENTS(COUNT("count", count), argument_list("presets", missing, count, count, JOIN_AND)));
        finding_measure(finding, "count", (double)count);
        for (size_t i = 0; count == 4 && i < 2; i++) { /* the expressions may be under another name */
            static const char *const lists[][2] = {
                [DIALECT_VRM1] = {"/extensions/VRMC_vrm/expressions", "/extensions/VRMC_vrm/expressions/preset"},
                [DIALECT_VRM0] = {"/extensions/VRM/blendShapeMaster",
                                  "/extensions/VRM/blendShapeMaster/blendShapeGroups"},
            };
            absent_note(check, finding, ABSENT_LACKS, lists[body->dialect][i]);
        }
    }
}

/* ---- range maps ---- */

static void check_input(const struct gaze *gaze, const struct gaze_map *map)
{
    const struct gaze_rules *rules = &dialects[gaze->body.dialect];
    if (!map->input.given || map->input.value < 0 || map->input.value >= ANGLE_LEAST) {
        return;
    }
    bool still = map->output.given && map->output.value == 0;
    struct finding *finding = body_report(
        &gaze->body, still ? MESSAGE_VRM_LOOK_AT_INPUT_ZERO__STILL : MESSAGE_VRM_LOOK_AT_INPUT_ZERO__DEFAULT,
        gaze_place(gaze, map->name, rules->input),
        ARGUMENTS(the_member("map", map->name), NUMBER("input", map->input.value, GAZE_DIGITS),
                  argument_number("angle", map->input.value, NAN, UNIT_DEGREES, GAZE_DIGITS)));
    finding_measure(finding, "input", map->input.value);
    if (still) {
        finding_severity(finding, VRMLINT_INFO);
    }
}

/* Whether input and output are exchanged: eyes don't rotate much farther than the direction of the target. People who
 * choose the values choose whole degrees. */
static bool is_exchanged(const struct gaze *gaze, const struct gaze_map *map)
{
    return map->input.value == round(map->input.value) && map->output.value == round(map->output.value) &&
           !gaze->by_expressions && map->input.given && map->output.given && map->input.value >= ANGLE_LEAST &&
           map->output.value >= EXCHANGED_LEAST && map->output.value <= EXCHANGED_MOST &&
           map->input.value * EXCHANGED_RATIO <= map->output.value;
}

/* Whether all maps are exchanged; a single one may be intended. */
static bool are_exchanged(const struct gaze *gaze)
{
    size_t used = 0;
    size_t exchanged = 0;
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        const struct gaze_map *map = &gaze->maps[i];
        used += map->used && map->json != NULL;
        exchanged += map->used && map->json != NULL && is_exchanged(gaze, map);
    }
    return exchanged > 1 && exchanged == used;
}

static void check_output(const struct gaze *gaze, const struct gaze_map *map, bool exchanged)
{
    const struct gaze_rules *rules = &dialects[gaze->body.dialect];
    if (exchanged) {
        struct finding *finding = body_report(
            &gaze->body, MESSAGE_VRM_LOOK_AT_OUTPUT_RANGE__EXCHANGED, gaze_place(gaze, map->name, rules->output),
            ARGUMENTS(the_member("map", map->name), NUMBER("value", map->output.value, GAZE_DIGITS),
                      NUMBER("input", map->input.value, GAZE_DIGITS)));
        finding_measure(finding, "value", map->output.value);
        finding_set_number(finding, "0", map->input.value);
        finding_set_number(finding, arena_printf(gaze->body.check->arena, "1/%s", rules->input), map->output.value);
        return;
    }
    double most = gaze->by_expressions ? WEIGHT_MOST : ANGLE_MOST;
    double value = map->output.value;
    if (!map->output.given || (value >= 0 && value <= most)) {
        return;
    }
    enum message above =
        gaze->by_expressions ? MESSAGE_VRM_LOOK_AT_OUTPUT_RANGE__EXPRESSION : MESSAGE_VRM_LOOK_AT_OUTPUT_RANGE__BONE;
    struct finding *finding = body_report(
        &gaze->body,
        value < 0 && gaze->body.dialect == DIALECT_VRM0 ? MESSAGE_VRM0_LOOK_AT_OUTPUT_RANGE__NEGATIVE : above,
        gaze_place(gaze, map->name, rules->output),
        ARGUMENTS(the_member("map", map->name),
                  argument_number("value", value, value < 0 ? 0 : most, UNIT_NONE, GAZE_DIGITS)));
    finding_measure(finding, "value", value);
    finding_set_number(finding, "0", fix_into(value, most));
}

/* Whether the input or output of all maps is 1, which is a weight or a full range but no angle. */
static bool are_one(const struct gaze *gaze, bool of_input)
{
    size_t ones = 0;
    size_t used = 0;
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        const struct gaze_map *map = &gaze->maps[i];
        const struct optional *one = of_input ? &map->input : &map->output;
        const struct optional *other = of_input ? &map->output : &map->input;
        used += map->used && map->json != NULL;
        ones += map->used && one->given && one->value == 1 && other->value > 1;
    }
    return ones > 1 && ones == used;
}

/* Whether an angle is in radians instead of degrees. */
static bool is_radians(const struct optional *angle)
{
    return angle->given && angle->value >= ANGLE_LEAST && angle->value <= RADIANS_MOST &&
           angle->value != trunc(angle->value); /* 1 can't be meant as radians */
}

/* Whether an angle in radians is a multiple of a number of degrees, as people choose them. */
static bool is_round(double radians, double degrees)
{
    double steps = angle_degrees(radians) / degrees;
    return fabs(steps - round(steps)) * degrees < 0.05;
}

/* The maps with an input or output in radians. */
struct radians {
    const struct gaze_map *first;
    size_t count;
    bool all; /* all existing maps are */
};

static struct radians find_radians(const struct gaze *gaze, bool of_input)
{
    struct radians radians = {.all = true};
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        const struct gaze_map *map = &gaze->maps[i];
        bool in_radians = map->used && is_radians(of_input ? &map->input : &map->output);
        radians.all = radians.all && (in_radians || !map->used || map->json == NULL);
        radians.count += in_radians;
        radians.first = radians.first == NULL && in_radians ? map : radians.first;
    }
    return radians;
}

/* Reports ranges in radians, all of them as one mistake. The output of expressions is a weight. A single map counts
 * only if both numbers are round in degrees. */
static void check_radians(const struct gaze *gaze)
{
    struct radians inputs = find_radians(gaze, true);
    struct radians outputs = find_radians(gaze, false);
    bool are_inputs = inputs.all && inputs.count > 1;
    bool are_outputs = !gaze->by_expressions && outputs.all && outputs.count > 1 && inputs.count == 0;
    bool is_one = !gaze->by_expressions && inputs.count > 0 && inputs.first == outputs.first &&
                  is_round(inputs.first->input.value, 5) && is_round(outputs.first->output.value, 1);
    if (!are_inputs && !are_outputs && !is_one) {
        return;
    }
    const struct gaze_rules *rules = &dialects[gaze->body.dialect];
    bool of_input = are_inputs || is_one;
    const struct gaze_map *map = of_input ? inputs.first : outputs.first;
    double value = of_input ? map->input.value : map->output.value;
    struct finding *finding =
        body_report(&gaze->body,
                    are_inputs ? MESSAGE_VRM_LOOK_AT_RADIANS__DEFAULT
                    : is_one   ? MESSAGE_VRM_LOOK_AT_RADIANS__ONE
                               : MESSAGE_VRM_LOOK_AT_RADIANS__OUTPUT,
                    gaze_place(gaze, map->name, of_input ? rules->input : rules->output),
                    ARGUMENTS(the_member("map", map->name), NUMBER(of_input ? "input" : "output", value, GAZE_DIGITS),
                              NUMBER("degrees", angle_degrees(value), 3)));
    finding_measure(finding, of_input ? "input" : "output", value);
}

static void check_maps(const struct gaze *gaze)
{
    check_radians(gaze);
    bool exchanged = are_exchanged(gaze);
    size_t used = 0;
    size_t still = 0;
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        const struct gaze_map *map = &gaze->maps[i];
        if (map->used) {
            check_input(gaze, map);
            check_output(gaze, map, exchanged && map->json != NULL);
            used++;
            still += map->output.given && map->output.value == 0;
        }
    }
    if (gaze->by_bones && are_one(gaze, false)) {
        body_report(&gaze->body, MESSAGE_VRM_LOOK_AT_OUTPUT_RANGE__WEIGHTS, gaze_place(gaze, NULL, NULL), NO_ARGUMENTS);
    } else if (gaze->by_bones && are_one(gaze, true)) {
        body_report(&gaze->body, MESSAGE_VRM_LOOK_AT_INPUT_ZERO__WHOLE, gaze_place(gaze, NULL, NULL), NO_ARGUMENTS);
    }
    if (used > 0 && still == used) {
        body_report(&gaze->body, MESSAGE_VRM_LOOK_AT_NO_EFFECT__DEFAULT, gaze_place(gaze, NULL, NULL), NO_ARGUMENTS);
    }
}

/* ---- the start of the gaze ---- */

static void check_offset(const struct gaze *gaze)
{
    const struct gaze_rules *rules = &dialects[gaze->body.dialect];
    double distance = vec3_length(gaze->offset);
    double limit = gaze_farthest(&gaze->body);
    if (distance > limit && distance <= EXPECT_NUMBER_MAX) {
        struct finding *finding =
            body_report(&gaze->body, MESSAGE_VRM_LOOK_AT_OFFSET_FAR__DEFAULT, gaze_place(gaze, NULL, rules->offset),
                        ARGUMENTS(argument_number("distance", distance, limit, UNIT_METRES, GAZE_DIGITS),
                                  METRES("limit", limit, GAZE_DIGITS)));
        finding_measure(finding, "distance", distance);
        finding_measure(finding, "limit", limit);
    }
}

bool check_gaze(struct gaze *gaze, struct check *check, enum dialect dialect)
{
    *gaze = (struct gaze){.json = NULL};
    body_read(&gaze->body, check, dialect);
    if (dialect == DIALECT_VRM1) {
        read_vrm1_gaze(gaze);
    } else {
        read_vrm0_gaze(gaze);
    }
    check_eyes(gaze);
    if (gaze->json == NULL) {
        return false;
    }
    check_expressions(check, gaze);
    check_maps(gaze);
    check_offset(gaze);
    return true;
}
