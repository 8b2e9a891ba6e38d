"""Runs in Blender with the VRM add-on: prints, as JSON after a line "labels", what it calls its panels, menus, operators, properties
and choices, and how it translates the given names into Japanese: labels_inside.py -- FILE, a JSON list of names."""
import json
import sys

import addon_utils
import bpy

assert addon_utils.enable('io_scene_vrm') is not None
with open(sys.argv[-1], encoding='utf-8') as asked_file:
    asked = json.load(asked_file)
names = set()


def subclasses(of):
    for one in of.__subclasses__():
        yield one
        yield from subclasses(one)


for base in (bpy.types.Panel, bpy.types.Menu, bpy.types.Operator):
    names.update(getattr(one, 'bl_label', '') for one in subclasses(base))
for module in dir(bpy.ops):
    for operator in dir(getattr(bpy.ops, module)):
        names.add(getattr(getattr(bpy.ops, module), operator).get_rna_type().name)
for known in dir(bpy.types):
    rna = getattr(getattr(bpy.types, known), 'bl_rna', None)
    for prop in rna.properties if rna is not None else ():
        names.add(prop.name)
        names.update(choice.name for choice in (prop.enum_items_static if prop.type == 'ENUM' else ()))
view = bpy.context.preferences.view
view.language = 'ja_JP'
view.use_translate_interface = True
translate = bpy.app.translations.pgettext_iface
shown = {name: sorted({translate(name, context).strip('\u200b') for context in ('*', 'Operator', 'VRM')} | {translate(name + ':').rstrip(':')})
         for name in asked}
print('labels')
print(json.dumps({'names': sorted(name.strip('\u200b').rstrip(':') for name in names), 'shown': shown}))
