/* Checks core glTF part by part, and whether there is a scene to show. */
#include <string.h>

#include "base/pointer.h"
#include "checks/gltf/core.h"
#include "checks/gltf/walk.h"
#include "checks/univrm.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"
#include "ids/rules.h"
#include "message/claims.h"

/* Checks the versions that a file declares, and its extras. */

/* Returns the number after the point of "2.0", limited to a value larger than any version. */
static double minor_of(const char *version)
{
    double minor = 0;
    for (const char *at = strchr(version, '.') + 1; *at != '\0'; at++) {
        minor = fmin(minor * 10 + (*at - '0'), 1e15);
    }
    return minor;
}

static void check_versions(struct core *core)
{
    const struct tree *asset = document_tree(core->document, "/asset");
    struct findings *findings = core->check->findings;
    const char *version = tree_text(tree_get(asset, "version"), NULL);
    const char *least = tree_text(tree_get(asset, "minVersion"), NULL);
    int major = version == NULL ? -1 : expect_major(version);
    bool refused = major == 2 && strcmp(version, "2.0") != 0 && univrm_reads_file(core->document);
    if (refused) {
        struct finding *finding = report(findings, MESSAGE_GLTF_ASSET_MINOR_VERSION__REFUSED,
                                         place_at("/asset/version"), ARGUMENTS(TEXT("version", version)));
        finding_severity(finding, VRMLINT_ERROR);
    } else if (major == 2 && minor_of(version) > 0) {
        report(findings, MESSAGE_GLTF_ASSET_MINOR_VERSION__DEFAULT, place_at("/asset/version"),
               ARGUMENTS(TEXT("version", version)));
    }
    if (least == NULL) {
        return;
    }
    int least_major = expect_major(least);
    struct place place = place_at("/asset/minVersion");
    if (least_major < 0) {
        report(findings, MESSAGE_GLTF_MIN_VERSION__FORM, place, ARGUMENTS(TEXT("least", least)));
    } else if (major >= 0 && (least_major > major || (least_major == major && minor_of(least) > minor_of(version)))) {
        report(findings, MESSAGE_GLTF_MIN_VERSION__DEFAULT, place,
               ARGUMENTS(TEXT("least", least), TEXT("version", version)));
    }
}

/* Checks extras in the root's members one by one, so that not all of them have to be trees at the same time. */
static void check_extras(struct core *core)
{
    struct document *document = core->document;
    struct arena *room = arena_open(core->arena);
    struct walk *walk = arena_bare(room, sizeof *walk);
    for (size_t i = 0; i < document_members(document); i++) {
        const char *name = document_member(document, i, core->arena);
        const char *pointer = pointer_key(core->arena, "", name);
        const struct tree *json = document_tree(document, pointer);
        if (strcmp(name, "extras") == 0) {
            if (!tree_is_object(json)) {
                report(core->check->findings, MESSAGE_GLTF_EXTRAS_NOT_OBJECT__DEFAULT, place_at(pointer), NO_ARGUMENTS);
            }
            continue;
        }
        walk_begin(walk, room, json, pointer, name);
        while (walk_next(walk)) {
            arena_pulse(core->arena);
            if (strcmp(walk->key, "extras") == 0 && !tree_is_object(walk->value)) {
                const char *place = walk_pointer(walk);
                report(core->check->findings, MESSAGE_GLTF_EXTRAS_NOT_OBJECT__DEFAULT,
                       place_at(arena_copy(core->arena, place, strlen(place))), NO_ARGUMENTS);
            }
        }
    }
    arena_close(room);
}

/* The parts of check_core(). */
static void core_check_document(struct core *core)
{
    check_versions(core);
    if (findings_want(core->check->findings, RULE_GLTF_EXTRAS_NOT_OBJECT)) {
        check_extras(core);
    }
}

void check_core(struct check *check)
{
    static void (*const parts[])(struct core * core) = {
        core_check_document,   core_check_buffers,   core_check_accessors, core_check_meshes,  core_check_skins,
        core_check_nodes,      core_check_materials, core_check_textures,  core_check_khronos, core_check_animations,
        core_check_extensions, core_check_unused,    core_check_unread,
    };
    struct core core = {.check = check, .document = check->avatar->document, .arena = check->arena};
    if (expect_other_version(core.document)) {
        return;
    }
    core_read(&core);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        arena_ask(check->arena);
        parts[i](&core);
    }
}

/* ---- a scene to show: optional in glTF, for libraries of parts, but required by apps that load avatars ---- */

/* Whether three-vrm and UniVRM load the file; they fail if it has no scene. */
static bool is_loaded_whole(struct document *document)
{
    static const char *const roots[] = {"/extensions/VRM", "/extensions/VRMC_vrm", "/extensions/VRMC_vrm_animation"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (tree_is_object(document_tree(document, roots[i]))) {
            return true;
        }
    }
    return false;
}

/* Whether three-vrm comes to the scene: it makes no avatar without a humanoid. */
static bool needs_scene(const struct avatar *avatar)
{
    return document_tree(avatar->document, VRMA_POINTER) != NULL || avatar->constraints->count > 0 ||
           document_tree(avatar->document, VRM1_POINTER "/humanoid") != NULL ||
           document_tree(avatar->document, "/extensions/VRM/humanoid") != NULL;
}

void check_scenes(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct tree *scenes = document_tree(document, "/scenes");
    if (expect_bound(scenes) != 0 || expect_other_version(document)) {
        return;
    }
    if (is_loaded_whole(document)) {
        struct finding *finding =
            report(check->findings, scenes == NULL ? MESSAGE_GLTF_NO_SCENE__MISSING : MESSAGE_GLTF_NO_SCENE__EMPTY,
                   scenes == NULL ? place_file() : place_at("/scenes"), NO_ARGUMENTS);
        if (finding != NULL && !needs_scene(check->avatar)) {
            finding->in_three_vrm = EFFECT_DROPS_AVATAR + 1;
        }
    }
}
