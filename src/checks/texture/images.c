/* Checks images: their headers, their memory, and equal ones. */
#include <string.h>

#include "base/json_value.h"
#include "base/sort.h"
#include "checks/texture/texture.h"
#include "ids/messages_image.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_texture.h"
#include "ids/rules.h"

/* Checks images by glTF: whether they exist, are complete, and of the declared type. glTF 2.0, 3.8.3. */

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

/* The groups of checks. */
static void texture_check_header(struct check *check, size_t index)
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

#define MEMORY_MAX (512.0 * 1024 * 1024) /* bytes */

enum { BASELINE = 0xC0, EXTENDED = 0xC1, PROGRESSIVE = 0xC2 };

/* ---- one image ---- */

static void check_media_type(struct check *check, size_t index)
{
    const struct image *image = &check->avatar->images->items[index];
    const char *right = image_media_type(image->header.format);
    if (!image->has_view || tree_get(image->json, "mimeType") != NULL) {
        return;
    }
    if (right != NULL) {
        finding_edit_at(report(check->findings, MESSAGE_TEXTURE_MIME_TYPE_MISSING__DEFAULT, place_image(index, NULL),
                               ARGUMENTS(the_image("image", check, index), TERM("right", right))),
                        VRMLINT_EDIT_SET, "0/mimeType", json_word(&(struct json_value){""}, right));
    } else {
        finding_fix(report(check->findings, MESSAGE_TEXTURE_MIME_TYPE_MISSING__UNKNOWN, place_image(index, NULL),
                           ARGUMENTS(the_image("image", check, index))),
                    VRMLINT_FIX_NONE);
    }
}

static void check_ktx2(struct check *check, size_t index, const struct image_header *header)
{
    struct finding *finding;
    if (header->depth != 0 || header->layers != 0 || header->faces != 1) {
        finding = report(check->findings, MESSAGE_TEXTURE_KTX2_INVALID__SHAPE, place_image(index, NULL),
                         ARGUMENTS(the_image("image", check, index), COUNT("depth", header->depth),
                                   COUNT("layers", header->layers), COUNT("faces", header->faces)));
    } else if (header->width % 4 != 0 || header->height % 4 != 0 || header->width == 0 || header->height == 0) {
        finding = report(check->findings, MESSAGE_TEXTURE_KTX2_INVALID__SIDES, place_image(index, NULL),
                         ARGUMENTS(the_image("image", check, index), COUNT("width", header->width),
                                   COUNT("height", header->height)));
    } else {
        return;
    }
    finding_measure(finding, "width", header->width);
    finding_measure(finding, "height", header->height);
}

static void check_jpeg(struct check *check, size_t index, const struct image_header *header)
{
    struct place place = place_image(index, NULL);
    struct argument image = the_image("image", check, index);
    if (header->frame != BASELINE && header->frame != EXTENDED && header->frame != PROGRESSIVE) {
        report(check->findings, MESSAGE_TEXTURE_JPEG_UNSUPPORTED__FRAME, place,
               ARGUMENTS(image, TERM("frame", arena_printf(check->arena, "%02X", header->frame))));
    } else if (header->bits != 8) {
        report(check->findings, MESSAGE_TEXTURE_JPEG_UNSUPPORTED__BITS, place,
               ARGUMENTS(image, COUNT("bits", header->bits)));
    } else if (header->channels == 4) {
        report(check->findings, MESSAGE_TEXTURE_JPEG_CMYK__DEFAULT, place, ARGUMENTS(image));
    }
    if (header->orientation > 1) {
        struct finding *finding = report(check->findings, MESSAGE_TEXTURE_EXIF_ORIENTATION__DEFAULT, place,
                                         ARGUMENTS(image, COUNT("value", header->orientation)));
        finding_measure(finding, "orientation", header->orientation);
    }
}

static void check_header(struct check *check, size_t index)
{
    const struct image_header *header = texture_header(check, index);
    if (header == NULL) {
        return;
    }
    if (header->format == IMAGE_KTX2) {
        check_ktx2(check, index, header);
    } else if (header->format == IMAGE_JPEG) {
        check_jpeg(check, index, header);
    } else if (header->format == IMAGE_PNG && header->bits == 16) {
        double saved = (double)check->avatar->images->items[index].size / 2;
        struct finding *finding = report(check->findings, MESSAGE_TEXTURE_PNG_16_BIT__DEFAULT, place_image(index, NULL),
                                         ARGUMENTS(the_image("image", check, index), COUNT("bits", header->bits),
                                                   the_megabytes("megabytes", saved)));
        finding_measure(finding, "bytes", saved);
    }
}

/* ---- all images ---- */

static void check_memory(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    double sum = 0;
    double most = 0;
    size_t largest = 0;
    size_t count = 0;
    for (size_t i = 0; i < materials->image_count; i++) {
        const struct image_header *header = materials->image_seen[i] ? texture_header(check, i) : NULL;
        if (header == NULL || header->format == IMAGE_KTX2) { /* it stays compressed */
            continue;
        }
        double size = image_decoded_size(header);
        largest = size > most ? i : largest;
        most = size > most ? size : most;
        sum += size;
        count++;
    }
    if (sum > MEMORY_MAX) {
        struct finding *finding = report(
            check->findings, MESSAGE_TEXTURE_MEMORY__DEFAULT, place_at("/images"),
            ARGUMENTS(COUNT("count", count), NUMBER("megabytes", sum / 1e6, 3), NUMBER("limit", MEMORY_MAX / 1e6, 3),
                      the_image("image", check, largest), NUMBER("largest", most / 1e6, 3)));
        finding_measure(finding, "bytes", sum);
        finding_measure(finding, "maximum", MEMORY_MAX);
    }
}

/* ---- equal images ---- */

struct image_entry {
    unsigned char digest[BLAKE2B_SIZE]; /* of samples first, then of all bytes */
    uint64_t size;
    size_t first; /* the first image with the same bytes */
    size_t index;
};

static int by_size(const void *left, const void *right)
{
    return sort_order(((const struct image_entry *)left)->size, ((const struct image_entry *)right)->size);
}

static int by_size_and_first(const void *left, const void *right)
{
    return sort_then(by_size(left, right), ((const struct image_entry *)left)->first,
                     ((const struct image_entry *)right)->first);
}

static int by_digest(const void *left, const void *right)
{
    int order = by_size(left, right);
    return order != 0 ? order
                      : memcmp(((const struct image_entry *)left)->digest, ((const struct image_entry *)right)->digest,
                               BLAKE2B_SIZE);
}

/* Keeps the entries that have an equal neighbour and a digest; returns their number. Neighbours with the same bytes
 * share a digest. */
static size_t keep_equal(struct images *images, struct image_entry *entries, size_t count,
                         int (*compare)(const void *left, const void *right),
                         bool (*digest)(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE]),
                         bool *incomplete)
{
    unsigned char latest[BLAKE2B_SIZE] = {0};
    bool has_digest = false;
    size_t tried = IMAGES_NONE;
    size_t kept = 0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && compare(&entries[begin], &entries[end]) == 0; end++) {
        }
        for (size_t i = begin; end - begin > 1 && i < end; i++) {
            struct image_entry entry = entries[i];
            if (i > begin && entry.first == tried) {
                memcpy(entry.digest, latest, sizeof latest);
            } else {
                has_digest = digest(images, entry.index, entry.digest);
                memcpy(latest, entry.digest, sizeof latest);
                tried = entry.first;
            }
            if (has_digest) {
                entries[kept++] = entry;
            } else {
                *incomplete = true;
            }
        }
    }
    return kept;
}

static bool share_bytes(const struct image *a, const struct image *b)
{
    return a->home == IMAGE_IN_VIEW && b->home == IMAGE_IN_VIEW && a->buffer == b->buffer && a->offset == b->offset;
}

static void report_twin(struct check *check, size_t index, size_t other)
{
    const struct image *image = &check->avatar->images->items[index];
    bool shared = share_bytes(image, &check->avatar->images->items[other]);
    struct argument name = the_image("image", check, index);
    struct argument twin = the_image("other", check, other);
    struct finding *finding = report_taking(
        check->findings, shared ? MESSAGE_TEXTURE_DUPLICATE_IMAGE__SHARED : MESSAGE_TEXTURE_DUPLICATE_IMAGE__DEFAULT,
        place_image(index, NULL), ARGUMENTS(name, twin, the_megabytes("megabytes", (double)image->size)));
    finding_relate(finding, RELATED_TEXTURE_DUPLICATE_IMAGE__DEFAULT, place_image(other, NULL), NO_ARGUMENTS);
    finding_measure(finding, "bytes", shared ? 0 : (double)image->size);
    finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", arena_printf(check->arena, "%zu", other));
    if (!shared && image->size >= TEXTURE_BIG) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

static void check_twins(struct check *check)
{
    struct images *images = check->avatar->images;
    const struct materials *materials = check->avatar->materials;
    struct arena *room = arena_open(check->arena);
    struct image_entry *entries = arena_array(room, images->count, sizeof *entries);
    bool incomplete = false;
    size_t count = 0;
    for (size_t i = 0; i < images->count; i++) {
        if (images->items[i].known && images->items[i].size > 0 && materials->image_used[i]) {
            entries[count].size = images->items[i].size;
            entries[count].first = images->items[i].first;
            entries[count++].index = i;
        }
    }
    sort_array(room, entries, count, sizeof *entries, by_size_and_first);
    count = keep_equal(images, entries, count, by_size, images_sample, &incomplete);
    sort_array(room, entries, count, sizeof *entries, by_digest);
    count = keep_equal(images, entries, count, by_digest, images_digest, &incomplete);
    sort_array(room, entries, count, sizeof *entries, by_digest);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (by_digest(&entries[first], &entries[i]) != 0) {
            first = i;
        } else {
            report_twin(check, entries[i].index, entries[first].index);
        }
    }
    arena_close(room);
    if (incomplete) {
        findings_skip(check->findings, WORDS_SKIPPED_TWINS, NO_ARGUMENTS, WORDS_BECAUSE_TOO_MANY_BYTES);
    }
}

void check_images(struct check *check)
{
    struct images *images = check->avatar->images;
    for (size_t i = 0; i < images->count; i++) {
        arena_pulse(check->arena);
        check_media_type(check, i);
        texture_check_header(check, i);
        check_header(check, i);
    }
    check_memory(check);
    if (findings_want(check->findings, RULE_TEXTURE_DUPLICATE_IMAGE)) {
        check_twins(check);
    }
    if (images->unknown > 0) {
        findings_skip(check->findings, WORDS_SKIPPED_IMAGES, ARGUMENTS(COUNT("count", images->unknown)),
                      WORDS_BECAUSE_NO_BYTES);
    }
}
