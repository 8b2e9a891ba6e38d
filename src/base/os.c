#ifdef _WIN32
#define _CRT_RAND_S /* for rand_s() */
#define WIN32_LEAN_AND_MEAN
#include <stdlib.h>
#include <windows.h>
/* windows.h must come first */
#include <fcntl.h>
#include <io.h>
#else
#define _DEFAULT_SOURCE /* NOLINT: for getentropy() */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif
#endif

#include <errno.h>
#include <string.h>

#include "base/os_parts.h"

void os_set_text(struct os_error *error, const char *text)
{
    snprintf(error->text, sizeof error->text, "%s", text);
}

#define BROKEN_PIPE N_("Broken pipe")

bool os_lacks_memory(const struct os_error *error)
{
    return strcmp(error->text, OS_NO_MEMORY) == 0;
}

void os_set_errno(struct os_error *error, int code)
{
    /* what happens most is said in the same words everywhere, and in other languages */
    static const struct {
        int code;
        const char *text;
    } frequent[] = {
        {ENOENT, N_("No such file or directory")},
        {EACCES, N_("Permission denied")},
        {EISDIR, N_("Is a directory")},
        {ENOTDIR, N_("Not a directory")},
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
            os_set_text(error, frequent[i].text);
            return;
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
}

#ifdef _WIN32

void os_set_last(struct os_error *error, DWORD code)
{
    /* what happens most, in the words of everywhere else */
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
            os_set_errno(error, same[i].number);
            return;
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
}

/* Windows takes paths of 260 characters and more, 248 for folders, only in full and with a prefix that switches off all
 * other meanings of names. Returns what it is given, or another in its place; NULL when memory is short. */
static WCHAR *lengthen(WCHAR *path)
{
    static const WCHAR local[] = L"\\\\?\\";
    static const WCHAR share[] = L"\\\\?\\UNC";
    enum { SHORT = 240, PREFIX = 8 };
    DWORD size = path == NULL ? 0 : GetFullPathNameW(path, 0, NULL, NULL);
    if (size < SHORT || wcsncmp(path, local, 4) == 0) {
        return path;
    }
    WCHAR *full = calloc((size_t)size + PREFIX, sizeof *full);
    DWORD length = full == NULL ? 0 : GetFullPathNameW(path, size, full + PREFIX, NULL);
    free(path);
    if (length == 0 || length >= size) {
        free(full);
        return NULL;
    }
    /* of "\\\\server\\name" one backslash stays */
    bool shared = full[PREFIX] == L'\\' && full[PREFIX + 1] == L'\\';
    const WCHAR *prefix = shared ? share : local;
    size_t taken = wcslen(prefix);
    const WCHAR *rest = full + PREFIX + (shared ? 1 : 0);
    memmove(full + taken, rest, (wcslen(rest) + 1) * sizeof *full);
    memcpy(full, prefix, taken * sizeof *full);
    return full;
}

WCHAR *os_widen(const char *path, const WCHAR *suffix)
{
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    size_t extra = wcslen(suffix);
    WCHAR *wide = length > 0 ? malloc(((size_t)length + extra) * sizeof *wide) : NULL;
    if (wide != NULL) {
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, length);
        memcpy(wide + length - 1, suffix, (extra + 1) * sizeof *wide);
    }
    return lengthen(wide);
}

char *os_narrow(const WCHAR *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    }
    return text;
}

HANDLE os_open_handle(const char *path, DWORD access, struct os_error *error)
{
    WCHAR *wide = os_widen(path, L"");
    if (wide == NULL) {
        os_set_text(error, N_("the path is not UTF-8"));
        return INVALID_HANDLE_VALUE;
    }
    HANDLE handle = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        os_set_last(error, GetLastError());
    }
    free(wide);
    return handle;
}

bool os_is_folder(HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION info;
    return GetFileInformationByHandle(handle, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

uint64_t os_random(void)
{
    unsigned low = 0;
    unsigned high = 0;
    rand_s(&low);
    rand_s(&high);
    return (uint64_t)high << 32 | low;
}

static FILE *open_as(const char *path, const WCHAR *mode, struct os_error *error)
{
    WCHAR *wide = os_widen(path, L"");
    FILE *file = NULL;
    if (wide == NULL) {
        os_set_text(error, N_("the path is not UTF-8"));
    } else {
        file = _wfopen(wide, mode);
        if (file == NULL) {
            os_set_errno(error, errno);
        }
    }
    free(wide);
    return file;
}

FILE *os_create(const char *path, struct os_error *error)
{
    return open_as(path, L"wb", error);
}

FILE *os_create_new(const char *path, struct os_error *error)
{
    struct os_error ignored;
    if (os_kind_of(path, &ignored) != OS_MISSING) {
        os_set_errno(error, EEXIST);
        return NULL;
    }
    return open_as(path, L"wb", error);
}

FILE *os_append(const char *path, struct os_error *error)
{
    return open_as(path, L"ab", error);
}

bool os_is_link(const char *path)
{
    WCHAR *wide = os_widen(path, L"");
    DWORD attributes = wide == NULL ? INVALID_FILE_ATTRIBUTES : GetFileAttributesW(wide);
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool os_link_target(const char *path, char *target, size_t size)
{
    (void)path;
    (void)target;
    (void)size;
    return false;
}

bool os_is_regular(const char *path)
{
    struct os_error ignored = {""};
    HANDLE handle = os_open_handle(path, 0, &ignored);
    bool regular = handle != INVALID_HANDLE_VALUE && GetFileType(handle) == FILE_TYPE_DISK && !os_is_folder(handle);
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return regular;
}

bool os_replace(const char *from, const char *to, struct os_error *error)
{
    WCHAR *wide_from = os_widen(from, L"");
    WCHAR *wide_to = os_widen(to, L"");
    bool ok = false;
    if (wide_from == NULL || wide_to == NULL) {
        os_set_text(error, N_("the path is not UTF-8"));
    } else if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        ok = true;
    } else {
        os_set_last(error, GetLastError());
    }
    free(wide_from);
    free(wide_to);
    return ok;
}

bool os_make_folder(const char *path, struct os_error *error)
{
    WCHAR *wide = os_widen(path, L"");
    bool ok = false;
    if (wide == NULL) {
        os_set_text(error, N_("the path is not UTF-8"));
    } else {
        ok = CreateDirectoryW(wide, NULL) || os_kind_of(path, error) == OS_FOLDER;
        if (!ok) {
            os_set_last(error, GetLastError());
        }
    }
    free(wide);
    return ok;
}

void os_remove(const char *path)
{
    WCHAR *wide = os_widen(path, L"");
    if (wide != NULL) {
        DeleteFileW(wide);
    }
    free(wide);
}

#else

uint64_t os_random(void)
{
    uint64_t value = 0;
    if (getentropy(&value, sizeof value) == 0) {
        return value;
    }
    /* Without it, what an author of files can't know: where things lie, and who asks. */
    return (uint64_t)(uintptr_t)&value * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)getpid() << 32;
}

static FILE *open_as(const char *path, const char *mode, struct os_error *error)
{
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        os_set_errno(error, errno);
    }
    return file;
}

FILE *os_create(const char *path, struct os_error *error)
{
    return open_as(path, "wb", error);
}

FILE *os_create_new(const char *path, struct os_error *error)
{
    return open_as(path, "wbx", error);
}

FILE *os_append(const char *path, struct os_error *error)
{
    return open_as(path, "ab", error);
}

bool os_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

bool os_link_target(const char *path, char *target, size_t size)
{
    ssize_t length = readlink(path, target, size);
    if (length < 0 || (size_t)length >= size) {
        return false;
    }
    target[length] = '\0';
    return true;
}

bool os_is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool os_replace(const char *from, const char *to, struct os_error *error)
{
    if (rename(from, to) != 0) {
        os_set_errno(error, errno);
        return false;
    }
    return true;
}

bool os_make_folder(const char *path, struct os_error *error)
{
    struct os_error ignored;
    if (mkdir(path, 0775) != 0) {
        os_set_errno(error, errno);
        return os_kind_of(path, &ignored) == OS_FOLDER;
    }
    return true;
}

void os_remove(const char *path)
{
    unlink(path);
}

#endif

const char *os_environment(const char *name)
{
    return getenv(name);
}

bool os_flush(FILE *stream, struct os_error *error)
{
    if (fflush(stream) != 0 || ferror(stream)) {
        int code = errno != 0 ? errno : EIO;
#ifdef _WIN32
        /* what its runtime makes of a pipe that nobody reads */
        code = code == EINVAL && GetFileType((HANDLE)_get_osfhandle(_fileno(stream))) == FILE_TYPE_PIPE ? EPIPE : code;
#endif
        os_set_errno(error, code);
        return false;
    }
    return true;
}

bool os_is_broken_pipe(const struct os_error *error)
{
    return strcmp(error->text, BROKEN_PIPE) == 0;
}
