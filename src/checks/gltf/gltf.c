/* Checks core glTF part by part, and whether there is a scene to show. */
#include "checks/gltf/core.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"

void check_core(struct check *check)
{
    static void (*const parts[])(struct core * core) = {
        core_check_document, core_check_buffers,    core_check_accessors,  core_check_meshes,
        core_check_skins,    core_check_nodes,      core_check_materials,  core_check_textures,
        core_check_khronos,  core_check_animations, core_check_extensions, core_check_unused,
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

void check_scenes(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct tree *scenes = document_tree(document, "/scenes");
    if (expect_bound(scenes) != 0 || expect_other_version(document)) {
        return;
    }
    if (is_loaded_whole(document)) {
        report(check->findings, scenes == NULL ? MESSAGE_GLTF_NO_SCENE__MISSING : MESSAGE_GLTF_NO_SCENE__EMPTY,
               scenes == NULL ? place_file() : place_at("/scenes"), NO_ARGUMENTS);
    }
}
