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

enum { PROGRAM_PATH = 4096 };

/* ---- a folder ---- */

struct variable_names {
    char **items;
    size_t count;
    size_t capacity;
    bool failed;
};

static void take_name(void *context, const char *name)
{
    struct variable_names *names = context;
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
    struct variable_names names = {0};
    if (deepest > 0 && os_list(folder, take_name, &names, &ignored)) {
        for (size_t i = 0; i < names.count; i++) {
            char *path = os_text("%s/%s", folder, names.items[i]);
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

/* Windows has links, but only some users may make them. */
bool os_make_link(const char *target, const char *path)
{
    (void)target;
    (void)path;
    return false;
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

/* Opens a file that a program inherits; NULL: the device that is always empty. */
static HANDLE open_inherited(const char *path, DWORD access)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    WCHAR *wide = path == NULL ? NULL : os_widen(path, L"");
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (path == NULL || wide != NULL) {
        handle = CreateFileW(wide == NULL ? L"NUL" : wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                             path != NULL && access == GENERIC_WRITE ? CREATE_ALWAYS : OPEN_EXISTING, 0, NULL);
    }
    free(wide);
    return handle;
}

static void close_inherited(HANDLE handle)
{
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
}

/* Starts a program with these streams. CreateProcessW() would look for a program without a path in the working folder
 * first, so it gets the whole path. */
static bool start_program(const char *path, const char *line, const STARTUPINFOW *startup, PROCESS_INFORMATION *process)
{
    WCHAR *wide_path = os_wide_text(path, L"");
    WCHAR *wide = os_wide_text(line, L"");
    STARTUPINFOW copy = *startup;
    bool ok = wide_path != NULL && wide != NULL &&
              CreateProcessW(wide_path, wide, NULL, NULL, TRUE, 0, NULL, NULL, &copy, process);
    free(wide_path);
    free(wide);
    return ok;
}

static int run_found(const char *program, const char *const *arguments, const char *input, const char *output,
                     struct os_error *error)
{
    size_t size = 1;
    for (size_t i = 0; arguments[i] != NULL; i++) {
        size += 2 * strlen(arguments[i]) + 3;
    }
    char *line = malloc(size);
    if (line == NULL) {
        os_set_text(error, OS_NO_MEMORY);
        return -1;
    }
    size_t length = 0;
    for (size_t i = 0; arguments[i] != NULL; i++) {
        length = quote_argument(line, length, arguments[i]);
        line[length++] = ' ';
    }
    line[length] = '\0';
    STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process = {0};
    DWORD code = 1;
    startup.hStdInput = open_inherited(input, GENERIC_READ);
    startup.hStdOutput = open_inherited(output, GENERIC_WRITE);
    startup.hStdError = output == NULL ? startup.hStdOutput : GetStdHandle(STD_ERROR_HANDLE);
    bool ok = startup.hStdInput != INVALID_HANDLE_VALUE && startup.hStdOutput != INVALID_HANDLE_VALUE &&
              start_program(program, line, &startup, &process);
    if (!ok) {
        os_set_last(error, GetLastError());
    } else {
        WaitForSingleObject(process.hProcess, INFINITE);
        GetExitCodeProcess(process.hProcess, &code);
        CloseHandle(process.hProcess);
        CloseHandle(process.hThread);
    }
    close_inherited(startup.hStdInput);
    close_inherited(startup.hStdOutput);
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

bool os_make_link(const char *target, const char *path)
{
    return symlink(target, path) == 0;
}

#ifdef __EMSCRIPTEN__

static int run_found(const char *program, const char *const *arguments, const char *input, const char *output,
                     struct os_error *error)
{
    (void)program;
    (void)arguments;
    (void)input;
    (void)output;
    os_set_text(error, "there are no other programs");
    return -1;
}

#else

/* ---- programs ---- */

extern char **environ;

/* Sets the streams of a program. Returns an errno. */
static int set_streams(posix_spawn_file_actions_t *actions, const char *input, const char *output)
{
    const char *nothing = "/dev/null";
    int code = posix_spawn_file_actions_addopen(actions, 0, input == NULL ? nothing : input, O_RDONLY, 0);
    if (code == 0) {
        code = posix_spawn_file_actions_addopen(actions, 1, output == NULL ? nothing : output,
                                                O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
    return code != 0 || output != NULL ? code : posix_spawn_file_actions_addopen(actions, 2, nothing, O_WRONLY, 0);
}

static int run_found(const char *program, const char *const *arguments, const char *input, const char *output,
                     struct os_error *error)
{
    pid_t process;
    int status = 0;
    char **copy; /* posix_spawn() doesn't change the arguments */
    memcpy(&copy, &arguments, sizeof copy);
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code == 0) {
        code = set_streams(&actions, input, output);
        code = code == 0 ? posix_spawn(&process, program, &actions, NULL, copy, environ) : code;
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

/* ---- the search for programs ---- */

#ifdef _WIN32
enum { FOLDER_SEPARATOR = ';' };
static const char program_ending[] = ".exe";

/* Whether a path depends neither on the working folder nor on the current drive. */
static bool is_whole(const char *path, size_t length)
{
    bool drive = length > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
    return drive || (length > 2 && path[0] == '\\' && path[1] == '\\');
}

static bool is_program(const char *path)
{
    return os_is_regular(path);
}

#else

enum { FOLDER_SEPARATOR = ':' };
static const char program_ending[] = "";

static bool is_whole(const char *path, size_t length)
{
    return length > 0 && path[0] == '/';
}

static bool is_program(const char *path)
{
    return os_is_regular(path) && access(path, X_OK) == 0;
}

#endif

bool os_find_program(const char *folders, const char *name, char *path, size_t size)
{
    while (folders != NULL && *folders != '\0') {
        const char *end = strchr(folders, FOLDER_SEPARATOR);
        size_t length = end == NULL ? strlen(folders) : (size_t)(end - folders);
        int needed = snprintf(path, size, "%.*s/%s%s", (int)length, folders, name, program_ending);
        if (is_whole(folders, length) && needed > 0 && (size_t)needed < size && is_program(path)) {
            return true;
        }
        folders += length + (end == NULL ? 0 : 1);
    }
    return false;
}

int os_run(const char *const *arguments, const char *input, const char *output, struct os_error *error)
{
    char program[PROGRAM_PATH];
    if (!os_find_program(os_environment("PATH"), arguments[0], program, sizeof program)) {
        os_set_text(error, N_("not found in a folder of PATH"));
        return -1;
    }
    return run_found(program, arguments, input, output, error);
}
