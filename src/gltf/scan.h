/*
 * One pass over a whole JSON text: UTF-8, syntax (RFC 8259), depth, duplicate keys. It judges what other readers of
 * JSON would hide, builds nothing, and needs memory only for the keys of the objects that are open.
 *
 * While passing it tells about what others want to know: top-level members, and the names in "extensions" objects.
 */
#ifndef VRMLINT_GLTF_SCAN_H
#define VRMLINT_GLTF_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "message/message.h"

/* Deepest nesting of arrays and objects that is read. */
#define SCAN_DEPTH_MAX 512

/* Longer pointers than this (in bytes) are not worth their memory: no avatar's comes near. */
#define SCAN_POINTER_MAX 1024

/* A range of the text: [begin, end). */
struct span {
    size_t begin;
    size_t end;
};

enum scan_status {
    SCAN_OK,
    SCAN_SYNTAX,       /* not JSON */
    SCAN_INVALID_UTF8, /* bytes that aren't UTF-8, or an escaped surrogate without its partner */
    SCAN_TOO_DEEP,
};

/* Where the scanner stands, for a pointer: see scan_pointer(). */
struct scan_position;

/* What the scanner tells while passing; each may be NULL. Spans of keys are without their quotes, escapes as written.
 */
struct scan_events {
    void *context;
    /* A member of the root object, after its value has been passed. count: the elements of an array, or members of an
     * object, in it; 0 for all else. */
    void (*member)(void *context, struct span key, struct span value, size_t count);
    /* A key in an object that is the value of "extensions" anywhere but below "extras", before its value; not told
     * again when it is a duplicate. */
    void (*extension)(void *context, const struct scan_position *position, struct span key, size_t value);
    /* A key that its object has already: both keys' offsets (of the opening quote) and that of the later value, which
     * hasn't been passed yet. */
    void (*duplicate)(void *context, const struct scan_position *position, size_t first, size_t second, size_t value);
};

struct scan_result {
    enum scan_status status;
    size_t offset;       /* where it went wrong, in the text */
    enum message error;  /* what was expected or wrong there: see scan_error(); nothing when OK */
    const char *pointer; /* of the value where it went wrong, or what holds it; "" when OK, or that would be too long */
    struct span root;    /* the value itself, without white space around it */
    char root_kind;      /* its first byte: { [ " t f n or a digit */
};

/* seed: unguessable, so that nobody can make keys collide. Trailing zero bytes are not JSON. */
struct scan_result scan_text(struct arena *arena, const char *text, size_t size, uint64_t seed,
                             const struct scan_events *events);

/* What was expected or wrong in a text that isn't OK: a clause without a full stop, for the place of a message. */
struct argument scan_error(const char *name, const struct scan_result *result);

/* The pointer of the value that an event is about, in the arena; NULL when it has more than most bytes. */
char *scan_pointer(const struct scan_position *position, struct arena *arena, size_t most);

/*
 * ---- walking text that scan_text() has found to be right ----
 * at stands on the first byte of a value; returns the offset behind it.
 */
size_t scan_skip(const char *text, size_t size, size_t at);

/* Behind white space. */
size_t scan_space(const char *text, size_t size, size_t at);

/* A member of an object or an element of an array. */
struct scan_child {
    struct span key; /* inside its quotes; empty for an element */
    size_t at;       /* of the key's opening quote, or of the element */
    size_t index;
    size_t value; /* its first byte */
};

/*
 * Goes over what an array or object holds: scan_first() takes the offset of its bracket, scan_next() the one behind the
 * child's value (scan_skip(text, size, child->value), if nobody else has passed it). False when there is no more; *end
 * then receives the offset behind the closing bracket. A value of another kind holds nothing.
 */
bool scan_first(const char *text, size_t size, size_t at, struct scan_child *child, size_t *end);
bool scan_next(const char *text, size_t size, size_t behind, struct scan_child *child, size_t *end);

/* at stands behind the opening quote of a string; returns its closing one. */
size_t scan_string_end(const char *text, size_t size, size_t at);

/*
 * Passes the number at p and returns the end of it; or where it goes wrong, and *error, words (left alone otherwise).
 * *is_whole: it has neither a fraction nor an exponent.
 */
const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, enum message *error, bool *is_whole);

/* Decodes a string's inside (escapes resolved) to out, which has room for span's length; returns the length. */
size_t scan_unescape(const char *text, struct span inside, char *out);

/* The same with U+FFFD for a NUL: as trees and pointers have keys, and trees strings. */
size_t scan_key_text(const char *text, struct span inside, char *out);

/* The same of length bytes, not terminated: where it stands if it needs no decoding, otherwise in scratch. */
const char *scan_key(const char *text, struct span inside, struct buf *scratch, size_t *length);

/* The same as a string in an arena. */
char *scan_key_string(struct arena *arena, const char *text, struct span inside);

#endif
