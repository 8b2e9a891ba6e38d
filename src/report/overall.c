#include "report/overall.h"

#include "ids/messages_report.h"
#include "ids/messages_words.h"

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

enum message overall_meaning(enum overall verdict)
{
    return verdicts[verdict].meaning;
}
