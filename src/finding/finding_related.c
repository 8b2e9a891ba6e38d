/* Places that are related to findings. */
#include <string.h>

#include "finding/finding_parts.h"
#include "ids/messages_report.h"
#include "message/translations.h"

/* Whether one more place can be related. Consequences and repetitions are added to the places that the rule names. */
static bool has_room(const struct finding *finding)
{
    return finding_is_kept(finding) && finding->related_count < 2 * FINDING_RELATED_MAX;
}

static void relate_place(struct finding *finding, const struct place *place, struct vrmlint_text message)
{
    const char *pointer = findings_keep_place(finding->owner, place)->pointer;
    finding->related =
        finding_grow(finding->owner->arena, finding->related, finding->related_count, sizeof *finding->related);
    finding->related[finding->related_count++] = (struct vrmlint_related){pointer, message};
    finding->named_count += finding->consequences == 0;
    findings_note_sizes(finding->owner, pointer, &message);
}

static bool same_in_all(const struct vrmlint_text *a, const struct vrmlint_text *b)
{
    bool same = true;
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT && same; language++) {
        const char *left = a->in[language];
        const char *right = b->in[language];
        same = left == NULL || right == NULL ? left == right : strcmp(left, right) == 0;
    }
    return same;
}

/* Returns words about a related place. Findings with the same words about the same place share them. */
static struct vrmlint_text reported_before(struct findings *findings, const struct place *place, enum message message,
                                           const struct argument *arguments)
{
    struct kept_place *kept = findings_keep_place(findings, place);
    struct arena_mark mark = arena_mark(findings->arena);
    const char *room = findings->room.text;
    struct vrmlint_text text = findings_words(findings, message, arguments);
    if (!same_in_all(&kept->text, &text)) {
        kept->text = text;
    } else if (findings->room.text == room) {
        arena_release(findings->arena, mark);
    }
    return kept->text;
}

void finding_relate(struct finding *finding, enum message message, struct place place, const struct argument *arguments)
{
    if (has_room(finding)) {
        relate_place(finding, &place, reported_before(finding->owner, &place, message, arguments));
    }
}

/* Moves the last related place up to an index. */
static void move_up(struct finding *finding, size_t to)
{
    size_t from = finding->related_count - 1;
    struct vrmlint_related last = finding->related[from];
    memmove(finding->related + to + 1, finding->related + to, (from - to) * sizeof last);
    finding->related[to] = last;
}

void finding_blame(struct finding *finding, enum message message, struct place place, const struct argument *arguments)
{
    if (has_room(finding)) {
        finding_relate(finding, message, place, arguments);
        move_up(finding, 0);
        finding->blames = true;
    }
}

void finding_relate_text(struct finding *finding, const struct place *place, struct vrmlint_text text)
{
    if (has_room(finding)) {
        relate_place(finding, place, text);
    }
}

/* Returns words with the id and the summary of a rule. */
static struct vrmlint_text name_rule(struct findings *findings, enum message words, enum rule rule)
{
    struct vrmlint_text out = {{NULL}};
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        if ((findings->languages >> language & 1U) != 0) {
            const char *summary = translation_of_rule((enum vrmlint_language)language, rule, RULE_SUMMARY);
            out.in[language] =
                message_text(&findings->room, 1U << language, words,
                             ARGUMENTS(TERM("rule", rule_line(rule)->id),
                                       TERM("summary", summary == NULL ? rule_line(rule)->summary : summary)))
                    .in[language];
        }
    }
    return out;
}

void finding_follow(struct finding *finding, enum rule rule, const struct place *place)
{
    if (finding->consequences++ < FINDING_LIST_MAX && finding_is_kept(finding)) {
        relate_place(finding, place, name_rule(finding->owner, WORDS_FOLLOWS, rule));
    }
}

void finding_follow_silenced(struct finding *finding, enum rule rule)
{
    struct findings *findings = finding->owner;
    finding_follow(finding, rule, &finding->place);
    if (findings->keeps_consequences && finding_is_kept(finding)) {
        struct finding *silenced = arena_alloc(findings->arena, sizeof *silenced);
        *silenced = (struct finding){
            .owner = findings,
            .cause = finding,
            .pointer = finding->pointer,
            .place = finding->place,
            .text = name_rule(findings, WORDS_SUMMARY_OF, rule),
            .rule = rule,
            .severity = findings->severities[rule],
            .fix = VRMLINT_FIX_NONE,
        };
        findings_hide_one(findings, silenced);
    }
}

void finding_rest_on(struct finding *finding, enum rule rule, const struct place *place)
{
    if (has_room(finding)) {
        relate_place(finding, place, name_rule(finding->owner, WORDS_RESTS_ON, rule));
    }
}
