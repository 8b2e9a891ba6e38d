#!/usr/bin/env python3
"""Scripts that other repositories run: the GitHub action's, as GitHub runs it, and pre-commit's. Run like test_cli.py."""
import hashlib
import http.server
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import unittest
import unittest.mock
import zipfile

from test_cli import Case, NOTHING, SOURCE, VERSION, WARNS

FAILS = '{"asset": {"version": "2.0"},\n "nodes": [{"children": [0]}]}\n'


class Adopt(Case):
    def setUp(self):
        super().setUp()
        # the hook vrmlint-system uses the vrmlint on the PATH, the other scripts that of a release, which is there already
        name = f'vrmlint-{VERSION}-linux-{os.uname().machine}'
        for path in ('bin', f'releases/{name}'):
            program = self.write(f'{path}/vrmlint', f'#!/bin/sh\nexec {shlex.quote(os.environ["VRMLINT"])} "$@"\n')
            os.chmod(program, 0o755)
        archive = os.path.join(self.folder, 'releases', f'{name}.tar.gz')
        subprocess.run(['tar', '-C', os.path.join(self.folder, 'releases'), '-czf', archive, name], check=True)
        with open(archive, 'rb') as file:
            listed = self.write('releases/list', f'https://localhost/nowhere\n{hashlib.sha256(file.read()).hexdigest()}  {name}.tar.gz\n')
        self.release_env = {'VRMLINT_RELEASE': listed, 'VRMLINT_RELEASES': os.path.join(self.folder, 'releases')}
        self.summary = self.write('summary.md', '# Before\n')
        self.output = self.write('output', '')

    def script(self, status, name, *arguments, cwd=None, **variables):
        env = {k: v for k, v in os.environ.items() if not k.startswith(('GITHUB_', 'VRMLINT', 'LC_', 'LANG'))}
        env.update(PATH=f'{self.folder}/bin:{env["PATH"]}', GITHUB_STEP_SUMMARY=self.summary, GITHUB_OUTPUT=self.output,
                   **self.release_env)
        env.update(variables)
        done = subprocess.run([os.path.join(SOURCE, 'adopt', name), *arguments], cwd=cwd or self.folder, env=env, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout.decode('utf-8')


class Action(Adopt):
    def action(self, status, **variables):
        out = self.script(status, 'action.sh', **variables)
        self.assertIn(f'status={status}\n', self.text('output'))
        return out

    def test_findings_annotate_and_fail(self):
        self.write('my avatars/bad one.gltf', FAILS)
        self.write('my avatars/fine.gltf', NOTHING)
        out = self.action(1, VRMLINT_PATHS='my avatars\n')
        self.assertRegex(out, r'(?m)^::error file=my avatars/bad one\.gltf,line=2,.*::')
        self.assertTrue(self.text('summary.md').startswith('# Before\n'))
        self.assertIn('gltf/node-loop', self.text('summary.md'))

    def test_nothing_to_say(self):
        self.write('fine.gltf', NOTHING)
        self.assertNotIn('::error', self.action(0, VRMLINT_PATHS='fine.gltf'))

    def test_inputs_reach_the_command(self):
        self.write('odd.gltf', WARNS)
        self.action(0, VRMLINT_PATHS='odd.gltf')
        self.write('output', '')
        self.action(1, VRMLINT_PATHS='odd.gltf', VRMLINT_FAIL_ON='warning')
        self.write('output', '')
        self.action(0, VRMLINT_PATHS='odd.gltf', VRMLINT_FAIL_ON='warning', VRMLINT_SARIF='a.sarif', VRMLINT_HTML='a.html',
                    VRMLINT_ARGUMENTS='--ignore json/duplicate-key')
        self.assertIn('"version": "2.1.0"', self.text('a.sarif'))
        self.assertIn('</html>', self.text('a.html'))

    def test_fixed_files(self):
        fixable = '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"]}\n'
        self.write('a/odd.gltf', fixable)
        self.action(0, VRMLINT_PATHS='a', VRMLINT_FIXED='fixed')
        self.assertEqual(self.text('a/odd.gltf'), fixable)
        self.assertEqual(json.loads(self.text('fixed/odd.gltf')), {'asset': {'version': '2.0'}})

    def test_fixed_files_are_not_checked(self):
        """Neither those of this run nor those of an earlier run, however the path of their folder is written."""
        for fixed in ('fixed', './fixed/', os.path.join(self.folder, 'fixed'), 'a/b [c]*\\d', 'a/../a/deep/-x'):
            with self.subTest(fixed):
                self.write('a/fine.gltf', NOTHING)
                self.write(os.path.join(fixed, 'earlier.gltf'), FAILS)
                self.write('output', '')
                self.action(0, VRMLINT_PATHS='.', VRMLINT_FIXED=fixed)
                written = [name for _, _, names in os.walk(os.path.join(self.folder, fixed)) for name in names]
                self.assertEqual(sorted(written), ['earlier.gltf', 'fine.gltf'])
                for name in ('a', 'fixed'):
                    shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)

    def test_other_folders_of_that_name_are_checked(self):
        self.write('a/fixed/bad.gltf', FAILS)
        self.assertIn('file=a/fixed/bad.gltf', self.action(1, VRMLINT_PATHS='.', VRMLINT_FIXED='fixed'))

    def test_folders_keep_their_structure(self):
        self.write('a/b/x.gltf', NOTHING)
        self.write('a/c/x.gltf', NOTHING)
        self.action(0, VRMLINT_PATHS='a', VRMLINT_FIXED='out')
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, 'out'))), ['b', 'c'])

    def test_arguments_are_words(self):
        for name in ('my old', 'mine', 'an older one'):
            self.write(f'{name}/bad.gltf', FAILS)
        self.write('odd.gltf', WARNS)
        self.action(0, VRMLINT_PATHS='.', VRMLINT_FAIL_ON='warning',
                    VRMLINT_ARGUMENTS='--exclude "an older one/"\n--ignore \'json/duplicate-key\' --exclude m*')
        self.write('output', '')
        self.action(1, VRMLINT_PATHS='.', VRMLINT_ARGUMENTS='--exclude $(touch${IFS}made) --exclude `touch${IFS}made`')
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'made')))
        self.write('output', '')
        self.assertIn('not closed', self.action(2, VRMLINT_ARGUMENTS='--ignore "mtoon'))

    def test_arguments_hold_for_fixed_files(self):
        fixable = '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"]}\n'
        self.write('a/odd.gltf', fixable)
        self.write('a/old/odd.gltf', fixable)
        self.action(0, VRMLINT_PATHS='a', VRMLINT_FIXED='fixed', VRMLINT_ARGUMENTS=(
            '--ignore springbone/declared-but-absent --exclude old/ --max-warnings 5 --format concise=c.txt --all --statistics'))
        self.assertEqual(self.text('fixed/odd.gltf'), fixable)
        self.assertEqual(os.listdir(os.path.join(self.folder, 'fixed')), ['odd.gltf'])

    def test_since(self):
        """Only what is new in a pull request or push fails; a new branch has nothing to compare with."""
        def git(*arguments):
            return subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *arguments], cwd=self.folder, check=True,
                                  stdout=subprocess.PIPE).stdout.decode().strip()
        git('init', '-q')
        git('checkout', '-qb', 'main')
        self.write('a/old.gltf', FAILS)
        self.write('a/fine.gltf', NOTHING)
        git('add', 'a')
        git('commit', '-qm', 'models')
        git('update-ref', 'refs/remotes/origin/release', 'HEAD')
        before = git('rev-parse', 'HEAD')
        self.write('a/added.gltf', NOTHING)
        git('add', 'a')
        git('commit', '-qm', 'another')
        how = {'VRMLINT_PATHS': 'a', 'VRMLINT_SINCE': 'auto'}
        ways = ({'GITHUB_BASE_REF': 'release', 'VRMLINT_BEFORE': ''}, {'VRMLINT_BEFORE': before}, {'CI_MERGE_REQUEST_DIFF_BASE_SHA': before},
                {'CI_COMMIT_BEFORE_SHA': before}, {'VRMLINT_SINCE': 'HEAD'})
        for way in ways:
            self.write('output', '')
            self.assertNotIn('::error file=', self.action(0, **{**how, **way, 'VRMLINT_SARIF': 'a.sarif'}), way)
            self.assertIn('gltf/node-loop', self.text('a.sarif'))
        for way in ({'VRMLINT_SINCE': ''}, {'VRMLINT_BEFORE': '0' * 40}, {}):
            self.write('output', '')
            self.assertIn('::error file=a/old.gltf', self.action(1, **{**how, **way}))
        self.write('a/added.gltf', FAILS)
        for way in ways:
            self.write('output', '')
            out = self.action(1, **{**how, **way})
            self.assertIn('::error file=a/added.gltf', out)
            self.assertNotIn('::error file=a/old.gltf', out)
        self.write('output', '')
        self.action(0, **how, VRMLINT_BEFORE=before, VRMLINT_ARGUMENTS='--ignore gltf/node-loop --format concise=c.txt')
        self.write('output', '')
        self.assertIn('::error file=a/old.gltf', self.action(1, **how, VRMLINT_BEFORE='1' * 40), 'a forced push: everything counts')
        self.write('.git/shallow', before)
        self.write('output', '')
        self.action(2, **how, VRMLINT_BEFORE='1' * 40)

    def test_one_summary_of_verdicts(self):
        for name in ('clean.vrm', 'mistakes.vrm'):
            shutil.copy(os.path.join(SOURCE, 'fixtures', 'whole', name), self.folder)
        out = self.action(1, VRMLINT_PATHS='.')
        self.assertEqual(out.count('three-vrm: 0 refused, '), 1)
        self.assertRegex(out, r'(?m)^vrmlint: three-vrm: 0 refused, 0 perhaps refused, 1 not loaded in full, 1 loaded, 0 not known$')
        self.assertRegex(self.text('summary.md'), r'(?m)^- three-vrm: 0 refused, 0 perhaps refused, 1 not loaded in full')

    def test_comment(self):
        """A pull request gets one comment, which later runs update; none if nothing in it changed."""
        stored = []
        asked = []

        class Api(http.server.BaseHTTPRequestHandler):
            def answer(self):
                size = int(self.headers.get('Content-Length', 0))
                body = json.loads(self.rfile.read(size))['body'] if size else None
                asked.append((self.command, self.path.split('?')[0], self.headers['Authorization']))
                if self.command == 'POST':
                    stored.append({'user': {'type': 'Bot'}, 'body': body, 'url': f'http://127.0.0.1:{self.server.server_port}/comment/{len(stored)}'})
                if self.command == 'PATCH':
                    stored[int(self.path.rsplit('/', 1)[1])]['body'] = body
                data = json.dumps(stored if self.command == 'GET' else {}).encode()
                self.send_response(200)
                self.send_header('Content-Length', str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            do_GET = do_POST = do_PATCH = answer

            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Api)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)

        def git(*arguments):
            subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *arguments], cwd=self.folder, check=True, stdout=subprocess.PIPE)
        git('init', '-q')
        self.write('a/old.gltf', FAILS)
        git('add', 'a')
        git('commit', '-qm', 'models')
        git('update-ref', 'refs/remotes/origin/main', 'HEAD')
        git('checkout', '-q', '--detach')
        how = {'VRMLINT_PATHS': 'a', 'VRMLINT_COMMENT': 'true', 'VRMLINT_PULL': '7', 'VRMLINT_TOKEN': 'secret', 'GITHUB_BASE_REF': 'main',
               'GITHUB_REPOSITORY': 'o/r', 'GITHUB_API_URL': f'http://127.0.0.1:{server.server_port}'}
        self.action(0, **how)
        self.assertEqual(asked, [('GET', '/repos/o/r/issues/7/comments', 'Bearer secret')])
        stored.append({'user': {'type': 'User'}, 'body': '<!-- vrmlint diff --> of somebody', 'url': 'http://127.0.0.1/no'})
        self.write('a/new.gltf', FAILS)
        for expected in ('POST', 'PATCH'):
            asked.clear()
            self.write('output', '')
            self.action(1, **how)
            self.assertEqual([ask[0] for ask in asked], ['GET', expected])
        self.assertEqual(len(stored), 2)
        self.assertIn('<h3>a/new.gltf (added)</h3>', stored[1]['body'])
        os.remove(os.path.join(self.folder, 'a/new.gltf'))
        self.write('output', '')
        self.action(0, **how)
        self.assertNotIn('<h3>', stored[1]['body'])
        asked.clear()
        for other in ({'VRMLINT_PULL': ''}, {'VRMLINT_COMMENT': ''}):
            self.write('output', '')
            self.action(1, **{**how, **other, 'GITHUB_BASE_REF': ''})
        self.assertEqual(asked, [])
        self.write('output', '')
        self.assertIn('::warning::', self.action(0, **{**how, 'GITHUB_API_URL': 'http://127.0.0.1:1'}))

    def test_error_is_printed(self):
        self.assertIn('::error::', self.action(3, VRMLINT_PATHS='nowhere.vrm'))
        self.write('output', '')
        self.assertIn('::error::', self.action(2, VRMLINT_ARGUMENTS='--no-such-option'))


    def test_links_stay_in_the_repository(self):
        """Neither a report nor a fixed file has what a link in the repository leads to, and none is written through one."""
        secret = '{"asset": {"version": "2.0"}, "hunter2": 1}\n'
        self.write('outside/secret.json', secret)
        self.write('repository/.git/config', secret)
        self.write('repository/fine.gltf', NOTHING)
        for name, target in (('git.gltf', '.git/config'), ('secret.gltf', '../outside/secret.json'), ('folder', '../outside'),
                             ('environment.gltf', '/proc/self/environ'), ('report.html', '../outside/secret.json'), ('linked', '../outside')):
            os.symlink(target, os.path.join(self.folder, 'repository', name))
        here = os.path.join(self.folder, 'repository')
        out = self.action(0, cwd=here, VRMLINT_FIXED='fixed', VRMLINT_SARIF='a.sarif', VRMLINT_ARGUMENTS='--format json=a.json', CI='')
        self.assertEqual(os.listdir(os.path.join(here, 'fixed')), ['fine.gltf'])
        for text in (out, self.text('repository/a.sarif'), self.text('repository/a.json'), self.text('summary.md')):
            self.assertNotIn('hunter2', text)
        self.write('output', '')
        out = self.action(3, cwd=here, VRMLINT_FIXED='linked', VRMLINT_HTML='report.html')
        self.assertIn('::error::', out)
        self.assertEqual((os.listdir(os.path.join(self.folder, 'outside')), self.text('outside/secret.json')), (['secret.json'], secret))


class PreCommit(Adopt):
    def test_files(self):
        self.write('a.gltf', FAILS)
        self.write('b.gltf', NOTHING)
        self.assertIn('gltf/node-loop', self.script(1, 'pre-commit.sh', 'a.gltf', 'b.gltf'))
        self.script(0, 'pre-commit.sh', 'b.gltf')

    def test_fixing(self):
        self.write('a.gltf', '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"]}\n')
        self.script(0, 'pre-commit.sh', 'fix', 'a.gltf')
        self.assertEqual(json.loads(self.text('a.gltf')), {'asset': {'version': '2.0'}})


    def test_real(self):
        """The real pre-commit clones the hooks' repository, and runs them."""
        program = shutil.which('pre-commit')
        if program is None:
            self.skipTest('pre-commit: not found in PATH (pip install pre-commit)')
        def git(folder, *arguments):
            return subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *arguments], cwd=os.path.join(self.folder, folder), check=True,
                                  stdout=subprocess.PIPE).stdout.decode().strip()
        shutil.copytree(os.path.join(SOURCE, 'adopt'), os.path.join(self.folder, 'hooks', 'adopt'), ignore=shutil.ignore_patterns('__pycache__'))
        shutil.copy(os.path.join(SOURCE, '.pre-commit-hooks.yaml'), os.path.join(self.folder, 'hooks'))
        git('hooks', 'init', '-q')
        git('hooks', 'add', '.')
        git('hooks', 'commit', '-qm', 'hooks')
        self.write('avatars/.pre-commit-config.yaml', json.dumps({'repos': [{'repo': os.path.join(self.folder, 'hooks'), 'rev': git('hooks', 'rev-parse', 'HEAD'),
                                                                             'hooks': [{'id': 'vrmlint', 'args': ['--fail-on', 'error']}]}]}))
        self.write('avatars/fine.gltf', NOTHING)
        self.write('avatars/My Avatar.GLTF', FAILS)
        self.write('avatars/readme.txt', 'text')
        git('avatars', 'init', '-q')
        git('avatars', 'add', '.')
        env = {**os.environ, **self.release_env, 'PRE_COMMIT_HOME': os.path.join(self.folder, 'cache')}

        def run(status):
            done = subprocess.run([program, 'run', '--all-files', '--verbose'], cwd=os.path.join(self.folder, 'avatars'), env=env, check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, status, done.stdout)
            return done.stdout.decode()
        out = run(1)
        self.assertIn('gltf/node-loop', out)
        self.assertEqual(out.count('2 files checked'), 1)
        self.write('avatars/My Avatar.GLTF', NOTHING)
        git('avatars', 'add', '.')
        self.assertIn('2 files checked: 0 errors', run(0))


class Releases(Adopt):
    """The program of a release, as adopt/fetch.sh fetches it; here it is a script in a folder of its own."""

    def release(self, said='a release\n'):
        name = f'vrmlint-1.0-linux-{os.uname().machine}'
        program = self.write(f'made/{name}/vrmlint', f'#!/bin/sh\nprintf %s {shlex.quote(said)}\n')
        os.chmod(program, 0o755)
        os.makedirs(os.path.join(self.folder, 'site'), exist_ok=True)
        archive = os.path.join(self.folder, 'site', f'{name}.tar.gz')
        subprocess.run(['tar', '-C', os.path.join(self.folder, 'made'), '-czf', archive, name], check=True)
        with open(archive, 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        self.write('release.txt', f'file://{self.folder}/site\n{"0" * 64}  vrmlint-1.0-page.zip\n{digest}  {name}.tar.gz\n')
        return archive

    def fetch(self, status):
        script = f'. {shlex.quote(SOURCE)}/adopt/fetch.sh\nfetch_vrmlint release.txt kept || exit $?\n"$vrmlint"\n'
        done = subprocess.run(['sh', '-c', script], cwd=self.folder, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def setUp(self):
        super().setUp()
        if not shutil.which('curl'):
            self.skipTest('no curl')

    def test_taken_once(self):
        archive = self.release()
        done = self.fetch(0)
        self.assertEqual(done.stdout, 'a release\n')
        self.assertIn('Fetching vrmlint-1.0', done.stderr)
        os.remove(archive)
        name = os.path.basename(archive)
        self.assertEqual((self.fetch(0).stderr, sorted(os.listdir(os.path.join(self.folder, 'kept')))), ('', [name[:-len('.tar.gz')], name]))

    def test_another_sum(self):
        with open(self.release(), 'ab') as file:
            file.write(b'more')
        done = self.fetch(2)
        self.assertIn('not the released one', done.stderr)
        self.assertEqual(os.listdir(os.path.join(self.folder, 'kept')), [])

    def test_none_to_be_had(self):
        os.remove(self.release())
        self.assertIn('could not be fetched', self.fetch(1).stderr)
        self.assertEqual(os.listdir(os.path.join(self.folder, 'kept')), [])
        self.write('release.txt', '')
        self.fetch(1)
        self.write('release.txt', f'file://{self.folder}/site\n{"0" * 64}  vrmlint-1.0-linux-abacus.tar.gz\n')
        self.fetch(1)

    def test_a_full_disk(self):
        """A failed unpacking leaves nothing behind that a later run would use as the program."""
        self.release()
        tar = self.write('small/tar', '#!/bin/sh\n/bin/tar "$@"\nfor last; do :; done\n'
                                      'find "$last" -name vrmlint -type f -exec sh -c \': >"$1"\' sh {} \\;\nexit 2\n')
        os.chmod(tar, 0o755)
        path = os.environ['PATH']
        with unittest.mock.patch.dict(os.environ, {'PATH': f'{self.folder}/small:{path}'}):
            self.assertIn('could not be unpacked', self.fetch(1).stderr)
        self.assertEqual(os.listdir(os.path.join(self.folder, 'kept')), [])
        self.assertEqual(self.fetch(0).stdout, 'a release\n')

    def test_a_broken_program_of_old(self):
        name = os.path.basename(self.release())[:-len('.tar.gz')]
        os.chmod(self.write(f'kept/{name}/vrmlint', b'\x7fELF, cut off'), 0o755)
        self.assertEqual(self.fetch(0).stdout, 'a release\n')
        self.assertEqual(self.fetch(0).stderr, '')

    def test_several_at_once(self):
        self.release()
        script = f'. {shlex.quote(SOURCE)}/adopt/fetch.sh\nfetch_vrmlint release.txt kept || exit $?\n"$vrmlint"\n'
        runs = [subprocess.Popen(['sh', '-c', script], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                for _ in range(8)]
        for run in runs:
            self.assertEqual((run.communicate()[0], run.returncode), (b'a release\n', 0))
        self.assertEqual(len(os.listdir(os.path.join(self.folder, 'kept'))), 2)

    def test_planted_programs_are_not_run(self):
        """Neither one where releases are kept, nor an archive there with another checksum, nor a link there."""
        name = os.path.basename(self.release())[:-len('.tar.gz')]
        planted = f'#!/bin/sh\n>{shlex.quote(self.folder)}/PWNED\nexit 0\n'
        program = os.path.join(self.folder, 'kept', name, 'vrmlint')

        def plant():
            os.chmod(self.write(f'kept/{name}/vrmlint', planted), 0o755)

        plant()
        self.assertEqual(self.fetch(0).stdout, 'a release\n')
        plant()
        self.assertEqual(self.fetch(0).stdout, 'a release\n')
        plant()
        subprocess.run(['tar', '-C', os.path.join(self.folder, 'kept'), '-czf', os.path.join(self.folder, 'kept', f'{name}.tar.gz'), name], check=True)
        self.assertIn('Fetching', self.fetch(0).stderr)
        self.assertEqual(self.fetch(0).stdout, 'a release\n')
        os.rename(program, os.path.join(self.folder, 'kept', 'other'))
        os.symlink('../other', program)
        self.assertEqual(self.fetch(0).stdout, 'a release\n')
        self.assertFalse(os.path.islink(program))
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'PWNED')))

    def test_a_program_on_the_path_is_not_run(self):
        """The action, the hooks and the installation run the pinned program; only the hook vrmlint-system runs that of the PATH."""
        planted = self.write('bin/vrmlint', f'#!/bin/sh\n>{shlex.quote(self.folder)}/PWNED\necho planted\n')
        os.chmod(planted, 0o755)
        self.write('a.gltf', FAILS)
        self.script(1, 'action.sh', VRMLINT_PATHS='a.gltf')
        for words in (['a.gltf'], ['check', 'a.gltf'], ['fix', 'a.gltf']):
            self.script(1, 'pre-commit.sh', *words)
        self.script(0, 'install.sh', os.path.join(self.folder, 'installed'))
        self.assertTrue(os.access(os.path.join(self.folder, 'installed', 'vrmlint'), os.X_OK))
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'PWNED')))
        self.assertEqual(self.script(0, 'pre-commit.sh', 'installed', 'a.gltf'), 'planted\n')

    def test_the_scripts_take_it(self):
        self.release('')
        self.write('a.gltf', FAILS)
        self.script(0, 'pre-commit.sh', 'a.gltf', VRMLINT_RELEASE=f'{self.folder}/release.txt',
                    VRMLINT_RELEASES=f'{self.folder}/kept', PATH='/usr/bin:/bin')
        with open(self.release(), 'ab') as file:
            file.write(b'more')
        shutil.rmtree(os.path.join(self.folder, 'kept'))
        self.script(3, 'pre-commit.sh', 'a.gltf', VRMLINT_RELEASE=f'{self.folder}/release.txt',
                    VRMLINT_RELEASES=f'{self.folder}/kept', PATH='/usr/bin:/bin')


class Skips(Case):
    """The end of tests/run.sh: one count, and for each skip the package or data that runs it."""

    def test_summary(self):
        results = ['OK', 'OK', 'SKIP', 'FAIL', 'EXPECTEDFAIL']
        self.write('build/meson-logs/testlog.json', ''.join(json.dumps({'name': 'x', 'result': result}) + '\n' for result in results))
        self.write('build/meson-logs/testlog.txt', 'test:         corpus\nskipped: no external test data (corpus); set -Dexternal=FOLDER\n'
                   'test:         vrmlint / ci_formats\ntest_a (b.C) ... ok\ntest_junit (b.C) ... skipped \'xmllint is not installed\'\n'
                   'test:         other\ntest_junit (b.C) ... skipped \'xmllint is not installed\'\n')
        done = subprocess.run([sys.executable, os.path.join(SOURCE, 'tests', 'project', 'skips.py'), os.path.join(self.folder, 'build')], check=True, stdout=subprocess.PIPE)
        lines = done.stdout.decode().splitlines()
        self.assertEqual(lines[0], '5 tests: 3 passed, 1 failed, 1 skipped; 3 skips in whole or in part')
        self.assertEqual(lines[1], '  apt install libxml2-utils: ci_formats, other')
        self.assertRegex(lines[2], r'^  data that .*VRMLINT_EXTERNAL.*: corpus$')

    def test_every_reason(self):
        sys.path.insert(0, os.path.join(SOURCE, 'tests', 'project'))
        import skips  # pylint: disable=import-outside-toplevel
        for folder, _, names in os.walk(os.path.join(SOURCE, 'tests')):
            for name in names:
                if name.endswith(('.py', '.sh', '.mjs', '.c')) and name not in ('skips.py', 'test_adopt.py'):
                    with open(os.path.join(folder, name), encoding='utf-8') as file:
                        text = file.read()
                    for reason in re.findall(r"skipTest\('([^']{8,})'|skip(?:Unless|If)\([^\n]*, '([^']+)'\)|['\"]skipped: (no [^'\"{$]{4,}|there is no [^'\"{$]{4,})", text):
                        self.assertNotEqual(skips.remedy(''.join(reason)), skips.OTHERS, (name, reason))


class Versions(Case):
    """Between releases, programs and packages have development versions."""

    def tree(self, heading):
        for name in ('version.py', 'release.sh'):
            shutil.copy(os.path.join(SOURCE, 'adopt', name), self.write(f'tree/adopt/{name}', ''))
        shutil.copytree(os.path.join(SOURCE, 'tests', 'platforms'), os.path.join(self.folder, 'tree', 'tests', 'platforms'), dirs_exist_ok=True)
        self.write('tree/VERSION', '1.2.3\n')
        self.write('tree/CHANGELOG.md', f'# Changes\n\n{heading}\n\nText of 2026-01-01.\n\n## 1.2.30 (2026-01-01)\n\n## 1.2.2 (2026-01-01)\n')

    def version(self, *how):
        done = subprocess.run([sys.executable, os.path.join(self.folder, 'tree', 'adopt', 'version.py'), *how], check=False,
                              env={**os.environ, 'VRMLINT_COMMIT': '0123456789abcdef' * 2}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout.decode().strip()

    def test_spellings(self):
        for heading in ('## 1.2.3', '## 1.2.3 (to come)', '## Unreleased'):
            self.tree(heading)
            self.assertEqual([self.version(how) for how in ('plain', 'npm', 'python', 'debian')], [
                (0, '1.2.3-dev+0123456789ab'), (0, '1.2.3-dev.0+0123456789ab'), (0, '1.2.3.dev0+0123456789ab'), (0, '1.2.3~dev+0123456789ab')])
            self.assertEqual(self.version('release')[0], 1)
        for heading in ('## 1.2.3 (2026-12-01)', '## 1.2.3, 2026-12-01', '## 1.2.3 - 2026-12-01'):
            self.tree(heading)
            self.assertEqual([self.version(how) for how in ('plain', 'npm', 'python', 'debian', 'release')], [(0, '1.2.3')] * 5)

    def test_release_needs_a_date(self):
        self.tree('## 1.2.3')
        tree = os.path.join(self.folder, 'tree')
        for arguments in (('init', '-q'), ('add', '.'), ('commit', '-qm', 'all')):
            subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *arguments], cwd=tree, check=True)
        done = subprocess.run(['adopt/release.sh'], cwd=tree, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.decode(), 'CHANGELOG.md has no date for version 1.2.3: write "## 1.2.3 (YYYY-MM-DD)"\n')
        self.assertFalse(os.path.exists(os.path.join(tree, 'release')))

    def test_program(self):
        done = subprocess.run([sys.executable, os.path.join(SOURCE, 'adopt', 'version.py')], check=True, stdout=subprocess.PIPE)
        ours = self.expect(0, '--version').out.strip()
        self.assertEqual(ours.split('+')[0].split(' (')[0], 'vrmlint ' + done.stdout.decode().strip().split('+')[0])


class Pins(Case):
    """The texts that other repositories copy name the tag of this version, and the list of files in that tag has this version."""

    def read(self, name):
        with open(os.path.join(SOURCE, name), encoding='utf-8') as file:
            return file.read()

    def test_tags(self):
        guide = self.read('docs/first-ten-minutes-ci.md')
        self.assertEqual(re.findall(r'uses: vrmlint/vrmlint@(\S+)', guide), [f'v{VERSION}'] * 2)
        self.assertEqual(re.findall(r'rev: (\S+)', guide), [f'v{VERSION}'])
        self.assertEqual(re.findall(r'VRMLINT_VERSION: (\S+)', self.read('adopt/gitlab-ci.yml')), [f'v{VERSION}'])

    def test_sums(self):
        if not os.path.exists(os.path.join(SOURCE, 'adopt', 'release.txt')):
            self.skipTest('only the commit of a release has the sums of its files')
        address, *sums = self.read('adopt/release.txt').splitlines()
        self.assertTrue(address.endswith(f'/v{VERSION}'))
        names = [re.fullmatch(r'[0-9a-f]{64}  (\S+)', line).group(1) for line in sums]
        for machine in ('x86_64', 'aarch64'):
            self.assertIn(f'vrmlint-{VERSION}-linux-{machine}.tar.gz', names)


class Pieces(Adopt):
    """The pieces of a release: the same bytes each time, and complete pages."""

    def run_python(self, *arguments):
        subprocess.run([sys.executable, os.path.join(SOURCE, 'adopt', arguments[0]), *arguments[1:]], cwd=self.folder,
                       check=True)

    def test_archives(self):
        made = []
        for folder in ('first', 'second'):
            for name in ('b.exe', '最初.html', 'a/c.txt') if folder == 'first' else ('a/c.txt', '最初.html', 'b.exe'):
                self.write(f'{folder}/pack/{name}', name)
            self.run_python('pack.py', os.path.join(self.folder, folder, 'pack'), f'{folder}.zip', '1700000000')
            with open(os.path.join(self.folder, f'{folder}.zip'), 'rb') as file:
                made.append(file.read())
        self.assertEqual(made[0], made[1])
        with zipfile.ZipFile(os.path.join(self.folder, 'first.zip')) as archive:
            self.assertEqual(archive.namelist(), ['pack/a/c.txt', 'pack/b.exe', 'pack/最初.html'])

    def test_pages(self):
        for name in ('first-ten-minutes-artist.md', 'first-ten-minutes-artist.ja.md'):
            source = os.path.join(SOURCE, 'docs', name)
            self.run_python('page.py', source, 'page.html')
            page = self.text('page.html')
            with open(source, encoding='utf-8') as file:
                text = file.read()
            self.assertEqual(page.count('<h2 '), len(re.findall('(?m)^## ', text)))
            self.assertEqual(page.count('<td>') + page.count('<th>'), sum(line.count('|') - 1 for line in text.split('\n')
                                                                          if line.startswith('|') and not line.startswith('|---')))
            self.assertNotRegex(re.sub('(?s)<pre>.*?</pre>|<code>.*?</code>', '', page), r'\*\*|`|\]\(|<!--')
            self.assertIn('</html>', page)
            anchors = re.findall(' id="([^"]*)"', page)
            self.assertEqual(len(anchors), len(set(anchors)))
            for link in re.findall('href="([^"]*)"', page):
                self.assertTrue(link.startswith('https://') or (link.startswith('#') and link[1:] in anchors) or
                                link in ('First ten minutes.html', '最初の10分.html', 'Rules.html', 'ルール.html'), link)

    def test_page_of_rules(self):
        rules = json.loads(subprocess.run([os.environ['VRMLINT'], 'rules', '--format', 'json'], check=True, stdout=subprocess.PIPE).stdout)['rules']
        for name, why in (('Rules.html', 'Why'), ('ルール.html', '理由'), ('rules.ja.html', '理由')):
            self.run_python('page.py', '--rules', os.environ['VRMLINT'], name)
            page = self.text(name)
            self.assertEqual(re.findall('<h2 id="([^"]*)">', page), [rule['rule'] for rule in rules])
            self.assertEqual(re.findall('<li><a href="#([^"]*)">', page), [rule['rule'] for rule in rules])
            self.assertEqual(page.count(f'<h3>{why}</h3>'), len(rules))
            self.assertNotRegex(re.sub('(?s)<pre>.*?</pre>|<code>.*?</code>', '', page), r'\*\*|`|\]\(')
            self.assertIn('</html>', page)


class Steps(Adopt):
    """Build scripts print what they do, and that they are still running."""

    def step(self, status, script, **how):
        done = subprocess.run(['sh', '-c', f'set -eu\n. {shlex.quote(SOURCE)}/tests/platforms/step.sh\n{script}'], cwd=self.folder,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
        self.assertEqual((done.returncode, done.stdout), (status, b''), done.stderr)
        return done.stderr.decode('utf-8')

    def test_long_ones(self):
        err = self.step(0, 'step log "Doing it" sh -c "echo first; echo second; sleep 7"')
        self.assertEqual(err, 'Doing it\n  5 s: second\n')
        with open(os.path.join(self.folder, 'log'), encoding='utf-8') as file:
            self.assertEqual(file.read(), 'first\nsecond\n')

    def test_failures(self):
        self.assertEqual(self.step(7, 'step log "Doing it" sh -c "exit 7" || exit $?'), 'Doing it\n')
        self.assertEqual(self.step(3, 'step log "Doing it" no-such-program || exit 3'), 'Doing it\n')

    def test_elsewhere(self):
        self.assertEqual(self.step(0, 'exec 3>said\nstep log "Doing it" true'), '')
        with open(os.path.join(self.folder, 'said'), encoding='utf-8') as file:
            self.assertEqual(file.read(), 'Doing it\n')


if __name__ == '__main__':
    unittest.main(verbosity=2)
