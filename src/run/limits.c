#include "run/limits.h"

#include <string.h>

#include "gltf/little.h"
#include "ids/messages_file.h"
#include "ids/messages_skipped.h"

void limits_start(struct lint_run *run, const struct vrmlint_policy *policy)
{
    run->policy = policy;
    run->deadline = policy->deadline > 0 ? policy->deadline : policy->timeout > 0 ? os_clock() + policy->timeout : 0;
}

void limits_set_memory(struct lint_run *run, uint64_t size)
{
    uint64_t beyond = size > VRMLINT_MEMORY_FREE ? size - VRMLINT_MEMORY_FREE : 0;
    uint64_t most = (UINT64_MAX - VRMLINT_MEMORY_LEAST) / VRMLINT_MEMORY_PER_BYTE;
    uint64_t given = VRMLINT_MEMORY_LEAST + (beyond < most ? beyond : most) * VRMLINT_MEMORY_PER_BYTE;
    run->memory = run->policy->max_memory > 0 ? run->policy->max_memory : given;
    arena_limit(run->arena, run->memory < SIZE_MAX ? (size_t)run->memory : SIZE_MAX);
}

bool limits_reached(void *context)
{
    struct lint_run *run = context;
    run->late = run->deadline > 0 && os_clock() >= run->deadline;
    return run->late || (run->policy->stop != NULL && run->policy->stop(run->policy->stop_context));
}

/* Whether the first bytes of a GLB with two chunks contain both chunk headers and the JSON. *whole receives its
 * length. */
static bool has_json(const unsigned char *bytes, size_t size, uint64_t *whole)
{
    enum { HEADERS = 20, HEADER = 8 };
    if (size < HEADERS || memcmp(bytes, "glTF\2\0\0\0", 8) != 0 || memcmp(bytes + 16, "JSON", 4) != 0) {
        return false;
    }
    uint64_t length = little32(bytes + 8);
    uint64_t end = HEADERS + (uint64_t)little32(bytes + 12);
    if (size < end + HEADER || end + HEADER + little32(bytes + end) != length) {
        return false; /* too early, or unusual: read all of it */
    }
    *whole = length;
    return true;
}

struct os_file *limits_open(struct lint_run *run, const char *path)
{
    const struct os_limits limits = {
        .most = run->policy->max_file_size,
        .deadline = run->deadline,
        .stop = run->policy->stop,
        .context = run->policy->stop_context,
        .enough = run->policy->no_data && !policy_reads_all(run->policy) ? has_json : NULL,
    };
    return os_open_within(path, &limits, &run->late, &run->error);
}

/* Completes a finding. Reports, even if the rule is off, that nothing was checked. */
static void finish_finding(struct findings *findings, struct finding *finding, enum message why)
{
    finding_no_place(finding);
    findings_skip(findings, WORDS_SKIPPED_EVERYTHING, NO_ARGUMENTS, why);
}

bool limits_refuse(struct findings *findings, const struct vrmlint_policy *policy, const struct bytes *bytes)
{
    unsigned long long allowed = policy->max_file_size;
    unsigned long long size = bytes->size;
    if (vrmlint_policy_takes(policy, bytes->size)) {
        return false;
    }
    bool cut = bytes->file != NULL && os_is_cut(bytes->file);
    struct argument limit = COUNT("allowed", allowed);
    struct finding *finding =
        cut ? report(findings, MESSAGE_FILE_TOO_LARGE__CUT, place_file(), ARGUMENTS(limit))
            : report(findings, MESSAGE_FILE_TOO_LARGE__DEFAULT, place_file(), ARGUMENTS(COUNT("bytes", size), limit));
    if (!cut) {
        finding_measure(finding, "bytes", (double)size);
    }
    finding_measure(finding, "allowed", (double)allowed);
    finish_finding(findings, finding, WORDS_BECAUSE_TOO_LARGE);
    return true;
}

void limits_report_time(struct findings *findings, const struct vrmlint_policy *policy)
{
    struct finding *finding = report(findings, MESSAGE_FILE_TIMED_OUT__DEFAULT, place_file(),
                                     ARGUMENTS(NUMBER("allowed", policy->timeout, 6)));
    finding_measure(finding, "allowed", policy->timeout);
    finish_finding(findings, finding, WORDS_BECAUSE_TOO_LATE);
}

void limits_report_memory(struct findings *findings, uint64_t allowed)
{
    static const uint64_t megabyte = UINT64_C(1) << 20;
    static const uint64_t kilobyte = UINT64_C(1) << 10;
    bool megabytes = allowed >= 10 * megabyte || (allowed >= megabyte && allowed % megabyte == 0);
    bool kilobytes = allowed >= 10 * kilobyte || (allowed >= kilobyte && allowed % kilobyte == 0);
    enum message message = megabytes   ? MESSAGE_FILE_TOO_COMPLEX__DEFAULT
                           : kilobytes ? MESSAGE_FILE_TOO_COMPLEX__KILOBYTES
                                       : MESSAGE_FILE_TOO_COMPLEX__BYTES;
    uint64_t count = allowed / (uint64_t)(megabytes ? megabyte : kilobytes ? kilobyte : 1);
    struct finding *finding = report(findings, message, place_file(), ARGUMENTS(COUNT("allowed", count)));
    finding_measure(finding, "allowed", (double)allowed);
    finish_finding(findings, finding, WORDS_BECAUSE_TOO_COMPLEX);
}
