/* Facts about failures of the schema checker, shared by the findings of all kinds. */
#include "checks/schema/fault.h"

#include <string.h>

#include "base/among.h"
#include "base/pointer.h"
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

/* Whether VRM 0.x requires a bone: those of VRM 1.0, neck and chest. */
static bool is_bone_of_vrm0(size_t bone)
{
    return bone < BONE_COUNT &&
           (bones[bone].required || strcmp(bones[bone].name, "neck") == 0 || strcmp(bones[bone].name, "chest") == 0);
}

/* Whether the failure is in the node of a bone that VRM 0.x requires. */
static bool is_required_of_vrm0(const struct fault *fault)
{
    const char *name =
        fault_is_at(fault, PLACE_VRM0_BONE, "node") ? tree_text(tree_get(fault->parent, "bone"), NULL) : NULL;
    return is_bone_of_vrm0(name == NULL ? BONE_COUNT : bone_by_name(name));
}

enum { ENTRIES_MOST = 200 }; /* a humanoid has 55; each entry may have failures, and looks at all others */

size_t fault_lost_bone(const struct fault *fault)
{
    struct place place = place_at(fault->failure->pointer);
    const struct tree *list = tree_get(tree_get(fault->instance->value, "humanoid"), "humanBones");
    const struct tree *entry = place.kind == PLACE_VRM0_BONE ? tree_at(list, place.index[0]) : NULL;
    const char *own = tree_text(tree_get(entry, "bone"), NULL);
    size_t bone = own == NULL ? BONE_COUNT : bone_by_name(own);
    bool has[BONE_COUNT] = {false};
    if (entry == NULL || tree_count(list) > ENTRIES_MOST) {
        return BONE_COUNT;
    }
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *name = tree_text(tree_get(tree_at(list, i), "bone"), NULL);
        size_t other = name == NULL || i == place.index[0] ? BONE_COUNT : bone_by_name(name);
        if (other != BONE_COUNT) {
            has[other] = true;
        }
    }
    size_t left = bone_by_name("leftEye");
    size_t right = bone_by_name("rightEye");
    for (size_t other = 0; other < BONE_COUNT; other++) {
        bool eye = (other == left && has[right]) || (other == right && has[left]);
        if (!has[other] && (bone == BONE_COUNT || bone == other) && (is_bone_of_vrm0(other) || eye)) {
            return other;
        }
    }
    return BONE_COUNT;
}

/* Whether a joint is between others whose nodes aren't next to each other: without it the chain would skip a node. */
static bool is_link(const struct fault *fault)
{
    struct place place = place_at(fault->failure->pointer);
    const struct avatar *avatar = fault->instance->check->avatar;
    bool is_joint = fault_is_at(fault, PLACE_JOINT, NULL) || fault_is_at(fault, PLACE_JOINT, "node");
    if (!is_joint || place.index[0] >= avatar->springs->spring_count) {
        return false;
    }
    const struct spring *spring = &avatar->springs->springs[place.index[0]];
    size_t at = place.index[1];
    if (at == 0 || at + 1 >= spring->joint_count) {
        return false;
    }
    size_t before = spring->joints[at - 1].node;
    size_t after = spring->joints[at + 1].node;
    return before != SPRINGS_NONE && after != SPRINGS_NONE && avatar->scene->nodes[after].parent != before;
}

/* Whether the failure is in an eye whose counterpart is mapped. */
static bool is_eye_of_two(const struct fault *fault)
{
    static const char *const eyes[] = {"leftEye", "rightEye"};
    const struct tree *list = tree_get(tree_get(fault->instance->value, "humanoid"), "humanBones");
    struct place place = place_at(fault->failure->pointer);
    const char *name = place.kind == PLACE_BONE && place.member != NULL ? place.member : "";
    for (size_t i = 0; i < 2; i++) {
        if (text_is_within(name, eyes[i])) {
            return tree_get(list, eyes[1 - i]) != NULL;
        }
    }
    return false;
}

/* Whether the humanoid has an entry of a bone in either form: an object by the names of bones, or a list as in VRM 0.x.
 */
static bool has_entry(const struct tree *humanoid_bones, const char *name)
{
    size_t count = tree_is_array(humanoid_bones) ? tree_count(humanoid_bones) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *other = tree_text(tree_get(tree_at(humanoid_bones, i), "bone"), NULL);
        if (other != NULL && strcmp(other, name) == 0) {
            return true;
        }
    }
    return tree_is_object(humanoid_bones) && tree_get(humanoid_bones, name) != NULL;
}

bool fault_carries_bone(const struct fault *fault)
{
    struct place place = place_at(fault->failure->pointer);
    const struct tree *list = tree_get(tree_get(fault->instance->value, "humanoid"), "humanBones");
    bool is_entry = place.kind == PLACE_BONE || place.kind == PLACE_ANIMATED_BONE;
    const char *name = place.kind == PLACE_VRM0_BONE ? tree_text(tree_get(tree_at(list, place.index[0]), "bone"), NULL)
                       : is_entry                    ? place.member
                                                     : NULL;
    size_t length = name == NULL ? 0 : is_entry ? strcspn(name, "/") : strlen(name);
    for (size_t bone = 0; length > 0 && tree_count(list) <= ENTRIES_MOST && bone < BONE_COUNT; bone++) {
        const char *parent = bones[bone].needs_parent ? bones[bone].parent : NULL;
        if (parent != NULL && strlen(parent) == length && strncmp(parent, name, length) == 0 &&
            has_entry(list, bones[bone].name)) {
            return true;
        }
    }
    return false;
}

bool fault_is_needed(const struct fault *fault)
{
    return is_link(fault) || fault_carries_bone(fault) || is_eye_of_two(fault) || fault_lost_bone(fault) != BONE_COUNT;
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
