/* The collection of findings: settings, and the kept places. */
#include <string.h>

#include "base/fnv.h"
#include "finding/finding_parts.h"
#include "ids/messages_skipped.h"

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
    findings->hidden_end = &findings->hidden;
    return findings;
}

struct findings *findings_none(struct arena *arena)
{
    static const enum vrmlint_severity off[RULE_LIMIT]; /* VRMLINT_OFF */
    return findings_new(arena, off, NULL);
}

bool findings_want(const struct findings *findings, enum rule rule)
{
    return findings->severities[rule] != VRMLINT_OFF;
}

enum vrmlint_severity findings_severity(const struct findings *findings, enum rule rule)
{
    return findings->severities[rule];
}

void findings_set_named(struct findings *findings, const bool *named)
{
    findings->named = named;
}

bool findings_named(const struct findings *findings, enum rule rule)
{
    return findings->named != NULL && findings->named[rule];
}

void findings_add_muted(struct findings *findings, const enum vrmlint_severity *severities)
{
    findings->reported = findings->severities;
    findings->severities = severities;
}

void findings_keep_consequences(struct findings *findings, bool wanted)
{
    findings->keeps_consequences = wanted;
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
/* Returns the same text in all languages. */
static struct vrmlint_text in_english(const struct findings *findings, const char *text)
{
    struct vrmlint_text out = {{NULL}};
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        out.in[language] = (findings->languages >> language & 1U) != 0 ? text : NULL;
    }
    return out;
}

/* Whether a message fits its arguments. It is asked once for those that are alike: a file may have a million. */
static bool fits_message(struct findings *findings, enum message words, const struct argument *arguments, char *error,
                         size_t size)
{
    uint64_t hash = fnv_add(FNV_START, (const char *)&words, sizeof words);
    for (const struct argument *argument = arguments; argument != NULL && argument->name != NULL; argument++) {
        hash = fnv_add(hash, argument->name, strlen(argument->name) + 1);
        hash = fnv_add(hash, (const char *)&argument->kind, sizeof argument->kind);
    }
    uint64_t *known = &findings->fits[hash % MESSAGES_FIT];
    if (*known != hash) {
        *known = message_fits(words, arguments, error, size) ? hash : 0;
    }
    return *known == hash;
}
#endif

struct vrmlint_text findings_words(struct findings *findings, enum message words, const struct argument *arguments)
{
#ifdef VRMLINT_CHECK_MESSAGES
    /* A mistake in our code: the error becomes the text, with its braces, which tests refuse. */
    char error[512];
    if (!fits_message(findings, words, arguments, error, sizeof error)) {
        return in_english(findings, arena_copy(findings->arena, error, strlen(error)));
    }
#endif
    return message_text(&findings->room, findings->languages, words, arguments);
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

static bool same_place(const struct place *a, const struct place *b)
{
    return a->kind == b->kind && a->index[0] == b->index[0] && a->index[1] == b->index[1] &&
           (a->member == NULL ? b->member == NULL : b->member != NULL && strcmp(a->member, b->member) == 0);
}

struct kept_place *findings_keep_place(struct findings *findings, const struct place *place)
{
    struct kept_place *kept = &findings->kept[(place->kind + place->index[0] + place->index[1]) % KEPT_PLACES];
    if (kept->pointer != NULL && same_place(&kept->place, place)) {
        return kept;
    }
    struct buf *room = &findings->room;
    room->length = 0;
    place_write(room, place);
    kept->text = (struct vrmlint_text){{NULL}};
    kept->place = *place;
    kept->pointer = arena_copy(findings->arena, buf_text(room), room->length);
    if (place->member != NULL) {
        kept->place.member = kept->pointer + room->length - strlen(place->member);
    }
    return kept;
}

void *finding_grow(struct arena *arena, void *array, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0; /* a power of two, or 0 */
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

static bool same_text(const struct vrmlint_text *a, const struct vrmlint_text *b)
{
    return strcmp(vrmlint_text_in(a, VRMLINT_ENGLISH), vrmlint_text_in(b, VRMLINT_ENGLISH)) == 0;
}

static void add_skipped(struct findings *findings, struct vrmlint_skipped skipped, bool motion)
{
    for (size_t i = 0; i < findings->skipped_count; i++) {
        if (same_text(&findings->skipped[i].what, &skipped.what) &&
            same_text(&findings->skipped[i].why, &skipped.why)) {
            return;
        }
    }
    findings->skipped_motion = arena_more(findings->arena, findings->skipped_motion, findings->skipped_count,
                                          sizeof *findings->skipped_motion);
    findings->skipped_motion[findings->skipped_count] = motion;
    *ARENA_ADD(findings->arena, findings->skipped, findings->skipped_count) = skipped;
}

void findings_skip_because(struct findings *findings, enum message what, const struct argument *arguments,
                           enum message why, const struct argument *why_arguments)
{
    bool motion = what == WORDS_SKIPPED_MOTION || what == WORDS_SKIPPED_MOTIONS || what == WORDS_SKIPPED_JOINTS;
    const struct vrmlint_skipped skipped = {findings_words(findings, what, arguments),
                                            findings_words(findings, why, why_arguments)};
    add_skipped(findings, skipped, motion);
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

void findings_hide_one(struct findings *findings, struct finding *finding)
{
    if (findings->keeps_consequences) {
        finding->next = NULL;
        *findings->hidden_end = finding;
        findings->hidden_end = &finding->next;
        findings->hidden_count++;
    }
}

void findings_hide(struct findings *findings)
{
    struct finding **at = &findings->first;
    while (*at != NULL) {
        struct finding *finding = *at;
        bool is_off = findings->reported != NULL && findings->reported[finding->rule] == VRMLINT_OFF;
        if (finding->cause == NULL && !is_off) {
            at = &finding->next;
            continue;
        }
        *at = finding->next;
        findings->count--;
        if (finding->cause != NULL && !finding->muted) {
            findings_hide_one(findings, finding);
        }
    }
    findings->end = at;
}

const struct vrmlint_skipped *findings_skipped(const struct findings *findings, size_t *count)
{
    *count = findings->skipped_count;
    return findings->skipped;
}

bool findings_skipped_motion(const struct findings *findings, size_t index)
{
    return findings->skipped_motion[index];
}

void findings_forget(struct findings *findings)
{
    while (findings->piece_count > 0) {
        arena_discard(findings->arena, findings->pieces[--findings->piece_count]);
    }
    findings->room_left = 0;
    findings->hidden = NULL;
    findings->hidden_end = &findings->hidden;
    findings->hidden_count = 0;
    findings->first = NULL;
    findings->end = &findings->first;
    findings->count = 0;
}
