/* The two sides that vrmlint diff compares: files, folders or reports. */
#ifndef VRMLINT_CLI_SIDE_H
#define VRMLINT_CLI_SIDE_H

#include "base/blake2b.h"
#include "cli/check_options.h"
#include "run/inputs.h"
#include "run/merge.h"

/* A file of a side. */
struct side_file {
    const char *path;                    /* to read it from; in a report, as written there */
    const char *shown;                   /* its name in the output */
    const char *key;                     /* matches it with the file of the other side */
    const struct vrmlint_policy *policy; /* of a model */
    const char *json;                    /* its record; NULL unless the side is a report in JSON */
};

/* A side. Everything is in the arena, except for what side_close() closes. files are sorted by key. */
struct compared_side {
    struct arena *arena;
    struct settings *settings;
    const char *path; /* the first of its paths */
    bool is_report;
    bool full_keys;      /* as of its source */
    const char *scratch; /* as of its source */
    bool lacks_some;     /* something that it should contain couldn't be read, which has been reported */
    bool is_one;         /* a single model: it is compared with the other side's, whatever their names */
    struct inputs inputs;
    struct merge merge; /* of ndjson */
    bool is_merge;
    struct os_file *file; /* open, while a report's files are read */
    const char *model;    /* the bytes of a model on standard input; NULL: it is read from its path */
    size_t model_size;
    struct side_file *files;
    size_t count;
    struct vrmlint_manifest manifest;
};

/* The source of a side. */
struct side_source {
    char **paths; /* files and folders, or one report */
    int count;
    /* A folder with the files of the paths in another revision: the settings of the work tree apply to them, and their
     * names begin with the revision instead of the folder. NULL: the files are in their own folders. */
    const char *scratch;
    const char *revision;
    const char *const *submodules; /* paths of folders that the revision has, without their files */
    size_t submodule_count;
    bool models;    /* no path is a report, whatever its name */
    bool full_keys; /* files are matched by whole paths, not by their paths below a folder */
};

/* Whether a path is a report: neither a folder nor named like a model. Of standard input only side_open() finds out. */
bool side_is_report(const char *path);

/* Opens a side, and lists its files. Reports errors. The caller closes it, whatever it returns. */
enum status side_open(struct compared_side *side, struct arena *arena, struct settings *settings,
                      const struct side_source *source);
void side_close(struct compared_side *side);

/* Returns the bytes of a record of a report. */
size_t side_record_size(const struct compared_side *side, size_t index);

/* Returns a record of a report, read within the limits of an arena. The caller frees it. Returns NULL, with the reason
 * in refusal, if that fails. For one thread at a time. */
struct vrmlint_report *side_read_record(struct compared_side *side, size_t index, struct arena *within,
                                        struct vrmlint_refusal *refusal);

/* Returns the report of a model, which the caller frees; NULL if that fails, which has been reported. In any thread. */
struct vrmlint_report *side_check_model(const struct compared_side *side, size_t index);

/* Returns the report of a file that this side lacks, with the reason if it or a folder that should contain it couldn't
 * be read; otherwise NULL. The caller frees it. */
struct vrmlint_report *side_read_missing(const struct compared_side *side, const char *key);

/* Writes the hash of a file's content to text, as in reports. Returns false if it is unknown; the comparison reports
 * why a record can't be read. For one thread at a time. */
bool side_hash(struct compared_side *side, size_t index, char text[BLAKE2B_TEXT]);

/* Matches the files by what follows the folder that contains all of them. */
void side_shorten_keys(struct compared_side *side);

#endif
