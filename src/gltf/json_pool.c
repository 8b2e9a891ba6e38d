/* The memory of trees: closed values, keys (each stored once) and strings. */
#include <string.h>

#include "base/os.h"
#include "gltf/json_parts.h"

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

void *tree_words(struct tree_pool *pool, size_t size)
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
