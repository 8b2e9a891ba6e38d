#!/usr/bin/env python3
"""Tests that a file's report is byte for byte the same if it is fresh, read from the cache, or merged from a record. One in eight
fixtures is enough here: the test record reads the records of all of them."""
import glob
import os
import unittest

from test_cli import Case, FORMATS, SOURCE


class Cached(Case):
    def compare(self, paths):
        self.write('list', ''.join(f'{path}\n' for path in paths))
        run = ['--no-config', '--files-from', 'list']
        for turn in ('fresh', 'filling', 'cached'):
            cache = [] if turn == 'fresh' else ['--cache', 'kept']
            self.assertIn(self.run_it(*run, *cache, *(f'--format={name}={turn}.{name}' for name in FORMATS)).status, (0, 1, 3))
        self.run_it('merge', 'cached.ndjson', *(f'--format={name}=merged.{name}' for name in FORMATS))
        for name in FORMATS:
            fresh = self.lines(f'fresh.{name}')
            # a page that was made from records says so, and has no drawings
            for turn in ('filling', 'cached') if name == 'html' else ('filling', 'cached', 'merged'):
                for line, other in zip(fresh, self.lines(f'{turn}.{name}')):
                    self.assertEqual(other, line, (name, turn))
                self.assertEqual(len(self.lines(f'{turn}.{name}')), len(fresh), (name, turn))

    def lines(self, name):
        with open(os.path.join(self.folder, name), 'rb') as file:
            return file.read().splitlines()

    def test_fixtures(self):
        paths = [path for path in glob.glob(os.path.join(SOURCE, 'fixtures', '*', '**', '*'), recursive=True)
                 if path.endswith(('.gltf', '.vrm', '.vrma', '.glb'))]
        self.assertGreater(len(paths), 500)
        self.compare(sorted(paths)[::8])

    def test_corpus(self):
        corpus = os.path.join(os.environ.get('VRMLINT_EXTERNAL', ''), 'corpus')
        if not os.path.isdir(corpus):
            self.skipTest('no external test data')
        self.compare(sorted(path for path in glob.glob(os.path.join(corpus, '**', '*.vrm*'), recursive=True) if os.path.isfile(path)))


if __name__ == '__main__':
    unittest.main()
