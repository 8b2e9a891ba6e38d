/* Channels of VRM animations: allowed paths for bones, expressions and gaze, and nodes without a role. */
#include "vrma_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANNEL(animation, channel) "/animations/" #animation "/channels/" #channel "/target/path;"

struct motion_case {
    const char *rule;
    const char *channels;
    const char *expected;
};

static void run_cases(const struct vrma_file *file, const struct motion_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct vrma_file changed = *file;
        changed.channels = cases[i].channels;
        char rule[100];
        snprintf(rule, sizeof rule, "animation/%s", cases[i].rule);
        vrma_expect(&changed, rule, cases[i].expected);
    }
}

static void test_bones(void **state)
{
    (void)state;
    static const struct motion_case cases[] = {
        {"bone-scale-channel", "0T 0R 1R 8R", ""},
        {"bone-scale-channel", "0S", "error " CHANNEL(0, 0)},
        {"bone-scale-channel", "0T 8S 8S|0T 1S", "error " CHANNEL(0, 1) "error " CHANNEL(0, 2) "error " CHANNEL(1, 1)},
        {"bone-translation-channel", "0T 1R", ""},
        {"bone-translation-channel", "0T 1T|0T 2T", "error " CHANNEL(0, 1) "error " CHANNEL(1, 1)},
        {"bone-weights-channel", "0T 2W", "error " CHANNEL(0, 1)},
        {"bone-weights-channel", "0T 2?", ""},
        {"bone-translation-channel", "0T 2?", ""},
        {"bone-scale-channel", "0T 15S", ""},
        {"bone-scale-channel", "0T 99S", ""},
    };
    struct vrma_file file = vrma_body();
    vrma_add(&file, "stage", NULL, NULL);
    run_cases(&file, cases, sizeof cases / sizeof cases[0]);
    /* a node for the hips and another bone may be moved; another rule reports the shared node */
    file.mapping = "'chest':{'node':0}";
    file.channels = "0T";
    vrma_expect(&file, "animation/bone-translation-channel", "");
    /* a bone that is an expression too: which of them the motion belongs to is unknown */
    file = vrma_body();
    file.members = "'expressions':{'preset':{'happy':{'node':2}}}";
    file.channels = "0T 2T 2S 2R";
    vrma_expect(&file, "animation/bone-translation-channel", "");
    vrma_expect(&file, "animation/bone-scale-channel", "");
    vrma_expect(&file, "animation/expression-channel-path", "");
    vrma_expect(&file, "animation/node-reused", "error ~/expressions/preset/happy/node;");
}

static void test_expressions(void **state)
{
    (void)state;
    static const struct motion_case cases[] = {
        {"expression-channel-path", "15T 16T", ""},
        {"expression-channel-path", "15T 15R 16S|16W 15?",
         "error " CHANNEL(0, 1) "error " CHANNEL(0, 2) "error " CHANNEL(1, 0) "error " CHANNEL(1, 1)},
        {"expression-not-animated", "0T 15T 16R", ""},
        {"expression-not-animated", "0T 16T", "info ~/expressions/preset/happy/node;"},
        {"expression-not-animated", "0T 15T|16T", "info ~/expressions/custom/wink/node;"},
        {"expression-not-animated", "", ""},
        {"expression-not-animated", NULL, ""},
    };
    struct vrma_file file = vrma_body();
    vrma_add(&file, "happy", NULL, NULL);
    vrma_add(&file, "wink", NULL, NULL);
    file.members = "'expressions':{'preset':{'happy':{'node':15}},'custom':{'wink':{'node':16}}}";
    run_cases(&file, cases, sizeof cases / sizeof cases[0]);
}

static void test_gaze(void **state)
{
    (void)state;
    static const struct motion_case cases[] = {
        {"look-at-translation", "15R", ""},
        {"look-at-translation", "0T 15T|15T", "error " CHANNEL(0, 1) "error " CHANNEL(1, 0)},
        {"look-at-channel-path", "15R 15T", ""},
        {"look-at-channel-path", "15S 15W", "error " CHANNEL(0, 0) "error " CHANNEL(0, 1)},
        {"look-at-draft-translation", "15T", ""},
        {"look-at-not-animated", "15R", ""},
        {"look-at-not-animated", "0T|15R", ""},
        {"look-at-not-animated", "0T 15T", ""},
        {"look-at-not-animated", "0T", "info ~/lookAt/node;"},
        {"look-at-not-animated", "0T 15S", "info ~/lookAt/node;"},
        {"look-at-not-animated", NULL, ""},
    };
    struct vrma_file file = vrma_body();
    vrma_add(&file, "gaze", NULL, NULL);
    file.members = "'lookAt':{'node':15}";
    run_cases(&file, cases, sizeof cases / sizeof cases[0]);
    file.version = "1.0-draft";
    file.channels = "15T 15S";
    vrma_expect(&file, "animation/look-at-translation", "");
    vrma_expect(&file, "animation/look-at-draft-translation", "error " CHANNEL(0, 0));
    vrma_expect(&file, "animation/look-at-channel-path", "error " CHANNEL(0, 1));
    /* an expression on the same node: which of them the channel belongs to is unknown */
    file.version = "1.0";
    file.members = "'lookAt':{'node':15},'expressions':{'preset':{'happy':{'node':15}}}";
    vrma_expect(&file, "animation/look-at-translation", "");
    vrma_expect(&file, "animation/look-at-channel-path", "");
    file.channels = "0T";
    vrma_expect(&file, "animation/look-at-not-animated", "");
}

/* Returns a body with more nodes: 15 above the hips, 16 between lower arm and hand, 17 below the hand, 18 separate. */
static struct vrma_file more_nodes(void)
{
    struct vrma_file file = vrma_body();
    vrma_add(&file, "root", NULL, NULL);
    vrma_add(&file, "twist", "leftLowerArm", NULL);
    vrma_add(&file, "sword", "leftHand", NULL);
    vrma_add(&file, "stage", NULL, NULL);
    vrma_part(&file, "hips")->parent = "root";
    vrma_part(&file, "leftHand")->parent = "twist";
    return file;
}

static void test_lost(void **state)
{
    (void)state;
    static const struct motion_case cases[] = {
        {"hips-parent-animated", "0T 16R 17R 18R", ""},
        {"hips-parent-animated", "0T 15W", ""},
        {"hips-parent-animated", "0T 15T 15R 15S|15R",
         "warning " CHANNEL(0, 1) "warning " CHANNEL(0, 2) "warning " CHANNEL(0, 3) "warning " CHANNEL(1, 0)},
        {"intermediate-node-animated", "0T 15R 17R 18R", ""},
        {"intermediate-node-animated", "16W 16R 8R 16T", "warning " CHANNEL(0, 1) "warning " CHANNEL(0, 3)},
        {"unmapped-channel", "0T 8R 15T 16R", ""},
        {"unmapped-channel", "0T 17R 8R 18T|0T|17R", "info /animations/0;info /animations/2;"},
        {"unmapped-channel", "15W", "info /animations/0;"},
        {"unmapped-channel", "99R", ""},
    };
    struct vrma_file file = more_nodes();
    run_cases(&file, cases, sizeof cases / sizeof cases[0]);
    /* a bone that isn't below the hips: its ancestors count neither as above the hips nor as between bones */
    vrma_part(&file, "rightHand")->parent = "stage";
    file.channels = "18R";
    vrma_expect(&file, "animation/intermediate-node-animated", "");
    vrma_expect(&file, "animation/unmapped-channel", "info /animations/0;");
    file = more_nodes();
    /* nodes with other roles: an expression between bones, a bone above the hips */
    file.members = "'expressions':{'preset':{'happy':{'node':16}}}";
    file.channels = "16T 15R";
    vrma_expect(&file, "animation/intermediate-node-animated", "");
    vrma_part(&file, "root")->bone = "chest";
    vrma_expect(&file, "animation/hips-parent-animated", "");
}

/* Consequences of a broken entry aren't reported again. */
static void test_broken_entries(void **state)
{
    (void)state;
    static const char *const broken[] = {"'expressions':{'preset':{'happy':{'node':99}}}",
                                         "'expressions':{'custom':{'wink':{}}}", "'lookAt':{'node':-1}"};
    for (size_t i = 0; i < 3; i++) {
        struct vrma_file file = more_nodes();
        file.members = broken[i];
        file.channels = "15T 16R 17R 18T";
        vrma_expect(&file, "animation/unmapped-channel", "");
        vrma_expect(&file, "animation/intermediate-node-animated", "");
        vrma_expect(&file, "animation/hips-parent-animated", "");
    }
    struct vrma_file file = more_nodes();
    file.channels = "17R";
    file.mapping = "'chest':{'node':1.5}";
    vrma_expect(&file, "animation/unmapped-channel", "");
    file.mapping = "'sword':{'node':17}";
    vrma_expect(&file, "animation/unmapped-channel", "");
    vrma_expect(&file, "animation/unknown-bone", "warning ~/humanoid/humanBones/sword;");
    file.mapping = "'chest':{'node':1}";
    vrma_expect(&file, "animation/unmapped-channel", "info /animations/0;");
    /* an extension without any role has a rule of its own */
    file.mapping = NULL;
    file.headless = true;
    vrma_expect(&file, "animation/unmapped-channel", "");
    vrma_expect(&file, "animation/no-content", "error ~;");
    file.members = "'lookAt':{'node':18}";
    vrma_expect(&file, "animation/unmapped-channel", "info /animations/0;");
}

static void test_counts(void **state)
{
    (void)state;
    struct vrma_file file = more_nodes();
    file.channels = "0T 17R 17T 8R 18T|17R";
    char *text = vrma_text(&file);
    struct vrmlint_report *report = lint_text("animation/unmapped-channel", text);
    assert_int_equal(report->finding_count, 2);
    assert_int_equal(report->findings[1].related_count, 1);
    assert_string_equal(report->findings[0].data[0].name, "channels");
    assert_true(report->findings[0].data[0].value == 3);
    assert_int_equal(report->findings[0].related_count, 3);
    assert_string_equal(report->findings[0].related[2].pointer, "/animations/0/channels/4/target/path");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "3 of 5 channels"));
    vrmlint_report_free(report);
    free(text);
}

static void test_unmoved(void **state)
{
    (void)state;
    static const struct motion_case cases[] = {
        {"hips-translation-missing", "0T", ""},
        {"hips-translation-missing", "0R 6R", "info ~/humanoid/humanBones/hips/node;"},
        {"hips-translation-missing", "6R|0T", "info ~/humanoid/humanBones/hips/node;"},
        {"hips-translation-missing", "", ""},
        {"hips-translation-missing", NULL, ""},
        {"bone-not-animated", "0T", "info ~;"},
        {"bone-not-animated", "0T 1R 2R 3R 4R 5R 6R 7R|8R 9R 10R 11R 12R 13R 14R", ""},
        {"bone-not-animated", "0T 1R 2R 3R 4R 5R 6R 7R 8R 9R 10R 11R 12R 13R", "info ~;"},
        {"bone-not-animated", NULL, ""},
    };
    struct vrma_file file = vrma_body();
    run_cases(&file, cases, sizeof cases / sizeof cases[0]);
    file.channels = "1R";
    char *text = vrma_text(&file);
    struct vrmlint_report *report = lint_text("animation/bone-not-animated", text);
    assert_true(report->findings[0].data[0].value == 14);
    vrmlint_report_free(report);
    free(text);
    vrma_part(&file, "hips")->bone = NULL;
    file.channels = "6R";
    vrma_expect(&file, "animation/hips-translation-missing", "");
}

TEST_PROGRAM(animation_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bones),   cmocka_unit_test(test_expressions),    cmocka_unit_test(test_gaze),
        cmocka_unit_test(test_lost),    cmocka_unit_test(test_broken_entries), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_unmoved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
