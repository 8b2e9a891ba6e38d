"""Fixtures of the family vrm on bones and the pose; make_vrm_fixtures.py writes them."""
from vrm_fixtures_avatar import case, fixture, old_thumb, plain

# ---- bones ----

case('required-bone-missing', 'fail-head', lambda a: a.bones.pop('head'))
case('required-bone-missing', 'pass-no-chest-no-neck', plain)


def as_bone(name):
    def change(avatar):
        avatar.bones[name] = {'node': avatar.add('Extra', 'hips')}
    return change


case('unknown-bone', 'fail-pelvis', as_bone('pelvis'))
case('unknown-bone', 'fail-toe', lambda a: a.map('leftToe', 'leftFoot', [0, -0.05, 0.1]))
case('unknown-bone', 'fail-old-thumb', old_thumb)


@fixture('unknown-bone')
def fail_capitals(avatar):
    avatar.vrm['humanoid']['humanBones'] = {bone[0].upper() + bone[1:]: entry for bone, entry in avatar.bones.items()}


case('unknown-bone', 'pass-general', lambda a: a.bones.update(extras={}))


@fixture('unknown-bone')
def pass_thumb(avatar):
    avatar.map('leftThumbMetacarpal', 'leftHand', [0.03, 0, 0.03])
    avatar.map('leftThumbProximal', 'leftThumbMetacarpal', [0.03, 0, 0.03])
    avatar.map('leftThumbDistal', 'leftThumbProximal', [0.02, 0, 0.02])


case('bone-duplicate-node', 'fail-head', lambda a: a.bones['leftHand'].update(node=a.node['leftLowerArm']))
case('bone-duplicate-node', 'fail-jaw', lambda a: a.bones.update(jaw={'node': a.node['head']}))
case('bone-duplicate-node', 'pass-own', plain)


def with_ends(avatar):
    """Adds the ends that exporters of animation tools write."""
    return [avatar.add('HeadTop_End', 'head', translation=[0, 0.2, 0]),
            avatar.add('LeftToeBase', 'leftFoot', translation=[0, -0.05, 0.1])]


@fixture('bone-one-level-off')
def fail_head(avatar):
    avatar.bones['head']['node'] = with_ends(avatar)[0]


@fixture('bone-one-level-off')
def fail_leg(avatar):
    for bone, name in (('leftUpperLeg', 'LeftUpLeg'), ('leftLowerLeg', 'LeftLeg'), ('leftFoot', 'LeftFoot')):
        avatar.bone(bone)['name'] = name
    toes = with_ends(avatar)[1]
    nodes = [avatar.node['leftLowerLeg'], avatar.node['leftFoot'], toes]
    for bone, node in zip(('leftUpperLeg', 'leftLowerLeg', 'leftFoot'), nodes):
        avatar.bones[bone]['node'] = node


case('bone-one-level-off', 'pass-ends', with_ends)


@fixture('bone-bad-parent')
def fail_exchanged(avatar):
    lower, hand = avatar.bones['leftLowerArm'], avatar.bones['leftHand']
    lower['node'], hand['node'] = hand['node'], lower['node']


@fixture('bone-bad-parent')
def fail_sides_exchanged(avatar):
    left, right = avatar.bones['leftUpperArm'], avatar.bones['rightUpperArm']
    left['node'], right['node'] = right['node'], left['node']


@fixture('bone-bad-parent')
def fail_astray_with_toes(avatar):
    toes = avatar.add('LeftToes', 'leftFoot', translation=[0, -0.05, 0.1])
    avatar.bones['leftToes'] = {'node': toes}
    avatar.bones['leftFoot'] = {'node': avatar.add('Watch', 'rightHand', translation=[0, 0.01, 0])}


@fixture('bone-bad-parent')
def fail_toes_under_root(avatar):
    index = avatar.add('LeftToes', None, translation=[0.09, 0.02, 0.1])
    avatar.nodes[0]['children'].append(index)
    avatar.bones['leftToes'] = {'node': index}


@fixture('bone-bad-parent')
def pass_twist_between(avatar):
    twist = avatar.add('Twist', 'leftUpperLeg', children=[avatar.node['leftLowerLeg']])
    avatar.bone('leftUpperLeg')['children'] = [twist]


@fixture('bone-bad-parent')
def pass_shoulder_on_spine(avatar):
    avatar.map('leftShoulder', 'spine', [0.05, 0.3, 0])
    avatar.bone('spine')['children'].remove(avatar.node['leftUpperArm'])
    avatar.bone('leftShoulder')['children'] = [avatar.node['leftUpperArm']]
    avatar.bone('leftUpperArm')['translation'] = [0.1, 0, 0]


def finger(avatar, *joints):
    parent = 'leftHand'
    for joint in joints:
        avatar.map('leftIndex' + joint, parent, [0.05, 0, 0])
        parent = 'leftIndex' + joint


@fixture('bone-needs-parent')
def fail_upper_chest(avatar):
    above = avatar.bone('spine').pop('children')
    avatar.map('upperChest', 'spine', [0, 0, 0])
    avatar.bone('upperChest')['children'] = above


@fixture('bone-needs-parent')
def fail_unmapped(avatar):
    finger(avatar, 'Proximal', 'Intermediate', 'Distal')
    del avatar.bones['leftIndexProximal']


case('bone-needs-parent', 'fail-finger', lambda a: finger(a, 'Proximal', 'Distal'))
case('bone-needs-parent', 'pass-proximal-alone', lambda a: finger(a, 'Proximal'))
case('bone-needs-parent', 'pass-finger', lambda a: finger(a, 'Proximal', 'Intermediate', 'Distal'))
case('bone-not-in-scene', 'fail-all', lambda a: a.doc['scenes'][0].update(nodes=[a.add('Other', None)]))
case('bone-not-in-scene', 'pass-in-scene', lambda a: a.doc['scenes'][0].update(nodes=[0, a.add('Other', None)]))


@fixture('bone-not-in-scene')
def fail_jaw(avatar):
    avatar.bones['jaw'] = {'node': avatar.add('Jaw', None)}


def skinned(avatar, node):
    avatar.face(0)
    mesh = avatar.nodes.pop()
    avatar.bone('head').pop('children')
    avatar.doc['meshes'][0]['primitives'][0]['attributes'].update(JOINTS_0=1, WEIGHTS_0=2)
    avatar.doc['accessors'] += [{'componentType': 5121, 'count': 3, 'type': 'VEC4'},
                                {'componentType': 5126, 'count': 3, 'type': 'VEC4'}]
    avatar.doc['skins'] = [{'joints': [avatar.node['hips']]}]
    avatar.nodes[node].update(mesh=mesh['mesh'], skin=0)


case('bone-is-skinned-mesh', 'fail-head', lambda a: skinned(a, a.node['head']))
case('bone-is-skinned-mesh', 'pass-body', lambda a: skinned(a, a.stand('Body')))


def scale(bone, numbers):
    def change(avatar):
        node = avatar.nodes[0] if bone is None else avatar.bone(bone)
        node['scale'] = numbers
    return change


case('bone-scale-invalid', 'fail-armature', scale(None, [1, 1, 1.2]))
case('bone-scale-invalid', 'fail-mirrored', scale('leftHand', [-1, -1, -1]))
case('bone-scale-invalid', 'pass-even', scale(None, [0.6, 0.6, 0.6]))
case('bone-scale-invalid', 'pass-nearly-even', scale(None, [1, 1, 1.0005]))
case('node-scale-invalid', 'fail-window', lambda a: a.add('Window', 'hips', scale=[0.25, 0.25, 1]))
case('node-scale-invalid', 'fail-two',
     lambda a: (a.add('Window', 'hips', scale=[0.25, 0.25, 1]), a.add('Door', 'hips', scale=[1, -1, 1])))
case('node-scale-invalid', 'pass-even', lambda a: a.add('Window', 'hips', scale=[0.25, 0.25, 0.25]))


def no_root(avatar):
    avatar.doc['scenes'][0]['nodes'] = [1, 0]
    avatar.nodes[0].pop('children')


case('hips-is-scene-root', 'fail-root', no_root)
case('hips-is-scene-root', 'pass-below-root', plain)
case('duplicate-bone-name', 'fail-hair', lambda a: a.add('Head', 'head'))
case('duplicate-bone-name', 'pass-hair', lambda a: a.add('Hair', 'head'))


def unnamed(*bones, name=None):
    def change(avatar):
        for bone in bones or avatar.bones:
            node = avatar.bone(bone)
            node.pop('name', None)
            if name is not None:
                node['name'] = name
    return change


case('bone-unnamed', 'fail-all', unnamed())
case('bone-unnamed', 'fail-two-empty', unnamed('leftHand', 'rightHand', name=''))
case('bone-unnamed', 'fail-name-taken', lambda a: (unnamed('leftHand', 'rightHand')(a), a.add('leftHand', 'head')))
case('bone-unnamed', 'pass-one', unnamed('leftHand'))
case('jaw-mapped', 'fail-jaw', lambda a: a.map('jaw', 'head', [0, 0, 0.05]))
case('jaw-mapped', 'pass-none', plain)

# ---- the pose ----

TURNED = {90: [0, 0.7071067811865476, 0, 0.7071067811865476], 180: [0, 1, 0, 0],
          25: [0, 0.21643961393810288, 0, 0.9762960071199334]}


def turn(angle):
    return lambda avatar: avatar.nodes[0].update(rotation=TURNED[angle])


case('not-facing-forward', 'fail-backward', turn(180))
case('not-facing-forward', 'fail-aside', turn(90))
case('not-facing-forward', 'pass-forward', plain)


def swap(*names):
    def change(avatar):
        for name in names:
            left, right = avatar.bones['left' + name], avatar.bones['right' + name]
            left['node'], right['node'] = right['node'], left['node']
    return change


case('side-swapped', 'fail-legs', swap('UpperLeg', 'LowerLeg', 'Foot'))
case('side-swapped', 'fail-arms', swap('UpperArm', 'LowerArm', 'Hand'))


@fixture('side-swapped')
def fail_eyes(avatar):
    avatar.gaze()
    swap('Eye')(avatar)



@fixture('side-swapped')
def fail_one_eye(avatar):
    avatar.gaze()
    avatar.doc['nodes'][avatar.node['rightEye']]['translation'][0] = 0.05


case('side-swapped', 'pass-eyes', lambda a: a.gaze())


def lower_arms(degrees):
    import math
    x, y = math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))

    def change(avatar):
        for side, sign in (('left', 1), ('right', -1)):
            for bone, length in (('LowerArm', 0.25), ('Hand', 0.23)):
                avatar.bone(side + bone)['translation'] = [round(sign * length * x, 6), round(length * y, 6), 0]
    return change


case('rest-pose-not-t-pose', 'fail-a-pose', lower_arms(40))
case('rest-pose-not-t-pose', 'pass-slightly-down', lower_arms(12))
case('rest-hips-height', 'fail-on-ground', lambda a: a.bone('hips').update(translation=[0, 0, 0]))
case('rest-hips-height', 'pass-standing', plain)
case('rest-hips-off-center', 'fail-aside', lambda a: a.nodes[0].update(translation=[0.2, 0, 0]))
case('rest-hips-off-center', 'pass-middle', lambda a: a.nodes[0].update(translation=[0.02, 0, 0]))
case('feet-off-ground', 'fail-below', lambda a: a.nodes[0].update(translation=[0, -0.5, 0]))
case('feet-off-ground', 'fail-above', lambda a: a.nodes[0].update(translation=[0, 2, 0]))
case('feet-off-ground', 'pass-on-ground', plain)
