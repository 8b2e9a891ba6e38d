#!/usr/bin/env python3
"""Lets allocations fail, one at a time, in every command and format: the result must be status 3 and a line that says so, or
the very same output; never a crash, and never a partial report that looks complete. For some failures, all later allocations
fail too.

Needs VRMLINT, the program, and VRMLINT_FAIL_ALLOC, the object of tests/cli/fail_alloc.c, which is preloaded. Tries all allocations
of each command on a short file, or on the file VRMLINT_AVATAR, which takes minutes.
"""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import springy
from preload import preloadable
from test_cli import FORMATS

PROGRAM = os.environ['VRMLINT']
SOURCE = os.environ['VRMLINT_SOURCE']
PRELOADED = preloadable(os.environ.get('VRMLINT_FAIL_ALLOC', ''))
AVATAR = os.environ.get('VRMLINT_AVATAR')
# Inputs are called .gltf, whatever their content: files that begin as a GLB are read as one.
LASTING = 4  # distance between the allocations from which all later ones fail


def find_fixture():
    """Returns a short file with findings, and springs that move."""
    folder = os.path.join(SOURCE, 'fixtures', 'springbone')
    paths = sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names
                   if name.startswith('fail-') and name.endswith('.gltf'))
    return min(paths, key=os.path.getsize)


def commands(folder):
    """Returns names, and the arguments of each; %s stands for the run's own folder."""
    a, b = os.path.join(folder, 'a.gltf'), os.path.join(folder, 'b.gltf')
    shapes = {f'check {form}': ['--no-config', '--jobs', '1', '--format', form, a] for form in FORMATS}
    shapes.update({f'check {form} into a file': ['--no-config', '--jobs', '1', '--format', f'{form}=%s/out', a]
                   for form in ('json', 'sarif', 'html', 'ndjson')})
    shapes.update({
        'check with help': ['--no-config', '--jobs', '4', '--format', 'json', os.path.join(folder, '..', 'springy', 'c.gltf')],
        'check of a folder': ['--no-config', '--jobs', '2', '--format', 'concise', folder],
        'check in Japanese': ['--no-config', '--jobs', '1', '--lang', 'ja', a],
        'check with colours': ['--no-config', '--jobs', '1', '--color', 'always', a],
        'check with statistics': ['--no-config', '--jobs', '1', '--statistics', a, b],
        'check with settings': ['--config', os.path.join(folder, 'settings.json'), '--jobs', '1', '--format', 'concise', a],
        'check with settings found': ['--jobs', '1', '--format', 'concise', os.path.join(folder, 'set', 'a.gltf')],
        'check with a cache': ['--no-config', '--jobs', '1', '--format', 'json', '--cache', '%s/cache', a],
        'check with a full cache': ['--no-config', '--jobs', '1', '--format', 'json', '--cache', '%s/filled', a],
        'baseline written': ['--no-config', '--jobs', '1', '--format', 'concise', '--write-baseline', '%s/out', a],
        'baseline read': ['--no-config', '--jobs', '1', '--format', 'concise', '--baseline',
                          os.path.join(folder, 'baseline.json'), a],
        'files from a list': ['--no-config', '--jobs', '1', '--format', 'concise', '--files-from',
                              os.path.join(folder, 'list.txt')],
        'merge': ['merge', '--format', 'json', os.path.join(folder, 'a.ndjson'), os.path.join(folder, 'b.ndjson')],
        'merge to sarif': ['merge', '--format', 'sarif=%s/out', os.path.join(folder, 'a.ndjson')],
        'fix shown': ['fix', '--no-config', a],
        'fix written': ['fix', '--no-config', '--output', '%s/out.gltf', a],
        'fix as a patch': ['fix', '--no-config', '--format', 'json-patch', a],
        'simulate': ['simulate', '--steps', '5', a],
        'simulate to json': ['simulate', '--steps', '5', '--format', 'json', '--output', '%s/out', a],
        'rules': ['rules'],
        'rules as json': ['rules', '--format', 'json'],
        'explain': ['explain', 'springbone/zero-scale'],
        'config': ['config', '--config', os.path.join(folder, 'settings.json'), a],
        'completions': ['completions', 'bash'],
        'help': ['--help'],
        'help of check in Japanese': ['check', '--help', '--lang', 'ja'],
        'version': ['--version'],
    })
    return shapes


class Run:
    """The results of a run."""

    def __init__(self, folder, arguments, fail_at=0, goes_on=False):
        self.own = tempfile.mkdtemp(dir=folder)
        filled = os.path.join(folder, 'filled')
        if any('%s/filled' in argument for argument in arguments) and os.path.isdir(filled):
            shutil.copytree(filled, os.path.join(self.own, 'filled'))
        reader, writer = os.pipe()
        environment = {**os.environ, 'LD_PRELOAD': PRELOADED, 'VRMLINT_FAIL_COUNT': str(writer), 'LC_ALL': 'C.UTF-8',
                       'VRMLINT_FAIL_AT': str(fail_at), **({'VRMLINT_FAIL_ON': '1'} if goes_on else {})}
        done = subprocess.run([PROGRAM, *(argument.replace('%s', self.own) for argument in arguments)], pass_fds=[writer],
                              stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False, timeout=120)
        os.close(writer)
        with os.fdopen(reader, 'rb') as counted:
            self.count = int(counted.read() or 0)
        self.status = done.returncode
        self.out = self.blind(done.stdout)
        self.err = self.blind(done.stderr)
        self.written = {}
        for name in sorted(os.listdir(self.own)):
            path = os.path.join(self.own, name)
            if os.path.isfile(path):
                with open(path, 'rb') as file:
                    self.written[name] = self.blind(file.read())
        if fail_at > 0 or not os.path.isdir(os.path.join(self.own, 'cache')):
            shutil.rmtree(self.own)

    def blind(self, text):
        return text.replace(self.own.encode(), b'FOLDER')

    def same_as(self, other):
        return (self.status, self.out, self.err, self.written) == (other.status, other.out, other.err, other.written)


def looks_whole(name, text):
    """Whether a report, or part of one, looks like a complete one."""
    if 'ndjson' in name:
        lines = text.splitlines()
        return bool(lines) and b'"summary"' in lines[-1] and text.endswith(b'\n')
    if any(form in name for form in ('json', 'sarif', 'gitlab', 'merge', 'cache')):
        try:
            json.loads(text)
        except ValueError:
            return False
        return True
    if 'junit' in name:
        return b'</testsuites>' in text
    if 'html' in name:
        return b'</html>' in text
    return False


def fault(name, whole, run):
    """Returns what is wrong with a run, or None."""
    if run.status < 0:
        return f'killed by signal {-run.status}'
    if run.same_as(whole):
        return None
    if run.status == whole.status and run.out == whole.out and run.written == whole.written and run.err:
        return None  # the same results, and it reports what was lost
    if run.status != 3:
        return f'status {run.status}, and another output'
    if not run.err.strip():
        return 'status 3 without a line'
    for text, all_of_it in [(run.out, whole.out), *((text, whole.written.get(file)) for file, text in run.written.items())]:
        # the report itself contains an error for a file that could not be checked
        if text != all_of_it and looks_whole(name, text) and b'not enough memory' not in text \
                and b'out of memory' not in text.lower():
            return 'part of a report looks like all of it'
    return None


class Allocations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        inputs = os.path.join(cls.folder, 'inputs')
        os.makedirs(os.path.join(inputs, 'set'))
        path = AVATAR or find_fixture()
        for name in ('a.gltf', 'b.gltf', os.path.join('set', 'a.gltf')):
            shutil.copy(path, os.path.join(inputs, name))
        settings = '{"ignore": ["vrm"], "severity": {"springbone": "warning"}}\n'
        for name in ('settings.json', os.path.join('set', '.vrmlint.json')):
            with open(os.path.join(inputs, name), 'w', encoding='utf-8') as file:
                file.write(settings)
        os.mkdir(os.path.join(cls.folder, 'springy'))
        with open(os.path.join(cls.folder, 'springy', 'c.gltf'), 'w', encoding='utf-8') as file:
            json.dump(springy.document(1), file)
        with open(os.path.join(inputs, 'list.txt'), 'w', encoding='utf-8') as file:
            file.write(os.path.join(inputs, 'a.gltf') + '\n')
        for name in 'ab':
            subprocess.run([PROGRAM, '--no-config', '--format', f'ndjson={inputs}/{name}.ndjson', f'{inputs}/{name}.gltf'],
                           check=False)
        subprocess.run([PROGRAM, '--no-config', '--format', 'concise', '--write-baseline', f'{inputs}/baseline.json',
                        f'{inputs}/a.gltf'], check=False, stdout=subprocess.DEVNULL)
        subprocess.run([PROGRAM, '--no-config', '--format', 'json', '--cache', f'{cls.folder}/filled', f'{inputs}/a.gltf'],
                       check=False, stdout=subprocess.DEVNULL)
        cls.inputs = inputs

    def test_each_allocation_of_each_command(self):
        wanted = os.environ.get('VRMLINT_COMMANDS')
        faults = []
        runs = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, arguments in commands(self.inputs).items():
                if wanted and wanted not in name:
                    continue
                whole = Run(self.folder, arguments)
                self.assertIn(whole.status, (0, 1), (name, whole.err))
                self.assertGreater(whole.count, 0, 'nothing was preloaded')
                tried = [(n, False) for n in range(1, whole.count + 1)] + [(n, True) for n in range(1, whole.count + 1, LASTING)]
                for (n, goes_on), run in zip(tried, pool.map(lambda t: Run(self.folder, arguments, *t), tried)):
                    wrong = fault(name, whole, run)
                    runs += 1
                    if wrong is not None:
                        faults.append(f'{name}, allocation {n}{" and all after it" if goes_on else ""} of {whole.count}: '
                                      f'{wrong} {run.err[-200:]!r}')
        print(f'{runs} runs', file=sys.stderr)
        self.assertEqual([], faults, '\n'.join(faults[:100]) + f'\n{len(faults)} faults')


if __name__ == '__main__':
    if not os.path.isfile(PRELOADED):
        print('skipped: nothing to preload in this build')
        sys.exit(77)
    if Run(tempfile.gettempdir(), ['--version']).count == 0:
        print('skipped: the program is static, or of another C library, and takes nothing preloaded')
        sys.exit(77)
    unittest.main()
