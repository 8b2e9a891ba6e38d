#!/usr/bin/env python3
"""vrmlint fix makes no file worse: what prevents a fix, whatever is selected. check doesn't promise more than fix does."""
import copy
import json
import os
import re
import struct
import unittest

import springy
from test_cli import SOURCE, Case

SPRINGS = 'VRMC_springBone'


def read(path):
    with open(path, 'rb') as file:
        return file.read()


class Guards(Case):
    def fix(self, document, *options):
        """Returns the document after a fix, and what fix prints."""
        path = self.write('a.gltf', json.dumps(document))
        done = self.run_it('fix', '--no-config', '--no-simulation', '-i', *options, 'a.gltf')
        self.assertIn(done.status, (0, 1), done.err)
        return json.loads(read(path)), done.out

    def undeclared(self, change):
        document = springy.document(1)
        document['extensionsUsed'].remove(SPRINGS)
        change(document['extensions'][SPRINGS], document)
        return document

    def test_a_broken_extension_stays_undeclared(self):
        """A loader ignores it now, and would reject the file if its name were added."""
        def joint(springs, _):
            springs['springs'][0]['joints'][0]['node'] = 999

        def collider(springs, _):
            springs['colliders'][0]['node'] = 999

        def shape(springs, _):
            springs['colliders'][0]['shape'] = {}

        def node(_, document):
            document['nodes'].append('broken')

        for change in (joint, collider, shape, node):
            for options in ([], ['--unsafe'], ['--select', 'springbone/not-declared'],
                            ['--ignore', 'collider,gltf,springbone/unresolved-index,springbone/missing-property'],
                            ['--severity', 'springbone/unresolved-index=off']):
                document = self.undeclared(change)
                fixed, out = self.fix(document, *options)
                self.assertNotIn(SPRINGS, fixed['extensionsUsed'], (change, options))
                self.assertRegex(out, r'springbone/not-declared .*\n    left as it is', (change, options))

    def test_a_list_with_a_broken_extension_stays_empty(self):
        """Adding one name would be enough for a loader to reject the file."""
        document = springy.document(1)
        document['extensionsUsed'] = []
        head = document['extensions']['VRMC_vrm']['humanoid']['humanBones'].pop('head')
        document['nodes'][head['node']]['name'] = 'unlike any bone'
        for options in ([], ['--unsafe']):
            fixed, out = self.fix(document, *options)
            self.assertEqual(fixed['extensionsUsed'], [], options)
            self.assertRegex(out, r'not-declared .*\n    left as it is', options)
        self.assertNotIn('can be fixed', self.run_it('check', '--no-config', 'a.gltf').out)
        document = springy.document(1)
        used, document['extensionsUsed'] = document['extensionsUsed'], []
        self.assertEqual(self.fix(document, '--safe-only')[0]['extensionsUsed'], [])  # springs would begin to move
        self.assertEqual(sorted(self.fix(document)[0]['extensionsUsed']), sorted(used))

    def test_a_finding_that_must_be_fixed_first_is_named(self):
        """It need not be an error, and its rule may be switched off."""
        document = {'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_vrm_animation'], 'nodes': [{'name': 'a'}], 'scene': 0,
                    'scenes': [{'nodes': [0]}], 'samplers': [{}], 'extensions': {'VRMC_vrm_animation': {
                        'specVersion': '1.0', 'meta': {}}}}
        for options in ([], ['--ignore', 'animation']):
            out = self.fix(document, '--unsafe', *options)[1]
            self.assertRegex(out, r'texture/unused-sampler .*\n    left as it is: fix animation/unknown-property first: until then')
            self.assertNotIn('errors', out)
        out = self.fix(document, '--unsafe', '--lang', 'ja')[1]
        self.assertIn('先にanimation/unknown-propertyを直してください', out)

    def test_an_error_that_must_be_fixed_first_is_named(self):
        def node(springs, _):
            springs['springs'][0]['joints'][0]['node'] = 999

        out = self.fix(self.undeclared(node), '--unsafe')[1]
        self.assertRegex(out, r'springbone/not-declared .*\n    left as it is: fix springbone/unresolved-index first: with this fix apps')

    def test_a_sound_extension_is_declared(self):
        fixed, _ = self.fix(self.undeclared(lambda springs, document: None))
        self.assertIn(SPRINGS, fixed['extensionsUsed'])

    def test_declared_after_its_errors_are_fixed(self):
        def group(springs, _):
            springs['springs'][0]['colliderGroups'] = [0, 99]

        fixed, _ = self.fix(self.undeclared(group))
        self.assertIn(SPRINGS, fixed['extensionsUsed'])
        self.assertEqual(fixed['extensions'][SPRINGS]['springs'][0]['colliderGroups'], [0])
        fixed, _ = self.fix(self.undeclared(group), '--safe-only')
        self.assertNotIn(SPRINGS, fixed['extensionsUsed'])

    def test_a_version_makes_apps_read(self):
        """Without a version, three-vrm ignores springs."""
        document = springy.document(1)
        del document['extensions'][SPRINGS]['specVersion']
        broken = copy.deepcopy(document)
        broken['extensions'][SPRINGS]['springs'][0]['joints'][0]['node'] = 999
        self.assertEqual(self.fix(document)[0]['extensions'][SPRINGS]['specVersion'], '1.0')
        self.assertNotIn('specVersion', self.fix(broken)[0]['extensions'][SPRINGS])

    def test_a_name_makes_apps_read(self):
        """A misspelt list of nodes or extensions keeps apps from reading the broken content in it."""
        document = springy.document(1)
        document['extensionsUsd'] = document.pop('extensionsUsed')
        self.assertIn(SPRINGS, self.fix(document)[0]['extensionsUsed'])
        document['extensions'][SPRINGS]['springs'][0]['joints'][0]['node'] = 999
        self.assertNotIn(SPRINGS, self.fix(document)[0].get('extensionsUsed', []))

    def swapped(self):
        """Returns an avatar whose right upper arm is mapped to the bone of the left lower arm."""
        document = springy.document(1)
        bones = document['extensions']['VRMC_vrm']['humanoid']['humanBones']
        bones['rightUpperArm'] = dict(bones['leftLowerArm'])
        return document

    def test_what_guards_is_not_chosen(self):
        """A mistake in one bone doesn't exchange an arm, even if the finding is unselected, ignored, off or known."""
        document = self.swapped()
        bones = document['extensions']['VRMC_vrm']['humanoid']['humanBones']
        self.write('a.gltf', json.dumps(document))
        self.write('vrmlint.json', json.dumps({'ignores': [{'rules': 'vrm/bone-duplicate-node', 'reason': 'known'}]}))
        self.run_it('check', '--no-config', '--ignore', 'vrm/side-swapped', '--write-baseline', 'known.json', 'a.gltf')
        for options in ([], ['--select', 'vrm/side-swapped'], ['--ignore', 'vrm/bone-duplicate-node,vrm/rest-pose-not-t-pose'],
                        ['--severity', 'vrm/bone-duplicate-node=off', '--severity', 'vrm/rest-pose-not-t-pose=off'],
                        ['--baseline', 'known.json']):
            fixed, _ = self.fix(document, *options)
            self.assertEqual(fixed['extensions']['VRMC_vrm']['humanoid']['humanBones'], bones, options)

    def test_safe_deletes_nothing_that_was_made(self):
        """A base body may have colliders for clothes that are added later."""
        document = springy.document(1)
        document['extensions'][SPRINGS]['colliders'].append({'node': 0, 'shape': {'sphere': {'radius': 0.1}}})
        for removed in (False, True):
            if removed:
                del document['extensions'][SPRINGS]['springs']
            for options in (['--safe-only'], []):
                fixed, out = self.fix(document, *options)
                for kind in ('colliders', 'colliderGroups'):
                    self.assertEqual(len(fixed['extensions'][SPRINGS][kind]), len(document['extensions'][SPRINGS][kind]))
                self.assertNotIn('group-unused', out)
        self.assertNotIn('collider/group-unused', self.run_it('check', '--no-config', 'a.gltf').out)

    def test_safe_keeps_what_nothing_refers_to(self):
        document = springy.document(1)
        document['meshes'] = [{'primitives': [{'attributes': {'POSITION': 0}}]}]
        document['accessors'] = [{'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': [0, 0, 0], 'max': [0, 0, 0]}]
        document['materials'] = [{'name': 'spare'}]
        document['cameras'] = [{'type': 'perspective', 'perspective': {'yfov': 1, 'znear': 0.1}}]
        document['animations'] = [{'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'translation'}}],
                                   'samplers': [{'input': 1, 'output': 2}]}]
        document['accessors'] += [{'componentType': 5126, 'count': 1, 'type': 'SCALAR', 'min': [0], 'max': [0]},
                                  {'componentType': 5126, 'count': 1, 'type': 'VEC3'}]
        fixed, _ = self.fix(document)
        for kind in ('meshes', 'accessors', 'materials', 'cameras', 'animations', 'nodes'):
            self.assertEqual(len(fixed[kind]), len(document[kind]), kind)
        self.assertNotIn('cameras', self.fix(document, '--unsafe')[0])

    def test_nothing_unused_goes_while_an_error_is_left(self):
        """UniVRM reads bufferView 0 for an image without one."""
        document = springy.document(1)
        document['images'] = [{}]
        document['buffers'] = [{'byteLength': 4, 'uri': 'data:application/octet-stream;base64,AAAAAA=='}]
        document['bufferViews'] = [{'buffer': 0, 'byteLength': 4}]
        self.assertIn('bufferViews', self.fix(document, '--unsafe')[0])

    def test_an_info_may_come_for_an_error(self):
        """A dangling index is removed although this reveals a chain that hardly moves; the fix names that finding."""
        with open(os.path.join(SOURCE, 'fixtures', 'sim', 'rigid-chain', 'fail-center-is-parent.gltf'), encoding='utf-8') as file:
            document = json.load(file)
        document['extensions'][SPRINGS]['springs'][0]['colliderGroups'] = [99]
        self.write('a.gltf', json.dumps(document))
        how = ['--no-config', '--ignore', 'sim/teleport-inverts']  # the center has a second consequence
        before = self.run_it('check', *how, 'a.gltf').out
        done = self.run_it('fix', *how, '-i', 'a.gltf')
        self.assertNotIn('left as it is', done.out)
        after = self.run_it('check', *how, 'a.gltf').out
        self.assertNotIn('unresolved-index', after)
        new = set(re.findall(r'\w+/[\w-]+', after)) - set(re.findall(r'\w+/[\w-]+', before))
        self.assertEqual(new, {'sim/rigid-chain'})
        self.assertEqual(new, set(re.findall(r'removing the error adds (\S+),', done.out)))

    def test_several_namesakes(self):
        """All nodes with the same name except the bone get a new unique name."""
        with open(os.path.join(SOURCE, 'fixtures', 'animation', 'duplicate-node-name', 'fail-both-hands.gltf'),
                  encoding='utf-8') as file:
            document = json.load(file)
        for count in (2, 3, 4):
            changed = copy.deepcopy(document)
            names = [node for node in changed['nodes'] if node.get('name') != 'Hand']
            for node in names[3:3 + count]:
                node['name'] = 'Hand'
            names[0]['name'] = 'Hand_2'
            fixed, out = self.fix(changed)
            self.assertNotIn('left as it is', out)
            found = [node['name'] for node in fixed['nodes'] if node.get('name', '').startswith('Hand')]
            self.assertEqual(len(found), len(set(found)))
            self.assertIn('Hand', found)

    def test_namesakes_in_a_shorter_list(self):
        """A primitive's own list of names may end before the mesh's does; what it has is renamed all the same."""
        with open(os.path.join(SOURCE, 'fixtures', 'vrm', 'duplicate-target-name', 'fail-twice.gltf'), encoding='utf-8') as file:
            document = json.load(file)
        mesh = document['meshes'][0]
        mesh['primitives'][0]['targets'] = mesh['primitives'][0]['targets'][:1] * 4
        mesh['extras']['targetNames'] = ['a', 'b', 'b', 'a']
        mesh['primitives'][0]['extras'] = {'targetNames': ['a', 'b', 'b']}
        fixed = self.fix(document, '--unsafe', '--select', 'vrm/duplicate-target-name')[0]['meshes'][0]
        self.assertEqual(fixed['extras']['targetNames'], ['a', 'b', 'b_2', 'a_2'])
        self.assertEqual(fixed['primitives'][0]['extras']['targetNames'], ['a', 'b', 'b_2'])

    def test_check_promises_what_fix_does(self):
        """The number of findings that check calls fixable isn't larger than the number that fix fixes."""
        def joint(springs, _):
            springs['springs'][0]['joints'][0]['node'] = 999

        for document in (self.undeclared(joint), self.undeclared(lambda springs, document: None)):
            self.write('a.gltf', json.dumps(document))
            promised = re.search(r'Up to (\d+) of these', self.run_it('check', '--no-config', 'a.gltf').out)
            made = re.search(r'(\d+) fix(es)? to make', self.run_it('fix', '--no-config', 'a.gltf').out)
            self.assertLessEqual(int(promised[1]) if promised else 0, int(made[1]) if made else 0)

    def test_a_second_chunk_stays(self):
        """UniVRM rejects a GLB with one chunk: an empty BIN chunk stays, and one is added if JSON is converted to a GLB."""
        text = json.dumps({'asset': {'version': '2.0'}, 'extensions': {}}).encode()
        text += b' ' * (-len(text) % 4)
        body = struct.pack('<I4s', len(text), b'JSON') + text + struct.pack('<I4s', 0, b'BIN\0')
        path = self.write('a.glb', struct.pack('<4sII', b'glTF', 2, 12 + len(body)) + body + b'more')
        self.run_it('fix', '--no-config', '--unsafe', '-i', 'a.glb')
        self.assertTrue(read(path).endswith(b'\0\0\0\0BIN\0'))
        path = self.write('a.vrm', json.dumps(springy.document(1)))
        self.run_it('fix', '--no-config', '-i', 'a.vrm')
        self.assertTrue(read(path).startswith(b'glTF'))
        self.assertTrue(read(path).endswith(b'\0\0\0\0BIN\0'))


if __name__ == '__main__':
    unittest.main()
