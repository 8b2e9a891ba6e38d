#include "run/cache.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/blake2b.h"
#include "base/grow.h"
#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "report/formats.h"

#define TEMPORARY ".tmp"
#define HEX "0123456789abcdef"

enum {
    BLOCK = 4096,                       /* bytes: the block size of most disks, or a multiple of it */
    FOLDERS = 256,                      /* one for each value of a name's first two digits */
    NAME_LENGTH = BLAKE2B_TEXT - 1 - 2, /* digits of an entry's name without those of its folder */
};

#define STALE (INT64_C(3600) * 1000000000) /* nanoseconds after which a temporary file counts as abandoned */

struct cache_entry {
    int64_t used; /* time of the last use, as from os_measure() */
    uint64_t size;
    unsigned folder;
    char name[NAME_LENGTH + 1];
};

struct trimming {
    const char *root;
    unsigned folder; /* the one being listed */
    struct cache_entry *entries;
    size_t count;
    size_t capacity;
    uint64_t total;
};

void cache_suffix(char suffix[CACHE_SUFFIX])
{
    snprintf(suffix, CACHE_SUFFIX, ".%lx.%016llx" TEMPORARY, os_process(), (unsigned long long)os_random());
}

/* Returns root/ab/name, or root/name if folder is FOLDERS; the caller frees it. NULL if memory runs out. */
static char *path_of(const char *root, unsigned folder, const char *name)
{
    return folder < FOLDERS ? os_text("%s/%02x/%s", root, folder, name) : os_text("%s/%s", root, name);
}

/* Whether a name is that of a temporary file, "NAME.PROCESS.NUMBER.tmp". *process receives the process that writes
 * it. */
static bool is_temporary(const char *name, unsigned long *process)
{
    const char *end = name + strlen(name) - (strlen(name) < strlen(TEMPORARY) ? 0 : strlen(TEMPORARY));
    const char *dot = strchr(name, '.');
    if (strcmp(end, TEMPORARY) != 0 || dot == NULL || dot >= end) {
        return false;
    }
    char *behind;
    *process = strtoul(dot + 1, &behind, 16);
    return behind > dot + 1 && *behind == '.' && strspn(behind + 1, HEX) == (size_t)(end - behind - 1);
}

static void add_entry(struct trimming *trimming, const char *name, uint64_t size, int64_t used)
{
    if (!grow_by_one(&trimming->entries, trimming->count, &trimming->capacity, sizeof *trimming->entries)) {
        return; /* the next run will see it */
    }
    struct cache_entry *entry = &trimming->entries[trimming->count++];
    *entry = (struct cache_entry){.used = used, .size = (size + BLOCK - 1) / BLOCK * BLOCK, .folder = trimming->folder};
    memcpy(entry->name, name, NAME_LENGTH);
    trimming->total += entry->size;
}

static void measure_cache_entry(void *context, const char *name)
{
    struct trimming *trimming = context;
    unsigned long process = 0;
    uint64_t size;
    int64_t used;
    bool temporary = is_temporary(name, &process);
    bool entry = trimming->folder < FOLDERS && strlen(name) == NAME_LENGTH && strspn(name, HEX) == NAME_LENGTH;
    char *path = temporary || entry ? path_of(trimming->root, trimming->folder, name) : NULL;
    if (path != NULL && os_measure(path, &size, &used)) {
        if (entry) {
            add_entry(trimming, name, size, used);
        } else if (!os_is_running(process) || os_now() - used > STALE) {
            os_remove(path);
        }
    }
    free(path);
}

static int by_use(const void *left, const void *right)
{
    const struct cache_entry *a = left;
    const struct cache_entry *b = right;
    if (a->used != b->used) {
        return a->used < b->used ? -1 : 1;
    }
    return a->folder == b->folder ? strcmp(a->name, b->name) : a->folder < b->folder ? -1 : 1;
}

/*
 * Removes the least recently used entries until the rest takes at most limit bytes of a disk, in blocks of 4 KiB.
 * Also removes temporary files whose process has ended, or that are an hour old. (If processes of other machines
 * write to the folder, a file of theirs may be removed; the next run keeps that report.) Only files whose names a
 * cache makes are touched.
 */
static void cache_trim(const char *folder, uint64_t limit)
{
    struct trimming trimming = {.root = folder};
    struct os_error ignored;
    for (trimming.folder = 0; trimming.folder <= FOLDERS; trimming.folder++) {
        char *path = path_of(folder, trimming.folder, "");
        if (path != NULL) {
            path[strlen(path) - 1] = '\0';
        }
        /* only the cache itself may be a link */
        if (path != NULL && (trimming.folder == FOLDERS || !os_is_link(path))) {
            os_list(path, measure_cache_entry, &trimming, &ignored);
        }
        free(path);
    }
    if (trimming.total > limit) {
        sort_in_place(trimming.entries, trimming.count, sizeof *trimming.entries, by_use);
    }
    for (size_t i = 0; i < trimming.count && trimming.total > limit; i++) {
        char *path = path_of(folder, trimming.entries[i].folder, trimming.entries[i].name);
        if (path != NULL) {
            os_remove(path);
            trimming.total -= trimming.entries[i].size;
        }
        free(path);
    }
    free(trimming.entries);
}

enum {
    CACHE_CHUNK = 256 * 1024,       /* bytes hashed at a time */
    SETTLED = 2,                    /* seconds: a write from now on changes a time that is older than this */
    PREFIX = 2,                     /* leading digits of an entry's name that name its folder */
    ENTRY_MAX = 1024 * 1024 * 1024, /* bytes: a larger file isn't an entry */
};

/* The beginning of an entry's first line, before the checksum, a line feed, and the record. */
#define MAGIC "vrmlint cache 2 "

/* A policy and its key. */
struct known_policy {
    const struct vrmlint_policy *policy;
    bool has_key;
    char key[VRMLINT_KEY_SIZE];
};

struct cache {
    char *folder;
    struct known_policy *known; /* sorted by pointer */
    size_t known_count;
    uint64_t limit; /* bytes */
    atomic_bool failed;
    atomic_bool grown; /* an entry was added */
};

/* Whether a folder is trusted: users who can write to a cache control what is reported. */
static bool is_trusted(const char *folder, struct os_error *error)
{
    if (os_is_planted(folder)) {
        *error = (struct os_error){N_("another user created it in a folder that all users can write to")};
        return false;
    }
    if (os_is_open_to_all(folder)) {
        *error = (struct os_error){N_("all users can write to it, but a cache must belong to the user or the team")};
        return false;
    }
    return true;
}

struct cache *cache_open(const char *folder, uint64_t limit, struct os_error *error)
{
    struct cache *cache = calloc(1, sizeof *cache);
    size_t size = strlen(folder) + 1;
    char *copy = malloc(size);
    if (cache == NULL || copy == NULL || !os_make_folder(folder, error) || !is_trusted(folder, error)) {
        if (cache == NULL || copy == NULL) {
            *error = (struct os_error){"not enough memory"};
        }
        free(copy);
        free(cache);
        return NULL;
    }
    memcpy(copy, folder, size);
    cache->folder = copy;
    cache->limit = limit;
    return cache;
}

void cache_close(struct cache *cache)
{
    if (cache != NULL) {
        if (atomic_load_explicit(&cache->grown, memory_order_relaxed)) {
            cache_trim(cache->folder, cache->limit);
        }
        free(cache->folder);
        free(cache->known);
        free(cache);
    }
}

static int by_policy(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)((const struct known_policy *)a)->policy;
    uintptr_t right = (uintptr_t)((const struct known_policy *)b)->policy;
    return (left > right) - (left < right);
}

void cache_expect(struct cache *cache, const struct vrmlint_policy *const *policies, size_t count)
{
    size_t changes = 0; /* an upper bound: files of one folder share a policy, and are adjacent */
    for (size_t i = 0; i < count; i++) {
        changes += i == 0 || policies[i] != policies[i - 1];
    }
    cache->known = calloc(changes + 1, sizeof *cache->known);
    if (cache->known == NULL) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || policies[i] != policies[i - 1]) {
            cache->known[cache->known_count++].policy = policies[i];
        }
    }
    sort_in_place(cache->known, cache->known_count, sizeof *cache->known, by_policy);
    size_t kept = 0;
    for (size_t i = 0; i < cache->known_count; i++) {
        if (kept == 0 || cache->known[kept - 1].policy != cache->known[i].policy) {
            struct known_policy *known = &cache->known[kept++];
            known->policy = cache->known[i].policy;
            known->has_key = vrmlint_policy_key(known->policy, known->key);
        }
    }
    cache->known_count = kept;
}

static bool key_of(const struct cache *cache, const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE])
{
    const struct known_policy wanted = {.policy = policy};
    const struct known_policy *known =
        cache->known_count == 0 ? NULL
                                : bsearch(&wanted, cache->known, cache->known_count, sizeof *cache->known, by_policy);
    if (known == NULL) {
        return vrmlint_policy_key(policy, key);
    }
    memcpy(key, known->key, sizeof known->key);
    return known->has_key;
}

bool cache_has_failed(const struct cache *cache)
{
    return atomic_load_explicit(&cache->failed, memory_order_relaxed);
}

/* Opens an ordinary file without waiting, in case it has become a pipe meanwhile. */
static struct os_file *open_now(const char *path)
{
    bool late;
    struct os_error ignored;
    const struct os_limits limits = {.most = 1, .deadline = os_clock()};
    return os_open_within(path, &limits, &late, &ignored);
}

/* ---- names ---- */

/* A request for the report of a file. */
struct request {
    const struct vrmlint_policy *policy;
    const char *path;
    double begun; /* when it began, by os_clock() */
};

/* The name of a file's entry, and the hash of its content. */
struct entry_naming {
    char name[BLAKE2B_TEXT];
    char content[BLAKE2B_TEXT];
};

static bool name_entry(const struct request *request, struct os_file *file, const char *key,
                       struct entry_naming *naming)
{
    struct blake2b hash;
    struct os_error ignored;
    unsigned char *buffer = malloc(CACHE_CHUNK);
    bool ok = buffer != NULL;
    blake2b_start(&hash);
    uint64_t offset = 0;
    for (size_t got = 1; ok && got > 0; offset += got) {
        ok = !os_interrupted() && vrmlint_policy_waits(request->policy, os_clock() - request->begun) &&
             os_read(file, offset, buffer, CACHE_CHUNK, &got, &ignored);
        blake2b_add(&hash, buffer, ok ? got : 0);
    }
    free(buffer);
    blake2b_end_text(&hash, naming->content);
    blake2b_start(&hash);
    blake2b_add_text(&hash, key);
    blake2b_add_text(&hash, text_path_ending(request->path)); /* rules depend on it */
    blake2b_add_text(&hash, naming->content);
    blake2b_end_text(&hash, naming->name);
    return ok;
}

/* Returns folder/ab, or folder/ab/cdef... if whole, and a suffix; the caller frees it. NULL if memory runs out. */
static char *entry_path(const struct cache *cache, const char *name, bool whole, const char *suffix)
{
    return os_text("%s/%.*s%s%s%s", cache->folder, PREFIX, name, whole ? "/" : "", whole ? name + PREFIX : "", suffix);
}

/* Hashes a record with the name of its entry, so that an entry copied to another name is invalid. */
static void hash_entry(const char *name, const char *record, size_t size, char text[BLAKE2B_TEXT])
{
    struct blake2b hash;
    blake2b_start(&hash);
    blake2b_add_text(&hash, name);
    blake2b_add(&hash, record, size);
    blake2b_end_text(&hash, text);
}

/* ---- reading ---- */

/* Whether a file begins and ends as entries do. A file that merely has the size of an entry isn't read. */
static bool is_like_entry(struct os_file *file)
{
    struct os_error ignored;
    char first[sizeof MAGIC - 1];
    char last;
    size_t got;
    uint64_t size = os_size(file);
    return size > sizeof first && size <= ENTRY_MAX && os_read(file, 0, first, sizeof first, &got, &ignored) &&
           got == sizeof first && memcmp(first, MAGIC, sizeof first) == 0 &&
           os_read(file, size - 1, &last, 1, &got, &ignored) && got == 1 && last == '\n';
}

static char *read_whole(const char *path, size_t *size)
{
    struct os_error ignored;
    struct os_file *file = os_is_regular(path) ? open_now(path) : NULL;
    char *text = NULL;
    if (file != NULL && is_like_entry(file)) {
        text = malloc((size_t)os_size(file) + 1);
        if (text != NULL && !os_read(file, 0, text, (size_t)os_size(file), size, &ignored)) {
            free(text);
            text = NULL;
        }
    }
    os_close(file);
    return text;
}

static struct vrmlint_report *parse_entry(const char *name, const char *text, size_t size)
{
    const size_t head = strlen(MAGIC) + BLAKE2B_TEXT - 1;
    char sum[BLAKE2B_TEXT];
    struct vrmlint_refusal ignored = {.language = VRMLINT_ENGLISH};
    struct vrmlint_record record;
    if (size < head + 2 || text[head] != '\n' || text[size - 1] != '\n' || memcmp(text, MAGIC, strlen(MAGIC)) != 0) {
        return NULL;
    }
    hash_entry(name, text + head + 1, size - head - 1, sum);
    if (memcmp(sum, text + strlen(MAGIC), BLAKE2B_TEXT - 1) != 0) {
        return NULL;
    }
    return vrmlint_record_read(text + head + 1, size - head - 2, &record, &ignored) ? record.report : NULL;
}

static struct vrmlint_report *find_cached_report(const struct cache *cache, const char *name)
{
    size_t size = 0;
    char *path = entry_path(cache, name, true, "");
    char *text = path == NULL ? NULL : read_whole(path, &size);
    struct vrmlint_report *report = text == NULL ? NULL : parse_entry(name, text, size);
    if (report != NULL) {
        os_touch(path); /* the least recently used entries are removed first */
    }
    free(text);
    free(path);
    return report;
}

/* ---- writing ---- */

/* Writes the record of a report, without its path, into memory, as in ndjson. */
static bool write_record(const struct vrmlint_report *report, struct os_memory *memory)
{
    struct vrmlint_report nameless = *report;
    nameless.path = "";
    struct reporter reporter = {.format = &report_ndjson, .options.whole = true, .out = os_memory_open(memory)};
    if (reporter.out == NULL) {
        return false;
    }
    report_file(&reporter, &nameless);
    return os_memory_close(memory);
}

static bool write_entry(const char *name, const char *path, const struct os_memory *memory)
{
    struct os_error ignored;
    char sum[BLAKE2B_TEXT];
    FILE *out = os_create_new(path, &ignored);
    if (out == NULL) {
        return false;
    }
    hash_entry(name, memory->text, memory->size, sum);
    fprintf(out, "%s%s\n", MAGIC, sum);
    fwrite(memory->text, 1, memory->size, out);
    bool ok = os_flush(out, &ignored);
    return fclose(out) == 0 && ok;
}

static bool store_report(const struct cache *cache, const char *name, const struct vrmlint_report *report)
{
    struct os_error ignored;
    struct os_memory memory = {0};
    char suffix[CACHE_SUFFIX];
    cache_suffix(suffix);
    char *folder = entry_path(cache, name, false, "");
    char *temporary = entry_path(cache, name, true, suffix);
    char *path = entry_path(cache, name, true, "");
    bool ok = folder != NULL && temporary != NULL && path != NULL && write_record(report, &memory) &&
              os_make_folder(folder, &ignored) && !os_is_link(folder) && write_entry(name, temporary, &memory) &&
              os_replace(temporary, path, &ignored);
    if (!ok && temporary != NULL) {
        os_remove(temporary);
    }
    free(memory.text);
    free(path);
    free(temporary);
    free(folder);
    return ok;
}

/* ---- both ---- */

/* Computes the name of the entry for the current content of a path. Returns false if it can't be cached. */
static bool name_path(const struct cache *cache, const struct request *request, struct entry_naming *naming)
{
    char key[VRMLINT_KEY_SIZE];
    const char *path = request->path;
    if (strcmp(path, "-") == 0 || !os_is_regular(path) || !key_of(cache, request->policy, key)) {
        return false;
    }
    struct os_file *file = open_now(path);
    bool ok =
        file != NULL && vrmlint_policy_takes(request->policy, os_size(file)) && name_entry(request, file, key, naming);
    os_close(file);
    return ok;
}

/* Properties of a file that change with a write, except if it was written just before. */
struct stamp {
    uint64_t size;
    int64_t modified;
    int64_t changed;
    bool settled; /* any later write changes them */
};

static struct stamp stamp_of(const char *path)
{
    struct stamp stamp = {0};
    stamp.settled = os_measure(path, &stamp.size, &stamp.modified) && os_changed(path, &stamp.changed) &&
                    stamp.changed + SETTLED < (int64_t)time(NULL);
    return stamp;
}

/* Whether a file is unchanged since it was hashed. A file that was written lately is hashed again. */
static bool has_stayed(const struct cache *cache, const struct request *request, const struct stamp *before,
                       const struct entry_naming *naming)
{
    struct entry_naming again;
    struct stamp after = stamp_of(request->path);
    if (before->settled && after.settled) {
        return after.size == before->size && after.modified == before->modified && after.changed == before->changed;
    }
    return name_path(cache, request, &again) && strcmp(again.name, naming->name) == 0;
}

struct vrmlint_report *cache_check(struct cache *cache, const struct vrmlint_policy *policy, const char *path)
{
    struct entry_naming naming;
    const struct request request = {policy, path, os_clock()};
    const struct stamp before = stamp_of(path);
    if (!name_path(cache, &request, &naming)) {
        return vrmlint_check_path(policy, path);
    }
    struct vrmlint_report *report = find_cached_report(cache, naming.name);
    if (report != NULL) {
        return report;
    }
    report = vrmlint_check_known(policy, path, naming.content);
    /* the file may have been written between hashing and checking: keep the report only if it is unchanged */
    if (report != NULL && report->repeatable && has_stayed(cache, &request, &before, &naming)) {
        bool stored = store_report(cache, naming.name, report);
        atomic_store_explicit(stored ? &cache->grown : &cache->failed, true, memory_order_relaxed);
    }
    return report;
}
