#!/usr/bin/env python3
"""Tests that advice works: each piece of advice of the fixtures' findings (delete, write, rename, raise, lower) is followed,
and the file is checked again. Then the finding must be gone, and no new one of severity warning or above may appear.

Open advice ("choose another node") can't be followed by a program and isn't counted. Of "do this, or do that", each part is
tried. An optional list of springs is deleted with its last element; any other list stays, unless the advice says that it goes.
"""
import copy
import glob
import json
import os
import random
import re
import struct
import sys
import unittest

from test_cli import SOURCE, Case

sys.path.insert(0, os.path.join(SOURCE, 'tests', 'apps'))
import contexts  # noqa: E402

SPRINGS = '/extensions/VRMC_springBone'
OLD = '/extensions/VRM/secondaryAnimation'

# Lists whose elements other elements refer to by index: the list, and the list whose elements hold such indices.
NAMED = {
    SPRINGS + '/colliders': SPRINGS + '/colliderGroups',
    SPRINGS + '/colliderGroups': SPRINGS + '/springs',
    OLD + '/colliderGroups': OLD + '/boneGroups',
}
# Lists that may be left out.
OPTIONAL = re.compile(SPRINGS + r'/(springs|colliders|colliderGroups|springs/\d+/colliderGroups)$')


THEN_EMPTY = re.compile(r'\b(?:and the list if it becomes empty|and lists that become empty|with the list if that is then empty)')


class Cannot(Exception):
    """The advice isn't precise enough to be followed here."""


def split(pointer):
    return [token.replace('~1', '/').replace('~0', '~') for token in pointer.split('/')[1:]]


def get(doc, pointer):
    for token in split(pointer):
        doc = doc[int(token)] if isinstance(doc, list) else doc[token]
    return doc


def has(doc, pointer):
    try:
        get(doc, pointer)
    except (KeyError, IndexError, ValueError, TypeError):
        return False
    return True


def up(pointer):
    return pointer[:pointer.rindex('/')]


def last(pointer):
    return split(pointer)[-1]


def put(doc, pointer, value):
    holder = get(doc, up(pointer))
    if isinstance(holder, list):
        holder[int(last(pointer))] = value
    else:
        holder[last(pointer)] = value


def drop_emptied(doc, pointer, index):
    """Deletes an animation with its last channel, and the list with the last animation. Updates channels' sampler indices."""
    if 'VRMC_vrm_animation' in doc.get('extensions', {}):
        return  # its own rules report animations without channels
    if last(pointer) == 'samplers':
        for channel in get(doc, up(pointer)).get('channels', []):
            if isinstance(channel.get('sampler'), int) and channel['sampler'] > index:
                channel['sampler'] -= 1
    if not get(doc, pointer):
        drop(doc, up(pointer) if pointer != '/animations' else pointer)


def users(value, wanted, key=''):
    """Yields the indices of a kind at any depth below a value: (holder, member)."""
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, (dict, list)):
            yield from users(inner, wanted, name if isinstance(name, str) else key)
        elif isinstance(inner, int) and wanted(key, name):
            yield value, name


# The members that refer to the elements of these lists: the parts of the file to search, and a test of (key, name).
USERS = {
    '/materials': (('meshes', 'extensions'), lambda key, name: name == 'material'),
    '/textures': (('materials', 'extensions'), lambda key, name: (name == 'index' and key.endswith('Texture')) or key == 'textureProperties'
                  or (key, name) == ('meta', 'texture')),
    '/images': (('textures', 'extensions'), lambda key, name: name in ('source', 'thumbnailImage')),
    '/samplers': (('textures',), lambda key, name: name == 'sampler'),
}


def count_on(doc, pointer, index):
    """Updates the indices of the elements after a deleted one. Returns whether there were any."""
    holders, wanted = USERS[pointer]
    later = [(holder, name) for part in holders for holder, name in users(doc.get(part, {}), wanted)
             if holder[name] > index]
    for holder, name in later:
        holder[name] -= 1
    return bool(later)


def drop(doc, pointer):
    """Deletes a member or an element, and updates indices of later elements. Returns whether any index was updated."""
    holder = get(doc, up(pointer))
    if isinstance(holder, dict):
        del holder[last(pointer)]
        if not holder and last(up(pointer)) == 'extensions':
            drop(doc, up(pointer))
        return False
    index = int(last(pointer))
    del holder[index]
    if up(pointer).startswith('/animations'):
        drop_emptied(doc, up(pointer), index)
    renumbered = up(pointer) in USERS and count_on(doc, up(pointer), index)
    if up(pointer) in NAMED and has(doc, NAMED[up(pointer)]):
        member = 'colliders' if up(pointer).endswith('/colliders') else 'colliderGroups'
        for at, user in enumerate(get(doc, NAMED[up(pointer)])):
            if isinstance(user, dict) and isinstance(user.get(member), list):
                old = user[member]
                user[member] = [i - 1 if isinstance(i, int) and i > index else i for i in old if i != index]
                renumbered = renumbered or user[member] != old
                empty = f'{NAMED[up(pointer)]}/{at}/{member}'
                if old and not user[member] and OPTIONAL.match(empty):
                    drop(doc, empty)
    if not holder and OPTIONAL.match(up(pointer)):
        drop(doc, up(pointer))
    return renumbered


def above(pattern, pointer):
    """Returns the beginning of a pointer that a pattern matches: the spring, joint or channel that contains the place."""
    match = re.match(pattern, pointer)
    if not match:
        raise Cannot
    return match.group(0)


def of(*patterns):
    """Returns a function that deletes the innermost thing of these kinds that the finding or its related places are in."""
    def follow(doc, finding, _):
        for pointer in [finding['pointer'], *(related['pointer'] for related in finding['related'])]:
            for pattern in patterns:
                if re.match(pattern, pointer):
                    return drop(doc, above(pattern, pointer))
        raise Cannot
    return follow


def channel(doc, finding, match):
    """Deletes the channel, and its animation and the list of animations if they are empty then and the advice says so."""
    renumbered = of(r'/animations/\d+/channels/\d+')(doc, finding, match)
    if 'the animation if it becomes empty' in match.string:
        doc['animations'] = [animation for animation in doc.get('animations', []) if animation.get('channels') != []]
        if not doc['animations']:
            del doc['animations']
    return renumbered


def drop_with_list(doc, pointer, said):
    """Deletes an element, and also its list if that is empty then and the advice says so."""
    renumbered = drop(doc, pointer)
    if THEN_EMPTY.search(said) and has(doc, up(pointer)) and get(doc, up(pointer)) == []:
        drop(doc, up(pointer))
    return renumbered


def both_extensions(doc, finding, match):
    for name in match.group('one', 'other'):
        drop(doc, f'{up(finding["pointer"])}/{name}')


def itself(doc, finding, match):
    if 'ignore the entry' in finding['message']:
        return entry(doc, finding, match)
    if finding['rule'] == 'gltf/node-loop' and re.fullmatch(r'/nodes/\d+', finding['pointer']):
        node = get(doc, finding['pointer'])
        node['children'] = [child for child in node['children'] if child != int(last(finding['pointer']))]
        if not node['children']:
            del node['children']
        return False
    image = get(doc, finding['pointer']).get('source') if 'delete it and its image' in match.string else None
    renumbered = drop_with_list(doc, finding['pointer'], match.string)
    if 'its VRM entry (in materialProperties)' in match.string:
        drop(doc, f'/extensions/VRM/materialProperties/{last(finding["pointer"])}')
    if image is not None:
        renumbered = drop_with_list(doc, f'/images/{image}', match.string) or renumbered
    for other in re.findall(r'\(\w+, (KHR_\w+)\)', finding['message']):  # it is two extensions
        drop(doc, f'{up(finding["pointer"])}/{other}')
    return renumbered


BIND = (r'/extensions/VRMC_vrm/expressions/(preset|custom)/[^/]+/(extensions/\w+/)?\w+Binds/\d+',
        r'/extensions/VRM/blendShapeMaster/blendShapeGroups/\d+/(binds|materialValues)/\d+')


def bind(doc, finding, match):
    return drop_with_list(doc, above('|'.join(BIND), finding['pointer']), match.string)


def entry(doc, finding, match):
    """Deletes the element or member that the value belongs to, or the value itself if that is an element."""
    holder = get(doc, up(finding['pointer']))
    if isinstance(holder, list) and finding['rule'].endswith('unresolved-index'):  # equal entries are one finding
        equal = [i for i, value in enumerate(holder) if value == get(doc, finding['pointer'])]
        for i in reversed(equal[1:]):
            drop(doc, f"{up(finding['pointer'])}/{i}")
        return drop(doc, finding['pointer'])
    if isinstance(holder, list) or finding['rule'].endswith('missing-property'):
        return drop(doc, finding['pointer'])
    vrm0 = re.match(r'/extensions/VRM/.*/(humanBones|binds|materialValues|meshAnnotations)/[0-9]+(?=/)',
                    finding['pointer'])
    if vrm0:
        return drop(doc, vrm0.group(0))
    if last(finding['pointer']) in ('node', 'material', 'index'):
        return drop_with_list(doc, up(finding['pointer']), match.string)
    return drop(doc, finding['pointer'])


def member(name):
    def follow(doc, finding, _):
        pointer = finding['pointer']
        if has(doc, pointer) and isinstance(get(doc, pointer), dict) and name in get(doc, pointer):
            return drop(doc, f'{pointer}/{name}')
        if last(pointer) == name:
            return drop(doc, pointer)
        return drop(doc, f'{up(pointer)}/{name}')
    return follow


def write(doc, finding, match):
    """Replaces the value by a number, a list of numbers, or a quoted word."""
    text = match.group('value')
    quoted = re.fullmatch(r"'([^']*)'", text)
    values = [float(number) for number in re.split(r'[ ,]+', text)] if not quoted else []
    value = quoted.group(1) if quoted else values[0] if len(values) == 1 else values
    pointer = finding['pointer']
    if not quoted and len(values) == 1:
        value = int(value) if value == int(value) else value
        if finding['rule'] == 'vrm0/center-missing':
            pointer += '/center'
        missing = re.search(r'has no (\w+), which every app', finding['message'])
        if missing:
            pointer += '/' + missing.group(1)
    elif len(values) == 3 and has(doc, pointer) and isinstance(get(doc, pointer), dict):
        value = dict(zip('xyz', value))
    if finding['rule'].endswith('host-prerelease'):
        pointer = finding['related'][0]['pointer']
    if re.search('states a (?:min|max) of', finding['message']) and isinstance(get(doc, pointer), list):
        pointer += '/0'
    if has(doc, pointer) and isinstance(get(doc, pointer), (dict, list)) != isinstance(value, (dict, list)):
        raise Cannot
    if last(pointer) in ('specVersion',) and not quoted:
        raise Cannot
    put(doc, pointer, value)


def write_gravity(doc, finding, match):
    write(doc, finding, match)
    put(doc, up(finding['pointer']) + '/gravityPower', float(match.group('power')))


def bound(doc, finding, match):
    value = float(match.group('value'))
    put(doc, finding['pointer'], int(value) if value == int(value) else value)


def all_bounds(doc, finding, match):
    """Sets min or max to the list of numbers that the advice gives."""
    put(doc, f'{up(finding["pointer"])}/{match.group("which")}', [json.loads(number) for number in match.group('value').split()])


def into_range(doc, finding, _):
    """Sets a value to the middle of its range."""
    least, most = re.search(f'outside the range ({NUMBER}) to ({NUMBER})', finding['message']).groups()
    put(doc, finding['pointer'], (float(least) + float(most)) / 2)


def divided(doc, finding, _):
    """Divides the numbers of a list, one of which is reported, by their length."""
    numbers = get(doc, up(finding['pointer']))
    length = sum(number * number for number in numbers) ** 0.5
    put(doc, up(finding['pointer']), [number / length for number in numbers])


def bones_of(doc, finding):
    """Returns the entries of the humanoid's bones by name, and a function that adds one."""
    extension = {'animation': 'VRMC_vrm_animation', 'vrm0': 'VRM'}.get(finding['rule'].split('/')[0], 'VRMC_vrm')
    held = doc['extensions'][extension]['humanoid']['humanBones']
    if isinstance(held, list):
        return {one['bone']: one for one in held}, lambda bone, node: held.append({'bone': bone, 'node': node})
    return held, lambda bone, node: held.update({bone: {'node': node}})


def map_bone(doc, finding, match):
    """Maps a bone to a node."""
    entries, add = bones_of(doc, finding)
    bone, node = match.group('bone'), int(match.group('node'))
    if bone == 'it':
        bone = re.search(r"^(?:The humanoid has no |The )?[Bb]one '?(\w+)'?", finding['message']).group(1)
    if bone in entries:
        entries[bone]['node'] = node
    else:
        add(bone, node)


def node_below(doc, finding, match):
    """Makes the node of the reported bone a child of another node."""
    node, parent = get(doc, finding['pointer']), int(match.group('node'))
    for one in doc['nodes']:
        if node in one.get('children', []):
            one['children'].remove(node)
            if not one['children']:
                del one['children']
    for scene in doc['scenes']:
        scene['nodes'] = [root for root in scene['nodes'] if root != node]
    doc['nodes'][parent].setdefault('children', []).append(node)


def list_instead(doc, finding, match):
    """Lists another node in the scene, unless that is listed."""
    listed, index = get(doc, up(finding['pointer'])), int(last(finding['pointer']))
    listed[index] = int(match.group('node'))
    if listed.count(listed[index]) > 1:
        del listed[index]


def unquoted(doc, finding, _):
    put(doc, finding['pointer'], json.loads(get(doc, finding['pointer'])))


def quoted(doc, finding, _):
    put(doc, finding['pointer'], str(get(doc, finding['pointer'])))


def meant(doc, finding, match):
    value = get(doc, finding['pointer'])
    if 'has a property' not in finding['message'] and isinstance(value, str):
        put(doc, finding['pointer'], match.group('value'))
    else:
        rename(doc, finding, match)


def rename(doc, finding, match):
    pointer, name = finding['pointer'], match.group('value')
    holder = get(doc, up(pointer))
    holder[name] = holder.pop(last(pointer))


def rename_extension(doc, finding, match):
    name, old = match.group('value'), last(finding['pointer'])
    rename(doc, finding, match)
    if match.groupdict().get('used'):
        used = doc.setdefault('extensionsUsed', [])
        doc['extensionsUsed'] = [name if one == old else one for one in used]
        if name not in doc['extensionsUsed']:
            doc['extensionsUsed'].append(name)


def declare(doc, _, match):
    doc.setdefault('extensionsUsed', []).append(match.group('value'))


def correct_declared(doc, finding, match):
    wrong = re.search(r"lists it as '([^']*)'", finding['message']).group(1)
    doc['extensionsUsed'] = [match.group('value') if one == wrong else one for one in doc['extensionsUsed']]


def withdraw(*lists):
    def follow(doc, finding, _):
        name = get(doc, finding['pointer'])
        for one in lists:
            doc[one] = [other for other in doc.get(one, []) if other != name]
            if not doc[one]:
                del doc[one]
    return follow


def version(doc, finding, match):
    put(doc, finding['pointer'] + '/specVersion', match.group('value'))


def use_node(doc, finding, match):
    put(doc, finding['pointer'], int(match.group('node')))


def use_axis(doc, finding, match):
    pointer = finding['pointer']
    value = get(doc, pointer)
    if isinstance(value, dict):
        keys = [key for key in ('rollAxis', 'aimAxis') if key in value]
        pointer = f'{pointer}/{keys[0]}' if keys else pointer + '/aimAxis'
    put(doc, pointer, match.group('value'))


def alpha_mode(doc, finding, match):
    """Sets the alpha mode of the finding's material, and deletes the cutoff or the settings of MToon if the advice says so."""
    material = get(doc, '/materials/' + re.search(r'(?:materials|materialProperties)/(\d+)', finding['pointer']).group(1))
    material['alphaMode'] = match.group('value')
    if match.groupdict().get('cutoff'):
        material.pop('alphaCutoff', None)
    if match.groupdict().get('order'):
        for key in ('transparentWithZWrite', 'renderQueueOffsetNumber'):
            material['extensions']['VRMC_materials_mtoon'].pop(key, None)


def no_cutoff(doc, finding, _):
    drop(doc, finding['pointer'])


def no_constraint_on(doc, _, match):
    return drop(doc, f'/nodes/{match.group("node")}/extensions/VRMC_node_constraint')


def spring_named(doc, _, match):
    return drop(doc, f'{SPRINGS}/springs/{match.group("spring")}')


def add_lists(doc, finding, _):
    for name in ('boneGroups', 'colliderGroups'):
        get(doc, finding['pointer']).setdefault(name, [])


def add_list(doc, finding, _):
    missing = re.search(r'has no (\w+)', finding['message'])
    get(doc, finding['pointer'])[missing.group(1)] = []


def set_power(doc, finding, match):
    put(doc, f'{up(finding["pointer"])}/gravityPower', float(match.group('value')))


COLLIDER = (SPRINGS + r'/colliders/\d+', OLD + r'/colliderGroups/\d+/colliders/\d+')
GROUP = (SPRINGS + r'/colliderGroups/\d+', OLD + r'/(colliderGroups|boneGroups)/\d+')


def collider(doc, finding, match):
    """Deletes a collider, and groups that become empty, if the advice says so."""
    place = above('|'.join(COLLIDER), finding['pointer'])
    renumbered = drop(doc, place)
    groups = (SPRINGS if place.startswith(SPRINGS) else OLD) + '/colliderGroups'
    for at in reversed(range(len(get(doc, groups)) if has(doc, groups) else 0)):
        if re.search('left empty|leaves empty|becomes? empty', match.string) and not get(doc, f'{groups}/{at}').get('colliders', [None]):
            renumbered = drop(doc, f'{groups}/{at}') or renumbered
    return renumbered


NUMBER = r'-?\d+(?:\.\d+)?(?:e[-+]?\d+)?'

# (name, what the advice says, function that follows it). All that match are tried, each by itself.
KINDS = [
    ('delete the spring', r'\bdelete the spring\b', of(SPRINGS + r'/springs/\d+')),
    ('delete a named spring', r'\bdelete spring (?P<spring>\d+)', spring_named),
    ('delete the collider', r'\bdelete the collider\b', collider),
    ('delete the group', r'\bdelete the group\b', of(*GROUP)),
    ('delete the limit', r'\bdelete the limit\b', of(r'.*/extensions/VRMC_springBone_limit', SPRINGS + r'/springs/\d+/joints/\d+')),
    ('delete the constraint', r'\b(?:delete|remove) the constraint(?! on)\b', of(r'/nodes/\d+/extensions/VRMC_node_constraint')),
    ('remove a named constraint', r'\bremove the constraint on .*?\(node (?P<node>\d+)\)', no_constraint_on),
    ('delete the channel', r'\b(?:delete|remove) the channel\b', channel),
    ('delete the extension', r'\b(?:delete|remove) the extension\b(?! from target)', of(r'.*/extensions/VRMC_\w+')),
    ('delete the entry', r'\b(?:delete|remove) the entry\b(?! and)', entry),
    ('delete the bind', r'\bdelete the bind\b', bind),
    ('delete it', r'\b(?:delete it|delete this one|remove it from that list)\b(?! if| in the modelling)', itself),
    ('delete both', r'\((?P<one>[A-Z]\w+) and (?P<other>[A-Z]\w+)\) has no effect: delete both', both_extensions),
    ('remove the second', r'\bremove (?:the second|this joint|it from bones)\b', entry),
    ('leave it out', r'(?<!apps )\bleave it out\b(?! if| for)', itself),
    ('leave out the center', r'\b(?:leave center out|remove the center)\b', member('center')),
    ('leave out gravityDir', r'\bleave gravityDir out\b', member('gravityDir')),
    ('write', r'\b(?:write|set (?:it|center|_ZWrite) to|use(?! \'auto\')) (?P<value>\'[^\']*\'|' + NUMBER + r'(?:,? ' + NUMBER + r')*)'
     r'(?![\d.]|,? -?\d| \(node| with a gravity power| \(specVersion| or | and | to |,? the (?:most|maximum)| if the | for \d| numbers)', write),
    ('write with a power', r'\buse (?P<value>' + NUMBER + r'(?: ' + NUMBER + r')*) with a gravity power of (?P<power>' + NUMBER + ')', write_gravity),
    ('set', r'\bset the gravity power to (?P<value>' + NUMBER + ')', set_power),
    ('raise or lower', r'\b(?:raise|lower) it to (?P<value>' + NUMBER + ') or (?:more|less)', bound),
    ('set a bound', r'\bset (?P<which>min|max) to (?P<value>' + NUMBER + '(?: ' + NUMBER + ')*)', all_bounds),
    ('into the range', r'\binto that range', into_range),
    ('divide by the length', r'\bdivide the four numbers of the rotation by their length', divided),
    ('use a word', r"\buse (?P<value>'[^']*') to keep both", write),
    ('delete it from the target', r'\bdelete the extension from target', itself),
    ('use a range', r'\buse ' + NUMBER + r' to (?P<value>' + NUMBER + ')', bound),
    ('write without quotes', r'\bwrite it without quotes', unquoted),
    ('write in quotes', r'\bwrite it in quotes', quoted),
    ('did you mean', r"\bdid you mean '(?P<value>[^']*)'", meant),
    ('rename an extension', r'\brename it to (?P<value>VRM\w*)(?P<used>, here and in extensionsUsed)?(?! and)', rename_extension),
    ('declare', r'\ban extension \((?P<value>VRM\w*)\).*: add the name to the list', declare),
    ('declare in a new list', r'\ban extension \((?P<value>VRM\w*)\).*: add the list, with this name', declare),
    ('correct what is declared', r'\ban extension \((?P<value>VRM\w*)\).*: correct the name there', correct_declared),
    ('not required', r'\bremove the requirement \(extensionsRequired\)', withdraw('extensionsRequired')),
    ('in no list', r'\bremove the name from extensionsRequired and extensionsUsed', withdraw('extensionsRequired', 'extensionsUsed')),
    ('not declared', r', or remove the name$', withdraw('extensionsUsed')),
    ('add a version', r"\bset it to '(?P<value>[^']*)' \(specVersion\)", version),
    ('map a bone', r"\bmap '?(?P<bone>(?!the\b|that\b|both\b|each\b)[a-z]\w+)'? to '[^']*' \(node (?P<node>\d+)\)", map_bone),
    ('move the node below another', r"\bmove the node below .*?\(node (?P<node>\d+)\)$", node_below),
    ('list another node', r"\blist '[^']*' \(node (?P<node>\d+)\) instead", list_instead),
    ('remove it from the list', r'\bremove it from the list$', itself),
    ('use a node', r'\buse (?:.*?)\(node (?P<node>\d+)\)', use_node),
    ('use an axis', r'\buse (?P<value>[-+]?[XYZ]|(?:Positive|Negative)[XYZ]), ', use_axis),
    ('use a mode', r'\b(?:use|set the alpha mode to) (?P<value>OPAQUE|MASK|BLEND)(?P<cutoff> and delete the cutoff)?'
     r'(?P<order> and delete the settings of its order)?(?! if)', alpha_mode),
    ('delete the cutoff', r'(?<!and )\bdelete the cutoff', no_cutoff),
    ('add both lists', r'\badd both, as empty lists', add_lists),
    ('add a list', r'\badd (?:boneGroups|colliderGroups), as an empty list', add_list),
]


def advice(message):
    """Returns the advice of a message: its last sentence, or the part after the last colon."""
    message = re.sub(r' \(also in .*$', '', message)
    start = max(message.rfind(': '), message.rfind('. ')) + 2
    return message[start:start + 1].lower() + message[start + 1:] if start > 1 else message


def places(report):
    """Returns the number of places of each rule, and those of rules that warn."""
    counted, loud = {}, {}
    for finding in report['findings']:
        count = int(finding['data'].get('places', 1))
        counted[finding['rule']] = counted.get(finding['rule'], 0) + count
        if finding['severity'] != 'info':
            loud[finding['rule']] = loud.get(finding['rule'], 0) + count
    return counted, loud


def unpack(path):
    """Returns the JSON of a GLB, and its other chunks."""
    with open(path, 'rb') as file:
        data = file.read()
    length = struct.unpack_from('<I', data, 12)[0]
    return json.loads(data[20:20 + length]), data[20 + length:]


def pack(doc, rest):
    """Returns a GLB."""
    text = json.dumps(doc, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 4)
    return struct.pack('<4sIIII', b'glTF', 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


def leaves(value, pointer=''):
    """Yields the pointers of all values below a value that aren't objects or lists, and of these too."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        at = f'{pointer}/{key}'
        yield at
        if isinstance(inner, (dict, list)):
            yield from leaves(inner, at)


def mistaken(value, chance):
    """Returns a value with a mistake that people and exporters make."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return chance.choice([value + 1, -1, 999, str(value), float(value) + 0.5])
    if isinstance(value, float):
        return chance.choice([-abs(value) - 0.5, value * 100 + 3, 25.0, str(value)])
    if isinstance(value, str):
        return chance.choice([value.swapcase(), value[:-1], value + 's', ''])
    if isinstance(value, list):
        return chance.choice([value[:-1], value + value[-1:], value[::-1], []])
    return chance.choice([{}, [value]])


# The parts of the files that people write: what an exporter takes from the modelling tool.
WRITTEN = re.compile(r'/(extensions|extensionsUsed|extensionsRequired|nodes/\d+/extensions|materials|animations|textures|images|scenes|skins)(/|$)')


class Advice(Case):
    CONTEXTS = ('clean.vrm', 'box-doll-0x.vrm', 'wave.vrma')
    MISTAKES = 600  # in each

    def test_in_context(self):
        """Whole files, with one mistake in each: following the advice takes it away, and adds nothing."""
        self.options = ['--no-simulation']
        self.unfollowed = []
        docs, rests, clean = {}, {}, {}
        for context in self.CONTEXTS:
            path = os.path.join(SOURCE, 'fixtures', 'whole', context)
            original, rest = unpack(path)
            clean[context] = places(self.reports([path])[path])
            chance = random.Random(context)
            written = [at for at in leaves(original) if WRITTEN.match(at)]
            for i, pointer in enumerate(chance.choices(written, k=self.MISTAKES)):
                doc = copy.deepcopy(original)
                if chance.random() < 0.25:
                    drop(doc, pointer)
                else:
                    put(doc, pointer, mistaken(get(doc, pointer), chance))
                name = f'{context}-{i}{os.path.splitext(context)[1]}'
                self.write(name, pack(doc, rest))
                docs[name], rests[name] = doc, rest
        before = self.reports(list(docs))
        done = []
        for name, doc in docs.items():
            told = {finding['rule'] for finding in before[name]['findings']} if name in before else set()
            for finding in before[name]['findings'] if len(told) < 4 else []:
                self.follow_one(doc, finding, rests[name], name, done)
        self.judge(before, done, 98)

    GRAFTS = 3  # files for each message
    LARGEST = 200000  # bytes of a real file
    VALUE = 200  # characters of a value that is put into another file

    def test_in_other_files(self):
        """The mistakes of the fixtures in up to three other files each: passing fixtures, whole files, and real ones if there are any.
        A value that was right in one file is another mistake in the next, so less of the advice cures."""
        self.options = ['--no-simulation']
        self.unfollowed = []
        fixtures = os.path.join(SOURCE, 'fixtures')
        external = os.environ.get('VRMLINT_EXTERNAL')
        real = [path for path in contexts.models(os.path.join(external, 'corpus')) if os.path.getsize(path) <= self.LARGEST] if external else []
        passing = [path for path in contexts.models(fixtures) if os.path.basename(path).startswith('pass-') or os.sep + 'whole' + os.sep in path]
        seeds = [file for file in map(contexts.opened, passing + real * 4) if file is not None and isinstance(file[0], dict)]
        maker = contexts.Maker(seeds, random.Random('advice'))
        wanted = {}
        failing = sorted(glob.glob(os.path.join(fixtures, '*', '*', 'fail-*.gltf')))
        for path, report in sorted(self.reports(failing).items()):
            for finding in report['findings']:
                said = finding['message'] if 'did you mean' in finding['message'] else advice(finding['message'])
                if path.split(os.sep)[-3:-1] == finding['rule'].split('/') and any(re.search(kind[1], said) for kind in KINDS):
                    wanted.setdefault((finding['rule'], finding.get('variant')), (path, finding))
        docs = {}
        for key, (path, finding) in sorted(wanted.items(), key=str):
            file = contexts.opened(path)
            # a whole extension, or the name of another bone, brings more mistakes than its own
            if file is None or '/humanBones/' in finding['pointer'] or len(json.dumps(get(file[0], finding['pointer']))) > self.VALUE:
                continue
            try:
                grafts = list(maker.grafts(file[0], finding))
            except (KeyError, IndexError, ValueError, TypeError):
                grafts = []
            for doc, rest in grafts:
                name = f'{len(docs)}.{"gltf" if rest is None else "vrma" if "VRMC_vrm_animation" in doc.get("extensions", {}) else "vrm"}'
                contexts.written(os.path.join(self.folder, name), doc, rest)
                docs[name] = (key, doc, rest)
        before = self.reports(list(docs))
        done, taken = [], {}
        for name, (key, doc, rest) in docs.items():
            found = [finding for finding in before[name]['findings'] if (finding['rule'], finding.get('variant')) == key] if name in before else []
            errors = sum(finding['severity'] == 'error' for finding in before[name]['findings']) if found else 0
            if found and taken.get(key, 0) < self.GRAFTS and errors <= 1:
                taken[key] = taken.get(key, 0) + 1
                self.follow_one(doc, found[0], rest, name, done)
        print(f'{len(taken)} of {len(wanted)} messages in other files, {sum(taken.values())} files', file=sys.stderr)
        self.judge(before, done, 93)  # which files are drawn changes with each new fixture: 94 to 98 were seen

    def follow_one(self, doc, finding, rest, path, done):
        """Follows all advice of a finding, each piece in a file of its own. rest: the chunks of a GLB; None: it is JSON text."""
        said = finding['message'] if 'did you mean' in finding['message'] else advice(finding['message'])
        for kind, pattern, act in KINDS:
            match = re.search(pattern, said)
            if not match:
                continue
            changed = copy.deepcopy(doc)
            try:
                renumbered = act(changed, finding, match)
            except (Cannot, KeyError, IndexError, ValueError, TypeError) as error:
                self.unfollowed.append(f'{kind} ({error!r}): {finding["pointer"]} {finding["message"]} in {path}')
                continue
            name = f'{len(done)}{os.path.splitext(path)[1]}'
            self.write(name, json.dumps(changed) if rest is None else pack(changed, rest))
            done.append((name, path, finding, kind, bool(renumbered)))

    def judge(self, before, done, least):
        """Fails unless the given share of the advice cures, in percent."""
        after = self.reports([name for name, *_ in done])
        faults = []
        for name, path, finding, kind, renumbered in done:
            was, loud = places(before[path])
            now, loud_now = places(after[name])
            new = sorted(rule for rule, count in loud_now.items() if count > loud.get(rule, 0))
            stays = now.get(finding['rule'], 0) >= was[finding['rule']]
            unsaid = renumbered and not re.search(r'renumber|update the (?:later )?indices', finding['message'])
            if stays or new or unsaid:
                faults.append(f'{os.path.relpath(path, SOURCE)}: {kind}: {finding["rule"]} at {finding["pointer"]}: '
                              f'{"stays; " if stays else ""}{"brings " + ", ".join(new) if new else ""}'
                              f'{"doesn’t say to update indices" if unsaid else ""}\n    {finding["message"]}')
        share = 100 * (1 - len(faults) / len(done))
        print(f'{len(done)} pieces of advice followed, {len({finding["rule"] for _, _, finding, *_ in done})} rules, '
              f'{share:.1f}% cure and bring nothing new', file=sys.stderr)
        self.assertGreaterEqual(share, least, '\n'.join(faults))

    def reports(self, paths):
        """Returns the reports of files, by name."""
        self.write('paths', '\n'.join(paths) + '\n')
        done = self.run_it('check', '--no-config', '--fail-on', 'never', '--format', 'json', '--all-findings', *self.options,
                           '--files-from', 'paths')
        return {file['path']: file for file in json.loads(done.out)['files']}

    def follow(self):
        """Follows all advice, each piece in a file of its own; returns these files and their originals."""
        # of entries that are repeated many times, the next moves into the place of the one that was removed
        files = sorted(path for path in glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*.gltf')) if '/fail-many-times' not in path)
        before = self.reports(files)
        done = []
        for path in files:
            try:
                with open(path, encoding='utf-8') as file:
                    doc = json.load(file)
            except ValueError:  # files that aren't JSON or UTF-8 can't be changed
                continue
            for finding in before[path]['findings']:
                # motion has tests of its own; keyframes are in buffers
                if finding['rule'].startswith('sim/') or finding['rule'] == 'animation/quaternion-zero':
                    continue
                self.follow_one(doc, finding, None, path, done)
        return before, done

    def test_following_it(self):
        rules = json.loads(self.expect(0, 'rules', '--format', 'json').out)
        self.options = ['--select', ','.join(sorted({rule['rule'] for rule in rules['rules']}))]
        self.unfollowed = []
        before, done = self.follow()
        self.assertEqual(self.unfollowed, [])
        self.judge(before, done, 99)


if __name__ == '__main__':
    unittest.main()
