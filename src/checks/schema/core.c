/* Core glTF against its schemas: the lists at the root, each as a whole, and the root's own members. */
#include <math.h>
#include <string.h>

#include "base/nearest.h"
#include "base/pointer.h"
#include "checks/schema/schemas.h"
#include "gltf/expect.h"

/* How far rounding takes a colour beyond its ends. */
#define COLOUR_TOLERANCE 1e-6

/* The root's members, and what judges them. Of those without a schema other rules speak. */
static const struct {
    const char *name;
    const char *schema;
} members[] = {
    {"accessors", "glTF-2.0-accessors"},
    {"animations", NULL}, /* one by one: the samplers are each one's own */
    {"asset", "glTF-2.0"},
    {"bufferViews", "glTF-2.0-bufferViews"},
    {"buffers", "glTF-2.0-buffers"},
    {"cameras", "glTF-2.0-cameras"},
    {"extensions", "glTF-2.0-extensions"},
    {"extensionsRequired", "glTF-2.0-names"},
    {"extensionsUsed", "glTF-2.0-names"},
    {"extras", NULL},
    {"images", "glTF-2.0-images"},
    {"materials", "glTF-2.0-materials"},
    {"meshes", "glTF-2.0-meshes"},
    {"nodes", "glTF-2.0-nodes"},
    {"samplers", "glTF-2.0-samplers"},
    {"scene", "glTF-2.0-scene"},
    {"scenes", "glTF-2.0-scenes"},
    {"skins", "glTF-2.0-skins"},
    {"textures", "glTF-2.0-textures"},
};

enum { MEMBERS = sizeof members / sizeof *members };

bool fault_is_core(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_COUNT;
}

bool fault_is_of_material(const struct fault *fault)
{
    return fault->instance->extension >= EXTENSION_MTOON && !fault_is_core(fault);
}

/* ---- what other rules say ---- */

/* Whether a value just misses its bounds, as colours do that were computed. */
static bool is_rounded(const struct fault *fault)
{
    double value;
    return fault->kind == KIND_VALUE_OUT_OF_RANGE && strcmp(fault->instance->pointer, "/materials") == 0 &&
           tree_number(fault->failure->value, &value) && fabs(value - (value < 0.5 ? 0 : 1)) <= COLOUR_TOLERANCE;
}

/* VRMC_vrm_animation has rules of its own for what its channels and samplers refer to. */
static bool is_of_vrma(const struct fault *fault)
{
    size_t indices[4];
    const char *rest;
    bool element = pointer_match(fault->rest, "/channels/#", indices, &rest) ||
                   pointer_match(fault->rest, "/samplers/#", indices, &rest);
    if (!fault->instance->check->avatar->vrma->present ||
        strncmp(fault->instance->pointer, "/animations/", strlen("/animations/")) != 0) {
        return false;
    }
    switch (fault->kind) {
    case KIND_UNRESOLVED_INDEX:
    case KIND_NEGATIVE_INDEX:
        return true;
    case KIND_MISSING_PROPERTY:
        return strcmp(fault->failure->name, "path") != 0 && (element || strcmp(fault->failure->name, "samplers") == 0);
    case KIND_EMPTY_ARRAY:
        return true;
    default:
        return false;
    }
}

/* Whether extensionsUsed lists a name. */
static bool is_used(const struct fault *fault, const char *name)
{
    const struct tree *used = document_tree(fault->instance->check->avatar->document, "/extensionsUsed");
    for (size_t i = 0; i < tree_count(used); i++) {
        const char *text = tree_text(tree_at(used, i), NULL);
        if (text != NULL && strcmp(text, name) == 0) {
            return true;
        }
    }
    return false;
}

/* A path that says nothing by itself: the extension beside it does. */
static bool is_pointer(const struct fault *fault)
{
    static const char name[] = "KHR_animation_pointer";
    const char *text = tree_text(fault->failure->value, NULL);
    return fault->kind == KIND_UNKNOWN_VALUE && text != NULL && strcmp(text, "pointer") == 0 &&
           (tree_extension(fault->parent, name) != NULL || is_used(fault, name));
}

/* A kind of picture that an extension adds, which the file uses. */
static bool is_added_type(const struct fault *fault)
{
    static const char *const added[][2] = {{"image/webp", "EXT_texture_webp"},
                                           {"image/ktx2", "KHR_texture_basisu"},
                                           {"image/avif", "EXT_texture_avif"},
                                           {"image/vnd-ms.dds", "MSFT_texture_dds"}};
    const char *type = tree_text(fault->failure->value, NULL);
    if (fault->kind != KIND_UNKNOWN_VALUE || type == NULL || strcmp(fault->key, "mimeType") != 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        if (strcmp(type, added[i][0]) == 0 && is_used(fault, added[i][1])) {
            return true;
        }
    }
    return false;
}

bool fault_core_is_required(const char *key)
{
    static const char *const required[] = {
        "componentType", "count",  "type",     "indices", "values", "bufferView", "channels",   "samplers",
        "sampler",       "target", "path",     "input",   "output", "byteLength", "buffer",     "xmag",
        "ymag",          "zfar",   "znear",    "yfov",    "index",  "primitives", "attributes", "joints",
        "version",       "asset",  "children", "nodes", /* nothing requires these, but what they were meant to hold is
                                                           lost */
    };
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        if (strcmp(required[i], key) == 0) {
            return true;
        }
    }
    return false;
}

bool fault_core_is_said(const struct fault *fault)
{
    /* what is of an extension that is known has a rule of its family */
    size_t length = (size_t)(*fault->rest == '\0' ? 0 : strrchr(fault->rest, '/') + 1 - fault->rest);
    static const char holder[] = "/extensions/";
    bool at_root = strcmp(fault->instance->pointer, "/extensions") == 0 && strchr(fault->rest + 1, '/') == NULL;
    bool in_extensions = !fault->is_element && *fault->rest != '\0' &&
                         (at_root || (length >= strlen(holder) &&
                                      strncmp(fault->rest + length - strlen(holder), holder, strlen(holder)) == 0));
    return is_rounded(fault) || is_of_vrma(fault) || is_pointer(fault) || is_added_type(fault) ||
           (in_extensions && extension_by_name(fault->key) != EXTENSION_COUNT);
}

/* ---- the root ---- */

/* What three-vrm and UniVRM load: where it has no scene, that has a rule of its own. */
static bool scene_is_missing(struct document *document)
{
    static const char *const roots[] = {"/extensions/VRM", "/extensions/VRMC_vrm", "/extensions/VRMC_vrm_animation"};
    bool whole = false;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        whole = whole || tree_is_object(document_tree(document, roots[i]));
    }
    return whole && expect_bound(document_tree(document, "/scenes")) == 0;
}

static bool is_member(const char *name)
{
    for (size_t i = 0; i < MEMBERS; i++) {
        if (strcmp(members[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* What nobody knows goes where everybody may keep what they like. */
static void keep_as_extra(struct finding *finding, struct check *check, const char *name)
{
    const struct tree *extras = document_tree(check->avatar->document, "/extras");
    if (extras == NULL) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", "extras");
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0", name);
    } else if (tree_is_object(extras) && tree_get(extras, name) == NULL) {
        finding_edit_at(finding, VRMLINT_EDIT_MOVE, "0", pointer_key(check->arena, "/extras", name));
    } else {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

/* Members that are nearly rightly named: with some, what they hold is lost without a word, springs and all. */
static void check_name(struct check *check, const char *name)
{
    static const char *const lossy[] = {"extensions", "animations", "nodes", "scenes"};
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < MEMBERS; i++) {
        if (!document_has(check->avatar->document, members[i].name)) {
            nearest_offer(&nearest, members[i].name);
        }
    }
    struct place place = place_at(pointer_key(check->arena, "", name));
    struct argument key = TEXT("key", name);
    if (nearest.best.text == NULL) {
        keep_as_extra(report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT_OTHER, place, ARGUMENTS(key)), check,
                      name);
        return;
    }
    struct finding *finding = report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT, place,
                                     ARGUMENTS(key, TEXT("meant", nearest.best.text)));
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", nearest.best.text);
    for (size_t i = 0; i < sizeof lossy / sizeof *lossy; i++) {
        if (strcmp(nearest.best.text, lossy[i]) == 0) {
            finding_severity(finding, VRMLINT_ERROR);
        }
    }
}

static void check_names(struct check *check)
{
    struct document *document = check->avatar->document;
    for (size_t i = 0; i < document_members(document); i++) {
        const char *name = document_member(document, i, check->arena);
        if (!is_member(name)) {
            check_name(check, name);
        }
    }
}

/* Judges a member of the root, or what is in it. */
static void judge(struct check *check, const struct tree *value, const char *pointer, const char *schema,
                  const struct bounds *bounds)
{
    struct instance instance = {check, EXTENSION_COUNT, value, pointer, NULL, false};
    if (value != NULL) {
        instance_judge(&instance, schema, bounds);
    }
}

static void judge_animations(struct check *check, struct bounds *bounds)
{
    const struct tree *list = document_tree(check->avatar->document, "/animations");
    if (!tree_is_array(list) || tree_count(list) == 0) {
        judge(check, list, "/animations", "glTF-2.0-animations", bounds);
        return;
    }
    struct schema_bound *samplers = &bounds->lists[bounds->count++];
    samplers->name = "animationSamplers";
    for (size_t i = 0; i < tree_count(list); i++) {
        const struct tree *animation = tree_at(list, i);
        samplers->count = expect_bound(tree_get(animation, "samplers"));
        judge(check, animation, arena_printf(check->arena, "/animations/%zu", i), "glTF-2.0-animation", bounds);
    }
}

void check_core_schemas(struct check *check)
{
    struct document *document = check->avatar->document;
    if (expect_document(document).quiet) {
        return;
    }
    struct bounds bounds = bounds_of(check);
    check_names(check);
    for (size_t i = 0; i < MEMBERS; i++) {
        const char *pointer = pointer_key(check->arena, "", members[i].name);
        bool scene = strcmp(members[i].name, "scene") == 0;
        if (members[i].schema != NULL && !(scene && scene_is_missing(document))) {
            judge(check, document_tree(document, pointer), pointer, members[i].schema, &bounds);
        }
    }
    judge_animations(check, &bounds);
}
