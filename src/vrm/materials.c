/* Shared by materials*.c. Private to these. */
#include "vrm/materials.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/among.h"
#include "base/sort.h"
#include "base/text.h"

#define MTOON_BELOW "extensions/" MTOON_NAME "/"

const struct material_slot material_slots[SLOT_COUNT] = {
    [SLOT_BASE] = {"pbrMetallicRoughness/baseColorTexture", "baseColorTexture", false},
    [SLOT_NORMAL] = {"normalTexture", "normalTexture", true},
    [SLOT_EMISSIVE] = {"emissiveTexture", "emissiveTexture", false},
    [SLOT_SHADE] = {MTOON_BELOW "shadeMultiplyTexture", "shadeMultiplyTexture", false},
    [SLOT_SHIFT] = {MTOON_BELOW "shadingShiftTexture", "shadingShiftTexture", true},
    [SLOT_RIM] = {MTOON_BELOW "rimMultiplyTexture", "rimMultiplyTexture", false},
    [SLOT_OUTLINE] = {MTOON_BELOW "outlineWidthMultiplyTexture", "outlineWidthMultiplyTexture", true},
    [SLOT_MASK] = {MTOON_BELOW "uvAnimationMaskTexture", "uvAnimationMaskTexture", true},
    [SLOT_MATCAP] = {MTOON_BELOW "matcapTexture", "matcapTexture", false},
    [SLOT_METALLIC] = {"pbrMetallicRoughness/metallicRoughnessTexture", "metallicRoughnessTexture", true},
    [SLOT_OCCLUSION] = {"occlusionTexture", "occlusionTexture", true},
};

/* Finds the colours of materials that expressions of VRM 1.0 and 0.x and animations of KHR_animation_pointer change. */

static const struct {
    const char *type; /* materialColorBinds of VRMC_vrm 1.0 */
    const char *key;  /* propertyName of VRM 0.x: this, or a name that begins with it */
    unsigned bit;
} colors[] = {
    {"color", "_Color", BOUND_COLOR},           {"emissionColor", "_EmissionColor", BOUND_EMISSION},
    {"shadeColor", "_ShadeColor", BOUND_SHADE}, {"matcapColor", NULL, BOUND_MATCAP},
    {"rimColor", "_RimColor", BOUND_RIM},       {"outlineColor", "_OutlineColor", BOUND_OUTLINE},
};

enum { COLORS = sizeof colors / sizeof *colors, ALL_BITS = 63 };

/* ---- VRM 1.0 ---- */

static void read_binds(struct materials *materials, const struct tree *expressions)
{
    for (void *at = tree_first(expressions); at != NULL; at = tree_next(expressions, at)) {
        const struct tree *binds = tree_get(tree_value(at), "materialColorBinds");
        for (size_t i = 0; tree_is_array(binds) && i < tree_count(binds); i++) {
            const char *type = tree_text(tree_get(tree_at(binds, i), "type"), NULL);
            size_t material;
            if (type == NULL || !tree_index(tree_get(tree_at(binds, i), "material"), materials->count, &material)) {
                continue;
            }
            for (size_t k = 0; k < COLORS; k++) {
                materials->items[material].bound |= strcmp(type, colors[k].type) == 0 ? colors[k].bit : 0;
            }
        }
    }
}

/* ---- animations ---- */

static bool has_name(const struct document *document, const char *name)
{
    for (size_t i = 0; i < document->name_count; i++) {
        if (strcmp(document->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void read_pointers(struct materials *materials, struct document *document)
{
    const struct tree *animations = document_tree(document, "/animations");
    for (size_t a = 0; tree_is_array(animations) && a < tree_count(animations); a++) {
        const struct tree *channels = tree_get(tree_at(animations, a), "channels");
        for (size_t c = 0; tree_is_array(channels) && c < tree_count(channels); c++) {
            const struct tree *target = tree_get(tree_at(channels, c), "target");
            const char *pointer = tree_text(tree_get(tree_extension(target, "KHR_animation_pointer"), "pointer"), NULL);
            struct place place = place_at(pointer == NULL ? "" : pointer);
            if (place.kind == PLACE_MATERIAL && place.member != NULL && place.index[0] < materials->count) {
                materials->items[place.index[0]].bound |= ALL_BITS;
                materials->items[place.index[0]].animated = true;
            }
        }
    }
}

/* ---- VRM 0.x ---- */

struct material_name {
    const char *name;
    size_t index; /* of a material, or the count of materials plus the index of an entry of materialProperties */
};

static unsigned bit_of(const char *property)
{
    for (size_t i = 0; i < COLORS; i++) {
        if (colors[i].key != NULL && text_begins(property, colors[i].key)) {
            return colors[i].bit;
        }
    }
    return 0;
}

static void bind_named(struct materials *materials, const struct material_name *named, size_t count, const char *name,
                       unsigned bit)
{
    size_t at = 0;
    SORT_SEARCH(at, 0, count, strcmp(named[at].name, name) < 0);
    for (; at < count && strcmp(named[at].name, name) == 0; at++) {
        size_t index = named[at].index;
        unsigned *bound = index < materials->count ? &materials->items[index].bound
                                                   : &materials->olds[index - materials->count].bound;
        if ((*bound & bit) == bit) {
            break; /* all materials of a name get the same bits */
        }
        *bound |= bit;
    }
}

static void read_values(struct materials *materials, const struct tree *groups, const struct material_name *named,
                        size_t count)
{
    for (size_t g = 0; tree_is_array(groups) && g < tree_count(groups); g++) {
        const struct tree *values = tree_get(tree_at(groups, g), "materialValues");
        for (size_t i = 0; tree_is_array(values) && i < tree_count(values); i++) {
            const char *name = tree_text(tree_get(tree_at(values, i), "materialName"), NULL);
            const char *property = tree_text(tree_get(tree_at(values, i), "propertyName"), NULL);
            if (name != NULL && property != NULL && bit_of(property) != 0) {
                bind_named(materials, named, count, name, bit_of(property));
            }
        }
    }
}

static void read_groups(struct materials *materials, struct document *document)
{
    const struct tree *groups =
        tree_get(document_tree(document, "/extensions/VRM/blendShapeMaster"), "blendShapeGroups");
    if (groups == NULL) {
        return;
    }
    struct arena *room = arena_open(document->arena);
    struct material_name *named = arena_array(room, materials->count + materials->old_count, sizeof *named);
    size_t count = 0;
    for (size_t i = 0; i < materials->count; i++) {
        if (materials->items[i].name != NULL) {
            named[count++] = (struct material_name){materials->items[i].name, i};
        }
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        if (materials->olds[i].name != NULL) {
            named[count++] = (struct material_name){materials->olds[i].name, materials->count + i};
        }
    }
    sort_array(room, named, count, sizeof *named, text_compare);
    read_values(materials, groups, named, count);
    arena_close(room);
    /* apps search for both names, so what one of a pair has holds for both */
    for (size_t i = 0; i < materials->count && i < materials->old_count; i++) {
        materials->items[i].bound |= materials->olds[i].bound;
        materials->olds[i].bound = materials->items[i].bound;
    }
}

/* Finds the colours of materials that expressions and animations change. */
static void materials_read_bound(struct materials *materials, struct document *document)
{
    const struct tree *expressions = document_tree(document, "/extensions/VRMC_vrm/expressions");
    read_binds(materials, tree_get(expressions, "preset"));
    read_binds(materials, tree_get(expressions, "custom"));
    if (has_name(document, "KHR_animation_pointer")) {
        read_pointers(materials, document);
    }
    read_groups(materials, document);
}

/* Finds references: to textures, samplers and images, and from primitives to materials. */

/* ---- textures ---- */

/* Extensions of a texture that refer to another image. The first one present counts. */
static const char *const source_extensions[] = {"EXT_texture_webp", "KHR_texture_basisu", "EXT_texture_avif",
                                                "MSFT_texture_dds"};

/* Marks the image of an index and returns it; MATERIALS_NONE if it is out of range. */
static size_t use_image(struct materials *materials, const struct tree *index)
{
    size_t image;
    if (!tree_index(index, materials->image_count, &image)) {
        return MATERIALS_NONE;
    }
    materials->image_used[image] = true;
    return image;
}

static void read_texture(struct materials *materials, struct texture *texture, const struct tree *json)
{
    size_t sampler;
    texture->json = json;
    texture->source = use_image(materials, tree_get(json, "source"));
    texture->image = texture->source;
    for (size_t i = 0; i < sizeof source_extensions / sizeof *source_extensions; i++) {
        const struct tree *extension = tree_extension(json, source_extensions[i]);
        const struct tree *source = tree_get(extension, "source");
        size_t image = use_image(materials, source);
        if (extension != NULL && texture->extension == NULL) {
            texture->extension = source_extensions[i];
            texture->image = source == NULL ? texture->source : image;
        }
    }
    texture->sampler = MATERIALS_NONE;
    if (tree_index(tree_get(json, "sampler"), materials->sampler_count, &sampler)) {
        texture->sampler = sampler;
        materials->sampler_used[sampler] = true;
    }
}

static void use_texture(struct materials *materials, const struct tree *index)
{
    size_t texture;
    if (tree_index(index, materials->texture_count, &texture)) {
        materials->textures[texture].used = true;
    }
}

/* Marks the textures of any "index" in the materials: unknown extensions have textures too. */
static void use_indices(struct materials *materials, struct arena *arena)
{
    const struct tree **open = NULL;
    size_t count = 0;
    size_t capacity = 0;
    for (size_t i = 0; i < materials->count; i++) {
        *ARENA_PUSH(arena, open, count, capacity) = materials->items[i].json;
        while (count > 0) {
            const struct tree *value = open[--count];
            arena_pulse(arena);
            for (size_t k = 0; tree_is_array(value) && k < tree_count(value); k++) {
                *ARENA_PUSH(arena, open, count, capacity) = tree_at(value, k);
            }
            for (void *at = tree_first(value); at != NULL; at = tree_next(value, at)) {
                const struct tree *member = tree_value(at);
                if (strcmp(tree_key(at), "index") == 0) {
                    use_texture(materials, member);
                } else if (tree_is_object(member) || tree_is_array(member)) {
                    *ARENA_PUSH(arena, open, count, capacity) = member;
                }
            }
        }
    }
}

static void use_old_textures(struct materials *materials, struct document *document)
{
    for (size_t i = 0; i < materials->old_count; i++) {
        const struct tree *map = materials->olds[i].textures;
        for (void *at = tree_first(map); at != NULL; at = tree_next(map, at)) {
            use_texture(materials, tree_value(at));
        }
    }
    use_texture(materials, tree_get(document_tree(document, "/extensions/VRM/meta"), "texture"));
    use_image(materials, tree_get(document_tree(document, "/extensions/VRMC_vrm/meta"), "thumbnailImage"));
}

bool material0_reads(const struct material0 *old, const char *key)
{
    static const char *const slots[] = {
        "_MainTex",   "_ShadeTexture",        "_BumpMap",          "_EmissionMap", "_RimTexture",
        "_SphereAdd", "_OutlineWidthTexture", "_UvAnimMaskTexture"};
    bool is_unlit = old->shader != NULL && text_begins(old->shader, "VRM/Unlit");
    size_t count = old->is_mtoon ? sizeof slots / sizeof *slots : is_unlit ? 1 : 0;
    size_t i = 0;
    while (i < count && strcmp(slots[i], key) != 0) {
        i++;
    }
    return i < count;
}

/* Marks the textures of VRM 0.x materials that apps load through materialProperties instead of glTF's members. */
static void load_old_textures(struct materials *materials)
{
    for (size_t i = 0; i < materials->old_count; i++) {
        const struct material0 *old = &materials->olds[i];
        for (void *at = tree_first(old->textures); at != NULL; at = tree_next(old->textures, at)) {
            size_t texture;
            if (material0_reads(old, tree_key(at)) && tree_index(tree_value(at), materials->texture_count, &texture)) {
                materials->textures[texture].of_material = true;
            }
        }
    }
}

/* Marks the images that materials show. */
static void see_images(struct materials *materials)
{
    load_old_textures(materials);
    for (size_t i = 0; i < materials->count; i++) {
        for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
            const struct material_texture *texture = &materials->items[i].textures[slot];
            if (texture->given) {
                materials->textures[texture->texture].of_material = true;
            }
        }
    }
    for (size_t i = 0; i < materials->texture_count; i++) {
        const struct texture *texture = &materials->textures[i];
        if ((texture->of_material || texture->used) && texture->image != MATERIALS_NONE) {
            materials->image_seen[texture->image] = true;
        }
    }
}

/* ---- images that hold colours ---- */

static void mark_colored(struct materials *materials, size_t texture)
{
    if (texture < materials->texture_count) {
        size_t images[] = {materials->textures[texture].image, materials->textures[texture].source};
        for (size_t i = 0; i < 2; i++) {
            if (images[i] < materials->image_count) {
                materials->image_colored[images[i]] = true;
            }
        }
    }
}

/* Whether a texture of VRM 0.x holds numbers. */
static bool is_data_key(const char *key)
{
    static const char *const keys[] = {"_BumpMap",           "_ReceiveShadowTexture", "_ShadingGradeTexture",
                                       "_UvAnimMaskTexture", "_OutlineWidthTexture",  "_MetallicGlossMap",
                                       "_OcclusionMap"};
    return IS_AMONG(key, keys);
}

static void find_colored(struct materials *materials)
{
    for (size_t i = 0; i < materials->count; i++) {
        for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
            const struct material_texture *texture = &materials->items[i].textures[slot];
            if (texture->given && !material_slots[slot].is_data) {
                mark_colored(materials, texture->texture);
            }
        }
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        const struct tree *map = materials->olds[i].textures;
        for (void *at = tree_first(map); at != NULL; at = tree_next(map, at)) {
            size_t texture;
            if (!is_data_key(tree_key(at)) && tree_index(tree_value(at), materials->texture_count, &texture)) {
                mark_colored(materials, texture);
            }
        }
    }
}

/* ---- primitives ---- */

enum { COORDS = 32 };

static uint32_t coords_of(const struct tree *attributes)
{
    uint32_t coords = 0;
    for (unsigned i = 0; i < COORDS; i++) {
        char key[24];
        snprintf(key, sizeof key, "TEXCOORD_%u", i);
        if (tree_get(attributes, key) == NULL) {
            break; /* the numbers have no gaps */
        }
        coords |= UINT32_C(1) << i;
    }
    return coords;
}

static void add_primitive(struct materials *materials, size_t index, const struct tree *attributes)
{
    struct material *material = &materials->items[index];
    uint32_t coords = coords_of(attributes);
    material->coords = material->primitives == 0 ? coords : material->coords & coords;
    material->primitives++;
    material->colored = material->colored || tree_get(attributes, "COLOR_0") != NULL;
    materials->material_used[index] = true;
}

/* Marks materials of variants, which no primitive may show at first. */
static void use_variants(struct materials *materials, const struct tree *primitive)
{
    const struct tree *mappings = tree_get(tree_extension(primitive, "KHR_materials_variants"), "mappings");
    for (size_t i = 0; tree_is_array(mappings) && i < tree_count(mappings); i++) {
        size_t material;
        if (tree_index(tree_get(tree_at(mappings, i), "material"), materials->count, &material)) {
            materials->material_used[material] = true;
        }
    }
}

static void read_primitives(struct materials *materials, struct document *document)
{
    const struct tree *meshes = materials->count == 0 ? NULL : document_tree(document, "/meshes");
    for (size_t m = 0; tree_is_array(meshes) && m < tree_count(meshes); m++) {
        const struct tree *list = tree_get(tree_at(meshes, m), "primitives");
        for (size_t p = 0; tree_is_array(list) && p < tree_count(list); p++) {
            const struct tree *primitive = tree_at(list, p);
            const struct tree *attributes = tree_get(primitive, "attributes");
            size_t material;
            arena_pulse(document->arena);
            use_variants(materials, primitive);
            if (!tree_index(tree_get(primitive, "material"), materials->count, &material)) {
                continue;
            }
            *ARENA_ADD(document->arena, materials->primitives, materials->primitive_count) =
                (struct painted){m, p, material, attributes};
            add_primitive(materials, material, attributes);
        }
    }
}

/* ---- extensions of the root ---- */

/* Whether the root has an extension other than those that refer to textures only through materials. */
static bool has_foreign(struct document *document)
{
    const struct tree *root = document_has(document, "extensions") ? document_tree(document, "/extensions") : NULL;
    for (void *at = tree_first(root); at != NULL; at = tree_next(root, at)) {
        const char *name = tree_key(at);
        bool known = strcmp(name, "VRM") == 0 || text_begins(name, "VRMC_") ||
                     strcmp(name, "KHR_lights_punctual") == 0 || strcmp(name, "KHR_materials_variants") == 0 ||
                     text_begins(name, "KHR_xmp") || text_begins(name, "KHR_character");
        if (!known) {
            return true;
        }
    }
    return false;
}

/* Reads textures, samplers, images and what refers to them; and primitives. */
static void materials_read_use(struct materials *materials, struct document *document)
{
    struct arena *arena = document->arena;
    const struct tree *textures = document_tree(document, "/textures");
    const struct tree *samplers = document_tree(document, "/samplers");
    const struct tree *images = document_tree(document, "/images");
    materials->samplers = tree_is_array(samplers) ? samplers : NULL;
    materials->sampler_count = tree_count(materials->samplers);
    materials->image_count = tree_length(images);
    materials->textures = arena_array(arena, materials->texture_count, sizeof *materials->textures);
    materials->sampler_used = arena_array(arena, materials->sampler_count, sizeof *materials->sampler_used);
    materials->image_used = arena_array(arena, materials->image_count, sizeof *materials->image_used);
    materials->image_seen = arena_array(arena, materials->image_count, sizeof *materials->image_seen);
    materials->image_colored = arena_array(arena, materials->image_count, sizeof *materials->image_colored);
    materials->material_used = arena_array(arena, materials->count, sizeof *materials->material_used);
    for (size_t i = 0; i < materials->texture_count; i++) {
        arena_pulse(arena);
        read_texture(materials, &materials->textures[i], tree_at(textures, i));
    }
    use_indices(materials, arena);
    use_old_textures(materials, document);
    see_images(materials);
    find_colored(materials);
    read_primitives(materials, document);
    materials->has_foreign = has_foreign(document);
}

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

static struct material_texture read_slot(const struct tree *json, size_t texture_count)
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
        material->textures[slot] = read_slot(tree_get(holder, material_slots[slot].key), texture_count);
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

double material_outline(const struct materials *materials, size_t index)
{
    const struct material *material = index < materials->count ? &materials->items[index] : NULL;
    const struct material0 *old = index < materials->old_count ? &materials->olds[index] : NULL;
    double mode = 0;
    double width = 0;
    if (material != NULL && material->mtoon != NULL && material->outline_mode != NULL &&
        strcmp(material->outline_mode, "none") != 0 && material->outline_width.given) {
        return material->outline_width.value;
    }
    bool is_drawn = old != NULL && old->is_mtoon && material0_float(old, "_OutlineWidthMode", &mode) && mode > 0 &&
                    material0_float(old, "_OutlineWidth", &width) && width > 0;
    return is_drawn ? width : 0;
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
