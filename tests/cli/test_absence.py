#!/usr/bin/env python3
"""What a run didn't look at is neither fixed nor new: vrmlint diff, baselines, merge."""
import json
import os
import struct
import unittest

from test_cli import Case, FAILS, NOTHING, SOURCE, WARNS

WHOLE = os.path.join(SOURCE, 'fixtures', 'whole')


def contents(name):
    with open(os.path.join(WHOLE, name), 'rb') as file:
        return file.read()


MISTAKES = contents('mistakes.vrm')
CLEAN = contents('clean.vrm')


def edit(data, change):
    """Returns a GLB with another JSON chunk, and the same bytes after it."""
    length, = struct.unpack('<I', data[12:16])
    document = json.loads(data[20:20 + length])
    change(document)
    text = json.dumps(document).encode()
    text += b' ' * (-len(text) % 4)
    rest = data[20 + length:]
    return data[:8] + struct.pack('<I', 20 + len(text) + len(rest)) + struct.pack('<I', len(text)) + b'JSON' + text + rest


class Absence(Case):
    def diff(self, *arguments, status=None):
        done = self.run_it('diff', '--format', 'json', *arguments)
        if status is not None:
            self.assertEqual(done.status, status, done.out + done.err)
        return json.loads(done.out)

    def news(self, *arguments, status=None):
        """Returns how many findings are new, fixed, brought and dropped, and why."""
        found = self.diff(*arguments, status=status)
        counts = found['summary']['findings']
        file, = found['files']
        return [counts[name] for name in ('new', 'fixed', 'brought', 'dropped')] + [file.get('because')]

    def report(self, name, form, *arguments):
        self.write(name, self.run_it('--format', form, *arguments).out)
        return name

    def test_cut_off(self):
        self.write('old/a.vrm', MISTAKES)
        self.write('new/a.vrm', MISTAKES[:500])
        self.write('lfs/a.vrm', 'version https://git-lfs.github.com/spec/v1\noid sha256:' + 64 * '0' + '\nsize 7\n')
        self.write('text/a.vrm', '{')
        for name in ('new', 'lfs', 'text'):
            self.assertEqual(self.news('old', name, status=1), [1, 0, 0, 7, 'unread'], name)
            self.assertEqual(self.news(name, 'old', status=0), [0, 1, 7, 0, 'unread'], name)
            self.assertEqual(self.diff('old', name)['files'][0]['unread'],
                             [{'side': 'new', 'what': 'everything', 'why': "the file can't be read as glTF"}])
        said = self.run_it('diff', 'old', 'new').out
        self.assertIn("Could not be checked in the new file: everything (the file can't be read as glTF)", said)
        self.assertRegex(said, r'1 new finding, 0 fixed, 0 at another place, 7 not\s+comparable')
        self.assertIn('新しいファイルで検査できなかったもの：', self.run_it('diff', '--lang', 'ja', 'old', 'new').out)
        self.assertIn('<p>Could not be checked in the new file: everything', self.run_it('diff', '--format', 'html', 'old', 'new').out)
        said = self.run_it('diff', '--format', 'github', 'old', 'new').out
        self.assertIn('::warning file=new/a.vrm::Could not be checked in the new file: everything', said)
        self.assertIn(' 0 fixed,', said)

    def test_not_readable(self):
        self.write('old/x/a.vrm', MISTAKES)
        os.makedirs(os.path.join(self.folder, 'new'))
        for new in ('new/x/a.vrm', 'new/nothing.vrm'):
            self.assertEqual(self.news('old/x/a.vrm', new, status=3), [0, 0, 0, 7, 'unread'])
        self.assertEqual(self.expect(3, 'diff', 'old', 'nothing').out, '')
        found = self.diff('old', 'nothing.vrm', status=3)
        self.assertEqual((found['summary']['files']['unread'], found['summary']['files']['removed'], found['summary']['findings']['fixed']), (2, 0, 0))
        os.makedirs(os.path.join(self.folder, 'new', 'x'))
        self.write('new/b.vrm', CLEAN)
        if os.geteuid() != 0:
            os.chmod(os.path.join(self.folder, 'new', 'x'), 0)
            found = self.diff('old', 'new', status=3)
            os.chmod(os.path.join(self.folder, 'new', 'x'), 0o700)
            self.assertEqual({file['path']: file['state'] for file in found['files']}, {'new/b.vrm': 'added', 'old/x/a.vrm': 'unread'})
            self.assertEqual(found['summary']['findings']['dropped'], 7)
        self.write('new/x/c.vrm', edit(CLEAN, lambda document: None))
        found = self.diff('old', 'new', status=0)
        self.assertEqual((found['summary']['files']['removed'], found['summary']['findings']['fixed'], found['summary']['findings']['dropped']), (1, 0, 7))

    def test_one_side_lists_more(self):
        """A file that is listed on one side only, because on the other its folder has too long a path, isn't new, fixed or removed."""
        deep = os.path.join('new', *['d' * 200] * 19)
        within = os.path.join('e' * 200, 'f' * 200)
        name = os.path.join(within, 'b.vrm')
        for folder in ('old', deep):
            os.makedirs(os.path.join(self.folder, folder, 'e' * 200))
            self.write(os.path.join(folder, 'a.vrm'), MISTAKES)
        self.write(os.path.join('old', name), MISTAKES)
        folder = os.open(os.path.join(self.folder, deep), os.O_RDONLY)
        os.mkdir(within, dir_fd=folder)
        with open(os.open(name, os.O_WRONLY | os.O_CREAT, dir_fd=folder), 'wb') as file:
            file.write(MISTAKES)
        os.close(folder)
        for old, new, side in (('old', deep, 'dropped'), (deep, 'old', 'brought')):
            found = self.diff(old, new, status=3)
            self.assertEqual(found['summary']['files'], {'same': 1, 'changed': 0, 'added': 0, 'removed': 0, 'moved': 0, 'unread': 1})
            self.assertEqual({kind: count for kind, count in found['summary']['findings'].items() if count > 0}, {side: 7})

    def test_reports(self):
        """Reports say of files what they could not read, and what their settings were."""
        self.write('a.vrm', MISTAKES)
        old = {form: self.report('old.' + form + '.txt', form, 'a.vrm') for form in ('json', 'ndjson')}
        os.remove(os.path.join(self.folder, 'a.vrm'))
        for form in old:
            for before in old.values():
                self.assertEqual(self.news(before, self.report('new.txt', form, 'a.vrm'), status=3), [0, 0, 0, 7, 'unread'])
        self.write('a.vrm', MISTAKES[:500])
        for form in old:
            for before in old.values():
                self.assertEqual(self.news(before, self.report('new.txt', form, 'a.vrm'), status=1), [1, 0, 0, 7, 'unread'])
        self.write('a.vrm', edit(MISTAKES, lambda document: document['asset'].update(copyright='x')))
        for options in (('--select', 'json'), ('--ignore', 'springbone,constraint'), ('--ignore', ','.join(
                ['springbone/' + name for name in ('joint-not-descendant', 'value-out-of-range', 'center-not-ancestor', 'gravity-power-physical',
                                                   'unknown-property', 'duplicate-joint')] + ['constraint/not-declared']))):
            new = self.report('new.txt', 'json', *options, 'a.vrm')
            self.assertEqual(self.news(old['json'], new)[1], 0, options)
            self.assertEqual(self.news(new, old['ndjson'])[0], 0, options)
        self.write('.vrmlint.json', json.dumps({'ignores': [{'rule': 'springbone/duplicate-joint', 'pointer': '/extensions', 'reason': 'later'}]}))
        self.assertEqual(self.news(old['json'], self.report('new.txt', 'json', 'a.vrm'))[:2], [0, 0])
        os.remove(os.path.join(self.folder, '.vrmlint.json'))
        self.assertEqual(self.news(old['json'], self.report('new.txt', 'json', '--min-severity', 'error', 'a.vrm'))[:2], [0, 0])
        self.run_it('--write-baseline', 'known', 'a.vrm')
        self.assertEqual(self.news(old['json'], self.report('new.txt', 'json', '--baseline', 'known', 'a.vrm'))[:2], [0, 0])

    def test_parts(self):
        """What needs the data, or a part of the JSON that can't be read, isn't fixed; the rest is."""
        def break_springs(document):
            document['extensions']['VRMC_springBone']['springs'] = {}
            document['extensionsUsed'].append('VRMC_node_constraint')
        self.write('old.vrm', MISTAKES)
        self.write('new.vrm', edit(MISTAKES, break_springs))
        file, = self.diff('old.vrm', 'new.vrm')['files']
        self.assertEqual({finding['rule'] for finding in file['fixed']}, {'constraint/not-declared'})
        self.assertEqual(len(file['dropped']), 6)
        self.assertEqual(file['because'], 'unread')

        def break_bounds(document):
            document['accessors'][0]['max'] = [9, 9, 9]
        self.write('old.vrm', edit(MISTAKES, break_bounds))
        old = json.loads(self.run_it('--format', 'json', 'old.vrm').out)['files'][0]['findings']
        self.assertIn('accessor/bounds-mismatch', [finding['rule'] for finding in old])
        self.write('old.json', json.dumps(json.loads(self.run_it('--format', 'json', 'old.vrm').out)))
        self.write('old.txt', self.run_it('--format', 'json', 'old.vrm').out)
        self.write('cut.vrm', edit(MISTAKES, break_bounds)[:-20000])
        self.assertNotIn('accessor/bounds-mismatch', [finding['rule'] for finding in self.diff('old.vrm', 'cut.vrm')['files'][0]['fixed']])
        os.rename(os.path.join(self.folder, 'new.vrm'), os.path.join(self.folder, 'x.vrm'))
        self.write('old.vrm', edit(edit(MISTAKES, break_bounds), lambda document: document['extensionsUsed'].append('VRMC_node_constraint')))
        self.write('new.txt', self.run_it('--format', 'json', '--no-data', 'old.vrm').out)
        file, = self.diff('old.txt', 'new.txt')['files']
        self.assertEqual([finding['rule'] for finding in file['fixed']], ['constraint/not-declared'])
        self.assertIn('accessor/bounds-mismatch', [finding['rule'] for finding in file['dropped']])

    def test_more_than_listed(self):
        """A finding that a report only counts isn't fixed, and one that it may have counted isn't new."""
        def model(count, name):
            return json.dumps({'asset': {'version': '2.0'}, 'nodes': [{'name': f'{name}{i}', 'extras': {'a': 1}, 'x' + str(i): 1} for i in range(count)]})
        self.write('a.gltf', model(1, 'a'))
        one = json.loads(self.run_it('--format', 'json', 'a.gltf').out)
        self.write('a.gltf', model(1200, 'a'))
        old = self.report('old.txt', 'json', 'a.gltf')
        self.write('a.gltf', model(1100, 'b'))
        new = self.report('new.txt', 'json', '--all-findings', 'a.gltf')
        counts = self.diff(old, new)['summary']['findings']
        self.assertTrue(one and counts['fixed'] + counts['new'] == 0, counts)

    def test_ignores(self):
        """An ignore isn't called useless because its findings couldn't be looked for."""
        self.write('x/a.vrm', MISTAKES)
        self.write('x/.vrmlint.json', json.dumps({'ignores': [{'rule': 'springbone/duplicate-joint', 'pointer': '/extensions', 'reason': 'r'},
                                                              {'rule': 'springbone/unknown-property', 'pointer': '/extensions', 'reason': 'r'}]}))
        self.expect(1, '--cache', 'kept', 'x')
        self.write('x/a.vrm', MISTAKES[:500])
        self.assertEqual(self.expect(1, '--cache', 'kept', 'x').err, '')
        self.write('x/a.vrm', edit(MISTAKES, lambda document: document['extensions']['VRMC_springBone'].update(springs={})))
        self.assertEqual(self.expect(1, '--cache', 'kept', 'x').err, '')
        self.write('x/a.vrm', CLEAN)
        self.assertEqual(self.expect(0, '--cache', 'kept', 'x').err.count('no longer matches anything'), 2)

    def test_merge(self):
        """Of a file that one shard could read and another couldn't, the findings count; unread files are counted as such."""
        self.report('1.ndjson', 'ndjson', 'a.vrm')
        self.write('a.vrm', MISTAKES)
        self.report('2.ndjson', 'ndjson', 'a.vrm', 'gone.vrm')
        for shards in (('1.ndjson', '2.ndjson'), ('2.ndjson', '1.ndjson')):
            done = self.expect(3, 'merge', '--format', 'json', *shards)
            report = json.loads(done.out)
            self.assertEqual({file['path']: len(file['findings']) for file in report['files']}, {'a.vrm': 7, 'gone.vrm': 0})
            self.assertEqual(report['summary']['unread'], 1)
            self.assertIn('could not be read', self.expect(3, 'merge', *shards).out)

    def test_other_folders(self):
        """Settings that other files have say nothing about a file."""
        for side in ('old', 'new'):
            self.write(side + '/a.gltf', WARNS if side == 'old' else NOTHING)
        self.write('new/x/.vrmlint.json', '{"ignore": ["json"]}')
        self.write('new/x/b.gltf', NOTHING + '\n')
        found = self.diff('old', 'new', status=0)
        self.assertEqual((found['summary']['findings']['fixed'], found['summary']['findings']['dropped']), (1, 0))


if __name__ == '__main__':
    unittest.main(verbosity=2)
