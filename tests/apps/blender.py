#!/usr/bin/env python3
"""Tests the add-on for Blender: blender.py VRMLINT SOURCE EXTERNAL. First the parts that don't need Blender, then inside
Blender without a window, together with the real VRM add-on if EXTERNAL has it; skips with a message without Blender."""
import os
import shutil
import subprocess
import sys
import tempfile

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
