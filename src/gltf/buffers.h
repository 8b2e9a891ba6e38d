/*
 * The buffers of a file: in the BIN chunk, in data URIs, or in files of their own. glTF 2.0, section 3.6. Only
 * requested buffers are read. Other files are read only if they are beneath the document's own folder; nothing is
 * read from a network, and no other file at all if the document comes from memory or from standard input.
 */
#ifndef VRMLINT_GLTF_BUFFERS_H
#define VRMLINT_GLTF_BUFFERS_H

#include "gltf/expect.h"

enum buffer_state {
    BUFFER_NEW,     /* not requested yet */
    BUFFER_BIN,     /* in the BIN chunk */
    BUFFER_URI,     /* in a data URI */
    BUFFER_FILE,    /* in a file beside the document */
    BUFFER_ILL,     /* reported as gltf/... or container/... */
    BUFFER_MISSING, /* can't be read; why gives the reason */
};

struct buffer {
    enum buffer_state state;
    uint64_t length; /* byteLength; the available bytes if the file gives none */
    uint64_t size;   /* available bytes */
    /* For BUFFER_MISSING: a clause such as "buffer 0 is a damaged data URI"; for a placeholder named why. */
    struct argument why;
    const unsigned char *memory;
    const char *relative; /* path of BUFFER_FILE */
};

struct buffers {
    struct document *document;
    const struct tree *json; /* the array, or NULL */
    struct buffer *items;
    size_t count;
};

/* Returns the buffers of a document; reads nothing yet. */
struct buffers *buffers_new(struct document *document);

/* Returns a buffer, index below count. It is located at the first call. */
const struct buffer *buffers_get(struct buffers *buffers, size_t index);

/* Returns the letters of a base64 text without line breaks and spaces, which apps ignore: the text itself, or a copy
 * in the arena. */
const char *buffers_base64(struct arena *arena, const char *text, size_t *length);

/*
 * Returns size bytes from offset of a buffer. Bytes from a file are read into scratch, which has room for size, and
 * are valid until scratch is used again. Returns NULL if the range doesn't exist or can't be read; in the second
 * case, the buffer becomes BUFFER_MISSING.
 */
const unsigned char *buffers_bytes(struct buffers *buffers, size_t index, uint64_t offset, size_t size,
                                   unsigned char *scratch);

/* Returns the position in the file of a byte of a buffer, or offset itself if the buffer isn't in the BIN chunk. */
uint64_t buffers_position(const struct buffers *buffers, size_t index, uint64_t offset);

/*
 * Returns the relative path that a URI encodes (RFC 3986), in the arena. Returns NULL if the path might lead out of
 * the folder: if it is absolute, has a scheme, drive or backslash, or an empty or ".." segment, or escapes a
 * character that isn't part of a name.
 */
const char *buffers_relative_path(struct arena *arena, const char *uri, size_t length);

/* Decodes base64 (RFC 4648, section 4) to out, which has room for three bytes per four letters, rounded up; NULL: only
 * computes *size. Returns false if the text is no base64. */
bool buffers_decode_base64(const char *text, size_t length, unsigned char *out, uint64_t *size);

/* Returns the folder of the document; NULL if it isn't in one. */
const char *buffers_own_folder(const struct document *document);

#endif
