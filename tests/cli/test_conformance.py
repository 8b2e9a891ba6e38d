#!/usr/bin/env python3
"""vrmlint conformance from outside: actions, formats, exit statuses, and the kit. Run like test_cli.py."""
import filecmp
import json
import os
import subprocess
import sys
import unittest

from test_cli import Case, SOURCE

KIT = os.path.join(SOURCE, 'fixtures', 'conformance')
REFERENCE = os.path.join(SOURCE, 'tests', 'project', 'reference')


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

    def test_revision_of_limits(self):
        c = ('--limit-revision', 'C')
        open_in_b = {'limits/axis-almost-minus-y-hinge', 'limits/axis-almost-minus-y-spherical'}
        for run, compare, names in (((), (), open_in_b), (c, (), set()), (c, c, set())):
            self.expect(0, 'conformance', 'run', '--output', 'spec.json', *run)
            report = json.loads(self.expect(0, 'conformance', 'compare', '-f', 'json', 'spec.json', *compare).out)
            self.assertEqual({vector['id'] for vector in report['vectors']
                              if vector['id'].startswith('limits/') and vector['state'] == 'open'}, names)
            self.assertEqual(report['limitRevision'], 'C' if compare else 'B')
        # revision B divides by zero for this direction: by B every result is right, by C only one
        with open(self.at('spec.json'), encoding='utf-8') as file:
            results = json.load(file)
        one, = (result for result in results['results'] if result['id'] == 'limits/singular-cone-y')
        one['joints'][0]['positions'][0][2] *= -1
        self.write('changed.json', json.dumps(results))
        self.expect(0, 'conformance', 'compare', 'changed.json')
        self.assertIn('limits/singular-cone-y: failed', self.expect(1, 'conformance', 'compare', 'changed.json', *c).out)
        self.assertIn('limits/singular-cone-y' + 19 * ' ' + 'a cone, and a tail along -Y of its frame (revision C)\n',
                      self.expect(0, 'conformance', 'list').out)

    def test_revision_in_check(self):
        last = os.path.join(SOURCE, 'fixtures', 'limit', 'on-last-joint', 'fail-end-of-chain.gltf')
        rule = ('--select', 'limit/on-last-joint', last)
        c = ('--limit-revision', 'C')
        self.assertIn('warning', self.expect(0, 'check', *rule).out)
        self.assertEqual(self.expect(0, 'check', *rule, '--limit-revision', 'B').out, self.expect(0, 'check', *rule).out)
        self.assertIn('revision C of the draft forbids a limit', self.expect(1, 'check', *rule, *c).out)
        self.assertIn('info', self.expect(0, 'check', *rule, *c, '--severity', 'limit/on-last-joint=info').out)
        # the cache distinguishes the revisions, and reports of both can't be merged
        for status, more in ((0, ()), (1, c), (0, ()), (1, c)):
            self.expect(status, 'check', '--cache', 'cache', *rule, *more)
        for name, more in (('b.ndjson', ()), ('c.ndjson', c)):
            self.run_it('check', '--no-simulation', '--format', 'ndjson=' + name, *rule, *more)
        self.assertIn('--mixed', self.expect(3, 'merge', 'b.ndjson', 'c.ndjson').err)
        self.usage("--limit-revision", 'check', *rule, '--limit-revision', 'D')

    def test_revision_in_simulate(self):
        model = os.path.join(KIT, 'limits', 'axis-almost-minus-y-hinge.gltf')
        for engine, differs in (('spec', True), ('univrm', False), ('three-vrm', False)):
            run = ('simulate', '--steps', '20', '--engine', engine, model)
            b = self.expect(0, *run).out
            self.assertEqual(self.expect(0, *run, '--limit-revision', 'B').out, b)
            self.assertEqual(self.expect(0, *run, '--limit-revision', 'C').out != b, differs, engine)

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
        self.usage('--limit-revision can only be used with run, compare', 'conformance', 'list', '--limit-revision', 'C')
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
