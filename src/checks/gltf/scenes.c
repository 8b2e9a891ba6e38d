/*
 * A scene to show: glTF may do without one, as a library of parts does, but apps that load avatars look for it.
 */
#include "checks/checks.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"

/* What three-vrm and UniVRM load: they fail where it has no scene. */
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
