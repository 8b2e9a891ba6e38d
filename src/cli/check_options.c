#include "cli/check_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/glob.h"
#include "base/nearest.h"
#include "cli/numbers.h"
#include "ids/messages_command.h"
#include "ids/messages_refusals.h"
#include "report/diff.h"
#include "report/print.h"
#include "report/report.h"
#include "report/verdict.h"
#include "vrmlint.h"

/* Values of options, of vrmlint check and similar commands, that need more than a member of the settings: each
 * function accepts or refuses one. The context is struct settings. */

struct vrmlint_refusal;

enum { JOBS_MAX = 1024, SHARDS_MAX = 1000000 };

#define STANDARD_OUTPUT "/dev/stdout" /* may lead to a file that another output writes to */

/* Refuses an unknown name, with the one that was most probably meant, or with all that exist. */
static bool refuse_name(struct vrmlint_refusal *refusal, const struct nearest *nearest, const char *name,
                        enum message unknown, enum message with_all)
{
    char meant[64];
    if (nearest->best.text == NULL) {
        return refusal_print(refusal, with_all, ARGUMENTS(TERM("name", name)));
    }
    struct words_room room;
    snprintf(meant, sizeof meant, "%.*s", (int)nearest->best.length, nearest->best.text);
    return refusal_print(
        refusal, WORDS_DID_YOU_MEAN,
        ARGUMENTS(TERM("text", words_text(&room, refusal->language, unknown, ARGUMENTS(TERM("name", name)))),
                  TERM("name", meant)));
}

/* Refuses a name of a format: with the one that is like it, or else with all names, a list. */
static bool refuse_format(struct vrmlint_refusal *refusal, const struct nearest *nearest, const char *name,
                          const char *all)
{
    if (nearest->best.text == NULL) {
        return refusal_print(refusal, WORDS_NO_FORMAT_OF_ALL, ARGUMENTS(TERM("name", name), TERM("formats", all)));
    }
    return refuse_name(refusal, nearest, name, WORDS_NO_FORMAT, WORDS_NO_FORMAT);
}

static bool refuse_report_format(struct vrmlint_refusal *refusal, const char *name)
{
    char formats[160];
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        nearest_offer(&nearest, report_formats[i]->name);
    }
    return refuse_format(refusal, &nearest, name, report_format_names(formats, sizeof formats));
}

/* Whether another output already writes to a path. */
static bool is_taken(const struct settings *settings, const char *path)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        const char *other = settings->outputs[i].path;
        if ((path == NULL && other == NULL) ||
            sink_is_same(path == NULL ? STANDARD_OUTPUT : path, other == NULL ? STANDARD_OUTPUT : other)) {
            return true;
        }
    }
    return false;
}

static bool value_add_format(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    char name[32];
    size_t length = strcspn(argument, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    const struct report_format *format = report_format_by_name(name);
    const char *path = argument[length] == '=' ? argument + length + 1 : NULL;
    if (format == NULL) {
        return refuse_report_format(refusal, name);
    }
    if (path != NULL && *path == '\0') {
        return refusal_print(refusal, WORDS_EMPTY_NAME, ARGUMENTS(TERM("value", argument)));
    }
    if (path != NULL && sink_is_standard_output(path)) {
        path = NULL;
    }
    if (is_taken(settings, path)) {
        struct words_room room;
        path = path == NULL ? words_text(&room, refusal->language, WORDS_STANDARD_OUTPUT, NO_ARGUMENTS) : path;
        return refusal_print(refusal, WORDS_OUTPUTS_MEET, ARGUMENTS(TERM("path", path), TERM("format", name)));
    }
    if (settings->output_count == OUTPUT_MAX) {
        return refusal_print(refusal, WORDS_TOO_MANY_OUTPUTS, ARGUMENTS(COUNT("most", OUTPUT_MAX)));
    }
    settings->outputs[settings->output_count++] = (struct output){.format = format, .path = path};
    return true;
}

static bool value_set_diff_format(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    static const struct diff_format *const formats[] = {&diff_text, &diff_json, &diff_html, &diff_github,
                                                        &diff_markdown};
    struct settings *settings = context;
    size_t length = strcspn(argument, "=");
    struct nearest nearest = nearest_to(argument, length);
    settings->diff_format = NULL;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strlen(formats[i]->name) == length && memcmp(formats[i]->name, argument, length) == 0) {
            settings->diff_format = formats[i];
        }
        nearest_offer(&nearest, formats[i]->name);
    }
    if (settings->diff_format == NULL) {
        return refuse_format(refusal, &nearest, argument, "text, json, html, github, markdown");
    }
    settings->diff_file = argument[length] == '=' ? argument + length + 1 : NULL;
    if (settings->diff_file != NULL && *settings->diff_file == '\0') {
        return refusal_print(refusal, WORDS_EMPTY_NAME, ARGUMENTS(TERM("value", argument)));
    }
    if (settings->diff_file != NULL && sink_is_standard_output(settings->diff_file)) {
        settings->diff_file = NULL;
    }
    return true;
}

static bool value_add_select(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_select(settings->policy, argument, refusal);
}

static bool value_add_ignore(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_ignore(settings->policy, argument, refusal);
}

static bool value_set_rules_of(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_rules_of(settings->policy, argument, refusal);
}

static bool value_set_budget(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    return vrmlint_policy_budget_preset(settings->policy, argument, refusal);
}

static bool parse_level(const char *level, enum vrmlint_severity *severity, struct vrmlint_refusal *refusal)
{
    struct nearest nearest = nearest_to(level, strlen(level));
    for (int i = VRMLINT_OFF; i <= VRMLINT_ERROR; i++) {
        const char *name = vrmlint_severity_name((enum vrmlint_severity)i);
        if (strcmp(level, name) == 0) {
            *severity = (enum vrmlint_severity)i;
            return true;
        }
        nearest_offer(&nearest, name);
    }
    return refuse_name(refusal, &nearest, level, WORDS_NO_LEVEL, WORDS_NO_LEVEL_OF_ALL);
}

static bool value_add_severity(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    enum vrmlint_severity severity = VRMLINT_OFF;
    char rule[128];
    size_t length = strcspn(argument, "=");
    if (argument[length] != '=') {
        return refusal_print(refusal, WORDS_NAMES_NO_LEVEL, ARGUMENTS(TERM("value", argument)));
    }
    snprintf(rule, sizeof rule, "%.*s", (int)length, argument);
    settings->narrowed = true;
    return parse_level(argument + length + 1, &severity, refusal) &&
           vrmlint_policy_severity(settings->policy, rule, severity, refusal);
}

static bool value_set_files_from(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    if (settings->files_from != NULL) {
        return refusal_print(refusal, WORDS_LIST_GIVEN, ARGUMENTS(TERM("path", settings->files_from)));
    }
    settings->files_from = argument;
    return true;
}

static bool value_set_jobs(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    size_t jobs;
    if (!number_read_count(argument, JOBS_MAX, &jobs) || jobs == 0) {
        return refusal_print(refusal, WORDS_NO_NUMBER_TO, ARGUMENTS(TERM("value", argument), COUNT("most", JOBS_MAX)));
    }
    settings->jobs = jobs;
    return true;
}

static bool value_set_shard(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    char number[24];
    size_t length = strcspn(argument, "/");
    bool from_zero = length > 2 && argument[length - 2] == '+' && argument[length - 1] == '1';
    snprintf(number, sizeof number, "%.*s", (int)length - (from_zero ? 2 : 0), argument);
    bool good =
        length < sizeof number && argument[length] == '/' && number_read_count(number, SHARDS_MAX, &settings->shard);
    settings->shard += from_zero ? 1 : 0;
    if (!good || !number_read_count(argument + length + 1, SHARDS_MAX, &settings->shards) || settings->shard == 0 ||
        settings->shard > settings->shards) {
        return refusal_print(refusal, WORDS_NO_SHARD, ARGUMENTS(TERM("value", argument)));
    }
    return true;
}

static bool value_set_max_file_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    uint64_t bytes;
    if (!number_read_bytes(argument, &bytes)) {
        return refusal_print(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    vrmlint_policy_max_file_size(((struct settings *)context)->policy, bytes);
    return true;
}

static bool value_set_max_memory(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    bool good = limits_read_memory(&settings->limits, argument, refusal);
    vrmlint_policy_max_memory(settings->policy, settings->limits.memory);
    return good;
}

static bool value_set_timeout(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    bool good = limits_read_timeout(&settings->limits, argument, refusal);
    vrmlint_policy_timeout(settings->policy, settings->limits.timeout);
    return good;
}

static bool value_add_schema(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    char name[128];
    size_t length = strcspn(argument, "=");
    if (argument[length] != '=' || length == 0 || argument[length + 1] == '\0' || length >= sizeof name) {
        return refusal_print(refusal, WORDS_SCHEMA_NO_NAME, ARGUMENTS(TERM("value", argument)));
    }
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    return vrmlint_policy_schema(((struct settings *)context)->policy, name, argument + length + 1, refusal);
}

static bool value_add_exclude(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    if (!glob_is_whole(argument)) {
        return refusal_print(refusal, WORDS_GLOB_OPEN, ARGUMENTS(TERM("pattern", argument)));
    }
    if (settings->exclude_count == EXCLUDE_MAX) {
        return refusal_print(refusal, WORDS_TOO_MANY_HITCHES, ARGUMENTS(COUNT("most", EXCLUDE_MAX)));
    }
    settings->excludes[settings->exclude_count++] = argument;
    return true;
}

static bool value_set_max_warnings(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    return number_read_count(argument, SIZE_MAX - 1, &((struct settings *)context)->max_warnings) ||
           refusal_print(refusal, WORDS_NO_WARNINGS, ARGUMENTS(TERM("value", argument)));
}

static bool value_add_app(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    for (const char *at = argument;; at++) {
        size_t length = strcspn(at, ",");
        enum verdict_app app = verdict_app_by_name(at, length);
        if (app == VERDICT_APPS) {
            return refusal_print(refusal, WORDS_NO_APP, ARGUMENTS(TERM("value", argument)));
        }
        settings->apps |= 1U << app;
        at += length;
        if (*at == '\0') {
            return true;
        }
    }
}

static bool value_set_cache_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    return number_read_bytes(argument, &((struct settings *)context)->cache_size) ||
           refusal_print(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
}

/* ---- options that several commands have ---- */

#define OPTION_IGNORE_ROW                                                                                              \
    CALL_OPTION("ignore", "LIST", value_add_ignore, N_("leave these rules out; may be given several times"))
#define OPTION_SEVERITY_ROW                                                                                            \
    CALL_OPTION(                                                                                                       \
        "severity", "RULE=LEVEL", value_add_severity,                                                                  \
        N_("report a rule, or a family, as error, warning or info, or switch it off; may be given several times"))
#define OPTION_FAIL_ON_ROW                                                                                             \
    WORD_OPTION("fail-on", "error|warning|info|never|invalid", struct settings, fail_on,                               \
                N_("the least severity that makes the exit status 1 (default: error), or invalid: a file that "        \
                   "breaks a specification"))
#define OPTION_CONFIG_ROW                                                                                              \
    TEXT_OPTION(                                                                                                       \
        "config", "FILE", struct settings, config,                                                                     \
        N_("take settings from FILE, for all PATHs, instead of the files .vrmlint.json in their folders and above"))
#define OPTION_NO_CONFIG_ROW FLAG_OPTION("no-config", struct settings, no_config, N_("read no settings from files"))
#define OPTION_BASELINE_ROW                                                                                            \
    TEXT_OPTION("baseline", "FILE", struct settings, baseline,                                                         \
                N_("report only what FILE, written by --write-baseline, doesn't contain; the order of springs, "       \
                   "nodes and colliders may have changed since then"))
#define OPTION_NO_SIMULATION_ROW                                                                                       \
    FLAG_OPTION("no-simulation", struct settings, no_simulation,                                                       \
                N_("leave out the simulation of spring bones, and so the rules of the family sim"))
#define OPTION_JOBS_ROW                                                                                                \
    CALL_OPTION("jobs", "N", value_set_jobs,                                                                           \
                N_("check up to N files at a time, and several motions of a file if fewer files are left "             \
                   "(default: the number of processors); the report is the same for every N"))
#define OPTION_MAX_FILE_SIZE_ROW                                                                                       \
    CALL_OPTION("max-file-size", "BYTES", value_set_max_file_size,                                                     \
                N_("report larger files as file/too-large instead of checking them; K, M and G after the number "      \
                   "are powers of 1024 (default: no limit)"))
#define OPTION_MAX_MEMORY_ROW                                                                                          \
    CALL_OPTION("max-memory", "BYTES", value_set_max_memory,                                                           \
                N_("report a file whose check takes more memory as file/too-complex, and continue with the next "      \
                   "(default: 264M, and 80 times the bytes of the file beyond 10M)"))
#define OPTION_TIMEOUT_ROW                                                                                             \
    CALL_OPTION("timeout", "SECONDS", value_set_timeout,                                                               \
                N_("report a file that takes longer as file/timed-out, and continue with the next (default: no "       \
                   "limit)"))
#define OPTION_FILES_FROM_ROW                                                                                          \
    CALL_OPTION("files-from", "FILE", value_set_files_from,                                                            \
                N_("also check the PATHs that FILE lists, one per line or each ended by a NUL; - for standard "        \
                   "input"))
#define OPTION_STATISTICS_ROW                                                                                          \
    FLAG_OPTION(                                                                                                       \
        "statistics", struct settings, statistics,                                                                     \
        N_("count findings by rule and by exporter, at the end (text, concise) or in the summary (json, ndjson)"))
#define OPTION_COLOR_ROW                                                                                               \
    WORD_OPTION("color", "auto|always|never", struct settings, color,                                                  \
                N_("colours in text and concise; auto (the default) heeds NO_COLOR, CLICOLOR_FORCE and the terminal"))
#define OPTION_QUIET_ROW                                                                                               \
    FLAG_OPTION("quiet", struct settings, quiet,                                                                       \
                N_("text omits files without findings, and the totals; with --statistics, print only the tables"),     \
                .letter = 'q')
#define OPTION_EXCLUDE_ROW                                                                                             \
    CALL_OPTION("exclude", "GLOB", value_add_exclude,                                                                  \
                N_("leave out matching files and folders inside folders, in addition to hidden folders, "              \
                   "node_modules and __MACOSX; a PATH itself is always checked. May be given several times"))
#define OPTION_FORCE_EXCLUDE_ROW                                                                                       \
    FLAG_OPTION("force-exclude", struct settings, force_exclude,                                                       \
                N_("leave out what --exclude and the settings exclude also if it is named as a PATH, for hooks that "  \
                   "name every file of a change"))
#define OPTION_FOLLOW_ROW                                                                                              \
    FLAG_OPTION("follow", struct settings, follow,                                                                     \
                N_("follow links inside folders also if they lead out of the PATHs, or to what is left out there; "    \
                   "without it, they are skipped. A PATH that is a link is always followed"))
#define OPTION_ALLOW_EMPTY_ROW                                                                                         \
    FLAG_OPTION("allow-empty", struct settings, allow_empty,                                                           \
                N_("accept an empty list of --files-from, and folders with nothing to check"))
#define OPTION_SHARD_ROW                                                                                               \
    CALL_OPTION(                                                                                                       \
        "shard", "I/N", value_set_shard,                                                                               \
        N_("divide the files into N parts by their paths and take only part I, from 1 to N (I+1/N counts from "        \
           "0); vrmlint merge combines the parts"))
#define OPTION_RELATIVE_TO_ROW                                                                                         \
    TEXT_OPTION("relative-to", "DIR", struct settings, relative_to,                                                    \
                N_("start the paths in github, gitlab and sarif at DIR (default: CI_PROJECT_DIR or "                   \
                   "GITHUB_WORKSPACE if set)"))
#define OPTION_SELECT_ROW                                                                                              \
    CALL_OPTION("select", "LIST", value_add_select,                                                                    \
                N_("run these rules instead of the default set; may be given several times"))
#define OPTION_MIN_SEVERITY                                                                                            \
    WORD_OPTION("min-severity", "error|warning|info", struct settings, min_severity,                                   \
                N_("show only findings at or above this severity; only --fail-on changes the exit status "             \
                   "(default: info)"))
#define OPTION_MAX_WARNINGS                                                                                            \
    CALL_OPTION("max-warnings", "N", value_set_max_warnings,                                                           \
                N_("make the exit status 1 also for more than N warnings in all (default: no limit)"))
#define OPTIONS_HOW_MUCH                                                                                               \
    FLAG_OPTION("all", struct settings, all,                                                                           \
                N_("show all files and findings in text; without it, 10 findings per rule and file, and 100 "          \
                   "files of each kind (with errors, with warnings, with advice, without findings)")),                 \
        FLAG_OPTION(                                                                                                   \
            "all-findings", struct settings, all_findings,                                                             \
            N_("report each finding separately, and write all findings to json, ndjson, sarif, junit and gitlab; "     \
               "without it, 1,000 per rule and file")),                                                                \
        FLAG_OPTION("verbose", struct settings, verbose,                                                               \
                    N_("print the position of each finding in the JSON in text, as on terminals with colours"))

const struct option check_options[] = {
    CALL_OPTION(
        "format", "NAME[=FILE]", value_add_format,
        N_("how to report, as {formats}; the default is text. Into FILE instead of standard output. May be given "
           "several times"),
        .letter = 'f', .hole = "{formats}", .fill = report_format_names),
    OPTION_SELECT_ROW,
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    CALL_OPTION(
        "rules-of", "VERSION", value_set_rules_of,
        N_("leave out rules that VERSION of vrmlint, such as 0.1.0, didn't have, to get no findings of new rules "
           "after an update; rules that --select names by their ids run")),
    CALL_OPTION("budget", "PRESET", value_set_budget,
                N_("report figures above the budget that a platform publishes, such as cluster; vrmlint explain "
                   "budget/exceeded lists them. May be given several times: the later wins")),
    CALL_OPTION(
        "app", "LIST", value_add_app,
        N_("show only findings that matter to these apps: three-vrm, univrm, blender; the exit status is 1 if one of "
           "them refuses a file, unless --fail-on is given")),
    WORD_OPTION(
        "fail-on", "error|warning|info|never|invalid|refuses|loses", struct settings, fail_on,
        N_("the least severity that makes the exit status 1 (default: error); or invalid for a file that breaks a "
           "specification; or what an app must do for that: refuses for refusing a file or loading no avatar, loses "
           "also for losing a part or maybe refusing it")),
    OPTION_MIN_SEVERITY,
    OPTION_MAX_WARNINGS,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_BASELINE_ROW,
    TEXT_OPTION("write-baseline", "FILE", struct settings, write_baseline,
                N_("write the findings to FILE, for --baseline; they are still reported, and FILE keeps what this run "
                   "doesn't check")),
    FLAG_OPTION("prune-baseline", struct settings, prune_baseline,
                N_("remove from the baselines that apply the lines whose findings no longer exist; no line is added")),
    FLAG_OPTION("no-baseline", struct settings, no_baseline,
                N_("report everything, including the findings in a baseline")),
    OPTION_NO_SIMULATION_ROW,
    FLAG_OPTION("no-constraints", struct settings, no_constraints,
                N_("simulate spring bones without the node constraints of the file")),
    FLAG_OPTION("no-data", struct settings, no_data,
                N_("skip everything that needs the bytes of buffers and images; the report says so")),
    OPTION_LIMIT_REVISION(struct settings),
    CALL_OPTION("schema", "NAME=FILE", value_add_schema,
                N_("check the extension NAME, which vrmlint doesn't know, against the JSON Schema in FILE "
                   "(2020-12 or draft-04); may be given several times")),
    OPTION_JOBS_ROW,
    TEXT_OPTION("cache", "DIR", struct settings, cache_folder,
                N_("keep reports in the folder DIR, which is created if necessary, and reuse those of unchanged "
                   "files")),
    CALL_OPTION("cache-size", "BYTES", value_set_cache_size,
                N_("let the folder of --cache grow to BYTES, then delete the least recently used; K, M and G "
                   "after the number are powers of 1024 (default: 1G)")),
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FOLLOW_ROW,
    OPTION_FORCE_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_ALLOW_EMPTY_ROW,
    TEXT_OPTION("stdin-filename", "NAME", struct settings, standard_name,
                N_("the name of the file on standard input (PATH -): reports show it, and its settings apply")),
    OPTION_RELATIVE_TO_ROW,
    OPTION_SHARD_ROW,
    OPTION_STATISTICS_ROW,
    OPTION_COLOR_ROW,
    WORD_OPTION("hyperlinks", "auto|always|never", struct settings, hyperlinks,
                N_("link the ids of rules to their pages, in text and concise; auto (the default): on terminals "
                   "known to open links")),
    WORD_OPTION("progress", "auto|always|never", struct settings, progress,
                N_("show the progress of a long run on standard error; auto (the default): if that is a terminal")),
    OPTION_QUIET_ROW,
    OPTIONS_HOW_MUCH,
    OPTIONS_COMMON,
};

const struct option diff_options[] = {
    CALL_OPTION(
        "format", "text|json|html|github|markdown", value_set_diff_format,
        N_("how to report: for people (text, the default; html), for programs (json), as annotations on GitHub "
           "and a summary of the step (github), or as a comment on a pull request (markdown). With =FILE behind it "
           "into FILE instead of standard output"),
        .letter = 'f'),
    TEXT_OPTION(
        "since", "REVISION", struct settings, since,
        N_("compare the files in the work tree, given as PATHs, with those of the commit of git where HEAD and a "
           "REVISION part. A branch may be one of origin; of A...B it is where A and B part")),
    OPTION_SELECT_ROW,
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    OPTION_FAIL_ON_ROW,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_NO_SIMULATION_ROW,
    OPTION_JOBS_ROW,
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FOLLOW_ROW,
    FLAG_OPTION("statistics", struct settings, statistics,
                N_("count the new and the fixed findings by rule, exporter and app, at the end (text, html) or in the "
                   "summary (json)")),
    OPTION_COLOR_ROW,
    FLAG_OPTION("quiet", struct settings, quiet, N_("omit the totals"), .letter = 'q'),
    FLAG_OPTION("all", struct settings, all, N_("show all changes of an avatar in text; without it, 30")),
    OPTIONS_COMMON,
};

const struct option list_options[] = {
    FLAG_OPTION("null", struct settings, list_null,
                N_("end each path with a NUL instead of a line feed, for --files-from and xargs -0"), .letter = '0'),
    FLAG_OPTION("sizes", struct settings, list_sizes,
                N_("print the size of each file in bytes, and a tab, before its path")),
    FLAG_OPTION("left-out", struct settings, list_left_out, N_("also say on standard error what is left out, and why")),
    FLAG_OPTION("manifest", struct settings, list_manifest,
                N_("print no paths, but the manifest that a report of these files would have, as JSON on one line")),
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FOLLOW_ROW,
    OPTION_FORCE_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_ALLOW_EMPTY_ROW,
    OPTION_SHARD_ROW,
    OPTIONS_COMMON,
};

const struct option merge_options[] = {
    CALL_OPTION("format", "NAME[=FILE]", value_add_format,
                N_("how to report, as for check; into FILE instead of standard output. May be given several times"),
                .letter = 'f'),
    OPTION_FAIL_ON_ROW,
    OPTION_MIN_SEVERITY,
    OPTION_MAX_WARNINGS,
    CALL_OPTION("files-from", "FILE", value_set_files_from,
                N_("report which of the PATHs in FILE are missing; use the FILE that check was given")),
    FLAG_OPTION("mixed", struct settings, mixed,
                N_("merge also runs of different versions, or with different settings")),
    OPTION_RELATIVE_TO_ROW,
    OPTIONS_LIMITS(N_("stop if listing a FILE, or reading one of its records, takes more memory; K, M and G after the "
                      "number are powers of 1024 (default: 264M, and 80 times the bytes of the FILE or record beyond "
                      "10M)")),
    OPTION_STATISTICS_ROW,
    OPTION_COLOR_ROW,
    OPTION_QUIET_ROW,
    OPTIONS_HOW_MUCH,
    OPTIONS_COMMON,
};

const struct option fix_options[] = {
    FLAG_OPTION("in-place", struct settings, in_place, N_("overwrite each file with the fixed one"), .letter = 'i'),
    TEXT_OPTION("output", "PATH", struct settings, fix_output,
                N_("write the fixed file to PATH; for several files, or a folder, write files of the same names "
                   "to the folder PATH")),
    FLAG_OPTION("safe-only", struct settings, safe_only,
                N_("make only fixes that change nothing in an app that follows the specification")),
    FLAG_OPTION("unsafe", struct settings, unsafe, N_("also make fixes whose result you must check")),
    WORD_OPTION("format", "text|json-patch", struct settings, fix_format,
                N_("how to show the changes: as lines before and after (the default), or as operations of RFC 6902"),
                .letter = 'f'),
    CALL_OPTION("select", "LIST", value_add_select,
                N_("fix only the findings of these rules, instead of the default set; may be given several times")),
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    OPTION_FAIL_ON_ROW,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    TEXT_OPTION("baseline", "FILE", struct settings, baseline,
                N_("don't fix the findings in FILE, written by vrmlint check --write-baseline")),
    OPTION_NO_SIMULATION_ROW,
    OPTION_JOBS_ROW,
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FOLLOW_ROW,
    OPTION_FORCE_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_ALLOW_EMPTY_ROW,
    OPTION_COLOR_ROW,
    FLAG_OPTION("quiet", struct settings, quiet, N_("omit files with nothing to fix, and the totals"), .letter = 'q'),
    OPTIONS_COMMON,
};
