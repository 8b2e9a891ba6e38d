#!/usr/bin/env python3
"""How the time of a check grows with the file: growth.py PROGRAM [CASE...]

Makes hostile and merely large files in a temporary folder, checks each at half and at full size with every rule of the
family on, and prints the ratio of the processor times (fastest of three runs) and the peak memory. 2.0 is linear, 2.1 to
2.2 is n log n at these sizes, 4.0 would be quadratic. Nothing is asserted: read the table.
"""
import base64
import json
import multiprocessing
import os
import struct
import subprocess
import sys
import tempfile
import zlib


def gltf(nodes, extensions, used, **more):
    children = {c for node in nodes for c in node.get('children', [])}
    return {'asset': {'version': '2.0'}, 'scene': 0,
            'scenes': [{'nodes': [i for i in range(len(nodes)) if i not in children]}], 'nodes': nodes,
            'extensionsUsed': used, 'extensions': extensions, **more}


def chain(count, **more):
    """Nodes below each other, 5 cm apart."""
    return [{'name': f'n{i}', 'translation': [0, -0.05, 0], **({'children': [i + 1]} if i + 1 < count else {}), **more}
            for i in range(count)]


def rotation(source):
    return {'VRMC_node_constraint': {'specVersion': '1.0', 'constraint': {'rotation': {'source': source}}}}


def aim(source):
    return {'VRMC_node_constraint': {
        'specVersion': '1.0', 'constraint': {'aim': {'source': source, 'aimAxis': 'PositiveZ'}}}}


def springs(joints_of, colliders=(), groups=()):
    return {'VRMC_springBone': {
        'specVersion': '1.0', **({'colliders': list(colliders)} if colliders else {}),
        **({'colliderGroups': list(groups)} if groups else {}),
        'springs': [{'name': f's{i}', 'joints': [{'node': n, 'dragForce': 0.5} for n in joints],
                     **({'colliderGroups': [0]} if groups else {})} for i, joints in enumerate(joints_of)]}}


def constraint_ring(n):
    """n constraints in one ring."""
    nodes = [{'name': f'n{i}', 'extensions': rotation((i + 1) % n)} for i in range(n)]
    return gltf(nodes, {}, ['VRMC_node_constraint']), 'constraint'


def aim_chain(n):
    """n nodes below each other, each aiming at the next but one root: ancestors of ancestors."""
    nodes = chain(n)
    for i, node in enumerate(nodes):
        node['extensions'] = aim((i * 7 + 3) % n)
    return gltf(nodes, {}, ['VRMC_node_constraint']), 'constraint'


def joint_chain(n):
    """One spring of n joints."""
    return gltf(chain(n), springs([range(n)]), ['VRMC_springBone']), 'springbone'


def shared_path(n):
    """n springs from the first to the last node of one path."""
    return gltf(chain(n), springs([[0, n - 1]] * n), ['VRMC_springBone']), 'springbone'


def one_large_group(n):
    """n colliders in one group that n / 100 springs of two joints reach."""
    count = n // 100
    nodes = [{'name': 'root', 'children': list(range(1, 2 * count, 2))}]
    for i in range(count):
        nodes += [{'name': f'a{i}', 'children': [2 * i + 2]}, {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    colliders = [{'node': 0, 'shape': {'sphere': {'offset': [3, 0.001 * i, 0], 'radius': 0.01}}} for i in range(n)]
    return gltf(nodes, springs([[2 * i + 1, 2 * i + 2] for i in range(count)], colliders,
                               [{'name': 'all', 'colliders': list(range(n))}]), ['VRMC_springBone']), 'collider'


def colliders_on_chains(n):
    """n / 4 chains of two joints, each with a collider of its own that the next chain reaches: one large ring."""
    count = n // 4
    nodes = []
    for i in range(count):
        nodes += [{'name': f'a{i}', 'children': [2 * i + 1]}, {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    colliders = [{'node': 2 * i + 1, 'shape': {'sphere': {'offset': [0, 0, 0], 'radius': 0.01}}} for i in range(count)]
    extension = springs([[2 * i, 2 * i + 1] for i in range(count)], colliders,
                        [{'name': f'g{i}', 'colliders': [i]} for i in range(count)])
    for i, spring in enumerate(extension['VRMC_springBone']['springs']):
        spring['colliderGroups'] = [(i + 1) % count]
    return gltf(nodes, extension, ['VRMC_springBone']), 'collider'


def inside_colliders(n):
    """n inside colliders too small for n chains that meet one each, which therefore jitter: causes by collider."""
    nodes = [{'name': 'root', 'children': list(range(1, 2 * n, 2))}]
    for i in range(n):
        nodes += [{'name': f'a{i}', 'translation': [0.1, 0, 0], 'children': [2 * i + 2]},
                  {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    shape = {'sphere': {'radius': 0}}
    inside = {'specVersion': '1.0', 'shape': {'sphere': {'offset': [0, 0, 0], 'radius': 0.001, 'inside': True}}}
    colliders = [{'node': 0, 'shape': shape, 'extensions': {'VRMC_springBone_extended_collider': inside}}] * n
    extension = springs([[2 * i + 1, 2 * i + 2] for i in range(n)], colliders,
                        [{'name': f'g{i}', 'colliders': [i]} for i in range(n)])
    for i, spring in enumerate(extension['VRMC_springBone']['springs']):
        spring['colliderGroups'] = [i]
        for joint in spring['joints']:
            joint['hitRadius'] = 0.02
    return gltf(nodes, extension, ['VRMC_springBone', 'VRMC_springBone_extended_collider']), 'collider,sim'


def same_springs(n):
    """n springs over the same two nodes: findings that relate each other."""
    return gltf(chain(2), springs([[0, 1]] * n), ['VRMC_springBone']), 'springbone'


def scaled_chains(n):
    """n / 2 chains below one node whose scale spoils them all: one finding that repeats, and all that follows."""
    nodes = [{'name': 'root', 'scale': [1, 0, 1], 'children': list(range(1, n + 1, 2))}]
    for i in range(n):
        nodes.append({'name': f'n{i}', 'translation': [0, -0.05, 0], **({'children': [i + 2]} if i % 2 == 0 else {})})
    return gltf(nodes, springs([[i + 1, i + 2] for i in range(0, n, 2)]), ['VRMC_springBone']), 'springbone'


def scaled_roots(n):
    """VRM 0.x: one bone group of n roots, each a chain of its own, below a node that scales them unevenly."""
    nodes = [{'name': 'root', 'scale': [1, 2, 1], 'children': list(range(1, 2 * n, 2))}]
    for i in range(n):
        nodes += [{'name': f'a{i}', 'children': [2 * i + 2]}, {'name': f'b{i}'}]
    return gltf(nodes, bone_groups([range(1, 2 * n, 2)], [0], [[]], []), ['VRM']), 'vrm0'


def bone_groups(roots_of, centers, chosen, colliders):
    group = {'stiffiness': 1, 'gravityPower': 0.1, 'gravityDir': {'x': 0, 'y': -1, 'z': 0}, 'dragForce': 0.4,
             'hitRadius': 0.02}
    return {'VRM': {'secondaryAnimation': {
        'boneGroups': [{**group, 'center': center, 'bones': list(roots), 'colliderGroups': list(groups)}
                       for roots, center, groups in zip(roots_of, centers, chosen)],
        'colliderGroups': [{'node': i, 'colliders': [{'offset': {'x': 0, 'y': 0, 'z': 0}, 'radius': 0.1}]}
                           for i in colliders]}}}


def nested_roots(n):
    """VRM 0.x: every node of one path is a root of one bone group that chooses colliders on all of them."""
    return gltf(chain(n), bone_groups([range(n)], [n - 1], [range(n)], range(n)), ['VRM']), 'vrm0'


def nested_groups(n):
    """VRM 0.x: every node of one path, a little uneven, is the root of a bone group of its own, the lowest first."""
    return gltf(chain(n, scale=[1, 1, 1.002]),
                bone_groups([[i] for i in reversed(range(n))], [0] * n, [[]] * n, list(range(n)) * 2), ['VRM']), 'vrm0'


def animation(nodes, channels, keys, accessors_of=lambda channel: (0, 1), count=1):
    """channels that turn the first nodes, by accessors which all lie over the same keys; every key is bad."""
    data = b''.join(struct.pack('<f', i / 32) for i in range(keys)) + bytes(16 * keys)
    times = {'bufferView': 0, 'componentType': 5126, 'count': keys, 'type': 'SCALAR', 'min': [0], 'max': [keys / 32]}
    values = {'bufferView': 1, 'componentType': 5126, 'count': keys, 'type': 'VEC4'}
    used = [accessors_of(i) for i in range(channels)]
    return gltf([{'name': f'n{i}'} for i in range(nodes)], {'VRMC_vrm_animation': {'specVersion': '1.0'}},
                ['VRMC_vrm_animation'],
                animations=[{'samplers': [{'input': i, 'output': o} for i, o in used],
                             'channels': [{'sampler': i, 'target': {'node': i % nodes, 'path': 'rotation'}}
                                          for i in range(channels)]}] * count,
                accessors=[times, values] * (max(o for _, o in used) // 2 + 1),
                bufferViews=[{'buffer': 0, 'byteLength': 4 * keys},
                             {'buffer': 0, 'byteOffset': 4 * keys, 'byteLength': 16 * keys}],
                buffers=[{'byteLength': len(data), 'uri': 'data:;base64,' + base64.b64encode(data).decode()}]
                ), 'animation'


def shared_keys(n):
    """n channels that play the same keys."""
    return animation(n, n, 2)


def same_target(n):
    """n channels that all turn one node, each by accessors of its own over the same 100 keys."""
    return animation(1, n, 100, lambda i: (2 * i, 2 * i + 1))


def many_keys(n):
    """One channel of n keys."""
    return animation(1, 1, n)


def many_animations(n):
    """n animations of one channel."""
    return animation(1, 1, 2, count=n)


def files(n):
    """n files of three joints each, in one run."""
    return gltf(chain(3), springs([range(3)]), ['VRMC_springBone']), 'default', n


def findings(n):
    """n findings in one file: ten unknown properties in each joint."""
    document, family = joint_chain(n // 10)
    for joint in document['extensions']['VRMC_springBone']['springs'][0]['joints']:
        joint.update({f'x{i}': 0 for i in range(10)})
    return document, family


def colliders(n):
    """n colliders in one group that one spring reaches."""
    shapes = [{'node': 0, 'shape': {'sphere': {'offset': [3, 0.001 * i, 0], 'radius': 0.01}}} for i in range(n)]
    return gltf(chain(3), springs([range(3)], shapes, [{'name': 'all', 'colliders': list(range(n))}]),
                ['VRMC_springBone']), 'collider'


REQUIRED = ('hips spine head leftUpperLeg leftLowerLeg leftFoot leftUpperArm leftLowerArm leftHand '
            'rightUpperLeg rightLowerLeg rightFoot rightUpperArm rightLowerArm rightHand').split()
PARENTS = dict(zip(REQUIRED[1:], 'hips spine hips leftUpperLeg leftLowerLeg spine leftUpperArm leftLowerArm '
                                 'hips rightUpperLeg rightLowerLeg spine rightUpperArm rightLowerArm'.split()))


def avatar(nodes, bones, used=(), **more):
    """VRMC_vrm with the nodes of its bones."""
    vrm = {'specVersion': '1.0',
           'meta': {'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
           'humanoid': {'humanBones': {bone: {'node': node} for bone, node in bones.items()}}}
    for member in ('expressions', 'firstPerson'):
        if member in more:
            vrm[member] = more.pop(member)
    return gltf(nodes, {'VRMC_vrm': vrm, **more.pop('extensions', {})}, ['VRMC_vrm', *used], **more), 'vrm'


def skeleton():
    """A root and the bones that are required, below each other as they should."""
    nodes, at = [{'name': 'root', 'children': [1]}], {}
    for bone in REQUIRED:
        at[bone] = len(nodes)
        nodes.append({'name': bone, 'translation': [0, 0.1, 0]})
        if bone in PARENTS:
            nodes[at[PARENTS[bone]]].setdefault('children', []).append(at[bone])
    return nodes, at


def face(targets):
    return {'meshes': [{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}] * targets}]}],
            'accessors': [{'componentType': 5126, 'count': 3, 'type': 'VEC3'}]}


def avatar_nodes(n):
    """A skeleton and n other nodes: of few names, scaled unevenly, each with the one mesh and an annotation."""
    nodes, at = skeleton()
    first = len(nodes)
    nodes += [{'name': f'n{i % 7}', 'scale': [1, 2, 1], 'mesh': 0} for i in range(n)]
    annotations = [{'node': first + i, 'type': 'thirdPersonOnly'} for i in range(n)]
    return avatar(nodes, at, firstPerson={'meshAnnotations': annotations}, **face(1))


def bone_chain(n):
    """All bones on one path of n nodes, as far from each other as that allows."""
    return avatar(chain(n), {bone: i * (n // len(REQUIRED)) for i, bone in enumerate(REQUIRED)})


def expressions(n):
    """n expressions of 1,000 binds, each target twice."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    binds = [{'node': len(nodes) - 1, 'index': i // 2, 'weight': 1} for i in range(1000)]
    custom = {f'e{i}': {'morphTargetBinds': binds} for i in range(n)}
    return avatar(nodes, at, expressions={'custom': custom}, **face(500))


def color_binds(n):
    """One expression of n binds of colours and of textures, for n materials."""
    nodes, at = skeleton()
    colors = [{'material': i, 'type': 'color', 'targetValue': [0, 0, 0, 1]} for i in range(n)]
    textures = [{'material': i, 'offset': [0.5, 0]} for i in range(n)]
    return avatar(nodes, at, expressions={'preset': {'happy': {'materialColorBinds': colors,
                                                               'textureTransformBinds': textures}}},
                  materials=[{}] * n)


EVERY = ('accessor,animation,budget,buffer,gltf,hdr,image,material,mesh,mtoon,skin,springbone,texture,vrm,vrm0,constraint,'
         'collider,limit,json')


def embedded(data, kind=''):
    return f'data:{kind};base64,' + base64.b64encode(data).decode()


def bare(nodes=(), used=(), **more):
    """Core glTF without an avatar, all rules on."""
    return gltf(list(nodes) or [{'name': 'root'}], {}, list(used), **more), EVERY


def png():
    """A pixel."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 6, 0, 0, 0)) +
            chunk(b'IDAT', zlib.compress(bytes(5))) + chunk(b'IEND', b''))


def materials(n):
    """n materials of one name, each with a texture transform of its own, in one mesh."""
    texture = [{'index': 0, 'extensions': {'KHR_texture_transform': {'offset': [i / n, 0], 'scale': [2, 2]}}}
               for i in range(n)]
    mtoon = {'specVersion': '1.0', 'shadeColorFactor': [1, 1, 1]}
    return bare([{'mesh': 0}], ['KHR_texture_transform', 'VRMC_materials_mtoon'],
                materials=[{'name': 'm', 'pbrMetallicRoughness': {'baseColorTexture': texture[i]},
                            'extensions': {'VRMC_materials_mtoon': mtoon}} for i in range(n)],
                textures=[{'source': 0}], images=[{'uri': embedded(png(), 'image/png')}],
                meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'material': i} for i in range(n)]}],
                accessors=[{'componentType': 5126, 'count': 3, 'type': 'VEC3'}])


def data_images(n):
    """n images of the same pixel in data URIs, each used by a texture and a material."""
    uri = embedded(png(), 'image/png')
    return bare(images=[{'uri': uri, 'name': 'i'}] * n, textures=[{'source': i} for i in range(n)],
                materials=[{'pbrMetallicRoughness': {'baseColorTexture': {'index': i}}} for i in range(n)])


def accessors(n):
    """n accessors over n views of one buffer, all alike."""
    return bare(accessors=[{'bufferView': i, 'componentType': 5126, 'count': 3, 'type': 'VEC3'} for i in range(n)],
                bufferViews=[{'buffer': 0, 'byteLength': 36}] * n,
                buffers=[{'byteLength': 36, 'uri': embedded(bytes(36))}])


def overlapping_views(n):
    """n views that reach a little into each other."""
    return bare(accessors=[{'bufferView': i, 'componentType': 5121, 'count': 6, 'type': 'SCALAR'} for i in range(n)],
                bufferViews=[{'buffer': 0, 'byteOffset': i, 'byteLength': n} for i in range(n)],
                buffers=[{'byteLength': 2 * n, 'uri': embedded(bytes(2 * n))}])


def buffers(n):
    """n buffers of the same bytes."""
    return bare(buffers=[{'byteLength': 4, 'uri': embedded(bytes(4))}] * n,
                bufferViews=[{'buffer': i, 'byteLength': 4} for i in range(n)])


def vertices():
    """A triangle's accessors: positions, joints, weights, and its buffer."""
    data = struct.pack('<9f', 0, 0, 0, 1, 0, 0, 0, 1, 0) + bytes(12) + struct.pack('<12f', *([1, 0, 0, 0] * 3))
    return {'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3',
                           'min': [0, 0, 0], 'max': [1, 1, 0]},
                          {'bufferView': 1, 'componentType': 5121, 'count': 3, 'type': 'VEC4'},
                          {'bufferView': 2, 'componentType': 5126, 'count': 3, 'type': 'VEC4'}],
            'bufferViews': [{'buffer': 0, 'byteLength': 36}, {'buffer': 0, 'byteOffset': 36, 'byteLength': 12},
                            {'buffer': 0, 'byteOffset': 48, 'byteLength': 48}],
            'buffers': [{'byteLength': len(data), 'uri': embedded(data)}]}


SKINNED = {'POSITION': 0, 'JOINTS_0': 1, 'WEIGHTS_0': 2}


def meshes(n):
    """n meshes of one skinned triangle, each in a node of its own with the one skin."""
    return bare([{'name': 'root'}] + [{'name': f'n{i}', 'mesh': i, 'skin': 0} for i in range(n)],
                meshes=[{'primitives': [{'attributes': SKINNED}]}] * n, skins=[{'joints': [0]}], **vertices())


def primitives(n):
    """One mesh of n skinned triangles."""
    return bare([{'name': 'root'}, {'mesh': 0, 'skin': 0}], meshes=[{'primitives': [{'attributes': SKINNED}] * n}],
                skins=[{'joints': [0]}], **vertices())


def targets(n):
    """One triangle of n targets, of one name."""
    return bare([{'mesh': 0}], meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}] * n}],
                                        'extras': {'targetNames': ['t'] * n}}], **vertices())


def skins(n):
    """n skins of the same joint, each of a node that has the one mesh."""
    return bare([{'name': 'root'}] + [{'name': f'n{i}', 'mesh': 0, 'skin': i} for i in range(n)],
                meshes=[{'primitives': [{'attributes': SKINNED}]}], skins=[{'joints': [0]}] * n, **vertices())


def joints(n):
    """One skin of n joints on one path, of which one is weighted."""
    nodes = chain(n) + [{'name': 'body', 'mesh': 0, 'skin': 0}]
    return bare(nodes, meshes=[{'primitives': [{'attributes': SKINNED}]}], skins=[{'joints': list(range(n))}], **vertices())


def mesh_nodes(n):
    """n nodes of one mesh and one skin in VRM 0.x, the mesh annotated."""
    nodes, at = skeleton()
    nodes += [{'name': f'n{i}', 'mesh': 0, 'skin': 0} for i in range(n)]
    return vrm0(nodes, at, firstPerson={'meshAnnotations': [{'mesh': 0, 'firstPersonFlag': 'Auto'}] * 2},
                meshes=[{'primitives': [{'attributes': SKINNED}]}], skins=[{'joints': [0]}], **vertices())


def vrm0(nodes, at, bones=None, more=None, **rest):
    vrm = {'specVersion': '0.0', 'meta': {'title': 't', 'author': 'a'},
           'humanoid': {'humanBones': bones or [{'bone': bone, 'node': node} for bone, node in at.items()]}, **(more or {})}
    for member in ('blendShapeMaster', 'firstPerson', 'materialProperties'):
        if member in rest:
            vrm[member] = rest.pop(member)
    return gltf(nodes, {'VRM': vrm}, ['VRM'], **rest), EVERY


def listed_bones(n):
    """VRM 0.x: humanBones lists the hips n times."""
    nodes, at = skeleton()
    listed = [{'bone': bone, 'node': node} for bone, node in at.items()]
    return vrm0(nodes, at, listed + [{'bone': 'hips', 'node': i % len(nodes)} for i in range(n)])


def blend_shapes(n):
    """VRM 0.x: n blend shape groups of one name with a bind and a material value each."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    groups = [{'name': 'g', 'presetName': 'unknown', 'binds': [{'mesh': 0, 'index': i % 10, 'weight': 100}],
               'materialValues': [{'materialName': 'm', 'propertyName': '_Color', 'targetValue': [1, 1, 1, 1]}]}
              for i in range(n)]
    return vrm0(nodes, at, blendShapeMaster={'blendShapeGroups': groups}, materials=[{'name': 'm'}], **face(10))


def blend_binds(n):
    """VRM 0.x: one blend shape group of n binds and n values of materials."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    group = {'name': 'g', 'presetName': 'joy', 'binds': [{'mesh': 0, 'index': i, 'weight': 100} for i in range(n)],
             'materialValues': [{'materialName': f'm{i}', 'propertyName': '_Color', 'targetValue': [1, 1, 1, 1]}
                                for i in range(n)]}
    return vrm0(nodes, at, blendShapeMaster={'blendShapeGroups': [group]},
                materials=[{'name': f'm{i}'} for i in range(n)], **face(n))


def material_properties(n):
    """VRM 0.x: n materials of one name with their properties."""
    nodes, at = skeleton()
    properties = {'name': 'm', 'shader': 'VRM/MToon', 'renderQueue': 2000, 'floatProperties': {'_Cutoff': 0.5, '_Cull': 2},
                  'vectorProperties': {'_Color': [1, 1, 1, 1], '_MainTex': [0, 0, 1, 1]},
                  'textureProperties': {'_MainTex': 0}, 'keywordMap': {}, 'tagMap': {'RenderType': 'Opaque'}}
    return vrm0(nodes, at, materialProperties=[properties] * n, materials=[{'name': 'm'}] * n,
                textures=[{'source': 0}], images=[{'uri': embedded(png(), 'image/png')}])


def named_expressions(n):
    """n expressions of one bind."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    custom = {f'e{i}': {'morphTargetBinds': [{'node': len(nodes) - 1, 'index': i % 100, 'weight': 1}]} for i in range(n)}
    document, _ = avatar(nodes, at, expressions={'custom': custom}, **face(100))
    return document, EVERY


CASES = {f.__name__: (f, size) for f, size in (
    (files, 100000), (joint_chain, 100000), (colliders, 100000), (many_keys, 1000000), (findings, 1000000),
    (constraint_ring, 100000), (aim_chain, 100000), (shared_path, 20000),
    (one_large_group, 100000), (colliders_on_chains, 100000), (nested_roots, 100000),
    (inside_colliders, 4000), (same_springs, 100000), (scaled_chains, 100000), (scaled_roots, 100000),
    (nested_groups, 50000), (shared_keys, 100000), (same_target, 50000),
    (many_animations, 50000), (avatar_nodes, 100000), (bone_chain, 100000), (expressions, 1000),
    (color_binds, 100000),
    (materials, 100000), (data_images, 100000), (accessors, 100000), (overlapping_views, 100000), (buffers, 100000),
    (meshes, 100000), (primitives, 100000), (targets, 100000), (skins, 50000), (joints, 100000), (mesh_nodes, 100000),
    (listed_bones, 100000), (blend_shapes, 100000), (blend_binds, 100000), (material_properties, 50000),
    (named_expressions, 100000))}


def check(program, path, family):
    """Processor seconds and peak memory in MB of the fastest of three checks. They simulate where rules of motion are on."""
    still = [] if 'sim' in family else ['--no-simulation']
    best = None
    for _ in range(3):
        run = subprocess.Popen([program, '--no-config', *still, '--jobs', '1', '--select', family, '--format', 'ndjson', path],
                               stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(run.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f'{program} failed on {path}')
        seconds = usage.ru_utime + usage.ru_stime
        best = seconds if best is None else min(best, seconds)
    return best, usage.ru_maxrss / 1024


def write(path, case, n):
    """Writes a case, as a file or as a folder of copies; returns the bytes of JSON in one, and the family."""
    document, family, copies = (*CASES[case][0](n), None)[:3]
    text = json.dumps(document, separators=(',', ':'))
    if copies is not None:
        os.mkdir(path)
    for i in range(1 if copies is None else copies):
        with open(path if copies is None else os.path.join(path, f'{i:06}.gltf'), 'w', encoding='utf-8') as file:
            file.write(text)
    return len(text), family


def table(program, names):
    print(f'{"case":22} {"n":>8} {"half s":>8} {"full s":>8} {"ratio":>6} {"MB of JSON":>11} {"peak MB":>8}')
    with tempfile.TemporaryDirectory() as folder:
        for name in names or CASES:
            size = CASES[name][1]
            seconds = []
            for n in (size // 2, size):
                path = os.path.join(folder, f'{name}-{n}.gltf')
                # in a process of its own: what this one holds would count as memory of those that it starts
                with multiprocessing.get_context('spawn').Pool(1) as pool:
                    size_of_json, family = pool.apply(write, (path, name, n))
                spent, peak = check(program, path, family)
                seconds.append(spent)
            print(f'{name:22} {size:8} {seconds[0]:8.2f} {seconds[1]:8.2f} {seconds[1] / seconds[0]:6.2f} '
                  f'{size_of_json / 1e6:11.1f} {peak:8.0f}', flush=True)


if __name__ == '__main__':
    table(sys.argv[1], sys.argv[2:])
