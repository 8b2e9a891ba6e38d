/* The avatar of VRM 0.x: bones, expressions, first person, meta and gaze, one change at a time. */
#include "avatar_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define V "/extensions/VRM"
#define META V "/meta/"
#define BONES V "/humanoid/humanBones/"
#define GROUPS V "/blendShapeMaster/blendShapeGroups/"
#define FIRST V "/firstPerson/"
#define MATERIAL V "/materialProperties/0/"

/* Returns a fixture that is correct in every way: 17 bones and both eyes, a face, expressions,
 * a thumbnail, two materials. */
static json_t *sane_avatar(void)
{
    char path[1000];
    json_error_t error;
    snprintf(path, sizeof path, "%s/fixtures/vrm0/array-length/pass-color-without-alpha.gltf",
             getenv("VRMLINT_SOURCE"));
    json_t *document = json_load_file(path, 0, &error);
    if (document == NULL) {
        fail_msg("%s: %s", path, error.text);
    }
    return document;
}

#define EXPECT(cases) avatar_run(sane_avatar, cases, sizeof(cases) / sizeof *(cases))

static void bones(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm0", "", ""},
        /* every runtime loads an avatar without a chest or neck */
        {"vrm0/required-bone-missing", BONES "3 {'bone':'jaw','node':4}", "warning " V "/humanoid/humanBones;"},
        {"vrm0/required-bone-missing", BONES "4 {'bone':'jaw','node':5}", "error " V "/humanoid/humanBones;"},
        {"vrm0/unresolved-index", BONES "17/node -1", "error " BONES "17/node;"},
        {"vrm0/unresolved-index", BONES "17/node 99", "error " BONES "17/node;"},
        {"vrm0/bone-duplicate", BONES "18/bone 'leftEye'", "error " BONES "18/bone;"},
        {"vrm0/bone-duplicate-node", BONES "18/node 18", "error " BONES "18/node;"},
        {"vrm0/bone-rotated", "/nodes/4/rotation [0,0,0.04361938736,0.99904822]", "warning /nodes/4/rotation;"},
        /* a hat may be rotated and scaled */
        {"vrm0/bone-rotated", "/nodes/20/rotation [0,0,0.7071068,0.7071068]", ""},
        {"vrm0/bone-scaled", "/nodes/20/scale [2,2,2]", ""},
    };
    EXPECT(cases);
}

static void expressions(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        /* three-vrm distinguishes the case of presets; no runtime knows the names of VRM 1.0 */
        {"vrm0/unknown-value", GROUPS "0/presetName 'Joy'", "error " GROUPS "0/presetName;"},
        {"vrm0/unknown-value", GROUPS "3/presetName 'Unknown'", ""},
        {"vrm0/unknown-value", GROUPS "0/presetName 'happy'", "error " GROUPS "0/presetName;"},
        {"vrm0/bind-weight-unit", GROUPS "3/binds/0/weight 0.5\n" GROUPS "3/binds/- {'mesh':0,'index':0,'weight':100}",
         ""},
        {"vrm0/bind-weight-unit", GROUPS "3/binds/0/weight 0.8", "warning " GROUPS "3/binds;"},
        {"vrm0/bind-weight-range", GROUPS "3/binds/0/weight 101", "warning " GROUPS "3/binds/0/weight;"},
        {"vrm0/group-unnamed", GROUPS "3/name ''", "warning " GROUPS "3;"},
        {"vrm0/missing-property", GROUPS "0/presetName", "error " GROUPS "0;"},
        {"vrm0/duplicate-group", GROUPS "3/presetName 'joy'", "warning " GROUPS "3;"},
    };
    EXPECT(cases);
}

static void meta_and_first_person(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm0/other-license-url-missing", META "licenseName 'Other'", "warning " META "otherLicenseUrl;"},
        {"vrm0/other-license-url-missing", META "licenseName 'Other'\n" META "otherLicenseUrl 'https://example.org/'",
         ""},
        {"vrm0/other-license-url-unused", META "otherLicenseUrl 'https://example.org/'",
         "info " META "otherLicenseUrl;"},
        {"vrm0/meta-empty", META "author ' '", "warning " META "author;"},
        {"vrm0/unresolved-index", META "texture -1", ""},
        {"vrm0/unresolved-index", FIRST "firstPersonBone -1", ""},
        {"vrm0/unresolved-index", FIRST "firstPersonBone 99", "error " FIRST "firstPersonBone;"},
        {"vrm0/missing-property", V "/meta", "error " V ";"},
        {"vrm0/unknown-property", V "/blendShapeMaster\n" V "/blendShapemaster {}", "error " V "/blendShapemaster;"},
    };
    EXPECT(cases);
}

static void materials(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm0/material-property-unknown",
         GROUPS "0/materialValues/0 {'materialName':'Skin','propertyName':'_MainTex_ST_S','targetValue':[1,1,0,0]}",
         ""},
        {"vrm0/material-name-unknown", GROUPS "0/materialValues/0/materialName 'Sky'",
         "warning " GROUPS "0/materialValues/0/materialName;"},
        {"vrm0/material-count", V "/materialProperties/1", "error " V "/materialProperties;"},
        {"vrm0/array-length", GROUPS "0/materialValues/0/targetValue [1,1]",
         "error " GROUPS "0/materialValues/0/targetValue;"},
        {"vrm0/array-length", FIRST "lookAtVerticalUp/curve [0,0,0,1,1]", "error " FIRST "lookAtVerticalUp/curve;"},
    };
    EXPECT(cases);
}

TEST_PROGRAM(vrm0_avatar)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones),
        cmocka_unit_test(expressions),
        cmocka_unit_test(meta_and_first_person),
        cmocka_unit_test(materials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
