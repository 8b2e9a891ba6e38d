#!/usr/bin/env python3
"""Tests the Python module from its wheel: python_module.py VRMLINT LIBRARY SOURCE. The wheel is packed twice, installed in a
new virtual environment without a network, and tested there by tests/apps/python_module_inside.py. Skips with a message if Python has
no venv or pip."""
import os
import platform
import subprocess
import sys
import tempfile

vrmlint, library, source = sys.argv[1:]
# Debian's Python if it is installed: the wheel is made for it
python = '/usr/bin/python3' if os.access('/usr/bin/python3', os.X_OK) else sys.executable
if subprocess.run([python, '-c', 'import venv, ensurepip'], check=False, stderr=subprocess.DEVNULL).returncode != 0:
    print(f'skipped: {python} has no venv with pip (python3-venv)')
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    wheels = []
    for number in '12':
        os.mkdir(os.path.join(folder, number))
        done = subprocess.run([python, os.path.join(source, 'adopt', 'python', 'wheel.py'), library, os.path.join(folder, number), '1700000000',
                               platform.machine()],
                              check=True, stdout=subprocess.PIPE, text=True)
        wheels.append(done.stdout.strip())
    with open(wheels[0], 'rb') as first, open(wheels[1], 'rb') as second:
        assert first.read() == second.read(), 'two wheels of the same library differ'
    env = {name: value for name, value in os.environ.items() if not name.startswith(('PYTHON', 'PIP'))}
    env.update(VRMLINT=vrmlint, VRMLINT_SOURCE=source, HOME=folder)
    place = os.path.join(folder, 'venv')
    subprocess.run([python, '-m', 'venv', place], check=True, env=env)
    own = os.path.join(place, 'bin', 'python')
    subprocess.run([own, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', wheels[0]], check=True, env=env)
    subprocess.run([own, '-m', 'pip', 'check'], check=True, env=env)
    done = subprocess.run([own, os.path.join(source, 'tests', 'apps', 'python_module_inside.py'), '-v'], check=False, env=env, cwd=folder)
sys.exit(done.returncode)
