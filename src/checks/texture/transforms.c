/* KHR_texture_transform in the textures of materials. */
#include "checks/mtoon/mtoon.h"
#include "checks/texture/texture.h"
#include "checks/univrm.h"
#include "ids/messages_texture.h"

static void check_transform(const struct toon *toon, enum texture_slot slot)
{
    const struct material_texture *texture = &toon->material->textures[slot];
    bool zero = texture->scale[0] == 0 || texture->scale[1] == 0;
    bool identity = texture->offset[0] == 0 && texture->offset[1] == 0 && texture->scale[0] == 1 &&
                    texture->scale[1] == 1 && texture->rotation == 0 &&
                    tree_get(texture->transform, "texCoord") == NULL;
    if (texture->transform == NULL || !texture->transform_known) {
        return;
    }
    const char *member = arena_printf(toon->check->arena, "%s/extensions/" TRANSFORM_NAME "%s",
                                      material_slots[slot].pointer, zero ? "/scale" : "");
    if (zero) {
        struct argument scale[] = {NUMBER(NULL, texture->scale[0], 4), NUMBER(NULL, texture->scale[1], 4)};
        report(
            toon->check->findings, MESSAGE_TEXTURE_TRANSFORM_ZERO_SCALE__DEFAULT, toon_place(toon, member),
            ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot), argument_list("scale", scale, 2, 2, JOIN_SPACE)));
    } else if (identity) {
        report(toon->check->findings, MESSAGE_TEXTURE_TRANSFORM_IDENTITY__DEFAULT, toon_place(toon, member),
               ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot)));
    }
}

/* The reader of UniVRM throws an exception at every member that it doesn't know, also at those that anything may have.
 */
static void check_general_members(const struct toon *toon, enum texture_slot slot)
{
    static const char *const names[] = {"extras", "extensions"};
    const struct tree *transform = toon->material->textures[slot].transform;
    const char *pointer =
        arena_printf(toon->check->arena, "%s/extensions/" TRANSFORM_NAME, material_slots[slot].pointer);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (tree_get(transform, names[i]) == NULL ||
            !univrm_reads_transform(toon->check->avatar->document,
                                    arena_printf(toon->check->arena, "/materials/%zu/%s", toon->index, pointer))) {
            continue;
        }
        const char *member = arena_printf(toon->check->arena, "%s/%s", pointer, names[i]);
        struct finding *finding =
            report(toon->check->findings, MESSAGE_TEXTURE_UNKNOWN_PROPERTY__GENERAL, toon_place(toon, member),
                   ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot), TERM("key", names[i])));
        finding_severity(finding, VRMLINT_ERROR);
    }
}

void texture_check_transforms(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    for (size_t i = 0; i < materials->count; i++) {
        struct toon toon = {check, materials, &materials->items[i], i};
        for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
            if (toon.material->textures[slot].transform != NULL) {
                check_transform(&toon, slot);
                check_general_members(&toon, slot);
            }
        }
    }
}
