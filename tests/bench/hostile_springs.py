"""The shapes of hostile.py about spring bones: chains, centers, colliders."""
from growth_motion import bone_groups, chain, gltf

SPRINGS = 'VRMC_springBone'


def spring_bone(nodes, extension, used=()):
    return gltf(nodes, {SPRINGS: {'specVersion': '1.0', **extension}}, [SPRINGS, *used])


def one_joint(n):
    """Springs over one joint."""
    return spring_bone(chain(2), {'springs': [{'joints': [{'node': 0}]}] * (n // 25)})


def two_joints(n):
    return spring_bone(chain(2), {'springs': [{'joints': [{'node': 0}, {'node': 1}]}] * (n // 37)})


def one_spring(n):
    """One spring of one path."""
    count = n // 90
    return spring_bone(chain(count), {'springs': [{'joints': [{'node': i} for i in range(count)]}]})


def repeated_joints(n):
    """One spring that lists one node many times."""
    return spring_bone(chain(2), {'springs': [{'joints': [{'node': 0}] * (n // 11)}]})


def skipping_chains(n):
    """Springs from the first to the last node of one path."""
    count = n // 100
    return spring_bone(chain(count), {'springs': [{'joints': [{'node': 0}, {'node': count - 1}]}] * count})


def skipping_apart(n):
    """Springs that skip different parts of one path."""
    count = n // 110
    return spring_bone(chain(count), {'springs': [{'joints': [{'node': i}, {'node': count - 1 - i % (count // 2)}]}
                                                  for i in range(count // 2)]})


def skipping_joints(n):
    """Springs with three joints of one path, far from each other."""
    count = n // 130
    return spring_bone(chain(count), {'springs': [{'joints': [{'node': i}, {'node': (i + count) // 2}, {'node': count - 1}]}
                                                  for i in range(count)]})


def overlaps(n):
    """Springs that share joints: each begins one node lower on one path."""
    side = int((n / 17) ** 0.5)
    return spring_bone(chain(2 * side), {'springs': [{'joints': [{'node': i + k} for k in range(side)]} for i in range(side)]})


def backwards(n):
    """Joints in the wrong order."""
    count = n // 90
    return spring_bone(chain(count), {'springs': [{'joints': [{'node': count - 1 - i} for i in range(count)]}]})


def centers(n):
    """Springs with centers that are joints of other springs, deep in one path."""
    count = n // 130
    return spring_bone(chain(count), {'springs': [{'center': (i * 7) % count, 'joints': [{'node': i}, {'node': (i + 1) % count}]}
                                                  for i in range(count)]})


def centers_below(n):
    """Springs whose center is the lowest node, which all of them move."""
    count = n // 130
    return spring_bone(chain(count), {'springs': [{'center': count - 1, 'joints': [{'node': i}, {'node': i + 1}]}
                                                  for i in range(count - 1)]})


def centers_beside(n):
    """Springs over one chain, each with a separate node as its center."""
    count = n // 140
    nodes = chain(50)
    nodes += [{'name': f'c{i}'} for i in range(count)]
    return spring_bone(nodes, {'springs': [{'center': 50 + i, 'joints': [{'node': i % 40}, {'node': i % 40 + 5}]}
                                           for i in range(count)]})


def all_hold_all(n):
    """Springs that use all groups, which have all colliders."""
    side = int((n / 15) ** 0.5)
    shape = {'node': 0, 'shape': {'sphere': {'radius': 0.1}}}
    return spring_bone(chain(3), {
        'colliders': [shape] * side, 'colliderGroups': [{'name': 'g', 'colliders': list(range(side))}] * side,
        'springs': [{'joints': [{'node': 0}, {'node': 1}, {'node': 2}], 'colliderGroups': list(range(side))}] * side})


def all_meet_all(n):
    """The same with separate chains: each chain has its own list of groups, and each group its own list of colliders."""
    side = int((n / 15) ** 0.5)
    nodes = [{'name': 'root', 'children': list(range(1, 2 * side, 2))}]
    for i in range(side):
        nodes += [{'name': f'a{i}', 'translation': [0.001 * i, 0, 0], 'children': [2 * i + 2]},
                  {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    return spring_bone(nodes, {
        'colliders': [{'node': 2 * i + 1, 'shape': {'sphere': {'radius': 0.01}}} for i in range(side)],
        'colliderGroups': [{'name': f'g{i}', 'colliders': [k for k in range(side) if k != i]} for i in range(side)],
        'springs': [{'joints': [{'node': 2 * i + 1}, {'node': 2 * i + 2}],
                     'colliderGroups': [k for k in range(side) if k != i]} for i in range(side)]})


def colliders_of_chains(n):
    """Many chains with a collider each, which the next chain uses: one large cycle."""
    count = n // 290
    nodes = []
    for i in range(count):
        nodes += [{'name': f'a{i}', 'children': [2 * i + 1]}, {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    return spring_bone(nodes, {
        'colliders': [{'node': 2 * i + 1, 'shape': {'sphere': {'radius': 0.01}}} for i in range(count)],
        'colliderGroups': [{'colliders': [i]} for i in range(count)],
        'springs': [{'joints': [{'node': 2 * i}, {'node': 2 * i + 1}], 'colliderGroups': [(i + 1) % count]}
                    for i in range(count)]})


def many_in_one(n):
    """One chain inside as many colliders as fit; all of them touch it."""
    count = n // 75
    return spring_bone(chain(5), {
        'colliders': [{'node': 0, 'shape': {'sphere': {'offset': [0.01, -0.1, 0], 'radius': 0.1}}}] * count,
        'colliderGroups': [{'colliders': list(range(count))}],
        'springs': [{'joints': [{'node': i} for i in range(5)], 'colliderGroups': [0]}]})


def chains_in_many(n):
    """Chains that all use the same thousand colliders."""
    count = n // 190
    nodes = [{'name': 'root', 'children': list(range(1, 2 * count, 2))}]
    for i in range(count):
        nodes += [{'name': f'a{i}', 'translation': [0.001 * i, 0, 0], 'children': [2 * i + 2]},
                  {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    return spring_bone(nodes, {
        'colliders': [{'node': 0, 'shape': {'sphere': {'offset': [0.01 * i, -0.1, 0], 'radius': 0.1}}} for i in range(1000)],
        'colliderGroups': [{'colliders': list(range(1000))}],
        'springs': [{'joints': [{'node': 2 * i + 1, 'hitRadius': 0.02}, {'node': 2 * i + 2}], 'colliderGroups': [0]}
                    for i in range(count)]})


def groups_of_one(n, apart=True):
    """VRM 0.x: bone groups that all use the same collider group, with a root each; or one bone group with all roots."""
    count = n // 400
    nodes = [{'name': 'root', 'children': list(range(1, 2 * count, 2))}]
    for i in range(count):
        nodes += [{'name': f'a{i}', 'translation': [0.001 * i, 0, 0], 'children': [2 * i + 2]},
                  {'name': f'b{i}', 'translation': [0, -0.1, 0]}]
    roots = [2 * i + 1 for i in range(count)]
    lists = [[root] for root in roots] if apart else [roots]
    document = gltf(nodes, bone_groups(lists, [-1] * count, [[0]] * count, [0]), ['VRM'])
    document['extensions']['VRM']['secondaryAnimation']['colliderGroups'][0]['colliders'] = [
        {'offset': {'x': 0, 'y': 0.05 * (i % 100), 'z': 0}, 'radius': 0.1} for i in range(2 * count)]
    return document


SHAPES = (
    one_joint, two_joints, one_spring, repeated_joints, skipping_chains, skipping_apart, skipping_joints, overlaps,
    backwards, centers, centers_below, centers_beside, all_hold_all, all_meet_all, colliders_of_chains, many_in_one,
    chains_in_many)
