#!/usr/bin/env python3
"""Runs vrmlint fix on every failing fixture, and on real files if there are any (VRMLINT_EXTERNAL).

Fixed findings must be gone, except for those that are listed as left. No new warning or error may appear, all chunks except
JSON must be the same, and a second run must find nothing. If a report says that a finding can be fixed, fix does it.
"""
import copy
import glob
import json
import os
import random
import shutil
import struct
import sys
import unittest

import test_advice
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

    def claims(self, folder, unsafe):
        """Returns the findings below a folder that reports say can be fixed, as (file, rule, pointer)."""
        return [(name, finding['rule'], finding['pointer']) for name, report in self.reports(folder, '--all-findings').items()
                for finding in report['findings'] if finding.get('fixable') and (finding['fix'] != 'unsafe' or unsafe)]

    def fix_claimed(self, unsafe):
        """Fixes a copy of the files with claims. Returns these claims, and those that are left."""
        claimed = self.claims('in', unsafe)
        shutil.rmtree(os.path.join(self.folder, 'out'), ignore_errors=True)
        for name in {name for name, *_ in claimed}:
            with open(os.path.join(self.folder, 'in', name), 'rb') as file:
                self.write(os.path.join('out', name), file.read())
        for side in glob.glob(os.path.join(self.folder, 'in', '*.bin')):
            shutil.copy(side, os.path.join(self.folder, 'out'))
        self.run_it('fix', '--no-config', '--fail-on', 'never', *(['--unsafe'] if unsafe else []), '-i', 'out')
        return claimed, self.claims('out', unsafe)

    def test_claims_of_fixtures(self):
        """What a report says can be fixed is fixed, in all fixtures but those of the conformance kit: their gravity holds bones
        upside down, which a fix of its direction would show."""
        paths = [path for path in test_advice.contexts.models(os.path.join(SOURCE, 'fixtures')) if '/conformance/' not in path]
        for i, path in enumerate(some(paths)):
            self.write(f'in/{i:04}{os.path.splitext(path)[1]}', read(path))
            for side in glob.glob(glob.escape(os.path.dirname(path)) + '/*.bin'):
                self.write(f'in/{os.path.basename(side)}', read(side))
        for unsafe in (False, True):
            claimed, left = self.fix_claimed(unsafe)
            print(f'{len(claimed)} claims, {len(left)} left', file=sys.stderr)
            self.assertGreater(len(claimed), 380 // TENTH)
            self.assertEqual(left, [])

    PLANTED = 250  # files of each whole one

    def test_claims_of_planted_mistakes(self):
        """Whole files with up to two mistakes: one in thirty claims may be false, because one mistake can hide what the fix of the
        other then shows."""
        for whole in test_advice.Advice.CONTEXTS:
            original, rest = test_advice.unpack(os.path.join(SOURCE, 'fixtures', 'whole', whole))
            chance = random.Random('claims ' + whole)
            written = [at for at in test_advice.leaves(original) if test_advice.WRITTEN.match(at)]
            for i in range(self.PLANTED // TENTH):
                doc = copy.deepcopy(original)
                for pointer in chance.sample(written, chance.choice([1, 1, 2])):
                    if not test_advice.has(doc, pointer):
                        continue
                    if chance.random() < 0.25:
                        test_advice.drop(doc, pointer)
                    else:
                        test_advice.put(doc, pointer, test_advice.mistaken(test_advice.get(doc, pointer), chance))
                self.write(f'in/{i:04}-{whole}', test_advice.pack(doc, rest))
        for unsafe in (False, True):
            claimed, left = self.fix_claimed(unsafe)
            print(f'{len(claimed)} claims, {len(left)} left', file=sys.stderr)
            self.assertGreater(len(claimed), 150 // TENTH)
            self.assertLessEqual(len(left), len(claimed) / 30 + (TENTH > 1), '\n'.join(map(str, left)))


if __name__ == '__main__':
    unittest.main()
