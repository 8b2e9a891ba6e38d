/* Reads whole files, and true paths, into an arena. */
#ifndef VRMLINT_BASE_WHOLE_H
#define VRMLINT_BASE_WHOLE_H

#include "base/arena.h"
#include "base/os.h"

/* Reads a file of at most so many bytes into the arena, terminated. Returns NULL and *error on failure. */
char *whole_read(struct arena *arena, const char *path, uint64_t most, size_t *size, struct os_error *error);

/* The same with a file that is open, and stays so. */
char *whole_read_open(struct arena *arena, struct os_file *file, uint64_t most, size_t *size, struct os_error *error);

/* Returns the true path of a file or folder, as os_true_path() does; NULL if there is none. */
const char *whole_true_path(struct arena *arena, const char *path);

#endif
