#!/usr/bin/env python3
"""Two audits of one library with different versions of vrmlint, between which files were changed, moved, removed and added:
vrmlint diff distinguishes all of these, in each format. Run like test_cli.py; VRMLINT_LONG=1 uses 5,000 files."""
import collections
import glob
import html
import json
import os
import re
import unittest

from test_cli import Case, NOTHING, SOURCE, WARNS

COUNT = 5000 if os.environ.get('VRMLINT_LONG') else 300
LARGEST = 200000  # bytes: larger files of the corpus aren't used
LATER = 'limit/draft-extension'  # only the newer version reports it
EARLIER = 'vrm/meta-placeholder'  # only the older one reported it
STATES = ('same', 'changed', 'added', 'removed', 'moved')


def models():
    """Returns files of fixtures and corpus, to copy."""
    external = os.environ.get('VRMLINT_EXTERNAL', '')
    patterns = [os.path.join(SOURCE, 'fixtures', '**', '*'), os.path.join(external, 'corpus', '**', '*')]
    found = [path for pattern in patterns[:2 if external else 1] for path in sorted(glob.glob(pattern, recursive=True))]
    return [path for path in found if path.lower().endswith(('.gltf', '.glb', '.vrm', '.vrma'))
            and os.path.getsize(path) < LARGEST]


class Audits(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.models = models()
        cls.special = [path for path in cls.models if any(f'/{rule}/fail' in path for rule in (LATER, EARLIER))]

    def copy(self, path, number):
        """Writes a unique copy of a model; returns its extension. Some copies have findings that only one version reports."""
        is_special = number % 30 == 5
        model = self.special[number // 30 % len(self.special)] if is_special else self.models[number * 7919 % len(self.models)]
        with open(model, 'rb') as file:
            data = file.read()
        ending = os.path.splitext(model)[1].lower()
        self.write(path + ending, data + b' ' * (number + 1))
        return ending

    def make(self):
        """Makes the library before and after; returns the state of each file, by its path in the new library."""
        expected = {}
        for i in range(COUNT):
            kind = i % 10
            name = f'{i % 7}/{i:05}'
            unique = '\n' * (i + 1)
            if kind == 0:  # one mistake added
                self.write(f'old/{name}.gltf', NOTHING + unique)
                self.write(f'new/{name}.gltf', WARNS + unique)
                expected[f'{name}.gltf'] = ('changed', None)
            elif kind == 1:  # one mistake removed
                self.write(f'old/{name}.gltf', WARNS + unique)
                self.write(f'new/{name}.gltf', NOTHING + unique)
                expected[f'{name}.gltf'] = ('changed', None)
            elif kind == 2:
                ending = self.copy(f'old/{name}', i)
                expected[name + ending] = ('removed', None)
            elif kind == 3:
                ending = self.copy(f'new/{name}', i)
                expected[name + ending] = ('added', None)
            elif kind == 4:
                ending = self.copy(f'old/{name}', i)
                self.copy(f'new/moved/{i:05}', i)
                expected[f'moved/{i:05}{ending}'] = ('moved', name + ending)
            else:
                ending = self.copy(f'old/{name}', i)
                self.copy(f'new/{name}', i)
                expected[name + ending] = ('same', None)
        return expected

    def audit(self, side, *arguments):
        """Checks one side; returns its records by path, and writes them as side.ndjson and side.json."""
        folder = os.path.join(self.folder, side)
        ask = ['--no-config', '--fail-on', 'never', *arguments]
        self.expect(0, *ask, '--format', f'ndjson=../{side}.ndjson', '--format', f'json=../{side}.json', '.', cwd=folder)
        return {record['path']: record for record in self.lines(f'{side}.ndjson') if 'path' in record}

    def lines(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as file:
            return [json.loads(line) for line in file]

    def make_older(self):
        """Makes the first audit look as if a version with other rules had made it."""
        tool = self.lines('new.ndjson')[-1]['tool']
        for name in ('old.ndjson', 'old.json'):
            with open(os.path.join(self.folder, name), encoding='utf-8') as file:
                text = file.read()
            was = json.loads(text.splitlines()[-1] if name == 'old.ndjson' else text)['tool']
            for member in ('settings', 'rules'):
                text = text.replace(was[member], tool[member])
            self.write(name, text.replace(was['build'], '0' * 16))

    @staticmethod
    def keys(record):
        return collections.Counter((finding['rule'], finding['fingerprint']) for finding in record['findings'])

    def check_file(self, file, old, new, expected):
        """Compares the output of diff on a file with its two records."""
        state, was = expected
        self.assertEqual((file['state'], file.get('was')), (state, was), file['path'])
        before = self.keys(old[was or file['path']]) if state != 'added' else collections.Counter()
        after = self.keys(new[file['path']]) if state != 'removed' else collections.Counter()
        ours = state in ('same', 'moved')  # the content is the same, so all differences come from vrmlint
        come, gone = ('brought', 'dropped') if ours else ('new', 'dropped' if state == 'removed' else 'fixed')
        moved = {(finding['rule'], finding['fingerprint']) for finding in file['moved']}
        for kind, wanted in ((come, after - before), (gone, before - after)):
            found = self.keys({'findings': file[kind]})
            self.assertEqual({key for key in found if key not in wanted}, set(), (file['path'], kind))
            self.assertEqual({key[0] for key in wanted if key not in found and key not in moved} - {LATER, EARLIER}, set(),
                             (file['path'], kind))
        for kind in {'new', 'fixed', 'brought', 'dropped'} - {come, gone}:
            self.assertEqual(file[kind], [], (file['path'], kind))
        if file[come] or file[gone]:
            self.assertEqual(file.get('because'), 'version' if ours else 'removed' if state == 'removed' and file['dropped'] else None)
        return come, gone

    def test_two_audits(self):
        expected = self.make()
        old = self.audit('old', '--ignore', LATER)
        new = self.audit('new', '--ignore', EARLIER)
        self.make_older()
        found = json.loads(self.expect(1, 'diff', '--fail-on', 'warning', '--format', 'json', 'old.ndjson', 'new.ndjson').out)
        files = {file['path']: file for file in found['files']}
        self.assertEqual({path: file['state'] for path, file in files.items()},
                         {path: state for path, (state, _) in expected.items()})
        for path, file in files.items():
            self.check_file(file, old, new, expected[path])
        states = collections.Counter(state for state, _ in expected.values())
        self.assertEqual(found['summary']['files'], dict(states))
        self.assertEqual(sorted(states), sorted(STATES))
        news = {kind: sum(len(file[kind]) for file in files.values()) for kind in found['summary']['findings']}
        self.assertEqual({kind: 0 for kind in news if kind != 'moved' and news[kind] == 0}, {})
        self.assertEqual({rule['rule'] for file in files.values() for rule in file['brought']}, {LATER})
        self.assertEqual({rule['rule'] for file in files.values() if file['state'] != 'removed' for rule in file['dropped']}, {EARLIER})
        changed = [files[path] for path, (state, _) in expected.items() if state == 'changed']
        self.assertEqual(collections.Counter(finding['rule'] for file in changed for finding in file['new']),
                         {'json/duplicate-key': COUNT // 10})
        self.assertEqual(collections.Counter(finding['rule'] for file in changed for finding in file['fixed']),
                         {'json/duplicate-key': COUNT // 10})
        self.check_sides(found)
        self.check_text(files, expected)
        self.check_page(files, expected)
        self.check_github(files)

    def check_sides(self, found):
        """Reports in other formats, and the files themselves, give the same result."""
        pairs = [('old.json', 'new.json'), ('old.ndjson', 'new.json')]
        for pair in pairs:
            other = json.loads(self.run_it('diff', '--format', 'json', *pair).out)
            self.assertEqual(other['summary'], found['summary'], pair)
            self.assertEqual((other['old'], other['new']), (found['old'], found['new']), pair)
            for file, same in zip(other['files'], found['files']):
                self.assertEqual(json.dumps(file, indent=1).splitlines(), json.dumps(same, indent=1).splitlines(), pair)

    def check_text(self, files, expected):
        text = self.run_it('diff', '--all', 'old.ndjson', 'new.ndjson').out
        heads = re.findall(r'(?m)^(\S.*?)(?: \((added|removed|was (.*))\))?$', text)
        said = {path: ('moved', was) if was else (note or 'changed', None) for path, note, was in heads}
        for path, (state, was) in expected.items():
            quiet = not any(files[path][kind] for kind in ('new', 'fixed', 'moved', 'brought', 'dropped', 'changes'))
            if state in ('same', 'changed'):
                self.assertEqual(path in said, not quiet, path)
            else:
                self.assertEqual(said[path], (state, was))
        for kind, heading in (('new', 'New'), ('fixed', 'Fixed'), ('brought', 'Found by this version of vrmlint in the same file'),
                              ('dropped', 'Not found by this version of vrmlint in the same file|Removed with the file')):
            self.assertEqual(len(re.findall(rf'(?m)^  (?:{heading})$', text)), sum(bool(file[kind]) for file in files.values()))

    def check_page(self, files, expected):
        page = self.run_it('diff', '--format', 'html', 'old.ndjson', 'new.ndjson').out
        for path, (state, was) in expected.items():
            if state in ('added', 'removed', 'moved') or files[path]['new'] or files[path]['brought']:
                self.assertTrue(html.escape(path) in page, path)
        self.assertEqual(page.count('json/duplicate-key'),
                         sum(finding['rule'] == 'json/duplicate-key' for file in files.values()
                             for kind in ('new', 'fixed', 'brought', 'dropped') for finding in file[kind][:100]))

    def check_github(self, files):
        summary = os.path.join(self.folder, 'summary.md')
        said = self.run_it('diff', '--format', 'github', 'old.ndjson', 'new.ndjson', env={'GITHUB_STEP_SUMMARY': summary}).out
        fresh = collections.Counter(finding['severity'] for file in files.values() for finding in file['new'])
        for severity, command in (('error', 'error'), ('warning', 'warning'), ('info', 'notice')):
            self.assertEqual(len(re.findall(rf'(?m)^::{command} ', said)), min(10, fresh[severity]), severity)
        with open(summary, encoding='utf-8') as file:
            text = file.read()
        self.assertLess(len(text.encode()), 1 << 20)
        self.assertTrue('json/duplicate-key' in text)


if __name__ == '__main__':
    unittest.main(verbosity=2)
