"""The avatar from which the fixtures of the family vrm are made, the list of fixtures, and functions that write them."""
import base64
import json
import struct
import zlib

WIDTH = 120

# bone, parent, translation
BODY = [('hips', None, [0, 0.95, 0]), ('spine', 'hips', [0, 0.15, 0]), ('head', 'spine', [0, 0.4, 0])]
for side, sign in (('left', 1), ('right', -1)):
    BODY += [(side + 'UpperLeg', 'hips', [sign * 0.09, -0.05, 0]), (side + 'LowerLeg', side + 'UpperLeg', [0, -0.4, 0]),
             (side + 'Foot', side + 'LowerLeg', [0, -0.4, 0]), (side + 'UpperArm', 'spine', [sign * 0.15, 0.3, 0]),
             (side + 'LowerArm', side + 'UpperArm', [sign * 0.25, 0, 0]),
             (side + 'Hand', side + 'LowerArm', [sign * 0.23, 0, 0])]


class Raw(str):
    """A value with a given spelling: 3.0, 1e999."""


def one_line(value):
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return '{' + ', '.join(json.dumps(k, ensure_ascii=False) + ': ' + one_line(v) for k, v in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(one_line(v) for v in value) + ']'
    return json.dumps(value, ensure_ascii=False)


def dump(value, indent=0, room=0):
    """Returns JSON with objects and lists on one line if they fit."""
    line = one_line(value)
    if not isinstance(value, (dict, list)) or isinstance(value, Raw) or (indent and len(line) + indent + room <= WIDTH):
        return line
    pad = ' ' * (indent + 2)
    if isinstance(value, dict):
        items = [pad + json.dumps(k, ensure_ascii=False) + ': ' + dump(v, indent + 2, len(k) + 4)
                 for k, v in value.items()]
        return '{\n' + ',\n'.join(items) + '\n' + ' ' * indent + '}'
    return '[\n' + ',\n'.join(pad + dump(v, indent + 2, 1) for v in value) + '\n' + ' ' * indent + ']'


def glb(doc):
    text = one_line(doc).encode()
    text += b' ' * (-len(text) % 4)
    return struct.pack('<IIIII', 0x46546C67, 2, 20 + len(text), len(text), 0x4E4F534A) + text


def png(width, height):
    """Returns an image of one colour."""
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    rows = zlib.compress(b''.join(b'\0' + b'\x80' * ((width + 7) // 8) for _ in range(height)), 9)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 1, 0, 0, 0, 0))
            + chunk(b'IDAT', rows) + chunk(b'IEND', b''))


def jpeg(width, height):
    """Returns the beginning of an image, up to its size."""
    return (b'\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0\0\x0b\x08' + struct.pack('>HH', height, width)
            + b'\1\1\x11\0\xff\xd9')


class Avatar:
    """The avatar, and functions that add to it."""

    def __init__(self):
        self.node = {}
        nodes = [{'name': 'Root', 'children': [1]}]
        for bone, parent, at in BODY:
            self.node[bone] = len(nodes)
            nodes.append({'name': bone[0].upper() + bone[1:], 'translation': list(at)})
            if parent:
                nodes[self.node[parent]].setdefault('children', []).append(self.node[bone])
        self.vrm = {'specVersion': '1.0',
                    'meta': {'name': 'Doll', 'authors': ['Nobody'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                    'humanoid': {'humanBones': {bone: {'node': self.node[bone]} for bone, _, _ in BODY}}}
        self.doc = {'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_vrm'], 'scene': 0,
                    'scenes': [{'nodes': [0]}], 'nodes': nodes, 'extensions': {'VRMC_vrm': self.vrm}}
        self.nodes = nodes
        self.meta = self.vrm['meta']
        self.bones = self.vrm['humanoid']['humanBones']

    def bone(self, name):
        return self.nodes[self.node[name]]

    def add(self, name, parent, **more):
        """Adds a node below a bone, or without a parent."""
        index = len(self.nodes)
        self.nodes.append({'name': name, **more})
        if parent:
            self.bone(parent).setdefault('children', []).append(index)
        return index

    def stand(self, name, **more):
        """Adds a node beside the root, which isn't animated."""
        self.doc['scenes'][0]['nodes'].append(len(self.nodes))
        return self.add(name, None, **more)

    def map(self, bone, parent, at):
        """Adds a bone."""
        self.node[bone] = self.add(bone[0].upper() + bone[1:], parent, translation=at)
        self.bones[bone] = {'node': self.node[bone]}

    def face(self, targets=2, material=None, name='Face'):
        """Adds a mesh with morph targets, on its own node."""
        if targets and 'buffers' not in self.doc:
            moves = struct.pack('<9f', *([0, 0.5, 0] * 3))
            self.doc['buffers'] = [{'byteLength': len(moves), 'uri': data_uri('application/octet-stream', moves)}]
            self.doc['bufferViews'] = [{'buffer': 0, 'byteLength': len(moves)}]
        self.doc.setdefault('accessors', [{'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': [0, 0, 0],
                                           'max': [0, 0, 0]}])
        move = next((i for i, accessor in enumerate(self.doc['accessors']) if 'bufferView' in accessor), None)
        if targets and move is None:
            move = len(self.doc['accessors'])
            self.doc['accessors'].append({'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3',
                                          'min': [0, 0.5, 0], 'max': [0, 0.5, 0]})
        primitive = {'attributes': {'POSITION': 0}}
        if targets:
            primitive['targets'] = [{'POSITION': move} for _ in range(targets)]
        if material is not None:
            primitive['material'] = material
        meshes = self.doc.setdefault('meshes', [])
        meshes.append({'name': name, 'primitives': [primitive]})
        if targets:
            meshes[-1]['extras'] = {'targetNames': ['shape %d' % i for i in range(targets)]}
        return self.add(name, 'head', mesh=len(meshes) - 1)

    def material(self, name='Skin', mtoon=False, unlit=False, **more):
        """Adds a material, and a mesh that uses it."""
        materials = self.doc.setdefault('materials', [])
        used = 'VRMC_materials_mtoon' if mtoon else 'KHR_materials_unlit' if unlit else None
        if mtoon:
            more['extensions'] = {used: {'specVersion': '1.0', 'shadeColorFactor': [0.5, 0.5, 0.5],
                                         'shadingShiftFactor': 0, 'shadingToonyFactor': 0.9}}
        elif unlit:
            more['extensions'] = {used: {}}
        if used:
            self.doc['extensionsUsed'].append(used)
        materials.append({'name': name, **more})
        self.face(0, len(materials) - 1, name)
        return len(materials) - 1

    def texture(self, sets=1, **more):
        """Adds a texture to the first material, and a mesh with the given number of texture coordinate sets."""
        self.doc['images'] = [{'uri': data_uri('image/png', png(1, 1))}]
        self.doc['textures'] = [{'source': 0}]
        info = {'index': 0, **more}
        if 'extensions' in more:
            self.doc['extensionsUsed'].append('KHR_texture_transform')
        self.material(pbrMetallicRoughness={'baseColorTexture': info})
        places = len(self.doc['accessors'])
        self.doc['accessors'].append({'componentType': 5126, 'count': 3, 'type': 'VEC2'})
        attributes = self.doc['meshes'][-1]['primitives'][0]['attributes']
        attributes.update({'TEXCOORD_%d' % i: places for i in range(sets)})

    def expression(self, name, kind='preset', **more):
        self.vrm.setdefault('expressions', {}).setdefault(kind, {})[name] = more
        return more

    def morph(self, name, kind='preset', **more):
        """Adds an expression that moves the first morph target of a face."""
        node = self.face()
        bind = {'node': node, 'index': 0, 'weight': 1, **more}
        self.expression(name, kind, morphTargetBinds=[bind])
        return bind

    def eyes(self, shapes, z=0.08, at=None):
        """Gives the face two vertices at the eyes and one at the mouth, or those of at, and morph targets that move them."""
        rows = [at or [(0.03, 0, z), (-0.03, 0, z), (0, -0.1, z)]] + shapes
        data = b''.join(struct.pack('<9f', *sum(row, ())) for row in rows)
        self.doc['buffers'].append({'byteLength': len(data), 'uri': data_uri('application/octet-stream', data)})
        first = len(self.doc['accessors'])
        for i, row in enumerate(rows):
            single = [struct.unpack('<3f', struct.pack('<3f', *vertex)) for vertex in row]
            self.doc['bufferViews'].append({'buffer': 1, 'byteOffset': 36 * i, 'byteLength': 36})
            self.doc['accessors'].append({'bufferView': 1 + i, 'componentType': 5126, 'count': 3, 'type': 'VEC3',
                                          'min': [min(c) for c in zip(*single)], 'max': [max(c) for c in zip(*single)]})
        primitive = self.doc['meshes'][0]['primitives'][0]
        primitive.update(attributes={'POSITION': first}, targets=[{'POSITION': first + 1 + i} for i in range(len(shapes))])

    def gaze(self, eyes=True, **more):
        """Adds a gaze by bones, with both eyes."""
        if eyes:
            self.map('leftEye', 'head', [0.03, 0.06, 0.08])
            self.map('rightEye', 'head', [-0.03, 0.06, 0.08])
        maps = {name: {'inputMaxValue': 90, 'outputScale': 10} for name in
                ('rangeMapHorizontalInner', 'rangeMapHorizontalOuter', 'rangeMapVerticalDown', 'rangeMapVerticalUp')}
        self.vrm['lookAt'] = {'type': 'bone', 'offsetFromHeadBone': [0, 0.06, 0], **maps, **more}
        self.vrm.setdefault('expressions', {})
        return self.vrm['lookAt']

    def gaze_by_expressions(self):
        node = self.face(4)
        for i, name in enumerate(('lookUp', 'lookDown', 'lookLeft', 'lookRight')):
            self.expression(name, morphTargetBinds=[{'node': node, 'index': i, 'weight': 1}])
        gaze = self.gaze(eyes=False, type='expression')
        for name in gaze:
            if name.startswith('rangeMap'):
                gaze[name]['outputScale'] = 1
        return gaze

    def annotate(self, *entries):
        self.vrm['firstPerson'] = {'meshAnnotations': [{'node': node, 'type': kind} for node, kind in entries]}

    def thumbnail(self, mime, data):
        self.doc['images'] = [{'uri': data_uri(mime, data), 'mimeType': mime}]
        self.meta['thumbnailImage'] = 0


def data_uri(mime, data):
    return 'data:%s;base64,%s' % (mime, base64.b64encode(data).decode())


FIXTURES = []


def fixture(rule, ending='.gltf'):
    """Makes a function fail_... or pass_... the fixture of that name."""
    def register(function):
        FIXTURES.append((rule, function.__name__.replace('_', '-') + ending, function))
        return function
    return register


def case(rule, name, change, ending='.gltf'):
    FIXTURES.append((rule, name + ending, change))


def pair(rule, fail, passing, name='avatar'):
    case(rule, 'fail-' + name, fail)
    case(rule, 'pass-' + name, passing)


# ---- changes that several fixtures make ----

def plain(avatar):
    pass


def old_thumb(avatar):
    for name, parent, at in (('leftThumbProximal', 'leftHand', [0.03, 0, 0.03]),
                             ('leftThumbIntermediate', 'leftThumbProximal', [0.03, 0, 0.03]),
                             ('leftThumbDistal', 'leftThumbIntermediate', [0.02, 0, 0.02])):
        avatar.map(name, parent, at)


def color(avatar, kind='color', value=(1, 0, 0, 1), **material):
    index = avatar.material(**material)
    bind = {'material': index, 'type': kind, 'targetValue': list(value)}
    avatar.expression('happy', materialColorBinds=[bind])
    return bind


def move(avatar, **more):
    bind = {'material': 0, 'scale': [1, 1], 'offset': [0.5, 0], **more}
    avatar.expression('happy', textureTransformBinds=[bind])
    return bind


def with_map(name, **numbers):
    def change(avatar):
        avatar.gaze()[name].update(numbers)
    return change
