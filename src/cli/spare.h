/* Files that outputs must not overwrite. */
#ifndef VRMLINT_CLI_SPARE_H
#define VRMLINT_CLI_SPARE_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* Refuses a run whose outputs would destroy what it checks, another model, or a file that controls it; reports why. */
enum status spare_all(const struct command *command, const struct settings *settings, const struct inputs *inputs);

#endif
