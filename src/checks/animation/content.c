/* The content of a VRM animation: names of presets, and whether there is anything to play. */
#include <string.h>

#include "checks/absent.h"
#include "checks/animation/names.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/rules.h"
#include "tables/extensions.h"

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
    struct argument expression = TEXT("name", name);
    struct place at = animated_expression_place(check, index, NULL);
    bool old = near != NULL && preset_of_vrm0(name) != NULL;
    bool other_case = near != NULL && extension_same_but_case(name, near);
    struct finding *finding = report_taking(check->findings,
                                            old            ? MESSAGE_ANIMATION_UNKNOWN_PRESET__OLD_NAME
                                            : other_case   ? MESSAGE_ANIMATION_UNKNOWN_PRESET__OTHER_CASE
                                            : near != NULL ? MESSAGE_ANIMATION_UNKNOWN_PRESET__NEAR
                                            : gaze         ? MESSAGE_ANIMATION_UNKNOWN_PRESET__GAZE
                                            : taken        ? MESSAGE_ANIMATION_UNKNOWN_PRESET__TAKEN
                                                           : MESSAGE_ANIMATION_UNKNOWN_PRESET__DEFAULT,
                                            at, ARGUMENTS(expression, TEXT("near", near), TEXT("correct", near)));
    const struct tree *presets = tree_get(vrma->expressions_json, "preset");
    if (near != NULL && tree_get(presets, near) == NULL) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", near);
    } else if (near != NULL || gaze) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (taken) {
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

static void check_parts(struct check *check)
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
    check_parts(check);
    if (findings_want(check->findings, RULE_ANIMATION_UNKNOWN_PRESET)) {
        check_preset_names(check);
    }
}
