#include <string.h>

#include "schema/program.h"

/* Looks at the two ends of the text and its length: enough to tell the few names of a schema apart. */
static uint32_t hash_name(const char *text, size_t length)
{
    uint64_t head = 0;
    uint64_t tail = 0;
    if (length >= sizeof head) {
        memcpy(&head, text, sizeof head);
        memcpy(&tail, text + length - sizeof tail, sizeof tail);
    } else if (length >= sizeof(uint32_t)) {
        memcpy(&head, text, sizeof(uint32_t));
        memcpy(&tail, text + length - sizeof(uint32_t), sizeof(uint32_t));
    } else {
        memcpy(&head, text, length);
    }
    uint64_t hash = (head ^ (tail + length) * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    return (uint32_t)(hash >> 32);
}

uint32_t name_table_find(const struct name_table *table, const char *text, size_t length)
{
    if (table->count == 0) {
        return NONE;
    }
    for (uint32_t at = hash_name(text, length);; at++) {
        uint32_t slot = table->slots[at & table->mask];
        if (slot == 0) {
            return NONE;
        }
        if (name_table_holds(table, slot - 1, text, length)) {
            return slot - 1;
        }
    }
}

void name_table_build(struct arena *arena, struct name_table *table, const char **names, uint32_t count)
{
    uint32_t slots = 4;
    while (slots / 2 < count) {
        slots *= 2;
    }
    *table = (struct name_table){.names = names, .count = count, .mask = slots - 1};
    table->lengths = arena_array(arena, count, sizeof *table->lengths);
    table->slots = arena_array(arena, slots, sizeof *table->slots);
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        table->lengths[i] = (uint32_t)length;
        uint32_t at = hash_name(names[i], length);
        uint32_t slot;
        while ((slot = table->slots[at & table->mask]) != 0 && !name_table_holds(table, slot - 1, names[i], length)) {
            at++;
        }
        if (slot == 0) {
            table->slots[at & table->mask] = i + 1;
        }
    }
}
