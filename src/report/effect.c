#include "report/effect.h"

#include <string.h>

#define BOTH (EFFECT_LOOKS | EFFECT_MOVES)

/* By the beginnings of ids; the first that fits counts. */
static const struct {
    const char *beginning;
    unsigned effect;
} effects[] = {
    {"springbone/", EFFECT_MOVES},
    {"collider/", EFFECT_MOVES},
    {"limit/", EFFECT_MOVES},
    {"constraint/", EFFECT_MOVES},
    {"animation/", EFFECT_MOVES},
    {"sim/", EFFECT_MOVES},
    {"node-transform/", BOTH},
    {"mtoon/", EFFECT_LOOKS},
    {"hdr/", EFFECT_LOOKS},
    {"texture/", EFFECT_LOOKS},
    {"image/", EFFECT_LOOKS},
    {"material/", EFFECT_LOOKS},
    {"mesh/", EFFECT_LOOKS},
    {"accessor/", EFFECT_LOOKS},
    {"skin/", BOTH},
    {"gltf/needs-decoder", EFFECT_LOOKS},
    {"gltf/node-in-two-scenes", EFFECT_LOOKS},
    {"gltf/unknown-property", BOTH},
    {"json/duplicate-key", BOTH},
    /* about what an avatar is called and allowed for, and about how its file is written */
    {"vrm/meta-", 0},
    {"vrm/other-license-", 0},
    {"vrm/index-written-as-float", 0},
    {"vrm/target-names-length", 0},
    {"vrm/duplicate-target-name", 0},
    {"vrm/annotation-", 0},
    {"vrm0/meta-", 0},
    {"vrm0/url", 0},
    {"vrm0/other-license-", 0},
    {"vrm0/thumbnail-", 0},
    {"vrm0/index-written-as-float", 0},
    {"vrm0/target-names-length", 0},
    {"vrm0/duplicate-target-name", 0},
    {"vrm0/annotation-", 0},
    {"vrm/first-person-", EFFECT_LOOKS},
    {"vrm/color-type-unused", EFFECT_LOOKS},
    {"vrm/texture-transform-", EFFECT_LOOKS},
    {"vrm0/first-person-", EFFECT_LOOKS},
    {"vrm0/material-", EFFECT_LOOKS},
    {"vrm0/shader-unknown", EFFECT_LOOKS},
    {"vrm/", BOTH},
    {"vrm0/", BOTH},
    {"schema/", BOTH}, /* of users */
};

unsigned effect_of_warnings(const struct vrmlint_report *report)
{
    unsigned effect = 0;
    for (size_t i = 0; i < report->finding_count && effect != BOTH; i++) {
        const char *id = report->findings[i].rule->id;
        size_t k = 0;
        while (k < sizeof effects / sizeof *effects &&
               strncmp(id, effects[k].beginning, strlen(effects[k].beginning)) != 0) {
            k++;
        }
        if (report->findings[i].severity == VRMLINT_WARNING && k < sizeof effects / sizeof *effects) {
            effect |= effects[k].effect;
        }
    }
    return effect;
}
