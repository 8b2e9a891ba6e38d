/* What the files that make system calls share. Private to base/os*.c. */
#ifndef VRMLINT_BASE_OS_PARTS_H
#define VRMLINT_BASE_OS_PARTS_H

#include "base/os.h"

/* A text of our own, cut where it is too long. */
void os_set_text(struct os_error *error, const char *text);

/* The text of an errno. */
void os_set_errno(struct os_error *error, int code);

#ifdef _WIN32

/* The text of a GetLastError(). */
void os_set_last(struct os_error *error, unsigned long code);

/* Opens a file or folder, a UTF-8 path, with some access; INVALID_HANDLE_VALUE and *error on failure. */
void *os_open_handle(const char *path, unsigned long access, struct os_error *error);

/* Whether what was opened is a folder. */
bool os_is_folder(void *handle);

#endif

#endif
