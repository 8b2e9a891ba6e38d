#!/usr/bin/env python3
"""Findings that follow from others aren't reported, but they are counted, and --all-findings lists them. No error disappears:
not under something milder, and not under what is ignored, known to a baseline, or in both versions of an avatar."""
import json
import os
import sys
import unittest

from test_cli import SOURCE, Case

CHECK = ('check', '--no-config', '--fail-on', 'never', '--format', 'json')
UNDER, HUMANOID, CENTER = 'springbone/humanoid-under-spring', 'springbone/joint-is-humanoid', 'springbone/center-not-ancestor'
MISSPELT = 'fixtures/gltf/unknown-property/fail-nodes-misspelt.gltf'


def fixture(name):
    with open(os.path.join(SOURCE, name), encoding='utf-8') as file:
        return json.load(file)


def skirt(center):
    """Returns an avatar with a spring on a leg: a warning that hides another one, which a wrong center makes an error."""
    doc = fixture('fixtures/springbone/humanoid-under-spring/fail-legs-below-skirt.gltf')
    spring = doc['extensions']['VRMC_springBone']['springs'][0]
    spring['joints'] = [{'node': 5, 'stiffness': 1, 'gravityPower': 0.2, 'dragForce': 0.4}, {'node': 6}]
    if center is not None:
        spring['center'] = center
    return json.dumps(doc, indent=1)


def scattered(chain, center=None):
    """Returns springs of a chain of three joints whose nodes from `chain` on are outside the scene."""
    doc = fixture('fixtures/springbone/axis-minus-y/fail-straight-down.gltf')
    del doc['nodes'][1 if chain == 0 else 1 + chain]['children']
    if center is not None:
        doc['extensions']['VRMC_springBone']['springs'][0]['center'] = center
    return json.dumps(doc)


class OutsideTheScene(Case):
    """What follows from a branch that has lost its parent is said once, and by its cause."""

    OUTSIDE = 'springbone/joint-not-in-scene'

    def loud(self):
        findings = json.loads(self.expect(0, *CHECK, 'a.gltf').out)['files'][0]['findings']
        return [(finding['rule'], finding['severity']) for finding in findings if finding['severity'] != 'info']

    def test_whole_chain(self):
        self.write('a.gltf', scattered(0))
        self.assertEqual(self.loud(), [(self.OUTSIDE, 'warning')])

    def test_center(self):
        """A center that is right is no longer above the chain."""
        self.write('a.gltf', scattered(0, 1))
        self.assertEqual(self.loud(), [(self.OUTSIDE, 'error')])

    def test_part_of_a_chain(self):
        self.write('a.gltf', scattered(1))
        self.assertEqual(self.loud(), [(self.OUTSIDE, 'error')])

    def test_skin(self):
        """Joints of a skin without a common root, because some are outside the scene."""
        doc = fixture('fixtures/skin/no-common-root/fail-two-trees.gltf')
        roots = doc['scenes'][0]['nodes']
        [finding] = [one for one in self.check(doc) if one['rule'] == 'skin/no-common-root']
        self.assertIn('one root', finding['message'])
        roots.remove(1)
        [finding] = [one for one in self.check(doc) if one['rule'] == 'skin/no-common-root']
        self.assertIn("its joint 'Tail' (node 1) is outside the scene", finding['message'])

    def check(self, doc):
        self.write('a.gltf', json.dumps(doc))
        return json.loads(self.expect(0, *CHECK, 'a.gltf').out)['files'][0]['findings']

    def test_two_cycles(self):
        """Each cycle of constraints is a mistake of its own, because each has another constraint to remove."""
        doc = fixture('fixtures/constraint/circular-dependency/fail-g1-two-roots.gltf')
        count = len(doc['nodes'])
        for node in json.loads(json.dumps(doc['nodes'])):
            body = node.get('extensions', {}).get('VRMC_node_constraint', {}).get('constraint', {})
            for kind in body.values():
                kind['source'] += count
            node['children'] = [child + count for child in node.get('children', [])]
            doc['nodes'].append({key: value for key, value in node.items() if value != []})
        for scene in doc['scenes']:
            scene['nodes'] += [node + count for node in scene['nodes']]
        findings = [one for one in self.check(doc) if one['rule'] == 'constraint/circular-dependency']
        self.assertEqual(len(findings), 2, findings)
        self.assertEqual([one['data'].get('more') for one in findings], [None, None])


class Consequences(Case):
    def findings(self, *arguments, path='a.gltf'):
        return json.loads(self.expect(0, *CHECK, *arguments, path).out)['files'][0]['findings']

    def severities(self, *arguments, **how):
        return {finding['rule']: finding['severity'] for finding in self.findings(*arguments, **how)}

    def test_error_under_a_warning(self):
        self.write('a.gltf', skirt(8))
        self.assertEqual(self.severities()[UNDER], 'error')
        self.expect(1, 'check', '--no-config', 'a.gltf')

    def test_listed(self):
        self.write('a.gltf', skirt(None))
        [finding] = self.findings()
        self.assertEqual((finding['rule'], finding['consequences']), (HUMANOID, {'count': 1}))
        self.assertNotIn('consequences', finding['data'])
        [finding] = self.findings('--all-findings')
        self.assertEqual(finding['consequences']['count'], 1)
        [hidden] = finding['consequences']['findings']
        self.assertEqual((hidden['rule'], hidden['severity']), (UNDER, 'warning'))
        self.assertEqual(hidden['pointer'], '/extensions/VRMC_springBone/springs/0')
        self.assertIn('leftLowerLeg', hidden['message'])
        self.assertGreater(hidden['line'], 1)
        self.assertNotEqual(hidden['fingerprint'], finding['fingerprint'])

    def test_for_ci(self):
        """Formats for CI tell how many findings follow, too."""
        self.write('a.gltf', skirt(None))
        finding, = [one for one in json.loads(self.expect(0, *CHECK, 'a.gltf').out)['files'][0]['findings'] if one.get('consequences')]
        count = finding['consequences']['count']
        words = f'({count} more finding{"s follow" if count > 1 else " follows"} from this)'

        def run(form):
            return self.expect(0, 'check', '--no-config', '--fail-on', 'never', '--format', form, 'a.gltf').out
        result, = [one for one in json.loads(run('sarif'))['runs'][0]['results'] if one.get('properties')]
        self.assertEqual((result['ruleId'], result['properties']), (finding['rule'], {'consequences': count}))
        for form in ('github', 'gitlab', 'junit'):
            self.assertEqual(run(form).count(words), 1, form)

    def test_for_people(self):
        self.write('a.gltf', skirt(None))

        def text(*arguments):
            return self.expect(0, 'check', '--no-config', *arguments, 'a.gltf').out
        self.assertIn('(1 more finding follows from this)', text())
        self.assertIn('（これによる影響がほかに1件あります）', text('--lang', 'ja'))
        listed = text('--all-findings')
        self.assertIn('1 more finding follows from this:', listed)
        self.assertIn(f'[{UNDER}]', listed)
        [line] = text('--format', 'concise').splitlines()
        self.assertTrue(line.endswith('(1 more finding follows from this)'))
        lines = text('--format', 'concise', '--all-findings').splitlines()
        self.assertEqual(len(lines), 2)
        self.assertIn(UNDER, lines[1])
        self.assertTrue(lines[1].endswith(f'(follows from {HUMANOID})'))

    def test_every_list_is_complete(self):
        folder = os.path.join(SOURCE, 'fixtures')
        hiding = 0
        for family in ('springbone', 'gltf', 'collider', 'limit'):
            for file in json.loads(self.expect(0, *CHECK, '--all-findings', os.path.join(folder, family)).out)['files']:
                for finding in file['findings']:
                    listed = finding.get('consequences', {'count': 0, 'findings': []})
                    hiding += listed['count'] > 0
                    self.assertEqual(listed['count'], len(listed['findings']), file['path'])
                    ranks = [('info', 'warning', 'error').index(one['severity']) for one in [finding, *listed['findings']]]
                    self.assertEqual(max(ranks), ranks[0], file['path'])
        self.assertGreater(hiding, 50)

    def test_cached_and_merged(self):
        self.write('a.gltf', skirt(8))
        for arguments in (), ('--all-findings',):
            fresh = self.findings(*arguments)
            for _ in range(2):
                self.assertEqual(self.findings('--cache', 'kept', *arguments), fresh)
            self.expect(0, *CHECK[:-1], 'ndjson=a.ndjson', *arguments, 'a.gltf')
            merged = json.loads(self.expect(0, 'merge', '--fail-on', 'never', '--format', 'json', *arguments, 'a.ndjson').out)
            self.assertEqual(merged['files'][0]['findings'], fresh)

    def test_ignored_cause(self):
        swaying = os.path.join(SOURCE, 'fixtures/sim/runtimes-disagree/fail-swaying-center.gltf')
        self.assertIn(CENTER, self.severities(path=swaying))
        for ignored in ('--ignore', 'springbone'), ('--ignore', CENTER), ('--severity', f'{CENTER}=off'):
            self.assertNotIn('sim/runtimes-disagree', self.severities(*ignored, path=swaying))
            self.assertNotIn(CENTER, self.severities(*ignored, path=swaying))
            self.assertIn('sim/runtimes-disagree',
                          self.severities('--select', 'default,sim/runtimes-disagree', *ignored, path=swaying))

    def test_ignoring_brings_nothing_but_errors(self):
        def known(*arguments):
            files = json.loads(self.expect(0, *CHECK, *arguments, os.path.join(SOURCE, 'fixtures/springbone')).out)['files']
            return {(file['path'], finding['rule'], finding['pointer']) for file in files for finding in file['findings']
                    if '--ignore' not in arguments or finding['severity'] != 'error'}
        default = known()
        for family in 'springbone', 'vrm':
            self.assertEqual(known('--ignore', family) - default, set(), family)

    def test_error_stays_if_its_milder_cause_is_ignored(self):
        targets = 'fixtures/gltf/unknown-property/fail-targets-misspelt.gltf'
        self.write('b.gltf', json.dumps(fixture(targets)))
        self.assertEqual(self.severities(path='b.gltf'), {'gltf/unknown-property': 'error'})
        self.assertEqual(self.severities('--ignore', 'gltf', path='b.gltf'), {'vrm/unresolved-index': 'error'})
        self.write('.vrmlint.json', json.dumps({'ignores': [{'rule': 'gltf/unknown-property', 'pointer': '/meshes', 'reason': 'known'}]}))
        found = json.loads(self.expect(1, 'check', '--format', 'json', 'b.gltf').out)['files'][0]
        self.assertEqual([finding['rule'] for finding in found['findings']], ['vrm/unresolved-index'])
        self.assertEqual(found['ignored'][0]['count'], 1)

    def test_severity_of_the_cause(self):
        """The user makes a cause milder than what follows from it, also joint by joint."""
        doc = os.path.join(SOURCE, 'fixtures/springbone/no-restoring-force')
        for name in sorted(os.listdir(doc)):
            path = os.path.join(doc, name)
            if name.startswith('fail') and name.endswith('.gltf'):
                hidden = [one['rule'] for finding in self.findings('--all-findings', path=path)
                          for one in finding.get('consequences', {}).get('findings', [])]
                for rule in hidden:
                    self.assertEqual(self.severities('--severity', f'{rule}=error', path=path)[rule], 'error')

    def test_new_error_behind_a_known_finding(self):
        self.write('a.gltf', skirt(None))
        self.expect(0, 'check', '--no-config', '--write-baseline', 'known', 'a.gltf')
        self.assertEqual(self.findings('--baseline', 'known'), [])
        self.write('a.gltf', skirt(8))
        self.assertIn('error', self.severities('--baseline', 'known').values())

    def test_new_error_is_a_difference(self):
        self.write('old.gltf', skirt(None))
        self.write('a.gltf', skirt(8))
        diff = json.loads(self.expect(1, 'diff', '--no-config', '--format', 'json', 'old.gltf', 'a.gltf').out)['files'][0]
        self.assertEqual([finding['severity'] for finding in diff['new']], ['error'])

    def test_new_error_behind_an_old_error(self):
        doc = fixture(MISSPELT)
        self.write('old.gltf', json.dumps(doc))
        doc['scenes'][0]['nodes'].append(1)
        self.write('a.gltf', json.dumps(doc))
        rules = [finding['rule'] for finding in self.findings()]
        self.assertEqual(rules, ['gltf/unknown-property'])
        diff = json.loads(self.expect(1, 'diff', '--no-config', '--format', 'json', 'old.gltf', 'a.gltf').out)['files'][0]
        self.assertEqual([(finding['rule'], finding['pointer']) for finding in diff['new']],
                         [('gltf/unresolved-index', f'/scenes/0/nodes/{len(doc["scenes"][0]["nodes"]) - 1}')])
        self.assertEqual(diff['fixed'], [])
        self.expect(0, 'check', '--no-config', '--fail-on', 'never', '--write-baseline', 'known', 'old.gltf')
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            text = file.read().replace('old.gltf', 'a.gltf')
        self.write('known', text)
        self.assertEqual([finding['rule'] for finding in self.findings('--baseline', 'known')], ['gltf/unresolved-index'])


if __name__ == '__main__':
    sys.exit(unittest.main())
