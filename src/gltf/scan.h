/*
 * Scans a whole JSON text in one pass: UTF-8, syntax (RFC 8259), depth, duplicate keys. It finds errors that other
 * JSON readers hide, builds nothing, and needs memory only for the keys of open objects.
 *
 * It also calls back for top-level members and for the names in "extensions" objects.
 */
#ifndef VRMLINT_GLTF_SCAN_H
#define VRMLINT_GLTF_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "message/message.h"

/* Maximum nesting of arrays and objects. */
#define SCAN_DEPTH_MAX 512

/* Longer pointers (in bytes) aren't worth their memory. No avatar has pointers of that length. */
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

/* The scanner's current position, for scan_pointer(). */
struct scan_position;

/* The events of the scanner; each may be NULL. Spans of keys exclude the quotes and are not decoded. */
struct scan_events {
    void *context;
    /* A member of the root object, after its value. count: the elements of the value, if it is an array, or its
     * members, if it is an object; else 0. */
    void (*member)(void *context, struct span key, struct span value, size_t count);
    /* A key in an object that is the value of "extensions" anywhere but below "extras", before its value. Not called
     * for a duplicate key. */
    void (*extension)(void *context, const struct scan_position *position, struct span key, size_t value);
    /* A duplicate key: the offsets of both keys (of the opening quotes) and of the later value, which hasn't been
     * scanned yet. */
    void (*duplicate)(void *context, const struct scan_position *position, size_t first, size_t second, size_t value);
};

struct scan_result {
    enum scan_status status;
    size_t offset;       /* position of the error in the text */
    enum message error;  /* what was expected or wrong there: see scan_error(); undefined if OK */
    const char *pointer; /* pointer of the value with the error, or of its parent; "" if OK or too long */
    struct span root;    /* the whole value, without white space around it */
    char root_kind;      /* its first byte: { [ " t f n or a digit */
};

/* Scans a text. seed: random, so that no file can make keys collide. Trailing zero bytes are an error. */
struct scan_result scan_text(struct arena *arena, const char *text, size_t size, uint64_t seed,
                             const struct scan_events *events);

/* Returns what was expected or wrong in a text that isn't OK: a clause without a full stop, for a message. */
struct argument scan_error(const char *name, const struct scan_result *result);

/* Returns the pointer of the value of an event, in the arena; NULL if it has more than most bytes. */
char *scan_pointer(const struct scan_position *position, struct arena *arena, size_t most);

/*
 * ---- walking through text that scan_text() has accepted ----
 * at is the offset of the first byte of a value. Returns the offset after the value.
 */
size_t scan_skip(const char *text, size_t size, size_t at);

/* Returns the offset after white space. */
size_t scan_space(const char *text, size_t size, size_t at);

/* A member of an object or an element of an array. */
struct scan_child {
    struct span key; /* without quotes; empty for an element */
    size_t at;       /* offset of the key's opening quote, or of the element */
    size_t index;
    size_t value; /* offset of its first byte */
};

/*
 * Iterate over the children of an array or object. scan_first() takes the offset of the bracket. scan_next() takes
 * the offset after the child's value, which is scan_skip(text, size, child->value) unless the caller knows it. Both
 * return false at the end; *end then receives the offset after the closing bracket. Other values have no children.
 */
bool scan_first(const char *text, size_t size, size_t at, struct scan_child *child, size_t *end);
bool scan_next(const char *text, size_t size, size_t behind, struct scan_child *child, size_t *end);

/* at is after the opening quote of a string. Returns the offset of its closing quote. */
size_t scan_string_end(const char *text, size_t size, size_t at);

/* Scans the number at p and returns its end. On an error returns its position and sets *error, which is unchanged
 * otherwise. *is_whole: the number has neither a fraction nor an exponent. */
const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, enum message *error, bool *is_whole);

/* Decodes a string's content to out, which has room for the span's length. Returns the decoded length. */
size_t scan_unescape(const char *text, struct span inside, char *out);

/* The same with U+FFFD in place of a NUL, as in trees and pointers. */
size_t scan_key_text(const char *text, struct span inside, char *out);

/* Returns the same, length bytes and not terminated: in the text if it needs no decoding, otherwise in scratch. */
const char *scan_key(const char *text, struct span inside, struct buf *scratch, size_t *length);

/* Returns the same as a string in the arena. */
char *scan_key_string(struct arena *arena, const char *text, struct span inside);

#endif
