#include "run/looked_for.h"

#include <string.h>

#include "ids/messages_animation_tracks.h"
#include "ids/messages_collider.h"
#include "ids/messages_diff.h"
#include "ids/messages_mesh.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_skipped.h"
#include "ids/messages_springbone.h"
#include "message/message.h"

/* The families whose rules may read the contents of buffers and images. */
#define OF_DATA "accessor animation buffer budget collider image material mesh mtoon sim skin texture vrm vrm0"

/* A part that was skipped, and the families whose rules need it. All families if it isn't listed. */
static const struct part {
    enum message what;
    const char *families; /* NULL: those that the text names */
} parts[] = {
    {WORDS_SKIPPED_FAMILIES, NULL},
    {WORDS_SKIPPED_CHUNKS, "container"},
    {WORDS_SKIPPED_KEYS, "json"},
    {WORDS_SKIPPED_MOTIONS, "sim"},
    {WORDS_SKIPPED_MOTION, "sim"},
    {WORDS_SKIPPED_JOINTS, "sim"},
    {WORDS_SKIPPED_COLLIDERS, "collider sim springbone vrm0"},
    {WORDS_SOME_JOINTS_AND_COLLIDERS, "collider"},
    {WORDS_SKIPPED_DATA, OF_DATA},
    {WORDS_SKIPPED_ACCESSORS, OF_DATA},
    {WORDS_SKIPPED_SOME_ACCESSORS, OF_DATA},
    {WORDS_SKIPPED_PRIMITIVES, OF_DATA},
    {WORDS_SKIPPED_WINDING, "mesh"},
    {WORDS_KEYFRAMES_IN_PART, "animation"},
    {WORDS_KEYFRAMES_OF, "animation"},
    {WORDS_SKIPPED_IMAGES, "budget image mtoon texture"},
    {WORDS_SKIPPED_TWINS, "texture"},
    {WORDS_SKIPPED_OVERLAPS, "springbone vrm0"},
};

/* Whether a template gives this text with some arguments: compares what is before the first and after the last one. */
static bool fits_template(const char *template, const char *text)
{
    size_t before = strcspn(template, "{");
    const char *end = strrchr(template, '}');
    const char *after = end == NULL ? template + strlen(template) : end + 1;
    size_t length = strlen(text);
    return strncmp(template, text, before) == 0 && length >= before + strlen(after) &&
           strcmp(text + length - strlen(after), after) == 0 && (end != NULL || length == before);
}

/* Whether a message has given this text, in whichever language a report is written. */
static bool is_text_of(enum message message, const char *text)
{
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        if (fits_template(message_template(message, (enum vrmlint_language)language), text)) {
            return true;
        }
    }
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether a text names the family of a rule. */
static bool names_family(const char *text, const struct vrmlint_rule *rule)
{
    size_t length = strcspn(rule->id, "/");
    for (const char *at = text; *at != '\0'; at++) {
        if ((at == text || !is_letter(at[-1])) && strncmp(at, rule->id, length) == 0 && !is_letter(at[length])) {
            return true;
        }
    }
    return false;
}

/* Whether a rule needs a part that was skipped. */
static bool needs_part(const struct vrmlint_rule *rule, const char *what)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (is_text_of(parts[i].what, what)) {
            return names_family(parts[i].families == NULL ? what : parts[i].families, rule);
        }
    }
    return true;
}

static bool lacks_part_too(const struct vrmlint_report *report, const char *what)
{
    for (size_t i = 0; i < report->skipped_count; i++) {
        if (strcmp(vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH), what) == 0) {
            return true;
        }
    }
    return false;
}

static enum looked_for add_unread(struct looked_side *side, struct vrmlint_skipped unread)
{
    const char *what = vrmlint_text_in(&unread.what, VRMLINT_ENGLISH);
    for (size_t i = 0; i < side->unread_count; i++) {
        if (strcmp(vrmlint_text_in(&side->unread[i].what, VRMLINT_ENGLISH), what) == 0) {
            return LOOKED_FOR_UNREAD;
        }
    }
    side->unread =
        arena_grow(side->arena, side->unread, side->unread_count, &side->unread_capacity, sizeof *side->unread);
    side->unread[side->unread_count++] = unread;
    return LOOKED_FOR_UNREAD;
}

/* Returns a text without arguments in all languages. */
static struct vrmlint_text text_of(enum message message)
{
    struct vrmlint_text text;
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        text.in[language] = message_template(message, (enum vrmlint_language)language);
    }
    return text;
}

static struct vrmlint_text same_text(const char *text)
{
    struct vrmlint_text same;
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        same.in[language] = text;
    }
    return same;
}

static bool is_within(const char *pointer, const char *outer)
{
    size_t length = strlen(outer);
    return length > 0 && strncmp(pointer, outer, length) == 0 && (pointer[length] == '/' || pointer[length] == '\0');
}

static bool ends_in(const char *id, const char *name)
{
    const char *slash = strchr(id, '/');
    return slash != NULL && strcmp(slash + 1, name) == 0;
}

/* Whether a finding of the side keeps the rules from reading what the other finding is about. */
static bool hides_it(struct looked_side *side, const struct vrmlint_finding *hides,
                     const struct vrmlint_finding *finding)
{
    bool capped = hides->beyond > 0 && hides->rule == finding->rule;
    for (size_t i = 0; i < hides->data_count && hides->rule == finding->rule; i++) {
        capped = capped || strcmp(hides->data[i].name, "more") == 0;
    }
    if (capped) {
        add_unread(side, (struct vrmlint_skipped){same_text(finding->rule->id), text_of(WORDS_DIFF_NOT_ALL_LISTED)});
    } else if (strcmp(hides->rule->id, "container/truncated") == 0 && names_family(OF_DATA, finding->rule)) {
        add_unread(side, (struct vrmlint_skipped){text_of(WORDS_SKIPPED_DATA), hides->message});
    } else if (ends_in(hides->rule->id, "wrong-type") && hides->rule != finding->rule &&
               is_within(finding->pointer, hides->pointer)) {
        add_unread(side, (struct vrmlint_skipped){same_text(hides->pointer), hides->message});
    } else {
        return false;
    }
    return true;
}

void looked_for_begin(struct looked_side *side, struct arena *arena, const struct vrmlint_report *report,
                      const struct vrmlint_report *other)
{
    *side = (struct looked_side){.arena = arena, .report = report, .other = other};
    if (report == NULL) {
        return;
    }
    if (report->error != NULL) {
        add_unread(side, (struct vrmlint_skipped){text_of(WORDS_SKIPPED_FILE), same_text(report->error)});
    }
    for (size_t i = 0; i < report->skipped_count; i++) {
        if (is_text_of(WORDS_SKIPPED_EVERYTHING, vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH))) {
            add_unread(side, report->skipped[i]);
        }
    }
}

enum looked_for looked_for(struct looked_side *side, const struct vrmlint_finding *finding)
{
    const struct vrmlint_report *report = side->report;
    if (report->error != NULL) {
        return LOOKED_FOR_UNREAD;
    }
    bool has_rule = false;
    for (size_t i = 0; i < report->skipped_count; i++) {
        const char *what = vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH);
        if (is_text_of(WORDS_SKIPPED_EVERYTHING, what) ||
            (needs_part(finding->rule, what) && !lacks_part_too(side->other, what))) {
            return add_unread(side, report->skipped[i]);
        }
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        has_rule = has_rule || report->findings[i].rule == finding->rule;
        if (hides_it(side, &report->findings[i], finding)) {
            return LOOKED_FOR_UNREAD;
        }
    }
    bool hidden = report->known_findings + report->hidden_findings + report->ignored_findings > 0;
    return (side->other_rules && !has_rule) ||
                   (side->other_settings && (hidden || names_family("budget", finding->rule)))
               ? LOOKED_FOR_SETTINGS
               : LOOKED_FOR;
}
