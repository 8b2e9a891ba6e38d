/* Runs that continue from a state of another run give the same bits as separate runs; and studies that end early. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "sim/measure.h"
#include "sim/metrics.h"
#include "sim_rigs.h"

enum { SEEDS = 60 };

/* Measures all joints in a scenario. All scenarios but the first get expected directions: straight down. */
static struct measure *measure_of(struct rig *rig, struct measurer *measurer, enum scenario scenario, double rate)
{
    struct arena *arena = rig->file.arena;
    size_t count = sim_joint_count(rig->world);
    struct measure *out = arena_array(arena, count, sizeof *out);
    struct vec3 *expected = arena_array(arena, count, sizeof *expected);
    for (size_t j = 0; j < count; j++) {
        expected[j] = (struct vec3){0, -1, 0};
    }
    measurer_run(measurer, rig->sim, scenario, rate, scenario == SCENARIO_SETTLE ? NULL : expected, out);
    return out;
}

static bool is_same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool is_same(const struct measure *a, const struct measure *b, bool bends)
{
    const double one[] = {a->final.x,   a->final.y,    a->final.z, a->tail.x,   a->tail.y,
                          a->tail.z,    a->depart,     a->settle,  a->residual, a->reversals,
                          a->rest_turn, a->frame_turn, a->speed,   a->depth,    bends ? a->bend : 0};
    const double two[] = {b->final.x,   b->final.y,    b->final.z, b->tail.x,   b->tail.y,
                          b->tail.z,    b->depart,     b->settle,  b->residual, b->reversals,
                          b->rest_turn, b->frame_turn, b->speed,   b->depth,    bends ? b->bend : 0};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        if (!is_same_number(one[i], two[i])) {
            return false;
        }
    }
    return a->deepest == b->deepest && a->passes == b->passes && a->passed == b->passed && a->broken == b->broken;
}

/* Runs scenarios in the order of a study, with other rates in between, and compares each with a separate simulation. */
static void test_moments(void **state)
{
    (void)state;
    static const struct {
        enum scenario scenario;
        double rate;
    } runs[] = {{SCENARIO_SETTLE, 60},   {SCENARIO_STEP, 60},  {SCENARIO_SHAKE, 60}, {SCENARIO_WALK, 60},
                {SCENARIO_TURN, 60},     {SCENARIO_TURN, 30},  {SCENARIO_TURN, 144}, {SCENARIO_NOD, 60},
                {SCENARIO_TELEPORT, 60}, {SCENARIO_HITCH, 60}, {SCENARIO_WALK, 60}};
    int bad = 0;
    for (unsigned seed = 0; seed < trials(SEEDS); seed++) {
        char *text = rig_random(seed);
        struct rig together = rig_load(text, &sim_spec, NULL);
        struct measurer *measurer = measurer_new(together.file.arena, together.world);
        size_t steps = 0;
        for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
            struct rig alone = rig_load(text, &sim_spec, NULL);
            struct measurer *fresh = measurer_new(alone.file.arena, alone.world);
            const struct measure *one = measure_of(&together, measurer, runs[r].scenario, runs[r].rate);
            const struct measure *two = measure_of(&alone, fresh, runs[r].scenario, runs[r].rate);
            bool bends = scenario_facts[runs[r].scenario].everyday;
            for (size_t j = 0; j < sim_joint_count(alone.world); j++) {
                if (!is_same(&one[j], &two[j], bends)) {
                    print_error("seed %u, %s, joint %zu\n", seed, scenario_facts[runs[r].scenario].name, j);
                    bad++;
                }
            }
            steps += measurer_steps(fresh);
            rig_free(&alone);
        }
        assert_int_equal(measurer_steps(measurer), steps);
        rig_free(&together);
        free(text);
    }
    assert_int_equal(bad, 0);
}

/* What the thresholds say of a joint after a run: whether it comes to rest, jitters, and comes to rest late. */
static unsigned verdicts_of(const struct measure *measure, const struct thresholds *thresholds)
{
    const double *limits = thresholds->values;
    bool unsettled = angle_degrees(measure->residual) > limits[THRESHOLD_DOES_NOT_SETTLE];
    bool jitters = measure->reversals > limits[THRESHOLD_JITTER] &&
                   angle_degrees(measure->rest_turn) > limits[THRESHOLD_JITTER_ANGLE];
    bool late = measure->settle > limits[THRESHOLD_SLOW_SETTLE_INFO];
    return (unsettled ? 1U : 0U) | (jitters ? 2U : 0U) | (late ? 4U : 0U);
}

/* Whether a run that ended early says the same as one that went on. */
static bool says_the_same(const struct measure *whole, const struct measure *early, const struct thresholds *thresholds)
{
    return verdicts_of(whole, thresholds) == verdicts_of(early, thresholds) &&
           fabs(whole->frame_turn - early->frame_turn) < 1e-12 && /* of what stands still it is a rounding error */
           whole->bend == early->bend && whole->passes == early->passes && whole->broken == early->broken &&
           (verdicts_of(whole, thresholds) == 0 || whole->settle == early->settle);
}

/* Runs that end as soon as the rest can't matter are shorter, and say the same. */
static void test_hurry(void **state)
{
    (void)state;
    static const enum scenario motions[] = {SCENARIO_STEP, SCENARIO_SHAKE,    SCENARIO_WALK, SCENARIO_TURN,
                                            SCENARIO_NOD,  SCENARIO_TELEPORT, SCENARIO_HITCH};
    struct thresholds thresholds = thresholds_default();
    struct measure_quiet quiet = measure_quiet(&thresholds);
    size_t whole_steps = 0;
    size_t early_steps = 0;
    int bad = 0;
    for (unsigned seed = 0; seed < trials(SEEDS); seed++) {
        char *text = rig_random(seed);
        struct rig rig = rig_load(text, &sim_spec, NULL);
        size_t count = sim_joint_count(rig.world);
        struct measurer *measurer = measurer_new(rig.file.arena, rig.world);
        struct measure *runs = arena_array(rig.file.arena, 2 * count, sizeof *runs);
        struct vec3 *expected = arena_array(rig.file.arena, count, sizeof *expected);
        measurer_run(measurer, rig.sim, SCENARIO_SETTLE, 60, NULL, runs);
        for (size_t j = 0; j < count; j++) {
            expected[j] = runs[j].final;
        }
        for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
            for (int early = 0; early < 2; early++) {
                size_t before = measurer_steps(measurer);
                measurer_hurry(measurer, early ? &quiet : NULL);
                measurer_run(measurer, rig.sim, motions[i], 60, expected, runs + early * count);
                *(early ? &early_steps : &whole_steps) += measurer_steps(measurer) - before;
            }
            for (size_t j = 0; j < count; j++) {
                if (!says_the_same(&runs[j], &runs[count + j], &thresholds)) {
                    print_error("seed %u, %s, joint %zu\n", seed, scenario_facts[motions[i]].name, j);
                    bad++;
                }
            }
        }
        rig_free(&rig);
        free(text);
    }
    assert_int_equal(bad, 0);
    assert_true(early_steps < whole_steps);
}

/* Whether a joint has been shaken. Counts its calls. */
static bool has_moved(const struct metrics *metrics, void *context)
{
    size_t *asked = context;
    ++*asked;
    return metrics->joint_count > 0 && metrics->joints[0].speed > 0;
}

/* Scenarios that are left out count with all their steps, and the values of the others don't change. */
static void test_enough(void **state)
{
    (void)state;
    struct rig rig = rig_load_chain(&sim_spec, 4, (struct vec3){0, -0.06, 0}, "'stiffness': 1", "", "");
    struct thresholds thresholds = thresholds_default();
    struct metrics_options options = {.thresholds = &thresholds, .rates = true};
    const struct metrics *whole = metrics_measure(rig.file.arena, rig.world, &options);
    size_t asked = 0;
    options.is_enough = has_moved;
    options.context = &asked;
    const struct metrics *part = metrics_measure(rig.file.arena, rig.world, &options);
    assert_int_equal(asked, 3); /* before everything, before the step, and before the shake */
    size_t most = 0;
    for (int s = SCENARIO_SHAKE; s < SCENARIO_POSES; s++) {
        most += scenario_frames((enum scenario)s, 60);
    }
    most +=
        scenario_frames(SCENARIO_TURN, 30) + scenario_frames(SCENARIO_TURN, 90) + scenario_frames(SCENARIO_TURN, 144);
    assert_true(part->steps > most && part->steps < most + scenario_frames(SCENARIO_STEP, 60) + 600);
    assert_true(part->steps > whole->steps);
    for (size_t j = 0; j < whole->joint_count; j++) {
        assert_true(part->joints[j].sag == whole->joints[j].sag);
        assert_true(part->joints[j].force == whole->joints[j].force);
        assert_true(part->joints[j].bend == 0 && whole->joints[j].bend > 0);
    }
    rig_free(&rig);
}

/* Returns a copy of a random avatar with its colliders on a bone of a chain. The caller frees it. */
static char *on_chains(const char *text)
{
    char *copy = strdup(text);
    assert_non_null(copy);
    for (char *at = copy; (at = strstr(at, ", 'shape'")) != NULL; at++) {
        at[-1] = '4'; /* the number of its node: 1 or 2 */
    }
    return copy;
}

/* Steps two simulations of a rig that has been moved before, and leaves some joints out of one of them. Returns the
 * number of joints that are left out; adds the faults to *bad. */
static size_t leave_some(const char *text, const struct sim_engine *engine, unsigned seed, int *bad)
{
    struct rig whole = rig_load(text, engine, NULL);
    struct rig part = rig_load(text, engine, NULL);
    size_t count = sim_joint_count(whole.world);
    bool *done = calloc(count + 1, sizeof *done);
    size_t left = 0;
    assert_non_null(done);
    for (size_t j = 0; j < count; j++) {
        done[j] = (seed * 7919u + (unsigned)j * 104729u) % 8 < 5;
    }
    for (int step = 0; step < 80; step++) {
        struct sim_pose pose = {
            .position = {step < 10 ? 0.02 * step : 0.2, 0, 0}, .rotation = QUAT_IDENTITY, .nod = QUAT_IDENTITY};
        if (step % 8 == 0) {
            sim_leave_out(part.sim, done);
        }
        sim_step(whole.sim, &pose, 1.0 / 64);
        sim_step(part.sim, &pose, 1.0 / 64);
    }
    for (size_t j = 0; j < count; j++) {
        struct vec3 tails[] = {sim_tail(whole.sim, j), sim_tail(part.sim, j)};
        bool differs = memcmp(&tails[0], &tails[1], sizeof tails[0]) != 0;
        bool finite = vec3_length(tails[0]) < 1e6;
        *bad += !sim_is_left_out(part.sim, j) && differs && finite;
        *bad += sim_is_left_out(part.sim, j) && !done[j];
        left += sim_is_left_out(part.sim, j);
    }
    sim_step(part.sim, &(struct sim_pose){.rotation = {0, 0.6, 0, 0.8}, .nod = QUAT_IDENTITY}, 1.0 / 64);
    for (size_t j = 0; j < count; j++) {
        *bad += sim_is_left_out(part.sim, j); /* the root has moved */
    }
    free(done);
    rig_free(&whole);
    rig_free(&part);
    return left;
}

/* Joints that nothing depends on are left out of steps, and all others keep their bits. */
static void test_left_out(void **state)
{
    (void)state;
    size_t left = 0;
    int bad = 0;
    for (unsigned seed = 0; seed < trials(SEEDS); seed++) {
        char *text = rig_random(seed);
        char *odd = on_chains(text);
        left += leave_some(text, &sim_spec, seed, &bad);
        left += leave_some(text, &sim_three_vrm, seed, &bad);
        left += leave_some(odd, &sim_spec, seed, &bad);
        left += leave_some(odd, &sim_three_vrm, seed, &bad);
        free(text);
        free(odd);
    }
    assert_int_equal(bad, 0);
    assert_true(left > 0);
}

TEST_PROGRAM(sim_prefix)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moments), cmocka_unit_test(test_left_out),
                                       cmocka_unit_test(test_hurry), cmocka_unit_test(test_enough)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
