/* What the files that make system calls share. Private to base/os*.c. */
#ifndef VRMLINT_BASE_OS_PARTS_H
#define VRMLINT_BASE_OS_PARTS_H

#include <stddef.h>

#include "base/os.h"

/* A text of our own, cut where it is too long. Like those below, always false: so a caller fails with it. */
bool os_set_text(struct os_error *error, const char *text);

/* The text of an errno. */
bool os_set_errno(struct os_error *error, int code);

#define OS_NO_FILE N_("It is not an ordinary file")

#ifndef _WIN32

/* Whether a file has an access control list: then the bits of the group among its permissions are the list's mask. */
bool os_has_access_list(const char *path);

/*
 * Gives an open file, which nobody else can read yet, the owner, group, permissions, access control list and extended
 * attributes of the file at a path, each as soon as it can't grant more than that file does. False and *error if one of
 * them can't be kept.
 */
bool os_keep_attributes(const char *path, int to, struct os_error *error);

#endif

#ifdef _WIN32

/* The text of a GetLastError(). */
bool os_set_last(struct os_error *error, unsigned long code);

/* A path with suffix as UTF-16; NULL when it isn't UTF-8 or memory is short. The caller frees it. */
wchar_t *os_widen(const char *path, const wchar_t *suffix);

/* Text as UTF-8; NULL when memory is short. The caller frees it. */
char *os_narrow(const wchar_t *wide);

/* Opens a file or folder, a UTF-8 path, with some access; INVALID_HANDLE_VALUE and *error on failure. */
void *os_open_handle(const char *path, unsigned long access, struct os_error *error);

/* Whether what was opened is a folder. */
bool os_is_folder(void *handle);

#endif

#endif
