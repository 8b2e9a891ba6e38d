#include "base/pointer.h"

#include <stdint.h>
#include <string.h>

void pointer_add_key(struct buf *buf, const char *key, size_t length)
{
    buf_char(buf, '/');
    size_t plain = 0; /* start of the characters that need no escape */
    for (size_t i = 0; i < length; i++) {
        if (key[i] == '~' || key[i] == '/') {
            buf_add(buf, key + plain, i - plain);
            buf_str(buf, key[i] == '~' ? "~0" : "~1");
            plain = i + 1;
        }
    }
    buf_add(buf, key + plain, length - plain);
}

void pointer_add_index(struct buf *buf, size_t index)
{
    buf_char(buf, '/');
    buf_number(buf, index);
}

char *pointer_key(struct arena *arena, const char *parent, const char *key)
{
    struct buf buf = BUF_INIT(arena);
    buf_str(&buf, parent);
    pointer_add_key(&buf, key, strlen(key));
    return buf.text;
}

char *pointer_index(struct arena *arena, const char *parent, size_t index)
{
    return arena_printf(arena, "%s/%zu", parent, index);
}

bool pointer_next(const char **at, const char **token, size_t *length)
{
    if (**at != '/') {
        return false;
    }
    *token = *at + 1;
    const char *end = *token;
    while (*end != '\0' && *end != '/') {
        end++;
    }
    *length = (size_t)(end - *token);
    *at = end;
    return true;
}

void pointer_add_token(struct buf *buf, const char *token, size_t length)
{
    for (const char *end = token + length; token < end;) {
        const char *escape = memchr(token, '~', (size_t)(end - token));
        size_t plain = (size_t)((escape == NULL ? end : escape) - token);
        buf_add(buf, token, plain);
        token += plain;
        if (token < end) {
            buf_char(buf, pointer_char(&token, end));
        }
    }
}

bool pointer_token_is(const char *token, size_t length, const char *key, size_t key_length)
{
    const char *key_end = key + key_length;
    for (const char *end = token + length; token < end; key++) {
        if (key == key_end || *key != pointer_char(&token, end)) {
            return false;
        }
    }
    return key == key_end;
}

bool pointer_token_index(const char *token, size_t length, size_t *index)
{
    if (length == 0 || (token[0] == '0' && length > 1)) {
        return false;
    }
    size_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (token[i] < '0' || token[i] > '9' || value > (SIZE_MAX - 9) / 10) {
            return false;
        }
        value = value * 10 + (size_t)(token[i] - '0');
    }
    *index = value;
    return true;
}

bool pointer_match(const char *pointer, const char *pattern, size_t *indices, const char **rest)
{
    const char *token;
    const char *want;
    size_t length;
    size_t want_length;
    /* Most pointers differ before the first wildcard token. */
    size_t same = strcspn(pattern, "#*");
    while (same > 0 && pattern[same - 1] != '/') {
        same--;
    }
    if (strncmp(pointer, pattern, same) != 0) {
        return false;
    }
    pointer += same > 0 ? same - 1 : 0;
    pattern += same > 0 ? same - 1 : 0;
    while (pointer_next(&pattern, &want, &want_length)) {
        if (!pointer_next(&pointer, &token, &length)) {
            return false;
        }
        if (want_length == 1 && *want == '#') {
            if (!pointer_token_index(token, length, indices++)) {
                return false;
            }
        } else if (want_length == 1 && *want == '*') {
            continue;
        } else if (length != want_length || memcmp(token, want, length) != 0) {
            return false;
        }
    }
    if (rest != NULL) {
        *rest = pointer;
    }
    return true;
}
