#include "sim_rigs.h"

#include "sim_chance.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct rig rig_load(const char *json, const struct sim_engine *engine, const struct sim_options *options)
{
    struct sim_options standard = {.pbd = SIM_PBD_ARTICLE};
    struct rig rig = {.file = load(json)};
    rig.world = sim_world_build(rig.file.arena, rig.file.avatar, engine, SIM_STIFF, 1);
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

/* ---- random rigs ---- */

enum { MOST_SPRINGS = 4, MOST_BONES = 7, COLLIDERS = 3 };

static void add_bones(struct buf *nodes, struct chance *from, int links, size_t first)
{
    double length = between(from, 0.03, 0.12);
    double upwards = chance(from) < 0.25 ? 1 : -1;
    struct vec3 way = {between(from, -0.6, 0.6), upwards * between(from, 0.1, 1), between(from, -0.6, 0.6)};
    struct vec3 bone = vec3_scale(way, length / vec3_length(way));
    for (int i = 0; i <= links; i++) {
        buf_printf(nodes, ", {'name': 'Bone_%zu', 'translation': [%.4g, %.4g, %.4g]", first + (size_t)i, bone.x, bone.y,
                   bone.z);
        if (i < links) {
            buf_printf(nodes, ", 'children': [%zu]", first + (size_t)i + 1);
        }
        buf_str(nodes, "}");
    }
}

static void add_joints(struct buf *springs, struct chance *from, int links, size_t first)
{
    double stiffness = two_digits(pow(10, between(from, -2, 0.6)));
    double drag = two_digits(chance(from));
    double gravity = chance(from) < 0.5 ? 0 : two_digits(between(from, 0.05, 2));
    double radius = two_digits(between(from, 0, 0.04));
    double fading = chance(from) < 0.3 ? between(from, 0.6, 1) : 1; /* factor from link to link, towards the tip */
    double cone = chance(from) < 0.2 ? two_digits(between(from, 0.1, 1.2)) : 0;
    for (int i = 0; i <= links; i++) {
        buf_printf(
            springs,
            "%s{'node': %zu, 'stiffness': %.3g, 'dragForce': %.3g, 'gravityPower': %.3g, 'gravityDir': [0, -1, 0], "
            "'hitRadius': %.3g",
            i == 0 ? "" : ", ", first + (size_t)i, stiffness, drag, gravity, radius);
        if (cone > 0 && i < links) {
            buf_printf(springs,
                       ", 'extensions': {'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': "
                       "{'angle': %.3g}}}}",
                       cone);
        }
        buf_str(springs, "}");
        stiffness = two_digits(stiffness * fading);
    }
}

char *rig_random(unsigned seed)
{
    struct chance from = {seed};
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct buf nodes = BUF_INIT(arena);
    struct buf springs = BUF_INIT(arena);
    struct buf children[2] = {BUF_INIT(arena), BUF_INIT(arena)};
    struct buf colliders = BUF_INIT(arena);
    size_t count = 3;
    int spring_count = 1 + (int)(chance(&from) * MOST_SPRINGS);
    for (int s = 0; s < spring_count; s++) {
        int links = 1 + (int)(chance(&from) * MOST_BONES);
        int on = chance(&from) < 0.5;
        buf_printf(&children[on], ", %zu", count);
        add_bones(&nodes, &from, links, count);
        buf_printf(&springs, "%s{'name': 'Spring%d', ", s == 0 ? "" : ", ", s);
        if (chance(&from) < 0.2) {
            buf_str(&springs, "'center': 0, ");
        }
        if (chance(&from) < 0.6) {
            buf_printf(&springs, "'colliderGroups': [%d], ", (int)(chance(&from) * COLLIDERS));
        }
        buf_str(&springs, "'joints': [");
        add_joints(&springs, &from, links, count);
        buf_str(&springs, "]}");
        count += (size_t)links + 1;
    }
    for (int c = 0; c < COLLIDERS; c++) {
        buf_printf(&colliders, "%s{'node': %d, 'shape': {'sphere': {'offset': [%.3g, %.3g, %.3g], 'radius': %.2g}}}",
                   c == 0 ? "" : ", ", 1 + c % 2, between(&from, -0.1, 0.1), between(&from, -0.1, 0.1),
                   between(&from, -0.1, 0.1), between(&from, 0.02, 0.15));
    }
    struct buf text = BUF_INIT(arena);
    buf_printf(&text,
               "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'extensionsUsed': "
               "['VRMC_springBone', 'VRMC_springBone_limit'], 'nodes': [{'name': 'Root', 'children': [1]}, {'name': "
               "'Hips', 'translation': [0, 1, 0], 'children': [2%s]}, {'name': 'Head', 'translation': [0, 0.6, 0]",
               buf_text(&children[0]));
    if (children[1].length > 0) {
        buf_printf(&text, ", 'children': [%s]", buf_text(&children[1]) + 2);
    }
    buf_printf(&text,
               "}%s], 'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'colliders': [%s], 'colliderGroups': "
               "[{'colliders': [0]}, {'colliders': [1]}, {'colliders': [2]}], 'springs': [%s]}}}",
               buf_text(&nodes), buf_text(&colliders), buf_text(&springs));
    char *copy = malloc(text.length + 1);
    assert_non_null(copy);
    memcpy(copy, buf_text(&text), text.length + 1);
    arena_free(arena);
    return copy;
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
        struct sim_pose at = motion_at(motion, time);
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
