#include "finding.h"

#include <assert.h>
#include <string.h>

#include "finding_parts.h"

struct findings *findings_new(struct arena *arena, const enum vrmlint_severity *severities,
                              const enum vrmlint_severity *own)
{
    struct findings *findings = arena_alloc(arena, sizeof *findings);
    findings->arena = arena;
    findings->severities = severities;
    findings->own = own;
    findings->languages = 1U << VRMLINT_ENGLISH;
    findings->room.arena = arena;
    findings->end = &findings->first;
    return findings;
}

bool findings_want(const struct findings *findings, enum rule rule)
{
    return findings->severities[rule] != VRMLINT_OFF;
}

void findings_set_named(struct findings *findings, const bool *named)
{
    findings->named = named;
}

bool findings_named(const struct findings *findings, enum rule rule)
{
    return findings->named != NULL && findings->named[rule];
}

void findings_set_languages(struct findings *findings, unsigned languages)
{
    findings->languages = languages;
}

unsigned findings_languages(const struct findings *findings)
{
    return findings->languages;
}

void findings_set_arguments(struct findings *findings, bool wanted)
{
    findings->arguments = wanted;
}

void findings_set_most(struct findings *findings, size_t most, const bool *exempt)
{
    findings->most = most;
    findings->exempt = exempt;
}

void findings_set_edits(struct findings *findings, bool wanted)
{
    findings->edits = wanted;
}

bool findings_want_edits(const struct findings *findings)
{
    return findings->edits;
}

struct arena *findings_arena(const struct findings *findings)
{
    return findings->arena;
}

#ifdef VRMLINT_CHECK_MESSAGES
/* The same text in all languages. */
static struct vrmlint_text in_english(const struct findings *findings, const char *text)
{
    struct vrmlint_text out = {{NULL}};
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        out.in[language] = (findings->languages >> language & 1U) != 0 ? text : NULL;
    }
    return out;
}
#endif

struct vrmlint_text findings_words(struct findings *findings, enum message words, const struct argument *arguments)
{
#ifdef VRMLINT_CHECK_MESSAGES
    /* a mistake of ours: what it is stands in place of the text, with its braces, which tests refuse */
    char error[512];
    if (!message_fits(words, arguments, error, sizeof error)) {
        return in_english(findings, arena_copy(findings->arena, error, strlen(error)));
    }
#endif
    return message_text(&findings->room, findings->languages, words, arguments);
}

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

static struct finding *add(struct findings *findings, enum rule rule)
{
    struct finding *finding = room_for_one(findings);
    finding->owner = findings;
    finding->rule = rule;
    finding->severity = findings->severities[rule];
    finding->fix = rule_line(rule)->fix;
    *findings->end = finding;
    findings->end = &finding->next;
    findings->count++;
    return finding;
}

void findings_count_spare(struct findings *findings)
{
    struct finding *spare = &findings->spare;
    if (spare->counted && findings->beyond == NULL) {
        findings->beyond = arena_array(findings->arena, RULE_COUNT, sizeof *findings->beyond);
    }
    if (spare->counted) {
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

/* A finding that takes whatever is said of it. */
static struct finding *only_counted(struct findings *findings, enum rule rule, enum message message,
                                    const struct place *place)
{
    findings_count_spare(findings);
    findings->spare = (struct finding){
        .owner = findings,
        .rule = rule,
        .message = message,
        .severity = findings->severities[rule],
        .fix = rule_line(rule)->fix,
        .place = *place,
        .pointer = "/", /* for who looks for its last token */
        .counted = true,
    };
    findings->spare.place.member = NULL; /* borrowed */
    arena_pulse(findings->arena);
    return &findings->spare;
}

bool finding_is_kept(const struct finding *finding)
{
    return finding != NULL && !finding->counted;
}

static void note_size(struct findings *findings, const char *text)
{
    findings->text_size += text == NULL ? 0 : strlen(text);
}

void findings_note_sizes(struct findings *findings, const char *pointer, const struct vrmlint_text *text)
{
    if (findings->most == 0) {
        return;
    }
    note_size(findings, pointer);
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        note_size(findings, text->in[language]);
    }
}

static struct finding *make(struct findings *findings, enum rule rule, enum message message, struct place place,
                            const struct argument *arguments)
{
    if (!findings_want(findings, rule)) {
        return NULL;
    }
    if (is_beyond(findings, rule)) {
        return only_counted(findings, rule, message, &place);
    }
    struct finding *finding = add(findings, rule);
    finding->message = message;
    const struct kept_place *kept = findings_keep_place(findings, &place);
    finding->place = kept->place;
    finding->pointer = kept->pointer;
    finding->text = findings_words(findings, message, arguments);
    if (findings->arguments) {
        size_t count;
        finding->arguments = message_fillings(&findings->room, findings->languages, message, arguments, &count);
        finding->argument_count = (unsigned)count;
    }
    findings_note_sizes(findings, finding->pointer, &finding->text);
    finding_edit_as_listed(finding);
    return finding;
}

struct finding *report(struct findings *findings, enum message message, struct place place,
                       const struct argument *arguments)
{
    assert(message_line(message).kind == MESSAGE_OF_FINDING);
    return make(findings, message_line(message).rule, message, place, arguments);
}

struct finding *report_shared(struct findings *findings, enum rule rule, enum message message, struct place place,
                              const struct argument *arguments)
{
    assert(message_line(message).kind == MESSAGE_OF_SEVERAL_RULES);
    if (rule == RULE_COUNT) {
        return NULL; /* the family leaves that to another */
    }
    return make(findings, rule, message, place, arguments);
}

void finding_repeat(struct finding *finding, size_t more)
{
    struct findings *findings = finding->owner;
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char **text = &finding->text.in[language];
        if (*text != NULL) {
            *text = message_text(&findings->room, 1U << language, WORDS_REPEATED,
                                 ARGUMENTS(TERM("message", *text), COUNT("count", more)))
                        .in[language];
        }
    }
    finding->arguments = NULL; /* they don't make up the message any more */
    finding->argument_count = 0;
    finding_measure(finding, "places", (double)more + 1);
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

static bool same_text(const struct vrmlint_text *a, const struct vrmlint_text *b)
{
    return strcmp(vrmlint_text_in(a, VRMLINT_ENGLISH), vrmlint_text_in(b, VRMLINT_ENGLISH)) == 0;
}

static void skip(struct findings *findings, struct vrmlint_skipped skipped)
{
    for (size_t i = 0; i < findings->skipped_count; i++) {
        if (same_text(&findings->skipped[i].what, &skipped.what) &&
            same_text(&findings->skipped[i].why, &skipped.why)) {
            return;
        }
    }
    findings->skipped = arena_grow(findings->arena, findings->skipped, findings->skipped_count,
                                   &findings->skipped_capacity, sizeof *findings->skipped);
    findings->skipped[findings->skipped_count++] = skipped;
}

void findings_skip_because(struct findings *findings, enum message what, const struct argument *arguments,
                           enum message why, const struct argument *why_arguments)
{
    skip(findings, (struct vrmlint_skipped){findings_words(findings, what, arguments),
                                            findings_words(findings, why, why_arguments)});
}

void findings_skip(struct findings *findings, enum message what, const struct argument *arguments, enum message why)
{
    findings_skip_because(findings, what, arguments, why, NO_ARGUMENTS);
}

size_t findings_count(const struct findings *findings)
{
    return findings->count;
}

struct finding *findings_first(const struct findings *findings)
{
    return findings->first;
}

void findings_keep(struct findings *findings, bool (*stays)(void *context, const struct finding *finding),
                   void *context)
{
    struct finding **at = &findings->first;
    while (*at != NULL) {
        if (stays(context, *at)) {
            at = &(*at)->next;
        } else {
            *at = (*at)->next;
            findings->count--;
        }
    }
    findings->end = at;
}

const struct vrmlint_skipped *findings_skipped(const struct findings *findings, size_t *count)
{
    *count = findings->skipped_count;
    return findings->skipped;
}

void findings_forget(struct findings *findings)
{
    while (findings->piece_count > 0) {
        arena_discard(findings->arena, findings->pieces[--findings->piece_count]);
    }
    findings->room_left = 0;
    findings->first = NULL;
    findings->end = &findings->first;
    findings->count = 0;
}
