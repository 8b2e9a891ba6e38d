/* Chains that don't come to rest, or take long: sim/non-finite, no-restoring-force, does-not-settle, jitter,
 * slow-settle. */
#include "checks/sim/family.h"

#define QUIET 4.0     /* seconds after the motion, about when rest is judged */
#define EASY 0.8      /* of what is allowed: what is advised should hold with some room */
#define HUGE_SIZE 1e9 /* nobody means a number beyond it */

/* ---- numbers ---- */

static const char *huge_parameter(const struct sim_joint *given, double *value)
{
    const struct {
        const char *name;
        double value;
    } all[] = {{"gravityPower", given->gravity_power}, {"stiffness", given->stiffness},
               {"hitRadius", given->hit_radius},       {"dragForce", given->drag},
               {"gravityDir", given->gravity_dir.x},   {"gravityDir", given->gravity_dir.y},
               {"gravityDir", given->gravity_dir.z}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!(fabs(all[i].value) < HUGE_SIZE)) {
            *value = all[i].value;
            return all[i].name;
        }
    }
    return NULL;
}

void sim_say_non_finite(const struct sim_subject *subject)
{
    double value;
    const char *name = huge_parameter(subject->given, &value);
    struct argument when = sim_after(subject->measured->broken_in);
    struct finding *finding =
        name != NULL
            ? sim_report(subject, MESSAGE_SIM_NON_FINITE__PARAMETER,
                         ARGUMENTS(sim_joint(subject), when, TERM("parameter", name), NUMBER("value", value, 6)))
            : sim_report(subject, MESSAGE_SIM_NON_FINITE__PLACES, ARGUMENTS(sim_joint(subject), when));
    finding_measure(finding, "length", subject->measured->length);
}

/* ---- forces ---- */

/* A chain that is still so many seconds after a motion, with room. */
static double decay_wanted(const struct sim_subject *subject, double seconds)
{
    return advice_decay_wanted(advice_links(&subject->advice), EASY * seconds);
}

static double decay_now(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    return advice_decay(measured->force, subject->given->drag, measured->length);
}

void sim_say_no_force(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    double least = sim_limit(subject, THRESHOLD_NO_RESTORING_FORCE);
    double force = sim_least_force(subject);
    sim_advise_change(&advice, sim_stiffness(subject->family), given->stiffness,
                      advice_up(advice_stiffness_for_force(&subject->advice, force)), "neededStiffness");
    if (given->gravity_power > 0) {
        sim_advise_change(&advice, "gravityPower", given->gravity_power,
                          advice_down(advice_gravity_for_force(&subject->advice, force)), "neededGravityPower");
    }
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_NO_RESTORING_FORCE__DEFAULT,
                   ARGUMENTS(sim_joint(subject), TERM("parameter", sim_stiffness(subject->family)),
                             NUMBER("stiffness", given->stiffness, 3), NUMBER("gravity", given->gravity_power, 3),
                             argument_number("force", subject->measured->force, least, UNIT_METRES_PER_SECOND, 3),
                             NUMBER("limit", least, 3), sim_advice(&advice, WORDS_SIM_MORE_STIFFNESS)));
    finding_measure(finding, "force", subject->measured->force);
    sim_advice_measure(&advice, finding);
}

/* ---- coming to rest ---- */

/* More stiffness, or a drag that lets it come to rest sooner. */
static void advise_decay(const struct sim_subject *subject, double decay, struct sim_advice *advice)
{
    const struct sim_joint *given = subject->given;
    double force = advice_force_for_decay(&subject->advice, decay);
    double stiffness = advice_stiffness_for_force(&subject->advice, force);
    double drag = advice_drag_for_decay(&subject->advice, decay);
    if (drag != given->drag) {
        sim_advise_change(advice, "dragForce", given->drag, drag > given->drag ? advice_up(drag) : advice_down(drag),
                          "neededDragForce");
    }
    if (stiffness > given->stiffness) {
        sim_advise_change(advice, sim_stiffness(subject->family), given->stiffness, advice_up(stiffness),
                          "neededStiffness");
    }
}

/* Where colliders, or a center that sways, are what is wrong, forces don't help. */
static void advise_rest(const struct sim_subject *subject, double decay, struct sim_advice *advice,
                        const struct sim_obstacle *obstacle)
{
    sim_advise_room(subject, obstacle, advice);
    if (!sim_advise_center(subject, advice) && obstacle->collider == SIM_NONE) {
        advise_decay(subject, decay, advice);
    }
}

void sim_say_unsettled(const struct sim_subject *subject)
{
    const struct worst *residual = &subject->measured->residual;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    double allowed = sim_limit(subject, THRESHOLD_DOES_NOT_SETTLE);
    double speed = angle_degrees(residual->value);
    double faster = decay_now(subject) + log(fmax(speed / allowed, 1)) / QUIET;
    double wanted = decay_wanted(subject, sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    advise_rest(subject, fmax(faster, wanted), &advice, &obstacle);
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_DOES_NOT_SETTLE__DEFAULT,
                   ARGUMENTS(sim_joint(subject), sim_after(residual->in), sim_degrees_of("speed", speed),
                             sim_degrees_of("limit", allowed), sim_advice(&advice, WORDS_SIM_MORE_STIFFNESS)));
    finding_measure(finding, "speed", residual->value);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

void sim_say_jitter(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    sim_advise_room(subject, &obstacle, &advice);
    if (!sim_advise_center(subject, &advice) && subject->given->drag > 1) {
        sim_advise_change(&advice, "dragForce", subject->given->drag, 0.4, "neededDragForce");
    }
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_JITTER__DEFAULT,
                   ARGUMENTS(sim_joint(subject), sim_after(measured->jitter.in),
                             sim_degrees("angle", measured->jitter.value), sim_advice(&advice, WORDS_SIM_LOOK_AROUND)));
    finding_measure(finding, "angle", measured->jitter.value);
    finding_measure(finding, "share", measured->reversals);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

/* The longest that any joint of the spring takes: those that never come to rest have a rule of their own. */
static double longest(const struct sim_subject *subject)
{
    double seconds = 0;
    for (size_t j = subject->begin; j < subject->end; j++) {
        seconds = fmax(seconds, subject->family->study->joints[j].settle.value);
    }
    return seconds;
}

void sim_say_slow(const struct sim_subject *subject)
{
    const struct worst *settle = &subject->measured->settle;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    double allowed = sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO);
    advise_rest(subject, decay_now(subject) * longest(subject) / (EASY * allowed), &advice, &obstacle);
    struct finding *finding = sim_report(
        subject, MESSAGE_SIM_SLOW_SETTLE__DEFAULT,
        ARGUMENTS(sim_joint(subject), argument_number("seconds", settle->value, allowed, UNIT_SECONDS, 3),
                  sim_after(settle->in), SECONDS("limit", allowed, 3), sim_advice(&advice, WORDS_SIM_MORE_STIFFNESS)));
    finding_measure(finding, "seconds", settle->value);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
