/*
 * vrmlint - checks VRM avatars, above all their moving parts.
 *
 * The library behind the command, which uses only this interface: a path or bytes in, findings out. Include this header
 * alone; it includes the parts. By task:
 *
 *   check a file         vrmlint_check_path(), _check_bytes(), _check_standard(); vrmlint_report_free()   this header
 *   read the findings    struct vrmlint_report, struct vrmlint_finding, vrmlint_text_in()                 _report.h
 *   choose rules         vrmlint_policy_new(), _select(), _ignore(), _severity(), _rules_of(); _free()    _policy.h
 *   set limits           vrmlint_policy_max_file_size(), _timeout(), _max_memory(), _stop()               _policy.h
 *   read settings files  vrmlint_config_read(), vrmlint_policy_configure(); vrmlint_config_free()         _config.h
 *   fix a file           vrmlint_fix_path(); vrmlint_outcome_free()                                       _fix.h
 *   simulate springs     vrmlint_simulation_new(), _step(), vrmlint_motion_pose(); _free()                _simulation.h
 *   list rules           vrmlint_rules(), vrmlint_rule_by_id(), vrmlint_rule_text(), vrmlint_symptoms()   _rules.h
 *   compare versions     vrmlint_diff_make(), vrmlint_manifest_make(); vrmlint_diff_free()                _diff.h
 *   read reports back    vrmlint_record_read(), vrmlint_report_split()                                    this header
 *   draw                 curves, clips, a drawing, materials, a summary card                              _shown.h
 *
 * For all of them:
 * - Ownership: what a _new(), _read(), _make() or _check...() function returns is freed by the caller with the _free()
 *   function of the same kind; everything in it lives as long. Results without such a function are static, or borrowed
 *   from an argument. Strings that a function takes are copied unless its comment says "borrowed".
 * - Errors: NULL means that memory ran out. Functions with a refusal return false or NULL and write a line of text, in
 *   the language that the caller set. The report of a file that can't be read has an error; a broken file has findings.
 * - Units: metres, radians, seconds and bytes, unless a name says otherwise. Lines and columns count from 1, indices
 *   from 0. Text is UTF-8; texts of findings contain names from the file and must be escaped before they are printed.
 * - Threads: a report, an outcome or a simulation belongs to one thread at a time. Threads may share a policy once it
 * is set up, and the tables.
 * - Files: no function writes a file, and none reads standard input, unless its comment says so.
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
 * memory are in report->error.
 */
struct vrmlint_report *vrmlint_check_path(const struct vrmlint_policy *policy, const char *path);

/* The same for a file whose content has a known hash, which saves reading all of it. NULL: the hash is unknown. */
struct vrmlint_report *vrmlint_check_known(const struct vrmlint_policy *policy, const char *path, const char *hash);

/* Checks standard input. name becomes the path of the report. Files that the model refers to are looked for beside it,
 * unless it is "-". */
struct vrmlint_report *vrmlint_check_standard(const struct vrmlint_policy *policy, const char *name);

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
 * them; both are valid only during the call. *manifest receives the manifest of the run. Returns false, without a
 * call, if the text isn't such a report or if memory runs out; *no_memory is true in the last case.
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
