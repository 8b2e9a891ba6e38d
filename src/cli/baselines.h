/* The baselines of a run: those that are applied, and the one that is written. */
#ifndef VRMLINT_CLI_BASELINES_H
#define VRMLINT_CLI_BASELINES_H

#include "cli/check_options.h"
#include "run/baseline.h"

struct applied_baseline;

/* Initialize it with zero, call baselines_begin(), and then in any case baselines_end() or baselines_abandon(). */
struct baselines {
    struct applied_baseline *read; /* those that are applied */
    size_t read_count;
    struct baseline *written;
    struct sink sink;
    struct arena *arena;
    enum vrmlint_language language;
    bool broken; /* writing failed, which has been reported */
    bool unread; /* reading failed; without the baselines, known findings would look new */
};

/* Reads the baselines that the settings, and the settings files behind the policies, name, and opens the one to be
 * written. Reports errors. */
enum status baselines_begin(struct baselines *baselines, const struct settings *settings,
                            const struct vrmlint_policy *const *policies, size_t policy_count, struct arena *arena);

/* Writes a report to the new baseline, then removes its known findings. */
enum status baselines_pass(struct baselines *baselines, const struct settings *settings,
                           const struct vrmlint_policy *policy, struct vrmlint_report *report);

/* Whether the baseline that applies to a file knows a finding of it. hash: of the file's content, which finds a moved
 * file; NULL: unknown. Must not be called by several threads at once. */
bool baselines_know(const struct baselines *baselines, const struct settings *settings,
                    const struct vrmlint_policy *policy, const char *path, const char *hash,
                    const struct vrmlint_finding *finding);

/* Renames the written baseline to its final name. Reports lines whose findings no longer exist, unless quiet; not for
 * a baseline that was just written. */
enum status baselines_end(struct baselines *baselines, const struct settings *settings);

/* Removes the written baseline. */
void baselines_abandon(struct baselines *baselines);

#endif
