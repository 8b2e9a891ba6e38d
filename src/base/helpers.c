#include "base/helpers.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/os_thread.h"

enum { HELPERS_MAX = 7 };

/* Bytes that all helpers of a file may take together, and that one may take beyond twice the expected memory. */
#define MEMORY_MOST ((size_t)64 << 20)
#define MEMORY_BEYOND ((size_t)256 << 10)

struct vrmlint_helpers {
    atomic_size_t idle;
};

struct vrmlint_helpers *helpers_new(void)
{
    struct vrmlint_helpers *helpers = malloc(sizeof *helpers);
    if (helpers != NULL) {
        atomic_init(&helpers->idle, 0);
    }
    return helpers;
}

void helpers_free(struct vrmlint_helpers *helpers)
{
    free(helpers);
}

void helpers_add_idle(struct vrmlint_helpers *helpers, size_t threads)
{
    if (helpers != NULL) {
        atomic_fetch_add(&helpers->idle, threads);
    }
}

bool helpers_have_idle(struct vrmlint_helpers *helpers)
{
    return helpers != NULL && atomic_load(&helpers->idle) > 0;
}

/* Reserves up to most idle threads and returns their number. */
static size_t reserve_idle(struct vrmlint_helpers *helpers, size_t most)
{
    size_t idle = atomic_load(&helpers->idle);
    size_t reserved;
    do {
        reserved = idle < most ? idle : most;
    } while (reserved > 0 && !atomic_compare_exchange_weak(&helpers->idle, &idle, idle - reserved));
    return reserved;
}

/* The state that the threads of one run share. */
struct shared_run {
    const struct helpers_work *work;
    struct arena *arena; /* the caller's */
    void *own;
    struct arena_way way; /* the caller's guard and observer, set again after its part */
    int end;              /* enum arena_end of the caller's thread; 0: it made its pieces */
    atomic_size_t next;   /* index of the next piece */
    atomic_bool stop;     /* the observer or the end of the caller's part stops all threads */
    atomic_flag asking;
    bool done[HELPERS_PIECES_MAX]; /* each written by the thread that made the piece */
};

/* Calls the caller's observer in one thread at a time. Other threads don't wait for its answer. */
static bool is_enough(void *context)
{
    struct shared_run *run = context;
    if (run->way.enough != NULL && !atomic_flag_test_and_set(&run->asking)) {
        if (!atomic_load(&run->stop) && run->way.enough(run->way.context)) {
            atomic_store(&run->stop, true);
        }
        atomic_flag_clear(&run->asking);
    }
    return atomic_load(&run->stop);
}

static void make_pieces(struct shared_run *run, void *own, struct arena *arena)
{
    const struct helpers_work *work = run->work;
    size_t piece;
    while ((piece = atomic_fetch_add(&run->next, 1)) < work->count) {
        work->make(work->context, own, arena, piece);
        run->done[piece] = true;
    }
}

static void run_helper(void *context)
{
    struct shared_run *run = context;
    const struct helpers_work *work = run->work;
    struct arena *arena = arena_new();
    jmp_buf guard;
    if (arena == NULL) {
        return;
    }
    arena_limit(arena, 2 * work->memory + MEMORY_BEYOND);
    arena_observe(arena, is_enough, run);
    if (setjmp(guard) == 0) {
        arena_guard(arena, &guard);
        make_pieces(run, work->prepare == NULL ? NULL : work->prepare(work->context, arena), arena);
    }
    arena_free(arena);
}

/* Makes pieces in the caller's thread. Returns normally even if memory runs out: helpers may still be running. */
static void take_part(struct shared_run *run)
{
    jmp_buf guard;
    switch (setjmp(guard)) {
    case 0:
        arena_set_way(run->arena, &(struct arena_way){&guard, is_enough, run});
        make_pieces(run, run->own, run->arena);
        break;
    case ARENA_STOPPED:
        run->end = ARENA_STOPPED;
        break;
    case ARENA_OVER_LIMIT:
        run->end = ARENA_OVER_LIMIT;
        break;
    default:
        run->end = ARENA_EXHAUSTED;
        break;
    }
    arena_set_way(run->arena, &run->way);
    if (run->end != 0) {
        atomic_store(&run->stop, true);
    }
}

static void work_together(struct shared_run *run, size_t reserved)
{
    struct os_thread *threads[HELPERS_MAX];
    size_t started = 0;
    while (started < reserved && (threads[started] = os_thread_start(run_helper, run)) != NULL) {
        started++;
    }
    take_part(run);
    for (size_t i = 0; i < started; i++) {
        os_thread_join(threads[i]);
    }
}

/* Returns how many helpers the memory and the pieces suffice for. */
static size_t helpers_at_most(const struct arena *arena, const struct helpers_work *work)
{
    size_t room = arena_room(arena) / 2;
    size_t memory = room < MEMORY_MOST ? room : MEMORY_MOST;
    size_t most = work->memory == 0 ? HELPERS_MAX : memory / work->memory;
    size_t pieces = work->count == 0 ? 0 : work->count - 1;
    most = most < pieces ? most : pieces;
    return most < HELPERS_MAX ? most : HELPERS_MAX;
}

void helpers_run(struct vrmlint_helpers *helpers, struct arena *arena, void *own, const struct helpers_work *work)
{
    struct shared_run run = {
        .work = work, .arena = arena, .own = own, .way = arena_way(arena), .asking = ATOMIC_FLAG_INIT};
    bool alone = helpers == NULL || run.way.guard == NULL;
    size_t reserved = alone ? 0 : reserve_idle(helpers, helpers_at_most(arena, work));
    atomic_init(&run.next, 0);
    atomic_init(&run.stop, false);
    if (reserved > 0) {
        work_together(&run, reserved);
        helpers_add_idle(helpers, reserved);
    }
    if (run.end != 0 || atomic_load(&run.stop)) {
        arena_end(arena, run.end != 0 ? (enum arena_end)run.end : ARENA_STOPPED);
    }
    for (size_t i = 0; i < work->count; i++) {
        if (!run.done[i]) {
            work->make(work->context, own, arena, i);
        }
    }
}
