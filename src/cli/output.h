/* Outputs of a run: each writes a format to standard output or to a file. */
#ifndef VRMLINT_CLI_OUTPUT_H
#define VRMLINT_CLI_OUTPUT_H

#include "cli/options.h"
#include "cli/relative.h"
#include "cli/sink.h"
#include "report/report.h"

struct output {
    const struct report_format *format;
    const char *path;                /* NULL: standard output */
    bool append;                     /* to the content of the file */
    enum vrmlint_language language;  /* of messages, which need not be the report's */
    const struct relative *relative; /* the base of paths, if the format needs one */
    struct reporter reporter;
    struct sink sink;
    bool piped;  /* the reader of standard output is gone */
    bool broken; /* an error occurred, and has been reported */
};

/*
 * Opens an output whose format and path are set, and begins the report. A file gets its name only when it is
 * complete; anything but an ordinary file (a device, a pipe, a link) is written in place. Reports errors. The name of
 * the temporary file is in the arena.
 */
enum status output_begin(struct output *output, struct arena *arena, struct report_options options);

/* Writes the report of one file at once. Reports if that fails; nothing more is written then. */
enum status output_file(struct output *output, const struct vrmlint_report *report);

/* Closes the output of an interrupted run: a file is removed, and the report gets no end. */
void output_abandon(struct output *output);

/* Ends the report and closes the output; an incomplete file is removed. Reports errors. */
enum status output_end(struct output *output, const struct report_summary *summary);

#endif
