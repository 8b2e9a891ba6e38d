/* Core glTF: its parts, in their order. */
#include "checks/gltf/core.h"
#include "gltf/expect.h"

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
