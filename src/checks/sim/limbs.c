/* Reports limbs that pass between chains: sim/limb-between-chains. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"

enum { DENSE = 12 }; /* chains of a skirt */

#define ALIKE 1e-3 /* depths this close are equal except for rounding */

/* Whether a visible part of the thigh comes through. Some of it always does between the many chains of a dense skirt;
 * there, only more than half of it is a gap. */
static bool comes_through(const struct sim_family *family, const struct between_result *worst)
{
    double limit = family->check->thresholds->values[THRESHOLD_LIMB_BETWEEN_CHAINS];
    bool is_dense = worst->chains >= DENSE;
    return worst->depth > limit && (!is_dense || worst->depth > worst->radius) &&
           sim_is_seen(family, worst->joints[0]) && sim_is_seen(family, worst->joints[1]);
}

/* Reports the worse leg, and whether both come through. */
static void report_limb(const struct sim_family *family, const struct between_result *worst, bool left, bool both)
{
    static const enum message messages[2][3] = {
        {MESSAGE_SIM_LIMB_BETWEEN_CHAINS__RIGHT, MESSAGE_SIM_LIMB_BETWEEN_CHAINS__LEFT,
         MESSAGE_SIM_LIMB_BETWEEN_CHAINS__BOTH},
        {MESSAGE_SIM_LIMB_BETWEEN_CHAINS__DENSE_RIGHT, MESSAGE_SIM_LIMB_BETWEEN_CHAINS__DENSE_LEFT,
         MESSAGE_SIM_LIMB_BETWEEN_CHAINS__DENSE_BOTH}};
    double limit = family->check->thresholds->values[THRESHOLD_LIMB_BETWEEN_CHAINS];
    struct argument joint = sim_the_worst("joint", family, worst->joints[0], 1);
    struct argument other = sim_the_worst("other", family, worst->joints[1], 1);
    size_t spring = family->joints[worst->joints[0]].spring;
    struct finding *finding =
        report(family->findings, messages[worst->chains >= DENSE][both ? 2 : left], sim_group_place(family, spring),
               ARGUMENTS(joint, other, argument_number("depth", worst->depth, limit, UNIT_METRES, 3),
                         sim_the_collider("collider", family, worst->collider), sim_metres("limit", limit)));
    finding_measure(finding, "depth", worst->depth);
    finding_measure(finding, "chains", (double)worst->chains);
    struct sim_subject subject = {.family = family};
    sim_relate_collider(&subject, finding, worst->collider);
    sim_show(family, finding, spring,
             sim_command(family->arena, left ? SCENARIO_STEP_LEFT : SCENARIO_STEP_RIGHT, 60, true), "");
}

void sim_report_between(const struct sim_family *family)
{
    const struct between_result *legs = family->metrics->between;
    if (!findings_want(family->findings, RULE_SIM_LIMB_BETWEEN_CHAINS)) {
        return;
    }
    bool left = comes_through(family, &legs[0]);
    bool right = comes_through(family, &legs[1]);
    bool is_left = left && (!right || legs[0].depth >= legs[1].depth * (1 - ALIKE));
    if (left || right) {
        report_limb(family, &legs[is_left ? 0 : 1], is_left, left && right);
    }
}
