/* specVersion of every extension, and other versions that would be valid. */
#include "packaging_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_version(const char *family, const char *version, const char *expected)
{
    static const struct {
        const char *family;
        const char *format;
        const char *pointer;
    } files[] = {
        {"springbone", "{" ASSET "," USED(SPRINGS) ",'nodes':[{}],'extensions':{" SPRINGS ":{%s" ONE_SPRING "}}}", P},
        {"collider",
         "{" ASSET
         "," USED(SPRINGS "," COLLIDER) ",'nodes':[{}],'extensions':{" SPRINGS ":{'specVersion':'1.0'," ONE_SPRING
                                        ",'colliders':[{'node':0,'shape':{'sphere':{}},'extensions':{" COLLIDER
                                        ":{%s'shape':{'plane':{}}}}}]}}}",
         P "/colliders/0/extensions/VRMC_springBone_extended_collider"},
        {"limit",
         "{" ASSET
         "," USED(SPRINGS "," LIMIT) ",'nodes':[{}],'extensions':{" SPRINGS
                                     ":{'specVersion':'1.0','springs':[{'joints':[{'node':0,'extensions':{" LIMIT
                                     ":{%s" CONE "}}}]}]}}}",
         P "/springs/0/joints/0/extensions/VRMC_springBone_limit"},
        {"constraint",
         "{" ASSET "," USED(CONSTRAINT) ",'nodes':[{'extensions':{" CONSTRAINT
                                        ":{%s'constraint':{'rotation':{'source':1}}}}},{}]}",
         "/nodes/0/extensions/VRMC_node_constraint"},
        {"animation", "{" ASSET "," USED(ANIMATION) ",'extensions':{" ANIMATION ":{%s'expressions':{}}}}",
         "/extensions/VRMC_vrm_animation"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].family, family) != 0) {
            continue;
        }
        char member[200] = "";
        if (version != NULL) {
            snprintf(member, sizeof member, "'specVersion':%s,", version);
        }
        char text[2000];
        snprintf(text, sizeof text, files[i].format, member);
        struct vrmlint_report *report = lint_as("test.gltf", text);
        char is[600] = "";
        for (size_t k = 0; k < report->finding_count; k++) {
            const struct vrmlint_finding *finding = &report->findings[k];
            if (strcmp(finding->rule->id, "limit/draft-extension") != 0) {
                assert_memory_equal(finding->pointer, files[i].pointer, strlen(files[i].pointer));
                snprintf(is + strlen(is), sizeof is - strlen(is), "%s%s %s", strchr(finding->rule->id, '/') + 1,
                         finding->pointer + strlen(files[i].pointer), vrmlint_fix_name(finding->fix));
            }
        }
        print_message("%s %s\n", family, version == NULL ? "(none)" : version);
        assert_string_equal(is, expected);
        vrmlint_report_free(report);
        return;
    }
    fail();
}

static void versions(void **state)
{
    (void)state;
    static const char *const families[] = {"springbone", "collider", "limit", "constraint", "animation"};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        bool limit = strcmp(families[i], "limit") == 0;
        bool animation = strcmp(families[i], "animation") == 0;
        expect_version(families[i], NULL, "spec-version-missing repair");
        expect_version(families[i], limit ? "'1.0-draft'" : "'1.0'", "");
        /* not a string: only that is reported */
        expect_version(families[i], "1.0", "wrong-type/specVersion none");
        expect_version(families[i], "null", "wrong-type/specVersion none");
        expect_version(families[i], "['1.0']", "wrong-type/specVersion none");
        const char *unknown = strcmp(families[i], "constraint") == 0 ? "spec-version-unknown/specVersion unsafe"
                                                                     : "spec-version-unknown/specVersion none";
        expect_version(families[i], "'1.1'", unknown);
        expect_version(families[i], "'1'", unknown);
        expect_version(families[i], "''", unknown);
        /* differences in spaces and letter case can be fixed */
        const char *near = animation ? unknown : "spec-version-unknown/specVersion repair";
        expect_version(families[i], limit ? "' 1.0-DRAFT'" : "'1.0\\n'", near);
        expect_version(families[i], limit ? "'1.0-draft\\u0000'" : "'1.0\\u0000'", unknown);
    }
    expect_version("springbone", "'1.0-beta'", "spec-version-prerelease/specVersion safe");
    expect_version("springbone", "'1.0-draft'", "spec-version-unknown/specVersion none");
    expect_version("collider", "'1.0-draft'", "spec-version-unknown/specVersion repair");
    expect_version("collider", "'1.0-beta'", "spec-version-unknown/specVersion none");
    expect_version("limit", "'1.0'", "spec-version-future/specVersion unsafe");
    expect_version("limit", "'1.0-beta'", "spec-version-unknown/specVersion none");
    expect_version("constraint", "'1.0-beta'", "spec-version-prerelease/specVersion safe");
    expect_version("constraint", "'1.0-draft'", "spec-version-prerelease/specVersion none");
    expect_version("animation", "'1.0-draft'", "spec-version-prerelease/specVersion safe");
}

static void expect_constraint(const char *members, const char *expected)
{
    char text[2000];
    snprintf(text, sizeof text, "{" ASSET "," USED(CONSTRAINT) ",'nodes':[{},{'extensions':{" CONSTRAINT ":{%s}}}]}",
             members);
    char whole[300];
    snprintf(whole, sizeof whole, "constraint/%s;", expected);
    expect_packaging(text, whole);
}

/* Constraints that are valid in another version once its name is written. */
static void promotions(void **state)
{
    (void)state;
#define DRAFT "'specVersion':'1.0-draft','constraint':"
#define LOCAL "'source':0,'sourceSpace':'local','destinationSpace':'local'"
#define AT "/nodes/1/extensions/VRMC_node_constraint"
    static const char repair[] = "spec-version-prerelease " AT "/specVersion repair";
    static const char none[] = "spec-version-prerelease " AT "/specVersion none";
    expect_constraint(DRAFT "{'roll':{'source':0,'rollAxis':'X'}}", repair);
    expect_constraint(DRAFT "{'aim':{'source':0,'aimAxis':'PositiveX'}}", repair);
    expect_constraint(DRAFT "{'aim':{'source':0,'aimAxis':'+X'}}", repair);
    expect_constraint(DRAFT "{'rotation':{" LOCAL "}}", repair);
    expect_constraint(DRAFT "{'rotation':{" LOCAL ",'freezeAxes':[true,true,true]}}", repair);
    expect_constraint(DRAFT "{'rotation':{" LOCAL ",'freezeAxes':[true,true,false]}}", none);
    expect_constraint(DRAFT "{'rotation':{'source':0,'sourceSpace':'local'}}", none);
    expect_constraint(DRAFT "{'rotation':{'source':0,'axes':[true,true,true]}}", none);
    expect_constraint(DRAFT "{'position':{" LOCAL "}}", none);
    expect_constraint(DRAFT "{'aim':{'source':0,'aimVector':[0,0,1]}}", none);
    static const char missing[] = "spec-version-missing " AT " repair";
    static const char missing_none[] = "spec-version-missing " AT " none";
    expect_constraint("'constraint':{'roll':{'source':0,'rollAxis':'X'}}", missing);
    expect_constraint("'constraint':{'rotation':{'source':0,'weight':1}}", missing);
    expect_constraint("'constraint':{'rotation':{'source':0,'freezeAxes':[true,true,true]}}", missing_none);
    expect_constraint("'constraint':{'roll':{'source':0,'rollAxis':'X'},'rotation':{'source':0}}", missing_none);
#undef DRAFT
#undef LOCAL
#undef AT
}

/* Springs of drafts are distinguished from springs that only lack a version. */
static void drafts_of_springs(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        bool draft;
    } cases[] = {
        {"'springs':[{'joints':[{'node':0}]}]", false},
        {"'springs':[{'joints':[{'node':0,'exclude':true}]}]", true},
        {"'springs':[{'joints':[{'node':0}],'colliders':[0]}]", true},
        {"'springs':[{'joints':[{'node':0}],'setting':0}]", true},
        {"'springs':[{'joints':[{'node':0}],'springRoot':0}]", true},
        {"'springs':[{'joints':[{'node':0}]}],'colliderGroups':[{'colliders':[0],'shapes':[]}]", true},
        {"'springs':[{'joints':[{'node':0}]}],'boneGroups':[]", true},
        {"'springs':[{'joints':[{'node':0}]}],'settings':[]", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "{" ASSET "," USED(SPRINGS) ",'nodes':[{}],'extensions':{" SPRINGS ":{%s}}}",
                 cases[i].members);
        expect_packaging(text, cases[i].draft ? "springbone/spec-version-missing " P " none;"
                                              : "springbone/spec-version-missing " P " repair;");
    }
    /* a negative radius, which 1.0 doesn't allow, prevents an automatic change from the beta to 1.0 */
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'nodes':[{}],'extensions':{" SPRINGS
                                                 ":{'specVersion':'1.0-beta'," ONE_SPRING
                                                 ",'colliders':[{'node':0,'shape':{'sphere':{'radius':-0.1}}}]}}}",
                     "springbone/spec-version-prerelease " P "/specVersion none;");
}

static void drafts_of_animations(void **state)
{
    (void)state;
#define DRAFT(members)                                                                                                 \
    "{" ASSET "," USED(ANIMATION) ",'nodes':[{}],'extensions':{" ANIMATION ":{'specVersion':'1.0-draft'" members "}}"
#define CHANNEL(path)                                                                                                  \
    ",'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'node':0,'path':'" path    \
    "'}}]}],'accessors':[{'componentType':5126,'count':1,'type':'SCALAR'},{'componentType':5126,'count':1,'type':"     \
    "'VEC3'}]"
    static const char repair[] = "animation/spec-version-prerelease /extensions/VRMC_vrm_animation/specVersion repair;";
    static const char none[] = "animation/spec-version-prerelease /extensions/VRMC_vrm_animation/specVersion none;";
    expect_packaging(DRAFT(",'lookAt':{'node':0}") "}", repair);
    expect_packaging(DRAFT(",'lookAt':{'node':0}") CHANNEL("rotation") "}", repair);
    expect_packaging(DRAFT(",'lookAt':{'node':0}") CHANNEL("translation") "}", none);
    expect_packaging(DRAFT(",'humanoid':{'humanBones':{'hips':{'node':0}}}") "}", none);
    expect_packaging("{" ASSET "," USED(ANIMATION) ",'nodes':[{}],'extensions':{" ANIMATION ":{'lookAt':{'node':0}}}}",
                     "animation/spec-version-missing /extensions/VRMC_vrm_animation none;");
#undef DRAFT
#undef CHANNEL
}

TEST_PROGRAM(versions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions),
        cmocka_unit_test(promotions),
        cmocka_unit_test(drafts_of_springs),
        cmocka_unit_test(drafts_of_animations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
