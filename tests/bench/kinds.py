"""Lists of each kind of object in which each element has a fix. Each shape takes a number of elements and returns a document."""
import json

from growth_content import avatar, embedded, face, skeleton, vertices, vrm0
from growth_motion import chain, gltf


def core(**more):
    return gltf([{'name': 'root'}], {}, [], **more)


def extended(*names, **more):
    return gltf([{'name': 'root'}], {}, list(names), **more)


def faced(**parts):
    """An avatar of VRM 1.0 with a face."""
    nodes, at = skeleton()
    nodes += [{'name': 'face', 'mesh': 0}]
    document = avatar(nodes, at, materials=[{'name': 'm'}], **face(4))[0]
    document['extensions']['VRMC_vrm'].update(parts)
    return document


def faced0(more, **rest):
    nodes, at = skeleton()
    nodes += [{'name': 'face', 'mesh': 0}]
    return vrm0(nodes, at, None, more, **{'materials': [{'name': 'm'}], **face(4), **rest})[0]


FACE = len(skeleton()[0])


def happy(**binds):
    return faced(expressions={'preset': {'happy': binds}})


def springs(nodes, **parts):
    return gltf(nodes, {'VRMC_springBone': {'specVersion': '1.0', **parts}}, ['VRMC_springBone'])


def groups(n, **of_each):
    return faced0({'blendShapeMaster': {'blendShapeGroups': [{'name': f'g{i}', 'presetName': 'unknown', **of_each}
                                                             for i in range(n)]}})


def group(**members):
    return faced0({'blendShapeMaster': {'blendShapeGroups': [{'name': 'joy', 'presetName': 'joy', **members}]}})


def moving(n, channels=1):
    """An animation of n channels that say more than once where they lead, with a sampler each."""
    return core(animations=[{'channels': [{'sampler': i // channels, 'target': {'node': 0, 'path': 'rotation', 'nodes': 0}}
                                          for i in range(n)],
                             'samplers': [{'input': 0, 'output': 1, 'interpolation': 'linear'}
                                          for _ in range(n // channels)]}],
                accessors=[{'componentType': 5126, 'count': 1, 'type': 'SCALAR', 'min': [0], 'max': [0]},
                           {'componentType': 5126, 'count': 1, 'type': 'VEC4'}])


def hair(n):
    return chain(n + 1)


KINDS = {
    # glTF: members whose names are misspelt, and elements that nothing uses
    'nodes': lambda n: gltf([{'name': f'n{i}', 'mtrix': [1.0]} for i in range(n)], {}, []),
    'node_rotations': lambda n: gltf([{'name': f'n{i}', 'rotation': [0, 0, 0, 2]} for i in range(n)], {}, []),
    'meshes': lambda n: core(meshes=[{'primitives': [{'attributes': {'POSITION': 0}}], 'Name': 'm'}] * n, **vertices()),
    'primitives': lambda n: core(meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'Material': 0}] * n}],
                                 materials=[{}], **vertices()),
    'targets': lambda n: core(meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'Position': 0}] * n}]}],
                              **vertices()),
    'skins': lambda n: core(skins=[{'joints': [0], 'Skeleton': 0}] * n),
    'joints': lambda n: gltf(chain(n), {}, [], skins=[{'joints': list(range(n)) * 2}]),
    'materials': lambda n: core(materials=[{'name': 'm', 'alphaMode': 'blend'}] * n),
    'materials_unused': lambda n: core(materials=[{'name': f'm{i}'} for i in range(n)]),
    'factors': lambda n: core(materials=[{'pbrMetallicRoughness': {'baseColorFactor': [2, 1, 1, 1]}}] * n),
    'textures': lambda n: core(textures=[{'source': 0, 'Sampler': 0}] * n, images=[{'uri': 'a.png'}], samplers=[{}]),
    'textures_unused': lambda n: core(textures=[{'source': 0}] * n, images=[{'uri': 'a.png'}]),
    'images': lambda n: core(images=[{'uri': 'a.png', 'mimeType': 'image/jpg'}] * n),
    'samplers': lambda n: core(samplers=[{'magFilter': 9729.0, 'wrapt': 10497}] * n),
    'accessors': lambda n: core(accessors=[{'componentType': 5126, 'count': 1, 'type': 'vec3'}] * n),
    'accessors_unused': lambda n: core(accessors=[{'componentType': 5126, 'count': 1, 'type': 'VEC3'}] * n),
    'views': lambda n: core(bufferViews=[{'buffer': 0, 'byteLength': 4, 'byteoffset': 0}] * n,
                            buffers=[{'byteLength': 4, 'uri': embedded(bytes(4))}]),
    'buffers': lambda n: core(buffers=[{'byteLength': 4, 'URI': embedded(bytes(4))}] * n),
    'channels': moving,
    'cameras': lambda n: core(cameras=[{'type': 'Perspective', 'perspective': {'yfov': 1, 'znear': 1}}] * n),
    'used': lambda n: extended(*[f'VRMC_vrm{i % 2}' for i in range(n)]),
    'used_unknown': lambda n: extended(*[f'EXT_{i}' for i in range(n)]),
    'required': lambda n: core(extensionsRequired=[f'VRMC_vrm{i % 2}' for i in range(n)]),
    'scenes': lambda n: core(scenes=[{'nodes': [0], 'Name': 's'}] * n),
    'scene_nodes': lambda n: core(scenes=[{'nodes': [0] * n}]),
    'children': lambda n: gltf([{'name': 'root', 'children': [1] * n}, {'name': 'child'}], {}, []),
    'weights': lambda n: core(meshes=[{'primitives': [{'attributes': {'POSITION': 0}}], 'Weights': [0]}] * n, **vertices()),
    'clips': lambda n: core(animations=[{'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'Rotation'}}],
                                         'samplers': [{'input': 0, 'output': 1}]}] * n,
                            accessors=[{'componentType': 5126, 'count': 1, 'type': 'SCALAR', 'min': [0], 'max': [0]},
                                       {'componentType': 5126, 'count': 1, 'type': 'VEC4'}]),
    'extras': lambda n: core(materials=[{'Extras': {'a': i}} for i in range(n)]),
    # VRM 1.0
    'custom': lambda n: faced(expressions={'custom': {f'e{i}': {'isbinary': True} for i in range(n)}}),
    'morphs': lambda n: happy(morphTargetBinds=[{'node': FACE, 'index': 0, 'weight': 1}] * n),
    'morph_weights': lambda n: happy(morphTargetBinds=[{'node': FACE, 'index': i % 4, 'weight': 100} for i in range(n)]),
    'colors': lambda n: happy(materialColorBinds=[{'material': 0, 'type': 'Color', 'targetValue': [1, 1, 1, 1]}] * n),
    'transforms': lambda n: happy(textureTransformBinds=[{'material': 0, 'Scale': [1, 1]}] * n),
    'annotations': lambda n: faced(firstPerson={'meshAnnotations': [{'node': FACE, 'type': 'Auto'}] * n}),
    'annotations_many': lambda n: faced(firstPerson={'meshAnnotations': [{'node': FACE, 'type': 'auto'}] * n}),
    'springs': lambda n: springs(hair(n), springs=[{'joints': [{'node': i}, {'node': i + 1}], 'Name': 's'}
                                                   for i in range(n)]),
    'springs_empty': lambda n: springs(hair(1), springs=[{'joints': []}] * n),
    'spring_joints': lambda n: springs(hair(n), springs=[{'joints': [{'node': i, 'dragForce': 2} for i in range(n)]}]),
    'held_groups': lambda n: springs(hair(2), springs=[{'joints': [{'node': 0}, {'node': 1}], 'colliderGroups': [0] * n}],
                                     colliders=[{'node': 0, 'shape': {'sphere': {}}}],
                                     colliderGroups=[{'colliders': [0]}]),
    'colliders': lambda n: springs(hair(2), colliders=[{'node': 0, 'shape': {'sphere': {'Radius': 1}}}] * n,
                                   springs=[{'joints': [{'node': 0}, {'node': 1}]}]),
    'collider_groups': lambda n: springs(hair(2), colliders=[{'node': 0, 'shape': {'sphere': {}}}],
                                         springs=[{'joints': [{'node': 0}, {'node': 1}]}],
                                         colliderGroups=[{'colliders': [0, 0]}] * n),
    'grouped': lambda n: springs(hair(2), colliders=[{'node': 0, 'shape': {'sphere': {}}}],
                                 springs=[{'joints': [{'node': 0}, {'node': 1}], 'colliderGroups': [0]}],
                                 colliderGroups=[{'colliders': [0] * n}]),
    'constraints': lambda n: gltf([{'name': 'root'}] + [
        {'name': f'n{i}', 'extensions': {'VRMC_node_constraint': {
            'specVersion': '1.0', 'constraint': {'rotation': {'Source': 0}}}}} for i in range(n)],
        {}, ['VRMC_node_constraint']),
    'limits': lambda n: gltf(chain(n + 1), {'VRMC_springBone': {'specVersion': '1.0', 'springs': [{'joints': [
        {'node': i, 'extensions': {'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': {'Angle': 1}}}}}
        for i in range(n)]}]}}, ['VRMC_springBone', 'VRMC_springBone_limit']),
    'mtoon': lambda n: extended('VRMC_materials_mtoon', materials=[
        {'name': 'm', 'extensions': {'VRMC_materials_mtoon': {'specVersion': '1.0', 'outlineWidthmode': 'none'}}}] * n),
    'authors': lambda n: faced(meta={'name': 'a', 'authors': ['me'] * n, 'licenseURL': 'https://vrm.dev/licenses/1.0/'}),
    # VRM 0.x
    'groups0': lambda n: groups(n, isbinary=True),
    'binds0': lambda n: group(binds=[{'mesh': 0, 'index': 0, 'weight': 100}] * n),
    'weights0': lambda n: group(binds=[{'mesh': 0, 'index': i % 4, 'weight': 200} for i in range(n)]),
    'values0': lambda n: group(materialValues=[{'materialName': 'M', 'propertyName': '_Color', 'targetValue': [1, 1, 1, 1]}] * n),
    'properties0': lambda n: faced0({'materialProperties': [
        {'name': 'm', 'shader': 'VRM/MToon', 'floatProperties': {'_cutoff': 1}, 'vectorProperties': {}, 'renderQueue': 2000.0,
         'textureProperties': {}, 'keywordMap': {}, 'tagMap': {}}] * n}, materials=[{'name': 'm'}] * n),
    'bone_groups0': lambda n: faced0({'secondaryAnimation': {'boneGroups': [
        {'bones': [FACE], 'stiffness': 1, 'center': -1} for _ in range(n)], 'colliderGroups': []}}),
    'bones0': lambda n: faced0({'secondaryAnimation': {'boneGroups': [{'bones': [FACE] * n}], 'colliderGroups': []}}),
    'held_groups0': lambda n: faced0({'secondaryAnimation': {'boneGroups': [{'bones': [FACE], 'colliderGroups': [0] * n}],
                                                             'colliderGroups': [{'node': 1, 'colliders': []}]}}),
    'collider_groups0': lambda n: faced0({'secondaryAnimation': {'boneGroups': [], 'colliderGroups': [
        {'node': 1, 'colliders': [], 'Name': 'a'}] * n}}),
    'colliders0': lambda n: faced0({'secondaryAnimation': {'boneGroups': [], 'colliderGroups': [
        {'node': 1, 'colliders': [{'offset': {'x': 0, 'y': 0, 'z': 0}, 'radius': -1, 'Offset': {}}] * n}]}}),
    'annotations0': lambda n: faced0({'firstPerson': {'meshAnnotations': [{'mesh': 0, 'firstPersonFlag': 'auto'}] * n}}),
}


def motion(n, **parts):
    """A VRM animation of a chain."""
    return gltf(chain(n), {'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {'humanBones': {'hips': {'node': 0}}},
                                                  **parts}}, ['VRMC_vrm_animation'])


KINDS['animated'] = lambda n: motion(n + 1, expressions={'custom': {f'e{i}': {'Node': i} for i in range(n)}})
KINDS['moved_bones'] = lambda n: motion(n + 1, humanoid={'humanBones': {'hips': {'node': 0}, **{
    f'Bone{i}': {'node': i} for i in range(1, n)}}})


def sized(kind, size):
    """Returns the document of a kind with as many elements as fit into about size bytes."""
    few, more = (len(json.dumps(KINDS[kind](n), separators=(',', ':'))) for n in (64, 128))
    return KINDS[kind](max(1, (size - 2 * few + more) * 64 // (more - few)))

