#include "sim_rigs.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct rig rig_load(const char *json, const struct sim_engine *engine, const struct sim_options *options)
{
    struct sim_options standard = {.pbd = SIM_PBD_ARTICLE};
    struct rig rig = {.file = load(json)};
    rig.world = sim_world_build(rig.file.arena, rig.file.avatar, engine);
    rig.sim = sim_new(rig.file.arena, rig.world, options == NULL ? &standard : options);
    return rig;
}

void rig_free(struct rig *rig)
{
    unload(&rig->file);
}

char *rig_chain(int count, struct vec3 offset, const char *parameters, const char *spring, const char *root)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct buf buf = BUF_INIT(arena);
    buf_str(&buf, "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': ["
                  "{'name': 'Root', 'children': [1]},"
                  "{'name': 'Head', 'translation': [0, 1, 0], 'children': [2]},"
                  "{'name': 'Hair_00', 'children': [3]}");
    for (int i = 0; i < count; i++) {
        buf_printf(&buf, ", {'name': 'Hair_%02d', 'translation': [%.17g, %.17g, %.17g]", i + 1, offset.x, offset.y,
                   offset.z);
        if (i + 1 < count) {
            buf_printf(&buf, ", 'children': [%d]", i + 4);
        }
        buf_str(&buf, "}");
    }
    buf_printf(&buf, "], 'extensions': {'VRMC_springBone': {'specVersion': '1.0', %s%s'springs': [{%s%s'joints': [",
               root, *root == '\0' ? "" : ", ", spring, *spring == '\0' ? "" : ", ");
    for (int i = 0; i <= count; i++) {
        buf_printf(&buf, "%s{'node': %d%s%s}", i == 0 ? "" : ", ", i + 2, *parameters == '\0' ? "" : ", ", parameters);
    }
    buf_str(&buf, "]}]}}}");
    char *text = malloc(buf.length + 1);
    assert_non_null(text);
    memcpy(text, buf_text(&buf), buf.length + 1);
    arena_free(arena);
    return text;
}

struct rig rig_load_chain(const struct sim_engine *engine, int count, struct vec3 offset, const char *parameters,
                          const char *spring, const char *root)
{
    char *text = rig_chain(count, offset, parameters, spring, root);
    struct rig rig = rig_load(text, engine, NULL);
    free(text);
    assert_int_equal(sim_joint_count(rig.world), count);
    return rig;
}

void rig_run(struct rig *rig, enum motion motion, double dt, int steps)
{
    double time = 0;
    for (int i = 0; i < steps; i++) {
        time += dt;
        struct motion_pose at = motion_at(motion, time);
        struct sim_pose pose = {at.position, at.rotation, QUAT_IDENTITY};
        sim_step(rig->sim, &pose, dt);
    }
}

double rig_angle(const struct rig *rig, size_t joint, struct vec3 direction)
{
    return vec3_angle(vec3_sub(sim_tail(rig->sim, joint), sim_head(rig->sim, joint)), direction);
}

void rig_near(struct vec3 actual, struct vec3 wanted, double tolerance)
{
    if (!(vec3_distance(actual, wanted) <= tolerance)) {
        fail_msg("(%.17g %.17g %.17g), should be (%.17g %.17g %.17g)", actual.x, actual.y, actual.z, wanted.x, wanted.y,
                 wanted.z);
    }
}

void rig_near_number(double actual, double wanted, double tolerance)
{
    if (!(fabs(actual - wanted) <= tolerance)) {
        fail_msg("%.17g, should be %.17g", actual, wanted);
    }
}
