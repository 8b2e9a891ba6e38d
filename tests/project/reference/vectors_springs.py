"""Vectors of VRMC_springBone 1.0 without colliders."""

import math

import maths as m
from rigs import FIRST, FPS, HEAD, ROOT, chain, jump, moving, node, place, sphere, still

SECTION = "VRMC_springBone 1.0, "
INERTIA = SECTION + "Inertia calculation"
ROTATION = SECTION + "Applying rotation"


def parameters(add):
    for drag in (0, 0.4, 0.5, 1):
        add("springs/drag-%g" % drag, "drag", "dragForce %g after a jump" % drag,
            "Inertia keeps 1 - dragForce of the movement of the last frame, in each frame.", INERTIA,
            chain(joint={"dragForce": drag, "stiffness": 0.5}), jump())
    add("springs/drag-default", "drag", "dragForce left out", "The default of dragForce is 0.5.",
        SECTION + "VRMC_springBone.joint.schema.json, dragForce", chain(joint={"stiffness": 0.5}), jump())
    for stiffness in (0, 1, 4, 60):
        add("springs/stiffness-%g" % stiffness, "stiffness", "stiffness %g after a jump" % stiffness,
            "Stiffness moves the tail by deltaTime * stiffness along the rest direction of the bone.", INERTIA,
            chain(joint={"stiffness": stiffness, "dragForce": 0.4}), jump())
    add("springs/stiffness-default", "stiffness", "stiffness left out", "The default of stiffness is 1.",
        SECTION + "VRMC_springBone.joint.schema.json, stiffness", chain(joint={"dragForce": 0.4}), jump())
    for power in (0.5, 2):
        add("springs/gravity-%g" % power, "gravity", "gravityPower %g on a bone to the side" % power,
            "Gravity moves the tail by deltaTime * gravityPower along gravityDir, in each frame.", INERTIA,
            chain(axis=(1, 0, 0), joint={"gravityPower": power, "stiffness": 0.5, "dragForce": 0.4,
                                         "gravityDir": [0, -1, 0]}), still(30))
    for name, way in (("+x", (1, 0, 0)), ("+y", (0, 1, 0)), ("+z", (0, 0, 1)),
                      ("oblique", (0.6, 0, 0.8))):
        add("springs/gravity-dir%s" % (name if name[0] in "+-" else "-" + name), "gravity", "gravityDir %g %g %g" % way,
            "gravityDir is a direction in the axes of glTF and the world.", INERTIA,
            chain(axis=(0, -1, 0) if way[1] == 0 else (1, 0, 0),
                  joint={"gravityPower": 0.5, "gravityDir": list(way), "dragForce": 0.4}), still(30))
    add("springs/gravity-dir-not-unit", "gravity", "gravityDir of length 3",
        "gravityDir is used as it is: gravityDir * gravityPower.", INERTIA,
        chain(axis=(1, 0, 0), joint={"gravityPower": 0.2, "gravityDir": [0, -3, 0], "dragForce": 0.4}), still(30))
    add("springs/gravity-dir-zero", "gravity", "gravityDir of length 0", "Nothing pulls.", INERTIA,
        chain(axis=(1, 0, 0), joint={"gravityPower": 0.7, "gravityDir": [0, 0, 0], "dragForce": 0.4}), jump((0, 0.2, 0.1)))
    add("springs/gravity-dir-default", "gravity", "gravityDir left out", "The default of gravityDir is (0, -1, 0).",
        SECTION + "VRMC_springBone.joint.schema.json, gravityDir", chain(axis=(1, 0, 0), joint={"gravityPower": 0.5, "dragForce": 0.4}),
        still(30))
    add("springs/gravity-power-default", "gravity", "gravityPower left out", "The default of gravityPower is 0.",
        SECTION + "VRMC_springBone.joint.schema.json, gravityPower",
        chain(axis=(1, 0, 0), joint={"gravityDir": [0, -1, 0], "dragForce": 0.4}), jump((0, 0.2, 0)))
    add("springs/gravity-world", "gravity", "gravity on a model that is turned on its side",
        "gravityDir doesn't turn with the model.", INERTIA,
        chain(axis=(0, -1, 0), joint={"gravityPower": 0.6, "stiffness": 0.6, "dragForce": 0.4}),
        jump(None, turn=m.about((0, 0, 1), 70)))
    add("springs/parameters-per-joint", "joints", "each joint with parameters of its own",
        "The parameters of a joint move its own tail; those of the last joint aren't used.", SECTION + "joints",
        chain(count=3, joints={0: {"stiffness": 2, "dragForce": 0.2}, 1: {"stiffness": 0.3, "dragForce": 0.6, "gravityPower": 0.3,
                                                                         "gravityDir": [0, 0, 1]},
                               2: {"stiffness": 1, "dragForce": 0.9},
                               3: {"stiffness": 90, "dragForce": 1, "gravityPower": 50}}), jump())


def times(add):
    for name, frames in (("30", jump(dt=1 / 30)), ("120", jump(dt=1 / 120))):
        add("springs/time-%s-fps" % name, "time", "%s frames a second" % name,
            "Stiffness and gravity grow with deltaTime; the share of inertia doesn't.", INERTIA,
            chain(joint={"stiffness": 0.8, "dragForce": 0.4, "gravityPower": 0.2, "gravityDir": [0, 0, 1]}),
            frames)
    add("springs/time-hitch", "time", "one frame of 0.3 s between others",
        "A long frame is one step: it isn't divided or shortened.", INERTIA,
        chain(joint={"stiffness": 0.8, "dragForce": 0.4, "gravityPower": 0.4, "gravityDir": [1, 0, 0]}),
        jump((0, 0, 0.1), 7) + [{"dt": 0.3}] + still(22))
    add("springs/time-uneven", "time", "frames of different lengths",
        "Inertia is the movement of the last frame, whatever time that took.", INERTIA,
        chain(joint={"stiffness": 0.8, "dragForce": 0.2}),
        [{"dt": 1 / 60 if i % 3 else 1 / 30, "set": [place((0.1, 0, 0))]} for i in range(30)])
    add("springs/time-zero", "time", "a frame of length 0", "The text divides by no time, so it decides nothing here.",
        INERTIA, chain(joint={"stiffness": 0.8, "dragForce": 0.2}), jump(count=5) + [{"dt": 0.0}] + still(24),
        open="A frame of 0 s may be left out, or may keep the inertia.",
        alternatives=[("the frame keeps the inertia", ("zero-keeps-inertia",))])


def motions(add):
    loose = {"stiffness": 0.6, "dragForce": 0.3}
    add("springs/rest", "first-frame", "nothing moves", "Without gravity and motion the rest pose stays.", INERTIA,
        chain(joint=loose), still(30))
    add("springs/first-frame", "first-frame", "the model is elsewhere in the first frame",
        "Tails start in the rest pose of the file, so the first frame sees the whole way.", SECTION + "Initialization",
        chain(joint=loose), jump((0.05, 0.1, -0.2), turn=m.about((0, 1, 0), 30)))
    add("springs/teleport", "teleport", "10 m in one frame", "A teleport is a movement like any other.", INERTIA,
        chain(joint=loose), still(3) + jump((10, 0, 0), 27))
    add("springs/teleport-and-back", "teleport", "10 m in one frame, and back in the next",
        "A teleport is a movement like any other.", INERTIA, chain(joint=loose),
        still(2) + [{"dt": FPS, "set": [place((10, 0, 1))]}, {"dt": FPS, "set": [place((0, 0, 0))]}] + still(26))
    add("springs/move-even", "inertia", "a model that moves evenly", "Inertia lags behind.", INERTIA, chain(joint=loose),
        moving(lambda t: [place((1.4 * t, 0, 0))]))
    add("springs/move-shake", "inertia", "a model that is shaken", "Inertia lags behind.", INERTIA,
        chain(count=3, joint=loose), moving(lambda t: [place((0.05 * math.sin(6 * math.pi * t), 0, 0))]))
    add("springs/move-circle", "inertia", "a model that walks in a circle", "Inertia lags behind.", INERTIA,
        chain(joint=loose), moving(lambda t: [place((math.cos(4 * t), 0, math.sin(4 * t)), m.about((0, 1, 0), -229 * t))]))
    add("springs/turn-yaw", "inertia", "a model that turns about Y", "The rest direction turns with the parents.",
        ROTATION, chain(axis=(1, 0, 0.2), joint=loose), moving(lambda t: [place(None, m.about((0, 1, 0), 180 * t))]))
    add("springs/turn-pitch", "inertia", "a model that bows", "The rest direction turns with the parents.", ROTATION,
        chain(joint=loose), moving(lambda t: [place(None, m.about((1, 0, 0), min(90, 300 * t)))]))
    add("springs/turn-head", "inertia", "only the head turns", "The rest direction turns with the parents.", ROTATION,
        chain(axis=(0, -1, 0.3), joint=loose), moving(lambda t: [place(None, m.about((1, 0, 0), 40 * math.sin(9 * t)), HEAD)]))
    add("springs/turn-head-jump", "inertia", "the head turns by 120 degrees in one frame",
        "The tail keeps its position, and the bone its length.", INERTIA, chain(axis=(0, -1, 0.3), joint=loose),
        jump(None, turn=m.about((0, 0, 1), 120), which=HEAD))


def shapes(add):
    soft = {"stiffness": 0.7, "dragForce": 0.4, "gravityPower": 0.1, "gravityDir": [0.6, 0, 0.8]}
    for name, axis in (("+x", (1, 0, 0)), ("+y", (0, 1, 0)), ("-y", (0, -1, 0)),
                       ("-z", (0, 0, -1)), ("oblique", (1, -2, 2))):
        add("springs/axis%s" % (name if name[0] in "+-" else "-" + name), "axis", "a bone along %g %g %g" % axis,
            "boneAxis is the direction of the tail in the space of the head.", SECTION + "Initialization",
            chain(axis=axis, joint=soft), jump((0.1, 0.05, 0.2)))
    turned = {"rotation": m.about((1, 2, 3), 50)}
    add("springs/rest-rotation-joint", "rest", "joints with rest rotations",
        "Rotations are relative to the initial local rotation.", ROTATION,
        chain(joint=soft, first=turned, inner={"rotation": m.about((0, 0, 1), -35)}), jump())
    add("springs/rest-rotation-head", "rest", "a carrier with a rest rotation",
        "The parent's world rotation comes before the initial local rotation.", INERTIA,
        chain(axis=(0, 0, 1), joint=soft, head=turned), jump())
    add("springs/rest-rotation-all", "rest", "rest rotations everywhere, and a root that turns",
        "World rotation of the parent * initial local rotation * boneAxis.", INERTIA,
        chain(joint=soft, head=turned, first={"rotation": m.about((1, 0, 0), 80)},
              inner={"rotation": m.about((0, 1, 1), 30)}), moving(lambda t: [place((t, 0, 0), m.about((0, 1, 0), 90 * t))]))
    for name, size in (("large", 2), ("small", 0.25)):
        add("springs/scale-%s" % name, "scale", "a carrier scaled by %g" % size,
            "boneLength is the length in world space.", SECTION + "Initialization",
            chain(joint=soft, head={"scale": (size, size, size)}), jump())
    add("springs/scale-joint", "scale", "a joint scaled by 1.5", "boneLength is the length in world space.",
        SECTION + "Initialization", chain(joint=soft, first={"scale": (1.5, 1.5, 1.5)}), jump())
    add("springs/scale-uneven", "scale", "a carrier scaled by 1, 2 and 1",
        "The direction of the tail is taken into the head's space by the inverse of parent and initial matrix.", ROTATION,
        chain(axis=(1, -1, 0), count=1, joint=soft, head={"scale": (1, 2, 1)}), jump())
    add("springs/skipped", "skipped", "a node between two joints isn't a joint", "Nodes between joints are ignored.",
        SECTION + "joints", chain(count=3, joint=soft, skip=(1,)), jump())
    add("springs/skipped-bent", "skipped", "a skipped node that bends the chain",
        "boneAxis leads from the head to the tail, not to its parent.", SECTION + "Initialization",
        chain(count=3, joint=soft, skip=(1,), inner={"rotation": m.about((0, 0, 1), 60)}), jump())
    add("springs/skipped-two", "skipped", "two skipped nodes", "Nodes between joints are ignored.", SECTION + "joints",
        chain(count=4, joint=soft, skip=(1, 2), inner={"rotation": m.about((1, 0, 0), 25)}), jump())
    add("springs/last-isnt-leaf", "skipped", "the last joint has a child",
        "Descendants of the last joint don't swing by themselves.", SECTION + "joints",
        chain(count=3, joint=soft, skip=(3,)), jump())
    for count in (1, 5):
        add("springs/chain-%d" % count, "joints", "a chain of %d bones" % count,
            "Each head follows its parents before it is updated.", SECTION + "Calculation order",
            chain(count=count, length=0.06, joint=soft), jump())
    model = chain(count=4, joint=soft)
    springs = model["extensions"]["VRMC_springBone"]["springs"]
    springs.insert(0, {"joints": springs[0]["joints"][3:]})
    springs[1]["joints"] = springs[1]["joints"][:3]
    add("springs/order", "order", "the spring of the tip is listed before that of the root",
        "Joints are updated from the root to the tips, whatever the order of the springs.", SECTION + "Calculation order",
        model, jump())
    model = chain(joint=soft, extra=[node("other", (0.2, 0, 0), [6]), node("other1", (0, -0.1, 0))])
    model["extensions"]["VRMC_springBone"]["springs"].append(
        {"joints": [{"node": 5, "stiffness": 0.2, "dragForce": 0.1}, {"node": 6}]})
    add("springs/two", "joints", "two springs with parameters of their own", "Each spring has its own joints.",
        SECTION + "joints", model, jump())


def centers(add):
    soft = {"stiffness": 0.6, "dragForce": 0.3}
    section = SECTION + "Considering center space"
    add("springs/center-root", "center", "center at the root, which moves",
        "Inertia is evaluated in the space of the center: moving it doesn't swing the chain.", section,
        chain(joint=soft, spring={"center": ROOT}), jump())
    add("springs/center-head", "center", "center at the head, which turns",
        "Inertia is evaluated in the space of the center.", section,
        chain(axis=(0, -1, 0.3), joint=soft, spring={"center": HEAD}),
        moving(lambda t: [place(None, m.about((1, 0, 0), 60 * math.sin(9 * t)), HEAD)]))
    add("springs/center-root-head-turns", "center", "center at the root, the head turns",
        "What moves below the center swings the chain.", section,
        chain(axis=(0, -1, 0.3), joint=soft, spring={"center": ROOT}),
        moving(lambda t: [place((2 * t, 0, 0)), place(None, m.about((1, 0, 0), 40 * math.sin(9 * t)), HEAD)]))
    add("springs/center-turns", "center", "center at the root, which turns",
        "Inertia is evaluated in the space of the center.", section,
        chain(axis=(1, 0, 0), joint=soft, spring={"center": ROOT}),
        moving(lambda t: [place(None, m.about((0, 1, 0), 200 * t))]))
    add("springs/center-gravity", "center", "gravity below a center that is turned on its side",
        "Gravity is evaluated in world space, whatever the center.", section,
        chain(joint=dict(soft, gravityPower=0.6), spring={"center": ROOT}), jump(None, turn=m.about((0, 0, 1), 80)))
    add("springs/center-stiffness", "center", "a center that turns while the chain swings",
        "Stiffness pulls along the rest direction in world space.", section,
        chain(axis=(1, 0, 0), joint={"stiffness": 3, "dragForce": 0.5, "gravityPower": 0.5}, spring={"center": HEAD}),
        moving(lambda t: [place(None, m.about((0, 1, 1), 150 * t))]))
    add("springs/center-scaled", "center", "a center that is scaled by 2",
        "The space of the center has its scale too; positions come out the same.", section,
        chain(joint=soft, spring={"center": HEAD}, head={"scale": (2, 2, 2)}), jump(turn=m.about((0, 0, 1), 30)))


def helpers(add):
    """Nodes that constraints turn: a frame updates constraints first, then springs."""
    section = "VRMC_vrm 1.0, Expression, LookAt, SpringBone, Constraints application order"
    soft = {"stiffness": 0.6, "dragForce": 0.3, "gravityPower": 0.1}
    shaken = moving(lambda t: [place(None, m.about((1, 0, 0), 40 * math.sin(9 * t)), HEAD)])

    def model(constraint, at, colliders=None, spring=None):
        """The chain, and a helper beside its carrier that a constraint turns; it carries a chain or a collider."""
        made = chain(joint=soft, colliders=colliders)
        nodes = made["nodes"]
        nodes[0]["children"] = [HEAD, len(nodes)]
        nodes.append(dict(node("helper", at, None if spring is None else [len(nodes) + 1]),
                          extensions={"VRMC_node_constraint": {"specVersion": "1.0", "constraint": constraint}}))
        if spring is not None:
            nodes.append(node("other0", (0.02, -0.03, 0), [len(nodes) + 1]))
            nodes.append(node("other1", (0, -0.1, 0)))
            made["extensions"]["VRMC_springBone"]["springs"].append(
                {"joints": [dict(spring, node=len(nodes) - 2), {"node": len(nodes) - 1}]})
        made["extensionsUsed"].append("VRMC_node_constraint")
        return made

    add("springs/constraint-carrier", "constraints", "a chain on a helper that follows the head",
        "Constraints come before springs: a chain hangs where its carrier has been turned to in the same frame.", section,
        model({"rotation": {"source": HEAD}}, (0.3, 1, 0), spring=soft), shaken)
    add("springs/constraint-collider", "constraints", "a collider on a helper that follows the head by half",
        "Constraints come before springs: colliders are where they have been turned to in the same frame.", section,
        model({"rotation": {"source": HEAD, "weight": 0.5}}, (0, 0.7, -0.3),
              [sphere((0, 0.15, 0.25), 0.1, FIRST + 3)]), shaken)
    add("springs/constraint-aim", "constraints", "a chain on a helper that aims at the middle of the head's chain",
        "A constraint that reads what springs turn sees the rotation of the frame before.", section,
        model({"aim": {"source": FIRST + 1, "aimAxis": "NegativeX"}}, (0.25, 0.95, 0), spring=soft), shaken)
    add("springs/constraint-joint-source", "constraints", "a chain on a helper that follows a joint",
        "A constraint that reads what springs turn sees the rotation of the frame before.", section,
        model({"rotation": {"source": FIRST}}, (0.3, 1, 0), spring=soft), jump())


def add_all(add):
    parameters(add)
    times(add)
    motions(add)
    shapes(add)
    centers(add)
    helpers(add)
