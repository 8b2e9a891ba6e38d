#!/usr/bin/env python3
"""Access rights of a file that vrmlint fix writes: the same as before at every moment; otherwise the file isn't changed."""
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import unittest

from test_cli import PROGRAM, SOURCE, TENTH, Case

MOMENTS = os.environ.get('VRMLINT_MOMENTS_PROGRAM')
ACL = shutil.which('setfacl') and shutil.which('getfacl')
ATTRIBUTES = shutil.which('setfattr') and hasattr(os, 'getxattr')
ROOT = os.geteuid() == 0
NOBODY, OTHERS = 65534, 4321
LIST = 'system.posix_acl_access'


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def attributes(path):
    return {name: os.getxattr(path, name) for name in os.listxattr(path)} if hasattr(os, 'listxattr') else {}


class Access(Case):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        self.old = read(os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'))
        self.path = self.write('a.vrm', self.old)

    def do(self, *command):
        """Runs a system command; skips the test if the file system doesn't support it."""
        done = subprocess.run(command, cwd=self.folder, check=False, capture_output=True)
        if done.returncode != 0:
            self.skipTest(done.stderr.decode())

    def state(self, path=None):
        info = os.stat(path or self.path)
        return info.st_mode, info.st_uid, info.st_gid, attributes(path or self.path)

    def fix(self, *arguments, user=None):
        def become():
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)

        program = PROGRAM
        if user:  # other users may have no access to the program's folders
            program = [*PROGRAM[:-1], './' + os.path.basename(shutil.copy(PROGRAM[-1], self.folder))]
        done = subprocess.run([*program, 'fix', '--no-config', *arguments], cwd=self.folder, env=self.clean(), check=False,
                              capture_output=True, preexec_fn=become if user else None)
        if user:
            os.remove(os.path.join(self.folder, program[-1]))
        return done

    def keeps(self, **how):
        """Fixes a.vrm in place; only its content may change."""
        before = self.state()
        done = self.fix('-i', 'a.vrm', **how)
        self.assertEqual((done.returncode, done.stderr), (1, b''))
        self.assertNotEqual(read(self.path), self.old)
        self.assertEqual(self.state(), before)

    def leaves(self, why, *arguments, path=None, **how):
        """Checks that a file isn't fixed, and that the reason is printed."""
        path = path or self.path
        before, data, names = self.state(path), read(path), sorted(os.listdir(self.folder))
        done = self.fix(*(arguments or ('-i', 'a.vrm')), **how)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn(why, done.stderr)
        self.assertRegex(done.stderr, rb'\Avrmlint: [^\n]*\n\Z')
        self.assertNotIn(b'made', done.stdout)
        self.assertEqual((self.state(path), read(path), sorted(os.listdir(self.folder))), (before, data, names))

    def test_modes(self):
        for mode in (0o600, 0o640, 0o644, 0o606, 0o664, 0o6755):
            self.write('a.vrm', self.old)
            os.chmod(self.path, mode)
            self.keeps()

    @unittest.skipUnless(ACL, 'there is no setfacl')
    def test_access_list(self):
        os.chmod(self.path, 0o600)
        self.do('setfacl', '-m', 'u:nobody:rw', 'a.vrm')
        self.keeps()
        self.assertIn(LIST, attributes(self.path))

    @unittest.skipUnless(ACL, 'there is no setfacl')
    def test_list_of_the_folder(self):
        os.chmod(self.path, 0o640)
        self.do('setfacl', '-d', '-m', 'u:nobody:rwx', '.')
        self.keeps()
        self.assertNotIn(LIST, attributes(self.path))

    @unittest.skipUnless(ATTRIBUTES, 'there is no setfattr')
    def test_attributes(self):
        self.do('setfattr', '-n', 'user.note', '-v', 'kept', 'a.vrm')
        self.do('setfattr', '-n', 'user.empty', 'a.vrm')
        self.do('setfattr', '-n', 'user.long', '-v', '0x' + '01ff' * 500, 'a.vrm')
        self.keeps()

    @unittest.skipUnless(ATTRIBUTES and ROOT, 'only root may')
    def test_capabilities(self):
        self.do('setfattr', '-n', 'security.capability', '-v', '0x0100000200040000000000000000000000000000', 'a.vrm')
        self.keeps()
        self.assertIn('security.capability', attributes(self.path))

    @unittest.skipUnless(ROOT, 'only root may')
    def test_owner(self):
        os.chown(self.path, NOBODY, OTHERS)
        os.chmod(self.path, 0o6750)
        self.keeps()

    @unittest.skipUnless(ROOT, 'only root may become others')
    def test_owner_that_cannot_be_kept(self):
        os.chmod(self.folder, 0o777)
        os.chmod(self.path, 0o666)
        self.leaves(b'its owner and group', user=NOBODY)
        os.chown(self.path, NOBODY, OTHERS)
        self.leaves(b'its owner and group', user=NOBODY)
        os.chown(self.path, NOBODY, NOBODY)
        self.keeps(user=NOBODY)

    @unittest.skipUnless(ROOT, 'only root may become others')
    def test_read_only(self):
        os.chmod(self.folder, 0o777)
        os.chown(self.path, NOBODY, NOBODY)
        os.chmod(self.path, 0o444)
        self.leaves(b'Permission denied', user=NOBODY)

    @unittest.skipUnless(ROOT and shutil.which('chattr'), 'only root may')
    def test_immutable(self):
        self.do('chattr', '+i', 'a.vrm')
        self.addCleanup(self.do, 'chattr', '-i', self.path)
        self.leaves(b'Operation not permitted')

    def test_hard_links(self):
        os.link(self.path, os.path.join(self.folder, 'b.vrm'))
        self.leaves(b'further hard links')
        self.write('in.vrm', self.old)
        self.leaves(b'further hard links', '--output', 'b.vrm', 'in.vrm')

    def test_same_file_twice(self):
        os.symlink('a.vrm', os.path.join(self.folder, 'b.vrm'))
        os.mkdir(os.path.join(self.folder, 'sub'))
        os.symlink('../a.vrm', os.path.join(self.folder, 'sub', 'c.vrm'))
        for jobs in ('1', '3'):
            self.write('a.vrm', self.old)
            done = self.fix('-i', '--jobs', jobs, '.')
            self.assertEqual((done.returncode, done.stderr), (1, b''))
            self.assertEqual(done.stdout.count(b'made'), 1)
            self.assertTrue(os.path.islink(os.path.join(self.folder, 'b.vrm')))

    @unittest.skipUnless(os.path.isdir('/dev/shm') and os.access('/dev/shm', os.W_OK), 'there is no /dev/shm')
    def test_another_file_system(self):
        folder = tempfile.mkdtemp(dir='/dev/shm')
        self.addCleanup(shutil.rmtree, folder)
        self.path = shutil.copy(self.path, os.path.join(folder, 'a.vrm'))
        os.chmod(self.path, 0o640)
        before = self.state()
        self.assertEqual(self.fix('-i', self.path).returncode, 1)
        self.assertNotEqual(read(self.path), self.old)
        self.assertEqual(self.state(), before)

    def test_output(self):
        """A new file grants no more access than its original; an existing one keeps its access rights."""
        before = os.umask(0o022)
        self.addCleanup(os.umask, before)
        for mode, expected in ((0o600, 0o600), (0o640, 0o640), (0o664, 0o644), (0o755, 0o644), (0o4711, 0o600)):
            os.chmod(self.path, mode)
            self.assertEqual(self.fix('--output', 'new/a.vrm', 'a.vrm').returncode, 3)  # the folder doesn't exist
            self.assertEqual(self.fix('--output', 'out.vrm', 'a.vrm').returncode, 1)
            path = os.path.join(self.folder, 'out.vrm')
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), expected, oct(mode))
            os.chmod(path, 0o646)
            self.assertEqual(self.fix('--output', 'out.vrm', 'a.vrm').returncode, 1)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o646)
            os.remove(path)

    @unittest.skipUnless(ACL, 'there is no setfacl')
    def test_output_of_a_file_with_a_list(self):
        os.chmod(self.path, 0o600)
        self.do('setfacl', '-m', 'u:nobody:rw', 'a.vrm')
        self.assertEqual(self.fix('--output', 'out.vrm', 'a.vrm').returncode, 1)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.join(self.folder, 'out.vrm')).st_mode), 0o600)

    def test_output_that_is_no_file(self):
        """A target that isn't a regular file isn't replaced, above all not a device."""
        os.mkfifo(os.path.join(self.folder, 'pipe'))
        os.symlink('pipe', os.path.join(self.folder, 'link'))
        for name in ('pipe', 'link'):
            done = self.fix('--output', name, 'a.vrm')
            self.assertEqual(done.returncode, 3)
            self.assertIn(b'not an ordinary file', done.stderr)
        self.assertTrue(stat.S_ISFIFO(os.stat(os.path.join(self.folder, 'link')).st_mode))
        self.assertEqual(sorted(os.listdir(self.folder)), ['a.vrm', 'link', 'pipe'])

    @unittest.skipUnless(MOMENTS and ACL, 'this build has no moments, or there is no setfacl')
    def test_at_every_moment(self):
        """The temporary file never grants more access than the file: the program is stopped at many moments to check this."""
        os.chmod(self.path, 0o600)
        self.do('setfacl', '-m', 'u:nobody:rw', 'a.vrm')
        self.do('setfacl', '-d', '-m', 'u:nobody:rwx', '-m', 'g::rwx', '.')
        before = self.state()
        reader, writer = os.pipe()
        arguments = [MOMENTS, 'fix', '--no-config', '--jobs', '1', '-i', 'a.vrm']
        environment = {**self.clean(), 'VRMLINT_MOMENTS': str(writer), 'VRMLINT_SIGNAL': str(int(signal.SIGSTOP))}
        subprocess.run(arguments, cwd=self.folder, env=environment, pass_fds=[writer], check=False, capture_output=True)
        os.close(writer)
        with os.fdopen(reader) as counted:
            moments = int(counted.read().split()[0])
        seen = 0
        for moment in range(moments, max(moments - 120, 0), -TENTH):  # writing is the last step
            self.path = self.write('a.vrm', self.old)
            os.chmod(self.path, before[0])
            with subprocess.Popen(arguments, cwd=self.folder, env={**environment, 'VRMLINT_MOMENT': str(moment)},
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
                _, status = os.waitpid(running.pid, os.WUNTRACED)
                if os.WIFSTOPPED(status):
                    for name in os.listdir(self.folder):
                        path = os.path.join(self.folder, name)
                        mode, user, group, kept = self.state(path)
                        seen += name.endswith('.tmp')
                        grants = mode & 0o077 != 0
                        self.assertEqual((user, group), before[1:3])
                        self.assertTrue(not grants or (mode, kept) == (before[0], before[3]), (name, oct(mode), kept))
                    running.send_signal(signal.SIGCONT)
                    running.wait()
                else:
                    running.returncode = os.waitstatus_to_exitcode(status)
        self.assertGreater(seen, 20 // TENTH)


if __name__ == '__main__':
    unittest.main()
