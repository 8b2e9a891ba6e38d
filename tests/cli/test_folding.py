#!/usr/bin/env python3
"""Findings with the same message about many things are folded into one: with a count, the worst number, and the other places.
Formats that mark places show each finding; so do baselines and --all-findings."""
import json
import sys
import unittest

from test_cli import Case

RULE = 'springbone/value-out-of-range'
PLACES_MOST = 100


def avatar(drags, names=None, **more):
    """Returns a file with a spring for each dragForce."""
    names = names or [f'Hair {i}' for i in range(len(drags))]
    return json.dumps({
        'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_springBone'],
        'nodes': [{'name': name} for name in names],
        'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': [
            {'name': name, 'joints': [{'node': i, 'dragForce': drag, **more}]}
            for i, (name, drag) in enumerate(zip(names, drags))]}},
    }, indent=1)


def drag_at(index):
    return f'/extensions/VRMC_springBone/springs/{index}/joints/0/dragForce'


class Folding(Case):
    def report(self, *arguments, status=1, rule=RULE, form='json'):
        return self.expect(status, '--no-config', '--select', rule, '--format', form, *arguments, 'a.gltf').out

    def findings(self, *arguments, **how):
        return json.loads(self.report(*arguments, **how))['files'][0]['findings']

    def test_one(self):
        self.write('a.gltf', avatar([2, 3, 9, 4]))
        report = json.loads(self.report())
        [finding] = report['files'][0]['findings']
        self.assertEqual(finding['pointer'], drag_at(2))
        self.assertIn('drag force is 9', finding['message'])
        self.assertTrue(finding['message'].endswith(' (also in 3 more places)'))
        self.assertEqual(finding['more'], 3)
        self.assertEqual([place['pointer'] for place in finding['related']], [drag_at(i) for i in (0, 1, 3)])
        self.assertIn("'Hair 1'", finding['related'][1]['message'])
        for counts in report['summary'], report['files'][0]['counts']:
            self.assertEqual((counts['error'], counts['warning'], counts['info']), (1, 0, 0))
        each = json.loads(self.report('--all-findings'))
        self.assertEqual([finding['pointer'] for finding in each['files'][0]['findings']], [drag_at(i) for i in range(4)])
        self.assertEqual(each['summary']['error'], 4)
        self.assertFalse(any('more' in finding for finding in each['files'][0]['findings']))
        self.assertIn('3 more places', self.report('--lang', 'en', form='text'))
        self.assertIn(RULE, self.report('--lang', 'ja', form='text'))

    def test_other_remedies_stay(self):
        doc = json.loads(avatar([1, 1], stiffnes=1))
        joint = doc['extensions']['VRMC_springBone']['springs'][1]['joints'][0]
        del joint['stiffnes']
        joint['hitRadus'] = 0.1
        self.write('a.gltf', json.dumps(doc))
        found = self.findings('--fail-on', 'warning', rule='springbone/unknown-property')
        self.assertEqual(len(found), 2)
        self.assertFalse(any('more' in finding for finding in found))

    def test_severities_stay(self):
        self.write('a.gltf', avatar([2, -0.5]))
        self.assertEqual(len(self.findings()), 2)  # one must be lowered, the other raised

    def test_related_is_bounded(self):
        self.write('a.gltf', avatar([2] * 300))
        [finding] = self.findings()
        self.assertEqual((finding['more'], len(finding['related'])), (299, PLACES_MOST))

    def test_beyond_what_is_kept(self):
        count = 5003
        self.write('a.gltf', avatar([2] * count))
        report = json.loads(self.report('--no-simulation'))
        [finding] = report['files'][0]['findings']
        self.assertEqual((finding['more'], finding['data'].get('more')), (count - 1, None))
        self.assertEqual(report['summary']['error'], 1)

    def test_places_are_marked(self):
        self.write('a.gltf', avatar([2, 2, 2]))
        sarif = json.loads(self.report(form='sarif'))['runs'][0]['results']
        self.assertEqual([result['locations'][0]['logicalLocations'][0]['fullyQualifiedName'] for result in sarif],
                         [drag_at(i) for i in range(3)])
        self.assertEqual(len({result['partialFingerprints']['primaryLocationLineHash'] for result in sarif}), 3)
        gitlab = json.loads(self.report(form='gitlab'))
        self.assertEqual(len({issue['location']['lines']['begin'] for issue in gitlab}), 3)
        github = self.report(form='github')
        self.assertEqual(github.count('::error '), 3)
        self.assertEqual(github.count('more places'), 1)
        self.assertIn(': 1 error,', github)
        self.assertEqual(self.report(form='concise').count(RULE), 1)
        self.assertEqual(self.report(form='junit').count('<failure'), 1)

    def test_each_finding_is_annotated_first(self):
        self.write('a.gltf', avatar([2] * 30 + [-1]))
        commands = [line for line in self.report(form='github').splitlines() if line.startswith('::error')]
        self.assertEqual(len(commands), 10)
        self.assertEqual(len([line for line in commands if f'[{drag_at(30)}]' in line]), 1)

    def test_baseline_knows_places(self):
        self.write('a.gltf', avatar([2, 2]))
        self.report('--write-baseline', 'known')
        self.assertEqual(self.findings('--baseline', 'known', status=0), [])
        self.write('a.gltf', avatar([2, 2, 2]))
        [finding] = self.findings('--baseline', 'known')
        self.assertEqual((finding['pointer'], finding.get('more')), (drag_at(2), None))

    def test_older_baseline(self):
        """One of its lines may stand for several findings, but not for one more than that."""
        self.write('a.gltf', avatar([2, 2, 2]))
        self.report('--write-baseline', 'known')
        with open(f'{self.folder}/known', encoding='utf-8') as file:
            lines = file.read().splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith('  '))
        for words, rest in (('2 more places', 0), ('one more place', 1)):
            self.write('old', '\n'.join(lines[:first] + [lines[first] + f'; the same holds of {words}']) + '\n')
            found = self.findings('--baseline', 'old', '--all-findings', status=int(rest > 0))
            self.assertEqual(len(found), rest)

    def test_ignored_place(self):
        self.write('a.gltf', avatar([2, 2, 2]))
        self.write('settings.json', json.dumps({'ignores': [{'rule': RULE, 'pointer': drag_at(0), 'reason': 'it is so'}]}))
        done = self.expect(1, '--config', 'settings.json', '--select', RULE, '--format', 'json', 'a.gltf')
        [finding] = json.loads(done.out)['files'][0]['findings']
        self.assertEqual((finding['more'], [place['pointer'] for place in finding['related']]), (1, [drag_at(2)]))

    def test_cache_and_records(self):
        self.write('a.gltf', avatar([2, 5, 2]))
        once = self.report('--cache', 'kept')
        self.assertEqual(self.report('--cache', 'kept'), once)
        self.assertEqual(len(self.findings('--cache', 'kept', '--all-findings')), 3)
        self.assertEqual(self.report('--jobs', '2'), once)
        self.write('part.ndjson', self.report(form='ndjson'))
        merged = json.loads(self.expect(1, 'merge', '--format', 'json', 'part.ndjson').out)
        self.assertEqual(merged['files'][0]['findings'], json.loads(once)['files'][0]['findings'])
        self.assertEqual(merged['summary']['error'], 1)

    def test_statistics(self):
        self.write('a.gltf', avatar([2, 5, 2]))
        report = json.loads(self.report('--statistics'))
        self.assertEqual(report['summary']['statistics']['rules'][0]['count'], 1)

    def test_fix_holds_for_all(self):
        self.write('a.gltf', avatar([1, 1, 1], stiffnes=1))
        [finding] = self.findings('--fail-on', 'warning', rule='springbone/unknown-property')
        self.assertEqual(finding['more'], 2)
        self.run_it('fix', '--no-config', '--unsafe', '--in-place', 'a.gltf')
        with open(f'{self.folder}/a.gltf', encoding='utf-8') as file:
            springs = json.load(file)['extensions']['VRMC_springBone']['springs']
        self.assertEqual([spring['joints'][0].get('stiffness') for spring in springs], [1, 1, 1])


if __name__ == '__main__':
    sys.exit(unittest.main())
