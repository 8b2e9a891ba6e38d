/* Renames names in extensionsUsed and extensionsRequired; describes how apps treat an instance with a missing or
 * unknown specVersion; and more that the files of this folder share. */
#include <stdio.h>
#include <string.h>

#include "base/among.h"
#include "base/json_value.h"
#include "checks/packaging/packaging.h"
#include "ids/messages_extensions.h"

void packaging_rename(struct finding *finding, const char *list, const struct tree *names, const char *from,
                      const char *to)
{
    size_t count = tree_length(names);
    bool there = false;
    for (size_t i = 0; i < count; i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        there = there || (name != NULL && strcmp(name, to) == 0);
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        if (name != NULL && strcmp(name, from) == 0) {
            char member[32];
            snprintf(member, sizeof member, "%s/%zu", list, i);
            finding_edit(finding, there ? VRMLINT_EDIT_REMOVE : VRMLINT_EDIT_SET, place_of(PLACE_FILE, 0, 0, member),
                         there ? NULL : json_word(&(struct json_value){""}, to));
            there = true;
        }
    }
}

void packaging_declare(struct finding *finding, const struct check *check, const char *list, const char *name)
{
    enum { LISTED_MAX = 256 }; /* more names are unrealistic; this runs for each material, so the search is limited */
    char member[32];
    snprintf(member, sizeof member, "/%s", list);
    const struct tree *names = document_tree(check->avatar->document, member);
    size_t count = tree_length(names);
    for (size_t i = 0; i < count && i < LISTED_MAX; i++) {
        const char *listed = tree_text(tree_at(names, i), NULL);
        if (listed != NULL && strcmp(listed, name) == 0) {
            return;
        }
    }
    if (names == NULL) {
        finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_FILE, 0, 0, list),
                     arena_printf(check->arena, "[%s]", json_text(check->arena, name)));
    } else if (tree_is_array(names) && count < LISTED_MAX) {
        snprintf(member, sizeof member, "%s/-", list);
        finding_edit(finding, VRMLINT_EDIT_INSERT, place_of(PLACE_FILE, 0, 0, member), json_text(check->arena, name));
    }
}

bool packaging_blender_refuses(const char *name)
{
    /* The VRM add-on removes its own names from the list. Blender's importer supports the others, in one version or
     * another. */
    static const char *const known[] = {
        "VRM",
        "VRMC_vrm",
        "VRMC_springBone",
        "VRMC_node_constraint",
        "VRMC_materials_mtoon",
        "VRMC_materials_hdr_emissiveMultiplier",
        "EXT_mesh_gpu_instancing",
        "EXT_texture_webp",
        "KHR_animation_pointer",
        "KHR_draco_mesh_compression",
        "KHR_lights_punctual",
        "KHR_mesh_quantization",
        "KHR_texture_transform",
    };
    return !IS_AMONG(name, known) && strncmp(name, "KHR_materials_", 14) != 0;
}

bool packaging_compresses(const char *name)
{
    static const struct {
        const char *name;
        bool compresses;
    } known[] = {
#define DECODER(name, compresses) {name, compresses},
#include "tables/decoders.def"
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name) == 0) {
            return known[i].compresses;
        }
    }
    return strstr(name, "compress") != NULL; /* one that the registry didn't have yet */
}

bool packaging_univrm_refuses(const char *name)
{
    return strcmp(name, "KHR_draco_mesh_compression") == 0;
}

bool packaging_has_family(const char *name)
{
    enum extension_id id = extension_by_name(name);
    if (id != EXTENSION_COUNT) {
        return strcmp(extension_table[id].family, "gltf") != 0 && !extension_table[id].is_general;
    }
    id = extension_misspelt(name);
    id = id == EXTENSION_COUNT ? extension_nearly(name) : id;
    return id != EXTENSION_COUNT && extension_rule(id, "misnamed") != RULE_NONE;
}

/* ---- versions ---- */

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
