/* Checks for transparency that is enabled but impossible, or possible but disabled. */
#include "checks/mtoon/mtoon.h"
#include "checks/texture/texture.h"
#include "ids/messages_texture.h"

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
    static const enum message messages[2][2] = {
        {MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__NO_TEXTURE, MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OPAQUE_IMAGE},
        {MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__NO_TEXTURE_CUTOFF,
         MESSAGE_TEXTURE_ALPHA_MODE_WITHOUT_ALPHA__OPAQUE_IMAGE_CUTOFF}};
    const struct material *material = toon->material;
    bool has_cutoff = tree_get(material->json, "alphaCutoff") != NULL;
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
        toon_set_alpha_mode(report_alpha(toon->check, messages[has_cutoff], toon_place(toon, "alphaMode"),
                                         toon_name(toon), toon_mode(toon), material->base[3], image,
                                         material->mode == MODE_MASK),
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

void texture_check_alpha(struct check *check)
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
