/* Reports values of a wrong type found by the schema checker, in an artist's words. */
#include <stdlib.h>
#include <string.h>

#include "base/among.h"
#include "base/json_value.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "message/claims.h"

/* Returns the name of a type of JSON Schema. */
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

/* Reports a list where VRM 0.x writes an object; if it has three numbers, the message contains the object. */
static struct finding *report_vector(const struct fault *fault, struct argument must)
{
    struct vec3 vector;
    struct argument value = fault_value(fault);
    struct argument is = fault_kind_of(fault->failure->value);
    struct finding *finding;
    if (!tree_vec3(fault->failure->value, &vector)) {
        finding = fault_report(fault, SHARED_WRONG_TYPE__AS_OBJECT, ARGUMENTS(value, is, must));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    const char *object = arena_printf(fault->instance->check->arena, "{\"x\": %.9g, \"y\": %.9g, \"z\": %.9g}",
                                      vector.x, vector.y, vector.z);
    bool turned = strcmp(fault->key, "gravityDir") != 0; /* the same for any z, so that all of them are one mistake */
    finding = fault_report(fault, turned ? SHARED_WRONG_TYPE__AS_THIS_OBJECT_TURNED : SHARED_WRONG_TYPE__AS_THIS_OBJECT,
                           ARGUMENTS(value, is, must, TERM("written", object)));
    finding_fix(finding, VRMLINT_FIX_REPAIR);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                    json_xyz(&(struct json_value){""}, (const double[]){vector.x, vector.y, vector.z}));
    return finding;
}

/* Whether a shape or limit is the only one, so that it can't be omitted; one is required. */
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

/* Whether it is the entry of a required bone or of one that another bone needs, or one beside such an entry that is
 * null. All of these are one mistake. */
static bool is_of_needed_bone(const struct fault *fault)
{
    bool is_needed = fault_of_required_bone(fault) || fault_carries_bone(fault);
    for (size_t i = 0; i < BONE_COUNT && !is_needed && bone_by_name(fault->key) < BONE_COUNT; i++) {
        const struct tree *other = bones[i].required ? tree_get(fault->parent, bones[i].name) : NULL;
        is_needed = other != NULL && tree_is_null(other);
    }
    return is_needed;
}

/* Whether a member of an avatar, or of a part of it, is required. */
static bool is_required_of_avatar(const struct fault *fault)
{
    static const char *const required[] = {"meta", "humanoid",      "humanBones",   "name",        "authors",
                                           "node", "licenseUrl",    "index",        "weight",      "material",
                                           "mesh", "materialName",  "propertyName", "targetValue", "shader",
                                           "bone", "inputMaxValue", "outputScale"};
    bool is_type = strcmp(fault->key, "type") == 0;
    return IS_AMONG(fault->key, required) || is_of_needed_bone(fault) ||
           (strcmp(fault->key, "specVersion") == 0 && fault->instance->extension == EXTENSION_VRM1) ||
           (is_type && !fault_is_at(fault, PLACE_LOOK_AT, "type"));
}

/* Whether a member that is null may be omitted. */
static bool is_optional(const struct fault *fault)
{
    static const char *const required[] = {
        "specVersion", "node",       "joints",   "limit",      "angle",   "pitch",
        "yaw",         "constraint", "source",   "rollAxis",   "aimAxis", "roll",
        "aim",         "rotation",   "position", "humanBones", "index",   "emissiveMultiplier",
        "shape",       "radius", /* the schema doesn't require an extended shape or a radius, but apps do */
    };
    if (fault->is_element || *fault->rest == '\0' || is_only_choice(fault)) {
        return false;
    }
    if (fault_is_core(fault)) {
        /* most textures need a source, and positions and times their bounds */
        static const char *const needed[] = {"source", "min", "max"};
        return !fault_key_is_required(fault->key) && !IS_AMONG(fault->key, needed);
    }
    if (strcmp(fault->key, "rotation") == 0 && fault->instance->extension == EXTENSION_LIMIT) {
        return true;
    }
    if (fault->instance->extension == EXTENSION_VRM1 || fault->instance->extension == EXTENSION_VRM) {
        return !is_required_of_avatar(fault);
    }
    if (fault->instance->extension == EXTENSION_VRM0) {
        return strcmp(fault->key, "comment") == 0; /* its schema requires nothing, but apps fill in different values */
    }
    return !fault_is_at(fault, PLACE_GROUP, "colliders") && !is_of_needed_bone(fault) &&
           !IS_AMONG(fault->key, required);
}

/* Whether a string is a JSON number. */
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

/* Whether a string is true or false in any letter case (Python writes capitals). */
static bool reads_as_flag(const char *text)
{
    return text != NULL && (extension_same_but_case(text, "true") || extension_same_but_case(text, "false"));
}

/* Returns the first allowed type of a list's elements, or NULL if its schema defines none. */
static const char *item_type(const struct fault *fault)
{
    const struct flat *flat = fault->failure->flat;
    return flat_text(flat, flat_get(flat, flat_get(flat, fault->failure->schema, "items"), "type"));
}

/* Whether a value could be the only element of the required list. */
static bool is_single_item(const struct fault *fault)
{
    double least = 0;
    flat_number(flat_get(fault->failure->flat, fault->failure->schema, "minItems"), &least);
    const char *type = least > 1 ? NULL : item_type(fault);
    return type != NULL && strcmp(type, "string") == 0 && tree_is_string(fault->failure->value);
}

/* Returns the member for which an index alone was meant, {"index": 2} or {"node": 5}; NULL if there is none. */
static const char *index_member(const struct fault *fault)
{
    static const char *const members[] = {"index", "node"};
    if (fault->instance->extension == EXTENSION_VRM || (fault->is_element && !fault_is_at(fault, PLACE_JOINT, NULL))) {
        return NULL; /* entries with further required members */
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

/* Whether a value is an index that the member of index_member() may have. */
static bool is_existing_index(const struct fault *fault)
{
    const char *member = index_member(fault);
    const struct document *document = fault->instance->check->avatar->document;
    size_t index;
    return member != NULL &&
           tree_index(fault->failure->value, document_count(document, *member == 'n' ? "nodes" : "textures"), &index);
}

/* Returns the list member of an object of VRM if the value is that list; NULL for others. */
static const char *list_member(const struct fault *fault)
{
    static const struct {
        enum extension_id extension;
        const char *place; /* relative to the extension */
        const char *member;
    } lists[] = {
        {EXTENSION_SPRINGBONE, "", "springs"},
        {EXTENSION_SPRINGBONE, "/springs/#", "joints"},
        {EXTENSION_SPRINGBONE, "/colliderGroups/#", "colliders"},
        {EXTENSION_VRM1, "/firstPerson", "meshAnnotations"},
        {EXTENSION_VRM, "/humanoid", "humanBones"},
        {EXTENSION_VRM, "/blendShapeMaster", "blendShapeGroups"},
        {EXTENSION_VRM, "/firstPerson", "meshAnnotations"},
        {EXTENSION_VRM, "/secondaryAnimation", "boneGroups"},
        {EXTENSION_VRM0, "", "boneGroups"},
        {EXTENSION_VRM0, "/colliderGroups/#", "colliders"},
    };
    const struct tree *value = fault->failure->value;
    for (size_t i = 0; tree_length(value) > 0 && i < sizeof lists / sizeof *lists; i++) {
        size_t indices[4];
        const char *rest;
        if (lists[i].extension == fault->instance->extension &&
            pointer_match(fault->rest, lists[i].place, indices, &rest) && *rest == '\0' &&
            tree_get(tree_at(value, 0), lists[i].member) == NULL) {
            return lists[i].member;
        }
    }
    return NULL;
}

/* Whether a value is an object with the entries of a list as its members. */
static bool is_map_of_objects(const struct fault *fault)
{
    static const char *const lists[] = {"springs",         "joints",          "colliders",          "colliderGroups",
                                        "meshAnnotations", "boneGroups",      "materialProperties", "binds",
                                        "materialValues",  "morphTargetBinds"};
    const struct tree *value = fault->failure->value;
    bool are_objects = tree_is_object(value) && tree_count(value) > 0 && IS_AMONG(fault->key, lists);
    for (void *i = tree_first(value); are_objects && i != NULL; i = tree_next(value, i)) {
        are_objects = tree_is_object(tree_value(i));
    }
    return are_objects;
}

/* Whether a value is a list of named objects, as in VRM 0.x, where the names should be keys. */
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

/* The words for true and false of properties with two values, one of which allows or blocks something. */
static const char *const flag_words[][2] = {{"Allow", "Disallow"}, {"block", "none"}, {"yes", "no"}, {"1", "0"}};

/* Whether an enumeration contains a word. */
static bool allows_word(const struct fault *fault, const char *word)
{
    const struct flat_value *words = flat_get(fault->failure->flat, fault->failure->schema, "enum");
    for (const struct flat_value *at = flat_begin(words); at != flat_end(words); at += at->span) {
        const char *text = flat_text(fault->failure->flat, at);
        if (text != NULL && strcmp(text, word) == 0) {
            return true;
        }
    }
    return false;
}

/* Reports a word or a number instead of true or false, or the reverse; returns NULL for other values. All of these in
 * a file are one finding. */
static struct finding *report_flag(const struct fault *fault, enum message type, struct argument must)
{
    const struct tree *value = fault->failure->value;
    struct arena *arena = fault->instance->check->arena;
    double number;
    const char *word = tree_number(value, &number) ? number == 0   ? "0"
                                                     : number == 1 ? "1"
                                                                   : NULL
                                                   : tree_text(value, NULL);
    bool flag = false;
    bool is_flag = tree_flag(value, &flag);
    for (size_t i = 0; i < sizeof flag_words / sizeof *flag_words; i++) {
        const char *const *words = flag_words[i];
        bool as_flag = type == WORDS_TRUE_OR_FALSE && word != NULL &&
                       (extension_same_but_case(word, words[0]) || extension_same_but_case(word, words[1]));
        bool as_word =
            type == WORDS_A_TEXT_IN_QUOTES && is_flag && allows_word(fault, words[0]) && allows_word(fault, words[1]);
        if (!as_flag && !as_word) {
            continue;
        }
        struct finding *finding =
            fault_report(fault, as_flag ? SHARED_WRONG_TYPE__FLAG_FOR_WORD : SHARED_WRONG_TYPE__WORD_FOR_FLAG,
                         ARGUMENTS(argument_as("any", fault_value(fault)), argument_as("written", fault_kind_of(value)),
                                   must, as_word ? TEXT("yes", words[0]) : TERM("yes", words[0]),
                                   as_word ? TEXT("no", words[1]) : TERM("no", words[1])));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                        as_word                                   ? json_text(arena, words[!flag])
                        : extension_same_but_case(word, words[0]) ? "true"
                                                                  : "false");
        return finding;
    }
    return NULL;
}

/* Whether a value is an object with named objects, as in VRM 1.0, where VRM 0.x has a list. */
static bool is_map_of_named(const struct fault *fault)
{
    static const char *const lists[] = {"humanBones", "blendShapeGroups"};
    const struct tree *value = fault->failure->value;
    return fault->instance->extension == EXTENSION_VRM && IS_AMONG(fault->key, lists) && tree_is_object(value) &&
           tree_is_object(tree_value(tree_first(value)));
}

/* Whether a value is an object with the nodes of bones by name, where VRM 0.x has a list of bones. */
static bool is_map_of_bones(const struct fault *fault)
{
    const struct tree *value = fault->failure->value;
    return fault->instance->extension == EXTENSION_VRM && strcmp(fault->key, "humanBones") == 0 &&
           tree_is_object(value) && tree_count(value) > 0 && bone_by_name(tree_key(tree_first(value))) < BONE_COUNT;
}

/* Whether a string has only characters of numbers. In core glTF, a string as an index may also be a name. */
static bool reads_as_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789.-+eE")] == '\0';
}

/* Whether a value in place of an index is a number in quotes, which would be too large without them. */
static bool is_quoted_beyond(const struct fault *fault)
{
    const char *text = tree_text(fault->failure->value, NULL);
    return text != NULL && reads_as_number(text) && strtod(text, NULL) >= (double)fault->failure->count;
}

/* Reports a value for which only the right form is known; returns NULL for others. */
static struct finding *report_unlike(const struct fault *fault, enum message type, struct argument must)
{
    const struct tree *value = fault->failure->value;
    bool is_index = fault->failure->problem == SCHEMA_INDEX_TYPE;
    enum message message = MESSAGE_NONE;
    struct argument more = argument_end();
    size_t index;
    if (is_index && tree_length(value) == 1 && tree_index(tree_at(value, 0), fault->failure->count, &index)) {
        message = SHARED_WRONG_TYPE__ONLY_ELEMENT;
    } else if (is_index && (tree_is_object(value) || tree_is_array(value) || is_quoted_beyond(fault))) {
        message = SHARED_WRONG_TYPE__INDEX_ALONE;
        more = fault_index_noun(fault);
    } else if (type == WORDS_A_LIST_IN_BRACKETS && tree_is_array(tree_get(value, fault->key))) {
        message = SHARED_WRONG_TYPE__INNER;
        more = TEXT("key", fault->key);
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && tree_length(value) == 1 && tree_is_object(tree_at(value, 0)) &&
               !is_list_of_named(value)) {
        message = SHARED_WRONG_TYPE__ONLY_ELEMENT;
    } else if (type == WORDS_A_LIST_IN_BRACKETS && is_map_of_objects(fault)) {
        message = SHARED_WRONG_TYPE__LIST_WITHOUT_KEYS;
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && index_member(fault) != NULL &&
               (tree_is_string(value) || tree_is_array(value) || tree_is_number(value))) {
        message = SHARED_WRONG_TYPE__INDEX_IN_OBJECT;
        more = TERM("key", index_member(fault));
    }
    if (message == MESSAGE_NONE) {
        return NULL;
    }
    struct finding *finding =
        fault_report(fault, message, ARGUMENTS(fault_value(fault), fault_kind_of(value), must, more));
    finding_fix(finding, VRMLINT_FIX_NONE);
    if (finding != NULL && is_index && tree_index_of_javascript(value, fault->failure->count, &index)) {
        finding->in_three_vrm = EFFECT_DIFFERS + 1;
    }
    return finding;
}

/* Reports a value that is right except for quotes or brackets, or a word for an index; returns NULL for others. */
static struct finding *report_nearly(const struct fault *fault, enum message type, struct argument must)
{
    const struct tree *value = fault->failure->value;
    struct arena *arena = fault->instance->check->arena;
    const char *text = tree_text(value, NULL);
    struct argument is = fault_kind_of(value);
    struct finding *finding = report_flag(fault, type, must);
    if (finding != NULL) {
        /* reported */
    } else if (type == WORDS_TRUE_OR_FALSE && reads_as_flag(text)) {
        finding = fault_report(fault, SHARED_WRONG_TYPE__WITHOUT_QUOTES,
                               ARGUMENTS(argument_as("any", fault_value(fault)), is, must));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", extension_same_but_case(text, "true") ? "true" : "false");
    } else if (type == WORDS_A_LIST_IN_BRACKETS && is_single_item(fault)) {
        finding = fault_report(fault, SHARED_WRONG_TYPE__IN_BRACKETS, ARGUMENTS(fault_value(fault), is, must));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", arena_printf(arena, "[%s]", json_text(arena, text)));
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && is_existing_index(fault)) {
        const char *member = index_member(fault);
        finding = fault_report(fault, SHARED_WRONG_TYPE__IN_OBJECT,
                               ARGUMENTS(fault_value(fault), is, must, TERM("key", member)));
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0", member);
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && list_member(fault) != NULL) {
        const char *member = list_member(fault);
        finding = fault_report(fault, SHARED_WRONG_TYPE__IN_MEMBER,
                               ARGUMENTS(fault_value(fault), is, must, TEXT("key", member)));
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0", member);
    } else {
        return report_unlike(fault, type, must);
    }
    finding_fix(finding, VRMLINT_FIX_REPAIR);
    return finding;
}

/* Returns a string with its only comma replaced by a decimal point, or the string itself. */
static const char *with_point(const struct fault *fault, const char *text)
{
    const char *comma = text == NULL ? NULL : strchr(text, ',');
    return comma == NULL || strchr(text, '.') != NULL
               ? text
               : arena_printf(fault->instance->check->arena, "%.*s.%s", (int)(comma - text), text, comma + 1);
}

/* Adds an edit that changes the value to the right type, if the value determines the result. Returns
 * whether it did. */
static bool add_type_edit(const struct fault *fault, struct finding *finding, enum message message)
{
    static const char *const keys[] = {"x", "y", "z", "w"};
    const struct tree *value = fault->failure->value;
    double numbers[4];
    if (message == SHARED_WRONG_TYPE__WITHOUT_QUOTES || message == SHARED_WRONG_TYPE__DECIMAL_COMMA) {
        const char *text = with_point(fault, tree_text(value, NULL));
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
} /* Returns the version that a specVersion, or the version of glTF, should have; NULL for other values. */
static const char *version_of(const struct fault *fault)
{
    const struct instance *instance = fault->instance;
    if (strcmp(fault->failure->pointer, "/asset/version") == 0) {
        return "2.0";
    }
    if (strcmp(fault->key, "specVersion") != 0 || instance->extension == EXTENSION_COUNT) {
        return NULL;
    }
    return instance->extension == EXTENSION_VRM          ? "0.0"
           : extension_has_versions(instance->extension) ? extension_table[instance->extension].versions[0].text
                                                         : NULL;
}

/* Whether a string may have any characters, so that a number in quotes is right too. Links and names of extensions and
 * shaders can't be numbers. */
static bool may_be_any_string(const struct fault *fault)
{
    size_t length = strlen(fault->key);
    bool is_name = strcmp(fault->key, "uri") == 0 || strcmp(fault->key, "shader") == 0 ||
                   (length >= 3 && strcmp(fault->key + length - 3, "Url") == 0);
    bool is_extension =
        fault_is_core(fault) && strncmp(fault->failure->pointer, "/extensions", strlen("/extensions")) == 0;
    return !is_name && !is_extension;
}

static struct finding *report_any(const struct fault *fault, enum message type)
{
    const struct tree *value = fault->failure->value;
    struct argument must = WORD("must", type);
    bool counts = fault->failure->problem == SCHEMA_INDEX_TYPE && tree_is_string(value);
    struct finding *nearly = report_nearly(fault, type, must);
    if (nearly != NULL) {
        return nearly;
    }
    if (counts && !reads_as_number(tree_text(value, NULL))) {
        struct finding *finding =
            fault_report(fault, SHARED_WRONG_TYPE__BY_INDEX,
                         ARGUMENTS(fault_value(fault), fault_kind_of(value), must, fault_index_noun(fault)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    bool counted = type == WORDS_KIND_NUMBER || type == WORDS_A_WHOLE_NUMBER;
    enum message message = SHARED_WRONG_TYPE__DEFAULT;
    /* UniVRM's 0.x reader treats null as an empty string, but fails if names and presets are missing */
    bool needed = type == WORDS_A_TEXT_IN_QUOTES && fault->instance->extension == EXTENSION_VRM &&
                  !text_begins(fault->rest, "/meta/");
    const struct flat_value *enumeration = flat_get(fault->failure->flat, fault->failure->schema, "enum");
    bool leave_out = tree_is_null(value) && is_optional(fault) && !needed;
    if (leave_out) {
        message = SHARED_WRONG_TYPE__LEAVE_OUT;
    } else if (fault_is_listed_vector(fault)) {
        return report_vector(fault, must);
    } else if (tree_is_string(value) && counted && reads_as_number(tree_text(value, NULL))) {
        message = SHARED_WRONG_TYPE__WITHOUT_QUOTES;
    } else if (tree_is_string(value) && type == WORDS_KIND_NUMBER &&
               is_number(with_point(fault, tree_text(value, NULL)))) {
        message = SHARED_WRONG_TYPE__DECIMAL_COMMA;
    } else if (enumeration != NULL && type == WORDS_A_TEXT_IN_QUOTES) {
        return fault_report(
            fault, SHARED_WRONG_TYPE__ONE_OF,
            ARGUMENTS(fault_value(fault), fault_kind_of(value), must, fault_allowed(fault, enumeration)));
    } else if (tree_is_number(value) && type == WORDS_A_TEXT_IN_QUOTES) {
        const char *version = version_of(fault);
        if (version != NULL) {
            return fault_report(fault, SHARED_WRONG_TYPE__VERSION,
                                ARGUMENTS(fault_value(fault), fault_kind_of(value), must, TEXT("version", version)));
        }
        message = may_be_any_string(fault) ? SHARED_WRONG_TYPE__IN_QUOTES : message;
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && is_list_of_named(value)) {
        message = SHARED_WRONG_TYPE__BY_NAME;
    } else if (type == WORDS_A_LIST_IN_BRACKETS && is_map_of_named(fault)) {
        message =
            strcmp(fault->key, "humanBones") == 0 ? SHARED_WRONG_TYPE__LIST_OF_BONES : SHARED_WRONG_TYPE__LIST_OF_NAMED;
    } else if (type == WORDS_A_LIST_IN_BRACKETS && is_map_of_bones(fault)) {
        message = SHARED_WRONG_TYPE__LIST_OF_BONE_NODES;
    } else if (type == WORDS_AN_OBJECT_IN_BRACES && tree_is_array(value) && strcmp(fault->key, "humanBones") == 0 &&
               !fault->is_element) {
        message = SHARED_WRONG_TYPE__BY_BONE;
    } else if (tree_is_object(value) && tree_get(value, "x") != NULL && type == WORDS_A_LIST_IN_BRACKETS) {
        double length = 0;
        flat_number(flat_get(fault->failure->flat, fault->failure->schema, "minItems"), &length);
        message = length == 4 ? SHARED_WRONG_TYPE__AS_LIST_OF_FOUR : SHARED_WRONG_TYPE__AS_LIST;
    }
    bool is_quoted = message == SHARED_WRONG_TYPE__WITHOUT_QUOTES || message == SHARED_WRONG_TYPE__DECIMAL_COMMA;
    const char *place = is_quoted ? "any" : "value";
    struct finding *finding = fault_report(fault, message,
                                           ARGUMENTS(argument_as(place, fault_value(fault)), fault_kind_of(value),
                                                     /* the same mistake for integers and other numbers */
                                                     is_quoted ? WORD("must", WORDS_KIND_NUMBER) : must));
    finding_fix(finding, leave_out                                ? VRMLINT_FIX_SAFE
                         : add_type_edit(fault, finding, message) ? VRMLINT_FIX_REPAIR
                                                                  : VRMLINT_FIX_NONE);
    return finding;
}

struct finding *fault_report_type(const struct fault *fault)
{
    enum message type = type_name(fault);
    struct finding *finding = report_any(fault, type);
    bool holds_nothing = type == WORDS_AN_OBJECT_IN_BRACES || type == WORDS_A_LIST_IN_BRACKETS;
    if (holds_nothing && finding != NULL && !finding->counted && !fault_is_core(fault)) {
        absent_note(fault->instance->check, finding, ABSENT_SPOILT, finding->pointer);
    }
    return finding;
}
