/* Hashes a policy to a short string. */

#include "base/blake2b.h"
#include "build_id.h"
#include "run/policy.h"

static void add_number(struct blake2b *hash, double number)
{
    blake2b_add(hash, &number, sizeof number);
}

static void add_text(struct blake2b *hash, const char *text)
{
    add_number(hash, text != NULL);
    blake2b_add_text(hash, text == NULL ? "" : text);
}

static void add_rules(struct blake2b *hash, const struct vrmlint_policy *policy)
{
    for (size_t i = 0; i < rule_count(); i++) {
        const unsigned char values[] = {(unsigned char)policy->severities[i], (unsigned char)policy->own[i],
                                        policy->named[i], (unsigned char)policy->runs[i]};
        blake2b_add(hash, values, sizeof values);
    }
}

static void add_ignores(struct blake2b *hash, const struct vrmlint_policy *policy, bool with_places)
{
    add_number(hash, (double)policy->ignore_count);
    for (size_t i = 0; i < policy->ignore_count; i++) {
        const struct vrmlint_ignore *ignore = &policy->ignores[i];
        add_text(hash, ignore->rule);
        add_text(hash, ignore->pointer);
#define NAME(member) add_text(hash, ignore->member);
        VRMLINT_IGNORE_NAMES(NAME)
#undef NAME
        add_text(hash, ignore->reason);
        if (with_places) {
            add_text(hash, ignore->config);
            add_number(hash, (double)ignore->line);
            add_number(hash, (double)ignore->column);
        }
    }
}

/* Adds everything that determines which findings there are. */
static void add_settings(struct blake2b *hash, const struct vrmlint_policy *policy)
{
    add_rules(hash, policy);
    add_number(hash, policy->no_simulation);
    add_number(hash, policy->no_data);
    blake2b_add(hash, policy->budget.limits, sizeof policy->budget.limits);
    blake2b_add(hash, policy->thresholds.values, sizeof policy->thresholds.values);
    schemas_hash(policy->schemas, hash);
    if (policy->limit_revision != VRMLINT_LIMIT_REVISION_B) { /* keys of policies without it stay as they were */
        add_number(hash, policy->limit_revision);
    }
    if (policy->no_constraints) {
        blake2b_add(hash, "no-constraints", sizeof "no-constraints");
    }
}

/* Leaves out the positions of ignores: the same settings may be in another folder. */
void policy_settings_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE])
{
    struct blake2b hash;
    blake2b_start(&hash);
    add_settings(&hash, policy);
    add_number(&hash, policy->shows_from);
    add_text(&hash, policy->baseline);
    add_ignores(&hash, policy, false);
    blake2b_end_text(&hash, key);
}

void policy_rules_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE])
{
    struct blake2b hash;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    blake2b_start(&hash);
    for (size_t i = 0; i < count; i++) {
        if (policy->severities[i] != VRMLINT_OFF) {
            blake2b_add_text(&hash, rules[i].id);
            add_number(&hash, policy->severities[i]);
        }
    }
    blake2b_end_text(&hash, key);
}

/* Leaves out the limits of size, time and memory, because a report that they cut short isn't repeatable, and
 * --fail-on, which is in no report. Returns false if reports contain what records lack. */
bool vrmlint_policy_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE])
{
    struct blake2b hash;
    if (policy->curves || policy->drawing || policy->edits || policy->facts) {
        return false;
    }
    blake2b_start(&hash);
    add_text(&hash, vrmlint_version());
    add_text(&hash, build_id);
    add_settings(&hash, policy);
    add_number(&hash, policy->hash);
    add_number(&hash, policy->languages);
    add_number(&hash, policy->arguments);
    add_number(&hash, policy->fixes);
    add_number(&hash, policy->consequences);
    add_number(&hash, (double)policy->most_findings);
    add_ignores(&hash, policy, true);
    blake2b_end_text(&hash, key);
    return true;
}
