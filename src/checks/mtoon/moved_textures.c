/* Textures that a glTF tool has renumbered: it updates the indices of glTF's own materials, and leaves those in
 * materialProperties of VRM 0.x as they were. */
#include <string.h>

#include "checks/mtoon/mtoon.h"
#include "ids/messages_mtoon.h"

/* Where the textures of materialProperties went. */
struct moved_textures {
    size_t *to;   /* per texture index in materialProperties: that of glTF; MATERIALS_NONE: unknown */
    size_t same;  /* number of materials that show the same image in both */
    size_t wrong; /* number of those that don't */
    size_t first; /* the first of those */
    bool mapped;  /* each texture went to one other */
};

/* Returns the textures that VRM and glTF use for the colour of a material; false if one has none. */
static bool read_pair(const struct materials *materials, size_t index, size_t *old, size_t *now)
{
    const struct material *partner = index < materials->count ? &materials->items[index] : NULL;
    if (partner == NULL || !materials->olds[index].is_mtoon || !partner->textures[SLOT_BASE].given ||
        material_image(materials, partner, SLOT_BASE) == MATERIALS_NONE) {
        return false;
    }
    *old = material0_texture(materials, &materials->olds[index], "_MainTex");
    *now = partner->textures[SLOT_BASE].texture;
    return *old != MATERIALS_NONE && materials->textures[*old].image != MATERIALS_NONE;
}

static struct moved_textures read_moved(struct arena *arena, const struct materials *materials)
{
    struct moved_textures moved = {.to = arena_array(arena, materials->texture_count, sizeof *moved.to),
                                   .mapped = true};
    for (size_t i = 0; i < materials->texture_count; i++) {
        moved.to[i] = MATERIALS_NONE;
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        size_t old;
        size_t now;
        if (!read_pair(materials, i, &old, &now)) {
            continue;
        }
        bool same = materials->textures[old].image == materials->textures[now].image;
        moved.first = !same && moved.wrong == 0 ? i : moved.first;
        moved.same += same;
        moved.wrong += !same;
        moved.mapped = moved.mapped && (moved.to[old] == MATERIALS_NONE || moved.to[old] == now);
        moved.to[old] = now;
    }
    return moved;
}

/* Returns the tool that wrote the file, unless that knows VRM; NULL if it isn't named. */
static const char *foreign_tool(struct document *document)
{
    const char *generator = tree_text(tree_get(document_tree(document, "/asset"), "generator"), NULL);
    bool is_known = generator == NULL || *generator == '\0' || strstr(generator, "VRM") != NULL ||
                    strstr(generator, "vrm") != NULL || strstr(generator, "VRoid") != NULL ||
                    text_begins(generator, "UniGLTF");
    return is_known ? NULL : generator;
}

/* Sets the textures of all entries to where they went, if that is known of each. */
static void fix_moved(struct finding *finding, struct check *check, const struct moved_textures *moved)
{
    const struct materials *materials = check->avatar->materials;
    for (int write = 0; write < 2 && finding_wants_edits(finding); write++) {
        for (size_t i = 0; i < materials->old_count; i++) {
            const struct tree *map = materials->olds[i].textures;
            for (void *at = tree_first(map); at != NULL; at = tree_next(map, at)) {
                size_t old;
                if (!tree_index(tree_value(at), materials->texture_count, &old)) {
                    continue;
                }
                if (moved->to[old] == MATERIALS_NONE) {
                    finding_fix(finding, VRMLINT_FIX_NONE);
                    return;
                }
                if (write == 1 && moved->to[old] != old) {
                    const struct old_toon toon = {check, materials, &materials->olds[i], NULL, i};
                    finding_edit(finding, VRMLINT_EDIT_SET, old_place(&toon, "textureProperties", tree_key(at)),
                                 arena_printf(findings_arena(finding->owner), "%zu", moved->to[old]));
                }
            }
        }
    }
}

bool toon_check_moved(struct check *check)
{
    enum { LEAST_WRONG = 2 };
    const struct materials *materials = check->avatar->materials;
    const struct moved_textures moved = read_moved(check->arena, materials);
    const char *tool = foreign_tool(check->avatar->document);
    if (!moved.mapped || moved.wrong <= moved.same || moved.wrong < (tool == NULL ? LEAST_WRONG : 1)) {
        return false;
    }
    const struct old_toon toon = {check, materials, &materials->olds[moved.first], &materials->items[moved.first],
                                  moved.first};
    struct place place = old_place(&toon, "textureProperties", "_MainTex");
    struct argument more = COUNT("more", moved.wrong - 1);
    struct finding *finding = tool == NULL ? report(check->findings, MESSAGE_MTOON_V0_BASE_TEXTURE_MISMATCH__MOVED,
                                                    place, ARGUMENTS(old_name(&toon), more))
                              : moved.wrong > 1
                                  ? report(check->findings, MESSAGE_MTOON_V0_BASE_TEXTURE_MISMATCH__MOVED_BY, place,
                                           ARGUMENTS(old_name(&toon), more, TEXT("tool", tool)))
                                  : report(check->findings, MESSAGE_MTOON_V0_BASE_TEXTURE_MISMATCH__MOVED_ONE, place,
                                           ARGUMENTS(old_name(&toon), TEXT("tool", tool)));
    finding_severity(finding, VRMLINT_ERROR);
    finding_measure(finding, "materials", (double)moved.wrong);
    finding_relate(finding, RELATED_MTOON_V0_BASE_TEXTURE_MISMATCH__DEFAULT,
                   place_of(PLACE_MATERIAL, moved.first, 0, material_slots[SLOT_BASE].pointer), NO_ARGUMENTS);
    fix_moved(finding, check, &moved);
    return true;
}
