"""VRMC_node_constraint 1.0, from the specification: its example implementations, and the order of dependencies."""

import maths as m
import nodes

AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


class Constraints:
    def __init__(self, gltf, options=(), rounded=False):
        self.tree = nodes.Nodes(gltf)
        self.constraints = {}
        self.rounded = rounded
        for index, node in enumerate(gltf["nodes"]):
            extension = node.get("extensions", {}).get("VRMC_node_constraint")
            if extension is not None:
                self.constraints[index] = next(iter(extension["constraint"].items()))

    def roll(self, node, values):
        source = values["source"]
        rest = self.tree.rest_rotation
        delta = m.multiply(m.inverse(rest[source]), self.tree.rotation[source])
        in_parent = m.multiply(m.multiply(rest[source], delta), m.inverse(rest[source]))
        in_destination = m.multiply(m.multiply(m.inverse(rest[node]), in_parent), rest[node])
        axis = AXES[values["rollAxis"]]
        off = m.from_to(axis, m.rotate(in_destination, axis))
        return m.multiply(m.multiply(rest[node], m.inverse(off)), in_destination)

    def aim(self, node, values):
        above = self.tree.world_rotation(self.tree.parent[node])
        rest = self.tree.rest_rotation[node]
        sign = -1 if values["aimAxis"].startswith("Negative") else 1
        axis = m.scale(AXES[values["aimAxis"][-1]], sign)
        start = m.rotate(m.multiply(above, rest), axis)
        to = m.unit(m.sub(m.position(self.tree.world(values["source"])), m.position(self.tree.world(node))))
        turn = m.IDENTITY if to == m.ZERO else m.from_to(start, to)
        return m.multiply(m.multiply(m.multiply(m.inverse(above), turn), above), rest)

    def rotation(self, node, values):
        source = values["source"]
        delta = m.multiply(m.inverse(self.tree.rest_rotation[source]), self.tree.rotation[source])
        return m.multiply(self.tree.rest_rotation[node], delta)

    def dependencies(self, node):
        """Returns the nodes whose transforms a constraint reads."""
        kind, values = self.constraints[node]
        read = [values["source"]]
        if kind == "aim":
            for start in (self.tree.parent[values["source"]], self.tree.parent[node]):
                while start is not None:
                    read.append(start)
                    start = self.tree.parent[start]
        return read

    def update(self, node, done):
        if node in done:
            return
        done.add(node)
        for other in self.dependencies(node):
            if other in self.constraints:
                self.update(other, done)
        kind, values = self.constraints[node]
        target = getattr(self, kind)(node, values)
        self.tree.rotation[node] = m.unit(m.slerp(self.tree.rest_rotation[node], target, values.get("weight", 1.0)))

    def step(self, frame, dt):
        for one in frame.get("set", []):
            self.tree.set(one)
        done = set()
        for node in self.constraints:
            self.update(node, done)
