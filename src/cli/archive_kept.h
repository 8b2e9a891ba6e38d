/* What of an archive waits for its end: .gltf files, and files that they may refer to, which may come later. */
#ifndef VRMLINT_CLI_ARCHIVE_KEPT_H
#define VRMLINT_CLI_ARCHIVE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/os.h"

struct archive_kept {
    char folder[4096]; /* of our own, where they lie under their names; empty as long as none has come */
    char **names;      /* of the .gltf files */
    size_t count, capacity;
    size_t next; /* the first that hasn't been taken */
};

/* Whether a file waits, by its name: one that check looks at, or what one may refer to. No name leads out of a folder.
 */
bool archive_keeps(const char *name);

/* Puts the content of such a file away. False and *error on failure. */
bool archive_keep(struct archive_kept *kept, const char *name, const void *bytes, size_t size, struct os_error *error);

/* The name of the next .gltf file, the caller's to free, and in *path where it lies, to be freed too; NULL if there is
 * none any more, or memory is short. */
char *archive_kept_next(struct archive_kept *kept, char **path);

/* Removes all of it. */
void archive_kept_free(struct archive_kept *kept);

#endif
