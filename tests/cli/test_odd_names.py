#!/usr/bin/env python3
"""Committed files whose names are options, patterns or commands to a careless script: the hooks of pre-commit, the GitHub
action, the GitLab job and the recipes treat them as names. Run like test_cli.py."""
import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from test_adopt import Adopt
from test_cli import FAILS, SOURCE, VERSION

FIXABLE = '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"]}\n'
FIXED = {'asset': {'version': '2.0'}}
# files that would be written or read if the names were options
NAMES = [b'--baseline=b.vrm', b'-rf.vrm', b'--in-place.glb', b'-.gltf', b'--.vrm', b'--no-config.vrma', b'two words.vrm',
         b'two\nlines.vrm', b'\'single\' "double".vrm', b'$(touch pwned).vrm', b'`touch pwned`.vrm', b'; touch pwned;.vrm',
         b'*.vrm', b'[a-z].glb', b'\\.gltf', b'&|<>.vrm', b'\xff\xfe.vrm', b'%s%n.vrm', b'{}.vrm', b'plain.vrm']


def text_of(name):
    """Returns a name as json reports contain it."""
    return name.decode('utf-8', 'backslashreplace').replace('\\xff', '\\xFF').replace('\\xfe', '\\xFE')


@unittest.skipUnless(shutil.which('git'), 'git is not there')
class Names(Adopt):
    def setUp(self):
        super().setUp()
        self.top = os.path.join(self.folder, 'repository')
        os.mkdir(self.top)
        self.outside = os.path.join(self.folder, 'outside')
        os.mkdir(self.outside)
        # a folder's name ends with "=", and an absolute path follows
        self.names = [*NAMES, b'--format=html=' + os.fsencode(self.outside) + b'/report.vrm']

    def commit(self, text):
        for name in self.names:
            path = os.path.join(os.fsencode(self.top), name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as file:
                file.write(text.encode('utf-8'))
        for command in (['init', '-q'], ['add', '-A'],
                        ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'Add avatars']):
            subprocess.run(['git', *command], cwd=self.top, check=True)

    def changed(self):
        """Returns what git reports as not committed, and what appeared beside the repository."""
        done = subprocess.run(['git', 'status', '--porcelain', '-z'], cwd=self.top, check=True, stdout=subprocess.PIPE)
        return [entry for entry in done.stdout.split(b'\0') if entry], os.listdir(self.outside)

    def run_in_top(self, command, **variables):
        env = {**os.environ, 'PATH': f'{self.folder}/bin:{os.environ["PATH"]}', **self.release_env, **variables}
        return subprocess.run(command, cwd=self.top, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def hook(self, name, *options):
        """Runs a hook as pre-commit does: its entry, the configured options, and all committed files that match."""
        with open(os.path.join(SOURCE, '.pre-commit-hooks.yaml'), encoding='utf-8') as file:
            text = re.search(rf'(?ms)^- id: {name}\n(.*?)(?=^- id|\Z)', file.read()).group(1)
        entry, language, files = (re.search(rf'(?m)^  {key}: (.*)$', text).group(1) for key in ('entry', 'language', 'files'))
        self.assertEqual(language, 'script')
        done = subprocess.run(['git', 'ls-files', '-z'], cwd=self.top, check=True, stdout=subprocess.PIPE)
        chosen = [n for n in done.stdout.split(b'\0') if re.search(files.encode(), n)]
        self.assertEqual(sorted(chosen), sorted(self.names))
        words = shlex.split(entry)
        return self.run_in_top([os.path.join(SOURCE, words[0]), *words[1:], *options, *chosen])

    def test_checking_hooks(self):
        self.commit(FAILS)
        for hook in ('vrmlint', 'vrmlint-system'):
            done = self.hook(hook, '--format', 'json', '--max-warnings=3')
            self.assertEqual(done.returncode, 1, done.stderr)
            files = json.loads(done.stdout)['files']
            self.assertEqual(sorted(re.sub(r'\A\./', '', f['path']) for f in files), sorted(map(text_of, self.names)))
            self.assertEqual([[g['rule'] for g in f['findings']] for f in files], [['json/syntax']] * len(self.names))
            self.assertEqual(self.changed(), ([], []))

    def test_fixing_hook(self):
        self.commit(FIXABLE)
        done = self.hook('vrmlint-fix', '--fail-on=never')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in self.names:
            with open(os.path.join(os.fsencode(self.top), name), 'rb') as file:
                self.assertEqual(json.load(file), FIXED)
        changed, outside = self.changed()
        self.assertEqual((sorted(changed), outside), (sorted(b' M ' + name for name in self.names), []))

    def test_action(self):
        self.commit(FAILS)
        action = os.path.join(SOURCE, 'adopt', 'action.sh')
        lines = [n for n in self.names if b'\n' not in n]
        for paths in (b'.', b'\n'.join(lines)):
            done = self.run_in_top([action], VRMLINT_PATHS=paths, VRMLINT_ARGUMENTS='--format json=../report.json')
            self.assertEqual(done.returncode, 1, done.stderr)
            files = json.loads(self.text('report.json'))['files']
            self.assertEqual(sorted(re.sub(r'\A\./', '', f['path']) for f in files),
                             sorted(map(text_of, self.names if paths == b'.' else lines)))
            self.assertEqual(self.changed(), ([], []))

    def test_gitlab_job(self):
        self.commit(FAILS)
        with open(os.path.join(SOURCE, 'adopt', 'gitlab-ci.yml'), encoding='utf-8') as file:
            text = file.read()
        script = '\n'.join(re.findall(r'(?m)^    - (.*)$', text.partition('\n  script:\n')[2].partition('\n  artifacts:')[0]))
        script = 'set -e\n' + script.replace('/opt/vrmlint/', SOURCE + '/')
        for name in self.names:
            done = self.run_in_top(['sh', '-c', script], AVATARS=name, VRMLINT_SINCE='')
            self.assertEqual(done.returncode, 1, done.stderr)
            with open(os.path.join(self.top, 'vrmlint.xml'), 'rb') as file:
                self.assertIn(b'json/syntax', file.read())
            os.remove(os.path.join(self.top, 'gl-code-quality.json'))
            os.remove(os.path.join(self.top, 'vrmlint.xml'))
            self.assertEqual(self.changed(), ([], []))

    def test_gitlab_version(self):
        with open(os.path.join(SOURCE, 'adopt', 'gitlab-ci.yml'), encoding='utf-8') as file:
            text = file.read()
        self.assertIn(f'VRMLINT_VERSION: v{VERSION}\n', text)
        self.assertRegex(text, r'git clone [^\n]*--branch "\$VRMLINT_VERSION" ')

    def test_list_of_a_library(self):
        """The list that docs/batch.md makes, and its report."""
        self.commit(FAILS)
        with open(os.path.join(SOURCE, 'docs', 'batch.md'), encoding='utf-8') as file:
            line = re.search(r'(?m)^    (vrmlint list .*/shared/library .*)$', file.read()).group(1)
        made = self.run_in_top(['sh', '-c', line.replace('/shared/library', '.').replace('/shared/list', '../list')])
        self.assertEqual(made.returncode, 0, made.stderr)
        done = self.run_in_top(['vrmlint', 'check', '--format', 'json', '--files-from', '../list'])
        self.assertEqual(sorted(re.sub(r'\A\./', '', f['path']) for f in json.loads(done.stdout)['files']),
                         sorted(map(text_of, self.names)))

    def test_commands_end_options(self):
        """Every command takes the arguments after "--" as names."""
        self.commit(FAILS)
        option = b'--no-such-option'
        for command, status in (('check', 3), ('fix', 3), ('merge', 3), ('simulate', 3), ('config', 0), ('explain', 2)):
            done = self.run_in_top(['vrmlint', command, '--', option])
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertNotIn(b'no option', done.stderr)
            self.assertIn(option, done.stdout + done.stderr)
        for command in ('rules', 'completions'):  # they take no files
            self.assertEqual(self.run_in_top(['vrmlint', command, '--', option]).returncode, 2)

    def test_commands_to_copy(self):
        """The command that a report offers, pasted into a shell, fixes that very file."""
        self.commit(FIXABLE)
        for name in self.names:
            if b'\n' in name or b'\xff' in name:
                continue  # a report escapes such names
            done = self.run_in_top(['vrmlint', 'check', '--', name])
            command = re.search(rb'(?m)^Up to 1 of these can be fixed: (vrmlint fix .*)$', done.stdout).group(1)
            pasted = self.run_in_top(['sh', '-c', command + b' --in-place --fail-on=never'])
            self.assertEqual(pasted.returncode, 0, pasted.stderr)
            self.assertEqual(self.changed(), ([b' M ' + name], []))
            subprocess.run(['git', 'checkout', '-q', '.'], cwd=self.top, check=True)


if __name__ == '__main__':
    unittest.main(verbosity=2)
