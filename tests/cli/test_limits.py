#!/usr/bin/env python3
"""--timeout and --max-memory of the commands that read reports, results and poses. Run like test_cli.py."""
import json
import os
import unittest

from test_cli import Case
from test_simulate import CHAIN

TOO_LONG = 'takes longer than this run allows: raise --timeout'
TOO_MUCH = 'takes more memory than this run allows: raise --max-memory'


class Limits(Case):
    def stops(self, name, *args):
        """The command stops at either limit: one line that names the file, status 3, and no file is left."""
        for option, why in (('--timeout=0.000001', TOO_LONG), ('--max-memory=1', TOO_MUCH)):
            result = self.expect(3, *args, option)
            self.assertEqual(result.err, f'vrmlint: {name}: it {why}\n')
            self.assertEqual(result.out, '')
            self.assertFalse(os.path.exists(os.path.join(self.folder, 'out')))

    def report(self, name, form='json'):
        self.write('a.gltf', json.dumps(CHAIN))
        self.write(name, self.run_it('check', '--format', form, 'a.gltf').out)

    def test_diff(self):
        for form in ('json', 'ndjson'):
            name = f'r.{form}'
            self.report(name, form)
            for sides in ((name, 'a.gltf'), (name, name)):
                with self.subTest(sides=sides):
                    self.stops_at_report(name, sides)
            self.expect(0, 'diff', name, name, '--timeout', '600', '--max-memory', '200M')

    def stops_at_report(self, name, sides):
        for option, why in (('--timeout=0.000001', TOO_LONG), ('--max-memory=1', TOO_MUCH)):
            result = self.expect(3, 'diff', *sides, '--format', 'json=out', option)
            self.assertIn(f'vrmlint: {name}: it {why}\n', result.err)

    def test_diff_of_many_empty_files(self):
        self.write('many.json', '{"files": [' + ','.join(['{}'] * 300000) + ']}')
        self.assertIn(f'many.json: it {TOO_MUCH}', self.expect(3, 'diff', 'many.json', 'many.json', '--max-memory', '50M').err)

    def test_merge(self):
        self.report('r.ndjson', 'ndjson')
        self.stops('r.ndjson', 'merge', 'r.ndjson', '--format', 'json=out')
        self.assertIn('"files"', self.run_it('merge', 'r.ndjson', '--format', 'json', '--max-memory', '200M').out)

    def test_record_that_is_large_when_read(self):
        """The limits hold for each record, whose numbers become findings: each takes hundreds of times its bytes."""
        self.report('r.ndjson', 'ndjson')
        with open(os.path.join(self.folder, 'r.ndjson'), encoding='utf-8') as file:
            record, summary = file.read().splitlines()
        record = record[:-1] + ', "each": [' + ','.join(['0'] * 300000) + ']}'
        self.write('many.ndjson', f'{record}\n{summary}\n')
        self.write('many.json', '{"files": [' + record + ']}')
        for args in (('merge', 'many.ndjson', '--format', 'json=out'), ('diff', 'many.ndjson', 'r.ndjson', '--format', 'json=out')):
            result = self.expect(3, *args, '--max-memory', '30M')
            self.assertEqual(result.err, f'vrmlint: many.ndjson: it {TOO_MUCH}\n')
        result = self.expect(3, 'diff', 'many.json', 'r.ndjson', '--max-memory', '30M')
        self.assertEqual(result.err, f'vrmlint: a.gltf: it {TOO_MUCH}\n')
        self.expect(1, 'merge', 'many.ndjson', '--format', 'json=out', '--max-memory', '600M')

    def test_diff_of_models(self):
        """Each check has its limits, and the comparison of both too."""
        self.write('a.gltf', json.dumps(CHAIN))
        self.write('b.gltf', json.dumps(CHAIN))
        result = self.expect(3, 'diff', 'a.gltf', 'b.gltf', '--timeout', '0.000001')
        self.assertEqual(result.err, f'vrmlint: b.gltf: it {TOO_LONG}\n')
        self.expect(0, 'diff', 'a.gltf', 'b.gltf', '--timeout', '600')

    def test_conformance(self):
        results = self.expect(0, 'conformance', 'run').out
        self.write('results.json', results)
        self.stops('results.json', 'conformance', 'compare', 'results.json', '--output', 'out')
        self.stops('vrmlint', 'conformance', 'run', '--output', 'out')
        self.expect(0, 'conformance', 'compare', 'results.json', '--timeout', '600')

    def test_results_that_are_large_when_parsed(self):
        self.write('many.json', '{"results": [' + ','.join(['{}'] * 7000000) + ']}')
        self.assertIn(f'many.json: it {TOO_MUCH}', self.expect(3, 'conformance', 'compare', 'many.json').err)

    def test_simulate(self):
        self.write('a.gltf', json.dumps(CHAIN))
        self.stops('a.gltf', 'simulate', 'a.gltf', '--format', 'json', '--output', 'out')
        self.assertIn(TOO_LONG, self.expect(3, 'simulate', 'a.gltf', '--timeout', '0.000001', '--output', 'out').err)
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'out')))
        self.expect(0, 'simulate', 'a.gltf', '--timeout', '600', '--max-memory', '1M')

    def test_simulate_while_it_loads(self):
        """The limits hold before the first step: an index that no spring has is reported after loading."""
        count = 20000
        chain = dict(CHAIN, nodes=CHAIN['nodes'] + [{'name': f'n{i}'} for i in range(count)])
        self.write('large.gltf', json.dumps(chain))
        for option, why in (('--timeout=0.000001', TOO_LONG), ('--max-memory=1M', TOO_MUCH)):
            result = self.expect(3, 'simulate', 'large.gltf', '--spring', '1000000', option)
            self.assertEqual(result.err, f'vrmlint: large.gltf: it {why}\n')
        self.expect(2, 'simulate', 'large.gltf', '--spring', '1000000', '--max-memory', '100M')


if __name__ == '__main__':
    unittest.main()
