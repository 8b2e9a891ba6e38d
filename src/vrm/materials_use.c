/* Finds references: to textures, samplers and images, and from primitives to materials. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "vrm/materials_parts.h"

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
        open = arena_grow(arena, open, count, &capacity, sizeof *open);
        open[count++] = materials->items[i].json;
        while (count > 0) {
            const struct tree *value = open[--count];
            arena_pulse(arena);
            for (size_t k = 0; tree_is_array(value) && k < tree_count(value); k++) {
                open = arena_grow(arena, open, count, &capacity, sizeof *open);
                open[count++] = tree_at(value, k);
            }
            for (void *at = tree_first(value); at != NULL; at = tree_next(value, at)) {
                const struct tree *member = tree_value(at);
                if (strcmp(tree_key(at), "index") == 0) {
                    use_texture(materials, member);
                } else if (tree_is_object(member) || tree_is_array(member)) {
                    open = arena_grow(arena, open, count, &capacity, sizeof *open);
                    open[count++] = member;
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

/* Marks the textures of VRM 0.x materials that apps load through materialProperties instead of glTF's members. */
static void load_old_textures(struct materials *materials)
{
    static const char *const slots[] = {
        "_MainTex",   "_ShadeTexture",        "_BumpMap",          "_EmissionMap", "_RimTexture",
        "_SphereAdd", "_OutlineWidthTexture", "_UvAnimMaskTexture"};
    for (size_t i = 0; i < materials->old_count; i++) {
        const struct material0 *old = &materials->olds[i];
        bool is_unlit = old->shader != NULL && strncmp(old->shader, "VRM/Unlit", strlen("VRM/Unlit")) == 0;
        size_t count = old->is_mtoon ? sizeof slots / sizeof *slots : is_unlit ? 1 : 0;
        for (size_t k = 0; k < count; k++) {
            size_t texture;
            if (tree_index(tree_get(old->textures, slots[k]), materials->texture_count, &texture)) {
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
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(key, keys[i]) == 0) {
            return true;
        }
    }
    return false;
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
    size_t capacity = 0;
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
            materials->primitives = arena_grow(document->arena, materials->primitives, materials->primitive_count,
                                               &capacity, sizeof *materials->primitives);
            materials->primitives[materials->primitive_count++] = (struct painted){m, p, material, attributes};
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

void materials_read_use(struct materials *materials, struct document *document)
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
