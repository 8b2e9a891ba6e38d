/* Standard input as a tar archive: files one after the other, of which only one is held at a time. Those that refer to
 * others are returned last. */
#ifndef VRMLINT_CLI_ARCHIVE_H
#define VRMLINT_CLI_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/os.h"
#include "cli/archive_kept.h"
#include "cli/check_options.h"

enum { ARCHIVE_BLOCK = 512 };

struct archive {
    unsigned char head[ARCHIVE_BLOCK]; /* the first bytes of standard input */
    size_t head_size;
    bool is_archive;
    bool head_taken;
    bool read;               /* to its end */
    struct os_limits limits; /* whom to ask whether to go on */
    struct archive_kept kept;
};

/* A file in it. */
struct archive_entry {
    char *name; /* with / between folders, without "./" before it */
    unsigned char *bytes;
    size_t size;
    char *path; /* of a .gltf file, where it is together with the files that it refers to; bytes are NULL then */
};

/* Reads the first bytes of standard input, as long as limits let it wait, and finds out whether an archive begins with
 * them. */
void archive_peek(struct archive *archive, const struct os_limits *limits);

/*
 * Reads on to the next file that check would look at, by its name, if it lay in the working folder. False at the end;
 * with *error also if the archive is cut off or isn't one from there on. The caller frees the entry.
 */
bool archive_next(struct archive *archive, const struct settings *settings, struct archive_entry *entry,
                  struct os_error *error);
void archive_free(struct archive_entry *entry);

/* Removes all files that were kept for the end of the archive. */
void archive_end(struct archive *archive);

#endif
