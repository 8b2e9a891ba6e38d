/* Checks the textures of a toon material, alone and in relation to each other. VRMC_materials_mtoon 1.0, Textures. */
#include "base/json_value.h"
#include "checks/mtoon/mtoon.h"
#include "ids/messages_mtoon.h"
#include "message/member_names.h"

#define EPS_UV 1e-4

/* The slots that toon shading reads, in the order of findings. */
#define LAST_SLOT SLOT_MATCAP

static struct argument the_pair(const char *as, const double pair[2], struct argument room[2])
{
    room[0] = NUMBER(NULL, pair[0], 4);
    room[1] = NUMBER(NULL, pair[1], 4);
    return argument_list(as, room, 2, 2, JOIN_SPACE);
}

/* ---- coordinates ---- */

static void check_coordinates(const struct toon *toon)
{
    const struct material *material = toon->material;
    struct finding *finding = NULL;
    for (enum texture_slot slot = 0; slot < LAST_SLOT; slot++) {
        const struct material_texture *texture = &material->textures[slot];
        bool there = texture->coord < 32 && (material->coords >> texture->coord & 1) != 0;
        if (!texture->given || texture->coord == 0 || material->primitives == 0 || !there) {
            continue;
        }
        if (finding != NULL && toon_related(finding, RELATED_MTOON_TEX_COORD_IGNORED__OTHER, toon, slot)) {
            continue;
        }
        const char *member = arena_printf(
            toon->check->arena, texture->coord_extended ? "%s/extensions/" TRANSFORM_NAME "/texCoord" : "%s/texCoord",
            material_slots[slot].pointer);
        finding = report(
            toon->check->findings, MESSAGE_MTOON_TEX_COORD_IGNORED__DEFAULT, toon_place(toon, member),
            ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot), NUMBER("coord", (double)texture->coord, 10)));
        finding_measure(finding, "texCoord", (double)texture->coord);
    }
}

/* ---- transforms ---- */

static bool transforms_differ(const struct material_texture *a, const struct material_texture *b)
{
    for (size_t i = 0; i < 2; i++) {
        if (fabs(a->offset[i] - b->offset[i]) > EPS_UV || fabs(a->scale[i] - b->scale[i]) > EPS_UV) {
            return true;
        }
    }
    return false;
}

/* Adds edits that give a texture the transform of the base texture, which UniVRM applies to all. */
static void take_transform(struct finding *finding, const struct toon *toon, enum texture_slot slot,
                           const struct material_texture *base)
{
    static const char *const members[] = {"offset", "scale"};
    const struct material_texture *texture = &toon->material->textures[slot];
    struct arena *arena = toon->check->arena;
    const char *pointer = material_slots[slot].pointer;
    const struct tree *base_transform = base->transform;
    if (texture->transform != NULL && base_transform == NULL && tree_get(texture->transform, "texCoord") == NULL) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE,
                     toon_place(toon, arena_printf(arena, "%s/extensions/" TRANSFORM_NAME, pointer)), NULL);
        return;
    }
    if (texture->transform == NULL) {
        struct json_value offset;
        struct json_value scale;
        const char *value = arena_printf(arena, "{\"offset\":%s,\"scale\":%s}", json_numbers(&offset, base->offset, 2),
                                         json_numbers(&scale, base->scale, 2));
        bool has_extensions = tree_is_object(tree_get(texture->json, "extensions"));
        finding_edit(
            finding, VRMLINT_EDIT_SET,
            toon_place(toon, arena_printf(arena, "%s/extensions%s", pointer, has_extensions ? "/" TRANSFORM_NAME : "")),
            has_extensions ? value : arena_printf(arena, "{\"" TRANSFORM_NAME "\":%s}", value));
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        finding_edit(finding, VRMLINT_EDIT_SET,
                     toon_place(toon, arena_printf(arena, "%s/extensions/" TRANSFORM_NAME "/%s", pointer, members[i])),
                     json_numbers(&(struct json_value){""}, i == 0 ? base->offset : base->scale, 2));
    }
}

static void check_transforms(const struct toon *toon)
{
    static const struct material_texture none = {.scale = {1, 1}};
    const struct material *material = toon->material;
    const struct material_texture *base = &material->textures[SLOT_BASE];
    struct finding *finding = NULL;
    if (!toon_knows_slot(toon, SLOT_BASE) || !base->transform_known) {
        return;
    }
    base = base->given ? base : &none;
    for (enum texture_slot slot = SLOT_NORMAL; slot < LAST_SLOT; slot++) {
        const struct material_texture *texture = &material->textures[slot];
        if (slot == SLOT_OUTLINE || !texture->given || !texture->transform_known || !transforms_differ(texture, base)) {
            continue;
        }
        if (finding != NULL && toon_related(finding, RELATED_MTOON_TEXTURE_TRANSFORMS_DIFFER__OTHER, toon, slot)) {
            take_transform(finding, toon, slot, base);
            continue;
        }
        struct argument room[4][2];
        finding = report(
            toon->check->findings, MESSAGE_MTOON_TEXTURE_TRANSFORMS_DIFFER__DEFAULT, toon_slot(toon, slot),
            ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot), the_pair("offset", texture->offset, room[0]),
                      the_pair("scale", texture->scale, room[1]), the_pair("base_offset", base->offset, room[2]),
                      the_pair("base_scale", base->scale, room[3])));
        take_transform(finding, toon, slot, base);
        if (base != &none) {
            finding_relate(finding, RELATED_MTOON_TEXTURE_TRANSFORMS_DIFFER__DEFAULT, toon_slot(toon, SLOT_BASE),
                           NO_ARGUMENTS);
        }
    }
}

static void check_portable(const struct toon *toon)
{
    static const struct material_texture none = {.scale = {1, 1}};
    static const enum texture_slot slots[] = {SLOT_OUTLINE, SLOT_MATCAP};
    struct finding *finding = NULL;
    for (size_t i = 0; i < 2; i++) {
        const struct material_texture *texture = &toon->material->textures[slots[i]];
        if (!texture->given || !texture->transform_known ||
            (!transforms_differ(texture, &none) && fabs(texture->rotation) <= MATERIAL_EPS)) {
            continue;
        }
        const char *member =
            arena_printf(toon->check->arena, "%s/extensions/" TRANSFORM_NAME, material_slots[slots[i]].pointer);
        if (finding != NULL && toon_related(finding, RELATED_MTOON_TRANSFORM_NOT_PORTABLE__OTHER, toon, slots[i])) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, toon_place(toon, member), NULL);
            continue;
        }
        struct argument room[2][2];
        finding =
            report(toon->check->findings, MESSAGE_MTOON_TRANSFORM_NOT_PORTABLE__DEFAULT, toon_place(toon, member),
                   ARGUMENTS(toon_name(toon), toon_slot_name("slot", slots[i]),
                             the_pair("offset", texture->offset, room[0]), the_pair("scale", texture->scale, room[1])));
    }
}

/* ---- colours and numbers ---- */

/* Adds edits that give the slots which contain data, and share the texture of the first such slot, a texture of their
 * own. */
static void give_texture(struct finding *finding, const struct toon *toon, enum texture_slot first)
{
    struct arena *arena = toon->check->arena;
    size_t texture = toon->material->textures[first].texture;
    size_t count = toon->materials->texture_count;
    /* the index is part of the place, so that two such fixes aren't applied at once */
    finding_edit(finding, VRMLINT_EDIT_INSERT, place_at(arena_printf(arena, "/textures/%zu", count)),
                 tree_written(arena, toon->materials->textures[texture].json));
    for (enum texture_slot slot = first; slot <= LAST_SLOT; slot++) {
        if (material_has(toon->material, slot) && material_slots[slot].is_data &&
            toon->material->textures[slot].texture == texture) {
            finding_edit(finding, VRMLINT_EDIT_SET,
                         toon_place(toon, arena_printf(arena, "%s/index", material_slots[slot].pointer)),
                         arena_printf(arena, "%zu", count));
        }
    }
}

static void check_color_and_data(const struct toon *toon)
{
    const struct material *material = toon->material;
    for (enum texture_slot data = 0; data <= LAST_SLOT; data++) {
        if (!material_has(material, data) || !material_slots[data].is_data) {
            continue;
        }
        size_t texture = material->textures[data].texture;
        for (enum texture_slot color = 0; color <= LAST_SLOT; color++) {
            if (!material_has(material, color) || material_slots[color].is_data ||
                material->textures[color].texture != texture) {
                continue;
            }
            struct finding *finding =
                report(toon->check->findings, MESSAGE_MTOON_COLOR_AND_DATA_TEXTURE__DEFAULT, toon_slot(toon, data),
                       ARGUMENTS(toon_name(toon), toon_slot_name("slot", data), COUNT("texture", texture),
                                 toon_slot_name("other", color)));
            finding_relate(finding, RELATED_MTOON_COLOR_AND_DATA_TEXTURE__DEFAULT, toon_slot(toon, color),
                           NO_ARGUMENTS);
            give_texture(finding, toon, data);
            return;
        }
    }
}

/* ---- textures without effect ---- */

static bool is_dark(const struct toon *toon, const struct material_color *color, unsigned bit)
{
    return toon_knows_color(color) && material_is_black(color) && (toon->material->bound & bit) == 0;
}

/* Whether the material has an emissive strength, which hdr/no-emissive-factor reports. */
static bool has_strength(const struct material *material)
{
    return (material->multiplier.given && fabs(material->multiplier.value - 1) > MATERIAL_EPS) ||
           (material->strength.given && fabs(material->strength.value - 1) > MATERIAL_EPS);
}

/* Returns the message if the texture of a slot has no effect, or MESSAGE_NONE; *factor receives the factor that it
 * names. */
static enum message idle_texture_message(const struct toon *toon, enum texture_slot slot, const char **factor)
{
    const struct material *material = toon->material;
    const struct material_color emissive = {
        {material->emissive[0], material->emissive[1], material->emissive[2]}, true, material->emissive_known};
    *factor = slot == SLOT_EMISSIVE ? "emissiveFactor" : slot == SLOT_SHADE ? "shadeColorFactor" : "matcapFactor";
    switch (slot) {
    case SLOT_EMISSIVE:
        return is_dark(toon, &emissive, BOUND_EMISSION) && !has_strength(material)
                   ? MESSAGE_MTOON_TEXTURE_NO_EFFECT__DEFAULT
                   : MESSAGE_NONE;
    case SLOT_SHADE:
        return is_dark(toon, &material->shade, BOUND_SHADE) ? MESSAGE_MTOON_TEXTURE_NO_EFFECT__DEFAULT : MESSAGE_NONE;
    case SLOT_MATCAP:
        return is_dark(toon, &material->matcap, BOUND_MATCAP) ? MESSAGE_MTOON_TEXTURE_NO_EFFECT__DEFAULT : MESSAGE_NONE;
    case SLOT_RIM:
        return is_dark(toon, &material->rim, BOUND_RIM) && !material->textures[SLOT_MATCAP].present
                   ? MESSAGE_MTOON_TEXTURE_NO_EFFECT__RIM
                   : MESSAGE_NONE;
    case SLOT_SHIFT:
        return material->shift_scale == 0 ? MESSAGE_MTOON_TEXTURE_NO_EFFECT__SCALE : MESSAGE_NONE;
    default:
        return MESSAGE_NONE;
    }
}

static void check_effect(const struct toon *toon)
{
    struct finding *finding = NULL;
    for (enum texture_slot slot = 0; slot <= LAST_SLOT; slot++) {
        const char *factor;
        enum message message =
            material_has(toon->material, slot) ? idle_texture_message(toon, slot, &factor) : MESSAGE_NONE;
        if (message == MESSAGE_NONE ||
            (finding != NULL && toon_related(finding, RELATED_MTOON_TEXTURE_NO_EFFECT__OTHER, toon, slot))) {
            continue;
        }
        struct argument arguments[] = {
            toon_name(toon), toon_slot_name("slot", slot),
            message == MESSAGE_MTOON_TEXTURE_NO_EFFECT__DEFAULT ? the_member("factor", factor) : argument_end(),
            argument_end()};
        finding = report(toon->check->findings, message, toon_slot(toon, slot), arguments);
    }
}

static void check_ignored(const struct toon *toon)
{
    struct finding *finding = NULL;
    for (enum texture_slot slot = SLOT_METALLIC; toon->material->unlit && slot <= SLOT_OCCLUSION; slot++) {
        if (!material_has(toon->material, slot)) {
            continue;
        }
        if (finding != NULL && toon_related(finding, RELATED_MTOON_PBR_TEXTURE_IGNORED__OTHER, toon, slot)) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, toon_slot(toon, slot), NULL);
            continue;
        }
        finding = report(toon->check->findings, MESSAGE_MTOON_PBR_TEXTURE_IGNORED__DEFAULT, toon_slot(toon, slot),
                         ARGUMENTS(toon_name(toon), toon_slot_name("slot", slot)));
    }
}

void toon_check_textures(const struct toon *toon)
{
    check_coordinates(toon);
    check_transforms(toon);
    check_portable(toon);
    check_color_and_data(toon);
    check_effect(toon);
    check_ignored(toon);
}
