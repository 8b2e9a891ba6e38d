"""Vectors of the springs of VRM 0.x."""

import math

import maths as m
from rigs import HEAD, ROOT, FIRST, chain, jump, moving, node, place, still

SECTION = "VRM 0.x, vrm.secondaryanimation.spring.schema.json, "
TAILS = "VRMC_springBone 1.0, For vrm0"


def group(**more):
    out = {"stiffiness": 0.6, "gravityPower": 0.0, "gravityDir": {"x": 0, "y": -1, "z": 0}, "dragForce": 0.4,
           "center": -1, "hitRadius": 0.02, "bones": [FIRST], "colliderGroups": []}
    out.update(more)
    return out


def older(groups, colliders=(), **how):
    """Returns a model of VRM 0.x with the nodes of a chain, in which all children are bones."""
    model = chain(**how)
    model["extensionsUsed"] = ["VRM"]
    model["extensions"] = {"VRM": {"specVersion": "0.0", "secondaryAnimation": {
        "boneGroups": groups, "colliderGroups": [{"node": where, "colliders": [
            {"offset": dict(zip("xyz", offset)), "radius": radius}]} for where, offset, radius in colliders]}}}
    return model


def add_all(add):
    for name, value in (("stiffiness", 2), ("dragForce", 0.8)):
        add("vrm0/%s-%g" % (name.lower(), value), "parameters", "%s %g after a jump" % (name, value),
            "The parameters of a group move all bones below its bones.", SECTION + name,
            older([group(**{name: value})]), jump())
    add("vrm0/gravity", "parameters", "gravity to the side", "gravityPower along gravityDir.", SECTION + "gravityDir",
        older([group(gravityPower=0.5, gravityDir={"x": 1, "y": 0, "z": 0})]), still(30))
    add("vrm0/gravity-z", "parameters", "gravity along z", "gravityDir is a direction.", SECTION + "gravityDir",
        older([group(gravityPower=0.5, gravityDir={"x": 0, "y": 0, "z": 1})]), still(30),
        open="The schema doesn't say in which coordinates gravityDir is, while offset is left-handed.",
        alternatives=[("z is that of left-handed coordinates", ("gravity-z-reversed",))])
    add("vrm0/virtual-tail", "tails", "a chain that ends in a leaf", "A leaf has a virtual tail, 7 cm further.", TAILS,
        older([group(gravityPower=0.4)], axis=(1, 0, 0)), jump())
    add("vrm0/single-bone", "tails", "a group of one bone without children", "A leaf has a virtual tail, 7 cm further.",
        TAILS, older([group(bones=[FIRST + 2], gravityPower=0.4)], axis=(1, -1, 1)), jump())
    add("vrm0/long", "tails", "a chain of five bones", "All descendants of a bone swing.", TAILS,
        older([group()], count=5, length=0.05), jump())
    add("vrm0/rest-rotation", "rest", "bones with rest rotations", "Rotations are relative to the initial local rotation.",
        "VRMC_springBone 1.0, Applying rotation",
        older([group(gravityPower=0.3)], first={"rotation": m.about((1, 2, 3), 50)}), jump())
    add("vrm0/center", "center", "a center that moves", "Moving the center doesn't swing the chain.", SECTION + "center",
        older([group(center=ROOT)]), moving(lambda t: [place((2 * t, 0, 0)), place(None, m.about(
            (1, 0, 0), 40 * math.sin(9 * t)), HEAD)]))
    for name, offset in (("x", (-0.07, -0.06, 0)), ("z", (0, -0.06, 0.07))):
        add("vrm0/collider-%s" % name, "colliders", "a sphere with an offset along %s" % name,
            "offset is in left-handed coordinates: z is reversed.",
            "VRM 0.x, vrm.secondaryanimation.collidergroup.schema.json, offset",
            older([group(colliderGroups=[0], gravityPower=0.4, gravityDir={"x": -1 if name == "x" else 0, "y": 0, "z": 0})],
                  [(HEAD, offset, 0.05)]), jump((0.15, 0, 0.15)))
    add("vrm0/two-groups", "parameters", "two groups with parameters of their own", "Each group has its own parameters.",
        SECTION + "bones",
        older([group(stiffiness=2), group(bones=[5], stiffiness=0.3, dragForce=0.1)],
              extra=[node("other", (0.2, 0, 0))]), jump())
