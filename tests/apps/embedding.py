#!/usr/bin/env python3
"""Checks that the example of docs/embedding.md reports the same as the command: embedding.py VRMLINT SOURCE PROGRAM... The
programs are the example, linked with the static and with the shared library."""
import json
import os
import re
import subprocess
import sys
import tempfile

vrmlint, source, *programs = sys.argv[1:]
PATHS = [os.path.join(source, 'fixtures', *path.split('/')) for path in (
    'whole/mistakes.vrm', 'json/duplicate-key/fail-root.gltf', 'json/duplicate-key/pass-other-objects.gltf')]


def run(*arguments):
    done = subprocess.run(arguments, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr


def expected(path):
    """Returns what the example must print for a file, from the output of the command."""
    status, out, _ = run(vrmlint, '--no-config', '--all-findings', '--ignore', 'gltf/unused-object', '--format', 'json', path)
    findings = json.loads(out)['files'][0]['findings']
    return status, ''.join(f'{finding["severity"]} {finding["rule"]}: {finding["message"]}\n' for finding in findings)



assert len(programs) == 2
try:
    run(programs[0])
except OSError as error:  # built for another machine: only tests that Meson starts use its emulator
    print(f'skipped: {error}')
    sys.exit(77)
for program in programs:
    for path in PATHS:
        assert run(program, path) == (*expected(path), ''), (program, path)
    status, out, err = run(program, os.path.join(source, 'no such file'))
    assert (status, out) == (3, '') and 'No such file' in err, (status, out, err)
    with tempfile.TemporaryDirectory() as folder:
        hostile = os.path.join(folder, 'a.gltf')
        with open(hostile, 'w', encoding='utf-8') as file:
            file.write('{"asset": {"version": "2.0"}, "nodes": [{"name": "\\u001b[31m", "children": [0]}]}')
        status, out, err = run(program, hostile)
        assert status == 1 and out and '\x1b' not in out, (status, out, err)
print(f'{len(programs)} programs, {len(PATHS)} files')
