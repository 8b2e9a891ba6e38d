/* What the schema finds wrong in a file of settings, in words. */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "gltf/json.h"
#include "run/config.h"
#include "schema/embedded.h"

/* The first failure counts: one line is said. */
struct first {
    struct arena *arena;
    const char *pointer;
    const char *text; /* NULL: nothing has failed yet */
};

/* What a value is called: "'failOn'", or "an entry of 'select'". */
static const char *label(struct arena *arena, const char *pointer)
{
    const char *token = NULL;
    const char *key = NULL;
    size_t length = 0;
    size_t key_length = 0;
    size_t index;
    bool entry = false;
    for (const char *at = pointer; pointer_next(&at, &token, &length);) {
        entry = pointer_token_index(token, length, &index);
        if (!entry) {
            key = token;
            key_length = length;
        }
    }
    if (key == NULL) {
        return "the whole file";
    }
    struct buf name = BUF_INIT(arena);
    pointer_add_token(&name, key, key_length);
    const char *quoted = quote_bytes(arena, buf_text(&name), name.length);
    return entry ? arena_printf(arena, "an entry of %s", quoted) : quoted;
}

/* What a type that the schema wants is called. */
static const char *kind(const char *type)
{
    static const char *const words[][2] = {{"object", "an object"},
                                           {"array", "an array"},
                                           {"string", "a string"},
                                           {"number", "a number"},
                                           {"boolean", "true or false"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i][0], type) == 0) {
            return words[i][1];
        }
    }
    return type;
}

/* "did you mean 'x'?", or else what there is: the texts of a list, or the keys of an object. */
static const char *choices(struct arena *arena, const struct schema_failure *failure, const struct flat_value *known)
{
    if (failure->hint != NULL) {
        return arena_printf(arena, "did you mean %s?", quote_text(arena, failure->hint));
    }
    struct buf list = BUF_INIT(arena);
    buf_str(&list, "there are");
    for (const struct flat_value *at = flat_begin(known); at != flat_end(known); at += at->span) {
        const char *name = flat_is(known, JSON_OBJECT) ? flat_key(failure->flat, at) : flat_text(failure->flat, at);
        buf_printf(&list, "%s %s", at == flat_begin(known) ? "" : ",", name);
    }
    return buf_text(&list);
}

static const char *describe(struct arena *arena, const struct schema_failure *failure)
{
    const char *what = label(arena, failure->pointer);
    switch (failure->problem) {
    case SCHEMA_UNKNOWN_MEMBER:
        return arena_printf(arena, "there is no setting %s here; %s", quote_text(arena, failure->name),
                            choices(arena, failure, flat_get(failure->flat, failure->schema, "properties")));
    case SCHEMA_TYPE:
        return arena_printf(arena, "%s must be %s, not %s", what, kind(flat_text(failure->flat, failure->limit)),
                            message_template(tree_kind(failure->value), VRMLINT_ENGLISH));
    case SCHEMA_ENUM:
        return tree_is_string(failure->value)
                   ? arena_printf(arena, "%s can't be %s; %s", what, quote_text(arena, tree_text(failure->value, NULL)),
                                  choices(arena, failure, failure->limit))
                   : arena_printf(arena, "%s must be a string, not %s", what,
                                  message_template(tree_kind(failure->value), VRMLINT_ENGLISH));
    case SCHEMA_REQUIRED:
        return strcmp(failure->name, "reason") == 0
                   ? "a reason is missing: say why this is fine, for whoever reads it next year"
                   : arena_printf(arena, "%s lacks %s", what, quote_text(arena, failure->name));
    case SCHEMA_TOO_FEW_ITEMS:
    case SCHEMA_LENGTH:
        return arena_printf(arena, "%s is empty", what);
    default:
        return arena_printf(arena, "%s isn't what schema/config.schema.json allows", what);
    }
}

static void keep_first(void *context, const struct schema_failure *failure)
{
    struct first *first = context;
    if (first->text == NULL) {
        first->pointer = failure->pointer;
        first->text = describe(first->arena, failure);
    }
}

const char *config_fault(struct arena *arena, const json_t *tree, const char **pointer)
{
    struct first first = {.arena = arena};
    struct schema_evaluation how = {.arena = arena, .pointer = "", .fail = keep_first, .context = &first};
    schema_evaluate(embedded_schema("config"), tree, &how);
    *pointer = first.pointer;
    return first.text;
}
