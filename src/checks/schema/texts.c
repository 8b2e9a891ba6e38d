/* What the schema checker found, in an artist's words: one function per kind of failure. */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "checks/schema/schemas.h"

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

static const char *value_label(const struct fault *fault)
{
    return fault_label(fault, fault->rest);
}

static double number_of(const json_t *value)
{
    double number = 0;
    tree_number(value, &number);
    return number;
}

/* The number that the schema allows, or asks for. */
static double limit_of(const struct fault *fault)
{
    double limit = 0;
    flat_number(fault->failure->limit, &limit);
    return limit;
}

/* ---- members ---- */

/* What apps take for a missing parameter of VRM 0.x: three-vrm the number that is advised, UniVRM mostly 0. */
#define VRM0_FILLED_IN ", which every app then fills in differently: write "
#define VRM0_AS_SHOWN " to keep what three-vrm shows"

/* What follows from a missing property, and what to do. */
static const struct {
    enum extension_id extension;
    const char *key;
    const char *text;
} missing_texts[] = {
    {EXTENSION_SPRINGBONE, "joints", ", so that it moves nothing: list its joints, or delete the spring"},
    {EXTENSION_SPRINGBONE, "node", ", so that apps refuse the avatar: name the node, or delete the entry"},
    {EXTENSION_SPRINGBONE, "shape", ", so that apps refuse the avatar: give it a sphere or capsule, or delete it"},
    {EXTENSION_SPRINGBONE, "colliders", ", so that springs hit nothing in it: list its colliders, or delete the group"},
    {EXTENSION_LIMIT, "limit", ", so that it limits nothing: give it a cone, hinge or spherical limit"},
    {EXTENSION_LIMIT, "angle", ": add it, in radians"},
    {EXTENSION_LIMIT, "pitch", ": add it, in radians"},
    {EXTENSION_LIMIT, "yaw", ": add it, in radians"},
    {EXTENSION_CONSTRAINT, "constraint", ", so that apps refuse the avatar: add it, with a roll, an aim or a rotation"},
    {EXTENSION_CONSTRAINT, "source", ", so that apps refuse the avatar: name the node to follow"},
    {EXTENSION_CONSTRAINT, "rollAxis", ", which apps then guess: write X, Y or Z"},
    {EXTENSION_CONSTRAINT, "aimAxis", ", which apps then guess: write one of PositiveX to NegativeZ"},
    {EXTENSION_ANIMATION, "humanBones", ", so that nothing plays: map the bones there"},
    {EXTENSION_ANIMATION, "node", ", so that nothing moves it: name its node, or delete the entry"},
    {EXTENSION_VRM0, "colliderGroups", ": add it, as an empty list where there are none"},
    {EXTENSION_VRM0, "stiffiness", VRM0_FILLED_IN "1" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "gravityPower", VRM0_FILLED_IN "0" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "gravityDir", VRM0_FILLED_IN "x 0, y -1 and z 0" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "dragForce", VRM0_FILLED_IN "0.4" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "hitRadius", VRM0_FILLED_IN "0" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "x", VRM0_FILLED_IN "0" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "y", VRM0_FILLED_IN "0" VRM0_AS_SHOWN},
    {EXTENSION_VRM0, "z", VRM0_FILLED_IN "0" VRM0_AS_SHOWN},
};

static const char *missing_text(const struct fault *fault)
{
    for (size_t i = 0; i < sizeof missing_texts / sizeof missing_texts[0]; i++) {
        if (missing_texts[i].extension == fault->instance->extension &&
            strcmp(missing_texts[i].key, fault->failure->name) == 0) {
            return missing_texts[i].text;
        }
    }
    return ": add it";
}

static bool has_bones(const json_t *humanoid)
{
    for (size_t i = 0; i < BONE_COUNT; i++) {
        if (tree_get(humanoid, bones[i].name) != NULL) {
            return true;
        }
    }
    return false;
}

/* What revision A of the limit's draft called pitch and yaw. Revisions all bear the same version. */
static const char *revision_a_name(const struct fault *fault, const char *name)
{
    if (fault->instance->extension != EXTENSION_LIMIT) {
        return NULL;
    }
    return strcmp(name, "pitch") == 0 ? "phi" : strcmp(name, "yaw") == 0 ? "theta" : NULL;
}

/* What to say of a missing property that is there under the name which another version gives it; NULL where it isn't.
 */
static const char *other_name_text(const struct fault *fault)
{
    const char *name = fault->failure->name;
    const char *old = revision_a_name(fault, name);
    bool misspelt = fault->instance->extension == EXTENSION_VRM0 && strcmp(name, "stiffiness") == 0;
    if (old != NULL && tree_get(fault->failure->value, old) != NULL) {
        return arena_printf(arena_of(fault), ", but %s, as the draft's first revision called it: rename that", old);
    }
    return misspelt && tree_get(fault->failure->value, "stiffness") != NULL
               ? ", but stiffness, as only VRM 1.0 spells it: rename that"
               : NULL;
}

static struct finding *report_missing(const struct fault *fault)
{
    const char *name = fault->failure->name;
    const char *text = missing_text(fault);
    enum extension_id id = fault->instance->extension;
    enum vrmlint_fix fix = VRMLINT_FIX_NONE;
    const char *other = other_name_text(fault);
    if (other != NULL) {
        text = other;
        fix = id == EXTENSION_VRM0 ? VRMLINT_FIX_REPAIR : fix;
    } else if (id == EXTENSION_ANIMATION && strcmp(name, "humanBones") == 0 && has_bones(fault->failure->value)) {
        text = ", for the bones stand in it directly, as in the first draft: put them into humanBones";
        fix = VRMLINT_FIX_SAFE;
    } else if (id == EXTENSION_VRM0 || fault_in_springs(fault, "/springs/#") ||
               fault_in_springs(fault, "/colliderGroups/#")) {
        fix = VRMLINT_FIX_REPAIR;
    }
    struct finding *finding = report_english(fault->instance->check->findings, fault->rule, fault->failure->pointer,
                                             "%s has no %s%s", value_label(fault), name, text);
    finding_fix(finding, fix);
    return finding;
}

/* VRM 0.x gave a whole group what 1.0 gives each joint. */
static bool is_joint_key_of_spring(const struct fault *fault)
{
    static const char *const keys[] = {"stiffness",  "stiffiness", "gravityPower",
                                       "gravityDir", "dragForce",  "hitRadius"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(fault->key, keys[i]) == 0) {
            size_t indices[4];
            const char *rest;
            return fault->instance->extension == EXTENSION_SPRINGBONE &&
                   pointer_match(fault->rest, "/springs/#", indices, &rest) && strchr(rest + 1, '/') == NULL;
        }
    }
    return false;
}

/* What could be done about a name that isn't known. */
static enum vrmlint_fix rename_fix(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    if (is_joint_key_of_spring(fault)) {
        return VRMLINT_FIX_UNSAFE;
    }
    if (failure->hint == NULL || !failure->hint_is_name || tree_get(fault->parent, failure->hint) != NULL) {
        return VRMLINT_FIX_NONE;
    }
    bool careful =
        fault->instance->extension == EXTENSION_CONSTRAINT || fault->instance->extension == EXTENSION_ANIMATION;
    if (careful && !extension_same_but_case(fault->key, failure->hint)) {
        return VRMLINT_FIX_NONE;
    }
    /* revision A of the limit's draft swapped the meanings once, so that a look at the file's date is needed */
    return fault->instance->extension == EXTENSION_LIMIT ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_SAFE;
}

/* What to do about a name that isn't known, where one that is was likely meant. */
static const char *rename_text(const struct fault *fault)
{
    const char *hint = fault->failure->hint;
    const char *old = revision_a_name(fault, hint);
    if (tree_get(fault->parent, hint) != NULL) {
        return arena_printf(arena_of(fault), "; '%s', which it does know, is there too: delete this one", hint);
    }
    if (old != NULL && strcmp(old, fault->key) == 0) {
        return arena_printf(
            arena_of(fault),
            "; did you mean '%s', as it is called since the draft's second revision? (before 14 April 2025 "
            "phi and theta had each other's meaning)",
            hint);
    }
    return arena_printf(arena_of(fault), "; did you mean '%s'?", hint);
}

static struct finding *report_unknown(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    struct arena *arena = arena_of(fault);
    const char *text = ", so that apps pass over it: correct the name, or delete it";
    if (failure->hint != NULL && failure->hint_is_name) {
        text = rename_text(fault);
    } else if (failure->hint != NULL) {
        text = arena_printf(arena, "; %s", failure->hint);
    } else if (tree_is_general_key(fault->key)) {
        text = " there: move it one level up";
    }
    struct finding *finding =
        report_english(fault->instance->check->findings, fault->rule, failure->pointer,
                       "%s has a property %s, which %s does not know%s", fault_label(fault, fault_outer(fault)),
                       name_quote(arena, fault->key), fault->instance->title, text);
    finding_fix(finding, rename_fix(fault));
    return finding;
}

/* ---- lists ---- */

static struct finding *report_empty(const struct fault *fault)
{
    const char *text = "is empty, so that apps that check the schema refuse it: leave it out";
    enum vrmlint_fix fix = VRMLINT_FIX_SAFE;
    if (fault_in_springs(fault, "/springs/#/joints")) {
        text = "is empty, so that nothing moves: list the joints of the chain, or delete the spring";
        fix = VRMLINT_FIX_REPAIR;
    } else if (fault_in_springs(fault, "/colliderGroups/#/colliders")) {
        text = "is empty, so that springs hit nothing in it: list its colliders, or delete the group";
        fix = VRMLINT_FIX_REPAIR;
    }
    struct finding *finding = report_english(fault->instance->check->findings, fault->rule, fault->failure->pointer,
                                             "%s %s", value_label(fault), text);
    finding_fix(finding, fix);
    return finding;
}

/* offsetFromHeadBone, whatever it is instead. */
static struct finding *report_gaze_offset(const struct fault *fault)
{
    const char *pointer = fault->failure->pointer;
    if (fault->is_element) {
        pointer = arena_copy(arena_of(fault), pointer, (size_t)(strrchr(pointer, '/') - pointer));
    }
    bool drop = !fault->is_element && tree_is_null(fault->failure->value);
    struct finding *finding =
        report_english(fault->instance->check->findings, fault->rule, pointer,
                       "The gaze (lookAt): offsetFromHeadBone%s is %s, it must be three numbers, in metres: %s",
                       fault->is_element ? ", in one place," : "", fault_kind_name(fault->failure->value),
                       drop ? "leave it out" : "write [x, y, z], or leave it out");
    if (drop) {
        finding_fix(finding, VRMLINT_FIX_SAFE);
    }
    return finding;
}

static struct finding *report_length(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    if (fault_is_listed_vector(fault)) {
        return fault_report_listed_vector(fault);
    }
    if (failure->problem == SCHEMA_TYPE) {
        return report_gaze_offset(fault);
    }
    double length = limit_of(fault);
    struct finding *finding = report_english(fault->instance->check->findings, fault->rule, failure->pointer,
                                             "%s has %zu %s, it must have %.0f: %s", value_label(fault), failure->count,
                                             failure->count == 1 ? "value" : "values", length,
                                             length == 4   ? "write x, y, z and w, or leave it out"
                                             : length == 3 ? "write x, y and z, or leave it out"
                                                           : "write as many, or leave it out");
    finding_measure(finding, "length", (double)failure->count);
    finding_measure(finding, "expected", length);
    return finding;
}

/* ---- numbers ---- */

static struct finding *report_infinite(const struct fault *fault)
{
    if (fault->failure->problem != SCHEMA_NOT_FINITE) {
        return fault_report_infinite_index(fault);
    }
    double limit = limit_of(fault);
    double value = number_of(fault->failure->value);
    bool overflowed = value == TREE_OVERFLOW || value == -TREE_OVERFLOW;
    struct finding *finding = report_english(
        fault->instance->check->findings, fault->rule, fault->failure->pointer,
        "%s is %s%.3g, too large to compute with, allowed is less than %.3g: write the number that was meant",
        value_label(fault),
        !overflowed ? ""
        : value > 0 ? "more than "
                    : "less than ",
        value, limit);
    finding_measure(finding, "value", !overflowed ? value : value > 0 ? INFINITY : -INFINITY);
    finding_measure(finding, "limit", limit);
    return finding;
}

/* What a value outside its range does. */
static const struct {
    const char *key;
    const char *below;
    const char *above;
} range_texts[] = {
    {"dragForce", "below 0 the chain speeds up by itself", "above 1 the chain runs wild"},
    {"stiffness", "below 0 it pushes the bone away from its rest pose", ""},
    {"gravityPower", "to pull the other way turn gravityDir round", ""},
    {"hitRadius", "below 0 the bone sinks into colliders", ""},
    {"radius", "below 0 apps push to the wrong side, or not at all", ""},
    {"weight", "below 0 apps turn the node backwards, each by its own rule", "above 1 apps turn the node too far"},
    {"pitch", "below 0 the tail jumps between its bounds", ""},
    {"yaw", "below 0 the tail jumps between its bounds", ""},
    {"angle", "apps use it as if it were positive", ""},
    {"rotation", "no rotation has such a number", "no rotation has such a number"},
};

static const char *range_text(const struct fault *fault, bool below)
{
    for (size_t i = 0; i < sizeof range_texts / sizeof range_texts[0]; i++) {
        const char *text = below ? range_texts[i].below : range_texts[i].above;
        if (strcmp(range_texts[i].key, fault->key) == 0 && *text != '\0') {
            return arena_printf(arena_of(fault), "; %s", text);
        }
    }
    return "";
}

static struct finding *report_range(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    double value = number_of(failure->value);
    double limit = limit_of(fault);
    bool below = value < limit;
    double minimum = 0;
    double maximum = 0;
    bool has_minimum = flat_number(flat_get(failure->flat, failure->schema, "minimum"), &minimum);
    bool has_maximum = flat_number(flat_get(failure->flat, failure->schema, "maximum"), &maximum);
    struct buf allowed = BUF_INIT(arena_of(fault));
    if (has_minimum && has_maximum) {
        buf_printf(&allowed, "%g to %g", minimum, maximum);
    } else {
        buf_printf(&allowed, "%g or %s", limit, below ? "more" : "less");
    }
    struct finding *finding = report_english(
        fault->instance->check->findings, fault->rule, failure->pointer, "%s is %s, allowed is %s%s: %s it to %g or %s",
        value_label(fault), quote_number(arena_of(fault), value, limit, 6), buf_text(&allowed),
        range_text(fault, below), below ? "raise" : "lower", limit, below ? "more" : "less");
    finding_measure(finding, "value", value);
    if (has_minimum) {
        finding_measure(finding, "minimum", minimum);
    }
    if (has_maximum) {
        finding_measure(finding, "maximum", maximum);
    }
    return finding;
}

/* ---- words ---- */

/* "'X', 'Y' and 'Z'". */
static const char *all_of(struct arena *arena, const struct schema_failure *failure)
{
    struct buf buf = BUF_INIT(arena);
    size_t left = flat_count(failure->limit);
    for (const struct flat_value *at = flat_begin(failure->limit); at != flat_end(failure->limit); at += at->span) {
        const char *text = flat_text(failure->flat, at);
        left--;
        buf_printf(&buf, "%s'%s'", buf.length == 0 ? "" : left == 0 ? " and " : ", ", text == NULL ? "" : text);
    }
    return buf_text(&buf);
}

/*
 * Whether a word can only have been meant as the one suggested: in another letter case or, of an axis, with the sign of
 * a draft. A space is never sure: the words that others use for it mean different things.
 */
static enum vrmlint_fix spelling_fix(const struct fault *fault, const char *text)
{
    const char *hint = fault->failure->hint_is_name ? fault->failure->hint : NULL;
    bool is_axis = strcmp(fault->key, "rollAxis") == 0 || strcmp(fault->key, "aimAxis") == 0;
    if (hint == NULL || text == NULL || !is_axis) {
        return VRMLINT_FIX_NONE;
    }
    bool sign = *text == '+' || *text == '-';
    return sign || extension_same_but_case(text, hint) ? VRMLINT_FIX_SAFE : VRMLINT_FIX_NONE;
}

static struct finding *report_word(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    struct arena *arena = arena_of(fault);
    const char *text = tree_text(failure->value, NULL);
    const char *advice = ": write one of these";
    if (failure->hint != NULL) {
        advice = failure->hint_is_name ? arena_printf(arena, "; did you mean '%s'?", failure->hint)
                                       : arena_printf(arena, "; %s", failure->hint);
    }
    struct finding *finding =
        report_english(fault->instance->check->findings, fault->rule, failure->pointer, "%s is %s, allowed are %s%s",
                       value_label(fault), text == NULL ? fault_kind_name(failure->value) : name_quote(arena, text),
                       all_of(arena, failure), advice);
    finding_fix(finding, spelling_fix(fault, text));
    return finding;
}

/* The names among which oneOf chooses, all or those that are there: "sphere and capsule". */
static const char *alternatives(const struct fault *fault, bool present, const char *conjunction)
{
    const struct flat *flat = fault->failure->flat;
    const struct flat_value *choices = fault->failure->limit;
    const char *names[8];
    size_t count = 0;
    for (const struct flat_value *at = flat_begin(choices); at != flat_end(choices); at += at->span) {
        const char *name = flat_text(flat, flat_at(flat_get(flat, at, "required"), 0));
        if (name != NULL && count < sizeof names / sizeof names[0] &&
            (!present || tree_get(fault->failure->value, name) != NULL)) {
            names[count++] = name;
        }
    }
    struct buf buf = BUF_INIT(arena_of(fault));
    for (size_t i = 0; i < count; i++) {
        buf_printf(&buf, "%s%s", i == 0 ? "" : i + 1 == count ? conjunction : ", ", names[i]);
    }
    return buf_text(&buf);
}

static struct finding *report_choice(const struct fault *fault)
{
    struct findings *findings = fault->instance->check->findings;
    const char *pointer = fault->failure->pointer;
    if (fault->failure->matches == 0) {
        return report_english(findings, fault->rule, pointer,
                              "%s has none of %s, it needs exactly one: add the one that was meant", value_label(fault),
                              alternatives(fault, false, " and "));
    }
    struct finding *finding = report_english(
        findings, fault->rule, pointer,
        "%s has %s at once, and apps do not agree which one counts: keep the one that was meant, delete the rest",
        value_label(fault), alternatives(fault, true, " and "));
    finding_measure(finding, "count", (double)fault->failure->matches);
    return finding;
}

struct finding *fault_report_flattened(const struct fault *fault)
{
    const json_t *shape = fault->failure->value;
    const char *kind = tree_get(shape, "tail") != NULL     ? "capsule"
                       : tree_get(shape, "normal") != NULL ? "plane"
                                                           : "sphere";
    return report_english(
        fault->instance->check->findings, RULE_COLLIDER_SHAPE_FLATTENED, fault->failure->pointer,
        "%s holds its numbers directly, where apps look for a sphere or capsule and find none: wrap them in "
        "\"%s\": {...}",
        value_label(fault), kind);
}

struct finding *fault_report(const struct fault *fault)
{
    static struct finding *(*const reports[KIND_COUNT])(const struct fault *) = {
        [KIND_WRONG_TYPE] = fault_report_type,
        [KIND_MISSING_PROPERTY] = report_missing,
        [KIND_EMPTY_ARRAY] = report_empty,
        [KIND_ARRAY_LENGTH] = report_length,
        [KIND_NOT_FINITE] = report_infinite,
        [KIND_VALUE_OUT_OF_RANGE] = report_range,
        [KIND_UNKNOWN_VALUE] = report_word,
        [KIND_ONE_OF] = report_choice,
        [KIND_INDEX_NOT_INTEGER] = fault_report_fraction,
        [KIND_INDEX_WRITTEN_AS_FLOAT] = fault_report_float,
        [KIND_NEGATIVE_INDEX] = fault_report_negative,
        [KIND_UNRESOLVED_INDEX] = fault_report_unresolved,
        [KIND_UNKNOWN_PROPERTY] = report_unknown,
    };
    return findings_want(fault->instance->check->findings, fault->rule) ? reports[fault->kind](fault) : NULL;
}
