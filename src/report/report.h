/*
 * Output formats. A format is a small table of functions; it sees reports only through vrmlint.h.
 */
#ifndef VRMLINT_REPORT_REPORT_H
#define VRMLINT_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/shown.h"
#include "vrmlint.h"

struct statistics;

struct report_options {
    enum vrmlint_language language;
    bool color;
    bool links; /* rule ids lead to their pages */
    bool quiet;
    bool tables_only;  /* of the statistics that are asked for: nothing else is printed */
    bool all;          /* for people: nothing is left out */
    bool all_findings; /* for programs: nothing is left out */
    bool places;       /* where in the JSON findings are, for people too */
    bool whole;        /* of records: all that a report holds, in all its languages, for the cache */
    bool page;         /* of json within a page: what apps do is apart from it, once for each rule */
    bool from_records; /* the reports were read from ndjson, which doesn't hold what pictures are drawn from */
    const struct vrmlint_manifest *manifest; /* for formats that are compared; borrowed, NULL: nobody made one */
    size_t width;                            /* columns to set text in */
};

/* Totals over all files. */
struct report_summary {
    size_t files; /* those that could not be read included */
    size_t counts[VRMLINT_ERROR + 1];
    size_t unreadable; /* files that could not be read */
    size_t known;      /* findings that a baseline knows */
    size_t ignored;    /* findings that settings have accepted */
    size_t hidden;     /* findings that aren't severe enough to be shown */
    size_t shard;      /* which part of the files this was over, from 1 to shards; both 0: all of them */
    size_t shards;
    struct statistics *statistics; /* NULL: nobody asked for them */
    bool no_memory;                /* they don't hold all that they should */
};

/*
 * One output of a run: begin, each file in order, end. A file that could not be read is included, with its error:
 * it must not be missing from a report. Write errors are found by the owner of the stream.
 */
struct reporter {
    const struct report_format *format;
    struct report_options options;
    FILE *out;
    size_t files;                    /* passed so far */
    size_t findings;                 /* that were passed to the format so far */
    size_t entries;                  /* of formats that separate what they write: how many so far */
    size_t shown[VRMLINT_ERROR + 1]; /* of formats that cap: findings so far, by severity */
    void *state;                     /* of the format; freed by end */
    bool no_memory;                  /* something is missing from what was written: it must not look whole */
    struct shown listed;             /* of formats that programs read: what of a file is in it */
};

struct report_format {
    const char *name;
    const char *summary; /* what it is, a clause marked with N_ */
    bool follows;        /* is for people: in the language of whoever runs the command, unless another is asked for */
    bool explains;       /* wants what fills the places of sentences */
    bool fixes;          /* wants what fixes safe findings, as ranges of the text */
    bool relative;       /* is for tools that know the files of a project: paths begin at its top */
    bool spreads;        /* has an entry for each place that a folded finding holds of */
    bool compared;       /* says what the run went by, and what each file's content is known by */
    bool capped;         /* holds no more than some findings of one rule and file, unless all are asked for */
    bool merged;         /* is what vrmlint merge reads: holds what other formats need besides */
    bool draws;          /* wants what pictures are drawn from, which takes time to make */
    void (*begin)(struct reporter *reporter);
    void (*file)(struct reporter *reporter, const struct vrmlint_report *report);
    void (*end)(struct reporter *reporter, const struct report_summary *summary);
    size_t most;       /* findings that who reads this format takes of one run; 0: any number */
    const char *taker; /* who that is */
};

/* All formats, ended by one without a name. */
extern const struct report_format *const report_formats[];

/* Writes the names of all formats, with commas between them, as far as size allows; returns names. */
const char *report_format_names(char *names, size_t size);

/* NULL when there is none. */
const struct report_format *report_format_by_name(const char *name);

/* Adds one file to the totals. */
void report_count(struct report_summary *summary, const struct vrmlint_report *report);

/* Leaves as many findings of each rule in a report as the format takes; they live until room is freed. */
void report_cap(struct reporter *reporter, struct shown *room, struct vrmlint_report *report);

/* Replaces the findings of a report, which must have been folded, by those before that, as many as the format takes;
 * they live until room is freed. */
void report_spread(struct reporter *reporter, struct shown *room, struct vrmlint_report *report);

/* The same as the formats do it; a report that memory didn't suffice for gets no end, and its format's state goes with
 * the program: through these, so that none forgets to count what passed. */
void report_begin(struct reporter *reporter);
void report_file(struct reporter *reporter, const struct vrmlint_report *report);
void report_end(struct reporter *reporter, const struct report_summary *summary);

/* "; 2 ignored; 9 known to the baseline": what isn't among the counts of a run; nothing where all is. */
void report_print_left_out(const struct reporter *reporter, const struct report_summary *summary);

/* "3 files checked: 1 error, 0 warnings, 0 info; 2 ignored; 1 could not be read", without a line's end. */
void report_print_totals(const struct reporter *reporter, const struct report_summary *summary);

#endif
