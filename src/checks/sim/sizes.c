/* Checks avatars that apps show larger or smaller than their size: sim/scale-dependent. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"
#include "sim/runtime_comparison.h"

static const double sizes[] = {0.5, 2};

enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

/* The worst difference of a spring. */
struct worst_size {
    size_t joint;
    size_t last; /* the last joint counted */
    size_t count;
    double beyond; /* as a multiple of the permitted value */
    bool moving;
    double size;
    struct runtime_difference differ;
};

static void update_worst_size(const struct sim_family *family, size_t joint, double size,
                              const struct runtime_difference *differ, struct worst_size *worst)
{
    const double *limits = family->check->thresholds->values;
    double rest = angle_degrees(differ->rest) / limits[THRESHOLD_SCALE_DEPENDENT];
    double motion = angle_degrees(differ->motion) / limits[THRESHOLD_SCALE_DEPENDENT_IN_MOTION];
    double beyond = fmax(rest, motion);
    if (beyond > 1 && joint != worst->last) {
        worst->last = joint;
        worst->count++;
    }
    if (beyond > 1 && beyond > SIM_ALIKE * worst->beyond) {
        *worst = (struct worst_size){joint, joint, worst->count, beyond, motion > rest, size, *differ};
    }
}

static void report_size(const struct sim_family *family, const struct worst_size *worst)
{
    const double *limits = family->check->thresholds->values;
    size_t spring = family->joints[worst->joint].spring;
    double angle = worst->moving ? worst->differ.motion : worst->differ.rest;
    double limit = limits[worst->moving ? THRESHOLD_SCALE_DEPENDENT_IN_MOTION : THRESHOLD_SCALE_DEPENDENT];
    struct argument joint = sim_the_worst("joint", family, worst->joint, worst->count);
    struct argument size = NUMBER("size", worst->size, 3);
    struct place place = sim_group_place(family, spring);
    struct finding *finding =
        worst->moving ? report(family->findings, MESSAGE_SIM_SCALE_DEPENDENT__MOTION, place,
                               ARGUMENTS(joint, size, sim_during(worst->differ.in), sim_degrees("angle", angle),
                                         sim_degrees_of("limit", limit)))
                      : report(family->findings, MESSAGE_SIM_SCALE_DEPENDENT__REST, place,
                               ARGUMENTS(joint, size, sim_degrees("angle", angle), sim_degrees_of("limit", limit)));
    finding_measure(finding, "joints", (double)worst->count);
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "size", worst->size);
    const char *command =
        sim_command(family->arena, worst->moving ? worst->differ.in : SCENARIO_SETTLE, 60, family->metrics->limber);
    sim_show(family, finding, spring, command, arena_printf(family->arena, " --size %g", worst->size));
}

/* Compares all sizes, at rest and in motion. */
static void compare_all(const struct sim_family *family, const struct avatar *simulated, struct arena *passing)
{
    size_t count = family->metrics->joint_count;
    struct runtime_difference *differ[SIZE_COUNT];
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct arena *under_way = arena_open(passing);
        differ[i] = arena_array(passing, count, sizeof *differ[i]);
        runtime_comparison_run(family->check->helpers, under_way, family->metrics->world,
                               sim_world_build(under_way, simulated, &sim_spec, SIM_LIMBER, sizes[i]), COMPARE_ALL,
                               differ[i]);
        arena_close(under_way);
    }
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        struct worst_size worst = {.joint = begin, .last = SIM_NONE};
        for (; end < count && family->joints[end].spring == family->joints[begin].spring; end++) {
            for (size_t i = 0; sim_is_seen(family, end) && i < SIZE_COUNT; i++) {
                update_worst_size(family, end, sizes[i], &differ[i][end], &worst);
            }
        }
        if (worst.count > 0) {
            report_size(family, &worst);
        }
    }
}

/* ---- twice the size ---- */

/*
 * The default: reports only what fails at twice the size, and only if measures at the original size indicate it,
 * because that is cheap. Forces rotate a bone of twice the length by half the angle. Radii that don't scale with the
 * avatar no longer hold a bone that leans on a collider.
 */
#define TWICE 2.0
#define NEARLY_RIGID 3.0 /* factor of the threshold of rigid chains; a larger bend doesn't vanish */

static bool has_finding(const struct sim_family *family, size_t joint)
{
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (family->verdicts[joint].how_bad[v] > 0) {
            return true;
        }
    }
    return false;
}

static bool may_freeze(const struct sim_family *family, size_t joint)
{
    double bend = angle_degrees(family->metrics->joints[joint].bend);
    double limit = family->check->thresholds->values[THRESHOLD_RIGID_CHAIN];
    return sim_is_seen(family, joint) && !has_finding(family, joint) && bend >= limit && bend < NEARLY_RIGID * limit;
}

static bool may_lean(const struct sim_family *family, size_t joint)
{
    double pushed = angle_degrees(family->metrics->joints[joint].pushed);
    return sim_is_seen(family, joint) && !has_finding(family, joint) &&
           pushed > family->check->thresholds->values[THRESHOLD_SCALE_DEPENDENT];
}

static bool any_joint(const struct sim_family *family, bool (*may)(const struct sim_family *, size_t))
{
    for (size_t j = 0; j < family->metrics->joint_count; j++) {
        if (may(family, j)) {
            return true;
        }
    }
    return false;
}

/* Reports joints that bend visibly at the original size but no longer at twice the size. */
static void report_frozen(const struct sim_family *family, const struct metrics *large)
{
    double limit = family->check->thresholds->values[THRESHOLD_RIGID_CHAIN];
    size_t count =
        family->metrics->joint_count < large->joint_count ? family->metrics->joint_count : large->joint_count;
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        size_t frozen = 0;
        size_t first = SIM_NONE;
        size_t spring = family->joints[begin].spring;
        for (; end < count && family->joints[end].spring == spring; end++) {
            if (may_freeze(family, end) && angle_degrees(large->joints[end].bend) < limit) {
                first = frozen == 0 ? end : first;
                frozen++;
            }
        }
        if (frozen == 0) {
            continue;
        }
        struct finding *finding = report(
            family->findings, MESSAGE_SIM_SCALE_DEPENDENT__FREEZES, sim_group_place(family, spring),
            ARGUMENTS(sim_the_worst("joint", family, first, frozen), sim_degrees("angle", large->joints[first].bend),
                      sim_degrees("now", family->metrics->joints[first].bend), sim_degrees_of("limit", limit)));
        finding_measure(finding, "joints", (double)frozen);
        finding_measure(finding, "angle", large->joints[first].bend);
        finding_measure(finding, "size", TWICE);
    }
}

static void report_sunk(const struct sim_family *family, const struct runtime_difference *differ)
{
    size_t count = family->metrics->joint_count;
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        struct worst_size worst = {.joint = begin, .last = SIM_NONE};
        for (; end < count && family->joints[end].spring == family->joints[begin].spring; end++) {
            if (may_lean(family, end)) {
                update_worst_size(family, end, TWICE, &differ[end], &worst);
            }
        }
        if (worst.count > 0) {
            report_size(family, &worst);
        }
    }
}

/* Compares bones that lean on colliders. */
static void compare_leaning(const struct sim_family *family, const struct avatar *simulated, struct arena *passing)
{
    if (any_joint(family, may_lean)) {
        struct runtime_difference *differ = arena_array(passing, family->metrics->joint_count, sizeof *differ);
        runtime_comparison_run(family->check->helpers, passing, family->metrics->world,
                               sim_world_build(passing, simulated, &sim_spec, SIM_LIMBER, TWICE), COMPARE_REST, differ);
        report_sunk(family, differ);
    }
}

/* Compares bones that hardly move. */
static void compare_freezing(const struct sim_family *family, const struct avatar *simulated, struct arena *passing)
{
    if (any_joint(family, may_freeze)) {
        struct metrics_options options = {.thresholds = family->check->thresholds, .helpers = family->check->helpers};
        report_frozen(
            family,
            metrics_measure(passing, sim_world_build(passing, simulated, &sim_spec, SIM_LIMBER, TWICE), &options));
    }
}

void sim_compare_sizes(const struct sim_family *family, const struct avatar *simulated)
{
    if (!findings_want(family->findings, RULE_SIM_SCALE_DEPENDENT)) {
        return;
    }
    struct arena *passing = arena_open(family->arena);
    if (findings_named(family->findings, RULE_SIM_SCALE_DEPENDENT)) {
        compare_all(family, simulated, passing);
    } else {
        compare_leaning(family, simulated, passing);
    }
    compare_freezing(family, simulated, passing);
    arena_close(passing);
}
