"""Runs inside Blender, with the real VRM add-on: blender -b --python-exit-code 9 --python tests/apps/blender_tuned.py -- VRMLINT
SOURCE FOLDER ADDONS. An avatar with a wrong spring is imported, gets the number that vrmlint suggests, and is exported: then
the finding must be gone. Clicks on findings show them in the lists of the VRM add-on."""
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


def click(document, pointer):
    """Shows a finding with a pointer, and clicks on its button. Returns the active object."""
    finding = {'rule': 'springbone/no-drag', 'severity': 'info', 'message': '', 'pointer': pointer,
               'steps': [{'tool': 'unity', 'text': 'elsewhere'}, {'tool': 'blender', 'text': 'N > VRM'}]}
    vrmlint_panel.show('', findings=[vrmlint_panel.checking.describe(document, finding)])
    assert vrmlint_panel.place_of(vrmlint_panel.state().findings[0]) == 'N > VRM'
    assert bpy.ops.vrmlint.select(index=0) == {'FINISHED'}, pointer
    return bpy.context.view_layer.objects.active


def clicks(avatar):
    """Clicks on findings about springs, colliders, groups and expressions: their lists show them, and the object is selected."""
    path = os.path.join(source, 'fixtures', 'whole', avatar)
    bpy.ops.wm.read_homefile(use_empty=True)
    assert bpy.ops.import_scene.vrm(filepath=path) == {'FINISHED'}
    document = vrmlint_panel.checking.read_json(path)
    armature = next(thing for thing in bpy.data.objects if thing.type == 'ARMATURE')
    extension = armature.data.vrm_addon_extension
    names = [node.get('name') for node in document['nodes']]
    if 'VRM' in document['extensions']:
        lists, proxy = extension.vrm0.secondary_animation, extension.vrm0.blend_shape_master
        spring = document['extensions']['VRM']['secondaryAnimation']['boneGroups'][1]
        assert click(document, '/extensions/VRM/secondaryAnimation/boneGroups/1/hitRadius') == armature
        assert (lists.active_bone_group_index, armature.data.bones.active.name) == (1, names[spring['bones'][0]])
        click(document, '/extensions/VRM/secondaryAnimation/boneGroups/0/bones/1')
        assert (lists.active_bone_group_index, lists.bone_groups[0].active_bone_index) == (0, 1)
        thing = click(document, '/extensions/VRM/secondaryAnimation/colliderGroups/1/colliders/1/radius')
        assert thing == lists.collider_groups[1].colliders[1].bpy_object and thing.select_get(), thing
        assert (lists.active_collider_group_index, lists.collider_groups[1].active_collider_index) == (1, 1)
        proxy.blend_shape_groups.add().name = 'first'
        proxy.blend_shape_groups.move(len(proxy.blend_shape_groups) - 1, 0)
        click(document, '/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/0')
        assert proxy.blend_shape_groups[proxy.active_blend_shape_group_index].name == 'Joy'
        return
    lists, expressions = extension.spring_bone1, extension.vrm1.expressions
    spring = document['extensions']['VRMC_springBone']['springs'][1]
    assert click(document, '/extensions/VRMC_springBone/springs/1/joints/2/stiffness') == armature
    assert (lists.active_spring_index, lists.springs[1].active_joint_index) == (1, 2)
    assert armature.data.bones.active.name == names[spring['joints'][2]['node']]
    lists.colliders.move(2, 0)  # the artist sorts the list after the export
    thing = click(document, '/extensions/VRMC_springBone/colliders/1/shape/capsule/radius')
    assert (lists.active_collider_index, thing) == (2, lists.colliders[2].bpy_object) and thing.select_get(), thing
    assert lists.colliders[2].node.bone_name == names[document['extensions']['VRMC_springBone']['colliders'][1]['node']]
    click(document, '/extensions/VRMC_springBone/colliderGroups/1')
    assert lists.active_collider_group_index == 1
    click(document, '/extensions/VRMC_vrm/expressions/preset/happy/isBinary')
    assert list(expressions.all_name_to_expression_dict())[expressions.active_expression_ui_list_element_index] == 'happy'
    # what isn't in the scene
    document['extensions']['VRMC_springBone']['springs'][1]['joints'] = []
    vrmlint_panel.show('', findings=[vrmlint_panel.checking.describe(document, {'rule': 'a/b', 'severity': 'info', 'message': '',
                                                                                'pointer': '/extensions/VRMC_springBone/springs/1'})])
    assert bpy.ops.vrmlint.select(index=0) == {'CANCELLED'}


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
                                         'place': '', 'data': {'presentDragForce': 0, 'neededDragForce': 1}, 'spring': (False, ['nowhere', 'end']),
                                         'target': None}])
    assert bpy.ops.vrmlint.tune(index=0, number=0) == {'CANCELLED'}
    assert bpy.ops.vrmlint.tune(index=0, number=1) == {'CANCELLED'}
    print(f'{avatar}: {rule} is cured by {parameter}')
    clicks(avatar)
print('all of it held')
