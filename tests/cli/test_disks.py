#!/usr/bin/env python3
"""Full disks, files that change while they are read, readers that close their pipe: status 3, a line that names the file, and
existing files stay whole.

Run by meson like test_cli.py.
"""
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest

from preload import preloadable
from test_cli import Case, FORMATS, PROGRAM, SOURCE

FULL = os.path.exists('/dev/full')
INTERRUPT = preloadable(os.environ.get('VRMLINT_INTERRUPT'))


def small_files():
    """Runs in a child process before exec: limits each file that it writes to 100 bytes, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def avatar():
    folder = os.path.join(SOURCE, 'fixtures', 'springbone', 'array-length')
    return os.path.join(folder, sorted(name for name in os.listdir(folder) if name.startswith('fail-') and
                                       name.endswith('.gltf'))[0])


class Disks(Case):
    def setUp(self):
        super().setUp()
        shutil.copy(avatar(), os.path.join(self.folder, 'a.gltf'))
        self.records = os.path.join(self.folder, 'a.ndjson')
        subprocess.run([*PROGRAM, '--no-config', '--format', f'ndjson={self.records}', 'a.gltf'], cwd=self.folder, check=False)

    def outputs(self):
        """Yields the arguments of each command that writes a file; the file is `out`."""
        for form in FORMATS:
            yield ['--no-config', '--format', f'{form}=out', 'a.gltf']
            yield ['merge', '--format', f'{form}=out', 'a.ndjson']
        yield ['--no-config', '--format', 'concise', '--write-baseline', 'out', 'a.gltf']
        yield ['simulate', '--output', 'out', 'a.gltf']
        yield ['simulate', '--format', 'json', '--output', 'out', 'a.gltf']

    def run_in(self, arguments, **more):
        return subprocess.run([*PROGRAM, *arguments], cwd=self.folder, capture_output=True, check=False, timeout=60, **more)

    def test_a_disk_that_fills(self):
        for arguments in self.outputs():
            self.write('out', 'old')
            before = sorted(os.listdir(self.folder))
            done = self.run_in(arguments, preexec_fn=small_files)
            self.assertEqual(done.returncode, 3, (arguments, done.stderr))
            self.assertIn(b'vrmlint: out: ', done.stderr, arguments)
            with open(os.path.join(self.folder, 'out'), encoding='utf-8') as file:
                self.assertEqual(file.read(), 'old', arguments)
            self.assertEqual(sorted(os.listdir(self.folder)), before, arguments)

    def test_a_fix_on_a_disk_that_fills(self):
        self.write('b.gltf', '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"], "extras": "' + 'x' * 200 + '"}')
        with open(os.path.join(self.folder, 'b.gltf'), 'rb') as file:
            old = file.read()
        before = sorted(os.listdir(self.folder))
        for arguments, name in ((['fix', '--no-config', '--in-place', 'b.gltf'], b'b.gltf'),
                                (['fix', '--no-config', '--output', 'out.gltf', 'b.gltf'], b'out.gltf')):
            done = self.run_in(arguments, preexec_fn=small_files)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(name + b': ', done.stderr)
            with open(os.path.join(self.folder, 'b.gltf'), 'rb') as file:
                self.assertEqual(file.read(), old)
            self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_cache_on_a_disk_that_fills(self):
        arguments = ['--no-config', '--format', 'json', '--cache', 'kept', 'a.gltf']
        whole = self.run_in(arguments[:3] + arguments[-1:])
        done = self.run_in(arguments, preexec_fn=small_files)
        self.assertEqual((done.returncode, done.stdout), (whole.returncode, whole.stdout))
        self.assertIn(b'vrmlint: kept: ', done.stderr)
        for _ in range(2):  # the first run fills the cache, the second reads it
            self.assertEqual(self.run_in(arguments).stdout, whole.stdout)

    @unittest.skipUnless(FULL, 'there is no /dev/full')
    def test_full_devices(self):
        for arguments in (['rules'], ['explain', 'springbone/array-length'], ['--help'],
                          ['--version'], ['config', 'a.gltf'], ['completions', 'bash'], ['simulate', 'a.gltf'],
                          ['fix', '--no-config', 'a.gltf'], ['merge', 'a.ndjson'], ['--no-config', 'a.gltf']):
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([*PROGRAM, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                      check=False, timeout=60)
            self.assertEqual(done.returncode, 3, arguments)
            self.assertIn(b'No space left on device', done.stderr, arguments)

    def test_folders_that_nobody_can_write_to(self):
        self.write('folder', 'a file')
        for arguments in self.outputs():
            arguments = [argument.replace('=out', '=folder/out') if argument.endswith('=out') else
                         'folder/out' if argument == 'out' else argument for argument in arguments]
            done = self.run_in(arguments)
            self.assertEqual(done.returncode, 3, arguments)
            self.assertIn(b'folder/out: ', done.stderr, arguments)

    def test_closed_pipes(self):
        for arguments in (['rules'], ['--no-config', '--format', 'html', 'a.gltf'], ['simulate', '--steps', '2000', 'a.gltf']):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([*PROGRAM, *arguments], cwd=self.folder, stdout=writer, stderr=subprocess.PIPE, check=False,
                                  timeout=60)
            os.close(writer)
            self.assertIn(done.returncode, (3, -signal.SIGPIPE), arguments)
            self.assertNotIn(b'Sanitizer', done.stderr)

    @unittest.skipUnless(INTERRUPT, 'nothing interrupts')
    def test_signals(self):
        """Signals don't change what is read; a report that they interrupt isn't a success, and an error line is printed."""
        text = b'{"asset": {"version": "2.0"}, "nodes": [' + b','.join([b'{"name": "n", "q": 1}'] * 20000) + b']}'
        self.write('b.gltf', text)
        env = {**os.environ, 'LD_PRELOAD': INTERRUPT}
        for arguments in (['--no-config', '-'], ['--no-config', '--format', 'json', '--all-findings', '-'],
                          ['--no-config', '--jobs', '4', '--format', 'sarif', 'a.gltf', 'b.gltf']):
            own = subprocess.run([*PROGRAM, *arguments], cwd=self.folder, input=text, capture_output=True, check=False)
            with subprocess.Popen([*PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=env) as process:
                writing = threading.Thread(target=self.write_slowly, args=(process.stdin, text))
                writing.start()
                time.sleep(0.2)  # so that the program also has to wait for its output to be read
                out, error = process.stdout.read(), process.stderr.read()
                writing.join()
            if process.returncode == 3:
                self.assertRegex(error, rb'\Avrmlint: standard output: [^\n]*\n\Z', arguments)
            else:
                self.assertEqual((process.returncode, out), (own.returncode, own.stdout), (arguments, error))

    @staticmethod
    def write_slowly(stream, text):
        try:
            for at in range(0, len(text), 65536):
                time.sleep(0.01)
                stream.write(text[at:at + 65536])
                stream.flush()
            stream.close()
        except BrokenPipeError:
            pass  # the program reads a file

    def test_files_that_change_while_they_are_read(self):
        path = os.path.join(self.folder, 'changing.gltf')
        whole = b'{"asset": {"version": "2.0"}, "nodes": [' + b','.join([b'{"name": "n"}'] * 100000) + b']}'
        over = threading.Event()

        def change():
            while not over.is_set():
                with open(path, 'wb') as file:
                    file.write(whole)
                with open(path, 'r+b') as file:
                    file.truncate(len(whole) // 3)
                os.remove(path)

        changing = threading.Thread(target=change)
        changing.start()
        try:
            for _ in range(20):
                done = self.run_in(['--no-config', '--format', 'concise', '--fail-on', 'error', 'changing.gltf'])
                self.assertIn(done.returncode, (0, 1, 3), done.stderr)
                if done.returncode == 3:
                    self.assertIn(b'changing.gltf: ', done.stderr)
        finally:
            over.set()
            changing.join()


if __name__ == '__main__':
    if sys.platform == 'win32':
        sys.exit(77)
    unittest.main()
