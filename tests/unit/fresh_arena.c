#include "fresh_arena.h"

struct arena *arena;

int fresh_arena(void **state)
{
    (void)state;
    arena = arena_new();
    return arena == NULL;
}

int free_arena(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}
