/*
 * Findings that are known and accepted: written to a file by one run, left out by the next.
 *
 * The file is text with one line per finding, below the path of its file, so that a review shows what is accepted and
 * branches can be merged. Findings are identified by their fingerprints, and files by their paths relative to the
 * baseline's folder: a finding isn't new if springs or nodes are reordered, or if its file is named in another way.
 */
#ifndef VRMLINT_RUN_BASELINE_H
#define VRMLINT_RUN_BASELINE_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

struct baseline;

/* Returns a baseline for a file to read or to write; NULL if memory runs out. The path is borrowed. The caller frees
 * it. */
struct baseline *baseline_new(const char *file);
void baseline_free(struct baseline *baseline);

/* Returns the path of the file, as it was given. */
const char *baseline_file(const struct baseline *baseline);

/* Reads the file. Returns false, with one line in refusal, if something is wrong with it. */
bool baseline_read(struct baseline *baseline, struct vrmlint_refusal *refusal);

/*
 * Removes known findings from a report's findings and counts, and sets known_findings to their number. The remaining
 * findings are in the baseline's memory until the next call. simulated: the simulation ran; together with the policy
 * it determines which findings could have been reported at all, for baseline_stale(); NULL: baseline_stale() won't be
 * called. Returns false if memory runs
 * out; the report is unchanged then.
 */
bool baseline_apply(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                    struct vrmlint_report *report);

/* Whether a file that is missing should have been found by the run: a folder that should contain it was checked. */
typedef bool baseline_checked_fn(void *context, const char *path);

/* Calls each for every line, counted from 1, whose finding no longer exists: the rule ran and didn't report it, or the
 * file is gone. Skips lines of files that weren't checked in this run, and of what couldn't be read in them. */
void baseline_stale(struct baseline *baseline, baseline_checked_fn *checked,
                    void (*each)(void *context, size_t line, const char *path, const char *rule), void *context);

/* Writes the file that was read without those lines. Returns false if memory runs out; the owner of the stream checks
 * it for errors. */
bool baseline_prune(struct baseline *baseline, FILE *out, baseline_checked_fn *checked, void *context);

/* Whether the file that was read begins as a baseline does, even if a later line is malformed. */
bool baseline_is_one(const struct baseline *baseline);

/*
 * Writing a baseline: baseline_add() adds a report, and baseline_write() writes all of them, by path. Of a baseline
 * that was read before, the lines remain that baseline_stale() wouldn't report and whose findings aren't in the
 * reports: those of other files, and of rules that didn't run. Both return false if memory runs out; the owner of the
 * stream checks it for errors.
 */
bool baseline_add(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                  const struct vrmlint_report *report);
bool baseline_write(struct baseline *baseline, FILE *out, baseline_checked_fn *checked, void *context);

#endif
