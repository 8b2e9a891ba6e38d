#!/usr/bin/env python3
"""Packs the add-on for Blender: pack.py VERSION OUTPUT.zip SECONDS [FILE...]

FILEs are vrmlint and vrmlint.exe, built for x86_64, which the add-on then uses on Linux and on Windows, and the licences of their
libraries. The same input gives the same bytes; SECONDS since 1970 is the time of all entries."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import pack  # noqa: E402 (the path comes first)


def main():
    version, output, seconds, *given = sys.argv[1:]
    panel = os.path.join(HERE, 'vrmlint_panel')
    files = {}
    names = [os.path.join(panel, name) for name in os.listdir(panel) if name.endswith(('.py', '.toml'))]
    for path in [*names, os.path.join(HERE, '..', '..', 'LICENSE')]:
        with open(path, 'rb') as file:
            files[os.path.basename(path)] = file.read()
    numbers = ', '.join(re.split('[-+]', version)[0].split('.')) # Blender before 4.2 takes three numbers
    for name, pattern, text in (('__init__.py', r"(?m)^    'version': \(0, 0, 0\),.*$", f"    'version': ({numbers}),"),
                                ('blender_manifest.toml', r'(?m)^version = .*$', f'version = "{version}"')):
        changed, count = re.subn(pattern, text, files[name].decode('utf-8'))
        assert count == 1, f'{name} has no line with the version'
        files[name] = changed.encode('utf-8')
    for path in given:
        with open(path, 'rb') as file:
            files[f'program/{os.path.basename(path)}'] = file.read()
    pack.write(output, {f'vrmlint_panel/{name}': data for name, data in files.items()}, int(seconds))


if __name__ == '__main__':
    main()
