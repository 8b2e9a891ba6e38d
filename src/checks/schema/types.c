/* Values of a type that the schema checker refused, in an artist's words. */
#include <string.h>

#include "base/among.h"
#include "base/json_value.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_gltf.h"
#include "ids/messages_schema.h"

/* What a type of JSON Schema is called. */
static enum message type_name(const struct fault *fault)
{
    static const struct {
        const char *type;
        enum message name;
    } names[] = {
        {"object", WORDS_AN_OBJECT_IN_BRACES}, {"array", WORDS_A_LIST_IN_BRACKETS}, {"string", WORDS_A_TEXT_IN_QUOTES},
        {"number", WORDS_KIND_NUMBER},         {"boolean", WORDS_TRUE_OR_FALSE},    {"integer", WORDS_A_WHOLE_NUMBER},
    };
    if (fault->failure->problem == SCHEMA_INDEX_TYPE) {
        return WORDS_A_WHOLE_NUMBER;
    }
    const struct flat_value *type = fault->failure->limit;
    const char *name = flat_text(fault->failure->flat, flat_is(type, JSON_ARRAY) ? flat_at(type, 0) : type);
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i].type) == 0) {
            return names[i].name;
        }
    }
    return WORDS_SOMETHING_ELSE;
}

/* A list where VRM 0.x writes an object: with the numbers themselves, where there are three. */
static struct finding *report_vector(const struct fault *fault, struct argument must)
{
    struct vec3 vector;
    struct argument value = fault_value(fault);
    struct argument is = fault_kind_of(fault->failure->value);
    struct finding *finding;
    if (!tree_vec3(fault->failure->value, &vector)) {
        finding = fault_tell(fault, SHARED_WRONG_TYPE__AS_OBJECT, ARGUMENTS(value, is, must));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    const char *object = arena_printf(fault->instance->check->arena, "{\"x\": %.9g, \"y\": %.9g, \"z\": %.9g}",
                                      vector.x, vector.y, vector.z);
    bool turned = strcmp(fault->key, "offset") == 0 && vector.z != 0;
    finding = fault_tell(fault, turned ? SHARED_WRONG_TYPE__AS_THIS_OBJECT_TURNED : SHARED_WRONG_TYPE__AS_THIS_OBJECT,
                         ARGUMENTS(value, is, must, TERM("object", object)));
    finding_fix(finding, VRMLINT_FIX_REPAIR);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                    json_xyz(&(struct json_value){""}, (const double[]){vector.x, vector.y, vector.z}));
    return finding;
}

/* Whether a shape or limit has none beside it: one of them is required, so that this one can't be left out. */
static bool is_only_choice(const struct fault *fault)
{
    static const char *const choices[] = {"sphere", "capsule", "plane", "cone", "hinge", "spherical"};
    bool chosen = false;
    bool others = false;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const struct tree *choice = tree_get(fault->parent, choices[i]);
        bool is_it = strcmp(fault->key, choices[i]) == 0;
        chosen = chosen || is_it;
        others = others || (!is_it && choice != NULL && !tree_is_null(choice));
    }
    return chosen && !others;
}

bool fault_key_is_required(const char *key)
{
    static const char *const required[] = {
        "componentType", "count",  "type",     "indices", "values", "bufferView", "channels",   "samplers",
        "sampler",       "target", "path",     "input",   "output", "byteLength", "buffer",     "xmag",
        "ymag",          "zfar",   "znear",    "yfov",    "index",  "primitives", "attributes", "joints",
        "version",       "asset",  "children", "nodes", /* nothing requires these, but what they were meant to hold is
                                                           lost */
    };
    return IS_AMONG(key, required);
}

/* Whether a member of an avatar, or of a part of it, must be there. */
static bool is_required_of_avatar(const struct fault *fault)
{
    static const char *const required[] = {"specVersion", "meta",  "humanoid", "humanBones", "name",        "authors",
                                           "licenseUrl",  "index", "weight",   "material",   "targetValue", "node"};
    bool is_type = strcmp(fault->key, "type") == 0;
    return IS_AMONG(fault->key, required) || (is_type && !fault_is_at(fault, PLACE_LOOK_AT, "type"));
}

/* Whether a member that is null may as well be left out. */
static bool is_optional(const struct fault *fault)
{
    static const char *const required[] = {
        "specVersion", "node",       "joints",   "limit",      "angle",   "pitch",
        "yaw",         "constraint", "source",   "rollAxis",   "aimAxis", "roll",
        "aim",         "rotation",   "position", "humanBones", "index",   "emissiveMultiplier",
        "shape", /* the schema doesn't require an
extended one, but apps do */
    };
    if (fault->is_element || *fault->rest == '\0' || is_only_choice(fault)) {
        return false;
    }
    if (fault_is_core(fault)) {
        return !fault_key_is_required(fault->key);
    }
    if (strcmp(fault->key, "rotation") == 0 && fault->instance->extension == EXTENSION_LIMIT) {
        return true;
    }
    if (fault->instance->extension == EXTENSION_VRM1) {
        return !is_required_of_avatar(fault);
    }
    if (fault->instance->extension == EXTENSION_VRM0) {
        return strcmp(fault->key, "comment") == 0; /* its schema requires nothing, but apps fill in what they like */
    }
    return !fault_is_at(fault, PLACE_GROUP, "colliders") && !IS_AMONG(fault->key, required);
}

/* Whether a text is a number as JSON writes it. */
static bool is_number(const char *text)
{
    text += *text == '-';
    size_t digits = strspn(text, "0123456789");
    bool fits = digits == 1 || (digits > 1 && *text != '0');
    text += digits;
    if (fits && *text == '.') {
        digits = strspn(text + 1, "0123456789");
        fits = digits > 0;
        text += 1 + digits;
    }
    if (fits && (*text == 'e' || *text == 'E')) {
        text += 1 + (text[1] == '+' || text[1] == '-');
        digits = strspn(text, "0123456789");
        fits = digits > 0;
        text += digits;
    }
    return fits && *text == '\0';
}

/* Has a value become one of the right type, where its own text says which. */
static bool rewrite(const struct fault *fault, struct finding *finding, enum message message)
{
    static const char *const keys[] = {"x", "y", "z", "w"};
    const struct tree *value = fault->failure->value;
    double numbers[4];
    if (message == SHARED_WRONG_TYPE__WITHOUT_QUOTES) {
        const char *text = tree_text(value, NULL);
        if (text == NULL || !is_number(text)) {
            return false;
        }
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", text);
        return true;
    }
    if (message == SHARED_WRONG_TYPE__AS_LIST || message == SHARED_WRONG_TYPE__AS_LIST_OF_FOUR) {
        size_t count = message == SHARED_WRONG_TYPE__AS_LIST ? 3 : 4;
        for (size_t i = 0; i < count; i++) {
            if (!tree_number(tree_get(value, keys[i]), &numbers[i])) {
                return false;
            }
        }
        finding_set_numbers(finding, "0", numbers, count);
        return true;
    }
    return false;
}

/* Whether a text is a number but for its quotes: as an index of core glTF it may as well be a name. */
static bool reads_as_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789.-+eE")] == '\0';
}

struct finding *fault_report_type(const struct fault *fault)
{
    const struct tree *value = fault->failure->value;
    enum message type = type_name(fault);
    struct argument must = WORD("must", type);
    bool is_number = type == WORDS_KIND_NUMBER || type == WORDS_A_WHOLE_NUMBER;
    enum message message = SHARED_WRONG_TYPE__DEFAULT;
    /* UniVRM's 0.x reader takes null for an empty string, but fails on names and presets that are missing */
    bool needed = type == WORDS_A_TEXT_IN_QUOTES && fault->instance->extension == EXTENSION_VRM &&
                  strncmp(fault->rest, "/meta/", strlen("/meta/")) != 0;
    const struct flat_value *enumeration = flat_get(fault->failure->flat, fault->failure->schema, "enum");
    bool leave_out = tree_is_null(value) && is_optional(fault) && !needed;
    if (leave_out) {
        message = SHARED_WRONG_TYPE__LEAVE_OUT;
    } else if (fault_is_listed_vector(fault)) {
        return report_vector(fault, must);
    } else if (tree_is_string(value) && is_number &&
               (!fault_is_core(fault) || reads_as_number(tree_text(value, NULL)))) {
        message = SHARED_WRONG_TYPE__WITHOUT_QUOTES;
    } else if (enumeration != NULL && type == WORDS_A_TEXT_IN_QUOTES) {
        return fault_tell(fault, SHARED_WRONG_TYPE__ONE_OF,
                          ARGUMENTS(fault_value(fault), fault_kind_of(value), must, fault_allowed(fault, enumeration)));
    } else if (tree_is_number(value) && type == WORDS_A_TEXT_IN_QUOTES) {
        message = SHARED_WRONG_TYPE__IN_QUOTES;
    } else if (tree_is_object(value) && tree_get(value, "x") != NULL && type == WORDS_A_LIST_IN_BRACKETS) {
        double length = 0;
        flat_number(flat_get(fault->failure->flat, fault->failure->schema, "minItems"), &length);
        message = length == 4 ? SHARED_WRONG_TYPE__AS_LIST_OF_FOUR : SHARED_WRONG_TYPE__AS_LIST;
    }
    struct finding *finding = fault_tell(fault, message, ARGUMENTS(fault_value(fault), fault_kind_of(value), must));
    finding_fix(finding, leave_out                          ? VRMLINT_FIX_SAFE
                         : rewrite(fault, finding, message) ? VRMLINT_FIX_REPAIR
                                                            : VRMLINT_FIX_NONE);
    return finding;
}
