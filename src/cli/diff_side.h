/* One side of vrmlint diff: models in files and folders, or reports of them. */
#ifndef VRMLINT_CLI_DIFF_SIDE_H
#define VRMLINT_CLI_DIFF_SIDE_H

#include "cli/check_options.h"
#include "run/inputs.h"
#include "run/merge.h"

/* A file of a side. */
struct side_file {
    const char *path;                    /* to read it from; of a report, as that has it */
    const char *shown;                   /* what it is called */
    const char *key;                     /* what it is matched by: the same in both sides */
    const struct vrmlint_policy *policy; /* of a model */
    const char *json;                    /* its record; NULL unless the side is a report in JSON */
};

/*
 * A side. Everything lives in the arena, but for what side_close() closes. files are in the order of their keys.
 */
struct side {
    struct arena *arena;
    struct settings *settings;
    const char *path; /* the first of them */
    bool is_report;
    bool is_one; /* a single model: it is compared with the other side's, whatever it is called */
    struct inputs inputs;
    struct merge merge; /* of ndjson */
    bool is_merge;
    struct side_file *files;
    size_t count;
    size_t capacity;
    struct vrmlint_manifest manifest;
};

/* What a side is made of. */
struct side_source {
    char **paths; /* files and folders; or one report */
    int count;
    /* A folder with files of another revision: settings are those that hold in the work tree, and the names of the
     * files begin with the revision instead. NULL: the files are where they belong. */
    const char *scratch;
    const char *revision;
    bool full_keys; /* files are matched by whole paths, not by those below a folder */
};

/* Opens a side, and lists its files. Says what is wrong. */
enum status side_open(struct side *side, struct arena *arena, struct settings *settings,
                      const struct side_source *source);

/* Whether a path is a report: neither a folder nor called like a model. */
bool side_is_report(const char *path);

/* The report of a file, which the caller frees; NULL, which has been said, if there is none. Models are checked: any
 * thread may do so. Reports are read by one thread at a time. */
struct vrmlint_report *side_read(struct side *side, size_t index);

/* The hash of a file's content, as reports have it, in text; false if it isn't known. For one thread at a time. */
bool side_hash(struct side *side, size_t index, char text[BLAKE2B_TEXT]);

/* Matches the files by what follows the folder that all of them lie in. */
void side_shorten_keys(struct side *side);

void side_close(struct side *side);

#endif
