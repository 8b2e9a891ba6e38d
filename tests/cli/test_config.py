#!/usr/bin/env python3
"""Files of settings from outside: where they are searched, which takes precedence, what is rejected, what vrmlint config
prints. Run like test_cli.py."""
import json
import os
import re
import shutil
import subprocess
import unittest

from test_cli import Case, NOTHING, PROGRAM, SOURCE, VERSION, WARNS

RULE = 'json/duplicate-key'
CHAIN = json.dumps({
    'asset': {'version': '2.0', 'generator': 'test'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
    'extensionsUsed': ['VRMC_springBone'],
    'nodes': [{'name': 'Hips', 'children': [1]}, {'name': 'Hair_01', 'translation': [0, 1, 0], 'children': [2]},
              {'name': 'Hair_02', 'translation': [0.1, 0, 0]}],
    'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
        {'name': 'Hair', 'joints': [{'node': 1, 'dragForce': 3}, {'node': 2}]}]}},
})


class Config(Case):
    def config(self, settings, folder='.'):
        self.write(os.path.join(folder, '.vrmlint.json'), json.dumps(settings))

    def severities(self, *arguments, **how):
        """Returns path -> severities of its findings, from a json report."""
        done = self.run_it('--format', 'json', '--no-simulation', *arguments, **how)
        self.assertNotEqual(done.out, '', done.err)
        return {f['path']: [x['severity'] for x in f['findings']] for f in json.loads(done.out)['files']}


class Finding(Config):
    """Which files of settings apply."""

    def test_nearest_wins_and_above_counts(self):
        for path in ('a.gltf', 'x/a.gltf', 'x/y/a.gltf', 'z/a.gltf'):
            self.write(path, WARNS)
        self.config({'severity': {RULE: 'error'}})
        self.config({'severity': {RULE: 'info'}}, 'x')
        expected = {'a.gltf': ['error'], 'x/a.gltf': ['info'], 'x/y/a.gltf': ['info'], 'z/a.gltf': ['error']}
        self.assertEqual(self.severities('.'), expected)
        self.assertEqual(self.severities(*expected), expected)
        self.assertEqual(self.severities('--jobs', '3', '.'), expected)
        self.assertEqual(self.severities('--no-config', '.'), {path: ['warning'] for path in expected})

    def test_root(self):
        self.write('x/a.gltf', WARNS)
        self.config({'severity': {RULE: 'error'}})
        self.config({}, 'x')
        self.assertEqual(self.severities('.'), {'x/a.gltf': ['error']})
        self.config({'root': True}, 'x')
        self.assertEqual(self.severities('.'), {'x/a.gltf': ['warning']})

    def test_standard_input_counts_as_in_the_working_folder(self):
        self.config({'ignore': ['json'], 'paths': [{'match': ['**'], 'select': ['json']}]})
        self.assertEqual(self.severities('-', stdin=WARNS.encode()), {'-': []})

    def test_from_another_folder_and_through_links(self):
        self.write('x/y/a.gltf', WARNS)
        self.config({'ignore': ['json']}, 'x')
        os.symlink(os.path.join('x', 'y'), os.path.join(self.folder, 'link'))
        for path in ('x/y/a.gltf', './x/../x//y/a.gltf', os.path.join(self.folder, 'x', 'y', 'a.gltf'), 'link/a.gltf'):
            self.assertEqual(list(self.severities(path).values()), [[]], path)
        done = subprocess.run([*PROGRAM, '--fail-on', 'warning', '.'], cwd=os.path.join(self.folder, 'x', 'y'),
                              stdout=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0)

    def test_blocks(self):
        for path in ('old/a.gltf', 'old/x/b.gltf', 'new/a.gltf', 'c.gltf'):
            self.write(path, WARNS)
        self.config({'paths': [{'match': ['old/**', 'c.gltf'], 'ignore': ['json']},
                               {'match': ['b.gltf'], 'select': ['json'], 'severity': {'json': 'error'}}]})
        self.assertEqual(self.severities('.'),
                         {'old/a.gltf': [], 'old/x/b.gltf': ['error'], 'new/a.gltf': ['warning'], 'c.gltf': []})

    def test_named_file(self):
        self.write('x/old/a.gltf', WARNS)
        self.write('b.gltf', WARNS)
        self.config({'ignore': ['json']})
        self.write('x/ci.json', json.dumps({'severity': {RULE: 'error'},
                                            'paths': [{'match': ['old/**'], 'severity': {RULE: 'info'}}]}))
        self.assertEqual(self.severities('--config', 'x/ci.json', '.'), {'b.gltf': ['error'], 'x/old/a.gltf': ['info']})
        self.assertIn('ci.json: No such file', self.expect(2, '--config', 'ci.json', 'b.gltf').err)
        self.usage('contradict each other', '--config', 'x/ci.json', '--no-config', 'b.gltf')

    def test_thresholds_do_not_move_what_advice_may_say(self):
        """The spring can't reach the lag with a dragForce that all rules accept, so that advice is left out."""
        shutil.copy(os.path.join(SOURCE, 'fixtures', 'sim', 'walk-lag', 'fail-weak.gltf'), self.folder)
        for lag, dragged in ((40, ['0.05']), (30, []), (10, [])):
            self.write('.vrmlint.json', json.dumps({'thresholds': {
                'walk-lag': lag, 'does-not-settle': 1e6, 'slow-settle-info': 1e6, 'slow-settle-warning': 1e6}}))
            out = self.expect(0, '--format', 'concise', 'fail-weak.gltf').out
            self.assertIn('sim/walk-lag', out)
            self.assertIn('raise stiffness from 0.1 to ', out)
            self.assertEqual(re.findall(r'drag force from 0\.45 to ([0-9.-]*\d)', out), dragged)

    def test_many_files_share_one_reading(self):
        self.config({'ignore': ['json']})
        for i in range(300):
            self.write(f'{i}.gltf', WARNS)
        self.assertEqual(set(map(tuple, self.severities('.').values())), {()})

    @unittest.skipUnless(os.path.exists('/usr/bin/strace'), 'there is no strace')
    def test_is_read_once(self):
        self.config({'ignore': ['json']})
        for i in range(20):
            self.write(f'{i}.gltf', NOTHING)
        trace = os.path.join(self.folder, 'trace')
        subprocess.run(['/usr/bin/strace', '-f', '-e', 'trace=openat', '-o', trace, *PROGRAM, '.'], cwd=self.folder,
                       stdout=subprocess.DEVNULL, check=False)
        with open(trace, encoding='utf-8', errors='replace') as file:
            self.assertLessEqual(file.read().count('.vrmlint.json'), 1)


class Refusing(Config):
    def test_before_anything_is_written(self):
        self.write('a/a.gltf', WARNS)
        self.write('z/a.gltf', WARNS)
        self.write('z/.vrmlint.json', '{\n  "ignor": []\n}')
        for arguments in (['.'], ['--format', 'json=out.json', '.']):
            done = self.expect(2, *arguments)
            self.assertEqual(done.out, '')
            self.assertEqual(done.err, "vrmlint: z/.vrmlint.json:2:12: unknown setting 'ignor'; did you mean "
                                       "'ignore'?\n")
            self.assertFalse(os.path.exists(os.path.join(self.folder, 'out.json')))
        self.expect(0, 'a')
        self.expect(0, '--no-config', '.')

    def test_hostile(self):
        self.write('a.gltf', NOTHING)
        for text in ('{"select": ["\\u001b[31m\\u202e\\n"]}', '{"\\u001b[31m": 1}', '[' * 100000, '\xff', '{"select": [1e999]}'):
            self.write('.vrmlint.json', text)
            done = self.expect(2, 'a.gltf')
            self.assertRegex(done.err, r'\Avrmlint: \.vrmlint\.json:1:\d+: [^\n\x1b\u202e]*\n\Z')
        os.mkdir(os.path.join(self.folder, 'x'))
        self.write('.vrmlint.json', ' ' * 5000000 + '{}')
        self.assertIn('too large', self.expect(2, 'a.gltf').err)

    def test_what_never_ends(self):
        self.write('a.gltf', NOTHING)
        path = os.path.join(self.folder, '.vrmlint.json')
        os.symlink('/dev/zero', path)
        self.assertEqual(self.expect(2, 'a.gltf').err, 'vrmlint: .vrmlint.json: it is not an ordinary file\n')
        os.remove(path)
        os.mkfifo(path)
        self.expect(2, 'a.gltf')
        os.remove(path)
        os.symlink('nowhere', path)
        self.expect(0, 'a.gltf')

    def test_a_folder_of_that_name_is_none(self):
        self.write('.vrmlint.json/a.gltf', NOTHING)
        self.write('a.gltf', NOTHING)
        self.expect(0, '.')
        self.expect(0, '.vrmlint.json')


class Winning(Config):
    """The command line takes precedence over files."""

    def test_fail_on(self):
        self.write('a.gltf', WARNS)
        self.config({'failOn': 'warning'})
        self.expect(1, 'a.gltf')
        self.expect(0, '--fail-on', 'error', 'a.gltf')
        self.expect(0, '--no-config', 'a.gltf')
        self.config({'paths': [{'match': ['a.gltf'], 'failOn': 'info'}], 'failOn': 'never'})
        self.write('b.gltf', WARNS)
        self.expect(1, '.')
        self.expect(0, 'b.gltf')

    def test_min_severity(self):
        """Settings also decide what is shown; this doesn't change what fails."""
        self.write('a.gltf', WARNS)
        self.write('b.gltf', WARNS)
        self.config({'minSeverity': 'error', 'failOn': 'warning', 'paths': [{'match': ['b.gltf'], 'minSeverity': 'info'}]})
        shown = [len(file['findings']) for file in json.loads(self.expect(1, '--format', 'json', '.').out)['files']]
        self.assertEqual(shown, [0, 1])
        self.assertIn('warning', self.expect(1, '--min-severity', 'warning', 'a.gltf').out)
        self.assertIn('minSeverity: error', self.expect(0, 'config', 'a.gltf').out)
        self.assertEqual(json.loads(self.expect(0, 'config', '--format', 'json', 'a.gltf').out)['minSeverity'], 'error')
        self.config({'minSeverity': 'never'})
        self.assertIn("'minSeverity' can't be 'never'", self.expect(2, 'a.gltf').err)

    def test_rules(self):
        self.write('a.gltf', WARNS)
        self.config({'ignore': ['json'], 'severity': {'json': 'error'}})
        for arguments, expected in (([], []), (['--select', 'json'], ['error']),
                                    (['--select', 'json', '--severity', 'json=info'], ['info']),
                                    (['--severity', 'json=info'], [])):
            self.assertEqual(self.severities(*arguments, 'a.gltf'), {'a.gltf': expected}, arguments)
        self.config({'severity': {'json': 'off'}})
        self.assertEqual(self.severities('--severity', 'json=info', 'a.gltf'), {'a.gltf': ['info']})


class Ignoring(Config):
    def test_is_counted_and_said(self):
        self.write('x/a.gltf', CHAIN)
        self.assertIn('error', self.severities('.')['x/a.gltf'])
        for place in ({'node': 'Hair_01'}, {'spring': 'Hair'}, {'pointer': '/extensions/VRMC_springBone/springs/0'}):
            self.config({'ignores': [{'rule': 'springbone/value-out-of-range', **place, 'reason': 'on purpose'}]}, 'x')
            done = self.expect(0, '--no-simulation', '.')
            self.assertIn('x/a.gltf: 1 warning, 1 ignored by x/.vrmlint.json\n', done.out)
            self.assertIn('  ignored: 1 of springbone/value-out-of-range: on purpose\n', done.out)
            self.assertTrue(done.out.endswith('1 file checked: 0 errors, 1 warning, 0 info; 1 ignored\n'), done.out)
            report = json.loads(self.run_it('--no-simulation', '--format', 'json', '.').out)
            self.assertEqual(report['files'][0]['ignored'],
                             [{'rule': 'springbone/value-out-of-range', 'reason': 'on purpose', 'config': 'x/.vrmlint.json', 'line': 1,
                               'column': 14, 'count': 1}])
            self.assertEqual(report['summary']['ignored'], 1)

    def test_what_fits_nothing_any_more(self):
        self.write('x/a.gltf', '{"asset": {"version": "2.0", "version": "2.0"}, "extras": {"a": 1, "a": 2}}')
        self.config({'ignores': [{'rule': 'json', 'pointer': '/extras', 'reason': 'r'},
                                 {'rule': 'json', 'pointer': '/asset', 'reason': 'r'}]}, 'x')
        self.assertEqual(self.expect(0, '--cache', 'kept', '.').err, '')
        self.write('x/a.gltf', WARNS)
        stale = 'vrmlint: x/.vrmlint.json:1:69: this ignore of json no longer matches anything; remove it\n'
        for arguments, told in ((['.'], True), (['x'], True), (['x/a.gltf'], False), (['--quiet', '.'], False),
                                (['--select', 'json', '.'], False), (['--no-config', '.'], False)):
            self.assertEqual(self.expect(0, '--cache', 'kept', *arguments).err, stale if told else '', arguments)
        self.assertEqual(self.expect(3, '--cache', 'kept', '.', 'missing').err.count('no longer'), 0)

    def test_what_never_fitted(self):
        """It is reported without a cache, wherever the settings are, but not if it may be for files that weren't checked."""
        self.write('avatars/a.gltf', WARNS)
        self.write('avatars/old/b.gltf', NOTHING)
        useless = {'rule': 'json', 'pointer': '/asset', 'reason': 'r'}
        unmatched = 'this ignore of json matched nothing in this run; remove it, or check the files that it is for\n'
        self.config({'root': True, 'ignores': [{'rule': 'json', 'pointer': '/extras', 'reason': 'r'}, useless]})
        for arguments, told in ((['.'], True), (['avatars'], True), (['avatars/a.gltf'], False), (['--quiet', 'avatars'], False),
                                (['--select', 'json', 'avatars'], False), (['--shard', '1/2', 'avatars'], False)):
            self.assertEqual(self.expect(0, *arguments).err.count(unmatched), told, arguments)
        os.rename(os.path.join(self.folder, '.vrmlint.json'), os.path.join(self.folder, 'settings.json'))
        self.assertEqual(self.expect(0, '--config', 'settings.json', 'avatars').err, 'vrmlint: settings.json:1:83: ' + unmatched)
        for pattern, told in (('old/', True), ('avatars/old/**', True), ('other/**', False)):
            self.config({'root': True, 'paths': [{'match': [pattern], 'ignores': [useless]}]})
            self.assertEqual(self.expect(0, 'avatars').err.count(unmatched), told, pattern)
        self.config({'root': True, 'extends': 'settings.json'})
        self.assertEqual(self.expect(0, 'avatars').err, '')

    def test_what_has_ended(self):
        """An ignore that has ended is reported wherever the settings are, whatever is checked."""
        self.write('avatars/a.gltf', WARNS)
        self.config({'root': True, 'ignores': [{'rule': 'json', 'pointer': '/extras', 'reason': 'r', 'until': '2026-02-28'}]})
        for arguments, told in ((['.'], 1), (['avatars'], 1), (['avatars/a.gltf'], 1), (['--select', 'json', 'avatars/a.gltf'], 1),
                                (['--quiet', 'avatars'], 0)):
            done = self.expect(0, *arguments, env={'SOURCE_DATE_EPOCH': '1772323200'})
            self.assertEqual(done.err.count('this ignore of json ended on 2026-02-28'), told, arguments)

    def test_what_is_matched(self):
        """vrmlint config shows how many findings each ignore matches."""
        self.write('avatars/a.gltf', WARNS)
        self.write('avatars/b.gltf', NOTHING)
        self.config({'root': True, 'ignores': [{'rule': 'json', 'pointer': '/extras', 'reason': 'r'}, {'rule': 'json', 'pointer': '/asset', 'reason': 'r'}]})
        for path, first, second in (('avatars', '1 finding in 2 files', '2 files'), ('avatars/a.gltf', '1 finding in 1 file', '1 file')):
            out = self.expect(0, 'config', path).out
            self.assertRegex(out, rf'json at /extras: r\n .*\n    matches {first}\n  json at /asset: r\n .*\n    matches nothing in {second}\n')
            shown = json.loads(self.expect(0, 'config', '--format', 'json', path).out)
            self.assertEqual([ignore['matched'] for ignore in shown['ignores']], [1, 0])
        self.assertNotIn('matches', self.expect(0, 'config', 'avatars/not-yet.vrm').out)


class RequiredVersion(Config):
    def test_versions(self):
        self.write('a.gltf', NOTHING)
        major, minor, patch = (int(part) for part in VERSION.split('.'))
        for required in (VERSION, f'=={VERSION}', f'{major}', f'{major}.{minor}', '>=0.1', f'>= 0.1, <{major + 1}', f'>0.1 <={VERSION}'):
            self.config({'root': True, 'requiredVersion': required})
            self.expect(0, 'a.gltf')
        for required in (f'{major + 1}', f'{major}.{minor + 1}', f'>{VERSION}', f'<{VERSION}', f'>=0.1, <{VERSION}', '0.1', f'{major}.{minor}.{patch + 1}'):
            self.config({'root': True, 'requiredVersion': required, 'aKeyOfLaterVersions': 1})
            for command in ((), ('fix',), ('config',), ('list',)):
                self.assertIn(f'.vrmlint.json:1:35: these settings need vrmlint {required}, but this is', self.expect(2, *command, 'a.gltf').err)
        for required in ('', 'x', '1.', '1..2', '>=', '1.2.3.4', '=1', '>=1 or 2', 'v1.0', '99999999999'):
            self.config({'root': True, 'requiredVersion': required})
            self.assertIn('is not a version', self.expect(2, 'a.gltf').err)
        self.config({'root': True, 'requiredVersion': 1})
        self.assertIn('must be a string', self.expect(2, 'a.gltf').err)


class Command(Config):
    def test_text(self):
        self.config({'failOn': 'info', 'root': True, 'ignore': ['json/bom'], 'thresholds': {'jitter': 0.75}})
        self.config({'paths': [{'match': ['old'], 'severity': {'json/bom': 'info', 'container': 'off'}}],
                     'ignores': [{'rule': 'json', 'node': 'A\x1b', 'reason': 'r'}]}, 'x')
        out = self.expect(0, 'config', 'x/old/any.vrm').out
        for line in ('Settings for x/old/any.vrm', '  .vrmlint.json (root)', '  x/.vrmlint.json: paths[0]'):
            self.assertIn(line + '\n', out)
        for line in (r'failOn: info +\.vrmlint\.json:1:12', r'  json/bom +off +\.vrmlint\.json:1:45',
                     r'  container/empty +off +x/\.vrmlint\.json:1:77', r'  jitter +0\.75 share +\.vrmlint\.json:1:83',
                     r'  jitter-angle +0\.2 degrees +default', r"  json at node 'A\\x1B': r"):
            self.assertRegex(out, '(?m)^' + line + '$')
        out = self.expect(0, 'config').out
        self.assertIn('Settings for .\n', out)
        self.assertNotIn('container/empty', out)
        self.assertIn('no settings file applies', self.expect(0, 'config', '--no-config', 'x').out)

    def test_json(self):
        self.config({'severity': {'json/bom': 'off'}, 'ignores': [{'rule': 'json', 'pointer': '', 'reason': 'r'}]})
        shown = json.loads(self.expect(0, 'config', '--format', 'json').out)
        rules = {rule['rule']: rule for rule in shown['rules']}
        table = json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']
        self.assertEqual(list(rules), [rule['rule'] for rule in table])
        self.assertEqual(rules['json/bom'], {'rule': 'json/bom', 'severity': 'off', 'from': '.vrmlint.json:1:27'})
        self.assertEqual(rules['json/syntax']['from'], None)
        self.assertEqual(shown['files'], [{'path': '.vrmlint.json', 'root': False, 'blocks': []}])
        self.assertEqual((shown['failOn'], shown['failOnFrom']), ('error', None))
        self.assertEqual(shown['ignores'][0]['pointer'], '')
        self.assertTrue(all(threshold['from'] is None for threshold in shown['thresholds']))

    def test_usage(self):
        self.usage('one path at a time', 'config', 'a', 'b')
        self.write('.vrmlint.json', '{')
        self.assertEqual(self.expect(2, 'config').out, '')
        self.assertRegex(self.expect(0, '--help').out, r'(?m)^  config\b')

    def test_budgets_of_platforms(self):
        """A platform's limits apply; a figure beside the preset takes precedence; each is listed with its source."""
        self.config({'budget': {'nodes': 300, 'preset': 'cluster'}})
        shown = json.loads(self.expect(0, 'config', '--format', 'json').out)
        self.assertEqual(shown['budget']['nodes'], 300)
        self.assertEqual(shown['budget']['triangles'], 72000)
        self.assertNotIn('expressions', shown['budget'])
        text = self.expect(0, 'config').out
        self.assertRegex(text, r'(?m)^  nodes +300$')
        for name in ['cluster', 'monaverse', 'neoket']:
            if name != 'cluster':  # the former name of cluster-vrm1
                self.assertRegex(text, rf'(?m)^  "preset": "{name}" +\S')
            self.config({'budget': {'preset': name}})
            self.assertEqual(json.loads(self.expect(0, 'config', '--format', 'json').out)['budget']['triangles'],
                             {'cluster': 72000, 'monaverse': 25000, 'neoket': 48000}[name])
        self.config({'budget': {'preset': 'nobody'}})
        self.assertRegex(self.expect(2, 'config').err, "unknown budget 'nobody'")

    def test_the_schema_knows_what_is_read(self):
        """Every setting in the schema is accepted, and has an effect."""
        with open(os.path.join(SOURCE, 'schema', 'config.schema.json'), encoding='utf-8') as file:
            names = set(json.load(file)['properties'])
        settings = {'$schema': 'x', 'requiredVersion': '>=0.1', 'root': True, 'select': ['json'], 'ignore': ['json/bom'], 'failOn': 'never', 'minSeverity': 'warning',
                    'severity': {'json/syntax': 'info'}, 'thresholds': {'jitter': 1}, 'paths': [{'match': ['a/'], 'noData': True}],
                    'ignores': [{'rule': 'json/bom', 'pointer': '', 'reason': 'known'}],
                    'lang': 'en', 'noData': True, 'budget': {'nodes': 7}, 'exclude': ['old/'], 'extends': 'base.json', 'baseline': 'known.txt'}
        self.assertEqual(sorted(names - set(settings)), [], 'src/run/config.c should read and apply these, and this test try them')
        self.assertEqual(set(settings), names)
        self.write('base.json', '{"failOn": "warning"}')
        self.config({})
        without = self.expect(0, 'config').out
        for name in sorted(names - {'$schema', 'requiredVersion', 'root', 'paths', 'exclude'}):  # these set nothing for a file
            self.config({name: settings[name]})
            self.assertTrue(self.expect(0, 'config').out != without, f'vrmlint config should show {name}: src/cli/cmd_config.c')
        self.config(settings)
        shown = json.loads(self.expect(0, 'config', '--format', 'json').out)
        self.assertEqual(shown['baseline'], 'known.txt')
        on = [rule['rule'] for rule in shown['rules'] if rule['severity'] != 'off']
        self.assertTrue(on and all(rule.startswith('json/') and rule != 'json/bom' for rule in on))


if __name__ == '__main__':
    unittest.main(verbosity=2)
