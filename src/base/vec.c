#include "base/vec.h"

struct mat34 mat34_from_trs(struct vec3 t, struct quat r, struct vec3 s)
{
    double xx = r.x * r.x;
    double yy = r.y * r.y;
    double zz = r.z * r.z;
    double xy = r.x * r.y;
    double xz = r.x * r.z;
    double yz = r.y * r.z;
    double wx = r.w * r.x;
    double wy = r.w * r.y;
    double wz = r.w * r.z;
    return (struct mat34){{
        {(1 - 2 * (yy + zz)) * s.x, 2 * (xy - wz) * s.y, 2 * (xz + wy) * s.z, t.x},
        {2 * (xy + wz) * s.x, (1 - 2 * (xx + zz)) * s.y, 2 * (yz - wx) * s.z, t.y},
        {2 * (xz - wy) * s.x, 2 * (yz + wx) * s.y, (1 - 2 * (xx + yy)) * s.z, t.z},
    }};
}

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
