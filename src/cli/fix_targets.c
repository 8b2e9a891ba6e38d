#include "cli/fix_targets.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "ids/messages_fix.h"

static bool is_separator(char c)
{
#ifdef _WIN32
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

/* The last part of a path. */
static const char *name_of(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++) {
        if (is_separator(*at) && at[1] != '\0') {
            name = at + 1;
        }
    }
    return name;
}

/* An input's path from the folder of the command line that it was found in; its name, where it was named itself. */
static const char *below(const char *input, char *const *paths, int count)
{
    const char *rest = name_of(input);
    struct os_error ignored;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(paths[i]);
        while (length > 0 && is_separator(paths[i][length - 1])) {
            length--;
        }
        if (strncmp(input, paths[i], length) == 0 && is_separator(input[length]) &&
            os_kind_of(paths[i], &ignored) == OS_FOLDER) {
            rest = input + length + 1;
        }
    }
    return rest;
}

struct taken {
    const char *target;
    const char *input;
};

static int compare_taken(const void *left, const void *right)
{
    return strcmp(((const struct taken *)left)->target, ((const struct taken *)right)->target);
}

/* Two inputs for one target. */
static enum status check_twins(const struct command *command, const struct inputs *inputs,
                               const struct fix_targets *targets)
{
    struct taken *taken = arena_array(inputs->arena, inputs->count, sizeof *taken);
    for (size_t i = 0; i < inputs->count; i++) {
        taken[i] = (struct taken){targets->paths[i], inputs->paths[i]};
    }
    sort_array(inputs->arena, taken, inputs->count, sizeof *taken, compare_taken);
    for (size_t i = 1; i < inputs->count; i++) {
        if (strcmp(taken[i].target, taken[i - 1].target) == 0) {
            return usage_error(command, WORDS_FIX_SAME_OUTPUT,
                               ARGUMENTS(TERM("path", taken[i - 1].input), TERM("other", taken[i].input),
                                         TERM("output", taken[i].target)));
        }
    }
    return STATUS_FINE;
}

/* Below --output nothing that is to be mended itself may stand. */
static enum status check_victims(const struct command *command, const struct inputs *inputs,
                                 const struct fix_targets *targets)
{
    struct os_error ignored;
    for (size_t i = 0; i < inputs->count; i++) {
        struct os_identity target;
        struct os_identity input;
        if (os_kind_of(targets->paths[i], &ignored) == OS_MISSING || !os_identify(targets->paths[i], &target)) {
            continue;
        }
        for (size_t k = 0; k < inputs->count; k++) {
            if (os_identify(inputs->paths[k], &input) && input.device == target.device && input.inode == target.inode) {
                return usage_error(command, WORDS_FIX_WOULD_OVERWRITE, ARGUMENTS(TERM("output", targets->paths[i])));
            }
        }
    }
    return STATUS_FINE;
}

static enum status find_in_place(const struct command *command, const struct inputs *inputs,
                                 struct fix_targets *targets)
{
    for (size_t i = 0; i < inputs->count; i++) {
        struct os_error error;
        if (strcmp(inputs->paths[i], "-") == 0) {
            return usage_error(command, WORDS_FIX_STDIN_IN_PLACE, NO_ARGUMENTS);
        }
        char *path = os_true_path(inputs->paths[i], &error);
        targets->paths[i] =
            path == NULL ? inputs->paths[i] : arena_copy(inputs->arena, path, strlen(path)); /* reading says why */
        free(path);
    }
    return STATUS_FINE;
}

enum status fix_targets_find(const struct command *command, const struct settings *settings,
                             const struct inputs *inputs, char *const *paths, int count, struct fix_targets *targets)
{
    struct os_error ignored;
    const char *output = settings->fix_output;
    *targets = (struct fix_targets){arena_array(inputs->arena, inputs->count, sizeof *targets->paths), inputs->count};
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
    for (size_t i = 0; i < inputs->count; i++) {
        targets->paths[i] = one && kind != OS_FOLDER ? output
                                                     : arena_printf(inputs->arena, "%s%s%s", output,
                                                                    is_separator(output[strlen(output) - 1]) ? "" : "/",
                                                                    below(inputs->paths[i], paths, count));
    }
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
        if (is_separator(folder[at])) {
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
