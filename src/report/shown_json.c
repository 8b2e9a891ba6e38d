#include "report/shown_json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ids/messages_claims.h"
#include "ids/messages_fix.h"
#include "ids/messages_page.h"
#include "ids/messages_page_budgets.h"
#include "ids/messages_page_card.h"
#include "ids/messages_page_drawing.h"
#include "ids/messages_page_list.h"
#include "ids/messages_page_materials.h"
#include "ids/messages_page_motion.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "message/claims.h"
#include "message/message.h"
#include "report/escape.h"
#include "report/print.h"
#include "report/shown.h"
#include "report/verdict.h"

/* Writes the words that the modules of web/report/ use, and the names of effects in apps. */

/* Words of a page, by purpose. A group has the lines of its file of messages, and some of other files. */
#define WORDS(name, english) WORDS_##name,
static const enum message words_of_all[] = {
#include "message/messages/page.def"
    WORDS_AND_MORE_COUNT,
    WORDS_CLAIMS_APP,
    WORDS_CLAIMS_EFFECT,
    WORDS_CLAIMS_KNOWN,
    WORDS_CLAIMS_READ,
    WORDS_CLAIMS_RUN,
    WORDS_CLAIMS_RUN_THREE_VRM,
    WORDS_CLAIMS_RUN_UNIVRM,
    WORDS_CLAIMS_VERSION,
    WORDS_COLON,
    WORDS_COMMA,
    WORDS_EFFECT_IN_SOME,
    WORDS_FINDINGS,
    WORDS_FOLLOWER,
    WORDS_FOLLOWERS,
    WORDS_FOLLOWERS_LISTED,
    WORDS_IN_THE_FILE,
    WORDS_HEAD_TO_SEE_IT,
    WORDS_HEAD_WHAT_TO_DO,
    WORDS_MORE_OF,
    WORDS_NO_VERSION,
    WORDS_STANDARD_INPUT,
};
static const enum message words_of_card[] = {
#include "message/messages/page_card.def"
};
static const enum message words_of_drawing[] = {
#include "message/messages/page_drawing.def"
};
static const enum message words_of_list[] = {
#include "message/messages/page_list.def"
    WORDS_FILES_CHECKED,
    WORDS_FIX_CHECK_HINT,
};
static const enum message words_of_materials[] = {
#include "message/messages/page_materials.def"
};
static const enum message words_of_motion[] = {
#include "message/messages/page_motion.def"
};
static const enum message words_of_budgets[] = {
#include "message/messages/page_budgets.def"
};
#undef WORDS
static const enum message words_of_fixes[] = {WORDS_FIX_DETERMINED, WORDS_FIX_LOOK_AFTERWARDS, WORDS_FIX_NEED_NOT_LOOK,
                                              WORDS_FIX_NOTHING};

#define GROUP(flag, list)                                                                                              \
    {                                                                                                                  \
        flag, list, sizeof(list) / sizeof *(list)                                                                      \
    }
static const struct {
    unsigned flag; /* 0: always written */
    const enum message *words;
    size_t count;
} groups[] = {
    GROUP(0, words_of_all),
    GROUP(SHOWN_WORDS_CARD, words_of_card),
    GROUP(SHOWN_WORDS_DRAWING, words_of_drawing),
    GROUP(SHOWN_WORDS_LIST, words_of_list),
    GROUP(SHOWN_WORDS_MATERIALS, words_of_materials),
    GROUP(SHOWN_WORDS_MOTION, words_of_motion),
    GROUP(SHOWN_WORDS_BUDGETS, words_of_budgets),
    GROUP(SHOWN_WORDS_FIXES, words_of_fixes),
};

void shown_print_words(FILE *out, enum vrmlint_language language, unsigned flags)
{
    struct words_room room;
    bool first = true;
    fputc('{', out);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        for (size_t k = 0; k < groups[i].count && (groups[i].flag & flags) == groups[i].flag; k++) {
            enum message message = groups[i].words[k];
            member_text(out, message_line(message).variant, message_template(message, language), first);
            first = false;
        }
    }
    for (int effect = 0; effect < EFFECTS; effect++) {
        member_text(out, effect_name((enum effect)effect),
                    words_text(&room, language, effect_words((enum effect)effect), NO_ARGUMENTS), false);
    }
    fputc('}', out);
}

/* Writes the budgets of platforms, for pages that show an avatar's figures beside them. */

/* Writes {figure: number, ...}. Returns false if memory runs out. */
static bool print_limits_json(FILE *out, const char *preset)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    size_t count;
    const char *const *figures = vrmlint_figures(&count);
    if (policy == NULL) {
        return false;
    }
    vrmlint_policy_budget_preset(policy, preset, NULL);
    bool first = true;
    fputc('{', out);
    for (size_t i = 0; i < count; i++) {
        double limit = vrmlint_policy_budget_value(policy, figures[i]);
        if (!isnan(limit)) {
            member_key(out, figures[i], first);
            fprintf(out, "%.0f", limit);
            first = false;
        }
    }
    fputc('}', out);
    vrmlint_policy_free(policy);
    return true;
}

bool shown_print_budgets(FILE *out, enum vrmlint_language language)
{
    bool good = true;
    size_t count;
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[{" : ",\n{", out);
        member_text(out, "name", presets[i].name, true);
        member_text(out, "source", presets[i].source, false);
        member_text(out, "platform", presets[i].platform, false);
        member_text(out, "rank", presets[i].rank, false);
        member_text(out, "loader", presets[i].loader, false);
        member_text(out, "generations", presets[i].generations, false);
        member_text(out, "date", presets[i].date, false);
        member_text(out, "requirements", vrmlint_budget_requirements(&presets[i], language), false);
        member_text(out, "note", vrmlint_budget_note(&presets[i], language), false);
        member_key(out, "limits", false);
        good = print_limits_json(out, presets[i].name) && good;
        fputc('}', out);
    }
    fputc(']', out);
    return good;
}

const struct shown_limits shown_everything = {
    .pictures = true,
    .steps = 100000,
    .bones = 100000,
    .curves = 400,
    .film_points = 20000,
    .picture_size = 1 << 20,
};

/* Fills in the index of each finding's number, also for findings that another one represents. */
static void find_indices(const struct vrmlint_report *report, size_t *index_of)
{
    size_t count = report->drawing->finding_count;
    for (size_t i = 0; i < count; i++) {
        index_of[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        if (report->findings[i].number < count) {
            index_of[report->findings[i].number] = i;
        }
    }
    for (size_t i = 0; i < report->each_count; i++) {
        const struct vrmlint_finding *finding = &report->each[i];
        if (finding->number < count && finding->within < count) {
            index_of[finding->number] = index_of[finding->within];
        }
    }
}

/* Writes the indices of findings whose message already contains what their rule says to do. */
static void print_repeats(FILE *out, const struct vrmlint_report *report)
{
    const char *separator = "";
    fputs(", \"repeats\": [", out);
    for (size_t i = 0; i < report->finding_count; i++) {
        if (words_contain_advice(&report->findings[i])) {
            fprintf(out, "%s%zu", separator, i);
            separator = ", ";
        }
    }
    fputc(']', out);
}

static bool print_pictures(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                           const struct shown_limits *limits)
{
    if (report->drawing != NULL) {
        size_t *index_of = calloc(report->drawing->finding_count + 1, sizeof *index_of);
        if (index_of == NULL) {
            return false;
        }
        find_indices(report, index_of);
        member_key(out, "drawing", false);
        shown_print_drawing(out, language, report, index_of, limits);
        free(index_of);
    }
    if (report->curve_count > 0) {
        member_key(out, "curves", false);
        shown_print_curves(out, language, report, limits->curves);
    }
    if (report->film_count > 0) {
        member_key(out, "films", false);
        shown_print_films(out, language, report, limits->film_points);
    }
    return true;
}

/* Prints a line for each app with which something happens, and one for the rest. */
static void print_shown_verdicts(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report)
{
    static const char states[APP_VERDICTS + 1] = "fitwweee";
    struct verdict_line lines[VERDICT_LINES];
    size_t count = verdict_lines(lines, language, report, false);
    member_key(out, "verdicts", false);
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s{\"state\": \"%c\"", i == 0 ? "" : ", ", states[lines[i].kind]);
        member_text(out, "text", lines[i].text.text, false);
        fputc('}', out);
    }
    /* according to its author, 2023-03-23: https://github.com/emilianavt/VSeeFaceSDK/issues/29 */
    if (count > 0 && outcome_file_of(report) == OUTCOME_VRM_1_0) {
        struct words_room room;
        fputs(", {\"state\": \"n\"", out);
        member_text(out, "text", words_text(&room, language, WORDS_VERDICT_VSEEFACE, NO_ARGUMENTS), false);
        fputc('}', out);
    }
    fputc(']', out);
}

bool shown_json(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                const struct shown_limits *limits)
{
    struct words_room room;
    enum overall overall = overall_of(report);
    fprintf(out, "{\"state\": \"%c\"", overall_letter(overall));
    member_text(out, "verdict", overall_print(&room, language, report), false);
    member_text(out, "meaning", overall_meaning(&room, language, report), false);
    print_shown_verdicts(out, language, report);
    const char *validity = words_of_validity(&room, language, report);
    if (*validity != '\0') {
        member_text(out, "validity", validity, false);
    }
    if (report->error != NULL) {
        member_text(out, "error", words_of_error(language, report), false);
    }
    print_repeats(out, report);
    bool good = true;
    if (limits->pictures) {
        good = print_pictures(out, language, report, limits);
    } else if (report->drawing != NULL || report->curve_count > 0) {
        fputs(", \"undrawn\": true", out);
    }
    if (report->card != NULL) {
        member_key(out, "card", false);
        shown_print_card(out, report->card, limits->picture_size);
    }
    if (report->palette != NULL) {
        member_key(out, "materials", false);
        shown_print_materials(out, report->palette);
    }
    fputc('}', out);
    return good;
}
