#!/usr/bin/env python3
"""vrmlint fix: what it shows, what it writes, and that everything else stays unchanged."""
import copy
import glob
import json
import os
import random
import re
import resource
import signal
import stat
import struct
import subprocess
import sys
import time
import unittest

from test_cli import PROGRAM, SOURCE, TENTH, Case, some

# A safe fix: the second entry for a collider in a group has no effect.
CAPSULE = os.path.join(SOURCE, 'fixtures', 'collider', 'capsule-degenerate', 'fail-same-place.gltf')
NOT_UNIT = os.path.join(SOURCE, 'fixtures', 'limit', 'rotation-not-unit', 'fail-short.gltf')


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def glb(text, more=b'', version=2):
    """Returns a GLB of a JSON text, with further chunks."""
    text += b' ' * (-len(text) % 4)
    body = struct.pack('<I4s', len(text), b'JSON') + text + more
    return struct.pack('<4sII', b'glTF', version, 12 + len(body)) + body


def chunk(kind, data):
    return struct.pack('<I4s', len(data), kind) + data


def patched(document, operations):
    """Returns the document after a patch, by RFC 6902."""
    document = copy.deepcopy(document)

    def split(pointer):
        return [token.replace('~1', '/').replace('~0', '~') for token in pointer.split('/')[1:]]

    def holder(pointer):
        at = document
        for token in split(pointer)[:-1]:
            at = at[int(token)] if isinstance(at, list) else at[token]
        return at, split(pointer)[-1]

    def take(pointer):
        at, token = holder(pointer)
        return at.pop(int(token) if isinstance(at, list) else token)

    def add(pointer, value):
        at, token = holder(pointer)
        if isinstance(at, list):
            at.insert(len(at) if token == '-' else int(token), value)
        else:
            at[token] = value

    for operation in operations:
        if operation['op'] in ('remove', 'replace', 'move'):
            value = take(operation.get('from', operation['path']))
        if operation['op'] == 'move':
            add(operation['path'], value)
        elif operation['op'] in ('add', 'replace'):
            add(operation['path'], operation['value'])
    return document


def findings(text, path):
    """Returns the lines of findings, without those about the whole file."""
    return [line for line in text.splitlines() if re.match(re.escape(path) + r':(\d+:\d+:)? (error|warning|info|エラー|警告|情報) ', line)]


class Fix(Case):
    def test_shows_and_changes_nothing(self):
        path = self.write('a.gltf', read(CAPSULE))
        done = self.expect(1, 'fix', 'a.gltf')
        self.assertEqual(read(path), read(CAPSULE))
        self.assertIn('a.gltf: 1 fix to make', done.out)
        self.assertIn('-             "capsule": {\n', done.out)
        self.assertIn('+             "sphere": {\n', done.out)
        self.assertIn('nothing was written', done.out)
        self.assertEqual(os.listdir(self.folder), ['a.gltf'])

    def test_nothing_to_fix(self):
        self.write('a.gltf', '{"asset": {"version": "2.0"}}')
        self.assertEqual(self.expect(0, 'fix', 'a.gltf').out, 'a.gltf: nothing to fix\n\n')
        self.assertEqual(self.expect(0, 'fix', '--quiet', 'a.gltf').out, '')

    def test_in_place(self):
        path = self.write('a.gltf', read(CAPSULE))
        os.chmod(path, 0o640)
        self.expect(0, 'fix', '-i', 'a.gltf')
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o640)
        fixed = read(path)
        self.assertNotEqual(fixed, read(CAPSULE))
        self.expect(0, 'fix', 'a.gltf')
        self.expect(0, 'fix', '--in-place', 'a.gltf')
        self.assertEqual(read(path), fixed)
        self.assertEqual(os.listdir(self.folder), ['a.gltf'])
        # unaffected lines stay the same, byte for byte
        kept = [line for line in read(CAPSULE).split(b'\n') if line in fixed.split(b'\n')]
        self.assertGreater(len(kept), 30)

    def test_links_lead_to_what_is_written(self):
        path = self.write('real/a.gltf', read(NOT_UNIT))
        os.symlink('real/a.gltf', os.path.join(self.folder, 'link.gltf'))
        self.expect(0, 'fix', '-i', 'link.gltf')
        self.assertTrue(os.path.islink(os.path.join(self.folder, 'link.gltf')))
        self.assertNotEqual(read(path), read(NOT_UNIT))

    def test_output(self):
        self.write('in/a.gltf', read(NOT_UNIT))
        self.write('in/sub/b.gltf', read(CAPSULE))
        self.write('in/sub/c.gltf', '{"asset": {"version": "2.0"}}')
        self.expect(0, 'fix', '--output', 'out', 'in')
        self.assertEqual(read(os.path.join(self.folder, 'out/sub/c.gltf')), b'{"asset": {"version": "2.0"}}')
        for name in ('a.gltf', 'sub/b.gltf'):
            self.assertNotEqual(read(os.path.join(self.folder, 'out', name)), read(os.path.join(self.folder, 'in', name)))
        self.expect(0, 'fix', 'out')
        self.expect(0, 'fix', '--output', 'one.gltf', 'in/a.gltf')
        self.assertEqual(read(os.path.join(self.folder, 'one.gltf')), read(os.path.join(self.folder, 'out/a.gltf')))
        self.expect(0, 'fix', '--output', 'two.gltf', '-', stdin=read(NOT_UNIT))
        self.assertEqual(read(os.path.join(self.folder, 'two.gltf')), read(os.path.join(self.folder, 'out/a.gltf')))

    def test_usage(self):
        self.write('a/x.gltf', read(NOT_UNIT))
        self.write('b/x.gltf', read(NOT_UNIT))
        self.write('file', '')
        self.usage('both be written', 'fix', '--output', 'out', 'a/x.gltf', 'b/x.gltf')
        self.usage('one of the files to fix', 'fix', '--output', 'a', 'a/x.gltf')
        self.usage('is not a folder', 'fix', '--output', 'file', 'a')
        self.usage('contradict each other', 'fix', '-i', '--output', 'out', 'a')
        self.usage('contradict each other', 'fix', '--safe-only', '--unsafe', 'a')
        self.usage("can't be used with standard input", 'fix', '-i', '-')
        self.usage('nothing to fix: give', 'fix')
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'out')))
        self.assertEqual(self.expect(3, 'fix', 'missing.vrm').err, 'vrmlint: missing.vrm: No such file or directory\n')

    def test_status_with_writing(self):
        broken = read(NOT_UNIT).replace(b'"asset"', b'"bad": 1, "bad": 2, "asset"')
        self.write('a.gltf', broken)
        self.expect(0, 'fix', '-i', 'a.gltf')
        self.write('a.gltf', broken)
        self.expect(1, 'fix', '-i', '--fail-on', 'warning', 'a.gltf')

    def test_what_is_left(self):
        """Remaining findings are reported as check reports them, and the status is that of a check of the result."""
        files = [os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'),
                 # the folded finding has the fingerprint of another place
                 os.path.join(SOURCE, 'fixtures', 'constraint', 'circular-dependency', 'fail-g8-draft-defaults.gltf'),
                 *some(sorted(glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*.gltf'))))[::24 if TENTH == 1 else 4]]
        left = 0
        for i, path in enumerate(files):
            name = 'a' + os.path.splitext(path)[1]
            where, result = (['-i'], name) if i % 2 == 0 else (['--output', 'b' + name], 'b' + name)
            how = ['--no-config', '--fail-on', ('error', 'warning', 'info', 'never')[i % 4], '--lang', ('en', 'ja')[i % 2]]
            self.write(name, read(path))
            done = self.run_it('fix', *how, *where, name)
            checked = self.run_it('check', *how, '--format', 'concise', result)
            self.assertEqual(done.status, checked.status, (path, done.out, done.err, checked.out, checked.err))
            lines = findings(done.out, result)
            self.assertEqual(lines, findings(checked.out, result), path)
            left += len(lines)
            again = self.run_it('fix', *how, '-i', '--quiet', result)
            if 'left as it is' not in done.out and 'そのまま残します' not in done.out:
                self.assertEqual((again.status, again.out), (checked.status, checked.out))
            patch = self.run_it('fix', *how, '-i', '--format', 'json-patch', result)
            self.assertEqual(json.loads(patch.out), [])
            self.assertIn(checked.out, patch.err)
            os.remove(os.path.join(self.folder, result))
        self.assertGreater(left, 10 // TENTH)

    def test_what_is_left_is_chosen(self):
        """Remaining findings are selected by settings and a baseline, and counted as check counts them."""
        self.write('a.vrm', read(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')))
        self.write('b.gltf', '{"asset": {"version": "2.0"}}')
        self.run_it('fix', '--no-config', '-i', 'a.vrm')
        self.write('.vrmlint.json', '{"minSeverity": "error", "ignore": ["springbone/duplicate-joint"]}')
        errors = self.expect(1, 'check', '--format', 'concise', 'a.vrm').out
        self.assertEqual(self.expect(1, 'fix', '-i', '--quiet', 'a.vrm').out, errors)
        self.assertNotIn('warning', errors)
        self.assertIn(f'{len(findings(errors, "a.vrm"))} left', self.run_it('fix', '-i', 'a.vrm', 'b.gltf').out)
        self.expect(0, 'check', '--fail-on', 'never', '--write-baseline', 'known.json', 'a.vrm')
        self.assertEqual(self.expect(0, 'fix', '-i', '--quiet', '--baseline', 'known.json', 'a.vrm').out, '')

    def test_reasons_of_what_is_left(self):
        """A finding that could be fixed by itself but isn't has a reason after its line."""
        groups = [{'bone': 'hips'} for _ in range(70)]
        self.write('many.gltf', json.dumps({
            'asset': {'version': '2.0', 'copyright': ' ' * 200000},
            'extensionsUsed': ['VRM'], 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'name': 'Root'}],
            'extensions': {'VRM': {'secondaryAnimation': {'boneGroups': groups}}}}))
        shown = self.run_it('fix', 'many.gltf').out.count('left as it is: ')
        self.assertGreater(shown, 0)
        done = self.run_it('fix', '-i', 'many.gltf')
        self.assertRegex(done.out, r'(?m)^many\.gltf:\d.*\n    left as it is: ')

    @unittest.skipIf(len(PROGRAM) > 1 or TENTH > 1, 'the memory is for the program alone')
    def test_memory_of_results_that_wait(self):
        """Many large files take no more memory than a few, even if the first one takes longest."""
        padding = ' ' * (1 << 20)
        self.write('00.gltf', json.dumps({
            'asset': {'version': '2.0', 'copyright': padding}, 'extensionsUsed': ['VRM'], 'scene': 0, 'scenes': [{'nodes': [0]}],
            'nodes': [{'name': 'Root'}],
            'extensions': {'VRM': {'secondaryAnimation': {'boneGroups': [{'bone': 'hips'} for _ in range(70)]}}}}))
        for i in range(1, 25):
            self.write(f'{i:02}.gltf', json.dumps({'asset': {'version': '2.0', 'copyright': padding}, 'extensionsUsed': ['X', 'X']}))

        def peak(jobs, *names):
            with subprocess.Popen([*PROGRAM, 'fix', '--no-config', '--no-simulation', '--jobs', jobs, *names], cwd=self.folder,
                                  stdout=subprocess.DEVNULL) as running:
                _, _, usage = os.wait4(running.pid, 0)
                running.returncode = 0
            return usage.ru_maxrss

        alone = peak('1', '00.gltf')
        small = peak('1', '01.gltf')
        self.assertLess(peak('2', '.'), 1.1 * alone + 2 * small)

    def test_classes_and_rules(self):
        bom = b'\xef\xbb\xbf' + read(CAPSULE)
        path = self.write('a.gltf', bom)
        self.expect(1, 'fix', '-i', '--safe-only', 'a.gltf')
        self.assertTrue(read(path).startswith(b'\xef\xbb\xbf'))
        self.assertNotEqual(read(path), bom)
        self.expect(0, 'fix', '-i', 'a.gltf')
        self.assertFalse(read(path).startswith(b'\xef'))
        path = self.write('a.gltf', bom)
        self.expect(0, 'fix', '-i', '--select', 'json', 'a.gltf')
        self.assertEqual(read(path), read(CAPSULE))

    def test_chunks_stay(self):
        data = bytes(range(256)) * 5
        more = chunk(b'BIN\0', data) + chunk(b'TEST', b'1234')
        text = read(NOT_UNIT).replace(b'"asset"', b'"buffers": [{"byteLength": 1280}], "asset"')
        path = self.write('a.vrm', glb(text, more))
        self.expect(0, 'fix', '-i', '--fail-on', 'never', 'a.vrm')
        fixed = read(path)
        self.assertTrue(fixed.endswith(more))
        self.assertEqual(struct.unpack('<I', fixed[8:12])[0], len(fixed))
        length = struct.unpack('<I', fixed[12:16])[0]
        self.assertEqual(length % 4, 0)
        json.loads(fixed[20:20 + length])
        self.expect(0, 'fix', 'a.vrm')

    def test_patches(self):
        """Applying a patch to a document gives the fixed file, for half of the fixtures."""
        paths = {}
        for path in some(sorted(glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*.gltf')))[::2]):
            name = f'in/{len(paths):04}.gltf'
            paths[name] = path
            self.write(name, read(path))
        how = ['fix', '--no-config', '--unsafe', '--no-simulation', '--fail-on', 'never']
        lines = self.run_it(*how, '--format', 'json-patch', 'in').out.split('\n')[:-1]
        self.run_it(*how, '--output', 'out', 'in')
        tried = 0
        for change in map(json.loads, lines):
            name = change['path'].replace(os.sep, '/')
            if change['patch']:
                fixed = read(os.path.join(self.folder, 'out', os.path.basename(name)))
                self.assertEqual(patched(json.loads(read(os.path.join(self.folder, name)).decode('utf-8-sig')), change['patch']),
                                 json.loads(fixed.decode('utf-8')), paths[name])
                tried += 1
        self.assertGreater(tried, len(paths) // 4)

    def test_several_patches(self):
        self.write('a.gltf', read(NOT_UNIT))
        self.write('b.gltf', read(CAPSULE))
        lines = self.expect(1, 'fix', '--format', 'json-patch', 'a.gltf', 'b.gltf').out.splitlines()
        self.assertEqual([json.loads(line)['path'] for line in lines], ['a.gltf', 'b.gltf'])

    def test_a_full_disk(self):
        path = self.write('a.gltf', read(NOT_UNIT))

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        done = subprocess.run([*PROGRAM, 'fix', '-i', path], check=False, capture_output=True, preexec_fn=limit)
        self.assertEqual(done.returncode, 3, done)
        self.assertRegex(done.stderr, rb'\Avrmlint: .*\n\Z')
        self.assertEqual(read(path), read(NOT_UNIT))
        self.assertEqual(os.listdir(self.folder), ['a.gltf'])

    def test_killed(self):
        """However a run ends, every file is whole: the old or the fixed one."""
        kills, files = 40 // TENTH, 60
        old = read(NOT_UNIT), read(CAPSULE)
        names = [f'{i:02}.gltf' for i in range(files)]
        chance = random.Random(17)

        def put():
            for i, name in enumerate(names):
                self.write('many/' + name, old[i % 2])

        put()
        self.expect(0, 'fix', '-i', '--no-simulation', 'many')
        new = [read(os.path.join(self.folder, 'many', name)) for name in names[:2]]
        self.assertNotEqual(list(old), new)
        cut = tries = 0
        while cut < kills:
            tries += 1
            self.assertLess(tries, 20 * kills)
            put()
            # killed as soon as one of the first files is new, so that no guess of how long a run takes is needed
            seen = chance.randrange(files // 2)
            running = subprocess.Popen([*PROGRAM, 'fix', '-i', '--no-simulation', 'many'], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while running.poll() is None and read(os.path.join(self.folder, 'many', names[seen])) == old[seen % 2]:
                time.sleep(0.0005)
            running.kill()
            running.wait()
            found = [read(os.path.join(self.folder, 'many', name)) for name in names]
            for i, data in enumerate(found):
                self.assertIn(data, (old[i % 2], new[i % 2]), names[i])
            cut += any(data == old[i % 2] for i, data in enumerate(found))
        # unfinished temporary files beside them don't prevent another run
        self.expect(0, 'fix', '-i', '--no-simulation', 'many')
        for i, name in enumerate(names):
            self.assertEqual(read(os.path.join(self.folder, 'many', name)), new[i % 2])

    def test_baseline(self):
        """Findings in a baseline aren't fixed."""
        path = self.write('a.gltf', read(CAPSULE))
        self.expect(0, 'check', '--fail-on', 'never', '--write-baseline', 'known.json', 'a.gltf')
        self.assertIn('nothing to fix', self.expect(0, 'fix', '--baseline', 'known.json', 'a.gltf').out)
        self.write('a.gltf', b'\xef\xbb\xbf' + read(CAPSULE))  # json/bom is new
        self.expect(0, 'fix', '-i', '--baseline', 'known.json', 'a.gltf')
        self.assertEqual(read(path), read(CAPSULE))
        self.expect(0, 'fix', '-i', 'a.gltf')
        self.assertNotEqual(read(path), read(CAPSULE))

    def test_exclude(self):
        self.write('in/a.gltf', read(CAPSULE))
        path = self.write('in/old/b.gltf', read(CAPSULE))
        self.expect(0, 'fix', '-i', '--exclude', 'old', 'in')
        self.assertEqual(read(path), read(CAPSULE))
        self.assertNotEqual(read(os.path.join(self.folder, 'in/a.gltf')), read(CAPSULE))

    def test_check_says_so(self):
        self.write('a.gltf', read(CAPSULE))
        done = self.run_it('check', 'a.gltf')
        self.assertRegex(done.out, r'(?m)^Up to 1 of these can be fixed: vrmlint fix a\.gltf$')
        done = self.run_it('check', '--lang', 'ja', 'a.gltf')
        self.assertRegex(done.out, r'(?m)^.*1.*(?:: |：)vrmlint fix a\.gltf$')
        self.write('b.gltf', '{"asset": {"version": "2.0"}}')
        self.assertNotIn('vrmlint fix', self.run_it('check', 'b.gltf').out)

    def test_check_says_so_beside_errors(self):
        """An error keeps fixes back that make apps read more, but neither those of mere names, nor those with which the error goes."""
        self.write('name.gltf', '{"asset": {"version": "2.0"}, "materials": [{"nae": "a"}], "meshes": [5]}')
        self.write('draft.gltf', read(os.path.join(SOURCE, 'fixtures', 'animation', 'look-at-node-missing', 'fail-draft.gltf')))
        for name in ('name.gltf', 'draft.gltf'):
            self.assertRegex(self.run_it('check', name).out, r'(?m)^Up to 1 of these can be fixed: vrmlint fix ' + name)
            self.assertIn('1 fix to make', self.run_it('fix', name).out)

    def test_many_do_harm(self):
        """Many fixes would do harm: they don't keep others from being made. The program stops trying, and says so."""
        groups = [{'bone': 'hips' if i % 2 == 0 else [0]} for i in range(70)]
        self.write('many.gltf', json.dumps({
            'asset': {'version': '2.0', 'copyright': ' ' * 200000},  # less is tried in larger files
            'extensionsUsed': ['VRM'], 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'name': 'Root'}],
            'extensions': {'VRM': {'secondaryAnimation': {'boneGroups': groups}}}}))
        out = ' '.join(self.expect(1, 'fix', 'many.gltf').out.split())
        self.assertEqual(out.count('(left as it is: fixing it would cause vrm0/wrong-type)'), 35)
        self.assertIn('there were too many fixes to try', out)
        self.run_it('fix', '--output', 'fixed.gltf', 'many.gltf')
        with open(os.path.join(self.folder, 'fixed.gltf'), encoding='utf-8') as file:
            fixed = json.load(file)['extensions']['VRM']['secondaryAnimation']['boneGroups']
        self.assertEqual([group['stiffiness'] for group in fixed], [1] * 70)

    def test_harm_of_each_kind(self):
        """Fixes that do harm by themselves are left, and of those that do harm together only one. Nothing remains for
        another run."""
        sys.path.insert(0, os.path.join(SOURCE, 'tests', 'bench'))
        import kinds  # pylint: disable=import-outside-toplevel
        some_left = {'nodes': 1215, 'buffers': 848, 'custom': 2, 'groups0': 1, 'transforms': 2, 'values0': 1}
        for name, left in some_left.items():
            self.write('a.gltf', json.dumps(kinds.sized(name, 40_000)))
            self.run_it('fix', '--unsafe', '--output', 'fixed.gltf', 'a.gltf')
            done = self.run_it('fix', '--unsafe', 'fixed.gltf')
            self.assertEqual(done.out.count('(left as it is'), left, name)
            self.assertNotIn('there were too many fixes to try', done.out)
            self.assertEqual(json.loads(self.run_it('fix', '--unsafe', '--format', 'json-patch', 'fixed.gltf').out), [], name)

    def test_too_much_for_the_limits(self):
        """A fix reveals more than the run's limits allow to check: this isn't attributed to the fix."""
        joints = [{'node': i} for i in range(2000)]
        doc = {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
               'nodes': [{'name': f'n{i}', 'translation': [0, 0.1, 0], 'children': [i + 1]} for i in range(1999)] + [{}],
               'extensionsUsed': ['VRMC_springBone'],
               'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'Springs': [{'joints': joints}]}}}
        self.write('a.gltf', json.dumps(doc))
        low, high = 1 << 16, 1 << 28
        while high - low > 1 << 12:
            middle = (low + high) // 2
            done = self.run_it('check', '--max-memory', str(middle), '--format', 'json', 'a.gltf')
            low, high = (middle, high) if 'file/too-complex' in done.out else (low, middle)
        done = self.run_it('fix', '--max-memory', str(high), 'a.gltf')
        self.assertIn('there were too many fixes to try', done.out)
        self.assertNotIn('too-complex', done.out)
        self.assertNotIn('too much', self.run_it('fix', 'a.gltf').out)

    def test_limits_of_the_run(self):
        """A limit that ends the work on a file is an error; nothing is said to be fine, and nothing is written."""
        doc = {'asset': {'version': '2.0'}, 'materials': [{'alphaMode': 'blend'}] * 1000}
        path = self.write('a.gltf', json.dumps(doc))
        for limit, line in (('--timeout', '1e-9'), 'took more than the 1e-09 seconds'), \
                           (('--max-memory', '100K'), 'more than the 100 KB of memory'):
            for more in (), ('--output', 'b.gltf'), ('--in-place',), ('--format', 'json-patch'):
                done = self.expect(3, 'fix', '--unsafe', *limit, *more, 'a.gltf')
                self.assertEqual((done.out, done.err.count('\n')), ('', 1))
                self.assertIn(line, done.err)
                self.assertEqual(json.loads(read(path)), doc)
                self.assertFalse(os.path.exists(os.path.join(os.path.dirname(path), 'b.gltf')))
        self.assertIn('秒', self.expect(3, 'fix', '--lang', 'ja', '--timeout', '1e-9', 'a.gltf').err)

    def test_other_edits_are_tried(self):
        """The fix of a finding may change while others are fixed, and then do no harm any more."""
        path = self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'extensio0sUsed': [['VRMC_vrm'], 'KHR_materials_emissive_strength'],
            'materials': [{'extensions': {'KHR_materials_emissive_strength': {'emissiveStrength': 3}}}]}))
        self.expect(0, 'fix', '-i', 'a.gltf')
        fixed = json.loads(read(path))
        self.assertEqual(fixed['extensionsUsed'], ['KHR_materials_emissive_strength'])
        self.assertNotIn('extensio0sUsed', fixed)
        self.assertIn('nothing to fix', self.run_it('fix', 'a.gltf').out)

    def test_another_turn(self):
        """A fix that did harm is tried again after others were made: one run makes all possible fixes."""
        path = self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_materials_unlit'],
            'nodes': [{'name': 'a', 'children': [1]}, {'name': 'b', 'translation': [0, 0.1, 0]}],
            'scene': 0, 'scenes': [{'nodes': [0]}],
            'extensions': {'VRMC_springBone': {
                'specVersion': '1.0', 'springs': [{'colliderGroups': [9], 'joints': [{'node': 0, 'dragForce': 0.5}, {'node': 1}]}]}}}))
        done = self.run_it('fix', '-i', 'a.gltf')
        self.assertLess(done.out.index('springbone/unresolved-index'), done.out.index('springbone/not-declared'))
        self.assertIn(b'"VRMC_springBone"]', read(path))
        self.assertIn('nothing to fix', self.run_it('fix', 'a.gltf').out)

    def test_equal_entries(self):
        """References to one missing element are one mistake, and one fix."""
        with open(os.path.join(SOURCE, 'fixtures', 'springbone', 'unresolved-index', 'pass-zero-is-first.gltf'), encoding='utf-8') as file:
            spring = json.load(file)
        with open(os.path.join(SOURCE, 'fixtures', 'vrm0', 'missing-property', 'pass-no-comment.gltf'), encoding='utf-8') as file:
            old = json.load(file)
        groups, old_groups = spring['extensions']['VRMC_springBone'], old['extensions']['VRM']['secondaryAnimation']
        cases = [(spring, groups['springs'][0], 'colliderGroups'), (spring, groups['colliderGroups'][0], 'colliders'),
                 (old, old_groups['boneGroups'][0], 'bones'), (old, old_groups['boneGroups'][0], 'colliderGroups')]
        for document, holder, member in cases:
            entries = holder[member]
            for wrong in ([99] * 3, [99] * 2 + entries, entries + [99] * 4):
                holder[member] = wrong
                self.write('a.gltf', json.dumps(document))
                fixed = self.expect(0, 'fix', '-i', '--no-simulation', '--fail-on', 'error', 'a.gltf').out
                self.assertNotIn('left as it is', fixed)
                self.assertNotIn('unresolved', self.run_it('--no-simulation', 'a.gltf').out)
            holder[member] = entries

    def test_cut_off(self):
        """Nothing is written for a GLB that is cut off, and the reason is given for each fix that would be possible."""
        text = json.dumps({'asset': {'version': '2.0'}, 'buffers': [{'byteLength': 400}], 'nodes': [{'name': 'a', 'children': [1, 1]}, {'name': 'b'}],
                           'scene': 0, 'scenes': [{'nodes': [0]}]}).encode()
        whole = glb(text, chunk(b'BIN\0', bytes(400)))
        self.write('cut.glb', whole[:-40])
        self.assertIn('left as it is: the file is cut off or damaged', self.run_it('fix', '-i', 'cut.glb').out)
        self.assertEqual(read(os.path.join(self.folder, 'cut.glb')), whole[:-40])

    def test_empty_group(self):
        """A group without any member gets all that apps need, and no finding remains that the fix could have prevented."""
        with open(os.path.join(SOURCE, 'fixtures', 'vrm0', 'missing-property', 'pass-no-comment.gltf'), encoding='utf-8') as file:
            document = json.load(file)
        document['extensions']['VRM']['secondaryAnimation']['boneGroups'] += [{}] * 3
        self.write('a.gltf', json.dumps(document))
        fixed = self.expect(0, 'fix', '-i', 'a.gltf').out
        self.assertNotIn('left as it is', fixed)
        self.assertRegex(fixed, 'is empty: add stiffiness, center,')
        self.assertNotRegex(self.run_it('a.gltf').out, 'vrm0/(missing-property|center-missing)')

    def test_japanese(self):
        self.write('a.gltf', read(CAPSULE))
        done = self.expect(1, 'fix', '--lang', 'ja', 'a.gltf')
        self.assertNotIn('fix', done.out.replace('vrmlint fix', '').split('\n')[0])


if __name__ == '__main__':
    unittest.main()
