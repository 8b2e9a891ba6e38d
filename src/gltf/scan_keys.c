#include "gltf/scan_keys.h"

#include <string.h>

/* Up to so many keys, searching the stack is faster than a table. Most objects of a glTF file have no more. */
enum { FEW_KEYS = 8, FIRST_SLOTS = 64 };

/* The Mersenne prime that is the modulus of hashes. */
#define PRIME ((UINT64_C(1) << 61) - 1)

/* 2^64 divided by the golden ratio, a multiplier that spreads bits upwards. */
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

static uint64_t modulo_prime(uint64_t x)
{
    x = (x & PRIME) + (x >> 61);
    return x >= PRIME ? x - PRIME : x;
}

/* Returns a * b modulo PRIME, for a and b below it, in 64-bit steps: 2^61 equals 1. */
static uint64_t multiply_modulo(uint64_t a, uint64_t b)
{
    uint64_t a_high = a >> 32; /* below 2^29 */
    uint64_t a_low = a & 0xFFFFFFFFU;
    uint64_t b_high = b >> 32;
    uint64_t b_low = b & 0xFFFFFFFFU;
    uint64_t middle = a_high * b_low + a_low * b_high;          /* below 2^62, in units of 2^32 */
    uint64_t high = a_high * b_high;                            /* below 2^58, in units of 2^64 */
    uint64_t low = a_low * b_low;                               /* in units of 1 */
    uint64_t sum = (high << 3) + (middle >> 29);                /* in units of 2^61 */
    uint64_t rest = (middle & ((UINT64_C(1) << 29) - 1)) << 32; /* below 2^61 */
    return modulo_prime(modulo_prime(sum) + modulo_prime(rest) + modulo_prime(low));
}

/* Polynomial hashing: the text, as digits of 7 bytes, is evaluated at a secret point modulo a prime. Two texts of n
 * digits collide with a probability of at most n / 2^61, even if they were made to collide. */
static uint64_t hash_text(const struct scan_keys *keys, const char *text, size_t length)
{
    uint64_t hash = modulo_prime(keys->addend + length);
    while (length > 0) {
        size_t step = length < 7 ? length : 7;
        uint64_t digit = 0;
        memcpy(&digit, text, step);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        digit >>= 8;
#endif
        hash = modulo_prime(multiply_modulo(hash, keys->multiplier) + digit);
        text += step;
        length -= step;
    }
    return multiply_modulo(hash, keys->multiplier);
}

/* Returns the decoded key, in one of two buffers. A key without escapes is not copied. */
static const char *decode_key(struct scan_keys *keys, const struct scan_key *key, int which, size_t *length)
{
    *length = key->span.end - key->span.begin;
    if (!key->escaped) {
        return keys->text + key->span.begin;
    }
    struct buf *buf = &keys->scratch[which];
    if (buf->capacity < *length) {
        buf->length = 0;
        buf->capacity = *length < 64 ? 64 : *length * 2;
        buf->text = arena_alloc(keys->arena, buf->capacity);
    }
    *length = scan_unescape(keys->text, key->span, buf->text);
    return buf->text;
}

/* Returns a number that differs for most keys: the length and the first bytes. */
static uint64_t quick_hash(struct scan_keys *keys, const struct scan_key *key)
{
    size_t length;
    const char *text = decode_key(keys, key, 0, &length);
    uint64_t first = 0;
    if (!key->escaped && keys->size - key->span.begin >= sizeof first) {
        memcpy(&first, text, sizeof first);
        if (length < sizeof first) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            first = length == 0 ? 0 : first >> (64 - 8 * length) << (64 - 8 * length);
#else
            first &= (UINT64_C(1) << 8 * length) - 1;
#endif
        }
    } else {
        memcpy(&first, text, length < sizeof first ? length : sizeof first);
    }
    return first ^ length * GOLDEN;
}

static bool same_keys(struct scan_keys *keys, const struct scan_key *a, const struct scan_key *b)
{
    size_t a_length;
    size_t b_length;
    const char *a_text = decode_key(keys, a, 0, &a_length);
    const char *b_text = decode_key(keys, b, 1, &b_length);
    return a_length == b_length && memcmp(a_text, b_text, a_length) == 0;
}

/* Returns the slot where a search begins. The hash includes the object, as many open objects may have the same key. */
static size_t first_slot(const struct scan_keys *keys, uint64_t hash)
{
    hash ^= hash >> 31;
    hash *= GOLDEN;
    return (size_t)(hash >> 20) & (keys->slot_count - 1);
}

static uint64_t hash_key(struct scan_keys *keys, const struct scan_keys_group *group, const struct scan_key *key)
{
    size_t length;
    const char *text = decode_key(keys, key, 0, &length);
    return hash_text(keys, text, length) ^ group->mark * GOLDEN;
}

static void insert_index(struct scan_keys *keys, size_t index)
{
    size_t mask = keys->slot_count - 1;
    size_t slot = first_slot(keys, keys->stack[index].print);
    while (keys->slots[slot] != 0) {
        slot = (slot + 1) & mask;
    }
    keys->slots[slot] = (uint32_t)index + 1;
    keys->slots_used++;
}

/* Inserts a key into the table, which grows when it is half full. */
static void index_key(struct scan_keys *keys, size_t index)
{
    if (index >= UINT32_MAX) {
        arena_exhausted(keys->arena);
    }
    keys->stack[index].indexed = true;
    if (keys->slots_used * 2 < keys->slot_count) {
        insert_index(keys, index);
        return;
    }
    keys->slot_count = keys->slot_count == 0 ? FIRST_SLOTS : keys->slot_count * 2;
    keys->slots = arena_array(keys->arena, keys->slot_count, sizeof *keys->slots);
    keys->slots_used = 0;
    for (size_t i = 0; i <= index; i++) {
        if (keys->stack[i].indexed) {
            insert_index(keys, i);
        }
    }
}

static const struct scan_key *look_up_key(struct scan_keys *keys, const struct scan_keys_group *group,
                                          const struct scan_key *key)
{
    size_t mask = keys->slot_count - 1;
    for (size_t slot = first_slot(keys, key->print); keys->slots[slot] != 0; slot = (slot + 1) & mask) {
        size_t index = keys->slots[slot] - 1;
        const struct scan_key *other = &keys->stack[index];
        if (index >= group->mark && other->print == key->print && same_keys(keys, other, key)) {
            return other;
        }
    }
    return NULL;
}

static const struct scan_key *search_stack(struct scan_keys *keys, const struct scan_keys_group *group,
                                           const struct scan_key *key)
{
    for (size_t i = group->mark; i < keys->count; i++) {
        if (keys->stack[i].print == key->print && same_keys(keys, &keys->stack[i], key)) {
            return &keys->stack[i];
        }
    }
    return NULL;
}

void scan_keys_start(struct scan_keys *keys, struct arena *arena, const char *text, size_t size, uint64_t seed)
{
    *keys = (struct scan_keys){.text = text, .size = size, .arena = arena};
    keys->multiplier = modulo_prime(seed * GOLDEN ^ seed >> 29) | 1;
    keys->addend = seed >> 4;
}

struct scan_keys_group scan_keys_open(const struct scan_keys *keys)
{
    return (struct scan_keys_group){.mark = keys->count};
}

const struct scan_key *scan_keys_add(struct scan_keys *keys, struct scan_keys_group *group, struct span span,
                                     bool escaped)
{
    struct scan_key key = {.span = span, .escaped = escaped};
    if (!group->indexed && keys->count - group->mark == FEW_KEYS) {
        for (size_t i = group->mark; i < keys->count; i++) {
            keys->stack[i].print = hash_key(keys, group, &keys->stack[i]);
            index_key(keys, i);
        }
        group->indexed = true;
    }
    const struct scan_key *other;
    if (group->indexed) {
        key.print = hash_key(keys, group, &key);
        other = look_up_key(keys, group, &key);
    } else {
        key.print = quick_hash(keys, &key);
        other = search_stack(keys, group, &key);
    }
    if (other != NULL) {
        return other;
    }
    keys->stack = arena_grow(keys->arena, keys->stack, keys->count, &keys->capacity, sizeof *keys->stack);
    keys->stack[keys->count] = key;
    if (group->indexed) {
        index_key(keys, keys->count);
    }
    keys->count++;
    return NULL;
}

void scan_keys_close(struct scan_keys *keys, const struct scan_keys_group *group)
{
    while (group->indexed && keys->count > group->mark) {
        keys->count--;
        size_t slot = first_slot(keys, keys->stack[keys->count].print);
        while (keys->slots[slot] != keys->count + 1) {
            slot = (slot + 1) & (keys->slot_count - 1);
        }
        keys->slots[slot] = 0;
        keys->slots_used--;
    }
    keys->count = group->mark;
}
