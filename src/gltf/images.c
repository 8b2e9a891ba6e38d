#include "gltf/images.h"

#include <string.h>

#include "base/ascii.h"
#include "base/sort.h"
#include "gltf/expect.h"

/* Upper limits, in bytes or units of work. For images in the file itself, the budget is also bounded by the file's
 * size: images that don't overlap need no more. Every image may take IMAGE_WORK, whatever its size. */
#define SEARCH_MAX (UINT64_C(64) << 20)
#define DIGEST_MAX (UINT64_C(128) << 20)
#define BESIDE_WORK_MAX (UINT64_C(64) << 20)
#define IMAGE_WORK UINT64_C(1024)

/* ---- data URIs ---- */

/* Returns the bytes that a percent-encoded string represents; at most length bytes. */
static const unsigned char *decode_percent(struct arena *arena, const char *text, size_t length, uint64_t *size)
{
    unsigned char *out = arena_alloc(arena, length + 1);
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        int escaped = ascii_escaped(text + i, length - i, "%");
        out[at++] = (unsigned char)(escaped >= 0 ? escaped : text[i]);
        i += escaped >= 0 ? 2 : 0;
    }
    *size = at;
    return out;
}

static void find_data_uri(struct arena *arena, struct image *image, const char *uri, size_t length)
{
    const char *comma = memchr(uri, ',', length);
    image->media = "";
    if (comma == NULL) {
        return;
    }
    const char *type = uri + strlen("data:");
    size_t type_length = (size_t)(comma - type);
    const char *end = memchr(type, ';', type_length);
    image->media = arena_copy(arena, type, end == NULL ? type_length : (size_t)(end - type));
    size_t letters = length - (size_t)(comma + 1 - uri);
    image->home = IMAGE_IN_URI;
    if (!ascii_ends_in(type, type_length, ";base64")) {
        image->plain = decode_percent(arena, comma + 1, letters, &image->size);
        return;
    }
    image->data = buffers_base64(arena, comma + 1, &letters);
    while (letters > 0 && image->data[letters - 1] == '=') {
        letters--;
    }
    if (letters % 4 == 1) { /* no number of bytes is encoded so */
        image->home = IMAGE_NOWHERE;
        return;
    }
    image->size = letters / 4 * 3 + (letters % 4 == 0 ? 0 : letters % 4 - 1);
}

/* Decodes size bytes from offset of base64 data (RFC 4648, section 4), without reading what precedes them. */
static const unsigned char *read_base64(const struct image *image, uint64_t offset, size_t size, unsigned char *scratch)
{
    const char *at = image->data + offset / 3 * 4;
    size_t skip = (size_t)(offset % 3);
    uint32_t bits = 0;
    for (size_t got = 0, i = 0; got < size; i++) {
        int value = ascii_base64(at[i]);
        if (value < 0) {
            return NULL;
        }
        bits = bits << 6 | (uint32_t)value;
        if (i % 4 == 0) {
            continue;
        }
        if (skip > 0) {
            skip--;
        } else {
            scratch[got++] = (unsigned char)(bits >> (6 - i % 4 * 2) & 0xFFU);
        }
    }
    return scratch;
}

/* ---- bytes ---- */

struct image_reading {
    struct images *images;
    const struct image *image;
};

static const unsigned char *read_bytes(void *context, uint64_t offset, size_t size, unsigned char *scratch)
{
    const struct image_reading *reading = context;
    struct images *images = reading->images;
    const struct image *image = reading->image;
    struct os_error error = {""};
    arena_pulse(images->document->arena);
    if (offset > image->size || size > image->size - offset) {
        return NULL;
    }
    if (image->home == IMAGE_IN_VIEW) {
        return buffers_bytes(images->buffers, image->buffer, image->offset + offset, size, scratch);
    }
    if (image->home == IMAGE_IN_URI) {
        return image->plain != NULL ? image->plain + offset : read_base64(image, offset, size, scratch);
    }
    struct bytes bytes = {.file = images->document->picture, .size = image->size};
    return bytes.file == NULL ? NULL : bytes_peek(&bytes, offset, size, scratch, &error);
}

/* Opens the file of an image as the document's picture. */
static bool open_picture(struct images *images, const struct image *image)
{
    struct document *document = images->document;
    struct os_error error;
    os_close(document->picture);
    document->looked_beside = true;
    document->picture = os_open_beneath(buffers_own_folder(document), image->path, &error);
    return document->picture != NULL;
}

/* ---- locations ---- */

static void find_view(struct images *images, const struct tree *views, struct image *image)
{
    size_t view;
    if (!tree_index(tree_get(image->json, "bufferView"), tree_count(views), &view)) {
        return;
    }
    const struct tree *json = tree_at(views, view);
    double offset = 0;
    double length = 0;
    bool given = tree_number(tree_get(json, "byteLength"), &length);
    tree_number(tree_get(json, "byteOffset"), &offset);
    if (!tree_index(tree_get(json, "buffer"), images->buffers->count, &image->buffer) || !given || offset < 0 ||
        length < 0 || offset > 9e15 || length > 9e15) {
        return;
    }
    image->offset = (uint64_t)offset;
    image->size = (uint64_t)length;
    image->home = IMAGE_IN_VIEW;
}

static void find_file(struct images *images, struct image *image, const char *uri, size_t length)
{
    struct arena *arena = images->document->arena;
    image->path = buffers_relative_path(arena, uri, length);
    if (image->path != NULL && image->name == NULL) {
        image->name = image->path;
    }
    image->home = image->path == NULL ? IMAGE_NOWHERE : IMAGE_IN_FILE;
}

static void find_image(struct images *images, const struct tree *views, struct image *image)
{
    struct arena *arena = images->document->arena;
    size_t length = 0;
    const char *uri = tree_text(tree_get(image->json, "uri"), &length);
    image->name = expect_text(tree_get(image->json, "name"));
    image->mime = tree_text(tree_get(image->json, "mimeType"), NULL);
    image->has_view = tree_get(image->json, "bufferView") != NULL;
    image->buffer = IMAGES_NONE;
    image->header.status = IMAGE_UNREADABLE;
    if (image->has_view) {
        find_view(images, views, image);
    } else if (uri != NULL && length >= 5 && strncmp(uri, "data:", 5) == 0) {
        find_data_uri(arena, image, uri, length);
    } else if (uri != NULL) {
        find_file(images, image, uri, length);
    }
}

/* Whether all bytes of an image can be read. If only some can, something else is wrong. */
static bool is_reachable(struct images *images, struct image *image)
{
    if (image->home == IMAGE_IN_VIEW) {
        const struct buffer *buffer = buffers_get(images->buffers, image->buffer);
        bool there = buffer->state == BUFFER_BIN || buffer->state == BUFFER_URI || buffer->state == BUFFER_FILE;
        return there && image->offset <= buffer->size && image->size <= buffer->size - image->offset;
    }
    if (image->home == IMAGE_IN_FILE) {
        bool open = buffers_own_folder(images->document) != NULL && open_picture(images, image);
        image->size = open ? os_size(images->document->picture) : 0;
        return open;
    }
    return image->home == IMAGE_IN_URI;
}

static bool is_used(struct document *document, const char *name)
{
    const struct tree *used = document_tree(document, "/extensionsUsed");
    bool found = false;
    for (size_t i = 0; !found && tree_is_array(used) && i < tree_count(used); i++) {
        const char *other = tree_text(tree_at(used, i), NULL);
        found = other != NULL && strcmp(other, name) == 0;
    }
    return found;
}

/* ---- shared bytes ---- */

struct image_source {
    enum image_home home;
    size_t buffer;
    uint64_t offset;
    uint64_t size;
    const char *path;
    size_t index; /* of the image */
};

static int by_source(const void *left, const void *right)
{
    const struct image_source *a = left;
    const struct image_source *b = right;
    int order = sort_order(a->home, b->home);
    if (order == 0 && a->home == IMAGE_IN_FILE) {
        return strcmp(a->path, b->path);
    }
    return sort_then(sort_then(sort_then(order, a->buffer, b->buffer), a->offset, b->offset), a->size, b->size);
}

/* Sets the first image with the same range of bytes or the same file. A data URI belongs to one image. */
static void find_first(struct images *images)
{
    struct arena *room = arena_open(images->document->arena);
    struct image_source *sources = arena_array(room, images->count, sizeof *sources);
    size_t count = 0;
    for (size_t i = 0; i < images->count; i++) {
        struct image *image = &images->items[i];
        image->first = i;
        if (image->home == IMAGE_IN_VIEW || image->home == IMAGE_IN_FILE) {
            sources[count++] =
                (struct image_source){image->home, image->buffer, image->offset, image->size, image->path, i};
        }
    }
    sort_array(room, sources, count, sizeof *sources, by_source);
    for (size_t i = 1; i < count; i++) {
        if (by_source(&sources[i - 1], &sources[i]) == 0) {
            images->items[sources[i].index].first = images->items[sources[i - 1].index].first;
        }
    }
    arena_close(room);
}

/* ---- headers ---- */

static struct images_budget *budget_of(struct images *images, const struct image *image)
{
    return image->home == IMAGE_IN_FILE ? &images->beside : &images->within;
}

static uint64_t smaller_amount(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void set_budgets(struct images *images)
{
    uint64_t size = images->document->bytes.size;
    images->within = (struct images_budget){
        .work = 2 * size + IMAGE_WORK * images->count,
        .search = smaller_amount(size, SEARCH_MAX),
        .samples = size,
        .digests = smaller_amount(size, DIGEST_MAX),
    };
    images->beside = (struct images_budget){BESIDE_WORK_MAX, SEARCH_MAX, DIGEST_MAX, DIGEST_MAX};
}

/* Reads the header of an image, or copies it from the first image with the same bytes. */
static void read_header(struct images *images, size_t index)
{
    struct image *image = &images->items[index];
    const struct image *first = &images->items[image->first];
    if (first != image) {
        image->header = first->header;
        image->size = first->size;
    } else if (is_reachable(images, image)) {
        struct image_reading reading = {images, image};
        struct images_budget *budget = budget_of(images, image);
        image->header =
            image_read_header(&(struct image_bytes){read_bytes, &reading, image->size, &budget->search, &budget->work});
    }
}

struct images *images_read(struct document *document, bool no_data)
{
    struct images *images = arena_alloc(document->arena, sizeof *images);
    const struct tree *json = document_tree(document, "/images");
    const struct tree *list = tree_is_array(json) ? json : NULL;
    images->document = document;
    images->count = tree_count(list);
    set_budgets(images);
    images->items = arena_array(document->arena, images->count, sizeof *images->items);
    if (images->count == 0) {
        return images;
    }
    for (size_t i = 0; i < IMAGE_FORMATS; i++) {
        const char *extension = image_extension((enum image_format)i);
        images->enabled[i] = extension == NULL || is_used(document, extension);
    }
    images->buffers = buffers_new(document);
    const struct tree *views = document_tree(document, "/bufferViews");
    views = tree_is_array(views) ? views : NULL;
    for (size_t i = 0; i < images->count; i++) {
        struct image *image = &images->items[i];
        image->json = tree_at(list, i);
        arena_pulse(document->arena);
        find_image(images, views, image);
    }
    find_first(images);
    for (size_t i = 0; i < images->count; i++) {
        struct image *image = &images->items[i];
        arena_pulse(document->arena);
        if (!no_data) {
            read_header(images, i);
        }
        image->known = image->header.status != IMAGE_UNREADABLE && image->header.status != IMAGE_LEFT_OUT;
        images->unknown += !image->known;
    }
    return images;
}

/* ---- digests ---- */

enum { SAMPLE = 256, SAMPLES = 32 };

static bool hash_bytes(struct images *images, const struct image *image, struct blake2b *hash, uint64_t offset,
                       size_t size)
{
    unsigned char scratch[IMAGE_WINDOW];
    struct image_reading reading = {images, image};
    const unsigned char *bytes = read_bytes(&reading, offset, size, scratch);
    if (bytes != NULL) {
        blake2b_add(hash, bytes, size);
    }
    return bytes != NULL;
}

/* Takes bytes from a budget and opens the image's file. Returns false if the image isn't known or the budget is
 * exceeded. */
static bool begin_hash(struct images *images, const struct image *image, uint64_t bytes, uint64_t *budget)
{
    if (!image->known || bytes > *budget || (image->home == IMAGE_IN_FILE && !open_picture(images, image))) {
        return false;
    }
    *budget -= bytes;
    return true;
}

static bool hash_all(struct images *images, const struct image *image, unsigned char digest[BLAKE2B_SIZE])
{
    struct blake2b hash;
    blake2b_start(&hash);
    for (uint64_t at = 0; at < image->size;) {
        size_t part = image->size - at < IMAGE_WINDOW ? (size_t)(image->size - at) : IMAGE_WINDOW;
        if (!hash_bytes(images, image, &hash, at, part)) {
            return false;
        }
        at += part;
    }
    blake2b_end(&hash, digest);
    return true;
}

bool images_sample(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE])
{
    const struct image *image = &images->items[index];
    uint64_t bytes = smaller_amount(image->size, (uint64_t)SAMPLE * SAMPLES);
    if (!begin_hash(images, image, bytes, &budget_of(images, image)->samples)) {
        return false;
    }
    if (bytes == image->size) {
        return hash_all(images, image, digest);
    }
    struct blake2b hash;
    blake2b_start(&hash);
    for (size_t i = 0; i < SAMPLES; i++) {
        if (!hash_bytes(images, image, &hash, (image->size - SAMPLE) / (SAMPLES - 1) * i, SAMPLE)) {
            return false;
        }
    }
    blake2b_end(&hash, digest);
    return true;
}

bool images_digest(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE])
{
    const struct image *image = &images->items[index];
    return begin_hash(images, image, image->size, &budget_of(images, image)->digests) &&
           hash_all(images, image, digest);
}

/* ---- copies ---- */

bool images_copy(struct images *images, size_t index, unsigned char *out)
{
    const struct image *image = &images->items[index];
    struct image_reading reading = {images, image};
    unsigned char scratch[IMAGE_WINDOW];
    if (!image->known || (image->home == IMAGE_IN_FILE && !open_picture(images, image))) {
        return false;
    }
    for (uint64_t at = 0; at < image->size;) {
        size_t part = image->size - at < IMAGE_WINDOW ? (size_t)(image->size - at) : IMAGE_WINDOW;
        const unsigned char *bytes = read_bytes(&reading, at, part, scratch);
        if (bytes == NULL) {
            return false;
        }
        memcpy(out + at, bytes, part);
        at += part;
    }
    return true;
}
