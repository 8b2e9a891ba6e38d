/*
 * vrmlint - checks whether a VRM avatar is right, above all the parts of it that move.
 *
 * The library behind the command: bytes or a path in, findings out. The command uses nothing else.
 * Thread-safe as long as each thread uses its own report; a policy may be shared once it is set up.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_H
#define VRMLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_config.h"     /* settings in files */
#include "vrmlint_fix.h"        /* fixing what was found */
#include "vrmlint_policy.h"     /* which rules run, and within which limits */
#include "vrmlint_report.h"     /* what was found in one file */
#include "vrmlint_rules.h"      /* the rules; languages */
#include "vrmlint_shown.h"      /* what reports show beside findings */
#include "vrmlint_simulation.h" /* the spring bones of one file in motion */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Checks one file, "-" for standard input. policy may be NULL for the default. Never returns NULL but when memory is
 * short from the first allocation; trouble with the world (opening, reading, memory) is in report->trouble.
 */
struct vrmlint_report *vrmlint_check_path(const struct vrmlint_policy *policy, const char *path);

/* The same for bytes in memory, which must stay until this returns; name stands in the report as the path. */
struct vrmlint_report *vrmlint_check_bytes(const struct vrmlint_policy *policy, const char *name, const void *bytes,
                                           size_t size);

/* ---- reports that were written, read back ---- */

/* A line of --format ndjson. */
struct vrmlint_record {
    struct vrmlint_report *report; /* of a file, to be freed; NULL for the last line, the summary of the run */
    size_t files;                  /* of the run */
    size_t shard;                  /* which part of the files it was over, from 1 to shards; 0: all of them */
    size_t shards;
};

/*
 * Reads a line of size bytes, without its line feed. What ndjson doesn't hold (curves, the drawing) isn't in the
 * report. False, with a clause in refusal that says why, when it is no such line, names a rule that this version
 * doesn't know, or memory is short.
 */
bool vrmlint_record_read(const char *line, size_t size, struct vrmlint_record *record, struct vrmlint_refusal *refusal);

#ifdef __cplusplus
}
#endif

#endif
