"""
Writes a heavy avatar: a GLB of about 33 MB whose body and face have the content of real ones, in the forms that exporters
write. It is valid, so checks have to read all of it.

    heavy.py FILE
"""
import json
import math
import struct
import sys
from array import array

BONES = [('hips', None, (0, 0.9, 0)), ('spine', 'hips', (0, 0.2, 0)), ('head', 'spine', (0, 0.4, 0))]
for side, sign in (('left', 1), ('right', -1)):
    BONES += [(side + 'UpperLeg', 'hips', (0.1 * sign, -0.05, 0)), (side + 'LowerLeg', side + 'UpperLeg', (0, -0.4, 0)),
              (side + 'Foot', side + 'LowerLeg', (0, -0.4, 0)), (side + 'UpperArm', 'spine', (0.15 * sign, 0.25, 0)),
              (side + 'LowerArm', side + 'UpperArm', (0.25 * sign, 0, 0)),
              (side + 'Hand', side + 'LowerArm', (0.22 * sign, 0, 0))]


class Writer:
    def __init__(self):
        self.bin = bytearray()
        self.views = []
        self.accessors = []

    def add(self, numbers, kind, component, size, bounds=False):
        data = numbers.tobytes()
        self.views.append({'buffer': 0, 'byteOffset': len(self.bin), 'byteLength': len(data)})
        self.bin += data + bytes(-len(data) % 4)
        accessor = {'bufferView': len(self.views) - 1, 'componentType': component, 'type': kind,
                    'count': len(numbers) // size}
        if bounds:
            accessor['min'] = [min(numbers[k::size]) for k in range(size)]
            accessor['max'] = [max(numbers[k::size]) for k in range(size)]
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def sphere(rows, columns, center, radius):
    """Returns positions and normals of a sphere, and the triangles, which face outwards."""
    normals = array('f')
    positions = array('f')
    for i in range(rows + 1):
        for k in range(columns):
            up, round_ = math.pi * i / rows, 2 * math.pi * k / columns
            n = (math.sin(up) * math.cos(round_), math.cos(up), math.sin(up) * math.sin(round_))
            normals.extend(n)
            positions.extend(center[a] + radius * n[a] for a in range(3))
    triangles = array('I')
    for i in range(rows):
        for k in range(columns):
            a, b = i * columns + k, i * columns + (k + 1) % columns
            c, d = a + columns, b + columns
            triangles.extend((a, b, c) if i > 0 else (a, d, c))
            if 0 < i < rows - 1:
                triangles.extend((b, d, c))
    return positions, normals, triangles


def mesh(writer, rows, columns, center, radius, joints, targets):
    positions, normals, triangles = sphere(rows, columns, center, radius)
    count = len(positions) // 3
    attributes = {'POSITION': writer.add(positions, 'VEC3', 5126, 3, True),
                  'NORMAL': writer.add(normals, 'VEC3', 5126, 3),
                  'TEXCOORD_0': writer.add(array('f', [0.25] * (2 * count)), 'VEC2', 5126, 2),
                  'JOINTS_0': writer.add(array('H', [v for i in range(count) for v in (i % joints, (i + 1) % joints or 1, 0, 0)]
                                                    if joints > 3 else [joints - 1, 0, 0, 0] * count), 'VEC4', 5123, 4),
                  'WEIGHTS_0': writer.add(array('f', [0.75, 0.25, 0, 0] * count if joints > 3 else [1, 0, 0, 0] * count),
                                          'VEC4', 5126, 4)}
    morphs = []
    for t in range(targets):
        moved = array('f', [0.01 * ((i * 7 + t) % 13 - 6) / 6 for i in range(3 * count)])
        morphs.append({'POSITION': writer.add(moved, 'VEC3', 5126, 3, True)})
    primitive = {'attributes': attributes, 'indices': writer.add(triangles, 'SCALAR', 5125, 1)}
    if morphs:
        primitive['targets'] = morphs
    return {'primitives': [primitive]}


def main():
    writer = Writer()
    numbers = {name: i for i, (name, _, _) in enumerate(BONES)}
    nodes = [{'name': name, 'translation': list(at)} for name, _, at in BONES]
    world = {}
    for name, parent, at in BONES:
        above = world.get(parent, (0, 0, 0))
        world[name] = tuple(a + b for a, b in zip(at, above))
        if parent:
            nodes[numbers[parent]].setdefault('children', []).append(numbers[name])
    binds = array('f')
    for name, _, _ in BONES:
        x, y, z = world[name]
        binds.extend((1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1))
    body = mesh(writer, 220, 340, (0, 0.9, 0), 0.4, len(BONES), 0)
    face = mesh(writer, 160, 200, (0, 1.5, 0), 0.15, 3, 64)
    body['name'], face['name'] = 'Body', 'Face'
    face['extras'] = {'targetNames': ['shape%d' % i for i in range(64)]}
    skin = {'joints': list(range(len(BONES))), 'inverseBindMatrices': writer.add(binds, 'MAT4', 5126, 16)}
    nodes += [{'name': 'Body', 'mesh': 0, 'skin': 0}, {'name': 'Face', 'mesh': 1, 'skin': 0}]
    gltf = {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, len(BONES), len(BONES) + 1]}],
            'extensionsUsed': ['VRMC_vrm'], 'nodes': nodes, 'meshes': [body, face], 'skins': [skin],
            'accessors': writer.accessors, 'bufferViews': writer.views, 'buffers': [{'byteLength': len(writer.bin)}],
            'extensions': {'VRMC_vrm': {
                'specVersion': '1.0',
                'meta': {'name': 'Heavy', 'authors': ['vrmlint'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                'humanoid': {'humanBones': {name: {'node': numbers[name]} for name, _, _ in BONES}}}}}
    text = json.dumps(gltf, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 4)
    with open(sys.argv[1], 'wb') as out:
        out.write(struct.pack('<4sII', b'glTF', 2, 28 + len(text) + len(writer.bin)))
        out.write(struct.pack('<I4s', len(text), b'JSON') + text)
        out.write(struct.pack('<I4s', len(writer.bin), b'BIN\0') + writer.bin)


main()
