/*
 * What a VRM animation speaks of at all: names of bones and presets that exist, and something to play.
 */
#include <string.h>

#include "base/pointer.h"
#include "checks/animation/names.h"
#include "checks/likely.h"
#include "extensions.h"
#include "ids/messages_animation.h"
#include "ids/rules.h"

/* ---- bones ---- */

/* The middle of VRM 0.x's thumbs, whose names moved on by one joint in VRM 1.0. */
struct thumb {
    const char *old;
    const char *now;
    const char *metacarpal; /* in 1.0, what was called as now says */
};

/* NULL for other names. */
static const struct thumb *renamed_thumb(const char *name)
{
    static const struct thumb thumbs[] = {{"leftThumbIntermediate", "leftThumbProximal", "leftThumbMetacarpal"},
                                          {"rightThumbIntermediate", "rightThumbProximal", "rightThumbMetacarpal"}};
    for (size_t i = 0; i < sizeof thumbs / sizeof *thumbs; i++) {
        if (strcmp(name, thumbs[i].old) == 0) {
            return &thumbs[i];
        }
    }
    return NULL;
}

static bool names_bone(const struct vrma *vrma, const char *name)
{
    const struct tree *humanoid = tree_get(vrma->json, "humanoid");
    return tree_get(vrma->flat ? humanoid : tree_get(humanoid, "humanBones"), name) != NULL;
}

/* Gives the finding its class, and its new names where these are free. */
static void rename_bone(const struct check *check, struct finding *finding, const struct thumb *thumb, const char *near)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (near != NULL && bones[bone_by_name(near)].class == BONE_EYE) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (near != NULL && !names_bone(vrma, near)) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", near);
    } else if (thumb != NULL && !names_bone(vrma, thumb->metacarpal)) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", thumb->now);
        if (names_bone(vrma, thumb->now)) {
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, arena_printf(check->arena, "1/%s", thumb->now),
                            thumb->metacarpal);
        }
    }
}

static void report_unknown_bone(const struct check *check, const char *name)
{
    const char *list = check->avatar->vrma->flat ? VRMA_POINTER "/humanoid" : VRMA_POINTER "/humanoid/humanBones";
    struct place place = place_at(pointer_key(check->arena, list, name));
    const struct thumb *thumb = renamed_thumb(name);
    const char *near = thumb == NULL ? likely_bone(name) : NULL;
    struct argument bone = TEXT("name", name);
    struct finding *finding;
    if (thumb != NULL) {
        finding = report(check->findings, MESSAGE_ANIMATION_UNKNOWN_BONE__THUMB, place,
                         ARGUMENTS(bone, TEXT("now", thumb->now), TEXT("metacarpal", thumb->metacarpal)));
    } else if (near == NULL) {
        finding = report(check->findings, MESSAGE_ANIMATION_UNKNOWN_BONE__DEFAULT, place, ARGUMENTS(bone));
    } else if (bones[bone_by_name(near)].class == BONE_EYE) {
        finding = report(check->findings, MESSAGE_ANIMATION_UNKNOWN_BONE__EYE, place, ARGUMENTS(bone));
    } else {
        finding =
            report(check->findings, MESSAGE_ANIMATION_UNKNOWN_BONE__NEAR, place, ARGUMENTS(bone, TEXT("near", near)));
    }
    if (near != NULL && bones[bone_by_name(near)].class != BONE_EYE && !names_bone(check->avatar->vrma, near)) {
        finding_severity(finding, VRMLINT_ERROR); /* its movement is lost */
    }
    rename_bone(check, finding, thumb, near);
}

static void check_bone_names(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    /* in a flat layout anything may stand beside the bones, which the schema has judged */
    for (void *i = vrma->flat || vrma->bones == NULL ? NULL : tree_first(vrma->bones); i != NULL;
         i = tree_next(vrma->bones, i)) {
        const char *name = tree_key(i);
        if (bone_by_name(name) == BONE_COUNT && !tree_is_general_key(name)) {
            report_unknown_bone(check, name);
        }
    }
}

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
    struct finding *finding = near != NULL ? report(check->findings, MESSAGE_ANIMATION_UNKNOWN_PRESET__NEAR, at,
                                                    ARGUMENTS(expression, TEXT("near", near)))
                                           : report(check->findings,
                                                    gaze    ? MESSAGE_ANIMATION_UNKNOWN_PRESET__GAZE
                                                    : taken ? MESSAGE_ANIMATION_UNKNOWN_PRESET__TAKEN
                                                            : MESSAGE_ANIMATION_UNKNOWN_PRESET__DEFAULT,
                                                    at, ARGUMENTS(expression));
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
        finding_severity(finding, VRMLINT_ERROR); /* nothing moves what was meant */
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

/* ---- what there is to play ---- */

static void check_parts(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    struct findings *findings = check->findings;
    const struct tree *expressions = tree_get(vrma->json, "expressions");
    bool humanoid = tree_get(vrma->json, "humanoid") != NULL;
    /* a part of the wrong type is none to play, but that has been said */
    bool expressive = vrma->expression_count > 0 || (expressions != NULL && vrma->expressions_json == NULL);
    if (!humanoid && !expressive && tree_get(vrma->json, "lookAt") == NULL) {
        report(findings, MESSAGE_ANIMATION_NO_CONTENT__DEFAULT, place_at(VRMA_POINTER), NO_ARGUMENTS);
    } else if (!humanoid) {
        report(findings, MESSAGE_ANIMATION_NO_HUMANOID__DEFAULT, place_at(VRMA_POINTER), NO_ARGUMENTS);
    }
    if (vrma->expressions_json != NULL && tree_get(vrma->expressions_json, "preset") == NULL) {
        report(findings, MESSAGE_ANIMATION_EXPRESSIONS_WITHOUT_PRESET__DEFAULT, place_at(VRMA_POINTER "/expressions"),
               NO_ARGUMENTS);
    }
}

void check_animation_content(struct check *check)
{
    if (!check->avatar->vrma->present) {
        return;
    }
    check_parts(check);
    if (findings_want(check->findings, RULE_ANIMATION_UNKNOWN_BONE)) {
        check_bone_names(check);
    }
    if (findings_want(check->findings, RULE_ANIMATION_UNKNOWN_PRESET)) {
        check_preset_names(check);
    }
}
