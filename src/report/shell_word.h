/* Paths in commands that users copy from a report into a shell. */
#ifndef VRMLINT_REPORT_SHELL_WORD_H
#define VRMLINT_REPORT_SHELL_WORD_H

#include <stddef.h>

/*
 * Writes a path to out as one word for a shell, terminated: in quotes unless it is plain, and with "./" in front if it
 * would be taken for an option otherwise. Returns the size with the terminator; out may be NULL.
 */
size_t shell_word(const char *path, char *out);

#endif
