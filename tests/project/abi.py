#!/usr/bin/env python3
"""Checks the symbols of the shared library: abi.py LIBRARY SOURCE. It must export exactly the functions that the public headers
declare, and have the version's soname. abidiff compares it with the interface in tests/project/abi for that soname; this part is
skipped with a message without abigail-tools. With VRMLINT_BLESS=1, abidw writes the interface again: use it for a new soname or
after additions."""
import glob
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile

library, source = sys.argv[1:]


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def symbols():
    """Returns the names that the library exports."""
    told = subprocess.run(['nm', '-D', '--defined-only', library], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[2] for line in told.splitlines()}


def declared():
    """Returns the functions that the public headers declare."""
    found = set()
    for path in glob.glob(os.path.join(source, 'src', 'vrmlint*.h')):
        text = re.sub(r'/\*.*?\*/', ' ', read(path), flags=re.S)
        found.update(re.findall(r'\b(vrmlint_\w+)\s*\((?![^;]*\{)', re.sub(r'\(\*\w+\)', ' ', text)))
    return found


version = read(os.path.join(source, 'VERSION')).strip().split('.')
soname = 'libvrmlint.so.' + ('.'.join(version[:2]) if version[0] == '0' else version[0])
dynamic = subprocess.run(['readelf', '-d', library], check=True, stdout=subprocess.PIPE, text=True).stdout
assert f'Library soname: [{soname}]' in dynamic, dynamic
exported, promised = symbols() - {'_init', '_fini'}, declared()  # some C libraries' start and exit code defines these two
assert exported == promised, f'exported only: {sorted(exported - promised)}; declared only: {sorted(promised - exported)}'
print(f'{len(exported)} functions, {soname}')

if not shutil.which('abidiff'):
    print('skipped: no abidiff (abigail-tools), so types of the interface are not compared')
    sys.exit(77)
if '.debug_info' not in subprocess.run(['readelf', '-SW', library], check=True, stdout=subprocess.PIPE, text=True).stdout:
    print('skipped: a build without debugging information has no types to compare')
    sys.exit(77)
reference = os.path.join(source, 'tests', 'project', 'abi', soname + '.abi.xz')
with tempfile.TemporaryDirectory() as headers, tempfile.TemporaryDirectory() as folder:
    plain = os.path.join(folder, 'library.abi')
    for header in glob.glob(os.path.join(source, 'src', 'vrmlint*.h')):
        shutil.copy(header, headers)
    if os.environ.get('VRMLINT_BLESS'):
        os.makedirs(os.path.dirname(reference), exist_ok=True)
        subprocess.run(['abidw', '--headers-dir', headers, '--drop-private-types', '--no-show-locs', '--no-corpus-path', '--no-comp-dir-path',
                        '--type-id-style', 'hash', '--out-file', plain, library], check=True)
        with open(plain, 'rb') as made, lzma.open(reference, 'wb') as file:
            file.write(made.read())
    with lzma.open(reference) as made, open(plain, 'wb') as file:
        file.write(made.read())
    done = subprocess.run(['abidiff', '--no-added-syms', '--headers-dir2', headers, '--drop-private-types', plain, library],
                          check=False, stdout=subprocess.PIPE, text=True)
print(done.stdout)
# abidiff's exit status: bit 4 is a change, bit 8 an incompatible change
assert done.returncode & 8 == 0 and done.returncode & 3 == 0, 'the interface is no longer that of ' + soname
