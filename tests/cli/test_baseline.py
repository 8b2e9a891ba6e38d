#!/usr/bin/env python3
"""Baselines from outside: known findings are left out, even after a reordering. Run like test_cli.py."""
import glob
import json
import os
import random
import re
import shutil
import unittest

from shuffle import load, save, shuffle
from test_cli import Case, FAILS, FORMATS, NOTHING, PROGRAM, SOURCE, WARNS

WRAPPED = len(PROGRAM) > 1  # under valgrind everything takes long

ALL = 'default,springbone,collider,limit,constraint,animation,vrm0,gltf'

# The first two rules depend on the order of nodes, which a shuffle changes. The others count references, and references from
# unknown extensions aren't updated by a shuffle.
ABOUT_ORDER = 'animation/expression-node-order,constraint/evaluation-order,gltf/node-empty,gltf/unused-object'


def chains(*names):
    """Returns springs whose joints have too much drag, in the given order."""
    return json.dumps({
        'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_springBone'],
        'nodes': [{'name': name} for name in names],
        'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
            {'name': name, 'joints': [{'node': i, 'dragForce': 2}]} for i, name in enumerate(names)]}},
    })


class Known(Case):
    select = ['--select', 'springbone/value-out-of-range,json']

    def check(self, status, *arguments):
        """Returns a run, and the findings in its json report."""
        done = self.expect(status, *self.select, '--format', 'json', '--all-findings', *arguments)
        report = json.loads(done.out)
        findings = [finding for file in report['files'] for finding in file['findings']]
        self.assertEqual(len(findings), sum(report['summary'][level] for level in ('error', 'warning', 'info')))
        return findings, report['summary'].get('known', 0), done.err

    def write_known(self, *paths):
        self.check(1, '--write-baseline', 'known', *paths)

    def test_prune(self):
        """--prune-baseline removes lines whose findings no longer exist; it adds none, and keeps those of other files."""
        for name in ('a', 'b', 'gone'):
            self.write(f'x/{name}.gltf', chains('Hair', name))
        self.write('y/c.gltf', chains('Hair', 'c'))
        self.write_known('x', 'y')
        def read():
            with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
                return file.read()
        before = read()
        self.write('x/a.gltf', chains('Hair', 'new'))
        os.remove(os.path.join(self.folder, 'x/gone.gltf'))
        said = self.check(1, '--baseline', 'known', '--prune-baseline', 'x')[2]
        self.assertEqual(said, 'vrmlint: known: removed 3 lines whose findings no longer exist\n')
        left = read()
        self.assertEqual([line for line in left.splitlines() if line not in before.splitlines()], [])
        self.assertEqual(len(left.splitlines()), len(before.splitlines()) - 3 - 2)  # and the file that is gone, with its hash
        self.assertNotIn('gone', left)
        findings, known, said = self.check(1, '--baseline', 'known', '--prune-baseline', 'x', 'y')
        self.assertEqual((len(findings), known, said, read()), (1, 5, '', left))
        self.assertIn('no baseline applies', self.expect(2, '--prune-baseline', 'x').err)
        self.write('.vrmlint.json', '{"root": true, "baseline": "known"}')
        self.write('y/c.gltf', chains('Hair'))
        self.check(0, '--prune-baseline', 'y')
        self.assertEqual(len(read().splitlines()), len(left.splitlines()) - 1)
        os.rename(os.path.join(self.folder, 'known'), os.path.join(self.folder, 'real'))
        os.symlink('real', os.path.join(self.folder, 'known'))
        self.write('y/c.gltf', chains('Other'))
        self.assertIn('known', self.expect(3, *self.select, '--prune-baseline', 'y').err)

    def test_the_worst_of_equals(self):
        """A finding that speaks of the worst joint of a file stays known if another one as bad comes first."""
        with open(os.path.join(SOURCE, 'fixtures/sim/teleport-inverts/fail-center.gltf'), encoding='utf-8') as file:
            document = json.load(file)
        springs = document['extensions']['VRMC_springBone']['springs']
        nodes = document['nodes']
        first = springs[0]['joints'][0]['node']
        parent = next(node for node in nodes if first in node.get('children', []))
        copied = [joint['node'] for joint in springs[0]['joints']]
        number = {node: len(nodes) + i for i, node in enumerate(copied)}
        for node in copied:
            nodes.append({**nodes[node], 'name': nodes[node]['name'] + ' too',
                          **({'children': [number[child] for child in nodes[node]['children']]} if 'children' in nodes[node] else {})})
        parent['children'].append(number[first])
        springs.append({**springs[0], 'name': 'Too', 'joints': [{**joint, 'node': number[joint['node']]} for joint in springs[0]['joints']]})
        self.write('a.gltf', json.dumps(document))
        self.expect(0, '--no-config', '--select', 'sim/teleport-inverts', '--write-baseline', 'known', 'a.gltf')
        springs.reverse()
        self.write('a.gltf', json.dumps(document))
        done = self.expect(0, '--no-config', '--select', 'sim/teleport-inverts', '--baseline', 'known', 'a.gltf')
        self.assertIn('1 known to the baseline', done.out)
        self.assertEqual(done.err, '')

    def test_new_and_known(self):
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.write_known('a.gltf')
        self.assertEqual(self.check(0, '--baseline', 'known', 'a.gltf'), ([], 2, ''))
        self.write('a.gltf', chains('New', 'Skirt', 'Hair'))
        findings, known, said = self.check(1, '--baseline', 'known', 'a.gltf')
        self.assertEqual((len(findings), known, said), (1, 2, ''))
        self.assertIn('New', findings[0]['message'])
        self.assertEqual(len(self.check(1, '--baseline', 'known', '--no-baseline', 'a.gltf')[0]), 3)
        self.assertEqual(len(self.check(1, 'a.gltf')[0]), 3)

    def test_equals_are_counted(self):
        self.write('a.gltf', chains('Hair', 'Hair'))
        self.write_known('a.gltf')
        self.write('a.gltf', chains('Hair', 'Hair', 'Hair'))
        self.assertEqual(len(self.check(1, '--baseline', 'known', 'a.gltf')[0]), 1)
        self.write('a.gltf', chains('Hair'))
        findings, known, said = self.check(0, '--baseline', 'known', 'a.gltf')
        self.assertEqual((findings, known, said.count('\n')), ([], 1, 1))

    def test_every_format(self):
        self.write('a.gltf', chains('Hair'))
        self.write_known('a.gltf')
        for name in FORMATS:
            done = self.expect(0, *self.select, '--format', name, '--baseline', 'known', 'a.gltf')
            self.assertNotIn('dragForce', done.out, name)  # the line about validity names the rule
        done = self.expect(0, *self.select, '--baseline', 'known', 'a.gltf')
        self.assertIn('a.gltf: nothing new, 1 known to the baseline - not examined: the rules of gltf\n', done.out)
        self.assertIn('0 info; 1 known to the baseline\n', done.out)

    @unittest.skipIf(WRAPPED, 'takes long under valgrind')
    def test_ways_to_a_file(self):
        """The same file, by any path and from any working folder."""
        self.write('avatars/a.gltf', chains('Hair'))
        self.write('ci/x', '')
        os.symlink('avatars', os.path.join(self.folder, 'link'))
        self.check(1, '--write-baseline', 'ci/known', 'avatars/a.gltf')
        with open(os.path.join(self.folder, 'ci', 'known'), encoding='utf-8') as file:
            self.assertIn('\n../avatars/a.gltf\n', file.read())
        for path in ('avatars', './avatars/a.gltf', 'ci/../avatars//a.gltf', 'link/a.gltf',
                     os.path.join(self.folder, 'avatars', 'a.gltf')):
            self.check(0, '--baseline', 'ci/known', path)
            self.check(0, '--baseline', os.path.join(self.folder, 'ci', 'known'), path)
        shutil.copytree(os.path.join(self.folder, 'avatars'), os.path.join(self.folder, 'others'))
        self.assertEqual(len(self.check(1, '--baseline', 'ci/known', 'others')[0]), 1)

    def test_stale(self):
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.write('b.gltf', WARNS)
        self.write_known('a.gltf', 'b.gltf')
        self.write('a.gltf', chains('Hair'))
        _, known, said = self.check(0, '--baseline', 'known', 'a.gltf')
        self.assertEqual((known, said), (1, 'vrmlint: known:6: springbone/value-out-of-range is no longer '
                                            'found in a.gltf; remove the line\n'))
        self.assertEqual(self.check(0, '--quiet', '--baseline', 'known', 'a.gltf')[2], '')
        # neither a rule that wasn't checked, nor a file that wasn't checked, nor one that can no longer be read
        self.assertEqual(self.check(0, '--ignore', 'springbone', '--baseline', 'known', 'a.gltf')[2], '')
        self.assertNotIn('b.gltf', self.check(0, '--baseline', 'known', 'a.gltf')[2])
        self.write('a.gltf', FAILS)
        self.assertEqual(self.check(1, '--baseline', 'known', 'a.gltf')[2], '')
        os.remove(os.path.join(self.folder, 'b.gltf'))
        self.assertEqual(self.check(1, '--baseline', 'known', 'a.gltf')[2], '')  # another run may have checked it elsewhere
        self.assertIn('json/duplicate-key is no longer found in b.gltf', self.check(1, '--baseline', 'known', '.')[2])

    def test_renamed_file(self):
        """A renamed or moved file is recognized by its content; a copy is not, if the original still exists."""
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.write_known('a.gltf')
        os.mkdir(os.path.join(self.folder, 'sub'))
        shutil.copy(os.path.join(self.folder, 'a.gltf'), os.path.join(self.folder, 'sub', 'b.gltf'))
        self.assertEqual(len(self.check(1, '--baseline', 'known', 'a.gltf', 'sub')[0]), 2)
        os.remove(os.path.join(self.folder, 'a.gltf'))
        for jobs in ('1', '2'):
            self.assertEqual(self.check(0, '--baseline', 'known', '--jobs', jobs, 'sub'), ([], 2, ''))
        self.assertEqual(self.check(0, '--baseline', 'known', '--cache', 'kept', 'sub'), ([], 2, ''))
        self.assertEqual(self.check(0, '--baseline', 'known', '--cache', 'kept', 'sub'), ([], 2, ''))
        self.write('sub/.vrmlint.json', '{"baseline": "../known"}')
        self.assertEqual(self.check(0, 'sub'), ([], 2, ''))
        self.write('sub/b.gltf', chains('Hair', 'Skirt') + ' ')
        findings, _, said = self.check(1, 'sub')
        self.assertEqual((len(findings), said.count('known:')), (2, 0))
        findings, _, said = self.check(1, '.')
        self.assertEqual((len(findings), said.count('known:')), (2, 2))
        # without that line, as older versions wrote baselines
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            lines = [line for line in file if not line.startswith('# content ')]
        self.write('known', ''.join(lines))
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.assertEqual(self.check(0, '--baseline', 'known', 'a.gltf'), ([], 2, ''))

    def test_stale_lines_in_order(self):
        self.write('a.gltf', chains('Hair', 'Skirt', 'Tail'))
        self.write_known('a.gltf')
        self.write('a.gltf', chains())
        said = self.check(0, '--baseline', 'known', 'a.gltf')[2]
        numbers = [int(line.split(':')[2]) for line in said.splitlines()]
        self.assertEqual((len(numbers), numbers), (3, sorted(numbers)))

    def test_many_stale_lines(self):
        self.write('a.gltf', chains(*(f'Hair{i}' for i in range(50))))
        self.write_known('a.gltf')
        self.write('a.gltf', NOTHING)
        said = self.check(0, '--baseline', 'known', 'a.gltf')[2].splitlines()
        self.assertEqual(len(said), 21)
        self.assertIn('30 more lines', said[-1])

    def test_renewed(self):
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.write_known('a.gltf')
        self.write('a.gltf', chains('Skirt', 'New'))
        findings, _, said = self.check(1, '--baseline', 'known', '--write-baseline', 'known', 'a.gltf')
        self.assertEqual((len(findings), said), (1, ''))
        self.assertEqual(self.check(0, '--baseline', 'known', 'a.gltf'), ([], 2, ''))

    def known_paths(self):
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            return [line.rstrip('\n') for line in file if line[0] not in '# ']

    def test_kept(self):
        """A baseline that is written again keeps what the run didn't check."""
        for name in ('a.gltf', 'sub/b.gltf', 'sub/c.gltf', 'sub/gone.gltf', 'z.gltf', 'other/gone.gltf'):
            self.write(name, chains('Hair', 'Skirt'))
        self.write('sub/b.gltf', chains('Hair', 'Skirt')[:-1] + ', "extras": {"a": 1, "a": 2}}')
        self.write_known('.')
        every = ['a.gltf', 'other/gone.gltf', 'sub/b.gltf', 'sub/c.gltf', 'sub/gone.gltf', 'z.gltf']
        self.assertEqual(self.known_paths(), every)
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            before = file.read()
        self.write_known('.')
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            self.assertEqual(file.read(), before)
        os.remove(os.path.join(self.folder, 'sub', 'gone.gltf'))
        os.remove(os.path.join(self.folder, 'other', 'gone.gltf'))
        self.write('sub/c.gltf', chains('Hair'))
        self.write_known('sub')
        every.remove('sub/gone.gltf')
        self.assertEqual(self.known_paths(), every)
        self.assertEqual(self.check(0, '--baseline', 'known', '.')[1], 8)
        # nor what couldn't be read, nor what wasn't looked for
        self.write('sub/b.gltf', '{')
        self.write_known('sub/b.gltf')
        self.write('sub/b.gltf', chains('Hair', 'Skirt')[:-1] + ', "extras": {"a": 1, "a": 2}}')
        self.assertEqual(self.check(0, '--baseline', 'known', '.')[1], 8)
        self.expect(1, '--select', 'json', '--fail-on', 'info', '--write-baseline', 'known', '.')
        self.assertEqual(self.check(0, '--baseline', 'known', '.')[1], 8)
        self.expect(3, '--write-baseline', 'known', 'nowhere.gltf')
        self.assertEqual(self.known_paths(), ['a.gltf', 'sub/b.gltf', 'sub/c.gltf', 'z.gltf'])
        # a baseline that a merge has damaged isn't lost
        self.write('known', before + '<<<<<<< HEAD\n')
        self.expect(2, '--write-baseline', 'known', 'a.gltf')
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            self.assertEqual(file.read(), before + '<<<<<<< HEAD\n')

    def test_parts_not_read(self):
        """Findings of what couldn't be read are not gone."""
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.write_known('a.gltf')
        document = json.loads(chains('Hair', 'Skirt'))
        document['extensions']['VRMC_springBone']['springs'] = {}
        self.write('a.gltf', json.dumps(document))
        done = self.run_it('--baseline', 'known', 'a.gltf')
        self.assertEqual((done.err, 'wrong-type' in done.out), ('', True))

    def test_fix_moved(self):
        """fix leaves the known findings of a moved file alone, as check does."""
        with open(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'), 'rb') as file:
            self.write('a.vrm', file.read())
        self.expect(1, '--write-baseline', 'known', 'a.vrm')
        os.makedirs(os.path.join(self.folder, 'sub'))
        os.rename(os.path.join(self.folder, 'a.vrm'), os.path.join(self.folder, 'sub', 'b.vrm'))
        self.expect(0, '--baseline', 'known', 'sub')
        self.expect(0, 'fix', '--baseline', 'known', 'sub')
        self.expect(0, 'fix', '--baseline', 'known', '--output', 'fixed', 'sub')
        with open(os.path.join(self.folder, 'sub', 'b.vrm'), 'rb') as before, open(os.path.join(self.folder, 'fixed', 'b.vrm'), 'rb') as after:
            self.assertEqual(before.read(), after.read())

    def test_by_hand(self):
        self.write('a.gltf', chains('Hair', 'Skirt'))
        self.write_known('a.gltf')
        path = os.path.join(self.folder, 'known')
        with open(path, encoding='utf-8') as file:
            lines = file.read().splitlines()
        del lines[-1]
        self.write('known', '\r\n'.join([*lines, '', '# the skirt must be fixed', '']))
        self.assertEqual(len(self.check(1, '--baseline', 'known', 'a.gltf')[0]), 1)

    def test_names(self):
        """Paths and messages with any characters are read as they were written."""
        names = [' a.gltf', '#b.gltf', 'line\nbreak\r.gltf', 'back\\slash\\x41.gltf', '日本\u202e.gltf', '<<<<.gltf',
                 '\x1b[31m.gltf']
        for name in names:
            self.write(name, chains('Ha\nir\x1b[31m ::error\u202e'))
        with open(os.path.join(os.fsencode(self.folder), b'\xff\xfe.gltf'), 'wb') as file:
            file.write(chains('Hair').encode())
        self.write_known('.')
        with open(os.path.join(self.folder, 'known'), 'rb') as file:
            self.assertEqual(len(file.read().decode('utf-8').splitlines()), 2 + 3 * (len(names) + 1))
        self.assertEqual(self.check(0, '--baseline', 'known', '.'), ([], len(names) + 1, ''))

    def test_standard_input(self):
        self.expect(1, '--write-baseline', 'known', '-', stdin=FAILS.encode())
        self.expect(0, '--baseline', 'known', '-', stdin=FAILS.encode())

    @unittest.skipIf(WRAPPED, 'takes long under valgrind')
    def test_every_number_of_jobs(self):
        for i in range(30):
            self.write(f'{i}.gltf', chains(f'Hair{i}', 'Skirt'))
        written = set()
        for jobs in ('1', '2', '7'):
            self.check(1, '--jobs', jobs, '--write-baseline', 'known', '.')
            with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
                written.add(file.read())
            self.assertEqual(self.check(0, '--jobs', jobs, '--baseline', 'known', '.'), ([], 60, ''))
        self.assertEqual(len(written), 1)


class Wrong(Case):
    def test_wrong_files(self):
        self.write('a.gltf', FAILS)
        head = '# vrmlint baseline 1\n'
        for line, text in ((1, ''), (1, '{}'), (1, 'x' * 100), (1, '# vrmlint baseline 2\n'),
                           (2, head + '  1668daac8e51179d:1 json/syntax\n'),
                           (3, head + 'a.gltf\n  1668daac8e51179d json/syntax\n'),
                           (3, head + 'a.gltf\n  1668daac8e51179d:1\n'),
                           (3, head + 'a.gltf\n  zz68daac8e51179d:1 json/syntax\n'),
                           (2, head + '<<<<<<< HEAD\n'), (2, head + '=======\n'), (2, head + 'a\\x4\n'),
                           (2, head + 'a\\x00b\n'), (2, head + ' a.gltf\n')):
            self.write('known', text)
            done = self.expect(2, '--baseline', 'known', 'a.gltf')
            self.assertEqual(done.out, '')
            self.assertRegex(done.err, rf'\Avrmlint: known:{line}: [^\n]*\n\Z')
        self.write('known', head + 'a\0b\n')
        self.assertRegex(self.expect(2, '--baseline', 'known', 'a.gltf').err, r"\Avrmlint: known: [^\n]*isn't text\n\Z")
        done = self.expect(2, '--baseline', 'nowhere', 'a.gltf')
        self.assertRegex(done.err, r'\Avrmlint: nowhere: No such file or directory; [^\n]*\n\Z')
        done = self.expect(2, '--baseline', '.', 'a.gltf')
        self.assertRegex(done.err, r'\Avrmlint: \.: [^\n]*\n\Z')

    def test_usage(self):
        self.write('a.gltf', FAILS)
        self.usage('would overwrite', '--write-baseline', 'a.gltf', 'a.gltf')
        self.usage('two outputs would be written to ./x', '--format', 'json=x', '--write-baseline', './x', 'a.gltf')
        self.usage('needs a file name', '--write-baseline', '-', 'a.gltf')
        self.assertEqual(os.listdir(self.folder), ['a.gltf'])

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_what_cannot_be_written(self):
        self.write('a.gltf', FAILS)
        done = self.expect(3, '--write-baseline', '/dev/full', 'a.gltf')
        self.assertEqual(done.err, 'vrmlint: /dev/full: No space left on device\n')
        self.assertIn('json/syntax', done.out)
        done = self.expect(3, '--write-baseline', 'no/where', 'a.gltf')
        self.assertEqual(done.err, 'vrmlint: no/where: No such file or directory\n')
        self.expect(3, '--format', 'json=/dev/full', '--write-baseline', 'known', 'a.gltf')
        self.assertEqual(os.listdir(self.folder), ['a.gltf'])  # after an output error, nothing more is checked


class Shuffled(Case):
    """Nothing is new only because an exporter uses another order of springs, nodes and colliders."""

    def prove(self, paths, *arguments):
        arguments = ['--select', ALL, '--ignore', ABOUT_ORDER, '--fail-on', 'info', *arguments]
        files = []
        for number, path in enumerate(paths):
            try:
                files.append((f'{number}-{os.path.basename(path)}', *load(path)))
            except ValueError:
                continue
        for name, document, rest in files:
            save(os.path.join(self.folder, name), document, rest)
        self.expect(1, *arguments, '--write-baseline', 'known', '--format', 'ndjson', '.')
        for seed in (1, 2):
            for name, document, rest in files:
                shuffle(document, random.Random(seed))
                save(os.path.join(self.folder, name), document, rest)
            done = self.run_it(*arguments, '--baseline', 'known', '--format', 'concise', '.')
            self.assertEqual((done.out, done.err, done.status), ('', '', 0))
        return len(files)

    def test_fixtures(self):
        """Every failing fixture, except for cycles and repeats that are too long to be reported whole, and rules on the order of nodes."""
        paths = sorted(glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*.gltf')))
        paths = [path for path in paths[::10 if WRAPPED else 1] if not re.search('circular-dependency/fail-long|/fail-many-times', path)
                 and not any(rule in path for rule in ('nodes-shifted', 'names-run-out', 'list-shifted'))]
        self.assertGreater(self.prove(paths, '--no-simulation'), 30)

    def test_whole_avatars(self):
        self.prove(sorted(glob.glob(os.path.join(SOURCE, 'fixtures', 'whole', '*.v*'))))


if __name__ == '__main__':
    unittest.main(verbosity=2)
