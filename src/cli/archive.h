/* Standard input as a tar archive: files one after the other, of which only one is held at a time. */
#ifndef VRMLINT_CLI_ARCHIVE_H
#define VRMLINT_CLI_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/os.h"
#include "cli/check_options.h"

enum { ARCHIVE_BLOCK = 512 };

struct archive {
    unsigned char head[ARCHIVE_BLOCK]; /* the first bytes of standard input */
    size_t head_size;
    bool is_archive;
    bool head_taken;
    struct os_limits limits; /* whom to ask whether to go on */
};

/* A file in it. */
struct archive_entry {
    char *name; /* with / between folders, without "./" before it */
    unsigned char *bytes;
    size_t size;
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

#endif
