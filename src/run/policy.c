/* Which rules run, and how severe they are: the default set, what files of settings say, and what was said directly. */
#include "run/policy.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "ids/messages_refusals.h"
#include "run/ignores.h"
#include "run/naming.h"

static const struct vrmlint_rule *rule_at(size_t index)
{
    size_t count;
    return &vrmlint_rules(&count)[index];
}

/* Sets a flag for every rule that a list names, and in named, unless NULL, for those that it names by more than
 * "default"; nothing at all when an entry is unknown. */
static bool mark(const char *list, bool *flags, bool *named, struct vrmlint_refusal *refusal)
{
    struct naming_entry entry;
    for (const char *at = list; naming_next(&at, &entry);) {
        if (!naming_is_known(&entry)) {
            naming_complain(&entry, true, refusal);
            return false;
        }
    }
    for (const char *at = list; naming_next(&at, &entry);) {
        for (size_t i = 0; i < rule_count(); i++) {
            if (naming_of(&entry, rule_at(i)) != NOT_NAMED) {
                flags[i] = true;
                if (named != NULL && !naming_is(&entry, NAMING_DEFAULT, strlen(NAMING_DEFAULT))) {
                    named[i] = true;
                }
            }
        }
    }
    return true;
}

/* Works out what each rule is worth. What was said directly wins over what files say: its select replaces theirs, with
 * all that they ignore or switch off, and a severity given directly switches on again what they switched off. */
static void settle(struct vrmlint_policy *policy)
{
    const struct rule_layer *files = &policy->files;
    const struct rule_layer *direct = &policy->direct;
    for (size_t i = 0; i < rule_count(); i++) {
        const struct vrmlint_rule *rule = rule_at(i);
        bool on = files->select_replaced ? files->selected[i] : !rule->opt_in;
        on = on && !files->ignored[i] && (!files->off[i] || direct->own[i] != VRMLINT_OFF);
        on = direct->select_replaced ? direct->selected[i] : on;
        on = on && !direct->ignored[i] && !direct->off[i];
        policy->own[i] = direct->own[i] != VRMLINT_OFF || direct->off[i] ? direct->own[i] : files->own[i];
        policy->named[i] = direct->select_replaced ? direct->named[i] : files->named[i];
        policy->severities[i] = !on ? VRMLINT_OFF : policy->own[i] != VRMLINT_OFF ? policy->own[i] : rule->severity;
    }
}

/* Brings a policy into its default state. */
static void policy_init(struct vrmlint_policy *policy)
{
    memset(policy, 0, sizeof *policy);
    policy->budget = budget_none();
    policy->budget_given = budget_none();
    policy->thresholds = thresholds_default();
    policy->fail_on = VRMLINT_ERROR;
    policy->shows_from = VRMLINT_INFO;
    policy->languages = 1U << VRMLINT_ENGLISH;
    settle(policy);
}

struct vrmlint_policy *vrmlint_policy_new(void)
{
    struct vrmlint_policy *policy = malloc(sizeof *policy);
    if (policy == NULL) {
        return NULL;
    }
    json_object_seed(0); /* jansson's one global: from here on, threads only read it */
    policy_init(policy);
    return policy;
}

struct vrmlint_policy *vrmlint_policy_copy(const struct vrmlint_policy *policy)
{
    struct vrmlint_policy *copy = malloc(sizeof *copy);
    if (copy == NULL) {
        return NULL;
    }
    *copy = *policy;
    copy->ignores = NULL;
    copy->ignore_count = 0;
    copy->ignore_capacity = 0;
    copy->schemas = schemas_share(policy->schemas);
    for (size_t i = 0; i < policy->ignore_count; i++) {
        if (!ignores_add(copy, &policy->ignores[i])) {
            vrmlint_policy_free(copy);
            return NULL;
        }
    }
    return copy;
}

void vrmlint_policy_free(struct vrmlint_policy *policy)
{
    if (policy != NULL) {
        free(policy->ignores);
        schemas_release(policy->schemas);
        free(policy);
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

/* In a file of settings, the first select begins anew: what farther ones ignore or switch off no longer counts. Said
 * directly, what is ignored stays so, whatever the order. */
static void begin_select(struct rule_layer *layer, bool anew, const char *origin)
{
    layer->select_begun = true;
    layer->select_replaced = true;
    if (anew) {
        memset(layer->selected, 0, sizeof layer->selected);
        memset(layer->named, 0, sizeof layer->named);
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
    bool selected[RULE_LIMIT] = {false};
    bool named[RULE_LIMIT] = {false};
    if (!mark(list, selected, named, refusal)) {
        return false;
    }
    if (!layer->select_begun) {
        begin_select(layer, layer == &policy->files, origin);
    }
    for (size_t i = 0; i < rule_count(); i++) {
        layer->selected[i] = layer->selected[i] || selected[i];
        layer->named[i] = layer->named[i] || named[i];
    }
    set_origins(layer->switched_by, selected, origin);
    settle(policy);
    return true;
}

bool policy_ignore(struct vrmlint_policy *policy, struct rule_layer *layer, const char *list, const char *origin,
                   struct vrmlint_refusal *refusal)
{
    bool ignored[RULE_LIMIT] = {false};
    if (!mark(list, ignored, NULL, refusal)) {
        return false;
    }
    for (size_t i = 0; i < rule_count(); i++) {
        layer->ignored[i] = layer->ignored[i] || ignored[i];
    }
    set_origins(layer->switched_by, ignored, origin);
    settle(policy);
    return true;
}

/* A rule that was named by its id keeps that severity when its family is named, before or after. */
bool policy_severity(struct vrmlint_policy *policy, struct rule_layer *layer, const char *rule,
                     enum vrmlint_severity severity, const char *origin, struct vrmlint_refusal *refusal)
{
    const struct naming_entry entry = {rule, strlen(rule)};
    bool known = false;
    for (size_t i = 0; i < rule_count(); i++) {
        enum naming how = strcmp(rule, NAMING_DEFAULT) == 0 ? NOT_NAMED : naming_of(&entry, rule_at(i));
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
    settle(policy);
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

void vrmlint_policy_max_file_size(struct vrmlint_policy *policy, uint64_t bytes)
{
    policy->max_file_size = bytes;
}

bool vrmlint_policy_takes(const struct vrmlint_policy *policy, uint64_t bytes)
{
    return policy->max_file_size == 0 || bytes <= policy->max_file_size;
}

bool vrmlint_policy_waits(const struct vrmlint_policy *policy, double seconds)
{
    return policy->timeout <= 0 || seconds < policy->timeout;
}

void vrmlint_policy_max_memory(struct vrmlint_policy *policy, uint64_t bytes)
{
    policy->max_memory = bytes;
}

void vrmlint_policy_most_findings(struct vrmlint_policy *policy, size_t most)
{
    policy->most_findings = most;
}

void vrmlint_policy_timeout(struct vrmlint_policy *policy, double seconds)
{
    policy->timeout = seconds;
}

void vrmlint_policy_stop(struct vrmlint_policy *policy, bool (*stop)(void *context), void *context)
{
    policy->stop = stop;
    policy->stop_context = context;
}

struct vrmlint_crew *vrmlint_crew_new(void)
{
    return crew_new();
}

void vrmlint_crew_free(struct vrmlint_crew *crew)
{
    crew_free(crew);
}

void vrmlint_crew_rest(struct vrmlint_crew *crew, size_t idle)
{
    crew_rest(crew, idle);
}

void vrmlint_policy_crew(struct vrmlint_policy *policy, struct vrmlint_crew *crew)
{
    policy->crew = crew;
}

void vrmlint_policy_languages(struct vrmlint_policy *policy, unsigned languages)
{
    policy->languages = languages;
}

bool vrmlint_policy_language(const struct vrmlint_policy *policy, enum vrmlint_language *language, const char **origin)
{
    if (policy->language_given) {
        *language = policy->language;
        *origin = policy->language_origin;
    }
    return policy->language_given;
}

const char *vrmlint_policy_baseline(const struct vrmlint_policy *policy, const char **origin)
{
    *origin = policy->baseline_origin;
    return policy->baseline;
}

void vrmlint_policy_arguments(struct vrmlint_policy *policy, bool wanted)
{
    policy->arguments = wanted;
}

void vrmlint_policy_edits(struct vrmlint_policy *policy, bool wanted)
{
    policy->edits = wanted;
}

void vrmlint_policy_facts(struct vrmlint_policy *policy, bool wanted)
{
    policy->facts = wanted;
}

void vrmlint_policy_hash(struct vrmlint_policy *policy, bool wanted)
{
    policy->hash = wanted;
}

void vrmlint_policy_fixes(struct vrmlint_policy *policy, bool wanted)
{
    policy->fixes = wanted;
}

void vrmlint_policy_curves(struct vrmlint_policy *policy, bool wanted)
{
    policy->curves = wanted;
}

void vrmlint_policy_drawing(struct vrmlint_policy *policy, bool wanted)
{
    policy->drawing = wanted;
}

static void complain_of_figure(const char *name, struct vrmlint_refusal *refusal)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (enum figure i = 0; i < FIGURE_COUNT; i++) {
        nearest_offer(&nearest, figure_name(i));
    }
    if (nearest.best.text == NULL) {
        refusal_say(refusal, WORDS_NO_FIGURE, ARGUMENTS(TERM("name", name)));
    } else {
        refusal_say(refusal, WORDS_NO_FIGURE_MEANT, ARGUMENTS(TERM("name", name), TERM("meant", nearest.best.text)));
    }
}

bool vrmlint_policy_budget(struct vrmlint_policy *policy, const char *name, double limit,
                           struct vrmlint_refusal *refusal)
{
    enum figure figure = figure_by_name(name);
    if (figure == FIGURE_COUNT) {
        complain_of_figure(name, refusal);
        return false;
    }
    if (!(limit >= 0) || limit != floor(limit)) {
        return refusal_say(refusal, WORDS_BUDGET_RANGE, ARGUMENTS(TERM("name", name), NUMBER("value", limit, 6)));
    }
    policy->budget.limits[figure] = limit;
    policy->budget_given.limits[figure] = limit;
    return true;
}

bool vrmlint_policy_budget_preset(struct vrmlint_policy *policy, const char *name, struct vrmlint_refusal *refusal)
{
    if (budget_preset(&policy->budget, name) && budget_preset(&policy->budget_given, name)) {
        return true;
    }
    return refusal_say(refusal, WORDS_NO_BUDGET_PRESET, ARGUMENTS(TERM("name", name)));
}

double vrmlint_policy_budget_value(const struct vrmlint_policy *policy, const char *name)
{
    enum figure figure = figure_by_name(name);
    return figure == FIGURE_COUNT ? NAN : policy->budget.limits[figure];
}

bool vrmlint_policy_schema(struct vrmlint_policy *policy, const char *extension, const char *file,
                           struct vrmlint_refusal *refusal)
{
    return schemas_add(&policy->schemas, extension, file, refusal);
}

static void complain_of_threshold(const char *name, struct vrmlint_refusal *refusal)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    size_t count;
    const struct vrmlint_threshold *all = vrmlint_thresholds(&count);
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, all[i].name);
    }
    if (nearest.best.text == NULL) {
        refusal_say(refusal, WORDS_NO_THRESHOLD, ARGUMENTS(TERM("name", name)));
    } else { /* all names are terminated */
        refusal_say(refusal, WORDS_NO_THRESHOLD_MEANT, ARGUMENTS(TERM("name", name), TERM("meant", nearest.best.text)));
    }
}

bool vrmlint_policy_threshold(struct vrmlint_policy *policy, const char *name, double value,
                              struct vrmlint_refusal *refusal)
{
    enum threshold which = threshold_by_name(name);
    if (which == THRESHOLD_COUNT) {
        complain_of_threshold(name, refusal);
        return false;
    }
    size_t count;
    const struct vrmlint_threshold *threshold = &vrmlint_thresholds(&count)[which];
    if (!(value >= threshold->least && value <= threshold->most)) {
        return refusal_say(refusal, WORDS_THRESHOLD_RANGE,
                           ARGUMENTS(TERM("name", name), NUMBER("value", value, 6),
                                     NUMBER("least", threshold->least, 6), NUMBER("most", threshold->most, 6),
                                     WORD("unit", message_of_unit(threshold->unit))));
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

void vrmlint_policy_data(struct vrmlint_policy *policy, bool on)
{
    policy->no_data = !on;
    policy->no_data_origin = NULL;
}

bool vrmlint_policy_reads_data(const struct vrmlint_policy *policy, const char **origin)
{
    *origin = policy->no_data_origin;
    return !policy->no_data;
}

void vrmlint_policy_fail_on(struct vrmlint_policy *policy, enum vrmlint_severity least)
{
    policy->fail_on = least;
    policy->fail_on_given = true;
}

bool vrmlint_policy_fails(const struct vrmlint_policy *policy, const struct vrmlint_report *report)
{
    int least = policy->fail_on == VRMLINT_OFF ? VRMLINT_ERROR + 1 : (int)policy->fail_on;
    for (int severity = least; severity <= VRMLINT_ERROR; severity++) {
        if (report->counts[severity] > 0) {
            return true;
        }
    }
    return false;
}

enum vrmlint_severity vrmlint_policy_fails_from(const struct vrmlint_policy *policy, const char **origin)
{
    *origin = policy->fail_on_given ? NULL : policy->fail_on_origin;
    return policy->fail_on;
}

void vrmlint_policy_min_severity(struct vrmlint_policy *policy, enum vrmlint_severity least)
{
    policy->shows_from = least;
    policy->shows_given = true;
}

enum vrmlint_severity vrmlint_policy_shows_from(const struct vrmlint_policy *policy, const char **origin)
{
    *origin = policy->shows_given ? NULL : policy->shows_origin;
    return policy->shows_from;
}

const struct vrmlint_ignore *vrmlint_policy_ignores(const struct vrmlint_policy *policy, size_t *count)
{
    *count = policy->ignore_count;
    return policy->ignores;
}

const char *vrmlint_policy_threshold_origin(const struct vrmlint_policy *policy,
                                            const struct vrmlint_threshold *threshold)
{
    size_t count;
    return policy->threshold_origins[threshold - vrmlint_thresholds(&count)];
}

enum vrmlint_severity vrmlint_policy_effective(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule)
{
    return policy->severities[rule - rule_at(0)];
}

const char *vrmlint_policy_origin(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule)
{
    size_t i = (size_t)(rule - rule_at(0));
    const struct rule_layer *files = &policy->files;
    bool weighed = files->weighed_by[i] != NULL && (policy->severities[i] != VRMLINT_OFF || files->off[i]);
    return weighed ? files->weighed_by[i] : files->switched_by[i];
}
