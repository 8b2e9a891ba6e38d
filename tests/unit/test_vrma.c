/* The view of VRMC_vrm_animation: bones, expressions, gaze, the roles of nodes and the channels that move them. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "loaded.h"

#define ASSET "'asset':{'version':'2.0'}"
#define ACCESSORS "'accessors':[{},{}]"

/* Root - Hips - Twist - Spine - Head - Eye, Hips - Leg; Smile and Gaze are separate. */
#define NODES                                                                                                          \
    "'nodes':[{'name':'Root','children':[1]},{'name':'Hips','children':[2,6]},{'name':'Twist','children':[3]},"        \
    "{'name':'Spine','children':[4]},{'name':'Head','children':[5]},{'name':'Eye'},{'name':'Leg'},{'name':'Smile'},"   \
    "{'name':'Gaze'}]"
enum { ROOT, HIPS, TWIST, SPINE, HEAD, EYE, LEG, SMILE, GAZE };

#define BONES "'hips':{'node':1},'spine':{'node':3},'head':{'node':4},'leftEye':{'node':5}"

static struct loaded load_vrma(const char *extension, const char *channels)
{
    char json[8192];
    snprintf(json, sizeof json,
             "{" ASSET "," NODES "," ACCESSORS ",'animations':[{'samplers':[{'input':0,'output':1}],'channels':[%s]}],"
             "'extensions':{'VRMC_vrm_animation':%s}}",
             channels, extension);
    return load(json);
}

static size_t bone(const char *name)
{
    size_t found = bone_by_name(name);
    assert_true(found < BONE_COUNT);
    return found;
}

static void test_absent(void **state)
{
    (void)state;
    struct loaded file = load("{" ASSET "," NODES "}");
    const struct vrma *vrma = file.avatar->vrma;
    assert_false(vrma->present);
    assert_int_equal(vrma->node_count, 0);
    assert_int_equal(vrma_role(vrma, HIPS), VRMA_ROLE_NONE);
    assert_int_equal(vrma_role(vrma, SCENE_NONE), VRMA_ROLE_NONE);
    unload(&file);
    file = load("{" ASSET "," NODES ",'extensions':{'VRMC_vrm_animation':[]}}");
    assert_false(file.avatar->vrma->present);
    unload(&file);
}

static void test_roles(void **state)
{
    (void)state;
    struct loaded file =
        load_vrma("{'specVersion':'1.0','humanoid':{'humanBones':{" BONES "}},"
                  "'expressions':{'preset':{'happy':{'node':7}}},'lookAt':{'node':8,'offsetFromHeadBone':[0,1,2]}}",
                  "");
    const struct vrma *vrma = file.avatar->vrma;
    assert_true(vrma->present && vrma->has_humanoid && !vrma->flat);
    assert_int_equal(vrma->version, VRMA_1_0);
    static const enum vrma_role roles[] = {
        [ROOT] = VRMA_ROLE_ABOVE_HIPS, [HIPS] = VRMA_ROLE_BONE,        [TWIST] = VRMA_ROLE_INTERMEDIATE,
        [SPINE] = VRMA_ROLE_BONE,      [HEAD] = VRMA_ROLE_BONE,        [EYE] = VRMA_ROLE_EYE,
        [LEG] = VRMA_ROLE_NONE,        [SMILE] = VRMA_ROLE_EXPRESSION, [GAZE] = VRMA_ROLE_LOOK_AT};
    for (size_t node = 0; node < sizeof roles / sizeof roles[0]; node++) {
        assert_int_equal(vrma_role(vrma, node), roles[node]);
        assert_false(vrma->roles[node].reused);
        assert_int_equal(vrma->roles[node].above_bone, node <= SPINE);
    }
    assert_int_equal(vrma_role(vrma, GAZE + 1), VRMA_ROLE_NONE);
    assert_int_equal(vrma->nodes[bone("head")], HEAD);
    assert_int_equal(vrma->roles[HEAD].bone, bone("head"));
    assert_true(vrma->nodes[bone("chest")] == SCENE_NONE);
    assert_true(vrma->nodes[bone("leftEye")] == SCENE_NONE && vrma->eyes[0] == EYE && vrma->eyes[1] == SCENE_NONE);
    assert_int_equal(vrma->roles[EYE].eye, bone("leftEye"));
    assert_true(vrma->look_at.present && vrma->look_at.node == GAZE && vrma->look_at.offset_given);
    assert_true(vrma->look_at.offset.z == 2);
    unload(&file);
}

static void test_layouts(void **state)
{
    (void)state;
    struct loaded file = load_vrma("{'specVersion':'1.0-draft','humanoid':{'extras':{}," BONES "}}", "");
    const struct vrma *vrma = file.avatar->vrma;
    assert_int_equal(vrma->version, VRMA_DRAFT);
    assert_true(vrma->flat && vrma->nodes[bone("hips")] == HIPS);
    assert_string_equal(vrma_bone_pointer(vrma, file.arena, bone("hips"), "node"), VRMA_POINTER "/humanoid/hips/node");
    unload(&file);
    file = load_vrma("{'specVersion':'2.0','humanoid':{'humanBones':{" BONES "},'hips':{'node':0}}}", "");
    vrma = file.avatar->vrma;
    assert_int_equal(vrma->version, VRMA_1_0);
    assert_true(!vrma->flat && vrma->nodes[bone("hips")] == HIPS);
    assert_string_equal(vrma_bone_pointer(vrma, file.arena, bone("hips"), NULL),
                        VRMA_POINTER "/humanoid/humanBones/hips");
    unload(&file);
    file = load_vrma("{'humanoid':{'extras':1}}", "");
    assert_true(file.avatar->vrma->has_humanoid && !file.avatar->vrma->flat && file.avatar->vrma->bones == NULL);
    unload(&file);
}

static void test_expressions(void **state)
{
    (void)state;
    struct loaded file = load_vrma("{'expressions':{'custom':{'a/b~c':{'node':8},'happy':{},'extras':{}},"
                                   "'preset':{'extensions':{},'lookUp':{'node':7},'joy':{'node':99}}},"
                                   "'lookAt':{'node':'8','offsetFromHeadBone':[0,1]}}",
                                   "");
    const struct vrma *vrma = file.avatar->vrma;
    assert_int_equal(vrma->expression_count, 4);
    static const struct {
        const char *name;
        bool custom;
        size_t preset;
        size_t node;
        const char *pointer;
    } wanted[] = {
        {"lookUp", false, VRMA_LOOK_PRESET, SMILE, VRMA_POINTER "/expressions/preset/lookUp/node"},
        {"joy", false, VRMA_PRESET_COUNT, SCENE_NONE, VRMA_POINTER "/expressions/preset/joy/node"},
        {"a/b~c", true, VRMA_PRESET_COUNT, GAZE, VRMA_POINTER "/expressions/custom/a~1b~0c/node"},
        {"happy", true, 0, SCENE_NONE, VRMA_POINTER "/expressions/custom/happy/node"},
    };
    for (size_t i = 0; i < 4; i++) {
        const struct vrma_expression *expression = &vrma->expressions[i];
        assert_string_equal(expression->name, wanted[i].name);
        assert_int_equal(expression->custom, wanted[i].custom);
        assert_true(expression->preset == wanted[i].preset && expression->node == wanted[i].node);
        assert_string_equal(vrma_expression_pointer(vrma, file.arena, i, "node"), wanted[i].pointer);
    }
    assert_true(vrma->roles[GAZE].expression == 2 && !vrma->roles[GAZE].look_at);
    assert_true(vrma->look_at.present && vrma->look_at.node_present && vrma->look_at.node == SCENE_NONE);
    assert_false(vrma->look_at.offset_given);
    unload(&file);
}

/* If a node has several roles, the bone comes first, then the expression, then the gaze. */
static void test_reused(void **state)
{
    (void)state;
    struct loaded file = load_vrma("{'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':1}}},"
                                   "'expressions':{'preset':{'happy':{'node':7},'sad':{'node':7},'aa':{'node':8}},"
                                   "'custom':{'wink':{'node':1}}},'lookAt':{'node':8}}",
                                   "");
    const struct vrma *vrma = file.avatar->vrma;
    assert_true(vrma->roles[HIPS].reused && vrma->roles[SMILE].reused && vrma->roles[GAZE].reused);
    assert_false(vrma->roles[ROOT].reused);
    assert_int_equal(vrma->roles[HIPS].bone, bone("hips"));
    assert_int_equal(vrma->roles[SMILE].expression, 0);
    assert_int_equal(vrma_role(vrma, HIPS), VRMA_ROLE_BONE);
    assert_int_equal(vrma_role(vrma, GAZE), VRMA_ROLE_EXPRESSION);
    unload(&file);
    file = load_vrma("{'humanoid':{'humanBones':{'leftEye':{'node':5}}},'lookAt':{'node':5}}", "");
    assert_true(file.avatar->vrma->roles[EYE].reused);
    assert_int_equal(vrma_role(file.avatar->vrma, EYE), VRMA_ROLE_LOOK_AT);
    unload(&file);
}

/* Unknown bone names and unresolved entries. */
static void test_broken(void **state)
{
    (void)state;
    struct loaded file = load_vrma("{'humanoid':{'humanBones':{'hips':{'node':1},'tail':{'node':6},'root':{'node':0},"
                                   "'extras':{'node':7}}},'lookAt':{'node':8,'offsetFromHeadBone':[0,1e39,0]}}",
                                   "");
    const struct vrma *vrma = file.avatar->vrma;
    assert_int_equal(vrma_role(vrma, LEG), VRMA_ROLE_UNKNOWN_BONE);
    assert_int_equal(vrma_role(vrma, ROOT), VRMA_ROLE_UNKNOWN_BONE);
    assert_int_equal(vrma_role(vrma, SMILE), VRMA_ROLE_NONE);
    assert_true(!vrma->incomplete && !vrma->look_at.offset_given);
    unload(&file);
    static const char *const broken[] = {"{'humanoid':{'humanBones':{'hips':{}}}}",
                                         "{'humanoid':{'humanBones':{'leftEye':{'node':9}}}}",
                                         "{'expressions':{'preset':{'happy':{'node':-1}}}}",
                                         "{'expressions':{'custom':{'wink':0}}}",
                                         "{'expressions':{'custom':3}}",
                                         "{'expressions':{'preset':[]}}",
                                         "{'expressions':[]}",
                                         "{'humanoid':{}}",
                                         "{'humanoid':{'humanBones':[]}}",
                                         "{'humanoid':null}",
                                         "{'lookAt':{'node':'8'}}",
                                         "{'lookAt':{}}",
                                         "{'lookAt':8}"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        file = load_vrma(broken[i], "");
        assert_true(file.avatar->vrma->incomplete);
        unload(&file);
    }
}

#define CHANNEL(node, path) "{'sampler':0,'target':{'node':" node ",'path':'" path "'}}"

static void test_channels(void **state)
{
    (void)state;
    struct loaded file = load_vrma("{'humanoid':{'humanBones':{" BONES "}}}",
                                   CHANNEL("4", "rotation") "," CHANNEL("1", "rotation") "," CHANNEL(
                                       "1", "translation") "," CHANNEL("99", "scale") "," CHANNEL("4", "rotation"));
    const struct vrma *vrma = file.avatar->vrma;
    static const size_t begin[] = {0, 0, 2, 2, 2, 4, 4, 4, 4, 4};
    for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++) {
        assert_int_equal(vrma->channels_begin[i], begin[i]);
    }
    static const size_t order[] = {1, 2, 0, 4};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(vrma->channels[i], order[i]);
    }
    assert_true(vrma->roles[HIPS].translation == 2 && vrma->roles[HIPS].rotation == 1);
    assert_true(vrma->roles[HEAD].translation == VRMA_NONE && vrma->roles[HEAD].rotation == 0);
    unload(&file);
}

TEST_PROGRAM(vrma)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absent),      cmocka_unit_test(test_roles),  cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_reused), cmocka_unit_test(test_channels),
        cmocka_unit_test(test_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
