#include "finding.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "translations.h"

/* Findings come in runs that speak of the same few places: their pointers are made once. */
enum { KEPT_PLACES = 16 };

struct kept_place {
    struct place place;
    const char *pointer;      /* NULL: none yet */
    struct vrmlint_text text; /* what was last said of it, as a place that is related */
};

/* Findings lie in pieces of which each is twice as large as the one before: large ones can be given back. */
enum { FIRST_PIECE = 8, PIECES = 40 };

struct findings {
    struct arena *arena;
    const enum vrmlint_severity *severities;
    const enum vrmlint_severity *own;
    const bool *named;
    unsigned languages;
    bool arguments;  /* findings bring them */
    bool edits;      /* and these */
    struct buf room; /* to make texts in */
    struct kept_place kept[KEPT_PLACES];
    struct finding *first;
    struct finding **end;
    size_t count;
    size_t most;        /* of one rule that are kept; 0: any number */
    const bool *exempt; /* rules of which all are */
    size_t text_size;   /* about how many bytes the texts of those have that are kept */
    size_t kept_of[RULE_COUNT];
    size_t (*beyond)[VRMLINT_ERROR + 1]; /* by rule and severity: those that are only counted; NULL: none */
    struct finding spare;                /* the last of those */
    struct finding *pieces[PIECES];
    size_t piece_count;
    size_t room_left; /* findings that fit into the last piece */
    struct vrmlint_skipped *skipped;
    size_t skipped_count;
    size_t skipped_capacity;
};

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

static bool same_place(const struct place *a, const struct place *b)
{
    return a->kind == b->kind && a->index[0] == b->index[0] && a->index[1] == b->index[1] &&
           (a->member == NULL ? b->member == NULL : b->member != NULL && strcmp(a->member, b->member) == 0);
}

/* A place that lasts as long as the findings, where its member was borrowed, and its pointer. */
static struct kept_place *keep_place(struct findings *findings, const struct place *place)
{
    struct kept_place *kept = &findings->kept[(place->kind + place->index[0] + place->index[1]) % KEPT_PLACES];
    if (kept->pointer != NULL && same_place(&kept->place, place)) {
        return kept;
    }
    struct buf *room = &findings->room;
    room->length = 0;
    place_put(room, place);
    kept->text = (struct vrmlint_text){{NULL}};
    kept->place = *place;
    kept->pointer = arena_copy(findings->arena, buf_text(room), room->length);
    if (place->member != NULL) {
        kept->place.member = kept->pointer + room->length - strlen(place->member);
    }
    return kept;
}

/* Counts the last finding that is not kept, whose severity is known by now. */
static void count_spare(struct findings *findings)
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
    count_spare(findings);
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

static bool is_kept(const struct finding *finding)
{
    return finding != NULL && !finding->counted;
}

/* Whether one more place can be related; what repeats and what follows comes on top of those that the rule names. */
static bool has_room(const struct finding *finding)
{
    return is_kept(finding) && finding->related_count < 2 * FINDING_RELATED_MAX;
}

static void note_size(struct findings *findings, const char *text)
{
    findings->text_size += text == NULL ? 0 : strlen(text);
}

static void note_sizes(struct findings *findings, const char *pointer, const struct vrmlint_text *text)
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
    const struct kept_place *kept = keep_place(findings, &place);
    finding->place = kept->place;
    finding->pointer = kept->pointer;
    finding->text = findings_words(findings, message, arguments);
    if (findings->arguments) {
        size_t count;
        finding->arguments = message_fillings(&findings->room, findings->languages, message, arguments, &count);
        finding->argument_count = (unsigned)count;
    }
    note_sizes(findings, finding->pointer, &finding->text);
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

/* Room for one more, in arrays that mostly stay short: there may be a million of them. */
static void *grow(struct arena *arena, void *array, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0; /* a power of two, or none at all */
    if (!is_full) {
        return array;
    }
    void *larger = arena_array(arena, count == 0 ? 1 : 2 * count, size);
    if (count > 0) {
        memcpy(larger, array, count * size);
        arena_discard(arena, array);
    }
    return larger;
}

static void relate(struct finding *finding, const struct place *place, struct vrmlint_text message)
{
    const char *pointer = keep_place(finding->owner, place)->pointer;
    finding->related = grow(finding->owner->arena, finding->related, finding->related_count, sizeof *finding->related);
    finding->related[finding->related_count++] = (struct vrmlint_related){pointer, message};
    finding->named_count += finding->consequences == 0;
    note_sizes(finding->owner, pointer, &message);
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

/* Words about a related place: what many findings say of the same one, they share. */
static struct vrmlint_text said_before(struct findings *findings, const struct place *place, enum message message,
                                       const struct argument *arguments)
{
    struct kept_place *kept = keep_place(findings, place);
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
        relate(finding, &place, said_before(finding->owner, &place, message, arguments));
    }
}

void finding_relate_text(struct finding *finding, const struct place *place, struct vrmlint_text text)
{
    if (has_room(finding)) {
        relate(finding, place, text);
    }
}

/* What a rule is about, by its id and summary. */
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
    if (finding->consequences++ < FINDING_LIST_MAX && is_kept(finding)) {
        relate(finding, place, name_rule(finding->owner, WORDS_FOLLOWS, rule));
    }
}

void finding_rest_on(struct finding *finding, enum rule rule, const struct place *place)
{
    if (has_room(finding)) {
        relate(finding, place, name_rule(finding->owner, WORDS_RESTS_ON, rule));
    }
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
    if (!is_kept(finding)) {
        return;
    }
    finding->data = grow(finding->owner->arena, finding->data, finding->data_count, sizeof *finding->data);
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

struct vrmlint_finding *findings_list(struct findings *findings)
{
    struct vrmlint_finding *list = arena_array(findings->arena, findings->count, sizeof *list);
    size_t at = 0;
    for (const struct finding *finding = findings->first; finding != NULL; finding = finding->next) {
        arena_pulse(findings->arena);
        list[at++] = (struct vrmlint_finding){
            .rule = finding_rule(finding),
            .severity = finding->severity,
            .fix = finding->fix,
            .message = finding->text,
            .pointer = finding->pointer,
            .excerpt = finding->position == POSITION_BY_POINTER ? NULL : "",
            .fingerprint = "",
            .has_place = finding->position == POSITION_KNOWN,
            .mendable = finding->mendable && finding->fix != VRMLINT_FIX_NONE,
            .offset = finding->text_offset,
            .related = finding->related,
            .related_count = finding->related_count,
            .named_count = finding->named_count,
            .repeat_count = finding->repeat_count,
            .data = finding->data,
            .data_count = finding->data_count,
            .variant = message_line(finding->message).variant,
            .arguments = finding->arguments,
            .argument_count = finding->argument_count,
            .edits = finding->edits == NULL ? NULL : finding->edits->list,
            .edit_count = finding->edits == NULL || finding->fix == VRMLINT_FIX_NONE ? 0 : finding->edits->count,
        };
    }
    return list;
}

static void add_measure(struct arena *arena, struct vrmlint_finding *finding, const char *name, double value)
{
    struct vrmlint_measure *data = arena_array(arena, finding->data_count + 1, sizeof *data);
    if (finding->data_count > 0) {
        memcpy(data, finding->data, finding->data_count * sizeof *data);
    }
    data[finding->data_count++] = (struct vrmlint_measure){name, value};
    finding->data = data;
}

void findings_cut_related(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    for (struct vrmlint_finding *finding = list; finding < list + count; finding++) {
        if (finding->related_count > FINDING_RELATED_SHOWN) {
            size_t own = finding->named_count - finding->repeat_count;
            add_measure(arena, finding, FINDINGS_MORE_RELATED,
                        (double)(finding->related_count - FINDING_RELATED_SHOWN));
            finding->related_count = FINDING_RELATED_SHOWN;
            finding->named_count =
                finding->named_count < FINDING_RELATED_SHOWN ? finding->named_count : FINDING_RELATED_SHOWN;
            finding->repeat_count = finding->named_count > own ? finding->named_count - own : 0;
        }
    }
}

/* The list's last finding of each rule, or NULL. */
static struct vrmlint_finding **last_of_each(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    struct vrmlint_finding **last = arena_array(arena, rule_count, sizeof(struct vrmlint_finding *));
    for (size_t i = 0; i < count; i++) {
        last[list[i].rule - rules] = &list[i];
    }
    return last;
}

void findings_tell_more(struct findings *findings, struct vrmlint_finding *list, size_t count, size_t *counts)
{
    count_spare(findings);
    if (findings->beyond == NULL) {
        return;
    }
    struct vrmlint_finding **last = last_of_each(findings->arena, list, count);
    for (size_t rule = 0; rule < RULE_COUNT; rule++) {
        size_t more = 0;
        for (int severity = VRMLINT_INFO; severity <= VRMLINT_ERROR && last[rule] != NULL; severity++) {
            counts[severity] += findings->beyond[rule][severity];
            more += findings->beyond[rule][severity];
        }
        if (more > 0) {
            add_measure(findings->arena, last[rule], FINDINGS_MORE, (double)more);
        }
    }
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
