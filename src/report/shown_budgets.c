/* Writes the budgets of platforms, for pages that show an avatar's figures beside them. */
#include <math.h>

#include "report/member.h"
#include "report/shown_json.h"

/* Writes {figure: number, ...}. Returns false if memory runs out. */
static bool print_limits(FILE *out, const char *preset)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    size_t count;
    const char *const *figures = vrmlint_figures(&count);
    if (policy == NULL) {
        return false;
    }
    vrmlint_policy_budget_preset(policy, preset, NULL);
    bool first = true;
    fputc('{', out);
    for (size_t i = 0; i < count; i++) {
        double limit = vrmlint_policy_budget_value(policy, figures[i]);
        if (!isnan(limit)) {
            member_key(out, figures[i], first);
            fprintf(out, "%.0f", limit);
            first = false;
        }
    }
    fputc('}', out);
    vrmlint_policy_free(policy);
    return true;
}

bool shown_print_budgets(FILE *out)
{
    bool good = true;
    size_t count;
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[{" : ",\n{", out);
        member_text(out, "name", presets[i].name, true);
        member_text(out, "source", presets[i].source, false);
        member_text(out, "date", presets[i].date == NULL ? "" : presets[i].date, false);
        member_key(out, "limits", false);
        good = print_limits(out, presets[i].name) && good;
        fputc('}', out);
    }
    fputc(']', out);
    return good;
}
