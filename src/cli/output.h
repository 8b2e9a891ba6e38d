/* Outputs of a run: each writes a format to standard output or to a file. */
#ifndef VRMLINT_CLI_OUTPUT_H
#define VRMLINT_CLI_OUTPUT_H

#include "base/arena.h"
#include "base/os.h"
#include "cli/options.h"
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

struct relative {
    const char *top;  /* true path of the top; NULL: paths stay as they are */
    const char *here; /* true path of the working folder */
};

#endif
