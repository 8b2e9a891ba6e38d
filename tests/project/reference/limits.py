"""VRMC_springBone_limit, from the specification: the draft (revision B), and revision C if it defines more."""

import math

import maths as m


def axis_rotation(axis, tolerant):
    """Returns the shortest rotation from +Y to the bone ("Rotation"): about X by 180 degrees if the bone is along -Y.

    tolerant: whether 1 + y below 1e-8 counts as -Y, as in the appendix of revision B; revision C tests for -Y itself.
    """
    if axis[1] + 1 < 1e-8 if tolerant else axis[1] < 0 and math.hypot(axis[0], axis[2]) < 1e-10:
        return (1.0, 0.0, 0.0, 0.0)
    return m.unit((axis[2], 0.0, -axis[0], axis[1] + 1))


def clamp_cone(limit, d, clamped):
    angle = min(limit["angle"], math.pi) if clamped else limit["angle"]
    cosine = math.cos(angle)
    if d[1] >= cosine:
        return d
    across = math.hypot(d[0], d[2])
    if across < 1e-12:
        return (0.0, cosine, abs(math.sin(angle)))  # revision C: the border on the +Z side
    ratio = abs(math.sin(angle)) / across
    return (d[0] * ratio, cosine, d[2] * ratio)


def clamp_hinge(limit, d, clamped):
    angle = min(limit["angle"], math.pi) if clamped else limit["angle"]
    size = math.hypot(d[1], d[2])
    if size < 1e-12:
        return (0.0, 1.0, 0.0)  # revision C
    y, z = d[1] / size, d[2] / size
    cosine = math.cos(angle)
    if y >= cosine:
        return (0.0, y, z)
    return (0.0, cosine, -abs(math.sin(angle)) if z < 0 else abs(math.sin(angle)))


def clamp_spherical(limit, d, _):
    most_pitch = min(limit["pitch"], math.pi)
    most_yaw = min(limit["yaw"], math.pi / 2)
    pitch = 0.0 if math.hypot(d[1], d[2]) == 0 else math.atan2(d[2] + 0.0, d[1])
    yaw = math.atan2(d[0], math.hypot(d[1], d[2]))  # the same as asin(x), but exact near the poles
    pitch = max(-most_pitch, min(most_pitch, pitch))
    yaw = max(-most_yaw, min(most_yaw, yaw))
    return (math.sin(yaw), math.cos(yaw) * math.cos(pitch), math.cos(yaw) * math.sin(pitch))


CLAMPS = {"cone": clamp_cone, "hinge": clamp_hinge, "spherical": clamp_spherical}


def apply(limit, axis, rest, tail_direction, clamped=True, tolerant=False):
    """Returns the allowed direction; rest is the parent's world rotation times the joint's initial rotation.

    clamped: whether cones and hinges of pi or more act as pi, as the specification says.
    """
    (kind, values), = limit.items()
    own = tuple(map(float, values.get("rotation", m.IDENTITY)))
    space = m.multiply(m.multiply(rest, axis_rotation(axis, tolerant)), own)
    return m.rotate(space, CLAMPS[kind](values, m.rotate(m.inverse(space), tail_direction), clamped))
