"""Vectors of VRMC_springBone_limit: the draft (revision B), and additions of revision C."""

import math

import maths as m
from rigs import HEAD, ROOT, chain, jump, limit, moving, place, sphere, still

SECTION = "VRMC_springBone_limit 1.0-draft, "
ORDER = SECTION + "Limit Application Order"
SINGULAR = "VRMC_springBone_limit 1.0-draft, revision C, singular directions"

# Strong wind: it moves a bone without stiffness close to the direction that a limit has to handle.
WINDS = (("+x", (1, 0.1, 0.05)), ("-z", (0.1, 0.2, -1)), ("back", (0.3, -1, 0.2)))


def wind(way, power=30):
    return {"stiffness": 0, "dragForce": 1, "gravityPower": power, "gravityDir": list(map(float, way))}


def kinds(add):
    for angle in (0, 30, 60, 90, 180):
        for name, way in WINDS[:2 if angle == 30 else 1] if angle < 120 else WINDS[2:]:
            add("limits/cone-%d%s" % (angle, name if name[0] in "+-" else "-" + name), "cone",
                "a cone of %d degrees, wind from one side" % angle,
                "A direction outside the cone goes to its border; the sides keep their ratio.", SECTION + "ConeLimit",
                chain(axis=(0, 1, 0), joint=dict(wind(way), **limit(cone={"angle": math.radians(angle)}))), still(13))
    for angle in (0, 30, 60, 90, 180):
        for name, way in (WINDS[1:] if angle == 30 else WINDS[2:]):
            add("limits/hinge-%d%s" % (angle, name if name[0] in "+-" else "-" + name), "hinge",
                "a hinge of %d degrees, wind from one side" % angle,
                "The direction is projected onto the plane of Y and Z, then limited.", SECTION + "HingeLimit",
                chain(axis=(0, 1, 0), joint=dict(wind(way), **limit(hinge={"angle": math.radians(angle)}))), still(13))
    for pitch, yaw in ((0, 0), (30, 60), (60, 30), (90, 0), (0, 90), (120, 45), (180, 20)):
        for name, way in (WINDS if (pitch, yaw) == (30, 60) else WINDS[2:] if pitch > 90 else WINDS[:1]):
            add("limits/spherical-%d-%d%s" % (pitch, yaw, name if name[0] in "+-" else "-" + name), "spherical",
                "a pitch of %d and a yaw of %d degrees" % (pitch, yaw),
                "Pitch and yaw are limited apart from each other.", SECTION + "SphericalLimit",
                chain(axis=(0, 1, 0), joint=dict(wind(way), **limit(spherical={"pitch": math.radians(pitch),
                                                                             "yaw": math.radians(yaw)}))), still(13))
    for name, one in (("cone", {"cone": {"angle": 5.0}}), ("hinge", {"hinge": {"angle": 3.5}}),
                      ("pitch", {"spherical": {"pitch": 4.0, "yaw": 0.6}}),
                      ("yaw", {"spherical": {"pitch": 0.6, "yaw": 2.0}})):
        add("limits/above-maximum-%s" % name, "maximum", "a %s above its maximum" % name,
            "Angles of pi or more act as pi, a yaw of pi/2 or more as pi/2.", SECTION + "ConeLimit.angle",
            chain(axis=(0, 1, 0), joint=dict(wind((0.3, -1, 0.2)), **limit(**one))), still(13))
    for name, one in (("cone", {"cone": {"angle": math.radians(50)}}), ("hinge", {"hinge": {"angle": math.radians(50)}}),
                      ("spherical", {"spherical": {"pitch": math.radians(50), "yaw": math.radians(50)}})):
        add("limits/inside-%s" % name, "boundary", "a %s that the bone doesn't reach" % name,
            "A direction within the limit stays." if name != "hinge" else "A hinge keeps the bone in its plane.",
            SECTION + "Limits",
            chain(axis=(0, 1, 0), joint=dict({"stiffness": 1, "dragForce": 0.4, "gravityPower": 0.3,
                                              "gravityDir": [0.6, 0, 0.8]}, **limit(**one))), still(30))
        add("limits/swing-%s" % name, "boundary", "a chain that swings against a %s" % name,
            "Limits act in every frame, right after inertia.", ORDER,
            chain(count=3, joint=dict({"stiffness": 0.6, "dragForce": 0.2}, **limit(**one))), jump((0.3, 0, 0.2), 30))


def frames_of_reference(add):
    hinge = {"hinge": {"angle": math.radians(60)}}
    spherical = {"spherical": {"pitch": math.radians(20), "yaw": math.radians(50)}}
    soft = {"stiffness": 0.3, "dragForce": 0.3, "gravityPower": 1.5}
    for name, axis in (("+x", (1, 0, 0)), ("-x", (-1, 0, 0)), ("+z", (0, 0, 1)), ("-z", (0, 0, -1)), ("-y", (0, -1, 0)),
                       ("oblique", (1, -2, 2))):
        both = (("hinge", hinge), ("spherical", spherical))
        for kind, one in both[:1] if name[0] == "+" else both[1:] if name in ("-x", "-z") else both:
            add("limits/axis%s-%s" % (name if name[0] in "+-" else "-" + name, kind), "axis",
                "a %s on a bone along %g %g %g" % ((kind,) + axis),
                "The limit's Y goes to the bone by the shortest rotation; along -Y by 180 degrees about X.",
                SECTION + "Rotation",
                chain(axis=axis, joint=dict(soft, gravityDir=[0.48, 0.6, 0.64], **limit(**one))), still(21))
    near = m.unit((1e-2, -1.0, 5e-3))
    add("limits/axis-near-minus-y", "axis", "a hinge on a bone close to -Y",
        "The shortest rotation changes fast near -Y, but is determined.", SECTION + "Rotation",
        chain(axis=near, joint=dict(soft, gravityDir=[0.48, 0.6, 0.64], **limit(**hinge))), still(21))
    close = m.unit((4e-5, -1.0, 3e-5))
    for kind, one in (("hinge", hinge), ("spherical", spherical)):
        add("limits/axis-almost-minus-y-%s" % kind, "axis", "a %s on a bone 0.003 degrees from -Y" % kind,
            "The shortest rotation from +Y is determined, however close to -Y the bone is.",
            "VRMC_springBone_limit 1.0-draft, revision C, Rotation",
            chain(axis=close, joint=dict(soft, gravityDir=[0.48, 0.6, 0.64], **limit(**one))), still(21), revision="C",
            open="Revision B's appendix uses 180 degrees about X below a threshold of 1e-8, and revision C leaves a tolerance to "
                 "the implementation, which single precision needs.",
            alternatives=[("the bone counts as one along -Y", ("minus-y-tolerant",))])
    add("limits/axis-minus-y-rotated", "axis", "a hinge with a rotation, on a bone along -Y",
        "Exactly along -Y the default orientation is 180 degrees about X, which shows once rotation tilts the limit.",
        SECTION + "Rotation",
        chain(axis=(0, -1, 0), joint=dict(soft, gravityDir=[0.48, 0.6, 0.64], **limit(
            hinge={"angle": math.radians(40), "rotation": list(m.about((1, 0, 0), 35))}))), still(21))
    for name, axis, degrees in (("x", (1, 0, 0), 40), ("y", (0, 1, 0), 90), ("xyz", (1, 2, 3), 75)):
        for kind, one in (("cone", {"angle": math.radians(35)}), ("hinge", {"angle": math.radians(35)}),
                          ("spherical", {"pitch": math.radians(20), "yaw": math.radians(50)})):
            if (name, kind) in (("y", "cone"), ("y", "spherical"), ("xyz", "spherical"), ("xyz", "cone")):
                continue
            add("limits/rotation-%s-%s" % (name, kind), "rotation", "a %s with a rotation" % kind,
                "rotation comes after the default orientation, in its own frame.", SECTION + "Rotation",
                chain(axis=(1, 0.2, 0.1), joint=dict(soft, gravityDir=[0, 0.6, 0.8],
                                                     **limit(**{kind: dict(one, rotation=list(m.about(axis, degrees)))}))),
                still(21))
    add("limits/rest-rotations", "frame", "a hinge below rest rotations",
        "The parent's world rotation * the initial local rotation * default orientation * rotation.", SECTION + "Rotation",
        chain(axis=(0, 0, 1), head={"rotation": m.about((1, 2, 3), 50)}, first={"rotation": m.about((0, 1, 1), 70)},
              inner={"rotation": m.about((1, 0, 0), -30)}, joint=dict(soft, **limit(**hinge))), still(21))
    add("limits/parent-turns", "frame", "a limit on a head that turns", "The limit turns with the parent.",
        SECTION + "Rotation", chain(axis=(0, -1, 0.2), joint=dict(soft, **limit(**spherical))),
        moving(lambda t: [place(None, m.about((0, 0, 1), 140 * t), HEAD)]))
    add("limits/parent-joint-turns", "frame", "a limit below a joint that swings freely",
        "The limit turns with the joint above it, not with the rest pose.", SECTION + "Rotation",
        chain(axis=(1, 0, 0), count=3, joint=soft, joints={1: limit(cone={"angle": 0.3}), 2: limit(cone={"angle": 0.2})}),
        jump((0, 0.3, 0.1), 30))
    add("limits/scaled", "frame", "a limit below a scaled node", "Scale doesn't change directions.", SECTION + "Rotation",
        chain(axis=(1, 0, 0), head={"scale": (3, 3, 3)}, joint=dict(soft, **limit(cone={"angle": 0.4}))), still(21))
    add("limits/center", "frame", "a limit, and a center that moves", "Limits act in world space.", ORDER,
        chain(axis=(1, 0, 0), spring={"center": ROOT}, joint=dict(soft, **limit(cone={"angle": 0.4}))),
        moving(lambda t: [place((t, 0, 0), m.about((0, 1, 0), 90 * t))]))


def after_colliders(add):
    soft = {"stiffness": 0.5, "dragForce": 0.4, "hitRadius": 0.02, "gravityPower": 1}
    cone = limit(cone={"angle": math.radians(25)})
    ball = [sphere((0.09, -0.02, 0.01), 0.08)]
    two = ball + [sphere((0.05, 0.12, -0.02), 0.05)]
    add("limits/collider-one", "colliders", "a limit that the collider pushes against",
        "The limit acts again right after a contact.", ORDER,
        chain(axis=(1, 0, 0), joint=dict(soft, **cone), colliders=ball), still(21))
    add("limits/collider-none", "colliders", "a limit, and a collider that nothing reaches", "No contact, no effect.", ORDER,
        chain(axis=(1, 0, 0), joint=dict(soft, **cone), colliders=[sphere((0, 0.5, 0), 0.1)]), still(21))
    add("limits/collider-two", "colliders", "a limit between two colliders",
        "The limit acts right after each contact, before the next collider.", ORDER,
        chain(axis=(1, 0, 0), joint=dict(soft, **cone), colliders=two), still(21))
    add("limits/collider-two-reversed", "colliders", "the same colliders in the other order",
        "The limit acts right after each contact, before the next collider.", ORDER,
        chain(axis=(1, 0, 0), joint=dict(soft, **cone), colliders=two[::-1]), still(21))
    add("limits/collider-before", "colliders", "inertia leaves the limit towards a collider",
        "The limit acts before the first collider too.", ORDER,
        chain(axis=(1, 0, 0), joint=dict(soft, gravityPower=12, **limit(cone={"angle": math.radians(10)})),
              colliders=[sphere((0.03, -0.06, 0.01), 0.05)]), still(13))
    add("limits/collider-hinge", "colliders", "a collider pushes a hinge out of its plane", "The limit acts again.", ORDER,
        chain(axis=(1, 0, 0), joint=dict(soft, **limit(hinge={"angle": 1.0})), colliders=ball), still(21))


def singular(add):
    """Adds vectors that only revision C decides. Forces are exact in single precision, so the direction is exactly singular."""
    dt, size = 1 / 64, 0.125

    def blow(at, to):
        pull = [64 * (b - a) / 64 for a, b in zip(at, to)]
        return {"stiffness": 0, "dragForce": 1, "gravityPower": 64, "gravityDir": pull}

    for kind, one in (("cone", {"angle": 0.5}), ("hinge", {"angle": 0.5}), ("spherical", {"pitch": 0.5, "yaw": 0.25})):
        for name, way in (("-y", (0, -8, 0)), ("+x", (8, 0, 0)), ("-x", (-8, 0, 0))):
            if kind == "cone" and name != "-y":
                continue
            add("limits/singular-%s%s" % (kind, name), "singular", "a %s, and a tail along %s of its frame" % (
                kind, name.upper()),
                "cone: -Y goes to the +Z border; hinge: X goes to +Y, -Y to the +Z border; spherical: X to the +Y border, "
                "-Y to the +Z border.", SINGULAR,
                chain(axis=(0, 1, 0), length=size, count=1, joint=dict(blow((0, size, 0), way), **limit(**{kind: one}))),
                [{"dt": dt}], revision="C", any_finite=True,
                open="Revision B divides by zero here: any finite result is right for a runtime that follows it.")
    add("limits/last-joint", "last-joint", "a limit on the last joint", "The last joint doesn't turn: its limit is ignored.",
        "VRMC_springBone_limit 1.0-draft, revision C", chain(
            axis=(1, 0, 0), joint={"stiffness": 0.4, "gravityPower": 1, "dragForce": 0.5},
            joints={2: limit(cone={"angle": 0.0})}), still(21), revision="C")


def add_all(add):
    kinds(add)
    frames_of_reference(add)
    after_colliders(add)
    singular(add)
