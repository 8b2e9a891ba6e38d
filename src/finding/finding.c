#include "finding/finding.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_value.h"
#include "base/os.h"
#include "base/sort.h"
#include "finding/finding_parts.h"
#include "ids/all.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "message/claims.h"
#include "message/translations.h"

/* The order of a report. */

static int compare_by_place(const void *left, const void *right)
{
    const struct vrmlint_finding *a = *(const struct vrmlint_finding *const *)left;
    const struct vrmlint_finding *b = *(const struct vrmlint_finding *const *)right;
    if (a->has_place != b->has_place) {
        return a->has_place ? 1 : -1;
    }
    if (a->has_place && a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    int order = a->rule == b->rule ? 0 : strcmp(a->rule->id, b->rule->id);
    if (order == 0) {
        order = a->pointer == b->pointer ? 0 : strcmp(a->pointer, b->pointer);
    }
    if (order == 0) {
        order = strcmp(vrmlint_text_in(&a->message, VRMLINT_ENGLISH), vrmlint_text_in(&b->message, VRMLINT_ENGLISH));
    }
    return order;
}

void findings_sort(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    struct vrmlint_finding **order = arena_array(arena, count, sizeof(struct vrmlint_finding *));
    for (size_t i = 0; i < count; i++) {
        order[i] = &list[i];
    }
    sort_array(arena, order, count, sizeof *order, compare_by_place);
    /* Move the elements along each cycle of the permutation. An element that is in position has order[at] ==
     * &list[at]. */
    for (size_t i = 0; i < count; i++) {
        arena_pulse(arena);
        struct vrmlint_finding first = list[i];
        size_t at = i;
        for (size_t from = (size_t)(order[at] - list); from != i; from = (size_t)(order[at] - list)) {
            list[at] = list[from];
            order[at] = &list[at];
            at = from;
        }
        list[at] = first;
        order[at] = &list[at];
    }
    for (size_t i = 0; i < count; i++) {
        list[i].number = i;
    }
    arena_discard(arena, order);
}

/* Findings that are only counted, by the kept findings of the same kind. */

enum { KINDS_LEAST = 64 };

/* Returns the slot of a kind, or the free one for it. A file can choose kinds, but doesn't know the seed. */
static struct finding **slot_of(const struct kinds *kinds, const struct finding *finding)
{
    size_t at = (size_t)(finding->kind * kinds->seed >> 32) & (kinds->size - 1);
    while (kinds->slots[at] != NULL &&
           (kinds->slots[at]->kind != finding->kind || kinds->slots[at]->rule != finding->rule)) {
        at = (at + 1) & (kinds->size - 1);
    }
    return &kinds->slots[at];
}

static void insert_finding(struct kinds *kinds, struct finding *finding)
{
    struct finding **slot = slot_of(kinds, finding);
    kinds->count += *slot == NULL;
    *slot = *slot == NULL ? finding : *slot;
}

/* Grows the table if needed, so that at most half of the slots are used. */
static void grow_kinds(struct findings *findings, struct kinds *kinds)
{
    if (kinds->size > 2 * kinds->count) {
        return;
    }
    struct kinds old = *kinds;
    kinds->seed = old.size == 0 ? os_random() | 1U : old.seed;
    kinds->size = old.size == 0 ? KINDS_LEAST : 2 * old.size;
    kinds->count = 0;
    kinds->slots = arena_array(findings->arena, kinds->size, sizeof(struct finding *));
    for (size_t i = 0; i < old.size; i++) {
        if (old.slots[i] != NULL) {
            insert_finding(kinds, old.slots[i]);
        }
    }
    if (old.size > 0) {
        arena_discard(findings->arena, old.slots);
    }
}

/* Records the kind of a kept finding. */
static void findings_note_kind(struct findings *findings, struct finding *finding)
{
    if (findings->most > 0) {
        grow_kinds(findings, &findings->kinds);
        insert_finding(&findings->kinds, finding);
    }
}

/* Returns a kept finding of the same rule, kind and severity; NULL if there is none. */
static struct finding *findings_of_kind(const struct findings *findings, const struct finding *finding)
{
    struct finding *found = findings->kinds.size == 0 ? NULL : *slot_of(&findings->kinds, finding);
    return found != NULL && found->severity == finding->severity ? found : NULL;
}

/* Edits of findings: those that checks attach, and those that follow from the message alone. */

/* The edits that rows EDITS list, by message. where is NULL for a message that leaves the remedy open. */
static const struct listed_edit {
    unsigned short message;
    unsigned char kind;
    const char *where;
    const char *value;
} listed_edits[] = {
#define EDIT(message, kind, where, value) {message, VRMLINT_EDIT_##kind, where, value},
#define LEFT_OPEN(message) {message, 0, NULL, NULL},
#include "ids/edits_table.def"
};

enum { LISTED_EDITS = sizeof listed_edits / sizeof *listed_edits };

static void add_edit(struct finding *finding, const struct vrmlint_edit *edit)
{
    struct arena *arena = findings_arena(finding->owner);
    if (finding->edits == NULL) {
        finding->edits = arena_alloc(arena, sizeof *finding->edits);
    }
    struct finding_edits *edits = finding->edits;
    edits->list = finding_grow(arena, edits->list, edits->count, sizeof *edits->list);
    edits->list[edits->count++] = *edit;
}

static const char *copy_text(const struct finding *finding, const char *text)
{
    return text == NULL ? NULL : arena_copy(findings_arena(finding->owner), text, strlen(text));
}

bool finding_wants_edits(struct finding *finding)
{
    if (finding == NULL) {
        return false;
    }
    finding->fixable = true;
    return !finding->counted && findings_want_edits(finding->owner);
}

bool finding_edit(struct finding *finding, enum vrmlint_edit_kind kind, struct place place, const char *value)
{
    if (!finding_wants_edits(finding)) {
        return false;
    }
    struct buf pointer = BUF_INIT(findings_arena(finding->owner));
    place_write(&pointer, &place);
    add_edit(finding, &(struct vrmlint_edit){kind, buf_text(&pointer), copy_text(finding, value)});
    return true;
}

/* Resolves a relative pointer from the finding's own place. */
static const char *resolve_relative(const struct finding *finding, const char *where)
{
    size_t length = strlen(finding->pointer);
    char *rest;
    for (unsigned long up = strtoul(where, &rest, 10); up > 0; up--) {
        while (length > 0 && finding->pointer[length - 1] != '/') {
            length--;
        }
        assert(length > 0 && "a relative pointer leads above the root");
        length -= length > 0;
    }
    return arena_printf(findings_arena(finding->owner), "%.*s%s", (int)length, finding->pointer, rest);
}

bool finding_edit_at(struct finding *finding, enum vrmlint_edit_kind kind, const char *where, const char *value)
{
    if (!finding_wants_edits(finding)) {
        return false;
    }
    add_edit(finding, &(struct vrmlint_edit){kind, resolve_relative(finding, where), copy_text(finding, value)});
    return true;
}

void finding_set_number(struct finding *finding, const char *where, double value)
{
    finding_edit_at(finding, VRMLINT_EDIT_SET, where, json_number(&(struct json_value){""}, value));
}

void finding_set_numbers(struct finding *finding, const char *where, const double *values, size_t count)
{
    finding_edit_at(finding, VRMLINT_EDIT_SET, where, json_numbers(&(struct json_value){""}, values, count));
}

void finding_move(struct finding *finding, const char *from, const char *to)
{
    if (finding_wants_edits(finding)) {
        add_edit(finding, &(struct vrmlint_edit){VRMLINT_EDIT_MOVE, resolve_relative(finding, from),
                                                 resolve_relative(finding, to)});
    }
}

void finding_take_edits(struct finding *finding, const struct finding *other)
{
    for (size_t i = 0; other->edits != NULL && i < other->edits->count; i++) {
        add_edit(finding, &other->edits->list[i]);
    }
}

/* Adds the edits that a row EDITS lists for the finding's message. */
static void finding_edit_as_listed(struct finding *finding)
{
    size_t at;
    SORT_SEARCH(at, 0, LISTED_EDITS, listed_edits[at].message < finding->message);
    for (; at < LISTED_EDITS && listed_edits[at].message == finding->message; at++) {
        const struct listed_edit *edit = &listed_edits[at];
        if (edit->where == NULL) {
            finding->fix = VRMLINT_FIX_NONE;
        } else {
            finding_edit_at(finding, (enum vrmlint_edit_kind)edit->kind, edit->where, edit->value);
        }
    }
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

/* Counts the last finding that isn't kept, whose severity is final now. */
static void findings_count_spare(struct findings *findings)
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

/* Whether what a finding reports is forbidden by a specification, and its rule isn't off. */
static bool is_must(const struct finding *finding)
{
    const struct findings *findings = finding->owner;
    bool is_off = findings->reported != NULL && findings->reported[finding->rule] == VRMLINT_OFF;
    return !is_off &&
           vrmlint_rule_class(rule_line(finding->rule), message_line(finding->message).variant) == VRMLINT_MUST;
}

size_t findings_broken(struct findings *findings, struct arena *arena, const char *const **ids)
{
    size_t count = 0;
    const size_t rules = rule_count();
    for (const struct finding *finding = findings->first; finding != NULL; finding = finding->next) {
        findings->broken[finding->rule] = findings->broken[finding->rule] || is_must(finding);
    }
    for (size_t i = 0; i < rules; i++) {
        count += findings->broken[i];
    }
    const char **list = arena_array(arena, count, sizeof *list);
    count = 0;
    for (size_t i = 0; i < rules; i++) {
        if (findings->broken[i]) {
            list[count++] = rule_line((enum rule)i)->id;
        }
    }
    *ids = list;
    return count;
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
    findings->broken[rule] = findings->broken[rule] || is_must(&findings->spare);
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

/* Places that are related to findings. */

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

/* Makes a report's list of findings. */

static struct vrmlint_finding list_one(const struct finding *finding)
{
    return (struct vrmlint_finding){
        .rule = finding_rule(finding),
        .severity = finding->severity,
        .fix = finding->fix,
        .message = finding->text,
        .pointer = finding->pointer,
        .excerpt = finding->position == POSITION_BY_POINTER ? NULL : "",
        .fingerprint = "",
        .has_place = finding->position == POSITION_KNOWN,
        .blames = finding->blames,
        .fixable = finding->fixable && finding->fix != VRMLINT_FIX_NONE,
        .offset = finding->text_offset,
        .related = finding->related,
        .related_count = finding->related_count,
        .named_count = finding->named_count,
        .data = finding->data,
        .data_count = finding->data_count,
        .variant = message_line(finding->message).variant,
        .arguments = finding->arguments,
        .argument_count = finding->argument_count,
        .who = finding->who,
        .kind = finding->kind,
        .badness = finding->badness,
        .beyond = finding->beyond,
        .consequences = finding->consequences,
        .absent = finding->absent,
        .loses_bone = finding->loses_bone,
        .in_three_vrm = finding->in_three_vrm == 0 ? NULL : effect_name((enum effect)(finding->in_three_vrm - 1)),
        .in_univrm = finding->in_univrm == 0 ? NULL : effect_name((enum effect)(finding->in_univrm - 1)),
        .edits = finding->edits == NULL ? NULL : finding->edits->list,
        .edit_count = finding->edits == NULL || finding->fix == VRMLINT_FIX_NONE ? 0 : finding->edits->count,
    };
}

/* Returns the finding from whose chain of causes a finding follows. */
static const struct finding *root_of(const struct finding *finding)
{
    while (finding->cause != NULL) {
        finding = finding->cause;
    }
    return finding;
}

struct vrmlint_finding *findings_list(struct findings *findings, size_t *total, const struct place ***places)
{
    findings_count_spare(findings);
    size_t count = findings->count + findings->hidden_count;
    struct vrmlint_finding *list = arena_array(findings->arena, count, sizeof *list);
    size_t at = 0;
    *places = arena_array(findings->arena, count, sizeof **places);
    for (struct finding *finding = findings->first; finding != NULL; finding = finding->next) {
        arena_pulse(findings->arena);
        finding->index = (unsigned)at;
        (*places)[at] = &finding->place;
        list[at++] = list_one(finding);
    }
    for (const struct finding *finding = findings->hidden; finding != NULL; finding = finding->next) {
        list[root_of(finding)->index].hidden_count += !root_of(finding)->muted;
    }
    for (size_t i = 0; i < findings->count; i++) {
        list[i].hidden = &list[at];
        at += list[i].hidden_count;
        list[i].hidden_count = 0;
    }
    for (const struct finding *finding = findings->hidden; finding != NULL; finding = finding->next) {
        struct vrmlint_finding *root = &list[root_of(finding)->index];
        if (!root_of(finding)->muted) {
            size_t index = (size_t)(root->hidden - list) + root->hidden_count++;
            (*places)[index] = &finding->place;
            list[index] = list_one(finding);
        }
    }
    *total = at;
    return list;
}

void findings_sort_consequences(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    size_t number = count;
    for (size_t i = 0; i < count; i++) {
        struct vrmlint_finding *hidden = list + (list[i].hidden - list);
        findings_sort(arena, hidden, list[i].hidden_count);
        for (size_t k = 0; k < list[i].hidden_count; k++) {
            hidden[k].number = number++;
            hidden[k].fixable = false; /* the cause has the fix */
        }
    }
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
            add_measure(arena, finding, FINDINGS_MORE_RELATED,
                        (double)(finding->related_count - FINDING_RELATED_SHOWN));
            finding->related_count = FINDING_RELATED_SHOWN;
            finding->named_count =
                finding->named_count < FINDING_RELATED_SHOWN ? finding->named_count : FINDING_RELATED_SHOWN;
        }
    }
}

/* Returns the last finding in the list of each rule, or NULL. */
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

void findings_report_more(struct findings *findings, struct vrmlint_finding *list, size_t count, size_t *counts)
{
    if (findings->beyond == NULL) {
        return;
    }
    struct vrmlint_finding **last = last_of_each(findings->arena, list, count);
    size_t *same = arena_array(findings->arena, RULE_LIMIT, sizeof *same);
    for (size_t i = 0; i < count; i++) {
        counts[list[i].severity] += list[i].beyond;
        same[rule_number(list[i].rule)] += list[i].beyond;
    }
    for (size_t rule = 0; rule < rule_count(); rule++) {
        size_t more = same[rule];
        for (int severity = VRMLINT_INFO; severity <= VRMLINT_ERROR && last[rule] != NULL; severity++) {
            counts[severity] += findings->beyond[rule][severity];
            more += findings->beyond[rule][severity];
        }
        if (more > 0) {
            add_measure(findings->arena, last[rule], FINDINGS_MORE, (double)more);
        }
    }
}
