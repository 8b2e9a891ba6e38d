/* Which rules run, and how severe they are: the default set, what was selected and ignored, and own severities. */
#include "run/policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "schema/set.h"

#define DEFAULT_SET "default" /* in a LIST: every rule that isn't opt-in */

/* One entry of a LIST, without the spaces around it. */
struct entry {
    const char *text;
    size_t length;
};

/* How an entry names a rule. */
enum naming {
    NOT_NAMED,
    AS_ONE_OF_MANY, /* by its family, or by "default" */
    BY_ID,
};

static const struct vrmlint_rule *rule_at(size_t index)
{
    size_t count;
    return &vrmlint_rules(&count)[index];
}

static size_t family_length(const struct vrmlint_rule *rule)
{
    return strcspn(rule->id, "/");
}

static bool is(const struct entry *entry, const char *text, size_t length)
{
    return entry->length == length && memcmp(entry->text, text, length) == 0;
}

static enum naming naming(const struct entry *entry, const struct vrmlint_rule *rule)
{
    if (is(entry, rule->id, strlen(rule->id))) {
        return BY_ID;
    }
    bool as_default = !rule->opt_in && is(entry, DEFAULT_SET, strlen(DEFAULT_SET));
    return as_default || is(entry, rule->id, family_length(rule)) ? AS_ONE_OF_MANY : NOT_NAMED;
}

static bool is_known(const struct entry *entry)
{
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if (naming(entry, rule_at(i)) != NOT_NAMED) {
            return true;
        }
    }
    return false;
}

static void complain(const struct entry *entry, bool with_default, char *error, size_t size)
{
    if (entry->length == 0) {
        snprintf(error, size, "a name is empty");
        return;
    }
    struct nearest nearest = nearest_to(entry->text, entry->length);
    if (with_default) {
        nearest_offer(&nearest, DEFAULT_SET);
    }
    for (size_t i = 0; i < RULE_COUNT; i++) {
        const char *id = rule_at(i)->id;
        size_t length = family_length(rule_at(i));
        struct nearest_text family = {id, length};
        struct nearest_text whole = {id, strlen(id)};
        struct nearest_text name = {id + length + 1, whole.length - length - 1};
        nearest_offer_as(&nearest, family, family);
        nearest_offer_as(&nearest, whole, whole);
        nearest_offer_as(&nearest, name, whole);
    }
    if (nearest.best.text == NULL) {
        snprintf(error, size, "there is no rule or family '%.*s'", (int)entry->length, entry->text);
    } else {
        snprintf(error, size, "there is no rule or family '%.*s'; did you mean '%.*s'?", (int)entry->length,
                 entry->text, (int)nearest.best.length, nearest.best.text);
    }
}

/* Takes the next entry off a list; false behind the last one. *at is NULL from then on. */
static bool next_entry(const char **at, struct entry *entry)
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
    *entry = (struct entry){text, length};
    return true;
}

/* Sets a flag for every rule that a list names, and in named, unless NULL, for those that it names by more than
 * "default"; nothing at all when an entry is unknown. */
static bool mark(const char *list, bool *flags, bool *named, char *error, size_t size)
{
    struct entry entry;
    for (const char *at = list; next_entry(&at, &entry);) {
        if (!is_known(&entry)) {
            complain(&entry, true, error, size);
            return false;
        }
    }
    for (const char *at = list; next_entry(&at, &entry);) {
        for (size_t i = 0; i < RULE_COUNT; i++) {
            if (naming(&entry, rule_at(i)) != NOT_NAMED) {
                flags[i] = true;
                if (named != NULL && !is(&entry, DEFAULT_SET, strlen(DEFAULT_SET))) {
                    named[i] = true;
                }
            }
        }
    }
    return true;
}

/* Works out what each rule is worth. */
static void settle(struct vrmlint_policy *policy)
{
    for (size_t i = 0; i < RULE_COUNT; i++) {
        const struct vrmlint_rule *rule = rule_at(i);
        bool on = policy->select_replaced ? policy->selected[i] : !rule->opt_in;
        if (!on || policy->ignored[i] || policy->off[i]) {
            policy->severities[i] = VRMLINT_OFF;
        } else {
            policy->severities[i] = policy->own[i] != VRMLINT_OFF ? policy->own[i] : rule->severity;
        }
    }
}

void policy_init(struct vrmlint_policy *policy)
{
    struct schema_set *schemas = policy->schemas;
    memset(policy, 0, sizeof *policy);
    policy->schemas = schemas;
    policy->thresholds = thresholds_default();
    settle(policy);
}

struct vrmlint_policy *vrmlint_policy_new(void)
{
    struct vrmlint_policy *policy = calloc(1, sizeof *policy);
    if (policy == NULL) {
        return NULL;
    }
    policy->schemas = schema_set_new();
    if (policy->schemas == NULL) {
        free(policy);
        return NULL;
    }
    policy_init(policy);
    return policy;
}

void vrmlint_policy_free(struct vrmlint_policy *policy)
{
    if (policy != NULL) {
        schema_set_free(policy->schemas);
        free(policy);
    }
}

bool vrmlint_policy_select(struct vrmlint_policy *policy, const char *list, char *error, size_t size)
{
    if (!mark(list, policy->selected, policy->named, error, size)) {
        return false;
    }
    policy->select_replaced = true;
    settle(policy);
    return true;
}

bool vrmlint_policy_ignore(struct vrmlint_policy *policy, const char *list, char *error, size_t size)
{
    if (!mark(list, policy->ignored, NULL, error, size)) {
        return false;
    }
    settle(policy);
    return true;
}

/* A rule that was named by its id keeps that severity when its family is named, before or after. */
bool vrmlint_policy_severity(struct vrmlint_policy *policy, const char *rule, enum vrmlint_severity severity,
                             char *error, size_t size)
{
    const struct entry entry = {rule, strlen(rule)};
    bool known = false;
    for (size_t i = 0; i < RULE_COUNT; i++) {
        enum naming how = strcmp(rule, DEFAULT_SET) == 0 ? NOT_NAMED : naming(&entry, rule_at(i));
        known = known || how != NOT_NAMED;
        if (how == BY_ID || (how == AS_ONE_OF_MANY && !policy->set_by_id[i])) {
            policy->own[i] = severity;
            policy->off[i] = severity == VRMLINT_OFF;
            policy->set_by_id[i] = how == BY_ID;
        }
    }
    if (!known) {
        complain(&entry, false, error, size);
        return false;
    }
    settle(policy);
    return true;
}

void vrmlint_policy_max_file_size(struct vrmlint_policy *policy, uint64_t bytes)
{
    policy->max_file_size = bytes;
}

void vrmlint_policy_curves(struct vrmlint_policy *policy, bool wanted)
{
    policy->curves = wanted;
}

static void complain_of_threshold(const char *name, char *error, size_t size)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    size_t count;
    const struct vrmlint_threshold *all = vrmlint_thresholds(&count);
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, all[i].name);
    }
    if (nearest.best.text == NULL) {
        snprintf(error, size, "there is no threshold '%s'", name);
    } else {
        snprintf(error, size, "there is no threshold '%s'; did you mean '%.*s'?", name, (int)nearest.best.length,
                 nearest.best.text);
    }
}

bool vrmlint_policy_threshold(struct vrmlint_policy *policy, const char *name, double value, char *error, size_t size)
{
    enum threshold which = threshold_by_name(name);
    if (which == THRESHOLD_COUNT) {
        complain_of_threshold(name, error, size);
        return false;
    }
    size_t count;
    const struct vrmlint_threshold *threshold = &vrmlint_thresholds(&count)[which];
    if (!(value >= threshold->least && value <= threshold->most)) {
        snprintf(error, size, "the threshold '%s' can't be %g; it is %g to %g (%s)", name, value, threshold->least,
                 threshold->most, threshold->unit);
        return false;
    }
    policy->thresholds.values[which] = value;
    return true;
}

double vrmlint_policy_threshold_value(const struct vrmlint_policy *policy, const struct vrmlint_threshold *threshold)
{
    size_t count;
    return policy->thresholds.values[threshold - vrmlint_thresholds(&count)];
}

void vrmlint_policy_simulation(struct vrmlint_policy *policy, bool on)
{
    policy->no_simulation = !on;
}

enum vrmlint_severity vrmlint_policy_effective(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule)
{
    return policy->severities[rule - rule_at(0)];
}
