/* The attributes of a file besides its content: owner, group, permissions, access control list, extended attributes. */
#ifdef __linux__
#define _DEFAULT_SOURCE /* NOLINT: for sys/xattr.h */
#include <sys/xattr.h>
#endif
#ifdef __APPLE__
#define _DARWIN_C_SOURCE /* NOLINT: for fcopyfile() */
#include <copyfile.h>
#include <fcntl.h>
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/among.h"
#include "base/os_parts.h"

#if defined __linux__

#define ACCESS_LIST "system.posix_acl_access"

enum { ATTRIBUTES_SIZE = 65536 /* bytes: Linux allows no longer list of names and no longer value */ };

struct room {
    char names[ATTRIBUTES_SIZE];
    char had[ATTRIBUTES_SIZE];
    char has[ATTRIBUTES_SIZE];
};

static bool is_absent(int code)
{
    return code == ENODATA || code == ENOTSUP;
}

bool os_has_access_list(const char *path)
{
    return getxattr(path, ACCESS_LIST, NULL, 0) > 0;
}

/* Whether an extended attribute is copied. The others belong to the file system, or the system computes them from the
 * content. */
static bool is_copied(const char *name)
{
    static const char *const copied[] = {"user.", "security.", "system.", "trusted."};
    static const char *const computed[] = {ACCESS_LIST, "security.ima", "security.evm"};
    return !IS_AMONG(name, computed) && BEGINS_AMONG(name, copied);
}

/* Copies an attribute. If setting it is forbidden, succeeds if the new file has the same value already, for example a
 * label that the system gives to every file of a folder. */
static bool copy_attribute(const char *path, int to, const char *name, struct room *room)
{
    ssize_t size = getxattr(path, name, room->had, sizeof room->had);
    if (size < 0) {
        return is_absent(errno);
    }
    return fsetxattr(to, name, room->had, (size_t)size, 0) == 0 ||
           (fgetxattr(to, name, room->has, sizeof room->has) == size &&
            memcmp(room->had, room->has, (size_t)size) == 0);
}

/* Gives the new file the access control list of the old one. If the old file has none, removes the list that the new
 * file got from its folder. */
static bool copy_access_list(const char *path, int to, struct room *room)
{
    if (os_has_access_list(path)) {
        return copy_attribute(path, to, ACCESS_LIST, room);
    }
    return fremovexattr(to, ACCESS_LIST) == 0 || is_absent(errno);
}

static bool copy_attributes(const char *path, int to, struct os_error *error)
{
    struct room *room = malloc(sizeof *room);
    if (room == NULL) {
        return os_set_errno(error, ENOMEM);
    }
    bool fine = copy_access_list(path, to, room);
    if (!fine) {
        os_set_text(error, N_("its access control list can't be kept, so it was left as it is"));
    }
    ssize_t size = fine ? listxattr(path, room->names, sizeof room->names) : 0;
    bool listed = size >= 0 || is_absent(errno);
    for (ssize_t at = 0; fine && listed && at < size; at += (ssize_t)strlen(room->names + at) + 1) {
        listed = !is_copied(room->names + at) || copy_attribute(path, to, room->names + at, room);
    }
    if (!listed) {
        os_set_text(error, N_("its extended attributes can't be kept, so it was left as it is"));
    }
    free(room);
    return fine && listed;
}

#else

bool os_has_access_list(const char *path)
{
    (void)path;
    return false;
}

static bool copy_attributes(const char *path, int to, struct os_error *error)
{
#ifdef __APPLE__
    int from = open(path, O_RDONLY | O_CLOEXEC);
    bool fine = from >= 0 && fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR) == 0;
    if (from >= 0) {
        close(from);
    }
    if (!fine) {
        os_set_text(error, N_("its extended attributes can't be kept, so it was left as it is"));
    }
    return fine;
#else
    (void)path;
    (void)to;
    (void)error;
    return true;
#endif
}

#endif

bool os_keep_attributes(const char *path, int to, struct os_error *error)
{
    struct stat had;
    struct stat has;
    if (stat(path, &had) != 0 || fstat(to, &has) != 0) {
        return os_set_errno(error, errno);
    }
    /* Set the owner first, so that permissions for the group are granted to the right group. Only root may change the
     * owner. */
    if ((had.st_uid != has.st_uid || had.st_gid != has.st_gid) && fchown(to, had.st_uid, had.st_gid) != 0) {
        return os_set_text(error, N_("its owner and group can't be kept, so it was left as it is"));
    }
    if (!copy_attributes(path, to, error)) {
        return false;
    }
    if ((fchmod(to, had.st_mode & 07777) != 0 && errno != EPERM) || fstat(to, &has) != 0) {
        return os_set_errno(error, errno);
    }
    if (had.st_uid != has.st_uid || had.st_gid != has.st_gid || had.st_mode != has.st_mode) {
        return os_set_text(error, N_("its owner, group and permissions can't be kept, so it was left as it is"));
    }
    return true;
}
