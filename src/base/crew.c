#include "base/crew.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/os_thread.h"

enum { HELPERS_MAX = 7 };

/* What all helpers of a file take together, bytes; and what one may take beyond twice of what is likely. */
#define MEMORY_MOST ((size_t)64 << 20)
#define MEMORY_BEYOND ((size_t)256 << 10)

struct vrmlint_crew {
    atomic_size_t idle;
};

struct vrmlint_crew *crew_new(void)
{
    struct vrmlint_crew *crew = malloc(sizeof *crew);
    if (crew != NULL) {
        atomic_init(&crew->idle, 0);
    }
    return crew;
}

void crew_free(struct vrmlint_crew *crew)
{
    free(crew);
}

void crew_rest(struct vrmlint_crew *crew, size_t threads)
{
    if (crew != NULL) {
        atomic_fetch_add(&crew->idle, threads);
    }
}

bool crew_is_idle(struct vrmlint_crew *crew)
{
    return crew != NULL && atomic_load(&crew->idle) > 0;
}

/* Takes up to so many of those who are idle. */
static size_t hire(struct vrmlint_crew *crew, size_t most)
{
    size_t idle = atomic_load(&crew->idle);
    size_t hired;
    do {
        hired = idle < most ? idle : most;
    } while (hired > 0 && !atomic_compare_exchange_weak(&crew->idle, &idle, idle - hired));
    return hired;
}

/* What those share who work together. */
struct shift {
    const struct crew_work *work;
    struct arena *arena; /* the caller's */
    void *own;
    struct arena_way way; /* its own, back to which the caller goes */
    int end;              /* why memory or time ended in the caller's thread; 0: they didn't */
    atomic_size_t next;   /* piece to begin */
    atomic_bool stop;     /* the watch said that it is enough, or the caller came to no end */
    atomic_flag asking;
    bool done[CREW_PIECES_MAX]; /* each written by who made it */
};

/* The watch is asked by one thread at a time; others don't wait for the answer. */
static bool is_enough(void *context)
{
    struct shift *shift = context;
    if (shift->way.enough != NULL && !atomic_flag_test_and_set(&shift->asking)) {
        if (!atomic_load(&shift->stop) && shift->way.enough(shift->way.context)) {
            atomic_store(&shift->stop, true);
        }
        atomic_flag_clear(&shift->asking);
    }
    return atomic_load(&shift->stop);
}

static void make_pieces(struct shift *shift, void *own, struct arena *arena)
{
    const struct crew_work *work = shift->work;
    size_t piece;
    while ((piece = atomic_fetch_add(&shift->next, 1)) < work->count) {
        work->make(work->context, own, arena, piece);
        shift->done[piece] = true;
    }
}

static void help(void *context)
{
    struct shift *shift = context;
    const struct crew_work *work = shift->work;
    struct arena *arena = arena_new();
    jmp_buf guard;
    if (arena == NULL) {
        return;
    }
    arena_limit(arena, 2 * work->memory + MEMORY_BEYOND);
    arena_observe(arena, is_enough, shift);
    if (setjmp(guard) == 0) {
        arena_guard(arena, &guard);
        make_pieces(shift, work->prepare == NULL ? NULL : work->prepare(work->context, arena), arena);
    }
    arena_free(arena);
}

/* The caller's part. Nobody may go the way to its guard as long as others work. */
static void take_part(struct shift *shift)
{
    jmp_buf guard;
    switch (setjmp(guard)) {
    case 0:
        arena_set_way(shift->arena, &(struct arena_way){&guard, is_enough, shift});
        make_pieces(shift, shift->own, shift->arena);
        break;
    case ARENA_STOPPED:
        shift->end = ARENA_STOPPED;
        break;
    case ARENA_OVER_LIMIT:
        shift->end = ARENA_OVER_LIMIT;
        break;
    default:
        shift->end = ARENA_EXHAUSTED;
        break;
    }
    arena_set_way(shift->arena, &shift->way);
    if (shift->end != 0) {
        atomic_store(&shift->stop, true);
    }
}

static void work_together(struct shift *shift, size_t hired)
{
    struct os_thread *threads[HELPERS_MAX];
    size_t started = 0;
    while (started < hired && (threads[started] = os_thread_start(help, shift)) != NULL) {
        started++;
    }
    take_part(shift);
    for (size_t i = 0; i < started; i++) {
        os_thread_join(threads[i]);
    }
}

/* How many helpers there is memory for. */
static size_t helpers_at_most(const struct arena *arena, const struct crew_work *work)
{
    size_t room = arena_room(arena) / 2;
    size_t memory = room < MEMORY_MOST ? room : MEMORY_MOST;
    size_t most = work->memory == 0 ? HELPERS_MAX : memory / work->memory;
    size_t pieces = work->count == 0 ? 0 : work->count - 1;
    most = most < pieces ? most : pieces;
    return most < HELPERS_MAX ? most : HELPERS_MAX;
}

void crew_run(struct vrmlint_crew *crew, struct arena *arena, void *own, const struct crew_work *work)
{
    struct shift shift = {
        .work = work, .arena = arena, .own = own, .way = arena_way(arena), .asking = ATOMIC_FLAG_INIT};
    bool alone = crew == NULL || shift.way.guard == NULL;
    size_t hired = alone ? 0 : hire(crew, helpers_at_most(arena, work));
    atomic_init(&shift.next, 0);
    atomic_init(&shift.stop, false);
    if (hired > 0) {
        work_together(&shift, hired);
        crew_rest(crew, hired);
    }
    if (shift.end != 0 || atomic_load(&shift.stop)) {
        arena_end(arena, shift.end != 0 ? (enum arena_end)shift.end : ARENA_STOPPED);
    }
    for (size_t i = 0; i < work->count; i++) {
        if (!shift.done[i]) {
            work->make(work->context, own, arena, i);
        }
    }
}
