"""The nodes of a glTF file, with transforms that change."""

import maths as m


class Nodes:
    """The node hierarchy: local transforms, and world transforms, which are computed when requested."""

    def __init__(self, gltf):
        self.parent = [None] * len(gltf["nodes"])
        self.children = [node.get("children", []) for node in gltf["nodes"]]
        for index, children in enumerate(self.children):
            for child in children:
                self.parent[child] = index
        self.translation = [tuple(map(float, node.get("translation", m.ZERO))) for node in gltf["nodes"]]
        self.rotation = [tuple(map(float, node.get("rotation", m.IDENTITY))) for node in gltf["nodes"]]
        self.scale = [tuple(map(float, node.get("scale", m.ONE))) for node in gltf["nodes"]]
        self.rest_translation = list(self.translation)
        self.rest_rotation = list(self.rotation)

    def local(self, node):
        return m.compose(self.translation[node], self.rotation[node], self.scale[node])

    def rest_local(self, node):
        return m.compose(self.rest_translation[node], self.rest_rotation[node], self.scale[node])

    def world(self, node):
        """Returns the world matrix; the identity for None, the parent of the roots."""
        if node is None:
            return m.compose(m.ZERO, m.IDENTITY, m.ONE)
        return m.matrix_multiply(self.world(self.parent[node]), self.local(node))

    def world_rotation(self, node):
        if node is None:
            return m.IDENTITY
        return m.multiply(self.world_rotation(self.parent[node]), self.rotation[node])

    def world_scale(self, node):
        """Returns the largest factor by which nodes scale lengths, as products of scales."""
        if node is None:
            return 1.0
        return self.world_scale(self.parent[node]) * max(abs(s) for s in self.scale[node])

    def depth(self, node):
        return 0 if node is None else 1 + self.depth(self.parent[node])

    def set(self, frame_set):
        """Sets a node's transform as a frame of a vector requires."""
        node = frame_set["node"]
        if "translation" in frame_set:
            self.translation[node] = tuple(map(float, frame_set["translation"]))
        if "rotation" in frame_set:
            self.rotation[node] = tuple(map(float, frame_set["rotation"]))
