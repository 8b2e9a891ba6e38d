#include "sim/study.h"

#include <string.h>

#include "sim/look.h"
#include "sim/moved.h"

#define FIRST_RATE 60.0
#define WALKING 1.4 /* m/s */

/* A joint this near to where its forces pull, radians, isn't somewhere else at another frame rate. */
#define HOME (0.5 * ANGLE_PI / 180)

struct work {
    struct study *study;
    const struct study_options *options;
    struct arena *passing; /* what the study doesn't keep */
    struct measurer *measurer;
    const struct feasible_directions *directions;
    double rate; /* frames a second */
    struct sim *sim;
    bool is_whole; /* it has all joints */
    struct measure *settled;
    struct measure *free; /* the same without colliders; NULL as long as nobody knows */
    struct measure *now;
    struct measure *turned;  /* at 60 frames a second */
    struct vec3 *expected;   /* directions in which joints settled */
    const bool *taking_part; /* per joint; NULL: all are */
    const size_t *places;    /* of those that are, ascending */
    size_t count;
};

/* ---- at rest ---- */

/* Only what penetrates: nobody is pushed by anything else. */
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
    const size_t *colliders = look_colliders(sim, joint, &count);
    double radius = sim_joints(look_world(sim))[joint].hit_radius;
    for (size_t i = 0; i < count; i++) {
        if (is_on_center(look_shape(sim, colliders[i]), sim_tail(sim, joint), radius, near)) {
            return colliders[i];
        }
    }
    return SIM_NONE;
}

static void look_at_rest(struct work *work, const struct feasible_directions *directions)
{
    const double *limits = work->options->thresholds->values;
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct study_joint *joint = &work->study->joints[j];
        const struct sim_joint *given = &sim_joints(work->study->world)[j];
        struct vec3 bone = vec3_sub(sim_tail(work->sim, j), sim_head(work->sim, j));
        joint->length = vec3_length(bone);
        joint->direction = transform_unit(bone);
        joint->force = vec3_length(transform_add_scaled(vec3_scale(joint->direction, given->stiffness),
                                                        given->gravity_dir, given->gravity_power));
        joint->limited = vec3_angle(joint->direction, look_limited(work->sim, j, joint->direction));
        joint->lag = atan2(given->drag * WALKING, joint->force);
        joint->centered = centered_on(work->sim, j, limits[THRESHOLD_TAIL_AT_COLLIDER_CENTER]);
        double tolerance = fmax(limits[THRESHOLD_COLLIDER_NO_FEASIBLE_POSE],
                                limits[THRESHOLD_COLLIDER_NO_FEASIBLE_POSE_SHARE] * joint->length);
        joint->feasible = feasible_ask(directions, work->sim, j, tolerance);
        joint->rest_depth = measure_depth(work->sim, j, &joint->rest_deepest);
    }
}

/* ---- the worst of several scenarios ---- */

/* The first of those that are nearly as bad: which is worse by a last digit differs from machine to machine. */
#define ALIKE 1.001

static void worsen(struct worst *worst, double value, enum scenario scenario)
{
    if (value > ALIKE * worst->value) {
        worst->in = scenario;
    }
    worst->value = value > worst->value ? value : worst->value;
}

static void add_jitter(struct study_joint *joint, const struct measure *measure, enum scenario scenario,
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

static void add(struct work *work, enum scenario scenario, const struct measure *measures)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct study_joint *joint = &work->study->joints[j];
        const struct measure *measure = &measures[j];
        if (measure->broken) {
            joint->broken_in = joint->broken ? joint->broken_in : scenario;
            joint->broken = true;
        }
        worsen(&joint->residual, measure->residual, scenario);
        add_jitter(joint, measure, scenario, work->options->thresholds->values);
        if (facts->everyday) {
            worsen(&joint->settle, measure->settle, scenario);
        }
        if (facts->everyday && scenario != SCENARIO_STEP) {
            worsen(&joint->frame_turn, measure->frame_turn, scenario);
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

static void keep_curves(struct work *work, struct arena *arena, enum scenario scenario)
{
    for (size_t i = 0; i < work->options->recorded_count; i++) {
        size_t count;
        if (work->taking_part != NULL && !work->taking_part[work->options->recorded[i]]) {
            continue;
        }
        const float *from = measurer_recorded(work->measurer, i, &count);
        float *degrees = arena_array(arena, count, sizeof *degrees);
        memcpy(degrees, from, count * sizeof *degrees);
        work->study->curves[i * SCENARIO_COUNT + scenario] = (struct study_curve){degrees, count};
    }
}

/* ---- nothing moves ---- */

/* A bone that gravity would turn over if it didn't stand exactly upright stays so until it is touched. */
#define BALANCED (1e-3)

static double sag_of(const struct sim *alone, size_t joint, const struct measure *free)
{
    struct vec3 pull = look_pull(alone, joint);
    bool balanced = vec3_length(pull) > 0 && vec3_angle(pull, free->final) > ANGLE_PI - BALANCED;
    return balanced ? ANGLE_PI - free->depart : free->depart;
}

/* What forces alone do, in a simulation that runs once and goes. */
static void settle_alone(struct work *work, struct sim *alone, struct measure *free)
{
    struct study *study = work->study;
    measurer_run(work->measurer, alone, SCENARIO_SETTLE, work->rate, NULL, free);
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        study->joints[j].sag = sag_of(alone, j, &free[j]);
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

static void settle(struct work *work, struct arena *arena)
{
    struct study *study = work->study;
    if (work->free == NULL) {
        settle_alone(work, work->sim, work->settled);
        work->free = work->settled;
    } else {
        measurer_run(work->measurer, work->sim, SCENARIO_SETTLE, work->rate, NULL, work->settled);
    }
    keep_curves(work, arena, SCENARIO_SETTLE);
    add(work, SCENARIO_SETTLE, work->settled);
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct study_joint *joint = &study->joints[j];
        joint->pushed = vec3_angle(work->settled[j].final, work->free[j].final);
        joint->shifted = vec3_distance(work->settled[j].tail, work->free[j].tail);
        joint->depth = work->settled[j].depth;
        joint->deepest = work->settled[j].deepest;
        work->expected[j] = work->settled[j].final;
    }
}

/* ---- other frame rates ---- */

/* Where forces alone decide, the frame rate has no say (see look_pull()): it takes colliders, limits, or forces so
 * weak that the joint isn't where they pull. The simulation stands at the end of the turn. */
static bool may_depend_on_rate(const struct work *work)
{
    struct quat turned = scenario_pose(SCENARIO_TURN, scenario_facts[SCENARIO_TURN].seconds).rotation;
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        size_t count;
        look_colliders(work->sim, j, &count);
        struct vec3 pull = quat_rotate(quat_conjugate(turned), look_pull(work->sim, j));
        if (count > 0 || look_has_limit(work->sim, j) || !(vec3_angle(pull, work->now[j].final) < HOME) ||
            !(vec3_length(pull) > 0)) {
            return true;
        }
    }
    return false;
}

static void compare_rates(struct work *work)
{
    static const double rates[] = {30, 90, 144};
    double still = angle_radians(work->options->thresholds->values[THRESHOLD_DOES_NOT_SETTLE]);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        measurer_run(work->measurer, work->sim, SCENARIO_TURN, rates[i], work->expected, work->now);
        for (size_t k = 0; k < work->count; k++) {
            size_t j = work->places[k];
            struct study_joint *joint = &work->study->joints[j];
            const struct measure *a = &work->turned[j];
            const struct measure *b = &work->now[j];
            bool rests = a->residual < still && b->residual < still && !a->broken && !b->broken;
            double apart = rests ? vec3_angle(a->final, b->final) : 0;
            if (apart > joint->apart) {
                joint->apart = apart;
                joint->apart_rate = rates[i];
            }
        }
    }
}

static void move(struct work *work, struct arena *arena)
{
    for (int s = SCENARIO_STEP; s < SCENARIO_POSES; s++) {
        enum scenario scenario = (enum scenario)s;
        measurer_run(work->measurer, work->sim, scenario, work->rate, work->expected, work->now);
        keep_curves(work, arena, scenario);
        add(work, scenario, work->now);
        if (scenario == SCENARIO_TURN && work->options->rates && may_depend_on_rate(work)) {
            work->turned = work->now;
            work->now = arena_array(work->passing, work->study->joint_count, sizeof *work->now);
            compare_rates(work);
        }
    }
}

/* ---- poses ---- */

/* What a step of the leg pushes through: looked for while it is simulated. */
static struct between *look_between(const struct work *work, struct arena *arena, const struct sim *sim,
                                    enum scenario scenario)
{
    bool left = scenario == SCENARIO_STEP_LEFT;
    if (!work->options->between || (!left && scenario != SCENARIO_STEP_RIGHT)) {
        return NULL;
    }
    bool *on_arms = arena_array(arena, work->study->joint_count, sizeof *on_arms);
    moved_with_arms(arena, work->study->world, on_arms);
    return between_new(arena, sim, on_arms, left ? "leftUpperLeg" : "rightUpperLeg",
                       left ? "leftLowerLeg" : "rightLowerLeg");
}

/* From now on, joints are these alone; NULL: all. */
static void choose(struct work *work, struct arena *arena, const bool *joints)
{
    size_t count = work->study->joint_count;
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

/* One pose, with the joints that it moves alone. */
static void take_pose(struct work *work, struct arena *arena, enum scenario scenario, const bool *joints)
{
    struct study *study = work->study;
    struct arena *passing = arena_open(work->passing);
    choose(work, passing, joints);
    for (size_t i = 0; i < work->count; i++) {
        study->joints[work->places[i]].posed = true;
    }
    struct sim *sim = work->sim;
    if (!work->is_whole || 2 * work->count < study->joint_count) { /* fewer joints are worth one of their own */
        sim = sim_new(passing, study->world, &(struct sim_options){.joints = joints});
    }
    struct between *between = look_between(work, passing, sim, scenario);
    measurer_watch(work->measurer, between);
    measurer_run(work->measurer, sim, scenario, work->rate, work->expected, work->now);
    keep_curves(work, arena, scenario);
    add(work, scenario, work->now);
    if (between != NULL) {
        study->between[scenario - SCENARIO_STEP_LEFT] = between_worst(between);
    }
    measurer_watch(work->measurer, NULL);
    arena_close(passing);
}

static void take_poses(struct work *work, struct arena *arena)
{
    const struct sim_world *world = work->study->world;
    bool *joints = arena_array(work->passing, work->study->joint_count, sizeof *joints);
    for (int s = SCENARIO_POSES; s < SCENARIO_COUNT; s++) {
        size_t count = s == SCENARIO_ARMS_DOWN ? moved_with_arms(work->passing, world, joints)
                                               : moved_by_pose(work->passing, world, scenario_facts[s].pose, joints);
        if (count > 0) {
            take_pose(work, arena, (enum scenario)s, joints);
        }
    }
}

/* ---- all of it ---- */

/* Everything but poses, of some joints; with arms down or as modelled. The passing arena has what later runs need. */
static void take_stance(struct work *work, struct arena *arena, const bool *joints, bool as_modelled)
{
    struct study *study = work->study;
    const struct sim_world *world = study->world;
    choose(work, work->passing, joints);
    measurer_stance(work->measurer, as_modelled);
    work->free = NULL;
    if (any_colliders(world)) {
        struct arena *first = arena_open(work->passing);
        work->free = arena_array(work->passing, study->joint_count, sizeof *work->free);
        settle_alone(work, sim_new(first, world, &(struct sim_options){.no_colliders = true, .joints = joints}),
                     work->free);
        arena_close(first);
    }
    work->is_whole = joints == NULL;
    work->sim = sim_new(work->passing, world, &(struct sim_options){.joints = joints});
    if (study->limber && !as_modelled) {
        struct sim_limbs limbs;
        scenario_limbs(SCENARIO_SETTLE, 0, &limbs);
        sim_set_limbs(work->sim, &limbs);
        sim_reset(work->sim);
    }
    look_at_rest(work, work->directions);
    settle(work, arena);
    move(work, arena);
}

/* What hangs on the arms is modelled for arms that stretch out; all else, to be seen with arms at the sides. */
static void take_stances(struct work *work, struct arena *arena)
{
    struct study *study = work->study;
    bool *on_arms = arena_array(work->passing, study->joint_count, sizeof *on_arms);
    bool *others = arena_array(work->passing, study->joint_count, sizeof *others);
    size_t count = study->limber ? moved_with_arms(work->passing, study->world, on_arms) : 0;
    for (size_t j = 0; j < study->joint_count; j++) {
        study->joints[j].on_arms = on_arms[j];
        others[j] = !on_arms[j];
    }
    if (count > 0) {
        take_stance(work, arena, count == study->joint_count ? NULL : on_arms, true);
    }
    if (count < study->joint_count) {
        take_stance(work, arena, count == 0 ? NULL : others, false);
    }
}

struct study *study_run(struct arena *arena, const struct sim_world *world, const struct study_options *options)
{
    struct study *study = arena_alloc(arena, sizeof *study);
    study->world = world;
    study->joint_count = sim_joint_count(world);
    study->joints = arena_array(arena, study->joint_count, sizeof *study->joints);
    if (study->joint_count == 0) {
        return study;
    }
    struct arena *passing = arena_open(arena);
    struct work work = {.study = study,
                        .options = options,
                        .passing = passing,
                        .measurer = measurer_new(passing, world),
                        .directions = feasible_directions_new(passing),
                        .rate = options->frames_per_second > 0 ? options->frames_per_second : FIRST_RATE,
                        .settled = arena_array(arena, study->joint_count, sizeof *work.settled),
                        .now = arena_array(passing, study->joint_count, sizeof *work.now),
                        .expected = arena_array(passing, study->joint_count, sizeof *work.expected)};
    for (size_t j = 0; j < study->joint_count; j++) {
        study->joints[j].passed = SIM_NONE;
    }
    study->limber = sim_has_limbs(world);
    study->settled = work.settled;
    if (options->recorded_count > 0) {
        measurer_record(work.measurer, passing, options->recorded, options->recorded_count);
        study->curves = arena_array(arena, options->recorded_count * SCENARIO_COUNT, sizeof *study->curves);
    }
    take_stances(&work, arena);
    if (study->limber) {
        take_poses(&work, arena);
    }
    study->steps = measurer_steps(work.measurer);
    arena_close(passing);
    return study;
}
