#include "run/parts.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

struct palette_plan {
    struct arena *arena;
    const struct avatar *avatar;
    struct vrmlint_painted *materials;
    bool *counted; /* per image: its bytes are already counted for a material */
    uint64_t spent[VRMLINT_SPENT_KINDS];
};

/* Returns a copy of a name that outlives the JSON trees. */
static const char *keep_name(struct arena *arena, const char *name)
{
    return name == NULL ? NULL : arena_copy(arena, name, strlen(name));
}

/* ---- colours ---- */

static unsigned char channel_byte(double value)
{
    value = !(value > 0) ? 0 : value > 1 ? 1 : value;
    return (unsigned char)(value * 255 + 0.5);
}

/* Converts a linear factor to what screens show: IEC 61966-2-1. */
static unsigned char shown_channel(double linear)
{
    linear = !(linear > 0) ? 0 : linear > 1 ? 1 : linear;
    return channel_byte(linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055);
}

static struct vrmlint_swatch linear_swatch(const double rgb[3])
{
    return (struct vrmlint_swatch){true, {shown_channel(rgb[0]), shown_channel(rgb[1]), shown_channel(rgb[2])}};
}

/* Reads a colour of VRM 0.x, which is written as screens show it. */
static void read_old(struct vrmlint_swatch *swatch, const struct material0 *old, const char *key)
{
    double rgba[4];
    if (tree_numbers(tree_get(old->vectors, key), rgba, 4)) {
        *swatch = (struct vrmlint_swatch){true, {channel_byte(rgba[0]), channel_byte(rgba[1]), channel_byte(rgba[2])}};
    }
}

static void read_swatches(struct vrmlint_painted *painted, const struct material *material, const struct material0 *old)
{
    double outline = 0;
    painted->base = linear_swatch(material->base);
    if (material->mtoon != NULL) {
        painted->shade = linear_swatch(material->shade.rgb);
        painted->rim = linear_swatch(material->rim.rgb);
        if (material->outline_mode != NULL && strcmp(material->outline_mode, "none") != 0) {
            painted->outline = linear_swatch(material->outline.rgb);
        }
    } else if (old != NULL && old->is_mtoon) {
        read_old(&painted->base, old, "_Color");
        read_old(&painted->shade, old, "_ShadeColor");
        read_old(&painted->rim, old, "_RimColor");
        if (material0_float(old, "_OutlineWidthMode", &outline) && outline != 0) {
            read_old(&painted->outline, old, "_OutlineColor");
        }
    }
}

/* ---- textures ---- */

static int largest_first(const void *left, const void *right)
{
    const struct vrmlint_shown_texture *a = left;
    const struct vrmlint_shown_texture *b = right;
    return sort_order(b->bytes, a->bytes);
}

static void add_texture(struct palette_plan *plan, struct vrmlint_painted *painted,
                        struct vrmlint_shown_texture *textures, size_t image_index, const char *slot)
{
    const struct images *images = plan->avatar->images;
    if (image_index >= images->count) {
        return;
    }
    const struct image *image = &images->items[image_index];
    textures[painted->texture_count++] =
        (struct vrmlint_shown_texture){slot,
                                       keep_name(plan->arena, image->name),
                                       image_index,
                                       image_format_name(image->header.format),
                                       image->header.status == IMAGE_WHOLE ? image->header.width : 0,
                                       image->header.status == IMAGE_WHOLE ? image->header.height : 0,
                                       image->size};
    painted->bytes += image->size;
    if (!plan->counted[image_index]) {
        plan->counted[image_index] = true;
        painted->own_bytes += image->size;
    }
}

static const char *const old_slots[] = {"_MainTex",          "_ShadeTexture", "_BumpMap",   "_ReceiveShadowTexture",
                                        "_EmissionMap",      "_RimTexture",   "_SphereAdd", "_OutlineWidthTexture",
                                        "_UvAnimMaskTexture"};

enum { OLD_SLOTS = sizeof old_slots / sizeof *old_slots };

static void add_textures(struct palette_plan *plan, struct vrmlint_painted *painted, const struct material *material,
                         const struct material0 *old)
{
    const struct materials *materials = plan->avatar->materials;
    struct vrmlint_shown_texture textures[SLOT_COUNT + OLD_SLOTS];
    bool is_old = old != NULL && old->is_mtoon && material->mtoon == NULL;
    for (enum texture_slot slot = 0; slot < SLOT_COUNT && !is_old; slot++) {
        add_texture(plan, painted, textures, material_image(materials, material, slot), material_slots[slot].key);
    }
    for (size_t i = 0; i < OLD_SLOTS && is_old; i++) {
        size_t texture = material0_texture(materials, old, old_slots[i]);
        if (texture != MATERIALS_NONE) {
            add_texture(plan, painted, textures, materials->textures[texture].image, old_slots[i]);
        }
    }
    sort_array(plan->arena, textures, painted->texture_count, sizeof *textures, largest_first);
    struct vrmlint_shown_texture *kept = arena_array(plan->arena, painted->texture_count, sizeof *kept);
    if (painted->texture_count > 0) {
        memcpy(kept, textures, painted->texture_count * sizeof *kept);
    }
    painted->textures = kept;
}

static int heaviest_first(const void *left, const void *right)
{
    const struct vrmlint_painted *a = left;
    const struct vrmlint_painted *b = right;
    return sort_then(sort_order(b->bytes, a->bytes), a->index, b->index);
}

static void add_materials_to_palette(struct palette_plan *plan)
{
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    const struct materials *materials = plan->avatar->materials;
    plan->materials = arena_array(plan->arena, materials->count, sizeof *plan->materials);
    for (size_t i = 0; i < materials->count; i++) {
        const struct material *material = &materials->items[i];
        const struct material0 *old = i < materials->old_count ? &materials->olds[i] : NULL;
        struct vrmlint_painted *painted = &plan->materials[i];
        arena_pulse(plan->arena);
        painted->index = i;
        painted->name = keep_name(plan->arena, material->name);
        painted->kind = material->mtoon != NULL || (old != NULL && old->is_mtoon) ? "MToon"
                        : material->unlit                                         ? "unlit"
                                                                                  : "PBR";
        painted->alpha_mode = modes[material->mode];
        read_swatches(painted, material, old);
        add_textures(plan, painted, material, old);
    }
    sort_array(plan->arena, plan->materials, materials->count, sizeof *plan->materials, heaviest_first);
}

/* ---- bytes by purpose ---- */

/* Returns the bytes of an accessor, at most as many as the file can contain. */
static uint64_t accessor_bytes(const struct tree *accessor, uint64_t most)
{
    static const struct {
        const char *type;
        double count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    const char *type = tree_text(tree_get(accessor, "type"), NULL);
    double component = 0;
    double count = 0;
    double each = 0;
    tree_number(tree_get(accessor, "componentType"), &component);
    tree_number(tree_get(accessor, "count"), &count);
    for (size_t i = 0; type != NULL && i < sizeof types / sizeof *types; i++) {
        each = strcmp(type, types[i].type) == 0 ? types[i].count : each;
    }
    double size = component == 5120 || component == 5121 ? 1 : component == 5122 || component == 5123 ? 2 : 4;
    double bytes = tree_get(accessor, "bufferView") == NULL ? 0 : count * each * size;
    return bytes > 0 ? bytes < (double)most ? (uint64_t)bytes : most : 0;
}

/* The accessors, each counted for the first purpose that uses it. */
struct spending {
    struct palette_plan *plan;
    const struct tree *accessors;
    bool *spent;
    uint64_t most;
};

static void spend_accessor(struct spending *spending, const struct tree *index, enum vrmlint_spent kind)
{
    size_t accessor;
    if (tree_index(index, tree_count(spending->accessors), &accessor) && !spending->spent[accessor]) {
        spending->spent[accessor] = true;
        spending->plan->spent[kind] += accessor_bytes(tree_at(spending->accessors, accessor), spending->most);
    }
}

static void spend_members(struct spending *spending, const struct tree *object, enum vrmlint_spent kind)
{
    for (void *at = tree_first(object); at != NULL; at = tree_next(object, at)) {
        spend_accessor(spending, tree_value(at), kind);
    }
}

static void spend_meshes(struct spending *spending)
{
    const struct tree *meshes = document_tree(spending->plan->avatar->document, "/meshes");
    for (size_t m = 0; tree_is_array(meshes) && m < tree_count(meshes); m++) {
        const struct tree *primitives = tree_get(tree_at(meshes, m), "primitives");
        for (size_t p = 0; tree_is_array(primitives) && p < tree_count(primitives); p++) {
            const struct tree *primitive = tree_at(primitives, p);
            const struct tree *targets = tree_get(primitive, "targets");
            arena_pulse(spending->plan->arena);
            spend_members(spending, tree_get(primitive, "attributes"), VRMLINT_SPENT_MESHES);
            spend_accessor(spending, tree_get(primitive, "indices"), VRMLINT_SPENT_MESHES);
            for (size_t t = 0; tree_is_array(targets) && t < tree_count(targets); t++) {
                spend_members(spending, tree_at(targets, t), VRMLINT_SPENT_MORPHS);
            }
        }
    }
}

static void spend_animations(struct spending *spending)
{
    const struct tree *animations = document_tree(spending->plan->avatar->document, "/animations");
    for (size_t a = 0; tree_is_array(animations) && a < tree_count(animations); a++) {
        const struct tree *samplers = tree_get(tree_at(animations, a), "samplers");
        for (size_t s = 0; tree_is_array(samplers) && s < tree_count(samplers); s++) {
            spend_accessor(spending, tree_get(tree_at(samplers, s), "input"), VRMLINT_SPENT_ANIMATIONS);
            spend_accessor(spending, tree_get(tree_at(samplers, s), "output"), VRMLINT_SPENT_ANIMATIONS);
        }
    }
}

static void add_spending(struct palette_plan *plan)
{
    struct document *document = plan->avatar->document;
    const struct images *images = plan->avatar->images;
    const struct tree *accessors = document_tree(document, "/accessors");
    struct spending spending = {plan, tree_is_array(accessors) ? accessors : NULL, NULL, document->bytes.size};
    spending.spent = arena_array(plan->arena, tree_count(spending.accessors), sizeof *spending.spent);
    spend_meshes(&spending);
    spend_animations(&spending);
    for (size_t i = 0; i < images->count; i++) {
        plan->spent[VRMLINT_SPENT_OTHER_IMAGES] += plan->counted[i] ? 0 : images->items[i].size;
    }
    plan->spent[VRMLINT_SPENT_JSON] = document->container.text_size;
}

const struct vrmlint_palette *palette_make(struct arena *arena, const struct avatar *avatar)
{
    if (avatar->materials->count == 0 || avatar->images == NULL) {
        return NULL;
    }
    struct palette_plan plan = {.arena = arena, .avatar = avatar};
    plan.counted = arena_array(arena, avatar->images->count, sizeof *plan.counted);
    add_materials_to_palette(&plan);
    add_spending(&plan);
    struct vrmlint_palette *palette = arena_alloc(arena, sizeof *palette);
    palette->materials = plan.materials;
    palette->material_count = avatar->materials->count;
    memcpy(palette->spent, plan.spent, sizeof palette->spent);
    return palette;
}
