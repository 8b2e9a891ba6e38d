#include "cli/side.h"

#include <setjmp.h>
#include <string.h>

#include "base/os.h"
#include "base/os_crash.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/whole.h"
#include "cli/gather.h"
#include "report/where.h"
#include "run/content.h"
#include "run/policies.h"
#include "run/within.h"

enum { REPORT_MOST = 1024 * 1024 * 1024 /* bytes of a report in JSON */ };

bool side_is_report(const char *path)
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
    sort_array(side->arena, side->files, side->count, sizeof *side->files, by_key);
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
    path = arena_copy(side->arena, path, strlen(path));
    *ARENA_ADD(side->arena, side->files, side->count) = (struct side_file){
        .path = path, .shown = path, .key = path, .json = arena_copy(side->arena, record, strlen(record))};
}

/* Whether a report begins as ndjson does, whose records are read one by one: the report of a large library isn't held
 * in memory. */
static bool begins_as_lines(struct os_file *file)
{
    static const char *const keys[] = {"\"path\"", "\"summary\""};
    struct os_error ignored;
    char begin[64];
    size_t got = 0;
    if (!os_read(file, 0, begin, sizeof begin - 1, &got, &ignored)) {
        got = 0;
    }
    begin[got] = '\0';
    const char *at = begin + utf8_mark(begin, got);
    at += strspn(at, " \t\r\n");
    at += *at == '{';
    at += strspn(at, " \t\r\n");
    return text_begins(at, keys[0]) || text_begins(at, keys[1]);
}

/* Reads the files of a report in JSON. Returns false if it isn't one, or with *error. */
static bool read_report_files(struct compared_side *side, struct os_error *error)
{
    size_t size = 0;
    const char *text = whole_read_open(side->arena, side->file, REPORT_MOST, &size, error);
    return text != NULL && report_split_within(side->arena, text, size, &side->manifest, take_record, side);
}

static enum status open_report(struct compared_side *side)
{
    struct os_error error = {""};
    os_work_on(side->path);
    side->file = side->file != NULL ? side->file : os_open(side->path, &error); /* once: it may be a pipe */
    bool lines = side->file != NULL && begins_as_lines(side->file);
    if (side->file != NULL && !lines && read_report_files(side, &error)) {
        sort_files(side);
        return STATUS_FINE;
    }
    if (*error.text != '\0') {
        return run_error(side->settings->language, side->path, error.text);
    }
    side->is_merge = true;
    side->merge = (struct merge)MERGE_INIT(side->arena, side->settings->language);
    side->merge.mixed = true;
    side->merge.not_whole = true;
    struct os_file *file = side->file;
    side->file = NULL; /* the merge closes it, also where a limit ends this */
    merge_add_open(&side->merge, side->path, file);
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

/* Opens a report within the limits on time and memory, which apply to each of its records again. */
static enum status open_within_limits(struct compared_side *side)
{
    uint64_t size = 0;
    int64_t ignored;
    struct arena_way way = arena_way(side->arena);
    struct work_limits limits = side->settings->limits; /* with a clock of its own */
    jmp_buf guard;
    (void)os_measure(side->path, &size, &ignored);
    enum status status = STATUS_FAILED;
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(side->arena, &guard);
        limits_hold(&limits, side->arena, size);
        status = open_report(side);
        arena_ask(side->arena); /* a small report makes too few allocations for the observer */
    }
    limits_lift(side->arena);
    arena_set_way(side->arena, &way);
    return end == 0 ? status : limits_error(side->settings->language, side->path, end, OS_NO_MEMORY);
}

/* ---- standard input ---- */

/* Reads standard input, and sets whether it is a report, or else the bytes of a model. Reports an error. */
static bool read_standard(struct compared_side *side)
{
    const struct work_limits *limits = &side->settings->limits;
    const struct os_limits how = {.most = REPORT_MOST,
                                  .deadline = limits->timeout > 0 ? os_clock() + limits->timeout : 0};
    struct os_error error = {""};
    char begin[sizeof REPORT_BEGIN] = "";
    size_t got;
    bool late = false;
    side->file = os_open_within(side->path, &how, &late, &error);
    bool ok = side->file != NULL && os_read(side->file, 0, begin, sizeof begin - 1, &got, &error);
    side->is_report = ok && (strcmp(begin, REPORT_BEGIN) == 0 || begins_as_lines(side->file));
    if (ok && !side->is_report) {
        side->model = whole_read_open(side->arena, side->file, REPORT_MOST, &side->model_size, &error);
        os_close(side->file);
        side->file = NULL;
        ok = side->model != NULL;
    }
    if (late) {
        limits_error(side->settings->language, side->path, ARENA_STOPPED, OS_NO_MEMORY);
    } else if (!ok) {
        run_error(side->settings->language, side->path, error.text);
    }
    return ok;
}

/* ---- both ---- */

enum status side_open(struct compared_side *side, struct arena *arena, struct settings *settings,
                      const struct side_source *source)
{
    *side = (struct compared_side){.arena = arena, .settings = settings, .path = source->paths[0]};
    side->full_keys = source->full_keys;
    side->is_report = !source->models && source->count == 1 && side_is_report(side->path);
    if (!source->models && source->count == 1 && strcmp(side->path, "-") == 0 && !read_standard(side)) {
        return STATUS_FAILED;
    }
    return side->is_report ? open_within_limits(side) : open_models(side, source);
}

size_t side_record_size(const struct compared_side *side, size_t index)
{
    return side->is_merge ? side->merge.pieces[index].size : strlen(side->files[index].json);
}

struct vrmlint_report *side_read_record(struct compared_side *side, size_t index, struct arena *within,
                                        struct vrmlint_refusal *refusal)
{
    struct vrmlint_record record = {0};
    os_work_on(side->path);
    if (side->is_merge) {
        return merge_read(&side->merge, index, within, refusal);
    }
    const char *json = side->files[index].json;
    return record_read_within(within, json, strlen(json), &record, refusal) ? record.report : NULL;
}

struct vrmlint_report *side_check_model(const struct compared_side *side, size_t index)
{
    const char *path = side->files[index].path;
    os_work_on(path);
    const struct vrmlint_policy *policy = side->files[index].policy;
    struct vrmlint_report *report = side->model != NULL
                                        ? vrmlint_check_bytes(policy, path, side->model, side->model_size)
                                        : vrmlint_check_path(policy, path);
    if (report == NULL) {
        run_error(side->settings->language, path, OS_NO_MEMORY);
    }
    return report;
}

struct vrmlint_report *side_read_missing(const struct compared_side *side, const char *key)
{
    struct os_error ignored;
    bool gone = side->is_one && os_kind_of(side->path, &ignored) == OS_MISSING;
    const struct input_error *unread = NULL;
    for (size_t i = 0; i < side->inputs.error_count && unread == NULL; i++) {
        const struct input_error *error = &side->inputs.errors[i];
        const char *path = key_of(side, error->path);
        bool same = *path == '\0' || strcmp(path, ".") == 0 || text_is_within(key, path);
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

/* Reads the hash in a record. */
struct hash_reading {
    struct compared_side *side;
    size_t index;
    char *text;
    bool known;
};

static void read_hash(struct arena *arena, void *context)
{
    struct hash_reading *reading = context;
    struct vrmlint_refusal ignored = {.language = VRMLINT_ENGLISH};
    struct vrmlint_report *report = side_read_record(reading->side, reading->index, arena, &ignored);
    reading->known = report != NULL && report->hash != NULL && strlen(report->hash) < BLAKE2B_TEXT;
    if (reading->known) {
        memcpy(reading->text, report->hash, strlen(report->hash) + 1);
    }
    vrmlint_report_free(report);
}

bool side_hash(struct compared_side *side, size_t index, char text[BLAKE2B_TEXT])
{
    if (!side->is_report) {
        return content_hash(side->files[index].path, text);
    }
    struct hash_reading reading = {.side = side, .index = index, .text = text};
    struct work_limits limits = side->settings->limits;
    return limits_run(&limits, side_record_size(side, index), read_hash, &reading) == 0 && reading.known;
}

void side_shorten_keys(struct compared_side *side)
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

void side_close(struct compared_side *side)
{
    os_close(side->file);
    if (side->is_merge) {
        merge_close(&side->merge);
    }
}
