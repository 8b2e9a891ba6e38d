"""Fixtures of the family vrm on expressions, gaze and first person; make_vrm_fixtures.py writes them."""
from vrm_fixtures_avatar import case, color, fixture, move, pair, with_map

# ---- expressions ----

case('unknown-preset', 'fail-joy', lambda a: a.morph('joy'))
case('unknown-preset', 'fail-capital', lambda a: a.morph('Happy'))


@fixture('unknown-preset')
def fail_old_names(avatar):
    bind = avatar.morph('joy')
    for name in ('sorrow', 'fun'):
        avatar.expression(name, morphTargetBinds=[dict(bind)])


case('unknown-preset', 'fail-own', lambda a: a.morph('pirouette'))
case('unknown-preset', 'pass-happy', lambda a: a.morph('happy'))


@fixture('unknown-preset')
def fail_both(avatar):
    avatar.morph('happy')
    avatar.expression('joy', morphTargetBinds=[{'node': avatar.nodes.index(avatar.nodes[-1]), 'index': 0, 'weight': 1}])


case('custom-preset-name', 'fail-happy', lambda a: a.morph('happy', 'custom'))
case('custom-preset-name', 'pass-own', lambda a: a.morph('笑顔', 'custom'))


@fixture('custom-preset-name')
def fail_taken(avatar):
    bind = avatar.morph('happy')
    avatar.expression('happy', 'custom', morphTargetBinds=[dict(bind)])


case('custom-name-blank', 'fail-spaces', lambda a: a.morph('  ', 'custom'))
case('custom-name-blank', 'pass-slashes', lambda a: a.morph('a/b~c', 'custom'))
case('custom-case-clash', 'fail-happy', lambda a: a.morph('Happy', 'custom'))
case('custom-case-clash', 'pass-own', lambda a: a.morph('Cheer', 'custom'))
case('custom-old-preset-name', 'fail-joy', lambda a: a.morph('Joy', 'custom'))


@fixture('custom-old-preset-name')
def pass_beside_happy(avatar):
    bind = avatar.morph('happy')
    avatar.expression('Joy', 'custom', morphTargetBinds=[dict(bind)])


case('morph-bind-no-mesh', 'fail-head', lambda a: a.morph('happy').update(node=a.node['head']))
case('morph-bind-no-mesh', 'fail-head-twice',
     lambda a: [a.morph(name).update(node=a.node['head']) for name in ('happy', 'sad')])
case('morph-bind-no-mesh', 'pass-face', lambda a: a.morph('happy'))
case('morph-weight-range', 'fail-percent', lambda a: a.morph('happy', weight=80))
case('morph-weight-range', 'fail-negative', lambda a: a.morph('happy', weight=-0.5))
case('morph-weight-range', 'pass-half', lambda a: a.morph('happy', weight=0.5))

case('bind-weight-unit', 'fail-hundredth', lambda a: a.morph('happy', weight=0.01))
case('bind-weight-unit', 'pass-tenth', lambda a: a.morph('happy', weight=0.1))


@fixture('duplicate-bind')
def fail_shape(avatar):
    bind = avatar.morph('happy')
    avatar.vrm['expressions']['preset']['happy']['morphTargetBinds'].append(dict(bind, weight=0.5))


@fixture('duplicate-bind')
def pass_two_expressions(avatar):
    bind = avatar.morph('happy')
    avatar.expression('relaxed', morphTargetBinds=[dict(bind)])


@fixture('duplicate-bind')
def fail_color(avatar):
    bind = color(avatar)
    avatar.vrm['expressions']['preset']['happy']['materialColorBinds'].append(dict(bind, targetValue=[0, 1, 0, 1]))


@fixture('duplicate-bind')
def fail_texture(avatar):
    avatar.texture()
    bind = move(avatar)
    avatar.vrm['expressions']['preset']['happy']['textureTransformBinds'].append(dict(bind, offset=[0, 0.5]))


@fixture('duplicate-bind')
def pass_two_colors(avatar):
    bind = color(avatar, mtoon=True)
    avatar.vrm['expressions']['preset']['happy']['materialColorBinds'].append(dict(bind, type='shadeColor'))


case('color-type-unused', 'fail-shade', lambda a: color(a, 'shadeColor'))
case('color-type-unused', 'fail-emission', lambda a: color(a, 'emissionColor', unlit=True))
case('color-type-unused', 'pass-shade', lambda a: color(a, 'shadeColor', mtoon=True))
case('color-out-of-range', 'fail-255', lambda a: color(a, value=(255, 128, 0, 255)))
case('color-out-of-range', 'fail-emission', lambda a: color(a, 'emissionColor', (-1, 0, 0, 0)))
case('color-out-of-range', 'pass-emission', lambda a: color(a, 'emissionColor', (4, 0, 0, 9)))
case('bind-no-effect', 'fail-weight', lambda a: a.morph('happy', weight=0))
case('bind-no-effect', 'fail-weight-of-neutral', lambda a: a.morph('neutral', weight=0))
case('bind-no-effect', 'pass-weight', lambda a: a.morph('happy', weight=0.5))


@fixture('bind-no-effect')
def fail_one_of_two(avatar):
    bind = avatar.morph('happy')
    avatar.vrm['expressions']['preset']['happy']['morphTargetBinds'].append(dict(bind, index=1, weight=0))


case('bind-no-effect', 'fail-color', lambda a: color(a, value=(1, 1, 1, 1)))
case('bind-no-effect', 'pass-color', color)


@fixture('bind-no-effect')
def fail_texture(avatar):
    avatar.texture()
    move(avatar, offset=[0, 0])


@fixture('bind-no-effect')
def pass_texture(avatar):
    avatar.texture()
    move(avatar)


@fixture('bind-no-effect')
def fail_no_texture(avatar):
    avatar.material()
    move(avatar)


@fixture('bind-no-effect')
def fail_unused(avatar):
    color(avatar)
    avatar.doc['materials'].append({'name': 'Spare'})
    avatar.doc['meshes'][0]['primitives'][0]['material'] = 1
    avatar.face(0, 0, 'Hat')
    avatar.bone('head')['children'].pop()
    avatar.doc['scenes'].append({'nodes': [len(avatar.nodes) - 1]})


def override(name, member, value, **more):
    def change(avatar):
        avatar.morph('blink')
        preset = avatar.vrm['expressions']['preset']
        preset.setdefault(name, {'morphTargetBinds': [dict(preset['blink']['morphTargetBinds'][0], index=1)]})
        preset[name].update({member: value, **more})
    return change


case('override-same-kind', 'fail-blink', override('blink', 'overrideBlink', 'block'))
case('override-same-kind', 'fail-blend', override('blinkLeft', 'overrideBlink', 'blend'))
case('override-same-kind', 'pass-happy', override('happy', 'overrideBlink', 'block'))
case('override-no-target', 'fail-mouth', override('happy', 'overrideMouth', 'block'))
case('override-no-target', 'pass-blink', override('happy', 'overrideBlink', 'block'))
case('override-no-target', 'fail-gaze', override('sad', 'overrideLookAt', 'block'))


@fixture('override-no-target')
def pass_eyes(avatar):
    override('sad', 'overrideLookAt', 'block')(avatar)
    avatar.gaze()


case('binary-blend', 'fail-blend', override('happy', 'overrideBlink', 'blend', isBinary=True))
case('binary-blend', 'pass-block', override('happy', 'overrideBlink', 'block', isBinary=True))


def blinks(index):
    def change(avatar):
        bind = avatar.morph('blinkLeft')
        avatar.expression('blinkRight', morphTargetBinds=[dict(bind, index=index)])
    return change


pair('blink-sides-identical', blinks(0), blinks(1), 'eyes')
case('expression-empty', 'fail-happy', lambda a: (a.face(), a.expression('happy')))
case('expression-empty', 'fail-named', lambda a: (a.morph('happy'), a.expression('blinkRight'),
                                                  a.doc['meshes'][0]['extras'].update(targetNames=['Joy', 'R_Blink'])))
case('expression-empty', 'pass-happy', lambda a: a.morph('happy'))
case('expression-empty', 'pass-no-shapes', lambda a: a.expression('happy'))
case('target-names-missing', 'fail-none', lambda a: (a.face(), a.doc['meshes'][0].pop('extras')))
case('target-names-missing', 'pass-named', lambda a: a.face())


def names(*texts):
    return lambda a: (a.face(), a.doc['meshes'][0]['extras'].update(targetNames=list(texts)))


case('target-names-length', 'fail-three', names('a', 'b', 'c'))
case('target-names-length', 'pass-two', names('a', 'b'))
case('duplicate-target-name', 'fail-twice', names('a', 'a'))
case('duplicate-target-name', 'pass-different', names('a', 'A'))


@fixture('duplicate-target-name')
def fail_two_meshes(avatar):
    names('a', 'a')(avatar)
    avatar.face(name='Hat')
    avatar.doc['meshes'][1]['extras']['targetNames'] = ['b', 'b']


# ---- gaze and first person ----

def without(name, member):
    return lambda a: a.gaze()[name].pop(member)


case('look-at-range-incomplete', 'fail-no-scale', without('rangeMapVerticalUp', 'outputScale'))
case('look-at-range-incomplete', 'fail-no-angle', without('rangeMapVerticalUp', 'inputMaxValue'))
case('look-at-range-incomplete', 'pass-complete', lambda a: a.gaze())
case('look-at-map-omitted', 'fail-up', lambda a: a.gaze().pop('rangeMapVerticalUp'))
case('look-at-map-omitted', 'pass-inner-of-expressions', lambda a: a.gaze_by_expressions().pop('rangeMapHorizontalInner'))
case('look-at-type-omitted', 'fail-none', lambda a: a.gaze().pop('type'))
case('look-at-type-omitted', 'pass-bone', lambda a: a.gaze())
case('look-at-offset-omitted', 'fail-none', lambda a: a.gaze().pop('offsetFromHeadBone'))
case('look-at-offset-omitted', 'pass-given', lambda a: a.gaze())
case('look-at-offset-far', 'fail-world', lambda a: a.gaze(offsetFromHeadBone=[0, 1.5, 0]))
case('look-at-offset-far', 'pass-near', lambda a: a.gaze())


@fixture('look-at-radians')
def fail_radians(avatar):
    for member in avatar.gaze().values():
        if isinstance(member, dict):
            member.update(inputMaxValue=1.5708, outputScale=0.1745)


case('look-at-radians', 'pass-degrees', lambda a: a.gaze())
case('look-at-input-zero', 'fail-zero', with_map('rangeMapVerticalUp', inputMaxValue=0))
case('look-at-input-zero', 'fail-still', with_map('rangeMapVerticalUp', inputMaxValue=0, outputScale=0))
case('look-at-input-zero', 'pass-ninety', lambda a: a.gaze())
case('look-at-output-range', 'fail-negative', with_map('rangeMapVerticalUp', outputScale=-10))
case('look-at-output-range', 'fail-degrees', with_map('rangeMapVerticalUp', outputScale=120))
case('look-at-output-range', 'fail-weight', lambda a: a.gaze_by_expressions()['rangeMapVerticalUp'].update(outputScale=10))
case('look-at-output-range', 'pass-still', with_map('rangeMapVerticalUp', outputScale=0))


@fixture('look-at-no-effect')
def fail_still(avatar):
    gaze = avatar.gaze()
    for name in gaze:
        if name.startswith('rangeMap'):
            gaze[name]['outputScale'] = 0


case('look-at-no-effect', 'pass-one-moves', with_map('rangeMapVerticalUp', outputScale=0))
case('look-at-without-eyes', 'fail-none', lambda a: a.gaze(eyes=False))
case('look-at-without-eyes', 'pass-both', lambda a: a.gaze())
case('one-eye', 'fail-left', lambda a: a.map('leftEye', 'head', [0.03, 0.06, 0.08]))
case('one-eye', 'pass-both', lambda a: a.gaze())


def drop_gaze(names):
    def change(avatar):
        avatar.gaze_by_expressions()
        for name in names:
            del avatar.vrm['expressions']['preset'][name]
    return change


case('look-at-expression-missing', 'fail-up', drop_gaze(['lookUp']))
case('look-at-expression-missing', 'pass-all', drop_gaze([]))
case('look-at-without-expressions', 'fail-none', lambda a: (a.gaze(), a.vrm.pop('expressions')))
case('look-at-without-expressions', 'pass-empty', lambda a: a.gaze())
case('annotation-no-mesh', 'fail-head', lambda a: a.annotate((a.face(0), 'auto'), (a.node['head'], 'auto')))
case('annotation-no-mesh', 'pass-face', lambda a: a.annotate((a.face(0), 'auto')))


def twice(avatar, second):
    face, hat = avatar.face(0), avatar.face(0, name='Hat')
    avatar.annotate((face, 'auto'), (face if second else hat, 'both'))


case('annotation-duplicate', 'fail-face', lambda a: twice(a, True))
case('annotation-duplicate', 'pass-two', lambda a: twice(a, False))


def hidden(kind, body=False):
    def change(avatar):
        entries = [(avatar.face(0), kind), (avatar.face(0, name='Hat'), kind)]
        if body:
            avatar.face(0, name='Body')
        avatar.annotate(*entries)
    return change


case('first-person-all-hidden', 'fail-third', hidden('thirdPersonOnly'))
case('first-person-all-hidden', 'fail-first', hidden('firstPersonOnly'))
case('first-person-all-hidden', 'fail-one-mesh', lambda a: a.annotate((a.face(0), 'thirdPersonOnly')))
case('first-person-all-hidden', 'pass-body', hidden('thirdPersonOnly', True))


def face_shown(kind):
    def change(avatar):
        face = avatar.morph('blink')['node']
        avatar.annotate((face, kind), (avatar.face(0, name='Body'), 'both'))
    return change


pair('first-person-face-inside', face_shown('both'), face_shown('auto'), 'face')


def lids(side, z=0.08):
    """Returns a change that adds eyelids to a face; the left one is on the side of x with the sign of side."""
    def change(avatar):
        face = avatar.morph('blinkLeft', index=0)['node']
        avatar.expression('blinkRight', morphTargetBinds=[{'node': face, 'index': 1, 'weight': 1}])
        still, moved = (0, 0, 0), (0, -0.01, 0)
        shapes = [[moved, still, still], [still, moved, still]]
        avatar.eyes(shapes if side > 0 else shapes[::-1], z)
    return change


def turns(side, up=1):
    """Returns a change that adds eyes by expressions; lookLeft moves them along x with the sign of side, lookUp along y with
    that of up."""
    def change(avatar):
        avatar.gaze_by_expressions()
        avatar.eyes([[(0, y * up, 0)] * 3 for y in (0.01, -0.01)] + [[(x * side, 0, 0)] * 3 for x in (0.01, -0.01)])
    return change


pair('expression-sides-swapped', lids(-1), lids(1), 'lids')
pair('expression-sides-swapped', turns(-1), turns(1), 'gaze')
case('expression-sides-swapped', 'fail-upright', turns(1, -1))
case('expression-sides-swapped', 'fail-backward', lids(-1, -0.08))


def speaks(down, at=None):
    """Returns a change that adds two shapes of the mouth, which move vertices down. They are relative to the head."""
    def change(avatar):
        face = avatar.morph('aa', index=0)['node']
        avatar.expression('ih', morphTargetBinds=[{'node': face, 'index': 1, 'weight': 1}])
        avatar.eyes([[(0, -down, 0)] * 3, [(0, -down / 2, 0)] * 3], at=at)
    return change


pair('expression-moves-limbs', speaks(0.2, [(0.63, -0.1, 0), (0.73, -0.1, 0), (0.63, -0.2, 0)]), speaks(0.02), 'hand')


def scaled(*scale):
    def change(avatar):
        avatar.texture()
        move(avatar, scale=list(scale))
    return change


pair('texture-collapses', scaled(0, 0), scaled(1, 0), 'scale')
case('first-person-unannotated', 'fail-hat', lambda a: a.annotate((a.face(0), 'auto')) or a.face(0, name='Hat'))
case('first-person-unannotated', 'pass-all', lambda a: a.annotate((a.face(0), 'auto')))
