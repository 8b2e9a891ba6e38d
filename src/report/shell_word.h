/* Paths in commands that users copy from a report into a shell. */
#ifndef VRMLINT_REPORT_SHELL_WORD_H
#define VRMLINT_REPORT_SHELL_WORD_H

#include <stddef.h>

/* Writes a path to out as one word for a shell, NUL-terminated: in quotes unless it is plain, and with "./" in front
 * if it would otherwise be an option. Returns the size with the NUL; out may be NULL. */
size_t shell_word(const char *path, char *out);

#endif
