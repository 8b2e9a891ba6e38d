#!/usr/bin/env python3
"""Names the sources that a build is made of: build_id.py OUTPUT DEPFILE ROOT

What a report says depends on the rules, not only on the version: whoever keeps reports must tell two builds of one
version apart.
"""
import hashlib
import os
import sys


def sources(root):
    """Everything that is compiled in, in an order that doesn't depend on the machine."""
    for top in ('schema', 'src'):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                if name.endswith(('.c', '.h', '.def', '.json', '.py', 'meson.build')):
                    yield os.path.join(folder, name)


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
        file.write(f'/* Made by build_id.py. */\n#include "build_id.h"\n\nconst char build_id[] = "{digest.hexdigest()}";\n')
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(output.replace(' ', '\\ ') + ':' + ''.join(' \\\n ' + s.replace(' ', '\\ ') for s in seen) + '\n')


main()
