#!/usr/bin/env python3
"""What apps do with a file, as explain, the pages of rules and the reports show it.

Run like test_cli.py. tests/apps/claims.py compares the table with the apps."""
import json
import os
import re
import struct
import sys
import unittest

from test_cli import SOURCE, Case

sys.path.insert(0, os.path.join(SOURCE, 'po'))
import texts  # noqa: E402

SRC = os.path.join(SOURCE, 'src')
# what was run, where the version doesn't state it
RUN = {'THREE_VRM': 'test, with three.js 0.180 and 0.187', 'UNIVRM': 'test of commit 42f5cc15, which is later than 0.131.1'}
UNDECLARED = os.path.join(SOURCE, 'fixtures', 'constraint', 'not-declared', 'fail-other-names-only.gltf')


def effect_of(row):
    """Returns (id of an effect, whether only some apps have it, whether a test runs it) of a row of claims."""
    some = not isinstance(row[3], str)
    return (row[3][1][0] if some else row[3]).lower().replace('_', '-'), some, row[4] == 'RUN'


class Apps(Case):
    def setUp(self):
        super().setUp()
        table = texts.claims(SRC)
        self.rows = table['CLAIM']
        self.apps = {row[0]: (row[1], row[2]) for row in table['APP']}
        self.sources = {row[0]: row[2] for row in table['SOURCE']}
        self.words = {variant: english for kind, _, variant, english in texts.messages(SRC) if kind == 'WORDS'}

    def cells(self, row):
        """Returns the cells that a page's table shows for a row of claims."""
        effect, some, run = effect_of(row)
        words = self.words['EFFECT_' + effect.upper().replace('-', '_')]
        return (*self.apps[row[2]], self.words['EFFECT_IN_SOME'].replace('{effect}', words) if some else words,
                RUN.get(row[2], 'test') if run else 'source: ' + self.sources[row[4][1][0]])

    def test_pages_show_every_claim(self):
        rules = {rule.name: rule.id for rule in texts.rules(SRC)}
        for name in sorted({row[0] for row in self.rows}):
            page = self.expect(0, 'explain', '--format', 'markdown', rules[name]).out
            shown = {tuple(line.strip('| ').split(' | ')) for line in page.splitlines() if line.startswith('| ')}
            self.assertEqual(shown - {('App', 'Version', 'Effect', 'Known by')},
                             {self.cells(row) for row in self.rows if row[0] == name}, name)

    def test_explain(self):
        out = self.expect(0, 'explain', 'constraint/not-declared').out
        self.assertRegex(out, r'\nEffect in apps\n  three-vrm 3\.5\.5 +drops constraints \(test, with three\.js 0\.180 and 0\.187\)\n')
        out = self.expect(0, 'explain', '--lang', 'ja', 'constraint/not-declared').out
        self.assertRegex(out, r'\nアプリごとの結果\n  three-vrm 3\.5\.5 +コンストレイントを読み込まない \(three\.js 0\.180と0\.187でのテスト\)\n')
        self.assertNotIn('Effect in apps', self.expect(0, 'explain', 'file/timed-out').out)
        for rule, reads in (('vrm/bone-bad-parent', True), ('vrm/meta-name-empty', True), ('vrm/first-person-all-hidden', True), ('vrm0/shared-mesh', False)):
            for form, line in (('text', '\n  VSeeFace reads only VRM 0.x\n'), ('markdown', '\n\nVSeeFace reads only VRM 0.x\n')):
                out = self.expect(0, 'explain', '--format', form, rule).out
                self.assertEqual((out.count(line), out.count('Effect in apps')), (reads, 1), (rule, form))

    def test_reports_have_the_claims_of_the_message(self):
        out = self.expect(1, '--no-config', '--format', 'json', UNDECLARED).out
        finding, = (one for one in json.loads(out)['files'][0]['findings'] if one['rule'] == 'constraint/not-declared')
        self.assertEqual(finding['apps'], [{'app': 'three-vrm', 'version': '3.5.5', 'effect': 'drops-constraints', 'by': 'run'},
                                           {'app': 'UniVRM', 'version': '0.131.1', 'effect': 'loads', 'by': 'run'}])
        self.assertEqual(finding['variant'], 'NOT_DECLARED__DEFAULT')
        out = self.expect(1, '--no-config', '--format', 'json',
                          os.path.join(SOURCE, 'fixtures', 'constraint', 'circular-dependency', 'fail-g1-two-roots.gltf')).out
        apps = {app['app']: app for app in json.loads(out)['files'][0]['findings'][0]['apps']}
        self.assertEqual(apps['three-vrm']['effect'], 'refuses')
        self.assertEqual(apps['VRM Add-on for Blender'], {'app': 'VRM Add-on for Blender', 'version': '4.5.0', 'effect': 'hangs', 'by': 'run'})
        self.assertEqual(apps['UniVRM']['by'], 'read')
        self.assertIn('.cs', apps['UniVRM']['source'])

    def verdict(self, name, root, app='UniVRM'):
        """Returns the verdict about an app of a file: of JSON text if its name ends in .gltf or root is text, otherwise of a GLB."""
        data = root.encode() if isinstance(root, str) else json.dumps(root).encode()
        if not isinstance(root, str) and not name.endswith('.gltf'):
            data += b' ' * (-len(data) % 4)
            data = b'glTF' + struct.pack('<IIII', 2, len(data) + 28, len(data), 0x4e4f534a) + data + struct.pack('<II', 0, 0x4e4942)
        self.write(name, data)
        out = self.expect(0, '--no-config', '--fail-on', 'never', '--format', 'json', name).out
        return next(one['verdict'] for one in json.loads(out)['files'][0]['verdicts'] if one['app'] == app)

    def test_verdicts_about_univrm_depend_on_more_than_the_place(self):
        names = {'vrm': 'pass-no-chest-no-neck.gltf', 'animation': 'pass-all.gltf'}

        def changed(family, change):
            with open(os.path.join(SOURCE, 'fixtures', family, 'required-bone-missing', names[family]), encoding='utf-8') as file:
                root = json.load(file)
            change(root)
            return root
        # its strings lie between two quotes, whatever these are
        for value, verdict in ((7, 'refuses'), (77, 'fine'), ([], 'fine')):
            self.assertEqual(self.verdict('a.vrm', changed('vrm', lambda root: root['asset'].update(generator=value))), verdict, value)
        # no list of materials is needed, or one is
        self.assertEqual(self.verdict('a.vrm', changed('vrm', lambda root: root.update(materials=[]))), 'fine')
        # misnamed beside the avatar that it reads, and alone
        misnamed = {'Vrm': {}}
        self.assertEqual(self.verdict('a.vrm', changed('vrm', lambda root: root['extensions'].update(misnamed))), 'fine')
        # an index written with a fraction or an exponent; of a larger integer, it takes the lowest 32 bits
        for node, verdict in ((1e3, 'refuses'), (1e30, 'refuses'), (1 << 31, 'differs'), (1 << 40, 'differs')):
            annotations = {'meshAnnotations': [{'node': node, 'type': 'both'}]}
            lost = changed('vrm', lambda root: root['extensions']['VRMC_vrm'].update(firstPerson=annotations))
            self.assertEqual(self.verdict('a.vrm', lost), verdict, node)
        # without VRMC_vrm_animation: no model of a file that should be an animation
        self.assertEqual(self.verdict('a.vrma', changed('animation', lambda root: root.update(extensions=[]))), 'refuses')
        self.assertEqual(self.verdict('a.vrma', changed('animation', lambda root: root['extensions'].update(
            VRMC_vrm_animation={'specVersion': '1.0', 'other': 1}))), 'refuses')
        # text: it reads GLB alone
        text = json.dumps(changed('vrm', lambda root: None))
        self.assertEqual(self.verdict('a.vrm', text[:-1] + ', "a": "\t"}'), 'refuses')

    def test_verdicts_about_files_that_are_named_wrongly(self):
        roots = {}
        for family, name in (('vrm', 'pass-no-chest-no-neck.gltf'), ('vrm0', 'pass-no-eyes-nor-shoulders.gltf'), ('animation', 'pass-all.gltf')):
            with open(os.path.join(SOURCE, 'fixtures', family, 'required-bone-missing', name), encoding='utf-8') as file:
                roots[family] = json.load(file)
        for family in ('vrm', 'vrm0'):
            self.assertEqual(self.verdict('a.vrm', json.dumps(roots[family])), 'refuses', family)
            self.assertEqual(self.verdict('a.vrma', roots[family]), 'refuses', family)
        self.assertEqual(self.verdict('a.vrm', roots['animation']), 'no-avatar')

    def test_verdicts_about_what_has_no_value(self):
        """The group has no node, and UniVRM takes node 0."""
        with open(os.path.join(SOURCE, 'fixtures', 'vrm0', 'collider-group-node', 'fail-no-node.gltf'), encoding='utf-8') as file:
            root = json.load(file)
        self.assertEqual(self.verdict('a.gltf', root), 'differs')
        root['extensions']['VRM']['secondaryAnimation']['colliderGroups'][0]['node'] = -1
        self.assertEqual(self.verdict('a.gltf', root), 'loses')

    def test_bones_outside_of_the_scene(self):
        """UniVRM leaves out bones that aren't needed, and refuses the avatar without others."""
        with open(os.path.join(SOURCE, 'fixtures', 'vrm0', 'bone-not-in-scene', 'pass-in-scene.gltf'), encoding='utf-8') as file:
            root = json.load(file)
        root['nodes'].append({'name': 'Toes'})
        root['extensions']['VRM']['humanoid']['humanBones'].append({'bone': 'leftToes', 'node': len(root['nodes']) - 1})
        self.assertEqual(self.verdict('a.gltf', root), 'may-refuse')

    def test_motion_of_a_node_that_is_no_bone_is_lost(self):
        with open(os.path.join(SOURCE, 'fixtures', 'animation', 'intermediate-node-animated', 'fail-twist.gltf'), encoding='utf-8') as file:
            root = json.load(file)
        self.assertEqual(self.verdict('a.gltf', root, 'three-vrm'), 'loses')

    def test_cycles_in_blender(self):
        """The add-on hangs only if each constraint of a cycle follows the node that the next one moves."""
        for name, kind in (('g1-two-roots', 'hangs'), ('long', 'hangs'), ('g5-two-aims', 'fine')):
            text = self.read('constraint', 'circular-dependency', 'fail-%s.gltf' % name)
            self.assertEqual(self.verdict('a.gltf', text, 'VRM Add-on for Blender'), kind, name)

    def test_junit_has_verdicts_of_invalid_files(self):
        path = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')
        lines = re.search('<system-out>([^<]*)</system-out>', self.expect(1, '--no-config', '--format', 'junit', path).out).group(1).split('\n')
        text = [' '.join(line.split()) for line in self.expect(1, '--no-config', path).out.split('\n\n')[0].replace('\n    ', ' ').split('\n')[1:]]
        self.assertEqual(lines, text)
        self.assertTrue(lines[0].startswith('three-vrm (web apps such as ') and lines[-1].startswith('Not valid VRM 1.0, glTF 2.0: '), lines)

    def test_html_has_the_apps_of_a_rule_once(self):
        with open(UNDECLARED, encoding='utf-8') as file:
            root = json.load(file)
        self.write('one.gltf', json.dumps(root))
        out = self.expect(1, '--no-config', '--format', 'html', 'one.gltf').out
        self.assertEqual(len(re.findall('"app": ?"three-vrm", ?"version": ?"[0-9.]+", ?"effect"', out)), 1)
        self.assertIn('{"app":"three-vrm","version":"3.5.5","effect":"drops-constraints","by":"run"}', out)
        self.assertIn('"drops-constraints": "drops constraints"', out)
        folder = os.path.join(SOURCE, 'fixtures', 'constraint', 'value-out-of-range')
        out = self.expect(0, '--no-config', '--all-findings', '--fail-on', 'never', '--format', 'html', folder).out
        rules = set(re.findall('<code>([a-z/-]+)</code>', out))
        self.assertGreater(len(re.findall('<article>', out)), 2)
        self.assertLessEqual(len(re.findall('"apps": ?', out)), len(rules) + len(re.findall('"variant"', out)))

    def verdicts(self, *arguments, status=0):
        out = self.expect(status, '--no-config', '--format', 'json', *arguments).out
        return json.loads(out)['files'][0]

    def test_app(self):
        """UniVRM refuses the file, three-vrm loads it."""
        refused = os.path.join(SOURCE, 'fixtures', 'gltf', 'wrong-type', 'fail-target-name-is-number.gltf')
        file = self.verdicts(refused, status=1)
        self.assertEqual({(verdict['app'], verdict['verdict']) for verdict in file['verdicts']},
                         {('three-vrm', 'fine'), ('UniVRM', 'refuses'), ('VRM Add-on for Blender', 'unknown')})
        self.assertEqual([verdict['because'] for verdict in file['verdicts']], [[], [0], [0]])
        file = self.verdicts('--app', 'three-vrm', refused)
        self.assertEqual([(verdict['app'], verdict['because']) for verdict in file['verdicts']], [('three-vrm', [])])
        self.assertEqual((file['findings'], file['counts']['error'], file['counts']['hidden']), ([], 0, 1))
        self.verdicts('--app', 'blender,UniVRM', refused, status=1)
        self.verdicts('--app', 'blender', '--fail-on', 'loses', refused)
        self.verdicts('--app', 'blender', '--fail-on', 'error', refused, status=1)
        self.verdicts('--fail-on', 'refuses', refused, status=1)
        mistakes = os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm')
        self.assertRegex(self.run_it('--app', 'univrm', mistakes).out, r'(?m)mistakes\.vrm: \d+ errors.*, \d+ not shown \(another severity or app\)')
        self.assertIn('three-vrm, univrm, blender', self.expect(2, '--app', 'three-vrm,', refused).err)

    def kinds(self, name, text):
        """Returns what three-vrm and UniVRM do with a file of this text."""
        self.write(name, text)
        return tuple(verdict['verdict'] for verdict in self.verdicts('--fail-on', 'never', name)['verdicts'][:2])

    def read(self, *path):
        with open(os.path.join(SOURCE, 'fixtures', *path), encoding='utf-8') as file:
            return file.read()

    def test_wrong_names_of_needed_bones(self):
        """three-vrm refuses avatars without a required bone, whatever its name is instead; chest and neck are required only by the text."""
        old = self.read('vrm0', 'unknown-value', 'fail-bone-in-capitals.gltf').replace('HEAD', 'head')
        for bone, wrong, kinds in (('head', 'HEAD', ('refuses', 'fine')), ('head', 'CC_Base_Head', ('refuses', 'refuses')),
                                   ('leftFoot', 'leftFoott', ('refuses', 'refuses')), ('neck', 'NECK', ('differs', 'fine')),
                                   ('leftEye', 'LEFTEYE', ('differs', 'fine'))):
            self.assertEqual(self.kinds('old.gltf', old.replace('"%s"' % bone, '"%s"' % wrong)), kinds, wrong)
        new = self.read('vrm', 'unknown-bone', 'fail-toe.gltf').replace('leftToe"', 'leftToes"')
        for bone, wrong in (('hips', 'CC_Base_Hip'), ('hips', 'pelvis'), ('spine', 'Spine'), ('leftFoot', 'mixamorig:LeftFoot'), ('leftFoot', 'leftFoott')):
            text = new.replace('"%s": {"node"' % bone, '"%s": {"node"' % wrong)
            self.assertNotEqual(text, new)
            self.assertEqual(self.kinds('new.gltf', text), ('refuses', 'loses'), wrong)
        self.assertNotIn('refuses', self.kinds('new.gltf', new.replace('leftToes', 'mixamorig:LeftToeBase')))
        text = new.replace('"leftToes"', '"mixamorig:LeftToeBase"').replace('"hips": {"node"', '"mixamorig:Hips": {"node"')
        self.assertEqual(self.kinds('new.gltf', text), ('refuses', 'loses'), 'one finding about both')

    def in_three_vrm(self, path, *changes):
        """Returns what three-vrm does with a file in which values are changed. changes: (keys, value); self as the value deletes it."""
        root = json.loads(self.read(*path))
        for (*keys, last), value in changes:
            holder = root
            for key in keys:
                holder = holder[key]
            if value is self:
                del holder[last]
            else:
                holder[last] = value
        return self.kinds('changed.gltf', json.dumps(root))[0]

    def test_what_three_vrm_reads(self):
        """Each was run in three-vrm: what is wrong where it doesn't look doesn't keep it from loading the file."""
        old = 'vrm0', 'expression-sides-swapped', 'pass-gaze.gltf'  # materials: MToon with morph targets; glTF without
        motion = 'animation', 'constant-channel', 'pass-moving.gltf'
        position, other = ('accessors', 2, 'min'), ('accessors', 1, 'min')
        unused = [{'input': 99, 'output': 1}]
        with open(os.path.join(SOURCE, 'fixtures', *motion), encoding='utf-8') as file:
            samplers = json.load(file)['animations'][0]['samplers']
        for path, changes, kind in (
                (old, [(position, None)], 'refuses'),
                (old, [(other, None)], 'fine'),
                (old, [(('meshes', 0, 'weights'), None)], 'refuses'),
                (old, [(('meshes', 1, 'weights'), None)], 'fine'),
                (old, [(('materials', 0, 'normalTexture'), None)], 'fine'),
                (old, [(('materials', 1, 'normalTexture'), None)], 'refuses'),
                (old, [(('materials', 1, 'normalTexture'), {'index': 9})], 'refuses'),
                (old, [(('materials', 0, 'emissiveTexture'), {'index': 9})], 'fine'),
                (old, [(('textures',), [])], 'fine'),
                (old, [(('textures',), []), (('extensions', 'VRM', 'materialProperties', 0, 'textureProperties'), {'_MainTex': 0})], 'refuses'),
                (motion, [(('animations', 0, 'samplers'), samplers + unused)], 'fine'),
                (motion, [(('animations', 0, 'samplers'), unused + samplers[1:])], 'refuses'),
                (motion, [(('extensions', 'VRMC_vrm_animation', 'specVersion'), '2.0'), (('extensions', 'VRMC_vrm_animation', 'humanoid'), 'a')], 'loses'),
                (motion, [(('extensions', 'VRMC_vrm_animation', 'humanoid'), 'a')], 'refuses'),
                (motion, [(('extensionsUsed',), [None])], 'loses'),
                (motion, [(('scene',), '0')], 'differs'),
                (motion, [(('scene',), '0.0')], 'refuses')):
            self.assertEqual(self.in_three_vrm(path, *changes), kind, changes)

    def test_lists_that_are_too_short(self):
        """Each was run: UniVRM reads the values of the gaze, and no number of a color; an entry that isn't a number stops it."""
        with open(os.path.join(SOURCE, 'fixtures', 'vrm', 'required-bone-missing', 'pass-no-chest-no-neck.gltf'), encoding='utf-8') as file:
            new = json.load(file)
        for offset, verdict in (([], 'refuses'), ([0, 0], 'refuses'), ([0] * 4, 'differs')):
            new['extensions']['VRMC_vrm']['lookAt'] = {'type': 'bone', 'offsetFromHeadBone': offset}
            self.assertEqual(self.verdict('a.vrm', new), verdict, offset)
        del new['extensions']['VRMC_vrm']['lookAt']
        for rotation, verdict in (([], 'differs'), ([0], 'refuses')):
            new['nodes'][0]['rotation'] = rotation
            self.assertEqual(self.verdict('a.vrm', new), verdict, rotation)
        path = 'vrm0', 'expression-sides-swapped', 'pass-gaze.gltf'
        old = json.loads(self.read(*path))
        for color in ([1] * 3, [0.949999988079071, 0.800000011920929, 0.699999988079071]):
            old['materials'][0]['pbrMetallicRoughness'] = {'baseColorFactor': color}
            self.assertEqual(self.verdict('a.gltf', old), 'differs', color)
        old['materials'][0]['pbrMetallicRoughness'] = {}
        for bounds in ([[-1.0, -1.0, -1.0]], ['a']):
            old['accessors'][1]['min'] = bounds
            self.assertEqual(self.verdict('a.gltf', old), 'refuses', bounds)

    def test_nodes_that_are_their_own_ancestors(self):
        """UniVRM refuses an avatar of VRM 0.x that loses a required bone or the mesh of an expression by it."""
        for family, verdict in (('vrm0', 'refuses'), ('vrm', 'differs')):
            name = {'vrm0': 'pass-no-eyes-nor-shoulders.gltf', 'vrm': 'pass-no-chest-no-neck.gltf'}[family]
            root = json.loads(self.read(family, 'required-bone-missing', name))
            index = next(i for i, node in enumerate(root['nodes']) if node.get('children') and i > 0)
            root['nodes'][index]['children'][-1] = index
            self.assertEqual(self.verdict('a.gltf', root), verdict, family)
            self.assertEqual(self.verdict('a.gltf', root, 'three-vrm'), 'refuses', family)
        root = json.loads(self.read('vrm0', 'required-bone-missing', 'pass-no-eyes-nor-shoulders.gltf'))
        root['scenes'][0]['nodes'] = [root['nodes'][root['scenes'][0]['nodes'][0]]['children'][0]]
        self.assertEqual(self.verdict('a.gltf', root), 'refuses')

    def test_animations_without_movement(self):
        """three-vrm makes nothing of a file without an animation, and no app opens files of its buffers."""
        root = json.loads(self.read('animation', 'no-animation', 'fail-none.gltf'))
        self.assertEqual(self.verdict('a.vrma', root, 'three-vrm'), 'loses')
        root['buffers'] = [{'uri': 'none.bin', 'byteLength': 12}]
        self.assertEqual(self.verdict('a.gltf', root, 'three-vrm'), 'loses')
        self.assertEqual(self.verdict('a.gltf', root), 'fine')

    def test_names_that_are_no_text(self):
        path = 'vrm0', 'expression-sides-swapped', 'pass-gaze.gltf'
        for name, kind in ((0, 'fine'), (1, 'refuses'), (False, 'fine'), (True, 'refuses')):
            self.assertEqual(self.in_three_vrm(path, (('nodes', 0, 'name'), name)), kind, name)
        self.assertEqual(self.in_three_vrm(path, (('Textures',), [{'source': 0}]), (('textures',), self)), 'fine')

    def test_three_vrm_without_scene_or_order(self):
        bare = '{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_vrm"], "extensions": {"VRMC_vrm": {"specVersion": "1.0"%s}}}'
        self.assertEqual(self.kinds('bare.gltf', bare % '')[0], 'no-avatar')
        self.assertEqual(self.kinds('bare.gltf', bare % ', "humanoid": {"humanBones": {}}')[0], 'refuses')
        self.assertEqual(self.kinds('bones.gltf', self.read('vrm', 'unknown-property', 'fail-bones-in-humanoid.gltf'))[0], 'refuses')
        twist = 'constraint', 'roll-axis-off-bone', 'pass-child.gltf'
        self.assertEqual(self.in_three_vrm(twist, (('scenes',), self), (('nodes', 0, 'extesions'), {})), 'refuses', 'both are reported')
        for name, kind in (('bones-alone', 'differs'), ('joints-high', 'differs'), ('deleted', 'refuses'), ('all-inserted', 'refuses')):
            self.assertEqual(self.kinds('shifted.gltf', self.read('gltf', 'nodes-shifted', 'fail-%s.gltf' % name))[0], kind, name)

    def test_fail_on_losses(self):
        file = self.verdicts('--fail-on', 'loses', UNDECLARED, status=1)
        self.assertEqual((file['verdicts'][0]['verdict'], file['verdicts'][0]['loses']), ('loses', ['constraints']))
        self.verdicts('--fail-on', 'refuses', UNDECLARED)

    def test_hidden_findings_count(self):
        """A verdict is that of the whole file, also of findings that aren't shown; a known finding makes it unknown."""
        refused = os.path.join(SOURCE, 'fixtures', 'gltf', 'wrong-type', 'fail-target-name-is-number.gltf')
        self.expect(0, '--no-config', '--write-baseline', 'known.txt', '--fail-on', 'never', refused)
        file = self.verdicts('--baseline', 'known.txt', refused)
        self.assertEqual({verdict['verdict'] for verdict in file['verdicts']}, {'unknown'})

    def test_losses_fail(self):
        """A file fails where its avatar or all bones are lost, though it then counts none of what is lost."""
        root = json.loads(self.read('buffer', 'not-found', 'pass-data.gltf'))
        root['extensions']['VRMC_vrm'] = 'text'
        self.write('a.gltf', json.dumps(root))
        self.expect(1, '--no-config', '--app', 'three-vrm', '--fail-on', 'loses', 'a.gltf')
        boneless = os.path.join(SOURCE, 'fixtures', 'vrm', 'required-bone-missing', 'fail-none-mapped.gltf')
        self.expect(1, '--no-config', '--app', 'univrm', '--fail-on', 'loses', boneless)

    def test_unknown_extensions(self):
        """What an app does with a required extension that nobody has seen isn't known, and one that compresses data isn't removed by a word.
        Where no object has that one, nothing is compressed: both apps were run over such a file, and loaded it."""
        file = self.verdicts('--fail-on', 'never', os.path.join(SOURCE, 'fixtures', 'gltf', 'required-unsupported', 'fail-vendor.gltf'))
        self.assertEqual([verdict['verdict'] for verdict in file['verdicts']], ['unknown', 'unknown', 'refuses'])
        text = self.read('gltf', 'required-unsupported', 'fail-vendor.gltf')
        for name in ('KHR_meshopt_compression', 'EXAMPLE_mesh_compression', 'KHR_draco_mesh_compression', 'MSFT_texture_dds'):
            listed = text.replace('EXAMPLE_sparkles', name)
            if name != 'KHR_draco_mesh_compression':
                self.write('a.gltf', listed)
                file = self.verdicts('--fail-on', 'never', 'a.gltf')
                self.assertEqual([verdict['verdict'] for verdict in file['verdicts']], ['fine', 'fine', 'refuses'], name)
            self.write('a.gltf', listed.replace('"name": "Root"', '"name": "Root", "extensions": {"%s": {}}' % name))
            file = self.verdicts('--fail-on', 'never', 'a.gltf')
            self.assertTrue(file['findings'] and not any('remove' in finding['message'] for finding in file['findings']), name)
            self.assertIn(file['verdicts'][0]['verdict'], ('may-refuse', 'refuses'), name)

    def test_names_of_apps_in_japanese(self):
        """Lists, totals and statistics call an app as its own line does."""
        path = os.path.join(SOURCE, 'fixtures', 'whole', 'clean.vrm')
        for form in ('text', 'github'):
            out = self.expect(0, '--no-config', '--lang', 'ja', '--statistics', '--format', form, path).out
            self.assertNotIn('VRM Add-on for Blender', out.partition('VRM Add-on for Blender v')[0], form)
        self.assertIn('Blender用のVRMアドオン：拒否0個', out)

    def test_statistics_and_diff(self):
        refused = os.path.join(SOURCE, 'fixtures', 'gltf', 'wrong-type', 'fail-target-name-is-number.gltf')
        loaded = os.path.join(SOURCE, 'fixtures', 'gltf', 'wrong-type', 'pass-target-names.gltf')
        out = self.expect(1, '--no-config', '--statistics', '--format', 'json', refused, loaded).out
        apps = {app['app']: app['verdicts'] for app in json.loads(out)['summary']['statistics']['apps']}
        self.assertEqual((apps['UniVRM']['refuses'], apps['UniVRM']['fine'], apps['three-vrm']['fine']), (1, 1, 2))
        out = self.expect(1, '--no-config', '--statistics', refused, loaded).out
        self.assertRegex(out, r'\n +1  UniVRM: refuses the file\n')
        out = self.expect(1, 'diff', '--no-config', loaded, refused).out
        self.assertIn('UniVRM: refuses the file (before: fine as far as checked)', out)
        out = self.expect(1, 'diff', '--no-config', '--format', 'json', loaded, refused).out
        self.assertIn({'app': 'UniVRM', 'before': 'fine', 'after': 'refuses'}, json.loads(out)['files'][0]['verdicts'])


if __name__ == '__main__':
    unittest.main()
