"""Vectors of VRMC_node_constraint 1.0."""

import math

import maths as m
from rigs import gltf, moving, node, place

SECTION = "VRMC_node_constraint 1.0, "
ROLL, AIM, ROTATION = (SECTION + kind + " Constraint, Evaluation of rotations" for kind in ("Roll", "Aim", "Rotation"))
SOURCE, DESTINATION = 2, 3


def constrained(one, source=None, destination=None, above=None, nodes=None):
    """Returns a model: root, arm, and below the arm a source and a destination with a constraint."""
    nodes = nodes or [node("root", children=[1]), node("arm", (0, 1, 0), [2, 3], **(above or {})),
                      node("source", (0.3, 0, 0), **(source or {})), node("destination", (0, 0.1, 0), **(destination or {}))]
    for index, constraint in (one if isinstance(one, dict) and 3 in one else {DESTINATION: one}).items():
        nodes[index]["extensions"] = {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": constraint}}
    return gltf(nodes, {}, ["VRMC_node_constraint"])


def turning(axis, speed, which=SOURCE, rest=m.IDENTITY):
    return moving(lambda t: [place(None, m.multiply(rest, m.about(axis, speed * t)), which)], 12, 1 / 12)


def rolls(add):
    for name, axis in (("X", (1, 0, 0)), ("Y", (0, 1, 0)), ("Z", (0, 0, 1))):
        for weight in (0.5, 1) if name == "X" else (1,):
            add("constraints/roll-%s-%g" % (name.lower(), weight), "roll", "a roll about %s, weight %g" % (name, weight),
                "The destination takes over the rotation about its own axis.", ROLL,
                constrained({"roll": {"source": SOURCE, "rollAxis": name, "weight": weight}}), turning(axis, 150))
        add("constraints/roll-%s-across" % name.lower(), "roll", "a roll about %s while the source turns otherwise" % name,
            "Rotations away from the axis are taken out by the smallest rotation.", ROLL,
            constrained({"roll": {"source": SOURCE, "rollAxis": name}}), turning((1, 2, 3), 140))
    add("constraints/roll-0", "weight", "a roll of weight 0", "The rest rotation stays.", SECTION + "Weight",
        constrained({"roll": {"source": SOURCE, "rollAxis": "X", "weight": 0.0}},
                    destination={"rotation": m.about((1, 1, 0), 40)}), turning((1, 0, 0), 150))
    add("constraints/roll-0.25", "weight", "a roll of weight 0.25", "Interpolation is spherical.", SECTION + "Weight",
        constrained({"roll": {"source": SOURCE, "rollAxis": "X", "weight": 0.25}}), turning((1, 0, 0), 170))
    add("constraints/roll-default-weight", "weight", "a roll without weight", "The default of weight is 1.",
        SECTION + "rollConstraint.weight", constrained({"roll": {"source": SOURCE, "rollAxis": "Y"}}),
        turning((0, 1, 0), 120))
    rests = (("source", m.about((0, 0, 1), 70), m.IDENTITY), ("destination", m.IDENTITY, m.about((0, 1, 0), -50)),
             ("both", m.about((1, 0, 1), 60), m.about((0, 1, 2), 110)))
    for name, source, destination in rests:
        add("constraints/roll-rest-%s" % name, "rest", "a roll with a rest rotation of %s" % (
            "both nodes" if name == "both" else "the " + name),
            "Rotations are seen in the space of the parents and go into that of the destination.", ROLL,
            constrained({"roll": {"source": SOURCE, "rollAxis": "X", "weight": 0.7}}, {"rotation": source},
                        {"rotation": destination}), turning((2, 1, 1), 100, rest=source))


def aims(add):
    orbit = moving(lambda t: [place((0.3 * math.cos(2 * t), 0.1 + 0.2 * math.sin(t), 0.3 * math.sin(2 * t) + 0.1), None,
                                    SOURCE)], 12, 1 / 12)
    for axis in ("PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"):
        add("constraints/aim-%s" % axis.lower(), "aim", "an aim along %s" % axis, "The axis points at the source, by the "
            "smallest rotation from rest.", AIM, constrained({"aim": {"source": SOURCE, "aimAxis": axis}}), orbit)
    for weight in (0, 0.8):
        add("constraints/aim-%g" % weight, "weight", "an aim of weight %g" % weight, "Interpolation is spherical.",
            SECTION + "Weight", constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveZ", "weight": weight}}), orbit)
    turned = {"rotation": m.about((1, 2, 1), 65)}
    add("constraints/aim-rest", "rest", "an aim with a rest rotation", "The smallest rotation starts at the rest rotation.",
        AIM, constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveX"}}, destination=turned), orbit)
    add("constraints/aim-below-turned", "space", "an aim below a node with a rest rotation",
        "Aims are evaluated in world space.", AIM,
        constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveX"}}, destination=turned,
                    above={"rotation": m.about((0, 1, 1), 80)}), orbit)
    nodes = [node("root", children=[1, 2]), node("arm", (0, 1, 0), [3]), node("source", (0.4, 1.2, 0.1)),
             node("destination", (0, 0.1, 0))]
    add("constraints/aim-parent-turns", "space", "the parent of an aim turns", "Aims are evaluated in world space.", AIM,
        constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveX", "weight": 0.6}}, nodes=nodes),
        turning((1, 1, 1), 100, 1))
    nodes = [node("root", children=[1]), node("arm", (0, 1, 0), [2, 3], scale=(2, 2, 2)), node("source", (0.3, 0, 0)),
             node("destination", (0, 0.1, 0))]
    add("constraints/aim-scaled", "space", "an aim below a scaled node", "Scale doesn't change directions.", AIM,
        constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveX"}}, nodes=nodes), orbit)
    add("constraints/aim-opposite", "singular", "the source is exactly opposite to the aim axis",
        "The smallest rotation has no axis of its own.", AIM,
        constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveX"}}),
        [{"dt": 1 / 12, "set": [place((-0.5, 0.1, 0), None, SOURCE)]}],
        open="Any rotation that points the axis at the source is right.", any_finite=True)
    add("constraints/aim-same-place", "singular", "the source is exactly at the destination",
        "There is no direction to aim at.", AIM, constrained({"aim": {"source": SOURCE, "aimAxis": "PositiveX"}}),
        [{"dt": 1 / 12, "set": [place((0, 0.1, 0), None, SOURCE)]}],
        open="Any finite result is right.", any_finite=True)


def rotations(add):
    for weight in (0, 0.5, 1):
        add("constraints/rotation-%g" % weight, "rotation", "a rotation of weight %g" % weight,
            "Interpolation is spherical.", ROTATION, constrained({"rotation": {"source": SOURCE, "weight": weight}}),
            turning((1, 2, 3), 150))
    for name, source, destination in (("source", m.about((0, 0, 1), 70), m.IDENTITY),
                                      ("destination", m.IDENTITY, m.about((0, 1, 0), -50)),
                                      ("both", m.about((1, 0, 1), 60), m.about((0, 1, 2), 110))):
        add("constraints/rotation-rest-%s" % name, "rest", "a rotation with a rest rotation of %s" % (
            "both nodes" if name == "both" else "the " + name), "The rotation since rest counts, in local space of both.",
            ROTATION, constrained({"rotation": {"source": SOURCE, "weight": 0.8}}, {"rotation": source},
                                  {"rotation": destination}), turning((2, 1, 1), 100, rest=source))
    add("constraints/rotation-default-weight", "weight", "a rotation without weight", "The default of weight is 1.",
        SECTION + "rotationConstraint.weight", constrained({"rotation": {"source": SOURCE}}), turning((0, 1, 1), 90))
    add("constraints/rotation-negated", "rotation", "the source's quaternion has the other sign",
        "q and -q are the same rotation, so interpolation takes the shorter way.", ROTATION,
        constrained({"rotation": {"source": SOURCE, "weight": 0.5}}),
        moving(lambda t: [place(None, tuple(-x for x in m.about((1, 2, 3), 90 * t)), SOURCE)], 12, 1 / 12))
    add("constraints/rotation-parents", "space", "the parent of both turns", "Only local rotations count.", ROTATION,
        constrained({"rotation": {"source": SOURCE}}), turning((1, 1, 0), 120, 1))


def chains(add):
    nodes = [node("root", children=[1, 2, 3, 4]), node("first", (0, 1, 0)), node("source", (0.3, 1, 0)),
             node("middle", (0, 1.1, 0)), node("end", (0, 1.2, 0))]
    add("constraints/chain", "order", "a constraint whose source is constrained, in the order of the nodes",
        "A constraint is updated after its source.", SECTION + "Dependency resolution between constraints",
        constrained({3: {"rotation": {"source": 2, "weight": 0.5}}, 4: {"rotation": {"source": 3, "weight": 0.5}}},
                    nodes=[dict(one) for one in nodes]), turning((0, 1, 0), 150))
    add("constraints/chain-reversed", "order", "the same in the other order", "A constraint is updated after its source.",
        SECTION + "Dependency resolution between constraints",
        constrained({3: {"roll": {"source": 4, "rollAxis": "Y", "weight": 0.5}}, 4: {"rotation": {"source": 2}}},
                    nodes=[dict(one) for one in nodes]), turning((0, 1, 0.3), 150))
    nodes = [node("root", children=[1]), node("arm", (0, 1, 0), [2, 4]), node("source", (0.3, 0, 0)),
             node("aims", (0.2, 0.1, 0)), node("turns", (0, 0.1, 0), [3])]
    add("constraints/aim-below-constrained", "order", "an aim below a node that is constrained",
        "An aim is updated after the nodes above it.", SECTION + "Dependency resolution between constraints",
        constrained({3: {"aim": {"source": 2, "aimAxis": "PositiveZ"}}, 4: {"rotation": {"source": 2, "weight": 0.7}}},
                    nodes=[dict(one) for one in nodes]), turning((0, 0, 1), 120))
    nodes = [node("root", children=[1, 2, 4]), node("still", (0, 1, 0)), node("source", (0.3, 0, 0)),
             node("aims", (0.2, 0.1, 0)), node("turns", (0, 0.1, 0), [5]), node("carried", (0.5, 0.3, 0))]
    nodes[1]["children"] = [3]
    add("constraints/aim-at-constrained", "order", "an aim at a node below one that is constrained",
        "An aim is updated after the nodes above its source.", SECTION + "Dependency resolution between constraints",
        constrained({3: {"aim": {"source": 5, "aimAxis": "PositiveX"}}, 4: {"rotation": {"source": 2}}},
                    nodes=nodes), turning((0, 0, 1), 120))


def add_all(add):
    rolls(add)
    aims(add)
    rotations(add)
    chains(add)
