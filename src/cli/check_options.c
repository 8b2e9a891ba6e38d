#include "cli/check_options.h"

#include <stddef.h>

#include "cli/check_values.h"
#include "report/report.h"

/* ---- options that several commands have ---- */

#define OPTION_IGNORE_ROW                                                                                              \
    {                                                                                                                  \
        .name = "ignore", .argument = "LIST", .help = N_("leave these rules out; may be given several times"),         \
        .kind = OPTION_CALL, .call = value_add_ignore                                                                  \
    }
#define OPTION_SEVERITY_ROW                                                                                            \
    {                                                                                                                  \
        .name = "severity", .argument = "RULE=LEVEL",                                                                  \
        .help =                                                                                                        \
            N_("report a rule, or a family, as error, warning or info, or switch it off; may be given several times"), \
        .kind = OPTION_CALL, .call = value_add_severity                                                                \
    }
#define OPTION_FAIL_ON_ROW                                                                                             \
    {                                                                                                                  \
        .name = "fail-on", .argument = "error|warning|info|never",                                                     \
        .help = N_("the least severity that makes the exit status 1 (default: error)"), .kind = OPTION_WORD,           \
        .offset = offsetof(struct settings, fail_on)                                                                   \
    }
#define OPTION_CONFIG_ROW                                                                                              \
    {                                                                                                                  \
        .name = "config", .argument = "FILE",                                                                          \
        .help = N_(                                                                                                    \
            "take settings from FILE, for all PATHs, instead of the files .vrmlint.json in their folders and above"),  \
        .kind = OPTION_TEXT, .offset = offsetof(struct settings, config)                                               \
    }
#define OPTION_NO_CONFIG_ROW                                                                                           \
    {                                                                                                                  \
        .name = "no-config", .help = N_("read no settings from files"), .kind = OPTION_FLAG,                           \
        .offset = offsetof(struct settings, no_config)                                                                 \
    }
#define OPTION_BASELINE_ROW                                                                                            \
    {                                                                                                                  \
        .name = "baseline", .argument = "FILE",                                                                        \
        .help = N_("report only what FILE, written by --write-baseline, doesn't contain; the order of springs, "       \
                   "nodes and colliders may have changed since then"),                                                 \
        .kind = OPTION_TEXT, .offset = offsetof(struct settings, baseline)                                             \
    }
#define OPTION_NO_SIMULATION_ROW                                                                                       \
    {                                                                                                                  \
        .name = "no-simulation",                                                                                       \
        .help = N_("leave out the simulation of spring bones, and so the rules of the family sim"),                    \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, no_simulation)                                        \
    }
#define OPTION_JOBS_ROW                                                                                                \
    {                                                                                                                  \
        .name = "jobs", .argument = "N",                                                                               \
        .help = N_("check up to N files at a time, and several motions of a file if fewer files are left "             \
                   "(default: the number of processors); the report is the same for every N"),                         \
        .kind = OPTION_CALL, .call = value_set_jobs                                                                    \
    }
#define OPTION_MAX_FILE_SIZE_ROW                                                                                       \
    {                                                                                                                  \
        .name = "max-file-size", .argument = "BYTES",                                                                  \
        .help = N_("report larger files as file/too-large instead of checking them; K, M and G after the number "      \
                   "are powers of 1024 (default: no limit)"),                                                          \
        .kind = OPTION_CALL, .call = value_set_max_file_size                                                           \
    }
#define OPTION_MAX_MEMORY_ROW                                                                                          \
    {                                                                                                                  \
        .name = "max-memory", .argument = "BYTES",                                                                     \
        .help = N_("report a file whose check takes more memory as file/too-complex, and continue with the next "      \
                   "(default: 264M, and 80 times the bytes of the file beyond 10M)"),                                  \
        .kind = OPTION_CALL, .call = value_set_max_memory                                                              \
    }
#define OPTION_TIMEOUT_ROW                                                                                             \
    {                                                                                                                  \
        .name = "timeout", .argument = "SECONDS",                                                                      \
        .help = N_("report a file that takes longer as file/timed-out, and continue with the next (default: no "       \
                   "limit)"),                                                                                          \
        .kind = OPTION_CALL, .call = value_set_timeout                                                                 \
    }
#define OPTION_FILES_FROM_ROW                                                                                          \
    {                                                                                                                  \
        .name = "files-from", .argument = "FILE",                                                                      \
        .help = N_("also check the PATHs that FILE lists, one per line or each ended by a NUL; - for standard "        \
                   "input"),                                                                                           \
        .kind = OPTION_CALL, .call = value_set_files_from                                                              \
    }
#define OPTION_STATISTICS_ROW                                                                                          \
    {                                                                                                                  \
        .name = "statistics",                                                                                          \
        .help =                                                                                                        \
            N_("count findings by rule and by exporter, at the end (text, concise) or in the summary (json, ndjson)"), \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, statistics)                                           \
    }
#define OPTION_COLOR_ROW                                                                                               \
    {                                                                                                                  \
        .name = "color", .argument = "auto|always|never",                                                              \
        .help = N_("colours in text and concise; auto (the default) heeds NO_COLOR, CLICOLOR_FORCE and the terminal"), \
        .kind = OPTION_WORD, .offset = offsetof(struct settings, color)                                                \
    }
#define OPTION_QUIET_ROW                                                                                               \
    {                                                                                                                  \
        .name = "quiet", .letter = 'q',                                                                                \
        .help = N_("text omits files without findings, and the totals; with --statistics, print only the tables"),     \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, quiet)                                                \
    }
#define OPTION_EXCLUDE_ROW                                                                                             \
    {                                                                                                                  \
        .name = "exclude", .argument = "GLOB",                                                                         \
        .help = N_("leave out matching files and folders inside folders, in addition to hidden folders, "              \
                   "node_modules and __MACOSX; a PATH itself is always checked. May be given several times"),          \
        .kind = OPTION_CALL, .call = value_add_exclude                                                                 \
    }
#define OPTION_FORCE_EXCLUDE_ROW                                                                                       \
    {                                                                                                                  \
        .name = "force-exclude",                                                                                       \
        .help = N_("leave out what --exclude and the settings exclude also if it is named as a PATH, for hooks that "  \
                   "name every file of a change"),                                                                     \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, force_exclude)                                        \
    }
#define OPTION_ALLOW_EMPTY_ROW                                                                                         \
    {                                                                                                                  \
        .name = "allow-empty", .help = N_("accept an empty list of --files-from, and folders with nothing to check"),  \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, allow_empty)                                          \
    }
#define OPTION_SHARD_ROW                                                                                               \
    {                                                                                                                  \
        .name = "shard", .argument = "I/N",                                                                            \
        .help =                                                                                                        \
            N_("divide the files into N parts by their paths and take only part I, from 1 to N (I+1/N counts from "    \
               "0); vrmlint merge combines the parts"),                                                                \
        .kind = OPTION_CALL, .call = value_set_shard                                                                   \
    }
#define OPTION_RELATIVE_TO_ROW                                                                                         \
    {                                                                                                                  \
        .name = "relative-to", .argument = "DIR",                                                                      \
        .help = N_("start the paths in github, gitlab and sarif at DIR (default: CI_PROJECT_DIR or "                   \
                   "GITHUB_WORKSPACE if set)"),                                                                        \
        .kind = OPTION_TEXT, .offset = offsetof(struct settings, relative_to)                                          \
    }
#define OPTION_MIN_SEVERITY                                                                                            \
    {                                                                                                                  \
        .name = "min-severity", .argument = "error|warning|info",                                                      \
        .help = N_("show only findings at or above this severity; only --fail-on changes the exit status "             \
                   "(default: info)"),                                                                                 \
        .kind = OPTION_WORD, .offset = offsetof(struct settings, min_severity)                                         \
    }
#define OPTION_MAX_WARNINGS                                                                                            \
    {                                                                                                                  \
        .name = "max-warnings", .argument = "N",                                                                       \
        .help = N_("make the exit status 1 also for more than N warnings in all (default: no limit)"),                 \
        .kind = OPTION_CALL, .call = value_set_max_warnings                                                            \
    }
#define OPTIONS_HOW_MUCH                                                                                               \
    {.name = "all",                                                                                                    \
     .help = N_("show all files and findings in text; without it, 10 findings per rule and file, and 100 "             \
                "files of each kind (with errors, with warnings, with advice, without findings)"),                     \
     .kind = OPTION_FLAG,                                                                                              \
     .offset = offsetof(struct settings, all)},                                                                        \
        {.name = "all-findings",                                                                                       \
         .help =                                                                                                       \
             N_("report each finding separately, and write all findings to json, ndjson, sarif, junit and gitlab; "    \
                "without it, 1,000 per rule and file"),                                                                \
         .kind = OPTION_FLAG,                                                                                          \
         .offset = offsetof(struct settings, all_findings)},                                                           \
    {                                                                                                                  \
        .name = "verbose",                                                                                             \
        .help = N_("print the position of each finding in the JSON in text, as on terminals with colours"),            \
        .kind = OPTION_FLAG, .offset = offsetof(struct settings, verbose)                                              \
    }

const struct option check_options[] = {
    {.name = "format",
     .letter = 'f',
     .argument = "NAME[=FILE]",
     .help = N_("how to report, as {formats}; the default is text. Into FILE instead of standard output. May be given "
                "several times"),
     .hole = "{formats}",
     .fill = report_format_names,
     .kind = OPTION_CALL,
     .call = value_add_format},
    {.name = "select",
     .argument = "LIST",
     .help = N_("run these rules instead of the default set; may be given several times"),
     .kind = OPTION_CALL,
     .call = value_add_select},
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    {.name = "rules-of",
     .argument = "VERSION",
     .help = N_("leave out rules that VERSION of vrmlint, such as 0.1.0, didn't have, to get no findings of new rules "
                "after an update; rules that --select names by their ids run"),
     .kind = OPTION_CALL,
     .call = value_set_rules_of},
    {.name = "budget",
     .argument = "PRESET",
     .help = N_(
         "report figures above the budget that a platform publishes, such as cluster; vrmlint explain budget/exceeded "
         "lists them. May be given several times: the later wins"),
     .kind = OPTION_CALL,
     .call = value_set_budget},
    OPTION_FAIL_ON_ROW,
    OPTION_MIN_SEVERITY,
    OPTION_MAX_WARNINGS,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_BASELINE_ROW,
    {.name = "write-baseline",
     .argument = "FILE",
     .help = N_("write the findings to FILE, for --baseline; they are still reported"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, write_baseline)},
    {.name = "no-baseline",
     .help = N_("report everything, including the findings in a baseline"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, no_baseline)},
    OPTION_NO_SIMULATION_ROW,
    {.name = "no-data",
     .help = N_("skip everything that needs the bytes of buffers and images; the report says so"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, no_data)},
    OPTION_LIMIT_REVISION(struct settings),
    {.name = "schema",
     .argument = "NAME=FILE",
     .help = N_("check the extension NAME, which vrmlint doesn't know, against the JSON Schema in FILE "
                "(2020-12 or draft-04); may be given several times"),
     .kind = OPTION_CALL,
     .call = value_add_schema},
    OPTION_JOBS_ROW,
    {.name = "cache",
     .argument = "DIR",
     .help = N_("keep reports in the folder DIR, which is created if necessary, and reuse those of unchanged "
                "files"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, cache_folder)},
    {.name = "cache-size",
     .argument = "BYTES",
     .help = N_("let the folder of --cache grow to BYTES, then delete the least recently used; K, M and G "
                "after the number are powers of 1024 (default: 1G)"),
     .kind = OPTION_CALL,
     .call = value_set_cache_size},
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FORCE_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_ALLOW_EMPTY_ROW,
    {.name = "stdin-filename",
     .argument = "NAME",
     .help = N_("the name of the file on standard input (PATH -): reports show it, and its settings apply"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, standard_name)},
    OPTION_RELATIVE_TO_ROW,
    OPTION_SHARD_ROW,
    OPTION_STATISTICS_ROW,
    OPTION_COLOR_ROW,
    {.name = "hyperlinks",
     .argument = "auto|always|never",
     .help = N_("link the ids of rules to their pages, in text and concise; auto (the default): on terminals "
                "known to open links"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, hyperlinks)},
    {.name = "progress",
     .argument = "auto|always|never",
     .help = N_("show the progress of a long run on standard error; auto (the default): if that is a terminal"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, progress)},
    OPTION_QUIET_ROW,
    OPTIONS_HOW_MUCH,
    OPTIONS_COMMON,
};

const struct option diff_options[] = {
    {.name = "format",
     .letter = 'f',
     .argument = "text|json|html|github",
     .help = N_("how to report: for people (text, the default; html), for programs (json), or as annotations on GitHub "
                "and a summary of the step (github). With =FILE behind it into FILE instead of standard output"),
     .kind = OPTION_CALL,
     .call = value_set_diff_format},
    {.name = "since",
     .argument = "REVISION",
     .help = N_("compare the files in the work tree, given as PATHs, with those of a REVISION of git"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, since)},
    {.name = "select",
     .argument = "LIST",
     .help = N_("run these rules instead of the default set; may be given several times"),
     .kind = OPTION_CALL,
     .call = value_add_select},
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    OPTION_FAIL_ON_ROW,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_NO_SIMULATION_ROW,
    OPTION_JOBS_ROW,
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_COLOR_ROW,
    {.name = "quiet",
     .letter = 'q',
     .help = N_("omit the totals"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, quiet)},
    {.name = "all",
     .help = N_("show all changes of an avatar in text; without it, 30"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, all)},
    OPTIONS_COMMON,
};

const struct option list_options[] = {
    {.name = "null",
     .letter = '0',
     .help = N_("end each path with a NUL instead of a line feed, for --files-from and xargs -0"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, list_null)},
    {.name = "sizes",
     .help = N_("print the size of each file in bytes, and a tab, before its path"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, list_sizes)},
    {.name = "left-out",
     .help = N_("also say on standard error what is left out, and why"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, list_left_out)},
    {.name = "manifest",
     .help = N_("print no paths, but the manifest that a report of these files would have, as JSON on one line"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, list_manifest)},
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FORCE_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_ALLOW_EMPTY_ROW,
    OPTION_SHARD_ROW,
    OPTIONS_COMMON,
};

const struct option merge_options[] = {
    {.name = "format",
     .letter = 'f',
     .argument = "NAME[=FILE]",
     .help = N_("how to report, as for check; into FILE instead of standard output. May be given several times"),
     .kind = OPTION_CALL,
     .call = value_add_format},
    OPTION_FAIL_ON_ROW,
    OPTION_MIN_SEVERITY,
    OPTION_MAX_WARNINGS,
    {.name = "files-from",
     .argument = "FILE",
     .help = N_("report which of the PATHs in FILE are missing; use the FILE that check was given"),
     .kind = OPTION_CALL,
     .call = value_set_files_from},
    {.name = "mixed",
     .help = N_("merge also runs of different versions, or with different settings"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, mixed)},
    OPTION_RELATIVE_TO_ROW,
    OPTION_STATISTICS_ROW,
    OPTION_COLOR_ROW,
    OPTION_QUIET_ROW,
    OPTIONS_HOW_MUCH,
    OPTIONS_COMMON,
};

const struct option fix_options[] = {
    {.name = "in-place",
     .letter = 'i',
     .help = N_("overwrite each file with the fixed one"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, in_place)},
    {.name = "output",
     .argument = "PATH",
     .help = N_("write the fixed file to PATH; for several files, or a folder, write files of the same names "
                "to the folder PATH"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, fix_output)},
    {.name = "safe-only",
     .help = N_("make only fixes that change nothing in an app that follows the specification"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, safe_only)},
    {.name = "unsafe",
     .help = N_("also make fixes whose result you must check"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, unsafe)},
    {.name = "format",
     .letter = 'f',
     .argument = "text|json-patch",
     .help = N_("how to show the changes: as lines before and after (the default), or as operations of RFC 6902"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, fix_format)},
    {.name = "select",
     .argument = "LIST",
     .help = N_("fix only the findings of these rules, instead of the default set; may be given several times"),
     .kind = OPTION_CALL,
     .call = value_add_select},
    OPTION_IGNORE_ROW,
    OPTION_SEVERITY_ROW,
    OPTION_FAIL_ON_ROW,
    OPTION_CONFIG_ROW,
    OPTION_NO_CONFIG_ROW,
    {.name = "baseline",
     .argument = "FILE",
     .help = N_("don't fix the findings in FILE, written by vrmlint check --write-baseline"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct settings, baseline)},
    OPTION_NO_SIMULATION_ROW,
    OPTION_JOBS_ROW,
    OPTION_MAX_FILE_SIZE_ROW,
    OPTION_MAX_MEMORY_ROW,
    OPTION_TIMEOUT_ROW,
    OPTION_EXCLUDE_ROW,
    OPTION_FORCE_EXCLUDE_ROW,
    OPTION_FILES_FROM_ROW,
    OPTION_ALLOW_EMPTY_ROW,
    OPTION_COLOR_ROW,
    {.name = "quiet",
     .letter = 'q',
     .help = N_("omit files with nothing to fix, and the totals"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, quiet)},
    OPTIONS_COMMON,
};
