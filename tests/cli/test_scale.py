#!/usr/bin/env python3
"""Libraries of many files: limits of a file, interrupted runs.

Run by meson like test_cli.py.
"""
import hashlib
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time
import unittest

from test_cli import Case, FAILS, FORMATS, NOTHING, PROGRAM, SOURCE, WARNS

MERGED = [name for name in FORMATS if name != 'html']  # a page that was made from records has no drawings


class Limits(Case):
    def test_too_complex(self):
        self.write('a.gltf', WARNS)
        self.write('b.gltf', '{"asset": {"version": "2.0"}, "nodes": [' + ','.join(['{}'] * 100000) + ']}')
        report = json.loads(self.expect(1, '--format', 'json', '--max-memory', '16M', '.').out)
        self.assertNotIn('file/too-complex', [finding['rule'] for finding in report['files'][0]['findings']])
        self.assertEqual([finding['rule'] for finding in report['files'][1]['findings']], ['file/too-complex'])
        self.assertEqual(report['files'][1]['findings'][0]['data'], {'allowed': 16 << 20})
        self.assertIn('more than the 16 MB of memory', report['files'][1]['findings'][0]['message'])
        self.assertEqual(report['files'][1]['skipped'][0]['what'], 'everything')
        for limit, unit in (('100K', '100 KB'), ('1500K', '1500 KB'), ('2M', '2 MB'), ('5000', '5000 bytes')):
            self.assertIn(f'more than the {unit} of memory', self.expect(1, '--max-memory', limit, 'b.gltf').out)
        self.expect(0, 'b.gltf')  # the default limit is enough
        self.usage('is not a size', '--max-memory', '0', 'a.gltf')
        # a cache keeps no such report
        for limit, status in (('16M', 1), ('1G', 0), ('16M', 0)):
            self.expect(status, '--cache', 'cache', '--max-memory', limit, 'b.gltf')

    def test_json_of_glb_alone(self):
        """--no-data reads only the JSON and the headers of chunks of a GLB, also from a pipe."""
        text = FAILS.encode() if isinstance(FAILS, str) else FAILS
        text += b' ' * (65536 - len(text))  # more than one read returns
        head = struct.pack('<4sIII4s', b'glTF', 2, 28 + len(text) + 4096, len(text), b'JSON') + text + struct.pack('<I4s', 4096, b'BIN\0')
        self.write('a.glb', head + bytes(4096))
        run = ('--no-data', '--no-simulation', '--format')
        for form in ('json', 'ndjson', 'text'):
            done = self.run_it(*run, form, 'a.glb')
            pipe = subprocess.Popen([*PROGRAM, 'check', *run, form, '-'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.folder)
            pipe.stdin.write(head)
            pipe.stdin.flush()  # the pipe isn't closed: a program that read on would wait forever
            out = pipe.stdout.read().decode()
            self.assertEqual(pipe.wait(), done.status)
            pipe.stdin.close()
            pipe.stdout.close()
            if form == 'json':
                one, other = (json.loads(text)['files'][0] for text in (done.out, out))
                self.assertEqual((one.pop('path'), other.pop('path')), ('a.glb', '-'))
                self.assertEqual(one, other)
                self.assertEqual((one['size'], 'hash' in one), (len(head) + 4096, False))
        # outputs that need the hash have it
        for more in (('--cache', 'cache'), ('--cache', 'cache'), ('--baseline', 'known')):
            if more[0] == '--baseline':
                self.run_it(*run, 'text', '--write-baseline', 'known', 'a.glb')
            report = json.loads(self.run_it(*run, 'json', *more, 'a.glb').out)['files'][0]
            self.assertEqual(report['hash'], hashlib.blake2b(head + bytes(4096), digest_size=32).hexdigest()[:40])

    def test_findings_beyond(self):
        joints = ','.join(f'{{"node": 0, "x{i}": 0}}' for i in range(6000))
        self.write('a.gltf', '{"asset": {"version": "2.0"}, "nodes": [{"name": "n"}], "extensionsUsed": ["VRMC_springBone"], '
                             '"extensions": {"VRMC_springBone": {"specVersion": "1.0", "springs": [{"joints": [' + joints +
                             ']}]}}}')
        rule = 'springbone/unknown-property'
        select = ('--select', rule, '--fail-on', 'info')
        shown = json.loads(self.expect(1, *select, '--format', 'json', 'a.gltf').out)
        whole = json.loads(self.expect(1, *select, '--format', 'json', '--all-findings', 'a.gltf').out)
        findings = whole['files'][0]['findings']
        self.assertEqual(len(findings), 6000)
        self.assertEqual(shown['summary'], whole['summary'])
        self.assertEqual(shown['files'][0]['counts'], whole['files'][0]['counts'])
        listed = shown['files'][0]['findings']
        self.assertEqual(listed[:999], findings[:999])
        self.assertEqual((len(listed), listed[-1]['data']['more']), (1000, 5000))
        self.assertIn(f'and 5990 more of {rule}', self.expect(1, *select, 'a.gltf').out)
        self.assertIn('6000', self.expect(1, *select, '--statistics', 'a.gltf').out)
        self.expect(1, *select, '--write-baseline', 'known', 'a.gltf')
        self.expect(0, *select, '--baseline', 'known', 'a.gltf')
        # a cached report of one selection isn't used for the other
        for more, count in (((), 1000), (('--all-findings',), 6000), ((), 1000)):
            again = json.loads(self.expect(1, *select, *more, '--format', 'json', '--cache', 'cache', 'a.gltf').out)
            self.assertEqual(len(again['files'][0]['findings']), count)

    def test_related_places_beyond(self):
        custom = {f'e{i}': {} for i in range(60)}
        meshes = [{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}]}]}]
        accessors = [{'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': [0, 0, 0], 'max': [0, 0, 0]}]
        self.write('a.gltf', json.dumps({'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_vrm'], 'meshes': meshes,
                                         'accessors': accessors, 'extensions': {
            'VRMC_vrm': {'specVersion': '1.0', 'expressions': {'custom': custom}}}}))
        select = ('--select', 'vrm/expression-empty', '--fail-on', 'info')
        shown = json.loads(self.expect(1, *select, '--format', 'json', 'a.gltf').out)['files'][0]['findings']
        whole = json.loads(self.expect(1, *select, '--format', 'json', '--all-findings', 'a.gltf').out)['files'][0]['findings']
        self.assertGreater(max(len(finding['related']) for finding in whole), 32)
        for cut, finding in zip(shown, whole):
            self.assertEqual(cut['related'], finding['related'][:32])
            self.assertEqual(cut['data'].get('moreRelated', 0), max(0, len(finding['related']) - 32))

    def test_too_large(self):
        self.write('small.gltf', WARNS)
        self.write('large.gltf', WARNS + ' ' * 3000)
        for limit in ('3000', '2K'):
            done = self.expect(1, '--format', 'concise', '--max-file-size', limit, '.')
            lines = done.out.splitlines()
            self.assertEqual(len(lines), 2)
            self.assertIn('large.gltf: error file/too-large The file has ', lines[0])
            self.assertIn('json/duplicate-key', lines[1])
        self.expect(0, '--max-file-size', '1M', '.')
        self.expect(0, '--max-file-size', '1G', '.')

    def test_too_large_for_a_pipe(self):
        done = self.expect(1, '--format', 'concise', '--max-file-size', '100', '-', stdin=b' ' * 101)
        self.assertIn('more than the 100 bytes', done.out)
        # an endless input isn't read further than needed
        with subprocess.Popen(['yes'], stdout=subprocess.PIPE) as endless:
            done = subprocess.run([*PROGRAM, '--format', 'concise', '--max-file-size', '100K', '-'], check=False,
                                  stdin=endless.stdout, stdout=subprocess.PIPE)
            endless.kill()
        self.assertIn(b'file/too-large', done.stdout)

    def test_timed_out(self):
        self.write('a.gltf', WARNS)
        self.write('b.gltf', FAILS)
        report = json.loads(self.expect(1, '--format', 'json', '--timeout', '1e-9', '.').out)
        for file in report['files']:
            self.assertEqual([finding['rule'] for finding in file['findings']], ['file/timed-out'])
            self.assertEqual((file['extensions'], file['unchecked']), ({}, []))
            self.assertEqual([skipped['what'] for skipped in file['skipped']], ['everything'])
        self.assertEqual(self.expect(1, '--timeout', '1000', '.').out, self.expect(1, '.').out)

    def test_a_slow_pipe_stops_nobody_else(self):
        self.write('b.gltf', FAILS)
        os.mkfifo(os.path.join(self.folder, 'a.gltf'))  # its other end is never opened
        for jobs in ('1', '2'):
            out = self.expect(1, '--jobs', jobs, '--timeout', '0.05', '--format', 'concise', 'a.gltf', 'b.gltf').out
            self.assertEqual([line.split()[2] for line in out.splitlines()], ['file/timed-out', 'json/syntax'])

    def test_a_rule_that_is_off_does_not_hide_it(self):
        self.write('a.gltf', WARNS)
        for limit in (['--timeout', '1e-9'], ['--max-file-size', '1']):
            report = json.loads(self.expect(0, '--format', 'json', '--ignore', 'file', *limit, '.').out)
            self.assertEqual(report['files'][0]['findings'], [])
            self.assertEqual(report['files'][0]['skipped'][0]['what'], 'everything')

    def test_usage(self):
        self.write('a.gltf', NOTHING)
        for value in ('0', '-1', 'x', '1T', '1KB', 'K', '1.5M', '99999999999999999999', '18446744073709551615G'):
            self.usage('is not a size', '--max-file-size', value, 'a.gltf')
        for value in ('0', '-1', 'x', '1s', 'inf', 'nan'):
            self.usage('is not a number of seconds', '--timeout', value, 'a.gltf')


class Interrupted(Case):
    """Ctrl-C, and the signals that batch systems send before they kill."""

    def interrupt(self, number, jobs):
        with subprocess.Popen([*PROGRAM, '--jobs', jobs, '--format', 'ndjson', '--format', 'json=out.json', 'a.gltf',
                               'pipe.gltf', 'z.gltf'], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            first = json.loads(running.stdout.readline())
            running.send_signal(number)  # while the program waits for pipe.gltf
            rest = running.stdout.read()
            err = running.stderr.read().decode()
        return first, rest, err, running.returncode

    @unittest.skipIf(len(PROGRAM) > 1, 'signals are for the program alone')
    def test_leaves_nothing_half_done(self):
        self.write('a.gltf', NOTHING)
        self.write('z.gltf', NOTHING)
        os.mkfifo(os.path.join(self.folder, 'pipe.gltf'))
        for number, jobs in ((signal.SIGINT, '1'), (signal.SIGTERM, '3')):
            first, rest, err, status = self.interrupt(number, jobs)
            self.assertEqual(first['path'], 'a.gltf')
            self.assertEqual(rest, b'')
            self.assertEqual(err, 'vrmlint: interrupted after 1 of 3 files\n')
            self.assertEqual(status, -number)
            self.assertEqual(sorted(os.listdir(self.folder)), ['a.gltf', 'pipe.gltf', 'z.gltf'])


class Merged(Case):
    """Parts of a run, and the report that they are merged into."""

    def setUp(self):
        super().setUp()
        for i in range(40):
            self.write(f'{i:02}.gltf', (FAILS, WARNS, NOTHING)[i % 3])
        self.write('sub/\u3042 "quoted".gltf', WARNS)

    def shards(self, count):
        """Returns files of ndjson, one per shard."""
        names = [f'{i}.ndjson' for i in range(1, count + 1)]
        for i, name in enumerate(names):
            self.run_it('--shard', f'{i + 1}/{count}', '--format', f'ndjson={name}', '.')
        return names

    def test_same_as_one_run(self):
        for count in (1, 3, 60):  # with 60, some are empty
            names = self.shards(count)
            for name in MERGED:
                whole = self.expect(1, '--format', name, '--statistics', '.')
                merged = self.expect(1, 'merge', '--format', name, '--statistics', *names)
                self.assertEqual((merged.out, merged.err), (whole.out, ''))
        joined = ''.join(self.text(name) for name in names).encode()
        self.assertEqual(self.expect(1, 'merge', '-', stdin=joined).out, self.expect(1, '.').out)

    def test_fixtures(self):
        """Records keep the arguments of messages, fixes and the places of folded findings."""
        fixtures = os.path.relpath(os.path.join(SOURCE, 'fixtures'), self.folder)
        families = [os.path.join(fixtures, name) for name in ('springbone', 'collider', 'hdr', 'vrm', 'vrm0', 'gltf', 'whole')]
        ask = ['--no-config', *(f'--format={name}=one.{name}' for name in MERGED)]
        self.expect(1, *ask, *families)
        for i in (1, 2, 3):
            self.expect(1, '--no-config', '--shard', f'{i}/3', '--format', f'ndjson={i}.part', *families)
        self.expect(1, 'merge', *(f'--format={name}=merged.{name}' for name in MERGED), '1.part', '2.part', '3.part')
        for name in MERGED:
            self.assertTrue(self.text(f'merged.{name}') == self.text(f'one.{name}'), name)
        kinds = {type(place) for line in self.text('one.ndjson').splitlines() for place in json.loads(line).get('each', ())}
        self.assertEqual(kinds, {int, dict})
        results = json.loads(self.text('merged.sarif'))['runs'][0]['results']
        self.assertTrue(all('id' in result['message'] for result in results))
        self.assertTrue(any('fixes' in result for result in results))
        self.assertTrue(any('arguments' in result['message'] for result in results))
        self.assertGreater(len(results), sum(len(file['findings']) for file in json.loads(self.text('one.json'))['files']))

    def test_many_places(self):
        """More findings of a rule than a report lists."""
        repeated = ', '.join('"a": 0, "a": 1' for _ in range(1200))
        self.write('many.gltf', '{"asset": {"version": "2.0"}, "extras": {%s}}' % repeated)
        springs = [{'joints': [{'node': 0, 'hitRadius': 'x'}, {'node': 1}]} for _ in range(1300)]
        self.write('more.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'nodes': [{'children': [1]}, {}], 'extensionsUsed': ['VRMC_springBone'],
            'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': springs}}}))
        self.run_it('--format', 'ndjson=part', 'many.gltf', 'more.gltf')
        for name in ('json', 'ndjson', 'sarif', 'gitlab', 'github'):
            whole = self.run_it('--format', name, 'many.gltf', 'more.gltf').out
            self.assertTrue(self.run_it('merge', '--format', name, 'part').out == whole, name)

    def test_every_file_is_in_one_shard(self):
        paths = self.paths('.')
        parts = [[json.loads(line) for line in self.text(name).splitlines()] for name in self.shards(7)]
        self.assertEqual(sorted(record['path'] for part in parts for record in part[:-1]), paths)
        self.assertTrue(all(1 < len(part) < 25 for part in parts))
        self.assertEqual([part[-1]['summary']['shard'] for part in parts], [{'number': i, 'of': 7} for i in range(1, 8)])
        # a shard depends only on the path: it never changes, whatever other files exist
        self.assertEqual([i for i in range(1, 8) if '00.gltf' in self.paths('--shard', f'{i}/7', '.')],
                         [i for i in range(1, 8) if '00.gltf' in self.paths('--shard', f'{i}/7', '00.gltf', '01.gltf')])
        of_1000 = int.from_bytes(hashlib.blake2b(b'00.gltf', digest_size=32).digest()[:8], 'little') % 1000 + 1
        self.assertEqual(self.paths('--shard', f'{of_1000}/1000', '00.gltf'), ['00.gltf'])

    def test_what_is_missing(self):
        names = self.shards(3)
        self.write('list', '\n'.join(self.paths('.') + ['gone.vrm']))
        done = self.expect(3, 'merge', '--files-from', 'list', *names)
        self.assertEqual(done.err, 'vrmlint: gone.vrm: is missing: it is in the list, but no record refers to it\n')
        self.assertEqual(done.out, self.expect(1, '.').out)
        done = self.expect(3, 'merge', '--files-from', 'list', '--format', 'concise', names[0], names[2])
        self.assertIn('vrmlint: shard 2/3: is missing', done.err)
        missing = [json.loads(line)['path'] for line in self.text(names[1]).splitlines()[:-1]] + ['gone.vrm']
        for path in missing:
            self.assertIn(f'vrmlint: {path}: is missing', done.err)
        self.assertEqual(len(done.err.splitlines()), len(missing) + 1)

    def test_what_has_changed(self):
        """Also when the size is the same."""
        self.write('a.gltf', NOTHING)
        self.write('list', 'a.gltf\n')
        self.write('record', self.expect(0, '--format', 'ndjson', '--files-from', 'list').out)
        self.expect(0, 'merge', '--files-from', 'list', 'record')
        self.write('a.gltf', NOTHING.replace('2.0', '2.1'))
        done = self.expect(3, 'merge', '--files-from', 'list', 'record')
        self.assertIn('a.gltf: has changed since its record was written', done.err)

    def test_what_comes_twice(self):
        names = self.shards(2)
        done = self.expect(1, 'merge', names[0], names[1], names[0])
        self.assertEqual(done.out, self.expect(1, '.').out)
        lines = done.err.splitlines()
        self.assertEqual(len(lines), len(self.text(names[0]).splitlines()) - 1)
        self.assertIn('has the same record twice, in 1.ndjson:1 and 1.ndjson:1', lines[0])
        self.write('other', self.text(names[0]).replace('json/syntax', 'json/bom'))
        done = self.expect(3, 'merge', *names, 'other')
        self.assertEqual(done.out, self.expect(1, '.').out)
        self.assertIn('has two different records, in 1.ndjson:', done.err)

    def test_cut_off(self):
        """A worker was killed at any byte: complete records count, and the rest is reported."""
        whole = self.run_it('--format', 'ndjson', '.').out.encode()
        self.assertGreater(len(whole), 1000)
        last = whole.rstrip(b'\n').rfind(b'\n') + 1
        for size in [0, 1, 2, 100, last - 1, last, last + 1, len(whole) - 3, *range(500, len(whole), len(whole) // 8)]:
            done = self.expect(3, 'merge', '--format', 'ndjson', '--fail-on', 'never', '-', stdin=whole[:size])
            kept = whole[:size].count(b'\n') + (size == last - 1)
            self.assertEqual(len(done.out.splitlines()), kept + 1)
            self.assertRegex(done.err, r'\Avrmlint: standard input: is cut off: [^\n]* %d whole record[^\n]*\n\Z' % kept)
        self.expect(1, 'merge', '-', stdin=whole[:-1])  # only the line feed is missing, which is no loss

    def test_what_is_no_record(self):
        self.write('avatar.vrm', NOTHING)
        for text, line in ((NOTHING, 1), ('{"summary": {"files": 3}}\n', 1), ('\n', 1), ('x\n', 1),
                           (self.run_it('--format', 'ndjson', '00.gltf').out + '{}\n', 3),
                           ('{"summary": {"files": 0, "shard": {"number": 3, "of": 2}}}\n', 1)):
            self.write('bad', text)
            done = self.expect(3, 'merge', '--fail-on', 'never', 'bad')
            self.assertRegex(done.err, rf'\Avrmlint: bad:{line}: [^\n]+\n\Z')
        self.assertIn('No such file', self.expect(3, 'merge', 'none').err)
        self.write('two', '{"summary": {"files": 0, "shard": {"number": 1, "of": 2}}}\n'
                          '{"summary": {"files": 0, "shard": {"number": 1, "of": 3}}}\n')
        self.assertIn('they are from different runs', self.expect(3, 'merge', 'two').err)

    def test_error_goes_along(self):
        self.run_it('--format', 'ndjson=part', 'missing.vrm', '00.gltf')
        whole = self.expect(3, 'missing.vrm', '00.gltf')
        merged = self.expect(3, 'merge', 'part')
        self.assertEqual((merged.out, merged.err), (whole.out, whole.err))

    def test_exit_status(self):
        self.run_it('--format', 'ndjson=warns', '01.gltf')
        for level, status in (('error', 0), ('warning', 1), ('info', 1), ('never', 0)):
            self.expect(status, 'merge', '--fail-on', level, 'warns')

    def test_usage(self):
        for value in ('1', '0/2', '3/2', '1/0', 'a/b', '1/2/3', '-1/2', '1/', '/2', '1/99999999'):
            self.usage('is not I/N', '--shard', value, '.')
        self.usage('nothing to merge', 'merge')
        self.write('part', '')
        self.usage('would overwrite', 'merge', '--format', 'json=part', 'part')
        self.usage("can't be both", 'merge', '--files-from', '-', '-')


class Cached(Case):
    """Reports that are cached between runs."""

    def setUp(self):
        super().setUp()
        for i in range(12):
            self.write(f'lib/{i:02}.gltf', (FAILS, WARNS, NOTHING)[i % 3] + ' ' * i)
        self.kept = os.path.join(self.folder, 'kept')

    def entries(self):
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(self.kept) for name in names)

    def check(self, *arguments, status=1):
        return self.expect(status, '--format', 'ndjson', '--cache', 'kept', *(arguments or ['lib']))

    @staticmethod
    def forge(path, record):
        """Returns a valid cache entry with another record."""
        name = os.path.basename(os.path.dirname(path)) + os.path.basename(path)
        digest = hashlib.blake2b(name.encode() + b'\0' + record, digest_size=32).hexdigest()[:40]
        with open(path, 'wb') as file:
            file.write(f'vrmlint cache 2 {digest}\n'.encode() + record)

    def test_same_report(self):
        for name in ('ndjson', 'text', 'json', 'sarif'):
            plain = self.run_it('--format', name, 'lib')
            for _ in range(2):
                self.assertEqual(self.run_it('--format', name, '--cache', 'kept', 'lib').out, plain.out)
        self.assertEqual(len(self.entries()), 24)  # sarif needs more data, so it has cached reports of its own

    def test_several_languages(self):
        """An entry has the texts of all outputs; separate outputs in each language have their own entries."""
        outputs = ('--format', 'text', '--format', 'json=out.json', '--format', 'sarif=out.sarif')

        def files():
            texts = []
            for name in ('out.json', 'out.sarif'):
                with open(os.path.join(self.folder, name), encoding='utf-8') as file:
                    texts.append(file.read())
            return texts

        plain = self.run_it(*outputs, 'lib', env={'LC_ALL': 'ja_JP.UTF-8'})
        wanted = files()
        self.assertIn('エラー', plain.out)
        self.assertIn('The JSON is broken', wanted[0])
        for _ in range(2):
            done = self.run_it(*outputs, '--cache', 'kept', 'lib', env={'LC_ALL': 'ja_JP.UTF-8'})
            self.assertEqual((done.out, files()), (plain.out, wanted))
        self.assertEqual(len(self.entries()), 12)
        before = [(path, os.stat(path).st_ino) for path in self.entries()]
        self.run_it(*outputs, '--cache', 'kept', 'lib', env={'LC_ALL': 'ja_JP.UTF-8'})
        self.assertEqual([(path, os.stat(path).st_ino) for path in self.entries()], before)
        self.check('--lang', 'ja', 'lib')
        self.check('--lang', 'en', 'lib')
        self.assertEqual(len(self.entries()), 36)

    def test_is_used(self):
        self.check()
        before = [(path, os.stat(path).st_ino) for path in self.entries()]
        self.check()
        self.assertEqual([(path, os.stat(path).st_ino) for path in self.entries()], before)
        for path in self.entries():
            with open(path, 'rb') as file:
                record = file.read().split(b'\n', 1)[1]
            self.forge(path, record.replace(b'The JSON is broken', b'The forgery is read'))
        self.assertEqual(self.check().out.count('The forgery is read'), 4)
        # independent of the file's folder
        os.rename(os.path.join(self.folder, 'lib'), os.path.join(self.folder, 'moved'))
        self.assertEqual(self.check('moved').out.count('The forgery is read'), 4)
        self.assertEqual(len(self.entries()), 12)

    def test_damage(self):
        plain = self.check().out
        good = {}
        for i, path in enumerate(self.entries()):
            with open(path, 'rb') as file:
                good[path] = data = file.read()
            damaged = (b'', data[:-1], data[:len(data) // 2], data[:40], data.replace(b'"path"', b'"Path"'),
                       data.replace(b'cache 2', b'cache 3'), data + b'x', data[:20] + b'0' + data[21:] + b' ',
                       b'\0' * len(data))[i % 9]
            with open(path, 'wb') as file:
                file.write(damaged)
        first, second = self.entries()[:2]
        with open(first, 'wb') as file:
            file.write(good[second])  # valid, but of another file
        for _ in range(2):
            self.assertEqual(self.check().out, plain)
        for path, data in good.items():
            with open(path, 'rb') as file:
                self.assertEqual(file.read(), data)
        self.forge(first, b'{}\n')
        self.forge(second, b'{"summary": {"files": 1}}\n')
        self.assertEqual(self.check().out, plain)

    def test_what_is_no_file(self):
        """If an entry's path isn't a file, the program doesn't wait for it, and reads nothing large."""
        plain = self.check().out
        entries = self.entries()
        for path, make in zip(entries, (os.mkdir, os.mkfifo, lambda path: os.symlink('/dev/zero', path),
                                        lambda path: os.symlink(path, path))):
            os.remove(path)
            make(path)
        os.truncate(entries[4], 1000000000)
        done = self.check('--jobs', '1', 'lib')
        self.assertEqual(done.out, plain)
        self.assertEqual(done.err, 'vrmlint: kept: some reports could not be kept here\n')
        self.assertEqual([path for path in entries if os.path.islink(path) or not os.path.isfile(path)], entries[:1])

    def test_settings_count(self):
        self.check()
        for arguments in (['--ignore', 'json'], ['--severity', 'json=info'], ['--select', 'default,json'],
                          ['--no-simulation']):
            known = len(self.entries())
            plain = self.run_it('--format', 'ndjson', *arguments, 'lib')
            self.assertEqual(self.check(*arguments, 'lib', status=plain.status).out, plain.out)
            self.assertEqual(len(self.entries()), known + 12)
        known = len(self.entries())
        self.write('lib/.vrmlint.json', '{"ignore": ["json/syntax"]}')
        self.assertEqual(self.check(status=0).out, self.expect(0, '--format', 'ndjson', 'lib').out)
        self.assertNotIn('"rule":"json/syntax"', self.check(status=0).out)
        self.check('--fail-on', 'never', '--jobs', '3', '--max-file-size', '1M', '--timeout', '100', 'lib', status=0)
        self.assertLessEqual(len(self.entries()), known + 12)

    def test_limits(self):
        self.check()
        done = self.check('--max-file-size', '10', 'lib')
        self.assertEqual(done.out.count('file/too-large'), 12)
        self.write('new.gltf', WARNS)
        self.assertIn('file/timed-out', self.check('--timeout', '1e-9', 'new.gltf').out)
        self.assertEqual(self.check('--timeout', '1e-9', 'lib').out.count('file/timed-out'), 12)  # reading counts
        self.assertEqual(len(self.entries()), 12)
        self.assertIn('json/duplicate-key', self.check('new.gltf', status=0).out)

    def test_names_count(self):
        for name in ('a.glb', 'b.vrma'):
            self.write(name, NOTHING)
        plain = self.run_it('--format', 'ndjson', 'a.glb', 'b.vrma')
        for _ in range(2):
            self.assertEqual(self.check('a.glb', 'b.vrma', status=plain.status).out, plain.out)

    def test_files_beside(self):
        text = {'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_vrm_animation'],
                'buffers': [{'byteLength': 8, 'uri': 'keys.bin'}],
                'bufferViews': [{'buffer': 0, 'byteLength': 8}],
                'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 2, 'type': 'SCALAR'}],
                'nodes': [{'name': 'Hips'}],
                'animations': [{'samplers': [{'input': 0, 'output': 0}],
                                'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'rotation'}}]}],
                'extensions': {'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {
                    'humanBones': {'hips': {'node': 0}}}}}}
        self.write('a.gltf', json.dumps(text))
        before = self.run_it('--format', 'ndjson', 'a.gltf')
        self.assertEqual(self.check('a.gltf', status=before.status).out, before.out)
        self.write('keys.bin', struct.pack('<ff', 1, 0))
        after = self.run_it('--format', 'ndjson', 'a.gltf')
        self.assertNotEqual(after.out, before.out)
        self.assertEqual(self.check('a.gltf', status=after.status).out, after.out)
        self.assertEqual(self.entries(), [])

    def test_folder(self):
        for folder in ('no/where', 'lib/00.gltf'):
            done = self.expect(3, '--cache', folder, 'lib')
            self.assertRegex(done.err, rf'\Avrmlint: {folder}: [^\n]+\n\Z')
            self.assertEqual(done.out, self.expect(1, 'lib').out)

    def test_two_runs_share_it(self):
        plain = self.expect(1, '--format', 'ndjson', 'lib').out.encode()
        running = [subprocess.Popen([*PROGRAM, '--format', 'ndjson', '--cache', 'kept', 'lib'], cwd=self.folder,
                                    stdout=subprocess.PIPE) for _ in range(4)]
        for one in running:
            self.assertEqual(one.communicate()[0], plain)
        self.assertEqual(len(self.entries()), 12)

    def test_killed(self):
        """kill -9 during shards that share a cache; tests/cli/kill.py does this more often."""
        kill_and_resume(self, self.folder, self.write, rounds=4, files=60)


def kill_and_resume(case, folder, write, rounds, files):
    """Kills sharded, cached runs at random moments; the runs after them and their merged report must be right."""
    for i in range(files):
        write(f'many/{i:03}.gltf', (FAILS, WARNS, NOTHING)[i % 3] + ' ' * i)

    def start(number):
        return subprocess.Popen([*PROGRAM, '--shard', f'{number}/2', '--cache', 'many-kept', '--format',
                                 f'ndjson={number}.ndjson', 'many'], cwd=folder)

    whole = subprocess.run([*PROGRAM, '--format', 'json', 'many'], cwd=folder, check=False, stdout=subprocess.PIPE)
    killed = 0
    for _ in range(rounds):
        shutil.rmtree(os.path.join(folder, 'many-kept'), ignore_errors=True)
        for number in (1, 2):
            if os.path.exists(os.path.join(folder, f'{number}.ndjson')):
                os.remove(os.path.join(folder, f'{number}.ndjson'))
        running = [start(1), start(2)]
        time.sleep(random.random() * 0.02)
        for one in running:
            one.kill()
            killed += one.wait() == -signal.SIGKILL
        for number in (1, 2):
            start(number).wait()
        merged = subprocess.run([*PROGRAM, 'merge', '--format', 'json', '1.ndjson', '2.ndjson'], cwd=folder, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        case.assertEqual((merged.stdout, merged.stderr, merged.returncode), (whole.stdout, b'', whole.returncode))
    return killed


if __name__ == '__main__':
    unittest.main(verbosity=2)
