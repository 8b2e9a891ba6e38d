"""The shapes of hostile.py in which many objects refer to the same few: bytes, accessors, meshes, materials, nodes.

In each, about half of the file is the shared data and the other half is the objects that refer to it.
"""
import base64
import struct

from growth_content import avatar, bare, skeleton, vrm0
from growth_motion import chain, gltf

FLOAT, BYTE, SHORT, INT = 5126, 5121, 5123, 5125


def stored(data, **more):
    """Returns a document with the bytes as its buffer."""
    uri = 'data:application/octet-stream;base64,' + base64.b64encode(data).decode()
    return bare(buffers=[{'byteLength': len(data), 'uri': uri}], **more)[0]


def used_by_textures(document, count):
    """Adds materials and textures that use the document's images."""
    document['textures'] = [{'source': i} for i in range(count)]
    document['materials'] = [{'normalTexture': {'index': i}} for i in range(count)]
    return document


# ---- images ----

JPEG_FRAME = b'\xff\xc0\x00\x0b\x08\x00\x04\x00\x04\x01\x01\x11\x00'
JPEG_SCAN = b'\xff\xda\x00\x02'
PNG_HEAD = (b'\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR' + struct.pack('>IIBBBBB', 4, 4, 8, 6, 0, 0, 0) + bytes(4))


def of_one_view(data, n):
    """Images that all use one view."""
    return stored(data, bufferViews=[{'buffer': 0, 'byteLength': len(data)}], images=[{'bufferView': 0}] * (n // 2 // 17))


def of_many_views(data, step, n):
    """Images in views that begin at multiples of step, and all end at the end of the data."""
    count = min(n // 2 // 85, len(data) // step)
    views = [{'buffer': 0, 'byteOffset': i * step, 'byteLength': len(data) - i * step} for i in range(count)]
    return stored(data, bufferViews=views, images=[{'bufferView': i} for i in range(count)])


def images_share_jpeg_padding(n):
    return of_one_view(b'\xff\xd8' + b'\xff' * (n // 3) + JPEG_FRAME + JPEG_SCAN + b'\xff\xd9', n)


def images_share_jpeg_scan(n):
    """The scan has no end, although each of its bytes could begin an end marker."""
    return of_one_view(b'\xff\xd8' + JPEG_FRAME + JPEG_SCAN + b'\xff' * (n // 3), n)


def images_share_png(n):
    return of_one_view(PNG_HEAD + bytes(n // 3), n)


def images_share_webp(n):
    size = n // 3
    return of_one_view(b'RIFF' + struct.pack('<I', size) + b'WEBPVP8L' + bytes(4) + b'\x2f' + bytes(size), n)


def images_share_ktx2(n):
    head = b'\xabKTX 20\xbb\r\n\x1a\n' + struct.pack('<9I', 37, 1, 4, 4, 0, 0, 1, 32, 1)
    return of_one_view(head + bytes(n // 3), n)


def images_share_gif(n):
    return of_one_view(b'GIF89a' + bytes(n // 3), n)


def images_overlap_jpeg(n):
    """A JPEG begins at every second byte."""
    return of_many_views(b'\xff\xd8' * (n // 6), 2, n)


def images_overlap_jpeg_scan(n):
    one = b'\xff\xd8' + JPEG_FRAME + JPEG_SCAN + b'\xff' * 32
    return of_many_views(one * (n // 3 // len(one)), len(one), n)


def images_overlap_png(n):
    """Chunks contain the beginnings of further images, whose chunks end at the same offset."""
    one = struct.pack('>I', len(PNG_HEAD)) + b'teXt' + PNG_HEAD + struct.pack('>I', len(PNG_HEAD))
    count = n // 3 // len(one)
    data = one * count
    document = of_many_views(data, len(one), n)
    for view in document['bufferViews']:
        view['byteOffset'] += 8
        view['byteLength'] -= 8
    return document


def images_alike(n):
    """Overlapping images of one size, all of them used."""
    data = (b'\xff\xd8' + JPEG_FRAME + JPEG_SCAN + b'\xff\xd9') * (n // 4 // 21)
    count = min(n // 3 // 180, len(data) // 2 // 21)
    views = [{'buffer': 0, 'byteOffset': i * 21, 'byteLength': len(data) // 2} for i in range(count)]
    return used_by_textures(stored(data, bufferViews=views, images=[{'bufferView': i} for i in range(count)]), count)


def images_twice(n):
    """Images that use one large view, all of them used."""
    data = b'\xff\xd8' + JPEG_FRAME + JPEG_SCAN + bytes(n // 3) + b'\xff\xd9'
    count = n // 2 // 85
    return used_by_textures(stored(data, bufferViews=[{'buffer': 0, 'byteLength': len(data)}],
                                   images=[{'bufferView': 0}] * count), count)


def images_beside(n):
    """Images that use one file beside the document (BESIDE)."""
    return bare(images=[{'uri': 'shared.jpg'}] * (n // 22))[0]


def images_beside_spelt(n):
    """The same, each with a different path to the file."""
    def path(i):
        return ''.join('./' if i >> bit & 1 else '././' for bit in range(16)) + 'shared.jpg'
    return bare(images=[{'uri': path(i)} for i in range(n // 72)])[0]


def beside(n):
    return b'\xff\xd8' + b'\xff' * n


# ---- accessors ----

def floats(count, width=1):
    return struct.pack(f'<{count * width}f', *(i % 97 * 0.01 for i in range(count * width)))


def shared_view(count, kind, component, accessor_count, **more):
    """Returns a document with accessor_count accessors that all cover one view of count elements."""
    width = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}[kind]
    data = floats(count, width) if component == FLOAT else bytes(i % 3 for i in range(count * width * (
        {BYTE: 1, SHORT: 2, INT: 4}[component])))
    accessor = {'bufferView': 0, 'componentType': component, 'count': count, 'type': kind}
    if kind == 'VEC3':
        accessor.update(min=[0, 0, 0], max=[0.96, 0.96, 0.96])
    return stored(data, bufferViews=[{'buffer': 0, 'byteLength': len(data)}], accessors=[accessor] * accessor_count, **more)


def accessors_share_view(n):
    """Positions: accessors over one view, each with bounds, each in its own primitive."""
    count = n // 2 // 170
    return shared_view(n // 33, 'VEC3', FLOAT, count,
                       meshes=[{'primitives': [{'attributes': {'POSITION': i}} for i in range(count)]}])


def accessors_overlap(n):
    """Accessors in one view; each begins one element after the previous one."""
    count = n // 2 // 130
    elements = n // 11
    document = shared_view(elements, 'SCALAR', FLOAT, 0)
    document['accessors'] = [{'bufferView': 0, 'byteOffset': 4 * i, 'componentType': FLOAT, 'count': elements - i,
                              'type': 'SCALAR'} for i in range(count)]
    document['animations'] = [{'channels': [{'sampler': i, 'target': {'node': 0, 'path': 'weights'}} for i in range(count)],
                               'samplers': [{'input': i, 'output': i} for i in range(count)]}]
    return document


def views_overlap(n):
    """Positions in views; each view begins one element after the previous one."""
    count = n // 2 // 220
    elements = n // 33
    data = floats(elements, 3)
    return stored(data,
                  bufferViews=[{'buffer': 0, 'byteOffset': 12 * i, 'byteLength': len(data) - 12 * i} for i in range(count)],
                  accessors=[{'bufferView': i, 'componentType': FLOAT, 'count': elements - i, 'type': 'VEC3'}
                             for i in range(count)],
                  meshes=[{'primitives': [{'attributes': {'POSITION': i}} for i in range(count)]}])


def sparse_share(n):
    """Sparse accessors over the same indices and values."""
    elements, count = n // 60, n // 2 // 300
    indices = struct.pack(f'<{elements}I', *range(elements))
    values = floats(elements, 3)
    sparse = {'count': elements, 'indices': {'bufferView': 0, 'componentType': INT}, 'values': {'bufferView': 1}}
    return stored(indices + values,
                  bufferViews=[{'buffer': 0, 'byteLength': len(indices)},
                               {'buffer': 0, 'byteOffset': len(indices), 'byteLength': len(values)}],
                  accessors=[{'componentType': FLOAT, 'count': elements, 'type': 'VEC3', 'sparse': sparse}] * count,
                  meshes=[{'primitives': [{'attributes': {'POSITION': i}} for i in range(count)]}])


# ---- meshes ----

def geometry(vertices, skinned=True):
    """Vertices with joints and weights, and the same number of indices: accessors 0 to 3."""
    position, joints = floats(vertices, 3), bytes(4 * vertices)
    weights = struct.pack(f'<{4 * vertices}f', *([1, 0, 0, 0] * vertices))
    indices = struct.pack(f'<{vertices}I', *((i * 7) % vertices for i in range(vertices)))
    parts = [position, joints, weights, indices] if skinned else [position, b'', b'', indices]
    views, at = [], 0
    for part in parts:
        views.append({'buffer': 0, 'byteOffset': at, 'byteLength': len(part)})
        at += len(part)
    kinds = [(FLOAT, 'VEC3'), (BYTE, 'VEC4'), (FLOAT, 'VEC4'), (INT, 'SCALAR')]
    accessors = [{'bufferView': i, 'componentType': component, 'count': vertices if parts[i] else 1, 'type': kind}
                 for i, (component, kind) in enumerate(kinds)]
    accessors[0].update(min=[0, 0, 0], max=[0.96, 0.96, 0.96])
    return b''.join(parts), views, accessors


SKINNED = {'POSITION': 0, 'JOINTS_0': 1, 'WEIGHTS_0': 2}


def primitives_share(n):
    """Primitives with the same vertices and indices."""
    data, views, accessors = geometry(n // 2 // 50)
    return stored(data, bufferViews=views, accessors=accessors,
                  meshes=[{'primitives': [{'attributes': SKINNED, 'indices': 3}] * (n // 2 // 70)}])


def primitives_share_vertices(n):
    """Primitives with the same vertices, each with its own indices, which overlap."""
    vertices, count = n // 4 // 50, n // 2 // 170
    data, views, accessors = geometry(vertices)
    for i in range(count):
        accessors.append({'bufferView': 3, 'byteOffset': 4 * (i % (vertices // 2)), 'componentType': INT,
                          'count': vertices // 2, 'type': 'SCALAR'})
    return stored(data, bufferViews=views, accessors=accessors,
                  meshes=[{'primitives': [{'attributes': SKINNED, 'indices': 4 + i} for i in range(count)]}])


def primitives_share_indices(n):
    """Primitives with the same indices, each with its own positions, which overlap."""
    vertices, count = n // 4 // 22, n // 2 // 190
    data, views, accessors = geometry(vertices, False)
    for i in range(count):
        accessors.append({'bufferView': 0, 'byteOffset': 12 * (i % (vertices // 2)), 'componentType': FLOAT,
                          'count': vertices // 2, 'type': 'VEC3', 'min': [0, 0, 0], 'max': [1, 1, 1]})
    return stored(data, bufferViews=views, accessors=accessors,
                  meshes=[{'primitives': [{'attributes': {'POSITION': 4 + i}, 'indices': 3} for i in range(count)]}])


def meshes_share(n):
    """Meshes with the same accessors, each on a node with the one skin."""
    count = n // 2 // 130
    data, views, accessors = geometry(n // 2 // 50)
    document = stored(data, bufferViews=views, accessors=accessors, skins=[{'joints': [0]}],
                      meshes=[{'primitives': [{'attributes': SKINNED, 'indices': 3}]}] * count)
    document['nodes'] += [{'mesh': i, 'skin': 0} for i in range(count)]
    return document


def nodes_share_mesh(n):
    """Nodes with one large skinned mesh."""
    data, views, accessors = geometry(n // 2 // 50)
    document = stored(data, bufferViews=views, accessors=accessors, skins=[{'joints': [0]}],
                      meshes=[{'primitives': [{'attributes': SKINNED, 'indices': 3}]}])
    document['nodes'] += [{'mesh': 0, 'skin': 0}] * (n // 2 // 22)
    return document


def skins_share_mesh(n):
    """The same, each node with its own skin."""
    count = n // 2 // 50
    data, views, accessors = geometry(n // 2 // 50)
    document = stored(data, bufferViews=views, accessors=accessors, skins=[{'joints': [0]}] * count,
                      meshes=[{'primitives': [{'attributes': SKINNED, 'indices': 3}]}])
    document['nodes'] += [{'mesh': 0, 'skin': i} for i in range(count)]
    return document


def nodes_share_primitives(n):
    """Nodes with one mesh of many primitives with many targets."""
    nodes, at = skeleton()
    nodes += [{'mesh': 0, 'weights': [0, 1]}] * (n // 2 // 28)
    primitives = [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}] * 2, 'material': 0}] * (n // 2 // 90)
    annotations = [{'node': len(nodes) - 1 - i, 'type': 'both'} for i in range(n // 400)]
    return avatar(nodes, at, firstPerson={'meshAnnotations': annotations}, meshes=[{'primitives': primitives}],
                  materials=[{}], accessors=[{'componentType': FLOAT, 'count': 3, 'type': 'VEC3'}])[0]


def annotations_share(n):
    """Identical annotations of one node with a large mesh."""
    nodes, at = skeleton()
    data, views, accessors = geometry(n // 2 // 50)
    document = stored(data, bufferViews=views, accessors=accessors, skins=[{'joints': [1, 2, 3]}],
                      meshes=[{'primitives': [{'attributes': SKINNED, 'indices': 3}]}])
    nodes.append({'name': 'body', 'mesh': 0, 'skin': 0})
    annotations = [{'node': len(nodes) - 1, 'type': 'auto'}] * (n // 2 // 26)
    base = avatar(nodes, at, firstPerson={'meshAnnotations': annotations})[0]
    return {**document, **base}


def targets_share(n):
    """Morph targets that use the same large accessor."""
    elements = n // 2 // 17
    document = shared_view(elements, 'VEC3', FLOAT, 2)
    document['meshes'] = [{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 1}] * (n // 2 // 15)}]}]
    document['nodes'] = [{'mesh': 0}]
    return document


def targets_overlap(n):
    """Morph targets whose accessors each begin one element after the previous one."""
    elements, count = n // 2 // 17, n // 2 // 130
    document = shared_view(elements, 'VEC3', FLOAT, 1)
    document['accessors'] += [{'bufferView': 0, 'byteOffset': 12 * i, 'componentType': FLOAT, 'count': elements // 2,
                               'type': 'VEC3'} for i in range(count)]
    document['accessors'][0]['count'] = elements // 2
    document['meshes'] = [{'primitives': [{'attributes': {'POSITION': 0},
                                           'targets': [{'POSITION': 1 + i} for i in range(count)]}]}]
    document['nodes'] = [{'mesh': 0}]
    return document


def skins_share_matrices(n):
    """Skins that use one list of matrices, each with all joints."""
    side = int((n / 12) ** 0.5)
    document = shared_view(side, 'MAT4', FLOAT, 1)
    document['nodes'] = chain(side)
    document['skins'] = [{'joints': list(range(side)), 'inverseBindMatrices': 0}] * side
    return document


def skins_share_large_matrices(n):
    """Skins with one joint but many matrices."""
    document = shared_view(n // 2 // 88, 'MAT4', FLOAT, 1)
    document['skins'] = [{'joints': [0], 'inverseBindMatrices': 0}] * (n // 2 // 42)
    return document


# ---- animations ----

def samplers_share(n):
    """Samplers with the same keyframes, one channel each."""
    document = shared_view(n // 2 // 6, 'SCALAR', FLOAT, 1)
    count = n // 2 // 90
    document['animations'] = [{'channels': [{'sampler': i, 'target': {'node': 0, 'path': 'weights'}} for i in range(count)],
                               'samplers': [{'input': 0, 'output': 0}] * count}]
    return document


def samplers_share_times(n):
    """Samplers with the same times, each with its own rotations, which overlap."""
    elements, count = n // 2 // 22, n // 2 // 200
    data = floats(2 * elements, 4)
    times = struct.pack(f'<{elements}f', *(0.01 * i for i in range(elements)))
    document = stored(times + data,
                      bufferViews=[{'buffer': 0, 'byteLength': len(times)},
                                   {'buffer': 0, 'byteOffset': len(times), 'byteLength': len(data)}],
                      accessors=[{'bufferView': 0, 'componentType': FLOAT, 'count': elements, 'type': 'SCALAR'}] +
                      [{'bufferView': 1, 'byteOffset': 16 * i, 'componentType': FLOAT, 'count': elements, 'type': 'VEC4'}
                       for i in range(count)])
    document['nodes'] = [{'name': f'n{i}'} for i in range(count)]
    document['animations'] = [{'channels': [{'sampler': i, 'target': {'node': i, 'path': 'rotation'}} for i in range(count)],
                               'samplers': [{'input': 0, 'output': 1 + i} for i in range(count)]}]
    return document


def channels_share(n):
    """Channels with the same sampler and node."""
    document = shared_view(n // 2 // 6, 'SCALAR', FLOAT, 1)
    document['animations'] = [{'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'weights'}}] * (n // 2 // 52),
                               'samplers': [{'input': 0, 'output': 0}]}]
    return document


def animations_share(n):
    """Animations with the same keyframes."""
    document = shared_view(n // 2 // 6, 'SCALAR', FLOAT, 1)
    document['animations'] = [{'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'weights'}}],
                               'samplers': [{'input': 0, 'output': 0}]}] * (n // 2 // 110)
    return document


def motions_share(n):
    """VRMA: the same keyframes move all bones, in as many animations as fit."""
    nodes, at = skeleton()
    elements = n // 2 // 28
    data = floats(elements) + floats(elements, 4)
    channels = [{'sampler': 0, 'target': {'node': node, 'path': 'rotation'}} for node in at.values()]
    document = stored(data, bufferViews=[{'buffer': 0, 'byteLength': 4 * elements},
                                         {'buffer': 0, 'byteOffset': 4 * elements, 'byteLength': 16 * elements}],
                      accessors=[{'bufferView': 0, 'componentType': FLOAT, 'count': elements, 'type': 'SCALAR'},
                                 {'bufferView': 1, 'componentType': FLOAT, 'count': elements, 'type': 'VEC4'}],
                      animations=[{'channels': channels, 'samplers': [{'input': 0, 'output': 1}]}] * (n // 2 // 900))
    bones = {bone: {'node': node} for bone, node in at.items()}
    return {**document, **gltf(nodes, {'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {'humanBones': bones}}},
                               ['VRMC_vrm_animation'])}


# ---- materials and textures ----

def materials_share(n):
    """Primitives with one material that uses all kinds of textures, and textures of one image."""
    texture = {'index': 0, 'texCoord': 1, 'extensions': {'KHR_texture_transform': {'texCoord': 2, 'offset': [1, 1]}}}
    material = {'pbrMetallicRoughness': {'baseColorTexture': texture, 'metallicRoughnessTexture': texture},
                'normalTexture': texture, 'occlusionTexture': texture, 'emissiveTexture': texture}
    return bare([{'mesh': 0}], ['KHR_texture_transform'], materials=[material] * (n // 2 // 500), textures=[{'source': 0}],
                images=[{'uri': 'a.png'}], accessors=[{'componentType': FLOAT, 'count': 3, 'type': 'VEC3'}],
                meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'material': 0}] * (n // 2 // 46)}])[0]


# ---- avatars ----

def faces(targets, primitives):
    return {'meshes': [{'primitives': [{'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}] * targets}] * primitives}],
            'accessors': [{'componentType': FLOAT, 'count': 3, 'type': 'VEC3'}]}


def expressions_share_target(n):
    """Expressions that bind one target of a mesh with many primitives."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    bind = {'node': len(nodes) - 1, 'index': 0, 'weight': 1}
    return avatar(nodes, at, expressions={'custom': {f'e{i}': {'morphTargetBinds': [bind]} for i in range(n // 2 // 70)}},
                  **faces(1, n // 2 // 60))[0]


def expressions_share_targets(n):
    """Expressions that bind all targets of one mesh."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    side = int((n / 40) ** 0.5)
    binds = [{'node': len(nodes) - 1, 'index': i, 'weight': 1} for i in range(side)]
    return avatar(nodes, at, expressions={'custom': {f'e{i}': {'morphTargetBinds': binds, 'overrideMouth': 'block'}
                                                     for i in range(side)}}, **faces(side, 1))[0]


def expressions_share_material(n):
    """Expressions that bind one material, which many primitives use."""
    nodes, at = skeleton()
    nodes.append({'name': 'face', 'mesh': 0})
    binds = {'materialColorBinds': [{'material': 0, 'type': 'color', 'targetValue': [0, 0, 0, 1]}],
             'textureTransformBinds': [{'material': 0, 'offset': [0.5, 0]}]}
    return avatar(nodes, at, expressions={'custom': {f'e{i}': binds for i in range(n // 2 // 160)}}, materials=[{}],
                  meshes=[{'primitives': [{'attributes': {'POSITION': 0}, 'material': 0}] * (n // 2 // 46)}],
                  accessors=[{'componentType': FLOAT, 'count': 3, 'type': 'VEC3'}])[0]


def blend_shapes_share_mesh(n):
    """VRM 0.x: blend shapes of one mesh, which many nodes use."""
    nodes, at = skeleton()
    nodes += [{'mesh': 0}] * (n // 2 // 11)
    groups = [{'name': f'g{i}', 'presetName': 'unknown', 'binds': [{'mesh': 0, 'index': 0, 'weight': 100}]}
              for i in range(n // 2 // 80)]
    return vrm0(nodes, at, blendShapeMaster={'blendShapeGroups': groups}, **faces(1, 1))[0]


def blend_shapes_share_name(n):
    """VRM 0.x: material values by a name that many materials have."""
    nodes, at = skeleton()
    value = {'materialName': 'm', 'propertyName': '_Color', 'targetValue': [1, 1, 1, 1]}
    groups = [{'name': f'g{i}', 'presetName': 'unknown', 'binds': [], 'materialValues': [value]} for i in range(n // 2 // 130)]
    return vrm0(nodes, at, blendShapeMaster={'blendShapeGroups': groups}, materials=[{'name': 'm'}] * (n // 2 // 13))[0]


def annotations_share_mesh(n):
    """VRM 0.x: annotations of one mesh, which many nodes use."""
    nodes, at = skeleton()
    nodes += [{'mesh': 0}] * (n // 2 // 11)
    return vrm0(nodes, at, firstPerson={'meshAnnotations': [{'mesh': 0, 'firstPersonFlag': 'Auto'}] * (n // 2 // 36)},
                **faces(1, 1))[0]


# ---- nodes, springs, constraints ----

def groups_hold_all(n):
    """VRM 0.x: bone groups that use all collider groups, which have many colliders each."""
    nodes, at = skeleton()
    side = int((n / 60) ** 0.5)
    sphere = {'offset': {'x': 0, 'y': 0, 'z': 0}, 'radius': 0.1}
    document = vrm0(nodes, at)[0]
    document['extensions']['VRM']['secondaryAnimation'] = {
        'boneGroups': [{'bones': [1], 'colliderGroups': list(range(side))}] * side,
        'colliderGroups': [{'node': 2, 'colliders': [sphere] * side}] * side}
    return document


def constraints_share_source(n):
    """Constraints on all nodes of one path, with its lowest node as their source."""
    count = n // 180
    nodes = chain(count)
    for i in range(count - 1):
        nodes[i]['extensions'] = {'VRMC_node_constraint': {'specVersion': '1.0',
                                                           'constraint': {'rotation': {'source': count - 1}}}}
    return gltf(nodes, {}, ['VRMC_node_constraint'])


def long_name_shared(n):
    """One node with a long name that many findings contain."""
    nodes = [{'name': 'n' * (n // 2)}] + [{'extensions': {'VRMC_node_constraint': {'specVersion': '1.0', 'constraint': {
        'rotation': {'source': 0, 'weight': 2}}}}}] * (n // 2 // 110)
    return gltf(nodes, {}, ['VRMC_node_constraint'])


def springs_share_chain(n):
    """Springs over one path of all joints, as many as fit."""
    side = int((n / 17) ** 0.5)
    joints = [{'node': i} for i in range(side)]
    return gltf(chain(side), {'VRMC_springBone': {'specVersion': '1.0', 'springs': [{'joints': joints}] * side}},
                ['VRMC_springBone'])


def skins_of_all(n):
    """Skins with all joints of one path, in an avatar with springs on that path."""
    side = int((n / 12) ** 0.5)
    nodes = chain(side) + [{'mesh': 0, 'skin': i} for i in range(side)]
    return gltf(nodes, {'VRMC_springBone': {'specVersion': '1.0', 'springs': [{'joints': [{'node': 0}, {'node': side - 1}]}]}},
                ['VRMC_springBone'], skins=[{'joints': list(range(side)), 'skeleton': 0}] * side,
                meshes=[{'primitives': [{'attributes': {'POSITION': 0}}]}],
                accessors=[{'componentType': FLOAT, 'count': 3, 'type': 'VEC3'}])


SHAPES = (
    images_share_jpeg_padding, images_share_jpeg_scan, images_share_png, images_share_webp, images_share_ktx2, images_share_gif,
    images_overlap_jpeg, images_overlap_jpeg_scan, images_overlap_png, images_alike, images_twice, images_beside,
    images_beside_spelt, accessors_share_view, accessors_overlap, views_overlap, sparse_share, primitives_share,
    primitives_share_vertices, primitives_share_indices, meshes_share, nodes_share_mesh, skins_share_mesh,
    nodes_share_primitives, annotations_share, targets_share, targets_overlap, skins_share_matrices,
    skins_share_large_matrices, samplers_share, samplers_share_times, channels_share, animations_share, motions_share,
    materials_share, expressions_share_target, expressions_share_targets, expressions_share_material,
    blend_shapes_share_mesh, blend_shapes_share_name, annotations_share_mesh, groups_hold_all, constraints_share_source,
    long_name_shared, springs_share_chain, skins_of_all)

# The file beside the document of some shapes: its name, and a function that returns its bytes for a size.
BESIDE = {'images_beside': ('shared.jpg', beside), 'images_beside_spelt': ('shared.jpg', beside)}
