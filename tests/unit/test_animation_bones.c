/* The bones of VRM animations: which are present, their hierarchy, and the names of their nodes. */
#include "vrma_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BONES "~/humanoid/humanBones"

static const char *const required[] = {"hips",         "spine",         "head",          "leftUpperLeg",
                                       "leftLowerLeg", "leftFoot",      "leftUpperArm",  "leftLowerArm",
                                       "leftHand",     "rightFoot",     "rightUpperLeg", "rightLowerLeg",
                                       "rightHand",    "rightUpperArm", "rightLowerArm"};

static void test_required(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_expect(&file, "animation/required-bone-missing", "");
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        file = vrma_body();
        vrma_part(&file, required[i])->bone = NULL;
        vrma_expect(&file, "animation/required-bone-missing", "error " BONES ";");
        file.version = "1.0-draft";
        vrma_expect(&file, "animation/required-bone-missing", "warning " BONES ";");
    }
    /* a broken entry counts as present, and several missing bones are one finding */
    file = vrma_body();
    vrma_part(&file, "head")->bone = NULL;
    file.mapping = "'head':{'node':99}";
    vrma_expect(&file, "animation/required-bone-missing", "");
    vrma_part(&file, "spine")->bone = NULL;
    vrma_part(&file, "hips")->bone = NULL;
    vrma_expect(&file, "animation/required-bone-missing", "error " BONES ";");
    /* nothing is required without a humanoid, and optional bones never are */
    file = vrma_body();
    file.headless = true;
    vrma_expect(&file, "animation/required-bone-missing", "");
    file = vrma_whole_body();
    vrma_expect(&file, "animation/required-bone-missing", "");
}

static void test_first_draft(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    file.headless = true;
    file.version = "1.0-draft";
    file.members = "'humanoid':{'hips':{'node':0},'spine':{'node':0},'chest':{'node':2},'wing':{'node':3}}";
    vrma_expect(&file, "animation/required-bone-missing", "warning ~/humanoid;");
    vrma_expect(&file, "animation/bone-duplicate-node", "error ~/humanoid/spine/node;");
    vrma_expect(&file, "animation/unknown-bone", "");
}

static void test_eyes(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_add(&file, "eyeL", "head", "leftEye");
    vrma_add(&file, "eyeR", "head", "rightEye");
    vrma_expect(&file, "animation/eye-bone-defined", "warning " BONES "/leftEye/node;warning " BONES "/rightEye/node;");
    vrma_expect(&file, "animation/eye-bone-animated", "");
    file.channels = "0T 16R 16T|15R";
    vrma_expect(&file, "animation/eye-bone-defined", "");
    vrma_expect(&file, "animation/eye-bone-animated",
                "error /animations/0/channels/1/target/path;error /animations/0/channels/2/target/path;"
                "error /animations/1/channels/0/target/path;");
    /* other rules report a broken entry, a node shared with another bone, and channels of the gaze's node */
    file = vrma_body();
    file.mapping = "'leftEye':{'node':99},'rightEye':{'node':2}";
    vrma_expect(&file, "animation/eye-bone-defined", "");
    vrma_expect(&file, "animation/bone-duplicate-node", "error " BONES "/rightEye/node;");
    file = vrma_body();
    vrma_add(&file, "eyeL", "head", "leftEye");
    file.members = "'lookAt':{'node':15}";
    file.channels = "0T 15R";
    vrma_expect(&file, "animation/eye-bone-animated", "");
    vrma_expect(&file, "animation/eye-bone-defined", "warning " BONES "/leftEye/node;");
    vrma_expect(&file, "animation/node-reused", "warning ~/lookAt/node;");
    /* two eyes on one node: the eye rules report both, so bone-duplicate-node doesn't */
    file = vrma_body();
    vrma_add(&file, "eyes", "head", "leftEye");
    file.mapping = "'rightEye':{'node':15}";
    vrma_expect(&file, "animation/bone-duplicate-node", "");
}

static void test_duplicates(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    file.mapping = "'chest':{'node':1},'upperChest':{'node':1},'jaw':{'node':2}";
    vrma_expect(&file, "animation/bone-duplicate-node",
                "error " BONES "/chest/node;error " BONES "/upperChest/node;error " BONES "/jaw/node;");
    /* the head's parent is the upper chest, whose node is the spine's; only the duplicate is reported */
    vrma_expect(&file, "animation/bone-bad-parent", "");
}

static void test_parents(void **state)
{
    (void)state;
    struct vrma_file file = vrma_whole_body();
    vrma_expect(&file, "animation/bone-bad-parent", "");
    vrma_expect(&file, "animation/bone-needs-parent", "");
    /* without a neck and chests, the head belongs below the spine */
    file = vrma_body();
    vrma_part(&file, "head")->parent = "hips";
    vrma_expect(&file, "animation/bone-bad-parent", "error " BONES "/head/node;");
    vrma_part(&file, "head")->parent = NULL;
    vrma_expect(&file, "animation/bone-bad-parent", "error " BONES "/head/node;");
    /* a bone whose parent isn't resolved isn't judged */
    vrma_part(&file, "spine")->bone = NULL;
    file.mapping = "'spine':{'node':-1}";
    vrma_expect(&file, "animation/bone-bad-parent", "");
    /* nodes between bones are allowed */
    file = vrma_body();
    vrma_add(&file, "twist", "leftLowerArm", NULL);
    vrma_part(&file, "leftHand")->parent = "twist";
    vrma_expect(&file, "animation/bone-bad-parent", "");
    /* crossed legs: each foot is below the other leg */
    file = vrma_body();
    vrma_part(&file, "leftFoot")->parent = "rightLowerLeg";
    vrma_part(&file, "rightFoot")->parent = "leftLowerLeg";
    vrma_expect(&file, "animation/bone-bad-parent", "error " BONES "/leftFoot/node;error " BONES "/rightFoot/node;");
}

/* Tests every bone that needs its parent, by the table of VRMC_vrm. */
static void test_needed(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"upperChest", "chest"},
                                           {"ThumbProximal", "ThumbMetacarpal"},
                                           {"ThumbDistal", "ThumbProximal"},
                                           {"IndexIntermediate", "IndexProximal"},
                                           {"IndexDistal", "IndexIntermediate"},
                                           {"MiddleIntermediate", "MiddleProximal"},
                                           {"MiddleDistal", "MiddleIntermediate"},
                                           {"RingIntermediate", "RingProximal"},
                                           {"RingDistal", "RingIntermediate"},
                                           {"LittleIntermediate", "LittleProximal"},
                                           {"LittleDistal", "LittleIntermediate"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] * 2; i++) {
        const char *side = i < 2 ? "" : i % 2 == 0 ? "left" : "right";
        char bone[60];
        char parent[60];
        char expected[120];
        snprintf(bone, sizeof bone, "%s%s", side, pairs[i / 2][0]);
        snprintf(parent, sizeof parent, "%s%s", side, pairs[i / 2][1]);
        struct vrma_file file = vrma_whole_body();
        vrma_part(&file, parent)->bone = NULL;
        snprintf(expected, sizeof expected, "error " BONES "/%s/node;", bone);
        vrma_expect(&file, "animation/bone-needs-parent", expected);
    }
    static const char *const loose[] = {"chest", "neck", "jaw", "leftToes", "leftShoulder", "leftIndexProximal"};
    static const char *const parents[] = {"spine", "upperChest", "head", "leftFoot", "upperChest", "leftHand"};
    for (size_t i = 0; i < sizeof loose / sizeof loose[0]; i++) {
        struct vrma_file file = vrma_whole_body();
        vrma_part(&file, parents[i])->bone = NULL;
        vrma_expect(&file, "animation/bone-needs-parent", "");
    }
    /* the thumb names of VRM 0.x are one mistake, which is reported as a wrong name */
    struct vrma_file file = vrma_whole_body();
    vrma_part(&file, "leftThumbMetacarpal")->bone = "leftThumbProximal";
    vrma_part(&file, "leftThumbProximal")->bone = "leftThumbIntermediate";
    vrma_expect(&file, "animation/bone-needs-parent", "");
    vrma_expect(&file, "animation/unknown-bone", "warning " BONES "/leftThumbIntermediate;");
}

static void test_scene(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    size_t stage = vrma_add(&file, "stage", NULL, NULL);
    char roots[20];
    snprintf(roots, sizeof roots, "%zu", stage);
    file.roots = roots;
    char *text = vrma_text(&file);
    struct vrmlint_report *report = lint_text("animation/bone-not-in-scene", text);
    assert_int_equal(report->finding_count, 15); /* all bones */
    assert_string_equal(report->findings[0].pointer, "/extensions/VRMC_vrm_animation/humanoid/humanBones/hips/node");
    vrmlint_report_free(report);
    free(text);
    file.roots = "0";
    vrma_expect(&file, "animation/bone-not-in-scene", "");
    vrma_part(&file, "leftHand")->parent = NULL;
    vrma_part(&file, "rightHand")->parent = NULL;
    vrma_expect(&file, "animation/bone-not-in-scene", "error " BONES "/leftHand/node;error " BONES "/rightHand/node;");
}

static void test_names(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_expect(&file, "animation/duplicate-node-name", "");
    vrma_add(&file, "end", "leftHand", NULL);
    vrma_add(&file, "end", "rightHand", NULL);
    vrma_expect(&file, "animation/duplicate-node-name", "info /nodes/16/name;");
    /* a bone's name on a descendant, on an ancestor, and on a node outside the skeleton */
    vrma_part(&file, "end")->name = "head";
    vrma_expect(&file, "animation/duplicate-node-name", "info /nodes/2/name;");
    file = vrma_body();
    vrma_add(&file, "root", NULL, NULL);
    vrma_part(&file, "hips")->parent = "root";
    vrma_part(&file, "root")->more = "'name':'leftFoot'";
    vrma_expect(&file, "animation/duplicate-node-name", "info /nodes/5/name;");
    file = vrma_body();
    vrma_add(&file, "head", NULL, NULL);
    vrma_expect(&file, "animation/duplicate-node-name", "");
    vrma_part(&file, "leftHand")->more = "'name':''";
    vrma_part(&file, "rightHand")->more = "'name':''";
    vrma_expect(&file, "animation/duplicate-node-name", "");
    vrma_part(&file, "leftHand")->more = "'name':'Hand'";
    vrma_part(&file, "rightHand")->more = "'name':'Hand'";
    vrma_part(&file, "spine")->more = "'name':'Hand'";
    vrma_expect(&file, "animation/duplicate-node-name", "info /nodes/1/name;");
    char *text = vrma_text(&file);
    struct vrmlint_report *report = lint_text("animation/duplicate-node-name", text);
    assert_true(report->findings[0].data[0].value == 3);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_string_equal(report->findings[0].related[1].pointer, "/nodes/14/name");
    vrmlint_report_free(report);
    free(text);
    /* the first name and the last */
    file = vrma_body();
    vrma_part(&file, "leftHand")->more = "'name':'zebra'";
    vrma_part(&file, "rightHand")->more = "'name':'zebra'";
    vrma_part(&file, "leftFoot")->more = "'name':'Aal'";
    vrma_part(&file, "rightFoot")->more = "'name':'Aal'";
    vrma_expect(&file, "animation/duplicate-node-name", "info /nodes/5/name;info /nodes/8/name;");
}

TEST_PROGRAM(animation_bones)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_required),   cmocka_unit_test(test_first_draft), cmocka_unit_test(test_eyes),
        cmocka_unit_test(test_duplicates), cmocka_unit_test(test_parents),     cmocka_unit_test(test_needed),
        cmocka_unit_test(test_scene),      cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
