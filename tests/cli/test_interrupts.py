#!/usr/bin/env python3
"""Requests to end vrmlint fix, at any moment: each file is the old one or the complete new one, and written files are named.

VRMLINT_MOMENTS_PROGRAM is the build of tests/cli/moments.c, or empty. tests/cli/interrupts.py does the same with more moments.
"""
import os
import random
import re
import shutil
import signal
import subprocess
import time
import unittest

from test_cli import PROGRAM, SOURCE, TENTH, Case

MOMENTS = os.environ.get('VRMLINT_MOMENTS_PROGRAM')
ROUNDS = int(os.environ.get('VRMLINT_INTERRUPTS', 10 // min(TENTH, 3)))  # for each signal
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FILES = 12
SOURCES = ('whole/mistakes.vrm', 'animation/not-declared/fail-no-list.gltf', 'limit/rotation-not-unit/fail-short.gltf')
ORDINARY = {'preexec_fn': lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)}  # as by default: nohup ignores it


def read(path):
    with open(path, 'rb') as file:
        return file.read()


class Interrupts(Case):
    def setUp(self):
        super().setUp()
        self.old = [read(os.path.join(SOURCE, 'fixtures', name)) for name in SOURCES]
        self.old = {f'{i:02}{os.path.splitext(SOURCES[i % 3])[1]}': self.old[i % 3] for i in range(FILES)}
        self.put()
        began = time.monotonic()
        self.run_it('fix', '--no-config', '-i', 'in')
        self.lasts = time.monotonic() - began
        self.new = {name: read(os.path.join(self.folder, 'in', name)) for name in self.old}
        self.assertFalse([name for name in self.old if self.old[name] == self.new[name]])
        self.put()

    def put(self):
        for folder in ('in', 'out'):
            shutil.rmtree(os.path.join(self.folder, folder), ignore_errors=True)
        for name, data in self.old.items():
            self.write('in/' + name, data)

    def found(self, folder):
        """Returns the files of a folder, and the temporary ones."""
        folder = os.path.join(self.folder, folder)
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return ({name: read(os.path.join(folder, name)) for name in names if not name.endswith('.tmp')},
                [name for name in names if name.endswith('.tmp')])

    def holds(self, out, *where):
        """Checks that files are old or new and that the new ones are named; returns the number of new ones."""
        files, temporary = self.found('in' if '-i' in where else 'out')
        named = set(re.findall(r'(?m)^in/(\S+): \d+ fix(?:es)? made$', out))
        written = set()
        for name in self.old:
            data = files.get(name, None if '-i' not in where else b'')
            if data == self.new[name]:
                written.add(name)
            else:
                self.assertEqual(data, self.old[name] if '-i' in where else None, (name, where))
        self.assertEqual(named, written, where)
        self.assertEqual(set(files), set(self.old) if '-i' in where else written)
        return len(written), temporary

    def run_moments(self, number, moments, *arguments):
        clean = self.clean()
        clean.update({'VRMLINT_SIGNAL': str(int(number)), **{name: str(moment) for name, moment in
                                                             zip(('VRMLINT_MOMENT', 'VRMLINT_MOMENT_2'), moments)}})
        done = subprocess.run([MOMENTS, 'fix', '--no-config', *arguments, 'in'], cwd=self.folder, env=clean, check=False,
                              capture_output=True, **ORDINARY)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def count(self, *arguments):
        """Returns the number of moments in a run, and of its system calls."""
        reader, writer = os.pipe()
        subprocess.run([MOMENTS, *arguments], cwd=self.folder, env={**self.clean(), 'VRMLINT_MOMENTS': str(writer)},
                       pass_fds=[writer], check=False, capture_output=True)
        os.close(writer)
        with os.fdopen(reader) as counted:
            return [int(number) for number in counted.read().split()]

    @unittest.skipUnless(MOMENTS, 'this build has no moments')
    def test_every_moment(self):
        """Moments are spread over a run with one thread: the number of written files grows with the moment."""
        for where in (['-i'], ['--output', 'out']):
            self.put()
            moments, _ = self.count('fix', '--no-config', '--jobs', '1', *where, 'in')
            self.assertGreater(moments, 100 * FILES)
            for number in SIGNALS:
                counts = []
                for i in range(ROUNDS):
                    moment = 1 + moments * i // ROUNDS
                    self.put()
                    status, out, err = self.run_moments(number, [moment], '--jobs', '1', *where)
                    written, temporary = self.holds(out, *where)
                    self.assertEqual((status, temporary), (-number, []), (number, moment, err))
                    interrupted = re.search(rf'\Avrmlint: interrupted after (\d+) of {FILES} files\n\Z', err)
                    self.assertEqual(int(interrupted[1]) if interrupted else 0, written, (err, moment))
                    counts.append(written)
                self.assertEqual(counts, sorted(counts))
                self.assertEqual(counts[0], 0)
                self.assertGreater(len(set(counts)), min(ROUNDS, FILES) // 2, counts)

    @unittest.skipUnless(MOMENTS, 'this build has no moments')
    def test_twice(self):
        """A second request ends the program at once, but not between writing a file and printing its name."""
        moments, _ = self.count('fix', '--no-config', '--jobs', '1', '-i', 'in')
        chance = random.Random(31)
        for i in range(2 * ROUNDS):
            moment = chance.randrange(moments)
            self.put()
            status, out, _ = self.run_moments(signal.SIGTERM, [moment, moment + 1 + i % 40], '--jobs', '1', '-i')
            self.assertEqual(status, -signal.SIGTERM)
            _, temporary = self.holds(out, '-i')
            self.assertLessEqual(len(temporary), 1)

    @unittest.skipIf(len(PROGRAM) > 1, 'signals are for the program alone')
    def test_any_time(self):
        """At random times, with several threads."""
        chance = random.Random(17)
        cut = 0
        for number in SIGNALS:
            for i in range(ROUNDS):
                where = ['-i'] if i % 2 == 0 else ['--output', 'out']
                self.put()
                with subprocess.Popen([*PROGRAM, 'fix', '--no-config', '--jobs', str(1 + i % 4), *where, 'in'],
                                      cwd=self.folder, env=self.clean(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      **ORDINARY) as running:
                    time.sleep(chance.uniform(0, self.lasts))
                    running.send_signal(number)
                    out, err = running.communicate()
                written, temporary = self.holds(out.decode(), *where)
                self.assertEqual(temporary, [], err)
                self.assertIn(running.returncode, (-number, 1, 0))
                cut += 0 < written < FILES
                # a busy machine may have been slower, or faster, when the run without a request was timed
                self.lasts *= 0.8 if written == FILES else 1.1 if written == 0 else 1
        self.assertGreater(cut + TENTH - 1, 0, 'none came in the middle')

    @unittest.skipUnless(MOMENTS, 'this build has no moments')
    def test_every_output(self):
        """No command leaves a temporary file or folder, nor a part of an output, whenever it is interrupted."""
        self.write('shard.ndjson', self.run_it('--no-config', '--format', 'ndjson', 'in').out)
        self.write('old.txt', self.run_it('--no-config', '--format', 'json', 'in/00.vrm', 'in/03.vrm').out)
        self.write('new.txt', self.run_it('--no-config', '--format', 'json', 'in/03.vrm').out)
        commands = {
            'merge': ['merge', '--format', 'json=o/o.json', '--format', 'html=o/o.html', 'shard.ndjson'],
            'check': ['check', '--no-config', '--jobs', '1', '--format', 'json=o/o.json', '--write-baseline', 'o/known', '--cache', 'o',
                      'in/00.vrm', 'in/01.gltf'],
            'diff': ['diff', '--no-config', '--jobs', '1', '--format', 'json=o/o.json', 'old.txt', 'new.txt'],
            'simulate': ['simulate', '--steps', '20', '--output', 'o/o.csv', 'in/00.vrm'],
            'conformance': ['conformance', 'list', '--output', 'o/o.txt'],
        }
        if shutil.which('git'):
            for command in (['init', '-q'], ['add', '.'], ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x']):
                subprocess.run(['git', *command], cwd=self.folder, check=True)
            commands['since'] = ['diff', '--no-config', '--jobs', '1', '--since', 'HEAD', 'in/00.vrm', 'in/01.gltf']
        for name, arguments in commands.items():
            def clear():
                for folder in ('o', 'tmp'):
                    shutil.rmtree(os.path.join(self.folder, folder), ignore_errors=True)
                    os.makedirs(os.path.join(self.folder, folder))
            clear()
            moments, _ = self.count(*arguments)
            outputs = [file for file in os.listdir(os.path.join(self.folder, 'o')) if '.' in file or file == 'known']
            whole = {file: os.path.getsize(os.path.join(self.folder, 'o', file)) for file in outputs}
            rounds = 3 * ROUNDS
            for i in range(rounds):
                clear()
                env = {**self.clean(), 'TMPDIR': os.path.join(self.folder, 'tmp'), 'VRMLINT_SIGNAL': str(int(signal.SIGTERM)),
                       'VRMLINT_MOMENT': str(1 + moments * i // rounds)}
                done = subprocess.run([MOMENTS, *arguments], cwd=self.folder, env=env, check=False, capture_output=True, **ORDINARY)
                left = [file for _, _, files in os.walk(os.path.join(self.folder, 'o')) for file in files if file.endswith('.tmp')]
                self.assertEqual((left, os.listdir(os.path.join(self.folder, 'tmp'))), ([], []), (name, env['VRMLINT_MOMENT'], done.stderr))
                for file, size in whole.items():
                    path = os.path.join(self.folder, 'o', file)
                    self.assertIn(os.path.getsize(path) if os.path.exists(path) else size, (size,), (name, file))

    def test_nobody_reads(self):
        """If the output pipe is closed, only one file was written, which is named; all others are the old ones."""
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([*PROGRAM, 'fix', '--no-config', '--jobs', '1', '-i', 'in'], cwd=self.folder, env=self.clean(),
                              check=False, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        files, temporary = self.found('in')
        written = [name for name in files if files[name] != self.old[name]]
        self.assertEqual((written, temporary), (['00.vrm'], []))
        self.assertEqual(files['00.vrm'], self.new['00.vrm'])
        self.assertRegex(done.stderr, rb'in/00\.vrm: it was written')
        self.assertNotEqual(done.returncode, 0)

    @unittest.skipUnless(os.path.exists('/bin/sh'), 'there is no shell')
    def test_closed_output(self):
        """Output must never be written into a file, whichever descriptors are free."""
        for jobs in ('1', '4'):
            self.put()
            subprocess.run(['/bin/sh', '-c', '"$@" >&- 2>&- <&-', 'sh', *PROGRAM, 'fix', '--no-config', '--jobs', jobs, '-i',
                            'in'], cwd=self.folder, env=self.clean(), check=False)
            for name, data in self.found('in')[0].items():
                self.assertIn(data, (self.old[name], self.new[name]))

    def test_leftovers(self):
        """Temporary files of killed runs are deleted if they are old and have vrmlint's name pattern."""
        hour = 3600
        ours = {'in/00.vrm.0123abcd.tmp', 'in/gone.GLTF.ffffffff.tmp', 'in/sub/x.vrm.00000000.tmp', 'report.json.12345678.tmp'}
        others = {'in/00.vrm.0123ABCD.tmp', 'in/00.vrm.0123abc.tmp', 'in/00.vrm.tmp', 'in/notes.txt.0123abcd.tmp',
                  'in/.0123abcd.tmp', 'other.json.12345678.tmp', 'in/00.vrm.0123abcd.tmp.bak'}
        self.write('in/sub/x.vrm', self.old['00.vrm'])
        for name in ours | others:
            self.write(name, 'x')
        os.mkdir(os.path.join(self.folder, 'in/01.vrm.0123abcd.tmp'))
        os.symlink('00.vrm', os.path.join(self.folder, 'in/02.vrm.0123abcd.tmp'))

        def there():
            return {name for name in ours | others if os.path.exists(os.path.join(self.folder, name))}

        def run(age):
            for name in ours | others:
                if os.path.exists(os.path.join(self.folder, name)):
                    os.utime(os.path.join(self.folder, name), (time.time() - age, time.time() - age))
            self.run_it('fix', '--no-config', '-i', 'in')
            self.run_it('--no-config', '--format', 'json=report.json', 'in')

        run(hour - 60)
        self.assertEqual(there(), ours | others)
        for name in ours | others:
            os.utime(os.path.join(self.folder, name), (0, time.time() - 2 * hour))
        self.run_it('fix', '--no-config', 'in')  # it writes nothing, so it deletes nothing
        self.run_it('check', '--no-config', 'in')
        self.assertEqual(there(), ours | others)
        run(hour + 60)
        self.assertEqual(there(), others)
        self.assertTrue(os.path.isdir(os.path.join(self.folder, 'in/01.vrm.0123abcd.tmp')))
        self.assertTrue(os.path.islink(os.path.join(self.folder, 'in/02.vrm.0123abcd.tmp')))

    @unittest.skipUnless(MOMENTS, 'this build has no moments')
    def test_output_is_linear(self):
        """Twice as many files take about twice as many calls at most, even if all targets exist already."""
        counts = {}
        for count in (20, 40, 80):
            for i in range(count):
                self.write(f'from{count}/{i}.gltf', '{"asset": {"version": "2.0"}}')
            arguments = ['fix', '--no-config', '--jobs', '1', '--output', f'to{count}']
            self.run_it(*arguments, f'from{count}')
            for paths in ([f'from{count}'], [f'from{count}/{i}.gltf' for i in range(count)]):
                counts.setdefault(len(paths) > 1, []).append(self.count(*arguments, *paths)[1])
        for calls in counts.values():
            self.assertLess(calls[2] - calls[1], 2.2 * (calls[1] - calls[0]), calls)


if __name__ == '__main__':
    unittest.main()
