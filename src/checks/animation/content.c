/*
 * What a VRM animation speaks of at all: names of bones and presets that exist, and something to play. Catalogue:
 * constraint-animation.md section 2.5, packaging and schema.
 */
#include <string.h>

#include "base/nearest.h"
#include "base/pointer.h"
#include "checks/animation/names.h"
#include "extensions.h"

/* ---- bones ---- */

/* The bone of VRM 1.0 for the middle of VRM 0.x's thumbs, whose names moved on by one; NULL for other names. */
static const char *renamed_thumb(const char *name)
{
    return strcmp(name, "leftThumbIntermediate") == 0    ? "leftThumbProximal"
           : strcmp(name, "rightThumbIntermediate") == 0 ? "rightThumbProximal"
                                                         : NULL;
}

static const char *nearest_bone(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < BONE_COUNT; i++) {
        nearest_offer(&nearest, bones[i].name);
    }
    return nearest.best.text;
}

static void report_unknown_bone(const struct check *check, const char *name)
{
    const struct vrma *vrma = check->avatar->vrma;
    struct arena *arena = check->arena;
    const char *list = vrma->flat ? VRMA_POINTER "/humanoid" : VRMA_POINTER "/humanoid/humanBones";
    const char *thumb = renamed_thumb(name);
    const char *near = thumb == NULL ? nearest_bone(name) : NULL;
    const char *advice =
        thumb != NULL
            ? arena_printf(arena, "VRM 1.0 calls it '%s', and what was '%s' in VRM 0.x is '%.*sMetacarpal' now", thumb,
                           thumb, (int)(strlen(thumb) - strlen("Proximal")), thumb)
        : near == NULL                                ? "call it as VRM does, or delete the entry"
        : bones[bone_by_name(near)].class == BONE_EYE ? "the eyes are turned by lookAt, so delete the entry"
                                                      : arena_printf(arena, "did you mean '%s'?", near);
    struct finding *finding =
        report_english(check->findings, RULE_ANIMATION_UNKNOWN_BONE, pointer_key(arena, list, name),
                       "Bone %s is none that VRM knows, so that apps pass over it and its motion is "
                       "lost: %s",
                       name_quote(arena, name), advice);
    if (thumb != NULL || near != NULL) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
    }
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

/* Names that presets had in VRM 0.x, or are given by mistake. */
static const char *renamed_preset(const char *name)
{
    static const struct {
        const char *old;
        const char *new;
    } names[] = {{"joy", "happy"},
                 {"sorrow", "sad"},
                 {"fun", "relaxed"},
                 {"a", "aa"},
                 {"i", "ih"},
                 {"u", "ou"},
                 {"e", "ee"},
                 {"o", "oh"},
                 {"blink_l", "blinkLeft"},
                 {"blink_r", "blinkRight"},
                 {"leftBlink", "blinkLeft"},
                 {"rightBlink", "blinkRight"},
                 {"winkLeft", "blinkLeft"},
                 {"leftWink", "blinkLeft"},
                 {"winkRight", "blinkRight"},
                 {"rightWink", "blinkRight"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (extension_same_but_case(name, names[i].old)) {
            return names[i].new;
        }
    }
    return NULL;
}

static const char *nearest_preset(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < VRMA_LOOK_PRESET; i++) {
        nearest_offer(&nearest, vrma_presets[i]);
    }
    return nearest.best.text;
}

static bool is_gaze(const char *name)
{
    for (size_t i = VRMA_LOOK_PRESET; i < VRMA_PRESET_COUNT; i++) {
        if (extension_same_but_case(name, vrma_presets[i])) {
            return true;
        }
    }
    return false;
}

static void report_unknown_preset(const struct check *check, size_t place)
{
    const struct vrma *vrma = check->avatar->vrma;
    const char *name = vrma->expressions[place].name;
    const char *near = renamed_preset(name);
    bool gaze = is_gaze(name);
    bool taken = tree_get(tree_get(vrma->expressions_json, "custom"), name) != NULL;
    if (near == NULL && !gaze) {
        near = nearest_preset(name);
    }
    const char *advice = gaze           ? "the gaze belongs into lookAt"
                         : near != NULL ? arena_printf(check->arena, "did you mean '%s'?", near)
                         : taken        ? "there is a custom expression of that name, so delete this one"
                                        : "if it is the avatar's own, move it to custom";
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_UNKNOWN_PRESET, vrma_expression_pointer(vrma, check->arena, place, NULL),
        "Expression %s is none of VRM's presets, so that many apps pass over it: %s", name_quote(check->arena, name),
        advice);
    if (gaze || near != NULL || taken) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
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
    const json_t *expressions = tree_get(vrma->json, "expressions");
    bool humanoid = tree_get(vrma->json, "humanoid") != NULL;
    /* a part of the wrong type is none to play, but that has been said */
    bool expressive = vrma->expression_count > 0 || (expressions != NULL && vrma->expressions_json == NULL);
    if (!humanoid && !expressive && tree_get(vrma->json, "lookAt") == NULL) {
        report_english(findings, RULE_ANIMATION_NO_CONTENT, VRMA_POINTER,
                       "VRMC_vrm_animation names no bone, no expression and no gaze, so that nothing plays: export the "
                       "animation again, with the humanoid that it moves");
    } else if (!humanoid) {
        report_english(
            findings, RULE_ANIMATION_NO_HUMANOID, VRMA_POINTER,
            "VRMC_vrm_animation has no humanoid; that is allowed, but Blender and bevy_vrm1 don't read the file: if "
            "they matter, export it with its bones");
    }
    if (vrma->expressions_json != NULL && tree_get(vrma->expressions_json, "preset") == NULL) {
        report_english(
            findings, RULE_ANIMATION_EXPRESSIONS_WITHOUT_PRESET, VRMA_POINTER "/expressions",
            "The expressions have no preset; that is allowed, but bevy_vrm1 doesn't read the file: add an empty "
            "preset, {}");
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
