#include "sim/metrics_work.h"
#include "sim/probe.h"
#include "sim/state.h"

#define FIRST_RATE 60.0
#define WALKING 1.4 /* m/s */

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
        size_t j = work->places[i];
        metrics->joints[j].sag = sag_of(alone, j, &free[j]);
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
    metrics->world = world;
    metrics->joint_count = sim_joint_count(world);
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
        metrics->joints[j].passed = SIM_NONE;
        metrics->joints[j].centered = SIM_NONE;
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
