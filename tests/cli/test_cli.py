#!/usr/bin/env python3
"""The command line, from outside: exit statuses, usage, files and folders. Also has the code that all tests of it share.

Run by meson with VRMLINT (the program) and VRMLINT_SOURCE (the source tree) in the environment; VRMLINT_WRAP is a command that
runs the program, such as "valgrind -q". Whole outputs are compared with the files in tests/cli/golden; VRMLINT_BLESS=1 writes
those again: read them before you commit them.
"""
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
import unittest

PROGRAM = shlex.split(os.environ.get('VRMLINT_WRAP', '')) + [os.environ['VRMLINT']]
SOURCE = os.environ['VRMLINT_SOURCE']
GOLDEN = os.path.join(SOURCE, 'tests', 'cli', 'golden')
with open(os.path.join(SOURCE, 'VERSION'), encoding='ascii') as version_file:
    VERSION = version_file.read().strip()

NOTHING = '{"asset": {"version": "2.0"}}\n'
WARNS = '{\n  "asset": {"version": "2.0"},\n  "extras": {"a": 1, "a": 2}\n}\n'  # json/duplicate-key
FAILS = '{"asset": {"version": "2.0"},}\n'  # json/syntax


# as in tests/unit/support.h: slow programs, such as sanitized ones, do a tenth of the repetitions
TENTH = 10 if 'VRMLINT_SMALL' in os.environ else 1


def some(files):
    """Returns all of a list, or every tenth element."""
    return files[::TENTH]


def known_formats():
    """Returns the names of the formats of reports, in the program's order."""
    done = subprocess.run([*PROGRAM, '--format', 'none of them', '.'], check=False, stderr=subprocess.PIPE, env={**os.environ, 'LC_ALL': 'C'})
    return re.search(r'known formats: ([a-z, -]+)', done.stderr.decode('utf-8')).group(1).strip().split(', ')


FORMATS = known_formats()


class Done:
    """The results of one run."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out.decode('utf-8'), err.decode('utf-8')


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='vrmlint-cli-')
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(text if isinstance(text, bytes) else text.encode('utf-8'))
        return path

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as file:
            return file.read()

    @staticmethod
    def clean():
        """Returns the environment without the variables that the program uses."""
        heeded = ('CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'JENKINS_URL', 'CI_PROJECT_DIR', 'GITHUB_WORKSPACE', 'SOURCE_DATE_EPOCH', 'NO_COLOR', 'CLICOLOR_FORCE', 'COLUMNS', 'GITHUB_STEP_SUMMARY', 'LC_ALL', 'LC_MESSAGES', 'LANG')
        return {name: value for name, value in os.environ.items() if name not in heeded}

    def run_it(self, *arguments, stdin=b'', env=None, cwd=None):
        """Runs the program in the test's folder, or in a folder of it. stdin: bytes, or an open file."""
        clean = self.clean()
        clean.update(env or {})
        done = subprocess.run([*PROGRAM, *arguments], cwd=cwd or self.folder, env=clean, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, **({'input': stdin} if isinstance(stdin, bytes) else {'stdin': stdin}))
        return Done(done.returncode, done.stdout, done.stderr)

    def expect(self, status, *arguments, **how):
        done = self.run_it(*arguments, **how)
        self.assertEqual(done.status, status, f'{arguments}: {done.out}{done.err}')
        return done

    def usage(self, text, *arguments, **how):
        """Checks for a usage error: status 2, nothing on standard output, and one line on standard error that contains text."""
        done = self.expect(2, *arguments, **how)
        self.assertEqual(done.out, '')
        self.assertRegex(done.err, r'\Avrmlint: [^\n]*\n\Z')
        self.assertIn(text, done.err)

    def paths(self, *arguments, **how):
        """Returns the paths of a json report, in its order."""
        return [f['path'] for f in json.loads(self.run_it('--format', 'json', *arguments, **how).out)['files']]

    def golden(self, name, text):
        path = os.path.join(GOLDEN, name)
        text = re.sub(rf'(ersion": "|vrmlint ){re.escape(VERSION)}(-dev(\+[0-9a-f]{{12}})?)?', r'\1VERSION', text)  # make it the same in every version
        if os.environ.get('VRMLINT_BLESS'):
            os.makedirs(GOLDEN, exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        with open(path, encoding='utf-8') as file:
            self.assertEqual(text, file.read(), f'{name}: VRMLINT_BLESS=1 takes the new text')


class ExitStatus(Case):
    def test_nothing_found(self):
        self.write('a.gltf', NOTHING)
        self.assertEqual(self.expect(0, 'check', 'a.gltf').err, '')
        self.assertEqual(self.expect(0, 'a.gltf').err, '')

    def test_fail_on(self):
        self.write('warns.gltf', WARNS)
        self.write('fails.gltf', FAILS)
        for level, warns, fails in (('error', 0, 1), ('warning', 1, 1), ('info', 1, 1), ('never', 0, 0)):
            self.expect(warns, '--fail-on', level, 'warns.gltf')
            self.expect(fails, '--fail-on', level, 'fails.gltf')
        self.expect(0, 'warns.gltf')
        self.expect(1, 'warns.gltf', 'fails.gltf')

    def test_unreadable_is_not_nothing_to_check(self):
        self.write('cut.vrm', b'glTF\2\0\0\0')
        self.write('fails.gltf', FAILS)
        done = self.expect(0, '--select', 'springbone', '.')
        self.assertEqual(done.out.count('nothing was checked'), 2)
        self.assertNotIn('no extension that', done.out)
        for selection in ('springbone', 'default'):
            report = json.loads(self.run_it('--format', 'json', '--select', selection, '.').out)
            self.assertEqual([file['skipped'] for file in report['files']],
                             [[{'what': 'everything', 'why': "the file can't be read as glTF"}]] * 2)
        self.assertIn('Could not be read', self.expect(0, '--format', 'html', '--select', 'springbone', '.').out)

    def test_severity_counts(self):
        self.write('warns.gltf', WARNS)
        self.expect(1, '--severity', 'json/duplicate-key=error', 'warns.gltf')
        self.expect(1, '--severity=json=error', 'warns.gltf')
        self.expect(0, '--severity', 'json/duplicate-key=info', '--fail-on', 'warning', 'warns.gltf')
        done = self.expect(0, '--severity', 'json/duplicate-key=off', '--fail-on', 'info', 'warns.gltf')
        self.assertNotIn('duplicate', done.out)

    def test_select_and_ignore(self):
        self.write('warns.gltf', WARNS)
        for status, arguments in ((1, ['--select', 'json']), (1, ['--select', 'container,json/duplicate-key']),
                                  (0, ['--select', 'container']), (1, ['--select', 'default']), (0, ['--ignore', 'json']),
                                  (0, ['--ignore', 'json/duplicate-key', '--select', 'json']),
                                  (1, ['--select', 'container', '--select', 'json']), (0, ['--ignore', 'default'])):
            self.expect(status, '--fail-on', 'info', *arguments, 'warns.gltf')

    def test_missing_file_and_the_rest(self):
        self.write('fails.gltf', FAILS)
        done = self.expect(3, '--format', 'concise', 'missing.vrm', 'fails.gltf')
        self.assertIn('json/syntax', done.out)
        self.assertEqual(done.err, 'vrmlint: missing.vrm: No such file or directory\n')

    def test_error_does_not_vanish(self):
        self.write('a.gltf', NOTHING)
        for arguments in (['--format', 'json'], ['--format', 'ndjson']):
            done = self.expect(3, *arguments, 'missing.vrm', 'a.gltf')
            self.assertRegex(done.out, '"path": ?"missing.vrm"')
            self.assertIn('No such file or directory', done.out)
        self.assertIn('1 could not be read', self.expect(3, 'missing.vrm', 'a.gltf').out)

    def test_folder_instead_of_output(self):
        self.write('a.gltf', NOTHING)
        os.mkdir(os.path.join(self.folder, 'out'))
        done = self.expect(3, '--format', 'text', '--format', 'json=out', 'a.gltf')
        self.assertIn('a.gltf', done.out)
        self.assertRegex(done.err, r'\Avrmlint: out: [^\n]+\n\Z')

    @unittest.skipIf(os.geteuid() == 0, 'root may read everything')
    def test_unreadable(self):
        os.chmod(self.write('a.gltf', NOTHING), 0)
        os.chmod(self.write('b/c.gltf', NOTHING), 0)
        self.assertIn('a.gltf: Permission denied', self.expect(3, 'a.gltf').err)
        os.chmod(os.path.join(self.folder, 'b'), 0)
        self.addCleanup(os.chmod, os.path.join(self.folder, 'b'), 0o700)
        self.assertIn('b: Permission denied', self.expect(3, 'b').err)

    def test_unreadable_for_anybody(self):
        os.symlink('loop.vrm', os.path.join(self.folder, 'loop.vrm'))
        self.write('good.vrm', NOTHING)
        done = self.expect(3, '.')
        self.assertEqual(done.err, 'vrmlint: loop.vrm: Too many levels of symbolic links\n')
        self.assertIn('good.vrm', done.out)


class Usage(Case):
    def test_options(self):
        self.write('a.gltf', NOTHING)
        self.usage("did you mean '--format'?", '--fromat', 'json', 'a.gltf')
        self.usage("unknown option '--xyzzy'", '--xyzzy', 'a.gltf')
        self.usage("did you mean '--safe-only'?", 'fix', '--safe', 'a.gltf')  # not --unsafe, which is less far away
        self.usage("did you mean 'vrmlint fix'?", '--fix', 'a.gltf')
        self.usage("did you mean 'vrmlint fix --in-place'?", '--in-place', 'a.gltf')
        self.usage("did you mean '--statistics'?", '--stat', 'a.gltf')
        self.usage("unknown option '-x'", '-x', 'a.gltf')
        self.usage("unknown option '-format'; did you mean '--format'?", '-format', 'json', 'a.gltf')
        self.usage("--format needs a value", 'a.gltf', '--format')
        for option in ('config', 'baseline', 'files-from', 'cache', 'relative-to', 'stdin-filename'):  # a variable that isn't set
            self.usage(f"--{option} needs a value", 'a.gltf', f'--{option}', '')
        self.usage("--since needs a value: --since REVISION", 'diff', '--since=')
        self.usage("--quiet takes no value", '--quiet=yes', 'a.gltf')
        self.usage("did you mean 'json'?", '--format', 'jsno', 'a.gltf')
        self.usage("did you mean 'warning'?", '--fail-on', 'warnings', 'a.gltf')
        self.usage("use one of auto|always|never", '--color', 'purple', 'a.gltf')
        self.usage("did you mean 'json/duplicate-key'?", '--select', 'json/duplicate-keys', 'a.gltf')
        self.usage("did you mean 'json/duplicate-key'?", '--ignore', 'duplicate-key', 'a.gltf')
        self.usage("did you mean 'container'?", '--severity', 'contaner=off', 'a.gltf')
        self.usage("did you mean 'error'?", '--severity', 'json=eror', 'a.gltf')
        self.usage('RULE=LEVEL', '--severity', 'json', 'a.gltf')
        self.usage('empty', '--select', 'json,,container', 'a.gltf')
        for jobs in ('0', '-1', 'x', '1x', '99999'):
            self.usage('is not a number from 1', '--jobs', jobs, 'a.gltf')

    def test_nothing_to_check(self):
        self.usage('nothing to check: give a file, a folder, or - for standard input')
        self.usage('nothing to check', 'check', '--quiet')

    def test_accepted(self):
        self.write('a.gltf', NOTHING)
        plain = self.expect(0, 'a.gltf').out
        for arguments in (['--no-config'], ['--no-simulation'], ['--jobs', '4'], ['--jobs=1'], ['--progress', 'never'],
                          ['--progress=always'], ['--color', 'never'], ['--format', 'text'], ['--format=text=-']):
            self.assertEqual(self.expect(0, *arguments, 'a.gltf').out, plain)

    def test_two_outputs_to_one_place(self):
        self.write('a.gltf', NOTHING)
        self.usage('two outputs would be written to standard output', '--format', 'json', '--format', 'text', 'a.gltf')
        self.usage('two outputs would be written to standard output', '--format', 'json=-', '--format', 'text', 'a.gltf')
        self.usage('two outputs would be written to x', '--format', 'json=x', '--format', 'text=x', 'a.gltf')
        self.usage('would overwrite', '--format', 'json=a.gltf', 'a.gltf')
        with open(os.path.join(self.folder, 'a.gltf'), encoding='utf-8') as file:
            self.assertEqual(file.read(), NOTHING)

    def test_models_are_not_overwritten(self):
        """Neither a buffer of a .gltf nor an avatar that this run doesn't check."""
        self.write('a.gltf', NOTHING)
        self.write('b.VRM', 'another avatar')
        self.write('body.bin', 'vertices')
        for path in ('body.bin', './b.VRM'):
            said = f"overwrite '{path}', which by its name is a model or a part of one"
            self.usage(said, '--format', f'json={path}', 'a.gltf')
            self.usage(said, '--write-baseline', path, 'a.gltf')
            self.usage(said, 'simulate', '--output', path, 'a.gltf')
            self.usage(said, 'merge', '--format', f'text={path}', 'a.gltf')
        for path, text in (('b.VRM', 'another avatar'), ('body.bin', 'vertices')):
            with open(os.path.join(self.folder, path), encoding='utf-8') as file:
                self.assertEqual(file.read(), text)
        self.expect(0, '--format', 'json=new.bin', 'a.gltf')

    def test_sources_are_not_overwritten(self):
        self.write('a.gltf', WARNS)
        self.write('list', 'a.gltf\n')
        self.write('settings', '{}')
        self.expect(0, '--write-baseline', 'known', 'a.gltf')
        for source, option in (('known', '--baseline'), ('settings', '--config'), ('list', '--files-from')):
            self.usage(f"would overwrite '{source}'", option, source, '--format', f'json=./{source}', 'a.gltf')
            if source != 'known':
                self.usage(f"would overwrite '{source}'", option, source, '--write-baseline', source, 'a.gltf')
        self.expect(0, '--baseline', 'known', '--write-baseline', 'known', 'a.gltf')  # updates the baseline
        self.assertNotIn('duplicate-key', self.expect(0, '--baseline', 'known', 'a.gltf').out)

    def test_standard_input_is_not_overwritten(self):
        path = self.write('a.gltf', NOTHING)
        for arguments in (['--format', 'json=a.gltf', '-'], ['simulate', '--output', 'a.gltf', '-']):
            with open(path, 'rb') as file:
                self.usage('would overwrite', *arguments, stdin=file)

    def test_two_ways_to_one_place(self):
        self.write('a.gltf', NOTHING)
        os.mkdir(os.path.join(self.folder, 'sub'))
        os.symlink('a.gltf', os.path.join(self.folder, 'soft.gltf'))
        os.link(os.path.join(self.folder, 'a.gltf'), os.path.join(self.folder, 'hard.gltf'))
        for path in ('./a.gltf', 'sub/../a.gltf', os.path.join(self.folder, 'a.gltf'), 'soft.gltf', 'hard.gltf'):
            self.usage("would overwrite 'a.gltf'", '--format', f'json={path}', 'a.gltf')
            self.usage('would overwrite', '--format', f'json={path}', '.')
            self.usage('two outputs would be written to a.gltf', '--format', f'json={path}', '--format', 'text=a.gltf', 'b.gltf')
        os.symlink('../x', os.path.join(self.folder, 'sub', 'to-x'))
        os.symlink('sub/to-x', os.path.join(self.folder, 'to-to-x'))
        for path in ('x', './x', 'sub/../x', os.path.join(self.folder, 'x'), 'sub/to-x', 'to-to-x'):
            self.usage('two outputs would be written to x', '--format', f'json={path}', '--format', 'text=x', 'a.gltf')
        for path in ('-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'):
            self.usage('two outputs would be written to standard output', '--format', 'json', '--format', f'text={path}', 'a.gltf')
        with open(os.path.join(self.folder, 'a.gltf'), encoding='utf-8') as file:
            self.assertEqual(file.read(), NOTHING)
        self.assertEqual(sorted(os.listdir(self.folder)), ['a.gltf', 'hard.gltf', 'soft.gltf', 'sub', 'to-to-x'])
        self.expect(0, '--format', 'json=x', '--format', 'text=sub/x', '--format', 'concise=y', 'a.gltf')
        self.expect(0, '--format', 'json=/dev/null', '--format', 'text=/dev/null', 'a.gltf')

    def test_hostile_arguments(self):
        done = self.expect(2, '--format', 'a\x1b[31m\nb', 'x')
        self.assertNotIn('\x1b', done.err)
        self.assertEqual(done.err.count('\n'), 1)

    def test_where_options_end(self):
        self.write('--quiet', NOTHING)
        self.write('-', NOTHING)
        self.assertEqual(self.paths('--', '--quiet'), ['--quiet'])
        self.assertEqual(self.paths('--', '-', stdin=NOTHING.encode()), ['-'])
        self.assertEqual(self.paths('./-'), ['./-'])

    def test_rules_and_explain(self):
        self.usage("did you mean 'json/duplicate-key'?", 'explain', 'json/duplicat-key')
        self.usage("did you mean 'container'?", 'explain', 'containers')
        self.usage('explain needs a RULE', 'explain')
        self.usage('one RULE at a time', 'explain', 'json', 'container')
        self.usage("did you mean 'json'?", 'rules', '--format', 'jsn')
        self.usage('vrmlint explain json', 'rules', 'json')

    def test_meant_as_a_command(self):
        done = self.expect(3, 'explian', 'json')
        self.assertIn("did you mean the command 'explain'?", done.err)
        for word in ('help', 'version'):
            self.assertIn(f"did you mean 'vrmlint --{word}'?", self.expect(3, word).err)


class Schemas(Case):
    """Schemas that users give: --schema NAME=FILE."""
    HAT = ('{"asset": {"version": "2.0"}, "extensionsUsed": ["EXAMPLE_hat"], "scenes": [{"nodes": [0]}],'
           ' "nodes": [{"name": "Hat", "extensions": {"EXAMPLE_hat": %s}}]}\n')

    def test_findings(self):
        self.write('schemas/hat.json', '{"properties": {"size": {"$ref": "size.json"}}}')
        self.write('schemas/size.json', '{"type": "number"}')
        self.write('a.gltf', self.HAT % '{"size": 3}')
        self.write('b.gltf', self.HAT % '{"size": "large"}')
        done = self.run_it('check', '--schema', 'EXAMPLE_hat=schemas/hat.json', '--format', 'json', 'a.gltf', 'b.gltf')
        self.assertEqual((done.status, done.err), (1, ''))
        a, b = json.loads(done.out)['files']
        self.assertEqual((a['findings'], a['unchecked'], a['extensions']), ([], [], {'EXAMPLE_hat': ''}))
        self.assertEqual([(f['rule'], f['pointer']) for f in b['findings']],
                         [('schema/wrong-type', '/nodes/0/extensions/EXAMPLE_hat/size')])
        done = self.run_it('check', '--schema', 'EXAMPLE_hat=schemas/hat.json', '--severity', 'schema=info', 'b.gltf')
        self.assertEqual(done.status, 0)
        done = self.run_it('check', '--format', 'json', 'b.gltf')
        self.assertEqual(json.loads(done.out)['files'][0]['unchecked'], ['EXAMPLE_hat'])

    def test_cache(self):
        """A kept report depends on the schema's content, and on that of schemas that it refers to."""
        arguments = ('check', '--cache', 'kept', '--schema', 'EXAMPLE_hat=hat.json', '--format', 'concise', 'a.gltf')
        self.write('a.gltf', self.HAT % '{"size": "large"}')
        self.write('hat.json', '{"properties": {"size": {"$ref": "size.json"}}}')
        self.write('size.json', '{"type": "string"}')
        self.assertEqual(self.run_it(*arguments).status, 0)
        self.write('size.json', '{"type": "number"}')
        self.assertEqual(self.run_it(*arguments).status, 1)
        self.write('size.json', '{"type": "string"}')
        self.assertEqual(self.run_it(*arguments).status, 0)

    def test_refused(self):
        self.write('hat.json', '{"properties": {"size": {"type": "text"}}}')
        self.write('a.gltf', NOTHING)
        for argument, said in (
                ('EXAMPLE_hat', 'must be NAME=FILE'),
                ('=hat.json', 'must be NAME=FILE'),
                ('EXAMPLE_hat=', 'must be NAME=FILE'),
                ('VRM=hat.json', 'vrmlint already has a schema for VRM'),
                ('EXAMPLE_hat=none.json', 'none.json'),
                ('EXAMPLE_hat=a', 'a'),
                ('EXAMPLE_hat=hat.json', "hat.json can't be used as a schema: type must be")):
            done = self.run_it('check', '--schema', argument, 'a.gltf')
            self.assertEqual((done.status, done.out), (2, ''), argument)
            self.assertIn(said, done.err)
            self.assertEqual(done.err.count('\n'), 1, done.err)


class Inputs(Case):
    def test_standard_input(self):
        self.assertIn('json/syntax', self.expect(1, '-', stdin=FAILS.encode()).out)
        self.assertIn('standard input: no mistakes found, but the file has no extension', self.expect(0, 'check', '-', stdin=NOTHING.encode()).out)
        self.assertEqual(self.paths('-', '-', stdin=NOTHING.encode()), ['-'])

    def test_folders(self):
        wanted = ['B.VRM', 'a.gltf', 'a/z.glb', 'a0.vrma', 'deep/er/x.GlTf', 'x.vrm/y.vrm']
        for name in wanted + ['readme.txt', 'vrm', 'a.vrm.bak', 'deep/x.png', '.hidden']:
            self.write(name, NOTHING)
        self.assertEqual(self.paths('.'), wanted)
        self.assertEqual(self.paths('deep/', 'a', 'a.gltf'), ['a.gltf', 'a/z.glb', 'deep/er/x.GlTf'])
        self.assertEqual(self.paths(self.folder), [os.path.join(self.folder, name) for name in wanted])

    def test_order_is_that_of_bytes(self):
        names = ['Z.vrm', 'a.vrm', 'a-b.vrm', 'a/b.vrm', 'ä.vrm', '日本.vrm', '~.vrm']
        for name in names:
            self.write(name, NOTHING)
        self.assertEqual(self.paths(*names), sorted(names, key=lambda n: n.encode()))
        self.assertEqual(self.paths('.'), sorted(names, key=lambda n: n.encode()))

    def test_any_name_when_named(self):
        self.write('avatar.bin', NOTHING)
        self.assertEqual(self.paths('avatar.bin', 'avatar.bin'), ['avatar.bin'])

    def test_symbolic_links(self):
        self.write('lib/a/one.vrm', NOTHING)
        self.write('lib/b/two.vrm', NOTHING)
        self.write('other/three.vrm', NOTHING)
        for link, target in (('lib/a/up', '..'), ('lib/self', '.'), ('lib/b/a', '../a'), ('lib/a/b', '../b'),
                             ('lib/out', '../other'), ('lib/gone', 'nowhere'), ('lib/link.vrm', 'a/one.vrm')):
            os.symlink(target, os.path.join(self.folder, link))
        self.assertEqual(self.paths('lib'), ['lib/a/one.vrm', 'lib/b/two.vrm', 'lib/link.vrm'])
        self.assertEqual(self.paths('lib', '--follow'), ['lib/a/one.vrm', 'lib/b/two.vrm', 'lib/link.vrm', 'lib/out/three.vrm'])

    def test_many_links_stay_cheap(self):
        count = 12
        for i in range(count):
            self.write(f'{i:02}/x.vrm', NOTHING)
            for k in range(count):
                os.symlink(f'../{k:02}', os.path.join(self.folder, f'{i:02}', f'to{k:02}'))
        self.assertEqual(self.paths('.'), [f'{i:02}/x.vrm' for i in range(count)])

    def test_pipe_in_a_folder(self):
        self.write('a.vrm', NOTHING)
        os.mkfifo(os.path.join(self.folder, 'pipe.vrm'))
        self.assertEqual(self.paths('.'), ['a.vrm'])

    def test_empty_folder(self):
        os.mkdir(os.path.join(self.folder, 'empty'))
        self.write('full/a.gltf', NOTHING)
        self.write('text/a.txt', NOTHING)
        for folder, more in (('empty', ''), ('text', ', only 1 other file (.txt)')):
            done = self.expect(3, folder, 'full')
            self.assertEqual(done.err, f'vrmlint: {folder}: contains no .vrm, .vrma, .glb or .gltf file to check{more}\n')
            self.assertIn('full/a.gltf', done.out)
        self.expect(0, '.')

    def test_files_from(self):
        for name in ('a.vrm', 'b.vrm', 'c/d.vrm', 'new\nline.vrm'):
            self.write(name, NOTHING)
        self.write('list', 'b.vrm\r\n\nc\na.vrm')
        self.write('nul', 'b.vrm\0new\nline.vrm\0')
        self.assertEqual(self.paths('--files-from', 'list'), ['a.vrm', 'b.vrm', 'c/d.vrm'])
        self.assertEqual(self.paths('--files-from=nul', 'a.vrm'), ['a.vrm', 'b.vrm', 'new\nline.vrm'])
        self.assertEqual(self.paths('--files-from', '-', stdin=b'c\na.vrm\n'), ['a.vrm', 'c/d.vrm'])

    def test_files_from_error(self):
        self.write('a.vrm', NOTHING)
        self.write('empty', '\n')
        self.write('marked', b'\xef\xbb\xbfa.vrm\r\nb.vrm\r\n')  # as editors and PowerShell on Windows write it
        self.assertEqual(self.paths('--files-from', 'marked'), ['a.vrm', 'b.vrm'])
        for encoding in ('utf-16', 'utf-16-be'):
            self.write('wide', '\ufeffa.vrm\n'.encode(encoding))
            self.assertIn('wide: is a list in UTF-16', self.expect(3, '--files-from', 'wide').err)
        self.assertIn('nolist: No such file', self.expect(3, '--files-from', 'nolist', 'a.vrm').err)
        self.assertIn('empty: lists no file', self.expect(3, '--files-from', 'empty').err)
        self.assertIn('standard input: it is already the list, and can\'t also be a file to check', self.expect(3, '--files-from', '-', stdin=b'-\na.vrm\n').err)
        self.usage('standard input can\'t be both', '--files-from', '-', '-')
        self.usage('a list is already given', '--files-from', 'list', '--files-from', 'more')


class Golden(Case):
    """Whole outputs."""

    @staticmethod
    def same_build(text):
        """Returns a report without the parts that a new build or day changes."""
        return re.sub(r'"(build|rules|settings|date)": "[0-9a-f-]+"', r'"\1": "..."', text)

    def test_text(self):
        self.write('nothing.gltf', NOTHING)
        self.write('warns.gltf', WARNS)
        self.write('fails.gltf', FAILS)
        chunk = b'{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4}]}'
        chunk += b' ' * (-len(chunk) % 4)
        body = struct.pack('<II', len(chunk), 0x4E4F534A) + chunk
        self.write('short.glb', b'glTF' + struct.pack('<II', 2, len(body) + 12) + body)
        self.golden('text.txt', self.expect(1, '.').out)
        self.golden('concise.txt', self.expect(1, '--format', 'concise', '.').out)
        self.golden('json.txt', self.same_build(self.expect(1, '--format', 'json', '.').out))
        self.golden('ndjson.txt', self.same_build(self.expect(1, '--format', 'ndjson', '.').out))
        self.golden('quiet.txt', self.expect(1, '--quiet', '.').out)
        self.golden('color.txt', self.expect(1, '--color', 'always', '.').out.replace('\x1b', '\\e'))


if __name__ == '__main__':
    unittest.main(verbosity=2)
