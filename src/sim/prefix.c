#include "sim/prefix.h"

#include <string.h>

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

struct prefix *prefix_new(struct arena *arena, const struct sim_world *world)
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
    prefix->run.trackers = arena_array(arena, tracker_room(joints), sizeof *prefix->run.trackers);
    prefix->run.passes = arena_array(arena, joints, sizeof *prefix->run.passes);
    prefix->run.passed = arena_array(arena, joints, sizeof *prefix->run.passed);
    prefix->slots = arena_array(arena, world->slot_count, sizeof *prefix->slots);
    prefix->shapes = arena_array(arena, world->collider_count, sizeof *prefix->shapes);
    prefix->turns = arena_array(arena, world->body_count, sizeof *prefix->turns);
    prefix->groups = arena_array(arena, groups, sizeof *prefix->groups);
    prefix->loose = arena_array(arena, 2 * joints, sizeof *prefix->loose);
    return prefix;
}

void prefix_forget(struct prefix *prefix)
{
    prefix->kept = false;
}

bool prefix_is_empty(const struct prefix *prefix)
{
    return !prefix->kept;
}

bool prefix_is_of(const struct prefix *prefix, const struct sim *sim, double frames_per_second)
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

void prefix_keep(struct prefix *prefix, const struct prefix_run *run, double frames_per_second)
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

void prefix_return(const struct prefix *prefix, struct prefix_run *run)
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
    memcpy(sim->slots, prefix->slots, world->slot_count * sizeof *sim->slots);
    memcpy(sim->shapes, prefix->shapes, world->collider_count * sizeof *sim->shapes);
    memcpy(sim->turns, prefix->turns, world->body_count * sizeof *sim->turns);
    for (size_t i = 0; i < sim->loose_count; i++) {
        sim->runs[sim->loose[i]].current = prefix->loose[2 * i];
        sim->runs[sim->loose[i]].previous = prefix->loose[2 * i + 1];
    }
    strands_return(sim, prefix->groups);
}
