/* The HTML report for reports made by hand: the plain list, the data of drawings and graphs, hostile texts, limits.
 * html_browser.py tests in a browser what scripts make of the data. */
#include "pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BIG 20000

/* ---- texts ---- */

static void hostile_texts(void **state)
{
    (void)state;
    char *longest = malloc(10001);
    assert_non_null(longest);
    memset(longest, 'x', 10000);
    longest[10000] = '\0';
    struct vrmlint_finding findings[] = {
        page_finding("springbone/joint-not-descendant", "Spring 0 '</bdi><script>'",
                     "'</script>]]>' & \"\x1b[31m\xff\xc3"),
        page_finding("springbone/joint-not-descendant", longest, longest),
        page_finding("json/syntax", "", "doesn't name '\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d' or 'x'"),
        page_finding("json/syntax",
                     "\xe2\x80\xae"
                     "evil\xef\xbf\xbf",
                     "\xef\xbf\xbe"),
    };
    findings[0].pointer = findings[0].excerpt = "\"><img src=x onerror=alert(1)>";
    struct vrmlint_report reports[2] = {page_report(findings, 4), page_report(findings, 4)};
    reports[0].path = "<b>\xff/\xe2\x80\xae.vrm";
    reports[0].generator = "</style><script>";
    for (size_t count = 1; count <= 2; count++) {
        char *page = page_of(reports, count);
        page_is_balanced(page);
        assert_int_equal(printed_count(page, "<script>"), 1);
        assert_int_equal(printed_count(page, "<script "), 2 + count);
        assert_int_equal(printed_count(page, "</style>"), 1);
        assert_null(strstr(page, "<!--"));
        assert_null(strstr(page, "<img"));
        assert_null(strstr(page, "<b>"));
        assert_null(strchr(page, '\x1b'));
        assert_null(strstr(page, "\xe2\x80\xae"));
        assert_null(strstr(page, "xxxxxxxxxxxxxxxx"
                                 "\xff"));
        page_has(page, "&#39;&lt;/script&gt;]]&gt;&#39; &amp; &quot;\\x1B[31m\\xFF\\xC3");
        page_has(page, "doesn&#39;t name &#39;<bdi>\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d</bdi>&#39; or &#39;x&#39;");
        page_has(page, "&quot;\\x1B[31m\\xFF\\xC3 <code>");
        page_has(page, "\"subject\":\"\\u202eevil");
        page_has(page, "'\\u003C/script>]]>' & \\\"\\u001b[31m");
        assert_true(strlen(page) < 130000);
        free(page);
    }
    free(longest);
}

/* Files that could not be read, and no files. */
static void few_files(void **state)
{
    (void)state;
    char *page = page_of(NULL, 0);
    page_is_balanced(page);
    page_has(page, "0 files checked");
    free(page);
    struct vrmlint_report gone = {.path = "gone.vrm", .error = "No such file <or> directory"};
    page = page_of(&gone, 1);
    page_is_balanced(page);
    page_has(page, "Could not be read");
    page_has(page, "No such file &lt;or&gt; directory");
    free(page);
}

/* Accepted findings aren't shown, but the file isn't called correct either. */
static void accepted_findings(void **state)
{
    (void)state;
    static const struct vrmlint_ignored ignored = {"springbone/no-drag", "it floats", ".vrmlint.json", 1, 1, 2};
    struct vrmlint_finding advice = page_finding("springbone/no-springs", "The file", "One");
    struct vrmlint_report report = page_report(NULL, 0);
    report.known_findings = 9;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    page_has(page, "Nothing new, 9 accepted");
    page_has(page, "\"known\":9");
    assert_null(strstr(page, "Everything that was checked is correct"));
    free(page);
    report = page_report(&advice, 1);
    report.known_findings = 1;
    report.ignored = &ignored;
    report.ignored_count = 1;
    report.ignored_findings = 2;
    struct vrmlint_report reports[2] = {report, page_report(NULL, 0)};
    reports[1].ignored_findings = 1;
    page = page_of(reports, 2);
    page_is_balanced(page);
    page_has(page, "No mistakes found in what was checked, 1 piece of advice, 3 accepted");
    page_has(page, "\"verdict\": \"Nothing new, 1 accepted\"");
    free(page);
}

/* ---- drawings ---- */

static void drawing_of_an_avatar(void **state)
{
    (void)state;
    struct vrmlint_finding findings[] = {
        page_finding("springbone/joint-not-descendant", "Spring 0 'Hair'", "One"),
        page_finding("constraint/circular-dependency", "Node 1 'A'", "Two"),
    };
    static const struct vrmlint_drawn_bone bones[] = {
        {{0, 0, 0}, {0, 1, 0}, SIZE_MAX},
        {{0, 1, 0}, {0, 2, 0}, SIZE_MAX},
        {{0, 2, 0.25F}, {1, 2, 0.25F}, 0},
    };
    static const struct vrmlint_drawn_chain chains[] = {{{{"Spring 0 '<Hair>'"}}, VRMLINT_ERROR}};
    static const struct vrmlint_drawn_collider colliders[] = {
        {VRMLINT_SPHERE, false, {0, 1, 0}, {0, 0, 0}, 0.25F, VRMLINT_OFF},
        {VRMLINT_CAPSULE, true, {0, 1, 0}, {0, 1, 1}, 0.25F, VRMLINT_WARNING},
        {VRMLINT_PLANE, false, {0, 0, 0}, {0, 1, 0}, 0, VRMLINT_OFF},
    };
    static const struct vrmlint_drawn_mark marks[] = {{{1, 2, 0.25F}, 0}};
    static const struct vrmlint_ring_member members[] = {{{{"'A <1>' (node 1)"}}, {{"'B' (node 2)"}}, "aim"},
                                                         {{{"'B' (node 2)"}}, {{"'A <1>' (node 1)"}}, "roll"}};
    static const struct vrmlint_drawn_ring ring = {members, 2, 40, 1};
    findings[1].number = 1;
    struct vrmlint_drawing drawing = {
        .finding_count = 2,
        .bones = bones,
        .bone_count = 3,
        .chains = chains,
        .chain_count = 1,
        .colliders = colliders,
        .collider_count = 3,
        .marks = marks,
        .mark_count = 1,
        .rings = &ring,
        .ring_count = 1,
    };
    struct vrmlint_report report = page_report(findings, 2);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    /* 2 m are 1,000 units: the body is one line, from the feet up */
    page_has(page, "{\"unit\": 0.002, \"facesBack\": false, \"body\": [[0,0,0,0,500,0,0,1000,0]]");
    page_has(
        page,
        "{\"subject\": \"Spring 0 '\\u003CHair>'\", \"worst\": \"error\", \"lines\": [[0,1000,125,500,1000,125]]}");
    page_has(page,
             "{\"shape\": \"capsule\", \"radius\": 125, \"inside\": true, \"worst\": \"warning\", \"at\": [0,500,0], "
             "\"to\": [0,500,500]}");
    page_has(page, "{\"shape\": \"plane\", \"radius\": 0, \"at\": [0,0,0], \"normal\": [0.000, 1.000, 0.000]}");
    page_has(page, "\"marks\": [[0,500,1000,125]]");
    page_has(page,
             "{\"finding\": 1, \"more\": 40, \"members\": [[\"'A \\u003C1>' (node 1)\", \"'B' (node 2)\", \"aim\"]");
    free(page);
    /* a baseline leaves out the first of the two findings, so no mark refers to it */
    struct vrmlint_report rest = page_report(&findings[1], 1);
    rest.drawing = &drawing;
    rest.known_findings = 1;
    page = page_of(&rest, 1);
    page_is_balanced(page);
    page_has(page, "Hair>'\", \"lines\"");
    page_has(page, "{\"finding\": 0, \"more\": 40");
    page_has(page, "\"marks\": []");
    free(page);
    rest = page_report(findings, 1);
    rest.drawing = &drawing;
    rest.known_findings = 1;
    page = page_of(&rest, 1);
    page_has(page, "\"marks\": [[0,500,1000,125]], \"rings\": []");
    free(page);
    drawing.faces_back = true;
    page = page_of(&report, 1);
    page_has(page, "\"facesBack\": true");
    free(page);
}

/* The drawing data of a file is limited, and the parts left out are counted. */
static void drawings_are_bounded(void **state)
{
    (void)state;
    size_t count = hostile_size(BIG);
    struct vrmlint_finding *findings = calloc(count, sizeof *findings);
    struct vrmlint_drawn_bone *bones = calloc(count, sizeof *bones);
    struct vrmlint_drawn_chain *chains = calloc(count, sizeof *chains);
    struct vrmlint_drawn_collider *colliders = calloc(count, sizeof *colliders);
    struct vrmlint_drawn_limit *limits = calloc(count, sizeof *limits);
    struct vrmlint_drawn_mark *marks = calloc(count, sizeof *marks);
    assert_true(findings && bones && chains && colliders && limits && marks);
    for (size_t i = 0; i < count; i++) {
        float far = (float)(i % 1000) * 1e6F;
        findings[i] = page_finding("springbone/joint-not-descendant", i % 2 ? "Spring 0 'Hair'" : "Spring 1", "Again");
        findings[i].number = i;
        bones[i] = (struct vrmlint_drawn_bone){{far, -far, far}, {-far, far, 1}, i < 500 ? SIZE_MAX : i / 7};
        chains[i] = (struct vrmlint_drawn_chain){{{"Spring 0"}}, i % 2 ? VRMLINT_OFF : VRMLINT_ERROR};
        colliders[i] =
            (struct vrmlint_drawn_collider){(enum vrmlint_shape)(i % 3), i % 2, {far, far, far}, {far}, far, 0};
        limits[i] = (struct vrmlint_drawn_limit){.at = {far, 0, 0}, .flat = i % 2};
        marks[i] = (struct vrmlint_drawn_mark){{0, far, 0}, i};
    }
    struct vrmlint_drawing drawing = {
        .finding_count = count,
        .bones = bones,
        .bone_count = count,
        .chains = chains,
        .chain_count = count,
        .colliders = colliders,
        .collider_count = count,
        .limits = limits,
        .limit_count = count,
        .marks = marks,
        .mark_count = count,
    };
    struct vrmlint_report report = page_report(findings, count);
    char *without = page_of(&report, 1);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    assert_true(strlen(page) - strlen(without) < 64000);
    size_t more[3];
    const char *counts = strstr(page, "\"more\": {\"bones\"");
    assert_non_null(counts);
    assert_int_equal(
        sscanf(counts, "\"more\": {\"bones\": %zu, \"colliders\": %zu, \"limits\": %zu}", &more[0], &more[1], &more[2]),
        3);
    for (int i = 0; i < 3; i++) {
        assert_true(more[i] > 0 && more[i] < count);
    }
    free(page);
    free(without);
    free(findings);
    free(bones);
    free(chains);
    free(colliders);
    free(limits);
    free(marks);
}

/* Beyond a limit, files have no drawings, then no findings, and each says so. All files keep their lines. */
static void pages_are_bounded(void **state)
{
    (void)state;
    enum { FILES = 2000, FINDINGS = 40 };
    if (hostile_size(FILES) < FILES) {
        SKIP("50 MB of text take too long here");
    }
    struct vrmlint_finding findings[FINDINGS];
    char message[1200];
    memset(message, 'm', sizeof message - 1);
    message[sizeof message - 1] = '\0';
    const char *const ids[] = {"json/syntax", "json/bom", "json/duplicate-key", "container/trailing-data"};
    for (size_t i = 0; i < FINDINGS; i++) {
        findings[i] = page_finding(ids[i % 4], "The file", message);
    }
    static const struct vrmlint_drawn_bone bone = {{0, 0, 0}, {0, 1, 0}, SIZE_MAX};
    static const struct vrmlint_drawing drawing = {.bones = &bone, .bone_count = 1};
    struct vrmlint_report *reports = calloc(FILES, sizeof *reports);
    assert_non_null(reports);
    for (size_t i = 0; i < FILES; i++) {
        reports[i] = page_report(findings, FINDINGS);
        reports[i].drawing = &drawing;
    }
    char *page = page_of(reports, FILES);
    assert_int_equal(printed_count(page, "<article>"), FILES);
    size_t undrawn = printed_count(page, "\"undrawn\": true");
    size_t empty = printed_count(page, "to see its findings.</p>");
    assert_true(undrawn > 100);
    assert_true(empty > 100);
    assert_int_equal(printed_count(page, "\"drawing\": {"), FILES - undrawn - empty);
    assert_true(strlen(page) < (size_t)52 * 1024 * 1024);
    free(page);
    free(reports);
}

/* All points at the same position, or only a collider: there is still a drawing. */
static void drawings_without_size(void **state)
{
    (void)state;
    static const struct vrmlint_drawn_bone bone = {{3, 3, 3}, {3, 3, 3}, SIZE_MAX};
    static const struct vrmlint_drawn_collider plane = {VRMLINT_PLANE, false, {0, 0, 0}, {0, 0, 0}, 0, VRMLINT_OFF};
    struct vrmlint_drawing drawing = {.bones = &bone, .bone_count = 1};
    struct vrmlint_report report = page_report(NULL, 0);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    page_has(page, "\"body\": [[3000,3000,3000,3000,3000,3000]]");
    free(page);
    drawing = (struct vrmlint_drawing){.colliders = &plane, .collider_count = 1};
    page = page_of(&report, 1);
    page_is_balanced(page);
    page_has(page, "{\"shape\": \"plane\"");
    free(page);
}

static void bones_have_names(void **state)
{
    (void)state;
    static const struct vrmlint_drawn_bone bones[] = {{{0, 0, 0}, {0, 1, 0}, SIZE_MAX}};
    static const struct vrmlint_drawn_joint joints[] = {{{0, 0, 0}, "hips", false}, {{0, 1, 0}, "jaw", true}};
    struct vrmlint_drawing drawing = {.bones = bones, .bone_count = 1, .joints = joints, .joint_count = 2};
    struct vrmlint_report report = page_report(NULL, 0);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    page_has(page, "\"joints\": [[\"hips\",0,0,0],[\"jaw\",0,1000,0,1]]");
    free(page);
}

/* ---- curves ---- */

static void curves_of_chains(void **state)
{
    (void)state;
    static float calm[300];
    static float wild[300];
    for (size_t i = 0; i < 300; i++) {
        calm[i] = (float)(10 * sin((double)i / 20) * sin((double)i / 20));
        wild[i] = i < 200 ? (float)i / 2 : i < 250 ? NAN : INFINITY;
    }
    const struct vrmlint_curve curves[] = {
        {0, {{"Spring 0 'Calm'"}}, "walk", 1.0 / 60, calm, 300, 20},
        {0, {{"Spring 0 'Calm'"}}, "turn", 1.0 / 60, calm, 300, NAN},
        {1, {{"Spring 1 '<Wild>'"}}, "walk", 1.0 / 60, wild, 300, 45},
        {1, {{"Spring 1 '<Wild>'"}}, "turn", 1.0 / 60, NULL, 0, 45},
    };
    struct vrmlint_report report = page_report(NULL, 0);
    report.curves = curves;
    report.curve_count = 4;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    const char *wild_part = strstr(page, "\"Spring 1 '\\u003CWild>'\"");
    const char *calm_part = strstr(page, "\"Spring 0 'Calm'\"");
    assert_true(wild_part != NULL && calm_part != NULL && wild_part < calm_part);
    page_has(page, "{\"motion\": \"walk\", \"peak\": 10, \"threshold\": 20, \"time\": \"4.98 s\", \"samples\": [0,");
    page_has(page, "{\"motion\": \"turn\", \"peak\": 10, \"time\"");
    page_has(page, "{\"motion\": \"walk\", \"threshold\": 45, \"time\": \"4.98 s\", \"over\": true");
    page_has(page, "99.5,null,null");
    page_has(page, "\"threshold\": 45, \"time\": \"0 s\", \"samples\": []");
    assert_int_equal(printed_count(page, "\"over\": true"), 1);
    free(page);
}

static void curves_are_bounded(void **state)
{
    (void)state;
    static float noise[5000];
    for (size_t i = 0; i < 5000; i++) {
        noise[i] = (float)(i * 7919 % 180);
    }
    struct vrmlint_curve *curves = calloc(2000, sizeof *curves);
    assert_non_null(curves);
    for (size_t i = 0; i < 2000; i++) {
        curves[i] = (struct vrmlint_curve){i / 2, {{"Spring"}}, i % 2 ? "walk" : "turn", 0.01, noise, 5000, 90};
    }
    struct vrmlint_report report = page_report(NULL, 0);
    char *without = page_of(&report, 1);
    report.curves = curves;
    report.curve_count = 2000;
    char *page = page_of(&report, 1);
    page_is_balanced(page);
    assert_true(strlen(page) - strlen(without) < 300000);
    assert_null(strstr(page, "\"samples\": []"));
    assert_null(strstr(page, "], \"more\": 0}"));
    free(page);
    free(without);
    free(curves);
}

TEST_PROGRAM(html)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_texts),        cmocka_unit_test(few_files),
        cmocka_unit_test(accepted_findings),    cmocka_unit_test(drawing_of_an_avatar),
        cmocka_unit_test(drawings_are_bounded), cmocka_unit_test(drawings_without_size),
        cmocka_unit_test(pages_are_bounded),    cmocka_unit_test(curves_of_chains),
        cmocka_unit_test(curves_are_bounded),   cmocka_unit_test(bones_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
