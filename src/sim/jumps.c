#include "sim/jumps.h"

#include "sim/state.h"

/* The maximum number of steps of plans in all frames: about a second. */
#define WORK_MAX 20e6

/* A pose with limbs that move ends after this time, seconds; nothing that only limbs move changes afterwards. */
#define AFTER 0.1

/* What is watched of one constraint. */
struct watched {
    size_t place;
    struct quat node;   /* in the previous frame, relative to its parent */
    struct quat source; /* in the previous frame, in the space in which it is read */
};

struct watch {
    struct sim *sim;
    const struct rig_plan *plan;
    struct watched *list;
    struct jump *jumps;
    size_t count;
};

static double angle_between(struct quat a, struct quat b)
{
    struct quat turn = quat_multiply(quat_conjugate(a), b);
    double sine = sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    return 2 * atan2(sine, fabs(turn.w));
}

/* Returns the rotation that a constraint sees of its source. */
static struct quat source_of(const struct watch *watch, size_t place)
{
    const struct rig_constraint *constraint = watch->plan->nodes[place].constraint;
    bool far = constraint->kind == CONSTRAINT_AIM;
    const struct rig_state *rig = watch->sim->rig;
    return far ? transform_rotation(&rig->world[constraint->source], NULL) : rig->local[constraint->source].rotation;
}

static void look(struct watch *watch, enum scenario scenario, bool compare)
{
    for (size_t i = 0; i < watch->count; i++) {
        struct watched *at = &watch->list[i];
        struct quat node = watch->sim->rig->local[at->place].rotation;
        struct quat source = source_of(watch, at->place);
        double angle = compare ? angle_between(at->node, node) : 0;
        if (angle > angle_radians(JUMP_LEAST) && angle > watch->jumps[i].angle) {
            double turn = angle_between(at->source, source);
            if (turn < angle_radians(JUMP_SOURCE)) {
                watch->jumps[i].angle = angle;
                watch->jumps[i].source = turn;
                watch->jumps[i].away = fmin(angle_between(watch->plan->nodes[at->place].rest.rotation, at->node),
                                            angle_between(watch->plan->nodes[at->place].rest.rotation, node));
                watch->jumps[i].in = scenario;
            }
        }
        at->node = node;
        at->source = source;
    }
}

static void run_scenario(struct watch *watch, enum scenario scenario)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    bool reads_joints = watch->sim->world->reads_joints;
    struct scenario_clock clock = {scenario, 1 / JUMP_RATE, 0};
    struct sim_limbs limbs;
    double dt;
    scenario_limbs(scenario, 0, &limbs);
    sim_set_limbs(watch->sim, &limbs);
    sim_reset(watch->sim);
    look(watch, scenario, false);
    while ((dt = scenario_tick(&clock)) > 0 && (reads_joints || clock.seconds < facts->end + AFTER)) {
        struct sim_pose pose = scenario_pose(scenario, clock.seconds);
        arena_pulse(watch->sim->world->arena);
        if (!reads_joints && clock.seconds < SCENARIO_START) {
            continue; /* nothing moves yet */
        }
        scenario_limbs(scenario, clock.seconds, &limbs);
        sim_set_limbs(watch->sim, &limbs);
        if (reads_joints) {
            sim_step(watch->sim, &pose, dt);
        } else {
            sim_constrain(watch->sim, &pose);
        }
        look(watch, scenario, true);
    }
}

/* Whether a scenario moves the node of a constraint that is watched; true if it isn't known. */
static bool moves_any(const struct watch *watch, struct arena *arena, enum scenario scenario)
{
    const struct sim_world *world = watch->sim->world;
    if (world->reads_joints) {
        return true;
    }
    struct arena *passing = arena_open(arena);
    bool turning[BONE_COUNT];
    bool *bodies = arena_array(passing, world->body_count, sizeof *bodies);
    bool any = false;
    pose_moves(scenario_facts[scenario].pose, turning);
    world_spread_turns(passing, world, turning, bodies);
    for (size_t i = 0; i < watch->count; i++) {
        size_t body = world->ties[watch->list[i].place];
        any = any || body == SIM_NONE || bodies[body];
    }
    arena_close(passing);
    return any;
}

/* Whether a scenario can make a constraint jump: sudden motions and dropped frames aren't judged. */
static bool is_watched(const struct sim_world *world, enum scenario scenario)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    return scenario >= SCENARIO_POSES ? facts->end > 0
                                      : world->reads_joints && facts->everyday && scenario != SCENARIO_STEP;
}

bool jumps_can_be_measured(const struct sim_world *world)
{
    size_t frames = 0;
    if (world->plan == NULL && !world->whole) {
        return false; /* it has too many constraints */
    }
    for (enum scenario s = 0; s < SCENARIO_COUNT; s++) {
        double seconds = world->reads_joints ? scenario_facts[s].seconds : scenario_facts[s].end + AFTER;
        frames += is_watched(world, s) ? (size_t)(seconds * JUMP_RATE) : 0;
    }
    double steps = world->plan == NULL ? 0 : (double)(world->plan->steps + world->plan->count);
    double work = world->reads_joints ? (double)sim_step_cost(world) : (double)world->body_count;
    return (double)frames * (steps + work) <= WORK_MAX;
}

struct jump *jumps_measure(struct arena *arena, const struct sim_world *world, size_t *count)
{
    *count = 0;
    if (world->plan == NULL || world->body_count == 0) {
        return NULL;
    }
    struct arena *passing = arena_open(arena);
    struct watch watch = {.sim = sim_new(passing, world, &(struct sim_options){0}),
                          .plan = world->plan,
                          .list = arena_array(passing, world->plan->count, sizeof *watch.list),
                          .jumps = arena_array(arena, world->plan->count, sizeof *watch.jumps)};
    for (size_t i = 0; i < world->plan->count; i++) {
        const struct rig_constraint *constraint = world->plan->nodes[i].constraint;
        if (constraint != NULL && !constraint->draft) { /* no app of today evaluates drafts like spec */
            watch.jumps[watch.count].node = world->plan->nodes[i].node;
            watch.list[watch.count++].place = i;
        }
    }
    for (enum scenario s = 0; s < SCENARIO_COUNT; s++) {
        if (is_watched(world, s) && moves_any(&watch, passing, s)) {
            run_scenario(&watch, s);
        }
    }
    *count = watch.count;
    arena_close(passing);
    return watch.jumps;
}
