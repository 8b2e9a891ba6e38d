/* All outputs of a run at once. */
#ifndef VRMLINT_CLI_OUTPUTS_H
#define VRMLINT_CLI_OUTPUTS_H

#include "cli/check_options.h"

/* The worse of two exit statuses. */
enum status worse(enum status a, enum status b);

/* Whoever asks for annotations on GitHub gets the summary of the step too, where GitHub says that it wants one. */
void outputs_add_step_summary(struct settings *settings);

/* The language that a format comes in: machines are spoken to in English, unless somebody asks for another. */
enum vrmlint_language outputs_language(const struct settings *settings, const struct report_format *format);

/* Whether what goes to a path, or for NULL to standard output, is coloured. Where two of them speak, the stronger:
 * --color, NO_COLOR, CLICOLOR_FORCE, the terminal. */
bool outputs_color(const struct settings *settings, const char *path);

/* Opens them and begins the reports; says what goes wrong. Names live in the arena. */
enum status outputs_begin(struct settings *settings, struct arena *arena);

/* Adds a file to the totals and passes on what of it its policy shows. */
enum status outputs_pass(struct settings *settings, const struct vrmlint_policy *policy,
                         const struct vrmlint_report *report, struct report_summary *summary);

/* Whether none takes anything any more: the rest isn't worth finding. */
bool outputs_are_broken(const struct settings *settings);

/* Whether there are more warnings than the command line allows: says so then, and it's a status of its own. */
enum status outputs_count_warnings(const struct settings *settings, size_t count);

/* Ends the program as others end that write to a pipe which nobody reads any more, if that has happened. Last of all.
 */
void outputs_end_piped(const struct settings *settings);

/* Whether some report goes to standard output. */
bool outputs_print(const struct settings *settings);

/* Ends and closes them. */
enum status outputs_end(struct settings *settings, const struct report_summary *summary);

/* Closes them without an end: see output_abandon(). */
void outputs_abandon(struct settings *settings);

#endif
