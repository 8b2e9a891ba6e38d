/* The values on which our schemas differ from the published ones, and why. For test_published_schemas.c only. */
#ifndef VRMLINT_TESTS_PUBLISHED_DIFFERENCES_H
#define VRMLINT_TESTS_PUBLISHED_DIFFERENCES_H

#include <stdbool.h>
#include <string.h>

struct difference {
    const char *ours;    /* schema; one that ends with "*" matches all names that begin like that */
    const char *at;      /* pointer: # is an index, * a name, a leading ** any number of tokens */
    const char *changes; /* texts of changed values, "missing", "length N", ..., between bars; NULL: any */
    bool accepted;       /* by our schema */
    const char *reason;
};

#define SPRING_BONE "VRMC_springBone-1.0*"
#define HUGE_NUMBERS "|3.5e38|-3.5e38|"
#define NO_OBJECTS                                                                                                     \
    "|null|true|false|\"\"|\"text\"|\"+X\"|0|1|-1|2.5|-2.5|1.0|-1.0|1000000|1e17|1e18|-1e18|3.4e38" HUGE_NUMBERS       \
    "[]|[1]|"

static const struct difference differences[] = {
    {SPRING_BONE, "/colliders", "|[]|length 0|", true, "exporters write empty arrays: a warning"},
    {SPRING_BONE, "/colliderGroups", "|[]|length 0|", true, "exporters write empty arrays: a warning"},
    {SPRING_BONE, "/springs", "|[]|length 0|", true, "exporters write empty arrays: a warning"},
    {SPRING_BONE, "/springs/#/colliderGroups", "|[]|length 0|", true, "exporters write empty arrays: a warning"},
    {SPRING_BONE, "/springs/#/joints/#/*", "|1e18|3.4e38" HUGE_NUMBERS, false, "squares overflow single precision"},
    {SPRING_BONE, "/springs/#/joints/#/gravityDir/#", "|1e18|-1e18|3.4e38" HUGE_NUMBERS, false,
     "squares overflow single precision"},
    {SPRING_BONE, "/colliders/#/shape/*/radius", HUGE_NUMBERS, false, "infinite in single precision"},
    {SPRING_BONE, "/colliders/#/shape/*/offset/#", HUGE_NUMBERS, false, "infinite in single precision"},
    {SPRING_BONE, "/colliders/#/shape/capsule/tail/#", HUGE_NUMBERS, false, "infinite in single precision"},
    {SPRING_BONE, "**/extensions", NO_OBJECTS, false, "glTFProperty, which stands in here as any object, asks for one"},
    {"VRMC_springBone-1.0-beta", "/colliders/#/shape/*/radius", NULL, true, "the beta has no lower bound: a warning"},

    {"VRMC_springBone_extended_collider-1.0", "/shape/*/radius", HUGE_NUMBERS, false, "infinite in single precision"},
    {"VRMC_springBone_extended_collider-1.0", "/shape/*/offset/#", HUGE_NUMBERS, false, "infinite in single precision"},
    {"VRMC_springBone_extended_collider-1.0", "/shape/capsule/tail/#", HUGE_NUMBERS, false,
     "infinite in single precision"},
    {"VRMC_springBone_extended_collider-1.0", "/shape/plane/normal/#", HUGE_NUMBERS, false,
     "infinite in single precision"},
    {"VRMC_springBone_extended_collider-1.0", "**/extensions", NO_OBJECTS, false, "glTFProperty asks for an object"},

    {"VRMC_springBone_limit-1.0-draft", "/limit/*/*", HUGE_NUMBERS, false, "infinite in single precision"},
    {"VRMC_springBone_limit-1.0-draft", "**/extensions", NO_OBJECTS, false, "glTFProperty asks for an object"},

    {"VRMC_node_constraint-1.0*", "**/extensions", NO_OBJECTS, false, "glTFProperty asks for an object"},
    {"VRMC_node_constraint-1.0-draft-DE", "/constraint/aim/aimAxis", "|\"+X\"|", true, "the draft's other spelling"},

    {"VRMC_vrm_animation-1.0*", "/humanoid/humanBones/*", "|missing|", true, "animation/required-bone-missing"},
    {"VRMC_vrm_animation-1.0*", "/humanoid/humanBones", "|{}|{\"a\": 1}|", true, "animation/required-bone-missing"},
    {"VRMC_vrm_animation-1.0*", "/humanoid/humanBones/unheardOf", "|{}|{\"a\": 1}|", false, "a bone needs a node"},
    {"VRMC_vrm_animation-1.0*", "/expressions/preset/unheardOf", "|{}|{\"a\": 1}|", false,
     "an expression needs a node"},
    {"VRMC_vrm_animation-1.0*", "/lookAt/node", "|missing|", true, "animation/look-at-node-missing"},
    {"VRMC_vrm_animation-1.0*", "/lookAt", "|{}|{\"a\": 1}|", true, "animation/look-at-node-missing"},
    {"VRMC_vrm_animation-1.0*", "/lookAt/offsetFromHeadBone/#", HUGE_NUMBERS, false, "infinite in single precision"},
    {"VRMC_vrm_animation-1.0*", "**/extensions", NO_OBJECTS, false, "glTFProperty asks for an object"},

    {"VRM-0.x-secondaryAnimation", "/boneGroups/#/center", "|null|", true, "vrm0/center-invalid"},
    {"VRM-0.x-secondaryAnimation", "/boneGroups/#/*", "|1e18|-1e18|3.4e38" HUGE_NUMBERS, false,
     "squares overflow single precision"},
    {"VRM-0.x-secondaryAnimation", "/boneGroups/#/gravityDir/*", "|1e18|-1e18|3.4e38" HUGE_NUMBERS, false,
     "squares overflow single precision"},
    {"VRM-0.x-secondaryAnimation", "/colliderGroups/#/colliders/#/radius", HUGE_NUMBERS, false,
     "infinite in single precision"},
    {"VRM-0.x-secondaryAnimation", "/colliderGroups/#/colliders/#/offset/*", HUGE_NUMBERS, false,
     "infinite in single precision"},
};

/* Whether a pointer matches the pattern. */
static bool pattern_takes(const char *pattern, const char *pointer)
{
    if (strncmp(pattern, "**", 2) == 0) {
        for (const char *at = pointer; *at != '\0'; at++) {
            if (pattern_takes(pattern + 2, at)) {
                return true;
            }
        }
        return false;
    }
    while (*pattern == '/' && *pointer == '/') {
        size_t want = strcspn(++pattern, "/");
        size_t have = strcspn(++pointer, "/");
        bool taken = *pattern == '*'   ? true
                     : *pattern == '#' ? strspn(pointer, "0123456789") == have
                                       : want == have && strncmp(pattern, pointer, want) == 0;
        if (!taken) {
            return false;
        }
        pattern += want;
        pointer += have;
    }
    return *pattern == '\0' && *pointer == '\0';
}

#endif
