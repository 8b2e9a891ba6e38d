#!/usr/bin/env python3
"""The output of --help, rules and explain, and the manual. Run like test_cli.py."""
import json
import os
import re
import shutil
import subprocess
import unittest

from test_cli import Case, FORMATS, SOURCE, VERSION


class Documents(Case):
    """--help, the manual and the tables agree."""

    def options(self, *command):
        return set(re.findall(r'^  --([a-z-]+)', self.expect(0, *command, '--help').out, re.M))

    def manual(self, language=''):
        with open(os.path.join(SOURCE, 'man', language, 'vrmlint.1'), encoding='utf-8') as file:
            return file.read()

    def test_contract(self):
        self.assertEqual(self.options('check'),
                         {'format', 'select', 'ignore', 'severity', 'fail-on', 'config', 'no-config', 'baseline',
                          'write-baseline', 'no-baseline', 'prune-baseline', 'no-simulation', 'no-constraints', 'no-data', 'schema', 'jobs', 'cache',
                          'max-file-size', 'max-memory', 'timeout', 'files-from', 'shard', 'statistics', 'color',
                          'hyperlinks', 'progress',
                          'quiet', 'lang', 'help', 'version', 'exclude', 'min-severity', 'max-warnings',
                          'all', 'all-findings', 'verbose', 'cache-size', 'stdin-filename', 'force-exclude', 'allow-empty',
                          'relative-to', 'budget', 'app', 'rules-of', 'limit-revision', 'follow'},
                         'these options are for good, as docs/stability.md says: add a new one here, and try it in tests/cli')

    def test_manual_and_help(self):
        sections = re.split(r'^\.Ss ', self.manual(), flags=re.M)
        for command in ('check', 'fix', 'diff', 'init', 'list', 'merge', 'rules', 'simulate', 'conformance', 'config'):
            text = [s for s in sections if s.startswith(f'vrmlint {command}')]
            self.assertEqual(len(text), 1, command)
            documented = set(re.findall(r'^\.It Fl \\?-\\?-?([a-z\\-]+)', text[0], re.M))
            documented = {name.replace('\\', '').lstrip('-') for name in documented}
            self.assertEqual(documented, self.options(command) - {'lang', 'help', 'version'},
                             f'describe each option of {command} in man/vrmlint.1 and man/ja/vrmlint.1, below .It Fl')

    def test_formats(self):
        """The manual describes each format of the report, in both languages."""
        self.assertIn('text', FORMATS)
        for page in ('man/vrmlint.1', 'man/ja/vrmlint.1'):
            with open(os.path.join(SOURCE, page), encoding='utf-8') as file:
                described = re.findall(r'(?m)^\.(?:It )?Cm (\w[\w-]*)', file.read())
            self.assertEqual([name for name in FORMATS if name not in described], [], f'{page}: describe these formats there, each below .It Cm')

    def test_links(self):
        """Links between the documents lead to files, and to headings or anchors in them."""
        listed = subprocess.run(['git', 'ls-files', '*.md'], cwd=SOURCE, check=False, stdout=subprocess.PIPE, text=True).stdout.split()
        if not listed:
            self.skipTest('the list of documents is that of git')

        def read(path):
            with open(path, encoding='utf-8') as file:
                return file.read()

        dead = []
        for name in listed:
            for link, anchor in re.findall(r'\]\((?!\w+:)([^)#\s]*)(?:#([^)]*))?\)', read(os.path.join(SOURCE, name))):
                path = os.path.join(SOURCE, os.path.dirname(name), link) if link else os.path.join(SOURCE, name)
                text = read(path) if anchor and os.path.isfile(path) and path.endswith('.md') else ''
                headings = [re.sub(r'[^\w -]', '', title.lower()).replace(' ', '-') for title in re.findall(r'(?m)^#+ (.*)$', text)]
                if not os.path.exists(path) or (text and anchor not in headings and f'id="{anchor}"' not in text):
                    dead.append(f'{name}: {link}#{anchor}')
        self.assertEqual(dead, [])

    def test_readme_in_japanese(self):
        """README.ja.md has the sections, commands, rows and links of README.md, and the two lead to each other."""
        texts = []
        for name in ('README.md', 'README.ja.md'):
            with open(os.path.join(SOURCE, name), encoding='utf-8') as file:
                texts.append(file.read())
        for pattern in (r'(?m)^(#+) ', r'(?m)^    (\S.*?) *#', r'(?m)^(\|) \*\*', r'(vrmlint-VERSION[\w.-]*)', r'\]\((https?:[^)]*)\)'):
            self.assertEqual(*(re.findall(pattern, text) for text in texts), pattern)
        anchors = [re.findall(r'first-ten-minutes-artist(?:\.ja)?\.md#([a-z-]+)\)', text.split('![')[0]) for text in texts]
        self.assertEqual([found[:3] for found in anchors], [['unity', 'blender', 'vroid-studio']] * 2)
        paths = [{re.sub(r'\.ja(?=\.md$)', '', path) for path in re.findall(r'\]\((?!https?:)([^)#]*)', text)} for text in texts]
        self.assertEqual(*paths)
        self.assertIn('[日本語](README.ja.md)', texts[0])
        self.assertIn('[English](README.md)', texts[1])

    def test_guides_begin_with_the_tool(self):
        """The first section of the guides for artists leads to each tool, before any command; both name the same files."""
        named = []
        for name in ('first-ten-minutes-artist.md', 'first-ten-minutes-artist.ja.md'):
            with open(os.path.join(SOURCE, 'docs', name), encoding='utf-8') as file:
                first = file.read().split('\n## ')[1]
            self.assertEqual(re.findall(r'\]\(#([a-z-]+)\)', first)[:3], ['unity', 'blender', 'vroid-studio'])
            headings = re.findall('(?m)^### (.*)$', first)
            self.assertEqual(len(headings), 5)
            for heading in headings:
                self.assertIn(f'](#{heading.lower().replace(" ", "-")})', first)
            self.assertNotIn('\n    vrmlint', first)
            named.append(re.findall(r'`(vrmlint[\w.-]+)`', first))
        self.assertEqual(*named)

    def test_manual_in_japanese(self):
        # These are the same in every language: commands, options, variables, files, exit statuses and examples.
        fixed = re.compile(r'^\.(?:Ss|It (?:Fl|Ev|Pa|Cm|\d)|Dl) ?.*', re.M)
        self.assertEqual(fixed.findall(self.manual('ja')), fixed.findall(self.manual()))
        if shutil.which('mandoc'):
            # only errors: mandoc takes Japanese headings for unknown sections, and Japanese words for punctuation
            done = subprocess.run(['mandoc', '-T', 'lint', '-W', 'error', self.write('vrmlint.1', self.manual('ja'))],
                                  check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder)
            self.assertEqual(done.stdout.decode(), '')

    def test_help_is_for_standard_output(self):
        for arguments in (['--help'], ['-h'], ['check', '--help'], ['check', '-h', 'missing'], ['rules', '--help'],
                          ['explain', '--help'], ['simulate', '--help'], ['--version'], ['check', '--version']):
            done = self.expect(0, *arguments)
            self.assertEqual(done.err, '')
            self.assertNotEqual(done.out, '')
            self.assertLessEqual(max(len(line) for line in done.out.splitlines()), 100)
        for command in ('check', 'merge', 'simulate', 'rules', 'explain'):
            self.assertRegex(self.expect(0, '--help').out, rf'(?m)^  {command}\b')
        self.assertRegex(self.expect(0, '--version').out, rf'\Avrmlint {re.escape(VERSION)}(?:(?: \([0-9a-f]{{12}}\))?|-dev(?:\+[0-9a-f]{{12}})?)\n\Z')

    def test_rules(self):
        table = json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']
        lines = self.expect(0, 'rules').out.splitlines()
        self.assertGreater(len(table), 20)
        self.assertEqual([line.split()[0] for line in lines], [rule['rule'] for rule in table])
        for rule, line in zip(table, lines):
            self.assertEqual(line.split()[1], rule['severity'])
            self.assertEqual('  opt-in  ' in line, rule['opt_in'])
            self.assertTrue(line.endswith('  ' + rule['summary']))

    def test_readings(self):
        """The rules cite the sections of docs/specification-notes.md, and each section names rules that cite it."""
        rules = json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']
        cited = {}
        for rule in rules:
            for section in re.findall(r'notes: ([a-z0-9-]+)', rule['spec']):
                cited.setdefault(section, set()).add(rule['rule'])
        with open(os.path.join(SOURCE, 'docs', 'specification-notes.md'), encoding='utf-8') as file:
            sections = re.split(r'^## ', file.read(), flags=re.M)[1:]
        self.assertEqual({section.split('\n')[0] for section in sections}, set(cited))
        for section in sections:
            head = section.split('\n')[0]
            named = set(re.findall(r'`([a-z0-9]+/[a-z0-9-]+)`', section))
            self.assertTrue(named, head)
            self.assertLessEqual(named, cited[head])
            for part in ('Text', 'Apps', 'vrmlint'):
                self.assertIn(f'- **{part}', section, head)

    def test_explain(self):
        table = json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']
        for rule in table[::10]:  # the test of the pages of a release shows all of them
            text = self.expect(0, 'explain', rule['rule']).out
            joined = ' '.join(text.split())
            for field in ('rule', 'severity', 'summary', 'why', 'how', 'spec'):
                self.assertIn(' '.join(rule[field].split()), joined)
            if os.path.isdir(os.path.join(SOURCE, 'fixtures', rule['rule'])):
                self.assertIn('\nAn example that fails\n', text, rule['rule'])
                self.assertIn('\nAn example that passes\n', text, rule['rule'])
            self.assertNotRegex(text, '[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]')
        found = re.findall(r'(?m)^\S+', self.expect(0, 'explain', 'hit-radius').out)
        self.assertIn('vrm0/hit-radius-other-unit', found)
        self.assertTrue(all('hit-radius' in rule for rule in found) and len(found) > 1, found)
        self.usage("did you mean 'collider/huge-radius'", 'explain', 'huge-radios')
        family = self.expect(0, 'explain', 'json').out.splitlines()
        self.assertTrue(family and all(line.startswith('json/') for line in family))

    def test_manual_of_rules(self):
        page = self.expect(0, 'rules', '--format', 'mdoc').out
        for rule in json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']:
            self.assertIn(f'.It Sy {rule["rule"]} Pq', page)
        if shutil.which('mandoc'):
            for name, text in (('vrmlint-rules.7', page), ('vrmlint.1', self.manual())):
                done = subprocess.run(['mandoc', '-T', 'lint', self.write(name, text)], check=False,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder)
                # the operating system's name is the program's name and version
                lines = [line for line in done.stdout.decode().splitlines() if 'operating system explicitly specified: Os vrmlint' not in line]
                self.assertEqual(lines, [])

    def test_promises_have_tests(self):
        """Each promise of SECURITY.md names its tests, which exist."""
        def read(name):
            with open(os.path.join(SOURCE, name), encoding='utf-8') as file:
                return file.read()

        build = read('tests/meson.build')
        promises = re.search(r'(?ms)^## What is promised$(.*?)^## ', read('SECURITY.md')).group(1)
        promises = re.split(r'(?m)^- (?=\*\*)', promises)[1:]
        self.assertGreater(len(promises), 6)
        for promise in promises:
            named = re.search(r'\(Tests: ([^)]*)\)', promise)
            self.assertIsNotNone(named, promise)
            for name in re.findall('`([^`]*)`', named.group(1)):
                if '/' in name:
                    self.assertTrue(os.access(os.path.join(SOURCE, name), os.X_OK), name)
                elif name.startswith('drive_'):
                    self.assertTrue(os.path.exists(os.path.join(SOURCE, 'tests', 'fuzz', f'fuzz_{name[6:]}.c')), name)
                else:
                    plain = name.removesuffix('_command')
                    self.assertTrue(re.search(rf"(?m)^ *(test\()?'{plain}',", build), name)
                    files = (f'tests/cli/test_{plain}.py',) if name != plain else (
                        f'tests/unit/test_{name}.c', f'tests/bench/test_{name}.py', f'tests/project/{name}.py', f'tests/apps/{name}.py',
                        f'tests/apps/{name}.mjs')
                    self.assertTrue(any(os.path.exists(os.path.join(SOURCE, file)) for file in files), name)


if __name__ == '__main__':
    unittest.main(verbosity=2)
