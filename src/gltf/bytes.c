#include "gltf/bytes.h"

#include <stdio.h>

/* Bytes read between two calls of the observer: disks, and even more so networks, can be slow. */
enum { PART = 1 << 20 };

/* Returns the bytes if they are in memory, else NULL. *read receives whether they must be read from the file. */
static const unsigned char *in_memory(const struct bytes *bytes, uint64_t offset, uint64_t size, bool *read,
                                      struct os_error *error)
{
    error->text[0] = '\0';
    bool inside = offset <= bytes->size && size <= bytes->size - offset;
    *read = inside && bytes->memory == NULL;
    return inside && bytes->memory != NULL ? bytes->memory + offset : NULL;
}

static const unsigned char *read_into(struct bytes *bytes, uint64_t offset, size_t size, unsigned char *out,
                                      struct os_error *error)
{
    size_t got = 0;
    if (size > 0 && !os_read(bytes->file, offset, out, size, &got, error)) {
        return NULL;
    }
    if (got < size) {
        snprintf(error->text, sizeof error->text, "%s", N_("the file became shorter while it was read"));
        return NULL;
    }
    return out;
}

const unsigned char *bytes_read(struct bytes *bytes, struct arena *arena, uint64_t offset, uint64_t size,
                                struct os_error *error)
{
    bool read;
    const unsigned char *found = in_memory(bytes, offset, size, &read, error);
    if (!read) {
        return found;
    }
    size_t whole = arena_bytes(arena, size, 1);
    unsigned char *out = arena_bare(arena, whole);
    size_t done = 0;
    do {
        size_t part = whole - done < PART ? whole - done : PART;
        arena_ask(arena);
        if (read_into(bytes, offset + done, part, out + done, error) == NULL) {
            return NULL;
        }
        done += part;
    } while (done < whole);
    return out;
}

const unsigned char *bytes_peek(struct bytes *bytes, uint64_t offset, size_t size, unsigned char *scratch,
                                struct os_error *error)
{
    bool read;
    const unsigned char *found = in_memory(bytes, offset, size, &read, error);
    return read ? read_into(bytes, offset, size, scratch, error) : found;
}
