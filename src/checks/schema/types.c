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

/* Whether a text is true or false, in any case, as Python writes it. */
static bool reads_as_flag(const char *text)
{
    return text != NULL && (extension_same_but_case(text, "true") || extension_same_but_case(text, "false"));
}

/* The first type of the elements that a list may have; NULL if its schema doesn't say. */
static const char *item_type(const struct fault *fault)
{
    const struct flat *flat = fault->failure->flat;
    return flat_text(flat, flat_get(flat, flat_get(flat, fault->failure->schema, "items"), "type"));
}

/* Whether a value could be the only element of the list that it should be. */
static bool is_single_item(const struct fault *fault)
{
    double least = 0;
    flat_number(flat_get(fault->failure->flat, fault->failure->schema, "minItems"), &least);
    const char *type = least > 1 ? NULL : item_type(fault);
    return type != NULL && strcmp(type, "string") == 0 && tree_is_string(fault->failure->value);
}

/* The member of an object that an index alone was meant for: {"index": 2}, {"node": 5}; NULL if it has none. */
static const char *index_member(const struct fault *fault)
{
    static const char *const members[] = {"index", "node"};
    if (fault->instance->extension == EXTENSION_VRM || (fault->is_element && !fault_is_at(fault, PLACE_JOINT, NULL))) {
        return NULL; /* entries that need more than that */
    }
    const struct flat *flat = fault->failure->flat;
    const struct flat_value *properties = flat_get(flat, fault->failure->schema, "properties");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (flat_get(flat, properties, members[i]) != NULL) {
            return members[i];
        }
    }
    return NULL;
}

/* Whether a value lists objects with names, as VRM 0.x does, where the names should be keys. */
static bool is_list_of_named(const struct tree *value)
{
    static const char *const names[] = {"bone", "name", "presetName", "preset"};
    const struct tree *first = tree_is_array(value) ? tree_at(value, 0) : NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (tree_text(tree_get(first, names[i]), NULL) != NULL) {
            return true;
        }
    }
    return false;
}

/* A value that is right but for what is around it, or a word for an index; NULL if it is something else. */
static struct finding *report_nearly(const struct fault *fault, enum message type, struct argument must)
{
    const struct tree *value = fault->failure->value;
    struct arena *arena = fault->instance->check->arena;
    const char *text = tree_text(value, NULL);
    struct argument is = fault_kind_of(value);
    double number;
    struct finding *finding = NULL;
    if (type == WORDS_TRUE_OR_FALSE && reads_as_flag(text)) {
        finding = fault_tell(fault, SHARED_WRONG_TYPE__WITHOUT_QUOTES,
                             ARGUMENTS(argument_as("any", fault_value(fault)), is, must));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", extension_same_but_case(text, "true") ? "true" : "false");
    } else if (type == WORDS_TRUE_OR_FALSE && tree_number(value, &number) && (number == 0 || number == 1)) {
        const char *flag = number == 0 ? "false" : "true";
        finding = fault_tell(fault, SHARED_WRONG_TYPE__AS_THIS_OBJECT,
                             ARGUMENTS(fault_value(fault), is, must, TERM("object", flag)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", flag);
    } else if (type == WORDS_A_LIST_IN_BRACKETS && is_single_item(fault)) {
        finding = fault_tell(fault, SHARED_WRONG_TYPE__IN_BRACKETS, ARGUMENTS(fault_value(fault), is, must));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", arena_printf(arena, "[%s]", json_text(arena, text)));
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && tree_number(value, &number) && index_member(fault) != NULL) {
        const char *member = index_member(fault);
        finding = fault_tell(fault, SHARED_WRONG_TYPE__IN_OBJECT,
                             ARGUMENTS(fault_value(fault), is, must, TERM("key", member)));
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0", member);
    } else {
        return NULL;
    }
    finding_fix(finding, VRMLINT_FIX_REPAIR);
    return finding;
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
    bool counts = fault->failure->problem == SCHEMA_INDEX_TYPE && tree_is_string(value);
    struct finding *nearly = report_nearly(fault, type, must);
    if (nearly != NULL) {
        return nearly;
    }
    if (counts && !reads_as_number(tree_text(value, NULL))) {
        struct finding *finding =
            fault_tell(fault, SHARED_WRONG_TYPE__BY_INDEX,
                       ARGUMENTS(fault_value(fault), fault_kind_of(value), must, fault_index_noun(fault)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
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
    } else if (tree_is_string(value) && is_number && reads_as_number(tree_text(value, NULL))) {
        message = SHARED_WRONG_TYPE__WITHOUT_QUOTES;
    } else if (enumeration != NULL && type == WORDS_A_TEXT_IN_QUOTES) {
        return fault_tell(fault, SHARED_WRONG_TYPE__ONE_OF,
                          ARGUMENTS(fault_value(fault), fault_kind_of(value), must, fault_allowed(fault, enumeration)));
    } else if (tree_is_number(value) && type == WORDS_A_TEXT_IN_QUOTES) {
        message = SHARED_WRONG_TYPE__IN_QUOTES;
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && is_list_of_named(value)) {
        message = SHARED_WRONG_TYPE__BY_NAME;
    } else if (tree_is_object(value) && tree_get(value, "x") != NULL && type == WORDS_A_LIST_IN_BRACKETS) {
        double length = 0;
        flat_number(flat_get(fault->failure->flat, fault->failure->schema, "minItems"), &length);
        message = length == 4 ? SHARED_WRONG_TYPE__AS_LIST_OF_FOUR : SHARED_WRONG_TYPE__AS_LIST;
    }
    const char *place = message == SHARED_WRONG_TYPE__WITHOUT_QUOTES ? "any" : "value";
    struct finding *finding =
        fault_tell(fault, message, ARGUMENTS(argument_as(place, fault_value(fault)), fault_kind_of(value), must));
    finding_fix(finding, leave_out                          ? VRMLINT_FIX_SAFE
                         : rewrite(fault, finding, message) ? VRMLINT_FIX_REPAIR
                                                            : VRMLINT_FIX_NONE);
    return finding;
}
