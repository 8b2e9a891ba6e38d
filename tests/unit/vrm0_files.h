/* Files of VRM 0.x for tests, described by short strings with ' in place of ". */
#ifndef VRMLINT_TESTS_VRM0_FILES_H
#define VRMLINT_TESTS_VRM0_FILES_H

#include "support.h"

#define P0 "/extensions/VRM/secondaryAnimation"
#define BONES(i) P0 "/boneGroups/" #i
#define SPHERES(i) P0 "/colliderGroups/" #i

/*
 * Hips 0 above Head 1, Arm 7 and Skirt 9; Head above the strand Hair_01 2, Hair_02 3, Hair_end 4, the ribbon 5, 6 and
 * the eye 12; Arm above Hand 8, Skirt above its end 10; 11 is separate.
 */
extern const char vrm0_skeleton[];

#define DOWN "'gravityDir':{'x':0,'y':-1,'z':0}"
#define SOUND "'stiffiness':1,'gravityPower':0.1," DOWN ",'dragForce':0.4,'hitRadius':0.02"

/* A bone group with valid parameters and these members; and one that moves the strand. */
#define GROUP(members) "{'comment':'Hair'," SOUND "," members "}"
#define HAIR GROUP("'center':-1,'bones':[2],'colliderGroups':[]")

/* A collider group with one sphere on the head, or on another node. */
#define HEAD "{'node':1,'colliders':[{'offset':{'x':0,'y':0.08,'z':0},'radius':0.09}]}"
#define ON(node) "{'node':" #node ",'colliders':[{'offset':{'x':0,'y':0,'z':0},'radius':0.02}]}"

/* The findings that a rule should give, in the order of the file. */
struct wants {
    size_t count;
    struct wanted list[4];
};

#define ERROR_AT(...)                                                                                                  \
    {                                                                                                                  \
        VRMLINT_ERROR, __VA_ARGS__                                                                                     \
    }
#define WARNING_AT(...)                                                                                                \
    {                                                                                                                  \
        VRMLINT_WARNING, __VA_ARGS__                                                                                   \
    }
#define INFO_AT(...)                                                                                                   \
    {                                                                                                                  \
        VRMLINT_INFO, __VA_ARGS__                                                                                      \
    }
#define NOTHING                                                                                                        \
    {                                                                                                                  \
        0                                                                                                              \
    }

/* Returns a file with these nodes and these members of VRM. The caller frees it. */
char *vrm0_file(const char *nodes, const char *vrm);

/* Fails the test unless a rule ("drag-range") gives exactly these findings, for members of VRM or for bone
 * groups and collider groups. */
void expect_vrm0(const char *rule, const char *nodes, const char *vrm, const struct wants *wants);
void expect_groups(const char *rule, const char *nodes, const char *bones, const char *spheres,
                   const struct wants *wants);

/* The same for many cases on the skeleton. */
struct group_case {
    const char *rule;
    const char *bones;
    const char *spheres;
    struct wants wants;
};
void expect_cases(const struct group_case *cases, size_t count);

/* Returns the first message that a rule gives for these groups. The caller frees it. */
char *vrm0_message(const char *rule, const char *nodes, const char *bones, const char *spheres);

/* Fails the test unless that message, on the skeleton, contains this part (or doesn't, if there is false). */
void expect_message(const char *rule, const char *bones, const char *spheres, const char *part, bool there);

#endif
