"""Small files that require much work: shapes for bounds.py. Each takes a size and returns a document of about that many bytes.

Unlike the shapes of growth.py, each uses as few bytes as possible for the work that it requires.
"""
import random

from growth_content import avatar, face, skeleton, vrm0
from growth_motion import chain, gltf
from hostile_sharing import BESIDE, SHAPES as SHARING_SHAPES
from hostile_springs import SHAPES as SPRING_SHAPES, SPRINGS, spring_bone


def root(**more):
    return {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'name': 'root'}], **more}


# ---- lists of minimal elements ----

LISTS = ('nodes', 'scenes', 'meshes', 'materials', 'textures', 'images', 'samplers', 'accessors', 'bufferViews',
         'buffers', 'animations', 'skins', 'cameras', 'extensionsUsed')
EMPTY = {'object': {}, 'number': 0, 'text': '', 'list': []}
DEEP = {
    'children': lambda v: root(nodes=[{'children': v}]),
    'scene': lambda v: root(scenes=[{'nodes': v}]),
    'primitives': lambda v: root(meshes=[{'primitives': v}]),
    'targets': lambda v: root(meshes=[{'primitives': [{'attributes': {}, 'targets': v}]}]),
    'channels': lambda v: root(animations=[{'channels': v, 'samplers': []}]),
    'samplers_of': lambda v: root(animations=[{'channels': [], 'samplers': v}]),
    'skin': lambda v: root(skins=[{'joints': v}]),
    'springs': lambda v: spring_bone([{}], {'springs': v}),
    'joints': lambda v: spring_bone([{}], {'springs': [{'joints': v}]}),
    'groups_of': lambda v: spring_bone([{}], {'springs': [{'joints': [], 'colliderGroups': v}]}),
    'colliders': lambda v: spring_bone([{}], {'colliders': v}),
    'groups': lambda v: spring_bone([{}], {'colliderGroups': v}),
    'held': lambda v: spring_bone([{}], {'colliderGroups': [{'colliders': v}]}),
    'authors': lambda v: vrm1(meta={'name': 'n', 'authors': v, 'licenseUrl': ''}),
    'annotations': lambda v: vrm1(firstPerson={'meshAnnotations': v}),
    'morphs': lambda v: vrm1(expressions={'preset': {'happy': {'morphTargetBinds': v}}}),
    'colors': lambda v: vrm1(expressions={'preset': {'happy': {'materialColorBinds': v}}}),
    'transforms': lambda v: vrm1(expressions={'preset': {'happy': {'textureTransformBinds': v}}}),
    'bones0': lambda v: vrm_0(humanoid={'humanBones': v}),
    'shapes0': lambda v: vrm_0(blendShapeMaster={'blendShapeGroups': v}),
    'binds0': lambda v: vrm_0(blendShapeMaster={'blendShapeGroups': [{'name': 'a', 'binds': v}]}),
    'values0': lambda v: vrm_0(blendShapeMaster={'blendShapeGroups': [{'name': 'a', 'materialValues': v}]}),
    'materials0': lambda v: vrm_0(materialProperties=v),
    'groups0': lambda v: vrm_0(secondaryAnimation={'boneGroups': v}),
    'roots0': lambda v: vrm_0(secondaryAnimation={'boneGroups': [{'bones': v}]}),
    'held0': lambda v: vrm_0(secondaryAnimation={'boneGroups': [{'bones': [0], 'colliderGroups': v}]}),
    'colliders0': lambda v: vrm_0(secondaryAnimation={'colliderGroups': [{'node': 0, 'colliders': v}]}),
    'collider_groups0': lambda v: vrm_0(secondaryAnimation={'colliderGroups': v}),
    'annotations0': lambda v: vrm_0(firstPerson={'meshAnnotations': v}),
    'deep_extras': lambda v: root(extras={'a': v}),
}


def vrm1(**parts):
    nodes, at = skeleton()
    document, _ = avatar(nodes, at)
    document['extensions']['VRMC_vrm'].update(parts)
    return document


def vrm_0(**parts):
    nodes, at = skeleton()
    document, _ = vrm0(nodes, at)
    document['extensions']['VRM'].update(parts)
    return document


def empty_lists():
    """Returns shapes: each list with only empty elements, of each type."""
    out = {}
    for what, element in EMPTY.items():
        size = 3 if what != 'number' else 2
        for name in LISTS:
            out[f'{name}_{what}'] = lambda n, name=name, e=element, s=size: root(**{name: [e] * (n // s)})
        for name, make in DEEP.items():
            out[f'{name}_{what}'] = lambda n, make=make, e=element, s=size: make([e] * (n // s))
    return out


# ---- members of objects ----

def keys(n, value):
    """Returns members that take n bytes in total."""
    out, used, i = {}, 0, 0
    each = {'0': 0, '{}': {}, '[]': [], '""': ''}[value]
    while used < n:
        key = f'{i:x}'
        out[key] = each
        used += len(key) + len(value) + 4
        i += 1
    return out


def unknown_members(n):
    """One joint with unknown properties."""
    return spring_bone(chain(2), {'springs': [{'joints': [{'node': 0, **keys(n, '0')}, {'node': 1}]}]})


def unknown_in_each(n):
    """Joints with one unknown property each."""
    return spring_bone(chain(2), {'springs': [{'joints': [{'node': 0, 'x': 0}] * (n // 18)}]})


def unknown_at_top(n):
    return root(**keys(n, '0'))


def unknown_extensions(n):
    return root(extensions=keys(n, '{}'))


def used_extensions(n):
    return root(extensionsUsed=list(keys(n, '0')))


def custom_expressions(n):
    return vrm1(expressions={'custom': keys(n, '{}')})


def preset_expressions(n):
    return vrm1(expressions={'preset': keys(n, '{}')})


def human_bones(n):
    return vrm1(humanoid={'humanBones': keys(n, '{}')})


def attributes(n):
    return root(meshes=[{'primitives': [{'attributes': keys(n, '0')}]}])


def material_maps(n):
    return vrm_0(materialProperties=[{'name': 'm', 'shader': 'VRM/MToon', 'floatProperties': keys(n // 3, '0'),
                                      'vectorProperties': keys(n // 3, '[]'), 'textureProperties': keys(n // 3, '0')}])


def long_name(n):
    """One name that takes all of the file, in many findings."""
    document = spring_bone(chain(3), {'springs': [{'name': 'a' * (n // 3), 'joints': [{'node': 2}, {'node': 0}]}] * 2})
    document['nodes'][2]['name'] = '&' * (n // 3)
    return document


def long_names(n):
    """Names of a kilobyte of characters that get longer when escaped."""
    return spring_bone([{'name': '<&\x01"' * 250, 'scale': [0, 1, 1]}] * (n // 2300),
                       {'springs': [{'name': '\x02' * 100, 'joints': [{'node': 0}]}] * (n // 1300)})


def long_key(n):
    """One key that takes half of the file, with a thousand mistakes below it."""
    return vrm1(expressions={'custom': {'k&' * (n // 4): {'morphTargetBinds': [{'x': 0}] * (n // 30)}}})


def long_keys(n):
    """A hundred keys with the same number of mistakes."""
    return vrm1(expressions={'custom': {f'{i}' + 'k&' * (n // 400): {'morphTargetBinds': [{'x': 0}] * (n // 3000)}
                                        for i in range(100)}})


def deep(n):
    """Nested lists."""
    inner = 0
    for _ in range(min(400, n // 2)):
        inner = [inner]
    return root(extras=[inner] * (n // 800))


# ---- nodes ----

def one_name(n):
    """Nodes of one name, bones among them."""
    nodes, at = skeleton()
    nodes = [{**node, 'name': 'n'} for node in nodes] + [{'name': 'n'}] * (n // 14)
    nodes[0]['children'] = nodes[0]['children'] + list(range(len(at) + 1, len(nodes)))
    return avatar(nodes[:n // 22], at)[0]


def scenes_and_children(n):
    """Scenes that list nodes with several parents."""
    count = n // 40
    return root(nodes=[{'children': [(i * 7) % count, (i * 3 + 1) % count]} for i in range(count)],
                scenes=[{'nodes': [i]} for i in range(count)])


def children_of_all(n):
    """As many parents as children; every parent has every child."""
    side = int((n / 5) ** 0.5)
    return root(nodes=[{'children': list(range(side, 2 * side))}] * side + [{}] * side)


def scenes_of_all(n):
    side = int((n / 5) ** 0.5)
    return root(nodes=[{}] * side, scenes=[{'nodes': list(range(side))}] * side)


def node_path(n):
    return gltf(chain(n // 60), {}, [])


def node_ring(n):
    count = n // 24
    return root(nodes=[{'children': [(i + 1) % count]} for i in range(count)])


def node_rings(n):
    """Pairs of nodes that are each other's children."""
    count = n // 24 // 2 * 2
    return root(nodes=[{'children': [i ^ 1]} for i in range(count)])


def bone_path(n):
    """All bones on one path."""
    count = n // 60
    nodes, at = skeleton()
    return avatar(chain(count), {bone: i * (count // len(at)) for i, bone in enumerate(at)})[0]


def bone_path0(n):
    count = n // 60
    nodes, at = skeleton()
    return vrm0(chain(count), {bone: i * (count // len(at)) for i, bone in enumerate(at)})[0]


def bones_on_one(n):
    """A skeleton with spring chains on each of its bones."""
    nodes, at = skeleton()
    springs = []
    for i in range(n // 190):
        parent = 1 + i % len(at)
        nodes[parent].setdefault('children', []).append(len(nodes))
        springs.append({'name': f's{i}', 'joints': [{'node': len(nodes)}, {'node': len(nodes) + 1}]})
        nodes += [{'name': f'a{i}', 'translation': [0, 0.1, 0.1], 'children': [len(nodes) + 1]},
                  {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    document, _ = avatar(nodes, at)
    document['extensions'][SPRINGS] = {'specVersion': '1.0', 'springs': springs}
    document['extensionsUsed'].append(SPRINGS)
    return document


# ---- constraints ----

def constrained(source, kind='rotation', **more):
    return {'extensions': {'VRMC_node_constraint': {'specVersion': '1.0', 'constraint': {kind: {'source': source, **more}}}}}


def constraint_ring(n):
    count = n // 110
    return gltf([constrained((i + 1) % count) for i in range(count)], {}, ['VRMC_node_constraint'])


def constraint_pairs(n):
    count = n // 110 // 2 * 2
    return gltf([constrained(i ^ 1) for i in range(count)], {}, ['VRMC_node_constraint'])


def constraint_path(n):
    """Constraints on one path that all aim at their descendants."""
    count = n // 170
    nodes = chain(count)
    for i, node in enumerate(nodes):
        node.update(constrained((i * 7 + 3) % count, 'aim', aimAxis='PositiveZ'))
    return gltf(nodes, {}, ['VRMC_node_constraint'])


# ---- avatars ----

def binds_of_expressions(n):
    """Expressions with a thousand binds, each target twice."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    binds = [{'node': len(nodes) - 1, 'index': i // 2, 'weight': 1} for i in range(1000)]
    return avatar(nodes, at, expressions={'custom': {f'e{i}': {'morphTargetBinds': binds} for i in range(n // 37000)}},
                  **face(500))[0]


def moved_nodes(n):
    """Expressions that move the nodes of the humanoid, half of them twice."""
    nodes, at = skeleton()
    count = len(nodes)
    name = 'VRMC_vrm_expressions_node_transform'
    binds = [[{'node': (i + k) * 7 % count, 'translation': [1, 0, 0], 'rotation': [0, 0, 1, 0], 'scale': [0, 0, 0]} for k in range(20)]
             for i in range(n // 2000)]
    custom = {f'e{i}/': {'extensions': {name: {'nodeTransformBinds': list_ + list_[:10]}}} for i, list_ in enumerate(binds)}
    document = avatar(nodes, at, expressions={'custom': custom})[0]
    document['extensionsUsed'].append(name)
    return document


def moved_outside(n):
    """An expression that moves the end of a path outside of the scene, many times."""
    nodes, at = skeleton()
    end = len(nodes) + n // 60
    nodes += [{'children': [i + 1]} for i in range(len(nodes), end)] + [{}]
    name = 'VRMC_vrm_expressions_node_transform'
    document = avatar(nodes, at, expressions={
        'custom': {'e': {'extensions': {name: {'nodeTransformBinds': [{'node': end - i % 2} for i in range(n // 40)]}}}}})[0]
    document['extensionsUsed'].append(name)
    return document


def materials(n):
    mtoon = {'specVersion': '1.0', 'shadeColorFactor': [1, 1, 1]}
    return gltf([{'mesh': 0}], {}, ['VRMC_materials_mtoon'],
                materials=[{'name': 'm', 'extensions': {'VRMC_materials_mtoon': mtoon}}] * (n // 110),
                meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'material': i} for i in range(n // 110)]}],
                accessors=[{'componentType': 5126, 'count': 3, 'type': 'VEC3'}])


def textured(n):
    """Materials and textures of one image."""
    return root(materials=[{'normalTexture': {'index': i}, 'pbrMetallicRoughness': {'baseColorTexture': {'index': i}}}
                           for i in range(n // 110)],
                textures=[{'source': 0}] * (n // 110), images=[{'uri': 'a.png'}])


def groups_in_groups(n):
    """VRM 0.x: every node of one path is the root of a bone group of its own."""
    count = n // 110
    return gltf(chain(count), {'VRM': {'secondaryAnimation': {'boneGroups': [{'bones': [i]} for i in range(count)]}}}, ['VRM'])


def groups_in_groups_full(n):
    """The same with all other members, the lowest first, and colliders on all of them."""
    from growth_motion import nested_groups
    return nested_groups(n // 330)[0]


def same_groups(n):
    """VRM 0.x: bone groups over one path."""
    count = n // 90
    return gltf(chain(count), {'VRM': {'secondaryAnimation': {'boneGroups': [{'bones': [0]}] * count}}}, ['VRM'])


def same_roots(n):
    """VRM 0.x: one bone group that lists one root many times."""
    return gltf(chain(1000), {'VRM': {'secondaryAnimation': {'boneGroups': [{'bones': [0] * (n // 2)}]}}}, ['VRM'])


def nested_roots(n):
    from growth_motion import nested_roots as shape
    return shape(n // 250)[0]


def blend_shapes(n):
    from growth_content import blend_shapes as shape
    return shape(n // 210)[0]


def material_properties(n):
    from growth_content import material_properties as shape
    return shape(n // 300)[0]


def old_parts_of_many(n):
    """An avatar of both versions, with mistakes in the old one, that lists many extensions."""
    document = vrm_0(humanoid={'humanBones': [{'bone': 1, 'node': '', 'min': 1, 'max': 1, 'center': 1, 'axisLength': ''}] * (n // 140)},
                     blendShapeMaster={'blendShapeGroups': [{'name': 1, 'presetName': 1, 'binds': 1, 'materialValues': 1}] * (n // 140)})
    merged(document, {'extensionsUsed': [str(i) for i in range(n // 20)] + ['VRMC_vrm'],
                      'extensions': {'VRMC_vrm': {'specVersion': '1.0', 'meta': {}, 'humanoid': {'humanBones': {}}}}})
    return document


def values_of_many(n):
    """Wrong values of a material that is missing among many."""
    value = {'materialName': 'm', 'propertyName': '_Color', 'targetValue': ['', '', '']}
    document = vrm_0(blendShapeMaster={'blendShapeGroups': [{'name': 'a', 'presetName': 'joy', 'materialValues': [value] * (n // 150)}]})
    document['materials'] = [{'name': str(i)} for i in range(n // 40)]
    return document


def binds_beside_two_parents(n):
    """Nodes with two parents beside binds, of which any may change the mesh of such a node."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    binds = [{'node': len(nodes) - 1, 'index': 0, 'weight': 1}] * (n // 70)
    both = {'children': list(range(len(nodes) + 2, len(nodes) + 2 + n // 40))}
    return avatar(nodes + [both, both] + [{}] * (n // 40), at, expressions={'custom': {'e': {'morphTargetBinds': binds}}}, **face(1))[0]


def channels_of_many(n):
    """Channels with unknown paths in a file that lists many extensions."""
    return root(extensionsUsed=[str(i) for i in range(n // 20)], animations=[{
        'samplers': [{'input': 0, 'output': 0}],
        'channels': [{'sampler': 0, 'target': {'node': 0, 'path': str(i)}} for i in range(n // 100)]}])


def scaled_roots(n):
    from growth_motion import scaled_roots as shape
    return shape(n // 60)[0]


def shared_keys(n):
    from growth_motion import shared_keys as shape
    return shape(n // 130)[0]


def annotated(n):
    from growth_content import avatar_nodes as shape
    return shape(n // 95)[0]


SHAPES = empty_lists()
SHAPES.update({f.__name__: f for f in (
    unknown_members, unknown_in_each, unknown_at_top, unknown_extensions, used_extensions, custom_expressions,
    preset_expressions, human_bones, attributes, material_maps, long_name, long_names, long_key, long_keys, deep,
    one_name, scenes_and_children, children_of_all, scenes_of_all, node_path, node_ring, node_rings, bone_path,
    bone_path0, bones_on_one, *SPRING_SHAPES, constraint_ring, constraint_pairs, constraint_path,
    binds_of_expressions, moved_nodes, moved_outside, materials, textured, groups_in_groups, groups_in_groups_full, same_groups, same_roots,
    nested_roots, blend_shapes, material_properties, old_parts_of_many, values_of_many, binds_beside_two_parents, channels_of_many,
    scaled_roots, shared_keys, annotated, *SHARING_SHAPES)})


def merged(into, other):
    """Merges two documents: lists are concatenated, and objects' members are combined. Indices aren't updated, so they may
    refer to anything."""
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merged(into[key], value)
        elif isinstance(value, list) and isinstance(into.get(key), list):
            into[key] = into[key] + value
        else:
            into.setdefault(key, value)
    return into


def composition(seed, n):
    """Two to four shapes in one file; returns its name and the document."""
    at_random = random.Random(seed)
    names = at_random.sample(sorted(SHAPES), at_random.randint(2, 4))
    document = {}
    for name in names:
        merged(document, SHAPES[name](n // len(names)))
    return '+'.join(names), document
