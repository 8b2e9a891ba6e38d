/* Replaces files atomically: a reader sees the old content or the new one, never a part. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <stdlib.h>
#include <windows.h>
/* windows.h must come first */
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

enum { WRITE_TRIES = 16, NAME_MAX_SIZE = 4096, DIGITS = 8 };

#define ENDING ".tmp"

struct os_draft {
    FILE *stream;
    char path[NAME_MAX_SIZE];
    char temporary[NAME_MAX_SIZE];
};

bool os_temporary_name(const char *path, char *name, size_t size)
{
    unsigned long long random = os_random() & 0xFFFFFFFFU;
    int length = snprintf(name, size, "%s.%0*llx" ENDING, path, DIGITS, random);
    return length > 0 && (size_t)length < size;
}

bool os_is_temporary_name(const char *name, size_t *length)
{
    size_t size = strlen(name);
    size_t added = 1 + DIGITS + strlen(ENDING);
    if (size <= added || name[size - added] != '.' || strcmp(name + size - strlen(ENDING), ENDING) != 0) {
        return false;
    }
    *length = size - added;
    return strspn(name + *length + 1, "0123456789abcdef") == DIGITS;
}

/* Writes all buffered data of a stream to the disk. */
static bool sync_stream(FILE *stream, struct os_error *error)
{
    if (!os_flush(stream, error)) {
        return false;
    }
#ifdef _WIN32
    bool fine = _commit(_fileno(stream)) == 0;
#else
    bool fine = fsync(fileno(stream)) == 0 || errno == EINVAL; /* EINVAL: the target doesn't support it */
#endif
    if (!fine) {
        os_set_errno(error, errno);
    }
    return fine;
}

#ifdef _WIN32

static FILE *create_draft(const char *path, bool replaces, const char *source)
{
    (void)replaces;
    (void)source;
    WCHAR *wide = os_widen(path, L"");
    int descriptor = wide == NULL ? -1 : _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
    free(wide);
    FILE *stream = descriptor < 0 ? NULL : _fdopen(descriptor, "wb");
    if (descriptor >= 0 && stream == NULL) {
        int code = errno;
        _close(descriptor);
        os_remove(path);
        errno = code;
    }
    return stream;
}

/* Gives the draft the permissions of the file that it replaces, before it has any content. */
static void take_permissions(const struct os_draft *draft)
{
    WCHAR *from = os_widen(draft->path, L"");
    WCHAR *to = os_widen(draft->temporary, L"");
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
}

static bool may_replace(const char *path, bool *replaces, struct os_error *error)
{
    (void)path;
    (void)error;
    *replaces = false;
    return true;
}

static bool keep_attributes(const struct os_draft *draft, struct os_error *error)
{
    (void)draft;
    (void)error;
    return true;
}

static void sync_folder(const char *path)
{
    (void)path;
}

#else

/* Returns the permissions of a new file: at most those of the source for its owner, its group and all others. */
static mode_t mode_of_new(const char *source)
{
    struct stat info;
    if (source == NULL || stat(source, &info) != 0 || !S_ISREG(info.st_mode)) {
        return 0666;
    }
    /* with an access control list, the group bits are its mask, which may grant more than the group has */
    mode_t group = os_has_access_list(source) ? 0 : info.st_mode & 0060;
    return (info.st_mode & 0606) | group;
}

/* Creates a file that doesn't exist yet. Returns NULL and errno on failure. If the draft replaces a file, only the
 * owner has access until it gets that file's permissions. */
static FILE *create_draft(const char *path, bool replaces, const char *source)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? 0600 : mode_of_new(source));
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (descriptor >= 0 && stream == NULL) {
        int code = errno;
        close(descriptor);
        unlink(path);
        errno = code;
    }
    return stream;
}

static void take_permissions(const struct os_draft *draft)
{
    (void)draft; /* os_keep_attributes() does that once the content is complete */
}

/* Whether the file at a path, if any, can be replaced by another file without losing anything. */
static bool may_replace(const char *path, bool *replaces, struct os_error *error)
{
    struct stat info;
    *replaces = false;
    if (stat(path, &info) != 0) {
        return true; /* nothing is there, or creating a file beside it will fail too */
    }
    if (!S_ISREG(info.st_mode)) {
        return os_set_text(error, OS_NO_FILE);
    }
    if (os_is_link(path)) {
        return true;
    }
    *replaces = true;
    if (info.st_nlink > 1) {
        return os_set_text(error,
                           N_("it has further hard links, which would keep the old content, so it was left as it is"));
    }
    if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) {
        return os_set_errno(error, errno);
    }
    return true;
}

static bool keep_attributes(const struct os_draft *draft, struct os_error *error)
{
    bool replaces;
    return may_replace(draft->path, &replaces, error) &&
           (!replaces || os_keep_attributes(draft->path, fileno(draft->stream), error));
}

/* Writes a new name in a folder to the disk, so that it survives a power failure. Failures are ignored. */
static void sync_folder(const char *path)
{
    char copy[NAME_MAX_SIZE];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

#endif

/* Creates the file of a draft with an unused name. */
static bool create_beside(struct os_draft *draft, const char *source, struct os_error *error)
{
    bool replaces;
    if (!may_replace(draft->path, &replaces, error)) {
        return false;
    }
    for (int i = 0; i < WRITE_TRIES; i++) {
        if (!os_temporary_name(draft->path, draft->temporary, sizeof draft->temporary)) {
            return os_set_errno(error, ENAMETOOLONG);
        }
        draft->stream = create_draft(draft->temporary, replaces, source);
        if (draft->stream != NULL) {
            take_permissions(draft);
            return true;
        }
        if (errno != EEXIST) {
            return os_set_errno(error, errno);
        }
    }
    return os_set_text(error, N_("no free name for a temporary file was found"));
}

struct os_draft *os_draft_new(const char *path, const char *source, const void *bytes, size_t size,
                              struct os_error *error)
{
    struct os_draft *draft = calloc(1, sizeof *draft);
    if (draft == NULL) {
        os_set_errno(error, ENOMEM);
        return NULL;
    }
    int length = snprintf(draft->path, sizeof draft->path, "%s", path);
    if (length < 0 || (size_t)length >= sizeof draft->path) {
        os_set_errno(error, ENAMETOOLONG);
        free(draft);
        return NULL;
    }
    if (!create_beside(draft, source, error)) {
        free(draft);
        return NULL;
    }
    bool fine = size == 0 || fwrite(bytes, size, 1, draft->stream) == 1;
    if (!fine) {
        os_set_errno(error, errno);
    }
    if (!fine || !sync_stream(draft->stream, error)) {
        os_draft_discard(draft);
        return NULL;
    }
    return draft;
}

bool os_draft_commit(struct os_draft *draft, struct os_error *error)
{
    bool fine = keep_attributes(draft, error);
    if (fclose(draft->stream) != 0 && fine) {
        os_set_errno(error, errno);
        fine = false;
    }
    draft->stream = NULL;
    if (!fine || !os_replace(draft->temporary, draft->path, error)) {
        os_draft_discard(draft);
        return false;
    }
    sync_folder(draft->path);
    free(draft);
    return true;
}

void os_draft_discard(struct os_draft *draft)
{
    if (draft == NULL) {
        return;
    }
    if (draft->stream != NULL) {
        fclose(draft->stream);
    }
    os_remove(draft->temporary);
    free(draft);
}
