"""vrmlint in Blender: checks an avatar each time it is exported, lists its findings, and selects the bone or object of each.

Needs the command vrmlint, on the PATH or chosen in the add-on's preferences. The panel is in the sidebar of the 3D view
(N), tab VRM.
"""
import json
import textwrap

import bpy
from bpy.app.handlers import persistent
from bpy.app.translations import pgettext
from bpy.props import BoolProperty, CollectionProperty, FloatProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import checking, tuning, words

bl_info = {
    'name': 'vrmlint',
    'author': 'the vrmlint authors',
    'version': (0, 0, 0),  # adopt/release.sh writes the release's version
    'blender': (3, 4, 0),
    'location': 'View3D > Sidebar > VRM',
    'description': 'Checks VRM avatars at each export: what is wrong, and how to fix it',
    'category': 'Import-Export',
}

# The export operators of the VRM add-on, by the names of the types that its versions register.
EXPORTERS = ('EXPORT_SCENE_OT_vrm', 'EXPORT_SCENE_OT_vrma')
OURS = '_vrmlint_watched'
POLL = 0.2  # seconds between two polls of a run
WATCH = 2.0  # seconds between two searches for newly registered exporters
ICONS = {'error': 'CANCEL', 'warning': 'ERROR', 'info': 'INFO'}
running = []  # the current check, if any; unregister() ends it


def preferences():
    return bpy.context.preferences.addons[__package__].preferences


class VrmlintNumber(bpy.types.PropertyGroup):
    """A number that a finding suggests for a parameter of its spring."""
    parameter: StringProperty()
    value: FloatProperty()
    is_least: BoolProperty()


class VrmlintFinding(bpy.types.PropertyGroup):
    """One finding, as the panel shows it."""
    rule: StringProperty()
    severity: StringProperty()
    message: StringProperty()
    kind: StringProperty()
    thing: StringProperty()
    panel: StringProperty()
    field: StringProperty()
    place: StringProperty()  # where to click, in the words of the program
    target: StringProperty()  # JSON: the element of a list of the VRM add-on, or null
    spring: StringProperty()  # JSON: whether it is of VRM 0.x, and the names of its bones
    numbers: CollectionProperty(type=VrmlintNumber)


class VrmlintState(bpy.types.PropertyGroup):
    """The result of the last check."""
    path: StringProperty()
    said: StringProperty()  # a message, instead of findings
    findings: CollectionProperty(type=VrmlintFinding)
    active: IntProperty()


class VrmlintPreferences(bpy.types.AddonPreferences):
    bl_idname = __name__

    program: StringProperty(name='vrmlint Command',
                            description='The program; if empty, the one in this add-on or on the PATH',
                            subtype='FILE_PATH')
    at_export: BoolProperty(name='Check at each VRM export', default=True)

    def draw(self, _context):
        self.layout.prop(self, 'program')
        self.layout.prop(self, 'at_export')


# ---- checking ----

def language():
    return 'ja' if bpy.app.translations.locale.startswith('ja') else 'en'


def state():
    return bpy.context.window_manager.vrmlint


def redraw():
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == 'VIEW_3D':
                area.tag_redraw()


def show(path, said='', findings=()):
    now = state()
    now.path, now.said = path, said
    now.findings.clear()
    for finding in findings:
        item = now.findings.add()
        for key in ('rule', 'severity', 'message', 'kind', 'panel', 'field', 'place'):
            setattr(item, key, finding[key])
        item.thing = finding['name']
        item.target = json.dumps(finding['target'])
        item.spring = json.dumps(finding['spring'])
        for parameter, value, is_least in tuning.numbers(finding['data']):
            number = item.numbers.add()
            number.parameter, number.value, number.is_least = parameter, value, is_least
    redraw()


def stop():
    while running:
        running.pop().end()


def step():
    """Polls the current run. Returns the seconds until the next poll, or None if the run is over."""
    if not running:
        return None
    check = running[0]
    try:
        if not check.is_done():
            return POLL
        show(check.path, findings=check.result())
    except checking.CheckError as error:
        late = str(error) == 'too late'
        show(check.path, pgettext('It took too long') if late else
             pgettext('vrmlint could not check the file: %s') % error)
    stop()
    return None


def start(path):
    """Begins to check a file. In background mode, which has no timers, it waits for the result."""
    stop()
    program = checking.find_program(bpy.path.abspath(preferences().program))
    if program is None:
        show(path, pgettext('vrmlint was not found: choose the program in the preferences of this add-on'))
        return
    try:
        running.append(checking.Check(program, path, language()))
    except checking.CheckError as error:
        show(path, pgettext('vrmlint could not check the file: %s') % error)
        return
    show(path, pgettext('Checking...'))
    if bpy.app.background:
        import time
        while step() is not None:
            time.sleep(0.02)
    else:
        bpy.app.timers.register(step, first_interval=POLL)


# ---- at each export ----

def watched(execute):
    def execute_and_check(self, context):
        result = execute(self, context)
        try:
            if 'FINISHED' in result and preferences().at_export:
                start(bpy.path.abspath(self.filepath))
        except Exception as error:  # an exception here must not make a successful export fail
            print(f'vrmlint: {error}')
        return result
    setattr(execute_and_check, OURS, execute)
    return execute_and_check


def watch():
    """Wraps each registered export operator so that it starts a check. A timer repeats this, because add-ons come and go."""
    for name in EXPORTERS:
        kind = getattr(bpy.types, name, None)
        execute = getattr(kind, 'execute', None)
        if execute is not None and not hasattr(execute, OURS):
            kind.execute = watched(execute)
    return WATCH


def unwatch():
    for name in EXPORTERS:
        kind = getattr(bpy.types, name, None)
        execute = getattr(kind, 'execute', None)
        if hasattr(execute, OURS):
            kind.execute = getattr(execute, OURS)


@persistent
def after_load(*_):
    watch()


# ---- the panel and its operators ----

class VRMLINT_OT_check(bpy.types.Operator, ImportHelper):
    bl_idname = 'vrmlint.check'
    bl_label = 'Check a File'
    bl_description = 'Check a VRM file, and list what is wrong in it and how to fix it'

    filter_glob: StringProperty(default='*.vrm;*.vrma;*.glb;*.gltf', options={'HIDDEN'})

    def execute(self, _context):
        start(bpy.path.abspath(self.filepath))
        return {'FINISHED'}


def select_only(context, thing):
    if context.object is not None and context.object.mode != 'OBJECT':
        bpy.ops.object.mode_set(mode='OBJECT')
    for other in context.view_layer.objects:
        other.select_set(False)
    thing.hide_set(False)
    thing.select_set(True)
    context.view_layer.objects.active = thing


def armatures_of(context):
    """Returns the armatures of the scene, the active one first."""
    return sorted((o for o in context.view_layer.objects if o.type == 'ARMATURE'), key=lambda o: o != context.object)


def select(context, kind, name):
    """Makes the named thing active: a bone of an armature, an object, or an object with the material. False: not found."""
    objects = context.view_layer.objects
    if kind == 'material':
        for thing in objects:
            for slot, used in enumerate(thing.material_slots):
                if used.name == name:
                    select_only(context, thing)
                    thing.active_material_index = slot
                    return True
        return False
    for armature in armatures_of(context) if kind == 'node' else ():
        if name in armature.data.bones:
            select_only(context, armature)
            # in Blender 5.0, selection belongs to the pose bones and no longer to the armature's bones
            bones = armature.data.bones
            for bone in bones if hasattr(bones[name], 'select') else armature.pose.bones:
                bone.select = bone.name == name
            armature.data.bones.active = armature.data.bones[name]
            return True
    for thing in objects:
        if thing.name == name or (kind == 'mesh' and thing.type == 'MESH' and thing.data.name == name):
            select_only(context, thing)
            return True
    return False


def select_finding(context, item):
    """Selects what a finding is about, and shows it in the list of its panel: a spring, collider or expression. False: not found."""
    target = json.loads(item.target)
    chosen = tuning.activate(armatures_of(context), target, json.loads(item.spring)[1]) if target else None
    if chosen is not None and (target['list'] == 'collider' or not item.thing):
        select_only(context, chosen)
        return True
    return bool(item.thing and select(context, item.kind, item.thing)) or chosen is not None


def label_of(item):
    """Returns the text of the button that selects what a finding is about; '' if there is nothing to select."""
    target = json.loads(item.target)
    name = (target['name'] if target else '') or item.thing
    return pgettext(target['list'].capitalize() + ': %s') % name if target and name else name


class VRMLINT_OT_select(bpy.types.Operator):
    bl_idname = 'vrmlint.select'
    bl_label = 'Select'
    bl_description = 'Select the bone, object, material, spring, collider or expression that the finding is about'
    bl_options = {'REGISTER', 'UNDO'}

    index: IntProperty()

    def execute(self, context):
        findings = state().findings
        if not 0 <= self.index < len(findings):
            return {'CANCELLED'}
        item = findings[self.index]
        state().active = self.index
        if not select_finding(context, item):
            self.report({'INFO'}, pgettext('Nothing of that name is in this scene: %s') % label_of(item))
            return {'CANCELLED'}
        return {'FINISHED'}


class VRMLINT_OT_tune(bpy.types.Operator):
    bl_idname = 'vrmlint.tune'
    bl_label = 'Set'
    bl_description = 'Write this number into all joints of the spring that differ too much from it; export again to check'
    bl_options = {'REGISTER', 'UNDO'}

    index: IntProperty()
    number: IntProperty()

    def execute(self, context):
        findings = state().findings
        if not 0 <= self.index < len(findings) or not 0 <= self.number < len(findings[self.index].numbers):
            return {'CANCELLED'}
        item, number = findings[self.index], findings[self.index].numbers[self.number]
        is_old, bones = json.loads(item.spring)
        if not tuning.write(armatures_of(context), is_old, bones, number.parameter, number.value, number.is_least):
            self.report({'INFO'}, pgettext('This spring is not in the scene: %s') % (bones[0] if bones else ''))
            return {'CANCELLED'}
        return {'FINISHED'}


class VRMLINT_OT_again(bpy.types.Operator):
    bl_idname = 'vrmlint.again'
    bl_label = 'Check Again'

    def execute(self, _context):
        start(state().path)
        return {'FINISHED'}


def place_of(item):
    """Returns where in Blender's panels a finding's value is set: 'VRM > Spring Bone > Springs > Drag Force'."""
    return item.place or ' > '.join(pgettext(part) for part in (item.panel, item.field) if part)


class VRMLINT_PT_findings(bpy.types.Panel):
    bl_label = 'vrmlint'
    bl_space_type = 'VIEW_3D'
    bl_region_type = 'UI'
    bl_category = 'VRM'

    def draw(self, context):
        layout, now = self.layout, state()
        row = layout.row(align=True)
        row.operator('vrmlint.check', icon='FILE_TICK')
        if now.path:
            row.operator('vrmlint.again', text='', icon='FILE_REFRESH')
        layout.prop(preferences(), 'at_export')
        if not now.path:
            layout.label(text='No file has been checked yet')
            return
        width = max(16, int(context.region.width / 13) // (2 if language() == 'ja' else 1))
        layout.label(text=bpy.path.basename(now.path), icon='FILE', translate=False)
        counts = tuple(sum(item.severity == level for item in now.findings) for level in ICONS)
        summary = pgettext('%d errors, %d warnings, %d info') % counts if now.findings else pgettext('Nothing was found')
        self.lines(layout, now.said or summary, width, 'NONE')
        for index, item in enumerate(now.findings[:100]):
            box = layout.box()
            self.lines(box, item.message, width, ICONS.get(item.severity, 'INFO'))
            if item.place or item.panel:
                self.lines(box, pgettext('Where to find it: %s') % place_of(item), width, 'NONE')
            if label_of(item):
                box.operator('vrmlint.select', text=label_of(item), icon='RESTRICT_SELECT_OFF', translate=False).index = index
            for at, number in enumerate(item.numbers):
                label = '%s: %.4g' % (pgettext(tuning.PARAMETERS[number.parameter][2]), number.value)
                button = box.operator('vrmlint.tune', text=label, icon='MODIFIER', translate=False)
                button.index, button.number = index, at

    @staticmethod
    def lines(layout, text, width, icon):
        column = layout.column(align=True)
        for number, line in enumerate(textwrap.wrap(text, width) or ['']):
            column.label(text=line, icon=icon if number == 0 else 'BLANK1', translate=False)


CLASSES = (VrmlintNumber, VrmlintFinding, VrmlintState, VrmlintPreferences, VRMLINT_OT_check, VRMLINT_OT_again,
           VRMLINT_OT_select, VRMLINT_OT_tune, VRMLINT_PT_findings)


def register():
    for kind in CLASSES:
        bpy.utils.register_class(kind)
    bpy.types.WindowManager.vrmlint = bpy.props.PointerProperty(type=VrmlintState)
    bpy.app.translations.register(__name__, words.table(__name__))
    bpy.app.handlers.load_post.append(after_load)
    watch()
    bpy.app.timers.register(watch, first_interval=WATCH, persistent=True)


def unregister():
    stop()
    if bpy.app.timers.is_registered(watch):
        bpy.app.timers.unregister(watch)
    unwatch()
    bpy.app.handlers.load_post.remove(after_load)
    bpy.app.translations.unregister(__name__)
    del bpy.types.WindowManager.vrmlint
    for kind in reversed(CLASSES):
        bpy.utils.unregister_class(kind)
