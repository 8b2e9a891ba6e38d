#include "support.h"

#include "sim_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* each set on as few lines as possible */
/* clang-format off */
const struct sim_set sim_sets[] = {
    {.name = "VRM0 hair k1 d.4", .stiffness = 1, .drag = 0.4, .verdicts = "", .sag = 0, .settle = 0.43,
     .residual = 0.0, .frame_turn = 31, .depth = 0.0},
    {.name = "VRM0 hair k2 d.4", .stiffness = 2, .drag = 0.4, .verdicts = "", .sag = 0, .settle = 0.30,
     .residual = 0.0, .frame_turn = 23, .depth = 0.0},
    {.name = "VRM0 hair k4 d.4", .stiffness = 4, .drag = 0.4, .verdicts = "", .sag = 0, .settle = 0.23,
     .residual = 0.0, .frame_turn = 12, .depth = 0.0},
    {.name = "hair k1 d.4 g.1", .stiffness = 1, .drag = 0.4, .gravity = 0.1, .verdicts = "", .sag = 4, .settle = 0.40,
     .residual = 0.0, .frame_turn = 28, .depth = 0.0},
    {.name = "hair k.65 d.4 g0 8 links", .bones = 8, .length = 0.04, .stiffness = 0.65, .drag = 0.4, .verdicts = "",
     .sag = 0, .settle = 0.80, .residual = 0.0, .frame_turn = 51, .depth = 0.0},
    {.name = "1.0 default k1 d.5", .stiffness = 1, .drag = 0.5, .verdicts = "", .sag = 0, .settle = 0.37,
     .residual = 0.0, .frame_turn = 26, .depth = 0.0},
    {.name = "1.0 k.5 d.5", .stiffness = 0.5, .drag = 0.5, .verdicts = "", .sag = 0, .settle = 0.53, .residual = 0.0,
     .frame_turn = 23, .depth = 0.0},
    {.name = "1.0 k.5 d.5 g.5 hanging", .way = {0, -1, 0}, .stiffness = 0.5, .drag = 0.5, .gravity = 0.5,
     .verdicts = "", .sag = 0, .settle = 0.35, .residual = 0.0, .frame_turn = 14, .depth = 0.0},
    {.name = "1.0 k.8 d.6 g.25 side", .way = {1, -0.6, 0}, .stiffness = 0.8, .drag = 0.6, .gravity = 0.25,
     .verdicts = "", .sag = 38, .settle = 0.32, .residual = 0.0, .frame_turn = 18, .depth = 0.0},
    {.name = "VRoid-like bust k1 d.05 1 link", .bones = 1, .length = 0.07, .way = {0, 0, 1}, .stiffness = 1,
     .drag = 0.05, .hit_radius = -1, .verdicts = "", .sag = 0, .settle = 0.43, .residual = 0.0, .frame_turn = 10,
     .depth = 0.0},
    {.name = "bust k3 d.1 1 link", .bones = 1, .length = 0.07, .way = {0, 0, 1}, .stiffness = 3, .drag = 0.1,
     .verdicts = "", .sag = 0, .settle = 0.20, .residual = 0.0, .frame_turn = 3, .depth = 0.0},
    {.name = "skirt k.5 d.4 L.1 5 links", .bones = 5, .length = 0.1, .way = {0.2, -1, 0}, .stiffness = 0.5,
     .drag = 0.4, .verdicts = "", .sag = 0, .settle = 0.95, .residual = 0.0, .frame_turn = 14, .depth = 0.0},
    {.name = "skirt k.2 d.4 L.08", .bones = 4, .length = 0.08, .way = {0.2, -1, 0}, .stiffness = 0.2, .drag = 0.4,
     .verdicts = "", .sag = 0, .settle = 1.77, .residual = 0.0, .frame_turn = 11, .depth = 0.0},
    {.name = "tail k2 d.4 10 links side", .bones = 10, .length = 0.06, .way = {0, -0.3, -1}, .stiffness = 2,
     .drag = 0.4, .verdicts = "", .sag = 0, .settle = 0.77, .residual = 0.0, .frame_turn = 59, .depth = 0.0},
    {.name = "ahoge up k1 d.4", .bones = 2, .way = {0, 1, 0.3}, .stiffness = 1, .drag = 0.4, .verdicts = "", .sag = 0,
     .settle = 0.25, .residual = 0.0, .frame_turn = 17, .depth = 0.0},
    {.name = "ahoge up k1.5 d.4 g.2", .bones = 2, .way = {0, 1, 0.3}, .stiffness = 1.5, .drag = 0.4, .gravity = 0.2,
     .verdicts = "", .sag = 5, .settle = 0.22, .residual = 0.0, .frame_turn = 15, .depth = 0.0},
    {.name = "Godette k2.5 d.1", .bones = 2, .length = 0.07, .stiffness = 2.5, .drag = 0.1, .verdicts = "", .sag = 0,
     .settle = 0.33, .residual = 0.0, .frame_turn = 10, .depth = 0.0},
    {.name = "k.7 d.7 g.3 long", .bones = 6, .length = 0.08, .stiffness = 0.7, .drag = 0.7, .gravity = 0.3,
     .verdicts = "", .sag = 11, .settle = 0.80, .residual = 0.0, .frame_turn = 9, .depth = 0.0},
    {.name = "hair + head sphere clear", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0, 0.05, 0], 'radius': 0.07}}}", .verdicts = "",
     .sag = 0, .settle = 0.43, .residual = 0.0, .frame_turn = 31, .depth = 0.0},
    {.name = "hair + neck capsule clear", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'capsule': {'offset': [0, 0, 0], 'tail': [0, -0.2, 0], 'radius': 0.04}}}",
     .verdicts = "", .sag = 0, .settle = 0.43, .residual = 0.0, .frame_turn = 31, .depth = 0.0},
    {.name = "limit cone 45", .stiffness = 1, .drag = 0.4, .limit = "{'cone': {'angle': 0.785}}", .verdicts = "",
     .sag = 0, .settle = 0.42, .residual = 0.0, .frame_turn = 28, .depth = 0.0},
    {.name = "limit hinge 60", .stiffness = 1, .drag = 0.4, .limit = "{'hinge': {'angle': 1.05}}", .verdicts = "",
     .sag = 0, .settle = 0.43, .residual = 0.0, .frame_turn = 26, .depth = 0.0},
    {.name = "centered hair", .stiffness = 1, .drag = 0.4, .centered = true, .verdicts = "", .sag = 0, .settle = 0.08,
     .residual = 0.0, .frame_turn = 0, .depth = 0.0},
    {.name = "hanging in inside sphere", .way = {0, -1, 0}, .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
       "{'sphere': {'offset': [0, -0.05, 0.1], 'radius': 0.25, 'inside': true}}}}}",
     .verdicts = "", .sag = 0, .settle = 0.43, .residual = 0.0, .frame_turn = 31, .depth = 0.0},
    {.name = "above a floor plane", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
       "{'plane': {'offset': [0, -1, 0], 'normal': [0, 1, 0]}}}}}",
     .verdicts = "", .sag = 0, .settle = 0.43, .residual = 0.0, .frame_turn = 31, .depth = 0.0},
    {.name = "drag 0, k .02", .stiffness = 0.02, .drag = 0, .verdicts = "does-not-settle no-restoring-force", .sag = 0,
     .settle = 4.48, .residual = 1471.3, .frame_turn = 47, .depth = 0.0},
    {.name = "drag 0, k .1, L .1", .length = 0.1, .stiffness = 0.1, .drag = 0, .verdicts = "does-not-settle", .sag = 0,
     .settle = 4.48, .residual = 1340.8, .frame_turn = 34, .depth = 0.0},
    {.name = "drag 0 k 1, 8 links", .bones = 8, .stiffness = 1, .drag = 0, .verdicts = "slow-settle violent-motion",
     .sag = 0, .settle = 2.98, .residual = 0.2, .frame_turn = 179, .depth = 0.0},
    {.name = "drag .02 k .3 L .1 6 links", .bones = 6, .length = 0.1, .stiffness = 0.3, .drag = 0.02,
     .verdicts = "does-not-settle", .sag = 0, .settle = 4.48, .residual = 1688.8, .frame_turn = 45, .depth = 0.0},
    {.name = "k 0, g 0", .stiffness = 0, .drag = 0.4,
     .verdicts = "frame-rate-dependent-pose no-restoring-force walk-lag", .sag = 0, .settle = 0.17, .residual = 0.0,
     .frame_turn = 16, .depth = 0.0},
    {.name = "k 0, g 0, drag 0", .stiffness = 0, .drag = 0, .verdicts = "does-not-settle no-restoring-force", .sag = 0,
     .settle = 4.48, .residual = 724.0, .frame_turn = 39, .depth = 0.0},
    {.name = "k .05 d .9 L .2", .length = 0.2, .stiffness = 0.05, .drag = 0.9, .verdicts = "does-not-settle walk-lag",
     .sag = 0, .settle = 4.32, .residual = 21.1, .frame_turn = 6, .depth = 0.0},
    {.name = "drag -0.5", .stiffness = 1, .drag = -0.5, .verdicts = "does-not-settle rest-pose-sags violent-motion",
     .sag = 69, .settle = 4.48, .residual = 4618.5, .frame_turn = 169, .depth = 0.0},
    {.name = "drag 2.5", .stiffness = 1, .drag = 2.5, .verdicts = "jitter rest-pose-sags violent-motion", .sag = 90,
     .settle = 4.48, .residual = 6875.5, .frame_turn = 180, .depth = 0.0},
    {.name = "drag 1.2", .stiffness = 1, .drag = 1.2, .verdicts = "", .sag = 0, .settle = 0.78, .residual = 0.0,
     .frame_turn = 15, .depth = 0.0},
    {.name = "g 2 on horizontal k .5", .way = {1, 0, 0}, .stiffness = 0.5, .drag = 0.4, .gravity = 2,
     .verdicts = "rest-pose-sags", .sag = 90, .settle = 0.27, .residual = 0.0, .frame_turn = 30, .depth = 0.0},
    {.name = "g 3 on upward k 1", .way = {0.1, 1, 0}, .stiffness = 1, .drag = 0.4, .gravity = 3,
     .verdicts = "rest-pose-collapses violent-motion", .sag = 174, .settle = 0.18, .residual = 0.0, .frame_turn = 146,
     .depth = 0.0},
    {.name = "upward k = g", .way = {0, 1, 0}, .stiffness = 1, .drag = 0.4, .gravity = 1,
     .verdicts = "frame-rate-dependent-pose no-restoring-force walk-lag", .sag = 0, .settle = 0.23, .residual = 0.0,
     .frame_turn = 49, .depth = 0.0},
    {.name = "gravityDir x10", .way = {1, 0, 0}, .stiffness = 1, .drag = 0.4, .gravity = 0.3, .gravity_length = 10,
     .verdicts = "rest-pose-sags", .sag = 90, .settle = 0.18, .residual = 0.0, .frame_turn = 37, .depth = 0.0},
    {.name = "stiffness -1", .stiffness = -1, .drag = 0.4, .verdicts = "rest-pose-collapses", .sag = 180,
     .settle = 0.32, .residual = 0.0, .frame_turn = 34, .depth = 0.0},
    {.name = "stiffness 400", .stiffness = 400, .drag = 0.4, .verdicts = "rigid-chain", .sag = 0, .settle = 0.03,
     .residual = 0.0, .frame_turn = 0, .depth = 0.0},
    {.name = "gravityPower NaN (1e400)", .stiffness = 1, .drag = 0.4, .infinite = "gravityPower",
     .verdicts = "non-finite", .sag = 0, .settle = 0.00, .residual = 0.0, .frame_turn = 0, .depth = 0.0},
    {.name = "stiffness 1e200", .stiffness = 1e+200, .drag = 0.4, .verdicts = NULL, .sag = 0, .settle = 0.00,
     .residual = 0.0, .frame_turn = 0, .depth = 0.0},
    {.name = "zero-length first bone", .stiffness = 1, .drag = 0.4, .no_first = true, .verdicts = "", .sag = 0,
     .settle = 0.37, .residual = 0.0, .frame_turn = 24, .depth = 0.0},
    {.name = "hitRadius .5 vs head sphere", .stiffness = 1, .drag = 0.4, .hit_radius = 0.5,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0, 0.05, 0], 'radius': 0.07}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose frame-rate-dependent-pose rest-penetration",
     .sag = 75, .settle = 0.12, .residual = 0.0, .frame_turn = 50, .depth = 420.5},
    {.name = "collider swallows chain", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0, 0, 0.1], 'radius': 0.3}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose frame-rate-dependent-pose rest-penetration",
     .sag = 156, .settle = 0.18, .residual = 0.0, .frame_turn = 75, .depth = 221.6},
    {.name = "collider radius x100", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0, 0.05, 0], 'radius': 7}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose rest-penetration", .sag = 76, .settle = 0.10,
     .residual = 0.0, .frame_turn = 54, .depth = 6870.3},
    {.name = "collider across rest pose", .way = {0, -1, 0}, .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0.01, -0.06, 0.09], 'radius': 0.05}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose", .sag = 48, .settle = 0.45, .residual = 0.0,
     .frame_turn = 63, .depth = 3.6},
    {.name = "collider at tail", .way = {0, -1, 0}, .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0, 0, 0.1], 'radius': 0.01}}}",
     .verdicts = "frame-rate-dependent-pose rest-penetration tail-at-collider-center", .sag = 0, .settle = 0.38,
     .residual = 0.0, .frame_turn = 31, .depth = 30.0},
    {.name = "two spheres squeeze", .way = {0, -1, 0}, .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0.045, -0.06, 0.1], 'radius': 0.04}}}, {'node': 2, "
       "'shape': {'sphere': {'offset': [-0.045, -0.06, 0.1], 'radius': 0.04}}}",
     .verdicts = "frame-rate-dependent-pose rest-penetration", .sag = 16, .settle = 0.32, .residual = 0.0,
     .frame_turn = 26, .depth = 26.5},
    {.name = "inside sphere too small", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
       "{'sphere': {'offset': [0, 0, 0.1], 'radius': 0.03, 'inside': true}}}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose frame-rate-dependent-pose rest-penetration "
       "violent-motion",
     .sag = 126, .settle = 0.30, .residual = 0.0, .frame_turn = 141, .depth = 31.1},
    {.name = "inside radius < hit", .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
       "{'sphere': {'offset': [0, 0, 0.1], 'radius': 0.01, 'inside': true}}}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose jitter rest-penetration violent-motion",
     .sag = 147, .settle = 4.48, .residual = 6875.5, .frame_turn = 180, .depth = 50.5},
    {.name = "plane above chain", .way = {0, -1, 0}, .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
       "{'plane': {'offset': [0, 0.2, 0], 'normal': [0, 1, 0]}}}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose rest-penetration violent-motion", .sag = 180,
     .settle = 0.22, .residual = 0.0, .frame_turn = 180, .depth = 120.0},
    {.name = "plane cuts rest pose", .way = {0.02, -1, 0}, .stiffness = 1, .drag = 0.4,
     .colliders = "{'node': 2, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
       "{'plane': {'offset': [0, 0, 0], 'normal': [0, 1, 0]}}}}}",
     .verdicts = "collider-moves-rest-pose collider-no-feasible-pose does-not-settle violent-motion", .sag = 98,
     .settle = 3.92, .residual = 21.6, .frame_turn = 180, .depth = 7.8},
    {.name = "cone 10deg + collider in cone", .bones = 1, .length = 0.1, .way = {0, -1, 0}, .stiffness = 1,
     .drag = 0.4, .colliders = "{'node': 2, 'shape': {'sphere': {'offset': [0, -0.07, 0.1], 'radius': 0.06}}}",
     .limit = "{'cone': {'angle': 0.17}}",
     .verdicts = "frame-rate-dependent-pose limit-collider-conflict rest-penetration", .sag = 0, .settle = 0.02,
     .residual = 0.0, .frame_turn = 9, .depth = 60.0},
    {.name = "cone rotated off rest", .stiffness = 1, .drag = 0.4,
     .limit = "{'cone': {'angle': 0.3, 'rotation': [0.7071068, 0, 0, 0.7071068]}}",
     .verdicts = "rest-pose-collapses rest-pose-sags violent-motion", .sag = 146, .settle = 0.15, .residual = 0.0,
     .frame_turn = 180, .depth = 0.0},
    {.name = "thin colliders beside a whippy chain", .bones = 5, .length = 0.06, .way = {0, -1, 0}, .stiffness = 0.4,
     .drag = 0.2, .hit_radius = 0.002,
     .colliders = "{'node': 2, 'shape': {'capsule': {'offset': [0.04, 0, 0.1], 'tail': [0.04, -0.3, 0.1], 'radius': "
       "0.003}}}, {'node': 2, 'shape': {'capsule': {'offset': [-0.04, 0, 0.1], 'tail': [-0.04, -0.3, 0.1], "
       "'radius': 0.003}}}",
     .verdicts = "collider-tunnelling", .sag = 0, .settle = 1.42, .residual = 0.0, .frame_turn = 41, .depth = 0.0},
    {.name = "walk lag k.1 d.6", .stiffness = 0.1, .drag = 0.6, .verdicts = "does-not-settle slow-settle walk-lag",
     .sag = 0, .settle = 3.52, .residual = 2.9, .frame_turn = 17, .depth = 0.0},
};
/* clang-format on */
const size_t sim_set_count = sizeof sim_sets / sizeof *sim_sets;

static void add_node(struct buf *buf, const char *name, struct vec3 at, int child)
{
    buf_printf(buf, "%s{'name': '%s', 'translation': [%.17g, %.17g, %.17g]",
               buf->text[buf->length - 1] == '[' ? "" : ", ", name, at.x, at.y, at.z);
    if (child > 0) {
        buf_printf(buf, ", 'children': [%d]", child);
    }
    buf_str(buf, "}");
}

static void add_nodes(struct buf *buf, const struct sim_set *set, int bones)
{
    struct vec3 way = vec3_length(set->way) > 0 ? set->way : (struct vec3){0.1, -1, 0.2};
    way = vec3_scale(way, (set->length > 0 ? set->length : 0.05) / vec3_length(way));
    add_node(buf, "Root", (struct vec3){0, 0, 0}, 1);
    add_node(buf, "Hips", (struct vec3){0, 0.9, 0}, 2);
    add_node(buf, "Head", (struct vec3){0, 0.5, 0}, 3);
    add_node(buf, "Hair_00", (struct vec3){0, 0.05, 0.1}, 4);
    for (int i = 1; i <= bones; i++) {
        char name[20];
        snprintf(name, sizeof name, "Hair_%02d", i);
        add_node(buf, name, i == 1 && set->no_first ? (struct vec3){0, 0, 0} : way, i < bones ? i + 4 : 0);
    }
}

static void add_joint(struct buf *buf, const struct sim_set *set, int node)
{
    double radius = set->hit_radius < 0 ? 0 : set->hit_radius > 0 ? set->hit_radius : 0.02;
    buf_printf(buf, "%s{'node': %d, 'stiffness': %.17g, 'dragForce': %.17g, 'hitRadius': %.17g", node == 3 ? "" : ", ",
               node, set->stiffness, set->drag, radius);
    if (set->infinite == NULL) {
        buf_printf(buf, ", 'gravityPower': %.17g", set->gravity);
    } else {
        buf_printf(buf, ", '%s': 1e400", set->infinite);
    }
    buf_printf(buf, ", 'gravityDir': [0, %.17g, 0]", -(set->gravity_length > 0 ? set->gravity_length : 1));
    if (set->limit != NULL) {
        buf_printf(buf, ", 'extensions': {'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': %s}}",
                   set->limit);
    }
    buf_str(buf, "}");
}

char *sim_set_file(const struct sim_set *set)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct buf buf = BUF_INIT(arena);
    int bones = set->bones > 0 ? set->bones : 4;
    buf_str(&buf, "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [");
    add_nodes(&buf, set, bones);
    buf_str(&buf,
            "], 'extensionsUsed': ['VRMC_springBone'], 'extensions': {'VRMC_springBone': {'specVersion': '1.0', ");
    if (set->colliders != NULL) {
        buf_printf(&buf, "'colliders': [%s], 'colliderGroups': [{'colliders': [0%s]}], ", set->colliders,
                   strstr(set->colliders, "}, {'node'") != NULL ? ", 1" : "");
    }
    buf_printf(&buf, "'springs': [{%s%s'joints': [", set->centered ? "'center': 1, " : "",
               set->colliders != NULL ? "'colliderGroups': [0], " : "");
    for (int i = 0; i <= bones; i++) {
        add_joint(&buf, set, i + 3);
    }
    buf_str(&buf, "]}]}}}");
    char *text = malloc(buf.length + 1);
    assert_non_null(text);
    memcpy(text, buf_text(&buf), buf.length + 1);
    arena_free(arena);
    return text;
}
