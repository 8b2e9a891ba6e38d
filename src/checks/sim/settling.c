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
    const char *when = scenario_facts[subject->measured->broken_in].after;
    struct finding *finding;
    if (name != NULL) {
        finding = sim_report(subject,
                             "%s its position is no longer a number, and apps never bring it back from that, because "
                             "%s is %g: write an ordinary number, such as 1",
                             when, name, value);
    } else {
        finding = sim_report(subject,
                             "%s its position is no longer a number, and apps never bring it back from that: look for "
                             "huge or tiny numbers in the translations and scales of its node, of those above it, and "
                             "of its colliders",
                             when);
    }
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
    struct finding *finding = sim_report(
        subject,
        "stiffness %.3g and gravityPower %.3g come to a force of %.3g m/s between them, less than %.3g, so that the "
        "bone drifts for seconds or stays wherever a movement leaves it: %s",
        given->stiffness, given->gravity_power, subject->measured->force, least,
        sim_advice_text(&advice, "give it more stiffness"));
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
    struct finding *finding = sim_report(
        subject, "it doesn't come to rest: seconds %s it still turns at %s degrees a second, allowed is %.3g: %s",
        scenario_facts[residual->in].after, sim_number(subject->family, speed), allowed,
        sim_advice_text(&advice, "use a dragForce of about 0.4 and more stiffness"));
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
    struct finding *finding = sim_report(
        subject, "%s it trembles, and jumps to and fro by up to %s degrees from frame to frame: %s",
        scenario_facts[measured->jitter.in].after, sim_number(subject->family, angle_degrees(measured->jitter.value)),
        sim_advice_text(&advice, "look at the joints above it, and at its colliders and limit"));
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
    struct finding *finding =
        sim_report(subject, "it takes %.3g s to come to rest %s, allowed is %.3g s: %s", settle->value,
                   scenario_facts[settle->in].after, allowed, sim_advice_text(&advice, "give it more stiffness"));
    finding_measure(finding, "seconds", settle->value);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
