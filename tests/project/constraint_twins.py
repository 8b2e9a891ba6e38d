#!/usr/bin/env python3
"""usage: constraint_twins.py VRMLINT [COUNT]

Random avatars in pairs. In one, a helper beside a bone follows it by a rotation constraint, and carries a collider or a chain;
in its twin the helper is a child of that bone, without a constraint. Both move alike, so vrmlint must find the same in both."""
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

BONES = [('hips', None, (0, 1, 0)), ('spine', 0, (0, .1, 0)), ('head', 1, (0, .45, 0)), ('leftUpperArm', 1, (.16, .3, 0)),
         ('leftLowerArm', 3, (.26, 0, 0)), ('leftHand', 4, (.24, 0, 0)), ('rightUpperArm', 1, (-.16, .3, 0)),
         ('rightLowerArm', 6, (-.26, 0, 0)), ('rightHand', 7, (-.24, 0, 0)), ('leftUpperLeg', 0, (.09, -.06, 0)),
         ('leftLowerLeg', 9, (0, -.44, .01)), ('leftFoot', 10, (0, -.4, 0)), ('rightUpperLeg', 0, (-.09, -.06, 0)),
         ('rightLowerLeg', 12, (0, -.44, .01)), ('rightFoot', 13, (0, -.4, 0))]
FOLLOWED = [2, 3, 4, 6, 7, 9, 10, 12, 13]


class Rig:
    def __init__(self):
        self.nodes, self.springs, self.colliders = [], [], []

    def node(self, name, parent, at, **more):
        self.nodes.append({'name': name, 'translation': [float(x) for x in at], **more})
        if parent is not None:
            self.nodes[parent].setdefault('children', []).append(len(self.nodes) - 1)
        return len(self.nodes) - 1


def chain(rig, rng, parent, way):
    """Hangs a chain on a node; its numbers make findings likely, but none that is thrown about chaotically."""
    joints = []
    at = [.06 * w for w in way]
    joint = {'stiffness': rng.choice([0, .05, .3, 1, 3, 60]), 'dragForce': rng.choice([.2, .4, .8, 1]),
             'gravityPower': rng.choice([0, .1, 1.5]), 'gravityDir': [0, -1, 0], 'hitRadius': rng.choice([0, .02, .04])}
    for _ in range(rng.randint(3, 5)):
        parent = rig.node('Chain%d' % len(rig.nodes), parent, at)
        joints.append(dict(joint, node=parent))
        at = [rng.uniform(.06, .1) * w for w in way]
    rig.springs.append({'name': 'Chain%d' % len(rig.springs), 'joints': joints, 'colliderGroups': [0]})


def make(seed, twin):
    rng = random.Random(seed)
    rig = Rig()
    for name, parent, at in BONES:
        rig.node(name, parent, at)
    for bone in rng.sample(FOLLOWED, rng.randint(1, 4)):
        name, parent, at = BONES[bone]
        if twin:
            helper = rig.node('Helper of ' + name, bone, (0, 0, 0))
        else:
            follow = {'specVersion': '1.0', 'constraint': {'rotation': {'source': bone}}}
            helper = rig.node('Helper of ' + name, parent, at, extensions={'VRMC_node_constraint': follow})
        way = {True: (0, -1, 0), False: (1 if at[0] > 0 else -1, 0, 0)}['Arm' not in name]
        if rng.random() < .6:
            rig.colliders.append({'node': helper, 'shape': {'capsule': {
                'offset': [0, 0, 0], 'tail': [.3 * w for w in way], 'radius': round(rng.uniform(.04, .08), 3)}}})
        if rng.random() < .6:
            chain(rig, rng, helper, (0, -1, 0) if 'Arm' not in name else (way[0] * .5, -.8, 0))
    for x in rng.sample([-.16, -.08, 0, .08, .16], rng.randint(2, 5)):
        panel = rig.node('Panel%d' % len(rig.nodes), 0, (x, -.02, .13))
        chain(rig, rng, panel, (0, -1, rng.uniform(0, .1)))
    if not rig.colliders:
        rig.colliders.append({'node': 2, 'shape': {'sphere': {'offset': [0, 0, 0], 'radius': .1}}})
    rig.node('Root', None, (0, 0, 0), children=[0])
    bones = {name: {'node': i} for i, (name, _, _) in enumerate(BONES)}
    return {'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_vrm', 'VRMC_springBone', 'VRMC_node_constraint'],
            'scene': 0, 'scenes': [{'nodes': [len(rig.nodes) - 1]}], 'nodes': rig.nodes,
            'extensions': {'VRMC_vrm': {'specVersion': '1.0', 'meta': {'name': 'Twin', 'authors': ['Nobody'],
                                                                       'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                                        'humanoid': {'humanBones': bones}},
                           'VRMC_springBone': {'specVersion': '1.0', 'springs': rig.springs, 'colliders': rig.colliders,
                                               'colliderGroups': [{'colliders': list(range(len(rig.colliders)))}]}}}


def findings(vrmlint, folder, seed, twin, *more):
    path = os.path.join(folder, '%d%s.gltf' % (seed, 'twin' if twin else ''))
    with open(path, 'w', encoding='utf-8') as out:
        json.dump(make(seed, twin), out)
    run = subprocess.run([vrmlint, 'check', '--no-config', '--select', 'sim', '--format', 'json', '--all-findings', *more, path],
                         capture_output=True, text=True, check=False)
    return sorted((f['rule'], f['severity'], re.sub(r'[0-9.]+', '#', f['message']), tuple(numbers(f['message'])))
                  for f in json.loads(run.stdout)['files'][0]['findings'])


def numbers(message):
    return [float(x) for x in re.findall(r'(?<![\w.])\d+(?:\.\d+)?(?![\w.])', message)]


def alike(one, other):
    """Whether findings are the same, and their numbers except for the last of three digits."""
    return len(one) == len(other) and all(
        a[:3] == b[:3] and len(a[3]) == len(b[3]) and
        all(math.isclose(x, y, rel_tol=.011) for x, y in zip(a[3], b[3])) for a, b in zip(one, other))


def main(vrmlint, count):
    bad = found = changed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            one = findings(vrmlint, folder, seed, False)
            other = findings(vrmlint, folder, seed, True)
            found += len(one)
            changed += one != findings(vrmlint, folder, seed, False, '--no-constraints')
            if not alike(one, other):
                bad += 1
                print('seed %d differs:\n  %s\n  %s' % (seed, [f for f in one if f not in other], [f for f in other if f not in one]))
    print('%d pairs, %d findings, %d pairs that constraints change, %d differ' % (count, found, changed, bad))
    return bad > 0 or found == 0 or changed == 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 30))
