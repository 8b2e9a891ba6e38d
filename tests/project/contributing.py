#!/usr/bin/env python3
"""usage: contributing.py SOURCE BUILD COMPILER...: checks that CONTRIBUTING.md's example of a rule fits into the tables, and
compiles."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

INCLUDES = ('<string.h>', '"checks/checks.h"', '"ids/messages_springbone.h"', '"vrm/about.h"')


def blocks(text):
    """Returns the indented blocks of the section about rules: rows of a table, and a function."""
    section = re.search(r'^## Adding a rule$(.*?)^## ', text, re.M | re.S).group(1)
    found, block = [], []
    for line in section.split('\n') + ['']:
        if line.startswith('       ') or (block and line == ''):
            block.append(line[7:])
        elif block:
            found.append('\n'.join(block).strip() + '\n')
            block = []
    return found


def main():
    source, build, *compiler = sys.argv[1:]
    with open(os.path.join(source, 'CONTRIBUTING.md'), encoding='utf-8') as file:
        rows, function = blocks(file.read())
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(source, 'src'), folder, ignore=shutil.ignore_patterns('*.[ch]', '*.py'), dirs_exist_ok=True)
        with open(os.path.join(folder, 'checks', 'spring', 'springbone.def'), 'a', encoding='utf-8') as file:
            file.write(rows)
        subprocess.run([sys.executable, os.path.join(source, 'src', 'ids', 'generate.py'), os.path.join(folder, 'ids'),
                        folder, os.path.join(source, 'po')], check=True)
        name = re.search(r'^static void (\w+)\(', function, re.M).group(1)
        example = os.path.join(folder, 'example.c')
        with open(example, 'w', encoding='utf-8') as file:
            file.write(''.join(f'#include {include}\n' for include in INCLUDES) + function)
            file.write(f'void (*const used)(struct check *, const struct spring *, size_t) = {name};\n')
        paths = [folder, os.path.join(source, 'src'), os.path.join(build, 'src')]
        done = subprocess.run([*compiler, '-std=c17', '-Wall', '-Werror', '-fsyntax-only', *(f'-I{path}' for path in paths), example],
                              check=False)
    sys.exit(done.returncode)


main()
