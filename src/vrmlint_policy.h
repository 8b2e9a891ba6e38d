/*
 * vrmlint - which rules run, how severe they are, what one file may take, and what reports bring. A part of vrmlint.h,
 * which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_POLICY_H
#define VRMLINT_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_report.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why something isn't taken: a line or a clause in the language that the caller sets, shortened where it is too long.
 */
struct vrmlint_refusal {
    enum vrmlint_language language;
    char text[2048];
    bool no_memory; /* nothing is wrong with what was said: memory is short */
};

/* Which rules run and how severe they are. */
struct vrmlint_policy;

/* The default policy: every rule that isn't opt-in, with its own severity. NULL when memory is short. */
struct vrmlint_policy *vrmlint_policy_new(void);
void vrmlint_policy_free(struct vrmlint_policy *policy);

/* A copy that can be changed by itself; it shares much with the original, which must be freed after it. */
struct vrmlint_policy *vrmlint_policy_copy(const struct vrmlint_policy *policy);

/*
 * LIST is comma-separated; an entry is a rule id, a family ("springbone": all its rules, opt-in ones included) or
 * "default". The first call of select replaces the default set, later calls add; ignore takes away, whatever the order
 * of the calls. severity sets one rule or one family. A rule that is on may hold back a part, which its explanation
 * says; that part runs once select names the rule or its family. They return false for an unknown entry, and write one
 * line that says which and what was likely meant into refusal.
 */
bool vrmlint_policy_select(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal);
bool vrmlint_policy_ignore(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal);
bool vrmlint_policy_severity(struct vrmlint_policy *policy, const char *rule, enum vrmlint_severity severity,
                             struct vrmlint_refusal *refusal);

/* Findings of a rule that somebody has looked at and accepted. All strings are borrowed: they must live as long as
 * the policy, and as the reports made under it. */
struct vrmlint_ignore {
    const char *rule; /* or a family */
    /* Where; those that aren't NULL must all fit, and one of them is needed. */
    const char *pointer; /* RFC 6901: the value there, and all in it */
    const char *node;    /* the name of the node that the value belongs to, also as its joint, collider or channel */
    const char *spring;  /* the name of the spring that it belongs to; in VRM 0.x the comment of the bone group */
    const char *reason;  /* not empty */
    const char *config;  /* the file that this stands in, for reports; "" where there is none */
    size_t line;         /* there, from 1 */
    size_t column;       /* in code points, from 1 */
};

/* Leaves out what an ignore names, and counts it in the report. False and one line in refusal for an unknown rule, a
 * missing place or reason, or when memory is short. */
bool vrmlint_policy_ignore_at(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore,
                              struct vrmlint_refusal *refusal);

/* The least severity that makes a file fail; VRMLINT_OFF: none does. The default is VRMLINT_ERROR. */
void vrmlint_policy_fail_on(struct vrmlint_policy *policy, enum vrmlint_severity least);
bool vrmlint_policy_fails(const struct vrmlint_policy *policy, const struct vrmlint_report *report);

/* That severity; *origin receives the file of settings that says it, with line and column, or NULL. */
enum vrmlint_severity vrmlint_policy_fails_from(const struct vrmlint_policy *policy, const char **origin);

/* The least severity that whoever shows reports is to show: reports themselves hold all. The default is VRMLINT_INFO.
 */
void vrmlint_policy_min_severity(struct vrmlint_policy *policy, enum vrmlint_severity least);

/* That severity; *origin as above. */
enum vrmlint_severity vrmlint_policy_shows_from(const struct vrmlint_policy *policy, const char **origin);

/* All ignores of the policy, in the order of their adding; *count receives their number. */
const struct vrmlint_ignore *vrmlint_policy_ignores(const struct vrmlint_policy *policy, size_t *count);

/* Limits of one file; 0 means none. Beyond them the file gets file/too-large or file/timed-out, and nothing else of it
 * is reported. The time is wall-clock time, fractions of seconds included; a file can take a little longer. */
void vrmlint_policy_max_file_size(struct vrmlint_policy *policy, uint64_t bytes);
void vrmlint_policy_timeout(struct vrmlint_policy *policy, double seconds);

/* The most memory that the check of one file may hold at a time, in bytes. 0, the default, is VRMLINT_MEMORY_LEAST and
 * VRMLINT_MEMORY_PER_BYTE for each byte that the file has beyond VRMLINT_MEMORY_FREE. Beyond it the file gets
 * file/too-complex, and nothing else of it is reported. */
#define VRMLINT_MEMORY_LEAST (UINT64_C(264) << 20)
#define VRMLINT_MEMORY_FREE (UINT64_C(10) << 20)
#define VRMLINT_MEMORY_PER_BYTE 80
void vrmlint_policy_max_memory(struct vrmlint_policy *policy, uint64_t bytes);

/*
 * How many findings of one rule and file come in full; the rest is counted alone, in the report's counts, and in the
 * data of the rule's last finding, as "more". Those beyond are counted before what follows from another finding has
 * been left out. 0, the default, is any number: a baseline wants them all.
 */
void vrmlint_policy_most_findings(struct vrmlint_policy *policy, size_t most);

/*
 * Has a function asked now and then while files are checked, in the thread that checks, or one that helps it, but in
 * one at a time: true ends that at once, and the report has the trouble "interrupted". NULL: nobody is asked.
 */
void vrmlint_policy_stop(struct vrmlint_policy *policy, bool (*stop)(void *context), void *context);

/*
 * Who checks fewer files at a time than there are processors may let others help: with a crew, the check of a file that
 * takes long starts threads for a while, as many as the crew has idle, for all checks together. Reports stay the same.
 * A new crew has none idle: vrmlint_crew_rest() adds some, in any thread. Who made it frees it after the last check.
 * NULL is what comes of a new one when memory is short, and a crew of nobody.
 */
struct vrmlint_crew;
struct vrmlint_crew *vrmlint_crew_new(void);
void vrmlint_crew_free(struct vrmlint_crew *crew);
void vrmlint_crew_rest(struct vrmlint_crew *crew, size_t idle);
void vrmlint_policy_crew(struct vrmlint_policy *policy, struct vrmlint_crew *crew);

/* Whether a file of that size is within the limit. */
bool vrmlint_policy_takes(const struct vrmlint_policy *policy, uint64_t bytes);

/* Whether one file may take that many seconds. */
bool vrmlint_policy_waits(const struct vrmlint_policy *policy, double seconds);

/*
 * Names all of a policy, and of this build of vrmlint, that a report depends on: policies with the same key give the
 * same report for the same bytes. Terminated. False, and no key, when reports bring what vrmlint_record_read() doesn't.
 */
enum { VRMLINT_KEY_SIZE = 65 };
bool vrmlint_policy_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE]);

/* The languages that reports have texts in: a set of bits 1 << language. English alone unless set. */
void vrmlint_policy_languages(struct vrmlint_policy *policy, unsigned languages);

/* The language that files of settings ask for, and the file that says it, with line and column. False, and nothing is
 * written, where none asks for one. */
bool vrmlint_policy_language(const struct vrmlint_policy *policy, enum vrmlint_language *language, const char **origin);

/* The baseline that files of settings name, as a path from where the program runs, and the place that says it; NULL:
 * none does. To apply it is up to the caller. */
const char *vrmlint_policy_baseline(const struct vrmlint_policy *policy, const char **origin);

/* Whether findings bring what fills the places of their sentences. Off unless switched on. */
void vrmlint_policy_arguments(struct vrmlint_policy *policy, bool wanted);

/* Whether findings bring the edits that fix them. Off unless switched on. */
void vrmlint_policy_edits(struct vrmlint_policy *policy, bool wanted);

/*
 * Whether safe findings of files that are JSON text bring the replacements that fix them, within bounds of time and
 * size. Those of a GLB don't: its chunks' lengths would have to change, too. Off unless switched on.
 */
void vrmlint_policy_fixes(struct vrmlint_policy *policy, bool wanted);

/* Whether reports bring the curves of the simulation: much data, for graphs alone. Off unless switched on. */
void vrmlint_policy_curves(struct vrmlint_policy *policy, bool wanted);

/* Whether reports bring what a picture is drawn from. Off unless switched on. */
void vrmlint_policy_drawing(struct vrmlint_policy *policy, bool wanted);

/*
 * A number that a measure of the simulation is compared with. All strings are static, UTF-8, never NULL. The name is
 * that of a rule of family sim, and where the rule has several numbers, which of them: "slow-settle-warning".
 */
struct vrmlint_threshold {
    const char *name;
    double value; /* the default */
    double least; /* what it may be set to */
    double most;
    const char *unit;    /* "m", "m/s", "s", "degrees", "degrees/s", "frames", or "share" of one */
    const char *meaning; /* what is compared, in a clause */
    const char *reason;  /* why this number, in a clause */
};

/* All thresholds in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_threshold *vrmlint_thresholds(size_t *count);

/* Sets a threshold. False for an unknown name or a value out of its range, with one line about it in refusal. */
bool vrmlint_policy_threshold(struct vrmlint_policy *policy, const char *name, double value,
                              struct vrmlint_refusal *refusal);

/* The names of all figures, in the order of the table. The array is static; *count receives its length. */
const char *const *vrmlint_figures(size_t *count);

/* The most of a figure ("triangles") that a file may have, a whole number of 0 or more: beyond it budget/exceeded.
 * False for an unknown name or a value out of its range, with one line about it in refusal. */
bool vrmlint_policy_budget(struct vrmlint_policy *policy, const char *name, double limit,
                           struct vrmlint_refusal *refusal);

/* A budget that a platform publishes: its name, who says so, and when ("2021-01"; NULL: nobody says). */
struct vrmlint_budget_preset {
    const char *name;
    const char *source;
    const char *date;
};

/* All that there are, by name. The array is static; *count receives its length. */
const struct vrmlint_budget_preset *vrmlint_budget_presets(size_t *count);

/* Limits what a platform limits; what it doesn't stays as it is. False for an unknown name, with one line about it in
 * refusal. */
bool vrmlint_policy_budget_preset(struct vrmlint_policy *policy, const char *name, struct vrmlint_refusal *refusal);

/* The most of a figure that a file may have; NAN where nobody limits it, or there is no such figure. */
double vrmlint_policy_budget_value(const struct vrmlint_policy *policy, const char *name);

/*
 * Binds the JSON Schema (2020-12 or draft-04) in a file to an extension that vrmlint doesn't know: every object of that
 * name in an "extensions" object is held to it, by the rules of family schema. Files in the schema's folder that it
 * refers to are read too, nothing else is. Copies of the policy share what was read. False, with one line about it in
 * refusal, for a file that can't be read or is no such schema, or a name that is known or bound already.
 */
bool vrmlint_policy_schema(struct vrmlint_policy *policy, const char *extension, const char *file,
                           struct vrmlint_refusal *refusal);

/* What a threshold (an element of the table) is under the policy. */
double vrmlint_policy_threshold_value(const struct vrmlint_policy *policy, const struct vrmlint_threshold *threshold);

/* The file of settings that sets it, with line and column, or NULL. */
const char *vrmlint_policy_threshold_origin(const struct vrmlint_policy *policy,
                                            const struct vrmlint_threshold *threshold);

/* Whether spring bones are simulated, for the rules of family sim; they are, unless this says no. */
void vrmlint_policy_simulation(struct vrmlint_policy *policy, bool on);

/* Whether anything is looked at that needs the bytes of buffers and images; it is, unless this or a file of settings
 * says no. Reports then say so among what was skipped. */
void vrmlint_policy_data(struct vrmlint_policy *policy, bool on);

/* Whether it is; *origin receives the file of settings that says no, with line and column, or NULL. */
bool vrmlint_policy_reads_data(const struct vrmlint_policy *policy, const char **origin);

/* Whether a rule can be reported under the policy, and with which severity if nothing else decides. */
enum vrmlint_severity vrmlint_policy_effective(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule);

/* Where a file of settings decides that ("avatars/.vrmlint.json:4:13"); NULL where none says anything of the rule. */
const char *vrmlint_policy_origin(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule);

#ifdef __cplusplus
}
#endif

#endif
