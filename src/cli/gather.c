#include "cli/gather.h"

#include <string.h>

#include "base/glob.h"
#include "base/os.h"
#include "ids/messages_command.h"
#include "report/where.h"
#include "run/policies.h"

enum { SKIPPED_MAX = 20 /* lines that are printed */ };

/* Whether a folder is never one of avatars: those of version control and other tools, the one that macOS puts into
 * archives, and those of Windows on each drive. */
static bool is_left_out_always(const char *name, size_t length)
{
    static const char *const names[] = {"node_modules", "__MACOSX", "$RECYCLE.BIN", "System Volume Information"};
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        known = known || (strlen(names[i]) == length && memcmp(names[i], name, length) == 0);
    }
    return known || (*name == '.' && (length > 2 || (length == 2 && name[1] != '.')));
}

/* Whether a PATH is, or lies in, such a folder. Folders above the working folder don't count. */
static bool lies_in_one(const char *path, bool folder)
{
    for (const char *at = where_path(path); !where_is_absolute(path);) {
        size_t length = strcspn(at, "/");
        if ((folder || at[length] == '/') && length > 0 && is_left_out_always(at, length)) {
            return true;
        }
        if (at[length] == '\0') {
            return false;
        }
        at += length + 1;
    }
    return false;
}

static bool pattern_takes(const char *pattern, const char *path, bool folder)
{
    return folder ? glob_takes_folder(pattern, path) : glob_matches(pattern, path);
}

/* Returns why a path is left out; NULL: it isn't. A pattern may be relative to a PATH, or to the working folder, as
 * in reports. */
static const char *leaves_out(const void *context, const char *root, const char *path, bool folder)
{
    const struct settings *settings = context;
    const char *slash = strrchr(path, '/');
    size_t length = strlen(root);
    const char *below = strncmp(path, root, length) == 0 ? where_path(path + length) : path;
    const char *name = slash == NULL ? path : slash + 1;
    below += *below == '/';
    if (*root == '\0' ? lies_in_one(path, folder) : folder && is_left_out_always(name, strlen(name))) {
        return N_("a folder of other programs");
    }
    for (size_t i = 0; i < settings->exclude_count; i++) {
        const char *pattern = settings->excludes[i];
        bool from_outside = pattern_takes(pattern, path, folder) && !glob_takes_folder(pattern, root);
        if (from_outside || pattern_takes(pattern, below, folder)) {
            return N_("matches --exclude");
        }
    }
    bool excluded = settings->policies != NULL && policies_exclude(settings->policies, root, path, folder);
    return excluded ? N_("excluded by the settings") : NULL;
}

/* The files of another revision, in a folder with their paths from the working folder. */
struct elsewhere {
    const struct settings *settings;
    size_t length; /* of the folder's path, with a slash */
};

static const char *leaves_out_elsewhere(const void *context, const char *root, const char *path, bool folder)
{
    const struct elsewhere *elsewhere = context;
    size_t length = strlen(root);
    const char *name = length == 0 ? "" : length < elsewhere->length ? "." : root + elsewhere->length;
    return leaves_out(elsewhere->settings, name, path + elsewhere->length, folder);
}

void gather_elsewhere(const struct settings *settings, struct inputs *inputs, const char *scratch, int path_count,
                      char **paths)
{
    struct os_error ignored;
    const struct elsewhere elsewhere = {settings, strlen(scratch) + 1};
    const struct input_filter filter = {&elsewhere, leaves_out_elsewhere, settings->force_exclude};
    inputs->filter = &filter;
    inputs->may_be_empty = true;
    for (int i = 0; i < path_count; i++) {
        bool all = strcmp(paths[i], ".") == 0;
        const char *path = all ? scratch : arena_printf(inputs->arena, "%s/%s", scratch, paths[i]);
        if (os_kind_of(path, &ignored) != OS_MISSING) {
            inputs_add(inputs, path);
        }
    }
    inputs_find(inputs);
    inputs->filter = NULL;
}

void gather_inputs(const struct settings *settings, struct inputs *inputs, int path_count, char **paths)
{
    const struct input_filter filter = {settings, leaves_out, settings->force_exclude};
    inputs->filter = &filter;
    inputs->may_be_empty = settings->allow_empty || settings->force_exclude;
    inputs->follow = settings->follow;
    for (int i = 0; i < path_count; i++) {
        inputs_add(inputs, paths[i]);
    }
    if (settings->files_from != NULL) {
        inputs_add_list(inputs, settings->files_from);
    }
    inputs_find(inputs);
    inputs->filter = NULL;
}

const char *gather_name(const struct settings *settings, const char *path)
{
    return settings->standard_name != NULL && strcmp(path, "-") == 0 ? settings->standard_name : path;
}

const struct vrmlint_policy **gather_policies(const struct settings *settings, struct arena *arena,
                                              const struct inputs *inputs, enum status *status)
{
    const struct vrmlint_policy **policies = arena_array(arena, inputs->count, sizeof *policies);
    for (size_t i = 0; i < inputs->count; i++) {
        struct vrmlint_refusal refusal = {.language = settings->language};
        policies[i] = policies_find(settings->policies, gather_name(settings, inputs->paths[i]), &refusal);
        if (policies[i] == NULL) {
            *status = settings_error(&refusal);
            return NULL;
        }
    }
    return policies;
}

/* Reports what a folder contains instead, so that the user sees why nothing in it was checked. */
static void report_nothing(const struct settings *settings, const char *path, const struct input_nothing *nothing)
{
    static const enum message sentences[] = {WORDS_NO_MODEL_HERE, WORDS_NO_MODEL_OTHERS, WORDS_NO_MODEL_LEFT_OUT,
                                             WORDS_NO_MODEL_OTHERS_LEFT_OUT};
    struct argument endings[INPUT_NAMED];
    struct argument paths[INPUT_NAMED];
    size_t ending_count = 0;
    size_t path_count = 0;
    while (ending_count < INPUT_NAMED && nothing->endings[ending_count] != NULL) {
        endings[ending_count] = TERM("", nothing->endings[ending_count]);
        ending_count++;
    }
    while (path_count < INPUT_NAMED && nothing->left_out[path_count] != NULL) {
        paths[path_count] = TERM("", nothing->left_out[path_count]);
        path_count++;
    }
    struct argument ending = ending_count == 0
                                 ? WORD("endings", WORDS_NO_ENDING)
                                 : argument_list("endings", endings, ending_count, ending_count, JOIN_COMMA);
    struct argument left_out = argument_list("paths", paths, path_count, nothing->left_out_count, JOIN_COMMA);
    size_t which = (nothing->other_count > 0 ? 1 : 0) + (path_count > 0 ? 2 : 0);
    struct argument count = COUNT("count", nothing->other_count);
    switch (which) {
    case 0:
        notice(settings->language, path, sentences[which], NO_ARGUMENTS);
        break;
    case 1:
        notice(settings->language, path, sentences[which], ARGUMENTS(count, ending));
        break;
    case 2:
        notice(settings->language, path, sentences[which], ARGUMENTS(left_out));
        break;
    default:
        notice(settings->language, path, sentences[which], ARGUMENTS(count, ending, left_out));
        break;
    }
}

enum status gather_report(const struct settings *settings, const struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->error_count; i++) {
        const struct input_error *error = &inputs->errors[i];
        if (error->nothing != NULL) {
            report_nothing(settings, error->path, error->nothing);
        } else {
            run_error(settings->language, error->path, error->why);
        }
    }
    size_t most = settings->list_left_out ? SIZE_MAX : SKIPPED_MAX;
    for (size_t i = 0; i < inputs->skipped_count && i < most; i++) {
        notice(settings->language, inputs->skipped[i].path, WORDS_FILE_SKIPPED,
               ARGUMENTS(MARKED("why", inputs->skipped[i].why)));
    }
    if (inputs->skipped_count > most) {
        notice(settings->language, inputs->skipped[most].path, WORDS_MORE_FILES_SKIPPED,
               ARGUMENTS(COUNT("count", inputs->skipped_count - most)));
    }
    return inputs->error_count > 0 ? STATUS_FAILED : STATUS_FINE;
}
