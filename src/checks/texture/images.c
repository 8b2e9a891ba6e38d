/* Checks images: their headers, their memory, and equal ones. */
#include <string.h>

#include "base/json_value.h"
#include "base/sort.h"
#include "checks/texture/texture.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_texture.h"
#include "ids/rules.h"

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

struct entry {
    unsigned char digest[BLAKE2B_SIZE]; /* of samples first, then of all bytes */
    uint64_t size;
    size_t first; /* the first image with the same bytes */
    size_t index;
};

static int by_size(const void *left, const void *right)
{
    return sort_order(((const struct entry *)left)->size, ((const struct entry *)right)->size);
}

static int by_size_and_first(const void *left, const void *right)
{
    return sort_then(by_size(left, right), ((const struct entry *)left)->first, ((const struct entry *)right)->first);
}

static int by_digest(const void *left, const void *right)
{
    int order = by_size(left, right);
    return order != 0
               ? order
               : memcmp(((const struct entry *)left)->digest, ((const struct entry *)right)->digest, BLAKE2B_SIZE);
}

/* Keeps the entries that have an equal neighbour and a digest; returns their number. Neighbours with the same bytes
 * share a digest. */
static size_t keep_equal(struct images *images, struct entry *entries, size_t count,
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
            struct entry entry = entries[i];
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
    struct entry *entries = arena_array(room, images->count, sizeof *entries);
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
