/* Moving limbs: poses, animations, sizes, joints simulated alone, and bones that pass between chains. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "sim/between.h"
#include "sim/metrics.h"
#include "sim/metrics_work.h"
#include "sim/scenario.h"
#include "sim_rigs.h"
#include "sim_sensible.h"

#define DT (1.0 / 60)

/* Returns a humanoid of a few bones. chest, thigh: their further children; parts: more nodes (from 7 on);
 * springs: members of the extension. */
static char *body(const char *chest, const char *thigh, const char *parts, const char *springs)
{
    char *text = malloc(8192);
    assert_non_null(text);
    snprintf(
        text, 8192,
        "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'name': 'Root', "
        "'children': [1]}, {'name': 'Hips', 'translation': [0, 1, 0], 'rotation': [0, 0.6, 0, 0.8], 'children': "
        "[2, 5]}, {'name': 'Spine', 'translation': [0, 0.3, 0], 'rotation': [0, -0.6, 0, 0.8], 'children': [3%s]}, "
        "{'name': 'Arm', 'translation': [0.2, 0.2, 0], 'children': [4]}, {'name': 'Forearm', 'translation': "
        "[0.3, 0, 0]}, {'name': 'Thigh', 'translation': [0, -0.1, 0], 'children': [6%s]}, {'name': 'Shin', "
        "'translation': [0, -0.4, 0]}%s], 'extensions': {'VRMC_vrm': {'specVersion': '1.0', 'humanoid': "
        "{'humanBones': {'hips': {'node': 1}, 'spine': {'node': 2}, 'leftUpperArm': {'node': 3}, 'leftLowerArm': "
        "{'node': 4}, 'leftUpperLeg': {'node': 5}, 'leftLowerLeg': {'node': 6}}}}, 'VRMC_springBone': "
        "{'specVersion': '1.0', %s}}}",
        chest, thigh, parts, springs);
    return text;
}

/* A chain of two bones straight down below a node. */
#define CHAIN ", {'name': 'A', 'translation': [0, 0, 0], 'children': [8]}, {'name': 'B', 'translation': [0, -0.1, 0]}"
#define SPRING "'springs': [{'joints': [{'node': 7, 'stiffness': 4}, {'node': 8}]}]"

struct posed {
    struct loaded file;
    struct sim_world *world;
    struct sim *sim;
};

static struct sim_options animated(void)
{
    struct sim_options options = {.pbd = SIM_PBD_ARTICLE};
    options.pbd.reset_pose = true;
    return options;
}

static struct posed make(char *text, const struct sim_engine *engine)
{
    struct posed posed = {.file = load(text)};
    posed.world = sim_world_build(posed.file.arena, posed.file.avatar, engine, SIM_LIMBER, 1);
    struct sim_options options = animated();
    posed.sim = sim_new(posed.file.arena, posed.world, &options);
    free(text);
    return posed;
}

static void hold(struct posed *posed, enum pose pose, double seconds)
{
    struct sim_limbs limbs;
    pose_limbs(pose, seconds, &limbs);
    sim_set_limbs(posed->sim, &limbs);
}

static const struct sim_engine *const engines[] = {&sim_spec, &sim_three_vrm, &sim_univrm, &sim_pbd};

/* A chain on the thigh is raised by 60 degrees with it, to the front, whatever the axes of the nodes above. */
static void test_step(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        struct posed posed = make(body("", ", 7", CHAIN, SPRING), engines[e]);
        struct sim_pose still = SIM_POSE_REST;
        assert_true(sim_has_limbs(posed.world));
        hold(&posed, POSE_STEP_LEFT, 0);
        sim_reset(posed.sim);
        rig_near(sim_head(posed.sim, 0), (struct vec3){0, 0.9, 0}, 1e-12);
        for (int i = 0; i < 600; i++) {
            hold(&posed, POSE_STEP_LEFT, 0.9); /* the thigh is raised */
            sim_step(posed.sim, &still, DT);
        }
        struct vec3 tail = vec3_sub(sim_tail(posed.sim, 0), sim_head(posed.sim, 0));
        if (engines[e] != &sim_pbd) { /* sim_pbd has a gravity of its own */
            rig_near(tail, (struct vec3){0, -0.05, 0.1 * sqrt(0.75)}, 1e-6);
        }
        assert_true(tail.z > 0.03);
        sim_set_limbs(posed.sim, NULL);
        sim_reset(posed.sim);
        rig_near(sim_tail(posed.sim, 0), (struct vec3){0, 0.8, 0}, 1e-12);
        unload(&posed.file);
    }
}

/* Lowering the arms moves their descendants and nothing else. The simulation begins at the new position. */
static void test_arms(void **state)
{
    (void)state;
    char *text = body("", "", CHAIN, SPRING);
    char *at = strstr(text, "[0.3, 0, 0]");
    assert_non_null(at);
    char *more = malloc(strlen(text) + 40);
    assert_non_null(more);
    sprintf(more, "%.*s[0.3, 0, 0], 'children': [7]%s", (int)(at - text), text, at + strlen("[0.3, 0, 0]"));
    free(text);
    struct posed posed = make(more, &sim_spec);
    bool joints[1];
    assert_int_equal(moved_with_arms(posed.file.arena, posed.world, joints), 1);
    assert_int_equal(moved_by_pose(posed.file.arena, posed.world, POSE_STEP_LEFT, joints), 0);
    assert_int_equal(moved_by_pose(posed.file.arena, posed.world, POSE_ARMS_CROSSED, joints), 1);
    hold(&posed, POSE_ARMS_DOWN, 0);
    sim_reset(posed.sim);
    double down = angle_radians(75);
    rig_near(sim_head(posed.sim, 0), (struct vec3){0.2 + 0.3 * cos(down), 1.5 - 0.3 * sin(down), 0}, 1e-12);
    unload(&posed.file);
}

/* Every engine gives the same results, up to rounding, whether limbs can move or not, if no pose is requested. */
static void test_nothing_asked(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= trials(20); seed++) {
        char *text = sensible_rig(seed);
        for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
            struct sim_options options = animated();
            struct rig plain = rig_load(text, engines[e], &options);
            struct posed posed = make(strcpy(malloc(strlen(text) + 1), text), engines[e]);
            for (int i = 1; i <= 60; i++) {
                struct sim_pose at = motion_at(MOTION_BOB, i * DT);
                struct sim_pose pose = {at.position, at.rotation, QUAT_IDENTITY};
                sim_step(plain.sim, &pose, DT);
                sim_step(posed.sim, &pose, DT);
            }
            for (size_t j = 0; j < sim_joint_count(plain.world); j++) {
                rig_near(sim_tail(posed.sim, j), sim_tail(plain.sim, j), 1e-6);
            }
            rig_free(&plain);
            unload(&posed.file);
        }
        free(text);
    }
}

/* Some joints simulated alone move as they do with all others. */
static void test_alone(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= trials(20); seed++) {
        struct posed all = make(sensible_rig(seed), &sim_spec);
        size_t count = sim_joint_count(all.world);
        bool *joints = calloc(count, sizeof *joints);
        assert_non_null(joints);
        for (int s = SCENARIO_POSES; s < SCENARIO_COUNT; s++) {
            size_t moved = moved_by_pose(all.file.arena, all.world, scenario_facts[s].pose, joints);
            struct sim *few = sim_new(all.file.arena, all.world, &(struct sim_options){.joints = joints});
            struct sim_pose still = SIM_POSE_REST;
            struct sim_limbs limbs;
            for (int i = 0; moved > 0 && i <= 60; i++) {
                scenario_limbs((enum scenario)s, i * DT, &limbs);
                sim_set_limbs(few, &limbs);
                sim_set_limbs(all.sim, &limbs);
                if (i == 0) {
                    sim_reset(few);
                    sim_reset(all.sim);
                }
                sim_step(few, &still, DT);
                sim_step(all.sim, &still, DT);
            }
            for (size_t j = 0; moved > 0 && j < count; j++) {
                if (joints[j]) {
                    rig_near(sim_tail(few, j), sim_tail(all.sim, j), 1e-9);
                }
            }
        }
        free(joints);
        unload(&all.file);
    }
}

/* An avatar at twice its size has bones twice as long, and is twice as high. */
static void test_sizes(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        char *text = body("", ", 7", CHAIN, SPRING);
        struct loaded file = load(text);
        free(text);
        struct sim_world *world = sim_world_build(file.arena, file.avatar, engines[e], SIM_LIMBER, 2);
        struct sim *sim = sim_new(file.arena, world, &(struct sim_options){.pbd = SIM_PBD_ARTICLE});
        struct sim_pose still = SIM_POSE_REST;
        rig_near(sim_tail(sim, 0), (struct vec3){0, 1.6, 0}, 1e-12);
        for (int i = 0; i < 60; i++) {
            sim_step(sim, &still, DT);
        }
        double length = vec3_distance(sim_tail(sim, 0), sim_head(sim, 0));
        rig_near_number(length, 0.2, 1e-9);
        unload(&file);
    }
}

/* Poses begin with the arms down, and most of them end as they began. */
static void test_courses(void **state)
{
    (void)state;
    struct sim_limbs begin;
    struct sim_limbs now;
    pose_limbs(POSE_ARMS_DOWN, 0, &begin);
    for (int p = 0; p < POSE_COUNT; p++) {
        pose_limbs((enum pose)p, 0.5, &now);
        for (size_t bone = 0; bone < BONE_COUNT; bone++) {
            rig_near_number(now.turns[bone].w, begin.turns[bone].w, 1e-12);
        }
        pose_limbs((enum pose)p, 9, &now);
        bool stays = p == POSE_SIT || p == POSE_ARMS_CROSSED;
        bool elsewhere = false;
        for (size_t bone = 0; bone < BONE_COUNT; bone++) {
            elsewhere = elsewhere || fabs(now.turns[bone].w - begin.turns[bone].w) > 1e-9;
        }
        assert_int_equal(elsewhere, stays);
        assert_true(stays == (p != POSE_ARMS_DOWN && elsewhere));
    }
    pose_limbs(POSE_STEP_RIGHT, 0.9, &now);
    rig_near_number(now.turns[bone_by_name("rightUpperLeg")].x, -0.5, 1e-12);
    bool moves[BONE_COUNT];
    pose_moves(POSE_STEP_RIGHT, moves);
    assert_true(moves[bone_by_name("rightLowerLeg")]);
    assert_false(moves[bone_by_name("leftUpperLeg")]);
    assert_false(moves[bone_by_name("leftUpperArm")]);
    pose_moves(POSE_SIT, moves);
    assert_true(moves[bone_by_name("rightUpperLeg")]);
}

TEST_PROGRAM(sim_poses)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_courses),       cmocka_unit_test(test_step),  cmocka_unit_test(test_arms),
        cmocka_unit_test(test_nothing_asked), cmocka_unit_test(test_alone), cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
