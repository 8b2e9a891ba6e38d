#include "cli/explain_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/rules_list.h"
#include "ids/messages_command.h"
#include "report/print.h"
#include "report/wrap.h"

enum { INDENT = 2 };

static void print_text(const char *text, int indent)
{
    printf("%*s", indent, "");
    wrap(stdout, text, (size_t)indent, (size_t)indent, output_width());
    putchar('\n');
}

/* ---- budgets ---- */

/* Prints the limits of a preset, as a sentence that is wrapped. */
static void print_limits(const char *preset, int indent)
{
    char line[1024];
    size_t length = 0;
    size_t count;
    const char *const *figures = vrmlint_figures(&count);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {0};
    if (policy == NULL || !vrmlint_policy_budget_preset(policy, preset, &refusal)) {
        vrmlint_policy_free(policy);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        double limit = vrmlint_policy_budget_value(policy, figures[i]);
        if (!isnan(limit) && length < sizeof line) {
            length += (size_t)snprintf(line + length, sizeof line - length, "%s%s %.0f", length == 0 ? "" : ", ",
                                       figures[i], limit);
        }
    }
    vrmlint_policy_free(policy);
    print_text(line, indent);
}

void explain_budgets(int indent)
{
    size_t count;
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        printf("%*s%s: %s", indent, "", presets[i].name, presets[i].source);
        if (presets[i].date != NULL) {
            printf(" (%s)", presets[i].date);
        }
        putchar('\n');
        print_limits(presets[i].name, indent + INDENT);
    }
}

/* ---- symptoms ---- */

void explain_all_symptoms(enum vrmlint_language language)
{
    size_t count;
    const struct vrmlint_symptom *symptoms = vrmlint_symptoms(&count);
    for (size_t i = 0; i < count; i++) {
        print_text(vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM, language), 0);
    }
}

/* Prints the rules of a symptom, with their summaries; a family counts as one line. */
static void print_rules(enum vrmlint_language language, const struct vrmlint_symptom *symptom)
{
    char name[64];
    for (const char *at = symptom->rules; *at != '\0';) {
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        at += *at == ' ';
        const struct vrmlint_rule *rule = vrmlint_rule_by_id(name);
        int column = printf("%*s%-34s ", INDENT, "", name);
        if (rule != NULL) {
            wrap(stdout, vrmlint_rule_text(rule, VRMLINT_SUMMARY, language), (size_t)column, INDENT + INDENT,
                 output_width());
        } else {
            print_words(stdout, language, WORDS_SYMPTOM_FAMILY, NO_ARGUMENTS);
        }
        putchar('\n');
    }
}

bool explain_symptoms(enum vrmlint_language language, const char *words)
{
    size_t count;
    size_t best = 0;
    const struct vrmlint_symptom *symptoms = vrmlint_symptoms(&count);
    for (size_t i = 0; i < count; i++) {
        size_t likeness = vrmlint_symptom_likeness(&symptoms[i], words);
        best = likeness > best ? likeness : best;
    }
    bool first = true;
    for (size_t i = 0; i < count && best > 0; i++) {
        if (vrmlint_symptom_likeness(&symptoms[i], words) == best) {
            if (!first) {
                putchar('\n');
            }
            print_text(vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM, language), 0);
            print_text(vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM_CHECK, language), INDENT);
            putchar('\n');
            print_rules(language, &symptoms[i]);
            first = false;
        }
    }
    return best > 0;
}
