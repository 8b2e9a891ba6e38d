/* Opens and reads files. Files on disk are read on demand; everything else is read into memory up to its end first. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <stdlib.h>
#include <string.h>

#include "base/os_parts.h"

enum {
    STREAM_CHUNK = 64 * 1024,
    WAIT_MAX = 200, /* milliseconds to wait for a stream before limits->stop() is called */
};

/* Larger requests are split: Linux and Windows both transfer less than 2^31 bytes at once. */
#define READ_MAX ((size_t)1 << 30)

enum file_kind { DISK, STREAM, FOLDER };

#define OUTSIDE "It lies outside the folder"

#ifdef _WIN32

struct os_file {
    HANDLE handle; /* INVALID_HANDLE_VALUE if all bytes are in memory */
    unsigned char *memory;
    uint64_t size;
    uint64_t held; /* bytes in memory, if these aren't all */
    bool cut;
};

/* Always true: on Windows, waiting for a pipe has no limit. */
static bool may_read(const struct os_file *file, const struct os_limits *limits, struct os_error *error)
{
    (void)file;
    (void)limits;
    (void)error;
    return true;
}

static bool open_file(struct os_file *file, const char *path, bool waits, enum file_kind *kind, struct os_error *error)
{
    (void)waits;
    bool standard = path == NULL;
    file->handle = standard ? GetStdHandle(STD_INPUT_HANDLE) : os_open_handle(path, GENERIC_READ, error);
    if (file->handle == INVALID_HANDLE_VALUE || file->handle == NULL) {
        if (standard) {
            os_set_text(error, N_("standard input is missing"));
        }
        return false;
    }
    LARGE_INTEGER size;
    *kind = STREAM;
    if (os_is_folder(file->handle)) {
        *kind = FOLDER;
    } else if (!standard && GetFileType(file->handle) == FILE_TYPE_DISK && GetFileSizeEx(file->handle, &size)) {
        *kind = DISK;
        file->size = (uint64_t)size.QuadPart;
    }
    return true;
}

static void close_file(struct os_file *file, bool standard)
{
    if (!standard && file->handle != INVALID_HANDLE_VALUE) {
        CloseHandle(file->handle);
    }
    file->handle = INVALID_HANDLE_VALUE;
}

/* Reads the next bytes of a stream. *got is 0 at its end. */
static bool read_next(struct os_file *file, void *buffer, size_t size, size_t *got, struct os_error *error)
{
    DWORD count = 0;
    /* ERROR_BROKEN_PIPE: the writer has closed its end. */
    if (!ReadFile(file->handle, buffer, (DWORD)size, &count, NULL) && GetLastError() != ERROR_BROKEN_PIPE) {
        return os_set_last(error, GetLastError());
    }
    *got = count;
    return true;
}

/* Reads some bytes of a file on disk. *got is 0 at its end. */
static bool read_some(struct os_file *file, uint64_t offset, void *buffer, size_t size, size_t *got,
                      struct os_error *error)
{
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD count = 0;
    if (!ReadFile(file->handle, buffer, (DWORD)size, &count, &at) && GetLastError() != ERROR_HANDLE_EOF) {
        return os_set_last(error, GetLastError());
    }
    *got = count;
    return true;
}

/* Returns the real path of an open file or folder with Windows' prefix; NULL on failure. The caller frees it. */
static WCHAR *true_path(HANDLE handle)
{
    DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    WCHAR *path = size > 0 ? malloc(((size_t)size + 1) * sizeof *path) : NULL;
    if (path != NULL && GetFinalPathNameByHandleW(handle, path, size + 1, FILE_NAME_NORMALIZED) > size) {
        free(path);
        path = NULL;
    }
    return path;
}

static bool is_beneath(HANDLE folder, HANDLE file)
{
    WCHAR *outer = true_path(folder);
    WCHAR *inner = true_path(file);
    bool beneath = false;
    if (outer != NULL && inner != NULL) {
        size_t length = wcslen(outer);
        length -= length > 0 && outer[length - 1] == L'\\' ? 1 : 0;
        beneath = wcsncmp(outer, inner, length) == 0 && inner[length] == L'\\';
    }
    free(outer);
    free(inner);
    return beneath;
}

static bool open_beneath(struct os_file *file, const char *folder, const char *path, struct os_error *error)
{
    LARGE_INTEGER size;
    file->handle = INVALID_HANDLE_VALUE;
    HANDLE outer = os_open_handle(folder, 0, error);
    if (outer == INVALID_HANDLE_VALUE) {
        return false;
    }
    file->handle = os_open_handle(path, GENERIC_READ, error);
    bool ok = file->handle != INVALID_HANDLE_VALUE;
    if (ok && (GetFileType(file->handle) != FILE_TYPE_DISK || os_is_folder(file->handle) ||
               !GetFileSizeEx(file->handle, &size))) {
        os_set_text(error, OS_NO_FILE);
        ok = false;
    } else if (ok && !is_beneath(outer, file->handle)) {
        os_set_text(error, OUTSIDE);
        ok = false;
    }
    CloseHandle(outer);
    file->size = ok ? (uint64_t)size.QuadPart : 0;
    return ok;
}

#else

struct os_file {
    int descriptor; /* -1 if all bytes are in memory */
    unsigned char *memory;
    uint64_t size;
    uint64_t held; /* bytes in memory, if these aren't all */
    bool cut;
};

/* Waits until there are bytes to read, or the end. Returns false and *error at the deadline or if limits->stop()
 * gives up. */
static bool may_read(const struct os_file *file, const struct os_limits *limits, struct os_error *error)
{
    struct pollfd stream = {.fd = file->descriptor, .events = POLLIN};
    while (limits->deadline > 0 || limits->stop != NULL) {
        double left = limits->deadline > 0 ? (limits->deadline - os_clock()) * 1e3 : WAIT_MAX;
        if (left <= 0 || (limits->stop != NULL && limits->stop(limits->context))) {
            return os_set_text(error, left <= 0 ? N_("too late") : N_("interrupted"));
        }
        if (poll(&stream, 1, left < WAIT_MAX ? (int)left + 1 : WAIT_MAX) > 0) {
            return true;
        }
    }
    return true;
}

/* waits: whether opening may wait for a pipe's other end. */
static bool open_file(struct os_file *file, const char *path, bool waits, enum file_kind *kind, struct os_error *error)
{
    struct stat info;
    int how = O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK);
    file->descriptor = path == NULL ? STDIN_FILENO : open(path, how);
    if (file->descriptor < 0 || fstat(file->descriptor, &info) != 0) {
        return os_set_errno(error, errno);
    }
    *kind = STREAM;
    if (S_ISDIR(info.st_mode)) {
        *kind = FOLDER;
    } else if (S_ISREG(info.st_mode) && info.st_size > 0 && path != NULL) {
        /* Not for files of size 0: files in /proc report it and still have bytes. Not for standard input, whose
         * position may be anywhere in a file. */
        *kind = DISK;
        file->size = (uint64_t)info.st_size;
    }
    return true;
}

static void close_file(struct os_file *file, bool standard)
{
    if (!standard && file->descriptor >= 0) {
        close(file->descriptor);
    }
    file->descriptor = -1;
}

/* Reads the next bytes of a stream. *got is 0 at its end. */
static bool read_next(struct os_file *file, void *buffer, size_t size, size_t *got, struct os_error *error)
{
    struct pollfd stream = {.fd = file->descriptor, .events = POLLIN};
    ssize_t count;
    do {
        count = read(file->descriptor, buffer, size);
    } while (count < 0 && (errno == EINTR || (errno == EAGAIN && poll(&stream, 1, WAIT_MAX) >= 0)));
    if (count < 0) {
        return os_set_errno(error, errno);
    }
    *got = (size_t)count;
    return true;
}

/* Reads some bytes of a file on disk. *got is 0 at its end. */
static bool read_some(struct os_file *file, uint64_t offset, void *buffer, size_t size, size_t *got,
                      struct os_error *error)
{
    ssize_t count;
    do {
        count = pread(file->descriptor, buffer, size, (off_t)offset);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        return os_set_errno(error, errno);
    }
    *got = (size_t)count;
    return true;
}

static bool is_beneath(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/' ? 1 : 0;
    return strncmp(folder, path, length) == 0 && path[length] == '/';
}

/* Opens a resolved path. A link that has replaced the file meanwhile is not followed. */
static bool open_resolved(struct os_file *file, const char *path, struct os_error *error)
{
    struct stat info;
    file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK);
    if (file->descriptor < 0 || fstat(file->descriptor, &info) != 0) {
        return os_set_errno(error, errno);
    }
    if (!S_ISREG(info.st_mode)) {
        return os_set_text(error, OS_NO_FILE);
    }
    file->size = (uint64_t)info.st_size;
    return true;
}

static bool open_beneath(struct os_file *file, const char *folder, const char *path, struct os_error *error)
{
    file->descriptor = -1;
    char *outer = realpath(folder, NULL);
    char *inner = outer == NULL ? NULL : realpath(path, NULL);
    bool ok = false;
    if (inner == NULL) {
        os_set_errno(error, errno);
    } else if (!is_beneath(outer, inner)) {
        os_set_text(error, OUTSIDE);
    } else if (!os_is_regular(inner)) {
        os_set_text(error, OS_NO_FILE);
    } else {
        ok = open_resolved(file, inner, error);
    }
    free(outer);
    free(inner);
    return ok;
}

#endif

/* Reads a stream within the limits. Memory grows with the bytes read, so an endless stream ends with an error. */
static bool read_stream(struct os_file *file, const struct os_limits *limits, struct os_error *error)
{
    size_t size = 0;
    size_t capacity = 0;
    for (;;) {
        if (capacity < size + STREAM_CHUNK) {
            size_t larger = capacity == 0 ? size + STREAM_CHUNK : capacity * 2;
            unsigned char *memory = larger > capacity ? realloc(file->memory, larger) : NULL;
            if (memory == NULL) {
                return os_set_text(error, N_("not enough memory"));
            }
            file->memory = memory;
            capacity = larger;
        }
        size_t got = 0;
        uint64_t left = limits->most > 0 && limits->most >= size ? limits->most - size : STREAM_CHUNK - 1;
        size_t wanted = left < STREAM_CHUNK ? (size_t)left + 1 : STREAM_CHUNK;
        if (!may_read(file, limits, error) || !read_next(file, file->memory + size, wanted, &got, error)) {
            return false;
        }
        size += got;
        file->cut = limits->most > 0 && size > limits->most;
        file->size = size;
        file->held = size;
        if (got == 0 || file->cut || (limits->enough != NULL && limits->enough(file->memory, size, &file->size))) {
            return true;
        }
    }
}

struct os_file *os_open(const char *path, struct os_error *error)
{
    bool late;
    return os_open_within(path, &(struct os_limits){0}, &late, error);
}

struct os_file *os_open_within(const char *path, const struct os_limits *limits, bool *late, struct os_error *error)
{
    *late = false;
    bool standard = strcmp(path, "-") == 0;
    struct os_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        os_set_text(error, N_("not enough memory"));
        return NULL;
    }
    enum file_kind kind = STREAM;
    bool waits = limits->deadline <= 0 && limits->stop == NULL;
    bool ok = open_file(file, standard ? NULL : path, waits, &kind, error);
    if (ok && kind == FOLDER) {
        os_set_text(error, N_("Is a folder"));
        ok = false;
    } else if (ok && kind == STREAM) {
        ok = read_stream(file, limits, error);
        *late = !ok && limits->deadline > 0 && os_clock() >= limits->deadline;
    }
    if (!ok || kind != DISK) {
        close_file(file, standard);
    }
    if (!ok) {
        os_close(file);
        return NULL;
    }
    return file;
}

struct os_file *os_open_beneath(const char *folder, const char *relative, struct os_error *error)
{
    struct os_file *file = calloc(1, sizeof *file);
    char *path = os_text("%s/%s", folder, relative);
    bool ok = false;
    if (file == NULL || path == NULL) {
        os_set_text(error, N_("not enough memory"));
        free(file);
        file = NULL;
    } else {
        ok = open_beneath(file, folder, path, error);
    }
    free(path);
    if (!ok) {
        os_close(file);
        return NULL;
    }
    return file;
}

void os_close(struct os_file *file)
{
    if (file != NULL) {
        close_file(file, false);
        free(file->memory);
        free(file);
    }
}

bool os_is_cut(const struct os_file *file)
{
    return file->cut;
}

uint64_t os_size(const struct os_file *file)
{
    return file->size;
}

bool os_read(struct os_file *file, uint64_t offset, void *buffer, size_t size, size_t *got, struct os_error *error)
{
    *got = 0;
    if (file->memory != NULL) {
        if (offset < file->held) {
            size_t left = (size_t)(file->held - offset);
            *got = size < left ? size : left;
            memcpy(buffer, file->memory + offset, *got);
        }
        return true;
    }
    while (*got < size) {
        size_t want = size - *got < READ_MAX ? size - *got : READ_MAX;
        size_t count = 0;
        if (!read_some(file, offset + *got, (char *)buffer + *got, want, &count, error)) {
            return false;
        }
        if (count == 0) {
            break;
        }
        *got += count;
    }
    return true;
}
