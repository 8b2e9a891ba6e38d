#!/usr/bin/env python3
"""Checks the protections that the program's ELF file declares: hardened.py PROGRAM glibc|other [FOLDER...]. The file must not
contain the names of the folders, in which it was built. C libraries other than glibc have no fortified functions. Skips with a
message without readelf or ELF. (tests/project/reproducible.sh builds twice.)"""
import re
import shutil
import subprocess
import sys

program = sys.argv[1]
with open(program, 'rb') as opened:
    whole = opened.read()
magic = whole[:4]
if magic != b'\x7fELF' or not shutil.which('readelf'):
    print('skipped: no readelf, or no ELF to read')
    sys.exit(77)


def read(*options):
    return subprocess.run(['readelf', '-W', *options, program], check=True, stdout=subprocess.PIPE, text=True).stdout


headers, dynamic, symbols = read('-h', '-l'), read('-d'), read('-s')
stack = re.search(r'^ *GNU_STACK .* (R?W?E?) +0x', headers, re.M)
holds = {
    'loads anywhere (PIE)': re.search(r'^ *Type: +DYN', headers, re.M) and re.search(r'FLAGS_1.*PIE', dynamic),
    'a stack that is not executable': stack and 'E' not in stack.group(1),
    'no part both writable and executable': not re.search(r'^ *LOAD .* (RWE|WE) ', headers, re.M),
    'tables of addresses that are read-only (RELRO)': re.search(r'^ *GNU_RELRO', headers, re.M),
    'and filled before the start (BIND_NOW)': re.search(r'BIND_NOW|FLAGS.*NOW', dynamic),
    'a guarded stack': '__stack_chk_fail' in symbols,
    'guarded copies (fortify)':
        sys.argv[2] != 'glibc' or re.search(r'__\w+_chk\b(?<!__stack_chk)', symbols.replace('__stack_chk', '')),
    'no word of where it was built': not any(folder.encode('utf-8') in whole for folder in sys.argv[3:]),
    'no connections, no code that is loaded, no commands for a shell':
        not re.search(r' UND (socket|connect|getaddrinfo|gethostbyname|dlopen|system|popen)(@|$)', symbols, re.M),
    'no folder to look for libraries in': not re.search(r'RPATH|RUNPATH', dynamic),
}
for what, held in holds.items():
    print('ok  ' if held else 'FAIL', what)
sys.exit(0 if all(holds.values()) else 1)
