/* A baseline: it is refused with an error that gives the position, or it is read and can be applied to a report. */
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "run/baseline.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count_line(void *context, size_t line, const char *path, const char *rule)
{
    (void)path;
    (void)rule;
    *(size_t *)context += line > 0;
}

static bool is_checked(void *context, const char *path)
{
    (void)context;
    return strlen(path) % 2 == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char file[] = "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm\"]}";
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct baseline *baseline = baseline_new(written(data, size));
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "/tmp/a.gltf", file, sizeof file - 1);
    if (policy == NULL || baseline == NULL || report == NULL) {
        abort();
    }
    if (baseline_read(baseline, &refusal)) {
        size_t lines = 0;
        if (!baseline_apply(baseline, policy, true, report)) {
            abort();
        }
        baseline_stale(baseline, is_checked, count_line, &lines);
        struct os_memory memory;
        FILE *out = os_memory_open(&memory);
        if (out == NULL || !baseline_add(baseline, policy, true, report) ||
            !baseline_write(baseline, out, is_checked, NULL) || !os_memory_close(&memory)) {
            abort();
        }
        free(memory.text);
    } else if (*refusal.text == '\0') {
        abort();
    }
    vrmlint_report_free(report);
    baseline_free(baseline);
    vrmlint_policy_free(policy);
    return 0;
}
