/* Constraints on nodes that something else moves, fixes in place or shows. */
#include "constraint_files.h"

#include <stdlib.h>
#include <string.h>

#define HIPS HUMANOID("'hips':{'node':1}")
#define SOURCE(kind) " /nodes/0!/constraint/" kind "/source"
#define SPRING(joints)                                                                                                 \
    ",'extensions':{'VRMC_vrm':{'humanoid':{}},'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[" joints   \
    "]}]}}"
#define CHANNEL(node, path)                                                                                            \
    ",'animations':[{'samplers':[{'input':0,'output':0}],'channels':[{'sampler':0,'target':{'node':" #node             \
    ",'path':'" path "'}}]}],'accessors':[{}],'extensions':{'VRMC_vrm':{'humanoid':{}}}"

static void static_sources(void **state)
{
    (void)state;
#define STATIC "source-static,aim-source-is-parent"
    static const struct constraint_case cases[] = {
        {STATIC, FILE_OF("{" ON(ROTATION(2)) "},{},{}", HIPS), "info source-static" SOURCE("rotation")},
        {STATIC, FILE_OF("{" ON(ROTATION(1)) "},{},{}", HIPS), ""},
        {STATIC, FILE_OF("{" ON(ROTATION(2)) "},{},{}", ""), ""},
        /* the child of a bone isn't a bone, for constraints that read the source's own transform only */
        {STATIC, FILE_OF("{" ON(ROTATION(2)) "},{'children':[2]},{}", HIPS), "info source-static" SOURCE("rotation")},
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{'children':[2]},{}", HIPS), ""},
        {STATIC, FILE_OF("{" ON_DRAFT("'position':{'source':2}") "},{'children':[2]},{}", HIPS), ""},
        {STATIC, FILE_OF("{" ON_DRAFT("'position':{'source':2,'sourceSpace':'local'}") "},{'children':[2]},{}", HIPS),
         "info source-static" SOURCE("position")},
        /* sources moved by other constraints, by springs (except tails), and by animations of the file */
        {STATIC, FILE_OF("{" ON(ROTATION(2)) "},{},{" ON(ROLL(1)) "}", HIPS), ""},
        {STATIC, FILE_OF("{" ON(ROLL(1)) "},{'children':[2]},{}", SPRING("{'node':1},{'node':2}")), ""},
        {STATIC, FILE_OF("{" ON(ROLL(2)) "},{'children':[2]},{}", SPRING("{'node':1},{'node':2}")),
         "info source-static" SOURCE("roll")},
        {STATIC, FILE_OF("{" ON(ROLL(1)) "},{},{}", CHANNEL(1, "rotation")), ""},
        {STATIC, FILE_OF("{" ON(ROLL(1)) "},{},{}", CHANNEL(1, "weights")), "info source-static" SOURCE("roll")},
        {STATIC, FILE_OF("{" ON(ROLL(1)) "},{},{}", CHANNEL(2, "rotation")), "info source-static" SOURCE("roll")},
        /* an aim: moving both nodes alike doesn't turn it, moving one of them does */
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{'children':[0,2]},{}", HIPS), "info source-static" SOURCE("aim")},
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{'children':[0]},{}", HIPS), ""},
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{'children':[0]},{'children':[1]}", HIPS), ""},
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{},{'children':[0]},{'children':[2]}", HIPS),
         "info aim-source-is-parent" SOURCE("aim")},
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{},{'children':[3]},{'children':[0]}", HIPS),
         "info source-static" SOURCE("aim")},
        {STATIC, FILE_OF("{" ON(AIM(2)) "},{},{}", HUMANOID("'hips':{'node':0}")), ""},
        /* reported by the rules about rings */
        {STATIC, FILE_OF("{" ON(ROTATION(0)) "},{}", HIPS), ""},
        {STATIC, FILE_OF("{'children':[2]," ON(ROTATION(2)) "},{},{}", HIPS), ""},
        {STATIC, FILE_OF("{'children':[4]," ON(ROTATION(3)) "},{},{'children':[3]," ON(ROTATION(4)) "},{},{}", HIPS),
         ""},
    };
    RUN(cases);
}

static void springs_and_eyes(void **state)
{
    (void)state;
#define SWINGS "source-spring-joint"
#define TWO SPRING("{'node':1},{'node':2}")
    static const struct constraint_case cases[] = {
        {SWINGS, FILE_OF("{" ON(ROLL(1)) "},{'children':[2]},{}", TWO), "warning source-spring-joint" SOURCE("roll")},
        {SWINGS, FILE_OF("{" ON(ROLL(2)) "},{'children':[2]},{}", TWO), ""},
        {SWINGS, FILE_OF("{" ON(ROLL(3)) "},{'children':[2,3]},{},{}", TWO), ""},
        {SWINGS, FILE_OF("{" ON(ROLL(1)) "},{'children':[2]},{}", ""), ""},
        {SWINGS, FILE_OF("{" ON(ROLL(1)) "},{'children':[2]},{}", SPRING("{'node':1}")), ""},
        /* an aim is affected by descendants of a joint, unless its node is a descendant too */
        {SWINGS, FILE_OF("{" ON(AIM(2)) "},{'children':[2]},{}", TWO), "warning source-spring-joint" SOURCE("aim")},
        {SWINGS, FILE_OF("{" ON(AIM(3)) "},{'children':[2]},{'children':[3]},{}", TWO),
         "warning source-spring-joint" SOURCE("aim")},
        {SWINGS, FILE_OF("{" ON(AIM(3)) "},{'children':[2,0]},{'children':[3]},{}", TWO), ""},
        {SWINGS, FILE_OF("{" ON(AIM(1)) "},{'children':[2,0]},{}", TWO), "warning source-spring-joint" SOURCE("aim")},
        {SWINGS, FILE_OF("{" ON_DRAFT("'position':{'source':3}") "},{'children':[2]},{'children':[3]},{}", TWO),
         "warning source-spring-joint" SOURCE("position")},
        {SWINGS,
         FILE_OF("{" ON_DRAFT("'position':{'source':3,'sourceSpace':'local'}") "},{'children':[2]},{'children':[3]},{}",
                 TWO),
         ""},

        {"source-eye-bone", FILE_OF("{" ON(ROTATION(1)) "},{}", HUMANOID("'leftEye':{'node':1}")),
         "info source-eye-bone" SOURCE("rotation")},
        {"source-eye-bone", FILE_OF("{" ON(AIM(1)) "},{}", HUMANOID("'rightEye':{'node':1}")),
         "info source-eye-bone" SOURCE("aim")},
        {"source-eye-bone", FILE_OF("{" ON(ROTATION(1)) "},{}", HUMANOID("'head':{'node':1}")), ""},
        {"source-eye-bone", FILE_OF("{" ON(ROTATION(1)) "},{}", ""), ""},
    };
    RUN(cases);
}

static void order(void **state)
{
    (void)state;
#define ORDER "evaluation-order"
    static const struct constraint_case cases[] = {
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(2)) "},{}", ""),
         "info evaluation-order" SOURCE("rotation")},
        {ORDER, FILE_OF("{" ON(ROTATION(2)) "},{" ON(ROTATION(0)) "},{}", ""), ""},
        /* the order of the hierarchy, not of the file */
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(2)) "},{'children':[1,3]},{'children':[0]}", ""), ""},
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(2)) "},{'children':[3,1]},{'children':[0]}", ""),
         "info evaluation-order" SOURCE("rotation")},
        /* above the source, for an aim */
        {ORDER, FILE_OF("{" ON(AIM(1)) "},{},{'children':[1]," ON(ROTATION(3)) "},{}", ""),
         "info evaluation-order" SOURCE("aim")},
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{},{'children':[1]," ON(ROTATION(3)) "},{}", ""), ""},
        {ORDER, FILE_OF("{" ON(AIM(1)) "},{},{'children':[0]," ON(ROTATION(3)) "},{}", ""), ""},
        {ORDER, FILE_OF("{" ON_DRAFT(ROTATION(1)) "},{},{'children':[1]," ON(ROTATION(3)) "},{}", ""),
         "info evaluation-order" SOURCE("rotation")},
        /* a ring has no order */
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(0)) "}", ""), ""},
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(1)) "}", ""), ""},
        {ORDER, FILE_OF("{" ON(ROTATION(1)) "},{" ON("'rotation':{}") "}", ""), ""},
    };
    RUN(cases);
}

static void destinations(void **state)
{
    (void)state;
#define PLACE "destination-humanoid-bone,destination-above-humanoid,destination-skinned-mesh,node-not-in-scene"
#define SCENE(nodes) ",'scene':0,'scenes':[{'nodes':[" nodes "]},{'nodes':[3]}]"
    static const struct constraint_case cases[] = {
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{}", HUMANOID("'leftHand':{'node':0}")),
         "warning destination-humanoid-bone /nodes/0!"},
        {PLACE, FILE_OF("{'children':[1]," ON(ROTATION(2)) "},{},{}", HUMANOID("'hips':{'node':0},'head':{'node':1}")),
         "warning destination-humanoid-bone /nodes/0!"},
        {PLACE, FILE_OF("{" ON("'rotation':{}") "},{}", HUMANOID("'leftHand':{'node':0}")),
         "warning destination-humanoid-bone /nodes/0!"},
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{}", HUMANOID("'leftHand':{'node':1}")), ""},
        {PLACE, FILE_OF("{'children':[2]," ON(ROTATION(1)) "},{},{'children':[3]},{}", HUMANOID("'head':{'node':3}")),
         "warning destination-above-humanoid /nodes/0!"},
        {PLACE, FILE_OF("{'children':[2]," ON(ROTATION(1)) "},{},{},{}", HUMANOID("'head':{'node':3}")), ""},
        {PLACE, FILE_OF("{'children':[2]," ON(ROTATION(1)) "},{},{}", ""), ""},

        {PLACE, FILE_OF("{'mesh':0,'skin':0," ON(ROTATION(1)) "},{}", ",'meshes':[{}],'skins':[{'joints':[1]}]"),
         "warning destination-skinned-mesh /nodes/0!"},
        {PLACE, FILE_OF("{'mesh':0," ON(ROTATION(1)) "},{}", ",'meshes':[{}],'skins':[{'joints':[0]}]"), ""},
        {PLACE, FILE_OF("{'mesh':0,'skin':7," ON(ROTATION(1)) "},{}", ",'meshes':[{}],'skins':[{'joints':[1]}]"), ""},

        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{},{},{}", SCENE("0,1")), ""},
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{},{},{}", SCENE("1")), "warning node-not-in-scene /nodes/0!"},
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{},{},{}", SCENE("0")), "warning node-not-in-scene" SOURCE("rotation")},
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{},{},{}", SCENE("2")), "warning node-not-in-scene /nodes/0!"},
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{},{'children':[0,1]},{}", SCENE("2")), ""},
        {PLACE, FILE_OF("{" ON(ROTATION(3)) "},{},{},{}", SCENE("0")), "warning node-not-in-scene" SOURCE("rotation")},
        {PLACE, FILE_OF("{" ON(ROTATION(9)) "},{},{},{}", SCENE("0")), ""},
        {PLACE, FILE_OF("{" ON(ROTATION(1)) "},{}", ""), ""},
    };
    RUN(cases);
}

static void files(void **state)
{
    (void)state;
#define WHOLE "no-vrm,with-vrm0"
    static const struct constraint_case cases[] = {
        {WHOLE, FILE_OF("{},{" ON(ROTATION(0)) "},{" ON(ROTATION(0)) "}", ""), "info no-vrm /nodes/1!"},
        {WHOLE, FILE_OF("{},{" ON(ROTATION(0)) "}", ",'extensions':{'VRMC_vrm':{}}"), ""},
        {WHOLE, FILE_OF("{},{" ON(ROTATION(0)) "}", ",'extensions':{'VRM':{}}"), "warning with-vrm0 /nodes/1!"},
        {WHOLE, FILE_OF("{},{" ON(ROTATION(0)) "}", ",'extensions':{'VRM':{},'VRMC_vrm':{}}"), ""},
        {WHOLE, FILE_OF("{},{}", ""), ""},
    };
    RUN(cases);
    struct vrmlint_report *report;
    const struct vrmlint_finding *finding = only_finding("no-vrm", cases[0].text, &report);
    assert_true(measured(finding, "constraints") == 2);
    vrmlint_report_free(report);
}

/* Messages use the artist's names. */
static void names(void **state)
{
    (void)state;
    struct vrmlint_report *report;
    const struct vrmlint_finding *finding =
        only_finding("destination-above-humanoid",
                     FILE_OF("{'name':'Armature','children':[2]," ON(ROTATION(1)) "},{'name':'Hat'},{'name':'Pelvis'}",
                             HUMANOID("'hips':{'node':2}")),
                     &report);
    assert_non_null(strstr(ENGLISH(finding->message),
                           "Node 0 'Armature': the rotation constraint moves a node above the "
                           "humanoid bone hips"));
    assert_string_equal(finding->related[0].pointer, "/extensions/VRMC_vrm/humanoid/humanBones/hips/node");
    vrmlint_report_free(report);
    finding = only_finding("source-spring-joint",
                           FILE_OF("{'name':'Clip'," ON(AIM(2)) "},{'name':'Tail','children':[2]},{'name':'Tip'}", TWO),
                           &report);
    assert_non_null(
        strstr(ENGLISH(finding->message), "follows 'Tip' (node 2), which is below the spring joint 'Tail' (node 1)"));
    assert_string_equal(finding->related[0].pointer, "/nodes/1");
    vrmlint_report_free(report);
}

/* A node mapped to more bones than a message should list. */
static void many_bones(void **state)
{
    (void)state;
    static const char *const fingers[] = {"Index", "Middle", "Ring", "Little"};
    static const char *const parts[] = {"Proximal", "Intermediate", "Distal"};
    char *text = NULL;
    text_add(&text, "%s",
             "{'asset':{'version':'2.0'},'nodes':[{'children':[2]," ON(
                 ROTATION(1)) "},{},{}],"
                              "'extensions':{'VRMC_vrm':{'humanoid':{'humanBones':{");
    for (int i = 0; i < 24; i++) {
        text_add(&text, "%s'%s%s%s':{'node':2}", i == 0 ? "" : ",", i < 12 ? "left" : "right", fingers[i % 4],
                 parts[i / 4 % 3]);
    }
    text_add(&text, "}}}}}");
    struct vrmlint_report *report;
    const struct vrmlint_finding *finding = only_finding("destination-above-humanoid", text, &report);
    assert_true(measured(finding, "bones") == 24);
    assert_int_equal(finding->related_count, 20);
    assert_non_null(strstr(ENGLISH(finding->message), "leftIndexProximal, "));
    assert_non_null(strstr(ENGLISH(finding->message), "rightRingIntermediate and 4 more, and so"));
    vrmlint_report_free(report);
    free(text);
}

TEST_PROGRAM(constraint_interplay)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_sources), cmocka_unit_test(springs_and_eyes),
        cmocka_unit_test(order),          cmocka_unit_test(destinations),
        cmocka_unit_test(files),          cmocka_unit_test(names),
        cmocka_unit_test(many_bones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
