/* The documents that are compiled together: finding one by what it is called, and opening it. */
#include "schema/sources.h"

#include <string.h>

#include "base/quote.h"
#include "base/uri.h"
#include "schema/resources.h"

struct source *source_by_name(struct compiler *compiler, const char *uri, const char *text)
{
    for (size_t i = 0; i < compiler->source_count; i++) {
        struct source *source = &compiler->sources[i];
        const char *id = flat_text(&compiler->flat, flat_get(&compiler->flat, source->top, "$id"));
        id = id == NULL ? flat_text(&compiler->flat, flat_get(&compiler->flat, source->top, "id")) : id;
        id = id == NULL ? NULL : uri_resolve(compiler->arena, source->name, id);
        if (strcmp(source->name, uri) == 0 || strcmp(source->name, text) == 0 || (id != NULL && strcmp(id, uri) == 0)) {
            return source;
        }
    }
    return NULL;
}

/* Takes the dialect from a metaschema that is no draft's own but one of those given. False when it isn't there. */
static bool find_metaschema(struct compiler *compiler, struct source *source, const char *uri)
{
    const struct source *found = source_by_name(compiler, uri, uri);
    const struct flat_value *vocabulary = found == NULL ? NULL : flat_get(&compiler->flat, found->top, "$vocabulary");
    if (found == NULL || found == source) {
        return false;
    }
    source->dialect = NEWER;
    source->only_applies =
        flat_is(vocabulary, JSON_OBJECT) &&
        flat_get(&compiler->flat, vocabulary, "https://json-schema.org/draft/2020-12/vocab/validation") == NULL;
    return true;
}

static bool find_dialect(struct compiler *compiler, struct source *source)
{
    static const struct {
        const char *uri;
        int dialect;
    } known[] = {
        {"http://json-schema.org/draft-04/schema", DRAFT4},
        {"https://json-schema.org/draft/2020-12/schema", NEWER},
    };
    source->dialect = compiler->dialect;
    const struct flat_value *value = flat_get(&compiler->flat, source->top, "$schema");
    if (value == NULL) {
        return true;
    }
    const char *uri = flat_text(&compiler->flat, value);
    for (size_t i = 0; uri != NULL && i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].uri);
        if (strncmp(uri, known[i].uri, length) == 0 && (uri[length] == '\0' || strcmp(uri + length, "#") == 0)) {
            source->dialect = known[i].dialect;
            return true;
        }
    }
    if (compiler->wide && uri != NULL && find_metaschema(compiler, source, uri)) {
        return true;
    }
    return compile_refuse(compiler, source, source->top, "$schema %s is not supported, only draft-04 and 2020-12 are",
                          uri == NULL ? "that isn't a string" : quote_text(compiler->arena, uri));
}

bool source_open(struct compiler *compiler, struct source *source)
{
    return source->dialect != 0 ||
           (find_dialect(compiler, source) && (!compiler->wide || resources_scan(compiler, source)));
}
