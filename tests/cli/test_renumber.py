#!/usr/bin/env python3
"""vrmlint fix deletes elements from glTF's lists: all references to later elements still lead to the same elements.

Every element has a name; references are looked up here, by patterns independent of the program.
"""
import copy
import json
import os
import re
import unittest

from test_cli import Case

UNUSED = 'gltf/unused-object,texture/unused-image,texture/unused-texture,texture/unused-sampler,texture/unused-material'

# places of indices ("*": any member or element), and the list that they refer to
LEADS = (
    ('scenes/*/nodes/*', 'nodes'), ('nodes/*/children/*', 'nodes'), ('nodes/*/mesh', 'meshes'),
    ('nodes/*/skin', 'skins'), ('nodes/*/camera', 'cameras'), ('skins/*/joints/*', 'nodes'),
    ('skins/*/skeleton', 'nodes'), ('skins/*/inverseBindMatrices', 'accessors'),
    ('meshes/*/primitives/*/attributes/*', 'accessors'), ('meshes/*/primitives/*/indices', 'accessors'),
    ('meshes/*/primitives/*/targets/*/*', 'accessors'), ('meshes/*/primitives/*/material', 'materials'),
    ('meshes/*/primitives/*/extensions/KHR_materials_variants/mappings/*/material', 'materials'),
    ('accessors/*/bufferView', 'bufferViews'), ('accessors/*/sparse/indices/bufferView', 'bufferViews'),
    ('accessors/*/sparse/values/bufferView', 'bufferViews'), ('images/*/bufferView', 'bufferViews'),
    ('textures/*/source', 'images'), ('textures/*/sampler', 'samplers'),
    ('textures/*/extensions/EXT_texture_webp/source', 'images'),
    ('materials/*/pbrMetallicRoughness/baseColorTexture/index', 'textures'),
    ('materials/*/normalTexture/index', 'textures'),
    ('materials/*/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/index', 'textures'),
    ('materials/*/extensions/KHR_materials_clearcoat/clearcoatTexture/index', 'textures'),
    ('animations/*/channels/*/target/node', 'nodes'), ('animations/*/samplers/*/input', 'accessors'),
    ('animations/*/samplers/*/output', 'accessors'),
    ('nodes/*/extensions/VRMC_node_constraint/constraint/*/source', 'nodes'),
    ('extensions/VRMC_vrm/humanoid/humanBones/*/node', 'nodes'),
    ('extensions/VRMC_vrm/firstPerson/meshAnnotations/*/node', 'nodes'),
    ('extensions/VRMC_vrm/meta/thumbnailImage', 'images'),
    ('extensions/VRMC_vrm/expressions/*/*/morphTargetBinds/*/node', 'nodes'),
    ('extensions/VRMC_vrm/expressions/*/*/materialColorBinds/*/material', 'materials'),
    ('extensions/VRMC_springBone/springs/*/joints/*/node', 'nodes'),
    ('extensions/VRMC_springBone/springs/*/center', 'nodes'),
    ('extensions/VRMC_springBone/colliders/*/node', 'nodes'),
    ('extensions/VRM/humanoid/humanBones/*/node', 'nodes'), ('extensions/VRM/firstPerson/firstPersonBone', 'nodes'),
    ('extensions/VRM/firstPerson/meshAnnotations/*/mesh', 'meshes'),
    ('extensions/VRM/blendShapeMaster/blendShapeGroups/*/binds/*/mesh', 'meshes'),
    ('extensions/VRM/secondaryAnimation/boneGroups/*/bones/*', 'nodes'),
    ('extensions/VRM/secondaryAnimation/boneGroups/*/center', 'nodes'),
    ('extensions/VRM/secondaryAnimation/colliderGroups/*/node', 'nodes'),
    ('extensions/VRM/materialProperties/*/textureProperties/*', 'textures'), ('extensions/VRM/meta/texture', 'textures'),
)
LISTS = sorted({name for _, name in LEADS})


def places(value, tokens):
    """Yields all matches of a pattern: the tokens of the path, and the value."""
    if not tokens:
        yield (), value
        return
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        if tokens[0] in ('*', str(key)):
            for path, found in places(item, tokens[1:]):
                yield (str(key), *path), found


def called(document, path):
    """Returns a path in which elements of lists have their names, so that it stays valid if others are deleted."""
    if path[0] in LISTS:
        return (path[0], document[path[0]][int(path[1])]['name'], *path[2:])
    if path[1:3] == ('VRM', 'materialProperties'):
        return (*path[:3], document['extensions']['VRM']['materialProperties'][int(path[3])]['name'], *path[4:])
    return path


def leads(document):
    """Returns the target of every reference, by names."""
    found = {}
    for pattern, name in LEADS:
        for path, index in places(document, pattern.split('/')):
            if index >= 0:
                found[called(document, path)] = document[name][index]['name']
    for a, animation in enumerate(document.get('animations', [])):
        for c, channel in enumerate(animation['channels']):
            pointer = channel['target'].get('extensions', {}).get('KHR_animation_pointer', {}).get('pointer')
            if pointer:
                parts = pointer.split('/')[1:]
                found['pointer', a, c] = called(document, parts)
    return found


def accessor(name, kind='VEC3', component=5126, count=3, **more):
    return {'name': name, 'componentType': component, 'count': count, 'type': kind, **more}


ZERO = {'min': [0, 0, 0], 'max': [0, 0, 0]}
PIXEL = ('data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAADklEQVR42mNoQAIMxHEAcFIYAZ6uvm8AAAAASUVO'
         'RK5CYII=')


def core():
    """Returns a file in which the first element of each list is unused, and the last one is used."""
    return {
        'asset': {'version': '2.0'},
        'extensionsUsed': ['KHR_materials_clearcoat', 'KHR_materials_variants', 'EXT_texture_webp', 'KHR_animation_pointer'],
        'extensions': {'KHR_materials_variants': {'variants': [{'name': 'Red'}]}},
        'scene': 0, 'scenes': [{'nodes': [1]}],
        'nodes': [{'name': 'Lost'}, {'name': 'Hips', 'translation': [0, 0.9, 0], 'children': [2, 3, 4, 5]},
                  {'name': 'Spine', 'children': [6]}, {'name': 'Body', 'mesh': 1, 'skin': 1}, {'name': 'Eye', 'camera': 1},
                  {'name': 'Twist'}, {'name': 'Hair', 'translation': [0, 0.1, 0], 'children': [7]},
                  {'name': 'Tip', 'translation': [0, 0.1, 0]}],
        'cameras': [{'name': name, 'type': 'perspective', 'perspective': {'yfov': 1, 'znear': 0.1}} for name in ('no', 'yes')],
        'meshes': [{'name': 'Lost', 'primitives': [{'attributes': {'POSITION': 1}}]},
                   {'name': 'Body', 'primitives': [
                       {'attributes': {'POSITION': 1, 'TEXCOORD_0': 2, 'JOINTS_0': 3, 'WEIGHTS_0': 4}, 'material': 1,
                        'targets': [{'POSITION': 6}],
                        'extensions': {'KHR_materials_variants': {'mappings': [{'material': 2, 'variants': [0]}]}}}]}],
        'skins': [{'name': 'Lost', 'joints': [1]}, {'name': 'Body', 'joints': [1, 2, 6, 7], 'skeleton': 1}],
        'accessors': [accessor('lost'), accessor('position', **ZERO), accessor('uv', 'VEC2'),
                      accessor('joints', 'VEC4', 5121), accessor('weights', 'VEC4'),
                      accessor('times', 'SCALAR', count=1, min=[0], max=[0]), accessor('moved', **ZERO),
                      accessor('turned', 'VEC3', count=1), accessor('factors', 'VEC4', count=1)],
        'materials': [{'name': 'Lost'},
                      {'name': 'Skin', 'pbrMetallicRoughness': {'baseColorTexture': {'index': 1}},
                       'extensions': {'KHR_materials_clearcoat': {'clearcoatFactor': 1, 'clearcoatTexture': {'index': 2}}}},
                      {'name': 'Red'}],
        'samplers': [{'name': 'lost'}, {'name': 'linear', 'magFilter': 9729}],
        'textures': [{'name': 'lost', 'source': 0}, {'name': 'skin', 'source': 1, 'sampler': 1},
                     {'name': 'coat', 'source': 2, 'extensions': {'EXT_texture_webp': {'source': 2}}}],
        'images': [{'name': name, 'uri': f'data:image/png;base64,{PIXEL[22:]}'} for name in ('lost', 'skin', 'coat')],
        'animations': [{'name': 'Nod', 'samplers': [{'input': 5, 'output': 7}, {'input': 5, 'output': 8}],
                        'channels': [{'sampler': 0, 'target': {'node': 2, 'path': 'translation'}},
                                     {'sampler': 1, 'target': {'path': 'pointer', 'extensions': {'KHR_animation_pointer': {
                                         'pointer': '/materials/1/pbrMetallicRoughness/baseColorFactor'}}}}]}],
    }


def avatar():
    document = core()
    document['extensionsUsed'] += ['VRMC_vrm', 'VRMC_springBone', 'VRMC_node_constraint']
    document['nodes'][5]['extensions'] = {
        'VRMC_node_constraint': {'specVersion': '1.0', 'constraint': {'rotation': {'source': 2}}}}
    document['extensions']['VRMC_vrm'] = {
        'specVersion': '1.0', 'meta': {'name': 'A', 'authors': ['B'], 'thumbnailImage': 1,
                                       'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
        'humanoid': {'humanBones': {'hips': {'node': 1}, 'spine': {'node': 2}}},
        'firstPerson': {'meshAnnotations': [{'node': 3, 'type': 'both'}]},
        'expressions': {'preset': {'blink': {'morphTargetBinds': [{'node': 3, 'index': 0, 'weight': 1}]}},
                        'custom': {'red': {'materialColorBinds': [
                            {'material': 2, 'type': 'color', 'targetValue': [1, 0, 0, 1]}]}}}}
    document['extensions']['VRMC_springBone'] = {
        'specVersion': '1.0', 'colliders': [{'node': 2, 'shape': {'sphere': {'offset': [0, 0, 0.5], 'radius': 0.1}}}],
        'colliderGroups': [{'name': 'Chest', 'colliders': [0]}],
        'springs': [{'name': 'Hair', 'center': 1, 'colliderGroups': [0],
                     'joints': [{'node': 6, 'hitRadius': 0.02}, {'node': 7}]}]}
    return document


def old_avatar():
    document = core()
    document['extensionsUsed'].append('VRM')
    document['extensions']['VRM'] = {
        'specVersion': '0.0', 'meta': {'title': 'A', 'texture': 1},
        'humanoid': {'humanBones': [{'bone': 'hips', 'node': 1}, {'bone': 'spine', 'node': 2}]},
        'firstPerson': {'firstPersonBone': 2, 'meshAnnotations': [{'mesh': 1, 'firstPersonFlag': 'Both'}]},
        'blendShapeMaster': {'blendShapeGroups': [
            {'name': 'Blink', 'presetName': 'blink', 'binds': [{'mesh': 1, 'index': 0, 'weight': 100}]}]},
        'secondaryAnimation': {
            'boneGroups': [{'stiffiness': 1, 'gravityPower': 0, 'gravityDir': {'x': 0, 'y': -1, 'z': 0}, 'dragForce': 0.4,
                            'center': 1, 'hitRadius': 0.02, 'bones': [6], 'colliderGroups': [0]}],
            'colliderGroups': [{'node': 2, 'colliders': [{'offset': {'x': 0, 'y': 0, 'z': 0.5}, 'radius': 0.1}]}]},
        'materialProperties': [{'name': name, 'shader': 'VRM_USE_GLTFSHADER', 'renderQueue': 2000, 'floatProperties': {},
                                'vectorProperties': {}, 'textureProperties': {} if name == 'Lost' else {'_MainTex': 1},
                                'keywordMap': {}, 'tagMap': {}} for name in ('Lost', 'Skin', 'Red')]}
    return document


class Renumber(Case):
    def fix(self, document, select=UNUSED):
        self.write('a.gltf', json.dumps(document))
        done = self.run_it('fix', '--no-config', '--no-simulation', '--unsafe', '--fail-on', 'never', '--select', select,
                           '-i', 'a.gltf')
        self.assertEqual(done.status, 0, done)
        with open(os.path.join(self.folder, 'a.gltf'), encoding='utf-8') as file:
            return json.load(file), done.out

    def check(self, document, gone):
        before = leads(document)
        after, text = self.fix(copy.deepcopy(document))
        for name in gone:
            self.assertEqual([item['name'] for item in after[name]],
                             [item['name'] for item in document[name] if item['name'].lower() not in ('lost', 'no')], text)
        self.assertEqual(leads(after), {path: name for path, name in before.items() if 'Lost' not in path and 'lost' not in path})
        return after

    GONE = ('nodes', 'meshes', 'skins', 'cameras', 'accessors', 'materials', 'samplers', 'textures', 'images')

    def test_core(self):
        self.check(core(), self.GONE)

    def test_avatar(self):
        self.check(avatar(), self.GONE)

    def test_old_avatar(self):
        after = self.check(old_avatar(), self.GONE)
        self.assertEqual([item['name'] for item in after['extensions']['VRM']['materialProperties']], ['Skin', 'Red'])

    def test_shown(self):
        """What is shown of the fixes, before they are made, contains each reference that changes."""
        document = avatar()
        after, _ = self.fix(copy.deepcopy(document))
        was, now = ({called(state, path): (path, index) for pattern, _ in LEADS for path, index in places(state, pattern.split('/'))}
                    for state in (document, after))
        self.write('b.gltf', json.dumps(document, indent=1))
        text = self.expect(1, 'fix', '--no-config', '--no-simulation', '--unsafe', '--select', UNUSED, 'b.gltf').out
        shown = set(re.findall(r'^ +line \d+ +/(.*)$', text, re.M))
        changed = [name for name, (_, index) in was.items() if name in now and now[name][1] != index]
        self.assertGreater(len(changed), 40)
        # a later round shows the place that an earlier one made of it
        self.assertEqual([name for name in changed if not {'/'.join(state[name][0]) for state in (was, now)} & shown], [])

    def test_strangers(self):
        """Lists that an unknown extension may refer to stay unchanged."""
        document = core()
        document['extensionsUsed'].append('EXAMPLE_links')
        document['extensions']['EXAMPLE_links'] = {'things': [3]}
        after, text = self.fix(copy.deepcopy(document))
        self.assertEqual(len(after['nodes']), len(document['nodes']))
        self.assertEqual(leads(after), leads(document))
        self.assertIn('left as it is', text)

    def test_doubles(self):
        """The first of several equal elements replaces the others."""
        document = core()
        for name in ('lost', 'skin', 'coat'):
            document['textures'] += [{'name': name + '2', 'source': 1, 'sampler': 1}]
        document['materials'][2]['normalTexture'] = {'index': 5}
        document['materials'][0]['normalTexture'] = {'index': 4}
        document['images'][2]['uri'] = document['images'][1]['uri']
        after, text = self.fix(document, 'texture/duplicate-texture,texture/duplicate-image')
        self.assertEqual([item['name'] for item in after['images']], ['lost'], text)
        found = leads(after)
        self.assertEqual(found['materials', 'Red', 'normalTexture', 'index'], 'skin')
        self.assertEqual(found['materials', 'Lost', 'normalTexture', 'index'], 'skin')
        self.assertEqual(found['materials', 'Skin', 'extensions', 'KHR_materials_clearcoat', 'clearcoatTexture', 'index'],
                         'coat')
        self.assertEqual({name for path, name in found.items() if path[0] == 'textures' and path[2] == 'source'}, {'lost'})

    def test_all_goes(self):
        """A list is deleted with its last element."""
        after, _ = self.fix({'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
                              'nodes': [{'name': 'Hips', 'extras': {}}], 'samplers': [{}], 'materials': [{}, {}],
                              'meshes': [{'primitives': [{'attributes': {'POSITION': 0}}]}],
                              'accessors': [accessor('position', **ZERO)]})
        self.assertEqual(sorted(after), ['asset', 'nodes', 'scene', 'scenes'])


if __name__ == '__main__':
    unittest.main()
