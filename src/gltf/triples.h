/* Vectors of three numbers, four at a time, on processors that have SSE2. */
#ifndef VRMLINT_GLTF_TRIPLES_H
#define VRMLINT_GLTF_TRIPLES_H

#ifdef __SSE2__
#include <emmintrin.h>

enum { TRIPLES = 4 };

/* Splits x y z x, y z x y, z x y z into the x, the y and the z. */
static inline void triples_part(const __m128 rows[3], __m128 *x, __m128 *y, __m128 *z)
{
    __m128 a = rows[0];
    __m128 b = rows[1];
    __m128 c = rows[2];
    *x = _mm_shuffle_ps(a, _mm_shuffle_ps(b, c, _MM_SHUFFLE(1, 1, 2, 2)), _MM_SHUFFLE(2, 0, 3, 0));
    *y = _mm_shuffle_ps(_mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 0, 1, 1)), _mm_shuffle_ps(b, c, _MM_SHUFFLE(2, 2, 3, 3)),
                        _MM_SHUFFLE(2, 0, 2, 0));
    *z = _mm_shuffle_ps(_mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 1, 2, 2)), c, _MM_SHUFFLE(3, 0, 2, 0));
}
#endif

#endif
