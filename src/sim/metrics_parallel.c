/* Measures motions and poses in parallel: none of them depends on the result of another. */
#include "sim/metrics_work.h"

/* The maximum memory for measures of all runs, bytes. */
#define MEASURES_MOST ((size_t)16 << 20)

/* The cost of a step from which starting threads is worth while: below it, all motions take one or two
 * milliseconds. */
enum { COST_WORTH = 64 };

/* The longest ones first. Motions of one piece share their beginning: see sim/prefix.h. */
enum { PIECE_MOTIONS = 2, RUNS = SCENARIO_COUNT - SCENARIO_STEP };
static const enum scenario motions[][PIECE_MOTIONS] = {
    {SCENARIO_TURN},     {SCENARIO_WALK, SCENARIO_HITCH}, {SCENARIO_NOD}, {SCENARIO_SHAKE}, {SCENARIO_STEP},
    {SCENARIO_TELEPORT},
};

enum { MOTION_PIECES = sizeof motions / sizeof *motions, PIECES_MAX = MOTION_PIECES + METRICS_POSES };

_Static_assert((int)PIECES_MAX <= (int)HELPERS_PIECES_MAX, "one run takes that many pieces");

/* Casts are the first pieces, motions the last ones: some motions are short, so that no helper waits long for the
 * others. */
struct together {
    struct work stance; /* as it was before any cast took part */
    struct casts casts;
    struct measure *measures; /* by scenario from SCENARIO_STEP on, then by joint */
    size_t helped[PIECES_MAX];
};

static struct measure *measures_of(const struct together *together, enum scenario scenario)
{
    return together->measures + (size_t)(scenario - SCENARIO_STEP) * together->stance.metrics->joint_count;
}

/* Makes the joints of the stance take part again. */
static void return_to_stance(const struct together *together, struct work *work)
{
    if (work->places != together->stance.places) {
        work->taking_part = together->stance.taking_part;
        work->places = together->stance.places;
        work->count = together->stance.count;
        measurer_choose(work->measurer, work->places, work->count);
    }
}

static void make_cast(const struct together *together, struct work *work, const struct cast *cast)
{
    struct arena *passing = arena_open(work->passing);
    struct sim *sim = metrics_open_cast(work, passing, cast);
    for (size_t i = 0; i < cast->count; i++) {
        metrics_take_pose(work, passing, cast->poses[i], sim, measures_of(together, cast->poses[i]));
    }
    return_to_stance(together, work);
    arena_close(passing);
}

static void make_motions(const struct together *together, struct work *work, const enum scenario *piece)
{
    if (work->sim == NULL) {
        work->sim = metrics_hold_stance(work, work->passing);
    }
    for (size_t i = 0; i < PIECE_MOTIONS && piece[i] != SCENARIO_SETTLE; i++) {
        metrics_run_motion(work, piece[i], measures_of(together, piece[i]));
    }
}

/* ---- pieces for helper threads ---- */

static void *prepare_helper(void *context, struct arena *arena)
{
    const struct together *together = context;
    struct work *helper = arena_alloc(arena, sizeof *helper);
    *helper = together->stance;
    helper->helps = true;
    helper->passing = arena;
    helper->measurer = measurer_new(arena, helper->metrics->world);
    measurer_choose(helper->measurer, helper->places, helper->count);
    measurer_stance(helper->measurer, helper->as_modelled);
    helper->sim = NULL;
    helper->now = NULL;
    return helper;
}

static void make_piece(void *context, void *own, struct arena *arena, size_t piece)
{
    struct together *together = context;
    struct work *work = own;
    size_t casts = together->casts.count;
    size_t before = measurer_steps(work->measurer);
    (void)arena; /* it is work->passing */
    if (piece < casts) {
        make_cast(together, work, &together->casts.list[piece]);
    } else {
        make_motions(together, work, motions[piece - casts]);
    }
    together->helped[piece] = work->helps ? measurer_steps(work->measurer) - before : 0;
}

/* ---- all of it ---- */

/* Returns the cost of a step of the joints that take part; exact only below COST_WORTH. */
static size_t cost_of_step(const struct work *work)
{
    size_t cost = work->count;
    for (size_t i = 0; i < work->count && cost < COST_WORTH; i++) {
        size_t colliders;
        sim_joint_colliders(work->metrics->world, work->places[i], &colliders);
        cost += colliders < COST_WORTH ? colliders : COST_WORTH;
    }
    return cost;
}

/* Whether helpers may take runs: not if is_enough is set, curves are kept, or measures take much memory. */
static bool may_share(const struct work *work)
{
    const struct metrics_options *options = work->options;
    size_t room = arena_room(work->passing) / 4;
    size_t most = (room < MEASURES_MOST ? room : MEASURES_MOST) / (RUNS * sizeof(struct measure));
    return options->is_enough == NULL && options->recorded_count == 0 && work->metrics->joint_count <= most &&
           cost_of_step(work) >= COST_WORTH && helpers_have_idle(options->helpers);
}

/* Adds the measures in the order in which serial runs would add them. */
static void add_all(const struct together *together, struct work *work)
{
    for (int s = SCENARIO_STEP; s < SCENARIO_POSES; s++) {
        metrics_add(work, (enum scenario)s, measures_of(together, (enum scenario)s));
    }
    for (size_t c = 0; c < together->casts.count; c++) {
        const struct cast *cast = &together->casts.list[c];
        struct arena *passing = arena_open(work->passing);
        metrics_choose(work, passing, cast->joints);
        metrics_mark_posed(work);
        for (size_t i = 0; i < cast->count; i++) {
            metrics_add(work, cast->poses[i], measures_of(together, cast->poses[i]));
        }
        return_to_stance(together, work);
        arena_close(passing);
    }
}

bool metrics_run_parallel(struct work *work)
{
    if (!may_share(work)) {
        return false;
    }
    struct arena *apart = arena_open_apart(work->passing);
    struct together together = {.measures = NULL};
    work->other = NULL;
    together.stance = *work;
    together.measures =
        arena_bare(apart, arena_bytes(apart, work->metrics->joint_count, RUNS * sizeof *together.measures));
    if (work->metrics->limber) {
        metrics_list_casts(work, &together.casts);
    }
    size_t pieces = together.casts.count + MOTION_PIECES;
    helpers_run(work->options->helpers, work->passing, work,
                &(struct helpers_work){.context = &together,
                                       .count = pieces,
                                       .memory = arena_size(work->passing),
                                       .prepare = prepare_helper,
                                       .make = make_piece});
    add_all(&together, work);
    for (size_t i = 0; i < pieces; i++) {
        work->helped += together.helped[i];
    }
    arena_close(apart);
    return true;
}
