#!/usr/bin/env python3
"""One mistake, one finding: in the whole avatars, one member of each kind is left out, emptied, or given another type or
number, each alone. Cases with more than one error or warning are compared with a list of known cases. Two mistakes, two
findings: for pairs of these mistakes, findings that neither mistake explains are compared with another list.

Shorter lists are better: VRMLINT_BLESS=1 writes them again. A wrong type must always be found.
"""
import collections
import copy
import functools
import itertools
import json
import os
import random
import sys
import unittest

import shuffle
from test_cli import SOURCE, Case

AVATARS = ('clean.vrm', 'box-doll-0x.vrm', 'wave.vrma')
PAIRS = 200  # of each avatar
NOTHING = object()
OUT = object()


def is_index(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_vector(value):
    return isinstance(value, list) and all(isinstance(number, (int, float)) for number in value)


# How a value is changed: OUT leaves the member out, NOTHING means that the change isn't possible.
MISTAKES = {
    'left out': lambda value: OUT,
    'null': lambda value: None,
    'a number': lambda value: 1 if isinstance(value, (str, list, dict)) else NOTHING,
    'empty': lambda value: type(value)() if isinstance(value, (str, list, dict)) and value else NOTHING,
    '-1': lambda value: -1 if is_index(value) and value != -1 else NOTHING,
    'another word': lambda value: 'x' if isinstance(value, str) else NOTHING,
    'nulls': lambda value: [None] * len(value) if isinstance(value, list) and value else NOTHING,
    'the other sign': lambda value: [-number for number in value] if is_vector(value) and any(value) else NOTHING,
    'the last twice': lambda value: value + [copy.deepcopy(value[-1])] if isinstance(value, list) and value else NOTHING,
    '9999': lambda value: 9999 if is_index(value) else NOTHING,
    'without the last': lambda value: value[:-1] if isinstance(value, list) and len(value) > 1 else NOTHING,
}
FOUND = ('null', 'a number', 'nulls')

# Changes of nodes, while the mesh stays bound to them as before. SIZES are for colliders.
MOVES = {
    'scale 0': {'scale': [0, 0, 0]},
    'scale 100': {'scale': [100, 100, 100]},
    'scale 1 2 1': {'scale': [1, 2, 1]},
    'mirrored': {'scale': [-1, 1, 1]},
    'upside down': {'rotation': [1, 0, 0, 0]},
    'on its side': {'rotation': [0.5, 0.5, 0.5, 0.5]},
    'not a rotation': {'rotation': [0, 0, 0, 2]},
    'far away': {'translation': [0, 0, 30]},
    'at its parent': {'translation': [0, 0, 0]},
}
SIZES = (0.1, 10, 100, 1000)

# What the simulation of springs doesn't read: changes of these members are checked without it, which takes a twentieth of the time.
STILL = (('asset',), ('materials',), ('textures',), ('images',), ('samplers',),
         *(('extensions', 'VRMC_vrm', part) for part in ('meta', 'expressions', 'firstPerson', 'lookAt')),
         *(('extensions', 'VRM', part) for part in ('meta', 'blendShapeMaster', 'firstPerson', 'materialProperties')))

# Limits of the number of errors and warnings of a failing fixture.
AVERAGE_MOST = 1.10
MOST = 3


def members(value, path=()):
    """Yields the path of each member, and the object that has it."""
    if isinstance(value, dict):
        for key, inner in list(value.items()):
            yield path + (key,), value
            yield from members(inner, path + (key,))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from members(inner, path + (at,))


def kind_of(path):
    """Returns a name that all members of a kind share: elements of a list are one kind, and so are bones."""
    tokens = ['#' if isinstance(token, int) else token for token in path]
    if 'humanBones' in tokens:
        at = tokens.index('humanBones') + 1
        tokens[at:at + 1] = ['#'] if at < len(tokens) else []
    return '/'.join(tokens)


def path_of_bones(doc):
    for root in 'VRMC_vrm', 'VRM', 'VRMC_vrm_animation':
        if root in doc['extensions']:
            return 'extensions', root, 'humanoid', 'humanBones'
    raise ValueError('no humanoid')


def is_still(path):
    return any(path[:len(still)] == still for still in STILL)


def mutated(doc, path, new):
    """Returns a document with one member changed; unchanged parts are shared with the original."""
    changed = copy.copy(doc)
    if len(path) > 1:
        changed[path[0]] = mutated(doc[path[0]], path[1:], new)
    elif new is OUT:
        del changed[path[0]]
    else:
        changed[path[0]] = new
    return changed


def mistakes(doc):
    """Yields each possible mistake in the first member of each kind: its name, the path, and the new value."""
    seen = set()
    for path, owner in members(doc):
        for mistake, change in MISTAKES.items():
            new = change(owner[path[-1]])
            label = f'{mistake}: {kind_of(path)}'
            if new is not NOTHING and label not in seen and 'extras' not in path:
                seen.add(label)
                yield label, path, new


def everywhere(doc):
    """Yields the same mistakes, each made in all members of a kind, if there are several."""
    places = {}
    for path, owner in members(doc):
        for mistake, change in MISTAKES.items():
            new = change(owner[path[-1]])
            # elements of lists stay, because removing one changes the indices of the others
            if new is not NOTHING and 'extras' not in path and isinstance(path[-1], str):
                places.setdefault(f'{mistake}: {kind_of(path)}', []).append((path, new))
    for label, changes in places.items():
        if len(changes) > 1:
            changed = doc
            for path, new in changes:
                changed = mutated(changed, path, new)
            yield label, changed, all(is_still(path) for path, _ in changes)


def pairs(all_of_them):
    """Yields pairs of mistakes that aren't in the same object; always the same pairs."""
    choice = random.Random(1)
    while True:
        pair = choice.sample(all_of_them, 2)
        a, b = (path for _, path, _ in pair)
        # not within each other, nor in the same list: removing an element changes other elements' indices
        if len(a) > 1 and len(b) > 1 and a[:2] != b[:2]:
            yield pair


class OneMistake(Case):
    singles = {}

    def check_all(self, folder, *options):
        """Returns the errors and warnings of each file in a folder, by its name without the extension."""
        done = self.run_it('check', '--no-config', '--fail-on', 'never', '--jobs', '2', '--format', 'json', *options, folder)
        return {os.path.splitext(os.path.basename(file['path']))[0]:
                collections.Counter(f['rule'] for f in file['findings'] if f['severity'] != 'info')
                for file in json.loads(done.out)['files']}

    def save(self, folder, name, doc, rest):
        os.makedirs(os.path.join(self.folder, folder), exist_ok=True)
        shuffle.save(os.path.join(self.folder, folder, name), doc, rest)

    def check_changed(self, name, whole, rest, changes):
        """Checks a whole avatar and each changed document. Yields what each has that the avatar has not, and all that it has.

        changes: a list of documents, each with whether its changes are still."""
        folders = {False: name, True: name + '-still'}
        kind = os.path.splitext(name)[1]
        for folder in folders.values():
            self.save(folder, 'whole' + kind, whole, rest)
        for i, (doc, still) in enumerate(changes):
            self.save(folders[still], f'{i:04}{kind}', doc, rest)
        loud = {False: self.check_all(folders[False]), True: self.check_all(folders[True], '--no-simulation')}
        for i, (_, still) in enumerate(changes):
            found = loud[still][f'{i:04}']
            yield sorted((found - loud[still]['whole']).elements()), found

    def check_singles(self, name):
        """Checks each single mistake, once for all tests. Returns the document and its other chunks, the mistakes, and their findings."""
        if name not in self.singles:
            whole, rest = shuffle.load(os.path.join(SOURCE, 'fixtures', 'whole', name))
            all_of_them = list(mistakes(whole))
            changes = [(mutated(whole, path, new), is_still(path)) for _, path, new in all_of_them]
            self.singles[name] = whole, rest, all_of_them, list(self.check_changed(name, whole, rest, changes))
        return self.singles[name]

    def test_once(self):
        told = []
        for name in AVATARS:
            _, _, all_of_them, found = self.check_singles(name)
            for (label, _, _), (new, _) in zip(all_of_them, found):
                if label.split(':')[0] in FOUND:
                    self.assertNotEqual(new, [], f'{name}: {label}')
                if len(new) > 1:
                    told.append(f'{name}: {label}: {", ".join(new)}')
        self.golden('one_mistake.txt', '\n'.join(told) + '\n')

    def test_everywhere(self):
        """A mistake in all members of a kind also has one finding, except for a list of known cases."""
        several = []
        for name in AVATARS:
            whole, rest = shuffle.load(os.path.join(SOURCE, 'fixtures', 'whole', name))
            changed = list(everywhere(whole))
            self.assertGreater(len(changed), 49)
            found = self.check_changed(name, whole, rest, [(doc, still) for _, doc, still in changed])
            several += [f'{name}: {label}: {", ".join(new)}' for (label, _, _), (new, _) in zip(changed, found) if len(new) > 1]
        self.golden('one_mistake_everywhere.txt', '\n'.join(several) + '\n')

    def test_fixtures(self):
        """Failing fixtures have one mistake each, and therefore about one error or warning."""
        done = self.run_it('check', '--no-config', '--fail-on', 'never', '--jobs', '2', '--format', 'json',
                           os.path.join(SOURCE, 'fixtures'))
        counts = {}
        for file in json.loads(done.out)['files']:
            count = sum(finding['severity'] != 'info' for finding in file['findings'])
            if count > 0 and os.path.basename(file['path']).startswith('fail'):
                counts[file['path']] = count
        self.assertGreater(len(counts), 1000)
        self.assertLessEqual(sum(counts.values()) / len(counts), AVERAGE_MOST)
        self.assertEqual({path: count for path, count in counts.items() if count > MOST}, {})

    def test_moved(self):
        """Changes each node in turn, which may have findings of other rules too, and the size of each collider."""
        told = []
        for name in AVATARS[:2]:
            whole, rest = shuffle.load(os.path.join(SOURCE, 'fixtures', 'whole', name))
            labels = {'0000': ''}
            self.save(name, '0000.vrm', whole, rest)
            for index, node in enumerate(whole['nodes']):
                for label, move in MOVES.items():
                    key = f'{len(labels):04}'
                    labels[key] = f'{node["name"]} {label}'
                    self.save(name, key + '.vrm', mutated(whole, ('nodes', index), {**node, **move}), rest)
            springs = whole['extensions'].get('VRMC_springBone', {})
            for index, collider in enumerate(springs.get('colliders', [])):
                for kind, shape in collider['shape'].items():
                    for size in SIZES:
                        key = f'{len(labels):04}'
                        labels[key] = f'collider {index}, {size} times'
                        path = ('extensions', 'VRMC_springBone', 'colliders', index, 'shape', kind, 'radius')
                        self.save(name, key + '.vrm', mutated(whole, path, shape['radius'] * size), rest)
            loud = self.check_all(name)
            for key, label in labels.items():
                new = list((loud[key] - loud['0000']).elements())
                if len(new) > 1:
                    told.append(f'{name}: {label}: {", ".join(sorted(new))}')
        self.golden('moved_nodes.txt', '\n'.join(told) + '\n')

    def test_mapped(self):
        """Exchanges the nodes of each two bones, and maps each bone to a node that isn't a bone."""
        told = []
        for name in AVATARS:
            whole, rest = shuffle.load(os.path.join(SOURCE, 'fixtures', 'whole', name))
            where = path_of_bones(whole)
            bones = functools.reduce(lambda owner, token: owner[token], where, whole)
            nodes = {at: bone['node'] for at, bone in (bones.items() if isinstance(bones, dict) else enumerate(bones))}
            idle = [node for node in range(len(whole['nodes'])) if node not in nodes.values()]
            changes = [{a: nodes[b], b: nodes[a]} for a, b in itertools.combinations(nodes, 2)]
            changes += [{at: node} for k, at in enumerate(nodes) for node in idle[k % 3::3]]
            for key, change in enumerate([{}, *changes]):
                doc = whole
                for at, node in change.items():
                    doc = mutated(doc, (*where, at, 'node'), node)
                self.save(name, f'{key:04}' + os.path.splitext(name)[1], doc, rest)
            loud = self.check_all(name)
            for key, change in enumerate(changes, 1):
                new = list((loud[f'{key:04}'] - loud['0000']).elements())
                if len(new) > 1:
                    mapped = ', '.join(f'{at} on {whole["nodes"][node]["name"]}' for at, node in change.items())
                    told.append(f'{name}: {mapped}: {", ".join(sorted(new))}')
                if len(change) == 2 and not new:
                    told.append(f'{name}: {change}: nothing')
        self.golden('mapped_bones.txt', '\n'.join(told) + '\n')

    def test_both(self):
        hidden = []
        for name in AVATARS:
            whole, rest, all_of_them, found = self.check_singles(name)
            alone = {label: set(rules) for (label, _, _), (_, rules) in zip(all_of_them, found)}
            chosen = list(itertools.islice(pairs(all_of_them), PAIRS))
            changes = [(mutated(mutated(whole, *one[1:]), *other[1:]), is_still(one[1]) and is_still(other[1])) for one, other in chosen]
            for (one, other), (_, rules) in zip(chosen, self.check_changed('both-' + name, whole, rest, changes)):
                lost = (alone[one[0]] | alone[other[0]]) - set(rules)
                if lost:
                    hidden.append(f'{name}: {one[0]} + {other[0]}: {", ".join(sorted(lost))}')
        self.golden('two_mistakes.txt', '\n'.join(hidden) + '\n')


if __name__ == '__main__':
    sys.exit(unittest.main())
