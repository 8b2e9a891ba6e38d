/*
 * Simulates the spring bones of any file. For every input: no crash, the same bits in a second run, and joints with a
 * node or none. The bytes choose the joints, motions, rules and steps.
 */
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "require.h"
#include "vrmlint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 40, JOINTS_MOST = 300 /* more joints take long and run no other code */ };

struct how {
    struct vrmlint_simulation_options options;
    enum vrmlint_motion motion;
    double step;
};

static struct how choose(const uint8_t *data, size_t size, struct vrmlint_pbd *pbd)
{
    static const double steps[] = {1.0 / 60, 1.0 / 60, 1.0 / 30, 0.3, 1e-9, 5, 1.0 / 144, 1e-3};
    static const double sizes[] = {0, 0, 1, 0.01, 1000};
    uint64_t hash = fnv_add(FNV_START, (const char *)data, size);
    *pbd = (struct vrmlint_pbd){
        .spring = 100, .damp = 0.85, .gravity = 9.8, .point_size = 0.02, .from_file = hash >> 50 & 1};
    struct how how = {.options.engine = (enum vrmlint_engine)(hash % (VRMLINT_ENGINE_PBD + 1))};
    how.options.limbs = (enum vrmlint_limbs)(hash >> 8) % (VRMLINT_LIMBS_HEAD_NOD + 1);
    how.options.size = sizes[(hash >> 16) % 5];
    how.options.pbd = (hash >> 24) % 2 == 0 ? NULL : pbd;
    how.options.reset_pose = (hash >> 25) % 2 == 0;
    how.motion = (enum vrmlint_motion)((hash >> 32) % (VRMLINT_MOTION_TELEPORT_FAR + 1));
    how.step = steps[(hash >> 40) % 8];
    return how;
}

static void require_joints(const struct vrmlint_simulation *simulation)
{
    require(simulation->joint_count == 0 || (simulation->joints != NULL && simulation->tails != NULL));
    for (size_t i = 0; i < simulation->joint_count; i++) {
        require(simulation->joints[i].spring < simulation->spring_count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vrmlint_pbd pbd;
    struct how how = choose(data, size, &pbd);
    struct vrmlint_simulation *first = vrmlint_simulation_from_bytes(data, size, &how.options);
    struct vrmlint_simulation *second = vrmlint_simulation_from_bytes(data, size, &how.options);
    require(first != NULL && second != NULL && (first->error == NULL) == (second->error == NULL));
    if (first->error == NULL && first->joint_count <= JOINTS_MOST) {
        require_joints(first);
        require(first->joint_count == second->joint_count);
        for (int i = 1; i <= STEPS && first->joint_count > 0; i++) {
            struct vrmlint_pose pose;
            vrmlint_motion_pose(how.motion, i * how.step, &pose);
            vrmlint_simulation_step(first, &pose, how.step);
            vrmlint_simulation_step(second, &pose, how.step);
        }
        size_t bytes = first->joint_count * 3 * sizeof *first->tails;
        require(bytes == 0 || memcmp(first->tails, second->tails, bytes) == 0);
        require(bytes == 0 || memcmp(first->states, second->states, bytes) == 0);
    }
    vrmlint_simulation_free(first);
    vrmlint_simulation_free(second);
    return 0;
}
