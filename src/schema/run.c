/* Runs an evaluation within a budget, and reports if the budget doesn't suffice. */
#include <setjmp.h>
#include <string.h>

#include "schema/program.h"
#include "schema/wide.h"

/* Far more than any file needs; takes seconds at most. */
#define BUDGET (UINT64_C(1) << 27)
#define POINTER_ROOM ((size_t)64 * 1024 * 1024)
#define GUESSES ((size_t)1024 * 1024)

/* Evaluates a user schema, with an arena of its own, opened in the caller's arena if there is one. */
static bool run_wide(struct run *run, uint32_t root, const struct tree *value)
{
    struct wide_run wide = {.scope = NULL};
    struct arena *within = run->how->arena;
    wide.arena = within == NULL ? arena_new() : arena_open(within);
    if (wide.arena == NULL) {
        run->gave_up = true;
        return false;
    }
    run->level = DEEPEST_RUN - DEEPEST_WIDE;
    /* cppcheck-suppress autoVariables ; not used after the return */
    run->wide = &wide;
    volatile bool holds = false;
    jmp_buf guard;
    if (within != NULL) {
        holds = evaluate(run, root, value, NULL);
        arena_close(wide.arena);
        return holds;
    }
    if (setjmp(guard) == 0) {
        arena_guard(wide.arena, &guard);
        holds = evaluate(run, root, value, NULL);
    } else {
        run->gave_up = true;
    }
    arena_free(wide.arena);
    return holds;
}

bool schema_evaluate(const struct schema *schema, const struct tree *value, const struct schema_evaluation *how)
{
    const struct program *program = schema->program;
    struct run run = {
        .program = program,
        .how = how,
        .quiet = how->fail == NULL,
        .visits = how->budget == 0 ? BUDGET : how->budget,
        .room = POINTER_ROOM,
        .guesses = GUESSES,
    };
    for (uint32_t i = 1; i < program->indices_count; i++) {
        uint64_t *bound = &run.bounds[INDEX_ANY + i];
        *bound = UINT64_MAX;
        const char *name = program->flat.texts + program->indices[i].text;
        for (size_t k = 0; k < how->bound_count && *bound == UINT64_MAX; k++) {
            if (*how->bounds[k].name == *name && strcmp(how->bounds[k].name, name) == 0) {
                *bound = how->bounds[k].count;
            }
        }
    }
    bool holds =
        program->wide == NULL ? evaluate(&run, schema->root, value, NULL) : run_wide(&run, schema->root, value);
    if (run.gave_up && how->fail != NULL) {
        const struct schema_failure failure = {
            .problem = SCHEMA_GAVE_UP,
            .level = SCHEMA_ERROR,
            .pointer = how->pointer == NULL ? "" : how->pointer,
            .value = value,
            .keyword = "",
            .flat = &program->flat,
            .schema = &program->flat.values[program->nodes[schema->root].value],
        };
        how->fail(how->context, &failure);
    }
    return holds && !run.gave_up;
}
