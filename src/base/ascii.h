/* ASCII letters and digits, independent of the locale, so that names of extensions and files and numbers in escapes
 * mean the same everywhere. Bytes beyond ASCII count as letters without case. */
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

/* Returns the letter in the other case; any other byte unchanged. */
static inline char ascii_lower(char c)
{
    return (char)(ascii_is_upper(c) ? c - 'A' + 'a' : c);
}

static inline char ascii_upper(char c)
{
    return (char)(ascii_is_lower(c) ? c - 'a' + 'A' : c);
}

/* Returns the value of a hexadecimal digit of either case, 0 to 15; -1 for any other byte. */
static inline int ascii_hex(char c)
{
    c = ascii_lower(c);
    return ascii_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns the byte that a mark and two hexadecimal digits encode, where the mark is "%" (RFC 3986, section 2.1) or
 * "\\x". Returns -1 if the text, of which left bytes remain, doesn't begin with such an escape. */
static inline int ascii_escaped(const char *text, size_t left, const char *mark)
{
    size_t length = strlen(mark);
    bool marked = left >= length + 2 && memcmp(text, mark, length) == 0;
    int high = marked ? ascii_hex(text[length]) : -1;
    int low = high < 0 ? -1 : ascii_hex(text[length + 1]);
    return low < 0 ? -1 : high * 16 + low;
}

/* Returns the value of a base64 letter (RFC 4648, section 4), 0 to 63; -1 for any other byte. */
static inline int ascii_base64(char c)
{
    return ascii_is_upper(c)   ? c - 'A'
           : ascii_is_lower(c) ? c - 'a' + 26
           : ascii_is_digit(c) ? c - '0' + 52
           : c == '+'          ? 62
           : c == '/'          ? 63
                               : -1;
}

/* Returns the length of the common prefix of two strings, ignoring case, up to most. */
static inline size_t ascii_alike(const char *one, const char *other, size_t most)
{
    size_t same = 0;
    while (same < most && one[same] != '\0' && ascii_lower(one[same]) == ascii_lower(other[same])) {
        same++;
    }
    return same;
}

/* Whether a string ends with ending, ignoring case. ending is in lower case. */
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

/* The same for a whole string. */
static inline bool ascii_text_ends(const char *text, const char *ending)
{
    return ascii_ends_in(text, strlen(text), ending);
}

#endif
