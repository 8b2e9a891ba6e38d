/* Messages of the schema checker and hints of schemas that no fixture covers. */
#include "packaging_files.h"

#include <string.h>

#define SPRING_FILE(members) "{" ASSET ",'nodes':[],'extensions':{" SPRINGS ":{'specVersion':'1.0'," members "}}}"
#define COLLIDER_FILE(members) SPRING_FILE("'colliders':[{'node':0," members "}]")
#define EXTENDED_FILE(members)                                                                                         \
    COLLIDER_FILE("'shape':{'sphere':{}},'extensions':{" COLLIDER ":{'specVersion':'1.0'," members "}}")
#define LIMIT_FILE(members)                                                                                            \
    SPRING_FILE("'springs':[{'joints':[{'node':0,'extensions':{" LIMIT ":{'specVersion':'1.0-draft'," members "}}}]}"  \
                "]")
#define CONSTRAINT_FILE(version, members)                                                                              \
    "{" ASSET ",'nodes':[{'extensions':{" CONSTRAINT ":{'specVersion':'" version "'," members "}}},{}]}"
#define ANIMATION_FILE(members) "{" ASSET ",'extensions':{" ANIMATION ":{'specVersion':'1.0'," members "}}}"
#define OLD_FILE(members) "{" ASSET ",'nodes':[{}],'extensions':{'VRM':{'secondaryAnimation':{" members "}}}}"

struct sentences {
    const char *text;     /* text of the file */
    const char *says[12]; /* parts of its messages; each finding has at least one */
};

static bool is_reported_yet(const struct vrmlint_report *report, const char *part)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strstr(ENGLISH(report->findings[i].message), part) != NULL) {
            return true;
        }
    }
    return false;
}

static void expect_said(const struct sentences *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct vrmlint_report *report = lint_by_schema(cases[i].text);
        for (size_t k = 0; cases[i].says[k] != NULL; k++) {
            if (!is_reported_yet(report, cases[i].says[k])) {
                for (size_t f = 0; f < report->finding_count; f++) {
                    print_error("%s\n", ENGLISH(report->findings[f].message));
                }
                fail_msg("%s: nothing says: %s", cases[i].text, cases[i].says[k]);
            }
        }
        vrmlint_report_free(report);
    }
}
#define EXPECT_SAID(cases) expect_said(cases, sizeof(cases) / sizeof *(cases))

static void values(void **state)
{
    (void)state;
    static const struct sentences cases[] = {
        {SPRING_FILE("'springs':[{'joints':[{'node':0,'gravityDir':{'x':0}}],'center':3}]"),
         {"joint 0: gravity direction is an object, but must be a list: change it to [x, y, z], as in VRM 1.0",
          "'nodes' is empty, but 2 places refer to it, the first in spring 0 (unnamed), joint 0: fill it, or export"}},
        {"{" ASSET ",'extensions':{" SPRINGS ":{'specVersion':'1.0','springs':[{'joints':[{}],'center':3}]}}}",
         {"center is 3, but the file has no nodes: use the index of the intended one, or leave center out"}},
        {"{" ASSET ",'nodes':[{}],'extensions':{" SPRINGS
         ":{'specVersion':'1.0','springs':[{'joints':[{'node':0}],'center':3}]}}}",
         {"center is 3, but the file has only 1 node (0): use the index of the intended one, or leave center out"}},
        {SPRING_FILE("'colliderGroups':[{'colliders':[2]}]"), {"is 2, but the file has no colliders: use the index"}},
        {LIMIT_FILE("'limit':{'spherical':{'pitch':-1,'yaw':-2}}"),
         {"pitch of the spherical limit is -1, but must be 0 or more; below 0 the tail jumps between its bounds: use "
          "the intended number"}},
        {CONSTRAINT_FILE("1.0", "'constraint':{'aim':{'source':1}}"),
         {"the aim constraint has no aim axis (aimAxis), so apps guess it: set it to one of PositiveX to NegativeZ"}},
        {OLD_FILE("'boneGroups':[{}]"), {"Bone group 0 (unnamed) is empty: add "}},
        {OLD_FILE("'boneGroups':[{'comment':'hair'}]"),
         {"has no list of collider groups (colliderGroups): add it, empty if the bone group uses no collider groups",
          "has no drag force (dragForce), so every app uses a different value: set it to 0.4 to keep what three-vrm "
          "shows"}},
        {ANIMATION_FILE("'humanoid':{'humanBones':3},'expressions':{'preset':4,'custom':5}"),
         {"The humanoid: the list of bones (humanBones) is a number, but must be an object: replace it",
          "The expressions: preset is a number", "The expressions: custom is a number"}},
    };
    EXPECT_SAID(cases);
}

static void hints_on_springs(void **state)
{
    (void)state;
    static const struct sentences cases[] = {
        {SPRING_FILE("'springs':[{'joints':[{'node':0,'limit':{}}]}]"),
         {"; a limit belongs in VRMC_springBone_limit, among the joint's extensions"}},
        {COLLIDER_FILE("'shape':{'sphere':{}},'tail':[0,1,0]"),
         {"; it belongs in the capsule of the collider's shape"}},
        {COLLIDER_FILE("'shape':{'capsule':{},'tail':[0,1,0]}"), {"; it belongs in the capsule"}},
        {EXTENDED_FILE("'shape':{'plane':{'inside':true,'radius':1},'normal':[0,1,0],'offset':[0,0,0]},'plane':{},"
                       "'node':1"),
         {"; it belongs in the extended collider's shape", "; it belongs in the sphere, capsule or plane",
          "; it belongs in the plane", "; a plane has no inside: reverse its normal and delete it",
          "; a plane has no radius: delete it",
          "; the collider that carries the extension has the node: delete it here"}},
        {LIMIT_FILE("'cone':{},'limit':{'cone':{'angle':1,'pitch':1},'angle':1,'rotation':[0,0,0,1],'pitch':1}"),
         {"; it belongs in limit", "; it belongs in the cone or hinge",
          "; it belongs in the cone, hinge or spherical limit", "; it belongs in the spherical limit",
          "; only spherical limits have pitch and yaw: give the cone an angle"}},
        {LIMIT_FILE("'limit':{'hinge':{'angle':1,'pitch':1},'spherical':{'angle':1}}"),
         {"; only spherical limits have pitch and yaw: give the hinge an angle",
          "; a spherical limit has two angles: use pitch and yaw"}},
    };
    EXPECT_SAID(cases);
}

static void hints_on_constraints(void **state)
{
    (void)state;
    static const struct sentences cases[] = {
        {CONSTRAINT_FILE("1.0", "'source':1,'constraint':{'type':'roll','roll':{'source':1,'rollAxis':'-X',"
                                "'sourceSpace':'local'},'weight':1}"),
         {"; it belongs in the roll, aim or rotation of constraint",
          "; the kind of constraint is its key, roll, aim or rotation: delete the type",
          "; the axis of a roll has no sign: use X",
          "; only some drafts had it, because a roll now always works in local space: delete it"}},
        {CONSTRAINT_FILE("1.0", "'constraint':{'roll':{'source':1,'rollAxis':'-Z'}}"),
         {"; the axis of a roll has no sign: use Z"}},
        {CONSTRAINT_FILE("1.0", "'constraint':{'aim':{'source':1,'aimAxis':'Y','aimVector':[],'upVector':[],"
                                "'freezeAxes':[],'sourceSpace':0}}"),
         {"; the axis of an aim has a sign: use PositiveY or NegativeY",
          "; only some drafts had it: set aimAxis to the nearest axis of the node",
          "; only some drafts had it, because an aim now rotates by the shortest way: delete it",
          "; only some drafts had it, because an aim now rotates about every axis: delete it",
          "; only some drafts had it, because an aim now always uses world positions: delete it"}},
        {CONSTRAINT_FILE("1.0", "'constraint':{'aim':{'source':1,'aimAxis':'Z'}}"),
         {"; the axis of an aim has a sign: use PositiveZ or NegativeZ"}},
        {CONSTRAINT_FILE("1.0", "'constraint':{'rotation':{'source':1,'rollAxis':'X','axes':[],'sourceSpace':0}}"),
         {"; a rotation follows every axis: for one axis, use a roll",
          "; only some drafts had it, because a rotation now follows every axis: for one axis, use a roll",
          "; only some drafts had it, because a rotation now always works in local space: delete it"}},
        {CONSTRAINT_FILE("1.0-draft", "'source':1,'constraint':{'type':0,'weight':1,'position':{'source':1,"
                                      "'aimVector':[]}}"),
         {"; it belongs in the position, rotation or aim of constraint",
          "; it belongs in the position, rotation or aim", "position, rotation or aim: delete the type",
          "; only an aim has it: delete it"}},
        {CONSTRAINT_FILE("1.0-draft", "'constraint':{'rotation':{'source':1,'freezeAxes':[],'rollAxis':'X'}}"),
         {"; only the roll of later versions has it: choose the axes with freezeAxes"}},
        {CONSTRAINT_FILE("1.0-draft", "'source':1,'constraint':{'weight':1,'rotation':{'source':1,'axes':[true,true,"
                                      "true],'rollAxis':'X','aimVector':[]}}"),
         {"; it belongs in the rotation of constraint", "; it belongs in the rotation",
          "; only the roll of later versions has it: choose the axes with axes", "; only an aim has it"}},
    };
    EXPECT_SAID(cases);
}

static void hints_on_others(void **state)
{
    (void)state;
    static const struct sentences cases[] = {
        {ANIMATION_FILE(
             "'humanBones':{},'humanoid':{'humanBones':{}},'expressions':{'happy':{}},'lookAt':{'node':0,'type':'bone',"
             "'rangeMapHorizontalInner':{}}"),
         {"; it belongs in humanoid", "; it belongs in preset", "; only the lookAt of VRMC_vrm has a type: delete it",
          "; only the lookAt of VRMC_vrm has range maps: delete it"}},
        {OLD_FILE("'springs':[],'colliders':[],'boneGroups':[{'springs':[],'colliders':[]}],'colliderGroups':[{'name':"
                  "'','shapes':[],'colliders':[{'sphere':{},'node':0}]}]"),
         {"; VRM 1.0 has springs: replace them by boneGroups", "; VRM 1.0 lists colliders here: put them into",
          "; VRM 1.0 has springs, but here the bone group is the spring: list its root bones in bones",
          "; a bone group uses collider groups: put the spheres into one and list it in colliderGroups",
          "; an early draft of VRM 1.0 had shapes: list spheres in colliders",
          "; in VRM 0.x collider groups have no name: name the node instead",
          "; in VRM 0.x every collider is a sphere: set offset and radius in the collider itself",
          "; in VRM 0.x the collider group has the node: delete it here"}},
    };
    EXPECT_SAID(cases);
}

TEST_PROGRAM(schema_messages)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(hints_on_springs),
        cmocka_unit_test(hints_on_constraints),
        cmocka_unit_test(hints_on_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
