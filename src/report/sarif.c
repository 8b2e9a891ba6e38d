#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/os.h"
#include "base/text.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/where.h"
#include "vrmlint.h"

/* Whether a brace begins what a reader of SARIF treats as a placeholder of an argument: "{0}". */
static bool is_placeholder(const char *text)
{
    size_t digits = strspn(text + 1, "0123456789");
    return digits > 0 && text[1 + digits] == '}';
}

/* Writes part of a sentence. Text of a file that could be read as a link, "[a](b)", or, unless placeholders are
 * allowed, as a placeholder, is escaped (SARIF, sections 3.11.5 and 3.11.6). */
static void sarif_print_part(FILE *out, const char *text, bool placeholders)
{
    bool links = strstr(text, "](") != NULL;
    const char *special = links ? "[]{" : "{";
    size_t length = strlen(text);
    for (size_t from = 0; from < length;) {
        size_t run = strcspn(text + from + 1, special) + 1; /* a special character can only be the first */
        char c = text[from];
        if (links && (c == '[' || c == ']')) {
            fputs("\\\\", out);
        } else if (c == '{' && !placeholders && is_placeholder(text + from)) {
            fputc('{', out);
        }
        escape_json_part(out, text + from, run);
        from += run;
    }
}

/* Writes a whole sentence in quotes, with its full stop. */
static void sarif_print_sentence(FILE *out, const char *text, enum vrmlint_language language, bool placeholders)
{
    const char *stop = message_template(WORDS_FULL_STOP, language);
    bool stops = *text == '\0' || strchr(".!?", text[strlen(text) - 1]) != NULL || text_ends(text, stop);
    fputc('"', out);
    sarif_print_part(out, text, placeholders);
    fputs(stops ? "" : stop, out);
    fputc('"', out);
}

/* Writes "name": {"text": "..."}. */
static void sarif_print_message(FILE *out, const char *name, const char *text, enum vrmlint_language language,
                                bool first)
{
    member_key(out, name, first);
    fputs("{\"text\": ", out);
    sarif_print_sentence(out, text, language, false);
    fputc('}', out);
}

/* Writes the name of a variant as an id: "adjacent" for "ADJACENT". */
static void sarif_print_variant(FILE *out, const char *variant)
{
    fputc('"', out);
    for (; *variant != '\0'; variant++) {
        fputc(*variant == '_' ? '-' : ascii_lower(*variant), out);
    }
    fputc('"', out);
}

/*
 * Writes SARIF 2.1.0 (OASIS), one run for all files. Results are written as files pass; the rules that they name, and
 * errors, follow them, which JSON allows. Every requested finding is included: GitHub accepts 25,000 results of a
 * run, and the user is warned if there are more (see struct report_format, most). Findings that a baseline or
 * settings have accepted are left out: as suppressed results, GitHub would show them as open alerts.
 */

/* The base of relative paths: where vrmlint ran, usually the top of a checkout. */
#define BASE "%SRCROOT%"

enum { RESULTS_MAX = 25000 };

/* An error of a file, or something that was skipped in it; kept until the results have ended. */
struct notice {
    struct notice *next;
    bool is_error;
    char *path;
    char *text;
};

struct sarif_state {
    size_t *places; /* per rule of the table: its index among those named, from 1; 0: not named yet */
    size_t *named;  /* numbers of the named rules, in order */
    size_t named_count;
    struct notice *notices;
    struct notice **end;
};

/* Returns "error", "warning" or "note". */
static const char *level_name(enum vrmlint_severity severity)
{
    return severity == VRMLINT_INFO ? "note" : vrmlint_severity_name(severity);
}

/* ---- texts ---- */

/* Prints the message of a finding: as text and, if it is known, as one of its rule's sentences with its arguments. */
static void print_finding_words(FILE *out, const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    fputs(", \"message\": {\"text\": ", out);
    sarif_print_sentence(out, vrmlint_text_in(&finding->message, language), language, false);
    if (finding->arguments != NULL && message_named(rule_number(finding->rule), finding->variant) != MESSAGE_NONE) {
        fputs(", \"id\": ", out);
        sarif_print_variant(out, finding->variant);
        for (size_t i = 0; i < finding->argument_count && finding->arguments[i].in[language] != NULL; i++) {
            fputs(i == 0 ? ", \"arguments\": [\"" : "\", \"", out);
            sarif_print_part(out, finding->arguments[i].in[language], true);
        }
        fputs(finding->argument_count > 0 && finding->arguments[0].in[language] != NULL ? "\"]" : "", out);
    }
    fputc('}', out);
}

/* ---- locations ---- */

/* Prints "artifactLocation": {...}. */
static void print_sarif_file(FILE *out, const char *path)
{
    fputs("\"artifactLocation\": {\"uri\": \"", out);
    where_print_uri(out, path);
    fputc('"', out);
    if (!where_is_absolute(path)) {
        member_text(out, "uriBaseId", BASE, false);
    }
    fputc('}', out);
}

/* Prints the artifact, and leaves physicalLocation open: its closing brace isn't printed. */
static void print_artifact(FILE *out, const char *path)
{
    fputs("\"physicalLocation\": {", out);
    print_sarif_file(out, path);
}

/* Prints a pointer as the full name of a location; nothing for "", which would name nothing. */
static void print_logical(FILE *out, const char *pointer)
{
    if (*pointer != '\0') {
        fputs(", \"logicalLocations\": [{", out);
        member_text(out, "fullyQualifiedName", pointer, true);
        fputs("}]", out);
    }
}

/* Prints the region of a finding. In a GLB, only bytes identify a position, but GitHub requires a line too. */
static void print_region(FILE *out, const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    fprintf(out, ", \"region\": {\"startLine\": %zu", where_line(report, finding));
    if (finding->has_place && !report->glb) {
        fprintf(out, ", \"startColumn\": %zu", finding->column);
    } else if (finding->has_place) {
        fprintf(out, ", \"byteOffset\": %llu, \"byteLength\": %llu", (unsigned long long)finding->offset,
                (unsigned long long)finding->length);
    }
    fputc('}', out);
}

static void print_locations(const struct reporter *reporter, const struct vrmlint_report *report,
                            const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    fputs(", \"locations\": [{", out);
    print_artifact(out, report->path);
    print_region(out, report, finding);
    fputc('}', out);
    print_logical(out, finding->pointer);
    fputs("}]", out);
    for (size_t i = 0; i < finding->related_count; i++) {
        fprintf(out, "%s{\"id\": %zu, ", i == 0 ? ", \"relatedLocations\": [" : ", ", i + 1);
        print_artifact(out, report->path);
        fputc('}', out);
        print_logical(out, finding->related[i].pointer);
        sarif_print_message(out, "message", vrmlint_text_in(&finding->related[i].message, language), language, false);
        fputc('}', out);
    }
    fputs(finding->related_count > 0 ? "]" : "", out);
}

/* Prints what fixes a finding alone. Ranges are in lines and columns, like the positions of findings: a range in
 * bytes would be one of a binary file (SARIF, section 3.30), which editors don't change. */
static void print_fixes(const struct reporter *reporter, const struct vrmlint_report *report,
                        const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    struct words_room room;
    if (finding->replacement_count == 0) {
        return;
    }
    fputs(", \"fixes\": [{", out);
    sarif_print_message(out, "description", words_text(&room, reporter->options.language, WORDS_SAFE_FIX, NO_ARGUMENTS),
                        reporter->options.language, true);
    fputs(", \"artifactChanges\": [{", out);
    print_sarif_file(out, report->path);
    for (size_t i = 0; i < finding->replacement_count; i++) {
        const struct vrmlint_replacement *one = &finding->replacements[i];
        fputs(i == 0 ? ", \"replacements\": [" : ", ", out);
        fprintf(out,
                "{\"deletedRegion\": {\"startLine\": %zu, \"startColumn\": %zu, \"endLine\": %zu, \"endColumn\": %zu}",
                one->line, one->column, one->end_line, one->end_column);
        if (*one->text != '\0') {
            fputs(", \"insertedContent\": {", out);
            member_text(out, "text", one->text, true);
            fputc('}', out);
        }
        fputc('}', out);
    }
    fputs("]}]}]", out);
}

/* ---- results ---- */

/* Returns the index of a rule among those that are named, from 0; SIZE_MAX if memory ran out. */
static size_t rule_place(struct sarif_state *state, const struct vrmlint_rule *rule)
{
    size_t number = rule_number(rule);
    if (state == NULL) {
        return SIZE_MAX;
    }
    if (state->places[number] == 0) {
        state->named[state->named_count++] = number;
        state->places[number] = state->named_count;
    }
    return state->places[number] - 1;
}

static void print_result(struct reporter *reporter, const struct vrmlint_report *report,
                         const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    size_t place = rule_place(reporter->state, finding->rule);
    char key[WHERE_KEY];
    fputs(reporter->entries++ == 0 ? "\n      {" : ",\n      {", out);
    member_text(out, "ruleId", finding->rule->id, true);
    if (place != SIZE_MAX) {
        fprintf(out, ", \"ruleIndex\": %zu", place);
    }
    member_text(out, "level", level_name(finding->severity), false);
    print_finding_words(out, finding, reporter->options.language);
    print_locations(reporter, report, finding);
    where_key(key, report->path, finding->fingerprint);
    fputs(", \"partialFingerprints\": {", out);
    member_text(out, "primaryLocationLineHash", key, true);
    fputc('}', out);
    print_fixes(reporter, report, finding);
    if (finding->consequences > 0) {
        fprintf(out, ", \"properties\": {\"consequences\": %zu}", finding->consequences);
    }
    fputc('}', out);
}

static void free_notice(struct notice *notice)
{
    free(notice->path);
    free(notice->text);
    free(notice);
}

/* Keeps a notice until the results have ended. */
static void add_notice(struct reporter *reporter, const char *path, const char *what, const char *why, bool is_error)
{
    struct sarif_state *state = reporter->state;
    struct notice *notice = state == NULL ? NULL : calloc(1, sizeof *notice);
    if (notice == NULL) {
        reporter->no_memory = true;
        return;
    }
    notice->is_error = is_error;
    notice->path = os_text("%s", path);
    notice->text = os_text("%s: %s", what, why);
    if (notice->path == NULL || notice->text == NULL) {
        free_notice(notice);
        reporter->no_memory = true;
        return;
    }
    *state->end = notice;
    state->end = &notice->next;
}

static void sarif_begin(struct reporter *reporter)
{
    size_t count;
    vrmlint_rules(&count);
    struct sarif_state *state = calloc(1, sizeof *state);
    if (state != NULL) {
        state->end = &state->notices;
        state->places = calloc(count, sizeof *state->places);
        state->named = calloc(count, sizeof *state->named);
    }
    if (state != NULL && (state->places == NULL || state->named == NULL)) {
        free(state->places);
        free(state->named);
        free(state);
        state = NULL;
    }
    reporter->state = state;
    reporter->no_memory = state == NULL;
    fputs("{\"$schema\": "
          "\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n"
          " \"version\": \"2.1.0\",\n \"runs\": [\n  {\n   \"columnKind\": \"unicodeCodePoints\",\n   \"results\": [",
          reporter->out);
}

static void sarif_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    enum vrmlint_language language = reporter->options.language;
    if (report->error != NULL) {
        struct words_room room;
        add_notice(reporter, report->path, words_text(&room, language, WORDS_FILE_NOT_CHECKED, NO_ARGUMENTS),
                   words_of_error(language, report), true);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        print_result(reporter, report, &report->findings[i]);
    }
    for (size_t i = 0; i < report->skipped_count; i++) {
        add_notice(reporter, report->path, words_of_skipped(language, &report->skipped[i].what),
                   words_of_skipped(language, &report->skipped[i].why), false);
    }
}

/* ---- after the results ---- */

/* Prints a name such as "SpringboneJointNotDescendant": programs need one without punctuation, besides the id. */
static void print_rule_name(FILE *out, const char *id)
{
    bool capital = true;
    fputs(", \"name\": \"", out);
    for (; *id != '\0'; id++) {
        if (ascii_is_lower(*id) || ascii_is_digit(*id)) {
            fputc(capital ? ascii_upper(*id) : *id, out);
        }
        capital = *id == '/' || *id == '-';
    }
    fputc('"', out);
}

/* Prints a rule's summary, which is a clause, as a sentence. */
static void print_sarif_summary(FILE *out, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    const char *summary = vrmlint_rule_text(rule, VRMLINT_SUMMARY, language);
    bool lower = ascii_is_lower(*summary);
    fputs(", \"shortDescription\": {\"text\": \"", out);
    if (lower) {
        fputc(ascii_upper(*summary), out);
    }
    escape_json_part(out, summary + lower, strlen(summary + lower));
    fputs(message_template(WORDS_FULL_STOP, language), out);
    fputs("\"}", out);
}

/* Prints the messages of the rule, by the ids that results use. */
static void print_strings(FILE *out, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    bool first = true;
    enum rule number = rule_number(rule);
    for (unsigned i = 0; i < MESSAGE_LIMIT; i++) {
        if (!message_is_of((enum message)i, number)) {
            continue;
        }
        struct words_room room;
        fputs(first ? ", \"messageStrings\": {" : ", ", out);
        sarif_print_variant(out, message_line((enum message)i).variant);
        fputs(": {\"text\": ", out);
        sarif_print_sentence(out, words_outline(&room, language, (enum message)i, true), language, true);
        fputc('}', out);
        first = false;
    }
    fputs(first ? "" : "}", out);
}

/* Prints why, what to do and the section of the specification: as text, and with headings as Markdown. */
static void print_help(FILE *out, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    static const enum message headings[] = {MESSAGE_NONE, WORDS_HEAD_WHAT_TO_DO, WORDS_HEAD_SPECIFICATION};
    const char *const parts[] = {vrmlint_rule_text(rule, VRMLINT_WHY, language),
                                 vrmlint_rule_text(rule, VRMLINT_HOW, language), rule->spec};
    fputs(", \"help\": {", out);
    for (size_t kind = 0; kind < 2; kind++) {
        fputs(kind == 0 ? "\"text\": \"" : ", \"markdown\": \"", out);
        for (size_t i = 0; i < 3; i++) {
            if (*parts[i] != '\0') {
                if (i > 0) {
                    fprintf(out, kind == 0 ? "\\n\\n%s: " : "\\n\\n**%s:** ", message_template(headings[i], language));
                }
                escape_json_part(out, parts[i], strlen(parts[i]));
            }
        }
        fputc('"', out);
    }
    fputc('}', out);
}

/* Prints the former ids of a renamed rule, by which viewers identify earlier results. */
static void print_former_ids(FILE *out, const struct vrmlint_rule *rule)
{
    const char *id = rule->formerly;
    fputs(*id == '\0' ? "" : ", \"deprecatedIds\": [", out);
    while (*id != '\0') {
        size_t length = strcspn(id, " ");
        bool last = id[length] == '\0';
        fputc('"', out);
        escape_json_part(out, id, length);
        fputs(last ? "\"]" : "\", ", out);
        id += length + !last;
    }
}

/* Prints a rule. Errors are based on the text of a specification, or on apps that refuse the file; advice may not
 * apply to everyone. */
static void print_rule(FILE *out, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    static const char *const precisions[] = {"medium", "medium", "high", "very-high"};
    static const char *const severities[] = {"recommendation", "recommendation", "warning", "error"};
    fputs("        {", out);
    member_text(out, "id", rule->id, true);
    print_rule_name(out, rule->id);
    print_former_ids(out, rule);
    print_sarif_summary(out, rule, language);
    sarif_print_message(out, "fullDescription", vrmlint_rule_text(rule, VRMLINT_WHY, language), language, false);
    print_strings(out, rule, language);
    print_help(out, rule, language);
    fputs(", \"defaultConfiguration\": {", out);
    member_text(out, "level", level_name(rule->severity), true);
    fprintf(out, "}, \"helpUri\": \"" VRMLINT_DOCS_URL "/rules.html#%s\"", rule->id);
    fputs(", \"properties\": {", out);
    member_text(out, "precision", precisions[rule->severity], true);
    member_text(out, "problem.severity", severities[rule->severity], false);
    fputs(", \"tags\": [\"vrm\"", out);
    size_t family = strcspn(rule->id, "/");
    if (family != strlen("vrm") || strncmp(rule->id, "vrm", family) != 0) { /* tags must be unique */
        fputs(", \"", out);
        escape_json_part(out, rule->id, family);
        fputc('"', out);
    }
    fputs("]}}", out);
}

static void print_sarif_tool(const struct reporter *reporter)
{
    FILE *out = reporter->out;
    const struct sarif_state *state = reporter->state;
    enum vrmlint_language language = reporter->options.language;
    struct words_room room;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs("   \"tool\": {\"driver\": {", out);
    member_text(out, "name", "vrmlint", true);
    member_text(out, "version", vrmlint_full_version(), false);
    member_text(out, "semanticVersion", vrmlint_full_version(), false);
    member_text(out, "informationUri", VRMLINT_DOCS_URL, false);
    if (language != VRMLINT_ENGLISH) {
        member_text(out, "language", vrmlint_language_name(language), false);
    }
    sarif_print_message(out, "shortDescription", words_text(&room, language, WORDS_PURPOSE, NO_ARGUMENTS), language,
                        false);
    fputs(",\n      \"rules\": [", out);
    for (size_t i = 0; state != NULL && i < state->named_count; i++) {
        fputs(i == 0 ? "\n" : ",\n", out);
        print_rule(out, &rules[state->named[i]], language);
    }
    fputs("]}},\n", out);
}

static void print_notices(const struct reporter *reporter)
{
    FILE *out = reporter->out;
    const struct sarif_state *state = reporter->state;
    fputs(", \"toolExecutionNotifications\": [", out);
    for (const struct notice *notice = state == NULL ? NULL : state->notices; notice != NULL; notice = notice->next) {
        fputs(notice == state->notices ? "\n        {" : ",\n        {", out);
        member_text(out, "level", notice->is_error ? "error" : "note", true);
        sarif_print_message(out, "message", notice->text, reporter->options.language, false);
        fputs(", \"locations\": [{", out);
        print_artifact(out, notice->path);
        fputs("}}]}", out);
    }
    fputs("]", out);
}

static void sarif_end(struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    struct sarif_state *state = reporter->state;
    fputs(reporter->entries == 0 ? "],\n" : "\n   ],\n", out);
    print_sarif_tool(reporter);
    fprintf(out, "   \"invocations\": [{\"executionSuccessful\": %s", summary->unreadable == 0 ? "true" : "false");
    print_notices(reporter);
    fputs("}],\n   \"automationDetails\": {\"id\": \"vrmlint/\"},\n   \"originalUriBaseIds\": {\"" BASE
          "\": {\"description\": {\"text\": \"",
          out);
    print_words(out, reporter->options.language, WORDS_RUN_FOLDER, NO_ARGUMENTS);
    fputs("\"}}}\n  }\n ]\n}\n", out);
    while (state != NULL && state->notices != NULL) {
        struct notice *next = state->notices->next;
        free_notice(state->notices);
        state->notices = next;
    }
    if (state != NULL) {
        free(state->places);
        free(state->named);
        free(state);
    }
}

const struct report_format report_sarif = {
    .name = "sarif",
    .summary = "SARIF 2.1.0, for code scanning",
    .relative = true,
    .spreads = true,
    .capped = true,
    .explains = true,
    .fixes = true,
    .begin = sarif_begin,
    .file = sarif_file,
    .end = sarif_end,
    .most = RESULTS_MAX,
    .taker = "GitHub's code scanning",
};
