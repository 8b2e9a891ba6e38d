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
#include <stdarg.h>
#include <string.h>

#include "base/os_parts.h"

/* Streams that write to memory. */
#ifdef _WIN32

enum { TRIES = 16 };

/* Opens a file that is deleted when it is closed, in the user's folder for temporary files. tmpfile() would use a
 * folder where only administrators may write. */
FILE *os_memory_open(struct os_memory *memory)
{
    char folder[1024];
    HANDLE handle = INVALID_HANDLE_VALUE;
    *memory = (struct os_memory){0};
    bool named = os_temporary_folder(folder, sizeof folder);
    for (int i = 0; named && handle == INVALID_HANDLE_VALUE && i < TRIES; i++) {
        char path[sizeof folder + 32];
        snprintf(path, sizeof path, "%svrmlint-%016llx.tmp", folder, (unsigned long long)os_random());
        WCHAR *wide = os_widen(path, L"");
        handle = wide == NULL ? INVALID_HANDLE_VALUE
                              : CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_NEW,
                                            FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        free(wide);
    }
    int descriptor = handle == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY);
    if (descriptor >= 0) {
        memory->stream = _fdopen(descriptor, "w+b");
        if (memory->stream == NULL) {
            _close(descriptor);
        }
    } else if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return memory->stream;
}

bool os_memory_close(struct os_memory *memory)
{
    FILE *stream = memory->stream;
    long size = fflush(stream) == 0 && !ferror(stream) ? ftell(stream) : -1;
    memory->stream = NULL;
    memory->text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (memory->text != NULL) {
        rewind(stream);
        memory->size = fread(memory->text, 1, (size_t)size, stream);
        memory->text[memory->size] = '\0'; /* as open_memstream() does */
    }
    fclose(stream);
    return memory->text != NULL && memory->size == (size_t)size;
}

#else

FILE *os_memory_open(struct os_memory *memory)
{
    *memory = (struct os_memory){0};
    memory->stream = open_memstream(&memory->text, &memory->size);
    return memory->stream;
}

bool os_memory_close(struct os_memory *memory)
{
    bool ok = ferror(memory->stream) == 0;
    ok = fclose(memory->stream) == 0 && ok;
    memory->stream = NULL;
    return ok && memory->text != NULL;
}

#endif

char *os_text(const char *format, ...)
{
    va_list args;
    va_list again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    va_end(args);
    return text;
}

#ifdef _WIN32

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
    /* Fallback: an address and the process id, which the author of a file can't know. */
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
        return os_set_errno(error, errno);
    }
    return true;
}

bool os_make_folder(const char *path, struct os_error *error)
{
    struct os_error ignored;
    bool made = mkdir(path, 0775) == 0;
    int code = errno;
    if (!made && os_kind_of(path, &ignored) != OS_FOLDER) {
        return os_set_errno(error, code);
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
        /* The Windows runtime reports EINVAL for a pipe that has no reader. */
        code = code == EINVAL && GetFileType((HANDLE)_get_osfhandle(_fileno(stream))) == FILE_TYPE_PIPE ? EPIPE : code;
#endif
        return os_set_errno(error, code);
    }
    return true;
}
