/* VRM 0.x: checks materialProperties as a list. The MToon data of its entries is checked elsewhere. */
#include <string.h>

#include "base/among.h"
#include "base/json_value.h"
#include "base/sort.h"
#include "checks/absent.h"
#include "checks/twins.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"

static void check_count(struct check *check, size_t materials)
{
    const struct tree *list = tree_get(check->avatar->vrm0_avatar->json, "materialProperties");
    size_t entries = tree_count(list);
    struct finding *finding = NULL;
    struct place place = place_at(VRM0_ROOT "/materialProperties");
    struct argument count = COUNT("materials", materials);
    if (list == NULL && materials > 0) {
        finding = report(check->findings, MESSAGE_VRM0_MATERIAL_COUNT__NONE, place_at(VRM0_ROOT), ARGUMENTS(count));
        finding_severity(finding, VRMLINT_ERROR);
        absent_note(check, finding, ABSENT_LEFT, VRM0_ROOT "/materialProperties");
    } else if (tree_is_array(list) && entries != materials) {
        finding = report(check->findings,
                         entries < materials ? MESSAGE_VRM0_MATERIAL_COUNT__FEWER : MESSAGE_VRM0_MATERIAL_COUNT__MORE,
                         place, ARGUMENTS(count, COUNT("entries", entries)));
        if (entries < materials) {
            finding_severity(finding, VRMLINT_ERROR);
        } else if (materials == 0) {
            absent_note(check, finding, ABSENT_LEFT, "/materials");
        } else {
            absent_lead(check, finding, "/materials", (double)materials, materials);
        }
    }
    finding_measure(finding, "entries", (double)entries);
    finding_measure(finding, "materials", (double)materials);
}

/* Whether entries of materialProperties are in another order than the materials: at least two have the names of other
 * materials, and every name belongs to a material. */
static bool is_reordered(struct check *check, const struct tree *list, const struct tree *materials)
{
    struct arena *room = arena_open(check->arena);
    size_t count = tree_count(list);
    const char **own = arena_array(room, count, sizeof *own);
    const char **entries = arena_array(room, count, sizeof *entries);
    size_t moved = 0;
    bool same = true;
    for (size_t i = 0; i < count && same; i++) {
        own[i] = tree_text(tree_get(tree_at(materials, i), "name"), NULL);
        entries[i] = tree_text(tree_get(tree_at(list, i), "name"), NULL);
        same = own[i] != NULL && entries[i] != NULL;
        moved += same && strcmp(own[i], entries[i]) != 0;
    }
    if (same) {
        sort_array(room, own, count, sizeof *own, text_compare);
        sort_array(room, entries, count, sizeof *entries, text_compare);
    }
    for (size_t i = 0; i < count && same; i++) {
        same = strcmp(own[i], entries[i]) == 0;
    }
    arena_close(room);
    return same && moved > 1;
}

/* Whether all entries are equal except for their names, so that their order doesn't matter. */
static bool are_all_equal(struct check *check, const struct tree *list)
{
    size_t count;
    const struct twin *twins = twins_find(check->arena, list, &count);
    for (size_t i = 1; i < count; i++) {
        if (!twins_same(twins, i)) {
            return false;
        }
    }
    return true;
}

static void check_names(struct check *check, const struct tree *list)
{
    const struct tree *materials = document_tree(check->avatar->document, "/materials");
    if (is_reordered(check, list, materials) && !are_all_equal(check, list)) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_MATERIAL_NAME_MISMATCH__ORDER,
                                         place_at("/extensions/VRM/materialProperties"), NO_ARGUMENTS);
        finding_severity(finding, VRMLINT_WARNING);
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *name = tree_text(tree_get(tree_at(list, i), "name"), NULL);
        const char *other = tree_text(tree_get(tree_at(materials, i), "name"), NULL);
        if (name != NULL && other != NULL && strcmp(name, other) != 0) {
            struct finding *finding = report(check->findings, MESSAGE_VRM0_MATERIAL_NAME_MISMATCH__DEFAULT,
                                             place_of(PLACE_VRM0_MATERIAL, i, 0, "name"),
                                             ARGUMENTS(COUNT("index", i), TEXT("name", name), TEXT("other", other)));
            finding_relate(finding, RELATED_VRM0_MATERIAL_NAME_MISMATCH__MATERIAL,
                           place_of(PLACE_MATERIAL, i, 0, "name"), NO_ARGUMENTS);
            if (finding_wants_edits(finding)) {
                finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_text(check->arena, other));
            }
        }
    }
}

static void check_shaders(struct check *check, const struct tree *list)
{
    static const char *const shaders[] = {"VRM/MToon",
                                          "VRM/UnlitTransparentZWrite",
                                          "VRM_USE_GLTFSHADER",
                                          "Standard",
                                          "UniGLTF/UniUnlit",
                                          "VRM/UnlitTexture",
                                          "VRM/UnlitCutout",
                                          "VRM/UnlitTransparent",
                                          "Standard (Roughness setup)",
                                          "Standard (Specular setup)"};
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *shader = tree_text(tree_get(tree_at(list, i), "shader"), NULL);
        if (shader != NULL && !IS_AMONG(shader, shaders)) {
            struct place place = place_of(PLACE_VRM0_MATERIAL, i, 0, "shader");
            report(check->findings, MESSAGE_VRM0_SHADER_UNKNOWN__DEFAULT, place,
                   ARGUMENTS(the_place("entry", check->avatar, &place, false), TEXT("shader", shader)));
        }
    }
}

void check_vrm0_materials(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const struct tree *list = tree_get(vrm0->json, "materialProperties");
    size_t materials = document_count(check->avatar->document, "materials");
    if (document_has_list(check->avatar->document, "materials")) {
        check_count(check, materials);
    }
    if (tree_is_array(list)) {
        check_shaders(check, list);
        if (tree_count(list) == materials) {
            check_names(check, list);
        }
    }
}
