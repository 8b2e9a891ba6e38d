/* The engine three-vrm compared with the real one: all runs and steps in sim/parity.json.
 * Skips without external data. */
#include "support.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "vrmlint.h"

#define TOLERANCE 1e-6 /* relative to the larger of 1 and the number */

struct tally {
    size_t runs;
    size_t bad;
    double worst;
};

static enum vrmlint_motion motion_named(const char *name)
{
    static const char *const names[] = {"none", "step", "shake", "bob", "spin", "turn", "bow", "teleport"};
    for (int i = 0; i < 8; i++) {
        if (strcmp(names[i], name) == 0) {
            return (enum vrmlint_motion)i;
        }
    }
    fail_msg("no motion %s", name);
    return VRMLINT_MOTION_NONE;
}

static const char *model_path(const char *name)
{
    char relative[400];
    snprintf(relative, sizeof relative, "sim/cases/%s", name);
    if (external_path(relative) != NULL) {
        return external_path(relative);
    }
    snprintf(relative, sizeof relative, "corpus/%s", name);
    return needed_path(relative);
}

static double worst_of(const json_t *wanted, const double *got, size_t count)
{
    assert_int_equal(json_array_size(wanted), count);
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        double want = json_number_value(json_array_get(wanted, i));
        double error = fabs(got[i] - want) / fmax(1, fabs(want));
        worst = error <= worst ? worst : error; /* NaN counts as the worst */
    }
    return worst;
}

static double step_length(const json_t *run, size_t step)
{
    const json_t *hitches = json_object_get(run, "hitch");
    for (size_t i = 0; i < json_array_size(hitches); i++) {
        const json_t *hitch = json_array_get(hitches, i);
        if ((size_t)json_integer_value(json_object_get(hitch, "step")) == step) {
            return json_number_value(json_object_get(hitch, "dt"));
        }
    }
    return json_number_value(json_object_get(run, "dt"));
}

static void compare_run(struct tally *tally, const json_t *run)
{
    const char *name = json_string_value(json_object_get(run, "file"));
    const char *motion = json_string_value(json_object_get(run, "motion"));
    struct vrmlint_simulation_options options = {.engine = VRMLINT_ENGINE_THREE_VRM};
    const char *path = model_path(name);
    assert_non_null(path);
    struct vrmlint_simulation *simulation = vrmlint_simulation_new(path, &options);
    assert_non_null(simulation);
    assert_null(simulation->error);
    const json_t *frames = json_object_get(run, "frames");
    size_t steps = (size_t)json_integer_value(json_object_get(run, "steps"));
    size_t frame = 0;
    double time = 0;
    double worst = 0;
    for (size_t step = 1; step <= steps; step++) {
        struct vrmlint_pose pose;
        double dt = step_length(run, step);
        time += dt;
        vrmlint_motion_pose(motion_named(motion), time, &pose);
        vrmlint_simulation_step(simulation, &pose, dt);
        const json_t *wanted = json_array_get(frames, frame);
        if (wanted != NULL && (size_t)json_integer_value(json_object_get(wanted, "step")) == step) {
            size_t count = 3 * simulation->joint_count;
            double sim = worst_of(json_object_get(wanted, "sim"), simulation->states, count);
            double node = worst_of(json_object_get(wanted, "node"), simulation->tails, count);
            worst = sim <= worst ? worst : sim;
            worst = node <= worst ? worst : node;
            frame++;
        }
    }
    assert_int_equal(frame, json_array_size(frames));
    vrmlint_simulation_free(simulation);
    tally->runs++;
    tally->worst = worst <= tally->worst ? tally->worst : worst;
    if (!(worst <= TOLERANCE)) {
        print_error("%s %s%s: off by %g\n", name, motion,
                    json_array_size(json_object_get(run, "hitch")) > 0 ? " with a hitch" : "", worst);
        tally->bad++;
    }
}

static void as_three_vrm(void **state)
{
    (void)state;
    json_t *parity = json_load_file(needed_path("sim/parity.json"), 0, NULL);
    assert_non_null(parity);
    const json_t *runs = json_object_get(parity, "runs");
    struct tally tally = {0};
    size_t every = 50 / hostile_size(50); /* under valgrind, one of many is enough */
    size_t found = 0;
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        if (json_object_get(run, "frames") != NULL && found++ % every == 0) {
            compare_run(&tally, run);
        }
    }
    print_message("%zu of %zu runs, off by %g at most\n", tally.runs, found, tally.worst);
    json_decref(parity);
    assert_int_equal(found, 718);
    assert_int_equal(tally.bad, 0);
}

TEST_PROGRAM(sim_parity)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_three_vrm)};
    return RUN_WITH_EXTERNAL("sim/parity.json", tests);
}
