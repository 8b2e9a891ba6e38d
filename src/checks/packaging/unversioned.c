/* What apps do with an instance of an extension whose specVersion they don't find or don't know. */
#include <string.h>

#include "checks/packaging/packaging.h"
#include "ids/messages_packaging.h"

enum message packaging_unversioned(const struct check *check, enum extension_id id, const char *pointer, bool missing)
{
    enum message effect = extension_table[id].unversioned;
    if (id == EXTENSION_ANIMATION) {
        return missing ? WORDS_ANIMATION_TAKEN_FOR_1_0 : effect;
    }
    const char *extensions = strstr(pointer, "/extensions/VRMC_springBone_extended_collider");
    if (id != EXTENSION_COLLIDER || extensions == NULL) {
        return effect;
    }
    const char *shape = arena_printf(check->arena, "%.*s/shape", (int)(extensions - pointer), pointer);
    const struct tree *fallback = document_tree(check->avatar->document, shape);
    if (fallback == NULL || tree_is_null(fallback)) {
        return WORDS_COLLIDER_WITHOUT_FALLBACK;
    }
    bool is_empty = tree_get(fallback, "sphere") == NULL && tree_get(fallback, "capsule") == NULL;
    return is_empty ? WORDS_COLLIDER_FALLBACK_EMPTY : effect;
}
