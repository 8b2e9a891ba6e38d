/* What the schema checker found, in an artist's words: one function per kind of failure. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/json_value.h"
#include "base/pointer.h"
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

/* ---- members ---- */

/* What follows from a missing property, and what to do. */
static const struct {
    enum extension_id extension;
    enum message message;
    const char *key;
    const char *number; /* of VRM 0.x: what three-vrm takes for it, where other apps take another */
} missing[] = {
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__JOINTS, "joints", NULL},
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__NODE, "node", NULL},
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__SHAPE, "shape", NULL},
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__COLLIDERS, "colliders", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__LIMIT, "limit", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__ANGLE, "angle", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__ANGLE, "pitch", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__ANGLE, "yaw", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__CONSTRAINT, "constraint", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__SOURCE, "source", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__ROLL_AXIS, "rollAxis", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__AIM_AXIS, "aimAxis", NULL},
    {EXTENSION_ANIMATION, SHARED_MISSING_PROPERTY__HUMAN_BONES, "humanBones", NULL},
    {EXTENSION_ANIMATION, SHARED_MISSING_PROPERTY__MOVING_NODE, "node", NULL},
    {EXTENSION_VRM, SHARED_MISSING_PROPERTY__META, "meta", NULL},
    {EXTENSION_VRM, SHARED_MISSING_PROPERTY__SHADER, "shader", NULL},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__BONE_GROUP_GROUPS, "colliderGroups", NULL},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "stiffiness", "1"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "gravityPower", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN_DOWNWARD, "gravityDir", NULL},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "dragForce", "0.4"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "hitRadius", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "x", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "y", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "z", "0"},
};

/* A member of the failure's own place, as a relative pointer. */
static const char *member_here(const struct fault *fault, const char *name)
{
    struct buf out = BUF_INIT(arena_of(fault));
    buf_char(&out, '0');
    pointer_add_key(&out, name, strlen(name));
    return buf_text(&out);
}

/* Of an avatar; of animations only those that every humanoid needs are special. */
static bool is_entry_of_bone(const struct fault *fault)
{
    static const char list[] = "/humanoid/humanBones/";
    return fault->instance->extension == EXTENSION_VRM1 && strncmp(fault->rest, list, strlen(list)) == 0;
}

/* By what it says: a property that isn't there under any name. */
static struct finding *report_absent(const struct fault *fault)
{
    struct argument value = fault_value(fault);
    struct argument name = TERM("name", fault->failure->name);
    if (fault_of_required_bone(fault)) {
        return fault_tell(fault, SHARED_MISSING_PROPERTY__REQUIRED_NODE, ARGUMENTS(value, name));
    }
    if (is_entry_of_bone(fault)) {
        return fault_tell(fault, SHARED_MISSING_PROPERTY__NODE, ARGUMENTS(value, name));
    }
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        if (missing[i].extension == fault->instance->extension && strcmp(missing[i].key, fault->failure->name) == 0) {
            if (missing[i].message == SHARED_MISSING_PROPERTY__NODE && fault_is_at(fault, PLACE_COLLIDER, NULL)) {
                return fault_tell(fault, SHARED_MISSING_PROPERTY__COLLIDER_NODE, ARGUMENTS(value, name));
            }
            if (missing[i].number == NULL) {
                return fault_tell(fault, missing[i].message, ARGUMENTS(value, name));
            }
            struct finding *finding =
                fault_tell(fault, missing[i].message, ARGUMENTS(value, name, TERM("number", missing[i].number)));
            finding_edit_at(finding, VRMLINT_EDIT_SET, member_here(fault, missing[i].key), missing[i].number);
            return finding;
        }
    }
    return fault_tell(fault, SHARED_MISSING_PROPERTY__DEFAULT, ARGUMENTS(value, name));
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

/* A member whose name differs in letter case alone, or NULL. */
static const char *name_in_other_case(const json_t *object, const char *name)
{
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        if (extension_same_but_case(tree_key(i), name)) {
            return tree_key(i);
        }
    }
    return NULL;
}

/* A property that is there under the name which another version gives it, or nearly; NULL where it isn't. */
static struct finding *report_other_name(const struct fault *fault)
{
    const char *name = fault->failure->name;
    const char *old = revision_a_name(fault, name);
    struct argument value = fault_value(fault);
    if (old != NULL && tree_get(fault->failure->value, old) != NULL) {
        return fault_tell(fault, SHARED_MISSING_PROPERTY__FIRST_REVISION,
                          ARGUMENTS(value, TERM("name", name), TERM("old", old)));
    }
    if (fault->instance->extension == EXTENSION_VRM0 && strcmp(name, "stiffiness") == 0 &&
        tree_get(fault->failure->value, "stiffness") != NULL) {
        return fault_tell(fault, SHARED_MISSING_PROPERTY__SPELT_AS_IN_1_0, ARGUMENTS(value, TERM("name", name)));
    }
    if (fault->instance->extension == EXTENSION_ANIMATION && strcmp(name, "humanBones") == 0 &&
        has_bones(fault->failure->value)) {
        return fault_tell(fault, SHARED_MISSING_PROPERTY__FIRST_DRAFT, ARGUMENTS(value, TERM("name", name)));
    }
    const char *near = name_in_other_case(fault->failure->value, name);
    if (near != NULL) {
        struct finding *finding = fault_tell(fault, SHARED_MISSING_PROPERTY__OTHER_CASE,
                                             ARGUMENTS(value, TERM("name", name), TEXT("old", near)));
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, member_here(fault, near), name);
        return finding;
    }
    return NULL;
}

static struct finding *report_missing(const struct fault *fault)
{
    enum extension_id id = fault->instance->extension;
    struct finding *finding = report_other_name(fault);
    enum vrmlint_fix fix = VRMLINT_FIX_NONE;
    if (finding != NULL) {
        bool is_safe = id == EXTENSION_ANIMATION || id == EXTENSION_VRM1;
        fix = id == EXTENSION_VRM0 ? VRMLINT_FIX_REPAIR : is_safe ? VRMLINT_FIX_SAFE : fix;
    } else {
        finding = report_absent(fault);
        bool mendable =
            finding != NULL && finding->message != SHARED_MISSING_PROPERTY__DEFAULT &&
            (id == EXTENSION_VRM0 || fault_is_at(fault, PLACE_SPRING, NULL) || fault_is_at(fault, PLACE_GROUP, NULL));
        fix = mendable ? VRMLINT_FIX_REPAIR : fix;
    }
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
            return fault_is_at(fault, PLACE_SPRING, keys[i]);
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
    enum extension_id id = fault->instance->extension;
    bool careful = id == EXTENSION_CONSTRAINT || id == EXTENSION_ANIMATION || id == EXTENSION_VRM1;
    if (careful && !extension_same_but_case(fault->key, failure->hint)) {
        return VRMLINT_FIX_NONE;
    }
    return VRMLINT_FIX_REPAIR; /* what was passed over counts now */
}

/* What stands at a spring goes to those of its joints that have none of their own. */
static void hand_to_joints(const struct fault *fault, struct finding *finding)
{
    const char *key = strcmp(fault->key, "stiffiness") == 0 ? "stiffness" : fault->key;
    const json_t *value = fault->failure->value;
    const json_t *joints = tree_get(fault->parent, "joints");
    struct json_value room;
    struct vec3 direction;
    double number;
    const char *text = tree_number(value, &number) ? json_number(&room, number)
                       : tree_vec3(value, &direction)
                           ? json_numbers(&room, (const double[]){direction.x, direction.y, direction.z}, 3)
                           : NULL;
    if (text == NULL || !tree_is_array(joints)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    for (size_t i = 0; i < tree_count(joints); i++) {
        const json_t *joint = tree_at(joints, i);
        if (tree_is_object(joint) && tree_get(joint, key) == NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(arena_of(fault), "1/joints/%zu/%s", i, key), text);
        }
    }
    finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
}

bool fault_loses_motion(const struct fault *fault)
{
    static const struct {
        enum place_kind kind; /* of what lacks the member */
        const char *owner;    /* which member of that kind it is; NULL: itself */
        const char *name;
    } members[] = {
        {PLACE_EXTENSION, "VRMC_springBone", "springs"},
        {PLACE_EXTENSION, "VRMC_springBone", "colliders"},
        {PLACE_EXTENSION, "VRMC_springBone", "colliderGroups"},
        {PLACE_SPRING, NULL, "colliderGroups"},
        {PLACE_SPRING, NULL, "center"},
        {PLACE_EXTENSION, "VRMC_vrm_animation", "humanoid"},
        {PLACE_EXTENSION, "VRMC_vrm_animation", "expressions"},
        {PLACE_EXTENSION, "VRMC_vrm_animation", "lookAt"},
        {PLACE_EXTENSION, "VRMC_vrm_animation/expressions", "preset"},
        {PLACE_EXTENSION, "VRMC_vrm_animation/expressions", "custom"},
        {PLACE_ANIMATED_LOOK_AT, NULL, "node"},
        {PLACE_EXTENSION, "VRMC_vrm", "expressions"},
        {PLACE_EXTENSION, "VRMC_vrm", "lookAt"},
        {PLACE_EXTENSION, "VRMC_vrm/expressions", "preset"},
        {PLACE_EXTENSION, "VRMC_vrm/expressions", "custom"},
        {PLACE_EXTENSION, "VRM", "secondaryAnimation"},
        {PLACE_EXTENSION, "VRM/secondaryAnimation", "boneGroups"},
        {PLACE_EXTENSION, "VRM/secondaryAnimation", "colliderGroups"},
        {PLACE_BONE_GROUP, NULL, "bones"},
        {PLACE_BONE_GROUP, NULL, "center"},
        {PLACE_BONE_GROUP, NULL, "colliderGroups"},
    };
    const struct schema_failure *failure = fault->failure;
    if (fault_is_core(fault)) {
        return fault->kind == KIND_UNKNOWN_PROPERTY && strcmp(fault->instance->pointer, "/nodes") == 0 &&
               failure->hint != NULL && failure->hint_is_name && tree_get(fault->parent, failure->hint) == NULL &&
               (strcmp(failure->hint, "children") == 0 || strcmp(failure->hint, "extensions") == 0);
    }
    if (fault->kind != KIND_UNKNOWN_PROPERTY || failure->hint == NULL || !failure->hint_is_name ||
        tree_get(fault->parent, failure->hint) != NULL) {
        return false;
    }
    if (fault->instance->extension == EXTENSION_VRM1 && strstr(failure->hint, "Binds") != NULL) {
        return true; /* of an expression, whatever its name */
    }
    const char *outer = fault_outer(fault);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (strcmp(members[i].name, failure->hint) == 0 && place_is(outer, members[i].kind, members[i].owner)) {
            return true;
        }
    }
    return false;
}

/* A name that was meant as the list of all springs, of which there are none then. */
static bool is_list_of_springs(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_SPRINGBONE && fault->parent == fault->instance->value &&
           strcmp(fault->failure->hint, "springs") == 0;
}

/* What is said of a name that isn't known, where one that is was likely meant. */
static enum message rename_message(const struct fault *fault)
{
    const char *hint = fault->failure->hint;
    const char *old = revision_a_name(fault, hint);
    return tree_get(fault->parent, hint) != NULL         ? SHARED_UNKNOWN_PROPERTY__MEANT_TOO
           : old != NULL && strcmp(old, fault->key) == 0 ? SHARED_UNKNOWN_PROPERTY__SECOND_REVISION
                                                         : SHARED_UNKNOWN_PROPERTY__MEANT;
}

static struct finding *report_unknown(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    struct argument value = fault_place(fault, fault_outer(fault));
    struct argument key = TEXT("key", fault->key);
    struct argument title = TERM("title", fault->instance->title);
    struct finding *finding;
    if (fault_loses_motion(fault) && is_list_of_springs(fault)) {
        finding = report(fault->instance->check->findings, MESSAGE_SPRINGBONE_UNKNOWN_PROPERTY__SPRINGS,
                         place_at(failure->pointer), ARGUMENTS(value, key, title, fault_meant(fault)));
    } else if (failure->hint != NULL && failure->hint_is_name) {
        finding = fault_tell(fault, rename_message(fault), ARGUMENTS(value, key, title, fault_meant(fault)));
    } else if (failure->hint != NULL) {
        finding = fault_tell(fault, SHARED_UNKNOWN_PROPERTY__HINT, ARGUMENTS(value, key, title, fault_hint(fault)));
    } else {
        bool is_general = tree_is_general_key(fault->key);
        finding = fault_tell(fault, is_general ? SHARED_UNKNOWN_PROPERTY__ONE_UP : SHARED_UNKNOWN_PROPERTY__DEFAULT,
                             ARGUMENTS(value, key, title));
    }
    finding_fix(finding, rename_fix(fault));
    if (is_joint_key_of_spring(fault)) {
        hand_to_joints(fault, finding);
    } else if (failure->hint != NULL && failure->hint_is_name) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", failure->hint);
    }
    return finding;
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
    const json_t *shape = fault->failure->value;
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
        [KIND_MISSING_PROPERTY] = report_missing,
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
        [KIND_UNKNOWN_PROPERTY] = report_unknown,
        [KIND_DUPLICATE_ITEM] = report_repeat,
        [KIND_EMPTY_OBJECT] = report_empty_object,
    };
    return findings_want(fault->instance->check->findings, fault->rule) ? reports[fault->kind](fault) : NULL;
}
