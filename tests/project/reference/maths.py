"""Vectors, quaternions (x, y, z, w) and affine matrices (three rows of four), as tuples of doubles.

No code is taken from the program, so that the two can disagree.
"""

import math

IDENTITY = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0)


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    """Returns the direction of a vector or quaternion; zero if it is zero."""
    size = length(a)
    return tuple(x / size for x in a) if size > 0 else a


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def inverse(q):
    """Returns the inverse of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    return multiply(multiply(q, (v[0], v[1], v[2], 0.0)), inverse(q))[:3]


def about(axis, degrees):
    half = math.radians(degrees) / 2
    direction = unit(axis)
    return tuple(x * math.sin(half) for x in direction) + (math.cos(half),)


def from_to(a, b):
    """Returns the smallest rotation from one unit vector to another.

    If they are opposite, the axis is undefined; this uses one that is perpendicular to the first.
    """
    w = 1 + dot(a, b)
    if w < 1e-12:
        other = (0.0, 1.0, 0.0) if abs(a[0]) > 0.9 else (1.0, 0.0, 0.0)
        return unit(cross(a, other)) + (0.0,)
    return unit(cross(a, b) + (w,))


def slerp(a, b, t):
    """Interpolates along the shorter way between two unit quaternions."""
    cosine = dot(a, b)
    if cosine < 0:
        b = tuple(-x for x in b)
        cosine = -cosine
    if cosine > 1 - 1e-15:
        return unit(tuple(x + (y - x) * t for x, y in zip(a, b)))
    angle = math.acos(cosine)
    return tuple((math.sin((1 - t) * angle) * x + math.sin(t * angle) * y) / math.sin(angle) for x, y in zip(a, b))


def angle_between(a, b):
    """Returns the angle in radians between two rotations."""
    delta = multiply(inverse(a), b)
    return 2 * math.atan2(length(delta[:3]), abs(delta[3]))


def compose(translation, rotation, size):
    columns = [scale(rotate(rotation, axis), s)
               for axis, s in zip(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), size)]
    return tuple(tuple(columns[c][r] for c in range(3)) + (translation[r],) for r in range(3))


def matrix_multiply(a, b):
    rows = []
    for row in a:
        rows.append(tuple(sum(row[k] * b[k][c] for k in range(3)) + (row[3] if c == 3 else 0.0) for c in range(4)))
    return tuple(rows)


def point(m, v):
    return tuple(row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3] for row in m)


def direction(m, v):
    return tuple(row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in m)


def position(m):
    return (m[0][3], m[1][3], m[2][3])


def cofactors(m):
    """Returns the cofactors of the 3 by 3 part, which transform normals, and its determinant."""
    rows = [row[:3] for row in m]
    out = (cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]))
    return out, dot(rows[0], out[0])


def invert(m):
    parts, determinant = cofactors(m)
    rows = [tuple(parts[c][r] / determinant for c in range(3)) for r in range(3)]
    at = position(m)
    return tuple(row + (-dot(row, at),) for row in rows)
