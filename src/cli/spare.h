/* What outputs must not be written over. */
#ifndef VRMLINT_CLI_SPARE_H
#define VRMLINT_CLI_SPARE_H

#include "cli/check_options.h"
#include "run/inputs.h"

/* Refuses a run, saying why, whose outputs would destroy what it checks, another model, or what it is told by. */
enum status spare_all(const struct command *command, const struct settings *settings, const struct inputs *inputs);

#endif
