#!/usr/bin/env python3
"""vrmlint simulate from outside: options, formats, outputs. Run like test_cli.py."""
import base64
import csv
import io
import json
import math
import os
import resource
import struct
import subprocess
import unittest

from test_cli import Case, PROGRAM

CHAIN = {
    'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
    'nodes': [{'children': [1]}, {'translation': [0, 1, 0], 'children': [2, 5]}, {'children': [3]},
              {'translation': [0.1, 0, 0], 'children': [4]}, {'translation': [0.1, 0, 0]},
              {'translation': [0, 0, 0.2], 'children': [6]}, {'translation': [0, 0, 0.1]}],
    'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
        {'name': 'Hair', 'joints': [{'node': 2, 'gravityPower': 0.5}, {'node': 3}, {'node': 4}]},
        {'name': 'Bust', 'joints': [{'node': 5, 'dragForce': 0.1}, {'node': 6}]}]}},
}
# A tail exactly at the center of a collider: three-vrm divides by zero.
COINCIDENT = json.loads(json.dumps(CHAIN))
COINCIDENT['extensions']['VRMC_springBone'].update({
    'colliders': [{'node': 3, 'shape': {'sphere': {'offset': [0, 0, 0], 'radius': 0.1}}}],
    'colliderGroups': [{'colliders': [0]}]})
COINCIDENT['nodes'][1]['children'].append(7)
COINCIDENT['nodes'].append({'translation': [0.1, 0, 0]})
COINCIDENT['extensions']['VRMC_springBone']['colliders'][0]['node'] = 7
COINCIDENT['extensions']['VRMC_springBone']['springs'][0]['colliderGroups'] = [0]
COINCIDENT['extensions']['VRMC_springBone']['springs'][0]['joints'][0]['gravityPower'] = 0
COLUMNS = 'step,time,spring,joint,node,tail_x,tail_y,tail_z,state_x,state_y,state_z'


class Simulate(Case):
    def setUp(self):
        super().setUp()
        self.write('a.gltf', json.dumps(CHAIN))

    def json(self, *arguments, **how):
        return json.loads(self.expect(0, 'simulate', '--format', 'json', *arguments, 'a.gltf', **how).out)

    def rows(self, *arguments):
        text = self.expect(0, 'simulate', *arguments, 'a.gltf').out
        self.assertEqual(text.split('\n')[0], COLUMNS)
        return list(csv.DictReader(io.StringIO(text)))


class Formats(Simulate):
    def test_json(self):
        run = self.json('--steps', '3')
        self.assertEqual(list(run), ['engine', 'dt', 'steps', 'root', 'joints'])
        self.assertEqual((run['engine'], run['dt'], run['steps']), ('spec', 1 / 60, 3))
        self.assertEqual(run['root'], [[0, 0, 0, 0, 0, 0, 1]] * 3)
        self.assertEqual([(j['spring'], j['joint'], j['node']) for j in run['joints']], [(0, 0, 2), (0, 1, 3), (1, 0, 5)])
        for joint in run['joints']:
            self.assertEqual(list(joint), ['spring', 'joint', 'node', 'tail', 'state'])
            for track in ('tail', 'state'):
                self.assertEqual([len(place) for place in joint[track]], [3, 3, 3])
        # the first step by hand: pulled along the bone and, half as strongly, down; then back to its length
        x, y = 0.1 + 1 / 60, -0.5 / 60
        scale = 0.1 / math.hypot(x, y)
        for wanted, got in zip((x * scale, 1 + y * scale, 0), run['joints'][0]['tail'][0]):
            self.assertAlmostEqual(wanted, got, places=15)

    def test_csv_says_the_same(self):
        arguments = ['--steps', '7', '--motion', 'spin', '--hitch', '3:0.2']
        run = self.json(*arguments)
        rows = self.rows(*arguments)
        self.assertEqual(len(rows), 21)
        for i, row in enumerate(rows):
            step, joint = i // 3, run['joints'][i % 3]
            self.assertEqual([int(row[name]) for name in ('step', 'spring', 'joint', 'node')],
                             [step + 1, joint['spring'], joint['joint'], joint['node']])
            for track in ('tail', 'state'):
                self.assertEqual([float(row[f'{track}_{axis}']) for axis in 'xyz'], joint[track][step])
        self.assertAlmostEqual(float(rows[-1]['time']), 6 / 60 + 0.2)
        self.assertEqual(self.expect(0, 'simulate', '--format', 'csv', 'a.gltf').out,
                         self.expect(0, 'simulate', 'a.gltf').out)

    def test_numbers_that_are_none(self):
        self.write('nan.gltf', json.dumps(COINCIDENT))
        out = self.expect(0, 'simulate', '--engine', 'three-vrm', '--steps', '4', '--format', 'json', 'nan.gltf').out
        self.assertEqual(json.loads(out)['joints'][0]['state'][-1], ['NaN'] * 3)
        out = self.expect(0, 'simulate', '--engine', 'three-vrm', '--steps', '4', 'nan.gltf').out
        self.assertIn('"NaN"', out)
        for engine in ('spec', 'univrm', 'pbd'):
            self.assertNotIn('N', self.expect(0, 'simulate', '--engine', engine, 'nan.gltf').out)

    def test_same_bytes(self):
        for engine in ('spec', 'three-vrm', 'univrm', 'pbd'):
            first = self.expect(0, 'simulate', '--engine', engine, '--motion', 'bob', 'a.gltf').out
            self.assertEqual(first, self.expect(0, 'simulate', '--engine', engine, '--motion', 'bob', 'a.gltf').out)

    def test_nothing_to_move(self):
        self.write('still.gltf', '{"asset": {"version": "2.0"}}')
        out = self.expect(0, 'simulate', '--steps', '2', '--format', 'json', 'still.gltf').out
        self.assertEqual(json.loads(out)['joints'], [])
        done = self.expect(0, 'simulate', 'still.gltf')
        self.assertEqual(done.out, COLUMNS + '\n')
        self.assertIn('still.gltf: it has no spring bones', done.err)

    def test_vrm_0x(self):
        nodes = json.loads(json.dumps(CHAIN['nodes']))
        group = {'stiffiness': 1, 'bones': [2, 5], 'colliderGroups': [0], 'dragForce': 0.4}
        model = {'asset': {'version': '2.0'}, 'nodes': nodes, 'extensions': {'VRM': {'secondaryAnimation': {
            'boneGroups': [group], 'colliderGroups': [{'node': 4, 'colliders': [{'radius': 0.01}]}]}}}}
        self.write('a.gltf', json.dumps(model))
        joints = self.json('--steps', '1', '--engine', 'three-vrm')['joints']
        self.assertEqual([(j['joint'], j['node']) for j in joints], [(0, 2), (1, 3), (2, 4), (3, None), (0, 5), (1, 6)])
        self.assertEqual(self.rows('--steps', '1', '--engine', 'three-vrm')[3]['node'], '')
        joints = self.json('--steps', '1', '--engine', 'univrm')['joints']
        self.assertEqual([j['node'] for j in joints], [2, 3, 4, 5, 6])
        for wanted, got in zip((0.27, 1, 0), joints[2]['tail'][0]):  # a virtual tail, 7 cm further
            self.assertAlmostEqual(wanted, got)


class Options(Simulate):
    def test_time(self):
        for arguments, dt in ((['--fps', '30'], 1 / 30), (['--dt', '0.02'], 0.02), (['--dt', '1/144'], 1 / 144),
                              (['--fps', '59.94'], 1 / 59.94), (['--fps=60', '--fps', '90'], 1 / 90)):
            self.assertEqual(self.json('--steps', '1', *arguments)['dt'], dt)
        self.assertEqual(self.json()['steps'], 600)

    def test_engines_differ(self):
        runs = {engine: self.json('--engine', engine, '--motion', 'shake', '--steps', '60')
                for engine in ('spec', 'three-vrm', 'univrm', 'pbd')}
        for engine, run in runs.items():
            self.assertEqual(run['engine'], engine)
        self.assertNotEqual(runs['spec']['joints'], runs['three-vrm']['joints'])
        self.assertNotEqual(runs['spec']['joints'], runs['pbd']['joints'])
        # without scales, colliders and skipped nodes, UniVRM's jobs and the specification give the same
        for a, b in zip(runs['spec']['joints'], runs['univrm']['joints']):
            self.assertTrue(all(math.dist(p, q) < 1e-12 for p, q in zip(a['tail'], b['tail'])))
        reset = self.json('--engine', 'pbd', '--motion', 'shake', '--steps', '60', '--reset-pose')
        self.assertNotEqual(runs['pbd']['joints'], reset['joints'])

    def test_motions(self):
        ends = {'none': [0, 0, 0], 'step': [0.3, 0, 0], 'spin': [0, 0, 0], 'turn': [0, 0, 0], 'bow': [0, 0, 0],
                'teleport': [10, 0, 0], 'bob': [0, 0, 1.4], 'shake': [0, 0, 0], 'teleport-far': [7.3, 0, -4.1],
                'shake-stop': [0, 0, 0], 'nod': [0, 0, 0]}
        for motion, place in ends.items():
            root = self.json('--motion', motion, '--steps', '60')['root'][-1]
            self.assertTrue(math.dist(root[:3], place) < 1e-12, motion)
            self.assertAlmostEqual(math.hypot(*root[3:]), 1)

    def test_nod(self):
        # the root doesn't move, but chains do
        run = self.json('--motion', 'nod', '--steps', '60')
        self.assertEqual(run['root'][-1], [0, 0, 0, 0, 0, 0, 1])
        self.assertNotEqual(run['joints'], self.json('--steps', '60')['joints'])

    def humanoid(self, name='posed.gltf', **vrm):
        """Writes a file with the chain on a left thigh, below hips one metre up; returns its name."""
        model = json.loads(json.dumps(CHAIN))
        model['nodes'][0] = {'children': [1, 7]}
        model['nodes'] += [{'translation': [0, 1, 0], 'children': [8]}, {'translation': [0, -0.4, 0]}]
        model['nodes'][0]['children'] = [7]
        model['nodes'][7]['children'] = [1, 8]
        model['nodes'][1]['translation'] = [0, -0.1, 0]
        bones = {'hips': 7, 'leftUpperLeg': 1, 'rightUpperLeg': 8}
        if vrm.get('old'):
            model['extensions']['VRM'] = {'humanoid': {'humanBones': [{'bone': bone, 'node': node}
                                                                      for bone, node in bones.items()]}}
        else:
            model['extensions']['VRMC_vrm'] = {'specVersion': '1.0', 'humanoid': {
                'humanBones': {bone: {'node': node} for bone, node in bones.items()}}}
        self.write(name, json.dumps(model))
        return name

    def tails(self, *arguments):
        """Returns the tails of the bust, which is 0.3 m in front of its parent."""
        return json.loads(self.expect(0, 'simulate', '--format', 'json', *arguments).out)['joints'][2]['tail']

    def test_limbs(self):
        path = self.humanoid()
        step = self.tails('--pose', 'step-left', '--steps', '600', path)
        self.assertAlmostEqual(step[0][1], 0.9)
        self.assertGreater(step[53][1], 1.1)  # at 0.9 s the thigh is raised by 60 degrees
        self.assertAlmostEqual(step[-1][1], 0.9)
        self.assertAlmostEqual(self.tails('--pose', 'sit', path)[-1][1], 1.2)
        for engine in ('three-vrm', 'univrm', 'pbd'):
            self.assertGreater(self.tails('--pose', 'sit', '--engine', engine, path)[-1][1], 0.95)
        done = self.expect(0, 'simulate', '--pose', 'sit', '--steps', '1', 'a.gltf')
        self.assertIn('its pose changes nothing', done.err)

    def test_jump(self):
        """sim/constraint-jumps ends with the command that shows the jump of the chain below the node."""
        path = os.path.join(os.path.dirname(__file__), '..', '..', 'fixtures', 'sim', 'constraint-jumps', 'fail-with-a-chain.gltf')
        found, = json.loads(self.expect(0, 'check', '--no-config', '--format', 'json', path).out)['files'][0]['findings']
        command = found['related'][-1]['message'].split()
        self.assertEqual((command[:2], command[-1]), (['vrmlint', 'simulate'], 'FILE'))
        run = json.loads(self.expect(0, *command[1:-1], '--format', 'json', path).out)
        tail = run['joints'][0]['tail']
        self.assertGreater(max(map(math.dist, tail, tail[1:])), 0.05)

    def test_size(self):
        near = self.tails('--steps', '1', 'a.gltf')[0]
        far = self.tails('--steps', '1', '--size', '2', 'a.gltf')[0]
        self.assertAlmostEqual(far[2], 2 * near[2])
        self.usage('is not a number from', 'simulate', '--size', '0', 'a.gltf')

    def animation(self):
        """Writes an animation: a left thigh rises by 90 degrees in a second; the model is half as tall and jumps up by 0.1 m."""
        numbers = [0, 1] + [0, 0, 0, 1, -math.sqrt(0.5), 0, 0, math.sqrt(0.5)] + [0, 0.5, 0, 0, 0.6, 0]
        data = base64.b64encode(struct.pack(f'<{len(numbers)}f', *numbers)).decode()
        self.write('jump.vrma', json.dumps({
            'asset': {'version': '2.0'},
            'nodes': [{'translation': [0, 0.5, 0], 'children': [1]}, {'translation': [0, -0.05, 0]}],
            'buffers': [{'byteLength': 4 * len(numbers), 'uri': 'data:application/octet-stream;base64,' + data}],
            'bufferViews': [{'buffer': 0, 'byteOffset': at, 'byteLength': size}
                            for at, size in ((0, 8), (8, 32), (40, 24))],
            'accessors': [{'bufferView': view, 'componentType': 5126, 'count': 2, 'type': kind}
                          for view, kind in enumerate(('SCALAR', 'VEC4', 'VEC3'))],
            'animations': [{'samplers': [{'input': 0, 'output': 1}, {'input': 0, 'output': 2}], 'channels': [
                {'sampler': 0, 'target': {'node': 1, 'path': 'rotation'}},
                {'sampler': 1, 'target': {'node': 0, 'path': 'translation'}}]}],
            'extensions': {'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {'humanBones': {
                'hips': {'node': 0}, 'leftUpperLeg': {'node': 1}}}}}}))
        return 'jump.vrma'

    def test_animation(self):
        played = self.animation()
        for old in (False, True):  # VRM 0.x faces the other way, so the thigh turns the bust down
            bust = self.tails('--animation', played, self.humanoid(old=old))
            self.assertAlmostEqual(bust[0][1], 0.9, 1)
            # the hips are twice as high as the animation's
            self.assertAlmostEqual(bust[-1][1], 1.2 - 0.1 + (-0.3 if old else 0.3), 3)
        done = self.expect(3, 'simulate', '--animation', 'a.gltf', 'posed.gltf')
        self.assertIn('a.gltf: it is not a VRM animation', done.err)
        self.usage("can't be used together", 'simulate', '--animation', played, '--pose', 'sit', 'posed.gltf')

    def test_pbd_parameters(self):
        def run(*arguments):
            return self.json('--engine', 'pbd', '--motion', 'shake', '--steps', '60', *arguments)['joints']
        article = run()
        self.assertEqual(article, run('--pbd-spring', '100', '--pbd-damp', '0.85', '--pbd-gravity', '9.8', '--pbd-point-size', '0.02'))
        for changed in (['--pbd-spring', '90'], ['--pbd-damp', '0.8'], ['--pbd-gravity', '1'], ['--pbd-from-file']):
            self.assertNotEqual(article, run(*changed), changed)
        # no force and no inertia: bones stay where they are while the root doesn't move
        still = self.json('--engine', 'pbd', '--steps', '9', '--pbd-gravity', '0')['joints']
        for joint in still:
            self.assertTrue(all(math.dist(joint['tail'][0], tail) < 1e-12 for tail in joint['tail']))

    def test_root(self):
        self.write('poses.csv', 'px,py,pz,qx,qy,qz,qw\n1,2,3,0,0,0,1\r\n\n 4 , 5e0,-6,0.6,0,0.8,0')
        run = self.json('--root', 'poses.csv')
        self.assertEqual(run['root'], [[1, 2, 3, 0, 0, 0, 1], [4, 5, -6, 0.6, 0, 0.8, 0]])
        self.assertEqual(run['steps'], 2)
        self.assertEqual(self.json('--root', 'poses.csv', '--steps', '1')['root'], run['root'][:1])
        self.assertEqual(self.json('--root', '-', stdin=b'1,2,3,0,0,0,1')['root'], run['root'][:1])
        # the same poses from a file and from the motion
        spin = self.json('--motion', 'spin', '--steps', '20')
        self.write('spin.csv', '\n'.join(','.join(map(repr, pose)) for pose in spin['root']))
        self.assertEqual(self.json('--root', 'spin.csv'), spin)

    def test_hitch(self):
        plain, long = self.rows('--steps', '4'), self.rows('--steps', '4', '--hitch', '2:1/4', '--hitch', '3:0')
        self.assertEqual(plain[:3], long[:3])
        self.assertNotEqual(plain[3]['tail_y'], long[3]['tail_y'])
        # a step of zero seconds moves nothing
        self.assertEqual([row['tail_y'] for row in long[3:6]], [row['tail_y'] for row in long[6:9]])
        self.assertEqual(float(long[-1]['time']), 1 / 60 + 0.25 + 1 / 60)

    def test_spring(self):
        run = self.json('--steps', '5')
        for spring, count in ((0, 2), (1, 1)):
            only = self.json('--steps', '5', '--spring', str(spring))
            self.assertEqual(only['joints'], [j for j in run['joints'] if j['spring'] == spring])
            self.assertEqual(len(self.rows('--steps', '5', '--spring', str(spring))), 5 * count)

    def test_standard_input(self):
        with open(os.path.join(self.folder, 'a.gltf'), 'rb') as file:
            self.assertEqual(self.expect(0, 'simulate', '-', stdin=file.read()).out,
                             self.expect(0, 'simulate', 'a.gltf').out)

    def test_output(self):
        out = self.expect(0, 'simulate', 'a.gltf').out
        done = self.expect(0, 'simulate', '--output', 'out.csv', 'a.gltf')
        self.assertEqual((done.out, done.err), ('', ''))
        with open(os.path.join(self.folder, 'out.csv'), encoding='utf-8') as file:
            self.assertEqual(file.read(), out)
        self.assertEqual(self.expect(0, 'simulate', '--output', '-', 'a.gltf').out, out)
        self.assertEqual(sorted(os.listdir(self.folder)), ['a.gltf', 'out.csv'])


class Wrong(Simulate):
    def test_usage(self):
        for text, arguments in (
                ('needs a FILE', []), ('one FILE at a time', ['a.gltf', 'a.gltf']),
                ("did you mean 'three-vrm'?", ['--engine', 'threevrm', 'a.gltf']),
                ("did you mean 'shake'?", ['--motion', 'shaek', 'a.gltf']),
                ('use one of csv|json', ['--format', 'text', 'a.gltf']),
                ('not a number from 1', ['--steps', '0', 'a.gltf']), ('not a number from 1', ['--steps', '1.5', 'a.gltf']),
                ('not a number from 1', ['--steps', '99999999999999999999', 'a.gltf']),
                ('above 0', ['--fps', '0', 'a.gltf']), ('above 0', ['--fps', 'inf', 'a.gltf']),
                ('above 0', ['--dt', '-1', 'a.gltf']), ('above 0', ['--dt', '1/0', 'a.gltf']),
                ('above 0', ['--dt', '0x1p-6', 'a.gltf']), ('above 0', ['--dt', 'nan', 'a.gltf']),
                ('already set by --fps', ['--fps', '60', '--dt', '0.1', 'a.gltf']),
                ('STEP:SECONDS', ['--hitch', '100', 'a.gltf']), ('STEP:SECONDS', ['--hitch', '0:1', 'a.gltf']),
                ('STEP:SECONDS', ['--hitch', '1:-1', 'a.gltf']), ('STEP:SECONDS', ['--hitch', ':1', 'a.gltf']),
                ('the run has 5', ['--steps', '5', '--hitch', '6:1', 'a.gltf']),
                ('counted from 0', ['--spring', '2', 'a.gltf']), ('not an index', ['--spring', '-1', 'a.gltf']),
                ('both set how the root moves', ['--root', 'p', '--motion', 'bob', 'a.gltf']),
                ("standard input can't be both", ['--root', '-', '-']),
                ('--reset-pose needs --engine pbd', ['--reset-pose', 'a.gltf']),
                ('--pbd-damp needs --engine pbd', ['--pbd-damp', '1', 'a.gltf']),
                ('--pbd-from-file needs --engine pbd', ['--pbd-from-file', 'a.gltf']),
                ('both set a parameter', ['--engine', 'pbd', '--pbd-spring', '1', '--pbd-from-file', 'a.gltf']),
                ('not a number from 0 to 1', ['--engine', 'pbd', '--pbd-damp', '1.1', 'a.gltf']),
                ('not a number of 0 or more', ['--engine', 'pbd', '--pbd-gravity', '-1', 'a.gltf']),
                ('--output needs a value', ['--output', '', 'a.gltf'])):
            self.usage(text, 'simulate', *arguments)

    def test_output_never_takes_an_input(self):
        os.mkdir(os.path.join(self.folder, 'sub'))
        os.symlink('a.gltf', os.path.join(self.folder, 'soft.gltf'))
        self.write('poses.csv', '0,0,0,0,0,0,1\n')
        for path in ('a.gltf', './a.gltf', 'sub/../a.gltf', 'soft.gltf', os.path.join(self.folder, 'a.gltf')):
            self.usage('would overwrite', 'simulate', '--output', path, 'a.gltf')
            self.usage('would overwrite', 'simulate', '--output', 'a.gltf', path)
        self.usage('would overwrite', 'simulate', '--root', 'poses.csv', '--output', './poses.csv', 'a.gltf')

    def test_poses(self):
        for text, poses in (('seven numbers', '1,2,3'), ('seven numbers', '1,2,3,0,0,0,1,0'), ('line 2', '0,0,0,0,0,0,1\nx'),
                            ("isn't a number", '0,0,x,0,0,0,1'), ("isn't a number", '0,0,,0,0,0,1'),
                            ("isn't a number", '0,0,1e999,0,0,0,1'), ('unit quaternion', '0,0,0,0,0,0,2'),
                            ('no pose', ''), ('no pose', 'px,py,pz,qx,qy,qz,qw\n')):
            self.write('poses.csv', poses)
            self.usage(text, 'simulate', '--root', 'poses.csv', 'a.gltf')
        self.write('poses.csv', '0,0,0,0,0,0,1\n')
        self.usage('has 1 pose, but 2 steps', 'simulate', '--root', 'poses.csv', '--steps', '2', 'a.gltf')
        self.assertIn('No such file', self.expect(3, 'simulate', '--root', 'nowhere.csv', 'a.gltf').err)

    def test_error(self):
        self.write('bad.gltf', '{"asset": ')
        self.assertEqual(self.expect(3, 'simulate', 'missing.vrm').err, 'vrmlint: missing.vrm: No such file or directory\n')
        done = self.expect(3, 'simulate', 'bad.gltf')
        self.assertEqual(done.out, '')
        self.assertRegex(done.err, r'\Avrmlint: bad\.gltf: [^\n]+vrmlint check explains why\n\Z')
        self.assertIn('No such file', self.expect(3, 'simulate', '--output', 'no/where.csv', 'a.gltf').err)
        self.assertEqual(sorted(os.listdir(self.folder)), ['a.gltf', 'bad.gltf'])

    def test_too_many_pairs(self):
        """Many springs that share a list of colliders: their product is limited by the size of the file. Lists with repeats
        are shared too."""
        def write(springs, colliders, groups, padding=0):
            nodes = [{'children': list(range(1, 2 * springs, 2))}]
            for i in range(springs):
                nodes += [{'children': [2 * i + 2]}, {'translation': [0, -0.1, 0]}]
            shape = {'node': 0, 'shape': {'sphere': {'offset': [9, 0, 0], 'radius': 0.1}}}
            self.write('many.gltf', json.dumps({
                'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': nodes,
                'extensions': {'VRMC_springBone': {
                    'specVersion': '1.0', 'colliders': [shape] * colliders,
                    'colliderGroups': [{'colliders': list(range(colliders))}],
                    'springs': [{'joints': [{'node': 2 * i + 1}, {'node': 2 * i + 2}], 'colliderGroups': groups}
                                for i in range(springs)]}}}) + ' ' * padding)
            return self.run_it('simulate', '--steps', '1', '--output', 'out.csv', 'many.gltf')
        self.assertEqual((write(400, 400, [0]).status, write(400, 200, [0, 0]).status), (0, 0))
        self.assertEqual(write(400, 400, [0, 0, 0]).status, 3)
        self.assertEqual(write(400, 400, [0, 0, 0], padding=32 * 300000).status, 0)
        done = write(2000, 500, [0])
        self.assertEqual(done.status, 3)
        self.assertIn('it has more than can be simulated; some joints or colliders are left out', done.err)

    def test_memory_that_ends(self):
        def limited(*arguments):
            return subprocess.run([*PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, check=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))
        if limited('--version').returncode != 0:
            self.skipTest('the program needs more memory than that to start')
        done = limited('simulate', '--steps', '1000000000', '--format', 'json', '--output', 'o', '--max-memory', '1000G', 'a.gltf')
        self.assertEqual(done.stderr, b'vrmlint: a.gltf: not enough memory for that many steps; csv needs less\n')
        self.assertEqual((done.returncode, os.listdir(self.folder)), (3, ['a.gltf']))

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_full_disk(self):
        for arguments in ([], ['--format', 'json']):
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([*PROGRAM, 'simulate', *arguments, 'a.gltf'], cwd=self.folder, stdout=full,
                                      stderr=subprocess.PIPE, check=False)
            self.assertEqual((done.returncode, done.stderr), (3, b'vrmlint: standard output: No space left on device\n'))
        self.assertEqual(self.expect(3, 'simulate', '--output', '/dev/full', 'a.gltf').err,
                         'vrmlint: /dev/full: No space left on device\n')


if __name__ == '__main__':
    unittest.main(verbosity=2)
