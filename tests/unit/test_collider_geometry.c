/* Positions of colliders in the world: on scaled and rotated nodes, near bones, and compared with their fallbacks. */
#include "spring_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define TURNED "'rotation':[0,0,0.7071067811865476,0.7071067811865476]" /* x becomes y, y becomes -x */
#define FAR "'sphere':{'offset':[0,-10000,0],'radius':0}"
#define SPHERE(place, r) "'sphere':{'offset':[" place "],'radius':" #r "}"
#define CAPSULE(from, to, r) "'capsule':{'offset':[" from "],'tail':[" to "],'radius':" #r "}"
#define ON(place, shape) "{'node':" #place ",'shape':{" shape "}}"
#define EXT_ON(place, base, shape)                                                                                     \
    "{'node':" #place ",'shape':{" base                                                                                \
    "},'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{" shape "}}}}"
#define INSIDE(place, r) "'sphere':{'offset':[" place "],'radius':" #r ",'inside':true}"
#define PLANE(place, normal) "'plane':{'offset':[" place "],'normal':[" normal "]}"

#define EXT "/extensions/VRMC_springBone_extended_collider"
#define JOINT(spring, joint) "springs/" #spring "/joints/" #joint " "

/*
 * Returns nodes: hips 0 at the origin; a strand along x: 1 at 0, 2 at 0.1 and 3 at 0.2 m; 4, a body, and 5, a prop
 * below it, both at the origin, with the given members.
 */
static char *nodes_with(const char *body, const char *prop)
{
    char *nodes = NULL;
    text_add(&nodes,
             "{'name':'Hips','mesh':0,'children':[1,4]},{'name':'Hair_01','children':[2]},"
             "{'name':'Hair_02','translation':[0.1,0,0],'children':[3]},{'name':'Hair_03','translation':[0.1,0,0]},"
             "{'name':'Body','children':[5]%s%s},{'name':'Prop'%s%s}",
             *body == '\0' ? "" : ",", body, *prop == '\0' ? "" : ",", prop);
    return nodes;
}

/* One bone with a hitRadius; it uses all colliders. */
#define BONE(hit) "[{'colliderGroups':[0],'joints':[{'node':1,'hitRadius':" hit "},{'node':2}]}]"

struct geometry_case {
    const char *rule;
    const char *body; /* members of node 4 */
    const char *prop; /* of node 5 */
    const char *colliders;
    const char *springs; /* NULL: a hitRadius of 0.02 */
    const char *expected;
};

static struct vrmlint_report *lint(const struct geometry_case *one)
{
    char rule[80];
    char *nodes = nodes_with(one->body, one->prop);
    char *members = NULL;
    snprintf(rule, sizeof rule, "collider/%s", one->rule);
    print_message("%s: %s %s %s\n", rule, one->colliders, one->body, one->prop);
    text_add(&members, "'colliders':[%s],'colliderGroups':[{'colliders':[0,1,2,3,4]}],", one->colliders);
    char *text = file_of(nodes, "", members, one->springs == NULL ? BONE("0.02") : one->springs);
    struct vrmlint_report *report = lint_text(rule, text);
    free(nodes);
    free(members);
    free(text);
    return report;
}

static void run(const struct geometry_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect_report(lint(&cases[i]), cases[i].expected);
    }
}
#define RUN(cases) run(cases, sizeof(cases) / sizeof *(cases))

static void scaled_nodes(void **state)
{
    (void)state;
#define SCALE(x, y, z) "'scale':[" #x "," #y "," #z "]"
#define BALL(place) ON(place, SPHERE("0,0,0", 0.1))
#define NODE(collider) "colliders/" #collider "/node "
    static const struct geometry_case cases[] = {
        {"scaled-node", "", "", BALL(4), NULL, ""},
        {"scaled-node", SCALE(2, 2, 2), "", BALL(4), NULL, NODE(0)},
        {"scaled-node", SCALE(1.0011, 1, 1), "", BALL(4), NULL, NODE(0)},
        {"scaled-node", SCALE(1.0009, 1, 1), "", BALL(4), NULL, ""},
        {"scaled-node", SCALE(1, 0.9989, 1), "", BALL(4), NULL, NODE(0)},
        {"scaled-node", SCALE(1, 0.9991, 1), "", BALL(4), NULL, ""},
        {"scaled-node", SCALE(1, 1, 0), "", BALL(4), NULL, NODE(0)},
        {"scaled-node", SCALE(2, 2, 2), "", BALL(0), NULL, ""},
        /* the scale in the world counts */
        {"scaled-node", SCALE(2, 2, 2), "", BALL(5), NULL, NODE(0)},
        {"scaled-node", SCALE(2, 2, 2), SCALE(0.5, 0.5, 0.5), BALL(5), NULL, ""},
        {"scaled-node", SCALE(2, 2, 2), SCALE(0.5, 0.5, 0.5), BALL(4) "," BALL(5), NULL, NODE(0)},
        {"scaled-node", SCALE(-1, 1, 1), "", BALL(4), NULL, ""},
        {"scaled-node", TURNED, "", BALL(4), NULL, ""},
        {"scaled-node", "'matrix':[2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]", "", BALL(4), NULL, NODE(0)},
        /* small scales that add up; no single node is to blame */
        {"scaled-node", SCALE(1.0009, 1, 1), SCALE(1.0009, 1, 1), BALL(5), NULL, NODE(0)},
        /* one finding for each collider */
        {"scaled-node", SCALE(2, 2, 2), "", BALL(4) "," BALL(5) "," BALL(0) "," BALL(4), NULL, NODE(0) NODE(1) NODE(3)},
        {"scaled-node", SCALE(2, 2, 2), "", BALL(99), NULL, ""},
    };
#undef NODE
    RUN(cases);
    struct geometry_case two = {"scaled-node", SCALE(2, 2, 2.5), "", BALL(0) "," BALL(5), NULL, NULL};
    struct vrmlint_report *report = lint(&two);
    const struct vrmlint_finding *finding = &report->findings[0];
    assert_non_null(strstr(ENGLISH(finding->message), "Collider 1 on "));
    assert_non_null(
        strstr(ENGLISH(finding->message), ": 'Body' (node 4) makes its world scale 2 2 2.5 instead of 1 1 1"));
    assert_int_equal(finding->severity, VRMLINT_WARNING);
    assert_int_equal(finding->fix, VRMLINT_FIX_NONE);
    assert_true(measured(finding, "smallestScale") == 2 && measured(finding, "largestScale") == 2.5);
    assert_int_equal(finding->related_count, 1);
    assert_string_equal(finding->related[0].pointer, "/nodes/4/scale");
    vrmlint_report_free(report);
#undef BALL
}

/* The tail is at 0.1, 0, 0. */
static void rest_pose(void **state)
{
    (void)state;
#define RULE "penetrates-rest-pose"
    static const struct geometry_case cases[] = {
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.079)), NULL, ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.101)), BONE("0"), JOINT(0, 0)},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.099)), BONE("0"), ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0,0", 0.001)), BONE("0"), JOINT(0, 0)},
        /* a capsule beside the tail, and one whose end is near the tail */
        {RULE, "", "", ON(4, CAPSULE("0,0.1,0", "0.3,0.1,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, CAPSULE("0,0.1,0", "0.3,0.1,0", 0.079)), NULL, ""},
        {RULE, "", "", ON(4, CAPSULE("0.2,0,0", "0.3,0,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, CAPSULE("0.3,0,0", "0.2,0,0", 0.079)), NULL, ""},
        {RULE, "", "", ON(4, CAPSULE("0.1,0.1,0", "0.1,0.1,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, CAPSULE("0.1,2,0", "0.1,0.05,0", 0.031)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, CAPSULE("0.1,2,0", "0.1,0.05,0", 0.029)), NULL, ""},
        /* a plane below the tail, one above it that faces down, and one above it that faces up */
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,-0.1,0", "0,1,0")), BONE("0.099"), ""},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,-0.1,0", "0,1,0")), BONE("0.101"), JOINT(0, 0)},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,0.1,0", "0,-1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,0.1,0", "0,1,0")), NULL, JOINT(0, 0)},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,-0.1,0", "0,3,0")), BONE("0.099"), ""},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,0.1,0", "0,0,0")), NULL, ""},
        /* a collider that keeps joints inside isn't an obstacle */
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0.1,0.1,0", 0.5)), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0.1,0,0", 0.5), INSIDE("0.1,0.1,0", 0.5)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, SPHERE("0.1,0.1,0", 0.081)), NULL, JOINT(0, 0)},
        /* offsets rotate and scale with the node, radii don't scale */
        {RULE, TURNED, "", ON(4, SPHERE("0.1,-0.1,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, TURNED, "", ON(4, SPHERE("0.1,0.1,0", 0.081)), NULL, ""},
        {RULE, SCALE(2, 2, 2), "", ON(4, SPHERE("0.05,0.05,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, SCALE(2, 2, 2), "", ON(4, SPHERE("0.05,0.05,0", 0.079)), NULL, ""},
        {RULE, SCALE(0.5, 0.5, 0.5), "", ON(5, SPHERE("0.2,0.2,0", 0.081)), NULL, JOINT(0, 0)},
        {RULE, SCALE(0.5, 0.5, 0.5), "", ON(5, SPHERE("0.2,0.2,0", 0.079)), NULL, ""},
        {RULE, TURNED "," SCALE(2, 1, 1), "'translation':[0.05,0,0]", ON(5, CAPSULE("0,-1,0", "0,1,0", 0.081)), NULL,
         JOINT(0, 0)},
        {RULE, TURNED "," SCALE(2, 1, 1), "'translation':[0.05,0,0]", ON(5, CAPSULE("0,-1,0", "0,1,0", 0.079)), NULL,
         ""},
        /* a plane keeps its face under a non-uniform scale: 1,1,0 becomes 2,1,0, and the tail is 0.2 / sqrt(5) away */
        {RULE, SCALE(1, 2, 1), "", EXT_ON(4, FAR, PLANE("0,0,0", "0.7071067811865476,0.7071067811865476,0")),
         BONE("0.0895"), JOINT(0, 0)},
        {RULE, SCALE(1, 2, 1), "", EXT_ON(4, FAR, PLANE("0,0,0", "0.7071067811865476,0.7071067811865476,0")),
         BONE("0.0894"), ""},
        {RULE, SCALE(1, 0, 1), "", EXT_ON(4, FAR, PLANE("0,1,0", "0,1,0")), NULL, ""},
        /* invalid data */
        {RULE, "", "", ON(99, SPHERE("0.1,0.1,0", 0.081)), NULL, ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", -1)), BONE("5"), ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1", 0.5)), NULL, ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.5)), BONE("-0.1"), ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.5)), BONE("'2'"), ""},
        {RULE, "", "", ON(4, SPHERE("0.1,0.1,0", 0.5)),
         "[{'colliderGroups':[0],'joints':[{'node':2},{'node':1}]},{'colliderGroups':[0],'joints':[{'node':1}]}]", ""},
        /* each head once, tails never */
        {RULE, "", "", ON(4, SPHERE("0.1,0,0", 0.11)) "," ON(4, SPHERE("0.1,0,0", 0.05)),
         "[{'colliderGroups':[0],'joints':[{'node':1},{'node':2},{'node':3}]}]", JOINT(0, 0) JOINT(0, 1)},
    };
#undef RULE
    RUN(cases);
}

/* The bone is 0.1 m long and begins at the origin. */
static void ways_out(void **state)
{
    (void)state;
#define RULE "inescapable"
    static const struct geometry_case cases[] = {
        {RULE, "", "", ON(4, SPHERE("0.05,0,0", 0.131)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, SPHERE("0.05,0,0", 0.129)), NULL, ""},
        {RULE, "", "", ON(4, SPHERE("0,0,-0.05", 0.131)), NULL, JOINT(0, 0)},
        {RULE, "", "", ON(4, SPHERE("0.05,0,0", 0.151)), BONE("0"), JOINT(0, 0)},
        {RULE, "", "", ON(4, SPHERE("0.05,0,0", 0.149)), BONE("0"), ""},
        {RULE, SCALE(2, 2, 2), "", ON(4, SPHERE("0.025,0,0", 0.131)), NULL, JOINT(0, 0)},
        {RULE, SCALE(2, 2, 2), "", ON(4, SPHERE("0.025,0,0", 0.129)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, SPHERE("0.05,0,0", 0.131)), NULL, JOINT(0, 0)},
        /* only spheres, and only those that push outwards */
        {RULE, "", "", ON(4, CAPSULE("0.05,0,0", "0.05,0,0", 0.131)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0.05,0,0", 0.131)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,9,0", "0,1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0.05,0,0", 0.131), PLANE("0,-9,0", "0,1,0")), NULL, ""},
        /* reported by springbone/zero-length-bone and joint-not-descendant */
        {RULE, "", "", ON(4, SPHERE("0,0,0", 5)), "[{'colliderGroups':[0],'joints':[{'node':4},{'node':5}]}]", ""},
        {RULE, "", "", ON(4, SPHERE("0,0,0", 5)), "[{'colliderGroups':[0],'joints':[{'node':2},{'node':1}]}]", ""},
        {RULE, "", "", ON(4, SPHERE("0,0,0", 5)), "[{'joints':[{'node':1},{'node':2}]}]", ""},
    };
#undef RULE
    RUN(cases);
    /* the worst collider isn't always the largest */
    struct geometry_case two = {"inescapable", "",  "", ON(4, SPHERE("0.11,0,0", 0.2)) "," ON(4, SPHERE("0,0,0", 0.14)),
                                NULL,          NULL};
    struct vrmlint_report *report = lint(&two);
    const struct vrmlint_finding *finding = &report->findings[0];
    assert_non_null(strstr(ENGLISH(finding->message),
                           "its tail can't leave collider 1 on 'Body' (the worst of 2 colliders): it reaches at "
                           "most 0.1 m from the center, but needs 0.16 m (radius plus hit radius)"));
    assert_int_equal(finding->severity, VRMLINT_INFO);
    assert_int_equal(finding->fix, VRMLINT_FIX_NONE);
    assert_true(fabs(measured(finding, "excess") - 0.06) < 1e-12 && measured(finding, "colliders") == 2);
    assert_int_equal(finding->related_count, 2);
    assert_string_equal(finding->related[0].pointer, "/extensions/VRMC_springBone/colliders/1/shape/sphere");
    assert_string_equal(finding->related[1].pointer, "/extensions/VRMC_springBone/colliders/0/shape/sphere");
    vrmlint_report_free(report);
}

static void ways_in(void **state)
{
    (void)state;
#define RULE "inside-unreachable"
    static const struct geometry_case cases[] = {
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.919)), NULL, JOINT(0, 0)},
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.921)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.899)), BONE("0"), JOINT(0, 0)},
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.901)), BONE("0"), ""},
        {RULE, SCALE(2, 2, 2), "", EXT_ON(4, FAR, INSIDE("0,0.5,0", 0.919)), NULL, JOINT(0, 0)},
        {RULE, SCALE(2, 2, 2), "", EXT_ON(4, FAR, INSIDE("0,0.5,0", 0.921)), NULL, ""},
        /* reported by inside-too-small */
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.02)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.021)), NULL, JOINT(0, 0)},
        {RULE, "", "", EXT_ON(4, FAR, SPHERE("0,1,0", 0.5)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, "'capsule':{'offset':[0,1,0],'tail':[0,1.1,0],'radius':0.5,'inside':true}"), NULL,
         ""},
        {RULE, "", "",
         "{'node':4,'shape':{" FAR
         "},'extensions':{'VRMC_springBone_extended_collider':{'shape':{" INSIDE("0,1,0", 0.5) "}}}}",
         NULL, ""},
    };
    RUN(cases);
    struct geometry_case two = {
        RULE, "", "", EXT_ON(4, FAR, INSIDE("0,1,0", 0.5)) "," EXT_ON(4, FAR, INSIDE("0,2,0", 0.5)), NULL, NULL};
    struct vrmlint_report *report = lint(&two);
    assert_non_null(strstr(ENGLISH(report->findings[0].message),
                           "its tail can't get into collider 1 on 'Body' (the worst of 2 colliders): it must be "
                           "0.48 m or less from the center (radius minus hit radius)"));
    vrmlint_report_free(report);
#undef RULE
}

#define IN_CAPSULE(from, to, r) "'capsule':{'offset':[" from "],'tail':[" to "],'radius':" #r ",'inside':true}"
#define OF_SPHERE "colliders/0/shape/sphere "
#define OF_CAPSULE "colliders/0/shape/capsule "

/* Distances between base and extended shape, for every pair of shapes. The radii add up to a little more or less. */
static void fallbacks_with_spheres(void **state)
{
    (void)state;
#define RULE "fallback-inverts"
    static const struct geometry_case cases[] = {
        /* sphere and sphere */
        {RULE, "", "", EXT_ON(4, SPHERE("1,0,0", 0.3), INSIDE("0,0,0", 0.71)), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("1,0,0", 0.3), INSIDE("0,0,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.3), INSIDE("0,0,0", 0.3)), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.00011), INSIDE("0,0,0", 1)), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.0001), INSIDE("0,0,0", 1)), NULL, ""},
        {RULE, "", "", EXT_ON(4, FAR, INSIDE("0,0,0", 1)), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,-10000,0", 1000), INSIDE("0,0,0", 1)), NULL, ""},
        /* capsule and sphere: next to the middle, and beyond the end */
        {RULE, "", "", EXT_ON(4, CAPSULE("1,-1,0", "1,2,0", 0.3), INSIDE("0,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("1,-1,0", "1,2,0", 0.3), INSIDE("0,0,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("1,0,0", "2,0,0", 0.3), INSIDE("0,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("2,0,0", "1,0,0", 0.3), INSIDE("0,0,0", 0.69)), NULL, ""},
        /* sphere and capsule */
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.3), IN_CAPSULE("1,-1,0", "1,2,0", 0.71)), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.3), IN_CAPSULE("1,-1,0", "1,2,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.3), IN_CAPSULE("1,0,0", "2,0,0", 0.71)), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.3), IN_CAPSULE("2,0,0", "1,0,0", 0.69)), NULL, ""},
    };
#undef RULE
    RUN(cases);
}

static void fallbacks_of_capsules(void **state)
{
    (void)state;
#define RULE "fallback-inverts"
    static const struct geometry_case cases[] = {
        /* two capsules: crossing, skew, parallel, in line, end to side, end to end; one without length */
        {RULE, "", "", EXT_ON(4, CAPSULE("-1,0,0", "1,0,0", 0.3), IN_CAPSULE("0,-1,0", "0,1,0", 0.01)), NULL,
         OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("-1,0,0", "1,0,0", 0.3), IN_CAPSULE("0,-1,1", "0,1,1", 0.71)), NULL,
         OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("-1,0,0", "1,0,0", 0.3), IN_CAPSULE("0,-1,1", "0,1,1", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 0.3), IN_CAPSULE("0,1,0", "1,1,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 0.3), IN_CAPSULE("0,1,0", "1,1,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 0.3), IN_CAPSULE("2,0,0", "3,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 0.3), IN_CAPSULE("3,0,0", "2,0,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "4,0,0", 0.3), IN_CAPSULE("3,1,0", "3,5,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "4,0,0", 0.3), IN_CAPSULE("3,1,0", "3,5,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("3,5,0", "3,1,0", 0.3), IN_CAPSULE("0,0,0", "4,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("3,5,0", "3,1,0", 0.3), IN_CAPSULE("0,0,0", "4,0,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 0.3), IN_CAPSULE("2,1,0", "2,2,0", 1.12)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 0.3), IN_CAPSULE("2,1,0", "2,2,0", 1.11)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "0,0,0", 0.3), IN_CAPSULE("1,0,0", "1,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "0,0,0", 0.3), IN_CAPSULE("1,-1,0", "1,1,0", 0.69)), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "0,0,0", 0.3), IN_CAPSULE("1,0,0", "2,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("1,0,0", "2,0,0", 0.3), IN_CAPSULE("0,0,0", "0,0,0", 0.71)), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, CAPSULE("1,-1,0", "1,1,0", 0.3), IN_CAPSULE("0,0,0", "0,0,0", 0.71)), NULL,
         OF_CAPSULE},
    };
#undef RULE
    RUN(cases);
}

static void fallbacks_in_the_scene(void **state)
{
    (void)state;
#define RULE "fallback-inverts"
    static const struct geometry_case cases[] = {
        /* a plane has no inside */
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 5), PLANE("0,0,0", "0,1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 5), PLANE("0,0,0", "0,1,0")), NULL, ""},
        /* offsets scale with the node, radii don't */
        {RULE, SCALE(2, 2, 2) "," TURNED, "", EXT_ON(4, SPHERE("0.5,0,0", 0.3), INSIDE("0,0,0", 0.71)), NULL,
         OF_SPHERE},
        {RULE, SCALE(2, 2, 2) "," TURNED, "", EXT_ON(4, SPHERE("0.5,0,0", 0.3), INSIDE("0,0,0", 0.69)), NULL, ""},
        /* cases that don't count */
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0.3), SPHERE("0,0,0", 0.5)), NULL, ""},
        {RULE, "", "", EXT_ON(99, SPHERE("0,0,0", 0.3), INSIDE("0,0,0", 0.5)), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0", 0.3), INSIDE("0,0,0", 0.5)), NULL, ""},
        {RULE, "", "",
         "{'node':4,'shape':{" SPHERE("0,0,0", 0.3) "},'extensions':{'VRMC_springBone_extended_collider':{'shape':{" //
         INSIDE("0,0,0", 0.5) "}}}}",
         NULL, ""},
    };
#undef RULE
    RUN(cases);
    struct geometry_case one = {
        "fallback-inverts", "", "", EXT_ON(4, SPHERE("1,0,0", 0.3), IN_CAPSULE("0,0,0", "0,1,0", 2)), NULL, NULL};
    struct vrmlint_report *report = lint(&one);
    const struct vrmlint_finding *finding = &report->findings[0];
    assert_non_null(strstr(ENGLISH(finding->message),
                           "inside a capsule, but apps without the extension use the sphere of radius 0.3 m"));
    assert_int_equal(finding->severity, VRMLINT_WARNING);
    assert_int_equal(finding->fix, VRMLINT_FIX_REPAIR);
    assert_true(measured(finding, "distance") == 1);
    assert_string_equal(finding->related[0].pointer, "/extensions/VRMC_springBone/colliders/0" EXT "/shape/capsule");
    vrmlint_report_free(report);
}

static void fallbacks_of_planes(void **state)
{
    (void)state;
#define RULE "plane-fallback-missing"
    static const struct geometry_case cases[] = {
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 9.9), PLANE("0,0,0", "0,1,0")), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("0,-10,0", 10), PLANE("0,0,0", "0,1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 0), PLANE("0,0,0", "0,1,0")), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, CAPSULE("0,0,0", "1,0,0", 1), PLANE("0,0,0", "0,1,0")), NULL, OF_CAPSULE},
        {RULE, "", "", EXT_ON(4, FAR, PLANE("0,0,0", "0,1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("10000,0,0", 0.00001), PLANE("0,0,0", "0,1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,-1001,0", 0), PLANE("0,0,0", "0,1,0")), NULL, ""},
        {RULE, "", "", EXT_ON(4, SPHERE("0,-999,0", 0), PLANE("0,0,0", "0,1,0")), NULL, OF_SPHERE},
        {RULE, "", "", EXT_ON(4, SPHERE("0,0,0", 1), INSIDE("0,0,0", 1)), NULL, ""},
        {RULE, "", "", ON(4, SPHERE("0,0,0", 1)), NULL, ""},
    };
#undef RULE
    RUN(cases);
}

/* Thousands of joints inside thousands of colliders: one finding for each joint, however many colliders it touches. */
static void many_pairs(void **state)
{
    (void)state;
    enum { SPRINGS = 2000, COLLIDERS = 2000 };
    char *members = NULL;
    char *springs = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&members, &size);
    assert_non_null(out);
    fprintf(out, "'colliders':[");
    for (int i = 0; i < COLLIDERS; i++) {
        fprintf(out, "%s{'node':0,'shape':{'sphere':{'radius':%d}}}", i == 0 ? "" : ",", i == 700 ? 2 : 1);
    }
    fprintf(out, "],'colliderGroups':[{'colliders':[");
    for (int i = 0; i < COLLIDERS; i++) {
        fprintf(out, "%s%d", i == 0 ? "" : ",", i);
    }
    fprintf(out, "]}],");
    fclose(out);
    out = open_memstream(&springs, &size);
    assert_non_null(out);
    for (int i = 0; i < SPRINGS; i++) {
        fprintf(out, "%s{'joints':[{'node':1},{'node':2}],'colliderGroups':[0]}", i == 0 ? "[" : ",");
    }
    fprintf(out, "]");
    fclose(out);
    char *nodes = nodes_with("", "");
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text("collider/inescapable", text);
    assert_int_equal(report->finding_count, SPRINGS);
    assert_int_equal(skipped_of_file(report), 0);
    for (size_t i = 0; i < SPRINGS; i++) {
        assert_true(measured(&report->findings[i], "colliders") == COLLIDERS);
        assert_int_equal(report->findings[i].related_count, 5);
        assert_non_null(
            strstr(ENGLISH(report->findings[i].message), "collider 700 on 'Hips' (the worst of 2000 colliders)"));
    }
    vrmlint_report_free(report);
    free(nodes);
    free(members);
    free(springs);
    free(text);
}

TEST_PROGRAM(collider_geometry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaled_nodes),
        cmocka_unit_test(rest_pose),
        cmocka_unit_test(ways_out),
        cmocka_unit_test(ways_in),
        cmocka_unit_test(fallbacks_with_spheres),
        cmocka_unit_test(fallbacks_of_capsules),
        cmocka_unit_test(fallbacks_in_the_scene),
        cmocka_unit_test(fallbacks_of_planes),
        cmocka_unit_test(many_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
