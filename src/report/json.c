/* json: one object for the whole run. ndjson: one object per file and line, each as soon as possible, the summary
 * last. Both contain every finding, in the order and with the names of schema/report.schema.json. */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "ids/messages_skipped.h"
#include "members.h"
#include "message/steps.h"
#include "report/claims.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/statistics.h"
#include "report/verdict.h"

/* The style in which a report is written. */
struct report_writing {
    FILE *out;
    struct report_options options;
    const char *between;       /* before each finding: json has one finding per line, records have none */
    const char *space;         /* after each comma and colon: "" in records, which are many */
    struct outcome_context of; /* what the file is that is written */
    struct exporter exporter;  /* what exported it */
    bool merged;               /* for vrmlint merge: contains what other formats need of findings */
};

/* Returns the style of a file on one line, as in ndjson, the cache and the page. */
static struct report_writing one_line(FILE *out, const struct report_options *options, bool merged)
{
    return (struct report_writing){.out = out, .options = *options, .between = "", .space = "", .merged = merged};
}

static void insert_key(const struct report_writing *writing, const char *name, bool first)
{
    if (!first) {
        fputc(',', writing->out);
        fputs(writing->space, writing->out);
    }
    fputc('"', writing->out);
    fputs(name, writing->out);
    fputs("\":", writing->out);
    fputs(writing->space, writing->out);
}

static void print_text(const struct report_writing *writing, const char *name, const char *text, bool first)
{
    insert_key(writing, name, first);
    escape_json(writing->out, text);
}

/* ---- members, from their tables ---- */

static void print_members(const struct report_writing *writing, const struct report_member *members, const void *in,
                          bool first);

/* Prints a text in the language of the report; for the cache, in all languages that it has. */
static void print_word_list(const struct report_writing *writing, const struct vrmlint_text *words)
{
    FILE *out = writing->out;
    if (!writing->options.whole) {
        escape_json(out, vrmlint_text_in(words, writing->options.language));
        return;
    }
    bool first = true;
    fputc('{', out);
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        if (words->in[language] != NULL) {
            print_text(writing, vrmlint_language_name((enum vrmlint_language)language), words->in[language], first);
            first = false;
        }
    }
    fputc('}', out);
}

/* Prints a path. Bytes that aren't UTF-8 become \xFF, so that different names stay different; a backslash that begins
 * such an escape becomes \x5C. */
void json_print_path(FILE *out, const char *path)
{
    size_t length = strlen(path);
    size_t from = 0;
    fputc('"', out);
    for (size_t at = 0; at < length;) {
        size_t step = utf8_sequence(path + at, length - at, NULL);
        if (step == 0 || ascii_escaped(path + at, length - at, "\\x") >= 0) { /* or what looks like such an escape */
            escape_json_part(out, path + from, at - from);
            fprintf(out, "\\\\x%02X", (unsigned char)path[at]);
            from = at + 1;
        }
        at += step == 0 ? 1 : step;
    }
    escape_json_part(out, path + from, length - from);
    fputc('"', out);
}

static void print_value(const struct report_writing *writing, const struct report_member *member, const void *in)
{
    double number;
    FILE *out = writing->out;
    const char *at = (const char *)in + member->offset;
    switch (member->kind) {
    case MEMBER_TEXT:
        escape_json(out, *(const char *const *)at);
        break;
    case MEMBER_PATH:
        json_print_path(out, *(const char *const *)at);
        break;
    case MEMBER_WORDS:
        print_word_list(writing, (const struct vrmlint_text *)at);
        break;
    case MEMBER_COUNT:
        fprintf(out, "%zu", *(const size_t *)at);
        break;
    case MEMBER_BYTES:
        fprintf(out, "%llu", (unsigned long long)*(const uint64_t *)at);
        break;
    case MEMBER_NUMBER:
        memcpy(&number, at, sizeof number);
        escape_json_number(out, number);
        break;
    case MEMBER_FLAG:
        fputs(*(const bool *)at ? "true" : "false", out);
        break;
    case MEMBER_SEVERITY:
        escape_json(out, vrmlint_severity_name(*(const enum vrmlint_severity *)at));
        break;
    case MEMBER_FIX:
        escape_json(out, vrmlint_fix_name(*(const enum vrmlint_fix *)at));
        break;
    case MEMBER_CLASS:
        escape_json(out, vrmlint_class_name(vrmlint_rule_class(((const struct vrmlint_finding *)in)->rule,
                                                               ((const struct vrmlint_finding *)in)->variant)));
        break;
    case MEMBER_RULE:
        escape_json(out, (*(const struct vrmlint_rule *const *)at)->id);
        break;
    default:
        break;
    }
}

static void print_claims(const struct report_writing *writing, const struct vrmlint_claim *claims, size_t count)
{
    fputc('[', writing->out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ",", writing->out);
        fputs(i == 0 ? "" : writing->space, writing->out);
        fputc('{', writing->out);
        print_text(writing, "app", claims[i].app, true);
        print_text(writing, "version", claims[i].version, false);
        print_text(writing, "effect", claims[i].effect, false);
        if (claims[i].some) {
            insert_key(writing, "some", false);
            fputs("true", writing->out);
        }
        print_text(writing, "by", claims[i].source == NULL ? "run" : "read", false);
        if (claims[i].source != NULL) {
            print_text(writing, "source", claims[i].source, false);
        }
        fputc('}', writing->out);
    }
    fputc(']', writing->out);
}

void json_print_claims(FILE *out, const struct vrmlint_claim *claims, size_t count)
{
    const struct report_writing writing = {.out = out, .space = ""};
    print_claims(&writing, claims, count);
}

/* Prints what apps do with a file that has the finding. */
static void print_apps(const struct report_writing *writing, const struct vrmlint_finding *finding)
{
    struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
    size_t count = writing->options.whole ? 0 : claims_of_finding(&writing->of, finding, claims);
    if (writing->options.page && claims_same_as_rule(finding->rule, claims, count)) {
        count = 0;
    }
    if (count > 0) {
        insert_key(writing, "apps", false);
        print_claims(writing, claims, count);
    }
}

/* Prints where tools show what the finding is about. */
static void print_steps(const struct report_writing *writing, const struct vrmlint_finding *finding)
{
    struct steps steps[TOOLS];
    char room[VRMLINT_STEPS_SIZE];
    size_t count = writing->options.whole ? 0 : steps_of_finding(&writing->exporter, writing->of.file, finding, steps);
    for (size_t i = 0; i < count; i++) {
        struct buf text = BUF_OVER(room);
        steps_print(&text, writing->options.language, &steps[i]);
        if (i == 0) {
            insert_key(writing, "steps", false);
        }
        fputs(i == 0 ? "[" : ",", writing->out);
        fputs(i == 0 ? "" : writing->space, writing->out);
        fputc('{', writing->out);
        print_text(writing, "tool", steps_tool_id(steps[i].tool), true);
        print_text(writing, "text", buf_text(&text), false);
        fputs(i + 1 == count ? "}]" : "}", writing->out);
    }
}

static void print_list(const struct report_writing *writing, const struct report_member *member, const void *in)
{
    size_t count;
    const char *elements = member_elements(member, in, &count);
    bool is_findings = member->of == members_of_finding;
    for (size_t i = 0; i < count; i++) {
        const void *element = elements + i * member->size;
        fputs(i == 0 ? "" : ",", writing->out);
        fputs(is_findings ? writing->between : i == 0 ? "" : writing->space, writing->out);
        if (member->kind == MEMBER_MAP) {
            print_value(writing, &member->of[0], element);
            fputc(':', writing->out);
            fputs(writing->space, writing->out);
            print_value(writing, &member->of[1], element);
        } else if (member->of->key == NULL) {
            print_value(writing, member->of, element);
        } else {
            fputc('{', writing->out);
            print_members(writing, member->of, element, true);
            if (is_findings) {
                print_apps(writing, element);
                print_steps(writing, element);
            }
            fputc('}', writing->out);
        }
    }
}

static bool member_is_set(const struct report_member *member, const void *in)
{
    const char *at = (const char *)in + member->offset;
    const void *elements;
    size_t count;
    switch (member->kind) {
    case MEMBER_TEXT:
        return *(const char *const *)at != NULL;
    case MEMBER_COUNT:
        return *(const size_t *)at > 0;
    case MEMBER_BYTES:
        return *(const uint64_t *)at > 0;
    case MEMBER_FLAG:
        return *(const bool *)at;
    case MEMBER_RULE:
        return *(const struct vrmlint_rule *const *)at != NULL;
    case MEMBER_GROUP:
        return member_is_set(member->of, in);
    case MEMBER_LIST:
        elements = member_elements(member, in, &count);
        return count > 0 || (member->when == MEMBER_KNOWN && elements != NULL);
    default:
        return true;
    }
}

static bool is_written(const struct report_writing *writing, const struct report_member *member, const void *in)
{
    bool merged = member->when == MEMBER_MERGED || member->when == MEMBER_KNOWN;
    bool wanted = merged                          ? writing->merged || writing->options.whole
                  : member->when == MEMBER_CACHED ? writing->options.whole
                                                  : member->when != MEMBER_COPIED;
    return wanted && (member->when == MEMBER_ALWAYS || member_is_set(member, in));
}

static void print_members(const struct report_writing *writing, const struct report_member *members, const void *in,
                          bool first)
{
    for (const struct report_member *member = members; !member->ends; member++) {
        if (!is_written(writing, member, in)) {
            continue;
        }
        if (member->kind == MEMBER_IF) {
            if (*(const bool *)((const char *)in + member->offset)) {
                print_members(writing, member->of, in, first);
            }
            continue;
        }
        insert_key(writing, member->key, first);
        first = false;
        if (member->kind == MEMBER_GROUP) {
            fputc('{', writing->out);
            print_members(writing, member->of, in, true);
            fputc('}', writing->out);
        } else if (member->kind == MEMBER_LIST || member->kind == MEMBER_MAP) {
            fputc(member->kind == MEMBER_LIST ? '[' : '{', writing->out);
            print_list(writing, member, in);
            fputc(member->kind == MEMBER_LIST ? ']' : '}', writing->out);
        } else {
            print_value(writing, member, in);
        }
    }
}

/* ---- both formats ---- */

static bool is_folded(const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (report->findings[i].more > 0) {
            return report->each != NULL;
        }
    }
    return false;
}

/* Whether folding didn't change a finding. */
static bool is_unchanged(const struct vrmlint_finding *finding, const struct vrmlint_finding *before)
{
    bool same = finding->more == 0 && finding->data_count == before->data_count &&
                strcmp(finding->fingerprint, before->fingerprint) == 0;
    for (size_t i = 0; same && i < finding->data_count; i++) {
        same = finding->data[i].value == before->data[i].value;
    }
    return same;
}

static int by_number(const void *number, const void *finding)
{
    return sort_order(*(const size_t *)number, ((const struct vrmlint_finding *)finding)->number);
}

/* Prints a finding before folding, without what it shares with the one that represents it, if that is listed. */
static void print_json_place(const struct report_writing *writing, const struct vrmlint_report *report,
                             const struct vrmlint_finding *place)
{
    struct vrmlint_finding own = *place;
    const struct vrmlint_finding *of =
        bsearch(&place->within, report->findings, report->finding_count, sizeof *report->findings, by_number);
    if (of != NULL && is_unchanged(of, place)) {
        fprintf(writing->out, "%zu", (size_t)(of - report->findings));
        return;
    }
    fputc('{', writing->out);
    if (of != NULL) {
        insert_key(writing, place->number == place->within ? MEMBER_LISTED : MEMBER_OF, true);
        fprintf(writing->out, "%zu", (size_t)(of - report->findings));
        bool same = of->variant != NULL && own.variant != NULL && strcmp(of->variant, own.variant) == 0;
        own.rule = NULL;
        own.variant = same ? NULL : own.variant;
    }
    print_members(writing, member_each.of, &own, of == NULL);
    fputc('}', writing->out);
}

/* Prints the findings before they were folded, for formats with an entry for each place. A finding that folding
 * didn't change is written as its index in the list after folding. */
static void print_each(struct reporter *reporter, const struct report_writing *writing,
                       const struct vrmlint_report *report)
{
    struct shown room = {0};
    struct vrmlint_report each = *report;
    if (!is_folded(report)) {
        return;
    }
    report_spread(reporter, &room, &each);
    insert_key(writing, member_each.key, false);
    for (size_t i = 0; i < each.finding_count; i++) {
        fputc(i == 0 ? '[' : ',', writing->out);
        print_json_place(writing, report, &each.findings[i]);
    }
    fputc(']', writing->out);
    shown_free(&room);
}

/* Prints what each app does with the file, and the indices of the findings that state it. */
static void print_json_verdicts(const struct report_writing *writing, const struct vrmlint_report *report)
{
    struct app_verdict verdicts[VERDICT_APPS];
    size_t count = verdicts_of(report, verdicts);
    FILE *out = writing->out;
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        unsigned at = 0;
        bool first = true;
        fputs(i == 0 ? "{" : ",", out);
        fputs(i == 0 ? "" : writing->space, out);
        fputs(i == 0 ? "" : "{", out);
        print_text(writing, "app", verdict_app_name(verdicts[i].app), true);
        print_text(writing, "version", verdict_app_version(verdicts[i].app), false);
        print_text(writing, "verdict", verdict_kind_name(verdicts[i].kind), false);
        insert_key(writing, "loses", false);
        fputc('[', out);
        for (const char *lost; (lost = verdict_lost(&verdicts[i], &at, NULL)) != NULL; first = false) {
            fputs(first ? "" : ",", out);
            fputs(first ? "" : writing->space, out);
            escape_json(out, lost);
        }
        fputc(']', out);
        insert_key(writing, "because", false);
        fputc('[', out);
        first = true;
        for (size_t f = 0; f < report->finding_count; f++) {
            if (verdict_rests_on(&verdicts[i], report, &report->findings[f])) {
                fprintf(out, "%s%s%zu", first ? "" : ",", first ? "" : writing->space, f);
                first = false;
            }
        }
        fputs("]}", out);
    }
    fputc(']', out);
}

/* Prints a file. If it could not be read, all of it counts as skipped. merged: the reporter of a format for vrmlint
 * merge, or NULL. */
static void print_file(struct report_writing *writing, struct reporter *merged, const struct vrmlint_report *report)
{
    struct vrmlint_report written = *report;
    struct vrmlint_skipped all;
    struct words_room room;
    if (report->error != NULL) {
        enum vrmlint_language language = writing->options.language;
        all = (struct vrmlint_skipped){{{NULL}}, {{NULL}}};
        all.what.in[language] = words_text(&room, language, WORDS_SKIPPED_FILE, NO_ARGUMENTS);
        all.why.in[language] = words_of_error(language, report);
        written.skipped = &all;
        written.skipped_count = 1;
    }
    writing->of = outcome_context_of(report);
    writing->exporter = exporter_of_report(report);
    fputc('{', writing->out);
    print_members(writing, members_of_report, &written, true);
    if (!writing->options.whole) {
        insert_key(writing, "verdicts", false);
        print_json_verdicts(writing, report);
    }
    if (merged != NULL) {
        print_each(merged, writing, report);
    }
    fputc('}', writing->out);
}

void json_print_file(FILE *out, const struct report_options *options, const struct vrmlint_report *report)
{
    struct report_writing writing = one_line(out, options, false);
    print_file(&writing, NULL, report);
}

static void print_counts(FILE *out, const size_t *counts)
{
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        member_key(out, vrmlint_severity_name((enum vrmlint_severity)severity), false);
        fprintf(out, "%zu", counts[severity]);
    }
}

static void print_summary(FILE *out, const struct report_summary *summary)
{
    fprintf(out, "\"summary\": {\"files\": %zu", summary->files);
    print_counts(out, summary->counts);
    if (summary->unreadable > 0) {
        fprintf(out, ", \"unread\": %zu", summary->unreadable);
    }
    if (summary->ignored > 0) {
        fprintf(out, ", \"ignored\": %zu", summary->ignored);
    }
    if (summary->known > 0) {
        fprintf(out, ", \"known\": %zu", summary->known);
    }
    if (summary->hidden > 0) {
        fprintf(out, ", \"hidden\": %zu", summary->hidden);
    }
    if (summary->shards > 0) {
        fprintf(out, ", \"shard\": {\"number\": %zu, \"of\": %zu}", summary->shard, summary->shards);
    }
    if (summary->statistics != NULL) {
        member_key(out, "statistics", false);
        fputc('{', out);
        statistics_json(out, summary->statistics);
        fputc('}', out);
    }
    fputc('}', out);
}

void json_print_finding(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    const struct report_writing writing = {
        .out = reporter->out, .options = reporter->options, .between = " ", .space = " "};
    print_members(&writing, members_of_finding, finding, true);
}

void json_print_tool(FILE *out, const struct vrmlint_manifest *manifest)
{
    const char *english = vrmlint_language_name(VRMLINT_ENGLISH);
    fputs("\"name\": \"vrmlint\"", out);
    const struct {
        const char *key;
        const char *text; /* "": unknown, or not the same for all files */
    } members[] = {
        {"version", manifest == NULL || *manifest->version == '\0' ? vrmlint_full_version() : manifest->version},
        {"build", manifest == NULL ? "" : manifest->build},
        {"settings", manifest == NULL ? "" : manifest->settings},
        {"rules", manifest == NULL ? "" : manifest->rules},
        {"date", manifest == NULL ? "" : manifest->date},
        {"language", manifest == NULL || strcmp(manifest->language, english) == 0 ? "" : manifest->language},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (*members[i].text != '\0') {
            member_text(out, members[i].key, members[i].text, false);
        }
    }
}

static void print_tool(const struct reporter *reporter)
{
    const struct report_options *options = &reporter->options;
    struct vrmlint_manifest manifest = {0};
    if (options->manifest != NULL) {
        manifest = *options->manifest;
    }
    if (*manifest.language == '\0') { /* not of records */
        snprintf(manifest.language, sizeof manifest.language, "%s", vrmlint_language_name(options->language));
    }
    fputs("\"tool\": {", reporter->out);
    json_print_tool(reporter->out, &manifest);
    fputc('}', reporter->out);
}

static void json_begin(struct reporter *reporter)
{
    fputc('{', reporter->out);
    print_tool(reporter);
    fputs(",\n \"files\": [", reporter->out);
}

static void json_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    fputs(reporter->files == 0 ? "\n  " : ",\n  ", reporter->out);
    struct report_writing writing = {
        .out = reporter->out, .options = reporter->options, .between = "\n    ", .space = " "};
    print_file(&writing, NULL, report);
}

static void json_end(struct reporter *reporter, const struct report_summary *summary)
{
    fputs("],\n ", reporter->out);
    print_summary(reporter->out, summary);
    fputs("}\n", reporter->out);
}

static void ndjson_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct report_writing writing = one_line(reporter->out, &reporter->options, true);
    print_file(&writing, reporter, report);
    fputc('\n', reporter->out);
}

static void ndjson_end(struct reporter *reporter, const struct report_summary *summary)
{
    fputc('{', reporter->out);
    print_summary(reporter->out, summary);
    fputs(", ", reporter->out);
    print_tool(reporter);
    fputs("}\n", reporter->out);
}

const struct report_format report_json = {
    .name = "json",
    .summary = "one JSON object, described by report.schema.json",
    .compared = true,
    .capped = true,
    .begin = json_begin,
    .file = json_file,
    .end = json_end,
};

const struct report_format report_ndjson = {
    .name = "ndjson",
    .summary = "a JSON object per file and line, the summary last",
    .compared = true,
    .explains = true,
    .fixes = true,
    .merged = true,
    .capped = true,
    .file = ndjson_file,
    .end = ndjson_end,
};
