/* Files of an archive that are kept until its end: .gltf files, and files that they may refer to, in any order. */
#ifndef VRMLINT_CLI_ARCHIVE_KEPT_H
#define VRMLINT_CLI_ARCHIVE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/os.h"

struct archive_kept {
    char folder[4096]; /* a temporary one, made for the first file; contains the files under their names */
    char **names;      /* of the .gltf files */
    size_t count, capacity;
    size_t next; /* index of the first that hasn't been returned */
    bool made;   /* the folder exists */
    bool failed; /* the folder couldn't be made, or a file couldn't be written to it */
};

/* Whether a file is kept: it is a .gltf file, or one that a .gltf may refer to, and its name doesn't lead out of the
 * folder. */
bool archive_keeps(const char *name);

/* Writes such a file to the folder. Returns false and sets *error on failure. */
bool archive_keep(struct archive_kept *kept, const char *name, const void *bytes, size_t size, struct os_error *error);

/* Returns the name of the next .gltf file and its *path, both of which the caller frees. The name is NULL after the
 * last file; *path is NULL if memory runs out. */
char *archive_kept_next(struct archive_kept *kept, char **path);

/* Removes all files. */
void archive_kept_free(struct archive_kept *kept);

#endif
