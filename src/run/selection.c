#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/grow.h"
#include "base/nearest.h"
#include "base/os.h"
#include "base/text.h"
#include "finding/finding.h"
#include "ids/messages_command.h"
#include "ids/messages_refusals.h"
#include "run/ignores.h"
#include "run/policy.h"

#define NAMING_DEFAULT "default" /* in a LIST: every rule that isn't opt-in */

/* One entry of a LIST, without the spaces around it; borrowed, and not terminated. */
struct naming_entry {
    const char *text;
    size_t length;
};

/* How an entry names a rule. */
enum rule_naming {
    NOT_NAMED,
    NAMED_WITH_OTHERS, /* by its family, or by "default" */
    NAMED_BY_ID,
};

enum { NAME_SHOWN = 256 /* bytes of an unknown name, including its NUL */ };

static size_t selected_family_length(const struct vrmlint_rule *rule)
{
    return strcspn(rule->id, "/");
}

/* Whether an entry is a text of length bytes. */
static bool naming_is(const struct naming_entry *entry, const char *text, size_t length)
{
    return entry->length == length && memcmp(entry->text, text, length) == 0;
}

/* naming_of() returns how an entry names a rule; naming_is_known() whether it names any. */
static enum rule_naming naming_of(const struct naming_entry *entry, const struct vrmlint_rule *rule)
{
    if (naming_is(entry, rule->id, strlen(rule->id)) || rule_was_called(rule, entry->text, entry->length)) {
        return NAMED_BY_ID;
    }
    bool as_default = !rule->opt_in && naming_is(entry, NAMING_DEFAULT, strlen(NAMING_DEFAULT));
    return as_default || naming_is(entry, rule->id, selected_family_length(rule)) ? NAMED_WITH_OTHERS : NOT_NAMED;
}

/* Whether the name of a rule or family, NUL-terminated, matches a rule. */
static bool naming_fits(const char *name, const struct vrmlint_rule *rule)
{
    const struct naming_entry whole = {name, strlen(name)};
    return naming_of(&whole, rule) != NOT_NAMED;
}

static bool naming_is_known(const struct naming_entry *entry)
{
    for (size_t i = 0; i < rule_count(); i++) {
        if (naming_of(entry, rule_line((enum rule)i)) != NOT_NAMED) {
            return true;
        }
    }
    return false;
}

/* Reports in refusal that an entry names nothing, and what was probably meant: with_default, also "default". */
static void naming_complain(const struct naming_entry *entry, bool with_default, struct vrmlint_refusal *refusal)
{
    if (entry->length == 0) {
        refusal_print(refusal, WORDS_EMPTY_RULE, NO_ARGUMENTS);
        return;
    }
    struct nearest nearest = nearest_to(entry->text, entry->length);
    if (with_default) {
        nearest_offer(&nearest, NAMING_DEFAULT);
    }
    for (size_t i = 0; i < rule_count(); i++) {
        const char *id = rule_line((enum rule)i)->id;
        size_t length = selected_family_length(rule_line((enum rule)i));
        struct nearest_text family = {id, length};
        struct nearest_text whole = {id, strlen(id)};
        struct nearest_text name = {id + length + 1, whole.length - length - 1};
        nearest_offer_as(&nearest, family, family);
        nearest_offer_as(&nearest, whole, whole);
        nearest_offer_as(&nearest, name, whole);
    }
    char name[NAME_SHOWN];
    char meant[NAME_SHOWN];
    snprintf(name, sizeof name, "%.*s", (int)entry->length, entry->text);
    if (nearest.best.text == NULL) {
        refusal_print(refusal, WORDS_NO_RULE, ARGUMENTS(TERM("name", name)));
    } else {
        snprintf(meant, sizeof meant, "%.*s", (int)nearest.best.length, nearest.best.text);
        refusal_print(refusal, WORDS_NO_RULE_MEANT, ARGUMENTS(TERM("name", name), TERM("meant", meant)));
    }
}

/* Whether a name matches any rule; if not, refusal receives what was probably meant. "default" isn't accepted. */
static bool naming_knows(const char *name, struct vrmlint_refusal *refusal)
{
    const struct naming_entry whole = {name, strlen(name)};
    bool known = strcmp(name, NAMING_DEFAULT) != 0 && naming_is_known(&whole);
    if (!known) {
        naming_complain(&whole, false, refusal);
    }
    return known;
}

/* Takes the next entry of a list. Returns false after the last one; *at is NULL then. */
static bool naming_next(const char **at, struct naming_entry *entry)
{
    if (*at == NULL) {
        return false;
    }
    const char *text = *at + strspn(*at, " ");
    size_t length = strcspn(text, ",");
    *at = text[length] == ',' ? text + length + 1 : NULL;
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    *entry = (struct naming_entry){text, length};
    return true;
}

bool ignores_add(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore)
{
    if (!grow_by_one(&policy->ignores, policy->ignore_count, &policy->ignore_capacity, sizeof *policy->ignores)) {
        return false;
    }
    policy->ignores[policy->ignore_count++] = *ignore;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        policy->ignores_some[i] = policy->ignores_some[i] || naming_fits(ignore->rule, &rules[i]);
    }
    return true;
}

/* Whether a string is a date of the calendar, such as 2027-03-01. */
static bool is_date(const char *text)
{
    static const unsigned char lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned parts[3] = {0, 0, 0};
    unsigned part = 0;
    for (size_t i = 0; i < OS_DATE - 1; i++) {
        bool dash = i == 4 || i == 7;
        if (dash ? text[i] != '-' : !ascii_is_digit(text[i])) {
            return false;
        }
        part += dash;
        parts[part] = dash ? 0 : parts[part] * 10 + (unsigned)(text[i] - '0');
    }
    bool leap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0);
    return text[OS_DATE - 1] == '\0' && parts[1] >= 1 && parts[1] <= 12 && parts[2] >= 1 &&
           parts[2] <= lengths[parts[1] - 1] && (leap || parts[1] != 2 || parts[2] < 29);
}

bool vrmlint_ignore_has_ended(const struct vrmlint_ignore *ignore)
{
    char today[OS_DATE];
    if (ignore->until == NULL) {
        return false;
    }
    os_today(today);
    return strcmp(ignore->until, today) < 0;
}

/* Copies the names that an ignore has, in the order of VRMLINT_IGNORE_NAMES, which is that of enum about_kind; NULL for
 * those that it lacks. */
static void ignores_names(const struct vrmlint_ignore *ignore, const char *names[ABOUT_KINDS])
{
    size_t count = 0;
#define NAME(member) names[count++] = ignore->member;
    VRMLINT_IGNORE_NAMES(NAME)
#undef NAME
}

bool vrmlint_policy_ignore_at(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore,
                              struct vrmlint_refusal *refusal)
{
    if (!naming_knows(ignore->rule, refusal)) {
        return false;
    }
    const char *names[ABOUT_KINDS];
    bool has_place = ignore->pointer != NULL;
    ignores_names(ignore, names);
    for (size_t i = 0; i < ABOUT_KINDS; i++) {
        has_place = has_place || names[i] != NULL;
    }
    if (!has_place) {
        return refusal_print(refusal, WORDS_IGNORE_NEEDS_PLACE, ARGUMENTS(TERM("rule", ignore->rule)));
    }
    if (ignore->reason == NULL || *ignore->reason == '\0') {
        return refusal_print(refusal, WORDS_IGNORE_NEEDS_REASON, ARGUMENTS(TERM("rule", ignore->rule)));
    }
    if (ignore->pointer != NULL && *ignore->pointer != '\0' && *ignore->pointer != '/') {
        return refusal_print(refusal, WORDS_NO_POINTER, ARGUMENTS(TERM("value", ignore->pointer)));
    }
    if (ignore->until != NULL && !is_date(ignore->until)) {
        return refusal_print(refusal, WORDS_NO_DATE, ARGUMENTS(TERM("value", ignore->until)));
    }
    if (!vrmlint_ignore_has_ended(ignore) && !ignores_add(policy, ignore)) {
        return refusal_print(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
    }
    return true;
}

/* Whether a place belongs to everything that an ignore names. */
static bool names_fit(const struct vrmlint_ignore *ignore, const struct avatar *avatar, const struct place *place)
{
    const char *names[ABOUT_KINDS];
    ignores_names(ignore, names);
    for (size_t i = 0; i < ABOUT_KINDS; i++) {
        if (names[i] != NULL && (avatar == NULL || !about_named(avatar, place, (enum about_kind)i, names[i]))) {
            return false;
        }
    }
    return true;
}

static bool ignore_takes(const struct vrmlint_ignore *ignore, const struct avatar *avatar,
                         const struct finding *finding)
{
    return naming_fits(ignore->rule, finding_rule(finding)) &&
           (ignore->pointer == NULL || text_is_within(finding->pointer, ignore->pointer)) &&
           names_fit(ignore, avatar, &finding->place);
}

void ignores_mute(const struct vrmlint_policy *policy, const struct avatar *avatar, struct findings *findings)
{
    for (size_t i = 0; i < policy->ignore_count; i++) {
        for (struct finding *f = findings_first(findings); f != NULL; f = f->next) {
            f->muted = f->muted || ignore_takes(&policy->ignores[i], avatar, f);
        }
    }
}

/* The context of finding_stays(): counts receives how many findings each ignore removed. */
struct taking {
    const struct vrmlint_policy *policy;
    const struct avatar *avatar;
    size_t *counts;
};

/* Whether a finding stays. Counts every ignore that matches, so that none is reported as useless. */
static bool finding_stays(void *context, const struct finding *finding)
{
    const struct taking *taking = context;
    bool taken = false;
    if (!taking->policy->ignores_some[finding->rule]) {
        return true;
    }
    for (size_t i = 0; i < taking->policy->ignore_count; i++) {
        if (ignore_takes(&taking->policy->ignores[i], taking->avatar, finding)) {
            taking->counts[i]++;
            taken = true;
        }
    }
    return !taken;
}

void ignores_apply(const struct vrmlint_policy *policy, const struct avatar *avatar, struct arena *arena,
                   struct findings *findings, struct vrmlint_report *report)
{
    size_t before = findings_count(findings);
    if (policy->ignore_count == 0 || before == 0) {
        return;
    }
    struct taking taking = {.policy = policy, .avatar = avatar};
    taking.counts = arena_array(arena, policy->ignore_count, sizeof *taking.counts);
    findings_keep(findings, finding_stays, &taking);
    struct vrmlint_ignored *ignored = arena_array(arena, policy->ignore_count, sizeof *ignored);
    for (size_t i = 0; i < policy->ignore_count; i++) {
        if (taking.counts[i] > 0) {
            const struct vrmlint_ignore *ignore = &policy->ignores[i];
            ignored[report->ignored_count++] = (struct vrmlint_ignored){
                .rule = ignore->rule,
                .reason = ignore->reason,
                .config = ignore->config,
                .line = ignore->line,
                .column = ignore->column,
                .count = taking.counts[i],
            };
        }
    }
    report->ignored = ignored;
    report->ignored_findings = before - findings_count(findings);
}

/* Determines which rules run, and how severe they are: by the default set, settings files, and direct calls. */

/* The rules that a list names: by any entry, by an entry other than "default", and by id. */
struct selection_marks {
    bool any[RULE_LIMIT];
    bool named[RULE_LIMIT];
    bool by_id[RULE_LIMIT];
};

/* Sets the marks of a list; marks nothing and returns false if an entry is unknown. */
static bool mark_listed_rules(const char *list, struct selection_marks *marks, struct vrmlint_refusal *refusal)
{
    *marks = (struct selection_marks){.any = {false}};
    struct naming_entry entry;
    for (const char *at = list; naming_next(&at, &entry);) {
        if (!naming_is_known(&entry)) {
            naming_complain(&entry, true, refusal);
            return false;
        }
    }
    for (const char *at = list; naming_next(&at, &entry);) {
        for (size_t i = 0; i < rule_count(); i++) {
            enum rule_naming how = naming_of(&entry, rule_line((enum rule)i));
            bool as_default = naming_is(&entry, NAMING_DEFAULT, strlen(NAMING_DEFAULT));
            marks->any[i] = marks->any[i] || how != NOT_NAMED;
            marks->named[i] = marks->named[i] || (how != NOT_NAMED && !as_default);
            marks->by_id[i] = marks->by_id[i] || how == NAMED_BY_ID;
        }
    }
    return true;
}

/*
 * Computes the effective severity of each rule. Direct calls override settings files: a direct select replaces
 * theirs, with everything that they ignore or switch off, and a severity set directly switches on again what they
 * switched off.
 */
void policy_settle(struct vrmlint_policy *policy)
{
    const struct rule_layer *files = &policy->files;
    const struct rule_layer *direct = &policy->direct;
    for (size_t i = 0; i < rule_count(); i++) {
        const struct vrmlint_rule *rule = rule_line((enum rule)i);
        bool on = files->select_replaced ? files->selected[i] : !rule->opt_in;
        bool stays = !files->ignored[i] && (!files->off[i] || direct->own[i] != VRMLINT_OFF);
        on = direct->select_replaced ? direct->selected[i] : on;
        stays = (stays || direct->select_replaced) && !direct->ignored[i] && !direct->off[i];
        const bool *by_id = direct->select_replaced ? direct->named_by_id : files->named_by_id;
        on = on && (!policy->newer[i] || by_id[i]);
        policy->own[i] = direct->own[i] != VRMLINT_OFF || direct->off[i] ? direct->own[i] : files->own[i];
        policy->named[i] = direct->select_replaced ? direct->named[i] : files->named[i];
        policy->runs[i] = !on ? VRMLINT_OFF : policy->own[i] != VRMLINT_OFF ? policy->own[i] : rule->severity;
        policy->severities[i] = stays ? policy->runs[i] : VRMLINT_OFF;
    }
}

void policy_next_file(struct vrmlint_policy *policy)
{
    struct rule_layer *files = &policy->files;
    files->select_begun = false;
    memset(files->set_by_id, 0, sizeof files->set_by_id);
}

static void set_origins(const char **origins, const bool *marked, const char *origin)
{
    for (size_t i = 0; i < rule_count(); i++) {
        origins[i] = marked[i] ? origin : origins[i];
    }
}

/* Begins a selection. In a settings file, the first select starts anew: what farther files ignore or switch off no
 * longer applies. In direct calls, ignored rules stay ignored, whatever the order. */
static void begin_select(struct rule_layer *layer, bool anew, const char *origin)
{
    layer->select_begun = true;
    layer->select_replaced = true;
    if (anew) {
        memset(layer->selected, 0, sizeof layer->selected);
        memset(layer->named, 0, sizeof layer->named);
        memset(layer->named_by_id, 0, sizeof layer->named_by_id);
        memset(layer->ignored, 0, sizeof layer->ignored);
        memset(layer->off, 0, sizeof layer->off);
        for (size_t i = 0; i < rule_count(); i++) {
            layer->switched_by[i] = origin;
        }
    }
}

bool policy_select(struct vrmlint_policy *policy, struct rule_layer *layer, const char *list, const char *origin,
                   struct vrmlint_refusal *refusal)
{
    struct selection_marks marks;
    if (!mark_listed_rules(list, &marks, refusal)) {
        return false;
    }
    if (!layer->select_begun) {
        begin_select(layer, layer == &policy->files, origin);
    }
    for (size_t i = 0; i < rule_count(); i++) {
        layer->selected[i] = layer->selected[i] || marks.any[i];
        layer->named[i] = layer->named[i] || marks.named[i];
        layer->named_by_id[i] = layer->named_by_id[i] || marks.by_id[i];
    }
    set_origins(layer->switched_by, marks.any, origin);
    policy_settle(policy);
    return true;
}

bool policy_ignore(struct vrmlint_policy *policy, struct rule_layer *layer, const char *list, const char *origin,
                   struct vrmlint_refusal *refusal)
{
    struct selection_marks marks;
    if (!mark_listed_rules(list, &marks, refusal)) {
        return false;
    }
    for (size_t i = 0; i < rule_count(); i++) {
        layer->ignored[i] = layer->ignored[i] || marks.any[i];
    }
    set_origins(layer->switched_by, marks.any, origin);
    policy_settle(policy);
    return true;
}

/* Sets the severity of a rule or family. A rule that was named by its id keeps its severity when its family is named,
 * before or after. */
bool policy_severity(struct vrmlint_policy *policy, struct rule_layer *layer, const char *rule,
                     enum vrmlint_severity severity, const char *origin, struct vrmlint_refusal *refusal)
{
    const struct naming_entry entry = {rule, strlen(rule)};
    bool known = false;
    for (size_t i = 0; i < rule_count(); i++) {
        enum rule_naming how =
            strcmp(rule, NAMING_DEFAULT) == 0 ? NOT_NAMED : naming_of(&entry, rule_line((enum rule)i));
        known = known || how != NOT_NAMED;
        if (how == NAMED_BY_ID || (how == NAMED_WITH_OTHERS && !layer->set_by_id[i])) {
            layer->own[i] = severity;
            layer->off[i] = severity == VRMLINT_OFF;
            layer->set_by_id[i] = how == NAMED_BY_ID;
            layer->weighed_by[i] = origin;
        }
    }
    if (!known) {
        naming_complain(&entry, false, refusal);
        return false;
    }
    policy_settle(policy);
    return true;
}

bool vrmlint_policy_select(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal)
{
    return policy_select(policy, &policy->direct, list, NULL, refusal);
}

bool vrmlint_policy_ignore(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal)
{
    return policy_ignore(policy, &policy->direct, list, NULL, refusal);
}

bool vrmlint_policy_severity(struct vrmlint_policy *policy, const char *rule, enum vrmlint_severity severity,
                             struct vrmlint_refusal *refusal)
{
    return policy_severity(policy, &policy->direct, rule, severity, NULL, refusal);
}

enum vrmlint_severity vrmlint_policy_effective(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule)
{
    return policy->severities[rule_number(rule)];
}

const char *vrmlint_policy_origin(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule)
{
    size_t i = rule_number(rule);
    const struct rule_layer *files = &policy->files;
    bool weighed = files->weighed_by[i] != NULL && (policy->severities[i] != VRMLINT_OFF || files->off[i]);
    return weighed ? files->weighed_by[i] : files->switched_by[i];
}

enum { VERSION_PARTS = 3, VERSION_DIGITS = 5 };

/* Reads "major.minor.patch". Returns false if the string isn't that. */
static bool read_version(const char *text, unsigned parts[VERSION_PARTS])
{
    for (size_t i = 0; i < VERSION_PARTS; i++) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > VERSION_DIGITS || text[digits] != (i + 1 < VERSION_PARTS ? '.' : '\0')) {
            return false;
        }
        parts[i] = 0;
        for (size_t k = 0; k < digits; k++) {
            parts[i] = parts[i] * 10 + (unsigned)(text[k] - '0');
        }
        text += digits + 1;
    }
    return true;
}

/* Whether a version is later than another; both are well-formed. */
static bool is_later(const char *version, const unsigned other[VERSION_PARTS])
{
    unsigned parts[VERSION_PARTS] = {0};
    read_version(version, parts);
    size_t i = 0;
    while (i + 1 < VERSION_PARTS && parts[i] == other[i]) {
        i++;
    }
    return parts[i] > other[i];
}

bool vrmlint_policy_rules_of(struct vrmlint_policy *policy, const char *version, struct vrmlint_refusal *refusal)
{
    unsigned parts[VERSION_PARTS];
    unsigned own[VERSION_PARTS] = {0};
    bool newer[RULE_LIMIT] = {false};
    bool any = false;
    read_version(VRMLINT_VERSION, own);
    bool good = read_version(version, parts) && !is_later(version, own);
    for (size_t i = 0; good && i < rule_count(); i++) {
        newer[i] = is_later(rule_line((enum rule)i)->since, parts);
        any = any || !newer[i];
    }
    if (!any) {
        return refusal_print(refusal, WORDS_NO_RULES_OF,
                             ARGUMENTS(TERM("value", version), TERM("version", VRMLINT_VERSION)));
    }
    memcpy(policy->newer, newer, sizeof newer);
    policy_settle(policy);
    return true;
}
