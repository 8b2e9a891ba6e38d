/* Wrong declarations, places and names of extensions, very many or very deep. */
#include "packaging_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t many_count(void)
{
    return hostile_size(100000);
}

/* Returns a list of many elements. The caller frees it. */
static char *many(const char *before, const char *element, const char *behind)
{
    size_t size = strlen(before) + (strlen(element) + 1) * many_count() + strlen(behind) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    char *at = text + sprintf(text, "%s", before);
    for (size_t i = 0; i < many_count(); i++) {
        at += sprintf(at, "%s%s", i == 0 ? "" : ",", element);
    }
    sprintf(at, "%s", behind);
    return text;
}

static size_t count_of(const struct vrmlint_report *report, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0;
    }
    return count;
}

static void many_of_all(void **state)
{
    (void)state;
    char *text = many("{" ASSET ",'nodes':[", "{'extensions':{" SPRINGS ":{},'VRMC_constraint':{}}}", "]}");
    struct vrmlint_report *report = lint_as("test.gltf", text);
    assert_int_equal(count_of(report, "springbone/wrong-location"), many_count());
    assert_int_equal(count_of(report, "constraint/misnamed"), many_count());
    assert_int_equal(report->finding_count, 2 * many_count());
    vrmlint_report_free(report);
    free(text);

    text = many("{" ASSET ",'extensionsUsed':[", SPRINGS ",1,'VRMC_springBones'", "]}");
    report = lint_as("test.gltf", text);
    assert_true(vrmlint_report_fold(report));
    assert_int_equal(report->finding_count, 3);
    assert_int_equal(count_of(report, "springbone/declared-but-absent"), 1);
    assert_int_equal(count_of(report, "gltf/duplicate-item"), 1);
    assert_int_equal(count_of(report, "gltf/wrong-type"), 1);
    vrmlint_report_free(report);
    free(text);

    text = many("{" ASSET "," USED(SPRINGS "," LIMIT) ",'nodes':[{}],'extensions':{" SPRINGS
                                                      ":{'specVersion':'1.0','springs':[{'joints':[",
                "{'node':0,'extensions':{" LIMIT ":{" CONE "}}}", "]}]}}}");
    report = lint_as("test.gltf", text);
    assert_int_equal(finding_count_of(report, "limit/spec-version-missing"), many_count());
    assert_true(vrmlint_report_fold(report));
    assert_int_equal(count_of(report, "limit/draft-extension"), 1);
    assert_int_equal(report->finding_count, 2);
    vrmlint_report_free(report);
    free(text);
}

/* Each constraint has another version: the report lists a few, and stays short. */
static void many_versions(void **state)
{
    (void)state;
    char *text = NULL;
    text_add(&text, "%s", "{" ASSET ",'nodes':[");
    for (int i = 0; i < 1000; i++) {
        text_add(&text, "%s{'extensions':{" CONSTRAINT ":{'specVersion':'%d%0200d'}}}", i == 0 ? "" : ",", i, 0);
    }
    text_add(&text, "%s", "]}");
    struct vrmlint_report *report = lint_as("test.gltf", text);
    assert_int_equal(finding_count_of(report, "constraint/spec-version-unknown"), 1000);
    const char *version = version_in(report, "VRMC_node_constraint");
    assert_non_null(version);
    assert_in_range(strlen(version), 20, 20 * 62 + 10);
    assert_non_null(strstr(version, "…"));
    vrmlint_report_free(report);
    free(text);
}

/* Extensions within extensions: only the outermost is reported. */
static void nested(void **state)
{
    (void)state;
    char *text = NULL;
    text_add(&text, "%s", "{" ASSET ",'nodes':[{");
    for (int i = 0; i < 200; i++) {
        text_add(&text, "%s", "'extensions':{" SPRINGS ":{");
    }
    for (int i = 0; i < 200; i++) {
        text_add(&text, "%s", "}}");
    }
    text_add(&text, "%s", "}]}");
    expect_packaging(text, "springbone/wrong-location /nodes/0/extensions/VRMC_springBone unsafe;");
    free(text);
    /* a duplicate key: one place, one more finding */
    expect_packaging("{" ASSET ",'nodes':[{'extensions':{" SPRINGS ":{}," SPRINGS ":{}}}]}",
                     "json/duplicate-key /nodes/0/extensions/VRMC_springBone none;"
                     "springbone/wrong-location /nodes/0/extensions/VRMC_springBone unsafe;");
}

TEST_PROGRAM(packaging_hostile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_of_all),
        cmocka_unit_test(many_versions),
        cmocka_unit_test(nested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
