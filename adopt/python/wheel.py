#!/usr/bin/env python3
"""Packs the Python module as a reproducible wheel: wheel.py LIBRARY FOLDER SECONDS MACHINE [LICENCE...]

LIBRARY is libvrmlint-python.so for a MACHINE ("x86_64"); the wheel requires this system's glibc or a later one. SECONDS: the
time of all entries, since 1970. Prints the path of the wheel.
"""
import base64
import hashlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, '..', '..')
sys.path.insert(0, os.path.join(TOP, 'adopt'))
import pack  # noqa: E402 (the path comes first)
import version as spelling  # noqa: E402

METADATA = '''Metadata-Version: 2.1
Name: vrmlint
Version: {}
Summary: Checks VRM avatars for mistakes, above all in the parts that move
License: MIT
Classifier: Operating System :: POSIX :: Linux
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

'''
WHEEL = '''Wheel-Version: 1.0
Generator: vrmlint
Root-Is-Purelib: false
Tag: {}
'''


def read(*path):
    with open(os.path.join(*path), 'rb') as file:
        return file.read()


def main():
    library, folder, seconds, machine, *licences = sys.argv[1:]
    version = spelling.spelled('python')
    libc = os.confstr('CS_GNU_LIBC_VERSION').split()[1].replace('.', '_')
    tag = f'py3-none-manylinux_{libc}_{machine}'
    info = f'vrmlint-{version}.dist-info'
    files = {f'vrmlint/{name}': read(HERE, 'vrmlint', name) for name in ('__init__.py', 'py.typed')}
    files['vrmlint/libvrmlint-python.so'] = read(library)
    files[f'{info}/METADATA'] = METADATA.format(version).encode() + read(HERE, 'README.md')
    files[f'{info}/WHEEL'] = WHEEL.format(tag).encode()
    for path in (os.path.join(TOP, 'LICENSE'), *licences):
        files[f'{info}/{os.path.basename(path)}'] = read(path)
    record = [f'{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")},{len(data)}\n'
              for name, data in sorted(files.items())]
    files[f'{info}/RECORD'] = (''.join(record) + f'{info}/RECORD,,\n').encode()
    path = os.path.join(folder, f'vrmlint-{version}-{tag}.whl')
    pack.write(path, files, int(seconds))
    print(path)


main()
