#include "schema/set.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "schema/embedded.h"

/* A schema that somebody has asked for, in an arena of its own, this struct too. */
struct made {
    struct arena *arena;
    const struct schema *schema;
};

/* In the order of embedded_schemas. A slot is filled once; who comes second throws away what he has made. */
struct schema_set {
    struct arena *arena; /* holds the set too */
    _Atomic(struct made *) *slots;
};

struct schema_set *schema_set_new(void)
{
    json_object_seed(0); /* jansson's one global: from here on, threads only read it */
    struct arena *arena = arena_new();
    if (arena == NULL) {
        return NULL;
    }
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        arena_free(arena);
        return NULL;
    }
    arena_guard(arena, &guard);
    struct schema_set *set = arena_alloc(arena, sizeof *set);
    set->arena = arena;
    set->slots = arena_array(arena, embedded_schema_count, sizeof *set->slots);
    arena_guard(arena, NULL);
    return set;
}

static void made_free(struct made *made)
{
    if (made != NULL) {
        arena_free(made->arena);
    }
}

void schema_set_free(struct schema_set *set)
{
    if (set == NULL) {
        return;
    }
    for (size_t i = 0; i < embedded_schema_count; i++) {
        made_free(atomic_load_explicit(&set->slots[i], memory_order_relaxed));
    }
    arena_free(set->arena);
}

/* NULL when memory is short. */
static struct made *made_new(const struct embedded_schema *source)
{
    struct arena *arena = arena_new();
    if (arena == NULL) {
        return NULL;
    }
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        arena_free(arena);
        return NULL;
    }
    arena_guard(arena, &guard);
    struct made *made = arena_alloc(arena, sizeof *made);
    made->arena = arena;
    const char *error = NULL;
    made->schema = schema_compile_flat(arena, &source->flat, &error);
    assert(made->schema != NULL && "our own schemas compile");
    arena_guard(arena, NULL);
    return made;
}

const struct schema *schema_set_get(const struct schema_set *set, const char *name)
{
    size_t i = 0;
    while (strcmp(embedded_schemas[i].name, name) != 0) {
        i++;
        assert(i < embedded_schema_count && "whoever asks knows which schemas there are");
    }
    struct made *made = atomic_load_explicit(&set->slots[i], memory_order_acquire);
    if (made != NULL) {
        return made->schema;
    }
    struct made *mine = made_new(&embedded_schemas[i]);
    if (mine == NULL) {
        return NULL;
    }
    if (atomic_compare_exchange_strong_explicit(&set->slots[i], &made, mine, memory_order_acq_rel,
                                                memory_order_acquire)) {
        return mine->schema;
    }
    made_free(mine);
    return made->schema;
}
