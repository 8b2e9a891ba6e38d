#!/usr/bin/env python3
"""Completions: shells accept the scripts, and what bash offers. Run like test_cli.py; uses only the shells that are installed."""
import shutil
import subprocess
import unittest

from test_cli import Case

# Runs the completion of words as bash does, and prints what it offers.
TRY = '''
source ./vrmlint.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_vrmlint 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
'''


class Completions(Case):
    def offered(self, *words):
        self.write('vrmlint.bash', self.expect(0, 'completions', 'bash').out)
        run = subprocess.run(['bash', '-c', TRY, 'bash', 'vrmlint', *words], cwd=self.folder, check=True,
                             stdout=subprocess.PIPE)
        return run.stdout.decode('utf-8').split()

    @unittest.skipUnless(shutil.which('bash'), 'there is no bash')
    def test_bash(self):
        for words, offered in [
                (['simul'], ['simulate']),
                (['check', '--fil'], ['--files-from']),
                (['--fil'], ['--files-from']),
                (['--color', '=', 'a'], ['auto', 'always']),
                (['--fail-on', '='], ['error', 'warning', 'info', 'never', 'invalid', 'refuses', 'loses']),
                (['check', '--select', 'springbone/duplicate-j'], ['springbone/duplicate-joint']),
                (['--ignore', 'limit,sim/runt'], ['limit,sim/runtimes-disagree']),
                (['explain', 'collider/zero'], ['collider/zero-radius']),
                (['simulate', '--engine', 'u'], ['univrm']),
                (['check', '--budget', 'clu'], ['cluster-vrm0', 'cluster-vrm1']),
                (['explain', '--sym'], ['--symptom']),
                (['rules', '--format', 'm'], ['markdown', 'mdoc']),
                (['check', 'vrm'], ['vrmlint.bash'])]:
            self.assertEqual(self.offered(*words), offered, words)

    def test_shells_take_them(self):
        for shell, check in [('bash', '-n'), ('zsh', '-n'), ('fish', '--no-execute')]:
            script = self.write('script', self.expect(0, 'completions', shell).out)
            if shutil.which(shell):
                subprocess.run([shell, check, script], check=True)

    def test_wrong_shells(self):
        for arguments in ([], ['tcsh'], ['bash', 'zsh']):
            self.assertIn('one of bash, zsh and fish', self.expect(2, 'completions', *arguments).err)


if __name__ == '__main__':
    unittest.main(verbosity=2)
