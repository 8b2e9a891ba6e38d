#include "packaging_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const packaging_rules[] = {
    "not-declared",
    "declared-but-absent",
    "required-but-absent",
    "listed-as-required",
    "wrong-location",
    "misnamed",
    "spec-version-missing",
    "spec-version-unknown",
    "spec-version-future",
    "spec-version-prerelease",
    "draft-extension",
    "mixed-generations",
    "no-springs",
    "missing-extension",
    "not-glb",
    "with-vrm",
    "wrong-type",
    "missing-property",
    "empty-array",
    "duplicate-key",
    "duplicate-item",
    NULL,
};

static const char *const schema_rules[] = {
    "wrong-type",         "missing-property", "empty-array",      "array-length",      "not-finite",
    "value-out-of-range", "unknown-value",    "one-of",           "index-not-integer", "index-written-as-float",
    "negative-index",     "unresolved-index", "unknown-property", "shape-flattened",   NULL,
};

/* Selects the rules of these names in all families. */
static struct vrmlint_policy *policy_of(const char *const *names)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    vrmlint_policy_max_memory(policy, UINT64_MAX); /* some of the files are large */
    size_t count;
    const struct vrmlint_rule *table = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        const char *name = strchr(table[i].id, '/') + 1;
        for (size_t k = 0; names[k] != NULL; k++) {
            struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
            if (strcmp(name, names[k]) == 0) {
                assert_true(vrmlint_policy_select(policy, table[i].id, &refusal));
            }
        }
    }
    return policy;
}

static struct vrmlint_report *lint(const char *name, const char *quoted, const char *const *names)
{
    char *text = strdup(quoted);
    assert_non_null(text);
    text_use_double_quotes(text);
    struct vrmlint_policy *policy = policy_of(names);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, name, text, strlen(text));
    assert_non_null(report);
    assert_null(report->error);
    vrmlint_policy_free(policy);
    free(text);
    return report;
}

/* Fails the test unless a report has exactly these findings. Frees the report. */
static void expect_findings_of(struct vrmlint_report *report, const char *quoted, const char *expected)
{
    char *is = NULL;
    text_add(&is, "%s", "");
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        text_add(&is, "%s %s %s;", finding->rule->id, finding->pointer, vrmlint_fix_name(finding->fix));
    }
    if (strcmp(is, expected) != 0) {
        print_error("%s\n  expected %s\n  got      %s\n", quoted, expected, is);
    }
    assert_string_equal(is, expected);
    free(is);
    vrmlint_report_free(report);
}

struct vrmlint_report *lint_as(const char *name, const char *quoted)
{
    return lint(name, quoted, packaging_rules);
}

struct vrmlint_report *lint_by_schema(const char *quoted)
{
    return lint("test.gltf", quoted, schema_rules);
}

void expect_as(const char *name, const char *quoted, const char *expected)
{
    expect_findings_of(lint_as(name, quoted), quoted, expected);
}

void expect_packaging(const char *quoted, const char *expected)
{
    expect_as("test.gltf", quoted, expected);
}

void expect_by_schema(const char *quoted, const char *expected)
{
    expect_findings_of(lint_by_schema(quoted), quoted, expected);
}

const char *version_in(const struct vrmlint_report *report, const char *name)
{
    for (size_t i = 0; i < report->extension_count; i++) {
        if (strcmp(report->extensions[i].name, name) == 0) {
            return report->extensions[i].version;
        }
    }
    return NULL;
}
