/* Describes violations of the schema in a settings file. */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "gltf/json.h"
#include "ids/messages_gltf.h"
#include "ids/messages_refusals.h"
#include "ids/messages_shared.h"
#include "run/config.h"
#include "schema/embedded.h"

/* The first violation. Later ones aren't reported. */
struct first {
    struct arena *arena;
    struct vrmlint_refusal *refusal;
    const char *pointer; /* NULL: nothing has failed yet */
};

/* Returns the name of a value in messages: "'failOn'", or "an entry of 'select'". */
static struct argument name_of_value(const struct first *first, const char *pointer)
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
        return WORD("value", WORDS_CONFIG_WHOLE);
    }
    struct buf name = BUF_INIT(first->arena);
    pointer_add_token(&name, key, key_length);
    return entry
               ? argument_words(first->arena, "value", WORDS_CONFIG_ENTRY, ARGUMENTS(TEXT("setting", buf_text(&name))))
               : TEXT("value", buf_text(&name));
}

/* Returns the name in messages of a type that the schema requires. */
static struct argument name_of_type(const char *type)
{
    static const struct {
        const char *type;
        enum message words;
    } kinds[] = {{"object", WORDS_KIND_OBJECT},
                 {"array", WORDS_KIND_ARRAY},
                 {"string", WORDS_KIND_STRING},
                 {"number", WORDS_KIND_NUMBER},
                 {"boolean", WORDS_TRUE_OR_FALSE}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].type, type) == 0) {
            return WORD("must", kinds[i].words);
        }
    }
    return TERM("must", type);
}

/* Returns the valid alternatives: the strings of a list, or the keys of an object. */
static struct argument list_choices(struct arena *arena, const struct schema_failure *failure,
                                    const struct flat_value *known)
{
    size_t count = 0;
    size_t capacity = 0;
    struct argument *names = NULL;
    for (const struct flat_value *at = flat_begin(known); at != flat_end(known); at += at->span) {
        names = arena_grow(arena, names, count, &capacity, sizeof *names);
        names[count++] =
            TERM("", flat_is(known, JSON_OBJECT) ? flat_key(failure->flat, at) : flat_text(failure->flat, at));
    }
    return argument_list("known", names, count, count, JOIN_COMMA);
}

static void refuse_choice(const struct first *first, const struct schema_failure *failure)
{
    struct argument value = name_of_value(first, failure->pointer);
    if (!tree_is_string(failure->value)) {
        refusal_print(first->refusal, WORDS_CONFIG_TYPE,
                      ARGUMENTS(value, WORD("must", WORDS_KIND_STRING), WORD("is", tree_kind(failure->value))));
        return;
    }
    struct argument is = TEXT("is", tree_text(failure->value, NULL));
    if (failure->hint != NULL) {
        refusal_print(first->refusal, WORDS_CONFIG_CHOICE_MEANT, ARGUMENTS(value, is, TEXT("meant", failure->hint)));
    } else {
        refusal_print(first->refusal, WORDS_CONFIG_CHOICE,
                      ARGUMENTS(value, is, list_choices(first->arena, failure, failure->limit)));
    }
}

static void refuse_unknown(const struct first *first, const struct schema_failure *failure)
{
    struct argument setting = TEXT("setting", failure->name);
    if (failure->hint != NULL) {
        refusal_print(first->refusal, WORDS_CONFIG_UNKNOWN_MEANT, ARGUMENTS(setting, TEXT("meant", failure->hint)));
        return;
    }
    const struct flat_value *known = flat_get(failure->flat, failure->schema, "properties");
    refusal_print(first->refusal, WORDS_CONFIG_UNKNOWN, ARGUMENTS(setting, list_choices(first->arena, failure, known)));
}

static void refuse_failure(const struct first *first, const struct schema_failure *failure)
{
    struct argument value = name_of_value(first, failure->pointer);
    switch (failure->problem) {
    case SCHEMA_UNKNOWN_MEMBER:
        refuse_unknown(first, failure);
        break;
    case SCHEMA_TYPE:
        refusal_print(first->refusal, WORDS_CONFIG_TYPE,
                      ARGUMENTS(value, name_of_type(flat_text(failure->flat, failure->limit)),
                                WORD("is", tree_kind(failure->value))));
        break;
    case SCHEMA_ENUM:
        refuse_choice(first, failure);
        break;
    case SCHEMA_REQUIRED:
        if (strcmp(failure->name, "reason") == 0) {
            refusal_print(first->refusal, WORDS_CONFIG_NO_REASON, NO_ARGUMENTS);
        } else {
            refusal_print(first->refusal, WORDS_CONFIG_LACKS, ARGUMENTS(value, TEXT("setting", failure->name)));
        }
        break;
    case SCHEMA_TOO_FEW_ITEMS:
    case SCHEMA_LENGTH:
        refusal_print(first->refusal, WORDS_CONFIG_EMPTY, ARGUMENTS(value));
        break;
    default:
        refusal_print(first->refusal, WORDS_CONFIG_OTHERWISE, ARGUMENTS(value));
        break;
    }
}

static void keep_first(void *context, const struct schema_failure *failure)
{
    struct first *first = context;
    if (first->pointer == NULL) {
        first->pointer = failure->pointer;
        refuse_failure(first, failure);
    }
}

const char *config_fault(struct arena *arena, const struct tree *tree, struct vrmlint_refusal *refusal)
{
    struct first first = {.arena = arena, .refusal = refusal};
    struct schema_evaluation how = {.arena = arena, .pointer = "", .fail = keep_first, .context = &first};
    schema_evaluate(embedded_schema("config"), tree, &how);
    return first.pointer;
}
