#include "checks/data/held.h"

#include "gltf/little.h"

enum {
    VECTOR = 12,           /* bytes */
    HELD_AT_A_TIME = 8192, /* vectors */
};

/* Whether vectors lie in the file as they are held, so that they can be read when they are asked for. */
static bool is_plain(const struct accessor *accessor)
{
    return accessor->sparse == 0 && accessor->base.buffer != SIZE_MAX && accessor->base.component == COMPONENT_FLOAT &&
           accessor->base.stride == VECTOR;
}

static void hold_all(struct held *held, const struct accessor *accessor, struct sweep_walk *walk)
{
    struct sweep_window window;
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

void held_release(struct held *held, struct data *data)
{
    if (held->at != NULL) {
        arena_discard(data->check->arena, held->at);
        held->at = NULL;
    }
}

bool held_begin(struct held *held, struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct sweep_walk walk;
    if (held->at != NULL && held->accessor == index) {
        return true;
    }
    held_release(held, data);
    if (!sweep_begin(&walk, data->sweep, index, 0, 0)) {
        return false;
    }
    *held = (struct held){.at = arena_array(data->check->arena, (size_t)accessor->base.count, 3 * sizeof(float)),
                          .accessor = index};
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
        if (bytes != NULL && (!LITTLE_HERE || bytes != to)) {
            little_floats((float *)(void *)to, bytes, size / sizeof(float));
        }
        held->ready += size / VECTOR;
    }
}
