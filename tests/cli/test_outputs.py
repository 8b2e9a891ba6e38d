#!/usr/bin/env python3
"""The content and targets of reports: files, links, pipes; colours, totals; hostile names. Run like test_cli.py."""
import json
import os
import re
import signal
import subprocess
import unittest

from test_cli import Case, FAILS, NOTHING, PROGRAM, SOURCE, WARNS


class Outputs(Case):
    def test_several(self):
        self.write('a.gltf', FAILS)
        done = self.expect(1, '--format', 'json=out.json', '--format', 'concise', '--format', 'ndjson=n', 'a.gltf')
        self.assertEqual(done.out.count('\n'), 1)
        with open(os.path.join(self.folder, 'out.json'), encoding='utf-8') as file:
            self.assertEqual(json.load(file)['summary'], {'files': 1, 'error': 1, 'warning': 0, 'info': 0})
        self.assertEqual(sorted(os.listdir(self.folder)), ['a.gltf', 'n', 'out.json'])

    def test_replaces_what_was_there(self):
        self.write('a.gltf', FAILS)
        self.write('out.json', 'x' * 100000)
        self.assertEqual(self.expect(1, '--format', 'json=out.json', 'a.gltf').out, '')
        with open(os.path.join(self.folder, 'out.json'), encoding='utf-8') as file:
            json.load(file)

    def test_through_a_link(self):
        self.write('a.gltf', FAILS)
        self.write('real', '')
        os.symlink('real', os.path.join(self.folder, 'link'))
        self.expect(1, '--format', 'json=link', 'a.gltf')
        self.assertTrue(os.path.islink(os.path.join(self.folder, 'link')))
        with open(os.path.join(self.folder, 'real'), encoding='utf-8') as file:
            json.load(file)

    def test_where_there_is_no_folder(self):
        self.write('a.gltf', FAILS)
        done = self.expect(3, '--format', 'json=no/where.json', '--format', 'concise', 'a.gltf')
        self.assertIn('json/syntax', done.out)
        self.assertEqual(done.err, 'vrmlint: no/where.json: No such file or directory\n')

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_full_disk(self):
        self.write('a.gltf', FAILS)
        for arguments in (['a.gltf'], ['--format', 'json', 'a.gltf'], ['rules'], ['explain', 'json/syntax'], ['--help'],
                          ['check', '--help'], ['--version'], ['rules', '--format', 'json']):
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([*PROGRAM, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                      check=False)
            self.assertEqual(done.returncode, 3, arguments)
            self.assertEqual(done.stderr, b'vrmlint: standard output: No space left on device\n')
        done = self.expect(3, '--format', 'json=/dev/full', '--format', 'concise', 'a.gltf')
        self.assertEqual(done.err, 'vrmlint: /dev/full: No space left on device\n')
        self.assertIn('json/syntax', done.out)

    def test_closed_pipe(self):
        for i in range(200):
            self.write(f'{i}.gltf', FAILS)
        swings = os.path.join(SOURCE, 'fixtures', 'whole', 'clean.vrm')
        for arguments in (['.'], ['--format', 'ndjson', '.'], ['--format', 'json', '.'], ['rules'], ['fix', swings],
                          ['simulate', swings], ['simulate', '--format', 'json', swings]):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([*PROGRAM, *arguments], cwd=self.folder, stdout=writer, stderr=subprocess.PIPE,
                                  check=False)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b''), arguments)

    def test_ndjson_streams(self):
        self.write('a.gltf', NOTHING)
        self.write('z.gltf', NOTHING)
        os.mkfifo(os.path.join(self.folder, 'b.gltf'))
        with subprocess.Popen([*PROGRAM, '--format', 'ndjson', 'a.gltf', 'b.gltf', 'z.gltf'], cwd=self.folder,
                              stdout=subprocess.PIPE) as running:
            self.assertEqual(json.loads(running.stdout.readline())['path'], 'a.gltf')  # while the program still waits for b.gltf
            with open(os.path.join(self.folder, 'b.gltf'), 'w', encoding='utf-8') as file:
                file.write(NOTHING)
            rest = running.stdout.read().decode('utf-8').splitlines()
        self.assertEqual([json.loads(line).get('path') for line in rest], ['b.gltf', 'z.gltf', None])
        last = json.loads(rest[-1])
        self.assertEqual(last['summary'], {'files': 3, 'error': 0, 'warning': 0, 'info': 0})
        self.assertEqual(sorted(last['tool']), ['build', 'date', 'name', 'rules', 'settings', 'version'])

    def test_generator(self):
        said = {'"UniGLTF-2.4"': 'UniGLTF-2.4', '"\\u0000x"': '\ufffdx'}
        for generator in (*said, '""', '7', None):
            extra = '' if generator is None else ', "generator": ' + generator
            self.write('a.gltf', '{"asset": {"version": "2.0"%s}}' % extra)
            report = json.loads(self.run_it('--format', 'json', 'a.gltf').out)
            self.assertEqual(report['files'][0].get('generator'), said.get(generator))

    def test_statistics(self):
        self.write('a.gltf', WARNS)
        self.write('b.gltf', '{"asset": {"version": "2.0", "generator": "Ex"}}')
        text = self.expect(0, '--statistics', '.').out
        self.assertRegex(text, r'(?s)2 files checked: .*findings   files  rule\n +1 +1  json/duplicate-key\n')
        self.assertIn('  Ex\n', self.expect(0, '--statistics', '--quiet', '.').out)
        self.assertIn('  Ex\n', self.expect(0, '--statistics', '--format', 'concise', '.').out)
        expected = {'rules': [{'rule': 'json/duplicate-key', 'count': 1, 'files': 1}],
                    'generators': [{'generator': '', 'files': 1, 'error': 0, 'warning': 1, 'info': 0,
                                    'rules': [{'rule': 'json/duplicate-key', 'count': 1, 'files': 1}]},
                                   {'generator': 'Ex', 'files': 1, 'error': 0, 'warning': 0, 'info': 0, 'rules': []}]}
        out = self.expect(0, '--statistics', '--format', 'json', '.').out
        statistics = json.loads(out)['summary']['statistics']
        figures = statistics.pop('figures')
        self.assertEqual(statistics, expected)
        self.assertEqual(figures['nodes'], {'largest': 0, 'total': 0})
        size = len(WARNS)
        self.assertEqual(figures['file-bytes'], {'largest': max(size, 48), 'total': size + 48})
        out = self.expect(0, '--statistics', '--format', 'ndjson', '.').out.splitlines()[-1]
        self.assertEqual(json.loads(out)['summary']['statistics'], {**expected, 'figures': figures})
        self.assertNotIn('statistics', self.expect(0, '--format', 'json', '.').out)

    def test_same_bytes_every_time(self):
        for i in range(20):
            self.write(f'{i}.gltf', (FAILS, WARNS, NOTHING)[i % 3])
        for name in ('text', 'concise', 'json', 'ndjson'):
            outs = {self.run_it('--format', name, '--jobs', jobs, '.').out for jobs in ('1', '2', '7')}
            self.assertEqual(len(outs), 1)

    def test_colors(self):
        self.write('a.gltf', FAILS)
        for colored, arguments, env in ((False, [], {}), (True, ['--color', 'always'], {'NO_COLOR': '1'}),
                                        (False, [], {'CLICOLOR_FORCE': '1', 'NO_COLOR': '1'}),
                                        (True, [], {'CLICOLOR_FORCE': '1', 'NO_COLOR': ''}),
                                        (False, [], {'CLICOLOR_FORCE': '0'}),
                                        (False, ['--color=never'], {'CLICOLOR_FORCE': '1'}),
                                        (True, ['--color=auto'], {'CLICOLOR_FORCE': '1'})):
            for name in ('text', 'concise'):
                out = self.expect(1, '--format', name, *arguments, 'a.gltf', env=env).out
                self.assertEqual('\x1b[' in out, colored, (arguments, env))
            out = self.expect(1, '--format', 'json', *arguments, 'a.gltf', env=env).out
            self.assertNotIn('\x1b', out)

    def test_quiet(self):
        self.write('a.gltf', NOTHING)
        self.write('b.gltf', FAILS)
        done = self.expect(1, '--quiet', 'a.gltf', 'b.gltf')
        self.assertNotIn('a.gltf', done.out)
        self.assertNotIn('checked:', done.out)
        self.assertIn('json/syntax', done.out)
        self.assertEqual(self.expect(0, '--quiet', 'a.gltf').out, '')


class Order(Case):
    """Reports for people list the findings of a file by severity, under each heading once; reports for programs by place."""

    RANKS = {'error': 0, 'warning': 1, 'info': 2, 'advice': 2, 'notice': 2}

    def setUp(self):
        super().setUp()
        with open(os.path.join(SOURCE, 'fixtures', 'whole', 'clean.vrm'), 'rb') as file:
            data = file.read()
        length = int.from_bytes(data[12:16], 'little')
        avatar = json.loads(data[20:20 + length])
        springs = avatar['extensions']['VRMC_springBone']
        del springs['springs'][0]['joints'][0]['dragForce']  # an info, before the error
        springs['springs'][-1]['joints'].reverse()
        springs['springs'][-1]['joints'][0]['stiffnes'] = 1  # a warning of the same spring
        springs['colliderGroups'].append({'name': 'unused', 'colliders': [0]})
        text = json.dumps(avatar, separators=(',', ':')).encode()
        text += b' ' * (-len(text) % 4)
        rest = data[20 + length:]
        self.write('a.vrm', data[:8] + (20 + len(text) + len(rest)).to_bytes(4, 'little') + len(text).to_bytes(4, 'little')
                   + data[16:20] + text + rest)

    def ranks(self, name, pattern, *command):
        out = self.run_it(*command, '--no-config', '--format', name, 'a.vrm').out
        return [self.RANKS[word] for word in re.findall(pattern, out, re.MULTILINE)], out

    def test_lines(self):
        for name, pattern in (('concise', r'^a\.vrm:\d+:\d+: (\w+)'), ('github', r'^::(\w+) file')):
            ranks, out = self.ranks(name, pattern)
            self.assertEqual(set(ranks), {0, 1, 2}, out)
            self.assertEqual(ranks, sorted(ranks), name)
        ranks, _ = self.ranks('json', r'"severity": "(\w+)"')
        self.assertNotEqual(ranks, sorted(ranks), 'programs get the order of places')

    def test_blocks(self):
        """The blocks are ordered by their worst finding, and each by severity."""
        _, out = self.ranks('text', '^    (error) ')
        blocks = [block for block in out.split('\n\n') if re.match(r'  \S', block) and '\n    ' in block]
        headings = [block.split('\n')[0] for block in blocks]
        self.assertEqual(len(headings), len(set(headings)), out)
        ranks = [[self.RANKS[word] for word in re.findall(r'^    (error|warning|info) ', block, re.MULTILINE)] for block in blocks]
        self.assertEqual([ranks[0][0], len({rank for block in ranks for rank in block})], [0, 3], out)
        self.assertEqual([block[0] for block in ranks], sorted(block[0] for block in ranks), out)
        for block in ranks:
            self.assertEqual(block, sorted(block), out)

    def test_what_a_fix_leaves(self):
        out = self.run_it('fix', '--no-config', '--in-place', '--safe-only', 'a.vrm').out
        ranks = [self.RANKS[word] for word in re.findall(r'^a\.vrm:\d+:\d+: (\w+)', out, re.MULTILINE)]
        self.assertGreater(len(set(ranks)), 1, out)
        self.assertEqual(ranks, sorted(ranks), out)

    def test_differences(self):
        with open(os.path.join(SOURCE, 'fixtures', 'whole', 'clean.vrm'), 'rb') as file:
            self.write('old.vrm', file.read())
        for name in ('text', 'html'):
            out = self.run_it('diff', '--no-config', '--format', name, 'old.vrm', 'a.vrm').out
            words = re.findall(r'^ +(error|warning|info) |<td>(error|warning|info)</td>', out, re.MULTILINE)
            ranks = [self.RANKS[word or cell] for word, cell in words]
            self.assertEqual(set(ranks), {0, 1, 2}, out)
            self.assertEqual(ranks, sorted(ranks), name)


class Hostile(Case):
    """The content and the name of a file can't control a terminal or break a line."""

    # escape sequences, a bell, a backspace, C1, right-to-left override, isolates, zero-width space, a tag
    NASTY = 'a\x1b[31m\x07\x08\x9b2J\u202ecba\u2066\u200b\U000e0041::error'

    def assert_harmless(self, text):
        self.assertNotRegex(text, '[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\U000e0041]')

    def test_names_in_json(self):
        key = json.dumps(self.NASTY)
        self.write('a.gltf', '{"asset": {"version": "2.0"}, "extras": {%s: {"x": 1, "x": 2}}}' % key)
        for name in ('text', 'concise', 'json', 'ndjson'):
            done = self.expect(0, '--format', name, 'a.gltf')
            self.assertIn('json/duplicate-key', done.out)
            self.assert_harmless(done.out)
        report = json.loads(self.run_it('--format', 'json', 'a.gltf').out)
        self.assertIn(self.NASTY, report['files'][0]['findings'][0]['pointer'])

    def test_names_of_files(self):
        names = [self.NASTY + '.gltf', 'line\nbreak.gltf', 'tab\t.gltf']
        for name in names:
            self.write(name, FAILS)
        for name in ('text', 'concise', 'json', 'ndjson'):
            done = self.expect(1, '--format', name, '.')
            self.assert_harmless(done.out)
        self.assertEqual(len(self.expect(1, '--format', 'concise', '.').out.splitlines()), 3)
        self.assertEqual(sorted(self.paths('.')), sorted(names))
        done = self.expect(3, 'missing' + self.NASTY, 'missing\n')
        self.assert_harmless(done.err)
        self.assertEqual(done.err.count('\n'), 2)

    def test_names_that_are_not_utf8(self):
        path = os.path.join(os.fsencode(self.folder), b'\xff\xfe.gltf')
        with open(path, 'wb') as file:
            file.write(FAILS.encode())
        for name in ('text', 'concise', 'json', 'ndjson'):
            self.assertIn('json/syntax', self.expect(1, '--format', name, '.').out)
        self.assertEqual(self.paths('.'), ['\\xFF\\xFE.gltf'])


if __name__ == '__main__':
    unittest.main(verbosity=2)
