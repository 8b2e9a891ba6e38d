/*
 * vrmlint - which rules run, how severe they are, the limits of a check, and which data reports contain. A part of
 * vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_POLICY_H
#define VRMLINT_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_report.h"
#include "vrmlint_simulation.h"

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Why a call was refused: a line or a clause in the language that the caller sets, shortened if it is too long. */
struct vrmlint_refusal {
    enum vrmlint_language language;
    char text[2048];
    bool no_memory; /* memory ran out; the input is not at fault */
};

/* The settings of a check: which rules run, and how severe they are. */
struct vrmlint_policy;

/*
 * Returns a new policy with the defaults: every rule that isn't opt-in, with its own severity. Returns NULL if memory
 * runs out.
 */
struct vrmlint_policy *vrmlint_policy_new(void);
void vrmlint_policy_free(struct vrmlint_policy *policy);

/* Returns a copy that can be changed independently. The copy shares data with the original: free the original last. */
struct vrmlint_policy *vrmlint_policy_copy(const struct vrmlint_policy *policy);

/*
 * Select rules, ignore rules, and set the severity of a rule or a family. A list is comma-separated; its entries are
 * rule ids, families ("springbone": all its rules, including opt-in ones) or "default". The first call of select
 * replaces the default set, later calls add to it. ignore removes rules, whatever the order of the calls. Some rules
 * have a part that is off by default, as their explanation describes; it runs once select names the rule or its family.
 * Return false for an unknown entry, with one line in refusal that names the entry and the likely intended one.
 */
bool vrmlint_policy_select(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal);
bool vrmlint_policy_ignore(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal);
bool vrmlint_policy_severity(struct vrmlint_policy *policy, const char *rule, enum vrmlint_severity severity,
                             struct vrmlint_refusal *refusal);

/*
 * Switches off all rules that a version of vrmlint ("0.1.0") didn't have, so that an update reports no findings of new
 * rules. A rule runs nevertheless if select names it by its id. Returns false, with one line in refusal, for a text
 * that is not such a version, and for one that is newer than this version or older than the first.
 */
bool vrmlint_policy_rules_of(struct vrmlint_policy *policy, const char *version, struct vrmlint_refusal *refusal);

/* The members of struct vrmlint_ignore that are names: X(MEMBER) for each. */
#define VRMLINT_IGNORE_NAMES(X) X(node) X(spring) X(bone) X(expression) X(material) X(texture) X(mesh)

/*
 * Findings of a rule that the user has reviewed and accepted. All strings are borrowed: they must live as long as the
 * policy and all reports made with it.
 */
struct vrmlint_ignore {
    const char *rule; /* id of a rule, or a family */
    /* The location of the findings. All members down to mesh that aren't NULL must match; at least one is required. */
    const char *pointer; /* RFC 6901; matches the value there and its descendants */
    const char *node;    /* name of the node that the value belongs to, also through its joint, collider or channel */
    const char *spring;  /* name of the spring that the value belongs to; in VRM 0.x the comment of the bone group */
    const char *bone;    /* "head": of the humanoid; also for what belongs to its node */
    const char *expression; /* its key; in VRM 0.x its presetName or name */
    const char *material;   /* its name */
    const char *texture;    /* its name, or that of its image */
    const char *mesh;       /* its name, also for its primitives */
    const char *reason;     /* required, not empty */
    const char *until;      /* the last day on which it applies, "2027-03-01" in UTC; NULL: for ever */
    const char *config;     /* for reports: the configuration file that contains the ignore; "" if none does */
    size_t line;            /* line in that file, from 1 */
    size_t column;          /* column in that file, in code points, from 1 */
};

/*
 * Adds an ignore: matching findings are left out and counted in the report. Returns false, with one line in refusal,
 * for an unknown rule, a missing location or reason, a date that doesn't exist, or if memory runs out.
 */
bool vrmlint_policy_ignore_at(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore,
                              struct vrmlint_refusal *refusal);

/* Whether the last day of an ignore has passed, so that it no longer applies. */
bool vrmlint_ignore_has_ended(const struct vrmlint_ignore *ignore);

/* Sets the lowest severity that makes a file fail; with VRMLINT_OFF no file fails. The default is VRMLINT_ERROR. */
void vrmlint_policy_fail_on(struct vrmlint_policy *policy, enum vrmlint_severity least);
bool vrmlint_policy_fails(const struct vrmlint_policy *policy, const struct vrmlint_report *report);

/* Makes files fail that aren't valid, or that can't be judged, instead of those with a finding of some severity. */
void vrmlint_policy_fail_on_invalid(struct vrmlint_policy *policy);

/* Whether files fail that aren't valid. */
bool vrmlint_policy_fails_invalid(const struct vrmlint_policy *policy);

/*
 * Returns the lowest severity that makes a file fail. *origin receives the configuration file that sets it, with line
 * and column, or NULL.
 */
enum vrmlint_severity vrmlint_policy_fails_from(const struct vrmlint_policy *policy, const char **origin);

/*
 * Sets the lowest severity that output formats show. Reports always contain all findings. The default is VRMLINT_INFO.
 */
void vrmlint_policy_min_severity(struct vrmlint_policy *policy, enum vrmlint_severity least);

/* Returns the lowest severity that output formats show; *origin as above. */
enum vrmlint_severity vrmlint_policy_shows_from(const struct vrmlint_policy *policy, const char **origin);

/* Returns all ignores of the policy, in the order in which they were added. *count receives their number. */
const struct vrmlint_ignore *vrmlint_policy_ignores(const struct vrmlint_policy *policy, size_t *count);

/*
 * Set the limits of one file: its size in bytes, and the wall-clock time of its check in seconds, fractions included. 0
 * means no limit. A file beyond a limit gets one finding, about that limit, and no other. A check can take slightly
 * longer than its limit.
 */
void vrmlint_policy_max_file_size(struct vrmlint_policy *policy, uint64_t bytes);
void vrmlint_policy_timeout(struct vrmlint_policy *policy, double seconds);

/*
 * Sets the maximum memory in bytes that the check of one file may hold at a time. 0, the default, means
 * VRMLINT_MEMORY_LEAST, plus VRMLINT_MEMORY_PER_BYTE for each byte of the file beyond VRMLINT_MEMORY_FREE. A file
 * beyond the limit gets one finding, about that limit, and no other.
 */
#define VRMLINT_MEMORY_LEAST (UINT64_C(264) << 20)
#define VRMLINT_MEMORY_FREE (UINT64_C(10) << 20)
#define VRMLINT_MEMORY_PER_BYTE 80
void vrmlint_policy_max_memory(struct vrmlint_policy *policy, uint64_t bytes);

/*
 * Sets how many findings of one rule a report lists per file. The rest are only counted: in the report's counts, and as
 * "more" in the data of the rule's last finding. They are counted before findings that follow from others are removed.
 * 0, the default, means no limit; baselines need all findings.
 */
void vrmlint_policy_most_findings(struct vrmlint_policy *policy, size_t most);

/*
 * Sets a function that is called regularly during checks, in the checking thread or a helper thread, but never in two
 * threads at once for one check. If it returns true, the check ends at once and the report's error is "interrupted".
 * NULL: no function.
 */
void vrmlint_policy_stop(struct vrmlint_policy *policy, bool (*stop)(void *context), void *context);

/*
 * A pool of helper threads for callers that check fewer files at a time than there are processors. With a pool, the
 * check of a slow file starts temporary threads, up to the number of idle helpers, which all checks share. Reports
 * don't change. A new pool has no idle helpers; vrmlint_helpers_add_idle() adds some and may be called in any thread.
 * The caller frees the pool after the last check. vrmlint_helpers_new() returns NULL if memory runs out; NULL is also a
 * valid pool without helpers.
 */
struct vrmlint_helpers;
struct vrmlint_helpers *vrmlint_helpers_new(void);
void vrmlint_helpers_free(struct vrmlint_helpers *helpers);
void vrmlint_helpers_add_idle(struct vrmlint_helpers *helpers, size_t idle);
void vrmlint_policy_helpers(struct vrmlint_policy *policy, struct vrmlint_helpers *helpers);

/* Whether a file of this size in bytes is within the limit. */
bool vrmlint_policy_takes(const struct vrmlint_policy *policy, uint64_t bytes);

/* Whether the check of one file may take this many seconds. */
bool vrmlint_policy_waits(const struct vrmlint_policy *policy, double seconds);

/*
 * Writes a key, null-terminated, that identifies everything in the policy and in this build of vrmlint that affects
 * reports: policies with the same key produce the same report for the same bytes. Returns false, without a key, if
 * reports contain data that vrmlint_record_read() can't read back.
 */
enum { VRMLINT_KEY_SIZE = 41 };
bool vrmlint_policy_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE]);

/* Sets the languages of the texts in reports, a set of bits 1 << language. The default is English only. */
void vrmlint_policy_languages(struct vrmlint_policy *policy, unsigned languages);

/*
 * Returns true and writes the language that configuration files select; *origin receives the file, with line and
 * column. Returns false and writes nothing if no file selects one.
 */
bool vrmlint_policy_language(const struct vrmlint_policy *policy, enum vrmlint_language *language, const char **origin);

/*
 * Returns the baseline that configuration files name, as a path relative to the working directory, or NULL. *origin
 * receives the location of that setting. The caller applies the baseline.
 */
const char *vrmlint_policy_baseline(const struct vrmlint_policy *policy, const char **origin);

/* Sets whether findings include the arguments of their sentences. Off by default. */
void vrmlint_policy_arguments(struct vrmlint_policy *policy, bool wanted);

/* Sets whether findings include the edits that fix them. Off by default. */
void vrmlint_policy_edits(struct vrmlint_policy *policy, bool wanted);

/*
 * Sets whether findings of fix class "safe" include the text replacements that fix them, within limits of time and
 * size. Applies only to files that are JSON text: in a GLB the chunk lengths would have to change too. Off by default.
 */
void vrmlint_policy_fixes(struct vrmlint_policy *policy, bool wanted);

/* Sets whether reports include the hash of the file's content, for which all of it is read. Off by default. */
void vrmlint_policy_hash(struct vrmlint_policy *policy, bool wanted);

/* The same, except that a GLB isn't hashed if the policy leaves out its data: only its headers and its JSON are read
 * then, and the rest of a pipe is not read. Off by default. */
void vrmlint_policy_hash_read(struct vrmlint_policy *policy, bool wanted);

/* Sets whether reports include the properties of the avatar, for comparing it with another. Off by default. */
void vrmlint_policy_facts(struct vrmlint_policy *policy, bool wanted);

/* Sets whether findings list those that follow from them. Off by default: they are only counted. */
void vrmlint_policy_consequences(struct vrmlint_policy *policy, bool wanted);

/* Sets whether reports include the curves of the simulation: large data, needed only for graphs. Off by default. */
void vrmlint_policy_curves(struct vrmlint_policy *policy, bool wanted);

/* Sets whether reports include the data for a drawing of the avatar. Off by default. */
void vrmlint_policy_drawing(struct vrmlint_policy *policy, bool wanted);

/*
 * A threshold that a measured value of the simulation is compared with. All strings are static, UTF-8, never NULL. name
 * is that of a rule of family sim, with a suffix if the rule has several thresholds: "slow-settle-warning".
 */
struct vrmlint_threshold {
    const char *name;
    double value; /* default value */
    double least; /* the allowed range, from least to most */
    double most;
    const char *unit;    /* "m", "m/s", "s", "degrees", "degrees/s", "frames", or "share" (from 0 to 1) */
    const char *meaning; /* what is compared, as a clause */
    const char *reason;  /* why the default has this value, as a clause */
};

/* Returns all thresholds in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_threshold *vrmlint_thresholds(size_t *count);

/* Sets a threshold. Returns false, with one line in refusal, for an unknown name or a value out of range. */
bool vrmlint_policy_threshold(struct vrmlint_policy *policy, const char *name, double value,
                              struct vrmlint_refusal *refusal);

/* Returns the names of all figures in the order of the table. The array is static; *count receives its length. */
const char *const *vrmlint_figures(size_t *count);

/*
 * Sets the maximum of a figure ("triangles"), a whole number of 0 or more. A finding reports files beyond it. Returns
 * false, with one line in refusal, for an unknown name or a value out of range.
 */
bool vrmlint_policy_budget(struct vrmlint_policy *policy, const char *name, double limit,
                           struct vrmlint_refusal *refusal);

/* A budget that a platform publishes. All strings are static, UTF-8, never NULL. */
struct vrmlint_budget_preset {
    const char *name;     /* in settings: "vrchat-pc-good" */
    const char *platform; /* "VRChat (PC)" */
    const char *rank;   /* "Good"; "" if the platform has no ranks. A platform's ranks follow each other, best first */
    const char *loader; /* what loads avatars there: "UniVRM", "three-vrm"; "" if that isn't known */
    const char *generations; /* the versions of VRM that it takes: "0.x", "0.x, 1.0" */
    const char *source;      /* the address of the page that states the limits */
    const char *date;        /* when the page was written or read: "2024-09-05", "2021-01" */
};

/* Returns all presets, sorted by name. The array is static; *count receives its length. */
const struct vrmlint_budget_preset *vrmlint_budget_presets(size_t *count);

/* Returns what a platform requires beside its limits, in sentences; "" if nothing is known. Static. */
const char *vrmlint_budget_requirements(const struct vrmlint_budget_preset *preset, enum vrmlint_language language);

/* Returns why a date is old or a source uncertain, in sentences; "" if there is nothing to say. Static. */
const char *vrmlint_budget_note(const struct vrmlint_budget_preset *preset, enum vrmlint_language language);

/*
 * Sets the figures that a platform limits; the others keep their limits. Returns false, with one line in refusal, for
 * an unknown name.
 */
bool vrmlint_policy_budget_preset(struct vrmlint_policy *policy, const char *name, struct vrmlint_refusal *refusal);

/* Returns the maximum of a figure; NAN if it has no limit or the name is unknown. */
double vrmlint_policy_budget_value(const struct vrmlint_policy *policy, const char *name);

/*
 * Binds the JSON Schema (2020-12 or draft-04) in a file to an extension that vrmlint doesn't know: every object of that
 * name in an "extensions" object is validated against it, by the rules of family schema. The schema may refer to files
 * in its own folder, which are read too; no other files are. Copies of the policy share the schemas. Returns false,
 * with one line in refusal, if the file can't be read or isn't such a schema, or if the name is known or bound already.
 */
bool vrmlint_policy_schema(struct vrmlint_policy *policy, const char *extension, const char *file,
                           struct vrmlint_refusal *refusal);

/* Returns the value of a threshold, an element of the table, under the policy. */
double vrmlint_policy_threshold_value(const struct vrmlint_policy *policy, const struct vrmlint_threshold *threshold);

/* Returns the configuration file that sets the threshold, with line and column, or NULL. */
const char *vrmlint_policy_threshold_origin(const struct vrmlint_policy *policy,
                                            const struct vrmlint_threshold *threshold);

/* Sets whether spring bones are simulated, for the rules of family sim. On by default. */
void vrmlint_policy_simulation(struct vrmlint_policy *policy, bool on);

/* Sets whether node constraints are evaluated when spring bones are simulated. On by default. */
void vrmlint_policy_constraints(struct vrmlint_policy *policy, bool on);

/* Sets the revision of joint limits for checks and simulation. Revision B by default. */
void vrmlint_policy_limit_revision(struct vrmlint_policy *policy, enum vrmlint_limit_revision revision);

/*
 * Sets whether the contents of buffers and images are checked. On by default; a configuration file can turn it off too.
 * If it is off, reports list it among the skipped checks.
 */
void vrmlint_policy_data(struct vrmlint_policy *policy, bool on);

/*
 * Whether the contents of buffers and images are checked. *origin receives the configuration file that turns it off,
 * with line and column, or NULL.
 */
bool vrmlint_policy_reads_data(const struct vrmlint_policy *policy, const char **origin);

/* Returns the severity of a rule unless something else decides it; VRMLINT_OFF if the rule isn't reported. */
enum vrmlint_severity vrmlint_policy_effective(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule);

/* Returns the location in a configuration file that decides this ("avatars/.vrmlint.json:4:13"), or NULL. */
const char *vrmlint_policy_origin(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
