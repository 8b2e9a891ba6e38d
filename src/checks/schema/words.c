/* Reports unknown words, choices without or with several matches, and a shape without its choice. */
#include <string.h>

#include "base/ascii.h"
#include "base/json_value.h"
#include "checks/likely.h"
#include "checks/schema/labels.h"
#include "checks/schema/refused.h"
#include "checks/schema/reports.h"
#include "ids/messages_collider.h"
#include "ids/messages_shared.h"

/* Returns the name that the specification uses for an OpenGL constant, or NULL. */
static const char *constant_name(double number)
{
    static const struct {
        double number;
        const char *name;
    } constants[] = {
        {5120, "BYTE (5120)"},
        {5121, "UNSIGNED_BYTE (5121)"},
        {5122, "SHORT (5122)"},
        {5123, "UNSIGNED_SHORT (5123)"},
        {5125, "UNSIGNED_INT (5125)"},
        {5126, "FLOAT (5126)"},
        {9728, "NEAREST (9728)"},
        {9729, "LINEAR (9729)"},
        {9984, "NEAREST_MIPMAP_NEAREST (9984)"},
        {9985, "LINEAR_MIPMAP_NEAREST (9985)"},
        {9986, "NEAREST_MIPMAP_LINEAR (9986)"},
        {9987, "LINEAR_MIPMAP_LINEAR (9987)"},
        {10497, "REPEAT (10497)"},
        {33071, "CLAMP_TO_EDGE (33071)"},
        {33648, "MIRRORED_REPEAT (33648)"},
        {34962, "ARRAY_BUFFER (34962)"},
        {34963, "ELEMENT_ARRAY_BUFFER (34963)"},
    };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (constants[i].number == number) {
            return constants[i].name;
        }
    }
    return NULL;
}

struct argument fault_allowed(const struct fault *fault, const struct flat_value *values)
{
    const struct schema_failure *failure = fault->failure;
    size_t count = flat_count(values);
    struct argument *items = arena_array(fault->instance->check->arena, count, sizeof *items);
    size_t next = 0;
    for (const struct flat_value *at = flat_begin(values); at != flat_end(values); at += at->span) {
        const char *text = flat_text(failure->flat, at);
        double number = 0;
        flat_number(at, &number);
        const char *name = text == NULL ? constant_name(number) : NULL;
        items[next++] = name != NULL ? TERM("", name) : text == NULL ? NUMBER("", number, 6) : TEXT("", text);
    }
    return argument_list("allowed", items, count, count, JOIN_AND);
}

/* Whether it is a preset or a flag of VRM 0.x, which UniVRM reads in any letter case. */
static bool is_word_of_vrm0(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_VRM && tree_text(fault->failure->value, NULL) != NULL &&
           (fault_is_at(fault, PLACE_VRM0_EXPRESSION, "presetName") ||
            fault_is_at(fault, PLACE_VRM0_ANNOTATION, "firstPersonFlag"));
}

/* Whether it is a name of VRM 0.x: of a preset, a flag or a bone. */
static bool is_name_of_vrm0(const struct fault *fault)
{
    return is_word_of_vrm0(fault) ||
           (fault->instance->extension == EXTENSION_VRM && fault_is_at(fault, PLACE_VRM0_BONE, "bone"));
}

/* Whether a bone is the first joint of a thumb. VRM 0.x calls it proximal, and VRM 1.0 uses that name for the second
 * joint. */
static bool is_thumb_of_vrm1(const char *bone)
{
    return extension_same_but_case(bone, "leftThumbMetacarpal") ||
           extension_same_but_case(bone, "rightThumbMetacarpal");
}

/* Whether a preset of VRM 0.x has the name that VRM 1.0 gives it. */
static bool is_preset_of_vrm1(const struct fault *fault)
{
    const char *text = tree_text(fault->failure->value, NULL);
    const char *now = preset_of_vrm0(fault->failure->hint);
    return is_word_of_vrm0(fault) && now != NULL && extension_same_but_case(text, now);
}

/* Returns whether the suggested word must be the intended one: it differs in letter case only or, for an axis, has
 * the sign of a draft. For a space this is never sure, because the words of others have different meanings. */
static enum vrmlint_fix spelling_fix(const struct fault *fault, const char *text)
{
    const char *hint = fault->failure->hint_is_name ? fault->failure->hint : NULL;
    bool is_axis = strcmp(fault->key, "rollAxis") == 0 || strcmp(fault->key, "aimAxis") == 0;
    if (hint != NULL && text != NULL && is_name_of_vrm0(fault) &&
        (extension_same_but_case(text, hint) || is_preset_of_vrm1(fault))) {
        return VRMLINT_FIX_UNSAFE; /* the name of VRM 1.0; another entry may already have it */
    }
    if (hint == NULL || text == NULL || !is_axis) {
        return VRMLINT_FIX_NONE;
    }
    bool sign = *text == '+' || *text == '-';
    return sign || extension_same_but_case(text, hint) ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
}

/* Whether a word is the media type of a format that glTF doesn't support; no other word can fix that. */
static bool is_other_format(const struct fault *fault, const char *text)
{
    return text != NULL && strcmp(fault->key, "mimeType") == 0 && strncmp(text, "image/", 6) == 0 &&
           strcmp(text, "image/jpg") != 0;
}

/* Reports a bone of VRM 0.x with the name of another skeleton (the schema finds similar names only); returns NULL for
 * others. VRM 1.0 shifted the names of thumb joints, so only their numbers are unambiguous. */
static struct finding *report_bone_elsewhere(const struct fault *fault, const char *text)
{
    const char *elsewhere = text == NULL ? NULL : bone_elsewhere(text);
    const char *bone = elsewhere == NULL ? NULL : vrm0_bone_name(bone_by_name(elsewhere));
    bool is_sure = bone != NULL && (strcmp(bone, elsewhere) == 0 || ascii_is_digit(text[strlen(text) - 1]));
    if (!is_sure || extension_same_but_case(text, bone)) { /* UniVRM reads names in any letter case */
        return NULL;
    }
    struct finding *finding = fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_FOREIGN,
                                           ARGUMENTS(fault_value(fault), TEXT("other", text), TEXT("bone", bone)));
    finding_fix(finding, VRMLINT_FIX_UNSAFE);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_text(fault->instance->check->arena, bone));
    return finding;
}

struct finding *fault_report_word(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    const char *text = tree_text(failure->value, NULL);
    struct argument value = fault_value(fault);
    double number = 0;
    struct argument is = text != NULL                           ? TEXT("is", text)
                         : tree_number(failure->value, &number) ? NUMBER("is", number, 15)
                                                                : fault_kind_of(failure->value);
    struct argument allowed = fault_allowed(fault, failure->limit);
    struct finding *finding;
    bool is_bone = fault->instance->extension == EXTENSION_VRM && fault_is_at(fault, PLACE_VRM0_BONE, "bone");
    if (is_bone && text != NULL && is_thumb_of_vrm1(text)) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__THUMB, ARGUMENTS(value, TEXT("other", text)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    finding = is_bone ? report_bone_elsewhere(fault, text) : NULL;
    if (finding != NULL) {
        return finding;
    }
    if (is_bone && failure->hint == NULL) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__BONE, ARGUMENTS(value, is));
    } else if (is_bone && failure->hint_is_name) {
        bool other_case = text != NULL && extension_same_but_case(text, failure->hint); /* UniVRM reads it */
        finding = other_case
                      ? fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_CASE,
                                     ARGUMENTS(value, TEXT("other", text), TEXT("bone", failure->hint)))
                      : fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_MEANT, ARGUMENTS(value, is, fault_meant(fault)));
    } else if (failure->hint == NULL || is_other_format(fault, text)) {
        finding =
            fault_report(fault, fault_is_refused(fault) ? SHARED_UNKNOWN_VALUE__REFUSED : SHARED_UNKNOWN_VALUE__DEFAULT,
                         ARGUMENTS(value, is, allowed));
    } else if (failure->hint_is_name && text != NULL && extension_same_but_case(text, failure->hint)) {
        finding =
            fault_report(fault, SHARED_UNKNOWN_VALUE__OTHER_CASE,
                         ARGUMENTS(argument_as("any", value), TEXT("written", text), TEXT("correct", failure->hint)));
    } else if (failure->hint_is_name && is_preset_of_vrm1(fault)) {
        finding =
            fault_report(fault, SHARED_UNKNOWN_VALUE__NEWER,
                         ARGUMENTS(argument_as("any", value), TEXT("written", text), TEXT("correct", failure->hint)));
    } else if (failure->hint_is_name) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__MEANT, ARGUMENTS(value, is, allowed, fault_meant(fault)));
    } else {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__HINT, ARGUMENTS(value, is, allowed, fault_hint(fault)));
    }
    finding_fix(finding, spelling_fix(fault, text));
    if (failure->hint != NULL && failure->hint_is_name) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_text(fault->instance->check->arena, failure->hint));
    }
    return finding;
}

enum { CHOICES_MAX = 8 };

/* Returns the names among which oneOf chooses, all or the existing ones: "sphere and capsule". */
static struct argument the_choices(const struct fault *fault, bool present, struct argument items[CHOICES_MAX])
{
    const struct flat *flat = fault->failure->flat;
    const struct flat_value *choices = fault->failure->limit;
    size_t count = 0;
    for (const struct flat_value *at = flat_begin(choices); at != flat_end(choices); at += at->span) {
        const char *name = flat_text(flat, flat_at(flat_get(flat, at, "required"), 0));
        if (name != NULL && count < CHOICES_MAX && (!present || tree_get(fault->failure->value, name) != NULL)) {
            items[count++] = TERM("", name);
        }
    }
    return argument_list("choices", items, count, count, JOIN_AND);
}

struct finding *fault_report_choice(const struct fault *fault)
{
    struct argument items[CHOICES_MAX];
    bool none = fault->failure->matches == 0;
    struct argument choices = the_choices(fault, !none, items);
    struct finding *finding = fault_report(fault, none ? SHARED_ONE_OF__NONE : SHARED_ONE_OF__SEVERAL,
                                           ARGUMENTS(fault_value(fault), choices));
    if (!none) {
        finding_measure(finding, "count", (double)fault->failure->matches);
    }
    return finding;
}

struct finding *fault_report_flattened(const struct fault *fault)
{
    const struct tree *shape = fault->failure->value;
    const char *object = tree_get(shape, "tail") != NULL     ? "\"capsule\": {...}"
                         : tree_get(shape, "normal") != NULL ? "\"plane\": {...}"
                                                             : "\"sphere\": {...}";
    struct finding *finding =
        report(fault->instance->check->findings, MESSAGE_COLLIDER_SHAPE_FLATTENED__DEFAULT,
               place_at(fault->failure->pointer), ARGUMENTS(fault_value(fault), TERM("object", object)));
    finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0",
                    tree_get(shape, "tail") != NULL     ? "capsule"
                    : tree_get(shape, "normal") != NULL ? "plane"
                                                        : "sphere");
    return finding;
}
