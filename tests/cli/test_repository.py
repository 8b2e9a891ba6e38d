#!/usr/bin/env python3
"""Features for repositories and libraries: lists of files, initial settings, exclusion by name, paths relative to the top of a
project, ignores that expire, manifests."""
import hashlib
import io
import json
import os
import tarfile
import unittest

from test_cli import Case, FAILS, NOTHING, SOURCE, VERSION, WARNS


class List(Case):
    def setUp(self):
        super().setUp()
        for name in ('x/b.vrm', 'x/A.VRM', 'x/.trash/c.vrm', 'x/__MACOSX/d.vrm', 'x/wip/e.vrm', 'x/notes.txt'):
            self.write(name, NOTHING)
        self.write('x/.vrmlint.json', '{"exclude": ["wip/"]}')

    def test_as_check(self):
        listed = self.expect(0, 'list', 'x').out.splitlines()
        self.assertEqual(listed, ['x/A.VRM', 'x/b.vrm'])
        self.assertEqual(listed, self.paths('x'))
        self.write('list', self.expect(0, 'list', '-0', 'x').out)
        self.assertEqual(self.paths('--files-from', 'list'), listed)
        shards = [self.expect(0, 'list', '--shard', f'{i}/3', 'x').out.splitlines() for i in (1, 2, 3)]
        self.assertEqual(sorted(sum(shards, [])), listed)

    def test_more(self):
        done = self.expect(0, 'list', '--sizes', '--left-out', '--exclude', 'A*', 'x')
        self.assertEqual(done.out, f'{len(NOTHING)}\tx/b.vrm\n')
        self.assertEqual(sorted(done.err.splitlines()),
                         ['vrmlint: x/.trash: left out: a folder of other programs',
                          'vrmlint: x/A.VRM: left out: matches --exclude',
                          'vrmlint: x/__MACOSX: left out: a folder of other programs',
                          'vrmlint: x/wip: left out: excluded by the settings'])

    def test_error(self):
        self.assertIn('gone.vrm', self.expect(3, 'list', 'gone.vrm').err)
        self.write('y/a\nb.vrm', NOTHING)
        self.assertIn('--null', self.expect(3, 'list', 'y').err)
        self.assertEqual(self.expect(0, 'list', '--null', 'y').out, 'y/a\nb.vrm\0')
        self.usage('nothing to check', 'list')


class Exclude(Case):
    def test_named(self):
        self.write('.vrmlint.json', '{"exclude": ["wip/"]}')
        for name in ('a.gltf', 'wip/b.gltf', '.git/c.gltf', 'node_modules/d.gltf', 'old.gltf'):
            self.write(name, FAILS)
        named = ['a.gltf', 'wip/b.gltf', '.git/c.gltf', './node_modules/d.gltf', 'old.gltf']
        self.assertEqual(len(self.paths(*named)), 5)
        self.assertEqual(self.paths('--force-exclude', '--exclude', 'old*', *named), ['a.gltf'])
        self.expect(0, '--force-exclude', 'wip/b.gltf')
        self.expect(0, '--force-exclude', 'wip')
        self.expect(1, '--force-exclude', os.path.join(self.folder, 'a.gltf'))

    def test_nothing(self):
        self.write('list', '')
        os.mkdir(os.path.join(self.folder, 'empty'))
        self.expect(3, '--files-from', 'list')
        self.expect(0, '--allow-empty', '--files-from', 'list')
        self.expect(3, 'empty')
        self.expect(0, '--allow-empty', 'empty')
        self.expect(3, '--allow-empty', 'gone.vrm')


class Names(Case):
    def test_standard_input(self):
        self.write('models/.vrmlint.json', '{"ignore": ["json/duplicate-key"]}')
        said = self.expect(0, '--fail-on', 'warning', '-f', 'concise', '--stdin-filename', 'models/a.gltf', '-', stdin=WARNS.encode())
        self.assertEqual(said.out, '')
        said = self.expect(1, '-fconcise', '--stdin-filename', 'b.gltf', '-', stdin=FAILS.encode())
        self.assertTrue(said.out.startswith('b.gltf:1:'), said.out)
        self.assertEqual(json.loads(self.run_it('-f=json', '--stdin-filename', 'b.gltf', '-', stdin=NOTHING.encode()).out)
                         ['files'][0]['path'], 'b.gltf')

    def test_relative(self):
        self.write('top/models/a.gltf', FAILS)
        here = os.path.join(self.folder, 'top', 'models')
        top = os.path.join(self.folder, 'top')

        def path(*arguments, env=None):
            return json.loads(self.expect(1, '--format', 'gitlab', *arguments, env=env).out)[0]['location']['path']
        self.assertEqual(path('top/models/a.gltf'), 'top/models/a.gltf')
        self.assertEqual(path('top/models/a.gltf', env={'CI_PROJECT_DIR': top}), 'models/a.gltf')
        self.assertEqual(path('top/../top/./models/a.gltf', env={'GITHUB_WORKSPACE': top}), 'models/a.gltf')
        self.assertEqual(path('--relative-to', here, 'top/models/a.gltf', env={'CI_PROJECT_DIR': top}), 'a.gltf')
        self.assertEqual(path('--relative-to', 'top', os.path.join(here, 'a.gltf')), 'models/a.gltf')
        self.assertEqual(path('top/models/a.gltf', env={'CI_PROJECT_DIR': '/nowhere/at/all'}), 'top/models/a.gltf')
        self.assertEqual(self.paths('--relative-to', 'top', 'top'), ['top/models/a.gltf'])  # json has the path as it was given
        said = self.expect(1, '--format', 'github', '--relative-to', 'top', 'top').out
        self.assertIn('file=models/a.gltf', said)
        sarif = json.loads(self.expect(1, '--format', 'sarif', '--relative-to', 'top', 'top').out)
        place = sarif['runs'][0]['results'][0]['locations'][0]['physicalLocation']['artifactLocation']
        self.assertEqual(place['uri'], 'models/a.gltf')
        self.assertIn('nowhere', self.run_it('--relative-to', 'nowhere', 'top').err)


class Archive(Case):
    def test_is_one_file(self):
        """An archive on standard input isn't read: what it is, is reported as for a file."""
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode='w') as archive:
            archive.add(self.write('b.vrm', WARNS), 'b.vrm')
        self.write('a.vrm', data.getvalue())
        for how in ({'stdin': data.getvalue()}, {'stdin': data.getvalue(), 'env': {'TMPDIR': os.path.join(self.folder, 'nowhere')}}):
            report = json.loads(self.expect(1, '--format', 'json', '-', **how).out)
            self.assertEqual([file['path'] for file in report['files']], ['-'])
            self.assertEqual([finding['rule'] for finding in report['files'][0]['findings']], ['container/bad-magic'])
        done = self.expect(1, '--format', 'concise', '--max-file-size', '10M', 'a.vrm', '-', stdin=data.getvalue()[:600])
        self.assertEqual(done.out.count('a tar archive: unpack it'), 2)
        self.assertNotRegex(self.expect(0, 'check', '--help').out, r'\btar\b')


class Until(Case):
    def check(self, until, status, **how):
        ignore = {'rule': 'json/duplicate-key', 'pointer': '/extras', 'reason': 'later', 'until': until}
        self.write('.vrmlint.json', json.dumps({'root': True, 'failOn': 'warning', 'ignores': [ignore]}))
        self.write('a.gltf', WARNS)
        return self.expect(status, '.', **how)

    def test_until(self):
        day = {'env': {'SOURCE_DATE_EPOCH': '1772323200'}}  # 2026-03-01 at 00:00:00
        self.check('2026-03-01', 0, **day)
        said = self.check('2026-02-28', 1, **day)
        self.assertIn('ended on 2026-02-28', said.err)
        self.check('9999-12-31', 0)
        for wrong in ('2026-02-30', '2027-3-1', 'soon', '2027-13-01', '2026-02-28T00:00', ''):
            self.assertIn('is not a date', self.check(wrong, 2).err, wrong)
        self.check('2028-02-29', 0)


class Manifest(Case):
    def tool(self, *arguments, **how):
        return json.loads(self.run_it('--format', 'json', *arguments, **how).out)['tool']

    def test_content(self):
        self.write('a.gltf', WARNS)
        file, = json.loads(self.run_it('--format', 'json', 'a.gltf').out)['files']
        self.assertEqual(file['size'], len(WARNS))
        self.assertEqual(file['hash'], hashlib.blake2b(WARNS.encode(), digest_size=32).hexdigest()[:40])

    def test_same_and_other(self):
        self.write('a.gltf', WARNS)
        self.write('x/b.gltf', WARNS)
        plain = self.tool('.')
        self.assertEqual(self.tool('x', 'a.gltf'), plain)
        self.assertEqual(self.tool('--jobs', '1', '--fail-on', 'never', '.'), plain)
        other = self.tool('--ignore', 'json/duplicate-key', '.')
        self.assertNotEqual((other['settings'], other['rules']), (plain['settings'], plain['rules']))
        self.assertNotEqual(self.tool('--no-data', '.')['settings'], plain['settings'])
        self.write('x/.vrmlint.json', '{"budget": {"nodes": 3}}')
        self.assertNotEqual(self.tool('.')['settings'], plain['settings'])
        self.assertEqual(self.tool('.', env={'SOURCE_DATE_EPOCH': '0'})['date'], '1970-01-01')
        self.assertEqual(self.tool('.', env={'SOURCE_DATE_EPOCH': '1709164800'})['date'], '2024-02-29')

    def test_merge(self):
        for i in range(8):
            self.write(f'{i}.gltf', WARNS)
        for i in (1, 2):
            self.write(f'{i}.ndjson', self.run_it('--format', 'ndjson', '--shard', f'{i}/2', '.').out)
        self.write('other.ndjson', self.run_it('--format', 'ndjson', '--shard', '2/2', '--no-simulation', '.').out)
        whole = self.run_it('--format', 'json', '.').out
        self.assertEqual(self.expect(0, 'merge', '--format', 'json', '1.ndjson', '2.ndjson').out, whole)
        refused = self.expect(3, 'merge', '--format', 'json', '1.ndjson', 'other.ndjson')
        self.assertEqual(refused.out, '')
        self.assertIn('differ in settings', refused.err)
        mixed = self.expect(0, 'merge', '--mixed', '--format', 'json', '1.ndjson', 'other.ndjson')
        self.assertNotIn('settings', json.loads(mixed.out)['tool'])
        self.assertIn('--mixed', mixed.err)

    def test_changed_since(self):
        for i in range(30):
            self.write(f'x/{i:02}.gltf', NOTHING)
        self.write('run', self.run_it('--format', 'ndjson', 'x').out)
        self.write('list', self.expect(0, 'list', 'x').out)
        self.expect(0, 'merge', '--files-from', 'list', 'run')
        for i in range(25):
            self.write(f'x/{i:02}.gltf', NOTHING + '\n')
        said = self.expect(3, 'merge', '--files-from', 'list', 'run').err
        self.assertEqual(said.count('has changed'), 20)
        self.assertIn('5 more files have changed', said)

    def test_changed_in_place(self):
        """Another content with the same size and modification time."""
        path = self.write('x/a.gltf', NOTHING)
        self.write('x/b.gltf', NOTHING)
        written = os.stat(path)
        self.write('run', self.run_it('--format', 'ndjson', 'x').out)
        self.write('list', self.expect(0, 'list', 'x').out)
        self.write('x/a.gltf', NOTHING.replace('2.0', '2.1'))
        os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
        self.assertEqual(os.stat(path).st_size, len(NOTHING))
        said = self.expect(3, 'merge', '--files-from', 'list', 'run').err
        self.assertIn('x/a.gltf: has changed', said)
        self.assertNotIn('x/b.gltf', said)
        os.remove(path)
        self.expect(0, 'merge', '--files-from', 'list', 'run')

    def test_unread(self):
        """Files that could not be read are counted in every summary of merged reports."""
        self.write('a.gltf', NOTHING)
        self.run_it('--format', 'ndjson=run', 'a.gltf', 'gone.vrm', 'lost.vrm')
        self.assertEqual(json.loads(self.expect(3, 'merge', '--format', 'json', 'run').out)['summary']['unread'], 2)
        self.assertIn('2 could not be read', self.expect(3, 'merge', 'run').out)


class Init(Case):
    def test_init(self):
        self.write('models/a.gltf', FAILS)
        self.expect(1, '.')
        said = self.expect(0, 'init', 'models')
        self.assertEqual(said.out, '1 file checked: 1 error, 0 warnings, 0 info\nthe baseline contains these findings: from now on, only new ones are reported\n'
                         'wrote vrmlint-baseline.txt, .vrmlint.json and .github/workflows/vrmlint.yml\n'
                         'Next, commit the files; they check every change from then on:\n'
                         '    git add vrmlint-baseline.txt .vrmlint.json .github/workflows/vrmlint.yml\n')
        self.assertEqual(said.err, '')
        self.assertIn('1 known to the baseline', self.expect(0, '.').out)
        workflow = self.text('.github/workflows/vrmlint.yml')
        self.assertIn('            models\n', workflow)
        self.assertIn(f'uses: vrmlint/vrmlint@v{VERSION}\n', workflow)
        for line in ('security-events: write', 'sarif: vrmlint.sarif', 'uses: github/codeql-action/upload-sarif@v3', 'sarif_file: vrmlint.sarif'):
            self.assertIn(line, workflow)
        again = self.expect(0, 'init')
        self.assertEqual(again.out, 'left as they are, because they exist already: vrmlint-baseline.txt, .vrmlint.json and .github/workflows/vrmlint.yml\n')
        self.write('models/b.gltf', FAILS)
        self.expect(1, '.')

    def test_counts_are_those_of_check(self):
        """Findings that check joins into one are one finding for init too, although the baseline has a line for each."""
        with open(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'), 'rb') as file:
            self.write('a.vrm', file.read())
        totals = next(line for line in self.expect(1, '.').out.split('\n') if line.startswith('1 file checked'))
        self.assertEqual(self.expect(0, 'init', '--ci', 'none').out.split('\n')[0], totals)
        findings = sum(int(part.split()[0]) for part in totals.split(': ')[1].split(', '))
        self.assertGreater(self.text('vrmlint-baseline.txt').count('springbone/duplicate-joint'), 1)
        self.assertLess(findings, self.text('vrmlint-baseline.txt').count('\n  '))

    def test_clean(self):
        self.write('a.gltf', NOTHING)
        self.assertTrue(self.expect(0, 'init', '--ci', 'none').out.startswith('found nothing to report'))
        self.assertEqual(sorted(os.listdir(self.folder)), ['.vrmlint.json', 'a.gltf', 'vrmlint-baseline.txt'])

    def test_gitlab(self):
        self.expect(0, 'init', '--ci', 'gitlab', '--no-baseline', 'my "models"')
        job = self.text('.gitlab-ci.yml')
        self.assertIn(f'/v{VERSION}/adopt/gitlab-ci.yml\n', job)
        self.assertIn('    AVATARS: "my \\"models\\""\n', job)
        os.remove(os.path.join(self.folder, '.gitlab-ci.yml'))
        self.write('.gitlab-ci.yml', 'stages: [test]\n')
        said = self.expect(0, 'init', '--no-baseline', '.').out
        self.assertIn('Include the job in .gitlab-ci.yml:\n    include:\n      - local: .gitlab/vrmlint.yml\n', said)
        self.assertIn('    git add .gitlab/vrmlint.yml .gitlab-ci.yml\n', said)
        self.assertEqual(self.text('.gitlab-ci.yml'), 'stages: [test]\n')
        self.assertIn('include:\n  - remote:', self.text('.gitlab/vrmlint.yml'))

    def test_gitlab_paths(self):
        """The job checks what the baseline is of, whatever its name."""
        for names in (('--ci', 'gitlab', 'a', 'b'), ('a', 'b')):
            self.usage('checks only one PATH', 'init', *names)
            self.assertNotIn('vrmlint-baseline.txt', os.listdir(self.folder))
            self.write('.gitlab-ci.yml', 'stages: [test]\n')
        self.expect(0, 'init', '--ci', 'none', '--no-baseline', 'a', 'b')
        self.expect(0, 'init', '--no-baseline', 'a$HOME$$/${CI}')
        self.assertIn('    AVATARS: "a$$HOME$$$$/$${CI}"\n', self.text('.gitlab/vrmlint.yml'))

    def test_expression(self):
        """GitHub takes a name in a workflow as it is."""
        self.expect(0, 'init', '--no-baseline', 'a${{ github.token }}${{', '${b')
        written = self.text('.github/workflows/vrmlint.yml')
        self.assertIn("            a${{ '${{' }} github.token }}${{ '${{' }}\n            ${b\n", written)

    def test_settings_there(self):
        self.write('models/a.gltf', FAILS)
        advice = 'Name the baseline in .vrmlint.json; until then, its findings are reported:\n    "baseline": "vrmlint-baseline.txt"\n'
        for settings in ('{}', '{"baseline": "other.txt"}'):
            self.write('other.txt', '# vrmlint baseline 1\n')
            self.write('.vrmlint.json', settings)
            said = self.expect(0, 'init', 'models').out
            self.assertIn("the baseline contains these findings, but the settings don't name this baseline\n", said)
            self.assertNotIn('only new ones', said)
            self.assertIn(advice, said)
            self.assertIn(advice, self.expect(0, 'init', 'models').out)
            self.assertNotIn(advice, self.expect(0, 'init', '--no-baseline', 'models').out)
            self.expect(1, '.')
            os.remove(os.path.join(self.folder, 'vrmlint-baseline.txt'))
        self.write('base.json', '{"baseline": "vrmlint-baseline.txt"}')
        for settings in ('{"baseline": "./vrmlint-baseline.txt"}', '{"extends": "base.json"}'):
            self.write('.vrmlint.json', settings)
            said = self.expect(0, 'init', 'models').out
            self.assertIn('from now on, only new ones are reported\n', said)
            self.assertNotIn('Name the baseline', said)
            self.expect(0, '.')
            os.remove(os.path.join(self.folder, 'vrmlint-baseline.txt'))

    def test_below_top(self):
        """What a service reads only at the top of a repository is written only there."""
        self.write('top/.git/HEAD', '')
        self.write('top/my sub/models/a.gltf', FAILS)
        top = os.path.realpath(os.path.join(self.folder, 'top'))
        sub = os.path.join(top, 'my sub')
        for arguments, ends in (((), "'my sub'"), (('.', 'models', '../', 'later'), "'my sub' 'my sub/models' . 'my sub/later'"),
                                (('--ci', 'gitlab', 'models'), "--ci gitlab 'my sub/models'"), (('--ci', 'pre-commit'), "--ci pre-commit 'my sub'")):
            said = self.run_it('init', '--no-baseline', *arguments, cwd=sub).out
            self.assertIn(f'works only at the top of the repository; run this to write it there:\n    cd {top} && vrmlint init --no-baseline {ends}\n', said)
            self.assertEqual(sorted(os.listdir(sub)), ['.vrmlint.json', 'models'])
        os.remove(os.path.join(sub, '.vrmlint.json'))
        said = self.expect(0, 'init', cwd=sub).out
        self.assertIn('Next, commit the files:\n    git add vrmlint-baseline.txt .vrmlint.json\n', said)
        self.expect(0, 'init', '--no-baseline', 'my sub', cwd=top)
        self.assertIn('            my sub\n', self.text('top/.github/workflows/vrmlint.yml'))
        self.expect(0, 'my sub', cwd=top)
        self.assertNotIn('top of the repository', self.expect(0, 'init', '--ci', 'none', cwd=sub).out)

    def test_pre_commit(self):
        said = self.expect(0, 'init', '--ci', 'pre-commit', '--no-baseline')
        hook = f'- repo: https://github.com/vrmlint/vrmlint\n    rev: v{VERSION}\n    hooks:\n      - id: vrmlint\n'
        self.assertEqual(self.text('.pre-commit-config.yaml'), 'repos:\n  ' + hook)
        self.assertNotIn('Add the hook', said.out)
        said = self.expect(0, 'init', '--no-baseline').out
        self.assertIn('Add the hook to .pre-commit-config.yaml, below repos:\n      - repo:', said)
        self.assertEqual(sorted(os.listdir(self.folder)), ['.pre-commit-config.yaml', '.vrmlint.json'])

    def test_parts(self):
        self.expect(0, 'init', '--no-baseline', '--no-workflow')
        self.assertEqual(sorted(os.listdir(self.folder)), ['.vrmlint.json'])
        with open(os.path.join(self.folder, '.vrmlint.json'), encoding='utf-8') as file:
            self.assertNotIn('baseline', json.load(file))
        self.usage('line break', 'init', 'a\nb')
        self.usage("'circle'", 'init', '--ci', 'circle')


if __name__ == '__main__':
    unittest.main(verbosity=2)
