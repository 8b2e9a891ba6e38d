/* A file that gets its name only once it is whole; or standard output. */
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
    bool append;      /* what is there already stays, and the path is written in place */
    char *temporary;  /* the file that is written until it is whole; NULL: written in place */
};

/* Whether a path given for an output means standard output. */
bool sink_is_standard_output(const char *path);

/*
 * Whether two paths lead to the same ordinary file, however they are written; also where it isn't there yet. Devices
 * and pipes may be written to by several outputs.
 */
bool sink_is_same(const char *a, const char *b);

/* Whether writing an output would destroy an input, "-" being what standard input is read from. */
bool sink_overwrites(const char *output, const char *input);

/*
 * Refuses an output, saying so, that would destroy a file which by its name is a model or the buffer of one, whether it
 * is read in this run or not. NULL is refused by nobody.
 */
enum status sink_spare_model(const struct command *command, const char *output);

/*
 * Opens the sink of a path, which is set. What isn't an ordinary file (a device, a pipe, a link) is written in place;
 * otherwise a temporary file beside it, whose name lives in the arena. False and *error on failure.
 */
bool sink_open(struct sink *sink, struct arena *arena, struct os_error *error);

/*
 * Flushes and closes. A temporary file gets its name, or, where whole is false or anything goes wrong, is removed.
 * False and *error when something did go wrong here. Does nothing when the sink isn't open.
 */
bool sink_close(struct sink *sink, bool whole, struct os_error *error);

#endif
