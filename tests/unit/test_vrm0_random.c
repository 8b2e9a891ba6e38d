/* Random sane avatars of VRM 0.x, with every optional member present or absent: the only findings
 * are about missing members. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spring_files.h"

enum { SIDES = 2 };

struct making {
    FILE *out;
    uint32_t state;
    size_t nodes;
    size_t bones;
    bool eyes;
    bool by_expressions;
};

static uint32_t next(struct making *making)
{
    making->state ^= making->state << 13;
    making->state ^= making->state >> 17;
    making->state ^= making->state << 5;
    return making->state;
}

static bool maybe(struct making *making)
{
    return (next(making) >> 7 & 1) != 0;
}

/* Returns a random number from least to most. */
static double number(struct making *making, double least, double most)
{
    return least + (most - least) * (next(making) % 1000) / 999;
}

static const char *one_of(struct making *making, const char *const *words, size_t count)
{
    return words[next(making) % count];
}

/* ---- nodes ---- */

/* Adds a node and, unless name is NULL, its bone. children: indices in the file, or "". Returns the node's index. */
static size_t add(struct making *making, char **bones, const char *name, double x, double y, double z,
                  const char *children)
{
    fprintf(making->out, "%s{'name':'N%zu','translation':[%.4f,%.4f,%.4f]", making->nodes == 0 ? "" : ",",
            making->nodes, x, y, z);
    if (*children != '\0') {
        fprintf(making->out, ",'children':[%s]", children);
    }
    fputc('}', making->out);
    if (name != NULL) {
        text_add(bones, "%s{'bone':'%s','node':%zu%s}", making->bones++ == 0 ? "" : ",", name, making->nodes,
                 maybe(making) ? ",'useDefaultValues':true" : "");
    }
    return making->nodes++;
}

static void limb(struct making *making, char **bones, const char *side, const char *const *parts, const double *step,
                 double out, char *root)
{
    char children[40] = "";
    size_t at = 0;
    for (int i = 2; i >= 0; i--) {
        char name[40];
        snprintf(name, sizeof name, "%s%s", side, parts[i]);
        at = add(making, bones, name, out * step[2 * i], step[2 * i + 1], 0, children);
        snprintf(children, sizeof children, "%zu", at);
    }
    snprintf(root, 40, "%zu", at);
}

/* Adds a body in a T-pose that faces -Z. Returns its topmost node. */
static size_t body(struct making *making, char **bones)
{
    static const char *const arm[] = {"UpperArm", "LowerArm", "Hand"};
    static const char *const leg[] = {"UpperLeg", "LowerLeg", "Foot"};
    static const char *const sides[] = {"left", "right"};
    double size = number(making, 0.5, 2);
    double arm_step[] = {0.15 * size, 0.15 * size, 0.25 * size, 0, 0.25 * size, 0};
    double leg_step[] = {0.1 * size, -0.05 * size, 0, -0.4 * size, 0, -0.45 * size};
    char legs[SIDES][40];
    char arms[SIDES][40];
    char list[200] = "";
    for (int i = 0; i < SIDES; i++) {
        double out = i == 0 ? -1 : 1;
        limb(making, bones, sides[i], leg, leg_step, out, legs[i]);
        limb(making, bones, sides[i], arm, arm_step, out, arms[i]);
    }
    making->eyes = maybe(making);
    if (making->eyes) {
        size_t left = add(making, bones, "leftEye", -0.03 * size, 0.06 * size, -0.05 * size, "");
        size_t right = add(making, bones, "rightEye", 0.03 * size, 0.06 * size, -0.05 * size, "");
        snprintf(list, sizeof list, "%zu,%zu", left, right);
    }
    size_t at = add(making, bones, "head", 0, 0.1 * size, 0, list);
    snprintf(list, sizeof list, "%zu", at);
    at = add(making, bones, "neck", 0, 0.1 * size, 0, list);
    snprintf(list, sizeof list, "%zu,%s,%s", at, arms[0], arms[1]);
    at = add(making, bones, "chest", 0, 0.15 * size, 0, list);
    snprintf(list, sizeof list, "%zu", at);
    at = add(making, bones, "spine", 0, 0.1 * size, 0, list);
    snprintf(list, sizeof list, "%zu,%s,%s", at, legs[0], legs[1]);
    at = add(making, bones, "hips", 0, size, 0, list);
    if (maybe(making)) {
        snprintf(list, sizeof list, "%zu", at);
        at = add(making, bones, NULL, 0, 0, 0, list);
    }
    return at;
}

/* ---- VRM ---- */

static void print_meta(struct making *making)
{
    static const char *const users[] = {"OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"};
    static const char *const usages[] = {"Disallow", "Allow"};
    FILE *out = making->out;
    fputs("'meta':{'title':'A','author':'B'", out);
    if (maybe(making)) {
        fprintf(out, ",'version':'%d'", (int)(next(making) % 9));
    }
    if (maybe(making)) {
        fprintf(out, ",'texture':%s", maybe(making) ? "0" : "-1");
    }
    if (maybe(making)) {
        fprintf(out, ",'allowedUserName':'%s'", one_of(making, users, 3));
    }
    if (maybe(making)) {
        fprintf(out, ",'violentUssageName':'%s'", one_of(making, usages, 2));
    }
    if (maybe(making)) {
        fprintf(out, ",'commercialUssageName':'%s'", one_of(making, usages, 2));
    }
    if (maybe(making)) {
        fputs(maybe(making) ? ",'licenseName':'Other','otherLicenseUrl':'https://a.example'"
                            : ",'licenseName':'Redistribution_Prohibited','otherLicenseUrl':''",
              out);
    }
    if (maybe(making)) {
        fputs(",'contactInformation':'','reference':'','otherPermissionUrl':'http://a.example'", out);
    }
    fputc('}', out);
}

static void print_maps(struct making *making)
{
    static const char *const names[] = {"HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp"};
    for (size_t i = 0; i < 4; i++) {
        if (maybe(making)) {
            fprintf(making->out, ",'lookAt%s':{'xRange':%.3f,'yRange':%.3f%s}", names[i], number(making, 1, 180),
                    making->by_expressions ? number(making, 0.1, 1) : number(making, 1, 90),
                    maybe(making) ? ",'curve':[0,0,0,1,1,1,1,0]" : "");
        }
    }
}

static void print_first_person(struct making *making)
{
    static const char *const flags[] = {"Auto", "auto", "AUTO"};
    making->by_expressions = maybe(making);
    FILE *out = making->out;
    fputs(",'firstPerson':{'extras':{}", out);
    if (maybe(making)) {
        fputs(",'firstPersonBone':-1", out);
    }
    if (maybe(making)) {
        fprintf(out, ",'firstPersonBoneOffset':{'x':0,'y':%.3f,'z':0}", number(making, 0, 0.2));
    }
    if (maybe(making)) {
        fprintf(out, ",'meshAnnotations':[{'mesh':0,'firstPersonFlag':'%s'}]", one_of(making, flags, 3));
    }
    if (making->by_expressions || maybe(making)) {
        fprintf(out, ",'lookAtTypeName':'%s'", making->by_expressions ? "BlendShape" : "Bone");
    }
    print_maps(making);
    fputc('}', out);
}

static void print_expressions(struct making *making)
{
    static const char *const looks[] = {"lookup", "lookdown", "lookleft", "lookright"};
    static const char *const others[] = {"joy", "angry", "sorrow", "fun", "a", "i", "u", "e", "o", "blink", "neutral"};
    FILE *out = making->out;
    const char *comma = "";
    fputs(",'blendShapeMaster':{'blendShapeGroups':[", out);
    for (size_t i = 0; making->by_expressions && i < 4; i++, comma = ",") {
        fprintf(out, "%s{'name':'%s','presetName':'%s','binds':[{'mesh':0,'index':%d,'weight':100}]}", comma, looks[i],
                looks[i], (int)(next(making) % 3));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!maybe(making)) {
            continue;
        }
        fprintf(out, "%s{'name':'X%zu','presetName':'%s'%s%s", comma, i, others[i],
                maybe(making) ? ",'isBinary':false" : "", maybe(making) ? ",'materialValues':[]" : "");
        if (maybe(making)) {
            fprintf(out, ",'binds':[{'mesh':0,'index':0,'weight':%.2f},{'mesh':0,'index':2,'weight':%.2f}]",
                    number(making, 2, 100), number(making, 2, 100));
        }
        fputc('}', out);
        comma = ",";
    }
    if (maybe(making)) {
        fprintf(out,
                "%s{'name':'Own'%s,'materialValues':[{'materialName':'Skin','propertyName':'_Color','targetValue':"
                "[1,0,0,1]}]}",
                comma, maybe(making) ? ",'presetName':'Unknown'" : ",'presetName':'unknown'");
    }
    fputs("]}", out);
}

static char *make(uint32_t seed)
{
    char *text = NULL;
    size_t size = 0;
    char *bones = NULL;
    struct making making = {.out = open_memstream(&text, &size), .state = seed * 2654435761U + 1};
    assert_non_null(making.out);
    fputs("{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'nodes':[", making.out);
    size_t top = body(&making, &bones);
    fprintf(making.out, ",{'name':'Face','mesh':0}],'scene':0,'scenes':[{'nodes':[%zu,%zu]}],", top, making.nodes);
    fputs("'meshes':[{'primitives':[{'attributes':{'POSITION':0},'material':0,'targets':[{'POSITION':0},"
          "{'POSITION':0},{'POSITION':0}]}]}],'materials':[{'name':'Skin'}],'textures':[{'source':0}],"
          "'images':[{'uri':'data:image/png;base64,iVBORw0KGgo='}],'accessors':[{'componentType':5126,'count':3,"
          "'type':'VEC3','min':[0,0,0],'max':[0,0,0]}],'extensions':{'VRM':{",
          making.out);
    print_meta(&making);
    fprintf(making.out, ",'humanoid':{'humanBones':[%s]%s}", bones, maybe(&making) ? ",'armStretch':0.05" : "");
    if (maybe(&making)) {
        print_first_person(&making);
    }
    if (making.by_expressions || maybe(&making)) {
        print_expressions(&making);
    }
    fprintf(making.out, ",'materialProperties':[{'name':'Skin','shader':'%s'}]",
            maybe(&making) ? "VRM/MToon" : "VRM_USE_GLTFSHADER");
    if (maybe(&making)) {
        fputs(",'secondaryAnimation':{'boneGroups':[],'colliderGroups':[]}", making.out);
    }
    if (maybe(&making)) {
        fputs(",'specVersion':'0.0','exporterVersion':'UniVRM-0.99.1'", making.out);
    }
    fputs("}}}", making.out);
    assert_int_equal(fclose(making.out), 0);
    free(bones);
    text_use_double_quotes(text);
    return text;
}

static void sane_avatars(void **state)
{
    (void)state;
    size_t count = trials(5000);
    size_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        char *text = make((uint32_t)i);
        struct vrmlint_report *report = lint_text("vrm0", text);
        for (size_t k = 0; k < report->finding_count; k++) {
            const struct vrmlint_finding *finding = &report->findings[k];
            if (finding->severity > VRMLINT_INFO) {
                print_error("%zu: %s %s: %s\n%s\n", i, finding->rule->id, finding->pointer, ENGLISH(finding->message),
                            text);
                bad++;
            }
        }
        vrmlint_report_free(report);
        free(text);
    }
    assert_int_equal(bad, 0);
}

TEST_PROGRAM(vrm0_random)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sane_avatars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
