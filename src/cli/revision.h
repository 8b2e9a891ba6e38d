/* Files as they are in a revision of git, in a temporary folder. */
#ifndef VRMLINT_CLI_REVISION_H
#define VRMLINT_CLI_REVISION_H

#include "base/arena.h"
#include "cli/options.h"

enum { REVISION_PATH = 4096 };

struct revision {
    char folder[REVISION_PATH]; /* "": none */
    const char *files;          /* the folder in it that contains the files, by their paths from the working folder */
    const char **submodules;    /* paths of folders whose files the revision doesn't contain */
    size_t submodule_count;
};

/*
 * Copies the files that check could read below the paths from a revision into a temporary folder. The paths, which must
 * be below the working folder, lose "./" and double slashes. Only reads the objects of the repository: git applies no
 * filters and attributes to them, runs no other program, and fetches nothing. Files of Git LFS are copied from its
 * folder in the repository; if it lacks them, their placeholders remain. Reports errors. revision_close() removes the
 * folder, and must be called in any case, also after a jump to the arena's guard.
 */
enum status revision_open(struct revision *revision, const struct command *command, struct arena *arena,
                          const char *name, int count, char **paths);
void revision_close(struct revision *revision);

#endif
