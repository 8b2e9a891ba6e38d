/* Joints and weights of vertices, walked together: all sets of a vertex, and all that rules ask of it, at once. */
#include <math.h>
#include <string.h>

#include "checks/data/weights.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BLOCK = 128 /* vertices at a time */ };

#define OFF_WARNING 1e-4
#define OFF_INFO 2e-7 /* times the weights that aren't 0 */
#define HALF 0.5

/* The numbers of a block: up to SETS_MAX sets of four. */
struct block {
    uint32_t joints[BLOCK][SETS_MAX * 4];
    float weights[BLOCK][SETS_MAX * 4];
    uint32_t stored[BLOCK]; /* sums of integers, of the first set */
};

/* The windows of all sets, with as many vertices each. */
struct pair_walks {
    struct sweep_walk walks[SETS_MAX * 2]; /* joints, weights, joints ... */
    struct sweep_window windows[SETS_MAX * 2];
    size_t count;
};

struct pair_walk {
    struct block block;
    struct pair_walks all;
};

/* ---- one vertex ---- */

static void blame(struct fault *fault, uint64_t vertex, size_t set)
{
    if (fault->count++ == 0) {
        fault->first = vertex;
        fault->set = set;
    }
}

/* Sums of integers must be exact; those of floats may be rounded. */
static void judge_sum(struct pairs *pairs, float sum, size_t used, uint32_t stored, uint64_t vertex)
{
    const struct accessor *first = pairs->weights[0];
    struct faults *faults = &pairs->faults;
    double off = fabs((double)sum - 1);
    bool integers = first->base.component != COMPONENT_FLOAT;
    if (integers && pairs->set_count == 1) {
        uint32_t whole = first->base.size == 4 ? 255 : 65535;
        if (stored == whole) {
            return;
        }
        faults->errors++;
        off = fabs((double)stored - whole) / whole;
    } else if (off <= OFF_INFO * (double)(used > 0 ? used : 1)) {
        return;
    } else {
        /* several sets of integers: as floats, which they are read as */
        faults->errors += off > WEIGHTS_OFF_ERROR;
        faults->warnings += off > OFF_WARNING && off <= WEIGHTS_OFF_ERROR;
        if (integers && off <= OFF_WARNING) {
            return;
        }
    }
    blame(&faults->sums, vertex, 0);
    if (off > faults->off || faults->sums.count == 1) {
        faults->off = off;
        faults->sums.worst = sum;
    }
}

/* Whether a joint stands twice with weight; the set of the later. */
static bool joint_twice(const uint32_t *joints, const float *weights, size_t count, size_t *set)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (joints[i] == joints[k] && weights[i] != 0 && weights[k] != 0) {
                *set = i / 4;
                return true;
            }
        }
    }
    return false;
}

/* A vertex of which something isn't plain. */
static void judge_vertex(struct pairs *pairs, const uint32_t *joints, const float *weights, uint32_t stored,
                         uint64_t vertex)
{
    struct faults *faults = &pairs->faults;
    size_t count = pairs->set_count * 4;
    size_t used = 0;
    size_t range = SIZE_MAX;
    size_t negative = SIZE_MAX;
    size_t idle = SIZE_MAX;
    size_t twice = 0;
    float sum = 0;
    float beyond = 0;
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        sum += weights[i];
        used += weights[i] != 0;
        beyond += i >= 4 ? fabsf(weights[i]) : 0;
        range = joints[i] >= pairs->bound && range == SIZE_MAX ? i / 4 : range;
        faults->range.worst =
            joints[i] >= pairs->bound && joints[i] > faults->range.worst ? joints[i] : faults->range.worst;
        negative = weights[i] < 0 && negative == SIZE_MAX ? i / 4 : negative;
        worst = weights[i] < worst ? (double)weights[i] : worst;
        idle = weights[i] == 0 && joints[i] != 0 && joints[i] < pairs->bound && idle == SIZE_MAX ? i / 4 : idle;
    }
    if (idle != SIZE_MAX) {
        blame(&faults->idle, vertex, idle);
    }
    if (beyond > 0) {
        blame(&faults->beyond, vertex, 1);
    }
    if (range != SIZE_MAX) {
        blame(&faults->range, vertex, range);
    }
    if (negative != SIZE_MAX) {
        blame(&faults->negative, vertex, negative);
        faults->negative.worst = worst < faults->negative.worst ? worst : faults->negative.worst;
    }
    bool doubled = joint_twice(joints, weights, count, &twice);
    if (doubled) {
        blame(&faults->twice, vertex, twice);
    }
    if (range != SIZE_MAX || negative != SIZE_MAX || doubled) {
        return;
    }
    if (used == 0) {
        blame(&faults->zero, vertex, 0);
    } else {
        judge_sum(pairs, sum, used, stored, vertex);
    }
}

/* Most of the weight on joints that don't move with the body. */
static bool follows_outside(const struct pairs *pairs, const uint32_t *joints, const float *weights)
{
    float sum = 0;
    float outside = 0;
    for (size_t i = 0; i < pairs->set_count * 4; i++) {
        sum += weights[i];
        outside += joints[i] < pairs->skin_count && pairs->outside[joints[i]] ? weights[i] : 0;
    }
    return outside > (float)HALF * sum;
}

/* ---- one block ---- */

/*
 * Whether nothing at all is to be said of a vertex with one set, which is how nearly all are: joints and weights within
 * their bounds, joints of weight 0 that are 0 too, no joint twice, and a sum of 1.
 */
#ifdef __SSE2__
static inline bool has_fault(const uint32_t *j, const float *w, uint32_t bound)
{
    __m128i joints = _mm_loadu_si128((const __m128i *)(const void *)j);
    __m128 weights = _mm_loadu_ps(w);
    __m128i none = _mm_castps_si128(_mm_cmpeq_ps(weights, _mm_setzero_ps()));
    __m128i bad = _mm_castps_si128(_mm_cmpnge_ps(weights, _mm_setzero_ps()));
    bad = _mm_or_si128(bad, _mm_cmpgt_epi32(joints, _mm_set1_epi32((int)bound - 1)));
    bad = _mm_or_si128(bad, _mm_andnot_si128(_mm_cmpeq_epi32(joints, _mm_setzero_si128()), none));
    /* each against the next and the one after that: all pairs */
    __m128i next = _mm_shuffle_epi32(joints, 0x39);
    __m128i after = _mm_shuffle_epi32(joints, 0x4E);
    __m128i next_none = _mm_or_si128(none, _mm_shuffle_epi32(none, 0x39));
    __m128i after_none = _mm_or_si128(none, _mm_shuffle_epi32(none, 0x4E));
    bad = _mm_or_si128(bad, _mm_andnot_si128(next_none, _mm_cmpeq_epi32(joints, next)));
    bad = _mm_or_si128(bad, _mm_andnot_si128(after_none, _mm_cmpeq_epi32(joints, after)));
    return _mm_movemask_epi8(bad) != 0;
}
#else
static inline bool has_fault(const uint32_t *j, const float *w, uint32_t bound)
{
    unsigned bad = 0;
    for (size_t i = 0; i < 4; i++) {
        bad |= (unsigned)(j[i] >= bound) | (unsigned)!(w[i] >= 0) | (unsigned)(w[i] == 0 && j[i] != 0);
        for (size_t k = 0; k < i; k++) {
            bad |= (unsigned)(j[i] == j[k] && w[i] != 0 && w[k] != 0);
        }
    }
    return bad != 0;
}
#endif

static inline bool is_plain(const uint32_t *j, const float *w, uint32_t bound)
{
    float off = w[0] + w[1] + w[2] + w[3] - 1;
    return !has_fault(j, w, bound) && off <= (float)OFF_INFO && off >= -(float)OFF_INFO;
}

/* A joint that isn't followed is marked where nobody looks. */
static inline void mark(const struct pairs *pairs, const uint32_t *joints, const float *weights)
{
    for (size_t i = 0; i < pairs->set_count * 4; i++) {
        size_t at = weights[i] != 0 && joints[i] < pairs->skin_count ? joints[i] : pairs->skin_count;
        pairs->weighted[at] = 1;
    }
}

static void judge_block(struct pairs *pairs, const struct block *block, size_t count, uint64_t first)
{
    bool floats = pairs->weights[0]->base.component == COMPONENT_FLOAT;
    for (size_t i = 0; i < count; i++) {
        const uint32_t *joints = block->joints[i];
        const float *weights = block->weights[i];
        if (pairs->weighted != NULL) {
            mark(pairs, joints, weights);
        }
        if (pairs->outside != NULL && follows_outside(pairs, joints, weights)) {
            blame(&pairs->faults.outside, first + i, 0);
        }
        if (!pairs->marks_only &&
            !(floats && pairs->set_count == 1 && is_plain(joints, weights, (uint32_t)pairs->bound))) {
            judge_vertex(pairs, joints, weights, block->stored[i], first + i);
        }
    }
}

static void decode_joints(const struct sweep_window *window, const struct elements *form, struct block *block,
                          size_t set)
{
    const unsigned char *b = window->bytes;
    bool is_byte = form->component == COMPONENT_UBYTE;
    for (size_t i = 0; i < window->count && is_byte; i++, b += window->stride) {
        uint32_t *out = block->joints[i] + set * 4;
        out[0] = b[0];
        out[1] = b[1];
        out[2] = b[2];
        out[3] = b[3];
    }
    for (size_t i = 0; i < window->count && !is_byte; i++, b += window->stride) {
        uint32_t *out = block->joints[i] + set * 4;
        out[0] = (uint32_t)b[0] | (uint32_t)b[1] << 8;
        out[1] = (uint32_t)b[2] | (uint32_t)b[3] << 8;
        out[2] = (uint32_t)b[4] | (uint32_t)b[5] << 8;
        out[3] = (uint32_t)b[6] | (uint32_t)b[7] << 8;
    }
}

static uint32_t little32(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void decode_floats(const struct sweep_window *window, struct block *block, size_t set)
{
    const unsigned char *b = window->bytes;
    for (size_t i = 0; i < window->count; i++, b += window->stride) {
        uint32_t bits[4] = {little32(b), little32(b + 4), little32(b + 8), little32(b + 12)};
        memcpy(block->weights[i] + set * 4, bits, sizeof bits);
    }
}

static void decode_weights(const struct sweep_window *window, const struct elements *form, struct block *block,
                           size_t set)
{
    struct elements one = *form;
    if (form->component == COMPONENT_FLOAT) {
        decode_floats(window, block, set);
        return;
    }
    one.stride = window->stride;
    one.normalized = false;
    for (size_t i = 0; i < window->count; i++) {
        float *out = block->weights[i] + set * 4;
        uint32_t sum = 0;
        double numbers[4];
        elements_decode(&one, window->bytes + i * window->stride, 1, numbers);
        for (size_t k = 0; k < 4; k++) {
            sum += (uint32_t)numbers[k];
            out[k] = (float)numbers[k] / (form->component == COMPONENT_UBYTE ? 255.0F : 65535.0F);
        }
        block->stored[i] = set == 0 ? sum : block->stored[i] + sum;
    }
}

static bool begin_walks(struct pairs *pairs, struct pair_walks *all)
{
    struct sweep *sweep = pairs->data->sweep;
    const struct primitive *of = &pairs->data->primitives->items[pairs->primitive];
    all->count = pairs->set_count * 2;
    size_t room = (size_t)SWEEP_WINDOW * 2 / all->count;
    size_t limit = SIZE_MAX;
    for (size_t i = 0; i < all->count; i++) {
        struct sweep_walk *walk = &all->walks[i];
        size_t accessor = i % 2 == 0 ? of->sets[i / 2].joints : of->sets[i / 2].weights;
        if (!sweep_begin(walk, sweep, accessor, i % 2, 0)) {
            return false;
        }
        size_t most = sweep_room(walk, sweep->window + i * room, room);
        limit = most < limit ? most : limit;
    }
    for (size_t i = 0; i < all->count; i++) {
        all->walks[i].limit = limit;
    }
    return true;
}

static struct sweep_window part_of(const struct sweep_window *window, size_t at, size_t count)
{
    return (struct sweep_window){window->bytes + at * window->stride, count, window->first + at, window->stride};
}

struct pair_walk *pair_walk_new(struct arena *arena)
{
    return arena_bare(arena, sizeof(struct pair_walk));
}

bool pair_walk(struct pair_walk *walk, struct pairs *pairs)
{
    struct block *block = &walk->block;
    struct pair_walks *all = &walk->all;
    if (!begin_walks(pairs, all)) {
        return false;
    }
    while (sweep_next(&all->walks[0], &all->windows[0])) {
        arena_pulse(pairs->data->check->arena);
        for (size_t i = 1; i < all->count; i++) {
            if (!sweep_next(&all->walks[i], &all->windows[i])) {
                return false;
            }
        }
        size_t vertices = all->windows[0].count;
        for (size_t at = 0, count; at < vertices; at += count) {
            count = vertices - at < BLOCK ? vertices - at : BLOCK;
            for (size_t s = 0; s < pairs->set_count; s++) {
                struct sweep_window joints = part_of(&all->windows[s * 2], at, count);
                struct sweep_window weights = part_of(&all->windows[s * 2 + 1], at, count);
                decode_joints(&joints, &pairs->joints[s]->base, block, s);
                decode_weights(&weights, &pairs->weights[s]->base, block, s);
            }
            judge_block(pairs, block, count, all->windows[0].first + at);
        }
    }
    return all->walks[0].at == pairs->joints[0]->base.count;
}
