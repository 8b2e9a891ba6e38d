#!/usr/bin/env python3
"""Checks that the installed module and the command give the same. VRMLINT is the command, VRMLINT_SOURCE the repository."""
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

import vrmlint

PROGRAM, SOURCE = os.environ['VRMLINT'], os.environ['VRMLINT_SOURCE']
MISTAKES = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')


def command(*arguments):
    """Returns what the command prints."""
    done = subprocess.run([PROGRAM, *arguments], check=False, stdout=subprocess.PIPE, env={**os.environ, 'LC_ALL': 'C'})
    return done.stdout.decode()


def content(path):
    with open(path, 'rb') as file:
        return file.read()


class Module(unittest.TestCase):
    def test_check(self):
        for language in vrmlint.LANGUAGES:
            arguments = ('--no-config', '--lang', language, '--format', 'json')
            wanted = json.loads(command(*arguments, MISTAKES))['files'][0]
            each = json.loads(command(*arguments, '--all-findings', MISTAKES))['files'][0]
            self.assertGreater(len(wanted['findings']), 5)
            self.assertEqual(vrmlint.check(MISTAKES, language=language, all_findings=True), each)
            self.assertEqual(vrmlint.check(MISTAKES, language=language), wanted)
            self.assertEqual(vrmlint.check(pathlib.Path(MISTAKES), language=language), wanted)
            found = vrmlint.check(content(MISTAKES), language=language)
            self.assertEqual(found, {**wanted, 'path': ''})
        self.assertEqual(vrmlint.check(bytearray(content(MISTAKES)))['findings'], vrmlint.check(memoryview(content(MISTAKES)))['findings'])

    def test_folding(self):
        folded = [os.path.join(SOURCE, 'fixtures', name) for name in (
            'sim/collider-no-feasible-pose/fail-three-strands.gltf', 'animation/bone-not-in-scene/fail-second-scene.gltf')]
        for path in folded:
            for option in False, True:
                arguments = ['--no-config', '--format', 'json', *(['--all-findings'] if option else []), path]
                wanted = json.loads(command(*arguments))['files'][0]
                self.assertEqual(vrmlint.check(path, all_findings=option), wanted)
                self.assertEqual(any('more' in finding for finding in wanted['findings']), not option)
                self.assertEqual(vrmlint.fix(path, all_findings=option).before['findings'], wanted['findings'])

    def test_settings(self):
        found = vrmlint.check(MISTAKES, select=['springbone'], ignore=['springbone/duplicate-joint'],
                              severity={'springbone/unknown-property': 'error'})
        rules = {finding['rule']: finding['severity'] for finding in found['findings']}
        self.assertEqual({rule.split('/')[0] for rule in rules}, {'springbone'})
        self.assertNotIn('springbone/duplicate-joint', rules)
        self.assertEqual(rules['springbone/unknown-property'], 'error')
        self.assertEqual(vrmlint.check(MISTAKES, settings={'select': ['json']})['findings'], [])
        for wrong in ({'selekt': []}, {'select': ['no-such-family']}):
            with self.assertRaisesRegex(ValueError, 'settings'):
                vrmlint.check(MISTAKES, settings=wrong)
        with self.assertRaises(ValueError):
            vrmlint.check(MISTAKES, language='de')

    def test_unreadable(self):
        for call in (vrmlint.check, vrmlint.fix, vrmlint.simulate):
            with self.assertRaisesRegex(OSError, 'no-such-file'):
                call('no-such-file.vrm')
        with self.assertRaises(ValueError):
            vrmlint.check('a\0b')
        with tempfile.TemporaryDirectory() as folder:
            place = os.getcwd()
            os.chdir(folder)
            try:
                with self.assertRaises(OSError):
                    vrmlint.check('-')  # this means a file of that name, not standard input
            finally:
                os.chdir(place)
        self.assertEqual([finding['rule'] for finding in vrmlint.check(b'')['findings']], ['container/empty'])

    def test_limits(self):
        for call in (vrmlint.check, lambda file, **limits: vrmlint.fix(file, **limits).before):
            self.assertEqual([finding['rule'] for finding in call(MISTAKES, timeout=1e-9)['findings']], ['file/timed-out'])
            self.assertEqual(call(MISTAKES, timeout=1e9)['findings'], vrmlint.check(MISTAKES)['findings'])
        calls = (vrmlint.check, vrmlint.fix, vrmlint.simulate, lambda file, **limits: vrmlint.diff(file, file, **limits))
        asked = []

        def fails():
            raise KeyError('my own')

        for call in calls:
            for file in (MISTAKES, content(MISTAKES)):
                with self.assertRaises(InterruptedError):
                    call(file, stop=lambda: True)
                with self.assertRaisesRegex(KeyError, 'my own'):
                    call(file, stop=fails)
            with self.assertRaisesRegex(ValueError, 'timeout'):
                call(MISTAKES, timeout=-1)
            asked.clear()
            call(MISTAKES, stop=lambda: asked.append(1))
            self.assertGreater(len(asked), 1)
        for steps in (600, 0):  # without steps, only reading the file takes time
            with self.assertRaises(TimeoutError):
                vrmlint.simulate(MISTAKES, steps=steps, timeout=1e-9)
            with self.assertRaises(InterruptedError):
                vrmlint.simulate(MISTAKES, steps=steps, stop=lambda: True)
        with self.assertRaisesRegex(ValueError, 'max_bytes'):
            vrmlint.simulate(MISTAKES, steps=1000000)
        joints = len(vrmlint.simulate(MISTAKES, steps=0).joints)
        most = 8 * 10 * (7 + 6 * joints)
        self.assertEqual(vrmlint.simulate(MISTAKES, steps=10, max_bytes=most).steps, 10)
        with self.assertRaisesRegex(ValueError, 'max_bytes'):
            vrmlint.simulate(MISTAKES, steps=10, max_bytes=most - 1)

    def test_settings_that_are_refused_in_long_words(self):
        for name in ('\u3042' * 100000, 'x' + '\u3042' * 100000, 'xx' + '\U0001f600' * 100000, '\ud800', '\0'):
            with self.assertRaises(ValueError) as caught:
                vrmlint.check(MISTAKES, settings={name: 1})
            self.assertNotIsInstance(caught.exception, UnicodeError)

    def test_fix(self):
        fixed = vrmlint.fix(MISTAKES)
        self.assertGreater(len(fixed.fixed), 0)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'fixed.vrm')
            command('fix', '--no-config', '--output', path, MISTAKES)
            self.assertEqual(fixed.bytes, content(path))
        self.assertEqual(fixed.before['findings'], vrmlint.check(MISTAKES)['findings'])
        self.assertEqual(fixed.after['findings'], vrmlint.check(fixed.bytes)['findings'])
        again = vrmlint.fix(fixed.bytes)
        self.assertEqual((again.bytes, again.fixed, again.patch), (None, [], []))
        self.assertEqual(vrmlint.fix(content(MISTAKES)).bytes, fixed.bytes)
        self.assertEqual([change['op'] for change in fixed.patch][:1] != [], True)
        with self.assertRaises(ValueError):
            vrmlint.fix(MISTAKES, classes=['none'])

    def test_diff(self):
        fixed = vrmlint.fix(MISTAKES)
        found = vrmlint.diff(MISTAKES, fixed.bytes)
        self.assertEqual(found['new'], [])
        self.assertEqual({finding['rule'] for finding in found['fixed']}, {finding['rule'] for finding in fixed.fixed})
        back = vrmlint.diff(fixed.bytes, MISTAKES)
        self.assertEqual(len(back['new']), len(found['fixed']))
        same = vrmlint.diff(MISTAKES, content(MISTAKES))
        self.assertEqual((same['state'], same['new'], same['fixed'], same['changes']), ('same', [], [], []))
        changed = vrmlint.diff(MISTAKES, content(MISTAKES).replace(b'"Skirt_B_2"', b'"Skirt_B_x"'))
        self.assertIn('joint', {change['kind'] for change in changed['changes']})

    def test_simulate(self):
        for engine in vrmlint.ENGINES:
            found = vrmlint.simulate(MISTAKES, engine=engine, motion='turn', fps=50, steps=40, hitches={7: 0.3})
            wanted = json.loads(command('simulate', '--engine', engine, '--motion', 'turn', '--fps', '50', '--steps', '40', '--hitch', '7:0.3',
                                        '--format', 'json', MISTAKES))
            self.assertEqual([(joint.spring, joint.joint, joint.node) for joint in found.joints],
                             [(joint['spring'], joint['joint'], joint['node']) for joint in wanted['joints']])
            self.assertGreater(len(found.joints), 3)
            for number, joint in enumerate(wanted['joints']):
                for step in (0, 6, 39):
                    self.assertEqual([float(value) for value in joint['tail'][step]], list(found.tail(step, number)), (engine, number, step))
            self.assertEqual(len(found.states), 3 * 40 * len(found.joints))
            self.assertEqual(list(found.root[:7]), [float(value) for value in wanted['root'][0]])
        root = [[0, 0, 0, 0, 0, 0, 1], [0.1, 0, 0, 0, 0, 0, 1]]
        self.assertEqual(vrmlint.simulate(content(MISTAKES), root=root).steps, 2)
        with self.assertRaises(IndexError):
            vrmlint.simulate(MISTAKES, steps=1).tail(1, 0)
        for wrong in ({'engine': 'x'}, {'motion': 'x'}, {'pose': 'x'}, {'fps': 0}, {'steps': -1}, {'dt': float('nan')}, {'root': [[1]]},
                      {'size': 0}):
            with self.assertRaises(ValueError, msg=wrong):
                vrmlint.simulate(MISTAKES, **wrong)

    def test_tables(self):
        rules = vrmlint.rules()
        wanted = json.loads(command('rules', '--format', 'json'))
        self.assertEqual([(rule['id'], rule['summary'], rule['since']) for rule in rules],
                         [(rule['rule'], rule['summary'], rule['since']) for rule in wanted['rules']])
        self.assertNotEqual(vrmlint.rules('ja')[0]['why'], rules[0]['why'])
        self.assertEqual(vrmlint.version(), wanted['tool']['version'])

    def test_threads(self):
        wanted = vrmlint.check(MISTAKES)
        found = []
        threads = [threading.Thread(target=lambda: found.append(vrmlint.check(MISTAKES))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [wanted] * 8)

    def test_typed(self):
        folder = os.path.dirname(vrmlint.__file__)
        self.assertTrue(os.path.exists(os.path.join(folder, 'py.typed')))
        self.assertNotIn(SOURCE, folder)


if __name__ == '__main__':
    unittest.main()
