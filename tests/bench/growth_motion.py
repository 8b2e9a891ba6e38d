"""Shapes for growth.py: springs, colliders, constraints and animations. Each returns a document and the rules for it."""
import base64
import struct


def gltf(nodes, extensions, used, **more):
    children = {c for node in nodes for c in node.get('children', [])}
    return {'asset': {'version': '2.0'}, 'scene': 0,
            'scenes': [{'nodes': [i for i in range(len(nodes)) if i not in children]}], 'nodes': nodes,
            'extensionsUsed': used, 'extensions': extensions, **more}


def chain(count, **more):
    """A chain of nodes, 5 cm apart."""
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
    """n constraints in one cycle."""
    nodes = [{'name': f'n{i}', 'extensions': rotation((i + 1) % n)} for i in range(n)]
    return gltf(nodes, {}, ['VRMC_node_constraint']), 'constraint'


def aim_chain(n):
    """A chain of n nodes; each aims at the next root but one: ancestors of ancestors."""
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
    """n colliders in one group that n / 100 springs of two joints use."""
    count = n // 100
    nodes = [{'name': 'root', 'children': list(range(1, 2 * count, 2))}]
    for i in range(count):
        nodes += [{'name': f'a{i}', 'children': [2 * i + 2]}, {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    colliders = [{'node': 0, 'shape': {'sphere': {'offset': [3, 0.001 * i, 0], 'radius': 0.01}}} for i in range(n)]
    return gltf(nodes, springs([[2 * i + 1, 2 * i + 2] for i in range(count)], colliders,
                               [{'name': 'all', 'colliders': list(range(n))}]), ['VRMC_springBone']), 'collider'


def colliders_on_chains(n):
    """n / 4 chains of two joints, each with a collider that the next chain uses: one large cycle."""
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
    """n chains that each use one inside collider that is too small, and therefore jitter: causes by collider."""
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
    """n springs over the same two nodes: findings that are related to each other."""
    return gltf(chain(2), springs([[0, 1]] * n), ['VRMC_springBone']), 'springbone'


def scaled_chains(n):
    """n / 2 chains below one node with an invalid scale: one repeated finding, and its consequences."""
    nodes = [{'name': 'root', 'scale': [1, 0, 1], 'children': list(range(1, n + 1, 2))}]
    for i in range(n):
        nodes.append({'name': f'n{i}', 'translation': [0, -0.05, 0], **({'children': [i + 2]} if i % 2 == 0 else {})})
    return gltf(nodes, springs([[i + 1, i + 2] for i in range(0, n, 2)]), ['VRMC_springBone']), 'springbone'


def scaled_roots(n):
    """VRM 0.x: one bone group with n roots, each with a chain, below a node that scales them unevenly."""
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
    """VRM 0.x: one bone group in which every node of a path is a root, with colliders on all of them."""
    return gltf(chain(n), bone_groups([range(n)], [n - 1], [range(n)], range(n)), ['VRM']), 'vrm0'


def nested_groups(n):
    """VRM 0.x: every node of a slightly unevenly scaled path is the root of its own bone group, the lowest first."""
    return gltf(chain(n, scale=[1, 1, 1.002]),
                bone_groups([[i] for i in reversed(range(n))], [0] * n, [[]] * n, list(range(n)) * 2), ['VRM']), 'vrm0'


def animation(nodes, channels, keys, accessors_of=lambda channel: (0, 1), count=1):
    """channels that rotate the first nodes, by accessors over the same keys; every key is invalid."""
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
    """n channels that all rotate one node, each with its own accessors over the same 100 keys."""
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
    """n colliders in one group that one spring uses."""
    shapes = [{'node': 0, 'shape': {'sphere': {'offset': [3, 0.001 * i, 0], 'radius': 0.01}}} for i in range(n)]
    return gltf(chain(3), springs([range(3)], shapes, [{'name': 'all', 'colliders': list(range(n))}]),
                ['VRMC_springBone']), 'collider'
