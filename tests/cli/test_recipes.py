#!/usr/bin/env python3
"""The recipes of docs/batch.md: on one machine, with a worker that is killed, they give the same report as one plain run.

Run by meson like test_cli.py. Slurm, buildah and the schemas of Kubernetes are used if they are installed.
"""
import glob
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import slurm
from test_cli import FAILS, NOTHING, PROGRAM, SOURCE, WARNS, Case

RECIPES = os.path.join(SOURCE, 'docs', 'batch')
SHARDS = 4
CRASH = os.environ.get('VRMLINT_CRASH')  # see tests/cli/crash.c


class Recipes(Case):
    def setUp(self):
        super().setUp()
        paths = []
        for i in range(24):
            self.write(f'lib/{i:02}.gltf', (FAILS, WARNS, NOTHING)[i % 3])
            paths.append(f'lib/{i:02}.gltf')
        self.write('list', '\n'.join(paths) + '\n')
        # a wrapper that writes its process id to a file, for kill()
        os.mkdir(os.path.join(self.folder, 'bin'))
        wrapper = self.write('bin/vrmlint', '#!/bin/sh\nfor a; do case $a in */4) echo $$ >"pid.${a%/4}" ;; esac; done\n'
                                            f'exec {shlex.join(PROGRAM)} "$@"\n')
        os.chmod(wrapper, 0o755)
        self.env = {**os.environ, 'PATH': os.path.join(self.folder, 'bin') + os.pathsep + os.environ['PATH'],
                    'PARALLEL_HOME': self.folder}
        self.plain = self.expect(1, '--format', 'json', '--files-from', 'list').out

    def block(self):
        """Replaces a file with a pipe that has no writer, so that its shard can't end; returns that shard."""
        path = os.path.join(self.folder, 'lib', '07.gltf')
        os.remove(path)
        os.mkfifo(path)
        digest = hashlib.blake2b(b'lib/07.gltf', digest_size=32).digest()
        return int.from_bytes(digest[:8], 'little') % SHARDS + 1

    def wait_for_record(self, shard, folder):
        """Waits until the shard is running, with its record begun but not complete."""
        for _ in range(600):
            begun = glob.glob(os.path.join(self.folder, folder, f'{shard}.ndjson.*.tmp'))
            if begun:
                break
            time.sleep(0.02)
        self.assertTrue(begun)

    def kill(self, shard, folder):
        """Kills a running shard."""
        self.wait_for_record(shard, folder)
        with open(os.path.join(self.folder, f'pid.{shard}'), encoding='ascii') as file:
            os.kill(int(file.read()), signal.SIGKILL)

    def unblock(self):
        os.remove(os.path.join(self.folder, 'lib', '07.gltf'))
        self.write('lib/07.gltf', WARNS)

    def merged(self, *arguments):
        return self.run_it('merge', '--format', 'json', '--files-from', 'list', *arguments, 'out')

    def parallel(self, *arguments, list_name='list', out='out', **more):
        command = [os.path.join(RECIPES, 'parallel.sh'), list_name, out, str(SHARDS), *arguments]
        return subprocess.Popen(command, cwd=self.folder, env={**self.env, **more}, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def run_parallel(self, status, **more):
        """Runs the recipe; returns what it printed."""
        with self.parallel(**more) as running:
            out, err = (data.decode() for data in running.communicate())
        self.assertEqual((running.returncode, err if status == 0 else ''), (status, ''))
        return out, err

    def records(self):
        return {os.path.basename(path): os.stat(path).st_mtime_ns
                for path in glob.glob(os.path.join(self.folder, 'out', 'run', '*.ndjson'))}

    def history(self):
        return sorted(os.listdir(os.path.join(self.folder, 'out', 'history')))

    @unittest.skipUnless(shutil.which('bsdtar'), 'bsdtar is not there')
    def test_archive(self):
        """An archive of any kind is checked like the folder in it; nothing outside of it is read, written or kept."""
        self.write('outside/secret.vrm', WARNS)
        for name, target in (('out.vrm', '../../outside/secret.vrm'), ('out', '../../outside'), ('in.vrm', '00.gltf')):
            os.symlink(target, os.path.join(self.folder, 'lib', name))
        self.write('lib/-x/deep.vrm', NOTHING)
        os.link(os.path.join(self.folder, 'lib', '00.gltf'), os.path.join(self.folder, 'lib', 'hard.vrm'))
        self.write('lib/.vrmlint.json', '{"ignore": ["json"]}')
        os.chmod(os.path.join(self.folder, 'lib', '01.gltf'), 0)
        scratch = os.path.join(self.folder, 'scratch')
        os.mkdir(scratch)
        env = {**self.env, 'TMPDIR': scratch}
        run = [os.path.join(RECIPES, 'archive.sh')]
        os.makedirs(os.path.join(self.folder, 'x'))
        os.rename(os.path.join(self.folder, 'lib'), os.path.join(self.folder, 'x', 'lib'))  # as deep as the unpacked one
        here = self.run_it('--format', 'json', '--no-config', '.', cwd=os.path.join(self.folder, 'x', 'lib'))
        expected = json.loads(here.out)
        for kind in ('zip', 'ustar', 'pax', '7zip'):
            with self.subTest(kind):
                subprocess.run(['bsdtar', '--format', kind, '-cf', f'a.{kind}', '-C', 'x/lib', '.'], cwd=self.folder, check=True)
                for name in (f'a.{kind}', '-') if kind != '7zip' else (f'a.{kind}',):
                    with open(os.path.join(self.folder, f'a.{kind}'), 'rb') as archive:
                        done = subprocess.run([*run, name, '--format', 'json'], cwd=self.folder, env=env, stdin=archive, check=False,
                                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    report = json.loads(done.stdout)
                    self.assertEqual(report['files'], expected['files'])
                    self.assertEqual(done.stderr.count('skipped: a link'), 2)
                    self.assertEqual(os.listdir(scratch), [])
        with open(os.path.join(self.folder, 'a.ustar'), 'rb') as archive:
            cut = archive.read()[:30000]
        done = subprocess.run([*run, '-', '--fail-on', 'never'], cwd=self.folder, env=env, input=cut, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b'.gltf', done.stdout)
        self.assertEqual(os.listdir(scratch), [])

    @unittest.skipUnless(shutil.which('parallel'), 'GNU parallel is not there')
    def test_parallel(self):
        shard = self.block()
        with self.parallel() as running:
            self.kill(shard, 'out/run')
            _, err = running.communicate()
        self.assertEqual(running.returncode, 3)
        self.assertIn(f'shard {shard}/{SHARDS}: is missing', err.decode())
        self.assertIn('lib/07.gltf: is missing', err.decode())
        self.assertEqual(self.history(), [])
        self.unblock()
        before = self.records()
        deleted = shard % SHARDS + 1
        os.remove(os.path.join(self.folder, 'out', 'run', f'{deleted}.ndjson'))
        self.write('bin/vrmlint', self.text('bin/vrmlint').replace('exec ', 'echo "$@" >>calls\nexec ', 1))
        self.run_parallel(0)
        checked = [line for line in self.text('calls').splitlines() if line.startswith('check ')]
        self.assertEqual(sorted(next(i for i in range(1, SHARDS + 1) if f' {i}/{SHARDS} ' in line) for line in checked),
                         sorted({shard, deleted}), 'what was done is not done again')
        self.assertEqual(len(before), SHARDS - 1)
        self.assertEqual(self.text('out/report.json'), self.plain)

    @unittest.skipUnless(shutil.which('parallel') and CRASH, 'GNU parallel is not there, or nothing makes the program crash')
    def test_parallel_crash(self):
        """A file on which the program crashes is listed as unread; all others are checked."""
        odd = 'lib/"a\\b\'.gltf'
        self.write(odd, FAILS)
        self.write('list', self.text('list') + odd + '\n')
        self.write('bin/vrmlint', self.text('bin/vrmlint').replace('exec ', f'[ "$1" != check ] || export LD_PRELOAD={shlex.quote(CRASH)}\nexec ', 1))
        for at, names in (('07.gltf', ['lib/07.gltf']), ("b'.gltf", [odd])):
            with self.subTest(at=at):
                shutil.rmtree(os.path.join(self.folder, 'out'), ignore_errors=True)
                _, err = self.run_parallel(3, VRMLINT_CRASH_AT=at, VRMLINT_CRASH_HOW='11')
                self.assertIn(f'vrmlint: {names[0]}: the program crashed while it was working on this file\n', err)
                self.assertIn('the program crashed\n', err)
                self.assertNotIn('is missing', err)
                report = json.loads(self.text('out/report.json'))
                self.assertEqual(report['summary']['unread'], 1)
                self.assertEqual({file['path'] for file in report['files']}, set(self.text('list').splitlines()))
                self.assertEqual([file['path'] for file in report['files'] if {'what': 'the file', 'why': 'the program crashed'} in
                                  file['skipped']], names)
        self.run_parallel(0)  # without a crash: only what was missing is checked
        self.assertEqual(self.text('out/report.json'), self.expect(1, '--format', 'json', '--files-from', 'list').out)

    @unittest.skipUnless(shutil.which('parallel'), 'GNU parallel is not there')
    def test_parallel_again(self):
        """No record of an earlier run gets into a later report, and changes since then are printed."""
        self.run_parallel(0)
        self.assertEqual(len(self.history()), 1)
        self.write('lib/02.gltf', FAILS)
        os.remove(os.path.join(self.folder, 'lib', '05.gltf'))
        self.write('list', ''.join(f'lib/{i:02}.gltf\n' for i in range(24) if i != 5))
        time.sleep(1.1)  # the names in the history are times
        out, _ = self.run_parallel(0)
        self.assertEqual(len(self.history()), 2)
        self.assertEqual(self.text('out/report.json'), self.expect(1, '--format', 'json', '--files-from', 'list').out)
        self.assertRegex(out, r'1 new finding\b')
        # a run that was killed on another day starts from the beginning
        shard = self.block()
        with self.parallel(SOURCE_DATE_EPOCH='1772323200') as running:
            self.kill(shard, 'out/run')
            running.communicate()
        self.unblock()
        self.write('bin/vrmlint', self.text('bin/vrmlint').replace('exec ', 'echo "$@" >>calls\nexec ', 1))
        time.sleep(1.1)
        self.run_parallel(0, SOURCE_DATE_EPOCH='1772409600')
        self.assertEqual(len([line for line in self.text('calls').splitlines() if line.startswith('check ')]), SHARDS)
        self.assertEqual(json.loads(self.text('out/report.json'))['tool']['date'], '2026-03-02')

    @unittest.skipUnless(shutil.which('parallel'), 'GNU parallel is not there')
    def test_parallel_with_odd_names(self):
        """The list and the folder are taken as names, whatever their characters mean to a shell."""
        odd = '-$(touch made) `touch made`; *'
        os.rename(os.path.join(self.folder, 'list'), os.path.join(self.folder, odd))
        for out in ('-out', '$(touch made) "o\\u\'t'):
            self.run_parallel(0, list_name=odd, out=out)
            self.assertEqual(self.text(os.path.join(out, 'report.json')), self.plain)
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'made')))

    @unittest.skipUnless(slurm.is_installed(), 'Slurm is not there')
    def test_slurm(self):
        """An array job on a real Slurm; one of its tasks is cancelled and submitted again."""
        cluster = slurm.Slurm(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, cluster.folder, True)
        self.addCleanup(cluster.stop)
        if not cluster.start():
            self.skipTest('Slurm does not start here: ' + cluster.run('sinfo').strip())
        os.mkdir(os.path.join(self.folder, 'out'))
        cluster.env.update(self.env, PATH=self.env['PATH'] + ':' + slurm.PATH, SLURM_CONF=cluster.env['SLURM_CONF'])

        def submit(array):
            return cluster.run('sbatch', '--parsable', f'--array={array}', f'--chdir={self.folder}', '--cpus-per-task=1',
                               f'--output={cluster.folder}/%a.out',
                               f'--export=ALL,LIST=list,OUT=out,SHARDS={SHARDS}', os.path.join(RECIPES, 'slurm.sh')).strip()
        shard = self.block()
        job = submit(f'1-{SHARDS}')
        self.assertRegex(job, r'^\d+$')
        self.wait_for_record(shard, 'out')
        self.assertTrue(cluster.wait_for(lambda: len(glob.glob(os.path.join(self.folder, 'out', '*.ndjson'))) == SHARDS - 1))
        cluster.run('scancel', f'{job}_{shard}')
        self.assertTrue(cluster.wait_for_jobs())
        self.assertIn(f'shard {shard}/{SHARDS}: is missing', self.merged().err)
        self.unblock()
        submit(str(shard))
        self.assertTrue(cluster.wait_for(lambda: os.path.exists(os.path.join(self.folder, 'out', f'{shard}.ndjson'))))
        self.assertTrue(cluster.wait_for_jobs())
        done = self.merged()
        self.assertEqual((done.status, done.err, done.out), (1, '', self.plain))

    def documents(self):
        """Returns the documents of the recipe for Kubernetes."""
        yaml = __import__('yaml')
        with open(os.path.join(RECIPES, 'kubernetes.yaml'), encoding='utf-8') as file:
            return list(yaml.safe_load_all(file))

    def test_one_image(self):
        """All recipes name this version's image."""
        images = set()
        for name in ('kubernetes.yaml', 'Containerfile'):
            with open(os.path.join(RECIPES, name), encoding='utf-8') as file:
                images.update(re.findall(r'registry\.example\.org/\S+', file.read()))
        with open(os.path.join(RECIPES, '..', '..', 'VERSION'), encoding='utf-8') as file:
            self.assertEqual(images, {f'registry.example.org/vrmlint:{file.read().strip()}'})

    @unittest.skipUnless(importlib.util.find_spec('yaml'), 'there is no module yaml')
    def test_kubernetes_arguments(self):
        """The commands of the pods, with paths in this folder, give the report of one run."""
        shards, merge = self.documents()
        paths = {'/avatars/list': 'list', '/out': 'out'}

        def arguments(job, index=0):
            container, = job['spec']['template']['spec']['containers']
            for text in container['args']:
                text = text.replace('$(JOB_COMPLETION_INDEX)', str(index)).replace('/32', f'/{SHARDS}')
                for there, here in paths.items():
                    text = text.replace(there, here)
                yield text
        os.mkdir(os.path.join(self.folder, 'out'))
        self.assertEqual(shards['spec']['completions'], 32)
        for index in range(SHARDS):
            self.expect(0, *arguments(shards, index))
        self.expect(0, *arguments(merge))
        self.assertEqual(self.text('out/report.json'), self.plain)

    @unittest.skipUnless(shutil.which('buildah') or shutil.which('podman'), 'neither buildah nor podman is there')
    @unittest.skipIf(len(PROGRAM) > 1, 'the image has the program alone')
    def test_image(self):
        """The image of the Containerfile has the program, which runs without other files."""
        tool = shutil.which('buildah') or shutil.which('podman')
        storage = ['--root', os.path.join(self.folder, 'storage'), '--runroot', os.path.join(self.folder, 'runroot'),
                   '--storage-driver', 'vfs']

        def run(*arguments):
            done = subprocess.run([tool, *storage, *arguments], check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            return done.stdout.decode()
        os.makedirs(os.path.join(self.folder, 'context'))
        shutil.copy(PROGRAM[0], os.path.join(self.folder, 'context', 'vrmlint'))
        run('build', '-t', 'vrmlint', '-f', os.path.join(RECIPES, 'Containerfile'), os.path.join(self.folder, 'context'))
        if tool.endswith('buildah') and os.getuid() == 0 and b'interpreter' not in subprocess.run(
                ['file', PROGRAM[0]], check=False, stdout=subprocess.PIPE).stdout:
            container = run('from', 'vrmlint').split()[-1]
            self.assertRegex(run('run', '--isolation', 'chroot', container, '/vrmlint', '--version'), r'^vrmlint \d')


if __name__ == '__main__':
    unittest.main(verbosity=2)
