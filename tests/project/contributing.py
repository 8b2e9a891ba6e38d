#!/usr/bin/env python3
"""usage: contributing.py SOURCE BUILD COMPILER...: checks that CONTRIBUTING.md's example of a rule, and what tests/new.py writes,
fit into the tables and compile."""
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


def make_ids(source, folder):
    """Makes the headers of ids and the tables from the sources in a folder."""
    subprocess.run([sys.executable, os.path.join(source, 'src', 'ids', 'generate.py'), os.path.join(folder, 'ids'), folder,
                    os.path.join(source, 'po')], check=True)


def compiles(compiler, folders, file):
    return subprocess.run([*compiler, '-std=c17', '-Wall', '-Werror', '-fsyntax-only', *(f'-I{folder}' for folder in folders), file],
                          check=False).returncode == 0


def check_example(source, build, compiler):
    with open(os.path.join(source, 'CONTRIBUTING.md'), encoding='utf-8') as file:
        rows, function = blocks(file.read())
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(source, 'src'), folder, ignore=shutil.ignore_patterns('*.[ch]', '*.py'), dirs_exist_ok=True)
        with open(os.path.join(folder, 'checks', 'spring', 'springbone.def'), 'a', encoding='utf-8') as file:
            file.write(rows)
        make_ids(source, folder)
        name = re.search(r'^static void (\w+)\(', function, re.M).group(1)
        example = os.path.join(folder, 'example.c')
        with open(example, 'w', encoding='utf-8') as file:
            file.write(''.join(f'#include {include}\n' for include in INCLUDES) + function)
            file.write(f'void (*const used)(struct check *, const struct spring *, size_t) = {name};\n')
        return compiles(compiler, (folder, os.path.join(source, 'src'), os.path.join(build, 'src')), example)


def check_new(source, build, compiler):
    """Runs tests/new.py in a copy of the sources, and compiles what it wrote and where it registered that."""
    begun = (['rule', 'springbone/root-swings'], ['extension', 'VRMC_wind', 'wind'], ['format', 'csv'])
    compiled = ('checks/spring/root_swings.c', 'checks/checks.c', 'tables/extensions.c', 'report/csv.c', 'report/report.c')
    with tempfile.TemporaryDirectory() as top:
        for name in ('src', 'schema', 'po', 'tests/project', 'tests/apps/differential'):
            shutil.copytree(os.path.join(source, name), os.path.join(top, name))
        shutil.copy(os.path.join(source, 'tests', 'new.py'), os.path.join(top, 'tests'))
        for arguments in begun:
            subprocess.run([sys.executable, os.path.join(top, 'tests', 'new.py'), *arguments], check=True, stdout=subprocess.DEVNULL)
            if subprocess.run([sys.executable, os.path.join(top, 'tests', 'new.py'), *arguments], check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
                print('tests/new.py does not refuse what exists already:', *arguments)
                return False
        folder = os.path.join(top, 'src')
        make_ids(source, folder)
        registered = {'schema/meson.build': 'VRMC_wind-1.0', 'src/meson.build': 'checks/spring/root_swings.c'}
        for path, what in registered.items():
            with open(os.path.join(top, path), encoding='utf-8') as file:
                if f"'{what}'" not in file.read():
                    print(f'tests/new.py does not list {what} in {path}')
                    return False
        folders = (folder, os.path.join(build, 'src'), os.path.join(build, 'schema'))
        return all([compiles(compiler, folders, os.path.join(folder, file)) for file in compiled])


def main():
    source, build, *compiler = sys.argv[1:]
    sys.exit(not (check_example(source, build, compiler) and check_new(source, build, compiler)))


main()
