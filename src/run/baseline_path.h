/* Paths of files in a baseline: relative to its folder, in whatever way both were named. */
#ifndef VRMLINT_RUN_BASELINE_PATH_H
#define VRMLINT_RUN_BASELINE_PATH_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"

struct baseline_paths {
    struct arena *arena;
    const char *file;   /* path of the baseline */
    const char *folder; /* true path of the folder that paths start from; NULL until it is needed */
    /* the folder of the previous path, as it was named, and its true path: neighbours share it */
    const char *last_named;
    const char *last;
    struct buf key; /* of the previous path */
};

/* Returns the path of a file as the baseline writes it; valid until the next call. */
const char *baseline_path_key(struct baseline_paths *paths, const char *path);

/* Returns the path of a file from the working folder, in the arena. */
const char *baseline_path_from_here(const struct baseline_paths *paths, const char *path);

/* Whether the file that a path of the baseline refers to no longer exists. */
bool baseline_path_is_gone(const struct baseline_paths *paths, const char *path);

/* Writes a message on one line. Control characters and bytes that aren't UTF-8 become "?". */
void baseline_print_message(FILE *out, const char *message);

#endif
