/* Functions that the files with system calls share. Private to base/os*.c. */
#ifndef VRMLINT_BASE_OS_PARTS_H
#define VRMLINT_BASE_OS_PARTS_H

#include <stddef.h>

#include "base/os.h"

/* Sets the error to a string of ours, truncated if it is too long. Like the functions below it always returns false,
 * for use in return statements. */
bool os_set_text(struct os_error *error, const char *text);

/* Sets the error to the message of an errno. */
bool os_set_errno(struct os_error *error, int code);

#define OS_NO_FILE N_("It is not an ordinary file")

/* Provides the memory on which a crash of this thread is handled, which may be a full stack. It must outlive the
 * thread. */
enum { OS_CRASH_STACK = 64 * 1024 };
void os_crash_stack(void *stack, size_t size);

#ifndef _WIN32

/* Whether a file has an access control list. If so, the group bits of its permissions are the mask of the list. */
bool os_has_access_list(const char *path);

/*
 * Gives an open file, which no other user can read yet, the owner, group, permissions, access control list and
 * extended attributes of the file at path. Each is set only when it can't grant more than the old file does. Returns
 * false and *error if one of them can't be kept.
 */
bool os_keep_attributes(const char *path, int to, struct os_error *error);

#endif

#ifdef _WIN32

/* Sets the error to the message of a GetLastError(). */
bool os_set_last(struct os_error *error, unsigned long code);

/* Returns a string followed by suffix as UTF-16; NULL if it isn't UTF-8 or memory runs out. The caller frees it. */
wchar_t *os_wide_text(const char *text, const wchar_t *suffix);

/* The same for a path. A long path gets a prefix with which Windows accepts it. */
wchar_t *os_widen(const char *path, const wchar_t *suffix);

/* Returns the time of a FILETIME with these halves in nanoseconds since 1970, between the years 1677 and 2262. */
int64_t os_nanoseconds(unsigned long high, unsigned long low);

/* Returns a string as UTF-8; NULL if memory runs out. The caller frees it. */
char *os_narrow(const wchar_t *wide);

/* Opens a file or folder at a UTF-8 path with some access. Returns INVALID_HANDLE_VALUE and *error on failure. */
void *os_open_handle(const char *path, unsigned long access, struct os_error *error);

/* Whether an open handle is a folder. */
bool os_is_folder(void *handle);

#endif

#endif
