"""Generates the files that the benchmarks check: the same bytes on every run, in the form that exporters write.

small: an avatar with 8 kB of JSON and one short spring. heavy: 33 MB, 2.2 MB of which are JSON: 300 joints in 30 springs, 40
colliders, a face with hundreds of morph targets, so that accessors and buffer views make up most of the JSON, as in real
avatars. library: many avatars of sizes between the two. write_worst(): files with mostly one kind of object, for memory.
"""
import json
import math
import os
import struct

BODY = ('hips spine chest neck head leftUpperLeg leftLowerLeg leftFoot rightUpperLeg rightLowerLeg rightFoot '
        'leftUpperArm leftLowerArm leftHand rightUpperArm rightLowerArm rightHand').split()
PARENTS = dict(zip(BODY[1:], 'hips spine chest neck hips leftUpperLeg leftLowerLeg hips rightUpperLeg rightLowerLeg '
                             'chest leftUpperArm leftLowerArm chest rightUpperArm rightLowerArm'.split()))


def glb(document, binary):
    text = json.dumps(document, separators=(',', ':'), ensure_ascii=False).encode()
    text += b' ' * (-len(text) % 4)
    chunks = struct.pack('<II', len(text), 0x4E4F534A) + text
    if binary:
        chunks += struct.pack('<II', len(binary), 0x004E4942) + binary
    return struct.pack('<III', 0x46546C67, 2, 12 + len(chunks)) + chunks, len(text)


class Avatar:
    """A humanoid, to which hair, meshes and materials are added."""

    def __init__(self):
        self.nodes = [{'name': 'Armature', 'children': [1]}]
        self.node_of = {}
        for bone in BODY:
            index = len(self.nodes)
            self.node_of[bone] = index
            self.nodes.append({'name': 'J_Bip_' + bone, 'translation': self.offset(bone), 'rotation': [0, 0, 0, 1],
                               'scale': [1, 1, 1]})
            if bone in PARENTS:
                self.nodes[self.node_of[PARENTS[bone]]].setdefault('children', []).append(index)
        self.springs, self.colliders, self.groups = [], [], []
        self.accessors, self.views, self.meshes, self.materials = [], [], [], []
        self.data = []
        self.length = 0

    @staticmethod
    def offset(bone):
        side = 1 if bone.startswith('left') else -1 if bone.startswith('right') else 0
        down = -0.4 if 'Leg' in bone or 'Foot' in bone else 0.0 if side else 0.12
        return [side * 0.11, down if bone != 'hips' else 0.95, 0.003]

    def add_colliders(self, count):
        bones = ['head', 'chest', 'hips', 'leftUpperArm', 'rightUpperArm']
        for i in range(count):
            offset = [round(0.01 * (i % 3) - 0.01, 6), round(-0.3 - 0.002 * i, 6), 0.4]
            shape = {'sphere': {'offset': offset, 'radius': 0.045}} if i % 4 else {
                'capsule': {'offset': offset, 'radius': 0.04, 'tail': [offset[0], offset[1] - 0.05, 0.4]}}
            self.colliders.append({'node': self.node_of[bones[i % len(bones)]], 'shape': shape})
        self.groups = [{'name': f'group{i}', 'colliders': list(range(i, count, 4))} for i in range(min(4, count))]

    def add_spring(self, length):
        number = len(self.springs)
        angle = 2.399963 * number
        joints = []
        parent = self.node_of['head']
        for k in range(length):
            index = len(self.nodes)
            far = 0.09 if k == 0 else 0.0
            self.nodes.append({'name': f'J_Sec_Hair{k + 1}_{number:02}', 'translation': [
                round(far * math.cos(angle) + 0.0071, 9), round(0.08 * far - 0.0431234567, 10),
                round(far * math.sin(angle) - 0.0042, 9)],
                'rotation': [0, 0, 0, 1], 'scale': [1, 1, 1]})
            self.nodes[parent].setdefault('children', []).append(index)
            parent = index
            joints.append({'node': index, 'hitRadius': 0.0120000005, 'stiffness': 1.20000005, 'gravityPower': 0.15,
                           'gravityDir': [0, -1, 0], 'dragForce': 0.4000000059})
        spring = {'name': f'Hair {number:02}', 'joints': joints}
        if self.groups:
            spring['colliderGroups'] = list(range(len(self.groups)))
        self.springs.append(spring)

    def add_accessor(self, kind, count, data, component=5126):
        """Adds an accessor whose elements alternate between two values, minimum and maximum; data: the bytes of the two."""
        accessor = {'bufferView': len(self.views), 'byteOffset': 0, 'type': kind, 'componentType': component, 'count': count,
                    'normalized': False}
        if kind == 'VEC3':
            numbers = struct.unpack('<6f', data)
            pairs = list(zip(numbers[:3], numbers[3:]))
            accessor.update(max=[max(pair) for pair in pairs], min=[min(pair) for pair in pairs])
        self.accessors.append(accessor)
        self.views.append({'buffer': 0, 'byteOffset': self.length, 'byteLength': count * len(data) // 2})
        self.data.append((data * (count // 2 + 1))[:count * len(data) // 2])
        self.length += len(self.data[-1])
        return len(self.accessors) - 1

    def add_vectors(self, count, size=1):
        sway = (len(self.accessors) * 7919 % 1000) / 1e7
        corners = (-0.0812345691 - sway, 1.2412345 - sway, -0.0312345678, 0.0812345691 + sway, 1.4423451 + sway, 0.11234567 + sway)
        return self.add_accessor('VEC3', count, struct.pack('<6f', *(number * size for number in corners)))

    def add_mesh(self, targets, vertices, primitives=1):
        attributes = {'POSITION': self.add_vectors(vertices),
                      'NORMAL': self.add_accessor('VEC3', vertices, struct.pack('<6f', 0, 0, 1, 0, 1, 0)),
                      'JOINTS_0': self.add_accessor('VEC4', vertices, bytes(8), 5121),
                      'WEIGHTS_0': self.add_accessor('VEC4', vertices, struct.pack('<4f', 1, 0, 0, 0) * 2)}
        shapes = [{'POSITION': self.add_vectors(vertices, 0.01), 'NORMAL': self.add_vectors(vertices, 0.01)} for _ in range(targets)]
        mesh = {'name': f'Mesh{len(self.meshes)}', 'primitives': []}
        for _ in range(primitives):
            primitive = {'mode': 4, 'attributes': attributes, 'material': self.add_material()}
            if targets:
                primitive['targets'] = shapes
                primitive['extras'] = {'targetNames': [f'Fcl_{i:03}' for i in range(targets)]}
            mesh['primitives'].append(primitive)
        self.nodes[0]['children'].append(len(self.nodes))
        self.nodes.append({'name': f'Mesh{len(self.meshes)}', 'mesh': len(self.meshes), 'skin': 0})
        self.meshes.append(mesh)

    def add_material(self):
        number = len(self.materials)
        self.materials.append({
            'name': f'N00_{number:03}_Instance', 'alphaMode': 'OPAQUE', 'doubleSided': False,
            'pbrMetallicRoughness': {'baseColorFactor': [1, 1, 1, 1], 'metallicFactor': 0, 'roughnessFactor': 0.9},
            'extensions': {'KHR_materials_unlit': {}, 'VRMC_materials_mtoon': {
                'specVersion': '1.0', 'transparentWithZWrite': False, 'renderQueueOffsetNumber': 0,
                'shadeColorFactor': [0.851850367, 0.6461875, 0.613], 'shadingShiftFactor': -0.05,
                'shadingToonyFactor': 0.95, 'giEqualizationFactor': 0.9, 'matcapFactor': [1, 1, 1],
                'parametricRimColorFactor': [0, 0, 0], 'rimLightingMixFactor': 1, 'parametricRimFresnelPowerFactor': 5,
                'parametricRimLiftFactor': 0, 'outlineWidthMode': 'worldCoordinates', 'outlineWidthFactor': 0.0008,
                'outlineColorFactor': [0.21, 0.13, 0.1], 'outlineLightingMixFactor': 1,
                'uvAnimationScrollXSpeedFactor': 0, 'uvAnimationScrollYSpeedFactor': 0,
                'uvAnimationRotationSpeedFactor': 0}}})
        return number

    def file(self, length=0):
        joints = [i for i, node in enumerate(self.nodes) if node['name'].startswith('J_')]
        identity = struct.pack('<16f', *(float(i % 5 == 0) for i in range(16)))
        matrices = self.add_accessor('MAT4', len(joints), identity * 2)
        length = max(self.length, length)
        humanoid = {'humanBones': {bone: {'node': node} for bone, node in self.node_of.items()}}
        extensions = {'VRMC_vrm': {'specVersion': '1.0', 'meta': {
            'name': 'Bench', 'version': '1', 'authors': ['nobody'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
            'humanoid': humanoid}}
        if self.springs:
            extensions['VRMC_springBone'] = {
                'specVersion': '1.0', **({'colliders': self.colliders, 'colliderGroups': self.groups}
                                         if self.colliders else {}), 'springs': self.springs}
        document = {'asset': {'version': '2.0', 'generator': 'bench'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
                    'extensionsUsed': ['KHR_materials_unlit', 'VRMC_materials_mtoon'] * bool(self.materials) + list(extensions),
                    'nodes': self.nodes, 'extensions': extensions}
        document['skins'] = [{'inverseBindMatrices': matrices, 'skeleton': 1, 'joints': joints}]
        document.update(meshes=self.meshes, materials=self.materials, accessors=self.accessors, bufferViews=self.views,
                        buffers=[{'byteLength': length}])
        return glb(document, b''.join(self.data).ljust(length, b'\0'))


def small():
    avatar = Avatar()
    avatar.add_colliders(4)
    avatar.add_spring(6)
    avatar.add_mesh(1, 24)
    return avatar.file()


def heavy():
    avatar = Avatar()
    avatar.add_colliders(40)
    for _ in range(30):
        avatar.add_spring(10)
    avatar.add_mesh(1200, 798, primitives=8)
    for _ in range(30):
        avatar.add_mesh(50, 96, primitives=2)
    return avatar.file(33 * 1000 * 1000 - 2200 * 1000)


def model(number):
    """Returns an avatar of a library."""
    avatar = Avatar()
    avatar.add_colliders(number % 8)
    for _ in range(1 + number % 5):
        avatar.add_spring(3 + number % 6)
    avatar.add_mesh(number % 12, 24)
    return avatar.file()


def write(folder):
    """Writes small.vrm, heavy.vrm; returns {name: bytes of JSON}."""
    sizes = {}
    for make in (small, heavy):
        data, sizes[make.__name__] = make()
        with open(os.path.join(folder, make.__name__ + '.vrm'), 'wb') as file:
            file.write(data)
    return sizes


def write_library(folder, count):
    os.makedirs(folder, exist_ok=True)
    for i in range(count):
        with open(os.path.join(folder, f'{i:06}.vrm'), 'wb') as file:
            file.write(model(i)[0])


# ---- files with mostly one kind of object ----


def rig(count, lean=False, chain=32, **members):
    """Returns a document with count nodes below one root, in chains: with names and rotations as exporters write them, or lean,
    with translations only."""
    nodes = [{'name': 'Root', 'children': list(range(1, count + 1, chain))}]
    for i in range(1, count + 1):
        node = {} if lean else {'name': f'Hair_{i:06}'}
        node['translation'] = [round(0.0011 * (i % 7), 6), -0.0431, round(0.0007 * (i % 5), 6)]
        if not lean:
            node['rotation'] = [0, 0, 0, 1]
        if i % chain and i < count:
            node['children'] = [i + 1]
        nodes.append(node)
    return {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': nodes, **members}


def nodes(size):
    return rig(size // 107)


def spring_joints(size, nodes_of_joints=None):
    """Chains of 32 joints with one node each, or with only nodes_of_joints nodes, so that every joint has a finding."""
    chains = size // (103 if nodes_of_joints else 161) // 32
    count = nodes_of_joints or chains * 32
    document = rig(count, lean=True, extensionsUsed=['VRMC_springBone'])
    document['extensions'] = {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
        {'name': f'Hair {i:05}', 'joints': [
            {'node': 1 + (i * 32 + k) % count, 'hitRadius': 0.012, 'stiffness': 1.2, 'gravityPower': 0.15,
             'gravityDir': [0, -1, 0], 'dragForce': 0.4} for k in range(32)]} for i in range(chains)]}}
    return document


def findings(size):
    return spring_joints(size, 960)


def colliders(size):
    document = rig(64, extensionsUsed=['VRMC_springBone'])
    shapes = [{'sphere': {'offset': [0.011, -0.052, 0.4], 'radius': 0.045}},
              {'capsule': {'offset': [0.011, -0.052, 0.4], 'radius': 0.045, 'tail': [0.011, -0.102, 0.4]}}]
    count = size // 106 // 8 * 8
    groups = [{'name': f'group{i}', 'colliders': list(range(i, i + 8))} for i in range(0, count, 8)]
    document['extensions'] = {'VRMC_springBone': {
        'specVersion': '1.0', 'colliders': [{'node': 1 + i % 32, 'shape': shapes[i % 2]} for i in range(count)],
        'colliderGroups': groups,
        'springs': [{'joints': [{'node': i} for i in range(33, 41)], 'colliderGroups': list(range(len(groups)))}]}}
    return document


def secondary_animation(count, groups, collider_groups):
    document = rig(count, lean=True, chain=2, extensionsUsed=['VRM'])
    document['extensions'] = {'VRM': {'specVersion': '0.0', 'exporterVersion': 'bench', 'secondaryAnimation': {
        'boneGroups': groups, 'colliderGroups': collider_groups}}}
    return document


def bone_group(number, root, collider_groups):
    return {'comment': f'Hair {number}', 'stiffiness': 0.8, 'gravityPower': 0, 'gravityDir': {'x': 0, 'y': -1, 'z': 0},
            'dragForce': 0.4, 'center': -1, 'hitRadius': 0.02, 'bones': [root], 'colliderGroups': collider_groups}


def bone_groups(size):
    """Bone groups, each with its own chain of two nodes."""
    count = size // 295
    return secondary_animation(count * 2, [bone_group(i, 1 + 2 * i, []) for i in range(count)], [])


def collider_groups(size):
    count = size // 245
    groups = [{'node': 1 + i % 960, 'colliders': [
        {'offset': {'x': 0.011 * k, 'y': -0.052, 'z': 0.4}, 'radius': 0.045} for k in range(1, 5)]} for i in range(count)]
    return secondary_animation(960, [bone_group(0, 1, list(range(count)))], groups)


def channels(size):
    """A channel for each node, each with its own sampler and its own accessor for its values."""
    count = size // 292
    document = rig(count, lean=True, extensionsUsed=['VRMC_vrm_animation'])
    accessors = [{'bufferView': 0, 'componentType': 5126, 'count': 2, 'type': 'SCALAR', 'min': [0], 'max': [1]}]
    played, samplers = [], []
    for i in range(count):
        accessors.append({'bufferView': 1, 'byteOffset': 0, 'componentType': 5126, 'count': 2, 'type': 'VEC4',
                          'max': [0.011, 0.5, 0.25, 1], 'min': [-0.011, -0.5, -0.25, 0.875]})
        samplers.append({'input': 0, 'output': 1 + i, 'interpolation': 'LINEAR'})
        played.append({'sampler': i, 'target': {'node': 1 + i, 'path': 'rotation'}})
    document.update(accessors=accessors, animations=[{'name': 'Sway', 'channels': played, 'samplers': samplers}],
                    bufferViews=[{'buffer': 0, 'byteLength': 8}, {'buffer': 0, 'byteOffset': 8, 'byteLength': 32}],
                    buffers=[{'byteLength': 40}],
                    extensions={'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {'humanBones': {'hips': {'node': 1}}}}})
    return document


WORST = (nodes, spring_joints, colliders, bone_groups, collider_groups, channels, findings)


def write_worst(folder, size=10 * 1000 * 1000):
    """Writes each kind, about size bytes when minified, as exporters write them; also pretty-printed. Yields the names."""
    for make in WORST:
        document = make(size)
        for suffix, style in (('', {'separators': (',', ':')}), ('-pretty', {'indent': 2})):
            name = make.__name__.replace('_', '-') + suffix + '.gltf'
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                json.dump(document, file, **style)
            yield name


if __name__ == '__main__':
    import sys
    print(write(sys.argv[1]))
