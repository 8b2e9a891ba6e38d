/* Reports chains that don't come to rest, or slowly: sim/non-finite, no-restoring-force, does-not-settle, jitter,
 * slow-settle. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"

#define QUIET 4.0 /* seconds after the motion, approximately when rest is judged */
#define EASY 0.8  /* fraction of the permitted value, so that the advice holds with a margin */
#define USUAL_DRAG 0.4
#define HUGE_SIZE 1e9 /* larger numbers are never intended */

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

void sim_report_non_finite(const struct sim_subject *subject)
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

/* Returns the decay at which a chain comes to rest within a number of seconds after a motion, with a margin. */
static double decay_wanted(const struct sim_subject *subject, double seconds)
{
    return advice_decay_wanted(advice_links(&subject->advice), EASY * seconds);
}

static double decay_now(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    return advice_decay(measured->force, subject->given->drag, measured->length);
}

void sim_wish_force(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double force = sim_least_force(subject);
    sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, advice_stiffness_for_force(&subject->advice, force));
    if (subject->given->gravity_power > 0) {
        sim_wish(wishes, SIM_GRAVITY, SIM_NONE, false, advice_gravity_for_force(&subject->advice, force));
    }
}

void sim_report_no_force(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    struct sim_advice advice = sim_begin_advice(subject);
    double least = sim_limit(subject, THRESHOLD_NO_RESTORING_FORCE);
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_NO_RESTORING_FORCE__DEFAULT,
                   ARGUMENTS(sim_joint(subject), TERM("parameter", sim_parameter_name(subject->family, SIM_STIFFNESS)),
                             NUMBER("stiffness", given->stiffness, 3), NUMBER("gravity", given->gravity_power, 3),
                             argument_number("force", subject->measured->force, least, UNIT_METRES_PER_SECOND, 3),
                             NUMBER("limit", least, 3), sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES)));
    finding_measure(finding, "force", subject->measured->force);
    sim_advice_measure(&advice, finding);
}

/* ---- coming to rest ---- */

/* Adds wishes for coming to rest sooner: another drag, more stiffness, or more room. */
static void wish_decay(const struct sim_subject *subject, double decay, struct sim_wishes *wishes)
{
    double drag = advice_drag_for_decay(&subject->advice, decay);
    double force = advice_force_for_decay(&subject->advice, decay);
    double stiffness = advice_stiffness_for_force(&subject->advice, force);
    if (drag != subject->given->drag) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, drag > subject->given->drag, drag);
    }
    if (stiffness > subject->given->stiffness) {
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, stiffness);
    }
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    sim_wish_room(subject, &obstacle, wishes);
}

/* Adds advice about a center that moves, or about the obstacle if there is no other advice. */
static void advise_rest(const struct sim_subject *subject, struct sim_advice *advice,
                        const struct sim_obstacle *obstacle)
{
    if (!sim_advise_center(subject, advice) && advice->count == 0) {
        sim_advise_room(subject, obstacle, advice);
    }
}

void sim_wish_settled(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double speed = angle_degrees(subject->measured->residual.value);
    double beyond = speed / sim_limit(subject, THRESHOLD_DOES_NOT_SETTLE);
    double faster = decay_now(subject) + log(fmax(beyond, 1)) / QUIET;
    double wanted = decay_wanted(subject, sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    wish_decay(subject, fmax(faster, wanted), wishes);
}

/* Reports the finding, without numbers if they are meaningless. */
static struct finding *report_unsettled(const struct sim_subject *subject, struct argument advice)
{
    const struct worst *residual = &subject->measured->residual;
    if (sim_is_wild(subject->family, subject->joint)) {
        return sim_report(subject, MESSAGE_SIM_DOES_NOT_SETTLE__WILD, ARGUMENTS(sim_joint(subject), advice));
    }
    double allowed = sim_limit(subject, THRESHOLD_DOES_NOT_SETTLE);
    struct finding *finding = sim_report(subject, MESSAGE_SIM_DOES_NOT_SETTLE__DEFAULT,
                                         ARGUMENTS(sim_joint(subject), sim_after(residual->in),
                                                   sim_degrees_of("speed", angle_degrees(residual->value)),
                                                   sim_degrees_of("limit", allowed), advice));
    finding_measure(finding, "speed", residual->value);
    return finding;
}

void sim_report_unsettled(const struct sim_subject *subject)
{
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    advise_rest(subject, &advice, &obstacle);
    struct finding *finding = report_unsettled(subject, sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES));
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

void sim_wish_still(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    if (subject->given->drag > 1) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, false, USUAL_DRAG);
    }
    sim_wish_room(subject, &obstacle, wishes);
}

void sim_report_jitter(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise_room(subject, &obstacle, &advice);
    sim_advise_center(subject, &advice);
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_JITTER__DEFAULT,
                   ARGUMENTS(sim_joint(subject), sim_after(measured->jitter.in),
                             sim_degrees("angle", measured->jitter.value), sim_advice(&advice, WORDS_SIM_LOOK_AROUND)));
    finding_measure(finding, "angle", measured->jitter.value);
    finding_measure(finding, "share", measured->reversals);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

/* Returns the longest settling time of the spring's joints. Joints that never come to rest have their own rule. */
static double longest_settling(const struct sim_subject *subject)
{
    double seconds = 0;
    for (size_t j = subject->begin; j < subject->end; j++) {
        seconds = fmax(seconds, subject->family->metrics->joints[j].settle.value);
    }
    return seconds;
}

void sim_wish_sooner(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double allowed = EASY * sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO);
    wish_decay(subject, decay_now(subject) * longest_settling(subject) / allowed, wishes);
}

void sim_report_slow(const struct sim_subject *subject)
{
    const struct worst *settle = &subject->measured->settle;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    double allowed = sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO);
    advise_rest(subject, &advice, &obstacle);
    struct finding *finding = sim_report(
        subject, MESSAGE_SIM_SLOW_SETTLE__DEFAULT,
        ARGUMENTS(sim_joint(subject), argument_number("seconds", settle->value, allowed, UNIT_SECONDS, 3),
                  sim_after(settle->in), SECONDS("limit", allowed, 3), sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES)));
    finding_measure(finding, "seconds", settle->value);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
