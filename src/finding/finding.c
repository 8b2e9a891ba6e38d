#include "finding/finding.h"

#include <assert.h>
#include <string.h>

#include "finding/finding_parts.h"
#include "ids/messages_words.h"

static struct finding *room_for_one(struct findings *findings)
{
    if (findings->room_left == 0) {
        assert(findings->piece_count < PIECES);
        findings->room_left = (size_t)FIRST_PIECE << findings->piece_count;
        findings->pieces[findings->piece_count++] =
            arena_array(findings->arena, findings->room_left, sizeof(struct finding));
    }
    size_t size = (size_t)FIRST_PIECE << (findings->piece_count - 1);
    return &findings->pieces[findings->piece_count - 1][size - findings->room_left--];
}

static struct finding *append_finding(struct findings *findings, enum rule rule)
{
    struct finding *finding = room_for_one(findings);
    finding->owner = findings;
    finding->rule = rule;
    finding->severity = findings->severities[rule];
    finding->fix = rule_line(rule)->fix;
    finding->muted = findings->reported != NULL && findings->reported[rule] == VRMLINT_OFF;
    *findings->end = finding;
    findings->end = &finding->next;
    findings->count++;
    return finding;
}

void findings_count_spare(struct findings *findings)
{
    struct finding *spare = &findings->spare;
    if (!spare->counted) {
        return;
    }
    struct finding *same = findings_of_kind(findings, spare);
    if (findings->beyond == NULL) {
        findings->beyond = arena_array(findings->arena, RULE_LIMIT, sizeof *findings->beyond);
    }
    if (same != NULL) {
        same->beyond++;
    } else {
        findings->beyond[spare->rule][spare->severity]++;
    }
    spare->counted = false;
}

static bool is_beyond(struct findings *findings, enum rule rule)
{
    if (findings->most == 0 || (findings->exempt != NULL && findings->exempt[rule])) {
        return false;
    }
    size_t kept = findings->kept_of[rule];
    if (kept < findings->most && (kept == 0 || findings->text_size < FINDINGS_TEXT_MAX)) {
        findings->kept_of[rule]++;
        return false;
    }
    return true;
}

/* Makes a finding that is only counted: it ignores what is added to it. */
static struct finding *only_counted(struct findings *findings, enum rule rule, enum message message,
                                    const struct place *place, const struct argument *arguments)
{
    findings_count_spare(findings);
    findings->spare = (struct finding){
        .owner = findings,
        .rule = rule,
        .message = message,
        .severity = findings->severities[rule],
        .fix = rule_line(rule)->fix,
        .place = *place,
        .pointer = "/", /* some callers look for its last token */
        .kind = message_kind(message, arguments),
        .counted = true,
    };
    findings->spare.place.member = NULL; /* borrowed */
    arena_pulse(findings->arena);
    return &findings->spare;
}

void finding_reword(struct finding *finding, enum message message, const struct argument *arguments)
{
    struct findings *findings = finding->owner;
    finding->message = message;
    finding->text = findings_words(findings, message, arguments);
    const struct argument *who = message_who(arguments);
    finding->who = (struct vrmlint_text){{NULL}};
    if (who != NULL) {
        finding->who = findings_words(findings, WORDS_ALONE, ARGUMENTS(argument_as("thing", *who)));
    }
    finding->kind = message_kind(message, arguments);
    finding->badness = message_badness(arguments);
    if (findings->arguments) {
        size_t count;
        finding->arguments = message_fillings(&findings->room, findings->languages, message, arguments, &count);
        finding->argument_count = (unsigned)count;
    }
}

static struct finding *make_finding(struct findings *findings, enum rule rule, enum message message, struct place place,
                                    const struct argument *arguments)
{
    if (!findings_want(findings, rule)) {
        return NULL;
    }
    if (is_beyond(findings, rule)) {
        return only_counted(findings, rule, message, &place, arguments);
    }
    struct finding *finding = append_finding(findings, rule);
    const struct kept_place *kept = findings_keep_place(findings, &place);
    finding->place = kept->place;
    finding->pointer = kept->pointer;
    finding_reword(finding, message, arguments);
    findings_note_sizes(findings, finding->pointer, &finding->text);
    findings_note_kind(findings, finding);
    finding_edit_as_listed(finding);
    return finding;
}

struct finding *report(struct findings *findings, enum message message, struct place place,
                       const struct argument *arguments)
{
    assert(message_line(message).kind == MESSAGE_OF_FINDING);
    return make_finding(findings, message_line(message).rule, message, place, arguments);
}

struct finding *report_taking(struct findings *findings, enum message message, struct place place,
                              const struct argument *arguments)
{
    struct argument taken[ARGUMENTS_MOST];
    return report(findings, message, place, message_take(message, arguments, taken, ARGUMENTS_MOST));
}

struct finding *report_shared(struct findings *findings, enum rule rule, enum message message, struct place place,
                              const struct argument *arguments)
{
    assert(message_line(message).kind == MESSAGE_OF_SEVERAL_RULES);
    if (rule == RULE_NONE) {
        return NULL; /* the family leaves that to another */
    }
    return make_finding(findings, rule, message, place, arguments);
}

void finding_measure(struct finding *finding, const char *name, double value)
{
    if (!finding_is_kept(finding)) {
        return;
    }
    finding->data = finding_grow(finding->owner->arena, finding->data, finding->data_count, sizeof *finding->data);
    finding->data[finding->data_count++] = (struct vrmlint_measure){name, value};
}

void finding_severity(struct finding *finding, enum vrmlint_severity severity)
{
    if (finding == NULL) {
        return;
    }
    const enum vrmlint_severity *own = finding->owner->own;
    finding->severity = own != NULL && own[finding->rule] != VRMLINT_OFF ? own[finding->rule] : severity;
}

void finding_fix(struct finding *finding, enum vrmlint_fix fix)
{
    if (finding != NULL) {
        finding->fix = fix;
    }
}

void finding_at(struct finding *finding, size_t text_offset)
{
    if (finding != NULL) {
        finding->position = POSITION_KNOWN;
        finding->text_offset = text_offset;
    }
}

void finding_no_place(struct finding *finding)
{
    if (finding != NULL) {
        finding->position = POSITION_NONE;
    }
}
