/* A line on standard error that says how far a long run has come, and is gone when anything else is printed. */
#ifndef VRMLINT_CLI_PROGRESS_H
#define VRMLINT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/check_options.h"

struct progress {
    bool on;
    bool shown;   /* the line stands on the terminal */
    bool shared;  /* reports go to the same terminal: the line must go before they come */
    size_t total; /* files */
    enum vrmlint_language language;
    double started; /* on os_clock(), seconds */
    double drawn;   /* when the line was last drawn; before: when it may be */
};

/* Starts counting. prints: reports go to standard output. With CHOICE_AUTO, only where standard error is a terminal,
 * and only once the run has taken a while.
 */
struct progress progress_begin(enum choice choice, enum vrmlint_language language, size_t total, bool prints);

/* So many files are done, with so many findings. Draws the line, if it's time. */
void progress_show(struct progress *progress, size_t done, size_t findings);

/* Takes the line away, because something is to be printed: on standard error, or, with to_output, where reports go. */
void progress_hide(struct progress *progress, bool to_output);

/*
 * The line's text, for a run of so many seconds so far: "12 of 300 files, 4 findings, about 2 min left". Nothing is
 * said of what is left while done is 0.
 */
void progress_text(char *text, size_t size, enum vrmlint_language language, size_t done, size_t total, size_t findings,
                   double seconds);

#endif
