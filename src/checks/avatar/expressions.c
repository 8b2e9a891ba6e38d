/* Checks the expressions of an avatar: their names, and their overrides. */
#include "base/ascii.h"
#include "base/pointer.h"
#include "base/utf8.h"
#include "checks/absent.h"
#include "checks/avatar/names.h"
#include "checks/body/gaze.h"
#include "checks/body/named_nodes.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm_face.h"
#include "ids/messages_words.h"
#include "tables/extensions.h"

struct argument the_avatar_expression(const char *as, const struct check *check, size_t expression)
{
    const struct vrm1_expression *found = &check->avatar->vrm1->expressions[expression];
    return the_thing(as, found->custom ? WORDS_CUSTOM_EXPRESSION : WORDS_EXPRESSION, 0, found->name);
}

struct place avatar_expression_place(const struct check *check, size_t expression, const char *member)
{
    const struct vrm1_expression *found = &check->avatar->vrm1->expressions[expression];
    const char *path = pointer_key(check->arena, "", found->name) + 1;
    return place_of(found->custom ? PLACE_CUSTOM : PLACE_PRESET, 0, 0,
                    member == NULL ? path : arena_printf(check->arena, "%s/%s", path, member));
}

struct argument the_bind(const char *as, const struct check *check, enum message words, size_t expression, size_t index)
{
    return the_thing(as, words, index, check->avatar->vrm1->expressions[expression].name);
}

struct place bind_place(const struct check *check, size_t expression, const char *list, size_t index,
                        const char *member)
{
    return avatar_expression_place(check, expression,
                                   member == NULL ? arena_printf(check->arena, "%s/%zu", list, index)
                                                  : arena_printf(check->arena, "%s/%zu/%s", list, index, member));
}

struct argument the_avatar_mesh(const char *as, const struct check *check, size_t mesh)
{
    const struct tree *json = check->avatar->surfaces->meshes[mesh].json;
    return the_thing(as, WORDS_MESH, mesh, tree_text(tree_get(json, "name"), NULL));
}

struct argument the_avatar_material(const char *as, const struct check *check, size_t material)
{
    const struct tree *json = check->avatar->surfaces->materials[material].json;
    return the_thing(as, WORDS_MATERIAL, material, tree_text(tree_get(json, "name"), NULL));
}

/* Checks the required bones of VRM 1.0. */

static void find_named(const struct check *check, size_t named[BONE_COUNT])
{
    struct body body;
    body_read(&body, check, DIALECT_VRM1);
    body_named_nodes(&body, NULL, named);
}

static const char *bone_pointer(const struct check *check, size_t bone)
{
    return pointer_key(check->arena, VRM1_POINTER "/humanoid/humanBones", bones[bone].name);
}

static void map_bone(const struct check *check, struct finding *finding, size_t bone, size_t node)
{
    finding_edit(finding, VRMLINT_EDIT_SET, place_at(bone_pointer(check, bone)),
                 arena_printf(check->arena, "{\"node\":%zu}", node));
}

static void report_no_bones(const struct check *check)
{
    size_t named[BONE_COUNT];
    struct finding *finding =
        report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__ALL, place_of(PLACE_BONE, 0, 0, NULL), NO_ARGUMENTS);
    find_named(check, named);
    bool all = body_are_named(named);
    finding_fix(finding, all ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_NONE);
    for (size_t bone = 0; all && bone < BONE_COUNT; bone++) {
        if (named[bone] != SCENE_NONE) {
            map_bone(check, finding, bone, named[bone]);
        }
    }
}

/* node: the one that is named like the bone, or SCENE_NONE. */
static void report_missing_bone(struct check *check, size_t bone, size_t node)
{
    struct place place = place_of(PLACE_BONE, 0, 0, NULL);
    struct argument name = TEXT("bone", bones[bone].name);
    struct finding *finding;
    if (node == SCENE_NONE) {
        finding = report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__DEFAULT, place, ARGUMENTS(name));
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else {
        finding = report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__NAMED, place,
                         ARGUMENTS(name, the_node("node", check->avatar, node)));
        map_bone(check, finding, bone, node);
    }
    absent_note(check, finding, ABSENT_LACKS, bone_pointer(check, bone));
}

void check_avatar_bones(struct check *check)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    if (tree_count(humanoid->bones) == 0) {
        report_no_bones(check);
        return;
    }
    size_t named[BONE_COUNT];
    bool any = false;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && humanoid->keys[bone] == NULL) {
            if (!any) {
                find_named(check, named);
            }
            any = true;
            report_missing_bone(check, bone, named[bone]);
        }
    }
}

/* Checks what lookAt of VRM 1.0 omits. */

#define OFFSET_USUAL 0.06 /* metres above the head bone, if the file defines nothing */
#define OFFSET_STEP 1e-6  /* metres; written numbers are multiples of it */

/* ---- range maps ---- */

static void check_complete(struct check *check, const struct gaze *gaze, const struct gaze_map *map)
{
    if (!tree_is_object(map->json) || (map->input.present && map->output.present)) {
        return;
    }
    struct argument names[2];
    struct argument values[2];
    size_t count = 0;
    const char *scale = gaze->by_expressions ? "1" : "10";
    if (!map->input.present) {
        names[count] = TERM("", "inputMaxValue");
        values[count++] = TERM("", "\"inputMaxValue\": 90");
    }
    if (!map->output.present) {
        names[count] = TERM("", "outputScale");
        values[count++] = TERM("", gaze->by_expressions ? "\"outputScale\": 1" : "\"outputScale\": 10");
    }
    struct finding *finding = report(
        gaze->body.check->findings, MESSAGE_VRM_LOOK_AT_RANGE_INCOMPLETE__DEFAULT, gaze_place(gaze, map->name, NULL),
        ARGUMENTS(the_member("map", map->name), argument_list("names", names, count, count, JOIN_NOR),
                  argument_list("values", values, count, count, JOIN_COMMA)));
    for (size_t i = 0; i < count; i++) {
        absent_note_lack(check, finding, names[i].as.term);
    }
    if (!map->input.present) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/inputMaxValue", "90");
    }
    if (!map->output.present) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/outputScale", scale);
    }
}

/* Reports omitted maps. The fix writes the maps as three-vrm reads them. */
static void check_omitted(struct check *check, const struct gaze *gaze)
{
    const char *map =
        gaze->by_expressions ? "{\"inputMaxValue\":90,\"outputScale\":1}" : "{\"inputMaxValue\":90,\"outputScale\":10}";
    struct argument omitted[GAZE_MAPS];
    const char *keys[GAZE_MAPS];
    size_t count = 0;
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        if (gaze->maps[i].used && gaze->maps[i].json == NULL) {
            keys[count] = gaze->maps[i].name;
            omitted[count++] = the_member("", gaze->maps[i].name);
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_VRM_LOOK_AT_MAP_OMITTED__DEFAULT, gaze_place(gaze, NULL, NULL),
               ARGUMENTS(COUNT("count", count), argument_list("maps", omitted, count, count, JOIN_AND)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 0; finding != NULL && i < count; i++) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(check->arena, "0/%s", keys[i]), map);
        absent_note_lack(check, finding, omitted[i].as.term);
    }
}

/* ---- the start of the gaze ---- */

/* Adds an edit with the offset: half way between the eyes, in the head's axes, or 6 cm up as in three-vrm and UniVRM
 * if the eyes are unknown. */
static void write_offset(const struct gaze *gaze, struct finding *finding)
{
    const struct body *body = &gaze->body;
    size_t head = body_node(body, "head");
    size_t left = body_node(body, "leftEye");
    size_t right = body_node(body, "rightEye");
    double offset[3] = {0, OFFSET_USUAL, 0};
    struct mat34 inverse;
    if (head != SCENE_NONE && left != SCENE_NONE && right != SCENE_NONE &&
        mat34_inverse(&body->scene->nodes[head].world, &inverse)) {
        struct vec3 eyes =
            vec3_scale(vec3_add(scene_position(body->scene, left), scene_position(body->scene, right)), 0.5);
        struct vec3 way = mat34_point(&inverse, eyes);
        double length = vec3_length(way);
        if (length > 0 && length <= gaze_farthest(body)) {
            offset[0] = round(way.x / OFFSET_STEP) * OFFSET_STEP + 0.0;
            offset[1] = round(way.y / OFFSET_STEP) * OFFSET_STEP + 0.0;
            offset[2] = round(way.z / OFFSET_STEP) * OFFSET_STEP + 0.0;
        }
    }
    finding_set_numbers(finding, "0/offsetFromHeadBone", offset, 3);
}

void check_avatar_look_at(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    struct gaze gaze;
    if (!check_gaze(&gaze, check, DIALECT_VRM1)) {
        return;
    }
    struct place place = gaze_place(&gaze, NULL, NULL);
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        check_complete(check, &gaze, &gaze.maps[i]);
    }
    check_omitted(check, &gaze);
    if (!vrm1->has_type) {
        report(check->findings, MESSAGE_VRM_LOOK_AT_TYPE_OMITTED__DEFAULT, place, NO_ARGUMENTS);
    }
    if (!vrm1->offset_present) {
        write_offset(&gaze, report(check->findings, MESSAGE_VRM_LOOK_AT_OFFSET_OMITTED__DEFAULT, place, NO_ARGUMENTS));
    }
    if (tree_get(vrm1->json, "expressions") == NULL) {
        struct finding *finding = report(check->findings, MESSAGE_VRM_LOOK_AT_WITHOUT_EXPRESSIONS__DEFAULT, place,
                                         ARGUMENTS(TERM("object", "{}")));
        absent_note(check, finding, ABSENT_LACKS, VRM1_POINTER "/expressions");
    }
}

/* ---- names ---- */

static const char *preset_in_other_case(const char *name)
{
    for (size_t i = 0; i < VRMA_PRESET_COUNT; i++) {
        if (extension_same_but_case(name, vrma_presets[i])) {
            return vrma_presets[i];
        }
    }
    return NULL;
}

/* ---- moving to the right list ---- */

/* Returns an unused name for a custom expression: this one, or this one with a number. */
static const char *free_name(const struct check *check, const char *name)
{
    const struct tree *custom = tree_get(check->avatar->vrm1->expressions_json, "custom");
    const char *other = name;
    for (size_t number = 2; tree_get(custom, other) != NULL || preset_in_other_case(other) != NULL; number++) {
        other = arena_printf(check->arena, "%s_%zu", name, number);
    }
    return other;
}

static void move_to(const struct check *check, struct finding *finding, size_t place, const char *list,
                    const char *name)
{
    struct place from = avatar_expression_place(check, place, NULL);
    const char *to = pointer_key(check->arena, arena_printf(check->arena, VRM1_POINTER "/expressions/%s", list), name);
    finding_edit(finding, VRMLINT_EDIT_MOVE, from, to);
}

/* Adds edits that make an expression a preset, replacing one that binds nothing. Returns false if the existing preset
 * binds something. */
static bool make_preset(const struct check *check, struct finding *finding, size_t place, const char *name)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    if (vrm1_preset_binds(vrm1, vrma_preset_by_name(name))) {
        return false;
    }
    if (tree_get(tree_get(vrm1->expressions_json, "preset"), name) != NULL) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_PRESET, 0, 0, name), NULL);
    }
    move_to(check, finding, place, "preset", name);
    return true;
}

static void fix_preset(const struct check *check, struct finding *finding, size_t place, const char *meant, bool taken)
{
    const struct vrm1_expression *expression = &check->avatar->vrm1->expressions[place];
    if (!finding_wants_edits(finding)) {
        return;
    }
    if (meant != NULL && !taken) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", meant);
    } else if (meant != NULL && expression->binds == 0) {
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (meant == NULL || !make_preset(check, finding, place, meant)) {
        move_to(check, finding, place, "custom", free_name(check, expression->name));
    }
}

/* Adds an edit that renames or moves a custom expression with the name of a preset. */
static void fix_custom_preset(const struct check *check, struct finding *finding, size_t place)
{
    const char *name = check->avatar->vrm1->expressions[place].name;
    if (finding_wants_edits(finding) && !make_preset(check, finding, place, name)) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", free_name(check, name));
    }
}

/* ---- names ---- */

/* Whether expressions in the preset list bind something, but none with the name of a preset does. Then all names are
 * wrong, which is one mistake. */
static bool are_presets_lost(const struct vrm1 *vrm1)
{
    size_t lost = 0;
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        const struct vrm1_expression *expression = &vrm1->expressions[i];
        if (!expression->custom && expression->binds > 0) {
            lost++;
            if (expression->preset != VRMA_PRESET_COUNT) {
                return false;
            }
        }
    }
    return lost > 0;
}

static void check_preset_name(const struct check *check, size_t place, bool all_lost)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    const struct vrm1_expression *expression = &vrm1->expressions[place];
    if (expression->preset != VRMA_PRESET_COUNT) {
        return;
    }
    const char *old = preset_of_vrm0(expression->name);
    const char *same = preset_in_other_case(expression->name);
    const char *meant = renamed_preset(expression->name);
    meant = meant != NULL ? meant : same;
    meant = meant != NULL ? meant : likely_preset(expression->name, VRMA_PRESET_COUNT);
    bool taken = meant != NULL && tree_get(tree_get(vrm1->expressions_json, "preset"), meant) != NULL;
    bool other_case = meant != NULL && meant == same;
    struct argument name = the_avatar_expression("expression", check, place);
    struct place at = avatar_expression_place(check, place, NULL);
    struct finding *finding = report_taking(check->findings,
                                            meant == NULL ? MESSAGE_VRM_UNKNOWN_PRESET__DEFAULT
                                            : taken       ? MESSAGE_VRM_UNKNOWN_PRESET__MEANT_TOO
                                            : old != NULL ? MESSAGE_VRM_UNKNOWN_PRESET__OLD_NAME
                                            : other_case  ? MESSAGE_VRM_UNKNOWN_PRESET__OTHER_CASE
                                                          : MESSAGE_VRM_UNKNOWN_PRESET__MEANT,
                                            at, ARGUMENTS(name, TEXT("meant", meant), TEXT("correct", meant)));
    fix_preset(check, finding, place, meant, taken);
    bool is_renamed = meant != NULL && (old != NULL || other_case);
    if (!taken && (expression->binds > 0 || (is_renamed && all_lost))) {
        finding_severity(finding, VRMLINT_ERROR); /* the intended expression is lost */
    }
}

static void check_custom_name(const struct check *check, size_t place)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    const struct vrm1_expression *expression = &vrm1->expressions[place];
    struct argument name = the_avatar_expression("expression", check, place);
    struct place at = avatar_expression_place(check, place, NULL);
    const char *clash = preset_in_other_case(expression->name);
    const char *now = preset_of_vrm0(expression->name);
    if (expression->preset != VRMA_PRESET_COUNT) {
        bool taken = tree_get(tree_get(vrm1->expressions_json, "preset"), expression->name) != NULL;
        fix_custom_preset(
            check,
            report(check->findings,
                   taken ? MESSAGE_VRM_CUSTOM_PRESET_NAME__TAKEN : MESSAGE_VRM_CUSTOM_PRESET_NAME__DEFAULT, at,
                   ARGUMENTS(name)),
            place);
    } else if (utf8_is_blank(expression->name)) {
        bool empty = *expression->name == '\0';
        struct finding *finding = report(
            check->findings, empty ? MESSAGE_VRM_CUSTOM_NAME_BLANK__EMPTY : MESSAGE_VRM_CUSTOM_NAME_BLANK__DEFAULT, at,
            NO_ARGUMENTS);
        if (empty) {
            finding_severity(finding, VRMLINT_ERROR);
        }
        if (finding_wants_edits(finding)) {
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0",
                            free_name(check, arena_printf(check->arena, "expression_%zu", place)));
        }
    } else if (clash != NULL) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_CUSTOM_CASE_CLASH__DEFAULT, at, ARGUMENTS(name, TEXT("preset", clash)));
        if (!make_preset(check, finding, place, clash)) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* both exist, and only their author knows which one is right */
        }
    } else if (now != NULL && !vrm1_preset_binds(vrm1, vrma_preset_by_name(now))) {
        make_preset(check,
                    report(check->findings, MESSAGE_VRM_CUSTOM_OLD_PRESET_NAME__DEFAULT, at,
                           ARGUMENTS(name, TEXT("preset", now))),
                    place, now);
    }
}

/* ---- overrides ---- */

/* Whether there is something of a kind to override. UniVRM damps eye bones too. */
static bool has_target(const struct check *check, enum vrm1_kind kind)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    bool has_eyes = humanoid->keys[bone_by_name("leftEye")] != NULL || humanoid->keys[bone_by_name("rightEye")] != NULL;
    return vrm1_kind_binds(check->avatar->vrm1, kind) ||
           (kind == VRM1_LOOK_AT && has_eyes && humanoid->look_at != LOOK_AT_EXPRESSION);
}

static void check_override(const struct check *check, size_t place, enum vrm1_kind kind, bool has_target)
{
    const struct vrm1_expression *expression = &check->avatar->vrm1->expressions[place];
    enum vrm1_override override = expression->overrides[kind];
    if (override == OVERRIDE_NONE) {
        return;
    }
    const char *member = vrm1_override_names[kind];
    struct argument name = the_avatar_expression("expression", check, place);
    struct argument value = TEXT("value", override == OVERRIDE_BLOCK ? "block" : "blend");
    struct place at = avatar_expression_place(check, place, member);
    if (expression->kind == kind) {
        report(check->findings, MESSAGE_VRM_OVERRIDE_SAME_KIND__DEFAULT, at,
               ARGUMENTS(name, the_member("member", member), value));
        return;
    }
    if (!has_target) {
        report(check->findings, MESSAGE_VRM_OVERRIDE_NO_TARGET__DEFAULT, at,
               ARGUMENTS(name, the_member("member", member), value));
    }
    if (expression->binary && override == OVERRIDE_BLEND) {
        report(check->findings, MESSAGE_VRM_BINARY_BLEND__DEFAULT, at, ARGUMENTS(name, the_member("member", member)));
    }
}

void check_avatar_expressions(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    bool targets[VRM1_KINDS];
    for (enum vrm1_kind kind = 0; kind < VRM1_KINDS; kind++) {
        targets[kind] = has_target(check, kind);
    }
    bool all_lost = are_presets_lost(vrm1);
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        arena_pulse(check->arena);
        if (vrm1->expressions[i].custom) {
            check_custom_name(check, i);
        } else {
            check_preset_name(check, i, all_lost);
        }
        for (enum vrm1_kind kind = 0; kind < VRM1_KINDS; kind++) {
            check_override(check, i, kind, targets[kind]);
        }
    }
}
