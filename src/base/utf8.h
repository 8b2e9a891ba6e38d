/* UTF-8 as in Unicode 15, section 3.9, table 3-7: no surrogates, no overlong forms, nothing above U+10FFFF. */
#ifndef VRMLINT_BASE_UTF8_H
#define VRMLINT_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the number of bytes of the valid sequence at the start of text; 0 if it isn't valid or size is 0. code
 * receives the code point unless it is NULL. */
size_t utf8_sequence(const char *text, size_t size, uint32_t *code);

/* Returns the bytes of the byte-order mark at the start of text, which some editors write: 3, or 0 without one. */
static inline size_t utf8_mark(const void *text, uint64_t size)
{
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Returns how many leading bytes of text are valid UTF-8; size if all are. */
size_t utf8_valid(const char *text, size_t size);

/* Returns the number of code points in valid UTF-8. */
size_t utf8_count(const char *text, size_t size);

/* Returns the bytes of the longest prefix of valid UTF-8 that has at most code_points code points. */
size_t utf8_prefix(const char *text, size_t size, size_t code_points);

/*
 * Whether a character affects the text around it instead of being visible: controls (C0, DEL, C1), marks and
 * overrides of the writing direction, line and paragraph separators, invisible operators and tags. Joiners (U+200C,
 * U+200D), which some scripts need, don't count.
 */
bool utf8_is_control(uint32_t code);

/* Whether a terminated string contains only white space, including the ideographic space of Japanese keyboards. */
bool utf8_is_blank(const char *text);

/* Writes code (up to U+10FFFF) to out, which has room for 4 bytes. Returns how many were written. Inline, because
 * jansson has a function of this name, and a program that links it statically can't have two. */
static inline size_t utf8_encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0U | code >> 6);
        out[1] = (char)(0x80U | (code & 0x3FU));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0U | code >> 12);
        out[1] = (char)(0x80U | (code >> 6 & 0x3FU));
        out[2] = (char)(0x80U | (code & 0x3FU));
        return 3;
    }
    out[0] = (char)(0xF0U | code >> 18);
    out[1] = (char)(0x80U | (code >> 12 & 0x3FU));
    out[2] = (char)(0x80U | (code >> 6 & 0x3FU));
    out[3] = (char)(0x80U | (code & 0x3FU));
    return 4;
}

/* Whether a code point is a noncharacter, which XML 1.0 (section 2.2) and HTML forbid or discourage: the last two of
 * each plane, and 32 more. */
static inline bool utf8_is_noncharacter(uint32_t code)
{
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

#endif
