/* Finds the trees of joints that are left out when only some joints are to be simulated. */
#include "sim/strands.h"

/* The maximum length of rows of trees that depend on each other's colliders; in longer ones, all are simulated. */
enum { ROUNDS_MAX = 8 };

struct leaving {
    const struct sim_world *world;
    const size_t *root;
    bool *out;
};

/* Includes the tree of the joint that moves a slot, if a joint does. Returns whether it was left out before. */
static bool include_joint_tree(struct leaving *leaving, size_t slot)
{
    const struct sim_world *world = leaving->world;
    size_t movers = SLOT_BODIES + world->body_count;
    size_t mover = slot < movers ? slot : world->frames[slot - movers].mover;
    if (mover < SLOT_BODIES + world->carrier_count) {
        return false;
    }
    bool *out = &leaving->out[leaving->root[mover - SLOT_BODIES]];
    bool was_out = *out;
    *out = false;
    return was_out;
}

/* Includes the trees that a joint's colliders and center are on. */
static bool take_others(struct leaving *leaving, const struct run *run)
{
    bool taken = run->center != SIM_NONE && include_joint_tree(leaving, run->center);
    for (size_t i = 0; i < run->collider_count; i++) {
        taken = include_joint_tree(leaving, leaving->world->colliders[run->colliders[i]].anchor.mover) || taken;
    }
    return taken;
}

bool *strands_left_out(const struct sim *sim, struct arena *arena, const size_t *root)
{
    const struct sim_world *world = sim->world;
    struct leaving leaving = {world, root, arena_array(arena, world->body_count, sizeof *leaving.out)};
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        leaving.out[b] = true;
    }
    for (size_t i = 0; i < world->joint_count; i++) {
        if (sim->options.joints[sim->runs[i].joint]) {
            leaving.out[root[sim->runs[i].body]] = false;
        }
    }
    bool taken = true;
    for (int round = 0; taken && round < ROUNDS_MAX; round++) {
        taken = false;
        for (size_t i = 0; i < world->joint_count; i++) {
            if (!leaving.out[root[sim->runs[i].body]]) {
                taken = take_others(&leaving, &sim->runs[i]) || taken;
            }
        }
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        leaving.out[b] = leaving.out[b] && !taken;
    }
    return leaving.out;
}
