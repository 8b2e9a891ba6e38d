/* Checks core glTF against its schemas: each list at the root as a whole, and the members of the root. */
#include <string.h>

#include "base/among.h"
#include "base/nearest.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/schema/misplaced.h"
#include "checks/schema/schemas.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"

/* The root's members and their schemas. Members without a schema are checked elsewhere. */
static const struct {
    const char *name;
    const char *schema;
} members[] = {
    {"accessors", "glTF-2.0-accessors"},
    {"animations", NULL}, /* one by one, because each animation has its own samplers */
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

enum { CORE_MEMBERS = sizeof members / sizeof *members, NAMES_MAX = 100 };

/* ---- members ---- */

/* Whether a file that three-vrm or UniVRM loads has no scene, which is reported elsewhere. */
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
    for (size_t i = 0; i < CORE_MEMBERS; i++) {
        if (strcmp(members[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Moves a member of the root into another member, extras or extensions. */
static void move_into(struct finding *finding, struct check *check, const char *name, const char *into)
{
    const char *pointer = pointer_key(check->arena, "", into);
    const struct tree *holder = document_tree(check->avatar->document, pointer);
    if (holder == NULL) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", into);
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0", name);
    } else if (tree_is_object(holder) && tree_get(holder, name) == NULL) {
        finding_edit_at(finding, VRMLINT_EDIT_MOVE, "0", pointer_key(check->arena, pointer, name));
    } else {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

/* Whether a list of names contains only names that another list contains too. */
static bool is_contained(const struct tree *names, const struct tree *others)
{
    bool is_new = !tree_is_array(names) || !tree_is_array(others) || tree_count(names) > NAMES_MAX;
    for (size_t i = 0; !is_new && i < tree_count(names); i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        is_new = name != NULL;
        for (size_t k = 0; is_new && k < tree_count(others) && k < NAMES_MAX; k++) {
            const char *other = tree_text(tree_at(others, k), NULL);
            is_new = other == NULL || strcmp(other, name) != 0;
        }
    }
    return !is_new;
}

/* Reports a member beside one with a similar name, such as extensionUsed beside extensionsUsed. A repetition loses
 * nothing. Returns whether it reported one. */
static bool check_repeated(struct check *check, const char *name, struct place place)
{
    struct document *document = check->avatar->document;
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < CORE_MEMBERS; i++) {
        if (document_has(document, members[i].name)) {
            nearest_offer(&nearest, members[i].name);
        }
    }
    const char *other = nearest.best.text;
    if (other == NULL) {
        return false;
    }
    const struct tree *own = document_tree(document, pointer_key(check->arena, "", name));
    const struct tree *others = document_tree(document, pointer_key(check->arena, "", other));
    if (!is_contained(own, others)) {
        bool are_lists = tree_is_array(own) && tree_is_array(others);
        if (are_lists) {
            finding_fix(report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT_BESIDE, place,
                               ARGUMENTS(TEXT("key", name), TEXT("other", other))),
                        VRMLINT_FIX_NONE);
        }
        return are_lists;
    }
    struct finding *finding = report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT_REPEATED, place,
                                     ARGUMENTS(TEXT("key", name), TEXT("other", other)));
    finding_severity(finding, VRMLINT_INFO);
    finding_fix(finding, VRMLINT_FIX_SAFE);
    finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    return true;
}

/* Whether a value can be extensionsUsed: a list of names. */
static bool is_list_of_names(const struct tree *value)
{
    bool are_names = tree_is_array(value);
    for (size_t i = 0; are_names && i < tree_count(value); i++) {
        are_names = tree_text(tree_at(value, i), NULL) != NULL;
    }
    return are_names;
}

/* Reports unknown members. If the name is similar to certain known ones, their content is silently lost, for example
 * all springs. */
static void check_name(struct check *check, const char *name)
{
    static const char *const lossy[] = {"extensions", "extensionsUsed", "animations", "nodes", "scenes"};
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < CORE_MEMBERS; i++) {
        if (!document_has(check->avatar->document, members[i].name)) {
            nearest_offer(&nearest, members[i].name);
        }
    }
    struct place place = place_at(pointer_key(check->arena, "", name));
    struct argument key = TEXT("key", name);
    if (check_repeated(check, name, place)) {
        return;
    }
    const char *home = misplaced_home(check, name);
    if (home != NULL) {
        misplaced_report(check, name, pointer_key(check->arena, "", name), home);
        return;
    }
    if (nearest.best.text == NULL) {
        bool is_extension = extension_by_name(name) != EXTENSION_COUNT;
        struct finding *other = report(check->findings,
                                       is_extension ? MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT_EXTENSION
                                                    : MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT_OTHER,
                                       place, ARGUMENTS(is_extension ? TEXT("any", name) : key));
        finding_fix(other, is_extension ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_SAFE);
        move_into(other, check, name, is_extension ? "extensions" : "extras");
        if (is_extension) {
            finding_severity(other, VRMLINT_ERROR);
        }
        return;
    }
    struct finding *finding = report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__ROOT, place,
                                     ARGUMENTS(key, TEXT("meant", nearest.best.text)));
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", nearest.best.text);
    bool is_names = strcmp(nearest.best.text, "extensionsUsed") == 0;
    if (is_names && !is_list_of_names(document_tree(check->avatar->document, pointer_key(check->arena, "", name)))) {
        return; /* after renaming it would still be wrong */
    }
    absent_note(check, finding, ABSENT_NAME, pointer_key(check->arena, "", nearest.best.text));
    if (IS_AMONG(nearest.best.text, lossy)) {
        finding_severity(finding, VRMLINT_ERROR);
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

/* Checks a member of the root, or a value in it. */
static void judge_core_value(struct check *check, const struct tree *value, const char *pointer, const char *schema,
                             const struct bounds *bounds)
{
    struct instance instance = {.check = check, .extension = EXTENSION_COUNT, .value = value, .pointer = pointer};
    if (value != NULL) {
        instance_judge(&instance, schema, bounds);
    }
}

static void judge_animations(struct check *check, struct bounds *bounds)
{
    const struct tree *list = document_tree(check->avatar->document, "/animations");
    if (!tree_is_array(list) || tree_count(list) == 0) {
        judge_core_value(check, list, "/animations", "glTF-2.0-animations", bounds);
        return;
    }
    struct schema_bound *samplers = &bounds->lists[bounds->count++];
    samplers->name = "animationSamplers";
    for (size_t i = 0; i < tree_count(list); i++) {
        const struct tree *animation = tree_at(list, i);
        samplers->count = expect_bound(tree_get(animation, "samplers"));
        judge_core_value(check, animation, arena_printf(check->arena, "/animations/%zu", i), "glTF-2.0-animation",
                         bounds);
    }
}

/* Records that the asset may exist under another name, for findings about a missing asset or version. */
static void note_asset(struct check *check)
{
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        if (f->message == MESSAGE_GLTF_ASSET_VERSION__NO_ASSET) {
            absent_note(check, f, ABSENT_LACKS, "/asset");
        } else if (f->message == MESSAGE_GLTF_ASSET_VERSION__NO_VERSION) {
            absent_note(check, f, ABSENT_LACKS, "/asset/version");
        }
    }
}

void check_core_schemas(struct check *check)
{
    struct document *document = check->avatar->document;
    if (expect_other_version(document)) {
        return;
    }
    struct bounds bounds = bounds_of(check);
    note_asset(check);
    check_names(check);
    for (size_t i = 0; i < CORE_MEMBERS; i++) {
        const char *pointer = pointer_key(check->arena, "", members[i].name);
        bool scene = strcmp(members[i].name, "scene") == 0;
        if (members[i].schema != NULL && !(scene && scene_is_missing(document))) {
            judge_core_value(check, document_tree(document, pointer), pointer, members[i].schema, &bounds);
        }
    }
    judge_animations(check, &bounds);
}
