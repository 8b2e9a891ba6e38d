/* Avatars that apps show larger or smaller than they are: sim/scale-dependent. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"
#include "sim/differ.h"

static const double sizes[] = {0.5, 2};

enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

/* The worst of a spring. */
struct worst_size {
    size_t joint;
    size_t last; /* that was counted */
    size_t count;
    double beyond; /* as a share of what is allowed */
    bool moving;
    double size;
    struct differ differ;
};

static void consider(const struct sim_family *family, size_t joint, double size, const struct differ *differ,
                     struct worst_size *worst)
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

static void say(const struct sim_family *family, const struct worst_size *worst)
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
        sim_command(family->arena, worst->moving ? worst->differ.in : SCENARIO_SETTLE, 60, family->study->limber);
    sim_show(family, finding, spring, command, arena_printf(family->arena, " --size %g", worst->size));
}

void sim_compare_sizes(const struct sim_family *family, const struct avatar *simulated)
{
    if (!findings_want(family->findings, RULE_SIM_SCALE_DEPENDENT)) {
        return;
    }
    size_t count = family->study->joint_count;
    struct arena *passing = arena_open(family->arena);
    struct differ *differ[SIZE_COUNT];
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct arena *under_way = arena_open(passing);
        differ[i] = arena_array(passing, count, sizeof *differ[i]);
        differ_run(family->check->crew, under_way, family->study->world,
                   sim_world_build_sized(under_way, simulated, &sim_spec, sizes[i]), DIFFER_ALL, differ[i]);
        arena_close(under_way);
    }
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        struct worst_size worst = {.joint = begin, .last = SIM_NONE};
        for (; end < count && family->joints[end].spring == family->joints[begin].spring; end++) {
            size_t head = family->joints[end].head;
            for (size_t i = 0; head != SIM_NONE && family->shown[head] && i < SIZE_COUNT; i++) {
                consider(family, end, sizes[i], &differ[i][end], &worst);
            }
        }
        if (worst.count > 0) {
            say(family, &worst);
        }
    }
    arena_close(passing);
}
