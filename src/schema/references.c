/* What $ref and $dynamicRef name (JSON Schema 2020-12, Core, 8.2; draft-04, Core, 7). */
#include "schema/references.h"

#include <string.h>

#include "base/ascii.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "base/uri.h"
#include "schema/resources.h"
#include "schema/sources.h"

/* A fragment with its percent signs undone, RFC 3986 section 2.1; NULL for a malformed one. */
static char *decode(struct arena *arena, const char *text)
{
    char *out = arena_alloc(arena, strlen(text) + 1);
    size_t length = 0;
    for (; *text != '\0'; text++) {
        char c = *text;
        if (c == '%') {
            int high = ascii_hex(text[1]);
            int low = high < 0 ? -1 : ascii_hex(text[2]);
            if (low < 0 || high + low == 0) {
                return NULL;
            }
            c = (char)(high * 16 + low);
            text += 2;
        }
        out[length++] = c;
    }
    return out;
}

/* The member that a token of a pointer names, or NULL. */
static const struct flat_value *find_member(const struct flat *flat, const struct flat_value *in, const char *token,
                                            size_t length)
{
    for (const struct flat_value *at = flat_begin(in); at != flat_end(in); at += at->span) {
        if (pointer_token_is(token, length, flat_key(flat, at), at->key_size)) {
            return at;
        }
    }
    return NULL;
}

/* What stands at a pointer of a document, NULL when nothing does. */
static const struct flat_value *find_at(const struct flat *flat, const struct flat_value *json, const char *pointer)
{
    const char *token;
    size_t length;
    while (json != NULL && pointer_next(&pointer, &token, &length)) {
        size_t index;
        if (flat_is(json, JSON_ARRAY)) {
            json = pointer_token_index(token, length, &index) ? flat_at(json, index) : NULL;
        } else {
            json = find_member(flat, json, token, length);
        }
    }
    return *pointer == '\0' ? json : NULL;
}

/* ---- of users ---- */

/* What a reference names without its fragment, in a document that is open then. NULL where there is none. */
static const struct flat_value *find_resource(struct compiler *compiler, const char *base, const char *text)
{
    const char *uri = uri_resolve(compiler->arena, base, text);
    const struct resource *resource = resources_by_uri(compiler, uri);
    if (resource == NULL) {
        struct source *source = source_by_name(compiler, uri, text);
        return source == NULL || !source_open(compiler, source) ? NULL : source->top;
    }
    return resource->top;
}

bool reference_find(struct reading *reading, enum keyword keyword, const struct source **source,
                    const struct flat_value **value, const char **anchor)
{
    struct compiler *compiler = reading->compiler;
    const char *text = reading_name(reading, reading->values[keyword]);
    if (text == NULL) {
        return compile_refuse_value(reading, keyword, "a string");
    }
    size_t length = strcspn(text, "#");
    uint32_t here = resources_of(compiler, reading->json);
    const char *before = arena_copy(compiler->arena, text, length);
    const struct flat_value *top =
        length == 0 ? compiler->resources[here].top : find_resource(compiler, compiler->resources[here].uri, before);
    if (top == NULL) {
        return *compiler->error == '\0' &&
               compile_refuse(compiler, reading->source, reading->json, "%s %s names a document that isn't there",
                              keyword_text(keyword), quote_text(compiler->arena, text));
    }
    const char *fragment = decode(compiler->arena, text[length] == '#' ? text + length + 1 : "");
    *anchor = fragment != NULL && *fragment != '\0' && *fragment != '/' ? fragment : NULL;
    *value = fragment == NULL  ? NULL
             : *anchor != NULL ? resources_anchor(compiler, resources_of(compiler, top), *anchor)
                               : find_at(&compiler->flat, top, fragment);
    if (*value == NULL) {
        return compile_refuse(compiler, reading->source, reading->json, "%s %s leads nowhere", keyword_text(keyword),
                              quote_text(compiler->arena, text));
    }
    *source = compile_source(compiler, *value);
    return true;
}

/* ---- of all ---- */

bool reference_node(struct reading *reading, uint32_t *node)
{
    struct compiler *compiler = reading->compiler;
    if (compiler->wide) {
        const struct source *to;
        const struct flat_value *value;
        const char *anchor;
        return reference_find(reading, KEYWORD_REF, &to, &value, &anchor) && compile_node(compiler, to, value, node);
    }
    const char *text = flat_text(&compiler->flat, reading->values[KEYWORD_REF]);
    size_t length = strcspn(text, "#");
    struct source *source = NULL;
    for (size_t i = 0; i < compiler->source_count && source == NULL; i++) {
        struct source *at = &compiler->sources[i];
        if (length == 0 ? at == reading->source : strlen(at->name) == length && memcmp(at->name, text, length) == 0) {
            source = at;
        }
    }
    if (source == NULL) {
        return compile_refuse(compiler, reading->source, reading->json, "$ref %s names a document that isn't there",
                              quote_text(compiler->arena, text));
    }
    if (!source_open(compiler, source)) {
        return false;
    }
    const char *pointer = decode(compiler->arena, text[length] == '#' ? text + length + 1 : "");
    const struct flat_value *json = pointer == NULL ? NULL : find_at(&compiler->flat, source->top, pointer);
    if (json == NULL) {
        return compile_refuse(compiler, reading->source, reading->json, "$ref %s leads nowhere",
                              quote_text(compiler->arena, text));
    }
    return compile_node(compiler, source, json, node);
}
