#!/usr/bin/env python3
"""Output on a terminal: colours, links, width of lines, progress. Run like test_cli.py, on a pseudo-terminal; VRMLINT_WIDTHS is
1 if the program knows the widths of characters."""
import json
import os
import re
import struct
import subprocess
import unicodedata
import unittest

try:
    import fcntl
    import pty
    import termios
except ImportError:  # not on Windows
    pty = None

from test_cli import SOURCE, Case, FAILS, PROGRAM, WARNS

LINK = '\x1b]8;;https://'
ERASE = '\r\x1b[K'
NOISE = ('NO_COLOR', 'CLICOLOR_FORCE', 'COLUMNS', 'TERM', 'TERM_PROGRAM', 'VTE_VERSION', 'KONSOLE_VERSION', 'WT_SESSION', 'CI')


@unittest.skipIf(pty is None, 'there are no terminals to make')
class Terminal(Case):
    def terminal(self, *arguments, columns=100, to_output=True, **env):
        """Returns what a run prints on a terminal: both outputs, or standard error alone."""
        if '--progress' not in arguments:
            arguments = ('--progress', 'never', *arguments)  # these tests shouldn't depend on how long a run takes
        try:
            leader, follower = pty.openpty()
        except OSError:
            self.skipTest('there are no pseudo terminals here')
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack('HHHH', 40, columns, 0, 0))
        clean = {k: v for k, v in os.environ.items() if k not in NOISE}
        clean.update({'TERM': 'xterm-256color', **env})
        with subprocess.Popen([*PROGRAM, *arguments], cwd=self.folder, env=clean, stdin=subprocess.DEVNULL,
                              stdout=follower if to_output else subprocess.DEVNULL, stderr=follower) as running:
            os.close(follower)
            text = b''
            while True:
                try:
                    piece = os.read(leader, 65536)
                except OSError:  # on Linux, a terminal ends this way
                    break
                if not piece:
                    break
                text += piece
            os.close(leader)
            self.assertIn(running.wait(), (0, 1), text)
        return text.decode('utf-8').replace('\r\n', '\n')

    def test_colors(self):
        """Precedence: --color, NO_COLOR, CLICOLOR_FORCE, the terminal."""
        self.write('a.gltf', FAILS)
        for colored, arguments, env in ((True, [], {}), (False, [], {'TERM': 'dumb'}), (False, [], {'NO_COLOR': '1'}),
                                        (True, [], {'NO_COLOR': ''}), (False, ['--color', 'never'], {}),
                                        (True, ['--color', 'always'], {'NO_COLOR': '1', 'TERM': 'dumb'}),
                                        (False, ['--color', 'auto'], {'NO_COLOR': '1', 'CLICOLOR_FORCE': '1'}),
                                        (True, [], {'TERM': 'dumb', 'CLICOLOR_FORCE': '1'}),
                                        (False, ['--color', 'never'], {'CLICOLOR_FORCE': '1'}),
                                        (True, [], {'CLICOLOR_FORCE': '0'})):
            for name in ('text', 'concise'):
                out = self.terminal('--format', name, *arguments, 'a.gltf', **env)
                self.assertIn('json/syntax', out)
                self.assertEqual('\x1b[1;31m' in out, colored, (arguments, env))
            self.assertNotIn('\x1b', self.terminal('--format', 'json', *arguments, 'a.gltf', **env))
        self.terminal('--format', 'text=report.txt', 'a.gltf')
        with open(os.path.join(self.folder, 'report.txt'), encoding='utf-8') as file:
            self.assertNotIn('\x1b', file.read())

    def test_colors_of_fixes(self):
        """The command fix highlights the path and what it changes, and dims the rule."""
        fix = ('fix', '--no-config', '--no-simulation', os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'))
        plain = self.run_it(*fix, '--color', 'never').out
        colored = self.run_it(*fix, '--color', 'always').out
        self.assertNotIn('\x1b', plain)
        self.assertEqual(re.sub('\x1b\\[[0-9;]*m', '', colored), plain)
        self.assertIn('\x1b[2mspringbone/unknown-property (repair)\x1b[0m\n', colored)
        self.assertIn('\x1b[1;32m    + "stiffness":1.5\x1b[0m\n', colored)

    def test_links(self):
        self.write('a.gltf', FAILS)
        for linked, arguments, env in ((False, [], {}), (True, [], {'TERM': 'xterm-kitty'}),
                                       (True, [], {'TERM_PROGRAM': 'WezTerm'}), (True, [], {'VTE_VERSION': '7200'}),
                                       (False, [], {'TERM': 'xterm-kitty', 'CI': 'true'}),
                                       (False, [], {'TERM': 'tmux-256color', 'VTE_VERSION': '7200'}),
                                       (False, ['--hyperlinks', 'never'], {'TERM': 'xterm-kitty'}),
                                       (True, ['--hyperlinks=always'], {'TERM': 'dumb', 'CI': '1'})):
            for name in ('text', 'concise'):
                out = self.terminal('--color', 'never', '--format', name, *arguments, 'a.gltf', **env)
                self.assertEqual(LINK in out, linked, (arguments, env))
                self.assertEqual(re.sub('\x1b]8;;[^\x1b]*\x1b\\\\', '', out).count('\x1b'), 0)
                self.assertRegex(out, r'/rules\.html#json/syntax\x1b\\json/syntax\x1b]8;;\x1b' if linked else r'json/syntax')
            self.assertNotIn(LINK, self.terminal('--format', 'json', *arguments, 'a.gltf', **env))
        self.assertNotIn(LINK, self.expect(1, 'a.gltf', env={'TERM': 'xterm-kitty'}).out)
        self.assertIn(LINK, self.expect(1, '--hyperlinks', 'always', 'a.gltf').out)

    def test_a_name_makes_no_link(self):
        self.write('a.gltf', '{"asset": {"version": "2.0"}, "extras": {"\\u001b]8;;https://evil\\u001b\\\\": {"x": 1, "x": 2}}}')
        out = self.terminal('--color', 'never', '--hyperlinks', 'always', 'a.gltf')
        self.assertNotIn('\x1b]8;;https://evil', out)

    @unittest.skipIf(os.environ.get('VRMLINT_WIDTHS') == '0', 'built without libutf8proc')
    def test_widths(self):
        """No line is wider than the terminal, in whatever script the names are written."""
        name = '左の髪の毛の先っぽ'
        self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'extensionsUsed': ['VRMC_springBone'],
            'nodes': [{'name': name, 'children': [1]}, {'name': name + '2', 'translation': [0, 0.1, 0]}],
            'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
                {'name': name, 'joints': [{'node': 1, 'dragForce': 2}, {'node': 0}]}]}}}, ensure_ascii=False))
        for columns in (60, 80, 111):
            out = self.terminal('--color', 'never', '--no-simulation', 'a.gltf', columns=columns)
            self.assertIn(name, out)
            for line in out.splitlines():
                if not line.startswith(' '):  # the verdict isn't broken
                    continue
                width = sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in line)
                if not re.fullmatch(r'\s*\S+(?: at \S+)?', line):  # a single word or a pointer may be wider
                    self.assertLessEqual(width, columns, line)

    def test_progress(self):
        for i in range(30):
            self.write(f'{i:02}.gltf', (WARNS, FAILS)[i % 2])
        for to_output in (True, False):
            out = self.terminal('--progress', 'always', '--format', 'concise', '.', to_output=to_output)
            shown = re.findall(r'\r(\d+) of 30 files, (\d+) findings?(?:, about \d+ (?:s|min|h) left)?\x1b\[K', out)
            self.assertTrue(shown, out)
            self.assertTrue(all(int(done) == int(findings) for done, findings in shown))
            rest = re.sub(r'\r\d[^\x1b\n]*\x1b\[K', '>', out)
            if to_output:
                self.assertEqual(rest.count('>'), rest.count(ERASE))
                self.assertNotRegex(rest.replace('>' + ERASE, ''), r'>|\x1b\[K')
            else:
                self.assertRegex(rest, r'\A>+\r\x1b\[K\Z')
        for arguments in (['--progress', 'never'], ['--progress', 'never', '--quiet']):
            self.assertNotIn(' of 30 files', self.terminal(*arguments, '.'))

    def test_progress_in_a_narrow_terminal(self):
        for i in range(3):
            self.write(f'{i}.gltf', WARNS)
        out = self.terminal('--progress', 'always', '--quiet', '--format', 'json=out.json', '.', columns=12)
        self.assertRegex(out, r'\A(\r\d of 3 f\.\.\.\x1b\[K)+\r\x1b\[K\Z')

    def test_no_progress_in_a_pipe(self):
        self.write('a.gltf', WARNS)
        self.assertEqual(self.expect(0, 'a.gltf').err, '')
        self.assertEqual(self.expect(0, '--progress', 'auto', 'a.gltf').err, '')
        self.assertIn('1 of 1 files', self.expect(0, '--progress', 'always', 'a.gltf').err)

    def test_error_is_not_written_over_progress(self):
        for i in range(3):
            self.write(f'{i}.gltf', WARNS)
        os.symlink('nowhere', os.path.join(self.folder, '1x.gltf'))
        done = self.run_it('--progress', 'always', '--format', 'json', '.')
        self.assertEqual(done.status, 3)
        self.assertRegex(done.err, r'\r\x1b\[Kvrmlint: 1x\.gltf: ')


if __name__ == '__main__':
    unittest.main(verbosity=2)
