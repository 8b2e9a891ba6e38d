#!/usr/bin/env python3
"""Files in folders where everybody may write, such as /tmp: other users' files there have no effect. Run like test_cli.py."""
import json
import os
import stat
import unittest

from test_cli import Case, NOTHING, WARNS

ANYBODY = 12345  # an id without a user
OPEN = 0o1777


class Shared(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.at('tmp'))
        os.chmod(self.at('tmp'), OPEN)
        self.write('a.gltf', WARNS)

    def at(self, name):
        return os.path.join(self.folder, name)

    def give_away(self, name):
        if os.geteuid() != 0:
            self.skipTest('only root may give files away')
        os.chown(self.at(name), ANYBODY, ANYBODY, follow_symlinks=False)

    def text(self, name):
        with open(self.at(name), encoding='utf-8') as file:
            return file.read()

    def test_caches_are_not_open(self):
        before = os.umask(0)
        try:
            for _ in range(2):
                self.expect(0, '--cache', 'tmp/cache', 'a.gltf')
        finally:
            os.umask(before)
        folders = [where for where, _, _ in os.walk(self.at('tmp/cache'))]
        self.assertGreater(len(folders), 1)
        for folder in folders:
            self.assertEqual(stat.S_IMODE(os.stat(folder).st_mode) & stat.S_IWOTH, 0, folder)

    def test_open_caches_are_refused(self):
        done = self.expect(3, '--cache', 'tmp', '--format', 'json', 'a.gltf')
        self.assertRegex(done.err, r'\Avrmlint: tmp: all users can write to it[^\n]*\n\Z')
        self.assertEqual(json.loads(done.out)['summary']['warning'], 1)
        self.assertEqual(os.listdir(self.at('tmp')), [])

    def test_planted_caches_are_refused(self):
        os.mkdir(self.at('tmp/cache'))
        self.expect(0, '--cache', 'tmp/cache', 'a.gltf')
        self.give_away('tmp/cache')
        kept = sorted(os.listdir(self.at('tmp/cache')))
        done = self.expect(3, '--cache', 'tmp/cache', 'a.gltf')
        self.assertIn('tmp/cache: another user created it', done.err)
        self.assertEqual(sorted(os.listdir(self.at('tmp/cache'))), kept)
        # and a link to one of the user's own files
        os.symlink(self.at('ours'), self.at('tmp/link'))
        os.mkdir(self.at('ours'))
        self.expect(0, '--cache', 'tmp/link', 'a.gltf')
        self.give_away('tmp/link')
        self.assertIn('another user created it', self.expect(3, '--cache', 'tmp/link', 'a.gltf').err)

    def test_a_team_s_cache_is_taken(self):
        os.mkdir(self.at('team'))
        os.chmod(self.at('team'), 0o2775)
        self.give_away('team')
        self.expect(0, '--cache', 'team', 'a.gltf')
        self.assertGreater(len(os.listdir(self.at('team'))), 0)

    def test_reports_are_not_written_through_planted_links(self):
        self.write('precious', 'mine\n')
        os.symlink(self.at('precious'), self.at('tmp/report.json'))
        self.give_away('tmp/report.json')
        done = self.expect(3, '--format', 'json=tmp/report.json', 'a.gltf')
        self.assertIn('another user created it', done.err)
        self.assertEqual(self.text('precious'), 'mine\n')

    def test_own_links_are_followed(self):
        os.symlink(self.at('there'), self.at('tmp/report.json'))
        self.expect(0, '--format', 'json=tmp/report.json', 'a.gltf')
        self.assertEqual(json.loads(self.text('there'))['summary']['files'], 1)

    def test_planted_pipes_are_not_waited_for(self):
        os.mkfifo(self.at('tmp/report.json'))
        self.give_away('tmp/report.json')
        self.assertIn('another user created it', self.expect(3, '--format', 'json=tmp/report.json', 'a.gltf').err)

    def test_modes_of_what_is_written(self):
        self.write('fine.gltf', NOTHING)
        before = os.umask(0o077)
        try:
            self.expect(0, '--format', 'json=tmp/report.json', '--cache', 'tmp/cache', 'fine.gltf')
        finally:
            os.umask(before)
        for where, folders, names in os.walk(self.at('tmp')):
            for name in folders + names:
                mode = os.stat(os.path.join(where, name)).st_mode
                self.assertEqual(stat.S_IMODE(mode) & 0o077, 0, os.path.join(where, name))


if __name__ == '__main__':
    unittest.main(verbosity=2)
