/* The rules of expressions in whole VRM 1.0 avatars. test_avatars.c has those of everything else. */
#include "avatar_files.h"

static void names_of_expressions(void **state)
{
    (void)state;
    static const struct avatar_case cases[] = {
        {"vrm/unknown-preset", PRESET "/joy " MOVES, "error " PRESET "/joy;"},
        {"vrm/unknown-preset", PRESET "/joy {}", "warning " PRESET "/joy;"},
        {"vrm/unknown-preset", PRESET "/happy {}\n" PRESET "/joy " MOVES, "warning " PRESET "/joy;"},
        {"vrm/unknown-preset", PRESET "/neutral " MOVES, ""},
        {"vrm/custom-preset-name", CUSTOM "/happy " MOVES, "error " CUSTOM "/happy;"},
        {"vrm/custom-case-clash", CUSTOM "/happy " MOVES, ""},
        {"vrm/custom-case-clash", CUSTOM "/Happy " MOVES, "info " CUSTOM "/Happy;"},
        {"vrm/custom-old-preset-name", CUSTOM "/Joy " MOVES, "info " CUSTOM "/Joy;"},
        {"vrm/custom-old-preset-name", CUSTOM "/Joy " MOVES "\n" PRESET "/happy {}", "info " CUSTOM "/Joy;"},
        {"vrm/custom-old-preset-name", CUSTOM "/Joy " MOVES "\n" PRESET "/happy " MOVES, ""},
        {"vrm/custom-name-blank", CUSTOM " {'':{}}", "error " CUSTOM "/;"},
        {"vrm/custom-name-blank", CUSTOM " {'\xE3\x80\x80':{}}", "warning " CUSTOM "/\xE3\x80\x80;"},
        {"vrm/custom-name-blank,vrm/custom-case-clash,vrm/custom-preset-name,vrm/custom-old-preset-name",
         CUSTOM " {'\xE7\xAC\x91\xE9\xA1\x94':{},'a/b~c':{}}", ""},
        {"vrm/wrong-type", "@/expressions {'preset':[]}", "error " PRESET ";"},
        {"vrm/expression-empty", PRESET "/happy {}\n" PRESET "/sad {}\n" PRESET "/angry " MOVES, ""},
        {"vrm/expression-empty", PRESET "/happy {}\n" PRESET "/sad {}", "info " PRESET "/happy;"},
    };
    AVATARS_RUN(cases);
}

static void morphs(void **state)
{
    (void)state;
#define HAPPY(bind) PRESET "/happy {'morphTargetBinds':[" bind "]}"
#define AT(place) PRESET "/happy/morphTargetBinds/" place
    static const struct avatar_case cases[] = {
        {"vrm/unresolved-index", HAPPY(MORPH(16, 2, 1)), ""},
        {"vrm/unresolved-index", HAPPY(MORPH(16, 3, 1)), "error " AT("0/index") ";"},
        {"vrm/unresolved-index", HAPPY(MORPH(16, 1e300, 1)), "error " AT("0/index") ";"},
        {"vrm/negative-index", HAPPY(MORPH(16, -1, 1)), "error " AT("0/index") ";"},
        {"vrm/index-not-integer", HAPPY(MORPH(16, 0.5, 1)), "error " AT("0/index") ";"},
        /* a primitive without targets */
        {"vrm/unresolved-index", HAPPY(MORPH(16, 0, 1)) "\n/meshes/0/primitives/- {'attributes':{'POSITION':0}}",
         "error " AT("0/index") ";"},
        {"vrm/unresolved-index", HAPPY(MORPH(99, 0, 1)), "error " AT("0/node") ";"},
        {"vrm/morph-bind-no-mesh", HAPPY(MORPH(99, 0, 1)), ""},
        {"vrm/morph-bind-no-mesh", HAPPY(MORPH(3, 0, 1)), "error " AT("0/node") ";"},
        {"vrm/morph-bind-no-mesh", HAPPY(MORPH(16, 0, 1)), ""}, /* a mesh without a skin */
        {"vrm/morph-weight-range", HAPPY(MORPH(16, 0, 80)), "warning " AT("0/weight") ";"},
        {"vrm/morph-weight-range", HAPPY(MORPH(16, 0, -0.1)), "warning " AT("0/weight") ";"},
        {"vrm/morph-weight-range", HAPPY(MORPH(16, 0, 1)), ""},
        /* all binds of an expression have a weight of 0: without them it would be empty */
        {"vrm/bind-no-effect", HAPPY(MORPH(16, 0, 0)), "warning " PRESET "/happy;"},
        {"vrm/bind-no-effect", HAPPY(MORPH(16, 0, 0) "," MORPH(16, 1, 0)), "warning " PRESET "/happy;"},
        {"vrm/bind-no-effect", HAPPY(MORPH(16, 0, 0) "," MORPH(16, 1, 1)), "info " AT("0") ";"},
        {"vrm/duplicate-bind", HAPPY(MORPH(16, 0, 1) "," MORPH(16, 1, 1) "," MORPH(16, 0, 0.5)),
         "warning " AT("2") ";"},
        {"vrm/duplicate-bind", HAPPY(MORPH(16, 0, 1)) "\n" PRESET "/sad " MOVES, ""},
        {"vrm/blink-sides-identical", PRESET "/blinkLeft " MOVES "\n" PRESET "/blinkRight " MOVES,
         "warning " PRESET "/blinkRight;"},
        {"vrm/blink-sides-identical", PRESET "/blinkLeft {}\n" PRESET "/blinkRight {}", ""},
        {"vrm/target-names-length", "/meshes/0/extras/targetNames/2", "warning /meshes/0/extras/targetNames;"},
        {"vrm/target-names-length", "/meshes/0/extras\n/meshes/0/primitives/0/extras {'targetNames':['a']}",
         "warning /meshes/0/primitives/0/extras/targetNames;"},
        {"vrm/target-names-missing", "/meshes/0/extras", "info /meshes/0;"},
        {"vrm/duplicate-target-name", "/meshes/0/extras/targetNames ['a','b','a']",
         "warning /meshes/0/extras/targetNames/2;"},
    };
    AVATARS_RUN(cases);
}

static void colors(void **state)
{
    (void)state;
#define COLOR(type, value) "{'material':0,'type':'" type "','targetValue':" value "}"
#define COLORS(binds) PRESET "/happy {'materialColorBinds':[" binds "]}"
#define MTOON "\n/materials/0/extensions {'VRMC_materials_mtoon':{'specVersion':'1.0'}}"
#define UNLIT "\n/materials/0/extensions {'KHR_materials_unlit':{}}"
#define MOVE(bind) PRESET "/happy {'textureTransformBinds':[{'material':0," bind "}]}"
#define TEXTURE "\n/materials/0/pbrMetallicRoughness {'baseColorTexture':{'index':0}}"
    static const struct avatar_case cases[] = {
        {"vrm/color-type-unused", COLORS(COLOR("shadeColor", "[1,0,0,1]")),
         "warning " PRESET "/happy/materialColorBinds/0/type;"},
        {"vrm/color-type-unused", COLORS(COLOR("shadeColor", "[1,0,0,1]")) MTOON, ""},
        {"vrm/color-type-unused", COLORS(COLOR("emissionColor", "[1,0,0,1]")), ""},
        {"vrm/color-type-unused", COLORS(COLOR("emissionColor", "[1,0,0,1]")) UNLIT,
         "warning " PRESET "/happy/materialColorBinds/0/type;"},
        {"vrm/color-type-unused", COLORS(COLOR("colour", "[1,0,0,1]")), ""},
        {"vrm/unknown-value", COLORS(COLOR("colour", "[1,0,0,1]")),
         "error " PRESET "/happy/materialColorBinds/0/type;"},
        {"vrm/color-out-of-range", COLORS(COLOR("color", "[1,0,0,2]")),
         "info " PRESET "/happy/materialColorBinds/0/targetValue;"},
        {"vrm/color-out-of-range", COLORS(COLOR("shadeColor", "[1,0,0,2]")) MTOON, ""},
        {"vrm/color-out-of-range", COLORS(COLOR("emissionColor", "[9,0,0,2]")), ""},
        /* only the unused type is reported */
        {"vrm/color-out-of-range", COLORS(COLOR("shadeColor", "[2,0,0,1]")), ""},
        {"vrm/duplicate-bind", COLORS(COLOR("color", "[1,0,0,1]") "," COLOR("shadeColor", "[1,0,0,1]")) MTOON, ""},
        {"vrm/duplicate-bind", COLORS(COLOR("color", "[1,0,0,1]") "," COLOR("color", "[1,1,0,1]")),
         "warning " PRESET "/happy/materialColorBinds/1;"},
        {"vrm/bind-no-effect", COLORS(COLOR("color", "[1,1,1,1]")), "info " PRESET "/happy/materialColorBinds/0;"},
        {"vrm/bind-no-effect", COLORS(COLOR("color", "[1,1,1,0.5]")), ""},
        {"vrm/bind-no-effect", COLORS(COLOR("emissionColor", "[0,0,0,1]")),
         "info " PRESET "/happy/materialColorBinds/0;"},
        {"vrm/bind-no-effect", COLORS(COLOR("shadeColor", "[0,0,0,1]")) MTOON, ""}, /* the file has no default value */
        {"vrm/bind-no-effect", COLORS(COLOR("color", "[1,0,0,1]")) "\n/meshes/0/primitives/0/material",
         "info " PRESET "/happy/materialColorBinds/0;"},
        {"vrm/array-length", COLORS(COLOR("color", "[1,0,0]")),
         "error " PRESET "/happy/materialColorBinds/0/targetValue;"},
        {"vrm/bind-no-effect", MOVE("'offset':[0,0]") TEXTURE, "info " PRESET "/happy/textureTransformBinds/0;"},
        {"vrm/bind-no-effect", MOVE("'offset':[0.5,0]") TEXTURE, ""},
        {"vrm/bind-no-effect", MOVE("'offset':[0.5,0]"), "info " PRESET "/happy/textureTransformBinds/0;"},
    };
    AVATARS_RUN(cases);
}

static void overrides(void **state)
{
    (void)state;
#define HOLDS(member, value) "{'morphTargetBinds':[" MORPH(16, 1, 1) "],'" member "':'" value "'}"
#define BLINK PRESET "/blink " MOVES "\n"
    static const struct avatar_case cases[] = {
        {"vrm/override-no-target", BLINK PRESET "/happy " HOLDS("overrideBlink", "block"), ""},
        {"vrm/override-no-target", PRESET "/happy " HOLDS("overrideBlink", "block"),
         "info " PRESET "/happy/overrideBlink;"},
        {"vrm/override-same-kind", PRESET "/blink " HOLDS("overrideMouth", "block"), ""},
        {"vrm/override-same-kind", PRESET "/blinkLeft " HOLDS("overrideBlink", "blend"),
         "warning " PRESET "/blinkLeft/overrideBlink;"},
        {"vrm/override-no-target,vrm/binary-blend",
         PRESET "/blinkLeft " HOLDS("overrideBlink", "blend") "\n" PRESET "/blinkLeft/isBinary true", ""},
        {"vrm/override-same-kind", CUSTOM "/blinkLeft " HOLDS("overrideBlink", "blend"), ""},
        {"vrm/override-no-target", BLINK PRESET "/neutral {'overrideBlink':'block'}", ""},
        {"vrm/binary-blend", BLINK PRESET "/happy " HOLDS("overrideBlink", "blend") "\n" PRESET "/happy/isBinary true",
         "info " PRESET "/happy/overrideBlink;"},
        {"vrm/binary-blend", BLINK PRESET "/happy " HOLDS("overrideBlink", "block") "\n" PRESET "/happy/isBinary true",
         ""},
        /* the gaze: UniVRM damps eye bones too */
        {"vrm/override-no-target", PRESET "/sad " HOLDS("overrideLookAt", "block"),
         "info " PRESET "/sad/overrideLookAt;"},
        {"vrm/override-no-target",
         PRESET "/sad " HOLDS("overrideLookAt", "block") "\n@/humanoid/humanBones/leftEye {'node':16}", ""},
    };
    AVATARS_RUN(cases);
}

TEST_PROGRAM(expressions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_expressions),
        cmocka_unit_test(morphs),
        cmocka_unit_test(colors),
        cmocka_unit_test(overrides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
