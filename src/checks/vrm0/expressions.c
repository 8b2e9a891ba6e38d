/* VRM 0.x: checks the names of expressions. */
#include <string.h>

#include "base/ascii.h"
#include "base/json_value.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "checks/absent.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"

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
        finding_severity(finding, VRMLINT_ERROR);
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

static int compare_names(const void *left, const void *right)
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
    sort_array(room, own, count, sizeof *own, compare_names);
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
