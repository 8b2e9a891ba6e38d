/* Where vrmlint fix writes what it mends. */
#ifndef VRMLINT_CLI_FIX_TARGETS_H
#define VRMLINT_CLI_FIX_TARGETS_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* One an input, in their order; NULL where nothing is written. In the arena of the inputs. */
struct fix_targets {
    const char **paths;
    size_t count;
};

/*
 * The targets of inputs that count paths of the command line gave: the file itself, its links followed, --output, or
 * that folder and the input's path from the folder that was named. Says what can't be: two inputs for one target, a
 * target that is another input.
 */
enum status fix_targets_find(const struct command *command, const struct settings *settings,
                             const struct inputs *inputs, char *const *paths, int count, struct fix_targets *targets);

/* Makes the folders above a target below --output. False and *error on failure. */
bool fix_targets_make_folders(const struct settings *settings, const char *target, struct os_error *error);

#endif
