/* Writes vrmlint diff for programs: one object, described by schema/diff.schema.json. */
#include "report/diff.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/member.h"

static const char *const states[DIFF_STATES] = {"same", "changed", "added", "removed", "moved", "unread"};

static void diff_json_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    static const char *const sides[] = {"old", "new"};
    FILE *out = reporter->out;
    fputc('{', out);
    for (int i = 0; i < 2; i++) {
        fprintf(out, "%s\"%s\": {", i == 0 ? "" : ",\n ", sides[i]);
        json_print_tool(out, &summary->manifests[i]);
        fputc('}', out);
    }
    fputs(",\n \"files\": [", out);
}

static void print_findings(const struct reporter *reporter, const struct vrmlint_diff *diff, enum vrmlint_news news)
{
    const struct vrmlint_report *report = &diff->news[news];
    FILE *out = reporter->out;
    member_key(out, vrmlint_news_name(news), false);
    fputc('[', out);
    for (size_t i = 0; i < report->finding_count; i++) {
        fputs(i == 0 ? "\n    {" : ",\n    {", out);
        json_print_finding(reporter, &report->findings[i]);
        if (news == VRMLINT_NEWS_MOVED) {
            fputs(", \"from\": ", out);
            escape_json(out, diff->moved_from[i]);
        }
        fputc('}', out);
    }
    fputc(']', out);
}

static void print_value(FILE *out, const char *name, const char *value)
{
    if (value != NULL) {
        member_text(out, name, value, false);
    }
}

/* Prints what couldn't be read, if anything: "unread": [{"side": "new", "what": "the file", "why": "..."}]. */
static void print_unread(const struct reporter *reporter, const struct vrmlint_diff *diff)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < diff->unread_count[i]; k++) {
            const struct vrmlint_skipped *unread = &diff->unread[i][k];
            fputs(any ? ", {" : ", \"unread\": [{", out);
            member_text(out, "side", i == 0 ? "old" : "new", true);
            member_text(out, "what", vrmlint_text_in(&unread->what, language), false);
            member_text(out, "why", vrmlint_text_in(&unread->why, language), false);
            fputc('}', out);
            any = true;
        }
    }
    fputs(any ? "]" : "", out);
}

static void diff_json_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    FILE *out = reporter->out;
    const struct vrmlint_diff *diff = entry->diff;
    fputs(reporter->entries++ == 0 ? "\n  {\"path\": " : ",\n  {\"path\": ", out);
    json_print_path(out, entry->path);
    if (entry->before != NULL) {
        member_key(out, "was", false);
        json_print_path(out, entry->before);
    }
    member_text(out, "state", states[entry->state], false);
    if (diff->because != NULL) {
        member_text(out, "because", diff->because, false);
    }
    print_unread(reporter, diff);
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        print_findings(reporter, diff, (enum vrmlint_news)news);
    }
    fputs(", \"changes\": [", out);
    for (size_t i = 0; i < diff->change_count; i++) {
        const struct vrmlint_change *change = &diff->changes[i];
        struct words_room room;
        fputs(i == 0 ? "\n    {" : ",\n    {", out);
        member_text(out, "kind", vrmlint_fact_kind_name(change->kind), true);
        member_text(out, "of", change->of, false);
        print_value(out, "what", *change->what == '\0' ? NULL : change->what);
        print_value(out, "before", change->before);
        print_value(out, "after", change->after);
        member_text(out, "message", diff_print_change(&room, reporter->options.language, change), false);
        fputc('}', out);
    }
    fputs("]}", out);
}

static void diff_json_end(struct reporter *reporter, const struct diff_summary *summary)
{
    FILE *out = reporter->out;
    fputs("],\n \"summary\": {", out);
    for (int i = 0; i < DIFF_STATES && (i != DIFF_UNREAD || summary->files[i] > 0); i++) {
        fprintf(out, "%s\"%s\": %zu", i == 0 ? "\"files\": {" : ", ", states[i], summary->files[i]);
    }
    for (int i = 0; i < VRMLINT_NEWS_KINDS; i++) {
        fprintf(out, "%s\"%s\": %zu", i == 0 ? "}, \"findings\": {" : ", ", vrmlint_news_name((enum vrmlint_news)i),
                summary->news[i]);
    }
    fprintf(out, "}, \"changes\": %zu}}\n", summary->changes);
}

const struct diff_format diff_json = {"json", diff_json_begin, diff_json_entry, diff_json_end};
