#!/usr/bin/env python3
"""vrmlint diff: new and fixed findings, changes in avatars, and the kinds of input."""
import json
import os
import shutil
import struct
import subprocess
import unittest

from test_cli import Case, FAILS, NOTHING, PROGRAM, SOURCE, TENTH, WARNS

MISTAKES = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')
CLEAN = os.path.join(SOURCE, 'fixtures', 'whole', 'clean.vrm')


class Diff(Case):
    def diff(self, status, *arguments, **how):
        found = json.loads(self.expect(status, 'diff', '--format', 'json', *arguments, **how).out)
        with open(os.path.join(SOURCE, 'schema', 'diff.schema.json'), encoding='utf-8') as file:
            self.assertEqual(list(found), list(json.load(file)['properties']))
        return found

    def copy(self, source, name):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy(source, path)

    def two_folders(self):
        """Makes one file each that is unchanged, fixed, worse, moved, removed and added."""
        for side in ('old', 'new'):
            self.write(f'{side}/same.gltf', WARNS)
        self.copy(MISTAKES, 'old/fixed.vrm')
        self.copy(MISTAKES, 'new/fixed.vrm')
        self.run_it('fix', '--in-place', 'new/fixed.vrm')
        self.write('old/worse.gltf', NOTHING)
        self.write('new/worse.gltf', FAILS)
        self.copy(CLEAN, 'old/here.vrm')
        self.copy(CLEAN, 'new/deep/there.vrm')
        self.write('old/removed.gltf', NOTHING + '\n')
        self.write('new/added.gltf', NOTHING + '\n\n')

    def check_two_folders(self, found):
        files = {os.path.basename(file['path']): file for file in found['files']}
        self.assertEqual({name: file['state'] for name, file in files.items()},
                         {'same.gltf': 'same', 'fixed.vrm': 'changed', 'worse.gltf': 'changed', 'there.vrm': 'moved',
                          'removed.gltf': 'removed', 'added.gltf': 'added'})
        self.assertEqual(os.path.basename(files['there.vrm']['was']), 'here.vrm')
        self.assertEqual({finding['rule'] for finding in files['fixed.vrm']['fixed']},
                         {'constraint/not-declared', 'springbone/unknown-property'})
        self.assertEqual([finding['rule'] for finding in files['worse.gltf']['new']], ['json/syntax'])
        self.assertEqual(files['fixed.vrm']['new'] + files['same.gltf']['new'], [])
        self.assertEqual(found['summary']['files'], {'same': 1, 'changed': 2, 'added': 1, 'removed': 1, 'moved': 1})
        self.assertEqual(found['summary']['findings']['new'], 1)
        return files

    def test_folders(self):
        self.two_folders()
        files = self.check_two_folders(self.diff(1, 'old', 'new'))
        self.assertIn({'kind': 'joint', 'of': 'Skirt back / Skirt_B_2', 'what': 'stiffness', 'after': '1.5',
                       'message': "Joint 'Skirt back / Skirt_B_2': stiffness is 1.5, and was not set before"},
                      files['fixed.vrm']['changes'])
        self.diff(0, '--fail-on', 'never', 'old', 'new')
        self.assertEqual(self.diff(0, 'new', 'new')['summary']['findings'],
                         {'new': 0, 'fixed': 0, 'moved': 0, 'brought': 0, 'dropped': 0})

    def test_reports(self):
        self.two_folders()
        for side in ('old', 'new'):
            for form in ('json', 'ndjson'):
                self.write(f'{side}.{form}.txt', self.run_it('--format', form, side).out)
        for pair in (('old.json.txt', 'new.ndjson.txt'), ('old.ndjson.txt', 'new.json.txt'), ('old.json.txt', 'new'),
                     ('old', 'new.ndjson.txt')):
            self.check_two_folders(self.diff(1, *pair))

    def test_other_files_than_reports(self):
        """A file that isn't a report says what it is; an editor's byte-order mark changes nothing."""
        self.write('a.gltf', WARNS)
        whole, lines = (self.run_it('--format', name, 'a.gltf').out for name in ('json', 'ndjson'))
        names = {'whole.json': whole, 'lines.json': lines, 'cut.json': whole[:len(whole) // 2], 'cut_in_a_line.json': whole.replace('\n', '')[:900]}
        for name, text in names.items():
            self.write(name, text)
        for name, text in (('mark_whole.json', whole), ('mark_lines.json', lines)):
            self.write(name, '\ufeff' + text)
            done = self.run_it('diff', 'lines.json', name)
            self.assertEqual((done.status, done.err), (0, ''), name)
        for name, text in (('utf16_whole.json', whole), ('utf16_lines.json', lines)):
            with open(os.path.join(self.folder, name), 'w', encoding='utf-16') as file:
                file.write(text)
        self.write('model.json', '{\n  "asset": {"version": "2.0"}\n}\n')
        self.write('binary.json', 'glTF\x02')
        self.write('object.json', '{}')
        self.write('list.json', '[]')
        for name, diff, merge in (('utf16_whole.json', '--format ndjson=FILE', '--format ndjson=FILE'),
                                  ('utf16_lines.json', '--format ndjson=FILE', '--format ndjson=FILE'),
                                  ('model.json', 'is an avatar', 'is an avatar'), ('binary.json', 'is an avatar', 'is an avatar'),
                                  ('object.json', 'is not a record', 'is not a record'), ('list.json', 'not a JSON object', 'not a JSON object'),
                                  ('whole.json', None, 'with --format ndjson'), ('cut.json', 'cut off', 'with --format ndjson'),
                                  ('cut_in_a_line.json', 'cut off', 'with --format ndjson')):
            for command, files, said in (('diff', ['lines.json', name], diff), ('merge', [name], merge)):
                done = self.run_it(command, *files)
                with self.subTest(name, command=command):
                    if said is None:
                        self.assertEqual((done.status, done.err), (0, ''))
                    else:
                        self.assertEqual((done.status, done.err.count('\n')), (3, 1), done.err)
                        self.assertIn(said, done.err)

    def test_reports_from_pipes(self):
        """As a shell hands over reports that other commands write: <(vrmlint check --format ndjson old)."""
        self.two_folders()
        for kind in ('json', 'ndjson'):
            ends = []
            for side in ('old', 'new'):
                text = self.run_it('check', '--format', kind, side).out
                read, write = os.pipe()
                os.write(write, text.encode('utf-8')[:60000])
                self.assertLess(len(text), 60000)  # fits into a pipe
                os.close(write)
                ends.append(read)
            done = subprocess.run([*PROGRAM, 'diff', '--format', 'json', *[f'/dev/fd/{end}' for end in ends]], env=self.clean(),
                                  check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=ends)
            for end in ends:
                os.close(end)
            self.assertEqual((done.returncode, done.stderr), (1, b''))
            self.check_two_folders(json.loads(done.stdout))

    def test_standard_input(self):
        """Standard input is a report or an avatar, whichever it begins as."""
        self.two_folders()
        self.write('a.gltf', WARNS)
        for side in ('old', 'new'):
            self.write(f'{side}.txt', self.run_it('--format', 'ndjson', side).out)
        for kind in ('json', 'ndjson'):
            for old, new in (('-', 'new.txt'), ('-', 'new'), ('old.txt', '-')):
                text = self.run_it('--format', kind, 'new' if new == '-' else 'old').out
                with self.subTest(kind, old=old, new=new):
                    done = subprocess.run([*PROGRAM, 'diff', '--format', 'json', old, new], cwd=self.folder, env=self.clean(), check=False,
                                          input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                    self.assertEqual((done.returncode, done.stderr), (1, b''))
                    self.check_two_folders(json.loads(done.stdout))
        done = subprocess.run([*PROGRAM, 'diff', '--format', 'json', '-', 'a.gltf'], cwd=self.folder, env=self.clean(), check=False,
                              input=WARNS.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertEqual(json.loads(done.stdout)['summary']['findings']['new'], 0)

    def test_large_audits(self):
        """The records of ndjson are compared one by one: the memory doesn't grow with their size."""
        self.copy(MISTAKES, 'a.vrm')
        record, summary = self.run_it('--format', 'ndjson', '--fail-on', 'never', 'a.vrm').out.splitlines()
        count = 4000 // TENTH
        for side in ('old', 'new'):
            with open(os.path.join(self.folder, f'{side}.txt'), 'w', encoding='utf-8') as file:  # bit by bit: a child's memory counts from this one's
                for i in range(count):
                    file.write(record.replace('a.vrm', f'{i:05}.vrm', 1).replace('"hash":"', f'"hash":"{i:05x}', 1) + '\n')
                file.write(summary.replace('"files": 1', f'"files": {count}', 1) + '\n')
        with subprocess.Popen([*PROGRAM, 'diff', 'old.txt', 'new.txt'], cwd=self.folder, env=self.clean(), stdout=subprocess.PIPE) as running:
            out = running.stdout.read().decode()
            _, status, usage = os.wait4(running.pid, 0)
            running.returncode = status
        self.assertEqual((status, out.splitlines()[0].split(',')[0]), (0, f'{count} files compared'))
        if TENTH == 1:
            self.assertLess(usage.ru_maxrss, 40 * 1024)

    def test_other_settings(self):
        """Findings that differ only because of other settings are listed separately, and don't fail."""
        self.write('a.gltf', WARNS)
        self.write('old.txt', self.run_it('--format', 'json', '--ignore', 'json/duplicate-key', 'a.gltf').out)
        found = self.diff(0, '--fail-on', 'warning', 'old.txt', 'a.gltf')
        file, = found['files']
        self.assertEqual((file['because'], file['new'], file['state']), ('settings', [], 'same'))
        self.assertEqual([finding['rule'] for finding in file['brought']], ['json/duplicate-key'])

    def test_other_version(self):
        self.write('a.gltf', WARNS)
        report = json.loads(self.run_it('--format', 'json', 'a.gltf').out)
        report['tool']['build'] = '0' * 16
        report['files'][0]['findings'] = []
        report['files'][0]['counts']['warning'] = 0
        self.write('old.txt', json.dumps(report, indent=1))
        file, = self.diff(0, '--fail-on', 'warning', 'old.txt', 'a.gltf')['files']
        self.assertEqual((file['because'], len(file['brought']), file['new']), ('version', 1, []))

    def test_renamed(self):
        """The same mistake in the same place isn't new if a name changed."""
        with open(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'), 'rb') as file:
            data = file.read()
        self.write('a.vrm', data)
        self.write('b.vrm', data.replace(b'Skirt_B_2', b'Skirt_B_x'))
        found, = self.diff(0, '--fail-on', 'warning', 'a.vrm', 'b.vrm')['files']
        self.assertEqual((found['new'], found['fixed']), ([], []))
        self.assertTrue(all(finding['from'] for finding in found['moved']))
        self.assertEqual(found['changes'], [
            {'kind': 'joint', 'of': 'Skirt back / Skirt_B_x', 'what': 'name', 'before': 'Skirt_B_2', 'after': 'Skirt_B_x',
             'message': "Joint 'Skirt back / Skirt_B_x': name is Skirt_B_x instead of Skirt_B_2"}])

    def changed(self, source, change):
        """Compares a model with what change() makes of its JSON. Returns its changes, and the text for people."""
        with open(os.path.join(SOURCE, 'fixtures', 'whole', source), 'rb') as file:
            data = file.read()
        length = struct.unpack_from('<I', data, 12)[0]
        self.write('a.vrm', data)
        model = json.loads(data[20:20 + length])
        change(model)
        text = json.dumps(model).encode('utf-8')
        text += b' ' * (-len(text) % 4)
        rest = data[20 + length:]
        self.write('b.vrm', struct.pack('<4sIIII', b'glTF', 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)
        file, = self.diff(0, '--fail-on', 'never', 'a.vrm', 'b.vrm')['files']
        return ([one for one in file['changes'] if one['kind'] != 'figure'],
                self.expect(0, 'diff', '--fail-on', 'never', 'a.vrm', 'b.vrm').out)

    def test_renamed_and_changed(self):
        """A renamed joint and a renamed spring are the same ones, so a changed property is reported."""
        def change(model):
            spring = model['extensions']['VRMC_springBone']['springs'][0]
            spring['name'] = 'Left hair'
            joint = spring['joints'][0]
            joint['stiffness'] = 3
            model['nodes'][joint['node']]['name'] = 'L1'
            model['nodes'].append({'name': 'new'})
            model['scenes'][0]['nodes'].append(len(model['nodes']) - 1)
        changes, _ = self.changed('clean.vrm', change)
        kinds = [(one['kind'], one['of'], one['what'], one.get('after')) for one in changes]
        self.assertEqual(kinds, [('spring', 'Left hair', 'name', 'Left hair'), ('joint', 'Left hair / L1', 'name', 'L1'),
                                 ('joint', 'Left hair / L1', 'stiffness', '3')])

    def test_without_center(self):
        """A center that one side lacks is set or unset; no sentence ends in an empty value."""
        def set_center(model):
            model['extensions']['VRMC_springBone']['springs'][1]['center'] = 5
        (set_one,), text = self.changed('clean.vrm', set_center)
        self.assertEqual((set_one['what'], set_one.get('before'), set_one['after']), ('center', None, 'head'))
        self.assertRegex(text, "center is head, and was not set before")
        said = self.expect(0, 'diff', '--fail-on', 'never', 'b.vrm', 'a.vrm').out
        self.assertIn('center is no longer set, and was head', said)
        self.assertNotRegex(text + said, r'instead of\s*$|is  instead')

    def test_all_nodes_renamed(self):
        """Names that a whole export changed are one line; what else changed isn't hidden by them."""
        def rename(model):
            for node in model['nodes']:
                if 'mesh' not in node:  # expressions list the shapes by the names of such nodes
                    node['name'] = 'x.' + node['name']
        for source in ('clean.vrm', 'box-doll-0x.vrm'):
            changes, text = self.changed(source, rename)
            self.assertEqual({(one['kind'], one['what']) for one in changes} - {('joint', 'name'), ('bone', 'node'), ('collider', 'name'),
                                                                              ('constraint', 'name'), ('spring', 'name')}, set())
            self.assertGreater(len(changes), 10)
            self.assertRegex(text, r'\n  Changed in the avatar\n    %d objects are renamed and otherwise unchanged, such as [^\n]*(\n      [^\n]*)?\n    Sizes: ' % len(changes))

            def change(model):
                rename(model)
                extensions = model['extensions']
                if 'VRM' in extensions:
                    extensions['VRM']['secondaryAnimation']['boneGroups'][0]['stiffiness'] = 3.5
                else:
                    extensions['VRMC_springBone']['springs'][0]['joints'][0]['stiffness'] = 3.5
            changes, text = self.changed(source, change)
            self.assertEqual([one.get('after') for one in changes if one['what'] in ('stiffness', 'stiffiness')], ['3.5'])
            self.assertIn('is 3.5 instead of', text)
            self.assertLess(text.count('instead of'), 4)

    def test_one_of_several_renamed(self):
        """A material that is another one isn't the old one under another name."""
        def rename(model):
            model['materials'][0]['name'] = 'Other'
        changes, _ = self.changed('clean.vrm', rename)
        self.assertEqual([(one['kind'], one['what'], one['after']) for one in changes], [('material', 'name', 'Other')])

        def replace(model):
            model['materials'][0] = {'name': 'Other', 'alphaMode': 'BLEND', 'doubleSided': False}
        changes, _ = self.changed('clean.vrm', replace)
        self.assertEqual([one.get('what') for one in changes if one['kind'] == 'material'], [None, None])

    def test_for_people(self):
        self.two_folders()
        said = self.expect(1, 'diff', 'old', 'new').out
        self.assertIn('new/deep/there.vrm (was old/here.vrm)', said)
        self.assertRegex(said, r'1 new finding, \d fixed')
        self.assertIn('新しい指摘1件', self.expect(1, 'diff', '--lang', 'ja', 'old', 'new').out)
        page = self.expect(1, 'diff', '--format', 'html', 'old', 'new').out
        self.assertTrue(page.startswith('<!DOCTYPE html>') and page.endswith('</html>\n'))
        summary = os.path.join(self.folder, 'summary.md')
        said = self.expect(1, 'diff', '--format', 'github', 'old', 'new', env={'GITHUB_STEP_SUMMARY': summary}).out
        self.assertRegex(said, r'(?m)^::error file=new/worse\.gltf,')
        with open(summary, encoding='utf-8') as file:
            self.assertIn('<h3>', file.read())
        self.expect(1, 'diff', '--format', 'json=there.json', 'old', 'new')
        self.assertTrue(os.path.getsize(os.path.join(self.folder, 'there.json')) > 0)

    def test_statistics(self):
        """--statistics counts the new and the fixed findings by rule, exporter and app."""
        self.two_folders()
        statistics = self.diff(1, '--statistics', 'old', 'new')['summary']['statistics']
        self.assertEqual([one['rule'] for one in statistics['new']['rules']], ['json/syntax'])
        self.assertEqual(sum(one['count'] for one in statistics['fixed']['rules']), 2)
        self.assertEqual([(one['files'], one['rules'][0]['count']) for one in statistics['fixed']['generators']], [(1, 1)])
        verdicts = {one['app']: one['verdicts'] for one in statistics['fixed']['apps']}
        self.assertEqual((verdicts['three-vrm']['loses'], verdicts['three-vrm']['fine']), (1, 0))
        text = self.expect(1, 'diff', '--statistics', 'old', 'new').out
        self.assertRegex(text, r'(?s)\nNew\n.*1 *1 *json/syntax\n.*\nFixed\n.*springbone/unknown-property\n.*files compared')
        page_path = os.path.join(self.folder, 'summary.md')
        page = self.expect(1, 'diff', '--statistics', '--format', 'html', 'old', 'new').out
        self.assertRegex(page, r'(?s)<h2 id="new">.*json/syntax.*<h2 id="fixed">.*</main>')
        for kind in ('markdown', 'github'):
            said = self.expect(1, 'diff', '--statistics', '--format', kind, 'old', 'new', env={'GITHUB_STEP_SUMMARY': page_path}).out
            if kind == 'github':
                with open(page_path, encoding='utf-8') as file:
                    said += file.read()
            self.assertRegex(said, r'(?s)New</h2>.*json/syntax.*Fixed</h2>.*springbone/unknown-property', kind)
        self.assertNotIn('statistics', self.diff(1, 'old', 'new')['summary'])

    def test_markdown(self):
        """A comment for a pull request: short enough for GitHub, and no name in it notifies a user or refers to an issue."""
        self.two_folders()
        text = self.expect(1, 'diff', '--format', 'markdown', 'old', 'new').out
        self.assertTrue(text.startswith('<!-- vrmlint diff -->\n## vrmlint diff\n\n<p>4 files compared'), text)
        self.assertIn('json/syntax', text)
        self.assertIn('new/deep/there.vrm (was old/here.vrm)', text)
        many = [{'name': f'@user{i} #{i} ' + 'x' * 60} for i in range(400)]
        for side in ('old', 'new'):
            for i in range(30):
                self.write(f'long-{side}/{i}.gltf', json.dumps({'asset': {'version': '2.0'}, 'extensions': {'VRMC_springBone': {
                    'specVersion': '1.0', 'springs': many if side == 'new' else many[:1]}}}))
        text = self.expect(1, 'diff', '--format', 'markdown', 'long-old', 'long-new').out
        self.assertGreater(len(text), 20000)
        self.assertLess(len(text), 65536)
        self.assertTrue(text.endswith('…\n'))
        self.assertIn('@<!-- -->user', text)
        self.assertNotRegex(text, r'@[a-z]|(?<!&)#[0-9]')

    def test_hostile_names(self):
        """A file's names can't break out of any format."""
        self.write('old/a.gltf', '{"asset": {"version": "2.0"}, "materials": [{"name": "a"}]}')
        name = '</h3><script>alert(1)</script>\\n::error::x\\u001b[31m'
        self.write('new/a.gltf', '{"asset": {"version": "2.0"}, "materials": [{"name": "%s"}]}' % name)
        for form in ('text', 'html', 'github', 'json'):
            said = self.run_it('diff', '--format', form, 'old', 'new').out
            self.assertNotIn('\x1b[31m', said)
            self.assertNotRegex(said, r'(?m)^::error::x')
            self.assertNotIn('<script>', said if form == 'html' else '')

    def test_unresolved_node(self):
        """A spring that is named after a node that doesn't exist has no number in its place."""
        for name, group in (('old', {'bones': []}), ('new', {'bones': [9]})):
            self.write(f'{name}.vrm', json.dumps({'asset': {'version': '2.0'}, 'extensionsUsed': ['VRM'], 'nodes': [{}], 'extensions': {
                'VRM': {'secondaryAnimation': {'boneGroups': [group]}}}}))
        changes = self.diff(1, 'old.vrm', 'new.vrm')['files'][0]['changes']
        self.assertEqual({change['of'] for change in changes if change['kind'] == 'spring'}, {'', '?'})

    def test_usage(self):
        self.usage('what to compare', 'diff', 'a.gltf')
        self.usage("unknown format 'jsn'; did you mean 'json'?", 'diff', '--format', 'jsn', 'a', 'b')
        self.usage("unknown format 'sarif'; known formats: text, json, html, github, markdown", 'diff', '--format', 'sarif', 'a', 'b')
        self.write('a.gltf', NOTHING)
        self.expect(3, 'diff', 'a.gltf', 'gone.gltf')
        if shutil.which('git'):
            for name in ('nowhere', '.', '...'):
                self.usage(f"git finds no revision '{name}'", 'diff', '--since', name, 'a.gltf')
        said = self.expect(3, 'diff', '--since', 'HEAD', 'a.gltf', env={'PATH': self.folder}).err
        self.assertEqual(said, 'vrmlint: git: not found in a folder of PATH\n')

    @unittest.skipUnless(shutil.which('git'), 'needs git')
    def test_since(self):
        def git(*arguments):
            subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *arguments], cwd=self.folder, check=True,
                           stdout=subprocess.DEVNULL)
        git('init', '-q')
        self.write('.vrmlint.json', '{"root": true, "severity": {"json/duplicate-key": "error"}}')
        self.write('models/a.gltf', NOTHING)
        self.write('models/b.gltf', WARNS)
        git('add', '.')
        git('commit', '-qm', 'models')
        self.write('models/a.gltf', WARNS)
        self.write('models/c.gltf', NOTHING + '\n')
        found = self.diff(1, '--since', 'HEAD', 'models')
        states = {file['path']: file['state'] for file in found['files']}
        self.assertEqual(states, {'models/a.gltf': 'changed', 'models/b.gltf': 'same', 'models/c.gltf': 'added'})
        new, = found['files'][0]['new']
        self.assertEqual((new['rule'], new['severity']), ('json/duplicate-key', 'error'))
        self.assertEqual(self.diff(1, '--since', 'HEAD')['summary'], found['summary'])
        self.assertEqual(self.diff(0, '--since', 'HEAD', 'models/c.gltf')['summary']['files']['added'], 1)
        self.usage("'../x' is not in the folder", 'diff', '--since', 'HEAD', '../x')


if __name__ == '__main__':
    unittest.main(verbosity=2)
