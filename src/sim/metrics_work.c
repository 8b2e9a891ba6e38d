/* The state of a run: the joints that take part, their stance, and the metrics that they are added to. */
#include "sim/metrics_work.h"

#include <string.h>

bool metrics_is_enough(struct work *work)
{
    const struct metrics_options *options = work->options;
    work->enough = work->enough || (options->is_enough != NULL && options->is_enough(work->metrics, options->context));
    return work->enough;
}

/* ---- joints that take part ---- */

void metrics_choose(struct work *work, struct arena *arena, const bool *joints)
{
    size_t count = work->metrics->joint_count;
    size_t *places = arena_array(arena, count, sizeof *places);
    work->count = 0;
    for (size_t j = 0; j < count; j++) {
        if (joints == NULL || joints[j]) {
            places[work->count++] = j;
        }
    }
    work->taking_part = joints;
    work->places = places;
    measurer_choose(work->measurer, places, work->count);
}

struct sim *metrics_hold_stance(const struct work *work, struct arena *arena)
{
    struct sim *sim = sim_new(arena, work->metrics->world, &(struct sim_options){.joints = work->taking_part});
    if (work->metrics->limber && !work->as_modelled) {
        struct sim_limbs limbs;
        scenario_limbs(SCENARIO_SETTLE, 0, &limbs);
        sim_set_limbs(sim, &limbs);
        sim_reset(sim);
    }
    return sim;
}

/* ---- the worst of several scenarios ---- */

/* Values within this factor of each other count as equal, and the first is kept: which one is worse by the last
 * digits differs from machine to machine. */
#define ALIKE 1.001

static void update_worst(struct worst *worst, double value, enum scenario scenario)
{
    if (value > ALIKE * worst->value) {
        worst->in = scenario;
    }
    worst->value = value > worst->value ? value : worst->value;
}

static void add_jitter(struct joint_metrics *joint, const struct measure *measure, enum scenario scenario,
                       const double *limits)
{
    bool jitters = measure->reversals > limits[THRESHOLD_JITTER] &&
                   angle_degrees(measure->rest_turn) > limits[THRESHOLD_JITTER_ANGLE];
    if (jitters && measure->rest_turn > joint->jitter.value) {
        joint->jitters = true;
        joint->jitter = (struct worst){measure->rest_turn, scenario};
        joint->reversals = measure->reversals;
    }
}

void metrics_add(struct work *work, enum scenario scenario, const struct measure *measures)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct joint_metrics *joint = &work->metrics->joints[j];
        const struct measure *measure = &measures[j];
        if (measure->broken) {
            joint->broken_in = joint->broken ? joint->broken_in : scenario;
            joint->broken = true;
        }
        update_worst(&joint->residual, measure->residual, scenario);
        add_jitter(joint, measure, scenario, work->options->thresholds->values);
        if (facts->everyday) {
            update_worst(&joint->settle, measure->settle, scenario);
        }
        if (facts->everyday && scenario != SCENARIO_STEP) {
            update_worst(&joint->frame_turn, measure->frame_turn, scenario);
        }
        if ((facts->everyday && scenario != SCENARIO_STEP) || scenario >= SCENARIO_POSES) {
            joint->bend = fmax(joint->bend, measure->bend);
        }
        if (scenario != SCENARIO_SETTLE && scenario != SCENARIO_TELEPORT) {
            joint->speed = fmax(joint->speed, scenario == SCENARIO_HITCH ? 0 : measure->speed);
            joint->passes += measure->passes;
            if (measure->passed != SIM_NONE) {
                joint->passed = measure->passed;
                joint->passed_in = scenario;
            }
        }
    }
}

/* ---- curves ---- */

void metrics_keep_curves(struct work *work, struct arena *arena, enum scenario scenario)
{
    for (size_t i = 0; i < work->options->recorded_count; i++) {
        size_t count;
        if (work->taking_part != NULL && !work->taking_part[work->options->recorded[i]]) {
            continue;
        }
        const float *from = measurer_recorded(work->measurer, i, &count);
        float *degrees = arena_array(arena, count, sizeof *degrees);
        memcpy(degrees, from, count * sizeof *degrees);
        work->metrics->curves[i * SCENARIO_COUNT + scenario] = (struct metrics_curve){degrees, count};
    }
}
