/*
 * vrmlint - checks VRM avatars, above all their moving parts.
 *
 * The library behind the command: takes a path or bytes, returns findings. The command uses only this interface.
 * Thread-safe if each thread uses its own report. Threads may share a policy once it is set up.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_H
#define VRMLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_config.h"     /* configuration files */
#include "vrmlint_diff.h"       /* two versions of an avatar, compared */
#include "vrmlint_fix.h"        /* fixes for findings */
#include "vrmlint_policy.h"     /* which rules run, and the limits of a check */
#include "vrmlint_report.h"     /* the findings of one file */
#include "vrmlint_rules.h"      /* the rules and the languages of reports */
#include "vrmlint_shown.h"      /* data that reports show besides findings */
#include "vrmlint_simulation.h" /* simulation of the spring bones of one file */

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/*
 * Checks one file ("-": standard input) and returns its report, which the caller frees with vrmlint_report_free().
 * policy may be NULL for the default. Returns NULL only if the first allocation fails. Errors in opening, reading or
 * memory are in report->trouble.
 */
struct vrmlint_report *vrmlint_check_path(const struct vrmlint_policy *policy, const char *path);

/*
 * Checks standard input, of which the caller has read the first size bytes already. name becomes the path of the
 * report, and files that the model refers to are looked for beside it, unless it is "-".
 */
struct vrmlint_report *vrmlint_check_standard(const struct vrmlint_policy *policy, const char *name, const void *first,
                                              size_t size);

/*
 * Checks bytes in memory in the same way. The bytes must stay valid until the function returns. name becomes the path
 * of the report.
 */
struct vrmlint_report *vrmlint_check_bytes(const struct vrmlint_policy *policy, const char *name, const void *bytes,
                                           size_t size);

/* ---- reading reports back ---- */

/* One line of the output of --format ndjson. */
struct vrmlint_record {
    struct vrmlint_report *report; /* NULL for the last line, the summary of the run; owned by the caller */
    size_t files;                  /* number of files of the run */
    size_t shard;                  /* part of the files that the run checked, from 1 to shards; 0: all files */
    size_t shards;
    struct vrmlint_manifest manifest; /* of the last line */
};

/*
 * Reads a line of size bytes, without its line feed. The report lacks the data that ndjson doesn't contain (curves, the
 * drawing). Returns false, with the reason as a clause in refusal, if the line isn't such a record, names a rule that
 * this version doesn't know, or memory runs out.
 */
bool vrmlint_record_read(const char *line, size_t size, struct vrmlint_record *record, struct vrmlint_refusal *refusal);

/*
 * Calls each with the path and the record of every file in a report of --format json, as vrmlint_record_read() takes
 * them; both are valid only during the call. *manifest receives what the run went by. Returns false, without a call, if
 * the text isn't such a report or memory runs out, as *no_memory says.
 */
bool vrmlint_report_split(const char *text, size_t size, struct vrmlint_manifest *manifest, bool *no_memory,
                          void (*each)(void *context, const char *path, const char *record), void *context);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
