/* Output formats. A format is a small table of functions; it uses reports only through vrmlint.h. */
#ifndef VRMLINT_REPORT_REPORT_H
#define VRMLINT_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/shown.h"
#include "report/verdict.h"
#include "vrmlint.h"

struct statistics;

enum report_part { REPORT_WHOLE, REPORT_FINDINGS, REPORT_VERDICTS };

struct report_options {
    enum vrmlint_language language;
    bool color;
    bool links; /* rule ids are links to their pages */
    bool quiet;
    bool tables_only;      /* only the requested statistics are printed */
    bool all;              /* formats for people leave nothing out */
    bool all_findings;     /* formats for programs leave nothing out */
    bool places;           /* positions in the JSON are printed, for people too */
    bool whole;            /* records contain everything in a report, in all its languages, for the cache */
    bool page;             /* json in a page: what apps do is written apart from it, once per rule */
    enum report_part part; /* of concise: what is printed of a file */
    bool from_records;     /* the reports were read from ndjson, which lacks the data of pictures */
    const struct vrmlint_manifest *manifest; /* for formats that are compared; borrowed; NULL: none */
    size_t width;                            /* columns of text */
};

/* Totals over all files. */
struct report_summary {
    size_t files; /* including those that could not be read */
    size_t counts[VRMLINT_ERROR + 1];
    size_t unreadable; /* files that could not be read */
    size_t known;      /* findings that a baseline knows */
    size_t ignored;    /* findings that settings have accepted */
    size_t hidden;     /* findings that aren't severe enough to be shown */
    size_t shard;      /* the part of the files that was checked, from 1 to shards; both 0: all of them */
    size_t shards;
    size_t verdicts[VERDICT_APPS][APP_VERDICTS]; /* files by app, and by what it does with them */
    struct statistics *statistics;               /* NULL: not requested */
    bool no_memory;                              /* the statistics are incomplete */
};

/* One output of a run: begin, each file in order, end. A file that could not be read is included, with its error,
 * because it must not be missing from a report. The owner of the stream checks it for write errors. */
struct reporter {
    const struct report_format *format;
    struct report_options options;
    FILE *out;
    size_t files;                    /* passed so far */
    size_t findings;                 /* passed to the format so far */
    size_t entries;                  /* for formats with separators: entries so far */
    size_t shown[VRMLINT_ERROR + 1]; /* for formats with a limit: findings so far, by severity */
    void *state;                     /* of the format; freed by end */
    bool no_memory;                  /* something is missing from the output: it must not look complete */
    struct shown listed;             /* for formats that programs read: the part of a report that is listed */
};

struct report_format {
    const char *name;
    const char *summary; /* a clause that describes it, marked with N_ */
    bool follows;        /* is for people: in the language of the user, unless another is requested */
    bool explains;       /* needs the arguments of sentences */
    bool fixes;          /* needs the fixes of safe findings, as ranges of the text */
    bool relative;       /* is for tools that know the files of a project: paths begin at its top */
    bool spreads;        /* has an entry for each place of a folded finding */
    bool compared;       /* contains the manifest of the run, and each file's content hash */
    bool capped;         /* contains a limited number of findings per rule and file, unless all are requested */
    bool merged;         /* is read by vrmlint merge: contains what other formats need, too */
    bool ranked;         /* lists the findings of a file by severity; other formats list them by place */
    bool draws;          /* needs the data of pictures, which takes time to make */
    void (*begin)(struct reporter *reporter);
    void (*file)(struct reporter *reporter, const struct vrmlint_report *report);
    void (*end)(struct reporter *reporter, const struct report_summary *summary);
    size_t most;       /* findings of one run that the reader of this format accepts; 0: any number */
    const char *taker; /* that reader */
};

/* All formats, terminated by one without a name. */
extern const struct report_format *const report_formats[];

/* Writes the names of all formats, separated by commas, as far as size allows; returns names. */
const char *report_format_names(char *names, size_t size);

/* Returns the format of a name; NULL if there is none. */
const struct report_format *report_format_by_name(const char *name);

/* Adds one file to the totals. */
void report_count(struct report_summary *summary, const struct vrmlint_report *report);

/* Limits the findings of each rule in a report to those that the format accepts; they live until room is freed. */
void report_cap(struct reporter *reporter, struct shown *room, struct vrmlint_report *report);

/* Replaces the findings of a report, which must have been folded, by those before folding, as many as the format
 * accepts; they live until room is freed. */
void report_spread(struct reporter *reporter, struct shown *room, struct vrmlint_report *report);

/* Call the functions of a format, and count what is passed to it. A report for which memory ran out gets no end; then
 * the format's state isn't freed. */
void report_begin(struct reporter *reporter);
void report_file(struct reporter *reporter, const struct vrmlint_report *report);
void report_end(struct reporter *reporter, const struct report_summary *summary);

/* Prints "; 2 ignored; 9 known to the baseline": the findings that aren't among the counts of a run; nothing if there
 * are none. */
void report_print_left_out(const struct reporter *reporter, const struct report_summary *summary);

/* Prints "3 files checked: 1 error, 0 warnings, 0 info; 2 ignored; 1 could not be read", without a line feed. */
void report_print_totals(const struct reporter *reporter, const struct report_summary *summary);

#endif
