#!/usr/bin/env python3
"""vrmlint conformance from outside: actions, formats, exit statuses, and that the kit is what its generator writes. Run as
test_cli.py is."""
import filecmp
import json
import os
import subprocess
import sys
import unittest

from test_cli import Case, SOURCE

KIT = os.path.join(SOURCE, 'fixtures', 'conformance')
REFERENCE = os.path.join(SOURCE, 'tests', 'reference')


def names(folder):
    return sorted(os.path.relpath(os.path.join(base, name), folder) for base, _, files in os.walk(folder) for name in files)


class Conformance(Case):
    def at(self, name):
        return os.path.join(self.folder, name)

    def test_kit_is_generated(self):
        done = subprocess.run([sys.executable, os.path.join(REFERENCE, 'generate.py'), '--check'], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_write_twice(self):
        for name in ('a', 'b', 'b'):
            self.assertEqual(self.expect(0, 'conformance', 'write', name).out, '')
        self.assertEqual(names(self.at('a')), names(KIT))
        for name in names(KIT):
            for folder in ('a', 'b'):
                self.assertTrue(filecmp.cmp(os.path.join(KIT, name), os.path.join(self.at(folder), name), shallow=False), name)

    def test_list(self):
        with open(os.path.join(KIT, 'kit.json'), encoding='utf-8') as file:
            ids = json.load(file)['vectors']
        self.assertEqual([line.split()[0] for line in self.expect(0, 'conformance', 'list').out.splitlines()], ids)

    def test_run_and_compare(self):
        self.assertEqual(self.expect(0, 'conformance', 'run', '--output', 'spec.json').out, '')
        for form in ('text', 'json', 'html'):
            self.expect(0, 'conformance', 'compare', 'spec.json', '--format', form)
        results = self.expect(0, 'conformance', 'run', '--engine', 'three-vrm').out
        text = self.expect(1, 'conformance', 'compare', '-', stdin=results.encode()).out
        self.assertRegex(text, r'springs/drag-default: failed: node \d is off by [\d.]+ m at most, from [\d.]+ s on')
        report = json.loads(self.expect(1, 'conformance', 'compare', '-f', 'json', '-', stdin=results.encode()).out)
        states = {vector['id']: vector['state'] for vector in report['vectors']}
        self.assertEqual((states['springs/drag-default'], states['constraints/roll-x-1']), ('failed', 'passed'))
        self.assertEqual(report['summary']['failed'], list(states.values()).count('failed'))
        page = self.expect(1, 'conformance', 'compare', '-f', 'html', '-', stdin=results.encode()).out
        self.assertEqual(page.count('<svg'), report['summary']['failed'] + report['summary']['open'])
        japanese = self.expect(1, 'conformance', 'compare', '--lang', 'ja', '-', stdin=results.encode()).out
        self.assertIn('不合格', japanese)

    def test_names_are_harmless(self):
        results = json.dumps({'runtime': {'name': '\x1b[31m<b>', 'version': '1'}, 'results': []})
        for form in ('text', 'html', 'json'):
            out = self.expect(1, 'conformance', 'compare', '-f', form, '-', stdin=results.encode()).out
            self.assertNotIn('\x1b', out)
            self.assertNotIn('<b>', out if form == 'html' else '')

    def test_wrong_usage(self):
        self.usage('use one of list', 'conformance')
        self.usage('use one of list', 'conformance', 'lits')
        self.usage('write needs one operand: DIR', 'conformance', 'write')
        self.usage('compare needs one operand: RESULTS', 'conformance', 'compare', 'a', 'b')
        self.usage("list takes no operand: remove 'x'", 'conformance', 'list', 'x')
        self.usage('--format can only be used with compare', 'conformance', 'run', '--format', 'json')
        self.usage('--engine can only be used with run', 'conformance', 'list', '--engine', 'univrm')
        self.usage('would overwrite', 'conformance', 'compare', self.write('a.json', '{}'), '--output', 'a.json')

    def test_errors(self):
        self.assertIn('No such file', self.expect(3, 'conformance', 'compare', 'missing.json').err)
        self.write('a.json', '{"results": 1}')
        self.assertIn('not results for the conformance kit', self.expect(3, 'conformance', 'compare', 'a.json').err)
        self.write('file', '')
        self.expect(3, 'conformance', 'write', 'file')
        self.expect(3, 'conformance', 'write', 'missing/kit')


if __name__ == '__main__':
    unittest.main()
