#!/usr/bin/env python3
"""Rules and files of earlier versions: old ids stay valid, and old baselines, settings and reports can be read. Run like
test_cli.py. VRMLINT_RENAMED_PROGRAM is a build of the program in which a rule is renamed (tests/cli/renamed)."""
import json
import os
import re
import shutil
import sys
import unittest

import test_cli
from test_cli import Case, PROGRAM, SOURCE, VERSION

sys.path.insert(0, os.path.join(SOURCE, 'adopt'))
import rule_changes  # noqa: E402 (the path comes first)

OLD, NEW = 'springbone/gravity-power-physical', 'springbone/gravity-power-huge'
SAMPLES = os.path.join(SOURCE, 'tests', 'project', 'history')


def numbers(version):
    return tuple(map(int, version.split('.')))


class Rules(Case):
    def setUp(self):
        super().setUp()
        self.rules = json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']
        self.released = rule_changes.history.released(os.path.join(SOURCE, 'src'))

    def test_released_rules_are_known(self):
        """Released rules are known by the id of the last release or as a former id, with the version that added them."""
        self.assertGreater(len(self.released), 700)
        known = {}
        for rule in self.rules:
            for name in (rule['rule'], *rule.get('formerly', '').split()):
                self.assertNotIn(name, known)
                known[name] = rule
        for name, before in self.released.items():
            self.assertIn(name, known, 'a released rule is gone: rename or deprecate it in src/message/lifecycle.def')
            self.assertEqual(known[name]['since'], before.since)
            self.assertLess(numbers(before.since), numbers(VERSION))
        new = [rule for rule in self.rules if not {rule['rule'], *rule.get('formerly', '').split()} & set(self.released)]
        self.assertEqual({rule['since'] for rule in new} - {VERSION}, set())
        for rule in self.rules:
            self.assertLessEqual(numbers(rule.get('deprecated', VERSION)), numbers(VERSION))

    def test_changes_are_found(self):
        """The comparison of two tables prints each kind of difference."""
        released = {name: rule_changes.history.Released('0.1.0', 'error', 'on', 'none') for name in ('a/same', 'a/old', 'a/other', 'a/gone')}
        rule = {'severity': 'error', 'opt_in': False, 'fix': 'none'}
        table = [{**rule, 'rule': 'a/same'}, {**rule, 'rule': 'a/now', 'formerly': 'a/old'}, {**rule, 'rule': 'b/new', 'opt_in': True},
                 {'rule': 'a/other', 'severity': 'info', 'opt_in': True, 'fix': 'safe', 'deprecated': '0.2.0'}]
        self.assertEqual(rule_changes.changes(released, table), [
            '**New (1)**', '', '- b: `new` (opt-in)', '',
            '**Renamed**', '', '- `a/old` is `a/now`; the old id stays valid', '',
            '**Changed (3)**', '', '- `a/other`: severity info, was error', '- `a/other`: default opt-in, was on',
            '- `a/other`: fix safe, was none', '',
            '**Deprecated**', '', '- `a/other`, since 0.2.0', '', '**Removed**', '', '- `a/gone`'])
        self.assertEqual(rule_changes.changes({}, []), ['No rule was added, changed or removed.'])

    def test_explained(self):
        self.assertRegex(self.expect(0, 'explain', OLD).out, r'\n  ?since +0\.1\.0\n|\nsince +0\.1\.0\n')
        new = next(rule['rule'] for rule in self.rules if rule['since'] == VERSION)
        self.assertIn(VERSION, self.expect(0, 'explain', new).out)

    def test_rules_of_a_version(self):
        """Newer rules are off, whatever family is selected, unless they are named."""
        new = 'gltf/node-in-two-scenes'
        folder = os.path.join(SOURCE, 'fixtures', new)
        shutil.copy(os.path.join(folder, next(name for name in sorted(os.listdir(folder)) if re.match(r'fail.*\.gltf', name))),
                    os.path.join(self.folder, 'a.gltf'))

        def found(*arguments):
            return new in self.run_it('--format', 'concise', '--fail-on', 'never', *arguments, 'a.gltf').out

        self.assertEqual([rule['since'] for rule in self.rules if rule['rule'] == new], [VERSION])
        self.assertTrue(found())
        self.assertTrue(found('--rules-of', VERSION))
        self.assertFalse(found('--rules-of', '0.1.0'))
        self.assertFalse(found('--rules-of', '0.1.9'))
        self.assertFalse(found('--rules-of', '0.1.0', '--select', 'gltf'))
        self.assertFalse(found('--rules-of', '0.1.0', '--severity', f'{new}=error'))
        self.assertTrue(found('--rules-of', '0.1.0', '--select', f'default,{new}'))
        self.assertTrue(found('--select', f'default,{new}', '--rules-of', '0.1.0'))
        for wrong in ('0.0.9', '99.0.0', '1', '0.1', '0.1.0.0', '0.1.x', '0.1.0 ', '0.1.999999999999', '-1.0.0'):
            self.usage('not a version', '--rules-of', wrong, 'a.gltf')
        off = self.expect(0, 'config', '--format', 'json', 'a.gltf').out
        self.assertIn(new, off)


class Renamed(Case):
    """The current program writes files, and the one with a renamed rule reads them."""

    def setUp(self):
        super().setUp()
        self.new = os.environ.get('VRMLINT_RENAMED_PROGRAM', '')
        if not self.new or len(PROGRAM) > 1:
            self.skipTest('no program with a renamed rule')
        springs = [{'name': name, 'joints': [{'node': 2 * i, 'gravityPower': 9.8, 'dragForce': 0.4}, {'node': 2 * i + 1}]}
                   for i, name in enumerate(('Hair', 'Skirt'))]
        nodes = [{'name': name, **({'children': [i + 1]} if i % 2 == 0 else {}), 'translation': [0, 0.1, 0]}
                 for i, name in enumerate(('hair', 'hair_end', 'skirt', 'skirt_end'))]
        self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_springBone'], 'nodes': nodes, 'scene': 0, 'scenes': [{'nodes': [0, 2]}],
            'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': springs}}}))

    def renamed(self, status, *arguments):
        """Runs the program with the renamed rule."""
        program, test_cli.PROGRAM[:] = list(PROGRAM), [self.new]
        try:
            return self.expect(status, *arguments)
        finally:
            test_cli.PROGRAM[:] = program

    def findings(self, *arguments):
        report = json.loads(self.renamed(0, '--fail-on', 'never', '--format', 'json', '--all-findings', *arguments, 'a.gltf').out)
        return [finding for finding in report['files'][0]['findings'] if finding['rule'] in (OLD, NEW)], report

    def test_new_name(self):
        found, _ = self.findings()
        self.assertEqual([finding['rule'] for finding in found], [NEW, NEW])
        self.assertEqual(self.expect(0, '--format', 'concise', 'a.gltf').out.count(OLD), 1)

    def test_options(self):
        for name in (OLD, NEW):
            self.assertEqual(len(self.findings('--select', name)[0]), 2)
            self.assertEqual(len(self.findings('--ignore', name)[0]), 0)
            self.assertEqual({finding['severity'] for finding in self.findings('--severity', f'{name}=error')[0]}, {'error'})
            self.assertEqual(len(self.findings('--rules-of', '0.1.0')[0]), 2)

    def test_settings_and_ignores(self):
        self.write('.vrmlint.json', json.dumps({'severity': {OLD: 'error'}, 'ignores': [{'rule': OLD, 'spring': 'Hair', 'reason': 'meant'}]}))
        found, _ = self.findings()
        self.assertEqual([(finding['rule'], finding['severity']) for finding in found], [(NEW, 'error')])
        self.write('.vrmlint.json', json.dumps({'ignore': [OLD]}))
        self.assertEqual(self.findings()[0], [])

    def test_baseline(self):
        self.expect(0, '--all-findings', '--write-baseline', 'known', 'a.gltf')
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            self.assertEqual(file.read().count(f' {OLD}  '), 2)
        found, report = self.findings('--baseline', 'known')
        self.assertEqual(found, [])
        self.assertGreaterEqual(report['summary']['known'], 2)
        done = self.renamed(0, '--baseline', 'known', 'a.gltf')
        self.assertEqual(done.err, '')

    def test_reports(self):
        self.expect(0, '--format', 'ndjson=old.ndjson', '--format', 'json=old.json', 'a.gltf')
        merged = self.renamed(0, 'merge', '--mixed', '--format', 'json', 'old.ndjson').out
        self.assertIn(NEW, merged)
        self.assertNotIn(OLD, merged)
        self.renamed(0, '--format', 'ndjson=new.ndjson', 'a.gltf')
        for old in ('old.ndjson', 'old.json'):
            text = self.renamed(0, 'diff', '--format', 'json', old, 'new.ndjson').out
            compared = json.loads(text)
            for kind in ('new', 'fixed', 'brought', 'dropped', 'moved'):
                for file in compared['files']:
                    self.assertEqual(file.get(kind, []), [], kind)

    def test_explained(self):
        for name in (OLD, NEW):
            text = self.renamed(0, 'explain', name).out
            self.assertTrue(text.startswith(NEW + '\n'))
            self.assertRegex(text, rf'formerly +{OLD}\n')
            self.assertRegex(text, r'since +0\.1\.0\n')
        self.assertRegex(self.renamed(0, 'explain', 'springbone/no-drag').out, r'since +0\.1\.0, deprecated since 0\.2\.0\n')
        table = json.loads(self.renamed(0, 'rules', '--format', 'json').out)['rules']
        rule = next(rule for rule in table if rule['rule'] == NEW)
        self.assertEqual((rule['since'], rule['formerly']), ('0.1.0', OLD))
        self.assertEqual([rule['rule'] for rule in table if 'deprecated' in rule], ['springbone/no-drag'])

    def test_sarif(self):
        run = json.loads(self.renamed(0, '--format', 'sarif', 'a.gltf').out)['runs'][0]
        rules = {rule['id']: rule for rule in run['tool']['driver']['rules']}
        self.assertEqual(rules[NEW]['deprecatedIds'], [OLD])
        self.assertEqual([rule for rule in rules.values() if 'deprecatedIds' in rule], [rules[NEW]])


class Samples(Case):
    """Output of earlier versions: tests/project/history/VERSION/ has the version's input, baseline, settings and reports."""

    def each_version(self):
        for version in sorted(os.listdir(SAMPLES)):
            shutil.copytree(os.path.join(SAMPLES, version), os.path.join(self.folder, version))
            yield version, os.path.join(SAMPLES, version)

    def test_baselines(self):
        """All findings of that version are known."""
        for version, _ in self.each_version():
            arguments = ['--rules-of', version, '--no-config', '--all-findings', '--format', 'json', '--fail-on', 'never']
            path = f'{version}/avatar.vrm'
            before = json.loads(self.expect(0, *arguments, path).out)
            after = json.loads(self.expect(0, *arguments, '--baseline', f'{version}/known.txt', path).out)
            self.assertGreater(len(before['files'][0]['findings']), 5)
            self.assertEqual(after['files'][0]['findings'], [])
            self.assertEqual(after['summary']['known'], len(before['files'][0]['findings']))

    def test_settings(self):
        for version, _ in self.each_version():
            report = json.loads(self.run_it('--format', 'json', '--all-findings', f'{version}/avatar.vrm').out)
            rules = {finding['rule'] for finding in report['files'][0]['findings']}
            with open(os.path.join(self.folder, version, '.vrmlint.json'), encoding='utf-8') as file:
                settings = json.load(file)
            self.assertGreater(len(rules), 1)
            self.assertEqual(rules & set(settings['ignore']), set())
            for finding in report['files'][0]['findings']:
                self.assertEqual(finding['severity'], settings['severity'].get(finding['rule'], finding['severity']))
            self.assertEqual(report['summary']['ignored'], 1)

    def test_reports(self):
        for version, _ in self.each_version():
            with open(os.path.join(self.folder, version, 'report.json'), encoding='utf-8') as file:
                old = json.load(file)
            self.assertEqual(old['tool']['version'], version)
            merged = json.loads(self.run_it('merge', '--format', 'json', f'{version}/report.ndjson').out)
            self.assertEqual([finding['rule'] for finding in merged['files'][0]['findings']],
                             [finding['rule'] for finding in old['files'][0]['findings']])
            self.assertEqual(merged['summary']['error'], old['summary']['error'])
            self.run_it('--no-config', '--format', 'ndjson=new.ndjson', f'{version}/avatar.vrm')
            for name in ('report.json', 'report.ndjson'):
                compared = json.loads(self.run_it('diff', '--format', 'json', f'{version}/{name}', 'new.ndjson').out)
                self.assertEqual([file['because'] for file in compared['files'] if file.get('brought') or file.get('dropped')],
                                 ['version'] * len([file for file in compared['files'] if file.get('brought') or file.get('dropped')]))


if __name__ == '__main__':
    unittest.main(verbosity=2)
