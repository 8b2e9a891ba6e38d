/* Where vrmlint fix writes what it fixes. */
#ifndef VRMLINT_CLI_FIX_TARGETS_H
#define VRMLINT_CLI_FIX_TARGETS_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* One for each input, in their order; NULL if nothing is written. In the arena of the inputs. */
struct fix_targets {
    const char **paths;
};

/*
 * Finds the targets of inputs that count paths of the command line gave: the file itself, its links followed, --output,
 * or that folder and the input's path from the folder of the command line that it is in. Reports two inputs with the
 * same target as a usage error, and a target that is another input. Of inputs that are the same file, to be fixed in
 * place, one stays.
 */
enum status fix_targets_find(const struct command *command, const struct settings *settings, struct inputs *inputs,
                             char *const *paths, int count, struct fix_targets *targets);

/* Makes the folders above a target below --output. False and *error on failure. */
bool fix_targets_make_folders(const struct settings *settings, const char *target, struct os_error *error);

#endif
