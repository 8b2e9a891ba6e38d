/* The data of drawings: bodies, chains, colliders, limits, marks and rings of small files. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A chain of three joints to one side, with a collider and a limit. %s: members after the springs. */
#define HEAD                                                                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["                            \
    "{\"name\":\"Root\",\"children\":[1]},"                                                                            \
    "{\"name\":\"Head\",\"translation\":[0,1,0],\"scale\":[2,2,2],\"children\":[2]},"                                  \
    "{\"name\":\"A\",\"translation\":[0.5,0,0],\"children\":[3]},"                                                     \
    "{\"name\":\"B\",\"translation\":[0,0.25,0],\"children\":[4]},"                                                    \
    "{\"name\":\"C\",\"translation\":[0,0,0.25]}],"                                                                    \
    "\"extensionsUsed\":[\"VRMC_springBone\",\"VRMC_springBone_limit\",\"VRMC_springBone_extended_collider\"],"        \
    "\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\","
#define LIMIT(kind, angles)                                                                                            \
    "\"extensions\":{\"VRMC_springBone_limit\":{\"specVersion\":\"1.0-draft\",\"limit\":{\"" kind "\":{" angles "}}}}"

static struct vrmlint_report *draw(const char *name, const void *bytes, size_t size)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    vrmlint_policy_drawing(policy, true);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, name, bytes, size);
    assert_non_null(report);
    vrmlint_policy_free(policy);
    return report;
}

static struct vrmlint_report *draw_text(const char *text)
{
    return draw("a.gltf", text, strlen(text));
}

static struct vrmlint_report *draw_file(const char *path)
{
    size_t size;
    char *bytes = read_file(source_path(path), &size);
    struct vrmlint_report *report = draw(path, bytes, size);
    free(bytes);
    return report;
}

static void is_at(const float place[3], double x, double y, double z)
{
    if (!(fabs(place[0] - x) < 1e-6 && fabs(place[1] - y) < 1e-6 && fabs(place[2] - z) < 1e-6)) {
        fail_msg("%g %g %g is not at %g %g %g", place[0], place[1], place[2], x, y, z);
    }
}

static void only_where_asked_for(void **state)
{
    (void)state;
    size_t size;
    char *bytes = read_file(source_path("fixtures/whole/clean.vrm"), &size);
    struct vrmlint_report *report = vrmlint_check_bytes(NULL, "clean.vrm", bytes, size);
    assert_null(report->drawing);
    vrmlint_report_free(report);
    free(bytes);
    report = draw_text("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"translation\":[0,1,0]}]}");
    assert_null(report->drawing);
    vrmlint_report_free(report);
    report = draw_text("{");
    assert_null(report->drawing);
    vrmlint_report_free(report);
}

static void chains_in_the_world(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        draw_text(HEAD "\"springs\":[{\"name\":\"Tuft\",\"joints\":[{\"node\":2},{\"node\":3},{\"node\":4}]}]}}}");
    const struct vrmlint_drawing *drawing = report->drawing;
    assert_non_null(drawing);
    assert_false(drawing->faces_back);
    assert_int_equal(drawing->chain_count, 1);
    assert_string_equal(ENGLISH(drawing->chains[0].subject), "Spring 0 'Tuft'");
    /* without a humanoid, the body is the nodes that carry the chain */
    assert_int_equal(drawing->bone_count, 4);
    assert_int_equal(drawing->bones[0].chain, SIZE_MAX);
    is_at(drawing->bones[0].from, 0, 0, 0);
    is_at(drawing->bones[0].to, 0, 1, 0);
    is_at(drawing->bones[1].to, 1, 1, 0);
    assert_int_equal(drawing->bones[2].chain, 0);
    is_at(drawing->bones[2].from, 1, 1, 0);
    is_at(drawing->bones[2].to, 1, 1.5, 0);
    is_at(drawing->bones[3].to, 1, 1.5, 0.5);
    vrmlint_report_free(report);
}

static void colliders_in_the_world(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        draw_text(HEAD "\"colliders\":["
                       "{\"node\":1,\"shape\":{\"sphere\":{\"offset\":[0,0.5,0],\"radius\":0.25}}},"
                       "{\"node\":77,\"shape\":{\"sphere\":{\"offset\":[0,0,0],\"radius\":1}}},"
                       "{\"node\":0,\"shape\":{\"capsule\":{\"offset\":[0,0,0],\"radius\":0.5,\"tail\":[0,0,1]}}},"
                       "{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[0,0,0],\"radius\":0.1}},\"extensions\":{"
                       "\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\",\"shape\":{\"plane\":{"
                       "\"offset\":[0,1,0],\"normal\":[0,0,2]}}}}},"
                       "{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[0,0,0],\"radius\":0.1}},\"extensions\":{"
                       "\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\",\"shape\":{\"sphere\":{"
                       "\"offset\":[0,0,0],\"radius\":3,\"inside\":true}}}}}]}}}");
    const struct vrmlint_drawing *drawing = report->drawing;
    assert_non_null(drawing);
    assert_int_equal(drawing->collider_count, 4);
    assert_int_equal(drawing->colliders[0].shape, VRMLINT_SPHERE);
    is_at(drawing->colliders[0].at, 0, 2, 0);
    assert_true(fabs(drawing->colliders[0].radius - 0.25) < 1e-7);
    assert_int_equal(drawing->colliders[1].shape, VRMLINT_CAPSULE);
    is_at(drawing->colliders[1].to, 0, 0, 1);
    assert_int_equal(drawing->colliders[2].shape, VRMLINT_PLANE);
    is_at(drawing->colliders[2].at, 0, 1, 0);
    is_at(drawing->colliders[2].to, 0, 0, 1);
    assert_true(drawing->colliders[3].inside);
    assert_false(drawing->colliders[0].inside);
    vrmlint_report_free(report);
}

/* The bone of joint A points along +Y and is 0.5 m long, so every point of the border is 0.5 m from the joint. */
static void limits_in_the_world(void **state)
{
    (void)state;
    static const struct {
        const char *limit;
        double height; /* height of the first point above the joint */
        bool flat;
    } cases[] = {
        {LIMIT("cone", "\"angle\":1.0471975511965976"), 0.25, false},
        {LIMIT("hinge", "\"angle\":1.0471975511965976"), 0.25, true},
        {LIMIT("spherical", "\"pitch\":1.0471975511965976,\"yaw\":0"), 0.25, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4000];
        snprintf(text, sizeof text, HEAD "\"springs\":[{\"joints\":[{\"node\":2,%s},{\"node\":3},{\"node\":4}]}]}}}",
                 cases[i].limit);
        struct vrmlint_report *report = draw_text(text);
        assert_int_equal(report->drawing->limit_count, 1);
        const struct vrmlint_drawn_limit *limit = &report->drawing->limits[0];
        is_at(limit->at, 1, 1, 0);
        assert_int_equal(limit->flat, cases[i].flat);
        assert_true(fabs(limit->border[0][1] - 1 - cases[i].height) < 1e-6);
        for (int k = 0; k < VRMLINT_LIMIT_POINTS; k++) {
            double x = limit->border[k][0] - 1;
            double y = limit->border[k][1] - 1;
            assert_true(fabs(hypot(hypot(x, y), limit->border[k][2]) - 0.5) < 1e-6);
            assert_true(y > cases[i].height - 1e-6);
        }
        vrmlint_report_free(report);
    }
}

static void findings_have_places(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        draw_text(HEAD "\"colliders\":[{\"node\":1,\"shape\":{\"sphere\":{\"offset\":[0,0.5,0],\"radius\":-1}}}],"
                       "\"springs\":[{\"joints\":[{\"node\":2,\"dragForce\":3},{\"node\":3},{\"node\":4}]}]}}}");
    const struct vrmlint_drawing *drawing = report->drawing;
    const struct vrmlint_drawn_mark *drag = NULL;
    for (size_t i = 0; i < drawing->mark_count; i++) {
        assert_true(drawing->marks[i].finding < report->finding_count);
        assert_true(i == 0 || drawing->marks[i].finding >= drawing->marks[i - 1].finding);
        if (strstr(report->findings[drawing->marks[i].finding].pointer, "dragForce") != NULL) {
            drag = &drawing->marks[i];
        }
    }
    assert_non_null(drag);
    is_at(drag->at, 1, 1, 0);
    assert_int_equal(drawing->chains[0].worst, VRMLINT_ERROR);
    vrmlint_report_free(report);
}

static void vrm0_faces_back(void **state)
{
    (void)state;
    struct vrmlint_report *report = draw_file("fixtures/whole/box-doll-0x.vrm");
    const struct vrmlint_drawing *drawing = report->drawing;
    assert_non_null(drawing);
    assert_true(drawing->faces_back);
    assert_true(drawing->chain_count > 0);
    assert_non_null(strstr(ENGLISH(drawing->chains[0].subject), "Bone group 0"));
    size_t body = 0;
    size_t swinging = 0;
    for (size_t i = 0; i < drawing->bone_count; i++) {
        *(drawing->bones[i].chain == SIZE_MAX ? &body : &swinging) += 1;
    }
    assert_true(body > 10);
    assert_true(swinging > 0);
    vrmlint_report_free(report);
}

/* Rings list their members in order: each follows the next. */
static void rings(void **state)
{
    (void)state;
    struct vrmlint_report *report = draw_file("fixtures/constraint/circular-dependency/fail-g7-three.gltf");
    assert_int_equal(report->drawing->ring_count, 1);
    const struct vrmlint_drawn_ring *ring = &report->drawing->rings[0];
    assert_int_equal(ring->member_count, 3);
    assert_int_equal(ring->left_out, 0);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(ENGLISH(ring->members[i].source), ENGLISH(ring->members[(i + 1) % 3].node));
    }
    assert_string_equal(report->findings[ring->finding].rule->id, "constraint/circular-dependency");
    vrmlint_report_free(report);

    /* places of what the ring causes are on the same nodes, but aren't members */
#define AIM(source)                                                                                                    \
    "\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{\"aim\":{\"source\":" source    \
    ",\"aimAxis\":\"PositiveZ\"}}}}"
    report = draw_text("{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"
                       "\"extensionsUsed\":[\"VRMC_node_constraint\"],\"nodes\":[{" AIM(
                           "1") "},"
                                "{\"translation\":[1,0,0]," AIM("0") "}]}");
    ring = &report->drawing->rings[0];
    assert_true(report->findings[ring->finding].related_count > 1);
    assert_int_equal(ring->member_count, 2);
    assert_int_equal(ring->left_out, 0);
    vrmlint_report_free(report);

    report = draw_file("fixtures/constraint/circular-dependency/fail-long.gltf");
    ring = &report->drawing->rings[0];
    assert_true(ring->left_out > 0);
    assert_int_equal(ring->member_count, 20);
    vrmlint_report_free(report);

    report = draw_file("fixtures/constraint/self-source/fail-g2.gltf");
    assert_int_equal(report->drawing->rings[0].member_count, 1);
    assert_string_equal(ENGLISH(report->drawing->rings[0].members[0].source),
                        ENGLISH(report->drawing->rings[0].members[0].node));
    vrmlint_report_free(report);

    report = draw_file("fixtures/constraint/source-descends-destination/fail-g3.gltf");
    assert_int_equal(report->drawing->rings[0].member_count, 2);
    assert_string_equal(report->drawing->rings[0].members[1].how, "below");
    vrmlint_report_free(report);
}

/* A compact copy is complete and needs nothing of the original. */
static void copies(void **state)
{
    (void)state;
    struct vrmlint_report *report = draw_file("fixtures/constraint/circular-dependency/fail-g7-three.gltf");
    struct vrmlint_drawing before = *report->drawing;
    char *node = strdup(ENGLISH(before.rings[0].members[0].node));
    report = vrmlint_report_compact(report);
    const struct vrmlint_drawing *after = report->drawing;
    assert_non_null(after);
    assert_true(after->rings != before.rings);
    assert_string_equal(ENGLISH(after->rings[0].members[0].node), node);
    assert_int_equal(after->bone_count, before.bone_count);
    assert_int_equal(after->mark_count, before.mark_count);
    free(node);
    vrmlint_report_free(report);
    report = vrmlint_report_compact(draw_file("fixtures/whole/mistakes.vrm"));
    assert_true(report->drawing->chain_count > 1 && report->drawing->collider_count > 1);
    assert_string_equal(ENGLISH(report->drawing->chains[0].subject), "Spring 0 'Hair left'");
    vrmlint_report_free(report);
}

/* Positions beyond the limit are left out; everything drawn is finite. */
static void hostile_numbers(void **state)
{
    (void)state;
    struct vrmlint_report *report = draw_text(
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        "{\"children\":[1]},{\"translation\":[1e30,0,0],\"children\":[2]},{\"translation\":[0,1e300,0]},"
        "{\"children\":[3]}],\"extensionsUsed\":[\"VRMC_springBone\"],\"extensions\":{\"VRMC_springBone\":{"
        "\"specVersion\":\"1.0\",\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{\"radius\":1e200}}},"
        "{\"node\":3,\"shape\":{\"sphere\":{\"radius\":1}}},{\"node\":0,\"shape\":{\"capsule\":{\"radius\":1e8,"
        "\"tail\":[0,1,0]}}}],\"springs\":[{\"joints\":[{\"node\":0},{\"node\":1},{\"node\":2},{\"node\":3}]},"
        "{\"joints\":[{\"node\":99},{\"node\":-1}]},{\"joints\":7}]}}}");
    const struct vrmlint_drawing *drawing = report->drawing;
    assert_non_null(drawing);
    assert_int_equal(drawing->bone_count, 0);
    assert_int_equal(drawing->collider_count, 1);
    vrmlint_report_free(report);
}

TEST_PROGRAM(drawing)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_where_asked_for),
        cmocka_unit_test(chains_in_the_world),
        cmocka_unit_test(colliders_in_the_world),
        cmocka_unit_test(limits_in_the_world),
        cmocka_unit_test(findings_have_places),
        cmocka_unit_test(vrm0_faces_back),
        cmocka_unit_test(rings),
        cmocka_unit_test(copies),
        cmocka_unit_test(hostile_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
