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

/* parent + "/" + escaped key, in the arena. */
char *pointer_key(struct arena *arena, const char *parent, const char *key);
char *pointer_index(struct arena *arena, const char *parent, size_t index);

/*
 * Takes the next token off a pointer: *at is moved behind it, the raw (still escaped) token goes to token and length.
 * False at the end.
 */
bool pointer_next(const char **at, const char **token, size_t *length);

/* The next character of the key that a raw token means; *token, which isn't at its end yet, is moved behind it. */
static inline char pointer_char(const char **token, const char *end)
{
    char c = *(*token)++;
    return (char)(c != '~' || *token == end ? c : *(*token)++ == '1' ? '/' : '~');
}

/* Adds the key that a raw token means. */
void pointer_add_token(struct buf *buf, const char *token, size_t length);

/* Whether an escaped token means this key. */
bool pointer_token_is(const char *token, size_t length, const char *key, size_t key_length);

/* The array index that a token spells (digits, no leading zero); false if it spells none. */
bool pointer_token_index(const char *token, size_t length, size_t *index);

/*
 * Matches a pointer against a pattern such as "/extensions/VRMC_springBone/springs/#/joints/#": "#" takes an index,
 * which goes to indices in order (room for 4), and "*" any token. True when the pattern matches a whole prefix of the
 * pointer; *rest then points behind it.
 */
bool pointer_match(const char *pointer, const char *pattern, size_t *indices, const char **rest);

#endif
