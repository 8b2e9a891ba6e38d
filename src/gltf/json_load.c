#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "gltf/json_parts.h"

/* The memory of trees: closed values, keys (each stored once) and strings. */

enum {
    FIRST_ROOM = 512,
    LARGEST_ROOM = 64 * 1024,
    FIRST_KEYS = 64,
    MANY = 16 * 1024, /* values: so many aren't copied, and their memory isn't reused */
    LONGEST = 16,     /* bytes of keys that are looked up among the recent ones */
};

struct tree_pool *tree_pool_new(struct arena *arena)
{
    struct tree_pool *pool = arena_alloc(arena, sizeof *pool);
    pool->arena = arena;
    pool->seed = os_random();
    pool->scratch = (struct buf)BUF_INIT(arena);
    return pool;
}

/* ---- memory ---- */

static char *take_memory(struct tree_pool *pool, struct tree_room *room, size_t size)
{
    if (size > room->left) {
        if (size >= LARGEST_ROOM / 4) {
            return arena_bare(pool->arena, size);
        }
        room->next = room->next == 0 ? FIRST_ROOM : room->next < LARGEST_ROOM ? room->next * 2 : LARGEST_ROOM;
        room->left = room->next > size ? room->next : size;
        room->at = arena_bare(pool->arena, room->left);
    }
    char *memory = room->at;
    room->at += size;
    room->left -= size;
    return memory;
}

/* Allocates bytes, aligned for values. */
static void *tree_words(struct tree_pool *pool, size_t size)
{
    return take_memory(pool, &pool->words, (size + 7) / 8 * 8);
}

static char *tree_texts(struct tree_pool *pool, size_t size)
{
    return take_memory(pool, &pool->texts, size);
}

static struct tree string_at(char *room, const char *text, size_t length)
{
    struct tree value = {.type = TREE_STRING, .size = (uint32_t)length};
    if (room == NULL) {
        value.form = TREE_HERE;
        memcpy(value.as.here, text, length);
    } else {
        value.as.text = memcpy(room, text, length);
        room[length] = '\0';
    }
    return value;
}

struct tree tree_string(struct tree_pool *pool, const char *text, size_t length)
{
    if (length >= UINT32_MAX) {
        arena_exhausted(pool->arena);
    }
    bool here = length < sizeof((struct tree *)NULL)->as.here;
    return string_at(here ? NULL : tree_texts(pool, length + 1), text, length);
}

const struct tree *tree_of_text(struct arena *arena, const char *text, size_t length)
{
    struct tree *value = arena_alloc(arena, sizeof *value);
    *value = string_at(arena_alloc(arena, length + 1), text, length);
    return value;
}

/* ---- keys ---- */

static void insert_key(struct tree_pool *pool, const struct tree_key *key)
{
    size_t mask = pool->table_size - 1;
    size_t at = key->hash & mask;
    while (pool->table[at] != NULL) {
        at = (at + 1) & mask;
    }
    pool->table[at] = key;
}

static void grow_table(struct tree_pool *pool)
{
    const struct tree_key **old = pool->table;
    size_t count = pool->table_size;
    pool->table_size = count == 0 ? FIRST_KEYS : count * 2;
    pool->table = arena_array(pool->arena, pool->table_size, sizeof *pool->table);
    for (size_t i = 0; i < count; i++) {
        if (old[i] != NULL) {
            insert_key(pool, old[i]);
        }
    }
    arena_discard(pool->arena, old);
}

static const struct tree_key *look_up(struct tree_pool *pool, const char *text, size_t length)
{
    if (pool->key_count >= pool->table_size / 2) {
        grow_table(pool);
    }
    uint32_t hash = tree_hash(pool->seed, text, length);
    size_t mask = pool->table_size - 1;
    for (size_t at = hash & mask; pool->table[at] != NULL; at = (at + 1) & mask) {
        if (pool->table[at]->hash == hash && tree_is_key(pool->table[at], text, length)) {
            return pool->table[at];
        }
    }
    if (length >= UINT32_MAX) {
        arena_exhausted(pool->arena);
    }
    struct tree_key *key = tree_words(pool, sizeof *key + length + 1);
    key->hash = hash;
    key->length = (uint32_t)length;
    memcpy(key->text, text, length);
    key->text[length] = '\0';
    insert_key(pool, key);
    pool->key_count++;
    return key;
}

const struct tree_key *tree_key_of(struct tree_pool *pool, const char *text, size_t length)
{
    if (length == 0 || length > LONGEST) {
        return look_up(pool, text, length);
    }
    size_t glance = length * 5 + (unsigned char)text[0] + (size_t)((unsigned char)text[length - 1]) * 3;
    const struct tree_key **recent = &pool->recent[glance % (sizeof pool->recent / sizeof *pool->recent)];
    if (*recent == NULL || !tree_is_key(*recent, text, length)) {
        *recent = look_up(pool, text, length);
    }
    return *recent;
}

/* ---- arrays ---- */

/* Takes over the memory of the open values, instead of copying the last count of them, which are nearly all. */
static const struct tree *take_over(struct tree_pool *pool, size_t count)
{
    struct tree *all = pool->values;
    size_t before = pool->value_count - count;
    size_t capacity = before + FIRST_KEYS;
    struct tree *rest = arena_array(pool->arena, capacity, sizeof *rest);
    if (before > 0) {
        memcpy(rest, all, before * sizeof *rest);
    }
    all = arena_shrink(pool->arena, all, pool->value_count * sizeof *all);
    pool->values = rest;
    pool->value_capacity = capacity;
    return all + before;
}

struct tree tree_close_array(struct tree_pool *pool, size_t count)
{
    struct tree array = {.type = TREE_ARRAY, .size = (uint32_t)count};
    if (count > UINT32_MAX) {
        arena_exhausted(pool->arena);
    }
    if (count >= MANY && pool->value_count - count < count / 8) {
        array.as.elements = take_over(pool, count);
    } else if (count > 0) {
        struct tree *elements = tree_words(pool, count * sizeof *elements);
        memcpy(elements, pool->values + pool->value_count - count, count * sizeof *elements);
        array.as.elements = elements;
    }
    pool->value_count -= count;
    return array;
}

/* ---- objects ---- */

/* Fills members one by one. The last value of equal keys is stored at the position of the first. */
static size_t fill_few(struct tree_member *members, const struct tree_key *const *keys, const struct tree *values,
                       size_t count)
{
    uint64_t seen = 0;
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << (keys[i]->hash & 63);
        size_t at = (seen & bit) != 0 ? 0 : filled;
        while (at < filled && members[at].key != keys[i]) {
            at++;
        }
        seen |= bit;
        members[at] = (struct tree_member){keys[i], values[i]};
        filled += at == filled;
    }
    return filled;
}

/* Returns the slot of a key, or the free one for it. */
static uint32_t *slot_of(const struct tree_index *index, const struct tree_member *members, const struct tree_key *key)
{
    size_t at = key->hash & index->mask;
    while (index->slots[at] != 0 && members[index->slots[at] - 1].key != key) {
        at = (at + 1) & index->mask;
    }
    return &index->slots[at];
}

static size_t fill_many(const struct tree_index *index, struct tree_member *members, const struct tree_key *const *keys,
                        const struct tree *values, size_t count)
{
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t *slot = slot_of(index, members, keys[i]);
        if (*slot == 0) {
            *slot = (uint32_t)++filled;
        }
        members[*slot - 1] = (struct tree_member){keys[i], values[i]};
    }
    return filled;
}

struct tree tree_close_object(struct tree_pool *pool, size_t count)
{
    struct tree object = {.type = TREE_OBJECT};
    if (count == 0) {
        return object;
    }
    pool->value_count -= count;
    pool->open_keys -= count;
    const struct tree *values = pool->values + pool->value_count;
    const struct tree_key *const *keys = pool->keys + pool->open_keys;
    if (count >= UINT32_MAX / 4) {
        arena_exhausted(pool->arena);
    }
    if (count <= TREE_FEW) {
        object.as.members = tree_words(pool, count * sizeof *object.as.members);
        object.size = (uint32_t)fill_few(object.as.members, keys, values, count);
        return object;
    }
    struct tree_index *index = tree_words(pool, sizeof *index + count * sizeof *object.as.members);
    size_t slots = FIRST_KEYS;
    while (slots / 3 * 2 < count) {
        slots *= 2;
    }
    uint32_t *room = tree_words(pool, slots * sizeof *room);
    *index = (struct tree_index){memset(room, 0, slots * sizeof *room), slots - 1, pool->seed};
    object.form = TREE_INDEXED;
    object.as.members = (struct tree_member *)(void *)(index + 1);
    object.size = (uint32_t)fill_many(index, object.as.members, keys, values, count);
    return object;
}

/* Builds trees from the text. Children are kept on a stack until their parent is closed; then they become
 * consecutive. */

/* An array or object that is being read. */
struct open_value {
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

static void push_value(const struct loader *loader, struct open_value *frame, struct tree value)
{
    struct tree_pool *pool = loader->pool;
    *ARENA_PUSH(pool->arena, pool->values, pool->value_count, pool->value_capacity) = value;
    frame->count++;
    if (frame->is_object) {
        size_t length;
        const char *text = scan_key(loader->text, frame->child.key, &loader->pool->scratch, &length);
        *ARENA_PUSH(pool->arena, pool->keys, pool->open_keys, pool->open_capacity) = tree_key_of(pool, text, length);
    }
}

static struct tree close_frame(const struct loader *loader, const struct open_value *frame)
{
    return frame->is_object ? tree_close_object(loader->pool, frame->count)
                            : tree_close_array(loader->pool, frame->count);
}

/* Reads an array or object with its descendants. */
static struct tree load_all(const struct loader *loader, size_t at)
{
    struct open_value frames[SCAN_DEPTH_MAX + 1];
    size_t depth = 0;
    size_t behind = at;
    const char *text = loader->text;
    for (;;) {
        struct open_value *frame = &frames[depth];
        *frame = (struct open_value){.is_object = text[at] == '{'};
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
    enum { MUCH = 256 * 1024 };
    pool->value_count = 0;
    pool->open_keys = 0;
    if (pool->value_capacity * sizeof *pool->values >= MUCH) {
        arena_discard(pool->arena, pool->values);
        pool->values = NULL;
        pool->value_capacity = 0;
    }
    if (pool->open_capacity * sizeof *pool->keys >= MUCH) {
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
