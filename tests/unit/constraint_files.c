#include "constraint_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char extension[] = "/extensions/VRMC_node_constraint";

/* Returns "constraint/a,constraint/b" for "a,b". The caller frees it. */
static char *whole_rules(const char *rules)
{
    char *list = NULL;
    text_add(&list, "constraint/");
    for (const char *c = rules; *c != '\0'; c++) {
        text_add(&list, "%c%s", *c, *c == ',' ? "constraint/" : "");
    }
    return list;
}

static struct vrmlint_report *lint(const char *rules, const char *text)
{
    char *json = NULL;
    text_add(&json, "%s", text);
    text_use_double_quotes(json);
    char *list = whole_rules(rules);
    struct vrmlint_report *report = lint_text(list, json);
    free(list);
    free(json);
    return report;
}

static void add_finding(char **text, const struct vrmlint_finding *finding)
{
    const char *at = strstr(finding->pointer, extension);
    int before = at == NULL ? (int)strlen(finding->pointer) : (int)(at - finding->pointer);
    text_add(text, "%s%s %s %.*s%s%s", *text == NULL ? "" : "; ", vrmlint_severity_name(finding->severity),
             strchr(finding->rule->id, '/') + 1, before, finding->pointer, at == NULL ? "" : "!",
             at == NULL ? "" : at + strlen(extension));
}

void expect_constraints(const char *rules, const char *text, const char *expected)
{
    struct vrmlint_report *report = lint(rules, text);
    char *is = NULL;
    for (size_t i = 0; i < report->finding_count; i++) {
        add_finding(&is, &report->findings[i]);
    }
    if (strcmp(is == NULL ? "" : is, expected) != 0) {
        print_error("%s\nshould give %s\nbut gives   %s\n", text, expected, is == NULL ? "" : is);
        for (size_t i = 0; i < report->finding_count; i++) {
            print_error("  %s\n", ENGLISH(report->findings[i].message));
        }
        fail();
    }
    free(is);
    vrmlint_report_free(report);
}

void run_constraint_cases(const struct constraint_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect_constraints(cases[i].rules, cases[i].text, cases[i].expected);
    }
}

const struct vrmlint_finding *only_finding(const char *rule, const char *text, struct vrmlint_report **report)
{
    *report = lint(rule, text);
    assert_int_equal((*report)->finding_count, 1);
    return &(*report)->findings[0];
}
