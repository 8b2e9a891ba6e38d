/*
 * The text becomes trees of jansson's values, but not by jansson's own reader: that one refuses what JSON allows
 * (numbers beyond 64 bits, a NUL in a key), overlooks memory that ends while it reads a text, and then writes beyond
 * what it has.
 */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/json.h"
#include "gltf/scan_number.h"

/* An array or object that is being filled. */
struct frame {
    json_t *value;
    struct scan_child child;
};

/*
 * About what jansson holds of each value beside its text, with what the allocator adds: the arena counts it as its own,
 * so that a limit on memory is one on all of it.
 */
enum { COST_OBJECT = 240, COST_MEMBER = 120, COST_LIST = 144, COST_ELEMENT = 16, COST_TEXT = 64, COST_NUMBER = 32 };

/* Bytes, as they stand in the text, of values that are worth remembering: longer ones hardly come again. */
enum { SHARED_NUMBER = 5, SHARED_TEXT = 18 };

struct loader {
    struct arena *arena;
    struct tree_shared *shared; /* or NULL */
    const char *text;
    size_t end;         /* of the span */
    struct buf scratch; /* values that must be decoded or terminated */
    struct buf key;     /* the same for keys */
    char point[8];      /* the decimal point that strtod() expects: whoever uses the library may have set a locale */
    size_t point_length;
};

/* ---- numbers ---- */

/* Digits of the largest numbers that 64 bits with a sign hold. */
enum { INT64_DIGITS = 19 };

static bool fits_integer(const char *at, const char *end)
{
    bool negative = *at == '-';
    const char *most = negative ? "9223372036854775808" : "9223372036854775807";
    at += negative;
    return end - at != INT64_DIGITS ? end - at < INT64_DIGITS : memcmp(at, most, INT64_DIGITS) <= 0;
}

/* Counts down, so that the smallest integer fits on the way too. */
static json_int_t integer_of(const char *at, const char *end)
{
    bool negative = *at == '-';
    json_int_t value = 0;
    for (at += negative; at < end; at++) {
        value = value * 10 - (*at - '0');
    }
    return negative ? value : -value;
}

/* A decimal fraction: digits, as a whole number, over a power of ten. False for what has an exponent or more digits. */
static bool take_fraction(const char *at, const char *end, uint64_t *digits, size_t *behind_point)
{
    bool point = false;
    *digits = 0;
    *behind_point = 0;
    for (; at < end; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (*at < '0' || *at > '9' || *digits > (UINT64_MAX - 9) / 10) {
            return false;
        }
        *digits = *digits * 10 + (uint64_t)(*at - '0');
        *behind_point += point;
    }
    return true;
}

/* The nearest double to a quotient; the divisor leaves room to double what remains. */
static double nearest_quotient(uint64_t digits, uint64_t divisor)
{
    uint64_t quotient = digits / divisor;
    uint64_t rest = digits % divisor;
    int exponent = 0;
    while (quotient < UINT64_C(1) << 54 && rest != 0) {
        rest *= 2;
        bool one = rest >= divisor;
        rest -= one ? divisor : 0;
        quotient = quotient * 2 + one;
        exponent--;
    }
    /* two bits more than a double has: the last one says whether anything follows */
    return ldexp((double)(quotient | (rest != 0)), exponent);
}

/*
 * Most numbers of a file. Where the digits and the power of ten are both exact in a double, their quotient is the
 * nearest double (one rounding); digits of up to 64 bits take whole numbers. False for all others.
 */
static bool short_real_of(const char *at, const char *end, double *out)
{
    static const uint64_t tens[] = {
        UINT64_C(1),
        UINT64_C(10),
        UINT64_C(100),
        UINT64_C(1000),
        UINT64_C(10000),
        UINT64_C(100000),
        UINT64_C(1000000),
        UINT64_C(10000000),
        UINT64_C(100000000),
        UINT64_C(1000000000),
        UINT64_C(10000000000),
        UINT64_C(100000000000),
        UINT64_C(1000000000000),
        UINT64_C(10000000000000),
        UINT64_C(100000000000000),
        UINT64_C(1000000000000000),
        UINT64_C(10000000000000000),
        UINT64_C(100000000000000000),
        UINT64_C(1000000000000000000),
    };
    enum { MOST_TENS = sizeof tens / sizeof *tens - 1, EXACT_TENS = 22 };
    bool negative = *at == '-';
    uint64_t digits;
    size_t behind_point;
    double value;
    if (!take_fraction(at + negative, end, &digits, &behind_point)) {
        return false;
    }
    size_t first = behind_point < MOST_TENS ? behind_point : MOST_TENS;
    if (FLT_EVAL_METHOD == 0 && digits <= UINT64_C(1) << 53 && behind_point <= EXACT_TENS) {
        value = (double)digits / ((double)tens[first] * (double)tens[behind_point - first]);
    } else if (behind_point <= MOST_TENS) {
        value = nearest_quotient(digits, tens[behind_point]);
    } else {
        return false;
    }
    *out = negative ? -value : value;
    return true;
}

static void find_point(struct loader *loader)
{
    char half[16];
    int length = snprintf(half, sizeof half, "%.1f", 0.5);
    loader->point_length = (size_t)length - 2;
    memcpy(loader->point, half + 1, loader->point_length);
}

static double real_of(struct loader *loader, const char *at, const char *end)
{
    double value;
    if (short_real_of(at, end, &value)) {
        return value;
    }
    if (loader->point_length == 0) {
        find_point(loader);
    }
    size_t length = (size_t)(end - at);
    const char *point = memchr(at, '.', length);
    size_t whole = point == NULL ? length : (size_t)(point - at);
    loader->scratch.length = 0;
    buf_add(&loader->scratch, at, whole);
    if (point != NULL) {
        buf_add(&loader->scratch, loader->point, loader->point_length);
        buf_add(&loader->scratch, point + 1, length - whole - 1);
    }
    value = strtod(buf_text(&loader->scratch), NULL);
    return isinf(value) ? copysign(TREE_OVERFLOW, value) : value;
}

static json_t *make_number(struct loader *loader, struct span span, bool is_whole)
{
    const char *begin = loader->text + span.begin;
    const char *end = loader->text + span.end;
    arena_charge(loader->arena, COST_NUMBER);
    return is_whole && fits_integer(begin, end) ? json_integer(integer_of(begin, end))
                                                : json_real(real_of(loader, begin, end));
}

/* ---- values ---- */

/* The value that the same bytes had before, and one more owner of it, or NULL; *slot is where to remember this one. */
static json_t *find_shared(const struct loader *loader, struct span span, size_t *slot)
{
    const char *text = loader->text + span.begin;
    size_t length = span.end - span.begin;
    uint32_t hash = (uint32_t)length;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * UINT32_C(0x9E3779B1);
    }
    *slot = hash >> 25;
    const struct span *before = &loader->shared->spans[*slot];
    bool same = loader->shared->values[*slot] != NULL && before->end - before->begin == length &&
                memcmp(loader->text + before->begin, text, length) == 0;
    return same ? tree_share(loader->shared->values[*slot]) : NULL;
}

static json_t *remember(const struct loader *loader, struct span span, size_t slot, json_t *value)
{
    if (value != NULL) {
        tree_release(loader->shared->values[slot]);
        loader->shared->values[slot] = tree_share(value);
        loader->shared->spans[slot] = span;
    }
    return value;
}

static json_t *load_number(struct loader *loader, size_t at)
{
    const unsigned char *text = (const unsigned char *)loader->text;
    enum message error;
    bool is_whole;
    size_t slot;
    struct span span = {at, (size_t)(scan_number(text + at, text + loader->end, &error, &is_whole) - text)};
    if (loader->shared == NULL || span.end - span.begin > SHARED_NUMBER) {
        return make_number(loader, span, is_whole);
    }
    json_t *known = find_shared(loader, span, &slot);
    return known != NULL ? known : remember(loader, span, slot, make_number(loader, span, is_whole));
}

static json_t *make_string(struct loader *loader, struct span inside)
{
    size_t length = inside.end - inside.begin;
    const char *text = loader->text + inside.begin;
    arena_charge(loader->arena, COST_TEXT + length);
    if (memchr(text, '\\', length) != NULL) {
        loader->scratch.length = 0;
        buf_add(&loader->scratch, text, length);
        length = scan_key_text(loader->text, inside, loader->scratch.text);
        text = loader->scratch.text;
    }
    return json_stringn_nocheck(text, length);
}

static json_t *load_string(struct loader *loader, size_t at)
{
    struct span inside = {at + 1, scan_string_end(loader->text, loader->end, at + 1)};
    struct span span = {at, inside.end + 1};
    size_t slot;
    if (loader->shared == NULL || span.end - span.begin > SHARED_TEXT) {
        return make_string(loader, inside);
    }
    json_t *known = find_shared(loader, span, &slot);
    return known != NULL ? known : remember(loader, span, slot, make_string(loader, inside));
}

/* Since 2.14 jansson takes keys that aren't terminated: most can stay where they are. */
#if JANSSON_VERSION_HEX >= 0x020E00
#define KEYS_STAY true
#define SET_MEMBER(object, key, length, value) json_object_setn_new_nocheck(object, key, length, value)
#else
#define KEYS_STAY false
#define SET_MEMBER(object, key, length, value) json_object_set_new_nocheck(object, key, value)
#endif

static const char *load_key(struct loader *loader, struct span inside, size_t *length)
{
    const char *text = loader->text + inside.begin;
    *length = inside.end - inside.begin;
    bool escaped = *length > 0 && memchr(text, '\\', *length) != NULL;
    if (KEYS_STAY && !escaped) {
        return text;
    }
    struct buf *key = &loader->key;
    key->length = 0;
    buf_add(key, text, *length);
    if (escaped) {
        *length = scan_key_text(loader->text, inside, key->text);
        key->text[*length] = '\0';
    }
    return buf_text(key);
}

/* The value at an offset; arrays and objects empty. */
static json_t *load_value(struct loader *loader, size_t at)
{
    json_t *value;
    switch (loader->text[at]) {
    case '{':
        arena_charge(loader->arena, COST_OBJECT);
        value = json_object();
        break;
    case '[':
        arena_charge(loader->arena, COST_LIST);
        value = json_array();
        break;
    case '"':
        value = load_string(loader, at);
        break;
    case 't':
        value = json_true();
        break;
    case 'f':
        value = json_false();
        break;
    case 'n':
        value = json_null();
        break;
    default:
        value = load_number(loader, at);
        break;
    }
    if (value == NULL) {
        arena_exhausted(loader->arena);
    }
    return value;
}

/* The next child of what a frame fills, at once part of it: nothing may end between a value and its owner. */
static json_t *load_child(struct loader *loader, const struct frame *frame)
{
    const struct scan_child *child = &frame->child;
    bool is_element = child->key.begin == 0;
    arena_pulse(loader->arena);
    size_t length = 0;
    const char *key = is_element ? NULL : load_key(loader, child->key, &length);
    arena_charge(loader->arena, is_element ? COST_ELEMENT : COST_MEMBER + length);
    json_t *value = load_value(loader, child->value);
    int failed = is_element ? json_array_append_new(frame->value, value) : SET_MEMBER(frame->value, key, length, value);
    if (failed != 0) {
        arena_exhausted(loader->arena); /* the value is released already */
    }
    return value;
}

void tree_load(struct arena *arena, const char *text, struct span span, struct tree_shared *shared, json_t **tree)
{
    struct loader loader = {.arena = arena,
                            .shared = shared,
                            .text = text,
                            .end = span.end,
                            .scratch = BUF_INIT(arena),
                            .key = BUF_INIT(arena)};
    struct frame frames[SCAN_DEPTH_MAX + 1];
    size_t depth = 0;
    size_t behind = span.end;
    *tree = load_value(&loader, span.begin);
    if (scan_first(text, span.end, span.begin, &frames[0].child, &behind)) {
        frames[depth++].value = *tree;
    }
    while (depth > 0) {
        assert(depth <= SCAN_DEPTH_MAX);
        json_t *value = load_child(&loader, &frames[depth - 1]);
        if (scan_first(text, span.end, frames[depth - 1].child.value, &frames[depth].child, &behind)) {
            frames[depth++].value = value;
            continue;
        }
        while (depth > 0 && !scan_next(text, span.end, behind, &frames[depth - 1].child, &behind)) {
            depth--;
        }
    }
}
