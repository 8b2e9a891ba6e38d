/* The HTML report of reports made by hand: pictures and graphs, hostile texts, bounds. */
#include "printed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BIG 20000

static const struct vrmlint_extension extension = {"VRMC_springBone", "1.0"};

static struct vrmlint_finding finding(const char *id, const char *subject, const char *message)
{
    const struct vrmlint_rule *rule = vrmlint_rule_by_id(id);
    assert_non_null(rule);
    return (struct vrmlint_finding){.rule = rule,
                                    .severity = rule->severity,
                                    .message = {{message}},
                                    .pointer = "",
                                    .subject = {{subject}},
                                    .excerpt = ""};
}

static struct vrmlint_report report_of(const struct vrmlint_finding *findings, size_t count)
{
    struct vrmlint_report report = {.path = "avatars/miko.vrm",
                                    .extensions = &extension,
                                    .extension_count = 1,
                                    .findings = findings,
                                    .finding_count = count};
    for (size_t i = 0; i < count; i++) {
        report.counts[findings[i].severity]++;
    }
    return report;
}

/* The page of some reports; the caller frees it. */
static char *page_of(const struct vrmlint_report *reports, size_t count)
{
    return printed_reports(report_format_by_name("html"), (struct report_options){0}, reports, count);
}

/* Every element that opens also closes; tests/cli/test_html.py reads whole pages more strictly. */
static void is_balanced(const char *page)
{
    static const char *const elements[] = {"svg", "g",       "a",    "figure", "details", "div", "ul",
                                           "li",  "section", "text", "title",  "p",       "bdi", "main"};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        char open[20];
        char open_with[20];
        char close[20];
        snprintf(open, sizeof open, "<%s>", elements[i]);
        snprintf(open_with, sizeof open_with, "<%s ", elements[i]);
        snprintf(close, sizeof close, "</%s>", elements[i]);
        assert_int_equal(printed_count(page, open) + printed_count(page, open_with), printed_count(page, close));
    }
    assert_null(strstr(page, "nan"));
    assert_null(strstr(page, "inf "));
}

static void has(const char *page, const char *part)
{
    if (strstr(page, part) == NULL) {
        fail_msg("the page lacks: %s", part);
    }
}

/* ---- texts ---- */

static void hostile_texts(void **state)
{
    (void)state;
    char *longest = malloc(10001);
    assert_non_null(longest);
    memset(longest, 'x', 10000);
    longest[10000] = '\0';
    struct vrmlint_finding findings[] = {
        finding("springbone/joint-not-descendant", "Spring 0 '</bdi><script>'", "'</script>]]>' & \"\x1b[31m\xff\xc3"),
        finding("springbone/joint-not-descendant", longest, longest),
        finding("json/syntax", "", "doesn't name '\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d' or 'x'"),
        finding("json/syntax",
                "\xe2\x80\xae"
                "evil\xef\xbf\xbf",
                "\xef\xbf\xbe"),
    };
    findings[0].pointer = findings[0].excerpt = "\"><img src=x onerror=alert(1)>";
    struct vrmlint_report reports[2] = {report_of(findings, 4), report_of(findings, 4)};
    reports[0].path = "<b>\xff/\xe2\x80\xae.vrm";
    reports[0].generator = "</style><script>";
    for (size_t count = 1; count <= 2; count++) {
        char *page = page_of(reports, count);
        is_balanced(page);
        assert_int_equal(printed_count(page, "<script>"), 1);
        assert_int_equal(printed_count(page, "</style>"), 1);
        assert_null(strstr(page, "<img"));
        assert_null(strstr(page, "<b>"));
        assert_null(strchr(page, '\x1b'));
        assert_null(strstr(page, "\xe2\x80\xae"));
        assert_null(strstr(page, "xxxxxxxxxxxxxxxx"
                                 "\xff"));
        has(page, "&#39;&lt;/script&gt;]]&gt;&#39; &amp; &quot;\\x1B[31m\\xFF\\xC3");
        has(page, "doesn&#39;t name &#39;<bdi>\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d</bdi>&#39; or &#39;x&#39;");
        has(page, "\\u202Eevil\\uFFFF");
        assert_true(strlen(page) < 60000);
        free(page);
    }
    free(longest);
}

/* Files that could not be read, and none at all. */
static void few_files(void **state)
{
    (void)state;
    char *page = page_of(NULL, 0);
    is_balanced(page);
    has(page, "0 files checked");
    free(page);
    struct vrmlint_report gone = {.path = "gone.vrm", .trouble = "No such file <or> directory"};
    page = page_of(&gone, 1);
    is_balanced(page);
    has(page, "Could not be read");
    has(page, "No such file &lt;or&gt; directory");
    free(page);
}

/* What nobody is told of isn't called right: it is accepted. */
static void accepted_findings(void **state)
{
    (void)state;
    static const struct vrmlint_ignored ignored = {"springbone/no-drag", "it floats", ".vrmlint.json", 1, 1, 2};
    struct vrmlint_finding advice = finding("springbone/no-springs", "The file", "One");
    struct vrmlint_report report = report_of(NULL, 0);
    report.known_findings = 9;
    char *page = page_of(&report, 1);
    is_balanced(page);
    has(page, "Nothing new, 9 accepted");
    has(page, "<dt>Known to the baseline</dt><dd>9 findings</dd>");
    assert_null(strstr(page, "Everything that was checked is right"));
    free(page);
    report = report_of(&advice, 1);
    report.known_findings = 1;
    report.ignored = &ignored;
    report.ignored_count = 1;
    report.ignored_findings = 2;
    struct vrmlint_report reports[2] = {report, report_of(NULL, 0)};
    reports[1].ignored_findings = 1;
    page = page_of(reports, 2);
    is_balanced(page);
    has(page, "No mistakes in what was checked, 1 piece of advice, 3 accepted");
    has(page, "1 has nothing but what is accepted");
    free(page);
}

/* ---- drawings ---- */

static void drawing_of_an_avatar(void **state)
{
    (void)state;
    struct vrmlint_finding findings[] = {
        finding("springbone/joint-not-descendant", "Spring 0 'Hair'", "One"),
        finding("constraint/circular-dependency", "Node 1 'A'", "Two"),
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
    struct vrmlint_report report = report_of(findings, 2);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    is_balanced(page);
    /* 2 m are 1,000 units, 40 more around, and colliders stand out by 20 cm: the body is one path, from the feet up */
    has(page, "<path class=\"b\" d=\"M140 1070L140 570 140 70\"/>");
    has(page, "<g class=\"k e\"><path d=\"M140 70L640 70\"><title>Spring 0 &#39;&lt;Hair&gt;&#39;</title>");
    has(page, "<path class=\"c in w\"");
    has(page, "href=\"#a1f1\" aria-label=\"Finding 1\"");
    has(page, "and 40 more");
    has(page, "&#39;A &lt;1&gt;&#39; (node 1) follows &#39;B&#39; (node 2) (aim)");
    free(page);
    /* a baseline leaves out the first of the two findings: nothing points at it any more */
    struct vrmlint_report rest = report_of(&findings[1], 1);
    rest.drawing = &drawing;
    rest.known_findings = 1;
    page = page_of(&rest, 1);
    is_balanced(page);
    has(page, "<g class=\"k\">");
    has(page, "<a href=\"#a1f1\">See finding 1</a>");
    assert_null(strstr(page, "aria-label=\"Finding 1\""));
    free(page);
    rest = report_of(findings, 1);
    rest.drawing = &drawing;
    rest.known_findings = 1;
    page = page_of(&rest, 1);
    has(page, "aria-label=\"Finding 1\"");
    assert_null(strstr(page, "class=\"circle\""));
    free(page);
    /* who looks along -Z is seen from there: what was right is left */
    drawing.faces_back = true;
    page = page_of(&report, 1);
    has(page, "<path class=\"b\" d=\"M540 1070L540 570 540 70\"/>");
    free(page);
}

/* However much there is to draw, a file's pictures stay small, and what is left out is said. */
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
        findings[i] = finding("springbone/joint-not-descendant", i % 2 ? "Spring 0 'Hair'" : "Spring 1", "Again");
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
    struct vrmlint_report report = report_of(findings, count);
    char *without = page_of(&report, 1);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    is_balanced(page);
    assert_true(strlen(page) - strlen(without) < 64000);
    has(page, "colliders more</p>");
    has(page, "limits more</p>");
    has(page, "bones more</p>");
    free(page);
    free(without);
    free(findings);
    free(bones);
    free(chains);
    free(colliders);
    free(limits);
    free(marks);
}

/* Beyond a bound files have no pictures, then no findings, and each says so; their lines are all there. */
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
        findings[i] = finding(ids[i % 4], "The file", message);
    }
    static const struct vrmlint_drawn_bone bone = {{0, 0, 0}, {0, 1, 0}, SIZE_MAX};
    static const struct vrmlint_drawing drawing = {.bones = &bone, .bone_count = 1};
    struct vrmlint_report *reports = calloc(FILES, sizeof *reports);
    assert_non_null(reports);
    for (size_t i = 0; i < FILES; i++) {
        reports[i] = report_of(findings, FINDINGS);
        reports[i].drawing = &drawing;
    }
    char *page = page_of(reports, FILES);
    assert_int_equal(printed_count(page, "<article "), FILES);
    size_t undrawn = printed_count(page, "to see it drawn");
    size_t empty = printed_count(page, "to see what was found");
    assert_true(undrawn > 100);
    assert_true(empty > 100);
    assert_int_equal(printed_count(page, "<figure"), FILES - undrawn - empty);
    assert_true(strlen(page) < (size_t)52 * 1024 * 1024);
    free(page);
    free(reports);
}

/* All in one place, or nothing but a collider: there is still something to see. */
static void drawings_without_size(void **state)
{
    (void)state;
    static const struct vrmlint_drawn_bone bone = {{3, 3, 3}, {3, 3, 3}, SIZE_MAX};
    static const struct vrmlint_drawn_collider plane = {VRMLINT_PLANE, false, {0, 0, 0}, {0, 0, 0}, 0, VRMLINT_OFF};
    struct vrmlint_drawing drawing = {.bones = &bone, .bone_count = 1};
    struct vrmlint_report report = report_of(NULL, 0);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    is_balanced(page);
    assert_int_equal(printed_count(page, "<svg"), 2);
    free(page);
    drawing = (struct vrmlint_drawing){.colliders = &plane, .collider_count = 1};
    page = page_of(&report, 1);
    is_balanced(page);
    assert_int_equal(printed_count(page, "<svg"), 2);
    free(page);
}

/* Findings whose places are strewn over the drawing: marks count downwards, and no two lines cross. */
static void marks_in_reading_order(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    struct vrmlint_finding findings[COUNT];
    struct vrmlint_drawn_mark marks[COUNT];
    char subjects[COUNT][24];
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(subjects[i], sizeof subjects[i], "Spring %zu", i);
        findings[i] = finding("springbone/joint-not-descendant", subjects[i], "Again");
        findings[i].rule = vrmlint_rule_by_id(i % 2 ? "springbone/joint-not-descendant" : "collider/wrong-type");
        findings[i].number = i;
        marks[i] = (struct vrmlint_drawn_mark){{(float)(i * 7 % COUNT), (float)(i * 13 % COUNT), 0}, i};
    }
    static const struct vrmlint_drawn_bone bones[] = {{{0, 0, 0}, {COUNT, COUNT, 0}, SIZE_MAX}};
    struct vrmlint_drawing drawing = {
        .finding_count = COUNT, .bones = bones, .bone_count = 1, .marks = marks, .mark_count = COUNT};
    struct vrmlint_report report = report_of(findings, COUNT);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    const char *at = strstr(page, "aria-label=\"Front\"");
    assert_non_null(at);
    size_t before = 0;
    double last = -1;
    for (size_t i = 0; i < COUNT; i++) {
        size_t number;
        long x;
        long y;
        long end;
        long row;
        at = strstr(at, "aria-label=\"Finding ");
        assert_non_null(at);
        assert_int_equal(
            sscanf(at, "aria-label=\"Finding %zu\"><path d=\"M%ld %ldL%ld %ld\"", &number, &x, &y, &end, &row), 5);
        assert_true((double)row > last || i == 0);
        assert_true(number > before);
        last = (double)row;
        before = number;
        at++;
    }
    free(page);
}

/* The names of bones are in both views, but for small bones. */
static void bones_have_names(void **state)
{
    (void)state;
    static const struct vrmlint_drawn_bone bones[] = {{{0, 0, 0}, {0, 1, 0}, SIZE_MAX}};
    static const struct vrmlint_drawn_joint joints[] = {{{0, 0, 0}, "hips", false}, {{0, 1, 0}, "jaw", true}};
    struct vrmlint_drawing drawing = {.bones = bones, .bone_count = 1, .joints = joints, .joint_count = 2};
    struct vrmlint_report report = report_of(NULL, 0);
    report.drawing = &drawing;
    char *page = page_of(&report, 1);
    is_balanced(page);
    assert_int_equal(printed_count(page, "<title>hips</title>"), 2);
    assert_int_equal(printed_count(page, "<title>jaw</title>"), 1);
    free(page);
}

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
        {VRMLINT_BOUND_TEXTURE, NULL, 0, hostile}};
    static const struct vrmlint_card_expression expression = {hostile, true, bound, 7, 3};
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
    struct vrmlint_report report = report_of(NULL, 0);
    report.card = &card;
    for (int is_0x = 0; is_0x < 2; is_0x++) {
        card.is_0x = is_0x == 1;
        char *page = page_of(&report, 1);
        is_balanced(page);
        assert_int_equal(printed_count(page, "<script>"), 1);
        assert_null(strchr(page, '\x1b'));
        assert_null(strchr(page, '\xff'));
        has(page, "Missing, though every avatar needs them: <code>jaw</code>");
        has(page, "morph target 7");
        has(page, "and 3 more");
        has(page, "and 5 more");
        free(page);
    }
}

/* Base64 of every length; bytes that are too many for the page give way to the skeleton. */
static void thumbnails(void **state)
{
    (void)state;
    static const unsigned char bytes[] = {0xFF, 0x00, 0x3E, 0xFB, 0xF0};
    static const char *const texts[] = {"/w==", "/wA=", "/wA+", "/wA++w==", "/wA++/A="};
    static const struct vrmlint_drawn_bone bone = {{0, 0, 0}, {0, 1, 0}, SIZE_MAX};
    static const struct vrmlint_drawing drawing = {.bones = &bone, .bone_count = 1};
    struct vrmlint_card card = {.picture = bytes, .picture_type = "image/png", .picture_width = 3, .picture_height = 2};
    struct vrmlint_report report = report_of(NULL, 0);
    report.card = &card;
    report.drawing = &drawing;
    for (size_t i = 0; i < 5; i++) {
        char expected[80];
        card.picture_size = i + 1;
        char *page = page_of(&report, 1);
        is_balanced(page);
        snprintf(expected, sizeof expected, "src=\"data:image/png;base64,%s\">", texts[i]);
        has(page, expected);
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
    size_t shown = printed_count(page, "<img ");
    assert_true(shown > 5 && shown < FILES);
    assert_int_equal(printed_count(page, "<svg class=\"thumb\""), FILES - shown);
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
    struct vrmlint_finding sags = finding("sim/rest-pose-sags", "Spring 0 'Hair'", "It sags");
    struct vrmlint_film film = {.rule = sags.rule,
                                .subject = {{"Spring 0 'Hair'"}},
                                .motion = "settle",
                                .seconds_per_frame = 0.5,
                                .modelled = modelled,
                                .bone_count = 2,
                                .frames = frames,
                                .frame_bone_count = 4};
    struct vrmlint_report report = report_of(&sags, 1);
    report.films = &film;
    report.film_count = 1;
    char *page = page_of(&report, 1);
    is_balanced(page);
    has(page, "<path class=\"was\" d=\"M14 14L114 14 214 14\"/>");
    has(page, "<path class=\"is\" d=\"M14 14L14 114 14 214\"/>"); /* where it settles, beside where it was modelled */
    has(page, "dur=\"1.00s\" repeatCount=\"indefinite\" values=\"M14 14L114 14 214 14;M14 14L14 114 14 214\"/>");
    assert_null(strstr(page, "class=\"better\""));
    free(page);
    film.mended = frames;
    film.mended_bone_count = 2;
    film.parameter = "stiffness";
    film.value = 2;
    page = page_of(&report, 1);
    is_balanced(page);
    has(page, "<div class=\"better\">");
    has(page, "<p>with stiffness 2</p>");
    free(page);
    /* of another spring, or of another rule, it isn't */
    film.subject.in[0] = "Spring 1";
    page = page_of(&report, 1);
    assert_null(strstr(page, "class=\"film"));
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
        findings[i] = finding(rules[i % 4], subjects[i], "Look");
        films[i] = (struct vrmlint_film){.rule = findings[i].rule,
                                         .subject = findings[i].subject,
                                         .motion = "walk",
                                         .seconds_per_frame = 0.1,
                                         .modelled = bones,
                                         .bone_count = BONES,
                                         .frames = bones,
                                         .frame_bone_count = (size_t)BONES * FRAMES};
    }
    struct vrmlint_report report = report_of(findings, FILMS);
    char *without = page_of(&report, 1);
    report.films = films;
    report.film_count = FILMS;
    char *page = page_of(&report, 1);
    is_balanced(page);
    assert_true(printed_count(page, "<animate ") > 3);
    assert_true(strlen(page) - strlen(without) <= 80000);
    free(page);
    free(without);
    free(bones);
    free(films);
    free(findings);
    free(subjects);
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
    struct vrmlint_report report = report_of(NULL, 0);
    report.curves = curves;
    report.curve_count = 4;
    char *page = page_of(&report, 1);
    is_balanced(page);
    const char *wild_part = strstr(page, "&lt;Wild&gt;");
    const char *calm_part = strstr(page, "&#39;Calm&#39;");
    assert_true(wild_part != NULL && calm_part != NULL && wild_part < calm_part);
    has(page, "<p>Walking: up to 10°, threshold 20°</p>");
    has(page, "<p>Turning round: up to 10°</p>");
    has(page, "<p>Walking: runs away, threshold 45°</p>");
    assert_int_equal(printed_count(page, "class=\"over\""), 1);
    assert_int_equal(printed_count(page, "class=\"threshold\""), 3);
    free(page);
    /* what a rule on motion speaks of comes before everything, and leads to the finding */
    struct vrmlint_finding slow = finding("sim/slow-settle", "Spring 0 'Calm'", "Slow");
    report = report_of(&slow, 1);
    report.curves = curves;
    report.curve_count = 4;
    page = page_of(&report, 1);
    is_balanced(page);
    const char *graphs = strstr(page, "How the chains swing");
    assert_non_null(graphs);
    assert_true(strstr(graphs, "&#39;Calm&#39;") < strstr(graphs, "&lt;Wild&gt;"));
    has(graphs, "<a href=\"#a1f1\">See finding 1</a>");
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
    struct vrmlint_report report = report_of(NULL, 0);
    char *without = page_of(&report, 1);
    report.curves = curves;
    report.curve_count = 2000;
    char *page = page_of(&report, 1);
    is_balanced(page);
    assert_true(strlen(page) - strlen(without) < 300000);
    has(page, " more chains.</p>");
    free(page);
    free(without);
    free(curves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_texts),        cmocka_unit_test(few_files),
        cmocka_unit_test(accepted_findings),    cmocka_unit_test(drawing_of_an_avatar),
        cmocka_unit_test(drawings_are_bounded), cmocka_unit_test(drawings_without_size),
        cmocka_unit_test(pages_are_bounded),    cmocka_unit_test(curves_of_chains),
        cmocka_unit_test(curves_are_bounded),   cmocka_unit_test(marks_in_reading_order),
        cmocka_unit_test(bones_have_names),     cmocka_unit_test(hostile_card),
        cmocka_unit_test(thumbnails),           cmocka_unit_test(films_of_chains),
        cmocka_unit_test(films_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
