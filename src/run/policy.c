/* Creates policies and sets their options. selection.c determines which rules run. */
#include "run/policy.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "ids/messages_refusals.h"
#include "run/ignores.h"

/* Initializes a policy with defaults. */
static void policy_init(struct vrmlint_policy *policy)
{
    memset(policy, 0, sizeof *policy);
    policy->budget = budget_none();
    policy->budget_given = budget_none();
    policy->thresholds = thresholds_default();
    policy->fail_on = VRMLINT_ERROR;
    policy->shows_from = VRMLINT_INFO;
    policy->languages = 1U << VRMLINT_ENGLISH;
    policy_settle(policy);
}

struct vrmlint_policy *vrmlint_policy_new(void)
{
    struct vrmlint_policy *policy = malloc(sizeof *policy);
    if (policy == NULL) {
        return NULL;
    }
    json_object_seed(0); /* jansson's only global state: from here on, threads only read it */
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

struct vrmlint_helpers *vrmlint_helpers_new(void)
{
    return helpers_new();
}

void vrmlint_helpers_free(struct vrmlint_helpers *helpers)
{
    helpers_free(helpers);
}

void vrmlint_helpers_add_idle(struct vrmlint_helpers *helpers, size_t idle)
{
    helpers_add_idle(helpers, idle);
}

void vrmlint_policy_helpers(struct vrmlint_policy *policy, struct vrmlint_helpers *helpers)
{
    policy->helpers = helpers;
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

bool policy_reads_all(const struct vrmlint_policy *policy)
{
    return policy->hash || policy->baseline != NULL;
}

void vrmlint_policy_hash_read(struct vrmlint_policy *policy, bool wanted)
{
    policy->hash_read = wanted;
}

void vrmlint_policy_fixes(struct vrmlint_policy *policy, bool wanted)
{
    policy->fixes = wanted;
}

void vrmlint_policy_consequences(struct vrmlint_policy *policy, bool wanted)
{
    policy->consequences = wanted;
}

void vrmlint_policy_curves(struct vrmlint_policy *policy, bool wanted)
{
    policy->curves = wanted;
}

void vrmlint_policy_drawing(struct vrmlint_policy *policy, bool wanted)
{
    policy->drawing = wanted;
}

/* Refuses an unknown name, with the one that was most probably meant. */
static bool refuse_name(struct vrmlint_refusal *refusal, const struct nearest *nearest, const char *name,
                        enum message unknown, enum message meant)
{
    return nearest->best.text == NULL
               ? refusal_print(refusal, unknown, ARGUMENTS(TERM("name", name)))
               : refusal_print(refusal, meant, ARGUMENTS(TERM("name", name), TERM("meant", nearest->best.text)));
}

bool vrmlint_policy_budget(struct vrmlint_policy *policy, const char *name, double limit,
                           struct vrmlint_refusal *refusal)
{
    enum figure figure = figure_by_name(name);
    if (figure == FIGURE_COUNT) {
        struct nearest nearest = nearest_to(name, strlen(name));
        for (enum figure i = 0; i < FIGURE_COUNT; i++) {
            nearest_offer(&nearest, figure_name(i));
        }
        return refuse_name(refusal, &nearest, name, WORDS_NO_FIGURE, WORDS_NO_FIGURE_MEANT);
    }
    if (!(limit >= 0) || limit != floor(limit)) {
        return refusal_print(refusal, WORDS_BUDGET_RANGE, ARGUMENTS(TERM("name", name), NUMBER("value", limit, 6)));
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
    return refusal_print(refusal, WORDS_NO_BUDGET_PRESET, ARGUMENTS(TERM("name", name)));
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

bool vrmlint_policy_threshold(struct vrmlint_policy *policy, const char *name, double value,
                              struct vrmlint_refusal *refusal)
{
    enum threshold which = threshold_by_name(name);
    size_t count;
    const struct vrmlint_threshold *all = vrmlint_thresholds(&count);
    const struct vrmlint_threshold *threshold = &all[which];
    if (which == THRESHOLD_COUNT) {
        struct nearest nearest = nearest_to(name, strlen(name));
        for (size_t i = 0; i < count; i++) {
            nearest_offer(&nearest, all[i].name);
        }
        return refuse_name(refusal, &nearest, name, WORDS_NO_THRESHOLD, WORDS_NO_THRESHOLD_MEANT);
    }
    if (!(value >= threshold->least && value <= threshold->most)) {
        return refusal_print(refusal, WORDS_THRESHOLD_RANGE,
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

void vrmlint_policy_constraints(struct vrmlint_policy *policy, bool on)
{
    policy->no_constraints = !on;
}

void vrmlint_policy_limit_revision(struct vrmlint_policy *policy, enum vrmlint_limit_revision revision)
{
    policy->limit_revision = revision;
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
    policy->fail_on_invalid = false;
    policy->fail_on_given = true;
}

void vrmlint_policy_fail_on_invalid(struct vrmlint_policy *policy)
{
    vrmlint_policy_fail_on(policy, VRMLINT_OFF);
    policy->fail_on_invalid = true;
}

bool vrmlint_policy_fails_invalid(const struct vrmlint_policy *policy)
{
    return policy->fail_on_invalid;
}

bool vrmlint_policy_fails(const struct vrmlint_policy *policy, const struct vrmlint_report *report)
{
    int least = policy->fail_on == VRMLINT_OFF ? VRMLINT_ERROR + 1 : (int)policy->fail_on;
    for (int severity = least; severity <= VRMLINT_ERROR; severity++) {
        if (report->counts[severity] > 0) {
            return true;
        }
    }
    return policy->fail_on_invalid && !report->valid;
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
