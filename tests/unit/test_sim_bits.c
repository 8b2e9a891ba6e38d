/*
 * The same bits from every compiler at every optimisation level: a hash of the results of each engine, for
 * motions without sines. If an engine is changed on purpose, also in the order of its computations, the failing
 * test prints the new hashes.
 */
#include "support.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim_rigs.h"

#define NODES                                                                                                          \
    "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]},"               \
    "{'translation': [0, 1, 0], 'rotation': [0, 0.28, 0, 0.96], 'children': [2, 6]},"                                  \
    "{'translation': [0.0625, 0.03125, 0], 'children': [3]},"                                                          \
    "{'translation': [0.03, -0.05, 0.01], 'rotation': [0.6, 0, 0, 0.8], 'children': [4]},"                             \
    "{'translation': [0, -0.07, 0], 'children': [5]}, {'translation': [0.01, -0.06, 0]},"                              \
    "{'translation': [-0.1, 0, 0.02], 'children': [7]}, {'translation': [0, -0.05, 0.02], 'children': [8]},"           \
    "{'translation': [0, -0.05, 0.02]}], 'extensions': {'VRMC_springBone': {'springs': [{'center': 1, 'joints': ["     \
    "{'node': 2, 'stiffness': 0.4}, {'node': 3, 'gravityPower': 0.3, 'dragForce': 0.2}, {'node': 4}, {'node': 5}]},"   \
    "{'colliderGroups': [0], 'joints': [{'node': 6, 'hitRadius': 0.02, 'gravityPower': 1}, {'node': 7, "               \
    "'stiffness': 0.2, 'hitRadius': 0.01}, {'node': 8}]}], 'colliderGroups': [{'colliders': [0, 1]}], 'colliders': ["  \
    "{'node': 0, 'shape': {'sphere': {'offset': [-0.1, 0.92, 0.05], 'radius': 0.04}}},"                                \
    "{'node': 1, 'shape': {'capsule': {'offset': [-0.05, -0.1, 0], 'tail': [-0.2, -0.1, 0.1], 'radius': 0.03}}}"

static const char strands[] = NODES "]}}}";

/* A collider on each chain, which no spring uses. It keeps the chains from being strands. */
static const char loose[] = NODES ", {'node': 4, 'shape': {'sphere': {'radius': 0}}},"
                                  "{'node': 7, 'shape': {'sphere': {'radius': 0}}}]}}}";

static uint64_t mix(uint64_t hash, double number)
{
    unsigned char bytes[sizeof number];
    memcpy(bytes, &number, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t mix_vec3(uint64_t hash, struct vec3 v)
{
    return mix(mix(mix(hash, v.x), v.y), v.z);
}

/* Returns the FNV-1a hash of the results of 300 steps. */
static uint64_t hash_run(const char *json, const struct sim_engine *engine)
{
    static const struct quat turns[] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.8}, {0, 0.28, 0, 0.96}, {0, 0, -0.8, 0.6}};
    struct rig rig = rig_load(json, engine, NULL);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int step = 0; step < 300; step++) {
        struct sim_pose pose = {.position = {0.125 * (step / 30 % 3), 0, 0.0078125 * step},
                                .rotation = turns[step / 75],
                                .nod = turns[step / 40 % 4]};
        sim_step(rig.sim, &pose, step % 60 == 59 ? 0.25 : 1.0 / 64);
        for (size_t j = 0; j < sim_joint_count(rig.world); j++) {
            hash = mix_vec3(hash, sim_head(rig.sim, j));
            hash = mix_vec3(hash, sim_tail(rig.sim, j));
            hash = mix_vec3(hash, sim_state(rig.sim, j));
            hash = mix_vec3(hash, sim_bend(rig.sim, j));
        }
    }
    rig_free(&rig);
    return hash;
}

static void test_bits(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        const char *json;
        const struct sim_engine *engine;
        uint64_t hash;
    } runs[] = {
        {"spec, strands", strands, &sim_spec, 0x422a9e74ba8552db},
        {"spec, loose", loose, &sim_spec, 0x3a45e9e864ba89ef},
        {"univrm, strands", strands, &sim_univrm, 0x702a9f2550be5ac9},
        {"univrm, loose", loose, &sim_univrm, 0x930836d946568f6b},
        {"three-vrm", strands, &sim_three_vrm, 0x1e558dc10321d84e},
        {"pbd", strands, &sim_pbd, 0x2f45fea877daecd3},
    };
    if (FLT_EVAL_METHOD != 0) {
        SKIP("this machine computes with more digits than it keeps");
    }
    int bad = 0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        uint64_t hash = hash_run(runs[i].json, runs[i].engine);
        if (hash != runs[i].hash) {
            print_error("%s: 0x%016" PRIx64 ", should be 0x%016" PRIx64 "\n", runs[i].what, hash, runs[i].hash);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}

TEST_PROGRAM(sim_bits)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
