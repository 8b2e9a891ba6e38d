#!/usr/bin/env python3
"""springy.py FILE: writes an avatar whose chains take long enough that idle threads help: hair, sleeves and a skirt. Colliders
move some chains in each motion and pose. Some joints have no dragForce, so that runtimes are compared.
"""
import json
import math
import sys

BONES = {'hips': None, 'spine': 'hips', 'head': 'spine'}
for SIDE in ('left', 'right'):
    for PARENT, BONE in (('hips', 'UpperLeg'), ('UpperLeg', 'LowerLeg'), ('LowerLeg', 'Foot'),
                         ('spine', 'UpperArm'), ('UpperArm', 'LowerArm'), ('LowerArm', 'Hand')):
        BONES[SIDE + BONE] = PARENT if PARENT.islower() else SIDE + PARENT
PLACES = {'hips': (0, 1, 0), 'spine': (0, 0.2, 0), 'head': (0, 0.3, 0), 'UpperLeg': (0.1, -0.05, 0),
          'LowerLeg': (0, -0.4, 0), 'Foot': (0, -0.4, 0), 'UpperArm': (0.15, 0.15, 0), 'LowerArm': (0.25, 0, 0),
          'Hand': (0.25, 0, 0)}


def document(chains=10):
    nodes, number = [], {}
    for bone, parent in BONES.items():
        x, y, z = PLACES[bone.removeprefix('left').removeprefix('right')]
        number[bone] = len(nodes)
        nodes.append({'name': bone, 'translation': [-x if bone.startswith('right') else x, y, z]})
        if parent is not None:
            nodes[number[parent]].setdefault('children', []).append(number[bone])
    springs = []

    def hang(bone, name, place, step, length, **parameters):
        joints, parent = [], number[bone]
        for i in range(length):
            nodes.append({'name': f'{name}{i}', 'translation': place if i == 0 else step})
            nodes[parent].setdefault('children', []).append(len(nodes) - 1)
            parent = len(nodes) - 1
            joints.append({'node': parent, 'hitRadius': 0.02, 'stiffness': 0.6, 'dragForce': 0.2, **parameters})
        springs.append({'name': name, 'joints': joints, 'colliderGroups': [0]})

    for i in range(chains):
        x, z = math.cos(i * math.pi / 5), math.sin(i * math.pi / 5)
        hang('hips', f'Skirt{i}_', [0.16 * x, -0.05, 0.16 * z], [0.01 * x, -0.08, 0.01 * z], 6)
        hang('head', f'Hair{i}_', [0.08 * x, 0.05, 0.08 * z], [0, -0.05, 0], 5, gravityPower=0.1 * i)
    for side, sign in (('left', 1), ('right', -1)):
        hang(side + 'LowerArm', f'Sleeve_{side}', [0.1 * sign, 0, 0], [0, -0.06, 0], 4, stiffness=0.05)
    for spring in springs[:3]:
        for joint in spring['joints']:
            del joint['dragForce']
    colliders = [{'node': number[side + bone], 'shape': {'capsule': {'offset': [0, 0, 0], 'radius': 0.08, 'tail': [0, -0.4, 0]}}}
                 for side in ('left', 'right') for bone in ('UpperLeg', 'LowerLeg')]
    colliders.append({'node': number['head'], 'shape': {'sphere': {'offset': [0, 0.05, 0], 'radius': 0.07}}})
    return {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': nodes,
            'extensionsUsed': ['VRMC_vrm', 'VRMC_springBone'],
            'extensions': {
                'VRMC_vrm': {'specVersion': '1.0', 'meta': {'name': 'Springy', 'authors': ['nobody'],
                                                            'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                             'humanoid': {'humanBones': {bone: {'node': node} for bone, node in number.items()}}},
                'VRMC_springBone': {'specVersion': '1.0', 'colliders': colliders,
                                    'colliderGroups': [{'name': 'body', 'colliders': list(range(len(colliders)))}],
                                    'springs': springs}}}


if __name__ == '__main__':
    with open(sys.argv[1], 'w', encoding='utf-8') as output:
        json.dump(document(), output)
