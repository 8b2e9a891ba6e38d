/* Single colliders and groups, on both sides of every threshold of the rules. */
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define SPHERE(node, body) "{'node':" #node ",'shape':{'sphere':{" body "}}}"
#define CAPSULE(node, body) "{'node':" #node ",'shape':{'capsule':{" body "}}}"
#define EXTENDED(version, base, shape)                                                                                 \
    "{'node':0,'shape':{" base "},'extensions':{'VRMC_springBone_extended_collider':{" version "'shape':{" shape "}}}" \
    "}"
#define V1 "'specVersion':'1.0',"
#define FAR "'sphere':{'offset':[0,-10000,0],'radius':0}"
#define BALL "'sphere':{'offset':[0,0,0],'radius':0.1}"
#define SOUND SPHERE(0, "'offset':[0,0,0],'radius':0.1")

/* Two heads with a hitRadius of 0.02 and one without. */
#define HAIR "[{'name':'Hair','colliderGroups':[0],'joints':[{'node':1},{'node':2,'hitRadius':0.02},{'node':3}]}]"

struct collider_case {
    const char *rule;
    const char *colliders; /* elements of the list */
    const char *groups;    /* the list; NULL: one group with collider 0 */
    const char *springs;   /* the list; NULL: HAIR */
    const char *expected;  /* pointers relative to the extension, each followed by a space */
};

/* Runs a table of cases. */
static void run(const struct collider_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char rule[80];
        char *members = NULL;
        snprintf(rule, sizeof rule, "collider/%s", cases[i].rule);
        print_message("%s: %s\n", rule, cases[i].colliders);
        text_add(&members, "'colliders':[%s],'colliderGroups':%s,", cases[i].colliders,
                 cases[i].groups == NULL ? "[{'colliders':[0]}]" : cases[i].groups);
        expect_file(rule, spring_skeleton, "", members, cases[i].springs == NULL ? HAIR : cases[i].springs,
                    cases[i].expected);
        free(members);
    }
}
#define RUN(cases) run(cases, sizeof(cases) / sizeof *(cases))

#define EXT "colliders/0/extensions/VRMC_springBone_extended_collider"

static void left_out(void **state)
{
    (void)state;
    static const struct collider_case cases[] = {
        {"radius-omitted", SPHERE(0, "'offset':[0,0,0]"), NULL, NULL, "colliders/0/shape/sphere "},
        {"radius-omitted", SPHERE(0, ""), NULL, NULL, "colliders/0/shape/sphere "},
        {"radius-omitted", CAPSULE(0, "'tail':[0,1,0]"), NULL, NULL, "colliders/0/shape/capsule "},
        {"radius-omitted", SPHERE(0, "'radius':0"), NULL, NULL, ""},
        {"radius-omitted", CAPSULE(0, "'radius':0.0"), NULL, NULL, ""},
        /* the offset has an error of its own, which remains after this fix */
        {"radius-omitted", SPHERE(0, "'offset':[0,0]"), NULL, NULL, "colliders/0/shape/sphere "},
        /* a radius of the wrong type isn't omitted */
        {"radius-omitted", SPHERE(0, "'radius':null"), NULL, NULL, ""},
        {"radius-omitted", "{'node':0,'shape':{'sphere':[]}}", NULL, NULL, ""},
        {"radius-omitted", "{'node':0,'shape':{'sphere':{},'capsule':{}}}", NULL, NULL, ""},
        {"radius-omitted", "{'node':0,'shape':{}}", NULL, NULL, ""},
        {"radius-omitted", "{'node':99,'shape':{'sphere':{}}}", NULL, NULL, "colliders/0/shape/sphere "},
        {"radius-omitted", EXTENDED(V1, FAR, "'sphere':{}"), NULL, NULL, EXT "/shape/sphere "},
        {"radius-omitted", EXTENDED("", FAR, "'capsule':{}"), NULL, NULL, EXT "/shape/capsule "},
        {"radius-omitted", EXTENDED(V1, "'sphere':{}", "'sphere':{}"), NULL, NULL,
         "colliders/0/shape/sphere " EXT "/shape/sphere "},
        {"radius-omitted", EXTENDED(V1, FAR, "'plane':{}"), NULL, NULL, ""},

        {"offset-omitted", SPHERE(0, "'radius':0.1"), NULL, NULL, "colliders/0/shape/sphere "},
        {"offset-omitted", SPHERE(0, "'offset':[0,0,0]"), NULL, NULL, ""},
        {"offset-omitted", CAPSULE(0, "'offset':[0,0,0]"), NULL, NULL, "colliders/0/shape/capsule "},
        {"offset-omitted", CAPSULE(0, "'tail':[0,0,0]"), NULL, NULL, "colliders/0/shape/capsule "},
        {"offset-omitted", CAPSULE(0, "'radius':1"), NULL, NULL, "colliders/0/shape/capsule "},
        {"offset-omitted", CAPSULE(0, "'tail':[0,1,0],'offset':[0,0,0]"), NULL, NULL, ""},
        {"offset-omitted", SPHERE(0, "'offset':7"), NULL, NULL, ""},
        {"offset-omitted", EXTENDED(V1, FAR, "'sphere':{}"), NULL, NULL, ""},
        {"offset-omitted", EXTENDED(V1, FAR, "'plane':{}"), NULL, NULL, ""},
    };
    RUN(cases);
}

static void sizes(void **state)
{
    (void)state;
    static const struct collider_case cases[] = {
        {"zero-radius", SPHERE(0, "'radius':0"), NULL, NULL, "colliders/0/shape/sphere/radius "},
        {"zero-radius", SPHERE(0, "'radius':1e-7"), NULL, NULL, "colliders/0/shape/sphere/radius "},
        {"zero-radius", CAPSULE(0, "'radius':0,'tail':[0,1,0]"), NULL, NULL, "colliders/0/shape/capsule/radius "},
        /* Blender's exporter writes this for 0 */
        {"zero-radius", SPHERE(0, "'radius':9.999999747378752e-05"), NULL, NULL, "colliders/0/shape/sphere/radius "},
        {"zero-radius", SPHERE(0, "'radius':0.00011"), NULL, NULL, ""},
        {"zero-radius", SPHERE(0, "'radius':0.1"), NULL, NULL, ""},
        /* reported by radius-omitted, wrong-type and value-out-of-range */
        {"zero-radius", SPHERE(0, ""), NULL, NULL, ""},
        {"zero-radius", SPHERE(0, "'radius':'0'"), NULL, NULL, ""},
        {"zero-radius", SPHERE(0, "'radius':-1"), NULL, NULL, ""},
        /* fallbacks, even if the extended shape is unusable */
        {"zero-radius", EXTENDED(V1, FAR, "'plane':{}"), NULL, NULL, ""},
        {"zero-radius", EXTENDED(V1, FAR, BALL), NULL, NULL, ""},
        {"zero-radius", EXTENDED("", FAR, BALL), NULL, NULL, ""},
        {"zero-radius", EXTENDED(V1, FAR, ""), NULL, NULL, ""},
        {"zero-radius", EXTENDED(V1, BALL, "'sphere':{'radius':0}"), NULL, NULL, EXT "/shape/sphere/radius "},
        {"zero-radius", EXTENDED(V1, BALL, "'sphere':{'radius':0,'inside':true}"), NULL, NULL, ""},

        /* any number that single precision can hold is a radius */
        {"huge-radius", SPHERE(0, "'radius':1e20"), NULL, NULL, "colliders/0/shape/sphere/radius "},
        {"huge-radius", SPHERE(0, "'radius':1e39"), NULL, NULL, ""},
        {"huge-radius", SPHERE(0, "'radius':1.01"), NULL, NULL, "colliders/0/shape/sphere/radius "},
        {"huge-radius", SPHERE(0, "'radius':1"), NULL, NULL, ""},
        {"huge-radius", CAPSULE(0, "'radius':8"), NULL, NULL, "colliders/0/shape/capsule/radius "},
        {"huge-radius", EXTENDED(V1, "'sphere':{'radius':1000}", "'plane':{}"), NULL, NULL, ""},
        {"huge-radius", EXTENDED("", "'sphere':{'radius':1000}", "'plane':{'normal':7}"), NULL, NULL, ""},
        {"huge-radius", EXTENDED(V1, FAR, "'sphere':{'radius':2}"), NULL, NULL, EXT "/shape/sphere/radius "},
        {"huge-radius", EXTENDED(V1, FAR, "'sphere':{'radius':2,'inside':true}"), NULL, NULL, ""},
        {"huge-radius", EXTENDED(V1, "'sphere':{'radius':3}", "'sphere':{'radius':2}"), NULL, NULL,
         EXT "/shape/sphere/radius "},
        {"huge-radius", EXTENDED(V1, "'sphere':{'radius':3}", BALL), NULL, NULL, "colliders/0/shape/sphere/radius "},
        {"huge-radius", EXTENDED("", FAR, "'sphere':{'radius':2}"), NULL, NULL, ""},
        {"huge-radius", EXTENDED(V1, "'sphere':{'radius':3}", "'sphere':{'radius':2,'inside':true}"), NULL, NULL, ""},
        {"huge-radius", EXTENDED("", "'sphere':{'radius':3}", "'sphere':{'radius':2,'inside':true}"), NULL, NULL,
         "colliders/0/shape/sphere/radius "},

        {"capsule-degenerate", CAPSULE(0, "'offset':[0,1,0],'tail':[0,1,0]"), NULL, NULL, "colliders/0/shape/capsule "},
        {"capsule-degenerate", CAPSULE(0, "'offset':[0,0,0],'tail':[0,9e-7,0]"), NULL, NULL,
         "colliders/0/shape/capsule "},
        {"capsule-degenerate", CAPSULE(0, "'offset':[0,0,0],'tail':[0,1.1e-6,0]"), NULL, NULL, ""},
        {"capsule-degenerate", CAPSULE(0, ""), NULL, NULL, "colliders/0/shape/capsule "},
        {"capsule-degenerate", CAPSULE(0, "'offset':[0,0.1,0]"), NULL, NULL, ""},
        {"capsule-degenerate", CAPSULE(0, "'tail':[0,0,0]"), NULL, NULL, "colliders/0/shape/capsule "},
        {"capsule-degenerate", CAPSULE(0, "'tail':[0,0]"), NULL, NULL, ""},
        {"capsule-degenerate", SPHERE(0, ""), NULL, NULL, ""},
        {"capsule-degenerate", EXTENDED(V1, FAR, "'capsule':{'inside':true}"), NULL, NULL, EXT "/shape/capsule "},
        {"capsule-degenerate", EXTENDED("", FAR, "'capsule':{}"), NULL, NULL, EXT "/shape/capsule "},
    };
    RUN(cases);
}

static void lists(void **state)
{
    (void)state;
#define TWO SOUND "," SPHERE(8, "'radius':0.1")
#define GROUPS(list) "[{'colliderGroups':" list ",'joints':[{'node':1},{'node':2}]}]"
    static const struct collider_case cases[] = {
        {"unused", SOUND, "[{'colliders':[0]}]", NULL, ""},
        {"unused", TWO, "[{'colliders':[0]}]", NULL, "colliders/1 "},
        {"unused", TWO, "[]", NULL, "colliders/0 colliders/1 "},
        {"unused", TWO, "[{'colliders':[0]},{'colliders':[1.0]}]", NULL, ""},
        {"unused", TWO, "[{'colliders':[]}]", NULL, "colliders/0 colliders/1 "},
        {"unused", TWO, "[{'colliders':[0,7,-1,'1']}]", NULL, "colliders/1 "},
        {"unused", SOUND ",7", "[{'colliders':[0]}]", NULL, "colliders/1 "},
        /* an unreadable list may have used it */
        {"unused", TWO, "[{'colliders':[0]},{}]", NULL, ""},
        {"unused", TWO, "[{'colliders':[0]},{'colliders':1}]", NULL, ""},
        {"unused", TWO, "[{'colliders':[0]},3]", NULL, ""},
        {"unused", TWO, "7", NULL, ""},

        {"group-unused", SOUND, "[{'colliders':[0]}]", GROUPS("[0]"), ""},
        {"group-unused", SOUND, "[{'colliders':[0]},{'colliders':[0]}]", GROUPS("[0]"), "colliderGroups/1 "},
        {"group-unused", SOUND, "[{'colliders':[0]}]", GROUPS("[]"), "colliderGroups/0 "},
        {"group-unused", SOUND, "[{'colliders':[0]}]", "[]", ""},
        {"group-unused", SOUND, "[{'colliders':[0]}]", "[{'joints':[]}]", "colliderGroups/0 "},
        {"group-unused", SOUND, "[{'colliders':[0]}]", "[{'joints':[],'colliderGroups':[0]}]", ""},
        {"group-unused", SOUND, "[{'colliders':[0]}]", GROUPS("0"), ""},
        {"group-unused", SOUND, "[{'colliders':[0]}]", "7", ""},
        {"group-unused", SOUND, "[{'colliders':[0]}]", "[7]", ""},

        {"duplicate-in-group", TWO, "[{'colliders':[0,1]}]", NULL, ""},
        {"duplicate-in-group", TWO, "[{'colliders':[0,1,0]}]", NULL, "colliderGroups/0/colliders/2 "},
        {"duplicate-in-group", TWO, "[{'colliders':[1,1.0,1]}]", NULL,
         "colliderGroups/0/colliders/1 colliderGroups/0/colliders/2 "},
        {"duplicate-in-group", TWO, "[{'colliders':[0]},{'colliders':[0]}]", NULL, ""},
        {"duplicate-in-group", TWO, "[{'colliders':[7,7,-1,-1,'0','0',0]}]", NULL, ""},
        {"duplicate-in-group", TWO, "[{'colliders':[0,9,0]}]", NULL, "colliderGroups/0/colliders/2 "},

        {"reached-twice", TWO, "[{'colliders':[0]},{'colliders':[1]}]", GROUPS("[0,1]"), ""},
        {"reached-twice", TWO, "[{'colliders':[0]},{'colliders':[1,0]}]", GROUPS("[0,1]"),
         "springs/0/colliderGroups/1 "},
        {"reached-twice", TWO, "[{'colliders':[0]},{'colliders':[1,0]}]", GROUPS("[9,1,1,0]"),
         "springs/0/colliderGroups/3 "},
        {"reached-twice", TWO, "[{'colliders':[0,0]}]", GROUPS("[0,0]"), ""},
        {"reached-twice", TWO, "[{'colliders':[0]},{'colliders':[0]}]", GROUPS("[0,1,1]"),
         "springs/0/colliderGroups/1 "},
        {"reached-twice", TWO, "[{'colliders':[0]},{'colliders':[0]}]",
         "[{'joints':[],'colliderGroups':[0]},{'joints':[],'colliderGroups':[1]}]", ""},
        {"reached-twice", TWO, "[{'colliders':[0,1]},{'colliders':[1,0]},{'colliders':[0]}]", GROUPS("[0,1,2]"),
         "springs/0/colliderGroups/1 springs/0/colliderGroups/2 "},
        {"reached-twice", TWO, "[{'colliders':[0]},{'colliders':[0]}]",
         "[{'joints':[],'colliderGroups':[0,1]},{'joints':[],'colliderGroups':[0]},{'joints':[],'colliderGroups':"
         "[0,1]}]",
         "springs/0/colliderGroups/1 springs/2/colliderGroups/1 "},
    };
#undef GROUPS
#undef TWO
    RUN(cases);
}

static void twins(void **state)
{
    (void)state;
#define PLANE(base, normal) EXTENDED(V1, base, "'plane':{'offset':[0,1,0]" normal "}")
    static const struct collider_case cases[] = {
        {"identical", SOUND "," SOUND, NULL, NULL, "colliders/1 "},
        {"identical", SOUND "," SOUND "," SOUND, NULL, NULL, "colliders/1 colliders/2 "},
        {"identical", SOUND "," SPHERE(1, "'offset':[0,0,0],'radius':0.1"), NULL, NULL, ""},
        {"identical", SOUND "," SPHERE(0, "'offset':[0,0,0],'radius':0.11"), NULL, NULL, ""},
        {"identical", SOUND "," SPHERE(0, "'offset':[0,0,0.1],'radius':0.1"), NULL, NULL, ""},
        /* omitted values count as their defaults, numbers as rounded to single precision */
        {"identical", SOUND "," SPHERE(0, "'radius':0.1"), NULL, NULL, "colliders/1 "},
        {"identical", SOUND "," SPHERE(0, "'radius':0.10000000149011612"), NULL, NULL, "colliders/1 "},
        {"identical", SOUND "," CAPSULE(0, "'radius':0.1"), NULL, NULL, ""},
        {"identical", CAPSULE(0, "'radius':0.1,'tail':[0,1,0]") "," CAPSULE(0, "'radius':0.1,'tail':[0,2,0]"), NULL,
         NULL, ""},
        {"identical", CAPSULE(0, "'radius':0.1,'tail':[0,1,0]") "," CAPSULE(0, "'radius':0.1,'tail':[0,1,0]"), NULL,
         NULL, "colliders/1 "},
        /* the shape that is used */
        {"identical", PLANE(FAR, "") "," PLANE(BALL, ""), NULL, NULL, "colliders/1 "},
        {"identical", PLANE(FAR, "") "," PLANE(FAR, ",'normal':[0,1,0]"), NULL, NULL, ""},
        {"identical", SOUND "," EXTENDED(V1, FAR, BALL), NULL, NULL, "colliders/1 "},
        {"identical", SOUND "," EXTENDED("", FAR, BALL), NULL, NULL, ""},
        {"identical", SOUND "," EXTENDED(V1, FAR, "'sphere':{'offset':[0,0,0],'radius':0.1,'inside':true}"), NULL, NULL,
         ""},
        {"identical", "{'node':0,'shape':{}},{'node':0,'shape':{}}", NULL, NULL, ""},
        {"identical", SPHERE(99, "") "," SPHERE(99, ""), NULL, NULL, ""},
    };
#undef PLANE
    RUN(cases);
}

static void extended_shapes(void **state)
{
    (void)state;
#define BARE(extension) "{'node':0,'shape':{" BALL "},'extensions':{'VRMC_springBone_extended_collider':" extension "}}"
#define PLANE(body) EXTENDED(V1, FAR, "'plane':{" body "}")
    static const struct collider_case cases[] = {
        {"extended-shape-missing", BARE("{'specVersion':'1.0'}"), NULL, NULL, EXT " "},
        {"extended-shape-missing", BARE("{}"), NULL, NULL, EXT " "},
        {"extended-shape-missing", BARE("{'specVersion':'1.0','palne':{}}"), NULL, NULL, EXT " "},
        {"extended-shape-missing", BARE("{'shape':null}"), NULL, NULL, ""},
        {"extended-shape-missing", BARE("{'shape':{}}"), NULL, NULL, ""},
        {"extended-shape-missing", BARE("7"), NULL, NULL, ""},
        {"extended-shape-missing", SOUND, NULL, NULL, ""},

        {"plane-normal-not-unit", PLANE("'normal':[0,2,0]"), NULL, NULL, EXT "/shape/plane/normal "},
        {"plane-normal-not-unit", PLANE("'normal':[0,1.007,0]"), NULL, NULL, EXT "/shape/plane/normal "},
        {"plane-normal-not-unit", PLANE("'normal':[0,1.0065,0]"), NULL, NULL, ""},
        {"plane-normal-not-unit", PLANE("'normal':[0,0.993,0]"), NULL, NULL, EXT "/shape/plane/normal "},
        {"plane-normal-not-unit", PLANE("'normal':[0,0.9935,0]"), NULL, NULL, ""},
        {"plane-normal-not-unit", PLANE("'normal':[0,1.1e-6,0]"), NULL, NULL, EXT "/shape/plane/normal "},
        {"plane-normal-not-unit", PLANE("'normal':[0,0,0]"), NULL, NULL, ""},
        {"plane-normal-not-unit", PLANE(""), NULL, NULL, ""},
        {"plane-normal-not-unit", PLANE("'normal':[0,2]"), NULL, NULL, ""},
        {"plane-normal-not-unit", PLANE("'normal':[0.6,0,-0.8]"), NULL, NULL, ""},
        {"plane-normal-not-unit", EXTENDED("", FAR, "'plane':{'normal':[0,2,0]}"), NULL, NULL,
         EXT "/shape/plane/normal "},
        {"plane-normal-zero", PLANE("'normal':[0,0,0]"), NULL, NULL, EXT "/shape/plane/normal "},
        {"plane-normal-zero", PLANE("'normal':[0,9e-7,0]"), NULL, NULL, EXT "/shape/plane/normal "},
        {"plane-normal-zero", PLANE("'normal':[0,1.1e-6,0]"), NULL, NULL, ""},
        {"plane-normal-zero", PLANE(""), NULL, NULL, ""},
        {"plane-normal-omitted", PLANE(""), NULL, NULL, EXT "/shape/plane "},
        {"plane-normal-omitted", PLANE("'offset':[0]"), NULL, NULL, EXT "/shape/plane "},
        {"plane-normal-omitted", PLANE("'normal':[0,0,1]"), NULL, NULL, ""},
        {"plane-normal-omitted", PLANE("'normal':null"), NULL, NULL, ""},
        {"plane-normal-omitted", EXTENDED(V1, FAR, "'plane':{},'sphere':{}"), NULL, NULL, ""},
        {"plane-normal-omitted", EXTENDED(V1, "'plane':{}", BALL), NULL, NULL, ""},
    };
#undef PLANE
#undef BARE
    RUN(cases);
}

static void inside_shapes(void **state)
{
    (void)state;
#define INSIDE(radius) EXTENDED(V1, FAR, "'sphere':{" radius "'inside':true}")
    static const struct collider_case cases[] = {
        {"inside-too-small", INSIDE("'radius':0.019,"), NULL, NULL, EXT "/shape/sphere/radius "},
        {"inside-too-small", INSIDE("'radius':0.02,"), NULL, NULL, EXT "/shape/sphere/radius "},
        {"inside-too-small", INSIDE("'radius':0.021,"), NULL, NULL, ""},
        {"inside-too-small", EXTENDED(V1, FAR, "'capsule':{'radius':0.01,'tail':[0,1,0],'inside':true}"), NULL, NULL,
         EXT "/shape/capsule/radius "},
        {"inside-too-small", EXTENDED(V1, FAR, "'sphere':{'radius':0.01}"), NULL, NULL, ""},
        {"inside-too-small", EXTENDED("", FAR, "'sphere':{'radius':0.01,'inside':true}"), NULL, NULL, ""},
        /* no spring uses it */
        {"inside-too-small", INSIDE("'radius':0.019,"), "[{'colliders':[]}]", NULL, ""},
        {"inside-too-small", INSIDE("'radius':0.019,"), NULL,
         "[{'joints':[{'node':2,'hitRadius':9}],'colliderGroups':[0]}]", ""},
        {"inside-too-small", INSIDE("'radius':0,"), "[{'colliders':[]}]", NULL, EXT "/shape/sphere/radius "},
        {"inside-too-small", INSIDE("'radius':0.00011,"), "[{'colliders':[]}]", NULL, ""},
        /* the last joint's hitRadius isn't used, one of the wrong type is unknown */
        {"inside-too-small", INSIDE("'radius':0.019,"), NULL,
         "[{'colliderGroups':[0],'joints':[{'node':1},{'node':2,'hitRadius':'9'},{'node':3,'hitRadius':9}]}]", ""},
        {"inside-too-small", INSIDE(""), NULL, NULL, ""},
        {"inside-too-small", INSIDE("'radius':-1,"), NULL, NULL, ""},
        {"inside-too-small", "{'node':0,'shape':{'sphere':{'radius':0.01,'inside':true}}}", NULL, NULL, ""},
    };
#undef INSIDE
    RUN(cases);
}

static void redundant(void **state)
{
    (void)state;
#define TUBE(more) "'capsule':{'offset':[0,0,0],'tail':[0,1,0],'radius':0.1" more "}"
    static const struct collider_case cases[] = {
        {"extended-redundant", EXTENDED(V1, BALL, BALL), NULL, NULL, EXT " "},
        {"extended-redundant", EXTENDED(V1, BALL, "'sphere':{'radius':0.1,'inside':false}"), NULL, NULL, EXT " "},
        {"extended-redundant", EXTENDED(V1, BALL, "'sphere':{'radius':0.1,'inside':true}"), NULL, NULL, ""},
        {"extended-redundant", EXTENDED(V1, BALL, "'sphere':{'radius':0.2}"), NULL, NULL, ""},
        {"extended-redundant", EXTENDED(V1, TUBE(""), TUBE("")), NULL, NULL, EXT " "},
        {"extended-redundant", EXTENDED(V1, TUBE(""), TUBE(",'inside':true")), NULL, NULL, ""},
        {"extended-redundant", EXTENDED(V1, TUBE(""), BALL), NULL, NULL, ""},
        {"extended-redundant", EXTENDED("", BALL, BALL), NULL, NULL, ""},
        {"extended-redundant", EXTENDED(V1, "'sphere':{'radius':'0'}", BALL), NULL, NULL, ""},
        {"extended-redundant", EXTENDED(V1, "'sphere':{'radius':0}", "'plane':{}"), NULL, NULL, ""},
    };
#undef TUBE
    RUN(cases);
}

/* ---- messages ---- */

static struct vrmlint_report *lint_colliders(const char *rule, const char *colliders, const char *groups,
                                             const char *springs)
{
    char *members = NULL;
    text_add(&members, "'colliders':[%s],'colliderGroups':%s,", colliders, groups);
    char *text = file_of(spring_skeleton, "", members, springs);
    struct vrmlint_report *report = lint_text(rule, text);
    free(members);
    free(text);
    return report;
}

struct said {
    const char *rule;
    const char *colliders;
    const char *springs;
    enum vrmlint_severity severity;
    enum vrmlint_fix fix;
    const char *words; /* words in the message */
    size_t related;
};

static void messages(void **state)
{
    (void)state;
#define WITH(radius) "[{'colliderGroups':[0],'joints':[{'node':1,'hitRadius':" radius "},{'node':2}]}]"
    static const struct said cases[] = {
        {"radius-omitted", SPHERE(0, ""), HAIR, VRMLINT_ERROR, VRMLINT_FIX_NONE, "Collider 0 on 'r': its sphere", 0},
        {"offset-omitted", CAPSULE(0, ""), HAIR, VRMLINT_INFO, VRMLINT_FIX_SAFE,
         "no offset and no tail. The default of both is 0, 0, 0", 0},
        {"offset-omitted", CAPSULE(0, "'offset':[0,0,0]"), HAIR, VRMLINT_INFO, VRMLINT_FIX_SAFE, "has no tail.", 0},
        {"zero-radius", SPHERE(0, "'radius':0"), WITH("0"), VRMLINT_WARNING, VRMLINT_FIX_NONE,
         "no effect, because no joint that meets it has a hit radius", 0},
        {"zero-radius", SPHERE(0, "'radius':0"), "[]", VRMLINT_WARNING, VRMLINT_FIX_NONE,
         "no effect, and no spring meets it", 0},
        {"zero-radius", SPHERE(0, "'radius':0"), WITH("0.05"), VRMLINT_WARNING, VRMLINT_FIX_NONE, "at most 0.05 m", 1},
        {"huge-radius", SPHERE(0, "'radius':9"), HAIR, VRMLINT_INFO, VRMLINT_FIX_NONE,
         "9 m, but editors offer at most 1 m", 0},
        {"capsule-degenerate", CAPSULE(0, ""), HAIR, VRMLINT_WARNING, VRMLINT_FIX_SAFE, "make it a sphere", 0},
        {"capsule-degenerate", CAPSULE(0, "'tail':[0,0,5e-7]"), HAIR, VRMLINT_WARNING, VRMLINT_FIX_UNSAFE,
         "make it a sphere", 0},
        {"unused", SOUND "," SOUND, HAIR, VRMLINT_INFO, VRMLINT_FIX_UNSAFE, "Collider 1 on 'r' is in no", 0},
        {"group-unused", SOUND, "[{'joints':[]}]", VRMLINT_INFO, VRMLINT_FIX_UNSAFE, "Collider group 0 (unnamed)", 0},
        {"identical", SOUND "," SOUND, HAIR, VRMLINT_INFO, VRMLINT_FIX_NONE, "as collider 0 on 'r'", 1},
        {"extended-shape-missing",
         "{'node':0,'shape':{" BALL "},'extensions':{'VRMC_springBone_extended_collider':{}}}", HAIR, VRMLINT_ERROR,
         VRMLINT_FIX_REPAIR, "has no shape", 0},
        {"plane-normal-not-unit", EXTENDED(V1, FAR, "'plane':{'normal':[3,0,4]}"), HAIR, VRMLINT_ERROR,
         VRMLINT_FIX_REPAIR, "length 5 instead of 1", 0},
        {"plane-normal-zero", EXTENDED(V1, FAR, "'plane':{'normal':[0,0,0]}"), HAIR, VRMLINT_ERROR, VRMLINT_FIX_NONE,
         "no direction", 0},
        {"plane-normal-omitted", EXTENDED(V1, FAR, "'plane':{}"), HAIR, VRMLINT_INFO, VRMLINT_FIX_REPAIR, "0, 0, 1", 0},
        {"inside-too-small", EXTENDED(V1, FAR, "'sphere':{'radius':0.01,'inside':true}"), WITH("0.05"), VRMLINT_WARNING,
         VRMLINT_FIX_NONE, "0.01 m is not larger than the hit radius of 0.05 m of spring 0 (unnamed), joint 0 'a'", 1},
        {"extended-redundant", EXTENDED(V1, BALL, BALL), HAIR, VRMLINT_INFO, VRMLINT_FIX_NONE, "the same sphere", 1},
    };
#undef WITH
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[80];
        snprintf(rule, sizeof rule, "collider/%s", cases[i].rule);
        print_message("%s: %s\n", rule, cases[i].words);
        struct vrmlint_report *report =
            lint_colliders(rule, cases[i].colliders, "[{'colliders':[0]}]", cases[i].springs);
        assert_int_equal(report->finding_count, 1);
        const struct vrmlint_finding *finding = &report->findings[0];
        assert_int_equal(finding->severity, cases[i].severity);
        assert_int_equal(finding->fix, cases[i].fix);
        assert_non_null(strstr(ENGLISH(finding->message), cases[i].words));
        assert_int_equal(finding->related_count, cases[i].related);
        vrmlint_report_free(report);
    }
}

/* The message names the groups through which a spring uses a collider again. */
static void reached_twice_says(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"[{'colliders':[0]},{'colliders':[0]}]", "[{'joints':[],'colliderGroups':[1,0,0,1]}]",
         "Spring 0 (unnamed) uses collider 0 on 'r' twice, through collider group 1 (unnamed) and through collider "
         "group 0"},
        {"[{'colliders':[0,1]},{'colliders':[1,0]}]", "[{'joints':[],'colliderGroups':[1,0,0,1]}]",
         "uses collider 0 on 'r' and collider 1 on 'r' twice, through collider group 1 (unnamed) and through collider "
         "group 0 "
         "(unnamed), and tests them"},
        {"[{'colliders':[0,1]},{'colliders':[1]},{'colliders':[0]}]", "[{'joints':[],'colliderGroups':[1,9,2,0]}]",
         "through collider group 2 (unnamed) or other groups and through collider group 0"},
    };
    static const size_t entries[][2] = {{1, 0}, {1, 0}, {3, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_report *report =
            lint_colliders("collider/reached-twice", SOUND "," SOUND, cases[i][0], cases[i][1]);
        char pointer[2][80];
        for (size_t k = 0; k < 2; k++) {
            snprintf(pointer[k], sizeof pointer[k], "/extensions/VRMC_springBone/springs/0/colliderGroups/%zu",
                     entries[i][k]);
        }
        assert_int_equal(report->finding_count, 1);
        print_message("%s\n", ENGLISH(report->findings[0].message));
        assert_non_null(strstr(ENGLISH(report->findings[0].message), cases[i][2]));
        assert_string_equal(report->findings[0].pointer, pointer[0]);
        assert_int_equal(report->findings[0].related_count, 1);
        assert_string_equal(report->findings[0].related[0].pointer, pointer[1]);
        vrmlint_report_free(report);
    }
}

/* Opt-in rules are off by default. Selecting their family turns them on. */
static void opt_in(void **state)
{
    (void)state;
    const char *groups = "[{'colliders':[0]},{'colliders':[0,1]}]";
    const char *springs = "[{'colliderGroups':[0,1],'joints':[{'node':1},{'node':2}]}]";
    struct vrmlint_report *report = lint_colliders("default", SOUND "," SOUND, groups, springs);
    for (size_t i = 0; i < report->finding_count; i++) {
        assert_string_not_equal(report->findings[i].rule->id, "collider/identical");
        assert_string_not_equal(report->findings[i].rule->id, "collider/reached-twice");
    }
    vrmlint_report_free(report);
    report = lint_colliders("collider", SOUND "," SOUND, groups, springs);
    assert_int_equal(report->finding_count, 2);
    assert_string_equal(report->findings[0].rule->id, "collider/identical");
    assert_string_equal(report->findings[1].rule->id, "collider/reached-twice");
    vrmlint_report_free(report);
}

/* In a long list each of the first repetitions is reported, and the others together. */
static void long_lists(void **state)
{
    (void)state;
    enum { COUNT = 20000, EACH = 16 };
    char *groups = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&groups, &size);
    assert_non_null(out);
    fprintf(out, "[{'colliders':[0");
    for (int i = 1; i < COUNT; i++) {
        fprintf(out, ",0");
    }
    fprintf(out, "]}]");
    fclose(out);
    struct vrmlint_report *report = lint_colliders("collider/duplicate-in-group", SOUND, groups, HAIR);
    assert_int_equal(report->finding_count, EACH + 1);
    assert_non_null(strstr(ENGLISH(report->findings[EACH - 1].message), "as entries 0 and 16"));
    assert_non_null(strstr(ENGLISH(report->findings[EACH].message), "19983 more entries"));
    vrmlint_report_free(report);
    free(groups);
}

TEST_PROGRAM(colliders)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(left_out),  cmocka_unit_test(sizes),           cmocka_unit_test(lists),
        cmocka_unit_test(twins),     cmocka_unit_test(extended_shapes), cmocka_unit_test(inside_shapes),
        cmocka_unit_test(redundant), cmocka_unit_test(messages),        cmocka_unit_test(reached_twice_says),
        cmocka_unit_test(opt_in),    cmocka_unit_test(long_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
