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

/* A scenario that goes on, for the springs that are most unsettled in it. */
struct awaiting {
    enum scenario scenario;
    bool as_modelled;
    bool *asked; /* per joint */
    size_t cost; /* of a step of them */
};

/* Adds the spring with these joints if it is most unsettled in this scenario. */
static void await_spring(const struct sim_family *family, struct awaiting *awaiting, size_t begin, size_t end)
{
    const struct joint_metrics *joints = family->metrics->joints;
    size_t worst = SIM_NONE;
    for (size_t j = begin; j < end; j++) {
        if (is_unsettled(family, j) &&
            (worst == SIM_NONE || joints[j].residual.value > SIM_ALIKE * joints[worst].residual.value)) {
            worst = j;
        }
    }
    bool asked = worst != SIM_NONE && !joints[worst].awaited && joints[worst].residual.in == awaiting->scenario &&
                 joints[worst].on_arms == awaiting->as_modelled;
    for (size_t j = begin; j < end; j++) {
        size_t colliders = 0;
        awaiting->asked[j] = asked;
        if (asked) {
            sim_joint_colliders(family->metrics->world, j, &colliders);
            awaiting->cost += 1 + colliders;
        }
    }
}

/* Goes on with a scenario. */
static void await_all(const struct sim_family *family, const struct awaiting *awaiting, struct joint_metrics *joints)
{
    struct arena *passing = arena_open(family->arena);
    struct trial_setup trial = {.world = family->metrics->world,
                                .count = family->metrics->joint_count,
                                .asked = awaiting->asked,
                                .scenario = awaiting->scenario,
                                .frames_per_second = 60,
                                .as_modelled = awaiting->as_modelled,
                                .still = angle_radians(family->check->thresholds->values[THRESHOLD_DOES_NOT_SETTLE])};
    trial.longer = SIM_LONGER - (scenario_facts[trial.scenario].seconds - scenario_facts[trial.scenario].end);
    struct trial_result *results = arena_array(passing, trial.count, sizeof *results);
    spend(family, (uint64_t)trial_run(passing, &trial, results) * awaiting->cost);
    for (size_t j = 0; j < trial.count; j++) {
        if (awaiting->asked[j] && is_unsettled(family, j)) {
            joints[j].residual = (struct worst){results[j].residual, trial.scenario};
            joints[j].awaited = true;
            joints[j].rests = results[j].rests;
        }
    }
    arena_close(passing);
}

void sim_await_rest(const struct sim_family *family, struct metrics *metrics)
{
    struct arena *passing = arena_open(family->arena);
    struct awaiting awaiting = {.asked = arena_array(passing, metrics->joint_count, sizeof *awaiting.asked)};
    for (int s = 0; s < 2 * SCENARIO_COUNT; s++) {
        awaiting.scenario = (enum scenario)(s / 2);
        awaiting.as_modelled = s % 2 != 0;
        awaiting.cost = 0;
        for (size_t begin = 0, end = 0; begin < metrics->joint_count; begin = end) {
            while (end < metrics->joint_count && family->joints[end].spring == family->joints[begin].spring) {
                end++;
            }
            await_spring(family, &awaiting, begin, end);
        }
        if (awaiting.cost > 0 && *family->spare > 0) {
            await_all(family, &awaiting, metrics->joints);
        }
    }
    arena_close(passing);
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

bool sim_is_cured_by(const struct sim_subject *subject, enum sim_parameter parameter)
{
    for (size_t i = 0; i < subject->remedies->count; i++) {
        const struct sim_remedy *remedy = &subject->remedies->list[i];
        if (remedy->parameter == parameter && remedy->up && (remedy->cures & 1U << subject->verdict) != 0) {
            return true;
        }
    }
    return false;
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
