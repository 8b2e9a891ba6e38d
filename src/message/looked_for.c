#include "message/looked_for.h"

#include <string.h>

#include "base/os.h"
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

enum { UNREAD_MOST = 20 /* reasons that are listed */ };

/* A part that was skipped, and the families whose rules need it. All families if it isn't listed. */
static const struct searched_part {
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

static enum looked_for add_unread(struct looked_side *side, struct vrmlint_skipped unread)
{
    const char *what = vrmlint_text_in(&unread.what, VRMLINT_ENGLISH);
    for (size_t i = 0; i < side->unread_count; i++) {
        if (side->unread_count == UNREAD_MOST ||
            strcmp(vrmlint_text_in(&side->unread[i].what, VRMLINT_ENGLISH), what) == 0) {
            return LOOKED_FOR_UNREAD;
        }
    }
    *ARENA_ADD(side->arena, side->unread, side->unread_count) = unread;
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

static bool ends_in(const char *id, const char *name)
{
    const char *slash = strchr(id, '/');
    return slash != NULL && strcmp(slash + 1, name) == 0;
}

/* What is known of a rule in a side. */
struct looked_rule {
    bool found;  /* the side has a finding of it */
    bool capped; /* the side doesn't list all its findings */
    bool asked;
    const struct vrmlint_skipped *lacks; /* what it needs and the side lacks, once asked */
};

static struct looked_rule *rule_of(struct looked_side *side, const struct vrmlint_rule *rule)
{
    struct looked_rule *known = text_map_get(&side->rules, rule->id);
    if (known == NULL) {
        known = arena_alloc(side->arena, sizeof *known);
        text_map_set(&side->rules, rule->id, known);
    }
    return known;
}

static void note_broken(struct looked_side *side, const char *key, const struct vrmlint_finding *finding)
{
    if (text_map_get(&side->broken, key) == NULL) {
        const struct vrmlint_finding **broken = arena_alloc(side->arena, sizeof *broken);
        *broken = finding;
        text_map_set(&side->broken, key, broken);
    }
}

/* Notes what a finding of the side keeps rules from reading. */
static void note_finding(struct looked_side *side, const struct vrmlint_finding *finding)
{
    struct looked_rule *rule = rule_of(side, finding->rule);
    rule->found = true;
    rule->capped = rule->capped || finding->beyond > 0;
    for (size_t i = 0; i < finding->data_count && !rule->capped; i++) {
        rule->capped = strcmp(finding->data[i].name, "more") == 0;
    }
    if (strcmp(finding->rule->id, "container/truncated") == 0) {
        side->cut = finding;
    } else if (ends_in(finding->rule->id, "wrong-type")) {
        size_t family = strcspn(finding->rule->id, "/");
        note_broken(side, finding->pointer, finding);
        note_broken(side, arena_copy(side->arena, finding->rule->id, family), finding);
    }
}

/* Returns the finding that a value around the pointer has a wrong type; NULL if none has. Without a pointer, any value
 * that the family of the rule reads counts. */
static const struct vrmlint_finding *find_broken(struct looked_side *side, const struct vrmlint_finding *finding)
{
    const char *from = finding->pointer == NULL ? finding->rule->id : finding->pointer;
    size_t length = finding->pointer == NULL ? strcspn(from, "/") : strlen(from);
    char *outer = arena_copy(side->arena, from, length);
    const struct vrmlint_finding *const *found = length == 0 ? NULL : text_map_get(&side->broken, outer);
    for (char *slash = strrchr(outer, '/'); found == NULL && slash != NULL && slash > outer;
         slash = strrchr(outer, '/')) {
        arena_pulse(side->arena);
        *slash = '\0';
        found = text_map_get(&side->broken, outer);
    }
    return found == NULL || (*found)->rule == finding->rule ? NULL : *found;
}

/* Returns the skipped part that a rule needs and only this side lacks; NULL if there is none. */
static const struct vrmlint_skipped *find_part(const struct looked_side *side, const struct vrmlint_rule *rule)
{
    const struct vrmlint_report *report = side->report;
    for (size_t i = 0; i < report->skipped_count; i++) {
        const char *what = vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH);
        arena_pulse(side->arena);
        if (is_text_of(WORDS_SKIPPED_EVERYTHING, what) ||
            (needs_part(rule, what) && text_map_get(&side->lacking, what) == NULL)) {
            return &report->skipped[i];
        }
    }
    return NULL;
}

void looked_for_begin(struct looked_side *side, struct arena *arena, const struct vrmlint_report *report,
                      const struct vrmlint_report *other)
{
    const struct text_map empty = {.arena = arena, .seed = os_random()};
    *side = (struct looked_side){.arena = arena, .report = report, .lacking = empty, .rules = empty, .broken = empty};
    if (report == NULL) {
        return;
    }
    for (size_t i = 0; other != NULL && i < other->skipped_count; i++) {
        const char *what = vrmlint_text_in(&other->skipped[i].what, VRMLINT_ENGLISH);
        if (text_map_get(&side->lacking, what) == NULL) {
            text_map_set(&side->lacking, what, side);
        }
    }
    if (report->error != NULL) {
        add_unread(side, (struct vrmlint_skipped){text_of(WORDS_SKIPPED_FILE), same_text(report->error)});
    }
    for (size_t i = 0; i < report->skipped_count; i++) {
        if (is_text_of(WORDS_SKIPPED_EVERYTHING, vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH))) {
            add_unread(side, report->skipped[i]);
        }
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        note_finding(side, &report->findings[i]);
    }
}

enum looked_for looked_for(struct looked_side *side, const struct vrmlint_finding *finding)
{
    const struct vrmlint_report *report = side->report;
    const struct vrmlint_rule *rule = finding->rule;
    if (report->error != NULL) {
        return LOOKED_FOR_UNREAD;
    }
    struct looked_rule *known = rule_of(side, rule);
    if (!known->asked) {
        known->asked = true;
        known->lacks = find_part(side, rule);
    }
    if (known->lacks != NULL) {
        return add_unread(side, *known->lacks);
    }
    if (known->capped) {
        return add_unread(side, (struct vrmlint_skipped){same_text(rule->id), text_of(WORDS_DIFF_NOT_ALL_LISTED)});
    }
    if (side->cut != NULL && names_family(OF_DATA, rule)) {
        return add_unread(side, (struct vrmlint_skipped){text_of(WORDS_SKIPPED_DATA), side->cut->message});
    }
    const struct vrmlint_finding *broken = find_broken(side, finding);
    if (broken != NULL) {
        return add_unread(side, (struct vrmlint_skipped){same_text(broken->pointer), broken->message});
    }
    bool hidden = report->known_findings + report->hidden_findings + report->ignored_findings > 0;
    return (side->other_rules && !known->found) || (side->other_settings && (hidden || names_family("budget", rule)))
               ? LOOKED_FOR_SETTINGS
               : LOOKED_FOR;
}
