#include "checks/data/held.h"

#include "gltf/little.h"

enum {
    VECTOR = 12,           /* bytes */
    HELD_AT_A_TIME = 8192, /* vectors */
};

/* Whether vectors are stored in the file as in memory, so that they can be read on demand. */
static bool is_plain(const struct accessor *accessor)
{
    return accessor->sparse == 0 && accessor->base.buffer != SIZE_MAX && accessor->base.component == COMPONENT_FLOAT &&
           accessor->base.stride == VECTOR;
}

static void hold_all(struct held *held, const struct accessor *accessor, struct sweep_walk *walk)
{
    struct sweep_window window;
    memset(held->at, 0, (size_t)accessor->base.count * VECTOR);
    while (sweep_next(walk, &window)) {
        float *to = held->at + window.first * 3;
        if (accessor->base.component == COMPONENT_FLOAT && window.stride == VECTOR) {
            little_floats(to, window.bytes, window.count * 3);
            continue;
        }
        for (size_t i = 0; i < window.count; i++) {
            double numbers[3];
            elements_decode(&accessor->base, window.bytes + i * window.stride, 1, numbers);
            for (size_t k = 0; k < 3; k++) {
                to[i * 3 + k] = (float)numbers[k];
            }
        }
    }
    held->ready = accessor->base.count;
}

void held_end(struct held *held)
{
    held->holds = false;
}

static void make_room(struct held *held, struct arena *arena, uint64_t count)
{
    if (count > held->room) {
        arena_discard(arena, held->at);
        held->room =
            count > held->room * 2 ? count : held->room * 2; /* small blocks stay allocated, but only this many */
        held->at = arena_bare(arena, arena_bytes(arena, held->room + 1, VECTOR));
    }
}

bool held_begin(struct held *held, struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct sweep_walk walk;
    if (held->holds && held->accessor == index) {
        return true;
    }
    held->holds = sweep_begin(&walk, data->sweep, index, 0, 0);
    if (!held->holds) {
        return false;
    }
    make_room(held, data->check->arena, accessor->base.count);
    held->accessor = index;
    held->ready = 0;
    if (!is_plain(accessor)) {
        hold_all(held, accessor, &walk);
    }
    return true;
}

void held_until(struct held *held, struct data *data, uint64_t count)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, held->accessor);
    while (held->ready < count) {
        uint64_t left = accessor->base.count - held->ready;
        size_t size = (left < HELD_AT_A_TIME ? (size_t)left : HELD_AT_A_TIME) * VECTOR;
        unsigned char *to = (unsigned char *)(held->at + held->ready * 3);
        const unsigned char *bytes = buffers_bytes(data->sweep->accessors->buffers, accessor->base.buffer,
                                                   accessor->base.offset + held->ready * VECTOR, size, to);
        if (bytes == NULL) {
            memset(to, 0, size);
        } else if (!LITTLE_HERE || bytes != to) {
            little_floats((float *)(void *)to, bytes, size / sizeof(float));
        }
        held->ready += size / VECTOR;
    }
}
