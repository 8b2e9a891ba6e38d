/*
 * The same rules for all generations: an avatar of VRM 1.0, the same avatar as VRM 0.x, and its skeleton as a VRM
 * animation get the same findings at the same nodes.
 */
#include "avatar_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define B "@/humanoid/humanBones"
#define L "@/lookAt"

/* ---- conversion to another generation ---- */

static json_t *part_of(json_t *document, const char *extension, const char *part)
{
    return json_object_get(json_object_get(json_object_get(document, "extensions"), extension), part);
}

/* Turns a body by 180 degrees about Y by changing its translations only. */
static void turn_round(json_t *document)
{
    size_t i;
    json_t *node;
    json_array_foreach(json_object_get(document, "nodes"), i, node)
    {
        json_t *at = json_object_get(node, "translation");
        for (size_t axis = 0; at != NULL && axis < 3; axis += 2) {
            json_array_set_new(at, axis, json_real(-json_number_value(json_array_get(at, axis))));
        }
    }
}

static json_t *bones_of_vrm0(json_t *bones)
{
    json_t *list = json_array();
    const char *name;
    json_t *entry;
    json_object_foreach(bones, name, entry)
    {
        json_array_append_new(list, json_pack("{s:s, s:O}", "bone", name, "node", json_object_get(entry, "node")));
    }
    return list;
}

static json_t *gaze_of_vrm0(json_t *look_at)
{
    static const char *const maps[][2] = {{"rangeMapHorizontalInner", "lookAtHorizontalInner"},
                                          {"rangeMapHorizontalOuter", "lookAtHorizontalOuter"},
                                          {"rangeMapVerticalDown", "lookAtVerticalDown"},
                                          {"rangeMapVerticalUp", "lookAtVerticalUp"}};
    const char *type = json_string_value(json_object_get(look_at, "type"));
    json_t *offset = json_object_get(look_at, "offsetFromHeadBone");
    json_t *gaze = json_pack("{s:s, s:{s:O, s:O, s:O}}", "lookAtTypeName",
                             strcmp(type, "bone") == 0 ? "Bone" : "BlendShape", "firstPersonBoneOffset", "x",
                             json_array_get(offset, 0), "y", json_array_get(offset, 1), "z", json_array_get(offset, 2));
    for (size_t i = 0; i < 4; i++) {
        json_t *map = json_object_get(look_at, maps[i][0]);
        json_object_set_new(gaze, maps[i][1],
                            json_pack("{s:O, s:O}", "xRange", json_object_get(map, "inputMaxValue"), "yRange",
                                      json_object_get(map, "outputScale")));
    }
    return gaze;
}

static json_t *groups_of_vrm0(json_t *document)
{
    static const char *const presets[][2] = {
        {"blinkLeft", "blink_l"}, {"blinkRight", "blink_r"}, {"happy", "joy"}, {"lookUp", "lookup"}};
    json_t *all = json_object_get(part_of(document, "VRMC_vrm", "expressions"), "preset");
    json_t *groups = json_array();
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        json_t *expression = json_object_get(all, presets[i][0]);
        json_t *binds = json_array();
        size_t k;
        json_t *bind;
        json_array_foreach(json_object_get(expression, "morphTargetBinds"), k, bind)
        {
            json_array_append_new(binds,
                                  json_pack("{s:i, s:O, s:f}", "mesh", 0, "index", json_object_get(bind, "index"),
                                            "weight", 100 * json_number_value(json_object_get(bind, "weight"))));
        }
        if (expression != NULL) {
            json_array_append_new(groups, json_pack("{s:s, s:s, s:o}", "name", presets[i][0], "presetName",
                                                    presets[i][1], "binds", binds));
        } else {
            json_decref(binds);
        }
    }
    return groups;
}

static json_t *annotations_of_vrm0(json_t *document)
{
    json_t *list = json_array();
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(part_of(document, "VRMC_vrm", "firstPerson"), "meshAnnotations"), i, entry)
    {
        char flag[40];
        snprintf(flag, sizeof flag, "%s", json_string_value(json_object_get(entry, "type")));
        flag[0] = (char)(flag[0] - 'a' + 'A');
        json_array_append_new(list, json_pack("{s:i, s:s}", "mesh", 0, "firstPersonFlag", flag));
    }
    return list;
}

static void set_extension(json_t *document, const char *name, json_t *extension)
{
    json_object_set_new(document, "extensionsUsed", json_pack("[s]", name));
    json_object_set_new(document, "extensions", json_pack("{s:o}", name, extension));
}

static json_t *as_vrm0(json_t *document)
{
    json_t *copy = json_deep_copy(document);
    json_t *first_person = gaze_of_vrm0(part_of(document, "VRMC_vrm", "lookAt"));
    json_object_set_new(first_person, "meshAnnotations", annotations_of_vrm0(document));
    json_t *bones = bones_of_vrm0(json_object_get(part_of(document, "VRMC_vrm", "humanoid"), "humanBones"));
    turn_round(copy);
    set_extension(copy, "VRM",
                  json_pack("{s:{s:o}, s:o, s:{s:o}}", "humanoid", "humanBones", bones, "firstPerson", first_person,
                            "blendShapeMaster", "blendShapeGroups", groups_of_vrm0(document)));
    return copy;
}

/* Returns the skeleton as an animation, without the eyes, which an animation must not have. */
static json_t *as_animation(json_t *document)
{
    json_t *copy = json_deep_copy(document);
    json_t *humanoid = json_deep_copy(part_of(document, "VRMC_vrm", "humanoid"));
    json_object_del(json_object_get(humanoid, "humanBones"), "leftEye");
    json_object_del(json_object_get(humanoid, "humanBones"), "rightEye");
    set_extension(copy, "VRMC_vrm_animation", json_pack("{s:s, s:o}", "specVersion", "1.0", "humanoid", humanoid));
    return copy;
}

/* ---- findings ---- */

/* Returns "warning /nodes/3;" for each finding. Bone entries are written as their names, other members as "-". */
static char *findings_of(json_t *document, const char *family, const char *rule)
{
    static const char *const severities[] = {
        [VRMLINT_INFO] = "info", [VRMLINT_WARNING] = "warning", [VRMLINT_ERROR] = "error"};
    char id[100];
    char *found = NULL;
    size_t size;
    json_t *bones = json_object_get(part_of(document, "VRM", "humanoid"), "humanBones");
    char *text = json_dumps(document, JSON_COMPACT);
    snprintf(id, sizeof id, "%s/%s", family, rule);
    struct vrmlint_report *report = lint_text(id, text);
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    for (size_t i = 0; i < report->finding_count; i++) {
        const char *pointer = report->findings[i].pointer;
        const char *entry = strstr(pointer, "/humanBones/");
        entry = entry == NULL ? NULL : entry + strlen("/humanBones/");
        int span = entry == NULL ? 0 : (int)strcspn(entry, "/");
        if (entry != NULL && bones != NULL) {
            entry = json_string_value(json_object_get(json_array_get(bones, strtoul(entry, NULL, 10)), "bone"));
            span = (int)strlen(entry);
        }
        fprintf(out, "%s %.*s;", severities[report->findings[i].severity],
                entry != NULL                         ? span
                : strncmp(pointer, "/nodes/", 7) == 0 ? (int)strlen(pointer)
                                                      : 1,
                entry != NULL                         ? entry
                : strncmp(pointer, "/nodes/", 7) == 0 ? pointer
                                                      : "-");
    }
    fclose(out);
    vrmlint_report_free(report);
    free(text);
    return found;
}

static void expect(json_t *document, const char *family, const char *rule, const char *changes, const char *expected)
{
    char *found = findings_of(document, family, rule);
    if (strcmp(found, expected) != 0) {
        print_error("%s/%s gives \"%s\", expected is \"%s\", of the avatar with:\n%s\n", family, rule, found, expected,
                    changes);
    }
    assert_string_equal(found, expected);
    free(found);
    json_decref(document);
}

/* expected: the findings of avatars. An animation must give the same if animated is set, which means that the case
 * concerns only the skeleton and animations have the same rule. */
struct twin_case {
    const char *rule;
    const char *changes;
    const char *expected;
    bool animated;
};

static void expect_twins(const struct twin_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct twin_case *twin = &cases[i];
        json_t *document = avatar_with_face();
        avatar_gaze(document);
        avatar_change(document, twin->changes);
        expect(as_vrm0(document), "vrm0", twin->rule, twin->changes, twin->expected);
        if (twin->animated) {
            expect(as_animation(document), "animation", twin->rule, twin->changes, twin->expected);
        }
        expect(document, "vrm", twin->rule, twin->changes, twin->expected);
    }
}

#define TWINS(cases) expect_twins(cases, sizeof(cases) / sizeof *(cases))

#define EXCHANGE(one, one_node, other, other_node)                                                                     \
    B "/" one "/node " #other_node "\n" B "/" other "/node " #one_node "\n"
#define SWAPPED_ARMS                                                                                                   \
    EXCHANGE("leftUpperArm", 7, "rightUpperArm", 13)                                                                   \
    EXCHANGE("leftLowerArm", 8, "rightLowerArm", 14)                                                                   \
    EXCHANGE("leftHand", 9, "rightHand", 15)
#define SWAPPED_LEGS                                                                                                   \
    EXCHANGE("leftUpperLeg", 4, "rightUpperLeg", 10)                                                                   \
    EXCHANGE("leftLowerLeg", 5, "rightLowerLeg", 11)                                                                   \
    EXCHANGE("leftFoot", 6, "rightFoot", 12)
#define SWAPPED_EYES EXCHANGE("leftEye", 17, "rightEye", 18)

static void poses(void **state)
{
    (void)state;
    static const struct twin_case cases[] = {
        {"not-facing-forward", "", "", false},
        {"not-facing-forward", "/nodes/0/rotation [0,1,0,0]", "warning -;", false},
        {"not-facing-forward", "/nodes/0/rotation [0,0.7071067811865476,0,0.7071067811865476]", "warning -;", false},
        {"not-facing-forward", "/nodes/0/rotation [0,0.21643961393810288,0,0.9762960071199334]", "", false},
        /* the avatar's eyes show that it faces forward */
        {"not-facing-forward", SWAPPED_ARMS SWAPPED_LEGS, "", false},
        {"side-swapped", SWAPPED_ARMS SWAPPED_LEGS, "warning /nodes/10;", false},
        {"side-swapped", "", "", true},
        {"side-swapped", SWAPPED_ARMS, "warning /nodes/13;", false},
        {"side-swapped", SWAPPED_LEGS, "warning /nodes/10;", true},
        {"side-swapped", SWAPPED_EYES, "warning /nodes/18;", false},
        {"side-swapped", SWAPPED_LEGS SWAPPED_EYES, "warning /nodes/10;warning /nodes/18;", false},
        /* the direction of the body is unknown, so the eyes may be right */
        {"side-swapped", SWAPPED_EYES B "/leftUpperArm\n" B "/leftUpperLeg", "", false},
        {"rest-pose-not-t-pose", "", "", true},
        {"rest-pose-not-t-pose", "/nodes/8/translation [0,0,0.25]", "warning /nodes/7;", true},
        {"rest-pose-not-t-pose", "/nodes/14/translation [-0.2,-0.15,0]", "warning /nodes/13;", true},
        {"rest-pose-not-t-pose", "/nodes/5/translation [0,-0.2,0.3]", "warning /nodes/4;", true},
        {"rest-pose-not-t-pose", "/nodes/0/rotation [0,1,0,0]", "", true},
        {"rest-pose-not-t-pose", SWAPPED_ARMS, "", true},
        /* the legs are judged even if the arms are swapped or the body faces backward */
        {"rest-pose-not-t-pose", SWAPPED_ARMS "/nodes/5/translation [0,-0.2,0.3]", "warning /nodes/4;", true},
        {"rest-pose-not-t-pose", "/nodes/0/rotation [0,1,0,0]\n/nodes/5/translation [0,-0.2,0.3]", "warning /nodes/4;",
         true},
        {"rest-hips-height", "/nodes/1/translation [0,0,0]", "warning /nodes/1;", true},
        {"rest-hips-height", "/nodes/1/translation [0,0.002,0]", "", true},
        {"rest-hips-off-center", "/nodes/0/translation [0.1,0,0]", "info /nodes/1;", true},
        {"rest-hips-off-center", "/nodes/0/translation [-0.1,0,0]", "info /nodes/1;", true},
        {"rest-hips-off-center", "/nodes/0/translation [0.04,0,0]", "", true},
        {"feet-off-ground", "/nodes/0/translation [0,-0.3,0]", "info /nodes/6;", false},
        {"feet-off-ground", "/nodes/0/translation [0,2,0]", "info /nodes/6;", false},
        /* the lower foot counts; one is enough */
        {"feet-off-ground", "/nodes/0/translation [0,-0.3,0]\n/nodes/12/translation [0,-0.5,0]", "info /nodes/12;",
         false},
        {"feet-off-ground", "/nodes/0/translation [0,-0.3,0]\n" B "/leftFoot", "info /nodes/12;", false},
        {"model-size", "/nodes/0/scale [100,100,100]", "warning -;", false},
        {"model-size", "/nodes/0/scale [0.1,0.1,0.1]\n" B "/rightFoot", "warning -;", false},
        {"model-size", "/nodes/0/scale [0.1,0.1,0.1]\n" B "/rightFoot\n" B "/leftFoot", "", false},
    };
    TWINS(cases);
}

static void bones(void **state)
{
    (void)state;
    static const struct twin_case cases[] = {
        {"bone-bad-parent", "", "", true},
        {"bone-bad-parent", EXCHANGE("leftLowerArm", 8, "leftHand", 9), "error leftHand;", true},
        {"bone-bad-parent", B "/leftToes {'node':0}", "error leftToes;", true},
        {"bone-bad-parent", B "/leftHand/node 8", "", true},
        {"bone-bad-parent", "/scenes/0/nodes []\n" EXCHANGE("leftLowerArm", 8, "leftHand", 9), "", true},
        {"bone-duplicate-node", B "/leftHand/node 8", "error leftHand;", true},
        {"bone-duplicate-node", B "/jaw {'node':3}", "error jaw;", true},
        /* another rule reports an unresolved entry (a resolved one is an error in 1.0 only) */
        {"bone-needs-parent", B "/leftIndexDistal {'node':99}", "", true},
        {"bone-is-skinned-mesh", B "/jaw {'node':16}\n/skins [{'joints':[1]}]\n/nodes/16/skin 0", "warning jaw;",
         false},
        {"jaw-mapped", B "/jaw {'node':16}", "info jaw;", false},
        {"duplicate-bone-name", "/nodes/16/name 'head_3'", "info /nodes/3/name;", false},
        /* two bones and a mesh with the same name are one mistake */
        {"duplicate-bone-name", "/nodes/16/name 'head_3'\n/nodes/2/name 'head_3'", "info /nodes/2/name;", false},
    };
    TWINS(cases);
}

#define WEIGHTS                                                                                                        \
    L "/type 'expression'\n" L "/rangeMapVerticalUp/outputScale 1\n" L "/rangeMapVerticalDown/outputScale 1\n" L       \
      "/rangeMapHorizontalOuter/outputScale 1\n"
#define STILL                                                                                                          \
    L "/rangeMapVerticalUp/outputScale 0\n" L "/rangeMapVerticalDown/outputScale 0\n" L                                \
      "/rangeMapHorizontalOuter/outputScale 0\n"

static void gazes(void **state)
{
    (void)state;
    static const struct twin_case cases[] = {
        {"look-at-offset-far", "", "", false},
        {"look-at-offset-far", L "/offsetFromHeadBone [0,1.5,0]", "warning -;", false},
        {"look-at-offset-far", L "/offsetFromHeadBone [0,0.49,0]", "", false},
        {"look-at-offset-far", L "/offsetFromHeadBone [0,0.51,0]", "warning -;", false},
        /* the limit is 0.3 of the avatar's height, or of 1.5 m if the height is unknown */
        {"look-at-offset-far", L "/offsetFromHeadBone [0,1.2,0]\n/nodes/0/scale [4,4,4]", "", false},
        {"look-at-offset-far", L "/offsetFromHeadBone [0,1.2,0]\n/nodes/0/scale [4,4,4]\n" B "/leftFoot", "", false},
        {"look-at-offset-far",
         L "/offsetFromHeadBone [0,1.2,0]\n/nodes/0/scale [4,4,4]\n" B "/leftFoot\n" B "/rightFoot", "warning -;",
         false},
        {"look-at-offset-far", L "/offsetFromHeadBone [0,0.6,0]\n" B "/head", "warning -;", false},
        {"look-at-input-zero", L "/rangeMapVerticalUp/inputMaxValue 0", "warning -;", false},
        {"look-at-input-zero", L "/rangeMapVerticalUp {'inputMaxValue':0.009,'outputScale':0}", "info -;", false},
        {"look-at-input-zero", L "/rangeMapVerticalUp/inputMaxValue 0.01", "", false},
        {"look-at-input-zero", WEIGHTS L "/rangeMapHorizontalInner/inputMaxValue 0", "", false},
        {"look-at-output-range", L "/rangeMapVerticalUp/outputScale 91", "warning -;", false},
        {"look-at-output-range", L "/rangeMapVerticalUp/outputScale -1", "warning -;", false},
        {"look-at-output-range", L "/rangeMapVerticalUp/outputScale 90", "", false},
        {"look-at-output-range", WEIGHTS L "/rangeMapVerticalUp/outputScale 10", "warning -;", false},
        {"look-at-output-range", WEIGHTS, "", false},
        {"look-at-no-effect", STILL, "", false},
        {"look-at-no-effect", STILL L "/rangeMapHorizontalInner/outputScale 0", "info -;", false},
        {"look-at-no-effect", STILL L "/type 'expression'", "info -;", false},
        {"look-at-without-eyes", B "/leftEye\n" B "/rightEye", "info -;", false},
        {"look-at-without-eyes", WEIGHTS B "/leftEye\n" B "/rightEye", "", false},
        {"look-at-without-eyes", B "/leftEye\n" B "/rightEye\n" B "/LeftEye {'node':17}", "", false},
        {"one-eye", B "/rightEye\n" B "/RightEye {'node':18}", "", false},
        {"one-eye", WEIGHTS B "/rightEye", "", false},
        {"look-at-expression-missing", WEIGHTS, "warning -;", false},
        {"look-at-expression-missing", WEIGHTS PRESET "/lookUp " MOVES, "warning -;", false},
    };
    TWINS(cases);
}

static void expressions(void **state)
{
    (void)state;
    static const struct twin_case cases[] = {
        {"unresolved-index", PRESET "/happy " MOVES, "", false},
        {"unresolved-index", PRESET "/happy {'morphTargetBinds':[" MORPH(16, 3, 1) "]}", "error -;", false},
        {"duplicate-bind", PRESET "/happy {'morphTargetBinds':[" MORPH(16, 0, 1) "," MORPH(16, 0, 0.5) "]}",
         "warning -;", false},
        {"duplicate-bind", PRESET "/happy {'morphTargetBinds':[" MORPH(16, 0, 1) "," MORPH(16, 1, 1) "]}", "", false},
        /* the mistake is that they have no target */
        {"duplicate-bind", PRESET "/happy {'morphTargetBinds':[" MORPH(16, 7, 1) "," MORPH(16, 7, 1) "]}", "", false},
        {"blink-sides-identical", PRESET "/blinkLeft " MOVES "\n" PRESET "/blinkRight " MOVES, "warning -;", false},
        {"blink-sides-identical",
         PRESET "/blinkLeft " MOVES "\n" PRESET "/blinkRight {'morphTargetBinds':[" MORPH(16, 0, 0.5) "]}", "", false},
        {"blink-sides-identical",
         PRESET "/blinkLeft " MOVES "\n" PRESET "/blinkRight {'morphTargetBinds':[" MORPH(16, 1, 1) "]}", "", false},
        {"duplicate-target-name", "/meshes/0/extras/targetNames ['a','b','a']", "warning -;", false},
        {"duplicate-target-name", "", "", false},
        {"target-names-length", "/meshes/0/extras/targetNames ['a','b']", "warning -;", false},
        {"target-names-length",
         "/meshes/0/extras/targetNames 1\n/meshes/0/primitives/0/extras {'targetNames':['a','b']}", "warning -;",
         false},
    };
    TWINS(cases);
}

TEST_PROGRAM(dialects)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses),
        cmocka_unit_test(bones),
        cmocka_unit_test(gazes),
        cmocka_unit_test(expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
