"""Runs vrmlint, and maps its report to a scene. It doesn't use Blender, so that it can be tested without it."""
import json
import os
import platform
import struct
import subprocess
import sys
import tempfile
import time

TIMEOUT = 60.0  # seconds that a check may take
JSON_CHUNK = 0x4E4F534A
LARGEST = 256 * 1024 * 1024  # bytes of JSON that are read for names

# Where in the VRM add-on's panels a value is set, by the end of its pointer. Other values are found by their rule's family.
FIELDS = {
    'stiffness': 'Stiffness', 'gravityPower': 'Gravity Power', 'gravityDir': 'Gravity Dir', 'dragForce': 'Drag Force',
    'hitRadius': 'Hit Radius', 'radius': 'Radius', 'offset': 'Offset', 'tail': 'Tail', 'center': 'Center',
    'colliderGroups': 'Collider Groups',
    'node': 'Bone', 'joints': 'Joints', 'humanBones': 'Humanoid', 'weight': 'Influence', 'stiffiness': 'Stiffness',
}
PANELS = {
    'springbone': 'VRM > Spring Bone > Springs', 'collider': 'VRM > Spring Bone > Colliders',
    'limit': 'VRM > Spring Bone > Springs', 'sim': 'VRM > Spring Bone > Springs',
    'vrm0': 'VRM > VRM 0.x panels', 'vrm': 'VRM > VRM 1.0 panels', 'constraint': 'Bone Constraint Properties',
    'mtoon': 'Material Properties > VRM Material', 'material': 'Material Properties', 'texture': 'Material Properties',
    'hdr': 'Material Properties', 'image': 'Image Editor', 'mesh': 'Object Data Properties',
    'skin': 'Object Data Properties > Vertex Groups', 'animation': 'Dope Sheet > Action Editor',
    'gltf': 'Outliner', 'budget': 'Outliner',
}


class CheckError(Exception):
    """The reason why vrmlint could not check, in words."""


def search_folders(folders, endings):
    """Returns the first vrmlint in a list of folders, as PATH has them; None if there is none.

    Only absolute folders count. shutil.which() isn't used because on Windows it searches the working folder first, and a
    folder of avatars may contain a program with this name."""
    for folder in folders.split(os.pathsep):
        folder = folder.strip('"')
        for ending in endings if os.path.isabs(folder) and (os.name != 'nt' or os.path.splitdrive(folder)[0]) else ():
            path = os.path.join(folder, 'vrmlint' + ending)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    return None


def own_program(folder=os.path.dirname(os.path.abspath(__file__))):
    """Returns the program that a release has put into the add-on for this system; None if there is none."""
    windows = os.name == 'nt'  # on ARM too, it runs programs for x86_64
    if not windows and (sys.platform != 'linux' or platform.machine() != 'x86_64'):
        return None
    path = os.path.join(folder, 'program', 'vrmlint.exe' if windows else 'vrmlint')
    if not os.path.isfile(path):
        return None
    if not os.access(path, os.X_OK):
        try:
            os.chmod(path, 0o755)  # Blender unpacks add-ons without permissions
        except OSError:
            return None
    return path


def find_program(chosen):
    """Returns the absolute path of the chosen command, or otherwise of the add-on's own or of the one on the PATH; None if there is
    none."""
    if chosen:
        return os.path.abspath(chosen) if os.path.isfile(chosen) else None
    own = own_program()
    if own is not None:
        return own
    endings = os.environ.get('PATHEXT', '.EXE').split(os.pathsep) if os.name == 'nt' else ['']
    return search_folders(os.environ.get('PATH', ''), endings)


class Check:
    """One run of the command, in a process of its own."""

    def __init__(self, program, path, language, timeout=TIMEOUT):
        self.path, self.until = path, time.monotonic() + timeout
        # write to files: a full pipe that is not read would block the process forever
        self.out, self.err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        flags = getattr(subprocess, 'CREATE_NO_WINDOW', 0)
        try:
            self.process = subprocess.Popen([program, 'check', '--format', 'json', '--lang', language, '--color', 'never',
                                             '--', path], stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err,
                                            creationflags=flags)
        except OSError as error:
            raise CheckError(str(error)) from error

    def is_done(self):
        """Whether result() returns at once. A run that takes too long is killed."""
        if self.process.poll() is None and time.monotonic() > self.until:
            self.process.kill()
            self.process.wait()
            raise CheckError('too late')
        return self.process.poll() is not None

    def result(self):
        """Returns the findings, worst first, each with the names of the things that it is about."""
        while not self.is_done():
            time.sleep(0.02)
        for stream in (self.out, self.err):
            stream.seek(0)
        said = self.err.read().decode('utf-8', 'replace').strip()
        try:
            report = json.loads(self.out.read().decode('utf-8'))
            found = report['files'][0]['findings']
        except (ValueError, LookupError) as error:
            raise CheckError(said or f'exit status {self.process.returncode}') from error
        if self.process.returncode > 1:
            raise CheckError(said or f'exit status {self.process.returncode}')
        document = read_json(self.path)
        order = {'error': 0, 'warning': 1, 'info': 2}
        found.sort(key=lambda finding: order.get(finding['severity'], 3))
        return [describe(document, finding) for finding in found]

    def end(self):
        """Ends the run, finished or not."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.out.close()
        self.err.close()


def read_json(path):
    """Returns the JSON of a .vrm, .glb or .gltf; {} if it can't be read."""
    try:
        with open(path, 'rb') as file:
            head = file.read(20)
            if head[:4] != b'glTF':
                data = head + file.read(LARGEST)
            else:
                length, kind = struct.unpack('<II', head[12:20])
                data = file.read(length) if kind == JSON_CHUNK and length <= LARGEST else b''
        found = json.loads(data.decode('utf-8', 'replace'))
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError, struct.error, RecursionError):
        return {}


def steps_of(pointer):
    return [step.replace('~1', '/').replace('~0', '~') for step in pointer.split('/')[1:]]


def follow(value, steps):
    """Yields each value along a pointer, from the document on, until a step doesn't exist."""
    yield value
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return
        yield value


def named(document, kind, index):
    """Returns the name of an element of the document; '' if it has none."""
    things = document.get(kind)
    known = isinstance(things, list) and isinstance(index, int) and 0 <= index < len(things)
    thing = things[index] if known else None
    name = thing.get('name') if isinstance(thing, dict) else None
    return name if isinstance(name, str) else ''


def node_in(value):
    """Returns the node that a part of an extension is about: its own, or that of its first joint or bone."""
    if not isinstance(value, dict):
        return None
    for key in ('node', 'bone'):
        if isinstance(value.get(key), int):
            return value[key]
    for key in ('joints', 'bones'):
        first = value[key][0] if isinstance(value.get(key), list) and value[key] else None
        if isinstance(first, int):
            return first
        if isinstance(first, dict) and isinstance(first.get('node'), int):
            return first['node']
    return None


def about(document, pointer):
    """Returns the target of a pointer as a scene knows it: (kind, name), with kind 'node', 'material', 'mesh', 'image' or ''."""
    steps = steps_of(pointer)
    kinds = {'nodes': 'node', 'materials': 'material', 'meshes': 'mesh', 'images': 'image'}
    if len(steps) > 1 and steps[0] in kinds and steps[1].isdigit():
        return kinds[steps[0]], named(document, steps[0], int(steps[1]))
    if len(steps) > 3 and steps[:2] == ['extensions', 'VRM'] and steps[2] == 'materialProperties' and steps[3].isdigit():
        return 'material', named(document, 'materials', int(steps[3]))
    nodes = [node for node in map(node_in, follow(document, steps)) if node is not None]
    return ('node', named(document, 'nodes', nodes[-1])) if nodes else ('', '')


def bones_of_spring(document, pointer):
    """Returns the spring or bone group that a pointer leads into: (whether it is of VRM 0.x, names of its nodes)."""
    *_, last = [value for value in follow(document, steps_of(pointer)) if isinstance(value, dict)
                and any(isinstance(value.get(key), list) for key in ('joints', 'bones'))] or [{}]
    is_old = isinstance(last.get('bones'), list)
    nodes = last['bones'] if is_old else [joint.get('node') for joint in last.get('joints', []) if isinstance(joint, dict)]
    return is_old, [named(document, 'nodes', node) for node in nodes]


# The lists of the VRM add-on, by the pointers to the elements that they are made from.
LISTS = (
    (('extensions', 'VRMC_springBone', 'springs'), 'spring', False),
    (('extensions', 'VRMC_springBone', 'colliders'), 'collider', False),
    (('extensions', 'VRMC_springBone', 'colliderGroups'), 'collider group', False),
    (('extensions', 'VRMC_vrm', 'expressions', 'preset'), 'expression', False),
    (('extensions', 'VRMC_vrm', 'expressions', 'custom'), 'expression', False),
    (('extensions', 'VRM', 'secondaryAnimation', 'boneGroups'), 'spring', True),
    (('extensions', 'VRM', 'secondaryAnimation', 'colliderGroups'), 'collider group', True),
    (('extensions', 'VRM', 'blendShapeMaster', 'blendShapeGroups'), 'expression', True),
)


def target_of(document, pointer):
    """Returns the element of a list of the VRM add-on that a pointer leads into; None if there is none.

    {'list': its kind, 'old': whether it is of VRM 0.x, 'name': shown to the user, 'bone': of a collider, or of a group of VRM 0.x,
    'number': how many colliders of the same bone are before it, or its own number in its group or list, 'at': the joint in a spring}"""
    steps = steps_of(pointer)
    for path, kind, is_old in LISTS:
        if tuple(steps[:len(path)]) != path or len(steps) == len(path):
            continue
        step, inner = steps[len(path)], steps[len(path) + 1:]
        values = list(follow(document, steps[:len(path) + 1]))
        if len(values) != len(path) + 2 or not isinstance(values[-1], dict):
            return None
        siblings, element = values[-2:]
        name = next((element[key] for key in ('name', 'comment') if isinstance(element.get(key), str) and element[key]), '')
        bone = named(document, 'nodes', element.get('node'))
        at = int(inner[1]) if len(inner) > 1 and inner[1].isdigit() else 0
        found = {'list': kind, 'old': is_old, 'name': step if isinstance(siblings, dict) else name, 'bone': bone, 'number': 0, 'at': at}
        if isinstance(siblings, list):
            found['number'] = int(step)
        if kind == 'collider':
            before = siblings[:int(step)]
            found['number'] = sum(isinstance(one, dict) and one.get('node') == element.get('node') for one in before)
            found['name'] = bone
        if is_old and kind == 'collider group' and inner[:1] == ['colliders']:
            found.update({'list': 'collider', 'name': bone, 'number': at})
        return found
    return None


def place_in(finding):
    """Returns where to click in Blender, if the program says it in the language of the report; otherwise ''."""
    steps = finding.get('steps')
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict) and step.get('tool') == 'blender' and isinstance(step.get('text'), str):
            return step['text']
    return ''


def describe(document, finding):
    """Returns a finding with the thing that it is about, and where in Blender this is set."""
    pointer = finding['pointer']
    kind, name = about(document, pointer)
    steps = [step for step in steps_of(pointer) if not step.isdigit()]
    family = finding['rule'].split('/')[0]
    panel = PANELS.get(family, '')
    if family == 'limit' or (family == 'collider' and 'springs' in steps):
        panel = PANELS['springbone']
    field = FIELDS.get(steps[-1], '') if steps and panel else ''
    return {'rule': finding['rule'], 'severity': finding['severity'], 'message': finding['message'], 'kind': kind,
            'name': name, 'panel': panel, 'field': field, 'place': place_in(finding), 'pointer': pointer,
            'data': finding.get('data') or {}, 'spring': bones_of_spring(document, pointer), 'target': target_of(document, pointer)}
