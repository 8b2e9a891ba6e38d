/* Data of the avatar in the HTML report: its card, its thumbnail, and animation clips ("films") of its chains. */
#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the card ---- */

static void hostile_card(void **state)
{
    (void)state;
    static const char hostile[] = "\"><script>\xff\x1b[31m";
    static const char *const names[] = {hostile, "jaw"};
    static const struct vrmlint_bound bound[] = {
        {VRMLINT_BOUND_MORPH, hostile, 0, hostile},  {VRMLINT_BOUND_MORPH, NULL, 7, NULL},
        {VRMLINT_BOUND_MORPH, NULL, 8, hostile},     {VRMLINT_BOUND_COLOUR, hostile, 0, NULL},
        {VRMLINT_BOUND_COLOUR, hostile, 0, hostile}, {VRMLINT_BOUND_TEXTURE, NULL, 0, NULL},
        {VRMLINT_BOUND_TEXTURE, NULL, 0, hostile},   {VRMLINT_BOUND_NODE, NULL, 9, NULL},
        {VRMLINT_BOUND_NODE, NULL, 0, hostile}};
    static const struct vrmlint_card_expression expression = {hostile, true, bound, 9, 3};
    struct vrmlint_card card = {.title = hostile,
                                .version = hostile,
                                .authors = names,
                                .author_count = 1,
                                .contact = hostile,
                                .bone_count = 1,
                                .missing = names + 1,
                                .missing_count = 1,
                                .missing_needed = 1,
                                .expressions = &expression,
                                .expression_count = 1,
                                .more_expressions = 5};
    for (size_t i = 0; i < VRMLINT_TERMS; i++) {
        card.terms[i] = hostile;
    }
    struct vrmlint_report report = page_report(NULL, 0);
    report.card = &card;
    for (int is_0x = 0; is_0x < 2; is_0x++) {
        card.is_0x = is_0x == 1;
        char *page = page_of(&report, 1);
        page_is_balanced(page);
        assert_int_equal(printed_count(page, "<script>"), 1);
        assert_null(strchr(page, '\x1b'));
        assert_null(strchr(page, '\xff'));
        assert_null(strstr(page, "<script>\xff"));
        page_has(page, is_0x == 1 ? "{\"is0x\": true, \"title\": \"\\\">\\u003Cscript>" : "{\"is0x\": false, ");
        page_has(page, "\"missing\": [\"jaw\"], \"missingNeeded\": 1");
        page_has(page, "{\"kind\": \"morph\", \"index\": 7}");
        page_has(page, "{\"kind\": \"node\", \"index\": 9}");
        page_has(page, "{\"kind\": \"node\", \"index\": 0, \"of\": \"\\\">");
        page_has(page, "\"custom\": true, \"more\": 3");
        page_has(page, "\"moreExpressions\": 5");
        free(page);
    }
}

static void card_is_bounded(void **state)
{
    (void)state;
    static const char name[] = "<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<";
    static const struct vrmlint_bound bound[] = {{VRMLINT_BOUND_MORPH, name, 0, name},
                                                 {VRMLINT_BOUND_MORPH, name, 0, name}};
    static struct vrmlint_card_expression expressions[80];
    for (size_t i = 0; i < 80; i++) {
        expressions[i] = (struct vrmlint_card_expression){name, true, bound, 2, 0};
    }
    struct vrmlint_card card = {.expressions = expressions, .expression_count = 80, .more_expressions = 20};
    struct vrmlint_report report = page_report(NULL, 0);
    char *without = page_of(&report, 1);
    report.card = &card;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    assert_true(strlen(page) - strlen(without) < 120000);
    size_t shown = printed_count(page, "\"custom\": true");
    assert_true(shown > 2 && shown < 80);
    char more[40];
    snprintf(more, sizeof more, "\"moreExpressions\": %zu", 100 - shown);
    page_has(page, more);
    free(page);
    free(without);
}

/* Base64 of every length. A thumbnail too large for the page is replaced by the skeleton. */
static void thumbnails(void **state)
{
    (void)state;
    static const unsigned char bytes[] = {0xFF, 0x00, 0x3E, 0xFB, 0xF0};
    static const char *const texts[] = {"/w==", "/wA=", "/wA+", "/wA++w==", "/wA++/A="};
    static const struct vrmlint_drawn_bone bone = {{0, 0, 0}, {0, 1, 0}, SIZE_MAX};
    static const struct vrmlint_drawing drawing = {.bones = &bone, .bone_count = 1};
    struct vrmlint_card card = {.picture = bytes, .picture_type = "image/png", .picture_width = 3, .picture_height = 2};
    struct vrmlint_report report = page_report(NULL, 0);
    report.card = &card;
    report.drawing = &drawing;
    for (size_t i = 0; i < 5; i++) {
        char expected[80];
        card.picture_size = i + 1;
        char *page = page_of(&report, 1);
        page_is_balanced(page);
        snprintf(expected, sizeof expected, "\"data\": \"data:image/png;base64,%s\"}", texts[i]);
        page_has(page, expected);
        free(page);
    }
    enum { FILES = 60, LARGE = 700000 };
    struct vrmlint_report *reports = calloc(FILES, sizeof *reports);
    unsigned char *large = calloc(1, LARGE);
    assert_true(reports != NULL && large != NULL);
    card.picture = large;
    card.picture_size = LARGE;
    for (size_t i = 0; i < FILES; i++) {
        reports[i] = report;
    }
    char *page = page_of(reports, FILES);
    size_t shown = printed_count(page, "\"picture\": {");
    assert_true(shown > 5 && shown < FILES);
    assert_int_equal(printed_count(page, "\"body\": [["), FILES);
    assert_true(strlen(page) < (size_t)24 * 1024 * 1024);
    free(page);
    free(reports);
    free(large);
}

/* ---- films ---- */

static void films_of_chains(void **state)
{
    (void)state;
    static const struct vrmlint_film_bone modelled[] = {{{0, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {2, 0, 0}}};
    static const struct vrmlint_film_bone frames[] = {
        {{0, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {0, -1, 0}}, {{0, -1, 0}, {0, -2, 0}}};
    struct vrmlint_finding sags = page_finding("sim/rest-pose-sags", "Spring 0 'Hair'", "It sags");
    struct vrmlint_film film = {.rule = sags.rule,
                                .subject = {{"Spring 0 'Hair'"}},
                                .motion = "settle",
                                .seconds_per_frame = 0.5,
                                .modelled = modelled,
                                .bone_count = 2,
                                .frames = frames,
                                .frame_bone_count = 4};
    struct vrmlint_report report = page_report(&sags, 1);
    report.films = &film;
    report.film_count = 1;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    page_has(page, "\"motion\": \"settle\", \"side\": false, \"seconds\": 0.5, \"modelled\": [[0,0,100,0,200,0]]");
    page_has(page, "\"frames\": [[0,0,100,0,200,0],[0,0,0,100,0,200]]}");
    free(page);
    film.fixed = frames;
    film.fixed_bone_count = 2;
    film.parameter = "stiffness";
    film.value = 2;
    page = page_of(&report, 1);
    page_is_balanced(page);
    page_has(page, "\"with\": \"with stiffness 2\", \"fixed\": [[0,0,100,0,200,0]]");
    free(page);
    /* not with a finding of another spring or another rule */
    film.subject.in[0] = "Spring 1";
    page = page_of(&report, 1);
    page_has(page, "\"films\": []");
    free(page);
}

static void films_are_bounded(void **state)
{
    (void)state;
    enum { BONES = 16, FRAMES = 42, FILMS = 40 };
    struct vrmlint_film_bone *bones = calloc((size_t)BONES * FRAMES, sizeof *bones);
    struct vrmlint_film *films = calloc(FILMS, sizeof *films);
    struct vrmlint_finding *findings = calloc(FILMS, sizeof *findings);
    char(*subjects)[24] = calloc(FILMS, sizeof *subjects);
    assert_true(bones && films && findings && subjects);
    for (size_t i = 0; i < (size_t)BONES * FRAMES; i++) {
        bones[i].to[i % 3] = (float)(i * 7919 % 997);
    }
    const char *const rules[] = {"sim/jitter", "sim/walk-lag", "sim/slow-settle", "sim/violent-motion"};
    for (size_t i = 0; i < FILMS; i++) {
        snprintf(subjects[i], sizeof subjects[i], "Spring %zu", i);
        findings[i] = page_finding(rules[i % 4], subjects[i], "Look");
        films[i] = (struct vrmlint_film){.rule = findings[i].rule,
                                         .subject = findings[i].subject,
                                         .motion = "walk",
                                         .seconds_per_frame = 0.1,
                                         .modelled = bones,
                                         .bone_count = BONES,
                                         .frames = bones,
                                         .frame_bone_count = (size_t)BONES * FRAMES};
    }
    struct vrmlint_report report = page_report(findings, FILMS);
    char *without = page_of(&report, 1);
    report.films = films;
    report.film_count = FILMS;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    assert_true(printed_count(page, "\"side\": ") > 3);
    assert_true(strlen(page) - strlen(without) <= 80000);
    free(page);
    free(without);
    free(bones);
    free(films);
    free(findings);
    free(subjects);
}

TEST_PROGRAM(html_avatar)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_card),    cmocka_unit_test(card_is_bounded),   cmocka_unit_test(thumbnails),
        cmocka_unit_test(films_of_chains), cmocka_unit_test(films_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
