/* What the schema checker found, in an artist's words: one function per kind of failure. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "checks/schema/schemas.h"

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

struct finding *fault_tell(const struct fault *fault, enum message message, const struct argument *arguments)
{
    return report_shared(fault->instance->check->findings, fault->rule, message, place_at(fault->failure->pointer),
                         arguments);
}

/* Words by their name, as x-hints has it. */
struct argument fault_hint(const struct fault *fault)
{
    static const struct {
        const char *name;
        enum message words;
    } hints[] = {
#define WORDS(of_name, english) {#of_name, WORDS_##of_name},
#include "messages/hints.def"
#undef WORDS
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (strcmp(hints[i].name, fault->failure->hint) == 0) {
            return WORD("hint", hints[i].words);
        }
    }
    assert(false && "a schema has a hint that isn't in messages/hints.def");
    return TERM("hint", fault->failure->hint);
}

struct argument fault_meant(const struct fault *fault)
{
    return TEXT("meant", fault->failure->hint);
}

/* ---- lists ---- */

static struct finding *report_empty(const struct fault *fault)
{
    if (fault_is_core(fault) && fault->failure->level == SCHEMA_ERROR) {
        return fault_tell(fault, SHARED_EMPTY_ARRAY__REQUIRED, ARGUMENTS(fault_value(fault)));
    }
    if (fault->instance->extension == EXTENSION_VRM1 && fault_is_at(fault, PLACE_EXTENSION, "VRMC_vrm/meta/authors")) {
        struct finding *finding = report(fault->instance->check->findings, MESSAGE_VRM_EMPTY_ARRAY__AUTHORS,
                                         place_at(fault->failure->pointer), NO_ARGUMENTS);
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    enum message message = fault_is_at(fault, PLACE_SPRING, "joints")     ? SHARED_EMPTY_ARRAY__JOINTS
                           : fault_is_at(fault, PLACE_GROUP, "colliders") ? SHARED_EMPTY_ARRAY__COLLIDERS
                                                                          : SHARED_EMPTY_ARRAY__DEFAULT;
    struct finding *finding = fault_tell(fault, message, ARGUMENTS(fault_value(fault)));
    finding_fix(finding, message == SHARED_EMPTY_ARRAY__DEFAULT ? VRMLINT_FIX_SAFE : VRMLINT_FIX_REPAIR);
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
    struct finding *finding = report(fault->instance->check->findings,
                                     fault->is_element ? MESSAGE_ANIMATION_ARRAY_LENGTH__GAZE_ELEMENT
                                     : drop            ? MESSAGE_ANIMATION_ARRAY_LENGTH__GAZE_NULL
                                                       : MESSAGE_ANIMATION_ARRAY_LENGTH__GAZE,
                                     place_at(pointer), ARGUMENTS(fault_kind_of(fault->failure->value)));
    if (drop) {
        finding_fix(finding, VRMLINT_FIX_SAFE);
    }
    return finding;
}

/* Whether the list that failed holds numbers: x, y and z. */
static bool is_of_numbers(const struct schema_failure *failure)
{
    const struct flat_value *items = flat_get(failure->flat, failure->schema, "items");
    const char *type = flat_text(failure->flat, flat_get(failure->flat, items, "type"));
    return type != NULL && strcmp(type, "number") == 0;
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
    double length = fault_limit(fault);
    bool is_material = fault->instance->extension >= EXTENSION_MTOON && !fault_is_core(fault);
    enum message message = fault_is_core(fault)                     ? SHARED_ARRAY_LENGTH__NUMBERS
                           : !is_of_numbers(failure)                ? SHARED_ARRAY_LENGTH__DEFAULT
                           : is_material && length == 3             ? SHARED_ARRAY_LENGTH__COLOR
                           : is_material                            ? SHARED_ARRAY_LENGTH__PAIR
                           : strcmp(fault->key, "targetValue") == 0 ? SHARED_ARRAY_LENGTH__COLOR_ALPHA
                           : length == 2                            ? SHARED_ARRAY_LENGTH__PAIR
                           : length == 4                            ? SHARED_ARRAY_LENGTH__ROTATION
                           /* without one a plane has another, not none */
                           : strcmp(fault->key, "normal") == 0 ? SHARED_ARRAY_LENGTH__NORMAL
                                                               : SHARED_ARRAY_LENGTH__VECTOR;
    struct finding *finding = fault_tell(
        fault, message, ARGUMENTS(fault_value(fault), COUNT("count", failure->count), COUNT("length", (size_t)length)));
    finding_measure(finding, "length", (double)failure->count);
    finding_measure(finding, "expected", length);
    if (is_material && length == 3 && failure->count == 4) {
        finding_fix(finding, VRMLINT_FIX_REPAIR); /* without its alpha */
    }
    return finding;
}

/* ---- words ---- */

/* "'X', 'Y' and 'Z'". */
static struct argument the_allowed(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    size_t count = flat_count(failure->limit);
    struct argument *items = arena_array(arena_of(fault), count, sizeof *items);
    size_t next = 0;
    for (const struct flat_value *at = flat_begin(failure->limit); at != flat_end(failure->limit); at += at->span) {
        const char *text = flat_text(failure->flat, at);
        double number = 0;
        flat_number(at, &number);
        items[next++] = text == NULL ? NUMBER("", number, 6) : TEXT("", text);
    }
    return argument_list("allowed", items, count, count, JOIN_AND);
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
    const char *text = tree_text(failure->value, NULL);
    struct argument value = fault_value(fault);
    double number = 0;
    struct argument is = text != NULL                           ? TEXT("is", text)
                         : tree_number(failure->value, &number) ? NUMBER("is", number, 15)
                                                                : fault_kind_of(failure->value);
    struct argument allowed = the_allowed(fault);
    struct finding *finding;
    bool is_bone = fault->instance->extension == EXTENSION_VRM && fault_is_at(fault, PLACE_VRM0_BONE, "bone");
    if (is_bone && failure->hint == NULL) {
        finding = fault_tell(fault, SHARED_UNKNOWN_VALUE__BONE, ARGUMENTS(value, is));
    } else if (is_bone && failure->hint_is_name) {
        finding = fault_tell(fault, SHARED_UNKNOWN_VALUE__BONE_MEANT, ARGUMENTS(value, is, fault_meant(fault)));
    } else if (failure->hint == NULL) {
        finding = fault_tell(fault, SHARED_UNKNOWN_VALUE__DEFAULT, ARGUMENTS(value, is, allowed));
    } else if (failure->hint_is_name) {
        finding = fault_tell(fault, SHARED_UNKNOWN_VALUE__MEANT, ARGUMENTS(value, is, allowed, fault_meant(fault)));
    } else {
        finding = fault_tell(fault, SHARED_UNKNOWN_VALUE__HINT, ARGUMENTS(value, is, allowed, fault_hint(fault)));
    }
    finding_fix(finding, spelling_fix(fault, text));
    return finding;
}

/* ---- repeats and empty objects ---- */

static struct finding *report_repeat(const struct fault *fault)
{
    bool joint = fault_is_core(fault) && strcmp(fault->instance->pointer, "/skins") == 0;
    struct finding *finding = fault_tell(fault, joint ? SHARED_DUPLICATE_ITEM__JOINT : SHARED_DUPLICATE_ITEM__DEFAULT,
                                         ARGUMENTS(fault_value(fault), COUNT("first", fault->failure->count)));
    finding_fix(finding, joint ? VRMLINT_FIX_NONE : VRMLINT_FIX_REPAIR);
    return finding;
}

static struct finding *report_empty_object(const struct fault *fault)
{
    return fault_tell(fault, SHARED_EMPTY_OBJECT__DEFAULT, ARGUMENTS(fault_value(fault)));
}

/* ---- choices ---- */

enum { CHOICES_MAX = 8 };

/* The names among which oneOf chooses, all or those that are there: "sphere and capsule". */
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

static struct finding *report_choice(const struct fault *fault)
{
    struct argument items[CHOICES_MAX];
    bool none = fault->failure->matches == 0;
    struct argument choices = the_choices(fault, !none, items);
    struct finding *finding =
        fault_tell(fault, none ? SHARED_ONE_OF__NONE : SHARED_ONE_OF__SEVERAL, ARGUMENTS(fault_value(fault), choices));
    if (!none) {
        finding_measure(finding, "count", (double)fault->failure->matches);
    }
    return finding;
}

struct finding *fault_report_flattened(const struct fault *fault)
{
    const json_t *shape = fault->failure->value;
    const char *object = tree_get(shape, "tail") != NULL     ? "\"capsule\": {...}"
                         : tree_get(shape, "normal") != NULL ? "\"plane\": {...}"
                                                             : "\"sphere\": {...}";
    return report(fault->instance->check->findings, MESSAGE_COLLIDER_SHAPE_FLATTENED__DEFAULT,
                  place_at(fault->failure->pointer), ARGUMENTS(fault_value(fault), TERM("object", object)));
}

struct finding *fault_report(const struct fault *fault)
{
    static struct finding *(*const reports[KIND_COUNT])(const struct fault *) = {
        [KIND_WRONG_TYPE] = fault_report_type,
        [KIND_MISSING_PROPERTY] = fault_report_missing,
        [KIND_EMPTY_ARRAY] = report_empty,
        [KIND_ARRAY_LENGTH] = report_length,
        [KIND_NOT_FINITE] = fault_report_infinite,
        [KIND_VALUE_OUT_OF_RANGE] = fault_report_range,
        [KIND_UNKNOWN_VALUE] = report_word,
        [KIND_ONE_OF] = report_choice,
        [KIND_INDEX_NOT_INTEGER] = fault_report_fraction,
        [KIND_INDEX_WRITTEN_AS_FLOAT] = fault_report_float,
        [KIND_NEGATIVE_INDEX] = fault_report_negative,
        [KIND_UNRESOLVED_INDEX] = fault_report_unresolved,
        [KIND_UNKNOWN_PROPERTY] = fault_report_unknown,
        [KIND_DUPLICATE_ITEM] = report_repeat,
        [KIND_EMPTY_OBJECT] = report_empty_object,
    };
    return findings_want(fault->instance->check->findings, fault->rule) ? reports[fault->kind](fault) : NULL;
}
