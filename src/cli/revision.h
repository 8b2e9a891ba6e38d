/* Files as they are in a revision of git, in a temporary folder. */
#ifndef VRMLINT_CLI_REVISION_H
#define VRMLINT_CLI_REVISION_H

#include "cli/options.h"

enum { REVISION_PATH = 4096 };

struct revision {
    char folder[REVISION_PATH]; /* "": none */
    char files[REVISION_PATH];  /* the folder in it that contains the files, by their paths from the working folder */
};

/* Lets git put what the paths name in a revision into a temporary folder. Paths that it doesn't contain are left out.
 * Reports errors. revision_close() removes the folder, and must be called in any case. */
enum status revision_open(struct revision *revision, const struct command *command, const char *name, int count,
                          char **paths);
void revision_close(struct revision *revision);

#endif
