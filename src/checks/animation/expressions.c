/* The expressions and the gaze of a VRM animation: names, nodes, and whether anything moves them. */
#include <string.h>

#include "base/json_value.h"
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "checks/body/gaze.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_words.h"
#include "ids/rules.h"
#include "tables/extensions.h"

/* The gaze of a VRM animation: its node, the channels that move it, and the position of the eyes. */

#define EYES_LOWEST 0.1 /* metres above the ground, if there is no head */
#define EYES_HIGHEST 3.0
#define DIGITS 4        /* significant digits, in messages */
#define TURN_LEAST 1e-3 /* radians; smaller angles are invisible rounding errors */

static struct place look_at_place(const char *member)
{
    return place_of(PLACE_ANIMATED_LOOK_AT, 0, 0, member);
}

static void check_node(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->look_at.node_present) {
        return;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    struct finding *finding =
        report(check->findings,
               draft ? MESSAGE_ANIMATION_LOOK_AT_NODE_MISSING__DRAFT : MESSAGE_ANIMATION_LOOK_AT_NODE_MISSING__DEFAULT,
               look_at_place(NULL), NO_ARGUMENTS);
    finding_severity(finding, draft ? VRMLINT_ERROR : VRMLINT_WARNING);
}

static void check_motion(const struct check *check, size_t node)
{
    const struct vrma_node *role = &check->avatar->vrma->roles[node];
    /* a gaze that is translated instead is reported elsewhere */
    if (check->avatar->animations->count > 0 && role->rotation == VRMA_NONE && role->translation == VRMA_NONE) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_NOT_ANIMATED__DEFAULT, look_at_place("node"),
               ARGUMENTS(the_animated_gaze("gaze", check)));
    }
}

/* Whether a world matrix contains a rotation. */
static bool is_turned(const struct mat34 *world)
{
    static const struct vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        if (vec3_angle(mat34_column(world, i), axes[i]) > TURN_LEAST) {
            return true;
        }
    }
    return false;
}

static void check_parents(const struct check *check, size_t node)
{
    const struct scene *scene = check->avatar->scene;
    const struct vrma *vrma = check->avatar->vrma;
    size_t parent = scene->nodes[node].parent;
    if (parent == SCENE_NONE || vrma->version == VRMA_DRAFT) {
        return;
    }
    size_t turning = parent;
    while (turning != SCENE_NONE && vrma->roles[turning].rotation == VRMA_NONE) {
        turning = scene->nodes[turning].parent;
    }
    if (turning == SCENE_NONE && !is_turned(&scene->nodes[parent].world)) {
        return;
    }
    size_t above = turning == SCENE_NONE ? parent : turning;
    struct finding *finding = report(
        check->findings,
        turning == SCENE_NONE ? MESSAGE_ANIMATION_LOOK_AT_NODE_PARENTED__TURNED
                              : MESSAGE_ANIMATION_LOOK_AT_NODE_PARENTED__ANIMATED,
        look_at_place("node"), ARGUMENTS(the_animated_gaze("gaze", check), the_node("parent", check->avatar, above)));
    finding_relate(finding, RELATED_ANIMATION_LOOK_AT_NODE_PARENTED__DEFAULT, place_node(above, NULL), NO_ARGUMENTS);
}

static void check_offset(const struct check *check)
{
    const struct place place = look_at_place("offsetFromHeadBone");
    const struct vrma *vrma = check->avatar->vrma;
    struct vec3 offset = vrma->look_at.offset;
    double length = vec3_length(offset);
    bool headless = tree_get(vrma->json, "humanoid") == NULL;
    struct body body;
    double limit = body_read(&body, check, DIALECT_ANIMATION) ? gaze_farthest(&body) : NAN;
    struct finding *finding = NULL;
    if (!headless && length > limit) {
        finding = report(
            check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_LARGE__HEAD, place,
            ARGUMENTS(argument_number("distance", length, limit, UNIT_METRES, DIGITS), METRES("limit", limit, DIGITS)));
    } else if (headless && (offset.y < EYES_LOWEST || offset.y > EYES_HIGHEST)) {
        finding = report(check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_LARGE__GROUND, place,
                         ARGUMENTS(argument_number("height", offset.y, offset.y < 1 ? EYES_LOWEST : EYES_HIGHEST,
                                                   UNIT_METRES, DIGITS),
                                   NUMBER("lowest", EYES_LOWEST, DIGITS), METRES("highest", EYES_HIGHEST, DIGITS)));
    }
    finding_measure(finding, "length", length);
    if (headless) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_WITHOUT_HEAD__DEFAULT, place, NO_ARGUMENTS);
    }
    if (vrma->version == VRMA_DRAFT) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_DRAFT__DEFAULT, place, NO_ARGUMENTS);
    }
}

void check_animation_look_at(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    check_node(check);
    size_t node = vrma->look_at.node;
    if (node != SCENE_NONE && !vrma->roles[node].reused) {
        check_motion(check, node);
        check_parents(check, node);
    }
    if (vrma->look_at.offset_given) {
        check_offset(check);
    }
}

/* The content of a VRM animation: names of presets, and whether there is anything to play. */

/* ---- presets ---- */

static bool is_gaze(const char *name)
{
    for (size_t i = VRMA_LOOK_PRESET; i < VRMA_PRESET_COUNT; i++) {
        if (extension_same_but_case(name, vrma_presets[i])) {
            return true;
        }
    }
    return false;
}

static void report_unknown_preset(const struct check *check, size_t index)
{
    const struct vrma *vrma = check->avatar->vrma;
    const char *name = vrma->expressions[index].name;
    bool gaze = is_gaze(name);
    bool taken = tree_get(tree_get(vrma->expressions_json, "custom"), name) != NULL;
    const char *near = gaze ? NULL : renamed_preset(name);
    if (near == NULL && !gaze) {
        near = likely_preset(name, VRMA_LOOK_PRESET);
    }
    const struct tree *presets = tree_get(vrma->expressions_json, "preset");
    bool empty = near == NULL && !gaze && !tree_is_object(tree_get(presets, name)); /* nothing to keep */
    struct argument expression = TEXT("name", name);
    struct place at = animated_expression_place(check, index, NULL);
    bool old = near != NULL && preset_of_vrm0(name) != NULL;
    bool other_case = near != NULL && extension_same_but_case(name, near);
    struct finding *finding = report_taking(check->findings,
                                            old            ? MESSAGE_ANIMATION_UNKNOWN_PRESET__OLD_NAME
                                            : other_case   ? MESSAGE_ANIMATION_UNKNOWN_PRESET__OTHER_CASE
                                            : near != NULL ? MESSAGE_ANIMATION_UNKNOWN_PRESET__NEAR
                                            : gaze         ? MESSAGE_ANIMATION_UNKNOWN_PRESET__GAZE
                                            : empty        ? MESSAGE_ANIMATION_UNKNOWN_PRESET__NO_OBJECT
                                            : taken        ? MESSAGE_ANIMATION_UNKNOWN_PRESET__TAKEN
                                                           : MESSAGE_ANIMATION_UNKNOWN_PRESET__DEFAULT,
                                            at, ARGUMENTS(expression, TEXT("near", near), TEXT("correct", near)));
    if (near != NULL && tree_get(presets, near) == NULL) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", near);
    } else if (near != NULL || gaze) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (taken || empty) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (finding != NULL) {
        finding_move(finding, "0", arena_printf(check->arena, "2/custom%s", strrchr(finding->pointer, '/')));
    }
    bool is_lost = near != NULL ? tree_get(presets, near) == NULL : !tree_is_object(tree_get(presets, name));
    if (is_lost && !gaze) {
        finding_severity(finding, VRMLINT_ERROR); /* nothing moves the intended expression */
    }
}

static void check_preset_names(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t i = 0; i < vrma->expression_count && !vrma->expressions[i].custom; i++) {
        if (vrma->expressions[i].preset == VRMA_PRESET_COUNT) {
            report_unknown_preset(check, i);
        }
    }
}

/* ---- content ---- */

static void check_expression_parts(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    struct findings *findings = check->findings;
    const struct tree *expressions = tree_get(vrma->json, "expressions");
    bool humanoid = tree_get(vrma->json, "humanoid") != NULL;
    /* a part of the wrong type isn't playable, but is already reported */
    bool expressive = vrma->expression_count > 0 || (expressions != NULL && vrma->expressions_json == NULL);
    if (!humanoid && !expressive && tree_get(vrma->json, "lookAt") == NULL) {
        absent_note_lack(check,
                         report(findings, MESSAGE_ANIMATION_NO_CONTENT__DEFAULT, place_at(VRMA_POINTER), NO_ARGUMENTS),
                         "humanoid");
    } else if (!humanoid) {
        absent_note_lack(check,
                         report(findings, MESSAGE_ANIMATION_NO_HUMANOID__DEFAULT, place_at(VRMA_POINTER), NO_ARGUMENTS),
                         "humanoid");
    }
    if (vrma->expressions_json != NULL && tree_get(vrma->expressions_json, "preset") == NULL) {
        report(findings, MESSAGE_ANIMATION_EXPRESSIONS_WITHOUT_PRESET__DEFAULT, place_at(VRMA_POINTER "/expressions"),
               NO_ARGUMENTS);
    }
}

void check_animation_content(struct check *check)
{
    check_expression_parts(check);
    if (findings_want(check->findings, RULE_ANIMATION_UNKNOWN_PRESET)) {
        check_preset_names(check);
    }
}

#define CUSTOM_MAX 100                    /* number of slots in UniVRM */
#define EXPRESSIONS_WEIGHT_TOLERANCE 1e-4 /* the same as for weights in keyframes */

/* ---- names ---- */

static bool is_gaze_expression(size_t preset)
{
    return preset >= VRMA_LOOK_PRESET && preset < VRMA_PRESET_COUNT;
}

/* Returns what in a name hides it from the tracks of three.js, or NULL. */
static const char *sign_in_track(const char *name)
{
    static const char *const signs[] = {"[", "]", ":", "/"};
    static const char *const objects[] = {".material", ".materials", ".bones", ".map"};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strstr(name, signs[i]) != NULL) {
            return signs[i];
        }
        if (end != NULL && strcmp(end, objects[i]) == 0) {
            return objects[i];
        }
    }
    return NULL;
}

/* Reports a name that three.js can't use in a track. */
static void check_signs(const struct check *check, size_t index)
{
    const char *name = check->avatar->vrma->expressions[index].name;
    const char *sign = sign_in_track(name);
    bool has_bracket = strpbrk(name, "[]") != NULL;
    if (sign != NULL) {
        report(check->findings,
               has_bracket ? MESSAGE_ANIMATION_CUSTOM_NAME_SIGNS__BRACKET : MESSAGE_ANIMATION_CUSTOM_NAME_SIGNS__SIGN,
               animated_expression_place(check, index, NULL),
               ARGUMENTS(the_animated_expression("expression", check, index),
                         has_bracket ? argument_end() : TEXT("sign", sign)));
    }
}

static void check_custom_name(const struct check *check, size_t index)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct vrma_expression *expression = &vrma->expressions[index];
    if (expression->preset != VRMA_PRESET_COUNT) {
        bool taken = tree_get(tree_get(vrma->expressions_json, "preset"), expression->name) != NULL;
        bool movable = !taken && !is_gaze_expression(expression->preset);
        struct finding *finding = report(check->findings,
                                         movable ? MESSAGE_ANIMATION_CUSTOM_PRESET_NAME__MOVABLE
                                         : taken ? MESSAGE_ANIMATION_CUSTOM_PRESET_NAME__TAKEN
                                                 : MESSAGE_ANIMATION_CUSTOM_PRESET_NAME__GAZE,
                                         animated_expression_place(check, index, NULL),
                                         ARGUMENTS(the_animated_expression("expression", check, index)));
        finding_fix(finding, movable ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE);
        finding_move(finding, "0", arena_printf(check->arena, "2/preset/%s", expression->name));
        return;
    }
    check_signs(check, index);
    for (size_t i = 0; i < VRMA_PRESET_COUNT; i++) {
        if (extension_same_but_case(expression->name, vrma_presets[i])) {
            report(check->findings, MESSAGE_ANIMATION_CUSTOM_CASE_CLASH__DEFAULT,
                   animated_expression_place(check, index, NULL),
                   ARGUMENTS(the_animated_expression("expression", check, index), TEXT("preset", vrma_presets[i])));
        }
    }
}

/* Removes the channels of a node that has no other role. */
static void remove_channels(const struct check *check, struct finding *finding, size_t node)
{
    const struct animations *animations = check->avatar->animations;
    bool alone = node != SCENE_NONE && !check->avatar->vrma->roles[node].reused;
    for (size_t i = 0; finding != NULL && alone && i < animations->count; i++) {
        if (animations->channels[i].node == node) {
            finding_edit(
                finding, VRMLINT_EDIT_REMOVE,
                place_of(PLACE_CHANNEL, animations->channels[i].animation, animations->channels[i].index, NULL), NULL);
        }
    }
}

static void check_preset_name(const struct check *check, size_t index)
{
    const struct vrma_expression *expression = &check->avatar->vrma->expressions[index];
    if (is_gaze_expression(expression->preset) && tree_is_object(expression->json)) {
        struct finding *finding = report(check->findings, MESSAGE_ANIMATION_LOOK_EXPRESSION__DEFAULT,
                                         animated_expression_place(check, index, NULL),
                                         ARGUMENTS(the_animated_expression("expression", check, index)));
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        remove_channels(check, finding, expression->node);
    }
}

static void check_custom_count(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t count = 0;
    for (size_t i = 0; i < vrma->expression_count; i++) {
        count += vrma->expressions[i].custom;
    }
    if (count > CUSTOM_MAX) {
        struct finding *finding = report(check->findings, MESSAGE_ANIMATION_CUSTOM_TOO_MANY__DEFAULT,
                                         place_at(VRMA_POINTER "/expressions/custom"),
                                         ARGUMENTS(COUNT("count", count), COUNT("limit", CUSTOM_MAX)));
        finding_measure(finding, "expressions", (double)count);
    }
}

/* ---- nodes ---- */

/* Something else that a node drives, as {other}, and its place. */
struct other_use {
    struct argument other;
    struct place place;
};

/* Finds a bone or an eye on the node, or an expression before this one; returns false if there is none. */
static bool other_use(const struct check *check, size_t node, size_t expression, struct other_use *use)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct vrma_node *role = &vrma->roles[node];
    size_t bone = role->bone != BONE_COUNT ? role->bone : role->eye;
    if (bone != BONE_COUNT) {
        use->other = the_thing("other", WORDS_BONE, 0, bones[bone].name);
        use->place = animated_bone_place(check, bone, "node");
        return true;
    }
    if (role->expression == VRMA_NONE || role->expression == expression) {
        return false;
    }
    use->other = the_thing("other", WORDS_EXPRESSION, 0, vrma->expressions[role->expression].name);
    use->place = animated_expression_place(check, role->expression, "node");
    return true;
}

/* Returns the bone on a node if the node isn't below the node of the bone's parent; then the bone is probably mapped
 * to the wrong node. Returns BONE_COUNT otherwise. */
static size_t stray_bone(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t bone = vrma->roles[node].bone;
    size_t above = bone_mapped_parent(bone, vrma->nodes);
    return above != BONE_COUNT && !scene_is_above(check->avatar->scene, vrma->nodes[above], node) ? bone : BONE_COUNT;
}

static void report_stray(const struct check *check, size_t bone, struct argument other, struct place place)
{
    struct finding *finding =
        report(check->findings, MESSAGE_ANIMATION_NODE_REUSED__BONE, animated_bone_place(check, bone, "node"),
               ARGUMENTS(the_animated_bone("bone", check, bone), other));
    finding_relate(finding, RELATED_ANIMATION_NODE_REUSED__DEFAULT, place, ARGUMENTS(other));
}

static void check_reused(const struct check *check, size_t index)
{
    struct other_use use;
    size_t node = check->avatar->vrma->expressions[index].node;
    if (!other_use(check, node, index, &use)) {
        return;
    }
    size_t bone = stray_bone(check, node);
    if (bone != BONE_COUNT) {
        report_stray(check, bone, the_thing("other", WORDS_EXPRESSION, 0, check->avatar->vrma->expressions[index].name),
                     animated_expression_place(check, index, "node"));
        return;
    }
    struct finding *finding = report(check->findings, MESSAGE_ANIMATION_NODE_REUSED__EXPRESSION,
                                     animated_expression_place(check, index, "node"),
                                     ARGUMENTS(the_animated_expression("expression", check, index), use.other));
    finding_relate(finding, RELATED_ANIMATION_NODE_REUSED__DEFAULT, use.place, ARGUMENTS(use.other));
}

/* Whether a channel rotates the node. If the node is a bone too, three-vrm gives the rotation to the bone and none to
 * the gaze; if it is an expression's, three-vrm refuses the rotation. */
static bool is_node_turned(const struct check *check, size_t node)
{
    const struct animations *animations = check->avatar->animations;
    for (size_t i = 0; i < animations->count; i++) {
        if (animations->channels[i].node == node && animations->channels[i].path == PATH_ROTATION) {
            return true;
        }
    }
    return false;
}

static void check_gaze_reused(const struct check *check)
{
    size_t node = check->avatar->vrma->look_at.node;
    struct other_use use;
    if (node == SCENE_NONE || !other_use(check, node, VRMA_NONE, &use)) {
        return;
    }
    size_t bone = stray_bone(check, node);
    if (bone != BONE_COUNT) {
        report_stray(check, bone, the_animated_gaze("other", check), place_of(PLACE_ANIMATED_LOOK_AT, 0, 0, "node"));
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_ANIMATION_NODE_REUSED__GAZE, place_of(PLACE_ANIMATED_LOOK_AT, 0, 0, "node"),
               ARGUMENTS(the_animated_gaze("gaze", check), use.other));
    const struct vrma_node *role = &check->avatar->vrma->roles[node];
    bool is_taken = role->bone != BONE_COUNT || role->expression != VRMA_NONE;
    finding_severity(finding, is_taken && is_node_turned(check, node) ? VRMLINT_ERROR : VRMLINT_WARNING);
    finding_relate(finding, RELATED_ANIMATION_NODE_REUSED__DEFAULT, use.place, ARGUMENTS(use.other));
}

static void check_node_name(const struct check *check, size_t index)
{
    const struct vrma_expression *expression = &check->avatar->vrma->expressions[index];
    const char *name = check->avatar->scene->nodes[expression->node].name;
    if (name != NULL && strcmp(name, expression->name) == 0) {
        return;
    }
    finding_edit(report(check->findings, MESSAGE_ANIMATION_EXPRESSION_NODE_NAME__DEFAULT,
                        animated_expression_place(check, index, "node"),
                        ARGUMENTS(the_animated_expression("expression", check, index), TEXT("name", expression->name))),
                 VRMLINT_EDIT_SET, place_node(expression->node, "name"), json_text(check->arena, expression->name));
}

static void check_rest(const struct check *check, size_t index)
{
    size_t node = check->avatar->vrma->expressions[index].node;
    double weight = check->avatar->scene->nodes[node].translation.x;
    if (weight >= -EXPRESSIONS_WEIGHT_TOLERANCE && weight <= 1 + EXPRESSIONS_WEIGHT_TOLERANCE) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_ANIMATION_EXPRESSION_REST_RANGE__DEFAULT, place_node(node, NULL),
               ARGUMENTS(the_animated_expression("expression", check, index),
                         argument_number("weight", weight, weight < 0 ? 0 : 1, UNIT_NONE, 6)));
    finding_measure(finding, "weight", weight);
}

static void check_expression_motion(const struct check *check, size_t index)
{
    size_t node = check->avatar->vrma->expressions[index].node;
    if (!animation_moves(check, node)) {
        report(check->findings, MESSAGE_ANIMATION_EXPRESSION_NOT_ANIMATED__DEFAULT,
               animated_expression_place(check, index, "node"),
               ARGUMENTS(the_animated_expression("expression", check, index),
                         the_animation("animation", check->avatar, 0)));
    }
}

static void check_nodes(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    bool plays = animation_plays(check);
    for (size_t i = 0; i < vrma->expression_count; i++) {
        size_t node = vrma->expressions[i].node;
        if (node == SCENE_NONE) {
            continue;
        }
        if (vrma->roles[node].reused) {
            check_reused(check, i);
            continue;
        }
        if (is_gaze_expression(vrma->expressions[i].preset)) {
            continue; /* it isn't allowed here at all */
        }
        check_node_name(check, i);
        check_rest(check, i);
        if (plays) {
            check_expression_motion(check, i);
        }
    }
    check_gaze_reused(check);
}

void check_animation_expressions(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t i = 0; i < vrma->expression_count; i++) {
        if (vrma->expressions[i].custom) {
            check_custom_name(check, i);
        } else {
            check_preset_name(check, i);
        }
    }
    check_custom_count(check);
    check_nodes(check);
}
