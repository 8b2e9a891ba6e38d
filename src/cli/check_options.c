#include "cli/check_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/nearest.h"
#include "cli/numbers.h"
#include "report/report.h"
#include "report/say.h"
#include "vrmlint.h"

enum { JOBS_MAX = 1024, SHARDS_MAX = 1000000 };

#define STANDARD_OUTPUT "/dev/stdout" /* where it may lead to a file that another output goes to */

/* Says that a name isn't known, and which was most likely meant, or which there are. */
static bool refuse_name(struct vrmlint_refusal *refusal, const struct nearest *nearest, const char *name,
                        enum message unknown, enum message with_all)
{
    char meant[64];
    if (nearest->best.text == NULL) {
        return refusal_say(refusal, with_all, ARGUMENTS(TERM("name", name)));
    }
    struct said room;
    snprintf(meant, sizeof meant, "%.*s", (int)nearest->best.length, nearest->best.text);
    return refusal_say(refusal, WORDS_DID_YOU_MEAN,
                       ARGUMENTS(TERM("text", said(&room, refusal->language, unknown, ARGUMENTS(TERM("name", name)))),
                                 TERM("name", meant)));
}

static bool refuse_format(struct vrmlint_refusal *refusal, const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        nearest_offer(&nearest, report_formats[i]->name);
    }
    return refuse_name(refusal, &nearest, name, WORDS_NO_FORMAT, WORDS_NO_FORMAT_OF_ALL);
}

/* Whether an output goes where another goes already. */
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

static bool add_format(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    char name[32];
    size_t length = strcspn(argument, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    const struct report_format *format = report_format_by_name(name);
    const char *path = argument[length] == '=' ? argument + length + 1 : NULL;
    if (format == NULL) {
        return refuse_format(refusal, name);
    }
    if (path != NULL && *path == '\0') {
        return refusal_say(refusal, WORDS_EMPTY_NAME, ARGUMENTS(TERM("value", argument)));
    }
    if (path != NULL && sink_is_standard_output(path)) {
        path = NULL;
    }
    if (is_taken(settings, path)) {
        struct said room;
        path = path == NULL ? said(&room, refusal->language, WORDS_STANDARD_OUTPUT, NO_ARGUMENTS) : path;
        return refusal_say(refusal, WORDS_OUTPUTS_MEET, ARGUMENTS(TERM("path", path), TERM("format", name)));
    }
    if (settings->output_count == OUTPUT_MAX) {
        return refusal_say(refusal, WORDS_TOO_MANY_OUTPUTS, ARGUMENTS(COUNT("most", OUTPUT_MAX)));
    }
    settings->outputs[settings->output_count++] = (struct output){.format = format, .path = path};
    return true;
}

static bool add_select(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_select(settings->policy, argument, refusal);
}

static bool add_ignore(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_ignore(settings->policy, argument, refusal);
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

static bool add_severity(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    enum vrmlint_severity severity = VRMLINT_OFF;
    char rule[128];
    size_t length = strcspn(argument, "=");
    if (argument[length] != '=') {
        return refusal_say(refusal, WORDS_NAMES_NO_LEVEL, ARGUMENTS(TERM("value", argument)));
    }
    snprintf(rule, sizeof rule, "%.*s", (int)length, argument);
    settings->narrowed = true;
    return parse_level(argument + length + 1, &severity, refusal) &&
           vrmlint_policy_severity(settings->policy, rule, severity, refusal);
}

static bool set_files_from(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    if (settings->files_from != NULL) {
        return refusal_say(refusal, WORDS_LIST_GIVEN, ARGUMENTS(TERM("path", settings->files_from)));
    }
    settings->files_from = argument;
    return true;
}

static bool set_jobs(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    size_t jobs;
    if (!number_read_count(argument, JOBS_MAX, &jobs) || jobs == 0) {
        return refusal_say(refusal, WORDS_NO_NUMBER_TO, ARGUMENTS(TERM("value", argument), COUNT("most", JOBS_MAX)));
    }
    settings->jobs = jobs;
    return true;
}

static bool set_shard(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    char number[24];
    size_t length = strcspn(argument, "/");
    snprintf(number, sizeof number, "%.*s", (int)length, argument);
    if (argument[length] != '/' || length >= sizeof number ||
        !number_read_count(number, SHARDS_MAX, &settings->shard) ||
        !number_read_count(argument + length + 1, SHARDS_MAX, &settings->shards) || settings->shard == 0 ||
        settings->shard > settings->shards) {
        return refusal_say(refusal, WORDS_NO_SHARD, ARGUMENTS(TERM("value", argument)));
    }
    return true;
}

static bool set_max_file_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    uint64_t bytes;
    if (!number_read_bytes(argument, &bytes)) {
        return refusal_say(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    vrmlint_policy_max_file_size(((struct settings *)context)->policy, bytes);
    return true;
}

static bool set_max_memory(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    uint64_t bytes;
    if (!number_read_bytes(argument, &bytes) || bytes == 0) {
        return refusal_say(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    vrmlint_policy_max_memory(((struct settings *)context)->policy, bytes);
    return true;
}

static bool set_timeout(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double seconds;
    if (!number_read(argument, &seconds) || seconds <= 0) {
        return refusal_say(refusal, WORDS_NO_SECONDS, ARGUMENTS(TERM("value", argument)));
    }
    vrmlint_policy_timeout(((struct settings *)context)->policy, seconds);
    return true;
}

static bool add_schema(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    char name[128];
    size_t length = strcspn(argument, "=");
    if (argument[length] != '=' || length == 0 || argument[length + 1] == '\0' || length >= sizeof name) {
        return refusal_say(refusal, WORDS_SCHEMA_NO_NAME, ARGUMENTS(TERM("value", argument)));
    }
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    return vrmlint_policy_schema(((struct settings *)context)->policy, name, argument + length + 1, refusal);
}

static bool add_exclude(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    if (*argument == '\0') {
        return refusal_say(refusal, WORDS_EMPTY_PATTERN, NO_ARGUMENTS);
    }
    if (!glob_is_whole(argument)) {
        return refusal_say(refusal, WORDS_GLOB_OPEN, ARGUMENTS(TERM("pattern", argument)));
    }
    if (settings->exclude_count == EXCLUDE_MAX) {
        return refusal_say(refusal, WORDS_TOO_MANY_HITCHES, ARGUMENTS(COUNT("most", EXCLUDE_MAX)));
    }
    settings->excludes[settings->exclude_count++] = argument;
    return true;
}

static bool set_max_warnings(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    return number_read_count(argument, SIZE_MAX - 1, &((struct settings *)context)->max_warnings) ||
           refusal_say(refusal, WORDS_NO_WARNINGS, ARGUMENTS(TERM("value", argument)));
}

static bool set_cache_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    return number_read_bytes(argument, &((struct settings *)context)->cache_size) ||
           refusal_say(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
}

/* ---- options that several commands have ---- */

#define OPTION_IGNORE_ROW                                                                                              \
    {                                                                                                                  \
        .name = "ignore", .argument = "LIST", .help = N_("leave these rules out; may be given several times"),         \
        .kind = OPTION_CALL, .call = add_ignore                                                                        \
    }
#define OPTION_SEVERITY_ROW                                                                                            \
    {                                                                                                                  \
        .name = "severity", .argument = "RULE=LEVEL",                                                                  \
        .help =                                                                                                        \
            N_("report a rule, or a family, as error, warning or info, or switch it off; may be given several times"), \
        .kind = OPTION_CALL, .call = add_severity                                                                      \
    }
#define OPTION_FAIL_ON_ROW                                                                                             \
    {                                                                                                                  \
        .name = "fail-on", .argument = "error|warning|info|never",                                                     \
        .help = N_("the least severity that makes the exit status 1 (default: error)"), .kind = OPTION_WORD,           \
        .offset = offsetof(struct settings, fail_on)                                                                   \
    }
#define OPTION_CONFIG_ROW                                                                                              \
    {                                                                                                                  \
        .name = "config", .argument = "FILE",                                                                          \
        .help = N_(                                                                                                    \
            "take settings from FILE, for all PATHs, instead of the files .vrmlint.json in their folders and above"),  \
        .kind = OPTION_TEXT, .offset = offsetof(struct settings, config)                                               \
    }
#define OPTION_NO_CONFIG_ROW                                                                                           \
    {                                                                                                                  \
        .name = "no-config", .help = N_("look for no settings in files"), .kind = OPTION_FLAG,                         \
        .offset = offsetof(struct settings, no_config)                                                                 \
    }
#define OPTION_BASELINE_ROW                                                                                            \
    {                                                                                                                  \
        .name = "baseline", .argument = "FILE",                                                                        \
        .help = N_(                                                                                                    \
            "report only what FILE, written by --write-baseline, doesn't know; springs, nodes and colliders may have " \
            "been put in another order since"),                                                                        \
        .kind = OPTION_TEXT, .offset = offsetof(struct settings, baseline)                                             \
    }
#define OPTION_NO_SIMULATION_ROW                                                                                       \
    {                                                                                                                  \
        .name = "no-simulation",                                                                                       \
        .help = N_("leave out the simulation of spring bones, and with it the rules of family sim"),                   \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, no_simulation)                                        \
    }
#define OPTION_JOBS_ROW                                                                                                \
    {                                                                                                                  \
        .name = "jobs", .argument = "N",                                                                               \
        .help =                                                                                                        \
            N_("check up to N files at a time (default: as many as there are processors); the report is the same for " \
               "every N"),                                                                                             \
        .kind = OPTION_CALL, .call = set_jobs                                                                          \
    }
#define OPTION_MAX_FILE_SIZE_ROW                                                                                       \
    {                                                                                                                  \
        .name = "max-file-size", .argument = "BYTES",                                                                  \
        .help = N_(                                                                                                    \
            "report larger files as file/too-large instead of checking them; K, M and G behind the number count in "   \
            "1024s (default: no limit)"),                                                                              \
        .kind = OPTION_CALL, .call = set_max_file_size                                                                 \
    }
#define OPTION_MAX_MEMORY_ROW                                                                                          \
    {                                                                                                                  \
        .name = "max-memory", .argument = "BYTES",                                                                     \
        .help = N_("report a file whose check takes more memory as file/too-complex, and go on with the next "         \
                   "(default: 264M, and 80 times what the file has beyond 10M)"),                                      \
        .kind = OPTION_CALL, .call = set_max_memory                                                                    \
    }
#define OPTION_TIMEOUT_ROW                                                                                             \
    {                                                                                                                  \
        .name = "timeout", .argument = "SECONDS",                                                                      \
        .help = N_("report a file that takes longer as file/timed-out, and go on with the next (default: no limit)"),  \
        .kind = OPTION_CALL, .call = set_timeout                                                                       \
    }
#define OPTION_FILES_FROM_ROW                                                                                          \
    {                                                                                                                  \
        .name = "files-from", .argument = "FILE",                                                                      \
        .help =                                                                                                        \
            N_("check the PATHs that FILE lists as well, one a line or each ended by a NUL; - for standard input"),    \
        .kind = OPTION_CALL, .call = set_files_from                                                                    \
    }
#define OPTION_STATISTICS_ROW                                                                                          \
    {                                                                                                                  \
        .name = "statistics",                                                                                          \
        .help =                                                                                                        \
            N_("count findings by rule and by exporter, at the end (text, concise) or in the summary (json, ndjson)"), \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, statistics)                                           \
    }
#define OPTION_COLOR_ROW                                                                                               \
    {                                                                                                                  \
        .name = "color", .argument = "auto|always|never",                                                              \
        .help = N_("colours in text and concise; auto (the default) heeds NO_COLOR, CLICOLOR_FORCE and the terminal"), \
        .kind = OPTION_WORD, .offset = offsetof(struct settings, color)                                                \
    }
#define OPTION_QUIET_ROW                                                                                               \
    {                                                                                                                  \
        .name = "quiet",                                                                                               \
        .help = N_("text says nothing of files without findings, and no totals; with --statistics, the tables alone"), \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, quiet)                                                \
    }
#define OPTION_EXCLUDE_ROW                                                                                             \
    {                                                                                                                  \
        .name = "exclude", .argument = "GLOB",                                                                         \
        .help = N_(                                                                                                    \
            "leave out the files and folders that fit while folders are walked, beside hidden folders, node_modules "  \
            "and __MACOSX; a PATH itself is always checked. May be given several times"),                              \
        .kind = OPTION_CALL, .call = add_exclude                                                                       \
    }
#define OPTION_MIN_SEVERITY                                                                                            \
    {                                                                                                                  \
        .name = "min-severity", .argument = "error|warning|info",                                                      \
        .help = N_("show only findings at least as severe; the exit status is up to --fail-on alone (default: info)"), \
        .kind = OPTION_WORD, .offset = offsetof(struct settings, min_severity)                                         \
    }
#define OPTION_MAX_WARNINGS                                                                                            \
    {                                                                                                                  \
        .name = "max-warnings", .argument = "N",                                                                       \
        .help = N_("make the exit status 1 also when there are more than N warnings in all (default: no limit)"),      \
        .kind = OPTION_CALL, .call = set_max_warnings                                                                  \
    }
#define OPTIONS_HOW_MUCH                                                                                               \
    {.name = "all",                                                                                                    \
     .help = N_("text shows all files and findings: without it 10 findings of a rule and file, and 100 files of each " \
                "kind: with errors, with warnings, with advice, without findings"),                                    \
     .kind = OPTION_FLAG,                                                                                              \
     .offset = offsetof(struct settings, all)},                                                                        \
        {.name = "all-findings",                                                                                       \
         .help = N_("json, ndjson, sarif, junit and gitlab hold all findings: without it 1,000 of a rule and file"),   \
         .kind = OPTION_FLAG,                                                                                          \
         .offset = offsetof(struct settings, all_findings)},                                                           \
    {                                                                                                                  \
        .name = "verbose",                                                                                             \
        .help = N_("text says where in the JSON each finding is, as it does on terminals with colours"),               \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, verbose)                                              \
    }

const struct option check_options[] = {
    {.name = "format",
     .argument = "NAME[=FILE]",
     .help =
         N_("how to report: text (the default), concise, json, ndjson, sarif, junit, github, gitlab or html; into FILE "
            "instead of standard output. May be given several times"),
     .kind = OPTION_CALL,
     .call = add_format},
    {.name = "select",
     .argument = "LIST",
     .help = N_("run these rules instead of the default set; may be given several times"),
     .kind = OPTION_CALL,
     .call = add_select},
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    OPTION_FAIL_ON_ROW,
    OPTION_MIN_SEVERITY,
    OPTION_MAX_WARNINGS,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_BASELINE_ROW,
    {.name = "write-baseline",
     .argument = "FILE",
     .help = N_("write what is found to FILE, for --baseline; it is reported all the same"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, write_baseline)},
    {.name = "no-baseline",
     .help = N_("report everything, whatever a baseline knows"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, no_baseline)},
    OPTION_NO_SIMULATION_ROW,
    {.name = "no-data",
     .help = N_("look at nothing that needs the bytes of buffers and images; the report says so"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, no_data)},
    {.name = "schema",
     .argument = "NAME=FILE",
     .help =
         N_("hold the extension NAME, which vrmlint doesn't know, to the JSON Schema in FILE (2020-12 or draft-04); "
            "may be given several times"),
     .kind = OPTION_CALL,
     .call = add_schema},
    OPTION_JOBS_ROW,
    {.name = "cache",
     .argument = "DIR",
     .help =
         N_("keep reports in the folder DIR, which is made if it isn't there, and take those of unchanged files from "
            "it"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, cache_folder)},
    {.name = "cache-size",
     .argument = "BYTES",
     .help = N_("let the folder of --cache grow to BYTES and forget what wasn't used longest; K, M and G behind the "
                "number count in 1024s (default: 1G)"),
     .kind = OPTION_CALL,
     .call = set_cache_size},
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    {.name = "shard",
     .argument = "I/N",
     .help =
         N_("check only the Ith of N parts, from 1 to N, that the files are divided in by their paths; vrmlint merge "
            "puts the parts together"),
     .kind = OPTION_CALL,
     .call = set_shard},
    OPTION_STATISTICS_ROW,
    OPTION_COLOR_ROW,
    {.name = "hyperlinks",
     .argument = "auto|always|never",
     .help =
         N_("let ids of rules lead to their pages, in text and concise; auto (the default): on terminals known to open "
            "links"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, hyperlinks)},
    {.name = "progress",
     .argument = "auto|always|never",
     .help = N_("show how far a long run has come, on standard error; auto (the default): where that is a terminal"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, progress)},
    OPTION_QUIET_ROW,
    OPTIONS_HOW_MUCH,
    OPTIONS_COMMON,
};

const struct option merge_options[] = {
    {.name = "format",
     .argument = "NAME[=FILE]",
     .help = N_("how to report, as for check; into FILE instead of standard output. May be given several times"),
     .kind = OPTION_CALL,
     .call = add_format},
    OPTION_FAIL_ON_ROW,
    OPTION_MIN_SEVERITY,
    OPTION_MAX_WARNINGS,
    {.name = "files-from",
     .argument = "FILE",
     .help = N_("say which of the PATHs that FILE lists are missing; as the FILE that check was given"),
     .kind = OPTION_CALL,
     .call = set_files_from},
    OPTION_STATISTICS_ROW,
    OPTION_COLOR_ROW,
    OPTION_QUIET_ROW,
    OPTIONS_HOW_MUCH,
    OPTIONS_COMMON,
};

const struct option fix_options[] = {
    {.name = "in-place",
     .letter = 'i',
     .help = N_("write each mended file in the place of the old one; -i is short for it"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, in_place)},
    {.name = "output",
     .argument = "PATH",
     .help = N_("write the mended file to PATH; of several, or of a folder, to files of the same names in the folder "
                "PATH"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, fix_output)},
    {.name = "safe-only",
     .help = N_("mend only what changes nothing in an app that follows the specification"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, safe_only)},
    {.name = "unsafe",
     .help = N_("mend also what somebody must look at afterwards"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, unsafe)},
    {.name = "format",
     .argument = "text|json-patch",
     .help = N_("how to show the changes: as lines before and after (the default), or as operations of RFC 6902"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, fix_format)},
    {.name = "select",
     .argument = "LIST",
     .help = N_("mend only what these rules find, instead of the default set; may be given several times"),
     .kind = OPTION_CALL,
     .call = add_select},
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    OPTION_FAIL_ON_ROW,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    {.name = "baseline",
     .argument = "FILE",
     .help = N_("leave as it is what FILE, written by vrmlint check --write-baseline, knows"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, baseline)},
    OPTION_NO_SIMULATION_ROW,
    OPTION_JOBS_ROW,
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_COLOR_ROW,
    {.name = "quiet",
     .help = N_("say nothing of files with nothing to mend, and no totals"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, quiet)},
    OPTIONS_COMMON,
};
