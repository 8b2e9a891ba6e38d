/* A study's motions, one after another; and what of them goes into the study. */
#include <string.h>

#include "sim/look.h"
#include "sim/study_work.h"

bool study_is_enough(struct work *work)
{
    const struct study_options *options = work->options;
    work->enough = work->enough || (options->is_enough != NULL && options->is_enough(work->study, options->context));
    return work->enough;
}

/* ---- the worst of several scenarios ---- */

/* The first of those that are nearly as bad: which is worse by a last digit differs from machine to machine. */
#define ALIKE 1.001

static void worsen(struct worst *worst, double value, enum scenario scenario)
{
    if (value > ALIKE * worst->value) {
        worst->in = scenario;
    }
    worst->value = value > worst->value ? value : worst->value;
}

static void add_jitter(struct study_joint *joint, const struct measure *measure, enum scenario scenario,
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

void study_add(struct work *work, enum scenario scenario, const struct measure *measures)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        struct study_joint *joint = &work->study->joints[j];
        const struct measure *measure = &measures[j];
        if (measure->broken) {
            joint->broken_in = joint->broken ? joint->broken_in : scenario;
            joint->broken = true;
        }
        worsen(&joint->residual, measure->residual, scenario);
        add_jitter(joint, measure, scenario, work->options->thresholds->values);
        if (facts->everyday) {
            worsen(&joint->settle, measure->settle, scenario);
        }
        if (facts->everyday && scenario != SCENARIO_STEP) {
            worsen(&joint->frame_turn, measure->frame_turn, scenario);
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

void study_keep_curves(struct work *work, struct arena *arena, enum scenario scenario)
{
    for (size_t i = 0; i < work->options->recorded_count; i++) {
        size_t count;
        if (work->taking_part != NULL && !work->taking_part[work->options->recorded[i]]) {
            continue;
        }
        const float *from = measurer_recorded(work->measurer, i, &count);
        float *degrees = arena_array(arena, count, sizeof *degrees);
        memcpy(degrees, from, count * sizeof *degrees);
        work->study->curves[i * SCENARIO_COUNT + scenario] = (struct study_curve){degrees, count};
    }
}

/* ---- other frame rates ---- */

/* A joint this near to where its forces pull, radians, isn't somewhere else at another frame rate. */
#define HOME (0.5 * ANGLE_PI / 180)

static const double other_rates[] = {30, 90, 144};

enum { OTHER_RATES = sizeof other_rates / sizeof *other_rates };

/* Where forces alone decide, the frame rate has no say (see look_pull()): it takes colliders, limits, or forces so
 * weak that the joint isn't where they pull. The simulation stands at the end of the turn. */
static bool may_depend_on_rate(const struct work *work, const struct measure *turned)
{
    struct quat rotation = scenario_pose(SCENARIO_TURN, scenario_facts[SCENARIO_TURN].seconds).rotation;
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        size_t count;
        look_colliders(work->sim, j, &count);
        struct vec3 pull = quat_rotate(quat_conjugate(rotation), look_pull(work->sim, j));
        if (count > 0 || look_has_limit(work->sim, j) || !(vec3_angle(pull, turned[j].final) < HOME) ||
            !(vec3_length(pull) > 0)) {
            return true;
        }
    }
    return false;
}

static void compare_rates(struct work *work, const struct measure *turned)
{
    if (work->other == NULL) {
        work->other = arena_array(work->passing, work->study->joint_count, sizeof *work->other);
    }
    double still = angle_radians(work->options->thresholds->values[THRESHOLD_DOES_NOT_SETTLE]);
    for (size_t i = 0; i < OTHER_RATES; i++) {
        measurer_run(work->measurer, work->sim, SCENARIO_TURN, other_rates[i], work->expected, work->other);
        for (size_t k = 0; k < work->count; k++) {
            size_t j = work->places[k];
            struct study_joint *joint = &work->study->joints[j];
            const struct measure *a = &turned[j];
            const struct measure *b = &work->other[j];
            bool rests = a->residual < still && b->residual < still && !a->broken && !b->broken;
            double apart = rests ? vec3_angle(a->final, b->final) : 0;
            if (apart > joint->apart) {
                joint->apart = apart;
                joint->apart_rate = other_rates[i];
            }
        }
    }
}

void study_skip(const struct work *work, enum scenario scenario)
{
    measurer_skip(work->measurer, scenario, work->rate);
    for (size_t i = 0; scenario == SCENARIO_TURN && work->options->rates && i < OTHER_RATES; i++) {
        measurer_skip(work->measurer, scenario, other_rates[i]);
    }
}

/* ---- one after another ---- */

void study_run_motion(struct work *work, enum scenario scenario, struct measure *out)
{
    measurer_run(work->measurer, work->sim, scenario, work->rate, work->expected, out);
    if (scenario == SCENARIO_TURN && work->options->rates && may_depend_on_rate(work, out)) {
        compare_rates(work, out);
    }
}

void study_move(struct work *work, struct arena *arena)
{
    work->other = NULL;
    for (int s = SCENARIO_STEP; s < SCENARIO_POSES; s++) {
        enum scenario scenario = (enum scenario)s;
        if (study_is_enough(work)) {
            study_skip(work, scenario);
            continue;
        }
        measurer_run(work->measurer, work->sim, scenario, work->rate, work->expected, work->now);
        study_keep_curves(work, arena, scenario);
        study_add(work, scenario, work->now);
        if (scenario == SCENARIO_TURN && work->options->rates && may_depend_on_rate(work, work->now)) {
            compare_rates(work, work->now);
        }
    }
}
