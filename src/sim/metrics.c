#include <string.h>

#include "sim/metrics_work.h"
#include "sim/probe.h"
#include "sim/state.h"
#include "sim/world.h"

/* The state of a run: the joints that take part, their stance, and the metrics that they are added to. */

/* Whether is_enough has ended the run. */
static bool metrics_is_enough(struct work *work)
{
    const struct metrics_options *options = work->options;
    work->enough = work->enough || (options->is_enough != NULL && options->is_enough(work->metrics, options->context));
    return work->enough;
}

/* ---- joints that take part ---- */

/* Sets the joints that take part from now on, in the arena; NULL: all. */
static void metrics_choose(struct work *work, struct arena *arena, const bool *joints)
{
    size_t count = work->metrics->joint_count;
    size_t *places = arena_array(arena, count, sizeof *places);
    work->count = 0;
    for (size_t j = 0; j < count; j++) {
        if (joints == NULL || joints[j]) {
            places[work->count++] = j;
        }
    }
    work->taking_part = joints;
    work->places = places;
    measurer_choose(work->measurer, places, work->count);
}

/* Returns a simulation of the joints that take part, held in their stance. */
static struct sim *metrics_hold_stance(const struct work *work, struct arena *arena)
{
    struct sim *sim = sim_new(arena, work->metrics->world, &(struct sim_options){.joints = work->taking_part});
    if (work->metrics->limber && !work->as_modelled) {
        struct sim_limbs limbs;
        scenario_limbs(SCENARIO_SETTLE, 0, &limbs);
        sim_set_limbs(sim, &limbs);
        sim_reset(sim);
    }
    return sim;
}

/* ---- the worst of several scenarios ---- */

/* Values within this factor of each other count as equal, and the first is kept: which one is worse by the last
 * digits differs from machine to machine. */
#define ALIKE 1.001

static void update_worst(struct worst *worst, double value, enum scenario scenario)
{
    if (value > ALIKE * worst->value) {
        worst->in = scenario;
    }
    worst->value = value > worst->value ? value : worst->value;
}

static void add_jitter(struct joint_metrics *joint, const struct measure *measure, enum scenario scenario,
                       const double *limits)
{
    bool jitters = measure->reversals > limits[THRESHOLD_JITTER] &&
                   angle_degrees(measure->rest_turn) > limits[THRESHOLD_JITTER_ANGLE];
    if (jitters && measure->rest_turn > joint->jitter.value) {
        joint->jitters = true;
        joint->jitter = (struct worst){measure->rest_turn, scenario};
        joint->reversals = measure->reversals;
    }
}

/* Add the measures of the joints that take part to the metrics; and the curves of the last run. */
static void metrics_add(struct work *work, enum scenario scenario, const struct measure *measures)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct joint_metrics *joint = &work->metrics->joints[j];
        const struct measure *measure = &measures[j];
        if (measure->broken) {
            joint->broken_in = joint->broken ? joint->broken_in : scenario;
            joint->broken = true;
        }
        update_worst(&joint->residual, measure->residual, scenario);
        add_jitter(joint, measure, scenario, work->options->thresholds->values);
        if (facts->everyday) {
            update_worst(&joint->settle, measure->settle, scenario);
        }
        if (facts->everyday && scenario != SCENARIO_STEP) {
            update_worst(&joint->frame_turn, measure->frame_turn, scenario);
        }
        if ((facts->everyday && scenario != SCENARIO_STEP) || scenario >= SCENARIO_POSES) {
            joint->bend = fmax(joint->bend, measure->bend);
        }
        if (scenario != SCENARIO_SETTLE && scenario != SCENARIO_TELEPORT) {
            joint->speed = fmax(joint->speed, scenario == SCENARIO_HITCH ? 0 : measure->speed);
            joint->passes += measure->passes;
            if (measure->passed != SIM_NONE) {
                joint->passed = measure->passed;
                joint->passed_in = scenario;
            }
        }
    }
}

/* ---- curves ---- */

static void metrics_keep_curves(struct work *work, struct arena *arena, enum scenario scenario)
{
    for (size_t i = 0; i < work->options->recorded_count; i++) {
        size_t count;
        if (work->taking_part != NULL && !work->taking_part[work->options->recorded[i]]) {
            continue;
        }
        const float *from = measurer_recorded(work->measurer, i, &count);
        float *degrees = arena_array(arena, count, sizeof *degrees);
        memcpy(degrees, from, count * sizeof *degrees);
        work->metrics->curves[i * SCENARIO_COUNT + scenario] = (struct metrics_curve){degrees, count};
    }
}

/* Measures motions, one after another, and SCENARIO_TURN at other frame rates. */

/* ---- other frame rates ---- */

/* Radians: a joint this near to the direction of its forces can't be elsewhere at another frame rate. */
#define HOME (0.5 * ANGLE_PI / 180)

static const double other_rates[] = {30, 90, 144};

enum { OTHER_RATES = sizeof other_rates / sizeof *other_rates };

/* Whether a joint comes to rest; only then does it have a rest direction. */
static bool comes_to_rest(const struct work *work, const struct measure *measure)
{
    double still = angle_radians(work->options->thresholds->values[THRESHOLD_DOES_NOT_SETTLE]);
    return measure->residual < still && !measure->broken;
}

/* Whether the rest pose can depend on the frame rate: only with colliders, limits, or forces so weak that the joint
 * isn't in their direction (see probe_pull()). The simulation is at the end of the turn. */
static bool may_depend_on_rate(const struct work *work, const struct measure *turned)
{
    struct quat rotation = scenario_pose(SCENARIO_TURN, scenario_facts[SCENARIO_TURN].seconds).rotation;
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        if (!comes_to_rest(work, &turned[j])) {
            continue;
        }
        size_t count;
        probe_colliders(work->sim, j, &count);
        struct vec3 pull = quat_rotate(quat_conjugate(rotation), probe_pull(work->sim, j));
        if (count > 0 || probe_has_limit(work->sim, j) || !(vec3_angle(pull, turned[j].final) < HOME) ||
            !(vec3_length(pull) > 0)) {
            return true;
        }
    }
    return false;
}

/* Compares other frame rates with a turn that has just been run, if they may differ. */
static void compare_rates(struct work *work, enum scenario scenario, const struct measure *turned)
{
    if (scenario != SCENARIO_TURN || !work->options->rates || !may_depend_on_rate(work, turned)) {
        return;
    }
    if (work->other == NULL) {
        work->other = arena_array(work->passing, work->metrics->joint_count, sizeof *work->other);
        work->turned = arena_array(work->passing, work->metrics->joint_count, sizeof *work->turned);
    }
    for (size_t k = 0; k < work->count; k++) {
        work->turned[work->places[k]] = turned[work->places[k]].final;
    }
    struct measure_quiet quiet = measure_quiet(work->options->thresholds);
    double allowed = angle_radians(work->options->thresholds->values[THRESHOLD_FRAME_RATE_DEPENDENT_POSE]);
    quiet.near = fmin(quiet.near, allowed / 10); /* a joint that comes so near isn't elsewhere */
    quiet.ends = true;
    measurer_hurry(work->measurer, &quiet);
    for (size_t i = 0; i < OTHER_RATES; i++) {
        measurer_run(work->measurer, work->sim, SCENARIO_TURN, other_rates[i], work->turned, work->other);
        for (size_t k = 0; k < work->count; k++) {
            size_t j = work->places[k];
            struct joint_metrics *joint = &work->metrics->joints[j];
            const struct measure *a = &turned[j];
            const struct measure *b = &work->other[j];
            double apart = comes_to_rest(work, a) && comes_to_rest(work, b) ? vec3_angle(a->final, b->final) : 0;
            if (apart > joint->apart) {
                joint->apart = apart;
                joint->apart_rate = other_rates[i];
            }
        }
    }
}

/* Runs a motion or pose; a turn to its end if other rates are compared with it. */
static void metrics_run(const struct work *work, struct sim *sim, enum scenario scenario, struct measure *out)
{
    struct measure_quiet quiet = measure_quiet(work->options->thresholds);
    bool all = scenario == SCENARIO_TURN && work->options->rates;
    measurer_hurry(work->measurer, all ? NULL : &quiet);
    measurer_run(work->measurer, sim, scenario, work->rate, work->expected, out);
}

/* Counts the steps of a scenario that isn't run, at all frame rates. */
static void metrics_skip(const struct work *work, enum scenario scenario)
{
    measurer_skip(work->measurer, scenario, work->rate);
    for (size_t i = 0; scenario == SCENARIO_TURN && work->options->rates && i < OTHER_RATES; i++) {
        measurer_skip(work->measurer, scenario, other_rates[i]);
    }
}

/* ---- one after another ---- */

/* Runs a motion of a stance, and a turn at other frame rates too, and adds all of it to the metrics. */
static void metrics_run_motion(struct work *work, enum scenario scenario, struct measure *out)
{
    metrics_run(work, work->sim, scenario, out);
    compare_rates(work, scenario, out);
}

/* Runs the motions of a stance that has settled, one after another. */
static void metrics_run_motions(struct work *work, struct arena *arena)
{
    work->other = NULL;
    for (int s = SCENARIO_STEP; s < SCENARIO_POSES; s++) {
        enum scenario scenario = (enum scenario)s;
        if (metrics_is_enough(work)) {
            metrics_skip(work, scenario);
            continue;
        }
        metrics_run(work, work->sim, scenario, work->now);
        metrics_keep_curves(work, arena, scenario);
        metrics_add(work, scenario, work->now);
        compare_rates(work, scenario, work->now);
    }
}

/* Measures poses, one after another. */

/* List the casts; begin one, whose joints alone take part from then on; run a pose of it. */
static void metrics_list_casts(const struct work *work, struct casts *casts)
{
    const struct sim_world *world = work->metrics->world;
    size_t joint_count = work->metrics->joint_count;
    bool *joints = NULL;
    for (int s = SCENARIO_POSES; s < SCENARIO_COUNT; s++) {
        joints = joints == NULL ? arena_array(work->passing, joint_count, sizeof *joints) : joints;
        size_t moved = s == SCENARIO_ARMS_DOWN ? moved_with_arms(work->passing, world, joints)
                                               : moved_by_pose(work->passing, world, scenario_facts[s].pose, joints);
        struct cast *last = casts->count == 0 ? NULL : &casts->list[casts->count - 1];
        if (moved == 0) {
            continue;
        }
        if (last == NULL || memcmp(last->joints, joints, joint_count * sizeof *joints) != 0) {
            last = &casts->list[casts->count++];
            last->joints = joints;
            joints = NULL;
        }
        last->poses[last->count++] = (enum scenario)s;
    }
}

/* ---- one cast ---- */

static struct sim *metrics_open_cast(struct work *work, struct arena *arena, const struct cast *cast)
{
    const struct metrics *metrics = work->metrics;
    metrics_choose(work, arena, cast->joints);
    if (!work->is_whole || 2 * work->count < metrics->joint_count) {
        return sim_new(arena, metrics->world, &(struct sim_options){.joints = cast->joints});
    }
    if (work->sim == NULL) {
        work->sim = sim_new(work->passing, metrics->world, &(struct sim_options){0});
    }
    return work->sim;
}

/* Begins the test, which runs with the simulation, of what a step of the leg pushes through. Which chains are
 * neighbours depends on their modelled pose, not on the pose that an earlier run left. */
static struct between *measure_between(const struct work *work, struct arena *arena, struct sim *sim,
                                       enum scenario scenario)
{
    bool left = scenario == SCENARIO_STEP_LEFT;
    if (!work->options->between || (!left && scenario != SCENARIO_STEP_RIGHT)) {
        return NULL;
    }
    sim_set_limbs(sim, NULL);
    sim_reset(sim);
    bool *on_arms = arena_array(arena, work->metrics->joint_count, sizeof *on_arms);
    moved_with_arms(arena, work->metrics->world, on_arms);
    return between_new(arena, sim, on_arms, left ? "leftUpperLeg" : "rightUpperLeg",
                       left ? "leftLowerLeg" : "rightLowerLeg");
}

static void metrics_take_pose(struct work *work, struct arena *arena, enum scenario scenario, struct sim *sim,
                              struct measure *out)
{
    struct arena *passing = arena_open(arena);
    struct between *between = measure_between(work, passing, sim, scenario);
    measurer_track(work->measurer, between);
    metrics_run(work, sim, scenario, out);
    if (between != NULL) {
        work->metrics->between[scenario - SCENARIO_STEP_LEFT] = between_worst(between);
    }
    measurer_track(work->measurer, NULL);
    arena_close(passing);
}

/* Notes that the joints that take part are moved by some pose. */
static void metrics_mark_posed(const struct work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        work->metrics->joints[work->places[i]].posed = true;
    }
}

/* ---- one after another ---- */

static void take_cast(struct work *work, struct arena *arena, const struct cast *cast)
{
    struct arena *passing = arena_open(work->passing);
    struct sim *sim = NULL;
    for (size_t i = 0; i < cast->count; i++) {
        enum scenario scenario = cast->poses[i];
        if (metrics_is_enough(work)) {
            metrics_skip(work, scenario);
            continue;
        }
        if (sim == NULL) {
            sim = metrics_open_cast(work, passing, cast);
            metrics_mark_posed(work);
        }
        metrics_take_pose(work, passing, scenario, sim, work->now);
        metrics_keep_curves(work, arena, scenario);
        metrics_add(work, scenario, work->now);
    }
    arena_close(passing);
}

/* Runs the poses of all joints, one after another. */
static void metrics_run_poses(struct work *work, struct arena *arena)
{
    struct casts casts = {.count = 0};
    metrics_list_casts(work, &casts);
    for (size_t c = 0; c < casts.count; c++) {
        take_cast(work, arena, &casts.list[c]);
    }
}

#define FIRST_RATE 60.0
#define WALKING 1.4 /* m/s */

/* Measures motions and poses in parallel: none of them depends on the result of another. */

/* The maximum memory for measures of all runs, bytes. */
#define MEASURES_MOST ((size_t)16 << 20)

/* The cost of a step from which starting threads is worth while: below it, all motions take one or two
 * milliseconds. */
enum { COST_WORTH = 64 };

/* The longest ones first. Motions of one piece share their beginning: see measure.c. */
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

/* Runs the motions of the last stance and all poses in parallel, with the same numbers, if there are idle helpers and
 * it is worth while. Returns false if it did nothing. */
static bool metrics_run_parallel(struct work *work)
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

/* ---- at rest ---- */

/* Checks penetrating tails only, because others aren't pushed. */
static bool is_on_center(const struct collide_shape *shape, struct vec3 tail, double radius, double near)
{
    struct collide_contact contact = collide(shape, tail, radius);
    if (shape->kind == SHAPE_PLANE || !(contact.distance < 0)) {
        return false;
    }
    return contact.no_direction || vec3_length(collide_from_axis(shape, tail)) < near;
}

static size_t centered_on(const struct sim *sim, size_t joint, double near)
{
    size_t count;
    const size_t *colliders = probe_colliders(sim, joint, &count);
    double radius = sim_joints(sim->world)[joint].hit_radius;
    for (size_t i = 0; i < count; i++) {
        if (is_on_center(&sim->shapes[colliders[i]], sim_tail(sim, joint), radius, near)) {
            return colliders[i];
        }
    }
    return SIM_NONE;
}

static void measure_at_rest(struct work *work, const struct feasible_directions *directions)
{
    const double *limits = work->options->thresholds->values;
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct joint_metrics *joint = &work->metrics->joints[j];
        const struct sim_joint *given = &sim_joints(work->metrics->world)[j];
        struct vec3 bone = vec3_sub(sim_tail(work->sim, j), sim_head(work->sim, j));
        joint->length = vec3_length(bone);
        joint->direction = transform_unit(bone);
        joint->force = vec3_length(transform_add_scaled(vec3_scale(joint->direction, given->stiffness),
                                                        given->gravity_dir, given->gravity_power));
        joint->limited = vec3_angle(joint->direction, probe_limited(work->sim, j, joint->direction));
        joint->lag = atan2(given->drag * WALKING, joint->force);
        joint->centered = centered_on(work->sim, j, limits[THRESHOLD_TAIL_AT_COLLIDER_CENTER]);
        double tolerance = fmax(limits[THRESHOLD_COLLIDER_NO_FEASIBLE_POSE],
                                limits[THRESHOLD_COLLIDER_NO_FEASIBLE_POSE_SHARE] * joint->length);
        joint->feasible = feasible_ask(directions, work->sim, j, tolerance);
        joint->rest_depth = probe_depth(work->sim, j, &joint->rest_deepest);
    }
}

/* ---- nothing moves ---- */

/* A bone that gravity would turn over if it weren't exactly upright stays upright until something touches it. */
#define BALANCED (1e-3)

static double sag_of(const struct sim *alone, size_t joint, const struct measure *free)
{
    struct vec3 pull = probe_pull(alone, joint);
    bool balanced = vec3_length(pull) > 0 && vec3_angle(pull, free->final) > ANGLE_PI - BALANCED;
    return balanced ? ANGLE_PI - free->depart : free->depart;
}

/* Measures the effect of forces alone, in a simulation that is run once. */
static void settle_alone(struct work *work, struct sim *alone, struct measure *free)
{
    struct metrics *metrics = work->metrics;
    measurer_run(work->measurer, alone, SCENARIO_SETTLE, work->rate, NULL, free);
    for (size_t i = 0; i < work->count; i++) {
        struct joint_metrics *joint = &metrics->joints[work->places[i]];
        joint->sag = sag_of(alone, work->places[i], &free[work->places[i]]);
    }
}

static bool any_colliders(const struct sim_world *world)
{
    size_t count = 0;
    for (size_t j = 0; j < sim_joint_count(world) && count == 0; j++) {
        sim_joint_colliders(world, j, &count);
    }
    return count > 0;
}

static void measure_settling(struct work *work, struct arena *arena)
{
    struct metrics *metrics = work->metrics;
    if (work->free == NULL) {
        settle_alone(work, work->sim, work->settled);
        work->free = work->settled;
    } else {
        measurer_run(work->measurer, work->sim, SCENARIO_SETTLE, work->rate, NULL, work->settled);
    }
    metrics_keep_curves(work, arena, SCENARIO_SETTLE);
    metrics_add(work, SCENARIO_SETTLE, work->settled);
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct joint_metrics *joint = &metrics->joints[j];
        joint->away = sag_of(work->sim, j, &work->settled[j]);
        joint->pushed = vec3_angle(work->settled[j].final, work->free[j].final);
        joint->shifted = vec3_distance(work->settled[j].tail, work->free[j].tail);
        joint->depth = work->settled[j].depth;
        joint->deepest = work->settled[j].deepest;
        work->expected[j] = work->settled[j].final;
    }
}

/* ---- all of it ---- */

/* Measures everything but poses for some joints, with arms down or as modelled. If is_last, helpers measure poses at
 * the same time. The passing arena holds what later runs need. */
static void take_stance(struct work *work, struct arena *arena, const bool *joints, bool as_modelled, bool is_last)
{
    struct metrics *metrics = work->metrics;
    const struct sim_world *world = metrics->world;
    if (metrics_is_enough(work)) {
        for (int s = SCENARIO_SETTLE; s < SCENARIO_POSES; s++) {
            metrics_skip(work, (enum scenario)s);
        }
        return;
    }
    metrics_choose(work, work->passing, joints);
    measurer_stance(work->measurer, as_modelled);
    work->as_modelled = as_modelled;
    work->free = NULL;
    if (any_colliders(world)) {
        struct arena *first = arena_open(work->passing);
        work->free = arena_array(work->passing, metrics->joint_count, sizeof *work->free);
        settle_alone(work, sim_new(first, world, &(struct sim_options){.no_colliders = true, .joints = joints}),
                     work->free);
        arena_close(first);
    }
    work->is_whole = joints == NULL;
    work->sim = metrics_hold_stance(work, work->passing);
    measure_at_rest(work, work->directions);
    measure_settling(work, arena);
    work->together = is_last && metrics_run_parallel(work);
    if (!work->together) {
        metrics_run_motions(work, arena);
    }
}

/* Measures joints below the arms with the arms as modelled, stretched out, and all others with the arms at the sides,
 * as they are shown. */
static void take_stances(struct work *work, struct arena *arena)
{
    struct metrics *metrics = work->metrics;
    bool *on_arms = arena_array(work->passing, metrics->joint_count, sizeof *on_arms);
    bool *others = arena_array(work->passing, metrics->joint_count, sizeof *others);
    size_t count = metrics->limber ? moved_with_arms(work->passing, metrics->world, on_arms) : 0;
    for (size_t j = 0; j < metrics->joint_count; j++) {
        metrics->joints[j].on_arms = on_arms[j];
        others[j] = !on_arms[j];
    }
    if (count > 0) {
        take_stance(work, arena, count == metrics->joint_count ? NULL : on_arms, true, count == metrics->joint_count);
    }
    if (count < metrics->joint_count) {
        take_stance(work, arena, count == 0 ? NULL : others, false, true);
    }
}

struct metrics *metrics_measure(struct arena *arena, const struct sim_world *world,
                                const struct metrics_options *options)
{
    struct metrics *metrics = arena_alloc(arena, sizeof *metrics);
    *metrics = (struct metrics){.world = world, .joint_count = sim_joint_count(world)};
    metrics->joints = arena_array(arena, metrics->joint_count, sizeof *metrics->joints);
    if (metrics->joint_count == 0) {
        return metrics;
    }
    struct arena *passing = arena_open(arena);
    struct work work = {.metrics = metrics,
                        .options = options,
                        .passing = passing,
                        .measurer = measurer_new(passing, world),
                        .directions = feasible_directions_new(passing),
                        .rate = options->frames_per_second > 0 ? options->frames_per_second : FIRST_RATE,
                        .settled = arena_array(arena, metrics->joint_count, sizeof *work.settled),
                        .now = arena_array(passing, metrics->joint_count, sizeof *work.now),
                        .expected = arena_array(passing, metrics->joint_count, sizeof *work.expected)};
    for (size_t j = 0; j < metrics->joint_count; j++) {
        metrics->joints[j].passed = metrics->joints[j].centered = SIM_NONE;
    }
    metrics->limber = sim_has_limbs(world);
    metrics->settled = work.settled;
    if (options->recorded_count > 0) {
        measurer_record(work.measurer, passing, options->recorded, options->recorded_count);
        metrics->curves = arena_array(arena, options->recorded_count * SCENARIO_COUNT, sizeof *metrics->curves);
    }
    take_stances(&work, arena);
    if (metrics->limber && !work.together) {
        metrics_run_poses(&work, arena);
    }
    metrics->steps = measurer_steps(work.measurer) + work.helped;
    arena_close(passing);
    return metrics;
}
