#include "report/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_LEAST = 15, /* every number of so many digits that is read as a double prints as it was */
    DIGITS_MOST = 17,  /* so many tell any two doubles apart */
};

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

/* A double exactly: scaled / 2^shift is the number multiplied by 10^(16 - exponent), which has 17 digits before the
 * point. */
struct scaled {
    wide scaled;
    int shift;
    int exponent;   /* of ten, of the first digit */
    uint64_t whole; /* scaled / 2^shift, cut off */
    uint64_t gap;   /* half the distance to the doubles beside it, likewise times 2^shift */
    bool is_even;
    bool is_power; /* the double below it is half as far away */
};

/* Computes the digits of a number from 1e-10 to below 1e15, without any rounding: 53 bits times at most 5^27 are 116
 * bits. */
static struct scaled scale_exactly(double value)
{
    enum { BITS = 53, TEN_16 = 16 };
    int exponent;
    uint64_t bits = (uint64_t)ldexp(frexp(value, &exponent), BITS);
    struct scaled out = {.is_even = bits % 2 == 0, .is_power = bits == UINT64_C(1) << (BITS - 1)};
    uint64_t ten = UINT64_C(10000000000000000);
    /* the decimal exponent, or one less */
    out.exponent = (int)floor((exponent - 1) * 0.30102999566398119);
    for (;; out.exponent++) {
        uint64_t five = 1;
        for (int i = out.exponent; i < TEN_16; i++) {
            five *= 5;
        }
        out.scaled = (wide)bits * five;
        out.shift = BITS - exponent - (TEN_16 - out.exponent);
        out.whole = (uint64_t)(out.scaled >> out.shift);
        out.gap = five;
        if (out.whole < ten * 10) {
            break;
        }
    }
    return out;
}

/* Rounds the number to some digits, as printf() does. Returns them as an integer, with zeros in place of the others. */
static uint64_t round_scaled(const struct scaled *number, int digits)
{
    uint64_t unit = 1;
    for (int i = digits; i < DIGITS_MOST; i++) {
        unit *= 10;
    }
    uint64_t kept = number->whole / unit;
    wide rest = number->scaled - ((wide)(kept * unit) << number->shift);
    wide half = (wide)unit << (number->shift - 1);
    return (kept + (rest > half || (rest == half && kept % 2 == 1))) * unit;
}

/* Whether these digits read back to the double: whether no other double is nearer to them. */
static bool reads_back(const struct scaled *number, uint64_t digits)
{
    wide read = (wide)digits << number->shift;
    bool is_less = read < number->scaled;
    wide distance = 2 * (is_less ? number->scaled - read : read - number->scaled);
    distance *= is_less && number->is_power ? 2 : 1;
    return distance < number->gap || (distance == number->gap && number->is_even);
}

/* Writes 17 digits, or a one and 17 zeros, without the zeros at the end. */
static size_t write_scaled(char *text, uint64_t number, int exponent)
{
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    exponent += count - DIGITS_MOST;
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    char *at = text;
    bool is_small = exponent < -4;
    int before = is_small || exponent < 0 ? 1 : exponent + 1; /* digits before the point */
    int used = 0;
    for (int i = 0; i < before; i++) {
        *at++ = (exponent < 0 && !is_small) || used == count ? '0' : digits[used++];
    }
    if (used < count) {
        *at++ = '.';
        for (int i = exponent + 1; i < 0 && !is_small; i++) {
            *at++ = '0';
        }
        memcpy(at, digits + used, (size_t)(count - used));
        at += count - used;
    }
    if (is_small) {
        memcpy(at, "e-", 2);
        at[2] = (char)('0' + -exponent / 10);
        at[3] = (char)('0' + -exponent % 10);
        at += 4;
    }
    *at = '\0';
    return (size_t)(at - text);
}

/* Writes most numbers, in a tenth of the time of printf() and strtod(). Returns 0 for others. */
static size_t write_usual(char *text, double value)
{
    bool is_negative = value < 0;
    double size = fabs(value);
    if (!(size >= 1e-10 && size < 1e15)) {
        return 0;
    }
    struct scaled number = scale_exactly(size);
    uint64_t digits = 0;
    for (int count = DIGITS_LEAST; count <= DIGITS_MOST; count++) {
        digits = round_scaled(&number, count);
        if (reads_back(&number, digits)) {
            break;
        }
    }
    *text = '-';
    return is_negative + write_scaled(text + is_negative, digits, number.exponent);
}
#else
static size_t write_usual(char *text, double value)
{
    (void)text;
    (void)value;
    return 0;
}
#endif

/* Writes any finite number, by trying. */
static size_t write_rare(char *text, double value)
{
    for (int digits = DIGITS_LEAST; digits < DIGITS_MOST; digits++) {
        int printed = snprintf(text, DECIMAL_ROOM, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            return (size_t)printed;
        }
    }
    return (size_t)snprintf(text, DECIMAL_ROOM, "%.*g", DIGITS_MOST, value);
}

static size_t write_word(char *text, const char *word)
{
    size_t length = strlen(word);
    memcpy(text, word, length + 1);
    return length;
}

size_t decimal_write(char *text, double value)
{
    if (!isfinite(value)) {
        return write_word(text, isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    }
    if (value == 0) {
        return write_word(text, signbit(value) ? "-0.0" : "0"); /* readers treat -0 as the integer 0 */
    }
    size_t length = write_usual(text, value);
    return length > 0 ? length : write_rare(text, value);
}
