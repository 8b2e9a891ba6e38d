#!/usr/bin/env python3
"""Looks up the labels that steps use in the sources of the tools: labels.py SOURCE FOLDER. FOLDER has clones of the VRM add-on
(VRM-Addon-for-Blender) and of UniVRM (UniVRM); without them it is skipped with a message. With VRMLINT_SOURCES, that folder is
used instead. Blender's own labels are looked up in the installed Blender and its Japanese translation; then those of a running
Blender with the add-on are compared."""
import gettext
import glob
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

source, folder = sys.argv[1:]
folder = os.environ.get('VRMLINT_SOURCES') or folder
sys.path.insert(0, os.path.join(source, 'po'))
import texts  # noqa: E402 (the path comes first)

LABELS = texts.labels(os.path.join(source, 'src'))
BLENDER_SCRIPTS = '/usr/share/blender/scripts/startup/bl_ui'
BLENDER_JAPANESE = '/usr/share/locale/ja/LC_MESSAGES/blender.mo'
# Unity's own panels and settings, which are in no public source.
UNITY_ITSELF = {'Project', 'Inspector', 'Hierarchy', 'Shader', 'Advanced', 'Rig', 'Animation Type', 'Configure...', 'Model', 'Scale Factor', 'Normals',
                'Generate Mip Maps', 'Filter Mode', 'Wrap Mode', 'Max Size', 'sRGB (Color Texture)', 'Texture Type'}
# Made of two strings in UniVRM's source.
JOINED = {'T-Pose(unity internal)': ['"T-Pose"', '(unity internal)']}
# Named so since Blender 4.2, after the version that Debian has.
NEW_IN_BLENDER = {'Purge Unused Data...': '未使用データをパージ...'}


def read_all(pattern):
    found = []
    for path in glob.glob(pattern, recursive=True):
        with open(path, encoding='utf-8', errors='replace') as file:
            found.append(file.read())
    return '\n'.join(found)


def spaced(name):
    """Returns the name of a field as Unity's inspector shows it."""
    name = re.sub('^m_', '', name)
    return re.sub('(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])', ' ', name[:1].upper() + name[1:])


def check_blender(clone):
    """Yields what is wrong with Blender's labels."""
    code = read_all(os.path.join(clone, 'src', 'io_scene_vrm', '**', '*.py'))
    spec = importlib.util.spec_from_file_location('ja_jp', os.path.join(clone, 'src', 'io_scene_vrm', 'locale', 'ja_jp.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    japanese = {}
    for (_, english), translated in module.TRANSLATION_DICTIONARY.items():
        japanese.setdefault(english, set()).add(translated)
    has_blender = os.path.exists(BLENDER_SCRIPTS) and os.path.exists(BLENDER_JAPANESE)
    if has_blender:
        with open(BLENDER_JAPANESE, 'rb') as file:
            for english, translated in gettext.GNUTranslations(file)._catalog.items():
                if isinstance(english, str):
                    japanese.setdefault(english.split('\4')[-1], set()).add(translated)
    for (tool, english), translated in LABELS.items():
        if tool != 'BLENDER' or NEW_IN_BLENDER.get(english) == translated:
            continue
        of_addon = any('"%s%s"' % (english, end) in code for end in ('', ':'))
        if not of_addon and (english not in japanese if has_blender else False):
            yield 'Blender has no %s' % english
        elif english != translated and translated not in japanese.get(english, ()) and (of_addon or has_blender):
            yield 'Blender shows %s as %s, not as %s' % (english, ' or '.join(sorted(japanese.get(english, {'that'}))), translated)


def check_inside(clone):
    """Yields labels that the add-on doesn't show in a running Blender, if there is one: as the name of something or as its text."""
    blender = shutil.which('blender')
    asked = sorted(english for tool, english in LABELS if tool == 'BLENDER')
    if blender is None:
        return
    code = read_all(os.path.join(clone, 'src', 'io_scene_vrm', '**', '*.py')) + read_all(os.path.join(BLENDER_SCRIPTS, '*.py'))
    with tempfile.TemporaryDirectory(prefix='vrmlint-labels-') as room:
        os.mkdir(os.path.join(room, 'addons'))
        os.symlink(os.path.abspath(os.path.join(clone, 'src', 'io_scene_vrm')), os.path.join(room, 'addons', 'io_scene_vrm'))
        with open(os.path.join(room, 'names'), 'w', encoding='utf-8') as file:
            json.dump(asked, file)
        done = subprocess.run([blender, '--background', '--factory-startup', '--python',
                               os.path.join(source, 'tests', 'apps', 'labels_inside.py'), '--', file.name], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(
                                  os.environ, PATH=os.defpath, HOME=room, BLENDER_USER_CONFIG=room, BLENDER_USER_SCRIPTS=room))
    if '\nlabels\n' not in done.stdout:
        print('the add-on does not run in this Blender:', done.stderr[-500:])
        return
    found = json.loads(done.stdout.split('\nlabels\n')[1].split('\n')[0])
    for english in asked:
        if english in NEW_IN_BLENDER:
            continue
        is_text = re.search(r'["\']%s:?["\']' % re.escape(english), code) or found['shown'][english] != [english]
        if english not in found['names'] and not is_text:
            yield 'a running Blender shows no %s' % english
        if LABELS['BLENDER', english] not in found['shown'][english]:
            yield 'a running Blender shows %s as %s' % (english, ' or '.join(found['shown'][english]))


def check_unity(clone):
    """Yields what is wrong with UniVRM's labels."""
    code = read_all(os.path.join(clone, 'Packages', '**', '*.cs'))
    names = set(re.findall(r'\b[A-Za-z_]\w*\b', code))
    names |= {spaced(name) for name in names}
    for (tool, english), translated in LABELS.items():
        if tool != 'UNITY' or english in UNITY_ITSELF or (
                english in JOINED and all(part in code for part in JOINED[english])):
            continue
        if english != translated and (english not in code or translated not in code):
            yield 'UniVRM has no %s, %s' % (english, translated)
        elif english not in names and '"%s' % english not in code and not ('/' in english and english in code):
            yield 'UniVRM has no %s' % english


def main():
    wrong, skipped = [], []
    for name, check in (('VRM-Addon-for-Blender', check_blender), ('VRM-Addon-for-Blender', check_inside), ('UniVRM', check_unity)):
        clone = os.path.join(folder, name)
        if os.path.isdir(clone):
            wrong += check(clone)
        else:
            skipped.append(name)
    print('\n'.join(wrong))
    if wrong:
        return 1
    if len(skipped) == 3:
        print('skipped: no clones of the tools in %s' % folder)
        return 77
    return 0


sys.exit(main())
