/* Checks textures and samplers. */
#include "checks/texture/texture.h"
#include "checks/twins.h"
#include "ids/messages_texture.h"
#include "ids/rules.h"

enum { NEAREST = 9728, LINEAR = 9729, LARGE = 512 /* pixels */ };

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
        } else if (texture->of_material && tree_get(texture->json, "extensions") == NULL) {
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
            (header->width < LARGE && header->height < LARGE) ||
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

static void check_twins(struct check *check)
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
    check_twins(check);
    texture_check_alpha(check);
    texture_check_transforms(check);
    texture_check_unused(check);
}
