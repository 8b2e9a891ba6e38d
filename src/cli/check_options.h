/*
 * The options of vrmlint check: what they set, and the one table of them.
 */
#ifndef VRMLINT_CLI_CHECK_OPTIONS_H
#define VRMLINT_CLI_CHECK_OPTIONS_H

#include "cli/options.h"
#include "cli/output.h"

enum { OUTPUT_MAX = 16 };

enum choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER }; /* the words of --color and --progress */

struct settings {
    struct vrmlint_policy *policy;
    struct output outputs[OUTPUT_MAX];
    size_t output_count;
    const char *files_from;
    size_t jobs; /* files checked at a time, at least 1 */
    int fail_on; /* place in "error|warning|info|never" */
    int color;
    int progress;
    bool quiet;
    bool no_simulation;
};

extern const struct option check_options[];

#endif
