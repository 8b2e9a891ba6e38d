#!/usr/bin/env python3
"""The formats for CI, from outside: complete, safe whatever a file contains, never partial. Run like test_cli.py.

If they are installed, xmllint checks junit against tests/cli/junit.xsd, and the SARIF multitool (the path of its program is in
SARIF_MULTITOOL) checks sarif against its own rules; otherwise these parts are skipped.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import unittest
import xml.etree.ElementTree

from test_cli import Case, FAILS, FORMATS, NOTHING, PROGRAM, SOURCE, WARNS

LINES = ('text', 'concise', 'github')  # shown line by line in a log

NAMES = {
    'commands': 'a ::error file=x::pwned\n::error::b ##[error]c \u3000::warning::d ##vso[task.complete]e ##teamcity[message]',
    'markup': '</script>]]>"\'><img src=x onerror=alert(1)>&amp;<!--',
    'markdown': '[a](http://b) `c` | **d** @user {0} $(id)',
    'terminal': 'a\x1b[31m\x1b]0;title\x07\x08\x9b2J',
    'direction': '\u202ecba\u2066\u200f\u061c עברית',
    'long': 'long ' * 2000,
    'percent': '100%25 %0A::error::%s%n',
}
if len(PROGRAM) > 1:  # under valgrind each run takes long
    NAMES = {kind: NAMES[kind] for kind in ('commands', 'long')}
# A parser may reject these, so they are written as bytes.
BROKEN = b'a\xff\xfe\xed\xa0\x80\xc3('

BAD = '[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]'


def avatar(name, spring=None):
    """Returns a spring with two faults: a joint without its ancestor, and too much drag."""
    return json.dumps({
        'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_springBone'],
        'nodes': [{'name': name, 'children': [1]}, {'name': name + ' tail'}, {'name': 'Lost'}],
        'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
            {'name': spring or name, 'joints': [{'node': 0, 'dragForce': 2}, {'node': 2}]}]}},
    }, ensure_ascii=False)


def is_command(line):
    """Whether GitHub, Azure or TeamCity interpret a log line as a command."""
    return line.strip().startswith('::') or re.search(r'##[a-zA-Z]*\[', line) is not None


class Harmless(Case):
    def check(self, done, name):
        self.assertEqual(done.err, '')
        self.assertNotRegex(done.out, BAD)
        commands = [line for line in done.out.splitlines() if is_command(line)]
        if name == 'github':
            self.assertTrue(commands)
            for line in commands:
                self.assertRegex(line, r'^::(error|warning|notice) file=[^,:]+,line=\d+(,col=\d+)?,title=[a-z0-9/-]+::')
        else:
            self.assertEqual(commands, [])

    def outputs(self, path):
        """Returns each format's report on a file, after the checks that apply to all formats."""
        found = {}
        for name in FORMATS:
            done = self.expect(1, '--no-simulation', '--format', name, path)
            self.check(done, name)
            found[name] = done.out
        return found

    def read(self, found, wanted):
        """Every format for programs must parse, and have as many findings as the others."""
        file = json.loads(found['json'])['files'][0]
        findings = file['findings']
        self.assertGreaterEqual(len(findings), 2)
        self.assertIn(wanted, json.dumps(findings, ensure_ascii=False))
        for_merge = ('arguments', 'replacements')  # other formats are made from these
        self.assertEqual([{key: value for key, value in finding.items() if key not in for_merge}
                          for finding in json.loads(found['ndjson'].splitlines()[0])['findings']], findings)
        results = json.loads(found['sarif'])['runs'][0]['results']
        self.assertEqual([r['ruleId'] for r in results], [f['rule'] for f in findings])
        issues = json.loads(found['gitlab'])
        self.assertEqual([i['check_name'] for i in issues], [f['rule'] for f in findings])
        suite = xml.etree.ElementTree.fromstring(found['junit'].encode()).find('testsuite')
        self.assertEqual(len(suite.findall('testcase')), 1 + len(findings) + len(file['skipped']))
        lines = re.findall(r': (?:error|warning|info) [a-z0-9-]+/', found['concise'])  # and one for each app and the specification
        self.assertEqual(len(lines), len(findings))

    def test_names(self):
        for kind, name in NAMES.items():
            with self.subTest(kind):
                self.write('a.gltf', avatar(name))
                self.read(self.outputs('a.gltf'), 'joint 0')

    def test_broken_utf8(self):
        text = avatar('NAME').encode().replace(b'NAME', BROKEN)
        self.write('a.gltf', text)
        for name in FORMATS:
            done = self.expect(1, '--format', name, 'a.gltf')
            self.check(done, name)
            self.assertIn('json/invalid-utf8', done.out)

    def test_paths(self):
        names = [name.replace('/', '').replace('\n', '\r\n')[:200] + '.gltf' for name in NAMES.values()]
        for name in names:
            self.write(name, FAILS)
        with open(os.path.join(os.fsencode(self.folder), BROKEN + b'.gltf'), 'wb') as file:
            file.write(FAILS.encode())
        for name in FORMATS:
            self.check(self.expect(1, '--format', name, '.'), name)
        issues = json.loads(self.run_it('--format', 'gitlab', '.').out)
        self.assertEqual(len({issue['fingerprint'] for issue in issues}), len(names) + 1)
        self.assertTrue(set(names) <= {issue['location']['path'] for issue in issues})
        for result in json.loads(self.run_it('--format', 'sarif', '.').out)['runs'][0]['results']:
            uri = result['locations'][0]['physicalLocation']['artifactLocation']['uri']
            self.assertRegex(uri, r'\A([A-Za-z0-9._~-]|%[0-9A-F]{2})+\Z')

    def test_what_fix_prints(self):
        """Lines of the file before and after a fix, and values of a patch, contain what the file contains."""
        for kind, name in NAMES.items():
            with self.subTest(kind):
                tree = json.loads(avatar('node'))
                tree['extensions']['VRMC_springBone']['springs'][0]['joints'][0]['dragForce'] = {name + '\x9b': name}
                tree[name] = {'extras': name}
                tree['extensionsUsed'] *= 2
                self.write('a.gltf', json.dumps(tree, ensure_ascii=False, indent=1))
                for shape in ('text', 'json-patch'):
                    done = self.expect(1, 'fix', '--unsafe', '--no-simulation', '--format', shape, 'a.gltf')
                    self.check(done, shape)
                    self.assertIn('extensionsUsed', done.out)
                fixed = json.loads(done.out)
                self.assertGreater(len(fixed), 0)

    def test_step_summary(self):
        for kind, name in NAMES.items():
            with self.subTest(kind):
                self.write('a.gltf', avatar(name))
                self.write('summary', 'before\n\n')
                self.expect(1, '--format', 'github', 'a.gltf', env={'GITHUB_STEP_SUMMARY': 'summary'})
                with open(os.path.join(self.folder, 'summary'), encoding='utf-8') as file:
                    text = file.read()
                self.assertTrue(text.startswith('before\n\n## ❌ vrmlint\n\n'))
                self.assertNotRegex(text, BAD)
                table = re.search(r'<h3>.*</table>\n', text, re.S)[0]
                self.assertNotIn('\n\n', table)  # a blank line would end the HTML, and Markdown would follow
                self.assertEqual(set(re.findall(r'<[^>]*>', table)),
                                 {'<h3>', '</h3>', '<bdi>', '</bdi>', '<table>', '</table>', '<tr>', '</tr>', '<td>',
                                  '</td>', '<code>', '</code>', '<p>', '</p>'} - ({'<bdi>x'}))

    def test_no_summary_unless_asked(self):
        self.write('a.gltf', FAILS)
        for arguments in (['--format', 'text'], ['--format', 'json']):
            self.expect(1, *arguments, 'a.gltf', env={'GITHUB_STEP_SUMMARY': 'summary'})
        self.expect(1, '--format', 'github', 'a.gltf', env={'GITHUB_STEP_SUMMARY': ''})
        self.assertEqual(os.listdir(self.folder), ['a.gltf'])
        done = self.expect(3, '--format', 'github', 'a.gltf', env={'GITHUB_STEP_SUMMARY': 'no/where'})
        self.assertEqual(done.err, 'vrmlint: no/where: No such file or directory\n')
        self.usage('would overwrite', '--format', 'github', 'a.gltf', env={'GITHUB_STEP_SUMMARY': 'a.gltf'})


class Whole(Case):
    """A partial report never looks complete."""

    def many(self):
        for i in range(100):
            self.write(f'{i}.gltf', FAILS)

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_full_disk(self):
        self.write('a.gltf', FAILS)
        for name in FORMATS:
            done = self.expect(3, '--format', f'{name}=/dev/full', 'a.gltf')
            self.assertEqual((done.out, done.err), ('', 'vrmlint: /dev/full: No space left on device\n'), name)
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([*PROGRAM, '--format', name, 'a.gltf'], cwd=self.folder, stdout=full,
                                      stderr=subprocess.PIPE, check=False, env=self.clean())
            self.assertEqual((done.returncode, done.stderr),
                             (3, b'vrmlint: standard output: No space left on device\n'), name)
        done = self.expect(3, '--format', 'github', 'a.gltf', env={'GITHUB_STEP_SUMMARY': '/dev/full'})
        self.assertEqual(done.err, 'vrmlint: /dev/full: No space left on device\n')
        self.assertIn('json/syntax', done.out)

    def test_closed_pipe(self):
        self.many()
        for name in FORMATS[::3] if len(PROGRAM) > 1 else FORMATS:
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([*PROGRAM, '--format', name, '.'], cwd=self.folder, stdout=writer,
                                  stderr=subprocess.PIPE, check=False, env=self.clean())
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b''), name)

    @unittest.skipIf(len(PROGRAM) > 1, 'takes long under valgrind')
    def test_all_at_once(self):
        self.write('a.gltf', FAILS)
        self.write('b.gltf', NOTHING)
        for old in ('sarif', 'junit'):
            self.write(f'out.{old}', 'old')
        outputs = [f'--format={name}=out.{name}' for name in FORMATS]
        done = self.expect(1, *outputs, 'a.gltf', 'b.gltf')
        self.assertEqual((done.out, done.err), ('', ''))
        self.assertEqual(sorted(os.listdir(self.folder)),
                         sorted(['a.gltf', 'b.gltf'] + [f'out.{name}' for name in FORMATS]))
        for name in FORMATS:
            with open(os.path.join(self.folder, f'out.{name}'), encoding='utf-8') as file:
                self.assertEqual(file.read(), self.run_it('--format', name, 'a.gltf', 'b.gltf').out)

    def test_one_that_fails_spares_the_others(self):
        self.write('a.gltf', FAILS)
        done = self.expect(3, '--format', 'sarif=no/where', '--format', 'junit=x.xml', 'a.gltf')
        self.assertEqual(done.err, 'vrmlint: no/where: No such file or directory\n')
        xml.etree.ElementTree.parse(os.path.join(self.folder, 'x.xml'))

    def test_error_does_not_vanish(self):
        self.write('a.gltf', NOTHING)
        for name in ('sarif', 'junit', 'github', 'gitlab'):
            done = self.expect(3, '--format', name, 'missing.vrm', 'a.gltf')
            self.assertIn('missing.vrm', done.out)
            self.assertIn('No such file or directory', done.out)
        run = json.loads(self.run_it('--format', 'sarif', 'missing.vrm', 'a.gltf').out)['runs'][0]
        self.assertFalse(run['invocations'][0]['executionSuccessful'])

    @unittest.skipIf(len(PROGRAM) > 1, 'takes long under valgrind')
    def test_more_than_github_takes(self):
        """The report still has every requested finding, and a warning is printed."""
        count = 25001
        joint = {'name': 's', 'joints': [{'node': 0, 'dragForce': 2}]}
        self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_springBone'], 'nodes': [{'name': 'n'}],
            'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [joint] * count}}}))
        select = ['--no-simulation', '--select', 'springbone/value-out-of-range']
        done = self.expect(1, *select, '--format', 'sarif', 'a.gltf')
        self.assertEqual((done.out.count('"ruleIndex"'), done.err), (1000, ''))
        done = self.expect(1, *select, '--all-findings', '--format', 'sarif', 'a.gltf')
        self.assertEqual(done.out.count('"ruleIndex"'), count)
        self.assertRegex(done.err, rf'\Avrmlint: the sarif report has {count} findings, but [^\n]* 25000: [^\n]*\n\Z')

    def test_standard_input(self):
        for name in ('sarif', 'junit', 'github', 'gitlab'):
            self.assertIn('stdin', self.expect(1, '--format', name, '-', stdin=FAILS.encode()).out)

    def test_nothing_found(self):
        self.write('a.gltf', NOTHING)
        self.assertEqual(json.loads(self.expect(0, '--format', 'gitlab', 'a.gltf').out), [])
        run = json.loads(self.expect(0, '--format', 'sarif', 'a.gltf').out)['runs'][0]
        self.assertEqual((run['results'], run['tool']['driver']['rules']), ([], []))
        self.assertTrue(run['invocations'][0]['executionSuccessful'])
        suite = xml.etree.ElementTree.fromstring(self.expect(0, '--format', 'junit', 'a.gltf').out.encode())[0]
        self.assertEqual([[part.tag for part in test] for test in suite], [[]])


class Readers(Case):
    """Programs that know the formats better than these tests do."""

    def setUp(self):
        super().setUp()
        for kind, name in NAMES.items():
            self.write(f'{kind}.gltf', avatar(name))
        self.write('warns.gltf', WARNS)
        self.write('fails.gltf', FAILS)
        self.write('nothing.gltf', NOTHING)
        shutil.copy(os.path.join(SOURCE, 'fixtures', 'whole', 'wave.vrma'), self.folder)

    @unittest.skipUnless(shutil.which('xmllint'), 'xmllint is not installed')
    def test_xmllint(self):
        self.expect(3, '--format', 'junit=out.xml', '.', 'missing.vrm')
        done = subprocess.run(['xmllint', '--noout', '--schema', os.path.join(SOURCE, 'tests', 'cli', 'junit.xsd'), 'out.xml'],
                              cwd=self.folder, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout.decode())

    @unittest.skipUnless(os.environ.get('SARIF_MULTITOOL'), 'SARIF_MULTITOOL names no program')
    def test_multitool(self):
        self.expect(3, '--format', 'sarif=out.sarif', '.', 'missing.vrm')
        subprocess.run([os.environ['SARIF_MULTITOOL'], 'validate', 'out.sarif', '--rule-kind', 'Sarif;Ghas', '--level',
                        'Error;Warning', '-o', 'said.sarif', '--log', 'ForceOverwrite'], cwd=self.folder, check=True,
                       stdout=subprocess.PIPE)
        with open(os.path.join(self.folder, 'said.sarif'), encoding='utf-8-sig') as file:
            said = [(r['ruleId'], r['message']) for run in json.load(file)['runs'] for r in run.get('results', [])]
        self.assertEqual(said, [])


class Golden(Case):
    def test_formats(self):
        self.write('avatars/hair.gltf', json.dumps(json.loads(avatar('Hair_01', 'Hair')), indent=1))
        self.write('avatars/fails.gltf', FAILS)
        for name in ('sarif', 'junit', 'github', 'gitlab'):
            self.golden(f'{name}.txt', self.expect(1, '--format', name, 'avatars').out)
        self.expect(1, '--format=github=/dev/null', 'avatars', env={'GITHUB_STEP_SUMMARY': 'summary'})
        with open(os.path.join(self.folder, 'summary'), encoding='utf-8') as file:
            self.golden('step-summary.txt', file.read())


if __name__ == '__main__':
    unittest.main(verbosity=2)
