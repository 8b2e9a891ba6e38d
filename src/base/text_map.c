#include "base/text_map.h"

#include <string.h>

#include "base/fnv.h"

static size_t slot_of(const struct text_map *map, const char *text)
{
    uint64_t hash = fnv_add(map->seed, text, strlen(text));
    size_t slot = (size_t)(hash >> 32) & (map->size - 1);
    while (map->slots[slot].text != NULL && strcmp(map->slots[slot].text, text) != 0) {
        slot = (slot + 1) & (map->size - 1);
    }
    return slot;
}

void *text_map_get(const struct text_map *map, const char *text)
{
    return map->size == 0 ? NULL : map->slots[slot_of(map, text)].value;
}

static void make_room(struct text_map *map)
{
    if (map->count * 2 < map->size) {
        return;
    }
    struct text_map larger = *map;
    larger.size = map->size == 0 ? 64 : map->size * 2;
    larger.slots = arena_array(map->arena, larger.size, sizeof *larger.slots);
    for (size_t i = 0; i < map->size; i++) {
        if (map->slots[i].text != NULL) {
            larger.slots[slot_of(&larger, map->slots[i].text)] = map->slots[i];
        }
    }
    *map = larger;
}

void text_map_set(struct text_map *map, const char *text, void *value)
{
    make_room(map);
    map->slots[slot_of(map, text)] = (struct text_map_slot){text, value};
    map->count++;
}
