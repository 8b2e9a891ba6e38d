/* The baselines of a run: those that are applied, and the one that is written. */
#ifndef VRMLINT_CLI_BASELINES_H
#define VRMLINT_CLI_BASELINES_H

#include "cli/check_options.h"
#include "run/baseline.h"

struct applied_baseline;

/* Set to zero, then begin; end or abandon in any case. */
struct baselines {
    struct applied_baseline *read; /* those that are applied */
    size_t read_count;
    struct baseline *written;
    struct sink sink;
    enum vrmlint_language language;
    bool broken; /* writing went wrong, which has been said */
    bool unread; /* so did reading, and without them much that is known would look new */
};

/* Reads what the settings and the policies, files of settings behind them, name, and opens what is written; says what
 * goes wrong. */
enum status baselines_begin(struct baselines *baselines, const struct settings *settings,
                            const struct vrmlint_policy *const *policies, size_t policy_count, struct arena *arena);

/* Writes down what a report holds, then takes out what is known. */
enum status baselines_pass(struct baselines *baselines, const struct settings *settings,
                           const struct vrmlint_policy *policy, struct vrmlint_report *report);

/* Whether the baseline that holds for a file knows a finding of it. Not for several threads at once. */
bool baselines_know(const struct baselines *baselines, const struct settings *settings,
                    const struct vrmlint_policy *policy, const char *path, const struct vrmlint_finding *finding);

/* Gives what was written its name. Says what the baseline knows and nobody finds any more, unless it is quiet, or the
 * baseline has just been written anew. */
enum status baselines_end(struct baselines *baselines, const struct settings *settings);

/* Without a name: what was written is removed. */
void baselines_abandon(struct baselines *baselines);

#endif
