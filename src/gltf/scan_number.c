#include "gltf/scan_number.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is a number ---- */

static const unsigned char *pass_digits(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (unsigned)*p - '0' < 10) {
        p++;
    }
    return p;
}

const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, const char **error, bool *is_whole)
{
    p += *p == '-';
    const unsigned char *digits = p;
    *is_whole = true;
    p = pass_digits(p, end);
    if (p == digits) {
        *error = "a digit was expected here";
        return p;
    }
    if (*digits == '0' && p - digits > 1) {
        *error = "a number must not begin with a needless 0";
        return digits;
    }
    if (p < end && *p == '.') {
        const unsigned char *fraction = ++p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == fraction) {
            *error = "a digit was expected here, behind the decimal point";
            return p;
        }
    }
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        const unsigned char *exponent = p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == exponent) {
            *error = "a digit was expected here, in the exponent";
            return p;
        }
    }
    return p;
}

/* ---- what it means ---- */

/* Up to here doubles hold every whole number. */
#define EXACT_MAX UINT64_C(0x1FFFFFFFFFFFFF)

/* Digits of the largest numbers that 64 bits with a sign hold; bytes of a number that need no memory; and an exponent
 * beyond what any text can make up for with digits. */
enum { INT64_DIGITS = 19, SHORT = 64 };
#define EXPONENT_MAX INT64_C(1000000000000000)

/* A number in its text. */
struct parts {
    const char *begin; /* without the sign */
    const char *point; /* NULL: there is none */
    const char *mantissa_end;
    const char *end;
    bool negative;
    bool exact;      /* digits holds all of them, as a whole number that doubles hold */
    uint64_t digits; /* of the mantissa */
    int64_t exponent;
};

static bool is_digit(char c)
{
    return (unsigned char)c - (unsigned)'0' < 10;
}

static const char *take_digits(struct parts *parts, const char *at, const char *end)
{
    for (; at < end && is_digit(*at); at++) {
        parts->exact = parts->exact && parts->digits <= EXACT_MAX / 10;
        parts->digits = parts->digits * 10 + (uint64_t)(*at - '0');
    }
    return at;
}

static const char *take_exponent(struct parts *parts, const char *at, const char *end)
{
    bool negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    for (; at < end && is_digit(*at); at++) {
        if (parts->exponent < EXPONENT_MAX) {
            parts->exponent = parts->exponent * 10 + (*at - '0');
        }
    }
    parts->exponent = negative ? -parts->exponent : parts->exponent;
    return at;
}

static struct parts take_apart(const char *at, const char *end)
{
    struct parts parts = {.negative = at < end && *at == '-', .exact = true};
    parts.begin = at + parts.negative;
    at = take_digits(&parts, parts.begin, end);
    if (at < end && *at == '.') {
        parts.point = at;
        at = take_digits(&parts, at + 1, end);
    }
    parts.mantissa_end = at;
    if (at < end && (*at == 'e' || *at == 'E')) {
        at = take_exponent(&parts, at + 1, end);
    }
    parts.exact = parts.exact && parts.digits <= EXACT_MAX;
    parts.end = at;
    return parts;
}

static bool fits_integer(const struct parts *parts)
{
    const char *most = parts->negative ? "9223372036854775808" : "9223372036854775807";
    ptrdiff_t length = parts->end - parts->begin;
    return length != INT64_DIGITS ? length < INT64_DIGITS : memcmp(parts->begin, most, INT64_DIGITS) <= 0;
}

/* Of as many digits as fit: digits hasn't wrapped. */
static int64_t integer_of(const struct parts *parts)
{
    if (!parts->negative) {
        return (int64_t)parts->digits;
    }
    return parts->digits == 0 ? 0 : -(int64_t)(parts->digits - 1) - 1;
}

#if FLT_EVAL_METHOD == 0
/*
 * Most numbers of a file: where the digits, taken as a whole number, and the power of ten that scales it are both
 * exact in a double, their quotient is the nearest double (one rounding). False for all others.
 */
static bool short_real_of(const struct parts *parts, double *out)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10,
                                  1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21};
    size_t behind_point = parts->point == NULL ? 0 : (size_t)(parts->mantissa_end - parts->point - 1);
    if (!parts->exact || parts->mantissa_end != parts->end || behind_point >= sizeof tens / sizeof *tens) {
        return false;
    }
    double value = (double)parts->digits / tens[behind_point];
    *out = parts->negative ? -value : value;
    return true;
}
#else
static bool short_real_of(const struct parts *parts, double *out)
{
    (void)parts;
    (void)out;
    return false;
}
#endif

/*
 * By strtod(), of the same number without a decimal point, its place being taken into the exponent: whoever uses the
 * library may have set a locale that has another one.
 */
static double real_of(struct arena *arena, const struct parts *parts)
{
    char few[SHORT + 32];
    size_t length = (size_t)(parts->mantissa_end - parts->begin);
    struct arena_mark mark = arena_mark(arena);
    char *text = length < SHORT ? few : arena_alloc(arena, length + 32);
    size_t whole = parts->point == NULL ? length : (size_t)(parts->point - parts->begin);
    size_t fraction = parts->point == NULL ? 0 : length - whole - 1;
    char *end = text;
    *end++ = parts->negative ? '-' : '+';
    memcpy(end, parts->begin, whole);
    end += whole;
    memcpy(end, parts->mantissa_end - fraction, fraction);
    end += fraction;
    snprintf(end, 30, "e%lld", (long long)(parts->exponent - (int64_t)fraction));
    double value = strtod(text, NULL);
    arena_release(arena, mark);
    return value;
}

size_t scan_number_value(struct arena *arena, const char *text, size_t size, size_t at, struct scan_value *out)
{
    struct parts parts = take_apart(text + at, text + size);
    out->is_integer = parts.point == NULL && parts.mantissa_end == parts.end && (parts.exact || fits_integer(&parts));
    if (out->is_integer) {
        out->integer = integer_of(&parts);
    } else if (!short_real_of(&parts, &out->real)) {
        out->real = real_of(arena, &parts);
    }
    return (size_t)(parts.end - text);
}
