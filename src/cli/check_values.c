#include "cli/check_values.h"

#include <stdio.h>
#include <string.h>

#include "base/glob.h"
#include "base/nearest.h"
#include "cli/check_options.h"
#include "cli/numbers.h"
#include "ids/messages_command.h"
#include "ids/messages_refusals.h"
#include "report/diff.h"
#include "report/print.h"
#include "report/report.h"
#include "vrmlint.h"

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

static bool refuse_format(struct vrmlint_refusal *refusal, const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        nearest_offer(&nearest, report_formats[i]->name);
    }
    if (nearest.best.text == NULL) {
        char formats[160];
        return refusal_print(
            refusal, WORDS_NO_FORMAT_OF_ALL,
            ARGUMENTS(TERM("name", name), TERM("formats", report_format_names(formats, sizeof formats))));
    }
    return refuse_name(refusal, &nearest, name, WORDS_NO_FORMAT, WORDS_NO_FORMAT);
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

bool value_add_format(void *context, const char *argument, struct vrmlint_refusal *refusal)
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

bool value_set_diff_format(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    static const struct diff_format *const formats[] = {&diff_text, &diff_json, &diff_html, &diff_github};
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
        return refuse_name(refusal, &nearest, argument, WORDS_NO_FORMAT, WORDS_NO_FORMAT);
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

bool value_add_select(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_select(settings->policy, argument, refusal);
}

bool value_add_ignore(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_ignore(settings->policy, argument, refusal);
}

bool value_set_rules_of(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    settings->narrowed = true;
    return vrmlint_policy_rules_of(settings->policy, argument, refusal);
}

bool value_set_budget(void *context, const char *argument, struct vrmlint_refusal *refusal)
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

bool value_add_severity(void *context, const char *argument, struct vrmlint_refusal *refusal)
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

bool value_set_files_from(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    if (settings->files_from != NULL) {
        return refusal_print(refusal, WORDS_LIST_GIVEN, ARGUMENTS(TERM("path", settings->files_from)));
    }
    settings->files_from = argument;
    return true;
}

bool value_set_jobs(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    size_t jobs;
    if (!number_read_count(argument, JOBS_MAX, &jobs) || jobs == 0) {
        return refusal_print(refusal, WORDS_NO_NUMBER_TO, ARGUMENTS(TERM("value", argument), COUNT("most", JOBS_MAX)));
    }
    settings->jobs = jobs;
    return true;
}

bool value_set_shard(void *context, const char *argument, struct vrmlint_refusal *refusal)
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

bool value_set_max_file_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    uint64_t bytes;
    if (!number_read_bytes(argument, &bytes)) {
        return refusal_print(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    vrmlint_policy_max_file_size(((struct settings *)context)->policy, bytes);
    return true;
}

bool value_set_max_memory(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    uint64_t bytes;
    if (!number_read_bytes(argument, &bytes) || bytes == 0) {
        return refusal_print(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    vrmlint_policy_max_memory(((struct settings *)context)->policy, bytes);
    return true;
}

bool value_set_timeout(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double seconds;
    if (!number_read(argument, &seconds) || seconds <= 0) {
        return refusal_print(refusal, WORDS_NO_SECONDS, ARGUMENTS(TERM("value", argument)));
    }
    ((struct settings *)context)->timeout = seconds;
    vrmlint_policy_timeout(((struct settings *)context)->policy, seconds);
    return true;
}

bool value_add_schema(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    char name[128];
    size_t length = strcspn(argument, "=");
    if (argument[length] != '=' || length == 0 || argument[length + 1] == '\0' || length >= sizeof name) {
        return refusal_print(refusal, WORDS_SCHEMA_NO_NAME, ARGUMENTS(TERM("value", argument)));
    }
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    return vrmlint_policy_schema(((struct settings *)context)->policy, name, argument + length + 1, refusal);
}

bool value_add_exclude(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct settings *settings = context;
    if (*argument == '\0') {
        return refusal_print(refusal, WORDS_EMPTY_PATTERN, NO_ARGUMENTS);
    }
    if (!glob_is_whole(argument)) {
        return refusal_print(refusal, WORDS_GLOB_OPEN, ARGUMENTS(TERM("pattern", argument)));
    }
    if (settings->exclude_count == EXCLUDE_MAX) {
        return refusal_print(refusal, WORDS_TOO_MANY_HITCHES, ARGUMENTS(COUNT("most", EXCLUDE_MAX)));
    }
    settings->excludes[settings->exclude_count++] = argument;
    return true;
}

bool value_set_max_warnings(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    return number_read_count(argument, SIZE_MAX - 1, &((struct settings *)context)->max_warnings) ||
           refusal_print(refusal, WORDS_NO_WARNINGS, ARGUMENTS(TERM("value", argument)));
}

bool value_set_cache_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    return number_read_bytes(argument, &((struct settings *)context)->cache_size) ||
           refusal_print(refusal, WORDS_NO_SIZE, ARGUMENTS(TERM("value", argument)));
}
