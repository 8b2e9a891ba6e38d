/* The rules on the nodes of chains and on centers: cases without fixtures. */
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests a strand a-b-c below a visible root. last, root, members: further members of the strand's last node, the file
 * and the extension. groups: the collider groups of the strand. A second spring x-y elsewhere uses group 0. */
static void expect_effect(const char *last, const char *root, const char *members, const char *groups, bool visible)
{
    char *nodes = NULL;
    text_add(&nodes,
             "{'children':[1,4],'mesh':0},{'name':'a','children':[2]},{'name':'b','children':[3]},{'name':'c'%s},"
             "{'children':[5],'mesh':0},{},{},{},{},{}",
             last);
    char *springs = NULL;
    text_add(&springs, "[{'joints':[{'node':1},{'node':2}]%s},{'joints':[{'node':4},{'node':5}],'colliderGroups':[0]}]",
             groups);
    expect_file("springbone/no-visible-effect", nodes, root, members, springs, visible ? "" : "springs/0 ");
    free(nodes);
    free(springs);
}

static void visible_effects(void **state)
{
    (void)state;
    const char *on_c = "'colliders':[{'node':3,'shape':{'sphere':{}}},{'node':3,'shape':{'sphere':{}}}],"
                       "'colliderGroups':[{'colliders':[0]},{'colliders':[1]}],";
    const char *on_root = "'colliders':[{'node':0,'shape':{'sphere':{}}}],'colliderGroups':[{'colliders':[0]}],";
    expect_effect("", "", "", "", false);
    expect_effect(",'mesh':0", "", "", "", true);
    expect_effect(",'camera':0", "'cameras':[{}],", "", "", true);
    expect_effect(",'extensions':{'KHR_lights_punctual':{'light':0}}", "", "", "", true);
    /* bound by a skin that no mesh uses, then by one that the mesh of node 3, outside the strand, uses */
    expect_effect("", "'skins':[{'joints':[3]}],", "", "", false);
    char *nodes = NULL;
    text_add(&nodes, "{'children':[1,3]},{'children':[2]},{},{'mesh':0,'skin':0},{},{},{},{},{},{}");
    expect_file("springbone/no-visible-effect", nodes, "'skins':[{'joints':[2]}],", "",
                "[{'joints':[{'node':1},{'node':2}]}]", "");
    free(nodes);
    /* a collider that the other spring uses */
    expect_effect("", "", on_c, "", true);
    expect_effect("", "", on_c, ",'colliderGroups':[0]", true);
    expect_effect("", "", on_c, ",'colliderGroups':[1]", true);
    expect_effect("", "", on_root, "", false);
    const char *only_own = "'colliders':[{'node':0,'shape':{'sphere':{}}},{'node':3,'shape':{'sphere':{}}},"
                           "{'node':3,'shape':{'sphere':{}}}],"
                           "'colliderGroups':[{'colliders':[0]},{'colliders':[1,2]},{'colliders':[2]}],";
    expect_effect("", "", only_own, ",'colliderGroups':[1,2]", false);
    expect_effect("", "", only_own, "", false);
    /* a humanoid bone, the source of a constraint */
    expect_effect("", "", "", "", false);
    nodes = NULL;
    text_add(&nodes, "{'children':[1]},{'children':[2]},{},{},{},{},{},{},{},{}");
    const char *spring = "[{'joints':[{'node':1},{'node':2}]}]";
    expect_file("springbone/no-visible-effect", nodes, "", "", spring, "springs/0 ");
    char *file = NULL;
    text_add(
        &file,
        "{'asset':{'version':'2.0'},'scenes':[{'nodes':[0]}],'nodes':[%s],'extensions':{'VRMC_vrm':{'specVersion':"
        "'1.0','humanoid':{'humanBones':{'hips':{'node':2}}}},'VRMC_springBone':{'specVersion':'1.0','springs':%s}}}",
        nodes, spring);
    text_use_double_quotes(file);
    expect_report(lint_text("springbone/no-visible-effect", file), "");
    free(file);
    free(nodes);
    nodes = NULL;
    text_add(&nodes,
             "{'children':[1,3]},{'children':[2]},{},{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
             "'constraint':{'rotation':{'source':2}}}}},{},{},{},{},{},{}");
    expect_file("springbone/no-visible-effect", nodes, "", "", spring, "");
    free(nodes);
    /* a head that isn't the first one also rotates */
    expect_file("springbone/no-visible-effect",
                "{'children':[1,2,4],'mesh':0},{},{'children':[3]},{},{'children':[5],"
                "'mesh':0},{},{},{},{},{}",
                "", "'colliders':[{'node':3,'shape':{'sphere':{}}}],'colliderGroups':[{'colliders':[0]}],",
                "[{'joints':[{'node':1},{'node':2},{'node':3}]},{'joints':[{'node':4},{'node':5}],"
                "'colliderGroups':[0]}]",
                "");
    /* single joints and unresolved joints move nothing */
    expect_words("springbone/no-visible-effect", "a", "");
    expect_words("springbone/no-visible-effect", "a?", "");
    expect_words("springbone/no-visible-effect", "abcd", "springs/0 ");
    expect_words("springbone/no-visible-effect", "rabcd", "");
}

static void outside_the_scene(void **state)
{
    (void)state;
    const char *rule = "springbone/joint-not-in-scene";
    char *nodes = NULL;
    text_add(&nodes, "{'children':[1]},{},{'children':[3]},{},{},{},{},{},{},{}");
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':0},{'node':1}]}]", "");
    /* a branch is reported once a spring */
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':2},{'node':3}]}]", "springs/0/joints/0/node ");
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':2},{'node':4}]}]",
                "springs/0/joints/0/node springs/0/joints/1/node ");
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':2},{'node':0},{'node':3}]}]",
                "springs/0/joints/0/node springs/0/joints/2/node ");
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':1},{'node':3}]}]", "springs/0/joints/1/node ");
    /* a center outside the scene is not above a joint in it, which another rule reports */
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':0},{'node':1}],'center':4}]", "");
    expect_file(rule, nodes, "", "'colliders':[{'node':9,'shape':{}},{'node':3,'shape':{}}],",
                "[{'joints':[{'node':0},{'node':1}]}]", "colliders/1/node ");
    free(nodes);
    /* without a default scene, any scene counts; without scenes, no node is outside */
    static const char *const scenes[] = {
        "'scenes':[{'nodes':[0]},{'nodes':[1]}],",
        "'scene':0,'scenes':[{'nodes':[0]},{'nodes':[1]}],",
        "",
    };
    static const char *const found[] = {"", "springs/0/joints/0/node ", ""};
    for (int i = 0; i < 3; i++) {
        char *text = NULL;
        text_add(&text,
                 "{'asset':{'version':'2.0'},%s'nodes':[{},{'children':[2]},{}],'extensions':{'VRMC_springBone':"
                 "{'specVersion':'1.0','springs':[{'joints':[{'node':1},{'node':2}]}]}}}",
                 scenes[i]);
        text_use_double_quotes(text);
        expect_report(lint_text(rule, text), found[i]);
        free(text);
    }
}

/* Fails the test unless a head's matrix gives that rule. The texts are the columns of its 3 by 3 part. */
static void expect_matrix(const char *x, const char *y, const char *z, const char *expected)
{
    char *nodes = NULL;
    text_add(&nodes, "{'children':[1],'matrix':[%s,0,%s,0,%s,0,0,0,0,1]},{},{},{},{},{},{},{},{},{}", x, y, z);
    char *text = file_of(nodes, "", "", "[{'joints':[{'node':0},{'node':1}]}]");
    struct vrmlint_report *report =
        lint_text("springbone/joint-has-matrix,springbone/joint-matrix-not-decomposable", text);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, expected);
    assert_string_equal(report->findings[0].pointer, "/extensions/VRMC_springBone/springs/0/joints/0/node");
    vrmlint_report_free(report);
    free(text);
    free(nodes);
}

static void matrices(void **state)
{
    (void)state;
    const char *clean = "springbone/joint-has-matrix";
    const char *bad = "springbone/joint-matrix-not-decomposable";
    expect_matrix("1,0,0", "0,1,0", "0,0,1", clean);
    expect_matrix("2,0,0", "0,3,0", "0,0,0.5", clean);
    expect_matrix("-1,0,0", "0,1,0", "0,0,1", clean);
    /* a rotation in single precision, and one scaled to a thousandth with the six decimals that many exporters write */
    expect_matrix("0.7827556,0.5487989,-0.2934511", "-0.4819544,0.8328889,0.2720589", "0.3937178,-0.0715255,0.9164444",
                  clean);
    expect_matrix("782.7556,548.7989,-293.4511", "-481.9544,832.8889,272.0589", "393.7178,-71.5255,916.4444", clean);
    expect_matrix("0.000783,0.000549,-0.000293", "-0.000482,0.000833,0.000272", "0.000394,-0.000072,0.000916", clean);
    expect_matrix("1,0,0", "0.0015,1,0", "0,0,1", clean);
    expect_matrix("1,0,0", "0.0025,1,0", "0,0,1", bad);
    expect_matrix("1,0,0", "0.6,0.8,0", "0,0,1", bad);
    expect_matrix("1,0,0", "0,1,0", "0.6,0,0.8", bad);
    expect_matrix("1,0,0", "0,1,0", "0,0.6,0.8", bad);
    expect_matrix("1,0,0", "0,1,0", "0,1,0", bad);
    expect_matrix("1,0,0", "0,0,0", "0,0,1", bad);
    expect_matrix("0,0,0", "0,0,0", "0,0,0", bad);
}

static void names(void **state)
{
    (void)state;
    const char *rule = "springbone/unnamed-or-duplicate-node-names";
    const char *chain = "[{'joints':[{'node':0},{'node':1},{'node':2}]}]";
    const char *rest = ",{},{},{},{},{},{},{}";
    char *nodes = NULL;
    text_add(&nodes, "{'name':'a','children':[1]},{'name':'b','children':[2]},{'name':'c'}%s", rest);
    expect_file(rule, nodes, "", "", chain, "");
    free(nodes);
    nodes = NULL;
    text_add(&nodes, "{'name':'a','children':[1]},{'children':[2]},{'name':''}%s", rest);
    expect_file(rule, nodes, "", "", chain, "/nodes/1 /nodes/2 ");
    free(nodes);
    nodes = NULL;
    text_add(&nodes,
             "{'name':'a','children':[1]},{'name':'a','children':[2]},{'name':'a'},{'name':'a'},{},{},{},{},{},{}");
    expect_file(rule, nodes, "", "", chain, "/nodes/1/name /nodes/2/name ");
    expect_file(rule, nodes, "", "", "[{'joints':[{'node':0},{'node':0}]},{'joints':[{'node':0}]}]", "");
    free(nodes);

    rule = "springbone/names-missing";
    expect_file(rule, spring_skeleton, "", "'colliderGroups':[{'colliders':[]},{'name':'g','colliders':[]}],",
                "[{'name':'s','joints':[]},{'joints':[]},{'name':3},7]", "colliderGroups/0 springs/1 ");
}

static void centers_outside(void **state)
{
    (void)state;
    const char *rule = "springbone/center-not-ancestor";
    expect_words(rule, "abcd:a", "");
    expect_words(rule, "bcd:r", "");
    expect_words(rule, "bcd:a", "");
    expect_words(rule, "abcd:b", "springs/0/center ");
    expect_words(rule, "abcd:d", "springs/0/center ");
    expect_words(rule, "ab:x", "springs/0/center ");
    expect_words(rule, "abcd:h", "springs/0/center ");
    expect_words(rule, "abcd:e", "springs/0/center ");
    expect_words(rule, "a:h", "springs/0/center ");
    expect_words(rule, "?b:a", "");
    expect_words(rule, "??:h", "");
}

static void tutorial_center(void **state)
{
    (void)state;
    const char *rule = "springbone/center-not-ancestor";
    struct vrmlint_report *report = lint_words(rule, "bcd:e");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "tutorial"));
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "use 'r' (node 0)"));
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_UNSAFE);
    vrmlint_report_free(report);
    /* a hand, a node with a mesh, and the root of another spring that moves aren't the center of the tutorial */
    static const char *const others[] = {"abcd:h", "abcd ea:a xyz:e"};
    for (int i = 0; i < 2; i++) {
        report = lint_words(rule, others[i]);
        assert_int_equal(report->finding_count, i == 0 ? 1 : 2);
        const struct vrmlint_finding *last = &report->findings[report->finding_count - 1];
        assert_null(strstr(ENGLISH(last->message), "tutorial"));
        assert_int_equal(last->fix, VRMLINT_FIX_NONE);
        vrmlint_report_free(report);
    }
    /* an empty node that is moved or animated can't simply be replaced */
    static const char *const tops[] = {
        "{'children':[1]},{'children':[2]},{},{},{},{},{},{},{},{'translation':[0,1,0]}",
        "{'children':[1]},{'children':[2]},{},{},{},{},{},{},{},{}",
        "{'children':[1]},{'children':[2]},{},{},{},{},{},{},{},{'mesh':0}",
    };
    for (int i = 0; i < 3; i++) {
        char *text = file_of(tops[i],
                             i == 1 ? "'animations':[{'samplers':[{'input':0,'output':0}],'channels':[{'sampler':0,"
                                      "'target':{'node':9,'path':'rotation'}}]}],"
                                    : "",
                             "", "[{'joints':[{'node':1},{'node':2}],'center':9}]");
        report = lint_text(rule, text);
        assert_int_equal(report->finding_count, 1);
        assert_int_equal(strstr(ENGLISH(report->findings[0].message), "tutorial") != NULL, i < 2);
        assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
        vrmlint_report_free(report);
        free(text);
    }
    /* apps ignore a center outside the scene; if the root of the skeleton sways, no node can be the center */
    char *text = file_of(tops[1], "", "", "[{'joints':[{'node':1},{'node':2}],'center':3}]");
    report = lint_text(rule, text);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "outside the scene"));
    vrmlint_report_free(report);
    free(text);
    text = file_of(tops[1], "", "", "[{'joints':[{'node':0},{'node':1}],'center':9}]");
    report = lint_text(rule, text);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), ": remove the center"));
    vrmlint_report_free(report);
    free(text);
}

static void centers_that_sway(void **state)
{
    (void)state;
    const char *rule = "springbone/center-in-other-chain";
    expect_words(rule, "abcd xyz:b", "springs/1/center ");
    expect_words(rule, "abcd xyz:a", "springs/1/center ");
    expect_words(rule, "abcd xyz:r", "");
    expect_words(rule, "bcd xyz:a", "");
    expect_words(rule, "xyz:b a", "springs/0/center ");
    expect_words(rule, "xyz:b ab", "springs/0/center ");
    expect_words(rule, "yz:x ac", "springs/0/center ");
    expect_words(rule, "abcd:a", "");
    expect_words(rule, "abcd:c", "");
    expect_words(rule, "h abcd:h", "springs/1/center ");
    /* below a joint of its own spring, which is below one of another */
    expect_words(rule, "abcd:c ra", "springs/0/center ");
    expect_words(rule, "cd:c bcx", "springs/0/center ");
    expect_words(rule, "ab:b bc", "springs/0/center ");
    struct vrmlint_report *report = lint_words(rule, "abcd yz:x");
    assert_int_equal(report->findings[0].related_count, 1);
    assert_string_equal(report->findings[0].related[0].pointer, "/extensions/VRMC_springBone/springs/0/joints/1/node");
    vrmlint_report_free(report);

    rule = "springbone/center-is-own-root";
    expect_words(rule, "abcd:a", "springs/0/center ");
    expect_words(rule, "abcd:r", "");
    expect_words(rule, "abcd:b", "");
    expect_words(rule, "a:a", "");
}

/* The message says where the center is, and what to use instead: nothing, if the spring begins at the scene's top. */
static void centers_are_explained(void **state)
{
    (void)state;
    static const char *const cases[][4] = {
        {"center-not-ancestor", "abcd:h", "its center 'h' (node 8) is not above its first joint 'a' (node 1)",
         "above it: use 'r' (node 0), or remove the center"},
        {"center-not-ancestor", "bcd:x", "its center 'x' (node 5) is below its first joint 'b' (node 2)",
         "above it: use 'a' (node 1), or remove the center"},
        {"center-not-ancestor", "abcd:c",
         "its center is its own joint 2 'c', but a center must be the first joint 'a' (node 1)",
         "above it: use 'r' (node 0), or remove the center"},
        {"center-not-ancestor", "ra:e ea", "its center 'e' (node 9) is not above its first joint 'r' (node 0)",
         "above it: remove the center"},
        {"center-not-ancestor", "ra:h", "its center 'h' (node 8) is below its first joint 'r' (node 0)",
         "above it: remove the center"},
        {"center-not-ancestor", "rab:a",
         "its center is its own joint 1 'a', but a center must be the first joint 'r' (node 0)",
         "above it: remove the center"},
        {"center-is-own-root", "abcd:a", "its own first joint 'a' (node 1)",
         "sways: use 'r' (node 0), above it, as the center"},
        {"center-is-own-root", "rab:r", "its own first joint 'r' (node 0)", "sways: remove the center"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[80];
        snprintf(rule, sizeof rule, "springbone/%s", cases[i][0]);
        struct vrmlint_report *report = lint_words(rule, cases[i][1]);
        assert_int_equal(report->finding_count, 1);
        const char *message = ENGLISH(report->findings[0].message);
        assert_non_null(strstr(message, cases[i][2]));
        assert_string_equal(message + strlen(message) - strlen(cases[i][3]), cases[i][3]);
        vrmlint_report_free(report);
    }
}

TEST_PROGRAM(spring_nodes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visible_effects),   cmocka_unit_test(outside_the_scene),
        cmocka_unit_test(matrices),          cmocka_unit_test(names),
        cmocka_unit_test(centers_outside),   cmocka_unit_test(tutorial_center),
        cmocka_unit_test(centers_that_sway), cmocka_unit_test(centers_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
