/* The bytes of a file in memory, on disk or from a pipe. */
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
    bool at_path; /* memory has the current or the next content of the file at the document's path */
};

/*
 * Returns size bytes from offset. They are valid as long as the arena (or the memory that they come from). Returns
 * NULL if the range is not in the file, or if reading fails; error->text is not empty in the second case. Allocates
 * at most size bytes, and only after checking the range against the file's size.
 */
const unsigned char *bytes_read(struct bytes *bytes, struct arena *arena, uint64_t offset, uint64_t size,
                                struct os_error *error);

/* The same without memory from the arena: bytes from a file are read into scratch, which has room for size, and are
 * valid until scratch is used again. */
const unsigned char *bytes_peek(struct bytes *bytes, uint64_t offset, size_t size, unsigned char *scratch,
                                struct os_error *error);

#endif
