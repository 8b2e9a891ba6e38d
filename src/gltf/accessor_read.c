/* Reads the elements of validated accessors: converts bytes to doubles and inserts replacements. */
#include <string.h>

#include "gltf/accessor.h"
#include "gltf/little.h"
#include "ids/messages_animation_tracks.h"

/* ---- numbers ---- */

static uint32_t little16(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8;
}

static double read_float(const unsigned char *b)
{
    uint32_t bits = little32(b);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double at_least_minus_one(double value)
{
    return value < -1 ? -1 : value;
}

static double read_component(const unsigned char *b, enum component component, bool normalized)
{
    int value;
    switch (component) {
    case COMPONENT_BYTE:
        value = b[0] < 0x80 ? b[0] : b[0] - 0x100;
        return normalized ? at_least_minus_one(value / 127.0) : value;
    case COMPONENT_UBYTE:
        return normalized ? b[0] / 255.0 : b[0];
    case COMPONENT_SHORT:
        value = (int)little16(b);
        value = value < 0x8000 ? value : value - 0x10000;
        return normalized ? at_least_minus_one(value / 32767.0) : value;
    case COMPONENT_USHORT:
        return normalized ? little16(b) / 65535.0 : little16(b);
    case COMPONENT_UINT:
        return normalized ? little32(b) / 4294967295.0 : little32(b);
    case COMPONENT_FLOAT:
        break;
    }
    return read_float(b);
}

void elements_decode(const struct elements *elements, const unsigned char *bytes, size_t count, double *out)
{
    size_t components = elements->components;
    size_t unit = component_size(elements->component);
    /* Columns of small matrices begin on multiples of 4 bytes. */
    size_t columns = elements->size == components * unit ? 1 : components == 4 ? 2 : 3;
    size_t rows = components / columns;
    if (elements->component == COMPONENT_FLOAT && elements->stride == components * 4) {
        for (size_t i = 0; i < count * components; i++) {
            out[i] = read_float(bytes + i * 4);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < components; k++) {
            size_t at = k / rows * (elements->size / columns) + k % rows * unit;
            *out++ = read_component(bytes + i * elements->stride + at, elements->component, elements->normalized);
        }
    }
}

/* Reads count elements from number at on, up to ACCESSOR_BLOCK. Returns false if the bytes can't be read. */
static bool read_elements(struct accessors *accessors, const struct elements *elements, uint64_t at, size_t count,
                          double *out)
{
    if (elements->buffer == SIZE_MAX) {
        memset(out, 0, count * elements->components * sizeof *out);
        return true;
    }
    arena_ask(accessors->document->arena);
    const unsigned char *bytes =
        buffers_bytes(accessors->buffers, elements->buffer, elements->offset + at * elements->stride,
                      (count - 1) * elements->stride + elements->size, accessors->scratch);
    if (bytes != NULL) {
        elements_decode(elements, bytes, count, out);
    }
    return bytes != NULL;
}

/* ---- passes ---- */

/* Marks the accessor as unreachable. The range was validated before, so its buffer has become unreadable. */
static bool fail_to_read(struct accessor_pass *pass, const struct elements *elements)
{
    struct arena *arena = pass->accessors->document->arena;
    pass->accessor->status = ACCESSOR_UNREACHABLE;
    pass->accessor->pointer = arena_printf(arena, "/buffers/%zu", elements->buffer);
    pass->accessor->why = buffers_get(pass->accessors->buffers, elements->buffer)->why;
    return false;
}

static size_t count_at_most(uint64_t left, size_t most)
{
    return left < most ? (size_t)left : most;
}

static bool load_sparse(struct accessor_pass *pass)
{
    const struct accessor *accessor = pass->accessor;
    size_t count = count_at_most(accessor->sparse - pass->sparse_at, ACCESSOR_BLOCK);
    if (!read_elements(pass->accessors, &accessor->indices, pass->sparse_at, count, pass->indices)) {
        return fail_to_read(pass, &accessor->indices);
    }
    if (!read_elements(pass->accessors, &accessor->values, pass->sparse_at, count, pass->accessors->values)) {
        return fail_to_read(pass, &accessor->values);
    }
    pass->sparse_at += count;
    pass->sparse_loaded = count;
    pass->sparse_used = 0;
    return true;
}

static bool fail_replacement(struct accessor_pass *pass, uint64_t index)
{
    struct arena *arena = pass->accessors->document->arena;
    struct argument element = COUNT("element", index);
    uint64_t count = pass->accessor->base.count;
    pass->accessor->status = ACCESSOR_OUT_OF_BOUNDS;
    pass->accessor->why =
        index >= pass->accessor->base.count
            ? argument_words(arena, "why", WORDS_ACCESSOR_SPARSE_BEYOND, ARGUMENTS(element, COUNT("count", count)))
            : argument_words(arena, "why", WORDS_ACCESSOR_SPARSE_UNORDERED,
                             ARGUMENTS(element, COUNT("previous", pass->previous - 1)));
    return false;
}

/* Inserts the replacements of elements [first, first + count) into out. */
static bool insert_replacements(struct accessor_pass *pass, uint64_t first, size_t count, double *out)
{
    const struct accessor *accessor = pass->accessor;
    size_t components = accessor->base.components;
    for (;;) {
        if (pass->sparse_used == pass->sparse_loaded) {
            if (pass->sparse_at == accessor->sparse) {
                return true;
            }
            if (!load_sparse(pass)) {
                return false;
            }
        }
        uint64_t index = (uint64_t)pass->indices[pass->sparse_used];
        if (index >= accessor->base.count || index < pass->previous) {
            return fail_replacement(pass, index);
        }
        if (index >= first + count) {
            return true;
        }
        memcpy(out + (size_t)(index - first) * components, pass->accessors->values + pass->sparse_used * components,
               components * sizeof *out);
        pass->previous = index + 1;
        pass->sparse_used++;
    }
}

bool accessor_begin(struct accessor_pass *pass, struct accessors *accessors, size_t index)
{
    struct accessor *accessor = &accessors->items[index];
    uint64_t work = accessor->base.count + accessor->sparse;
    if (work > accessors->budget) {
        return false;
    }
    accessors->budget -= work;
    pass->accessors = accessors;
    pass->accessor = accessor;
    pass->at = 0;
    pass->sparse_at = 0;
    pass->previous = 0;
    pass->sparse_used = 0;
    pass->sparse_loaded = 0;
    return true;
}

size_t accessor_next(struct accessor_pass *pass, double *out, size_t most)
{
    struct accessor *accessor = pass->accessor;
    size_t count = count_at_most(accessor->base.count - pass->at, most < ACCESSOR_BLOCK ? most : ACCESSOR_BLOCK);
    if (count == 0 || accessor->status != ACCESSOR_READY) {
        return 0;
    }
    if (!read_elements(pass->accessors, &accessor->base, pass->at, count, out)) {
        fail_to_read(pass, &accessor->base);
        return 0;
    }
    if (accessor->sparse > 0 && !insert_replacements(pass, pass->at, count, out)) {
        return 0;
    }
    pass->at += count;
    return count;
}
