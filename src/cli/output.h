/* Outputs of a run: each a format, on its way to standard output or to a file. */
#ifndef VRMLINT_CLI_OUTPUT_H
#define VRMLINT_CLI_OUTPUT_H

#include "cli/options.h"
#include "cli/relative.h"
#include "cli/sink.h"
#include "report/report.h"

struct output {
    const struct report_format *format;
    const char *path;                /* NULL: standard output */
    bool append;                     /* to what is in the file already */
    enum vrmlint_language language;  /* that goings-on are told in, which need not be the report's */
    const struct relative *relative; /* what paths are relative to, if the format wants that */
    struct reporter reporter;
    struct sink sink;
    bool piped;  /* nobody reads any more at the other end of standard output */
    bool broken; /* something went wrong, and has been said */
};

/*
 * Opens an output whose format and path are set, and begins the report. A file gets its name only when it is whole;
 * what isn't an ordinary file (a device, a pipe, a link) is written in place. Says what goes wrong. The name of the
 * temporary file lives in the arena.
 */
enum status output_begin(struct output *output, struct arena *arena, struct report_options options);

/* Passes one file on, at once; says it when that fails, and nothing more is written then. */
enum status output_file(struct output *output, const struct vrmlint_report *report);

/* Closes the output of a run that was interrupted: a file is removed, and nothing says that the report is whole. */
void output_abandon(struct output *output);

/* Ends the report and closes the output; a file that isn't whole is removed. Says what goes wrong. */
enum status output_end(struct output *output, const struct report_summary *summary);

#endif
