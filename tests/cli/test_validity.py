#!/usr/bin/env python3
"""Whether files are as their specifications require: the report, the exit status, the rules; and the budgets of platforms. Run like
test_cli.py."""
import datetime
import json
import os
import re
import unittest

from test_config import SOURCE, Config

WHOLE = os.path.join(SOURCE, 'fixtures', 'whole')
CLEAN = os.path.join(WHOLE, 'clean.vrm')
MISTAKES = os.path.join(WHOLE, 'mistakes.vrm')
# Advice alone, a warning that no specification mentions, and a mistake that makes a file invalid.
ADVICE = '{"asset": {"version": "2.0"}, "nodes": [{"name": "a"}], "scenes": [{"nodes": [0]}], "scene": 0, "materials": [{"name": "m"}]}\n'
INVALID = '{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0.5, 0, 0, 0]}], "scenes": [{"nodes": [0]}], "scene": 0}\n'
SPRINGS = ('{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"], "nodes": [{"name": "a", "children": [1]}, {"name": "b", "translation": '
           '[0, 0.1, 0]}], "scenes": [{"nodes": [0]}], "scene": 0, "extensions": {"VRMC_springBone": {"specVersion": "%s", "springs": [{"joints": '
           '[{"node": 0, "stiffness": %s}, {"node": 1}]}]}}}\n')
RELEASE_YEAR_BEFORE = datetime.date(2025, 11, 28)  # a year before this release


class Validity(Config):
    def judged(self, path, *arguments):
        """Returns the member valid of a file's report, which json and ndjson have alike, and its findings."""
        file = json.loads(self.run_it('--format', 'json', *arguments, path).out)['files'][0]
        line = json.loads(self.run_it('--format', 'ndjson', *arguments, path).out.split('\n')[0])
        self.assertEqual(file.get('valid'), line.get('valid'))
        return file.get('valid'), file['findings']

    def test_files(self):
        self.assertEqual(self.judged(CLEAN)[0], {'specifications': ['glTF 2.0', 'VRM 1.0'], 'valid': True, 'rules': 0, 'unchecked': []})
        valid, findings = self.judged(MISTAKES)
        self.assertEqual((valid['valid'], valid['specifications']), (False, ['glTF 2.0', 'VRM 1.0']))
        self.assertEqual(valid['rules'], len({finding['rule'] for finding in findings if finding['class'] == 'must'}))
        self.assertLessEqual({finding['class'] for finding in findings}, {'must', 'should', 'advice'})
        for name, specifications in (('box-doll-0x.vrm', ['glTF 2.0', 'VRM 0.x']), ('wave.vrma', ['glTF 2.0', 'VRM animation 1.0'])):
            self.assertEqual(self.judged(os.path.join(WHOLE, name))[0]['specifications'], specifications)
        self.assertEqual(self.judged(self.write('a.gltf', '{'))[0]['rules'], 1)

    def test_advice_breaks_nothing(self):
        valid, findings = self.judged(self.write('a.gltf', ADVICE))
        self.assertTrue(valid['valid'])
        self.assertTrue(findings and all(finding['class'] == 'advice' for finding in findings), findings)
        valid, findings = self.judged(self.write('b.gltf', INVALID))
        self.assertEqual((valid['valid'], valid['rules'], [finding['class'] for finding in findings]), (False, 1, ['must']))

    def test_extensions_alone_and_drafts(self):
        valid, _ = self.judged(self.write('a.gltf', SPRINGS % ('1.0', 1)))
        self.assertEqual((valid['specifications'], valid['valid']), (['glTF 2.0', 'VRMC_springBone 1.0'], True))
        valid, _ = self.judged(self.write('a.gltf', SPRINGS % ('1.0-beta', 1)))
        self.assertEqual((valid['specifications'], valid['valid']), (['glTF 2.0', 'VRMC_springBone 1.0-beta'], True))

    def test_what_is_accepted_stays_invalid(self):
        """Ignores with a place, baselines and severities change what is reported, not what the file is."""
        path = self.write('a.gltf', INVALID)
        self.assertFalse(self.judged(path, '--severity', 'gltf=info')[0]['valid'])
        self.expect(1, '--write-baseline', 'known.txt', path)
        self.assertFalse(self.judged(path, '--baseline', 'known.txt')[0]['valid'])
        self.config({'ignores': [{'rule': 'gltf/rotation-not-unit', 'pointer': '/nodes/0/rotation', 'reason': 'x'}]})
        self.assertEqual(self.judged(path), ({'specifications': ['glTF 2.0'], 'valid': False, 'broken': ['gltf/rotation-not-unit'],
                                               'rules': 1, 'unchecked': []}, []))
        self.assertIn('  Not valid glTF 2.0: 1 rule (not shown: gltf/rotation-not-unit)\n', self.run_it(path).out)

    def test_what_follows_counts(self):
        """A finding of class must that only follows from another is not reported, and makes the file invalid."""
        path = os.path.join(SOURCE, 'fixtures', 'animation', 'no-animation', 'fail-empty-list.gltf')
        valid, findings = self.judged(path, '--all-findings')
        hidden = [one for finding in findings for one in finding.get('consequences', {}).get('findings', [])]
        self.assertEqual([one['rule'] for one in findings + hidden if one['class'] == 'must'], ['gltf/empty-array'])
        self.assertEqual((valid['rules'], valid['broken'], [finding['class'] for finding in findings]), (1, ['gltf/empty-array'], ['advice']))
        self.assertIn('  Not valid glTF 2.0: 1 rule (not shown: gltf/empty-array)\n', self.run_it(path).out)

    def test_rules_that_are_off(self):
        path = self.write('a.gltf', INVALID)
        valid, _ = self.judged(path, '--ignore', 'gltf/rotation-not-unit')
        self.assertEqual((valid['valid'], valid['unchecked']), (True, ['gltf/rotation-not-unit']))
        self.assertIn('gltf', self.judged(path, '--ignore', 'gltf')[0]['unchecked'])
        self.assertEqual(self.judged(path, '--no-simulation')[0]['unchecked'], [])
        self.assertIn('(not checked: gltf/rotation-not-unit)', self.run_it('--ignore', 'gltf/rotation-not-unit', path).out)

    def test_lines(self):
        path = self.write('a.gltf', INVALID)
        for arguments, line in (([CLEAN], 'Valid VRM 1.0, glTF 2.0'), ([path], 'Not valid glTF 2.0: 1 rule'),
                                (['--lang', 'ja', CLEAN], 'VRM 1.0、glTF 2.0の仕様に合っています'),
                                (['--lang', 'ja', path], 'glTF 2.0の仕様に合っていません（1つのルール）')):
            self.assertEqual(self.run_it(*arguments).out.split('\n')[1], f'  {line}')
        self.assertIn('<system-out>Not valid glTF 2.0: 1 rule</system-out>', self.run_it('--format', 'junit', path).out)
        self.assertIn('"validity":"Not valid glTF 2.0: 1 rule"', self.run_it('--format', 'html', path).out.replace('": "', '":"'))

    def test_formats_have_the_line(self):
        """A line for each file that isn't valid, in each format that has lines about files; nothing about valid ones."""
        bad = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')
        line = 'Not valid VRM 1.0, glTF 2.0: 5 rules'
        for form in ('text', 'concise', 'github', 'junit', 'html'):
            self.assertEqual((self.run_it('--format', form, bad).out.count(line), 'alid VRM' in self.run_it('--format', form, CLEAN).out),
                             (2 if form == 'html' else 1, form in ('text', 'html')), form)
        self.expect(1, '--format', 'github', bad, env={'GITHUB_STEP_SUMMARY': 'summary'})
        self.assertIn('<br>%s</p>' % line, self.text('summary'))

    def test_exit_status(self):
        self.expect(0, '--fail-on', 'invalid', CLEAN)
        self.expect(1, '--fail-on', 'invalid', self.write('a.gltf', INVALID))
        self.expect(1, '--fail-on', 'info', self.write('b.gltf', ADVICE))
        self.expect(0, '--fail-on', 'invalid', 'b.gltf')
        self.expect(0, '--fail-on', 'invalid', '--severity', 'gltf=error', 'b.gltf')
        self.expect(1, '--fail-on', 'invalid', '--max-file-size', '10', 'b.gltf')  # nothing is known of it
        self.config({'failOn': 'invalid'})
        self.expect(1, 'a.gltf')
        self.expect(0, 'b.gltf')
        self.expect(0, '--fail-on', 'never', 'a.gltf')
        self.assertRegex(self.expect(0, 'config').out, r'(?m)^failOn: invalid')
        self.expect(0, 'check', '--no-config', '--fail-on', 'never', '--format', 'ndjson=x.ndjson', 'a.gltf', 'b.gltf')
        self.expect(1, 'merge', '--fail-on', 'invalid', 'x.ndjson')
        failures = [re.search(r'failures="(\d+)"', self.run_it('--format', 'junit', name).out).group(1) for name in ('a.gltf', 'b.gltf')]
        self.assertEqual(failures, ['1', '0'])

    def test_rules_have_classes(self):
        rules = {rule['rule']: rule['class'] for rule in json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']}
        for rule, kind in (('gltf/wrong-type', 'must'), ('springbone/center-not-ancestor', 'must'), ('limit/wrong-type', 'must'),
                           ('mesh/degenerate-triangles', 'should'), ('json/bom', 'should'), ('gltf/required-unsupported', 'advice'),
                           ('vrm/not-facing-forward', 'must'), ('vrm0/missing-property', 'advice'), ('sim/non-finite', 'advice'),
                           ('springbone/unknown-property', 'advice'), ('vrm0/bone-rotated', 'should')):
            self.assertEqual(rules[rule], kind, rule)
        self.assertRegex(self.expect(0, 'rules').out, r'(?m)^json/bom +error +should +\S')
        self.assertRegex(self.expect(0, 'explain', 'json/bom').out, r'(?m)^class +should: ')
        self.assertRegex(self.expect(0, 'explain', 'vrm0/array-length').out, r'(?m)^class +advice: .*; must in some findings|^class +advice: .*must')


class Budgets(Config):
    def budgets(self):
        page = self.run_it('--format', 'html', CLEAN).out
        return json.loads(re.search(r'"budgets": (\[.*?\n?\]), "files"', page, re.S).group(1))

    def test_sources_are_dated(self):
        """A source that is older than the release by a year, or undated, says so."""
        for preset in self.budgets():
            self.assertRegex(preset['source'], r'^https://', preset['name'])
            date = datetime.date(*[int(part) for part in (preset['date'].split('-') + ['1', '1'])[:3]])
            self.assertTrue(date >= RELEASE_YEAR_BEFORE or preset['note'] != '', preset)
            self.assertIn(preset['generations'], ('0.x', '1.0', '0.x, 1.0'))
            self.assertIn(preset['loader'], ('', 'UniVRM', 'three-vrm'))
            self.assertTrue(preset['limits'] or preset['requirements'], preset['name'])

    def test_notes_say_what_is_limited(self):
        """A limit of all textures is called a total, one of a texture isn't; sizes of uploads aren't those of the file."""
        for preset in self.budgets():
            text = preset['requirements'] + preset['note']
            self.assertEqual('total' in text, 'texture-pixels' in preset['limits'] and preset['platform'] == 'Monaverse', preset['name'])
            self.assertEqual("of the built bundle" in text, 'Uploads' in text, preset['name'])

    def test_ranks_follow_each_other(self):
        """The ranks of a platform stand together, and no better rank allows more."""
        platforms = [preset['platform'] for preset in self.budgets()]
        self.assertEqual(len([i for i, name in enumerate(platforms) if i == 0 or platforms[i - 1] != name]), len(set(platforms)))
        for better, worse in zip(self.budgets(), self.budgets()[1:]):
            if better['platform'] == worse['platform']:
                for figure in better['limits'].keys() & worse['limits'].keys():
                    self.assertLessEqual(better['limits'][figure], worse['limits'][figure], (better['name'], figure))

    def test_numbers(self):
        limits = {preset['name']: preset['limits'] for preset in self.budgets()}
        self.assertEqual(limits['cluster-vrm0'], {})
        self.assertEqual(limits['cluster-vrm1'], {'triangles': 72000})
        self.assertEqual(limits['monaverse']['texture-pixels'], 2048 * 2048)
        self.assertNotIn('texture-side', limits['monaverse'])
        self.assertEqual(limits['hyperfy-good'], {'file-bytes': 15 << 20, 'triangles': 32000, 'primitives': 4, 'joints': 130})
        self.assertEqual(limits['vrchat-pc-poor']['basic-meshes'], 24)
        self.assertIn('72000', self.run_it('explain', 'budget/exceeded').out)


if __name__ == '__main__':
    unittest.main(verbosity=2)
