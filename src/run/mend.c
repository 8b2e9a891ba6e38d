/* Mending one file: rounds of fixes, each checked, and taken back where it does harm. */
#include "run/mend.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "edit/edit.h"
#include "ids/rules.h"
#include "run/gather.h"

enum {
    ROUNDS_MAX = 10,
    /* Of one file: where fixes do harm, each half of them is tried by itself. Small files are tried more often. */
    CHECKS_MAX = 100,
    CHECKS_MORE = 300,
    CHECKS_BYTES = 1 << 20,
};

static int compare_prints(const void *left, const void *right)
{
    return sort_order(*(const uint64_t *)left, *(const uint64_t *)right);
}

static void keep_report(struct mending *mending, struct vrmlint_report *report)
{
    mending->reports = arena_grow(mending->arena, mending->reports, mending->report_count, &mending->report_room,
                                  sizeof *mending->reports);
    mending->reports[mending->report_count++] = report;
}

static struct vrmlint_report *check_under(struct mending *mending, const struct vrmlint_policy *policy,
                                          const unsigned char *bytes, size_t size)
{
    struct vrmlint_report *report = vrmlint_check_bytes(policy, mending->path, bytes, size);
    if (report == NULL) {
        arena_exhausted(mending->arena);
    }
    keep_report(mending, report);
    /* an attempt that memory didn't suffice for says nothing about its edits */
    /* cppcheck-suppress nullPointerRedundantCheck ; arena_exhausted() doesn't return */
    if (report->trouble != NULL && mending->out.before != NULL && strcmp(report->trouble, OS_NO_MEMORY) == 0) {
        arena_exhausted(mending->arena);
    }
    if (report->trouble != NULL && mending->policy->stop != NULL &&
        mending->policy->stop(mending->policy->stop_context)) {
        mending->stopped = report;
    }
    return report;
}

/* Checks the bytes of a state under the policy, and for all that guards fixes if the policy hides some of that. */
static void check(struct mending *mending, struct mend_state *state)
{
    mending->try_count++;
    state->report = check_under(mending, mending->policy, state->bytes, state->size);
    state->all = mending->hides && state->report->trouble == NULL
                     ? check_under(mending, &mending->guard, state->bytes, state->size)
                     : state->report;
}

/* ---- one attempt ---- */

/* A document of the state's bytes; nobody wants findings of it. */
static struct document *open_state(struct mending *mending)
{
    static const enum vrmlint_severity off[RULE_LIMIT];
    struct os_error error;
    struct bytes bytes = {.memory = mending->state.bytes, .size = mending->state.size};
    return document_open(mending->arena, findings_new(mending->arena, off, NULL), mending->path, bytes, &error);
}

/* Makes the bytes that an attempt comes to; false where its edits can't be made. */
static bool make_bytes(struct mending *mending, struct document *document, struct attempt *attempt)
{
    const struct container *container = &document->container;
    struct splices splices;
    struct buf text = BUF_INIT(mending->arena);
    struct buf file = BUF_INIT(mending->arena);
    size_t wrong;
    enum container_form form;
    attempt->edits = (struct edits){.arena = mending->arena};
    if (!edits_gather(document, attempt->findings, attempt->count, &attempt->edits, &form) ||
        !edits_splice(mending->arena, container->text, container->text_size, attempt->edits.list, attempt->edits.count,
                      &splices, &wrong)) {
        return false;
    }
    splices_apply(&text, container->text, container->text_size, &splices);
    if (!container_write(&file, mending->state.bytes, mending->state.size, container, buf_text(&text), text.length,
                         form)) {
        return false;
    }
    attempt->made.bytes = (const unsigned char *)buf_text(&file);
    attempt->made.size = file.length;
    return true;
}

/* Whether a file was too much for the limits of the run, and nothing else of it is known. */
static bool gave_up(const struct vrmlint_report *report)
{
    return report->finding_count > 0 && (report->findings[0].rule == rule_line(RULE_FILE_TIMED_OUT) ||
                                         report->findings[0].rule == rule_line(RULE_FILE_TOO_COMPLEX));
}

static bool is_harmless(const struct attempt *attempt)
{
    return attempt->brings == NULL && !attempt->reads;
}

/* Makes and checks an attempt. False where its edits can't be made, the file would be unreadable or checking it too
 * much; attempt->brings where it does harm. */
static bool make(struct mending *mending, struct attempt *attempt)
{
    struct document *document = open_state(mending);
    bool made = document != NULL && document->readable && make_bytes(mending, document, attempt);
    if (document != NULL) {
        document_close(document);
    }
    if (!made) {
        return false;
    }
    check(mending, &attempt->made);
    mend_judge(mending, attempt);
    mending->gave_up = gave_up(attempt->made.report) || gave_up(attempt->made.all) || mending->stopped != NULL;
    return attempt->made.report->trouble == NULL && attempt->made.all->trouble == NULL && !mending->gave_up;
}

/* ---- rounds ---- */

/* Notes the fixes of an attempt that is taken, each with its own edits. */
static void note(struct mending *mending, const struct attempt *attempt)
{
    struct document *document = open_state(mending);
    struct vrmlint_fixed *last = NULL; /* that removes an error */
    for (size_t i = 0; i < attempt->count; i++) {
        struct edits edits = {.arena = mending->arena};
        enum container_form form;
        mending->fixed = arena_grow(mending->arena, mending->fixed, mending->out.fixed_count, &mending->fixed_room,
                                    sizeof *mending->fixed);
        struct vrmlint_fixed *fixed = &mending->fixed[mending->out.fixed_count++];
        edits_gather(document, attempt->findings + i, 1, &edits, &form);
        mend_uncover(attempt->findings[i]->rule, mending->uncovered);
        *fixed = (struct vrmlint_fixed){
            .finding = attempt->findings[i], .round = mending->round, .edits = edits.list, .edit_count = edits.count};
        mend_show(mending, document->container.text, document->container.text_size, fixed);
        if (attempt->info != NULL && mend_severity(mending, fixed->finding) == VRMLINT_ERROR) {
            last = fixed;
        }
    }
    if (last != NULL) {
        last->brings = attempt->info;
    }
    mend_add_patch(mending, document->container.text, document->container.text_size, &attempt->edits);
    document_close(document);
}

/* What the findings of a report are known by, in order, without the numbers that tell equals apart. */
static uint64_t *prints_of(struct mending *mending, const struct vrmlint_report *report)
{
    uint64_t *prints = arena_array(mending->arena, report->finding_count, sizeof *prints);
    for (size_t i = 0; i < report->finding_count; i++) {
        prints[i] = strtoull(report->findings[i].fingerprint, NULL, 16);
    }
    sort_array(mending->arena, prints, report->finding_count, sizeof *prints, compare_prints);
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

/* Whether what an attempt was about is gone. */
static bool cures(struct mending *mending, const struct attempt *attempt)
{
    const struct vrmlint_report *before = mending->state.report;
    const struct vrmlint_report *after = attempt->made.report;
    struct vrmlint_report tried = {.finding_count = attempt->count};
    const uint64_t *had = prints_of(mending, before);
    const uint64_t *has = prints_of(mending, after);
    struct vrmlint_finding *findings = arena_array(mending->arena, attempt->count, sizeof *findings);
    for (size_t i = 0; i < attempt->count; i++) {
        findings[i] = *attempt->findings[i];
    }
    tried.findings = findings;
    const uint64_t *gone = prints_of(mending, &tried);
    for (size_t i = 0; i < attempt->count; i++) {
        size_t left = count_prints(has, after->finding_count, gone[i]);
        if (left + count_prints(gone, attempt->count, gone[i]) > count_prints(had, before->finding_count, gone[i])) {
            return false;
        }
    }
    return true;
}

/* How many checks a file may still take. */
static size_t checks_left(const struct mending *mending)
{
    size_t more = CHECKS_BYTES / (mending->out.original_size + 1);
    size_t most = CHECKS_MAX + (more < CHECKS_MORE ? more : CHECKS_MORE);
    return mending->try_count < most ? most - mending->try_count : 0;
}

static bool is_worn_out(const struct mending *mending)
{
    return mending->gave_up || checks_left(mending) == 0;
}

/* Drops what can't be done of count findings, by halves, and returns how many of them are left, which each can. */
static size_t sift(struct mending *mending, const struct vrmlint_finding **findings, size_t count,
                   struct attempt *attempt)
{
    *attempt = (struct attempt){.findings = findings, .count = count};
    if (count == 0) {
        return 0;
    }
    bool made = !is_worn_out(mending) && make(mending, attempt);
    if (made && is_harmless(attempt) && cures(mending, attempt)) {
        return count;
    }
    if (count == 1 && made) {
        mend_leave(mending, *findings,
                   attempt->brings != NULL ? VRMLINT_LEFT_BRINGS
                   : attempt->reads        ? VRMLINT_LEFT_READ
                                           : VRMLINT_LEFT_NO_CURE,
                   attempt->brings);
        return 0;
    }
    if (count == 1 || is_worn_out(mending)) {
        for (size_t i = 0; i < count; i++) {
            mend_leave(mending, findings[i], is_worn_out(mending) ? VRMLINT_LEFT_UNTRIED : VRMLINT_LEFT_COLLIDES, NULL);
        }
        return 0;
    }
    size_t half = count / 2;
    size_t first = sift(mending, findings, half, attempt);
    size_t second = sift(mending, findings + half, count - half, attempt);
    memmove(findings + first, findings + half, second * sizeof *findings);
    return first + second;
}

/* Lets those have another turn that were left before the last round, as far as there are checks for all: what was
 * mended since may be what they did harm with. */
static bool give_another_turn(struct mending *mending)
{
    size_t stale = mending->left_of_before;
    mending->left_of_before = 0;
    if (stale == 0 || checks_left(mending) < 2 * stale) {
        return false;
    }
    mending->left_count -= stale;
    memmove(mending->left, mending->left + stale, mending->left_count * sizeof *mending->left);
    return true;
}

/* One round; false when there is nothing more to mend. */
static bool mend_round(struct mending *mending)
{
    struct attempt attempt;
    const struct vrmlint_finding **chosen =
        arena_array(mending->arena, mending->state.report->finding_count, sizeof *chosen);
    size_t count;
    size_t left;
    do {
        count = mend_choose(mending, chosen);
        left = sift(mending, chosen, count, &attempt);
    } while (left == 0 && (count > 0 || give_another_turn(mending))); /* what can't be mended is left, for others */
    while (left > 0 && left < count) {
        /* what each can, all may not */
        attempt = (struct attempt){.findings = chosen, .count = left};
        if (make(mending, &attempt) && is_harmless(&attempt)) {
            break;
        }
        left = mending->gave_up ? 0 : left / 2;
    }
    if (left == 0) {
        return false;
    }
    note(mending, &attempt);
    mending->state = attempt.made;
    mend_allow(mending);
    mending->round++;
    mending->left_of_before = mending->left_count;
    return true;
}

/* All rounds; ends with the last state that has nothing which the file hadn't. Returns what the last one of all had. */
static const struct vrmlint_rule *mend_rounds(struct mending *mending)
{
    struct mend_state clean = mending->state;
    size_t clean_count = 0;
    size_t clean_patch = 0;
    const struct vrmlint_finding *more = NULL;
    while (mending->round < ROUNDS_MAX && mend_round(mending)) {
        more = mend_brings(mending, mending->state.all, NULL, true);
        if (more == NULL) {
            clean = mending->state;
            clean_count = mending->out.fixed_count;
            clean_patch = mending->out.patch_count;
        }
    }
    mending->state = clean;
    mending->out.fixed_count = clean_count;
    mending->out.patch_count = clean_patch;
    return more == NULL ? NULL : more->rule;
}

/* Where what one round brought couldn't be mended by those after it, all begins anew, with what brings that left. */
static void mend_all(struct mending *mending)
{
    struct mend_state start = mending->state;
    const struct mend_counts first = mending->first;
    const struct vrmlint_rule *more;
    while ((more = mend_rounds(mending)) != NULL && !mending->stays[mend_rule(more)] && !is_worn_out(mending)) {
        mending->stays[mend_rule(more)] = true;
        mending->first = first;
        memset(mending->uncovered, 0, sizeof mending->uncovered);
        mending->state = start;
        mending->round = 0;
        mending->left_count = 0;
        mending->left_of_before = 0;
        mending->out.fixed_count = 0;
        mending->out.patch_count = 0;
    }
}

/* What is left in the end of what was to be mended. */
static void list_left(struct mending *mending)
{
    const struct vrmlint_report *report = mending->state.report;
    struct vrmlint_left *left = arena_array(mending->arena, report->finding_count, sizeof *left);
    struct guards guards;
    guards_read(&guards, mending->state.all, false);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (!mend_wants(mending, finding)) {
            continue;
        }
        const struct vrmlint_left *why = mend_left_before(mending, finding);
        struct vrmlint_left *out = &left[mending->out.left_count++];
        *out = why != NULL ? *why : (struct vrmlint_left){.reason = mend_held(mending, &guards, finding)};
        out->finding = finding;
        if (finding->edit_count == 0) {
            out->reason = VRMLINT_LEFT_NO_EDIT;
        }
    }
    mending->out.left = left;
}

static void mend(struct mending *mending)
{
    check(mending, &mending->state);
    mending->out.before = mending->state.report;
    mending->out.after = mending->state.report;
    bool is_read = mending->out.before->trouble == NULL && mending->state.all->trouble == NULL;
    if (is_read) {
        mend_count(mending->state.all, &mending->first);
        mend_all(mending);
    }
    if (mending->stopped != NULL) { /* part of the fixes is no result */
        mending->out = (struct vrmlint_mended){.before = mending->stopped,
                                               .after = mending->stopped,
                                               .original = mending->out.original,
                                               .original_size = mending->out.original_size};
    }
    if (!is_read || mending->stopped != NULL) {
        return;
    }
    list_left(mending);
    mending->out.after = mending->state.report;
    mending->out.fixed = mending->fixed;
    if (mending->out.fixed_count > 0) {
        mending->out.bytes = mending->state.bytes;
        mending->out.size = mending->state.size;
    }
}

/* Reads the whole file; false, with the trouble in an empty report. */
static bool read_file(struct mending *mending)
{
    struct os_error error = {OS_NO_MEMORY};
    const struct os_limits limits = {.stop = mending->policy->stop, .context = mending->policy->stop_context};
    bool late;
    struct os_file *file = os_open_within(mending->path, &limits, &late, &error);
    bool fits = file != NULL && os_size(file) < SIZE_MAX;
    size_t size = fits ? (size_t)os_size(file) : 0;
    size_t got = 0;
    struct arena *arena = mending->arena;
    unsigned char *bytes = arena_alloc(arena, size + 1);
    bool fine = fits && os_read(file, 0, bytes, size, &got, &error);
    os_close(file);
    if (!fine) {
        struct vrmlint_report *report = arena_alloc(arena, sizeof *report);
        *report = (struct vrmlint_report){.path = mending->path,
                                          .trouble = arena_copy(arena, error.text, strlen(error.text))};
        mending->out.before = report;
        mending->out.after = report;
        return false;
    }
    mending->state.bytes = bytes;
    mending->state.size = got;
    mending->out.original = bytes;
    mending->out.original_size = got;
    return true;
}

struct vrmlint_mended *vrmlint_mend_path(const struct vrmlint_policy *policy, const char *path, unsigned classes)
{
    return vrmlint_mend_rest(policy, path, classes, NULL, NULL);
}

struct vrmlint_mended *vrmlint_mend_rest(const struct vrmlint_policy *policy, const char *path, unsigned classes,
                                         bool (*accepts)(void *context, const struct vrmlint_finding *finding),
                                         void *context)
{
    struct arena *arena = arena_new();
    jmp_buf guard;
    if (arena == NULL) {
        return NULL;
    }
    struct mending *mending = NULL;
    struct mending *volatile kept = NULL;
    if (setjmp(guard) != 0) {
        if (kept == NULL) {
            arena_free(arena);
        } else {
            vrmlint_mended_free(&kept->out);
        }
        return NULL;
    }
    arena_guard(arena, &guard);
    mending = arena_alloc(arena, sizeof *mending);
    mending->arena = arena;
    kept = mending;
    mending->policy = policy == NULL ? vrmlint_policy_new() : vrmlint_policy_copy(policy);
    if (mending->policy == NULL) {
        arena_exhausted(arena);
    }
    vrmlint_policy_edits(mending->policy, true);
    mending->policy->at_path = true;
    guards_policy(&mending->guard, mending->policy);
    mending->hides = !guards_nothing_hidden(&mending->guard, mending->policy);
    mending->path = arena_copy(arena, path, strlen(path));
    mending->classes = classes;
    mending->accepts = accepts;
    mending->context = context;
    if (read_file(mending)) {
        mend(mending);
    }
    arena_guard(arena, NULL);
    return &mending->out;
}

void vrmlint_mended_free(struct vrmlint_mended *mended)
{
    if (mended == NULL) {
        return;
    }
    struct mending *mending = (struct mending *)(void *)mended;
    for (size_t i = 0; i < mending->report_count; i++) {
        vrmlint_report_free(mending->reports[i]);
    }
    vrmlint_policy_free(mending->policy);
    arena_free(mending->arena);
}
