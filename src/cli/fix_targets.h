/* The paths to which vrmlint fix writes what it fixes. */
#ifndef VRMLINT_CLI_FIX_TARGETS_H
#define VRMLINT_CLI_FIX_TARGETS_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* The target of each input, in their order; NULL if nothing is written. In the arena of the inputs. */
struct fix_targets {
    const char **paths;
};

/*
 * Finds the targets of inputs that were found by count paths of the command line. A target is the file itself, after
 * following its links; or --output; or, if that is a folder, the input's path in it, relative to the folder of the
 * command line that contains the input. Reports two inputs with the same target as a usage error, and a target that
 * is another input. An input becomes an error of the inputs if its target may not be written: see links_allow(). If
 * several inputs are the same file, to be fixed in place, only one stays.
 */
enum status fix_targets_find(const struct command *command, const struct settings *settings, struct inputs *inputs,
                             char *const *paths, int count, struct fix_targets *targets);

/* Makes the folders above a target below --output. Returns false and sets *error on failure. */
bool fix_targets_make_folders(const struct settings *settings, const char *target, struct os_error *error);

#endif
