#include "vrm0_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char vrm0_skeleton[] =
    "{'name':'Hips','children':[1,7,9]},{'name':'Head','translation':[0,0.5,0],'children':[2,5,12]},"
    "{'name':'Hair_01','translation':[0,0.1,-0.1],'children':[3]},"
    "{'name':'Hair_02','translation':[0,-0.1,0],'children':[4]},{'name':'Hair_end','translation':[0,-0.1,0]},"
    "{'name':'Ribbon_01','translation':[0.1,0,0],'children':[6]},{'name':'Ribbon_end','translation':[0,-0.1,0]},"
    "{'name':'Arm','translation':[0.2,0.3,0],'children':[8]},{'name':'Hand','translation':[0.3,0,0]},"
    "{'name':'Skirt','translation':[0,-0.1,0],'children':[10]},{'name':'Skirt_end','translation':[0,-0.2,0]},"
    "{'name':'Alone','translation':[1,0,0]},{'name':'Eye','translation':[0.03,0.05,0.08]}";

/* Formats a string as printf does. The caller frees it. */
__attribute__((format(printf, 1, 2))) static char *format(const char *pattern, ...)
{
    va_list args;
    va_start(args, pattern);
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, pattern, args);
    va_end(args);
    assert_true(size >= 0);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    vsnprintf(text, (size_t)size + 1, pattern, again);
    va_end(again);
    return text;
}

char *vrm0_file(const char *nodes, const char *vrm)
{
    char *text = format("{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'nodes':[%s],'extensions':{'VRM':{%s}}}",
                        nodes, vrm);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    return text;
}

static char *groups_file(const char *nodes, const char *bones, const char *spheres)
{
    char *vrm = format("'secondaryAnimation':{'boneGroups':[%s],'colliderGroups':[%s]}", bones, spheres);
    char *text = vrm0_file(nodes, vrm);
    free(vrm);
    return text;
}

static void expect_text(const char *rule, char *text, const struct wants *wants)
{
    char *id = format("vrm0/%s", rule);
    expect_findings(id, text, wants->list, wants->count);
    free(id);
    free(text);
}

void expect_vrm0(const char *rule, const char *nodes, const char *vrm, const struct wants *wants)
{
    expect_text(rule, vrm0_file(nodes, vrm), wants);
}

void expect_groups(const char *rule, const char *nodes, const char *bones, const char *spheres,
                   const struct wants *wants)
{
    expect_text(rule, groups_file(nodes, bones, spheres), wants);
}

void expect_cases(const struct group_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect_groups(cases[i].rule, vrm0_skeleton, cases[i].bones, cases[i].spheres, &cases[i].wants);
    }
}

char *vrm0_message(const char *rule, const char *nodes, const char *bones, const char *spheres)
{
    char *id = format("vrm0/%s", rule);
    char *text = groups_file(nodes, bones, spheres);
    struct vrmlint_report *report = lint_text(id, text);
    assert_true(report->finding_count > 0);
    char *message = format("%s", ENGLISH(report->findings[0].message));
    vrmlint_report_free(report);
    free(text);
    free(id);
    return message;
}

void expect_message(const char *rule, const char *bones, const char *spheres, const char *part, bool there)
{
    char *text = vrm0_message(rule, vrm0_skeleton, bones, spheres);
    if ((strstr(text, part) != NULL) != there) {
        fail_msg("%s: '%s' should%s be in: %s", rule, part, there ? "" : " not", text);
    }
    free(text);
}
