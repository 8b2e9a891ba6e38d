/* Files as they are in a revision of git, in a folder of their own for a while. */
#ifndef VRMLINT_CLI_REVISION_H
#define VRMLINT_CLI_REVISION_H

#include "cli/options.h"

enum { REVISION_PATH = 4096 };

struct revision {
    char folder[REVISION_PATH]; /* "": there is none */
    char files[REVISION_PATH];  /* below it: where the files are, by their paths from the working folder */
};

/* Has git put what the paths name in a revision into a temporary folder. What isn't in it is left out. Says what is
 * wrong. revision_close() removes the folder, whatever this returns. */
enum status revision_open(struct revision *revision, const struct command *command, const char *name, int count,
                          char **paths);
void revision_close(struct revision *revision);

#endif
