#!/usr/bin/env python3
"""Files that idle threads help with: the report is the same whichever thread computes a motion. Run like test_cli.py."""
import json
import subprocess
import unittest

from springy import document
from test_cli import Case, NOTHING, PROGRAM

FORMATS = ('text', 'json', 'sarif', 'html')
ALL = ('--select', 'default,sim', '--fail-on', 'never')


class Helped(Case):
    def setUp(self):
        super().setUp()
        self.write('springy.gltf', json.dumps(document()))

    def test_reports_are_the_same(self):
        def reports(jobs):
            self.expect(0, *ALL, '--jobs', jobs, *(f'--format={form}={form}' for form in FORMATS), 'springy.gltf')
            return {form: self.text(form) for form in FORMATS}

        one = reports('1')
        for jobs in ('2', '4', '64'):
            for _ in range(3):
                self.assertEqual(one, reports(jobs), jobs)
        rules = {finding['rule'] for finding in json.loads(one['json'])['files'][0]['findings']}
        self.assertGreater(sum(rule.startswith('sim/') for rule in rules), 2, rules)

    def test_few_among_many(self):
        for i in range(5):
            self.write(f'a{i}.gltf', NOTHING)
        self.write('z.gltf', json.dumps(document()))
        one = self.expect(0, *ALL, '--jobs', '1', '--format', 'json', '.').out
        for jobs in ('2', '3', '16'):
            self.assertEqual(one, self.expect(0, *ALL, '--jobs', jobs, '--format', 'json', '.').out)

    def test_limits_hold(self):
        for jobs in ('1', '4'):
            done = self.expect(1, '--jobs', jobs, '--timeout', '0.000001', '--format', 'json', 'springy.gltf')
            rules = [finding['rule'] for finding in json.loads(done.out)['files'][0]['findings']]
            self.assertEqual(rules, ['file/timed-out'])
        # memory runs out at the same point for any number of threads
        for megabytes in range(1, 16):
            limit = ('--max-memory', f'{megabytes}M', '--format', 'json', 'springy.gltf', *ALL)
            self.assertEqual(*(self.expect(0, '--jobs', jobs, *limit).out for jobs in ('1', '4')), megabytes)

    def test_runs_that_end_anywhere(self):
        """A timeout at any moment gives either the whole report, or the finding that the check took too long."""
        whole = self.expect(0, *ALL, '--jobs', '1', '--format', 'json', 'springy.gltf').out
        seen = set()
        for milliseconds in range(1, 60, 2):
            done = subprocess.run([*PROGRAM, '--no-config', *ALL, '--jobs', '4', '--timeout', str(milliseconds / 1000),
                                   '--format', 'json', 'springy.gltf'], cwd=self.folder, capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            late = 'file/timed-out' in done.stdout
            seen.add(late)
            if not late:
                self.assertEqual(done.stdout, whole)
        self.assertIn(True, seen)


if __name__ == '__main__':
    unittest.main()
