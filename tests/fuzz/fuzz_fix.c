/*
 * Fixes a file. The result can be read and has no findings of rules that had none before, except advice. A second fix
 * changes nothing, unless there was too much to try or too little time. The edits of a single finding are ranges of
 * the file in ascending order without overlap.
 */
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "require.h"
#include "vrmlint.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has(const struct vrmlint_report *report, const struct vrmlint_rule *rule)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (report->findings[i].rule == rule) {
            return true;
        }
    }
    return false;
}

static bool is_tried(const struct vrmlint_outcome *outcome)
{
    for (size_t i = 0; i < outcome->left_count; i++) {
        const struct vrmlint_left *left = &outcome->left[i];
        if (left->reason == VRMLINT_LEFT_UNTRIED ||
            (left->rule != NULL && strcmp(left->rule->id, "file/timed-out") == 0)) {
            return false;
        }
    }
    return true;
}

static void require_ranges(struct vrmlint_policy *policy, const uint8_t *data, size_t size)
{
    vrmlint_policy_fixes(policy, true);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "fuzz.gltf", data, size);
    require(report != NULL && report->error == NULL);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        uint64_t end = 0;
        for (size_t k = 0; k < finding->replacement_count; k++) {
            const struct vrmlint_replacement *range = &finding->replacements[k];
            size_t length = strlen(range->text);
            require(range->offset >= end && range->offset <= size && range->length <= size - range->offset);
            require(range->length > 0 || length > 0);
            require(range->line >= 1 && range->column >= 1 && range->end_line >= range->line);
            require(range->end_line > range->line || range->end_column >= range->column);
            require(utf8_valid(range->text, length) == length);
            end = range->offset + range->length;
        }
    }
    vrmlint_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned classes = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    require(policy != NULL);
    vrmlint_policy_timeout(policy, 5);
    struct vrmlint_outcome *outcome = vrmlint_fix_path(policy, written(data, size), classes);
    require(outcome != NULL);
    if (outcome->bytes != NULL) {
        const struct vrmlint_report *before = outcome->before;
        const struct vrmlint_report *after = outcome->after;
        require(after->error == NULL);
        for (size_t i = 0; i < after->finding_count; i++) {
            const struct vrmlint_finding *finding = &after->findings[i];
            require(finding->severity < VRMLINT_WARNING || has(before, finding->rule));
        }
        struct vrmlint_outcome *again = vrmlint_fix_path(policy, written(outcome->bytes, outcome->size), classes);
        require(again != NULL && (again->bytes == NULL || !is_tried(outcome)));
        vrmlint_outcome_free(again);
    }
    vrmlint_outcome_free(outcome);
    require_ranges(policy, data, size);
    vrmlint_policy_free(policy);
    return 0;
}
