#!/usr/bin/env python3
"""Tests the add-on for Blender: blender.py VRMLINT SOURCE EXTERNAL. First the parts that don't need Blender, then inside
Blender without a window, together with the real VRM add-on if EXTERNAL has it; skips with a message without Blender."""
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile

program, source, external = sys.argv[1:]
sys.path.insert(0, os.path.join(source, 'adopt', 'blender', 'vrmlint_panel'))
import checking  # noqa: E402 (the path comes first)
import words  # noqa: E402

found = checking.Check(program, os.path.join(source, 'fixtures', 'whole', 'mistakes.vrm'), 'en').result()
assert [f['severity'] for f in found].count('error') == 5, found
by_rule = {f['rule']: f for f in found}
assert by_rule['springbone/joint-not-descendant']['name'] == 'Hair_L_2'
assert by_rule['springbone/value-out-of-range']['field'] == 'Drag Force'
assert by_rule['constraint/not-declared']['name'] == ''
for panel in checking.PANELS.values():
    assert panel in words.JAPANESE, f'{panel} has no Japanese'
for hostile in ({'extensions': {'VRMC_springBone': {'springs': [{'joints': [[], {}], 'bones': 5}]}}},
                {'extensions': {'VRMC_springBone': {'springs': [{'joints': [7, {'node': 10**30}]}]}}, 'nodes': 'no'}, {}, {'nodes': [1]}):
    for pointer in ('', '/nodes/0', '/nodes/99', '/extensions/VRMC_springBone/springs/0', '/extensions/VRMC_springBone/springs/0/joints/1/node',
                    '/~1~0'):
        checking.about(hostile, pointer)
        checking.bones_of_spring(hostile, pointer)
        checking.target_of(hostile, pointer)
for hostile in (7, [], {}, {'colliders': 5, 'springs': {}, 'colliderGroups': [3, {'name': 5, 'node': 'x'}]}):
    for path, _, _ in checking.LISTS:
        nested = hostile
        for step in reversed(path):
            nested = {step: nested}
        for end in ('', '/0', '/1/colliders/0', '/x', '/colliderGroups/1', '/0/joints/99999999999999999999'):
            checking.target_of(nested, ''.join('/' + step for step in path) + end)
            checking.target_of({'extensions': {name: hostile for name in ('VRM', 'VRMC_springBone', 'VRMC_vrm')}}, '/extensions/VRMC_springBone' + end)
for steps in (None, 7, [], [3], [{'tool': 'blender'}], [{'tool': 'blender', 'text': 5}], [{'tool': 'unity', 'text': 'a'}]):
    assert checking.place_in({'steps': steps}) == '', steps
assert checking.place_in({'steps': [{'tool': 'unity', 'text': 'a'}, {'tool': 'blender', 'text': 'b'}]}) == 'b'

with tempfile.TemporaryDirectory(prefix='vrmlint-blender-') as folder:
    # a program in the working folder isn't found, also if PATH names that folder in a relative way
    before, path = os.getcwd(), os.environ['PATH']
    here, there = os.path.join(folder, 'here'), os.path.join(folder, 'there')
    for where in (here, there):
        os.makedirs(where)
        for name in ('vrmlint', 'vrmlint.EXE'):
            with open(os.path.join(where, name), 'w', encoding='ascii') as file:
                file.write('#!/bin/sh\n')
            os.chmod(file.name, 0o755)
    os.chdir(here)
    for listed in ('', '.', os.pathsep, './', '../here', os.pathsep.join(['', '.', '/nowhere'])):
        os.environ['PATH'] = listed
        assert checking.find_program('') is None, listed
        assert checking.search_folders(listed, ['.COM', '.EXE']) is None, listed
        os.environ['PATH'] = os.pathsep.join([listed, there])
        assert checking.find_program('') == os.path.join(there, 'vrmlint'), listed
        assert checking.search_folders(os.environ['PATH'], ['.COM', '.EXE']) == os.path.join(there, 'vrmlint.EXE'), listed
    assert checking.find_program('vrmlint') == os.path.join(os.getcwd(), 'vrmlint')
    os.chdir(before)
    os.environ['PATH'] = path
    # the program in the add-on comes before those on the PATH; Blender unpacks it without permissions
    packed = os.path.join(folder, 'packed')
    pack = [sys.executable, os.path.join(source, 'adopt', 'blender', 'pack.py'), '1.2.3']
    given = [os.path.join(there, name) for name in ('vrmlint', 'vrmlint.EXE')]
    for name in ('a.zip', 'b.zip'):
        subprocess.run([*pack, os.path.join(folder, name), '1700000000', *given], check=True)
    with open(os.path.join(folder, 'a.zip'), 'rb') as one, open(os.path.join(folder, 'b.zip'), 'rb') as other:
        assert one.read() == other.read()
    with zipfile.ZipFile(os.path.join(folder, 'a.zip')) as archive:
        archive.extractall(packed)
    panel = os.path.join(packed, 'vrmlint_panel')
    with open(os.path.join(panel, '__init__.py'), encoding='utf-8') as file:
        assert "'version': (1, 2, 3)," in file.read()
    with open(os.path.join(panel, 'blender_manifest.toml'), encoding='utf-8') as file:
        assert 'version = "1.2.3"' in file.read()
    own = os.path.join(panel, 'program', 'vrmlint')
    assert not os.access(own, os.X_OK)
    assert checking.own_program(panel) == (own if platform.machine() == 'x86_64' else None)
    assert platform.machine() != 'x86_64' or os.access(own, os.X_OK)
    assert checking.own_program(os.path.join(source, 'adopt', 'blender', 'vrmlint_panel')) is None
    broken = os.path.join(folder, 'broken.vrm')
    for data in (b'', b'glTF', b'glTF' + b'\xff' * 40, b'{"a":', b'[' * 100000):
        with open(broken, 'wb') as file:
            file.write(data)
        assert checking.read_json(broken) == {}
    blender = shutil.which('blender')
    if blender is None:
        print('skipped: no Blender here; only what needs none was tried')
        sys.exit(77)
    # without the folders of another Python than Blender's, which lack modules that Blender's add-ons import
    env = dict(os.environ, PATH=os.defpath, HOME=folder, BLENDER_USER_CONFIG=folder, BLENDER_USER_SCRIPTS=folder)

    def inside(script, *arguments):
        done = subprocess.run([blender, '-b', '--factory-startup', '--python-exit-code', '9', '--python',
                               os.path.join(source, 'tests', 'apps', script), '--', program, source, folder, *arguments], env=env,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(done.stdout)
        return done.returncode == 0 and 'all of it held' in done.stdout

    addons = os.path.join(external, 'apps', 'blender')
    held = inside('blender_inside.py')
    if os.path.isdir(addons):
        held = inside('blender_tuned.py', addons) and held
    else:
        print('skipped: the real VRM add-on is not here')
    sys.exit(not held)
