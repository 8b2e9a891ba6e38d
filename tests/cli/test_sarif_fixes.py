#!/usr/bin/env python3
"""The fixes of --format sarif: applying one of them gives the same file as vrmlint fix for that finding alone."""
import collections
import glob
import json
import os
import shutil
import struct
import unittest
import urllib.parse

from test_cli import SOURCE, TENTH, Case, some

MARK = b'\xef\xbb\xbf'
# A safe fix: the second entry for a collider in a group has no effect.
CAPSULE = os.path.join(SOURCE, 'fixtures', 'collider', 'capsule-degenerate', 'fail-same-place.gltf')


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def applied(data, replacements):
    """Returns a file after replacements, whose regions are in lines and columns of code points."""
    mark = MARK if data.startswith(MARK) else b''
    text = data[len(mark):].decode('utf-8')
    starts = [0]
    for line in text.split('\n'):
        starts.append(starts[-1] + len(line) + 1)
    made, at = '', 0
    for one in replacements:
        region = one['deletedRegion']
        begin = starts[region['startLine'] - 1] + region['startColumn'] - 1
        end = starts[region['endLine'] - 1] + region['endColumn'] - 1
        assert at <= begin <= end <= len(text), region
        made += text[at:begin] + one.get('insertedContent', {'text': ''})['text']
        at = end
    return mark + (made + text[at:]).encode('utf-8')


class Fixes(Case):
    def results(self, *arguments):
        done = self.run_it('--format', 'sarif', *arguments)
        return json.loads(done.out)['runs'][0]['results']

    def offered(self, *arguments):
        """Yields for each result with a fix: its rule, its fingerprint, the file and the fixed file."""
        for result in self.results(*arguments):
            for fix in result.get('fixes', []):
                self.assertEqual(len(fix['artifactChanges']), 1)
                change = fix['artifactChanges'][0]
                self.assertEqual(change['artifactLocation'], result['locations'][0]['physicalLocation']['artifactLocation'])
                self.assertTrue(fix['description']['text'].startswith('A safe fix'))
                path = os.path.join(self.folder, urllib.parse.unquote(change['artifactLocation']['uri']))
                yield result['ruleId'], path, applied(read(path), change['replacements'])

    def findings(self, *arguments):
        """Returns the findings in each file."""
        files = json.loads(self.run_it('--no-config', '--no-simulation', '--all-findings', '--format', 'json',
                                       *arguments).out)['files']
        return {os.path.basename(file['path']): file['findings'] for file in files}

    def fixtures(self):
        """Copies all failing text fixtures to the test's folder, as family-rule-case.gltf."""
        for path in some(sorted(glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*.gltf')))):
            name = '-'.join(os.path.relpath(path, os.path.join(SOURCE, 'fixtures')).split(os.sep))
            self.write(os.path.join('in', name), read(path))

    def test_every_fixture(self):
        self.fixtures()
        before = self.findings('in')
        offers = []
        for i, (rule, path, text) in enumerate(self.offered('--no-config', '--no-simulation', 'in')):
            self.assertNotEqual(text, read(path), path)
            json.loads(text.decode('utf-8-sig'))
            self.write(os.path.join('out', f'{i}.gltf'), text)
            offers.append((rule, os.path.basename(path), text))
        self.assertGreater(len(offers), 110 // TENTH)
        self.assertGreater(len({rule for rule, _, _ in offers}), 65 // TENTH)
        # each finding is gone, and no new warning or error appears; a name may refer to a file that isn't beside the copy
        after = self.findings('out')
        for i, (rule, name, _) in enumerate(offers):
            new = after[f'{i}.gltf']
            prints = [finding['fingerprint'] for finding in new]
            self.assertTrue({f['fingerprint'] for f in before[name] if f['rule'] == rule} - set(prints), (rule, name))
            had = collections.Counter(f['rule'] for f in before[name])
            has = collections.Counter(f['rule'] for f in new if f['severity'] != 'info')
            self.assertEqual([r for r in has if has[r] > had[r]], [], (rule, name))
        # each fix is also what the command writes, if the rule has only this finding
        same = 0
        by_rule = collections.defaultdict(list)
        for rule, name, text in offers:
            if sum(f['rule'] == rule for f in before[name]) == 1:
                by_rule[rule].append((name, text))
        for rule, files in by_rule.items():
            names = [os.path.join('in', name) for name, _ in files]
            os.makedirs(os.path.join(self.folder, 'fixed'))
            done = self.run_it('fix', '--no-config', '--no-simulation', '--safe-only', '--select', rule, '--output', 'fixed',
                               *names)
            for name, text in files:
                told = done.out[done.out.find(name):]
                told = told[:told.find('.gltf:', len(name))] if '.gltf:' in told[len(name) + 1:] else told
                if 'once the fixes above are made' not in told:
                    made, = glob.glob(os.path.join(self.folder, 'fixed', '**', name), recursive=True)
                    self.assertEqual(read(made), text, (rule, name))
                    same += 1
            shutil.rmtree(os.path.join(self.folder, 'fixed'))
        self.assertGreater(same, 100 // TENTH)

    def test_most_safe_findings_have_one(self):
        self.fixtures()
        safe = sum(f['fix'] == 'safe' and f['rule'] != 'json/bom' for found in self.findings('in').values() for f in found)
        have = sum('fixes' in result for result in self.results('--no-config', '--no-simulation', 'in'))
        self.assertGreater(have, safe * 0.9)

    def test_only_safe_ones_of_text(self):
        """A repair isn't offered, and neither is a fix in a GLB."""
        self.write('a.gltf', read(CAPSULE))
        self.assertEqual(len(list(self.offered('a.gltf'))), 1)
        text = read(CAPSULE) + b' ' * (-len(read(CAPSULE)) % 4)
        self.write('b.vrm', struct.pack('<4sIII4s', b'glTF', 2, 20 + len(text), len(text), b'JSON') + text)
        rules = [result['ruleId'] for result in self.results('b.vrm')]
        self.assertIn('collider/capsule-degenerate', rules)
        self.assertEqual(list(self.offered('b.vrm')), [])
        self.fixtures()
        found = self.findings('in')
        safe = {(name, f['rule']) for name in found for f in found[name] if f['fix'] == 'safe'}
        for rule, path, _ in self.offered('--no-config', '--no-simulation', 'in'):
            self.assertIn((os.path.basename(path), rule), safe)

    def test_marks_and_wide_characters(self):
        """Columns count code points after a byte-order mark, with any characters on the line and any line ends."""
        text = read(CAPSULE).decode('utf-8')
        for mark in (b'', MARK):
            for line_end in ('\n', '\r\n', ' '):
                odd = text.replace('\n', line_end).replace('"Head"', '"\U0001f600 \u982d"')
                self.write('a.gltf', mark + odd.encode('utf-8'))
                (rule, path, made), = [o for o in self.offered('a.gltf') if o[0] == 'collider/capsule-degenerate']
                self.expect(0, 'fix', '--safe-only', '--select', rule, '-i', 'a.gltf')
                self.assertEqual(read(path), made)

    def test_a_cache_says_the_same(self):
        self.write('a.gltf', read(CAPSULE))
        plain = self.run_it('--format', 'sarif', 'a.gltf').out
        self.assertIn('"fixes"', plain)
        for _ in range(2):
            self.assertEqual(self.run_it('--format', 'sarif', '--cache', 'kept', 'a.gltf').out, plain)

    def test_bounds(self):
        """Many findings in a large file: some have a fix, and the report's size stays reasonable."""
        document = json.loads(read(CAPSULE))
        springs = document['extensions']['VRMC_springBone']
        springs['colliders'] += springs['colliders'] * 3000
        springs['colliderGroups'][0]['colliders'] = list(range(len(springs['colliders'])))
        path = self.write('a.gltf', json.dumps(document))
        done = self.run_it('--no-simulation', '--format', 'sarif', 'a.gltf')
        have = done.out.count('"fixes"')
        self.assertGreater(have, 3)
        self.assertLess(have, 200)
        self.assertLess(len(done.out), 40 * os.path.getsize(path))


if __name__ == '__main__':
    unittest.main()
