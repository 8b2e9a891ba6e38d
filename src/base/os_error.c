/* The system's error messages. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/os_parts.h"

#define BROKEN_PIPE N_("Broken pipe")
#define NO_ENTRY N_("No such file or directory")
#define NO_FOLDER N_("Not a directory")

bool os_set_text(struct os_error *error, const char *text)
{
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

bool os_lacks_memory(const struct os_error *error)
{
    return strcmp(error->text, OS_NO_MEMORY) == 0;
}

bool os_lacks_file(const struct os_error *error)
{
    return strcmp(error->text, NO_ENTRY) == 0 || strcmp(error->text, NO_FOLDER) == 0;
}

bool os_set_errno(struct os_error *error, int code)
{
    /* The most frequent errors have the same words on every system, and translations. */
    static const struct {
        int code;
        const char *text;
    } frequent[] = {
        {ENOENT, NO_ENTRY},
        {EACCES, N_("Permission denied")},
        {EISDIR, N_("Is a directory")},
        {ENOTDIR, NO_FOLDER},
        {ENOSPC, N_("No space left on device")},
        {EROFS, N_("Read-only file system")},
        {ENOMEM, OS_NO_MEMORY},
        {EPIPE, BROKEN_PIPE},
        {EIO, N_("Input/output error")},
        {ELOOP, N_("Too many levels of symbolic links")},
        {ENAMETOOLONG, N_("File name too long")},
    };
    for (size_t i = 0; i < sizeof frequent / sizeof *frequent; i++) {
        if (frequent[i].code == code) {
            return os_set_text(error, frequent[i].text);
        }
    }
#ifdef _WIN32
    bool known = strerror_s(error->text, sizeof error->text, code) == 0;
#else
    bool known = strerror_r(code, error->text, sizeof error->text) == 0;
#endif
    if (!known || error->text[0] == '\0') {
        snprintf(error->text, sizeof error->text, "error %d", code);
    }
    return false;
}

bool os_is_broken_pipe(const struct os_error *error)
{
    return strcmp(error->text, BROKEN_PIPE) == 0;
}

#ifdef _WIN32

bool os_set_last(struct os_error *error, DWORD code)
{
    /* The most frequent errors, mapped to those of other systems. */
    static const struct {
        DWORD code;
        int number;
    } same[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT}, {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},   {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_DISK_FULL, ENOSPC},      {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_WRITE_PROTECT, EROFS},   {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_NO_DATA, EPIPE},         {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_DIRECTORY, ENOTDIR},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        if (same[i].code == code) {
            return os_set_errno(error, same[i].number);
        }
    }
    WCHAR wide[160];
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, wide,
                                  (DWORD)(sizeof wide / sizeof *wide), NULL);
    while (length > 0 && (wide[length - 1] <= L' ' || wide[length - 1] == L'.')) {
        length--;
    }
    int bytes = length == 0 ? 0
                            : WideCharToMultiByte(CP_UTF8, 0, wide, (int)length, error->text,
                                                  (int)sizeof error->text - 1, NULL, NULL);
    error->text[bytes > 0 ? bytes : 0] = '\0';
    if (bytes <= 0) {
        snprintf(error->text, sizeof error->text, "error %lu", (unsigned long)code);
    }
    return false;
}

#endif
