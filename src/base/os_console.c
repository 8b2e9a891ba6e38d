/* The program's interface to its user: arguments, the terminal or console, and on Windows the desktop. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <stdlib.h>
#include <windows.h>
/* windows.h must come first */
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#else
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

#include <stdio.h>
#include <string.h>

#include "base/os_parts.h"

#ifdef _WIN32

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif

static HANDLE handle_of(int descriptor)
{
    return GetStdHandle(descriptor == 2 ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
}

int os_columns(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(handle_of(descriptor), &info) ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}

bool os_is_terminal(int descriptor)
{
    DWORD mode;
    return GetConsoleMode(handle_of(descriptor), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

/* Replaces the arguments by UTF-8 ones, which live until the program ends. If memory runs out, keeps those of the
 * runtime. */
static void take_arguments(int *argc, char ***argv)
{
    int count = 0;
    WCHAR **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **narrowed = wide != NULL ? calloc((size_t)count + 1, sizeof *narrowed) : NULL;
    bool ok = narrowed != NULL;
    for (int i = 0; ok && i < count; i++) {
        narrowed[i] = os_narrow(wide[i]);
        ok = narrowed[i] != NULL;
    }
    LocalFree(wide);
    if (ok) {
        *argc = count;
        *argv = narrowed;
        return;
    }
    for (int i = 0; narrowed != NULL && i < count; i++) {
        free(narrowed[i]);
    }
    free(narrowed);
}

void os_start(int *argc, char ***argv, struct os_console *console)
{
    *console = (struct os_console){0};
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    unsigned before = GetConsoleOutputCP();
    if (before != 0 && before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8)) {
        console->code_page = before;
    }
    for (int i = 0; i < 2; i++) {
        DWORD mode;
        if (GetConsoleMode(handle_of(i + 1), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) == 0 &&
            SetConsoleMode(handle_of(i + 1), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING)) {
            console->modes[i] = mode;
        }
    }
    take_arguments(argc, argv);
}

/* Restores in reverse order, as both streams may belong to one console. */
void os_finish(const struct os_console *console)
{
    fflush(stdout);
    fflush(stderr);
    for (int i = 1; i >= 0; i--) {
        if (console->modes[i] != 0) {
            SetConsoleMode(handle_of(i + 1), console->modes[i]);
        }
    }
    if (console->code_page != 0) {
        SetConsoleOutputCP(console->code_page);
    }
}

bool os_language(char *text, size_t size)
{
    WCHAR name[LOCALE_NAME_MAX_LENGTH];
    LCID locale = MAKELCID(GetUserDefaultUILanguage(), SORT_DEFAULT);
    return LCIDToLocaleName(locale, name, LOCALE_NAME_MAX_LENGTH, 0) > 0 &&
           WideCharToMultiByte(CP_UTF8, 0, name, -1, text, (int)size, NULL, NULL) > 0;
}

bool os_owns_console(void)
{
    DWORD processes[2];
    return GetConsoleProcessList(processes, 2) == 1;
}

void os_wait_for_key(void)
{
    int c;
    do {
        c = getchar();
    } while (c != '\n' && c != EOF);
}

bool os_show(const char *path, struct os_error *error)
{
    WCHAR *wide = os_widen(path, L"");
    if (wide == NULL) {
        return os_set_text(error, N_("the path is not UTF-8"));
    }
    /* A result above 32 means success, as the documentation of ShellExecuteW() has it. */
    bool ok = (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > 32;
    if (!ok) {
        os_set_last(error, GetLastError());
    }
    free(wide);
    return ok;
}

bool os_temporary_folder(char *text, size_t size)
{
    WCHAR wide[MAX_PATH + 1];
    DWORD length = GetTempPathW(MAX_PATH + 1, wide);
    return length > 0 && length <= MAX_PATH &&
           WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)size, NULL, NULL) > 0;
}

bool os_program_folder(char *text, size_t size)
{
    WCHAR wide[2048];
    DWORD length = GetModuleFileNameW(NULL, wide, 2048);
    WCHAR *name = length > 0 && length < 2048 ? wcsrchr(wide, L'\\') : NULL;
    if (name == NULL) {
        return false;
    }
    name[1] = L'\0';
    return WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)size, NULL, NULL) > 0;
}

#else

bool os_is_terminal(int descriptor)
{
    return isatty(descriptor) == 1;
}

int os_columns(int descriptor)
{
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

void os_start(int *argc, char ***argv, struct os_console *console)
{
    (void)argc;
    (void)argv;
    *console = (struct os_console){0};
    signal(SIGPIPE, SIG_IGN);
    /* Occupy closed standard streams, so that files opened later don't get their numbers. Using them stays an error. */
    for (int i = 0; i <= 2; i++) {
        if (fcntl(i, F_GETFD) < 0) {
            int opened = open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY); /* gets the lowest free number: i */
            (void)opened;
        }
    }
}

void os_finish(const struct os_console *console)
{
    (void)console;
}

bool os_language(char *text, size_t size)
{
    (void)text;
    (void)size;
    return false;
}

bool os_owns_console(void)
{
    return false;
}

void os_wait_for_key(void)
{
}

bool os_show(const char *path, struct os_error *error)
{
    (void)path;
    return os_set_text(error, "there is no desktop");
}

bool os_temporary_folder(char *text, size_t size)
{
    (void)text;
    (void)size;
    return false;
}

bool os_program_folder(char *text, size_t size)
{
    (void)text;
    (void)size;
    return false;
}

#endif
