/* The options of vrmlint check: the settings that they set, and their table. */
#ifndef VRMLINT_CLI_CHECK_OPTIONS_H
#define VRMLINT_CLI_CHECK_OPTIONS_H

#include "cli/limits.h"
#include "cli/options.h"
#include "cli/output.h"

enum { EXCLUDE_MAX = 256, OUTPUT_MAX = 16, OUTPUT_ROOM = OUTPUT_MAX + 1 /* one for the step summary on GitHub */ };

enum choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER }; /* the words of --color, --hyperlinks and --progress */

struct policies;
struct diff_format;

/* Of --fail-on, after the severities. */
enum { FAIL_ON_INVALID = 4, FAIL_ON_REFUSES, FAIL_ON_LOSES };

struct settings {
    struct work_limits limits;     /* first */
    struct vrmlint_policy *policy; /* from the command line */
    struct policies *policies;     /* the policy of each file */
    struct output outputs[OUTPUT_ROOM];
    size_t output_count;
    const char *files_from;
    const char *standard_name; /* of standard input; NULL: "-" */
    const char *relative_to;   /* folder that paths for other tools are relative to; NULL: from CI, or none */
    struct relative relative;  /* the same, as the outputs use it */
    bool allow_empty;          /* finding nothing to check is no error */
    bool force_exclude;        /* excludes also apply to paths that are named */
    bool follow;               /* links in folders are followed to any place */
    bool no_baseline;
    const char *baseline; /* NULL: none */
    const char *write_baseline;
    bool prune_baseline;               /* lines of baselines whose findings no longer exist are removed */
    const char *excludes[EXCLUDE_MAX]; /* patterns */
    size_t exclude_count;
    int min_severity;    /* index in "error|warning|info"; -1: not given */
    int limit_revision;  /* index in "B|C" */
    size_t max_warnings; /* SIZE_MAX: any number */
    bool all;            /* text output omits nothing */
    bool all_findings;   /* formats for programs omit nothing either */
    bool verbose;
    uint64_t cache_size;             /* bytes */
    size_t jobs;                     /* files checked in parallel, at least 1 */
    struct vrmlint_helpers *helpers; /* pool of threads without a file, or NULL */
    const char *cache_folder;
    struct cache *cache; /* NULL: no reports are kept */
    size_t shard;        /* number of the shard, from 1; both 0: all files are checked */
    size_t shards;
    const char *config; /* NULL: not given */
    bool no_config;
    bool narrowed; /* the command line selects rules: a missing finding may still exist */
    int fail_on;   /* index in "error|warning|info|never|invalid|refuses|loses"; -1: not given */
    unsigned apps; /* as in struct vrmlint_report */
    int color;
    int hyperlinks;
    int progress;
    bool quiet;
    bool statistics;
    bool no_simulation;
    bool in_place; /* of vrmlint fix, like the next ones */
    const char *fix_output;
    bool safe_only;
    bool unsafe;
    int fix_format;                        /* index in "text|json-patch" */
    const struct diff_format *diff_format; /* of vrmlint diff, like the next ones */
    const char *diff_file;                 /* NULL: standard output */
    const char *since;                     /* a revision of git; NULL: both sides are given */
    size_t done;                           /* files done, of those wanted; reported when interrupted */
    size_t wanted;
    bool list_null; /* of vrmlint list, like the next ones */
    bool list_sizes;
    bool list_left_out;
    bool list_manifest;
    bool no_constraints;
    bool no_data;
    struct report_summary *totals;    /* receives the totals of the run, for another command; or NULL */
    struct vrmlint_manifest manifest; /* for formats that contain it */
    bool mixed;                       /* of vrmlint merge */
    bool from_records;                /* the reports are merged, not checked */
    bool asks_language;               /* a language was requested: output for machines uses it too */
    enum vrmlint_language language;
};

extern const struct option check_options[];

/* The options of vrmlint fix, which sets many of the same settings. */
extern const struct option fix_options[];

/* The options of vrmlint diff. */
extern const struct option diff_options[];

/* The options of vrmlint list, which finds files as vrmlint check does. */
extern const struct option list_options[];

/* The options of vrmlint merge, which sets some of the same settings. */
extern const struct option merge_options[];

#endif
