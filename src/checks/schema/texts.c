/* What the schema checker found, in an artist's words: one function per kind of failure. */
#include <assert.h>
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

/* What the schema has to say: words by their name, as x-hints has it. */
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

/* What was likely meant, quoted. */
struct argument fault_meant(const struct fault *fault)
{
    return TEXT("meant", fault->failure->hint);
}

/* ---- lists ---- */

static struct finding *report_empty(const struct fault *fault)
{
    if (fault_is_core(fault) && fault->failure->level == SCHEMA_ERROR) {
        struct finding *finding = fault_tell(fault, SHARED_EMPTY_ARRAY__REQUIRED, ARGUMENTS(fault_value(fault)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
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
    bool is_material = fault_is_of_material(fault);
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
    struct finding *finding =
        fault_tell(fault, message,
                   ARGUMENTS(fault_value(fault), COUNT("count", failure->count), COUNT("length", (uint64_t)length)));
    finding_measure(finding, "length", (double)failure->count);
    finding_measure(finding, "expected", length);
    if (is_material && length == 3 && failure->count == 4) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0/3", NULL); /* its alpha */
    }
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

struct finding *fault_report(const struct fault *fault)
{
    static struct finding *(*const reports[KIND_COUNT])(const struct fault *) = {
        [KIND_WRONG_TYPE] = fault_report_type,
        [KIND_MISSING_PROPERTY] = fault_report_missing,
        [KIND_EMPTY_ARRAY] = report_empty,
        [KIND_ARRAY_LENGTH] = report_length,
        [KIND_NOT_FINITE] = fault_report_infinite,
        [KIND_VALUE_OUT_OF_RANGE] = fault_report_range,
        [KIND_UNKNOWN_VALUE] = fault_report_word,
        [KIND_ONE_OF] = fault_report_choice,
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
