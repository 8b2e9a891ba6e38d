#include "checks/data/triangle_walk.h"

#include <string.h>

#include "gltf/little.h"
#include "gltf/triples.h"

enum {
    CHUNK = 3072,       /* indices at a time, whole triangles */
    WINDOW = CHUNK * 8, /* maximum number of indices that are read at a time */
};

/* Whether half of all triangles face in the direction of their normals. Then most of them can't face away, and the
 * rest isn't checked. */
static bool is_clear(const struct triangles *seen)
{
    return (seen->facing - seen->away) * 2 >= seen->in_all;
}

/*
 * Returns how far the normal of a triangle, according to its winding, points along the normals of its corners,
 * multiplied by areas. *flat is set if it has no area. Both implementations do the same steps, so that their results
 * are identical bits.
 */
#ifdef __SSE2__
static inline float facing_of(const float *const at[3], const float *const normal[3], bool *flat)
{
    enum { NEXT = 0xC9 /* y, z, x */, PREVIOUS = 0xD2 /* z, x, y */, THREE = 7 };
    __m128 a = _mm_loadu_ps(at[0]);
    __m128 u = _mm_sub_ps(_mm_loadu_ps(at[1]), a);
    __m128 v = _mm_sub_ps(_mm_loadu_ps(at[2]), a);
    __m128 m = _mm_add_ps(_mm_add_ps(_mm_loadu_ps(normal[0]), _mm_loadu_ps(normal[1])), _mm_loadu_ps(normal[2]));
    __m128 n = /* z, x, y */
        _mm_sub_ps(_mm_mul_ps(u, _mm_shuffle_ps(v, v, NEXT)), _mm_mul_ps(_mm_shuffle_ps(u, u, NEXT), v));
    __m128 along = _mm_mul_ps(n, _mm_shuffle_ps(m, m, PREVIOUS));
    *flat = (_mm_movemask_ps(_mm_cmpneq_ps(n, _mm_setzero_ps())) & THREE) == 0;
    __m128 x_and_y = _mm_add_ss(_mm_shuffle_ps(along, along, 1), _mm_shuffle_ps(along, along, 2));
    return _mm_cvtss_f32(_mm_add_ss(x_and_y, along));
}
#else
static inline float facing_of(const float *const at[3], const float *const normal[3], bool *flat)
{
    float u[3];
    float v[3];
    float m[3];
    for (size_t k = 0; k < 3; k++) {
        u[k] = at[1][k] - at[0][k];
        v[k] = at[2][k] - at[0][k];
        m[k] = normal[0][k] + normal[1][k] + normal[2][k];
    }
    float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    *flat = n[0] == 0 && n[1] == 0 && n[2] == 0;
    return n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
}
#endif

/* Counts triangles that face away. end: the largest corner + 1. */
static void add_facing(struct shared *shared, struct triangles *out, const uint32_t *corners, size_t count,
                       uint64_t end)
{
    held_until(shared->positions, shared->data, end);
    held_until(shared->normals, shared->data, end);
    const float *positions = shared->positions->at;
    const float *normals = shared->normals->at;
    for (size_t i = 0; i + 2 < count; i += 3) {
        size_t a = (size_t)corners[i] * 3;
        size_t b = (size_t)corners[i + 1] * 3;
        size_t c = (size_t)corners[i + 2] * 3;
        bool flat;
        float along = facing_of((const float *const[]){positions + a, positions + b, positions + c},
                                (const float *const[]){normals + a, normals + b, normals + c}, &flat);
        out->facing += !flat;
        if (along < 0 && out->away++ == 0) {
            out->first_away = (out->indices + i) / 3;
            memcpy(out->at_away, positions + a, sizeof out->at_away);
        }
    }
}

/* Returns the number of indices at the beginning that certainly belong to triangles with three different corners. */
static size_t surely_triangles(const uint32_t *corners, size_t count)
{
    size_t at = 0;
#ifdef __SSE2__
    const size_t step = (size_t)TRIPLES * 3;
    for (; at + step <= count; at += step) {
        __m128 rows[3];
        for (size_t i = 0; i < 3; i++) {
            rows[i] = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)(corners + at + i * TRIPLES)));
        }
        __m128 x;
        __m128 y;
        __m128 z;
        triples_part(rows, &x, &y, &z);
        __m128i a = _mm_castps_si128(x);
        __m128i b = _mm_castps_si128(y);
        __m128i c = _mm_castps_si128(z);
        __m128i same = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi32(a, b), _mm_cmpeq_epi32(b, c)), _mm_cmpeq_epi32(a, c));
        if (_mm_movemask_epi8(same) != 0) {
            break;
        }
    }
#else
    (void)corners;
    (void)count;
#endif
    return at;
}

static void add_degenerate(struct triangles *out, const uint32_t *corners, size_t count)
{
    for (size_t i = 0; i + 2 < count; i += 3) {
        i += surely_triangles(corners + i, count - i);
        if (i + 2 >= count) {
            return;
        }
        if (corners[i] == corners[i + 1] || corners[i + 1] == corners[i + 2] || corners[i] == corners[i + 2]) {
            out->first = out->degenerate++ == 0 ? (out->indices + i) / 3 : out->first;
        }
    }
}

static void add_marks(const struct shared *shared, struct triangles *out, uint32_t mark, const uint32_t *corners,
                      size_t count)
{
    unsigned char *named = shared->named; /* a copy, because marks might alias *shared as far as the compiler knows */
    uint64_t distinct = 0;
    for (size_t i = 0; named != NULL && i < count; i++) {
        named[corners[i]] = 1;
    }
    for (size_t i = 0; shared->marks != NULL && i < count; i++) {
        distinct += shared->marks[corners[i]] != mark;
        shared->marks[corners[i]] = mark;
    }
    out->named += distinct;
}

/* Returns the largest of some indices of a window + 1. */
static uint64_t end_of(const struct elements *form, const struct sweep_window *window, size_t at, size_t count)
{
    struct sweep_window part = {window->bytes + at * window->stride, count, window->first + at, window->stride};
    double low = HUGE_VAL;
    double high = 0;
    bool infinite = false;
    sweep_bounds(form, &part, &low, &high, &infinite);
    return (uint64_t)high + 1;
}

/* Decodes up to CHUNK indices of a window from index at on; *decoded receives their number. Returns out, or the bytes
 * of the window if they have the right form. */
static const uint32_t *decode_indices(const struct elements *form, const struct sweep_window *window, size_t at,
                                      uint32_t *out, size_t *decoded)
{
    size_t stride = window->stride;
    const unsigned char *b = window->bytes + at * stride;
    size_t count = window->count - at < CHUNK ? window->count - at : CHUNK;
    *decoded = count;
    if (form->size == 1) {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = b[0];
        }
    } else if (form->size == 2) {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8;
        }
    } else if (LITTLE_HERE && stride == sizeof *out && (uintptr_t)b % _Alignof(uint32_t) == 0) {
        return (const uint32_t *)(const void *)b;
    } else {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = little32(b);
        }
    }
    return out;
}

static void add_chunk(struct shared *shared, struct triangles *out, const struct primitive *primitive, uint32_t mark,
                      bool faces, const uint32_t *corners, size_t count, uint64_t end)
{
    if (primitive->mode == MODE_TRIANGLES) {
        add_degenerate(out, corners, count);
    }
    if (faces && !is_clear(out)) {
        add_facing(shared, out, corners, count, end);
    }
    add_marks(shared, out, mark, corners, count);
    out->indices += count;
}

bool triangle_walk(struct shared *shared, size_t primitive, uint32_t mark, bool faces, struct triangles *out)
{
    struct data *data = shared->data;
    const struct primitive *of = &data->primitives->items[primitive];
    uint32_t corners[CHUNK];
    if (of->indices == PRIMITIVES_NONE) {
        if (!sweep_charge(data->sweep, shared->vertices)) {
            return false;
        }
        out->in_all = shared->vertices / 3;
        for (uint64_t at = 0; at < shared->vertices;) {
            size_t count = shared->vertices - at < CHUNK ? (size_t)(shared->vertices - at) : CHUNK;
            for (size_t i = 0; i < count; i++) {
                corners[i] = (uint32_t)(at + i);
            }
            at += count;
            add_chunk(shared, out, of, mark, faces, corners, count, at);
        }
        return true;
    }
    struct sweep_walk walk;
    struct sweep_window window;
    const struct accessor *indices = accessors_get(data->sweep->accessors, of->indices);
    if (!sweep_begin(&walk, data->sweep, of->indices, 1, WINDOW)) {
        return false;
    }
    walk.limit -= walk.limit % 3;
    out->in_all = indices->base.count / 3;
    while (sweep_next(&walk, &window)) {
        for (size_t at = 0, count; at < window.count; at += count) {
            arena_pulse(data->check->arena);
            const uint32_t *chunk = decode_indices(&indices->base, &window, at, corners, &count);
            uint64_t end = end_of(&indices->base, &window, at, count);
            if (end > shared->vertices) {
                return false;
            }
            add_chunk(shared, out, of, mark, faces, chunk, count, end);
        }
    }
    return out->indices == indices->base.count;
}

void triangle_count_bad(struct data *data, size_t index, double limit, size_t *count, uint64_t *first)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct sweep_walk walk;
    struct sweep_window window;
    uint32_t corners[CHUNK];
    *count = 0;
    *first = 0;
    if (!sweep_begin(&walk, data->sweep, index, 1, CHUNK)) {
        return;
    }
    while (sweep_next(&walk, &window)) {
        size_t decoded;
        const uint32_t *indices = decode_indices(&accessor->base, &window, 0, corners, &decoded);
        for (size_t i = 0; i < decoded; i++) {
            if ((double)indices[i] >= limit) {
                *first = *count == 0 ? window.first + i : *first;
                ++*count;
            }
        }
    }
}
