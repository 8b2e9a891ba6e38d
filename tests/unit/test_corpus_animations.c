/* Real VRM animations: each gives exactly the findings that were checked by hand. Skips without external data. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

static const struct {
    const char *path;  /* in the corpus */
    const char *found; /* "rule count; " for all rules that are on by default, in the order of the table of rules */
} files[] = {
    /* a rig for testing constraints: its rest pose is on the ground and bent everywhere */
    {"blender__template__node_constraint__hips_spine_twisting.vrma",
     "animation/rest-hips-height 1; animation/rest-pose-not-t-pose 9; animation/hips-translation-missing 1; "
     "animation/quaternion-sign-flip 2; "},
    /* channels for hair and bust; the last node of each branch is named ENDSITE */
    {"VRMMetalKit__VRMA_01.vrma", "animation/duplicate-node-name 1; animation/unmapped-channel 1; "},
    /* a root scaled to centimetres, and six joints of the spine and neck without a bone; the node of the head, like
     * the ends of hands and feet, is named ENDSITE */
    {"airi__apps__stage-tamagotchi__src__renderer__public__assets__vrm__animations__idle_loop.vrma",
     "animation/duplicate-node-name 1; animation/rest-scale 1; animation/intermediate-node-animated 6; "},
    {"desktop-homunculus__mods__assets__vrma__idle-sitting.vrma", "animation/eye-bone-defined 2; "},
    {"three-vrm__packages__three-vrm-animation__examples__models__test.vrma",
     "animation/hips-translation-missing 1; animation/keyframe-rate-low 1; "},
    /* made on purpose: arms 45 degrees down at rest, reported for upper and lower arms; the
     * eyes come from the exporter */
    {"exports/a_bad_01_apose_rest.vrma", "animation/eye-bone-defined 2; animation/rest-pose-not-t-pose 4; "
                                         "animation/quaternion-sign-flip 2; "},
    /* the translated gaze and its node outside the scene also come from the exporter */
    {"exports/a_bad_03_single_frame.vrma", "animation/eye-bone-defined 2; animation/role-node-not-in-scene 1; "
                                           "animation/zero-duration 1; animation/look-at-translation 1; "},
    {"exports/a_sane_01_walk_hips.vrma", "animation/eye-bone-defined 2; animation/quaternion-sign-flip 2; "},
    {"exports/a_sane_03_lookat.vrma",
     "animation/eye-bone-defined 2; animation/role-node-not-in-scene 1; animation/quaternion-sign-flip 2; "
     "animation/look-at-translation 1; "},
    {"exports/a_sane_03_lookat__addon2_20_88.vrma",
     "animation/role-node-not-in-scene 1; animation/look-at-translation 1; "},
};

/* Returns "rule count; " for a report. The caller frees it. */
static char *summary(const struct vrmlint_report *report)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    for (size_t r = 0; r < rule_count; r++) {
        size_t count = 0;
        for (size_t i = 0; i < report->finding_count; i++) {
            count += report->findings[i].rule == &rules[r];
        }
        if (count > 0) {
            fprintf(out, "%s %zu; ", rules[r].id, count);
        }
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

static void test_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", needed_path("corpus"), files[i].path);
        struct vrmlint_report *report = vrmlint_check_path(NULL, path);
        assert_non_null(report);
        assert_null(report->error);
        char *found = summary(report);
        if (strcmp(found, files[i].found) != 0) {
            fail_msg("%s gives\n%s\nnot\n%s", files[i].path, found, files[i].found);
        }
        free(found);
        vrmlint_report_free(report);
    }
}

TEST_PROGRAM(corpus_animations)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_files)};
    return RUN_WITH_EXTERNAL("corpus", tests);
}
