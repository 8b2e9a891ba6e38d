#include "sim/trial.h"

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

static bool is_done(const struct trial_setup *trial, const struct trial_result *result)
{
    return trial->until_back && result->back >= NOTHING_FRAMES;
}

/* Leaves joints that are done out of steps. done: memory for a flag per joint of the world; NULL without until_back. */
static void leave_out_done(const struct trial_setup *trial, struct sim *sim, const struct trial_result *results,
                           bool *done)
{
    for (size_t i = 0; i < trial->count && done != NULL; i++) {
        done[trial->first + i] = is_done(trial, &results[i]);
    }
    if (done != NULL) {
        sim_leave_out(sim, done);
    }
}

/* Adds a frame to the results; returns the squared chord of the largest rotation of a joint in it, or whether
 * any joint points the wrong way if the trial is until_back. */
static double observe(const struct trial_setup *trial, const struct sim *sim, const struct sim_pose *pose,
                      double seconds, double dt, struct trial_result *out)
{
    double after = seconds - scenario_facts[trial->scenario].end;
    double last = scenario_facts[trial->scenario].seconds + trial->longer - HALF_SECOND;
    double still = chord_square_of_angle(trial->still * dt);
    double most = 0;
    bool any_away = false;
    for (size_t i = 0; i < trial->count; i++) {
        struct trial_result *result = &out[i];
        if (is_done(trial, result)) {
            continue;
        }
        struct vec3 before = result->final;
        struct vec3 direction = direction_of(sim, trial->first + i, pose);
        struct vec3 turn = vec3_sub(direction, before);
        double square = vec3_dot(turn, turn);
        result->final = direction;
        result->turn = fmax(result->turn, square);
        bool away = vec3_dot(direction, result->first) < 0;
        result->astray += away ? dt : 0;
        result->back = away || after <= 0 ? 0 : result->back + 1;
        result->rests = after > 0 && !(square < still) ? after : result->rests;
        if (seconds > last) {
            result->residual = fmax(result->residual, vec3_angle(direction, before) / dt);
        }
        any_away = any_away || away;
        most = square < most ? most : square;
    }
    return trial->until_back ? any_away : most;
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
    struct sim *sim = sim_new(arena, trial->world, &(struct sim_options){0});
    struct scenario_clock clock = {trial->scenario, 1 / trial->frames_per_second, 0};
    double end = facts->seconds + trial->longer;
    size_t steps = 0;
    int still = 0;
    bool nudged = !trial->until_back;
    bool *done = trial->until_back ? arena_array(arena, sim_joint_count(trial->world), sizeof *done) : NULL;
    struct sim_pose pose = scenario_pose(trial->scenario, 0);
    hold_limbs_in_trial(trial, sim, 0);
    sim_reset(sim);
    for (size_t i = 0; i < trial->count; i++) {
        struct vec3 first = direction_of(sim, trial->first + i, &pose);
        bool apart = trial->apart != NULL && trial->apart[trial->first + i];
        out[i] = (struct trial_result){.first = first, .final = first, .back = apart ? NOTHING_FRAMES : 0};
    }
    while (still < NOTHING_FRAMES && clock.seconds < end) {
        double dt = scenario_tick(&clock);
        if (dt == 0) {
            dt = clock.frame;
            clock.seconds += dt;
        }
        arena_ask(arena);
        if (steps % TRIAL_LEAVING_FRAMES == 0) {
            leave_out_done(trial, sim, out, done);
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
        double most = observe(trial, sim, &pose, clock.seconds, dt, out);
        double nothing = fmax(TRIAL_NOTHING, STILL_SHARE * trial->still * dt);
        still = most < nothing * nothing && clock.seconds > facts->end ? still + 1 : 0;
    }
    for (size_t i = 0; i < trial->count; i++) {
        double most = scenario_facts[trial->scenario].seconds + trial->longer - facts->end - HALF_SECOND;
        out[i].rests = out[i].rests > most ? INFINITY : out[i].rests;
        out[i].turn = 2 * asin(fmin(sqrt(out[i].turn) / 2, 1));
    }
    return steps;
}
