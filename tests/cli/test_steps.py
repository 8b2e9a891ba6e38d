#!/usr/bin/env python3
"""Where to click: the steps in json, ndjson and merged reports, in text, and in explain. Run like test_cli.py."""
import json
import os
import re
import unittest

from test_cli import SOURCE
from test_config import Config

# An avatar of VRM 1.0 without bones and with wrong spring parameters, and an animation without a specVersion.
AVATAR = {'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_vrm', 'VRMC_springBone'],
          'nodes': [{'name': 'a', 'children': [1]}, {'name': 'b', 'translation': [0, 0.1, 0]}], 'scenes': [{'nodes': [0]}], 'scene': 0,
          'extensions': {'VRMC_vrm': {'specVersion': '1.0', 'meta': {'name': '', 'authors': ['x'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                                      'humanoid': {'humanBones': {'hips': {'node': 0}}}},
                         'VRMC_springBone': {'specVersion': '1.0', 'springs': [
                             {'name': 's', 'joints': [{'node': 0, 'stiffness': -1, 'dragForce': 7, 'hitRadius': 0}, {'node': 1}]}]}}}
ANIMATION_BLENDER = 'VRM Add-on for Blender v4.5.0'
BLENDER = 'VRM Add-on for Blender v4.5.0 with Khronos glTF Blender I/O v4.2.0'


class Steps(Config):
    def avatar(self, generator, name='a.gltf', **more):
        document = json.loads(json.dumps(AVATAR))
        document['asset'].update({} if generator is None else {'generator': generator})
        document.update(more)
        return self.write(name, json.dumps(document))

    def findings(self, path, *arguments):
        return {finding['rule']: finding for finding in json.loads(self.run_it('--format', 'json', *arguments, path).out)['files'][0]['findings']}

    def test_tool_that_exported_comes_first(self):
        for generator, tools, start in ((BLENDER, ['blender', 'unity'], 'Sidebar (N) > VRM > Meta: Name'),
                                        ('UniVRM-0.131.1', ['unity', 'blender'], 'VRM1 > Export VRM 1.0...'),
                                        ('VRoid Studio-1.22.0', ['vroid', 'blender', 'unity'], 'Export icon (top right)'),
                                        ('THREE.GLTFExporter r180', ['blender'], 'Open the file in Blender'), (None, ['blender'], 'Open the file')):
            steps = self.findings(self.avatar(generator))['vrm/meta-name-empty']['steps']
            self.assertEqual([one['tool'] for one in steps], tools, generator)
            self.assertTrue(steps[0]['text'].startswith(start), steps[0])

    def test_every_finding_of_an_artist_has_steps(self):
        for generator in (BLENDER, 'UniVRM-0.131.1', 'VRoid Studio-1.22.0'):
            for finding in self.findings(self.avatar(generator)).values():
                self.assertIn('steps', finding)

    def test_page_without_scripts(self):
        """The plain list of the HTML report says where to click in the tool that exported the file."""
        for generator, start in ((BLENDER, '<p>In Blender: Sidebar (N) &gt; VRM &gt; Meta: Name'), ('UniVRM-0.131.1', '<p>In Unity: VRM1 &gt; Export VRM 1.0...')):
            page = self.run_it('--format', 'html', self.avatar(generator)).out
            self.assertIn('<code>vrm/meta-name-empty</code>' + start, page)

    def test_what_only_unity_edits(self):
        for generator, tools in ((BLENDER, ['blender', 'unity']), ('UniVRM-0.131.1', ['unity']), ('VRoid Studio-1.22.0', ['vroid', 'unity']), (None, ['unity'])):
            path = self.avatar(generator)
            document = json.load(open(path, encoding='utf-8'))
            document['extensionsUsed'].append('VRMC_springBone_limit')
            document['extensions']['VRMC_springBone']['springs'][0]['joints'][0]['extensions'] = {
                'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': {'angle': 45}}}}
            self.write(path, json.dumps(document))
            steps = self.findings(path)['limit/angle-in-degrees']['steps']
            self.assertEqual([one['tool'] for one in steps], tools, generator)
            self.assertEqual('only in Unity' in steps[0]['text'], generator != 'UniVRM-0.131.1', steps)
            self.assertIn('component VRM10SpringBoneJoint', steps[0]['text'])

    def test_animations_have_an_export_of_their_own(self):
        document = {'asset': {'version': '2.0', 'generator': ANIMATION_BLENDER}, 'extensionsUsed': ['VRMC_vrm_animation'], 'nodes': [{'name': 'a'}],
                    'materials': [{'name': 'unused'}], 'scenes': [{'nodes': [0]}], 'scene': 0,
                    'extensions': {'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {'humanBones': {'hips': {'node': 0}}}}}}
        steps = self.findings(self.write('a.gltf', json.dumps(document)), '--select', 'texture')['texture/unused-material']['steps']
        self.assertTrue(steps[0]['text'].startswith('File > Export > VRM Animation'), steps)

    def test_languages(self):
        path = self.avatar(BLENDER)
        english, japanese = (self.findings(path, '--lang', lang)['vrm/required-bone-missing']['steps'][0]['text'] for lang in ('en', 'ja'))
        self.assertIn('Required VRM Human Bones', english)
        self.assertIn('VRM必須ボーン', japanese)

    def test_vrm_0_x_names_its_exporter_twice(self):
        extensions = {'VRM': {'exporterVersion': 'VRoidStudio-0.14.0', 'specVersion': '0.0', 'meta': {'title': '', 'author': ''},
                              'humanoid': {'humanBones': []}}}
        path = self.avatar('UniGLTF-1.28', extensions=extensions, extensionsUsed=['VRM'])
        self.assertEqual(json.loads(self.run_it('--format', 'json', path).out)['files'][0]['exporterVersion'], 'VRoidStudio-0.14.0')
        self.assertEqual(self.findings(path)['vrm0/meta-empty']['steps'][0]['tool'], 'vroid')

    def test_records_and_merge(self):
        """A merged report has the steps in the language of its findings."""
        path = self.avatar(BLENDER)
        whole = self.findings(path, '--lang', 'ja')
        record = self.write('part.ndjson', self.run_it('--format', 'ndjson', '--lang', 'ja', path).out)
        merged = json.loads(self.run_it('merge', '--format', 'json', record).out)['files'][0]['findings']
        self.assertEqual({finding['rule']: finding.get('steps') for finding in merged},
                         {rule: finding.get('steps') for rule, finding in whole.items()})

    def test_text_says_each_path_once(self):
        out = self.run_it(self.avatar(BLENDER)).out
        joined = ' '.join(out.split())
        self.assertEqual(joined.count('Spring Bone Springs > the spring > Joints > the joint: Stiffness Force'), 1, out)
        self.assertGreater(joined.count('springbone/value-out-of-range'), 1)
        self.assertNotIn('VRM1 >', out)
        self.assertEqual(' '.join(self.run_it(self.avatar(None)).out.split()).count('Open the file in Blender with the VRM add-on:'), 1)

    def test_fix_is_named_only_where_there_is_one(self):
        out = self.run_it(self.avatar(BLENDER)).out
        findings = json.loads(self.run_it('--format', 'json', '--all-findings', self.avatar(BLENDER)).out)['files'][0]['findings']
        fixable = {finding['rule'] for finding in findings if finding.get('fixable')}
        self.assertTrue(fixable)
        for line in out.split('\n'):
            rule = line.strip().split(' ')[0]
            if rule in {finding['rule'] for finding in findings} and 'can be fixed: vrmlint fix' in line:
                self.assertIn(rule, fixable)
        for finding in findings:
            for step in finding.get('steps', ()):
                self.assertTrue('press Fix' not in step['text'] or finding.get('fixable'), finding)

    def test_text_names_the_command_instead_of_the_button(self):
        """Only panels and the page have a button Fix."""
        path = os.path.join(SOURCE, 'fixtures', 'vrm0', 'missing-groups-key', 'fail-empty.gltf')
        findings = self.findings(path)
        self.assertTrue(any('press Fix (vrmlint fix)' in step['text'] for finding in findings.values() for step in finding.get('steps', ())))
        for name in ('text', 'html'):
            out = ' '.join(re.sub(r'<script\b.*?</script>', '', self.run_it('--format', name, path).out, flags=re.S).split())
            self.assertNotIn('press Fix', out)
            self.assertIn('run vrmlint fix', out)

    def test_explain_lists_all_tools(self):
        out = ' '.join(self.run_it('explain', 'vrm/meta-name-empty').out.split())
        for label in ('Blender with the VRM add-on: Sidebar (N) > VRM > Meta', 'Unity with UniVRM: VRM1 > Export VRM 1.0...', 'VRoid Studio: Export icon'):
            self.assertIn(label, out)
        self.assertIn('- Unity with UniVRM: VRM1', self.run_it('explain', '--format', 'markdown', 'vrm/meta-name-empty').out)
        self.assertNotIn('Steps in each tool', self.run_it('explain', 'json/syntax').out)

    def test_explain_leads_to_the_generation_of_the_rule(self):
        old = self.run_it('explain', 'vrm0/nested-root').out
        self.assertIn('Unity, VRM 0.x: ', old)
        self.assertNotIn('Unity with UniVRM: ', old)
        new = self.run_it('explain', 'springbone/repeated-joint').out
        self.assertIn('Unity with UniVRM: ', new)
        self.assertNotIn('VRM 0.x: ', new)
        both = self.run_it('explain', 'sim/violent-motion').out
        self.assertIn('Unity with UniVRM: ', both)
        self.assertIn('Unity, VRM 0.x: ', both)


if __name__ == '__main__':
    unittest.main()
