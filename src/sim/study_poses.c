/* A study's poses, one after another. */
#include <string.h>

#include "sim/moved.h"
#include "sim/study_work.h"

void study_list_casts(const struct work *work, struct casts *casts)
{
    const struct sim_world *world = work->study->world;
    size_t joint_count = work->study->joint_count;
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

struct sim *study_open_cast(struct work *work, struct arena *arena, const struct cast *cast)
{
    const struct study *study = work->study;
    study_choose(work, arena, cast->joints);
    if (!work->is_whole || 2 * work->count < study->joint_count) {
        return sim_new(arena, study->world, &(struct sim_options){.joints = cast->joints});
    }
    if (work->sim == NULL) {
        work->sim = sim_new(work->passing, study->world, &(struct sim_options){0});
    }
    return work->sim;
}

/* What a step of the leg pushes through: looked for while it is simulated. Which chains are neighbours is told by how
 * they are modelled, and not by where another pose has left them. */
static struct between *look_between(const struct work *work, struct arena *arena, struct sim *sim,
                                    enum scenario scenario)
{
    bool left = scenario == SCENARIO_STEP_LEFT;
    if (!work->options->between || (!left && scenario != SCENARIO_STEP_RIGHT)) {
        return NULL;
    }
    sim_set_limbs(sim, NULL);
    sim_reset(sim);
    bool *on_arms = arena_array(arena, work->study->joint_count, sizeof *on_arms);
    moved_with_arms(arena, work->study->world, on_arms);
    return between_new(arena, sim, on_arms, left ? "leftUpperLeg" : "rightUpperLeg",
                       left ? "leftLowerLeg" : "rightLowerLeg");
}

void study_take_pose(struct work *work, struct arena *arena, enum scenario scenario, struct sim *sim,
                     struct measure *out)
{
    struct arena *passing = arena_open(arena);
    struct between *between = look_between(work, passing, sim, scenario);
    measurer_watch(work->measurer, between);
    measurer_run(work->measurer, sim, scenario, work->rate, work->expected, out);
    if (between != NULL) {
        work->study->between[scenario - SCENARIO_STEP_LEFT] = between_worst(between);
    }
    measurer_watch(work->measurer, NULL);
    arena_close(passing);
}

void study_mark_posed(const struct work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        work->study->joints[work->places[i]].posed = true;
    }
}

/* ---- one after another ---- */

static void take_cast(struct work *work, struct arena *arena, const struct cast *cast)
{
    struct arena *passing = arena_open(work->passing);
    struct sim *sim = NULL;
    for (size_t i = 0; i < cast->count; i++) {
        enum scenario scenario = cast->poses[i];
        if (study_is_enough(work)) {
            study_skip(work, scenario);
            continue;
        }
        if (sim == NULL) {
            sim = study_open_cast(work, passing, cast);
            study_mark_posed(work);
        }
        study_take_pose(work, passing, scenario, sim, work->now);
        study_keep_curves(work, arena, scenario);
        study_add(work, scenario, work->now);
    }
    arena_close(passing);
}

void study_pose(struct work *work, struct arena *arena)
{
    struct casts casts = {.count = 0};
    study_list_casts(work, &casts);
    for (size_t c = 0; c < casts.count; c++) {
        take_cast(work, arena, &casts.list[c]);
    }
}
