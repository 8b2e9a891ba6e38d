#include "schema/compiler.h"

/* Returns up to 8 bytes as a number, the same on every machine: tables are built on one machine and used on another. */
static uint64_t read_bytes(const char *text, size_t length)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < length; i++) {
        bytes |= (uint64_t)(unsigned char)text[i] << 8 * i;
    }
    return bytes;
}

/* Hashes the two ends of the text and its length, which distinguishes the few names of a schema. */
static uint32_t hash_name(const char *text, size_t length)
{
    uint64_t head;
    uint64_t tail = 0;
    if (length >= sizeof head) {
        head = read_bytes(text, sizeof head);
        tail = read_bytes(text + length - sizeof tail, sizeof tail);
    } else if (length >= sizeof(uint32_t)) {
        head = read_bytes(text, sizeof(uint32_t));
        tail = read_bytes(text + length - sizeof(uint32_t), sizeof(uint32_t));
    } else {
        head = read_bytes(text, length);
    }
    uint64_t hash = (head ^ (tail + length) * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    return (uint32_t)(hash >> 32);
}

/* Returns the index of a text, or NONE; *slot is the slot that ended the search. */
static uint32_t find_slot(const struct name_table *table, const char *text, size_t length, uint32_t *slot)
{
    for (uint32_t at = hash_name(text, length);; at++) {
        *slot = at & table->mask;
        uint32_t name = table->slots[*slot];
        if (name == 0) {
            return NONE;
        }
        if (name_table_holds(table, name - 1, text, length)) {
            return name - 1;
        }
    }
}

uint32_t name_table_find(struct name_table table, const char *text, size_t length)
{
    uint32_t slot;
    return table.count == 0 ? NONE : find_slot(&table, text, length, &slot);
}

struct name_range names_begin(struct compiler *compiler, size_t most)
{
    uint32_t slots = 4;
    while (slots / 2 < most) {
        slots *= 2;
    }
    return (struct name_range){
        .names = (uint32_t)compiler->names_count, .slots = add_slots(compiler, slots), .mask = slots - 1};
}

uint32_t names_enter(struct compiler *compiler, struct name_range *range, const char *text, size_t length)
{
    const struct name_table table = {.texts = compiler->flat.texts,
                                     .names = compiler->names + range->names,
                                     .slots = compiler->slots + range->slots,
                                     .count = range->count,
                                     .mask = range->mask};
    uint32_t slot;
    uint32_t at = find_slot(&table, text, length, &slot);
    if (at == NONE) {
        at = range->count++;
        add_names(compiler, 1);
        compiler->names[range->names + at] =
            (struct name){.text = (uint32_t)(text - compiler->flat.texts), .length = (uint32_t)length};
        compiler->slots[range->slots + slot] = at + 1;
    }
    return at;
}
