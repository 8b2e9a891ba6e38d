#!/usr/bin/env python3
"""Writes the ids of the sources of a build: build_id.py OUTPUT DEPFILE ROOT

A report depends on the rules, not only on the version: programs that keep reports must distinguish two builds of one version.
The commit is for people. VRMLINT_COMMIT gives it if the sources are outside their repository; otherwise git reports it. It is
left out if a compiled file differs from the commit. The sources are those of a release if CHANGELOG.md has a date for its version.
"""
import hashlib
import os
import re
import subprocess
import sys

COMMIT_DIGITS = 12
COMPILED_IN = ('schema', 'src', 'po', 'meson.build', 'VERSION')


def sources(root):
    """Yields all files that are compiled in, in an order that is the same on every machine."""
    for top in ('schema', 'src'):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                if name.endswith(('.c', '.h', '.def', '.json', '.py', 'meson.build')):
                    yield os.path.join(folder, name)


def git(root, *arguments):
    """Returns what git prints; None if it fails or isn't installed."""
    try:
        done = subprocess.run(['git', '-C', root, *arguments], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit(root):
    """Returns the commit of the sources, '' if it isn't known."""
    name = os.environ.get('VRMLINT_COMMIT')
    if name is None and os.path.exists(os.path.join(root, '.git')) and git(root, 'status', '--porcelain', '--', *COMPILED_IN) == '':
        name = git(root, 'rev-parse', 'HEAD')
    return name[:COMMIT_DIGITS] if re.fullmatch('[0-9a-f]{%d,64}' % COMMIT_DIGITS, name or '') else ''


def version_of(root):
    """Returns the version, and whether its heading in CHANGELOG.md has a date, as adopt/version.py decides."""
    sys.path.insert(0, os.path.join(root, 'adopt'))
    sys.dont_write_bytecode = True
    import version  # pylint: disable=import-outside-toplevel
    number = version.read('VERSION').strip()
    return number, version.is_release(number, version.read('CHANGELOG.md'))


def main():
    output, depfile, root = sys.argv[1:]
    digest = hashlib.sha256()
    seen = [os.path.join(root, name) for name in ('CHANGELOG.md', 'VERSION', os.path.join('adopt', 'version.py'))]
    for path in sources(root):
        with open(path, 'rb') as file:
            data = file.read()
        digest.update(f'{os.path.relpath(path, root)} {len(data)}\n'.replace(os.sep, '/').encode('utf-8'))
        digest.update(data)
        seen.append(path)
    version, is_release = version_of(root)
    name = commit(root)
    if not is_release:
        version += '-dev' + ('+' + name if name else '')
    with open(output, 'w', encoding='ascii') as file:
        file.write('/* Made by build_id.py. */\n#include "build_id.h"\n\n'
                   f'const char build_id[] = "{digest.hexdigest()}";\nconst char build_version[] = "{version}";\n'
                   f'const char build_commit[] = "{name}";\n')
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(output.replace(' ', '\\ ') + ':' + ''.join(' \\\n ' + s.replace(' ', '\\ ') for s in seen) + '\n')


main()
