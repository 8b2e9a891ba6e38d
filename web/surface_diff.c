/* Compares two avatars, for JavaScript and Python. As in surface.c, NULL means that memory ran out. */
#include <emscripten.h>

#include "base/os.h"
#include "report/diff.h"
#include "vrmlint.h"

struct web_policy;
const struct vrmlint_policy *web_policy_of(const struct web_policy *own);

static void print_diff(FILE *out, const struct vrmlint_diff *diff, const struct vrmlint_manifest *manifest,
                       const struct vrmlint_report *before, const struct vrmlint_report *after, int language)
{
    struct reporter reporter = {.options = {.language = (enum vrmlint_language)language, .all_findings = true},
                                .out = out};
    struct diff_summary summary = {.manifests = {*manifest, *manifest}, .changes = diff->change_count};
    struct diff_entry entry = {.state = diff->same_content ? DIFF_SAME : DIFF_CHANGED,
                               .path = after->path,
                               .diff = diff,
                               .sides = {before, after}};
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        summary.news[news] = diff->news[news].finding_count;
    }
    summary.files[entry.state] = 1;
    diff_json.begin(&reporter, &summary);
    diff_json.entry(&reporter, &entry);
    diff_json.end(&reporter, &summary);
}

/* Compares two reports that were made under one policy, as vrmlint diff --format json does. */
EMSCRIPTEN_KEEPALIVE char *web_diff(const struct web_policy *own, struct vrmlint_report *before,
                                    struct vrmlint_report *after, int language)
{
    const struct vrmlint_policy *policy = web_policy_of(own);
    struct vrmlint_manifest manifest;
    struct os_memory memory;
    struct vrmlint_diff *diff = NULL;
    if (vrmlint_manifest_make(&manifest, &policy, 1, NULL)) {
        diff = vrmlint_diff_make(before, after, &manifest, &manifest);
    }
    FILE *out = diff == NULL ? NULL : os_memory_open(&memory);
    if (out != NULL) {
        print_diff(out, diff, &manifest, before, after, language);
    }
    vrmlint_diff_free(diff);
    return out != NULL && os_memory_close(&memory) ? memory.text : NULL;
}
