/* The simulation's results for programs that display the avatar: the transforms of the nodes that it rotates. */
#include "support.h"

#include <math.h>
#include <stdio.h>

#include "vrmlint.h"

enum { JOINTS_MOST = 64 };

/* Returns the matrix of a node; fails the test if the node isn't one that rotates. */
static const double *matrix_of(const struct vrmlint_simulation *simulation, size_t node)
{
    for (size_t i = 0; i < simulation->node_count; i++) {
        if (simulation->nodes[i] == node) {
            return simulation->matrices + 12 * i;
        }
    }
    fail_msg("node %zu isn't among those that turn", node);
    return NULL;
}

/*
 * Checks that the tail of a joint is the head of the next one in its spring, and that its position in the joint's own
 * space never changes: at rest, offsets is filled in. Returns how many were compared.
 */
static size_t compare(const struct vrmlint_simulation *simulation, double offsets[][3], bool rest)
{
    size_t compared = 0;
    assert_true(simulation->joint_count <= JOINTS_MOST);
    for (size_t i = 1; i < simulation->joint_count; i++) {
        if (simulation->joints[i].spring != simulation->joints[i - 1].spring) {
            continue;
        }
        const double *above = matrix_of(simulation, simulation->joints[i - 1].node);
        const double *head = matrix_of(simulation, simulation->joints[i].node);
        for (size_t axis = 0; axis < 3; axis++) {
            double offset = 0; /* there is no scale */
            for (size_t row = 0; row < 3; row++) {
                offset += above[4 * row + axis] * (head[4 * row + 3] - above[4 * row + 3]);
            }
            offsets[i][axis] = rest ? offset : offsets[i][axis];
            assert_true(fabs(offset - offsets[i][axis]) < 1e-9);
            assert_true(fabs(head[4 * axis + 3] - simulation->tails[3 * (i - 1) + axis]) < 1e-9);
        }
        compared++;
    }
    return compared;
}

static void heads_are_tails(void **state)
{
    (void)state;
    for (int engine = VRMLINT_ENGINE_SPEC; engine <= VRMLINT_ENGINE_UNIVRM; engine++) {
        struct vrmlint_simulation_options options = {.engine = (enum vrmlint_engine)engine,
                                                     .limbs = VRMLINT_LIMBS_ARMS_DOWN};
        struct vrmlint_simulation *simulation =
            vrmlint_simulation_new(source_path("fixtures/whole/clean.vrm"), &options);
        assert_non_null(simulation);
        assert_null(simulation->error);
        double offsets[JOINTS_MOST][3] = {{0}};
        assert_true(compare(simulation, offsets, true) > 0);
        for (int step = 1; step <= 90; step++) {
            struct vrmlint_pose pose;
            vrmlint_motion_pose(VRMLINT_MOTION_TURN, step / 60.0, &pose);
            vrmlint_simulation_step(simulation, &pose, 1 / 60.0);
            assert_true(compare(simulation, offsets, false) > 0);
        }
        vrmlint_simulation_free(simulation);
    }
}

TEST_PROGRAM(simulation)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(heads_are_tails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
