#!/usr/bin/env python3
"""Makes the fixtures of the family vrm from one avatar: each is that avatar with one thing changed. Run it anywhere; it always
writes the same bytes. `VRMLINT_BLESS=1 meson test -C build fixtures` writes the expected findings of failing ones.
"""
import os

import vrm_fixtures_body  # noqa: F401 (adds its fixtures)
import vrm_fixtures_face  # noqa: F401
from vrm_fixtures_avatar import (
    Avatar, case, color, dump, fixture, FIXTURES, glb, jpeg, move, old_thumb, pair, plain, png, Raw, with_map)

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), 'fixtures', 'vrm')


# ---- packaging ----

def drop_used(avatar):
    del avatar.doc['extensionsUsed']


case('not-declared', 'fail-no-list', drop_used)
case('not-declared', 'fail-not-listed', lambda a: a.doc.update(extensionsUsed=['KHR_materials_unlit']))
case('not-declared', 'pass-listed', plain)
case('declared-but-absent', 'fail-removed', lambda a: a.doc.pop('extensions'))
case('declared-but-absent', 'pass-present', plain)


def required_absent(avatar):
    avatar.doc.pop('extensions')
    avatar.doc['extensionsRequired'] = ['VRMC_vrm']


case('required-but-absent', 'fail-removed', required_absent)
case('required-but-absent', 'pass-not-required', plain)
case('listed-as-required', 'fail-required', lambda a: a.doc.update(extensionsRequired=['VRMC_vrm']))
case('listed-as-required', 'pass-used', plain)


def on_node(avatar):
    avatar.nodes[0]['extensions'] = avatar.doc.pop('extensions')


case('wrong-location', 'fail-on-node', on_node)
case('wrong-location', 'pass-root', plain)


def rename(name):
    def change(avatar):
        avatar.doc['extensions'] = {name: avatar.vrm}
        avatar.doc['extensionsUsed'] = [name]
    return change


case('misnamed', 'fail-letter-case', rename('VRMC_VRM'))
case('misnamed', 'fail-vmrc', rename('VMRC_vrm'))
case('misnamed', 'fail-vrm1', rename('VRM1'))
case('misnamed', 'pass-right', plain)


def no_avatar(avatar):
    avatar.doc.pop('extensions')
    avatar.doc.pop('extensionsUsed')


case('missing-extension', 'fail-plain-model', no_avatar, '.vrm')
case('missing-extension', 'pass-avatar', plain, '.vrm')
case('missing-extension', 'pass-other-name', no_avatar)
case('not-glb', 'fail-text', plain, '.vrm:text')
case('not-glb', 'pass-glb', plain, '.vrm')
case('not-glb', 'pass-other-name', plain)
case('spec-version-missing', 'fail-none', lambda a: a.vrm.pop('specVersion'))
case('spec-version-missing', 'pass-1-0', plain)
case('spec-version-unknown', 'fail-draft', lambda a: a.vrm.update(specVersion='1.0-draft'))
case('spec-version-unknown', 'fail-two', lambda a: a.vrm.update(specVersion='2.0'))
case('spec-version-unknown', 'pass-1-0', plain)
case('spec-version-prerelease', 'fail-beta', lambda a: a.vrm.update(specVersion='1.0-beta'))
case('spec-version-prerelease', 'pass-1-0', plain)


@fixture('spec-version-prerelease')
def fail_beta_thumb(avatar):
    avatar.vrm['specVersion'] = '1.0-beta'
    old_thumb(avatar)


VRM0_BODY = ('chest', 'neck')


def both(avatar):
    """Adds VRM 0.x to the file, with the bones that it requires."""
    avatar.map('chest', 'spine', [0, 0.1, 0])
    avatar.map('neck', 'chest', [0, 0.2, 0])
    for child in ('head', 'leftUpperArm', 'rightUpperArm'):
        avatar.bone('spine')['children'].remove(avatar.node[child])
        parent = 'neck' if child == 'head' else 'chest'
        avatar.bone(parent).setdefault('children', []).append(avatar.node[child])
    avatar.bone('head')['translation'] = [0, 0.1, 0]
    for child in ('leftUpperArm', 'rightUpperArm'):
        avatar.bone(child)['translation'][1] = 0.2
    avatar.doc['extensionsUsed'].append('VRM')
    avatar.doc['extensions']['VRM'] = {
        'specVersion': '0.0',
        'meta': {'title': 'Doll', 'version': '1', 'author': 'Nobody', 'allowedUserName': 'Everyone',
                 'violentUssageName': 'Disallow', 'sexualUssageName': 'Disallow', 'commercialUssageName': 'Disallow',
                 'licenseName': 'Redistribution_Prohibited'},
        'humanoid': {'humanBones': [{'bone': bone, 'node': entry['node']} for bone, entry in avatar.bones.items()]}}


case('with-vrm0', 'fail-both', both)


@fixture('with-vrm0')
def pass_alone(avatar):
    both(avatar)
    avatar.doc['extensionsUsed'].remove('VRM')
    del avatar.doc['extensions']['VRM']


# ---- the schema ----

case('wrong-type', 'fail-bare-bone', lambda a: a.bones.update(hips=1))
case('wrong-type', 'fail-version', lambda a: a.vrm.update(specVersion=Raw('1.0')))
case('wrong-type', 'fail-preset-list', lambda a: a.vrm.update(expressions={'preset': []}))
case('wrong-type', 'fail-null', lambda a: a.meta.update(version=None))
case('wrong-type', 'fail-number-for-word', lambda a: a.vrm.update(expressions={'preset': {'happy': {'overrideBlink': 1}}}))
case('wrong-type', 'fail-flag-as-text', lambda a: a.meta.update(allowRedistribution='False'))
case('wrong-type', 'fail-author-as-text', lambda a: a.meta.update(authors='Nobody'))


@fixture('wrong-type')
def fail_bones_as_list(avatar):
    avatar.vrm['humanoid']['humanBones'] = [{'bone': bone, **entry} for bone, entry in avatar.bones.items()]


case('wrong-type', 'pass-text', lambda a: a.meta.update(version='1'))
case('missing-property', 'fail-meta', lambda a: a.vrm.pop('meta'))
case('missing-property', 'fail-license', lambda a: a.meta.pop('licenseUrl'))
case('missing-property', 'fail-empty-meta', lambda a: a.vrm.update(meta={}))
case('missing-property', 'fail-bone-node', lambda a: a.bones.update(hips={}))
case('missing-property', 'fail-human-bones', lambda a: a.vrm.update(humanoid={}))


@fixture('missing-property')
def fail_weight(avatar):
    del avatar.morph('happy')['weight']


case('missing-property', 'pass-all', lambda a: a.morph('happy'))
case('empty-array', 'fail-authors', lambda a: a.meta.update(authors=[]))
case('empty-array', 'fail-references', lambda a: a.meta.update(references=[]))
case('empty-array', 'fail-annotations', lambda a: a.annotate())
case('empty-array', 'pass-authors', lambda a: a.meta.update(references=['https://example.com/']))
case('empty-array', 'pass-first-person', lambda a: a.vrm.update(firstPerson={}))


@fixture('array-length')
def fail_texture(avatar):
    avatar.texture()
    move(avatar, scale=[1, 1, 1])


case('array-length', 'fail-color', lambda a: color(a, value=(1, 0, 0)))
case('array-length', 'fail-gaze', lambda a: a.gaze(offsetFromHeadBone=[0, 0.06]))
case('array-length', 'pass-color', color)
case('not-finite', 'fail-weight', lambda a: a.morph('happy', weight=Raw('1e999')))
case('not-finite', 'pass-weight', lambda a: a.morph('happy', weight=0.5))


case('value-out-of-range', 'fail-angle', with_map('rangeMapVerticalUp', inputMaxValue=200))
case('value-out-of-range', 'pass-angle', with_map('rangeMapVerticalUp', inputMaxValue=180))


@fixture('value-out-of-range')
def fail_beta(avatar):
    with_map('rangeMapVerticalUp', inputMaxValue=200)(avatar)
    avatar.vrm['specVersion'] = '1.0-beta'


case('unknown-value', 'fail-letter-case', lambda a: a.meta.update(avatarPermission='OnlyAuthor'))
case('unknown-value', 'fail-old-word', lambda a: a.meta.update(avatarPermission='ExplicitlyLicensedPerson'))
case('unknown-value', 'pass-word', lambda a: a.meta.update(avatarPermission='everyone'))
case('index-not-integer', 'fail-bone', lambda a: a.bones['head'].update(node=3.5))
case('index-not-integer', 'pass-bone', plain)
case('index-written-as-float', 'fail-bone', lambda a: a.bones['head'].update(node=Raw('3.0')))
case('index-written-as-float', 'pass-bone', plain)
case('negative-index', 'fail-thumbnail', lambda a: a.meta.update(thumbnailImage=-1))
case('negative-index', 'fail-head', lambda a: a.bones['head'].update(node=-1))
case('negative-index', 'pass-none', plain)
case('unresolved-index', 'fail-head', lambda a: a.bones['head'].update(node=99))
case('unresolved-index', 'fail-target', lambda a: a.morph('happy', index=2))
case('unresolved-index', 'fail-material', lambda a: color(a).update(material=7))
case('unresolved-index', 'fail-beyond-all', lambda a: a.morph('happy', index=Raw('1e39')))
case('unresolved-index', 'pass-target', lambda a: a.morph('happy', index=1))


@fixture('unresolved-index')
def fail_uneven_targets(avatar):
    avatar.morph('happy')
    avatar.doc['meshes'][0]['primitives'].append({'attributes': {'POSITION': 0}})


@fixture('unknown-property')
def fail_first_person_flag(avatar):
    node = avatar.face(0)
    avatar.annotate((node, 'auto'))
    avatar.vrm['firstPerson']['meshAnnotations'][0]['firstPersonFlag'] = 'auto'


case('unknown-property', 'fail-old-meta', lambda a: a.meta.update(violentUssageName='Disallow'))
case('unknown-property', 'fail-springs-inside', lambda a: a.vrm.update(springBone={'specVersion': '1.0', 'springs': []}))


@fixture('unknown-property')
def fail_presets_astray(avatar):
    bind = avatar.morph('happy')
    avatar.vrm['expressions'] = {name: {'morphTargetBinds': [dict(bind)]} for name in ('happy', 'angry', 'sad')}


@fixture('unknown-property')
def fail_mesh_of_vrm0(avatar):
    bind = avatar.morph('happy')
    bind['mesh'] = 0
    del bind['node']


case('unknown-property', 'fail-title', lambda a: a.meta.update(title='Doll'))
case('unknown-property', 'fail-expression', lambda a: a.vrm.update(expression={}))
case('unknown-property', 'pass-extras', lambda a: a.meta.update(extras={'title': 'Doll'}))

# ---- meta ----


def license_url(url):
    return lambda a: a.meta.update(licenseUrl=url)


case('license-url', 'fail-slash', license_url('https://vrm.dev/licenses/1.0'))
case('license-url', 'fail-language', license_url('https://vrm.dev/en/licenses/1.0/'))
case('license-url', 'fail-other', license_url('https://example.com/license'))
case('license-url', 'pass-right', plain)
case('meta-name-empty', 'fail-empty', lambda a: a.meta.update(name=''))
case('meta-name-empty', 'pass-named', plain)
case('meta-authors-empty', 'fail-blank', lambda a: a.meta.update(authors=['']))
case('meta-authors-empty', 'pass-named', plain)
case('meta-author-blank', 'fail-second', lambda a: a.meta.update(authors=['Somebody', '']))
case('meta-author-blank', 'pass-two', lambda a: a.meta.update(authors=['Somebody', 'Nobody']))
case('meta-placeholder', 'fail-version', lambda a: a.meta.update(version='undefined'))
case('meta-placeholder', 'fail-all', lambda a: a.meta.update(name='undefined', version='undefined', authors=['undefined']))
case('meta-placeholder', 'pass-version', lambda a: a.meta.update(version='1.2'))
case('other-license-url', 'fail-words', lambda a: a.meta.update(otherLicenseUrl='see readme'))
case('other-license-url', 'pass-two-links', lambda a: a.meta.update(otherLicenseUrl="'https://a', 'https://b'"))
case('permissions-contradict', 'fail-commerce', lambda a: a.meta.update(commercialUsage='corporation'))
case('permissions-contradict', 'fail-modified',
     lambda a: a.meta.update(avatarPermission='everyone', modification='allowModificationRedistribution'))
case('permissions-contradict', 'fail-no-license',
     lambda a: a.meta.update(avatarPermission='onlySeparatelyLicensedPerson'))
case('permissions-contradict', 'pass-everyone',
     lambda a: a.meta.update(avatarPermission='everyone', commercialUsage='corporation'))
case('thumbnail-mime', 'fail-bytes', lambda a: a.thumbnail('image/png', b'RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f'))


@fixture('thumbnail-mime')
def fail_type(avatar):
    """Adds an image for the extension, which a texture uses as well."""
    avatar.texture()
    avatar.doc['extensionsUsed'].append('EXT_texture_webp')
    avatar.doc['textures'][0]['extensions'] = {'EXT_texture_webp': {'source': 1}}
    avatar.doc['images'].append({'uri': 'thumbnail.webp', 'mimeType': 'image/webp'})
    avatar.meta['thumbnailImage'] = 1


case('thumbnail-mime', 'pass-png', lambda a: a.thumbnail('image/png', png(1024, 1024)))
case('thumbnail-not-square', 'fail-jpeg', lambda a: a.thumbnail('image/jpeg', jpeg(300, 301)))
case('thumbnail-not-square', 'pass-jpeg', lambda a: a.thumbnail('image/jpeg', jpeg(1024, 1024)))
case('thumbnail-size', 'fail-512', lambda a: a.thumbnail('image/png', png(512, 512)))
case('thumbnail-size', 'pass-1024', lambda a: a.thumbnail('image/png', png(1024, 1024)))
case('thumbnail-missing', 'fail-none', plain)
case('thumbnail-missing', 'pass-there', lambda a: a.thumbnail('image/png', png(1024, 1024)))

# ---- the glTF around the avatar ----


def animate(avatar):
    avatar.doc['accessors'] = [{'componentType': 5126, 'count': 1, 'type': 'SCALAR', 'min': [0], 'max': [0]},
                               {'componentType': 5126, 'count': 1, 'type': 'VEC3'}]
    avatar.doc['animations'] = [{'name': 'Idle', 'channels': [
        {'sampler': 0, 'target': {'node': avatar.add('Prop', 'hips'), 'path': 'translation'}}],
        'samplers': [{'input': 0, 'output': 1}]}]


pair('animations-unused', animate, plain)
pair('cameras-unused', lambda a: a.doc.update(
    cameras=[{'type': 'perspective', 'perspective': {'yfov': 0.8, 'znear': 0.1}}]), plain)


def transform(**more):
    return lambda a: a.texture(2, extensions={'KHR_texture_transform': {'offset': [0.5, 0], **more}})


pair('texture-transform-rotation', transform(rotation=0.5), transform(), 'texture')
pair('texture-transform-texcoord', transform(texCoord=1), transform(texCoord=0), 'texture')


def tangents(avatar):
    avatar.face(0)
    avatar.doc['meshes'][0]['primitives'][0]['attributes'] = {'POSITION': 0, 'NORMAL': 0, 'TANGENT': 1}
    avatar.doc['accessors'].append({'componentType': 5126, 'count': 3, 'type': 'VEC4'})


pair('tangents-present', tangents, lambda a: a.face(0), 'mesh')
case('defaults-relied-on', 'fail-modification', plain)
case('defaults-relied-on', 'pass-written', lambda a: a.meta.update(modification='prohibited'))


@fixture('defaults-relied-on')
def fail_expression(avatar):
    avatar.texture()
    avatar.meta['modification'] = 'prohibited'
    avatar.expression('wink', 'custom', textureTransformBinds=[{'material': 0, 'offset': [0.5, 0]}])


def main():
    for rule, name, change in FIXTURES:
        avatar = Avatar()
        change(avatar)
        folder = os.path.join(FOLDER, rule)
        os.makedirs(folder, exist_ok=True)
        text = name.endswith(':text')
        path = os.path.join(folder, name.replace(':text', ''))
        with open(path, 'wb') as file:
            file.write(glb(avatar.doc) if path.endswith('.vrm') and not text else (dump(avatar.doc) + '\n').encode())


if __name__ == '__main__':
    main()
