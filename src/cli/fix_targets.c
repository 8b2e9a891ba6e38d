#include "cli/fix_targets.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "cli/links.h"
#include "ids/messages_fix.h"

/* Returns the last part of a path. */
static const char *name_of(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++) {
        if (text_separates_path(*at) && at[1] != '\0') {
            name = at + 1;
        }
    }
    return name;
}

/* A folder of the command line. */
struct root {
    const char *path;
    size_t length; /* without separators at the end */
    size_t index;
};

struct roots {
    struct root *list; /* sorted by path, then by index */
    size_t count;
    bool here; /* "." is one of them: the paths of files found there don't begin with it */
};

static int compare_text(const char *left, size_t left_length, const char *right, size_t right_length)
{
    int order = memcmp(left, right, left_length < right_length ? left_length : right_length);
    return order != 0 ? order : sort_order(left_length, right_length);
}

static int compare_roots(const void *left, const void *right)
{
    const struct root *a = left;
    const struct root *b = right;
    int order = compare_text(a->path, a->length, b->path, b->length);
    return order != 0 ? order : sort_order(a->index, b->index);
}

static void find_roots(struct arena *arena, char *const *paths, int count, struct roots *roots)
{
    struct os_error ignored;
    *roots = (struct roots){.list = arena_array(arena, (size_t)count, sizeof *roots->list)};
    for (int i = 0; i < count; i++) {
        if (os_kind_of(paths[i], &ignored) == OS_FOLDER) {
            size_t length = strlen(paths[i]);
            while (length > 0 && text_separates_path(paths[i][length - 1])) {
                length--;
            }
            roots->list[roots->count++] = (struct root){paths[i], length, (size_t)i};
            roots->here = roots->here || strcmp(paths[i], ".") == 0;
        }
    }
    sort_array(arena, roots->list, roots->count, sizeof *roots->list, compare_roots);
}

/* Returns the last of the roots with a path; NULL if there is none. */
static const struct root *find_root(const struct roots *roots, const char *path, size_t length)
{
    size_t end;
    SORT_SEARCH(end, 0, roots->count, compare_text(roots->list[end].path, roots->list[end].length, path, length) <= 0);
    const struct root *root = end > 0 ? &roots->list[end - 1] : NULL;
    return root != NULL && compare_text(root->path, root->length, path, length) == 0 ? root : NULL;
}

static bool is_below_here(const char *path)
{
    bool above = strncmp(path, "..", 2) == 0 && text_separates_path(path[2]);
    bool drive = text_separates_path('\\') && path[0] != '\0' && path[1] == ':'; /* on Windows */
    return !text_separates_path(path[0]) && !above && !drive;
}

/* Returns an input's path relative to the last folder of the command line that contains it; its name if none does. */
static const char *path_below_roots(const char *input, const struct roots *roots)
{
    const char *rest = roots->here && is_below_here(input) ? input : name_of(input);
    const struct root *last = NULL;
    for (const char *at = input; *at != '\0' && roots->count > 0; at++) {
        const struct root *root = text_separates_path(*at) ? find_root(roots, input, (size_t)(at - input)) : NULL;
        if (root != NULL && (last == NULL || root->index > last->index)) {
            last = root;
            rest = at + 1;
        }
    }
    return rest;
}

struct taken {
    const char *target;
    const char *input;
    size_t index; /* of the input */
};

static int compare_taken(const void *left, const void *right)
{
    return strcmp(((const struct taken *)left)->target, ((const struct taken *)right)->target);
}

/* Returns all targets with their inputs, sorted by target, then by index. */
static struct taken *sort_targets(const struct inputs *inputs, const struct fix_targets *targets)
{
    struct taken *taken = arena_array(inputs->arena, inputs->count, sizeof *taken);
    for (size_t i = 0; i < inputs->count; i++) {
        taken[i] = (struct taken){targets->paths[i], inputs->paths[i], i};
    }
    sort_array(inputs->arena, taken, inputs->count, sizeof *taken, compare_taken);
    return taken;
}

/* Refuses two inputs with the same target. */
static enum status check_twins(const struct command *command, const struct inputs *inputs,
                               const struct fix_targets *targets)
{
    const struct taken *taken = sort_targets(inputs, targets);
    for (size_t i = 1; i < inputs->count; i++) {
        if (strcmp(taken[i].target, taken[i - 1].target) == 0) {
            return usage_error(command, WORDS_FIX_SAME_OUTPUT,
                               ARGUMENTS(TERM("path", taken[i - 1].input), TERM("other", taken[i].input),
                                         TERM("output", taken[i].target)));
        }
    }
    return STATUS_FINE;
}

static int compare_identities(const void *left, const void *right)
{
    const struct os_identity *a = left;
    const struct os_identity *b = right;
    return sort_then(sort_order(a->device, b->device), a->inode, b->inode);
}

/* Refuses a target that is one of the files to fix. */
static enum status check_victims(const struct command *command, const struct inputs *inputs,
                                 const struct fix_targets *targets)
{
    struct os_identity *taken = arena_array(inputs->arena, inputs->count, sizeof *taken);
    struct os_identity target;
    size_t count = 0;
    size_t at;
    for (size_t i = 0; i < inputs->count; i++) {
        count += os_identify(inputs->paths[i], &taken[count]);
    }
    sort_array(inputs->arena, taken, count, sizeof *taken, compare_identities);
    for (size_t i = 0; i < inputs->count; i++) {
        if (!os_identify(targets->paths[i], &target)) {
            continue;
        }
        SORT_SEARCH(at, 0, count, compare_identities(&taken[at], &target) < 0);
        if (at < count && compare_identities(&taken[at], &target) == 0) {
            return usage_error(command, WORDS_FIX_WOULD_OVERWRITE, ARGUMENTS(TERM("output", targets->paths[i])));
        }
    }
    return STATUS_FINE;
}

/* Keeps one of the inputs that are the same file: the others would find it changed. */
static void drop_twins(struct inputs *inputs, const struct fix_targets *targets)
{
    const struct taken *taken = sort_targets(inputs, targets);
    size_t kept = 0;
    for (size_t i = 1; i < inputs->count; i++) {
        if (strcmp(taken[i].target, taken[i - 1].target) == 0) {
            inputs->paths[taken[i].index] = NULL;
        }
    }
    for (size_t i = 0; i < inputs->count; i++) {
        if (inputs->paths[i] != NULL) {
            targets->paths[kept] = targets->paths[i];
            inputs->paths[kept++] = inputs->paths[i];
        }
    }
    inputs->count = kept;
}

/* A file that no link in a PATH leads out to may always be replaced through a link. Others: see links_allow(). */
static enum status find_in_place(const struct command *command, struct inputs *inputs, struct fix_targets *targets)
{
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        struct os_error error;
        const char *path = inputs->paths[i];
        if (strcmp(path, "-") == 0) {
            return usage_error(command, WORDS_FIX_STDIN_IN_PLACE, NO_ARGUMENTS);
        }
        char *found = os_true_path(path, &error);
        if (found != NULL && !links_allow(path, strlen(path), &error) && !inputs_walk_to(inputs, found)) {
            inputs_fail(inputs, path, &error);
        } else {
            inputs->paths[kept] = path;
            targets->paths[kept++] =
                found == NULL ? path : arena_copy(inputs->arena, found, strlen(found)); /* reading reports why */
        }
        free(found);
    }
    inputs->count = kept;
    drop_twins(inputs, targets);
    return STATUS_FINE;
}

enum status fix_targets_find(const struct command *command, const struct settings *settings, struct inputs *inputs,
                             char *const *paths, int count, struct fix_targets *targets)
{
    struct os_error ignored;
    struct os_error error;
    const char *output = settings->fix_output;
    *targets = (struct fix_targets){arena_array(inputs->arena, inputs->count, sizeof *targets->paths)};
    if (settings->in_place) {
        return find_in_place(command, inputs, targets);
    }
    if (output == NULL) {
        return STATUS_FINE;
    }
    enum os_kind kind = os_kind_of(output, &ignored);
    bool one = count == 1 && settings->files_from == NULL && os_kind_of(paths[0], &ignored) != OS_FOLDER;
    if (!one && kind == OS_FILE) {
        return usage_error(command, WORDS_FIX_OUTPUT_NOT_FOLDER, ARGUMENTS(TERM("path", output)));
    }
    struct roots roots;
    find_roots(inputs->arena, paths, count, &roots);
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *target = one && kind != OS_FOLDER
                                 ? output
                                 : arena_printf(inputs->arena, "%s%s%s", output,
                                                text_separates_path(output[strlen(output) - 1]) ? "" : "/",
                                                path_below_roots(inputs->paths[i], &roots));
        if (links_allow(target, strlen(output), &error)) {
            inputs->paths[kept] = inputs->paths[i];
            targets->paths[kept++] = target;
        } else {
            inputs_fail(inputs, target, &error);
        }
    }
    inputs->count = kept;
    enum status status = check_twins(command, inputs, targets);
    return status == STATUS_FINE ? check_victims(command, inputs, targets) : status;
}

bool fix_targets_make_folders(const struct settings *settings, const char *target, struct os_error *error)
{
    char folder[4096];
    size_t length = strlen(target);
    size_t at = strlen(settings->fix_output);
    if (length >= sizeof folder || strcmp(target, settings->fix_output) == 0) {
        return true;
    }
    memcpy(folder, target, length + 1);
    for (; at < length; at++) {
        if (text_separates_path(folder[at])) {
            char separator = folder[at];
            folder[at] = '\0';
            if (!os_make_folder(folder, error)) {
                return false;
            }
            folder[at] = separator;
        }
    }
    return true;
}
