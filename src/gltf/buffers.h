/*
 * The buffers of a file, wherever their bytes are: in the BIN chunk, in a data URI, in a file of their own. glTF 2.0,
 * section 3.6. Only what somebody asks for is read, and of other files only those that lie beneath the document's own
 * folder; nothing ever comes from a network, and nothing at all from outside when the document itself came from memory
 * or standard input.
 */
#ifndef VRMLINT_GLTF_BUFFERS_H
#define VRMLINT_GLTF_BUFFERS_H

#include "gltf/expect.h"

enum buffer_state {
    BUFFER_NEW,     /* nobody has asked for it */
    BUFFER_BIN,     /* in the BIN chunk */
    BUFFER_URI,     /* in a data URI */
    BUFFER_FILE,    /* in a file beside the document */
    BUFFER_ILL,     /* reported as gltf/... or container/... */
    BUFFER_MISSING, /* can't be reached: why says why */
};

struct buffer {
    enum buffer_state state;
    uint64_t length; /* byteLength; what is there, where the file gives none */
    uint64_t size;   /* bytes that are there */
    struct argument
        why; /* of BUFFER_MISSING: words about it, "buffer 0 is a damaged data URI"; for a place called why */
    const unsigned char *memory;
    const char *relative; /* path of BUFFER_FILE */
};

struct buffers {
    struct document *document;
    const struct tree *json; /* the array, or NULL */
    struct buffer *items;
    size_t count;
};

/* Nothing is read yet. */
struct buffers *buffers_new(struct document *document);

/* A buffer, index below count, found out about when it is asked for first. */
const struct buffer *buffers_get(struct buffers *buffers, size_t index);

/* The letters of a base64 text without its line breaks and spaces, which apps ignore: the text itself, or a copy in the
 * arena. */
const char *buffers_base64(struct arena *arena, const char *text, size_t *length);

/*
 * size bytes from offset of a buffer; from a file they go to scratch, which has room for size. They stay until scratch
 * is used again. NULL when the range isn't there or can't be read: then the buffer has become BUFFER_MISSING.
 */
const unsigned char *buffers_bytes(struct buffers *buffers, size_t index, uint64_t offset, size_t size,
                                   unsigned char *scratch);

/* Where in its file a byte of a buffer is; the offset itself for a buffer that isn't in the file's own BIN chunk. */
uint64_t buffers_position(const struct buffers *buffers, size_t index, uint64_t offset);

/*
 * The relative path that a URI stands for (RFC 3986), in the arena; NULL when it could lead elsewhere: absolute, with a
 * scheme, drive or backslash, with an empty or ".." step, or with an escape for something that isn't of a name.
 */
const char *buffers_relative_path(struct arena *arena, const char *uri, size_t length);

/* The folder that the document lies in; NULL when it doesn't lie in any. */
const char *buffers_own_folder(const struct document *document);

#endif
