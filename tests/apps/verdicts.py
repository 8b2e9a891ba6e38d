#!/usr/bin/env python3
"""usage: verdicts.py PROGRAM FIXTURES EXTERNAL

Compares the verdicts of reports with what the real apps did.

For every fixture and the real files of EXTERNAL/corpus, a verdict must not contradict the findings that it rests on: it is as bad as the worst of them, the heading of the
text report is the worst verdict, and no app is called fine if nothing is known about it for an error. Packed as an avatar, no sentence
of a finding may state that an app refuses the file if the verdict about that app is another one; the same holds for the real files of
EXTERNAL/corpus.

If EXTERNAL/verdict has recorded outcomes (mutants.tsv and mutants.tar.xz), the verdicts of three-vrm and UniVRM are held against
them: how many files are decided, how many of these rightly, and how often "fine" is wrong. Otherwise that part is skipped (77)."""
import base64
import json
import os
import re
import struct
import subprocess
import sys
import tarfile
import tempfile

import claims

DECIDED, RIGHT, FINE_WRONG = 0.80, 0.95, 0.005
OPEN = {'unknown', 'may-refuse'}  # verdicts that decide nothing
LOADS = {'fine', 'differs', 'loses'}
# what an app did: the verdicts that are right
AGREES = {'refused': {'refuses'}, 'avatar lost': {'no-avatar', 'refuses'}, 'loaded': LOADS}
# from harmless to worst
ORDER = ['fine', 'differs', 'unknown', 'loses', 'may-refuse', 'hangs', 'no-avatar', 'refuses']
EFFECTS = {'refuses': 'refuses', 'hangs': 'hangs', 'drops-avatar': 'no-avatar', 'differs': 'differs', 'loads': 'fine', 'warns': 'fine'}


def reports(program, paths):
    """Returns the reports of files by path."""
    run = subprocess.run([program, 'check', '--no-config', '--fail-on', 'never', '--format', 'ndjson', '--files-from', '-', '--no-simulation'],
                         input='\n'.join(paths).encode(), stdout=subprocess.PIPE, check=True)
    return {report['path']: report for report in map(json.loads, run.stdout.splitlines()) if 'path' in report}


def fixtures(folder):
    for root, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(root, name) for name in sorted(names) if name.endswith(('.gltf', '.glb', '.vrm', '.vrma')))


def check_verdict(report, verdict, faults):
    """Compares a verdict with what the findings state about the app."""
    worst = 'fine'
    for index, finding in enumerate(report['findings']):
        claims = [claim for claim in finding.get('apps', []) if claim['app'] == verdict['app']
                  and claim['effect'] not in ('writes', 'blocks-export')]
        states = ['may-refuse' if claim.get('some') and claim['effect'] in ('refuses', 'hangs', 'drops-avatar') else EFFECTS.get(claim['effect'])
                  for claim in claims]
        if not claims and finding['severity'] == 'error':
            states = ['unknown']
        for state in filter(None, states):
            worst = max(worst, state, key=ORDER.index)
            if state == verdict['verdict'] != 'fine' and index not in verdict['because']:
                faults.append('%s: %s is %s because of %s, which it doesn\'t list' % (report['path'], verdict['app'], state, finding['rule']))
    if ORDER.index(verdict['verdict']) < ORDER.index(worst):
        faults.append('%s: %s is %s, but its findings state %s' % (report['path'], verdict['app'], verdict['verdict'], worst))
    if (verdict['verdict'] == 'loses') != bool(verdict['loses']):
        faults.append('%s: %s loses %s' % (report['path'], verdict['app'], verdict['loses']))


def check_heading(program, report, faults):
    """Compares the heading of the text report with the verdicts."""
    run = subprocess.run([program, 'check', '--no-config', '--fail-on', 'never', '--lang', 'en', '--no-simulation', report['path']],
                         stdout=subprocess.PIPE, env={**os.environ, 'COLUMNS': '400'}, check=True)
    heading = run.stdout.decode().split('\n', 1)[0]
    if report['verdicts'] and report['findings'] and '; ' not in heading:
        known = [verdict for verdict in report['verdicts'] if verdict['verdict'] != 'unknown']  # it counts only if all are so
        worst = max(known or report['verdicts'], key=lambda verdict: ORDER.index(verdict['verdict']))
        words = {'refuses': 'refuses the file', 'may-refuse': 'may refuse the file', 'fine': 'fine as far as checked', 'unknown': 'not known',
                 'loses': 'but loses', 'hangs': 'may never finish', 'no-avatar': 'without the avatar', 'differs': 'in its own way'}
        if words[worst['verdict']] not in heading:
            faults.append('%s: the heading doesn\'t state that %s %s' % (heading, worst['app'], worst['verdict']))


# ---- sentences ----

REFUSED = ('refuses', 'no-avatar', 'may-refuse', 'hangs')
APPS = {'three-vrm': r'three-vrm|three\.js', 'UniVRM': r'UniVRM|Unity', 'VRM Add-on for Blender': r'Blender'}
CLAUSES = re.compile(r'(?<=[.:;]) |, (?=(?:so|because|and|but|nor|although|though|which|other apps)\b)')
REFUSES = re.compile(r"\b(?:refuses?|rejects?|(?:do|does)(?:n't| not) (?:load|open|import|read the (?:file|avatar|animation))|can't (?:load|open|build)|"
                     r"fails? to (?:load|build|open)|stops? (?:with an error|loading)|hangs?)\b(?P<object>.*)")
# What isn't the whole file, and what holds for other versions, with other parts, or in some cases only.
PARTS = re.compile(r' (?:such |a |the |its |those )?(?:bones?|collider|them|image|texture|sides|sampler|extension|track)')
LIMITED = re.compile(r'\b(?:up to|before) \d|without an? [\w-]+ (?:decoder|loader)|\bif\b|\bwhen\b|\b(?:may|or) refuse')
EVERY = re.compile(r'(?<!some )(?<!many )(?<!most )(?<!other )(?<!such )(?<!strict )\b(?:apps|Apps|every app)(?! that)\b')


def refusing(message):
    """Yields the apps that a message states to refuse the file, with the clause: None stands for three-vrm and UniVRM."""
    last = set()
    for clause in CLAUSES.split(message):
        verb = REFUSES.search(clause)
        subject = clause[:verb.start()] if verb else clause
        named = {app for app, words in APPS.items() if re.search(r'\b(?:%s)\b' % words, subject)}
        if verb and not LIMITED.search(clause) and not PARTS.match(verb.group('object')):
            refer = last if re.search(r'\b(?:it|they|both)\b', subject) else set()
            yield from ((app, clause) for app in named or ([None] if EVERY.search(subject) else refer))
        last = named or last


# What every app shows, because it is in the file.
HARMED = re.compile(r"\bthe body (?:collapses|flies apart)|vertices fly away|jumps? to the origin|moves? the wrong way|all springs are lost|no spring bone moves|"
                    r"shears? when rotated|mirrors? or collapses?|may never be drawn|show wrong textures|can't rotate anything")


def check_sentences(report, faults):
    """Compares what messages state with the verdicts. Returns the number of such statements."""
    count = 0
    verdicts = {verdict['app']: verdict['verdict'] for verdict in report['verdicts']}
    for finding in report['findings'] if verdicts else []:
        harmed = HARMED.search(finding['message']) if finding['severity'] == 'error' else None
        faults += ['%s: %s %s: "%s", but the verdict about %s is fine' % (report['path'], finding['rule'], finding.get('variant'), harmed.group(), one)
                   for one in ('three-vrm', 'UniVRM') if harmed and verdicts.get(one) == 'fine']
        for app, clause in refusing(finding['message']):
            count += 1
            for one in [app] if app else ['three-vrm', 'UniVRM']:
                if verdicts.get(one, 'refuses') not in REFUSED:
                    faults.append('%s: %s %s: "%s", but the verdict about %s is: %s' % (
                        report['path'], finding['rule'], finding.get('variant'), clause, one, verdicts[one]))
    return count


def check_statements(program, folder, external):
    """Packs the fixtures as avatars, and reads all sentences about them and about real files."""
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        names = claims.pack_all(list(fixtures(folder)), scratch, True)
        real = list(fixtures(os.path.join(external, 'corpus'))) if external else []
        found = reports(program, list(names) + real)
        count = 0
        for path, report in found.items():
            report['path'] = names.get(path, path)
            count += check_sentences(report, faults)
    assert count > 100, 'only %d sentences state that an app refuses a file' % count
    print('%d sentences state that an app refuses a file: %d contradictions' % (count, len(faults)))
    return faults


def check_fixtures(program, folder, external):
    faults = []
    real = list(fixtures(os.path.join(external, 'corpus'))) if external else []
    found = reports(program, list(fixtures(folder)) + real)
    for number, report in enumerate(found.values()):
        for verdict in report['verdicts']:
            check_verdict(report, verdict, faults)
        if number % 40 == 0:
            check_heading(program, report, faults)
    with_verdicts = sum(bool(report['verdicts']) for report in found.values())
    assert with_verdicts > 500, 'only %d fixtures have verdicts' % with_verdicts
    print('%d fixtures and real files, %d with verdicts: %d contradictions' % (len(found), with_verdicts, len(faults)))
    return faults


def outcome(text):
    """Returns what a recorded outcome means, or None if it is due to how it was recorded."""
    if text.startswith('refused') and 'instance provided' in text:
        return None
    if text.startswith(('refused', 'THROW')):
        return 'refused'
    return 'avatar lost' if 'avatar' in text or text.startswith('NOTVRM') else 'loaded'


def check_outcomes(program, folder):
    faults = []
    with open(os.path.join(folder, 'mutants.tsv'), encoding='utf-8') as file:
        rows = [line.rstrip('\n').split('\t') for line in file][1:]
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(os.path.join(folder, 'mutants.tar.xz')) as archive:
            for member in archive:
                member.name = os.path.basename(member.name)
                if member.isfile() and member.name:
                    archive.extract(member, scratch)
        found = reports(program, [os.path.join(scratch, row[0]) for row in rows])
    for column, app in ((1, 'three-vrm'), (2, 'UniVRM')):
        files = decided = right = fine = wrong = 0
        for row in rows:
            real = outcome(row[column])
            if real is None or (app == 'UniVRM' and real == 'loaded' and row[0].endswith('.vrma')):
                continue  # for animations only UniVRM's parsers were recorded, not its importer, which refuses more
            report = by_name(found, row[0])
            verdict = next((verdict['verdict'] for verdict in report['verdicts'] if verdict['app'] == app), 'unknown')
            files += 1
            decided += verdict not in OPEN
            right += verdict not in OPEN and verdict in AGREES[real]
            fine += verdict == 'fine'
            wrong += verdict == 'fine' and (real != 'loaded' or row[column].startswith('lost'))
        print('%s: %d files, %.1f %% decided, %.1f %% of these right; "fine" is wrong for %d of %d'
              % (app, files, 100 * decided / files, 100 * right / decided, wrong, fine))
        if decided < DECIDED * files or right < RIGHT * decided or wrong > FINE_WRONG * files:
            faults.append('%s: the verdicts are too often open or wrong' % app)
    return faults


def check_cut(program, folder):
    """Cuts a file off in each of its parts: three-vrm refuses what lacks a part of the JSON or of the data of its mesh, which was run for
    avatars and animations. An extension that isn't listed isn't read, so what is wrong in it stops nothing."""
    faults = []
    with open(os.path.join(folder, 'container', 'bin-too-small', 'pass-mesh.glb'), 'rb') as file:
        whole = file.read()
    data = 20 + int.from_bytes(whole[12:16], 'little')
    named = {'extensions': {'VRMC_vrm_animation': {'specVersion': '1.0', 'humanoid': {'humanBones': {'hips': {'node': True}}}}}}
    files = {'cut%d.vrm' % size: (whole[:size], {'refuses'}) for size in (4, 11, 12, 16, 20, data - 9, data + 3, data + 8, data + 20)}
    text = whole[20:data - 8].rstrip()
    files['plain.gltf'] = (b'{"asset": {"version": "2.0"}, "nodes": [{"mesh": 9}]}', set())
    files.update({'cut%d.gltf' % size: (text[:size], {'refuses'}) for size in (0, 1, len(text) // 2, len(text) - 1)})
    files['cut.glb'] = (whole[:data // 2], {'refuses'})
    files['version.vrm'] = (whole[:4] + b'\x03' + whole[5:], {'unknown'})
    unlisted = {'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0]}], 'nodes': [{}], 'extensionsUsed': ['other'], **named}
    files['unlisted.vrma'] = (json.dumps(unlisted).encode(), {'loses'})
    with tempfile.TemporaryDirectory() as scratch:
        for name, (content, _) in files.items():
            with open(os.path.join(scratch, name), 'wb') as file:
                file.write(content)
        for path, report in reports(program, [os.path.join(scratch, name) for name in files]).items():
            verdicts = {verdict['verdict'] for verdict in report['verdicts'] if verdict['app'] == 'three-vrm'}
            wanted = files[os.path.basename(path)][1]
            if not verdicts <= wanted or bool(verdicts) != bool(wanted):
                faults.append('%s: three-vrm is %s' % (os.path.basename(path), verdicts))
    return faults


def check_imports(program, folder):
    """UniVRM's importers were run over the fixtures: what they did with those whose text its parsers read."""
    refused = {'accessor-format': 'fail-cubic-count fail-cubic-short fail-frame-numbers', 'bone-bad-parent': 'fail-arm-swapped',
               'bone-not-in-scene': 'fail-armature-left-out fail-lost-branch fail-second-scene',
               'channel-target-missing': 'fail-no-target', 'expression-node-in-hierarchy': 'fail-below-head',
               'expression-node-order': 'fail-before-bones fail-channels-not-sorted', 'humanoid-root-not-first': 'fail-expression-first',
               'no-content': 'fail-empty-expressions fail-version-only', 'no-humanoid': 'fail-expression-alone',
               'required-bone-missing': 'fail-hips', 'weights-without-targets': 'fail-no-targets'}
    loaded = {'animation/no-animation': 'fail-none fail-empty-list', 'animation/expression-node-order': 'pass-behind',
              'animation/bone-not-in-scene': 'pass-armature', 'accessor/out-of-bounds': 'fail-last-stride', 'vrm0/group-unnamed': 'fail-preset'}
    paths = {os.path.join(folder, 'animation', rule, name + '.gltf'): {'refuses'} for rule, names in refused.items() for name in names.split()}
    paths.update({os.path.join(folder, rule, name + '.gltf'): LOADS for rule, names in loaded.items() for name in names.split()})
    faults = []
    for path, report in reports(program, list(paths)).items():
        verdict = next((verdict['verdict'] for verdict in report['verdicts'] if verdict['app'] == 'UniVRM'), 'fine')
        if verdict not in paths[path]:
            faults.append('%s: UniVRM is %s' % (path, verdict))
    return faults


def check_read(program, folder):
    """Changes avatars and an animation in one place: three-vrm refuses only what it reads and can't use. Each was run. A node that a
    scene lists is no longer a child with three.js 0.180, which loads what needs it as one and newer versions refuse."""
    faults = []
    names = ('buffer/not-found/pass-data', 'animation/required-bone-missing/fail-hips', 'constraint/circular-dependency-via-ancestors/fail-g4',
             'springbone/missing-property/pass-joint-without-parameters', 'animation/channel-target-missing/fail-only-channel',
             'texture/no-source/fail-vrm0', 'vrm0/unresolved-index/fail-texture', 'animation/channel-target-missing/pass-node')
    documents = []
    for name in names:
        with open(os.path.join(folder, name + '.gltf'), encoding='utf-8') as file:
            documents.append(json.load(file))
    avatar, animation, ring, hair, still, textured, old, moving = documents
    springs = {**avatar, 'extensionsUsed': avatar['extensionsUsed'] + ['VRMC_springBone'], 'extensions': {**avatar['extensions'], **hair['extensions']}}
    view = {'bufferView': 99, 'componentType': 5126, 'count': 1, 'type': 'SCALAR'}
    bones = ('extensions', 'VRMC_vrm', 'humanoid', 'humanBones')
    moved = ('extensions', 'VRMC_vrm_animation', 'humanoid', 'humanBones')
    joints = ('extensions', 'VRMC_springBone', 'springs', 0, 'joints')
    misspelt = {'specVersion': '1.0', 'colliderss': [{'node': 0, 'shape': {'sphere': {'radius': 0.1}}}]}
    def with_joints(*of):
        return lambda extensions: {**extensions, 'VRMC_springBone': {'specVersion': '1.0', 'springs': [{'joints': list(of)}]}}

    def source(index):
        constraint = {'specVersion': '1.0', 'constraint': {'rotation': {'source': index}}}
        return lambda node: {**node, 'extensions': {'VRMC_node_constraint': constraint}}

    older = {'meta': {}, 'humanoid': {'humanBones': {'hips': {'node': 0}}}}
    position = ('meshes', 0, 'primitives', 0, 'attributes', 'POSITION')
    listed = {**avatar, 'extensionsUsed': avatar['extensionsUsed'] + ['VRMC_springBone', 'VRMC_node_constraint']}
    files = [  # place, change, whether three-vrm refuses it, or None if that depends on the version of three.js
        (avatar, ('accessors',), lambda accessors: accessors + [view], False),
        (avatar, ('accessors', 0), lambda accessor: {**accessor, 'bufferView': 99}, True),
        (avatar, ('scenes', 0, 'nodes'), lambda nodes: ['99'], True),
        (avatar, ('scenes', 0, 'nodes'), lambda nodes: ['0'], False),
        (avatar, bones, lambda names: {**names, 'Jaw': {'node': 16}}, False),
        (avatar, bones, lambda names: {**names, 'Hips': names['hips'], 'hips': 0}, True),
        (avatar, ('buffers',), lambda buffers: [{'byteLength': 84}], True), (avatar, ('buffers',), lambda buffers: [[]], True),
        (avatar, ('extensions',), lambda extensions: {**extensions, 'VRMC_springBone': misspelt}, False),
        (ring, ('scenes', 0, 'nodes'), lambda nodes: nodes + [1], None), (ring, ('scenes', 0, 'nodes'), lambda nodes: nodes + [6], True),
        (springs, joints, lambda list: [{}] + list[1:], True), (springs, joints, lambda list: list[:-1] + [{}], False),
        (springs, joints, lambda list: [None] + list[1:], False), (springs, joints, lambda list: list[:-1] + [None], True),
        (still, ('bufferViews', 0, 'buffer'), lambda buffer: 99, False), (textured, ('textures', 1), lambda texture: {'extensions': {}}, True),
        (old, ('meshes', 0, 'primitives', 0, 'material'), lambda material: 1, False), (animation, moved, lambda names: {**names, 'hips': {}}, True),
        (avatar, ('scene',), lambda scene: 'main', True), (avatar, ('scene',), lambda scene: False, False),
        (avatar, ('asset', 'version'), lambda version: 2, False), (avatar, ('asset', 'version'), lambda version: None, True),
        (avatar, ('asset', 'version'), lambda version: '1.0', True), (avatar, ('asset', 'version'), lambda version: 'two', False),
        (moving, ('animations', 0, 'channels', 0, 'target', 'path'), lambda path: 'Rotation', True),
        (animation, ('asset',), lambda asset: asset, True), (animation, ('animations',), lambda animations: [], False),
        (avatar, position, lambda index: [[index]], False), (avatar, position, lambda index: [str(index)], False),
        (avatar, ('accessors', 0, 'bufferView'), lambda index: [index], False), (avatar, ('accessors', 0, 'bufferView'), lambda index: [1], False),
        (avatar, ('accessors', 0), lambda accessor: {**accessor, 'bufferView': [1], 'count': 4}, True),
        (avatar, ('accessors', 0), lambda accessor: {**accessor, 'bufferView': '1', 'count': 4}, True),
        (avatar, position, lambda index: [[99]], True), (avatar, position, lambda index: ['0%d' % index], True),
        (avatar, ('nodes', 0, 'children'), lambda children: [*children, '0'], True),
        (avatar, ('nodes', 0, 'children'), lambda children: [*children, [0]], True),
        (listed, ('nodes', 1), source('1'), True), (listed, ('nodes', 1), source('0'), False),
        (avatar, ('accessors', 0), lambda accessor: {**accessor, 'normalized': True}, True),
        (avatar, ('bufferViews', 0), lambda view: {**view, 'byteLength': 10**6}, False),
        (avatar, ('bufferViews', 0), lambda view: {**view, 'byteOffset': 10**6}, True),
        (avatar, ('extensions',), lambda extensions: {**extensions, 'VRM': older}, False),
        (listed, ('extensions',), with_joints(1, 2), True), (listed, ('extensions',), with_joints({'node': 0}, 1), False),
        (avatar, ('meshes', 0, 'primitives', 0), lambda primitive: {**primitive, 'mode': '4'}, True),
    ]
    with tempfile.TemporaryDirectory() as scratch:
        for number, (document, keys, change, _) in enumerate(files):
            made = json.loads(json.dumps(document))
            holder = made
            for key in keys[:-1]:
                holder = holder[key]
            holder[keys[-1]] = change(holder[keys[-1]])
            with open(os.path.join(scratch, '%02d.gltf' % number), 'w', encoding='utf-8') as file:
                json.dump(made, file)
        found = reports(program, [os.path.join(scratch, name) for name in sorted(os.listdir(scratch))])
    for (_, keys, _, refused), report in zip(files, found.values()):
        verdict = next((verdict['verdict'] for verdict in report['verdicts'] if verdict['app'] == 'three-vrm'), None)
        if verdict not in ({'may-refuse'} if refused is None else {'refuses'} if refused else LOADS):
            faults.append('%s: three-vrm is %s' % ('/'.join(map(str, keys)), verdict))
    return faults


def check_univrm_reads(program, folder):
    """Changes an avatar and an animation in one place. UniVRM was run over each: it stops at text that it can't parse, and at data that it
    reads and that end too early, but it reads accessors, buffers and names only where something refers to them."""
    faults = []
    texts = {}
    for name, path in (('avatar', 'buffer/not-found/pass-data.gltf'), ('animation', 'animation/accessor-out-of-bounds/pass-inside.gltf')):
        with open(os.path.join(folder, path), encoding='utf-8') as file:
            texts[name] = json.load(file)
    spare = {'bufferView': 99, 'componentType': 5126, 'count': 1, 'type': 'SCALAR'}
    bones = ('extensions', 'VRMC_vrm', 'humanoid', 'humanBones')

    def normal(vector):
        plane = {'specVersion': '1.0', 'shape': {'plane': {'normal': vector, 'offset': [0, 0, 0]}}}
        collider = {'node': 0, 'shape': {'sphere': {'offset': [0, 0, 0], 'radius': 0.1}}, 'extensions': {'VRMC_springBone_extended_collider': plane}}
        return {'specVersion': '1.0', 'colliders': [collider]}

    moved = [{'channels': [{'sampler': 9, 'target': {'node': 0, 'path': 'rotation'}}], 'samplers': [{'input': 99, 'output': 99}]}]
    files = [  # place, change, whether UniVRM refuses the file
        ('avatar', ('accessors',), lambda accessors: accessors + [spare], False),
        ('avatar', ('accessors',), lambda accessors: accessors + [{**spare, 'count': '1'}], True),
        ('avatar', ('accessors', 0), lambda accessor: {**accessor, 'bufferView': 99}, True),
        ('avatar', ('accessors', 0), lambda accessor: {**accessor, 'count': 999}, True),
        ('avatar', ('accessors', 0), lambda accessor: {**accessor, 'bufferView': accessor['bufferView'] + 2**32}, False),
        ('avatar', ('animations',), lambda animations: moved, False), ('avatar', ('scene',), lambda scene: 2**32, False),
        ('avatar', bones, lambda names: {**names, 'tail': 1}, False), ('avatar', bones, lambda names: {**names, 'jaw': 1}, True),
        ('avatar', ('Textures',), lambda textures: [], False), ('avatar', ('/Skins',), lambda skins: [], False),
        ('animation', ('animations', 0, 'channels', 0), lambda channel: {'sampler': 0}, True),
        ('animation', ('animations', 0, 'samplers', 0), lambda sampler: {**sampler, 'input': 99}, True),
        ('animation', ('accessors',), lambda accessors: accessors + [spare], False),
        ('animation', ('animations', 0, 'samplers', 0), lambda sampler: {**sampler, 'interpolation': 'linear'}, True),
        ('avatar', ('nodes', 0, 'children'), lambda children: [[0]], True), ('avatar', ('nodes', 0, 'children'), lambda children: ['0'], True),
        ('avatar', (*bones[:2], 'humanoid', 'humanBones', 'head'), lambda bone: {}, False),
        ('avatar', ('extensions', 'VRMC_springBone'), lambda springs: normal(['a', 0, 0]), True),
        ('avatar', ('extensions', 'VRMC_springBone'), lambda springs: normal([0, 0]), False),
        ('avatar', ('accessors', 0, 'min'), lambda bounds: ['a'], True),
        ('animation', ('animations', 0, 'samplers', 0), lambda sampler: {**sampler, 'interpolation': 'other'}, True),
        ('animation', ('animations', 0, 'samplers'), lambda samplers: samplers + [{**samplers[0], 'interpolation': 'other'}], False),
    ]
    with tempfile.TemporaryDirectory() as scratch:
        for number, (name, keys, change, _) in enumerate(files):
            made = json.loads(json.dumps(texts[name]))
            holder = made
            for key in keys[:-1]:
                holder = holder[key]
            holder[keys[-1]] = change(holder.get(keys[-1]) if isinstance(holder, dict) else holder[keys[-1]])
            with open(os.path.join(scratch, '%02d.gltf' % number), 'w', encoding='utf-8') as file:
                json.dump(made, file)
        found = reports(program, [os.path.join(scratch, name) for name in sorted(os.listdir(scratch))])
    for (_, keys, _, refused), (path, report) in zip(files, found.items()):
        verdict = next(verdict['verdict'] for verdict in report['verdicts'] if verdict['app'] == 'UniVRM')
        if (verdict == 'refuses') != refused or verdict in OPEN:
            faults.append('%s %s: UniVRM is %s' % (os.path.basename(path), '/'.join(map(str, keys)), verdict))
    return faults


def changed(document, *changes):
    """Returns a copy of a document with other values at places: (keys, value). The value is removed if it is None."""
    made = json.loads(json.dumps(document))
    for keys, value in changes:
        holder = made
        for key in keys[:-1]:
            holder = holder[key]
        if value is None:
            del holder[keys[-1]]
        else:
            holder[keys[-1]] = value
    return made


def check_files(program, files):
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, (content, _, _) in files.items():
            with open(os.path.join(scratch, name), 'wb') as file:
                file.write(content if isinstance(content, bytes) else json.dumps(content).encode())
        for path, report in reports(program, [os.path.join(scratch, name) for name in files]).items():
            _, app, wanted = files[os.path.basename(path)]
            found = {verdict['verdict'] for verdict in report['verdicts'] if verdict['app'] == app}
            if not found or not found <= wanted:
                faults.append('%s: %s is %s' % (os.path.basename(path), app, found))
    return faults


def opened(folder, *names):
    for name in names:
        with open(os.path.join(folder, name + '.gltf'), encoding='utf-8') as file:
            yield json.load(file)


def check_skipped(program, folder):
    """three-vrm was run over each: it refuses nothing because of what it skips, and reads some parts of VRM 0.x beside VRM 1.0."""
    refused = {'refuses'}
    avatar, draft, still, moving, both, foreign = opened(
        folder, 'buffer/not-found/pass-data', 'animation/missing-property/fail-first-draft-layout', 'animation/channel-target-missing/fail-only-channel',
        'animation/channel-target-missing/pass-node', 'vrm/with-vrm0/fail-both', 'animation/unknown-bone/fail-mixamo')
    version = ('extensions', 'VRMC_vrm_animation', 'specVersion')
    length, size = ('buffers', 0, 'byteLength'), ('bufferViews', 0, 'byteLength')
    cut = changed(avatar, (size, avatar['bufferViews'][0]['byteLength'] - 4))
    worn = changed(avatar, (('materials',), [{'name': 'a'}]), (('meshes', 0, 'primitives', 0, 'material'), 0))

    outside = {'bufferView': 0, 'componentType': 5126, 'count': 999, 'type': 'VEC3'}
    bound = {**avatar, 'accessors': avatar['accessors'] + [outside], 'skins': [{'inverseBindMatrices': len(avatar['accessors']), 'joints': [0]}]}

    def left(shader, index, name='_MainTex'):
        return ('extensions', 'VRM'), {'materialProperties': [{'name': 'a', 'shader': shader, 'textureProperties': {name: index}}]}

    files = {
        'draft-1.gltf': (changed(draft, (version, 1)), LOADS), 'draft-list.gltf': (changed(draft, (version, ['1.0'])), LOADS),
        'draft-none.gltf': (changed(draft, (version, None)), refused), 'draft-named.gltf': (changed(draft, (version, '1.0-draft')), refused),
        'still.gltf': (changed(still, (('accessors',), [])), LOADS), 'still-object.gltf': (changed(still, (('accessors',), {})), LOADS),
        'moving.gltf': (changed(moving, (('accessors',), [])), refused), 'scene.gltf': (changed(moving, (('scene',), 9)), refused),
        'scene-skipped.gltf': (changed(moving, (('scene',), 9), (version, 1)), LOADS),
        'both-null.gltf': ({**both, 'extensionsUsed': None}, LOADS), 'both-old.gltf': ({**both, 'extensionsUsed': ['VRM']}, LOADS),
        'both-none.gltf': ({**both, 'extensionsUsed': []}, LOADS), 'alone-null.gltf': ({**avatar, 'extensionsUsed': None}, {'no-avatar'}),
        'cut-none.gltf': (changed(cut, (length, None)), refused), 'cut-text.gltf': (changed(cut, (length, '84')), refused),
        'whole-none.gltf': (changed(avatar, (length, None)), LOADS), 'whole-text.gltf': (changed(avatar, (length, '84')), LOADS),
        'left-9.gltf': (changed(worn, left('VRM/MToon', 9)), refused), 'left-negative.gltf': (changed(worn, left('VRM/UnlitTexture', -1)), refused),
        'left-text.gltf': (changed(worn, left('VRM/MToon', 'a')), refused), 'left-gltf.gltf': (changed(worn, left('VRM_USE_GLTFSHADER', 9)), LOADS),
        'left-other.gltf': (changed(worn, left('VRM/MToon', 9, '_Other')), LOADS), 'left-shader.gltf': (changed(worn, left(5, 0)), refused),
        **{'hollow-%d.gltf' % i: (changed(avatar, (('extensions', 'VRMC_vrm'), value)), {'no-avatar'}) for i, value in enumerate(([], {}, 'a'))},
        'foreign.gltf': (changed(foreign, (('nodes', 1), 1)), refused), 'bound.gltf': (bound, LOADS),
        'left-unworn.gltf': (changed(avatar, left(5, 9)), LOADS),
    }
    return check_files(program, {name: (content, 'three-vrm', wanted) for name, (content, wanted) in files.items()})


def check_univrm_chunks(program, folder):
    """UniVRM was run over each: it takes the chunks to the end of the file, whatever length the header states, needs the first two, and
    reads an avatar only after it has read the text."""
    def glb(document, rest=b'\x04\0\0\0BIN\0' + bytes(4), total=0, mark=b''):
        text = mark + json.dumps(document).encode()
        text += b' ' * (-len(text) % 4)
        total = total or 20 + len(text) + len(rest)
        return b'glTF\x02\0\0\0' + total.to_bytes(4, 'little') + len(text).to_bytes(4, 'little') + b'JSON' + text + rest

    refused, plain = {'refuses'}, {'no-avatar'}
    avatar, aim = opened(folder, 'constraint/aim-axis-opposed/pass-right-sign', 'constraint/aim-axis-opposed/fail-draft-of-2022')
    constraint = ('nodes', 15, 'extensions', 'VRMC_node_constraint')
    other = changed(avatar, (('extensions', 'VRMC_vrm'), None))
    buffers = [{'byteLength': 4}]
    meshed = {**avatar, 'buffers': buffers, 'bufferViews': [{'buffer': 0, 'byteLength': 4}]}

    def turned(version, **kind):
        return glb(changed(aim, (constraint, {'specVersion': version, 'constraint': kind})))

    files = {
        'whole.vrm': (glb(meshed), LOADS), 'early.vrm': (glb(meshed, total=100), LOADS), 'alone.vrm': (glb(meshed, b''), refused),
        'other.vrm': (glb(other), plain), 'other-alone.vrm': (glb(other, b''), refused), 'other-text.vrm': (other, refused),
        'other-version.vrm': (glb(changed(other, (('asset', 'version'), '2.1'))), refused), 'other-mark.vrm': (glb(other, mark=b'\xef\xbb\xbf'), refused),
        'mark.vrm': (glb(avatar, mark=b'\xef\xbb\xbf'), refused), 'version.vrm': (glb(changed(avatar, (('asset', 'version'), '2.1'))), refused),
        'axis-draft.vrm': (turned('1.0-draft', aim={'source': 8, 'aimAxis': '-X'}), refused),
        'axis-draft-case.vrm': (turned('1.0-draft', aim={'source': 8, 'aimAxis': 'positiveY'}), LOADS),
        'axis-unknown.vrm': (turned('1.0', roll={'source': 8, 'rollAxis': 'W'}), refused),
        'axis-none.vrm': (turned('1.0', aim={'source': 8}), LOADS),
        'kind-none.vrm': (turned('1.0-draft', position={'source': 8}), refused),
        'kind-beside.vrm': (turned('1.0-draft', position={'source': 8}, rotation={'source': 8}), LOADS),
    }
    return check_files(program, {name: (content, 'UniVRM', wanted) for name, (content, wanted) in files.items()})


PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=='


def check_univrm_scene(program, folder):
    """UniVRM was run over each: mistakes that it loads by themselves don't hide what stops it because of them. It keeps the lowest 32 bits of
    indices, needs each bone of an avatar, and stops at the file where a number that refers to nothing has a fraction."""
    refused, lost = {'refuses'}, {'loses'}
    avatar, old, moving = opened(folder, 'buffer/not-found/pass-data', 'vrm0/bind-mesh-unused/fail-outside', 'animation/channel-target-missing/pass-node')
    wrapped = 2**32
    entries, bones = ('scenes', 0, 'nodes'), ('extensions', 'VRMC_vrm', 'humanoid', 'humanBones')
    lift = ('extensions', 'VRMC_vrm', 'expressions', 'custom', 'lift')
    binds = ('extensions', 'VRM', 'blendShapeMaster', 'blendShapeGroups', 0, 'binds')
    worn = changed(avatar, (('meshes', 0, 'primitives', 0, 'material'), 0), (('Materials',), [{'name': 'a'}]))
    turned = {**worn, 'materials': worn['Materials']}
    moved = {'material': 0, 'scale': [1, 1], 'offset': [0, 0]}
    coloured = {'material': 0, 'type': 'color', 'targetValue': [1, 1, 1, 1]}
    faceless = changed(avatar, (('nodes', 3, 'children'), None))
    unbound = changed(avatar, (lift, {}))
    shown = {**old, 'scenes': [{'nodes': [0, 20]}]}
    painted = changed(old, (('images',), [{'uri': 'data:image/png;base64,' + PIXEL}]), (('textures',), [{'source': wrapped}]))
    count = ('accessors', 2, 'count')
    indexed = changed(avatar, (('accessors',), avatar['accessors'] + [{'bufferView': 0, 'componentType': 5125, 'count': 3, 'type': 'SCALAR'}]),
                      (('meshes', 0, 'primitives', 0, 'indices'), 2))
    target = ('animations', 0, 'channels', 0, 'target', 'node')
    files = {
        'materials.gltf': (worn, {'differs'}), 'materials-moved.gltf': (changed(worn, (lift, {'textureTransformBinds': [moved]})), refused),
        'materials-coloured.gltf': (changed(worn, (lift, {'materialColorBinds': [coloured]})), refused),
        'materials-meant.gltf': (changed(turned, (lift, {'textureTransformBinds': [moved]})), LOADS),
        'scene.gltf': (changed(avatar, (entries, [0, wrapped])), LOADS), 'scene-face.gltf': (changed(faceless, (entries, [0, wrapped])), refused),
        'scene-faced.gltf': (changed(faceless, (entries, [0, wrapped + 16])), LOADS), 'scene-twice.gltf': (changed(faceless, (entries, [0, 0])), refused),
        'bone.gltf': (changed(unbound, (('nodes', 1, 'children'), [2, 4])), lost), 'bone-jaw.gltf': (
            changed(avatar, (('nodes',), avatar['nodes'] + [{'name': 'Jaw'}]), ((*bones, 'jaw'), {'node': 17})), lost),
        'bone-entry.gltf': (changed(unbound, (entries, [2])), lost), 'bone-wrapped.gltf': (changed(
            avatar, (('nodes', 1, 'children'), [2, 4]), (entries, [0, wrapped + 10])), LOADS),
        'old.gltf': (shown, LOADS), 'old-source.gltf': ({**painted, 'scenes': shown['scenes']}, LOADS), 'old-face.gltf': (painted, refused),
        'old-unbound.gltf': (changed(painted, (binds, [])), LOADS), 'old-bone.gltf': (changed(shown, (('nodes', 5, 'children'), [])), refused),
        'old-twice.gltf': (changed(shown, (entries, [20, 20])), refused),
        'count.gltf': (changed(indexed, (count, None)), refused),
        'target.gltf': (changed(moving, (target, 99)), LOADS), 'target-fraction.gltf': (changed(moving, (target, 99.0)), refused),
    }
    return check_files(program, {name: (content, 'UniVRM', wanted) for name, (content, wanted) in files.items()})


def check_lost(program, folder):
    """An extension of the wrong type or with a wrong name holds what apps lose by that, and an avatar without any bone loses them. three-vrm
    was run over each, and UniVRM over those that it loads. It marks the joints of skins, and can't mark a number."""
    avatar, skinned, twist, hair = opened(folder, 'constraint/misnamed/pass-exact', 'constraint/destination-skinned-mesh/pass-bone-of-the-skin',
                                          'constraint/misnamed/fail-old-name', 'springbone/missing-property/pass-joint-without-parameters')
    places = {'vrm': ('extensions', 'VRMC_vrm'), 'springs': ('extensions', 'VRMC_springBone'), 'twist': ('nodes', 15, 'extensions', 'VRMC_node_constraint')}
    whole = {'vrm': avatar['extensions']['VRMC_vrm'], 'springs': hair['extensions']['VRMC_springBone'],
             'twist': avatar['nodes'][15]['extensions']['VRMC_node_constraint']}
    full = changed(avatar, (('extensionsUsed',), [*avatar['extensionsUsed'], 'VRMC_springBone']), (places['springs'], whole['springs']))
    misnamed = changed(full, (places['springs'], None), (('extensions', 'VRMC_springbone'), whole['springs']))
    joint = ('nodes', skinned['skins'][0]['joints'][-1])
    lost = {'loses'}
    files = {'full.gltf': (full, 'three-vrm', {'fine', 'differs'}), 'vrm-empty.gltf': (changed(full, (places['vrm'], {})), 'three-vrm', {'no-avatar'}),
             'draft.gltf': (changed(full, (places['twist'], {'specVersion': '1.0-draft'})), 'three-vrm', lost)}
    for app in ('three-vrm', 'UniVRM'):
        files.update({'springs-%s.gltf' % app: (misnamed, app, lost), 'twist-%s.gltf' % app: (twist, app, lost)})
    for number, value in enumerate((True, 5, 'text', [])):
        for name, keys in places.items():
            made = changed(full, (keys, [whole[name]] if value == [] else value))
            files['%s%d.gltf' % (name, number)] = (made, 'three-vrm', {'no-avatar'} if name == 'vrm' else lost)
        files['joint%d.gltf' % number] = (changed(skinned, (joint, value)), 'three-vrm', LOADS if value == [] else {'refuses'})
    for name in ('required-bone-missing/fail-none-mapped', 'unknown-bone/fail-bones-in-bones', 'unknown-bone/fail-mixamo'):
        files[os.path.basename(name) + '.gltf'] = (next(opened(folder, 'vrm/' + name)), 'UniVRM', lost)
    return check_files(program, files)


def check_binds(program, folder):
    """UniVRM was run over each: it needs the target and the weight of a bind whose node has a mesh, and skips others."""
    face, = opened(folder, 'vrm/missing-property/fail-weight')
    expressions = ('extensions', 'VRMC_vrm', 'expressions')
    node = next(number for number, node in enumerate(face['nodes']) if 'mesh' in node)
    refused, files = {'refuses'}, {}
    for name, bind, wanted in (('weight', {'node': node, 'index': 0}, refused), ('index', {'node': node, 'weight': 1}, refused),
                               ('both', {'node': node}, refused), ('meshless', {'node': 1, 'index': 0}, LOADS), ('beyond', {'node': 99, 'weight': 1}, LOADS),
                               ('large', {'node': node + 2**32, 'index': 0}, refused), ('negative', {'node': -1, 'index': 0}, LOADS),
                               ('nothing', {}, LOADS), ('without', {'weight': 1}, LOADS), ('whole', {'node': node, 'index': 0, 'weight': 1}, LOADS)):
        for kind in ('preset', 'custom'):
            made = changed(face, (expressions, {kind: {'happy' if kind == 'preset' else 'wink': {'morphTargetBinds': [bind]}}}))
            files['%s-%s.gltf' % (name, kind)] = (made, 'UniVRM', wanted)
    return check_files(program, files)


def check_harmless(program, folder):
    """three.js normalises weights and, in shaders, directions, but MToon's outlines are as wide as normals are long. It reads a sampler only
    for textures of materials, and errors of rounding in matrices move nothing."""
    outline = [{'extensions': {'VRMC_materials_mtoon': {'specVersion': '1.0', 'outlineWidthMode': 'worldCoordinates', 'outlineWidthFactor': 0.01}}}]
    normals, = opened(folder, 'mesh/direction-not-unit/fail-normals')
    head, text = normals['buffers'][0]['uri'].split(',')
    data = bytearray(base64.b64decode(text))
    view = normals['bufferViews'][normals['accessors'][normals['meshes'][0]['primitives'][0]['attributes']['NORMAL']]['bufferView']]
    struct.pack_into('<3f', data, view['byteOffset'], 0, 2, 0)
    normals = changed(normals, (('buffers', 0, 'uri'), head + ',' + base64.b64encode(data).decode()))
    outlined = changed(normals, (('materials',), outline), (('meshes', 0, 'primitives', 0, 'material'), 0))
    short, = opened(folder, 'mesh/direction-not-unit/fail-zero-normals')
    cases = {'normals': (normals, 'loads'), 'outlined': (outlined, 'differs'), 'short': (short, 'differs')}
    for name in ('skin/weights-not-normalised/fail-much', 'skin/ibm-last-row/fail-rounded', 'gltf/unknown-value/fail-filter-unused'):
        cases[os.path.basename(name)] = (next(opened(folder, name)), 'loads')
    cases['ibm-one'] = (next(opened(folder, 'skin/ibm-last-row/fail-one')), 'differs')
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, (document, _) in cases.items():
            with open(os.path.join(scratch, name + '.gltf'), 'w', encoding='utf-8') as file:
                json.dump(document, file)
        for path, report in reports(program, [os.path.join(scratch, name + '.gltf') for name in cases]).items():
            name = os.path.basename(path)[:-5]
            found = {claim['effect'] for finding in report['findings'] for claim in finding.get('apps', [])
                     if claim['app'] == 'three-vrm' and re.search('normal|ibm|value|unit', finding['rule'])}
            if found != {cases[name][1]}:
                faults.append('%s: three-vrm %s' % (name, found))
    return faults


def by_name(found, name):
    """Returns the report of a file by its name; the folder is the same for all."""
    folder = os.path.dirname(next(iter(found)))
    return found[os.path.join(folder, name)]


def check_table():
    """Checks the rows of outcomes.def: they are found by a binary search, and each app has a letter for each column."""
    faults = []
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, 'src', 'message', 'outcomes.def'), encoding='utf-8') as file:
        rows = re.findall(r'^OUTCOME\("(.*?)",\s+"(.*?)", "(.*?)", "(.*?)"\)$', file.read(), re.M)
    places = [place.encode() for place, *_ in rows]
    if not rows or places != sorted(places):
        faults.append('outcomes.def isn\'t sorted by place')
    for place, files, *outcomes in rows:
        columns = 14 if place.startswith('/') else 1
        if any(len(letters) != columns or set(letters) - set('.RAsckbegamtd1%-') for letters in outcomes) or not set('10a') >= set(files) != set():
            faults.append('outcomes.def: %s is wrong' % place)
    return faults


def main():
    program, folder, external = sys.argv[1:4]
    faults = check_table() + check_cut(program, folder) + check_imports(program, folder) + check_read(program, folder)
    faults += check_lost(program, folder) + check_harmless(program, folder) + check_binds(program, folder)
    faults += check_skipped(program, folder) + check_univrm_reads(program, folder) + check_univrm_chunks(program, folder)
    faults += check_univrm_scene(program, folder)
    faults += check_fixtures(program, folder, external) + check_statements(program, folder, external)
    recorded = os.path.join(external, 'verdict') if external else ''
    is_recorded = os.path.exists(os.path.join(recorded, 'mutants.tar.xz'))
    if is_recorded:
        faults += check_outcomes(program, recorded)
    print('\n'.join(faults))
    if faults:
        sys.exit(1)
    if not is_recorded:
        print('skipped: no recorded outcomes of apps')
        sys.exit(77)


if __name__ == '__main__':
    main()
