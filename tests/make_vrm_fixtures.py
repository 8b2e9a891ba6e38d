#!/usr/bin/env python3
"""Makes the fixtures of the family vrm out of one avatar: each is that avatar with one thing changed. Run it anywhere;
the same bytes come out every time. What a failing one gives, `VRMLINT_BLESS=1 meson test -C build fixtures` writes.
"""
import base64
import copy
import json
import os
import struct
import zlib

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'fixtures', 'vrm')
WIDTH = 120

# bone, parent, translation
BODY = [('hips', None, [0, 0.95, 0]), ('spine', 'hips', [0, 0.15, 0]), ('head', 'spine', [0, 0.4, 0])]
for side, sign in (('left', 1), ('right', -1)):
    BODY += [(side + 'UpperLeg', 'hips', [sign * 0.09, -0.05, 0]), (side + 'LowerLeg', side + 'UpperLeg', [0, -0.4, 0]),
             (side + 'Foot', side + 'LowerLeg', [0, -0.4, 0]), (side + 'UpperArm', 'spine', [sign * 0.15, 0.3, 0]),
             (side + 'LowerArm', side + 'UpperArm', [sign * 0.25, 0, 0]),
             (side + 'Hand', side + 'LowerArm', [sign * 0.23, 0, 0])]


class Raw(str):
    """A value as it is to stand in the text: 3.0, 1e999."""


def one_line(value):
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return '{' + ', '.join(json.dumps(k, ensure_ascii=False) + ': ' + one_line(v) for k, v in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(one_line(v) for v in value) + ']'
    return json.dumps(value, ensure_ascii=False)


def dump(value, indent=0, room=0):
    """JSON with objects and lists in one line where they fit."""
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
    """A picture of one colour."""
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    rows = zlib.compress(b''.join(b'\0' + b'\x80' * ((width + 7) // 8) for _ in range(height)), 9)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 1, 0, 0, 0, 0))
            + chunk(b'IDAT', rows) + chunk(b'IEND', b''))


def jpeg(width, height):
    """The beginning of a picture, up to its size."""
    return (b'\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0\0\x0b\x08' + struct.pack('>HH', height, width)
            + b'\1\1\x11\0\xff\xd9')


class Avatar:
    """The avatar, and ways to add to it."""

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
        """A node below a bone, or below nothing."""
        index = len(self.nodes)
        self.nodes.append({'name': name, **more})
        if parent:
            self.bone(parent).setdefault('children', []).append(index)
        return index

    def map(self, bone, parent, at):
        """One more bone."""
        self.node[bone] = self.add(bone[0].upper() + bone[1:], parent, translation=at)
        self.bones[bone] = {'node': self.node[bone]}

    def face(self, targets=2, material=None, name='Face'):
        """A mesh with morph targets, on a node of its own."""
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
        """A material, and a mesh that shows it."""
        materials = self.doc.setdefault('materials', [])
        used = 'VRMC_materials_mtoon' if mtoon else 'KHR_materials_unlit' if unlit else None
        if mtoon:
            more['extensions'] = {used: {'specVersion': '1.0'}}
        elif unlit:
            more['extensions'] = {used: {}}
        if used:
            self.doc['extensionsUsed'].append(used)
        materials.append({'name': name, **more})
        self.face(0, len(materials) - 1, name)
        return len(materials) - 1

    def texture(self, **more):
        """A texture of the first material."""
        self.doc['images'] = [{'uri': data_uri('image/png', png(1, 1))}]
        self.doc['textures'] = [{'source': 0}]
        info = {'index': 0, **more}
        if 'extensions' in more:
            self.doc['extensionsUsed'].append('KHR_texture_transform')
        self.material(pbrMetallicRoughness={'baseColorTexture': info})

    def expression(self, name, kind='preset', **more):
        self.vrm.setdefault('expressions', {}).setdefault(kind, {})[name] = more
        return more

    def morph(self, name, kind='preset', **more):
        """An expression that moves the first shape of a face."""
        node = self.face()
        bind = {'node': node, 'index': 0, 'weight': 1, **more}
        self.expression(name, kind, morphTargetBinds=[bind])
        return bind

    def gaze(self, eyes=True, **more):
        """A gaze by bones, with both eyes."""
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
    """A function fail_... or pass_... becomes the fixture of that name."""
    def register(function):
        FIXTURES.append((rule, function.__name__.replace('_', '-') + ending, function))
        return function
    return register


def case(rule, name, change, ending='.gltf'):
    FIXTURES.append((rule, name + ending, change))


def pair(rule, fail, passing, name='avatar'):
    case(rule, 'fail-' + name, fail)
    case(rule, 'pass-' + name, passing)


# ---- packaging ----

def plain(avatar):
    pass


def drop_used(avatar):
    del avatar.doc['extensionsUsed']


case('not-declared', 'fail-no-list', drop_used)
case('not-declared', 'fail-not-listed', lambda a: a.doc.update(extensionsUsed=['KHR_materials_unlit']))
case('not-declared', 'pass-listed', plain)
case('declared-but-absent', 'fail-removed', lambda a: a.doc.pop('extensions'))
case('declared-but-absent', 'pass-present', plain)


def required_absent(avatar):
    avatar.doc.pop('extensions')
    avatar.doc['extensionsRequired'] = ['VRMC_vrm']


case('required-but-absent', 'fail-removed', required_absent)
case('required-but-absent', 'pass-not-required', plain)
case('listed-as-required', 'fail-required', lambda a: a.doc.update(extensionsRequired=['VRMC_vrm']))
case('listed-as-required', 'pass-used', plain)


def on_node(avatar):
    avatar.nodes[0]['extensions'] = avatar.doc.pop('extensions')


case('wrong-location', 'fail-on-node', on_node)
case('wrong-location', 'pass-root', plain)


def rename(name):
    def change(avatar):
        avatar.doc['extensions'] = {name: avatar.vrm}
        avatar.doc['extensionsUsed'] = [name]
    return change


case('misnamed', 'fail-letter-case', rename('VRMC_VRM'))
case('misnamed', 'fail-vmrc', rename('VMRC_vrm'))
case('misnamed', 'fail-vrm1', rename('VRM1'))
case('misnamed', 'pass-right', plain)


def no_avatar(avatar):
    avatar.doc.pop('extensions')
    avatar.doc.pop('extensionsUsed')


case('missing-extension', 'fail-plain-model', no_avatar, '.vrm')
case('missing-extension', 'pass-avatar', plain, '.vrm')
case('missing-extension', 'pass-other-name', no_avatar)
case('not-glb', 'fail-text', plain, '.vrm:text')
case('not-glb', 'pass-glb', plain, '.vrm')
case('not-glb', 'pass-other-name', plain)
case('spec-version-missing', 'fail-none', lambda a: a.vrm.pop('specVersion'))
case('spec-version-missing', 'pass-1-0', plain)
case('spec-version-unknown', 'fail-draft', lambda a: a.vrm.update(specVersion='1.0-draft'))
case('spec-version-unknown', 'fail-two', lambda a: a.vrm.update(specVersion='2.0'))
case('spec-version-unknown', 'pass-1-0', plain)
case('spec-version-prerelease', 'fail-beta', lambda a: a.vrm.update(specVersion='1.0-beta'))
case('spec-version-prerelease', 'pass-1-0', plain)


@fixture('spec-version-prerelease')
def fail_beta_thumb(avatar):
    avatar.vrm['specVersion'] = '1.0-beta'
    old_thumb(avatar)


def old_thumb(avatar):
    for name, parent, at in (('leftThumbProximal', 'leftHand', [0.03, 0, 0.03]),
                             ('leftThumbIntermediate', 'leftThumbProximal', [0.03, 0, 0.03]),
                             ('leftThumbDistal', 'leftThumbIntermediate', [0.02, 0, 0.02])):
        avatar.map(name, parent, at)


VRM0_BODY = ('chest', 'neck')


def both(avatar):
    """VRM 0.x beside it, with what that needs."""
    avatar.map('chest', 'spine', [0, 0.1, 0])
    avatar.map('neck', 'chest', [0, 0.2, 0])
    for child in ('head', 'leftUpperArm', 'rightUpperArm'):
        avatar.bone('spine')['children'].remove(avatar.node[child])
        parent = 'neck' if child == 'head' else 'chest'
        avatar.bone(parent).setdefault('children', []).append(avatar.node[child])
    avatar.bone('head')['translation'] = [0, 0.1, 0]
    for child in ('leftUpperArm', 'rightUpperArm'):
        avatar.bone(child)['translation'][1] = 0.2
    avatar.doc['extensionsUsed'].append('VRM')
    avatar.doc['extensions']['VRM'] = {
        'specVersion': '0.0',
        'meta': {'title': 'Doll', 'version': '1', 'author': 'Nobody', 'allowedUserName': 'Everyone',
                 'violentUssageName': 'Disallow', 'sexualUssageName': 'Disallow', 'commercialUssageName': 'Disallow',
                 'licenseName': 'Redistribution_Prohibited'},
        'humanoid': {'humanBones': [{'bone': bone, 'node': entry['node']} for bone, entry in avatar.bones.items()]}}


case('with-vrm0', 'fail-both', both)


@fixture('with-vrm0')
def pass_alone(avatar):
    both(avatar)
    avatar.doc['extensionsUsed'].remove('VRM')
    del avatar.doc['extensions']['VRM']


# ---- the schema ----

case('wrong-type', 'fail-bare-bone', lambda a: a.bones.update(hips=1))
case('wrong-type', 'fail-version', lambda a: a.vrm.update(specVersion=Raw('1.0')))
case('wrong-type', 'fail-preset-list', lambda a: a.vrm.update(expressions={'preset': []}))
case('wrong-type', 'fail-null', lambda a: a.meta.update(version=None))
case('wrong-type', 'pass-text', lambda a: a.meta.update(version='1'))
case('missing-property', 'fail-meta', lambda a: a.vrm.pop('meta'))
case('missing-property', 'fail-license', lambda a: a.meta.pop('licenseUrl'))
case('missing-property', 'fail-bone-node', lambda a: a.bones.update(hips={}))
case('missing-property', 'fail-human-bones', lambda a: a.vrm.update(humanoid={}))


@fixture('missing-property')
def fail_weight(avatar):
    del avatar.morph('happy')['weight']


case('missing-property', 'pass-all', lambda a: a.morph('happy'))
case('empty-array', 'fail-authors', lambda a: a.meta.update(authors=[]))
case('empty-array', 'fail-references', lambda a: a.meta.update(references=[]))
case('empty-array', 'fail-annotations', lambda a: a.annotate())
case('empty-array', 'pass-authors', lambda a: a.meta.update(references=['https://example.com/']))
case('empty-array', 'pass-first-person', lambda a: a.vrm.update(firstPerson={}))


def color(avatar, kind='color', value=(1, 0, 0, 1), **material):
    index = avatar.material(**material)
    bind = {'material': index, 'type': kind, 'targetValue': list(value)}
    avatar.expression('happy', materialColorBinds=[bind])
    return bind


def move(avatar, **more):
    bind = {'material': 0, 'scale': [1, 1], 'offset': [0.5, 0], **more}
    avatar.expression('happy', textureTransformBinds=[bind])
    return bind


@fixture('array-length')
def fail_texture(avatar):
    avatar.texture()
    move(avatar, scale=[1, 1, 1])


case('array-length', 'fail-color', lambda a: color(a, value=(1, 0, 0)))
case('array-length', 'fail-gaze', lambda a: a.gaze(offsetFromHeadBone=[0, 0.06]))
case('array-length', 'pass-color', color)
case('not-finite', 'fail-weight', lambda a: a.morph('happy', weight=Raw('1e999')))
case('not-finite', 'pass-weight', lambda a: a.morph('happy', weight=0.5))


def with_map(name, **numbers):
    def change(avatar):
        avatar.gaze()[name].update(numbers)
    return change


case('value-out-of-range', 'fail-angle', with_map('rangeMapVerticalUp', inputMaxValue=200))
case('value-out-of-range', 'pass-angle', with_map('rangeMapVerticalUp', inputMaxValue=180))


@fixture('value-out-of-range')
def fail_beta(avatar):
    with_map('rangeMapVerticalUp', inputMaxValue=200)(avatar)
    avatar.vrm['specVersion'] = '1.0-beta'


case('unknown-value', 'fail-letter-case', lambda a: a.meta.update(avatarPermission='OnlyAuthor'))
case('unknown-value', 'fail-old-word', lambda a: a.meta.update(avatarPermission='ExplicitlyLicensedPerson'))
case('unknown-value', 'pass-word', lambda a: a.meta.update(avatarPermission='everyone'))
case('index-not-integer', 'fail-bone', lambda a: a.bones['head'].update(node=3.5))
case('index-not-integer', 'pass-bone', plain)
case('index-written-as-float', 'fail-bone', lambda a: a.bones['head'].update(node=Raw('3.0')))
case('index-written-as-float', 'pass-bone', plain)
case('negative-index', 'fail-thumbnail', lambda a: a.meta.update(thumbnailImage=-1))
case('negative-index', 'fail-head', lambda a: a.bones['head'].update(node=-1))
case('negative-index', 'pass-none', plain)
case('unresolved-index', 'fail-head', lambda a: a.bones['head'].update(node=99))
case('unresolved-index', 'fail-target', lambda a: a.morph('happy', index=2))
case('unresolved-index', 'fail-material', lambda a: color(a).update(material=7))
case('unresolved-index', 'pass-target', lambda a: a.morph('happy', index=1))


@fixture('unresolved-index')
def fail_uneven_targets(avatar):
    avatar.morph('happy')
    avatar.doc['meshes'][0]['primitives'].append({'attributes': {'POSITION': 0}})


@fixture('unknown-property')
def fail_first_person_flag(avatar):
    node = avatar.face(0)
    avatar.annotate((node, 'auto'))
    avatar.vrm['firstPerson']['meshAnnotations'][0]['firstPersonFlag'] = 'auto'


case('unknown-property', 'fail-old-meta', lambda a: a.meta.update(violentUssageName='Disallow'))
case('unknown-property', 'fail-title', lambda a: a.meta.update(title='Doll'))
case('unknown-property', 'fail-expression', lambda a: a.vrm.update(expression={}))
case('unknown-property', 'pass-extras', lambda a: a.meta.update(extras={'title': 'Doll'}))

# ---- bones ----

case('required-bone-missing', 'fail-head', lambda a: a.bones.pop('head'))
case('required-bone-missing', 'pass-no-chest-no-neck', plain)


def as_bone(name):
    def change(avatar):
        avatar.bones[name] = {'node': avatar.add('Extra', 'hips')}
    return change


case('unknown-bone', 'fail-pelvis', as_bone('pelvis'))
case('unknown-bone', 'fail-toe', lambda a: a.map('leftToe', 'leftFoot', [0, -0.05, 0.1]))
case('unknown-bone', 'fail-old-thumb', old_thumb)
case('unknown-bone', 'pass-general', lambda a: a.bones.update(extras={}))


@fixture('unknown-bone')
def pass_thumb(avatar):
    avatar.map('leftThumbMetacarpal', 'leftHand', [0.03, 0, 0.03])
    avatar.map('leftThumbProximal', 'leftThumbMetacarpal', [0.03, 0, 0.03])
    avatar.map('leftThumbDistal', 'leftThumbProximal', [0.02, 0, 0.02])


case('bone-duplicate-node', 'fail-head', lambda a: a.bones['leftHand'].update(node=a.node['leftLowerArm']))
case('bone-duplicate-node', 'fail-jaw', lambda a: a.bones.update(jaw={'node': a.node['head']}))
case('bone-duplicate-node', 'pass-own', plain)


@fixture('bone-bad-parent')
def fail_exchanged(avatar):
    lower, hand = avatar.bones['leftLowerArm'], avatar.bones['leftHand']
    lower['node'], hand['node'] = hand['node'], lower['node']


@fixture('bone-bad-parent')
def fail_toes_under_root(avatar):
    index = avatar.add('LeftToes', None, translation=[0.09, 0.02, 0.1])
    avatar.nodes[0]['children'].append(index)
    avatar.bones['leftToes'] = {'node': index}


@fixture('bone-bad-parent')
def pass_twist_between(avatar):
    twist = avatar.add('Twist', 'leftUpperLeg', children=[avatar.node['leftLowerLeg']])
    avatar.bone('leftUpperLeg')['children'] = [twist]


@fixture('bone-bad-parent')
def pass_shoulder_on_spine(avatar):
    avatar.map('leftShoulder', 'spine', [0.05, 0.3, 0])
    avatar.bone('spine')['children'].remove(avatar.node['leftUpperArm'])
    avatar.bone('leftShoulder')['children'] = [avatar.node['leftUpperArm']]
    avatar.bone('leftUpperArm')['translation'] = [0.1, 0, 0]


def finger(avatar, *joints):
    parent = 'leftHand'
    for joint in joints:
        avatar.map('leftIndex' + joint, parent, [0.05, 0, 0])
        parent = 'leftIndex' + joint


@fixture('bone-needs-parent')
def fail_upper_chest(avatar):
    above = avatar.bone('spine').pop('children')
    avatar.map('upperChest', 'spine', [0, 0, 0])
    avatar.bone('upperChest')['children'] = above


case('bone-needs-parent', 'fail-finger', lambda a: finger(a, 'Proximal', 'Distal'))
case('bone-needs-parent', 'pass-proximal-alone', lambda a: finger(a, 'Proximal'))
case('bone-needs-parent', 'pass-finger', lambda a: finger(a, 'Proximal', 'Intermediate', 'Distal'))
case('bone-not-in-scene', 'fail-all', lambda a: a.doc['scenes'][0].update(nodes=[a.add('Other', None)]))
case('bone-not-in-scene', 'pass-in-scene', lambda a: a.doc['scenes'][0].update(nodes=[0, a.add('Other', None)]))


@fixture('bone-not-in-scene')
def fail_jaw(avatar):
    avatar.bones['jaw'] = {'node': avatar.add('Jaw', None)}


def skinned(avatar, node):
    avatar.face(0)
    mesh = avatar.nodes.pop()
    avatar.bone('head').pop('children')
    avatar.doc['meshes'][0]['primitives'][0]['attributes'].update(JOINTS_0=1, WEIGHTS_0=2)
    avatar.doc['accessors'] += [{'componentType': 5121, 'count': 3, 'type': 'VEC4'},
                                {'componentType': 5126, 'count': 3, 'type': 'VEC4'}]
    avatar.doc['skins'] = [{'joints': [avatar.node['hips']]}]
    avatar.nodes[node].update(mesh=mesh['mesh'], skin=0)


case('bone-is-skinned-mesh', 'fail-head', lambda a: skinned(a, a.node['head']))
case('bone-is-skinned-mesh', 'pass-body', lambda a: skinned(a, a.add('Body', 'hips')))


def scale(bone, numbers):
    def change(avatar):
        node = avatar.nodes[0] if bone is None else avatar.bone(bone)
        node['scale'] = numbers
    return change


case('bone-scale-invalid', 'fail-armature', scale(None, [1, 1, 1.2]))
case('bone-scale-invalid', 'fail-mirrored', scale('leftHand', [-1, -1, -1]))
case('bone-scale-invalid', 'pass-even', scale(None, [0.6, 0.6, 0.6]))
case('bone-scale-invalid', 'pass-nearly-even', scale(None, [1, 1, 1.0005]))
case('node-scale-invalid', 'fail-window', lambda a: a.add('Window', 'hips', scale=[0.25, 0.25, 1]))
case('node-scale-invalid', 'fail-two',
     lambda a: (a.add('Window', 'hips', scale=[0.25, 0.25, 1]), a.add('Door', 'hips', scale=[1, -1, 1])))
case('node-scale-invalid', 'pass-even', lambda a: a.add('Window', 'hips', scale=[0.25, 0.25, 0.25]))


def no_root(avatar):
    avatar.doc['scenes'][0]['nodes'] = [1, 0]
    avatar.nodes[0].pop('children')


case('hips-is-scene-root', 'fail-root', no_root)
case('hips-is-scene-root', 'pass-below-root', plain)
case('duplicate-bone-name', 'fail-hair', lambda a: a.add('Head', 'head'))
case('duplicate-bone-name', 'pass-hair', lambda a: a.add('Hair', 'head'))
case('jaw-mapped', 'fail-jaw', lambda a: a.map('jaw', 'head', [0, 0, 0.05]))
case('jaw-mapped', 'pass-none', plain)

# ---- the pose ----

TURNED = {90: [0, 0.7071067811865476, 0, 0.7071067811865476], 180: [0, 1, 0, 0],
          25: [0, 0.21643961393810288, 0, 0.9762960071199334]}


def turn(angle):
    return lambda avatar: avatar.nodes[0].update(rotation=TURNED[angle])


case('not-facing-forward', 'fail-backward', turn(180))
case('not-facing-forward', 'fail-aside', turn(90))
case('not-facing-forward', 'pass-forward', plain)


def swap(*names):
    def change(avatar):
        for name in names:
            left, right = avatar.bones['left' + name], avatar.bones['right' + name]
            left['node'], right['node'] = right['node'], left['node']
    return change


case('side-swapped', 'fail-legs', swap('UpperLeg', 'LowerLeg', 'Foot'))
case('side-swapped', 'fail-arms', swap('UpperArm', 'LowerArm', 'Hand'))


@fixture('side-swapped')
def fail_eyes(avatar):
    avatar.gaze()
    swap('Eye')(avatar)


case('side-swapped', 'pass-eyes', lambda a: a.gaze())


def lower_arms(degrees):
    import math
    x, y = math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))

    def change(avatar):
        for side, sign in (('left', 1), ('right', -1)):
            for bone, length in (('LowerArm', 0.25), ('Hand', 0.23)):
                avatar.bone(side + bone)['translation'] = [round(sign * length * x, 6), round(length * y, 6), 0]
    return change


case('rest-pose-not-t-pose', 'fail-a-pose', lower_arms(40))
case('rest-pose-not-t-pose', 'pass-slightly-down', lower_arms(12))
case('rest-hips-height', 'fail-on-ground', lambda a: a.bone('hips').update(translation=[0, 0, 0]))
case('rest-hips-height', 'pass-standing', plain)
case('rest-hips-off-center', 'fail-aside', lambda a: a.nodes[0].update(translation=[0.2, 0, 0]))
case('rest-hips-off-center', 'pass-middle', lambda a: a.nodes[0].update(translation=[0.02, 0, 0]))
case('feet-off-ground', 'fail-below', lambda a: a.nodes[0].update(translation=[0, -0.5, 0]))
case('feet-off-ground', 'fail-above', lambda a: a.nodes[0].update(translation=[0, 2, 0]))
case('feet-off-ground', 'pass-on-ground', plain)

# ---- expressions ----

case('unknown-preset', 'fail-joy', lambda a: a.morph('joy'))
case('unknown-preset', 'fail-own', lambda a: a.morph('pirouette'))
case('unknown-preset', 'pass-happy', lambda a: a.morph('happy'))


@fixture('unknown-preset')
def fail_both(avatar):
    avatar.morph('happy')
    avatar.expression('joy', morphTargetBinds=[{'node': avatar.nodes.index(avatar.nodes[-1]), 'index': 0, 'weight': 1}])


case('custom-preset-name', 'fail-happy', lambda a: a.morph('happy', 'custom'))
case('custom-preset-name', 'pass-own', lambda a: a.morph('笑顔', 'custom'))


@fixture('custom-preset-name')
def fail_taken(avatar):
    bind = avatar.morph('happy')
    avatar.expression('happy', 'custom', morphTargetBinds=[dict(bind)])


case('custom-name-blank', 'fail-spaces', lambda a: a.morph('  ', 'custom'))
case('custom-name-blank', 'pass-slashes', lambda a: a.morph('a/b~c', 'custom'))
case('custom-case-clash', 'fail-happy', lambda a: a.morph('Happy', 'custom'))
case('custom-case-clash', 'pass-own', lambda a: a.morph('Cheer', 'custom'))
case('custom-old-preset-name', 'fail-joy', lambda a: a.morph('Joy', 'custom'))


@fixture('custom-old-preset-name')
def pass_beside_happy(avatar):
    bind = avatar.morph('happy')
    avatar.expression('Joy', 'custom', morphTargetBinds=[dict(bind)])


case('morph-bind-no-mesh', 'fail-head', lambda a: a.morph('happy').update(node=a.node['head']))
case('morph-bind-no-mesh', 'pass-face', lambda a: a.morph('happy'))
case('morph-weight-range', 'fail-percent', lambda a: a.morph('happy', weight=80))
case('morph-weight-range', 'fail-negative', lambda a: a.morph('happy', weight=-0.5))
case('morph-weight-range', 'pass-half', lambda a: a.morph('happy', weight=0.5))


@fixture('duplicate-bind')
def fail_shape(avatar):
    bind = avatar.morph('happy')
    avatar.vrm['expressions']['preset']['happy']['morphTargetBinds'].append(dict(bind, weight=0.5))


@fixture('duplicate-bind')
def pass_two_expressions(avatar):
    bind = avatar.morph('happy')
    avatar.expression('relaxed', morphTargetBinds=[dict(bind)])


@fixture('duplicate-bind')
def fail_color(avatar):
    bind = color(avatar)
    avatar.vrm['expressions']['preset']['happy']['materialColorBinds'].append(dict(bind, targetValue=[0, 1, 0, 1]))


@fixture('duplicate-bind')
def fail_texture(avatar):
    avatar.texture()
    bind = move(avatar)
    avatar.vrm['expressions']['preset']['happy']['textureTransformBinds'].append(dict(bind, offset=[0, 0.5]))


@fixture('duplicate-bind')
def pass_two_colors(avatar):
    bind = color(avatar, mtoon=True)
    avatar.vrm['expressions']['preset']['happy']['materialColorBinds'].append(dict(bind, type='shadeColor'))


case('color-type-unused', 'fail-shade', lambda a: color(a, 'shadeColor'))
case('color-type-unused', 'fail-emission', lambda a: color(a, 'emissionColor', unlit=True))
case('color-type-unused', 'pass-shade', lambda a: color(a, 'shadeColor', mtoon=True))
case('color-out-of-range', 'fail-255', lambda a: color(a, value=(255, 128, 0, 255)))
case('color-out-of-range', 'fail-emission', lambda a: color(a, 'emissionColor', (-1, 0, 0, 0)))
case('color-out-of-range', 'pass-emission', lambda a: color(a, 'emissionColor', (4, 0, 0, 9)))
case('bind-no-effect', 'fail-weight', lambda a: a.morph('happy', weight=0))
case('bind-no-effect', 'fail-color', lambda a: color(a, value=(1, 1, 1, 1)))
case('bind-no-effect', 'pass-color', color)


@fixture('bind-no-effect')
def fail_texture(avatar):
    avatar.texture()
    move(avatar, offset=[0, 0])


@fixture('bind-no-effect')
def pass_texture(avatar):
    avatar.texture()
    move(avatar)


@fixture('bind-no-effect')
def fail_no_texture(avatar):
    avatar.material()
    move(avatar)


@fixture('bind-no-effect')
def fail_unused(avatar):
    color(avatar)
    avatar.doc['materials'].append({'name': 'Spare'})
    avatar.doc['meshes'][0]['primitives'][0]['material'] = 1


def override(name, member, value, **more):
    def change(avatar):
        avatar.morph('blink')
        preset = avatar.vrm['expressions']['preset']
        preset.setdefault(name, {'morphTargetBinds': [dict(preset['blink']['morphTargetBinds'][0], index=1)]})
        preset[name].update({member: value, **more})
    return change


case('override-same-kind', 'fail-blink', override('blink', 'overrideBlink', 'block'))
case('override-same-kind', 'fail-blend', override('blinkLeft', 'overrideBlink', 'blend'))
case('override-same-kind', 'pass-happy', override('happy', 'overrideBlink', 'block'))
case('override-no-target', 'fail-mouth', override('happy', 'overrideMouth', 'block'))
case('override-no-target', 'pass-blink', override('happy', 'overrideBlink', 'block'))
case('override-no-target', 'fail-gaze', override('sad', 'overrideLookAt', 'block'))


@fixture('override-no-target')
def pass_eyes(avatar):
    override('sad', 'overrideLookAt', 'block')(avatar)
    avatar.gaze()


case('binary-blend', 'fail-blend', override('happy', 'overrideBlink', 'blend', isBinary=True))
case('binary-blend', 'pass-block', override('happy', 'overrideBlink', 'block', isBinary=True))


def blinks(index):
    def change(avatar):
        bind = avatar.morph('blinkLeft')
        avatar.expression('blinkRight', morphTargetBinds=[dict(bind, index=index)])
    return change


pair('blink-sides-identical', blinks(0), blinks(1), 'eyes')
case('expression-empty', 'fail-happy', lambda a: a.expression('happy'))
case('expression-empty', 'pass-happy', lambda a: a.morph('happy'))
case('target-names-missing', 'fail-none', lambda a: (a.face(), a.doc['meshes'][0].pop('extras')))
case('target-names-missing', 'pass-named', lambda a: a.face())


def names(*texts):
    return lambda a: (a.face(), a.doc['meshes'][0]['extras'].update(targetNames=list(texts)))


case('target-names-length', 'fail-three', names('a', 'b', 'c'))
case('target-names-length', 'pass-two', names('a', 'b'))
case('duplicate-target-name', 'fail-twice', names('a', 'a'))
case('duplicate-target-name', 'pass-different', names('a', 'A'))


@fixture('duplicate-target-name')
def fail_two_meshes(avatar):
    names('a', 'a')(avatar)
    avatar.face(name='Hat')
    avatar.doc['meshes'][1]['extras']['targetNames'] = ['b', 'b']


# ---- gaze and first person ----

def without(name, member):
    return lambda a: a.gaze()[name].pop(member)


case('look-at-range-incomplete', 'fail-no-scale', without('rangeMapVerticalUp', 'outputScale'))
case('look-at-range-incomplete', 'fail-no-angle', without('rangeMapVerticalUp', 'inputMaxValue'))
case('look-at-range-incomplete', 'pass-complete', lambda a: a.gaze())
case('look-at-map-omitted', 'fail-up', lambda a: a.gaze().pop('rangeMapVerticalUp'))
case('look-at-map-omitted', 'pass-inner-of-expressions', lambda a: a.gaze_by_expressions().pop('rangeMapHorizontalInner'))
case('look-at-type-omitted', 'fail-none', lambda a: a.gaze().pop('type'))
case('look-at-type-omitted', 'pass-bone', lambda a: a.gaze())
case('look-at-offset-omitted', 'fail-none', lambda a: a.gaze().pop('offsetFromHeadBone'))
case('look-at-offset-omitted', 'pass-given', lambda a: a.gaze())
case('look-at-offset-far', 'fail-world', lambda a: a.gaze(offsetFromHeadBone=[0, 1.5, 0]))
case('look-at-offset-far', 'pass-near', lambda a: a.gaze())
case('look-at-input-zero', 'fail-zero', with_map('rangeMapVerticalUp', inputMaxValue=0))
case('look-at-input-zero', 'fail-still', with_map('rangeMapVerticalUp', inputMaxValue=0, outputScale=0))
case('look-at-input-zero', 'pass-ninety', lambda a: a.gaze())
case('look-at-output-range', 'fail-negative', with_map('rangeMapVerticalUp', outputScale=-10))
case('look-at-output-range', 'fail-degrees', with_map('rangeMapVerticalUp', outputScale=120))
case('look-at-output-range', 'fail-weight', lambda a: a.gaze_by_expressions()['rangeMapVerticalUp'].update(outputScale=10))
case('look-at-output-range', 'pass-still', with_map('rangeMapVerticalUp', outputScale=0))


@fixture('look-at-no-effect')
def fail_still(avatar):
    gaze = avatar.gaze()
    for name in gaze:
        if name.startswith('rangeMap'):
            gaze[name]['outputScale'] = 0


case('look-at-no-effect', 'pass-one-moves', with_map('rangeMapVerticalUp', outputScale=0))
case('look-at-without-eyes', 'fail-none', lambda a: a.gaze(eyes=False))
case('look-at-without-eyes', 'pass-both', lambda a: a.gaze())
case('one-eye', 'fail-left', lambda a: a.map('leftEye', 'head', [0.03, 0.06, 0.08]))
case('one-eye', 'pass-both', lambda a: a.gaze())


def drop_gaze(names):
    def change(avatar):
        avatar.gaze_by_expressions()
        for name in names:
            del avatar.vrm['expressions']['preset'][name]
    return change


case('look-at-expression-missing', 'fail-up', drop_gaze(['lookUp']))
case('look-at-expression-missing', 'pass-all', drop_gaze([]))
case('look-at-without-expressions', 'fail-none', lambda a: (a.gaze(), a.vrm.pop('expressions')))
case('look-at-without-expressions', 'pass-empty', lambda a: a.gaze())
case('annotation-no-mesh', 'fail-head', lambda a: a.annotate((a.face(0), 'auto'), (a.node['head'], 'auto')))
case('annotation-no-mesh', 'pass-face', lambda a: a.annotate((a.face(0), 'auto')))


def twice(avatar, second):
    face, hat = avatar.face(0), avatar.face(0, name='Hat')
    avatar.annotate((face, 'auto'), (face if second else hat, 'both'))


case('annotation-duplicate', 'fail-face', lambda a: twice(a, True))
case('annotation-duplicate', 'pass-two', lambda a: twice(a, False))


def hidden(kind, body=False):
    def change(avatar):
        entries = [(avatar.face(0), kind), (avatar.face(0, name='Hat'), kind)]
        if body:
            avatar.face(0, name='Body')
        avatar.annotate(*entries)
    return change


case('first-person-all-hidden', 'fail-third', hidden('thirdPersonOnly'))
case('first-person-all-hidden', 'fail-first', hidden('firstPersonOnly'))
case('first-person-all-hidden', 'fail-one-mesh', lambda a: a.annotate((a.face(0), 'thirdPersonOnly')))
case('first-person-all-hidden', 'pass-body', hidden('thirdPersonOnly', True))
case('first-person-unannotated', 'fail-hat', lambda a: a.annotate((a.face(0), 'auto')) or a.face(0, name='Hat'))
case('first-person-unannotated', 'pass-all', lambda a: a.annotate((a.face(0), 'auto')))

# ---- meta ----


def license_url(url):
    return lambda a: a.meta.update(licenseUrl=url)


case('license-url', 'fail-slash', license_url('https://vrm.dev/licenses/1.0'))
case('license-url', 'fail-language', license_url('https://vrm.dev/en/licenses/1.0/'))
case('license-url', 'fail-other', license_url('https://example.com/license'))
case('license-url', 'pass-right', plain)
case('meta-name-empty', 'fail-empty', lambda a: a.meta.update(name=''))
case('meta-name-empty', 'pass-named', plain)
case('meta-authors-empty', 'fail-blank', lambda a: a.meta.update(authors=['']))
case('meta-authors-empty', 'pass-named', plain)
case('meta-author-blank', 'fail-second', lambda a: a.meta.update(authors=['Somebody', '']))
case('meta-author-blank', 'pass-two', lambda a: a.meta.update(authors=['Somebody', 'Nobody']))
case('meta-placeholder', 'fail-version', lambda a: a.meta.update(version='undefined'))
case('meta-placeholder', 'fail-all', lambda a: a.meta.update(name='undefined', version='undefined', authors=['undefined']))
case('meta-placeholder', 'pass-version', lambda a: a.meta.update(version='1.2'))
case('other-license-url', 'fail-words', lambda a: a.meta.update(otherLicenseUrl='see readme'))
case('other-license-url', 'pass-two-links', lambda a: a.meta.update(otherLicenseUrl="'https://a', 'https://b'"))
case('permissions-contradict', 'fail-commerce', lambda a: a.meta.update(commercialUsage='corporation'))
case('permissions-contradict', 'fail-modified',
     lambda a: a.meta.update(avatarPermission='everyone', modification='allowModificationRedistribution'))
case('permissions-contradict', 'fail-no-license',
     lambda a: a.meta.update(avatarPermission='onlySeparatelyLicensedPerson'))
case('permissions-contradict', 'pass-everyone',
     lambda a: a.meta.update(avatarPermission='everyone', commercialUsage='corporation'))
case('thumbnail-mime', 'fail-bytes', lambda a: a.thumbnail('image/png', b'RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f'))


@fixture('thumbnail-mime')
def fail_type(avatar):
    avatar.doc['images'] = [{'uri': 'thumbnail.webp', 'mimeType': 'image/webp'}]
    avatar.meta['thumbnailImage'] = 0


case('thumbnail-mime', 'pass-png', lambda a: a.thumbnail('image/png', png(1024, 1024)))
case('thumbnail-not-square', 'fail-jpeg', lambda a: a.thumbnail('image/jpeg', jpeg(300, 301)))
case('thumbnail-not-square', 'pass-jpeg', lambda a: a.thumbnail('image/jpeg', jpeg(1024, 1024)))
case('thumbnail-size', 'fail-512', lambda a: a.thumbnail('image/png', png(512, 512)))
case('thumbnail-size', 'pass-1024', lambda a: a.thumbnail('image/png', png(1024, 1024)))
case('thumbnail-missing', 'fail-none', plain)
case('thumbnail-missing', 'pass-there', lambda a: a.thumbnail('image/png', png(1024, 1024)))

# ---- the glTF around it ----


def animate(avatar):
    avatar.doc['accessors'] = [{'componentType': 5126, 'count': 1, 'type': 'SCALAR', 'min': [0], 'max': [0]},
                               {'componentType': 5126, 'count': 1, 'type': 'VEC3'}]
    avatar.doc['animations'] = [{'name': 'Idle', 'channels': [
        {'sampler': 0, 'target': {'node': avatar.add('Prop', 'hips'), 'path': 'translation'}}],
        'samplers': [{'input': 0, 'output': 1}]}]


pair('animations-unused', animate, plain)
pair('cameras-unused', lambda a: a.doc.update(
    cameras=[{'type': 'perspective', 'perspective': {'yfov': 0.8, 'znear': 0.1}}]), plain)


def transform(**more):
    return lambda a: a.texture(extensions={'KHR_texture_transform': {'offset': [0.5, 0], **more}})


pair('texture-transform-rotation', transform(rotation=0.5), transform(), 'texture')
pair('texture-transform-texcoord', transform(texCoord=1), transform(texCoord=0), 'texture')


def tangents(avatar):
    avatar.face(0)
    avatar.doc['meshes'][0]['primitives'][0]['attributes'] = {'POSITION': 0, 'NORMAL': 0, 'TANGENT': 1}
    avatar.doc['accessors'].append({'componentType': 5126, 'count': 3, 'type': 'VEC4'})


pair('tangents-present', tangents, lambda a: a.face(0), 'mesh')
case('defaults-relied-on', 'fail-modification', plain)
case('defaults-relied-on', 'pass-written', lambda a: a.meta.update(modification='prohibited'))


@fixture('defaults-relied-on')
def fail_expression(avatar):
    avatar.texture()
    avatar.meta['modification'] = 'prohibited'
    avatar.expression('wink', 'custom', textureTransformBinds=[{'material': 0, 'offset': [0.5, 0]}])


def main():
    for rule, name, change in FIXTURES:
        avatar = Avatar()
        change(avatar)
        folder = os.path.join(FOLDER, rule)
        os.makedirs(folder, exist_ok=True)
        text = name.endswith(':text')
        path = os.path.join(folder, name.replace(':text', ''))
        with open(path, 'wb') as file:
            file.write(glb(avatar.doc) if path.endswith('.vrm') and not text else (dump(avatar.doc) + '\n').encode())


if __name__ == '__main__':
    main()
