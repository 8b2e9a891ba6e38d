/* All outputs of a run at once. */
#ifndef VRMLINT_CLI_OUTPUTS_H
#define VRMLINT_CLI_OUTPUTS_H

#include "cli/check_options.h"

/* Returns the worse of two exit statuses. */
enum status worse(enum status a, enum status b);

/* Adds the summary of the step if annotations for GitHub are requested, and GitHub names a file for it. */
void outputs_add_step_summary(struct settings *settings);

/* Returns the language of a format: English for machines, unless a language was requested. */
enum vrmlint_language outputs_language(const struct settings *settings, const struct report_format *format);

/* Whether the output to a path (NULL: standard output) is coloured. In the order of precedence: --color, NO_COLOR,
 * CLICOLOR_FORCE, the terminal. */
bool outputs_color(const struct settings *settings, const char *path);

/* Opens the outputs and begins the reports; reports errors. Names are in the arena. */
enum status outputs_begin(struct settings *settings, struct arena *arena);

/* Adds a file to the totals, and passes on the part of its report that its policy shows. */
enum status outputs_pass(struct settings *settings, const struct vrmlint_policy *policy,
                         const struct vrmlint_report *report, struct report_summary *summary);

/* Whether all outputs have failed: checking the rest would be useless. */
bool outputs_are_broken(const struct settings *settings);

/* Returns STATUS_FINDINGS, and reports it, if there are more warnings than the command line allows; otherwise
 * STATUS_FINE. */
enum status outputs_count_warnings(const struct settings *settings, size_t count);

/* Ends the program as others end when the reader of their pipe is gone, if that has happened. Must be called last. */
void outputs_end_piped(const struct settings *settings);

/* Whether a report goes to standard output. */
bool outputs_print(const struct settings *settings);

/* Ends and closes the outputs. */
enum status outputs_end(struct settings *settings, const struct report_summary *summary);

/* Closes the outputs of an interrupted run; the reports get no end. */
void outputs_abandon(struct settings *settings);

#endif
