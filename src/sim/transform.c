#include "sim/transform.h"

#include <stddef.h>

/* Returns the rotation with the columns x, y and z, which are orthonormal or nearly so. */
static struct quat from_columns(struct vec3 x, struct vec3 y, struct vec3 z)
{
    double trace = x.x + y.y + z.z;
    if (trace > 0) {
        double k = 0.5 / sqrt(trace + 1);
        return (struct quat){(y.z - z.y) * k, (z.x - x.z) * k, (x.y - y.x) * k, 0.25 / k};
    }
    if (x.x > y.y && x.x > z.z) {
        double k = 2 * sqrt(1 + x.x - y.y - z.z);
        return (struct quat){0.25 * k, (y.x + x.y) / k, (z.x + x.z) / k, (y.z - z.y) / k};
    }
    if (y.y > z.z) {
        double k = 2 * sqrt(1 + y.y - x.x - z.z);
        return (struct quat){(y.x + x.y) / k, 0.25 * k, (z.y + y.z) / k, (z.x - x.z) / k};
    }
    double k = 2 * sqrt(1 + z.z - x.x - y.y);
    return (struct quat){(z.x + x.z) / k, (z.y + y.z) / k, 0.25 * k, (x.y - y.x) / k};
}

struct quat transform_rotation(const struct mat34 *a, struct vec3 *scale)
{
    struct vec3 lengths = mat34_scale(a);
    if (mat34_determinant(a) < 0) {
        lengths.x = -lengths.x;
    }
    if (scale != NULL) {
        *scale = lengths;
    }
    struct vec3 x = lengths.x == 0 ? (struct vec3){1, 0, 0} : vec3_scale(mat34_column(a, 0), 1 / lengths.x);
    struct vec3 y = lengths.y == 0 ? (struct vec3){0, 1, 0} : vec3_scale(mat34_column(a, 1), 1 / lengths.y);
    struct vec3 z = lengths.z == 0 ? (struct vec3){0, 0, 1} : vec3_scale(mat34_column(a, 2), 1 / lengths.z);
    return from_columns(x, y, z);
}
