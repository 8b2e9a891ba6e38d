#!/usr/bin/env python3
"""Symptoms and budgets of platforms: vrmlint explain --symptom, explain budget/exceeded, check --budget."""
import json
import os
import re
import unittest

from test_cli import SOURCE, Case

CLEAN = os.path.join(SOURCE, 'fixtures', 'whole', 'clean.vrm')

# Users' words, and a rule that must be among those explained; the first two rules of a symptom are the likeliest ones.
WORDS = {
    'the fringe floats': 'sim/collider-moves-rest-pose',
    'the skirt goes through the legs': 'sim/rest-penetration',
    'hair shakes': 'sim/jitter',
    'Trembling!': 'sim/jitter',
    'no blink': 'vrm/expression-empty',
    "eyes don't follow": 'vrm/look-at-no-effect',
    'arms twist': 'vrm/rest-pose-not-t-pose',
    'too large': 'vrm/model-size',
    "can't upload": 'budget/exceeded',
    '前髪が浮く': 'sim/collider-moves-rest-pose',
    'スカートが脚を突き抜ける': 'sim/rest-penetration',
    'まばたきしない': 'vrm/expression-empty',
    '目が追従しない': 'vrm/look-at-no-effect',
    '腕がねじれる': 'vrm/rest-pose-not-t-pose',
}


class Symptoms(Case):
    def rows(self, *words, lang='en'):
        """Returns the explained rules, as {id or family: summary}."""
        out = self.expect(0, 'explain', '--lang', lang, '--symptom', *words).out
        return dict(re.findall(r'(?m)^  ([a-z0-9-]+(?:/[a-z0-9-]+)?)  +(\S.*)$', out))

    def test_words_of_users(self):
        for words, rule in WORDS.items():
            rows = self.rows(*words.split())
            self.assertIn(rule, rows, words)
            self.assertLess(list(rows).index(rule), 2, words)
            self.assertEqual(rows, self.rows(words), words)

    def test_rules_exist(self):
        """Each symptom names existing rules and families; the summaries are those of the rules."""
        known = {rule['rule']: rule['summary'] for rule in json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']}
        families = {rule.split('/')[0] for rule in known}
        symptoms = self.expect(0, 'explain', '--symptom').out.splitlines()
        self.assertGreater(len(symptoms), 15)
        for symptom in symptoms:
            out = self.expect(0, 'explain', '--symptom', symptom).out
            self.assertIn(symptom, out.splitlines())
            rows = self.rows(symptom)
            self.assertGreater(len(rows), 0)
            for rule, summary in rows.items():
                if rule in known:
                    self.assertTrue(known[rule].startswith(summary), rule)
                else:
                    self.assertIn(rule, families)
                    self.assertEqual(summary, 'all rules of this family')

    def test_japanese(self):
        english = self.expect(0, 'explain', '--symptom').out.splitlines()
        japanese = self.expect(0, 'explain', '--lang', 'ja', '--symptom').out.splitlines()
        self.assertEqual(len(english), len(japanese))
        for line, other in zip(english, japanese):
            self.assertRegex(other, '[ぁ-ん]')
            self.assertEqual(list(self.rows(line)), list(self.rows(other)), other)
        self.assertRegex(self.rows('jitter', lang='ja')['sim/jitter'], '[ぁ-ん]')

    def test_nothing_like_it(self):
        for words in ('xyzzy', '', '!', 'the', '鑫', '\x1b[31m'):
            self.usage("no symptom is like", 'explain', '--symptom', words)
        self.usage('no symptom is like', 'explain', '--symptom', 'x' * 100000)


class Budgets(Case):
    def exceeded(self, *arguments):
        done = self.run_it('check', '--format', 'json', *arguments, CLEAN)
        findings = json.loads(done.out)['files'][0]['findings']
        return {finding['message'].split()[2]: finding['data']['limit'] for finding in findings if finding['rule'] == 'budget/exceeded'}

    def test_presets(self):
        self.assertEqual(self.exceeded(), {})
        self.assertEqual(self.exceeded('--budget', 'cluster'), {})
        tight = self.exceeded('--budget', 'vrchat-mobile-excellent')
        self.assertEqual(tight['springs'], 0)
        self.assertEqual(tight['colliders'], 0)
        self.usage("unknown budget 'nobody'", '--budget', 'nobody', CLEAN)

    def test_the_command_line_wins(self):
        self.write('.vrmlint.json', '{"budget": {"springs": 1, "nodes": 3}}')
        self.write('copy.vrm', '')
        with open(CLEAN, 'rb') as clean, open(os.path.join(self.folder, 'copy.vrm'), 'wb') as copy:
            copy.write(clean.read())
        for arguments, limits in [
                ((), {'springs': 1, 'nodes': 3}),
                (('--budget', 'vrchat-mobile-excellent'), {'springs': 0, 'nodes': 3}),
                (('--budget', 'vrchat-mobile-excellent', '--budget', 'vrchat-pc-poor'), {'nodes': 3})]:
            done = self.run_it('check', '--format', 'json', *arguments, 'copy.vrm')
            findings = json.loads(done.out)['files'][0]['findings']
            found = {finding['message'].split()[2]: finding['data']['limit'] for finding in findings if finding['rule'] == 'budget/exceeded'}
            self.assertEqual({name: found.get(name) for name in limits}, limits, arguments)
            if len(arguments) == 4:
                self.assertNotIn('springs', found, 'the later preset wins')

    def test_explained(self):
        """Each preset is listed with its source and limits, and is accepted."""
        text = self.expect(0, 'explain', 'budget/exceeded').out
        presets = re.findall(r'(?m)^  ([a-z-]+): (\S.*)$', text)
        self.assertGreater(len(presets), 10)
        platforms = [name.split('-')[0] for name, _ in presets]
        self.assertEqual(platforms, sorted(platforms))
        for name, source in presets:
            self.assertRegex(source, r'VRM [01].*\. https://\S+( \(\d{4}(-\d\d)*\))?$', name)
            self.expect(0, '--budget', name, '--fail-on', 'never', CLEAN)
        self.assertRegex(re.sub(r'\s+', ' ', text), r'cluster-vrm1: .* triangles 72000')
        page = self.expect(0, 'explain', '--format', 'markdown', 'budget/exceeded').out
        for name, _ in presets:
            self.assertIn(f'\n{name}: ', page)


if __name__ == '__main__':
    unittest.main(verbosity=2)
