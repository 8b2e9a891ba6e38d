"""Vectors of VRMC_vrm_animation."""

import base64
import struct

import maths as m
from rigs import gltf, node

SECTION = "VRMC_vrm_animation 1.0, "
HUMANOID, EXPRESSIONS, LOOK_AT = (SECTION + name for name in ("Humanoid", "Expressions", "LookAt"))
POSES = "VRMC_vrm_animation 1.0, About pose data compatibility, "
INTERPOLATION = "glTF 2.0, Appendix C: Animation Sampler Interpolation Modes"

# Bones in the T-pose: their positions and parents.
BODY = {"hips": ((0, 1, 0), None), "spine": ((0, 1.1, 0), "hips"), "upperChest": ((0, 1.3, 0), "spine"),
        "head": ((0, 1.5, 0), "upperChest")}
for side, sign in (("left", 1), ("right", -1)):
    BODY.update({side + "UpperLeg": ((0.1 * sign, 0.95, 0), "hips"), side + "LowerLeg": ((0.1 * sign, 0.5, 0), side + "UpperLeg"),
                 side + "Foot": ((0.1 * sign, 0.1, 0), side + "LowerLeg"),
                 side + "UpperArm": ((0.2 * sign, 1.4, 0), "upperChest"), side + "LowerArm": ((0.45 * sign, 1.4, 0), side + "UpperArm"),
                 side + "Hand": ((0.7 * sign, 1.4, 0), side + "LowerArm")})

SAMPLED = 1 / 16  # seconds, exact in binary
FRAMES = [{"dt": SAMPLED, "repeat": 20}]

RANGE = {"inputMaxValue": 90, "outputScale": 10}
META = {"name": "kit", "authors": ["vrmlint"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}


def body(turned=None, size=1.0, root=None, chest=False, between=None):
    """Returns nodes in the T-pose, the root first, and the indices of the bones.

    turned has the world rotations of bones; a bone without one has that of its parent. between adds a node that isn't a bone
    above a bone, with its world rotation.
    """
    out, index, worlds = [node("root", **(root or {}))], {}, {None: (0, m.ZERO, m.IDENTITY)}
    for bone, (at, parent) in BODY.items():
        if bone == "upperChest" and not chest:
            worlds[bone] = worlds[parent]
            continue
        above, origin, turn = worlds[parent]
        place = m.scale(tuple(map(float, at)), size)
        if bone in (between or {}):
            out.append(node(bone + "Holder", m.rotate(m.inverse(turn), m.scale(m.sub(place, origin), 0.5)),
                            rotation=m.multiply(m.inverse(turn), between[bone])))
            out[above].setdefault("children", []).append(len(out) - 1)
            above, origin, turn = len(out) - 1, m.scale(m.add(place, origin), 0.5), between[bone]
        world = (turned or {}).get(bone, turn)
        local = m.multiply(m.inverse(turn), world)
        out.append(node(bone, m.rotate(m.inverse(turn), m.sub(place, origin)), rotation=None if local == m.IDENTITY else local))
        out[above].setdefault("children", []).append(len(out) - 1)
        index[bone] = len(out) - 1
        worlds[bone] = (len(out) - 1, place, world)
    return out, index


def humanoid(index):
    return {"humanBones": {bone: {"node": place} for bone, place in index.items()}}


def avatar(expressions=None, offset=(0.0, 0.06, 0.0), **how):
    out, index = body(**how)
    extension = {"specVersion": "1.0", "meta": META, "humanoid": humanoid(index), "lookAt": {
        "type": "bone", "offsetFromHeadBone": [float(x) for x in offset], "rangeMapHorizontalInner": RANGE,
        "rangeMapHorizontalOuter": RANGE, "rangeMapVerticalDown": RANGE, "rangeMapVerticalUp": RANGE},
                 "expressions": expressions or {"preset": {}}}
    return gltf(out, {"VRMC_vrm": extension}, ["VRMC_vrm"]), index


class Motion:
    """Makes a VRM animation."""

    def __init__(self, version="1.0", bones=True, **how):
        self.nodes, self.index = body(**how) if bones else ([node("root")], {})
        self.extension = {"specVersion": version}
        if bones:
            self.extension["humanoid"] = humanoid(self.index)
        self.data, self.views, self.accessors, self.animations = b"", [], [], []
        self.begin()

    def begin(self):
        self.animations.append({"channels": [], "samplers": []})

    def below(self, parent, name, **more):
        self.nodes.append(node(name, **more))
        self.nodes[parent].setdefault("children", []).append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def accessor(self, rows, kind, shorts=False):
        flat = [x for row in rows for x in row]
        packed = struct.pack("<%dh" % len(flat), *(round(32767 * x) for x in flat)) if shorts else struct.pack(
            "<%df" % len(flat), *flat)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)})
        self.data += packed
        one = {"bufferView": len(self.views) - 1, "componentType": 5122 if shorts else 5126, "count": len(rows), "type": kind}
        if shorts:
            one["normalized"] = True
        if kind == "SCALAR":
            one.update(min=[struct.unpack("<f", packed[:4])[0]], max=[struct.unpack("<f", packed[-4:])[0]])
        self.accessors.append(one)
        return len(self.accessors) - 1

    def key(self, where, path, times, rows, way="LINEAR", shorts=False):
        animation = self.animations[-1]
        sampler = {"input": self.accessor([(time,) for time in times], "SCALAR"),
                   "output": self.accessor(rows, "VEC4" if path == "rotation" else "VEC3", shorts)}
        if way != "LINEAR":
            sampler["interpolation"] = way
        animation["samplers"].append(sampler)
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": {"node": where, "path": path}})
        return self

    def turn(self, bone, rows, **how):
        """Rotates a bone relative to its rest pose, in its parent's space."""
        rest = tuple(self.nodes[self.index[bone]].get("rotation", m.IDENTITY))
        return self.key(self.index[bone], "rotation", TIMES[:len(rows)], [m.multiply(row, rest) for row in rows], **how)

    def express(self, name, rows, times=None, way="LINEAR", custom=False):
        """Animates an expression; rows are weights."""
        where = self.below(0, name)
        kind = self.extension.setdefault("expressions", {}).setdefault("custom" if custom else "preset", {})
        kind[name] = {"node": where}
        return self.key(where, "translation", times or TIMES[:len(rows)], [(x, 0.3, -0.2) for x in rows], way)

    def gaze(self, path, times, rows, way="LINEAR", parent=0):
        where = self.below(parent, "gaze")
        self.extension["lookAt"] = {"node": where}
        return self.key(where, path, times, rows, way)

    def gltf(self):
        out = gltf(self.nodes, {"VRMC_vrm_animation": self.extension}, ["VRMC_vrm_animation"])
        out.update(animations=self.animations, accessors=self.accessors, bufferViews=self.views, buffers=[
            {"byteLength": len(self.data), "uri": "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()}])
        return out


TIMES = (0.1, 0.45, 0.8, 1.05)  # never the times at which vectors are measured
TURNS = (m.IDENTITY, m.about((1, 2, 3), 100), m.about((0, 1, 0.2), -60), m.about((1, 0, 0), 40))
HEADS = ("hips", "spine", "head", "leftUpperArm", "leftLowerArm", "rightLowerLeg")
PLACES = ((0, 1, 0), (0.2, 0.9, 0.1), (-0.1, 1.1, 0.3), (0, 1, 0.5))


def turned(motion, bones=HEADS):
    for count, bone in enumerate(bones):
        motion.turn(bone, [TURNS[(k + count) % 4] for k in range(4)])
    return motion


def rests(seed):
    return {bone: m.about((1 + seed, count % 3 - 1, 0.5 * count), 25 * count + 40 + 30 * seed) for count, bone in enumerate(HEADS)}


def rotations(index, bones=HEADS):
    return [{"node": index[bone], "rotations": []} for bone in bones]


def retargeting(add):
    for name, mine, other, text in (("source", {}, rests(0), "The animation's bones have rest rotations."),
                                    ("target", rests(1), {}, "The avatar's bones have rest rotations."),
                                    ("both", rests(1), rests(0), "Bones of both have rest rotations, which differ.")):
        model, index = avatar(turned=mine)
        add("animations/retarget-%s" % name, "retargeting", "rest rotations in %s" % {
            "source": "the animation", "target": "the avatar"}.get(name, name), text + " The pose looks the same.",
            POSES + "Conversion process details", (model, turned(Motion(turned=other)).gltf()), FRAMES, tracks=rotations(index))
    model, index = avatar(turned=rests(1), between={"head": m.about((0, 0, 1), 50)})
    add("animations/retarget-between", "retargeting", "nodes between bones that are turned at rest",
        "W and L of a bone are those of its node: what is between counts for W.", POSES + "Conversion process details",
        (model, turned(Motion(turned=rests(0), between={"leftLowerArm": m.about((1, 0, 1), 70)})).gltf()), FRAMES,
        tracks=rotations(index))
    model, index = avatar(turned=rests(1))
    motion = turned(Motion(chest=True), ("spine", "upperChest", "head", "leftUpperArm"))
    bones = ("spine", "head", "leftUpperArm")
    add("animations/retarget-missing", "retargeting", "an upperChest that the avatar doesn't have",
        "Each bone takes over its own rotation.", POSES + "When the target model has few bones", (model, motion.gltf()), FRAMES,
        tracks=rotations(index, bones), open="The text recommends to apply the rotation to the children, and doesn't require it.",
        alternatives=[("the children take over the rotation of the missing bone", ("apply-missing",))])


def hips(add):
    root = {"translation": (0.3, 0.2, -0.1), "rotation": m.about((0, 1, 0), 40), "scale": (1.5, 1.5, 1.5)}
    scaled = POSES + "About translation scaling"
    for name, title, text, section, mine, other in (
            ("same", "hips that move", "The translation of the hips is a place, not an offset.", HUMANOID, {}, {}),
            ("taller", "an avatar of twice the height", "Translations grow with the height of the hips.", scaled, {"size": 2.0}, {}),
            ("source-root", "an animation whose root is moved, turned and scaled", "Places count in model space.", HUMANOID, {},
             {"root": root}),
            ("target-root", "an avatar whose root is moved, turned and scaled", "Places count in model space.", HUMANOID,
             {"root": root, "turned": rests(1)}, {})):
        model, index = avatar(**mine)
        motion = Motion(**other)
        motion.key(motion.index["hips"], "translation", TIMES, PLACES)
        differs = mine != other
        add("animations/hips-%s" % name, "hips", title, text, section, (model, motion.gltf()), FRAMES,
            tracks=[{"node": index["hips"], "positions": []}],
            open="Scaling is a recommendation, and its formula one of several." if differs else None,
            alternatives=[("translations aren't scaled", ("not-scaled",))] if differs else ())


def interpolation(add):
    model, index = avatar()
    tracks = rotations(index, ("head",))
    head = "head"
    negated = [TURNS[0], tuple(-x for x in TURNS[1]), TURNS[2], TURNS[3]]
    add("animations/linear", "interpolation", "linear keys of a rotation, one with the other sign",
        "LINEAR is spherical for rotations, along the shorter way.", INTERPOLATION, (model, Motion().turn(head, negated).gltf()),
        FRAMES, tracks=tracks)
    add("animations/step", "interpolation", "keys of a rotation in steps", "STEP holds the key before.", INTERPOLATION,
        (model, Motion().turn(head, TURNS, way="STEP").gltf()), FRAMES, tracks=tracks)
    rows = []
    for k, turn in enumerate(TURNS):
        rows += [(0.3 * k, 0.0, 0.2, 0.1), turn, (-0.4, 0.5, 0.0, 0.2 * k)]
    motion = Motion()
    motion.key(motion.index[head], "rotation", TIMES, rows, "CUBICSPLINE")
    add("animations/cubic", "interpolation", "a cubic spline of a rotation", "Tangents are multiplied by the time between keys, "
        "and the result is normalized.", INTERPOLATION, (model, motion.gltf()), FRAMES, tracks=tracks)
    motion = Motion()
    motion.key(motion.index[head], "rotation", (0.52, 0.77), TURNS[1:3])
    add("animations/outside", "interpolation", "times before the first key and after the last", "The nearest key counts.",
        "glTF 2.0, 3.11. Animations", (model, motion.gltf()), FRAMES, tracks=tracks)
    motion = Motion().turn(head, TURNS)
    motion.begin()
    motion.turn(head, TURNS[::-1])
    add("animations/first", "interpolation", "a file with two animations", "The first animation is read.", SECTION + "Animations",
        (model, motion.gltf()), FRAMES, tracks=tracks)
    add("animations/shorts", "interpolation", "a rotation in normalized shorts", "f = max(c / 32767, -1).",
        "glTF 2.0, 3.11. Animations", (model, Motion().turn(head, TURNS, shorts=True).gltf()), FRAMES, tracks=tracks)


def expressions(add):
    def weights(*names):
        return [{"expression": name, "weights": []} for name in names]
    model, _ = avatar({"preset": {name: {} for name in ("happy", "aa", "blink")}, "custom": {"pout": {}}})
    one = "The X of the node's translation is the weight."
    add("animations/weights", "expressions", "two presets", one, EXPRESSIONS,
        (model, Motion().express("happy", (0, 1, 0.25, 0.5)).express("aa", (1, 0.5, 0.75, 0)).gltf()), FRAMES,
        tracks=weights("happy", "aa"))
    add("animations/weights-custom", "expressions", "a custom expression beside a preset", one, SECTION + "expressions.custom",
        (model, Motion().express("blink", (0.2, 0.9, 0.4, 0)).express("pout", (0, 0.6, 0.1, 1), custom=True).gltf()), FRAMES,
        tracks=weights("blink", "pout"))
    add("animations/weights-step", "expressions", "weights in steps", "STEP holds the key before.", INTERPOLATION,
        (model, Motion().express("blink", (0, 1, 0.5, 0), way="STEP").gltf()), FRAMES, tracks=weights("blink"))
    rows = [x for value, tangent in zip((0.5, 1, 0.2, 0), (3, 2, -4, -2)) for x in (tangent, value, tangent)]
    add("animations/weights-cubic", "expressions", "a cubic spline of weights, which leaves 0 to 1 between keys",
        "Weights beyond 0 to 1 act as 0 or 1.", EXPRESSIONS,
        (model, Motion().express("happy", rows, TIMES, "CUBICSPLINE").gltf()), FRAMES, tracks=weights("happy"))
    add("animations/weights-clamped", "expressions", "keys beyond 0 to 1", "Weights beyond 0 to 1 act as 0 or 1.", EXPRESSIONS,
        (model, Motion().express("aa", (-1, 2, 0.5, -3)).gltf()), FRAMES, tracks=weights("aa"),
        open="The text doesn't say whether keys are limited, or what is between them.",
        alternatives=[("keys are limited before interpolation", ("clamp-keys",))])
    add("animations/weights-alone", "expressions", "an animation without a humanoid", "humanoid isn't required.",
        SECTION + "Properties", (model, Motion(bones=False).express("aa", (0, 1, 0.5, 0.25)).gltf()), FRAMES, tracks=weights("aa"))


def gazes(add):
    track = [{"angles": []}]
    model, _ = avatar()
    rows = [m.multiply(m.about((0, 1, 0), yaw), m.about((1, 0, 0), pitch)) for yaw, pitch in ((0, 0), (70, 30), (-40, -50), (20, 10))]
    add("animations/gaze", "gaze", "a gaze to the sides, up and down",
        "The rotation of the node has yaw about Y, then pitch about X; both are positive to the left and down.", LOOK_AT,
        (model, Motion().gaze("rotation", TIMES, rows).gltf()), FRAMES, tracks=track)
    draft = "VRMC_vrm_animation 1.0-draft, LookAt; VRMC_vrm 1.0, lookAt, Yaw and Pitch in lookAt space"
    places = [(0.2, 1.5, 1), (1, 2.4, 0.5), (-1, 0.7, 0.8), (0.1, 1.2, 2)]
    for name, title, text, mine, root, turns in (
            ("target", "a target that moves", "The place of the node in model space is looked at.", {}, False, False),
            ("head-turns", "a target, and a head that turns", "Yaw and pitch are relative to the head.", {}, False, True),
            ("head-rest", "a head with a rest rotation", "offsetFromHeadBone turns with the head's node; forward is +Z of the model "
             "at rest.", {"turned": {"head": m.about((1, 1, 0), 70)}, "offset": (0.05, 0.1, -0.04)}, False, True),
            ("parent", "a target below a node that is moved and turned", "Places count in model space.", {}, True, False)):
        model, _ = avatar(**mine)
        motion = Motion("1.0-draft")
        parent = motion.below(0, "holder", translation=(0.4, -0.2, 0.1), rotation=m.about((0, 1, 0), 35)) if root else 0
        motion.gaze("translation", TIMES, places, parent=parent)
        if turns:
            motion.turn("head", TURNS)
        add("animations/gaze-%s" % name, "gaze", title, text, draft, (model, motion.gltf()), FRAMES, tracks=track)


def add_all(add):
    retargeting(add)
    hips(add)
    interpolation(add)
    expressions(add)
    gazes(add)
