/* 3-D maths in double precision. Column vectors; matrices are affine, 3 rows of 4. Quaternions are x, y, z, w. */
#ifndef VRMLINT_BASE_VEC_H
#define VRMLINT_BASE_VEC_H

#include <math.h>
#include <stdbool.h>

struct vec3 {
    double x, y, z;
};

struct quat {
    double x, y, z, w;
};

/* The upper three rows of a 4 by 4 matrix whose last row is 0 0 0 1: m[row][column]. */
struct mat34 {
    double m[3][4];
};

#define ANGLE_PI 3.14159265358979323846
#define QUAT_IDENTITY ((struct quat){0, 0, 0, 1})
#define QUAT_UNIT_TOLERANCE 0.00769 /* tolerated error of unit length, as in the Khronos validator for 8-bit data */
#define MAT34_IDENTITY ((struct mat34){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}})

/* Angles are in radians; messages show degrees. */
static inline double angle_degrees(double radians)
{
    return radians * (180 / ANGLE_PI);
}

static inline double angle_radians(double degrees)
{
    return degrees * (ANGLE_PI / 180);
}

static inline struct vec3 vec3_add(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct vec3 vec3_sub(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vec3 vec3_scale(struct vec3 a, double s)
{
    return (struct vec3){a.x * s, a.y * s, a.z * s};
}

static inline double vec3_dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Writes a vector as floats. Returns false, and writes nothing, unless the size of each number is less than a limit. */
bool vec3_floats(float out[3], struct vec3 a, double limit);

static inline bool vec3_is_finite(struct vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline struct vec3 vec3_cross(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vec3_length(struct vec3 a)
{
    return sqrt(vec3_dot(a, a));
}

static inline double vec3_distance(struct vec3 a, struct vec3 b)
{
    return vec3_length(vec3_sub(a, b));
}

/* Returns the angle between two directions of any length, in radians, 0 to pi; 0 if either is the zero vector. */
static inline double vec3_angle(struct vec3 a, struct vec3 b)
{
    return atan2(vec3_length(vec3_cross(a, b)), vec3_dot(a, b));
}

static inline double quat_length(struct quat q)
{
    return sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}

/* Returns the quaternion with unit length; the identity for zero. */
static inline struct quat quat_normalise(struct quat q)
{
    double length = quat_length(q);
    return length > 0 ? (struct quat){q.x / length, q.y / length, q.z / length, q.w / length} : QUAT_IDENTITY;
}

/* Returns the inverse rotation of a unit quaternion. */
static inline struct quat quat_conjugate(struct quat q)
{
    return (struct quat){-q.x, -q.y, -q.z, q.w};
}

/* Returns the rotation b followed by a. */
static inline struct quat quat_multiply(struct quat a, struct quat b)
{
    return (struct quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                         a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* Rotates v by a unit quaternion: v + 2w(u x v) + 2u x (u x v), where u is the vector part. */
static inline struct vec3 quat_rotate(struct quat q, struct vec3 v)
{
    struct vec3 u = {q.x, q.y, q.z};
    struct vec3 t = vec3_scale(vec3_cross(u, v), 2);
    return vec3_add(vec3_add(v, vec3_scale(t, q.w)), vec3_cross(u, t));
}

/* Transforms a point, including the translation. */
static inline struct vec3 mat34_point(const struct mat34 *a, struct vec3 p)
{
    return (struct vec3){a->m[0][0] * p.x + a->m[0][1] * p.y + a->m[0][2] * p.z + a->m[0][3],
                         a->m[1][0] * p.x + a->m[1][1] * p.y + a->m[1][2] * p.z + a->m[1][3],
                         a->m[2][0] * p.x + a->m[2][1] * p.y + a->m[2][2] * p.z + a->m[2][3]};
}

static inline struct vec3 mat34_translation(const struct mat34 *a)
{
    return (struct vec3){a->m[0][3], a->m[1][3], a->m[2][3]};
}

/* Returns the image of an axis, or in column 3 the translation. */
static inline struct vec3 mat34_column(const struct mat34 *a, int column)
{
    return (struct vec3){a->m[0][column], a->m[1][column], a->m[2][column]};
}

/* Returns the lengths of the three basis columns: the scale along each local axis. */
static inline struct vec3 mat34_scale(const struct mat34 *a)
{
    return (struct vec3){vec3_length(mat34_column(a, 0)), vec3_length(mat34_column(a, 1)),
                         vec3_length(mat34_column(a, 2))};
}

/* Returns the determinant of the upper left 3 by 3: the scale of volumes, negative if the matrix mirrors. */
static inline double mat34_determinant(const struct mat34 *a)
{
    return vec3_dot(mat34_column(a, 0), vec3_cross(mat34_column(a, 1), mat34_column(a, 2)));
}

/* Returns a times b: b applied first, then a. */
static inline struct mat34 mat34_multiply(const struct mat34 *a, const struct mat34 *b)
{
    struct mat34 out;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            out.m[row][column] = a->m[row][0] * b->m[0][column] + a->m[row][1] * b->m[1][column] +
                                 a->m[row][2] * b->m[2][column] + (column == 3 ? a->m[row][3] : 0.0);
        }
    }
    return out;
}

/* Returns translation * rotation * scale, glTF 2.0 section 3.5.3. The quaternion is used as it is, unit or not.
 * Inline, as the hot loops of the simulation consist of it. */
static inline struct mat34 mat34_from_trs(struct vec3 t, struct quat q, struct vec3 s)
{
    double xx = q.x * q.x;
    double yy = q.y * q.y;
    double zz = q.z * q.z;
    double xy = q.x * q.y;
    double xz = q.x * q.z;
    double yz = q.y * q.z;
    double wx = q.w * q.x;
    double wy = q.w * q.y;
    double wz = q.w * q.z;
    return (struct mat34){{
        {(1 - 2 * (yy + zz)) * s.x, 2 * (xy - wz) * s.y, 2 * (xz + wy) * s.z, t.x},
        {2 * (xy + wz) * s.x, (1 - 2 * (xx + zz)) * s.y, 2 * (yz - wx) * s.z, t.y},
        {2 * (xz - wy) * s.x, 2 * (yz + wx) * s.y, (1 - 2 * (xx + yy)) * s.z, t.z},
    }};
}

/* Computes the inverse. Returns false and leaves *out unchanged if the determinant is zero or not finite. */
bool mat34_inverse(const struct mat34 *a, struct mat34 *out);

#endif
