#include "base/vec.h"

bool mat34_inverse(const struct mat34 *a, struct mat34 *out)
{
    struct vec3 x = mat34_column(a, 0);
    struct vec3 y = mat34_column(a, 1);
    struct vec3 z = mat34_column(a, 2);
    struct vec3 yz = vec3_cross(y, z);
    struct vec3 zx = vec3_cross(z, x);
    struct vec3 xy = vec3_cross(x, y);
    double determinant = vec3_dot(x, yz);
    if (determinant == 0 || !isfinite(1 / determinant)) {
        return false;
    }
    const struct vec3 rows[3] = {yz, zx, xy};
    struct vec3 t = mat34_translation(a);
    struct mat34 inverse;
    for (int row = 0; row < 3; row++) {
        struct vec3 r = vec3_scale(rows[row], 1 / determinant);
        inverse.m[row][0] = r.x;
        inverse.m[row][1] = r.y;
        inverse.m[row][2] = r.z;
        inverse.m[row][3] = -vec3_dot(r, t);
    }
    *out = inverse;
    return true;
}

bool vec3_floats(float out[3], struct vec3 a, double limit)
{
    if (!(fabs(a.x) < limit && fabs(a.y) < limit && fabs(a.z) < limit)) {
        return false;
    }
    out[0] = (float)a.x;
    out[1] = (float)a.y;
    out[2] = (float)a.z;
    return true;
}
