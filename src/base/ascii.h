/* ASCII letters and digits, without the locale: names of extensions and files, and numbers in escapes, are the same
 * everywhere. Bytes beyond ASCII are letters of no case. */
#ifndef VRMLINT_BASE_ASCII_H
#define VRMLINT_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool ascii_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool ascii_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool ascii_is_letter(char c)
{
    return ascii_is_lower(c) || ascii_is_upper(c);
}

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The letter in the other case; any other byte as it is. */
static inline char ascii_lower(char c)
{
    return (char)(ascii_is_upper(c) ? c - 'A' + 'a' : c);
}

static inline char ascii_upper(char c)
{
    return (char)(ascii_is_lower(c) ? c - 'a' + 'A' : c);
}

/* What a hexadecimal digit of either case is worth, 0 to 15; -1 for any other byte. */
static inline int ascii_hex(char c)
{
    c = ascii_lower(c);
    return ascii_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that two digits behind a mark stand for, "%" (RFC 3986, section 2.1) or "\\x"; -1 if left bytes of a text
 * don't begin so. */
static inline int ascii_escaped(const char *text, size_t left, const char *mark)
{
    size_t length = strlen(mark);
    bool marked = left >= length + 2 && memcmp(text, mark, length) == 0;
    int high = marked ? ascii_hex(text[length]) : -1;
    int low = high < 0 ? -1 : ascii_hex(text[length + 1]);
    return low < 0 ? -1 : high * 16 + low;
}

/* What a letter of base64 (RFC 4648, section 4) is worth, 0 to 63; -1 for any other byte. */
static inline int ascii_base64(char c)
{
    return ascii_is_upper(c)   ? c - 'A'
           : ascii_is_lower(c) ? c - 'a' + 26
           : ascii_is_digit(c) ? c - '0' + 52
           : c == '+'          ? 62
           : c == '/'          ? 63
                               : -1;
}

/* How many characters two texts begin with that are the same but for case, no more than most. */
static inline size_t ascii_alike(const char *one, const char *other, size_t most)
{
    size_t same = 0;
    while (same < most && one[same] != '\0' && ascii_lower(one[same]) == ascii_lower(other[same])) {
        same++;
    }
    return same;
}

/* Whether a text ends in another one, in either case; ending is in lower case. */
static inline bool ascii_ends_in(const char *text, size_t length, const char *ending)
{
    size_t tail = strlen(ending);
    for (size_t i = 0; length >= tail && i < tail; i++) {
        if (ascii_lower(text[length - tail + i]) != ending[i]) {
            return false;
        }
    }
    return length >= tail;
}

#endif
