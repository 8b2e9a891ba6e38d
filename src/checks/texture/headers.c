/* Checks images by glTF: whether they exist, are complete, and of the declared type. glTF 2.0, 3.8.3. */
#include <string.h>

#include "checks/texture/texture.h"
#include "ids/messages_image.h"

enum {
    SHORTEST = 14,  /* bytes; every image has at least this many */
    REFUSED = 8192, /* pixels of a side; many devices don't support more */
    LARGE = 4096,
    GAMMA = 45455, /* of sRGB, as in PNG */
};

/* Whether it is the thumbnail of VRM 1.0, whose type vrm/thumbnail-mime checks. */
static bool is_thumbnail(const struct check *check, size_t index)
{
    size_t thumbnail;
    return tree_index(tree_get(check->avatar->vrm1->meta, "thumbnailImage"), check->avatar->images->count,
                      &thumbnail) &&
           thumbnail == index;
}

/* Whether it is that or the thumbnail of VRM 0.x, which is a texture. */
static bool is_any_thumbnail(const struct check *check, size_t index)
{
    const struct materials *materials = check->avatar->materials;
    size_t texture;
    const struct tree *meta = document_tree(check->avatar->document, "/extensions/VRM/meta");
    return is_thumbnail(check, index) || (tree_index(tree_get(meta, "texture"), materials->texture_count, &texture) &&
                                          materials->textures[texture].image == index);
}

/* ---- unusable images ---- */

static void report_strange(struct check *check, size_t index, const struct image *image)
{
    const char *format = image_format_name(image->header.format);
    struct place place = place_image(index, NULL);
    struct argument name = the_image("image", check, index);
    if (image->size < SHORTEST) {
        finding_measure(report(check->findings, MESSAGE_IMAGE_UNRECOGNISED__SHORT, place,
                               ARGUMENTS(name, COUNT("size", image->size))),
                        "bytes", (double)image->size);
    } else if (format != NULL) {
        report(check->findings, MESSAGE_IMAGE_UNRECOGNISED__FORMAT, place, ARGUMENTS(name, TERM("format", format)));
    } else {
        report(check->findings, MESSAGE_IMAGE_UNRECOGNISED__DEFAULT, place, ARGUMENTS(name));
    }
}

/* Whether the image can be decoded; reports why not. */
static bool check_whole(struct check *check, size_t index, const struct image *image)
{
    const struct image_header *header = &image->header;
    struct place place = place_image(index, NULL);
    struct argument name = the_image("image", check, index);
    if (image->size < SHORTEST || header->status == IMAGE_UNRECOGNISED) {
        if (!is_thumbnail(check, index)) {
            report_strange(check, index, image);
        }
        return false;
    }
    struct argument format = TERM("format", image_format_name(header->format));
    if (header->status == IMAGE_TRUNCATED) {
        finding_measure(report(check->findings, MESSAGE_IMAGE_TRUNCATED__DEFAULT, place,
                               ARGUMENTS(name, format, COUNT("size", image->size))),
                        "bytes", (double)image->size);
    } else if (header->status == IMAGE_INVALID) {
        report(check->findings, MESSAGE_IMAGE_DATA_INVALID__DEFAULT, place, ARGUMENTS(name, format));
    } else if (header->format == IMAGE_JPEG && header->channels != 1 && header->channels != 3 &&
               header->channels != 4) { /* 4 means CMYK, which texture/jpeg-cmyk reports */
        report(check->findings, MESSAGE_IMAGE_DATA_INVALID__COMPONENTS, place,
               ARGUMENTS(name, COUNT("count", header->channels)));
    } else {
        return true;
    }
    return false;
}

/* ---- the type ---- */

static void check_kind(struct check *check, size_t index, const struct image *image)
{
    const char *right = image_media_type(image->header.format);
    const char *extension = image_extension(image->header.format);
    const char *said = image->mime != NULL ? image->mime : image->media;
    struct argument name = the_image("image", check, index);
    if (right == NULL || image->size < SHORTEST) {
        return;
    }
    if (!check->avatar->images->enabled[image->header.format] && is_thumbnail(check, index)) {
        return;
    }
    if (!check->avatar->images->enabled[image->header.format]) {
        report(check->findings, MESSAGE_IMAGE_MEDIA_TYPE_NOT_ENABLED__DEFAULT, place_image(index, NULL),
               ARGUMENTS(name, TERM("format", image_format_name(image->header.format)), TERM("extension", extension)));
    } else if (said != NULL && *said != '\0' && strcmp(said, right) != 0) {
        report(check->findings, MESSAGE_IMAGE_MEDIA_TYPE_MISMATCH__DEFAULT,
               place_image(index, image->mime != NULL ? "mimeType" : "uri"),
               ARGUMENTS(name, TERM("right", right), TEXT("type", said)));
    }
}

/* ---- features and sizes ---- */

/* Reports features that apps ignore. Gamma, primaries and profiles matter only for colours. The profile of a grey
 * image isn't checked. */
static void check_features(struct check *check, size_t index, const struct image_header *header)
{
    bool colored = check->avatar->materials->image_colored[index] || is_any_thumbnail(check, index);
    struct place place = place_image(index, NULL);
    struct argument name = the_image("image", check, index);
    uint32_t gamma = header->has_srgb || header->has_profile ? 0 : header->gamma;
    if (header->animated) {
        report(check->findings, MESSAGE_IMAGE_FEATURES_IGNORED__ANIMATED, place, ARGUMENTS(name));
    } else if (header->oblong_pixels) {
        report(check->findings, MESSAGE_IMAGE_FEATURES_IGNORED__PIXELS, place, ARGUMENTS(name));
    } else if (!colored) {
        return;
    } else if (header->has_profile && header->profile_known && !header->srgb_profile && header->channels != 1) {
        report(check->findings, MESSAGE_IMAGE_FEATURES_IGNORED__PROFILE, place, ARGUMENTS(name));
    } else if (gamma != 0 && (gamma < GAMMA - GAMMA / 100 || gamma > GAMMA + GAMMA / 100)) {
        finding_measure(report(check->findings, MESSAGE_IMAGE_FEATURES_IGNORED__GAMMA, place,
                               ARGUMENTS(name, NUMBER("gamma", gamma / 1e5, 5))),
                        "gamma", gamma / 1e5);
    } else if (header->other_primaries && !header->has_srgb && !header->has_profile) {
        report(check->findings, MESSAGE_IMAGE_FEATURES_IGNORED__PRIMARIES, place, ARGUMENTS(name));
    }
}

static bool is_power(uint32_t side)
{
    return side != 0 && (side & (side - 1)) == 0;
}

static void check_sides(struct check *check, size_t index, const struct image_header *header)
{
    struct argument name = the_image("image", check, index);
    struct argument width = COUNT("width", header->width);
    struct argument height = COUNT("height", header->height);
    uint32_t longer = header->width > header->height ? header->width : header->height;
    if (longer > LARGE) {
        size_t limit = longer > REFUSED ? REFUSED : LARGE;
        struct finding *finding = report(check->findings, MESSAGE_IMAGE_OVERSIZED__DEFAULT, place_image(index, NULL),
                                         ARGUMENTS(name, width, height, COUNT("limit", limit)));
        finding_severity(finding, longer > REFUSED ? VRMLINT_WARNING : VRMLINT_INFO);
        finding_measure(finding, "width", header->width);
        finding_measure(finding, "height", header->height);
        finding_measure(finding, "maximum", (double)limit);
    }
    if (!is_power(header->width) || !is_power(header->height)) {
        struct finding *finding = report(check->findings, MESSAGE_IMAGE_NOT_POWER_OF_TWO__DEFAULT,
                                         place_image(index, NULL), ARGUMENTS(name, width, height));
        finding_measure(finding, "width", header->width);
        finding_measure(finding, "height", header->height);
    }
}

void texture_check_header(struct check *check, size_t index)
{
    const struct image *image = &check->avatar->images->items[index];
    if (image->header.status == IMAGE_UNREADABLE && image->home == IMAGE_IN_FILE && !check->no_data &&
        buffers_own_folder(check->avatar->document) != NULL) {
        bool is_glb = check->avatar->document->container.is_glb;
        report(check->findings, is_glb ? MESSAGE_IMAGE_NOT_FOUND__IN_GLB : MESSAGE_IMAGE_NOT_FOUND__DEFAULT,
               place_image(index, "uri"), ARGUMENTS(the_image("image", check, index), TEXT("path", image->path)));
    }
    if (!image->known) {
        return;
    }
    check_kind(check, index, image);
    if (check_whole(check, index, image)) {
        check_features(check, index, &image->header);
        check_sides(check, index, &image->header);
    }
}
