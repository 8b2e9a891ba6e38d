#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/os_crash.h"
#include "base/os_thread.h"
#include "base/whole.h"
#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/frame.h"
#include "cli/gather.h"
#include "cli/outputs.h"
#include "cli/revision.h"
#include "cli/sink.h"
#include "ids/messages_command.h"
#include "ids/messages_diff.h"
#include "report/diff.h"
#include "report/where.h"
#include "run/content.h"
#include "run/inputs.h"
#include "run/merge.h"
#include "run/policies.h"
#include "run/pool.h"

/* A file of a side. */
struct side_file {
    const char *path;                    /* to read it from; in a report, as written there */
    const char *shown;                   /* its name in the output */
    const char *key;                     /* matches it with the file of the other side */
    const struct vrmlint_policy *policy; /* of a model */
    const char *json;                    /* its record; NULL unless the side is a report in JSON */
};

/* A side. Everything is in the arena, except for what side_close() closes. files are sorted by key. */
struct compared_side {
    struct arena *arena;
    struct settings *settings;
    const char *path; /* the first of its paths */
    bool is_report;
    bool full_keys;      /* as of its source */
    const char *scratch; /* as of its source */
    bool lacks_some;     /* something that it should contain couldn't be read, which has been reported */
    bool is_one;         /* a single model: it is compared with the other side's, whatever their names */
    struct inputs inputs;
    struct merge merge; /* of ndjson */
    bool is_merge;
    struct side_file *files;
    size_t count;
    size_t capacity;
    struct vrmlint_manifest manifest;
};

/* The source of a side. */
struct side_source {
    char **paths; /* files and folders, or one report */
    int count;
    /* A folder with the files of the paths in another revision: the settings of the work tree apply to them, and their
     * names begin with the revision instead of the folder. NULL: the files are in their own folders. */
    const char *scratch;
    const char *revision;
    const char *const *submodules; /* paths of folders that the revision has, without their files */
    size_t submodule_count;
    bool models;    /* no path is a report, whatever its name */
    bool full_keys; /* files are matched by whole paths, not by their paths below a folder */
};

enum { REPORT_MOST = 1024 * 1024 * 1024 /* bytes of a report in JSON */ };

/* Whether a path is a report: neither a folder nor named like a model. */
static bool side_is_report(const char *path)
{
    struct os_error ignored;
    return strcmp(path, "-") != 0 && os_kind_of(path, &ignored) != OS_FOLDER && !inputs_names_model(path);
}

static int by_key(const void *left, const void *right)
{
    const struct side_file *a = left;
    const struct side_file *b = right;
    return strcmp(a->key, b->key);
}

static void sort_files(struct compared_side *side)
{
    if (side->count > 1) {
        qsort(side->files, side->count, sizeof *side->files, by_key);
    }
}

/* ---- models ---- */

/* Returns what follows the folder in the path of something in it. */
static const char *path_in_folder(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) {
        return path; /* in the folder ".", which paths omit */
    }
    path += length;
    return path + (*path == '/' ? 1 : 0);
}

/* Returns what identifies a file or folder on both sides. */
static const char *key_of(const struct compared_side *side, const char *path)
{
    return side->scratch != NULL ? path_in_folder(side->scratch, path)
           : side->full_keys     ? where_path(path)
                                 : path_in_folder(side->path, path);
}

static enum status open_models(struct compared_side *side, const struct side_source *source)
{
    struct settings *settings = side->settings;
    struct os_error ignored;
    side->inputs = (struct inputs)INPUTS_INIT(side->arena);
    if (source->scratch != NULL) {
        gather_elsewhere(settings, &side->inputs, source->scratch, source->count, source->paths);
    } else {
        gather_inputs(settings, &side->inputs, source->count, source->paths);
    }
    enum status status = source->scratch == NULL ? gather_report(settings, &side->inputs) : STATUS_FINE;
    side->scratch = source->scratch;
    for (size_t i = 0; i < source->submodule_count; i++) {
        inputs_add_error(&side->inputs, arena_printf(side->arena, "%s/%s", source->scratch, source->submodules[i]),
                         N_("in a submodule: run vrmlint diff --since in its folder"));
    }
    const struct vrmlint_policy **policies = arena_array(side->arena, side->inputs.count, sizeof *policies);
    side->files = arena_array(side->arena, side->inputs.count, sizeof *side->files);
    side->count = side->inputs.count;
    side->is_one = os_kind_of(side->path, &ignored) != OS_FOLDER && !source->full_keys;
    for (size_t i = 0; i < side->count; i++) {
        struct vrmlint_refusal refusal = {.language = settings->language};
        const char *path = side->inputs.paths[i];
        const char *key = key_of(side, path);
        policies[i] = policies_find(settings->policies, source->scratch == NULL ? path : key, &refusal);
        if (policies[i] == NULL) {
            return settings_error(&refusal);
        }
        const char *shown = source->scratch == NULL ? path : arena_printf(side->arena, "%s:%s", source->revision, key);
        side->files[i] =
            (struct side_file){.path = path, .shown = shown, .key = side->is_one ? path : key, .policy = policies[i]};
    }
    if (!vrmlint_manifest_make(&side->manifest, policies, side->count, NULL)) {
        arena_exhausted(side->arena);
    }
    sort_files(side);
    bool empty = false;
    for (size_t i = 0; i < side->inputs.error_count; i++) {
        empty = empty || side->inputs.errors[i].nothing != NULL;
    }
    side->lacks_some = status != STATUS_FINE;
    return empty ? status : STATUS_FINE;
}

/* ---- reports ---- */

static void take_record(void *context, const char *path, const char *record)
{
    struct compared_side *side = context;
    side->files = arena_grow(side->arena, side->files, side->count, &side->capacity, sizeof *side->files);
    path = arena_copy(side->arena, path, strlen(path));
    side->files[side->count++] = (struct side_file){
        .path = path, .shown = path, .key = path, .json = arena_copy(side->arena, record, strlen(record))};
}

static enum status open_report(struct compared_side *side)
{
    size_t size = 0;
    struct os_error error;
    os_work_on(side->path);
    const char *text = whole_read(side->arena, side->path, REPORT_MOST, &size, &error);
    if (text == NULL) {
        return run_error(side->settings->language, side->path, error.text);
    }
    bool no_memory;
    limits_ask(side->arena, text, size);
    if (vrmlint_report_split(text, size, &side->manifest, &no_memory, take_record, side)) {
        sort_files(side);
        return STATUS_FINE;
    }
    if (no_memory) {
        arena_exhausted(side->arena);
    }
    side->is_merge = true;
    side->merge = (struct merge)MERGE_INIT(side->arena, side->settings->language);
    side->merge.mixed = true;
    merge_add(&side->merge, side->path);
    merge_settle(&side->merge);
    enum status status = STATUS_FINE;
    for (size_t i = 0; i < side->merge.note_count; i++) {
        if (side->merge.notes[i].is_error) {
            status = run_error(side->settings->language, side->merge.notes[i].where, side->merge.notes[i].text);
        }
    }
    side->manifest = side->merge.manifest;
    side->count = side->merge.count;
    side->files = arena_array(side->arena, side->count, sizeof *side->files);
    for (size_t i = 0; i < side->count; i++) {
        const char *path = side->merge.pieces[i].path;
        side->files[i] = (struct side_file){.path = path, .shown = path, .key = path};
    }
    return status;
}

/* Opens a report within the limits on time and memory, which reading its records one by one needs no more. */
static enum status open_within_limits(struct compared_side *side)
{
    uint64_t size = 0;
    int64_t ignored;
    struct arena_way way = arena_way(side->arena);
    jmp_buf guard;
    (void)os_measure(side->path, &size, &ignored);
    enum status status = STATUS_FAILED;
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(side->arena, &guard);
        limits_hold(&side->settings->limits, side->arena, size);
        status = open_report(side);
        arena_ask(side->arena); /* a small report makes too few allocations for the observer */
    }
    limits_lift(side->arena);
    arena_set_way(side->arena, &way);
    return end == 0 ? status : limits_error(side->settings->language, side->path, (enum arena_end)end, OS_NO_MEMORY);
}

/* ---- both ---- */

/* Opens a side, and lists its files. Reports errors. */
static enum status side_open(struct compared_side *side, struct arena *arena, struct settings *settings,
                             const struct side_source *source)
{
    *side = (struct compared_side){.arena = arena, .settings = settings, .path = source->paths[0]};
    side->full_keys = source->full_keys;
    side->is_report = !source->models && source->count == 1 && side_is_report(side->path);
    return side->is_report ? open_within_limits(side) : open_models(side, source);
}

static struct vrmlint_report *read_record(struct compared_side *side, size_t index)
{
    struct vrmlint_refusal refusal = {.language = side->settings->language};
    struct vrmlint_record record = {0};
    const char *json = side->files[index].json;
    if (side->is_merge) {
        record.report = merge_read(&side->merge, index, &refusal);
    } else if (!vrmlint_record_read(json, strlen(json), &record, &refusal)) {
        record.report = NULL;
    }
    if (record.report == NULL) {
        run_error(side->settings->language, side->path, refusal.text);
    }
    return record.report;
}

/* Returns the report of a file, which the caller frees; NULL if that fails, which has been reported. Models are
 * checked, in any thread. Reports may be read by only one thread at a time. */
static struct vrmlint_report *side_read(struct compared_side *side, size_t index)
{
    os_work_on(side->is_report ? side->path : side->files[index].path);
    if (side->is_report) {
        return read_record(side, index);
    }
    const char *path = side->files[index].path;
    struct vrmlint_report *report = vrmlint_check_path(side->files[index].policy, path);
    if (report == NULL) {
        run_error(side->settings->language, path, OS_NO_MEMORY);
    }
    return report;
}

/* Returns the report of a file that this side lacks, with the reason if it or a folder that should contain it couldn't
 * be read; otherwise NULL. The caller frees it. */
static struct vrmlint_report *side_read_missing(const struct compared_side *side, const char *key)
{
    struct os_error ignored;
    bool gone = side->is_one && os_kind_of(side->path, &ignored) == OS_MISSING;
    const struct input_error *unread = NULL;
    for (size_t i = 0; i < side->inputs.error_count && unread == NULL; i++) {
        const struct input_error *error = &side->inputs.errors[i];
        const char *path = key_of(side, error->path);
        size_t length = strcmp(path, ".") == 0 ? 0 : strlen(path);
        bool same = length == 0 || (strncmp(key, path, length) == 0 && (key[length] == '/' || key[length] == '\0'));
        unread = same && error->nothing == NULL ? error : NULL;
    }
    struct vrmlint_report *report =
        gone || unread != NULL ? vrmlint_check_path(side->settings->policy, gone ? side->path : unread->path) : NULL;
    if (report != NULL && unread != NULL) {
        report->error = unread->why; /* what is there by now may differ */
        report->path = side->scratch == NULL ? report->path : key;
    }
    return report;
}

/* Writes the hash of a file's content to text, as in reports. Returns false if it is unknown. For one thread at a
 * time. */
static bool side_hash(struct compared_side *side, size_t index, char text[BLAKE2B_TEXT])
{
    if (!side->is_report) {
        return content_hash(side->files[index].path, text);
    }
    struct vrmlint_report *report = side_read(side, index);
    bool known = report != NULL && report->hash != NULL && strlen(report->hash) < BLAKE2B_TEXT;
    if (known) {
        memcpy(text, report->hash, strlen(report->hash) + 1);
    }
    vrmlint_report_free(report);
    return known;
}

/* Matches the files by what follows the folder that contains all of them. */
static void side_shorten_keys(struct compared_side *side)
{
    size_t common = side->count == 0 ? 0 : strlen(side->files[0].key);
    for (size_t i = 0; i < side->count; i++) {
        const char *key = side->files[i].key;
        size_t same = 0;
        size_t folder = 0;
        while (same < common && key[same] == side->files[0].key[same]) {
            folder = key[same] == '/' ? same + 1 : folder;
            same++;
        }
        common = folder;
    }
    for (size_t i = 0; i < side->count; i++) {
        side->files[i].key += common;
    }
}

static void side_close(struct compared_side *side)
{
    if (side->is_merge) {
        merge_close(&side->merge);
    }
}

/* vrmlint diff: compares two files, folders or reports. */

enum { NONE = -1, FINDINGS_MOST = 4000 /* per rule and file */ };

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
    comparing->pairs = arena_grow(comparing->arena, comparing->pairs, comparing->count, &comparing->capacity,
                                  sizeof *comparing->pairs);
    comparing->pairs[comparing->count++] = (struct file_pair){old, now};
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
    if (*count > 1) {
        qsort(list, *count, sizeof *list, by_hash);
    }
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

/* Files that are checked under one policy have the same settings, whatever applies to other files of the sides. */
static struct vrmlint_diff *make_diff(const struct comparing *comparing, const struct file_pair *pair,
                                      const struct made *made)
{
    const struct vrmlint_manifest *old = &comparing->old.manifest;
    const struct vrmlint_manifest *now = &comparing->now.manifest;
    bool fresh = pair->old != NONE && pair->now != NONE && !comparing->old.is_report && !comparing->now.is_report;
    bool same = fresh && comparing->old.files[pair->old].policy == comparing->now.files[pair->now].policy;
    return vrmlint_diff_make(made->old, made->now, same ? now : old, now);
}

static void *compare_files(void *context, size_t index)
{
    struct comparing *comparing = context;
    const struct file_pair *pair = &comparing->pairs[index];
    struct made *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return comparing; /* means that memory ran out */
    }
    if (pair->old != NONE) {
        made->old = side_read(&comparing->old, (size_t)pair->old);
    }
    if (pair->now != NONE) {
        made->now = side_read(&comparing->now, (size_t)pair->now);
    }
    /* a side may lack the file because a folder couldn't be read: its report is that error */
    made->old = pair->old == NONE ? side_read_missing(&comparing->old, comparing->now.files[pair->now].key) : made->old;
    made->now = pair->now == NONE ? side_read_missing(&comparing->now, comparing->old.files[pair->old].key) : made->now;
    if (comparing->old.is_report != comparing->now.is_report) { /* reports contain folded findings */
        struct vrmlint_report *fresh = comparing->old.is_report ? made->now : made->old;
        made->unread = fresh != NULL && !vrmlint_report_fold(fresh);
    }
    made->unread = made->unread || (pair->old != NONE && made->old == NULL) || (pair->now != NONE && made->now == NULL);
    if (made->old != NULL && pair->old != NONE) {
        made->old->path = comparing->old.files[pair->old].shown;
    }
    if (made->now != NULL && pair->now != NONE) {
        made->now->path = comparing->now.files[pair->now].shown;
    }
    if (!made->unread) {
        made->diff = make_diff(comparing, pair, made);
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
    const char *step = os_environment("GITHUB_STEP_SUMMARY");
    if (!open_sink(comparing, &comparing->sink, &comparing->reporter, settings->diff_file, &options)) {
        return false;
    }
    format->begin(&comparing->reporter, &comparing->summary);
    if (format == &diff_github && step != NULL && *step != '\0') {
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

static enum status check_usage(const struct command *command, struct settings *settings, int count, char **paths)
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
    vrmlint_policy_most_findings(settings->policy, FINDINGS_MOST);
    vrmlint_policy_consequences(settings->policy, true);
    enum status status = compare_guarded(command, settings, arena, count, paths);
    if (os_interrupted()) {
        end_interrupted(settings->language, settings->done, settings->wanted);
    }
    return status;
}

static enum status run_diff(const struct command *command, int argc, char **argv)
{
    static const struct frame frame = {check_usage, compare_sides};
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
