/* A file that gets its name only when it is complete; or standard output. */
#ifndef VRMLINT_CLI_SINK_H
#define VRMLINT_CLI_SINK_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/os.h"
#include "cli/options.h"

struct sink {
    const char *path; /* NULL: standard output */
    FILE *out;        /* NULL: not open */
    bool append;      /* the existing content stays, and the path is written in place */
    char *temporary;  /* the file that is written until it is complete; NULL: written in place */
};

/* Whether a path given for an output means standard output. */
bool sink_is_standard_output(const char *path);

/* Whether two paths lead to the same ordinary file, in whatever way they are written, even if it doesn't exist yet.
 * Several outputs may write to the same device or pipe. */
bool sink_is_same(const char *a, const char *b);

/* Whether writing an output would destroy an input; "-" is the file that standard input is read from. */
bool sink_overwrites(const char *output, const char *input);

/* Refuses an output that would destroy a file which, by its name, is a model or the buffer of one, whether it is read
 * in this run or not; reports that. NULL is accepted. */
enum status sink_spare_model(const struct command *command, const char *output);

/*
 * Opens the sink of a path, which is set and was given by the user: see links_allow(). Anything but an ordinary file (a
 * device, a pipe, a link) is written in place; otherwise a temporary file beside it, whose name is in the arena. From
 * then on, interrupts are caught. Returns false and sets *error on failure.
 */
bool sink_open(struct sink *sink, struct arena *arena, struct os_error *error);

/* Flushes and closes the sink. A temporary file gets its final name or, if whole is false, the program is
 * interrupted or an error occurs, is removed. Returns false and sets *error if an error occurs here. Does nothing if
 * the sink isn't open. */
bool sink_close(struct sink *sink, bool whole, struct os_error *error);

/*
 * Removes from the folders of count paths the temporary files (see os_temporary_name()) that were made for one of
 * these paths, or for any model, and were last written more than an hour ago: those of a run in progress are younger.
 * A path may be NULL. Each folder is listed once. Errors are ignored.
 */
void leftovers_remove(struct arena *arena, const char *const *paths, size_t count);

#endif
