#include "gltf/sweep.h"

#include <stddef.h>
#include <string.h>

#include "base/sort.h"

/* Bytes of work allowed for every file, whatever its size; and how often the whole file may be read beyond that. */
#define WORK (4U << 20)
enum { TIMES = 16 };

enum { VALUE_MAX = 64 /* bytes of MAT4 */ };

struct sweep *sweep_new(struct document *document)
{
    struct sweep *sweep = arena_alloc(document->arena, sizeof *sweep);
    sweep->arena = document->arena;
    sweep->accessors = accessors_new(document);
    sweep->facts = arena_array(sweep->arena, sweep->accessors->count, sizeof *sweep->facts);
    sweep->left = WORK + TIMES * document->bytes.size;
    return sweep;
}

bool sweep_charge(struct sweep *sweep, uint64_t bytes)
{
    bool enough = bytes <= sweep->left;
    sweep->left -= enough ? bytes : 0;
    sweep->cut = sweep->cut || !enough;
    return enough;
}

/* ---- windows ---- */

static const unsigned char *peek_elements(struct sweep *sweep, const struct elements *form, uint64_t at, size_t count,
                                          unsigned char *room)
{
    arena_ask(sweep->arena);
    return buffers_bytes(sweep->accessors->buffers, form->buffer, form->offset + at * form->stride,
                         (count - 1) * form->stride + form->size, room);
}

/* Returns how many bytes reading an accessor takes, including gaps, but not elements that the file doesn't contain. */
static uint64_t weight(const struct accessor *accessor)
{
    uint64_t bytes = accessor->base.buffer == SIZE_MAX ? 0 : accessor->base.count * accessor->base.stride;
    return bytes + accessor->sparse * (accessor->base.size + sizeof(uint32_t));
}

size_t sweep_room(struct sweep_walk *walk, unsigned char *room, size_t size)
{
    walk->room = room;
    return (size - SWEEP_LINE - walk->base.size) / walk->base.stride + 1;
}

static void start_walk(struct sweep_walk *walk, struct sweep *sweep, size_t accessor, size_t which, size_t limit)
{
    if (sweep->window == NULL) {
        sweep->window = arena_bare(sweep->arena, (size_t)SWEEP_WINDOW * 2);
    }
    memset(walk, 0, offsetof(struct sweep_walk, indices));
    walk->sweep = sweep;
    walk->index = accessor;
    walk->accessor = accessors_get(sweep->accessors, accessor);
    walk->base = walk->accessor->base;
    size_t most = sweep_room(walk, sweep->window + which * SWEEP_WINDOW, SWEEP_WINDOW);
    walk->limit = limit == 0 || limit > most ? most : limit;
    if (walk->accessor->sparse > 0) {
        if (sweep->values == NULL) {
            sweep->values = arena_bare(sweep->arena, (size_t)ACCESSOR_BLOCK * VALUE_MAX * 2);
        }
        walk->values = sweep->values + which * ACCESSOR_BLOCK * VALUE_MAX;
    }
}

/* ---- collecting facts ---- */

static void begin_gathering(struct sweep_walk *walk)
{
    walk->gathers = true;
    for (size_t k = 0; k < SWEEP_COMPONENTS; k++) {
        walk->gathered.low[k] = HUGE_VAL;
        walk->gathered.high[k] = -HUGE_VAL;
    }
}

static void gather_window(const struct elements *form, const struct sweep_window *window, struct sweep_gathered *out)
{
    sweep_bounds(form, window, out->low, out->high, &out->infinite);
    if (out->directions != NULL) {
        sweep_directions(form, window, out->directions);
    }
}

/* Stores the facts after the last window. */
static void store_facts(const struct sweep_walk *walk)
{
    struct sweep_facts *facts = &walk->sweep->facts[walk->index];
    size_t n = walk->base.components;
    double *bounds = arena_array(walk->sweep->arena, n * 2, sizeof *bounds);
    memcpy(bounds, walk->gathered.low, n * sizeof *bounds);
    memcpy(bounds + n, walk->gathered.high, n * sizeof *bounds);
    facts->state = SWEEP_READ;
    facts->infinite = walk->gathered.infinite;
    facts->directions = walk->gathered.directions;
    facts->low = bounds;
    facts->high = bounds + n;
}

/* ---- the next window ---- */

bool sweep_begin(struct sweep_walk *walk, struct sweep *sweep, size_t accessor, size_t which, size_t limit)
{
    const struct accessor *what = accessors_get(sweep->accessors, accessor);
    /* zeros that the file doesn't contain cost the same */
    uint64_t cost = what->base.count * what->base.stride + weight(what);
    if (!sweep_charge(sweep, cost)) {
        return false;
    }
    start_walk(walk, sweep, accessor, which, limit);
    if (sweep->facts[accessor].state == SWEEP_LATER) {
        begin_gathering(walk);
    }
    return true;
}

static bool load_replacements(struct sweep_walk *walk)
{
    const struct accessor *accessor = walk->accessor;
    unsigned char room[ACCESSOR_BLOCK * sizeof(uint32_t)];
    double numbers[ACCESSOR_BLOCK];
    uint64_t left = accessor->sparse - walk->sparse_at;
    size_t count = left < ACCESSOR_BLOCK ? (size_t)left : ACCESSOR_BLOCK;
    const unsigned char *bytes = peek_elements(walk->sweep, &accessor->indices, walk->sparse_at, count, room);
    if (bytes == NULL) {
        return false;
    }
    elements_decode(&accessor->indices, bytes, count, numbers);
    for (size_t i = 0; i < count; i++) {
        walk->indices[i] = (uint64_t)numbers[i];
    }
    bytes = peek_elements(walk->sweep, &accessor->values, walk->sparse_at, count, walk->values);
    if (bytes == NULL) {
        return false;
    }
    memmove(walk->values, bytes, (count - 1) * accessor->values.stride + accessor->values.size);
    walk->sparse_at += count;
    walk->loaded = count;
    walk->used = 0;
    return true;
}

/* Inserts replacements into a window in the walk's own memory. */
static bool replace_in_window(struct sweep_walk *walk, unsigned char *room, size_t count)
{
    const struct elements *values = &walk->accessor->values;
    for (;;) {
        if (walk->used == walk->loaded) {
            if (walk->sparse_at == walk->accessor->sparse) {
                return true;
            }
            if (!load_replacements(walk)) {
                return false;
            }
        }
        uint64_t index = walk->indices[walk->used];
        if (index >= walk->at + count) {
            return true;
        }
        memcpy(room + (size_t)(index - walk->at) * walk->base.stride, walk->values + walk->used * values->stride,
               values->size);
        walk->used++;
    }
}

bool sweep_next(struct sweep_walk *walk, struct sweep_window *window)
{
    const struct elements *base = &walk->base;
    uint64_t left = base->count - walk->at;
    size_t count = left < walk->limit ? (size_t)left : walk->limit;
    if (count == 0) {
        return false;
    }
    size_t span = (count - 1) * base->stride + base->size;
    unsigned char *room = walk->room;
    const unsigned char *bytes = room;
    if (base->buffer == SIZE_MAX) {
        memset(room, 0, span);
    } else {
        /* Align room with the bytes in the file relative to a cache line: otherwise copying takes twice the time. */
        uint64_t position =
            buffers_position(walk->sweep->accessors->buffers, base->buffer, base->offset + walk->at * base->stride);
        room += (position - (uintptr_t)room) % SWEEP_LINE;
        bytes = peek_elements(walk->sweep, base, walk->at, count, room);
    }
    if (bytes != NULL && walk->accessor->sparse > 0) {
        if (bytes != room) {
            memcpy(room, bytes, span);
            bytes = room;
        }
        bytes = replace_in_window(walk, room, count) ? bytes : NULL;
    }
    if (bytes == NULL) {
        walk->at = base->count;
        return false;
    }
    *window = (struct sweep_window){bytes, count, walk->at, base->stride};
    walk->at += count;
    if (walk->gathers) {
        gather_window(base, window, &walk->gathered);
        if (walk->at == base->count) {
            store_facts(walk);
        }
    }
    return true;
}

/* ---- the pass ---- */

/* Whether sparse.indices increase and are in range. If not, records the first error in the facts. */
static bool replacements_sound(struct sweep *sweep, const struct accessor *accessor, struct sweep_facts *facts)
{
    unsigned char room[ACCESSOR_BLOCK * sizeof(uint32_t)];
    double numbers[ACCESSOR_BLOCK];
    double previous = -1;
    for (uint64_t at = 0; at < accessor->sparse;) {
        uint64_t left = accessor->sparse - at;
        size_t count = left < ACCESSOR_BLOCK ? (size_t)left : ACCESSOR_BLOCK;
        const unsigned char *bytes = peek_elements(sweep, &accessor->indices, at, count, room);
        if (bytes == NULL) {
            facts->state = SWEEP_UNREACHABLE;
            return false;
        }
        elements_decode(&accessor->indices, bytes, count, numbers);
        for (size_t i = 0; i < count; i++) {
            if (numbers[i] <= previous || numbers[i] >= (double)accessor->base.count) {
                facts->state = SWEEP_REPLACED;
                facts->first = at + i;
                facts->index = (uint64_t)numbers[i];
                return false;
            }
            previous = numbers[i];
        }
        at += count;
    }
    return true;
}

/* Reads replacements of zeros that the file doesn't contain: only these are read. */
static bool take_replacements(struct sweep *sweep, const struct accessor *accessor, struct sweep_gathered *out)
{
    struct accessor only = {.status = ACCESSOR_READY, .base = accessor->values};
    struct sweep_walk walk = {.sweep = sweep, .accessor = &only, .base = only.base};
    walk.limit = sweep_room(&walk, sweep->window, SWEEP_WINDOW);
    struct sweep_window window;
    uint64_t seen = 0;
    for (; sweep_next(&walk, &window); seen += window.count) {
        gather_window(&only.base, &window, out);
    }
    for (size_t k = 0; k < only.base.components && accessor->sparse < accessor->base.count; k++) {
        out->low[k] = out->low[k] > 0 ? 0 : out->low[k];
        out->high[k] = out->high[k] < 0 ? 0 : out->high[k];
    }
    return seen == only.base.count;
}

static bool can_have_directions(const struct accessor *accessor)
{
    return accessor->base.components == 3 || accessor->base.components == 4;
}

static void read_accessor(struct sweep *sweep, size_t index)
{
    struct sweep_facts *facts = &sweep->facts[index];
    const struct accessor *accessor = accessors_get(sweep->accessors, index);
    struct sweep_walk walk;
    struct sweep_window window;
    if (accessor->base.buffer == SIZE_MAX && accessor->sparse == 0) {
        facts->state = SWEEP_ZEROS;
        return;
    }
    facts->state = SWEEP_LEFT_OUT;
    if (!sweep_charge(sweep, weight(accessor)) || !replacements_sound(sweep, accessor, facts)) {
        return;
    }
    start_walk(&walk, sweep, index, 0, 0);
    begin_gathering(&walk);
    facts->state = SWEEP_UNREACHABLE;
    if (accessor->base.buffer == SIZE_MAX) {
        if (take_replacements(sweep, accessor, &walk.gathered)) {
            store_facts(&walk);
        }
        return;
    }
    if (facts->wants_directions && can_have_directions(accessor)) {
        walk.gathered.directions = arena_alloc(sweep->arena, sizeof *walk.gathered.directions);
    }
    while (sweep_next(&walk, &window)) {
    }
}

/* ---- order ---- */

struct part {
    uint64_t buffer; /* UINT64_MAX: no buffer */
    uint64_t offset;
    size_t index;
};

static int compare_parts(const void *left, const void *right)
{
    const struct part *a = left;
    const struct part *b = right;
    return sort_then(sort_then(sort_order(a->buffer, b->buffer), a->offset, b->offset), a->index, b->index);
}

static bool same_bytes(const struct accessor *a, const struct accessor *b)
{
    const struct elements *x = &a->base;
    const struct elements *y = &b->base;
    return a->sparse + b->sparse == 0 && x->buffer != SIZE_MAX && x->buffer == y->buffer && x->offset == y->offset &&
           x->count == y->count && x->stride == y->stride && x->size == y->size && x->component == y->component &&
           x->components == y->components && x->normalized == y->normalized;
}

/* Whether a walk over the accessor finds all its facts. */
static bool can_wait(const struct accessor *accessor, const struct sweep_facts *facts)
{
    return accessor->base.buffer != SIZE_MAX && accessor->sparse == 0 && !facts->wants_directions;
}

void sweep_run(struct sweep *sweep)
{
    size_t count = 0;
    struct part *parts = arena_array(sweep->arena, sweep->accessors->count, sizeof *parts);
    for (size_t i = 0; i < sweep->accessors->count; i++) {
        const struct accessor *accessor = accessors_get(sweep->accessors, i);
        if (accessor->status == ACCESSOR_READY && !sweep->facts[i].unwanted) {
            parts[count++] = (struct part){accessor->base.buffer, accessor->base.offset, i};
        }
        sweep->facts[i].state = accessor->status == ACCESSOR_UNREACHABLE ? SWEEP_UNREACHABLE : SWEEP_UNREAD;
    }
    sort_array(sweep->arena, parts, count, sizeof *parts, compare_parts);
    for (size_t i = 0; i < count; i++) {
        struct sweep_facts *facts = &sweep->facts[parts[i].index];
        const struct sweep_facts *before = i == 0 ? NULL : &sweep->facts[parts[i - 1].index];
        if (facts->later && can_wait(accessors_get(sweep->accessors, parts[i].index), facts)) {
            facts->state = SWEEP_LATER;
        } else if (before != NULL && before->state != SWEEP_LATER &&
                   before->wants_directions == facts->wants_directions &&
                   same_bytes(accessors_get(sweep->accessors, parts[i].index),
                              accessors_get(sweep->accessors, parts[i - 1].index))) {
            *facts = *before;
        } else {
            read_accessor(sweep, parts[i].index);
        }
    }
    arena_discard(sweep->arena, parts);
}

const struct sweep_facts *sweep_facts(struct sweep *sweep, size_t accessor)
{
    if (sweep->facts[accessor].state == SWEEP_LATER) {
        read_accessor(sweep, accessor);
    }
    return &sweep->facts[accessor];
}
