/* Measures poses, one after another. */
#include <string.h>

#include "sim/metrics_work.h"
#include "sim/world.h"

/* ---- what poses move ---- */

struct moving {
    const struct sim_world *world;
    bool *bodies;
};

/* Whether a slot moves: a body, or a frame on a moving body. */
static bool slot_moves(const struct moving *moving, size_t slot)
{
    const struct sim_world *world = moving->world;
    size_t movers = SLOT_BODIES + world->body_count;
    size_t mover = slot < movers ? slot : world->frames[slot - movers].mover;
    return mover >= SLOT_BODIES && moving->bodies[mover - SLOT_BODIES];
}

static bool list_moves(const struct moving *moving, const struct world_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (slot_moves(moving, moving->world->colliders[list->colliders[i]].anchor.mover)) {
            return true;
        }
    }
    return false;
}

static struct moving find_moving(struct arena *arena, const struct sim_world *world, const bool *turning)
{
    struct moving moving = {world, arena_array(arena, world->body_count, sizeof *moving.bodies)};
    for (size_t b = 0; b < world->body_count; b++) {
        const struct world_body *body = &world->bodies[b];
        bool own = body->limb != SIM_NONE && turning[world->limbs[body->limb].bone];
        moving.bodies[b] = own || slot_moves(&moving, body->parent);
    }
    return moving;
}

size_t moved_with_arms(struct arena *arena, const struct sim_world *world, bool *joints)
{
    struct arena *passing = arena_open(arena);
    struct sim_limbs limbs;
    bool turning[BONE_COUNT];
    size_t count = 0;
    pose_limbs(POSE_ARMS_DOWN, 0, &limbs);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        turning[bone] = limbs.turns[bone].w != 1;
    }
    struct moving moving = find_moving(passing, world, turning);
    for (size_t j = 0; j < world->joint_count; j++) {
        joints[j] = moving.bodies[world->links[j].body];
        count += joints[j];
    }
    arena_close(passing);
    return count;
}

size_t moved_by_pose(struct arena *arena, const struct sim_world *world, enum pose pose, bool *joints)
{
    struct arena *passing = arena_open(arena);
    bool turning[BONE_COUNT];
    bool *lists = arena_array(passing, world->list_count, sizeof *lists);
    size_t count = 0;
    pose_moves(pose, turning);
    struct moving moving = find_moving(passing, world, turning);
    for (size_t i = 0; i < world->list_count; i++) {
        lists[i] = list_moves(&moving, &world->lists[i]);
    }
    for (size_t j = 0; j < world->joint_count; j++) {
        const struct world_link *link = &world->links[j];
        joints[j] = lists[link->list] || moving.bodies[link->body] ||
                    (link->center_slot != SIM_NONE && slot_moves(&moving, link->center_slot));
        count += joints[j];
    }
    arena_close(passing);
    return count;
}

void metrics_list_casts(const struct work *work, struct casts *casts)
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

struct sim *metrics_open_cast(struct work *work, struct arena *arena, const struct cast *cast)
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

void metrics_take_pose(struct work *work, struct arena *arena, enum scenario scenario, struct sim *sim,
                       struct measure *out)
{
    struct arena *passing = arena_open(arena);
    struct between *between = measure_between(work, passing, sim, scenario);
    measurer_track(work->measurer, between);
    measurer_run(work->measurer, sim, scenario, work->rate, work->expected, out);
    if (between != NULL) {
        work->metrics->between[scenario - SCENARIO_STEP_LEFT] = between_worst(between);
    }
    measurer_track(work->measurer, NULL);
    arena_close(passing);
}

void metrics_mark_posed(const struct work *work)
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

void metrics_run_poses(struct work *work, struct arena *arena)
{
    struct casts casts = {.count = 0};
    metrics_list_casts(work, &casts);
    for (size_t c = 0; c < casts.count; c++) {
        take_cast(work, arena, &casts.list[c]);
    }
}
