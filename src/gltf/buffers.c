#include "gltf/buffers.h"

#include <string.h>

#include "base/ascii.h"
#include "ids/messages_animation_tracks.h"

/* ---- data URIs ---- */

/* Whether a letter is white space, or the end of a text. */
static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

const char *buffers_base64(struct arena *arena, const char *text, size_t *length)
{
    size_t at = 0;
    while (at < *length && !is_gap(text[at])) {
        at++;
    }
    if (at == *length) {
        return text;
    }
    char *letters = arena_copy(arena, text, *length);
    for (size_t i = at; i < *length; i++) {
        letters[at] = text[i];
        at += !is_gap(text[i]);
    }
    *length = at;
    return letters;
}

bool buffers_decode_base64(const char *text, size_t length, unsigned char *out, uint64_t *size)
{
    for (int padding = 0; padding < 2 && length > 0 && text[length - 1] == '='; padding++) {
        length--;
    }
    size_t at = 0;
    size_t i = 0;
    for (; length - i >= 4; i += 4, at += 3) { /* four letters are three bytes */
        int letters[4];
        for (size_t k = 0; k < 4; k++) {
            letters[k] = ascii_base64(text[i + k]);
        }
        if ((letters[0] | letters[1] | letters[2] | letters[3]) < 0) {
            return false;
        }
        if (out != NULL) {
            out[at] = (unsigned char)(letters[0] << 2 | letters[1] >> 4);
            out[at + 1] = (unsigned char)((letters[1] << 4 | letters[2] >> 2) & 0xFF);
            out[at + 2] = (unsigned char)((letters[2] << 6 | letters[3]) & 0xFF);
        }
    }
    uint32_t bits = 0;
    for (; i < length; i++) {
        int value = ascii_base64(text[i]);
        if (value < 0) {
            return false;
        }
        bits = bits << 6 | (uint32_t)value;
        if (i % 4 != 0 && out != NULL) {
            out[at] = (unsigned char)(bits >> (6 - i % 4 * 2) & 0xFFU);
        }
        at += i % 4 != 0;
    }
    *size = at;
    return length % 4 != 1;
}

/* Returns a clause about a buffer. */
static struct argument buffer_reason(const struct buffers *buffers, size_t index, enum message why)
{
    return argument_words(buffers->document->arena, "why", why, ARGUMENTS(COUNT("buffer", index)));
}

/* The same with a string from the file, or an error. */
static struct argument reason_with(const struct buffers *buffers, size_t index, enum message why, struct argument text)
{
    return argument_words(buffers->document->arena, "why", why, ARGUMENTS(COUNT("buffer", index), text));
}

static void read_data_uri(struct buffers *buffers, size_t index, const char *uri, size_t length)
{
    struct buffer *buffer = &buffers->items[index];
    const char *comma = memchr(uri, ',', length);
    buffer->state = BUFFER_MISSING;
    if (comma == NULL || !ascii_ends_in(uri, (size_t)(comma - uri), ";base64")) {
        buffer->why = buffer_reason(buffers, index, WORDS_BUFFER_NOT_BASE64);
        return;
    }
    size_t letters = length - (size_t)(comma + 1 - uri);
    const char *text = buffers_base64(buffers->document->arena, comma + 1, &letters);
    unsigned char *bytes = arena_alloc(buffers->document->arena, letters / 4 * 3 + 3);
    if (!buffers_decode_base64(text, letters, bytes, &buffer->size)) {
        buffer->why = buffer_reason(buffers, index, WORDS_BUFFER_DAMAGED);
        return;
    }
    buffer->state = BUFFER_URI;
    buffer->memory = bytes;
}

/* ---- files ---- */

const char *buffers_relative_path(struct arena *arena, const char *uri, size_t length)
{
    char *path = arena_alloc(arena, length + 1);
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)uri[i];
        bool escaped = c == '%';
        if (escaped) {
            int byte = ascii_escaped(uri + i, length - i, "%");
            if (byte < 0) {
                return NULL;
            }
            c = (unsigned char)byte;
            i += 2;
        }
        if (c < 0x20 || c == 0x7F || strchr("\\:*?\"<>|", c) != NULL || (escaped && (c == '/' || c == '.')) ||
            (!escaped && c == '#')) {
            return NULL;
        }
        path[size++] = (char)c;
    }
    for (const char *step = path;; step++) {
        size_t span = strcspn(step, "/");
        if (span == 0 || (span == 2 && strncmp(step, "..", 2) == 0)) {
            return NULL;
        }
        step += span;
        if (*step == '\0') {
            return path;
        }
    }
}

const char *buffers_own_folder(const struct document *document)
{
    if ((document->bytes.file == NULL && !document->bytes.at_path) || strcmp(document->path, "-") == 0) {
        return NULL;
    }
#ifdef _WIN32
    static const char separators[] = "/\\";
#else
    static const char separators[] = "/";
#endif
    size_t length = strlen(document->path);
    while (length > 0 && strchr(separators, document->path[length - 1]) == NULL) {
        length--;
    }
    return length == 0 ? "." : arena_copy(document->arena, document->path, length);
}

static struct argument error_term(const struct buffers *buffers, const struct os_error *error)
{
    return MARKED("error", arena_copy(buffers->document->arena, error->text, strlen(error->text)));
}

/* Opens the file of a buffer as the document's companion, unless it is open already. */
static bool open_file(struct buffers *buffers, size_t index)
{
    struct document *document = buffers->document;
    struct buffer *buffer = &buffers->items[index];
    struct os_error error = {""};
    if (document->companion != NULL && document->companion_of == index) {
        return true;
    }
    os_close(document->companion);
    document->looked_beside = true;
    document->companion = os_open_beneath(buffers_own_folder(document), buffer->relative, &error);
    if (document->companion == NULL) {
        buffer->state = BUFFER_MISSING;
        buffer->why = argument_words(
            document->arena, "why", WORDS_BUFFER_FILE_UNREADABLE,
            ARGUMENTS(COUNT("buffer", index), TEXT("file", buffer->relative), error_term(buffers, &error)));
        return false;
    }
    document->companion_of = index;
    return true;
}

static void read_file_uri(struct buffers *buffers, size_t index, const char *uri, size_t length)
{
    struct arena *arena = buffers->document->arena;
    struct buffer *buffer = &buffers->items[index];
    buffer->state = BUFFER_MISSING;
    buffer->relative = buffers_relative_path(arena, uri, length);
    if (buffer->relative == NULL) {
        struct argument where = TEXT("uri", uri);
        where.as.text.length = length; /* may contain a NUL */
        buffer->why = reason_with(buffers, index, WORDS_BUFFER_ELSEWHERE, where);
    } else if (buffers_own_folder(buffers->document) == NULL) {
        buffer->why = reason_with(buffers, index, WORDS_BUFFER_WITHOUT_FOLDER, TEXT("file", buffer->relative));
    } else if (open_file(buffers, index)) {
        buffer->state = BUFFER_FILE;
        buffer->size = os_size(buffers->document->companion);
    }
}

/* ---- access ---- */

/* Sets the state of the first buffer of a GLB without uri, which is in the BIN chunk. */
static void read_bin(const struct buffers *buffers, struct buffer *buffer)
{
    const struct container *container = &buffers->document->container;
    uint64_t end = buffers->document->bytes.size;
    uint64_t left = container->bin_offset < end ? end - container->bin_offset : 0;
    buffer->state = container->has_bin ? BUFFER_BIN : BUFFER_ILL;
    buffer->size = container->bin_length < left ? container->bin_length : left;
}

static void read_buffer(struct buffers *buffers, size_t index)
{
    struct buffer *buffer = &buffers->items[index];
    const struct tree *json = tree_at(buffers->json, index);
    const struct tree *stated = tree_get(json, "byteLength");
    const struct tree *uri = tree_get(json, "uri");
    size_t length = 0;
    const char *text = tree_text(uri, &length);
    buffer->state = BUFFER_ILL;
    bool given = expect_whole(stated, &buffer->length);
    if (!tree_is_object(json) || (uri != NULL && text == NULL) || (stated != NULL && !given)) {
        return;
    }
    if (text == NULL && index == 0 && buffers->document->container.is_glb) {
        read_bin(buffers, buffer);
    } else if (text == NULL || length == 0) {
        buffer->state = BUFFER_MISSING;
        buffer->why = buffer_reason(buffers, index, WORDS_BUFFER_WITHOUT_URI);
    } else if (length >= 5 && strncmp(text, "data:", 5) == 0) {
        read_data_uri(buffers, index, text, length);
    } else {
        read_file_uri(buffers, index, text, length);
    }
    if (!given) {
        buffer->length = buffer->size;
    }
}

struct buffers *buffers_new(struct document *document)
{
    struct buffers *buffers = arena_alloc(document->arena, sizeof *buffers);
    const struct tree *json = document_tree(document, "/buffers");
    buffers->document = document;
    buffers->json = tree_is_array(json) ? json : NULL;
    buffers->count = tree_count(buffers->json);
    buffers->items = arena_array(document->arena, buffers->count, sizeof *buffers->items);
    return buffers;
}

const struct buffer *buffers_get(struct buffers *buffers, size_t index)
{
    if (buffers->items[index].state == BUFFER_NEW) {
        read_buffer(buffers, index);
    }
    return &buffers->items[index];
}

uint64_t buffers_position(const struct buffers *buffers, size_t index, uint64_t offset)
{
    return offset + (buffers->items[index].state == BUFFER_BIN ? buffers->document->container.bin_offset : 0);
}

const unsigned char *buffers_bytes(struct buffers *buffers, size_t index, uint64_t offset, size_t size,
                                   unsigned char *scratch)
{
    struct buffer *buffer = &buffers->items[index];
    struct document *document = buffers->document;
    struct os_error error = {""};
    const unsigned char *found = NULL;
    if (offset > buffer->size || size > buffer->size - offset) {
        return NULL;
    }
    if (buffer->state == BUFFER_URI) {
        return buffer->memory + offset;
    }
    if (buffer->state == BUFFER_BIN) {
        found = bytes_peek(&document->bytes, document->container.bin_offset + offset, size, scratch, &error);
    } else if (buffer->state == BUFFER_FILE && open_file(buffers, index)) {
        struct bytes bytes = {.file = document->companion, .size = buffer->size};
        found = bytes_peek(&bytes, offset, size, scratch, &error);
    }
    if (found == NULL && buffer->state != BUFFER_MISSING) {
        buffer->state = BUFFER_MISSING;
        buffer->why = reason_with(buffers, index, WORDS_BUFFER_UNREADABLE, error_term(buffers, &error));
    }
    return found;
}
