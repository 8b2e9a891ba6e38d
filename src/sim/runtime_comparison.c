#include "sim/runtime_comparison.h"

#include "sim/state.h"

/* Scenarios within this factor of the worst one count as equal; the first one is reported, as in metrics.c. */
#define COMPARISON_ALIKE 1.001

#define FRAMES_PER_SECOND 60.0
#define AFTERWARDS 0.5 /* seconds after the end of a motion that are compared too */

/* At rest: everything turns by less than this in a frame, radians, in so many frames. */
#define STILL 1e-8
enum { STILL_FRAMES = 10 };

/* The cost of a step from which starting a thread is worth while. */
enum { COMPARISON_COST_WORTH = 32 };

struct side {
    struct sim *sim;
    const size_t *joints; /* that are compared, of this side's world */
    struct vec3 *directions;
};

struct pair {
    struct arena *arena;
    struct side sides[2];
    size_t count;
    double most; /* the squared chord of the largest turn in the last frame */
};

/* Lists the indices of the joints that both worlds have, in order, and returns their number. The second world may
 * lack some of the first's joints, and may have joints without a node between them. */
static size_t list_compared_joints(const struct sim_world *one, const struct sim_world *two, size_t *ones, size_t *twos)
{
    size_t count = 0;
    size_t k = 0;
    for (size_t j = 0; j < sim_joint_count(one); j++) {
        const struct sim_joint *joint = &sim_joints(one)[j];
        while (k < sim_joint_count(two) && sim_joints(two)[k].head == SIM_NONE) {
            k++;
        }
        if (joint->head == SIM_NONE || k == sim_joint_count(two)) {
            continue;
        }
        const struct sim_joint *other = &sim_joints(two)[k];
        if (other->spring == joint->spring && other->head == joint->head) {
            ones[count] = j;
            twos[count++] = k++;
        }
    }
    return count;
}

static void compare_pair(struct pair *pair)
{
    pair->most = 0;
    for (int s = 0; s < 2; s++) {
        struct side *side = &pair->sides[s];
        for (size_t i = 0; i < pair->count; i++) {
            size_t joint = side->joints[i];
            struct vec3 bone = vec3_sub(sim_tail(side->sim, joint), sim_head(side->sim, joint));
            struct vec3 direction = transform_unit(bone);
            struct vec3 turn = vec3_sub(direction, side->directions[i]);
            pair->most = fmax(pair->most, vec3_dot(turn, turn));
            side->directions[i] = direction;
        }
    }
}

static double angle_between_tails(const struct pair *pair, size_t i)
{
    double angle = vec3_angle(pair->sides[0].directions[i], pair->sides[1].directions[i]);
    return isfinite(angle) ? angle : 0;
}

static void begin_pair(struct pair *pair)
{
    for (int s = 0; s < 2; s++) {
        struct sim_limbs limbs;
        scenario_limbs(SCENARIO_SETTLE, 0, &limbs);
        sim_set_limbs(pair->sides[s].sim, &limbs);
        sim_reset(pair->sides[s].sim);
    }
    compare_pair(pair);
}

static void step_pair(struct pair *pair, const struct scenario_clock *clock, double dt)
{
    struct sim_pose pose = scenario_pose(clock->scenario, clock->seconds);
    for (int s = 0; s < 2; s++) {
        arena_ask(pair->arena);
        sim_step(pair->sides[s].sim, &pose, dt);
    }
    compare_pair(pair);
}

static void settle_pair(struct pair *pair)
{
    struct scenario_clock clock = {SCENARIO_SETTLE, 1 / FRAMES_PER_SECOND, 0};
    double dt;
    begin_pair(pair);
    for (int still = 0; still < STILL_FRAMES && (dt = scenario_tick(&clock)) > 0;) {
        step_pair(pair, &clock, dt);
        still = pair->most < STILL * STILL ? still + 1 : 0;
    }
}

static void move_pair(struct pair *pair, enum scenario scenario, struct runtime_difference *worst)
{
    struct scenario_clock clock = {scenario, 1 / FRAMES_PER_SECOND, 0};
    double dt;
    begin_pair(pair);
    while (clock.seconds < scenario_facts[scenario].end + AFTERWARDS && (dt = scenario_tick(&clock)) > 0) {
        step_pair(pair, &clock, dt);
        for (size_t i = 0; i < pair->count; i++) {
            double angle = angle_between_tails(pair, i);
            if (angle > COMPARISON_ALIKE * worst[i].motion) {
                worst[i].in = scenario;
            }
            worst[i].motion = angle > worst[i].motion ? angle : worst[i].motion;
        }
    }
}

/* Two worlds whose motions are compared in separate pieces; only the results are shared. */
struct differing {
    const struct sim_world *worlds[2];
    unsigned what;
    struct runtime_difference *worst;
};

static struct pair *new_pair(const struct differing *differing, struct arena *arena)
{
    const struct sim_world *one = differing->worlds[0];
    const struct sim_world *two = differing->worlds[1];
    size_t *ones = arena_array(arena, sim_joint_count(one), sizeof *ones);
    size_t *twos = arena_array(arena, sim_joint_count(two), sizeof *twos);
    struct pair *pair = arena_alloc(arena, sizeof *pair);
    pair->arena = arena;
    pair->count = list_compared_joints(one, two, ones, twos);
    for (int s = 0; s < 2; s++) {
        size_t all = sim_joint_count(differing->worlds[s]);
        pair->sides[s] =
            (struct side){.sim = sim_new(arena, differing->worlds[s], &(struct sim_options){.no_colliders = false}),
                          .joints = s == 0 ? ones : twos,
                          .directions = arena_array(arena, all, sizeof *pair->sides[s].directions)};
    }
    return pair;
}

static void *prepare_pair(void *context, struct arena *arena)
{
    return new_pair(context, arena);
}

static void compare_piece(void *context, void *own, struct arena *arena, size_t piece)
{
    const struct differing *differing = context;
    struct pair *pair = own;
    (void)arena; /* it is pair->arena */
    if (piece == 0 && (differing->what & COMPARE_REST) != 0) {
        settle_pair(pair);
        for (size_t i = 0; i < pair->count; i++) {
            differing->worst[i].rest = angle_between_tails(pair, i);
        }
    } else {
        move_pair(pair, SCENARIO_WALK, differing->worst);
        move_pair(pair, SCENARIO_TURN, differing->worst);
    }
}

void runtime_comparison_run(struct vrmlint_helpers *helpers, struct arena *arena, const struct sim_world *one,
                            const struct sim_world *two, unsigned what, struct runtime_difference *out)
{
    struct differing differing = {.worlds = {one, two}, .what = what};
    struct pair *pair = new_pair(&differing, arena);
    bool worth = sim_step_cost(one) >= COMPARISON_COST_WORTH;
    differing.worst = arena_array(arena, pair->count, sizeof *differing.worst);
    for (size_t i = 0; i < pair->count; i++) {
        differing.worst[i] = out[pair->sides[0].joints[i]];
    }
    helpers_run(worth ? helpers : NULL, arena, pair,
                &(struct helpers_work){.context = &differing,
                                       .count = what == COMPARE_ALL ? 2 : 1,
                                       .memory = arena_size(arena),
                                       .prepare = prepare_pair,
                                       .make = compare_piece});
    for (size_t i = 0; i < pair->count; i++) {
        out[pair->sides[0].joints[i]] = differing.worst[i];
    }
}

const struct sim_engine *runtime_comparison_plain(struct arena *arena, const struct sim_engine *engine, bool same_drag,
                                                  bool same_colliders)
{
    struct sim_engine *plain = arena_alloc(arena, sizeof *plain);
    *plain = *engine;
    plain->rules.drag = same_drag ? sim_spec.rules.drag : plain->rules.drag;
    plain->scaled_colliders = same_colliders ? sim_spec.scaled_colliders : plain->scaled_colliders;
    return plain;
}
