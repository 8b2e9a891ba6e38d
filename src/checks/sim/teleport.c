/* sim/teleport-inverts: springs with a center that three-vrm turns inside out when an app moves the avatar far in one
 * frame. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"

/* A chain without its center must be back in less than this share of the time, or the center isn't the cause. */
#define CAUSED 0.75

/* The joint that is inside out for the longest time. */
struct worst_teleport {
    size_t joint; /* in the world of three-vrm */
    size_t count; /* number of joints that are inside out for too long */
    double seconds;
    double without; /* the same without a center */
};

/* Returns how long each joint of a world that is asked for is inside out after a teleport. */
static struct trial_result *teleport(struct arena *arena, const struct sim_world *world, const bool *asked)
{
    const struct trial_setup trial = {.world = world,
                                      .count = sim_joint_count(world),
                                      .scenario = SCENARIO_TELEPORT,
                                      .frames_per_second = 60,
                                      .until_back = true,
                                      .asked = asked};
    struct trial_result *results = arena_array(arena, trial.count, sizeof *results);
    trial_run(arena, &trial, results);
    return results;
}

/* Rounds to a tenth of a second, or half a second if it is longer. */
static double rounded(double seconds)
{
    double unit = seconds < 1 ? 10 : 2;
    return round(seconds * unit) / unit;
}

static void report_teleport(const struct sim_family *family, const struct worst_teleport *worst)
{
    const double *limits = family->check->thresholds->values;
    size_t spring = family->joints[worst->joint].spring;
    double allowed = limits[THRESHOLD_TELEPORT_INVERTS_INFO];
    double seconds = rounded(worst->seconds);
    struct argument joint = sim_the_worst("joint", family, worst->joint, worst->count);
    struct finding *finding =
        report(family->findings, MESSAGE_SIM_TELEPORT_INVERTS__DEFAULT, sim_group_place(family, spring),
               ARGUMENTS(joint, argument_number("seconds", seconds, allowed, UNIT_SECONDS, 2),
                         SECONDS("without", rounded(worst->without), 2), SECONDS("limit", allowed, 2)));
    if (seconds > limits[THRESHOLD_TELEPORT_INVERTS_WARNING]) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "joints", (double)worst->count);
    finding_measure(finding, "seconds", seconds);
    sim_show(family, finding, spring, sim_command(family->arena, SCENARIO_TELEPORT, 60, family->metrics->limber, 0),
             " --engine three-vrm");
}

static void find_worst(const struct sim_family *family, const struct sim_world *world, const struct trial_result *with,
                       const struct trial_result *without)
{
    double allowed = family->check->thresholds->values[THRESHOLD_TELEPORT_INVERTS_INFO];
    struct sim_family three = *family;
    struct worst_teleport worst = {.count = 0};
    three.joints = sim_joints(world);
    for (size_t j = 0; j < sim_joint_count(world); j++) {
        double seconds = with[j].astray;
        if (!(seconds > allowed) || !(without[j].astray < CAUSED * seconds)) {
            continue;
        }
        worst.count++;
        if (seconds > SIM_ALIKE * worst.seconds) {
            worst = (struct worst_teleport){j, worst.count, seconds, without[j].astray};
        }
    }
    if (worst.count > 0) {
        report_teleport(&three, &worst);
    }
}

/* Marks the joints that are asked for. Springs without a center move as those with one do, unless a center carries
 * them. */
static void set_asked(const struct sim_family *family, const struct sim_world *world, bool *asked)
{
    struct sim_family three = *family;
    three.joints = sim_joints(world);
    for (size_t j = 0; j < sim_joint_count(world); j++) {
        asked[j] = three.joints[j].center != SIM_NONE && sim_is_seen(&three, j);
    }
}

/* Marks the joints that are inside out for too long; returns whether there are any. */
static bool any_astray(const struct sim_world *world, const struct trial_result *results, double allowed, bool *asked)
{
    bool any = false;
    for (size_t j = 0; j < sim_joint_count(world); j++) {
        asked[j] = results[j].astray > allowed;
        any = any || asked[j];
    }
    return any;
}

static bool any_centered(const struct sim_family *family)
{
    size_t j = 0;
    while (j < family->metrics->joint_count && family->joints[j].center == SIM_NONE) {
        j++;
    }
    return j < family->metrics->joint_count;
}

/* Springs without a center take part too: three-vrm updates the nodes above all springs before it moves the first. */
void sim_report_teleports(const struct sim_family *family, const struct avatar *simulated)
{
    double allowed = family->check->thresholds->values[THRESHOLD_TELEPORT_INVERTS_INFO];
    if (!findings_want(family->findings, RULE_SIM_TELEPORT_INVERTS) || !any_centered(family)) {
        return;
    }
    struct arena *passing = arena_open(family->arena);
    const struct sim_world *world = sim_world_build(passing, simulated, &sim_three_vrm, SIM_LIMBER, 1);
    bool *asked = arena_array(passing, sim_joint_count(world), sizeof *asked);
    set_asked(family, world, asked);
    const struct trial_result *with = teleport(passing, world, asked);
    if (any_astray(world, with, allowed, asked)) {
        const struct sim_world *plain =
            sim_world_build(passing, sim_without_centers(family, simulated), &sim_three_vrm, SIM_LIMBER, 1);
        find_worst(family, world, with, teleport(passing, plain, asked));
    }
    arena_close(passing);
}
