/* Paths for other tools: relative to the top of a project, wherever the program runs. */
#ifndef VRMLINT_CLI_RELATIVE_H
#define VRMLINT_CLI_RELATIVE_H

#include "base/arena.h"
#include "base/os.h"

struct relative {
    const char *top;  /* true path of the top; NULL: paths stay as they are */
    const char *here; /* true path of the working folder */
};

/* Finds the top: folder, or if it is NULL the folder that CI names in CI_PROJECT_DIR or GITHUB_WORKSPACE. Returns
 * false, with *error, if folder doesn't exist; a folder named by the environment needn't exist. */
bool relative_begin(struct relative *relative, struct arena *arena, const char *folder, struct os_error *error);

/*
 * Returns the path, relative to the top, of a file whose path is relative to the working folder. Its ".." are
 * resolved by name; a file that isn't below the top keeps its path. The caller frees the result; NULL if memory runs
 * out.
 */
char *relative_path(const struct relative *relative, const char *path);

#endif
