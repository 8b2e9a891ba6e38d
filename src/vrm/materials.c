#include "vrm/materials.h"

#include <math.h>
#include <string.h>

#include "vrm/materials_parts.h"

/* ---- values ---- */

static bool is_within(double value, double least, double most)
{
    return value >= least - MATERIAL_EPS && value <= most + MATERIAL_EPS;
}

/* Reads a number of an object within a range; otherwise uses the default. */
static struct optional bounded_number(const struct tree *object, const char *key, double otherwise, double least,
                                      double most)
{
    const struct tree *json = tree_get(object, key);
    struct optional out = {.value = otherwise, .present = json != NULL};
    double value;
    out.given = tree_number(json, &value) && fabs(value) <= EXPECT_NUMBER_MAX && is_within(value, least, most);
    out.value = out.given ? value : otherwise;
    return out;
}

static struct optional free_number(const struct tree *object, const char *key, double otherwise)
{
    return bounded_number(object, key, otherwise, -INFINITY, INFINITY);
}

/* Reads count numbers from 0 to 1; leaves out unchanged unless all are valid. Returns false if the member has another
 * value. */
static bool read_factors(const struct tree *json, double *out, size_t count)
{
    double values[4];
    if (json == NULL) {
        return true;
    }
    if (!tree_numbers(json, values, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_within(values[i], 0, 1)) {
            return false;
        }
    }
    memcpy(out, values, count * sizeof *out);
    return true;
}

static struct material_color read_color(const struct tree *object, const char *key, double otherwise)
{
    const struct tree *json = tree_get(object, key);
    struct material_color out = {.rgb = {otherwise, otherwise, otherwise}, .present = json != NULL};
    out.given = read_factors(json, out.rgb, 3) && json != NULL;
    return out;
}

bool material_is_black(const struct material_color *color)
{
    return color->rgb[0] <= MATERIAL_EPS && color->rgb[1] <= MATERIAL_EPS && color->rgb[2] <= MATERIAL_EPS;
}

/* ---- textures ---- */

static bool read_two_numbers(const struct tree *object, const char *key, double out[2])
{
    const struct tree *json = tree_get(object, key);
    return json == NULL || tree_numbers(json, out, 2);
}

static void read_transform(struct material_texture *texture)
{
    const struct tree *transform = texture->transform;
    const struct tree *rotation = tree_get(transform, "rotation");
    const struct tree *coord = tree_get(transform, "texCoord");
    size_t set;
    texture->transform_known = read_two_numbers(transform, "offset", texture->offset) &&
                               read_two_numbers(transform, "scale", texture->scale) &&
                               (rotation == NULL || tree_number(rotation, &texture->rotation));
    if (coord != NULL && tree_index(coord, UINT32_MAX, &set)) {
        texture->coord = (unsigned)set;
        texture->coord_extended = true;
    }
}

static struct material_texture read_texture(const struct tree *json, size_t texture_count)
{
    struct material_texture texture = {
        .present = json != NULL, .texture = MATERIALS_NONE, .scale = {1, 1}, .transform_known = true};
    size_t set;
    if (!tree_is_object(json)) {
        return texture;
    }
    texture.json = json;
    texture.given = tree_index(tree_get(json, "index"), texture_count, &texture.texture);
    if (tree_index(tree_get(json, "texCoord"), UINT32_MAX, &set)) {
        texture.coord = (unsigned)set;
    }
    const struct tree *extensions = tree_get(json, "extensions");
    const struct tree *transform = tree_get(extensions, TRANSFORM_NAME);
    if (tree_is_object(transform)) {
        texture.transform = transform;
        read_transform(&texture);
    } else {
        texture.transform_known = transform == NULL && (extensions == NULL || tree_is_object(extensions));
    }
    return texture;
}

size_t material_image(const struct materials *materials, const struct material *material, enum texture_slot slot)
{
    const struct material_texture *texture = &material->textures[slot];
    return texture->given ? materials->textures[texture->texture].image : MATERIALS_NONE;
}

/* ---- materials ---- */

static void read_core(struct material *material, const struct tree *json)
{
    const struct tree *base = tree_get(tree_get(json, "pbrMetallicRoughness"), "baseColorFactor");
    material->name = expect_text(tree_get(json, "name"));
    material->mode = tree_reports(json, "alphaMode", "MASK")    ? MODE_MASK
                     : tree_reports(json, "alphaMode", "BLEND") ? MODE_BLEND
                                                                : MODE_OPAQUE;
    material->mode_present = tree_get(json, "alphaMode") != NULL;
    material->cutoff = bounded_number(json, "alphaCutoff", 0.5, 0, INFINITY);
    material->base[0] = material->base[1] = material->base[2] = material->base[3] = 1;
    material->base_present = base != NULL;
    material->base_known = read_factors(base, material->base, 4);
    material->emissive_known = read_factors(tree_get(json, "emissiveFactor"), material->emissive, 3);
    tree_flag(tree_get(json, "doubleSided"), &material->double_sided);
    material->unlit = tree_is_object(tree_extension(json, UNLIT_NAME));
    material->hdr = tree_object(tree_get(json, "extensions"), HDR_NAME);
    material->emissive_strength = tree_object(tree_get(json, "extensions"), EMISSIVE_NAME);
    material->multiplier = bounded_number(material->hdr, "emissiveMultiplier", 1, 0, INFINITY);
    material->strength = bounded_number(material->emissive_strength, "emissiveStrength", 1, 0, INFINITY);
}

static const char *outline_mode(const struct tree *json)
{
    static const char *const modes[] = {"none", "worldCoordinates", "screenCoordinates"};
    const char *text = tree_text(json, NULL);
    for (size_t i = 0; text != NULL && i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(text, modes[i]) == 0) {
            return modes[i];
        }
    }
    return json == NULL ? modes[0] : NULL;
}

static void read_mtoon(struct material *material, const struct tree *mtoon)
{
    material->mtoon = mtoon;
    tree_flag(tree_get(mtoon, "transparentWithZWrite"), &material->zwrite);
    material->queue = bounded_number(mtoon, "renderQueueOffsetNumber", 0, -9, 9);
    material->queue.given = material->queue.given && material->queue.value == floor(material->queue.value);
    material->shade = read_color(mtoon, "shadeColorFactor", 0);
    material->shift = free_number(mtoon, "shadingShiftFactor", 0);
    material->toony = bounded_number(mtoon, "shadingToonyFactor", 0.9, 0, 1);
    material->matcap = read_color(mtoon, "matcapFactor", 1);
    material->rim = read_color(mtoon, "parametricRimColorFactor", 0);
    material->fresnel = bounded_number(mtoon, "parametricRimFresnelPowerFactor", 5, 0, INFINITY);
    material->lift = free_number(mtoon, "parametricRimLiftFactor", 0);
    material->rim_mix = bounded_number(mtoon, "rimLightingMixFactor", 1, 0, 1);
    material->outline_mode = outline_mode(tree_get(mtoon, "outlineWidthMode"));
    material->outline_width = bounded_number(mtoon, "outlineWidthFactor", 0, 0, INFINITY);
    material->outline = read_color(mtoon, "outlineColorFactor", 0);
    material->scroll[0] = free_number(mtoon, "uvAnimationScrollXSpeedFactor", 0);
    material->scroll[1] = free_number(mtoon, "uvAnimationScrollYSpeedFactor", 0);
    material->turn = free_number(mtoon, "uvAnimationRotationSpeedFactor", 0);
    material->shift_scale = free_number(tree_get(mtoon, "shadingShiftTexture"), "scale", 1).value;
}

static void read_material(struct material *material, const struct tree *json, size_t texture_count)
{
    material->json = json;
    material->is_object = tree_is_object(json);
    read_core(material, json);
    read_mtoon(material, tree_object(tree_get(json, "extensions"), MTOON_NAME));
    const struct tree *pbr = tree_get(json, "pbrMetallicRoughness");
    for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
        const struct tree *holder = slot == SLOT_BASE || slot == SLOT_METALLIC  ? pbr
                                    : slot >= SLOT_SHADE && slot <= SLOT_MATCAP ? material->mtoon
                                                                                : json;
        material->textures[slot] = read_texture(tree_get(holder, material_slots[slot].key), texture_count);
    }
}

/* ---- VRM 0.x ---- */

static void read_olds(struct materials *materials, struct document *document)
{
    const struct tree *list = document_tree(document, MATERIALS0_POINTER);
    materials->old_count = tree_length(list);
    materials->olds = arena_array(document->arena, materials->old_count, sizeof *materials->olds);
    for (size_t i = 0; i < materials->old_count; i++) {
        struct material0 *old = &materials->olds[i];
        const struct tree *json = tree_at(list, i);
        old->json = tree_is_object(json) ? json : NULL;
        old->name = tree_text(tree_get(json, "name"), NULL);
        old->shader = tree_text(tree_get(json, "shader"), NULL);
        old->is_mtoon = tree_reports(json, "shader", "VRM/MToon");
        old->floats = tree_object(json, "floatProperties");
        old->vectors = tree_object(json, "vectorProperties");
        old->textures = tree_object(json, "textureProperties");
        old->keywords = tree_object(json, "keywordMap");
        old->queue = free_number(json, "renderQueue", -1);
    }
}

bool material0_float(const struct material0 *old, const char *key, double *out)
{
    return tree_number(tree_get(old->floats, key), out);
}

size_t material0_texture(const struct materials *materials, const struct material0 *old, const char *key)
{
    size_t texture;
    return tree_index(tree_get(old->textures, key), materials->texture_count, &texture) ? texture : MATERIALS_NONE;
}

struct materials *materials_read(struct document *document)
{
    struct materials *materials = arena_alloc(document->arena, sizeof *materials);
    const struct tree *json = document_tree(document, "/materials");
    const struct tree *textures = document_tree(document, "/textures");
    materials->count = tree_length(json);
    materials->texture_count = tree_length(textures);
    materials->items = arena_array(document->arena, materials->count, sizeof *materials->items);
    for (size_t i = 0; i < materials->count; i++) {
        arena_pulse(document->arena);
        read_material(&materials->items[i], tree_at(json, i), materials->texture_count);
    }
    read_olds(materials, document);
    materials_read_use(materials, document);
    materials_read_bound(materials, document);
    return materials;
}
