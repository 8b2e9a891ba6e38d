/*
 * The options of vrmlint check: what they set, and the one table of them.
 */
#ifndef VRMLINT_CLI_CHECK_OPTIONS_H
#define VRMLINT_CLI_CHECK_OPTIONS_H

#include "cli/options.h"
#include "cli/output.h"

enum { EXCLUDE_MAX = 256, OUTPUT_MAX = 16, OUTPUT_ROOM = OUTPUT_MAX + 1 /* the summary of a step on GitHub */ };

enum choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER }; /* the words of --color, --hyperlinks and --progress */

struct policies;
struct diff_format;

struct settings {
    struct vrmlint_policy *policy; /* what the command line says */
    struct policies *policies;     /* what holds for each file */
    struct output outputs[OUTPUT_ROOM];
    size_t output_count;
    const char *files_from;
    const char *standard_name; /* of what comes from standard input; NULL: "-" */
    const char *relative_to;   /* the folder that other tools' paths start from; NULL: CI says it, or nobody */
    struct relative relative;  /* the same, as the outputs use it */
    double timeout;            /* seconds; 0: none */
    bool allow_empty;          /* nothing to check is fine */
    bool force_exclude;        /* what is left out of folders is left out where it is named too */
    bool no_baseline;
    const char *baseline; /* NULL: none */
    const char *write_baseline;
    const char *excludes[EXCLUDE_MAX]; /* patterns */
    size_t exclude_count;
    int min_severity;    /* place in "error|warning|info"; -1: not given */
    int limit_revision;  /* place in "B|C" */
    size_t max_warnings; /* SIZE_MAX: any number */
    bool all;            /* text leaves nothing out */
    bool all_findings;   /* nor do formats for programs */
    bool verbose;
    uint64_t cache_size;             /* bytes */
    size_t jobs;                     /* files checked at a time, at least 1 */
    struct vrmlint_helpers *helpers; /* pool of the threads that have no file, or NULL */
    const char *cache_folder;
    struct cache *cache; /* NULL: nothing is kept */
    size_t shard;        /* of shards, from 1; both 0: all files are checked */
    size_t shards;
    const char *config; /* NULL: none was named */
    bool no_config;
    bool narrowed; /* rules were chosen on the command line: what isn't found may still be there */
    int fail_on;   /* place in "error|warning|info|never"; -1: not given */
    int color;
    int hyperlinks;
    int progress;
    bool quiet;
    bool statistics;
    bool no_simulation;
    bool in_place; /* of vrmlint fix, like the next */
    const char *fix_output;
    bool safe_only;
    bool unsafe;
    int fix_format;                        /* place in "text|json-patch" */
    const struct diff_format *diff_format; /* of vrmlint diff, like the next */
    const char *diff_file;                 /* NULL: standard output */
    const char *since;                     /* a revision of git; NULL: both sides are there */
    size_t done;                           /* of the files wanted, for whoever interrupted it */
    size_t wanted;
    bool list_null; /* of vrmlint list, like the next */
    bool list_sizes;
    bool list_left_out;
    bool list_manifest;
    bool no_data;
    struct vrmlint_manifest manifest; /* for formats that say it */
    bool mixed;                       /* of vrmlint merge */
    bool from_records;                /* merged, not checked */
    bool asks_language;               /* somebody asks for one: machines are spoken to in it too */
    enum vrmlint_language language;
};

extern const struct option check_options[];

/* Those of vrmlint fix, which sets many of the same. */
extern const struct option fix_options[];

/* Those of vrmlint diff. */
extern const struct option diff_options[];

/* Those of vrmlint list, which finds the files as vrmlint check does. */
extern const struct option list_options[];

/* Those of vrmlint merge, which sets some of the same. */
extern const struct option merge_options[];

#endif
