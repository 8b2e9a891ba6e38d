#!/usr/bin/env python3
"""Writes the ids of the sources that a build is made of: build_id.py OUTPUT DEPFILE ROOT

What a report says depends on the rules, not only on the version: whoever keeps reports must tell two builds of one
version apart. The commit is for people. VRMLINT_COMMIT names it where the sources are without their repository; otherwise git is
asked, and the commit is left out if a file that is compiled in differs from it.
"""
import hashlib
import os
import re
import subprocess
import sys

COMMIT_DIGITS = 12
COMPILED_IN = ('schema', 'src', 'po', 'meson.build', 'VERSION')


def sources(root):
    """Everything that is compiled in, in an order that doesn't depend on the machine."""
    for top in ('schema', 'src'):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                if name.endswith(('.c', '.h', '.def', '.json', '.py', 'meson.build')):
                    yield os.path.join(folder, name)


def git(root, *arguments):
    """What git prints; None if it fails or isn't installed."""
    try:
        done = subprocess.run(['git', '-C', root, *arguments], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit(root):
    """The commit that the sources are of, '' if it isn't known."""
    name = os.environ.get('VRMLINT_COMMIT')
    if name is None and os.path.exists(os.path.join(root, '.git')) and git(root, 'status', '--porcelain', '--', *COMPILED_IN) == '':
        name = git(root, 'rev-parse', 'HEAD')
    return name[:COMMIT_DIGITS] if re.fullmatch('[0-9a-f]{%d,64}' % COMMIT_DIGITS, name or '') else ''


def main():
    output, depfile, root = sys.argv[1:]
    digest = hashlib.sha256()
    seen = []
    for path in sources(root):
        with open(path, 'rb') as file:
            data = file.read()
        digest.update(f'{os.path.relpath(path, root)} {len(data)}\n'.replace(os.sep, '/').encode('utf-8'))
        digest.update(data)
        seen.append(path)
    with open(output, 'w', encoding='ascii') as file:
        file.write('/* Made by build_id.py. */\n#include "build_id.h"\n\n'
                   f'const char build_id[] = "{digest.hexdigest()}";\nconst char build_commit[] = "{commit(root)}";\n')
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(output.replace(' ', '\\ ') + ':' + ''.join(' \\\n ' + s.replace(' ', '\\ ') for s in seen) + '\n')


main()
