"""Reorders the lists of a glTF file, and updates the indices that refer to their elements: the meaning doesn't change.

shuffle(document, random) reorders springs, bone groups and their roots, nodes, colliders and collider groups. The joints of a
spring keep their order, because that order is the chain.
"""
import json
import struct


def load(path):
    """Returns the document of a .gltf or a GLB, and the bytes after the JSON chunk (None for a .gltf)."""
    with open(path, 'rb') as file:
        data = file.read()
    if data[:4] != b'glTF':
        return json.loads(data), None
    length, = struct.unpack('<I', data[12:16])
    return json.loads(data[20:20 + length]), data[20 + length:]


def save(path, document, rest):
    text = json.dumps(document).encode()
    if rest is not None:
        text += b' ' * (-len(text) % 4)
        body = struct.pack('<II', len(text), 0x4E4F534A) + text + rest
        text = b'glTF' + struct.pack('<II', 2, 12 + len(body)) + body
    with open(path, 'wb') as file:
        file.write(text)


def get(value, *keys):
    """Returns the value at a path of keys, or None."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def items(value, *keys):
    """Returns the list at a path of keys, or an empty list."""
    value = get(value, *keys)
    return value if isinstance(value, list) else []


def renumber(holder, key, places):
    """Updates an index in a list or an object, if it is a valid one: files may contain anything."""
    value = holder[key] if isinstance(holder, list) else get(holder, key)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < len(places) \
            and value == int(value):
        holder[key] = type(value)(places[int(value)])


def renumber_all(numbers, places):
    for i in range(len(numbers)):
        renumber(numbers, i, places)


def permute(things, random):
    """Reorders a list; returns the new index of each old one."""
    order = list(range(len(things)))
    random.shuffle(order)
    places = [0] * len(order)
    for new, old in enumerate(order):
        places[old] = new
    things[:] = [things[old] for old in order]
    return places


def everywhere(value, visit):
    """Calls visit with every object below a value."""
    if isinstance(value, dict):
        visit(value)
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        everywhere(below, visit)


def shuffle_springs(extension, random):
    permute(items(extension, 'springs'), random)
    places = permute(items(extension, 'colliders'), random)
    for group in items(extension, 'colliderGroups'):
        renumber_all(items(group, 'colliders'), places)
    places = permute(items(extension, 'colliderGroups'), random)
    for spring in items(extension, 'springs'):
        renumber_all(items(spring, 'colliderGroups'), places)


def shuffle_vrm0(animation, random):
    permute(items(animation, 'boneGroups'), random)
    places = permute(items(animation, 'colliderGroups'), random)
    for group in items(animation, 'boneGroups'):
        permute(items(group, 'bones'), random)
        renumber_all(items(group, 'colliderGroups'), places)
    for group in items(animation, 'colliderGroups'):
        permute(items(group, 'colliders'), random)


def renumber_channel(channel, places):
    renumber(get(channel, 'target'), 'node', places)
    pointer = get(channel, 'target', 'extensions', 'KHR_animation_pointer')
    parts = get(pointer, 'pointer').split('/') if isinstance(get(pointer, 'pointer'), str) else []
    if parts[1:2] == ['nodes'] and parts[2].isdigit() and int(parts[2]) < len(places):
        pointer['pointer'] = '/'.join([*parts[:2], str(places[int(parts[2])]), *parts[3:]])


def renumber_nodes(document, places):
    extensions = get(document, 'extensions')
    for node in items(document, 'nodes'):
        renumber_all(items(node, 'children'), places)
        everywhere(get(node, 'extensions', 'VRMC_node_constraint'), lambda o: renumber(o, 'source', places))
    for scene in items(document, 'scenes'):
        renumber_all(items(scene, 'nodes'), places)
    for skin in items(document, 'skins'):
        renumber_all(items(skin, 'joints'), places)
        renumber(skin, 'skeleton', places)
    for animation in items(document, 'animations'):
        for channel in items(animation, 'channels'):
            renumber_channel(channel, places)
    for name in ('VRMC_springBone', 'VRMC_vrm', 'VRMC_vrm_animation'):
        everywhere(get(extensions, name), lambda o: renumber(o, 'node', places))
    for spring in items(extensions, 'VRMC_springBone', 'springs'):
        renumber(spring, 'center', places)
    vrm0 = get(extensions, 'VRM')
    for bone in items(vrm0, 'humanoid', 'humanBones'):
        renumber(bone, 'node', places)
    renumber(get(vrm0, 'firstPerson'), 'firstPersonBone', places)
    for group in items(vrm0, 'secondaryAnimation', 'boneGroups'):
        renumber_all(items(group, 'bones'), places)
        renumber(group, 'center', places)
    for group in items(vrm0, 'secondaryAnimation', 'colliderGroups'):
        renumber(group, 'node', places)


def shuffle(document, random):
    shuffle_springs(get(document, 'extensions', 'VRMC_springBone'), random)
    shuffle_vrm0(get(document, 'extensions', 'VRM', 'secondaryAnimation'), random)
    renumber_nodes(document, permute(items(document, 'nodes'), random))
