/* Limbs that pass between chains: sim/limb-between-chains. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"

static bool is_seen(const struct sim_family *family, size_t joint)
{
    size_t head = family->joints[joint].head;
    return head != SIM_NONE && family->shown[head];
}

static void say(const struct sim_family *family, const struct between_result *worst, bool left)
{
    double limit = family->check->thresholds->values[THRESHOLD_LIMB_BETWEEN_CHAINS];
    if (!(worst->depth > limit) || !is_seen(family, worst->joints[0]) || !is_seen(family, worst->joints[1])) {
        return;
    }
    struct argument joint = sim_the_worst("joint", family, worst->joints[0], 1);
    struct argument other = sim_the_worst("other", family, worst->joints[1], 1);
    size_t spring = family->joints[worst->joints[0]].spring;
    struct finding *finding =
        report(family->findings, left ? MESSAGE_SIM_LIMB_BETWEEN_CHAINS__LEFT : MESSAGE_SIM_LIMB_BETWEEN_CHAINS__RIGHT,
               sim_group_place(family, spring),
               ARGUMENTS(joint, other, argument_number("depth", worst->depth, limit, UNIT_METRES, 3),
                         sim_the_collider("collider", family, worst->collider), sim_metres("limit", limit)));
    finding_measure(finding, "depth", worst->depth);
    struct sim_subject subject = {.family = family};
    sim_relate_collider(&subject, finding, worst->collider);
    sim_show(family, finding, spring,
             sim_command(family->arena, left ? SCENARIO_STEP_LEFT : SCENARIO_STEP_RIGHT, 60, true), "");
}

void sim_say_between(const struct sim_family *family)
{
    if (findings_want(family->findings, RULE_SIM_LIMB_BETWEEN_CHAINS)) {
        say(family, &family->study->between[0], true);
        say(family, &family->study->between[1], false);
    }
}
