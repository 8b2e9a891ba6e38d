/* Checks materials, textures and images as defined by glTF and the Khronos extensions. */
#include <string.h>

#include "checks/gltf/core.h"
#include "ids/messages_gltf.h"
#include "ids/messages_image.h"

/* ---- materials ---- */

static void check_glow(struct core *core, size_t index, const struct tree *json, struct argument name)
{
    const struct tree *extension = tree_extension(json, "KHR_materials_emissive_strength");
    const struct tree *factor = tree_get(json, "emissiveFactor");
    const struct materials *all = core->check->avatar->materials;
    struct vec3 colour = {0, 0, 0};
    double strength = 1;
    tree_number(tree_get(extension, "emissiveStrength"), &strength);
    bool is_bound =
        index < all->count && (all->items[index].bound & BOUND_EMISSION) != 0; /* an expression changes it */
    if (!tree_is_object(extension) || strength == 1 || is_bound || (factor != NULL && !tree_vec3(factor, &colour)) ||
        colour.x != 0 || colour.y != 0 || colour.z != 0) {
        return;
    }
    report(core->check->findings, MESSAGE_MATERIAL_EMISSIVE_STRENGTH_UNUSED__DEFAULT,
           place_of(PLACE_MATERIAL, index, 0, "extensions/KHR_materials_emissive_strength"),
           ARGUMENTS(name, NUMBER("strength", strength, 6)));
}

/* Whether `other` changes the material model that `alone` replaces. Unlit may have an emissive strength, because
 * MToon uses it, and the MToon specification recommends unlit as a fallback. */
static bool excludes_extension(const char *alone, const char *other)
{
    bool emits = strcmp(other, "KHR_materials_emissive_strength") == 0;
    return strncmp(other, "KHR_materials_", strlen("KHR_materials_")) == 0 && strcmp(other, alone) != 0 &&
           !(emits && strcmp(alone, "KHR_materials_unlit") == 0);
}

static void check_conflicts(struct core *core, size_t index, const struct tree *json, struct argument name)
{
    static const struct {
        const char *name;
        const char *place;
    } alone[] = {{"KHR_materials_unlit", "extensions/KHR_materials_unlit"},
                 {"KHR_materials_pbrSpecularGlossiness", "extensions/KHR_materials_pbrSpecularGlossiness"}};
    const struct tree *extensions = tree_get(json, "extensions");
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        if (tree_get(extensions, alone[i].name) == NULL) {
            continue;
        }
        for (void *at = tree_first(extensions); at != NULL; at = tree_next(extensions, at)) {
            const char *other = tree_key(at);
            if (excludes_extension(alone[i].name, other)) {
                report(core->check->findings, MESSAGE_MATERIAL_CONFLICTING_EXTENSIONS__DEFAULT,
                       place_of(PLACE_MATERIAL, index, 0, alone[i].place),
                       ARGUMENTS(name, TERM("extension", alone[i].name), TEXT("other", other)));
                break;
            }
        }
    }
}

/* Whether MASK would cut something out: the material's image has transparency, the cutoff is valid, and nothing else
 * determines how the material is drawn. */
static bool may_cut(const struct core *core, size_t index)
{
    const struct materials *materials = core->check->avatar->materials;
    const struct images *images = core->check->avatar->images;
    if (index >= materials->count || (index < materials->old_count && materials->olds[index].is_mtoon)) {
        return false;
    }
    const struct material *material = &materials->items[index];
    size_t image = material->is_object ? material_image(materials, material, SLOT_BASE) : MATERIALS_NONE;
    const struct image_header *header = image < images->count ? &images->items[image].header : NULL;
    bool has_alpha = header != NULL && header->status == IMAGE_WHOLE && header->alpha;
    double cutoff = material->cutoff.value;
    return has_alpha && material->cutoff.given && cutoff > 0 && cutoff <= 1 && material->base[3] >= cutoff;
}

void core_check_materials(struct core *core)
{
    const struct tree *materials = document_tree(core->document, "/materials");
    for (size_t i = 0; i < tree_length(materials); i++) {
        const struct tree *json = tree_at(materials, i);
        struct argument name = core_name(core, "material", PLACE_MATERIAL, i, 0);
        const struct tree *given = tree_get(json, "alphaMode");
        const char *mode = given == NULL ? "OPAQUE" : tree_text(given, NULL);
        /* an invalid mode may have been meant as MASK */
        bool unused = mode != NULL && (strcmp(mode, "OPAQUE") == 0 || strcmp(mode, "BLEND") == 0);
        if (tree_get(json, "alphaCutoff") != NULL && unused) {
            report(core->check->findings,
                   may_cut(core, i) ? MESSAGE_MATERIAL_ALPHA_CUTOFF_UNUSED__CUT
                                    : MESSAGE_MATERIAL_ALPHA_CUTOFF_UNUSED__DEFAULT,
                   place_of(PLACE_MATERIAL, i, 0, "alphaCutoff"), ARGUMENTS(name, TEXT("mode", mode)));
        }
        check_glow(core, i, json, name);
        check_conflicts(core, i, json, name);
        core_check_surface(core, i, json, name);
    }
}

/* ---- images and textures ---- */

/* Returns the media type of an image from the file, or from its bytes if the file defines none; NULL if it is
 * unknown, or if another finding reports the image. */
static const char *type_of(struct core *core, size_t index, const struct tree *image)
{
    const struct images *images = core->check->avatar->images;
    const struct image *seen = &images->items[index];
    if (seen->known && (!images->enabled[seen->header.format] || seen->header.status == IMAGE_UNRECOGNISED)) {
        return NULL;
    }
    const char *type = tree_text(tree_get(image, "mimeType"), NULL);
    const char *uri = tree_text(tree_get(image, "uri"), NULL);
    static const char data[] = "data:";
    if (type == NULL && uri != NULL && strncmp(uri, data, strlen(data)) == 0) {
        type = arena_copy(core->arena, uri + strlen(data), strcspn(uri + strlen(data), ";,"));
    }
    const char *right = seen->known ? image_media_type(seen->header.format) : NULL;
    if (type == NULL) {
        return right;
    }
    if (strcmp(type, "image/jpg") == 0) { /* reported as "did you mean image/jpeg?" */
        return NULL;
    }
    return right != NULL && strcmp(type, right) != 0 ? NULL : type;
}

static void check_source(struct core *core, size_t texture, const struct tree *index, const char *member,
                         const char *const *types)
{
    const struct tree *images = document_tree(core->document, "/images");
    size_t image;
    if (!tree_index(index, tree_length(images), &image)) {
        return;
    }
    const char *type = type_of(core, image, tree_at(images, image));
    bool known = type == NULL;
    for (size_t i = 0; !known && types[i] != NULL; i++) {
        known = strcmp(type, types[i]) == 0;
    }
    if (!known && strncmp(type, "image/", strlen("image/")) == 0) {
        report(core->check->findings, MESSAGE_IMAGE_TEXTURE_MEDIA_TYPE__DEFAULT,
               place_of(PLACE_TEXTURE, texture, 0, member),
               ARGUMENTS(core_name(core, "texture", PLACE_TEXTURE, texture, 0),
                         core_name(core, "image", PLACE_IMAGE, image, 0), TEXT("type", type),
                         TERM("wanted", types[1] == NULL ? types[0] : "image/png, image/jpeg")));
    }
}

void core_check_textures(struct core *core)
{
    static const char *const plain[] = {"image/png", "image/jpeg", NULL};
    static const char *const webp[] = {"image/webp", NULL};
    static const char *const ktx2[] = {"image/ktx2", NULL};
    const struct tree *textures = document_tree(core->document, "/textures");
    const struct tree *images = document_tree(core->document, "/images");
    for (size_t i = 0; i < tree_length(textures); i++) {
        const struct tree *json = tree_at(textures, i);
        check_source(core, i, tree_get(json, "source"), "source", plain);
        check_source(core, i, tree_get(tree_extension(json, "EXT_texture_webp"), "source"),
                     "extensions/EXT_texture_webp/source", webp);
        check_source(core, i, tree_get(tree_extension(json, "KHR_texture_basisu"), "source"),
                     "extensions/KHR_texture_basisu/source", ktx2);
    }
    for (size_t i = 0; i < tree_length(images); i++) {
        const struct tree *json = tree_at(images, i);
        const struct tree *view = tree_get(json, "bufferView");
        size_t index;
        if (view != NULL && tree_get(json, "mimeType") == NULL) {
            report(core->check->findings, MESSAGE_GLTF_NEEDS_PROPERTY__MIME_TYPE,
                   place_of(PLACE_IMAGE, i, 0, "bufferView"), ARGUMENTS(core_name(core, "image", PLACE_IMAGE, i, 0)));
        }
        if (tree_index(view, core->view_count, &index)) {
            core_use_view(core, index, USE_IMAGE, &(struct spot){"/images/#/bufferView", {i}, NULL});
        }
    }
}
