#include "cli/limits.h"

#include <setjmp.h>

#include "base/os.h"
#include "cli/numbers.h"
#include "ids/messages_command.h"
#include "vrmlint.h"

bool limits_read_timeout(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double seconds;
    if (!number_read(argument, &seconds) || seconds <= 0) {
        return refusal_print(refusal, WORDS_NO_SECONDS, ARGUMENTS(TERM("value", argument)));
    }
    ((struct work_limits *)context)->timeout = seconds;
    return true;
}

bool limits_read_memory(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    uint64_t bytes;
    if (!number_read_bytes(argument, &bytes) || bytes == 0) {
        return refusal_print(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    ((struct work_limits *)context)->memory = bytes;
    return true;
}

static bool is_late(void *context)
{
    const struct work_limits *limits = context;
    return limits->deadline > 0 && os_clock() >= limits->deadline;
}

void limits_hold(struct work_limits *limits, struct arena *arena, uint64_t size)
{
    uint64_t room = SIZE_MAX - arena_size(arena);
    uint64_t beyond = size > VRMLINT_MEMORY_FREE ? size - VRMLINT_MEMORY_FREE : 0;
    uint64_t most = (UINT64_MAX - VRMLINT_MEMORY_LEAST) / VRMLINT_MEMORY_PER_BYTE;
    uint64_t given = VRMLINT_MEMORY_LEAST + (beyond < most ? beyond : most) * VRMLINT_MEMORY_PER_BYTE;
    uint64_t memory = limits->memory > 0 ? limits->memory : given;
    if (limits->deadline == 0 && limits->timeout > 0) {
        limits->deadline = os_clock() + limits->timeout;
    }
    arena_limit(arena, arena_size(arena) + (size_t)(memory < room ? memory : room));
    arena_observe(arena, is_late, limits);
}

void limits_ask(struct arena *arena, const char *text, size_t size)
{
    uint64_t bytes = 0;
    for (const char *c = text; c < text + size; c++) {
        bytes += *c == '{' ? 288 : *c == '[' ? 160 : *c == ':' ? 128 : *c == ',' ? 64 : 1;
    }
    if (bytes > arena_room(arena)) {
        arena_end(arena, ARENA_OVER_LIMIT);
    }
    arena_ask(arena);
}

void limits_lift(struct arena *arena)
{
    arena_limit(arena, 0);
    arena_observe(arena, NULL, NULL);
}

int limits_run(struct work_limits *limits, uint64_t size, void (*work)(struct arena *arena, void *context),
               void *context)
{
    struct arena *arena = arena_new();
    jmp_buf guard;
    if (arena == NULL) {
        return ARENA_EXHAUSTED;
    }
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(arena, &guard);
        limits_hold(limits, arena, size);
        work(arena, context);
        arena_ask(arena); /* little work makes too few allocations for the observer */
    }
    arena_free(arena);
    return end;
}

enum status limits_error(enum vrmlint_language language, const char *path, int end, const char *exhausted)
{
    const char *why = end == ARENA_STOPPED      ? N_("it takes longer than this run allows: raise --timeout")
                      : end == ARENA_OVER_LIMIT ? N_("it takes more memory than this run allows: raise --max-memory")
                                                : exhausted;
    return run_error(language, path, why);
}
