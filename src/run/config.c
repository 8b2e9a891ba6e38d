/* Applies a settings file to a policy. */
#include "run/config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "gltf/json.h"
#include "ids/messages_refusals.h"
#include "run/policy.h"

void vrmlint_config_free(struct vrmlint_config *config)
{
    if (config != NULL) {
        arena_free(config->arena);
    }
}

const char *vrmlint_config_name(const struct vrmlint_config *config)
{
    return config->name;
}

bool vrmlint_config_is_root(const struct vrmlint_config *config)
{
    return config->root;
}

size_t vrmlint_config_block_count(const struct vrmlint_config *config)
{
    return config->section_count - 1;
}

bool vrmlint_config_block_holds(const struct vrmlint_config *config, size_t block, const char *path)
{
    const struct tree *match = config->sections[block + 1].match;
    for (size_t i = 0; i < tree_count(match); i++) {
        if (glob_matches(tree_text(tree_at(match, i), NULL), path)) {
            return true;
        }
    }
    return false;
}

size_t vrmlint_config_pattern_count(const struct vrmlint_config *config, size_t block)
{
    return tree_count(config->sections[block + 1].match);
}

const char *vrmlint_config_pattern(const struct vrmlint_config *config, size_t block, size_t index, const char **origin)
{
    const char *pattern = tree_text(tree_at(config->sections[block + 1].match, index), NULL);
    for (size_t i = 0; i < config->setting_count; i++) {
        if (config->settings[i].text == pattern) {
            *origin = config->settings[i].origin;
        }
    }
    return pattern;
}

bool vrmlint_config_pattern_fits(const struct vrmlint_config *config, size_t block, size_t index, const char *path)
{
    return glob_matches(tree_text(tree_at(config->sections[block + 1].match, index), NULL), path);
}

bool vrmlint_config_excludes_some(const struct vrmlint_config *config)
{
    return tree_count(config->exclude) > 0;
}

bool vrmlint_config_excludes(const struct vrmlint_config *config, const char *root, const char *path, bool folder)
{
    for (size_t i = 0; i < tree_count(config->exclude); i++) {
        const char *pattern = tree_text(tree_at(config->exclude, i), NULL);
        bool takes = folder ? glob_takes_folder(pattern, path) : glob_matches(pattern, path);
        if (takes && (root == NULL || !glob_takes_folder(pattern, root))) {
            return true;
        }
    }
    return false;
}

const char *vrmlint_config_extends(const struct vrmlint_config *config, const char **origin)
{
    if (config->extends == NULL) {
        return NULL;
    }
    *origin = config->extends->origin;
    return config->extends->text;
}

const struct vrmlint_ignore *const *vrmlint_config_ignores(const struct vrmlint_config *config, size_t *count)
{
    *count = config->ignore_count;
    return config->ignores;
}

static bool apply_threshold(struct vrmlint_policy *policy, const struct setting *setting,
                            struct vrmlint_refusal *refusal)
{
    if (!vrmlint_policy_threshold(policy, setting->text, setting->number, refusal)) {
        return false;
    }
    policy->threshold_origins[threshold_by_name(setting->text)] = setting->origin;
    return true;
}

/* Sets limits from a settings file. Limits that were set directly stay. */
static bool apply_budget(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal)
{
    const struct budget given = policy->budget_given;
    bool ok = setting->kind == SETTING_BUDGET_PRESET
                  ? vrmlint_policy_budget_preset(policy, setting->text, refusal)
                  : vrmlint_policy_budget(policy, setting->text, setting->number, refusal);
    policy->budget_given = given;
    for (size_t i = 0; i < FIGURE_COUNT; i++) {
        if (!isnan(given.limits[i])) {
            policy->budget.limits[i] = given.limits[i];
        }
    }
    return ok;
}

bool config_apply(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal)
{
    struct rule_layer *files = &policy->files;
    switch (setting->kind) {
    case SETTING_SELECT:
        return policy_select(policy, files, setting->text, setting->origin, refusal);
    case SETTING_IGNORE:
        return policy_ignore(policy, files, setting->text, setting->origin, refusal);
    case SETTING_SEVERITY:
        return policy_severity(policy, files, setting->text, setting->level, setting->origin, refusal);
    case SETTING_FAIL_ON:
        if (!policy->fail_on_given) {
            policy->fail_on = setting->level;
            policy->fail_on_origin = setting->origin;
        }
        return true;
    case SETTING_MIN_SEVERITY:
        if (!policy->shows_given) {
            policy->shows_from = setting->level;
            policy->shows_origin = setting->origin;
        }
        return true;
    case SETTING_THRESHOLD:
        return apply_threshold(policy, setting, refusal);
    case SETTING_BUDGET_PRESET:
    case SETTING_BUDGET:
        return apply_budget(policy, setting, refusal);
    case SETTING_IGNORE_AT:
        return vrmlint_policy_ignore_at(policy, &setting->ignored, refusal);
    case SETTING_LANG:
        policy->language_given = true;
        policy->language = setting->language;
        policy->language_origin = setting->origin;
        return true;
    case SETTING_NO_DATA:
        policy->no_data = true;
        policy->no_data_origin = setting->origin;
        return true;
    case SETTING_BASELINE:
        policy->baseline = setting->text;
        policy->baseline_origin = setting->origin;
        return true;
    case SETTING_PATTERN:
        return glob_is_whole(setting->text) ||
               refusal_print(refusal, WORDS_GLOB_OPEN, ARGUMENTS(TERM("pattern", setting->text)));
    case SETTING_EXTENDS: /* handled by the code that reads the files */
        return true;
    }
    return true;
}

bool vrmlint_policy_configure(struct vrmlint_policy *policy, const struct vrmlint_config *config, const bool *blocks,
                              struct vrmlint_refusal *refusal)
{
    for (size_t i = 0; i < config->section_count; i++) {
        const struct section *section = &config->sections[i];
        if (i > 0 && !blocks[i - 1]) {
            continue;
        }
        policy_next_file(policy);
        for (size_t k = section->begin; k < section->end; k++) {
            if (!config_apply(policy, &config->settings[k], refusal)) {
                return false;
            }
        }
    }
    return true;
}
