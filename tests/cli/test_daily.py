#!/usr/bin/env python3
"""Daily use of vrmlint: which files are left out, what long runs show, which limits apply, how runs end. Run like test_cli.py."""
import json
import os
import pty
import re
import signal
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from test_cli import Case, FAILS, FORMATS, NOTHING, PROGRAM, WARNS
from test_config import Config


def repeated(count):
    """Returns a file in which one rule finds count different mistakes: a key that occurs twice in each of count objects."""
    extras = ',\n'.join(f'{{"a{i}": 1, "a{i}": 2}}' for i in range(count))
    return '{"asset": {"version": "2.0"}, "extras": [' + extras + ']}\n'


class Excluding(Config):
    def test_by_default(self):
        for path in ('a.gltf', '.git/b.gltf', 'x/.hidden/c.gltf', 'x/node_modules/d.gltf', '__MACOSX/e.gltf', 'x/f.gltf',
                     '.g.gltf'):
            self.write(path, NOTHING)
        self.assertEqual(self.paths('.'), ['.g.gltf', 'a.gltf', 'x/f.gltf'])
        self.assertEqual(self.paths('x'), ['x/f.gltf'])

    def test_what_is_named_is_checked(self):
        self.write('.git/b.gltf', NOTHING)
        self.write('node_modules/x/d.gltf', NOTHING)
        self.assertEqual(self.paths('.git', 'node_modules'), ['.git/b.gltf', 'node_modules/x/d.gltf'])
        self.assertEqual(self.paths('--exclude', '*.gltf', '.git/b.gltf'), ['.git/b.gltf'])

    def test_globs(self):
        every = ['a.gltf', 'old/b.gltf', 'old/x/c.gltf', 'x/a.gltf', 'x/old/d.glb']
        for path in every:
            self.write(path, NOTHING)
        for globs, left in ((['old/'], ['a.gltf', 'x/a.gltf']), (['old'], ['a.gltf', 'x/a.gltf']),
                            (['/old'], ['a.gltf', 'x/a.gltf', 'x/old/d.glb']), (['old/**'], ['a.gltf', 'x/a.gltf', 'x/old/d.glb']),
                            (['*.glb', '/a.gltf'], ['old/b.gltf', 'old/x/c.gltf', 'x/a.gltf']), (['x/a.gltf'], every[:3] + every[4:])):
            arguments = [part for glob in globs for part in ('--exclude', glob)]
            self.assertEqual(self.paths(*arguments, '.'), left, globs)
        self.assertEqual(self.paths('--exclude', 'x/c.gltf', '--exclude', 'x/a.gltf', 'old', 'x'), ['old/b.gltf', 'x/old/d.glb'])

    def test_wrong_globs(self):
        self.usage("--exclude: the pattern 'x/[abc' has a [ without a ]", '--exclude', 'x/[abc', '.')
        self.usage('--exclude needs a value', '--exclude=', '.')

    def test_settings(self):
        for path in ('a.gltf', 'x/b.gltf', 'x/old/c.gltf', 'x/y/old/d.gltf', 'old/e.gltf'):
            self.write(path, NOTHING)
        self.config({'exclude': ['old/']}, 'x')
        self.assertEqual(self.paths('.'), ['a.gltf', 'old/e.gltf', 'x/b.gltf'])
        self.config({'exclude': ['x/b.gltf']})
        self.assertEqual(self.paths('.'), ['a.gltf', 'old/e.gltf'][:2])
        self.assertEqual(self.paths('--no-config', 'x'), ['x/b.gltf', 'x/old/c.gltf', 'x/y/old/d.gltf'])
        self.assertEqual(self.paths('x/old'), ['x/old/c.gltf'])

    def test_nothing_found(self):
        self.write('x/a.fbx', '')
        self.write('x/b.blend', '')
        self.write('x/.git/c.gltf', NOTHING)
        self.write('y/.git/c.gltf', NOTHING)
        start = 'contains no .vrm, .vrma, .glb or .gltf file to check'
        err = self.expect(3, 'x', 'y').err
        self.assertRegex(err, r'vrmlint: x: ' + re.escape(start) + r', only 2 other files \(\.(blend, \.fbx|fbx, \.blend)\); left out: x/\.git;')
        self.assertIn(f'vrmlint: y: {start}; left out: y/.git; a PATH itself is always checked\n', err)

    def test_what_is_no_file(self):
        self.write('a.gltf', NOTHING)
        os.mkfifo(os.path.join(self.folder, 'pipe.vrm'))
        os.symlink('/dev/null', os.path.join(self.folder, 'device.glb'))
        done = self.expect(0, '.')
        link = "a link to what isn't among the given paths; --follow follows it"
        pipe = 'a pipe or a device, not an ordinary file'
        self.assertEqual(done.err, f'vrmlint: device.glb: skipped: {link}\nvrmlint: pipe.vrm: skipped: {pipe}\n')
        self.assertIn(f'vrmlint: device.glb: skipped: {pipe}\n', self.expect(0, '--follow', '.').err)


class Settings(Config):
    def test_extends(self):
        self.write('x/a.gltf', WARNS)
        self.write('shared/all.json', '{"severity": {"json/duplicate-key": "error"}, "failOn": "never", "extends": "base.json"}')
        self.write('shared/base.json', '{"severity": {"json": "info"}, "failOn": "info", "paths": [{"match": ["a.gltf"], "ignore": ["json"]}]}')
        self.config({'extends': '../shared/all.json'}, 'x')
        shown = json.loads(self.expect(0, 'config', '--format', 'json', 'x/a.gltf').out)
        self.assertEqual([f['path'] for f in shown['files']], ['x/../shared/base.json', 'x/../shared/all.json', 'x/.vrmlint.json'])
        self.assertEqual(shown['failOn'], 'never')
        self.assertEqual(self.severities('x'), {'x/a.gltf': []})
        self.config({'extends': '../shared/all.json', 'select': ['json'], 'paths': [{'match': ['a.gltf'], 'select': ['json']}]}, 'x')
        self.assertEqual(self.severities('x'), {'x/a.gltf': ['error']})

    def test_extends_is_shared(self):
        self.write('x/a.gltf', WARNS)
        self.write('y/a.gltf', WARNS)
        self.write('base.json', '{"severity": {"json": "error"}}')
        self.config({'extends': '../base.json'}, 'x')
        self.config({'extends': '../base.json', 'severity': {'json': 'info'}}, 'y')
        self.assertEqual(self.severities('.'), {'x/a.gltf': ['error'], 'y/a.gltf': ['info']})

    def test_extends_wrongly(self):
        self.write('a.gltf', WARNS)
        self.config({'extends': 'gone.json'})
        self.usage('.vrmlint.json:1:13: gone.json: No such file', '.')
        self.config({'extends': '.vrmlint.json'})
        self.usage(".vrmlint.json:1:13: the settings files form a cycle: '.vrmlint.json' is already read", '.')
        self.config({'extends': 'a.json'})
        self.write('a.json', '{"extends": "b.json"}')
        self.write('b.json', '{"extends": "./a.json"}')
        self.usage("b.json:1:13: the settings files form a cycle: './a.json' is already read", '.')
        self.write('b.json', '{"nothing": 1}')
        self.usage("a.json:1:13: b.json:1:13: unknown setting 'nothing'", '.')

    def test_what_does_nothing(self):
        self.write('a.gltf', WARNS)
        self.config({'select': []})
        self.usage(".vrmlint.json:1:12: 'select' is empty", '.')
        self.config({'paths': [{'match': ['a'], 'select': []}]})
        self.usage(".vrmlint.json:1:39: 'select' is empty", '.')
        self.config({'paths': [{'match': ['a', 'b/[cd']}]})
        self.usage(".vrmlint.json:1:28: the pattern 'b/[cd' has a [ without a ]", '.')
        self.config({'exclude': ['[']})
        self.usage(".vrmlint.json:1:14: the pattern '[' has a [ without a ]", '.')

    def test_patterns_that_fit_nothing(self):
        self.write('x/a.gltf', WARNS)
        self.config({'paths': [{'match': ['a.gltf', 'old/**']}]}, 'x')
        told = "vrmlint: x/.vrmlint.json:1:33: the pattern 'old/**' matches no file that was checked\n"
        for arguments, err in ((['.'], told), (['x'], told), (['x/a.gltf'], ''), (['--quiet', 'x'], ''), (['--shard', '1/2', '.'], '')):
            self.assertEqual(self.run_it(*arguments).err, err, arguments)
        self.write('x/old/b.gltf', NOTHING)
        self.assertEqual(self.expect(0, '.').err, '')

    def test_baseline(self):
        self.write('x/a.gltf', WARNS)
        self.write('y/a.gltf', WARNS)
        self.config({'baseline': 'known.txt'}, 'x')
        self.usage('x/.vrmlint.json:1:14: x/known.txt: ', '.')
        self.expect(0, '--write-baseline', 'x/known.txt', 'x')
        done = self.expect(1, '--fail-on', 'warning', '.')
        self.assertIn('x/a.gltf: nothing new, 1 known to the baseline\n', done.out)
        self.assertIn('y/a.gltf: 1 warning', done.out)
        self.expect(0, '--fail-on', 'warning', 'x')
        self.expect(1, '--fail-on', 'warning', '--no-baseline', 'x')
        self.expect(1, '--fail-on', 'warning', '--no-config', 'x')
        self.assertRegex(self.expect(0, 'config', 'x/a.gltf').out, r'(?m)^baseline: x/known.txt +x/\.vrmlint\.json:1:14$')
        self.write('x/a.gltf', NOTHING)
        self.assertIn('is no longer found', self.expect(0, 'x').err)

    def test_ignores_that_fitted_once(self):
        self.write('x/a.gltf', WARNS)
        self.config({'ignores': [{'rule': 'json', 'pointer': '/extras', 'reason': 'r'},
                                 {'rule': 'json', 'node': 'Gone', 'reason': 'r'}]}, 'x')
        never = 'vrmlint: x/.vrmlint.json:1:%d: this ignore of json matched nothing in this run; remove it, or check the files that it is for\n'
        self.assertEqual(self.expect(0, '--cache', 'kept', 'x').err, never % 69)
        self.write('x/a.gltf', NOTHING)
        self.assertEqual(self.expect(0, 'x').err, never % 14 + never % 69)  # without the cache, the earlier match is unknown
        self.assertEqual(self.expect(0, '--cache', 'kept', 'x').err,
                         'vrmlint: x/.vrmlint.json:1:14: this ignore of json no longer matches anything; remove it\n' + never % 69)


class Showing(Case):
    def test_min_severity(self):
        self.write('f.gltf', FAILS)
        self.write('w.gltf', WARNS)
        arguments = ['--min-severity', 'error', '.']
        out = self.expect(1, *arguments).out
        self.assertNotIn('duplicate-key', out)
        self.assertIn('w.gltf: no findings of the chosen severities and apps, 1 not shown (another severity or app)\n', out)
        self.assertIn('2 files checked: 1 error, 0 warnings, 0 info; 1 not shown (another severity or app)\n', out)
        for name in FORMATS:
            out = self.run_it('--format', name, *arguments).out
            self.assertNotIn('duplicate-key', out, name)
        report = json.loads(self.run_it('--format', 'json', '--statistics', *arguments).out)
        self.assertEqual(report['files'][1]['counts'], {'error': 0, 'warning': 0, 'info': 0, 'hidden': 1})
        self.assertEqual(report['summary']['hidden'], 1)
        self.assertEqual([r['rule'] for r in report['summary']['statistics']['rules']], ['json/syntax'])
        self.expect(1, '--fail-on', 'warning', '--min-severity', 'error', 'w.gltf')
        self.expect(0, '--fail-on', 'never', *arguments)
        self.usage("--min-severity can't be 'bad'", '--min-severity', 'bad', '.')

    def test_max_warnings(self):
        for name in 'abc':
            self.write(f'{name}.gltf', WARNS)
        for most, status in ((0, 1), (2, 1), (3, 0), (4, 0)):
            done = self.expect(status, '--max-warnings', str(most), '--min-severity', 'error', '.')
            self.assertEqual(done.err, f'vrmlint: 3 warnings, but --max-warnings allows {most}\n' if status else '')
        self.usage("'-1' is not a number of warnings", '--max-warnings', '-1', '.')
        for i in (1, 2):
            self.write(f'{i}.ndjson', self.run_it('--format', 'ndjson', '--shard', f'{i}/2', '.').out)
        self.expect(1, 'merge', '--max-warnings', '2', '1.ndjson', '2.ndjson')

    def test_tables_alone(self):
        self.write('a.gltf', WARNS)
        for name in ('text', 'concise'):
            out = self.expect(0, '--statistics', '--quiet', '--format', name, '.').out
            self.assertIn('json/duplicate-key', out)
            self.assertNotIn('a.gltf', out)
            self.assertTrue(out.startswith('\n  findings   files  rule\n'), out)
            self.assertNotIn('files checked', out)

    def test_long_runs(self):
        for i in range(150):
            self.write(f'n{i}.gltf', NOTHING)
        for i in range(120):
            self.write(f'w{i}.gltf', WARNS)
        self.write('z.gltf', FAILS)
        out = self.expect(1, '.').out
        self.assertEqual(len(re.findall(r'^[nw]\d+\.gltf: ', out, re.M)), 200)
        self.assertIn('z.gltf: 1 error', out)
        self.assertIn('and 20 more files with warnings: --all\nand 50 more files without findings: --all\n', out)
        self.assertIn('\n271 files checked: ', out)
        out = self.expect(1, '--all', '.').out
        self.assertEqual(len(re.findall(r'^[nw]\d+\.gltf: ', out, re.M)), 270)
        self.assertNotIn('--all', out)

    def test_many_findings_as_text(self):
        self.write('a.gltf', repeated(43))
        self.assertIn('  and 33 more of json/duplicate-key: --all\n', self.expect(0, '.').out)
        out = self.expect(0, '--all', '.').out
        self.assertEqual(out.count('json/duplicate-key'), 43)

    def test_where_findings_are(self):
        self.write('a.gltf', WARNS)
        plain = self.expect(0, '.').out
        self.assertNotIn('/extras/a', plain)
        self.assertNotIn('column 27', plain)
        self.assertIn('\n             json/duplicate-key\n', plain)
        verbose = self.expect(0, '--verbose', '.').out
        self.assertIn('line 3, column 27', verbose)
        self.assertIn('json/duplicate-key at /extras/a\n', verbose)
        colored = self.expect(0, '--color', 'always', '.').out
        self.assertRegex(colored, r'\x1b\[2mline 3, column 27[^\n]*\x1b\[0?m\n')

    def test_many_findings_for_programs(self):
        self.write('a.gltf', repeated(1003))
        whole = json.loads(self.run_it('--format', 'json', '--all-findings', '.').out)['files'][0]
        self.assertEqual(len(whole['findings']), 1003)
        capped = json.loads(self.run_it('--format', 'json', '.').out)['files'][0]
        self.assertEqual(capped['counts'], whole['counts'])
        self.assertEqual(len(capped['findings']), 1000)
        self.assertEqual([f['data'].get('more') for f in capped['findings']], [None] * 999 + [3])
        record = self.run_it('--format', 'ndjson', '--statistics', '.').out
        self.assertEqual(len(json.loads(record.splitlines()[0])['findings']), 1000)
        self.assertEqual(json.loads(record.splitlines()[1])['summary']['statistics']['rules'][0]['count'], 1003)
        self.write('part.ndjson', record)
        merged = json.loads(self.expect(0, 'merge', '--format', 'json', '--statistics', 'part.ndjson').out)
        self.assertEqual(merged['summary']['warning'], 1003)
        self.assertEqual(merged['summary']['statistics']['rules'][0]['count'], 1003)
        self.assertIn('and 993 more of json/duplicate-key', self.expect(0, 'merge', 'part.ndjson').out)
        for name, count in (('sarif', lambda out: len(json.loads(out)['runs'][0]['results'])), ('gitlab', lambda out: len(json.loads(out))),
                            ('junit', lambda out: out.count('json/duplicate-key ('))):
            self.assertEqual(count(self.run_it('--format', name, '.').out), 1000, name)
            self.assertEqual(count(self.run_it('--format', name, '--all-findings', '.').out), 1003, name)
        self.assertIn('and 3 more of json/duplicate-key: --all-findings', self.run_it('--format', 'gitlab', '.').out)
        self.expect(0, '--write-baseline', 'known', '--format', 'json', '.')
        self.assertIn('1003 known to the baseline', self.expect(0, '--baseline', 'known', '.').out)
        self.expect(0, '--cache', 'kept', '--format', 'json', '.')
        self.assertEqual(len(json.loads(self.run_it('--cache', 'kept', '--format', 'json', '--all-findings', '.').out)['files'][0]['findings']), 1003)

    def test_junit_follows_fail_on(self):
        self.write('w.gltf', WARNS)
        for arguments, failures in (([], 0), (['--fail-on', 'warning'], 1), (['--fail-on', 'never'], 0), (['--fail-on', 'info'], 1)):
            root = ElementTree.fromstring(self.run_it('--format', 'junit', *arguments, '.').out)
            self.assertEqual(root[0].get('failures'), str(failures), arguments)
            self.assertEqual(len(root.findall('.//failure')), failures, arguments)
        self.write('.vrmlint.json', '{"failOn": "warning"}')
        root = ElementTree.fromstring(self.run_it('--format', 'junit', '.').out)
        self.assertEqual(root[0].get('failures'), '1')
        self.write('part.ndjson', self.run_it('--format', 'ndjson', 'w.gltf').out)
        out = self.run_it('merge', '--format', 'junit', '--fail-on', 'warning', 'part.ndjson').out
        self.assertEqual(ElementTree.fromstring(out)[0].get('failures'), '1')

    def test_names_that_are_not_utf8(self):
        for name in (b'b\xff.vrm', b'b\xfe.vrm', b'b\\xFF.vrm'):
            with open(os.path.join(os.fsencode(self.folder), name), 'wb') as file:
                file.write(FAILS.encode())
        record = self.expect(1, '--format', 'ndjson', '.').out
        self.assertEqual([json.loads(line)['path'] for line in record.splitlines()[:3]], ['b\\x5CxFF.vrm', 'b\\xFE.vrm', 'b\\xFF.vrm'])
        self.write('part.ndjson', record)
        self.write('list', b'b\xff.vrm\nb\xfe.vrm\nb\\xFF.vrm\n')
        done = self.expect(1, 'merge', '--files-from', 'list', '--format', 'ndjson', 'part.ndjson')
        self.assertEqual((done.err, done.out), ('', record))

    def test_explain_shows_what_differs(self):
        rules = [line.split()[0] for line in self.expect(0, 'rules').out.splitlines() if re.match(r'\s+[a-z0-9]+/', line)]
        for rule in sorted(set(rules)):
            out = self.expect(0, 'explain', rule).out
            fails, _, passes = out.partition('\nAn example that passes\n')
            fails = fails.partition('\nAn example that fails\n')[2]
            if passes:
                self.assertNotEqual(fails.strip(), passes.strip(), rule)


class Ending(Case):
    def test_closed_pipe(self):
        for i in range(200):
            self.write(f'{i}.gltf', FAILS)
        for arguments in (['.'], ['--format', 'ndjson', '.'], ['--format', 'json', '.'], ['rules'], ['explain', 'json/syntax'], ['--help']):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([*PROGRAM, *arguments], cwd=self.folder, stdout=writer, stderr=subprocess.PIPE, check=False)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b''), arguments)

    def test_the_other_reports_stay_whole(self):
        for i in range(20):
            self.write(f'{i}.gltf', FAILS)
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([*PROGRAM, '--format', 'text', '--format', 'json=all.json', '.'], cwd=self.folder, stdout=writer,
                              stderr=subprocess.PIPE, check=False)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b''))
        with open(os.path.join(self.folder, 'all.json'), encoding='utf-8') as file:
            self.assertEqual(json.load(file)['summary']['files'], 20)

    def progress(self, *arguments):
        """Returns what a terminal shows that gets both standard output and standard error."""
        try:
            controller, terminal = pty.openpty()
        except OSError:
            self.skipTest('there are no pseudo terminals here')
        running = subprocess.Popen([*PROGRAM, '--progress', 'always', '--jobs', '1', *arguments], cwd=self.folder, stdout=terminal,
                                   stderr=terminal, stdin=subprocess.DEVNULL)
        os.close(terminal)
        seen = b''
        try:
            while piece := os.read(controller, 4096):
                seen += piece
        except OSError:
            pass
        os.close(controller)
        running.wait()
        return seen.decode('utf-8')

    def test_progress_beside_files(self):
        for i in range(300):
            self.write(f'{i}.gltf', FAILS)
        shown = self.progress('--format', 'ndjson=all.ndjson', '.')
        self.assertRegex(shown, r'of 300 files')
        self.assertEqual(shown.count('\x1b[K'), shown.count(' of 300 files') + 1, shown)  # it isn't erased before each record


class Caching(Case):
    def entries(self):
        found = {}
        for folder, _, names in os.walk(os.path.join(self.folder, 'kept')):
            found.update({name: os.path.join(folder, name) for name in names})
        return found

    def test_size(self):
        for i in range(10):
            self.write(f'{i}.gltf', NOTHING + ' ' * i)
        self.expect(0, '--cache', 'kept', '.')
        before = self.entries()
        self.assertEqual(len(before), 10)
        size = 10 * 4096  # their size on disk
        for at, path in enumerate(sorted(before.values())):
            os.utime(path, (1000 + at, 1000 + at))
        self.expect(0, '--cache', 'kept', '3.gltf')  # this marks the entry as used
        used = [path for path in before.values() if os.path.getmtime(path) > 100000]
        self.assertEqual(len(used), 1)
        self.write('new.gltf', NOTHING + '\n\n')
        self.expect(0, '--cache', 'kept', '--cache-size', str(size // 2), 'new.gltf')
        after = self.entries()
        self.assertEqual(len(after), 5)
        self.assertIn(used[0], after.values())
        oldest = sorted(set(before.values()) - set(used))
        self.assertNotIn(oldest[0], after.values())
        self.assertIn(oldest[-1], after.values())
        self.usage("--cache-size: 'much' is not a size", '--cache', 'kept', '--cache-size', 'much', '.')

    def test_what_a_killed_run_leaves(self):
        self.write('a.gltf', NOTHING)
        gone = subprocess.Popen(['true'])
        gone.wait()
        names = [f'{"0" * 62}.{gone.pid:x}.0123456789abcdef.tmp', f'{"1" * 62}.{os.getpid():x}.0123456789abcdef.tmp', 'mine.tmp', 'other.txt']
        for name in names:
            self.write(f'kept/00/{name}', 'x')
        self.write(f'kept/ignores.{gone.pid:x}.0123456789abcdef.tmp', 'x')
        self.expect(0, '--cache', 'kept', '.')
        left = set(self.entries())
        self.assertEqual({name for name in names if name in left}, set(names[1:]))
        self.assertEqual([name for name in left if name.startswith('ignores')], [])


if __name__ == '__main__':
    unittest.main(verbosity=2)
