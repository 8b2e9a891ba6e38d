/* Checks KHR_texture_transform in the textures of materials. */
#include "checks/mtoon/mtoon.h"
#include "checks/texture/texture.h"
#include "checks/univrm.h"
#include "ids/messages_texture.h"
#include "ids/messages_words.h"

#define REPETITIONS 100.0 /* of a texture; more look like noise */

/* A mistake in the numbers of a transform. */
enum flaw { FLAW_NONE, FLAW_ZERO, FLAW_OFFSET, FLAW_SCALE };

static enum flaw flaw_of(const struct material_texture *texture)
{
    const double *scale = texture->scale;
    const double *offset = texture->offset;
    return texture->transform == NULL || !texture->transform_known            ? FLAW_NONE
           : scale[0] == 0 || scale[1] == 0                                   ? FLAW_ZERO
           : fmax(fabs(offset[0]), fabs(offset[1])) > TEXTURE_OFFSET_FARTHEST ? FLAW_OFFSET
           : fmax(fabs(scale[0]), fabs(scale[1])) > REPETITIONS               ? FLAW_SCALE
                                                                              : FLAW_NONE;
}

/* Whether two textures have the same mistake with the same numbers, which is one mistake. */
static bool is_same_flaw(const struct material_texture *a, const struct material_texture *b)
{
    enum flaw flaw = flaw_of(a);
    const double *left = flaw == FLAW_OFFSET ? a->offset : a->scale;
    const double *right = flaw == FLAW_OFFSET ? b->offset : b->scale;
    return flaw == flaw_of(b) && left[0] == right[0] && left[1] == right[1];
}

static void check_flaw(const struct toon *toon, enum texture_slot slot)
{
    static const enum message messages[] = {[FLAW_ZERO] = MESSAGE_TEXTURE_TRANSFORM_ZERO_SCALE__DEFAULT,
                                            [FLAW_OFFSET] = MESSAGE_TEXTURE_TRANSFORM_ASTRAY__OFFSET,
                                            [FLAW_SCALE] = MESSAGE_TEXTURE_TRANSFORM_ASTRAY__SCALE};
    const struct material_texture *textures = toon->material->textures;
    enum flaw flaw = flaw_of(&textures[slot]);
    bool is_told = false;
    for (enum texture_slot before = 0; before < slot; before++) {
        is_told = is_told || is_same_flaw(&textures[slot], &textures[before]);
    }
    if (flaw == FLAW_NONE || is_told) {
        return;
    }
    struct argument slots[SLOT_COUNT];
    size_t count = 0;
    for (enum texture_slot other = slot; other < SLOT_COUNT; other++) {
        if (is_same_flaw(&textures[slot], &textures[other])) {
            slots[count++] = toon_slot_name(NULL, other);
        }
    }
    const double *numbers = flaw == FLAW_OFFSET ? textures[slot].offset : textures[slot].scale;
    struct argument pair[] = {NUMBER(NULL, numbers[0], 4), NUMBER(NULL, numbers[1], 4)};
    const char *member = arena_printf(toon->check->arena, "%s/extensions/" TRANSFORM_NAME "/%s",
                                      material_slots[slot].pointer, flaw == FLAW_OFFSET ? "offset" : "scale");
    struct finding *finding =
        report(toon->check->findings, messages[flaw], toon_place(toon, member),
               ARGUMENTS(toon_name(toon), argument_list("slots", slots, count, count, JOIN_AND), COUNT("count", count),
                         argument_list(flaw == FLAW_OFFSET ? "offset" : "scale", pair, 2, 2, JOIN_SPACE)));
    for (enum texture_slot other = slot + 1; other < SLOT_COUNT; other++) {
        if (is_same_flaw(&textures[slot], &textures[other])) {
            finding_relate(finding, WORDS_ALONE, toon_slot(toon, other), ARGUMENTS(toon_slot_name("thing", other)));
        }
    }
}

static void check_transform(const struct toon *toon, enum texture_slot slot)
{
    const struct material_texture *texture = &toon->material->textures[slot];
    bool identity = texture->offset[0] == 0 && texture->offset[1] == 0 && texture->scale[0] == 1 &&
                    texture->scale[1] == 1 && texture->rotation == 0 &&
                    tree_get(texture->transform, "texCoord") == NULL;
    if (identity && texture->transform_known) {
        const char *member =
            arena_printf(toon->check->arena, "%s/extensions/" TRANSFORM_NAME, material_slots[slot].pointer);
        report(toon->check->findings, MESSAGE_TEXTURE_TRANSFORM_IDENTITY__DEFAULT, toon_place(toon, member),
               ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot)));
    }
}

/* Reports members without a meaning of their own. UniVRM's reader throws an exception on every unknown member, even
 * on extras and extensions. */
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
                check_flaw(&toon, slot);
                check_transform(&toon, slot);
                check_general_members(&toon, slot);
            }
        }
    }
}
