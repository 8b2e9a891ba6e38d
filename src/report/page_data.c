#include "report/page_data.h"

#include <stdlib.h>
#include <string.h>

#include "report/formats.h"
#include "report/groups.h"
#include "report/member.h"
#include "report/overall.h"
#include "report/shell_word.h"

enum {
    RULE_CAP = 12,  /* findings per rule that are shown */
    ITEM_CAP = 250, /* findings in total that are shown */
};

/* Returns a copy of a finding without data and related places, except for the command that shows it. */
static struct vrmlint_finding shortened_finding(const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    struct vrmlint_finding copy = *finding;
    copy.related_count = 0;
    for (size_t i = 0; words_of_command(finding, language) != NULL && i < finding->related_count; i++) {
        copy.related = &finding->related[i];
        copy.related_count = 1;
    }
    copy.data_count = 0;
    return copy;
}

struct page_chosen page_data_choose(struct arena *arena, enum vrmlint_language language,
                                    const struct vrmlint_report *report, bool *found)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    struct page_chosen chosen = {.left = arena_array(arena, rule_count, sizeof *chosen.left)};
    struct group_item *items = arena_array(arena, report->finding_count, sizeof *items);
    size_t count = group_findings(report, RULE_CAP, items, chosen.left);
    chosen.findings = arena_array(arena, count < ITEM_CAP ? count : ITEM_CAP, sizeof *chosen.findings);
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        for (size_t i = 0; i < count && chosen.count < ITEM_CAP; i++) {
            if ((int)items[i].finding->severity == severity) {
                chosen.findings[chosen.count++] = shortened_finding(items[i].finding, language);
                chosen.left[items[i].finding->rule - rules]--;
                found[items[i].finding->rule - rules] = true;
            }
        }
    }
    return chosen;
}

size_t page_data_fixable(const struct vrmlint_report *report, bool unsafe)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        count += finding->fixable && finding->fix != VRMLINT_FIX_NONE && (finding->fix == VRMLINT_FIX_UNSAFE) == unsafe;
    }
    return count;
}

/* Writes {"id": count, ...} for counts above 0. */
static void print_rule_counts(FILE *out, const size_t *counts)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    bool first = true;
    fputc('{', out);
    for (size_t i = 0; i < rule_count; i++) {
        if (counts[i] > 0) {
            member_key(out, rules[i].id, first);
            fprintf(out, "%zu", counts[i]);
            first = false;
        }
    }
    fputc('}', out);
}

void page_data_print_line(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                          const size_t *counts)
{
    struct words_room room;
    fprintf(out, "{\"state\": \"%c\", \"path\": ", overall_letter(overall_of(report)));
    json_print_path(out, report->path);
    member_text(out, "verdict", overall_print(&room, language, report), false);
    member_text(out, "meaning", words_text(&room, language, overall_meaning(overall_of(report)), NO_ARGUMENTS), false);
    if (report->generator != NULL) {
        member_key(out, "generator", false);
        member_print_name(out, report->generator);
    }
    fprintf(out, ", \"counts\": [%zu, %zu, %zu], \"rules\": ", report->counts[VRMLINT_ERROR],
            report->counts[VRMLINT_WARNING], report->counts[VRMLINT_INFO]);
    print_rule_counts(out, counts);
    fputc('}', out);
}

/* Writes what was skipped in the language of the page, even if the report was read from records in another one. */
static bool print_report(FILE *out, struct report_options options, struct vrmlint_report *report)
{
    struct vrmlint_skipped *skipped = calloc(report->skipped_count + 1, sizeof *skipped);
    for (size_t i = 0; skipped != NULL && i < report->skipped_count; i++) {
        skipped[i].what.in[options.language] = words_of_skipped(options.language, &report->skipped[i].what);
        skipped[i].why.in[options.language] = words_of_skipped(options.language, &report->skipped[i].why);
    }
    report->skipped = skipped == NULL ? report->skipped : skipped;
    report->hash = NULL; /* not shown, and only known if another format or the cache needs it */
    report->size = 0;
    options.page = true;
    json_print_file(out, &options, report);
    free(skipped);
    return skipped != NULL;
}

bool page_data_print_file(FILE *out, const struct report_options *options, const struct vrmlint_report *report,
                          const struct page_chosen *chosen, const struct shown_limits *limits)
{
    struct vrmlint_report listed = *report;
    listed.findings = chosen->findings;
    listed.finding_count = chosen->count;
    fputs("{\"report\": ", out);
    bool good = print_report(out, *options, &listed);
    fputs(", \"left\": ", out);
    print_rule_counts(out, chosen->left);
    if (strcmp(report->path, "-") != 0) { /* a file that could be written back */
        size_t size = shell_word(report->path, NULL);
        char *word = malloc(size);
        if (word == NULL) {
            return false;
        }
        shell_word(report->path, word);
        fprintf(out, ", \"fixable\": [%zu, %zu]", page_data_fixable(report, false), page_data_fixable(report, true));
        member_key(out, "word", false);
        json_print_path(out, word);
        free(word);
    }
    fputs(", \"shown\": ", out);
    good = shown_json(out, options->language, &listed, limits) && good;
    fputc('}', out);
    return good;
}

void page_data_print_rules(FILE *out, enum vrmlint_language language, const bool *found)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    fputc('{', out);
    bool first = true;
    for (size_t i = 0; i < rule_count && found != NULL; i++) {
        if (found[i]) {
            struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
            member_key(out, rules[i].id, first);
            fputc('{', out);
            member_text(out, "how", vrmlint_rule_text(&rules[i], VRMLINT_HOW, language), true);
            member_text(out, "why", vrmlint_rule_text(&rules[i], VRMLINT_WHY, language), false);
            member_text(out, "spec", rules[i].spec, false);
            member_key(out, "apps", false);
            json_print_claims(out, claims, vrmlint_rule_claims(&rules[i], NULL, claims));
            fputc('}', out);
            first = false;
        }
    }
    fputc('}', out);
}
