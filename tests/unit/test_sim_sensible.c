/* Avatars made by skilled artists: at most one in fifty gets a warning of the simulation. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "sim/verdict.h"
#include "sim_sensible.h"
#include "spring_files.h"

enum { RIGS = 200 };

#define WARNED_MOST 0.02

/* ---- with the check ---- */

static bool is_warned(unsigned seed, size_t *infos)
{
    char *text = sensible_rig(seed);
    text_use_double_quotes(text);
    struct vrmlint_report *report = lint_text("default", text);
    bool warned = false;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool is_sim = strncmp(finding->rule->id, "sim/", 4) == 0;
        if (!is_sim && finding->severity == VRMLINT_ERROR) {
            fail_msg("rig %u: %s", seed, ENGLISH(finding->message));
        }
        if (is_sim && finding->severity >= VRMLINT_WARNING) {
            print_message("rig %u: %s: %s\n", seed, finding->rule->id, ENGLISH(finding->message));
            warned = true;
        }
        *infos += is_sim && finding->severity < VRMLINT_WARNING;
    }
    vrmlint_report_free(report);
    free(text);
    return warned;
}

static void expect_few(const char *what, size_t warned, size_t rigs)
{
    print_message("%s: of %zu sensible rigs, %zu get a warning of the simulation (%.1f %%)\n", what, rigs, warned,
                  100.0 * (double)warned / (double)rigs);
    /* with few rigs, one warning may exceed the share */
    assert_true((double)warned <= fmax(1, WARNED_MOST * (double)rigs));
}

static void test_check(void **state)
{
    (void)state;
    size_t warned = 0;
    size_t infos = 0;
    size_t rigs = trials(RIGS);
    for (unsigned seed = 1; seed <= rigs; seed++) {
        warned += is_warned(seed, &infos);
    }
    print_message("%zu findings of less\n", infos);
    expect_few("check", warned, rigs);
}

/* ---- at any frame rate ---- */

/* Verdicts that are warnings of their own. */
static const enum verdict warnings[] = {
    VERDICT_NON_FINITE,          VERDICT_NO_RESTORING_FORCE,        VERDICT_DOES_NOT_SETTLE,  VERDICT_JITTER,
    VERDICT_REST_POSE_COLLAPSES, VERDICT_COLLIDER_NO_FEASIBLE_POSE, VERDICT_REST_PENETRATION, VERDICT_VIOLENT_MOTION,
};

static bool is_warned_at(unsigned seed, double frames_per_second)
{
    char *text = sensible_rig(seed);
    struct loaded file = load(text);
    struct thresholds thresholds = thresholds_default();
    /* a bone turns more in a longer frame; the threshold is meant for 1/60 second */
    thresholds.values[THRESHOLD_VIOLENT_MOTION] *= fmax(1, 60 / frames_per_second);
    struct sim_world *world = sim_world_build(file.arena, file.avatar, &sim_spec, SIM_LIMBER, 1);
    const struct metrics *metrics =
        metrics_measure(file.arena, world,
                        &(struct metrics_options){.thresholds = &thresholds, .frames_per_second = frames_per_second});
    bool warned = false;
    assert_true(metrics->limber);
    for (size_t j = 0; j < metrics->joint_count; j++) {
        struct verdicts verdicts = verdict_of(metrics, j, &thresholds);
        bool severe = verdicts.severe[VERDICT_SLOW_SETTLE] || verdicts.severe[VERDICT_COLLIDER_MOVES_REST_POSE];
        for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++) {
            double how_bad = verdicts.how_bad[warnings[i]];
            if (how_bad > 0 && !warned && !severe) {
                print_message("rig %u at %g frames a second: joint %zu, verdict %d: %g\n", seed, frames_per_second, j,
                              (int)warnings[i], how_bad);
            }
            severe = severe || how_bad > 0;
        }
        warned = warned || severe;
    }
    unload(&file);
    free(text);
    return warned;
}

static void test_rates(void **state)
{
    (void)state;
    static const double rates[] = {24, 30, 45, 72, 90, 120, 144};
    size_t warned = 0;
    size_t rigs = trials(RIGS);
    for (unsigned seed = 1; seed <= rigs; seed++) {
        warned += is_warned_at(seed, rates[seed % (sizeof rates / sizeof *rates)]);
    }
    expect_few("24 to 144 frames a second", warned, rigs);
}

TEST_PROGRAM(sim_sensible)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_check), cmocka_unit_test(test_rates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
