#!/usr/bin/env python3
"""The recipes of docs/batch.md: on one machine, with a worker that is killed, they give the report of one plain run.

Run by meson as test_cli.py is. Slurm itself isn't there: a stand-in sets what an array task is given.
"""
import glob
import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import time
import unittest

from test_cli import FAILS, NOTHING, PROGRAM, SOURCE, WARNS, Case

RECIPES = os.path.join(SOURCE, 'docs', 'batch')
SHARDS = 4


class Recipes(Case):
    def setUp(self):
        super().setUp()
        paths = []
        for i in range(24):
            self.write(f'lib/{i:02}.gltf', (FAILS, WARNS, NOTHING)[i % 3])
            paths.append(f'lib/{i:02}.gltf')
        self.write('list', '\n'.join(paths) + '\n')
        # a program that leaves its process number behind: its killer wants to know
        os.mkdir(os.path.join(self.folder, 'bin'))
        wrapper = self.write('bin/vrmlint', '#!/bin/sh\nfor a; do case $a in */4) echo $$ >"pid.${a%/4}" ;; esac; done\n'
                                            f'exec {shlex.join(PROGRAM)} "$@"\n')
        os.chmod(wrapper, 0o755)
        self.env = {**os.environ, 'PATH': os.path.join(self.folder, 'bin') + os.pathsep + os.environ['PATH'],
                    'PARALLEL_HOME': self.folder}
        self.plain = self.expect(1, '--format', 'json', '--files-from', 'list').out

    def block(self):
        """Makes a file a pipe that nobody writes to, so that its shard can't end; returns that shard."""
        path = os.path.join(self.folder, 'lib', '07.gltf')
        os.remove(path)
        os.mkfifo(path)
        digest = hashlib.blake2b(b'lib/07.gltf', digest_size=32).digest()
        return int.from_bytes(digest[:8], 'little') % SHARDS + 1

    def kill(self, shard):
        """Waits until the shard is under way, its record begun but not whole, and kills it."""
        for _ in range(600):
            begun = glob.glob(os.path.join(self.folder, 'out', f'{shard}.ndjson.*.tmp'))
            if begun:
                break
            time.sleep(0.02)
        self.assertTrue(begun)
        with open(os.path.join(self.folder, f'pid.{shard}'), encoding='ascii') as file:
            os.kill(int(file.read()), signal.SIGKILL)

    def unblock(self):
        os.remove(os.path.join(self.folder, 'lib', '07.gltf'))
        self.write('lib/07.gltf', WARNS)

    def merged(self):
        pieces = sorted(glob.glob(os.path.join(self.folder, 'out', '*.ndjson')))
        return self.run_it('merge', '--format', 'json', '--files-from', 'list', *pieces)

    @unittest.skipUnless(shutil.which('parallel'), 'GNU parallel is not there')
    def test_parallel(self):
        command = [os.path.join(RECIPES, 'parallel.sh'), 'list', 'out', str(SHARDS)]
        shard = self.block()
        with subprocess.Popen(command, cwd=self.folder, env=self.env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            self.kill(shard)
            _, err = running.communicate()
        self.assertEqual(running.returncode, 3)
        self.assertIn(f'shard {shard}/{SHARDS}: is missing', err.decode())
        self.assertIn('lib/07.gltf: is missing', err.decode())
        self.unblock()
        before = {path: os.stat(path).st_ino for path in glob.glob(os.path.join(self.folder, 'out', '*.ndjson'))}
        done = subprocess.run(command, cwd=self.folder, env=self.env, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (1, b''))
        for path, number in before.items():
            self.assertEqual(os.stat(path).st_ino, number, 'what was done is not done again')
        with open(os.path.join(self.folder, 'out', 'report.json'), encoding='utf-8') as file:
            self.assertEqual(file.read(), self.plain)

    @unittest.skipUnless(shutil.which('parallel'), 'GNU parallel is not there')
    def test_parallel_with_odd_names(self):
        """The list and the folder are names, whatever a shell would make of them."""
        os.rename(os.path.join(self.folder, 'list'), os.path.join(self.folder, '-$(touch made) `touch made`; *'))
        for out in ('-out', '$(touch made) "o\\u\'t'):
            done = subprocess.run([os.path.join(RECIPES, 'parallel.sh'), '-$(touch made) `touch made`; *', out, '3'],
                                  cwd=self.folder, env=self.env, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stderr), (1, b''))
            with open(os.path.join(self.folder, out, 'report.json'), encoding='utf-8') as file:
                self.assertEqual(file.read(), self.plain)
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'made')))

    def task(self, shard):
        env = {**self.env, 'LIST': 'list', 'OUT': 'out', 'SHARDS': str(SHARDS), 'SLURM_ARRAY_TASK_ID': str(shard),
               'SLURM_CPUS_PER_TASK': '2'}
        return subprocess.Popen(['bash', os.path.join(RECIPES, 'slurm.sh')], cwd=self.folder, env=env)

    def test_slurm(self):
        os.mkdir(os.path.join(self.folder, 'out'))
        shard = self.block()
        tasks = [self.task(i) for i in range(1, SHARDS + 1)]
        self.kill(shard)
        states = [task.wait() for task in tasks]
        self.assertEqual(states, [-signal.SIGKILL if i == shard else 0 for i in range(1, SHARDS + 1)])
        self.assertIn(f'shard {shard}/{SHARDS}: is missing', self.merged().err)
        self.unblock()
        self.assertEqual(self.task(shard).wait(), 0)
        done = self.merged()
        self.assertEqual((done.status, done.err, done.out), (1, '', self.plain))


if __name__ == '__main__':
    unittest.main(verbosity=2)
