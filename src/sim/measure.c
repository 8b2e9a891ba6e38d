/*
 * A moment at which several runs have the same state: all motions of the check begin half a second after the start of
 * their runs, and a walk with a dropped frame is a normal walk until then. The first run that reaches it keeps it,
 * and the others continue from it, with exactly the bits that they would have computed themselves. Private to
 * src/sim.
 */
#include "sim/measure.h"

#include <string.h>

#include "sim/between.h"
#include "sim/probe.h"
#include "sim/tracker.h"
#include "sim/tunnel.h"

struct prefix;

/* The state that is kept: a simulation, and its observers. passes and passed have an element per joint of
 * the world. */
struct prefix_run {
    struct sim *sim;
    struct tracker *trackers;
    size_t tracker_count;
    size_t *passes;
    size_t *passed;
    struct tunnel *tunnel;
    size_t frame;
    double seconds;
};

/* Maximum size of a moment, bytes: some thousand joints. */
#define ROOM_MAX (4 * 1000 * 1000)

struct prefix {
    bool kept;
    double frames_per_second;
    struct prefix_run run; /* its arrays belong to the prefix */
    /* state of the simulation */
    struct sim_limbs limbs;
    bool limber;
    struct sim_pose pose;
    bool posed;
    bool moved;
    struct mat34 *slots;
    struct collide_shape *shapes;
    struct quat *turns;
    struct strand_group *groups;
    struct vec3 *loose; /* tails of loose runs, current and previous */
};

static size_t groups_at_most(const struct sim_world *world)
{
    size_t full = world->joint_count / LANES + STRAND_LEVELS_MAX;
    return full < world->joint_count ? full : world->joint_count;
}

/* Allocates memory that is written before it is read. */
static void *bare_array(struct arena *arena, size_t count, size_t size)
{
    return arena_bare(arena, arena_bytes(arena, count, size));
}

/* Creates memory for a moment of any simulation of a world by sim_spec, in the arena; NULL if that would be too
 * large. */
static struct prefix *prefix_new(struct arena *arena, const struct sim_world *world)
{
    size_t joints = world->joint_count;
    size_t groups = groups_at_most(world);
    double room = (double)(world->slot_count * sizeof(struct mat34)) +
                  (double)(world->collider_count * sizeof(struct collide_shape)) +
                  (double)(world->body_count * sizeof(struct quat)) +
                  (double)(groups * (sizeof(struct strand_group) + sizeof(struct tracker))) +
                  (double)(joints * (2 * sizeof(struct vec3) + 2 * sizeof(size_t)));
    if (!(room <= ROOM_MAX)) {
        return NULL;
    }
    struct prefix *prefix = arena_alloc(arena, sizeof *prefix);
    prefix->run.tunnel = tunnel_new(arena, world);
    prefix->run.trackers = bare_array(arena, tracker_room(joints), sizeof *prefix->run.trackers);
    prefix->run.passes = bare_array(arena, joints, sizeof *prefix->run.passes);
    prefix->run.passed = bare_array(arena, joints, sizeof *prefix->run.passed);
    prefix->slots = bare_array(arena, world->slot_count, sizeof *prefix->slots);
    prefix->shapes = bare_array(arena, world->collider_count, sizeof *prefix->shapes);
    prefix->turns = bare_array(arena, world->body_count, sizeof *prefix->turns);
    prefix->groups = bare_array(arena, groups, sizeof *prefix->groups);
    prefix->loose = bare_array(arena, 2 * joints, sizeof *prefix->loose);
    return prefix;
}

/* Forgets the moment. */
static void prefix_forget(struct prefix *prefix)
{
    prefix->kept = false;
}

/* Whether nothing is kept. */
static bool prefix_is_empty(const struct prefix *prefix)
{
    return !prefix->kept;
}

/* Whether a moment of this simulation is kept, at this number of frames a second. */
static bool prefix_is_of(const struct prefix *prefix, const struct sim *sim, double frames_per_second)
{
    return prefix->kept && prefix->run.sim == sim && prefix->frames_per_second == frames_per_second;
}

/* Copies the part of a run that is copied in the same way in both directions. */
static void copy_run(struct prefix_run *to, const struct prefix_run *from)
{
    size_t joints = from->sim->world->joint_count;
    memcpy(to->trackers, from->trackers, from->tracker_count * sizeof *to->trackers);
    memcpy(to->passes, from->passes, joints * sizeof *to->passes);
    memcpy(to->passed, from->passed, joints * sizeof *to->passed);
    tunnel_copy(to->tunnel, from->tunnel);
    to->tracker_count = from->tracker_count;
    to->frame = from->frame;
    to->seconds = from->seconds;
}

/* Keeps the present moment of a run, with its frames_per_second. */
static void prefix_keep(struct prefix *prefix, const struct prefix_run *run, double frames_per_second)
{
    const struct sim *sim = run->sim;
    const struct sim_world *world = sim->world;
    copy_run(&prefix->run, run);
    prefix->run.sim = run->sim;
    prefix->kept = true;
    prefix->frames_per_second = frames_per_second;
    prefix->limber = sim->limbs != NULL;
    if (prefix->limber) {
        prefix->limbs = *sim->limbs;
    }
    prefix->pose = sim->pose;
    prefix->posed = sim->posed;
    prefix->moved = sim->moved;
    memcpy(prefix->slots, sim->slots, world->slot_count * sizeof *prefix->slots);
    memcpy(prefix->shapes, sim->shapes, world->collider_count * sizeof *prefix->shapes);
    memcpy(prefix->turns, sim->turns, world->body_count * sizeof *prefix->turns);
    memcpy(prefix->groups, sim->strands->groups, sim->strands->count * sizeof *prefix->groups);
    for (size_t i = 0; i < sim->loose_count; i++) {
        prefix->loose[2 * i] = sim->runs[sim->loose[i]].current;
        prefix->loose[2 * i + 1] = sim->runs[sim->loose[i]].previous;
    }
}

/* Returns the simulation, its trackers and everything else to the moment that is kept; trackers must be laid out as
 * then. */
static void prefix_return(const struct prefix *prefix, struct prefix_run *run)
{
    struct sim *sim = run->sim;
    const struct sim_world *world = sim->world;
    copy_run(run, &prefix->run);
    sim->limbs = prefix->limber ? sim->held : NULL;
    sim->held_known = false;
    if (prefix->limber) {
        *sim->held = prefix->limbs;
    }
    sim->pose = prefix->pose;
    sim->posed = prefix->posed;
    sim->moved = prefix->moved;
    sim->settled = false;
    memcpy(sim->slots, prefix->slots, world->slot_count * sizeof *sim->slots);
    memcpy(sim->shapes, prefix->shapes, world->collider_count * sizeof *sim->shapes);
    memcpy(sim->turns, prefix->turns, world->body_count * sizeof *sim->turns);
    for (size_t i = 0; i < sim->loose_count; i++) {
        sim->runs[sim->loose[i]].current = prefix->loose[2 * i];
        sim->runs[sim->loose[i]].previous = prefix->loose[2 * i + 1];
    }
    state_wake(sim);
    strands_return(sim, prefix->groups);
}

/* Radians: a joint that ends further than this from its expected direction is timed again. */
#define EXPECTED_NEAR 1e-4

/* The maximum numbers of samples of a scenario, and of frames after its motion, at 144 a second. */
enum { SAMPLES_MAX = 160, AFTERWARDS_MAX = 1500 };

/* The maximum number of directions of trackers that are kept: 4 MB. */
enum { HISTORY_MAX = 40 * 1000, HISTORY_FRAMES = 400 };

/* Quiet joints are left out of steps once in so many frames. */
enum { LEAVING_FRAMES = 8 };

/* Frames that turn by less than this, radians, don't count as jitter. */
#define REVERSAL_LEAST 1e-3

/* Moments at which several runs have the same state. */
enum moment {
    MOMENT_START, /* the last frame before anything moves */
    MOMENT_HITCH, /* of a walk, the last frame before one that is dropped in SCENARIO_HITCH */
    MOMENT_COUNT
};

/* All arrays have an element per joint. */
struct measurer {
    struct arena *arena; /* asked between frames whether the run must end */
    const size_t *all;   /* every joint */
    size_t all_count;
    const size_t *joints; /* that are measured */
    size_t count;
    bool limber;
    bool as_modelled;
    struct between *between;              /* or NULL */
    struct prefix *moments[MOMENT_COUNT]; /* of the present joints and stance; NULL: too large to be kept */
    struct tracker *trackers;
    size_t tracker_count;
    size_t *place;          /* per joint: LANES times its tracker, plus its lane */
    size_t *order;          /* room for joints in another order */
    struct vec3 *final;     /* directions at the end of the previous run, for one that is repeated */
    struct lanes3 *history; /* directions after the motion's end: by frame, then by tracker */
    size_t history_room;
    double *when;               /* per frame of the history, seconds after the motion's end */
    struct measure_quiet quiet; /* zero: all matters */
    size_t *passes;
    size_t *passed;
    bool *done;        /* it is quiet: nothing that it does will matter */
    bool *moving_well; /* its drag is between 0 and 1, so that it stays once it is nearly at rest */
    struct tunnel *tunnel;
    size_t steps;
    const size_t *recorded; /* joints that are recorded; the arrays below have an element for each */
    size_t recorded_count;
    float *samples; /* SAMPLES_MAX of each */
    size_t sample_count;
};

/* The state of one run. */
struct take {
    struct measurer *measurer;
    struct sim *sim;
    enum scenario scenario;
    double frames_per_second;
    struct scenario_clock clock;
    size_t frame;      /* from 1 */
    size_t frames;     /* of the whole scenario */
    size_t remembered; /* frames of the history */
    bool forgets;      /* there were more frames than the history has room for */
    bool aims;         /* directions are expected */
    bool hurried;      /* the run ended before everything was at rest */
};

static void forget_moments(struct measurer *measurer)
{
    for (int i = 0; i < MOMENT_COUNT; i++) {
        if (measurer->moments[i] != NULL) {
            prefix_forget(measurer->moments[i]);
        }
    }
}

void measurer_choose(struct measurer *measurer, const size_t *joints, size_t count)
{
    forget_moments(measurer);
    measurer->joints = joints == NULL ? measurer->all : joints;
    measurer->count = joints == NULL ? measurer->all_count : count;
}

void measurer_stance(struct measurer *measurer, bool as_modelled)
{
    forget_moments(measurer);
    measurer->as_modelled = as_modelled;
}

void measurer_track(struct measurer *measurer, struct between *between)
{
    measurer->between = between;
}

/* Radians: so near to where it rests, a joint may be taken to be there. */
#define QUIET_NEAR (0.25 * ANGLE_PI / 180)

/* Frames a second, at least, in which a turn of the threshold of jitter counts. */
#define QUIET_RATE 60

struct measure_quiet measure_quiet(const struct thresholds *thresholds)
{
    const double *limits = thresholds->values;
    double speed = angle_radians(fmin(limits[THRESHOLD_DOES_NOT_SETTLE], limits[THRESHOLD_JITTER_ANGLE] * QUIET_RATE));
    return (struct measure_quiet){.near = fmin(MEASURE_QUIET_SECONDS * speed, QUIET_NEAR),
                                  .speed = speed,
                                  .until = limits[THRESHOLD_SLOW_SETTLE_INFO]};
}

void measurer_hurry(struct measurer *measurer, const struct measure_quiet *quiet)
{
    measurer->quiet = quiet == NULL ? (struct measure_quiet){.near = 0} : *quiet;
}

struct measurer *measurer_new(struct arena *arena, const struct sim_world *world)
{
    struct measurer *m = arena_alloc(arena, sizeof *m);
    m->arena = arena;
    size_t n = sim_joint_count(world);
    size_t *all = arena_array(arena, n, sizeof *all);
    for (size_t j = 0; j < n; j++) {
        all[j] = j;
    }
    m->all = all;
    m->all_count = n;
    m->limber = sim_has_limbs(world);
    measurer_choose(m, NULL, 0);
    m->trackers = bare_array(arena, tracker_room(n), sizeof *m->trackers);
    m->place = arena_array(arena, n, sizeof *m->place);
    m->order = arena_array(arena, n, sizeof *m->order);
    m->final = arena_array(arena, n, sizeof *m->final);
    m->history_room = n < HISTORY_MAX / HISTORY_FRAMES ? (n / 2 + 2) * HISTORY_FRAMES : HISTORY_MAX;
    m->history = arena_bare(arena, m->history_room * sizeof *m->history); /* at most HISTORY_MAX of them */
    m->when = arena_array(arena, AFTERWARDS_MAX, sizeof *m->when);
    m->passes = arena_array(arena, n, sizeof *m->passes);
    m->passed = arena_array(arena, n, sizeof *m->passed);
    m->done = arena_array(arena, n, sizeof *m->done);
    m->moving_well = arena_array(arena, n, sizeof *m->moving_well);
    m->tunnel = tunnel_new(arena, world);
    for (int i = 0; i < MOMENT_COUNT; i++) {
        m->moments[i] = prefix_new(arena, world);
    }
    for (size_t j = 0; j < n; j++) {
        double drag = sim_joints(world)[j].drag;
        m->moving_well[j] = drag >= 0 && drag <= 1;
    }
    return m;
}

size_t measurer_steps(const struct measurer *measurer)
{
    return measurer->steps;
}

void measurer_skip(struct measurer *measurer, enum scenario scenario, double frames_per_second)
{
    measurer->steps += scenario_frames(scenario, frames_per_second);
}

void measurer_record(struct measurer *measurer, struct arena *arena, const size_t *joints, size_t count)
{
    measurer->recorded = joints;
    measurer->recorded_count = count;
    measurer->samples = arena_array(arena, count * SAMPLES_MAX, sizeof *measurer->samples);
}

const float *measurer_recorded(const struct measurer *measurer, size_t index, size_t *count)
{
    *count = measurer->sample_count;
    return measurer->samples + index * SAMPLES_MAX;
}

static double chord_square(struct vec3 a, struct vec3 b)
{
    struct vec3 d = vec3_sub(a, b);
    return vec3_dot(d, d);
}

/* Returns the tracker of a joint; lane receives its lane. */
static const struct tracker *tracker_of(const struct measurer *m, size_t joint, size_t *lane)
{
    *lane = m->place[joint] % LANES;
    return &m->trackers[m->place[joint] / LANES];
}

/* Keeps samples up to now; a long frame leaves several equal ones. */
static void record_samples(struct measurer *m, double seconds)
{
    for (; m->sample_count < SAMPLES_MAX && (double)m->sample_count * MEASURE_SAMPLE <= seconds + 1e-9;
         m->sample_count++) {
        for (size_t i = 0; i < m->recorded_count; i++) {
            size_t joint = m->recorded[i];
            size_t l;
            const struct tracker *tracker = m->place[joint] == SIM_NONE ? NULL : tracker_of(m, joint, &l);
            double angle = tracker == NULL ? 0
                           : tracker->broken[l]
                               ? NAN
                               : vec3_angle(lanes3_get(&tracker->direction, l), lanes3_get(&tracker->first, l));
            m->samples[i * SAMPLES_MAX + m->sample_count] = (float)angle_degrees(angle);
        }
    }
}

static void hold_limbs(const struct take *take, double seconds)
{
    struct sim_limbs limbs;
    if (take->measurer->as_modelled && take->scenario < SCENARIO_POSES) {
        sim_set_limbs(take->sim, NULL);
    } else if (take->measurer->limber) {
        scenario_limbs(take->scenario, seconds, &limbs);
        sim_set_limbs(take->sim, &limbs);
    }
}

/* Sets a tracker to the state before anything moves. */
static void begin_tracker(const struct take *take, struct tracker *tracker, const struct vec3 *target)
{
    const struct measurer *m = take->measurer;
    tracker->late = lanes_all(0);
    for (size_t l = 0; l < LANES; l++) {
        size_t j = tracker->joints[l];
        struct vec3 end = sim_tail(take->sim, j);
        struct vec3 first = transform_unit(vec3_sub(end, sim_head(take->sim, j)));
        lanes3_set(&tracker->direction, l, first);
        lanes3_set(&tracker->first, l, first);
        lanes3_set(&tracker->tail, l, vec3_sub(end, SIM_POSE_REST.position));
        lanes3_set(&tracker->target, l, target == NULL ? first : target[j]);
        lanes3_set(&tracker->unbent, l, sim_bend(take->sim, j));
        tracker->through[l] = tunnel_shortest(m->tunnel, j);
        m->passes[j] = 0;
        m->passed[j] = SIM_NONE;
    }
}

static void begin_take(struct take *take, const struct vec3 *target)
{
    struct measurer *m = take->measurer;
    hold_limbs(take, 0);
    sim_reset(take->sim);
    take->clock = (struct scenario_clock){take->scenario, 1 / take->frames_per_second, 0};
    take->frame = 0;
    take->remembered = 0;
    take->forgets = false;
    struct sim_pose pose = scenario_pose(take->scenario, 0);
    tunnel_start(m->tunnel, take->sim, &pose);
    for (size_t i = 0; i < m->recorded_count; i++) {
        m->place[m->recorded[i]] = SIM_NONE;
    }
    m->tracker_count = tracker_lay_out(take->sim, m->joints, m->count, m->trackers, m->place, m->order);
    for (size_t i = 0; i < m->tracker_count; i++) {
        begin_tracker(take, &m->trackers[i], target);
    }
    m->sample_count = 0;
    record_samples(m, 0);
}

/* ---- coming to rest ---- */

/* Whether the bending of joints is measured in a run. */
static bool measures_bends(const struct take *take)
{
    bool moves = scenario_facts[take->scenario].everyday || take->scenario >= SCENARIO_POSES;
    return moves && !take->measurer->quiet.ends;
}

/* Returns what counts as quiet now; nothing if all matters. */
static struct tracker_quiet quiet_of(const struct take *take)
{
    const struct measurer *m = take->measurer;
    const struct measure_quiet *quiet = &m->quiet;
    const struct scenario_facts *facts = &scenario_facts[take->scenario];
    bool may = take->aims && m->recorded_count == 0 && m->between == NULL &&
               (quiet->ends || !facts->everyday || take->clock.seconds - facts->end < quiet->until);
    /* a swing of width `near` that is faster than `speed` is slower than half of it for a sixth of a turn at most */
    return (struct tracker_quiet){
        .near = may ? tracker_chord_of(quiet->near) : 0,
        .turn = tracker_chord_of(quiet->speed / 2 / take->frames_per_second),
        .bend = !measures_bends(take) ? 0 : tracker_chord_of(MEASURE_SETTLED),
        .frames = 1 + (size_t)ceil(ANGLE_PI / 3 * MEASURE_QUIET_SECONDS * take->frames_per_second),
    };
}

/* Notes whether a tracker's joints are done. */
static void set_done(struct measurer *m, const struct tracker *tracker, bool done)
{
    for (size_t l = 0; l < tracker->used; l++) {
        m->done[tracker->joints[l]] = done;
    }
}

/* Leaves the joints that are done out from now on, if nothing else needs them. */
static void leave_out_quiet(struct take *take)
{
    struct measurer *m = take->measurer;
    sim_leave_out(take->sim, m->done);
    for (size_t i = 0; i < m->tracker_count; i++) {
        struct tracker *tracker = &m->trackers[i];
        bool left = !tracker->resting;
        for (size_t l = 0; l < tracker->used && left; l++) {
            left = sim_is_left_out(take->sim, tracker->joints[l]);
        }
        tracker->left = tracker->left || left;
        tracker->resting = tracker->resting || left;
    }
}

/* Leaves joints at rest out from now on. Returns whether all are at rest, so that the run may end. */
static bool is_over(struct take *take)
{
    struct measurer *m = take->measurer;
    bool over = true;
    bool rest = true;
    if (take->clock.seconds <= scenario_facts[take->scenario].end) {
        return false;
    }
    struct quat turned = scenario_pose(take->scenario, take->clock.seconds).rotation;
    const struct tracker_quiet quiet = quiet_of(take);
    for (size_t i = 0; i < m->tracker_count; i++) {
        struct tracker *tracker = &m->trackers[i];
        bool calm = tracker->resting || tracker_is_calm(take->sim, tracker, turned, m->moving_well, take->frame);
        if (calm && !tracker->resting && tracker->group != NULL) {
            tracker->resting = strands_rest_group(take->sim, tracker->group);
        }
        bool is_quiet = quiet.near > 0 && !tracker->resting && tracker_is_quiet(tracker, &quiet);
        set_done(m, tracker, is_quiet || tracker->left);
        over = over && (calm || is_quiet);
        rest = rest && calm;
    }
    take->hurried = over && !rest;
    if (!over && quiet.near > 0 && take->frame % LEAVING_FRAMES == 0) {
        leave_out_quiet(take);
    }
    return over;
}

/* ---- one run ---- */

static void update_trackers(struct take *take, const struct sim_pose *pose, double dt)
{
    struct measurer *m = take->measurer;
    const struct scenario_facts *facts = &scenario_facts[take->scenario];
    double left = (double)(take->frames - take->frame); /* frames after this one */
    const struct tracker_frame frame = {
        .tunnel = m->tunnel,
        .pose = *pose,
        .turned = pose->rotation.w != 1,
        .dt = dt,
        .passes_too = take->frame > 1 && !m->quiet.ends, /* in the first frame a limit may move it into its range */
        .second = left < take->frames_per_second,
        .half = left < take->frames_per_second / 2 - 1,
        .bends = measures_bends(take),
        .after = take->clock.seconds - facts->end,
        .drift = tunnel_drift(m->tunnel),
        .settled = tracker_chord_of(MEASURE_SETTLED),
        .reversal = REVERSAL_LEAST * REVERSAL_LEAST,
        .passes = m->passes,
        .passed = m->passed,
    };
    tracker_update_all(take->sim, m->trackers, m->tracker_count, &frame);
}

/* Keeps directions after the motion, for joints that come to rest in unexpected directions. */
static void remember_directions(struct take *take)
{
    struct measurer *m = take->measurer;
    double after = take->clock.seconds - scenario_facts[take->scenario].end;
    size_t k = take->remembered;
    if (!(after > 0) || take->forgets || m->quiet.ends) {
        return;
    }
    if (k == AFTERWARDS_MAX || (k + 1) * m->tracker_count > m->history_room) {
        take->forgets = true;
        return;
    }
    m->when[k] = after;
    take->remembered++;
    for (size_t i = 0; i < m->tracker_count; i++) {
        m->history[k * m->tracker_count + i] = m->trackers[i].direction;
    }
}

/* Times all joints against their present directions, by the history. */
static void time_again(const struct take *take)
{
    struct measurer *m = take->measurer;
    lanes settled = lanes_all(tracker_chord_of(MEASURE_SETTLED));
    for (size_t i = 0; i < m->tracker_count; i++) {
        struct tracker *tracker = &m->trackers[i];
        if (tracker->left) {
            continue; /* it is near its target */
        }
        tracker->target = tracker->direction;
        tracker->late = lanes_all(0);
        for (size_t k = 0; k < take->remembered; k++) {
            struct lanes3 d = lanes3_sub(m->history[k * m->tracker_count + i], tracker->target);
            tracker->late = lanes_choose(lanes3_dot(d, d) > settled, lanes_all(m->when[k]), tracker->late);
        }
    }
}

static struct prefix_run as_prefix(const struct take *take)
{
    const struct measurer *m = take->measurer;
    return (struct prefix_run){.sim = take->sim,
                               .trackers = m->trackers,
                               .tracker_count = m->tracker_count,
                               .passes = m->passes,
                               .passed = m->passed,
                               .tunnel = m->tunnel,
                               .frame = take->frame,
                               .seconds = take->clock.seconds};
}

/* Whether runs can share their beginning: not with curves, or with the test between chains. */
static bool can_share_beginning(const struct take *take, enum moment moment)
{
    bool is_motion = scenario_facts[take->scenario].end >= SCENARIO_START;
    return is_motion && take->measurer->moments[moment] != NULL && take->measurer->recorded_count == 0;
}

/* Keeps this moment if other runs have it in common and none is kept yet. */
static void keep_moment(const struct take *take)
{
    double now = take->clock.seconds;
    double next = now + take->clock.frame;
    double hitch = scenario_facts[SCENARIO_HITCH].hitch;
    bool walks = take->scenario == SCENARIO_WALK && now < hitch && next >= hitch;
    enum moment moment = walks ? MOMENT_HITCH : MOMENT_START;
    if (!(walks || (now < SCENARIO_START && next >= SCENARIO_START)) || !can_share_beginning(take, moment)) {
        return;
    }
    struct prefix *prefix = take->measurer->moments[moment];
    if (prefix_is_empty(prefix)) {
        struct prefix_run run = as_prefix(take);
        prefix_keep(prefix, &run, take->frames_per_second);
    }
}

/* Continues from the latest common moment that another run has kept. Returns whether there was one. */
static bool go_on(struct take *take, const struct vec3 *target)
{
    struct measurer *m = take->measurer;
    const struct prefix *prefix = NULL;
    for (int i = 0; i < MOMENT_COUNT; i++) {
        enum moment moment = (enum moment)i;
        bool is_same = moment == MOMENT_START || take->scenario == SCENARIO_HITCH;
        if (is_same && can_share_beginning(take, moment) &&
            prefix_is_of(m->moments[i], take->sim, take->frames_per_second)) {
            prefix = m->moments[i];
        }
    }
    if (prefix == NULL || target == NULL || m->between != NULL) {
        return false;
    }
    struct prefix_run run = as_prefix(take);
    run.tracker_count = tracker_lay_out(take->sim, m->joints, m->count, m->trackers, m->place, m->order);
    prefix_return(prefix, &run);
    m->tracker_count = run.tracker_count;
    for (size_t i = 0; i < m->tracker_count; i++) {
        for (size_t l = 0; l < LANES; l++) {
            lanes3_set(&m->trackers[i].target, l, target[m->trackers[i].joints[l]]);
        }
    }
    m->steps += run.frame;
    take->frame = run.frame;
    take->clock = (struct scenario_clock){take->scenario, 1 / take->frames_per_second, run.seconds};
    take->remembered = 0;
    take->forgets = false;
    return true;
}

static void run_take(struct take *take, const struct vec3 *target)
{
    struct measurer *m = take->measurer;
    if (!go_on(take, target)) {
        begin_take(take, target);
    }
    double dt;
    bool poses = pose_end(scenario_facts[take->scenario].pose) > 0;
    if (m->between != NULL) {
        struct sim_limbs limbs;
        scenario_limbs(take->scenario, 0, &limbs);
        between_start(m->between, take->sim, &limbs);
    }
    while ((dt = scenario_tick(&take->clock)) > 0) {
        take->frame++;
        arena_ask(m->arena);
        struct sim_pose pose = scenario_pose(take->scenario, take->clock.seconds);
        if (poses && take->clock.seconds - dt < scenario_facts[take->scenario].end) {
            hold_limbs(take, take->clock.seconds);
        }
        sim_step(take->sim, &pose, dt);
        m->steps++;
        if (!m->quiet.ends) {
            tunnel_step(m->tunnel, take->sim, &pose);
        }
        update_trackers(take, &pose, dt);
        remember_directions(take);
        if (m->between != NULL) {
            struct sim_limbs limbs;
            scenario_limbs(take->scenario, take->clock.seconds, &limbs);
            between_step(m->between, take->sim, &limbs);
        }
        record_samples(m, take->clock.seconds);
        if (is_over(take)) {
            break;
        }
        keep_moment(take);
    }
    record_samples(m, scenario_facts[take->scenario].seconds);
}

static void fill_measure(const struct take *take, size_t joint, struct measure *out)
{
    const struct measurer *m = take->measurer;
    size_t l;
    const struct tracker *tracker = tracker_of(m, joint, &l);
    struct vec3 direction = lanes3_get(&tracker->direction, l);
    *out = (struct measure){
        .final = direction,
        .tail = lanes3_get(&tracker->tail, l),
        .depart = vec3_angle(direction, lanes3_get(&tracker->first, l)),
        .settle = tracker->late[l],
        .residual = tracker_angle(tracker->last_turn[l]) * take->frames_per_second,
        .reversals = tracker->reversals[l] / round(take->frames_per_second),
        .rest_turn = tracker_angle(tracker->rest_turn[l]),
        .frame_turn = tracker_angle(tracker->frame_turn[l]),
        .speed = sqrt(tracker->speed[l]),
        .bend = tracker_angle(tracker->bend[l]),
        .passes = m->passes[joint],
        .passed = m->passed[joint],
        .broken = tracker->broken[l] != 0,
    };
    out->depth = probe_depth(take->sim, joint, &out->deepest);
}

void measurer_run(struct measurer *measurer, struct sim *sim, enum scenario scenario, double frames_per_second,
                  const struct vec3 *expected, struct measure *out)
{
    struct take take = {.measurer = measurer,
                        .sim = sim,
                        .scenario = scenario,
                        .frames_per_second = frames_per_second,
                        .aims = expected != NULL,
                        .frames = scenario_frames(scenario, frames_per_second)};
    bool elsewhere = false;
    run_take(&take, expected);
    double near = tracker_chord_of(EXPECTED_NEAR);
    for (size_t i = 0; i < measurer->count; i++) {
        size_t j = measurer->joints[i];
        fill_measure(&take, j, &out[j]);
        size_t l;
        const struct tracker *tracker = tracker_of(measurer, j, &l);
        struct vec3 target = lanes3_get(&tracker->target, l);
        measurer->final[j] = tracker->left ? target : out[j].final;
        elsewhere = elsewhere || !(chord_square(measurer->final[j], target) < near);
    }
    if (scenario_facts[scenario].everyday && elsewhere && !take.hurried && !measurer->quiet.ends) {
        /* times them against their final directions: by the history, or by the same run once more, which is
         * deterministic */
        if (take.forgets) {
            run_take(&take, measurer->final);
        } else {
            time_again(&take);
        }
        for (size_t i = 0; i < measurer->count; i++) {
            size_t j = measurer->joints[i];
            size_t l;
            const struct tracker *tracker = tracker_of(measurer, j, &l);
            out[j].settle = tracker->late[l];
        }
    }
}
