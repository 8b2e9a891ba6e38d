/* Tries what a sentence says: whether a chain that still moves at the end of a scenario comes to rest later, and
 * whether what a message gives as the cause is one: without it, the same motion gives another result. */
#include "checks/sim/family.h"

enum { TRIED_COST_OF_NODE = 4 }; /* cost of building a world, in steps of a joint: as in remedy.c */

static void spend(const struct sim_family *family, uint64_t cost)
{
    *family->spare -= cost < *family->spare ? cost : *family->spare;
}

/* Builds the world of one spring; returns NULL if there were too many trials in this file, or for another reason of
 * sim_world_of_spring(). */
static struct sim_world *trial_world(const struct sim_family *family, const struct sim_engine *engine, double size,
                                     struct arena *arena, size_t begin, size_t end, size_t *first)
{
    if (*family->spare == 0) {
        return NULL;
    }
    spend(family, TRIED_COST_OF_NODE * (uint64_t)(family->avatar->scene->count + family->metrics->joint_count));
    return sim_world_of_spring(family, engine, size, arena, begin, end, first);
}

/* ---- coming to rest ---- */

static bool is_unsettled(const struct sim_family *family, size_t joint)
{
    const struct joint_metrics *measured = &family->metrics->joints[joint];
    double still = family->check->thresholds->values[THRESHOLD_DOES_NOT_SETTLE];
    return sim_is_seen(family, joint) && !measured->broken && !measured->jitters &&
           angle_degrees(measured->residual.value) > still;
}

/* Goes on with the scenario in which the spring with these joints is most unsettled. */
static void await_spring(const struct sim_family *family, struct joint_metrics *joints, size_t begin, size_t end)
{
    size_t worst = SIM_NONE;
    for (size_t j = begin; j < end; j++) {
        if (is_unsettled(family, j) &&
            (worst == SIM_NONE || joints[j].residual.value > SIM_ALIKE * joints[worst].residual.value)) {
            worst = j;
        }
    }
    if (worst == SIM_NONE) {
        return;
    }
    struct arena *passing = arena_open(family->arena);
    struct trial_setup trial = {.count = end - begin,
                                .scenario = joints[worst].residual.in,
                                .frames_per_second = 60,
                                .as_modelled = joints[worst].on_arms,
                                .still = angle_radians(family->check->thresholds->values[THRESHOLD_DOES_NOT_SETTLE])};
    trial.longer = SIM_LONGER - (scenario_facts[trial.scenario].seconds - scenario_facts[trial.scenario].end);
    trial.world = trial_world(family, &sim_spec, 1, passing, begin, end, &trial.first);
    if (trial.world != NULL) {
        struct trial_result *results = arena_array(passing, end - begin, sizeof *results);
        spend(family, (uint64_t)trial_run(passing, &trial, results) * sim_step_cost(trial.world));
        for (size_t j = begin; j < end; j++) {
            if (is_unsettled(family, j)) {
                joints[j].residual = (struct worst){results[j - begin].residual, trial.scenario};
                joints[j].awaited = true;
                joints[j].rests = results[j - begin].rests;
            }
        }
    }
    arena_close(passing);
}

void sim_await_rest(const struct sim_family *family, struct metrics *metrics)
{
    for (size_t begin = 0, end = 0; begin < metrics->joint_count; begin = end) {
        while (end < metrics->joint_count && family->joints[end].spring == family->joints[begin].spring) {
            end++;
        }
        await_spring(family, metrics->joints, begin, end);
    }
}

/* ---- causes ---- */

/* As sim_try(), with the avatar shown at a size. */
static bool try_at_size(const struct sim_subject *subject, const struct sim_engine *engine, double size,
                        enum trial_without without, enum scenario scenario, double rate, struct trial_result *out)
{
    const struct sim_family *family = subject->family;
    struct arena *passing = arena_open(family->arena);
    struct trial_setup trial = {.count = subject->end - subject->begin,
                                .scenario = scenario,
                                .frames_per_second = rate,
                                .as_modelled = subject->measured->on_arms};
    struct sim_world *world = trial_world(family, engine, size, passing, subject->begin, subject->end, &trial.first);
    if (world != NULL) {
        struct trial_result *results = arena_array(passing, trial.count, sizeof *results);
        trial_remove(world, trial.first, trial.count, without);
        trial.world = world;
        spend(family, (uint64_t)trial_run(passing, &trial, results) * sim_step_cost(world));
        *out = results[subject->joint - subject->begin];
    }
    arena_close(passing);
    return world != NULL;
}

bool sim_try(const struct sim_subject *subject, const struct sim_engine *engine, enum trial_without without,
             enum scenario scenario, double rate, struct trial_result *out)
{
    return try_at_size(subject, engine, 1, without, scenario, rate, out);
}

bool sim_is_finite(const struct sim_subject *subject, enum trial_without without, double size)
{
    struct trial_result result;
    return try_at_size(subject, &sim_spec, size, without, subject->measured->broken_in, 60, &result) &&
           isfinite(result.final.x + result.final.y + result.final.z);
}

/* A bend that is awaited in a study. */
struct awaited_bend {
    size_t joint;
    double least;
};

static bool bends(const struct metrics *metrics, void *context)
{
    const struct awaited_bend *awaited = context;
    return metrics->joints[awaited->joint].bend >= awaited->least;
}

bool sim_bends_without(const struct sim_subject *subject, enum trial_without without)
{
    const struct sim_family *family = subject->family;
    struct arena *passing = arena_open(family->arena);
    size_t first;
    struct sim_world *world = trial_world(family, &sim_spec, 1, passing, subject->begin, subject->end, &first);
    struct awaited_bend awaited = {.least = angle_radians(sim_limit(subject, THRESHOLD_RIGID_CHAIN))};
    bool bent = false;
    if (world != NULL) {
        trial_remove(world, first, subject->end - subject->begin, without);
        awaited.joint = first + subject->joint - subject->begin;
        const struct metrics *metrics =
            metrics_measure(passing, world,
                            &(struct metrics_options){
                                .thresholds = family->check->thresholds, .is_enough = bends, .context = &awaited});
        spend(family, (uint64_t)metrics->steps * sim_step_cost(world));
        bent = bends(metrics, &awaited);
    }
    arena_close(passing);
    return bent;
}
