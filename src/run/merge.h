/* From files of ndjson, the pieces of a large run, to the records in them, each path once, in order. */
#ifndef VRMLINT_RUN_MERGE_H
#define VRMLINT_RUN_MERGE_H

#include "base/arena.h"
#include "base/blake2b.h"
#include "base/os.h"
#include "vrmlint.h"

/* Something to be said of the pieces. */
struct merge_note {
    const char *where; /* a path, or a file and line */
    const char *text;
    bool is_error; /* the report can't be whole or right; otherwise it is all the same */
};

/* A file of ndjson. */
struct merge_source {
    const char *path;
    struct os_file *file; /* NULL: closed meanwhile */
};

/* Where the record of a path lies. */
struct merge_piece {
    const char *path;
    size_t source;
    uint64_t offset;
    size_t size;        /* bytes, without the line feed */
    size_t line;        /* from 1 */
    uint64_t file_size; /* of the file that was checked; 0: not known */
    const char *hash;   /* of its content; NULL: not known */
    unsigned char digest[BLAKE2B_SIZE];
};

/*
 * What was gathered; only paths and places are held, whatever the size of the records. Everything lives in the arena.
 * Set it up with MERGE_INIT, add files, settle, read the pieces, close.
 */
struct merge {
    struct arena *arena;
    enum vrmlint_language language; /* of the notes */
    struct merge_source *sources;
    size_t source_count;
    size_t source_capacity;
    size_t open; /* sources that are open */
    struct merge_piece *pieces;
    size_t count;
    size_t capacity;
    struct merge_note *notes; /* in the order in which they were found */
    size_t note_count;
    size_t note_capacity;
    struct vrmlint_manifest manifest; /* of all runs */
    const char *first_run;            /* file and line of the first summary; NULL: there is none yet */
    bool differ;                      /* another program or other settings made one of them, which has been noted ... */
    bool mixed;                       /* ... and is fine */
    bool *shards;                     /* by their number: whether there is one */
    size_t shard_count;
    bool no_memory; /* a record was there, and could not be held */
};

#define MERGE_INIT(the_arena, the_language)                                                                            \
    {                                                                                                                  \
        .arena = (the_arena), .language = (the_language)                                                               \
    }

/*
 * Adds the records of a file, "-" for standard input. A file that is cut off (its writer was killed) adds its complete
 * records and an error; so does a file whose summary counts other records than it contains.
 */
void merge_add(struct merge *merge, const char *path);

/*
 * Sorts the records by path and keeps one for each path. A path that occurs twice is noted. If its records differ, the
 * note is an error, and the first record stays. A missing shard is an error too.
 */
void merge_settle(struct merge *merge);

/* Notes, as an error each, which of these paths, sorted by their bytes, have no record, and which files have changed
 * since. Content is only read of files that have changed since the day before the first run. */
void merge_compare(struct merge *merge, const char *const *paths, size_t count);

/* The report of a piece; the caller frees it. NULL, with a clause in refusal, when it can't be read any more. */
struct vrmlint_report *merge_read(struct merge *merge, size_t piece, struct vrmlint_refusal *refusal);

/* Closes every file that is still open; the rest goes with the arena. */
void merge_close(struct merge *merge);

#endif
