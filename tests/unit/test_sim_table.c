/* The calibration of the simulation's thresholds: sane parameter sets have no findings, broken ones have the right
 * ones. The numbers are those of the published table, which another program measured. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/verdict.h"
#include "sim_rigs.h"
#include "sim_sets.h"

static const char *const names[] = {
    [VERDICT_NON_FINITE] = "non-finite",
    [VERDICT_TAIL_AT_COLLIDER_CENTER] = "tail-at-collider-center",
    [VERDICT_NO_RESTORING_FORCE] = "no-restoring-force",
    [VERDICT_DOES_NOT_SETTLE] = "does-not-settle",
    [VERDICT_JITTER] = "jitter",
    [VERDICT_SLOW_SETTLE] = "slow-settle",
    [VERDICT_REST_POSE_SAGS] = "rest-pose-sags",
    [VERDICT_REST_POSE_COLLAPSES] = "rest-pose-collapses",
    [VERDICT_COLLIDER_NO_FEASIBLE_POSE] = "collider-no-feasible-pose",
    [VERDICT_LIMIT_COLLIDER_CONFLICT] = "limit-collider-conflict",
    [VERDICT_REST_PENETRATION] = "rest-penetration",
    [VERDICT_COLLIDER_MOVES_REST_POSE] = "collider-moves-rest-pose",
    [VERDICT_COLLIDER_TUNNELLING] = "collider-tunnelling",
    [VERDICT_VIOLENT_MOTION] = "violent-motion",
    [VERDICT_WALK_LAG] = "walk-lag",
    [VERDICT_RIGID_CHAIN] = "rigid-chain",
    [VERDICT_FRAME_RATE_DEPENDENT_POSE] = "frame-rate-dependent-pose",
};

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Lists the verdicts over all joints in alphabetical order. */
static void list_verdicts(const struct metrics *metrics, char *text, size_t size)
{
    struct thresholds thresholds = thresholds_default();
    bool has[VERDICT_COUNT] = {false};
    for (size_t j = 0; j < metrics->joint_count; j++) {
        struct verdicts verdicts = verdict_of(metrics, j, &thresholds);
        for (size_t v = 0; v < VERDICT_COUNT; v++) {
            has[v] = has[v] || verdicts.how_bad[v] > 0;
        }
    }
    const char *sorted[VERDICT_COUNT];
    memcpy(sorted, names, sizeof names);
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        sorted[v] = has[v] ? names[v] : "";
    }
    qsort(sorted, VERDICT_COUNT, sizeof *sorted, compare);
    *text = '\0';
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", sorted[v]);
    }
}

/* Tolerance for sets that never come to rest, relative to their speed: they oscillate, so the last
 * bits of each step soon matter. */
#define CHAOS 1e-4

static bool differs(double measured, double published, double tolerance)
{
    return published >= 0 && !(fabs(measured - published) <= tolerance);
}

/* Converts a speed from angles to chords: the table gives the turn in a frame as a chord. */
static double chord_speed(double speed)
{
    return 2 * sin(fmin(speed / 60, ANGLE_PI) / 2) * 60;
}

/* Returns 1 and prints the numbers if one differs from the table by more than the table's rounding, else 0. */
static int compare_numbers(const struct sim_set *set, const struct metrics *metrics)
{
    struct joint_metrics most = {.depth = 0};
    double sag = 0;
    for (size_t j = 0; j < metrics->joint_count; j++) {
        const struct joint_metrics *joint = &metrics->joints[j];
        sag = fmax(sag, metrics->settled[j].depart);
        most.settle.value = fmax(most.settle.value, joint->settle.value);
        most.residual.value = fmax(most.residual.value, chord_speed(joint->residual.value));
        most.frame_turn.value = fmax(most.frame_turn.value, joint->frame_turn.value);
        most.depth = fmax(most.depth, joint->depth);
    }
    bool bad = differs(angle_degrees(sag), set->sag, 0.51) || differs(most.settle.value, set->settle, 0.006) ||
               differs(angle_degrees(most.residual.value), set->residual, 0.06 + CHAOS * set->residual) ||
               angle_degrees(most.frame_turn.value) < set->frame_turn - 0.51 || /* the table doesn't include nodding */
               differs(1000 * most.depth, set->depth, 0.06);
    if (bad) {
        print_error("%s: sag %.1f settle %.3f residual %.2f turn %.1f depth %.2f; should be %g %g %g %g %g\n",
                    set->name, angle_degrees(sag), most.settle.value, angle_degrees(most.residual.value),
                    angle_degrees(most.frame_turn.value), 1000 * most.depth, set->sag, set->settle, set->residual,
                    set->frame_turn, set->depth);
    }
    return bad;
}

static void test_table(void **state)
{
    (void)state;
    int bad = 0;
    struct thresholds thresholds = thresholds_default();
    for (size_t i = 0; i < sim_set_count; i++) {
        const struct sim_set *set = &sim_sets[i];
        char *text = sim_set_file(set);
        struct rig rig = rig_load(text, &sim_spec, NULL);
        struct metrics_options options = {.thresholds = &thresholds, .rates = true};
        struct metrics *metrics = metrics_measure(rig.file.arena, rig.world, &options);
        char verdicts[600];
        list_verdicts(metrics, verdicts, sizeof verdicts);
        if (set->verdicts == NULL) {
            rig_free(&rig);
            free(text);
            continue; /* it only has to end, which it did */
        }
        if (strcmp(verdicts, set->verdicts) != 0) {
            print_error("%s: %s; should be %s\n", set->name, verdicts, set->verdicts);
            bad++;
        }
        bad += compare_numbers(set, metrics);
        rig_free(&rig);
        free(text);
    }
    assert_int_equal(sim_set_count, 58);
    assert_int_equal(bad, 0);
}

TEST_PROGRAM(sim_table)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
