/* The view of joint limits, their space, and directions inside and outside, compared with other programs. */
#include "support.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "vrm/limits.h"

#define ASSET "'asset': {'version': '2.0'}"
#define SQRT1_2 0.70710678118654752440

/* Loads a file: Hair_01 at the origin has the limit extension, Hair_02 is at an offset from it. */
static struct loaded load_limit(const char *nodes, const char *extension)
{
    char json[2048];
    snprintf(json, sizeof json,
             "{" ASSET ", 'nodes': [%s], 'extensions': {'VRMC_springBone': {'springs': [{'joints': [{'node': 0, "
             "'extensions': {'VRMC_springBone_limit': %s}}, {'node': 1}]}]}}}",
             nodes, extension);
    return load(json);
}

static const struct joint *first_joint(const struct loaded *loaded)
{
    return &loaded->avatar->springs->springs[0].joints[0];
}

#define TWO_NODES "{'children': [1]}, {'translation': [0, -1, 0]}"

static void assert_quat(struct quat q, double x, double y, double z, double w)
{
    assert_float_equal(q.x, x, 1e-12);
    assert_float_equal(q.y, y, 1e-12);
    assert_float_equal(q.z, z, 1e-12);
    assert_float_equal(q.w, w, 1e-12);
}

static void assert_direction(struct vec3 v, double x, double y, double z)
{
    assert_float_equal(v.x, x, 1e-9);
    assert_float_equal(v.y, y, 1e-9);
    assert_float_equal(v.z, z, 1e-9);
}

/* ---- reading ---- */

static void reads_each_kind(void **state)
{
    (void)state;
    struct loaded file = load_limit(TWO_NODES, "{'limit': {'cone': {'angle': 0.5, 'rotation': [0, 0.6, 0, 0.8]}}}");
    const struct limit *limit = first_joint(&file)->limit;
    assert_int_equal(limit->kind, LIMIT_CONE);
    assert_true(limit->angle.value == 0.5 && limit->angle.present && limit->angle.given);
    assert_true(!limit->pitch.present && !limit->yaw.given);
    assert_true(limit->rotation_given);
    assert_quat(limit->rotation, 0, 0.6, 0, 0.8);
    assert_non_null(tree_get(limit->json, "limit"));
    assert_non_null(first_joint(&file)->limit);
    assert_null(file.avatar->springs->springs[0].joints[1].limit);
    unload(&file);
    file = load_limit(TWO_NODES, "{'limit': {'hinge': {'angle': 4}}}");
    limit = first_joint(&file)->limit;
    assert_int_equal(limit->kind, LIMIT_HINGE);
    assert_true(limit->angle.value == 4);
    assert_true(!limit->rotation_given);
    assert_quat(limit->rotation, 0, 0, 0, 1);
    unload(&file);
    file = load_limit(TWO_NODES, "{'limit': {'spherical': {'pitch': 1, 'yaw': 2}}}");
    limit = first_joint(&file)->limit;
    assert_int_equal(limit->kind, LIMIT_SPHERICAL);
    assert_true(limit->pitch.value == 1 && limit->yaw.value == 2 && !limit->angle.present);
    unload(&file);
    assert_string_equal(limit_kind_name(LIMIT_CONE), "cone");
    assert_string_equal(limit_kind_name(LIMIT_HINGE), "hinge");
    assert_string_equal(limit_kind_name(LIMIT_SPHERICAL), "spherical");
    assert_string_equal(limit_kind_name(LIMIT_NONE), "");
}

/* Values of the wrong type are present but not read. */
static void reads_what_is_wrong(void **state)
{
    (void)state;
    static const char *const nothing[] = {
        "{}",
        "{'limit': 1}",
        "{'limit': {}}",
        "{'limit': {'cone': 0}}",
        "{'limit': {'cone': {'angle': 1}, 'hinge': {'angle': 1}}}",
        "{'limit': {'cylinder': {'angle': 1}}}",
        "{'cone': {'angle': 1}}",
    };
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        struct loaded file = load_limit(TWO_NODES, nothing[i]);
        const struct limit *limit = first_joint(&file)->limit;
        assert_int_equal(limit->kind, LIMIT_NONE);
        assert_true(!limit->angle.present);
        assert_false(limit_is_oriented(limit));
        unload(&file);
    }
    struct loaded file = load_limit(TWO_NODES, "7");
    assert_null(first_joint(&file)->limit);
    unload(&file);
    static const char *const angles[] = {"-0.1", "'1'", "null", "1e39", "1e400", "[1]"};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        char extension[100];
        snprintf(extension, sizeof extension, "{'limit': {'hinge': {'angle': %s}}}", angles[i]);
        file = load_limit(TWO_NODES, extension);
        assert_int_equal(first_joint(&file)->limit->kind, LIMIT_HINGE);
        assert_true(first_joint(&file)->limit->angle.present && !first_joint(&file)->limit->angle.given);
        assert_true(first_joint(&file)->limit->angle.value == 0);
        unload(&file);
    }
    static const char *const rotations[] = {"[0, 0, 0]", "[0, 0, 0, 1.1]", "[-1.1, 0, 0, 1]", "[0, 0, 0, null]", "1"};
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        char extension[100];
        snprintf(extension, sizeof extension, "{'limit': {'hinge': {'rotation': %s}}}", rotations[i]);
        file = load_limit(TWO_NODES, extension);
        assert_true(!first_joint(&file)->limit->rotation_given);
        assert_quat(limit_rotation(first_joint(&file)->limit), 0, 0, 0, 1);
        unload(&file);
    }
}

/* ---- axes ---- */

static void rest_axes(void **state)
{
    (void)state;
    static const struct {
        const char *nodes;
        struct vec3 axis;
    } cases[] = {
        {TWO_NODES, {0, -1, 0}},
        {"{'children': [1]}, {'translation': [0.3, 0, 0.4]}", {0.6, 0, 0.8}},
        {"{'children': [1]}, {'translation': [-0.3, 0, 0]}", {-1, 0, 0}},
        {"{'children': [1]}, {'translation': [0, 0, -0.4]}", {0, 0, -1}},
        /* in the head's own space, independent of its ancestors */
        {"{'rotation': [0, 0, 1, 0], 'scale': [2, 2, 2], 'children': [1]}, {'translation': [3, 0, 0]}", {1, 0, 0}},
        {"{'children': [1]}, {'translation': [1e-200, 0, 0]}", {1, 0, 0}},
        {"{'children': [1]}, {'translation': [0, 3e20, 4e20]}", {0, 0.6, 0.8}},
    };
    struct vec3 axis;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded file = load_limit(cases[i].nodes, "{}");
        assert_true(limit_rest_axis(first_joint(&file), &axis));
        assert_direction(axis, cases[i].axis.x, cases[i].axis.y, cases[i].axis.z);
        unload(&file);
    }
    static const char *const without[] = {
        "{'children': [1]}, {'translation': [0, 0, 0]}",
        "{'children': [1], 'scale': [0, 0, 0]}, {'translation': [0, -1, 0]}",
        "{}",
    };
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        struct loaded file = load_limit(without[i], "{}");
        assert_false(limit_rest_axis(first_joint(&file), &axis));
        unload(&file);
    }
}

/* ---- limit space ---- */

static void axis_rotations(void **state)
{
    (void)state;
    /* by hand: no rotation; 180 degrees about X; 90 degrees about -Z, Z, X and -X */
    assert_quat(limit_axis_rotation((struct vec3){0, 1, 0}, VRMLINT_LIMIT_REVISION_B), 0, 0, 0, 1);
    assert_quat(limit_axis_rotation((struct vec3){0, -1, 0}, VRMLINT_LIMIT_REVISION_B), 1, 0, 0, 0);
    assert_quat(limit_axis_rotation((struct vec3){1, 0, 0}, VRMLINT_LIMIT_REVISION_B), 0, 0, -SQRT1_2, SQRT1_2);
    assert_quat(limit_axis_rotation((struct vec3){-1, 0, 0}, VRMLINT_LIMIT_REVISION_B), 0, 0, SQRT1_2, SQRT1_2);
    assert_quat(limit_axis_rotation((struct vec3){0, 0, 1}, VRMLINT_LIMIT_REVISION_B), SQRT1_2, 0, 0, SQRT1_2);
    assert_quat(limit_axis_rotation((struct vec3){0, 0, -1}, VRMLINT_LIMIT_REVISION_B), -SQRT1_2, 0, 0, SQRT1_2);
    /* 60 degrees from +Y towards +X: half of the angle, about -Z */
    assert_quat(limit_axis_rotation((struct vec3){sqrt(0.75), 0.5, 0}, VRMLINT_LIMIT_REVISION_B), 0, 0, -0.5,
                sqrt(0.75));
    /* 1 + y on both sides of the threshold */
    double y = -1 + 2e-8;
    double x = sqrt(1 - y * y);
    struct quat near = limit_axis_rotation((struct vec3){x, y, 0}, VRMLINT_LIMIT_REVISION_B);
    assert_float_equal(near.z, -1, 1e-3);
    assert_float_equal(near.x, 0, 1e-12);
    assert_quat(limit_axis_rotation((struct vec3){1e-4, -1 + 5e-9, 0}, VRMLINT_LIMIT_REVISION_B), 1, 0, 0, 0);
    /* revision C: only -Y itself is special, so even a tiny sideways part decides */
    const enum vrmlint_limit_revision revision = VRMLINT_LIMIT_REVISION_C;
    assert_quat(limit_axis_rotation((struct vec3){0, -1, 0}, revision), 1, 0, 0, 0);
    assert_quat(limit_axis_rotation((struct vec3){0, 1e-16 - 1, 0}, revision), 1, 0, 0, 0);
    assert_quat(limit_axis_rotation((struct vec3){0, 1, 0}, revision), 0, 0, 0, 1);
    y = -sqrt(1 - 1e-10);
    assert_quat(limit_axis_rotation((struct vec3){1e-5, y, 0}, revision), 0, 0, -sqrt(1 - 25e-12), 5e-6);
    assert_quat(limit_axis_rotation((struct vec3){0, y, -1e-5}, revision), -sqrt(1 - 25e-12), 0, 0, 5e-6);
    static const struct vec3 axes[] = {{0.6, -0.64, 0.48}, {0.36, 0.48, 0.8}, {-0.48, -0.64, 0.6}, {0, -1, 0},
                                       {1, 0, 0},          {0, 0, -1},        {0.28, 0.96, 0}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        struct vec3 turned =
            quat_rotate(limit_axis_rotation(axes[i], VRMLINT_LIMIT_REVISION_B), (struct vec3){0, 1, 0});
        assert_direction(turned, axes[i].x, axes[i].y, axes[i].z);
    }
}

static void rest_directions(void **state)
{
    (void)state;
    struct limit limit = {.kind = LIMIT_CONE, .rotation = QUAT_IDENTITY};
    assert_direction(limit_rest_direction(&limit), 0, 1, 0);
    /* a rotation by 90 degrees about X takes +Y to +Z, so +Y appears at -Z */
    limit.rotation = (struct quat){SQRT1_2, 0, 0, SQRT1_2};
    assert_direction(limit_rest_direction(&limit), 0, 0, -1);
    /* the same with another length */
    limit.rotation = (struct quat){0.1, 0, 0, 0.1};
    assert_direction(limit_rest_direction(&limit), 0, 0, -1);
    limit.rotation = (struct quat){0, 0, SQRT1_2, SQRT1_2};
    assert_direction(limit_rest_direction(&limit), 1, 0, 0);
    limit.rotation = (struct quat){0, SQRT1_2, 0, SQRT1_2};
    assert_direction(limit_rest_direction(&limit), 0, 1, 0);
    limit.rotation = (struct quat){9e-7, 0, 0, 0};
    assert_direction(limit_rest_direction(&limit), 0, 1, 0);
}

/* ---- vectors from other programs ---- */

static json_t *load_vectors(void)
{
    json_error_t error;
    json_t *vectors = json_load_file(external_path("sim/limits-vectors.json"), 0, &error);
    assert_non_null(vectors);
    assert_true(json_array_size(vectors) > 400);
    return vectors;
}

static void read_numbers(const json_t *list, double *out, size_t count)
{
    assert_int_equal(json_array_size(list), count);
    for (size_t i = 0; i < count; i++) {
        out[i] = json_number_value(json_array_get(list, i));
    }
}

static struct quat read_quat(const json_t *list)
{
    double n[4];
    read_numbers(list, n, 4);
    return (struct quat){n[0], n[1], n[2], n[3]};
}

static struct vec3 read_vector(const json_t *list)
{
    double n[3];
    read_numbers(list, n, 3);
    return (struct vec3){n[0], n[1], n[2]};
}

/* Transforms from limit space to the world, compared with another program. */
static void spaces_of_others(void **state)
{
    (void)state;
    NEED_EXTERNAL("sim/limits-vectors.json");
    json_t *vectors = load_vectors();
    size_t checked = 0;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        const json_t *wanted = json_object_get(vector, "limitToWorld");
        if (wanted == NULL) {
            continue;
        }
        const json_t *frame = json_object_get(vector, "frame");
        const json_t *body = json_object_iter_value(json_object_iter(json_object_get(vector, "limit")));
        struct limit limit = {.kind = LIMIT_HINGE, .rotation = read_quat(json_object_get(body, "rotation"))};
        struct quat head =
            quat_multiply(read_quat(json_object_get(frame, "parent")), read_quat(json_object_get(frame, "initial")));
        struct quat is = quat_multiply(head, limit_space(&limit, read_vector(json_object_get(frame, "axis"))));
        struct quat should = read_quat(wanted);
        assert_quat(is, should.x, should.y, should.z, should.w);
        checked++;
    }
    assert_true(checked >= 100);
    json_decref(vectors);
}

/* Writes a limit whose rotation moves the bone's rest direction to a direction given in the limit's own space. */
static void build_limit(char *text, size_t size, const json_t *limit, struct vec3 rest)
{
    struct quat q = quat_conjugate(limit_axis_rotation(rest, VRMLINT_LIMIT_REVISION_B));
    const char *kind = json_object_iter_key(json_object_iter(json_object_get(limit, "limit")));
    json_t *body = json_deep_copy(json_object_get(json_object_get(limit, "limit"), kind));
    json_object_set_new(body, "rotation", json_pack("[f, f, f, f]", q.x, q.y, q.z, q.w));
    char *dump = json_dumps(body, JSON_REAL_PRECISION(17));
    assert_non_null(dump);
    int length = snprintf(text, size,
                          "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\", "
                          "\"VRMC_springBone_limit\"], \"nodes\": [{\"children\": [1]}, {\"translation\": [1, 0, 0]}], "
                          "\"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": [{\"joints\": "
                          "[{\"node\": 0, \"extensions\": {\"VRMC_springBone_limit\": {\"specVersion\": \"1.0-draft\", "
                          "\"limit\": {\"%s\": %s}}}}, {\"node\": 1}]}]}}}",
                          kind, dump);
    assert_true(length > 0 && (size_t)length < size);
    free(dump);
    json_decref(body);
}

/* A rest pose is outside exactly if a solver would move it. */
static void rest_poses_of_others(void **state)
{
    (void)state;
    NEED_EXTERNAL("sim/limits-vectors.json");
    json_t *vectors = load_vectors();
    size_t inside = 0;
    size_t outside = 0;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        if (strcmp(json_string_value(json_object_get(vector, "space")), "local") != 0) {
            continue;
        }
        struct vec3 in = read_vector(json_object_get(vector, "in"));
        struct vec3 out = read_vector(json_object_get(vector, "out"));
        double moved = vec3_distance(in, out);
        assert_true(moved < 1e-6 || moved > 0.05); /* otherwise the tolerances would decide */
        char text[2048];
        build_limit(text, sizeof text, vector, in);
        struct vrmlint_report *report = lint_text("limit/rest-outside", text);
        if (report->finding_count != (moved > 0.05)) {
            print_error("moved by %g:\n%s\n", moved, text);
        }
        assert_int_equal(report->finding_count, moved > 0.05);
        inside += moved < 1e-6;
        outside += moved > 0.05;
        vrmlint_report_free(report);
    }
    assert_true(inside > 80 && outside > 80);
    json_decref(vectors);
}

TEST_PROGRAM(limit_space)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_each_kind),
        cmocka_unit_test(reads_what_is_wrong),
        cmocka_unit_test(rest_axes),
        cmocka_unit_test(axis_rotations),
        cmocka_unit_test(rest_directions),
        cmocka_unit_test(spaces_of_others),
        cmocka_unit_test(rest_poses_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
