/* Joints that are left out of steps because what they do no longer matters to whoever runs the simulation. */
#include "sim/strands_plan.h"

/* The maximum number of passes until it is known which joints others depend on: one, and one more for each time that a
 * joint depends on one that is updated after it. */
enum { LEAVE_ROUNDS_MAX = 8 };

/* Joints in no strand, in the order of updates. */
static size_t single_count(const struct sim *sim)
{
    return sim->strands == NULL ? sim->world->joint_count : sim->loose_count;
}

static struct run *single_run(const struct sim *sim, size_t i)
{
    return &sim->runs[sim->strands == NULL ? i : sim->loose[i]];
}

/* ---- what others depend on ---- */

static void need_mover(const struct sim *sim, size_t slot)
{
    size_t mover = mover_of(sim->world, slot);
    if (mover >= SLOT_BODIES) {
        sim->needed[mover - SLOT_BODIES] = true;
    }
}

static void need_bearers(const struct sim *sim, const struct run *run)
{
    need_mover(sim, run->parent);
    if (run->center != SIM_NONE) {
        need_mover(sim, run->center);
    }
    for (size_t i = 0; i < run->collider_count; i++) {
        need_mover(sim, sim->world->colliders[run->colliders[i]].anchor.mover);
    }
}

/* Whether a slot stays where it is. */
static bool is_still(const struct sim *sim, size_t slot)
{
    return stands_still(sim->world, slot) || sim->still[mover_of(sim->world, slot) - SLOT_BODIES];
}

/* ---- leaving out ---- */

/* Finds what is needed by runs that aren't done, or that share their node with another run. */
static void find_needed(struct sim *sim, const bool *done)
{
    size_t bodies = sim->world->body_count;
    bool *met = sim->still;
    memset(sim->needed, 0, bodies * sizeof *sim->needed);
    memset(met, 0, bodies * sizeof *met);
    for (size_t i = 0; i < single_count(sim); i++) {
        const struct run *run = single_run(sim, i);
        sim->needed[run->body] = sim->needed[run->body] || met[run->body];
        met[run->body] = true;
        if (!done[run->joint]) {
            need_bearers(sim, run);
        }
    }
}

/* Lets all runs take part that others depend on, if they do themselves. Returns whether that was any. */
static bool keep_needed(struct sim *sim)
{
    bool any = false;
    for (size_t i = single_count(sim); i-- > 0;) { /* what depends on others comes after them, if possible */
        struct run *run = single_run(sim, i);
        if (run->resting && sim->needed[run->body]) {
            run->resting = false;
            need_bearers(sim, run);
            any = true;
        }
    }
    return any;
}

static void leave_out_singles(struct sim *sim, const bool *done)
{
    size_t count = single_count(sim);
    find_needed(sim, done);
    for (size_t i = 0; i < count; i++) {
        single_run(sim, i)->resting = done[single_run(sim, i)->joint];
    }
    sim->any_resting = true;
    int round = 0;
    while (keep_needed(sim)) {
        if (++round == LEAVE_ROUNDS_MAX) { /* chains that depend on each other in a long row: none is left out */
            state_wake(sim);
            return;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct run *run = single_run(sim, i);
        sim->still[run->body] = run->resting && is_still(sim, run->parent);
    }
}

void sim_leave_out(struct sim *sim, const bool *done)
{
    if (sim->strands != NULL) {
        strands_leave_out(sim->strands, sim->runs, done);
    }
    if (sim->rig == NULL) { /* constraints may depend on more than what is asked here */
        leave_out_singles(sim, done);
    }
}

bool sim_is_left_out(const struct sim *sim, size_t joint)
{
    size_t slot = sim->strands == NULL ? SIM_NONE : sim->strands->slot[joint];
    return slot == SIM_NONE ? sim->runs[sim->run_of[joint]].resting : sim->strands->groups[slot / LANES].resting;
}

void state_wake(struct sim *sim)
{
    for (size_t i = 0; sim->any_resting && i < sim->world->joint_count; i++) {
        sim->runs[i].resting = false;
    }
    sim->any_resting = false;
}
