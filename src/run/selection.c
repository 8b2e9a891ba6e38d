/* Determines which rules run, and how severe they are: by the default set, settings files, and direct calls. */
#include <string.h>

#include "finding/finding.h"
#include "ids/messages_refusals.h"
#include "run/naming.h"
#include "run/policy.h"

/* The rules that a list names: by any entry, by an entry other than "default", and by id. */
struct marks {
    bool any[RULE_LIMIT];
    bool named[RULE_LIMIT];
    bool by_id[RULE_LIMIT];
};

/* Sets the marks of a list; marks nothing and returns false if an entry is unknown. */
static bool mark_listed_rules(const char *list, struct marks *marks, struct vrmlint_refusal *refusal)
{
    *marks = (struct marks){.any = {false}};
    struct naming_entry entry;
    for (const char *at = list; naming_next(&at, &entry);) {
        if (!naming_is_known(&entry)) {
            naming_complain(&entry, true, refusal);
            return false;
        }
    }
    for (const char *at = list; naming_next(&at, &entry);) {
        for (size_t i = 0; i < rule_count(); i++) {
            enum naming how = naming_of(&entry, rule_line((enum rule)i));
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
    struct marks marks;
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
    struct marks marks;
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
        enum naming how = strcmp(rule, NAMING_DEFAULT) == 0 ? NOT_NAMED : naming_of(&entry, rule_line((enum rule)i));
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
