/* Files that are there whole or not at all. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <stdlib.h>
#include <windows.h>
/* then */
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#else
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <errno.h>
#include <string.h>

#include "base/os_parts.h"

enum { TRIES = 16, NAME_MAX_SIZE = 4096 };

/* Whether all of it has reached the disk. */
static bool sync_stream(FILE *stream, struct os_error *error)
{
    if (!os_flush(stream, error)) {
        return false;
    }
#ifdef _WIN32
    bool fine = _commit(_fileno(stream)) == 0;
#else
    bool fine = fsync(fileno(stream)) == 0 || errno == EINVAL; /* EINVAL: nothing that keeps what it gets */
#endif
    if (!fine) {
        os_set_errno(error, errno);
    }
    return fine;
}

/* A new name in a folder outlives a power cut only once the folder is written too. That it can't be is no failure. */
static void sync_folder(const char *path)
{
#ifndef _WIN32
    char copy[NAME_MAX_SIZE];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
#else
    (void)path;
#endif
}

/* A file beside a path that nobody else has; its name goes to temporary. What takes the place of another file is for us
 * alone until it has that one's permissions. */
static FILE *create_beside(const char *path, char *temporary, size_t size, struct os_error *error)
{
#ifndef _WIN32
    struct stat info;
    mode_t mode = stat(path, &info) == 0 ? 0600 : 0666;
#endif
    for (int i = 0; i < TRIES; i++) {
        int length = snprintf(temporary, size, "%s.%08llx.tmp", path, (unsigned long long)(os_random() & 0xFFFFFFFFU));
        if (length < 0 || (size_t)length >= size) {
            os_set_errno(error, ENAMETOOLONG);
            return NULL;
        }
#ifdef _WIN32
        WCHAR *wide = os_widen(temporary, L"");
        int descriptor =
            wide == NULL ? -1 : _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
        free(wide);
        if (descriptor >= 0) {
            FILE *stream = _fdopen(descriptor, "wb");
            if (stream == NULL) {
                os_set_errno(error, errno);
                _close(descriptor);
                os_remove(temporary);
            }
            return stream;
        }
#else
        int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0) {
            FILE *stream = fdopen(descriptor, "wb");
            if (stream == NULL) {
                os_set_errno(error, errno);
                close(descriptor);
                unlink(temporary);
            }
            return stream;
        }
#endif
        if (errno != EEXIST) {
            os_set_errno(error, errno);
            return NULL;
        }
    }
    os_set_text(error, N_("no free name for a temporary file was found"));
    return NULL;
}

/* The permissions and, where we may, the owner of the file that it replaces. */
static void take_permissions(FILE *stream, const char *temporary, const char *path)
{
#ifdef _WIN32
    (void)stream;
    WCHAR *from = os_widen(path, L"");
    WCHAR *to = os_widen(temporary, L"");
    DWORD size = 0;
    void *access = NULL;
    if (from != NULL && to != NULL && !GetFileSecurityW(from, DACL_SECURITY_INFORMATION, NULL, 0, &size) && size > 0) {
        access = malloc(size);
    }
    if (access != NULL && GetFileSecurityW(from, DACL_SECURITY_INFORMATION, access, size, &size)) {
        SetFileSecurityW(to, DACL_SECURITY_INFORMATION, access);
    }
    free(access);
    free(from);
    free(to);
#else
    (void)temporary;
    struct stat info;
    if (stat(path, &info) == 0) {
        int ignored = fchown(fileno(stream), info.st_uid, info.st_gid);
        (void)ignored; /* only root may give files away */
        fchmod(fileno(stream), info.st_mode & 07777);
    }
#endif
}

bool os_write_whole(const char *path, const void *bytes, size_t size, struct os_error *error)
{
    char temporary[NAME_MAX_SIZE];
    FILE *stream = create_beside(path, temporary, sizeof temporary, error);
    if (stream == NULL) {
        return false;
    }
    take_permissions(stream, temporary, path);
    bool fine = size == 0 || fwrite(bytes, size, 1, stream) == 1;
    if (!fine) {
        os_set_errno(error, errno);
    }
    fine = fine && sync_stream(stream, error);
    if (fclose(stream) != 0 && fine) {
        os_set_errno(error, errno);
        fine = false;
    }
    fine = fine && os_replace(temporary, path, error);
    if (!fine) {
        os_remove(temporary);
        return false;
    }
    sync_folder(path);
    return true;
}
