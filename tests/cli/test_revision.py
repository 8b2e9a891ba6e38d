#!/usr/bin/env python3
"""vrmlint diff --since: files of a git revision, read without running anything that the repository names."""
import hashlib
import json
import os
import shutil
import subprocess
import unittest

from test_cli import Case, FAILS, NOTHING, SOURCE, WARNS

MISTAKES = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')
BUFFER = '{"asset": {"version": "2.0"}, "buffers": [{"uri": "%s", "byteLength": 4}]}'


@unittest.skipUnless(shutil.which('git'), 'needs git')
class Revision(Case):
    def setUp(self):
        super().setUp()
        self.git('init', '-q')

    def git(self, *arguments, **how):
        return subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', *arguments],
                              cwd=how.pop('cwd', self.folder), check=True, stdout=subprocess.PIPE, **how).stdout

    def commit(self, *paths):
        self.git('add', '-f', *(paths or ['.']))
        self.git('commit', '-qm', 'models')

    def since(self, status, *arguments, **how):
        return json.loads(self.expect(status, 'diff', '--format', 'json', '--since', 'HEAD', *arguments, **how).out)

    def states(self, *arguments, **how):
        found = self.since(0, '--fail-on', 'warning', *arguments, **how)
        return {file['path']: file['state'] for file in found['files']}

    def unplanted(self):
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'PWNED')))

    def plant(self):
        """Returns a command that leaves a trace."""
        return 'touch ' + os.path.join(self.folder, 'PWNED') + '; cat'

    def test_submodule(self):
        """The revision lacks the files of a submodule: nothing in them is called new."""
        other = os.path.join(self.folder, 'other')
        self.git('init', '-q', other)
        shutil.copy(MISTAKES, os.path.join(other, 'm.vrm'))
        self.git('add', '.', cwd=other)
        self.git('commit', '-qm', 'models', cwd=other)
        self.git('submodule', '--quiet', 'add', other, 'sub')
        shutil.copy(MISTAKES, os.path.join(self.folder, 'sub.vrm'))
        self.commit('.gitmodules', 'sub', 'sub.vrm')
        for paths in ((), ('sub', 'sub.vrm')):
            found = self.since(3, '--exclude', 'other', *paths)
            self.assertEqual({file['path']: file['state'] for file in found['files']}, {'sub/m.vrm': 'unread', 'sub.vrm': 'same'})
            self.assertEqual((found['summary']['findings']['new'], found['summary']['findings']['brought']), (0, 7))
            unread = next(file for file in found['files'] if file['state'] == 'unread')
            self.assertEqual(unread['unread'][0]['why'], 'in a submodule: run vrmlint diff --since in its folder')

    def branches(self):
        """Makes main and a branch; main then loses an avatar and spoils another, and the branch spoils a third. HEAD is the branch."""
        for name in 'abc':
            self.write(f'{name}.gltf', NOTHING)
        self.commit()
        self.git('branch', '-M', 'main')
        self.git('checkout', '-qb', 'topic')
        self.write('c.gltf', WARNS)
        self.commit()
        self.git('checkout', '-q', 'main')
        os.remove(os.path.join(self.folder, 'a.gltf'))
        self.write('b.gltf', WARNS)
        self.commit()
        self.git('checkout', '-q', 'topic')

    def compared(self, folder, revision, *arguments):
        found = json.loads(self.expect(1, 'diff', '--format', 'json', '--fail-on', 'warning', '--since', revision, *arguments, cwd=folder).out)
        return {file['path']: file['state'] for file in found['files']}

    def test_merge_base(self):
        """What main has changed since the branch began isn't new in the branch."""
        self.branches()
        new = {'a.gltf': 'same', 'b.gltf': 'same', 'c.gltf': 'changed'}
        for revision in ('main', 'main...topic', 'main...', '...main', 'topic...main', 'HEAD~1'):
            self.assertEqual(self.compared(self.folder, revision), new, revision)
        self.usage("git finds no revision 'nowhere'", 'diff', '--since', 'main...nowhere')
        self.git('checkout', '-q', '--orphan', 'other')
        self.commit()
        self.usage("'main' and the current commit have no commit in common", 'diff', '--since', 'main')

    def test_as_ci_checks_out(self):
        """In a checkout for CI, HEAD is detached, often a merge commit, and no branch is local."""
        self.branches()
        self.git('checkout', '-qb', 'merged', 'main')
        self.git('merge', '-q', '--no-edit', 'topic')
        for commit, new in (('topic', {'a.gltf': 'same', 'b.gltf': 'same', 'c.gltf': 'changed'}),
                            ('merged', {'b.gltf': 'same', 'c.gltf': 'changed'})):
            clone = os.path.join(self.folder, 'clone-' + commit)
            self.git('init', '-q', clone)
            self.git('remote', 'add', 'origin', self.folder, cwd=clone)
            self.git('fetch', '-q', 'origin', '+refs/heads/*:refs/remotes/origin/*', cwd=clone)
            self.git('checkout', '-q', '--detach', 'origin/' + commit, cwd=clone)
            for revision in ('main', 'origin/main', 'main...HEAD'):
                self.assertEqual(self.compared(clone, revision), new, revision)

    def test_shallow(self):
        self.branches()
        for fetched in (('topic',), ('topic', 'main')):
            clone = os.path.join(self.folder, f'clone{len(fetched)}')
            self.git('init', '-q', clone)
            self.git('remote', 'add', 'origin', 'file://' + self.folder, cwd=clone)
            for branch in fetched:
                self.git('fetch', '-q', '--depth', '1', 'origin', f'+{branch}:refs/remotes/origin/{branch}', cwd=clone)
            self.git('checkout', '-q', '--detach', 'origin/topic', cwd=clone)
            done = self.expect(2, 'diff', '--since', 'main', cwd=clone)
            self.assertIn("this clone lacks 'main' or the commit where the branches part", done.err)
            self.assertIn('fetch-depth: 0', done.err)
            self.git('fetch', '-q', '--unshallow', 'origin', '+main:refs/remotes/origin/main', 'topic', cwd=clone)
            self.assertEqual(self.compared(clone, 'main')['c.gltf'], 'changed')

    def test_attributes(self):
        """Attributes for archives leave out and change nothing."""
        self.write('a.vrm', WARNS)
        self.write('b.gltf', WARNS.replace('1,', '"$Format:%h$",'))
        self.write('.gitattributes', '*.vrm export-ignore\n*.gltf export-subst filter=x\n')
        self.commit()
        self.git('config', 'filter.x.smudge', self.plant())
        self.assertEqual(self.states(), {'a.vrm': 'same', 'b.gltf': 'same'})
        self.assertEqual(self.states('a.vrm'), {'a.vrm': 'same'})
        self.unplanted()

    def test_bare(self):
        """A folder of avatars that is itself a bare repository isn't used as one."""
        self.write('work/a.vrm', WARNS)
        self.git('init', '-q', 'work')
        self.git('add', '.', cwd=os.path.join(self.folder, 'work'))
        self.git('commit', '-qm', 'models', cwd=os.path.join(self.folder, 'work'))
        shutil.rmtree(os.path.join(self.folder, '.git'))
        bare = os.path.join(self.folder, 'bare')
        self.git('clone', '-q', '--bare', 'work', 'bare')
        self.write('bare/a.vrm', WARNS)
        self.write('bare/info/attributes', '*.vrm filter=x\n')
        self.git('config', 'filter.x.smudge', self.plant(), cwd=bare)
        self.expect(2, 'diff', '--since', 'HEAD', '.', cwd=bare)
        self.unplanted()

    def test_fetches_nothing(self):
        """Objects that the repository lacks are reported, and not fetched by a program that its settings name."""
        self.write('a.vrm', WARNS)
        self.commit()
        blob = self.git('rev-parse', 'HEAD:a.vrm', text=True).strip()
        for name, value in (('extensions.partialClone', 'o'), ('core.repositoryformatversion', '1'), ('remote.o.promisor', 'true'),
                            ('remote.o.url', self.folder), ('remote.o.uploadpack', 'touch ' + os.path.join(self.folder, 'PWNED') + '; false')):
            self.git('config', name, value)
        os.remove(os.path.join(self.folder, '.git', 'objects', blob[:2], blob[2:]))
        self.expect(3, 'diff', '--since', 'HEAD', 'a.vrm')
        self.unplanted()

    def test_program_beside(self):
        """A program beside the avatars isn't run, also if PATH has the working folder."""
        self.write('a.vrm', WARNS)
        self.commit()
        self.write('git', '#!/bin/sh\n' + self.plant() + '\n')
        os.chmod(os.path.join(self.folder, 'git'), 0o755)
        for path in ('.:', ':', './:', '../' + os.path.basename(self.folder) + ':'):
            self.assertEqual(self.states('a.vrm', env={'PATH': path + os.environ['PATH']}), {'a.vrm': 'same'})
        self.expect(3, 'diff', '--since', 'HEAD', 'a.vrm', env={'PATH': '.'})
        self.unplanted()

    def test_same_files(self):
        """Both sides consist of the same files, whatever they are called and whatever they refer to."""
        self.write('.vrmlint.json', '{"exclude": ["x/old"]}')
        self.write('plain', WARNS)
        self.write('.hidden/a.gltf', WARNS)
        self.write('x/old/a.gltf', WARNS)
        self.write('x/b.gltf', BUFFER % 'c.bin')
        self.write('x/c.bin', '1234')
        self.write('x/notes.txt', 'none')
        self.write('x/[a] :(top)\t\u00e4.gltf', WARNS)
        os.symlink('b.gltf', os.path.join(self.folder, 'x', 'link.gltf'))
        os.symlink('x', os.path.join(self.folder, 'folder'))
        self.commit()
        every = {'x/b.gltf', 'x/link.gltf', 'x/[a] :(top)\t\u00e4.gltf'}
        for arguments, paths in (((), every), (('./x//',), every), (('plain',), {'plain'}), (('.hidden',), {'.hidden/a.gltf'}),
                                 (('x/b.gltf',), {'x/b.gltf'}), (('x/./link.gltf', 'x/b.gltf'), {'x/b.gltf', 'x/link.gltf'})):
            found = self.since(0, '--fail-on', 'warning', *arguments)
            states = {file['path']: (file['state'], file['new'], file['fixed']) for file in found['files']}
            self.assertEqual(states, {path: ('same', [], []) for path in paths}, arguments)

    def test_links_outside(self):
        """A link of the revision leads to nothing outside of it."""
        self.write('secret.gltf', FAILS)
        os.makedirs(os.path.join(self.folder, 'x', 'y'))
        for name, target in (('a', '../../secret.gltf'), ('b', os.path.join(self.folder, 'secret.gltf')), ('c', '../../../secret.gltf')):
            os.symlink(target, os.path.join(self.folder, 'x', 'y', name + '.gltf'))
        self.commit('x')
        temporary = os.path.join(self.folder, 'tmp', 'x')
        os.makedirs(temporary)
        self.write('tmp/secret.gltf', FAILS)
        for name in 'abc':
            path = os.path.join(self.folder, 'x', 'y', name + '.gltf')
            os.remove(path)
            shutil.copy(MISTAKES, path)
        found = self.run_it('diff', '--format', 'json', '--since', 'HEAD', 'x', env={'TMPDIR': temporary})
        self.assertNotIn('json/syntax', found.out)

    def test_names_of_others(self):
        """Names that git itself would never write don't leave the temporary folder."""
        blob = self.git('hash-object', '-w', '--stdin', input=NOTHING.encode()).decode().strip()
        inner = self.git('hash-object', '-t', 'tree', '-w', '--stdin', '--literally',
                         input=b'100644 evil.gltf\0' + bytes.fromhex(blob)).decode().strip()
        tree = b'40000 ..\0' + bytes.fromhex(inner)
        outer = self.git('hash-object', '-t', 'tree', '-w', '--stdin', '--literally', input=tree).decode().strip()
        commit = self.git('commit-tree', '-m', 'x', outer, text=True).strip()
        self.write('a.gltf', NOTHING)
        os.makedirs(os.path.join(self.folder, 'tmp'))
        self.run_it('diff', '--since', commit, env={'TMPDIR': os.path.join(self.folder, 'tmp')})
        self.assertEqual(os.listdir(os.path.join(self.folder, 'tmp')), [])

    def test_lfs(self):
        """Files of Git LFS come from its folder in the repository, if they are whole there."""
        with open(MISTAKES, 'rb') as file:
            data = file.read()
        key = hashlib.sha256(data).hexdigest()
        self.write('a.vrm', 'version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n' % (key, len(data)))
        self.commit()
        shutil.copy(MISTAKES, os.path.join(self.folder, 'a.vrm'))
        stored = f'.git/lfs/objects/{key[:2]}/{key[2:4]}/{key}'
        self.write(stored, data)
        self.assertEqual(self.states('a.vrm'), {'a.vrm': 'same'})
        self.write(stored, data[:-1])
        self.assertIn('Git LFS', self.run_it('diff', '--since', 'HEAD', 'a.vrm').out)

    def test_many(self):
        """Empty, equal and large files arrive as they are."""
        for i in range(300):
            self.write(f'{i % 7}/{i}.gltf', WARNS + '\n' * i)
        self.write('empty.vrm', '')
        self.write('equal.gltf', WARNS)
        self.write('large.vrm', '\0' * (3 << 20))
        self.commit()
        found = self.since(0, '--fail-on', 'never')
        self.assertEqual(found['summary']['files'], {'same': 303, 'changed': 0, 'added': 0, 'removed': 0, 'moved': 0})


if __name__ == '__main__':
    unittest.main(verbosity=2)
