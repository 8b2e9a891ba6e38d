/* Maths of moving nodes, inline because the hot loops consist of it. Only + - * / and sqrt, always in the same order.
 * Formulas and their results at singular points are those of three.js 0.180, except if a comment says otherwise. */
#ifndef VRMLINT_SIM_TRANSFORM_H
#define VRMLINT_SIM_TRANSFORM_H

#include "base/vec.h"

/* The square of a length that counts as 0: a smaller square has lost its digits. */
#define TRANSFORM_TINY 1e-300

/* The largest error of single precision, relative to 1. */
#define TRANSFORM_SINGLE 1e-6

/* A node's local transform: first scale, then rotation, then translation. */
struct trs {
    struct vec3 translation;
    struct quat rotation; /* used as it is, even if it isn't unit */
    struct vec3 scale;
};

/* a + b * s */
static inline struct vec3 transform_add_scaled(struct vec3 a, struct vec3 b, double s)
{
    return (struct vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

/* Normalises a quaternion that single precision can't distinguish from a unit one, unless its length is 1 except for
 * rounding errors of doubles; returns others unchanged. */
static inline struct quat transform_near_unit(struct quat q)
{
    double off = fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1);
    return off > 1e-14 && off <= TRANSFORM_SINGLE ? quat_normalise(q) : q;
}

/* Returns a vector's direction; zero for zero. */
static inline struct vec3 transform_unit(struct vec3 v)
{
    double square = vec3_dot(v, v);
    if (square < TRANSFORM_TINY) {
        return (struct vec3){0, 0, 0};
    }
    return vec3_scale(v, 1 / sqrt(square));
}

/* Transforms a direction or a difference by a matrix: without its translation. */
static inline struct vec3 transform_direction(const struct mat34 *a, struct vec3 v)
{
    return (struct vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                         a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                         a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

/* Multiplies a vector by the transpose of a matrix without its translation. */
static inline struct vec3 transform_transposed(const struct mat34 *a, struct vec3 v)
{
    return (struct vec3){a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                         a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                         a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z};
}

static inline struct mat34 transform_multiply(const struct mat34 *a, const struct mat34 *b)
{
    struct mat34 out;
    for (int row = 0; row < 3; row++) {
        double x = a->m[row][0];
        double y = a->m[row][1];
        double z = a->m[row][2];
        out.m[row][0] = x * b->m[0][0] + y * b->m[1][0] + z * b->m[2][0];
        out.m[row][1] = x * b->m[0][1] + y * b->m[1][1] + z * b->m[2][1];
        out.m[row][2] = x * b->m[0][2] + y * b->m[1][2] + z * b->m[2][2];
        out.m[row][3] = x * b->m[0][3] + y * b->m[1][3] + z * b->m[2][3] + a->m[row][3];
    }
    return out;
}

static inline struct mat34 transform_local(const struct trs *trs)
{
    return mat34_from_trs(trs->translation, trs->rotation, trs->scale);
}

/* Returns the inverse; all zero if there is none, as in three.js. */
static inline struct mat34 transform_inverse(const struct mat34 *a)
{
    struct vec3 x = mat34_column(a, 0);
    struct vec3 y = mat34_column(a, 1);
    struct vec3 z = mat34_column(a, 2);
    struct vec3 yz = vec3_cross(y, z);
    double determinant = vec3_dot(x, yz);
    if (determinant == 0) {
        return (struct mat34){{{0}}};
    }
    double k = 1 / determinant;
    struct vec3 t = mat34_translation(a);
    struct vec3 rows[3] = {vec3_scale(yz, k), vec3_scale(vec3_cross(z, x), k), vec3_scale(vec3_cross(x, y), k)};
    struct mat34 out;
    for (int row = 0; row < 3; row++) {
        out.m[row][0] = rows[row].x;
        out.m[row][1] = rows[row].y;
        out.m[row][2] = rows[row].z;
        out.m[row][3] = -vec3_dot(rows[row], t);
    }
    return out;
}

/* Returns the smallest rotation between two unit vectors. For opposite ones it is half a turn about an axis
 * perpendicular to the first; the identity if one of them is zero. */
static inline struct quat transform_from_to(struct vec3 from, struct vec3 to)
{
    double r = vec3_dot(from, to) + 1;
    struct quat q;
    if (r < 1e-8) {
        q = fabs(from.x) > fabs(from.z) ? (struct quat){-from.y, from.x, 0, 0} : (struct quat){0, -from.z, from.y, 0};
    } else {
        struct vec3 axis = vec3_cross(from, to);
        q = (struct quat){axis.x, axis.y, axis.z, r};
    }
    double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (square == 0) {
        return QUAT_IDENTITY;
    }
    double length = sqrt(square);
    return (struct quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

/* Rotates v by a unit quaternion, term by term from the left: the order affects bones of almost no length. */
static inline struct vec3 transform_rotate(struct quat q, struct vec3 v)
{
    double x = 2 * (q.y * v.z - q.z * v.y);
    double y = 2 * (q.z * v.x - q.x * v.z);
    double z = 2 * (q.x * v.y - q.y * v.x);
    return (struct vec3){v.x + q.w * x + q.y * z - q.z * y, v.y + q.w * y + q.z * x - q.x * z,
                         v.z + q.w * z + q.x * y - q.y * x};
}

/*
 * Returns the rotation in a matrix whose columns are scaled (Shepperd 1978): the columns are normalised, the first
 * one is reversed if the matrix mirrors, and a column of length 0 is replaced by its axis. *scale, if not NULL,
 * receives the lengths.
 */
struct quat transform_rotation(const struct mat34 *a, struct vec3 *scale);

#endif
