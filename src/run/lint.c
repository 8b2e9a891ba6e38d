#include "run/lint.h"

#include <string.h>

#include "base/blake2b.h"
#include "base/os.h"
#include "base/os_crash.h"
#include "base/utf8.h"
#include "build_id.h"
#include "checks/causes/causes.h"
#include "finding/finding.h"
#include "gltf/bytes.h"
#include "gltf/little.h"
#include "gltf/positions.h"
#include "ids/messages_file.h"
#include "ids/messages_skipped.h"
#include "ids/messages_words.h"
#include "members.h"
#include "run/guards.h"
#include "run/ignores.h"
#include "run/parts.h"
#include "run/policy.h"
#include "tables/extensions.h"
#include "vrmlint.h"

/* Starts the clock of a run. */
static void limits_start(struct lint_run *run, const struct vrmlint_policy *policy)
{
    run->policy = policy;
    run->deadline = policy->deadline > 0 ? policy->deadline : policy->timeout > 0 ? os_clock() + policy->timeout : 0;
}

/* limits_set_memory() sets how much memory the arena of a run may use for a file of that many bytes;
 * limits_report_memory() reports that it was not enough. */
static void limits_set_memory(struct lint_run *run, uint64_t size)
{
    uint64_t beyond = size > VRMLINT_MEMORY_FREE ? size - VRMLINT_MEMORY_FREE : 0;
    uint64_t most = (UINT64_MAX - VRMLINT_MEMORY_LEAST) / VRMLINT_MEMORY_PER_BYTE;
    uint64_t given = VRMLINT_MEMORY_LEAST + (beyond < most ? beyond : most) * VRMLINT_MEMORY_PER_BYTE;
    run->memory = run->policy->max_memory > 0 ? run->policy->max_memory : given;
    arena_limit(run->arena, run->memory < SIZE_MAX ? (size_t)run->memory : SIZE_MAX);
}

/* Whether a run must stop, because its time is over or the caller wants it to; sets run->late accordingly. For
 * arena_observe(), with the run as its context. */
static bool limits_reached(void *context)
{
    struct lint_run *run = context;
    run->late = run->deadline > 0 && os_clock() >= run->deadline;
    return run->late || (run->policy->stop != NULL && run->policy->stop(run->policy->stop_context));
}

/* Whether the first bytes of a GLB with two chunks contain both chunk headers and the JSON. *whole receives its
 * length. */
static bool has_json(const unsigned char *bytes, size_t size, uint64_t *whole)
{
    enum { HEADERS = 20, HEADER = 8 };
    if (size < HEADERS || memcmp(bytes, "glTF\2\0\0\0", 8) != 0 || memcmp(bytes + 16, "JSON", 4) != 0) {
        return false;
    }
    uint64_t length = little32(bytes + 8);
    uint64_t end = HEADERS + (uint64_t)little32(bytes + 12);
    if (size < end + HEADER || end + HEADER + little32(bytes + end) != length) {
        return false; /* too early, or unusual: read all of it */
    }
    *whole = length;
    return true;
}

/* Opens the path of the run's report. Returns NULL if that fails; then run->late is set, or run->error describes
 * why. */
static struct os_file *limits_open(struct lint_run *run, const char *path)
{
    const struct os_limits limits = {
        .most = run->policy->max_file_size,
        .deadline = run->deadline,
        .stop = run->policy->stop,
        .context = run->policy->stop_context,
        .enough = run->policy->no_data && !policy_reads_all(run->policy) ? has_json : NULL,
    };
    return os_open_within(path, &limits, &run->late, &run->error);
}

/* Completes a finding. Reports, even if the rule is off, that nothing was checked. */
static void finish_finding(struct findings *findings, struct finding *finding, enum message why)
{
    finding_no_place(finding);
    findings_skip(findings, WORDS_SKIPPED_EVERYTHING, NO_ARGUMENTS, why);
}

/* Whether there are too many bytes; if so, reports that. */
static bool limits_refuse(struct findings *findings, const struct vrmlint_policy *policy, const struct bytes *bytes)
{
    unsigned long long allowed = policy->max_file_size;
    unsigned long long size = bytes->size;
    if (vrmlint_policy_takes(policy, bytes->size)) {
        return false;
    }
    bool cut = bytes->file != NULL && os_is_cut(bytes->file);
    struct argument limit = COUNT("allowed", allowed);
    struct finding *finding =
        cut ? report(findings, MESSAGE_FILE_TOO_LARGE__CUT, place_file(), ARGUMENTS(limit))
            : report(findings, MESSAGE_FILE_TOO_LARGE__DEFAULT, place_file(), ARGUMENTS(COUNT("bytes", size), limit));
    if (!cut) {
        finding_measure(finding, "bytes", (double)size);
    }
    finding_measure(finding, "allowed", (double)allowed);
    finish_finding(findings, finding, WORDS_BECAUSE_TOO_LARGE);
    return true;
}

/* Reports that the time limit was reached. */
static void limits_report_time(struct findings *findings, const struct vrmlint_policy *policy)
{
    struct finding *finding = report(findings, MESSAGE_FILE_TIMED_OUT__DEFAULT, place_file(),
                                     ARGUMENTS(NUMBER("allowed", policy->timeout, 6)));
    finding_measure(finding, "allowed", policy->timeout);
    finish_finding(findings, finding, WORDS_BECAUSE_TOO_LATE);
}

static void limits_report_memory(struct findings *findings, uint64_t allowed)
{
    static const uint64_t megabyte = UINT64_C(1) << 20;
    static const uint64_t kilobyte = UINT64_C(1) << 10;
    bool megabytes = allowed >= 10 * megabyte || (allowed >= megabyte && allowed % megabyte == 0);
    bool kilobytes = allowed >= 10 * kilobyte || (allowed >= kilobyte && allowed % kilobyte == 0);
    enum message message = megabytes   ? MESSAGE_FILE_TOO_COMPLEX__DEFAULT
                           : kilobytes ? MESSAGE_FILE_TOO_COMPLEX__KILOBYTES
                                       : MESSAGE_FILE_TOO_COMPLEX__BYTES;
    uint64_t count = allowed / (uint64_t)(megabytes ? megabyte : kilobytes ? kilobyte : 1);
    struct finding *finding = report(findings, message, place_file(), ARGUMENTS(COUNT("allowed", count)));
    finding_measure(finding, "allowed", (double)allowed);
    finish_finding(findings, finding, WORDS_BECAUSE_TOO_COMPLEX);
}

/* Checks one file, from its bytes to a finished report. */

enum { EXCERPT_MAX = 72 /* code points */ };

/* Returns a text on one line: runs of white space become one space, and a long text is cut. */
static const char *one_line(struct arena *arena, const char *text, size_t length)
{
    char line[EXCERPT_MAX * 4 + 2];
    size_t used = 0;
    bool in_space = false;
    size_t i = 0;
    for (; i < length && used < (size_t)EXCERPT_MAX * 4; i++) {
        bool space = text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n';
        if (!space) {
            if (in_space) {
                line[used++] = ' ';
            }
            line[used++] = text[i];
        }
        in_space = space;
    }
    size_t keep = utf8_prefix(line, used, EXCERPT_MAX);
    bool cut = i < length || keep < used;
    static const char more[] = "…";
    char *copy = arena_alloc(arena, keep + sizeof more);
    memcpy(copy, line, keep);
    memcpy(copy + keep, more, cut ? sizeof more : 0);
    return copy;
}

/* Returns the key and value at a place, as they are written in the text. */
static const char *excerpt_at(struct arena *arena, const struct container *container, const struct position *place)
{
    if (!place->found || *place->pointer == '\0' || container->text == NULL) {
        return "";
    }
    return one_line(arena, container->text + place->key, place->value.end - place->key);
}

/* Finds the positions of all findings, in one pass over the text. */
static void find_places(struct lint_run *run, struct vrmlint_finding *list, size_t list_count)
{
    struct document *document = run->document;
    const struct container *container = &document->container;
    if (container->text == NULL || list_count == 0) {
        return;
    }
    size_t count = 0;
    struct position *places = arena_array(run->arena, list_count, sizeof *places);
    struct position *known = places + list_count; /* filled from the end down */
    for (size_t i = 0; i < list_count; i++) {
        arena_pulse(run->arena);
        bool by_pointer = list[i].excerpt == NULL;
        if (by_pointer && document->readable) {
            places[count++].pointer = list[i].pointer;
        } else if (by_pointer || list[i].has_place) {
            (--known)->value.begin = list[i].has_place ? list[i].offset : 0;
        }
    }
    size_t known_count = (size_t)(places + list_count - known);
    if (count > 0) {
        document_positions(document, places, count);
    }
    if (known_count > 0) {
        positions_number(run->arena, container->text, container->text_size, known, known_count);
    }
    count = 0;
    known += known_count;
    for (struct vrmlint_finding *f = list; f < list + list_count; f++) {
        arena_pulse(run->arena);
        const struct position *place;
        if (f->excerpt == NULL && document->readable) {
            place = &places[count++];
            f->excerpt = excerpt_at(run->arena, container, place);
            f->length = place->found ? place->value.end - place->value.begin : 0;
        } else if (f->excerpt == NULL || f->has_place) {
            place = --known;
        } else {
            continue;
        }
        f->has_place = true;
        f->line = place->line;
        f->column = place->column;
        f->offset = container->text_offset + place->value.begin;
    }
    arena_discard(run->arena, places);
}

/* Whether a known extension is only listed by the file and not used in it, which is a finding of its own. */
static bool is_absent(const struct document *document, const char *name)
{
    enum extension_id id = extension_by_name(name);
    if (id == EXTENSION_COUNT) {
        return false;
    }
    for (size_t i = 0; i < document->extension_count; i++) {
        if (strcmp(document->extensions[i].name, name) == 0) {
            return false;
        }
    }
    return true;
}

/* Lists the extensions in the file that were not checked. */
static void list_unchecked(struct lint_run *run)
{
    struct vrmlint_report *report = &run->report;
    const struct document *document = run->document;
    const char **unchecked = arena_array(run->arena, document->name_count, sizeof *unchecked);
    for (size_t i = 0; i < document->name_count; i++) {
        bool checked = is_absent(document, document->names[i]);
        enum extension_id id = extension_by_name(document->names[i]);
        checked = checked || (id != EXTENSION_COUNT && strcmp(extension_table[id].family, "gltf") == 0 &&
                              !extension_table[id].is_packing);
        for (size_t k = 0; k < report->extension_count && !checked; k++) {
            checked = strcmp(document->names[i], report->extensions[k].name) == 0;
        }
        if (!checked) {
            unchecked[report->unchecked_count++] = document->names[i];
        }
    }
    report->unchecked = unchecked;
}

static void run_checks(struct lint_run *run, const struct vrmlint_policy *policy, struct findings *findings)
{
    struct vrmlint_report *report = &run->report;
    struct check check = {.arena = run->arena, .findings = findings};
    check.thresholds = policy->no_simulation ? NULL : &policy->thresholds;
    check.budget = &policy->budget;
    check.no_data = policy->no_data;
    check.users = schemas_bound(policy->schemas);
    check.wants_curves = policy->curves;
    check.helpers = policy->helpers;
    run->document->limit_revision = policy->limit_revision;
    run->document->no_constraints = policy->no_constraints;
    document_tree(run->document, "/extensions"); /* checks read all of it, so it must not be built in parts */
    check.avatar = avatar_read(run->document);
    run->avatar = check.avatar;
    checks_run(&check);
    ignores_mute(policy, check.avatar, findings);
    causes_apply(&check);
    report->extensions = check.extensions;
    report->extension_count = check.extension_count;
    list_unchecked(run);
    validity_judge(run->arena, policy, findings, report);
    findings_hide(findings);
    report->figures = check.figures;
    report->figure_count = check.figures == NULL ? 0 : FIGURE_COUNT;
    switched_off_report(policy, run->document, report, findings);
    report->curves = check.curves;
    report->curve_count = check.curve_count;
    report->films = check.films;
    report->film_count = check.film_count;
    ignores_apply(policy, check.avatar, run->arena, findings, report);
}

/* Returns a name that the file gives the program that exported it; NULL if absent. */
static const char *read_exporter(struct document *document, const char *pointer)
{
    const char *text = tree_text(document_tree(document, pointer), NULL);
    return text == NULL || *text == '\0' ? NULL : arena_copy(document->arena, text, strlen(text));
}

/* Lists the findings for the report, without what is computed from the text. */
static struct vrmlint_finding *list_findings_of_lint(struct lint_run *run, struct findings *findings, size_t *total)
{
    struct vrmlint_report *report = &run->report;
    const struct place **places;
    report->finding_count = findings_count(findings);
    struct vrmlint_finding *list = findings_list(findings, total, &places);
    struct name_memo memo = {0};
    for (size_t i = 0; i < *total; i++) {
        arena_pulse(run->arena);
        if (run->avatar != NULL) {
            list[i].subject = name_heading(run->avatar, run->policy->languages, places[i], &memo);
        }
        if (*vrmlint_text_in(&list[i].subject, VRMLINT_ENGLISH) == '\0') {
            list[i].subject = findings_words(findings, WORDS_ALONE, ARGUMENTS(WORD("thing", WORDS_THE_FILE)));
        }
        report->counts[list[i].severity] += i < report->finding_count;
    }
    findings_forget(findings);
    return list;
}

/* Clears fixable for findings that vrmlint fix would leave as they are, whatever else it fixes: reports must not
 * promise to fix them. */
static void mark_held(const struct vrmlint_report *report, struct vrmlint_finding *list)
{
    struct guards guards;
    guards_read(&guards, report, true);
    for (size_t i = 0; i < report->finding_count; i++) {
        list[i].fixable =
            list[i].fixable && guards_unsure(&guards, &list[i]) == NULL && guards_refuse(&guards, &list[i]) == NULL;
    }
}

static void finish_report(struct lint_run *run, struct findings *findings)
{
    struct vrmlint_report *report = &run->report;
    size_t total;
    struct vrmlint_finding *list = list_findings_of_lint(run, findings, &total);
    if (run->document != NULL) {
        find_places(run, list, total);
    }
    for (size_t i = 0; i < total; i++) {
        if (list[i].line == 0) { /* the file isn't text, or can't be read */
            list[i].has_place = false;
            list[i].offset = 0;
            list[i].excerpt = "";
        }
    }
    findings_sort(run->arena, list, report->finding_count);
    findings_report_more(findings, list, report->finding_count, report->counts);
    findings_sort_consequences(run->arena, list, report->finding_count);
    fingerprints_add(run->arena, run->avatar, list, total);
    report->findings = list;
    mark_held(report, list);
    if (run->policy->fixes) {
        fixes_add(run, list, report->finding_count);
    }
    report->skipped = findings_skipped(findings, &report->skipped_count);
    if (run->policy->drawing && run->avatar != NULL) {
        report->drawing = drawing_make(run->arena, run->avatar, report, run->policy->languages);
        report->palette = palette_make(run->arena, run->avatar);
        report->card = card_make(run->arena, run->avatar);
    }
    if (run->policy->most_findings > 0) {
        findings_cut_related(run->arena, list, total);
    }
}

enum { HASHED = 256 * 1024 /* bytes at a time */ };

/* Records the size and hash of the content; neither if it can't be read to its end. */
static void note_content(struct lint_run *run, struct bytes *bytes)
{
    struct blake2b hash;
    if (run->hash != NULL) {
        run->report.size = bytes->size;
        run->report.hash = arena_copy(run->arena, run->hash, strlen(run->hash));
        return;
    }
    /* arena memory is zeroed: for a small file, zeroing all of it would take longer than everything else */
    unsigned char *scratch = arena_alloc(run->arena, bytes->size < HASHED ? (size_t)bytes->size + 1 : HASHED);
    char *text = arena_alloc(run->arena, BLAKE2B_TEXT);
    blake2b_start(&hash);
    for (uint64_t offset = 0; offset < bytes->size; offset += HASHED) {
        size_t size = bytes->size - offset < HASHED ? (size_t)(bytes->size - offset) : HASHED;
        const unsigned char *part = bytes_peek(bytes, offset, size, scratch, &run->error);
        arena_ask(run->arena);
        if (part == NULL) {
            return;
        }
        blake2b_add(&hash, part, size);
    }
    blake2b_end_text(&hash, text);
    run->report.size = bytes->size;
    run->report.hash = text;
}

static void lint_bytes(struct lint_run *run, const struct vrmlint_policy *policy, struct bytes bytes)
{
    struct findings *findings = findings_new(run->arena, policy->severities, policy->own);
    findings_set_named(findings, policy->named);
    findings_set_languages(findings, policy->languages);
    findings_set_arguments(findings, policy->arguments);
    findings_set_edits(findings, policy->edits || policy->fixes);
    findings_set_most(findings, policy->baseline == NULL ? policy->most_findings : 0, policy->ignores_some);
    findings_keep_consequences(findings, policy->consequences || policy->baseline != NULL);
    if (limits_refuse(findings, policy, &bytes)) {
        finish_report(run, findings);
        return;
    }
    findings_add_muted(findings, policy->runs);
    run->document = document_new(run->arena, findings, run->report.path, bytes);
    run->document->wanted = schemas_names(policy->schemas);
    if (!document_read(run->document, &run->error)) {
        run->report.error = arena_printf(run->arena, "cannot read: %s", run->error.text);
        return;
    }
    run->report.glb = run->document->container.is_glb;
    findings_set_edits(findings, policy->edits || (policy->fixes && !run->report.glb));
    if (run->document->readable) {
        run_checks(run, policy, findings);
        run->report.generator = read_exporter(run->document, "/asset/generator");
        run->report.exporter_version = read_exporter(run->document, "/extensions/VRM/exporterVersion");
    } else {
        /* even if all rules are off: an unreadable file must not look like one with nothing to check */
        findings_skip(findings, WORDS_SKIPPED_EVERYTHING, NO_ARGUMENTS, WORDS_BECAUSE_NOT_GLTF);
        validity_judge(run->arena, policy, findings, &run->report);
        findings_hide(findings);
        ignores_apply(policy, NULL, run->arena, findings, &run->report);
    }
    finish_report(run, findings);
    if (policy->facts && run->avatar != NULL) {
        run->report.facts = facts_make(run->arena, run->avatar, &run->report.fact_count);
    }
    if (policy_reads_all(policy) || (policy->hash_read && !(policy->no_data && run->report.glb))) {
        note_content(run, &bytes);
    } else if (policy->hash_read) {
        run->report.size = bytes.size;
    }
    run->report.repeatable = !run->document->looked_beside;
}

struct lint_run *lint_run_new(const char *path)
{
    struct arena *arena;
    size_t size = strlen(path) + 1;
    struct lint_run *run = arena_new_object(sizeof *run + size, &arena); /* the path follows the struct */
    if (run != NULL) {
        run->arena = arena;
        run->report.path = memcpy(run + 1, path, size);
    }
    return run;
}

static void close_document(struct lint_run *run)
{
    document_close(run->document);
    run->document = NULL;
}

/* Makes the report of a run that couldn't finish: it contains only the reason. */
static void give_up(struct lint_run *run, const char *why)
{
    const char *path = run->report.path;
    close_document(run);
    run->avatar = NULL;
    memset(&run->report, 0, sizeof run->report);
    run->report.path = path;
    run->report.error = why;
}

/* Makes the report of a run that was stopped: its time or memory limit was reached, or the caller stopped it. */
static void report_stopped_run(struct lint_run *run)
{
    arena_observe(run->arena, NULL, NULL);
    arena_limit(run->arena, 0);
    give_up(run, run->late || run->large ? NULL : N_("interrupted"));
    if (run->late || run->large) {
        struct findings *findings = findings_new(run->arena, run->policy->severities, run->policy->own);
        findings_set_languages(findings, run->policy->languages);
        findings_set_arguments(findings, run->policy->arguments);
        if (run->large) {
            limits_report_memory(findings, run->memory);
        } else {
            limits_report_time(findings, run->policy);
        }
        finish_report(run, findings);
    }
}

/* Opens a file that isn't in memory already, and checks it. */
static void open_and_lint(struct lint_run *run, const char *path, struct bytes *bytes)
{
    if (bytes->memory == NULL) {
        bytes->file = limits_open(run, path);
        if (bytes->file == NULL && run->late) {
            report_stopped_run(run);
            return;
        }
        if (bytes->file == NULL) {
            run->report.error = run->error.text;
            return;
        }
        bytes->size = os_size(bytes->file);
    }
    limits_set_memory(run, bytes->size);
    arena_observe(run->arena, limits_reached, run);
    arena_ask(run->arena);
    lint_bytes(run, run->policy, *bytes);
}

/* Runs lint_bytes(). If memory runs out or a limit is reached, that becomes the report. */
static void lint_guarded(struct lint_run *run, const char *path, struct bytes *bytes)
{
    jmp_buf guard;
    switch (setjmp(guard)) {
    case 0:
        arena_guard(run->arena, &guard);
        open_and_lint(run, path, bytes);
        break;
    case ARENA_OVER_LIMIT:
        run->large = true;
        run->late = false;
        report_stopped_run(run);
        break;
    case ARENA_STOPPED:
        report_stopped_run(run);
        break;
    default:
        give_up(run, N_("not enough memory"));
        break;
    }
    arena_observe(run->arena, NULL, NULL);
    arena_limit(run->arena, 0);
    arena_guard(run->arena, NULL);
    close_document(run);
}

/* Checks bytes in memory, or opens a file if bytes is empty. hash: of its content; NULL: unknown. */
static struct vrmlint_report *check_opened(const struct vrmlint_policy *policy, const char *name, const char *path,
                                           const char *hash, struct bytes *bytes)
{
    struct lint_run *run = lint_run_new(name);
    struct vrmlint_policy *defaults = policy == NULL ? vrmlint_policy_new() : NULL;
    if (run == NULL) {
        vrmlint_policy_free(defaults);
        return NULL;
    }
    if (policy == NULL && defaults == NULL) {
        give_up(run, N_("not enough memory"));
        return &run->report;
    }
    limits_start(run, policy == NULL ? defaults : policy);
    run->hash = hash;
    const char *before = os_work_on(run->report.path);
    lint_guarded(run, path, bytes);
    os_work_on(before);
    os_close(bytes->file);
    run->policy = NULL;
    vrmlint_policy_free(defaults);
    return &run->report;
}

struct vrmlint_report *vrmlint_check_bytes(const struct vrmlint_policy *policy, const char *name, const void *bytes,
                                           size_t size)
{
    struct bytes source = {.memory = size == 0 ? (const unsigned char *)"" : bytes,
                           .size = size,
                           .at_path = policy != NULL && policy->at_path};
    return check_opened(policy, name, NULL, NULL, &source);
}

struct vrmlint_report *vrmlint_check_path(const struct vrmlint_policy *policy, const char *path)
{
    return vrmlint_check_known(policy, path, NULL);
}

struct vrmlint_report *vrmlint_check_known(const struct vrmlint_policy *policy, const char *path, const char *hash)
{
    struct bytes source = {0};
    return check_opened(policy, path, path, hash, &source);
}

struct vrmlint_report *vrmlint_check_standard(const struct vrmlint_policy *policy, const char *name)
{
    struct bytes source = {0};
    return check_opened(policy, name, "-", NULL, &source);
}

void vrmlint_report_free(struct vrmlint_report *report)
{
    if (report != NULL) {
        /* the report is the first member of its run, which is in its own arena */
        arena_free(((struct lint_run *)(void *)report)->arena);
    }
}

const char *vrmlint_version(void)
{
    return VRMLINT_VERSION;
}

const char *vrmlint_full_version(void)
{
    return build_version;
}

const char *vrmlint_commit(void)
{
    return build_commit;
}

/* Copies a finished report out of the memory that was used to make it. */

static void own_text_of_lint(struct arena *arena, const char **text)
{
    *text = *text == NULL ? NULL : arena_copy(arena, *text, strlen(*text));
}

static void own_members(struct arena *arena, const struct report_member *members, char *in);

static void own_list(struct arena *arena, const struct report_member *member, char *in)
{
    size_t count;
    const void *from = member_elements(member, in, &count);
    char *to = from == NULL ? NULL : arena_array(arena, count, member->size);
    if (to != NULL && count > 0) {
        memcpy(to, from, count * member->size);
    }
    for (size_t i = 0; member->of != NULL && i < count; i++) {
        own_members(arena, member->of, to + i * member->size);
    }
    memcpy(in + member->offset, &to, sizeof to);
}

/* Replaces everything that a struct points to by copies. */
static void own_members(struct arena *arena, const struct report_member *members, char *in)
{
    for (const struct report_member *member = members; !member->ends; member++) {
        if (member->kind == MEMBER_TEXT || member->kind == MEMBER_PATH) {
            own_text_of_lint(arena, (const char **)(in + member->offset));
        } else if (member->kind == MEMBER_WORDS) {
            struct vrmlint_text *words = (struct vrmlint_text *)(in + member->offset);
            for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
                own_text_of_lint(arena, &words->in[language]);
            }
        } else if (member->kind == MEMBER_LIST || member->kind == MEMBER_MAP) {
            own_list(arena, member, in);
        } else if (member->kind == MEMBER_GROUP) {
            own_members(arena, member->of, in);
        }
    }
}

/* Replaces a run's report by a copy. Returns false if memory runs out. */
static bool copy_report(struct lint_run *run, const struct vrmlint_report *report)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return false;
    }
    arena_guard(run->arena, &guard);
    run->report = *report;
    own_members(run->arena, members_of_report, (char *)&run->report);
    arena_guard(run->arena, NULL);
    return true;
}

struct vrmlint_report *vrmlint_report_compact(struct vrmlint_report *report)
{
    struct lint_run *run = lint_run_new("");
    if (run == NULL) {
        return report;
    }
    if (!copy_report(run, report)) {
        arena_free(run->arena);
        return report;
    }
    vrmlint_report_free(report);
    return &run->report;
}
