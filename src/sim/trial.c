#include "sim/trial.h"

#include <string.h>

#include "sim/state.h"

/* A trial ends after so many frames in which nothing turns by more than this in a frame, radians; or by this share of
 * what counts as rest, or points the wrong way, if that is what the trial is about. */
#define TRIAL_NOTHING 1e-9
#define STILL_SHARE 0.05
enum { NOTHING_FRAMES = 30 };

/* Joints that are done are left out of steps once in so many frames. */
enum { TRIAL_LEAVING_FRAMES = 8 };

#define HALF_SECOND 0.5
#define NUDGE 1e-9 /* metres: more than rounding errors, and less than anything that moves a bone */

void trial_remove(struct sim_world *world, size_t first, size_t count, enum trial_without without)
{
    for (size_t i = first; i < first + count; i++) {
        switch (without) {
        case TRIAL_NO_CENTER:
            world->links[i].center_slot = SIM_NONE;
            world->joints[i].center = SIM_NONE;
            break;
        case TRIAL_NO_GRAVITY:
            world->joints[i].gravity_power = 0;
            break;
        case TRIAL_NO_LIMIT:
            world->joints[i].limit = NULL;
            break;
        default:
            break;
        }
    }
    for (size_t i = 0; without == TRIAL_NO_COLLIDERS && i < world->list_count; i++) {
        world->lists[i].count = 0;
    }
}

static struct vec3 direction_of(const struct sim *sim, size_t joint, const struct sim_pose *pose)
{
    struct vec3 bone = transform_unit(vec3_sub(sim_tail(sim, joint), sim_head(sim, joint)));
    return pose->rotation.w == 1 ? bone : quat_rotate(quat_conjugate(pose->rotation), bone);
}

static void hold_limbs_in_trial(const struct trial_setup *trial, struct sim *sim, double seconds)
{
    struct sim_limbs limbs;
    if (sim_has_limbs(trial->world) && (!trial->as_modelled || trial->scenario >= SCENARIO_POSES)) {
        scenario_limbs(trial->scenario, seconds, &limbs);
        sim_set_limbs(sim, &limbs);
    }
}

/* Whether the limbs move in the frame that ends at a time. */
static bool limbs_move(const struct trial_setup *trial, double seconds, double dt)
{
    const struct scenario_facts *facts = &scenario_facts[trial->scenario];
    return pose_end(facts->pose) > 0 && seconds - dt < facts->end;
}

/* Returns the squared chord of an angle, which is quicker to compare than the angle. */
static double chord_square_of_angle(double angle)
{
    double half = sin(fmin(angle, ANGLE_PI) / 2);
    return 4 * half * half;
}

/* Joints that are done together: those of a spring, or a single one of a trial that is until_back. */
struct trial_part {
    size_t begin; /* range of results */
    size_t end;
    int still; /* number of frames in which nothing happened, after the motion */
};

static bool is_done(const struct trial_part *part)
{
    return part->still >= NOTHING_FRAMES;
}

/* Returns the parts, *count of them. */
static struct trial_part *find_parts(struct arena *arena, const struct trial_setup *trial, size_t *count)
{
    struct trial_part *parts = arena_array(arena, trial->count, sizeof *parts);
    const struct sim_joint *joints = sim_joints(trial->world) + trial->first;
    *count = 0;
    for (size_t begin = 0, end = 0; begin < trial->count; begin = end) {
        do {
            end++;
        } while (!trial->until_back && end < trial->count && joints[end].spring == joints[begin].spring);
        bool asked = trial->asked == NULL || trial->asked[trial->first + begin];
        parts[(*count)++] = (struct trial_part){begin, end, asked ? 0 : NOTHING_FRAMES};
    }
    return parts;
}

/* Adds a frame to the results of a part; returns the squared chord of the largest rotation of a joint in it, or
 * whether any joint points the wrong way if the trial is until_back. */
static double observe(const struct trial_setup *trial, const struct sim *sim, const struct sim_pose *pose,
                      double seconds, double dt, const struct trial_part *part, struct trial_result *out)
{
    double after = seconds - scenario_facts[trial->scenario].end;
    double last = scenario_facts[trial->scenario].seconds + trial->longer - HALF_SECOND;
    double still = chord_square_of_angle(trial->still * dt);
    double most = 0;
    bool any_away = false;
    for (size_t i = part->begin; i < part->end; i++) {
        struct trial_result *result = &out[i];
        struct vec3 before = result->final;
        struct vec3 direction = direction_of(sim, trial->first + i, pose);
        struct vec3 turn = vec3_sub(direction, before);
        double square = vec3_dot(turn, turn);
        result->final = direction;
        result->turn = fmax(result->turn, square);
        bool away = vec3_dot(direction, result->first) < 0;
        result->astray += away ? dt : 0;
        result->rests = after > 0 && !(square < still) ? after : result->rests;
        if (seconds > last) {
            result->residual = fmax(result->residual, vec3_angle(direction, before) / dt);
        }
        any_away = any_away || away;
        most = square < most ? most : square;
    }
    return trial->until_back ? any_away : most;
}

/* Observes a frame of all parts that aren't done; returns the number of those that then are. done: a flag per joint of
 * the world. */
static size_t observe_parts(const struct trial_setup *trial, const struct sim *sim, const struct sim_pose *pose,
                            double seconds, double dt, struct trial_part *parts, size_t count, bool *done,
                            struct trial_result *out)
{
    double nothing = fmax(TRIAL_NOTHING, STILL_SHARE * trial->still * dt);
    size_t over = 0;
    for (size_t p = 0; p < count; p++) {
        struct trial_part *part = &parts[p];
        if (!is_done(part)) {
            double most = observe(trial, sim, pose, seconds, dt, part, out);
            bool nothing_happens = most < nothing * nothing && seconds > scenario_facts[trial->scenario].end;
            part->still = nothing_happens ? part->still + 1 : 0;
        }
        memset(done + trial->first + part->begin, is_done(part), (part->end - part->begin) * sizeof *done);
        over += is_done(part);
    }
    return over;
}

/*
 * A bone that was exactly at rest may point exactly the wrong way after a teleport, and stays there until something
 * moves it. Without this, rounding errors would decide how long that takes. No avatar stands so still that its bones
 * aren't moved by more.
 */
static void nudge_tails(struct sim *sim)
{
    for (size_t j = 0; j < sim->world->joint_count; j++) {
        struct vec3 *tail = &sim->runs[j].current;
        *tail = vec3_add(*tail, (struct vec3){NUDGE, 0, NUDGE / 2});
    }
}

size_t trial_run(struct arena *arena, const struct trial_setup *trial, struct trial_result *out)
{
    const struct scenario_facts *facts = &scenario_facts[trial->scenario];
    struct sim *sim = sim_new(arena, trial->world, &(struct sim_options){.joints = trial->asked});
    struct scenario_clock clock = {trial->scenario, 1 / trial->frames_per_second, 0};
    double end = facts->seconds + trial->longer;
    size_t steps = 0;
    bool nudged = !trial->until_back;
    size_t part_count;
    struct trial_part *parts = find_parts(arena, trial, &part_count);
    size_t over = 0;
    bool *done = arena_array(arena, sim_joint_count(trial->world), sizeof *done);
    struct sim_pose pose = scenario_pose(trial->scenario, 0);
    hold_limbs_in_trial(trial, sim, 0);
    sim_reset(sim);
    for (size_t i = 0; i < trial->count; i++) {
        struct vec3 first = direction_of(sim, trial->first + i, &pose);
        out[i] = (struct trial_result){.first = first, .final = first};
    }
    while (over < part_count && clock.seconds < end) {
        double dt = scenario_tick(&clock);
        if (dt == 0) {
            dt = clock.frame;
            clock.seconds += dt;
        }
        arena_ask(arena);
        if (over > 0 && steps % TRIAL_LEAVING_FRAMES == 0) {
            sim_leave_out(sim, done);
        }
        pose = scenario_pose(trial->scenario, clock.seconds);
        if (limbs_move(trial, clock.seconds, dt)) {
            hold_limbs_in_trial(trial, sim, clock.seconds);
        }
        sim_step(sim, &pose, dt);
        steps++;
        if (!nudged && clock.seconds > facts->end - 1.5 * dt) { /* in the last frames before the motion */
            nudge_tails(sim);
            nudged = true;
        }
        over = observe_parts(trial, sim, &pose, clock.seconds, dt, parts, part_count, done, out);
    }
    for (size_t i = 0; i < trial->count; i++) {
        double most = scenario_facts[trial->scenario].seconds + trial->longer - facts->end - HALF_SECOND;
        out[i].rests = out[i].rests > most ? INFINITY : out[i].rests;
        out[i].turn = 2 * asin(fmin(sqrt(out[i].turn) / 2, 1));
    }
    return steps;
}
