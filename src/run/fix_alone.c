#include "run/lint.h"

#include <string.h>

#include "edit/edit.h"
#include "gltf/positions.h"
#include "run/gather.h"
#include "run/guards.h"
#include "run/policy.h"

enum {
    WORK_LEAST = 8 << 20,  /* bytes of text that are checked again for all findings of a file, */
    WORK_PER_BYTE = 2,     /* plus this many per byte of the file */
    WORK_OF_FINDING = 256, /* work per finding of the report, in bytes of text */
    ROOM_LEAST = 1 << 20,  /* bytes of ranges in the report; the size of the text is added */
    ROOM_OF_RANGE = 120,   /* bytes of a range besides its text */
    MEMORY_LEAST = 32 << 20,
    MEMORY_PER_BYTE = 6,
};

struct fixes_alone {
    struct lint_run *run;
    struct vrmlint_policy policy; /* for checking fixed text: reports all that guards fixes; borrows from the run's */
    uint64_t memory;              /* bytes that such a check may use, if the run leaves as many */
    uint64_t work;                /* remaining */
    uint64_t room;
    const struct vrmlint_report *before; /* findings that guard fixes of the original; the run's if none are hidden */
    struct vrmlint_report *own;          /* the same report if it isn't the run's, otherwise NULL */
    struct guards_sorted sorted;
    struct guards guards;
    size_t counts[RULE_LIMIT];        /* by rule, of these findings */
    struct vrmlint_replacement *list; /* ranges of all findings */
    size_t count;
    jmp_buf guard; /* for the memory of one finding */
};

/* Whether a finding may be fixed by itself. */
static bool may_fix(const struct fixes_alone *fixing, const struct vrmlint_finding *finding)
{
    if (finding->fix != VRMLINT_FIX_SAFE || finding->edit_count == 0 ||
        guards_unsure(&fixing->guards, finding) != NULL || guards_refuse(&fixing->guards, finding) != NULL ||
        (fixing->own != NULL && unused_of(finding) == UNUSED_NOT && guards_find(&fixing->sorted, finding) == NULL)) {
        return false;
    }
    for (size_t i = 0; i < finding->edit_count; i++) {
        if (finding->edits[i].kind == VRMLINT_EDIT_REBUILD) {
            return false;
        }
    }
    return true;
}

/* Subtracts the work of a finding from what is left. Returns false if too little is left. */
static bool take_work(struct fixes_alone *fixing, const struct vrmlint_finding *finding)
{
    uint64_t work =
        fixing->run->document->container.text_size + WORK_OF_FINDING * (uint64_t)fixing->run->report.finding_count;
    bool removes = false;
    for (size_t i = 0; i < finding->edit_count; i++) {
        removes = removes || finding->edits[i].kind == VRMLINT_EDIT_REMOVE;
    }
    work *= removes ? 2 : 1; /* references to removed elements have to be found */
    if (work > fixing->work) {
        return false;
    }
    fixing->work -= work;
    return true;
}

/* Keeps the ranges of a finding, if there is room for all of them. */
static void keep_ranges(struct fixes_alone *fixing, struct vrmlint_finding *finding, const struct splices *splices)
{
    struct arena *arena = fixing->run->arena;
    uint64_t room = 0;
    for (size_t i = 0; i < splices->count; i++) {
        room += ROOM_OF_RANGE + splices->list[i].length;
    }
    if (room > fixing->room) {
        return;
    }
    fixing->room -= room;
    for (size_t i = 0; i < splices->count; i++) {
        const struct splice *splice = &splices->list[i];
        *ARENA_ADD(arena, fixing->list, fixing->count) = (struct vrmlint_replacement){
            .offset = splice->at.begin,
            .length = splice->at.end - splice->at.begin,
            .text = arena_copy(arena, splice->text, splice->length),
        };
    }
    finding->replacement_count = splices->count;
}

/* Returns how many findings have the same fingerprint, except for the number that distinguishes equal ones. */
static size_t count_prints_alone(const struct vrmlint_report *report, const char *fingerprint)
{
    size_t length = strcspn(fingerprint, ":");
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strncmp(report->findings[i].fingerprint, fingerprint, length) == 0;
    }
    return count;
}

/* Whether a finding is gone from a report, and no warning or error was added. */
static bool is_better(const struct fixes_alone *fixing, const struct vrmlint_report *report,
                      const struct vrmlint_finding *finding)
{
    size_t counts[RULE_LIMIT] = {0};
    for (size_t i = 0; i < report->finding_count; i++) {
        size_t rule = rule_number(report->findings[i].rule);
        counts[rule]++;
        if (report->findings[i].severity >= VRMLINT_WARNING && counts[rule] > fixing->counts[rule]) {
            return false;
        }
    }
    return report->error == NULL &&
           count_prints_alone(report, finding->fingerprint) < count_prints_alone(fixing->before, finding->fingerprint);
}

/* Whether the text is better with some edits. vrmlint fix reverts a fix that adds something else. */
static bool is_better_with_edits(struct fixes_alone *fixing, struct arena *arena, const struct vrmlint_finding *finding,
                                 const struct splices *splices)
{
    const struct container *container = &fixing->run->document->container;
    struct buf text = BUF_INIT(arena);
    splices_apply(&text, container->text, container->text_size, splices);
    size_t room = arena_room(arena);
    if (room == 0) {
        return false;
    }
    fixing->policy.max_memory = room < fixing->memory ? room : fixing->memory;
    struct vrmlint_report *report =
        vrmlint_check_bytes(&fixing->policy, fixing->run->report.path, buf_text(&text), text.length);
    if (report == NULL) {
        arena_exhausted(arena);
    }
    /* cppcheck-suppress nullPointerRedundantCheck ; it doesn't return */
    bool no_memory = report->error != NULL && strcmp(report->error, OS_NO_MEMORY) == 0;
    bool better = is_better(fixing, report, finding);
    vrmlint_report_free(report);
    if (no_memory) {
        arena_exhausted(arena);
    }
    arena_ask(arena);
    return better;
}

static void fix_alone(struct fixes_alone *fixing, struct arena *arena, struct vrmlint_finding *finding)
{
    const struct container *container = &fixing->run->document->container;
    const struct vrmlint_finding *alone = finding;
    struct edits edits = {.arena = arena};
    enum container_form form;
    struct splices splices;
    size_t wrong;
    if (edits_gather(fixing->run->document, &alone, 1, NULL, &edits, &form) &&
        edits_splice(arena, container->text, container->text_size, edits.list, edits.count, &splices, &wrong) &&
        is_better_with_edits(fixing, arena, finding, &splices)) {
        keep_ranges(fixing, finding, &splices);
    }
}

/* Calls fix_alone() with memory of its own. If that exceeds the limit, no further finding is tried, because the
 * report itself is complete. */
static void try_one(struct fixes_alone *fixing, struct vrmlint_finding *finding)
{
    struct arena *volatile arena = arena_open(fixing->run->arena);
    switch (setjmp(fixing->guard)) {
    case 0:
        arena_guard(arena, &fixing->guard);
        fix_alone(fixing, arena, finding);
        break;
    case ARENA_OVER_LIMIT:
        fixing->work = 0;
        break;
    case ARENA_STOPPED:
        arena_ask(fixing->run->arena); /* its guard ends the run */
        fixing->work = 0;
        break;
    default:
        arena_exhausted(fixing->run->arena);
    }
    arena_close(arena);
}

/* Computes the lines and columns of all ranges, in one pass. */
static void number_ranges(struct fixes_alone *fixing)
{
    struct arena *arena = fixing->run->arena;
    const struct container *container = &fixing->run->document->container;
    struct position *places = arena_array(arena, 2 * fixing->count, sizeof *places);
    for (size_t i = 0; i < fixing->count; i++) {
        places[2 * i].value.begin = fixing->list[i].offset;
        places[2 * i + 1].value.begin = fixing->list[i].offset + fixing->list[i].length;
    }
    positions_number(arena, container->text, container->text_size, places, 2 * fixing->count);
    for (size_t i = 0; i < fixing->count; i++) {
        struct vrmlint_replacement *range = &fixing->list[i];
        range->line = places[2 * i].line;
        range->column = places[2 * i].column;
        range->end_line = places[2 * i + 1].line;
        range->end_column = places[2 * i + 1].column;
        range->offset += container->text_offset;
    }
    arena_discard(arena, places);
}

/* Reads the findings that guard fixes of the original text. If the run's policy hides some of them, the text is
 * checked once more; returns false if that fails. */
static bool read_guards(struct fixes_alone *fixing)
{
    const struct lint_run *run = fixing->run;
    const struct container *container = &run->document->container;
    fixing->before = &run->report;
    if (!guards_nothing_hidden(&fixing->policy, run->policy)) {
        struct vrmlint_policy policy = fixing->policy;
        policy.edits = true;
        policy.no_data = run->policy->no_data;
        policy.max_memory = fixing->memory;
        fixing->own = vrmlint_check_bytes(&policy, run->report.path, container->text, container->text_size);
        if (fixing->own == NULL || fixing->own->error != NULL) {
            return false;
        }
        fixing->before = fixing->own;
        fixing->sorted = guards_sort(run->arena, fixing->own);
    }
    guards_read(&fixing->guards, fixing->before, false);
    for (size_t i = 0; i < fixing->before->finding_count; i++) {
        fixing->counts[rule_number(fixing->before->findings[i].rule)]++;
    }
    return true;
}

static void fix_text(struct fixes_alone *fixing, struct vrmlint_finding *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (may_fix(fixing, &list[i]) && take_work(fixing, &list[i])) {
            try_one(fixing, &list[i]);
        }
    }
    if (fixing->count == 0) {
        return;
    }
    number_ranges(fixing);
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        list[i].replacements = list[i].replacement_count == 0 ? NULL : fixing->list + at;
        at += list[i].replacement_count;
    }
}

/* Whether any finding might be fixed by itself. Most files have none, and skip all further work. */
static bool has_candidate(const struct vrmlint_finding *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].fix == VRMLINT_FIX_SAFE && list[i].edit_count > 0) {
            return true;
        }
    }
    return false;
}

void fixes_add(struct lint_run *run, struct vrmlint_finding *list, size_t count)
{
    const struct document *document = run->document;
    if (document != NULL && document->readable && !document->container.is_glb && has_candidate(list, count)) {
        uint64_t size = document->container.text_size;
        struct fixes_alone *fixing = arena_alloc(run->arena, sizeof *fixing);
        fixing->run = run;
        fixing->work = WORK_LEAST + WORK_PER_BYTE * size;
        fixing->room = ROOM_LEAST + size;
        guards_policy(&fixing->policy, run->policy);
        fixing->policy.fixes = false;
        fixing->policy.edits = false;
        fixing->policy.arguments = false;
        fixing->policy.curves = false;
        fixing->policy.drawing = false;
        fixing->policy.no_simulation = true;
        fixing->policy.no_data = true;
        fixing->memory = MEMORY_LEAST + MEMORY_PER_BYTE * size;
        if (read_guards(fixing)) {
            fix_text(fixing, list, count);
        }
        vrmlint_report_free(fixing->own);
    }
    for (size_t i = 0; i < count && !run->policy->edits; i++) {
        list[i].edits = NULL;
        list[i].edit_count = 0;
    }
}
