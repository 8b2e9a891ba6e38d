#include "run/parts.h"

#include <string.h>

enum {
    AUTHORS_MAX = 8,
    EXPRESSIONS_MAX = 80,
    BOUND_MAX = 4,             /* of an expression */
    PICTURE_MAX = 1024 * 1024, /* bytes of a thumbnail */
    PICTURE_SIDE = 2048,       /* pixels: the largest that VRM tools write */
    PICTURE_SIDE_LEAST = 2,    /* pixels: a smaller image isn't a picture */
    TEXT_MAX = 1000,           /* bytes of a string */
};

struct card_plan {
    struct arena *arena;
    const struct avatar *avatar;
    struct vrmlint_card *card;
};

/* Returns a copy of a string that outlives the JSON trees, cut to TEXT_MAX bytes; NULL for an empty one. */
static const char *keep_card_text(const struct card_plan *plan, const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);
    length = length < TEXT_MAX ? length : TEXT_MAX;
    while (length > 0 && text[length] != '\0' && ((unsigned char)text[length] & 0xC0U) == 0x80) {
        length--; /* don't cut within a character */
    }
    return length == 0 ? NULL : arena_copy(plan->arena, text, length);
}

static const char *text_of(const struct card_plan *plan, const struct tree *object, const char *key)
{
    return keep_card_text(plan, tree_text(tree_get(object, key), NULL));
}

/* Returns the string, or the flag as "true" or "false", of a key; NULL if absent. */
static const char *term_of(const struct card_plan *plan, const struct tree *meta, const char *key)
{
    bool flag;
    const struct tree *value = key == NULL ? NULL : tree_get(meta, key);
    return tree_flag(value, &flag) ? (flag ? "true" : "false") : keep_card_text(plan, tree_text(value, NULL));
}

/* ---- meta ---- */

static void read_terms(const struct card_plan *plan, const struct tree *meta, const char *const keys[VRMLINT_TERMS])
{
    for (size_t i = 0; i < VRMLINT_TERMS; i++) {
        plan->card->terms[i] = term_of(plan, meta, keys[i]);
    }
}

static void read_authors(const struct card_plan *plan, const struct tree *list)
{
    const char **authors = arena_array(plan->arena, AUTHORS_MAX, sizeof *authors);
    for (size_t i = 0; tree_is_array(list) && i < tree_count(list) && plan->card->author_count < AUTHORS_MAX; i++) {
        const char *author = keep_card_text(plan, tree_text(tree_at(list, i), NULL));
        if (author != NULL) {
            authors[plan->card->author_count++] = author;
        }
    }
    plan->card->authors = authors;
}

static void read_meta(const struct card_plan *plan)
{
    static const char *const keys[VRMLINT_TERMS] = {
        [VRMLINT_TERM_ACTING] = "avatarPermission",
        [VRMLINT_TERM_VIOLENCE] = "allowExcessivelyViolentUsage",
        [VRMLINT_TERM_SEX] = "allowExcessivelySexualUsage",
        [VRMLINT_TERM_COMMERCE] = "commercialUsage",
        [VRMLINT_TERM_POLITICS] = "allowPoliticalOrReligiousUsage",
        [VRMLINT_TERM_HATE] = "allowAntisocialOrHateUsage",
        [VRMLINT_TERM_CREDIT] = "creditNotation",
        [VRMLINT_TERM_PASSING_ON] = "allowRedistribution",
        [VRMLINT_TERM_CHANGING] = "modification",
        [VRMLINT_TERM_LICENCE] = "licenseUrl",
        [VRMLINT_TERM_OTHER] = "otherLicenseUrl",
    };
    const struct tree *meta = plan->avatar->vrm1->meta;
    plan->card->title = text_of(plan, meta, "name");
    plan->card->version = text_of(plan, meta, "version");
    plan->card->contact = text_of(plan, meta, "contactInformation");
    read_authors(plan, tree_get(meta, "authors"));
    read_terms(plan, meta, keys);
}

static void read_meta0(const struct card_plan *plan)
{
    static const char *const keys[VRMLINT_TERMS] = {
        [VRMLINT_TERM_ACTING] = "allowedUserName",  [VRMLINT_TERM_VIOLENCE] = "violentUssageName",
        [VRMLINT_TERM_SEX] = "sexualUssageName",    [VRMLINT_TERM_COMMERCE] = "commercialUssageName",
        [VRMLINT_TERM_LICENCE] = "licenseName",     [VRMLINT_TERM_OTHER] = "otherLicenseUrl",
        [VRMLINT_TERM_MORE] = "otherPermissionUrl",
    };
    const struct tree *meta = plan->avatar->vrm0_avatar->meta;
    const char **author = arena_alloc(plan->arena, sizeof *author);
    plan->card->title = text_of(plan, meta, "title");
    plan->card->version = text_of(plan, meta, "version");
    plan->card->contact = text_of(plan, meta, "contactInformation");
    *author = text_of(plan, meta, "author");
    plan->card->authors = author;
    plan->card->author_count = *author != NULL;
    read_terms(plan, meta, keys);
}

/* ---- bones ---- */

/* Whether a bone is required. VRM 0.x requires a neck and a chest, too. */
static bool is_needed(const struct card_plan *plan, size_t bone)
{
    return bones[bone].required ||
           (plan->card->is_0x && (strcmp(bones[bone].name, "neck") == 0 || strcmp(bones[bone].name, "chest") == 0));
}

static void list_bones(const struct card_plan *plan)
{
    struct vrmlint_card *card = plan->card;
    const size_t *nodes = card->is_0x ? plan->avatar->vrm0_avatar->nodes : plan->avatar->humanoid->nodes;
    const char **missing = arena_array(plan->arena, BONE_COUNT, sizeof *missing);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < BONE_COUNT; i++) {
            bool mapped = nodes[i] != SCENE_NONE;
            card->bone_count += mapped && pass == 0;
            if (!mapped && is_needed(plan, i) == (pass == 0)) {
                missing[card->missing_count++] = bones[i].name;
                card->missing_needed += pass == 0;
            }
        }
    }
    card->missing = missing;
}

/* ---- expressions ---- */

static void add_bound(struct vrmlint_bound *list, struct vrmlint_card_expression *out, struct vrmlint_bound bound)
{
    if (out->bound_count < BOUND_MAX) {
        list[out->bound_count++] = bound;
    } else {
        out->more++;
    }
}

/* Fills in what a bind of VRM 1.0 moves or changes. bound: of its kind. */
static struct vrmlint_bound read_bound(const struct card_plan *plan, struct vrmlint_bound bound,
                                       const struct tree *bind)
{
    const struct scene *scene = plan->avatar->scene;
    const struct surfaces *surfaces = plan->avatar->surfaces;
    const struct materials *materials = plan->avatar->materials;
    if (bound.kind == VRMLINT_BOUND_MORPH) {
        size_t node = scene_resolve(scene, tree_get(bind, "node"));
        size_t mesh = node == SCENE_NONE ? SCENE_NONE : scene->nodes[node].mesh;
        tree_index(tree_get(bind, "index"), SIZE_MAX, &bound.index);
        bound.of = node == SCENE_NONE ? NULL : keep_card_text(plan, scene->nodes[node].name);
        if (surfaces != NULL && mesh < surfaces->mesh_count) {
            bound.what = keep_card_text(plan, surfaces_target_name(surfaces->meshes[mesh].json, bound.index));
        }
    } else if (bound.kind == VRMLINT_BOUND_NODE) {
        tree_index(tree_get(bind, "node"), SIZE_MAX, &bound.index);
        bound.of = bound.index < scene->count ? keep_card_text(plan, scene->nodes[bound.index].name) : NULL;
    } else {
        size_t material;
        bound.what = bound.kind == VRMLINT_BOUND_COLOUR ? text_of(plan, bind, "type") : NULL;
        if (tree_index(tree_get(bind, "material"), materials->count, &material)) {
            bound.of = keep_card_text(plan, materials->items[material].name);
        }
    }
    return bound;
}

/* Adds binds; bound: of their kind. */
static void add_binds(const struct card_plan *plan, struct vrmlint_bound bound, const struct tree *binds,
                      struct vrmlint_bound *list, struct vrmlint_card_expression *out)
{
    size_t count = tree_is_array(binds) ? tree_count(binds) : 0;
    for (size_t i = 0; i < count; i++) {
        if (out->bound_count == BOUND_MAX) {
            out->more += count - i;
            return;
        }
        add_bound(list, out, read_bound(plan, bound, tree_at(binds, i)));
    }
}

static void list_expressions(const struct card_plan *plan)
{
    const struct vrm1 *vrm1 = plan->avatar->vrm1;
    size_t count = vrm1->expression_count < EXPRESSIONS_MAX ? vrm1->expression_count : EXPRESSIONS_MAX;
    struct vrmlint_card_expression *list = arena_array(plan->arena, count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        const struct vrm1_expression *expression = &vrm1->expressions[i];
        struct vrmlint_bound *bound = arena_array(plan->arena, BOUND_MAX, sizeof *bound);
        list[i].name = keep_card_text(plan, expression->name);
        list[i].custom = expression->custom;
        list[i].bound = bound;
        add_binds(plan, (struct vrmlint_bound){.kind = VRMLINT_BOUND_MORPH},
                  tree_get(expression->json, "morphTargetBinds"), bound, &list[i]);
        add_binds(plan, (struct vrmlint_bound){.kind = VRMLINT_BOUND_COLOUR},
                  tree_get(expression->json, "materialColorBinds"), bound, &list[i]);
        add_binds(plan, (struct vrmlint_bound){.kind = VRMLINT_BOUND_TEXTURE},
                  tree_get(expression->json, "textureTransformBinds"), bound, &list[i]);
        add_binds(plan, (struct vrmlint_bound){.kind = VRMLINT_BOUND_NODE}, expression->node_transforms, bound,
                  &list[i]);
    }
    plan->card->expressions = list;
    plan->card->expression_count = count;
    plan->card->more_expressions = vrm1->expression_count - count;
}

static struct vrmlint_bound morph0(const struct card_plan *plan, const struct vrm0_bind *bind)
{
    const struct surfaces *surfaces = plan->avatar->surfaces;
    struct vrmlint_bound bound = {.kind = VRMLINT_BOUND_MORPH, .index = bind->index == SCENE_NONE ? 0 : bind->index};
    if (bind->mesh < surfaces->mesh_count && bind->index != SCENE_NONE) {
        const struct tree *mesh = surfaces->meshes[bind->mesh].json;
        bound.of = text_of(plan, mesh, "name");
        bound.what = keep_card_text(plan, surfaces_target_name(mesh, bind->index));
    }
    return bound;
}

static void list_expressions0(const struct card_plan *plan)
{
    const struct vrm0_avatar *vrm0 = plan->avatar->vrm0_avatar;
    size_t count = vrm0->expression_count < EXPRESSIONS_MAX ? vrm0->expression_count : EXPRESSIONS_MAX;
    struct vrmlint_card_expression *list = arena_array(plan->arena, count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        const struct vrm0_expression *expression = &vrm0->expressions[i];
        struct vrmlint_bound *bound = arena_array(plan->arena, BOUND_MAX, sizeof *bound);
        list[i].custom = expression->preset == VRM0_UNKNOWN || expression->preset == VRM0_PRESETS;
        list[i].name = list[i].custom || expression->name != NULL ? keep_card_text(plan, expression->name)
                                                                  : vrm0_preset_name(expression->preset);
        list[i].bound = bound;
        for (size_t k = 0; k < expression->bind_count && k < BOUND_MAX; k++) {
            add_bound(bound, &list[i], morph0(plan, &expression->binds[k]));
        }
        list[i].more += expression->bind_count - list[i].bound_count;
        for (size_t k = 0; k < expression->value_count && list[i].bound_count < BOUND_MAX; k++) {
            const struct vrm0_material_value *value = &expression->values[k];
            add_bound(bound, &list[i],
                      (struct vrmlint_bound){.kind = VRMLINT_BOUND_COLOUR,
                                             .what = keep_card_text(plan, value->property),
                                             .of = keep_card_text(plan, value->material)});
        }
        list[i].more = expression->bind_count + expression->value_count - list[i].bound_count;
    }
    plan->card->expressions = list;
    plan->card->expression_count = count;
    plan->card->more_expressions = vrm0->expression_count - count;
}

/* ---- the thumbnail ---- */

/* Returns the index of the image that the file names as its thumbnail, or IMAGES_NONE. */
static size_t find_thumbnail(const struct card_plan *plan)
{
    const struct avatar *avatar = plan->avatar;
    const struct materials *materials = avatar->materials;
    size_t index;
    if (!plan->card->is_0x) {
        bool named = tree_index(tree_get(avatar->vrm1->meta, "thumbnailImage"), avatar->images->count, &index);
        return named ? index : IMAGES_NONE;
    }
    bool named = tree_index(tree_get(avatar->vrm0_avatar->meta, "texture"), materials->texture_count, &index);
    index = named ? materials->textures[index].source : MATERIALS_NONE;
    return index < avatar->images->count ? index : IMAGES_NONE;
}

/* Whether a thumbnail has a format of every browser, is complete, and small enough not to overload a browser. */
static bool is_sane(const struct image *image)
{
    const struct image_header *header = &image->header;
    return image->known && header->status == IMAGE_WHOLE &&
           (header->format == IMAGE_PNG || header->format == IMAGE_JPEG) && image->size <= PICTURE_MAX &&
           header->width >= PICTURE_SIDE_LEAST && header->height >= PICTURE_SIDE_LEAST &&
           header->width <= PICTURE_SIDE && header->height <= PICTURE_SIDE;
}

static void read_thumbnail(const struct card_plan *plan)
{
    struct images *images = plan->avatar->images;
    size_t index = images == NULL ? IMAGES_NONE : find_thumbnail(plan);
    if (index == IMAGES_NONE || !is_sane(&images->items[index])) {
        return;
    }
    const struct image *image = &images->items[index];
    unsigned char *bytes = arena_alloc(plan->arena, (size_t)image->size);
    if (images_copy(images, index, bytes)) {
        plan->card->picture = bytes;
        plan->card->picture_size = (size_t)image->size;
        plan->card->picture_type = image_media_type(image->header.format);
        plan->card->picture_width = image->header.width;
        plan->card->picture_height = image->header.height;
    }
}

/* ---- all of it ---- */

const struct vrmlint_card *card_make(struct arena *arena, const struct avatar *avatar)
{
    bool is_0x = !avatar->vrm1->present;
    if (is_0x && avatar->vrm0_avatar->json == NULL) {
        return NULL;
    }
    struct card_plan plan = {arena, avatar, arena_alloc(arena, sizeof *plan.card)};
    plan.card->is_0x = is_0x;
    (is_0x ? read_meta0 : read_meta)(&plan);
    list_bones(&plan);
    (is_0x ? list_expressions0 : list_expressions)(&plan);
    read_thumbnail(&plan);
    return plan.card;
}
