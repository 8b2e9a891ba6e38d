/* Turns the PATHs of a command line into files to check: which are left out, and what is reported of them. */
#ifndef VRMLINT_CLI_GATHER_H
#define VRMLINT_CLI_GATHER_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* Adds the PATHs, and those of --files-from, in order. The policies of the settings determine what settings files
 * exclude. */
void gather_inputs(const struct settings *settings, struct inputs *inputs, int path_count, char **paths);

/* Adds the PATHs as they are in another revision, with the same exclusions. scratch: a folder that contains them under
 * their paths; those that it lacks are left out. */
void gather_elsewhere(const struct settings *settings, struct inputs *inputs, const char *scratch, int path_count,
                      char **paths);

/* Returns the name of an input in reports and for settings. */
const char *gather_name(const struct settings *settings, const char *path);

/* Returns the policy of each input; NULL if a settings file is wrong or can't be read, which has been reported:
 * *status is the exit status. */
const struct vrmlint_policy **gather_policies(const struct settings *settings, struct arena *arena,
                                              const struct inputs *inputs, enum status *status);

/* Reports which PATHs have nothing to check, and why, and what was skipped. */
enum status gather_report(const struct settings *settings, const struct inputs *inputs);

#endif
