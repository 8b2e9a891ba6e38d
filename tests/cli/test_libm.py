#!/usr/bin/env python3
"""The same findings, in the same words, with a libm that rounds otherwise: for motions, and for real files if there are any.

Run by meson like test_cli.py, with VRMLINT_OTHER_LIBM.
"""
import os
import subprocess
import unittest

from preload import preloadable
from test_cli import PROGRAM, SOURCE, Case

OTHER = preloadable(os.environ['VRMLINT_OTHER_LIBM'])


class Libm(Case):
    def folders(self):
        yield from (os.path.join(SOURCE, 'fixtures', family) for family in ('sim', 'collider', 'limit', 'whole'))
        corpus = os.path.join(os.environ.get('VRMLINT_EXTERNAL', ''), 'corpus')
        if os.path.isabs(corpus) and os.path.isdir(corpus):
            yield corpus

    def said(self, command, folder, other):
        env = {**self.clean(), **({'LD_PRELOAD': OTHER} if other else {})}
        return subprocess.run([*PROGRAM, *command, folder], cwd=self.folder, capture_output=True, check=False, env=env,
                              text=True).stdout.splitlines()

    def test_findings(self):
        for folder in self.folders():
            command = ['check', '--no-config', '--format', 'concise']
            self.assertEqual(self.said(command, folder, False), self.said(command, folder, True))

    def test_that_it_does_round_otherwise(self):
        command = ['simulate', '--motion', 'spin', '--steps', '20']
        file = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')
        own = self.said(command, file, False)
        self.assertGreater(len(own), 20)
        self.assertNotEqual(own, self.said(command, file, True))


if __name__ == '__main__':
    unittest.main()
