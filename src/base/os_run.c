/* Other programs, and a folder for their output. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/os.h"
#include "base/os_parts.h"

/* ---- a folder ---- */

struct names {
    char **items;
    size_t count;
    size_t capacity;
    bool failed;
};

static void take_name(void *context, const char *name)
{
    struct names *names = context;
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    names->failed = names->failed || !grow_by_one(&names->items, names->count, &names->capacity, sizeof *names->items);
    if (copy == NULL || names->failed) {
        names->failed = true;
        free(copy);
        return;
    }
    memcpy(copy, name, size);
    names->items[names->count++] = copy;
}

static char *join_path(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s/%s", folder, name);
    }
    return path;
}

static void remove_folder(const char *path)
{
#ifdef _WIN32
    WCHAR *wide = os_widen(path, L"");
    if (wide != NULL) {
        RemoveDirectoryW(wide);
    }
    free(wide);
#else
    rmdir(path);
#endif
}

void os_remove_tree(const char *folder, unsigned deepest)
{
    struct os_error ignored;
    struct names names = {0};
    if (deepest > 0 && os_list(folder, take_name, &names, &ignored)) {
        for (size_t i = 0; i < names.count; i++) {
            char *path = join_path(folder, names.items[i]);
            if (path != NULL && !os_is_link(path) && os_kind_of(path, &ignored) == OS_FOLDER) {
                os_remove_tree(path, deepest - 1);
            } else if (path != NULL) {
                os_remove(path);
            }
            free(path);
        }
    }
    for (size_t i = 0; i < names.count; i++) {
        free(names.items[i]);
    }
    free(names.items);
    remove_folder(folder);
}

#ifdef _WIN32

bool os_make_scratch(char *path, size_t size, struct os_error *error)
{
    char folder[MAX_PATH + 1];
    if (!os_temporary_folder(folder, sizeof folder)) {
        return os_set_last(error, GetLastError());
    }
    snprintf(path, size, "%svrmlint-%016llx", folder, (unsigned long long)os_random());
    return os_make_folder(path, error);
}

/* ---- programs ---- */

/* Appends an argument so that Windows programs split the command line correctly: in quotes, with a backslash before
 * each quote inside, and backslashes before a quote doubled. */
static size_t quote_argument(char *line, size_t length, const char *argument)
{
    size_t slashes = 0;
    line[length++] = '"';
    for (; *argument != '\0'; argument++) {
        for (size_t i = 0; *argument == '"' && i <= slashes; i++) {
            line[length++] = '\\';
        }
        slashes = *argument == '\\' ? slashes + 1 : 0;
        line[length++] = *argument;
    }
    for (size_t i = 0; i < slashes; i++) {
        line[length++] = '\\';
    }
    line[length++] = '"';
    return length;
}

int os_run(const char *const *arguments, bool silent, struct os_error *error)
{
    size_t size = 1;
    for (size_t i = 0; arguments[i] != NULL; i++) {
        size += 2 * strlen(arguments[i]) + 3;
    }
    char *line = malloc(size);
    size_t length = 0;
    for (size_t i = 0; line != NULL && arguments[i] != NULL; i++) {
        length = quote_argument(line, length, arguments[i]);
        line[length++] = ' ';
    }
    if (line != NULL) {
        line[length] = '\0';
    }
    WCHAR *wide = line == NULL ? NULL : os_wide_text(line, L"");
    STARTUPINFOW startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process = {0};
    DWORD code = 1;
    DWORD flags = silent ? DETACHED_PROCESS : 0; /* without a console, and with streams of its own that lead nowhere */
    startup.dwFlags = silent ? STARTF_USESTDHANDLES : 0;
    bool ok = wide != NULL && CreateProcessW(NULL, wide, NULL, NULL, FALSE, flags, NULL, NULL, &startup, &process);
    if (!ok) {
        os_set_last(error, GetLastError());
    } else {
        WaitForSingleObject(process.hProcess, INFINITE);
        GetExitCodeProcess(process.hProcess, &code);
        CloseHandle(process.hProcess);
        CloseHandle(process.hThread);
    }
    free(wide);
    free(line);
    return ok ? (int)code : -1;
}

#else

bool os_make_scratch(char *path, size_t size, struct os_error *error)
{
    const char *folder = os_environment("TMPDIR");
    snprintf(path, size, "%s/vrmlint-XXXXXX", folder == NULL || *folder == '\0' ? "/tmp" : folder);
    if (mkdtemp(path) == NULL) {
        return os_set_errno(error, errno);
    }
    return true;
}

#ifdef __EMSCRIPTEN__

int os_run(const char *const *arguments, bool silent, struct os_error *error)
{
    (void)arguments;
    (void)silent;
    os_set_text(error, "there are no other programs");
    return -1;
}

#else

/* ---- programs ---- */

extern char **environ;

int os_run(const char *const *arguments, bool silent, struct os_error *error)
{
    pid_t process;
    int status = 0;
    char **copy; /* posix_spawnp() doesn't change the arguments */
    memcpy(&copy, &arguments, sizeof copy);
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code == 0) {
        for (int stream = 1; silent && stream <= 2 && code == 0; stream++) {
            code = posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
        }
        code = code == 0 ? posix_spawnp(&process, arguments[0], &actions, NULL, copy, environ) : code;
        posix_spawn_file_actions_destroy(&actions);
    }
    if (code != 0) {
        os_set_errno(error, code);
        return -1;
    }
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            os_set_errno(error, errno);
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#endif
#endif
