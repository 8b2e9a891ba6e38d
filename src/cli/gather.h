/* From the command line's PATHs to files to check: what is left out on the way, and what is said of it. */
#ifndef VRMLINT_CLI_GATHER_H
#define VRMLINT_CLI_GATHER_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* Adds the PATHs, and those of --files-from, in order. The settings' policies say what files of settings leave out. */
void gather_inputs(const struct settings *settings, struct inputs *inputs, int path_count, char **paths);

/* Whether a file of this path would be checked if it were met in the working folder. */
bool gather_takes(const struct settings *settings, const char *path);

/* What an input is called in reports and by settings. */
const char *gather_name(const struct settings *settings, const char *path);

/* The policy of each input; NULL when a file of settings is wrong, which has been said, or can't be read: *status says
 * which. */
const struct vrmlint_policy **gather_policies(const struct settings *settings, struct arena *arena,
                                              const struct inputs *inputs, enum status *status);

/* Says which PATHs have nothing to check, and why; what was skipped. */
enum status gather_report(const struct settings *settings, const struct inputs *inputs);

#endif
