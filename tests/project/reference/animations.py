"""VRMC_vrm_animation 1.0 and 1.0-draft, from the specifications; "About pose data compatibility" for other rest poses; lookAt
of VRMC_vrm 1.0; interpolation from glTF 2.0, appendix C."""

import base64
import math
import struct

import maths as m
import nodes

COMPONENTS = {5126: ("f", 1.0), 5122: ("h", 32767.0)}
SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def read(gltf, index):
    """Returns the elements of an accessor, as tuples."""
    accessor = gltf["accessors"][index]
    view = gltf["bufferViews"][accessor["bufferView"]]
    data = base64.b64decode(gltf["buffers"][view["buffer"]]["uri"].split(",")[1])
    code, most = COMPONENTS[accessor["componentType"]]
    size = SIZES[accessor["type"]]
    flat = struct.unpack_from("<%d%s" % (size * accessor["count"], code), data, view["byteOffset"])
    return [tuple(x if most == 1 else max(x / most, -1.0) for x in flat[i:i + size]) for i in range(0, len(flat), size)]


class Track:
    def __init__(self, gltf, animation, channel):
        sampler = animation["samplers"][channel["sampler"]]
        self.times = [time for time, in read(gltf, sampler["input"])]
        self.values = read(gltf, sampler["output"])
        self.way = sampler.get("interpolation", "LINEAR")

    def value(self, key):
        return self.values[3 * key + 1 if self.way == "CUBICSPLINE" else key]

    def at(self, time, turns=False):
        if time <= self.times[0]:
            return self.value(0)
        if time >= self.times[-1]:
            return self.value(len(self.times) - 1)
        key = max(k for k, start in enumerate(self.times) if start <= time)
        span = self.times[key + 1] - self.times[key]
        t = (time - self.times[key]) / span
        if self.way == "STEP":
            return self.value(key)
        if self.way == "LINEAR":
            a, b = self.value(key), self.value(key + 1)
            return m.slerp(m.unit(a), m.unit(b), t) if turns else m.add(a, m.scale(m.sub(b, a), t))
        out, into = self.values[3 * key + 2], self.values[3 * key + 3]
        return tuple((2 * t ** 3 - 3 * t ** 2 + 1) * v + span * (t ** 3 - 2 * t ** 2 + t) * o +
                     (-2 * t ** 3 + 3 * t ** 2) * w + span * (t ** 3 - t ** 2) * i
                     for v, o, w, i in zip(self.value(key), out, self.value(key + 1), into))


def mapped(entries):
    return {name: entry["node"] for name, entry in (entries or {}).items()}


# Bones that get the rotation of a bone that the source has and the avatar lacks.
BELOW = {"upperChest": ("head", "leftUpperArm", "rightUpperArm")}


class Animations:
    """The motion of an avatar; the model is a pair of the avatar and the animation."""

    def __init__(self, model, options=(), rounded=False):
        avatar, gltf = model
        self.options = options
        self.rounded = rounded
        self.now = 0.0
        self.tree = nodes.Nodes(avatar)
        self.rest = nodes.Nodes(avatar)
        self.source = nodes.Nodes(gltf)
        self.look_at = avatar["extensions"]["VRMC_vrm"].get("lookAt", {})
        extension = gltf["extensions"]["VRMC_vrm_animation"]
        self.draft = extension["specVersion"] == "1.0-draft"
        self.bones = mapped(avatar["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"])
        self.from_bones = mapped(extension.get("humanoid", {}).get("humanBones"))
        expressions = extension.get("expressions", {})
        self.expressions = dict(mapped(expressions.get("preset")), **mapped(expressions.get("custom")))
        self.gaze_node = extension.get("lookAt", {}).get("node")
        animation = gltf["animations"][0]
        self.tracks = {(channel["target"]["node"], channel["target"]["path"]): Track(gltf, animation, channel)
                       for channel in animation["channels"]}

    def normalized(self, bone):
        """Returns W * L^-1 * A.LocalRotation * W^-1, or None if the animation doesn't rotate the bone."""
        node = self.from_bones.get(bone)
        track = self.tracks.get((node, "rotation"))
        if track is None:
            return None
        world, local = self.source.world_rotation(node), self.source.rotation[node]
        return m.multiply(m.multiply(m.multiply(world, m.inverse(local)), m.unit(track.at(self.now, True))), m.inverse(world))

    def turn(self, bone, node):
        turn = self.normalized(bone)
        if "apply-missing" in self.options:
            for missing, below in BELOW.items():
                above = self.normalized(missing) if bone in below and missing not in self.bones else None
                turn = turn if above is None else m.multiply(above, turn or m.IDENTITY)
        if turn is not None:
            world, local = self.rest.world_rotation(node), self.rest.rotation[node]
            self.tree.rotation[node] = m.unit(m.multiply(m.multiply(m.multiply(local, m.inverse(world)), turn), world))

    def move(self, node):
        source = self.from_bones.get("hips")
        track = self.tracks.get((source, "translation"))
        if track is None:
            return
        at = m.point(self.source.world(self.source.parent[source]), track.at(self.now))
        if "not-scaled" not in self.options:
            at = m.scale(at, m.position(self.rest.world(node))[1] / m.position(self.source.world(source))[1])
        self.tree.translation[node] = m.point(m.invert(self.rest.world(self.rest.parent[node])), at)

    def step(self, frame, dt):
        self.now += dt
        for bone, node in self.bones.items():
            self.turn(bone, node)
        self.move(self.bones["hips"])

    def weight(self, expression):
        track = self.tracks[(self.expressions[expression], "translation")]
        if "clamp-keys" in self.options:
            track.values = [(min(1.0, max(0.0, x)), y, z) for x, y, z in track.values]
        return min(1.0, max(0.0, track.at(self.now)[0]))

    def angles(self):
        """Returns yaw and pitch of the gaze, degrees."""
        if self.draft:
            track = self.tracks[(self.gaze_node, "translation")]
            target = m.point(self.source.world(self.source.parent[self.gaze_node]), track.at(self.now))
            head = self.bones["head"]
            space = m.matrix_multiply(self.tree.world(head), m.compose(
                tuple(self.look_at["offsetFromHeadBone"]), m.inverse(self.rest.world_rotation(head)), m.ONE))
            x, y, z = m.point(m.invert(space), target)
        else:
            turn = m.unit(self.tracks[(self.gaze_node, "rotation")].at(self.now, True))
            x, y, z = m.rotate(turn, (0.0, 0.0, 1.0))
        return (math.degrees(math.atan2(x, z)), math.degrees(math.atan2(-y, math.hypot(x, z))))

    def value(self, track):
        """Returns the current value of what a track measures."""
        if "rotations" in track:
            return self.tree.rotation[track["node"]]
        if "positions" in track:
            return m.position(self.tree.world(track["node"]))
        return self.weight(track["expression"]) if "weights" in track else self.angles()
