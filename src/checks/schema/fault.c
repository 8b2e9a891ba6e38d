/* Facts about failures of the schema checker, shared by the findings of all kinds. */
#include "checks/schema/fault.h"

#include <string.h>

#include "base/among.h"
#include "base/pointer.h"
#include "base/text.h"
#include "ids/messages_hints.h"
#include "ids/messages_shared.h"

bool fault_is_core(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_COUNT;
}

bool fault_is_of_material(const struct fault *fault)
{
    return !fault_is_core(fault) && text_begins(extension_table[fault->instance->extension].places[0], "/materials/");
}

bool fault_is_at(const struct fault *fault, enum place_kind kind, const char *member)
{
    return place_is(fault->failure->pointer, kind, member);
}

const char *fault_outer(const struct fault *fault)
{
    const char *pointer = fault->failure->pointer;
    const char *slash = strrchr(pointer, '/');
    return slash == NULL ? "" : arena_copy(fault->instance->check->arena, pointer, (size_t)(slash - pointer));
}

/* Whether the failure is in the node of a bone that VRM 0.x requires: those of VRM 1.0, neck and chest. */
static bool is_required_of_vrm0(const struct fault *fault)
{
    const char *name =
        fault_is_at(fault, PLACE_VRM0_BONE, "node") ? tree_text(tree_get(fault->parent, "bone"), NULL) : NULL;
    size_t bone = name == NULL ? BONE_COUNT : bone_by_name(name);
    return bone < BONE_COUNT && (bones[bone].required || strcmp(name, "neck") == 0 || strcmp(name, "chest") == 0);
}

bool fault_of_required_bone(const struct fault *fault)
{
    if (is_required_of_vrm0(fault)) {
        return true;
    }
    const char *pointer = fault->failure->pointer;
    const char *rest;
    const char *name;
    size_t length;
    bool in_bones = place_within(pointer, PLACE_BONE, NULL, NULL, &rest) ||
                    place_within(pointer, PLACE_ANIMATED_BONE, NULL, NULL, &rest) ||
                    /* in the first draft the bones are here */
                    place_within(pointer, PLACE_EXTENSION, "VRMC_vrm_animation/humanoid", NULL, &rest);
    if (!in_bones || !pointer_next(&rest, &name, &length)) {
        return false;
    }
    size_t bone = 0;
    while (bone < BONE_COUNT &&
           !(bones[bone].required && pointer_token_is(name, length, bones[bone].name, strlen(bones[bone].name)))) {
        bone++;
    }
    return bone < BONE_COUNT;
}

bool fault_is_listed_vector(const struct fault *fault)
{
    return tree_is_array(fault->failure->value) &&
           (fault_is_at(fault, PLACE_BONE_GROUP, "gravityDir") || fault_is_at(fault, PLACE_VRM0_COLLIDER, "offset") ||
            fault_is_at(fault, PLACE_VRM0_FIRST_PERSON, "firstPersonBoneOffset"));
}

double fault_limit(const struct fault *fault)
{
    double limit = 0;
    flat_number(fault->failure->limit, &limit);
    return limit;
}

struct argument fault_kind_of(const struct tree *value)
{
    bool flag;
    if (tree_flag(value, &flag)) {
        return TERM("is", flag ? "true" : "false");
    }
    return WORD("is", tree_is_object(value)   ? WORDS_AN_OBJECT_IN_BRACES
                      : tree_is_array(value)  ? WORDS_A_LIST_IN_BRACKETS
                      : tree_is_string(value) ? WORDS_A_TEXT_IN_QUOTES
                                              : tree_kind(value));
}

/* Finds the words by the hint's name in x-hints; tests/test_families.py finds names without words. */
struct argument fault_hint(const struct fault *fault)
{
    static const struct {
        const char *name;
        enum message words;
    } hints[] = {
#define WORDS(of_name, english) {#of_name, WORDS_##of_name},
#include "message/messages/hints.def"
#undef WORDS
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (strcmp(hints[i].name, fault->failure->hint) == 0) {
            return WORD("hint", hints[i].words);
        }
    }
    return TERM("hint", fault->failure->hint);
}

struct argument fault_meant(const struct fault *fault)
{
    return TEXT("meant", fault->failure->hint);
}

struct finding *fault_report(const struct fault *fault, enum message message, const struct argument *arguments)
{
    return report_shared(fault->instance->check->findings, fault->rule, message, place_at(fault->failure->pointer),
                         arguments);
}

bool fault_key_is_required(const char *key)
{
    static const char *const required[] = {
        "componentType", "count",  "type",     "indices", "values", "bufferView", "channels",   "samplers",
        "sampler",       "target", "path",     "input",   "output", "byteLength", "buffer",     "xmag",
        "ymag",          "zfar",   "znear",    "yfov",    "index",  "primitives", "attributes", "joints",
        "version",       "asset",  "children", "nodes", /* not required, but what they should contain is lost */
    };
    return IS_AMONG(key, required);
}
