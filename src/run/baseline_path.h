/* What files are called in a baseline: by the way from its folder to theirs, however both are named. */
#ifndef VRMLINT_RUN_BASELINE_PATH_H
#define VRMLINT_RUN_BASELINE_PATH_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

struct baseline_paths {
    struct arena *arena;
    const char *file;   /* the baseline */
    const char *folder; /* true path of the folder that paths start from; NULL until it is needed */
    /* the folder of the path before, as it was named, and by its true path: neighbours share it */
    const char *last_named;
    const char *last;
    struct buf key; /* of the path before */
};

/* What a path is called in the baseline; valid until the next call. */
const char *baseline_path_key(struct baseline_paths *paths, const char *path);

/* Whether the file that a path of the baseline means is there no more. */
bool baseline_path_is_gone(const struct baseline_paths *paths, const char *path);

#endif
