"""Runs inside Blender: blender -b --python-exit-code 9 --python tests/apps/blender_inside.py -- VRMLINT SOURCE FOLDER"""
import os
import shutil
import subprocess
import sys
import types

import bpy

program, source, folder = sys.argv[sys.argv.index('--') + 1:]
sys.path.insert(0, os.path.join(source, 'adopt', 'blender'))
bad = os.path.join(source, 'fixtures', 'whole', 'mistakes.vrm')


class EXPORT_SCENE_OT_vrm(bpy.types.Operator):
    """Replaces the VRM add-on's operator: writes a file and finishes, or cancels."""
    bl_idname = 'export_scene.vrm'
    bl_label = 'Export VRM'
    filepath: bpy.props.StringProperty()
    fails: bpy.props.BoolProperty()

    def execute(self, _context):
        if self.fails:
            return {'CANCELLED'}
        shutil.copy(bad, self.filepath)
        return {'FINISHED'}


def same(found, wanted, what):
    assert found == wanted, f'{what}: {found!r} instead of {wanted!r}'


bpy.utils.register_class(EXPORT_SCENE_OT_vrm)
same(bpy.ops.preferences.addon_enable(module='vrmlint_panel'), {'FINISHED'}, 'enabling')
import vrmlint_panel  # noqa: E402
now = bpy.context.window_manager.vrmlint
preferences = vrmlint_panel.preferences()

# an armature like the avatar's, and an object
bpy.ops.object.armature_add(enter_editmode=True)
armature = bpy.context.object
for name in ('Hair_L_2', 'Hair_R_1'):
    bone = armature.data.edit_bones.new(name)
    bone.tail = (0, 0, 1)
bpy.ops.object.mode_set(mode='OBJECT')
bpy.ops.mesh.primitive_cube_add()
cube = bpy.context.object
cube.name = 'Cube'

# the program doesn't exist
preferences.program = os.path.join(folder, 'nowhere')
bpy.ops.export_scene.vrm(filepath=os.path.join(folder, 'a.vrm'))
assert 'not found' in now.said, now.said
same(len(now.findings), 0, 'findings without a program')

# an export
preferences.program = program
out = os.path.join(folder, '髪 b.vrm')
same(bpy.ops.export_scene.vrm(filepath=out), {'FINISHED'}, 'exporting')
same((now.path, now.said), (out, ''), 'state')
rules = [item.rule for item in now.findings]
assert 'springbone/joint-not-descendant' in rules, rules
same([item.severity for item in now.findings], sorted((i.severity for i in now.findings), key='error warning info'.split().index), 'order')
drag = rules.index('springbone/value-out-of-range')
same(now.findings[drag].thing, 'Hair_R_1', 'bone')
place = vrmlint_panel.place_of(now.findings[drag])
assert 'Spring Bone' in place and 'Drag Force' in place, place

# a click on a finding
same(bpy.ops.vrmlint.select(index=drag), {'FINISHED'}, 'selecting')
same(bpy.context.view_layer.objects.active, armature, 'active object')
same(armature.data.bones.active.name, 'Hair_R_1', 'active bone')
same([bone.name for bone in armature.data.bones if bone.select], ['Hair_R_1'], 'selected bones')
same([thing.name for thing in bpy.context.selected_objects], [armature.name], 'selected objects')
now.findings[drag].thing = 'Cube'
same(bpy.ops.vrmlint.select(index=drag), {'FINISHED'}, 'selecting an object')
same(bpy.context.view_layer.objects.active, cube, 'active object')
now.findings[drag].thing = 'gone'
same(bpy.ops.vrmlint.select(index=drag), {'CANCELLED'}, 'selecting what is not there')

# what the panel draws: Blender without a window draws nothing
class Layout:
    """Replaces Blender's layouts: collects the texts of labels and buttons."""
    def __init__(self):
        self.texts = []

    def row(self, **_):
        return self

    box = column = row

    def label(self, text='', **_):
        self.texts.append(text)

    def prop(self, *_, **__):
        return self

    def operator(self, _, text='', **__):
        self.texts.append(text)
        return types.SimpleNamespace()


def drawn():
    panel = vrmlint_panel.VRMLINT_PT_findings
    layout = Layout()
    panel.draw(types.SimpleNamespace(layout=layout, lines=panel.lines), types.SimpleNamespace(region=types.SimpleNamespace(width=2000)))
    return layout.texts


texts = ' '.join(drawn())  # long texts are divided at spaces
for text in ('Where to find it: ' + place, 'Spring: Hair right', '髪 b.vrm'):
    assert text in texts, (text, texts)
steps = [{'tool': 'blender', 'text': 'Sidebar (N) > VRM'}, {'tool': 'unity', 'text': 'Inspector'}]
vrmlint_panel.show(out, findings=[vrmlint_panel.checking.describe({}, {'rule': 'vrm/a', 'severity': 'error', 'message': 'Said.', 'pointer': '',
                                                                       'steps': steps})])
same(drawn()[-2:], ['Said.', 'Where to find it: Sidebar (N) > VRM'], 'steps of the program')

# a failed export, and one that isn't to be checked
vrmlint_panel.show('', 'untouched')
bpy.ops.export_scene.vrm(filepath=out, fails=True)
preferences.at_export = False
bpy.ops.export_scene.vrm(filepath=out)
same(now.said, 'untouched', 'after exports that nobody checks')
preferences.at_export = True

# any file, in Japanese if Blender has Japanese
fine = os.path.join(folder, 'fine.gltf')
with open(fine, 'w', encoding='utf-8') as file:
    file.write('{"asset": {"version": "2.0"}}\n')
same(bpy.ops.vrmlint.check(filepath=fine), {'FINISHED'}, 'checking a file')
same((now.said, len(now.findings)), ('', 0), 'a file without findings')
bpy.ops.vrmlint.check(filepath=os.path.join(folder, 'missing.vrm'))
assert 'missing.vrm' in now.said, now.said
bpy.context.preferences.view.language = 'ja_JP'
language = bpy.app.translations.locale
if bpy.app.translations.locale == 'ja_JP':
    bpy.ops.vrmlint.check(filepath=bad)
    assert any('ください' in item.message for item in now.findings)
    same(bpy.app.translations.pgettext('Check a File'), 'ファイルを検査', 'translation')
else:
    print('skipped: this Blender has no Japanese')

# a program that doesn't end doesn't block Blender
slow = os.path.join(folder, 'slow')
with open(slow, 'w', encoding='utf-8') as file:
    file.write('#!/bin/sh\nexec sleep 60\n')
os.chmod(slow, 0o755)
preferences.program = slow
vrmlint_panel.checking.Check.__init__.__defaults__ = (0.5,)
bpy.ops.vrmlint.check(filepath=fine)
assert now.said, 'a program that does not end'

# a click on a finding about a spring without the VRM add-on selects its bone
vrmlint_panel.show('', findings=[vrmlint_panel.checking.describe(vrmlint_panel.checking.read_json(bad), {
    'rule': 'springbone/no-drag', 'severity': 'info', 'message': '', 'pointer': '/extensions/VRMC_springBone/springs/1/joints/0'})])
same(vrmlint_panel.label_of(now.findings[0]), 'Spring: Hair right' if language != 'ja_JP' else 'スプリング：Hair right', 'label')
same(bpy.ops.vrmlint.select(index=0), {'FINISHED'}, 'selecting without the VRM add-on')
same(armature.data.bones.active.name, 'Hair_R_1', 'active bone')

# the add-on is removed completely
same(bpy.ops.preferences.addon_disable(module='vrmlint_panel'), {'FINISHED'}, 'disabling')
assert not hasattr(EXPORT_SCENE_OT_vrm.execute, vrmlint_panel.OURS)

# as a release packs it, installed by Blender, with its own program and none chosen
packed = os.path.join(folder, 'vrmlint.zip')
shutil.copy(program, os.path.join(folder, 'vrmlint'))
subprocess.run([shutil.which('python3') or sys.executable, os.path.join(source, 'adopt', 'blender', 'pack.py'), '1.2.3', packed, '1700000000',
                os.path.join(folder, 'vrmlint')], check=True)
for name in [name for name in sys.modules if name.split('.')[0] == 'vrmlint_panel']:
    del sys.modules[name]
sys.path.remove(os.path.join(source, 'adopt', 'blender'))
same(bpy.ops.preferences.addon_install(filepath=packed), {'FINISHED'}, 'installing')
same(bpy.ops.preferences.addon_enable(module='vrmlint_panel'), {'FINISHED'}, 'enabling what was installed')
now = bpy.context.window_manager.vrmlint
bpy.ops.vrmlint.check(filepath=bad)
assert not now.said and len(now.findings) > 5, now.said
same(sys.modules['vrmlint_panel'].bl_info['version'], (1, 2, 3), 'version')
print('all of it held')
