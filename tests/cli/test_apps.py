#!/usr/bin/env python3
"""What apps do with a file, as explain, the pages of rules and the reports show it.

Run like test_cli.py. tests/apps/claims.py compares the table with the apps."""
import json
import os
import re
import sys
import unittest

from test_cli import SOURCE, Case

sys.path.insert(0, os.path.join(SOURCE, 'po'))
import texts  # noqa: E402

SRC = os.path.join(SOURCE, 'src')
UNDECLARED = os.path.join(SOURCE, 'fixtures', 'constraint', 'not-declared', 'fail-other-names-only.gltf')


def effect_of(row):
    """Returns (id of an effect, whether only some apps have it, whether a test runs it) of a row of claims."""
    some = not isinstance(row[3], str)
    return (row[3][1][0] if some else row[3]).lower().replace('_', '-'), some, row[4] == 'RUN'


class Apps(Case):
    def setUp(self):
        super().setUp()
        table = texts.claims(SRC)
        self.rows = table['CLAIM']
        self.apps = {row[0]: (row[1], row[2]) for row in table['APP']}
        self.sources = {row[0]: row[2] for row in table['SOURCE']}
        self.words = {variant: english for kind, _, variant, english in texts.messages(SRC) if kind == 'WORDS'}

    def cells(self, row):
        """Returns the cells that a page's table shows for a row of claims."""
        effect, some, run = effect_of(row)
        words = self.words['EFFECT_' + effect.upper().replace('-', '_')]
        return (*self.apps[row[2]], self.words['EFFECT_IN_SOME'].replace('{effect}', words) if some else words,
                'test' if run else 'source: ' + self.sources[row[4][1][0]])

    def test_pages_show_every_claim(self):
        rules = {rule.name: rule.id for rule in texts.rules(SRC)}
        for name in sorted({row[0] for row in self.rows}):
            page = self.expect(0, 'explain', '--format', 'markdown', rules[name]).out
            shown = {tuple(line.strip('| ').split(' | ')) for line in page.splitlines() if line.startswith('| ')}
            self.assertEqual(shown - {('App', 'Version', 'Effect', 'Known by')},
                             {self.cells(row) for row in self.rows if row[0] == name}, name)

    def test_explain(self):
        out = self.expect(0, 'explain', 'constraint/not-declared').out
        self.assertRegex(out, r'\nEffect in apps\n  three-vrm 3\.5\.5 +drops constraints \(test\)\n')
        out = self.expect(0, 'explain', '--lang', 'ja', 'constraint/not-declared').out
        self.assertRegex(out, r'\nアプリごとの結果\n  three-vrm 3\.5\.5 +コンストレイントを読み込まない \(テスト\)\n')
        self.assertNotIn('Effect in apps', self.expect(0, 'explain', 'gltf/light-spot-angles').out)

    def test_reports_have_the_claims_of_the_message(self):
        out = self.expect(1, '--no-config', '--format', 'json', UNDECLARED).out
        finding, = (one for one in json.loads(out)['files'][0]['findings'] if one['rule'] == 'constraint/not-declared')
        self.assertEqual(finding['apps'], [{'app': 'three-vrm', 'version': '3.5.5', 'effect': 'drops-constraints', 'by': 'run'}])
        self.assertEqual(finding['variant'], 'NOT_DECLARED__DEFAULT')
        out = self.expect(1, '--no-config', '--format', 'json',
                          os.path.join(SOURCE, 'fixtures', 'constraint', 'circular-dependency', 'fail-g1-two-roots.gltf')).out
        apps = {app['app']: app for app in json.loads(out)['files'][0]['findings'][0]['apps']}
        self.assertEqual(apps['three-vrm']['effect'], 'refuses')
        self.assertEqual(apps['VRM Add-on for Blender'], {'app': 'VRM Add-on for Blender', 'version': '4.5.0', 'effect': 'hangs',
                                                          'some': True, 'by': 'run'})
        self.assertEqual(apps['UniVRM']['by'], 'read')
        self.assertIn('.cs', apps['UniVRM']['source'])

    def test_html_has_the_apps_of_a_rule_once(self):
        with open(UNDECLARED, encoding='utf-8') as file:
            root = json.load(file)
        self.write('one.gltf', json.dumps(root))
        out = self.expect(1, '--no-config', '--format', 'html', 'one.gltf').out
        self.assertEqual(len(re.findall('"app": ?"three-vrm"', out)), 1)
        self.assertIn('{"app":"three-vrm","version":"3.5.5","effect":"drops-constraints","by":"run"}', out)
        self.assertIn('"drops-constraints": "drops constraints"', out)
        folder = os.path.join(SOURCE, 'fixtures', 'constraint', 'value-out-of-range')
        out = self.expect(0, '--no-config', '--all-findings', '--fail-on', 'never', '--format', 'html', folder).out
        rules = set(re.findall('<code>([a-z/-]+)</code>', out))
        self.assertGreater(len(re.findall('<article>', out)), 2)
        self.assertLessEqual(len(re.findall('"apps": ?', out)), len(rules) + len(re.findall('"variant"', out)))


if __name__ == '__main__':
    unittest.main()
