/* A line on standard error that shows the progress of a long run. It is erased before anything else is printed. */
#ifndef VRMLINT_CLI_PROGRESS_H
#define VRMLINT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/check_options.h"

struct progress {
    bool on;
    bool shown;   /* the line is on the terminal */
    bool shared;  /* reports go to the same terminal: the line must be erased before they are printed */
    size_t total; /* files */
    enum vrmlint_language language;
    double started; /* by os_clock(), seconds */
    double drawn;   /* when the line was last drawn; set to delay the first time */
};

/* Starts counting. prints: reports go to standard output. With CHOICE_AUTO, the line is only shown if standard error
 * is a terminal, and only after the run has taken a while. */
struct progress progress_begin(enum choice choice, enum vrmlint_language language, size_t total, bool prints);

/* Records how many files are done, with how many findings. Draws the line if it is time. */
void progress_show(struct progress *progress, size_t done, size_t findings);

/* Erases the line because something is to be printed: on standard error or, with to_output, where reports go. */
void progress_hide(struct progress *progress, bool to_output);

/* Writes the line's text, for a run that has taken some seconds: "12 of 300 files, 4 findings, about 2 min left". The
 * remaining time is omitted while done is 0. */
void progress_text(char *text, size_t size, enum vrmlint_language language, size_t done, size_t total, size_t findings,
                   double seconds);

#endif
