/* The bytes of one file, wherever they are: in memory, in a file, on a pipe. */
#ifndef VRMLINT_GLTF_BYTES_H
#define VRMLINT_GLTF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/os.h"

struct bytes {
    const unsigned char *memory; /* NULL: read from file */
    struct os_file *file;        /* borrowed */
    uint64_t size;
    bool at_path; /* memory has the content of the file at the document's path, or its next content */
};

/*
 * size bytes from offset. They stay valid as long as the arena (or the memory they came from). NULL when the range does
 * not lie in the file, or reading fails, in which case error->text isn't empty. Allocates no more than the range, which
 * has been checked against the file's size before.
 */
const unsigned char *bytes_read(struct bytes *bytes, struct arena *arena, uint64_t offset, uint64_t size,
                                struct os_error *error);

/* The same without memory of the arena: bytes that must be read from a file go to scratch, which has room for size, and
 * stay until it is used again. */
const unsigned char *bytes_peek(struct bytes *bytes, uint64_t offset, size_t size, unsigned char *scratch,
                                struct os_error *error);

#endif
