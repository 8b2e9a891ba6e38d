"""Spring bones, from the specifications of VRMC_springBone 1.0, its extensions, and VRM 0.x.

Options choose between readings if a specification allows several; by default, each is read as in the vectors' first answer.
Other options are what runtimes do instead of the specification: table.py explains differences with them.
"""

import struct

import constraints
import limits
import maths as m
import nodes


def single(v):
    """Rounds to single precision, to find how far a runtime that computes in it may differ."""
    return struct.unpack("<3f", struct.pack("<3f", *v))


class Joint:
    """A head and its tail; offset is the tail in the space of its node."""

    def __init__(self, head, tail, offset, settings, center, colliders):
        self.head = head
        self.tail = tail
        self.offset = offset
        self.center = center
        self.colliders = colliders
        self.settings = settings
        self.stiffness = settings.get("stiffness", 1.0)
        self.gravity_power = settings.get("gravityPower", 0.0)
        self.gravity_dir = tuple(map(float, settings.get("gravityDir", (0.0, -1.0, 0.0))))
        self.drag = settings.get("dragForce", 0.5)
        self.hit_radius = settings.get("hitRadius", 0.0)
        extension = settings.get("extensions", {}).get("VRMC_springBone_limit")
        self.limit = None if extension is None else extension["limit"]


def read_collider(collider):
    extension = collider.get("extensions", {}).get("VRMC_springBone_extended_collider")
    shape = collider["shape"] if extension is None else extension["shape"]
    (kind, values), = shape.items()
    return {"node": collider["node"], "kind": kind, "inside": values.get("inside", False),
            "radius": values.get("radius", 0.0), "offset": tuple(map(float, values.get("offset", m.ZERO))),
            "tail": tuple(map(float, values.get("tail", m.ZERO))),
            "normal": tuple(map(float, values.get("normal", (0.0, 0.0, 1.0))))}


def read_1(gltf, tree):
    extension = gltf["extensions"]["VRMC_springBone"]
    colliders = [read_collider(collider) for collider in extension.get("colliders", [])]
    groups = [[colliders[i] for i in group["colliders"]] for group in extension.get("colliderGroups", [])]
    joints = []
    for spring in extension["springs"]:
        met = [collider for group in spring.get("colliderGroups", []) for collider in groups[group]]
        for head, tail in zip(spring["joints"], spring["joints"][1:]):
            joints.append(Joint(head["node"], tail["node"], m.ZERO, head, spring.get("center"), met))
    return joints


def below(tree, node):
    """Returns a node and its descendants, parents first."""
    return [node] + [found for child in tree.children[node] for found in below(tree, child)]


def read_0(gltf, tree, options):
    extension = gltf["extensions"]["VRM"]["secondaryAnimation"]
    groups = []
    for group in extension.get("colliderGroups", []):
        groups.append([{"node": group["node"], "kind": "sphere", "inside": False, "radius": c["radius"],
                        "offset": (c["offset"]["x"], c["offset"]["y"], -c["offset"]["z"]), "tail": m.ZERO,
                        "normal": m.ZERO} for c in group["colliders"]])
    joints = []
    for group in extension["boneGroups"]:
        met = [collider for index in group.get("colliderGroups", []) for collider in groups[index]]
        center = group.get("center", -1)
        g = group["gravityDir"]
        settings = {"stiffness": group["stiffiness"], "gravityPower": group["gravityPower"],
                    "gravityDir": (g["x"], g["y"], -g["z"] if "gravity-z-reversed" in options else g["z"]),
                    "dragForce": group["dragForce"], "hitRadius": group["hitRadius"]}
        for root in group["bones"]:
            for node in below(tree, root):
                children = tree.children[node]
                tail = children[0] if children else node
                offset = m.ZERO if children else m.scale(m.unit(tree.translation[node]), 0.07)
                joints.append(Joint(node, tail, offset, settings, None if center < 0 else center, met))
    return joints


class Springs:
    """All springs of a file: the state of each joint, and the update for a frame, after that of the constraints."""

    def __init__(self, gltf, options=(), rounded=False):
        self.options = options
        self.rounded = rounded
        self.tree = tree = nodes.Nodes(gltf)
        self.constraints = constraints.Constraints(gltf)
        self.constraints.tree = tree
        is_1 = "VRMC_springBone" in gltf["extensions"]
        self.joints = read_1(gltf, tree) if is_1 else read_0(gltf, tree, options)
        for joint in self.joints:
            head = tree.world(joint.head)
            tail = m.point(tree.world(joint.tail), joint.offset)
            joint.axis = m.unit(m.point(m.invert(head), tail))
            joint.length = m.length(m.sub(tail, m.position(head)))
            joint.seen = tail
            joint.drag = 0.4 if "drag-default-0.4" in options and "dragForce" not in joint.settings else joint.drag
            if "axis-of-tail-node" in options and joint.offset == m.ZERO:
                joint.axis = m.unit(tree.translation[joint.tail])
                tail = m.point(head, tree.translation[joint.tail])
            joint.previous = joint.current = self.to_center(joint, tail)
        # Calculation order: ancestors first; otherwise sorted() keeps the order of the file.
        self.order = sorted(self.joints, key=lambda joint: tree.depth(joint.head))

    def to_center(self, joint, where):
        return where if joint.center is None else m.point(m.invert(self.tree.world(joint.center)), where)

    def from_center(self, joint, where):
        return where if joint.center is None else m.point(self.tree.world(joint.center), where)

    def contact(self, collider, head, tail, hit_radius):
        """Returns the direction away from a collider and the distance, which is negative if they intersect."""
        world = self.tree.world(collider["node"])
        at = m.point(world, collider["offset"])
        delta = m.sub(tail, at)
        if collider["kind"] == "plane":
            normals, determinant = m.cofactors(world)
            normal = m.unit(m.scale(m.direction(normals, collider["normal"]), 1 if determinant > 0 else -1))
            return normal, m.dot(delta, normal) - hit_radius
        if collider["kind"] == "capsule":
            along = m.sub(m.point(world, collider["tail"]), at)
            seen = m.sub(head, at) if "capsule-from-head" in self.options else delta
            share = m.dot(along, seen) / m.dot(along, along) if m.dot(along, along) > 0 else 0.0
            delta = m.sub(delta, m.scale(along, max(0.0, min(1.0, share))))
        radius = collider["radius"]
        if "radius-scaled" in self.options and not collider["inside"]:
            radius *= self.tree.world_scale(collider["node"])
        if collider["inside"]:
            return m.scale(m.unit(delta), -1), radius - hit_radius - m.length(delta)
        return m.unit(delta), m.length(delta) - hit_radius - radius

    def update(self, joint, dt):
        tree = self.tree
        parent = tree.parent[joint.head]
        at = m.point(tree.world(parent), tree.rest_translation[joint.head])
        rest = m.multiply(tree.world_rotation(parent), tree.rest_rotation[joint.head])

        size = joint.length
        if "length-of-last-frame" in self.options and joint.offset == m.ZERO:
            size = m.length(m.sub(joint.seen, at))

        def restore(tail):
            way = m.unit(m.sub(tail, at))
            if joint.limit is not None and "no-limits" not in self.options:
                way = limits.apply(joint.limit, joint.axis, rest, way, "angles-not-clamped" not in self.options,
                                   "minus-y-tolerant" in self.options)
            return m.add(at, m.scale(way, size))

        inertia = m.scale(m.sub(joint.current, joint.previous), 1 - joint.drag)
        tail = self.from_center(joint, m.add(joint.current, inertia))
        tail = m.add(tail, m.scale(m.rotate(rest, joint.axis), dt * joint.stiffness))
        tail = m.add(tail, m.scale(joint.gravity_dir, dt * joint.gravity_power))
        tail = restore(tail)
        for collider in joint.colliders:
            way, distance = self.contact(collider, at, tail, joint.hit_radius)
            if distance < 0 and way != m.ZERO:
                tail = m.sub(tail, m.scale(way, distance))
                inner = collider["inside"] or collider["kind"] == "plane"
                tail = tail if inner and "inside-keeps-length" in self.options else restore(tail)
        if self.rounded:
            tail = single(tail)
        joint.previous = joint.current
        joint.current = self.to_center(joint, tail)
        initial = m.matrix_multiply(tree.world(parent), tree.rest_local(joint.head))
        to = m.unit(m.point(m.invert(initial), tail))
        tree.rotation[joint.head] = m.multiply(tree.rest_rotation[joint.head], m.from_to(joint.axis, to))

    def step(self, frame, dt):
        """Runs one frame: sets the nodes that the frame sets, then updates the joints."""
        for one in frame.get("set", []):
            self.tree.set(one)
        if "springs-first" not in self.options:
            self.constraints.step({}, dt)
        if dt == 0 and "zero-keeps-inertia" not in self.options:
            return
        for joint in self.joints if "order-of-file" in self.options else self.order:
            self.update(joint, dt)
        for joint in self.joints:
            joint.seen = m.position(self.tree.world(joint.tail))
