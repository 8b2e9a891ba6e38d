#include "run/cache_trim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/grow.h"
#include "base/os.h"

#define TEMPORARY ".tmp"
#define HEX "0123456789abcdef"

enum {
    BLOCK = 4096,                       /* bytes: the block size of most disks, or a multiple of it */
    FOLDERS = 256,                      /* one for each value of a name's first two digits */
    NAME_LENGTH = BLAKE2B_TEXT - 1 - 2, /* digits of an entry's name without those of its folder */
};

#define STALE (INT64_C(3600) * 1000000000) /* nanoseconds after which a temporary file counts as abandoned */

struct entry {
    int64_t used; /* time of the last use, as from os_measure() */
    uint64_t size;
    unsigned folder;
    char name[NAME_LENGTH + 1];
};

struct trimming {
    const char *root;
    unsigned folder; /* the one being listed */
    struct entry *entries;
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
    size_t size = strlen(root) + strlen(name) + 5;
    char *path = malloc(size);
    if (path != NULL && folder < FOLDERS) {
        snprintf(path, size, "%s/%02x/%s", root, folder, name);
    } else if (path != NULL) {
        snprintf(path, size, "%s/%s", root, name);
    }
    return path;
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
    struct entry *entry = &trimming->entries[trimming->count++];
    *entry = (struct entry){.used = used, .size = (size + BLOCK - 1) / BLOCK * BLOCK, .folder = trimming->folder};
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
    const struct entry *a = left;
    const struct entry *b = right;
    if (a->used != b->used) {
        return a->used < b->used ? -1 : 1;
    }
    return a->folder == b->folder ? strcmp(a->name, b->name) : a->folder < b->folder ? -1 : 1;
}

void cache_trim(const char *folder, uint64_t limit)
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
        qsort(trimming.entries, trimming.count, sizeof *trimming.entries, by_use);
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
