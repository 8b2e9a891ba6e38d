#!/usr/bin/env python3
"""Rounding errors of single precision aren't movement: noise of 4e-7 m in all positions changes no finding. Nor do
transforms in other words."""
import base64
import glob
import json
import os
import random
import struct
import unittest

from test_cli import Case, SOURCE

NOISE = 4e-7  # metres: real avatars have so much in morph targets that are meant to be empty
PLAIN = (5126, 'VEC3')
# the shape of the file itself, and positions exactly at a limit
EXCEPT = ('accessor/', 'container/', 'json/', 'pass-the-most-allowed')


def attributes(doc):
    """Yields the accessors of positions: of meshes, and of their morph targets."""
    for mesh in doc.get('meshes', ()):
        for primitive in mesh.get('primitives', ()):
            for attributes in (primitive.get('attributes', {}), *primitive.get('targets', ())):
                if 'POSITION' in attributes:
                    yield attributes['POSITION']


def window(doc, accessor):
    """Returns buffer, offset and stride of an accessor of plain vectors in an embedded buffer; None for another."""
    view = doc['bufferViews'][accessor['bufferView']] if 'bufferView' in accessor else None
    if view is None or (accessor['componentType'], accessor['type']) != PLAIN or 'sparse' in accessor or 'extensions' in view:
        return None
    if not doc['buffers'][view['buffer']].get('uri', '').startswith('data:'):
        return None
    return view['buffer'], view.get('byteOffset', 0) + accessor.get('byteOffset', 0), view.get('byteStride', 12)


def change_positions(doc, change):
    """Replaces each position: change(number of the accessor, number of the vertex, vector). Returns whether there are any."""
    indices = sorted(set(attributes(doc)))
    placed = [(index, doc['accessors'][index], window(doc, doc['accessors'][index])) for index in indices]
    buffers = {at[0]: bytearray(base64.b64decode(doc['buffers'][at[0]]['uri'].split(',', 1)[1])) for _, _, at in placed if at}
    changed = set()
    for index, accessor, at in placed:
        for i in range(accessor['count'] if at else 0):
            place = (at[0], at[1] + i * at[2])
            if place not in changed:
                changed.add(place)
                vector = struct.unpack_from('<3f', buffers[place[0]], place[1])
                struct.pack_into('<3f', buffers[place[0]], place[1], *change(index, i, vector))
    for _, accessor, at in placed:
        if at and 'min' in accessor:
            vectors = [struct.unpack_from('<3f', buffers[at[0]], at[1] + i * at[2]) for i in range(accessor['count'])]
            accessor['min'] = [min(column) for column in zip(*vectors)]
            accessor['max'] = [max(column) for column in zip(*vectors)]
    for index, data in buffers.items():
        buffer = doc['buffers'][index]
        buffer['uri'] = buffer['uri'].split(',', 1)[0] + ',' + base64.b64encode(data).decode()
    return bool(changed)


def shake_meshes(doc, chance):
    """Adds noise to all positions of vertices. Returns whether there are any."""
    return change_positions(doc, lambda _index, _vertex, vector: [x + chance.uniform(-NOISE, NOISE) for x in vector])


def shake_nodes(doc, chance):
    """Adds noise to all translations. Returns whether there are any."""
    moved = [node for node in doc.get('nodes', ()) if len(node.get('translation', ())) == 3]
    for node in moved:
        node['translation'] = [x + chance.uniform(-NOISE, NOISE) for x in node['translation']]
    return bool(moved)


def restate(doc, _):
    """Writes the same transforms in other words, and adds members that mean nothing."""
    nodes = doc.get('nodes', [])
    for node in nodes:
        rotation = node.get('rotation', [])
        if any(rotation[:3]):
            node['rotation'] = [-x for x in rotation]
        if 'matrix' not in node and 'skin' not in node:
            for member, value in ('translation', [0, 0, 0]), ('rotation', [0, 0, 0, 1]), ('scale', [1, 1, 1]):
                node.setdefault(member, value)
        node.setdefault('extras', {'note': 'x'})
    return bool(nodes)


class Noise(Case):
    def shake(self, shake, paths):
        """Writes the files with noise, and compares the rules and places of their findings. Returns how many there are."""
        chance = random.Random(57)
        names = {}
        for path in paths:
            name = os.path.relpath(path, os.path.join(SOURCE, 'fixtures')).replace(os.sep, '--')
            try:
                with open(path, encoding='utf-8') as file:
                    text = file.read()
                doc = json.loads(text)
                if shake(doc, chance):
                    self.write('noisy/' + name, json.dumps(doc))
                    self.write('plain/' + name, text)
                    names[name] = path
            except (AttributeError, KeyError, TypeError, ValueError, IndexError, struct.error):
                pass  # it has other faults
        found = []
        for folder in ('plain', 'noisy'):
            done = self.run_it('--no-config', '--fail-on', 'never', '--format', 'json', folder)
            found.append({os.path.basename(file['path']): sorted((f['rule'], f['severity']) for f in file['findings'])
                          for file in json.loads(done.out)['files']})
        self.assertEqual(found[0].keys(), found[1].keys())
        self.assertEqual({name: found[1][name] for name in found[0] if found[0][name] != found[1][name]}, {})
        return len(names)

    @staticmethod
    def fixtures(pattern):
        paths = sorted(glob.glob(os.path.join(SOURCE, 'fixtures', *pattern.split('/'))))
        return [path for path in paths if not any(part in path.replace(os.sep, '/') for part in EXCEPT)]

    def test_vertices_of_passing_files(self):
        self.assertGreater(self.shake(shake_meshes, self.fixtures('*/*/pass-*.gltf')), 100)

    def test_nodes_of_passing_files(self):
        self.assertGreater(self.shake(shake_nodes, self.fixtures('*/*/pass-*.gltf')), 500)

    def test_other_words(self):
        self.assertGreater(self.shake(restate, self.fixtures('*/*/pass-*.gltf')), 500)

    def test_vertices_of_files_with_faults_in_positions(self):
        rules = ('mesh/target-empty', 'mesh/target-normals-zero', 'mesh/winding-inverted', '*/expression-sides-swapped',
                 '*/feet-off-ground', '*/model-size')
        paths = [path for rule in rules for path in self.fixtures(rule + '/fail-*.gltf')]
        self.assertGreater(self.shake(shake_meshes, paths), 10)

    def test_small_beside_what_is_lost(self):
        """Targets are small beside the avatar, not beside a vertex that is far away."""
        with open(os.path.join(SOURCE, 'fixtures', 'mesh', 'target-empty', 'fail-all-hundredth.gltf'), encoding='utf-8') as file:
            doc = json.load(file)
        base = doc['meshes'][0]['primitives'][0]['attributes']['POSITION']
        for far in False, True:
            change_positions(doc, lambda index, vertex, vector: (
                [100 * x for x in vector] if index != base and far else [60, 1, 60] if vertex == 0 and index == base and far else vector))
            self.write('far.gltf', json.dumps(doc))
            rules = [finding['rule'] for finding in self.findings_of('far.gltf')]
            self.assertEqual('mesh/target-empty' in rules, not far, rules)
            self.assertEqual('mesh/far-from-avatar' in rules, far, rules)

    def findings_of(self, name):
        done = self.run_it('--no-config', '--fail-on', 'never', '--format', 'json', name)
        return json.loads(done.out)['files'][0]['findings']


if __name__ == '__main__':
    unittest.main()
