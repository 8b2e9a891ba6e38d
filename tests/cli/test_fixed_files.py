#!/usr/bin/env python3
"""Runs vrmlint fix on every failing fixture, and on real files if there are any (VRMLINT_EXTERNAL).

Fixed findings must be gone, except for those that are listed as left. No new warning or error may appear, all chunks except
JSON must be the same, and a second run must find nothing.
"""
import glob
import json
import os
import shutil
import struct
import sys
import unittest

from test_cli import SOURCE, TENTH, Case, some

KINDS = ('.gltf', '.glb', '.vrm', '.vrma')


def read(path):
    with open(path, 'rb') as file:
        return file.read()


# types of chunks that fix corrects
CORRECTED = {b'BIN ': b'BIN\0', b'\1\0\0\0': b'BIN\0', b'json': b'JSON'}


def other_chunks(data):
    """Returns the chunks of a GLB except JSON, without empty ones and without the padding of the last one."""
    if data[:4] != b'glTF' or len(data) < 12:
        return []
    at, found = 12, []
    end = min(len(data), struct.unpack_from('<I', data, 8)[0])
    while at + 8 <= end:
        length, kind = struct.unpack_from('<I4s', data, at)
        kind = CORRECTED.get(kind, kind)
        if kind != b'JSON' and length > 0:
            found.append((kind, data[at + 8:min(at + 8 + length, end)].rstrip(b'\0')))
        at += 8 + length
    return found


def places(finding):
    return int(finding['data'].get('places', 1))


with open(os.path.join(SOURCE, 'tests', 'unit', 'fix_pending.txt'), encoding='utf-8') as pending:
    PENDING = set(pending.read().split())


def is_fixable(finding):
    return finding['fix'] != 'none' and finding['rule'] not in PENDING


class Fixed(Case):
    def files(self):
        """Makes numbered copies of all files; returns them with their originals."""
        paths = sorted(path for path in glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*'))
                       if path.endswith(KINDS))
        external = os.environ.get('VRMLINT_EXTERNAL')
        if external:
            paths += sorted(path for path in glob.glob(os.path.join(external, 'corpus', '*')) if path.endswith(KINDS))
        names = {}
        for path in some(paths):
            name = f'in/{len(names):04}{os.path.splitext(path)[1]}'
            self.write(name, read(path))
            names[name] = os.path.relpath(path, SOURCE)
            for side in glob.glob(glob.escape(os.path.dirname(path)) + '/*.bin'):
                self.write(f'in/{os.path.basename(side)}', read(side))
        return names

    def reports(self, folder, *options):
        done = self.run_it('check', '--no-config', '--fail-on', 'never', '--format', 'json', *options, folder)
        return {os.path.relpath(file['path'], folder): file for file in json.loads(done.out)['files']}

    def fix(self, folder, *options):
        done = self.run_it('fix', '--no-config', '--fail-on', 'never', *options, '--output', folder, 'in')
        self.assertIn(done.status, (0, 3), done.err)
        for side in glob.glob(os.path.join(self.folder, 'in', '*.bin')):
            shutil.copy(side, os.path.join(self.folder, folder))

    def test_all_that_can_be(self):
        names = self.files()
        self.fix('out', '--unsafe')
        before, after = self.reports('in'), self.reports('out')
        wanted = left = 0
        faults = []
        for name, path in names.items():
            name = name[3:]
            if name not in after:
                continue
            claimed = [finding for finding in before[name]['findings'] if is_fixable(finding)]
            stays = [finding for finding in after[name]['findings'] if is_fixable(finding)]
            wanted += len(claimed)
            left += len(stays)
            for finding in stays:
                print(f'left: {path}: {finding["rule"]} {finding["pointer"]}', file=sys.stderr)
            had, has = {}, {}
            for report, counts in ((before, had), (after, has)):
                for finding in report[name]['findings']:
                    counts[finding['rule']] = counts.get(finding['rule'], 0) + places(finding)
            loud = {finding['rule'] for finding in after[name]['findings'] if finding['severity'] != 'info'}
            new = sorted(rule for rule in loud if has[rule] > had.get(rule, 0))
            data = read(os.path.join(self.folder, 'in', name)), read(os.path.join(self.folder, 'out', name))
            if new:
                faults.append(f'{path}: brings {", ".join(new)}')
            if other_chunks(data[0]) != other_chunks(data[1]):
                faults.append(f'{path}: other chunks')
            if all(finding['fix'] == 'none' for finding in before[name]['findings']) and data[0] != data[1]:
                faults.append(f'{path}: changed for nothing')
        print(f'{wanted} findings to fix, {left} left', file=sys.stderr)
        self.assertEqual(faults, [])
        self.assertGreater(wanted, 250 // TENTH)
        self.assertLess(left, 0.02 * wanted + (TENTH > 1))  # with a tenth of the files, one may be among the few exceptions
        kept = {name: read(os.path.join(self.folder, 'out', name)) for name in os.listdir(os.path.join(self.folder, 'out'))}
        self.run_it('fix', '--no-config', '--unsafe', '--in-place', 'out')
        self.assertEqual([name for name, data in kept.items() if read(os.path.join(self.folder, 'out', name)) != data], [])


if __name__ == '__main__':
    unittest.main()
