#!/usr/bin/env python3
"""Tests the program for Windows with wine: it must find what the program for Linux finds. Also tests what exists only on
Windows, and runs the command-line tests that apply there. tests/platforms/windows_wine.sh runs this with VRMLINT (vrmlint.exe),
VRMLINT_NATIVE (the program to compare with), VRMLINT_WRAP (wine) and VRMLINT_SOURCE in the environment, VRMLINT_EXTERNAL if
there is data, and VRMLINT_WEB if web/build.sh has built the web page there. Arguments select tests by parts of their names. With VRMLINT_SMALL in the environment, tests whose output is the
same on all systems are left out.
"""
import base64
import contextlib
import html
import importlib
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import unittest
import urllib.parse
import zipfile
from unittest import mock

SOURCE = os.environ['VRMLINT_SOURCE']
sys.path.insert(0, os.path.join(SOURCE, 'tests', 'cli'))

import test_cli  # noqa: E402 (the path comes first)
from test_cli import Case, FAILS, NOTHING, WARNS  # noqa: E402 (the path comes first)

FIXABLE = '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"]}\n'
SECONDS = 300  # time limit of a test: one that hangs fails

MODULES = ['cli', 'daily', 'fix', 'outputs']
if 'VRMLINT_SMALL' not in os.environ:
    MODULES += ['baseline', 'ci_formats', 'completions', 'config', 'documents', 'html', 'simulate']
NAMES = 'names that Windows has no files of'
PIPES = 'signals, and pipes with a path, which Windows has not'
MODES = 'links, owners and permissions of Unix'
MANY = 'the program hundreds of times, which says nothing of Windows'
SKIPPED = {
    'baseline.Known.test_names': NAMES,
    'baseline.Wrong.test_wrong_files': PIPES,
    'ci_formats.Harmless': NAMES,
    'ci_formats.Whole.test_closed_pipe': PIPES,
    'cli.ExitStatus.test_unreadable_for_anybody': MODES,
    'cli.Inputs.test_files_from': NAMES,
    'cli.Usage.test_two_ways_to_one_place': MODES,
    'daily.Caching.test_what_a_killed_run_leaves': PIPES,
    'daily.Ending.test_closed_pipe': PIPES,
    'daily.Ending.test_progress_beside_files': 'a terminal, which wine draws itself',
    'daily.Ending.test_the_other_reports_stay_whole': PIPES,
    'daily.Excluding.test_what_is_no_file': MODES,
    'daily.Showing.test_names_that_are_not_utf8': NAMES,
    'documents.Documents.test_explain': MANY,
    'fix.Fix.test_in_place': MODES,
    'html.Html.test_hostile_paths': NAMES,
    'outputs.Hostile.test_names_of_files': NAMES,
    'outputs.Hostile.test_names_that_are_not_utf8': NAMES,
    'outputs.Outputs.test_closed_pipe': PIPES,
    'outputs.Outputs.test_ndjson_streams': PIPES,
    'outputs.Outputs.test_through_a_link': MODES,
}


def findings(report):
    return [(os.path.basename(file['path']), f['severity'], f['rule'], f['pointer']) for file in report['files']
            for f in file['findings']]


class Windows(Case):
    def json(self, status, *arguments, **how):
        return json.loads(self.expect(status, '--format', 'json', *arguments, **how).out)

    def compare(self, folder):
        native = subprocess.run([os.environ['VRMLINT_NATIVE'], '--format', 'json', folder], check=False,
                                stdout=subprocess.PIPE)
        theirs = json.loads(native.stdout)
        self.assertEqual(findings(self.json(native.returncode, folder)), findings(theirs))
        return len(theirs['files'])

    def test_findings_are_those_of_linux(self):
        self.assertGreater(self.compare(os.path.join(SOURCE, 'fixtures', 'whole')), 1)
        self.compare(os.path.join(SOURCE, 'fixtures', 'springbone'))
        self.compare(os.path.join(SOURCE, 'fixtures', 'sim'))

    def test_corpus(self):
        external = os.environ.get('VRMLINT_EXTERNAL')
        if not external:
            self.skipTest('no external test data')
        self.assertGreater(self.compare(os.path.join(external, 'corpus')), 100)

    def test_japanese_paths(self):
        self.write('アバター 一覧/髪の毛.gltf', FAILS)
        for path in ('アバター 一覧', 'アバター 一覧/', 'アバター 一覧\\', 'アバター 一覧/髪の毛.gltf', 'アバター 一覧\\髪の毛.gltf'):
            self.assertEqual([p.replace('\\', '/') for p in self.paths(path)], ['アバター 一覧/髪の毛.gltf'])
        self.expect(1, '--format', 'html=報告.html', 'アバター 一覧')
        self.assertIn('髪の毛', self.text('報告.html'))

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as file:
            return file.read()

    def test_long_paths(self):
        folder = '/'.join(['a' * 60] * 7)
        self.write(f'{folder}/odd.gltf', FIXABLE)
        self.assertEqual(len(self.paths('a' * 60)), 1)
        whole = 'Z:' + os.path.join(self.folder, folder, 'odd.gltf').replace('/', '\\')
        self.assertGreater(len(whole), 400)
        self.assertEqual(len(self.paths(whole)), 1)
        self.expect(0, '--format', f'json={folder}/report.json', whole)
        self.expect(0, 'fix', '--in-place', whole)
        self.assertEqual(json.loads(self.text(f'{folder}/odd.gltf')), {'asset': {'version': '2.0'}})
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, folder))), ['odd.gltf', 'report.json'])

    def test_line_ends_of_windows(self):
        self.write('.vrmlint.json', '{\r\n  "severity": {"json/duplicate-key": "error"}\r\n}\r\n')
        self.write('a b.gltf', WARNS.replace('\n', '\r\n'))
        self.write('c.gltf', NOTHING)
        self.write('list.txt', 'a b.gltf\r\nc.gltf\r\n')
        self.assertEqual(self.json(1, '--files-from', 'list.txt')['summary']['files'], 2)
        self.expect(1, '--write-baseline', 'known.txt', 'a b.gltf')
        self.write('known.txt', self.text('known.txt').replace('\r', '').replace('\n', '\r\n'))
        done = self.expect(0, '--baseline', 'known.txt', 'a b.gltf')
        self.assertIn('1 known to the baseline', done.out)

    def test_fixing_in_place(self):
        self.write('avatars/one.gltf', FIXABLE)
        self.write('avatars/two.gltf', FIXABLE)
        self.expect(0, 'fix', '--in-place', 'avatars')
        for name in ('one', 'two'):
            self.assertEqual(json.loads(self.text(f'avatars/{name}.gltf')), {'asset': {'version': '2.0'}})
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, 'avatars'))), ['one.gltf', 'two.gltf'])

    def test_merging_finds_what_has_changed(self):
        self.write('a.gltf', WARNS)
        self.write('list', 'a.gltf\n')
        self.expect(0, '--format', 'ndjson=record', '--files-from', 'list')
        self.expect(0, 'merge', '--files-from', 'list', 'record')
        self.write('a.gltf', WARNS.replace('2.0', '2.1'))
        done = self.expect(3, 'merge', '--files-from', 'list', 'record')
        self.assertIn('a.gltf: has changed since its record was written', done.err)

    def test_cache(self):
        self.write('a.gltf', WARNS)
        for _ in range(2):
            self.assertEqual(len(findings(self.json(0, '--cache', 'kept', 'a.gltf'))), 1)
        self.assertTrue(any(names for _, _, names in os.walk(os.path.join(self.folder, 'kept'))))

    def test_texts_for_other_languages(self):
        surface = os.path.join(os.path.dirname(os.environ['VRMLINT']), '..', 'adopt', 'python', 'surface.exe')
        done = subprocess.run([*os.environ['VRMLINT_WRAP'].split(), surface, os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')],
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, 'every text ends where it ends'))

    def test_a_reader_that_leaves(self):
        for i in range(300):
            self.write(f'{i}.gltf', WARNS)
        ends = os.pipe()
        os.close(ends[0])
        done = subprocess.run([*os.environ['VRMLINT_WRAP'].split(), os.environ['VRMLINT'], '.'], cwd=self.folder,
                              check=False, stdout=ends[1], stderr=subprocess.PIPE)
        os.close(ends[1])
        self.assertEqual((done.returncode, done.stderr), (3, b''))

    def test_dropped_onto_the_icon(self):
        path = self.write('髪 a.gltf', FAILS)
        env = {'VRMLINT_DROPPED': '1'}
        done = self.expect(1, 'Z:' + path.replace('/', '\\'), env=env)
        page = re.search(r'^opens C:\\(.*vrmlint-髪 a\.gltf\.html)\r?$', done.out, re.M).group(1).replace('\\', '/')
        page = os.path.join(os.environ['WINEPREFIX'], 'drive_c', page)
        with open(page, encoding='utf-8') as file:
            self.assertIn('json/syntax', file.read())
        os.remove(page)
        self.assertEqual(os.listdir(self.folder), ['髪 a.gltf'])
        # no files were dropped: it prints what to do
        self.assertIn('drag avatars', self.expect(2, env=env).out)
        # options are still treated as options
        self.assertNotIn('opens', self.expect(0, '--version', env=env).out)

    def unpacked(self, web_page):
        """Puts the program and a web page into a folder, as when a release is unpacked; runs that program from now on."""
        program = self.write('展開 b/vrmlint.exe', '')
        shutil.copy(os.environ['VRMLINT'], program)
        shutil.copy(web_page, os.path.join(os.path.dirname(program), 'vrmlint.html'))
        patched = mock.patch.object(test_cli, 'PROGRAM', [*os.environ['VRMLINT_WRAP'].split(), program])
        patched.start()
        self.addCleanup(patched.stop)

    def drop(self, *names, status=0):
        """Drops files of the test's folder onto the program; returns the path of the page that it opens."""
        paths = ['Z:' + os.path.join(self.folder, name).replace('/', '\\') for name in names]
        done = self.expect(status, *paths, env={'VRMLINT_DROPPED': '1'})
        page = re.search(r'^opens C:\\(.*)\r?$', done.out, re.M).group(1).rstrip('\r').replace('\\', '/')
        page = os.path.join(os.environ['WINEPREFIX'], 'drive_c', page)
        self.addCleanup(lambda: os.path.exists(page) and os.remove(page))
        return page

    def given(self, page):
        """Returns the avatars in a page, {path: bytes}; None if it is a report."""
        with open(page, encoding='utf-8') as file:
            text = file.read()
        found = {}
        for name, part, data in re.findall(r'<script type="application/octet-stream" data-path="([^"<>]*)" data-part="(\d+)">([\w+/=]*)</script>', text):
            self.assertEqual(part == '0', html.unescape(name) not in found)
            found.setdefault(html.unescape(name), []).append(base64.b64decode(data, validate=True))
        return {name: b''.join(parts) for name, parts in found.items()} if text.startswith(self.stand_in) else None

    stand_in = '<!DOCTYPE html><title>the page</title>\n'

    def test_dropped_with_the_web_page_beside(self):
        self.unpacked(self.write('stand-in.html', self.stand_in))
        with open(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'), 'rb') as file:
            avatar = file.read()
        large = b'glTF' + struct.pack('<II', 2, 7000000) + bytes(range(256)) * 27343  # several parts
        contents = {'髪 a.vrm': avatar, "it's 100% & #1;.VRM": avatar[:-1], 'list/b.glb': large, 'list/below/c.vrma': b'', 'd.vrm': large[:6291456]}
        for name, data in contents.items():
            self.write(name, data)
        page = self.drop('髪 a.vrm')
        self.assertTrue(page.endswith('/vrmlint-髪 a.vrm.html'), page)
        self.assertEqual(self.given(page), {'髪 a.vrm': avatar})
        self.assertEqual(self.given(self.drop(*[name for name in contents if '/' not in name], 'list')), contents)
        before = sorted(os.listdir(self.folder))
        self.drop('d.vrm')
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        # a long name: the page's path stays short enough for the desktop
        self.write('髪' * 80 + '.vrm', '')
        self.assertLess(len(os.path.basename(self.drop('髪' * 80 + '.vrm'))), 100)
        # without files it opens the web page itself
        self.assertRegex(self.expect(0, env={'VRMLINT_DROPPED': '1'}).out, r'(?m)^opens Z:\\.*\\展開 b\\vrmlint\.html\r?$')

    def test_dropped_what_the_web_page_cannot_show(self):
        self.unpacked(self.write('stand-in.html', self.stand_in))
        self.write('a.gltf', WARNS)
        self.write('mixed/a.glb', '')
        self.write('mixed/b.gltf', WARNS)
        self.write('settings/a.vrm', '')
        self.write('settings/.vrmlint.json', '{"ignore": ["container"]}')
        with open(self.write('many/large.vrm', ''), 'r+b') as file:
            file.truncate(128 * 1024 * 1024 + 1)
        for status, name in ((0, 'a.gltf'), (1, 'mixed'), (0, 'settings'), (1, 'many')):
            self.assertIsNone(self.given(self.drop(name, status=status)), name)
        with open(self.write('fits/large.vrm', ''), 'r+b') as file:
            file.truncate(128 * 1024 * 1024)
        self.assertEqual({name: len(data) for name, data in self.given(self.drop('fits')).items()}, {'fits/large.vrm': 128 * 1024 * 1024})

    def really_drop(self, program, name):
        """Drops a file onto a program as the desktop does it, with a console of its own; returns the address that the browser gets."""
        wine = os.environ['VRMLINT_WRAP'].split()
        key = ['reg', 'add', 'HKCU\\Software\\Wine\\WineBrowser', '/f', '/v', 'Browsers', '/d']
        opened = os.path.join(self.folder, 'opened')
        browser = self.write('browser', f'#!/bin/sh\nprintf %s "$1" >{opened}.new && mv {opened}.new {opened}\n')
        os.chmod(browser, 0o755)
        self.addCleanup(subprocess.run, [*wine, *key, ''], check=False, stdout=subprocess.DEVNULL)
        subprocess.run([*wine, *key, browser], check=True, stdout=subprocess.DEVNULL)
        paths = ['Z:' + path.replace('/', '\\') for path in (program, os.path.join(self.folder, name))]
        subprocess.run([*wine, 'start', '/wait', *paths], check=True, stdin=subprocess.DEVNULL)
        while not os.path.exists(opened):  # the test's time limit ends it
            time.sleep(0.1)
        return self.text('opened')

    def test_unzip_drop_fix_and_save_in_the_browser(self):
        """The way of a new user: no terminal, no second file, no setting."""
        web = os.environ.get('VRMLINT_WEB', '')
        if not os.path.isfile(os.path.join(web, 'vrmlint.html')):
            self.skipTest('web/build.sh has not built the web page (WEB)')
        self.write('vrmlint-x/vrmlint.exe', '')
        shutil.copy(os.environ['VRMLINT'], os.path.join(self.folder, 'vrmlint-x', 'vrmlint.exe'))
        shutil.copy(os.path.join(web, 'vrmlint.html'), os.path.join(self.folder, 'vrmlint-x', 'vrmlint.html'))
        subprocess.run([sys.executable, os.path.join(SOURCE, 'adopt', 'pack.py'), 'vrmlint-x', 'vrmlint-x.zip', '0'], cwd=self.folder, check=True)
        with zipfile.ZipFile(os.path.join(self.folder, 'vrmlint-x.zip')) as archive:
            archive.extractall(os.path.join(self.folder, 'ダウンロード 1'))
        shutil.copy(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'), os.path.join(self.folder, '髪 & a.vrm'))
        subprocess.run([os.environ['VRMLINT_NATIVE'], 'fix', '--output', 'fixed.vrm', '髪 & a.vrm'], cwd=self.folder, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = self.really_drop(os.path.join(self.folder, 'ダウンロード 1', 'vrmlint-x', 'vrmlint.exe'), '髪 & a.vrm')
        self.addCleanup(os.remove, urllib.parse.unquote(address[len('file://'):]))
        done = subprocess.run(['node', os.path.join(SOURCE, 'tests', 'platforms', 'windows_page.mjs'), address, '髪 & a.vrm', 'fixed.vrm', web],
                              cwd=self.folder, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 77:
            self.skipTest('no Chromium')
        self.assertEqual((done.returncode, done.stdout), (0, 'shown, fixed and saved\n'))

    def test_icon_and_version(self):
        with open(os.environ['VRMLINT'], 'rb') as file:
            program = file.read()
        for text in (f'ProductVersion\0{test_cli.VERSION}\0', 'vrmlint: checks VRM avatars\0', 'vrmlint: VRMアバターの検査\0'):
            self.assertIn(text.encode('utf-16-le'), program, text)
        self.assertIn(struct.pack('<IiiHH', 40, 48, 96, 1, 32), program)  # one size of the icon

    def test_language_of_the_user(self):
        self.write('a.gltf', FAILS)
        self.assertIn('エラー', self.expect(1, 'a.gltf', env={'LANG': 'ja_JP.UTF-8'}).out)
        self.assertIn('エラー', self.expect(1, '--lang', 'ja', 'a.gltf').out)

    def test_progress(self):
        for i in range(40):
            self.write(f'{i}.gltf', NOTHING)
        self.assertIn('of 40 files', self.expect(0, '--progress', 'always', '.').err)


def bounded(test):
    """Makes a test fail if it hangs; returns it."""
    def late(*_):
        raise TimeoutError(f'no end after {SECONDS} s')

    run = getattr(test, test._testMethodName)

    def within():
        why = [why for name, why in SKIPPED.items() if test.id().startswith(f'test_{name}')]
        if why:
            test.skipTest(why[0])
        signal.signal(signal.SIGALRM, late)
        signal.alarm(SECONDS)
        try:
            run()
        finally:
            signal.alarm(0)
    setattr(test, test._testMethodName, within)
    return test


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def run_started(case, *arguments, run=Case.run_it, **how):
    """Runs the program, and once more where wine couldn't run it, as may happen on a busy machine: wine ends with 1 then, and says
    something of its own, or nothing is said at all."""
    done = run(case, *arguments, **how)
    if done.status == 1 and (done.err.startswith('wine') or done.out + done.err == ''):
        print(f'wine ended with 1 and said {done.err!r}: again', file=sys.stderr)
        done = run(case, *arguments, **how)
    return done


@contextlib.contextmanager
def wine_running():
    """Keeps one program running, so that wine's services start only once and not with each command, and so that their errors
    don't appear on the standard error of a tested command."""
    held = subprocess.Popen([*os.environ['VRMLINT_WRAP'].split(), 'cmd', '/c', 'pause'], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        held.stdout.read(1)  # it asks for a key, so wine has started
        yield
    finally:
        held.communicate(b'\n')


def main():
    modules = [sys.modules['__main__']] + [importlib.import_module(f'test_{name}') for name in MODULES]
    seen = set()
    chosen = unittest.TestSuite()
    for module in modules:
        for test in each(unittest.defaultTestLoader.loadTestsFromModule(module)):
            if test.id() not in seen and (len(sys.argv) < 2 or any(word in test.id() for word in sys.argv[1:])):
                chosen.addTest(bounded(test))
            seen.add(test.id())
    with wine_running(), mock.patch.object(Case, 'run_it', run_started):
        return 0 if unittest.TextTestRunner(verbosity=2).run(chosen).wasSuccessful() else 1


if __name__ == '__main__':
    sys.exit(main())
