/*
 * Findings that are known and accepted: written to a file by one run, left out by the next.
 *
 * The file is text, one finding a line below the path of its file, so that a review shows what is accepted and two
 * branches can be merged. It knows findings by their fingerprints, and files by their paths from its own folder:
 * neither another order of springs and nodes nor another way to name a file makes a finding new.
 */
#ifndef VRMLINT_RUN_BASELINE_H
#define VRMLINT_RUN_BASELINE_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

struct baseline;

/* For a file, to read or to write; the path is borrowed. NULL when memory is short. The caller frees it. */
struct baseline *baseline_new(const char *file);
void baseline_free(struct baseline *baseline);

/* The file, as it was given. */
const char *baseline_file(const struct baseline *baseline);

/* Reads the file. False, and one line in refusal, when something is wrong with it. */
bool baseline_read(struct baseline *baseline, struct vrmlint_refusal *refusal);

/*
 * Takes what the baseline knows out of a report's findings and counts, and says in known_findings how many that are.
 * The findings that stay lie in the baseline's memory until the next call. simulated: the simulation ran; with the
 * policy it says what could have been found at all, for baseline_stale(). False when memory is short; the report stays
 * as it was.
 */
bool baseline_apply(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                    struct vrmlint_report *report);

/*
 * Calls each with every line, counted from 1, that knows a finding which is there no more: the rule was looked for and
 * didn't find it, or the file is gone. Of files that this run didn't check nothing is said as long as they are there.
 */
void baseline_stale(struct baseline *baseline,
                    void (*each)(void *context, size_t line, const char *path, const char *rule), void *context);

/* Writes the head of a baseline, and one report. False when memory is short; errors of the stream are its owner's. */
void baseline_begin(FILE *out);
bool baseline_write(struct baseline *baseline, FILE *out, const struct vrmlint_report *report);

#endif
