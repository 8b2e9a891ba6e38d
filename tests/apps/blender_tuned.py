"""Runs inside Blender, with the real VRM add-on: blender -b --python-exit-code 9 --python tests/apps/blender_tuned.py -- VRMLINT
SOURCE FOLDER ADDONS. An avatar with a wrong spring is imported, gets the number that vrmlint suggests, and is exported: then
the finding must be gone."""
import json
import os
import struct
import sys

import bpy

try:
    import numpy
except ImportError:
    print('skipped: the VRM add-on needs numpy\nall of it held')
    sys.exit(0)

program, source, folder, addons = sys.argv[sys.argv.index('--') + 1:]
for kind in (bool, object, int, float):  # some versions of Blender use names that their numpy has removed
    if not hasattr(numpy, kind.__name__):
        setattr(numpy, kind.__name__, kind)
sys.path[:0] = [os.path.join(source, 'adopt', 'blender'), addons]


def spoil(name, change):
    """Writes a copy of an avatar with changed extensions."""
    with open(os.path.join(source, 'fixtures', 'whole', name), 'rb') as file:
        data = file.read()
    end = 20 + struct.unpack('<I', data[12:16])[0]
    document = json.loads(data[20:end])
    change(document['extensions'])
    text = json.dumps(document).encode()
    text += b' ' * (-len(text) % 4)
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(struct.pack('<4sIIII', b'glTF', 2, 20 + len(text) + len(data) - end, len(text), 0x4E4F534A) + text + data[end:])
    return path


def shake(extensions):
    for joint in extensions['VRMC_springBone']['springs'][0]['joints']:
        joint.update(stiffness=0.6, dragForce=0.005)


def sink(extensions):
    extensions['VRM']['secondaryAnimation']['boneGroups'][0].update(stiffiness=0.3, gravityPower=1.0)


def advised(path):
    """Returns (rule, list in the pointer, index of the finding, parameters with numbers) of the findings that suggest numbers."""
    bpy.ops.vrmlint.check(filepath=path)
    assert not now.said, now.said
    return [(item.rule, item.spring, at, [n.parameter for n in item.numbers]) for at, item in enumerate(now.findings) if len(item.numbers)]


for module in ('io_scene_gltf2', 'io_scene_vrm', 'vrmlint_panel'):
    assert bpy.ops.preferences.addon_enable(module=module) == {'FINISHED'}, module
import vrmlint_panel  # noqa: E402 (the path comes first)

vrmlint_panel.preferences().program = program
vrmlint_panel.preferences().at_export = False
for avatar, change, parameter in (('clean.vrm', shake, 'DragForce'), ('box-doll-0x.vrm', sink, 'HitRadius')):
    bpy.ops.wm.read_homefile(use_empty=True)
    now = bpy.context.window_manager.vrmlint
    spoiled, tuned = spoil(avatar, change), os.path.join(folder, 'tuned-' + avatar)
    assert bpy.ops.import_scene.vrm(filepath=spoiled) == {'FINISHED'}, spoiled
    before = [finding for finding in advised(spoiled) if parameter in finding[3]]
    assert before, f'{avatar}: nothing advises {parameter}'
    rule, spring, index, parameters = before[0]
    assert bpy.ops.vrmlint.tune(index=index, number=parameters.index(parameter)) == {'FINISHED'}, rule
    assert bpy.ops.export_scene.vrm(filepath=tuned) == {'FINISHED'}, tuned
    after = advised(tuned)
    assert all((rule, spring) != finding[:2] for finding in after), f'{avatar}: {rule} is still there: {after}'
    # a spring that isn't in the scene changes nothing
    now.findings.clear()
    vrmlint_panel.show(tuned, findings=[{'rule': rule, 'severity': 'info', 'message': '', 'kind': '', 'panel': '', 'field': '', 'name': '',
                                         'data': {'presentDragForce': 0, 'neededDragForce': 1}, 'spring': (False, ['nowhere', 'end'])}])
    assert bpy.ops.vrmlint.tune(index=0, number=0) == {'CANCELLED'}
    assert bpy.ops.vrmlint.tune(index=0, number=1) == {'CANCELLED'}
    print(f'{avatar}: {rule} is cured by {parameter}')
print('all of it held')
