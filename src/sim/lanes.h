/* 3-D maths on several joints at once, one per lane. Each lane does exactly the operations of base/vec.h, so that its
 * bits depend neither on its neighbours, nor on their number, nor on the vector instructions of the machine. */
#ifndef VRMLINT_SIM_LANES_H
#define VRMLINT_SIM_LANES_H

#include <stddef.h>
#include <string.h>

#include "sim/transform.h"

#if defined LANES_WIDE
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#endif

/* As many as AVX has; for other processors compilers split them into halves. */
enum { LANES = 4 };

/* A number per lane, and the result of a comparison: all bits of a lane are set if it holds there. Both are kept in
 * arenas, which align memory for max_align_t: 16 bytes on most machines, 8 on others (i386 with clang). */
typedef double lanes __attribute__((vector_size(32), aligned(_Alignof(max_align_t))));
typedef long long lanes_mask __attribute__((vector_size(32), aligned(_Alignof(max_align_t))));

struct lanes3 {
    lanes x, y, z;
};

struct lanes4 {
    lanes x, y, z, w;
};

struct lanes34 {
    lanes m[3][4];
};

static inline lanes lanes_all(double v)
{
    return (lanes){v, v, v, v};
}

/* Returns one bit per lane, the first lane's lowest. */
static inline unsigned lanes_bits(lanes_mask mask)
{
#if defined LANES_WIDE
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
#elif defined __SSE2__
    __m128i halves[2];
    memcpy(halves, &mask, sizeof halves);
    return (unsigned)_mm_movemask_pd(_mm_castsi128_pd(halves[0])) |
           (unsigned)_mm_movemask_pd(_mm_castsi128_pd(halves[1])) << 2;
#else
    return (mask[0] != 0 ? 1U : 0U) | (mask[1] != 0 ? 2U : 0U) | (mask[2] != 0 ? 4U : 0U) | (mask[3] != 0 ? 8U : 0U);
#endif
}

static inline bool lanes_any(lanes_mask mask)
{
    return lanes_bits(mask) != 0;
}

/* Returns the smallest of four numbers, none of which is NaN. */
static inline double lanes_least(lanes v)
{
    double a = v[0] < v[1] ? v[0] : v[1];
    double b = v[2] < v[3] ? v[2] : v[3];
    return a < b ? a : b;
}

/* Returns the largest of four numbers, none of which is NaN. */
static inline double lanes_greatest(lanes v)
{
    double a = v[0] > v[1] ? v[0] : v[1];
    double b = v[2] > v[3] ? v[2] : v[3];
    return a > b ? a : b;
}

/* Chooses between two numbers per lane: a if the mask is set. */
static inline lanes lanes_choose(lanes_mask mask, lanes a, lanes b)
{
    return (lanes)((mask & (lanes_mask)a) | (~mask & (lanes_mask)b));
}

/* The larger one; b if either isn't a number. */
static inline lanes lanes_max(lanes a, lanes b)
{
    return lanes_choose(a > b, a, b);
}

static inline lanes lanes_abs(lanes v)
{
    return (lanes)((lanes_mask)v & ~(lanes_mask)lanes_all(-0.0));
}

static inline lanes lanes_sqrt(lanes v)
{
#if defined LANES_WIDE
    return (lanes)_mm256_sqrt_pd((__m256d)v);
#elif defined __SSE2__
    __m128d low = _mm_sqrt_pd(_mm_set_pd(v[1], v[0]));
    __m128d high = _mm_sqrt_pd(_mm_set_pd(v[3], v[2]));
    return (lanes){low[0], low[1], high[0], high[1]};
#else
    return (lanes){sqrt(v[0]), sqrt(v[1]), sqrt(v[2]), sqrt(v[3])};
#endif
}

/* ---- one lane ---- */

static inline struct vec3 lanes3_get(const struct lanes3 *v, size_t lane)
{
    return (struct vec3){v->x[lane], v->y[lane], v->z[lane]};
}

static inline void lanes3_set(struct lanes3 *v, size_t lane, struct vec3 to)
{
    v->x[lane] = to.x;
    v->y[lane] = to.y;
    v->z[lane] = to.z;
}

static inline struct quat lanes4_get(const struct lanes4 *q, size_t lane)
{
    return (struct quat){q->x[lane], q->y[lane], q->z[lane], q->w[lane]};
}

static inline void lanes4_set(struct lanes4 *q, size_t lane, struct quat to)
{
    q->x[lane] = to.x;
    q->y[lane] = to.y;
    q->z[lane] = to.z;
    q->w[lane] = to.w;
}

/* ---- all lanes ---- */

static inline struct lanes3 lanes3_add(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct lanes3 lanes3_sub(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct lanes3 lanes3_scale(struct lanes3 a, lanes s)
{
    return (struct lanes3){a.x * s, a.y * s, a.z * s};
}

static inline struct lanes3 lanes3_add_scaled(struct lanes3 a, struct lanes3 b, lanes s)
{
    return (struct lanes3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline lanes lanes3_dot(struct lanes3 a, struct lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct lanes3 lanes3_cross(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Like transform_unit(). */
static inline struct lanes3 lanes3_unit(struct lanes3 v)
{
    lanes square = lanes3_dot(v, v);
    lanes_mask none = square < lanes_all(TRANSFORM_TINY);
    lanes k = lanes_all(1) / lanes_sqrt(square);
    if (lanes_any(none)) {
        for (size_t l = 0; l < LANES; l++) {
            k[l] = none[l] ? 0 : k[l];
        }
    }
    return lanes3_scale(v, k);
}

/* First b, then a. */
static inline struct lanes4 lanes4_multiply(struct lanes4 a, struct lanes4 b)
{
    return (struct lanes4){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                           a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                           a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline lanes lanes_through_row(const double row[4], struct lanes3 p)
{
    return lanes_all(row[0]) * p.x + lanes_all(row[1]) * p.y + lanes_all(row[2]) * p.z + lanes_all(row[3]);
}

/* Transforms points by one matrix, like mat34_point(). */
static inline struct lanes3 lanes3_through(const struct mat34 *a, struct lanes3 p)
{
    return (struct lanes3){lanes_through_row(a->m[0], p), lanes_through_row(a->m[1], p), lanes_through_row(a->m[2], p)};
}

/* Rotates v by unit quaternions. */
static inline struct lanes3 lanes3_rotate(struct lanes4 q, struct lanes3 v)
{
    struct lanes3 u = {q.x, q.y, q.z};
    struct lanes3 t = lanes3_cross(u, v);
    t = lanes3_add(t, t);
    return lanes3_add(lanes3_add_scaled(v, t, q.w), lanes3_cross(u, t));
}

#endif
