/* Builds trees from the text. Children are kept on a stack until their parent is closed; then they become
 * consecutive. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/json_parts.h"

/* An array or object that is being read. */
struct frame {
    bool is_object;
    size_t count; /* children so far */
    struct scan_child child;
};

struct loader {
    struct tree_pool *pool;
    const char *text;
    size_t end; /* end of the span */
};

/* ---- numbers ---- */

/* Digits of the largest 64-bit integer. */
enum { INT64_DIGITS = 19 };
/* Larger powers of ten are left to the C library. */
enum { EXPONENT_MAX = 400 };

static bool fits_integer(const char *at, const char *end)
{
    bool negative = *at == '-';
    const char *most = negative ? "9223372036854775808" : "9223372036854775807";
    at += negative;
    return end - at != INT64_DIGITS ? end - at < INT64_DIGITS : memcmp(at, most, INT64_DIGITS) <= 0;
}

/* Counts down, so that the smallest integer doesn't overflow. */
static int64_t integer_of(const char *at, const char *end)
{
    bool negative = *at == '-';
    int64_t value = 0;
    for (at += negative; at < end; at++) {
        value = value * 10 - (*at - '0');
    }
    return negative ? value : -value;
}

/* Reads the power of ten after an e; 0 if it is absent. Returns false if it is far beyond the range of a double. */
static bool take_exponent(const char *at, const char *end, int *exponent)
{
    bool negative = at < end && *at == '-';
    *exponent = 0;
    for (at += at < end && (negative || *at == '+'); at < end; at++) {
        *exponent = *exponent * 10 + (*at - '0');
        if (*exponent > EXPONENT_MAX) {
            return false;
        }
    }
    *exponent = negative ? -*exponent : *exponent;
    return true;
}

/* Reads a decimal fraction as a whole number over a power of ten. Returns false if it has too many digits or isn't a
 * fraction. */
static bool take_fraction(const char *at, const char *end, uint64_t *digits, int *behind_point)
{
    bool point = false;
    int exponent = 0;
    *digits = 0;
    *behind_point = 0;
    for (; at < end && (*at | 0x20) != 'e'; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (*digits > (UINT64_MAX - 9) / 10 || *behind_point > EXPONENT_MAX) {
            return false;
        }
        *digits = *digits * 10 + (uint64_t)(*at - '0');
        *behind_point += point;
    }
    if (at < end && !take_exponent(at + 1, end, &exponent)) {
        return false;
    }
    *behind_point -= exponent;
    return *behind_point >= 0;
}

/* Returns the number of bits up to the highest one; 0 for 0. */
static int bits_of(uint64_t number)
{
    int bits = 0;
    for (int step = 32; step > 0; step /= 2) {
        bool more = number >> step != 0;
        bits += more ? step : 0;
        number >>= more ? step : 0;
    }
    return bits + (number != 0);
}

/*
 * Returns the nearest double to a quotient. The divisor has at most 63 bits. The integer quotient has at least 62
 * bits, more than a double has, and its last bit is set if there is a remainder, so only the conversion to double
 * rounds.
 */
static double nearest_quotient(uint64_t digits, uint64_t divisor)
{
    enum { ENOUGH = 62 };
    int shift = ENOUGH - bits_of(digits) + bits_of(divisor);
    shift = digits == 0 || shift < 0 ? 0 : shift;
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide whole = (wide)digits << shift;
    uint64_t quotient = (uint64_t)(whole / divisor);
    uint64_t rest = (uint64_t)(whole - (wide)quotient * divisor);
#else
    uint64_t quotient = digits / divisor;
    uint64_t rest = digits % divisor;
    for (int i = 0; i < shift; i++) {
        rest *= 2;
        bool one = rest >= divisor;
        rest -= one ? divisor : 0;
        quotient = quotient * 2 + one;
    }
#endif
    return ldexp((double)(quotient | (rest != 0)), -shift);
}

/*
 * Converts most numbers of a file. If the digits and the power of ten are exact doubles, their quotient is the
 * nearest double (one rounding). Otherwise a 64-bit number is divided by a power of five; the remaining power of two
 * is exact. Returns false for all other numbers.
 */
static bool short_real_of(const char *at, const char *end, double *out)
{
    static const uint64_t fives[] = {
        UINT64_C(1),
        UINT64_C(5),
        UINT64_C(25),
        UINT64_C(125),
        UINT64_C(625),
        UINT64_C(3125),
        UINT64_C(15625),
        UINT64_C(78125),
        UINT64_C(390625),
        UINT64_C(1953125),
        UINT64_C(9765625),
        UINT64_C(48828125),
        UINT64_C(244140625),
        UINT64_C(1220703125),
        UINT64_C(6103515625),
        UINT64_C(30517578125),
        UINT64_C(152587890625),
        UINT64_C(762939453125),
        UINT64_C(3814697265625),
        UINT64_C(19073486328125),
        UINT64_C(95367431640625),
        UINT64_C(476837158203125),
        UINT64_C(2384185791015625),
        UINT64_C(11920928955078125),
        UINT64_C(59604644775390625),
        UINT64_C(298023223876953125),
        UINT64_C(1490116119384765625),
        UINT64_C(7450580596923828125),
    };
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { FIVES = sizeof fives / sizeof *fives, TENS = sizeof tens / sizeof *tens };
    bool negative = *at == '-';
    uint64_t digits;
    int behind_point;
    double value;
    if (!take_fraction(at + negative, end, &digits, &behind_point)) {
        return false;
    }
    if (FLT_EVAL_METHOD == 0 && digits <= UINT64_C(1) << 53 && behind_point < TENS) {
        value = (double)digits / tens[behind_point];
    } else if (behind_point < FIVES) {
        value = ldexp(nearest_quotient(digits, fives[behind_point]), -behind_point);
    } else {
        return false;
    }
    *out = negative ? -value : value;
    return true;
}

static void find_point(struct tree_pool *pool)
{
    char half[16];
    int length = snprintf(half, sizeof half, "%.1f", 0.5);
    pool->point_length = (size_t)length - 2;
    memcpy(pool->point, half + 1, pool->point_length);
}

static double real_of(struct tree_pool *pool, const char *at, const char *end)
{
    double value;
    if (short_real_of(at, end, &value)) {
        return value;
    }
    if (pool->point_length == 0) {
        find_point(pool);
    }
    size_t length = (size_t)(end - at);
    const char *point = memchr(at, '.', length);
    size_t whole = point == NULL ? length : (size_t)(point - at);
    pool->scratch.length = 0;
    buf_add(&pool->scratch, at, whole);
    if (point != NULL) {
        buf_add(&pool->scratch, pool->point, pool->point_length);
        buf_add(&pool->scratch, point + 1, length - whole - 1);
    }
    value = strtod(buf_text(&pool->scratch), NULL);
    return isinf(value) ? copysign(TREE_OVERFLOW, value) : value;
}

/* ---- values ---- */

/* Reads the number at an offset. *behind receives the offset after it. */
static struct tree load_number(const struct loader *loader, size_t at, size_t *behind)
{
    const unsigned char *text = (const unsigned char *)loader->text;
    const char *begin = loader->text + at;
    enum message error;
    bool is_whole;
    *behind = (size_t)(scan_number(text + at, text + loader->end, &error, &is_whole) - text);
    const char *end = loader->text + *behind;
    if (is_whole && fits_integer(begin, end)) {
        return (struct tree){.type = TREE_INTEGER, .as.integer = integer_of(begin, end)};
    }
    return (struct tree){.type = TREE_REAL, .as.real = real_of(loader->pool, begin, end)};
}

static struct tree load_string(const struct loader *loader, size_t at, size_t *behind)
{
    struct span inside = {at + 1, scan_string_end(loader->text, loader->end, at + 1)};
    size_t length;
    const char *text = scan_key(loader->text, inside, &loader->pool->scratch, &length);
    *behind = inside.end + 1;
    return tree_string(loader->pool, text, length);
}

static struct tree load_scalar(const struct loader *loader, size_t at, size_t *behind)
{
    switch (loader->text[at]) {
    case '"':
        return load_string(loader, at, behind);
    case 't':
        *behind = at + strlen("true");
        return (struct tree){.type = TREE_TRUE};
    case 'f':
        *behind = at + strlen("false");
        return (struct tree){.type = TREE_FALSE};
    case 'n':
        *behind = at + strlen("null");
        return (struct tree){.type = TREE_NULL};
    default:
        return load_number(loader, at, behind);
    }
}

static void push_value(const struct loader *loader, struct frame *frame, struct tree value)
{
    struct tree_pool *pool = loader->pool;
    pool->values =
        arena_grow(pool->arena, pool->values, pool->value_count, &pool->value_capacity, sizeof *pool->values);
    pool->values[pool->value_count++] = value;
    frame->count++;
    if (frame->is_object) {
        size_t length;
        const char *text = scan_key(loader->text, frame->child.key, &loader->pool->scratch, &length);
        pool->keys = arena_grow(pool->arena, pool->keys, pool->open_keys, &pool->open_capacity, sizeof *pool->keys);
        pool->keys[pool->open_keys++] = tree_key_of(pool, text, length);
    }
}

static struct tree close_frame(const struct loader *loader, const struct frame *frame)
{
    return frame->is_object ? tree_close_object(loader->pool, frame->count)
                            : tree_close_array(loader->pool, frame->count);
}

/* Reads an array or object with its descendants. */
static struct tree load_all(const struct loader *loader, size_t at)
{
    struct frame frames[SCAN_DEPTH_MAX + 1];
    size_t depth = 0;
    size_t behind = at;
    const char *text = loader->text;
    for (;;) {
        struct frame *frame = &frames[depth];
        *frame = (struct frame){.is_object = text[at] == '{'};
        bool more = scan_first(text, loader->end, at, &frame->child, &behind);
        for (;;) {
            arena_pulse(loader->pool->arena);
            if (!more) {
                struct tree value = close_frame(loader, frame);
                if (depth == 0) {
                    return value;
                }
                frame = &frames[--depth];
                push_value(loader, frame, value);
            } else if (text[frame->child.value] == '{' || text[frame->child.value] == '[') {
                break;
            } else {
                push_value(loader, frame, load_scalar(loader, frame->child.value, &behind));
            }
            more = scan_next(text, loader->end, behind, &frame->child, &behind);
        }
        at = frame->child.value;
        depth++;
        assert(depth <= SCAN_DEPTH_MAX);
    }
}

/* Drops what is left on the stack, and frees it if it is large. */
static void clear_stacks(struct tree_pool *pool)
{
    enum { MANY = 256 * 1024 };
    pool->value_count = 0;
    pool->open_keys = 0;
    if (pool->value_capacity * sizeof *pool->values >= MANY) {
        arena_discard(pool->arena, pool->values);
        pool->values = NULL;
        pool->value_capacity = 0;
    }
    if (pool->open_capacity * sizeof *pool->keys >= MANY) {
        arena_discard(pool->arena, pool->keys);
        pool->keys = NULL;
        pool->open_capacity = 0;
    }
}

const struct tree *tree_load(struct tree_pool *pool, const char *text, struct span span)
{
    struct loader loader = {.pool = pool, .text = text, .end = span.end};
    char first = text[span.begin];
    size_t behind;
    struct tree value =
        first == '{' || first == '[' ? load_all(&loader, span.begin) : load_scalar(&loader, span.begin, &behind);
    struct tree *tree = tree_words(pool, sizeof *tree);
    *tree = value;
    clear_stacks(pool);
    return tree;
}
