#!/usr/bin/env python3
"""Runs every command in the pages of docs/, in a folder with the files that they name. Run like test_cli.py."""
import glob
import os
import re
import shlex
import shutil
import subprocess
import tarfile
import unittest

from test_cli import Case, PROGRAM, SOURCE

PAGES = sorted(glob.glob(os.path.join(SOURCE, 'docs', '*.md')))
WHOLE = os.path.join(SOURCE, 'fixtures', 'whole')
ELSEWHERE = ('sbatch', 'kubectl')  # test_recipes.py runs these
NEEDS = {'docs/batch/parallel.sh': 'parallel', 'docs/batch/archive.sh': 'bsdtar'}


def shown_commands(page):
    """Returns the commands in indented blocks, with continued lines joined."""
    with open(page, encoding='utf-8') as file:
        text = re.sub(r'(?ms)^```.*?^```$', '', file.read())
    commands = []
    for line in re.findall(r'(?m)^ {4,}(\S.*)$', text):
        if commands and commands[-1].rstrip().endswith(('\\', '|')):
            commands[-1] += '\n' + line
        else:
            commands.append(line)
    return [command for command in commands if re.match(r'(vrmlint|git|rclone|docs/|sbatch|kubectl|id=)', command)]


class Commands(Case):
    def setUp(self):
        super().setUp()
        here = self.folder
        wrapper = self.write('bin/vrmlint', f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n')
        os.chmod(wrapper, 0o755)
        self.env = {**self.clean(), 'PATH': f'{here}/bin:{os.environ["PATH"]}', 'HOME': here, 'PARALLEL_HOME': here,
                    'RCLONE_CONFIG_BUCKET_TYPE': 'alias', 'RCLONE_CONFIG_BUCKET_REMOTE': f'{here}/bucket'}
        for folder in ('avatars', 'library', 'models', 'old', 'new', 'shared/library', 'bucket/avatars'):
            os.makedirs(os.path.join(here, folder))
            for name in ('clean.vrm', 'mistakes.vrm'):
                shutil.copy(os.path.join(WHOLE, name), os.path.join(here, folder, name))
        os.makedirs(os.path.join(here, 'shared', 'out'))
        os.makedirs(os.path.join(here, '.cache'))
        os.makedirs(os.path.join(here, 'out', 'history'))
        for source, copy in (('mistakes.vrm', 'avatar.vrm'), ('clean.vrm', 'old/avatar.vrm'), ('mistakes.vrm', 'new/avatar.vrm')):
            shutil.copy(os.path.join(WHOLE, source), os.path.join(here, copy))
        with tarfile.open(os.path.join(here, 'bucket', 'avatars.tar'), 'w') as archive:
            archive.add(os.path.join(here, 'avatars'), 'avatars')
        shutil.copy(os.path.join(here, 'bucket', 'avatars.tar'), os.path.join(here, 'avatars.zip'))  # bsdtar takes either
        os.symlink(os.path.join(SOURCE, 'docs'), os.path.join(here, 'docs'))
        for name in ('schemas/EXAMPLE_hat.schema.json', 'hat.schema.json'):
            self.write(name, '{"type": "object"}')
        self.write('poses.csv', 'px,py,pz,qx,qy,qz,qw\n0,0,0,0,0,0,1\n')
        self.write('list', 'library/clean.vrm\nlibrary/mistakes.vrm\n')
        with open(os.path.join(here, 'results.json'), 'wb') as results:
            subprocess.run([*PROGRAM, 'conformance', 'run'], stdout=results, check=True)
        for record in ('audit-october', 'out/history/FIRST', 'out/history/SECOND'):
            self.run_it('--format', f'ndjson={record}.ndjson', 'library')
        for arguments in (('init', '-q', '-b', 'main'), ('add', 'avatars'), ('commit', '-qm', 'avatars')):
            subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *arguments], cwd=here, check=True)

    def run_shown(self, command):
        """Runs a command, which must succeed or only report findings; returns whether it could be run here."""
        words = [word for word in re.findall(r'(?:^|\| *|\$\()\s*([\w/.-]+)', command) if word != 'id']
        if any(word in ELSEWHERE or not shutil.which(word, path=self.env['PATH']) and not word.startswith('docs/')
               for word in words) or any(script in words and not shutil.which(tool) for script, tool in NEEDS.items()):
            return False
        done = subprocess.run(['sh', '-c', command.replace('/shared/', f'{self.folder}/shared/')], cwd=self.folder,
                              env=self.env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertIn(done.returncode, (0, 1), f'{command}\n{done.stdout.decode()}')
        return True

    @unittest.skipUnless(shutil.which('git'), 'needs git')
    def test_pages(self):
        ran = 0
        for page in PAGES:
            for command in shown_commands(page):
                for shard in range(1, 33) if '3/32' in command else [3]:  # "for each of 1 to 32"
                    ran += self.run_shown(command.replace('3/32', f'{shard}/32').replace('/3.ndjson', f'/{shard}.ndjson'))
        self.assertGreater(ran, 50)


if __name__ == '__main__':
    unittest.main(verbosity=2)
