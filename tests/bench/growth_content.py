"""Shapes for growth.py: avatars, and lists of core glTF. Each returns a document and the rules for it."""
import base64
import struct
import zlib

from growth_motion import chain, gltf

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
    """A root and the required bones, in a valid hierarchy."""
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
    """A skeleton and n other nodes: with few different names, scaled unevenly, each with the one mesh and an annotation."""
    nodes, at = skeleton()
    first = len(nodes)
    nodes += [{'name': f'n{i % 7}', 'scale': [1, 2, 1], 'mesh': 0} for i in range(n)]
    annotations = [{'node': first + i, 'type': 'thirdPersonOnly'} for i in range(n)]
    return avatar(nodes, at, firstPerson={'meshAnnotations': annotations}, **face(1))


def bone_chain(n):
    """All bones on one path of n nodes, as far apart as possible."""
    return avatar(chain(n), {bone: i * (n // len(REQUIRED)) for i, bone in enumerate(REQUIRED)})


def expressions(n):
    """n expressions with 1,000 binds, each target twice."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    binds = [{'node': len(nodes) - 1, 'index': i // 2, 'weight': 1} for i in range(1000)]
    custom = {f'e{i}': {'morphTargetBinds': binds} for i in range(n)}
    return avatar(nodes, at, expressions={'custom': custom}, **face(500))


def color_binds(n):
    """One expression with n binds of colours and of textures, for n materials."""
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
    """n views that overlap a little."""
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
    """One triangle with n targets of the same name."""
    return bare([{'mesh': 0}], meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}] * n}],
                                        'extras': {'targetNames': ['t'] * n}}], **vertices())


def skins(n):
    """n skins of the same joint, each on a node with the one mesh."""
    return bare([{'name': 'root'}] + [{'name': f'n{i}', 'mesh': 0, 'skin': i} for i in range(n)],
                meshes=[{'primitives': [{'attributes': SKINNED}]}], skins=[{'joints': [0]}] * n, **vertices())


def joints(n):
    """One skin of n joints on one path; only one joint has a weight."""
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
    """VRM 0.x: n blend shape groups of one name, with one bind and one material value each."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    groups = [{'name': 'g', 'presetName': 'unknown', 'binds': [{'mesh': 0, 'index': i % 10, 'weight': 100}],
               'materialValues': [{'materialName': 'm', 'propertyName': '_Color', 'targetValue': [1, 1, 1, 1]}]}
              for i in range(n)]
    return vrm0(nodes, at, blendShapeMaster={'blendShapeGroups': groups}, materials=[{'name': 'm'}], **face(10))


def blend_binds(n):
    """VRM 0.x: one blend shape group with n binds and n material values."""
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
    """n expressions with one bind each."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    custom = {f'e{i}': {'morphTargetBinds': [{'node': len(nodes) - 1, 'index': i % 100, 'weight': 1}]} for i in range(n)}
    document, _ = avatar(nodes, at, expressions={'custom': custom}, **face(100))
    return document, EVERY
