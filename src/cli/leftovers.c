#include "cli/leftovers.h"

#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "run/inputs.h"

/* Nanoseconds. */
#define AN_HOUR ((int64_t)3600 * 1000000000)

struct folder {
    const char *text; /* begins with the path of the folder, and its separator if it has one */
    size_t length;
};

struct removal {
    struct arena *arena;
    struct folder folder;
    const char **paths; /* sorted */
    size_t count;
    bool models; /* temporary files of any model are removed too */
};

static int compare_folders(const void *left, const void *right)
{
    const struct folder *a = left;
    const struct folder *b = right;
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : sort_order(a->length, b->length);
}

static struct folder folder_of(const char *path)
{
    return (struct folder){path, (size_t)(text_path_name(path) - path)};
}

static bool is_ours(const struct removal *removal, const char *path)
{
    size_t at;
    if (removal->models && inputs_names_model(path)) {
        return true;
    }
    SORT_SEARCH(at, 0, removal->count, strcmp(removal->paths[at], path) < 0);
    return at < removal->count && strcmp(removal->paths[at], path) == 0;
}

static void remove_if_leftover(void *context, const char *name)
{
    const struct removal *removal = context;
    const struct folder *folder = &removal->folder;
    size_t length;
    uint64_t size;
    int64_t modified;
    if (!os_is_temporary_name(name, &length)) {
        return;
    }
    const char *path = arena_printf(removal->arena, "%.*s%s", (int)folder->length, folder->text, name);
    const char *made_for = arena_copy(removal->arena, path, folder->length + length);
    if (is_ours(removal, made_for) && !os_is_link(path) && os_is_regular(path) && os_measure(path, &size, &modified) &&
        modified < os_now() - AN_HOUR) {
        os_remove(path);
    }
}

static void remove_from(struct removal *removal, const struct folder *folder)
{
    struct os_error ignored;
    const char *path = folder->length == 0 ? "." : arena_copy(removal->arena, folder->text, folder->length);
    removal->folder = *folder;
    os_list(path, remove_if_leftover, removal, &ignored);
}

void leftovers_remove(struct arena *arena, const char *const *paths, size_t count)
{
    struct removal removal = {.arena = arena, .models = true};
    struct folder *folders = arena_array(arena, count, sizeof *folders);
    removal.paths = arena_array(arena, count, sizeof *removal.paths);
    for (size_t i = 0; i < count; i++) {
        if (paths[i] != NULL) {
            folders[removal.count] = folder_of(paths[i]);
            removal.paths[removal.count++] = paths[i];
        }
    }
    sort_array(arena, removal.paths, removal.count, sizeof *removal.paths, text_compare);
    sort_array(arena, folders, removal.count, sizeof *folders, compare_folders);
    for (size_t i = 0; i < removal.count; i++) {
        if (i == 0 || compare_folders(&folders[i], &folders[i - 1]) != 0) {
            remove_from(&removal, &folders[i]);
        }
    }
}

void leftovers_remove_of(struct arena *arena, const char *path)
{
    struct removal removal = {.arena = arena, .paths = &path, .count = 1};
    const struct folder folder = folder_of(path);
    remove_from(&removal, &folder);
}
