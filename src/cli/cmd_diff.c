#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/os_crash.h"
#include "base/os_thread.h"
#include "base/sort.h"
#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/frame.h"
#include "cli/outputs.h"
#include "cli/revision.h"
#include "cli/side.h"
#include "cli/sink.h"
#include "ids/messages_command.h"
#include "ids/messages_diff.h"
#include "report/diff.h"
#include "report/statistics.h"
#include "run/policies.h"
#include "run/pool.h"
#include "run/within.h"

/* vrmlint diff: compares two files, folders or reports. */

enum { NONE = -1, DIFF_FINDINGS_MOST = 4000 /* per rule and file */ };

/* A file of both sides, or of only one. */
struct file_pair {
    long old; /* index in the files of the side, or NONE */
    long now;
};

struct comparing {
    struct settings *settings;
    struct arena *arena;
    struct compared_side old;
    struct compared_side now;
    struct file_pair *pairs;
    size_t count;
    size_t capacity;
    struct diff_summary summary;
    struct reporter reporter;
    struct reporter step; /* the summary of a step on GitHub; its out is NULL elsewhere */
    struct sink sink;
    struct sink step_sink;
    size_t done;
    enum status status;
};

/* ---- pairs of files ---- */

static void add_pair(struct comparing *comparing, long old, long now)
{
    *ARENA_PUSH(comparing->arena, comparing->pairs, comparing->count, comparing->capacity) =
        (struct file_pair){old, now};
}

/* A file that only one side has, and its content hash. */
struct lonely {
    char hash[BLAKE2B_TEXT];
    struct file_pair *pair;
};

static int by_hash(const void *a, const void *b)
{
    return strcmp(((const struct lonely *)a)->hash, ((const struct lonely *)b)->hash);
}

/* Lists the pairs that lack a side, sorted by the content of the other side. */
static struct lonely *list_lonely(struct comparing *comparing, bool old, size_t *count)
{
    struct compared_side *side = old ? &comparing->old : &comparing->now;
    struct lonely *list = arena_array(comparing->arena, comparing->count, sizeof *list);
    *count = 0;
    for (size_t i = 0; i < comparing->count; i++) {
        struct file_pair *pair = &comparing->pairs[i];
        long index = old ? pair->old : pair->now;
        bool lonely = index != NONE && (old ? pair->now : pair->old) == NONE;
        if (lonely && side_hash(side, (size_t)index, list[*count].hash)) {
            list[(*count)++].pair = pair;
        }
    }
    sort_array(comparing->arena, list, *count, sizeof *list, by_hash);
    return list;
}

/* Pairs files that were moved: the same content under another name. */
static void find_moved(struct comparing *comparing)
{
    size_t old_count;
    size_t now_count;
    size_t at = 0;
    struct lonely *old = list_lonely(comparing, true, &old_count);
    struct lonely *now = list_lonely(comparing, false, &now_count);
    for (size_t i = 0; i < now_count; i++) {
        while (at < old_count && strcmp(old[at].hash, now[i].hash) < 0) {
            at++;
        }
        if (at < old_count && strcmp(old[at].hash, now[i].hash) == 0) {
            now[i].pair->old = old[at].pair->old;
            old[at++].pair->old = NONE;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < comparing->count; i++) {
        if (comparing->pairs[i].old != NONE || comparing->pairs[i].now != NONE) {
            comparing->pairs[kept++] = comparing->pairs[i];
        }
    }
    comparing->count = kept;
}

/* Pairs files with the same key. Returns how many both sides have. */
static size_t pair_keys(struct comparing *comparing)
{
    const struct compared_side *old = &comparing->old;
    const struct compared_side *now = &comparing->now;
    size_t i = 0;
    size_t k = 0;
    size_t both = 0;
    comparing->count = 0;
    while (i < old->count || k < now->count) {
        int order = i == old->count ? 1 : k == now->count ? -1 : strcmp(old->files[i].key, now->files[k].key);
        add_pair(comparing, order <= 0 ? (long)i : NONE, order >= 0 ? (long)k : NONE);
        both += order == 0;
        i += order <= 0;
        k += order >= 0;
    }
    return both;
}

static void find_pairs(struct comparing *comparing)
{
    struct compared_side *old = &comparing->old;
    struct compared_side *now = &comparing->now;
    if (old->is_one && now->is_one && old->count == 1 && now->count == 1) {
        add_pair(comparing, 0, 0);
        return;
    }
    size_t both = pair_keys(comparing);
    if (both == 0 && (old->is_report || now->is_report)) { /* the runs may have named their folders differently */
        side_shorten_keys(old);
        side_shorten_keys(now);
        both = pair_keys(comparing);
    }
    if (both < comparing->count) {
        find_moved(comparing);
    }
}

/* ---- the comparison ---- */

/* The result of a pair. */
struct made {
    struct vrmlint_report *old;
    struct vrmlint_report *now;
    struct vrmlint_diff *diff; /* NULL: memory ran out */
    bool unread;               /* a side could not be read, which has been reported */
};

struct pair_work {
    struct comparing *comparing;
    const struct file_pair *pair;
    struct made *made;
};

/* Files that are checked under one policy have the same settings, whatever applies to other files of the sides. */
static struct vrmlint_diff *make_diff(const struct comparing *comparing, const struct file_pair *pair,
                                      const struct made *made, struct arena *within)
{
    const struct vrmlint_manifest *old = &comparing->old.manifest;
    const struct vrmlint_manifest *now = &comparing->now.manifest;
    bool fresh = pair->old != NONE && pair->now != NONE && !comparing->old.is_report && !comparing->now.is_report;
    bool same = fresh && comparing->old.files[pair->old].policy == comparing->now.files[pair->now].policy;
    return diff_make_within(within, made->old, made->now, same ? now : old, now);
}

/* Reads a record of a side that is a report. Reports an error. */
static struct vrmlint_report *read_side(struct compared_side *side, long index, struct arena *arena)
{
    struct vrmlint_refusal refusal = {.language = side->settings->language};
    struct vrmlint_report *report = side_read_record(side, (size_t)index, arena, &refusal);
    if (report == NULL) {
        run_error(side->settings->language, side->path, refusal.text);
    }
    return report;
}

/* Reads the records of a pair, and compares its reports. */
static void read_and_compare(struct arena *arena, void *context)
{
    struct pair_work *work = context;
    struct comparing *comparing = work->comparing;
    const struct file_pair *pair = work->pair;
    struct made *made = work->made;
    if (pair->old != NONE && comparing->old.is_report) {
        made->old = read_side(&comparing->old, pair->old, arena);
    }
    if (pair->now != NONE && comparing->now.is_report) {
        made->now = read_side(&comparing->now, pair->now, arena);
    }
    /* a side may lack the file because a folder couldn't be read: its report is that error */
    made->old = pair->old == NONE ? side_read_missing(&comparing->old, comparing->now.files[pair->now].key) : made->old;
    made->now = pair->now == NONE ? side_read_missing(&comparing->now, comparing->old.files[pair->old].key) : made->now;
    bool lacks = (pair->old != NONE && made->old == NULL) || (pair->now != NONE && made->now == NULL);
    if (comparing->old.is_report != comparing->now.is_report) { /* reports contain folded findings */
        struct vrmlint_report *fresh = comparing->old.is_report ? made->now : made->old;
        lacks = lacks || (fresh != NULL && !report_fold_within(arena, fresh, fresh));
    }
    if (made->old != NULL && pair->old != NONE) {
        made->old->path = comparing->old.files[pair->old].shown;
    }
    if (made->now != NULL && pair->now != NONE) {
        made->now->path = comparing->now.files[pair->now].shown;
    }
    made->unread = lacks;
    if (!lacks) {
        made->diff = make_diff(comparing, pair, made, arena);
    }
}

/* Returns the size of a file that is compared: of its record, or of the model that made has the report of. */
static uint64_t side_size(const struct compared_side *side, long index, const struct vrmlint_report *report)
{
    return index == NONE     ? 0
           : side->is_report ? side_record_size(side, (size_t)index)
           : report == NULL  ? 0
                             : report->size;
}

static void *compare_files(void *context, size_t index)
{
    struct comparing *comparing = context;
    const struct file_pair *pair = &comparing->pairs[index];
    struct made *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return comparing; /* means that memory ran out */
    }
    if (pair->old != NONE && !comparing->old.is_report) {
        made->old = side_check_model(&comparing->old, (size_t)pair->old);
    }
    if (pair->now != NONE && !comparing->now.is_report) {
        made->now = side_check_model(&comparing->now, (size_t)pair->now);
    }
    struct pair_work work = {comparing, pair, made};
    struct work_limits limits = comparing->settings->limits; /* a pair's clock is its own */
    uint64_t size = side_size(&comparing->old, pair->old, made->old) + side_size(&comparing->now, pair->now, made->now);
    int end = limits_run(&limits, size, read_and_compare, &work);
    if (end > ARENA_EXHAUSTED) {
        const char *path =
            pair->now != NONE ? comparing->now.files[pair->now].shown : comparing->old.files[pair->old].shown;
        limits_error(comparing->settings->language, path, end, NULL);
        vrmlint_diff_free(made->diff);
        made->diff = NULL;
        made->unread = true;
    }
    return made;
}

static void free_comparison(void *result)
{
    struct made *made = result;
    vrmlint_diff_free(made->diff);
    vrmlint_report_free(made->old);
    vrmlint_report_free(made->now);
    free(made);
}

static void describe_pair(const struct comparing *comparing, const struct file_pair *pair, const struct made *made,
                          struct diff_entry *entry)
{
    const struct side_file *old = pair->old == NONE ? NULL : &comparing->old.files[pair->old];
    const struct side_file *now = pair->now == NONE ? NULL : &comparing->now.files[pair->now];
    bool moved = old != NULL && now != NULL && strcmp(old->key, now->key) != 0;
    entry->diff = made->diff;
    entry->sides[0] = made->old;
    entry->sides[1] = made->now;
    entry->path = now != NULL ? now->shown : old != NULL ? old->shown : "";
    entry->before = moved ? old->shown : NULL;
    bool unread = (made->old != NULL && made->old->error != NULL) || (made->now != NULL && made->now->error != NULL);
    entry->state = unread                              ? DIFF_UNREAD
                   : old == NULL                       ? DIFF_ADDED
                   : now == NULL                       ? DIFF_REMOVED
                   : made->diff->same_content && moved ? DIFF_MOVED
                   : made->diff->same_content          ? DIFF_SAME
                                                       : DIFF_CHANGED;
}

static enum status print_error_of(const struct comparing *comparing, const struct vrmlint_report *report)
{
    return report == NULL || report->error == NULL
               ? STATUS_FINE
               : run_error(comparing->settings->language, report->path, report->error);
}

static bool take_comparison(void *context, size_t index, void *result)
{
    struct comparing *comparing = context;
    struct made *made = result;
    struct diff_entry entry;
    if (result == context || os_interrupted()) {
        comparing->reporter.no_memory = result == context;
        if (result != context) {
            free_comparison(made);
        }
        return false;
    }
    const struct file_pair *pair = &comparing->pairs[index];
    bool silent = pair->old == NONE && comparing->old.scratch == NULL; /* reported when the files were listed */
    enum status status = worse(print_error_of(comparing, silent ? NULL : made->old),
                               print_error_of(comparing, pair->now == NONE ? NULL : made->now));
    comparing->done++;
    if (made->diff == NULL) {
        comparing->reporter.no_memory = comparing->reporter.no_memory || !made->unread;
        status = STATUS_FAILED;
    } else {
        struct diff_summary *summary = &comparing->summary;
        describe_pair(comparing, pair, made, &entry);
        os_work_on(entry.path);
        summary->files[entry.state]++;
        summary->changes += made->diff->change_count;
        for (int i = 0; i < VRMLINT_NEWS_KINDS; i++) {
            summary->news[i] += made->diff->news[i].finding_count;
        }
        for (int i = 0; i < 2 && summary->statistics[i] != NULL; i++) {
            const struct vrmlint_report *counted = &made->diff->news[diff_counted[i]];
            comparing->reporter.no_memory =
                (counted->finding_count > 0 && !statistics_add(summary->statistics[i], counted)) ||
                comparing->reporter.no_memory;
        }
        const struct vrmlint_report *fresh = &made->diff->news[VRMLINT_NEWS_NEW];
        const struct vrmlint_policy *policy = comparing->now.is_report || pair->now == NONE
                                                  ? comparing->settings->policy
                                                  : comparing->now.files[pair->now].policy;
        status = worse(status, vrmlint_policy_fails(policy, fresh) ? STATUS_FINDINGS : STATUS_FINE);
        comparing->settings->diff_format->entry(&comparing->reporter, &entry);
        if (comparing->step_sink.out != NULL) {
            diff_step_summary.entry(&comparing->step, &entry);
        }
    }
    free_comparison(made);
    comparing->status = worse(comparing->status, status);
    return !comparing->reporter.no_memory;
}

/* ---- outputs ---- */

static bool open_sink(struct comparing *comparing, struct sink *sink, struct reporter *reporter, const char *path,
                      const struct report_options *options)
{
    struct os_error error;
    sink->path = path;
    if (!sink_open(sink, comparing->arena, &error)) {
        comparing->status = run_error(comparing->settings->language, path == NULL ? "-" : path, error.text);
        return false;
    }
    reporter->out = sink->out;
    reporter->options = *options;
    return true;
}

static bool begin_report(struct comparing *comparing)
{
    const struct settings *settings = comparing->settings;
    const struct diff_format *format = settings->diff_format;
    bool people = format == &diff_text || format == &diff_html;
    const struct report_options options = {
        .language = people || settings->asks_language ? settings->language : VRMLINT_ENGLISH,
        .color = format == &diff_text && outputs_color(settings, settings->diff_file),
        .quiet = settings->quiet,
        .all = settings->all,
        .width = output_width(),
    };
    const char *step = format == &diff_github ? os_environment("GITHUB_STEP_SUMMARY") : NULL;
    if (!open_sink(comparing, &comparing->sink, &comparing->reporter, settings->diff_file, &options)) {
        return false;
    }
    format->begin(&comparing->reporter, &comparing->summary);
    if (step != NULL && *step != '\0') {
        comparing->step_sink.append = true;
        if (!open_sink(comparing, &comparing->step_sink, &comparing->step, step, &options)) {
            return false;
        }
        diff_step_summary.begin(&comparing->step, &comparing->summary);
    }
    return true;
}

static void close_sink(struct comparing *comparing, struct sink *sink, const struct reporter *reporter, bool whole)
{
    struct os_error error;
    enum vrmlint_language language = comparing->settings->language;
    if (reporter->no_memory) {
        comparing->status = run_error(language, "vrmlint", OS_NO_MEMORY);
    }
    if (!sink_close(sink, whole && !reporter->no_memory, &error)) {
        comparing->status =
            sink->path == NULL ? end_unprintable(language, &error) : run_error(language, sink->path, error.text);
    }
}

static void compare_all(struct comparing *comparing)
{
    struct settings *settings = comparing->settings;
    const struct pool_work work = {
        .context = comparing, .make = compare_files, .take = take_comparison, .drop = free_comparison, .ahead = 1};
    bool reads = comparing->old.is_report || comparing->now.is_report; /* only one thread may read records */
    comparing->summary.manifests[0] = comparing->old.manifest;
    comparing->summary.manifests[1] = comparing->now.manifest;
    for (int i = 0; i < 2 && settings->statistics; i++) {
        comparing->summary.statistics[i] = statistics_new();
        if (comparing->summary.statistics[i] == NULL) {
            arena_exhausted(comparing->arena);
        }
        statistics_only_findings(comparing->summary.statistics[i]);
    }
    find_pairs(comparing);
    os_catch_interrupts();
    if (begin_report(comparing)) {
        pool_run(reads ? 1 : settings->jobs, comparing->count, &work);
    }
    os_work_on(NULL);
    bool whole = !os_interrupted() && comparing->sink.out != NULL;
    if (whole) {
        settings->diff_format->end(&comparing->reporter, &comparing->summary);
    }
    if (whole && comparing->step_sink.out != NULL) {
        diff_step_summary.end(&comparing->step, &comparing->summary);
    }
    close_sink(comparing, &comparing->step_sink, &comparing->step, whole);
    close_sink(comparing, &comparing->sink, &comparing->reporter, whole);
    statistics_free(comparing->summary.statistics[0]);
    statistics_free(comparing->summary.statistics[1]);
}

static enum status open_and_compare(struct settings *settings, struct arena *arena, const struct side_source *old,
                                    const struct side_source *now)
{
    struct comparing *comparing = arena_alloc(arena, sizeof *comparing);
    comparing->settings = settings;
    comparing->arena = arena;
    comparing->status = side_open(&comparing->old, arena, settings, old);
    if (comparing->status < STATUS_USAGE) {
        comparing->status = side_open(&comparing->now, arena, settings, now);
    }
    if (comparing->status < STATUS_USAGE) {
        comparing->status = comparing->old.lacks_some || comparing->now.lacks_some ? STATUS_FAILED : STATUS_FINE;
        policies_set_languages(settings->policies, 1U << settings->language | 1U << VRMLINT_ENGLISH);
        compare_all(comparing);
    }
    side_close(&comparing->old);
    side_close(&comparing->now);
    settings->done = comparing->done;
    settings->wanted = comparing->count;
    return comparing->status;
}

static enum status compare_two(struct settings *settings, struct arena *arena, char **paths)
{
    bool full = side_is_report(paths[0]) || side_is_report(paths[1]);
    const struct side_source old = {.paths = paths, .count = 1, .full_keys = full};
    const struct side_source now = {.paths = paths + 1, .count = 1, .full_keys = full};
    return open_and_compare(settings, arena, &old, &now);
}

/* Compares with the files of a revision of git: the PATHs, or without any the whole work tree below the working
 * folder. */
static enum status compare_since(const struct command *command, struct settings *settings, struct arena *arena,
                                 struct revision *revision, int count, char **paths)
{
    char here[] = ".";
    char *all[] = {here};
    if (count == 0) {
        paths = all;
        count = 1;
    }
    enum status status = revision_open(revision, command, arena, settings->since, count, paths);
    if (status != STATUS_FINE) {
        return status;
    }
    const struct side_source old = {.paths = paths,
                                    .count = count,
                                    .scratch = revision->files,
                                    .revision = settings->since,
                                    .submodules = revision->submodules,
                                    .submodule_count = revision->submodule_count,
                                    .models = true,
                                    .full_keys = true};
    const struct side_source now = {.paths = paths, .count = count, .models = true, .full_keys = true};
    return open_and_compare(settings, arena, &old, &now);
}

static enum status compare_guarded(const struct command *command, struct settings *settings, struct arena *arena,
                                   int count, char **paths)
{
    struct revision revision = {.folder = ""};
    enum status status;
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        status = run_error_of(settings->language, WORDS_LIST_OF_FILES, OS_NO_MEMORY);
    } else {
        arena_guard(arena, &guard);
        status = settings->since == NULL ? compare_two(settings, arena, paths)
                                         : compare_since(command, settings, arena, &revision, count, paths);
    }
    revision_close(&revision);
    return status;
}

static enum status check_diff_usage(const struct command *command, struct settings *settings, int count, char **paths)
{
    (void)paths;
    return settings->since == NULL && count != 2 ? usage_error(command, WORDS_DIFF_NEEDS_TWO, NO_ARGUMENTS)
                                                 : sink_spare_model(command, settings->diff_file);
}

static enum status compare_sides(const struct command *command, struct settings *settings, struct arena *arena,
                                 int count, char **paths)
{
    vrmlint_policy_languages(settings->policy, 1U << settings->language | 1U << VRMLINT_ENGLISH);
    vrmlint_policy_facts(settings->policy, true);
    vrmlint_policy_hash(settings->policy, true);
    vrmlint_policy_most_findings(settings->policy, DIFF_FINDINGS_MOST);
    vrmlint_policy_consequences(settings->policy, true);
    enum status status = compare_guarded(command, settings, arena, count, paths);
    if (os_interrupted()) {
        end_interrupted(settings->language, settings->done, settings->wanted);
    }
    return status;
}

static enum status run_diff(const struct command *command, int argc, char **argv)
{
    static const struct frame frame = {check_diff_usage, compare_sides};
    return frame_run(command, &frame, argc, argv);
}

const struct command command_diff = {
    .name = "diff",
    .operands = "OLD NEW|PATH...",
    .summary = N_("Compare two versions of avatars: findings that came and went, and what changed"),
    .details = N_(
        "OLD and NEW are files, folders, or reports of `vrmlint check` in json or ndjson. Files of folders and "
        "reports are matched by their paths, moved ones by their content. Reports have no springs, "
        "materials and bones to compare, only findings and sizes. Findings are listed as not comparable, neither new "
        "nor fixed, if the other side couldn't be checked for them.\n"
        "Exit status: 0 nothing new at or above --fail-on; 1 new findings at or above it, other than those "
        "that another version or other settings of vrmlint find in the same file; 2 wrong usage; 3 something "
        "could not be read or written.\n"),
    .options = diff_options,
    .run = run_diff,
};
