#include "report/shown.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/print.h"
#include "report/report.h"
#include "report/verdict.h"

void shown_free(struct shown *shown)
{
    free(shown->findings);
    free(shown->each);
    free(shown->data);
    *shown = (struct shown){0};
}

static bool make_room(void **room, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity) {
        return true;
    }
    void *larger = realloc(*room, count * size);
    if (larger != NULL) {
        *room = larger;
        *capacity = count;
    }
    return larger != NULL;
}

static bool make_findings(struct vrmlint_finding **findings, size_t *capacity, size_t count)
{
    void *room = *findings;
    bool good = make_room(&room, capacity, count, sizeof **findings);
    *findings = room;
    return good;
}

/* Copies the findings that are severe enough and matter to the apps of the report to room, and returns their number.
 * counts, if not NULL, loses those that matter to none. */
static size_t keep_some(struct vrmlint_finding *room, const struct vrmlint_report *report,
                        const struct vrmlint_finding *findings, size_t count, enum vrmlint_severity least,
                        size_t *counts)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool matters = verdict_matters(report, &findings[i]);
        if (findings[i].severity >= least && matters) {
            room[kept++] = findings[i];
        } else if (!matters && counts != NULL) {
            counts[findings[i].severity] -= counts[findings[i].severity] > 0;
        }
    }
    return kept;
}

bool shown_keep(struct shown *shown, enum vrmlint_severity least, struct vrmlint_report *report)
{
    const struct vrmlint_report whole = *report;
    size_t before = 0;
    size_t after = 0;
    if (!make_findings(&shown->findings, &shown->capacity, report->finding_count) ||
        !make_findings(&shown->each, &shown->each_capacity, report->each_count)) {
        return false;
    }
    report->finding_count =
        keep_some(shown->findings, &whole, whole.findings, whole.finding_count, least, report->counts);
    report->findings = shown->findings;
    report->each_count = keep_some(shown->each, &whole, whole.each, whole.each_count, least, NULL);
    report->each = whole.each == NULL ? NULL : shown->each;
    for (int severity = VRMLINT_INFO; severity <= VRMLINT_ERROR; severity++) {
        report->counts[severity] = severity < (int)least ? 0 : report->counts[severity];
        before += whole.counts[severity];
        after += report->counts[severity];
    }
    report->hidden_findings += before - after;
    return true;
}

/* Copies findings to room, the most severe first. */
static void rank_findings(struct vrmlint_finding *room, const struct vrmlint_finding *findings, size_t count)
{
    size_t ranked = 0;
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_OFF && ranked < count; severity--) {
        for (size_t i = 0; i < count; i++) {
            if ((int)findings[i].severity == severity) {
                room[ranked++] = findings[i];
            }
        }
    }
}

bool shown_rank(struct shown *shown, struct vrmlint_report *report)
{
    if (!make_findings(&shown->findings, &shown->capacity, report->finding_count)) {
        return false;
    }
    rank_findings(shown->findings, report->findings, report->finding_count);
    report->findings = shown->findings;
    return true;
}

size_t shown_more(const struct vrmlint_finding *finding)
{
    for (size_t i = finding->data_count; i > 0; i--) {
        if (strcmp(finding->data[i - 1].name, SHOWN_MORE) == 0) {
            double more = finding->data[i - 1].value;
            return more > 0 && more < (double)SIZE_MAX ? (size_t)more : 0;
        }
    }
    return 0;
}

/* Counts how often each rule was found, including findings that a report no longer lists. *over is set if it lists a
 * rule more than `most` times. Returns NULL if memory runs out. */
static size_t *count_rules(const struct vrmlint_report *report, bool *over, size_t most)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    size_t *counts = calloc(rule_count, sizeof *counts);
    for (size_t i = 0; counts != NULL && i < report->finding_count; i++) {
        *over = ++counts[report->findings[i].rule - rules] > most || *over;
    }
    for (size_t i = 0; counts != NULL && i < report->finding_count; i++) {
        counts[report->findings[i].rule - rules] += shown_more(&report->findings[i]);
    }
    return counts;
}

/* Adds to the data of a rule's last listed finding how many more there are. */
static void print_more(struct shown *shown, struct vrmlint_finding *finding, size_t more, size_t *used)
{
    struct vrmlint_measure *data = shown->data + *used;
    for (size_t i = 0; i < finding->data_count; i++) {
        data[i] = finding->data[i];
    }
    data[finding->data_count] = (struct vrmlint_measure){SHOWN_MORE, (double)more};
    finding->data = data;
    finding->data_count++;
    *used += finding->data_count;
}

bool shown_cap(struct shown *shown, size_t most, struct vrmlint_report *report)
{
    bool over = false;
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    if (report->finding_count <= most) {
        return true;
    }
    size_t *counts = count_rules(report, &over, most);
    size_t *seen = calloc(rule_count, sizeof *seen);
    bool good =
        counts != NULL && seen != NULL && make_findings(&shown->findings, &shown->capacity, report->finding_count);
    size_t kept = 0;
    size_t room = 0;
    for (size_t i = 0; good && over && i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t rule = (size_t)(finding->rule - rules);
        if (seen[rule]++ < most) {
            shown->findings[kept++] = *finding;
            room += seen[rule] == most ? finding->data_count + 1 : 0;
        }
    }
    void *data = shown->data;
    good = good && make_room(&data, &shown->data_capacity, room, sizeof *shown->data);
    shown->data = data;
    if (good && over) {
        size_t used = 0;
        memset(seen, 0, rule_count * sizeof *seen);
        for (size_t i = 0; i < kept; i++) {
            size_t rule = (size_t)(shown->findings[i].rule - rules);
            if (++seen[rule] == most && counts[rule] > most && shown_more(&shown->findings[i]) == 0) {
                print_more(shown, &shown->findings[i], counts[rule] - most, &used);
            }
        }
        report->findings = shown->findings;
        report->finding_count = kept;
    }
    free(seen);
    free(counts);
    return good;
}

/* Returns the subject of an item, in any language: it is only compared. */
static const char *subject_of(const struct group_item *item)
{
    return vrmlint_text_in(&item->finding->subject, VRMLINT_ENGLISH);
}

static int by_subject(const void *left, const void *right)
{
    const struct group_item *a = left;
    const struct group_item *b = right;
    return sort_then(strcmp(subject_of(a), subject_of(b)), a->index, b->index);
}

static int by_group(const void *left, const void *right)
{
    const struct group_item *a = left;
    const struct group_item *b = right;
    return sort_then(sort_order(a->group, b->group), a->index, b->index);
}

/* Groups the items by subject. Two sorts keep this fast for any number of subjects. */
static void group_equal_items(struct group_item *items, size_t count)
{
    sort_in_place(items, count, sizeof *items, by_subject);
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && strcmp(subject_of(&items[i]), subject_of(&items[i - 1])) == 0;
        items[i].group = same ? items[i - 1].group : items[i].index;
    }
    sort_in_place(items, count, sizeof *items, by_group);
}

size_t group_findings(const struct vrmlint_report *report, size_t cap, struct group_item *items, size_t *counts)
{
    size_t count = 0;
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    memset(counts, 0, rule_count * sizeof *counts);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t nth = counts[finding->rule - rules]++;
        counts[finding->rule - rules] += shown_more(finding);
        if (nth < cap) {
            items[count++] = (struct group_item){.finding = finding, .index = i, .explain = nth == 0};
        }
    }
    group_equal_items(items, count);
    return count;
}

/* Selects the findings of a report that a format gets. */

enum { RULE_MOST = 1000 /* findings per rule and file in formats for programs */ };

void report_cap(struct reporter *reporter, struct shown *room, struct vrmlint_report *report)
{
    if (reporter->format->capped && !reporter->options.all_findings && !reporter->options.whole) {
        reporter->no_memory = !shown_cap(room, RULE_MOST, report) || reporter->no_memory;
    }
}

void report_spread(struct reporter *reporter, struct shown *room, struct vrmlint_report *report)
{
    report->findings = report->each;
    report->finding_count = report->each_count;
    report_cap(reporter, room, report);
}

/* Returns the number of findings that aren't shown because a baseline or settings have accepted them. */
static size_t count_accepted(const struct vrmlint_report *report)
{
    return report->known_findings + report->ignored_findings;
}

enum overall overall_of(const struct vrmlint_report *report)
{
    if (report->error != NULL) {
        return OVERALL_UNREADABLE;
    }
    if (report->counts[VRMLINT_ERROR] > 0) {
        return OVERALL_FIX;
    }
    if (report->counts[VRMLINT_WARNING] > 0) {
        return OVERALL_LOOK;
    }
    if (report->counts[VRMLINT_INFO] > 0) {
        return OVERALL_ADVICE;
    }
    if (count_accepted(report) > 0) {
        return OVERALL_ACCEPTED;
    }
    if (report->extension_count > 0) {
        return OVERALL_FINE;
    }
    return report->skipped_count > 0 ? OVERALL_UNREADABLE : OVERALL_NOTHING;
}

char overall_letter(enum overall verdict)
{
    return "ffniwet"[verdict];
}

static const struct {
    enum message words;
    enum message meaning;
    enum vrmlint_severity counted; /* VRMLINT_OFF: the words have no count */
} verdicts[] = {
    [OVERALL_FINE] = {WORDS_PAGE_FINE, WORDS_PAGE_MEANS_FINE, VRMLINT_OFF},
    [OVERALL_ACCEPTED] = {WORDS_PAGE_NOTHING_NEW, WORDS_PAGE_MEANS_ACCEPTED, VRMLINT_OFF},
    [OVERALL_NOTHING] = {WORDS_PAGE_NOTHING, WORDS_PAGE_MEANS_NOTHING, VRMLINT_OFF},
    [OVERALL_ADVICE] = {WORDS_PAGE_ADVICE, WORDS_PAGE_MEANS_ADVICE, VRMLINT_INFO},
    [OVERALL_LOOK] = {WORDS_PAGE_LOOK, WORDS_PAGE_MEANS_LOOK, VRMLINT_WARNING},
    [OVERALL_FIX] = {WORDS_PAGE_FIX, WORDS_PAGE_MEANS_FIX, VRMLINT_ERROR},
    [OVERALL_UNREADABLE] = {WORDS_PAGE_UNREADABLE, WORDS_PAGE_MEANS_UNREADABLE, VRMLINT_OFF},
};

const char *overall_print(struct words_room *room, enum vrmlint_language language, const struct vrmlint_report *report)
{
    struct buf text = BUF_OVER(room->text);
    enum overall verdict = overall_of(report);
    enum vrmlint_severity counted = verdicts[verdict].counted;
    room->text[0] = '\0';
    message_print(&text, language, verdicts[verdict].words,
                  counted == VRMLINT_OFF ? NO_ARGUMENTS : ARGUMENTS(COUNT("count", report->counts[counted])));
    if (verdict == OVERALL_FIX && report->counts[VRMLINT_WARNING] > 0) {
        message_print(&text, language, WORDS_COMMA, NO_ARGUMENTS);
        message_print(&text, language, WORDS_PAGE_MORE_TO_LOOK_AT,
                      ARGUMENTS(COUNT("count", report->counts[VRMLINT_WARNING])));
    }
    if (count_accepted(report) > 0 && verdict != OVERALL_UNREADABLE) {
        message_print(&text, language, WORDS_COMMA, NO_ARGUMENTS);
        message_print(&text, language, WORDS_PAGE_ACCEPTED, ARGUMENTS(COUNT("count", count_accepted(report))));
    }
    return room->text;
}

const char *overall_meaning(struct words_room *room, enum vrmlint_language language,
                            const struct vrmlint_report *report)
{
    struct verdict_line lines[VERDICT_LINES];
    enum overall overall = overall_of(report);
    bool has_findings = overall == OVERALL_LOOK || overall == OVERALL_FIX;
    if (has_findings && verdict_lines(lines, language, report, true) > 0) {
        return words_text(room, language, WORDS_PAGE_MEANS_VERDICT, ARGUMENTS(TERM("verdict", lines[0].text.text)));
    }
    return words_text(room, language, verdicts[overall].meaning, NO_ARGUMENTS);
}

/* Prints the line about all files with which formats for people end. */

void report_print_left_out(const struct reporter *reporter, const struct report_summary *summary)
{
    const struct {
        size_t count;
        enum message words;
    } parts[] = {{summary->ignored, WORDS_IGNORED}, {summary->known, WORDS_KNOWN}, {summary->hidden, WORDS_HIDDEN}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].count > 0) {
            print_words(reporter->out, reporter->options.language, WORDS_SEMICOLON, NO_ARGUMENTS);
            print_words(reporter->out, reporter->options.language, parts[i].words,
                        ARGUMENTS(COUNT("count", parts[i].count)));
        }
    }
}

void report_print_totals(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    print_words(out, language, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", summary->files)));
    print_words(out, language, WORDS_COLON, NO_ARGUMENTS);
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        print_words(out, language, words_of_findings((enum vrmlint_severity)severity),
                    ARGUMENTS(COUNT("count", summary->counts[severity])));
        if (severity > VRMLINT_INFO) {
            print_words(out, language, WORDS_COMMA, NO_ARGUMENTS);
        }
    }
    report_print_left_out(reporter, summary);
    if (summary->unreadable > 0) {
        print_words(out, language, WORDS_SEMICOLON, NO_ARGUMENTS);
        print_words(out, language, WORDS_UNREADABLE, ARGUMENTS(COUNT("count", summary->unreadable)));
    }
}
