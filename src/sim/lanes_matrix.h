/* Matrices in lanes, with vectors as wide as lanes. Included between LANES_WIDE_BEGIN and LANES_WIDE_END. */
#ifndef VRMLINT_SIM_LANES_MATRIX_H
#define VRMLINT_SIM_LANES_MATRIX_H

#include "sim/lanes.h"

static inline lanes load_lanes(const double *from)
{
    return (lanes)_mm256_loadu_pd(from);
}

static inline void store_lanes(double *to, lanes v)
{
    _mm256_storeu_pd(to, (__m256d)v);
}

/* Exchanges rows and columns. */
static inline void transpose_lanes(const lanes *rows, lanes *columns)
{
    __m256d low = _mm256_unpacklo_pd((__m256d)rows[0], (__m256d)rows[1]);
    __m256d high = _mm256_unpackhi_pd((__m256d)rows[0], (__m256d)rows[1]);
    __m256d more_low = _mm256_unpacklo_pd((__m256d)rows[2], (__m256d)rows[3]);
    __m256d more_high = _mm256_unpackhi_pd((__m256d)rows[2], (__m256d)rows[3]);
    columns[0] = (lanes)_mm256_permute2f128_pd(low, more_low, 0x20);
    columns[1] = (lanes)_mm256_permute2f128_pd(high, more_high, 0x20);
    columns[2] = (lanes)_mm256_permute2f128_pd(low, more_low, 0x31);
    columns[3] = (lanes)_mm256_permute2f128_pd(high, more_high, 0x31);
}

static inline void gather_row(const struct mat34 **from, int row, struct lanes34 *out)
{
    const lanes rows[LANES] = {load_lanes(from[0]->m[row]), load_lanes(from[1]->m[row]), load_lanes(from[2]->m[row]),
                               load_lanes(from[3]->m[row])};
    transpose_lanes(rows, out->m[row]);
}

static inline void gather_matrices(const struct mat34 **from, struct lanes34 *out)
{
    gather_row(from, 0, out);
    gather_row(from, 1, out);
    gather_row(from, 2, out);
}

/* Like transform_direction(). */
static inline struct lanes3 lanes34_direction(const struct lanes34 *a, struct lanes3 v)
{
    return (struct lanes3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                           a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                           a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

/* Like mat34_point(). */
static inline struct lanes3 lanes34_point(const struct lanes34 *a, struct lanes3 p)
{
    struct lanes3 v = lanes34_direction(a, p);
    return (struct lanes3){v.x + a->m[0][3], v.y + a->m[1][3], v.z + a->m[2][3]};
}

#endif
