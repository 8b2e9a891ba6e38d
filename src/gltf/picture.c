#include "gltf/picture.h"

#include <string.h>

#include "gltf/buffers.h"

/* The bytes of a picture: in a buffer, or decoded. */
struct source {
    struct buffers *buffers; /* NULL: memory */
    size_t buffer;
    uint64_t offset;
    const unsigned char *memory;
    uint64_t size;
};

enum { PEEK_MAX = 32, SEGMENTS_MAX = 10000 /* of a JPEG, before its frame: real ones have a dozen */ };

/* Some bytes, which stay until scratch is used again; NULL where there are none. */
static const unsigned char *peek(const struct source *source, uint64_t offset, size_t size,
                                 unsigned char scratch[PEEK_MAX])
{
    if (offset > source->size || size > source->size - offset) {
        return NULL;
    }
    return source->buffers == NULL
               ? source->memory + offset
               : buffers_bytes(source->buffers, source->buffer, source->offset + offset, size, scratch);
}

static size_t big_endian(const unsigned char *bytes, size_t count)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

static void measure_png(const struct source *source, struct picture *picture)
{
    unsigned char scratch[PEEK_MAX];
    const unsigned char *header = peek(source, 8, 16, scratch);
    if (header != NULL && memcmp(header + 4, "IHDR", 4) == 0) {
        picture->width = big_endian(header + 8, 4);
        picture->height = big_endian(header + 12, 4);
    }
}

/* Whether a marker begins a frame: SOF0 to SOF15, but for tables (C4, CC) and an extension (C8). */
static bool is_frame(unsigned char marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

static void measure_jpeg(const struct source *source, struct picture *picture)
{
    unsigned char scratch[PEEK_MAX];
    uint64_t at = 2;
    for (int i = 0; i < SEGMENTS_MAX; i++) {
        const unsigned char *segment = peek(source, at, 4, scratch);
        if (segment == NULL || segment[0] != 0xFF) {
            return;
        }
        if (segment[1] == 0xFF) { /* a fill byte */
            at++;
            continue;
        }
        if (is_frame(segment[1])) {
            const unsigned char *frame = peek(source, at, 9, scratch);
            if (frame != NULL) {
                picture->height = big_endian(frame + 5, 2);
                picture->width = big_endian(frame + 7, 2);
            }
            return;
        }
        size_t length = big_endian(segment + 2, 2);
        if (length < 2) {
            return;
        }
        at += 2 + length;
    }
}

/* The bytes of a buffer view; false where they can't be had. */
static bool find_view(struct document *document, const json_t *index, struct source *source)
{
    const json_t *views = document_tree(document, "/bufferViews");
    const json_t *buffers = document_tree(document, "/buffers");
    size_t view;
    if (!tree_is_array(views) || !tree_is_array(buffers) || !tree_index(index, tree_count(views), &view)) {
        return false;
    }
    const json_t *json = tree_at(views, view);
    const json_t *given = tree_get(json, "byteOffset");
    size_t offset = 0;
    size_t length;
    const size_t most = (size_t)1 << 48;
    if (!tree_index(tree_get(json, "buffer"), tree_count(buffers), &source->buffer) ||
        (given != NULL && !tree_index(given, most, &offset)) ||
        !tree_index(tree_get(json, "byteLength"), most, &length)) {
        return false;
    }
    source->buffers = buffers_new(document, true); /* whoever reads accessors reports buffers */
    source->offset = offset;
    source->size = length;
    const struct buffer *buffer = buffers_get(source->buffers, source->buffer);
    return buffer->state != BUFFER_ILL && buffer->state != BUFFER_MISSING;
}

static bool find_source(struct document *document, const json_t *image, struct source *source)
{
    size_t length;
    const char *uri = tree_text(tree_get(image, "uri"), &length);
    if (uri == NULL) {
        return find_view(document, tree_get(image, "bufferView"), source);
    }
    source->memory = buffers_data_uri(document->arena, uri, length, &source->size);
    return source->memory != NULL;
}

struct picture picture_read(struct document *document, const json_t *image)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const unsigned char jpeg[] = {0xFF, 0xD8, 0xFF};
    struct picture picture = {PICTURE_UNREACHABLE, 0, 0};
    struct source source = {.buffers = NULL};
    unsigned char scratch[PEEK_MAX];
    if (!find_source(document, image, &source) || source.size == 0 || peek(&source, 0, 1, scratch) == NULL) {
        return picture;
    }
    const unsigned char *start = peek(&source, 0, sizeof png, scratch);
    picture.kind = PICTURE_OTHER;
    if (start != NULL && memcmp(start, png, sizeof png) == 0) {
        picture.kind = PICTURE_PNG;
        measure_png(&source, &picture);
    } else if ((start = peek(&source, 0, sizeof jpeg, scratch)) != NULL && memcmp(start, jpeg, sizeof jpeg) == 0) {
        picture.kind = PICTURE_JPEG;
        measure_jpeg(&source, &picture);
    }
    return picture;
}
