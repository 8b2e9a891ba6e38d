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
#include "sim/trial.h"
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

/* ---- what each motion turns ---- */

/* Nodes: 0 hips, 1 spine, 2 head, 3 upper arm, 4 thigh, and chains on hips, spine and head and on a hat on the head. */
#define BODY_NODES                                                                                                     \
    "'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'translation': [0, 1, 0], "       \
    "'children': [1, 4, 5]}, {'translation': [0, 0.3, 0], 'rotation': [0, 0.6, 0, 0.8], 'children': [2, 3, 7]}, "      \
    "{'translation': [0, 0.3, 0], 'children': [9, 11]}, {'translation': [0.2, 0.2, 0]}, {'translation': "              \
    "[0.1, -0.1, 0]}, {'translation': [0, -0.1, -0.1], 'children': [6]}, {'translation': [0, -0.1, 0]}, "              \
    "{'translation': [0, 0, -0.1], 'children': [8]}, {'translation': [0, -0.1, 0]}, {'translation': [0, 0.1, 0], "     \
    "'children': [10]}, {'translation': [0, -0.1, 0]}, {'translation': [0, 0.2, 0], 'children': [12]}, "               \
    "{'translation': [0, 0, 0.1], 'children': [13]}, {'translation': [0, 0.1, 0]}]"

static const struct {
    const char *name;
    size_t node;
} body_bones[] = {{"hips", 0}, {"spine", 1}, {"head", 2}, {"leftUpperArm", 3}, {"leftUpperLeg", 4}};

enum { BONES = sizeof body_bones / sizeof *body_bones };

/* The avatar with chains from these nodes, each two long: of VRM 1.0, or 0.x. */
static char *nodding_body(bool is_0x, const char *const *roots)
{
    char *text = malloc(8192);
    char parts[2][1000] = {"", ""};
    assert_non_null(text);
    for (size_t i = 0; i < BONES; i++) {
        char part[200];
        snprintf(part, sizeof part, is_0x ? "%s{'bone': '%s', 'node': %zu}" : "%s'%s': {'node': %zu}",
                 i == 0 ? "" : ", ", body_bones[i].name, body_bones[i].node);
        strcat(parts[0], part);
    }
    for (size_t i = 0; roots[i] != NULL; i++) {
        char part[200];
        snprintf(part, sizeof part,
                 is_0x ? "%s{'bones': [%s], 'stiffiness': 1}" : "%s{'joints': [{'node': %s}, {'node': %d}]}",
                 i == 0 ? "" : ", ", roots[i], atoi(roots[i]) + 1);
        strcat(parts[1], part);
    }
    snprintf(text, 8192,
             is_0x ? "{" BODY_NODES ", 'extensions': {'VRM': {'humanoid': {'humanBones': [%s]}, 'secondaryAnimation': "
                     "{'boneGroups': [%s], 'colliderGroups': []}}}}"
                   : "{" BODY_NODES
                     ", 'extensions': {'VRMC_vrm': {'specVersion': '1.0', 'humanoid': {'humanBones': {%s}}}, "
                     "'VRMC_springBone': {'specVersion': '1.0', 'springs': [%s]}}}",
             parts[0], parts[1]);
    return text;
}

/* Returns the rotation of a bone against its parent, from the matrices of all turning nodes. */
static struct quat turn_of(const struct posed *posed, size_t node)
{
    size_t count = sim_turning_count(posed->world);
    double *rows = calloc(count, 12 * sizeof *rows);
    struct quat rotation[2] = {QUAT_IDENTITY, QUAT_IDENTITY};
    size_t nodes[2] = {node, posed->file.avatar->scene->nodes[node].parent};
    sim_turning_matrices(posed->sim, rows);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            if (sim_turning_node(posed->world, i) == nodes[k]) {
                struct mat34 matrix;
                memcpy(matrix.m, rows + 12 * i, sizeof matrix.m);
                rotation[k] = transform_rotation(&matrix, NULL);
            }
        }
    }
    free(rows);
    return quat_multiply(quat_conjugate(rotation[1]), rotation[0]);
}

/* Runs a scenario and writes how far each bone turns from where it begins, degrees. Returns how far the face of the
 * head looks down at most. */
static double run_body(bool is_0x, const char *const *roots, enum scenario scenario, double *most)
{
    char *text = nodding_body(is_0x, roots);
    struct posed posed = {.file = load(text)};
    struct sim_limbs limbs;
    struct quat begin[BONES];
    double down = 0;
    posed.world = sim_world_build(posed.file.arena, posed.file.avatar, &sim_spec, SIM_SHOWN, 1);
    posed.sim = sim_new(posed.file.arena, posed.world, &(struct sim_options){0});
    scenario_limbs(scenario, 0, &limbs);
    sim_set_limbs(posed.sim, &limbs);
    sim_reset(posed.sim);
    for (size_t i = 0; i < BONES; i++) {
        begin[i] = turn_of(&posed, body_bones[i].node);
        most[i] = 0;
    }
    struct scenario_clock clock = {scenario, DT, 0};
    double dt;
    while ((dt = scenario_tick(&clock)) > 0) {
        struct sim_pose pose = scenario_pose(scenario, clock.seconds);
        struct sim_pose still = {{0, 0, 0}, QUAT_IDENTITY, pose.nod};
        scenario_limbs(scenario, clock.seconds, &limbs);
        sim_set_limbs(posed.sim, &limbs);
        sim_step(posed.sim, &still, dt);
        for (size_t i = 0; i < BONES; i++) {
            struct quat turn = quat_multiply(quat_conjugate(begin[i]), turn_of(&posed, body_bones[i].node));
            most[i] = fmax(most[i], angle_degrees(2 * atan2(sqrt(1 - fmin(1, turn.w * turn.w)), fabs(turn.w))));
        }
        if (clock.seconds < 0.85) { /* to the end of the first nod down */
            struct quat spine = {0, 0.6, 0, 0.8};
            struct vec3 ahead = quat_rotate(quat_conjugate(spine), (struct vec3){0, 0, is_0x ? -1 : 1});
            struct vec3 face = quat_rotate(quat_multiply(turn_of(&posed, 2), quat_conjugate(begin[2])), ahead);
            down = fmax(down, -face.y);
        }
    }
    unload(&posed.file);
    free(text);
    return down;
}

/* Each motion turns the bones that it is about, and no others, whatever chains hang where. */
static void test_what_turns(void **state)
{
    (void)state;
    static const char *const few[] = {"9", NULL};
    static const char *const many[] = {"5", "7", "9", "11", "12", NULL};
    for (int s = 0; s < SCENARIO_COUNT; s++) {
        for (int is_0x = 0; is_0x < 2; is_0x++) {
            double most[2][BONES];
            bool moves[BONE_COUNT];
            double down = run_body(is_0x == 1, few, (enum scenario)s, most[0]);
            run_body(is_0x == 1, many, (enum scenario)s, most[1]);
            pose_moves(scenario_facts[s].pose, moves);
            for (size_t i = 0; i < BONES; i++) {
                rig_near_number(most[0][i], most[1][i], 1e-6);
                if (s == SCENARIO_NOD) {
                    rig_near_number(most[0][i], body_bones[i].node == 2 ? 20 : 0, 0.3);
                } else {
                    assert_int_equal(most[0][i] > 1e-4, moves[bone_by_name(body_bones[i].name)]);
                }
            }
            if (s == SCENARIO_NOD) {
                rig_near_number(down, sin(angle_radians(20)), 0.02);
            }
        }
    }
}

/* Runs a scenario and writes numbers of the first chain's joints, one after another; returns how many. */
static size_t measure_first(bool is_0x, const char *const *roots, const struct sim_engine *engine,
                            enum scenario scenario, double *numbers)
{
    char *text = nodding_body(is_0x, roots);
    struct loaded file = load(text);
    struct trial_setup trial = {.scenario = scenario, .frames_per_second = 1 / DT, .still = 0.01, .longer = 1};
    trial.world = sim_world_build(file.arena, file.avatar, engine, SIM_LIMBER, 1);
    while (trial.count < sim_joint_count(trial.world) && sim_joints(trial.world)[trial.count].spring == 0) {
        trial.count++;
    }
    struct trial_result *results = arena_array(file.arena, trial.count, sizeof *results);
    trial_run(file.arena, &trial, results);
    size_t count = 0;
    for (size_t j = 0; j < trial.count; j++) {
        const struct trial_result *r = &results[j];
        const double all[] = {r->first.x, r->first.y, r->first.z, r->final.x, r->final.y,
                              r->final.z, r->turn,    r->astray,  r->rests,   r->residual};
        memcpy(numbers + count, all, sizeof all);
        count += sizeof all / sizeof *all;
    }
    unload(&file);
    free(text);
    return count;
}

/* A chain moves in the same way in every motion and engine, whatever other chains there are. */
static void test_unrelated(void **state)
{
    (void)state;
    static const char *const alone[] = {"9", NULL};
    static const char *const others[] = {"9", "5", "7", "11", "12", NULL};
    for (int s = 0; s < SCENARIO_COUNT; s++) {
        for (int is_0x = 0; is_0x < 2; is_0x++) {
            for (size_t e = 0; e < 3; e++) {
                double numbers[2][200];
                size_t count = measure_first(is_0x == 1, alone, engines[e], (enum scenario)s, numbers[0]);
                assert_true(count > 0);
                assert_int_equal(measure_first(is_0x == 1, others, engines[e], (enum scenario)s, numbers[1]), count);
                for (size_t i = 0; i < count; i++) {
                    rig_near_number(numbers[0][i], numbers[1][i], 1e-9);
                }
            }
        }
    }
}

TEST_PROGRAM(sim_poses)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_courses),       cmocka_unit_test(test_step),      cmocka_unit_test(test_arms),
        cmocka_unit_test(test_nothing_asked), cmocka_unit_test(test_alone),     cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_what_turns),    cmocka_unit_test(test_unrelated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
