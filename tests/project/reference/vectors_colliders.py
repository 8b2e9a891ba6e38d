"""Vectors of colliders: VRMC_springBone 1.0 and VRMC_springBone_extended_collider 1.0."""

import math

import maths as m
from rigs import FIRST, HEAD, ROOT, capsule, chain, extended, jump, limit, moving, node, place, sphere, still

SECTION = "VRMC_springBone 1.0, "
COLLISION = SECTION + "Collision with colliders"
EXTENDED = "VRMC_springBone_extended_collider 1.0, "

SOFT = {"stiffness": 0.5, "dragForce": 0.4, "hitRadius": 0.02}
SWING = ((0.15, 0, 0.05), 30)  # the jump that swings chains into colliders
TAIL = (0, -0.05, 0)  # the first tail at rest, in the space of the head


def plain(add):
    for radius in (0, 0.05):
        add("colliders/hit-radius-%g" % radius, "hit-radius", "hitRadius %g beside a sphere" % radius,
            "The tail is a sphere of hitRadius: contact is at the sum of both radii.", COLLISION,
            chain(joint=dict(SOFT, hitRadius=radius), colliders=[sphere((-0.07, -0.06, 0), 0.05)]), jump(*SWING))
    add("colliders/hit-radius-default", "hit-radius", "hitRadius left out", "The default of hitRadius is 0.",
        SECTION + "VRMC_springBone.joint.schema.json, hitRadius",
        chain(joint={"stiffness": 0.5, "dragForce": 0.4}, colliders=[sphere((-0.05, -0.06, 0), 0.05)]), jump(*SWING))
    add("colliders/sphere-rest", "sphere", "a sphere that holds the rest pose aside",
        "The tail is moved out of the sphere, and back to the length of the bone.", COLLISION,
        chain(joint=SOFT, colliders=[sphere((0.02, -0.08, 0.01), 0.05)]), still(30))
    add("colliders/sphere-default-offset", "sphere", "a sphere without offset", "The default of offset is (0, 0, 0).",
        SECTION + "VRMC_springBone.shape.schema.json, offset",
        chain(axis=(1, -0.3, 0), joint=SOFT, extra=[node("ball", (0.1, 0.02, 0.01))],
              colliders=[{"node": 5, "shape": {"sphere": {"radius": 0.04}}}]), still(30))
    add("colliders/sphere-far", "sphere", "a sphere that nothing reaches", "No contact, no effect.", COLLISION,
        chain(joint=SOFT, colliders=[sphere((0.5, 0, 0), 0.1)]), jump())
    add("colliders/sphere-touching", "sphere", "a sphere that touches the tail at rest",
        "Contact begins below a distance of 0, so touching isn't yet contact.", COLLISION,
        chain(joint=dict(SOFT, hitRadius=0.0625), length=0.125, count=1,
              colliders=[sphere((0.1875, -0.075, 0), 0.125)]), still(30))
    add("colliders/sphere-strong", "sphere", "gravity presses a chain onto a sphere", "Contact in every frame.", COLLISION,
        chain(axis=(1, 0, 0), count=3, joint=dict(SOFT, gravityPower=1), colliders=[sphere((0.15, -0.06, 0.01), 0.08)]),
        still(30))
    add("colliders/sphere-of-moving-node", "sphere", "the sphere is on a node that moves with the head",
        "Offsets are in the space of the collider's node.", COLLISION,
        chain(joint=SOFT, colliders=[sphere((-0.08, -0.08, 0), 0.06)]),
        moving(lambda t: [place(None, m.about((0, 0, 1), 50 * math.sin(8 * t)), HEAD)]))
    add("colliders/sphere-of-root", "sphere", "the sphere is on the root, the head moves",
        "Offsets are in the space of the collider's node.", COLLISION,
        chain(joint=SOFT, colliders=[sphere((-0.08, 0.92, 0), 0.06, ROOT)]),
        moving(lambda t: [place(None, m.about((0, 0, 1), -50 * math.sin(8 * t)), HEAD)]))
    turned = {"rotation": m.about((0, 0, 1), 90)}
    add("colliders/sphere-turned-node", "sphere", "the sphere is on a node with a rest rotation",
        "Offsets are in the space of the collider's node.", COLLISION,
        chain(joint=SOFT, extra=[node("ball", (0, 0, 0), **turned)], colliders=[sphere((-0.08, -0.04, 0), 0.05, 5)]),
        still(30))
    add("colliders/sphere-center", "center", "a sphere, and a center at the root",
        "Colliders act in world space, whatever the center.", COLLISION,
        chain(joint=SOFT, spring={"center": ROOT}, colliders=[sphere((0.03, -0.09, 0.01), 0.05)]),
        jump((0.2, 0, 0), turn=m.about((0, 1, 0), 40)))
    add("colliders/tail-at-center", "singular", "the tail is exactly at the center of a sphere",
        "The direction away from the collider is undefined.", COLLISION,
        chain(count=1, joint=dict(SOFT, dragForce=1), colliders=[sphere((0, -0.05, 0), 0.03)]), still(30),
        open="Any finite result is right: direction is the normalized zero vector.", any_finite=True)
    for name, kind in (("sphere", lambda: sphere((0.02, -0.05, 0.01), 0.02, 5)),
                       ("capsule", lambda: capsule((0.02, -0.03, 0.01), (0.02, -0.08, 0.01), 0.02, 5))):
        add("colliders/%s-scaled" % name, "scale", "a %s on a node that is scaled by 2" % name,
            "The offset is scaled with the node.", COLLISION,
            chain(joint=SOFT, extra=[node("ball", None, scale=(2, 2, 2))], colliders=[kind()]), still(30),
            open="The text doesn't say whether the node scales the radius.",
            alternatives=[("the node scales the radius", ("radius-scaled",))])


def capsules(add):
    add("colliders/capsule-middle", "capsule", "contact with the cylinder of a capsule",
        "The nearest point of the axis counts.", COLLISION,
        chain(joint=SOFT, colliders=[capsule((-0.07, 0.1, 0.05), (-0.07, -0.3, -0.05), 0.05)]), jump(*SWING))
    add("colliders/capsule-offset-end", "capsule", "contact with the half sphere at offset", "The end is round.", COLLISION,
        chain(joint=SOFT, colliders=[capsule((-0.06, -0.08, 0), (-0.3, -0.09, 0.02), 0.05)]), jump(*SWING))
    add("colliders/capsule-tail-end", "capsule", "contact with the half sphere at tail", "The end is round.", COLLISION,
        chain(joint=SOFT, colliders=[capsule((-0.3, -0.09, 0.02), (-0.06, -0.08, 0), 0.05)]), jump(*SWING))
    add("colliders/capsule-nearest-to-tail", "capsule", "a capsule along the bone",
        "The point of the axis nearest to the tail counts, not that nearest to the head.", COLLISION,
        chain(axis=(1, 0, 0), joint=dict(SOFT, gravityPower=1), colliders=[capsule((0, -0.02, 0.02), (0.3, -0.06, 0.02), 0.05)]),
        still(30))
    add("colliders/capsule-without-length", "capsule", "a capsule whose ends are the same point", "It is a sphere.",
        COLLISION, chain(joint=SOFT, colliders=[capsule((-0.07, -0.06, 0), (-0.07, -0.06, 0), 0.05)]), jump(*SWING))
    add("colliders/capsule-turned-node", "capsule", "a capsule on a node that turns",
        "Offset and tail are in the space of the collider's node.", COLLISION,
        chain(joint=SOFT, extra=[node("bar", (-0.06, -0.05, 0), rotation=m.about((1, 0, 0), 60))],
              colliders=[capsule((0, 0, -0.2), (0, 0, 0.2), 0.04, 5)]),
        moving(lambda t: [place((0.3 * math.sin(7 * t), 0, 0), m.about((0, 1, 0), 100 * t))]))


def several(add):
    first, second = sphere((0.05, -0.07, 0), 0.06), sphere((-0.01, -0.09, 0.03), 0.05)
    narrow = [sphere((0.045, -0.06, 0.01), 0.05), sphere((-0.045, -0.06, 0.015), 0.05)]
    for name, listed, groups in (("ab", [first, second], None), ("ba", [second, first], None),
                                 ("groups-ab", [second, first], [[1], [0]]),
                                 ("twice", narrow, [[0, 1, 0]])):
        add("colliders/order-%s" % name, "order", "two spheres that overlap, %s" % (
            {"ab": "in one order", "ba": "in the other order", "groups-ab": "in two groups",
             "twice": "the first listed twice"}[name]),
            "Colliders act one after another, in the order of the groups and of their lists.", COLLISION,
            chain(joint=SOFT, colliders=listed, groups=groups), still(30))
    add("colliders/only-listed", "order", "a collider that the spring doesn't list",
        "Only colliders of the spring's groups act.", COLLISION,
        chain(joint=SOFT, spring={}, colliders=[sphere((0.5, 0, 0), 0.1), sphere((0.02, -0.08, 0.01), 0.05)],
              groups=[[0]]), still(30))
    add("colliders/length-after-each", "order", "two spheres that push along the bone",
        "The length is restored after each contact.", COLLISION,
        chain(joint=dict(SOFT, hitRadius=0.03), colliders=[sphere((0.01, -0.16, 0.01), 0.04),
                                                          sphere((-0.05, -0.1, 0.02), 0.04)]), still(30))
    add("colliders/order-chain", "order", "a long chain between two spheres and a capsule",
        "Joints take the colliders as their parents left them.", COLLISION,
        chain(count=5, length=0.06, joint=dict(SOFT, gravityPower=0.4),
              colliders=[sphere((0.03, -0.1, 0.01), 0.05), capsule((-0.06, -0.1, 0), (0.02, -0.3, -0.04), 0.04),
                         sphere((0, -0.3, 0.03), 0.06)]), jump(*SWING))


def others(add):
    inside = {"sphere": {"offset": [0.0, -0.02, 0.0], "radius": 0.1, "inside": True}}
    add("colliders/inside-sphere", "inside", "an inside sphere that holds a swinging bone",
        "The tail is kept inside: contact at radius - hitRadius.", EXTENDED + "Inside Sphere Collider",
        chain(joint=SOFT, colliders=[extended(inside)]), jump((0.3, 0, 0.1), 30))
    add("colliders/inside-sphere-rest", "inside", "an inside sphere that the rest pose leaves", "The tail is kept inside.",
        EXTENDED + "Inside Sphere Collider",
        chain(joint=SOFT, colliders=[extended({"sphere": {"offset": [0.08, 0, 0.0], "radius": 0.12, "inside": True}})]),
        still(30))
    add("colliders/inside-capsule", "inside", "an inside capsule around a chain", "The tail is kept inside.",
        EXTENDED + "Inside Capsule Collider",
        chain(count=3, joint=SOFT, colliders=[extended({"capsule": {"offset": [0.0, 0.05, 0.0], "tail": [0.03, -0.4, 0.0],
                                                                   "radius": 0.06, "inside": True}})]),
        jump((0.3, 0, 0.1), 30))
    add("colliders/inside-capsule-end", "inside", "an inside capsule that ends before the chain", "Its ends are round.",
        EXTENDED + "Inside Capsule Collider",
        chain(joint=SOFT, colliders=[extended({"capsule": {"offset": [0.02, 0.05, 0.0], "tail": [0.02, -0.05, 0.0],
                                                           "radius": 0.08, "inside": True}})]), still(30))
    add("colliders/extended-not-inside", "extended", "an extended sphere without inside",
        "It acts as a sphere, in place of the plain shape.", EXTENDED + "Shape.sphere",
        chain(joint=SOFT, colliders=[extended({"sphere": {"offset": [0.02, -0.08, 0.01], "radius": 0.05}})]), still(30))
    fallback = extended({"sphere": {"offset": [0.5, 0.0, 0.0], "radius": 0.01}})
    fallback["shape"] = sphere((0.02, -0.08, 0.01), 0.05)["shape"]
    add("colliders/extended-replaces", "extended", "a plain shape beside an extended one",
        "The extension replaces the plain shape, which is for runtimes without it.", EXTENDED + "Exporter Implementation",
        chain(joint=SOFT, colliders=[fallback]), still(30))
    plane = {"plane": {"offset": [0.0, -0.1, 0.0], "normal": [0.0, 1.0, 0.0]}}
    add("colliders/plane", "plane", "a plane under a chain that gravity bends",
        "The tail is kept on the side of the normal, hitRadius away.", EXTENDED + "Plane Collider",
        chain(axis=(1, 0.2, 0), joint=dict(SOFT, gravityPower=2), colliders=[extended(plane)]), still(30))
    add("colliders/plane-tilted", "plane", "a plane with an oblique normal", "The tail is kept on the side of the normal.",
        EXTENDED + "Plane Collider",
        chain(axis=(1, 0.2, 0), joint=dict(SOFT, gravityPower=2),
              colliders=[extended({"plane": {"offset": [0.0, -0.06, 0.0], "normal": [0.6, 0.8, 0.0]}})]), still(30))
    add("colliders/plane-default-normal", "plane", "a plane without normal", "The default of normal is (0, 0, 1).",
        EXTENDED + "ShapePlane.normal",
        chain(joint=SOFT, colliders=[extended({"plane": {"offset": [0.0, 0.0, 0.01]}})]), still(30))
    add("colliders/plane-turned-node", "plane", "a plane on a node that turns", "The normal turns with the node.",
        EXTENDED + "Plane Collider",
        chain(joint=SOFT, extra=[node("board", (0, -0.1, 0), rotation=m.about((1, 0, 0), 100))],
              colliders=[extended({"plane": {"offset": [0.0, 0.0, 0.0], "normal": [0.0, 1.0, 0.0]}}, 5)]),
        moving(lambda t: [place(None, m.about((1, 0, 0), 60 * t))]))
    add("colliders/plane-uneven-scale", "plane", "a plane on a node with uneven scale",
        "The normal is transformed by the normal matrix.", EXTENDED + "Plane Collider",
        chain(axis=(1, 0.2, 0), joint=dict(SOFT, gravityPower=2),
              extra=[node("board", None, scale=(1, 3, 1))],
              colliders=[extended({"plane": {"offset": [0.0, -0.02, 0.0], "normal": [0.6, 0.8, 0.0]}}, 5)]), still(30))
    add("colliders/plane-and-sphere", "order", "a plane, then a sphere", "Colliders act one after another.", COLLISION,
        chain(axis=(1, 0.2, 0), joint=dict(SOFT, gravityPower=1.5),
              colliders=[extended(plane), sphere((0.12, -0.05, 0.01), 0.05)]), still(30))


def add_all(add):
    plain(add)
    capsules(add)
    several(add)
    others(add)
