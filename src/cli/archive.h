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
    bool read;               /* it was read to its end */
    struct os_limits limits; /* only for asking whether to stop */
    struct archive_kept kept;
};

/* A file of the archive. */
struct archive_entry {
    char *name; /* with / between folders, without "./" before it */
    unsigned char *bytes;
    size_t size;
    char *path; /* of a .gltf file, in a folder with the files that it refers to; bytes are NULL then */
};

/* Reads the first bytes of standard input, as long as limits allow it to wait, and determines whether an archive
 * begins with them. */
void archive_peek(struct archive *archive, const struct os_limits *limits);

/* Reads the next file that check would select by its name in the working folder. Returns false at the end; sets
 * *error if the archive is cut off, or is no archive from there on. The caller frees the entry. */
bool archive_next(struct archive *archive, const struct settings *settings, struct archive_entry *entry,
                  struct os_error *error);
void archive_free(struct archive_entry *entry);

/* Removes all files that were kept for the end of the archive. */
void archive_end(struct archive *archive);

#endif
