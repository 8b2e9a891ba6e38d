/* JSON pointers, RFC 6901. */
#ifndef VRMLINT_BASE_POINTER_H
#define VRMLINT_BASE_POINTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"

/* Adds "/" and the key, with ~ and / escaped. */
void pointer_add_key(struct buf *buf, const char *key, size_t length);
void pointer_add_index(struct buf *buf, size_t index);

/* Returns parent + "/" + escaped key, in the arena. */
char *pointer_key(struct arena *arena, const char *parent, const char *key);
char *pointer_index(struct arena *arena, const char *parent, size_t index);

/* Takes the next token off a pointer: moves *at past it and sets token and length to the raw (still escaped) token.
 * Returns false at the end. */
bool pointer_next(const char **at, const char **token, size_t *length);

/* Returns the next character of the key that a raw token encodes, and moves *token, which must not be at its end,
 * past it. */
static inline char pointer_char(const char **token, const char *end)
{
    char c = *(*token)++;
    return (char)(c != '~' || *token == end ? c : *(*token)++ == '1' ? '/' : '~');
}

/* Adds the key that a raw token encodes. */
void pointer_add_token(struct buf *buf, const char *token, size_t length);

/* Whether a raw token encodes this key. */
bool pointer_token_is(const char *token, size_t length, const char *key, size_t key_length);

/* Parses a token as an array index (digits, no leading zero). Returns false if it isn't one. */
bool pointer_token_index(const char *token, size_t length, size_t *index);

/*
 * Matches a pointer against a pattern such as "/extensions/VRMC_springBone/springs/#/joints/#". "#" matches an index,
 * which is stored in indices in order (room for 4), and "*" matches any token. Returns true if the pattern matches a
 * prefix of the pointer that ends at a token's end; *rest then points to the part after it.
 */
bool pointer_match(const char *pointer, const char *pattern, size_t *indices, const char **rest);

#endif
