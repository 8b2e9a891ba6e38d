/* Fixes one file in rounds. The fixes of a round are checked, and reverted if they do harm. */
#include "run/fix.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "edit/edit.h"
#include "ids/rules.h"
#include "run/gather.h"

enum {
    ROUNDS_MAX = 10,
    /* Checks of one file besides one for each round, to find out which fixes do harm. Small files get more checks. */
    CHECKS_MAX = 6,
    CHECKS_MORE = 300,
    CHECKS_BYTES = 1 << 16,
};

static int compare_prints(const void *left, const void *right)
{
    return sort_order(*(const uint64_t *)left, *(const uint64_t *)right);
}

static void keep_report(struct fixing *fixing, struct vrmlint_report *report)
{
    *ARENA_PUSH(fixing->arena, fixing->reports, fixing->report_count, fixing->report_room) = report;
}

static void drop_report(struct fixing *fixing, struct vrmlint_report *report)
{
    size_t i = fixing->report_count;
    while (i > 0 && fixing->reports[i - 1] != report) {
        i--;
    }
    if (i > 0 && report != fixing->stopped) {
        fixing->reports[i - 1] = fixing->reports[--fixing->report_count];
        vrmlint_report_free(report);
    }
}

/* Whether the time limit has passed, or the run was stopped from outside. */
static bool is_over(void *context)
{
    const struct fixing *fixing = context;
    const struct vrmlint_policy *policy = fixing->policy;
    return (policy->deadline > 0 && os_clock() >= policy->deadline) ||
           (policy->stop != NULL && policy->stop(policy->stop_context));
}

static struct vrmlint_report *check_under(struct fixing *fixing, const struct vrmlint_policy *policy,
                                          const unsigned char *bytes, size_t size)
{
    struct vrmlint_report *report = vrmlint_check_bytes(policy, fixing->path, bytes, size);
    if (report == NULL) {
        arena_exhausted(fixing->arena);
    }
    keep_report(fixing, report);
    /* if memory ran out, the attempt shows nothing about its edits */
    /* cppcheck-suppress nullPointerRedundantCheck ; arena_exhausted() doesn't return */
    if (report->error != NULL && fixing->out.before != NULL && strcmp(report->error, OS_NO_MEMORY) == 0) {
        arena_exhausted(fixing->arena);
    }
    bool is_late = report->finding_count > 0 && report->findings[0].rule == rule_line(RULE_FILE_TIMED_OUT);
    if (is_late || (report->error != NULL && is_over(fixing))) {
        fixing->stopped = report;
    }
    return report;
}

/* Checks the bytes of a state under the policy, and also under the guard if the policy hides findings that guard
 * fixes. */
static void check_state(struct fixing *fixing, struct fix_state *state)
{
    fixing->try_count++;
    state->report = check_under(fixing, fixing->policy, state->bytes, state->size);
    state->all = fixing->hides && state->report->error == NULL
                     ? check_under(fixing, &fixing->guard, state->bytes, state->size)
                     : state->report;
}

/* ---- one attempt ---- */

/* Begins an attempt with some findings. Frees the memory of the previous attempt, which wasn't accepted. */
static void begin_attempt(struct fixing *fixing, struct attempt *attempt, const struct vrmlint_finding **findings,
                          size_t count)
{
    if (attempt->arena != NULL) {
        drop_report(fixing, attempt->made.all);
        drop_report(fixing, attempt->made.report);
        arena_close(attempt->arena);
    }
    *attempt = (struct attempt){.findings = findings, .count = count};
}

/* Opens a document of the state's bytes. Its findings are discarded. */
static struct document *open_state(struct fixing *fixing, struct arena *arena)
{
    struct os_error error;
    struct bytes bytes = {.memory = fixing->state.bytes, .size = fixing->state.size};
    return document_open(arena, findings_none(arena), fixing->path, bytes, &error);
}

/* Makes the bytes that result from an attempt. Returns false if its edits can't be made. */
static bool make_bytes(struct fixing *fixing, struct document *document, struct attempt *attempt)
{
    const struct container *container = &document->container;
    struct splices splices;
    struct buf text = BUF_INIT(attempt->arena);
    struct buf file = BUF_INIT(attempt->arena);
    size_t wrong;
    enum container_form form;
    attempt->edits = (struct edits){.arena = attempt->arena};
    if (!edits_gather(document, attempt->findings, attempt->count, NULL, &attempt->edits, &form)) {
        return false;
    }
    const struct edits *edits = &attempt->edits;
    attempt->places = edits_locate(attempt->arena, container->text, container->text_size, edits->list, edits->count);
    if (!edits_splice_at(attempt->arena, edits->list, edits->count, &attempt->places, &splices, &wrong)) {
        return false;
    }
    splices_apply(&text, container->text, container->text_size, &splices);
    if (!container_write(&file, fixing->state.bytes, fixing->state.size, container, buf_text(&text), text.length,
                         form)) {
        fixing->is_cut = container->is_glb;
        return false;
    }
    attempt->made.bytes = (const unsigned char *)buf_text(&file);
    attempt->made.size = file.length;
    return true;
}

/* Whether checking a file exceeded a limit of the run, so that nothing else is known about it. */
static bool gave_up(const struct vrmlint_report *report)
{
    return report->finding_count > 0 && report->findings[0].rule == rule_line(RULE_FILE_TOO_COMPLEX);
}

static bool is_harmless(const struct attempt *attempt)
{
    return attempt->adds == NULL && attempt->reads == NULL;
}

/* Makes and checks an attempt. Returns false if its edits can't be made, if the file would be unreadable, or if
 * checking it exceeds a limit. Sets attempt->adds or attempt->reads if it does harm. */
static bool make_attempt(struct fixing *fixing, struct attempt *attempt)
{
    attempt->arena = arena_open(fixing->arena);
    struct document *document = open_state(fixing, attempt->arena);
    bool made = document != NULL && document->readable && make_bytes(fixing, document, attempt);
    if (document != NULL) {
        document_close(document);
    }
    if (!made) {
        return false;
    }
    check_state(fixing, &attempt->made);
    fix_judge(fixing, attempt);
    fixing->gave_up = gave_up(attempt->made.report) || gave_up(attempt->made.all) || fixing->stopped != NULL;
    return attempt->made.report->error == NULL && attempt->made.all->error == NULL && !fixing->gave_up;
}

/* ---- rounds ---- */

/* Shows what the fixes from index first on do to the text. The places of all their edits are found in one walk. */
static void show_fixes(struct fixing *fixing, const struct container *container, size_t first)
{
    struct arena *scratch = arena_open(fixing->arena);
    struct edits all = {.arena = scratch};
    for (size_t i = first; i < fixing->out.fixed_count; i++) {
        for (size_t e = 0; e < fixing->fixed[i].edit_count; e++) {
            const struct vrmlint_edit *edit = &fixing->fixed[i].edits[e];
            edits_add(&all, edit->kind, edit->pointer, edit->value);
        }
    }
    struct edit_places places = edits_locate(scratch, container->text, container->text_size, all.list, all.count);
    for (size_t i = first; i < fixing->out.fixed_count; i++) {
        size_t count = fixing->fixed[i].edit_count;
        fix_show(fixing, scratch, &places, &fixing->fixed[i]);
        places.targets += count;
        places.parents += count;
        places.others += count;
        places.above += count;
    }
    arena_close(scratch);
}

/* Records the fixes of an accepted attempt, each with its own edits. */
static void record_fixes(struct fixing *fixing, const struct attempt *attempt)
{
    struct document *document = open_state(fixing, fixing->arena);
    struct vrmlint_fixed *last = NULL; /* the last one that removes an error */
    size_t first = fixing->out.fixed_count;
    const struct references *found = edits_references(fixing->arena, document, attempt->findings, attempt->count);
    for (size_t i = 0; i < attempt->count; i++) {
        struct edits edits = {.arena = fixing->arena};
        enum container_form form;
        struct vrmlint_fixed *fixed =
            ARENA_PUSH(fixing->arena, fixing->fixed, fixing->out.fixed_count, fixing->fixed_room);
        edits_gather(document, attempt->findings + i, 1, found, &edits, &form);
        fix_uncover(attempt->findings[i]->rule, fixing->uncovered);
        *fixed = (struct vrmlint_fixed){
            .finding = attempt->findings[i], .round = fixing->round, .edits = edits.list, .edit_count = edits.count};
        if (attempt->info != NULL && fix_severity(fixing, fixed->finding) == VRMLINT_ERROR) {
            last = fixed;
        }
    }
    show_fixes(fixing, &document->container, first);
    if (last != NULL) {
        last->adds = attempt->info;
    }
    fix_add_patch(fixing, &document->container, &attempt->edits, &attempt->places);
    document_close(document);
}

/* Returns the fingerprint hashes of a report's findings, sorted, without the numbers that distinguish equal ones. */
static uint64_t *prints_of(struct fixing *fixing, const struct vrmlint_report *report)
{
    uint64_t *prints = arena_array(fixing->arena, report->finding_count, sizeof *prints);
    for (size_t i = 0; i < report->finding_count; i++) {
        prints[i] = strtoull(report->findings[i].fingerprint, NULL, 16);
    }
    sort_array(fixing->arena, prints, report->finding_count, sizeof *prints, compare_prints);
    return prints;
}

static size_t count_prints(const uint64_t *prints, size_t count, uint64_t print)
{
    size_t begin;
    size_t end;
    SORT_SEARCH(begin, 0, count, prints[begin] < print);
    SORT_SEARCH(end, begin, count, prints[end] <= print);
    return end - begin;
}

/* Removes findings from a list of count findings that are as frequent after an attempt as before, and returns how many
 * are left. */
static size_t leave_uncured(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count,
                            const struct attempt *attempt)
{
    const struct vrmlint_report *before = fixing->state.report;
    const struct vrmlint_report *after = attempt->made.report;
    const uint64_t *had = prints_of(fixing, before);
    const uint64_t *has = prints_of(fixing, after);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t print = strtoull(findings[i]->fingerprint, NULL, 16);
        if (count_prints(has, after->finding_count, print) < count_prints(had, before->finding_count, print)) {
            findings[kept++] = findings[i];
        } else {
            fix_leave(fixing, findings[i], VRMLINT_LEFT_NO_CURE, NULL);
        }
    }
    return kept;
}

/* Returns how many more times the file may be checked. */
static size_t checks_left(const struct fixing *fixing)
{
    size_t more = CHECKS_BYTES / (fixing->out.original_size + 1);
    size_t most = 1 + fixing->round_count + CHECKS_MAX + (more < CHECKS_MORE ? more : CHECKS_MORE);
    return fixing->try_count < most ? most - fixing->try_count : 0;
}

static bool is_worn_out(const struct fixing *fixing)
{
    return fixing->gave_up || checks_left(fixing) == 0;
}

/* Removes findings from the list of an attempt that did harm, and returns how many are left. Those that did the harm
 * are left as they are; if there are none, one of those that did it together waits for the next round. If that was
 * tried before (turn > 0), all of those wait, or all that have the rule of one that did harm. */
static size_t remove_harmful(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count,
                             const struct attempt *attempt, int turn)
{
    struct blame *blames = fix_blame(fixing, attempt);
    const struct vrmlint_rule *rule = NULL;
    size_t waiting = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        /* a fix of an error may add infos */
        blames[i].is_sure = blames[i].is_sure && !(attempt->adds_info && blames[i].reason == VRMLINT_LEFT_ADDS &&
                                                   fix_severity(fixing, findings[i]) == VRMLINT_ERROR);
        rule = blames[i].is_sure ? findings[i]->rule : rule;
    }
    for (size_t i = 0; i < count; i++) {
        blames[i].waits = rule != NULL ? turn > 0 && findings[i]->rule == rule
                          : turn > 0   ? blames[i].is_near
                                       : blames[i].is_first;
        waiting += blames[i].waits;
    }
    if (rule == NULL && waiting == count) {
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        if (blames[i].is_sure) {
            fix_leave(fixing, findings[i], blames[i].reason, blames[i].rule);
        } else if (!blames[i].waits) {
            findings[kept++] = findings[i];
        }
    }
    return kept;
}

/* Leaves findings that can't be fixed, or only after more checks than are left. Returns 0, the number of others. */
static size_t leave_all(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count,
                        enum vrmlint_left_reason reason)
{
    for (size_t i = 0; i < count; i++) {
        fix_leave(fixing, findings[i], is_worn_out(fixing) ? VRMLINT_LEFT_UNTRIED : reason, NULL);
    }
    return 0;
}

/* Splits a list into two parts and returns the length of the first one. If the attempt adds at most infos, that are the
 * errors: infos that fixes of errors add are allowed, but not for other fixes. If only a few parts can be tried, that
 * are the findings of one rule. Otherwise, and if one part would be empty, it is half the list. */
static size_t part_findings(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count,
                            const struct attempt *attempt, bool is_short)
{
    const struct vrmlint_finding **others = arena_array(attempt->arena, count, sizeof *others);
    const struct vrmlint_rule *rule = is_short && !attempt->adds_info ? findings[0]->rule : NULL;
    size_t first = 0;
    size_t rest = 0;
    for (size_t i = 0; i < count && (rule != NULL || attempt->adds_info); i++) {
        if (rule != NULL ? findings[i]->rule == rule : fix_severity(fixing, findings[i]) == VRMLINT_ERROR) {
            findings[first++] = findings[i];
        } else {
            others[rest++] = findings[i];
        }
    }
    if (rest > 0) {
        memcpy(findings + first, others, rest * sizeof *others);
    }
    return first > 0 && rest > 0 ? first : count / 2;
}

static size_t sift_findings(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count,
                            struct attempt *attempt);

/* Sifts two parts of a list one after the other. If nothing has to be left of either, they do harm together, as was
 * tried before: only the second is done in this round. */
static size_t sift_parts(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count, size_t part,
                         struct attempt *attempt)
{
    size_t first = sift_findings(fixing, findings, part, attempt);
    size_t second = sift_findings(fixing, findings + part, count - part, attempt);
    if (attempt->holds && first + second == count) {
        first = 0;
    }
    memmove(findings + first, findings + part, second * sizeof *findings);
    attempt->holds = attempt->holds && first == 0;
    return first + second;
}

/* Removes findings that can't be fixed from a list of count findings, and returns how many are left. These were fixed
 * successfully; all together if attempt->holds is set. Those that did harm together may be removed for this round
 * alone. */
static size_t sift_findings(struct fixing *fixing, const struct vrmlint_finding **findings, size_t count,
                            struct attempt *attempt)
{
    const struct vrmlint_rule *blamed_for = NULL;
    size_t left_count = 0;
    for (int turn = 0; count > 0; turn++) {
        begin_attempt(fixing, attempt, findings, count);
        if (is_worn_out(fixing)) {
            return leave_all(fixing, findings, count, VRMLINT_LEFT_UNTRIED);
        }
        bool made = make_attempt(fixing, attempt);
        if (fixing->is_cut) {
            return leave_all(fixing, findings, count, VRMLINT_LEFT_CUT);
        }
        if (made && blamed_for != NULL && attempt->adds == blamed_for) {
            /* the others do the same harm without those that were blamed, which wait for the next round */
            fix_forget(fixing, left_count, fixing->left_count);
        }
        blamed_for = NULL;
        if (made && is_harmless(attempt)) {
            size_t cured = leave_uncured(fixing, findings, count, attempt);
            attempt->holds = cured == count;
            if (attempt->holds) {
                return count;
            }
            count = cured;
            continue;
        }
        if (count == 1 && made) {
            fix_leave(fixing, *findings, attempt->adds != NULL ? VRMLINT_LEFT_ADDS : VRMLINT_LEFT_READ,
                      attempt->adds != NULL ? attempt->adds : attempt->reads);
            return 0;
        }
        if (count == 1 || is_worn_out(fixing)) {
            return leave_all(fixing, findings, count, VRMLINT_LEFT_COLLIDES);
        }
        bool is_short = checks_left(fixing) < 2 * count; /* otherwise each of them can be tried */
        left_count = fixing->left_count;
        size_t kept = made && is_short ? remove_harmful(fixing, findings, count, attempt, turn) : count;
        blamed_for = fixing->left_count > left_count ? attempt->adds : NULL;
        if (kept == count) {
            size_t part = part_findings(fixing, findings, count, attempt, is_short);
            return sift_parts(fixing, findings, count, part, attempt);
        }
        count = kept;
    }
    return 0;
}

/* Retries the findings that were left before the last round, if there are checks for it: a later fix may have removed
 * the conflict. Returns whether it does. */
static bool give_another_turn(struct fixing *fixing)
{
    enum { CHECKS = 3 };
    size_t stale = fixing->left_of_before;
    fixing->left_of_before = 0;
    if (stale == 0 || checks_left(fixing) < CHECKS) {
        return false;
    }
    fix_forget(fixing, 0, stale);
    return true;
}

/* Does one round. Returns false if there is nothing more to fix. */
static bool fix_round(struct fixing *fixing)
{
    struct attempt attempt = {0};
    const struct vrmlint_finding **chosen =
        arena_array(fixing->arena, fixing->state.report->finding_count, sizeof *chosen);
    size_t count;
    size_t left;
    do {
        count = fix_choose(fixing, chosen);
        left = sift_findings(fixing, chosen, count, &attempt);
    } while (left == 0 && (count > 0 || give_another_turn(fixing))); /* choose again, without unfixable ones */
    while (left > 0 && !attempt.holds) {
        /* the parts can be fixed, but perhaps not all together */
        begin_attempt(fixing, &attempt, chosen, left);
        attempt.holds = make_attempt(fixing, &attempt) && is_harmless(&attempt);
        left = attempt.holds ? left : fixing->gave_up ? 0 : left / 2;
    }
    if (left == 0) {
        return false;
    }
    record_fixes(fixing, &attempt);
    fixing->state = attempt.made;
    fix_allow(fixing);
    fixing->round++;
    fixing->round_count++;
    fixing->left_of_before = fixing->left_count;
    return true;
}

/* Does all rounds. Then restores the last state without findings that the file hadn't. Returns the rule of such a
 * finding in the state after the last round, or NULL. */
static const struct vrmlint_rule *fix_rounds(struct fixing *fixing)
{
    struct fix_state clean = fixing->state;
    size_t clean_count = 0;
    size_t clean_patch = 0;
    const struct vrmlint_finding *more = NULL;
    while (fixing->round < ROUNDS_MAX && fix_round(fixing)) {
        more = fix_added_finding(fixing, fixing->state.all, NULL, true);
        if (more == NULL) {
            clean = fixing->state;
            clean_count = fixing->out.fixed_count;
            clean_patch = fixing->out.patch_count;
        }
    }
    fixing->state = clean;
    fixing->out.fixed_count = clean_count;
    fixing->out.patch_count = clean_patch;
    return more == NULL ? NULL : more->rule;
}

/* Does all rounds. If later rounds couldn't fix what an earlier one added, starts again without the fixes that add
 * it. */
static void fix_all(struct fixing *fixing)
{
    struct fix_state start = fixing->state;
    const struct fix_counts first = fixing->first;
    const struct vrmlint_rule *more;
    while ((more = fix_rounds(fixing)) != NULL && !fixing->stays[rule_number(more)] && !is_worn_out(fixing)) {
        fixing->stays[rule_number(more)] = true;
        fixing->first = first;
        memset(fixing->uncovered, 0, sizeof fixing->uncovered);
        fixing->state = start;
        fixing->round = 0;
        fix_forget(fixing, 0, fixing->left_count);
        fixing->left_of_before = 0;
        fixing->out.fixed_count = 0;
        fixing->out.patch_count = 0;
    }
}

/* Lists the findings that were to be fixed but remain. */
static void list_left(struct fixing *fixing)
{
    const struct vrmlint_report *report = fixing->state.report;
    struct vrmlint_left *left = arena_array(fixing->arena, report->finding_count, sizeof *left);
    struct guards guards;
    guards_read(&guards, fixing->state.all, false);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (!fix_wants(fixing, finding)) {
            continue;
        }
        const struct vrmlint_left *why = fix_left_before(fixing, finding);
        struct vrmlint_left *out = &left[fixing->out.left_count++];
        *out = why != NULL ? *why : fix_held(fixing, &guards, finding);
        out->finding = finding;
        if (finding->edit_count == 0) {
            *out = (struct vrmlint_left){finding, VRMLINT_LEFT_NO_EDIT, NULL};
        }
    }
    fixing->out.left = left;
}

/* Makes the report of a check that was stopped the only result: a part of the fixes is none. */
static void show_stopped(struct fixing *fixing, struct vrmlint_report *report)
{
    fixing->out = (struct vrmlint_outcome){.before = report,
                                           .after = report,
                                           .original = fixing->out.original,
                                           .original_size = fixing->out.original_size};
}

static void check_and_fix(struct fixing *fixing)
{
    check_state(fixing, &fixing->state);
    fixing->out.before = fixing->state.report;
    fixing->out.after = fixing->state.report;
    bool is_read = fixing->out.before->error == NULL && fixing->state.all->error == NULL;
    if (is_read) {
        fix_count(fixing->state.all, &fixing->first);
        fix_all(fixing);
    }
    if (fixing->stopped != NULL) {
        show_stopped(fixing, fixing->stopped);
    }
    if (!is_read || fixing->stopped != NULL) {
        return;
    }
    list_left(fixing);
    fixing->out.after = fixing->state.report;
    fixing->out.fixed = fixing->fixed;
    if (fixing->out.fixed_count > 0) {
        fixing->out.bytes = fixing->state.bytes;
        fixing->out.size = fixing->state.size;
    }
}

/* Reads the whole file. If that fails, returns false; the error is in an empty report. */
static bool read_file_to_fix(struct fixing *fixing)
{
    struct os_error error = {OS_NO_MEMORY};
    const struct os_limits limits = {.stop = fixing->policy->stop, .context = fixing->policy->stop_context};
    bool late;
    struct os_file *file = os_open_within(fixing->path, &limits, &late, &error);
    bool fits = file != NULL && os_size(file) < SIZE_MAX;
    size_t size = fits ? (size_t)os_size(file) : 0;
    size_t got = 0;
    struct arena *arena = fixing->arena;
    unsigned char *bytes = arena_alloc(arena, size + 1);
    bool fine = fits && os_read(file, 0, bytes, size, &got, &error);
    os_close(file);
    if (!fine) {
        struct vrmlint_report *report = arena_alloc(arena, sizeof *report);
        *report =
            (struct vrmlint_report){.path = fixing->path, .error = arena_copy(arena, error.text, strlen(error.text))};
        fixing->out.before = report;
        fixing->out.after = report;
        return false;
    }
    fixing->state.bytes = bytes;
    fixing->state.size = got;
    fixing->out.original = bytes;
    fixing->out.original_size = got;
    return true;
}

struct vrmlint_outcome *vrmlint_fix_path(const struct vrmlint_policy *policy, const char *path, unsigned classes)
{
    return vrmlint_fix_rest(policy, path, classes, NULL, NULL);
}

struct vrmlint_outcome *vrmlint_fix_rest(const struct vrmlint_policy *policy, const char *path, unsigned classes,
                                         bool (*accepts)(void *context, const struct vrmlint_finding *finding),
                                         void *context)
{
    struct arena *arena;
    struct fixing *fixing = arena_new_object(sizeof *fixing, &arena);
    jmp_buf guard;
    if (fixing == NULL) {
        return NULL;
    }
    fixing->arena = arena;
    fixing->left_by = (struct text_map){.arena = arena, .seed = os_random()};
    int end = setjmp(guard);
    if (end == ARENA_STOPPED) {
        arena_observe(arena, NULL, NULL);
        show_stopped(fixing, check_under(fixing, fixing->policy, fixing->out.original, fixing->out.original_size));
        arena_guard(arena, NULL);
        return &fixing->out;
    }
    if (end != 0) {
        vrmlint_outcome_free(&fixing->out);
        return NULL;
    }
    arena_guard(arena, &guard);
    fixing->policy = policy == NULL ? vrmlint_policy_new() : vrmlint_policy_copy(policy);
    if (fixing->policy == NULL) {
        arena_exhausted(arena);
    }
    vrmlint_policy_edits(fixing->policy, true);
    fixing->policy->at_path = true;
    fixing->policy->most_findings = 0; /* a finding that is only counted would seem not to be cured */
    fixing->policy->deadline = fixing->policy->timeout > 0 ? os_clock() + fixing->policy->timeout : 0;
    guards_policy(&fixing->guard, fixing->policy);
    fixing->hides = !guards_nothing_hidden(&fixing->guard, fixing->policy);
    fixing->path = arena_copy(arena, path, strlen(path));
    fixing->classes = classes;
    fixing->accepts = accepts;
    fixing->context = context;
    if (read_file_to_fix(fixing)) {
        arena_observe(arena, is_over, fixing);
        check_and_fix(fixing);
    }
    arena_guard(arena, NULL);
    return &fixing->out;
}

void vrmlint_outcome_free(struct vrmlint_outcome *outcome)
{
    if (outcome == NULL) {
        return;
    }
    struct fixing *fixing = (struct fixing *)(void *)outcome;
    for (size_t i = 0; i < fixing->report_count; i++) {
        vrmlint_report_free(fixing->reports[i]);
    }
    vrmlint_policy_free(fixing->policy);
    arena_free(fixing->arena);
}
