/* The rules of whole VRM 1.0 avatars: cases with findings and cases without, each a change to one sane avatar. */
#include "avatar_files.h"

#include <stdlib.h>
#include <string.h>

#define B "@/humanoid/humanBones"

/* The avatar of all other tests is correct, so their findings come from the change. */
static void nothing_is_wrong(void **state)
{
    (void)state;
    char *text = avatar_text(avatar_new(true));
    struct vrmlint_report *report = lint_text("default", text);
    assert_int_equal(report->finding_count, 0);
    assert_int_equal(report->unchecked_count, 0);
    vrmlint_report_free(report);
    free(text);
}

static void bones_that_are_missing(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm/required-bone-missing", "", ""}, /* no chest, no neck, no jaw */
        {"vrm/required-bone-missing", B "/head", "error " B ";"},
        {"vrm/required-bone-missing", B "/head\n" B "/leftHand", "error " B ";error " B ";"},
        {"vrm/required-bone-missing", B "/head {'node':-1}", ""},
        {"vrm/negative-index", B "/head {'node':-1}", "error " B "/head/node;"},
        {"vrm/wrong-type", B "/head 3", "error " B "/head;"},
        {"vrm/required-bone-missing", B "/head 3", ""},
        {"vrm/missing-property", B "/head {}", "error " B "/head;"},
        {"vrm/required-bone-missing", "@/humanoid {}", ""},
        {"vrm/missing-property", "@/humanoid {}", "error @/humanoid;"},
    };
    AVATARS_RUN(cases);
}

static void names_of_bones(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm/unknown-bone", B "/pelvis {'node':0}", "warning " B "/pelvis;"},
        {"vrm/unknown-bone", B "/Hips {'node':0}", "warning " B "/Hips;"},
        {"vrm/unknown-bone", B "/a~1b {'node':0}", "warning " B "/a~1b;"},
        {"vrm/unknown-bone", B "/extras {}\n" B "/extensions {}", "error " B "/extras;error " B "/extensions;"},
        {"vrm/unknown-bone", B "/extras {'node':0}", ""},
        /* such a key has no other findings */
        /* three-vrm loads the nodes of all bones before it checks the names */
        {"vrm/missing-property", B "/pelvis {}", "error " B "/pelvis;"},
        {"vrm/unresolved-index", B "/pelvis {'node':99}", "error " B "/pelvis/node;"},
        {"vrm/jaw-mapped", "", ""},
        {"vrm/jaw-mapped", B "/jaw {'node':16}", "info " B "/jaw/node;"},
    };
    AVATARS_RUN(cases);
}

static void thumbs_of_the_beta(void **state)
{
    (void)state;
    for (int beta = 0; beta < 2; beta++) {
        json_t *document = avatar_new(false);
        size_t node = avatar_add(document, "leftThumbProximal", 9, 0.03, 0, 0.03);
        node = avatar_add(document, "leftThumbIntermediate", node, 0.03, 0, 0.03);
        avatar_add(document, "leftThumbDistal", node, 0.02, 0, 0.02);
        if (beta) {
            avatar_change(document, "@/specVersion '1.0-beta'");
        }
        json_t *copy = json_deep_copy(document);
        avatar_expect(document, "vrm/unknown-bone", beta ? "" : "warning " B "/leftThumbIntermediate;");
        avatar_expect(copy, "vrm/bone-needs-parent,vrm/bone-bad-parent", "");
    }
}

static void parents(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm/bone-bad-parent", "", ""},
        /* swapped: the hand is above the lower arm */
        {"vrm/bone-bad-parent", B "/leftLowerArm/node 9\n" B "/leftHand/node 8", "error " B "/leftHand/node;"},
        {"vrm/bone-bad-parent", B "/leftToes {'node':0}", "error " B "/leftToes/node;"},
        /* two bones on one node: only the shared node is reported, not the wrong parent */
        {"vrm/bone-bad-parent", B "/leftHand/node 8", ""},
        {"vrm/bone-duplicate-node", B "/leftHand/node 8", "error " B "/leftHand/node;"},
        {"vrm/bone-duplicate-node", B "/jaw {'node':3}", "error " B "/jaw/node;"},
        /* a parent that isn't resolved */
        {"vrm/bone-bad-parent", B "/leftLowerArm/node 99", ""},
        {"vrm/bone-needs-parent", B "/upperChest {'node':2}", "error " B "/upperChest/node;"},
        {"vrm/bone-needs-parent", B "/leftIndexProximal {'node':16}", ""},
        {"vrm/bone-needs-parent", B "/leftIndexDistal {'node':16}", "error " B "/leftIndexDistal/node;"},
        {"vrm/bone-is-skinned-mesh", B "/jaw {'node':16}", ""},
        {"vrm/bone-is-skinned-mesh", B "/jaw {'node':16}\n/skins [{'joints':[1]}]\n/nodes/16/skin 0",
         "warning " B "/jaw/node;"},
        {"vrm/hips-is-scene-root", "", ""},
        {"vrm/hips-is-scene-root", "/nodes/0/children\n/scenes/0/nodes [0,1]", "info " B "/hips/node;"},
        {"vrm/bone-not-in-scene", "/scenes/0/nodes []", "error " B "/hips/node;"},
        {"vrm/bone-bad-parent", "/scenes/0/nodes []\n" B "/leftLowerArm/node 9\n" B "/leftHand/node 8", ""},
        {"vrm/duplicate-bone-name", "/nodes/16/name 'head_3'", "info /nodes/3/name;"},
    };
    AVATARS_RUN(cases);
}

static void unmapped_bones_between(void **state)
{
    (void)state;
    /* below the spine while the chest isn't mapped, and beside a mapped chest */
    for (int chest = 0; chest < 2; chest++) {
        json_t *document = avatar_new(false);
        if (chest) {
            avatar_add(document, "chest", 2, 0, 0.1, 0);
        }
        avatar_expect(document, "vrm/bone-bad-parent",
                      chest ? "error " B "/head/node;error " B "/leftUpperArm/node;error " B "/rightUpperArm/node;"
                            : "");
    }
}

static void scales(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm/bone-scale-invalid", "/nodes/0/scale [0.6,0.6,0.6]", ""},
        {"vrm/bone-scale-invalid", "/nodes/0/scale [1,1,1.0005]", ""},
        {"vrm/bone-scale-invalid", "/nodes/0/scale [1,1,1.2]", "error /nodes/0/scale;"},
        {"vrm/bone-scale-invalid", "/nodes/9/scale [-1,-1,-1]", "error /nodes/9/scale;"},
        {"vrm/bone-scale-invalid", "/nodes/9/scale [1,0,1]", "error /nodes/9/scale;"},
        {"vrm/bone-scale-invalid", "/nodes/9/translation\n/nodes/9/matrix [1,0,0,0,0,2,0,0,0,0,1,0,0.23,0,0,1]",
         "error /nodes/9/matrix;"},
        {"vrm/bone-scale-invalid", "/nodes/16/scale [0.25,0.25,1]", ""},
        {"vrm/node-scale-invalid", "/nodes/16/scale [0.25,0.25,1]", "warning /nodes/16/scale;"},
        {"vrm/node-scale-invalid", "/nodes/0/scale [1,1,1.2]", ""},
        /* spring rules report their joints and bone rules their bones; neither is reported twice */
        {"vrm/node-scale-invalid",
         "/nodes/16/scale [0.25,0.25,1]\n/extensions/VRMC_springBone {'specVersion':'1.0','springs':[{'joints':"
         "[{'node':16}]}]}",
         ""},
    };
    AVATARS_RUN(cases);
}

static void poses(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm/not-facing-forward", "/nodes/0/rotation [0,1,0,0]", "warning " B ";"},
        {"vrm/not-facing-forward", "/nodes/0/rotation [0,0.21643961393810288,0,0.9762960071199334]", ""}, /* 25 */
        {"vrm/not-facing-forward", "/nodes/0/rotation [0,0.7071067811865476,0,0.7071067811865476]", "warning " B ";"},
        {"vrm/rest-pose-not-t-pose", "/nodes/0/rotation [0,1,0,0]", ""},
        /* arms along Z, legs along X: only the T-pose is reported */
        {"vrm/not-facing-forward", "/nodes/8/translation [0,0,0.25]\n/nodes/9/translation [0,0,0.23]", ""},
        {"vrm/rest-pose-not-t-pose", "/nodes/8/translation [0,0,0.25]", "warning /nodes/7;"},
        /* 12 degrees down, and 25 with the elbow straight */
        {"vrm/rest-pose-not-t-pose", "/nodes/8/translation [0.2445,-0.052,0]\n/nodes/9/translation [0.225,-0.0478,0]",
         ""},
        {"vrm/rest-pose-not-t-pose",
         "/nodes/8/translation [0.2266,-0.10565,0]\n/nodes/9/translation [0.20845,-0.0972,0]",
         "warning /nodes/7;warning /nodes/8;"},
        /* a rotated bone whose joints are still in a straight line */
        {"vrm/rest-pose-not-t-pose", "/nodes/9/rotation [0,0.7071067811865476,0,0.7071067811865476]", ""},
        {"vrm/side-swapped",
         B "/leftUpperLeg/node 10\n" B "/leftLowerLeg/node 11\n" B "/leftFoot/node 12\n" B "/rightUpperLeg/node 4\n" B
           "/rightLowerLeg/node 5\n" B "/rightFoot/node 6",
         "warning /nodes/10;"},
        {"vrm/rest-pose-not-t-pose",
         B "/leftUpperArm/node 13\n" B "/leftLowerArm/node 14\n" B "/leftHand/node 15\n" B "/rightUpperArm/node 7\n" B
           "/rightLowerArm/node 8\n" B "/rightHand/node 9",
         ""},
        {"vrm/rest-hips-height", "/nodes/1/translation [0,0,0]", "warning /nodes/1;"},
        {"vrm/rest-hips-height", "", ""},
        {"vrm/rest-hips-off-center", "/nodes/0/translation [0.1,0,0]", "info /nodes/1;"},
        {"vrm/rest-hips-off-center", "/nodes/0/translation [0.04,0,0]", ""},
        {"vrm/feet-off-ground", "/nodes/0/translation [0,-0.3,0]", "info /nodes/6;"},
        {"vrm/feet-off-ground", "/nodes/0/translation [0,2,0]", "info /nodes/6;"},
        {"vrm/feet-off-ground", "", ""},
        /* in centimetres: only the size is reported */
        {"vrm/model-size,vrm/rest-hips-height,vrm/feet-off-ground",
         "/nodes/0/scale [100,100,100]\n/nodes/0/translation [0,-500,0]", "warning " B ";"},
        {"vrm/model-size", "/nodes/0/scale [4,4,4]", ""},
        {"vrm/model-size", "/nodes/0/scale [0.2,0.2,0.2]", ""},
    };
    AVATARS_RUN(cases);
}

static void gaze(void **state)
{
    (void)state;
#define L "@/lookAt"
#define UP L "/rangeMapVerticalUp"
#define WEIGHTS                                                                                                        \
    L "/type 'expression'\n" L "/rangeMapVerticalUp/outputScale 1\n" L "/rangeMapVerticalDown/outputScale 1\n" L       \
      "/rangeMapHorizontalOuter/outputScale 1\n"
    static const struct avatar_case cases[] = {
        {"default", "", ""},
        {"vrm/look-at-range-incomplete", UP "/outputScale", "error " UP ";"},
        {"vrm/look-at-no-effect", UP "/inputMaxValue", ""},
        {"vrm/look-at-map-omitted", UP, "info " L ";"},
        {"vrm/look-at-type-omitted", L "/type", "info " L ";"},
        {"vrm/look-at-offset-omitted", L "/offsetFromHeadBone", "info " L ";"},
        {"vrm/look-at-offset-far", L "/offsetFromHeadBone [0,1.5,0]", "warning " L "/offsetFromHeadBone;"},
        {"vrm/look-at-offset-far", L "/offsetFromHeadBone [0,0.4,0]", ""},
        /* 0.3 m on a giant, and a distance that would be far on others */
        {"vrm/look-at-offset-far", L "/offsetFromHeadBone [0,1.2,0]\n/nodes/0/scale [4,4,4]", ""},
        {"vrm/value-out-of-range", UP "/inputMaxValue 181", "error " UP "/inputMaxValue;"},
        {"vrm/value-out-of-range", UP "/inputMaxValue -1", "error " UP "/inputMaxValue;"},
        {"vrm/value-out-of-range", UP "/inputMaxValue 181\n@/specVersion '1.0-beta'", "warning " UP "/inputMaxValue;"},
        {"vrm/look-at-input-zero,vrm/look-at-output-range", UP " {'inputMaxValue':180,'outputScale':0}", ""},
        {"vrm/look-at-input-zero", UP "/inputMaxValue 0", "warning " UP "/inputMaxValue;"},
        {"vrm/look-at-input-zero", UP " {'inputMaxValue':0,'outputScale':0}", "info " UP "/inputMaxValue;"},
        {"vrm/look-at-output-range", UP "/outputScale -1", "warning " UP "/outputScale;"},
        {"vrm/look-at-output-range", UP "/outputScale 91", "warning " UP "/outputScale;"},
        /* expressions don't use the inner map */
        {"vrm/look-at-output-range", WEIGHTS L "/rangeMapHorizontalInner/outputScale 10", ""},
        {"vrm/look-at-output-range", WEIGHTS UP "/outputScale 10", "warning " UP "/outputScale;"},
        {"vrm/look-at-map-omitted", WEIGHTS L "/rangeMapHorizontalInner", ""},
        {"vrm/look-at-without-eyes", WEIGHTS B "/leftEye\n" B "/rightEye", ""},
        {"vrm/look-at-without-eyes", B "/leftEye\n" B "/rightEye", "info " L "/type;"},
        {"vrm/look-at-without-eyes", L "/type\n" B "/leftEye\n" B "/rightEye", "info " L ";"},
        {"vrm/one-eye", B "/leftEye", "warning " B "/rightEye;"},
        {"vrm/one-eye", WEIGHTS B "/leftEye", ""},
        {"vrm/one-eye", "@/lookAt\n" B "/leftEye", "warning " B "/rightEye;"},
        {"vrm/look-at-expression-missing", WEIGHTS PRESET "/lookUp " MOVES, "warning " L "/type;"},
        {"vrm/look-at-without-expressions", "@/expressions", "warning " L ";"},
        {"vrm/look-at-without-expressions", "@/expressions\n@/lookAt", ""},
        {"vrm/unknown-value", L "/type 'eyes'", "error " L "/type;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *document = avatar_new(true);
        avatar_gaze(document);
        avatar_change(document, cases[i].changes);
        avatar_expect(document, cases[i].rule, cases[i].expected);
    }
}

static void first_person(void **state)
{
    (void)state;
#define A "@/firstPerson/meshAnnotations"
#define ENTRY(node, type) "{'node':" #node ",'type':'" type "'}"
    static const struct avatar_case cases[] = {
        {"default", "@/firstPerson {}", ""},
        {"vrm/empty-array", A " []", "warning " A ";"},
        {"vrm/annotation-no-mesh", A " [" ENTRY(3, "auto") "]", "warning " A "/0/node;"},
        {"vrm/annotation-duplicate", A " [" ENTRY(16, "auto") "," ENTRY(16, "both") "]", "warning " A "/1/node;"},
        {"vrm/first-person-all-hidden", A " [" ENTRY(16, "thirdPersonOnly") "]", "warning " A ";"},
        {"vrm/first-person-all-hidden", A " [" ENTRY(16, "firstPersonOnly") "]", "warning " A ";"},
        /* the body without an annotation is automatic */
        {"vrm/first-person-all-hidden", A " [" ENTRY(16, "thirdPersonOnly") "]\n/nodes/1/mesh 0", ""},
        {"vrm/first-person-unannotated", A " [" ENTRY(16, "auto") "]\n/nodes/1/mesh 0", "info " A ";"},
        {"vrm/unresolved-index", A " [" ENTRY(99, "auto") "]", "error " A "/0/node;"},
        {"vrm/missing-property", A " [{'node':16,'firstPersonFlag':'auto'}]", "error " A "/0;"},
    };
    AVATARS_RUN(cases);
}

static void meta(void **state)
{
    (void)state;
#define M "@/meta"
    static const struct avatar_case cases[] = {
        {"vrm/meta-author-blank", M "/authors ['a','']", "warning " M "/authors/1;"},
        {"vrm/meta-authors-empty", M "/authors ['']", "error " M "/authors;"},
        {"vrm/meta-author-blank", M "/authors ['']", ""},
        {"vrm/empty-array", M "/authors []", "error " M "/authors;"},
        {"vrm/meta-authors-empty", M "/authors []", ""},
        {"vrm/empty-array", M "/references []", "warning " M "/references;"},
        {"vrm/meta-name-empty", M "/name ''", "error " M "/name;"},
        {"vrm/license-url", M "/licenseUrl 'https://vrm.dev/licenses/1.0'", "error " M "/licenseUrl;"},
        {"vrm/license-url", M "/licenseUrl 7", ""},
        {"vrm/other-license-url", M "/otherLicenseUrl 'see readme'", "warning " M "/otherLicenseUrl;"},
        {"vrm/other-license-url", M "/otherLicenseUrl '<https://a>, <https://b>'", ""},
        {"vrm/other-license-url", M "/otherLicenseUrl ''", ""},
        {"vrm/other-license-url", M "/otherLicenseUrl 'undefined'", ""},
        {"vrm/meta-placeholder", M "/name 'undefined'\n" M "/version 'undefined'", "info " M "/name;"},
        {"vrm/meta-placeholder", M "/authors ['Somebody','undefined']", "info " M "/authors/1;"},
        {"vrm/permissions-contradict", M "/commercialUsage 'corporation'", "info " M ";"},
        {"vrm/permissions-contradict", M "/avatarPermission 'onlyAuthor'\n" M "/allowAntisocialOrHateUsage true",
         "info " M "/avatarPermission;"},
        {"vrm/permissions-contradict", M "/commercialUsage 'personalNonProfit'", ""},
        {"vrm/permissions-contradict", M "/modification 'allowModificationRedistribution'", "info " M "/modification;"},
        {"vrm/permissions-contradict",
         M "/modification 'allowModificationRedistribution'\n" M "/allowRedistribution true", ""},
        {"vrm/permissions-contradict", M "/avatarPermission 'onlySeparatelyLicensedPerson'",
         "info " M "/avatarPermission;"},
        {"vrm/permissions-contradict",
         M "/avatarPermission 'onlySeparatelyLicensedPerson'\n" M "/otherLicenseUrl 'https://a'", ""},
        {"vrm/unknown-value", M "/avatarPermission 'Everyone'", "error " M "/avatarPermission;"},
        {"vrm/negative-index", M "/thumbnailImage -1", "error " M "/thumbnailImage;"},
        {"vrm/thumbnail-missing", "", "info " M ";"},
        {"vrm/thumbnail-mime", M "/thumbnailImage 0\n/images [{'uri':'a.webp','mimeType':'image/webp'}]",
         "error " M "/thumbnailImage;"},
        {"vrm/thumbnail-mime", M "/thumbnailImage 0\n/images [{'uri':'a.png','mimeType':'image/png'}]", ""},
        {"vrm/thumbnail-mime", M "/thumbnailImage 0\n/images [{'uri':'data:image/png;base64,UklGRg=='}]",
         "error " M "/thumbnailImage;"},
        /* truncated right after the signature: the type is known, the size isn't */
        {"vrm/thumbnail-mime,vrm/thumbnail-not-square,vrm/thumbnail-size",
         M "/thumbnailImage 0\n/images [{'uri':'data:image/png;base64,iVBORw0KGgo='}]", ""},
    };
    AVATARS_RUN(cases);
}

static void surroundings(void **state)
{
    (void)state;
#define MATERIAL "/materials/0/pbrMetallicRoughness/baseColorTexture"
#define TRANSFORM(more) MATERIAL " {'index':0,'extensions':{'KHR_texture_transform':{" more "}}}"
    static const struct avatar_case cases[] = {
        {"vrm/animations-unused", "/animations [{}]", "info /animations;"},
        {"vrm/animations-unused", "/animations []", ""},
        {"vrm/cameras-unused", "/cameras [{}]", "info /cameras;"},
        {"vrm/texture-transform-rotation", TRANSFORM("'rotation':0.5"),
         "warning " MATERIAL "/extensions/KHR_texture_transform/rotation;"},
        {"vrm/texture-transform-rotation", TRANSFORM("'rotation':0.0000001"), ""},
        {"vrm/texture-transform-texcoord", TRANSFORM("'texCoord':1"),
         "warning " MATERIAL "/extensions/KHR_texture_transform/texCoord;"},
        {"vrm/texture-transform-texcoord", TRANSFORM("'texCoord':0"), ""},
        {"vrm/texture-transform-texcoord", TRANSFORM("'texCoord':1") "\n" MATERIAL "/texCoord 1", ""},
        {"vrm/tangents-present", "/meshes/0/primitives/0/targets/1/TANGENT 0", "info /meshes/0/primitives/0;"},
        {"vrm/defaults-relied-on", "@/meta/modification 'prohibited'", ""},
        {"vrm/defaults-relied-on", "", "info @/meta;"},
        {"vrm/defaults-relied-on", "@/meta/modification 'prohibited'\n" CUSTOM "/wink {'isBinary':false}",
         "info @/expressions;"},
    };
    AVATARS_RUN(cases);
}

TEST_PROGRAM(avatars)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_wrong),
        cmocka_unit_test(bones_that_are_missing),
        cmocka_unit_test(names_of_bones),
        cmocka_unit_test(thumbs_of_the_beta),
        cmocka_unit_test(parents),
        cmocka_unit_test(unmapped_bones_between),
        cmocka_unit_test(scales),
        cmocka_unit_test(poses),
        cmocka_unit_test(gaze),
        cmocka_unit_test(first_person),
        cmocka_unit_test(meta),
        cmocka_unit_test(surroundings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
