#include "cli/sink.h"

#include <string.h>

#include "base/among.h"
#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "cli/links.h"
#include "ids/messages_command.h"
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

/* Does the same for one path that isn't a model, and for no other file. */
static void leftovers_remove_of(struct arena *arena, const char *path)
{
    struct removal removal = {.arena = arena, .paths = &path, .count = 1};
    const struct folder folder = folder_of(path);
    remove_from(&removal, &folder);
}

/* The name of standard input if it is a file that the shell opened. */
#define STANDARD_INPUT "/dev/stdin"

bool sink_is_standard_output(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    return IS_AMONG(path, names);
}

enum { PATH_SIZE = 4096, LINKS_MAX = 40 };

/* Writes the folder of a path to folder; returns the rest of the path. */
static const char *name_in(const char *path, char *folder)
{
    int length = (int)(text_path_name(path) - path);
    snprintf(folder, PATH_SIZE, "%.*s", length == 0 ? 1 : length, length == 0 ? "." : path);
    return path + length;
}

static bool same_identity(const char *a, const char *b)
{
    struct os_identity first;
    struct os_identity second;
    return os_identify(a, &first) && os_identify(b, &second) && first.device == second.device &&
           first.inode == second.inode;
}

/* Returns the path of the file that opening a path for writing would create: links to missing files are followed. The
 * result is in space, or the path itself. */
static const char *made_by(const char *path, char *space)
{
    char target[PATH_SIZE];
    for (int i = 0; i < LINKS_MAX && os_link_target(path, target, sizeof target); i++) {
        char folder[PATH_SIZE];
        name_in(path, folder);
        int length = target[0] == '/' ? snprintf(space, PATH_SIZE, "%s", target)
                                      : snprintf(space, PATH_SIZE, "%s/%s", folder, target);
        if (length >= PATH_SIZE) {
            return path;
        }
        path = space;
    }
    return path;
}

bool sink_is_same(const char *a, const char *b)
{
    struct os_error ignored;
    if (os_kind_of(a, &ignored) != OS_MISSING || os_kind_of(b, &ignored) != OS_MISSING) {
        return os_is_regular(a) && same_identity(a, b);
    }
    char space_a[PATH_SIZE];
    char space_b[PATH_SIZE];
    char folder_a[PATH_SIZE];
    char folder_b[PATH_SIZE];
    const char *name_a = name_in(made_by(a, space_a), folder_a);
    const char *name_b = name_in(made_by(b, space_b), folder_b);
    return strcmp(name_a, name_b) == 0 && same_identity(folder_a, folder_b);
}

bool sink_overwrites(const char *output, const char *input)
{
    return sink_is_same(output, strcmp(input, "-") == 0 ? STANDARD_INPUT : input);
}

enum status sink_spare_model(const struct command *command, const char *output)
{
    if (output == NULL || !inputs_names_model(output) || !os_is_regular(output)) {
        return STATUS_FINE;
    }
    return usage_error(command, WORDS_WOULD_OVERWRITE_MODEL, ARGUMENTS(TERM("path", output)));
}

bool sink_open(struct sink *sink, struct arena *arena, struct os_error *error)
{
    struct os_error ignored;
    if (sink->path == NULL) {
        sink->out = stdout;
        return true;
    }
    if ((os_is_link(sink->path) || !os_is_regular(sink->path)) && os_is_planted(sink->path)) {
        *error = (struct os_error){N_("another user created it in a folder that all users can write to")};
        return false;
    }
    if (!links_allow(sink->path, strlen(sink->path), error)) {
        return false;
    }
    if (sink->append) {
        sink->out = os_append(sink->path, error);
        return sink->out != NULL;
    }
    enum os_kind kind = os_kind_of(sink->path, &ignored);
    if (os_is_link(sink->path) || (kind != OS_MISSING && !os_is_regular(sink->path))) {
        sink->out = os_create(sink->path, error);
        return sink->out != NULL;
    }
    leftovers_remove_of(arena, sink->path);
    char temporary[PATH_SIZE];
    if (!os_temporary_name(sink->path, temporary, sizeof temporary)) {
        *error = (struct os_error){N_("File name too long")};
        return false;
    }
    sink->temporary = arena_copy(arena, temporary, strlen(temporary));
    os_catch_interrupts(); /* otherwise the file would stay behind */
    sink->out = os_create_new(sink->temporary, error);
    if (sink->out == NULL) {
        sink->temporary = NULL;
    }
    return sink->out != NULL;
}

bool sink_close(struct sink *sink, bool whole, struct os_error *error)
{
    if (sink->out == NULL) {
        return true;
    }
    bool good = !whole || os_flush(sink->out, error);
    if (sink->path == NULL) {
        return good;
    }
    if (fclose(sink->out) != 0 && whole && good) {
        *error = (struct os_error){N_("it could not be closed")};
        good = false;
    }
    sink->out = NULL;
    if (sink->temporary == NULL) {
        return good;
    }
    whole = whole && !os_interrupted();
    if (whole && good) {
        good = os_replace(sink->temporary, sink->path, error);
    }
    if (!whole || !good) {
        os_remove(sink->temporary);
    }
    return good;
}
