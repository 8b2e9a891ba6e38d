#!/usr/bin/env python3
"""Writes the table of rules with one rule renamed and another deprecated: rename.py OUTPUT SOURCE

It makes the same changes that a developer would make: the id in the table, and rows in lifecycle.def.
"""
import os
import shutil
import subprocess
import sys
import tempfile

OLD, NEW = 'springbone/gravity-power-physical', 'springbone/gravity-power-huge'
NAME, DEPRECATED = 'SPRINGBONE_GRAVITY_POWER_PHYSICAL', 'SPRINGBONE_NO_DRAG'


def replace(path, old, new):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if old not in text:
        raise SystemExit(f'{path} has no {old}')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(old, new, 1))


def main():
    output, source = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        src = os.path.join(folder, 'src')
        shutil.copytree(os.path.join(source, 'src'), src, ignore=shutil.ignore_patterns('*.[ch]', '*.py'))
        replace(os.path.join(src, 'checks', 'spring', 'springbone_motion.def'), f'"{OLD}"', f'"{NEW}"')
        with open(os.path.join(src, 'message', 'lifecycle.def'), 'a', encoding='utf-8') as file:
            file.write(f'RENAMED({NAME}, "{OLD}")\nDEPRECATED({DEPRECATED}, "0.2.0")\n')
        ids = os.path.join(folder, 'ids')
        os.mkdir(ids)
        subprocess.run([sys.executable, os.path.join(source, 'src', 'ids', 'generate.py'), ids, os.path.join(folder, 'src'),
                        os.path.join(source, 'po')], check=True)
        shutil.copy(os.path.join(ids, 'rules_table.def'), output)


main()
