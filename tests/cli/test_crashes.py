#!/usr/bin/env python3
"""A crash costs one file: a line on standard error names it, and the program ends with the signal.

VRMLINT_CRASH is the build of tests/cli/crash.c, or empty. tests/cli/test_recipes.py has the recipe that goes on after a crash.
"""
import os
import signal
import subprocess
import time
import unittest

from test_cli import FAILS, NOTHING, PROGRAM, WARNS, Case

CRASH = os.environ.get('VRMLINT_CRASH')
REPORT = 'the program crashed while it was working on this file'
WAYS = {'stack': signal.SIGSEGV, **{str(int(number)): number for number in (
    signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT)}}


class Crashes(Case):
    def setUp(self):
        super().setUp()
        for name, text in (('a', NOTHING), ('b', FAILS), ('c', WARNS)):
            self.write(f'{name}.gltf', text)

    def crash(self, how, *arguments, at='b.gltf'):
        return self.run_it(*arguments, env={'LD_PRELOAD': CRASH, 'VRMLINT_CRASH_AT': at, 'VRMLINT_CRASH_HOW': how})

    @unittest.skipUnless(CRASH, 'nothing makes the program crash')
    def test_each_signal(self):
        for how, number in WAYS.items():
            for jobs in ('1', '3'):
                with self.subTest(how=how, jobs=jobs):
                    done = self.crash(how, 'check', '--jobs', jobs, 'a.gltf', 'b.gltf', 'c.gltf')
                    self.assertEqual((done.status, done.err), (-number, f'vrmlint: b.gltf: {REPORT}\n'))

    @unittest.skipUnless(CRASH, 'nothing makes the program crash')
    def test_each_command(self):
        self.expect(1, '--format', 'ndjson=r.ndjson', 'a.gltf', 'b.gltf')
        for arguments, at in (
            (('fix', 'a.gltf', 'b.gltf'), 'b.gltf'),
            (('diff', 'a.gltf', 'b.gltf'), 'b.gltf'),
            (('simulate', 'b.gltf'), 'b.gltf'),
            (('merge', 'r.ndjson'), 'r.ndjson'),
            (('diff', 'r.ndjson', 'r.ndjson'), 'r.ndjson'),
        ):
            with self.subTest(arguments=arguments):
                done = self.crash('11', *arguments, at=at)
                self.assertEqual((done.status, done.err), (-signal.SIGSEGV, f'vrmlint: {at}: {REPORT}\n'))

    @unittest.skipUnless(CRASH, 'nothing makes the program crash')
    def test_names(self):
        """A name can't write escape sequences or another line, and may be in any language."""
        self.write('d\x1b[31m\n\u202e.gltf', NOTHING)
        done = self.crash('11', 'check', 'd\x1b[31m\n\u202e.gltf', at='.gltf')
        self.assertEqual(done.err, f'vrmlint: d?[31m??.gltf: {REPORT}\n')
        self.write('アバター.gltf', NOTHING)
        done = self.crash('11', '--lang', 'ja', 'アバター.gltf', at='.gltf')
        self.assertEqual(done.err, 'vrmlint: アバター.gltf: このファイルの処理中にプログラムが異常終了しました\n')

    @unittest.skipUnless(CRASH, 'sanitised programs report crashes in their own way')
    def test_signal_from_outside(self):
        """A signal while a file is being read."""
        path = os.path.join(self.folder, 'pipe.gltf')
        os.mkfifo(path)
        with subprocess.Popen([*PROGRAM, 'check', '--jobs', '1', 'pipe.gltf'], cwd=self.folder, env=self.clean(),
                              stderr=subprocess.PIPE) as running:
            with open(path, 'wb') as pipe:  # waits for the program
                pipe.write(b'{')
                pipe.flush()
                time.sleep(0.1)
                running.send_signal(signal.SIGSEGV)
                _, err = running.communicate()
        self.assertEqual((running.returncode, err.decode()), (-signal.SIGSEGV, f'vrmlint: pipe.gltf: {REPORT}\n'))

    @unittest.skipUnless(CRASH, 'nothing makes the program crash')
    def test_no_file(self):
        self.write('.vrmlint.json', '{}')
        done = self.crash('11', 'check', 'a.gltf', at='.vrmlint.json')
        self.assertEqual((done.status, done.err), (-signal.SIGSEGV, 'vrmlint: the program crashed\n'))


if __name__ == '__main__':
    unittest.main()
