#!/usr/bin/env python3
"""Libraries of many files: limits of one file, runs that are interrupted.

Run by meson as test_cli.py is.
"""
import json
import os
import signal
import subprocess
import sys
import unittest

from test_cli import FAILS, NOTHING, PROGRAM, WARNS, Case


class Limits(Case):
    def test_too_large(self):
        self.write('small.gltf', WARNS)
        self.write('large.gltf', WARNS + ' ' * 3000)
        for limit in ('3000', '2K'):
            done = self.expect(1, '--format', 'concise', '--max-file-size', limit, '.')
            lines = done.out.splitlines()
            self.assertEqual(len(lines), 2)
            self.assertIn('large.gltf: error file/too-large The file has ', lines[0])
            self.assertIn('json/duplicate-key', lines[1])
        self.expect(0, '--max-file-size', '1M', '.')
        self.expect(0, '--max-file-size', '1G', '.')

    def test_too_large_for_a_pipe(self):
        done = self.expect(1, '--format', 'concise', '--max-file-size', '100', '-', stdin=b' ' * 101)
        self.assertIn('more than the 100 bytes', done.out)
        # one without an end is read no further than needed
        with subprocess.Popen(['yes'], stdout=subprocess.PIPE) as endless:
            done = subprocess.run([*PROGRAM, '--format', 'concise', '--max-file-size', '100K', '-'], check=False,
                                  stdin=endless.stdout, stdout=subprocess.PIPE)
            endless.kill()
        self.assertIn(b'file/too-large', done.stdout)

    def test_timed_out(self):
        self.write('a.gltf', WARNS)
        self.write('b.gltf', FAILS)
        report = json.loads(self.expect(1, '--format', 'json', '--timeout', '1e-9', '.').out)
        for file in report['files']:
            self.assertEqual([finding['rule'] for finding in file['findings']], ['file/timed-out'])
            self.assertEqual((file['extensions'], file['unchecked'], file['skipped']), ({}, [], []))
        self.assertEqual(self.expect(1, '--timeout', '1000', '.').out, self.expect(1, '.').out)

    def test_a_slow_pipe_stops_nobody_else(self):
        self.write('b.gltf', FAILS)
        os.mkfifo(os.path.join(self.folder, 'a.gltf'))  # nobody ever opens its other end
        for jobs in ('1', '2'):
            out = self.expect(1, '--jobs', jobs, '--timeout', '0.05', '--format', 'concise', 'a.gltf', 'b.gltf').out
            self.assertEqual([line.split()[2] for line in out.splitlines()], ['file/timed-out', 'json/syntax'])

    def test_a_rule_that_is_off_does_not_hide_it(self):
        self.write('a.gltf', WARNS)
        for limit in (['--timeout', '1e-9'], ['--max-file-size', '1']):
            report = json.loads(self.expect(0, '--format', 'json', '--ignore', 'file', *limit, '.').out)
            self.assertEqual(report['files'][0]['findings'], [])
            self.assertEqual(report['files'][0]['skipped'][0]['what'], 'everything')

    def test_usage(self):
        self.write('a.gltf', NOTHING)
        for value in ('', '0', '-1', 'x', '1T', '1KB', 'K', '1.5M', '99999999999999999999', '18446744073709551615G'):
            self.usage('is no size', '--max-file-size', value, 'a.gltf')
        for value in ('', '0', '-1', 'x', '1s', 'inf', 'nan'):
            self.usage('is no number of seconds', '--timeout', value, 'a.gltf')


class Interrupted(Case):
    """Ctrl-C, and what batch systems send before they kill."""

    def interrupt(self, number, jobs):
        with subprocess.Popen([*PROGRAM, '--jobs', jobs, '--format', 'ndjson', '--format', 'json=out.json', 'a.gltf',
                               'pipe.gltf', 'z.gltf'], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            first = json.loads(running.stdout.readline())
            running.send_signal(number)  # while pipe.gltf is awaited
            rest = running.stdout.read()
            err = running.stderr.read().decode()
        return first, rest, err, running.returncode

    @unittest.skipIf(len(PROGRAM) > 1, 'signals are for the program alone')
    def test_leaves_nothing_half_done(self):
        self.write('a.gltf', NOTHING)
        self.write('z.gltf', NOTHING)
        os.mkfifo(os.path.join(self.folder, 'pipe.gltf'))
        for number, jobs in ((signal.SIGINT, '1'), (signal.SIGTERM, '3')):
            first, rest, err, status = self.interrupt(number, jobs)
            self.assertEqual(first['path'], 'a.gltf')
            self.assertEqual(rest, b'')
            self.assertEqual(err, 'vrmlint: interrupted after 1 of 3 files\n')
            self.assertEqual(status, -number)
            self.assertEqual(sorted(os.listdir(self.folder)), ['a.gltf', 'pipe.gltf', 'z.gltf'])


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0], '-v'])
