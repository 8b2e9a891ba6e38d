#include "report/shown_json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "ids/limits.h"
#include "ids/messages_claims.h"
#include "ids/messages_exporters.h"
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
#include "ids/rules.h"
#include "message/claims.h"
#include "message/message.h"
#include "message/message_template.h"
#include "report/escape.h"
#include "report/print.h"
#include "report/shown.h"
#include "report/verdict.h"

/* The different stems of a text: the first letters of its words, as numbers. */
struct advice_stems {
    uint64_t list[80];
    size_t count;
};

/* The data of advice_repeats(): from the tables, and of the rule that it was last called for. */
struct advice_memory {
    uint16_t first[RULE_LIMIT];   /* by rule: the list of its own messages, terminated by MESSAGE_LIMIT */
    uint16_t next[MESSAGE_LIMIT]; /* by message: the next one of the same list */
    uint16_t first_shared;        /* the list of messages that rules share */
    struct advice_stems common;   /* of common words */
    enum rule rule;
    uint16_t messages[MESSAGE_LIMIT]; /* that findings of this rule may have */
    size_t message_count;
    struct advice_stems how; /* of the rule's advice */
};

/* ---- advice that repeats ---- */

enum { STEM = 5 /* letters that identify a word: "write" and "writes" are the same */ };

static bool has_stem(const struct advice_stems *stems, uint64_t stem)
{
    for (size_t i = 0; i < stems->count; i++) {
        if (stems->list[i] == stem) {
            return true;
        }
    }
    return false;
}

/* Adds the words of a text that aren't common ones. Names in braces don't count, but the words of a choice by number
 * do. */
static void add_stems(struct advice_stems *stems, const struct advice_stems *common, const char *text)
{
    bool in_name = false;
    while (*text != '\0') {
        if (!ascii_is_letter(*text)) {
            in_name = *text == '{' || (in_name && *text != '|' && *text != '}');
            text++;
            continue;
        }
        uint64_t stem = 0;
        size_t length = 0;
        for (; ascii_is_letter(*text); text++, length++) {
            if (length < STEM) {
                stem = stem << 8 | (unsigned char)ascii_lower(*text);
            }
        }
        if (!in_name && length > 1 && stems->count < sizeof stems->list / sizeof *stems->list &&
            !has_stem(common, stem) && !has_stem(stems, stem)) {
            stems->list[stems->count++] = stem;
        }
    }
}

/* Whether a text was made from a sentence: it contains everything between the sentence's arguments, in order. *length
 * receives the length of that. */
static bool is_repeated_by(const char *text, const char *sentence, size_t *length)
{
    *length = 0;
    const char *literal;
    size_t size;
    struct hole hole;
    for (bool more = sentence != NULL; more;) {
        more = template_next(&sentence, &literal, &size, &hole);
        const char *at = text;
        while (at != NULL && size > 0 && strncmp(at, literal, size) != 0) {
            at = strchr(at + 1, literal[0]);
        }
        if (at == NULL) {
            return false;
        }
        text = at + size;
        *length += size;
    }
    return *length > 0;
}

static void advice_begin(struct advice_memory *memory)
{
    static const struct advice_stems none = {.count = 0};
    for (size_t rule = 0; rule < RULE_LIMIT; rule++) {
        memory->first[rule] = MESSAGE_LIMIT;
    }
    memory->first_shared = MESSAGE_LIMIT;
    memory->rule = RULE_NONE;
    for (size_t i = MESSAGE_LIMIT; i-- > 0;) {
        struct message_line line = message_line((enum message)i);
        if (line.kind == MESSAGE_OF_FINDING || line.kind == MESSAGE_OF_SEVERAL_RULES) {
            uint16_t *first = line.kind == MESSAGE_OF_FINDING ? &memory->first[line.rule] : &memory->first_shared;
            memory->next[i] = *first;
            *first = (uint16_t)i;
        }
    }
    memory->common.count = 0;
    add_stems(&memory->common, &none,
              "an and are as at be by each for from in into is it its no not of on one or same "
              "so than that the them they this to what where with");
}

static void take_rule(struct advice_memory *memory, const struct vrmlint_rule *rule)
{
    enum rule number = rule_number(rule);
    if (number == memory->rule) {
        return;
    }
    const uint16_t lists[] = {memory->first[number], memory->first_shared};
    memory->rule = number;
    memory->message_count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (uint16_t at = lists[i]; at != MESSAGE_LIMIT; at = memory->next[at]) {
            if (message_is_of((enum message)at, number)) {
                memory->messages[memory->message_count++] = at;
            }
        }
    }
    memory->how.count = 0;
    add_stems(&memory->how, &memory->common, vrmlint_rule_text(rule, VRMLINT_HOW, VRMLINT_ENGLISH));
}

/* Returns the English sentence from which a finding's message was made, in whichever language; NULL if none is
 * found. */
static const char *sentence_of(const struct advice_memory *memory, const struct vrmlint_finding *finding)
{
    const char *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < memory->message_count * VRMLINT_LANGUAGE_COUNT; i++) {
        enum message message = (enum message)memory->messages[i / VRMLINT_LANGUAGE_COUNT];
        unsigned language = i % VRMLINT_LANGUAGE_COUNT;
        const char *text = finding->message.in[language];
        size_t length;
        if (text != NULL && is_repeated_by(text, message_template(message, (enum vrmlint_language)language), &length) &&
            length > longest) {
            best = message_line(message).english;
            longest = length;
        }
    }
    return best;
}

/* Whether the advice of a rule only repeats the message of a finding. The result is the same in every language: it is
 * determined from the English sentences. */
static bool advice_repeats(struct advice_memory *memory, const struct vrmlint_finding *finding)
{
    take_rule(memory, finding->rule);
    const char *sentence = sentence_of(memory, finding);
    if (sentence == NULL) {
        return false;
    }
    if (strstr(sentence, "{advice}") != NULL) { /* this advice has numbers, which the rule doesn't know */
        return true;
    }
    struct advice_stems said = {.count = 0};
    size_t common = 0;
    add_stems(&said, &memory->common, sentence);
    add_stems(&said, &memory->common,
              vrmlint_text_in(&finding->message, VRMLINT_ENGLISH)); /* for names of the file, in any language */
    for (size_t i = 0; i < memory->how.count; i++) {
        common += has_stem(&said, memory->how.list[i]);
    }
    return 2 * common >= memory->how.count;
}

/* ---- exporters ---- */

struct exporter {
    const char *begins; /* the generator, up to its version */
    unsigned below[2];  /* major and minor version; both 0: any */
    enum rule rule;
    enum message words;
};

static const struct exporter exporters[] = {
#define BELOW(major, minor)                                                                                            \
    {                                                                                                                  \
        (major), (minor)                                                                                               \
    }
#define ANY                                                                                                            \
    {                                                                                                                  \
        0, 0                                                                                                           \
    }
#define EXPORTER(begins, below, rule, name) {begins, below, RULE_##rule, WORDS_EXPORTER_##name},
#include "report/exporters.def"
#undef EXPORTER
#undef ANY
#undef BELOW
};

/* Whether the version after a generator's name is below another. A version that can't be read isn't. */
static bool is_below(const char *version, const unsigned below[2])
{
    char *end;
    if (below[0] == 0 && below[1] == 0) {
        return true;
    }
    unsigned long major = strtoul(version, &end, 10);
    if (end == version || *end != '.') {
        return false;
    }
    const char *rest = end + 1;
    unsigned long minor = strtoul(rest, &end, 10);
    return end != rest && (major < below[0] || (major == below[0] && minor < below[1]));
}

/* Returns what is known of a finding in files from a version of an exporter, by asset.generator, which may be NULL:
 * WORDS_... of src/report/exporters.def, or MESSAGE_NONE. */
static enum message exporter_advice(const char *generator, const struct vrmlint_rule *rule)
{
    enum rule id = rule_number(rule);
    for (size_t i = 0; generator != NULL && i < sizeof exporters / sizeof *exporters; i++) {
        const struct exporter *exporter = &exporters[i];
        size_t length = strlen(exporter->begins);
        if (exporter->rule == id && strncmp(generator, exporter->begins, length) == 0 &&
            is_below(generator + length, exporter->below)) {
            return exporter->words;
        }
    }
    return MESSAGE_NONE;
}

/* Writes the words that the modules of web/report/ use, and the names of effects in apps. */

/* Words of a page, by purpose. A group has the lines of its file of messages, and some of other files. */
#define WORDS(name, english) WORDS_##name,
static const enum message words_of_all[] = {
#include "message/messages/page.def"
    WORDS_AND_MORE_COUNT,   WORDS_CLAIMS_APP,     WORDS_CLAIMS_EFFECT,   WORDS_CLAIMS_KNOWN,
    WORDS_CLAIMS_READ,      WORDS_CLAIMS_RUN,     WORDS_CLAIMS_VERSION,  WORDS_COMMA,
    WORDS_EFFECT_IN_SOME,   WORDS_FINDINGS,       WORDS_FOLLOWER,        WORDS_FOLLOWERS,
    WORDS_FOLLOWERS_LISTED, WORDS_HEAD_TO_SEE_IT, WORDS_HEAD_WHAT_TO_DO, WORDS_MORE_OF,
    WORDS_NO_VERSION,       WORDS_STANDARD_INPUT,
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
static bool print_limits(FILE *out, const char *preset)
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

bool shown_print_budgets(FILE *out)
{
    bool good = true;
    size_t count;
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[{" : ",\n{", out);
        member_text(out, "name", presets[i].name, true);
        member_text(out, "source", presets[i].source, false);
        member_text(out, "date", presets[i].date == NULL ? "" : presets[i].date, false);
        member_key(out, "limits", false);
        good = print_limits(out, presets[i].name) && good;
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

/* Writes what is known of findings beyond their messages: advice on an exporter, by index, and the indices of
 * findings whose message already contains the advice. */
static void print_advice(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report)
{
    const char *separator = "";
    struct words_room room;
    struct advice_memory memory;
    advice_begin(&memory);
    fputs(", \"advice\": {", out);
    for (size_t i = 0; i < report->finding_count; i++) {
        enum message exporter = exporter_advice(report->generator, report->findings[i].rule);
        if (exporter != MESSAGE_NONE) {
            fprintf(out, "%s\"%zu\": ", separator, i);
            escape_json(out, words_text(&room, language, exporter, NO_ARGUMENTS));
            separator = ", ";
        }
    }
    fputs("}, \"repeats\": [", out);
    separator = "";
    for (size_t i = 0; i < report->finding_count; i++) {
        if (advice_repeats(&memory, &report->findings[i])) {
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
static void print_verdicts(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report)
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
    print_verdicts(out, language, report);
    if (report->error != NULL) {
        member_text(out, "error", words_of_error(language, report), false);
    }
    print_advice(out, language, report);
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
