#include "run/unused.h"

#include <string.h>

#include "finding.h"
#include "ids/rules.h"

enum unused unused_of(const struct vrmlint_finding *finding)
{
    static const struct {
        enum rule rule;
        enum unused of;
    } rules[] = {
        {RULE_COLLIDER_UNUSED, UNUSED_OF_SPRINGS},
        {RULE_COLLIDER_GROUP_UNUSED, UNUSED_OF_SPRINGS},
        {RULE_VRM0_COLLIDER_GROUP_UNUSED, UNUSED_OF_SPRINGS},
        {RULE_SPRINGBONE_NO_SPRINGS, UNUSED_OF_SPRINGS},
        {RULE_GLTF_UNUSED_OBJECT, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_IMAGE, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_MATERIAL, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_SAMPLER, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_TEXTURE, UNUSED_OF_FILE},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (finding->rule == rule_line(rules[i].rule)) {
            return rules[i].of;
        }
    }
    return UNUSED_NOT;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text);
    return length >= strlen(ending) && strcmp(text + length - strlen(ending), ending) == 0;
}

bool has_faults(const struct vrmlint_report *report, enum unused of)
{
    static const char *const lost[] = {"/unknown-property", "/misnamed",          "/wrong-type",    "/missing-property",
                                       "/unresolved-index", "/index-not-integer", "/negative-index"};
    for (size_t i = 0; i < report->finding_count; i++) {
        const char *rule = report->findings[i].rule->id;
        bool of_springs = strncmp(rule, "springbone/", 11) == 0 || strncmp(rule, "collider/", 9) == 0 ||
                          strncmp(rule, "vrm0/", 5) == 0;
        if (of == UNUSED_OF_SPRINGS && of_springs && report->findings[i].severity == VRMLINT_ERROR) {
            return true;
        }
        for (size_t k = 0; of == UNUSED_OF_FILE && k < sizeof lost / sizeof *lost; k++) {
            if (ends_with(rule, lost[k])) {
                return true;
            }
        }
    }
    return false;
}
