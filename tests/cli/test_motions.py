#!/usr/bin/env python3
"""What findings about motion rest on: helpers move as what they follow does, chains that have nothing to do with each other change
nothing for each other, and a worse value never has a milder finding. Run like test_cli.py."""
import copy
import functools
import json
import os
import random
import unittest

from test_cli import SOURCE, Case

SEVERITIES = ('info', 'warning', 'error')


def load(name):
    with open(os.path.join(SOURCE, 'fixtures', name), encoding='utf-8') as file:
        return json.load(file)


AVATAR = load('sim/limb-between-chains/fail-two-chains.gltf')
ARM, THIGH = 21, 4


def add_node(document, parent, **node):
    document['nodes'][parent].setdefault('children', []).append(len(document['nodes']))
    document['nodes'].append(node)
    return len(document['nodes']) - 1


def springs(document):
    return document['extensions']['VRMC_springBone']['springs']


def add_collider(document, node, shape):
    """Adds a collider that all springs use."""
    own = document['extensions']['VRMC_springBone']
    own['colliders'].append({'node': node, 'shape': shape})
    own['colliderGroups'].append({'name': 'More', 'colliders': [len(own['colliders']) - 1]})
    for spring in own['springs']:
        spring['colliderGroups'] = spring.get('colliderGroups', []) + [len(own['colliderGroups']) - 1]


def twins(bone, shape):
    """Returns an avatar with a collider on a helper that follows a bone by a constraint, and one with it on a child of the bone."""
    helped, plain = copy.deepcopy(AVATAR), copy.deepcopy(AVATAR)
    parent = next(i for i, node in enumerate(AVATAR['nodes']) if bone in node.get('children', []))
    follows = {'specVersion': '1.0', 'constraint': {'rotation': {'source': bone}}}
    add_collider(helped, add_node(helped, parent, name='Helper', translation=AVATAR['nodes'][bone]['translation'],
                                  extensions={'VRMC_node_constraint': follows}), shape)
    helped['extensionsUsed'].append('VRMC_node_constraint')
    add_collider(plain, add_node(plain, bone, name='Helper'), shape)
    return helped, plain


class Motions(Case):
    def findings(self, document, *families):
        self.write('a.gltf', json.dumps(document))
        report = json.loads(self.expect(0, 'check', '--no-config', '--fail-on', 'never', '--format', 'json', 'a.gltf').out)
        return [f for f in report['files'][0]['findings'] if f['rule'].split('/')[0] in (families or ('sim',))]

    def test_helpers(self):
        """A collider on a helper that follows a bone moves as one on the bone does, and so do the words about it."""
        said = set()
        for bone in (ARM, THIGH):
            for x, y, radius in ((0.46, 0, 0.12), (0.5, -0.1, 0.08), (0, -0.2, 0.1), (0.05, -0.1, 0.08)):
                shape = {'sphere': {'offset': [x, y, 0.08], 'radius': radius}}
                helped, plain = (
                    [(f['rule'], f['severity'], f['message']) for f in self.findings(document)] for document in twins(bone, shape))
                self.assertEqual(helped, plain)
                said.update(message for _, _, message in helped)
        self.assertTrue(any('when the arms hang down' in message for message in said), said)

    def test_unrelated_groups(self):
        """A spring elsewhere changes no finding about another one."""
        for seed in range(3):
            rng = random.Random(seed)
            document = copy.deepcopy(AVATAR)
            for spring in springs(document):
                for joint in spring['joints'][:-1]:
                    joint.update(stiffness=rng.choice((0.02, 0.1, 0.5)), dragForce=rng.choice((0.01, 0.05, 0.4)))
            before = self.findings(document)
            self.assertNotEqual(before, [])
            node = add_node(document, rng.choice((1, 2, 3, ARM, THIGH)), name='Tail', translation=[0, 0.1, -0.3])
            tip = add_node(document, node, name='Tip', translation=[0, 0.1, -0.05])
            springs(document).append({'name': 'Tail', 'joints': [{'node': node, 'stiffness': 0.3, 'dragForce': 0.02}, {'node': tip}]})
            after = self.findings(document)
            words = [[(f['rule'], f['severity'], f['pointer'], f['message']) for f in findings if '/springs/2' not in f['pointer']]
                     for findings in (before, after)]
            self.assertEqual(words[0], words[1])

    def test_teleports(self):
        """How long a chain is inside out doesn't depend on what else still swings, nor on which springs have a center."""
        document = load('sim/teleport-inverts/fail-center.gltf')
        words = [[f['message'] for f in self.findings(document) if f['rule'] == 'sim/teleport-inverts']]
        self.assertEqual(len(words[0]), 1)
        for parent in (0, 1):
            more = copy.deepcopy(document)
            node = add_node(more, parent, name='Tail', translation=[0.2, 0, 0])
            tip = add_node(more, node, name='Tip', translation=[0.1, 0, 0])
            springs(more).append({'name': 'Tail', 'joints': [{'node': node, 'stiffness': 0.2, 'dragForce': 0.001}, {'node': tip}]})
            words.append([f['message'] for f in self.findings(more) if f['rule'] == 'sim/teleport-inverts'])
        self.assertEqual(words, words[:1] * 3)
        # a weak chain: the real three-vrm frees it after 3.4 s, if a nudge of 1e-9 m disturbs its rest before the teleport
        weak = next(f for f in self.findings(load('sim/walk-lag/pass-center.gltf')) if f['rule'] == 'sim/teleport-inverts')
        self.assertEqual((weak['severity'], weak['data']['seconds']), ('info', 3.5))

    def test_worse_values(self):
        """The severity of the worst finding never falls as a value gets worse."""
        sweeps = {
            'stiffness': ((1, 5, 30, 300, 1e4, 1e6), (0.5, 0.1, 0.03, 0.01, 0.001, 0)),
            'dragForce': ((0.4, 0.95, 1, 1.5, 2.5, 40), (0.4, 0.05, 0.01, 0, -0.1, -1)),
            'gravityPower': ((0.5, 2, 5, 9.8, 20, 981),),
            'hitRadius': ((0.02, 0.05, 0.1, 0.3, 1, 100),),
        }
        for name, courses in sweeps.items():
            for values in courses:
                worst = []
                for value in values:
                    document = copy.deepcopy(AVATAR)
                    for joint in springs(document)[0]['joints'][:-1]:
                        joint[name] = value
                    found = [SEVERITIES.index(f['severity']) for f in self.findings(document, 'sim', 'springbone')
                             if '/springs/0' in f['pointer'] and 'limb-between' not in f['rule']]
                    worst.append(max(found, default=-1))
                self.assertEqual(worst, sorted(worst), (name, values))
                self.assertGreater(worst[-1], 0, (name, values))

    def test_worse_values_of_other_settings(self):
        """The same for numbers of other parts of an avatar, up to those that single precision just holds."""
        group = '/extensions/VRM/secondaryAnimation/'
        limit = '/extensions/VRMC_springBone/springs/0/joints/0/extensions/VRMC_springBone_limit/limit/spherical/'
        material = '/extensions/VRM/materialProperties/0/vectorProperties/'
        above = (0.3, 0.6, 1, 1.5, 2, 2.3, 2.6, 4, 100)
        far = (0.1, 3, 100, 1e10, 9e17, 1e18, 1e20, 3e38, 4e38)
        sweeps = (
            ('vrm0/collider-other-unit/pass-metres.gltf', group + 'colliderGroups/0/colliders/0/offset/x', far),
            ('vrm0/collider-other-unit/pass-metres.gltf', group + 'colliderGroups/0/colliders/0/offset/x', [-value for value in far]),
            ('vrm0/collider-other-unit/pass-metres.gltf', group + 'colliderGroups/0/colliders/0/radius', far[1:]),
            ('vrm0/collider-other-unit/pass-metres.gltf', group + 'colliderGroups/0/colliders/0/radius', [-value for value in far]),
            ('vrm0/collider-other-unit/pass-metres.gltf', group + 'boneGroups/0/hitRadius', far),
            ('vrm0/collider-other-unit/pass-metres.gltf', group + 'boneGroups/0/gravityPower', far),
            ('limit/angle-above-max/pass-yaw-of-half-pi.gltf', limit + 'pitch', (3, 3.2, 6, 7, 90, 360, 361, 1e6, 4e38)),
            ('limit/angle-above-max/pass-yaw-of-half-pi.gltf', limit + 'yaw', (1.5, 3.2, 6, 7, 90, 360, 361, 1e6, 4e38)),
            ('vrm/color-out-of-range/fail-255.gltf', '/extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0/targetValue/0',
             (0.5, 1.5, 20, 255, 256, 1e4)),
            ('vrm0/color-out-of-range/fail-255.gltf', '/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/0/targetValue/0',
             (0.5, 1.5, 20, 255, 256, 1e4)),
            ('mtoon/v0-value-range/fail-bright-emission.gltf', material + '_EmissionColor/0', (0.5, 1.5, 20, 150, 150.5, 255, 256, 300, 1e4, 1e30)),
            ('mtoon/v0-value-range/fail-bright-rim.gltf', material + '_RimColor/0', (0.5, 1.5, 20, 150, 150.5, 255, 256, 300, 1e4, 1e30)),
            ('vrm/bind-no-effect/fail-weight.gltf', '/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/weight',
             (1, 0.1, 0.01, 0.001, 0, -0.1, -1)),
            ('vrm0/bind-weight-unit/fail-0.gltf', '/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/0/weight',
             (100, 10, 1, 0.1, 0, -1, -100)),
            ('vrm0/collider-world-space/fail-above.gltf', group + 'colliderGroups/0/colliders/0/offset/y', above),
            ('collider/world-space/fail-above.gltf', '/extensions/VRMC_springBone/colliders/0/shape/capsule/offset/1', above),
        )
        for name, pointer, values in sweeps:
            worst = []
            for value in values:
                document = load(name)
                keys = [int(key) if key.isdigit() else key for key in pointer.split('/')[1:]]
                holder = functools.reduce(lambda held, key: held[key], keys[:-1], document)
                if isinstance(holder, list) and len(holder) == 4:  # a colour, of which only this component may be wrong
                    holder[:] = [0, 0, 0, 1]
                holder[keys[-1]] = value
                parts = ('vrm0', 'vrm', 'limit', 'mtoon', 'collider')
                found = [SEVERITIES.index(f['severity']) for f in self.findings(document, *parts) if f['rule'] != 'limit/draft-extension']
                worst.append(max(found, default=-1))
            self.assertEqual(worst, sorted(worst), (name, pointer, values))
            self.assertGreater(worst[-1], 0, (name, pointer, values))

    def test_far_nodes(self):
        """The same for nodes so far away that no motion can be computed any more."""
        for name, node in (('collider/zero-radius/pass-small.gltf', 1), ('vrm0/collider-world-space/pass-hat.gltf', 0),
                           ('animation/rest-pose-faces-backward/pass-yawed.gltf', 0)):
            worst = []
            for value in (50, 1e4, 1e7, 1e10, 1e13, 1e15, 1e20, 1e30, 4e38):
                document = load(name)
                document['nodes'][node]['translation'][0] = value
                found = self.findings(document, 'gltf', 'sim', 'vrm0', 'animation')
                worst.append(max((SEVERITIES.index(f['severity']) for f in found), default=-1))
            self.assertEqual(worst, sorted(worst), name)
            self.assertGreater(worst[-1], 0, name)

    def test_command_of_the_app(self):
        """What is said of an app is shown by its engine."""
        for name in ('fail-on-axis', 'fail-on-center'):
            finding = next(f for f in self.findings(load(f'sim/tail-at-collider-center/{name}.gltf')) if 'center' in f['rule'])
            command = finding['related'][-1]['message']
            self.assertIn('--engine three-vrm', command)
            shown = self.expect(0, *command.replace('FILE', 'a.gltf').split()[1:]).out
            self.assertIn('NaN', shown)


if __name__ == '__main__':
    unittest.main()
