/* Measures motions, one after another, and SCENARIO_TURN at other frame rates. */
#include "sim/metrics_work.h"
#include "sim/probe.h"

/* ---- other frame rates ---- */

/* Radians: a joint this near to the direction of its forces can't be elsewhere at another frame rate. */
#define HOME (0.5 * ANGLE_PI / 180)

static const double other_rates[] = {30, 90, 144};

enum { OTHER_RATES = sizeof other_rates / sizeof *other_rates };

/* Whether a joint comes to rest; only then does it have a rest direction. */
static bool comes_to_rest(const struct work *work, const struct measure *measure)
{
    double still = angle_radians(work->options->thresholds->values[THRESHOLD_DOES_NOT_SETTLE]);
    return measure->residual < still && !measure->broken;
}

/* Whether the rest pose can depend on the frame rate: only with colliders, limits, or forces so weak that the joint
 * isn't in their direction (see probe_pull()). The simulation is at the end of the turn. */
static bool may_depend_on_rate(const struct work *work, const struct measure *turned)
{
    struct quat rotation = scenario_pose(SCENARIO_TURN, scenario_facts[SCENARIO_TURN].seconds).rotation;
    for (size_t i = 0; i < work->count; i++) {
        size_t j = work->places[i];
        if (!comes_to_rest(work, &turned[j])) {
            continue;
        }
        size_t count;
        probe_colliders(work->sim, j, &count);
        struct vec3 pull = quat_rotate(quat_conjugate(rotation), probe_pull(work->sim, j));
        if (count > 0 || probe_has_limit(work->sim, j) || !(vec3_angle(pull, turned[j].final) < HOME) ||
            !(vec3_length(pull) > 0)) {
            return true;
        }
    }
    return false;
}

static void compare_rates(struct work *work, const struct measure *turned)
{
    if (work->other == NULL) {
        work->other = arena_array(work->passing, work->metrics->joint_count, sizeof *work->other);
    }
    for (size_t i = 0; i < OTHER_RATES; i++) {
        measurer_run(work->measurer, work->sim, SCENARIO_TURN, other_rates[i], work->expected, work->other);
        for (size_t k = 0; k < work->count; k++) {
            size_t j = work->places[k];
            struct joint_metrics *joint = &work->metrics->joints[j];
            const struct measure *a = &turned[j];
            const struct measure *b = &work->other[j];
            double apart = comes_to_rest(work, a) && comes_to_rest(work, b) ? vec3_angle(a->final, b->final) : 0;
            if (apart > joint->apart) {
                joint->apart = apart;
                joint->apart_rate = other_rates[i];
            }
        }
    }
}

void metrics_skip(const struct work *work, enum scenario scenario)
{
    measurer_skip(work->measurer, scenario, work->rate);
    for (size_t i = 0; scenario == SCENARIO_TURN && work->options->rates && i < OTHER_RATES; i++) {
        measurer_skip(work->measurer, scenario, other_rates[i]);
    }
}

/* ---- one after another ---- */

void metrics_run_motion(struct work *work, enum scenario scenario, struct measure *out)
{
    measurer_run(work->measurer, work->sim, scenario, work->rate, work->expected, out);
    if (scenario == SCENARIO_TURN && work->options->rates && may_depend_on_rate(work, out)) {
        compare_rates(work, out);
    }
}

void metrics_run_motions(struct work *work, struct arena *arena)
{
    work->other = NULL;
    for (int s = SCENARIO_STEP; s < SCENARIO_POSES; s++) {
        enum scenario scenario = (enum scenario)s;
        if (metrics_is_enough(work)) {
            metrics_skip(work, scenario);
            continue;
        }
        measurer_run(work->measurer, work->sim, scenario, work->rate, work->expected, work->now);
        metrics_keep_curves(work, arena, scenario);
        metrics_add(work, scenario, work->now);
        if (scenario == SCENARIO_TURN && work->options->rates && may_depend_on_rate(work, work->now)) {
            compare_rates(work, work->now);
        }
    }
}
