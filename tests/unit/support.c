#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *join(const char *folder, const char *relative)
{
    static char buffers[4][4096];
    static unsigned turn;
    char *buffer = buffers[turn++ % 4];
    snprintf(buffer, sizeof buffers[0], "%s/%s", folder, relative);
    return buffer;
}

const char *source_path(const char *relative)
{
    const char *root = getenv("VRMLINT_SOURCE");
    assert_non_null(root);
    return join(root, relative);
}

const char *external_path(const char *relative)
{
    const char *root = getenv("VRMLINT_EXTERNAL");
    if (root == NULL || *root == '\0') {
        return NULL;
    }
    const char *path = join(root, relative);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    fclose(file);
    return path;
}

const char *needed_path(const char *relative)
{
    const char *path = external_path(relative);
    if (path == NULL) {
        fail_msg("the external test data lacks %s", relative);
    }
    return path;
}

bool lacks_external(const char *relative)
{
    if (external_path(relative) != NULL) {
        return false;
    }
    print_message("skipped: no external test data (%s); set -Dexternal=FOLDER\n", relative);
    return true;
}

size_t skipped_of_file(const struct vrmlint_report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->skipped_count; i++) {
        count += strstr(vrmlint_text_in(&report->skipped[i].why, VRMLINT_ENGLISH), "switched off") == NULL;
    }
    return count;
}

size_t hostile_size(size_t count)
{
    return getenv("VRMLINT_SMALL") == NULL ? count : count / 50;
}

size_t trials(size_t count)
{
    return getenv("VRMLINT_SMALL") == NULL ? count : count / 10;
}

size_t stride(void)
{
    return getenv("VRMLINT_WRAPPED") == NULL ? 1 : 5;
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot open %s%s", path,
                 strstr(path, "golden") == NULL ? "" : ": VRMLINT_BLESS=1 writes expected results");
    }
    size_t capacity = 4096;
    size_t length = 0;
    char *text = malloc(capacity);
    assert_non_null(text);
    size_t got;
    while ((got = fread(text + length, 1, capacity - length - 1, file)) > 0) {
        length += got;
        if (length + 1 == capacity) {
            capacity *= 2;
            text = realloc(text, capacity);
            assert_non_null(text);
        }
    }
    fclose(file);
    text[length] = '\0';
    *size = length;
    return text;
}

struct vrmlint_report *lint_text(const char *rules, const char *text)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_true(vrmlint_policy_select(policy, rules, &refusal));
    vrmlint_policy_max_memory(policy, UINT64_MAX); /* tests of running time use large files */
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.gltf", text, strlen(text));
    assert_non_null(report);
    assert_null(report->error);
    vrmlint_policy_free(policy);
    return report;
}

static bool is_like(const struct vrmlint_finding *finding, const struct wanted *want)
{
    return strcmp(finding->pointer, want->pointer) == 0 && finding->severity == want->severity &&
           finding->named_count == want->related;
}

/* Whether a report has each wanted finding as often as it is wanted. */
static bool has_wanted(const struct vrmlint_report *report, const struct wanted *wants, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        size_t found = 0;
        size_t wanted = 0;
        for (size_t k = 0; k < report->finding_count; k++) {
            found += is_like(&report->findings[k], &wants[i]);
        }
        for (size_t k = 0; k < count; k++) {
            wanted += strcmp(wants[k].pointer, wants[i].pointer) == 0 && wants[k].severity == wants[i].severity &&
                      wants[k].related == wants[i].related;
        }
        good = good && found == wanted;
    }
    return good;
}

void expect_findings(const char *rule, const char *text, const struct wanted *wants, size_t count)
{
    struct vrmlint_report *report = lint_text(rule, text);
    bool good =
        report->finding_count == count && finding_count_of(report, rule) == count && has_wanted(report, wants, count);
    if (!good) {
        print_error("%s should give %zu findings for\n%s\nbut gives\n", rule, count, text);
        for (size_t i = 0; i < report->finding_count; i++) {
            const struct vrmlint_finding *finding = &report->findings[i];
            print_error("%s %s %s (%zu related)\n  %s\n", vrmlint_severity_name(finding->severity), finding->rule->id,
                        finding->pointer, finding->related_count, ENGLISH(finding->message));
        }
    }
    assert_true(good);
    vrmlint_report_free(report);
}

size_t finding_count_of(const struct vrmlint_report *report, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0;
    }
    return count;
}
