#!/usr/bin/env python3
"""Mistakes as strangers' files have them: one each in a whole avatar of another generation, or in its animation. All findings
are listed, with the cause alone: what follows from it is counted in it. Where nothing is listed, the file is sane."""
import json
import math
import os
import unittest

import shuffle
from test_cli import SOURCE, Case

HALF = math.sqrt(0.5)
ON_ITS_BACK = [-HALF, 0, 0, HALF]


def bones(doc):
    """Returns the nodes of the bones by their names."""
    extensions = doc['extensions']
    if 'VRM' in extensions:
        return {bone['bone']: bone['node'] for bone in extensions['VRM']['humanoid']['humanBones']}
    owner = extensions.get('VRMC_vrm', extensions.get('VRMC_vrm_animation'))
    return {name: bone['node'] for name, bone in owner['humanoid']['humanBones'].items()}


def node_of(doc, bone):
    return doc['nodes'][bones(doc)[bone]]


def springs(doc):
    return doc['extensions']['VRMC_springBone']['springs']


def groups(doc):
    return doc['extensions']['VRM']['secondaryAnimation']['boneGroups']


def add_node(doc, parent, **members):
    doc['nodes'].append(members)
    doc['nodes'][parent].setdefault('children', []).append(len(doc['nodes']) - 1)
    return len(doc['nodes']) - 1


def detach(doc, node):
    for parent in doc['nodes']:
        if node in parent.get('children', ()):
            parent['children'].remove(node)


def wrap(doc, **members):
    """Puts everything below a node."""
    doc['nodes'].append({'name': 'Armature', 'children': doc['scenes'][0]['nodes'], **members})
    doc['scenes'][0]['nodes'] = [len(doc['nodes']) - 1]


def lay_down(doc):
    wrap(doc, rotation=ON_ITS_BACK)


def detach_hair(doc):
    chains = [spring['joints'][0]['node'] for spring in springs(doc)] if 'VRMC_springBone' in doc['extensions'] else groups(doc)[0]['bones']
    for node in chains:
        detach(doc, node)


def detach_head(doc):
    detach(doc, bones(doc)['head'])
    for group in groups(doc) if 'VRM' in doc['extensions'] else ():
        group['center'] = bones(doc)['hips']


def number_names(doc):
    for bone, name in ('leftUpperArm', 'A'), ('rightUpperArm', 'A'), ('head', 'A_1'):
        node_of(doc, bone)['name'] = name


def space_names(doc):
    """The same, where three.js makes the names equal."""
    for bone, name in ('leftUpperArm', 'A.'), ('rightUpperArm', 'A.'), ('head', 'A 1'):
        node_of(doc, bone)['name'] = name


def free_names(doc):
    """A third name that isn't made."""
    for bone, name in ('leftUpperArm', 'A'), ('rightUpperArm', 'A'), ('head', 'A_2'):
        node_of(doc, bone)['name'] = name


def skip_every_second(doc):
    for spring in springs(doc):
        spring['joints'] = spring['joints'][::2]


def begin_at_head(doc):
    spring = springs(doc)[0]
    spring['joints'].insert(0, {**spring['joints'][0], 'node': bones(doc)['head']})


def earth_in_direction(doc):
    for spring in springs(doc):
        for joint in spring['joints']:
            joint.update(gravityDir=[0, -9.81, 0], gravityPower=1)


def earth_in_direction_0x(doc):
    for group in groups(doc):
        group.update(gravityDir={'x': 0, 'y': -9.81, 'z': 0}, gravityPower=1)


def aim_at_parent(doc):
    arm = bones(doc)['leftLowerArm']
    constraint = {'specVersion': '1.0', 'constraint': {'aim': {'source': arm, 'aimAxis': 'PositiveX'}}}
    add_node(doc, arm, name='Elbow', extensions={'VRMC_node_constraint': constraint})


def write_rows(doc):
    """Writes a matrix row by row."""
    head = node_of(doc, 'head')
    x, y, z = head.pop('translation')
    head['matrix'] = [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1]


def stand_on_sphere(doc):
    """Makes a floor of a sphere on the hips."""
    hips = bones(doc)['hips']
    below = -0.95 - 2
    if 'VRM' in doc['extensions']:
        animation = doc['extensions']['VRM']['secondaryAnimation']
        animation['colliderGroups'].append({'node': hips, 'colliders': [{'offset': {'x': 0, 'y': below, 'z': 0}, 'radius': 2}]})
        users, count = animation['boneGroups'], len(animation['colliderGroups'])
    else:
        extension = doc['extensions']['VRMC_springBone']
        extension['colliders'].append({'node': hips, 'shape': {'sphere': {'offset': [0, below, 0], 'radius': 2}}})
        extension['colliderGroups'].append({'name': 'Floor', 'colliders': [len(extension['colliders']) - 1]})
        users, count = springs(doc), len(extension['colliderGroups'])
    for user in users:
        user.setdefault('colliderGroups', []).append(count - 1)


def lose_accessors(doc):
    del doc['accessors']


def lose_samplers(doc):
    del doc['animations'][0]['samplers']


def lose_images(doc):
    for i in range(5):
        doc.setdefault('images', []).append({'uri': f'image{i}.png'})
        doc.setdefault('textures', []).append({'source': i})
        doc['materials'].append({'name': f'Material {i}', 'pbrMetallicRoughness': {'baseColorTexture': {'index': i}}})


def put_empty_first(doc):
    doc['animations'].insert(0, {'name': 'Empty', 'channels': [], 'samplers': []})


def lose_avatar(doc):
    del doc['extensions']['VRMC_vrm']
    doc['extensionsUsed'].remove('VRMC_vrm')


def one_level_off(names):
    """Returns a mistake: the left arm of another program's skeleton, mapped from the shoulder on."""
    def mistake(doc):
        joints = [bones(doc)['left' + part] for part in ('Shoulder', 'UpperArm', 'LowerArm', 'Hand')]
        for node, name in zip(joints, names):
            doc['nodes'][node]['name'] = name
        mapped = dict(zip(('leftUpperArm', 'leftLowerArm', 'leftHand'), joints))
        humanoid = doc['extensions']['VRM']['humanoid']
        humanoid['humanBones'] = [{**bone, 'node': mapped.get(bone['bone'], bone['node'])} for bone in humanoid['humanBones']
                                  if bone['bone'] != 'leftShoulder']
    mistake.__name__ = 'one_level_off_' + names[0]
    return mistake


DAZ = one_level_off(('lCollar', 'lShldrBend', 'lForearmBend', 'lHand'))
CHARACTER_CREATOR = one_level_off(tuple('CC_Base_L_' + part for part in ('Clavicle', 'Upperarm', 'Forearm', 'Hand')))


def map_bone(doc, bone, node):
    extensions = doc['extensions']
    if 'VRM' in extensions:
        next(entry for entry in extensions['VRM']['humanoid']['humanBones'] if entry['bone'] == bone)['node'] = node
    else:
        extensions['VRMC_vrm']['humanoid']['humanBones'][bone]['node'] = node


def map_end(doc):
    """Maps a hand to the end of its bone, as importers from FBX make it."""
    x = 0.1 if 'VRMC_vrm' in doc['extensions'] else -0.1
    map_bone(doc, 'leftHand', add_node(doc, bones(doc)['leftHand'], name='leftHand_end', translation=[x, 0, 0]))


def map_head_to_eye(doc):
    map_bone(doc, 'head', bones(doc)['leftEye'])


def turn_by_degrees(doc):
    node_of(doc, 'leftUpperArm')['rotation'] = [0, 0, 90, 0]


# (avatar, the mistake, the findings: rules, or a rule with words of its message)
VARIATIONS = [
    ('clean.vrm', skip_every_second, ['springbone/skipped-node-mismatch', 'springbone/skips-node']),
    ('clean.vrm', begin_at_head, ['collider/in-own-chain', 'springbone/joint-is-humanoid']),
    ('clean.vrm', detach_hair, [('skin/no-common-root', 'below 2 other nodes')]),
    ('box-doll-0x.vrm', detach_hair, [('skin/no-common-root', 'below 1 other node')]),
    ('clean.vrm', detach_head, ['vrm/bone-not-in-scene']),
    ('box-doll-0x.vrm', detach_head, ['vrm0/bone-not-in-scene']),
    ('clean.vrm', lay_down, ['vrm/rest-pose-not-t-pose']),
    ('box-doll-0x.vrm', lay_down, ['vrm0/rest-pose-not-t-pose']),
    ('clean.vrm', number_names, [('vrm/duplicate-bone-name', 'three-vrm')]),
    ('box-doll-0x.vrm', number_names, [('vrm0/duplicate-bone-name', 'three-vrm')]),
    ('clean.vrm', space_names, [('vrm/duplicate-bone-name', 'three-vrm')]),
    ('clean.vrm', free_names, [('vrm/duplicate-bone-name', 'Unity')]),
    ('clean.vrm', earth_in_direction, [('springbone/gravity-dir-not-unit', 'use 0 -1 0, which changes how it hangs')]),
    ('box-doll-0x.vrm', earth_in_direction_0x, [('vrm0/gravity-dir-not-unit', 'use 0 -1 0, which changes how it hangs')]),
    ('clean.vrm', aim_at_parent, ['constraint/aim-source-at-destination']),
    ('clean.vrm', write_rows, ['gltf/node-matrix-not-trs']),
    ('box-doll-0x.vrm', write_rows, ['gltf/node-matrix-not-trs']),
    ('clean.vrm', turn_by_degrees, ['gltf/rotation-not-unit']),
    ('box-doll-0x.vrm', turn_by_degrees, ['gltf/rotation-not-unit']),
    ('box-doll-0x.vrm', DAZ, ['vrm0/bone-one-level-off']),
    ('box-doll-0x.vrm', CHARACTER_CREATOR, ['vrm0/bone-one-level-off']),
    ('clean.vrm', map_end, ['vrm/bone-one-level-off']),
    ('box-doll-0x.vrm', map_end, ['vrm0/bone-one-level-off']),
    ('box-doll-0x.vrm', map_head_to_eye, ['vrm0/bone-duplicate-node']),
    ('clean.vrm', stand_on_sphere, []),
    ('box-doll-0x.vrm', stand_on_sphere, []),
    ('clean.vrm', lose_images, ['image/not-found', 'texture/unused-material']),
    ('wave.vrma', lose_accessors, ['animation/channel-sampler-out-of-range']),
    ('wave.vrma', lose_samplers, [('animation/channel-sampler-out-of-range', "'/animations/0/samplers'")]),
    ('clean.vrm', lose_avatar, ['vrm/missing-extension']),
    ('wave.vrma', put_empty_first, ['animation/multiple-animations']),
]


class Variations(Case):
    def test_said_once(self):
        for avatar, mistake, expected in VARIATIONS:
            doc, rest = shuffle.load(os.path.join(SOURCE, 'fixtures', 'whole', avatar))
            mistake(doc)
            path = os.path.join(self.folder, f'{mistake.__name__}-{avatar}')
            shuffle.save(path, doc, rest)
            report = json.loads(self.run_it('check', '--no-config', '--format', 'json', path).out)
            found = [(finding['rule'], finding['message']) for finding in report['files'][0]['findings']
                     if not finding['rule'].startswith('sim/')]
            wanted = sorted((rule, '') if isinstance(rule, str) else rule for rule in expected)
            with self.subTest(avatar=avatar, mistake=mistake.__name__):
                self.assertEqual(sorted(rule for rule, _ in found), [rule for rule, _ in wanted])
                for (_, message), (_, words) in zip(sorted(found), wanted):
                    self.assertIn(words, message)


if __name__ == '__main__':
    unittest.main()
