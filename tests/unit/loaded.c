#include "loaded.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct loaded load_bytes(const void *bytes, size_t size)
{
    static enum vrmlint_severity severities[RULE_LIMIT];
    for (size_t i = 0; i < rule_count(); i++) {
        severities[i] = VRMLINT_ERROR;
    }
    struct loaded loaded = {.arena = arena_new()};
    assert_non_null(loaded.arena);
    loaded.findings = findings_new(loaded.arena, severities, NULL);
    struct os_error error;
    loaded.document = document_open(loaded.arena, loaded.findings, "test.gltf",
                                    (struct bytes){.memory = bytes, .size = size}, &error);
    assert_non_null(loaded.document);
    if (loaded.document->readable) {
        loaded.avatar = avatar_read(loaded.document);
    }
    return loaded;
}

struct loaded load(const char *json)
{
    size_t size = strlen(json);
    char *text = malloc(size + 1);
    assert_non_null(text);
    for (size_t i = 0; i <= size; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    struct loaded loaded = load_bytes(text, size);
    loaded.text = text;
    assert_true(loaded.document->readable);
    return loaded;
}

static unsigned char *put32(unsigned char *to, size_t value)
{
    for (int i = 0; i < 4; i++) {
        *to++ = (unsigned char)(value >> 8 * i);
    }
    return to;
}

unsigned char *make_glb(const char *json, const void *binary, size_t binary_size, size_t *size)
{
    size_t json_size = (strlen(json) + 3) / 4 * 4;
    size_t chunk_size = (binary_size + 3) / 4 * 4;
    *size = 12 + 8 + json_size + (binary == NULL ? 0 : 8 + chunk_size);
    unsigned char *glb = calloc(1, *size);
    assert_non_null(glb);
    unsigned char *to = put32(put32(put32(put32(glb, 0x46546C67), 2), *size), json_size);
    to = put32(to, 0x4E4F534A);
    memset(to, ' ', json_size);
    memcpy(to, json, strlen(json));
    if (binary != NULL) {
        to = put32(put32(to + json_size, chunk_size), 0x004E4942);
        memcpy(to, binary, binary_size);
    }
    return glb;
}

void unload(struct loaded *loaded)
{
    document_close(loaded->document);
    arena_free(loaded->arena);
    free(loaded->text);
}

const char *found(const struct loaded *loaded, const char *family)
{
    struct buf list = BUF_INIT(loaded->arena);
    for (const struct finding *f = findings_first(loaded->findings); f != NULL; f = f->next) {
        if (family == NULL || strncmp(finding_rule(f)->id, family, strlen(family)) == 0) {
            buf_printf(&list, "%s %s\n", finding_rule(f)->id, f->pointer);
        }
    }
    return buf_text(&list);
}

const char *written(const struct loaded *loaded, struct argument argument)
{
    struct buf buf = BUF_INIT(loaded->arena);
    argument_write(&buf, VRMLINT_ENGLISH, &argument);
    return buf_text(&buf);
}

const char *called(const struct loaded *loaded, const char *pointer, bool group)
{
    struct place place = place_at(pointer);
    struct vrmlint_text text =
        name_text(loaded->avatar, 1U << VRMLINT_ENGLISH, the_place("thing", loaded->avatar, &place, group));
    return ENGLISH(text);
}
