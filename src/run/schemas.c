#include "run/schemas.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/uri.h"
#include "ids/messages_refusals.h"
#include "tables/extensions.h"

enum { SCHEMAS_MAX = 64, FILES_MAX = 64, FILE_MAX_BYTES = 16 * 1024 * 1024 };

struct schemas {
    atomic_size_t owners;
    struct arena *arena;
    struct user_schema items[SCHEMAS_MAX];
    const char *names[SCHEMAS_MAX + 1];
    struct user_schemas bound;
    struct blake2b hash; /* of the texts of all schemas */
};

/* The files of one schema. */
struct schema_reading {
    struct schemas *schemas;
    const char *folder;
    struct schema_document documents[FILES_MAX]; /* the first is the schema itself */
    json_t *parsed[FILES_MAX];
    size_t count;
    struct os_file *open; /* the file that is being read */
    struct vrmlint_refusal *refusal;
};

static bool read_file(struct schema_reading *reading, struct os_file *file, const char *name, const char *place)
{
    struct arena *arena = reading->schemas->arena;
    struct os_error error;
    json_error_t why;
    size_t got;
    reading->open = file;
    uint64_t size = os_size(file);
    if (size > FILE_MAX_BYTES) {
        return refusal_print(reading->refusal, WORDS_SCHEMA_TOO_LARGE,
                             ARGUMENTS(TERM("file", place), COUNT("most", FILE_MAX_BYTES)));
    }
    char *text = arena_alloc(arena, (size_t)size + 1);
    if (!os_read(file, 0, text, (size_t)size, &got, &error)) {
        return refusal_because(reading->refusal, place, error.text);
    }
    os_close(file);
    reading->open = NULL;
    blake2b_add_text(&reading->schemas->hash, name);
    blake2b_add_text(&reading->schemas->hash, text);
    json_t *json = json_loadb(text, got, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &why);
    if (json == NULL) {
        return refusal_print(reading->refusal, WORDS_SCHEMA_NO_JSON,
                             ARGUMENTS(TERM("file", place), COUNT("line", (uint64_t)(why.line < 0 ? 0 : why.line)),
                                       TERM("error", why.text)));
    }
    reading->parsed[reading->count] = json;
    reading->documents[reading->count++] = (struct schema_document){.name = name, .json = json};
    return true;
}

/* ---- files beside it ---- */

static bool schema_is_known(const struct schema_reading *reading, const char *name)
{
    for (size_t i = 0; i < reading->count; i++) {
        if (strcmp(reading->documents[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Reads the file that a reference names, by its path or the end of its URL, if it is in the folder. The compiler
 * reports it if it is missing. Returns false if the file can't be read. */
static bool follow_reference(struct schema_reading *reading, const char *base, const char *reference)
{
    struct arena *arena = reading->schemas->arena;
    const char *name = uri_resolve(arena, base, reference);
    size_t scheme = strcspn(name, ":/?");
    const char *slash = strrchr(name, '/');
    const char *path = name[scheme] == ':' && slash != NULL ? slash + 1 : name;
    struct os_error ignored;
    if (*reference == '#' || *path == '\0' || schema_is_known(reading, name) || reading->count == FILES_MAX) {
        return true;
    }
    struct os_file *file = os_open_beneath(reading->folder, path, &ignored);
    return file == NULL || read_file(reading, file, name, path);
}

static bool follow_all(struct schema_reading *reading, size_t document)
{
    struct arena *arena = reading->schemas->arena;
    const char *base = reading->documents[document].name;
    struct flat flat = flat_new(arena, &reading->documents[document].json, 1);
    bool good = true;
    for (const struct flat_value *at = flat.values; good && at != flat_end(flat.values); at++) {
        const char *text = flat_text(&flat, at);
        const char *key = at->key == 0 ? "" : flat_key(&flat, at);
        bool refers = strcmp(key, "$ref") == 0 || strcmp(key, "$dynamicRef") == 0 || strcmp(key, "$schema") == 0;
        good = text == NULL || !refers || follow_reference(reading, base, text);
    }
    return good;
}

/* ---- one schema ---- */

static const char *after_slash(const char *path)
{
    const char *base = path;
    for (const char *at = path; *at != '\0'; at++) {
        base = *at == '/' || *at == '\\' ? at + 1 : base;
    }
    return base;
}

static bool compile_schema(struct schema_reading *reading, const char *name, const char *file)
{
    struct schemas *schemas = reading->schemas;
    const char *title = after_slash(file);
    const char *error = "";
    struct os_error why;
    struct os_file *open = os_open(file, &why);
    if (open == NULL) {
        return refusal_because(reading->refusal, file, why.text);
    }
    reading->folder = title == file ? "." : arena_copy(schemas->arena, file, (size_t)(title - file));
    title = arena_copy(schemas->arena, title, strlen(title));
    bool good = read_file(reading, open, title, file);
    for (size_t i = 0; good && i < reading->count; i++) {
        good = follow_all(reading, i);
    }
    if (!good) {
        return false;
    }
    struct schema *schema = schema_compile_wide(schemas->arena, title, reading->documents[0].json, SCHEMA_2020_12,
                                                reading->documents + 1, reading->count - 1, &error);
    if (schema == NULL) {
        return refusal_print(reading->refusal, WORDS_SCHEMA_REFUSED,
                             ARGUMENTS(TERM("file", file), TERM("error", error)));
    }
    name = arena_copy(schemas->arena, name, strlen(name));
    schemas->names[schemas->bound.count] = name;
    schemas->items[schemas->bound.count++] = (struct user_schema){name, title, schema};
    return true;
}

static void release_documents(struct schema_reading *reading)
{
    for (size_t i = 0; i < reading->count; i++) {
        json_decref(reading->parsed[i]);
    }
    if (reading->open != NULL) {
        os_close(reading->open);
    }
}

static struct schemas *schemas_new(void)
{
    struct schemas *schemas = calloc(1, sizeof *schemas);
    struct arena *arena = schemas == NULL ? NULL : arena_new();
    if (arena == NULL) {
        free(schemas);
        return NULL;
    }
    schemas->arena = arena;
    schemas->bound.items = schemas->items;
    atomic_init(&schemas->owners, 1);
    blake2b_start(&schemas->hash);
    return schemas;
}

static bool is_free(const struct schemas *schemas, const char *name, struct vrmlint_refusal *refusal)
{
    if (extension_by_name(name) != EXTENSION_COUNT) {
        return refusal_print(refusal, WORDS_SCHEMA_OF_OURS, ARGUMENTS(TERM("name", name)));
    }
    for (size_t i = 0; i < schemas->bound.count; i++) {
        if (strcmp(schemas->names[i], name) == 0) {
            return refusal_print(refusal, WORDS_SCHEMA_TWICE, ARGUMENTS(TERM("name", name)));
        }
    }
    return schemas->bound.count < SCHEMAS_MAX ||
           refusal_print(refusal, WORDS_SCHEMA_TOO_MANY, ARGUMENTS(COUNT("most", SCHEMAS_MAX)));
}

bool schemas_add(struct schemas **schemas, const char *name, const char *file, struct vrmlint_refusal *refusal)
{
    *schemas = *schemas == NULL ? schemas_new() : *schemas;
    struct schema_reading *reading = calloc(1, sizeof *reading);
    if (*schemas == NULL || reading == NULL) {
        free(reading);
        return refusal_print(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
    }
    if (!is_free(*schemas, name, refusal)) {
        free(reading);
        return false;
    }
    json_object_seed(0);
    *reading = (struct schema_reading){.schemas = *schemas, .refusal = refusal};
    jmp_buf guard;
    volatile bool good = false;
    if (setjmp(guard) == 0) {
        arena_guard((*schemas)->arena, &guard);
        blake2b_add_text(&(*schemas)->hash, name);
        good = compile_schema(reading, name, file);
    } else {
        refusal_print(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
    }
    arena_guard((*schemas)->arena, NULL);
    release_documents(reading);
    free(reading);
    return good;
}

struct schemas *schemas_share(struct schemas *schemas)
{
    if (schemas != NULL) {
        atomic_fetch_add(&schemas->owners, 1);
    }
    return schemas;
}

void schemas_release(struct schemas *schemas)
{
    if (schemas != NULL && atomic_fetch_sub(&schemas->owners, 1) == 1) {
        arena_free(schemas->arena);
        free(schemas);
    }
}

const struct user_schemas *schemas_bound(const struct schemas *schemas)
{
    return schemas == NULL ? NULL : &schemas->bound;
}

const char *const *schemas_names(const struct schemas *schemas)
{
    return schemas == NULL ? NULL : schemas->names;
}

void schemas_hash(const struct schemas *schemas, struct blake2b *hash)
{
    unsigned char digest[BLAKE2B_SIZE] = {0};
    if (schemas != NULL) {
        struct blake2b copy = schemas->hash;
        blake2b_end(&copy, digest);
    }
    blake2b_add(hash, digest, sizeof digest);
}
