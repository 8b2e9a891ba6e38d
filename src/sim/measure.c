#include "sim/measure.h"

#include <string.h>

#include "sim/between.h"
#include "sim/look.h"
#include "sim/tunnel.h"

/* A joint whose direction is known to about this, radians, when it is timed. */
#define EXPECTED_NEAR 1e-4

/* When a run may end early: everything turns by less than this in a frame, radians ... */
#define STILL 1e-12
/* ... and is this near to where its forces pull, which draws it in from there: look_pull() ... */
#define AT_REST 1e-5
/* ... or hasn't moved by a single bit for so many frames: then it never will. */
enum { UNMOVED_FRAMES = 4 };

/* Of the longest scenario. */
enum { SAMPLES_MAX = 160 };

/* Frames that turn by less than this, radians, are no jitter. */
#define REVERSAL_LEAST 1e-3

/* All arrays have an element per joint. */
struct measurer {
    struct arena *arena; /* asked between frames whether this is enough */
    const size_t *all;   /* every joint */
    size_t all_count;
    const size_t *joints; /* that are measured */
    size_t count;
    bool limber;
    bool as_modelled;
    struct between *between; /* or NULL */
    struct vec3 *direction;  /* now */
    struct vec3 *tail;       /* now, seen from the root, metres */
    struct vec3 *first;      /* direction at the beginning */
    struct vec3 *unbent;     /* sim_bend() at the beginning */
    struct vec3 *turn;       /* the last change of direction */
    struct vec3 *target;     /* that joints are timed against */
    struct vec3 *final;      /* of the run before, where one is made twice */
    double *frame_turn;      /* squared chords, all of them */
    double *rest_turn;
    double *last_turn; /* of the last half second */
    double *speed;
    double *bend;
    double *late; /* when the direction was last away from its target, seconds after the motion's end */
    size_t *reversals;
    size_t *passes;
    size_t *passed;
    bool *broken;
    bool *moving_well; /* its drag is between 0 and 1, so that what is drawn in stays */
    struct tunnel *tunnel;
    size_t steps;
    const size_t *recorded; /* joints; the arrays below are theirs */
    size_t recorded_count;
    float *samples; /* of each SAMPLES_MAX */
    size_t sample_count;
};

/* One run under way. */
struct take {
    struct measurer *measurer;
    struct sim *sim;
    enum scenario scenario;
    double frames_per_second;
    struct scenario_clock clock;
    size_t frame;  /* from 1 */
    size_t frames; /* of the whole scenario */
    double most;   /* the squared chord of the joint that turned most in this frame */
    size_t unmoved;
};

void measurer_choose(struct measurer *measurer, const size_t *joints, size_t count)
{
    measurer->joints = joints == NULL ? measurer->all : joints;
    measurer->count = joints == NULL ? measurer->all_count : count;
}

void measurer_stance(struct measurer *measurer, bool as_modelled)
{
    measurer->as_modelled = as_modelled;
}

void measurer_watch(struct measurer *measurer, struct between *between)
{
    measurer->between = between;
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
    m->direction = arena_array(arena, n, sizeof *m->direction);
    m->tail = arena_array(arena, n, sizeof *m->tail);
    m->first = arena_array(arena, n, sizeof *m->first);
    m->unbent = arena_array(arena, n, sizeof *m->unbent);
    m->turn = arena_array(arena, n, sizeof *m->turn);
    m->target = arena_array(arena, n, sizeof *m->target);
    m->final = arena_array(arena, n, sizeof *m->final);
    m->frame_turn = arena_array(arena, n, sizeof *m->frame_turn);
    m->rest_turn = arena_array(arena, n, sizeof *m->rest_turn);
    m->last_turn = arena_array(arena, n, sizeof *m->last_turn);
    m->speed = arena_array(arena, n, sizeof *m->speed);
    m->bend = arena_array(arena, n, sizeof *m->bend);
    m->late = arena_array(arena, n, sizeof *m->late);
    m->reversals = arena_array(arena, n, sizeof *m->reversals);
    m->passes = arena_array(arena, n, sizeof *m->passes);
    m->passed = arena_array(arena, n, sizeof *m->passed);
    m->broken = arena_array(arena, n, sizeof *m->broken);
    m->moving_well = arena_array(arena, n, sizeof *m->moving_well);
    m->tunnel = tunnel_new(arena, world);
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

/* The angle that two unit vectors make, by the square of the distance of their ends. */
static double angle_of(double chord_square)
{
    double half = sqrt(chord_square) / 2;
    return half < 1 ? 2 * asin(half) : ANGLE_PI;
}

static double chord_square(struct vec3 a, struct vec3 b)
{
    struct vec3 d = vec3_sub(a, b);
    return vec3_dot(d, d);
}

/* The squared chord of an angle. */
static double chord_square_of(double angle)
{
    double half = sin(angle / 2);
    return 4 * half * half;
}

/* Where a joint is, seen from a root that stands at pose. */
static void see(const struct sim *sim, size_t joint, const struct sim_pose *pose, bool turned, struct vec3 *direction,
                struct vec3 *tail)
{
    struct vec3 end = sim_tail(sim, joint);
    struct vec3 bone = vec3_sub(end, sim_head(sim, joint));
    struct vec3 at = vec3_sub(end, pose->position);
    if (turned) {
        struct quat back = quat_conjugate(pose->rotation);
        bone = quat_rotate(back, bone);
        at = quat_rotate(back, at);
    }
    *direction = transform_unit(bone);
    *tail = at;
}

/* Keeps samples up to now; a frame that takes long leaves several alike. */
static void record(struct measurer *m, double seconds)
{
    for (; m->sample_count < SAMPLES_MAX && (double)m->sample_count * MEASURE_SAMPLE <= seconds + 1e-9;
         m->sample_count++) {
        for (size_t i = 0; i < m->recorded_count; i++) {
            size_t joint = m->recorded[i];
            double angle = m->broken[joint] ? NAN : vec3_angle(m->direction[joint], m->first[joint]);
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

static void begin(struct take *take, const struct vec3 *target)
{
    struct measurer *m = take->measurer;
    size_t n = m->all_count;
    hold_limbs(take, 0);
    sim_reset(take->sim);
    take->clock = (struct scenario_clock){take->scenario, 1 / take->frames_per_second, 0};
    take->frame = 0;
    take->unmoved = 0;
    memset(m->turn, 0, n * sizeof *m->turn);
    memset(m->frame_turn, 0, n * sizeof *m->frame_turn);
    memset(m->rest_turn, 0, n * sizeof *m->rest_turn);
    memset(m->last_turn, 0, n * sizeof *m->last_turn);
    memset(m->speed, 0, n * sizeof *m->speed);
    memset(m->bend, 0, n * sizeof *m->bend);
    memset(m->late, 0, n * sizeof *m->late);
    memset(m->reversals, 0, n * sizeof *m->reversals);
    memset(m->passes, 0, n * sizeof *m->passes);
    memset(m->broken, 0, n * sizeof *m->broken);
    struct sim_pose pose = scenario_pose(take->scenario, 0);
    for (size_t i = 0; i < m->count; i++) {
        size_t j = m->joints[i];
        see(take->sim, j, &pose, false, &m->direction[j], &m->tail[j]);
        m->first[j] = m->direction[j];
        m->target[j] = target == NULL ? m->first[j] : target[j];
        m->unbent[j] = sim_bend(take->sim, j);
        m->passed[j] = SIM_NONE;
    }
    tunnel_start(m->tunnel, take->sim, &pose);
    m->sample_count = 0;
    record(m, 0);
}

/* In the last second: does the bone still turn, and does it turn back? */
static void watch_rest(struct take *take, size_t joint, struct vec3 turn, double square)
{
    struct measurer *m = take->measurer;
    struct vec3 before = m->turn[joint];
    m->turn[joint] = turn;
    double second = take->frames_per_second;
    double left = (double)(take->frames - take->frame); /* frames after this one */
    if (left >= second) {
        return;
    }
    m->rest_turn[joint] = fmax(m->rest_turn[joint], square);
    if (left < second / 2 - 1) {
        m->last_turn[joint] = fmax(m->last_turn[joint], square);
    }
    double before_square = vec3_dot(before, before);
    double least = REVERSAL_LEAST * REVERSAL_LEAST;
    if (square > least && before_square > least && vec3_dot(turn, before) < -0.5 * sqrt(square * before_square)) {
        m->reversals[joint]++;
    }
}

static void watch_joint(struct take *take, const struct sim_pose *pose, bool turned, double dt, size_t joint)
{
    struct measurer *m = take->measurer;
    struct vec3 direction;
    struct vec3 tail;
    see(take->sim, joint, pose, turned, &direction, &tail);
    if (!vec3_is_finite(direction) || !vec3_is_finite(tail)) {
        m->broken[joint] = true;
        return;
    }
    struct vec3 turn = vec3_sub(direction, m->direction[joint]);
    double square = vec3_dot(turn, turn);
    take->most = square > take->most ? square : take->most;
    m->frame_turn[joint] = square > m->frame_turn[joint] ? square : m->frame_turn[joint];
    double way = chord_square(tail, m->tail[joint]) / (dt * dt);
    if (way > m->speed[joint]) {
        m->speed[joint] = way;
    }
    size_t passed = tunnel_passed(m->tunnel, take->sim, joint, m->tail[joint], tail);
    if (passed != SIM_NONE && take->frame > 1) { /* the first frame brings it to where a limit lets it be */
        m->passes[joint]++;
        m->passed[joint] = passed;
    }
    watch_rest(take, joint, turn, square);
    m->direction[joint] = direction;
    m->tail[joint] = tail;
}

/* How far it is from its target; and how far it bends, as long as that isn't clear. */
static void watch_targets(struct take *take)
{
    struct measurer *m = take->measurer;
    const struct scenario_facts *facts = &scenario_facts[take->scenario];
    double settled = chord_square_of(MEASURE_SETTLED);
    double after = take->clock.seconds - facts->end;
    for (size_t i = 0; after > 0 && i < m->count; i++) {
        size_t j = m->joints[i];
        if (chord_square(m->direction[j], m->target[j]) > settled) {
            m->late[j] = after;
        }
    }
    bool bends = facts->everyday || take->scenario >= SCENARIO_POSES;
    for (size_t i = 0; bends && i < m->count; i++) {
        size_t j = m->joints[i];
        if (m->bend[j] < settled) {
            m->bend[j] = fmax(m->bend[j], chord_square(sim_bend(take->sim, j), m->unbent[j]));
        }
    }
}

/* Whether the run may end, because every joint is sure to stay where it is. */
static bool is_over(struct take *take)
{
    struct measurer *m = take->measurer;
    take->unmoved = take->most == 0 ? take->unmoved + 1 : 0;
    if (take->most > STILL * STILL || take->clock.seconds <= scenario_facts[take->scenario].end) {
        return false;
    }
    if (take->unmoved >= UNMOVED_FRAMES) {
        return true;
    }
    struct quat turned = scenario_pose(take->scenario, take->clock.seconds).rotation;
    for (size_t i = 0; i < m->count; i++) {
        size_t j = m->joints[i];
        struct vec3 pull = transform_unit(quat_rotate(quat_conjugate(turned), look_pull(take->sim, j)));
        if (!m->moving_well[j] || !(chord_square(pull, m->direction[j]) < AT_REST * AT_REST)) {
            return false;
        }
    }
    return true;
}

static void run(struct take *take, const struct vec3 *target)
{
    struct measurer *m = take->measurer;
    begin(take, target);
    double dt;
    bool poses = pose_end(scenario_facts[take->scenario].pose) > 0;
    if (m->between != NULL) {
        struct sim_limbs limbs;
        scenario_limbs(take->scenario, 0, &limbs);
        between_start(m->between, take->sim, &limbs);
    }
    while ((dt = scenario_tick(&take->clock)) > 0) {
        take->frame++;
        take->most = 0;
        arena_ask(m->arena);
        struct sim_pose pose = scenario_pose(take->scenario, take->clock.seconds);
        bool turned = pose.rotation.w != 1;
        if (poses && take->clock.seconds - dt < scenario_facts[take->scenario].end) {
            hold_limbs(take, take->clock.seconds);
        }
        sim_step(take->sim, &pose, dt);
        m->steps++;
        tunnel_step(m->tunnel, take->sim, &pose);
        for (size_t i = 0; i < m->count; i++) {
            watch_joint(take, &pose, turned, dt, m->joints[i]);
        }
        if (m->between != NULL) {
            struct sim_limbs limbs;
            scenario_limbs(take->scenario, take->clock.seconds, &limbs);
            between_step(m->between, take->sim, &limbs);
        }
        watch_targets(take);
        record(m, take->clock.seconds);
        if (is_over(take)) {
            break;
        }
    }
    record(m, scenario_facts[take->scenario].seconds);
}

double measure_depth(const struct sim *sim, size_t joint, size_t *collider)
{
    struct vec3 tail = sim_tail(sim, joint);
    size_t count;
    const size_t *colliders = look_colliders(sim, joint, &count);
    double radius = sim_joints(look_world(sim))[joint].hit_radius;
    double deepest = 0;
    *collider = SIM_NONE;
    for (size_t i = 0; i < count; i++) {
        double depth = -collide(look_shape(sim, colliders[i]), tail, radius).distance;
        if (depth > deepest) {
            deepest = depth;
            *collider = colliders[i];
        }
    }
    return deepest;
}

static void finish(const struct take *take, size_t joint, struct measure *out)
{
    const struct measurer *m = take->measurer;
    *out = (struct measure){
        .final = m->direction[joint],
        .tail = m->tail[joint],
        .depart = vec3_angle(m->direction[joint], m->first[joint]),
        .settle = m->late[joint],
        .residual = angle_of(m->last_turn[joint]) * take->frames_per_second,
        .reversals = (double)m->reversals[joint] / round(take->frames_per_second),
        .rest_turn = angle_of(m->rest_turn[joint]),
        .frame_turn = angle_of(m->frame_turn[joint]),
        .speed = sqrt(m->speed[joint]),
        .bend = angle_of(m->bend[joint]),
        .passes = m->passes[joint],
        .passed = m->passed[joint],
        .broken = m->broken[joint],
    };
    out->depth = measure_depth(take->sim, joint, &out->deepest);
}

void measurer_run(struct measurer *measurer, struct sim *sim, enum scenario scenario, double frames_per_second,
                  const struct vec3 *expected, struct measure *out)
{
    struct take take = {.measurer = measurer,
                        .sim = sim,
                        .scenario = scenario,
                        .frames_per_second = frames_per_second,
                        .frames = scenario_frames(scenario, frames_per_second)};
    bool elsewhere = false;
    run(&take, expected);
    double near = chord_square_of(EXPECTED_NEAR);
    for (size_t i = 0; i < measurer->count; i++) {
        size_t j = measurer->joints[i];
        finish(&take, j, &out[j]);
        elsewhere = elsewhere || !(chord_square(measurer->direction[j], measurer->target[j]) < near);
    }
    if (scenario_facts[scenario].everyday && elsewhere) {
        /* against what is known now: the same run, since nothing in it is left to chance */
        memcpy(measurer->final, measurer->direction, measurer->all_count * sizeof *measurer->final);
        run(&take, measurer->final);
        for (size_t i = 0; i < measurer->count; i++) {
            size_t j = measurer->joints[i];
            out[j].settle = measurer->late[j];
        }
    }
}
