/* Decides whether an attempt to fix does harm: whether the result has findings that the file hadn't. */
#include <string.h>

#include "run/fix.h"

static size_t places_of(const struct vrmlint_finding *finding)
{
    for (size_t i = 0; i < finding->data_count; i++) {
        if (strcmp(finding->data[i].name, "places") == 0) {
            return (size_t)finding->data[i].value;
        }
    }
    return 1;
}

void fix_count_more(const struct vrmlint_report *report, struct fix_counts *counts)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        counts->places[rule_number(report->findings[i].rule)] += places_of(&report->findings[i]);
    }
}

void fix_count(const struct vrmlint_report *report, struct fix_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    fix_count_more(report, counts);
}

size_t fix_added_findings(const struct fixing *fixing, const struct vrmlint_report *report,
                          const struct attempt *attempt, bool is_end, const struct vrmlint_finding **added)
{
    struct fix_counts now;
    bool uncovered[RULE_LIMIT];
    size_t count = 0;
    fix_count(report, &now);
    memcpy(uncovered, fixing->uncovered, sizeof uncovered);
    for (size_t i = 0; attempt != NULL && i < attempt->count; i++) {
        fix_uncover(attempt->findings[i]->rule, uncovered);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t rule = rule_number(finding->rule);
        if (now.places[rule] <= fixing->first.places[rule]) {
            continue;
        }
        bool will_go = !is_end && !fixing->stays[rule] && fixing->policy->severities[rule] != VRMLINT_OFF &&
                       fix_wants(fixing, finding) && finding->edit_count > 0;
        bool is_chore =
            finding->severity == VRMLINT_INFO &&
            (unused_of(finding) != UNUSED_NOT || (fixing->policy->severities[rule] == VRMLINT_OFF &&
                                                  finding->fix == VRMLINT_FIX_SAFE && finding->edit_count > 0));
        bool was_there = (uncovered[rule] || fixing->allowed[rule]) && finding->severity < VRMLINT_WARNING;
        if (!will_go && !is_chore && !was_there) {
            added[count++] = finding;
        }
    }
    return count;
}

const struct vrmlint_finding *fix_added_finding(const struct fixing *fixing, const struct vrmlint_report *report,
                                                const struct attempt *attempt, bool is_end)
{
    const struct vrmlint_finding **added = arena_array(fixing->arena, report->finding_count, sizeof *added);
    size_t count = fix_added_findings(fixing, report, attempt, is_end, added);
    const struct vrmlint_finding *worst = count > 0 ? added[0] : NULL;
    for (size_t i = 1; i < count; i++) {
        worst = added[i]->severity > worst->severity ? added[i] : worst;
    }
    arena_discard(fixing->arena, added);
    return worst;
}

/* Whether all findings that an attempt fixes are errors. */
static bool fixes_errors(struct fixing *fixing, const struct attempt *attempt)
{
    for (size_t i = 0; i < attempt->count; i++) {
        if (fix_severity(fixing, attempt->findings[i]) != VRMLINT_ERROR) {
            return false;
        }
    }
    return true;
}

/* Returns the rule of an error because of which apps may refuse what they ignored before; NULL if there is none. */
static const struct vrmlint_rule *reads_errors(const struct attempt *attempt)
{
    struct guards guards;
    guards_read(&guards, attempt->made.all, false);
    const struct vrmlint_rule *error = NULL;
    for (size_t i = 0; i < attempt->count && error == NULL; i++) {
        error = guards_refuse(&guards, attempt->findings[i]);
    }
    return error;
}

/* Allows, in this round, all infos of rules that a report has more of than the file had. */
static void allow_infos(struct fixing *fixing, const struct vrmlint_report *report)
{
    struct fix_counts now;
    fix_count(report, &now);
    for (size_t i = 0; i < report->finding_count; i++) {
        size_t rule = rule_number(report->findings[i].rule);
        bool more = now.places[rule] > fixing->first.places[rule];
        fixing->allowed[rule] = fixing->allowed[rule] || (more && report->findings[i].severity == VRMLINT_INFO);
    }
}

/* Returns the first rule allowed in this way that a report has more of, or NULL. */
static const struct vrmlint_rule *info_of(const struct fixing *fixing, const struct vrmlint_report *report)
{
    struct fix_counts now;
    fix_count(report, &now);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t rule = rule_number(finding->rule);
        if (fixing->allowed[rule] && finding->severity == VRMLINT_INFO &&
            now.places[rule] > fixing->first.places[rule]) {
            return finding->rule;
        }
    }
    return NULL;
}

void fix_judge(struct fixing *fixing, struct attempt *attempt)
{
    const struct vrmlint_finding *worst = fix_added_finding(fixing, attempt->made.all, attempt, false);
    attempt->adds = worst == NULL ? NULL : worst->rule;
    attempt->adds_info = worst != NULL && worst->severity == VRMLINT_INFO;
    attempt->reads = reads_errors(attempt);
    if (worst != NULL && worst->severity == VRMLINT_INFO && attempt->reads == NULL && fixes_errors(fixing, attempt)) {
        allow_infos(fixing, attempt->made.all);
        attempt->adds = NULL;
    }
    attempt->info = info_of(fixing, attempt->made.all);
}

void fix_allow(struct fixing *fixing)
{
    struct fix_counts now;
    fix_count(fixing->state.all, &now);
    for (size_t i = 0; i < rule_count(); i++) {
        if (fixing->allowed[i] && now.places[i] > fixing->first.places[i]) {
            fixing->first.places[i] = now.places[i];
        }
        fixing->allowed[i] = false;
    }
}
