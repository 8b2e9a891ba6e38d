/*
 * The article's solver compared with its difference equation. With s the spring, c the damp, g the gravity and
 * the pose reset in each step:
 *   A = c s dt^2, F = |s L a + g|, D = 1 - A + c dt^2 F/L, and z^2 - (1 - A + c)/D z + c/D = 0.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>

#include "sim_rigs.h"

#define DT (1.0 / 60)

static const struct vec3 right = {1, 0, 0};
static const struct vec3 up = {0, 1, 0};
static const struct vec3 down = {0, -1, 0};

struct setup {
    struct vec3 offset;
    struct sim_pbd_settings settings;
};

static struct rig load_setup(const struct setup *setup)
{
    struct sim_options options = {.pbd = setup->settings};
    char *json = rig_chain(1, setup->offset, "", "", "");
    struct rig rig = rig_load(json, &sim_pbd, &options);
    free(json);
    return rig;
}

/* Returns the larger number. NaN counts as the largest. */
static double larger(double a, double b)
{
    return b <= a ? a : b;
}

/* Returns how many steps are needed to recognize a growth of 1 / that number. */
static int enough(void)
{
    return (int)trials(20000);
}

/* Whether a swing of a thousandth of a degree has grown after many steps. */
static bool grows(const struct setup *setup, struct vec3 rest, double dt, int steps)
{
    struct rig rig = load_setup(setup);
    struct sim_pose pose = SIM_POSE_REST;
    double first = 0;
    double last = 0;
    /* the bone starts at rest and the root is shifted by a tiny amount, so it doesn't have to settle first */
    pose.position.x = rest.x == 0 ? 1e-9 : 0;
    pose.position.y = rest.x == 0 ? 0 : 1e-9;
    for (int step = 0; step < steps; step++) {
        sim_step(rig.sim, &pose, dt);
        double angle = rig_angle(&rig, 0, rest);
        first = step < 50 ? larger(first, angle) : first;
        last = step >= steps - 50 ? larger(last, angle) : last;
    }
    rig_free(&rig);
    assert_true(first > 0 && last >= 0);
    return last > first;
}

/*
 * Returns the spring above which a hanging bone oscillates, divided by its prediction, by bisection. 20,000 steps
 * recognize a growth of 1e-4. With A = 1 + c + c dt^2 F/(2L) and F = s L + g the prediction is
 *   2 (1 + c)/(c dt^2) + g/L.
 */
static double spring_limit(double damp, double dt, double gravity)
{
    double predicted = 2 * (1 + damp) / (damp * dt * dt) + gravity / 0.1;
    double low = 0.9 * predicted;
    double high = 1.1 * predicted;
    while (high - low > 0.2 / enough() * predicted) {
        double middle = (low + high) / 2;
        struct setup setup = {
            {0, -0.1, 0}, {.spring = middle, .damp = damp, .gravity = gravity, .point_size = 0.02, .reset_pose = true}};
        if (grows(&setup, down, dt, enough())) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return (low + high) / 2 / predicted;
}

static void test_spring_limit(void **state)
{
    (void)state;
    assert_true(fabs(spring_limit(0.85, 1.0 / 60, 0) - 1) < 1.0 / enough());
    assert_true(fabs(spring_limit(0.85, 1.0 / 30, 0) - 1) < 1.0 / enough());
    assert_true(fabs(spring_limit(0.5, 0.3, 0) - 1) < 1.0 / enough());
    assert_true(fabs(spring_limit(0.99, 0.01, 0) - 1) < 1.0 / enough());
    assert_true(fabs(spring_limit(0.85, 1.0 / 60, 9.8) - 1) < 1.0 / enough());
    assert_true(fabs(spring_limit(0.7, 1.0 / 30, 20) - 1) < 1.0 / enough());
}

/* An upright bone, held up against gravity, is stable only if dt^2 < (1 - c) L / (c g). */
static void test_upright_limit(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        double length = i == 0 ? 0.05 : 0.2;
        double predicted = sqrt(0.15 * length / (0.85 * 9.8));
        double low = 0.9 * predicted;
        double high = 1.1 * predicted;
        struct setup setup = {{0, length, 0},
                              {.spring = 1000, .damp = 0.85, .gravity = 9.8, .point_size = 0.02, .reset_pose = true}};
        while (high - low > 0.2 / enough() * predicted) {
            double middle = (low + high) / 2;
            if (grows(&setup, up, middle, enough())) {
                high = middle;
            } else {
                low = middle;
            }
        }
        assert_true(fabs((low + high) / 2 / predicted - 1) < 1.0 / enough());
    }
}

/* Returns the factor by which a swing decays in each step, averaged over many. */
static double decay(const struct sim_pbd_settings *settings, double dt)
{
    struct setup setup = {{0, -0.1, 0}, *settings};
    struct rig rig = load_setup(&setup);
    struct sim_pose pose = SIM_POSE_REST;
    pose.position.x = 1e-5;
    double swings[2] = {0, 0};
    for (int step = 0; step < 240; step++) {
        sim_step(rig.sim, &pose, dt);
        size_t window = step < 100 ? 0 : 1;
        if (step < 40 || step >= 200) {
            swings[window] = larger(swings[window], rig_angle(&rig, 0, down));
        }
    }
    rig_free(&rig);
    return pow(swings[1] / swings[0], 1.0 / 200);
}

static void test_decay(void **state)
{
    (void)state;
    /* without gravity |z| = sqrt(c) for any spring; without damping nothing is lost; above the limit swings grow */
    struct sim_pbd_settings settings = {.spring = 2000, .damp = 0.85, .point_size = 0.02, .reset_pose = true};
    assert_true(fabs(decay(&settings, DT) - sqrt(0.85)) < 2e-3);
    settings.spring = 10000;
    assert_true(fabs(decay(&settings, DT) - sqrt(0.85)) < 2e-3);
    settings.damp = 1;
    assert_true(fabs(decay(&settings, DT) - 1) < 1e-3);
    settings.damp = 1.01;
    assert_true(fabs(decay(&settings, DT) - sqrt(1.01)) < 2e-3);
    /* with gravity along the bone |z| = sqrt(c/D) */
    settings = (struct sim_pbd_settings){.spring = 2000, .damp = 0.85, .gravity = 9.8, .reset_pose = true};
    double d = 1 - 0.85 * 2000 * DT * DT + 0.85 * DT * DT * (2000 * 0.1 + 9.8) / 0.1;
    assert_true(fabs(decay(&settings, DT) - sqrt(0.85 / d)) < 2e-3);
}

/* tan = g sin(beta) / (s L + g cos(beta)): longer bones sag less. The frame rate and the damp have no effect. */
static void test_equilibrium(void **state)
{
    (void)state;
    static const double lengths[] = {0.05, 0.1, 0.3};
    for (size_t i = 0; i < 6; i++) {
        double length = lengths[i % 3];
        struct setup setup = {{length, 0, 0}, SIM_PBD_ARTICLE};
        setup.settings.reset_pose = true;
        setup.settings.damp = i < 3 ? 0.85 : 0.6;
        struct rig rig = load_setup(&setup);
        rig_run(&rig, MOTION_NONE, i < 3 ? DT : 1.0 / 90, 5000);
        double degrees = angle_degrees(rig_angle(&rig, 0, right));
        assert_true(fabs(degrees - angle_degrees(atan2(9.8, 100 * length))) < 1e-4);
        rig_free(&rig);
    }
}

/* As published, the rest direction rotates with the bone, so any constant pull wins in the end. */
static void test_no_memory(void **state)
{
    (void)state;
    struct setup setup = {{0.1, 0, 0}, SIM_PBD_ARTICLE};
    setup.settings.gravity = 0.5;
    struct rig rig = load_setup(&setup);
    rig_run(&rig, MOTION_NONE, DT, 6000);
    assert_true(rig_angle(&rig, 0, down) < 1e-3);
    rig_free(&rig);
    setup.settings.reset_pose = true;
    rig = load_setup(&setup);
    rig_run(&rig, MOTION_NONE, DT, 6000);
    assert_true(rig_angle(&rig, 0, right) < 0.06);
    rig_free(&rig);
}

/* Each point keeps its distance to the previous one, and stays outside of spheres, except that restoring the
 * distance takes back a little. */
static void test_chain(void **state)
{
    (void)state;
    struct rig rig = rig_load_chain(&sim_pbd, 4, (struct vec3){0.05, -0.02, 0}, "", "", "");
    double length = sqrt(0.05 * 0.05 + 0.02 * 0.02);
    rig_run(&rig, MOTION_BOB, DT, 100);
    for (size_t j = 0; j < 4; j++) {
        struct vec3 from = j == 0 ? sim_head(rig.sim, 0) : sim_state(rig.sim, j - 1);
        assert_true(fabs(vec3_distance(from, sim_state(rig.sim, j)) - length) < 1e-12);
        rig_near(sim_tail(rig.sim, j), sim_state(rig.sim, j), 1e-12);
    }
    rig_free(&rig);
}

/* With parameters from the file, a small swing is the same as with the specification's engine. */
static void test_from_file(void **state)
{
    (void)state;
    struct sim_options options = {.pbd = {.from_file = true, .reset_pose = true}};
    char *json =
        rig_chain(1, (struct vec3){0, -2, 0}, "'stiffness': 0.7, 'dragForce': 0.3, 'gravityPower': 0.4", "", "");
    struct rig article = rig_load(json, &sim_pbd, &options);
    struct rig text = rig_load(json, &sim_spec, NULL);
    struct sim_pose pose = SIM_POSE_REST;
    pose.position.x = 1e-4;
    for (int step = 0; step < 60; step++) {
        sim_step(article.sim, &pose, DT);
        sim_step(text.sim, &pose, DT);
        /* the pull of stiffness also stretches the bone before its length is restored, by a hundredth here */
        rig_near(sim_tail(article.sim, 0), sim_tail(text.sim, 0), 2e-6);
    }
    rig_free(&article);
    rig_free(&text);
    free(json);
    struct sim_joint joint = {.stiffness = 2, .drag = 0.5, .gravity_power = 0.25, .hit_radius = 0.03};
    struct sim_pbd_settings settings = sim_pbd_from_file(&joint, 0.1, 0.02);
    rig_near_number(settings.spring, 2000, 1e-9);
    rig_near_number(settings.damp, 0.5, 0);
    rig_near_number(settings.gravity, 25, 1e-12);
    rig_near_number(settings.point_size, 0.03, 0);
    joint.drag = 1;
    settings = sim_pbd_from_file(&joint, 0.1, 0.02);
    assert_true(settings.spring == 0 && settings.gravity == 0 && settings.damp == 0);
}

/* VRM 0.x: a point for each child, all with the same parent, and none for a node without children. */
static void test_branches(void **state)
{
    (void)state;
    struct rig rig =
        rig_load("{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]}, "
                 "{'translation': [0, 1, 0], 'children': [2, 3]}, {'translation': [0.1, 0, 0]}, "
                 "{'translation': [0, 0, 0.1], 'children': [4]}, {'translation': [0, 0, 0.1]}], 'extensions': "
                 "{'VRM': {'secondaryAnimation': {'boneGroups': [{'bones': [1]}]}}}}",
                 &sim_pbd, &(struct sim_options){.pbd = SIM_PBD_ARTICLE});
    static const size_t wanted[][3] = {{1, 2, 0}, {1, 3, 0}, {3, 4, 2}};
    const struct sim_joint *joints = sim_joints(rig.world);
    assert_int_equal(sim_joint_count(rig.world), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(joints[i].head == wanted[i][0] && joints[i].tail == wanted[i][1] &&
                    joints[i].index == wanted[i][2]);
    }
    for (int step = 0; step < 30; step++) {
        sim_step(rig.sim, &SIM_POSE_REST, DT);
        /* the third point is connected to the current position of the second */
        rig_near_number(vec3_distance(sim_state(rig.sim, 2), sim_state(rig.sim, 1)), 0.1, 1e-12);
    }
    rig_free(&rig);
}

TEST_PROGRAM(sim_pbd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spring_limit), cmocka_unit_test(test_upright_limit), cmocka_unit_test(test_decay),
        cmocka_unit_test(test_equilibrium),  cmocka_unit_test(test_no_memory),     cmocka_unit_test(test_chain),
        cmocka_unit_test(test_from_file),    cmocka_unit_test(test_branches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
