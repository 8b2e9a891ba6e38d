/* Where tools show what a finding is about: which tool exported a file, and the steps in it. */
#include "support.h"

#include <string.h>

#include "ids/messages_exporters.h"
#include "ids/messages_panels.h"
#include "ids/rules.h"
#include "message/steps.h"

/* What real files state, and the exporter that it means. */
static void exporters(void **state)
{
    (void)state;
    static const struct {
        const char *generator;
        const char *exporter_version;
        enum outcome_file of;
        enum tool tool;
        bool own;
        unsigned version[3];
    } cases[] = {
        {"VRM Add-on for Blender v3.26.4 with Khronos glTF Blender I/O v4.5.49",
         NULL,
         OUTCOME_VRM_1_0,
         TOOL_BLENDER,
         true,
         {3, 26, 4}},
        {"VRM Add-on for Blender v2.20.88", NULL, OUTCOME_ANIMATION, TOOL_BLENDER, true, {2, 20, 88}},
        {"VRM Add-on for Blender v2.20.88 / handwritten", NULL, OUTCOME_ANIMATION, TOOL_BLENDER, true, {2, 20, 88}},
        {"saturday06_blender_vrm_exporter_experimental_4.5.0",
         "saturday06_blender_vrm_exporter_experimental_4.5.0",
         OUTCOME_VRM_0_X,
         TOOL_BLENDER,
         true,
         {4, 5, 0}},
        {"icyp_blender_vrm_exporter_experimental_0.7",
         "icyp_blender_vrm_exporter_experimental_0.7",
         OUTCOME_VRM_0_X,
         TOOL_BLENDER,
         true,
         {0, 7, 0}},
        {"Khronos glTF Blender I/O v3.6.27", NULL, OUTCOME_OTHER, TOOL_BLENDER, false, {0, 0, 0}},
        {"UniVRM-0.131.1", NULL, OUTCOME_VRM_1_0, TOOL_UNITY, true, {0, 131, 1}},
        {"UniGLTF-2.67.1", "UniVRM-0.131.1", OUTCOME_VRM_0_X, TOOL_UNITY, true, {0, 131, 1}},
        {"UniGLTF-2.42.0", "UniVRM-0.107.0", OUTCOME_VRM_0_X, TOOL_UNITY, true, {0, 107, 0}},
        {"UniGLTF-2.35.4", NULL, OUTCOME_VRM_0_X, TOOL_UNITY, true, {0, 99, 4}},
        {"UniGLTF-2.56.0", NULL, OUTCOME_ANIMATION, TOOL_UNITY, true, {0, 120, 0}},
        {"UniGLTF-2.67.1", "", OUTCOME_OTHER, TOOL_UNITY, true, {0, 131, 1}},
        {"UniGLTF-1.28", "UniVRM-0.53.0", OUTCOME_VRM_0_X, TOOL_UNITY, true, {0, 53, 0}},
        {"UniGLTF-1.28", NULL, OUTCOME_VRM_0_X, TOOL_UNITY, true, {0, 0, 0}},
        {"UniGLTF-1.24", "VRoidStudio-0.8.1", OUTCOME_VRM_0_X, TOOL_VROID, true, {0, 8, 1}},
        {"UniGLTF-2.12.1", "VRoid Studio-1.22.0", OUTCOME_VRM_0_X, TOOL_VROID, true, {1, 22, 0}},
        {"VRoid Studio-1.22.0", NULL, OUTCOME_VRM_1_0, TOOL_VROID, true, {1, 22, 0}},
        {"UniGLTF-2.0.0", NULL, OUTCOME_VRM_1_0, TOOL_UNKNOWN, false, {0, 0, 0}}, /* CharacterStudio */
        {"NDMF VRM Exporter 1.3.2", NULL, OUTCOME_VRM_1_0, TOOL_UNITY, false, {0, 0, 0}},
        {"THREE.GLTFExporter r180",
         "avatarhub_vrm_exporter_experimental_1",
         OUTCOME_VRM_0_X,
         TOOL_UNKNOWN,
         false,
         {0, 0, 0}},
        {"THREE.GLTFExporter", NULL, OUTCOME_ANIMATION, TOOL_UNKNOWN, false, {0, 0, 0}},
        {"FBX2glTF v0.9.7", NULL, OUTCOME_ANIMATION, TOOL_UNKNOWN, false, {0, 0, 0}},
        {NULL, NULL, OUTCOME_VRM_1_0, TOOL_UNKNOWN, false, {0, 0, 0}},
        {"UniVRM-", NULL, OUTCOME_VRM_1_0, TOOL_UNITY, true, {0, 0, 0}},
        {"UniVRM-99999999999999999999.1", NULL, OUTCOME_VRM_1_0, TOOL_UNITY, true, {9999, 1, 0}},
        {"UniVRM", NULL, OUTCOME_VRM_1_0, TOOL_UNKNOWN, false, {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct exporter found = exporter_tool(cases[i].generator, cases[i].exporter_version, cases[i].of);
        if (found.tool != cases[i].tool || found.own != cases[i].own ||
            memcmp(found.version, cases[i].version, sizeof found.version) != 0) {
            fail_msg("%s, %s: tool %d, version %u.%u.%u", cases[i].generator, cases[i].exporter_version,
                     (int)found.tool, found.version[0], found.version[1], found.version[2]);
        }
        assert_int_equal(found.unnamed, cases[i].generator == NULL);
    }
}

static struct vrmlint_finding finding_of(const char *rule, const char *variant, enum vrmlint_fix fix)
{
    struct vrmlint_finding finding = {.rule = vrmlint_rule_by_id(rule), .variant = variant, .pointer = "", .fix = fix};
    finding.fixable = fix != VRMLINT_FIX_NONE;
    assert_non_null(finding.rule);
    return finding;
}

/* Only these versions of exporters write these findings. */
static void what_is_known_of_exporters(void **state)
{
    (void)state;
    static const struct {
        const char *generator;
        enum outcome_file of;
        const char *rule;
        const char *variant;
        enum message words; /* MESSAGE_NONE: nothing is known */
    } cases[] = {
        {"UniVRM-0.122.0", OUTCOME_VRM_1_0, "collider/spec-version-missing", NULL, MESSAGE_NONE},
        {"UniVRM-0.123.0", OUTCOME_VRM_1_0, "collider/spec-version-missing", NULL, WORDS_EXPORTER_UNIVRM_COLLIDER},
        {"UniVRM-0.124.2", OUTCOME_VRM_1_0, "collider/spec-version-missing", NULL, WORDS_EXPORTER_UNIVRM_COLLIDER},
        {"UniVRM-0.125.0", OUTCOME_VRM_1_0, "collider/spec-version-missing", NULL, MESSAGE_NONE},
        {"UniVRM-0.131.1", OUTCOME_VRM_1_0, "limit/spec-version-missing", NULL, WORDS_EXPORTER_UNIVRM_LIMIT},
        {"UniGLTF-2.55.9", OUTCOME_ANIMATION, "animation/spec-version-missing", NULL,
         WORDS_EXPORTER_UNIVRM_ANIMATION_VERSION},
        {"UniGLTF-2.56.0", OUTCOME_ANIMATION, "animation/spec-version-missing", NULL, MESSAGE_NONE},
        {"UniGLTF-2.67.1", OUTCOME_ANIMATION, "animation/accessor-format", "WITHOUT_BOUNDS_OF_UNIVRM",
         WORDS_EXPORTER_UNIVRM_BOUNDS},
        {"UniGLTF-2.67.1", OUTCOME_ANIMATION, "animation/accessor-format", "COUNT", MESSAGE_NONE},
        {"UniGLTF-2.35.4", OUTCOME_VRM_0_X, "gltf/unknown-property", "ROOT_REPEATED",
         WORDS_EXPORTER_UNIVRM_EXTENSION_USED},
        {"UniGLTF-2.38.0", OUTCOME_VRM_0_X, "gltf/unknown-property", "ROOT_REPEATED", MESSAGE_NONE},
        {NULL, OUTCOME_VRM_1_0, "vrm/morph-weight-range", NULL, WORDS_EXPORTER_UNIVRM_PERCENT},
        {"UniVRM-0.131.1", OUTCOME_VRM_1_0, "vrm/morph-weight-range", NULL, MESSAGE_NONE},
        {"saturday06_blender_vrm_exporter_experimental_4.5.0", OUTCOME_VRM_0_X, "skin/outside-humanoid", NULL,
         WORDS_EXPORTER_BLENDER_NEUTRAL_BONE},
        {"VRM Add-on for Blender v999.999.999", OUTCOME_VRM_1_0, "vrm/meta-placeholder", NULL,
         WORDS_EXPORTER_BLENDER_UNDEFINED},
        {"Khronos glTF Blender I/O v3.6.27", OUTCOME_VRM_1_0, "vrm/meta-placeholder", NULL, MESSAGE_NONE},
        {"VRoid Studio-1.22.0", OUTCOME_VRM_1_0, "springbone/tail-parameters-ignored", NULL, MESSAGE_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct exporter exporter = exporter_tool(cases[i].generator, NULL, cases[i].of);
        struct vrmlint_finding finding = finding_of(cases[i].rule, cases[i].variant, VRMLINT_FIX_NONE);
        enum exporter_habit habit = EXPORTER_CLICK;
        if (exporter_advice(&exporter, &finding, &habit) != cases[i].words) {
            fail_msg("%s, %s", cases[i].generator, cases[i].rule);
        }
    }
}

/* Fails the test unless the first steps of a finding are those, in the language. */
static void expect_steps(const char *generator, const char *extension, const struct vrmlint_finding *finding,
                         enum vrmlint_language language, size_t count, const char *tool, const char *text)
{
    struct vrmlint_steps steps[VRMLINT_STEPS_MOST];
    const struct vrmlint_extension extensions[] = {{extension, "1.0", false}};
    const struct vrmlint_report report = {.generator = generator, .extensions = extensions, .extension_count = 1};
    assert_int_equal(vrmlint_finding_steps(&report, finding, language, steps), count);
    if (count > 0) {
        assert_string_equal(steps[0].tool, tool);
        assert_string_equal(steps[0].text, text);
    }
}

#define BLENDER "VRM Add-on for Blender v4.5.0 with Khronos glTF Blender I/O v4.2"
#define IN_BLENDER "Open the file in Blender with the VRM add-on: "

static void steps_of_findings(void **state)
{
    (void)state;
    enum vrmlint_language en = VRMLINT_ENGLISH;
    enum vrmlint_language ja = VRMLINT_JAPANESE;
    struct vrmlint_finding thumbnail = finding_of("vrm/thumbnail-missing", NULL, VRMLINT_FIX_NONE);
    expect_steps(BLENDER, "VRMC_vrm", &thumbnail, en, 2, "blender", "Sidebar (N) > VRM > Meta > Thumbnail");
    expect_steps(BLENDER, "VRMC_vrm", &thumbnail, ja, 2, "blender", "サイドバー（N） > VRM > Meta > Thumbnail");
    expect_steps(BLENDER, "VRM", &thumbnail, en, 2, "blender", "Sidebar (N) > VRM > VRM 0.x Meta > Thumbnail");
    expect_steps("UniVRM-0.131.1", "VRMC_vrm", &thumbnail, en, 2, "unity",
                 "VRM1 > Export VRM 1.0... > Meta > Thumbnail");
    expect_steps("UniGLTF-2.67.1", "VRM", &thumbnail, en, 2, "unity", "VRM0 > Export VRM 0.x... > Meta > Thumbnail");
    expect_steps("three", "VRMC_vrm", &thumbnail, en, 1, "blender", IN_BLENDER "Sidebar (N) > VRM > Meta > Thumbnail");
    expect_steps("VRoid Studio-1.22.0", "VRMC_vrm", &thumbnail, en, 3, "vroid",
                 "VRoid Studio can't change this. Open the exported file in Blender with the VRM add-on: Sidebar (N) > "
                 "VRM > Meta > Thumbnail");
    /* what is known of the exporter comes first */
    struct vrmlint_finding undefined = finding_of("vrm/meta-placeholder", NULL, VRMLINT_FIX_NONE);
    expect_steps(BLENDER, "VRMC_vrm", &undefined, en, 2, "blender",
                 "The VRM add-on for Blender writes this for fields left blank: fill in the fields of the VRM panel "
                 "and export again. "
                 "Sidebar (N) > VRM > Meta: Name, Version, Authors, Copyright Information, Contact Information, "
                 "References, Third Party Licenses");
    struct vrmlint_finding limits = finding_of("limit/spec-version-missing", NULL, VRMLINT_FIX_SAFE);
    expect_steps("UniVRM-0.131.1", "VRMC_vrm", &limits, en, 1, "unity",
                 "UniVRM leaves it out up to version 0.131, so exporting again with one of these doesn't help. There "
                 "is nothing to click: press Fix (vrmlint fix)");
    struct vrmlint_finding harmless = finding_of("springbone/tail-parameters-ignored", NULL, VRMLINT_FIX_SAFE);
    expect_steps("UniVRM-0.131.1", "VRMC_vrm", &harmless, en, 1, "unity",
                 "This exporter always writes them: you don't need to change anything in your project.");
}

/* What no panel shows: only a finding with a fix is said to have one. */
static void written_by_the_exporter(void **state)
{
    (void)state;
    struct vrmlint_finding finding = finding_of("vrm/not-declared", NULL, VRMLINT_FIX_SAFE);
    expect_steps(
        BLENDER, "VRMC_vrm", &finding, VRMLINT_ENGLISH, 1, "blender",
        "Nothing to click, because the VRM add-on for Blender writes this part by itself: press Fix (vrmlint fix)");
    finding = finding_of("vrm/not-declared", NULL, VRMLINT_FIX_UNSAFE);
    expect_steps(BLENDER, "VRMC_vrm", &finding, VRMLINT_ENGLISH, 1, "blender",
                 "Nothing to click, because the VRM add-on for Blender writes this part by itself: press Fix (vrmlint "
                 "fix --unsafe), and check the result");
    finding = finding_of("vrm/not-declared", NULL, VRMLINT_FIX_NONE);
    expect_steps("UniVRM-0.131.1", "VRMC_vrm", &finding, VRMLINT_ENGLISH, 1, "unity",
                 "Nothing to click, because UniVRM writes this part by itself: use its newest version, and if that "
                 "writes it too, report it to its developers");
    finding.fix = VRMLINT_FIX_SAFE; /* the rule has a fix, but not for this finding */
    expect_steps("UniVRM-0.131.1", "VRMC_vrm", &finding, VRMLINT_ENGLISH, 1, "unity",
                 "Nothing to click, because UniVRM writes this part by itself: use its newest version, and if that "
                 "writes it too, report it to its developers");
    expect_steps("three", "VRMC_vrm", &finding, VRMLINT_ENGLISH, 0, NULL, NULL);
    finding = finding_of("budget/exceeded", NULL, VRMLINT_FIX_NONE);
    expect_steps(BLENDER, "VRMC_vrm", &finding, VRMLINT_ENGLISH, 0, NULL, NULL);
}

static void pointers_choose_panels(void **state)
{
    (void)state;
    struct vrmlint_finding finding = finding_of("mtoon/value-out-of-range", NULL, VRMLINT_FIX_NONE);
    finding.pointer = "/materials/3/extensions/VRMC_materials_mtoon/outlineWidthFactor";
    expect_steps(BLENDER, "VRMC_vrm", &finding, VRMLINT_ENGLISH, 2, "blender",
                 "Material Properties > VRM Material > Outline: Outline Width Mode, Outline Width, Outline Color, "
                 "Outline LightingMix");
    finding.pointer = "/materials/3/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber";
    expect_steps(BLENDER, "VRMC_vrm", &finding, VRMLINT_ENGLISH, 2, "blender",
                 "Material Properties > VRM Material > Rendering: Alpha Mode, Cutoff, Transparent With ZWrite Mode, "
                 "Double Sided, RenderQueue Offset");
}

/* Each rule's steps in each tool fit into the room for them, in each language, and no label is left in braces. */
static void all_rules(void **state)
{
    (void)state;
    static const char *const generators[] = {BLENDER, "UniVRM-0.131.1", "VRoid Studio-1.22.0", "three"};
    static const char *const extensions[] = {"VRMC_vrm", "VRM"};
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count * 4 * 2 * VRMLINT_LANGUAGE_COUNT; i++) {
        struct vrmlint_steps steps[VRMLINT_STEPS_MOST];
        enum vrmlint_language language = (enum vrmlint_language)(i % VRMLINT_LANGUAGE_COUNT);
        const struct vrmlint_finding finding = {.rule = &rules[i / VRMLINT_LANGUAGE_COUNT / 8], .pointer = ""};
        const struct vrmlint_extension extension = {extensions[i / VRMLINT_LANGUAGE_COUNT % 2], "1.0", false};
        const struct vrmlint_report report = {.generator = generators[i / VRMLINT_LANGUAGE_COUNT / 2 % 4],
                                              .extensions = &extension,
                                              .extension_count = 1};
        size_t found = vrmlint_finding_steps(&report, &finding, language, steps);
        assert_true(found <= VRMLINT_STEPS_MOST);
        for (size_t k = 0; k < found; k++) {
            assert_true(strlen(steps[k].text) > 5 && strlen(steps[k].text) < VRMLINT_STEPS_SIZE - 1);
            assert_null(strpbrk(steps[k].text, "{}\n"));
            for (size_t other = 0; other < k; other++) {
                assert_string_not_equal(steps[k].tool, steps[other].tool);
            }
        }
    }
}

TEST_PROGRAM(steps)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exporters),
        cmocka_unit_test(what_is_known_of_exporters),
        cmocka_unit_test(steps_of_findings),
        cmocka_unit_test(written_by_the_exporter),
        cmocka_unit_test(pointers_choose_panels),
        cmocka_unit_test(all_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
