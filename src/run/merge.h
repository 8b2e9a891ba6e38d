/* Merges files of ndjson, the pieces of a large run: the records in them, each path once, sorted. */
#ifndef VRMLINT_RUN_MERGE_H
#define VRMLINT_RUN_MERGE_H

#include "base/arena.h"
#include "base/blake2b.h"
#include "base/os.h"
#include "vrmlint.h"

/* How a report in JSON begins, unlike a record of ndjson. */
#define REPORT_BEGIN "{\"tool\""

/* A message about the pieces. */
struct merge_note {
    const char *where; /* a path, or a file and line */
    const char *text;
    bool is_error; /* the report is incomplete or wrong */
};

/* A file of ndjson. */
struct merge_source {
    const char *path;
    struct os_file *file; /* NULL while it is closed */
    bool is_stream;       /* can't be opened twice, so it stays open */
};

/* The position of a path's record. */
struct merge_piece {
    const char *path;
    size_t source;
    uint64_t offset;
    size_t size;        /* bytes, without the line feed */
    size_t line;        /* from 1 */
    uint64_t file_size; /* of the file that was checked; 0: unknown */
    const char *hash;   /* of its content; NULL: unknown */
    unsigned char digest[BLAKE2B_SIZE];
};

/* The merged pieces. Only paths and positions are held, whatever the size of the records. Everything is in the arena.
 * Initialize it with MERGE_INIT, add files, settle, read the pieces, close. */
struct merge {
    struct arena *arena;
    enum vrmlint_language language; /* of the notes */
    struct merge_source *sources;
    size_t source_count;
    size_t open; /* sources that are open */
    struct merge_piece *pieces;
    size_t count;
    size_t capacity;
    struct merge_note *notes; /* in the order in which they were found */
    size_t note_count;
    struct vrmlint_manifest manifest; /* of all runs */
    const char *first_run;            /* file and line of the first summary; NULL: none so far */
    bool differ;                      /* another program or other settings made one of them; noted once */
    bool mixed;                       /* such differences are allowed */
    bool not_whole;                   /* the files were found not to be whole reports in JSON */
    bool *shards;                     /* by number: whether the shard is present */
    size_t shard_count;
    bool ended;          /* a record didn't fit into memory, or a limit has been reached */
    const char *reading; /* the path of the source that was read last */
};

#define MERGE_INIT(the_arena, the_language)                                                                            \
    {                                                                                                                  \
        .arena = (the_arena), .language = (the_language), .reading = "vrmlint"                                         \
    }

/* Adds the records of a file, "-" for standard input. A file that is cut off (its writer was killed) adds its
 * complete records and an error. A file whose summary has another count than its records adds an error too. */
void merge_add(struct merge *merge, const char *path);

/* The same with a file that is open, which merge_close() closes. */
void merge_add_open(struct merge *merge, const char *path, struct os_file *file);

/*
 * Sorts the records by path and keeps one for each path. A path that occurs twice is noted. If its records differ, the
 * note is an error, and the first record stays. A missing shard is an error too.
 */
void merge_settle(struct merge *merge);

/* Notes as errors which of these paths, sorted by their bytes, have no record, and which files have changed since.
 * Reads the content only of files that have changed since the day before the first run. */
void merge_compare(struct merge *merge, const char *const *paths, size_t count);

/* Returns the report of a piece, read within the limits of an arena; the caller frees it. Returns NULL, with a clause
 * in refusal, if it can no longer be read. */
struct vrmlint_report *merge_read(struct merge *merge, size_t piece, struct arena *within,
                                  struct vrmlint_refusal *refusal);

/* Closes every file that is still open. The arena frees the rest. */
void merge_close(struct merge *merge);

#endif
