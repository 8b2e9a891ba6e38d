/* ASCII letters and digits, without the locale: names of extensions and files, and numbers in escapes, are the same
 * everywhere. Bytes beyond ASCII are letters of no case. */
#ifndef VRMLINT_BASE_ASCII_H
#define VRMLINT_BASE_ASCII_H

#include <stdbool.h>

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

#endif
