/* Paths as other tools want them: from the top of a project, wherever the program runs. */
#ifndef VRMLINT_CLI_RELATIVE_H
#define VRMLINT_CLI_RELATIVE_H

#include "base/arena.h"
#include "base/os.h"

struct relative {
    const char *top;  /* its true path; NULL: paths stay as they are */
    const char *here; /* that of the folder where the program runs */
};

/* Finds the top: folder, or if it is NULL what CI names in CI_PROJECT_DIR or GITHUB_WORKSPACE. False, with *error, if
 * folder isn't there; what the environment names need not be. */
bool relative_begin(struct relative *relative, struct arena *arena, const char *folder, struct os_error *error);

/* The path from the top of a file that is called path where the program runs. Its ".." are resolved by name; a file
 * that isn't below the top keeps its path. Returns memory that the caller frees, or NULL if there is none. */
char *relative_path(const struct relative *relative, const char *path);

#endif
