/* Checks textures and samplers. */
#include "checks/absent.h"
#include "checks/mtoon/mtoon.h"
#include "checks/texture/texture.h"
#include "checks/twins.h"
#include "checks/univrm.h"
#include "ids/messages_texture.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/* Checks for transparency that is enabled but impossible, or possible but disabled. */

#define OPAQUE_ALPHA 0.999

/* The alpha of an image. */
enum alpha { ALPHA_NO_IMAGE, ALPHA_NONE, ALPHA_SOME, ALPHA_UNKNOWN };

static enum alpha alpha_of(const struct check *check, bool present, size_t image)
{
    const struct image_header *header = texture_header(check, image);
    return !present                                 ? ALPHA_NO_IMAGE
           : header == NULL || !header->alpha_known ? ALPHA_UNKNOWN
           : header->alpha                          ? ALPHA_SOME
                                                    : ALPHA_NONE;
}

static struct finding *report_alpha(struct check *check, const enum message messages[2], struct place place,
                                    struct argument material, struct argument mode, double alpha, size_t image,
                                    bool is_mask)
{
    struct finding *finding;
    if (image == MATERIALS_NONE) {
        finding = report(check->findings, messages[0], place, ARGUMENTS(material, mode, NUMBER("alpha", alpha, 4)));
    } else {
        const char *format = image_format_name(check->avatar->images->items[image].header.format);
        finding = report(check->findings, messages[1], place,
                         ARGUMENTS(material, mode, the_image("image", check, image), TERM("format", format)));
        finding_relate(finding, RELATED_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__DEFAULT, place_image(image, NULL),
                       NO_ARGUMENTS);
    }
    if (is_mask) {
        finding_severity(finding, VRMLINT_INFO);
    }
    return finding;
}

/* Adds edits with the values that the shader's editor writes for the mode Opaque. */
static void make_opaque(struct finding *finding, const struct old_toon *toon)
{
    static const struct {
        const char *name;
        const char *value;
    } floats[] = {{"_SrcBlend", "1"}, {"_DstBlend", "0"}, {"_ZWrite", "1"}, {"_AlphaToMask", "0"}};
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", "0");
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        if (tree_get(toon->old->floats, floats[i].name) != NULL) {
            finding_edit(finding, VRMLINT_EDIT_SET, old_place(toon, "floatProperties", floats[i].name),
                         floats[i].value);
        }
    }
    old_drop_keywords(finding, toon, "_ALPHA");
    if (tree_get(tree_get(toon->old->json, "tagMap"), "RenderType") != NULL) {
        finding_edit(finding, VRMLINT_EDIT_SET, old_place(toon, "tagMap", "RenderType"), "\"Opaque\"");
    }
    finding_edit(finding, VRMLINT_EDIT_SET, old_place(toon, "renderQueue", NULL), "2000");
    if (toon->partner != NULL && toon->partner->is_object && toon->partner->mode != MODE_OPAQUE) {
        toon_set_alpha_mode(finding, toon->partner, toon->index, MODE_OPAQUE);
    }
}

static void check_material(const struct toon *toon)
{
    static const enum message messages[][2] = {
        {MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__NO_TEXTURE, MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OPAQUE_IMAGE},
        {MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__NO_TEXTURE_CUTOFF,
         MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OPAQUE_IMAGE_CUTOFF},
        {MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__NO_TEXTURE_ORDER,
         MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OPAQUE_IMAGE_ORDER}};
    const struct material *material = toon->material;
    bool has_cutoff = tree_get(material->json, "alphaCutoff") != NULL;
    bool has_order =
        material->mode == MODE_BLEND && (material->zwrite || (material->queue.given && material->queue.value != 0));
    const struct material_texture *base = &material->textures[SLOT_BASE];
    size_t image = material_image(toon->materials, material, SLOT_BASE);
    enum alpha alpha = alpha_of(toon->check, base->present, image);
    bool colored = material->mtoon == NULL && material->colored;
    if (material->mode == MODE_OPAQUE) {
        if (alpha == ALPHA_SOME) {
            report(toon->check->findings, MESSAGE_TEXTURE_ALPHA_IGNORED__DEFAULT, toon_place(toon, NULL),
                   ARGUMENTS(toon_name(toon), the_image("image", toon->check, image)));
        }
        return;
    }
    if ((alpha == ALPHA_NO_IMAGE || alpha == ALPHA_NONE) && material->base_known && !colored &&
        material->base[3] >= OPAQUE_ALPHA && (material->bound & BOUND_COLOR) == 0) {
        toon_set_alpha_mode(report_alpha(toon->check, messages[has_order ? 2 : has_cutoff],
                                         toon_place(toon, "alphaMode"), toon_name(toon), toon_mode(toon),
                                         material->base[3], image, material->mode == MODE_MASK),
                            material, toon->index, MODE_OPAQUE);
    }
}

static void check_old(const struct old_toon *toon)
{
    static const enum message messages[] = {MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OLD_NO_TEXTURE,
                                            MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OLD_OPAQUE_IMAGE};
    int mode = old_mode(toon);
    const struct tree *vector = tree_get(toon->old->vectors, "_Color");
    double color[4] = {1, 1, 1, 1};
    bool known = vector == NULL || tree_numbers(vector, color, 4);
    bool present = tree_get(toon->old->textures, "_MainTex") != NULL;
    size_t texture = material0_texture(toon->materials, toon->old, "_MainTex");
    size_t image = texture == MATERIALS_NONE ? MATERIALS_NONE : toon->materials->textures[texture].image;
    enum alpha alpha = alpha_of(toon->check, present, image);
    if (mode > 0 && known && color[3] >= OPAQUE_ALPHA && (toon->old->bound & BOUND_COLOR) == 0 &&
        (alpha == ALPHA_NO_IMAGE || alpha == ALPHA_NONE)) {
        make_opaque(report_alpha(toon->check, messages, old_place(toon, "floatProperties", "_BlendMode"),
                                 old_name(toon), TERM("mode", old_mode_name(mode)), color[3], image, mode == 1),
                    toon);
    }
}

static void check_normal_map(const struct toon *toon)
{
    size_t image = material_image(toon->materials, toon->material, SLOT_NORMAL);
    const struct image_header *header = texture_header(toon->check, image);
    if (header != NULL && header->format == IMAGE_JPEG) {
        report(toon->check->findings, MESSAGE_TEXTURE_NORMAL_MAP_JPEG__DEFAULT, toon_slot(toon, SLOT_NORMAL),
               ARGUMENTS(toon_name(toon), the_image("image", toon->check, image)));
    }
}

static void texture_check_alpha(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    for (size_t i = 0; i < materials->count; i++) {
        struct toon toon = {check, materials, &materials->items[i], i};
        arena_pulse(check->arena);
        check_normal_map(&toon);
        if (i >= materials->old_count || !materials->olds[i].is_mtoon) {
            check_material(&toon);
        }
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        struct old_toon toon = {check, materials, &materials->olds[i],
                                i < materials->count ? &materials->items[i] : NULL, i};
        if (toon.old->is_mtoon) {
            check_old(&toon);
        }
    }
}

/* Reports unused images, textures, samplers and materials, and the bytes that they waste. */

/* Whether lists that may contain references aren't readable. Then it is unknown what is unused. */
static bool is_unclear(const struct check *check)
{
    static const char *const lists[] = {"materials", "textures", "images", "samplers", "meshes"};
    const struct document *document = check->avatar->document;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (!document_has_list(document, lists[i])) {
            return true;
        }
    }
    return check->avatar->materials->has_foreign;
}

static void measure_unused_bytes(struct finding *finding, uint64_t bytes)
{
    finding_measure(finding, "bytes", (double)bytes);
    if (bytes >= TEXTURE_BIG) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

static void check_unused_images(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    const struct images *images = check->avatar->images;
    for (size_t i = 0; i < images->count && i < materials->image_count; i++) {
        uint64_t size = images->items[i].size;
        struct argument image = the_image("image", check, i);
        if (materials->image_used[i] || !tree_is_object(images->items[i].json)) {
            continue;
        }
        struct finding *finding = report_taking(
            check->findings, size > 0 ? MESSAGE_TEXTURE_UNUSED_IMAGE__DEFAULT : MESSAGE_TEXTURE_UNUSED_IMAGE__BARE,
            place_image(i, NULL), ARGUMENTS(image, the_megabytes("megabytes", (double)size)));
        measure_unused_bytes(finding, size);
        if (materials->texture_count == 0) {
            absent_note(check, finding, ABSENT_LEFT, "/textures");
        }
    }
}

/* Returns, per image, the number of textures that show it. */
static size_t *count_shown(struct arena *arena, const struct materials *materials)
{
    size_t *shown = arena_array(arena, materials->image_count, sizeof *shown);
    for (size_t i = 0; i < materials->texture_count; i++) {
        if (materials->textures[i].image != MATERIALS_NONE) {
            shown[materials->textures[i].image]++;
        }
    }
    return shown;
}

static void check_unused_textures(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    const struct images *images = check->avatar->images;
    const size_t *shown = count_shown(check->arena, materials);
    for (size_t i = 0; i < materials->texture_count; i++) {
        const struct texture *texture = &materials->textures[i];
        if (texture->used || !tree_is_object(texture->json)) {
            continue;
        }
        bool alone = texture->image != MATERIALS_NONE && shown[texture->image] == 1;
        uint64_t size = alone ? images->items[texture->image].size : 0;
        struct finding *finding = report_taking(
            check->findings, size > 0 ? MESSAGE_TEXTURE_UNUSED_TEXTURE__DEFAULT : MESSAGE_TEXTURE_UNUSED_TEXTURE__BARE,
            place_texture(i, NULL), ARGUMENTS(COUNT("texture", i), the_megabytes("megabytes", (double)size)));
        finding_measure(finding, "bytes", (double)size);
    }
}

static void texture_check_unused(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    if (is_unclear(check)) {
        return;
    }
    check_unused_images(check);
    check_unused_textures(check);
    for (size_t i = 0; i < materials->sampler_count; i++) {
        if (!materials->sampler_used[i] && tree_is_object(tree_at(materials->samplers, i))) {
            report(check->findings, MESSAGE_TEXTURE_UNUSED_SAMPLER__DEFAULT,
                   place_at(arena_printf(check->arena, "/samplers/%zu", i)), ARGUMENTS(COUNT("sampler", i)));
        }
    }
    for (size_t i = 0; i < materials->count; i++) {
        if (!materials->material_used[i] && materials->items[i].is_object) {
            struct finding *finding =
                report(check->findings,
                       i < materials->old_count ? MESSAGE_TEXTURE_UNUSED_MATERIAL__OLD
                                                : MESSAGE_TEXTURE_UNUSED_MATERIAL__DEFAULT,
                       place_of(PLACE_MATERIAL, i, 0, NULL),
                       ARGUMENTS(the_thing("material", WORDS_MATERIAL, i, materials->items[i].name)));
            if (materials->items[i].animated) {
                finding_fix(finding, VRMLINT_FIX_NONE); /* the animation would point at nothing */
            }
        }
    }
}

/* Checks KHR_texture_transform in the textures of materials. */

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

static void texture_check_transforms(struct check *check)
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

enum { NEAREST = 9728, LINEAR = 9729, TEXTURES_LARGE = 512 /* pixels */ };

static void check_sources(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    for (size_t i = 0; i < materials->texture_count; i++) {
        const struct texture *texture = &materials->textures[i];
        bool has_source = tree_get(texture->json, "source") != NULL;
        if (!tree_is_object(texture->json) || has_source) {
            continue;
        }
        if (texture->extension != NULL) {
            report(check->findings, MESSAGE_TEXTURE_NO_FALLBACK__DEFAULT, place_texture(i, NULL),
                   ARGUMENTS(COUNT("texture", i), TERM("extension", texture->extension)));
        } else if (texture->of_material && tree_count(tree_get(texture->json, "extensions")) == 0) {
            report(check->findings, MESSAGE_TEXTURE_NO_SOURCE__DEFAULT, place_texture(i, NULL),
                   ARGUMENTS(COUNT("texture", i)));
        }
    }
}

/* Reports samplers without mipmaps, each once, with the first large image that uses it. */
static void check_mipmaps(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    bool *said = arena_array(check->arena, materials->sampler_count, sizeof *said);
    for (size_t i = 0; i < materials->texture_count; i++) {
        const struct texture *texture = &materials->textures[i];
        const struct image_header *header = texture_header(check, texture->image);
        size_t sampler = texture->sampler;
        double filter;
        if (sampler == MATERIALS_NONE || header == NULL || said[sampler] || !materials->image_seen[texture->image] ||
            (header->width < TEXTURES_LARGE && header->height < TEXTURES_LARGE) ||
            !tree_number(tree_get(tree_at(materials->samplers, sampler), "minFilter"), &filter) ||
            (filter != NEAREST && filter != LINEAR)) {
            continue;
        }
        said[sampler] = true;
        struct place place = place_at(arena_printf(check->arena, "/samplers/%zu/minFilter", sampler));
        struct finding *finding = report(check->findings, MESSAGE_TEXTURE_NO_MIPMAPS__DEFAULT, place,
                                         ARGUMENTS(COUNT("sampler", sampler),
                                                   TERM("value", filter == LINEAR ? "LINEAR (9729)" : "NEAREST (9728)"),
                                                   the_image("image", check, texture->image),
                                                   COUNT("width", header->width), COUNT("height", header->height)));
        finding_relate(finding, RELATED_TEXTURE_NO_MIPMAPS__DEFAULT, place_image(texture->image, NULL), NO_ARGUMENTS);
    }
}

static void check_texture_twins(struct check *check)
{
    if (!findings_want(check->findings, RULE_TEXTURE_DUPLICATE_TEXTURE)) {
        return;
    }
    size_t count;
    const struct twin *twins = twins_find(check->arena, document_tree(check->avatar->document, "/textures"), &count);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (!twins_same(twins, i)) {
            first = i;
            continue;
        }
        struct finding *finding =
            report(check->findings, MESSAGE_TEXTURE_DUPLICATE_TEXTURE__DEFAULT, place_texture(twins[i].index, NULL),
                   ARGUMENTS(COUNT("texture", twins[i].index), COUNT("other", twins[first].index)));
        finding_relate(finding, RELATED_TEXTURE_DUPLICATE_TEXTURE__DEFAULT, place_texture(twins[first].index, NULL),
                       NO_ARGUMENTS);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", arena_printf(check->arena, "%zu", twins[first].index));
    }
}

void check_textures(struct check *check)
{
    check_sources(check);
    check_mipmaps(check);
    check_texture_twins(check);
    texture_check_alpha(check);
    texture_check_transforms(check);
    texture_check_unused(check);
}
