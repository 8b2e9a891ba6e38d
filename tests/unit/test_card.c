/* The avatar's summary cards and the animation clips ("films") of its chains, made from whole files. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct vrmlint_report *shown(const char *name, const void *bytes, size_t size, bool curves)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    vrmlint_policy_drawing(policy, true);
    vrmlint_policy_curves(policy, curves);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, name, bytes, size);
    assert_non_null(report);
    vrmlint_policy_free(policy);
    return report;
}

static struct vrmlint_report *shown_file(const char *path, bool curves)
{
    size_t size;
    char *bytes = read_file(source_path(path), &size);
    struct vrmlint_report *report = shown(path, bytes, size, curves);
    free(bytes);
    return report;
}

/* ---- cards ---- */

static void card_of_1_0(void **state)
{
    (void)state;
    struct vrmlint_report *report = vrmlint_report_compact(shown_file("fixtures/whole/clean.vrm", false));
    const struct vrmlint_card *card = report->card;
    assert_non_null(card);
    assert_false(card->is_0x);
    assert_string_equal(card->title, "Box doll");
    assert_int_equal(card->author_count, 1);
    assert_string_equal(card->authors[0], "the vrmlint authors");
    assert_string_equal(card->terms[VRMLINT_TERM_COMMERCE], "corporation");
    assert_string_equal(card->terms[VRMLINT_TERM_PASSING_ON], "true");
    assert_null(card->terms[VRMLINT_TERM_VIOLENCE]);
    assert_int_equal(card->bone_count + card->missing_count, 55);
    assert_int_equal(card->missing_needed, 0);
    assert_int_equal(card->expression_count, 1);
    assert_string_equal(card->expressions[0].name, "happy");
    assert_int_equal(card->expressions[0].bound_count, 1);
    assert_string_equal(card->expressions[0].bound[0].what, "Smile");
    assert_string_equal(card->expressions[0].bound[0].of, "Body");
    assert_null(card->picture);
    vrmlint_report_free(report);
}

static void card_of_0_x(void **state)
{
    (void)state;
    struct vrmlint_report *report = shown_file("fixtures/whole/box-doll-0x.vrm", false);
    const struct vrmlint_card *card = report->card;
    assert_non_null(card);
    assert_true(card->is_0x);
    assert_string_equal(card->terms[VRMLINT_TERM_ACTING], "Everyone");
    assert_null(card->terms[VRMLINT_TERM_CREDIT]);
    assert_int_equal(card->bone_count + card->missing_count, 55);
    vrmlint_report_free(report);
}

static void nodes_that_expressions_move(void **state)
{
    (void)state;
    struct vrmlint_report *report = shown_file("fixtures/node-transform/example.gltf", false);
    const struct vrmlint_card_expression *expression = &report->card->expressions[0];
    assert_int_equal(expression->bound_count, 2);
    assert_int_equal(expression->bound[1].kind, VRMLINT_BOUND_NODE);
    assert_string_equal(expression->bound[1].of, "LeftEar");
    vrmlint_report_free(report);
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"extensions\":{\"VRMC_vrm\":{\"expressions\":{\"preset\":{"
        "\"happy\":"
        "{\"extensions\":{\"VRMC_vrm_expressions_node_transform\":{\"nodeTransformBinds\":[{\"node\":77},7]}}}}}}}}";
    report = shown("a.gltf", text, strlen(text), false);
    expression = &report->card->expressions[0];
    assert_int_equal(expression->bound_count, 2);
    assert_int_equal(expression->bound[0].index, 77);
    assert_null(expression->bound[0].of);
    vrmlint_report_free(report);
}

static void only_of_avatars(void **state)
{
    (void)state;
    static const char nothing[] = "{\"asset\":{\"version\":\"2.0\"}}";
    struct vrmlint_report *report = shown("a.gltf", nothing, strlen(nothing), true);
    assert_null(report->card);
    vrmlint_report_free(report);
    size_t size;
    char *bytes = read_file(source_path("fixtures/whole/clean.vrm"), &size);
    report = vrmlint_check_bytes(NULL, "clean.vrm", bytes, size);
    assert_null(report->card); /* it wasn't requested */
    assert_int_equal(report->film_count, 0);
    vrmlint_report_free(report);
    free(bytes);
}

/* Members of any type, and indices that are out of range. */
static void hostile_card(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"nodes\":[{\"mesh\":9}],"
        "\"images\":[{}],\"extensions\":{\"VRMC_vrm\":{\"meta\":{\"name\":[],\"authors\":[1,\"\",{}],\"licenseUrl\":5,"
        "\"allowRedistribution\":\"yes\",\"thumbnailImage\":7},\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":99},"
        "\"head\":3}},\"expressions\":{\"preset\":{\"happy\":{\"morphTargetBinds\":[{\"node\":-1},{\"node\":0,"
        "\"index\":4294967296},5],\"materialColorBinds\":[{\"material\":1e30,\"type\":7},null],"
        "\"textureTransformBinds\":{}},\"sad\":[]},\"custom\":{\"\":{}}}}}}";
    struct vrmlint_report *report = shown("a.gltf", text, strlen(text), true);
    const struct vrmlint_card *card = report->card;
    assert_non_null(card);
    assert_null(card->title);
    assert_int_equal(card->author_count, 0);
    assert_string_equal(card->terms[VRMLINT_TERM_PASSING_ON], "yes");
    assert_null(card->terms[VRMLINT_TERM_LICENCE]);
    assert_int_equal(card->bone_count, 0);
    assert_int_equal(card->missing_needed, 15);
    assert_int_equal(card->expressions[0].bound_count + card->expressions[0].more, 5);
    assert_null(card->picture);
    vrmlint_report_free(report);
}

static void bones_are_named(void **state)
{
    (void)state;
    struct vrmlint_report *report = vrmlint_report_compact(shown_file("fixtures/whole/clean.vrm", false));
    const struct vrmlint_drawing *drawing = report->drawing;
    assert_int_equal(drawing->joint_count, report->card->bone_count);
    assert_string_equal(drawing->joints[0].name, "hips");
    assert_false(drawing->joints[0].small);
    bool toes = false;
    for (size_t i = 0; i < drawing->joint_count; i++) {
        toes = toes || (strcmp(drawing->joints[i].name, "leftToes") == 0 && drawing->joints[i].small);
        assert_true(strcmp(drawing->joints[i].name, "head") != 0 || drawing->joints[i].at[1] > 1);
    }
    assert_true(toes);
    vrmlint_report_free(report);
}

/* ---- films ---- */

/* Returns the distance in metres between the end of a chain and its modelled position. */
static double away(const struct vrmlint_film *film, const struct vrmlint_film_bone *frame)
{
    const float *end = frame[film->bone_count - 1].to;
    const float *home = film->modelled[film->bone_count - 1].to;
    return hypot(hypot(end[0] - home[0], end[1] - home[1]), end[2] - home[2]);
}

static void film_of_a_chain_that_sags(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        vrmlint_report_compact(shown_file("fixtures/sim/rest-pose-sags/fail-heavy.gltf", true));
    assert_int_equal(report->film_count, 1);
    const struct vrmlint_film *film = &report->films[0];
    assert_string_equal(film->rule->id, "sim/rest-pose-sags");
    assert_string_equal(ENGLISH(film->subject), ENGLISH(report->findings[0].subject));
    assert_string_equal(film->motion, "settle");
    assert_int_equal(film->bone_count, 3);
    assert_int_equal(film->frame_bone_count % 3, 0);
    assert_true(film->frame_bone_count > 30);
    assert_true(away(film, film->frames) < 1e-6); /* it begins in the modelled pose */
    double sags = away(film, film->frames + film->frame_bone_count - 3);
    assert_int_equal(film->fixed_bone_count % 3, 0);
    double outcome = away(film, film->fixed + film->fixed_bone_count - 3);
    assert_true(outcome < sags * 0.75);
    assert_string_equal(film->parameter, "stiffness");
    assert_true(film->value == 2);
    vrmlint_report_free(report);
    report = shown_file("fixtures/sim/rest-pose-sags/fail-heavy.gltf", false);
    assert_int_equal(report->film_count, 0);
    vrmlint_report_free(report);
}

/* Only a few chains are filmed, however many sag. */
static void films_are_few(void **state)
{
    (void)state;
    enum { CHAINS = 60, ROOM = 40000 };
    char *text = malloc(ROOM);
    assert_non_null(text);
    size_t at = (size_t)snprintf(text, ROOM,
                                 "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                                 "\"nodes\":[{\"name\":\"Root\",\"children\":[");
    for (int i = 0; i < CHAINS; i++) {
        at += (size_t)snprintf(text + at, ROOM - at, "%s%d", i == 0 ? "" : ",", 1 + 2 * i);
    }
    at += (size_t)snprintf(text + at, ROOM - at, "]}");
    for (int i = 0; i < CHAINS; i++) {
        at += (size_t)snprintf(text + at, ROOM - at,
                               ",{\"name\":\"a%d\",\"translation\":[0,1,0],\"children\":[%d]},"
                               "{\"name\":\"b%d\",\"translation\":[0.2,0.01,%d]}",
                               i, 2 + 2 * i, i, i % 2);
    }
    at += (size_t)snprintf(text + at, ROOM - at,
                           "],\"extensionsUsed\":[\"VRMC_springBone\"],\"extensions\":{\"VRMC_springBone\":{"
                           "\"specVersion\":\"1.0\",\"springs\":[");
    for (int i = 0; i < CHAINS; i++) {
        at += (size_t)snprintf(text + at, ROOM - at,
                               "%s{\"name\":\"s%d\",\"joints\":[{\"node\":%d,\"stiffness\":0.1,\"gravityPower\":1},"
                               "{\"node\":%d}]}",
                               i == 0 ? "" : ",", i, 1 + 2 * i, 2 + 2 * i);
    }
    snprintf(text + at, ROOM - at, "]}}}");
    struct vrmlint_report *report = shown("a.gltf", text, strlen(text), true);
    assert_int_equal(report->film_count, 12);
    for (size_t i = 0; i < report->film_count; i++) {
        const struct vrmlint_film *film = &report->films[i];
        assert_true(film->bone_count == 1 && film->frame_bone_count <= 42);
        for (size_t k = 0; k < film->frame_bone_count; k++) {
            assert_true(isfinite(film->frames[k].to[0]) && isfinite(film->frames[k].to[1]));
        }
    }
    vrmlint_report_free(report);
    free(text);
}

TEST_PROGRAM(card)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(card_of_1_0),
        cmocka_unit_test(card_of_0_x),
        cmocka_unit_test(nodes_that_expressions_move),
        cmocka_unit_test(only_of_avatars),
        cmocka_unit_test(hostile_card),
        cmocka_unit_test(bones_are_named),
        cmocka_unit_test(film_of_a_chain_that_sags),
        cmocka_unit_test(films_are_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
