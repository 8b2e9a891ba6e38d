#include "run/ignores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/grow.h"
#include "base/os.h"
#include "ids/messages_refusals.h"
#include "run/naming.h"
#include "vrm/about.h"

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

bool vrmlint_policy_ignore_at(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore,
                              struct vrmlint_refusal *refusal)
{
    if (!naming_knows(ignore->rule, refusal)) {
        return false;
    }
    if (ignore->pointer == NULL && ignore->node == NULL && ignore->spring == NULL) {
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

/* Whether a pointer is that of a value, or leads into it. */
static bool is_at(const char *pointer, const char *where)
{
    size_t length = strlen(where);
    return strncmp(pointer, where, length) == 0 && (pointer[length] == '\0' || pointer[length] == '/');
}

static bool ignore_takes(const struct vrmlint_ignore *ignore, const struct avatar *avatar,
                         const struct finding *finding)
{
    const struct place *place = &finding->place;
    return naming_fits(ignore->rule, finding_rule(finding)) &&
           (ignore->pointer == NULL || is_at(finding->pointer, ignore->pointer)) &&
           (ignore->node == NULL || (avatar != NULL && about_node(avatar, place, ignore->node))) &&
           (ignore->spring == NULL || (avatar != NULL && about_spring(avatar, place, ignore->spring)));
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
