#!/usr/bin/env python3
"""Where the program reads and writes: links in folders, links as outputs, hostile names, paths that are too long. Run like
test_cli.py."""
import json
import os
import shutil
import subprocess
import unittest

from test_cli import Case, FAILS, FORMATS, NOTHING, PROGRAM, WARNS

FIXABLE = '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"]}\n'
SECRET = '{"asset": {"version": "2.0"}, "hunter2": 1, "extensionsUsed": ["VRMC_springBone"]}\n'
SKIPPED = "skipped: a link to what isn't among the given paths; --follow follows it"


class Files(Case):
    def at(self, name):
        return os.path.join(self.folder, name)

    def link(self, name, target):
        os.makedirs(os.path.dirname(self.at(name)), exist_ok=True)
        os.symlink(target, self.at(name))

    def text(self, name):
        with open(self.at(name), encoding='utf-8') as file:
            return file.read()


class Links(Files):
    """Walking a folder doesn't leave it by links."""

    def setUp(self):
        super().setUp()
        self.write('in/real.gltf', FIXABLE)
        self.write('in/deep/er/x.gltf', NOTHING)
        self.write('in/.git/config', SECRET)
        self.write('in/token.json', SECRET)
        self.write('out/secret.json', SECRET)
        self.write('out/model.gltf', SECRET)
        self.out = {
            'in/file.gltf': '../out/model.gltf',
            'in/json.gltf': '../out/secret.json',
            'in/folder': '../out',
            'in/deep/up': '../..',
            'in/absolute.gltf': self.at('out/model.gltf'),
            'in/git.gltf': '.git/config',        # in the folder, but not found by walking it
            'in/git': '.git',
            'in/deep/token.gltf': '../token.json',
            'in/chain.gltf': 'deep/chain.gltf',   # out in two steps
            'in/deep/chain.gltf': '../../out/model.gltf',
            'in/through.gltf': 'deep/up/out/model.gltf',
        }
        if os.path.exists('/proc/self/environ'):
            self.out['in/environment.gltf'] = '/proc/self/environ'
        within = {'in/same.gltf': 'real.gltf', 'in/self': '.', 'in/deep/back': '..', 'in/deep/er.gltf': 'er/x.gltf',
                  'in/other': 'deep/er', 'in/round.gltf': '../in/real.gltf'}
        for name, target in {**self.out, **within}.items():
            self.link(name, target)
        self.found = ['in/deep/er.gltf', 'in/deep/er/x.gltf', 'in/real.gltf', 'in/round.gltf', 'in/same.gltf']

    def assert_skipped(self, done):
        self.assertEqual(done.err.splitlines(), [f'vrmlint: {name}: {SKIPPED}' for name in sorted(self.out)])

    def test_commands(self):
        done = self.expect(0, 'list', 'in')
        self.assertEqual(done.out.splitlines(), self.found)
        self.assert_skipped(done)
        for name in ('json', 'text', 'sarif', 'html'):
            done = self.expect(0, '--format', name, 'in')
            self.assert_skipped(done)
            self.assertNotIn('hunter2', done.out)
        self.assertEqual(self.paths('in'), self.found)
        self.assert_skipped(self.expect(1, 'fix', 'in'))
        done = self.expect(0, 'diff', 'in', 'in')
        self.assertIn(f'in/git.gltf: {SKIPPED}', done.err)
        self.assertNotIn('hunter2', done.out)

    def test_working_folder(self):
        found = json.loads(self.expect(0, '--format', 'json', '.', cwd=self.at('in')).out)['files']
        self.assertEqual([file['path'] for file in found], [name[3:] for name in self.found])

    def test_follow(self):
        listed = self.expect(0, 'list', '--follow', 'in')
        self.assertEqual(listed.err, '')
        wanted = {name for name in self.out if name.endswith(('.gltf', '.gltf'))} | set(self.found)
        self.assertEqual(wanted - set(listed.out.splitlines()), set())
        self.assertIn('hunter2', self.run_it('--follow', '--format', 'json', 'in').out)

    def test_named(self):
        """A link that is named is taken, alone or in a list, and so is what it leads to."""
        for name in ('in/file.gltf', 'in/json.gltf', 'in/git.gltf'):
            self.assertEqual(self.expect(0, 'list', name).out, name + '\n')
            self.assertEqual(self.expect(0, 'list', '--files-from', '-', stdin=name.encode()).out, name + '\n')
            self.assertEqual(self.paths(name), [name])
        self.assertEqual(self.paths('in/folder'), ['in/folder/model.gltf'])

    def test_several_paths(self):
        """A link from one PATH to another stays among them, in any order."""
        self.assertEqual(self.expect(0, 'list', '--files-from', '-', 'in/deep/er', stdin=b'out').out.splitlines(),
                         ['in/deep/er/x.gltf', 'out/model.gltf'])
        for paths in (('in', 'out'), ('out', 'in'), ('out/model.gltf', 'in')):
            listed = self.expect(0, 'list', *paths).out.splitlines()
            for name in ('in/file.gltf', 'in/absolute.gltf', 'in/chain.gltf', 'in/through.gltf'):
                self.assertIn(name, listed)
            for name in ('in/json.gltf', 'in/git.gltf'):
                self.assertNotIn(name, listed)
            self.assertEqual('in/folder/model.gltf' in listed, 'out' in paths)

    def test_excluded(self):
        """What is left out of a folder isn't found through a link either."""
        for pattern in ('in/deep/er', 'deep/er/', 'in/deep/**'):
            listed = self.expect(0, 'list', '--exclude', pattern, 'in')
            self.assertEqual(listed.out.splitlines(), ['in/real.gltf', 'in/round.gltf', 'in/same.gltf'], listed.err)
            self.assertIn(f'in/other: {SKIPPED}', listed.err)

    def test_nothing_else(self):
        self.link('only/x.gltf', '../out/model.gltf')
        done = self.expect(3, 'only')
        self.assertEqual(done.err, 'vrmlint: only: contains no .vrm, .vrma, .glb or .gltf file to check; left out: only/x.gltf; a PATH itself '
                                   f'is always checked\nvrmlint: only/x.gltf: {SKIPPED}\n')

    def test_many(self):
        for i in range(30):
            self.link(f'many/{i:02}.gltf', '../out/model.gltf')
        self.write('many/z.gltf', NOTHING)
        lines = self.expect(0, 'many').err.splitlines()
        self.assertEqual(len(lines), 21)
        self.assertEqual(lines[-1], 'vrmlint: many/20.gltf: skipped: 10 more files and folders; vrmlint list --left-out lists them')
        self.assertEqual(len(self.expect(0, 'list', '--left-out', 'many').err.splitlines()), 30)

    def test_fixed_copies(self):
        done = self.expect(0, 'fix', '--output', 'fixed', '--fail-on', 'never', 'in')
        self.assertIn(f'in/git.gltf: {SKIPPED}', done.err)
        written = [os.path.relpath(os.path.join(top, name), self.at('fixed')) for top, _, names in os.walk(self.at('fixed')) for name in names]
        self.assertEqual(sorted('in/' + name for name in written), self.found)
        for name in written:
            self.assertNotIn('hunter2', self.text(os.path.join('fixed', name)))

    def test_fixed_in_place(self):
        """A file outside isn't changed, and one in the folder is changed once, though links lead to it."""
        for env in ({}, {'CI': 'true'}):
            self.write('in/real.gltf', FIXABLE)
            done = self.expect(0, 'fix', '--in-place', '--fail-on', 'never', 'in', env=env)
            self.assertEqual(done.out.count('fix made'), 1)
            self.assertEqual(json.loads(self.text('in/real.gltf')), json.loads(NOTHING))
            for name in ('out/secret.json', 'out/model.gltf', 'in/.git/config', 'in/token.json'):
                self.assertEqual(self.text(name), SECRET)
            self.assertTrue(os.path.islink(self.at('in/same.gltf')))

    def test_fixed_in_place_when_named(self):
        """A link that is named leads to what is changed, except in a continuous-integration service."""
        self.link('named.gltf', '../' + os.path.basename(self.folder) + '/in/real.gltf')
        done = self.expect(3, 'fix', '--in-place', 'named.gltf', env={'CI': 'true'})
        self.assertIn('vrmlint: named.gltf: a link in the working folder', done.err)
        self.assertEqual(self.text('in/real.gltf'), FIXABLE)
        self.expect(0, 'fix', '--in-place', 'named.gltf')
        self.assertNotEqual(self.text('in/real.gltf'), FIXABLE)

    def test_wide_loops_end(self):
        for i in range(40):
            self.link(f'in/deep/loop{i}', '../..' if i % 2 else '../deep')
        self.assertEqual(self.expect(0, 'list', 'in').out.splitlines(), self.found)


class Outputs(Files):
    """Outputs that a link in a repository would lead elsewhere, as a hostile one has it."""

    COMMANDS = [
        *(('check', '--format', f'{name}={{}}', 'a') for name in FORMATS),
        ('check', '--write-baseline', '{}', 'a'),
        ('merge', '--format', 'json={}', '../records.ndjson'),
        ('diff', '--format', 'html={}', 'a', 'a'),
        ('fix', '--output', '{}', 'a/a$(touch PWNED).gltf'),
        ('simulate', '--output', '{}', '../swings.gltf'),
        ('conformance', 'list', '--output', '{}'),
    ]
    FOLDERS = [
        ('check', '--cache', '{}', 'a'),
        ('fix', '--output', '{}', 'a'),
        ('conformance', 'write', '{}'),
    ]

    def setUp(self):
        super().setUp()
        self.write('repository/a/a$(touch PWNED).gltf', FIXABLE)
        shutil.copy(os.path.join(os.environ['VRMLINT_SOURCE'], 'fixtures', 'whole', 'clean.vrm'), self.at('swings.gltf'))
        os.makedirs(self.at('repository/.git'))
        self.profile = self.write('home/.profile', 'echo profile\n')
        self.link('repository/gl.json', '../home/.profile')
        self.link('repository/new.json', '../home/new')
        self.link('repository/folder', '../home')
        self.link('repository/empty', '../empty')
        os.mkdir(self.at('empty'))
        self.run_it('check', '--format', 'ndjson=../records.ndjson', 'a', cwd=self.at('repository'))

    def run_there(self, arguments, name, **how):
        return self.run_it(*(argument.format(name) if '{}' in argument else argument for argument in arguments), cwd=self.at('repository'), **how)

    def assert_refused(self, arguments, name, **how):
        done = self.run_there(arguments, name, **how)
        self.assertEqual(done.status, 3, (arguments, name, done.err))
        self.assertRegex(done.err, rf'(?m)\Avrmlint: {name}[^\n]*: a link in the working folder or a repository leads there: [^\n]*\n'
                         + (r'\Z' if 'fix' not in arguments else ''))
        self.assertEqual((os.listdir(self.at('home')), os.listdir(self.at('empty'))), (['.profile'], []), (arguments, name))
        self.assertEqual(self.text('home/.profile'), 'echo profile\n', arguments)

    def test_in_a_service(self):
        for variable, value in (('CI', 'true'), ('CI', '1'), ('TF_BUILD', 'True')):
            for arguments in self.COMMANDS if value == 'true' else self.COMMANDS[:1]:
                for name in ('gl.json', 'new.json', 'folder/x', 'a/../folder/x', './gl.json', self.at('repository/gl.json')):
                    self.assert_refused(arguments, name, env={variable: value})
            for arguments in self.FOLDERS:
                for name in ('empty', 'empty/x', './empty'):
                    self.assert_refused(arguments, name, env={variable: value})
        # links above the working folder are those of the repository too
        done = self.run_it('--format', 'json=../gl.json', '.', cwd=self.at('repository/a'), env={'CI': 'true'})
        self.assertEqual((done.status, self.text('home/.profile')), (3, 'echo profile\n'))

    def test_the_rest_is_done(self):
        done = self.run_it('--format', 'json=gl.json', '--format', 'sarif=good', '--format', 'concise', 'a', cwd=self.at('repository'),
                           env={'CI': 'true'})
        self.assertEqual(done.status, 3)
        self.assertIn('declared-but-absent', done.out)
        self.assertIn('"2.1.0"', self.text('repository/good'))

    def test_step_summary(self):
        done = self.run_it('--format', 'github', 'a', cwd=self.at('repository'), env={'CI': 'true', 'GITHUB_STEP_SUMMARY': 'gl.json'})
        self.assertEqual((done.status, self.text('home/.profile')), (3, 'echo profile\n'))

    def test_named_by_the_user(self):
        for arguments in self.COMMANDS:
            if arguments[0] != 'fix':  # replaces the link, as it replaces any file
                for name in ('gl.json', 'new.json', 'folder/x', 'empty/x'):
                    for env in ({}, {'CI': ''}, {'CI': 'false'}):
                        done = self.run_there(arguments, name, env=env)
                        self.assertEqual((done.status, 'link' in done.err), (0, False), (arguments, done.err))
        self.assertNotEqual(self.text('home/.profile'), 'echo profile\n')
        self.assertTrue(os.path.islink(self.at('repository/gl.json')))
        for arguments in self.FOLDERS:
            self.assertEqual(self.run_there(arguments, 'empty').status, 0, arguments)
        self.assertGreater(len(os.listdir(self.at('empty'))), 3)

    def test_links_in_a_folder_that_is_named(self):
        """Whoever names a folder doesn't name the links in it."""
        self.write('repository/a/sub/y.gltf', FIXABLE)
        for name in ('sub', 'springs', 'y'):
            self.link(f'repository/out/{name}', '../../empty')
        for env in ({}, {'CI': 'true'}):
            done = self.run_there(('fix', '--output', '{}', 'a'), 'out', env=env)
            self.assertEqual(done.status, 3)
            self.assertIn('vrmlint: out/sub/y.gltf: a link in the working folder', done.err)
            self.assertTrue(os.path.exists(self.at('repository/out/a$(touch PWNED).gltf')))
            self.assertEqual(self.run_there(('conformance', 'write', '{}'), 'out', env=env).status, 3)
        self.run_it('check', '--cache', 'kept', 'a', cwd=self.at('repository'))
        entries = [name for name in os.listdir(self.at('repository/kept')) if len(name) == 2]
        self.assertEqual(len(entries), 1)
        shutil.rmtree(self.at('repository/kept/' + entries[0]))
        self.link('repository/kept/' + entries[0], '../../empty')
        self.assertIn('kept: some reports could not be kept here', self.run_it('check', '--cache', 'kept', 'a', cwd=self.at('repository')).err)
        self.assertEqual(os.listdir(self.at('empty')), [])

    def test_init(self):
        """Nobody names what init writes."""
        for name, target in (('.github', '../empty'), ('.vrmlint.json', '../home/new'), ('vrmlint-baseline.txt', '../home/new'),
                             ('.github/workflows', '../../empty'), ('.github/workflows/vrmlint.yml', '../../../home/new')):
            with self.subTest(name):
                self.link('repository/' + name, target)
                done = self.run_it('init', 'a', cwd=self.at('repository'))
                self.assertEqual(done.status, 3, done.err)
                self.assertIn('a link in the working folder or a repository leads there', done.err)
                self.assertEqual((os.listdir(self.at('home')), os.listdir(self.at('empty'))), (['.profile'], []))
                for made in ('.github', '.vrmlint.json', 'vrmlint-baseline.txt'):
                    path = self.at('repository/' + made)
                    if os.path.islink(path) or os.path.isfile(path):
                        os.remove(path)
                    shutil.rmtree(path, ignore_errors=True)
        self.assertEqual(self.run_it('init', 'a', cwd=self.at('repository')).status, 0)

    def test_links_of_the_system(self):
        """Links outside of working folder and repository are those of the system or of the user."""
        self.link('link', 'home')
        env = {'CI': 'true'}
        self.assertEqual(self.run_there(self.COMMANDS[2], '../link/x.json', env=env).status, 0)
        self.assertIn('"files"', self.text('home/x.json'))
        there = [name for name in ('/dev/stdout', '/dev/stderr', '/dev/null', '/dev/fd/1', '/proc/self/fd/1', '-') if os.path.exists(name) or name == '-']
        for name in there:
            done = self.run_there(self.COMMANDS[2], name, env=env)
            self.assertEqual(done.status, 0, done.err)
            self.assertEqual('"files"' in done.out + done.err, name != '/dev/null', name)
        with open(self.at('kept'), 'wb') as kept:
            done = subprocess.run([*PROGRAM, '--format', f'json=/dev/fd/{kept.fileno()}', 'a'], cwd=self.at('repository'), check=False,
                                  env={**self.clean(), **env}, pass_fds=[kept.fileno()])
        self.assertEqual(done.returncode, 0)
        self.assertIn('"files"', self.text('kept'))
        # in the root of the file system, every link would be below the working folder
        self.assertEqual(self.run_it('--format', 'json=/dev/null', self.at('swings.gltf'), cwd='/', env=env).status, 0)


class Names(Files):
    """Names of files, as lists print them for terminals and logs."""

    NASTY = ['a\x1b[31mred.gltf', '\x07bell.gltf', 'bidi\u202egnp.gltf', '\u2066isolate.gltf', '##vso[task.complete].gltf', '::error::x.gltf',
             '##[error]y.gltf', 'c1\x9b2J.gltf', '##teamcity[z].gltf', 'tab\t.gltf', 'return\r.gltf', 'hidden\u200b.gltf']

    def test_list(self):
        for name in self.NASTY:
            self.write(name, NOTHING)
        self.write('plain ü 日本.gltf', NOTHING)
        done = self.expect(0, 'list', '.')
        for text in (done.out, done.err):
            self.assertNotRegex(text, '[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]|##vso\\[|##\\[|##teamcity\\[|(?m:^::)')
        self.assertEqual(len(done.out.splitlines()), len(self.NASTY) + 1)
        self.assertIn('plain ü 日本.gltf\n', done.out)
        self.assertEqual(len(done.err.splitlines()), len(self.NASTY))
        self.assertIn('vrmlint: a\\x1B[31mred.gltf: has characters in its name that are escaped in the list; --null prints it as it is\n', done.err)
        shown = [json.loads(line) for line in self.expect(0, '--format', 'ndjson', '.').out.splitlines()]
        self.assertEqual(len(shown), len(self.NASTY) + 2)

    def test_null_is_raw(self):
        for name in self.NASTY:
            self.write(name, NOTHING)
        done = self.expect(0, 'list', '--null', '.')
        self.assertEqual(sorted(done.out.split('\0')), sorted(['', *self.NASTY]))
        self.assertEqual(done.err, '')
        self.write('list', done.out)
        self.assertEqual(sorted(self.paths('--files-from', 'list')), sorted(self.NASTY))

    def test_bytes(self):
        with open(os.path.join(os.fsencode(self.folder), b'\x83\x41.gltf'), 'wb') as file:
            file.write(NOTHING.encode())
        self.assertEqual(self.expect(0, 'list', '.').out, '\\x83A.gltf\n')


class Long(Files):
    """A path that is too long to open is an error, and nothing is skipped in silence."""

    NAME = 'd' * 200

    def setUp(self):
        super().setUp()
        self.write('clean.gltf', NOTHING)
        self.write('deep/clean.gltf', NOTHING)
        here = os.open(self.at('deep'), os.O_RDONLY)
        for _ in range(22):
            os.mkdir(self.NAME, dir_fd=here)
            deeper = os.open(self.NAME, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = deeper
        os.close(os.open('x.gltf', os.O_WRONLY | os.O_CREAT, dir_fd=here))
        os.close(here)
        self.addCleanup(subprocess.run, ['rm', '-rf', self.at('deep')], check=True)
        self.path = 'deep/' + (self.NAME + '/') * 22 + 'x.gltf'

    def test_commands(self):
        self.write('list', f'clean.gltf\n{self.path}\n')
        for arguments in (['.'], ['check', '--files-from', 'list'], ['list', '.'], ['list', '--files-from', 'list'], ['fix', '.'],
                          ['fix', '--files-from', 'list'], ['fix', '--output', 'out', '.'], ['fix', '--in-place', '.'], ['diff', 'deep', 'deep'],
                          ['list', '--null', '.'], [self.path], ['--format', 'json', '.']):
            done = self.expect(3, *arguments)
            self.assertRegex(done.err, r'(?m)^vrmlint: [^\n]*: File name too long$', arguments)
        self.assertIn('clean.gltf', self.expect(3, '.').out)

    def test_a_file_that_goes_is_no_error(self):
        shutil.rmtree(self.at('deep'), ignore_errors=True)
        subprocess.run(['rm', '-rf', self.at('deep')], check=True)
        self.link('gone.txt', 'nowhere')
        self.link('round.txt', 'round.txt')
        self.assertEqual(self.expect(0, '.').err, '')


if __name__ == '__main__':
    unittest.main(verbosity=2)
