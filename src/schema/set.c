#include "schema/set.h"

#include <assert.h>
#include <string.h>

#include "gltf/json.h"
#include "schema/embedded.h"

struct schema_set {
    struct arena *arena; /* holds the set too */
    struct schema_document *documents;
    const struct schema **schemas; /* NULL for those that aren't about files */
    json_t **trees;
    size_t count;
};

/* Those of extensions are named after them; the others describe what vrmlint itself writes. */
static bool is_of_files(const char *name)
{
    return strncmp(name, "VRM", 3) == 0;
}

static void load(struct schema_set *set)
{
    set->documents = arena_array(set->arena, embedded_schema_count, sizeof *set->documents);
    set->schemas = arena_array(set->arena, embedded_schema_count, sizeof(struct schema *));
    set->trees = arena_array(set->arena, embedded_schema_count, sizeof(json_t *));
    while (set->count < embedded_schema_count) {
        const struct embedded_schema *source = &embedded_schemas[set->count];
        struct span whole = {0, source->size};
        json_t **tree = &set->trees[set->count++];
        tree_load(set->arena, source->text, whole, tree);
        set->documents[set->count - 1] = (struct schema_document){source->name, *tree};
    }
    for (size_t i = 0; i < set->count; i++) {
        if (is_of_files(set->documents[i].name)) {
            const char *error = NULL;
            set->schemas[i] =
                schema_compile(set->arena, set->documents[i].json, SCHEMA_2020_12, set->documents, set->count, &error);
            assert(set->schemas[i] != NULL && "our own schemas compile");
        }
    }
}

struct schema_set *schema_set_new(void)
{
    struct arena *arena = arena_new();
    if (arena == NULL) {
        return NULL;
    }
    jmp_buf guard;
    struct schema_set *volatile made = NULL;
    if (setjmp(guard) != 0) {
        if (made != NULL) {
            schema_set_free(made);
        } else {
            arena_free(arena);
        }
        return NULL;
    }
    arena_guard(arena, &guard);
    struct schema_set *set = arena_alloc(arena, sizeof *set);
    set->arena = arena;
    made = set;
    load(set);
    arena_guard(arena, NULL);
    return set;
}

void schema_set_free(struct schema_set *set)
{
    if (set == NULL) {
        return;
    }
    for (size_t i = 0; i < set->count; i++) {
        tree_release(set->trees[i]);
    }
    arena_free(set->arena);
}

const struct schema *schema_set_get(const struct schema_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++) {
        if (strcmp(set->documents[i].name, name) == 0) {
            return set->schemas[i];
        }
    }
    return NULL;
}
