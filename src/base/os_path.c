/* Paths: the kind, identity, real path and size of a file, and the entries of a folder. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <stdlib.h>
#include <windows.h>
#else
#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <errno.h>
#include <string.h>

#include "base/os_parts.h"

#ifdef _WIN32

/*
 * Returns a path that Windows accepts at any length. Paths of 260 characters and more (folders: 248) must be absolute
 * and have a prefix that switches off all other meanings of names. Returns the argument, or frees it and returns
 * another path; NULL if memory runs out.
 */
static WCHAR *lengthen_path(WCHAR *path)
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
    /* only one of the two backslashes of "\\\\server\\name" stays */
    bool shared = full[PREFIX] == L'\\' && full[PREFIX + 1] == L'\\';
    const WCHAR *prefix = shared ? share : local;
    size_t taken = wcslen(prefix);
    const WCHAR *rest = full + PREFIX + (shared ? 1 : 0);
    memmove(full + taken, rest, (wcslen(rest) + 1) * sizeof *full);
    memcpy(full, prefix, taken * sizeof *full);
    return full;
}

WCHAR *os_wide_text(const char *text, const WCHAR *suffix)
{
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    size_t extra = wcslen(suffix);
    WCHAR *wide = length > 0 ? malloc(((size_t)length + extra) * sizeof *wide) : NULL;
    if (wide != NULL) {
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, length);
        memcpy(wide + length - 1, suffix, (extra + 1) * sizeof *wide);
    }
    return wide;
}

WCHAR *os_widen(const char *path, const WCHAR *suffix)
{
    return lengthen_path(os_wide_text(path, suffix));
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

enum os_kind os_kind_of(const char *path, struct os_error *error)
{
    HANDLE handle = os_open_handle(path, 0, error);
    if (handle == INVALID_HANDLE_VALUE) {
        return OS_MISSING;
    }
    bool folder = os_is_folder(handle);
    CloseHandle(handle);
    return folder ? OS_FOLDER : OS_FILE;
}

bool os_identify(const char *path, struct os_identity *identity)
{
    struct os_error ignored = {""};
    HANDLE handle = os_open_handle(path, 0, &ignored);
    BY_HANDLE_FILE_INFORMATION info;
    bool ok = handle != INVALID_HANDLE_VALUE && GetFileInformationByHandle(handle, &info);
    if (ok) {
        identity->device = info.dwVolumeSerialNumber;
        identity->inode = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    }
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return ok;
}

/* Returns the path without the prefix that real paths have on Windows, "//?/" or "//?/UNC/" (a share:
 * "//server/name"). */
char *os_true_path(const char *path, struct os_error *error)
{
    HANDLE handle = os_open_handle(path, 0, error);
    if (handle == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    WCHAR *wide = size > 0 ? calloc((size_t)size + 1, sizeof *wide) : NULL;
    DWORD length = wide != NULL ? GetFinalPathNameByHandleW(handle, wide, size + 1, FILE_NAME_NORMALIZED) : 0;
    bool ok = length > 0 && length <= size;
    char *text = ok ? os_narrow(wide) : NULL;
    if (text == NULL) {
        os_set_last(error, GetLastError());
    }
    free(wide);
    CloseHandle(handle);
    for (char *at = text; at != NULL && *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    size_t prefix = text == NULL ? 0 : strncmp(text, "//?/UNC/", 8) == 0 ? 6 : strncmp(text, "//?/", 4) == 0 ? 4 : 0;
    if (prefix > 0) {
        memmove(text, text + prefix, strlen(text + prefix) + 1);
        text[0] = prefix == 6 ? '/' : text[0];
    }
    return text;
}

bool os_list(const char *folder, void (*each)(void *context, const char *name), void *context, struct os_error *error)
{
    WCHAR *pattern = os_widen(folder, L"\\*");
    if (pattern == NULL) {
        return os_set_text(error, N_("the path is not UTF-8"));
    }
    WIN32_FIND_DATAW entry;
    HANDLE search = FindFirstFileW(pattern, &entry);
    free(pattern);
    if (search == INVALID_HANDLE_VALUE) {
        return os_set_last(error, GetLastError());
    }
    do {
        char *name = os_narrow(entry.cFileName);
        if (name != NULL && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            each(context, name);
        }
        free(name);
    } while (FindNextFileW(search, &entry));
    DWORD code = GetLastError();
    FindClose(search);
    if (code != ERROR_NO_MORE_FILES) {
        return os_set_last(error, code);
    }
    return true;
}

bool os_measure(const char *path, uint64_t *size, int64_t *modified)
{
    struct os_error ignored = {""};
    HANDLE handle = os_open_handle(path, 0, &ignored);
    BY_HANDLE_FILE_INFORMATION info;
    bool ok = handle != INVALID_HANDLE_VALUE && GetFileInformationByHandle(handle, &info);
    if (ok) {
        *size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
        *modified = os_nanoseconds(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime);
    }
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return ok;
}

bool os_changed(const char *path, int64_t *seconds)
{
    uint64_t size;
    int64_t modified;
    bool ok = os_measure(path, &size, &modified);
    *seconds = ok ? modified / 1000000000 : 0;
    return ok;
}

void os_touch(const char *path)
{
    struct os_error ignored = {""};
    FILETIME now;
    HANDLE handle = os_open_handle(path, FILE_WRITE_ATTRIBUTES, &ignored);
    if (handle != INVALID_HANDLE_VALUE) {
        GetSystemTimeAsFileTime(&now);
        SetFileTime(handle, NULL, NULL, &now);
        CloseHandle(handle);
    }
}

/* On Windows, each user has a private folder for temporary files. */
bool os_is_planted(const char *path)
{
    (void)path;
    return false;
}

bool os_is_open_to_all(const char *folder)
{
    (void)folder;
    return false;
}

#else

bool os_is_open_to_all(const char *folder)
{
    struct stat info;
    return stat(folder, &info) == 0 && (info.st_mode & S_IWOTH) != 0;
}

/* Whether the file at a path, or the link itself, belongs to another user and is in a folder that is open to all. */
static bool is_planted_itself(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0 || info.st_uid == geteuid() || info.st_uid == 0) {
        return false;
    }
    char *copy = strdup(path);
    bool planted = copy == NULL || os_is_open_to_all(dirname(copy));
    free(copy);
    return planted;
}

bool os_is_planted(const char *path)
{
    if (is_planted_itself(path)) {
        return true;
    }
    char *found = realpath(path, NULL);
    bool planted = found != NULL && is_planted_itself(found);
    free(found);
    return planted;
}

enum os_kind os_kind_of(const char *path, struct os_error *error)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        os_set_errno(error, errno);
        return OS_MISSING;
    }
    return S_ISDIR(info.st_mode) ? OS_FOLDER : OS_FILE;
}

bool os_identify(const char *path, struct os_identity *identity)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return false;
    }
    identity->device = (uint64_t)info.st_dev;
    identity->inode = (uint64_t)info.st_ino;
    return true;
}

char *os_true_path(const char *path, struct os_error *error)
{
    char *found = realpath(path, NULL);
    if (found == NULL) {
        os_set_errno(error, errno);
    }
    return found;
}

bool os_list(const char *folder, void (*each)(void *context, const char *name), void *context, struct os_error *error)
{
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        return os_set_errno(error, errno);
    }
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(stream)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            each(context, entry->d_name);
        }
    }
    int code = errno;
    closedir(stream);
    if (code != 0) {
        return os_set_errno(error, code);
    }
    return true;
}

bool os_measure(const char *path, uint64_t *size, int64_t *modified)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
        return false;
    }
    *size = (uint64_t)info.st_size;
    *modified = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    return true;
}

bool os_changed(const char *path, int64_t *seconds)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return false;
    }
    *seconds = (int64_t)(info.st_mtime > info.st_ctime ? info.st_mtime : info.st_ctime);
    return true;
}

void os_touch(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0);
}

#endif
