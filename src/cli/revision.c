#include "cli/revision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "ids/messages_diff.h"
#include "report/where.h"

enum { DEEPEST = 200 /* depth of nested folders */ };

/* Whether a path lies below the working folder, where git can put it. */
static bool is_inside(const char *path)
{
    bool up = strcmp(path, "..") == 0 || strncmp(path, "../", 3) == 0 || strstr(path, "/../") != NULL;
    return !where_is_absolute(path) && !up && strcmp(path, "-") != 0;
}

/* Whether git finds a commit, or what is at a path in one. */
static bool git_finds(const char *object)
{
    struct os_error ignored;
    const char *const arguments[] = {"git", "cat-file", "-e", object, NULL};
    return os_run(arguments, true, &ignored) == 0;
}

static bool revision_has(const char *revision, const char *path)
{
    char object[REVISION_PATH];
    return snprintf(object, sizeof object, "%s:./%s", revision, path) < (int)sizeof object && git_finds(object);
}

static enum status run_program(const struct command *command, const char *const *arguments)
{
    struct os_error error;
    int code = os_run(arguments, false, &error);
    if (code < 0) {
        return run_error(command->language, arguments[0], error.text);
    }
    return code == 0 ? STATUS_FINE : STATUS_FAILED; /* git has reported why */
}

/* Runs git archive ... REVISION -- PATHS, with those paths that the revision contains, and unpacks the archive. */
static enum status unpack_revision(struct revision *revision, const struct command *command, const char *name,
                                   int count, char **paths)
{
    enum { BEFORE = 6 };
    char archive[REVISION_PATH];
    char output[REVISION_PATH];
    enum status status = STATUS_FINE;
    const char **arguments = calloc((size_t)count + BEFORE + 1, sizeof *arguments);
    if (arguments == NULL) {
        return run_error(command->language, "vrmlint", OS_NO_MEMORY);
    }
    snprintf(archive, sizeof archive, "%.*s/archive.tar", REVISION_PATH - 20, revision->folder);
    snprintf(output, sizeof output, "--output=%.*s", REVISION_PATH - 20, archive);
    const char *const head[BEFORE] = {"git", "archive", "--format=tar", output, name, "--"};
    memcpy(arguments, head, sizeof head);
    size_t used = BEFORE;
    for (int i = 0; i < count; i++) {
        const char *path = where_path(paths[i]);
        bool all = strcmp(path, ".") == 0 || *path == '\0';
        if (all || revision_has(name, path)) {
            arguments[used++] = all ? "." : path;
        }
    }
    if (used > BEFORE) {
        const char *const tar[] = {"tar", "-xf", archive, "-C", revision->files, NULL};
        status = run_program(command, arguments);
        status = status == STATUS_FINE ? run_program(command, tar) : status;
    }
    free(arguments);
    return status;
}

enum status revision_open(struct revision *revision, const struct command *command, const char *name, int count,
                          char **paths)
{
    struct os_error error;
    *revision = (struct revision){0};
    for (int i = 0; i < count; i++) {
        if (!is_inside(paths[i])) {
            return usage_error(command, WORDS_DIFF_SINCE_NEEDS, ARGUMENTS(TERM("path", paths[i])));
        }
    }
    char commit[REVISION_PATH];
    snprintf(commit, sizeof commit, "%.*s^{commit}", REVISION_PATH - 20, name);
    const char *const version[] = {"git", "--version", NULL};
    if (os_run(version, true, &error) < 0) {
        return run_error(command->language, "git", error.text);
    }
    if (*name == '-' || !git_finds(commit)) {
        return usage_error(command, WORDS_DIFF_NO_REVISION, ARGUMENTS(TERM("name", name)));
    }
    if (!os_make_scratch(revision->folder, sizeof revision->folder, &error)) {
        *revision->folder = '\0';
        return run_error(command->language, "vrmlint", error.text);
    }
    snprintf(revision->files, sizeof revision->files, "%.*s/files", REVISION_PATH - 20, revision->folder);
    if (!os_make_folder(revision->files, &error)) {
        return run_error(command->language, revision->files, error.text);
    }
    return unpack_revision(revision, command, name, count, paths);
}

void revision_close(struct revision *revision)
{
    if (*revision->folder != '\0') {
        os_remove_tree(revision->folder, DEEPEST);
    }
}
