/* Reports unused images, textures, samplers and materials, and the bytes that they waste. */
#include "checks/absent.h"
#include "checks/texture/texture.h"
#include "ids/messages_texture.h"
#include "ids/messages_words.h"

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

void texture_check_unused(struct check *check)
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
            report(check->findings, MESSAGE_TEXTURE_UNUSED_MATERIAL__DEFAULT, place_of(PLACE_MATERIAL, i, 0, NULL),
                   ARGUMENTS(the_thing("material", WORDS_MATERIAL, i, materials->items[i].name)));
        }
    }
}
