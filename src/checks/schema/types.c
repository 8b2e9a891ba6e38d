/* Values of a type that the schema checker refused, in an artist's words. */
#include <string.h>

#include "checks/schema/schemas.h"

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

static const char *value_label(const struct fault *fault)
{
    return fault_label(fault, fault->rest);
}

static const char object_name[] = "an object in braces";
static const char list_name[] = "a list in brackets";
static const char text_name[] = "a text in quotes";

const char *fault_kind_name(const json_t *value)
{
    bool flag;
    if (tree_flag(value, &flag)) {
        return flag ? "true" : "false";
    }
    return tree_is_object(value)   ? object_name
           : tree_is_array(value)  ? list_name
           : tree_is_string(value) ? text_name
                                   : message_template(tree_kind(value), VRMLINT_ENGLISH);
}

/* What a type of JSON Schema is called. */
static const char *type_name(const struct fault *fault)
{
    static const char *const names[][2] = {
        {"object", object_name}, {"array", list_name},         {"string", text_name},
        {"number", "a number"},  {"boolean", "true or false"},
    };
    if (fault->failure->problem == SCHEMA_INDEX_TYPE) {
        return "a whole number";
    }
    const struct flat_value *type = fault->failure->limit;
    const char *name = flat_text(fault->failure->flat, flat_is(type, JSON_ARRAY) ? flat_at(type, 0) : type);
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i][0]) == 0) {
            return names[i][1];
        }
    }
    return "something else";
}

/* How VRM 0.x writes what stands there as a list: with the numbers themselves, where there are three. */
static const char *vector_text(const struct fault *fault)
{
    struct vec3 vector;
    bool is_offset = strcmp(fault->key, "offset") == 0;
    if (!tree_vec3(fault->failure->value, &vector)) {
        return "write an object with x, y and z";
    }
    return arena_printf(
        arena_of(fault), "write {\"x\": %.9g, \"y\": %.9g, \"z\": %.9g}%s", vector.x, vector.y, vector.z,
        is_offset && vector.z != 0 ? ", with the sign of z turned round if the list came from VRM 1.0" : "");
}

/* Whether a shape or limit has none beside it: one of them is required, so that this one can't be left out. */
static bool is_only_choice(const struct fault *fault)
{
    static const char *const choices[] = {"sphere", "capsule", "plane", "cone", "hinge", "spherical"};
    bool chosen = false;
    bool others = false;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const json_t *choice = tree_get(fault->parent, choices[i]);
        bool is_it = strcmp(fault->key, choices[i]) == 0;
        chosen = chosen || is_it;
        others = others || (!is_it && choice != NULL && !tree_is_null(choice));
    }
    return chosen && !others;
}

/* Whether a member that is null may as well be left out. */
static bool is_optional(const struct fault *fault)
{
    static const char
        *const required[] =
            {
                "specVersion", "node",       "joints",   "limit",      "angle",   "pitch",
                "yaw",         "constraint", "source",   "rollAxis",   "aimAxis", "roll",
                "aim",         "rotation",   "position", "humanBones", "shape", /* the schema doesn't require an
                                                                                   extended one, but apps do */
            };
    if (fault->is_element || *fault->rest == '\0' || is_only_choice(fault)) {
        return false;
    }
    if (strcmp(fault->key, "rotation") == 0 && fault->instance->extension == EXTENSION_LIMIT) {
        return true;
    }
    if (fault->instance->extension == EXTENSION_VRM0) {
        return strcmp(fault->key, "comment") == 0; /* its schema requires nothing, but apps fill in what they like */
    }
    if (fault->instance->extension == EXTENSION_SPRINGBONE && fault_is_at(fault, "/colliderGroups/#/colliders")) {
        return false;
    }
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        if (strcmp(fault->key, required[i]) == 0) {
            return false;
        }
    }
    return true;
}

struct finding *fault_report_type(const struct fault *fault)
{
    const json_t *value = fault->failure->value;
    const char *must = type_name(fault);
    bool is_number = strcmp(must, "a number") == 0 || strcmp(must, "a whole number") == 0;
    const char *advice = "replace it";
    enum vrmlint_fix fix = VRMLINT_FIX_NONE;
    if (tree_is_null(value) && is_optional(fault)) {
        advice = "leave it out";
        fix = VRMLINT_FIX_SAFE;
    } else if (fault_is_listed_vector(fault)) {
        advice = vector_text(fault);
        struct vec3 ignored;
        fix = tree_vec3(value, &ignored) ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
    } else if (tree_is_string(value) && is_number) {
        advice = "write it without quotes";
    } else if (tree_is_number(value) && must == text_name) {
        advice = "write it in quotes";
    } else if (tree_is_object(value) && tree_get(value, "x") != NULL && must == list_name) {
        advice = "write [x, y, z], as VRM 1.0 does";
    }
    struct finding *finding =
        report_english(fault->instance->check->findings, fault->rule, fault->failure->pointer,
                       "%s is %s, it must be %s: %s", value_label(fault), fault_kind_name(value), must, advice);
    finding_fix(finding, fix);
    return finding;
}

struct finding *fault_report_listed_vector(const struct fault *fault)
{
    size_t count = tree_count(fault->failure->value);
    struct finding *finding =
        report_english(fault->instance->check->findings, fault->rule, fault->failure->pointer,
                       "%s is a list of %zu %s, it must be an object with x, y and z: write the three "
                       "that were meant",
                       value_label(fault), count, count == 1 ? "value" : "values");
    finding_measure(finding, "length", (double)count);
    finding_measure(finding, "expected", 3);
    return finding;
}
