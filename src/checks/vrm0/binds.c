/* VRM 0.x: checks what expressions change: morph targets of meshes, and properties of materials. */
#include <string.h>

#include "base/among.h"
#include "base/ascii.h"
#include "base/json_value.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "checks/absent.h"
#include "checks/avatar/names.h"
#include "checks/body/gaze.h"
#include "checks/fixes.h"
#include "checks/namesakes.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_vrm0_avatar.h"

/* VRM 0.x: checks the names of expressions. */

/* ---- names ---- */

/* Names an expression after its index. If another one has that name already, which is unlikely, it is reported as a
 * repetition. */
static void fix_unnamed(struct check *check, const struct vrm0_expression *expression, struct finding *finding)
{
    if (!finding_wants_edits(finding)) {
        return;
    }
    struct json_value value;
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0/name",
                    expression->preset != VRM0_UNKNOWN
                        ? json_word(&value, vrm0_preset_name(expression->preset))
                        : arena_printf(check->arena, "\"expression_%zu\"", expression->place));
}

static void check_name(struct check *check, const struct vrm0_expression *expression)
{
    if (!tree_is_object(expression->json)) {
        return;
    }
    bool is_preset = expression->preset != VRM0_UNKNOWN;
    if (tree_get(expression->json, "name") == NULL) {
        struct finding *finding =
            report(check->findings, is_preset ? MESSAGE_VRM0_GROUP_UNNAMED__PRESET : MESSAGE_VRM0_GROUP_UNNAMED__ABSENT,
                   vrm0_place_expression(expression, NULL), ARGUMENTS(vrm0_the_expression(check, expression)));
        finding_severity(finding, is_preset ? VRMLINT_WARNING : VRMLINT_ERROR);
        fix_unnamed(check, expression, finding);
        absent_note_lack(check, finding, "name");
    }
    if (is_preset) {
        return;
    }
    if (expression->name != NULL && utf8_is_blank(expression->name)) {
        fix_unnamed(check, expression,
                    report(check->findings, MESSAGE_VRM0_GROUP_UNNAMED__EMPTY, vrm0_place_expression(expression, NULL),
                           ARGUMENTS(vrm0_the_expression(check, expression))));
    }
    enum vrm0_preset preset = vrm0_preset_by_name(expression->name);
    if (preset != VRM0_PRESETS && preset != VRM0_UNKNOWN) {
        struct finding *finding = report(
            check->findings, MESSAGE_VRM0_GROUP_NAMED_LIKE_PRESET__DEFAULT, vrm0_place_expression(expression, "name"),
            ARGUMENTS(vrm0_the_expression(check, expression), TERM("preset", vrm0_preset_name(preset))));
        struct json_value value;
        if (check->avatar->vrm0_avatar->presets[preset] == NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, "1/presetName", json_word(&value, vrm0_preset_name(preset)));
        } else {
            finding_fix(finding, VRMLINT_FIX_NONE); /* both exist, and only their author knows which one is right */
        }
    }
}

/* ---- repetitions ---- */

static void report_repeat(struct check *check, const struct vrm0_expression *expression,
                          const struct vrm0_expression *first)
{
    bool preset = expression->preset != VRM0_UNKNOWN;
    struct argument name = vrm0_the_expression(check, expression);
    struct argument earlier = argument_as("first", vrm0_the_expression(check, first));
    struct finding *finding = report_taking(
        check->findings, preset ? MESSAGE_VRM0_DUPLICATE_GROUP__PRESET : MESSAGE_VRM0_DUPLICATE_GROUP__NAME,
        vrm0_place_expression(expression, NULL),
        ARGUMENTS(name, earlier, TERM("preset", vrm0_preset_name(expression->preset))));
    finding_relate(finding, RELATED_VRM0_DUPLICATE_GROUP__FIRST, vrm0_place_expression(first, NULL), NO_ARGUMENTS);
}

static int compare_bind_names(const void *left, const void *right)
{
    const struct vrm0_expression *a = *(const struct vrm0_expression *const *)left;
    const struct vrm0_expression *b = *(const struct vrm0_expression *const *)right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : sort_order(a->place, b->place);
}

static void check_repeats(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct arena *room = arena_open(check->arena);
    const struct vrm0_expression **own = arena_array(room, vrm0->expression_count, sizeof *own);
    size_t count = 0;
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        const struct vrm0_expression *expression = &vrm0->expressions[i];
        if (expression->preset == VRM0_PRESETS) {
            continue;
        }
        if (expression->preset != VRM0_UNKNOWN && vrm0->presets[expression->preset] != expression) {
            report_repeat(check, expression, vrm0->presets[expression->preset]);
        } else if (expression->preset == VRM0_UNKNOWN && expression->name != NULL && !utf8_is_blank(expression->name)) {
            own[count++] = expression;
        }
    }
    sort_array(room, own, count, sizeof *own, compare_bind_names);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(own[i]->name, own[first]->name) != 0) {
            first = i;
        } else {
            report_repeat(check, own[i], own[first]);
        }
    }
    arena_close(room);
}

void check_vrm0_expressions(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        check_name(check, &vrm0->expressions[i]);
    }
    check_repeats(check);
}

/* Checks what only firstPerson of VRM 0.x has: curves of the gaze, angles beyond the maximum, and the bone of the
 * first-person view. Also checks meshes that several nodes share. */

#define LARGEST_INPUT 180.0 /* degrees */
#define STRAIGHT_TOLERANCE 1e-6

/* ---- the gaze ---- */

static void check_input(const struct gaze *gaze, const struct gaze_map *map)
{
    if (map->input.given && (map->input.value < 0 || map->input.value > LARGEST_INPUT)) {
        struct finding *finding =
            report(gaze->body.check->findings, MESSAGE_VRM0_LOOK_AT_INPUT_RANGE__DEFAULT,
                   gaze_place(gaze, map->name, "xRange"),
                   ARGUMENTS(the_member("map", map->name),
                             argument_number("input", map->input.value, LARGEST_INPUT, UNIT_NONE, 6)));
        finding_measure(finding, "input", map->input.value);
    }
}

static bool is_straight(const struct tree *curve)
{
    static const double straight[] = {0, 0, 0, 1, 1, 1, 1, 0};
    bool same = tree_count(curve) == sizeof straight / sizeof *straight;
    for (size_t i = 0; same && i < tree_count(curve); i++) {
        double number;
        /* other values are reported elsewhere */
        same = !tree_number(tree_at(curve, i), &number) || fabs(number - straight[i]) <= STRAIGHT_TOLERANCE;
    }
    return same;
}

/* Whether UniVRM uses a map. Expressions have no inner direction. */
static bool is_used(const struct gaze *gaze, const struct gaze_map *map)
{
    const struct tree *type = tree_get(gaze->body.check->avatar->vrm0_avatar->first_person, "lookAtTypeName");
    const char *text = tree_text(type, NULL);
    return text == NULL || strcmp(text, "BlendShape") != 0 || strcmp(map->name, "lookAtHorizontalInner") != 0;
}

static void check_curve(const struct gaze *gaze, const struct gaze_map *map)
{
    struct findings *findings = gaze->body.check->findings;
    const struct tree *curve = tree_get(map->json, "curve");
    size_t count = tree_count(curve);
    struct argument name = the_member("map", map->name);
    struct place place = gaze_place(gaze, map->name, "curve");
    if (!tree_is_array(curve) || (count > 0 && !tree_is_number(tree_at(curve, 0)))) {
        return; /* keys of another form are reported elsewhere */
    }
    if (count == 0) {
        report(findings, MESSAGE_VRM0_LOOK_AT_CURVE_EMPTY__DEFAULT, place, ARGUMENTS(name));
    } else if (count % 4 != 0) {
        struct finding *finding = report(
            findings, is_used(gaze, map) ? MESSAGE_VRM0_ARRAY_LENGTH__CURVE : MESSAGE_VRM0_ARRAY_LENGTH__CURVE_UNUSED,
            place, ARGUMENTS(name, COUNT("count", count)));
        finding_measure(finding, "length", (double)count);
    } else if (!is_straight(curve)) {
        report(findings, MESSAGE_VRM0_LOOK_AT_CURVE_CUSTOM__DEFAULT, place, ARGUMENTS(name));
    }
}

void check_vrm0_gaze(struct check *check)
{
    struct gaze gaze;
    if (!check_gaze(&gaze, check, DIALECT_VRM0)) {
        return;
    }
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        check_input(&gaze, &gaze.maps[i]);
        check_curve(&gaze, &gaze.maps[i]);
    }
}

/* ---- the bone of the first-person view ---- */

static void check_bone(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct vrm0_avatar *vrm0 = avatar->vrm0_avatar;
    size_t node = scene_resolve(avatar->scene, tree_get(vrm0->first_person, "firstPersonBone"));
    size_t head = vrm0->nodes[bone_by_name("head")];
    if (node != SCENE_NONE && head != SCENE_NONE && node != head) {
        finding_set_number(report(check->findings, MESSAGE_VRM0_FIRST_PERSON_BONE_NOT_HEAD__DEFAULT,
                                  place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, "firstPersonBone"),
                                  ARGUMENTS(the_node("node", avatar, node), the_node("head", avatar, head))),
                           "0", (double)head);
    }
}

/* ---- meshes ---- */

/* Reports meshes that several nodes share. Expressions and annotations refer to a mesh, so they can't distinguish the
 * nodes. */
static void check_shared(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    for (size_t i = 0; i < avatar->vrm0_avatar->mesh_count; i++) {
        const struct vrm0_mesh *mesh = &avatar->vrm0_avatar->meshes[i];
        if (mesh->shown_next == SCENE_NONE || !scene_usable(avatar->scene, mesh->shown_next)) {
            continue;
        }
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_SHARED_MESH__DEFAULT, place_node(mesh->shown_next, "mesh"),
                   ARGUMENTS(the_avatar_mesh("mesh", check, i), the_node("first", avatar, mesh->shown),
                             the_node("second", avatar, mesh->shown_next)));
        finding_relate(finding, RELATED_VRM0_SHARED_MESH__FIRST, place_node(mesh->shown, "mesh"), NO_ARGUMENTS);
    }
}

void check_vrm0_first_person(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->first_person != NULL) {
        check_bone(check);
    }
    check_shared(check);
}

#define SCALE_LEAST 1e-6 /* of a texture; a smaller one counts as 0 */
#define BYTE_MOST 255.0
#define NAMESAKES 8 /* maximum number of materials with the same name that are examined */

struct binds {
    struct check *check;
    const struct vrm0_avatar *vrm0;
    const struct tree *properties; /* materialProperties */
    struct named *materials;       /* sorted by name */
    size_t material_count;
    bool is_in_scene; /* the hips are in the scene */
};

/* ---- shapes ---- */

static void check_mesh(const struct binds *binds, const struct vrm0_expression *expression, size_t at)
{
    struct check *check = binds->check;
    size_t mesh = expression->binds[at].mesh;
    if (mesh == SCENE_NONE || check->avatar->scene->looks_lost) {
        return;
    }
    const struct vrm0_mesh *used = &binds->vrm0->meshes[mesh];
    bool is_outside = used->node != SCENE_NONE && used->shown == SCENE_NONE && binds->is_in_scene;
    if (used->node != SCENE_NONE && !is_outside) {
        return;
    }
    struct finding *finding = report(
        check->findings, is_outside ? MESSAGE_VRM0_BIND_MESH_UNUSED__OUTSIDE : MESSAGE_VRM0_BIND_MESH_UNUSED__DEFAULT,
        vrm0_place_expression(expression, arena_printf(check->arena, "binds/%zu/mesh", at)),
        ARGUMENTS(vrm0_the_expression(check, expression), COUNT("bind", at), the_avatar_mesh("mesh", check, mesh)));
    finding_relate(finding, RELATED_VRM0_BIND_MESH_UNUSED__DEFAULT, place_of(PLACE_MESH, mesh, 0, NULL),
                   ARGUMENTS(the_avatar_mesh("mesh", check, mesh)));
    if (check->avatar->scene->count == 0) {
        absent_note(check, finding, ABSENT_LEFT, "/nodes");
    }
}

/* ---- materials ---- */

static void read_materials(struct binds *binds)
{
    const struct tree *list = document_tree(binds->check->avatar->document, "/materials");
    size_t count = tree_length(list);
    binds->materials = arena_array(binds->check->arena, count, sizeof *binds->materials);
    for (size_t i = 0; i < count; i++) {
        const char *name = tree_text(tree_get(tree_at(list, i), "name"), NULL);
        if (name != NULL) {
            binds->materials[binds->material_count++] = (struct named){name, i};
        }
    }
    named_sort(binds->check->arena, binds->materials, binds->material_count);
}

/* Splits the name of a tiling and offset: writes "_MainTex" for "_MainTex_ST_S" to buf; returns false for others. */
static bool is_transform(const char *property, char *buf, size_t size)
{
    static const char *const ends[] = {"_ST", "_ST_S", "_ST_T"};
    size_t length = strlen(property);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i]);
        if (length > end && length - end < size && strcmp(property + length - end, ends[i]) == 0) {
            memcpy(buf, property, length - end);
            buf[length - end] = '\0';
            return true;
        }
    }
    return false;
}

/* Whether a property belongs to MToon, or is in the entry of a material. begin to end: the materials with the name. */
static bool is_property(const struct binds *binds, const char *property, size_t begin, size_t end)
{
    static const char *const known[] = {"_Color",        "_ShadeColor", "_EmissionColor", "_RimColor",
                                        "_OutlineColor", "_MainTex_ST", "_MainTex_ST_S",  "_MainTex_ST_T"};
    if (IS_AMONG(property, known)) {
        return true;
    }
    char texture[64];
    bool transforms = is_transform(property, texture, sizeof texture);
    for (size_t i = begin; i < end && i < begin + NAMESAKES; i++) {
        const struct tree *vectors =
            tree_get(tree_at(binds->properties, binds->materials[i].index), "vectorProperties");
        if (tree_get(vectors, property) != NULL || (transforms && tree_get(vectors, texture) != NULL)) {
            return true;
        }
    }
    return false;
}

/* Reports a tiling of 0 in both directions. In one direction, it may select a line of the texture on purpose. */
static void check_scale(const struct binds *binds, const struct vrm0_expression *expression, size_t at)
{
    const struct vrm0_material_value *value = &expression->values[at];
    double numbers[4];
    if (!ascii_text_ends(value->property, "_st") || !tree_numbers(tree_get(value->json, "targetValue"), numbers, 4) ||
        fabs(numbers[0]) > SCALE_LEAST || fabs(numbers[1]) > SCALE_LEAST) {
        return;
    }
    const char *member = arena_printf(binds->check->arena, "materialValues/%zu/targetValue", at);
    struct finding *finding = report(binds->check->findings, MESSAGE_VRM0_TEXTURE_COLLAPSES__DEFAULT,
                                     vrm0_place_expression(expression, member),
                                     ARGUMENTS(vrm0_the_expression(binds->check, expression), COUNT("value", at),
                                               TEXT("property", value->property)));
    finding_set_number(finding, "0/0", 1);
    finding_set_number(finding, "0/1", 1);
}

/* Reports colours written from 0 to 255, or brighter, whose maximum is 1. Emission may be brighter. */
static void check_bytes(const struct binds *binds, const struct vrm0_expression *expression, size_t at)
{
    static const char *const known[] = {"_Color", "_ShadeColor", "_OutlineColor"};
    const struct vrm0_material_value *value = &expression->values[at];
    double rgba[4];
    if (value->property == NULL || !IS_AMONG(value->property, known) ||
        !tree_numbers(tree_get(value->json, "targetValue"), rgba, 4)) {
        return;
    }
    double largest = fmax(rgba[0], fmax(rgba[1], rgba[2]));
    bool of_bytes = fix_is_of_bytes(rgba);
    if (!of_bytes && !(largest > BYTE_MOST)) {
        return;
    }
    const char *member = arena_printf(binds->check->arena, "materialValues/%zu/targetValue", at);
    struct finding *finding =
        report(binds->check->findings,
               of_bytes ? MESSAGE_VRM0_COLOR_OUT_OF_RANGE__DEFAULT : MESSAGE_VRM0_COLOR_OUT_OF_RANGE__BRIGHTER,
               vrm0_place_expression(expression, member),
               ARGUMENTS(vrm0_the_expression(binds->check, expression), COUNT("value", at),
                         TEXT("property", value->property), NUMBER("largest", largest, 6)));
    for (size_t k = 0; k < 4; k++) {
        if ((of_bytes && k < 3) || rgba[k] > 1) {
            double right = of_bytes ? rgba[k] / BYTE_MOST : 1;
            finding_set_number(finding, arena_printf(binds->check->arena, "0/%zu", k), right);
        }
    }
}

/* Reports a target with too few numbers; apps compute with the missing ones. */
static void check_target(const struct binds *binds, const struct vrm0_expression *expression, size_t at)
{
    struct check *check = binds->check;
    const struct vrm0_material_value *value = &expression->values[at];
    const struct tree *target = tree_get(value->json, "targetValue");
    char texture[64];
    bool transforms = value->property != NULL && is_transform(value->property, texture, sizeof texture);
    size_t least = transforms ? 4 : 3;
    if (!tree_is_array(target) || tree_count(target) >= least) {
        if (transforms) {
            check_scale(binds, expression, at);
        } else {
            check_bytes(binds, expression, at);
        }
        return;
    }
    struct finding *finding = report(
        check->findings, transforms ? MESSAGE_VRM0_ARRAY_LENGTH__TRANSFORM : MESSAGE_VRM0_ARRAY_LENGTH__COLOR,
        vrm0_place_expression(expression, arena_printf(check->arena, "materialValues/%zu/targetValue", at)),
        ARGUMENTS(vrm0_the_expression(check, expression), COUNT("value", at), COUNT("count", tree_count(target))));
    finding_measure(finding, "length", (double)tree_count(target));
    finding_measure(finding, "expected", 4);
}

static bool is_material(const struct binds *binds, const char *name)
{
    return named_find(binds->materials, binds->material_count, name) < binds->material_count;
}

/* Adds an edit that removes the number added by Blender from a name if such a material exists; otherwise one that
 * removes the entry. */
static void fix_name(const struct binds *binds, struct finding *finding, const char *name)
{
    enum { NUMBER = 4 }; /* ".001" */
    struct arena *arena = binds->check->arena;
    size_t length = strlen(name);
    const char *end = name + length - NUMBER;
    bool numbered = length > NUMBER && *end == '.' && strspn(end + 1, "0123456789") == NUMBER - 1;
    const char *without = numbered ? arena_copy(arena, name, length - NUMBER) : name;
    if (numbered && is_material(binds, without)) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_text(arena, without));
    } else {
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "1", NULL);
    }
}

/* Gives unique names to materials that share one name, except to the first, which UniVRM uses. begin to end: all of
 * them. */
static void rename_materials(const struct binds *binds, struct finding *finding, size_t begin, size_t end)
{
    struct arena *arena = binds->check->arena;
    size_t number = 2;
    for (size_t i = begin + 1; finding_wants_edits(finding) && i < end; i++, number++) {
        size_t index = binds->materials[i].index;
        const char *other = arena_printf(arena, "%s_%zu", binds->materials[i].name, number);
        while (is_material(binds, other)) {
            other = arena_printf(arena, "%s_%zu", binds->materials[i].name, ++number);
        }
        const char *entry = tree_text(tree_get(tree_at(binds->properties, index), "name"), NULL);
        const char *value = json_text(arena, other);
        finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_MATERIAL, index, 0, "name"), value);
        if (entry != NULL && strcmp(entry, binds->materials[i].name) == 0) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_VRM0_MATERIAL, index, 0, "name"), value);
        }
    }
}

static void check_value(const struct binds *binds, const struct vrm0_expression *expression, size_t at)
{
    struct check *check = binds->check;
    const struct vrm0_material_value *value = &expression->values[at];
    check_target(binds, expression, at);
    if (value->material == NULL) {
        return;
    }
    struct place place =
        vrm0_place_expression(expression, arena_printf(check->arena, "materialValues/%zu/materialName", at));
    struct argument name = vrm0_the_expression(check, expression);
    struct argument material = TEXT("material", value->material);
    size_t begin;
    size_t end;
    SORT_SEARCH(begin, 0, binds->material_count, strcmp(binds->materials[begin].name, value->material) < 0);
    SORT_SEARCH(end, begin, binds->material_count, strcmp(binds->materials[end].name, value->material) <= 0);
    if (begin == end) {
        fix_name(binds,
                 report(check->findings, MESSAGE_VRM0_MATERIAL_NAME_UNKNOWN__DEFAULT, place,
                        ARGUMENTS(name, COUNT("value", at), material)),
                 value->material);
        return;
    }
    if (end - begin > 1) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_MATERIAL_NAME_AMBIGUOUS__DEFAULT, place,
                                         ARGUMENTS(name, COUNT("value", at), material, COUNT("count", end - begin)));
        finding_measure(finding, "count", (double)(end - begin));
        rename_materials(binds, finding, begin, end);
    }
    if (value->property != NULL && !is_property(binds, value->property, begin, end)) {
        report(check->findings, MESSAGE_VRM0_MATERIAL_PROPERTY_UNKNOWN__DEFAULT,
               vrm0_place_expression(expression, arena_printf(check->arena, "materialValues/%zu/propertyName", at)),
               ARGUMENTS(name, COUNT("value", at), TEXT("property", value->property), material));
    }
}

void check_vrm0_binds(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct binds binds = {.check = check, .vrm0 = vrm0, .properties = tree_get(vrm0->json, "materialProperties")};
    size_t hips = vrm0->nodes[bone_by_name("hips")];
    binds.is_in_scene = hips != SCENE_NONE && check->avatar->scene->nodes[hips].in_default;
    read_materials(&binds);
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        const struct vrm0_expression *expression = &vrm0->expressions[i];
        for (size_t k = 0; k < expression->bind_count; k++) {
            check_mesh(&binds, expression, k);
        }
        for (size_t k = 0; k < expression->value_count; k++) {
            check_value(&binds, expression, k);
        }
    }
}
