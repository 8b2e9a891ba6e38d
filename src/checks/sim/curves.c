/* Records how the ends of chains swing in each motion, for graphs. */
#include "checks/sim/family.h"

/* In a file with more chains, only the first ones get curves. */
enum { CHAINS_MAX = 500 };

size_t *sim_chain_ends(struct arena *arena, const struct sim_world *world, size_t *count)
{
    const struct sim_joint *joints = sim_joints(world);
    size_t joint_count = sim_joint_count(world);
    size_t *ends = arena_array(arena, CHAINS_MAX, sizeof *ends);
    *count = 0;
    for (size_t j = 0; j < joint_count && *count <= CHAINS_MAX; j++) {
        if (joints[j].head == SIM_NONE) {
            continue;
        }
        bool same = *count > 0 && joints[ends[*count - 1]].spring == joints[j].spring;
        if (!same && *count == CHAINS_MAX) {
            break;
        }
        ends[same ? *count - 1 : (*count)++] = j;
    }
    return ends;
}

/* Returns the angle to which a rule compares the curve. Only settling has one; other rules use single frames, or the
 * end. */
static double threshold_of(const struct sim_family *family, enum scenario scenario)
{
    return scenario == SCENARIO_SETTLE ? family->check->thresholds->values[THRESHOLD_REST_POSE_SAGS] : NAN;
}

void sim_fill_curves(const struct sim_family *family, const size_t *ends, size_t count)
{
    struct check *check = family->check;
    struct vrmlint_curve *curves = arena_array(family->arena, count * SCENARIO_COUNT, sizeof *curves);
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        size_t spring = family->joints[ends[i]].spring;
        struct vrmlint_text subject = name_text(family->avatar, findings_languages(family->findings),
                                                sim_the_group("thing", family->avatar, family->is_0x, spring));
        for (int s = 0; s < SCENARIO_COUNT && family->shown[family->joints[ends[i]].head]; s++) {
            const struct metrics_curve *curve = &family->metrics->curves[i * SCENARIO_COUNT + (size_t)s];
            if (curve->count == 0) {
                continue; /* a pose that doesn't move the chain */
            }
            curves[filled++] = (struct vrmlint_curve){.spring = spring,
                                                      .subject = subject,
                                                      .motion = scenario_facts[s].name,
                                                      .seconds_per_sample = MEASURE_SAMPLE,
                                                      .degrees = curve->degrees,
                                                      .count = curve->count,
                                                      .threshold = threshold_of(family, (enum scenario)s)};
        }
    }
    check->curves = curves;
    check->curve_count = filled;
}
